//===- LowerMathFunctionsF64.h - The algorithms of math on fp64 -*- C++ -*-===//
//
// As LowerMathFunctions.h, for fp64, where the hardware approximates nothing:
// exp(x) = 2^t * exp(r), the second factor a polynomial.
//
// The largest error found, in last places, and the instructions in PTX:
//
//   exp  0.97 33     log  1.93 29     sin 1.95 33 + 76     tanh 2.23 26
//   exp2 1.03 33     log2 2.81 29     cos 2.26 33 + 76     erf  0.97 60
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_LOWERMATHFUNCTIONSF64_H
#define TQC_COMPILER_CODEGEN_LOWERMATHFUNCTIONSF64_H

#include "compiler/codegen/LowerMathFunctions.h"

namespace tqc::math_functions {

inline constexpr double kLn2Low = 0x1.abc9e3b39803fp-56;
inline constexpr double kLn2High = 0x1.62e42fefa39efp-1;
inline constexpr double kHalfPiPiecesF64[] = {
    0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110};
/// As kRoundF32: the nearest integer comes to lie in the low bits.
inline constexpr double kRoundF64 = 0x1.8p+52;

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

/// exp(x) = 2^power * (1 + tail); `power` is a signed i32.
template <class F, class I>
struct Exponential {
  F tail;
  I power;
};

template <class F>
F clamp(F x, double low, double high) {
  F above = select(x < x.like(low), x.like(low), x); // NaN stays NaN
  return select(above > above.like(high), above.like(high), above);
}

/// The power of two with that exponent, which is in (-1023, 1024).
template <class I>
auto powerOfTwo(I exponent) {
  return floatOf(zeroExtend(exponent + exponent.like(1023)) << 52);
}

template <class F>
F exponentialTail(F r) {
  return fma(r * r, polynomial(kExpF64, r), r);
}

template <class F>
auto splitExpF64(F x) {
  F rounded = fma(x, x.like(kLog2E), x.like(kRoundF64));
  F count = rounded - x.like(kRoundF64);
  F r = fma(count, x.like(-kLn2High), x);
  r = fma(count, x.like(-kLn2Low), r);
  auto power = lowHalf(bits(rounded));
  return Exponential<F, decltype(power)>{exponentialTail(r), power};
}

/// In two steps, each by a power that fp64 has. The second one rounds: infinity
/// less infinity must not become an unrounded product less infinity.
template <class F, class I>
F scaleF64(F x, I power) {
  I half = ((power + power.like(4096)) >> 1) - power.like(2048);
  return roundedProduct(x * powerOfTwo(half), powerOfTwo(power - half));
}

template <class F>
F expF64(F x) {
  auto [tail, power] = splitExpF64(clamp(x, -750.0, 750.0));
  return scaleF64(x.like(1.0) + tail, power);
}

template <class F>
F exp2F64(F x) {
  F c = clamp(x, -1080.0, 1030.0);
  F rounded = c + x.like(kRoundF64);
  F rest = c - (rounded - x.like(kRoundF64));
  F tail = exponentialTail(rest * x.like(kLn2High));
  return scaleF64(x.like(1.0) + tail, lowHalf(bits(rounded)));
}

/// With m = exp(2x) - 1 it is m / (m + 2), which keeps small results.
template <class F>
F tanhF64(F x) {
  F a = abs(x);
  F c = select(a > a.like(20.0), a.like(20.0), a); // tanh is 1 from 19.1 on
  auto [tail, power] = splitExpF64(c + c);
  F scale = powerOfTwo(power);
  F m = fma(tail, scale, scale - x.like(1.0));
  return copysign(m / (m + x.like(2.0)), x);
}

template <class F>
F erfF64(F x) {
  F a = abs(x);
  F small = fma(a, polynomial(kErfF64, a * a), a);
  F c = select(a > a.like(6.0), a.like(6.0), a); // erf is 1 from 5.93 on
  auto [tail, power] = splitExpF64(polynomial(kErfcF64, c));
  F erfc = (x.like(1.0) + tail) * powerOfTwo(power);
  F large = x.like(1.0) - erfc;
  return copysign(select(a < x.like(1.0), small, large), x);
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

/// log x = exponent * ln 2 + rest
template <class F>
Logarithm<F> splitLogF64(F x) {
  auto tiny = x < x.like(0x1p-1022);
  auto i = bits(select(tiny, x * x.like(0x1p+54), x));
  auto e = (i - i.like(0x3fe6a09e667f3bcd)) & // the root of 1/2
           i.like(0xfff0000000000000);
  F bias = select(tiny, x.like(-54.0), x.like(0.0));
  F exponent = fma(signedToF64(e), x.like(0x1p-52), bias);
  // log(1 + f) = 2 atanh(f / (2 + f))
  F f = floatOf(i - e) - x.like(1.0);
  F z = f / (f + x.like(2.0));
  F square = z * z;
  F rest = fma(z * square, polynomial(kLogF64, square), z + z);
  return {exponent, rest};
}

template <class F>
F logSpecialF64(F x, F result) {
  auto i = bits(x);
  F infinity = x.like(kInfinity);
  F special = fma(x, infinity, infinity);
  auto largest = i.like(0x7fefffffffffffff);
  result = select(unsignedGreater(i, largest), special, result);
  return select(x == x.like(0.0), x.like(-kInfinity), result);
}

template <class F>
F logF64(F x) {
  auto [exponent, rest] = splitLogF64(x);
  F low = fma(exponent, x.like(kLn2Low), rest);
  return logSpecialF64(x, fma(exponent, x.like(kLn2High), low));
}

template <class F>
F log2F64(F x) {
  auto [exponent, rest] = splitLogF64(x);
  F low = fma(rest, x.like(0x1.777d0ffda0d24p-56), exponent);
  return logSpecialF64(x, fma(rest, x.like(kLog2E), low));
}

//===----------------------------------------------------------------------===//
// Sine and cosine
//===----------------------------------------------------------------------===//

/// The bits of 2/pi from the one that weighs 2^64 on.
inline constexpr uint64_t kTwoOverPiF64[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
    0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08};

/// The four of those words from bit `start` on.
template <class I>
void selectWindow(I start, I (&words)[19]) {
  for (unsigned count = 19, step = 8; step; step /= 2) {
    I bit = start.like(64 * step);
    auto isSet = (start & bit) == bit;
    for (unsigned at = 0; at + step < count; ++at)
      words[at] = select(isSet, words[at + step], words[at]);
    count -= step;
  }
}

/// For a >= 2: as reduceHugeF32, with 190 bits behind the point.
template <class F>
auto reduceHugeF64(F a) {
  auto i = bits(a);
  using I = decltype(i);
  I mantissa = (i << 11) | i.like(0x8000000000000000);
  I start = (i >> 52) - i.like(1024);
  I words[19] = {i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i};
  for (unsigned at = 0; at < 19; ++at)
    words[at] = i.like(kTwoOverPiF64[at]);
  selectWindow(start, words);
  auto factor = [&](int at) {
    return funnelLeft(words[at], words[at + 1], start);
  };
  I middle = mantissa * factor(1);
  I low = middle + mulHigh(mantissa, factor(2));
  I carry = select(unsignedGreater(middle, low), i.like(1), i.like(0));
  I high = mulHigh(mantissa, factor(1)) + mantissa * factor(0) + carry;
  I nearest = high + i.like(uint64_t(1) << 61);
  F upper = signedToF64((high << 2) | (low >> 62));
  F lower = signedToF64((low << 2) >> 1); // one bit lower: not negative
  F turns = fma(lower, a.like(0x1p-63), upper);
  F angle = turns * a.like(0x1.921fb54442d18p-64);
  angle = select(a == a.like(kInfinity), a - a, angle);
  auto quadrant = lowHalf(nearest >> 62);
  return Quadrant<F, decltype(quadrant)>{angle, quadrant};
}

template <class F>
auto reduceF64(F a) {
  auto fast = [&] {
    F rounded = fma(a, a.like(0x1.45f306dc9c883p-1), a.like(kRoundF64));
    F count = rounded - a.like(kRoundF64);
    F angle = a;
    for (double piece : kHalfPiPiecesF64)
      angle = fma(count, a.like(-piece), angle);
    auto quadrant = lowHalf(bits(rounded));
    return Quadrant<F, decltype(quadrant)>{angle, quadrant};
  };
  return ifElse(a > a.like(0x1p+30), [&] { return reduceHugeF64(a); }, fast);
}

template <class F, class I>
auto sineOrCosineBitsF64(F angle, I quadrant) {
  F square = angle * angle;
  F sine = fma(angle * square, polynomial(kSinF64, square), angle);
  F cosine = fma(square, polynomial(kCosF64, square), angle.like(1.0));
  I one = quadrant.like(1);
  F value = select((quadrant & one) == one, cosine, sine);
  // Quadrants 2 and 3 are negative.
  return bits(value) ^ ((zeroExtend(quadrant) >> 1) << 63);
}

template <class F>
F sinF64(F x) {
  auto [angle, quadrant] = reduceF64(abs(x));
  auto result = sineOrCosineBitsF64(angle, quadrant);
  auto sign = bits(x) & bits(x).like(0x8000000000000000);
  return floatOf(result ^ sign);
}

template <class F>
F cosF64(F x) {
  auto [angle, quadrant] = reduceF64(abs(x));
  return floatOf(sineOrCosineBitsF64(angle, quadrant + quadrant.like(1)));
}

} // namespace tqc::math_functions

#endif // TQC_COMPILER_CODEGEN_LOWERMATHFUNCTIONSF64_H
