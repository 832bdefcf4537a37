"""Statements of random kernels that compute elements, reshape and reduce."""

import math

import random_values as rv
from random_node import Node
from random_values import LIMIT, INTS, NAMES, Reject, Value, is_float, make


class Elements:
    """Element by element."""

    def partner(self, a):
        """Another operand that can be broadcast with `a`."""
        how = self.random.randrange(8)
        if how == 0:
            return self.literal(a.dtype) if is_float(a.dtype) or not self.one_in(6) else self.literal("fp32")
        if how == 1 and len(a.shape) > 1:
            axis = self.random.randrange(len(a.shape))
            rest = a.shape[:axis] + a.shape[axis + 1:]
            b = self.pick(lambda v: v.shape == rest)
            index = ", ".join("None" if d == axis else ":" for d in range(len(a.shape)))
            return b.named(f"{b.text}[{index}]", a.shape[:axis] + (1,) + a.shape[axis + 1:])
        if how == 2:
            return self.pick(lambda v: not v.shape)
        if how == 3:
            return self.pick(lambda v: len(v.shape) == len(a.shape) and all(
                m == n or 1 in (m, n) for m, n in zip(v.shape, a.shape)))
        if how == 4 and a.shape:
            dtype = self.choose("i32", "i32", "fp32", "fp16", "i64")
            facts = rv.convert(make("i32", (), 0, max(a.shape) - 1), dtype)
            d = self.random.randrange(len(a.shape))
            text = self.axis(a.shape, d) + ("" if dtype == "i32" else f".to(tl.{NAMES[dtype]})")
            return facts.named(text, [n if i == d else 1 for i, n in enumerate(a.shape)])
        return self.pick(lambda v: v.shape == a.shape)

    def binary_text(self, a, b):
        op = self.choose("+", "-", "*", "+", "-", "*", "&", "|", "^", "min", "max")
        if is_float(rv.promote(a, b)) and op in "&|^":
            op = self.choose("+", "-", "*")
        if rv.promote(a, b) == "i1":
            op = self.choose("&", "|", "^")
        if self.one_in(2):
            a, b = b, a
        facts = rv.arithmetic(op, a, b)
        if op in ("min", "max"):
            # Triton 3.6 takes bf16 as fp32 here, and a literal as an i32 or fp32.
            if "bf16" in (a.dtype, b.dtype) or rv.promote_types(a.dtype, b.dtype, False) != facts.dtype:
                raise Reject
            return f"tl.{op}imum({a.text}, {b.text})", facts
        return f"{a.text} {op} {b.text}", facts

    def binary(self):
        a = self.pick()
        text, facts = self.binary_text(a, self.partner(a))
        return self.emit(text, facts)

    def integer_tile(self, v):
        return not is_float(v.dtype) and v.dtype != "i1"

    def divide(self):
        a = self.pick(self.integer_tile)
        b = self.pick(lambda v: self.integer_tile(v) and v.shape == a.shape)
        op = self.choose("//", "%")
        if self.one_in(2):
            n = self.choose(1, 2, 3, 5, 7, 8, 16, 100, -3, -8, -100)
            if not rv.is_signed(a.dtype):
                n = abs(n)
            b = Value(f"({n})", "i32", (), n, n, literal=True)
        else:
            negative = rv.is_signed(b.dtype) and self.one_in(3)
            text, lo, hi = (f"(~({b.text} & 15) - 1)", -17, -2) if negative else (f"(({b.text} & 15) + 1)", 1, 16)
            b = Value(text, b.dtype, b.shape, lo, hi)
        dtype = rv.promote(a, b, True)
        a, b = rv.convert(a, dtype).named(a.text), rv.convert(b, dtype).named(b.text)
        if b.lo <= 0 <= b.hi:
            raise Reject
        if op == "%":
            most = max(abs(b.lo), abs(b.hi)) - 1
            facts = make(dtype, a.shape, -most if a.lo < 0 else 0, most)
        else:
            quotient = lambda x, y: -(abs(x) // abs(y)) if (x < 0) != (y < 0) else abs(x) // abs(y)
            lo, hi = rv.corners(a, b, quotient)
            facts = make(dtype, a.shape, min(lo, 0), max(hi, 0))
        self.emit(f"{a.text} {op} {b.text}", facts)

    def shift(self):
        a = self.pick(self.integer_tile)
        left = self.one_in(2)
        op = "<<" if left else ">>"
        if self.one_in(2):
            n = self.random.randrange(rv.width(a.dtype))
            facts = make(a.dtype, a.shape, a.lo << n, a.hi << n) if left else make(a.dtype, a.shape, a.lo >> n, a.hi >> n)
            return self.emit(f"{a.text} {op} {n}", facts)
        b = self.pick(lambda v: self.integer_tile(v) and v.shape == a.shape)
        dtype = rv.promote(a, b)
        most = min(rv.width(a.dtype), rv.width(b.dtype)) - 1
        self.emit(f"{a.text} {op} ({b.text} & {most})", make(dtype, a.shape, *INTS[dtype]))

    def compare(self):
        a = self.pick(lambda v: v.exact)
        b = self.partner(a)
        dtype = rv.promote(a, b)
        if not rv.convert(a, dtype).exact or not rv.convert(b, dtype).exact:
            raise Reject
        op = self.choose("<", "<=", ">", ">=", "==", "!=")
        self.emit(f"{a.text} {op} {b.text}", make("i1", rv.broadcast(a.shape, b.shape), 0, 1))

    def where(self):
        mask = self.pick(lambda v: v.dtype == "i1")
        a = self.pick(lambda v: v.shape == mask.shape)
        b = self.partner(a)
        dtype = rv.promote(a, b)
        facts = rv.union(rv.convert(a, dtype), rv.convert(b, dtype))
        a, b = (b, a) if self.one_in(3) else (a, b)
        self.emit(f"tl.where({mask.text}, {a.text}, {b.text})", facts,
                  rv.broadcast(mask.shape, rv.broadcast(a.shape, b.shape)))

    def cast(self):
        a = self.pick()
        dtype = self.new_dtype()
        if is_float(a.dtype) and not is_float(dtype) and dtype[0] == "u" and a.lo < 0:
            a = make(a.dtype, a.shape, 0, a.size, a.unit, a.error).named(f"tl.abs({a.text})")
        self.emit(f"{a.text}.to(tl.{NAMES[dtype]})", rv.convert(a, dtype))

    def bitcast(self):
        a = self.pick(lambda v: v.exact and v.dtype != "i1")
        to = self.choose("i", "u") + str(rv.width(a.dtype))
        # A zero may have either sign: adding 0.0 makes it positive.
        text = f"({a.text} + 0.0)" if is_float(a.dtype) else a.text
        facts = make(to, a.shape, *INTS[to])
        self.emit(f"{text}.to(tl.{NAMES[to]}, bitcast=True)", facts)

    def eighth(self):
        """There and back through eight bits, which hold few values exactly."""
        name, bits = self.choose(("float8e4nv", 4), ("float8e5", 3))
        a = self.pick(lambda v: v.dtype in ("fp16", "fp32") and v.exact and v.size <= v.unit * 2**bits and v.size < 64 and v.unit >= 2**-6)
        self.emit(f"{a.text}.to(tl.{name}).to(tl.{NAMES[a.dtype]})", a)

    def unary(self):
        a = self.pick(lambda v: v.dtype != "i1" or self.one_in(2))
        if a.dtype == "i1":
            return self.emit(f"~{a.text}", a)
        kind = self.choose("-", "abs", "~") if not is_float(a.dtype) else self.choose("-", "abs", "floor", "clamp")
        if kind == "-":
            zero = Value("0", "i32", (), 0, 0, literal=True)
            facts = rv.arithmetic("-", zero, a)
            return self.emit(f"-{a.text}", facts)
        if kind == "~":
            return self.emit(f"~{a.text}", make(a.dtype, a.shape, ~a.hi, ~a.lo))
        if kind == "abs":
            lo, hi = (a.lo, a.hi) if a.lo >= 0 else (0, a.size)
            return self.emit(f"tl.abs({a.text})", make(a.dtype, a.shape, lo, hi, a.unit, a.error))
        if kind == "clamp" and a.dtype not in ("fp32", "fp64"):
            raise Reject
        if kind == "clamp":
            return self.emit(f"tl.clamp({a.text}, -1.0, 1.5)", make(a.dtype, a.shape, -1.0, 1.5, min(a.unit, 0.5), a.error))
        if not a.exact or a.dtype not in ("fp32", "fp64"):
            raise Reject
        op = self.choose("floor", "ceil")
        self.emit(f"tl.{op}({a.text})", make(a.dtype, a.shape, math.floor(a.lo), math.ceil(a.hi), max(a.unit, 1.0)))

    def function(self):
        """A function that rounds: its results are compared with a tolerance."""
        a = self.pick(lambda v: is_float(v.dtype) and v.size < 8 and v.error < 0.1)
        wide = "fp64" if a.dtype == "fp64" else "fp32"
        x = a.text if a.dtype == wide else f"{a.text}.to(tl.{NAMES[wide]})"
        text, lo, hi, slope = self.choose(
            ("tl.exp({})", 0.0, math.exp(a.hi + 0.1), math.exp(a.hi + 0.1)),
            ("tl.exp2({})", 0.0, 2**(a.hi + 0.1), 2**(a.hi + 0.1)),
            ("tl.sin({})", -1.0, 1.0, 1.0),
            ("tl.cos({})", -1.0, 1.0, 1.0),
            ("tl.sigmoid({})", 0.0, 1.0, 1.0),
            ("tl.sqrt(tl.abs({}) + 1)", 1.0, 3.2, 0.5),
            ("tl.rsqrt(tl.abs({}) + 1)", 0.0, 1.0, 0.5),
            ("tl.log(tl.abs({}) + 1)", 0.0, 2.4, 1.0),
            ("1.5 / (tl.abs({}) + 1)", 0.0, 1.5, 1.5))
        self.emit(text.format(x), make(wide, a.shape, lo, hi, 0, slope * a.error + 1e-5 * hi))

    def special(self):
        """Infinities and NaN, in what defines them; the result is only stored."""
        if self.depth:
            raise Reject
        shape, dtype = self.random.choice(self.shapes), self.choose("fp16", "fp32", "fp32", "fp64")
        x, y = self.load(shape, dtype), self.load(shape, dtype)
        mask = f"{x.text} {self.choose('<', '>')} {y.text}"
        number = self.choose("inf", "-inf", "nan")
        v = self.fresh("v")
        self.nodes.append(Node(f'{v} = tl.where({mask}, {x.text}, float("{number}"))'))
        axis = self.random.randrange(len(x.shape))
        rest = x.shape[:axis] + x.shape[axis + 1:]
        wide = "fp32" if x.dtype == "fp16" else x.dtype
        text, dtype, shape = self.choose(
            (f"tl.maximum({v}, {y.text})", x.dtype, x.shape), (f"tl.minimum({y.text}, {v})", x.dtype, x.shape),
            (f"{v} < {y.text}", "i1", x.shape), (f"{v} >= {y.text}", "i1", x.shape),
            (f"{v} == {v}", "i1", x.shape), (f"{v} != {y.text}", "i1", x.shape),
            (f"~({v} > {y.text})", "i1", x.shape), (f"tl.where({v} > {y.text}, {v}, {y.text})", x.dtype, x.shape),
            (f"tl.abs({v}) + {y.text}", x.dtype, x.shape), (f"-{v} * 2", x.dtype, x.shape),
            (f"{v}.to(tl.float32)", "fp32", x.shape), (f"{v}.to(tl.float64)", "fp64", x.shape),
            (f"tl.max({v}.to(tl.{NAMES[wide]}), axis={axis})", wide, rest),
            (f"tl.min({v}.to(tl.{NAMES[wide]}), axis={axis})", wide, rest))
        result = make(dtype, shape, 0, 1).named(self.fresh("v"))
        self.nodes.append(Node(f"{result.text} = {text}"))
        self.store(result)

    def helper(self):
        a = self.pick()
        kind = self.choose("_sum_diff", "_both", "_early", "_steps")
        if kind in ("_early", "_steps"):
            if a.dtype == "i1":
                raise Reject
            n = self.choose(1, 2, 3)
            literal = lambda v: Value(str(v), "i32", (), v, v, literal=True)
            if kind == "_early":
                facts = rv.arithmetic("+" if n > 2 else "-", a, literal(n))
            else:
                facts = a
                for i in range(n):
                    facts = rv.arithmetic("+", rv.arithmetic("*", facts, a), literal(i))
            return self.emit(f"{kind}({a.text}, {n})", facts)
        b = self.pick(lambda v: v.shape == a.shape)
        ops = ("+", "-") if kind == "_sum_diff" else ("min", "max")
        if kind == "_both" and "bf16" in (a.dtype, b.dtype):
            raise Reject
        facts = [rv.arithmetic(op, a, b) for op in ops]
        self.pair(f"{kind}({a.text}, {b.text})", facts)

    def pair(self, text, facts, plain=None):
        values = [f.named(self.fresh("v")) for f in facts]
        if values[0].numel > LIMIT:
            raise Reject
        names = f"{values[0].text}, {values[1].text}"
        self.nodes.append(Node(f"{names} = {text}", plain=plain and f"{names} = {plain}"))
        self.scopes[-1] += values


class Shapes:
    """The same elements in other shapes and orders."""

    def reshape(self):
        a = self.pick(lambda v: v.shape)
        log, rank = int(math.log2(a.numel)), self.choose(1, 2, 2, 3)
        cuts = sorted(self.random.randrange(log + 1) for _ in range(rank - 1))
        shape = [2**(q - p) for p, q in zip([0, *cuts], [*cuts, log])]
        self.emit(f"tl.reshape({a.text}, {self.tuple_literal(shape)})", a, shape)

    def tuple_literal(self, numbers):
        return "(" + ", ".join(map(str, numbers)) + ("," if len(numbers) == 1 else "") + ")"

    def transpose(self):
        a = self.pick(lambda v: len(v.shape) >= 2)
        order = list(range(len(a.shape)))
        self.random.shuffle(order)
        shape = [a.shape[d] for d in order]
        if len(order) == 2 and order == [1, 0] and self.one_in(2):
            return self.emit(f"tl.trans({a.text})", a, shape)
        self.emit(f"tl.permute({a.text}, {self.tuple_literal(order)})", a, shape)

    def expand(self):
        a = self.pick(lambda v: v.shape and len(v.shape) < 3)
        axis = self.random.randrange(len(a.shape) + 1)
        shape = a.shape[:axis] + (1,) + a.shape[axis:]
        self.emit(f"tl.expand_dims({a.text}, {axis})", a, shape)

    def broadcast(self):
        a = self.pick(lambda v: 1 in v.shape)
        shape = [self.choose(1, 2, 4, 8, 16) if n == 1 else n for n in a.shape]
        self.emit(f"tl.broadcast_to({a.text}, {self.tuple_literal(shape)})", a, shape)

    def join(self):
        a = self.pick(lambda v: v.shape and len(v.shape) < 3)
        b = self.pick(lambda v: v.shape == a.shape and v.dtype == a.dtype)
        facts = rv.union(a, b)
        if self.one_in(2):
            return self.emit(f"tl.join({a.text}, {b.text})", facts, a.shape + (2,))
        self.emit(f"tl.interleave({a.text}, {b.text})", facts, a.shape[:-1] + (2 * a.shape[-1],))

    def split(self):
        a = self.pick(lambda v: len(v.shape) >= 2 and v.shape[-1] == 2)
        self.pair(f"tl.split({a.text})", [a.named("", a.shape[:-1])] * 2)

    def cat(self):
        """`tl.cat` may reorder, so only an order-insensitive reduction follows."""
        a = self.pick(lambda v: len(v.shape) == 1 and not is_float(v.dtype) and v.dtype != "i1")
        b = self.pick(lambda v: v.shape == a.shape and v.dtype == a.dtype)
        dtype = a.dtype if rv.width(a.dtype) >= 32 else "i32" if rv.is_signed(a.dtype) else "u32"
        self.emit(f"tl.sum(tl.cat({a.text}, {b.text}, can_reorder=True), axis=0)", make(dtype, (), *INTS[dtype]))

    def flip(self):
        a = self.pick(lambda v: v.shape and v.numel <= 64 and v.dtype not in ("i1", "bf16"))
        dim = self.random.randrange(len(a.shape))
        index = f"tl.broadcast_to({a.shape[dim] - 1} - {self.axis(a.shape, dim)}, {self.tuple_literal(a.shape)})"
        self.emit(f"tl.flip({a.text}, {dim})", a, plain=f"tl.gather({a.text}, {index}, {dim})")

    def sort(self):
        a = self.pick(lambda v: v.shape and 2 <= v.numel <= 64 and v.exact and v.dtype not in ("i1", "bf16") and v.shape[-1] > 1)
        self.emit(f"tl.sort({a.text}{self.choose('', ', descending=True')})", a)

    def gather(self):
        a = self.pick(lambda v: v.shape and v.dtype != "i1")
        axis = self.random.randrange(len(a.shape))
        n = a.shape[axis]
        index = self.pick(lambda v: v.dtype in ("i32", "i64", "u32") and v.shape == a.shape)
        self.emit(f"tl.gather({a.text}, ({index.text} & {n - 1}).to(tl.int32), {axis})", a)

    def histogram(self):
        a = self.pick(lambda v: v.dtype in ("i32", "u32") and len(v.shape) == 1)
        bins = self.choose(2, 8, 32)
        self.emit(f"tl.histogram({a.text} & {bins - 1}, {bins})", make("i32", (bins,), 0, a.numel))


class Reductions:
    """Reductions and scans."""

    def reduce(self):
        a = self.pick(lambda v: v.shape)
        axis = self.random.randrange(len(a.shape))
        n, rest = a.shape[axis], a.shape[:axis] + a.shape[axis + 1:]
        keep = self.one_in(4)
        everything = self.one_in(6)
        if everything:
            n, rest = a.numel, ()
        op = self.choose("sum", "sum", "max", "min", "argmax", "argmin", "xor_sum", "own", "indices")
        negative = self.one_in(2) and op not in ("own", "xor_sum")  # where the interpreter is wrong
        where = "None" if everything else str(axis - len(a.shape) if negative else axis)
        shape = rest if not keep else tuple(1 if everything or d == axis else m for d, m in enumerate(a.shape))
        tail = f", axis={where}" + (", keep_dims=True" if keep else "") + ")"
        small = rv.width(a.dtype) < 32
        if op == "sum":
            dtype = a.dtype
            if not is_float(dtype) and small:
                dtype = "i32" if rv.is_signed(dtype) else "u32"
            facts = make(dtype, shape, a.lo * n, a.hi * n, a.unit, a.error * n)
            if not facts.exact:
                facts.error *= n
            return self.emit(f"tl.sum({a.text}{tail}", facts)
        if op in ("max", "min"):
            dtype = a.dtype if not small else "fp32" if is_float(a.dtype) else "i32"
            # Triton 3.6 widens, later versions do not.
            return self.emit(f"tl.{op}({a.text}{tail}", rv.convert(a, dtype), shape,
                             f"tl.{op}({a.text}.to(tl.{NAMES[dtype]}){tail}")
        if everything or a.dtype == "i1":
            raise Reject
        single = f"{a.text}.to(tl.float32)" if a.dtype == "bf16" else a.text
        if op in ("argmax", "argmin"):
            if not a.exact:
                raise Reject
            return self.emit(f"tl.{op}({a.text}{tail}", make("i32", shape, 0, n - 1),
                             plain=f"tl.{op}({single}{tail}")
        if op == "indices":
            if not a.exact:
                raise Reject
            kind = self.choose("max", "min")
            value = rv.convert(a, "fp32") if a.dtype == "bf16" else a
            return self.pair(f"tl.{kind}({a.text}, return_indices=True{tail}",
                             [value.named("", shape), make("i32", shape, 0, n - 1)],
                             f"tl.{kind}({single}, return_indices=True{tail}")
        if is_float(a.dtype) or a.numel > 256:
            raise Reject
        facts = make(a.dtype, shape, *INTS[a.dtype])
        if op == "xor_sum":
            return self.emit(f"tl.xor_sum({a.text}{tail}", facts)
        if self.one_in(3) and rv.width(a.dtype) >= 32 and a.shape:
            index = f"tl.broadcast_to({self.axis(a.shape, axis)}, {self.tuple_literal(a.shape)})"
            return self.pair(f"tl.reduce(({a.text}, {index}), {axis}, _first{', keep_dims=True' if keep else ''})",
                             [a.named("", shape), make("i32", shape, 0, n - 1)])
        fn = self.choose("_times", "_and", "_xor", "_largest")
        self.emit(f"tl.reduce({a.text}, {axis}, {fn}{', keep_dims=True' if keep else ''})", facts)

    def scan(self):
        a = self.pick(lambda v: v.shape and v.dtype not in ("i1", "bf16"))
        axis = self.random.randrange(len(a.shape))
        n = a.shape[axis]
        reverse = ", reverse=True" if self.one_in(3) else ""
        op = self.choose("cumsum", "cumsum", "cumprod", "own", "affine")
        dtype = a.dtype
        if op == "cumsum":
            if not is_float(dtype) and rv.width(dtype) < 32:
                dtype = "i32" if rv.is_signed(dtype) else "u32"
            facts = make(dtype, a.shape, min(a.lo, a.lo * n), max(a.hi, a.hi * n), a.unit, a.error * n)
            if not facts.exact:
                facts.error *= n
            return self.emit(f"tl.cumsum({a.text}, {axis}{reverse})", facts)
        if is_float(dtype):
            raise Reject
        facts = make(dtype, a.shape, *INTS[dtype])
        if op == "cumprod" and rv.width(dtype) >= 32:  # Triton 3.9 widens, 3.6 does not
            return self.emit(f"tl.cumprod({a.text}, {axis}{reverse})", facts)
        if a.numel > 256:
            raise Reject
        if op == "own":
            fn = self.choose("_times", "_and", "_xor", "_largest")
            return self.emit(f"tl.associative_scan({a.text}, {axis}, {fn}{reverse})", facts)
        b = self.pick(lambda v: v.shape == a.shape and v.dtype == a.dtype)
        if rv.width(dtype) < 32:
            raise Reject
        self.pair(f"tl.associative_scan(({a.text}, {b.text}), {axis}, _affine{reverse})", [facts, facts])
