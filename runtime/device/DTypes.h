//===- DTypes.h - Element types and their values ----------------*- C++ -*-===//
//
// Which element types are there, and which number do these bytes hold?
//
//     uint16_t half = 0x3c00;
//     loadElement(DType::FP16, &half) == 1.0
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_DEVICE_DTYPES_H
#define TQC_RUNTIME_DEVICE_DTYPES_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tqc {

enum class DType : uint8_t {
#define TQC_DTYPE(id, name, torch, bytes, kind, npy) id,
#include "runtime/device/DTypes.def"
};

enum class DTypeKind : uint8_t { Bool, Signed, Unsigned, Float };

struct DTypeInfo {
  DType type;
  const char *name;  ///< Triton's: "fp16"
  const char *torch; ///< torch's: "float16"
  size_t bytes;
  DTypeKind kind;
  const char *npy; ///< the `descr` it is written with
};

const DTypeInfo &infoOf(DType type);
inline const char *nameOf(DType type) { return infoOf(type).name; }
inline size_t bytesOf(DType type) { return infoOf(type).bytes; }
inline bool isFloat(DType type) {
  return infoOf(type).kind == DTypeKind::Float;
}

/// The type of that name, Triton's ("fp16") or torch's ("float16").
std::optional<DType> dtypeOf(std::string_view name);
/// "i1, i8, ..., fp64": for messages.
std::string dtypeNames();

/// The value at `at`, which need not be aligned. 64-bit integers are rounded.
double loadElement(DType type, const void *at);

/// Stores `value`, rounded to nearest even. Floats that are too large become
/// infinity; fp8 saturates, as `cvt.rn.satfinite` does. Integers are truncated
/// toward zero and saturate.
void storeElement(DType type, void *at, double value);

/// The value of an integer or bool element, exactly; u64 wraps.
int64_t loadInteger(DType type, const void *at);
/// Stores the low bits of `value`.
void storeInteger(DType type, void *at, int64_t value);

/// Half the distance from 1 to the next number: 2^-11 for fp16; 0 for integers.
double unitRoundoff(DType type);
/// The smallest positive number, subnormals included; 0 for integers.
double smallestOf(DType type);
/// The largest finite number.
double largestOf(DType type);

} // namespace tqc

#endif // TQC_RUNTIME_DEVICE_DTYPES_H
