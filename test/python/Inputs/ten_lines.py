import array, tqc
tqc.run_triton()
import triton, triton.language as tl

@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + at, tl.load(x_ptr + at) + tl.load(y_ptr + at, at < n), at < n)

x, out = array.array("f", range(1000)), array.array("f", bytes(4000))
add[lambda meta: (triton.cdiv(1000, meta["BLOCK"]),)](x, x, out, 1000, BLOCK=256)
