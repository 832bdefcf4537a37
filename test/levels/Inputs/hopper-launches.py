"""Prints what launchers of levels 2, 4 and 8 would launch on an H200, or, with --h100 behind the
file, on an H100: kernel, grid, tiles, warps and stages. Cases are MxNxK, or BxHxSQxSKxD with a c
behind it for causal, or an f for fp32."""

import sys
import types


class Tensor:
    """Rows one behind the other, of 16 bits an element unless it says otherwise."""
    dtype, device = "fp16", "cuda"

    def __init__(self, shape, strides=None, size=2):
        self.shape, self.strides, self.size = tuple(shape), strides, size
        if strides is None:
            self.strides = [1]
            for extent in reversed(self.shape[1:]):
                self.strides.insert(0, self.strides[0] * extent)

    def stride(self, axis):
        return self.strides[axis]

    def element_size(self):
        return self.size

    def t(self):
        return Tensor(self.shape[::-1], self.strides[::-1])

    def __getitem__(self, index):
        if isinstance(index, int):
            return Tensor(self.shape[1:], self.strides[1:])
        slices = index if isinstance(index, tuple) else (index,)
        kept = tuple(len(range(extent)[part]) for extent, part in zip(self.shape, slices))
        return Tensor(kept + self.shape[len(kept):], self.strides)


class Kernel:
    def __init__(self, function):
        self.name = function.__name__

    def __getitem__(self, grid):
        def launch(*arguments, **constants):
            told = {name: value for name, value in constants.items()
                    if name.startswith(("BLOCK_M", "BLOCK_N", "TILE_M", "WIDTH", "num_"))}
            print(self.name, "x".join(str(n) for n in grid),
                  *(f"{name}={value}" for name, value in told.items()))
        return launch


def load(path, memory):
    def module(name, **members):
        sys.modules[name] = types.SimpleNamespace(__name__=name, **members)

    cuda = types.SimpleNamespace(is_available=lambda: True,
                                 get_device_capability=lambda: (9, 0),
                                 get_device_properties=lambda device: types.SimpleNamespace(
                                     total_memory=memory))
    module("triton.language", constexpr=int)
    module("torch", cuda=cuda, int8="int8", int32="int32", float32="fp32",
           empty=lambda shape, **how: Tensor(shape), empty_like=lambda x: Tensor(x.shape))
    module("triton", jit=Kernel, cdiv=lambda a, b: -(-a // b),
           next_power_of_2=lambda n: 1 << (n - 1).bit_length(),
           language=sys.modules["triton.language"])
    names = {}
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), names)
    return names


def main(path, *cases):
    is_h100 = cases[0] == "--h100"
    launchers = load(path, 80 * 10 ** 9 if is_h100 else 150 * 10 ** 9)
    cases = cases[is_h100:]
    for case in cases:
        sizes = [int(n) for n in case.rstrip("cf").split("x")]
        print(case, end=": ")
        if len(sizes) == 3:
            m, n, k = sizes
            launchers["matmul"](Tensor((m, k)), Tensor((k, n)))
            continue
        b, h, sq, sk, d = sizes
        if "attention_scores" in launchers:
            size = 4 if case.endswith("f") else 2
            launchers["attention_scores"](Tensor((b, h, sq, d), size=size),
                                          Tensor((b, h, sk, d), size=size), 0.125)
        else:
            launchers["flash_attention"](Tensor((b, h, sq, d)), Tensor((b, h, sk, d)),
                                         Tensor((b, h, sk, d)), causal=case.endswith("c"))


main(*sys.argv[1:])
