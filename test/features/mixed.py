"""Combinations: several features in one kernel, as real kernels have them."""
import triton
import triton.language as tl


# case: x=rand:fp32:8x100 out=empty:fp32:8x100 n=100 grid=8 BLOCK=128 tol=1e-6
@triton.jit
def masked_softmax(x, out, n, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    a = tl.load(x + row * n + i, mask=i < n, other=-float("inf"))
    e = tl.exp(a - tl.max(a, axis=0))
    tl.store(out + row * n + i, e / tl.sum(e, axis=0), mask=i < n)


# case: x=rand:fp32:32x32 out=empty:fp32:32x32 tol=1e-6
@triton.jit
def causal_softmax(x, out):
    i = tl.arange(0, 32)
    at = i[:, None] * 32 + i[None, :]
    s = tl.where(i[:, None] >= i[None, :], tl.load(x + at), float("-inf"))
    p = tl.exp(s - tl.max(s, 1)[:, None])
    tl.store(out + at, p / tl.sum(p, 1)[:, None])


# case: q=rand:fp16:32x32 k=rand:fp16:128x32 v=rand:fp16:128x32 out=empty:fp32:32x32 n=128 tol=3e-3
@triton.jit
def online_softmax(q, k, v, out, n):
    m, d = tl.arange(0, 32), tl.arange(0, 32)
    at = m[:, None] * 32 + d[None, :]
    query = tl.load(q + at)
    high = tl.full([32], float("-inf"), tl.float32)
    total = tl.zeros([32], dtype=tl.float32)
    acc = tl.zeros([32, 32], dtype=tl.float32)
    for start in range(0, n, 32):
        s = tl.dot(query, tl.trans(tl.load(k + start * 32 + at))) * 0.17
        new = tl.maximum(high, tl.max(s, 1))
        p = tl.exp(s - new[:, None])
        scale = tl.exp(high - new)
        acc = acc * scale[:, None]
        acc = tl.dot(p.to(tl.float16), tl.load(v + start * 32 + at), acc)
        total = total * scale + tl.sum(p, 1)
        high = new
    tl.store(out + at, acc / total[:, None])


# case: a=rand:fp16:50x70 b=rand:fp16:70x60 c=zeros:fp32:50x60 save=c M=50 N=60 K=70 grid=2,2 tol=1e-5
@triton.jit
def ragged_matmul(a, b, c, M, N, K):
    m = tl.program_id(0) * 32 + tl.arange(0, 32)
    n = tl.program_id(1) * 32 + tl.arange(0, 32)
    k = tl.arange(0, 32)
    acc = tl.zeros((32, 32), dtype=tl.float32)
    for at in range(0, tl.cdiv(K, 32)):
        kk = at * 32 + k
        x = tl.load(a + m[:, None] * K + kk[None, :], mask=(m[:, None] < M) & (kk[None, :] < K), other=0.0)
        y = tl.load(b + kk[:, None] * N + n[None, :], mask=(kk[:, None] < K) & (n[None, :] < N), other=0.0)
        acc += tl.dot(x, y)
    tl.store(c + m[:, None] * N + n[None, :], acc, mask=(m[:, None] < M) & (n[None, :] < N))


# case: a=rand:fp16:64x64 b=rand:fp16:64x64 c=empty:fp32:64x64 M=64 N=64 K=64 grid=4 GROUP=2 tol=1e-5
@triton.jit
def grouped_order(a, b, c, M, N, K, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m, tiles_n = tl.cdiv(M, 32), tl.cdiv(N, 32)
    group = pid // (GROUP * tiles_n)
    first = group * GROUP
    size = min(tiles_m - first, GROUP)
    m = (first + (pid % (GROUP * tiles_n)) % size) * 32 + tl.arange(0, 32)
    n = (pid % (GROUP * tiles_n)) // size * 32 + tl.arange(0, 32)
    k = tl.arange(0, 64)
    x = tl.load(a + m[:, None] * K + k[None, :])
    y = tl.load(b + k[:, None] * N + n[None, :])
    tl.store(c + m[:, None] * N + n[None, :], tl.dot(x, y))


# case: x=rand:fp32:1024 out=zeros:fp32:1 save=out grid=8 BLOCK=128 tol=1e-5
@triton.jit
def two_level_sum(x, out, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out, tl.sum(tl.load(x + i)))


# case: x=rand:fp32:64x48 out=empty:fp32:48x64 M=64 N=48 grid=2,2
@triton.jit
def masked_transpose(x, out, M, N):
    m = tl.program_id(0) * 32 + tl.arange(0, 32)
    n = tl.program_id(1) * 32 + tl.arange(0, 32)
    mask = (m[:, None] < M) & (n[None, :] < N)
    v = tl.load(x + m[:, None] * N + n[None, :], mask=mask)
    tl.store(out + n[:, None] * M + m[None, :], tl.trans(v), mask=tl.trans(mask))


# case: x=rand:fp32:16x64 w=rand:fp32:64 b=rand:fp32:64 y=empty:fp32:16x64 mean=empty:fp32:16 grid=16 N=64 tol=1e-5
@triton.jit
def layer_norm_two_outputs(x, w, b, y, mean, N: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, N)
    a = tl.load(x + row * N + i).to(tl.float32)
    mu = tl.sum(a, axis=0) / N
    var = tl.sum((a - mu) * (a - mu), axis=0) / N
    tl.store(mean + row, mu)
    tl.store(y + row * N + i, (a - mu) / tl.sqrt(var + 1e-5) * tl.load(w + i) + tl.load(b + i))


# case: table=rand:fp32:100x32 index=int:i32:16 out=empty:fp32:16x32 tol=0
@triton.jit
def embedding(table, index, out):
    rows, cols = tl.arange(0, 16), tl.arange(0, 32)
    k = tl.load(index + rows)
    tl.store(out + rows[:, None] * 32 + cols[None, :], tl.load(table + k[:, None] * 32 + cols[None, :]))


# case: x=rand:fp16:64 cos=rand:fp16:32 sin=rand:fp16:32 out=empty:fp16:64 tol=2e-3
@triton.jit
def rotary(x, cos, sin, out):
    i = tl.arange(0, 32)
    a, b = tl.load(x + i).to(tl.float32), tl.load(x + 32 + i).to(tl.float32)
    c, s = tl.load(cos + i).to(tl.float32), tl.load(sin + i).to(tl.float32)
    tl.store(out + i, (a * c - b * s).to(tl.float16))
    tl.store(out + 32 + i, (a * s + b * c).to(tl.float16))


# case: logits=rand:fp32:4x50 label=int:i64:4 loss=empty:fp32:4 n=50 grid=4 BLOCK=64 tol=1e-5
@triton.jit
def cross_entropy(logits, label, loss, n, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    a = tl.load(logits + row * n + i, mask=i < n, other=-float("inf"))
    high = tl.max(a, axis=0)
    total = tl.log(tl.sum(tl.exp(a - high), axis=0)) + high
    tl.store(loss + row, total - tl.load(logits + row * n + tl.load(label + row) % n))


# case: x=rand:fp32:128 y=rand:fp32:128 out=empty:fp32:128 a=0.5 BLOCK=128
@triton.jit
def axpy_in_place_style(x, y, out, a, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(y + i)
    v += a * tl.load(x + i)
    v -= 1
    v *= 2
    tl.store(out + i, v)


# case: x=int:i32:64 out=empty:i32:64 BLOCK=64
@triton.jit
def hash_mix(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    h = tl.load(x + i).to(tl.uint32)
    for k in tl.static_range(3):
        h = (h ^ (h >> 16)) * 0x45D9F3B
    tl.store(out + i, h.to(tl.int32, bitcast=True))


# case: x=rand:fp32:300 out=empty:fp32:300 n=300 grid=3 BLOCK=128
@triton.jit
def grid_tail(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i < n
    a = tl.load(x + i, mask=inside)
    tl.store(out + i, tl.where(a > 0, a, a * 0.1), mask=inside)


# case: x=rand:fp32:512 out=empty:fp32:512 n=512 grid=2 BLOCK=64
@triton.jit
def grid_stride_loop(x, out, n, BLOCK: tl.constexpr):
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        i = start + tl.arange(0, BLOCK)
        tl.store(out + i, tl.load(x + i) * 3)


# case: x=rand:fp32:8x64 out=empty:fp32:8 best=empty:i32:8 grid=8 N=64
@triton.jit
def top_one(x, out, best, N: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, N)
    a = tl.load(x + row * N + i)
    tl.store(out + row, tl.max(a, 0))
    tl.store(best + row, tl.argmax(a, 0))


# case: x=rand:fp16:32x64 scale=empty:fp32:32 q=empty:i8:32x64 tol=2e-2
@triton.jit
def quantize_rows(x, scale, q):
    m, n = tl.arange(0, 32), tl.arange(0, 64)
    at = m[:, None] * 64 + n[None, :]
    a = tl.load(x + at).to(tl.float32)
    s = tl.max(tl.abs(a), 1) / 127
    tl.store(scale + m, s)
    tl.store(q + at, (a / s[:, None]).to(tl.int8))


# case: a=int:i8:32x32 b=rand:fp16:32x32 c=empty:fp32:32x32 tol=1e-5
@triton.jit
def dequantize_and_multiply(a, b, c):
    at = tl.arange(0, 32)[:, None] * 32 + tl.arange(0, 32)[None, :]
    x = (tl.load(a + at).to(tl.float16) - 50) * 0.125
    tl.store(c + at, tl.dot(x, tl.load(b + at)))


# case: x=rand:fp32:64x32 out=empty:fp32:64x32 tol=1e-5
@triton.jit
def cumulative_then_normalise(x, out):
    at = tl.arange(0, 64)[:, None] * 32 + tl.arange(0, 32)[None, :]
    c = tl.cumsum(tl.load(x + at), axis=1)
    tl.store(out + at, c / (tl.max(tl.abs(c), axis=1) + 1)[:, None])


# case: x=rand:fp32:256 out=empty:fp32:256 seed=5 p=0.25 BLOCK=256 tol=1e-6
@triton.jit
def seeded_dropout(x, out, seed, p, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    keep = tl.rand(seed, i) > p
    tl.store(out + i, tl.where(keep, tl.load(x + i) / (1 - p), 0.0))


# case: x=rand:fp32:64 out=empty:fp32:64 WIDE=False BLOCK=64
@triton.jit
def constexpr_bool_picks_type(x, out, WIDE: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    if WIDE:
        a = a.to(tl.float64)
    else:
        a = a.to(tl.float16)
    tl.store(out + i, (a * a).to(tl.float32))


# case: x=rand:fp32:128 out=empty:fp32:4 BLOCK=32 tol=1e-5
@triton.jit
def norms_in_static_range(x, out, BLOCK: tl.constexpr):
    for k in tl.static_range(4):
        a = tl.load(x + k * BLOCK + tl.arange(0, BLOCK))
        tl.store(out + k, tl.sqrt(tl.sum(a * a)))


# case: x=rand:fp32:16x16 out=empty:fp32:16 tol=1e-6
@triton.jit
def diagonal_and_trace(x, out):
    i = tl.arange(0, 16)
    a = tl.load(x + i[:, None] * 16 + i[None, :])
    diagonal = tl.sum(tl.where(i[:, None] == i[None, :], a, 0.0), axis=1)
    tl.store(out + i, diagonal + tl.sum(diagonal))


# case: x=rand:bf16:64x64 y=rand:bf16:64 out=empty:bf16:64x64 tol=1e-2
@triton.jit
def bfloat_scale_rows(x, y, out):
    at = tl.arange(0, 64)[:, None] * 64 + tl.arange(0, 64)[None, :]
    s = tl.load(y + tl.arange(0, 64)).to(tl.float32)
    tl.store(out + at, (tl.load(x + at).to(tl.float32) * s[:, None]).to(tl.bfloat16))


# case: x=rand:fp32:32 y=rand:fp32:32 out=empty:fp32:1 tol=1e-5
@triton.jit
def inner_product(x, y, out):
    i = tl.arange(0, 32)
    tl.store(out, tl.sum(tl.load(x + i) * tl.load(y + i)))


# case: x=rand:fp32:32x64 w=rand:fp32:64 out=empty:fp32:32 tol=1e-5
@triton.jit
def matrix_vector(x, w, out):
    m, n = tl.arange(0, 32), tl.arange(0, 64)
    a = tl.load(x + m[:, None] * 64 + n[None, :])
    tl.store(out + m, tl.sum(a * tl.load(w + n)[None, :], axis=1))
