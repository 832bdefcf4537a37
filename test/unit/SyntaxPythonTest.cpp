//===- SyntaxPythonTest.cpp - What a .py file skips -----------------------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "SyntaxTesting.h"

using namespace tqc;
using namespace tqc::testing;
using ::testing::HasSubstr;

/// The tree of a `.py` file; it never has diagnostics.
static std::string python(std::string text) {
  Parsed parsed(std::move(text), "t.py");
  EXPECT_EQ(parsed.errors(), "");
  return parsed.tree();
}

TEST(PythonTest, SkipsWhatTheLanguageDoesNotCover) {
  EXPECT_EQ(python("class A(B):\n  def f(self): yield\n  def g(self): pass\n"
                   "x = 1\n"),
            "Class A\n"
            "  Base\n    Name B\n"
            "  Body\n"
            "    Skipped f \"generators are not part of the language\"\n"
            "    Function g\n      Param self\n      Pass\n"
            "Assign\n  Name x\n  Int 1\n");
  EXPECT_EQ(python("@d\nasync def f():\n  await x\n"),
            "Skipped f \"`async` is not part of the language\"\n");
  EXPECT_EQ(
      python("@dataclass\n# c\nclass A:\n  x: int\n"),
      "Class A\n  Decorator\n    Name dataclass\n  Body\n"
      "    AnnAssign\n      Name x\n      Annotation\n        Name int\n");
  EXPECT_EQ(python("class A[T]: pass\n"),
            "Skipped A \"type parameters are not part of the language\"\n");
  EXPECT_EQ(python("x = b'a'\n"),
            "Skipped x \"bytes literals are not part of the language\"\n");
  EXPECT_EQ(python("x = (a := 1)\n"), "Skipped x \"assignment inside an "
                                      "expression is not part of the "
                                      "language\"\n");
  EXPECT_EQ(python("match a:\n  case [1, *b] if c: pass\n"),
            "Skipped \"`match` is not part of the language\"\n");
}

TEST(PythonTest, AClassOfNamedTuplesIsItsCall) {
  const char *call = "Assign\n  Name P\n  Call\n";
  EXPECT_THAT(python("class P(NamedTuple):\n  'text'\n  x: int\n"
                     "  y: a.b[c] = 1\n"),
              HasSubstr(call));
  EXPECT_THAT(python("class P(typing.NamedTuple):\n  x: int\n"),
              HasSubstr(call));
  // Classes with more in them stay classes.
  for (const char *body : {"  def f(self): pass\n", "  x = 1\n",
                           "  x: int\n  @p\n  def f(self): pass\n"})
    EXPECT_THAT(python(std::string("class P(NamedTuple):\n") + body),
                HasSubstr("Class P\n"))
        << body;
  EXPECT_THAT(python("class P(NamedTuple, Q):\n  x: int\n"),
              HasSubstr("Class P\n"));
}

TEST(PythonTest, SkipsTheWholeFunctionThatHoldsIt) {
  EXPECT_EQ(python("@triton.jit\n"
                   "def f(x):\n"
                   "  a = 1\n"
                   "  b = {1, 2}\n"
                   "  return a\n"
                   "def g(): pass\n"),
            "Skipped f \"sets are not part of the language\"\n"
            "Function g\n  Pass\n");
}

TEST(PythonTest, SkipsOnlyTheStatementUnderAModuleLevelIf) {
  EXPECT_EQ(python("if a:\n  class B: pass\n  c = 1\nelse:\n  c = 2\n"),
            "If\n  Name a\n"
            "  Then\n"
            "    Class B\n      Body\n        Pass\n"
            "    Assign\n      Name c\n      Int 1\n"
            "  Else\n    Assign\n      Name c\n      Int 2\n");
}

TEST(PythonTest, ASkippedStatementKnowsWhereAndWhy) {
  Parsed parsed("def f():\n  a = 1\n  yield a\n", "t.py");
  const auto &skipped = parsed.first<ast::SkippedStmt>();
  EXPECT_EQ(skipped.name, "f");
  EXPECT_EQ(skipped.code, 204u);
  EXPECT_EQ(parsed.sources.describe(skipped.where), "t.py:3:3");
  EXPECT_EQ(parsed.sources.textOf(skipped.span), "def f():");
}

TEST(PythonTest, BrokenFilesAreSkippedToo) {
  EXPECT_THAT(python("def f(:\n  pass\ng = 1\n"), HasSubstr("Name g"));
  EXPECT_THAT(python("x = 'abc\ny = 1\n"), HasSubstr("Name y"));
  EXPECT_THAT(python("\xFF\nz = 1\n"), HasSubstr("Name z"));
  EXPECT_THAT(python("if a:\n        b\n\tc\nz = 1\n"), HasSubstr("Name z"));
  EXPECT_THAT(python("exec \"x\" in y\nz = 1\n"), HasSubstr("Name z"));
}

TEST(PythonTest, WhatIsNotReadIsNotForgotten) {
  std::string text;
  for (int i = 0; i < 400; ++i)
    text += "$\n";
  Parsed parsed(text + "z = 1\n", "t.py");
  EXPECT_EQ(parsed.errors(), "");
  const auto *last = llvm::cast<ast::SkippedStmt>(parsed.module->body.back());
  EXPECT_THAT(last->reason, HasSubstr("what follows was not read"));
  EXPECT_EQ(parsed.sources.describe(last->where), "t.py:300:2");
}

TEST(PythonTest, ATqcLineWithoutAFunctionIsAnyComment) {
  EXPECT_EQ(python("# tqc: a\n\nx = 1\n"), "Assign\n  Name x\n  Int 1\n");
}
