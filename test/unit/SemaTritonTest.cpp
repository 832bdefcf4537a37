//===- SemaTritonTest.cpp - The analysis beside Triton's own --------------===//
//
// Three tables measured with Triton 3.6.0: the promotion rules, the types of
// expressions, and what statements leave behind. Each row must give the same
// answer here; an error there must be one here.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/SemaTypes.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "test/unit/SemaAnalysis.h"

using namespace tqc;

namespace {

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

struct PromotionRow {
  const char *a;
  bool isLiteral, divides;
  const char *answers;
};
constexpr PromotionRow kPromotions[] = {
#include "test/unit/SemaPromotion.inc"
};
constexpr Elem kElems[] = {Elem::I1,   Elem::I8,     Elem::I16,  Elem::I32,
                           Elem::I64,  Elem::U8,     Elem::U16,  Elem::U32,
                           Elem::U64,  Elem::F8E4NV, Elem::F8E5, Elem::F16,
                           Elem::BF16, Elem::F32,    Elem::F64};

// Both orders of a literal and a tile give one answer in Triton; so do they
// here.
TEST(SemaTritonTest, PromotesAsTriton) {
  for (const PromotionRow &row : kPromotions) {
    Elem a = *elemFromSignature(row.a);
    llvm::SmallVector<llvm::StringRef, 16> answers;
    llvm::StringRef(row.answers).split(answers, ' ');
    ASSERT_EQ(answers.size(), std::size(kElems));
    for (size_t i = 0; i < answers.size(); ++i) {
      auto text = [](std::optional<Elem> elem) {
        return elem ? signatureName(*elem).str() : "-";
      };
      EXPECT_EQ(text(sema::computationType(a, row.isLiteral, kElems[i], false,
                                           row.divides)),
                answers[i])
          << row.a << " with " << signatureName(kElems[i]).str();
      if (row.isLiteral)
        EXPECT_EQ(
            text(sema::computationType(kElems[i], false, a, true, row.divides)),
            answers[i]);
    }
  }
}

//===----------------------------------------------------------------------===//
// Expressions and statements
//===----------------------------------------------------------------------===//

constexpr const char *kFunctions = R"(
@triton.jit
def addfn(a, b):
    return a + b
@triton.jit
def pairfn(a, i, b, j):
    return a + b, i + j
@triton.jit
def badfn(a, b):
    return (a + b).to(tl.float32)
@triton.jit
def helper(a, b):
    return a * b
@triton.jit
def helper2(a):
    x = 3
    return x
@triton.jit
def helper3(a):
    s = tl.sum(a, 0)
    if s > 0:
        return s
    else:
        return s + 1
GLOBAL = tl.constexpr(7)
@triton.jit
def helper4(a):
    return a, a + 1
@triton.jit
def helper5(a):
    if a > 0:
        return a
    return a + 1
@triton.jit
def helper6(a, FLAG: tl.constexpr):
    if FLAG:
        return a
    else:
        return a + 1.0
@triton.jit
def helper7(a):
    if a > 0:
        return a
    else:
        return a + 1.5
@triton.jit
def helper8(p, a):
    if a > 0:
        tl.store(p, a)
@triton.jit
def helper9(a, fn):
    return tl.reduce(a, 0, fn)
)";

/// The type that the last line of the recording prints, "" after an error.
std::string typeOfX(llvm::StringRef statements) {
  std::string source = kFunctions;
  source += "# tqc: signature=\"*i1, *i8, *i32, *i64, *u8, *u32, *u64, *fp16, "
            "*bf16, *fp32, *fp64, i32, i64, u32, fp32\"\n@triton.jit\n"
            "def k(pi1, pi8, pi32, pi64, pu8, pu32, pu64, pf16, pbf16, pf32, "
            "pf64, si32, si64, su32, sf32):\n"
            "    r = tl.arange(0, 64)\n";
  for (const char *name : {"i1", "i8", "i32", "i64", "u8", "u32", "u64", "f16",
                           "bf16", "f32", "f64"})
    source += std::string("    ") + name + " = tl.load(p" + name + " + r)\n";
  llvm::SmallVector<llvm::StringRef, 8> lines;
  statements.trim('\n').split(lines, '\n');
  for (llvm::StringRef line : lines)
    source += "    " + line.str() + "\n";
  source += "    tl.device_print(\"r\", x)\n";
  Analysis result = analyze(source);
  if (!result.ok)
    return "";
  llvm::StringRef text = llvm::StringRef(result.text).rtrim();
  size_t at = text.rfind("print ' r: ' ");
  return at == llvm::StringRef::npos
             ? "nothing printed"
             : text.substr(at).split(" : ").second.split('\n').first.str();
}

struct Case {
  const char *text, *type;
};

TEST(SemaTritonTest, TypesExpressionsAsTriton) {
#define TQ_CASE(TEXT, TYPE) {TEXT, TYPE},
  static constexpr Case kCases[] = {
#include "test/unit/SemaExpressions.inc"
  };
  for (const Case &one : kCases)
    EXPECT_EQ(typeOfX("x = " + std::string(one.text)), one.type) << one.text;
}

TEST(SemaTritonTest, RunsStatementsAsTriton) {
  static constexpr Case kCases[] = {
#include "test/unit/SemaStatements.inc"
  };
#undef TQ_CASE
  for (const Case &one : kCases)
    EXPECT_EQ(typeOfX(one.text), one.type) << one.text;
}

} // namespace
