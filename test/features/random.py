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


# A quotient towards zero is not the same for -8, -7, -6, -5.
# case: x=bits:i32:512 out=empty:i32:128 num_warps=1
@triton.jit
def quotients_of_negative(x, out):
    i = tl.arange(0, 128)
    at = i + (i - 64) // 4 * 8
    tl.store(out + i, tl.load(x + 128 + at))


# case: x=bits:i32:512 out=zeros:i32:128 save=out num_warps=1
@triton.jit
def mask_of_negative_quotients(x, out):
    i = tl.arange(0, 128)
    tl.store(out + i, tl.load(x + i), mask=(i - 64) // 4 < 0)


# Nor is -8 % 8 followed by -7 % 8: they are 0 and -7.
# case: x=bits:i32:512 out=empty:i32:128 num_warps=1
@triton.jit
def remainders_of_negative(x, out):
    i = tl.arange(0, 128)
    tl.store(out + i, tl.load(x + 8 + (i - 64) % 8))


# What starts a run is a multiple of 16, not each element of it.
# case: x=bits:i32:512 out=empty:i32:32x4 n=4 num_warps=1
@triton.jit
def counting_or_constant(x, out, n):
    i, j = tl.arange(0, 32), tl.arange(0, 4)
    row = tl.where(i < n, i, 16)
    tl.store(out + i[:, None] * 4 + j[None, :], tl.load(x + row[:, None] + j[None, :]))


# case: x=bits:i32:512 out=empty:i32:32x4 n=2 num_warps=1
@triton.jit
def counting_then_multiplied(x, out, n):
    i, j = tl.arange(0, 32), tl.arange(0, 4)
    row = i
    acc = tl.zeros((32, 4), dtype=tl.int32)
    for _ in range(n):
        acc += tl.load(x + row[:, None] + j[None, :])
        row = row * 4
    tl.store(out + i[:, None] * 4 + j[None, :], acc)


# Bytes wrap around inside of four neighbours.
# case: x=bits:i32:512 out=zeros:i32:256 save=out num_warps=1
@triton.jit
def mask_of_wrapped_bytes(x, out):
    i = tl.arange(0, 256)
    tl.store(out + i, tl.load(x + i), mask=(i + 5).to(tl.int8) < 10)


# The two vectors came in different layouts, and the compiler crashed.
# case: x=bits:i32:4x16 out=empty:i32:1
@triton.jit
def cat_with_a_scan(x, out):
    at = tl.arange(0, 4)[:, None] * 16 + tl.arange(0, 16)[None, :]
    a = tl.sum(tl.load(x + at), axis=1)
    tl.store(out, tl.sum(tl.cat(a, tl.cumsum(a, 0), can_reorder=True), axis=0))


# The mask came in another layout than what it masks.
# case: x=bits:i32:512 out=empty:i32:8 num_warps=2
@triton.jit
def histogram_of_a_scan_with_a_mask(x, out):
    i = tl.arange(0, 512)
    a = tl.load(x + i)
    counts = tl.histogram(tl.cumsum(a, 0) & 7, 8, mask=a > 0)
    tl.store(out + tl.arange(0, 8), counts)


# Booleans that ldmatrix brings back as bytes, 8 of them in a row.
# case: m=int:i1:128x4 x=small:i64:512 out=empty:i64:4x128
@triton.jit
def mask_from_rows_to_columns(m, x, out):
    i, j = tl.arange(0, 128)[:, None], tl.arange(0, 4)[None, :]
    mask = tl.load(m + i * 4 + j)
    tl.store(out + j * 128 + i, tl.load(x + j * 128 + i, mask=mask, other=12))
