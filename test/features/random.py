"""What random kernels found (tools/dev/random-kernels), made small."""
import triton
import triton.language as tl


# A copy of the pipeline took four elements where the mask let through fewer.
# case: a=few:fp32:32x64 b=few:fp32:64x32 c=empty:fp32:32x32 K=45
@triton.jit
def ragged_product_of_single(a, b, c, K):
    m, n, k = tl.arange(0, 32), tl.arange(0, 32), tl.arange(0, 16)
    acc = tl.zeros((32, 32), dtype=tl.float32)
    for at in range(0, K, 16):
        x = tl.load(a + m[:, None] * 64 + at + k[None, :], mask=at + k[None, :] < K, other=0)
        y = tl.load(b + (at + k)[:, None] * 32 + n[None, :], mask=(at + k)[:, None] < K, other=0)
        acc += tl.dot(x, y)
    tl.store(c + m[:, None] * 32 + n[None, :], acc)


# The compiler crashed where a thread has two bytes to shuffle, not four.
# case: x=bits:i8:64 out=empty:i8:64x2 num_warps=1
@triton.jit
def join_of_joined_bytes(x, out):
    i = tl.arange(0, 32)
    a = tl.interleave(tl.load(x + i), tl.load(x + 32 + i))
    at = tl.arange(0, 64)[:, None] + tl.arange(0, 2)[None, :] * 64
    tl.store(out + at, tl.join(a, a))
