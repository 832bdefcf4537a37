//===- Approximations.h - ex2, lg2, rcp and their like ----------*- C++ -*-===//
//
// What do the approximate instructions of PTX give? The hardware's answer is a
// table look-up that the ISA bounds but does not define. Ours is the function's
// value, computed in double and rounded to nearest once:
//
//     ex2Approx(0.5f, /*ftz=*/true); // 0x3fb504f3, the float next to sqrt(2)
//
// so results differ from a GPU's within the ISA's bound, which stands beside
// each function; special values are exactly those of the ISA's tables. With
// .ftz, subnormal inputs and results are zeros of their sign.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_NUMERICS_APPROXIMATIONS_H
#define TQC_RUNTIME_EMULATOR_NUMERICS_APPROXIMATIONS_H

#include <cstdint>

namespace tqc::numerics {

/// 2^a. ISA: 2 ulp.
float ex2Approx(float a, bool ftz);
/// log2(a). ISA: 2^-22 absolute near 1, 2 ulp elsewhere.
float lg2Approx(float a, bool ftz);
/// 1 / a. ISA: 1 ulp.
float rcpApprox(float a, bool ftz);
/// 1 / sqrt(a). ISA: 2^-22.9 relative.
float rsqrtApprox(float a, bool ftz);
/// ISA: 2^-23 relative.
float sqrtApprox(float a, bool ftz);
/// ISA: 2^-20.5 absolute in [-pi, pi], not bounded outside.
float sinApprox(float a, bool ftz);
float cosApprox(float a, bool ftz);
/// ISA: 2^-11 relative. Subnormals are kept.
float tanhApprox(float a);
/// a / b. ISA: 2 ulp; where 2^126 < |b| < 2^128 the result is a zero (NaN for
/// an infinite a), as the ISA says.
float divApprox(float a, float b, bool ftz);
/// a / b on the full range. ISA: 2 ulp.
float divFull(float a, float b, bool ftz);

/// ISA: 2^-9.9 (f16) and 2^-7 (bf16) relative. bf16 is always ftz.
uint16_t ex2ApproxF16(uint16_t a, bool ftz);
uint16_t ex2ApproxBf16(uint16_t a);
/// ISA: 2^-10.987 (f16), 2^-8 (bf16) absolute.
uint16_t tanhApproxF16(uint16_t a);
uint16_t tanhApproxBf16(uint16_t a);

/// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64: the upper 32 bits of the
/// result, the lower ones zero.
double rcpApproxF64(double a);
double rsqrtApproxF64(double a);

/// 2^x in double, good to about 2^-52, without calls or branches, so that it
/// vectorises. For |x| <= 1000.
inline double exp2Core(double x);

} // namespace tqc::numerics

inline double tqc::numerics::exp2Core(double x) {
  // Adding and taking away 1.5 * 2^52 rounds to an integer.
  double shifted = x + 0x1.8p52;
  double whole = shifted - 0x1.8p52;
  double t = (x - whole) * 0.693147180559945309417232121458;
  // e^t for |t| <= 0.347; the next term is below 2^-55.
  double sum = 1.0 / 6227020800;
  sum = sum * t + 1.0 / 479001600;
  sum = sum * t + 1.0 / 39916800;
  sum = sum * t + 1.0 / 3628800;
  sum = sum * t + 1.0 / 362880;
  sum = sum * t + 1.0 / 40320;
  sum = sum * t + 1.0 / 5040;
  sum = sum * t + 1.0 / 720;
  sum = sum * t + 1.0 / 120;
  sum = sum * t + 1.0 / 24;
  sum = sum * t + 1.0 / 6;
  sum = sum * t + 0.5;
  sum = sum * t + 1;
  sum = sum * t + 1;
  uint64_t bits = 0, scale = 0;
  __builtin_memcpy(&bits, &shifted, sizeof bits);
  scale = (bits + 1023) << 52; // the low bits of `shifted` are the integer
  double factor = 0;
  __builtin_memcpy(&factor, &scale, sizeof factor);
  return sum * factor;
}

#endif // TQC_RUNTIME_EMULATOR_NUMERICS_APPROXIMATIONS_H
