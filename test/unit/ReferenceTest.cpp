//===- ReferenceTest.cpp - Right kernels pass, wrong ones do not ----------===//
//
// Each level is computed here once more in plain fp32 with the roundings of a
// real kernel, which must pass, and with the bugs that learners make, which
// must not.
//
//===----------------------------------------------------------------------===//

#include "runtime/reference/Reference.h"

#include "runtime/reference/Inputs.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

using namespace tqc;

namespace {

constexpr uint64_t kSeed = 7;

LevelCase find(int level, const std::string &name) {
  for (const LevelCase &c : casesOf(level, CaseSet::Small))
    if (c.name == name)
      return c;
  ADD_FAILURE() << "no case " << name;
  return {};
}

HostTensor outOf(const LevelCase &c) {
  return HostTensor(c.outType, c.outShape);
}

bool passes(const LevelCase &c, const std::vector<HostTensor> &inputs,
            const HostTensor &out) {
  Comparison result = compare(out, *makeReference(c, inputs));
  EXPECT_GT(result.checked, 0);
  return result.wrong == 0 && result.relativeError <= c.tolerance();
}

float rounded(DType type, float value) {
  uint8_t bytes[8];
  storeElement(type, bytes, value);
  return static_cast<float>(loadElement(type, bytes));
}

//===----------------------------------------------------------------------===//
// Cases and inputs
//===----------------------------------------------------------------------===//

TEST(LevelCasesTest, EveryLevelHasCasesWithDistinctNames) {
  for (int level = 1; level <= kLevelCount; ++level) {
    EXPECT_EQ(levelInfo(level).number, level);
    std::set<std::string> names;
    for (CaseSet set : {CaseSet::Small, CaseSet::Gpu}) {
      std::vector<LevelCase> cases = casesOf(level, set);
      EXPECT_FALSE(cases.empty());
      for (const LevelCase &c : cases) {
        EXPECT_TRUE(names.insert(c.name).second) << c.name;
        EXPECT_EQ(c.level, level);
        EXPECT_FALSE(c.inputs.empty());
      }
    }
  }
}

TEST(LevelCasesTest, TolerancesFollowTheTypes) {
  EXPECT_EQ(find(1, "fp32-31").tolerance(), 1e-5);
  EXPECT_EQ(find(1, "fp16-31").tolerance(), 1e-3);
  EXPECT_EQ(find(2, "bf16-64x64x64").tolerance(), 8e-3);
  EXPECT_EQ(find(2, "fp32-64x64x64").tolerance(), 1e-3);
  EXPECT_EQ(find(6, "fp32-1x1x16x16").tolerance(), 2e-3);
  EXPECT_EQ(find(2, "fp32-64x64x64-ieee").tolerance(), 1e-5);
  EXPECT_EQ(find(2, "i8-64x64x64").tolerance(), 0);
}

TEST(InputsTest, SeedsCasesAndNamesDecide) {
  LevelCase c = find(1, "fp32-1024");
  auto first = makeInputs(c, 1), again = makeInputs(c, 1);
  EXPECT_EQ(first[0].storage, again[0].storage);
  EXPECT_NE(first[0].storage, first[1].storage);
  EXPECT_NE(first[0].storage, makeInputs(c, 2)[0].storage);
  c.name = "other";
  EXPECT_NE(first[0].storage, makeInputs(c, 1)[0].storage);
}

TEST(InputsTest, NormalHasMeanZeroAndVarianceOne) {
  SeededValues values(3, "x");
  double sum = 0, squares = 0;
  for (int64_t i = 0; i < 100000; ++i) {
    double x = values.normal(i);
    sum += x, squares += x * x;
    ASSERT_LT(std::fabs(x), 3.5);
  }
  EXPECT_NEAR(sum / 1e5, 0, 0.02);
  EXPECT_NEAR(squares / 1e5, 1, 0.02);
}

TEST(InputsTest, ViewsHaveNanBetweenTheirElements) {
  for (Placement placement :
       {Placement::Transposed, Placement::Strided, Placement::Padded}) {
    InputSpec spec{"a", DType::FP16, {5, 4}, Fill::Normal, placement};
    HostTensor x = makeInput(spec, 1, "c");
    EXPECT_EQ(x.shape, spec.shape);
    EXPECT_FALSE(x.isContiguous());
    for (double value : x.toDoubles())
      EXPECT_TRUE(std::isfinite(value));
    HostTensor all(DType::FP16, {int64_t(x.storage.size() / 2)});
    all.storage = x.storage;
    int64_t gaps = 0;
    for (double value : all.toDoubles())
      gaps += std::isnan(value);
    EXPECT_EQ(gaps, all.numel() - 20);
    // The same numbers, wherever they lie.
    spec.placement = Placement::Contiguous;
    EXPECT_EQ(makeInput(spec, 1, "c").toDoubles(), x.toDoubles());
  }
}

TEST(InputsTest, HeadsLieInsideOrPacked) {
  InputSpec spec{"q", DType::FP16, {2, 3, 5, 4}, Fill::Normal};
  std::vector<double> plain = makeInput(spec, 1, "c").toDoubles();
  spec.placement = Placement::HeadsInside;
  HostTensor inside = makeInput(spec, 1, "c");
  EXPECT_EQ(inside.strides, (std::vector<int64_t>{60, 4, 12, 1}));
  EXPECT_EQ(inside.storage.size(), plain.size() * 2);
  EXPECT_EQ(inside.toDoubles(), plain);
  spec.placement = Placement::Packed;
  HostTensor packed = makeInput(spec, 1, "c");
  EXPECT_EQ(packed.strides, (std::vector<int64_t>{180, 4, 36, 1}));
  EXPECT_EQ(packed.offset, 12);
  EXPECT_EQ(packed.storage.size(), plain.size() * 6);
  EXPECT_EQ(packed.toDoubles(), plain);
}

TEST(InputsTest, SlicesBeginAtTheSecondElement) {
  InputSpec spec{"x", DType::FP32, {7}, Fill::Normal, Placement::Sliced};
  HostTensor x = makeInput(spec, 1, "c");
  EXPECT_EQ(x.byteOffset(0), 4);
  EXPECT_TRUE(std::isnan(loadElement(DType::FP32, x.storage.data())));
  spec.placement = Placement::Contiguous;
  EXPECT_EQ(makeInput(spec, 1, "c").toDoubles(), x.toDoubles());
}

TEST(InputsTest, ScoresRunAsTheFillsSay) {
  auto scores = [](Fill query, Fill keys) {
    HostTensor q = makeInput({"q", DType::FP16, {64, 64}, query}, 1, "c");
    HostTensor k = makeInput({"k", DType::FP16, {64, 64}, keys}, 1, "c");
    std::vector<double> all;
    for (int64_t i = 0; i < 64; ++i)
      for (int64_t j = 0; j < 64; ++j) {
        double sum = 0;
        for (int64_t d = 0; d < 64; ++d)
          sum += q.get(i * 64 + d) * k.get(j * 64 + d);
        all.push_back(sum / 8);
      }
    return all;
  };
  std::vector<double> far = scores(Fill::Query, Fill::FarKeys);
  EXPECT_GT(*std::min_element(far.begin(), far.begin() + 64), 200);
  EXPECT_LT(*std::max_element(far.begin() + 64, far.begin() + 128), -200);
  std::vector<double> rising = scores(Fill::Query, Fill::RisingKeys);
  EXPECT_GT(*std::min_element(rising.begin() + 8, rising.begin() + 16),
            *std::max_element(rising.begin(), rising.begin() + 8));
  EXPECT_GT(rising[63], *std::max_element(rising.begin(), rising.begin() + 63));
  std::vector<double> equal = scores(Fill::EqualQuery, Fill::EqualKeys);
  for (size_t i = 0; i < 64; ++i)
    EXPECT_EQ(equal[i], 2048.0 * 4096 / 8);
}

TEST(InputsTest, FillsAreWhatTheySay) {
  auto of = [](Fill fill, DType type = DType::FP32) {
    return makeInput({"x", type, {16, 300}, fill, Placement::Contiguous}, 1,
                     "c");
  };
  HostTensor some = of(Fill::SomeMinusInf), all = of(Fill::AllMinusInf);
  int64_t infinities = 0;
  for (double value : some.toDoubles())
    infinities += value == -INFINITY;
  EXPECT_GT(infinities, 500);
  EXPECT_LT(infinities, 1500);
  EXPECT_TRUE(std::isfinite(some.get(300)));
  for (int64_t i = 0; i < 300; ++i) {
    EXPECT_TRUE(std::isfinite(all.get(i)));
    EXPECT_EQ(all.get(300 + i), -INFINITY);
  }
  EXPECT_NEAR(of(Fill::Large).get(0), 1e4, 100);
  EXPECT_NEAR(of(Fill::Large).get(300), -1e4, 100);
  for (double value : of(Fill::Bytes, DType::I8).toDoubles())
    EXPECT_LE(std::fabs(value), 127);
}

TEST(ReferenceTest, RowsAreSampledWithTheEnds) {
  EXPECT_EQ(chooseRows(5, 1, 100), (std::vector<int64_t>{0, 1, 2, 3, 4}));
  std::vector<int64_t> rows = chooseRows(100000, 1e6, 1e8);
  EXPECT_LE(rows.size(), 100u);
  EXPECT_GE(rows.size(), 98u);
  EXPECT_EQ(rows.front(), 0);
  EXPECT_EQ(rows.back(), 99999);
  EXPECT_GE(chooseRows(100, 1e9, 1).size(), 30u);
}

//===----------------------------------------------------------------------===//
// Level 1
//===----------------------------------------------------------------------===//

TEST(ReferenceTest, VectorAdd) {
  for (const LevelCase &c : casesOf(1, CaseSet::Small)) {
    auto in = makeInputs(c, kSeed);
    HostTensor out = outOf(c);
    int64_t n = out.numel();
    for (int64_t i = 0; i < n; ++i)
      out.set(i, float(in[0].get(i)) + float(in[1].get(i)));
    EXPECT_TRUE(passes(c, in, out)) << c.name;
    HostTensor missed = out;
    std::fill_n(missed.at(n - 1), bytesOf(out.type), kPoisonByte);
    EXPECT_FALSE(passes(c, in, missed)) << c.name;
    out.set(n - 1, out.get(n - 1) * 1.02);
    EXPECT_FALSE(passes(c, in, out)) << c.name;
  }
}

//===----------------------------------------------------------------------===//
// Levels 2 and 4
//===----------------------------------------------------------------------===//

HostTensor matmul(const LevelCase &c, const HostTensor &a, const HostTensor &b,
                  int64_t k) {
  HostTensor out = outOf(c);
  auto x = a.toFloats(), y = b.toFloats();
  int64_t depth = a.shape[1], n = b.shape[1];
  for (int64_t i = 0; i < a.shape[0]; ++i)
    for (int64_t j = 0; j < n; ++j) {
      float sum = 0;
      for (int64_t l = 0; l < k; ++l)
        sum += x[size_t(i * depth + l)] * y[size_t(l * n + j)];
      out.set(i * n + j, sum);
    }
  return out;
}

TEST(ReferenceTest, Matmul) {
  for (const LevelCase &c : casesOf(2, CaseSet::Small)) {
    auto in = makeInputs(c, kSeed);
    int64_t k = in[0].shape[1];
    EXPECT_TRUE(passes(c, in, matmul(c, in[0], in[1], k))) << c.name;
    EXPECT_FALSE(passes(c, in, matmul(c, in[0], in[1], k - 1))) << c.name;
  }
}

TEST(ReferenceTest, Tf32IsAllowedOnlyWhereItIsTheDefault) {
  for (const char *name : {"fp32-127x129x131", "fp32-127x129x131-ieee"}) {
    LevelCase c = find(2, name);
    auto in = makeInputs(c, kSeed);
    auto cut = in;
    for (HostTensor &tensor : cut)
      for (int64_t i = 0; i < tensor.numel(); ++i) {
        uint32_t bits;
        memcpy(&bits, tensor.at(i), 4);
        bits = (bits + 0x1000) & ~0x1fffu;
        memcpy(tensor.at(i), &bits, 4);
      }
    bool allowed = c.precision == Precision::Tf32;
    EXPECT_EQ(passes(c, in, matmul(c, cut[0], cut[1], 131)), allowed) << name;
  }
}

TEST(ReferenceTest, AttentionScores) {
  for (const LevelCase &c : casesOf(4, CaseSet::Small)) {
    auto in = makeInputs(c, kSeed);
    auto scores = [&](float scale, bool mixHeads) {
      HostTensor out = outOf(c);
      auto q = in[0].toFloats(), k = in[1].toFloats();
      int64_t s = c.outShape[2], keys = c.outShape[3], d = in[0].shape[3];
      int64_t heads = c.outShape[0] * c.outShape[1];
      for (int64_t z = 0; z < heads; ++z)
        for (int64_t i = 0; i < s; ++i)
          for (int64_t j = 0; j < keys; ++j) {
            int64_t other = mixHeads ? (z + 1) % heads : z;
            float sum = 0;
            for (int64_t l = 0; l < d; ++l)
              sum += q[size_t((z * s + i) * d + l)] *
                     k[size_t((other * keys + j) * d + l)];
            out.set((z * s + i) * keys + j, sum * scale);
          }
      return out;
    };
    EXPECT_TRUE(passes(c, in, scores(float(c.scale), false))) << c.name;
    EXPECT_FALSE(passes(c, in, scores(1, false))) << c.name;
    if (c.outShape[1] > 1)
      EXPECT_FALSE(passes(c, in, scores(float(c.scale), true))) << c.name;
  }
}

//===----------------------------------------------------------------------===//
// Levels 3 and 5
//===----------------------------------------------------------------------===//

HostTensor softmax(const LevelCase &c, const HostTensor &x, bool shifts,
                   int64_t maskShift = 0) {
  HostTensor out = outOf(c);
  int64_t width = x.shape.back(), rows = x.numel() / width;
  int64_t height = x.shape[x.shape.size() - 2];
  for (int64_t r = 0; r < rows; ++r) {
    int64_t seen = c.causal == Causal::No
                       ? width
                       : std::min(width, r % height + 1 + maskShift);
    float largest = -INFINITY, sum = 0;
    for (int64_t i = 0; i < seen; ++i)
      largest = std::max(largest, float(x.get(r * width + i)));
    auto term = [&](int64_t i) {
      return std::exp(float(x.get(r * width + i)) - (shifts ? largest : 0));
    };
    for (int64_t i = 0; i < seen; ++i)
      sum += term(i);
    for (int64_t i = 0; i < width; ++i)
      out.set(r * width + i, i < seen ? term(i) / sum : 0);
  }
  return out;
}

/// Whether exp of a score overflows, or that of a whole row vanishes.
bool needsLargest(const LevelCase &c) {
  Fill fill = c.inputs[0].fill;
  return fill != Fill::Normal && fill != Fill::SomeMinusInf &&
         fill != Fill::AllMinusInf;
}

TEST(ReferenceTest, Softmax) {
  for (const LevelCase &c : casesOf(3, CaseSet::Small)) {
    auto in = makeInputs(c, kSeed);
    EXPECT_TRUE(passes(c, in, softmax(c, in[0], true))) << c.name;
    if (needsLargest(c))
      EXPECT_FALSE(passes(c, in, softmax(c, in[0], false))) << c.name;
  }
}

TEST(ReferenceTest, RowsOfMinusInfinityAreNan) {
  LevelCase c = find(3, "fp32-16x300-all-minus-inf");
  auto in = makeInputs(c, kSeed);
  HostTensor out = softmax(c, in[0], true);
  EXPECT_TRUE(std::isnan(out.get(300)));
  for (int64_t i = 300; i < 600; ++i)
    out.set(i, 0);
  EXPECT_FALSE(passes(c, in, out));
}

TEST(ReferenceTest, CausalSoftmax) {
  for (const LevelCase &c : casesOf(5, CaseSet::Small)) {
    auto in = makeInputs(c, kSeed);
    EXPECT_TRUE(passes(c, in, softmax(c, in[0], true))) << c.name;
    if (needsLargest(c))
      EXPECT_FALSE(passes(c, in, softmax(c, in[0], false))) << c.name;
    if (c.outShape[3] == 1)
      continue;
    EXPECT_FALSE(passes(c, in, softmax(c, in[0], true, 1))) << c.name;
    EXPECT_FALSE(passes(c, in, softmax(c, in[0], true, -1))) << c.name;
  }
}

//===----------------------------------------------------------------------===//
// Levels 6, 7 and 8
//===----------------------------------------------------------------------===//

struct AttentionBugs {
  int64_t maskShift = 0;
  bool forgetsScale = false;
  bool stale = false;           ///< the sum misses the first key
  std::optional<float> largest; ///< what is subtracted for the largest score
};

HostTensor attention(const LevelCase &c, const std::vector<HostTensor> &in,
                     AttentionBugs bugs = {}) {
  HostTensor out = outOf(c);
  int64_t d = c.outShape[3], sq = c.outShape[2], sk = in[1].shape[2];
  auto q = in[0].toFloats(), k = in[1].toFloats(), v = in[2].toFloats();
  DType stores = c.precision == Precision::Tf32 ? DType::FP32 : c.type();
  std::vector<float> p(static_cast<size_t>(sk));
  for (int64_t row = 0; row < out.numel() / d; ++row) {
    int64_t head = row / sq, i = row % sq, seen = sk;
    if (c.causal == Causal::TopLeft)
      seen = std::min(sk, i + 1 + bugs.maskShift);
    if (c.causal == Causal::BottomRight)
      seen = std::clamp<int64_t>(i + 1 + sk - sq + bugs.maskShift, 0, sk);
    float largest = -INFINITY, sum = 0;
    for (int64_t j = 0; j < seen; ++j) {
      float dot = 0;
      for (int64_t l = 0; l < d; ++l)
        dot += q[size_t(row * d + l)] * k[size_t((head * sk + j) * d + l)];
      float s = bugs.forgetsScale ? dot : dot * float(c.scale);
      // Scores as far from zero as those of other fills want fp32.
      bool narrow = c.level == 6 && c.inputs[0].fill == Fill::Normal;
      p[size_t(j)] = narrow ? rounded(stores, s) : s;
      largest = std::max(largest, p[size_t(j)]);
    }
    largest = bugs.largest.value_or(largest);
    for (int64_t j = 0; j < seen; ++j) {
      p[size_t(j)] = std::exp(p[size_t(j)] - largest);
      sum += bugs.stale && j == 0 ? 0 : p[size_t(j)];
      p[size_t(j)] = rounded(stores, p[size_t(j)]);
    }
    for (int64_t l = 0; l < d; ++l) {
      float o = 0;
      for (int64_t j = 0; j < seen; ++j)
        o += p[size_t(j)] * v[size_t((head * sk + j) * d + l)];
      out.set(row * d + l, seen ? o / sum : 0);
    }
  }
  return out;
}

TEST(ReferenceTest, Attention) {
  for (int level : {6, 7, 8})
    for (const LevelCase &c : casesOf(level, CaseSet::Small)) {
      auto in = makeInputs(c, kSeed);
      EXPECT_TRUE(passes(c, in, attention(c, in))) << level << c.name;
      AttentionBugs mask, scale, sum;
      mask.maskShift = 1;
      scale.forgetsScale = true;
      sum.stale = true;
      if (c.causal != Causal::No)
        EXPECT_FALSE(passes(c, in, attention(c, in, mask))) << level << c.name;
      AttentionBugs none;
      none.largest = 0;
      if (c.inputs[0].fill != Fill::Normal)
        EXPECT_FALSE(passes(c, in, attention(c, in, none))) << level << c.name;
      // Scores that are all equal stay so under any scale.
      if (c.inputs[0].fill != Fill::EqualQuery)
        EXPECT_FALSE(passes(c, in, attention(c, in, scale))) << level << c.name;
      EXPECT_FALSE(passes(c, in, attention(c, in, sum))) << level << c.name;
    }
}

TEST(ReferenceTest, BottomRightMasks) {
  for (const char *name :
       {"fp16-1x2x100x64-keys228-causal", "fp16-1x2x228x64-keys100-causal"}) {
    LevelCase c = find(8, name);
    auto in = makeInputs(c, kSeed);
    LevelCase other = c;
    other.causal = Causal::BottomRight;
    EXPECT_TRUE(passes(other, in, attention(other, in))) << name;
    EXPECT_FALSE(passes(c, in, attention(other, in))) << name;
  }
}

} // namespace
