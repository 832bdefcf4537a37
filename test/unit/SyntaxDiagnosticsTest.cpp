//===- SyntaxDiagnosticsTest.cpp - Places, carets, JSON -------------------===//

#include "compiler/syntax/Diagnostics.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tqc;
using ::testing::EndsWith;
using ::testing::HasSubstr;

namespace {
struct DiagnosticsTest : ::testing::Test {
  const SourceFile &add(std::string text, std::string name = "k.tq") {
    return sources.add(std::move(name), std::move(text));
  }
  /// The first `needle` in the file.
  Span find(const SourceFile &file, llvm::StringRef needle) {
    auto at = static_cast<uint32_t>(file.text().find(needle));
    return {file.base() + at,
            static_cast<uint32_t>(file.base() + at + needle.size())};
  }
  std::string printed() {
    std::string text;
    llvm::raw_string_ostream os(text);
    diags.print(os);
    return text;
  }

  SourceManager sources;
  DiagEngine diags{sources};
};
} // namespace

TEST_F(DiagnosticsTest, PlacesCountFromOneInEveryFile) {
  const SourceFile &a = add("x\ny = 1\n", "a.tq");
  const SourceFile &b = add("z", "b.tq");
  EXPECT_EQ(sources.describe(find(a, "x")), "a.tq:1:1");
  EXPECT_EQ(sources.describe(find(a, "1")), "a.tq:2:5");
  EXPECT_EQ(sources.describe(find(b, "z")), "b.tq:1:1");
  EXPECT_EQ(sources.describe({}), "");
  EXPECT_EQ(sources.textOf(find(a, "y =")), "y =");
}

// The place behind the last byte belongs to its file: errors at the end.
TEST_F(DiagnosticsTest, TheEndOfAFileIsAPlaceInIt) {
  const SourceFile &a = add("ab", "a.tq");
  add("c", "b.tq");
  EXPECT_EQ(sources.describe({a.base() + 2, a.base() + 2}), "a.tq:1:3");
}

TEST_F(DiagnosticsTest, LinesEndAtEveryKindOfLineBreak) {
  const SourceFile &file = add("a\r\nb\rc\nd");
  EXPECT_EQ(file.lineText(1), "a");
  EXPECT_EQ(file.lineText(2), "b");
  EXPECT_EQ(file.lineText(3), "c");
  EXPECT_EQ(file.lineText(4), "d");
  EXPECT_EQ(file.locate(find(file, "c").begin).line, 3u);
}

TEST_F(DiagnosticsTest, PrintsLineCaretNoteAndHelp) {
  const SourceFile &file = add("BLOCK = 96\noffs = tl.arange(0, BLOCK)\n");
  diags
      .error(DiagCode{304}, find(file, "tl.arange(0, BLOCK)"),
             "`tl.arange` needs a power of two, but 96 is none")
      .note(find(file, "BLOCK = 96"), "defined here")
      .help("use 128 and mask the rest");
  EXPECT_EQ(printed(),
            "k.tq:2:8: error: `tl.arange` needs a power of two, but 96 is "
            "none [TQ0304]\n"
            "    2 | offs = tl.arange(0, BLOCK)\n"
            "      |        ^^^^^^^^^^^^^^^^^^^\n"
            "k.tq:1:1: note: defined here\n"
            "    1 | BLOCK = 96\n"
            "      | ^^^^^^^^^^\n"
            "help: use 128 and mask the rest\n");
}

TEST_F(DiagnosticsTest, TabsBeforeTheCaretKeepItsPlace) {
  const SourceFile &file = add("\tx =\ty\n");
  diags.error(DiagCode{1}, find(file, "y"), "no");
  EXPECT_EQ(printed(), "k.tq:1:6: error: no [TQ0001]\n"
                       "    1 |         x =     y\n"
                       "      |                 ^\n");
}

TEST_F(DiagnosticsTest, WideCharactersTakeTwoColumns) {
  const SourceFile &file = add("\"漢字\" + y\n");
  diags.error(DiagCode{1}, find(file, "y"), "no");
  EXPECT_EQ(printed(), "k.tq:1:12: error: no [TQ0001]\n"
                       "    1 | \"漢字\" + y\n"
                       "      |          ^\n");
}

TEST_F(DiagnosticsTest, LongLinesAreCutAroundTheCaret) {
  const SourceFile &file =
      add(std::string(300, 'a') + " bad " + std::string(300, 'c'));
  diags.error(DiagCode{1}, find(file, "bad"), "no");
  std::string text = printed();
  EXPECT_THAT(text, HasSubstr("| ...aaa"));
  EXPECT_THAT(text, HasSubstr("ccc...\n"));
  // The caret stands under the word.
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n');
  EXPECT_EQ(lines[1].find("bad"), lines[2].find("^^^"));
  EXPECT_LT(lines[1].size(), 120u);
}

TEST_F(DiagnosticsTest, ALineOfMegabytesIsNotPrinted) {
  const SourceFile &file = add(std::string(5'000'000, 'a') + "!");
  diags.error(DiagCode{1}, find(file, "!"), "no");
  std::string text = printed();
  EXPECT_LT(text.size(), 400u);
  EXPECT_THAT(text, HasSubstr("a!\n"));
}

TEST_F(DiagnosticsTest, BytesThatAreNoCharactersAreShownAsNumbers) {
  const SourceFile &file = add("a\xFF\x01z");
  diags.error(DiagCode{1}, find(file, "z"), "no");
  EXPECT_EQ(printed(), "k.tq:1:4: error: no [TQ0001]\n"
                       "    1 | a<FF><1>z\n"
                       "      |         ^\n");
}

TEST_F(DiagnosticsTest, ASpanOfSeveralLinesIsUnderlinedOnItsFirst) {
  const SourceFile &file = add("f(a,\n  b)\n");
  diags.error(DiagCode{1}, find(file, "(a,\n  b)"), "no");
  EXPECT_EQ(printed(), "k.tq:1:2: error: no [TQ0001]\n"
                       "    1 | f(a,\n"
                       "      |  ^^^\n");
}

TEST_F(DiagnosticsTest, NothingIsDrawnWithoutAPlace) {
  diags.error(DiagCode{12}, {}, "no device");
  EXPECT_EQ(printed(), "error: no device [TQ0012]\n");
}

TEST_F(DiagnosticsTest, StopsAfterTwentyErrors) {
  for (int i = 0; i < 25; ++i)
    diags.error(DiagCode{1}, {}, "no");
  std::string text = printed();
  EXPECT_THAT(text, EndsWith("error: no [TQ0001]\nand 5 more errors\n"));
  EXPECT_EQ(llvm::StringRef(text).count("error: no"), 20u);
}

TEST_F(DiagnosticsTest, RollBackForgetsErrors) {
  diags.error(DiagCode{1}, {}, "kept");
  size_t mark = diags.mark();
  diags.error(DiagCode{1}, {}, "dropped");
  diags.warning(DiagCode{1}, {}, "dropped too");
  diags.rollBack(mark);
  EXPECT_EQ(diags.errorCount(), 1u);
  EXPECT_EQ(printed(), "error: kept [TQ0001]\n");
}

TEST_F(DiagnosticsTest, JsonHoldsEverything) {
  const SourceFile &file = add("a b\n");
  diags.error(DiagCode{201}, find(file, "b"), "say \"b\"")
      .note(find(file, "a"), "here")
      .help("cure");
  std::string text;
  llvm::raw_string_ostream os(text);
  diags.printJson(os);
  EXPECT_EQ(text, R"([
 {
  "level": "error",
  "code": "TQ0201",
  "file": "k.tq",
  "line": 1,
  "column": 3,
  "endLine": 1,
  "endColumn": 4,
  "message": "say \"b\"",
  "notes": [
   {
    "file": "k.tq",
    "line": 1,
    "column": 1,
    "endLine": 1,
    "endColumn": 2,
    "message": "here"
   }
  ],
  "help": [
   "cure"
  ]
 }
]
)");
}

TEST_F(DiagnosticsTest, ColoursOnlyWhenAsked) {
  diags.error(DiagCode{1}, {}, "no");
  std::string text;
  llvm::raw_string_ostream os(text);
  diags.print(os, /*colours=*/true);
  EXPECT_THAT(text, HasSubstr("\033[1;31merror: \033[0mno"));
}

TEST(ExplainCodeTest, KnowsItsCodesAndNoOthers) {
  ASSERT_TRUE(explainCode(code::UnclosedBracket));
  EXPECT_THAT(explainCode(DiagCode{105})->str(), HasSubstr("never closed"));
  EXPECT_FALSE(explainCode(DiagCode{9998}));
}

// A text of the program may hold anything; a terminal obeys some of it.
TEST_F(DiagnosticsTest, ControlBytesAreSpelled) {
  diags
      .error({1}, {},
             "bell \a, escape \x1b[31m, C1 \xc2\x9b, byte \xff, \xc3\xa9")
      .help("a\rb");
  EXPECT_EQ(printed(), "error: bell \\x07, escape \\x1b[31m, C1 \\xc2\\x9b, "
                       "byte \\xff, \xc3\xa9 [TQ0001]\nhelp: a\\x0db\n");
}
