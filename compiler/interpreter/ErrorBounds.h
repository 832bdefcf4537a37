//===- ErrorBounds.h - How far a right answer may be off --------*- C++ -*-===//
//
// Two correct implementations of a kernel need not give the same bits: `a * b +
// c` may round once or twice, `exp` is off by a last place or two, a sum has no
// order. Each op's rule says what its result may be off by, given what its
// operands are off by:
//
//     x + y    ex + ey, and the two roundings if that is not zero
//     x < y    nothing; but if |x - y| <= ex + ey it may be true or false
//
// A result that is exact, or that IEEE 754 defines to the bit, has the bound
// zero, and must be met bit for bit.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_INTERPRETER_ERRORBOUNDS_H
#define TQC_COMPILER_INTERPRETER_ERRORBOUNDS_H

#include "compiler/interpreter/Tile.h"

#include <functional>

namespace tqc::tile {

/// What an op's result may be off by: its value, the operands' values and
/// errors, and the number it is. Infinite: it may be anything, unless it is an
/// infinity or NaN of exact operands; NaN: also then.
using ErrorRule = std::function<double(double result, const double *values,
                                       const double *errors, const Number &)>;

/// The rule of an element-wise op; null if its results are exact for exact
/// operands and may be anything for others.
ErrorRule errorRuleOf(mlir::Operation *op);

/// Whether a sum of numbers that are all multiples of `quantum` and whose
/// magnitudes add up to `magnitudes` is exact in any order.
inline bool isExactSum(double quantum, double magnitudes,
                       const Number &number) {
  double smallest = 2 * number.roundoff() * number.smallestNormal();
  return quantum >= smallest &&
         magnitudes <= quantum * (1.0 / number.roundoff());
}

} // namespace tqc::tile

#endif // TQC_COMPILER_INTERPRETER_ERRORBOUNDS_H
