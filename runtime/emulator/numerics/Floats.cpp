//===- Floats.cpp - The float operations of PTX ---------------------------===//
//
// Fast paths over the host's own float arithmetic where that is exact or rounds
// to nearest even, as PTX's .rn; SoftFloat for the rest. Nothing here changes
// or reads the host's rounding mode.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/Floats.h"

#include <cmath>
#include <initializer_list>

namespace tqc::numerics {

static uint64_t packDouble(double value, const FloatFormat &to, PackMode mode) {
  return softConvert(bitsOf(value), kF64, to, mode);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// NaN conversions that keep a payload, as the hardware does them: between f64
/// and any other format the NaN becomes quiet and keeps its sign and what fits
/// of the rest; bf16 -> f32 is a shift, f32 -> f32 a move; tf32 has one NaN,
/// but for .rna, which is integer arithmetic and only drops the low bits.
static bool convertNan(uint64_t bits, const FloatFormat &from,
                       const FloatFormat &to, const ConvertMode &mode,
                       uint64_t &result) {
  if (to.shift != 0) { // tf32
    uint64_t unit = uint64_t(1) << to.shift;
    bool cut = mode.rounding == Rounding::NearestAway;
    result =
        cut ? (bits & ~(unit - 1)) - (mode.satFinite ? unit : 0) : 0x7fffe000;
    return true;
  }
  if (from.width() == to.width() && from.mantissaBits == to.mantissaBits &&
      from.width() >= 32) { // a move
    result = bits;
    return !mode.ftz;
  }
  if (from.width() == 16 && from.exponentBits == 8 && to.mantissaBits == 23) {
    result = bits << 16;
    return !mode.ftz;
  }
  if (to.width() != 64 && from.width() != 64)
    return false;
  if (mode.ftz && from.width() == 32) // a multiplication comes first
    bits = from.canonicalNan;
  uint64_t sign = bits & from.signBit() ? to.signBit() : 0;
  uint64_t payload = bits & ((uint64_t(1) << from.mantissaBits) - 1);
  int wider = to.mantissaBits - from.mantissaBits;
  payload = wider >= 0 ? payload << wider : payload >> -wider;
  uint64_t quiet = uint64_t(1) << (to.mantissaBits - 1);
  result = sign | to.infinityCode() | quiet | payload;
  return true;
}

uint64_t convertFloat(uint64_t bits, const FloatFormat &from,
                      const FloatFormat &to, ConvertMode mode) {
  bool f32In = from.mantissaBits == 23, f32Out = to.mantissaBits == 23;
  // The hardware's conversion to f16 does not flush: .rp gives its least value.
  if (mode.ftz && f32In && to.exponentBits != kF16.exponentBits)
    bits = flushSubnormal(bits, from);
  uint64_t result = 0;
  bool nan = isNan(bits, from);
  if (nan && mode.saturate)
    return 0;
  if (!nan || !convertNan(bits, from, to, mode, result))
    result =
        softConvert(bits, from, to, {mode.rounding, false, mode.satFinite});
  if (nan)
    return result;
  if (mode.ftz && f32Out)
    result = flushSubnormal(result, to);
  bool negative = (result & to.signBit()) != 0;
  if (negative && (mode.relu || mode.saturate))
    return 0;
  uint64_t one = uint64_t(to.bias()) << (to.mantissaBits + to.shift);
  return mode.saturate && result > one ? one : result;
}

float halfToFloat(uint16_t bits) {
  uint32_t sign = uint32_t(bits & 0x8000) << 16, code = bits & 0x7fff;
  if (code >= 0x7c00)
    return floatOf(code > 0x7c00 ? 0x7fffffff : sign | 0x7f800000);
  // 2^112 moves the exponent's bias from 15 to 127; subnormals fall in place.
  float scaled = floatOf(code << 13) * 0x1p112f;
  return floatOf(bitsOf(scaled) | sign);
}

double halfToDouble(uint16_t bits) { return double(halfToFloat(bits)); }

float e4m3ToFloat(uint8_t bits) {
  uint32_t code = bits & 0x7f, sign = uint32_t(bits & 0x80) << 24;
  if (code == 0x7f)
    return canonicalNanF32();
  return floatOf(bitsOf(floatOf(code << 20) * 0x1p120f) | sign);
}

float e5m2ToFloat(uint8_t bits) { return halfToFloat(uint16_t(bits << 8)); }

uint16_t floatToHalf(float value, Rounding rounding) {
  if (rounding != Rounding::NearestEven || !(fabsf(value) < 65520.0f))
    return uint16_t(softConvert(bitsOf(value), kF32, kF16, {rounding}));
  uint32_t bits = bitsOf(value), sign = (bits >> 16) & 0x8000;
  uint32_t code = bits & 0x7fffffff;
  if (code < 0x38800000) {
    // Below f16's normal range: 0.5 + x has f16's subnormal step as its unit.
    float shifted = floatOf(code) + 0.5f;
    return uint16_t(sign | (bitsOf(shifted) - 0x3f000000));
  }
  code += 0xfff + ((code >> 13) & 1);
  return uint16_t(sign | ((code >> 13) - (112 << 10)));
}

uint16_t floatToBf16(float value, Rounding rounding) {
  uint32_t bits = bitsOf(value);
  if (rounding != Rounding::NearestEven)
    return uint16_t(softConvert(bits, kF32, kBf16, {rounding}));
  if (value != value)
    return 0x7fff;
  return uint16_t((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

float floatToTf32(float value, Rounding rounding) {
  return floatOf(
      uint32_t(convertFloat(bitsOf(value), kF32, kTf32, {rounding})));
}

uint8_t floatToE4m3(float value) {
  return uint8_t(softConvert(bitsOf(value), kF32, kE4m3,
                             {Rounding::NearestEven, false, true}));
}

uint8_t floatToE5m2(float value) {
  return uint8_t(softConvert(bitsOf(value), kF32, kE5m2,
                             {Rounding::NearestEven, false, true}));
}

uint16_t doubleToHalf(double value, Rounding rounding) {
  return uint16_t(convertFloat(bitsOf(value), kF64, kF16, {rounding}));
}

float doubleToFloat(double value, Rounding rounding) {
  if (rounding == Rounding::NearestEven && value == value)
    return float(value);
  return floatOf(uint32_t(convertFloat(bitsOf(value), kF64, kF32, {rounding})));
}

//===----------------------------------------------------------------------===//
// f32
//===----------------------------------------------------------------------===//

double addToOdd(double a, double b) {
  // Knuth's sum: `error` is exactly what `sum` lost.
  double sum = a + b;
  double partB = sum - a, partA = sum - partB;
  double error = (a - partA) + (b - partB);
  uint64_t bits = bitsOf(sum);
  if (error == 0 || (bits & 1))
    return sum;
  // An inexact even sum moves to its odd neighbour on the side of the error.
  bool outwards = (error > 0) == (sum > 0);
  return doubleOf(outwards ? bits + 1 : bits - 1);
}

static float finish(float result, bool ftz) {
  return canonicalF32(ftz ? flushF32(result) : result);
}

/// Whether .ftz may have to flush a result that the host rounded up to the
/// least normal value.
static bool mayBeTiny(float result, bool ftz) {
  return ftz && (bitsOf(result) & 0x7fffffff) == 0x00800000;
}

static float directed(double oddOrExact, Rounding rounding, bool ftz) {
  return floatOf(uint32_t(packDouble(oddOrExact, kF32, {rounding, ftz})));
}

float addF32(float a, float b, Rounding rounding, bool ftz) {
  if (ftz) {
    a = flushF32(a);
    b = flushF32(b);
  }
  float nearest = a + b;
  if (rounding == Rounding::NearestEven || !std::isfinite(a) ||
      !std::isfinite(b))
    return finish(nearest, ftz);
  double sum = addToOdd(double(a), double(b));
  if (sum == 0) // an exact zero has a sign that depends on the mode
    return floatOf(uint32_t(softAdd(bitsOf(a), bitsOf(b), kF32, {rounding})));
  return directed(sum, rounding, ftz);
}

float subF32(float a, float b, Rounding rounding, bool ftz) {
  return addF32(a, b == b ? -b : b, rounding, ftz);
}

float mulF32(float a, float b, Rounding rounding, bool ftz) {
  if (ftz) {
    a = flushF32(a);
    b = flushF32(b);
  }
  if (mayBeTiny(a * b, ftz))
    return floatOf(
        uint32_t(softMultiply(bitsOf(a), bitsOf(b), kF32, {rounding, ftz})));
  if (rounding == Rounding::NearestEven || !std::isfinite(a) ||
      !std::isfinite(b))
    return finish(a * b, ftz);
  return directed(double(a) * double(b), rounding, ftz);
}

float fmaF32(float a, float b, float c, Rounding rounding, bool ftz) {
  if (ftz) {
    a = flushF32(a);
    b = flushF32(b);
    c = flushF32(c);
  }
  float nearest = std::fma(a, b, c);
  bool tiny = mayBeTiny(nearest, ftz);
  if (!tiny && (rounding == Rounding::NearestEven || !std::isfinite(a) ||
                !std::isfinite(b) || !std::isfinite(c)))
    return finish(nearest, ftz);
  double sum = tiny ? 0 : addToOdd(double(a) * double(b), double(c));
  if (sum == 0)
    return floatOf(uint32_t(
        softFma(bitsOf(a), bitsOf(b), bitsOf(c), kF32, {rounding, ftz})));
  return directed(sum, rounding, ftz);
}

float divF32(float a, float b, Rounding rounding, bool ftz) {
  if (rounding != Rounding::NearestEven)
    return floatOf(
        uint32_t(softDivide(bitsOf(a), bitsOf(b), kF32, {rounding, ftz})));
  if (ftz) {
    a = flushF32(a);
    b = flushF32(b);
  }
  if (mayBeTiny(a / b, ftz))
    return floatOf(
        uint32_t(softDivide(bitsOf(a), bitsOf(b), kF32, {rounding, ftz})));
  return finish(a / b, ftz);
}

float sqrtF32(float a, Rounding rounding, bool ftz) {
  if (rounding != Rounding::NearestEven)
    return floatOf(uint32_t(softSqrt(bitsOf(a), kF32, {rounding, ftz})));
  if (ftz)
    a = flushF32(a);
  return a < 0 ? canonicalNanF32() : finish(sqrtf(a), ftz);
}

float rcpF32(float a, Rounding rounding, bool ftz) {
  return divF32(1.0f, a, rounding, ftz);
}

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

/// The quiet form of the first NaN among the operands, else what arithmetic
/// makes of an invalid operation.
static double nanOf(double a, double b, double c = 0) {
  for (double operand : {a, b, c})
    if (operand != operand)
      return doubleOf(bitsOf(operand) | uint64_t(1) << 51);
  return doubleOf(kF64.canonicalNan);
}

double addF64(double a, double b, Rounding rounding) {
  double sum = a + b;
  if (sum != sum)
    return nanOf(a, b);
  if (rounding == Rounding::NearestEven)
    return sum;
  return doubleOf(softAdd(bitsOf(a), bitsOf(b), kF64, {rounding}));
}

double subF64(double a, double b, Rounding rounding) {
  return addF64(a, b == b ? -b : b, rounding);
}

double mulF64(double a, double b, Rounding rounding) {
  double product = a * b;
  if (product != product)
    return nanOf(a, b);
  if (rounding == Rounding::NearestEven)
    return product;
  return doubleOf(softMultiply(bitsOf(a), bitsOf(b), kF64, {rounding}));
}

double fmaF64(double a, double b, double c, Rounding rounding) {
  double result = std::fma(a, b, c);
  if (result != result)
    return nanOf(a, b, c);
  if (rounding == Rounding::NearestEven)
    return result;
  return doubleOf(softFma(bitsOf(a), bitsOf(b), bitsOf(c), kF64, {rounding}));
}

double divF64(double a, double b, Rounding rounding) {
  double quotient = a / b;
  if (quotient != quotient)
    return nanOf(a, b);
  if (rounding == Rounding::NearestEven)
    return quotient;
  return doubleOf(softDivide(bitsOf(a), bitsOf(b), kF64, {rounding}));
}

double sqrtF64(double a, Rounding rounding) {
  if (a != a || a < 0)
    return nanOf(a, 0);
  if (rounding == Rounding::NearestEven)
    return std::sqrt(a);
  return doubleOf(softSqrt(bitsOf(a), kF64, {rounding}));
}

double rcpF64(double a, Rounding rounding) { return divF64(1.0, a, rounding); }

//===----------------------------------------------------------------------===//
// f16 and bf16
//===----------------------------------------------------------------------===//

/// Rounds an exact or odd-rounded double, then applies the modifiers.
static uint16_t finishHalf(double value, const FloatFormat &format,
                           HalfMode mode) {
  if (value != value)
    return mode.saturate ? 0 : 0x7fff;
  auto bits =
      uint16_t(packDouble(value, format, {Rounding::NearestEven, mode.ftz}));
  if ((bits & 0x8000) && (mode.relu || mode.saturate))
    return 0;
  auto one = uint16_t(format.bias() << format.mantissaBits);
  return mode.saturate && bits > one ? one : bits;
}

static uint16_t fmaHalf(double a, double b, double c, const FloatFormat &format,
                        HalfMode mode) {
  double product = a * b; // exact: 22 bits at most
  bool finite = std::isfinite(product) && std::isfinite(c);
  return finishHalf(finite ? addToOdd(product, c) : product + c, format, mode);
}

static double wideF16(uint16_t bits, HalfMode mode) {
  return halfToDouble(mode.ftz ? uint16_t(flushSubnormal(bits, kF16)) : bits);
}

static uint16_t negated(uint16_t bits) { return uint16_t(bits ^ 0x8000); }

uint16_t addF16(uint16_t a, uint16_t b, HalfMode mode) {
  return finishHalf(wideF16(a, mode) + wideF16(b, mode), kF16, mode);
}

uint16_t subF16(uint16_t a, uint16_t b, HalfMode mode) {
  return addF16(a, negated(b), mode);
}

uint16_t mulF16(uint16_t a, uint16_t b, HalfMode mode) {
  return finishHalf(wideF16(a, mode) * wideF16(b, mode), kF16, mode);
}

uint16_t fmaF16(uint16_t a, uint16_t b, uint16_t c, HalfMode mode) {
  return fmaHalf(wideF16(a, mode), wideF16(b, mode), wideF16(c, mode), kF16,
                 mode);
}

uint16_t addBf16(uint16_t a, uint16_t b, HalfMode mode) {
  return fmaBf16(a, 0x3f80, b, mode);
}

uint16_t subBf16(uint16_t a, uint16_t b, HalfMode mode) {
  return addBf16(a, negated(b), mode);
}

uint16_t mulBf16(uint16_t a, uint16_t b, HalfMode mode) {
  return finishHalf(double(bf16ToFloat(a)) * double(bf16ToFloat(b)), kBf16,
                    mode);
}

uint16_t fmaBf16(uint16_t a, uint16_t b, uint16_t c, HalfMode mode) {
  return fmaHalf(bf16ToFloat(a), bf16ToFloat(b), bf16ToFloat(c), kBf16, mode);
}

//===----------------------------------------------------------------------===//
// Minimum and maximum
//===----------------------------------------------------------------------===//

uint64_t minMax(uint64_t a, uint64_t b, const FloatFormat &format,
                MinMaxMode mode) {
  if (mode.ftz) {
    a = flushSubnormal(a, format);
    b = flushSubnormal(b, format);
  }
  bool nanA = isNan(a, format), nanB = isNan(b, format);
  if ((nanA && nanB) || (mode.nan && (nanA || nanB)))
    return format.canonicalNan;
  uint64_t sign = format.signBit(), signs = (a ^ b) & sign;
  if (mode.xorSign) {
    a &= sign - 1;
    b &= sign - 1;
  }
  // Ordered like integers once negative values are turned around.
  auto key = [sign](uint64_t bits) {
    return bits & sign ? sign - (bits & (sign - 1)) - 1 : bits + sign;
  };
  uint64_t result = (key(a) < key(b)) != mode.isMax ? a : b;
  if (nanA || nanB)
    result = nanA ? b : a;
  return mode.xorSign ? signs | result : result;
}

float minMaxF32(float a, float b, MinMaxMode mode) {
  return floatOf(uint32_t(minMax(bitsOf(a), bitsOf(b), kF32, mode)));
}

double minMaxF64(double a, double b, bool isMax) {
  return doubleOf(minMax(bitsOf(a), bitsOf(b), kF64, {isMax}));
}

} // namespace tqc::numerics
