"""Kernels whose PTX, as Triton makes it, the emulator's tests run.

`python kernels.py DIR` writes one .ptx a kernel and target; it needs Triton
but no GPU. The committed files were made by Triton 3.6.
"""
import re
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def add(x, y, z, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(z + i, tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)


@triton.jit
def softmax(x, out, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * stride + i, mask=i < n, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + row * stride + i, e / tl.sum(e, axis=0), mask=i < n)


@triton.jit
def matmul(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for at in range(0, K, BK):
        x = tl.load(a + m[:, None] * K + (at + k)[None, :], mask=(at + k)[None, :] < K, other=0.0)
        y = tl.load(b + (at + k)[:, None] * N + n[None, :], mask=(at + k)[:, None] < K, other=0.0)
        acc = tl.dot(x, y, acc)
    tl.store(c + m[:, None] * N + n[None, :], acc.to(tl.float16))


@triton.jit
def histogram(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0)
    tl.atomic_add(out + v, 1, mask=i < n)


@triton.jit
def scan(x, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.cumsum(tl.load(x + i), axis=0))


@triton.jit
def scan_rows(x, out, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.cumsum(tl.load(x + i), axis=0))


KERNELS = [
    (add, "*fp32 *fp32 *fp32 i32", dict(BLOCK=256)),
    (softmax, "*fp32 *fp32 i32 i32", dict(BLOCK=512)),
    (matmul, "*fp16 *fp16 *fp16 i32 i32 i32", dict(BM=64, BN=64, BK=32)),
    (histogram, "*i32 *i32 i32", dict(BLOCK=256)),
    (scan, "*i32 *i32", dict(BLOCK=256)),
    (scan_rows, "*i32 *i32", dict(BLOCK=256)),
]


def main(folder):
    for fn, types, constants in KERNELS:
        signature = dict(zip(fn.arg_names, types.split()))
        signature.update({name: "constexpr" for name in constants})
        attrs = {(k,): [["tt.divisibility", 16]]
                 for k, t in enumerate(types.split()) if t[0] == "*"}
        for arch in (80, 90):
            source = ASTSource(fn, signature, constexprs={(fn.arg_names.index(k),): v for k, v in constants.items()}, attrs=attrs)
            kernel = triton.compile(source, target=GPUTarget("cuda", arch, 32))
            text = kernel.asm["ptx"].split("\t.section\t.debug")[0]
            text = re.sub(r'(\.file\s+\d+ ")[^"]*/', r"\1", text)
            with open(f"{folder}/{fn.__name__}.sm_{arch}.ptx", "w") as f:
                f.write(text)
            print(fn.__name__, arch, kernel.metadata.shared, kernel.metadata.num_warps)


if __name__ == "__main__":
    main(sys.argv[1])
