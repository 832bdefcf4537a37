"""Atomics, scalars in memory, hints, random numbers, math."""
import triton
import triton.language as tl


# case: x=int:i32:256 out=zeros:i32:1 save=out grid=4 BLOCK=64
@triton.jit
def atomic_add_scalar(x, out, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out, tl.sum(tl.load(x + i)))


# case: x=int:i32:256 out=zeros:i32:100 save=out BLOCK=256
@triton.jit
def atomic_add_scatter(x, out, BLOCK: tl.constexpr):
    tl.atomic_add(out + tl.load(x + tl.arange(0, BLOCK)), 1)


# case: x=rand:fp32:256 out=zeros:fp32:64 save=out grid=4 BLOCK=64 tol=1e-6
@triton.jit
def atomic_add_float(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.atomic_add(out + i, tl.load(x + tl.program_id(0) * BLOCK + i), sem="relaxed")


# case: x=rand:fp16:128 out=zeros:fp16:128 save=out BLOCK=128
@triton.jit
def atomic_add_half(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.atomic_add(out + i, tl.load(x + i))


# case: x=int:i32:128 out=ones:i32:128 save=out BLOCK=128
@triton.jit
def atomic_masked(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.atomic_add(out + i, tl.load(x + i), mask=i % 3 == 0)


# case: x=int:i32:128 hi=zeros:i32:1 lo=ones:i32:1 save=hi,lo BLOCK=128
@triton.jit
def atomic_max_min(x, hi, lo, BLOCK: tl.constexpr):
    a = tl.load(x + tl.arange(0, BLOCK))
    tl.atomic_max(hi, tl.max(a))
    tl.atomic_min(lo, tl.min(a) - 5)


# Floats of both signs, into cells that hold either sign.
# case: x=rand:fp32:256 hi=rand:fp32:16 lo=rand:fp32:16 save=hi,lo BLOCK=256
@triton.jit
def atomic_max_min_float(x, hi, lo, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.atomic_max(hi + i % 16, a)
    tl.atomic_min(lo + i % 16, a * 0.5, mask=i % 3 > 0)


# case: x=rand:fp64:64 hi=zeros:fp64:1 lo=ones:fp64:1 save=hi,lo BLOCK=64
@triton.jit
def atomic_max_min_double(x, hi, lo, BLOCK: tl.constexpr):
    a = tl.load(x + tl.arange(0, BLOCK))
    tl.atomic_max(hi, tl.min(a))
    tl.atomic_min(lo, tl.min(a), sem="relaxed")


# case: x=int:i32:64 out=zeros:i32:3 save=out BLOCK=64
@triton.jit
def atomic_bits(x, out, BLOCK: tl.constexpr):
    a = tl.load(x + tl.arange(0, BLOCK))
    p = out + tl.zeros([BLOCK], dtype=tl.int32)
    tl.atomic_or(p, a)
    tl.atomic_xor(p + 1, a)
    tl.atomic_and(p + 2, a)


# case: out=zeros:i32:4 old=empty:i32:4 save=out,old grid=4
@triton.jit
def atomic_exchange(out, old):
    pid = tl.program_id(0)
    tl.store(old + pid, tl.atomic_xchg(out + pid, pid + 7))


# case: out=zeros:i32:4 old=empty:i32:4 save=out,old grid=4
@triton.jit
def atomic_compare_and_swap(out, old):
    pid = tl.program_id(0)
    tl.store(old + pid, tl.atomic_cas(out + pid, 0, pid * 3))


# case: x=int:i32:64 out=zeros:i32:64 old=empty:i32:64 save=out,old BLOCK=64
@triton.jit
def atomic_returns_old(x, out, old, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(old + i, tl.atomic_add(out + i, tl.load(x + i)))


# case: lock=zeros:i32:1 out=zeros:i32:1 save=out,lock grid=8
@triton.jit
def spin_lock(lock, out):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(out, tl.load(out) + 1)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


# case: x=rand:fp32:4 out=empty:fp32:1
@triton.jit
def scalar_loads(x, out):
    tl.store(out, tl.load(x) * tl.load(x + 1) + tl.load(x + 2, mask=True) - tl.load(x + 3))


# case: x=rand:fp32:64 out=empty:fp32:64 BLOCK=64
@triton.jit
def cache_and_eviction(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i, cache_modifier=".cg")
    b = tl.load(x + i, eviction_policy="evict_last", volatile=False)
    tl.store(out + i, a + b, cache_modifier=".cs")


# case: x=rand:fp32:512 out=empty:fp32:128 stride=4 BLOCK=128
@triton.jit
def hints(x, out, stride, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    at = tl.max_contiguous(tl.multiple_of(i * stride, 4), 1)
    tl.store(out + i, tl.load(x + at))


# case: out=empty:fp32:256 seed=42 BLOCK=256
@triton.jit
def rand(out, seed, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.rand(seed, i))


# case: out=empty:i32:256 seed=7 BLOCK=256
@triton.jit
def randint(out, seed, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.randint(seed, i).to(tl.int32, bitcast=True))


# case: out=empty:fp32:256 seed=3 BLOCK=256 tol=1e-5
@triton.jit
def randn(out, seed, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.randn(seed, i))


# case: x=rand:fp32:128 out=empty:fp32:128 seed=11 BLOCK=128
@triton.jit
def dropout(x, out, seed, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    keep = tl.rand(seed, i) > 0.5
    tl.store(out + i, tl.where(keep, tl.load(x + i) / 0.5, 0.0))


# case: x=rand:fp32:128 out=empty:fp32:128 BLOCK=128 tol=1e-6
@triton.jit
def exponentials(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.store(out + i, tl.exp(a) + tl.exp2(a))


# case: x=pos:fp32:128 out=empty:fp32:128 BLOCK=128 tol=1e-6
@triton.jit
def logarithms(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.store(out + i, tl.log(a) + tl.log2(a))


# case: x=rand:fp32:128 out=empty:fp32:128 BLOCK=128 tol=1e-6
@triton.jit
def sine_cosine(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.store(out + i, tl.sin(a) + tl.cos(a * 3))


# case: x=pos:fp32:128 out=empty:fp32:128 BLOCK=128 tol=1e-6
@triton.jit
def roots(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.store(out + i, tl.sqrt(a) + tl.rsqrt(a) + tl.sqrt_rn(a))


# case: x=rand:fp32:128 out=empty:fp32:128 BLOCK=128 tol=1e-6
@triton.jit
def error_function(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.erf(tl.load(x + i)))


# case: x=rand:fp32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def floor_ceil(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.store(out + i, tl.floor(a) * 10 + tl.ceil(a))


# case: x=rand:fp32:128 out=empty:fp32:128 BLOCK=128 tol=1e-6
@triton.jit
def sigmoid(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.sigmoid(tl.load(x + i)))


# case: x=rand:fp32:128 y=pos:fp32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def exact_division(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.div_rn(tl.load(x + i), tl.load(y + i)))


# case: x=rand:fp16:128 out=empty:fp16:128 BLOCK=128 tol=2e-3
@triton.jit
def gelu_half(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i).to(tl.float32)
    tl.store(out + i, (0.5 * a * (1 + tl.erf(a * 0.7071067811865476))).to(tl.float16))


# case: x=rand:fp32:16x64 w=rand:fp32:64 out=empty:fp32:16x64 grid=16 N=64 tol=1e-5
@triton.jit
def layer_norm(x, w, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + tl.program_id(0) * N + i)
    mean = tl.sum(a, axis=0) / N
    d = a - mean
    var = tl.sum(d * d, axis=0) / N
    tl.store(out + tl.program_id(0) * N + i, d * tl.rsqrt(var + 1e-5) * tl.load(w + i))
