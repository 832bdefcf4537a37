//===- MathFunctionsTest.cpp - The algorithms of math, on the host --------===//
//
// Runs LowerMathFunctions.h and its fp64 part on floats of the host against the
// C library in higher precision: every exponent, the edges, and a stride
// through all of fp32. Bounds are in units of the last place of the result.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/LowerMathFunctionsF64.h"
#include "compiler/codegen/LowerMathRemainder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <string>

#include "MathHost.h"

namespace tqc::test {
namespace {

namespace f = math_functions;

/// How far `got` is from `want`, in units of the last place that `T` has there.
/// Wrong zeros, infinities and NaN count as infinitely far.
template <class T>
double distance(T got, long double want) {
  constexpr double far = std::numeric_limits<double>::infinity();
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) == std::isnan(got) ? 0 : far;
  T rounded = T(want);
  if (std::isinf(rounded) || std::isinf(got))
    return rounded == got ? 0 : far;
  if (want == 0)
    return got == 0 && std::signbit(got) == std::signbit(want) ? 0 : far;
  using Limits = std::numeric_limits<T>;
  int exponent;
  std::frexp(want, &exponent);
  int place = std::max(exponent, Limits::min_exponent) - Limits::digits;
  return double(std::fabs((got - want) / std::ldexp(1.0L, place)));
}

//===----------------------------------------------------------------------===//
// fp32
//===----------------------------------------------------------------------===//

/// The table as it is checked here.
struct Bounds {
  const char *name;
  double f32, f16, bf16, f64;
};

constexpr Bounds kBounds[] = {
#define TQ_MATH_BOUND(NAME, F32, F16, BF16, F64) {#NAME, F32, F16, BF16, F64},
#include "compiler/codegen/MathBounds.def"
};

const Bounds &boundsOf(const std::string &name) {
  for (const Bounds &one : kBounds)
    if (one.name == name)
      return one;
  ADD_FAILURE() << "no bounds of " << name;
  return kBounds[0];
}

struct FunctionF32 {
  const char *name;
  HostF32 (*function)(HostF32);
  double (*reference)(double);
};

const FunctionF32 kFunctionsF32[] = {
    {"exp", f::expF32, std::exp},    {"tanh", f::tanhF32, std::tanh},
    {"erf", f::erfF32, std::erf},    {"log", f::logF32, std::log},
    {"log2", f::log2F32, std::log2}, {"sin", f::sinF32, std::sin},
    {"cos", f::cosF32, std::cos},
};

template <class Visit>
void forEachF32(Visit visit) {
  for (uint32_t high = 0; high < 512; ++high) // every exponent of both signs
    for (uint32_t low :
         {0u, 1u, 2u, 0x3fffffu, 0x400000u, 0x7ffffeu, 0x7fffffu})
      visit(bitCast<float>(high << 23 | low));
  for (uint64_t i = 0; i < (uint64_t(1) << 32); i += 8191)
    visit(bitCast<float>(uint32_t(i)));
  for (uint32_t i = 0; i < 4096; ++i) { // around 1 and around e^-105, e^88.7
    visit(bitCast<float>(0x3f800000 - 2048 + i));
    visit(bitCast<float>(0x42b17218 - 2048 + i));
    visit(bitCast<float>(0xc2cff1b5 - 2048 + i));
  }
}

double checkF32(const FunctionF32 &tested, double bound) {
  double worst = 0;
  float at = 0;
  forEachF32([&](float x) {
    double d = distance(tested.function({x}).v, tested.reference(x));
    if (d > worst) {
      worst = d;
      at = x;
    }
  });
  EXPECT_LE(worst, bound) << tested.name << " of " << std::hexfloat << at;
  return worst;
}

/// A bound that is far above what can be is no contract.
void expectTight(double worst, double bound, const char *name) {
  EXPECT_GE(worst, bound - 0.5) << name << " has a bound that is too large";
}

TEST(MathFunctions, F32IsWithinTwoPlaces) {
  for (const FunctionF32 &tested : kFunctionsF32) {
    double bound = boundsOf(tested.name).f32;
    expectTight(checkF32(tested, bound), bound, tested.name);
  }
}

/// A type of 16 bits, as f32 holds its numbers.
struct Small {
  const char *name;
  int digits, leastExponent; ///< of the fraction with the first one; of frexp
  float largest;
  float (*valueOf)(uint16_t bits);
};

float valueOfBf16(uint16_t bits) {
  return bitCast<float>(uint32_t(bits) << 16);
}

float valueOfF16(uint16_t bits) {
  int exponent = bits >> 10 & 31, digits = bits & 1023;
  float sign = bits >> 15 ? -1.0f : 1.0f;
  if (exponent == 31)
    return digits ? NAN : sign * INFINITY;
  return sign * (exponent ? std::ldexp(float(digits + 1024), exponent - 25)
                          : std::ldexp(float(digits), -24));
}

const Small kSmall[] = {{"f16", 11, -13, 65504, valueOfF16},
                        {"bf16", 8, -125, 0x1.fep127f, valueOfBf16}};

/// How far f32's result, rounded to a small type, is from what it should be.
double distanceOfSmall(const Small &type, float got, double want) {
  constexpr double far = std::numeric_limits<double>::infinity();
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) == std::isnan(got) ? 0 : far;
  auto placeOf = [&](double x) {
    int exponent = 0;
    std::frexp(x, &exponent);
    return std::ldexp(1.0,
                      std::max(exponent, type.leastExponent) - type.digits);
  };
  double place = placeOf(got), rounded = std::nearbyint(got / place) * place;
  double over = type.largest + placeOf(type.largest) / 2; // rounds to infinity
  bool isOver = std::fabs(got) >= over, shouldBeOver = std::fabs(want) >= over;
  if (isOver || shouldBeOver)
    return isOver == shouldBeOver && std::signbit(got) == std::signbit(want)
               ? 0
               : far;
  return want == rounded ? 0 : std::fabs(rounded - want) / placeOf(want);
}

/// All arguments that there are.
TEST(MathFunctions, SmallTypesAreRoundedWellForEveryArgument) {
  for (const FunctionF32 &tested : kFunctionsF32)
    for (const Small &type : kSmall) {
      const Bounds &bounds = boundsOf(tested.name);
      double bound = &type == kSmall ? bounds.f16 : bounds.bf16, worst = 0;
      float at = 0;
      for (uint32_t bits = 0; bits < 65536; ++bits) {
        float x = type.valueOf(uint16_t(bits));
        double d =
            distanceOfSmall(type, tested.function({x}).v, tested.reference(x));
        if (d > worst) {
          worst = d;
          at = x;
        }
      }
      EXPECT_LE(worst, bound)
          << tested.name << " " << type.name << " of " << std::hexfloat << at;
      EXPECT_GE(worst, bound - 0.01) << tested.name << " " << type.name;
    }
}

/// ex2 may be off by two places on hardware, and rcp by one.
TEST(MathFunctions, F32AddsLessThanOnePlaceToWhatTheHardwareAdds) {
  for (int off : {-2, -1, 1, 2}) {
    approximationError = off;
    for (const FunctionF32 &tested : kFunctionsF32)
      checkF32(tested, boundsOf(tested.name).f32 + 1.3 * std::abs(off));
  }
  approximationError = 0;
}

TEST(MathFunctions, MultiplesOfHalfPiKeepTheirPlaces) {
  const FunctionF32 &sine = kFunctionsF32[5], &cosine = kFunctionsF32[6];
  for (int i = 1; i < 400000; ++i) {
    float x = float(i * 1.57079632679489661923);
    ASSERT_LE(distance(sine.function({x}).v, std::sin(double(x))), 1.7) << i;
    ASSERT_LE(distance(cosine.function({x}).v, std::cos(double(x))), 1.7) << i;
  }
}

//===----------------------------------------------------------------------===//
// fp64
//===----------------------------------------------------------------------===//

struct FunctionF64 {
  const char *name;
  HostF64 (*function)(HostF64);
  long double (*reference)(long double);
};

const FunctionF64 kFunctionsF64[] = {
    {"exp", f::expF64, std::exp},    {"exp2", f::exp2F64, std::exp2},
    {"log", f::logF64, std::log},    {"log2", f::log2F64, std::log2},
    {"tanh", f::tanhF64, std::tanh}, {"erf", f::erfF64, std::erf},
    {"sin", f::sinF64, std::sin},    {"cos", f::cosF64, std::cos},
};

template <class Visit>
void forEachF64(Visit visit) {
  for (uint64_t high = 0; high < 4096; ++high)
    for (uint64_t low : {uint64_t(0), uint64_t(1), uint64_t(0x8000000000000),
                         uint64_t(0xfffffffffffff)})
      visit(bitCast<double>(high << 52 | low));
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> around(-1, 1);
  for (int i = 0; i < 20000; ++i) {
    visit(bitCast<double>(uint64_t(random())));
    visit(1 + around(random) * 1e-3);
    for (double scale : {1e-6, 1.0, 10.0, 800.0, 1e9, 1e12})
      visit(around(random) * scale);
  }
}

TEST(MathFunctions, F64IsWithinAFewPlaces) {
  for (const FunctionF64 &tested : kFunctionsF64) {
    double worst = 0, at = 0;
    forEachF64([&](double x) {
      double d = distance(tested.function({x}).v, tested.reference(x));
      if (d > worst) {
        worst = d;
        at = x;
      }
    });
    expectTight(worst, boundsOf(tested.name).f64, tested.name);
    EXPECT_LE(worst, boundsOf(tested.name).f64)
        << tested.name << " of " << std::hexfloat << at;
  }
}

//===----------------------------------------------------------------------===//
// Remainder
//===----------------------------------------------------------------------===//

template <class T>
void checkRemainder(T x, T y, T got) {
  T want = std::fmod(x, y);
  ASSERT_EQ(std::isnan(got), std::isnan(want)) << x << " % " << y;
  if (std::isnan(want))
    return;
  ASSERT_EQ(got, want) << std::hexfloat << x << " % " << y;
  ASSERT_EQ(std::signbit(got), std::signbit(want)) << x << " % " << y;
}

TEST(MathFunctions, RemainderIsExact) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 200000; ++i) {
    uint64_t a = random(), b = random();
    if (i % 3 == 0) // quotients around 1, and of up to 70 bits
      b = (b & ~(uint64_t(0x7ff) << 52)) | (a & (uint64_t(0x7ff) << 52));
    if (i % 3 == 1)
      a += uint64_t(i % 70) << 52;
    if (i % 17 == 0)
      b = i % 5; // zero and denormals
    double x = bitCast<double>(a), y = bitCast<double>(b);
    checkRemainder(x, y, f::remF64(HostF64{x}, HostF64{y}).v);
    float xf = bitCast<float>(uint32_t(a >> 32));
    float yf = bitCast<float>(uint32_t(i % 17 ? b >> 32 : b));
    checkRemainder(xf, yf, f::remF32(HostF32{xf}, HostF32{yf}).v);
  }
  const double edges[] = {0.0,           -0.0,      1.0,       -1.0,
                          3.0,           0x1p-1074, 0x1p+1023, f::kInfinity,
                          -f::kInfinity, f::kNan};
  for (double x : edges)
    for (double y : edges) {
      checkRemainder(x, y, f::remF64(HostF64{x}, HostF64{y}).v);
      checkRemainder(float(x), float(y),
                     f::remF32(HostF32{float(x)}, HostF32{float(y)}).v);
    }
}

} // namespace
} // namespace tqc::test
