//===- SoftFloat.h - Floats of any width, exactly ---------------*- C++ -*-===//
//
// What does an operation on any PTX float format give in any rounding mode? The
// slow, exact answer, in integers: values are significand * 2^exponent, and one
// function (`packFloat`) does all the rounding.
//
//     // 1.0 / 3.0 in f16, rounded towards zero
//     softDivide(0x3c00, 0x4200, kF16, Rounding::Zero); // 0x3555
//
// Floats.h has the faster named functions; they are tested against these.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_NUMERICS_SOFTFLOAT_H
#define TQC_RUNTIME_EMULATOR_NUMERICS_SOFTFLOAT_H

#include <cstdint>

namespace tqc::numerics {

/// The rounding modes of PTX: .rn, .rz, .rm, .rp and .rna.
enum class Rounding : uint8_t { NearestEven, Zero, Down, Up, NearestAway };

/// A float format. `shift` is where the lowest mantissa bit sits in its
/// container: 13 for tf32, which lives in the upper bits of a b32 register.
struct FloatFormat {
  int exponentBits;
  int mantissaBits;
  int shift;
  bool hasInfinity;
  uint64_t canonicalNan; ///< what PTX arithmetic in this format returns

  constexpr int bias() const { return (1 << (exponentBits - 1)) - 1; }
  constexpr int minExponent() const { return 1 - bias(); }
  constexpr uint64_t signBit() const {
    return uint64_t(1) << (exponentBits + mantissaBits + shift);
  }
  /// The encoding of infinity, before `shift`.
  constexpr uint64_t infinityCode() const {
    return ((uint64_t(1) << exponentBits) - 1) << mantissaBits;
  }
  /// The largest finite value's encoding, before `shift`.
  constexpr uint64_t maxFiniteCode() const {
    return hasInfinity ? infinityCode() - 1
                       : infinityCode() + (uint64_t(1) << mantissaBits) - 2;
  }
  constexpr int width() const {
    return 1 + exponentBits + mantissaBits + shift;
  }
};

inline constexpr FloatFormat kF64 = {11, 52, 0, true, 0xfff8000000000000};
inline constexpr FloatFormat kF32 = {8, 23, 0, true, 0x7fffffff};
inline constexpr FloatFormat kTf32 = {8, 10, 13, true, 0x7fffffff};
inline constexpr FloatFormat kF16 = {5, 10, 0, true, 0x7fff};
inline constexpr FloatFormat kBf16 = {8, 7, 0, true, 0x7fff};
inline constexpr FloatFormat kE4m3 = {4, 3, 0, false, 0x7f};
inline constexpr FloatFormat kE5m2 = {5, 2, 0, true, 0x7f};

enum class FloatClass : uint8_t { Zero, Finite, Infinity, Nan };

/// (-1)^negative * significand * 2^exponent, where the class is Finite.
struct FloatParts {
  FloatClass kind = FloatClass::Zero;
  bool negative = false;
  int exponent = 0;
  uint64_t significand = 0;
};

FloatParts unpackFloat(uint64_t bits, const FloatFormat &format);

using Wide = unsigned __int128;

/// What `packFloat` does beyond rounding.
struct PackMode {
  Rounding rounding = Rounding::NearestEven;
  bool flush = false;     ///< .ftz: a subnormal result becomes a signed zero
  bool satFinite = false; ///< .satfinite: what overflows becomes the maximum
};

/// Rounds significand * 2^exponent into `format`. `sticky` says that the exact
/// value is a little larger in magnitude than the significand; the significand
/// must then have at least two bits more than the format. An overflow gives
/// infinity or the largest finite value as the rounding mode says, or NaN in a
/// format that has no infinity.
uint64_t packFloat(bool negative, int exponent, Wide significand, bool sticky,
                   const FloatFormat &format, PackMode mode);

/// Infinity, or what stands for it: NaN in e4m3, the maximum for satFinite.
uint64_t packInfinity(bool negative, const FloatFormat &format, PackMode mode);

/// A signed zero in its container.
inline uint64_t packZero(bool negative, const FloatFormat &format) {
  return negative ? format.signBit() : 0;
}

/// True for values below the smallest normal one, except zero.
bool isSubnormal(uint64_t bits, const FloatFormat &format);
bool isNan(uint64_t bits, const FloatFormat &format);

/// Subnormals become zeros of their sign: what .ftz does to inputs.
uint64_t flushSubnormal(uint64_t bits, const FloatFormat &format);

/// a * b + c with one rounding; NaN results are the format's canonical NaN.
uint64_t softFma(uint64_t a, uint64_t b, uint64_t c, const FloatFormat &format,
                 PackMode mode);
uint64_t softAdd(uint64_t a, uint64_t b, const FloatFormat &format,
                 PackMode mode);
uint64_t softMultiply(uint64_t a, uint64_t b, const FloatFormat &format,
                      PackMode mode);
uint64_t softDivide(uint64_t a, uint64_t b, const FloatFormat &format,
                    PackMode mode);
uint64_t softSqrt(uint64_t a, const FloatFormat &format, PackMode mode);

/// A value of one format in another. NaN becomes the canonical NaN of `to`.
uint64_t softConvert(uint64_t bits, const FloatFormat &from,
                     const FloatFormat &to, PackMode mode);

/// The integral value next to `bits` in the given direction, in its own format
/// (cvt.rni and its like). The sign of zero stays.
uint64_t roundToIntegral(uint64_t bits, const FloatFormat &format,
                         Rounding rounding);

/// cvt from float to an integer of `width` bits: rounds, then clamps to the
/// range. NaN gives 0, or the lone top bit where either side has 64 bits. The
/// result is sign- or zero-extended to 64 bits.
uint64_t floatToInteger(uint64_t bits, const FloatFormat &format, int width,
                        bool isSigned, Rounding rounding);

/// cvt from an integer (already extended to 64 bits) to float.
uint64_t integerToFloat(uint64_t value, bool isSigned,
                        const FloatFormat &format, Rounding rounding);

} // namespace tqc::numerics

#endif // TQC_RUNTIME_EMULATOR_NUMERICS_SOFTFLOAT_H
