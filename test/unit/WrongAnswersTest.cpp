//===- WrongAnswersTest.cpp - Outputs are explained by their mistakes -----===//
//
// Each wrong answer is taken for an output, rounded as a kernel would, and must
// explain itself; the right answer must be explained by nothing.
//
//===----------------------------------------------------------------------===//

#include "runtime/reference/WrongAnswers.h"

#include "runtime/reference/Inputs.h"
#include "runtime/reference/Reference.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace tqc;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

LevelCase find(int level, const std::string &name) {
  for (const LevelCase &c : casesOf(level, CaseSet::Small))
    if (c.name == name)
      return c;
  ADD_FAILURE() << "no case " << name;
  return {};
}

HostTensor tensorOf(const LevelCase &c, const std::vector<double> &values) {
  HostTensor out(c.outType, c.outShape);
  for (size_t i = 0; i < values.size(); ++i)
    out.set(static_cast<int64_t>(i), values[i]);
  return out;
}

HostTensor rightOutput(const LevelCase &c, const std::vector<HostTensor> &in) {
  std::unique_ptr<ExpectedRows> rows = makeReference(c, in);
  HostTensor out(c.outType, c.outShape);
  std::vector<double> values(static_cast<size_t>(rows->columns())),
      bounds(values);
  for (int64_t row : rows->rows()) {
    rows->compute(row, values.data(), bounds.data());
    for (int64_t i = 0; i < rows->count(row); ++i)
      out.set(row * rows->columns() + i, values[static_cast<size_t>(i)]);
  }
  return out;
}

std::vector<WrongAnswer> answersOf(const LevelCase &c,
                                   const std::vector<HostTensor> &in) {
  return c.level == 3 || c.level == 5 ? wrongSoftmaxes(c, in)
         : c.level >= 6               ? wrongAttentions(c, in)
                                      : wrongProducts(c, in);
}

struct NamedCase {
  int level;
  const char *name;
};

class WrongAnswersTest : public testing::TestWithParam<NamedCase> {};

TEST_P(WrongAnswersTest, ExplainThemselvesAndNotTheRightOne) {
  LevelCase c = find(GetParam().level, GetParam().name);
  std::vector<HostTensor> in = makeInputs(c, 5);
  HostTensor right = rightOutput(c, in);
  int explained = 0;
  for (const WrongAnswer &answer : answersOf(c, in)) {
    // Tiles of one size stand for those of the others.
    if (answer.words.find("(tiles of ") != std::string::npos &&
        answer.words.find("(tiles of 64 ") == std::string::npos)
      continue;
    HostTensor out = tensorOf(c, answer.compute());
    Comparison comparison = compare(out, *makeReference(c, in));
    if (comparison.wrong == 0)
      continue; // the mistake changes nothing here
    std::vector<Explanation> fits = explainOutput(c, in, out);
    ASSERT_FALSE(fits.empty()) << answer.mistake;
    bool named = false;
    for (const Explanation &fit : fits)
      named |= fit.mistake == answer.mistake;
    // Some mistakes cannot be told apart on one input: then the first is said.
    EXPECT_TRUE(named || comparison.relativeError < 3 * c.tolerance() + 1e-3)
        << answer.mistake << " is taken for " << fits[0].mistake;
    explained += named;
  }
  EXPECT_GT(explained, 3);
}

INSTANTIATE_TEST_SUITE_P(
    Levels, WrongAnswersTest,
    testing::Values(NamedCase{1, "fp32-31"}, NamedCase{2, "fp16-127x129x131"},
                    NamedCase{3, "fp32-7x781"}, NamedCase{4, "fp16-2x3x127x64"},
                    NamedCase{5, "fp32-2x2x127x127"},
                    NamedCase{6, "fp16-2x3x40x72"},
                    NamedCase{7, "fp16-1x2x136x48-rising"},
                    NamedCase{8, "fp16-1x2x136x48-causal-rising"}),
    [](const auto &info) {
      return "Level" + std::to_string(info.param.level);
    });

TEST(ExplainOutputTest, OneFactorAndOneOffset) {
  LevelCase c = find(2, "fp16-127x129x131");
  std::vector<HostTensor> in = makeInputs(c, 5);
  HostTensor right = rightOutput(c, in), out = right;
  for (int64_t i = 0; i < out.numel(); ++i)
    out.set(i, right.get(i) * 3);
  std::vector<Explanation> fits = explainOutput(c, in, out);
  ASSERT_EQ(fits.size(), 1u);
  EXPECT_EQ(fits[0].mistake, "constant-factor");
  EXPECT_THAT(fits[0].evidence, HasSubstr("every element is 3 times"));

  LevelCase exact = find(3, "fp32-7x781");
  in = makeInputs(exact, 5);
  right = out = rightOutput(exact, in);
  for (int64_t i = 0; i < out.numel(); ++i)
    out.set(i, right.get(i) + 0.5);
  fits = explainOutput(exact, in, out);
  ASSERT_EQ(fits.size(), 1u);
  EXPECT_EQ(fits[0].mistake, "constant-offset");
}

TEST(ExplainOutputTest, StridesFromTheShapeAndOfAnotherTensor) {
  LevelCase c = find(4, "fp16-2x3x104x80-keys24-strided");
  std::vector<HostTensor> in = makeInputs(c, 5), seen = in;
  seen[1].strides = rowMajorStrides(in[1].shape);
  seen[1] = seen[1].contiguous();
  std::vector<Explanation> fits =
      explainOutput(c, in, rightOutput(c, {in[0], seen[1]}));
  ASSERT_FALSE(fits.empty());
  EXPECT_EQ(fits[0].mistake, "strides-from-shape");
  EXPECT_THAT(fits[0].evidence, HasSubstr("the strides of k computed from"));
}

TEST(ExplainOutputTest, SaysWhichPartIsWrongWhereNoFormulaFits) {
  LevelCase c = find(4, "fp16-2x3x127x64");
  std::vector<HostTensor> in = makeInputs(c, 5);
  HostTensor out = rightOutput(c, in);
  int64_t matrix = 127 * 127;
  SeededValues noise(1, "noise");
  for (int64_t i = matrix; i < out.numel(); ++i)
    out.set(i, noise.normal(i));
  std::vector<Explanation> fits = explainOutput(c, in, out);
  ASSERT_EQ(fits.size(), 1u);
  EXPECT_EQ(fits[0].mistake, "head-offset");
  for (int64_t i = 0; i < out.numel(); ++i)
    out.set(i, NAN);
  EXPECT_EQ(explainOutput(c, in, out)[0].mistake, "nan");
}

} // namespace
