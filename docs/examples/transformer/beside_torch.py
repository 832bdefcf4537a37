"""The block of main.cpp in PyTorch, and how long both take on the GPU.

    python3 beside_torch.py build/transformer build/kernels
"""

import os
import subprocess
import sys
import time

import torch
import torch.nn.functional as F

HEAD = 64
SIZES = ((64, 128, 4, 2, 256), (512, 1024, 16, 4, 2816), (2048, 2048, 32, 8, 5632))


def rotate(x, cosines, sines):
    a, b = x.chunk(2, dim=-1)
    return torch.cat((a * cosines - b * sines, b * cosines + a * sines), dim=-1).to(x.dtype)


def block(tokens, width, heads, kv_heads, hidden, device):
    """The block as a function of its input, with random weights."""
    def matrix(rows, columns):
        return torch.randn(rows, columns, device=device, dtype=torch.float16) / rows ** 0.5

    norm1, norm2 = torch.ones(2, width, device=device, dtype=torch.float16)
    wq, wo = matrix(width, heads * HEAD), matrix(heads * HEAD, width)
    wk, wv = matrix(width, kv_heads * HEAD), matrix(width, kv_heads * HEAD)
    gate, up, down = matrix(width, hidden), matrix(width, hidden), matrix(hidden, width)
    angles = torch.arange(tokens, device=device)[:, None] * 10000.0 ** (
        -2.0 / HEAD * torch.arange(HEAD // 2, device=device))
    cosines, sines = angles.cos(), angles.sin()

    def run(x):
        y = F.rms_norm(x, (width,), norm1, 1e-5)
        q, k, v = ((y @ w).view(tokens, -1, HEAD).transpose(0, 1) for w in (wq, wk, wv))
        q, k = rotate(q, cosines, sines), rotate(k, cosines, sines)
        mixed = F.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=True,
                                               enable_gqa=True)[0]
        x = x + mixed.transpose(0, 1).reshape(tokens, -1) @ wo
        y = F.rms_norm(x, (width,), norm2, 1e-5)
        return x + (F.silu(y @ gate) * (y @ up)) @ down

    return run


def microseconds(run, x, synchronize, rounds=50):
    for _ in range(3):
        run(x)
    synchronize()
    begin = time.perf_counter()
    for _ in range(rounds):
        run(x)
    synchronize()
    return (time.perf_counter() - begin) / rounds * 1e6


def main(program, bundle):
    for sizes in SIZES:
        done = subprocess.run([program, bundle, *map(str, sizes)], text=True, check=True,
                              stdout=subprocess.PIPE, env=dict(os.environ, TIME="1"))
        print(done.stdout.strip())
        x = torch.randn(sizes[0], sizes[1], device="cuda", dtype=torch.float16)
        run = block(*sizes, "cuda")
        eager = microseconds(run, x, torch.cuda.synchronize)
        compiled = microseconds(torch.compile(run), x, torch.cuda.synchronize)
        print(f"torch: {eager:.1f} us, compiled {compiled:.1f} us", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
