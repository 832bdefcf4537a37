//===- HostLanguageTest.cpp - Python's values and statements --------------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "HostTesting.h"

using namespace tqc;
using namespace tqc::testing;
using ::testing::HasSubstr;

//===----------------------------------------------------------------------===//
// Expressions: each expectation is what CPython prints
//===----------------------------------------------------------------------===//

TEST(HostLanguageTest, IntegersRoundDownAndGrow) {
  EXPECT_EQ(eval("(-7 // 2, -7 % 2, 7 // -2, 7 % -2, -8 // 2, -8 % 2)"),
            "(-4, 1, -4, -1, -4, 0)");
  EXPECT_EQ(eval("(2 ** 100, 2 ** -2, (-2) ** 3, 0 ** 0)"),
            "(1267650600228229401496703205376, 0.25, -8, 1)");
  EXPECT_EQ(eval("(7 / 2, 6 / 3, 1 << 40, -5 >> 1, 6 & 3, 6 | 3, 6 ^ 3, ~5)"),
            "(3.5, 2.0, 1099511627776, -3, 2, 7, 5, -6)");
  EXPECT_EQ(eval("(True + True, True & False, -True, not 0, +True)"),
            "(2, False, -1, True, 1)");
  EXPECT_EQ(eval("divmod(-7, 2)"), "(-4, 1)");
}

TEST(HostLanguageTest, IntegersBeyondTheirBitsAreErrors) {
  EXPECT_THAT(eval("2 ** 127"), HasSubstr("more than 127 bits"));
  EXPECT_THAT(eval("(2 ** 126) * 2"), HasSubstr("more than 127 bits"));
  EXPECT_THAT(eval("1 << 127"), HasSubstr("more than 127 bits"));
  EXPECT_EQ(eval("2 ** 126 + (2 ** 126 - 1)"),
            "170141183460469231731687303715884105727");
  EXPECT_EQ(eval("1 // 0"), "error: division by zero");
  EXPECT_EQ(eval("1 % 0"), "error: division by zero");
  EXPECT_EQ(eval("1 / 0"), "error: division by zero");
  EXPECT_EQ(eval("1 << -1"), "error: a shift by a negative count");
  EXPECT_EQ(eval("1e300 ** 2"), "error: the result is too large for a float");
  EXPECT_EQ(eval("(-0.0 // -1, 1.0 in range(3), 1.5 in range(3))"),
            "(0.0, True, False)");
}

TEST(HostLanguageTest, FloatsPrintAsPythonPrintsThem) {
  EXPECT_EQ(eval("(0.1, 1e16, 1e15, 1e-5, 0.0001, 1.5e300, -0.0, 100.0)"),
            "(0.1, 1e+16, 1000000000000000.0, 1e-05, 0.0001, 1.5e+300, -0.0, "
            "100.0)");
  EXPECT_EQ(eval("(0.1 + 0.2, 1 / 3, 2.5 // 1, -7.5 % 2, -7.5 // 2)"),
            "(0.30000000000000004, 0.3333333333333333, 2.0, 0.5, -4.0)");
  EXPECT_EQ(eval("(float('inf'), -float('inf'), float('nan'))"),
            "(inf, -inf, nan)");
  EXPECT_EQ(eval("(1e308 * 10, 2 ** 0.5, 1.0 == 1, 2 ** 53 + 1 == 2.0 ** 53)"),
            "(inf, 1.4142135623730951, True, False)");
  EXPECT_EQ(eval("(2 ** 53 + 1 > 2.0 ** 53, 1 < 1.5, float('nan') < 1)"),
            "(True, True, False)");
}

TEST(HostLanguageTest, Comparisons) {
  EXPECT_EQ(eval("(1 < 2 < 3, 1 < 3 < 2, 'a' < 'b', (1, 2) < (1, 3))"),
            "(True, False, True, True)");
  EXPECT_EQ(eval("(1 in (1, 2), 3 not in [1], 'b' in 'abc', 'k' in {'k': 1})"),
            "(True, True, True, True)");
  EXPECT_EQ(eval("(None is None, 1 is not None, (1, [2]) == (1, [2]))"),
            "(True, True, True)");
  EXPECT_EQ(eval("({'a': 1, 'b': 2} == {'b': 2, 'a': 1}, 4 in range(0, 9, 2))"),
            "(True, True)");
}

TEST(HostLanguageTest, BooleanOperatorsGiveTheDecidingOperand) {
  EXPECT_EQ(eval("(0 or 'x', 1 and 2, None or 0, [] or (1,), 1 and 0 or 3)"),
            "('x', 2, 0, (1,), 3)");
  EXPECT_EQ(eval("1 or undefined"), "1");
  EXPECT_EQ(eval("'y' if 2 > 1 else undefined"), "'y'");
}

TEST(HostLanguageTest, Sequences) {
  EXPECT_EQ(eval("([1, 2] + [3], (1,) * 3, 'ab' * 2, 2 * [0])"),
            "([1, 2, 3], (1, 1, 1), 'abab', [0, 0])");
  EXPECT_EQ(eval("([1, 2, 3][-1], 'abc'[1:], (1, 2, 3, 4)[::-2], [1, 2][5:])"),
            "(3, 'bc', (4, 2), [])");
  EXPECT_EQ(eval("(*range(3), *[7])"), "(0, 1, 2, 7)");
  EXPECT_EQ(
      eval("len([1, 2]) + len('abc') + len({1: 2}) + len(range(0, 9, 2))"),
      "11");
}

TEST(HostLanguageTest, Dicts) {
  EXPECT_EQ(eval("{'a': 1, **{'b': 2, 'a': 3}}"), "{'a': 3, 'b': 2}");
  EXPECT_EQ(eval("{1: 'i', 1.0: 'f', True: 'b'}"), "{1: 'b'}");
  EXPECT_EQ(eval("{(1, 2): 3}[(1, 2)]"), "3");
  EXPECT_EQ(eval("{'a': 1}.get('b', 5)"), "5");
  EXPECT_EQ(eval("(list({'a': 1}), {'a': 1}.items(), {'a': 1}.values())"),
            "(['a'], dict_items([('a', 1)]), dict_values([1]))");
  EXPECT_EQ(eval("dict(a=1, b=2)"), "{'a': 1, 'b': 2}");
  EXPECT_EQ(body("  d = {'a': 1, 'b': 2}\n  d['c'] = 3\n  del d['a']\n"
                 "  d['b'] += 5\n  d.update({'e': 4})\n"
                 "  return d, d.pop('c'), d.setdefault('z', 9)\n"),
            "({'b': 7, 'e': 4, 'z': 9}, 3, 9)");
}

TEST(HostLanguageTest, Comprehensions) {
  EXPECT_EQ(eval("[i * j for i in range(3) for j in range(i) if i != j]"),
            "[0, 0, 2]");
  EXPECT_EQ(eval("{k: v * 2 for k, v in {'a': 1}.items()}"), "{'a': 2}");
  EXPECT_EQ(eval("sum(i for i in range(5) if i % 2 == 0)"), "6");
}

TEST(HostLanguageTest, FStrings) {
  EXPECT_EQ(eval("f'{1 + 1}|{\"a\"!r}|{3.14159:.2f}|{255:#x}|{7:>4}|{7:04d}'"),
            "\"2|'a'|3.14|0xff|   7|0007\"");
  EXPECT_EQ(eval("f'{1234567:,}|{0.5:%}|{1e10:g}|{2.0:g}|{-3:+d}|{3:+}'"),
            "'1,234,567|50.000000%|1e+10|2|-3|+3'");
  EXPECT_EQ(eval("f'{\"ab\":>5}|{\"ab\":^6}|{\"ab\":*<4}|{\"abc\":.2}'"),
            "'   ab|  ab  |ab**|ab'");
  EXPECT_EQ(eval("f'{5:>{2 + 2}}|{1.5:8.{1 + 1}f}|{1e20}|{1234.5:,.1f}'"),
            "'   5|    1.50|1e+20|1,234.5'");
  EXPECT_EQ(body("  x = 3\n  return f'{x=} {x = :>3} {{}}'\n"),
            "'x=3 x =   3 {}'");
  EXPECT_EQ(eval("f'{-0.0:.1f} {1:.3e} {True} {None} {[1]}'"),
            "'-0.0 1.000e+00 True None [1]'");
  EXPECT_EQ(eval("f'{1234:010,}|{True:>3}|{True}|{0.5:<06}|{7:#.3g}'"),
            "'00,001,234|  1|True|0.5000|7.00'");
  EXPECT_EQ(eval("f'{12.34:.2}|{12.34:.3}|{1.5:.0}|{0.5:.3}|{1e-9:.2}'"),
            "'1.2e+01|12.3|2e+00|0.5|1e-09'");
  EXPECT_THAT(eval("f'{1:q}'"), HasSubstr("`q` is no format of an int"));
}

TEST(HostLanguageTest, Builtins) {
  EXPECT_EQ(eval("(min(3, 1, 2), max([4, 9, 2]), min((), default=7))"),
            "(1, 9, 7)");
  EXPECT_EQ(eval("(max('bb', 'a', key=len), sorted([3, 1, 2], reverse=True))"),
            "('bb', [3, 2, 1])");
  EXPECT_EQ(eval("(abs(-3), abs(-2.5), int(-2.7), int('42'), float('1e3'))"),
            "(3, 2.5, -2, 42, 1000.0)");
  EXPECT_EQ(
      eval("(bool([]), str(1.0), round(2.5), round(2.345, 2), pow(2, 5))"),
      "(False, '1.0', 2, 2.35, 32)");
  EXPECT_EQ(eval("(list(enumerate('ab', 1)), list(zip([1, 2], 'ab')))"),
            "([(1, 'a'), (2, 'b')], [(1, 'a'), (2, 'b')])");
  EXPECT_EQ(eval("(any([0, 1]), all([0, 1]), tuple(reversed([1, 2])))"),
            "(True, False, (2, 1))");
  EXPECT_EQ(eval("(range(5), range(1, 9, 3)[1], list(range(3, 0, -1)))"),
            "(range(0, 5), 4, [3, 2, 1])");
  EXPECT_EQ(eval("(','.join(['a', 'b']), 'A b'.lower(), 'a,b'.split(','))"),
            "('a,b', 'a b', ['a', 'b'])");
}

TEST(HostLanguageTest, MathAndTriton) {
  EXPECT_EQ(eval("(math.sqrt(2), math.ceil(1.2), math.floor(-1.2), math.pi)"),
            "(1.4142135623730951, 2, -2, 3.141592653589793)");
  EXPECT_EQ(eval("(math.log2(8), math.log(8, 2), math.gcd(12, 18), "
                 "math.lcm(4, 6), math.prod([2, 3]), math.isqrt(17))"),
            "(3.0, 3.0, 6, 12, 6, 4)");
  EXPECT_EQ(eval("(triton.cdiv(1025, 1024), triton.next_power_of_2(1000), "
                 "triton.next_power_of_2(1024), triton.next_power_of_2(1))"),
            "(2, 1024, 1024, 1)");
  EXPECT_EQ(
      eval("(torch.float16.itemsize, torch.finfo(torch.float16).max, "
           "torch.iinfo(torch.int8).min, torch.finfo(torch.float32).eps)"),
      "(2, 65504.0, -128, 1.1920928955078125e-07)");
  EXPECT_EQ(eval("torch.half == tl.float16"), "True");
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

TEST(HostLanguageTest, LoopsAndTheirElse) {
  EXPECT_EQ(body("  t = 0\n"
                 "  for i in range(10):\n"
                 "    if i == 3: continue\n"
                 "    if i == 6: break\n"
                 "    t += i\n"
                 "  else:\n"
                 "    t = -1\n"
                 "  while t < 100:\n"
                 "    t *= 2\n"
                 "  else:\n"
                 "    t += 1\n"
                 "  return t\n"),
            "193");
}

TEST(HostLanguageTest, AssignmentForms) {
  EXPECT_EQ(body("  a = b = [1]\n  b += [2]\n  (c, d), *e = (1, 2), 3, 4\n"
                 "  a[0] = 9\n  f: int = 5\n  f //= 2\n"
                 "  return a, b, c, d, e, f\n"),
            "([9, 2], [9, 2], 1, 2, [3, 4], 2)");
}

TEST(HostLanguageTest, FunctionsBindAsInPython) {
  Host host("def g(a, b=2, *c, d, e=5, **k):\n"
            "  return (a, b, c, d, e, k)\n"
            "def f():\n"
            "  return g(1, d=4), g(1, 3, 7, 8, d=0, z=9), "
            "g(*[1, 2], **{'d': 3})\n");
  EXPECT_EQ(host.run(), "((1, 2, (), 4, 5, {}), (1, 3, (7, 8), 0, 5, "
                        "{'z': 9}), (1, 2, (), 3, 5, {}))");
}

TEST(HostLanguageTest, ClosuresSeeLaterValues) {
  EXPECT_EQ(body("  x = 1\n"
                 "  g = lambda y=10: x + y\n"
                 "  def h(n):\n"
                 "    return 1 if n == 0 else n * h(n - 1)\n"
                 "  x = 2\n"
                 "  return g(), g(1), h(10)\n"),
            "(12, 3, 3628800)");
}

TEST(HostLanguageTest, ModulesHoldConstantsInAnyOrder) {
  Host host("BLOCK: tl.constexpr = 64\n"
            "SIZE = tl.constexpr(BLOCK * 2)\n"
            "odd = tl.gather\n"
            "import triton.language as tt\n"
            "from math import ceil as up\n"
            "if SIZE > 100:\n  NAME = 'big'\nelse:\n  NAME = 'small'\n"
            "def f():\n  return later(), SIZE, NAME, up(1.5), tt.float32\n"
            "def later():\n  return BLOCK\n");
  EXPECT_EQ(host.run(), "(64, 128, 'big', 2, torch.float32)");
}

TEST(HostLanguageTest, NeighbouringFilesAreImported) {
  Host host("from .other import twice, LIMIT as L\n"
            "def f():\n  return twice(L)\n");
  Host other(
      "LIMIT = 21\ndef twice(x):\n  return x * 2 if x == LIMIT else 0\n");
  host.launcher.modules[".other"] = other.module.get();
  EXPECT_EQ(host.run(), "42");
}

TEST(HostLanguageTest, PrintWritesToItsStream) {
  Host host("def f():\n  print('a', 1.5, [2], sep='|', end='!\\n')\n"
            "  print()\n");
  EXPECT_EQ(host.run(), "None");
  EXPECT_EQ(host.printed, "a|1.5|[2]!\n\n");
}

TEST(HostLanguageTest, FindsLaunchersAndConstants) {
  Host host("X = 3\n@triton.jit\ndef k(): pass\ndef a(): pass\n"
            "def b(): pass\n");
  EXPECT_EQ(findLaunchers(*host.module), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(repr(*host.interpreter->global(*host.module, "X")), "3");
}
