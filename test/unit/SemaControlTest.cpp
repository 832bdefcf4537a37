//===- SemaControlTest.cpp - Branches, loops, functions -------------------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "test/unit/SemaAnalysis.h"

using namespace tqc;
using testing::HasSubstr;
using testing::Not;

namespace {

/// The operations of a kernel with parameters (p: *fp32, n: i32); `functions`
/// stand above it.
std::string ops(const std::string &body, const std::string &functions = "") {
  std::string source =
      functions +
      "\n# tqc: signature=\"*fp32, i32\"\n@triton.jit\ndef k(p, n):\n";
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::StringRef(body).trim('\n').split(lines, '\n');
  for (llvm::StringRef line : lines)
    source += "    " + line.str() + "\n";
  Analysis result = analyze(source);
  return result.ok ? "\n" + result.text : result.messages;
}

//===----------------------------------------------------------------------===//
// The variable of a loop behind it
//===----------------------------------------------------------------------===//

TEST(SemaControlTest, ALoopThatRunsLeavesItsLastNumber) {
  EXPECT_EQ(ops("for i in range(1, 10, 4):\n    pass\ntl.store(p, i)"), R"(
%2 : int32 = const 1
%3 : int32 = const 10
%4 : int32 = const 4
for int32 %2 %3 %4 {
  (%6: int32)
}
%7 : int32 = const 1
%8 : int32 = sub %3 %2
%9 : int32 = sub %8 %7
%10 : int32 = divu %9 %4
%11 : int32 = mul %10 %4
%12 : int32 = add %2 %11
%13 : fp32 = sitofp %12 : int32
store %0 %13 _ : fp32
)");
}

TEST(SemaControlTest, ALoopThatMayNotRunLeavesWhatWasBefore) {
  EXPECT_THAT(ops("i = 7\nfor i in range(n):\n    pass\ntl.store(p, i)"),
              HasSubstr("%13 : int1 = lts %3 %1 : int32\n"
                        "%14 : int32 = select %13 %12 %2\n"));
  EXPECT_THAT(ops("for i in range(n):\n    pass\ntl.store(p, i)"),
              HasSubstr("`i` has no value here: it ends with the loop"));
  EXPECT_THAT(ops("i = 7\nfor i in range(n):\n    i = i * 2\ntl.store(p, i)"),
              HasSubstr("`i` has no value here: it ends with the loop"));
}

// Python has the inner loop's 4 there, and not 7.
TEST(SemaControlTest, WhatAnIterationLosesIsLostBehindTheLoop) {
  EXPECT_THAT(ops("i = 7\nfor j in range(n):\n    for i in range(n):\n"
                  "        pass\ntl.store(p, i)"),
              HasSubstr("`i` has no value here: it ends with the loop"));
  EXPECT_THAT(ops("i = 7\nfor j in range(n):\n    x = i\n"
                  "    for i in range(n):\n        pass\n"),
              HasSubstr("`i` has no value here: an iteration leaves it "
                        "undefined"));
  EXPECT_THAT(
      ops("i = 7\nif n > 3:\n    for i in range(n):\n"
          "        pass\ntl.store(p, i)"),
      HasSubstr("`i` has no value here: a loop in a branch defines it"));
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

TEST(SemaControlTest, AConstantConditionTakesOneBranch) {
  EXPECT_EQ(ops("if 1 < 2:\n    x = n\nelse:\n    x = undefined\n"
                "tl.store(p, x)"),
            R"(
%2 : fp32 = sitofp %1 : int32
store %0 %2 _ : fp32
)");
}

TEST(SemaControlTest, ARunTimeConditionYieldsWhatChanges) {
  EXPECT_EQ(ops("a = 1\nb = 2\nif n > 0:\n    a = n\n    c = 3\n"
                "else:\n    c = 4\nx = a + b + c"),
            R"(
%2 : int32 = const 1
%3 : int32 = const 2
%4 : int32 = const 0
%5 : int1 = gts %1 %4 : int32
%8 : int32, %9 : int32 = if %5 {
  %6 : int32 = const 3
  yield %1 %6
} else {
  %7 : int32 = const 4
  yield %2 %7
}
%10 : int32 = add %8 %3
%11 : int32 = add %10 %9
)");
}

TEST(SemaControlTest, AGuardPutsTheRestIntoTheElseBranch) {
  EXPECT_EQ(ops("if n > 4:\n    return\ntl.store(p, 1.0)"), R"(
%2 : int32 = const 4
%3 : int1 = gts %1 %2 : int32
if %3 {
} else {
  %4 : fp32 = const 1
  store %0 %4 _ : fp32
}
)");
}

TEST(SemaControlTest, TwoGuardsNest) {
  EXPECT_EQ(ops("if n > 4:\n    return\nif n < 1:\n    return\n"
                "tl.store(p, 1.0)"),
            R"(
%2 : int32 = const 4
%3 : int1 = gts %1 %2 : int32
if %3 {
} else {
  %4 : int32 = const 1
  %5 : int1 = lts %1 %4 : int32
  if %5 {
  } else {
    %6 : fp32 = const 1
    store %0 %6 _ : fp32
  }
}
)");
}

TEST(SemaControlTest, AReturnInTheElseBranchGuardsToo) {
  EXPECT_EQ(ops("if n > 4:\n    pass\nelse:\n    return\ntl.store(p, 1.0)"), R"(
%2 : int32 = const 4
%3 : int1 = gts %1 %2 : int32
if %3 {
  %4 : fp32 = const 1
  store %0 %4 _ : fp32
} else {
}
)");
}

// Only the inner `if` returns, so a flag says whether the rest is to run.
TEST(SemaControlTest, ANestedReturnSetsAFlag) {
  EXPECT_EQ(ops("if n > 4:\n    if n > 8:\n        return\n    n = 5\n"
                "tl.store(p, n)"),
            R"(
%2 : int32 = const 4
%3 : int1 = gts %1 %2 : int32
%12 : int1 = const 0
%13 : int1, %14 : int32 = if %3 {
  %4 : int32 = const 8
  %5 : int1 = gts %1 %4 : int32
  %7 : int1 = const 1
  %8 : int1 = const 0
  %9 : int32 = const 0
  %10 : int1, %11 : int32 = if %5 {
    yield %7 %9
  } else {
    %6 : int32 = const 5
    yield %8 %6
  }
  yield %10 %11
} else {
  yield %12 %1
}
%15 : int1 = const -1
%16 : int1 = xor %13 %15
if %16 {
  %17 : fp32 = sitofp %14 : int32
  store %0 %17 _ : fp32
} else {
}
)");
}

TEST(SemaControlTest, BranchesMayReturnValues) {
  EXPECT_EQ(ops("tl.store(p, f(n))",
                "@triton.jit\ndef f(a):\n    if a > 0:\n        return a\n"
                "    return a + 1\n"),
            R"(
%2 : int32 = const 0
%3 : int1 = gts %1 %2 : int32
%6 : int32 = if %3 {
  yield %1
} else {
  %4 : int32 = const 1
  %5 : int32 = add %1 %4
  yield %5
}
%7 : fp32 = sitofp %6 : int32
store %0 %7 _ : fp32
)");
}

TEST(SemaControlTest, TheTernaryIsAnIf) {
  EXPECT_EQ(ops("x = 1 if n > 0 else n"), R"(
%2 : int32 = const 0
%3 : int1 = gts %1 %2 : int32
%5 : int32 = if %3 {
  %4 : int32 = const 1
  yield %4
} else {
  yield %1
}
)");
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

TEST(SemaControlTest, ALoopCarriesWhatItsBodyChanges) {
  EXPECT_EQ(ops("a = 0\nb = n\nfor i in range(n):\n    a += i + b\n"
                "tl.store(p, a)"),
            R"(
%2 : int32 = const 0
%3 : int32 = const 0
%4 : int32 = const 1
%12 : int32 = for int32 %3 %1 %4 %2 {
  (%8: int32, %9: int32)
  %10 : int32 = add %8 %1
  %11 : int32 = add %9 %10
  yield %11
}
%13 : fp32 = sitofp %12 : int32
store %0 %13 _ : fp32
)");
}

TEST(SemaControlTest, ANegativeStepCountsTheOtherWay) {
  EXPECT_EQ(ops("for i in range(8, 0, -2):\n    tl.store(p, i)"), R"(
%2 : int32 = const 0
%3 : int32 = const 8
%4 : int32 = const 2
for int32 %2 %3 %4 {
  (%9: int32)
  %10 : int32 = sub %3 %9
  %11 : int32 = add %10 %2
  %12 : fp32 = sitofp %11 : int32
  store %0 %12 _ : fp32
}
)");
}

TEST(SemaControlTest, RangeHasOptions) {
  EXPECT_THAT(ops("for i in tl.range(0, n, num_stages=4, flatten=True, "
                  "loop_unroll_factor=2):\n    pass"),
              HasSubstr("stages 4 unroll 2 flatten {"));
}

TEST(SemaControlTest, BoundsPromote) {
  EXPECT_THAT(ops("for i in range(0, n.to(tl.int64)):\n    pass"),
              HasSubstr("for int64"));
}

TEST(SemaControlTest, AStaticRangeIsUnrolled) {
  EXPECT_EQ(ops("x = n\nfor i in tl.static_range(3):\n    x += i"), R"(
%2 : int32 = const 0
%3 : int32 = add %1 %2
%4 : int32 = const 1
%5 : int32 = add %3 %4
%6 : int32 = const 2
%7 : int32 = add %5 %6
)");
}

TEST(SemaControlTest, WhileHasTwoRegions) {
  EXPECT_EQ(ops("x = n\nwhile x > 0:\n    x = x - 3"), R"(
%12 : int32 = while %1 {
  (%6: int32)
  %7 : int32 = const 0
  %8 : int1 = gts %6 %7 : int32
  condition %8
  yield %6
} do {
  (%9: int32)
  %10 : int32 = const 3
  %11 : int32 = sub %9 %10
  yield %11
}
)");
}

TEST(SemaControlTest, LoopsCarryTuplesAndBlockPointers) {
  std::string text =
      ops("t = (0, 0.0)\n"
          "b = tl.make_block_ptr(p, (n, 64), (64, 1), (0, 0), (2, 4), (1, 0))\n"
          "for i in range(n):\n"
          "    t = (t[0] + 1, t[1] + 1.0)\n"
          "    b = tl.advance(b, (0, 4))\n"
          "x = tl.load(b)");
  // The moved offset, and both parts of the tuple.
  EXPECT_THAT(text, HasSubstr("fp32[2, 4] = load"));
  EXPECT_THAT(text, HasSubstr(": int32, "));
  EXPECT_THAT(text, HasSubstr(": fp32"));
}

// A trial of the outer loop evaluates inner loops in place, so that the cost of
// a nest does not double with each level.
TEST(SemaControlTest, DeepNestsCostOneTrial) {
  std::string body, indent;
  for (int depth = 0; depth < 12; ++depth) {
    body += indent + "for i" + std::to_string(depth) + " in range(n):\n";
    indent += "    ";
  }
  body += indent + "tl.static_print('body')\n";
  std::string source =
      "# tqc: signature=\"*fp32, i32\"\n@triton.jit\ndef k(p, n):\n    x = 0\n";
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::StringRef(body).trim('\n').split(lines, '\n');
  for (llvm::StringRef line : lines)
    source += "    " + line.str() + "\n";
  Analysis result = analyze(source);
  EXPECT_TRUE(result.ok) << result.messages;
  EXPECT_EQ(result.printed, "body\n");
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

TEST(SemaControlTest, HelpersSeeConstants) {
  EXPECT_EQ(ops("x = f(n, 4)", "@triton.jit\ndef f(a, B):\n"
                               "    return a + tl.arange(0, B)\n"),
            R"(
%2 : int32[4] = range 0 4
%3 : int32[4] = splat %1
%4 : int32[4] = add %3 %2
)");
}

TEST(SemaControlTest, ReturnedConstantsBecomeRunTime) {
  EXPECT_THAT(ops("x = tl.arange(0, f())", "@triton.jit\ndef f():\n"
                                           "    return 4\n"),
              HasSubstr("`end` of `tl.arange` must be a constant, but this is "
                        "a run-time `int32` [TQ0303]"));
}

TEST(SemaControlTest, FunctionsTakeDefaultsKeywordsAndTuples) {
  EXPECT_EQ(
      ops("x, y = f(n, c=2)\nz = g(1, n, n)",
          "@triton.jit\ndef f(a, b=3, c=4):\n    return a * b, a * c\n"
          "@triton.jit\ndef g(a, *rest):\n    return rest[0] + rest[1]\n"),
      R"(
%2 : int32 = const 3
%3 : int32 = mul %1 %2
%4 : int32 = const 2
%5 : int32 = mul %1 %4
%6 : int32 = add %1 %1
)");
}

TEST(SemaControlTest, FunctionsAreValues) {
  EXPECT_EQ(ops("x = apply(f, n)",
                "@triton.jit\ndef f(a):\n    return a + a\n"
                "@triton.jit\ndef apply(g, a):\n    return g(a)\n"),
            R"(
%2 : int32 = add %1 %1
)");
}

//===----------------------------------------------------------------------===//
// Statements by condition, functions by constants
//===----------------------------------------------------------------------===//

TEST(SemaControlTest, AConditionChoosesBetweenStores) {
  EXPECT_EQ(ops("tl.store(p, 1.0) if n > 3 else tl.store(p, 2.0)"), R"(
%2 : int32 = const 3
%3 : int1 = gts %1 %2 : int32
if %3 {
  %4 : fp32 = const 1
  store %0 %4 _ : fp32
} else {
  %5 : fp32 = const 2
  store %0 %5 _ : fp32
}
)");
}

TEST(SemaControlTest, AFunctionCallsItselfForOtherConstants) {
  const char *twice = "@triton.jit\ndef twice(x, N: tl.constexpr):\n"
                      "    if N == 0:\n        return x\n    else:\n"
                      "        return twice(x + x, N - 1)\n";
  EXPECT_EQ(ops("m = twice(n, 2)", twice), R"(
%2 : int32 = add %1 %1
%3 : int32 = add %2 %2
)");
  EXPECT_THAT(ops("m = twice(n, -1)", twice),
              HasSubstr("over 200 calls lie inside each other here [TQ0316]"));
  EXPECT_THAT(ops("f: tl.constexpr = lambda g: g(g)\nm = f(f)"),
              HasSubstr("over 200 calls lie inside each other here [TQ0316]"));
  EXPECT_THAT(ops("m = f(n)", "@triton.jit\ndef f(a):\n    return f(a)\n"),
              HasSubstr("`f` calls itself"));
}

TEST(SemaControlTest, PrintNamesWhatItPrints) {
  EXPECT_THAT(ops("x = n + 1\nprint(x, n)"),
              HasSubstr("print ' x, n: ' %3 : int32 %1 : int32"));
  EXPECT_THAT(ops("print('n is', n)"), HasSubstr("print ' n is: ' %1 : int32"));
}

// As in Triton a text as an annotation says nothing, and a constexpr around a
// run-time value goes with the next assignment.
TEST(SemaControlTest, LocalsAreConstantsByAnnotationAlone) {
  EXPECT_THAT(ops("x: 'tl.constexpr' = 4\ny = tl.arange(0, x)"),
              HasSubstr("must be a constant"));
  EXPECT_EQ(ops("x = tl.constexpr(n)\ny = x + n"),
            "\n%2 : int32 = add %1 %1\n");
}

TEST(SemaControlTest, NothingIsStoredThroughConstantPointers) {
  const char *refused = "`tl.store` changes memory, but `const_pointer<fp32>` "
                        "only reads it [TQ0312]";
  EXPECT_THAT(analyze("@triton.jit\ndef k(p: \"*kfp32\"):\n"
                      "    tl.store(p, tl.load(p))\n")
                  .messages,
              HasSubstr(refused));
  EXPECT_THAT(analyze("# tqc: signature=\"*fp32\"\n@triton.jit\n"
                      "def k(p: tl.const):\n    tl.store(p + 1, 1.0)\n")
                  .messages,
              HasSubstr(refused));
  EXPECT_THAT(analyze("# tqc: signature=\"*ki32\"\n@triton.jit\n"
                      "def k(p):\n    tl.atomic_add(p, 1)\n")
                  .messages,
              HasSubstr("`tl.atomic_add` changes memory"));
}

} // namespace
