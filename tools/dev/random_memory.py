"""Statements of random kernels that read and write memory."""

import math

import random_values as rv
from random_node import Node
from random_values import INTS, NAMES, Reject, Value, is_float, make


class Memory:
    """Loads, stores and atomics; all addresses stay inside of their tensors."""

    def axis(self, shape, d):
        """The index along dimension d, with the other dimensions of extent 1."""
        index = f"tl.arange(0, {shape[d]})"
        if len(shape) == 1:
            return index
        return index + "[" + ", ".join(":" if i == d else "None" for i in range(len(shape))) + "]"

    def linear_program(self):
        text = "tl.program_id(0)"
        if len(self.grid) > 1:
            text = f"({text} + tl.program_id(1) * tl.num_programs(0))"
        if len(self.grid) > 2:
            text = text[:-1] + " + tl.program_id(2) * tl.num_programs(0) * tl.num_programs(1))"
        return text

    def detour(self, index, n):
        """A way from 0..n-1 into 0..n-1, as text and as a function."""
        if n == 1 or not self.one_in(4):
            return index, lambda i: i
        c = self.random.randrange(1, n)
        text, function = self.choose(
            ("({i} ^ {c})", lambda i: i ^ c), ("(({i} + {c}) % {n})", lambda i: (i + c) % n),
            ("({m} - {i})", lambda i: n - 1 - i), ("({i} // {c})", lambda i: i // c),
            ("({i} % {c})", lambda i: i % c), ("({i} & {c})", lambda i: i & c),
            ("({i} | {c})", lambda i: i | c), ("({i} // {c} * {c} + {i} % {c})", lambda i: i),
            ("({i} * {c} % {n})", lambda i: i * c % n), ("({i} >> 1 << 1)", lambda i: i >> 1 << 1),
            ("tl.minimum({i}, {c})", lambda i: min(i, c)), ("tl.maximum({i}, {c})", lambda i: max(i, c)),
            ("tl.where({i} < {c}, {i}, {c})", lambda i: min(i, c)),
            ("{i}.to(tl.int64)", lambda i: i), ("{i}.to(tl.uint32)", lambda i: i),
            ("{i}.to(tl.uint8).to(tl.int16).to(tl.int32)", lambda i: i % 256), ("({i} * 4 // 4)", lambda i: i))
        return text.format(i=index, c=self.number(c), n=self.number(n), m=n - 1), function

    def mask_of(self, index, n):
        c = self.random.randrange(0, n + 1)
        text, test = self.choose(
            ("{i} < {c}", lambda i: i < c), ("{i} < {c}", lambda i: i < c), ("{i} <= {c}", lambda i: i <= c),
            ("{i} >= {c}", lambda i: i >= c), ("{c} > {i}", lambda i: c > i), ("{i} != {c}", lambda i: i != c),
            ("{i} + 3 < {c}", lambda i: i + 3 < c), ("{i} * 2 < {c}", lambda i: i * 2 < c),
            ("{i} // 4 < {c}", lambda i: i // 4 < c), ("{i} % 4 < 2", lambda i: i % 4 < 2),
            ("({i} & 3) == 0", lambda i: i & 3 == 0), ("{i} - {c} < 0", lambda i: i < c),
            ("({i} - {c}).to(tl.uint32) < 4", lambda i: 0 <= i - c < 4),
            ("{i}.to(tl.uint32) < {c}", lambda i: i < c), ("{i} // 4 * 4 < {c}", lambda i: i // 4 * 4 < c))
        return text.format(i=index, c=self.number(c)), test

    def strides(self, shape):
        """Strides of a random memory order."""
        order = list(range(len(shape)))[::-1]
        if self.one_in(3):
            self.random.shuffle(order)
        strides, at = [0] * len(shape), self.choose(1, 1, 1, 1, 2, 3)
        for d in order:
            strides[d] = at
            at *= shape[d] * self.choose(1, 1, 1, 1, 1, 2)
        if self.one_in(6):
            strides[self.random.randrange(len(shape))] = 0
        if self.one_in(5):
            d = self.random.randrange(len(shape))
            strides[d] = -strides[d]
        return strides

    def flat(self, shape, strides):
        terms = []
        for d, stride in enumerate(strides):
            if stride == 0:
                continue
            term = self.axis(shape, d)
            terms.append(term if stride == 1 else f"{term} * {self.number(stride) if stride > 0 else f'({stride})'}")
        return " + ".join(terms) or "0"

    def tensor(self, dtype, count):
        kind = "few" if is_float(dtype) else "int" if dtype == "i1" else self.choose("bits", "bits", "small", "int")
        name = self.fresh("x")
        self.tensors[name] = (kind, dtype, max(count, 1))
        if is_float(dtype):
            return name, Value("", dtype, (), -2.0, 2.0, 0.25)
        lo, hi = {"bits": INTS[dtype], "int": (0, 99), "small": (0, 15)}[kind]
        if kind == "small" and dtype[0] == "i":
            lo, hi = -8, 7
        return name, make(dtype, (), lo, hi)

    def load(self, shape=None, dtype=None):
        shape = shape or self.random.choice(self.shapes)
        dtype = dtype or self.new_dtype()
        strides = self.strides(shape)
        terms, masks, offset, extent = [], [], 0, 1
        for d, (n, stride) in enumerate(zip(shape, strides)):
            index, passing = self.axis(shape, d), range(n)
            if n > 1 and self.one_in(5):
                mask, test = self.mask_of(index, n)
                masks.append(f"({mask})")
                passing = [i for i in passing if test(i)] or [0]
            text, reached = self.detour(index, n)
            if stride < 0 and "uint" in text:
                text, reached = index, lambda i: i
            reached = [reached(i) * stride for i in passing]
            offset -= min(min(reached), 0)
            extent += max(max(reached), 0)
            if stride:
                terms.append(text if stride == 1 else f"{text} * {self.number(stride) if stride > 0 else f'({stride})'}")
        extra = [v for v in self.visible() if v.dtype == "i1" and v.shape == shape]
        if extra and self.one_in(3):
            masks.append(self.random.choice(extra).text)
        extent += offset
        moved = self.choose(*self.indices) if self.indices and not self.one_in(3) else None
        step = moved and self.choose(1, 4, 16, math.prod(shape))
        name, facts = self.tensor(dtype, extent * self.programs + (moved[1] * step if moved else 0))
        at = [name]
        if moved:
            at.append(f"{moved[0]} * {self.number(step)}")
        if self.programs > 1:
            at.append(f"{self.program} * {self.number(extent)}")
        if offset:
            at.append(self.number(offset))
        text = " + ".join(at + terms)
        if not all(strides):
            text += f" + tl.zeros({list(shape)}, dtype=tl.int32)"
        if masks:
            mask = " & ".join(masks)
            other = self.literal(dtype)
            if not is_float(dtype) and is_float(other.dtype) or dtype == "i1":
                other = Value("0", "i32", (), 0, 0, literal=True)
            other_facts = rv.convert(other, dtype)
            text = f"tl.load({text}, mask={mask}, other={other.text})"
            facts = rv.union(facts, other_facts)
        else:
            text = f"tl.load({text})"
        return self.emit(text, facts.named("", shape))

    def gather_load(self):
        index = self.pick(lambda v: not is_float(v.dtype) and v.dtype != "i1" and v.shape)
        bits = self.choose(3, 5, 6)
        dtype = self.new_dtype()
        name, facts = self.tensor(dtype, 2**bits)
        self.emit(f"tl.load({name} + ({index.text} & {2**bits - 1}))", facts.named("", index.shape))

    def pointer_load(self):
        """Pointers that are chosen, reordered or moved before they are read."""
        shape = self.random.choice(self.shapes)
        dtype = self.choose("i32", "i64", "u32", "i16", "fp32", "fp16")
        n = math.prod(shape)
        trips = self.choose(1, 2, 3, 4)
        (a, facts), (b, other) = self.tensor(dtype, n * trips), self.tensor(dtype, n * trips)
        facts = rv.union(facts, other)
        flat = self.flat(shape, [math.prod(shape[d + 1:]) for d in range(len(shape))])
        kind = self.choose("where", "shape", "if", "loop", "loop")
        if kind == "where":
            mask, _ = self.mask_of(self.axis(shape, 0), shape[0])
            self.emit(f"tl.load(tl.where({mask}, {a} + {flat}, {b} + {flat}))", facts.named("", shape))
        elif kind == "shape":
            if len(shape) == 1:
                return self.emit(f"tl.load(tl.reshape({a} + {flat}, (1, {n})))", facts.named("", (1, n)))
            order = list(range(len(shape)))
            self.random.shuffle(order)
            self.emit(f"tl.load(tl.permute({a} + {flat}, {self.tuple_literal(order)}))",
                      facts.named("", [shape[d] for d in order]))
        elif kind == "if":
            p = self.fresh("p")
            self.nodes += [Node(f"{p} = {a}"), Node(f"if {self.condition()}:", [Node(f"{p} = {b}")])]
            self.emit(f"tl.load({p} + {flat})", facts.named("", shape))
        else:
            if is_float(dtype) or rv.width(dtype) < 32:
                raise Reject
            p, acc, i = self.fresh("p"), self.fresh("acc"), self.fresh("i")
            self.nodes += [Node(f"{p} = {a} + {flat}"), Node(f"{acc} = tl.zeros({list(shape)}, dtype=tl.{NAMES[dtype]})")]
            body = [Node(f"{acc} {self.choose('+', '-', '^')}= tl.load({p})"),
                    Node(f"{p} {self.choose('+=', '+=', '+= -1 + 1 +')} {self.number(n)}")]
            if self.one_in(3):
                body = [body[1], body[0]]
                self.tensors[a] = (*self.tensors[a][:2], n * (trips + 1))
            bound = self.number(trips)
            self.nodes.append(Node(f"for {i} in {self.choose('range', 'tl.range')}({bound}):", body))
            self.scopes[-1].append(make(dtype, shape, *INTS[dtype]).named(acc))

    def block_load(self):
        """Through a block pointer; the interpreter has none and gets a plain load."""
        shape = self.random.choice(self.shapes)
        dtype = self.choose("fp16", "fp32", "i32", "i8", "fp64")
        order = list(range(len(shape)))[::-1]
        if self.one_in(3):
            self.random.shuffle(order)
        sizes = [self.random.randrange(1, n + 3) for n in shape]
        offsets = [self.choose(0, 0, 1, -1, 3) for _ in shape]
        strides, at = [0] * len(shape), 1
        for d in order:
            strides[d] = at
            at *= sizes[d]
        name, facts = self.tensor(dtype, at)
        advance = self.one_in(3) and [self.choose(0, 1, 2) for _ in shape]
        start = [o - (a if advance else 0) for o, a in zip(offsets, advance or offsets)]
        pointer = (f"tl.make_block_ptr({name}, ({self.tuple_of(sizes)}), ({self.tuple_of(strides)}), "
                   f"({self.tuple_of(start)}), {tuple(shape)}, {tuple(order)})")
        if advance:
            pointer = f"tl.advance({pointer}, ({self.tuple_of(advance)}))"
        check = ", ".join(map(str, range(len(shape))))
        text = f"tl.load({pointer}, boundary_check=({check},), padding_option=\"zero\")"
        index = [f"({self.axis(shape, d)} + {o})" for d, o in enumerate(offsets)]
        inside = " & ".join(f"({i} >= 0) & ({i} < {n})" for i, n in zip(index, sizes))
        where = " + ".join(f"{i} * {s}" for i, s in zip(index, strides))
        plain = f"tl.load({name} + {where}, mask={inside}, other=0)"
        zero = Value("", dtype, (), 0, 0, 1)
        self.emit(text, rv.union(facts, zero).named("", shape), plain=plain)

    def descriptor_load(self):
        """Through a tensor descriptor; a plain load for the interpreter."""
        shape = self.choose((8, 16), (16, 32), (32, 16), (64, 8), (1, 32), (32,), (128,), (2, 8, 16))
        dtype = self.choose("fp16", "fp32", "i32", "bf16")
        unit = 128 // rv.width(dtype)
        sizes = [self.random.randrange(1, n + 3) for n in shape]
        offsets = [self.choose(0, 0, 1, 3) for _ in shape[:-1]] + [self.choose(0, 0, unit)]
        row = -(-sizes[-1] // unit) * unit
        strides, at = [1], row
        for n in sizes[-2::-1]:
            strides.insert(0, at)
            at *= n
        name, facts = self.tensor(dtype, max(at, row))
        text = (f"tl.make_tensor_descriptor({name}, [{self.tuple_of(sizes)[:-1]}], [{self.tuple_of(strides)[:-1]}], "
                f"{list(shape)}).load([{self.tuple_of(offsets)[:-1]}])")
        index = [f"({self.axis(shape, d)} + {o})" for d, o in enumerate(offsets)]
        inside = " & ".join(f"({i} < {n})" for i, n in zip(index, sizes))
        where = " + ".join(f"{i} * {s}" for i, s in zip(index, strides))
        plain = f"tl.load({name} + {where}, mask={inside}, other=0)"
        self.emit(text, rv.union(facts, Value("", dtype, (), 0, 0, 1)).named("", shape), plain=plain)

    def tuple_of(self, numbers):
        return ", ".join(self.number(n) if n >= 0 else str(n) for n in numbers) + ","

    def store(self, value):
        shape = value.shape
        name = self.fresh("o")
        order = list(range(len(shape)))[::-1]
        if self.one_in(3):
            self.random.shuffle(order)
        strides, at = [0] * len(shape), 1
        for d in order:
            strides[d], at = at, at * shape[d]
        where = self.flat(shape, strides) if shape else "0"
        if self.programs > 1:
            where = f"{self.program} * {at} + {where}"
        mask, kind = "", "empty"
        if shape and self.one_in(4):
            mask, kind = f", mask={self.mask_of(self.axis(shape, 0), shape[0])[0]}", "zeros"
        if not shape and self.one_in(3):  # a scalar is stored to all of a tile
            where, at = "tl.arange(0, 8)", 8
            if self.programs > 1:
                where = f"{self.program} * 8 + {where}"
        if self.leaves:
            kind = "zeros"
        self.tensors[name] = (kind, value.dtype, max(at, 1) * self.programs)
        self.outputs[name] = value.error
        self.nodes.append(Node(f"tl.store({name} + {where}, {value.text}{mask})"))

    def store_in_loop(self):
        """What an iteration has, to a place of its own."""
        if not self.indices:
            raise Reject
        value = self.pick(lambda v: v.shape)
        index, most = self.choose(*self.indices)
        strides = [math.prod(value.shape[d + 1:]) for d in range(len(value.shape))]
        name = self.fresh("o")
        self.tensors[name] = ("zeros", value.dtype, value.numel * self.programs * (most + 1))
        self.outputs[name] = value.error
        at = f"({index} * {self.programs} + {self.program}) * {value.numel}"
        self.nodes.append(Node(f"tl.store({name} + {at} + {self.flat(value.shape, strides)}, {value.text})"))

    def atomic(self):
        value = self.pick(lambda v: v.dtype in ("i32", "u32", "i64", "u64", "fp32") and v.shape and v.exact)
        if self.depth:
            raise Reject
        ops = ["add"] if is_float(value.dtype) else ["add", "max", "min", "and", "or", "xor"]
        if value.dtype == "fp32":
            ops += ["max", "min"]
        op = self.random.choice(ops)
        if op == "add":  # every partial sum is exact, in any order
            total = make(value.dtype, (), *sorted((value.lo * value.numel * self.programs, value.hi * value.numel * self.programs)), value.unit)
            if not total.exact:
                raise Reject
        count = 2**self.random.randrange(0, 7)
        name = self.fresh("o")
        self.tensors[name] = ("zeros" if self.one_in(2) else "few" if is_float(value.dtype) else "small", value.dtype, count)
        self.outputs[name] = 0.0
        index = " + ".join(f"{self.axis(value.shape, d)} * {self.choose(1, 3, 5, value.shape[-1])}" for d in range(len(value.shape)))
        mask = f", mask=({self.axis(value.shape, 0)} & 3) != 1" if self.one_in(3) else ""
        self.nodes.append(Node(f"tl.atomic_{op}({name} + (({index}) & {count - 1}), {value.text}{mask})"))

    def atomic_old(self):
        """An atomic to an element of its own: what it returns is what was there."""
        value = self.pick(lambda v: v.dtype in ("i32", "u32", "i64", "u64", "fp32") and v.shape)
        if self.depth:
            raise Reject
        name, facts = self.tensor(value.dtype, value.numel * self.programs)
        self.outputs[name] = value.error * 2
        strides = [math.prod(value.shape[d + 1:]) for d in range(len(value.shape))]
        op = self.choose("add", "xchg", "max") if value.dtype != "fp32" else "add"
        where = f"{name} + {self.program} * {value.numel} + {self.flat(value.shape, strides)}"
        if is_float(value.dtype) and not value.exact:
            raise Reject
        if op == "add":
            self.outputs[name] = rv.arithmetic("+", facts, value).error * 2
        self.emit(f"tl.atomic_{op}({where}, {value.text})", facts.named("", value.shape))
