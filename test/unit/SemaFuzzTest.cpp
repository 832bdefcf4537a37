//===- SemaFuzzTest.cpp - No program breaks the analysis ------------------===//
//
// Kernels grown at random from the words of the language. Each must either be
// accepted in silence or refused with a message; the generator's seed is fixed.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <random>

#include "test/unit/SemaAnalysis.h"

using namespace tqc;

namespace {

class Grower {
public:
  explicit Grower(unsigned seed) : random(seed) {}

  std::string block(int depth, const std::string &indent) {
    std::string text;
    for (unsigned i = 0, count = 1 + pick(3); i < count; ++i)
      text += statement(depth, indent);
    return text;
  }

private:
  unsigned pick(unsigned count) { return unsigned(random() % count); }
  const char *from(llvm::ArrayRef<const char *> words) {
    return words[pick(unsigned(words.size()))];
  }
  std::string name() { return from({"a", "b", "c", "i", "n", "p", "x", "N"}); }

  std::string statement(int depth, const std::string &indent) {
    std::string inner = indent + "    ";
    switch (depth > 0 ? pick(11) : pick(6)) {
    case 0:
      return indent + name() + ", " + name() + " = " + expr(2) + "\n";
    case 1:
      return indent + name() + " += " + expr(2) + "\n";
    case 2:
      return indent + "N: tl.constexpr = " + expr(2) + "\n";
    case 3:
      return indent + "tl.store(" + expr(1) + ", " + expr(2) + ")\n";
    case 6:
      return indent + "if " + expr(2) + ":\n" + block(depth - 1, inner) +
             indent + "else:\n" + block(depth - 1, inner);
    case 7:
      return indent + "if " + expr(2) + ":\n" + inner + "return\n";
    case 8:
      return indent + "for " + name() + " in " +
             from({"range(", "tl.range(", "tl.static_range("}) +
             from({"3", "n", "0, 8, 2", "4, 0, -1", "x"}) + "):\n" +
             block(depth - 1, inner);
    case 9:
      return indent + "while " + expr(2) + ":\n" + block(depth - 1, inner);
    case 10:
      return indent + from({"return", "pass", "break", "1 + 2"}) + "\n";
    default:
      return indent + name() + " = " + expr(int(pick(3))) + "\n";
    }
  }

  std::string expr(int depth) {
    if (depth <= 0)
      return from({"a",
                   "b",
                   "c",
                   "n",
                   "p",
                   "x",
                   "N",
                   "0",
                   "1",
                   "16",
                   "2.5",
                   "True",
                   "None",
                   "'s'",
                   "tl.float16",
                   "tl.int64",
                   "(1, 2)",
                   "[x, n]",
                   "f",
                   "float('inf')",
                   "tl.arange(0, 16)"});
    std::string e = expr(depth - 1);
    switch (pick(12)) {
    case 0:
    case 1:
      return "(" + e + " " +
             from({"+", "-", "*", "/", "//", "%", "&", "|", "<<", ">>", "**",
                   "@", "<", "==", "is", "and", "or", "in"}) +
             " " + expr(depth - 1) + ")";
    case 2:
      return std::string("(") + from({"-", "~", "not "}) + e + ")";
    case 3:
      return e + from({"[:, None]", "[None]", "[0]", "[1:]", ".T", ".dtype",
                       ".shape", ".to(tl.int32)", ".sum()", ".value", "[-1]",
                       ".reshape(4, 4)", ".type.element_ty"});
    case 4:
      return "(" + e + " if " + expr(depth - 1) + " else " + expr(depth - 1) +
             ")";
    case 5:
    case 6:
      return std::string(from({"tl.exp", "tl.sum", "tl.load", "tl.trans", "f",
                               "tl.sort", "tl.cumsum", "tl.argmax", "len",
                               "int", "max", "tl.abs", "libdevice.sin",
                               "tl.join", "tl.softmax", "tl.flip", "g"})) +
             "(" + e + from({"", ", 0", ", axis=0", ", 1.0", ", None"}) + ")";
    case 7:
      return std::string(from({"tl.where", "tl.dot", "tl.full", "tl.gather",
                               "tl.reduce", "tl.fma", "tl.clamp"})) +
             "(" + e + ", " + expr(depth - 1) + ", " + expr(depth - 1) + ")";
    case 8:
      return "tl.load(p + " + e + ", mask=" + expr(depth - 1) +
             ", other=" + expr(depth - 1) + ")";
    case 9:
      return "tl.make_block_ptr(p, (n, 8), (8, 1), (0, " + e +
             "), (4, 4), (1, 0))";
    case 10:
      return "[" + name() + " for a in " + e + "]";
    default:
      return "(" + e + ", " + expr(depth - 1) + ")";
    }
  }

  std::mt19937 random;
};

constexpr unsigned kPrograms = 1500;

TEST(SemaFuzzTest, AcceptsOrExplains) {
  unsigned accepted = 0;
  for (unsigned seed = 0; seed < kPrograms; ++seed) {
    std::string source = R"(
@triton.jit
def f(a, b=1):
    if a > b:
        return a
    return b
@triton.jit
def g(a, b=2):
    return a + b, a
# tqc: signature="*fp32, i32" N=16
@triton.jit
def k(p, n, N: tl.constexpr):
    x = tl.load(p + tl.arange(0, 16))
    a = 1
    b = n
    c = (1, x)
)" + Grower(seed).block(2, "    ");
    Analysis result = analyze(source);
    accepted += result.ok;
    EXPECT_NE(result.ok, !result.messages.empty()) << source;
  }
  // Enough of them mean something.
  EXPECT_GT(accepted, 75u);
}

} // namespace
