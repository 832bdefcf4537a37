//===- LowerMathRemainder.h - The remainder of floats -----------*- C++ -*-===//
//
// What C calls fmod, exact in fp32 and fp64: -7.5 rem 2 is -1.5. It takes 13
// instructions, and a loop for quotients above 2^22 (fp32) or 2^51 (fp64),
// where x - trunc(x / y) * y is no remainder any more. See
// LowerMathFunctions.h.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_LOWERMATHREMAINDER_H
#define TQC_COMPILER_CODEGEN_LOWERMATHREMAINDER_H

#include "compiler/codegen/LowerMathFunctions.h"

namespace tqc::math_functions {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// x = mantissa * 2^(exponent - constant), as i64.
template <class I>
struct Scaled {
  I mantissa, exponent;
};

template <class I>
Scaled<I> unpack(I magnitude, int mantissaBits) {
  I one = magnitude.like(1);
  I field = magnitude >> mantissaBits;
  I hidden = one << mantissaBits;
  auto isTiny = field == field.like(0);
  I mantissa = magnitude & (hidden - one);
  return {select(isTiny, mantissa, mantissa | hidden),
          select(isTiny, one, field)};
}

/// The remainder of magnitudes as bits in i64: long division, 11 bits a step.
/// Gives an integer and the last place of d, to be multiplied with.
template <class I>
Scaled<I> longRemainder(I a, I d, int mantissaBits) {
  Scaled<I> from = unpack(a, mantissaBits), by = unpack(d, mantissaBits);
  I steps = from.exponent - by.exponent;
  I zero = a.like(0);
  I divisor = select(by.mantissa == zero, a.like(1), by.mantissa);
  I rest = whileLoop(
      unsignedRemainder(from.mantissa, divisor), steps,
      [&](I left) { return left > zero; },
      [&](I value, I left) {
        I eleven = left.like(11);
        I step = select(left < eleven, left, eleven);
        return Scaled<I>{unsignedRemainder(shiftLeft(value, step), divisor),
                         left - step};
      });
  // The last place of d: tiny if its exponent is.
  I places = a.like(mantissaBits);
  I tiny = shiftLeft(a.like(1), by.exponent - a.like(1));
  I normal = (by.exponent - places) << mantissaBits;
  return {rest, select(by.exponent > places, normal, tiny)};
}

/// What C calls fmod: `slow` is for large quotients, from `limit` on.
template <class F, class Slow>
F floatRemainder(F x, F y, double limit, Slow slow) {
  F a = abs(x), d = abs(y);
  F quotient = a / d;
  auto fast = [&] {
    F r = fma(truncate(quotient) * a.like(-1.0), d, a); // exact
    // The quotient may have been rounded up to an integer.
    r = select(r < r.like(0.0), r + d, r);
    return select(a < d, a, r); // also for d = inf
  };
  auto huge = [&] {
    auto isNumber = (a < a.like(kInfinity)) & (d > a.like(0.0));
    return select(isNumber, slow(a, d), a.like(kNan));
  };
  return copysign(choose(quotient < a.like(limit), fast, huge), x);
}

template <class F>
F remF32(F x, F y) {
  return floatRemainder(x, y, 0x1p+22, [](F a, F d) {
    auto [rest, place] =
        longRemainder(zeroExtend(bits(a)), zeroExtend(bits(d)), 23);
    return signedToF32(lowHalf(rest)) * floatOf(lowHalf(place));
  });
}

template <class F>
F remF64(F x, F y) {
  return floatRemainder(x, y, 0x1p+51, [](F a, F d) {
    auto [rest, place] = longRemainder(bits(a), bits(d), 52);
    return signedToF64(rest) * floatOf(place);
  });
}

} // namespace tqc::math_functions

#endif // TQC_COMPILER_CODEGEN_LOWERMATHREMAINDER_H
