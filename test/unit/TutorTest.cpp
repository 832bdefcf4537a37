//===- TutorTest.cpp - What the source says of a mistake ------------------===//

#include "tools/tq-run/Tutor.h"

#include "tools/tq-run/SourceDifference.h"
#include "tools/tq-run/SourceFlow.h"
#include "tools/tq-run/TutorClues.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tqc;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

const std::string kKernel =
    "@triton.jit\n"                                                  // 1
    "def f(k_ptr, out_ptr, N, D, stride_kh, stride_ks, stride_kd,\n" // 2
    "      stride_qs, BLOCK_N: tl.constexpr, BLOCK_D: tl.constexpr):\n"
    "    k_ptr += tl.program_id(1) * stride_kh\n" // 4
    "    offs_n = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)\n"
    "    offs_d = tl.arange(0, BLOCK_D)\n"                    // 6
    "    k = tl.load(k_ptr + offs_n[:, None] * stride_ks +\n" // 7
    "                offs_d[None, :] * stride_kd,\n"          // 8
    "                mask=(offs_n[:, None] < N) & (offs_d[None, :] < D),\n"
    "                other=0.0)\n"                     // 10
    "    w = tl.exp(k - tl.max(k, axis=1)[:, None])\n" // 11
    "    tl.store(out_ptr + offs_n, tl.sum(w, axis=1), mask=offs_n < N)\n";

std::string changed(const std::string &from, const std::string &to) {
  std::string text = kKernel;
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// The first clue of a changed kernel.
Clue firstClue(const std::string &from, const std::string &to) {
  std::vector<Clue> clues = cluesOf(changed(from, to), kKernel);
  EXPECT_THAT(clues, testing::Not(IsEmpty())) << to;
  return clues.empty() ? Clue() : clues[0];
}

TEST(SourceFlowTest, FollowsPointersStridesAndMasksToTheirLines) {
  std::vector<KernelFlow> flows = flowsOf(kKernel);
  ASSERT_THAT(flows, SizeIs(1));
  ASSERT_THAT(flows[0].accesses, SizeIs(2));
  const FlowAccess &load = flows[0].accesses[0];
  EXPECT_EQ(load.pointer, "k_ptr");
  ASSERT_THAT(load.terms, SizeIs(3));
  EXPECT_EQ(load.terms[0].find("stride_kh")->line, 4);
  EXPECT_EQ(load.terms[1].find("tl.program_id(0)")->line, 5);
  EXPECT_EQ(load.terms[2].find("stride_kd")->line, 8);
  EXPECT_TRUE(load.mask.find("D"));
  EXPECT_EQ(load.other, "0.0");
  EXPECT_TRUE(flows[0].accesses[1].isStore);
}

TEST(SourceFlowTest, GivesNothingForTextThatDoesNotParse) {
  EXPECT_THAT(flowsOf("def f(:\n"), IsEmpty());
  EXPECT_THAT(flowsOf(""), IsEmpty());
}

TEST(TutorCluesTest, FindNothingInTheReference) {
  EXPECT_THAT(cluesOf(kKernel, kKernel), IsEmpty());
}

TEST(TutorCluesTest, NameTheMistakeAndItsLine) {
  struct {
    const char *from, *to, *mistake;
    int line;
  } cases[] = {
      {"* stride_ks", "* stride_qs", "other-strides", 7},
      {"* stride_ks", "* D", "strides-from-shape", 7},
      {"[None, :] * stride_kd", "[None, :]", "strides-from-shape", 8},
      {"tl.program_id(0) * BLOCK_N + ", "", "no-program-id", 5},
      {"tl.program_id(0)", "tl.program_id(1)", "other-program", 5},
      {"offs_d[None, :] < D", "offs_d[None, :] < BLOCK_D", "odd-depth", 9},
      {"k - tl.max(k, axis=1)[:, None]", "k", "no-maximum", 11},
      {"other=0.0", "other=1.0", "other-not-zero", 10},
      {"tl.sum(w, axis=1)", "tl.sum(w, axis=0)", "wrong-axis", 12},
      {"tl.sum(w, axis=1)", "tl.sum(tl.sum(w, axis=1), axis=0)", "scalar-state",
       12},
  };
  for (const auto &one : cases) {
    Clue clue = firstClue(one.from, one.to);
    EXPECT_EQ(clue.mistake, one.mistake) << one.to;
    EXPECT_EQ(clue.line, one.line) << one.to;
  }
}

TEST(TutorCluesTest, SeeAValueThatIsReplacedTooEarly) {
  std::string head =
      "@triton.jit\ndef f(x_ptr, n):\n    m = 0.0\n"
      "    for i in range(n):\n        new = tl.load(x_ptr + i)\n";
  std::string right = head + "        c = m - new\n        m = new\n";
  std::string wrong = head + "        m = new\n        c = m - new\n";
  EXPECT_THAT(cluesOf(right, right), IsEmpty());
  std::vector<Clue> clues = cluesOf(wrong, right);
  ASSERT_THAT(clues, SizeIs(1));
  EXPECT_EQ(clues[0].mistake, "state-order");
  EXPECT_EQ(clues[0].line, 7);
}

TEST(SourceDifferenceTest, SaysWhichStatementsAreOthersAndWhere) {
  std::vector<SourceDifference> found =
      differencesOf("a = 1  # one\nb = f(2,\n      4)\nc = 3\n",
                    "a = 1\nb = f(2,   3)\nd()\nc = 3\n");
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].line, 3); // of the 4
  EXPECT_EQ(found[0].got, "b=f(2,4)");
  EXPECT_EQ(found[0].wanted, "b=f(2,3)");
  EXPECT_EQ(found[1].got, "");
  EXPECT_EQ(found[1].wanted, "d()");
  EXPECT_THAT(differencesOf("a = 1\n", "a=1\n"), IsEmpty());
}

TEST(SourceDifferenceTest, PlacesWhatIsMissingBehindWhatIsThere) {
  std::vector<SourceDifference> found =
      differencesOf("a = 1\nc = 3\n", "a = 1\nb = 2\nc = 3\n");
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].line, 1);
  EXPECT_EQ(found[0].got, "");
  EXPECT_EQ(found[0].wanted, "b=2");
}

TEST(TutorTest, ExplainsErrorsOfTheCompilerThatLearnersMeetFirst) {
  auto of = [](const std::string &error) {
    std::optional<Diagnosis> found = diagnoseError("\ndef f(x):\n", error);
    return found ? std::string(found->mistake->name) + " " +
                       std::to_string(found->line)
                 : "nothing";
  };
  EXPECT_EQ(of("a.tq:29:47: error: `end` of `tl.arange` must be a constant, "
               "but this is a run-time `int32` [TQ0303]\na.tq:23:49: note: "
               "`N` is known at a launch only"),
            "constexpr-missing 23");
  EXPECT_EQ(of("a.tq:9:5: error: a function cannot be indexed [TQ0802]"),
            "decorator-missing 2");
  EXPECT_EQ(of("a.tq:3:9: error: a pointer is no array: what it points to is "
               "loaded and stored [TQ0333]"),
            "pointer-indexed 3");
  EXPECT_EQ(of("a.tq:3:9: error: something else [TQ0999]"), "nothing");
  EXPECT_EQ(of("no place"), "nothing");
}

} // namespace
