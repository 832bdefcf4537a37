//===- SemaConstantTest.cpp - Python's arithmetic while compiling ---------===//

#include "gtest/gtest.h"

#include "test/unit/SemaAnalysis.h"

using namespace tqc;

namespace {

/// What `tl.static_print` writes for an expression, or the first error.
std::string value(const std::string &expr, const std::string &before = "") {
  Analysis result = analyze(before +
                            "\n# tqc: signature=\"i32\"\n@triton.jit\n"
                            "def k(n):\n    tl.static_print(" +
                            expr + ", end='')\n");
  if (result.ok)
    return result.printed;
  llvm::StringRef text = result.messages;
  return text.split("error: ").second.split('\n').first.str();
}

TEST(SemaConstantTest, IntegersArePythons) {
  EXPECT_EQ(value("-7 // 2, -7 % 2, 7 % -2, 7 / 2"), "-4 1 -1 3.5");
  EXPECT_EQ(value("2 ** 10, 2 ** -1, 1 << 100"),
            "1024 0.5 1267650600228229401496703205376");
  EXPECT_EQ(value("~5, -5 >> 1, 6 & 3, 6 | 3, 6 ^ 3"), "-6 -3 2 7 5");
  EXPECT_EQ(value("True + True, True & False, not 0"), "2 False True");
  EXPECT_EQ(value("1 << 127"),
            "`<<` on the constant `1` and the constant `127` has no value: the "
            "result has more than 127 bits, which is as far as integers go "
            "here [TQ0327]");
  EXPECT_EQ(value("1 // 0"),
            "`//` on the constant `1` and the constant `0` has "
            "no value: division by zero [TQ0327]");
}

TEST(SemaConstantTest, TensorsPrintAsTritonPrintsThem) {
  EXPECT_EQ(value("n, tl.arange(0, 4), tl.full((4, 8), 0.0, tl.float16)"),
            "int32[] int32[constexpr[4]] fp16[constexpr[4], constexpr[8]]");
}

TEST(SemaConstantTest, FloatsPrintAsPythonPrintsThem) {
  EXPECT_EQ(value("1.0, 0.1, 1e-5, 1e16, 123456789.0, 1.5e300"),
            "1.0 0.1 1e-05 1e+16 123456789.0 1.5e+300");
  EXPECT_EQ(value("float('inf'), -float('inf'), 7.5 // 2, -7.5 % 2"),
            "inf -inf 3.0 0.5");
  EXPECT_EQ(value("0.0001, 0.00001, 100000.0, 3.141592653589793"),
            "0.0001 1e-05 100000.0 3.141592653589793");
}

TEST(SemaConstantTest, NumbersAreCPythons) {
  EXPECT_EQ(value("1.0 // 0.1, 10 ** 30 / 10 ** 29, 2 ** 53 + 1 == 2.0 ** 53"),
            "9.0 10.0 False");
  EXPECT_EQ(value("math.floor(2 ** 60 + 1), math.ceil(-0.5), math.log(8, 2)"),
            "1152921504606846977 0 3.0");
  EXPECT_EQ(value("int('0x10', 16), int(2.0 ** 100), float('1_0.5')"),
            "16 1267650600228229401496703205376 10.5");
  EXPECT_EQ(value("f'{-3:05d}', f'{1.5:>{4 + 4}.2f}', f'{\"a\"!r:>5}', "
                  "'%d|%5.1f' % (3, 2.25), '{:>3}'.format(1)"),
            "-0003     1.50   'a' 3|  2.2   1");
  EXPECT_EQ(value("len('é'), 'aéb'[1], 'aéb'[::-1], {'a': 1, 'a': 2}['a']"),
            "1 é béa 2");
  EXPECT_EQ(value("triton.next_power_of_2(0), triton.next_power_of_2(-5), "
                  "triton.next_power_of_2(17), triton.next_power_of_2(1)"),
            "0 0 32 1");
  for (const char *text : {"10.0 ** 400", "0.0 ** -1", "(-8) ** (1 / 3)",
                           "math.sqrt(-1)", "math.exp(1000)", "math.log(0)",
                           "int('x')", "int(float('inf'))", "'%d' % 'a'"})
    EXPECT_NE(value(text).find("has no value"), std::string::npos)
        << text << ": " << value(text);
}

TEST(SemaConstantTest, SequencesAddRepeatAndSlice) {
  EXPECT_EQ(value("(1, 2) + (3,), [0] * 3, 'ab' * 2"),
            "(1, 2, 3) [0, 0, 0] abab");
  EXPECT_EQ(
      value("(1, 2, 3)[1:], [1, 2, 3][-1], 'hello'[1:3], (1, 2, 3)[::-1]"),
      "(2, 3) 3 el (3, 2, 1)");
  EXPECT_EQ(value("2 in (1, 2), 'x' not in 'abc', len([1, 2])"), "True True 2");
  EXPECT_EQ(value("(1, 2)[2]"),
            "index 2 is out of range for 2 elements [TQ0333]");
}

TEST(SemaConstantTest, ComparisonsChain) {
  EXPECT_EQ(value("1 < 2 < 3, 1 < 2 > 5, 1 == 1.0, 'a' < 'b', None is None"),
            "True False True True True");
  EXPECT_EQ(value("tl.float16 == tl.float16, tl.float16 != tl.float32"),
            "True True");
}

TEST(SemaConstantTest, ConditionsShortCut) {
  EXPECT_EQ(value("0 and undefined, 1 or undefined, () or 5"), "0 1 5");
  EXPECT_EQ(value("1 if True else undefined"), "1");
}

TEST(SemaConstantTest, ComprehensionsAreLists) {
  EXPECT_EQ(value("[i * i for i in range(4) if i != 2]"), "[0, 1, 9]");
  EXPECT_EQ(value("[a + b for a in (1, 2) for b in (10, 20)]"),
            "[11, 21, 12, 22]");
}

TEST(SemaConstantTest, FStringsFormat) {
  EXPECT_EQ(value("f'{3:>4}|{1.5:.2f}|{255:x}|{\"a\"!r}|{2 + 2}'"),
            "   3|1.50|ff|'a'|4");
  EXPECT_EQ(value("f'{tl.float16} {n.dtype}'"), "fp16 int32");
  EXPECT_EQ(value("f'{3:q}'"),
            "the format `q` does not suit the constant `3` [TQ0327]");
}

TEST(SemaConstantTest, TextsHaveMethods) {
  EXPECT_EQ(value("'{} {1:>3} {x} {{}}'.format(1, 2, x='c')"), "1   2 c {}");
  EXPECT_EQ(
      value("' '.join('a-b'.split('-')), 'aXa'.replace('a', 'b').lower()"),
      "a b bxb");
}

TEST(SemaConstantTest, TypesKnowThemselves) {
  EXPECT_EQ(value("tl.float16.primitive_bitwidth, tl.int8.is_int(), "
                  "tl.bfloat16.is_bf16(), tl.float32.is_fp16()"),
            "16 True True False");
  EXPECT_EQ(value("n.dtype, n.type, n.shape, tl.arange(0, 8).shape"),
            "int32 int32 () (8,)");
  EXPECT_EQ(value("tl.pointer_type(tl.float16).element_ty"), "fp16");
  EXPECT_EQ(value("tl.int8.get_int_min_value(), tl.uint64.get_int_max_value()"),
            "-128 18446744073709551615");
  EXPECT_EQ(value("tl.float32.with_element_ty(tl.int8), "
                  "tl.arange(0, 8).type.with_element_ty(tl.float16), "
                  "tl.arange(0, 8).type.get_block_shapes()"),
            "int8 fp16[8] (8,)");
  EXPECT_EQ(value("tl.bfloat16.exponent_bias, tl.arange(0, 8).type.nbytes"),
            "127 32");
}

// In Triton a kind is a member of an enumeration: it equals no number.
TEST(SemaConstantTest, KindsOfTypesEqualEachOther) {
  EXPECT_EQ(value("tl.float32.kind() == 2, tl.float32.kind() == "
                  "tl.float16.kind(), tl.int1.kind() == tl.int8.kind()"),
            "False True False");
  EXPECT_EQ(value("tl.float32.kind() == tl.dtype.KIND.FLOATING, "
                  "tl.uint8.int_signedness == tl.dtype.SIGNEDNESS.SIGNED"),
            "True False");
  EXPECT_EQ(value("tl.float32.kind()"), "KIND.FLOATING");
}

TEST(SemaConstantTest, MethodsOfTypesSayWhatTheyCannotAnswer) {
  EXPECT_EQ(value("tl.float32.get_int_max_value()"),
            "`get_int_max_value` has no answer for the type `fp32` [TQ0314]");
  EXPECT_EQ(value("tl.arange(0, 8).type.kind()"),
            "`kind` has no answer for the type `int32[8]` [TQ0314]");
  EXPECT_EQ(value("tl.float32.with_element_ty()"),
            "`with_element_ty` takes 1 argument, but 0 are given [TQ0307]");
  EXPECT_EQ(value("tl.float32.is_int(3)"),
            "`is_int` takes 0 arguments, but 1 is given [TQ0307]");
  EXPECT_EQ(value("tl.float32.with_element_ty(3)"),
            "`with_element_ty` must be a type such as `tl.float16`, but this "
            "is the constant `3` [TQ0307]");
}

TEST(SemaConstantTest, CompileTimeFunctionsRunPython) {
  EXPECT_EQ(value("f(10)", R"(
@triton.constexpr_function
def f(n):
    total = 0
    for i in range(n):
        if i == 3:
            continue
        if i > 6:
            break
        total += i
    while total > 10:
        total -= 1
    return total
)"),
            "10");
  EXPECT_EQ(value("triton.cdiv(7, 2), triton.next_power_of_2(5)"), "4 8");
}

TEST(SemaConstantTest, PythonsFunctions) {
  EXPECT_EQ(value("min(3, 1, 2), max(1.5, 2), abs(-3), int(2.7), bool(0)"),
            "1 2 3 2 False");
  EXPECT_EQ(value("math.sqrt(16), math.ceil(1.2), math.log2(8), math.pi"),
            "4.0 2 3.0 3.141592653589793");
  EXPECT_EQ(value("isinstance((3).type, tl.constexpr_type), "
                  "isinstance(n.type, tl.constexpr_type)"),
            "True False");
  EXPECT_EQ(value("isinstance(n, tl.tensor), isinstance(3, tl.constexpr), "
                  "hasattr(n, 'dtype')"),
            "True False True");
}

// As Triton 3.6, which makes tuples of them; Python knows the difference.
TEST(SemaConstantTest, KernelsTellNoListFromATuple) {
  EXPECT_EQ(value("tl.zeros((4, 8), tl.int8).shape == [4, 8], "
                  "[4, 8] != tl.zeros((4, 8), tl.int8).shape, "
                  "(1, [2]) == [1, (2,)], (1, 2) in [[1, 2]], [1] < (2,), "
                  "(1,) + [2], n.shape == []"),
            "True False True True True (1, 2) True");
  EXPECT_EQ(value("L == (1, 2), same()",
                  "L = [1, 2]\n@triton.constexpr_function\ndef same():\n"
                  "    return (1, 2) == [1, 2]"),
            "True False");
}

// Measured with Triton 3.6.
TEST(SemaConstantTest, ValuesAreOfTritonsClasses) {
  EXPECT_EQ(value("isinstance(n.to(tl.pointer_type(tl.int8)).dtype, "
                  "tl.pointer_type), isinstance(n.dtype, tl.pointer_type)"),
            "True False");
  EXPECT_EQ(value("isinstance(tl.arange(0, 8).type, tl.block_type), "
                  "isinstance(n.type, tl.core.block_type), "
                  "isinstance(n.type, tl.core.dtype)"),
            "True False True");
  EXPECT_EQ(value("isinstance(True, int), isinstance(2.0, (int, tl.dtype)), "
                  "isinstance((1, 2), tl.tuple), isinstance([1], list)"),
            "True False True False");
  EXPECT_EQ(value("isinstance(n, 3)"),
            "`isinstance` asks for a class, but this is the constant `3` "
            "[TQ0307]");
  EXPECT_EQ(value("isinstance(n, torch.Tensor)", "import torch"),
            "`torch` is known to Python only, and a kernel is compiled "
            "without Python [TQ0336]");
}

TEST(SemaConstantTest, AttributesAreFoundByName) {
  EXPECT_EQ(value("getattr(3, 'value', 9), getattr(n, 'foo', 9), "
                  "getattr(n, 'foo', None), getattr(n, 'value', 9)"),
            "9 9 None 9");
  EXPECT_EQ(value("getattr(n, 'dtype'), getattr(n, 'dtype', 9), "
                  "getattr(tl, 'no_such', 1)"),
            "int32 int32 1");
  EXPECT_EQ(value("hasattr(3, 'value'), hasattr(n, 'value'), "
                  "hasattr(n, 'T'), hasattr(3, 'real'), hasattr(tl, 'load')"),
            "False False True True True");
  EXPECT_EQ(value("getattr(n, 'foo')"),
            "a run-time `int32` has no attribute `foo` [TQ0314]");
  EXPECT_EQ(value("(3).value + 1"), "4");
}

TEST(SemaConstantTest, WhatOnlyPythonKnowsEqualsNothing) {
  const char *import = "import torch\nX = torch.foo\n";
  const char *refused = "`torch.foo` is known to Python only, and a kernel is "
                        "compiled without Python [TQ0336]";
  for (const char *expr : {"X == 'relu'", "X is None", "X in (1, 2)",
                           "(1, X) == (1, 2)", "f'{X}'", "hasattr(X, 'a')"})
    EXPECT_EQ(value(expr, import), refused) << expr;
}

TEST(SemaConstantTest, ConstantsHaveTypes) {
  EXPECT_EQ(value("(3).type, (3).type == (1 + 2).type, (3).type == (2.5).type, "
                  "(1, n).type, (1, n).type[1]"),
            "constexpr_type[3] True False (constexpr_type[1], int32) int32");
}

TEST(SemaConstantTest, TypesOfConstantsAreMadeFromThem) {
  EXPECT_EQ(value("(3).type == tl.constexpr_type(3), (3).type == "
                  "tl.core.constexpr_type(4)"),
            "True False");
  EXPECT_EQ(value("tl.constexpr_type(n)"),
            "`tl.constexpr_type` must be a constant, but this is a run-time "
            "`int32` [TQ0303]");
}

TEST(SemaConstantTest, KernelsKnowTheirThreads) {
  EXPECT_EQ(value("tl.extra.cuda.num_threads(), tl.extra.cuda.num_warps()"),
            "128 4");
}

TEST(SemaConstantTest, LongSequencesAreNoConstants) {
  EXPECT_EQ(value("f()", R"(
@triton.constexpr_function
def f():
    l = [1, 2]
    while True:
        l = l + l
)"),
            "`+` on a list and a list has no value: the result is too long "
            "[TQ0327]");
  EXPECT_EQ(value("(1, 2) * 999999"),
            "`*` on a tuple and the constant `999999` has no value: the result "
            "is too long [TQ0327]");
}

TEST(SemaConstantTest, DictionariesUnpackDictionaries) {
  EXPECT_EQ(value("{**3}"),
            "`**` takes a dictionary, but this is the constant `3` [TQ0307]");
}

} // namespace
