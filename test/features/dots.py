"""Products."""
import triton
import triton.language as tl


@triton.jit
def _tile(p, M: tl.constexpr, N: tl.constexpr):
    return p + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]


# case: a=rand:fp16:32x32 b=rand:fp16:32x32 c=empty:fp32:32x32 tol=1e-5
@triton.jit
def half(a, b, c):
    tl.store(_tile(c, 32, 32), tl.dot(tl.load(_tile(a, 32, 32)), tl.load(_tile(b, 32, 32))))


# case: a=rand:bf16:64x32 b=rand:bf16:32x64 c=empty:fp32:64x64 tol=1e-5
@triton.jit
def bfloat(a, b, c):
    tl.store(_tile(c, 64, 64), tl.dot(tl.load(_tile(a, 64, 32)), tl.load(_tile(b, 32, 64))))


# case: a=rand:fp32:32x32 b=rand:fp32:32x32 c=empty:fp32:32x32 tol=2e-3
@triton.jit
def tf32(a, b, c):
    tl.store(_tile(c, 32, 32), tl.dot(tl.load(_tile(a, 32, 32)), tl.load(_tile(b, 32, 32))))


# case: a=rand:fp32:32x16 b=rand:fp32:16x32 c=empty:fp32:32x32 tol=1e-5
@triton.jit
def ieee(a, b, c):
    x, y = tl.load(_tile(a, 32, 16)), tl.load(_tile(b, 16, 32))
    tl.store(_tile(c, 32, 32), tl.dot(x, y, input_precision="ieee"))


# case: a=rand:fp32:32x32 b=rand:fp32:32x32 c=empty:fp32:32x32 tol=1e-5
@triton.jit
def not_tf32(a, b, c):
    x, y = tl.load(_tile(a, 32, 32)), tl.load(_tile(b, 32, 32))
    tl.store(_tile(c, 32, 32), tl.dot(x, y, allow_tf32=False))


# case: a=int:i8:32x64 b=int:i8:64x32 c=empty:i32:32x32
@triton.jit
def bytes_to_int(a, b, c):
    tl.store(_tile(c, 32, 32), tl.dot(tl.load(_tile(a, 32, 64)), tl.load(_tile(b, 64, 32))))


# case: a=rand:fp16:16x16 b=rand:fp16:16x16 c=empty:fp16:16x16 tol=2e-3
@triton.jit
def half_result(a, b, c):
    tl.store(_tile(c, 16, 16), tl.dot(tl.load(_tile(a, 16, 16)), tl.load(_tile(b, 16, 16)), out_dtype=tl.float16))


# case: a=rand:fp16:64x64 b=rand:fp16:64x64 c=empty:fp32:64x64 tol=1e-5
@triton.jit
def with_accumulator(a, b, c):
    acc = tl.full((64, 64), 2.0, tl.float32)
    tl.store(_tile(c, 64, 64), tl.dot(tl.load(_tile(a, 64, 64)), tl.load(_tile(b, 64, 64)), acc))


# case: a=rand:fp16:64x32 b=rand:fp16:64x32 c=empty:fp32:64x64 tol=1e-5
@triton.jit
def transposed_right(a, b, c):
    y = tl.load(_tile(b, 64, 32))
    tl.store(_tile(c, 64, 64), tl.dot(tl.load(_tile(a, 64, 32)), tl.trans(y)))


# case: a=rand:fp16:32x64 b=rand:fp16:32x64 c=empty:fp32:64x64 tol=1e-5
@triton.jit
def transposed_left(a, b, c):
    x = tl.load(_tile(a, 32, 64))
    tl.store(_tile(c, 64, 64), tl.dot(x.T, tl.load(_tile(b, 32, 64))))


# case: a=rand:fp16:32x128 b=rand:fp16:128x32 c=empty:fp16:32x32 K=128 tol=2e-3
@triton.jit
def loop_over_k(a, b, c, K):
    m, n, k = tl.arange(0, 32), tl.arange(0, 32), tl.arange(0, 32)
    acc = tl.zeros((32, 32), dtype=tl.float32)
    for at in range(0, K, 32):
        x = tl.load(a + m[:, None] * K + (at + k)[None, :])
        y = tl.load(b + (at + k)[:, None] * 32 + n[None, :])
        acc += tl.dot(x, y)
    tl.store(_tile(c, 32, 32), acc.to(tl.float16))


# case: a=rand:fp16:32x32 b=rand:fp16:32x32 v=rand:fp16:32x32 c=empty:fp32:32x32 tol=2e-3
@triton.jit
def chained(a, b, v, c):
    s = tl.dot(tl.load(_tile(a, 32, 32)), tl.load(_tile(b, 32, 32)))
    p = (s * 0.125).to(tl.float16)
    tl.store(_tile(c, 32, 32), tl.dot(p, tl.load(_tile(v, 32, 32))))


# case: a=rand:fp16:32x32 b=rand:fp16:32x32 c=empty:fp32:32 tol=1e-5
@triton.jit
def reduced(a, b, c):
    s = tl.dot(tl.load(_tile(a, 32, 32)), tl.load(_tile(b, 32, 32)))
    tl.store(c + tl.arange(0, 32), tl.max(s, axis=1) + tl.sum(s, axis=0))


# case: a=rand:fp16:32x32 b=rand:fp16:32x32 bias=rand:fp32:32 c=empty:fp32:32x32 tol=1e-5
@triton.jit
def bias_and_activation(a, b, bias, c):
    s = tl.dot(tl.load(_tile(a, 32, 32)), tl.load(_tile(b, 32, 32)))
    s += tl.load(bias + tl.arange(0, 32))[None, :]
    tl.store(_tile(c, 32, 32), tl.where(s >= 0, s, 0.01 * s))


# case: a=rand:fp16:2x32x32 b=rand:fp16:2x32x32 c=empty:fp32:2x32x32 tol=1e-5
@triton.jit
def batched(a, b, c):
    at = tl.arange(0, 2)[:, None, None] * 1024 + tl.arange(0, 32)[None, :, None] * 32 + tl.arange(0, 32)[None, None, :]
    tl.store(c + at, tl.dot(tl.load(a + at), tl.load(b + at)))


# case: a=rand:fp16:128x64 b=rand:fp16:64x128 c=empty:fp32:128x128 tol=1e-5 num_warps=8
@triton.jit
def eight_warps(a, b, c):
    tl.store(_tile(c, 128, 128), tl.dot(tl.load(_tile(a, 128, 64)), tl.load(_tile(b, 64, 128))))


# case: a=rand:fp16:32x32 c=empty:fp32:32x32 tol=1e-5
@triton.jit
def same_tile_twice(a, c):
    x = tl.load(_tile(a, 32, 32))
    tl.store(_tile(c, 32, 32), tl.dot(x, x))


# case: a=rand:fp16:16x128 b=rand:fp16:128x16 c=empty:fp32:16x16 tol=1e-5 num_warps=1
@triton.jit
def one_warp(a, b, c):
    tl.store(_tile(c, 16, 16), tl.dot(tl.load(_tile(a, 16, 128)), tl.load(_tile(b, 128, 16))))
