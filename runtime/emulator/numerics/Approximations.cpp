//===- Approximations.cpp - ex2, lg2, rcp and their like ------------------===//
//
// Each function: flush if asked, special values, double, round once, flush.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/Approximations.h"

#include "runtime/emulator/numerics/Floats.h"

#include <cmath>

namespace tqc::numerics {

static float input(float a, bool ftz) { return ftz ? flushF32(a) : a; }

static float output(double value, bool ftz) {
  auto result = float(value);
  return canonicalF32(ftz ? flushF32(result) : result);
}

float ex2Approx(float a, bool ftz) {
  a = input(a, ftz);
  if (a != a)
    return canonicalNanF32();
  // Beyond these bounds the result is 0 or infinity in f32 anyway.
  double x = a < -200.0f ? -200.0 : a > 200.0f ? 200.0 : double(a);
  return output(exp2Core(x), ftz);
}

float lg2Approx(float a, bool ftz) {
  a = input(a, ftz);
  return a < 0 ? canonicalNanF32() : output(std::log2(double(a)), ftz);
}

float rcpApprox(float a, bool ftz) {
  return rcpF32(a, Rounding::NearestEven, ftz);
}

float rsqrtApprox(float a, bool ftz) {
  a = input(a, ftz);
  if (a < 0)
    return canonicalNanF32();
  return output(1.0 / std::sqrt(double(a)), ftz);
}

float sqrtApprox(float a, bool ftz) {
  return sqrtF32(a, Rounding::NearestEven, ftz);
}

float sinApprox(float a, bool ftz) {
  return output(std::sin(double(input(a, ftz))), ftz);
}

float cosApprox(float a, bool ftz) {
  return output(std::cos(double(input(a, ftz))), ftz);
}

float tanhApprox(float a) { return output(std::tanh(double(a)), false); }

float divApprox(float a, float b, bool ftz) {
  a = input(a, ftz);
  b = input(b, ftz);
  float magnitude = std::fabs(b);
  if (a == a && magnitude > 0x1p126f && std::isfinite(b)) {
    if (std::isinf(a))
      return canonicalNanF32();
    return floatOf((bitsOf(a) ^ bitsOf(b)) & 0x80000000);
  }
  return divF32(a, b, Rounding::NearestEven, ftz);
}

float divFull(float a, float b, bool ftz) {
  return divF32(a, b, Rounding::NearestEven, ftz);
}

uint16_t ex2ApproxF16(uint16_t a, bool ftz) {
  if (ftz)
    a = uint16_t(flushSubnormal(a, kF16));
  uint16_t result = floatToHalf(ex2Approx(halfToFloat(a), false));
  return ftz ? uint16_t(flushSubnormal(result, kF16)) : result;
}

uint16_t ex2ApproxBf16(uint16_t a) {
  return floatToBf16(ex2Approx(bf16ToFloat(a), true));
}

uint16_t tanhApproxF16(uint16_t a) {
  return floatToHalf(tanhApprox(halfToFloat(a)));
}

uint16_t tanhApproxBf16(uint16_t a) {
  return floatToBf16(tanhApprox(bf16ToFloat(a)));
}

/// The upper word; a NaN keeps a mantissa bit there.
static double upperWord(double value) {
  uint64_t bits = flushSubnormal(bitsOf(value), kF64);
  return doubleOf(bits & 0xffffffff00000000);
}

static double flushF64(double value) {
  return doubleOf(flushSubnormal(bitsOf(value), kF64));
}

double rcpApproxF64(double a) {
  return upperWord(rcpF64(flushF64(a), Rounding::NearestEven));
}

double rsqrtApproxF64(double a) {
  a = flushF64(a);
  return upperWord(
      rcpF64(sqrtF64(a, Rounding::NearestEven), Rounding::NearestEven));
}

} // namespace tqc::numerics
