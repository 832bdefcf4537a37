"""Shape operations, transposition, gather, block pointers."""
import triton
import triton.language as tl


# case: x=rand:fp32:32x64 out=empty:fp32:64x32 M=32 N=64
@triton.jit
def transpose(x, out, M: tl.constexpr, N: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    a = tl.load(x + m[:, None] * N + n[None, :])
    tl.store(out + n[:, None] * M + m[None, :], tl.trans(a))


# case: x=rand:fp16:64x64 out=empty:fp16:64x64 M=64
@triton.jit
def transpose_method(x, out, M: tl.constexpr):
    m = tl.arange(0, M)
    at = m[:, None] * M + m[None, :]
    tl.store(out + at, tl.load(x + at).T)


# case: x=rand:fp32:4x8x16 out=empty:fp32:16x4x8
@triton.jit
def permute(x, out):
    a, b, c = tl.arange(0, 4), tl.arange(0, 8), tl.arange(0, 16)
    v = tl.load(x + a[:, None, None] * 128 + b[None, :, None] * 16 + c[None, None, :])
    tl.store(out + c[:, None, None] * 32 + a[None, :, None] * 8 + b[None, None, :], tl.permute(v, 2, 0, 1))


# case: x=rand:fp32:256 out=empty:fp32:16x16
@triton.jit
def reshape_to_matrix(x, out):
    i = tl.arange(0, 16)
    v = tl.reshape(tl.load(x + tl.arange(0, 256)), (16, 16))
    tl.store(out + i[:, None] * 16 + i[None, :], v * i[:, None])


# case: x=rand:fp32:8x32 out=empty:fp32:256
@triton.jit
def ravel(x, out):
    v = tl.load(x + tl.arange(0, 8)[:, None] * 32 + tl.arange(0, 32)[None, :])
    tl.store(out + tl.arange(0, 256), tl.ravel(v))


# case: x=rand:fp32:256 out=empty:fp32:1 tol=1e-5
@triton.jit
def view_any_order(x, out):
    v = tl.view(tl.load(x + tl.arange(0, 256)), (16, 16))
    tl.store(out, tl.sum(tl.sum(v, 0), 0))


# case: x=rand:fp32:64 out=empty:fp32:64x2
@triton.jit
def join(x, out):
    i = tl.arange(0, 64)
    a = tl.load(x + i)
    tl.store(out + i[:, None] * 2 + tl.arange(0, 2)[None, :], tl.join(a, a * 2))


# case: x=rand:fp32:64x2 out=empty:fp32:64
@triton.jit
def split(x, out):
    i = tl.arange(0, 64)
    a, b = tl.split(tl.load(x + i[:, None] * 2 + tl.arange(0, 2)[None, :]))
    tl.store(out + i, a - b)


# case: x=rand:fp32:64 y=rand:fp32:64 out=empty:fp32:128
@triton.jit
def interleave(x, y, out):
    i = tl.arange(0, 64)
    tl.store(out + tl.arange(0, 128), tl.interleave(tl.load(x + i), tl.load(y + i)))


# case: x=rand:fp32:64 y=rand:fp32:64 out=empty:fp32:1 tol=1e-5
@triton.jit
def cat(x, y, out):
    i = tl.arange(0, 64)
    tl.store(out, tl.sum(tl.cat(tl.load(x + i), tl.load(y + i), can_reorder=True)))


# case: x=rand:fp32:64 out=empty:fp32:64x16
@triton.jit
def broadcast_to(x, out):
    i = tl.arange(0, 64)
    v = tl.broadcast_to(tl.load(x + i)[:, None], (64, 16))
    tl.store(out + i[:, None] * 16 + tl.arange(0, 16)[None, :], v)


# case: x=rand:fp32:16 y=rand:fp32:32 out=empty:fp32:16x32
@triton.jit
def outer_product(x, y, out):
    m, n = tl.arange(0, 16), tl.arange(0, 32)
    tl.store(out + m[:, None] * 32 + n[None, :], tl.load(x + m)[:, None] * tl.load(y + n)[None, :])


# case: x=rand:fp32:32 out=empty:fp32:32
@triton.jit
def expand_dims_twice(x, out):
    i = tl.arange(0, 32)
    v = tl.expand_dims(tl.expand_dims(tl.load(x + i), 0), 2)
    tl.store(out + i, tl.reshape(v, (32,)))


# case: x=rand:fp32:64 out=empty:fp32:64
@triton.jit
def flip(x, out):
    i = tl.arange(0, 64)
    tl.store(out + i, tl.flip(tl.load(x + i), 0))


# case: x=rand:fp32:32x16 index=int:i32:32x16 out=empty:fp32:32x16
@triton.jit
def gather_rows(x, index, out):
    at = tl.arange(0, 32)[:, None] * 16 + tl.arange(0, 16)[None, :]
    k = tl.load(index + at) % 32
    tl.store(out + at, tl.gather(tl.load(x + at), k, axis=0))


# case: x=rand:fp32:64 out=empty:fp32:64
@triton.jit
def gather_vector(x, out):
    i = tl.arange(0, 64)
    tl.store(out + i, tl.gather(tl.load(x + i), (i * 7) % 64, 0))


# case: x=rand:fp32:60x50 out=zeros:fp32:64x64 save=out M=60 N=50
@triton.jit
def block_pointer_padding(x, out, M, N):
    p = tl.make_block_ptr(x, (M, N), (N, 1), (0, 0), (64, 64), (1, 0))
    v = tl.load(p, boundary_check=(0, 1), padding_option="zero")
    q = tl.make_block_ptr(out, (64, 64), (64, 1), (0, 0), (64, 64), (1, 0))
    tl.store(q, v + 1)


# case: x=rand:fp32:32x128 out=empty:fp32:32 N=128 tol=1e-5
@triton.jit
def block_pointer_advance(x, out, N):
    p = tl.make_block_ptr(base=x, shape=(32, N), strides=(N, 1), offsets=(0, 0), block_shape=(32, 32), order=(1, 0))
    acc = tl.zeros((32,), dtype=tl.float32)
    for k in range(0, N, 32):
        acc += tl.sum(tl.load(p), axis=1)
        p = tl.advance(p, (0, 32))
    tl.store(out + tl.arange(0, 32), acc)


# case: x=rand:fp32:40 out=zeros:fp32:64 save=out
@triton.jit
def block_pointer_store_checked(x, out):
    p = tl.make_block_ptr(x, (40,), (1,), (0,), (64,), (0,))
    q = tl.make_block_ptr(out, (40,), (1,), (0,), (64,), (0,))
    tl.store(q, tl.load(p, boundary_check=(0,)) * 2, boundary_check=(0,))


# case: x=rand:fp32:32x32 out=empty:fp32:32x32
@triton.jit
def column_major(x, out):
    m = tl.arange(0, 32)
    v = tl.load(x + m[:, None] + m[None, :] * 32)
    tl.store(out + m[:, None] * 32 + m[None, :], v)


# case: x=rand:fp32:2x16x16 out=empty:fp32:2x16 tol=1e-6
@triton.jit
def rank_three(x, out):
    b, m, n = tl.arange(0, 2), tl.arange(0, 16), tl.arange(0, 16)
    v = tl.load(x + b[:, None, None] * 256 + m[None, :, None] * 16 + n[None, None, :])
    tl.store(out + b[:, None] * 16 + m[None, :], tl.sum(v, axis=2))
