//===- SemaModuleTest.cpp - Names of files, imports, decorators -----------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "test/unit/SemaAnalysis.h"

using namespace tqc;
using testing::HasSubstr;

namespace {

const char *const kUse = R"(
# tqc: signature="i32"
@triton.jit
def k(n):
    tl.static_print(X, end='')
)";

std::string printedX(const std::string &above,
                     const std::map<std::string, std::string> &others = {}) {
  Analysis result = analyze("import os\nimport triton\nimport torch\n"
                            "import triton.language as tl\n" +
                                above + kUse,
                            {}, others, "k.py");
  return result.ok ? result.printed : result.messages;
}

TEST(SemaModuleTest, ConstantsOfTheFile) {
  EXPECT_EQ(printedX("X = 3\n"), "3");
  EXPECT_EQ(printedX("X: tl.constexpr = 3\n"), "3");
  EXPECT_EQ(printedX("X = tl.constexpr(3)\n"), "3");
  EXPECT_EQ(printedX("A, X = 1, 2\n"), "2");
  EXPECT_EQ(printedX("A = 2\nX = A * 4\n"), "8");
  EXPECT_EQ(printedX("X = tl.float16\n"), "fp16");
}

TEST(SemaModuleTest, NamedTuplesOfTheFile) {
  std::string pair = "from collections import namedtuple\n"
                     "P = namedtuple('P', 'x, y', defaults=[7])\n";
  EXPECT_EQ(printedX(pair + "X = P(1).y\n"), "7");
  EXPECT_EQ(printedX(pair + "X = P(y=3, x=1)\n"), "P(x=1, y=3)");
  EXPECT_EQ(printedX("import typing\nclass P(typing.NamedTuple):\n"
                     "  x: int\n  y: int = 2\nX = P(5)[1] + len(P(1))\n"),
            "4");
  EXPECT_THAT(printedX(pair + "X = P()\n"),
              HasSubstr("`P` needs an argument `x`"));
  EXPECT_THAT(printedX(pair + "X = P(1, z=2)\n"),
              HasSubstr("`P` has no parameter `z`"));
  EXPECT_THAT(printedX(pair + "X = P(1, x=2)\n"),
              HasSubstr("`P` gets `x` twice"));
  EXPECT_THAT(printedX(pair + "X = P(1, 2, 3)\n"),
              HasSubstr("`P` takes 2 arguments, but 3 are given"));
  EXPECT_THAT(printedX("from collections import namedtuple\n"
                       "P = namedtuple('P', 'x x')\nX = P(1, 2)\n"),
              HasSubstr("needs a name, and different names of fields"));
}

TEST(SemaModuleTest, TheLastBindingCounts) {
  EXPECT_EQ(printedX("X = 1\nX = 2\n"), "2");
  EXPECT_EQ(printedX("X = 1\nY = X\nX = Y + 1\n"), "2");
}

TEST(SemaModuleTest, ConditionsAtTheTop) {
  EXPECT_EQ(printedX("if 1 > 2:\n    X = 1\nelse:\n    X = 2\n"), "2");
  EXPECT_EQ(printedX("def hip():\n    return triton.runtime.driver.active."
                     "get_current_target().backend == 'hip'\n"
                     "if hip():\n    X = 1\nelse:\n    X = 2\n"),
            "2");
  EXPECT_EQ(printedX("X = 1\nif 'CI' in os.environ:\n    X = 2\n"), "1");
  // What only Python knows: constants must agree, and then it does not matter.
  EXPECT_EQ(printedX("if torch.f():\n    X = 1\nelse:\n    X = 1\n"), "1");
  EXPECT_EQ(printedX("if torch.f():\n    X = 1\n"), "1");
  for (const char *text :
       {"if torch.f():\n    X = 1\nelse:\n    X = 2\n",
        "X = 2\nif torch.f():\n    X = 1\n",
        "if torch.f():\n    X = torch.g()\nelse:\n    X = 2\n",
        "X = [2]\nif torch.f():\n    X.append(1)\n",
        "X = [2]\nM = X\nif torch.f():\n    M[0] = 1\n"})
    EXPECT_THAT(printedX(text), HasSubstr("running Python")) << text;
  EXPECT_EQ(printedX("X = 1\nif __name__ == '__main__':\n    X = 2\n"), "1");
  EXPECT_EQ(printedX("from typing import TYPE_CHECKING\nX = 1\n"
                     "if TYPE_CHECKING:\n    X = 2\n"),
            "1");
}

TEST(SemaModuleTest, HostFacts) {
  EXPECT_EQ(printedX("X = torch.finfo(torch.float16).max\n"), "65504.0");
  EXPECT_EQ(printedX("X = torch.iinfo(torch.int8).min\n"), "-128");
  EXPECT_EQ(printedX("X = torch.cuda.get_device_capability()\n"), "(8, 0)");
  EXPECT_EQ(printedX("X = os.environ.get('A', 'b')\n"), "b");
}

TEST(SemaModuleTest, ConstantsMayBeFunctions) {
  EXPECT_EQ(printedX("@tl.constexpr\ndef twice(x):\n    return 2 * x\n"
                     "X = twice(3)\n"),
            "6");
}

TEST(SemaModuleTest, ImportsThatMayFail) {
  EXPECT_EQ(printedX("try:\n    from nowhere import X\nexcept ImportError:\n"
                     "    X = 7\n"),
            "7");
  EXPECT_EQ(printedX("try:\n    from there import X\nexcept ImportError:\n"
                     "    X = 7\n",
                     {{"there", "X = 9\n"}}),
            "9");
}

TEST(SemaModuleTest, ListsAndDictsChange) {
  EXPECT_EQ(printedX("X = [1]\nM = X\nM.append(8)\nX[0] = 7\nX += [3]\n"),
            "[7, 8, 3]");
  EXPECT_EQ(printedX("X = {'a': 1}\nX.update({'b': 2})\nX['c'] = 3\n"
                     "del X['a']\nX.update(d=X.pop('b'))\n"),
            "{'c': 3, 'd': 2}");
  EXPECT_EQ(printedX("X = []\nfor i in range(3):\n    X.insert(0, i * i)\n"),
            "[4, 1, 0]");
  EXPECT_EQ(printedX("X = []\ndef fill(l, n):\n    l.append(n)\n"
                     "fill(X, 4)\nfill(X, 5)\n"),
            "[4, 5]");
  EXPECT_EQ(printedX("X = 1\nX += 2\nn = 3\nwhile n > 0:\n    n -= 1\n"
                     "    X = X * 2\n"),
            "24");
  EXPECT_EQ(printedX("X = 5\ndel X\nX = 6\n"), "6");
  EXPECT_THAT(printedX("X = []\nX.append(X)\n"), HasSubstr("holds itself"));
  EXPECT_THAT(printedX("X = [1]\nX[3] = 2\n"), HasSubstr("out of range"));
  // What a kernel calls sees the list, and cannot change it.
  EXPECT_THAT(printedX("L = [1]\n@triton.constexpr_function\ndef g():\n"
                       "    L.append(2)\n    return L\nX = 1\n") +
                  printedX("L = [1]\nX = [L]\nL.append(2)\n"),
              HasSubstr("[[1, 2]]"));
}

TEST(SemaModuleTest, TriesAreDecidedAsPythonDecidesThem) {
  EXPECT_EQ(printedX("try:\n    import flash_attn\n    X = 1\n"
                     "except ImportError:\n    X = 2\n"),
            "2");
  EXPECT_EQ(printedX("try:\n    import torch\n    X = 1\n"
                     "except ImportError:\n    X = 2\nelse:\n    X += 10\n"
                     "finally:\n    X += 100\n"),
            "111");
  EXPECT_EQ(printedX("X = 0\ntry:\n    raise ValueError('a')\n    X = 1\n"
                     "except KeyError:\n    X = 2\nexcept (TypeError, "
                     "ValueError):\n    X = 3\n"),
            "3");
  EXPECT_EQ(printedX("try:\n    from there import missing\n    X = 1\n"
                     "except ImportError:\n    X = 7\n",
                     {{"there", "X = 9\n"}}),
            "7");
  EXPECT_THAT(printedX("D = {}\ntry:\n    X = D['a']\nexcept KeyError:\n"
                       "    X = 2\n"),
              HasSubstr("there is no key 'a'"));
  // Where only Python knows whether something raises, both ways must agree.
  for (const char *text :
       {"try:\n    f()\n    X = 1\nexcept Exception:\n    X = 1\n",
        "try:\n    X = 1\n    torch.f()\nexcept Exception:\n    pass\n",
        "X = 1\ntry:\n    Y = package.g\nexcept Exception:\n    Y = 2\n",
        "try:\n    f()\n    X = 1\nexcept Exception:\n    raise\n",
        "try:\n    Y = torch.f()\nexcept A:\n    Y = 3\nexcept B:\n    Y = 4\n"
        "finally:\n    X = 1\n"})
    EXPECT_EQ(printedX(text), "1") << text;
  EXPECT_EQ(printedX("import triton.language as tl\ntry:\n    f()\n"
                     "    X = tl.float16\nexcept Exception:\n"
                     "    X = tl.float16\n"),
            "fp16");
  for (const char *text :
       {"try:\n    f()\n    X = 1\nexcept Exception:\n    X = 2\n",
        "X = 2\ntry:\n    f()\n    X = 1\nexcept Exception:\n    pass\n",
        "try:\n    f()\n    X = 1\nexcept A:\n    X = 1\nexcept B:\n    X = "
        "3\n"})
    EXPECT_THAT(printedX(text), HasSubstr("running Python")) << text;
}

TEST(SemaModuleTest, DefaultsAreThoseOfTheDefinition) {
  auto printed = [](const std::string &above, const std::string &type) {
    Analysis result = analyze(
        "import triton\nimport triton.language as tl\n" + above +
            "# tqc: signature=\"i32\"\n@triton.jit\ndef k(n, Y: " + type +
            "):\n    tl.static_print(Y, end='')\nB = 99\n",
        {}, {}, "k.py");
    return result.ok ? result.printed : result.messages;
  };
  EXPECT_EQ(printed("B = 16\n", "tl.constexpr = B"), "16");
  for (const char *name : {"i1", "i32", "u8", "fp16", "bf16", "f32"})
    EXPECT_EQ(printed(std::string(name) + " = 8\n",
                      std::string("tl.constexpr = ") + name),
              "8")
        << name;
  EXPECT_EQ(printed("B = [1, 2]\n", "tl.constexpr = B[1] + len(B)"), "4");
  EXPECT_EQ(printed("B = 3\n@triton.jit\ndef add(a, b):\n    return a + b\n",
                    "tl.constexpr = add"),
            "<function add>");
}

TEST(SemaModuleTest, ATextIsNoAnnotationOfAConstant) {
  // Triton reads the annotation's value: `x` becomes a run-time value.
  EXPECT_EQ(printedX("X = 1\n"), "1");
  Analysis result = analyze("# tqc: signature=\"i32\"\n@triton.jit\ndef k(n):\n"
                            "    x: 'tl.constexpr' = 3\n"
                            "    y: tl.constexpr = 3\n"
                            "    tl.static_print(x, y, end='')\n");
  EXPECT_EQ(result.printed, "int32[] 3") << result.messages;
}

TEST(SemaModuleTest, WhatPublicFilesImport) {
  EXPECT_EQ(printedX("from vllm.triton_utils import tl, triton\n"
                     "from vllm.platforms import current_platform\n"
                     "if current_platform.is_rocm():\n    X = tl.float16\n"
                     "else:\n    X = tl.float32\n"),
            "fp32");
  EXPECT_EQ(printedX("from torch._inductor.runtime.triton_helpers import "
                     "libdevice\nfast = libdevice.exp\nX = 1\n"),
            "1");
  EXPECT_EQ(printedX("X = torch.float16.itemsize + torch.int64.itemsize\n"),
            "10");
}

TEST(SemaModuleTest, NamesOfOtherFiles) {
  std::map<std::string, std::string> others = {
      {"a", "X = 4\nY = 5\n"}, {"..b.c", "X = 6\n"}, {"p.q", "Z = 8\n"}};
  EXPECT_EQ(printedX("from a import X\n", others), "4");
  EXPECT_EQ(printedX("from a import Y as X\n", others), "5");
  EXPECT_EQ(printedX("from a import *\n", others), "4");
  EXPECT_EQ(printedX("from ..b.c import X\n", others), "6");
  EXPECT_EQ(printedX("import p.q as m\nX = m.Z\n", others), "8");
  EXPECT_EQ(printedX("from p import q\nX = q.Z\n", others), "8");
}

TEST(SemaModuleTest, FunctionsOfOtherFilesSeeTheirOwnNames) {
  Analysis result = analyze(R"(
import triton
import triton.language as tl
from lib import double as twice

# tqc: signature="i32"
@triton.jit
def k(n):
    x = twice(n)
)",
                            {}, {{"lib", R"(
import triton
FACTOR = 2
@triton.jit
def double(x):
    return x * FACTOR
)"}},
                            "k.py");
  EXPECT_EQ("\n" + result.text, R"(
%1 : int32 = const 2
%2 : int32 = mul %0 %1
)") << result.messages;
}

TEST(SemaModuleTest, AliasesOfBuiltins) {
  EXPECT_EQ(printedX("from triton.language.math import exp\n"
                     "from triton.language.extra.cuda import libdevice\n"
                     "from triton.language import float32 as F\n"
                     "gather = tl.gather\nX = F\n"),
            "fp32");
  EXPECT_EQ(printedX("from triton.runtime.jit import constexpr_function\n"
                     "@constexpr_function\ndef f():\n    return 3\n"
                     "X = f()\n"),
            "3");
  EXPECT_EQ(printedX("import triton.language as tl\ntry:\n"
                     "    get = triton.runtime.jit.constexpr_function("
                     "tl.get_int_dtype)\nexcept Exception:\n"
                     "    get = tl.get_int_dtype\nX = get(8, True)\n"),
            "int8");
}

TEST(SemaModuleTest, OnlyReachedNamesMustResolve) {
  EXPECT_EQ(printedX("broken = nothing.at.all(3) + undefined\nX = 1\n"), "1");
  EXPECT_THAT(printedX("X = torch.cuda.get()\n"), HasSubstr("torch.cuda.get"));
}

TEST(SemaModuleTest, WhatPythonKnowsIsRefusedInKernels) {
  Analysis result = analyze(R"(
import torch
import triton
import triton.language as tl
# tqc: signature="i32"
@triton.jit
def k(n):
    x = torch.zeros(3)
)",
                            {}, {}, "k.py");
  EXPECT_THAT(result.messages,
              HasSubstr("k.py:8:9: error: `torch` is known to Python only, and "
                        "a kernel is compiled without Python [TQ0336]"));
}

/// The first line of what a kernel says that calls X.
std::string callingX(const std::string &above) {
  Analysis result =
      analyze("import triton\nimport triton.language as tl\n" + above +
                  "# tqc: signature=\"i32\"\n@triton.jit\n"
                  "def k(n):\n    y = X(n)\n",
              {}, {}, "k.py");
  return llvm::StringRef(result.messages).split('\n').first.str();
}

TEST(SemaModuleTest, SaysWhyANameIsOutOfReach) {
  EXPECT_EQ(callingX("from lib.a import X\n"),
            "k.py:7:9: error: `lib.a.X` is imported, but its file was not "
            "found [TQ0336]");
  EXPECT_EQ(callingX("from triton.language.math import tanh as X\n"),
            "k.py:7:9: error: the language has no `tl.math.tanh` [TQ0314]");
  EXPECT_THAT(callingX("class X:\n    pass\n"),
              HasSubstr("error: a kernel cannot use `X`: "));
}

} // namespace
