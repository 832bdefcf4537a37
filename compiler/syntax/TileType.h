//===- TileType.h - Types as the language sees them -------------*- C++ -*-===//
//
// A run-time value is a scalar or a block; its elements are numbers or pointers
// to numbers. Triton's names: `tl.float16` is "fp16" in a signature.
//
//     i32            {I32}
//     *fp16          {F16, pointer}
//     <64x32xbf16>   {BF16, shape 64x32}
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_TILETYPE_H
#define TQC_COMPILER_SYNTAX_TILETYPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tqc {

/// An element type. Signedness is part of the language, not of the IR.
enum class Elem : uint8_t {
  I1,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F8E4NV,
  F8E5,
  F8E4B15,
  F16,
  BF16,
  F32,
  F64,
};

/// Bits of an element: 1, 8, 16, 32 or 64.
unsigned bitWidth(Elem elem);
bool isFloat(Elem elem);
bool isInteger(Elem elem); ///< I1 included
bool isSigned(Elem elem);  ///< I1 is not
/// "fp16", "i32", "u8", "i1": the names of signatures.
llvm::StringRef signatureName(Elem elem);
/// "float16", "int32", "uint8", "int1": the names after `tl.`.
llvm::StringRef languageName(Elem elem);
std::optional<Elem> elemFromSignature(llvm::StringRef name);
std::optional<Elem> elemFromLanguage(llvm::StringRef name);

struct TileType {
  Elem elem = Elem::I32;
  bool pointer = false;  ///< elements are pointers to `elem`
  bool readOnly = false; ///< pointers that nothing is stored through
  llvm::SmallVector<int64_t, 4> shape; ///< empty for a scalar or rank-0 block
  /// A rank-0 block differs from a scalar only in what it prints as.
  bool isBlock() const { return !shape.empty(); }
  bool isNumber() const { return !pointer; }

  TileType() = default;
  TileType(Elem elem, llvm::ArrayRef<int64_t> shape = {}, bool pointer = false)
      : elem(elem), pointer(pointer), shape(shape) {}

  int64_t elements() const;
  TileType withShape(llvm::ArrayRef<int64_t> newShape) const {
    TileType result(elem, newShape, pointer);
    result.readOnly = readOnly;
    return result;
  }
  TileType withElem(Elem newElem) const { return TileType(newElem, shape); }
  TileType scalar() const { return withShape({}); }

  /// As Triton prints it: "fp32", "pointer<fp16>", "<['64', '32'], fp16>" is
  /// written "fp16[64, 32]" here, since people read it.
  std::string str() const;

  friend bool operator==(const TileType &a, const TileType &b) {
    return a.elem == b.elem && a.pointer == b.pointer &&
           a.readOnly == b.readOnly && a.shape == b.shape;
  }
  friend bool operator!=(const TileType &a, const TileType &b) {
    return !(a == b);
  }
};

} // namespace tqc

#endif // TQC_COMPILER_SYNTAX_TILETYPE_H
