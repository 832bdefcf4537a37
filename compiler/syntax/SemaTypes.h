//===- SemaTypes.h - Triton's promotion rules -------------------*- C++ -*-===//
//
// Which element type an operation computes in, given those of its operands. A
// "literal" operand is a compile-time number: it does not take part unless its
// kind (bool < integer < float) is higher than the other operand's.
//
//     int32 + float16   -> fp16
//     fp16 + bf16       -> fp16 (Triton's order, not PyTorch's fp32)
//     fp16 / fp16       -> fp32
//     uint8 tile + 300  -> error: 300 does not fit
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_SEMATYPES_H
#define TQC_COMPILER_SYNTAX_SEMATYPES_H

#include "compiler/syntax/SemaValue.h"

namespace tqc::sema {

/// C's usual arithmetic conversions.
Elem promoteIntegers(Elem a, Elem b);

/// The common element type, or nothing: mixed signedness in a division, or an
/// fp8 type with an integer.
std::optional<Elem> computationType(Elem a, bool aIsLiteral, Elem b,
                                    bool bIsLiteral, bool divisionOrModulo);

/// The type of a number that becomes run-time: int32, uint32, int64 or uint64,
/// whichever fits first; fp32 unless it over- or underflows; int1.
std::optional<Elem> literalType(const Value &number);

/// The range of an integer type.
__int128 minInteger(Elem elem);
__int128 maxInteger(Elem elem);

inline bool isFp8(Elem elem) {
  return elem == Elem::F8E4NV || elem == Elem::F8E5 || elem == Elem::F8E4B15;
}
/// Bits of the mantissa, without the hidden one.
unsigned mantissaBits(Elem elem);
/// What is added to the exponent of a float.
int exponentBias(Elem elem);
/// The integer type of a width.
Elem integerOfWidth(unsigned bits, bool isSigned);

} // namespace tqc::sema

#endif // TQC_COMPILER_SYNTAX_SEMATYPES_H
