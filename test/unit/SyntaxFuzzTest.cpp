//===- SyntaxFuzzTest.cpp - No text crashes or stalls the parser ----------===//
//
// Noise with a fixed seed: bytes, tokens in random order, a real kernel with
// random edits. The tests pass if they end: in a tree, with a bounded number of
// errors, and in time.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <chrono>
#include <random>

#include "SyntaxTesting.h"

using namespace tqc;
using namespace tqc::testing;

static const char *const kKernel =
    R"(# tqc: signature="*fp32, *fp32, i32" BLOCK=1024
@triton.jit
def kernel(x_ptr, y_ptr: "*fp32", n, BLOCK: tl.constexpr = 64, *, k=(1, 2)):
    """Doc."""
    pid = tl.program_id(axis=0)
    offs = pid * BLOCK + tl.arange(0, BLOCK)[:, None]
    for i in range(0, n, -1):
        x = tl.load(x_ptr + offs, mask=offs < n, other=0.0)
        if i % 2 == 0 and not (x is None):
            y[i], *z = f"{i:>{n}} {x!r}", 'a' "b"
        elif 1 < i <= 3:
            continue
        else:
            w = [a ** -2 for a, b in q if a if b] if k else {1: 2, **d}
    while n: n -= 1; break
    try:
        import a.b as c
    except (E, F) as e:
        raise E("x") from e
    with open(x) as f, g: pass
    return lambda a, *b, c=1, **d: (a, )
)";

/// Parses under both names; the number of errors is bounded in each.
static void parseBoth(const std::string &text) {
  for (const char *name : {"t.tq", "t.py"}) {
    Parsed parsed(text, name);
    EXPECT_LE(parsed.diags.errorCount(), 210u);
    EXPECT_LE(llvm::StringRef(parsed.errors()).count(" error: "), 20u);
    parsed.tree();
  }
  EXPECT_EQ(Parsed(text, "t.py").diags.errorCount(), 0u);
}

TEST(SyntaxFuzzTest, RandomBytes) {
  std::mt19937 random(1);
  for (int round = 0; round < 400; ++round) {
    std::string text(random() % 400, '\0');
    for (char &c : text)
      c = static_cast<char>(random());
    parseBoth(text);
  }
}

TEST(SyntaxFuzzTest, RandomTokens) {
  static const char *const kTokens[] = {
      "\n",       "\n",       "\n  ",   "\n    ",  "\n\t",    "\\\n",
      " ",        "(",        ")",      "[",       "]",       "{",
      "}",        ":",        ",",      ";",       "=",       "==",
      "+=",       "**",       "*",      "-",       "~",       "@",
      ".",        "->",       ":=",     "!",       "x",       "y",
      "12",       "1.5",      "0x",     "'",       "\"",      "\"\"\"",
      "'''",      "f\"{",     "f'",     "}\"",     "!r",      "r'",
      "# tqc: a", "if ",      "else",   "elif ",   "for ",    "in ",
      "while ",   "def ",     "f(",     "return ", "lambda ", "not ",
      "is ",      "and ",     "or ",    "class ",  "try:",    "except ",
      "finally:", "with ",    "as ",    "import ", "from ",   "pass",
      "break",    "yield ",   "async ", "match ",  "None",    "...",
      "\xFF",     "\xC3\xA9", "//",     "<<=",     "del ",    "global "};
  std::mt19937 random(2);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (unsigned i = random() % 60; i > 0; --i)
      text += kTokens[random() % std::size(kTokens)];
    parseBoth(text);
  }
}

TEST(SyntaxFuzzTest, AKernelWithRandomEdits) {
  std::mt19937 random(3);
  const std::string kernel = kKernel;
  ASSERT_EQ(errorsOf(kernel), "");
  for (int round = 0; round < 2000; ++round) {
    std::string text = kernel;
    for (unsigned edit = 1 + random() % 4; edit > 0; --edit) {
      size_t at = random() % text.size();
      size_t length = std::min<size_t>(random() % 20, text.size() - at);
      switch (random() % 3) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, kernel.substr(random() % kernel.size(), length));
        break;
      default:
        text[at] = kernel[random() % kernel.size()];
      }
    }
    parseBoth(text);
  }
}

TEST(SyntaxFuzzTest, EveryPrefixOfAKernel) {
  const std::string kernel = kKernel;
  for (size_t length = 0; length < kernel.size(); ++length)
    parseBoth(kernel.substr(0, length));
}

TEST(SyntaxFuzzTest, TenMegabytesOfNoiseInTwoSeconds) {
  std::mt19937 random(4);
  std::string bytes(10'000'000, '\0'), letters(10'000'000, ' ');
  for (char &c : bytes)
    c = static_cast<char>(random());
  for (char &c : letters)
    c = random() % 40 == 0 ? '\n' : static_cast<char>(32 + random() % 95);
  std::string names;
  while (names.size() < 10'000'000)
    names += random() % 9 == 0 ? "(x = \n" : "x+ ";
  for (const std::string *text : {&bytes, &letters, &names}) {
    auto start = std::chrono::steady_clock::now();
    parseBoth(*text); // three times
    std::chrono::duration<double> took =
        std::chrono::steady_clock::now() - start;
    EXPECT_LT(took.count(), 6.0);
  }
}

TEST(SyntaxFuzzTest, OpeningsWithoutEndAreNoProblem) {
  auto repeat = [](const char *piece, int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
      text += piece;
    return text;
  };
  for (const char *piece : {"(",        "[",
                            "{",        "f(\n",
                            "((\n",     "{1:",
                            "f\"{",     "f'{f\"{",
                            "f'''{\n",  "'''",
                            "lambda:",  "not ",
                            "-",        "a if b else ",
                            "a**",      "x[",
                            "x.",       "(a for b in ",
                            "if a:\n ", "def f(a=",
                            "\n\t",     "@",
                            "async ",   "*"}) {
    parseBoth(repeat(piece, 20'000));
    parseBoth("x = " + repeat(piece, 20'000) + "\ny = 1\n");
  }
}
