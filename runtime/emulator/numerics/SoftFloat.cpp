//===- SoftFloat.cpp - Floats of any width, exactly -----------------------===//
//
// Integer-only float arithmetic. Each operation finds its exact result as a
// 128-bit significand plus a sticky bit, and `packFloat` rounds it once.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/SoftFloat.h"

#include <utility>

namespace tqc::numerics {

static int bitLength(Wide value) {
  auto high = uint64_t(value >> 64), low = uint64_t(value);
  if (high)
    return 128 - __builtin_clzll(high);
  return low ? 64 - __builtin_clzll(low) : 0;
}

FloatParts unpackFloat(uint64_t bits, const FloatFormat &format) {
  FloatParts parts;
  parts.negative = (bits & format.signBit()) != 0;
  uint64_t code = (bits & (format.signBit() - 1)) >> format.shift;
  uint64_t mantissa = code & ((uint64_t(1) << format.mantissaBits) - 1);
  auto exponent = int(code >> format.mantissaBits);
  if (code == 0)
    return parts;
  if (code > format.maxFiniteCode()) {
    bool infinity = format.hasInfinity && mantissa == 0;
    parts.kind = infinity ? FloatClass::Infinity : FloatClass::Nan;
    return parts;
  }
  parts.kind = FloatClass::Finite;
  parts.significand = mantissa;
  if (exponent != 0)
    parts.significand |= uint64_t(1) << format.mantissaBits;
  else
    exponent = 1;
  parts.exponent = exponent - format.bias() - format.mantissaBits;
  return parts;
}

bool isSubnormal(uint64_t bits, const FloatFormat &format) {
  uint64_t code = (bits & (format.signBit() - 1)) >> format.shift;
  return code != 0 && (code >> format.mantissaBits) == 0;
}

bool isNan(uint64_t bits, const FloatFormat &format) {
  uint64_t code = (bits & (format.signBit() - 1)) >> format.shift;
  return code > format.maxFiniteCode() + (format.hasInfinity ? 1 : 0);
}

uint64_t flushSubnormal(uint64_t bits, const FloatFormat &format) {
  return isSubnormal(bits, format) ? bits & format.signBit() : bits;
}

uint64_t packInfinity(bool negative, const FloatFormat &format, PackMode mode) {
  uint64_t sign = packZero(negative, format);
  if (mode.satFinite)
    return sign | (format.maxFiniteCode() << format.shift);
  if (!format.hasInfinity)
    return format.canonicalNan;
  return sign | (format.infinityCode() << format.shift);
}

static uint64_t packOverflow(bool negative, const FloatFormat &format,
                             PackMode mode) {
  bool toMax = mode.rounding == Rounding::Zero ||
               (mode.rounding == Rounding::Down && !negative) ||
               (mode.rounding == Rounding::Up && negative);
  if (toMax)
    mode.satFinite = true;
  return packInfinity(negative, format, mode);
}

/// Whether the kept bits go up by one, given the bits that are dropped.
static bool roundsUp(bool negative, bool odd, bool half, bool rest,
                     Rounding rounding) {
  switch (rounding) {
  case Rounding::NearestEven:
    return half && (rest || odd);
  case Rounding::NearestAway:
    return half;
  case Rounding::Zero:
    return false;
  case Rounding::Down:
    return negative && (half || rest);
  case Rounding::Up:
    return !negative && (half || rest);
  }
  return false;
}

/// Drops `shift` low bits of `value` with rounding.
static Wide shiftRounding(Wide value, int shift, bool sticky, bool negative,
                          Rounding rounding) {
  Wide kept = 0;
  bool half = false, rest = sticky;
  if (shift > 128) {
    rest |= value != 0;
  } else if (shift > 0) {
    kept = shift == 128 ? 0 : value >> shift;
    half = ((value >> (shift - 1)) & 1) != 0;
    rest |= (value & ((Wide(1) << (shift - 1)) - 1)) != 0;
  } else {
    kept = value << -shift;
  }
  return kept + (roundsUp(negative, (kept & 1) != 0, half, rest, rounding));
}

/// Whether a value below the normal ones would still be one if exponents had no
/// end: what .ftz flushes, as an H200 does (docs/results).
static bool staysTiny(bool negative, int exponent, Wide significand,
                      bool sticky, const FloatFormat &format,
                      Rounding rounding) {
  int top = exponent + bitLength(significand) - 1;
  Wide kept = shiftRounding(significand, top - format.mantissaBits - exponent,
                            sticky, negative, rounding);
  bool carries = kept >> (format.mantissaBits + 1) != 0;
  return top + carries < format.minExponent();
}

uint64_t packFloat(bool negative, int exponent, Wide significand, bool sticky,
                   const FloatFormat &format, PackMode mode) {
  if (significand == 0)
    return packZero(negative, format);
  int top = exponent + bitLength(significand) - 1;
  if (mode.flush && top < format.minExponent() &&
      staysTiny(negative, exponent, significand, sticky, format, mode.rounding))
    return packZero(negative, format);
  int lowest = (top > format.minExponent() ? top : format.minExponent()) -
               format.mantissaBits;
  auto kept = uint64_t(shiftRounding(significand, lowest - exponent, sticky,
                                     negative, mode.rounding));
  uint64_t hidden = uint64_t(1) << format.mantissaBits;
  uint64_t code = kept;
  if (kept >= hidden) {
    int biased = lowest + format.mantissaBits + format.bias();
    if (biased > (1 << format.exponentBits))
      return packOverflow(negative, format, mode);
    // A carry out of the mantissa moves into the exponent by itself.
    code = (uint64_t(biased) << format.mantissaBits) + (kept - hidden);
  }
  if (code > format.maxFiniteCode())
    return packOverflow(negative, format, mode);
  return packZero(negative, format) | (code << format.shift);
}

namespace {
/// A finite non-zero value whose top bit is bit 125, so that two of them can be
/// added in 128 bits.
struct Aligned {
  bool negative;
  int exponent;
  Wide significand;
};
} // namespace

static Aligned align(bool negative, int exponent, Wide significand) {
  int shift = 126 - bitLength(significand);
  return {negative, exponent - shift, significand << shift};
}

static uint64_t addAligned(Aligned a, Aligned b, const FloatFormat &format,
                           PackMode mode) {
  if (a.exponent < b.exponent ||
      (a.exponent == b.exponent && a.significand < b.significand))
    std::swap(a, b);
  int distance = a.exponent - b.exponent;
  bool sticky = false;
  Wide small = 0;
  if (distance > 127) {
    sticky = true;
  } else {
    small = b.significand >> distance;
    sticky = (small << distance) != b.significand;
  }
  Wide sum = 0;
  if (a.negative == b.negative)
    sum = a.significand + small;
  else
    sum = a.significand - small - (sticky ? 1 : 0);
  if (sum == 0)
    return packZero(mode.rounding == Rounding::Down, format);
  return packFloat(a.negative, a.exponent, sum, sticky, format, mode);
}

/// 0 + 0: the common sign, else +0, or -0 when rounding down.
static uint64_t addZeros(bool a, bool b, const FloatFormat &format,
                         PackMode mode) {
  return packZero(a == b ? a : mode.rounding == Rounding::Down, format);
}

uint64_t softFma(uint64_t a, uint64_t b, uint64_t c, const FloatFormat &format,
                 PackMode mode) {
  if (mode.flush) {
    a = flushSubnormal(a, format);
    b = flushSubnormal(b, format);
    c = flushSubnormal(c, format);
  }
  FloatParts x = unpackFloat(a, format), y = unpackFloat(b, format),
             z = unpackFloat(c, format);
  if (x.kind == FloatClass::Nan || y.kind == FloatClass::Nan ||
      z.kind == FloatClass::Nan)
    return format.canonicalNan;
  bool negative = x.negative != y.negative;
  bool zero = x.kind == FloatClass::Zero || y.kind == FloatClass::Zero;
  if (x.kind == FloatClass::Infinity || y.kind == FloatClass::Infinity) {
    if (zero || (z.kind == FloatClass::Infinity && z.negative != negative))
      return format.canonicalNan;
    return packInfinity(negative, format, {});
  }
  if (z.kind == FloatClass::Infinity)
    return packInfinity(z.negative, format, {});
  if (zero && z.kind == FloatClass::Zero)
    return addZeros(negative, z.negative, format, mode);
  if (zero)
    return packFloat(z.negative, z.exponent, z.significand, false, format,
                     mode);
  int exponent = x.exponent + y.exponent;
  Wide product = Wide(x.significand) * y.significand;
  if (z.kind == FloatClass::Zero)
    return packFloat(negative, exponent, product, false, format, mode);
  return addAligned(align(negative, exponent, product),
                    align(z.negative, z.exponent, z.significand), format, mode);
}

uint64_t softAdd(uint64_t a, uint64_t b, const FloatFormat &format,
                 PackMode mode) {
  uint64_t one = uint64_t(format.bias())
                 << (format.mantissaBits + format.shift);
  return softFma(a, one, b, format, mode);
}

uint64_t softMultiply(uint64_t a, uint64_t b, const FloatFormat &format,
                      PackMode mode) {
  // The zero that is added must not change the sign of a zero product.
  bool negative = ((a ^ b) & format.signBit()) != 0;
  return softFma(a, b, packZero(negative, format), format, mode);
}

uint64_t softDivide(uint64_t a, uint64_t b, const FloatFormat &format,
                    PackMode mode) {
  if (mode.flush) {
    a = flushSubnormal(a, format);
    b = flushSubnormal(b, format);
  }
  FloatParts x = unpackFloat(a, format), y = unpackFloat(b, format);
  bool negative = x.negative != y.negative;
  if (x.kind == FloatClass::Nan || y.kind == FloatClass::Nan ||
      (x.kind == y.kind && x.kind != FloatClass::Finite))
    return format.canonicalNan;
  if (x.kind == FloatClass::Infinity || y.kind == FloatClass::Zero)
    return packInfinity(negative, format, {});
  if (x.kind == FloatClass::Zero || y.kind == FloatClass::Infinity)
    return packZero(negative, format);
  // Top bits at 127 and at most 63: the quotient has at least 64 bits.
  int shift = 128 - bitLength(x.significand);
  Wide dividend = Wide(x.significand) << shift;
  Wide quotient = dividend / y.significand;
  bool sticky = quotient * y.significand != dividend;
  return packFloat(negative, x.exponent - shift - y.exponent, quotient, sticky,
                   format, mode);
}

uint64_t softSqrt(uint64_t a, const FloatFormat &format, PackMode mode) {
  if (mode.flush)
    a = flushSubnormal(a, format);
  FloatParts x = unpackFloat(a, format);
  if (x.kind == FloatClass::Zero)
    return packZero(x.negative, format);
  if (x.kind == FloatClass::Nan || x.negative)
    return format.canonicalNan;
  if (x.kind == FloatClass::Infinity)
    return packInfinity(false, format, {});
  int shift = 126 - bitLength(x.significand);
  if ((x.exponent - shift) & 1)
    --shift;
  Wide radicand = Wide(x.significand) << shift, root = 0, rest = radicand;
  for (Wide bit = Wide(1) << 126; bit != 0; bit >>= 2) {
    Wide trial = root + bit;
    root >>= 1;
    if (rest >= trial) {
      rest -= trial;
      root += bit;
    }
  }
  return packFloat(false, (x.exponent - shift) / 2, root, rest != 0, format,
                   mode);
}

uint64_t softConvert(uint64_t bits, const FloatFormat &from,
                     const FloatFormat &to, PackMode mode) {
  if (mode.flush)
    bits = flushSubnormal(bits, from);
  FloatParts x = unpackFloat(bits, from);
  switch (x.kind) {
  case FloatClass::Zero:
    return packZero(x.negative, to);
  case FloatClass::Nan:
    return to.canonicalNan;
  case FloatClass::Infinity:
    return packInfinity(x.negative, to, mode);
  case FloatClass::Finite:
    return packFloat(x.negative, x.exponent, x.significand, false, to, mode);
  }
  return 0;
}

uint64_t roundToIntegral(uint64_t bits, const FloatFormat &format,
                         Rounding rounding) {
  FloatParts x = unpackFloat(bits, format);
  if (x.kind == FloatClass::Nan) // f64 keeps its payload, as the hardware does
    return format.width() == 64
               ? bits | uint64_t(1) << (format.mantissaBits - 1)
               : format.canonicalNan;
  if (x.kind != FloatClass::Finite || x.exponent >= 0)
    return bits;
  Wide whole =
      shiftRounding(x.significand, -x.exponent, false, x.negative, rounding);
  return packFloat(x.negative, 0, whole, false, format, {});
}

uint64_t floatToInteger(uint64_t bits, const FloatFormat &format, int width,
                        bool isSigned, Rounding rounding) {
  FloatParts x = unpackFloat(bits, format);
  uint64_t top = uint64_t(1) << (width - 1);
  uint64_t max = isSigned ? top - 1 : top - 1 + top;
  uint64_t min = isSigned ? ~(top - 1) : 0;
  if (x.kind == FloatClass::Nan)
    return width == 64 || format.width() == 64 ? (isSigned ? min : top) : 0;
  if (x.kind == FloatClass::Zero)
    return 0;
  uint64_t limit = x.negative ? min : max;
  if (x.kind == FloatClass::Infinity ||
      x.exponent + bitLength(x.significand) > 65)
    return limit;
  Wide whole = x.exponent >= 0 ? Wide(x.significand) << x.exponent
                               : shiftRounding(x.significand, -x.exponent,
                                               false, x.negative, rounding);
  if (x.negative)
    return whole > Wide(isSigned ? top : 0) ? min : ~uint64_t(whole) + 1;
  return whole > max ? max : uint64_t(whole);
}

uint64_t integerToFloat(uint64_t value, bool isSigned,
                        const FloatFormat &format, Rounding rounding) {
  bool negative = isSigned && int64_t(value) < 0;
  uint64_t magnitude = negative ? ~value + 1 : value;
  return packFloat(negative, 0, magnitude, false, format, {rounding});
}

} // namespace tqc::numerics
