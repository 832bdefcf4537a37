//===- HostErrorsTest.cpp - What a launcher may not do --------------------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "HostTesting.h"

using namespace tqc;
using namespace tqc::testing;
using ::testing::HasSubstr;

TEST(HostErrorsTest, AnErrorShowsTheCallsThatLedToIt) {
  Host host("def g(n):\n"
            "  return 1 // n\n"
            "def f():\n"
            "  x = 1\n"
            "  return g(x - 1)\n");
  EXPECT_EQ(host.run(), "h.tq:2:10: error: division by zero [TQ0803]\n"
                        "    2 |   return 1 // n\n"
                        "      |          ^^^^^^\n"
                        "h.tq:5:10: note: `g` is called here\n"
                        "    5 |   return g(x - 1)\n"
                        "      |          ^^^^^^^^\n");
}

TEST(HostErrorsTest, AssertAndRaiseSayTheirMessage) {
  Host host("def f():\n  a, b = (1, 2), (3,)\n"
            "  assert a == b, f'shapes differ: {a}'\n");
  EXPECT_EQ(host.run(),
            "h.tq:3:10: error: this assertion does not hold: shapes differ: "
            "(1, 2) [TQ0806]\n"
            "    3 |   assert a == b, f'shapes differ: {a}'\n"
            "      |          ^^^^^^\n"
            "h.tq:3:10: note: the left side is (1, 2), the right side (3,)\n"
            "    3 |   assert a == b, f'shapes differ: {a}'\n"
            "      |          ^^^^^^\n");
  EXPECT_EQ(body("  raise ValueError('bad', 3)\n"),
            "error: ValueError: ('bad', 3)");
  EXPECT_EQ(body("  raise RuntimeError\n"), "error: RuntimeError");
  EXPECT_EQ(body("  assert False\n"), "error: this assertion does not hold");
}

TEST(HostErrorsTest, Names) {
  EXPECT_EQ(eval("blok"), "error: there is nothing called `blok` here");
  Host host("BLOCK = 1\ndef f():\n  return BLOK\n");
  EXPECT_THAT(host.run(), HasSubstr("help: did you mean `BLOCK`?"));
  EXPECT_EQ(body("  y = x\n  x = 1\n"),
            "error: `x` is used before it has a value");
  Host shadow("x = 1\ndef f():\n  y = x\n  x = 2\n");
  EXPECT_THAT(shadow.run(), HasSubstr("`x` is used before it has a value"));
}

TEST(HostErrorsTest, AModuleNameWithoutAValueIsAnErrorWhereItIsUsed) {
  Host host("gather = tl.gather\nother = 1\n"
            "def f():\n  return other if other else gather\n"
            "def g():\n  return gather\n");
  EXPECT_EQ(host.run(), "1");
  EXPECT_FALSE(host.call("g"));
  EXPECT_EQ(host.errors(),
            "h.tq:1:10: error: `triton.language.gather` is not available in a "
            "launcher [TQ0807]\n"
            "    1 | gather = tl.gather\n"
            "      |          ^^^^^^^^^\n"
            "h.tq:6:10: note: its value is needed here\n"
            "    6 |   return gather\n"
            "      |          ^^^^^^\n"
            "help: operations of `tl` belong into kernels\n");
}

TEST(HostErrorsTest, OneMessageForEachMistake) {
  struct {
    const char *expression, *message;
  } const kCases[] = {
      {"'4' + 1", "`+` is not defined for a string and an int"},
      {"-'a'", "`-` is not defined for a string"},
      {"[1] < 2", "`<` is not defined for a list and an int"},
      {"1 in 2", "`in` is not defined for an int and an int"},
      {"1()", "an int cannot be called"},
      {"(1)[0]", "an int cannot be indexed"},
      {"[1][3]", "index 3 is outside of the 1 elements"},
      {"[1]['a']", "an index must be an integer or a slice, but is a string"},
      {"[1][::0]", "the step of a slice is zero"},
      {"{'a': 1}['b']", "the dict has no key 'b'"},
      {"{[1]: 2}", "a list cannot be a key of a dict"},
      {"(1).foo", "an int has no `foo` in a launcher"},
      {"[].apend(1)", "a list has no `apend` in a launcher"},
      {"len(5)", "an int has no length"},
      {"len(1, 2)", "`len` takes 1 argument, but 2 are given"},
      {"len()", "`len` needs an argument `x`"},
      {"len(y=1)", "`len` has no argument `y`"},
      {"int('x')", "'x' is no integer"},
      {"float('1p3')", "'1p3' is no number"},
      {"int(float('inf'))", "inf is no integer"},
      {"max([])", "there is no smallest or largest of nothing"},
      {"range(1, 2, 0)", "the step of `range` is zero"},
      {"math.sqrt(-1)", "`math.sqrt` is not defined at -1"},
      {"math.sqrt('a')", "expected a number, but this is a string"},
      {"math.sqroot(2)", "`math.sqroot` is not available in a launcher"},
      {"[*5]", "an int has no elements to run over"},
      {"(lambda a: a)()", "`<lambda>` needs an argument for `a`"},
      {"(lambda a: a)(1, 2)",
       "`<lambda>` takes 1 argument by position, but 2 are given"},
      {"(lambda a: a)(b=1)", "`<lambda>` has no parameter `b`"},
      {"(lambda a: a)(1, a=1)", "`a` is given twice"},
      {"(lambda **k: k)(**{1: 2})", "`**` needs names as keys, but one is 1"},
      {"issubclass(1, int)", "there is nothing called `issubclass` here"},
      {"(-8) ** 0.5", "a negative number to a fractional power is complex"},
      {"[0] * (1 << 40)",
       "this would have 1099511627776 elements, more than the million that a "
       "launcher may have"},
      {"'a'.join([1])", "`join` needs strings, but one is an int"},
      {"torch.float16.foo", "a dtype has no `foo` in a launcher"},
      {"sum(['a'])", "`+` is not defined for an int and a string"},
  };
  for (const auto &[expression, message] : kCases)
    EXPECT_EQ(eval(expression), std::string("error: ") + message) << expression;
}

TEST(HostErrorsTest, StatementsThatLaunchersDoNotHave) {
  EXPECT_EQ(body("  with 5:\n    pass\n"),
            "error: `with` takes contexts of torch in a launcher, but this is "
            "an int");
  EXPECT_EQ(body("  global a\n"),
            "error: `global` is not available in a launcher");
  EXPECT_EQ(body("  nonlocal a\n"),
            "error: `nonlocal` is not available in a launcher");
  EXPECT_EQ(body("  import socket\n"),
            "error: the module `socket` is not available in a launcher");
  EXPECT_EQ(body("  a, b = 1, 2, 3\n"),
            "error: 2 values are needed here, but a tuple gives 3");
  EXPECT_EQ(body("  a, *b, c = (1,)\n"),
            "error: 2 or more values are needed here, but a tuple gives 1");
  EXPECT_EQ(body("  raise 5\n"),
            "error: `raise` needs an exception, but this is an int");
  EXPECT_EQ(body("  (1, 2)[0] = 3\n"),
            "error: elements of a tuple cannot be assigned to");
}

TEST(HostErrorsTest, EndlessProgramsEnd) {
  EXPECT_THAT(body("  while True:\n    pass\n"),
              HasSubstr("has not ended after 20000000 statements"));
  Host host("def f(n=0):\n  return f(n + 1)\n");
  std::string text = host.run();
  EXPECT_THAT(text, HasSubstr("more than 200 calls stand inside each other"));
  EXPECT_THAT(text, HasSubstr("more calls"));
  EXPECT_THAT(eval("[0 for i in range(1 << 40)]"),
              HasSubstr("more than the million that a launcher may have"));
  EXPECT_THAT(body("  a = [1]\n  while True:\n    a += a\n"),
              HasSubstr("this would have 1048576 elements"));
  EXPECT_THAT(body("  a = 'x'\n  while True:\n    a = a + a\n"),
              HasSubstr("this would have 1048576 elements"));
  EXPECT_THAT(body("  a = ()\n  while True:\n    a = (a, 1)\n"),
              HasSubstr("more than 200 tuples and lists stand inside"));
  EXPECT_EQ(body("  a = []\n  a.append(a)\n"),
            "error: a launcher has no list that holds itself");
  EXPECT_EQ(body("  a = []\n  d = {}\n  a += [(1, d)]\n  d['k'] = a\n"),
            "error: a launcher has no dict that holds itself");
  std::string deep = "1";
  for (int i = 0; i < 150; ++i)
    deep = "(lambda: " + deep + ")()";
  EXPECT_EQ(eval(deep), "1");
}

TEST(HostErrorsTest, OnlyLaunchersCanBeCalled) {
  Host host("@triton.jit\ndef k(): pass\nX = 1\ndef f(a): pass\n");
  EXPECT_FALSE(host.call("k"));
  EXPECT_FALSE(host.call("X"));
  EXPECT_FALSE(host.call("nothing"));
  EXPECT_FALSE(host.call("f"));
  std::string text = host.errors();
  EXPECT_THAT(text, HasSubstr("`k` is a kernel, not a launcher"));
  EXPECT_THAT(text, HasSubstr("`X` is an int, not a launcher"));
  EXPECT_THAT(text, HasSubstr("h.tq defines nothing called `nothing`"));
  EXPECT_THAT(text, HasSubstr("`f` needs an argument for `a`"));
}
