//===- SyntaxLexerTest.cpp - Tokens, line breaks, blocks, strings ---------===//

#include "compiler/syntax/Lexer.h"

#include "gtest/gtest.h"

using namespace tqc;

/// The tokens of a text, separated by blanks: names and numbers as written,
/// others by what they are.
static std::string tokens(std::string text) {
  SourceManager sources;
  const SourceFile &file = sources.add("t.tq", std::move(text));
  TokenList list = lex(file, sources);
  std::string result;
  for (const Token &token : list.tokens) {
    if (!result.empty())
      result += ' ';
    switch (token.kind) {
    case TokenKind::Newline:
      result += "NL";
      break;
    case TokenKind::Indent:
      result += "IN";
      break;
    case TokenKind::Dedent:
      result += "OUT";
      break;
    case TokenKind::End:
      result += "END";
      break;
    case TokenKind::Error:
      result += "<" + list.errors[token.error].message + ">";
      break;
    default:
      result += sources.textOf(token.span);
    }
  }
  return result;
}

TEST(LexerTest, JoinsLinesInBracketsAndAfterABackslash) {
  EXPECT_EQ(tokens("f(a,\n  b)\nc = \\\n d\n"), "f ( a , b ) NL c = d NL END");
}

TEST(LexerTest, OpensAndClosesBlocks) {
  EXPECT_EQ(tokens("if a:\n  b\n  if c:\n    d\ne\n"),
            "if a : NL IN b NL if c : NL IN d NL OUT OUT e NL END");
}

TEST(LexerTest, ClosesBlocksAtTheEndWithoutALineBreak) {
  EXPECT_EQ(tokens("if a:\n  b"), "if a : NL IN b NL OUT END");
}

TEST(LexerTest, SkipsBlankLinesAndComments) {
  EXPECT_EQ(tokens("\n  # deep\nif a:\n\n  b # c\n# out\n   \n  d\n"),
            "if a : NL IN b NL d NL OUT END");
}

TEST(LexerTest, EmptyFilesHoldOnlyTheirEnd) {
  EXPECT_EQ(tokens(""), "END");
  EXPECT_EQ(tokens("\n\n  # c"), "END");
  EXPECT_EQ(tokens("\xEF\xBB\xBF"), "END");
}

TEST(LexerTest, AByteOrderMarkAndCarriageReturnsAreNoTokens) {
  EXPECT_EQ(tokens("\xEF\xBB\xBFif a:\r\n  b\r\nc\r"),
            "if a : NL IN b NL OUT c NL END");
}

TEST(LexerTest, TabsCountToTheNextMultipleOfEight) {
  EXPECT_EQ(tokens("if a:\n\tb\n\tc\n"), "if a : NL IN b NL c NL OUT END");
  EXPECT_EQ(tokens("if a:\n        b\n\tc\n"),
            "if a : NL IN b NL <tabs and spaces disagree about the depth of "
            "this line> c NL OUT END");
}

TEST(LexerTest, TakesTheLongestOperator) {
  EXPECT_EQ(tokens("a**=b//=c<<=d>>=e->f:=g!=h...i<=j"),
            "a **= b //= c <<= d >>= e -> f := g != h ... i <= j NL END");
}

TEST(LexerTest, ReadsNumbers) {
  EXPECT_EQ(tokens("1_000 0xFF_ff 0o17 0b1_0 1. .5 1e-6 1_0.5_0E+1_0 0 00"),
            "1_000 0xFF_ff 0o17 0b1_0 1. .5 1e-6 1_0.5_0E+1_0 0 00 NL END");
}

TEST(LexerTest, AKeywordMayFollowANumberDirectly) {
  EXPECT_EQ(tokens("1if 0else 2"), "1 if 0 else 2 NL END");
}

TEST(LexerTest, RefusesWhatOnlyLooksLikeANumber) {
  EXPECT_EQ(tokens("0x"), "<`0x` is no number: digits are missing> NL END");
  EXPECT_EQ(tokens("1__0"),
            "<`1__0` is no number: two underscores in a row> NL END");
  EXPECT_EQ(tokens("1_"),
            "<`1_` is no number: an underscore at the end> NL END");
  EXPECT_EQ(tokens("0b12"),
            "<`0b12` is no number: a digit does not fit its base> NL END");
  EXPECT_EQ(tokens("012"),
            "<`012` is no number: a decimal number has no leading zeros> NL "
            "END");
  EXPECT_EQ(tokens("1abc"),
            "<`1abc` is no number: letters follow the digits> NL END");
  EXPECT_EQ(tokens("1e"),
            "<`1e` is no number: the exponent is missing> NL END");
  EXPECT_EQ(tokens("3j"), "<`3j` is a complex number, which the language does "
                          "not have> NL END");
}

TEST(LexerTest, ReadsEveryFormOfString) {
  EXPECT_EQ(tokens(R"('a' "b" r'\d' u"c" '\'' "\\" f'd' Rf"e" '''a'b''')"),
            R"('a' "b" r'\d' u"c" '\'' "\\" f'd' Rf"e" '''a'b''' NL END)");
  EXPECT_EQ(tokens("'''a\nb''' c"), "'''a\nb''' c NL END");
  EXPECT_EQ(tokens("'a\\\nb' c"), "'a\\\nb' c NL END");
}

TEST(LexerTest, BracesOfFStringsMayHoldTheSameQuotes) {
  EXPECT_EQ(tokens(R"(f"{a["b"]:{c}>{'"'}}" d)"),
            R"(f"{a["b"]:{c}>{'"'}}" d NL END)");
  EXPECT_EQ(tokens(R"(f"{{" f"{a!r:'>4}" f'{x["a"]}' b)"),
            R"(f"{{" f"{a!r:'>4}" f'{x["a"]}' b NL END)");
}

TEST(LexerTest, AnUnclosedStringEndsWithItsLine) {
  EXPECT_EQ(tokens("a = 'b\nc"),
            "a = <this string is never closed> NL c NL END");
  EXPECT_EQ(tokens("a = '''b\nc"),
            "a = <this string is never closed> NL c NL END");
}

TEST(LexerTest, AnUnclosedBracketEndsBeforeTheNextStatement) {
  EXPECT_EQ(tokens("a = f(b,\n      c\nd = 1\ne = 2\n"),
            "a = f ( b , c <`(` is never closed> NL d = 1 NL e = 2 NL END");
  EXPECT_EQ(tokens("if f(a:\n  return b\nc\n"),
            "if f ( a : <`(` is never closed> NL IN return b NL OUT c NL END");
}

TEST(LexerTest, NamesMayUseAnyScript) {
  EXPECT_EQ(tokens("größe = 质量"), "größe = 质量 NL END");
}

TEST(LexerTest, SaysWhichByteIsNoText) {
  EXPECT_EQ(tokens("a = 1 # \xFF\nb"),
            "a = 1 <byte 0xff is not part of a UTF-8 character> NL b NL END");
  EXPECT_EQ(tokens(std::string("a\0b", 3)),
            "a <the source holds a NUL byte> b NL END");
  EXPECT_EQ(tokens("'\xC3('"),
            "'\xC3(' <byte 0xc3 is not part of a UTF-8 character> NL END");
}

TEST(LexerTest, FindsTqcCommentsThatStandAlone) {
  SourceManager sources;
  const SourceFile &file =
      sources.add("t.tq", "# tqc: a=1\nx # tqc: no\n  #tqc: b=2  \n");
  TokenList list = lex(file, sources);
  ASSERT_EQ(list.tqcComments.size(), 2u);
  EXPECT_EQ(list.tqcComments[0].text, "a=1");
  EXPECT_EQ(list.tqcComments[0].line, 1u);
  EXPECT_EQ(list.tqcComments[1].text, "b=2");
  EXPECT_EQ(sources.textOf(list.tqcComments[1].span), "#tqc: b=2");
}
