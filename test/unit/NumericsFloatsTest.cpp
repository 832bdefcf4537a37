//===- NumericsFloatsTest.cpp - Floats against two other methods ----------===//
//
// Small formats are compared with a search in the table of all their values;
// f32 and f64 with the host's own arithmetic in each rounding mode.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/Approximations.h"
#include "runtime/emulator/numerics/Floats.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace tqc::numerics;

static const Rounding kDirections[] = {Rounding::NearestEven, Rounding::Zero,
                                       Rounding::Down, Rounding::Up};

//===----------------------------------------------------------------------===//
// The slow model of a small format: all its values, in order
//===----------------------------------------------------------------------===//

namespace {
class Table {
public:
  Table(int exponentBits, int mantissaBits, uint64_t maxCode)
      : maxCode(maxCode) {
    int bias = (1 << (exponentBits - 1)) - 1;
    for (uint64_t code = 0; code <= maxCode + 1; ++code) {
      int exponent = int(code >> mantissaBits);
      double mantissa = double(code & ((1u << mantissaBits) - 1));
      if (exponent == 0)
        values.push_back(std::ldexp(mantissa, 1 - bias - mantissaBits));
      else
        values.push_back(std::ldexp(mantissa + std::ldexp(1, mantissaBits),
                                    exponent - bias - mantissaBits));
    }
  }

  double value(uint64_t code) const { return values[code]; }

  /// The code of |value|; maxCode + 1 stands for overflow.
  uint64_t round(__float128 value, Rounding rounding) const {
    bool negative = value < 0;
    __float128 magnitude = negative ? -value : value;
    uint64_t low = 0, high = values.size();
    while (high - low > 1) {
      uint64_t middle = (low + high) / 2;
      (values[middle] <= magnitude ? low : high) = middle;
    }
    if (low > maxCode)
      return rounding == Rounding::Zero ||
                     (rounding == Rounding::Down && !negative) ||
                     (rounding == Rounding::Up && negative)
                 ? maxCode
                 : maxCode + 1;
    if (magnitude == values[low])
      return low;
    __float128 middle = (__float128(values[low]) + values[low + 1]) / 2;
    switch (rounding) {
    case Rounding::NearestEven:
      return magnitude > middle || (magnitude == middle && (low & 1)) ? low + 1
                                                                      : low;
    case Rounding::NearestAway:
      return magnitude >= middle ? low + 1 : low;
    case Rounding::Zero:
      return low;
    case Rounding::Down:
      return negative ? low + 1 : low;
    case Rounding::Up:
      return negative ? low : low + 1;
    }
    return 0;
  }

  uint64_t maxCode;

private:
  std::vector<double> values;
};
} // namespace

static const Table &f16Table() {
  static const Table table(5, 10, 0x7bff);
  return table;
}

static uint16_t slowHalf(__float128 value, bool negative, Rounding rounding) {
  return uint16_t(f16Table().round(value, rounding) | (negative ? 0x8000 : 0));
}

/// Floats that cover every exponent, and the neighbourhood of a small format's
/// values and midpoints.
static std::vector<float> interestingFloats() {
  std::vector<float> result = {
      0.0f,     -0.0f,  INFINITY, -INFINITY,  65504.0f, 65519.996f, 65520.0f,
      65536.0f, 448.0f, 464.0f,   464.00003f, 480.0f,   57344.0f,   61440.0f};
  for (uint32_t exponent = 0; exponent < 255; ++exponent)
    for (uint32_t mantissa :
         {0u, 1u, 0xfffu, 0x1000u, 0x1001u, 0x3000u, 0x7fffffu, 0x7ff000u,
          0x8000u, 0x18000u, 0x80000u, 0x180000u, 0x100000u, 0x400000u})
      for (uint32_t sign : {0u, 0x80000000u})
        result.push_back(floatOf(sign | exponent << 23 | mantissa));
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    float value = floatOf(uint32_t(random()));
    if (value == value)
      result.push_back(value);
  }
  return result;
}

TEST(NumericsConvert, everyHalfAsFloat) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    float result = halfToFloat(uint16_t(bits));
    uint32_t code = bits & 0x7fff;
    if (code > 0x7c00) {
      EXPECT_EQ(bitsOf(result), 0x7fffffffu);
      continue;
    }
    double expected = code == 0x7c00 ? INFINITY : f16Table().value(code);
    ASSERT_EQ(result, float(bits & 0x8000 ? -expected : expected)) << bits;
    ASSERT_EQ(std::signbit(result), (bits & 0x8000) != 0);
    ASSERT_EQ(floatToHalf(result), bits);
    ASSERT_EQ(softConvert(bits, kF16, kF32, {}), bitsOf(result));
  }
}

TEST(NumericsConvert, floatAsHalfInEveryMode) {
  for (float value : interestingFloats())
    for (Rounding rounding : kDirections) {
      bool negative = std::signbit(value);
      uint16_t expected = std::isinf(value)
                              ? uint16_t(negative ? 0xfc00 : 0x7c00)
                              : slowHalf(value, negative, rounding);
      ASSERT_EQ(floatToHalf(value, rounding), expected)
          << value << " mode " << int(rounding);
      ASSERT_EQ(doubleToHalf(value, rounding), expected);
    }
  EXPECT_EQ(floatToHalf(NAN), 0x7fff);
  EXPECT_EQ(floatToHalf(-NAN, Rounding::Zero), 0x7fff);
}

TEST(NumericsConvert, bf16) {
  Table table(8, 7, 0x7f7f);
  for (float value : interestingFloats())
    for (Rounding rounding : kDirections) {
      if (std::isinf(value))
        continue;
      uint64_t expected =
          table.round(value, rounding) | (std::signbit(value) ? 0x8000u : 0u);
      ASSERT_EQ(floatToBf16(value, rounding), expected) << value;
    }
  EXPECT_EQ(floatToBf16(NAN), 0x7fff);
  EXPECT_EQ(bitsOf(bf16ToFloat(0xffc1)), 0xffc10000u);
  EXPECT_EQ(bf16ToFloat(floatToBf16(1.5f)), 1.5f);
}

TEST(NumericsConvert, tf32TiesAway) {
  Table table(8, 10, 0x3fbff);
  for (float value : interestingFloats()) {
    if (std::isinf(value))
      continue;
    for (Rounding rounding :
         {Rounding::NearestAway, Rounding::NearestEven, Rounding::Zero}) {
      uint64_t expected = table.round(value, rounding) << 13 |
                          (std::signbit(value) ? 0x80000000u : 0u);
      ASSERT_EQ(bitsOf(floatToTf32(value, rounding)), expected) << value;
    }
  }
}

TEST(NumericsConvert, fp8) {
  Table e4m3(4, 3, 0x7e), e5m2(5, 2, 0x7b);
  for (float value : interestingFloats()) {
    uint64_t sign = std::signbit(value) ? 0x80 : 0;
    auto clamp = [&](const Table &table) {
      if (std::isinf(value))
        return table.maxCode | sign;
      return std::min(table.round(value, Rounding::NearestEven),
                      table.maxCode) |
             sign;
    };
    ASSERT_EQ(floatToE4m3(value), clamp(e4m3)) << value;
    ASSERT_EQ(floatToE5m2(value), clamp(e5m2)) << value;
  }
  for (unsigned code = 0; code < 0x7f; ++code) {
    EXPECT_EQ(e4m3ToFloat(uint8_t(code)), float(e4m3.value(code)));
    EXPECT_EQ(e4m3ToFloat(uint8_t(code | 0x80)), float(-e4m3.value(code)));
  }
  for (unsigned code = 0; code < 0x7c; ++code)
    EXPECT_EQ(e5m2ToFloat(uint8_t(code)), float(e5m2.value(code)));
  EXPECT_EQ(floatToE4m3(NAN), 0x7f);
  EXPECT_EQ(floatToE5m2(NAN), 0x7f);
  EXPECT_TRUE(std::isnan(e4m3ToFloat(0xff)));
  EXPECT_TRUE(std::isinf(e5m2ToFloat(0x7c)));
}

TEST(NumericsConvert, modifiers) {
  auto f32 = [](float x) { return uint64_t(bitsOf(x)); };
  ConvertMode relu, sat, ftz, finite;
  relu.relu = sat.saturate = ftz.ftz = finite.satFinite = true;
  EXPECT_EQ(convertFloat(f32(-2.0f), kF32, kF16, relu), 0u);
  EXPECT_EQ(convertFloat(f32(2.0f), kF32, kF16, relu), 0x4000u);
  EXPECT_EQ(convertFloat(f32(NAN), kF32, kF16, relu), 0x7fffu);
  EXPECT_EQ(convertFloat(f32(2.0f), kF32, kF16, sat), 0x3c00u);
  EXPECT_EQ(convertFloat(f32(NAN), kF32, kF16, sat), 0u);
  EXPECT_EQ(convertFloat(f32(-1.0f), kF32, kF32, sat), 0u);
  EXPECT_EQ(convertFloat(0x00000001, kF32, kF64, ftz), 0u);
  EXPECT_EQ(convertFloat(0x80000001, kF32, kF64, ftz), 0x8000000000000000u);
  EXPECT_EQ(convertFloat(bitsOf(0x1p-140), kF64, kF32, ftz), 0u);
  EXPECT_EQ(convertFloat(bitsOf(0x1p-140), kF64, kF32, {}), f32(0x1p-140f));
  EXPECT_EQ(convertFloat(f32(1e9f), kF32, kF16, finite), 0x7bffu);
  EXPECT_EQ(convertFloat(f32(INFINITY), kF32, kBf16, finite), 0x7f7fu);
  EXPECT_EQ(convertFloat(0x7fc00001, kF32, kF64, {}), 0x7ff8000020000000u);
  EXPECT_EQ(convertFloat(0x7e01, kF16, kF32, {}), 0x7fffffffu);
}

TEST(NumericsConvert, integers) {
  const int hostModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  for (float value : interestingFloats())
    for (int mode = 0; mode < 4; ++mode) {
      fesetround(hostModes[mode]);
      volatile double input = value;
      volatile double rounded = std::nearbyint(double(input));
      fesetround(FE_TONEAREST);
      double whole = rounded;
      auto clamp = [&](double low, double high) {
        return std::min(std::max(whole, low), high);
      };
      Rounding rounding = kDirections[mode];
      ASSERT_EQ(
          int64_t(floatToInteger(bitsOf(value), kF32, 32, true, rounding)),
          int64_t(clamp(-2147483648.0, 2147483647.0)))
          << value;
      ASSERT_EQ(floatToInteger(bitsOf(value), kF32, 32, false, rounding),
                uint64_t(clamp(0, 4294967295.0)));
      ASSERT_EQ(int64_t(floatToInteger(bitsOf(value), kF32, 8, true, rounding)),
                int64_t(clamp(-128, 127)));
      if (std::fabs(whole) < 0x1p62) {
        ASSERT_EQ(
            int64_t(floatToInteger(bitsOf(value), kF32, 64, true, rounding)),
            int64_t(whole));
      }
      ASSERT_EQ(roundToIntegral(bitsOf(value), kF32, rounding),
                bitsOf(float(whole)));
    }
  uint64_t nan = 0x7fffffff;
  EXPECT_EQ(floatToInteger(nan, kF32, 32, true, Rounding::Zero), 0u);
  EXPECT_EQ(floatToInteger(nan, kF32, 64, false, Rounding::Zero),
            0x8000000000000000u);
  EXPECT_EQ(
      floatToInteger(bitsOf(double(NAN)), kF64, 32, false, Rounding::Zero),
      0x80000000u);
  EXPECT_EQ(floatToInteger(bitsOf(INFINITY), kF32, 64, true, Rounding::Zero),
            0x7fffffffffffffffu);
  std::mt19937_64 random(2);
  for (int i = 0; i < 20000; ++i) {
    uint64_t value = random() >> (random() % 64);
    for (int mode = 0; mode < 4; ++mode) {
      fesetround(hostModes[mode]);
      volatile uint64_t input = value;
      volatile float asF32 = float(int64_t(input));
      volatile double asF64 = double(int64_t(input));
      fesetround(FE_TONEAREST);
      ASSERT_EQ(integerToFloat(value, true, kF32, kDirections[mode]),
                bitsOf(float(asF32)));
      ASSERT_EQ(integerToFloat(value, true, kF64, kDirections[mode]),
                bitsOf(double(asF64)));
    }
  }
  EXPECT_EQ(integerToFloat(~uint64_t(0), false, kF32, Rounding::NearestEven),
            bitsOf(0x1p64f));
}

//===----------------------------------------------------------------------===//
// Arithmetic against the host in each mode
//===----------------------------------------------------------------------===//

/// Pairs near each other now and then, so that sums cancel.
template <typename Float, typename Bits>
static Float randomFloat(std::mt19937_64 &random, Float near) {
  Bits bits = Bits(random());
  Float value = 0;
  switch (random() % 4) {
  case 0: // near the other operand, either sign
    memcpy(&bits, &near, sizeof bits);
    bits ^= Bits(random() % 8);
    if (random() & 1)
      bits ^= Bits(1) << (8 * sizeof bits - 1);
    break;
  case 1: // of a middle size
    return Float(
        std::ldexp(Float(int64_t(random())), int(random() % 80) - 100));
  default:
    break;
  }
  memcpy(&value, &bits, sizeof value);
  return value;
}

template <typename Float>
static void expectSame(Float ours, Float host, const char *what, int mode,
                       Float a, Float b, Float c) {
  bool same = host != host ? ours != ours : bitsOf(ours) == bitsOf(host);
  ASSERT_TRUE(same) << what << " mode " << mode << ": " << a << ", " << b
                    << ", " << c << " gave " << ours << ", not " << host;
}

template <typename Float, typename Bits, typename Check>
static void againstHost(int count, Check check) {
  const int hostModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  std::mt19937_64 random(3);
  for (int i = 0; i < count; ++i) {
    auto a = randomFloat<Float, Bits>(random, Float(1));
    auto b = randomFloat<Float, Bits>(random, a);
    auto c = randomFloat<Float, Bits>(random, -a * b);
    for (int mode = 0; mode < 4; ++mode) {
      volatile Float x = a, y = b, z = c;
      fesetround(hostModes[mode]);
      volatile Float sum = x + y, product = x * y, quotient = x / y;
      volatile Float fused = std::fma(Float(x), Float(y), Float(z));
      volatile Float root = std::sqrt(Float(z));
      fesetround(FE_TONEAREST);
      check(kDirections[mode], a, b, c,
            std::vector<Float>{sum, product, quotient, fused, root});
      if (testing::Test::HasFatalFailure())
        return;
    }
  }
}

TEST(NumericsArithmetic, f32AgainstHost) {
  againstHost<float, uint32_t>(40000, [](Rounding r, float a, float b, float c,
                                         const std::vector<float> &host) {
    int mode = int(r);
    expectSame(addF32(a, b, r, false), host[0], "add", mode, a, b, c);
    expectSame(mulF32(a, b, r, false), host[1], "mul", mode, a, b, c);
    expectSame(divF32(a, b, r, false), host[2], "div", mode, a, b, c);
    expectSame(fmaF32(a, b, c, r, false), host[3], "fma", mode, a, b, c);
    expectSame(sqrtF32(c, r, false), host[4], "sqrt", mode, a, b, c);
    auto soft = [&](uint64_t bits) { return floatOf(uint32_t(bits)); };
    expectSame(soft(softFma(bitsOf(a), bitsOf(b), bitsOf(c), kF32, {r})),
               host[3], "softFma", mode, a, b, c);
    expectSame(soft(softDivide(bitsOf(a), bitsOf(b), kF32, {r})), host[2],
               "softDivide", mode, a, b, c);
  });
}

TEST(NumericsArithmetic, f64AgainstHost) {
  againstHost<double, uint64_t>(40000, [](Rounding r, double a, double b,
                                          double c,
                                          const std::vector<double> &host) {
    int mode = int(r);
    expectSame(addF64(a, b, r), host[0], "add", mode, a, b, c);
    expectSame(mulF64(a, b, r), host[1], "mul", mode, a, b, c);
    expectSame(divF64(a, b, r), host[2], "div", mode, a, b, c);
    expectSame(fmaF64(a, b, c, r), host[3], "fma", mode, a, b, c);
    expectSame(sqrtF64(c, r), host[4], "sqrt", mode, a, b, c);
    expectSame(doubleOf(softFma(bitsOf(a), bitsOf(b), bitsOf(c), kF64, {r})),
               host[3], "softFma", mode, a, b, c);
  });
}

/// How far a result is from the number that it is of, in last places.
static double placesOff(float got, long double want) {
  int exponent;
  std::frexp(want, &exponent);
  return double(std::fabs((got - want) / std::ldexp(1.0L, exponent - 24)));
}

TEST(NumericsArithmetic, approximationsAreRoundedOnce) {
  // docs/numbers.md says so: what a GPU is off by is the hardware's alone.
  constexpr double kOnce = 0.5001;
  std::mt19937 random(1);
  for (int n = 0; n < 200000; ++n) {
    float a = floatOf(random() % 0x7f000000 + 0x00800000);
    float b = floatOf(random() % 0x3e000000 + 0x20000000);
    long double x = a, y = b, quotient = x / y;
    if (quotient > 0x1p-126L && quotient < 0x1p127L)
      ASSERT_LE(placesOff(divFull(a, b, false), quotient), kOnce) << a << b;
    ASSERT_LE(placesOff(sqrtApprox(a, false), std::sqrt(x)), kOnce) << a;
    ASSERT_LE(placesOff(rsqrtApprox(a, false), 1 / std::sqrt(x)), kOnce) << a;
    ASSERT_LE(placesOff(rcpApprox(b, false), 1 / y), kOnce) << b;
    float c = float(int32_t(random()) * 0x1p-24) * 0.98f; // -125 to 125
    ASSERT_LE(placesOff(ex2Approx(c, false), std::exp2((long double)(c))),
              kOnce)
        << c;
  }
}

/// Where the manual leaves bits open: docs/results/2026-11-21-emulator.
TEST(NumericsArithmetic, asAnH200Gave) {
  HalfMode ftz, saturated;
  ftz.ftz = saturated.ftz = saturated.saturate = true;
  EXPECT_EQ(mulF16(0x8b58, 0xb45b, ftz), 0); // 0x0400 without .ftz
  EXPECT_EQ(mulF16(0x8b58, 0xb45b), 0x0400);
  EXPECT_EQ(mulF16(0xb252, 0x8d10, saturated), 0x0400);
  auto quotient = [](uint32_t a, uint32_t b, Rounding rounding) {
    return bitsOf(divF32(floatOf(a), floatOf(b), rounding, true));
  };
  EXPECT_EQ(quotient(0x00cfca63, 0xbfcfca64, Rounding::Down), 0x80000000);
  EXPECT_EQ(quotient(0x00bd7092, 0x3fbd7093, Rounding::Up), 0u);
  ConvertMode mode;
  mode.ftz = true;
  EXPECT_EQ(convertFloat(0x80050d0a, kF32, kBf16, mode), 0x8000u);
  mode.rounding = Rounding::Up;
  EXPECT_EQ(convertFloat(0x7b9990, kF32, kBf16, mode), 0u);
  EXPECT_EQ(convertFloat(1, kF32, kF16, mode), 1u);
  EXPECT_EQ(convertFloat(0xfff8000000000000, kF64, kF16, {}), 0xfe00u);
  EXPECT_EQ(convertFloat(0xfff8000000000000, kF64, kF32, {}), 0xffc00000u);
  EXPECT_EQ(convertFloat(0x7ebc, kF16, kF64, {}), 0x7ffaf00000000000u);
  EXPECT_EQ(convertFloat(0xfff74d2b9d4a887e, kF64, kF64, {}),
            0xfff74d2b9d4a887eu);
  EXPECT_EQ(convertFloat(0xffffffff, kF32, kTf32, {}), 0x7fffe000u);
  EXPECT_EQ(roundToIntegral(0xfff5267fb55c9bb5, kF64, Rounding::Down),
            0xfffd267fb55c9bb5u);
}

TEST(NumericsArithmetic, nanAndFlush) {
  Rounding rn = Rounding::NearestEven;
  float tiny = floatOf(1), small = 0x1p-126f;
  EXPECT_EQ(bitsOf(addF32(floatOf(0xffc12345), 1, rn, false)), 0x7fffffffu);
  EXPECT_EQ(bitsOf(addF32(INFINITY, -INFINITY, rn, true)), 0x7fffffffu);
  EXPECT_EQ(bitsOf(mulF32(0, INFINITY, Rounding::Up, false)), 0x7fffffffu);
  EXPECT_EQ(bitsOf(addF32(-tiny, -tiny, rn, true)), 0x80000000u);
  EXPECT_EQ(bitsOf(addF32(-tiny, -tiny, rn, false)), 0x80000002u);
  EXPECT_EQ(bitsOf(mulF32(-small, 0.5f, rn, true)), 0x80000000u);
  EXPECT_EQ(bitsOf(fmaF32(small, 0.5f, small, rn, true)), bitsOf(1.5f * small));
  EXPECT_EQ(bitsOf(subF32(small, 1.5f * small, Rounding::Up, true)),
            0x80000000u);
  EXPECT_EQ(bitsOf(addF32(1, -1, Rounding::Down, false)), 0x80000000u);
  EXPECT_EQ(bitsOf(sqrtF32(-1, rn, false)), 0x7fffffffu);
  EXPECT_EQ(bitsOf(sqrtF32(-0.0f, rn, false)), 0x80000000u);
  EXPECT_EQ(bitsOf(rcpF32(-0.0f, rn, false)), 0xff800000u);
  EXPECT_EQ(bitsOf(saturateF32(NAN)), 0u);
  EXPECT_EQ(bitsOf(saturateF32(-0.0f)), 0u);
  EXPECT_EQ(bitsOf(addF64(doubleOf(0x7ff0000000000123), 1, rn)),
            0x7ff8000000000123u);
  EXPECT_EQ(bitsOf(mulF64(0, INFINITY, rn)), 0xfff8000000000000u);
}

TEST(NumericsArithmetic, halfRoundsOnce) {
  std::mt19937 random(4);
  for (int i = 0; i < 200000; ++i) {
    auto a = uint16_t(random()), b = uint16_t(random()), c = uint16_t(random());
    if (random() % 4 == 0) // near -a * b: the sum cancels
      c = uint16_t(floatToHalf(-halfToFloat(a) * halfToFloat(b)) ^ (i & 3));
    if ((a & 0x7c00) == 0x7c00 || (b & 0x7c00) == 0x7c00 ||
        (c & 0x7c00) == 0x7c00)
      continue;
    __float128 x = halfToFloat(a), y = halfToFloat(b), z = halfToFloat(c);
    __float128 exact = x * y + z;
    uint16_t result = fmaF16(a, b, c);
    if (exact != 0) {
      ASSERT_EQ(result, slowHalf(exact, exact < 0, Rounding::NearestEven))
          << a << " " << b << " " << c;
    }
    ASSERT_EQ(result, softFma(a, b, c, kF16, {}));
    ASSERT_EQ(addF16(a, b), softAdd(a, b, kF16, {}));
    ASSERT_EQ(mulF16(a, b), softMultiply(a, b, kF16, {}));
  }
}

TEST(NumericsArithmetic, bf16RoundsOnce) {
  std::mt19937 random(5);
  for (int i = 0; i < 200000; ++i) {
    auto a = uint16_t(random()), b = uint16_t(random()), c = uint16_t(random());
    ASSERT_EQ(fmaBf16(a, b, c), softFma(a, b, c, kBf16, {}))
        << a << " " << b << " " << c;
    ASSERT_EQ(addBf16(a, b), softAdd(a, b, kBf16, {}));
    ASSERT_EQ(mulBf16(a, b), softMultiply(a, b, kBf16, {}));
  }
}

TEST(NumericsArithmetic, halfModifiers) {
  EXPECT_EQ(addF16(0xbc00, 0x0001, {false, false, true}), 0u); // relu
  EXPECT_EQ(addF16(0x4000, 0x4000, {false, true}), 0x3c00u);   // sat
  EXPECT_EQ(addF16(0x7e00, 0x4000, {false, true}), 0u);
  EXPECT_EQ(addF16(0x7e00, 0x4000, {false, false, true}), 0x7fffu);
  EXPECT_EQ(mulF16(0x0001, 0x4000, {true}), 0u); // ftz
  EXPECT_EQ(mulF16(0x0400, 0xb800, {true}), 0x8000u);
  EXPECT_EQ(packed([](uint16_t a, uint16_t b) { return addF16(a, b); },
                   0x3c004000u, 0x3c003c00u),
            0x40004200u);
}

TEST(NumericsMinMax, rules) {
  auto max = [](float a, float b, bool nan = false, bool xorSign = false) {
    return bitsOf(minMaxF32(a, b, {true, nan, false, xorSign}));
  };
  auto min = [](float a, float b) { return bitsOf(minMaxF32(a, b, {})); };
  EXPECT_EQ(min(0.0f, -0.0f), 0x80000000u);
  EXPECT_EQ(max(-0.0f, 0.0f), 0u);
  EXPECT_EQ(min(-3, 2), bitsOf(-3.0f));
  EXPECT_EQ(min(-3, -2), bitsOf(-3.0f));
  EXPECT_EQ(max(-3, -2), bitsOf(-2.0f));
  EXPECT_EQ(max(NAN, 2), bitsOf(2.0f));
  EXPECT_EQ(max(2, NAN), bitsOf(2.0f));
  EXPECT_EQ(max(NAN, NAN), 0x7fffffffu);
  EXPECT_EQ(max(NAN, 2, true), 0x7fffffffu);
  EXPECT_EQ(max(-3, 2, false, true), bitsOf(-3.0f));
  EXPECT_EQ(max(-3, -2, false, true), bitsOf(3.0f));
  EXPECT_EQ(min(-INFINITY, 3), bitsOf(-INFINITY));
  EXPECT_EQ(minMax(0x7e00, 0x3c00, kF16, {true}), 0x3c00u);
  EXPECT_EQ(minMax(0x7fc0, 0x3f80, kBf16, {true, true}), 0x7fffu);
  EXPECT_EQ(minMax(0x80000001, 0, kF32, {false, false, true}), 0x80000000u);
  EXPECT_EQ(minMaxF64(-1, 1, false), -1);
}
