"""Triton's interpreter as a reference, where it computes what Triton says.

Triton's interpreter keeps bf16 as 16 bits in numpy and adds, multiplies and compares
these bits as integers. `mend_bfloat` lets it compute in fp32 and round to nearest
even instead, which is what compiled kernels do. Sums and products of integers get
numpy's 64 bits under the name of the narrower type, and a vector's own reduction no
scalar: `mend_reductions` mends both.
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


def prepare():
    """Loads Triton, with TRITON_INTERPRET=1 set; once a process."""
    import warnings
    import triton.language as tl
    from triton.runtime import interpreter
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    mend_bfloat(interpreter, tl.bfloat16)
    mend_reductions(interpreter)
    builder = interpreter.interpreter_builder
    builder.options = dataclasses.replace(builder.options, sanitize_overflow=False)
