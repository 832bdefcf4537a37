//===- HostPythonTest.cpp - Where launchers once were not Python ----------===//
//
// Each expectation is what CPython 3.11 prints; what it raises is refused.
// tools/dev/python-differences looks for more of these.
//
//===----------------------------------------------------------------------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "HostTesting.h"

using namespace tqc;
using namespace tqc::testing;
using ::testing::HasSubstr;

TEST(HostPythonTest, IteratorsGiveEachElementOnce) {
  EXPECT_EQ(body("  z = zip([1, 2, 3], 'ab')\n  return list(z), list(z)\n"),
            "([(1, 'a'), (2, 'b')], [])");
  EXPECT_EQ(body("  e = enumerate('abc', 5)\n  next(e)\n  return list(e)\n"),
            "[(6, 'b'), (7, 'c')]");
  EXPECT_EQ(body("  g = (i * i for i in range(4))\n"
                 "  return 4 in g, list(g), next(g, 'none')\n"),
            "(True, [9], 'none')");
  EXPECT_EQ(body("  r = reversed([1, 2])\n  return sum(r), sum(r)\n"),
            "(3, 0)");
  EXPECT_EQ(body("  i = iter([1, 2, 3, 4])\n  return list(zip(i, i))\n"),
            "[(1, 2), (3, 4)]");
  EXPECT_EQ(body("  m = map(lambda a, b: a + b, [1, 2], [10, 20, 30])\n"
                 "  return list(m), list(filter(None, [0, 1, '', 'x']))\n"),
            "([11, 22], [1, 'x'])");
  EXPECT_EQ(body("  g = (x for x in [0, 1, 2])\n"
                 "  return any(g), list(g)\n"),
            "(True, [2])");
  EXPECT_EQ(body("  return next(iter([]))\n"),
            "error: the iterator has no more elements");
  EXPECT_THAT(body("  return reversed(x for x in [1])\n"),
              HasSubstr("an iterator cannot be reversed"));
  EXPECT_THAT(body("  g = (next(g) for i in [1, 2])\n  return list(g)\n"),
              HasSubstr("while it computes one"));
  EXPECT_THAT(body("  z = [1]\n  for i in range(300):\n    z = zip(z)\n"),
              HasSubstr("more than 200 iterators stand inside each other"));
}

TEST(HostPythonTest, GeneratorsComputeWhenTheyAreAsked) {
  EXPECT_EQ(body("  n = 1\n  g = (n * i for i in [1, 2])\n  n = 10\n"
                 "  return list(g)\n"),
            "[10, 20]");
  EXPECT_EQ(body("  xs = [1]\n  g = (x for x in xs)\n  xs.append(2)\n"
                 "  return list(g)\n"),
            "[1, 2]");
}

TEST(HostPythonTest, LoopsSeeListsThatGrow) {
  EXPECT_EQ(body("  xs = [1]\n  for x in xs:\n    if x < 5: "
                 "xs.append(x + 1)\n  return xs\n"),
            "[1, 2, 3, 4, 5]");
  EXPECT_EQ(body("  xs = [1, 2, 3, 4]\n  for x in xs:\n    xs.remove(x)\n"
                 "  return xs\n"),
            "[2, 4]");
  EXPECT_THAT(body("  d = {1: 2}\n  for k in d:\n    d[k + 1] = 0\n"),
              HasSubstr("the dict has changed its size while a loop runs"));
}

TEST(HostPythonTest, ViewsOfDictsShowTheDictAsItIs) {
  EXPECT_EQ(body("  d = {'a': 1}\n  k, v, i = d.keys(), d.values(), d.items()\n"
                 "  d['b'] = 2\n  return k, list(v), len(i), ('b', 2) in i\n"),
            "(dict_keys(['a', 'b']), [1, 2], 2, True)");
  EXPECT_EQ(eval("dict(b=1, a=2)"), "{'b': 1, 'a': 2}");
  EXPECT_EQ(eval("dict([('x', 1)], items=5)"), "{'x': 1, 'items': 5}");
  EXPECT_EQ(body("  d = {}\n  d.update(z=1, other=2)\n  return d\n"),
            "{'z': 1, 'other': 2}");
}

TEST(HostPythonTest, ListsChangeInPlace) {
  EXPECT_EQ(body("  a = [1]\n  b = a\n  a *= 3\n  a += (2,)\n  return b\n"),
            "[1, 1, 1, 2]");
  EXPECT_EQ(body("  a = [1]\n  b = [a]\n  b[0] += [2]\n  del a[0]\n"
                 "  return a, b\n"),
            "([2], [[2]])");
  EXPECT_EQ(body("  a = [3, 1]\n  a.sort(reverse=True)\n  b = a.copy()\n"
                 "  a.clear()\n  return a, b\n"),
            "([], [3, 1])");
}

TEST(HostPythonTest, RangesAreTheirNumbers) {
  EXPECT_EQ(eval("(range(3) == range(0, 3, 1), range(0) == range(5, 2), "
                 "range(0, 3, 2) == range(0, 4, 2), range(3) == [0, 1, 2])"),
            "(True, True, True, False)");
  EXPECT_EQ(eval("(range(10)[2:5], range(10)[::-2], range(2, 20, 3)[1:3])"),
            "(range(2, 5), range(9, -1, -2), range(5, 11, 3))");
}

TEST(HostPythonTest, StringsAreUnicode) {
  EXPECT_EQ(eval("(len('é'), 'aéb'[1], 'aéb'[::-1], list('日本'), 'é' * 2)"),
            "(1, 'é', 'béa', ['日', '本'], 'éé')");
  EXPECT_EQ(eval("(f\"{'é':>3}\", f\"{'日本':.1}\", '\\u200b', '\\xe9')"),
            "('  é', '日', '\\u200b', 'é')");
  EXPECT_EQ(
      eval("('\\xa0 a '.strip(), 'a\\u3000b'.split(), 'xaxx'.strip('x'))"),
      "('a', ['a', 'b'], 'a')");
  EXPECT_THAT(eval("'ß'.upper()"), HasSubstr("upper and lower case of ASCII"));
  EXPECT_EQ(eval("('ab'.replace('', '-'), '{:>3}|{x!r}'.format(1, x='y'))"),
            "('-a-b-', \"  1|'y'\")");
  EXPECT_EQ(eval("('%05d|%-4s|%.2f%%' % (-3, 'a', 1.005), '%x' % 255)"),
            "('-0003|a   |1.00%', 'ff')");
  EXPECT_THAT(eval("'%d' % 'a'"), HasSubstr("is no format of"));
}

TEST(HostPythonTest, NumbersAreCPythons) {
  EXPECT_EQ(eval("(1.0 // 0.1, -1.0 // 0.1, 1e300 // 1e-5, -0.0 % 1.0)"),
            "(9.0, -10.0, 1e+305, 0.0)");
  EXPECT_EQ(eval("(10 ** 30 / 10 ** 29, (2 ** 60 + 1) / 3, 1 / 3)"),
            "(10.0, 3.843071682022823e+17, 0.3333333333333333)");
  EXPECT_EQ(eval("(2 ** 53 + 1 == 2.0 ** 53, 2 ** 126 + 1 > 2.0 ** 126, "
                 "math.floor(2 ** 60 + 1), math.floor(-0.5))"),
            "(False, True, 1152921504606846977, -1)");
  EXPECT_EQ(eval("(round(1250, -2), round(1350, -2), round(1250.0, -2), "
                 "round(2.675, 2), round(0.5), round(True))"),
            "(1200, 1400, 1200.0, 2.67, 0, 1)");
  EXPECT_EQ(eval("(int('0x10', 16), int('-0b11', 0), int('1_000'), "
                 "int(' 12 '), int('z', 36))"),
            "(16, -3, 1000, 12, 35)");
  EXPECT_EQ(eval("(f'{-3:05d}', f'{1.5:+08.2f}', f'{\"a\":05}', f'{65:c}')"),
            "('-0003', '+0001.50', 'a0000', 'A')");
  EXPECT_EQ(eval("10.0 ** 400"), "error: the result is too large for a float");
  EXPECT_EQ(eval("0.0 ** -1"), "error: zero to a negative power");
  EXPECT_EQ(eval("(-8) ** (1 / 3)"),
            "error: a negative number to a fractional power is complex");
  EXPECT_EQ(eval("math.exp(1000)"),
            "error: the result is too large for a float");
  EXPECT_EQ(eval("int('010', 0)"), "error: '010' is no integer in base 0");
}

TEST(HostPythonTest, IdentityOfNumbersIsNotGuessed) {
  EXPECT_EQ(eval("(5 is 5, None is None, 5 is 6, () is (), 1 is True)"),
            "(True, True, False, True, False)");
  EXPECT_THAT(eval("1000 is 1000"), HasSubstr("kept only once"));
  EXPECT_THAT(eval("'relu' is 'relu'"), HasSubstr("kept only once"));
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static std::string ofFile(const std::string &above,
                          const std::string &value = "X") {
  Host host(above + "def f():\n  return " + value + "\n");
  return host.run();
}

TEST(HostPythonTest, FilesChangeTheirListsAndDicts) {
  EXPECT_EQ(ofFile("X = [1]\nX.append(2)\nX[0] = 7\nX += [3]\n"), "[7, 2, 3]");
  EXPECT_EQ(ofFile("X = {}\nX.update(a=1)\nX['b'] = 2\ndel X['a']\n"),
            "{'b': 2}");
  EXPECT_EQ(ofFile("X = []\ndef fill(l):\n  l.append(4)\nfill(X)\n"), "[4]");
  EXPECT_EQ(ofFile("X = 1\nfor i in range(3):\n  X += i\n"), "4");
  EXPECT_THAT(ofFile("X = 1\nX = tl.gather\n"),
              HasSubstr("its value is needed here"));
  EXPECT_THAT(ofFile("X = [1]\nX.append(tl.gather)\n"),
              HasSubstr("its value is needed here"));
}

TEST(HostPythonTest, NamedTuplesAreTuplesWithNames) {
  std::string pair = "from collections import namedtuple\n"
                     "P = namedtuple('P', ['x', 'y'], defaults=(2,))\n";
  EXPECT_EQ(ofFile(pair + "X = P(1)\n", "X, X.y, X[0], len(X), X == (1, 2)"),
            "(P(x=1, y=2), 2, 1, 2, True)");
  EXPECT_EQ(ofFile("from typing import NamedTuple, Optional\n"
                   "class P(NamedTuple):\n  x: Optional[int]\n"
                   "  y: int = 3\nX = P(y=1, x=0) + P(5)\n"),
            "(0, 1, 5, 3)");
  for (auto [call, why] : {std::pair("P()", "needs `x`"),
                           {"P(1, 2, 3)", "has 2 fields, but 3"},
                           {"P(1, x=2)", "gets `x` twice"},
                           {"P(1, z=2)", "has no field `z`"},
                           {"P(1).z", "has no `z`"},
                           {"namedtuple('P', '1')", "different names"}})
    EXPECT_THAT(ofFile(pair + "X = " + call + "\n"), HasSubstr(why)) << call;
}

TEST(HostPythonTest, FilesTryAsPythonDoes) {
  EXPECT_EQ(ofFile("try:\n  import nowhere\n  X = 1\nexcept ImportError:\n"
                   "  X = 2\nelse:\n  X = 3\nfinally:\n  Y = X\n",
                   "X, Y"),
            "(2, 2)");
  EXPECT_EQ(ofFile("try:\n  import math\n  X = 1\nexcept ImportError:\n"
                   "  X = 2\n"),
            "1");
  EXPECT_EQ(ofFile("try:\n  raise ValueError('a')\nexcept (KeyError, "
                   "ValueError):\n  X = 5\n"),
            "5");
  EXPECT_THAT(ofFile("try:\n  X = tl.gather\nexcept Exception:\n  X = 2\n"),
              HasSubstr("only a running Python knows whether this raises"));
}

TEST(HostPythonTest, AFileThatIsLaunchedFromIsNotMain) {
  EXPECT_EQ(ofFile("X = 1\nif __name__ == '__main__':\n  X = 2\n"), "1");
  EXPECT_EQ(ofFile("", "__name__"), "'h'");
}

TEST(HostPythonTest, KernelsKeepWhatTheyWereDefinedWith) {
  Host host("N = 16\nC = [triton.Config({'B': N})]\n"
            "@triton.autotune(configs=C, key=[])\n@triton.jit\n"
            "def k(x, B: tl.constexpr, M: tl.constexpr = N): pass\n"
            "N = 32\nC = []\n"
            "def f():\n  k[(1,)](1)\n");
  EXPECT_EQ(host.run(), "None");
  ASSERT_EQ(host.launcher.calls.size(), 1u);
  EXPECT_EQ(host.launcher.calls[0], "k[1, 1, 1](x=1, B:=16, M:=16)");
}
