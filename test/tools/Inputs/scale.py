"""A Triton program: much that no kernel needs, and one kernel."""
import os

import torch
import triton
import triton.language as tl


class Settings:
    path = os.environ.get("HOME")


@triton.jit
def scale(x_ptr, n, SCALE: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n)
    tl.store(x_ptr + offsets, x * SCALE, mask=offsets < n)


if __name__ == "__main__":
    print(torch.__version__)
