//===- LowerMathFunctions.h - The algorithms of math ------------*- C++ -*-===//
//
// How exp, log, sin and the others come out of additions, multiplications and
// the approximations of the hardware. Each function is a template over the type
// that it computes with: LowerMath.cpp runs it on values of the IR, which emits
// it, and the unit tests on floats of the host, which checks it densely.
//
//   expF32(x) = 2^t * (1 + f), t = x * log2 e rounded, f = x - t * ln 2
//
// The largest error found, in units of the last place of fp32, with `ex2` and
// `rcp` correctly rounded, and the instructions in PTX; `+` is a branch that
// only huge arguments take:
//
//   exp 1.00  7     log  0.92 26     sin 1.54 24 + 38     tanh 1.04 23
//                   log2 1.77 28     cos 1.54 24 + 38     erf  1.06 25
//
// What a number type `F` offers: + - *, < > ==, `like(constant)`, and by
// argument-dependent lookup the functions used below.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_LOWERMATHFUNCTIONS_H
#define TQC_COMPILER_CODEGEN_LOWERMATHFUNCTIONS_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace tqc::math_functions {

#include "compiler/codegen/LowerMathCoefficients.inc"

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kLog2E = 0x1.71547652b82fep+0;
/// ln 2 and pi/2 in pieces that fp32 has.
inline constexpr double kLn2Pieces[] = {0x1.62e430p-1, -0x1.05c610p-29};
inline constexpr double kHalfPiPieces[] = {0x1.921fb6p+0, -0x1.777a5cp-25,
                                           -0x1.ee59dap-50};
/// Adding this to an fp32 of magnitude below 2^22 leaves the nearest integer in
/// the low bits.
inline constexpr double kRoundF32 = 0x1.8p+23;

/// c[0] + c[1] x + c[2] x^2 + ...
template <class F, size_t N>
F polynomial(const double (&coefficients)[N], F x) {
  F sum = x.like(coefficients[N - 1]);
  for (size_t power = N - 1; power-- > 0;)
    sum = fma(sum, x, x.like(coefficients[power]));
  return sum;
}

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

/// exp where neither the result nor `x * log2 e` overflows. `f` is what the
/// rounding of `t` lost.
template <class F>
F expInRangeF32(F x) {
  F t = x * x.like(kLog2E);
  F f = fma(t, x.like(-kLn2Pieces[0]), x);
  f = fma(t, x.like(-kLn2Pieces[1]), f);
  F power = ex2(t);
  return fma(power, f, power);
}

template <class F>
F expF32(F x) {
  // Beyond these the result is 0 or infinity. The upper one is the least whose
  // result is infinity: f is positive there, so that inf * f + inf is inf.
  F low = maxNan(x, x.like(-105.0));
  return expInRangeF32(minNan(low, x.like(0x1.62e430p+6)));
}

template <class F>
F tanhF32(F x) {
  F a = abs(x);
  F square = a * a;
  F small = fma(a * square, polynomial(kTanhF32, square), a);
  F c = minNan(a, x.like(10.0)); // tanh is 1 from 9.02 on
  F power = expInRangeF32(c + c);
  F large = fma(rcp(power + x.like(1.0)), x.like(-2.0), x.like(1.0));
  return copysign(select(a < x.like(0.9), small, large), x);
}

template <class F>
F erfF32(F x) {
  F a = abs(x);
  F square = a * a;
  F small = fma(a, polynomial(kErfF32, square), a);
  F c = minNan(a, x.like(4.0)); // erf is 1 from 3.92 on
  F large = x.like(1.0) - ex2(polynomial(kErfcExponentF32, c));
  return copysign(select(a < x.like(1.0), small, large), x);
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

/// x = 2^exponent * (1 + rest), rest in [-1/3, 1/3).
template <class F>
struct Logarithm {
  F exponent, rest;
};

template <class F>
Logarithm<F> splitF32(F x) {
  auto tiny = x < x.like(0x1p-126);
  auto i = bits(select(tiny, x * x.like(0x1p+23), x));
  auto e = (i - i.like(0x3f2aaaab)) & i.like(0xff800000); // 0x3f2aaaab is 2/3
  F bias = select(tiny, x.like(-23.0), x.like(0.0));
  F rest = floatOf(i - e) - x.like(1.0);
  return {fma(signedToF32(e), x.like(0x1p-23), bias), rest};
}

/// `result`, or what a logarithm is of numbers not in (0, inf).
template <class F>
F logSpecialF32(F x, F result) {
  auto i = bits(x);
  F infinity = x.like(kInfinity);
  F special = fma(x, infinity, infinity); // NaN of the negative, inf of inf
  result = select(unsignedGreater(i, i.like(0x7f7fffff)), special, result);
  return select(x == x.like(0.0), x.like(-kInfinity), result);
}

template <class F>
F logF32(F x) {
  auto [exponent, rest] = splitF32(x);
  F tail = fma(rest * rest, polynomial(kLogF32, rest), rest);
  return logSpecialF32(x, fma(exponent, x.like(kLn2Pieces[0]), tail));
}

template <class F>
F log2F32(F x) {
  auto [exponent, rest] = splitF32(x);
  // log2 e as an fp32 and what that lacks: near 1 the result is rest * log2 e.
  F low = rest * x.like(0x1.4ae0c0p-26);
  F tail = fma(rest * rest, polynomial(kLog2F32, rest), low);
  F result = fma(rest, x.like(0x1.715476p+0), tail + exponent);
  return logSpecialF32(x, result);
}

//===----------------------------------------------------------------------===//
// Sine and cosine
//===----------------------------------------------------------------------===//

/// a = quadrant * pi/2 + angle, the angle in about [-pi/4, pi/4].
template <class F, class I>
struct Quadrant {
  F angle;
  I quadrant;
};

/// The bits of 2/pi from the one that weighs 2^32 on.
inline constexpr uint32_t kTwoOverPi[] = {0x00000000, 0xa2f9836e, 0x4e441529,
                                          0xfc2757d1, 0xf534ddc0, 0xdb629599,
                                          0x3c439041};

/// For a >= 128: a * 2/pi modulo 4 with 94 bits behind the point. Bits of 2/pi
/// that make multiples of 4 are not looked at, so 96 of them suffice.
template <class F>
auto reduceHugeF32(F a) {
  auto i = bits(a);
  using I = decltype(i);
  auto mantissa = zeroExtend((i << 8) | i.like(0x80000000));
  I start = (i >> 23) - i.like(128); // of those 96, in kTwoOverPi
  auto by64 = (start & i.like(64)) == i.like(64);
  auto by32 = (start & i.like(32)) == i.like(32);
  auto word = [&](int at) {
    return select(by64, i.like(kTwoOverPi[at + 2]), i.like(kTwoOverPi[at]));
  };
  I all[] = {word(0), word(1), word(2), word(3), word(4)};
  auto window = [&](int at) { return select(by32, all[at + 1], all[at]); };
  I four[] = {window(0), window(1), window(2), window(3)};
  auto shifted = [&](int at) {
    return zeroExtend(funnelLeft(four[at], four[at + 1], start));
  };
  auto product = (mantissa * shifted(2)) >> 32;
  product = product + mantissa * shifted(1);
  product = product + ((mantissa * shifted(0)) << 32);
  // The top two bits are the quadrant; the rest, signed, is the angle.
  auto nearest = product + product.like(uint64_t(1) << 61);
  auto wide = signedToF64(product << 2);
  F angle = narrow(wide * wide.like(0x1.921fb54442d18p-64));
  angle = select(a == a.like(kInfinity), a - a, angle);
  return Quadrant<F, I>{angle, lowHalf(nearest >> 62)};
}

/// For a >= 0 and NaN.
template <class F>
auto reduceF32(F a) {
  auto fast = [&] {
    F rounded = fma(a, a.like(0x1.45f306p-1), a.like(kRoundF32));
    F count = rounded - a.like(kRoundF32);
    F angle = a;
    for (double piece : kHalfPiPieces)
      angle = fma(count, a.like(-piece), angle);
    return Quadrant<F, decltype(bits(a))>{angle, bits(rounded)};
  };
  return ifElse(a > a.like(0x1p+17), [&] { return reduceHugeF32(a); }, fast);
}

/// The sine of the angle, or the cosine in odd quadrants.
template <class F, class I>
F sineOrCosineF32(F angle, I quadrant) {
  F square = angle * angle;
  F sine = fma(angle * square, polynomial(kSinF32, square), angle);
  F cosine = fma(square, polynomial(kCosF32, square), angle.like(1.0));
  I one = quadrant.like(1);
  return select((quadrant & one) == one, cosine, sine);
}

template <class F>
F sinF32(F x) {
  auto [angle, quadrant] = reduceF32(abs(x));
  auto sign = ((quadrant << 30) ^ bits(x)) & quadrant.like(0x80000000);
  return floatOf(bits(sineOrCosineF32(angle, quadrant)) ^ sign);
}

template <class F>
F cosF32(F x) {
  auto [angle, before] = reduceF32(abs(x));
  auto quadrant = before + before.like(1);
  auto sign = (quadrant << 30) & quadrant.like(0x80000000);
  return floatOf(bits(sineOrCosineF32(angle, quadrant)) ^ sign);
}

} // namespace tqc::math_functions

#endif // TQC_COMPILER_CODEGEN_LOWERMATHFUNCTIONS_H
