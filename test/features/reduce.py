"""Reductions and scans."""
import triton
import triton.language as tl


# case: x=rand:fp32:1024 out=empty:fp32:1 BLOCK=1024 tol=1e-6
@triton.jit
def sum_vector(x, out, BLOCK: tl.constexpr):
    tl.store(out, tl.sum(tl.load(x + tl.arange(0, BLOCK)), axis=0))


# case: x=rand:fp32:32 out=empty:fp32:1 BLOCK=32 tol=1e-6
@triton.jit
def sum_one_warp(x, out, BLOCK: tl.constexpr):
    tl.store(out, tl.sum(tl.load(x + tl.arange(0, BLOCK))))


# case: x=rand:fp32:8 out=empty:fp32:1 BLOCK=8 tol=1e-6
@triton.jit
def sum_few(x, out, BLOCK: tl.constexpr):
    tl.store(out, tl.sum(tl.load(x + tl.arange(0, BLOCK)), 0))


# case: x=rand:fp32:64x32 out=empty:fp32:64 M=64 N=32 tol=1e-6
@triton.jit
def sum_rows(x, out, M: tl.constexpr, N: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    tl.store(out + m, tl.sum(tl.load(x + m[:, None] * N + n[None, :]), axis=1))


# case: x=rand:fp32:64x32 out=empty:fp32:32 M=64 N=32 tol=1e-6
@triton.jit
def sum_columns(x, out, M: tl.constexpr, N: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    tl.store(out + n, tl.sum(tl.load(x + m[:, None] * N + n[None, :]), axis=0))


# case: x=rand:fp32:16x64 out=empty:fp32:16x64 M=16 N=64 tol=1e-6
@triton.jit
def subtract_row_max(x, out, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    a = tl.load(x + at)
    tl.store(out + at, a - tl.max(a, axis=1)[:, None])


# case: x=rand:fp32:16x64 out=empty:fp32:16x64 M=16 N=64 tol=1e-6
@triton.jit
def keep_dims(x, out, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    a = tl.load(x + at)
    tl.store(out + at, a - tl.min(a, axis=0, keep_dims=True))


# case: x=int:i32:512 out=empty:i32:3 BLOCK=512
@triton.jit
def integer_reductions(x, out, BLOCK: tl.constexpr):
    a = tl.load(x + tl.arange(0, BLOCK)) - 40
    tl.store(out, tl.sum(a))
    tl.store(out + 1, tl.max(a, axis=0))
    tl.store(out + 2, tl.min(a, axis=0))


# case: x=int:i8:256 out=empty:i32:1 BLOCK=256
@triton.jit
def sum_widens_bytes(x, out, BLOCK: tl.constexpr):
    tl.store(out, tl.sum(tl.load(x + tl.arange(0, BLOCK))))


# case: x=rand:fp16:256 out=empty:fp32:1 BLOCK=256 tol=2e-3
@triton.jit
def sum_half(x, out, BLOCK: tl.constexpr):
    tl.store(out, tl.sum(tl.load(x + tl.arange(0, BLOCK)).to(tl.float32)))


# case: x=rand:fp32:512 out=empty:i32:2 BLOCK=512
@triton.jit
def argmax_argmin(x, out, BLOCK: tl.constexpr):
    a = tl.load(x + tl.arange(0, BLOCK))
    tl.store(out, tl.argmax(a, axis=0))
    tl.store(out + 1, tl.argmin(a, axis=0))


# case: x=rand:fp32:32x64 out=empty:i32:32 M=32 N=64
@triton.jit
def argmax_rows(x, out, M: tl.constexpr, N: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    tl.store(out + m, tl.argmax(tl.load(x + m[:, None] * N + n[None, :]), axis=1))


# case: x=rand:fp32:256 v=empty:fp32:1 k=empty:i32:1 BLOCK=256
@triton.jit
def max_with_indices(x, v, k, BLOCK: tl.constexpr):
    value, index = tl.max(tl.load(x + tl.arange(0, BLOCK)), axis=0, return_indices=True)
    tl.store(v, value)
    tl.store(k, index)


@triton.jit
def _multiply(a, b):
    return a * b


@triton.jit
def _welford(mean1, m2_1, w1, mean2, m2_2, w2):
    delta = mean2 - mean1
    weight = w1 + w2
    ratio = tl.where(weight == 0.0, 0.0, w2 / weight)
    return mean1 + delta * ratio, m2_1 + m2_2 + delta * delta * w1 * ratio, weight


# case: x=pos:fp32:64 out=empty:fp32:1 BLOCK=64 tol=1e-5
@triton.jit
def reduce_own_function(x, out, BLOCK: tl.constexpr):
    tl.store(out, tl.reduce(tl.load(x + tl.arange(0, BLOCK)), 0, _multiply))


# case: x=rand:fp32:256 out=empty:fp32:2 BLOCK=256 tol=1e-5
@triton.jit
def reduce_tuple(x, out, BLOCK: tl.constexpr):
    a = tl.load(x + tl.arange(0, BLOCK))
    zero = tl.zeros([BLOCK], dtype=tl.float32)
    mean, m2, weight = tl.reduce((a, zero, zero + 1), 0, _welford)
    tl.store(out, mean)
    tl.store(out + 1, m2 / weight)


# case: x=int:i32:256 out=empty:i32:1 BLOCK=256
@triton.jit
def xor_sum(x, out, BLOCK: tl.constexpr):
    tl.store(out, tl.xor_sum(tl.load(x + tl.arange(0, BLOCK)), axis=0))


# case: x=rand:fp32:512 out=empty:fp32:512 BLOCK=512 tol=1e-5
@triton.jit
def cumsum_vector(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.cumsum(tl.load(x + i), axis=0))


# case: x=int:i32:64 out=empty:i32:64 BLOCK=64
@triton.jit
def cumsum_small(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.cumsum(tl.load(x + i), 0))


# case: x=int:i32:16x64 out=empty:i32:16x64 M=16 N=64
@triton.jit
def cumsum_rows(x, out, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + at, tl.cumsum(tl.load(x + at), axis=1))


# case: x=int:i32:64x16 out=empty:i32:64x16 M=64 N=16
@triton.jit
def cumsum_columns(x, out, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + at, tl.cumsum(tl.load(x + at), axis=0))


# case: x=int:i32:256 out=empty:i32:256 BLOCK=256
@triton.jit
def cumsum_reverse(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.cumsum(tl.load(x + i), axis=0, reverse=True))


# case: x=pos:fp32:32 out=empty:fp32:32 BLOCK=32 tol=1e-5
@triton.jit
def cumprod(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.cumprod(tl.load(x + i), axis=0))


@triton.jit
def _first_order(a1, b1, a2, b2):
    return a1 * a2, a2 * b1 + b2


# case: x=rand:fp32:256 out=empty:fp32:256 BLOCK=256 tol=1e-5
@triton.jit
def associative_scan_recurrence(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    decay = tl.full([BLOCK], 0.5, tl.float32)
    _, b = tl.associative_scan((decay, tl.load(x + i)), 0, _first_order)
    tl.store(out + i, b)


@triton.jit
def _largest(a, b):
    return tl.maximum(a, b)


# case: x=rand:fp32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def running_maximum(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.associative_scan(tl.load(x + i), 0, _largest))


# case: x=rand:fp32:4x128 out=empty:fp32:4x128 grid=4 BLOCK=128 tol=1e-6
@triton.jit
def softmax_rows(x, out, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.softmax(tl.load(x + at)))


# case: x=rand:fp32:1000 out=empty:fp32:1 n=1000 BLOCK=128 tol=1e-5
@triton.jit
def sum_in_loop(x, out, n, BLOCK: tl.constexpr):
    total = 0.0
    for k in range(0, n, BLOCK):
        i = k + tl.arange(0, BLOCK)
        total += tl.sum(tl.load(x + i, mask=i < n, other=0.0))
    tl.store(out, total)


# case: x=int:i32:512 out=empty:i32:128 BLOCK=512
@triton.jit
def histogram(x, out, BLOCK: tl.constexpr):
    counts = tl.histogram(tl.load(x + tl.arange(0, BLOCK)), 128)
    tl.store(out + tl.arange(0, 128), counts)


# case: x=rand:fp32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def sort_ascending(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.sort(tl.load(x + i)))


# case: x=rand:fp32:8x32 out=empty:fp32:8x32 M=8 N=32
@triton.jit
def sort_rows_descending(x, out, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + at, tl.sort(tl.load(x + at), descending=True))
