"""Triton's interpreter as a reference, where it computes what Triton says.

Triton's interpreter keeps bf16 as 16 bits in numpy and adds, multiplies and compares
these bits as integers. `mend_bfloat` lets it compute in fp32 and round to nearest
even instead, which is what compiled kernels do. Sums and products of integers get
numpy's 64 bits under the name of the narrower type, and a vector's own reduction no
scalar: `mend_reductions` mends both. `mend_atomics`: a tile that numpy keeps as a view
(a mask that is repeated, half of a split, a scan from the other end) is read by atomics
as if its elements lay one behind the other. `mend_nans`: a minimum is NaN where only one
side is, though `propagate_nan` says nothing. `mend_numbers`: numpy 2 refuses what the
interpreter asks of it (-1 as unsigned, a sum of more than 32 bits, an array of one
element as a number), and of bf16 there are no constants.
It also asserts that no integer overflows, which compiled kernels do only if asked to.
"""

import dataclasses

import numpy as np


def wide(data):
    return (data.astype(np.uint32) << 16).view(np.float32)


def narrow(data):
    bits = np.array(data, dtype=np.float32).view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def mend_bfloat(interpreter, bfloat):
    handle, builder = interpreter.TensorHandle, interpreter.InterpreterBuilder
    bits = (np.bitwise_and, np.bitwise_or, np.bitwise_xor)
    old_binary, old_unary = builder.binary_op, builder.unary_op
    old_convert = builder.create_fp_to_fp
    old_cast, old_dot = builder.cast_impl, builder.create_dot
    old_sum = interpreter.ReduceOps.sum

    def is_bfloat(value):
        return value.dtype.scalar == bfloat

    def result(data):
        if data.dtype == np.bool_:
            return handle(data, interpreter.tl.int1)
        return handle(narrow(data), bfloat)

    def binary(self, lhs, rhs, op):
        if is_bfloat(lhs) and op not in bits:
            return result(op(wide(lhs.data), wide(rhs.data)))
        return old_binary(self, lhs, rhs, op)

    def unary(self, value, op):
        return result(op(wide(value.data))) if is_bfloat(value) else old_unary(self, value, op)

    def cast(self, value, to):
        if is_bfloat(value) or to.scalar == bfloat:
            data = wide(value.data) if is_bfloat(value) else value.data
            if to.scalar == bfloat:
                return handle(narrow(data.astype(np.float32)), bfloat)
            return handle(data.astype(interpreter._get_np_dtype(to)), to.scalar)
        return old_cast(self, value, to)

    def convert(self, value, to, rounding):
        if is_bfloat(value) or to.scalar == bfloat:
            return cast(self, value, to)
        return old_convert(self, value, to, rounding)

    def dot(self, a, b, *rest):
        if is_bfloat(a):
            a, b = (handle(wide(x.data), interpreter.tl.float32) for x in (a, b))
        return old_dot(self, a, b, *rest)

    def total(self, value):
        if value.dtype == bfloat:
            data = np.sum(wide(value.handle.data), axis=self.axis, keepdims=self.keep_dims)
            return self.to_tensor(narrow(data), value.dtype)
        return old_sum(self, value)

    builder.binary_op, builder.unary_op, builder.cast_impl = binary, unary, cast
    builder.create_fp_to_fp = convert
    builder.create_fabs = lambda self, value: self.unary_op(value, np.abs)
    builder.create_dot, interpreter.ReduceOps.sum = dot, total


def mend_reductions(interpreter):
    reductions, scans = interpreter.ReduceOps, interpreter.ScanOps

    def wrapped(old):
        def new(self, value):
            result = old(self, value)
            for one in result if isinstance(result, list) else [result]:
                to = interpreter._get_np_dtype(one.dtype)
                one.handle.data = one.handle.data.astype(to)
            return result
        return new

    def scalars(old):
        def new(self, value):
            return [self.to_tensor(one.handle.data.item(), one.dtype)
                    if one.handle.data.ndim == 0 else one for one in old(self, value)]
        return new

    reductions.sum = wrapped(reductions.sum)
    reductions.generic_reduce = scalars(reductions.generic_reduce)
    scans.cumsum, scans.cumprod = wrapped(scans.cumsum), wrapped(scans.cumprod)


def mend_atomics(interpreter):
    builder = interpreter.InterpreterBuilder
    old_rmw, old_cas = builder.create_atomic_rmw, builder.create_atomic_cas

    def packed(value):
        return interpreter.TensorHandle(np.ascontiguousarray(value.data), value.dtype)

    def rmw(self, op, pointer, value, mask, *rest):
        return old_rmw(self, op, packed(pointer), packed(value), packed(mask), *rest)

    def cas(self, pointer, expected, value, *rest):
        return old_cas(self, packed(pointer), packed(expected), packed(value), *rest)

    builder.create_atomic_rmw, builder.create_atomic_cas = rmw, cas


def mend_nans(interpreter):
    builder, old_clamp = interpreter.InterpreterBuilder, interpreter.InterpreterBuilder.create_clampf

    def clamp(self, value, low, high, propagate):
        if propagate != interpreter._ir.PROPAGATE_NAN.NONE:
            return old_clamp(self, value, low, high, propagate)
        return self.ternary_op(value, low, high, lambda x, least, most: np.fmin(np.fmax(x, least), most))

    builder.create_minnumf = lambda self, lhs, rhs: self.binary_op(lhs, rhs, np.fmin)
    builder.create_maxnumf = lambda self, lhs, rhs: self.binary_op(lhs, rhs, np.fmax)
    builder.create_clampf = clamp


def mend_numbers(interpreter, bfloat):
    handle, builder = interpreter.TensorHandle, interpreter.InterpreterBuilder
    old_patch = interpreter._patch_lang_tensor

    def wrapped(value, to):
        """Numbers of any size, less the bits that do not fit."""
        data = np.array(value)
        return data.astype(interpreter._get_np_dtype(to)) if data.dtype != object \
            else (data & ((1 << 64) - 1)).astype(np.uint64).astype(interpreter._get_np_dtype(to))

    def constant_of(to):
        return lambda self, value: handle(wrapped([value], to), to)

    def all_ones(self, to):
        return handle(wrapped([-1], to.scalar), to.scalar)

    def to_tensor(self, data, dtype):
        shape = list(getattr(data, "shape", ()))
        block = interpreter.tl.block_type(dtype, shape) if shape else dtype
        return interpreter.tl.core.tensor(handle(wrapped(data if shape else [data], dtype), dtype.scalar), block)

    def patch(tensor, scope):
        old_patch(tensor, scope)
        scope.set_attr(tensor, "__index__", lambda self: int(self.handle.data.item()))

    def signed(data):
        return data.astype(np.dtype(f"int{8 * data.dtype.itemsize}"))

    def shift_right(self, lhs, rhs):
        """The interpreter leaves signed numbers in operands of unsigned types; numpy
        adds those to unsigned ones as float64."""
        data = np.right_shift(signed(lhs.data), signed(rhs.data))
        return handle(data.astype(lhs.data.dtype), lhs.dtype.scalar)

    for bits in (8, 16, 32, 64):
        for name in (f"int{bits}", f"uint{bits}"):
            setattr(builder, f"get_{name}", constant_of(getattr(interpreter.tl, name)))
    builder.get_bf16 = lambda self, value: handle(narrow([value]), bfloat)
    builder.get_all_ones_value = all_ones
    builder.create_ashr = shift_right
    interpreter.ReduceScanOpInterface.to_tensor = to_tensor
    interpreter._patch_lang_tensor = patch


def prepare():
    """Loads Triton, with TRITON_INTERPRET=1 set; once a process."""
    import warnings
    import triton.language as tl
    from triton.runtime import interpreter
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    mend_bfloat(interpreter, tl.bfloat16)
    mend_numbers(interpreter, tl.bfloat16)
    mend_reductions(interpreter)
    mend_atomics(interpreter)
    mend_nans(interpreter)
    builder = interpreter.interpreter_builder
    builder.options = dataclasses.replace(builder.options, sanitize_overflow=False)
