"""Writes one small random Triton kernel for a seed: statements, arguments, launch.

    kernel = RandomKernel(17)
    kernel.text()       the file, with its `# case:` line as in test/features
    kernel.outputs      {"o0": 0.0, ...}: the largest error of each result

A kernel is a tree of `Node`s, so that a reducer can leave parts out. Whatever a
statement may produce is followed by `Value`s (random_values.py), which keeps out
division by zero, shifts and casts out of range, and comparisons of inexact floats.
"""

import math
import random
import re

from random_arithmetic import Elements, Reductions, Shapes
from random_control import Control
from random_memory import Memory
from random_node import Node
from random_products import Products
from random_sums import Sums
from random_values import LIMIT, NAMES, Reject, Value, is_float, make

HELPERS = {
    "_sum_diff": "def _sum_diff(a, b):\n    return a + b, a - b\n",
    "_both": "def _both(a, b):\n    return tl.minimum(a, b), tl.maximum(a, b)\n",
    "_early": "def _early(x, W: tl.constexpr):\n    if W > 2:\n        return x + W\n    return x - W\n",
    "_steps": "def _steps(x, W: tl.constexpr):\n    y = x\n    for i in tl.static_range(W):\n        y = y * x + i\n    return y\n",
    "_times": "def _times(a, b):\n    return a * b\n",
    "_and": "def _and(a, b):\n    return a & b\n",
    "_xor": "def _xor(a, b):\n    return a ^ b\n",
    "_largest": "def _largest(a, b):\n    return tl.maximum(a, b)\n",
    "_affine": "def _affine(a1, b1, a2, b2):\n    return a1 * a2, b1 * a2 + b2\n",
    "_first": "def _first(a, i, b, j):\n    left = (a > b) | ((a == b) & (i < j))\n    return tl.where(left, a, b), tl.where(left, i, j)\n",
}


class RandomKernel(Memory, Elements, Shapes, Reductions, Products, Sums, Control):
    def __init__(self, seed, statements=None, focus=()):
        self.seed = seed
        self.random = random.Random(seed)
        self.tensors, self.numbers, self.constants = {}, {}, {}
        self.outputs, self.body, self.count = {}, [], 0
        self.scopes, self.nodes, self.depth = [[]], None, 0
        self.indices = []  # (name, largest value) of the loops around
        self.nodes = self.body
        self.options = {"num_warps": self.random.choice((1, 1, 2, 4, 4, 8, 8, 16))}
        if self.random.random() < 0.3:
            self.options["num_stages"] = self.random.choice((1, 2, 4))
        self.weights = {n: w * (40 if n in focus else 1) for n, w in self.ACTIONS.items()}
        self.grid = self.random.choice(((1,), (1,), (2,), (3,), (2, 2), (1, 2, 2)))
        self.programs, self.program = math.prod(self.grid), "pid"
        self.leaves = self.programs > 1 and self.one_in(6)  # one program returns early
        self.is_sums = "sums" in focus
        self.shapes = [self.new_shape() for _ in range(self.random.choice((1, 1, 2, 3)))]
        self.write(statements or self.random.choice((3, 5, 8, 12)))

    # The kernel as text.

    def text(self, plain=False):
        lines = [line for node in self.body for line in node.lines(1, plain)]
        code = "\n".join(lines) + "\n"
        used = set(re.findall(r"\w+", code))
        names = [n for n in [*self.tensors, *self.numbers] if n in used]
        names += [f"{n}: tl.constexpr" for n in self.constants if n in used]
        helpers = "".join(f"@triton.jit\n{HELPERS[h]}\n\n" for h in HELPERS if h in used)
        return ("import triton\nimport triton.language as tl\n\n\n" + helpers +
                f"# case: {self.case()}\n@triton.jit\ndef kernel({', '.join(names)}):\n" + code)

    def case(self):
        used = set(re.findall(r"\w+", "\n".join(
            line for node in self.body for line in node.lines(1, False))))
        words = [f"{n}={k}:{t}:{c}" for n, (k, t, c) in self.tensors.items() if n in used]
        words += [f"{n}={v}" for n, v in {**self.numbers, **self.constants}.items() if n in used]
        words += [f"{n}={v}" for n, v in self.options.items()]
        saved = [n for n in self.outputs if n in used]
        words.append("save=" + ",".join(saved))
        words.append("grid=" + ",".join(map(str, self.grid)))
        return " ".join(words)

    # Names, scopes and picking.

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def one_in(self, n):
        return self.random.randrange(n) == 0

    def choose(self, *options):
        return self.random.choice(options)

    def visible(self):
        return [v for scope in self.scopes for v in scope]

    def pick(self, test=lambda v: True):
        found = [v for v in self.visible() if test(v)]
        if not found:
            raise Reject
        # What is younger is likelier, so that values depend on each other.
        return found[-1 - min(int(self.random.expovariate(0.25)), len(found) - 1)]

    def emit(self, text, facts, shape=None, plain=None):
        """`vN = text`, and the value that it is from now on."""
        value = facts.named(self.fresh("v"), shape)
        if value.numel > LIMIT:
            raise Reject
        assign = lambda t: t if t is None else f"{value.text} = {t}"
        self.nodes.append(Node(assign(text), value=value, plain=assign(plain)))
        self.scopes[-1].append(value)
        if self.one_in(6):
            self.nodes.append(Node(f"tl.static_assert({value.text}.dtype == tl.{NAMES[value.dtype]})"))
        return value

    def number(self, value):
        """An integer: literal, run-time argument or constexpr."""
        how = self.random.randrange(4)
        if how < 2:
            return str(value)
        where, prefix = (self.numbers, "n") if how == 2 else (self.constants, "C")
        for name, known in where.items():
            if known == value:
                return name
        name = self.fresh(prefix)
        where[name] = value
        return name

    def literal(self, dtype):
        if is_float(dtype):
            v = self.choose(0.5, 2.0, -1.5, 0.25, 1.0, -0.5, 3.0, 0.0)
            return Value(repr(v), "fp32", (), v, v, 2.0**-2, literal=True)
        v = self.choose(0, 1, 2, 3, 5, 7, 12, 16, 31, 64, 100, -1, -3, -8, -100)
        if dtype[0] == "u" or dtype == "i1":
            v = abs(v)
        elif self.one_in(6):
            text = self.choose("(7 // -2)", "(-7 % 3)", "(-7 // 2)", "(1 << 4)", "(2**3 - 1)", "(~4)", "min(3, 5)",
                               "(3 if 2 > 1 else 4)", "(5 & 6 ^ 1)", "max(-4, -9)", "int(2.5)", "(0x10 | 1)")
            v = eval(text)
            return Value(text, "i32", (), v, v, literal=True)
        return Value(f"({v})" if v < 0 else str(v), "i32", (), v, v, literal=True)

    def new_shape(self):
        rank = self.choose(1, 1, 2, 2, 2, 3)
        while True:
            top = (10, 7, 5)[rank - 1]
            shape = tuple(2**self.random.randrange(top + 1) for _ in range(rank))
            if self.choose(1, 32, 64, 256) <= math.prod(shape) <= self.choose(256, 1024, LIMIT):
                return shape

    def new_dtype(self):
        return self.choose("i8", "i16", "i32", "i32", "i64", "u8", "u16", "u32", "u64",
                           "fp16", "bf16", "fp32", "fp32", "fp64", "i1")

    # The whole.

    def attempt(self, action):
        """Does it, or leaves everything as it was; whether it was done."""
        marks = len(self.nodes), [len(s) for s in self.scopes], self.depth, self.nodes, len(self.indices)
        known = [dict(d) for d in (self.tensors, self.numbers, self.constants, self.outputs)]
        try:
            action()
            return True
        except Reject:
            self.nodes = marks[3]
            del self.nodes[marks[0]:]
            del self.scopes[len(marks[1]):]
            for scope, size in zip(self.scopes, marks[1]):
                del scope[size:]
            self.depth = marks[2]
            del self.indices[marks[4]:]
            self.tensors, self.numbers, self.constants, self.outputs = known
            return False

    ACTIONS = {"load": 6, "binary": 14, "divide": 4, "shift": 3, "compare": 4, "where": 4,
               "cast": 6, "bitcast": 2, "unary": 4, "function": 2, "special": 2, "helper": 3,
               "gather_load": 2, "pointer_load": 3, "ternary": 1, "block_load": 2, "reshape": 3, "transpose": 4, "expand": 2,
               "broadcast": 2, "join": 3, "split": 2, "cat": 1, "flip": 1, "sort": 1,
               "gather": 2, "histogram": 1, "reduce": 8, "scan": 4, "dot": 4, "dot_loop": 2,
               "attention": 1, "loop": 6, "branch": 3, "store_in_loop": 3, "eighth": 1, "descriptor_load": 1, "atomic": 1, "atomic_old": 1}

    def block(self, statements):
        names, weights = list(self.weights), list(self.weights.values())
        for _ in range(statements):
            for _ in range(30):
                if self.attempt(getattr(self, self.random.choices(names, weights)[0])):
                    break

    def write(self, statements):
        if self.one_in(2):
            value = self.choose(2, 3, 16, -5, 48, 2**31 - 1)
            self.numbers["n"] = value
            self.scopes[0].append(make("i32", (), value, value).named("n"))
        self.scopes[0].append(make("i32", (), 0, self.programs).named("pid"))
        self.body.append(Node(f"pid = {self.linear_program()}"))
        if self.leaves:
            self.body.append(Node(f"if pid == {self.choose(0, 1)}:", [Node("return")]))
        if self.is_sums:
            return self.sums()
        for _ in range(self.choose(1, 2, 3)):
            self.attempt(self.load)
        self.block(statements)
        found = [v for v in self.visible() if v.text != "n"]
        for v in found[-5:] + self.random.sample(found[:-5], min(2, len(found[:-5]))):
            self.store(v)
