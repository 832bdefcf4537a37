//===- NewTopic.cpp - The files that a topic begins as --------------------===//

#include "tools/tq-run/NewTopic.h"

namespace tqc {

static constexpr const char *kFile = R"("""@NAME@: each row without its mean.

Say in three lines what the kernel is about, and what is special in it.
"""

import torch
import triton
import triton.language as tl


# tqc: signature="*fp32:16, *fp32:16, i32" BLOCK_SIZE=1024 num_warps=4
@triton.jit
def @NAME@_kernel(x_ptr, out_ptr, n_cols, BLOCK_SIZE: tl.constexpr):
    """out = x - mean(x) of one row."""
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK_SIZE)
    mask = cols < n_cols
    x = tl.load(x_ptr + row * n_cols + cols, mask=mask, other=0.0)

    # TODO: the mean of the row, over the n_cols elements that there are.
    # >>> solution
    mean = tl.sum(x, axis=0) / n_cols
    # <<< solution

    # TODO: store the row without its mean.
    # >>> solution
    tl.store(out_ptr + row * n_cols + cols, x - mean, mask=mask)
    # <<< solution


def @NAME@(x):
    """One program a row."""
    n_rows, n_cols = x.shape
    out = torch.empty_like(x)
    block = triton.next_power_of_2(n_cols)
    @NAME@_kernel[(n_rows,)](x, out, n_cols, BLOCK_SIZE=block, num_warps=4)
    return out
)";

static constexpr const char *kFacts = R"({
  "title": "@NAME@",
  "summary": "each row without its mean",
  "day": 12,
  "order": 99,
  "launcher": "@NAME@",
  "needs": ["row_reductions"],
  "returns": ["out"],
  "cases": [
    {"x": "fp32 1x1"},
    {"x": "fp32 7x781"},
    {"x": "fp32 16x256"}
  ],
  "gpu_cases": [
    {"x": "fp32 4096x4096"}
  ]
}
)";

static constexpr const char *kLesson = R"(# @NAME@

What the topic is about, in a few short paragraphs, and one picture:

    row     3  1  2      mean 2      row - mean     1 -1  0

Lanes behind the end of a row hold 0, so that they add nothing to a sum.

## What to write

1. The mean of the row.
2. The row without its mean: store it.

## See it

    tq-run check @NAME@

## When it works

- What comes out of a row in which all elements are equal?
)";

static constexpr const char *kHints = R"(# Hints for @NAME@

## Hint 1

A question that leads to the idea.

## Hint 2

What the idea means for this kernel, in words.

## Hint 3

    mean = tl.sum(x, axis=0) / n_cols
)";

static constexpr const char *kReference = R"(import numpy as np


def reference(x):
    return x - np.mean(x, axis=1, keepdims=True)
)";

static constexpr const char *kWrong =
    R"(== the mean of the block, and not of the row
- / n_cols
+ / BLOCK_SIZE

== the sum, and not the mean
- tl.sum(x, axis=0) / n_cols
+ tl.sum(x, axis=0)
)";

static std::string named(const char *text, const std::string &name) {
  constexpr const char *kPlace = "@NAME@";
  std::string result = text;
  for (size_t at = result.find(kPlace); at != std::string::npos;
       at = result.find(kPlace, at + name.size()))
    result.replace(at, 6, name);
  return result;
}

std::vector<NewFile> filesOfNewTopic(const std::string &name) {
  return {{name + ".tq", named(kFile, name)},
          {name + "/topic.json", named(kFacts, name)},
          {name + "/lesson.md", named(kLesson, name)},
          {name + "/hints.md", named(kHints, name)},
          {name + "/reference.py", named(kReference, name)},
          {name + "/wrong.edits", named(kWrong, name)}};
}

} // namespace tqc
