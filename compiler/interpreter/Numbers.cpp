//===- Numbers.cpp - What the bits of an element mean ---------------------===//

#include "compiler/interpreter/Numbers.h"

#include "dialect/tq/TqDialect.h"

#include <cmath>
#include <cstring>
#include <limits>

#pragma STDC FP_CONTRACT OFF // nothing is fused behind the text

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

std::optional<Number> Number::of(Type element) {
  if (isa<tq::PtrType>(element))
    return Number{Pointer, 64};
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.getWidth() <= 64
               ? std::optional(Number{Integer, integer.getWidth()})
               : std::nullopt;
  if (isa<IndexType>(element))
    return Number{Integer, 64};
  if (isa<Float64Type>(element))
    return Number{Float, 64, 52, 1023};
  if (isa<Float32Type>(element))
    return Number{Float, 32, 23, 127};
  if (isa<Float16Type>(element))
    return Number{Float, 16, 10, 15};
  if (isa<BFloat16Type>(element))
    return Number{Float, 16, 7, 127};
  if (isa<Float8E5M2Type>(element))
    return Number{Float, 8, 2, 15};
  if (isa<Float8E4M3FNType>(element))
    return Number{Float, 8, 3, 7, /*hasInfinity=*/false};
  return std::nullopt;
}

static double doubleOf(uint64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

static uint64_t bitsOf(double value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// 2^exponent, for exponents of normal doubles.
static double powerOfTwo(int exponent) {
  return doubleOf(uint64_t(exponent + 1023) << 52);
}

double Number::decode(uint64_t bits) const {
  if (width == 64)
    return doubleOf(bits);
  if (width == 32) {
    auto low = static_cast<uint32_t>(bits);
    float value = 0;
    std::memcpy(&value, &low, sizeof value);
    return value;
  }
  int exponentBits = int(width) - 1 - fraction;
  int exponent = int(bits >> fraction) & ((1 << exponentBits) - 1);
  uint64_t digits = bits & ((uint64_t(1) << fraction) - 1);
  double sign = bits >> (width - 1) & 1 ? -1 : 1;
  bool isTop = exponent == (1 << exponentBits) - 1;
  if (isTop && hasInfinity)
    return digits ? std::numeric_limits<double>::quiet_NaN()
                  : sign * std::numeric_limits<double>::infinity();
  if (isTop && digits + 1 == uint64_t(1) << fraction)
    return std::numeric_limits<double>::quiet_NaN();
  if (exponent == 0)
    return sign * double(digits) * powerOfTwo(1 - bias - fraction);
  return sign * double(digits | uint64_t(1) << fraction) *
         powerOfTwo(exponent - bias - fraction);
}

/// The bits of the largest finite number.
static uint64_t largestBits(const Number &number) {
  uint64_t infinity =
      (number.mask() >> 1) & ~((uint64_t(1) << number.fraction) - 1);
  return number.hasInfinity ? infinity - 1 : (number.mask() >> 1) - 1;
}

double Number::largest() const { return decode(largestBits(*this)); }
double Number::roundoff() const { return powerOfTwo(-fraction - 1); }
double Number::smallestNormal() const { return powerOfTwo(1 - bias); }

uint64_t Number::encode(double value, Rounding rounding) const {
  if (width == 64)
    return bitsOf(value);
  if (std::isnan(value))
    return mask() >> 1; // as the hardware's arithmetic returns it
  if (width == 32 && rounding == Rounding::NearestEven) {
    auto single = static_cast<float>(value);
    uint32_t bits = 0;
    std::memcpy(&bits, &single, sizeof bits);
    return bits;
  }
  uint64_t sign = std::signbit(value) ? uint64_t(1) << (width - 1) : 0;
  double magnitude = std::fabs(value);
  uint64_t most = largestBits(*this);
  bool saturates = width == 8;
  if (std::isinf(value))
    return sign | (saturates ? most : most + 1);
  if (magnitude == 0)
    return sign;
  int exponent = std::max(int(bitsOf(magnitude) >> 52) - 1023, 1 - bias);
  // The digits as an integer: scaling by a power of two is exact.
  double digits = magnitude * powerOfTwo(fraction - exponent);
  digits = rounding == Rounding::TowardZero
               ? double(static_cast<uint64_t>(digits))
               : digits + 0x1p52 - 0x1p52; // whole numbers end there
  // A carry out of the digits goes into the exponent by itself.
  uint64_t bits = (uint64_t(exponent - (1 - bias)) << fraction) +
                  static_cast<uint64_t>(digits);
  if (bits > most)
    bits = saturates || rounding == Rounding::TowardZero ? most : most + 1;
  return sign | bits;
}

double tqc::tile::sumToOdd(double a, double b) {
  double sum = a + b;
  if (!std::isfinite(sum))
    return sum;
  double partOfB = sum - a;
  double lost = (a - (sum - partOfB)) + (b - partOfB);
  if (lost == 0 || (bitsOf(sum) & 1))
    return sum;
  return std::nextafter(sum, lost > 0
                                 ? std::numeric_limits<double>::infinity()
                                 : -std::numeric_limits<double>::infinity());
}

double tqc::tile::roundToTf32(double value) {
  auto single = static_cast<float>(value);
  uint32_t bits = 0;
  std::memcpy(&bits, &single, sizeof bits);
  if ((bits & 0x7f800000) != 0x7f800000)
    bits = (bits + 0x1000) & 0xffffe000;
  std::memcpy(&single, &bits, sizeof bits);
  return single;
}

double tqc::tile::lastPlace(double value) {
  if (value == 0 || !std::isfinite(value))
    return std::numeric_limits<double>::infinity();
  uint64_t bits = bitsOf(value);
  int exponent = int(bits >> 52 & 0x7ff);
  uint64_t digits = bits & ((uint64_t(1) << 52) - 1);
  if (exponent == 0) // a denormal: its digits count 2^-1074
    return doubleOf(uint64_t(1) << __builtin_ctzll(digits));
  exponent += __builtin_ctzll(digits | uint64_t(1) << 52) - 52;
  if (exponent > 0)
    return doubleOf(uint64_t(exponent) << 52);
  return doubleOf(uint64_t(1) << (51 + exponent)); // a power below the normals
}
