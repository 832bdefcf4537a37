"""Element-wise arithmetic: types, promotion, casts, comparison, selection."""
import triton
import triton.language as tl


# case: x=rand:fp32:256 y=rand:fp32:256 out=empty:fp32:256 BLOCK=256
@triton.jit
def add_mul_sub(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, (a + b) * a - b)


# case: x=rand:fp16:256 out=empty:fp16:256 BLOCK=256
@triton.jit
def half_scalar(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) * 0.5 + 1)


# case: x=rand:bf16:256 out=empty:bf16:256 BLOCK=256 tol=1e-2
@triton.jit
def bfloat_arithmetic(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.store(out + i, a * a + a)


# case: x=rand:fp16:128 y=rand:fp32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def promote_half_single(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) + tl.load(y + i))


# case: x=rand:fp16:128 y=rand:bf16:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def promote_half_bfloat(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) * tl.load(y + i))


# case: x=int:i32:128 y=rand:fp32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def promote_int_float(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) * tl.load(y + i))


# case: x=int:i8:128 y=int:i32:128 out=empty:i32:128 BLOCK=128
@triton.jit
def promote_small_int(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) + tl.load(y + i))


# case: x=int:u8:128 y=int:i8:128 out=empty:i32:128 BLOCK=128
@triton.jit
def promote_mixed_sign(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, (tl.load(x + i) - tl.load(y + i)).to(tl.int32))


# case: x=int:i32:128 y=int:i64:128 out=empty:i64:128 BLOCK=128
@triton.jit
def promote_long(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) * tl.load(y + i) - 7)


# case: x=int:i32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def true_division_of_ints(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) / 8)


# case: x=int:i32:128 out=empty:i32:128 BLOCK=128
@triton.jit
def floor_division(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, (tl.load(x + i) - 50) // 7)


# case: x=int:i32:128 out=empty:i32:128 BLOCK=128
@triton.jit
def remainder(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, (tl.load(x + i) - 50) % 7)


# case: x=int:u32:128 out=empty:u32:128 BLOCK=128
@triton.jit
def unsigned_division(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.store(out + i, a // 5 + a % 5)


# case: x=rand:fp32:128 y=pos:fp32:128 out=empty:fp32:128 BLOCK=128 tol=1e-6
@triton.jit
def float_division(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) / tl.load(y + i))


# case: x=int:i32:128 y=int:i32:128 out=empty:i32:128 BLOCK=128
@triton.jit
def bit_operations(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, (a & b) | (a ^ 21) | ~b)


# case: x=int:i32:128 out=empty:i32:128 BLOCK=128
@triton.jit
def shifts(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i) - 50
    tl.store(out + i, (a << 3) + (a >> 2))


# case: x=int:u32:128 out=empty:u32:128 BLOCK=128
@triton.jit
def logical_shift(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i) - 50
    tl.store(out + i, a >> 4)


# case: x=rand:fp32:128 y=rand:fp32:128 out=empty:i32:128 BLOCK=128
@triton.jit
def comparisons(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a, b = tl.load(x + i), tl.load(y + i)
    bits = (a < b).to(tl.int32) + (a <= b).to(tl.int32) * 2 + (a == b).to(tl.int32) * 4
    bits += (a != b).to(tl.int32) * 8 + (a > b).to(tl.int32) * 16 + (a >= b).to(tl.int32) * 32
    tl.store(out + i, bits)


# case: x=int:u32:128 y=int:u32:128 out=empty:i32:128 BLOCK=128
@triton.jit
def unsigned_comparison(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a, b = tl.load(x + i) - 50, tl.load(y + i)
    tl.store(out + i, (a < b).to(tl.int32))


# case: x=rand:fp32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def where_scalar(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.store(out + i, tl.where(a > 0, a, 0.0))


# case: x=rand:fp32:16x16 out=empty:fp32:16x16 BLOCK=16
@triton.jit
def where_broadcast(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    at = i[:, None] * BLOCK + i[None, :]
    tl.store(out + at, tl.where(i[:, None] >= i[None, :], tl.load(x + at), float("-inf")))


# case: x=rand:fp32:128 out=empty:i32:128 BLOCK=128
@triton.jit
def float_to_int(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, (tl.load(x + i) * 100).to(tl.int32))


# case: x=int:i32:128 out=empty:fp16:128 BLOCK=128
@triton.jit
def int_to_half(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, (tl.load(x + i) * 33).to(tl.float16))


# case: x=rand:fp32:128 out=empty:bf16:128 BLOCK=128
@triton.jit
def single_to_bfloat(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, (tl.load(x + i) * 1.2345678).to(tl.bfloat16))


# case: x=rand:fp32:128 out=empty:i32:128 BLOCK=128
@triton.jit
def bitcast(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i).to(tl.int32, bitcast=True) ^ 0x55)


# case: x=int:i64:128 out=empty:i8:128 BLOCK=128
@triton.jit
def truncate_to_byte(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, (tl.load(x + i) * 3).to(tl.int8))


# case: x=int:i8:128 out=empty:i64:128 BLOCK=128
@triton.jit
def sign_extend(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, (tl.load(x + i) - 100).to(tl.int64))


# case: x=rand:fp64:128 out=empty:fp64:128 BLOCK=128
@triton.jit
def doubles(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.store(out + i, a * a + 0.1)


# case: x=rand:fp32:128 y=rand:fp32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def minimum_maximum(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a, b = tl.load(x + i), tl.load(y + i)
    tl.store(out + i, tl.minimum(a, b) * 2 + tl.maximum(a, 0.25))


# case: x=int:i32:128 y=int:i32:128 out=empty:i32:128 BLOCK=128
@triton.jit
def integer_minimum(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.minimum(tl.load(x + i) - 50, tl.load(y + i) - 50))


# case: x=rand:fp32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def clamp(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.clamp(tl.load(x + i), -0.5, 0.75))


# case: x=rand:fp32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def negate_and_abs(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.store(out + i, -a + tl.abs(a) * 4)


# case: x=int:i32:128 out=empty:i32:128 BLOCK=128
@triton.jit
def integer_abs(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.abs(tl.load(x + i) - 50))


# case: x=rand:fp32:128 y=rand:fp32:128 z=rand:fp32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def fused_multiply_add(x, y, z, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.fma(tl.load(x + i), tl.load(y + i), tl.load(z + i)))


# case: x=int:u32:128 y=int:u32:128 out=empty:u32:128 BLOCK=128
@triton.jit
def multiply_high(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.umulhi(tl.load(x + i) * 123456789, tl.load(y + i) * 987654321))


# case: x=rand:fp32:128 out=empty:i1:128 BLOCK=128
@triton.jit
def store_bool(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) > 0)


# case: x=int:i1:128 y=rand:fp32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def load_bool(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.where(tl.load(x + i), tl.load(y + i), -1.0))


# case: x=rand:fp32:128 out=empty:fp32:128 BLOCK=128
@triton.jit
def and_or_not_on_masks(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    mask = ((a > -1) & (a < 1)) | ~(i < 100)
    tl.store(out + i, tl.where(mask, a, 9.0))


# case: out=empty:i32:64 BLOCK=64
@triton.jit
def arange_from_offset(out, BLOCK: tl.constexpr):
    tl.store(out + tl.arange(0, BLOCK), tl.arange(32, 32 + BLOCK))


# case: out=empty:fp32:64 a=1.5 n=3 BLOCK=64
@triton.jit
def scalars(out, a, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, i * a + n)


# case: out=empty:fp32:32 BLOCK=32
@triton.jit
def zeros_full(out, BLOCK: tl.constexpr):
    z = tl.zeros([BLOCK], dtype=tl.float32) + tl.full([BLOCK], 2.5, tl.float32)
    tl.store(out + tl.arange(0, BLOCK), z)


# case: x=rand:fp16:64 out=empty:fp16:64 BLOCK=64
@triton.jit
def zeros_like_cast_to_element(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.store(out + i, (tl.zeros_like(a) + a.to(tl.float32) * 1.1).to(out.dtype.element_ty))


# case: x=rand:fp32:100 out=empty:fp32:100 n=100 BLOCK=128
@triton.jit
def masked_tail(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n, other=7.0)
    tl.store(out + i, a + 1, mask=i < n)


# case: x=rand:fp32:100 out=empty:fp32:128 n=100 BLOCK=128
@triton.jit
def masked_other(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n, other=-3.0))


# case: x=rand:fp32:256 out=empty:fp32:128 BLOCK=128
@triton.jit
def strided_load(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i * 2))


# case: x=rand:fp32:128 index=int:i32:64 out=empty:fp32:64 BLOCK=64
@triton.jit
def indexed_load(x, index, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + tl.load(index + i)))


# case: x=rand:fp32:1024 out=empty:fp32:1024 grid=4 BLOCK=256
@triton.jit
def several_programs(x, out, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) + tl.num_programs(0))


# case: out=empty:i32:24 grid=2,3,4
@triton.jit
def three_grid_axes(out):
    at = (tl.program_id(2) * tl.num_programs(1) + tl.program_id(1)) * tl.num_programs(0) + tl.program_id(0)
    tl.store(out + at, at * 10)
