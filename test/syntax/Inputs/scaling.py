import triton

FACTOR = 3


@triton.jit
def scaled(x):
    return x * FACTOR
