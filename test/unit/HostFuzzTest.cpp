//===- HostFuzzTest.cpp - No launcher crashes the interpreter -------------===//
//
// A launcher with random edits, fixed seed: each run ends in a value or in one
// error, and leaves no device memory behind.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <random>

#include "HostTesting.h"

using namespace tqc;
using namespace tqc::testing;

static const char *const kPieces[] = {
    "@triton.autotune([triton.Config({'B': 16}, num_warps=4)], key=['n'])\n"
    "@triton.jit\n"
    "def k(x, y, n, B: tl.constexpr, C: tl.constexpr = 2):\n  pass\n",
    "def g(a, b=2, *c, d=1, **e):\n  return (a, b, c, d, e)\n",
    "def f(x):\n",
    "  n = x.numel()\n",
    "  y = torch.empty_like(x)\n",
    "  z = x.view(-1, 4).t()[1:, None]\n",
    "  a, *b = g(n, *[1, 2], d=len(x.shape), q={'a': 1.5})\n",
    "  s = f'{n:>{4}} {x.shape!r} {2.5:.1f}' + str(n // 3 % 2)\n",
    "  for i, (p, q) in enumerate(zip(range(3), [4, 5])):\n"
    "    n += i * p - q\n",
    "  h = lambda meta: (triton.cdiv(meta['n'], meta['B']), 1)\n",
    "  if n > 3 and x is not None or not y.is_contiguous():\n"
    "    k[h](x, y, n, C=max(1, *[2, 3]))\n",
    "  m = [torch.zeros((2, i)) for i in range(3) if i]\n",
    "  w = z.reshape(-1).contiguous() if n else None\n",
    "  assert y.shape == x.shape, s\n",
    "  d = {i: i ** 2 for i in range(4)}\n  d['k'] = m.pop()\n",
    "  return y[..., 0], d, s.split(' ')[-1], math.sqrt(abs(n))\n",
};

static const char *const kTokens[] = {
    "x",   "y",    "n",       "0",     "-1",       "1 << 62",  "2.5",
    "'k'", "None", "x.shape", "[x]",   "(1, 2)",   "{}",       "f",
    "g",   "k",    "h",       "x[0]",  "range(9)", "torch",    "tl.int8",
    "+",   "*",    "**",      "//",    "%",        "[",        "]",
    "(",   ")",    ",",       ".view", ".expand",  ".pop",     ".items",
    "in",  "is",   "lambda",  "if",    "else",     "for i in", "return",
};

TEST(HostFuzzTest, ALauncherWithRandomEdits) {
  std::mt19937 random(1);
  unsigned values = 0, errors = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (const char *piece : kPieces)
      text += piece;
    for (unsigned edit = random() % 4; edit > 0; --edit) {
      const char *token = kTokens[random() % std::size(kTokens)];
      // Replace a word, so that most texts still parse.
      size_t at = random() % text.size();
      size_t end = at;
      while (end < text.size() && isalnum(text[end]))
        ++end;
      while (at > 0 && isalnum(text[at - 1]))
        --at;
      text.replace(at, end - at, token);
    }
    Host host(text);
    if (host.diags.hasErrors())
      continue;
    {
      HostValue x = host.tensor({4, 8}, DType::FP32);
      Result<HostValue> value = host.call("f", {x});
      (value ? values : errors) += 1;
      EXPECT_EQ(host.diags.errorCount(), value ? 0u : 1u) << text;
      EXPECT_FALSE(host.errors().empty() && !value);
    }
    host.launcher.last = {};                          // it holds the arguments
    EXPECT_EQ(host.device.memory.size(), 1u) << text; // x itself
  }
  // The edits must leave something of both to test.
  EXPECT_GT(values, 100u);
  EXPECT_GT(errors, 100u);
}
