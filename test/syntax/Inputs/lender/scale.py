import triton


@triton.jit
def scaled(x):
    return x * 3
