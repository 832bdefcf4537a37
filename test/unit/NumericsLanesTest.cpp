//===- NumericsLanesTest.cpp - Warps and approximations -------------------===//
//
// The lane forms must equal the scalar functions, bit for bit; approximations
// must be the float next to the function's value, and exact where the ISA's
// tables name a value.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/Approximations.h"
#include "runtime/emulator/numerics/FloatLanes.h"
#include "runtime/emulator/numerics/Floats.h"

#include "gtest/gtest.h"

#include <cmath>
#include <functional>
#include <random>

using namespace tqc::numerics;

static constexpr Rounding kRn = Rounding::NearestEven;

using Scalar = std::function<uint32_t(uint32_t, uint32_t, uint32_t, bool)>;
using Vector =
    std::function<void(uint32_t *, uint32_t *, uint32_t *, uint32_t *, bool)>;

static uint32_t interesting(std::mt19937 &random) {
  static const uint32_t kSpecial[] = {
      0,          0x80000000, 1,          0x80000001, 0x7f800000, 0xff800000,
      0x7fc00000, 0xffffffff, 0x007fffff, 0x00800000, 0x3f800000, 0xbf800000,
      0x477fefff, 0x477ff000, 0x38800000, 0x387fffff, 0x33000000, 0x7c00,
      0x7fff,     0x8001,     0x43160000, 0xc3160000, 0x7f7fffff};
  switch (random() % 3) {
  case 0:
    return kSpecial[random() % (sizeof kSpecial / sizeof *kSpecial)];
  case 1:
    return bitsOf(
        std::ldexp(float(int32_t(random())), int(random() % 60) - 60));
  default:
    return uint32_t(random());
  }
}

static void compare(const char *what, const Scalar &scalar,
                    const Vector &vector) {
  std::mt19937 random(6);
  for (int i = 0; i < 3000; ++i) {
    uint32_t a[kLanes], b[kLanes], c[kLanes], d[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
      a[lane] = interesting(random);
      b[lane] = interesting(random);
      c[lane] = interesting(random);
    }
    bool ftz = (i & 1) != 0;
    uint32_t copy[kLanes];
    memcpy(copy, a, sizeof a);
    vector(d, a, b, c, ftz);
    vector(a, a, b, c, ftz); // in place
    for (int lane = 0; lane < kLanes; ++lane) {
      ASSERT_EQ(d[lane], scalar(copy[lane], b[lane], c[lane], ftz))
          << what << " of " << std::hex << copy[lane] << ", " << b[lane] << ", "
          << c[lane] << " ftz " << ftz;
      ASSERT_EQ(a[lane], d[lane]);
    }
  }
}

#define AS_F32(x) floatOf(x)
#define SCALAR(e)                                                              \
  [](uint32_t a, uint32_t b, uint32_t c, bool ftz) -> uint32_t {               \
    (void)b, (void)c, (void)ftz;                                               \
    return e;                                                                  \
  }
#define VECTOR(e)                                                              \
  [](uint32_t *d, uint32_t *a, uint32_t *b, uint32_t *c, bool ftz) {           \
    (void)b, (void)c, (void)ftz;                                               \
    e;                                                                         \
  }

TEST(NumericsLanes, arithmetic) {
  compare("add", SCALAR(bitsOf(addF32(AS_F32(a), AS_F32(b), kRn, ftz))),
          VECTOR(addF32Lanes(d, a, b, ftz)));
  compare("sub", SCALAR(bitsOf(subF32(AS_F32(a), AS_F32(b), kRn, ftz))),
          VECTOR(subF32Lanes(d, a, b, ftz)));
  compare("mul", SCALAR(bitsOf(mulF32(AS_F32(a), AS_F32(b), kRn, ftz))),
          VECTOR(mulF32Lanes(d, a, b, ftz)));
  compare("fma",
          SCALAR(bitsOf(fmaF32(AS_F32(a), AS_F32(b), AS_F32(c), kRn, ftz))),
          VECTOR(fmaF32Lanes(d, a, b, c, ftz)));
  compare("min", SCALAR(uint32_t(minMax(a, b, kF32, {false, false, ftz}))),
          VECTOR(minF32Lanes(d, a, b, ftz)));
  compare("max", SCALAR(uint32_t(minMax(a, b, kF32, {true, false, ftz}))),
          VECTOR(maxF32Lanes(d, a, b, ftz)));
  compare("ex2", SCALAR(bitsOf(ex2Approx(AS_F32(a), ftz))),
          VECTOR(ex2F32Lanes(d, a, ftz)));
  compare("rcp", SCALAR(bitsOf(rcpApprox(AS_F32(a), ftz))),
          VECTOR(rcpF32Lanes(d, a, ftz)));
}

TEST(NumericsLanes, conversions) {
  compare("f16 to f32", SCALAR(bitsOf(halfToFloat(uint16_t(a)))),
          VECTOR(halfToFloatLanes(d, a)));
  compare("bf16 to f32", SCALAR(bitsOf(bf16ToFloat(uint16_t(a)))),
          VECTOR(bf16ToFloatLanes(d, a)));
  compare("f32 to f16", SCALAR(floatToHalf(AS_F32(a))),
          VECTOR(floatToHalfLanes(d, a)));
  compare("f32 to bf16", SCALAR(floatToBf16(AS_F32(a))),
          VECTOR(floatToBf16Lanes(d, a)));
  compare(
      "f16x2",
      SCALAR(uint32_t(floatToHalf(AS_F32(a))) << 16 | floatToHalf(AS_F32(b))),
      VECTOR(packHalf2Lanes(d, a, b)));
  compare(
      "bf16x2",
      SCALAR(uint32_t(floatToBf16(AS_F32(a))) << 16 | floatToBf16(AS_F32(b))),
      VECTOR(packBf162Lanes(d, a, b)));
}

TEST(NumericsApproximations, areTheNextFloat) {
  std::mt19937 random(7);
  for (int i = 0; i < 100000; ++i) {
    float x = std::ldexp(float(int32_t(random())), int(random() % 40) - 45);
    float positive = std::fabs(x);
    ASSERT_EQ(ex2Approx(x, false), float(std::exp2((long double)x))) << x;
    ASSERT_EQ(lg2Approx(positive, false),
              float(std::log2((long double)positive)));
    ASSERT_EQ(rsqrtApprox(positive, false),
              float(1.0L / std::sqrt((long double)positive)));
    ASSERT_EQ(sinApprox(x, false), float(std::sin((long double)x)));
    ASSERT_EQ(cosApprox(x, false), float(std::cos((long double)x)));
    ASSERT_EQ(tanhApprox(x), float(std::tanh((long double)x)));
  }
}

TEST(NumericsApproximations, specialValues) {
  const float inf = INFINITY, subnormal = floatOf(1);
  EXPECT_EQ(ex2Approx(-inf, true), 0);
  EXPECT_EQ(ex2Approx(inf, true), inf);
  EXPECT_EQ(ex2Approx(-subnormal, true), 1);
  EXPECT_EQ(bitsOf(ex2Approx(-NAN, false)), 0x7fffffffu);
  EXPECT_EQ(ex2Approx(-130, true), 0);
  EXPECT_EQ(ex2Approx(-130, false), 0x1p-130f);
  EXPECT_EQ(ex2Approx(128, false), inf);
  EXPECT_EQ(lg2Approx(0, false), -inf);
  EXPECT_EQ(lg2Approx(subnormal, true), -inf);
  EXPECT_EQ(lg2Approx(subnormal, false), -149);
  EXPECT_EQ(bitsOf(lg2Approx(-1, false)), 0x7fffffffu);
  EXPECT_EQ(lg2Approx(inf, false), inf);
  EXPECT_EQ(rcpApprox(-0.0f, true), -inf);
  EXPECT_EQ(rcpApprox(-subnormal, true), -inf);
  EXPECT_EQ(bitsOf(rcpApprox(-inf, true)), 0x80000000u);
  EXPECT_EQ(bitsOf(rcpApprox(-0x1p127f, true)), 0x80000000u);
  EXPECT_EQ(rsqrtApprox(-0.0f, false), -inf);
  EXPECT_EQ(bitsOf(rsqrtApprox(-1, false)), 0x7fffffffu);
  EXPECT_EQ(rsqrtApprox(inf, false), 0);
  EXPECT_EQ(bitsOf(sinApprox(inf, false)), 0x7fffffffu);
  EXPECT_EQ(bitsOf(sinApprox(-subnormal, true)), 0x80000000u);
  EXPECT_EQ(cosApprox(0, true), 1);
  EXPECT_EQ(tanhApprox(-inf), -1);
  EXPECT_EQ(bitsOf(divApprox(3, -0x1.8p126f, false)), 0x80000000u);
  EXPECT_EQ(bitsOf(divApprox(inf, 0x1.8p126f, false)), 0x7fffffffu);
  EXPECT_EQ(divApprox(6, 3, true), 2);
  EXPECT_EQ(divFull(0x1p127f, 0x1.8p126f, false), float(4.0 / 3.0));
  EXPECT_EQ(ex2ApproxF16(0x3c00, false), 0x4000);
  EXPECT_EQ(ex2ApproxBf16(0x3f80), 0x4000);
  EXPECT_EQ(tanhApproxF16(0xfc00), 0xbc00);
  EXPECT_EQ(tanhApproxBf16(0x7f80), 0x3f80);
  EXPECT_EQ(rcpApproxF64(2), 0.5);
  EXPECT_EQ(bitsOf(rcpApproxF64(3)) & 0xffffffff, 0u);
  EXPECT_EQ(rsqrtApproxF64(4), 0.5);
}
