"""Tests in the manner of Triton's: one for each result of tools/dev/upstream-tests."""

import calendar
import os

import pytest
import torch
import triton
import triton.language as tl

STEP = tl.constexpr(2)


@triton.jit
def scaled(x, factor):
    return x * factor + STEP


def run(source, device, count=8):
    out = torch.empty(count, device=device, dtype=torch.int32)
    source[(1, )](out, count)
    return out


@pytest.mark.parametrize("factor", [1, 2, 3])
def test_passes(factor, device):
    FACTOR = tl.constexpr(factor)

    @triton.jit
    def kernel(out, N: tl.constexpr):
        i = tl.arange(0, N)
        tl.store(out + i, scaled(i, FACTOR))

    assert run(kernel, device).tolist() == [i * factor + 2 for i in range(8)]


def test_views_of_one_memory(device):

    @triton.jit
    def kernel(a, b, stride):
        tl.store(b, tl.load(a + stride) + 1)

    memory = torch.arange(12, device=device, dtype=torch.float32).reshape(3, 4)
    kernel[(1, )](memory[1], memory[2, 3:], memory.stride(0))
    assert memory[2, 3] == 9 and memory.sum() == 64


def test_tuples_and_descriptors(device):
    from triton.tools.tensor_descriptor import TensorDescriptor

    @triton.jit
    def kernel(tiles, out):
        i, j = tl.arange(0, 16)[:, None], tl.arange(0, 16)[None, :]
        tl.store(out + i * 16 + j, tiles[0].load([16, 0]) + tiles[1])

    x = torch.randn(32, 16, device=device)
    out = torch.empty(16, 16, device=device)
    kernel[(1, )]((TensorDescriptor.from_tensor(x, [16, 16]), 2.0), out)
    assert torch.equal(out, x[16:] + 2)


def test_differs(device):

    @triton.jit
    def kernel(out, N: tl.constexpr):
        tl.store(out + tl.arange(0, N), tl.arange(0, N))

    assert run(kernel, device).tolist() == [1] * 8


def test_text(device):

    @triton.jit
    def kernel(out):
        tl.store(out, 1)

    out = torch.zeros(1, device=device)
    compiled = kernel[(1, )](out)
    ptx = compiled.asm["ptx"]
    assert "text of another compiler" in ptx
    if "cp.async" in ptx:
        assert out[0] == 7
    assert out[0] == 1


def test_values_after_text(device):

    @triton.jit
    def kernel(out):
        tl.store(out, 1)

    out = torch.zeros(1, device=device)
    text = kernel[(1, )](out).asm["ttir"]
    assert "text of another compiler" in text
    assert out[0] == 2


def test_text_alone(device):
    text = []

    @triton.jit
    def kernel(out):
        tl.store(out, 1)

    def look(compiled):
        text.append(compiled.asm["ttir"])

    look(kernel[(1, )](torch.zeros(1, device=device)))


def test_theirs(device):

    @triton.jit
    def kernel(out, N: tl.constexpr):
        tl.store(out + tl.arange(0, N + 1), 0)

    run(kernel, device)


def test_refusal_is_expected(device):

    @triton.jit
    def kernel(out, N: tl.constexpr):
        tl.store(out + tl.arange(0, N + 1), 0)

    with pytest.raises(triton.CompilationError):
        run(kernel, device)


def test_accepts(device):

    @triton.jit
    def kernel(out, N: tl.constexpr):
        tl.store(out + tl.arange(0, N), 0)

    with pytest.raises(triton.CompilationError):
        run(kernel, device)


def test_finding(device):

    @triton.jit
    def kernel(out):
        tl.store(out + 4 + tl.arange(0, 4), tl.load(out + 8 + tl.arange(0, 4)))

    kernel[(1, )](torch.zeros(8, device=device))


def test_slow(device):

    @triton.jit
    def kernel(out):
        while tl.load(out, volatile=True) == 0:
            pass

    kernel[(1, )](torch.zeros(1, device=device))


@triton.jit
def nothing_or(x):
    wanted = False
    if wanted:
        return x


def test_refused(device):

    @triton.jit
    def kernel(out):
        tl.store(out, nothing_or(tl.load(out)))

    kernel[(1, )](torch.zeros(1, device=device))


def test_cannot_be_carried(device):

    @triton.jit
    def kernel(out):
        tl.store(out, calendar.MONDAY)

    kernel[(1, )](torch.zeros(1, device=device))


def test_dies(device):
    os.abort()


def test_behind_it(device):
    assert True
