//===- Floats.h - The float operations of PTX -------------------*- C++ -*-===//
//
// What does one float instruction of PTX give for one lane, to the bit?
//
//     floatToHalf(0.1f, Rounding::Zero);                       // 0x2e66
//     fmaF32(a, b, c, Rounding::NearestEven, /*ftz=*/true);
//     minMaxF32(a, b, {/*isMax=*/true, /*nan=*/true});
//
// Values of f16, bf16 and fp8 are their bits. f32 results that are NaN are
// 0x7fffffff, f16 and bf16 ones 0x7fff, as the hardware returns them. f64 keeps
// the payload of its first NaN operand, as the hardware does.
//
// An .ftz operation treats subnormal inputs as zeros of their sign and makes
// subnormal results, after rounding, such zeros.
//
// FloatLanes.h has the hot ones for a whole warp.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_NUMERICS_FLOATS_H
#define TQC_RUNTIME_EMULATOR_NUMERICS_FLOATS_H

#include "runtime/emulator/numerics/SoftFloat.h"

#include <cstring>

namespace tqc::numerics {

inline uint32_t bitsOf(float value) {
  uint32_t bits = 0;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline uint64_t bitsOf(double value) {
  uint64_t bits = 0;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline float floatOf(uint32_t bits) {
  float value = 0;
  memcpy(&value, &bits, sizeof value);
  return value;
}
inline double doubleOf(uint64_t bits) {
  double value = 0;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/// The NaN that f32 arithmetic returns.
inline float canonicalNanF32() { return floatOf(0x7fffffff); }
/// Any NaN becomes the canonical one.
inline float canonicalF32(float value) {
  return value == value ? value : canonicalNanF32();
}
/// What .ftz does to one operand or result.
inline float flushF32(float value) {
  uint32_t bits = bitsOf(value);
  return (bits & 0x7f800000) == 0 ? floatOf(bits & 0x80000000) : value;
}
/// .sat: clamps to [0, 1]; NaN gives +0.
inline float saturateF32(float value) {
  return value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f;
}
inline double saturateF64(double value) {
  return value > 0.0 ? (value < 1.0 ? value : 1.0) : 0.0;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// What cvt does beside changing the format, in the order in which it is done.
struct ConvertMode {
  Rounding rounding = Rounding::NearestEven;
  bool ftz = false;       ///< f32 subnormals are zeros, as input and as result
  bool relu = false;      ///< negative results become +0; NaN stays canonical
  bool saturate = false;  ///< .sat: [0, 1]
  bool satFinite = false; ///< .satfinite: overflow becomes the maximum
};

/// cvt between any two float formats, on bits in containers. To and from f64
/// NaN payloads are kept as the hardware keeps them; others are canonical.
uint64_t convertFloat(uint64_t bits, const FloatFormat &from,
                      const FloatFormat &to, ConvertMode mode);

float halfToFloat(uint16_t bits);
inline float bf16ToFloat(uint16_t bits) {
  return floatOf(uint32_t(bits) << 16);
}
float e4m3ToFloat(uint8_t bits);
float e5m2ToFloat(uint8_t bits);
double halfToDouble(uint16_t bits);

uint16_t floatToHalf(float value, Rounding rounding = Rounding::NearestEven);
uint16_t floatToBf16(float value, Rounding rounding = Rounding::NearestEven);
/// .rna by default; the low 13 bits of the result are zero.
float floatToTf32(float value, Rounding rounding = Rounding::NearestAway);
/// What a matrix instruction sees of a b32 register that holds tf32.
inline float truncateToTf32(float value) {
  return floatOf(bitsOf(value) & 0xffffe000);
}
/// cvt.rn.satfinite; fp8 has no other conversion.
uint8_t floatToE4m3(float value);
uint8_t floatToE5m2(float value);
uint16_t doubleToHalf(double value, Rounding rounding = Rounding::NearestEven);
float doubleToFloat(double value, Rounding rounding = Rounding::NearestEven);

//===----------------------------------------------------------------------===//
// f32 and f64 arithmetic
//===----------------------------------------------------------------------===//

float addF32(float a, float b, Rounding rounding, bool ftz);
float subF32(float a, float b, Rounding rounding, bool ftz);
float mulF32(float a, float b, Rounding rounding, bool ftz);
float fmaF32(float a, float b, float c, Rounding rounding, bool ftz);
float divF32(float a, float b, Rounding rounding, bool ftz);
float sqrtF32(float a, Rounding rounding, bool ftz);
float rcpF32(float a, Rounding rounding, bool ftz);

double addF64(double a, double b, Rounding rounding);
double subF64(double a, double b, Rounding rounding);
double mulF64(double a, double b, Rounding rounding);
double fmaF64(double a, double b, double c, Rounding rounding);
double divF64(double a, double b, Rounding rounding);
double sqrtF64(double a, Rounding rounding);
double rcpF64(double a, Rounding rounding);

//===----------------------------------------------------------------------===//
// f16 and bf16 arithmetic (.rn, one rounding)
//===----------------------------------------------------------------------===//

struct HalfMode {
  bool ftz = false; ///< f16 only
  bool saturate = false;
  bool relu = false;
};

uint16_t addF16(uint16_t a, uint16_t b, HalfMode mode = {});
uint16_t subF16(uint16_t a, uint16_t b, HalfMode mode = {});
uint16_t mulF16(uint16_t a, uint16_t b, HalfMode mode = {});
uint16_t fmaF16(uint16_t a, uint16_t b, uint16_t c, HalfMode mode = {});
uint16_t addBf16(uint16_t a, uint16_t b, HalfMode mode = {});
uint16_t subBf16(uint16_t a, uint16_t b, HalfMode mode = {});
uint16_t mulBf16(uint16_t a, uint16_t b, HalfMode mode = {});
uint16_t fmaBf16(uint16_t a, uint16_t b, uint16_t c, HalfMode mode = {});

/// An operation on 16 bits, done on both halves of a b32 register.
template <typename Operation, typename... Registers>
uint32_t packed(Operation operation, Registers... registers) {
  uint32_t low = uint16_t(operation(uint16_t(registers)...));
  uint32_t high = uint16_t(operation(uint16_t(registers >> 16)...));
  return low | high << 16;
}

//===----------------------------------------------------------------------===//
// Minimum and maximum, on bits of any format
//===----------------------------------------------------------------------===//

struct MinMaxMode {
  bool isMax = false;
  bool nan = false;     ///< .NaN: a NaN operand gives NaN; else it is ignored
  bool ftz = false;     ///< subnormal operands are zeros of their sign
  bool xorSign = false; ///< .xorsign.abs: compare magnitudes, xor the signs
};

/// -0 counts as less than +0. Two NaN give the canonical NaN.
uint64_t minMax(uint64_t a, uint64_t b, const FloatFormat &format,
                MinMaxMode mode);
float minMaxF32(float a, float b, MinMaxMode mode);
double minMaxF64(double a, double b, bool isMax);

//===----------------------------------------------------------------------===//
// Exactness in wider arithmetic
//===----------------------------------------------------------------------===//

/// a + b rounded to odd: rounding it again to a format of at most 51 bits gives
/// what rounding the exact sum once would have given. For finite operands.
double addToOdd(double a, double b);

} // namespace tqc::numerics

#endif // TQC_RUNTIME_EMULATOR_NUMERICS_FLOATS_H
