//===- RuntimeDTypesTest.cpp - Bits to numbers, rounding, tensors ---------===//

#include "runtime/device/Compare.h"
#include "runtime/device/DTypes.h"
#include "runtime/device/HostTensor.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>

using namespace tqc;

namespace {

uint32_t stored(DType type, double value) {
  uint32_t bits = 0;
  storeElement(type, &bits, value);
  return bits;
}

double loaded(DType type, uint32_t bits) { return loadElement(type, &bits); }

TEST(DTypesTest, NamesAreTritonsAndTorchs) {
  EXPECT_EQ(dtypeOf("fp16"), DType::FP16);
  EXPECT_EQ(dtypeOf("float16"), DType::FP16);
  EXPECT_EQ(dtypeOf("bfloat16"), DType::BF16);
  EXPECT_EQ(dtypeOf("fp8e4nv"), DType::FP8E4NV);
  EXPECT_EQ(dtypeOf("half"), std::nullopt);
  EXPECT_EQ(bytesOf(DType::I1), 1u);
}

TEST(DTypesTest, KnownBits) {
  EXPECT_EQ(stored(DType::FP16, 1.0), 0x3c00u);
  EXPECT_EQ(stored(DType::FP16, -65504.0), 0xfbffu);
  EXPECT_EQ(stored(DType::FP16, 65519.9), 0x7bffu);
  EXPECT_EQ(stored(DType::FP16, 65520.0), 0x7c00u);
  EXPECT_EQ(stored(DType::FP16, 0x1p-24), 0x0001u);
  EXPECT_EQ(stored(DType::FP16, 0x1p-25), 0x0000u);
  EXPECT_EQ(stored(DType::FP16, 0x1.8p-24), 0x0002u); // tie to even
  EXPECT_EQ(stored(DType::FP16, -0.0), 0x8000u);
  EXPECT_EQ(stored(DType::BF16, 1.00390625), 0x3f80u); // tie to even
  EXPECT_EQ(stored(DType::BF16, 1.01171875), 0x3f82u);
  EXPECT_EQ(stored(DType::FP8E4NV, 448.0), 0x7eu);
  EXPECT_EQ(stored(DType::FP8E4NV, 1e9), 0x7eu); // saturates
  EXPECT_EQ(stored(DType::FP8E4NV, NAN), 0x7fu);
  EXPECT_EQ(stored(DType::FP8E5, 57344.0), 0x7bu);
  EXPECT_EQ(stored(DType::FP8E5, INFINITY), 0x7bu);
  EXPECT_EQ(loaded(DType::FP8E5, 0x7c), INFINITY);
  // Triton's own: what is NaN elsewhere is a number, and 0x7e the largest.
  EXPECT_EQ(loaded(DType::FP8E4B15, 0x7f), 1.875);
  EXPECT_EQ(loaded(DType::FP8E4B15, 0x81), -0x1p-17);
  EXPECT_EQ(stored(DType::FP8E4B15, 1.125), 0x79u);
  EXPECT_EQ(stored(DType::FP8E4B15, -1e9), 0xfeu);
  EXPECT_EQ(stored(DType::FP8E4B15, NAN), 0x7eu);
  EXPECT_TRUE(std::isnan(loaded(DType::FP8E4NV, 0xff)));
  EXPECT_EQ(loaded(DType::FP8E4NV, 0x78), 256.0);
}

TEST(DTypesTest, EveryNarrowFloatSurvivesARoundTrip) {
  for (DType type : {DType::FP16, DType::BF16, DType::FP8E4NV, DType::FP8E5}) {
    uint32_t count = 1u << (8 * bytesOf(type));
    for (uint32_t bits = 0; bits < count; ++bits) {
      double value = loaded(type, bits);
      if (std::isnan(value))
        EXPECT_TRUE(std::isnan(loaded(type, stored(type, value))));
      else if (!(std::isinf(value) && type == DType::FP8E5))
        ASSERT_EQ(stored(type, value), bits) << nameOf(type);
    }
  }
}

TEST(DTypesTest, MidpointsGoToEvenAndOthersToTheNearest) {
  for (DType type : {DType::FP16, DType::BF16, DType::FP8E4NV, DType::FP8E5}) {
    uint32_t sign = 1u << (8 * bytesOf(type) - 1);
    for (uint32_t bits = 0; bits + 1 < sign; ++bits) {
      double low = loaded(type, bits), high = loaded(type, bits + 1);
      if (!std::isfinite(low) || !std::isfinite(high))
        continue;
      double middle = (low + high) / 2;
      ASSERT_EQ(stored(type, middle), bits + (bits & 1)) << nameOf(type);
      ASSERT_EQ(stored(type, std::nextafter(middle, 0)), bits);
      ASSERT_EQ(stored(type, std::nextafter(middle, 1e300)), bits + 1);
    }
  }
}

TEST(DTypesTest, IntegersTruncateAndSaturate) {
  EXPECT_EQ(stored(DType::I8, -3.9), 0xfdu);
  EXPECT_EQ(stored(DType::I8, 1000), 127u);
  EXPECT_EQ(stored(DType::U8, -5), 0u);
  EXPECT_EQ(stored(DType::I32, NAN), 0u);
  int64_t big = (int64_t(1) << 62) + 1;
  uint8_t bytes[8];
  storeInteger(DType::I64, bytes, big);
  EXPECT_EQ(loadInteger(DType::I64, bytes), big);
}

TEST(DTypesTest, Extremes) {
  EXPECT_EQ(unitRoundoff(DType::FP16), 0x1p-11);
  EXPECT_EQ(unitRoundoff(DType::BF16), 0x1p-8);
  EXPECT_EQ(unitRoundoff(DType::FP32), 0x1p-24);
  EXPECT_EQ(unitRoundoff(DType::I32), 0);
  EXPECT_EQ(smallestOf(DType::FP16), 0x1p-24);
  EXPECT_EQ(largestOf(DType::FP16), 65504);
  EXPECT_EQ(largestOf(DType::FP8E4NV), 448);
  EXPECT_EQ(largestOf(DType::I8), 127);
}

TEST(HostTensorTest, ViewsKeepTheirElements) {
  HostTensor x(DType::FP32, {2, 3});
  for (int64_t i = 0; i < 6; ++i)
    x.set(i, double(i));
  EXPECT_TRUE(x.isContiguous());
  HostTensor t = x.permuted({1, 0});
  EXPECT_EQ(t.shape, (std::vector<int64_t>{3, 2}));
  EXPECT_FALSE(t.isContiguous());
  EXPECT_EQ(t.get(1), 3);
  EXPECT_EQ(t.toDoubles(), (std::vector<double>{0, 3, 1, 4, 2, 5}));
  HostTensor c = t.contiguous();
  EXPECT_TRUE(c.isContiguous());
  EXPECT_EQ(c.toFloats(), (std::vector<float>{0, 3, 1, 4, 2, 5}));
}

TEST(HostTensorTest, OddShapes) {
  EXPECT_EQ(HostTensor(DType::FP32, {}).numel(), 1);
  EXPECT_EQ(HostTensor(DType::FP32, {3, 0, 2}).numel(), 0);
  EXPECT_TRUE(HostTensor(DType::FP32, {3, 0, 2}).toDoubles().empty());
  EXPECT_EQ(showShape({}), "()");
  EXPECT_EQ(showShape({5}), "(5,)");
  EXPECT_EQ(showShape({5, 2}), "(5, 2)");
}

TEST(CompareTest, CountsAndRanks) {
  HostTensor a(DType::FP32, {2, 4}), b = a;
  for (int64_t i = 0; i < 8; ++i) {
    a.set(i, double(i + 1));
    b.set(i, double(i + 1));
  }
  EXPECT_EQ(compare(b, TensorRows(a, 1e-6)).wrong, 0);
  b.set(3, 4.5);
  b.set(6, -100);
  Comparison c = compare(b, TensorRows(a, 1e-6));
  EXPECT_EQ(c.checked, 8);
  EXPECT_EQ(c.wrong, 2);
  ASSERT_TRUE(c.first);
  EXPECT_EQ(c.first->index, 3);
  ASSERT_EQ(c.worst.size(), 2u);
  EXPECT_EQ(c.worst[0].index, 6);
  EXPECT_EQ(c.largestError, 107);
  EXPECT_NEAR(c.relativeError, std::sqrt(0.25 + 107. * 107.) / std::sqrt(204.),
              1e-12);
  EXPECT_EQ(describe(*c.first, a.shape),
            "[0, 3]: got 4.5, expected 4 (off by 0.5, allowed 4e-06)");
}

// The weights of a row of 144,025 elements are among the least numbers of fp16:
// rounded as well as can be, they are off by 1 in 400.
TEST(CompareTest, TheLeastNumbersOfATypeMayBeRounded) {
  HostTensor right(DType::FP64, {1000}), rounded(DType::FP16, {1000});
  for (int64_t i = 0; i < 1000; ++i) {
    right.set(i, (100 + double(i) / 10) * 0x1p-24);
    rounded.set(i, right.get(i));
  }
  EXPECT_EQ(compare(rounded, TensorRows(right, 0, 0x1p-25)).relativeError, 0);
  for (int64_t i = 0; i < 1000; ++i)
    rounded.set(i, right.get(i) * 1.01);
  EXPECT_GT(compare(rounded, TensorRows(right, 0)).relativeError, 5e-3);
}

TEST(CompareTest, NanAndInfinityMatchOnlyThemselves) {
  HostTensor a(DType::FP32, {4}), b = a;
  const double wanted[] = {NAN, INFINITY, -INFINITY, 1};
  for (int64_t i = 0; i < 4; ++i) {
    a.set(i, wanted[i]);
    b.set(i, wanted[i]);
  }
  Comparison same = compare(b, TensorRows(a, 0.1));
  EXPECT_EQ(same.wrong, 0);
  EXPECT_EQ(same.relativeError, 0);
  b.set(0, 0);
  b.set(1, -INFINITY);
  b.set(2, NAN);
  b.set(3, NAN);
  EXPECT_EQ(compare(b, TensorRows(a, 0.1)).wrong, 4);
}

TEST(CompareTest, PoisonIsNeverRight) {
  for (DType type : {DType::FP16, DType::BF16, DType::FP32, DType::FP8E4NV}) {
    HostTensor a(type, {4}), b = a;
    std::memset(b.storage.data(), kPoisonByte, b.storage.size());
    for (int64_t i = 0; i < 4; ++i)
      a.set(i, NAN);
    Comparison c = compare(b, TensorRows(a, 1));
    EXPECT_EQ(c.wrong, 4) << nameOf(type);
    EXPECT_EQ(c.unwritten, 4);
    EXPECT_EQ(describe(*c.first, a.shape),
              "[0]: was never written, expected nan");
  }
}

TEST(CompareTest, ZeroReferenceAndNoElements) {
  HostTensor a(DType::FP32, {3}), b = a;
  EXPECT_EQ(compare(b, TensorRows(a, 0)).wrong, 0);
  b.set(1, 1e-30);
  Comparison c = compare(b, TensorRows(a, 1e-3));
  EXPECT_EQ(c.wrong, 1);
  EXPECT_TRUE(std::isinf(c.relativeError));
  HostTensor none(DType::FP32, {0});
  EXPECT_EQ(compare(none, TensorRows(none, 0)).checked, 0);
}

TEST(CompareTest, ThreadsDoNotChangeTheResult) {
  HostTensor a(DType::FP32, {500, 300}), b = a;
  for (int64_t i = 0; i < a.numel(); ++i) {
    a.set(i, std::sin(double(i)));
    b.set(i, std::sin(double(i)) * (1 + 1e-3 * std::cos(double(i))));
  }
  Comparison one = compare(b, TensorRows(a, 1e-4));
  for (int i = 0; i < 5; ++i) {
    Comparison again = compare(b, TensorRows(a, 1e-4));
    EXPECT_EQ(again.relativeError, one.relativeError);
    EXPECT_EQ(again.wrong, one.wrong);
    EXPECT_EQ(again.first->index, one.first->index);
    EXPECT_EQ(again.worst[0].index, one.worst[0].index);
  }
}

} // namespace
