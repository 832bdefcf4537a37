"""What random-kernels knows of a value: its type, shape and the range it is in.

Integers are exact. A float is exact as long as all it can be are multiples of one
power of two that fit into the significand; after that it has an error bound:

    x: multiples of 1/4 in -2..2 in fp16     exact
    x * x + x: multiples of 1/16 in -6..6    exact: below 2**11 sixteenths
    tl.exp(x): at most 1e-5 * 7.4 from e**x  compared with a tolerance, never branched on
"""

import math

INTS = {"i1": (0, 1), "i8": (-2**7, 2**7 - 1), "i16": (-2**15, 2**15 - 1),
        "i32": (-2**31, 2**31 - 1), "i64": (-2**63, 2**63 - 1), "u8": (0, 2**8 - 1),
        "u16": (0, 2**16 - 1), "u32": (0, 2**32 - 1), "u64": (0, 2**64 - 1)}
BITS = {"fp16": 11, "bf16": 8, "fp32": 24, "fp64": 53}  # of the significand
LARGEST = {"fp16": 3e4, "bf16": 1e30, "fp32": 1e30, "fp64": 1e100}
FINEST = {"fp16": 2.0**-14, "bf16": 2.0**-60, "fp32": 2.0**-60, "fp64": 2.0**-200}
NAMES = {"i1": "int1", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
         "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64",
         "fp16": "float16", "bf16": "bfloat16", "fp32": "float32", "fp64": "float64"}
LIMIT = 2048  # elements of a tile


class Reject(Exception):
    """What was about to be written is undefined, too large or not allowed."""


def is_float(dtype):
    return dtype in BITS


def width(dtype):
    return {"fp16": 16, "bf16": 16, "fp32": 32, "fp64": 64}.get(dtype) or int(dtype[1:])


def is_signed(dtype):
    return dtype[0] == "i" and dtype != "i1"


class Value:
    """`text` is the value in a kernel; a `literal` has no type of its own yet."""

    def __init__(self, text, dtype, shape, lo, hi, unit=1, error=0, literal=False):
        self.text, self.dtype, self.shape = text, dtype, tuple(shape)
        self.lo, self.hi, self.unit, self.error = lo, hi, unit, error
        self.literal = literal

    @property
    def numel(self):
        return math.prod(self.shape)

    @property
    def size(self):
        return max(abs(self.lo), abs(self.hi))

    @property
    def exact(self):
        return self.error == 0

    def named(self, text, shape=None):
        return Value(text, self.dtype, self.shape if shape is None else shape,
                     self.lo, self.hi, self.unit, self.error)


def make(dtype, shape, lo, hi, unit=1, error=0):
    """A value of a type, after its rounding or wrapping around."""
    if not is_float(dtype):
        low, high = INTS[dtype]
        if lo < low or hi > high:
            lo, hi = low, high
        return Value("", dtype, shape, lo, hi)
    size = max(abs(lo), abs(hi)) + error
    if size > LARGEST[dtype]:
        raise Reject
    if error or size > unit * 2.0**BITS[dtype] or unit < FINEST[dtype]:
        error += size * 2.0**(1 - BITS[dtype]) + (2.0**-23 if dtype == "fp16" else 0)
        unit = 0
    return Value("", dtype, shape, lo, hi, unit, error)


def convert(value, dtype):
    """`value.to(dtype)`."""
    if value.dtype == dtype and not value.literal:
        return value
    if not is_float(dtype) and is_float(value.dtype):
        low, high = INTS[dtype]
        if not value.exact or value.lo <= low - 1 or value.hi >= high + 1 or dtype == "i1":
            raise Reject
        return make(dtype, value.shape, math.trunc(value.lo), math.trunc(value.hi))
    if dtype == "i1":
        return make("i1", value.shape, 0, 1)
    return make(dtype, value.shape, value.lo, value.hi,
                value.unit if is_float(value.dtype) else 1,
                value.error if is_float(value.dtype) else 0)


def promote_types(a, b, division):
    if "fp64" in (a, b):
        return "fp64"
    if "fp32" in (a, b):
        return "fp32"
    if "fp16" in (a, b):
        return "fp32" if division else "fp16"
    if a == b == "bf16":
        return "fp32" if division else "bf16"
    if "bf16" in (a, b):
        return "fp32"
    if is_signed(a) == is_signed(b):
        return a if width(a) > width(b) else b
    if division:
        raise Reject
    signed, other = (a, b) if is_signed(a) else (b, a)
    return other if width(other) >= width(signed) else signed


def promote(a, b, division=False):
    """The type that Triton computes `a op b` in."""
    if a.literal != b.literal:
        number, tile = (a, b) if a.literal else (b, a)
        rank = lambda t: 2 if is_float(t) else 0 if t == "i1" else 1
        if rank(number.dtype) <= rank(tile.dtype):
            if not is_float(tile.dtype) and not (
                    INTS[tile.dtype][0] <= number.lo and number.hi <= INTS[tile.dtype][1]):
                raise Reject
            return "fp32" if division and tile.dtype in ("fp16", "bf16") else tile.dtype
    return promote_types(a.dtype, b.dtype, division)


def broadcast(a, b):
    if not a or not b:
        return a or b
    if len(a) != len(b) or any(m != n and 1 not in (m, n) for m, n in zip(a, b)):
        raise Reject
    return tuple(map(max, a, b))


def corners(a, b, op):
    all_four = [op(x, y) for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
    return min(all_four), max(all_four)


def arithmetic(op, a, b):
    """The facts of `a op b` for + - * & | ^ min max."""
    dtype = promote(a, b)
    shape = broadcast(a.shape, b.shape)
    a, b = convert(a, dtype), convert(b, dtype)
    error = 0
    if is_float(dtype):
        if op in "&|^":
            raise Reject
        error = a.error + b.error
        if op == "*":
            error = a.error * b.size + b.error * a.size + a.error * b.error
    elif dtype == "i1" and op not in "&|^":
        raise Reject
    unit = a.unit * b.unit if op == "*" else min(a.unit, b.unit)
    if op == "+":
        lo, hi = a.lo + b.lo, a.hi + b.hi
    elif op == "-":
        lo, hi = a.lo - b.hi, a.hi - b.lo
    elif op == "*":
        lo, hi = corners(a, b, lambda x, y: x * y)
    elif op == "min":
        lo, hi = min(a.lo, b.lo), min(a.hi, b.hi)
    elif op == "max":
        lo, hi = max(a.lo, b.lo), max(a.hi, b.hi)
    elif op == "&" and min(a.lo, b.lo) >= 0:
        lo, hi = 0, min(a.hi, b.hi)
    elif op in "|^" and min(a.lo, b.lo) >= 0:
        lo, hi = 0, 2**max(a.hi, b.hi).bit_length() - 1
    else:
        lo, hi = INTS[dtype]
    return make(dtype, shape, lo, hi, unit, error)


def union(a, b):
    return Value("", a.dtype, a.shape, min(a.lo, b.lo), max(a.hi, b.hi),
                 min(a.unit, b.unit), max(a.error, b.error))
