import triton
import triton.language as tl


@triton.jit
def half(p, n):
    tl.store(p, n >> 60)
    tl.store(p + 1, (n > 5).to(tl.uint64))


@triton.jit
def real(p, x):
    tl.store(p, x)
