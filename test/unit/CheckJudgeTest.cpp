//===- CheckJudgeTest.cpp - What a check says about an output -------------===//

#include "runtime/reference/Inputs.h"
#include "runtime/reference/Reference.h"
#include "tools/tq-run/Judge.h"
#include "tools/tq-run/LevelFiles.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

using namespace tqc;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
namespace fs = std::filesystem;

namespace {

class JudgeTest : public testing::Test {
protected:
  JudgeTest() {
    for (const LevelCase &c : casesOf(1, CaseSet::Small))
      if (c.name == "fp32-31")
        levelCase = c;
    inputs = makeInputs(levelCase, 1);
    out = HostTensor(DType::FP32, {31});
    for (int64_t i = 0; i < 31; ++i)
      out.set(i, inputs[0].get(i) + inputs[1].get(i));
  }
  std::vector<std::string> reasons() {
    CaseResult result;
    judge(levelCase, inputs, out, result);
    EXPECT_TRUE(result.compared);
    return result.reasons;
  }

  LevelCase levelCase;
  std::vector<HostTensor> inputs;
  HostTensor out;
};

TEST_F(JudgeTest, ARightOutputNeedsNoWords) {
  EXPECT_THAT(reasons(), IsEmpty());
}

TEST_F(JudgeTest, WrongElementsAreCountedAndShown) {
  out.set(5, 100);
  out.set(30, 1e6);
  std::vector<std::string> said = reasons();
  ASSERT_EQ(said.size(), 3u);
  EXPECT_EQ(said[0], "2 of 31 elements (6%) are wrong");
  EXPECT_THAT(said[1], HasSubstr("first [5]: got 100, expected "));
  EXPECT_THAT(said[2], HasSubstr("worst [30]: got 1e+06, expected "));
}

TEST_F(JudgeTest, UnwrittenElementsAreNamed) {
  std::memset(out.at(16), kPoisonByte, 15 * 4);
  std::vector<std::string> said = reasons();
  EXPECT_EQ(said[0], "15 of 31 elements (48%) were never written");
  EXPECT_THAT(said[1], HasSubstr("first [16]: was never written, expected "));
}

TEST_F(JudgeTest, SaysWhichOfTheTwoBoundsBroke) {
  // One element too far off, in a sum that hides it.
  for (HostTensor &input : inputs)
    input.set(0, 1e6);
  out.set(0, 2e6);
  out.set(5, out.get(5) * 1.001);
  std::vector<std::string> said = reasons();
  ASSERT_EQ(said.size(), 3u);
  EXPECT_EQ(said[0], "1 of 31 elements (3%) are wrong");
  EXPECT_THAT(said[2], HasSubstr(" of 1.0e-05, which is allowed; these "
                                 "elements are further off than their own"));
  // NaN has no distance.
  out.set(5, NAN);
  said = reasons();
  ASSERT_EQ(said.size(), 2u);
  EXPECT_THAT(said[1], HasSubstr("first [5]: got nan, expected "));
  out.set(5, -NAN);
  EXPECT_EQ(reasons(), said);
}

TEST_F(JudgeTest, ErrorsWithinTheirBoundsMayBeTooMuchTogether) {
  LevelCase matmul;
  for (const LevelCase &c : casesOf(2, CaseSet::Small))
    if (c.name == "fp16-127x129x131")
      matmul = c;
  std::vector<HostTensor> factors = makeInputs(matmul, 1);
  std::unique_ptr<ExpectedRows> rows = makeReference(matmul, factors);
  HostTensor product(matmul.outType, matmul.outShape);
  std::vector<double> values(129), bounds(129);
  for (int64_t row : rows->rows()) {
    rows->compute(row, values.data(), bounds.data());
    for (int64_t i = 0; i < 129; ++i)
      product.set(row * 129 + i, values[size_t(i)]);
  }
  CaseResult result;
  matmul.precision = Precision::Exact; // 1e-5 over all, as fp32 must be
  matmul.outType = DType::FP16;
  judge(matmul, factors, product, result);
  ASSERT_EQ(result.reasons.size(), 1u);
  EXPECT_THAT(result.reasons[0],
              testing::AllOf(HasSubstr("the error over all elements is "),
                             HasSubstr(" of 1.0e-05, though each is within its "
                                       "own bound; furthest off is [")));
}

TEST_F(JudgeTest, FormsThatAreNotRight) {
  auto saidOf = [&](const std::vector<HostTensor> &results) {
    CaseResult result;
    EXPECT_EQ(hasRightForm(levelCase, results, result), result.reasons.empty());
    return result.reasons.empty() ? "" : result.reasons[0];
  };
  EXPECT_EQ(saidOf({out}), "");
  EXPECT_EQ(saidOf({}), "vector_add returned no tensor; it must return one");
  EXPECT_EQ(saidOf({out, out}),
            "vector_add returned 2 tensors; it must return one");
  EXPECT_EQ(saidOf({HostTensor(DType::FP16, {31})}),
            "vector_add returned fp16 (31,); it must return fp32 (31,)");
  EXPECT_EQ(saidOf({HostTensor(DType::FP32, {31, 1})}),
            "vector_add returned fp32 (31, 1); it must return fp32 (31,)");
}

class LevelFilesTest : public testing::Test {
protected:
  LevelFilesTest() {
    char pattern[] = "/tmp/tqlevelsXXXXXX";
    folder = mkdtemp(pattern);
    fs::create_directories(folder + "/deep/er");
    choice.start = folder + "/deep/er";
  }
  ~LevelFilesTest() override { fs::remove_all(folder); }
  void write(const std::string &name) {
    std::ofstream(folder + "/" + name) << "text of " << name;
  }

  std::string folder;
  LevelChoice choice;
};

TEST_F(LevelFilesTest, ShippedFilesAreInTheBinary) {
  for (int level = 1; level <= kLevelCount; ++level) {
    Result<LevelFile> file = findLevel(level, choice);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->path, "levels/level" + std::to_string(level) + ".tq");
    EXPECT_EQ(file->origin, LevelFile::Shipped);
    EXPECT_THAT(file->text, HasSubstr(std::string("def ") +
                                      levelInfo(level).launcher + "("));
  }
  EXPECT_EQ(shippedFile("levels/level9.tq"), std::nullopt);
}

TEST_F(LevelFilesTest, TheLearnersFileCountsInAQuestFolder) {
  write("quest.json");
  EXPECT_EQ(findLevel(1, choice).error().message,
            "the quest folder " + folder +
                " has no level1.tq; `tq-run start 1` makes it");
  write("level1.tq");
  Result<LevelFile> file = findLevel(1, choice);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->path, folder + "/level1.tq");
  EXPECT_EQ(file->text, "text of level1.tq");
  EXPECT_EQ(file->origin, LevelFile::Learner);
}

TEST_F(LevelFilesTest, FileBeatsLevelsBeatsQuest) {
  write("quest.json");
  write("level1.tq");
  write("mine.tq");
  write("deep/level1.tq");
  choice.folder = folder + "/deep";
  EXPECT_EQ(findLevel(1, choice)->text, "text of deep/level1.tq");
  choice.file = folder + "/mine.tq";
  EXPECT_EQ(findLevel(1, choice)->text, "text of mine.tq");
  choice.file = folder + "/nothing.tq";
  EXPECT_EQ(findLevel(1, choice).error().message,
            folder + "/nothing.tq: cannot be read: No such file or directory");
}

} // namespace
