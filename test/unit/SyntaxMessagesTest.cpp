//===- SyntaxMessagesTest.cpp - Each message, with its full text ----------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "SyntaxTesting.h"

using namespace tqc;
using namespace tqc::testing;
using ::testing::HasSubstr;

//===----------------------------------------------------------------------===//
// Lexer
//===----------------------------------------------------------------------===//

TEST(MessagesTest, NotUtf8) {
  EXPECT_EQ(errorsOf("x = 1 # \xE9t\xE9\n"),
            "t.tq:1:9: error: byte 0xe9 is not part of a UTF-8 character "
            "[TQ0101]\n"
            "    1 | x = 1 # <E9>t<E9>\n"
            "      |         ^^^^\n"
            "help: save the file as UTF-8\n");
}

TEST(MessagesTest, NulByte) {
  EXPECT_EQ(errorsOf(std::string("x = \0", 5)),
            "t.tq:1:5: error: the source holds a NUL byte [TQ0102]\n"
            "    1 | x = <0>\n"
            "      |     ^^^\n");
}

TEST(MessagesTest, StrayCharacter) {
  EXPECT_EQ(errorsOf("x = “a”\n"),
            "t.tq:1:5: error: `“` (U+201C) has no meaning here [TQ0103]\n"
            "    1 | x = “a”\n"
            "      |     ^\n"
            "help: write `\"`\n");
  EXPECT_EQ(errorsOf("a ? b\n"),
            "t.tq:1:3: error: `?` has no meaning here [TQ0103]\n"
            "    1 | a ? b\n"
            "      |   ^\n");
  EXPECT_THAT(errorsOf("a \x01 b\n"),
              HasSubstr("error: control character 0x01 has no meaning here"));
}

TEST(MessagesTest, UnterminatedString) {
  EXPECT_EQ(errorsOf("x = 'abc\ny = 1\n"),
            "t.tq:1:5: error: this string is never closed [TQ0104]\n"
            "    1 | x = 'abc\n"
            "      |     ^^^^\n"
            "help: end it with `'`\n");
  EXPECT_EQ(errorsOf("x = \"\"\"abc\n"),
            "t.tq:1:5: error: this string is never closed [TQ0104]\n"
            "    1 | x = \"\"\"abc\n"
            "      |     ^^^\n"
            "help: end it with `\"\"\"`\n");
}

TEST(MessagesTest, UnclosedBracket) {
  EXPECT_EQ(errorsOf("x = f(1,\ny = 2\nz = [\n"),
            "t.tq:1:6: error: `(` is never closed [TQ0105]\n"
            "    1 | x = f(1,\n"
            "      |      ^\n"
            "t.tq:3:5: error: `[` is never closed [TQ0105]\n"
            "    3 | z = [\n"
            "      |     ^\n");
}

TEST(MessagesTest, MismatchedBracket) {
  EXPECT_EQ(errorsOf("x = a[(i + 1]\n"),
            "t.tq:1:13: error: `]` does not close `(` [TQ0106]\n"
            "    1 | x = a[(i + 1]\n"
            "      |             ^\n"
            "t.tq:1:7: note: `(` is opened here\n"
            "    1 | x = a[(i + 1]\n"
            "      |       ^\n");
}

TEST(MessagesTest, MixedIndentation) {
  EXPECT_EQ(errorsOf("if a:\n        b\n\tc\n"),
            "t.tq:3:1: error: tabs and spaces disagree about the depth of "
            "this line [TQ0107]\n"
            "    3 |         c\n"
            "      | ^^^^^^^^\n"
            "help: indent with spaces only\n");
}

TEST(MessagesTest, UnmatchedDedent) {
  EXPECT_EQ(errorsOf("def f():\n    a\n  return\n  b\nc\n"),
            "t.tq:3:3: error: this line is indented by 2, but the blocks "
            "around it by 0 and 4 [TQ0108]\n"
            "    3 |   return\n"
            "      |   ^^^^^^\n");
}

TEST(MessagesTest, BadNumber) {
  EXPECT_EQ(errorsOf("x = 012\n"),
            "t.tq:1:5: error: `012` is no number: a decimal number has no "
            "leading zeros [TQ0109]\n"
            "    1 | x = 012\n"
            "      |     ^^^\n");
}

TEST(MessagesTest, ImaginaryNumber) {
  EXPECT_EQ(errorsOf("x = 1.5j\n"),
            "t.tq:1:5: error: `1.5j` is a complex number, which the language "
            "does not have [TQ0110]\n"
            "    1 | x = 1.5j\n"
            "      |     ^^^^\n");
}

TEST(MessagesTest, StrayBackslash) {
  EXPECT_EQ(errorsOf("x = 1 + \\ # c\n  2\n"),
            "t.tq:1:9: error: a backslash continues the line, but something "
            "follows it [TQ0111]\n"
            "    1 | x = 1 + \\ # c\n"
            "      |         ^\n"
            "help: let the line end directly after the backslash\n");
}

TEST(MessagesTest, TooManyBrackets) {
  EXPECT_THAT(errorsOf("x = " + std::string(10'000, '(') + "\ny = 1 +\n"),
              HasSubstr("t.tq:1:205: error: more than 200 brackets are open "
                        "here [TQ0112]\n"));
}

TEST(MessagesTest, BadEscapes) {
  EXPECT_EQ(errorsOf("x = 'a\\x4'\n"),
            "t.tq:1:7: error: `\\x` needs 2 hexadecimal digits [TQ0113]\n"
            "    1 | x = 'a\\x4'\n"
            "      |       ^^^\n");
  EXPECT_THAT(
      errorsOf("x = '\\U00110000'\n"),
      HasSubstr("error: this escape is beyond the last character, U+10FFFF"));
  EXPECT_EQ(errorsOf("x = '\\N{DASH}'\n"),
            "t.tq:1:6: error: characters cannot be written by name [TQ0113]\n"
            "    1 | x = '\\N{DASH}'\n"
            "      |      ^^\n"
            "help: write the character itself, or `\\u` and its number\n");
}

TEST(MessagesTest, BadFStrings) {
  EXPECT_EQ(errorsOf("x = f'a}'\n"),
            "t.tq:1:8: error: `}` stands alone in an f-string [TQ0114]\n"
            "    1 | x = f'a}'\n"
            "      |        ^\n"
            "help: write `}}` for the character\n");
  EXPECT_EQ(errorsOf("x = f'{ }'\n"),
            "t.tq:1:7: error: the braces of this f-string hold no expression "
            "[TQ0114]\n"
            "    1 | x = f'{ }'\n"
            "      |       ^^^\n");
  EXPECT_THAT(errorsOf("x = f'{a!x}'\n"),
              HasSubstr("t.tq:1:9: error: expected `!r`, `!s` or `!a`, but "
                        "found `!x` [TQ0114]\n"));
  EXPECT_THAT(errorsOf("x = f'{a'\n"),
              HasSubstr("t.tq:1:7: error: `{` stands alone in an f-string"));
  EXPECT_THAT(errorsOf("x = f'{a b}'\n"),
              HasSubstr("t.tq:1:10: error: expected the end of the "
                        "expression, but found `b` [TQ0201]\n"));
}

TEST(MessagesTest, IntTooLarge) {
  EXPECT_EQ(errorsOf("x = 0x80000000000000000000000000000000\n"),
            "t.tq:1:5: error: this integer has more than 127 bits [TQ0115]\n"
            "    1 | x = 0x80000000000000000000000000000000\n"
            "      |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n");
}

TEST(MessagesTest, BytesLiteral) {
  EXPECT_EQ(errorsOf("x = b'a'\n"), "t.tq:1:5: error: bytes literals are not "
                                    "part of the language [TQ0116]\n"
                                    "    1 | x = b'a'\n"
                                    "      |     ^^^^\n");
}

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

TEST(MessagesTest, Expected) {
  EXPECT_EQ(errorsOf("x = 1 + * 2\n"),
            "t.tq:1:9: error: expected an expression, but found `*` "
            "[TQ0201]\n"
            "    1 | x = 1 + * 2\n"
            "      |         ^\n");
  EXPECT_EQ(errorsOf("for x in y\n  pass\n"),
            "t.tq:1:11: error: expected `:`, but found the end of the line "
            "[TQ0201]\n"
            "    1 | for x in y\n"
            "      |           ^\n");
  EXPECT_EQ(errorsOf("if a = b:\n  pass\n"),
            "t.tq:1:6: error: expected `:`, but found `=` [TQ0201]\n"
            "    1 | if a = b:\n"
            "      |      ^\n"
            "help: `==` compares, `=` assigns\n");
  EXPECT_EQ(errorsOf("if a:\n  b\nelse if c:\n  d\n"),
            "t.tq:3:6: error: expected `:`, but found `if` [TQ0201]\n"
            "    3 | else if c:\n"
            "      |      ^^\n"
            "help: write `elif`\n");
  EXPECT_EQ(errorsOf("x = a && b\n"),
            "t.tq:1:8: error: expected an expression, but found `&` "
            "[TQ0201]\n"
            "    1 | x = a && b\n"
            "      |        ^\n"
            "help: write `and`\n");
  EXPECT_THAT(errorsOf("x = a || b\n"), HasSubstr("help: write `or`\n"));
  EXPECT_THAT(errorsOf("x = !b\n"), HasSubstr("help: write `not`\n"));
  EXPECT_EQ(errorsOf("f(a b)\n"),
            "t.tq:1:5: error: expected `,` or `)`, but found `b` [TQ0201]\n"
            "    1 | f(a b)\n"
            "      |     ^\n"
            "t.tq:1:2: note: to close this `(`\n"
            "    1 | f(a b)\n"
            "      |  ^\n");
  EXPECT_THAT(errorsOf("print 'a'\n"), HasSubstr("expected the end of the "
                                                 "line, but found a string"));
  EXPECT_THAT(errorsOf("def (a): pass\n"),
              HasSubstr("expected the name of the function, but found `(`"));
  EXPECT_THAT(errorsOf("x.1\n"), HasSubstr("but found `.1`"));
  EXPECT_THAT(errorsOf("x.for\n"),
              HasSubstr("expected a name after `.`, but found `for`"));
  EXPECT_THAT(errorsOf("import 1\n"),
              HasSubstr("expected a module name, but found `1`"));
  EXPECT_THAT(errorsOf("try:\n  a\nb\n"),
              HasSubstr("expected `except` or `finally`, but found `b`"));
  EXPECT_THAT(errorsOf("@a\nb = 1\n"),
              HasSubstr("expected `def`, but found `b`"));
  EXPECT_THAT(errorsOf("x = *a\n"), HasSubstr("a starred one outside a list"));
  EXPECT_THAT(errorsOf("else:\n  a\n"),
              HasSubstr("expected a statement, but found `else`"));
}

TEST(MessagesTest, UnexpectedIndent) {
  EXPECT_EQ(errorsOf("a\n  b\nc\n"),
            "t.tq:2:3: error: this line is indented, but no block starts "
            "here [TQ0202]\n"
            "    2 |   b\n"
            "      |   ^\n");
}

TEST(MessagesTest, ExpectedBlock) {
  EXPECT_EQ(errorsOf("while a:\nb\n"),
            "t.tq:2:1: error: expected an indented block after `while` "
            "[TQ0203]\n"
            "    2 | b\n"
            "      | ^\n"
            "t.tq:1:1: note: the block belongs to this line\n"
            "    1 | while a:\n"
            "      | ^^^^^^^^\n");
}

TEST(MessagesTest, NotCovered) {
  EXPECT_EQ(errorsOf("class A:\n  x = b'1'\ny = 1\n"),
            "t.tq:2:7: error: bytes literals are not part of the language "
            "[TQ0116]\n"
            "    2 |   x = b'1'\n"
            "      |       ^^^^\n");
  struct {
    const char *text, *message;
  } const kCases[] = {
      {"async def f(): pass\n", "`async` is not part of the language"},
      {"def f():\n  yield 1\n", "generators are not part of the language"},
      {"def f():\n  x = yield\n", "generators are not part of the language"},
      {"x = await y\n", "`await` is not part of the language"},
      {"f(a := 1)\n",
       "assignment inside an expression is not part of the language"},
      {"x = {1, 2}\n", "sets are not part of the language"},
      {"x = {a for a in b}\n", "sets are not part of the language"},
      {"match x:\n  case 1: pass\n", "`match` is not part of the language"},
      {"type A = int\n", "type aliases are not part of the language"},
      {"def f[T](x): pass\n", "type parameters are not part of the language"},
      {"try:\n  a\nexcept* E:\n  b\n",
       "exception groups are not part of the language"},
  };
  for (const auto &[text, message] : kCases) {
    Parsed parsed(text);
    ASSERT_EQ(parsed.diags.all().size(), 1u) << text << parsed.errors();
    EXPECT_EQ(parsed.diags.all()[0].message, message);
    EXPECT_EQ(parsed.diags.all()[0].code.number, 204u);
  }
}

TEST(MessagesTest, NamesLikeSoftKeywordsAreNames) {
  EXPECT_EQ(errorsOf("match = 1\nmatch(x)\nmatch[0] = 2\ntype(x)\ncase = 3\n"
                     "type = 4\nmatch -= 1\n"),
            "");
}

TEST(MessagesTest, BadTarget) {
  EXPECT_EQ(errorsOf("f(x) = 1\n"),
            "t.tq:1:1: error: cannot assign to the result of a call "
            "[TQ0205]\n"
            "    1 | f(x) = 1\n"
            "      | ^^^^\n");
  struct {
    const char *text, *message;
  } const kCases[] = {
      {"1 = x\n", "cannot assign to a number"},
      {"'a' += x\n", "cannot assign to a string"},
      {"a, 2 = x\n", "cannot assign to a number"},
      {"None = x\n", "cannot assign to `None`"},
      {"a + b = x\n", "cannot assign to an expression"},
      {"a == b = x\n", "cannot assign to a comparison"},
      {"(a, b) += x\n", "cannot assign to several names at once here"},
      {"for f() in x: pass\n", "cannot assign to the result of a call"},
      {"del 1\n", "cannot assign to a number"},
  };
  for (const auto &[text, message] : kCases) {
    Parsed parsed(text);
    ASSERT_EQ(parsed.diags.all().size(), 1u) << text << parsed.errors();
    EXPECT_EQ(parsed.diags.all()[0].message, message) << text;
  }
}

TEST(MessagesTest, TooDeep) {
  EXPECT_THAT(errorsOf("x = " + std::string(100'000, '-') + "1\n"),
              HasSubstr("error: this is nested too deeply to be followed "
                        "[TQ0206]\n"));
  std::string sum = "x = 1";
  for (int i = 0; i < 100'000; ++i)
    sum += " + 1";
  EXPECT_THAT(errorsOf(sum + "\n"), HasSubstr("[TQ0206]\n"));
  std::string chain = "if a: pass\n";
  for (int i = 0; i < 100'000; ++i)
    chain += "elif b: pass\n";
  EXPECT_THAT(errorsOf(chain), HasSubstr("[TQ0206]\n"));
  std::string blocks;
  for (int i = 0; i < 1'000; ++i)
    blocks += std::string(i, ' ') + "if a:\n";
  EXPECT_THAT(errorsOf(blocks),
              HasSubstr("error: more than 100 blocks are nested here"));
}

TEST(MessagesTest, BadParameters) {
  EXPECT_EQ(errorsOf("def f(a=1, b): pass\n"),
            "t.tq:1:12: error: `b` has no default, but a parameter before it "
            "has one [TQ0207]\n"
            "    1 | def f(a=1, b): pass\n"
            "      |            ^\n"
            "t.tq:1:7: note: this one has a default\n"
            "    1 | def f(a=1, b): pass\n"
            "      |       ^^^\n");
  struct {
    const char *text, *message;
  } const kCases[] = {
      {"def f(a, a): pass\n", "two parameters are called `a`"},
      {"def f(**a, b): pass\n", "a parameter follows `**a`"},
      {"def f(/, a): pass\n", "`/` stands where no parameters end"},
      {"def f(*, *a): pass\n", "`*` stands here twice"},
      {"def f(*): pass\n", "no name follows `*`"},
      {"x = lambda a, a: 1\n", "two parameters are called `a`"},
  };
  for (const auto &[text, message] : kCases) {
    Parsed parsed(text);
    ASSERT_EQ(parsed.diags.all().size(), 1u) << text << parsed.errors();
    EXPECT_EQ(parsed.diags.all()[0].message, message) << text;
  }
}

TEST(MessagesTest, BadArguments) {
  EXPECT_EQ(errorsOf("f(a=1, a=2)\n"),
            "t.tq:1:8: error: `a` is given twice [TQ0208]\n"
            "    1 | f(a=1, a=2)\n"
            "      |        ^\n"
            "t.tq:1:3: note: first given here\n"
            "    1 | f(a=1, a=2)\n"
            "      |   ^\n");
  EXPECT_EQ(errorsOf("f(a=1, b)\n"),
            "t.tq:1:8: error: a positional argument follows one with a name "
            "[TQ0208]\n"
            "    1 | f(a=1, b)\n"
            "      |        ^\n"
            "t.tq:1:3: note: the one with a name stands here\n"
            "    1 | f(a=1, b)\n"
            "      |   ^\n");
}

TEST(MessagesTest, OutsideItsPlace) {
  EXPECT_EQ(errorsOf("return 1\n"),
            "t.tq:1:1: error: `return` stands outside a function [TQ0209]\n"
            "    1 | return 1\n"
            "      | ^^^^^^\n");
  EXPECT_THAT(errorsOf("continue\n"),
              HasSubstr("error: `continue` stands outside a loop [TQ0209]\n"));
}

TEST(MessagesTest, StrayTqcLine) {
  EXPECT_EQ(errorsOf("# tqc: a=1\n\ndef f(): pass\n"),
            "t.tq:1:1: warning: this line belongs to no function [TQ0210]\n"
            "    1 | # tqc: a=1\n"
            "      | ^^^^^^^^^^\n"
            "help: put it directly above a kernel or its first decorator\n");
}

//===----------------------------------------------------------------------===//
// Recovery
//===----------------------------------------------------------------------===//

TEST(RecoveryTest, GoesOnAtTheNextLineOfTheSameDepth) {
  Parsed parsed("def f():\n"
                "  a = = 1\n"
                "  b = 2\n"
                "  if x y:\n"
                "    hidden = = 1\n"
                "  else:\n"
                "    hidden = = 1\n"
                "  c = 3 3\n"
                "d = )\n"
                "e = 5\n");
  ASSERT_EQ(parsed.diags.all().size(), 4u) << parsed.errors();
  EXPECT_EQ(parsed.sources.describe(parsed.diags.all()[0].at), "t.tq:2:7");
  EXPECT_EQ(parsed.sources.describe(parsed.diags.all()[1].at), "t.tq:4:8");
  EXPECT_EQ(parsed.sources.describe(parsed.diags.all()[2].at), "t.tq:8:9");
  EXPECT_EQ(parsed.sources.describe(parsed.diags.all()[3].at), "t.tq:9:5");
  // What could be read is in the tree.
  const auto &f = parsed.first<ast::FunctionStmt>();
  EXPECT_EQ(f.body.size(), 2u); // `b = 2` and the `c = 3` before the second 3
  EXPECT_EQ(parsed.module->body.size(), 2u);
}

TEST(RecoveryTest, OneLineGivesOneError) {
  EXPECT_EQ(Parsed("x = $ ? ` 3j 'a\n").diags.errorCount(), 1u);
}

TEST(RecoveryTest, AMissingColonCostsOneFunction) {
  Parsed parsed("def f()\n  a = 1\n  b = = 1\ndef g():\n  return 1\n");
  EXPECT_EQ(parsed.diags.errorCount(), 1u);
  EXPECT_EQ(parsed.first<ast::FunctionStmt>().name, "g");
}
