import triton
import triton.language as tl

from lender.scale import scaled


# tqc: signature="*fp32, *fp32" num_warps=1
@triton.jit
def kernel(x_ptr, y_ptr):
    offs = tl.arange(0, 4)
    tl.store(y_ptr + offs, scaled(tl.load(x_ptr + offs)))
