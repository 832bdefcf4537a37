//===- PtxTypes.h - the types and state spaces of PTX ---------------------===//
//
// Answers "how wide is .f16x2, and is it a float". Smallest example:
//   parsePtxType("f32") == PtxType::F32, bitWidth(PtxType::F32) == 32.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_PTX_PTXTYPES_H
#define TQC_RUNTIME_EMULATOR_PTX_PTXTYPES_H

#include <cstdint>
#include <string_view>

namespace tqc::emu {

/// Every type name that may follow an instruction or a declaration.
enum class PtxType : uint8_t {
#define TQ_PTX_TYPE(name, text, bits, kind) name,
#include "runtime/emulator/ptx/PtxTypes.def"
};

/// What the bits of a type mean.
enum class TypeKind : uint8_t { None, Pred, Bits, Unsigned, Signed, Float };

/// The state spaces of PTX. SharedCluster is shared memory of the cluster.
enum class Space : uint8_t {
  None, // an address without a space is generic
  Reg,
  Param,
  Const,
  Global,
  Shared,
  SharedCluster,
  Local,
};

/// The type called `text` (without its dot), or PtxType::None.
PtxType parsePtxType(std::string_view text);
std::string_view typeName(PtxType type);
unsigned bitWidth(PtxType type);
TypeKind typeKind(PtxType type);
inline unsigned byteWidth(PtxType type) { return (bitWidth(type) + 7) / 8; }
inline bool isFloat(PtxType type) { return typeKind(type) == TypeKind::Float; }
inline bool isSigned(PtxType type) {
  return typeKind(type) == TypeKind::Signed;
}

/// The space called `text` ("global", "shared::cta"), or Space::None.
Space parseSpace(std::string_view text);
std::string_view spaceName(Space space);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_PTX_PTXTYPES_H
