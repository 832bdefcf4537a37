"""Control flow, helpers, compile-time values, tuples."""
import triton
import triton.language as tl

SCALE = tl.constexpr(3)
OFFSETS = tl.constexpr(5)


# case: x=rand:fp32:512 out=empty:fp32:128 BLOCK=128 N=4
@triton.jit
def for_range_constexpr(x, out, BLOCK: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK], dtype=tl.float32)
    for k in range(N):
        acc += tl.load(x + k * BLOCK + i)
    tl.store(out + i, acc)


# case: x=rand:fp32:512 out=empty:fp32:128 n=4 BLOCK=128
@triton.jit
def for_range_runtime(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK], dtype=tl.float32)
    for k in range(0, n):
        acc = acc * 0.5 + tl.load(x + k * BLOCK + i)
    tl.store(out + i, acc)


# case: x=rand:fp32:512 out=empty:fp32:128 n=512 BLOCK=128
@triton.jit
def for_step_pointers(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    p = x + i
    acc = tl.zeros([BLOCK], dtype=tl.float32)
    for k in range(0, n, BLOCK):
        acc += tl.load(p)
        p += BLOCK
    tl.store(out + i, acc)


# case: out=empty:i32:32 n=7 BLOCK=32
@triton.jit
def for_backwards(out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK], dtype=tl.int32)
    for k in range(n, 0, -2):
        acc = acc * 3 + k
    tl.store(out + i, acc + i)


# case: out=empty:i32:32 n=0 BLOCK=32
@triton.jit
def for_empty(out, n, BLOCK: tl.constexpr):
    acc = tl.full([BLOCK], 5, tl.int32)
    for k in range(n):
        acc += 1
    tl.store(out + tl.arange(0, BLOCK), acc)


# case: out=empty:i32:32 n=5 m=3 BLOCK=32
@triton.jit
def nested_loops(out, n, m, BLOCK: tl.constexpr):
    acc = tl.arange(0, BLOCK)
    for a in range(n):
        for b in range(m):
            acc += a * b
        acc = acc ^ a
    tl.store(out + tl.arange(0, BLOCK), acc)


# case: out=empty:i32:32 BLOCK=32
@triton.jit
def static_range_unrolls(out, BLOCK: tl.constexpr):
    acc = tl.zeros([BLOCK], dtype=tl.int32)
    for k in tl.static_range(4):
        if k % 2 == 0:
            acc += k
        else:
            acc = acc * 2
    tl.store(out + tl.arange(0, BLOCK), acc)


# case: x=rand:fp32:256 out=empty:fp32:64 BLOCK=64
@triton.jit
def range_with_stages(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK], dtype=tl.float32)
    for k in tl.range(0, 4, num_stages=2):
        acc += tl.load(x + k * BLOCK + i)
    tl.store(out + i, acc)


# case: out=empty:i32:32 n=100 BLOCK=32
@triton.jit
def while_loop(out, n, BLOCK: tl.constexpr):
    steps = 0
    while n > 1:
        n = n // 2
        steps += 1
    tl.store(out + tl.arange(0, BLOCK), tl.full([BLOCK], 0, tl.int32) + steps)


# case: x=rand:fp32:64 out=empty:fp32:64 flag=1 BLOCK=64
@triton.jit
def runtime_if(x, out, flag, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    if flag > 0:
        a = a * 2
    else:
        a = a - 1
    tl.store(out + i, a)


# case: x=rand:fp32:256 out=zeros:fp32:256 save=out grid=4 BLOCK=64
@triton.jit
def early_return(x, out, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    if pid == 2:
        return
    i = pid * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i))


# case: out=empty:i32:4 grid=4
@triton.jit
def elif_chain(out):
    pid = tl.program_id(0)
    if pid == 0:
        v = 10
    elif pid == 1:
        v = 20
    elif pid == 2:
        v = 30
    else:
        v = 40
    tl.store(out + pid, v)


# case: x=rand:fp32:64 out=empty:fp32:64 MODE='square' BLOCK=64
@triton.jit
def constexpr_if_string(x, out, MODE: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    if MODE == "square":
        b = a * a
    elif MODE == "cube":
        b = a * a * a
    tl.store(out + i, b)


# case: x=rand:fp32:64 bias=None out=empty:fp32:64 BLOCK=64
@triton.jit
def none_argument(x, bias, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    if bias is not None:
        a += tl.load(bias + i)
    tl.store(out + i, a)


# case: x=rand:fp32:64 out=empty:fp32:64 BLOCK=64 FLAG=True
@triton.jit
def dead_branch_is_not_checked(x, out, BLOCK: tl.constexpr, FLAG: tl.constexpr):
    i = tl.arange(0, BLOCK)
    if FLAG:
        a = tl.load(x + i)
    else:
        a = this_name_does_not_exist(x)
    tl.store(out + i, a)


@triton.jit
def _square(v):
    return v * v


@triton.jit
def _two(v, w: tl.constexpr):
    return v + w, v - w


@triton.jit
def _default(v, factor=2, shift: tl.constexpr = 1):
    return v * factor + shift


@triton.jit
def _branching(v, W: tl.constexpr):
    if W == 1:
        return v
    return v * W


# case: x=rand:fp32:64 out=empty:fp32:64 BLOCK=64
@triton.jit
def helper(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, _square(tl.load(x + i)) + _square(2))


# case: x=rand:fp32:64 out=empty:fp32:64 BLOCK=64
@triton.jit
def helper_returns_tuple(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a, b = _two(tl.load(x + i), 3)
    tl.store(out + i, a * b)


# case: x=rand:fp32:64 out=empty:fp32:64 BLOCK=64
@triton.jit
def helper_defaults_and_keywords(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.store(out + i, _default(a) + _default(a, shift=4) + _default(a, factor=0.5))


# case: x=rand:fp32:64 out=empty:fp32:64 BLOCK=64
@triton.jit
def helper_constexpr_return(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    tl.store(out + i, _branching(a, 1) + _branching(a, 5))


# case: out=empty:i32:16 BLOCK=16
@triton.jit
def module_constants(out, BLOCK: tl.constexpr):
    tl.store(out + tl.arange(0, BLOCK), tl.arange(0, BLOCK) * SCALE + OFFSETS)


# case: out=empty:i32:16 BLOCK=16
@triton.jit
def constexpr_arithmetic(out, BLOCK: tl.constexpr):
    HALF: tl.constexpr = BLOCK // 2
    POWER: tl.constexpr = 2**3 + (BLOCK % 5) - (7 if HALF > 4 else 0)
    i = tl.arange(0, HALF)
    tl.store(out + i, i + POWER)
    tl.store(out + HALF + i, i - POWER)


# case: x=rand:fp32:64 out=empty:fp32:64 n=3 BLOCK=64
@triton.jit
def ternary(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    factor = 2.0 if n > 2 else 3.0
    tl.store(out + i, tl.load(x + i) * factor)


# case: out=empty:i32:16 a=3 b=-4 BLOCK=16
@triton.jit
def boolean_scalars(out, a, b, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = 0
    if a > 0 and b < 0:
        v += 1
    if a > 5 or b < 0:
        v += 2
    if not a == b:
        v += 4
    tl.store(out + i, i + v)


# case: out=empty:i32:16 n=17 BLOCK=16
@triton.jit
def cdiv_and_min(out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, i + tl.cdiv(n, BLOCK) * 100 + min(n, 9) + max(n, 30))


# case: x=rand:fp32:64 out=empty:fp32:64 BLOCK=64
@triton.jit
def reassigned_parameter(x, out, BLOCK: tl.constexpr):
    x += tl.arange(0, BLOCK)
    out += tl.arange(0, BLOCK)
    tl.store(out, tl.load(x) + 1)


# case: x=rand:fp16:64 out=empty:fp32:64 BLOCK=64
@triton.jit
def dtype_as_value(x, out, BLOCK: tl.constexpr):
    wide = out.dtype.element_ty
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i).to(wide) * 3)


# A type as the argument of a launch.
# case: x=rand:fp16:64 out=empty:fp32:64 TYPE=tl.float16 BLOCK=64
@triton.jit
def dtype_as_argument(x, out, TYPE: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, (tl.load(x + i).to(tl.float32) * 1.37).to(TYPE))


# case: x=rand:fp32:64 out=empty:fp32:64 BLOCK=64
@triton.jit
def tuples(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    pair = (tl.load(x + i), 2.0)
    a, b = pair
    a, c = a + 1, a
    tl.store(out + i, a * b - c + pair[1])


# case: out=empty:i64:32 stride=3000000000 BLOCK=32
@triton.jit
def long_scalars(out, stride, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK).to(tl.int64)
    tl.store(out + i, i * stride)


# case: x=rand:fp32:128 out=empty:fp32:128 n=100 BLOCK=128
@triton.jit
def mask_reused_in_loop(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n, other=0.0)
    for k in range(3):
        a = tl.where(i < n, a * 1.5, a - 1)
    tl.store(out + i, a)


# case: x=rand:fp32:64 out=empty:fp32:64 n=5 BLOCK=64
@triton.jit
def if_in_loop(x, out, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a = tl.load(x + i)
    for k in range(n):
        if k % 2 == 0:
            a += 1
        else:
            a *= 0.5
    tl.store(out + i, a)
