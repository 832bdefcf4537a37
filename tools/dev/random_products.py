"""Statements of random kernels that multiply matrices."""

import random_values as rv
from random_node import Node
from random_values import NAMES, Reject, is_float, make


class Products:
    """Alone, in loops over K, and two in a loop."""

    def dot_types(self):
        return self.choose(("fp16", "fp32", ""), ("fp16", "fp32", ""), ("bf16", "fp32", ""),
                           ("i8", "i32", ", out_dtype=tl.int32"), ("fp32", "fp32", ', input_precision="ieee"'),
                           ("fp32", "fp32", ""), ("fp16", "fp16", ", out_dtype=tl.float16"))

    def dot_facts(self, a, b, k, out):
        lo, hi = rv.corners(a, b, lambda x, y: x * y)
        reach = max(abs(lo), abs(hi)) * k
        if not is_float(out):
            return make(out, (), -reach, reach)
        error = k * (a.error * b.size + b.error * a.size)
        if a.dtype == "fp32" and max(a.size / (a.unit or 1), b.size / (b.unit or 1)) > 2**10:
            error += reach * 2.0**-9  # tf32
        facts = make(out, (), -reach, reach, a.unit * b.unit, error)
        if not facts.exact:
            facts.error += k * reach * 2.0**(1 - rv.BITS[out])
        return facts

    def factor(self, shape, dtype):
        """A tile of this shape: one that is there, a transposed one, or a load."""
        fits = [v for v in self.visible() if v.dtype == dtype and v.shape == shape and v.size < 64]
        if fits and self.one_in(2):
            return self.random.choice(fits)
        turned = [v for v in self.visible() if v.dtype == dtype and v.shape == shape[::-1] and v.size < 64 and len(shape) == 2]
        if turned and self.one_in(2):
            v = self.random.choice(turned)
            return v.named(f"tl.trans({v.text})", shape)
        if dtype == "i8":
            v = self.load(shape, dtype)
            return v
        return self.load(shape, dtype)

    def dot(self):
        dtype, out, option = self.dot_types()
        old = [v for v in self.visible() if v.dtype == dtype and len(v.shape) == 2 and min(v.shape) >= 16 and v.size < 64]
        batch = (self.choose(2, 4),) if self.one_in(8) else ()
        sizes = (16, 32) if batch else (16, 16, 32, 32, 64)
        m, k, n = self.choose(*sizes), self.choose(*(s for s in sizes if dtype != "i8" or s > 16)), self.choose(*sizes)
        if old and not batch and self.one_in(2):
            a = self.random.choice(old)
            m, k = a.shape
            if dtype == "i8" and k < 32:
                raise Reject
        else:
            a = self.factor(batch + (m, k), dtype)
        b = self.factor(batch + (k, n), dtype)
        facts = self.dot_facts(a, b, k, out)
        shape = batch + (m, n)
        sums = [v for v in self.visible() if v.shape == shape and v.dtype == out]
        text = f"{a.text}, {b.text}"
        if sums and self.one_in(2):
            c = self.random.choice(sums)
            facts, text = rv.arithmetic("+", facts, c), f"{text}, {c.text}"
        self.emit(f"tl.dot({text}{option})", facts, shape)

    def dot_loop(self):
        """A product over K in steps, as kernels have it; pipelines apply here."""
        if self.depth:
            raise Reject
        dtype, out, option = self.dot_types()
        m, n, k = self.choose(16, 32, 64, 64, 128), self.choose(16, 32, 64, 128), self.choose(32, 64)
        if m * n > 8192:
            raise Reject
        steps = self.random.randrange(0 if self.one_in(8) else 1, 6)
        total = max(steps, 1) * k
        cut = self.random.randrange(k) if steps and self.one_in(3) else 0
        inner = steps * k - cut
        aname, a = self.tensor(dtype, m * total)
        bname, b = self.tensor(dtype, total * n)
        for name in (aname, bname):
            if dtype == "i8":
                self.tensors[name] = ("small", dtype, self.tensors[name][2])
        if dtype == "i8":
            a = b = make("i8", (), -8, 7)
        a_turned, b_turned = self.one_in(3), self.one_in(3)
        pa = f"{aname} + {self.axis((m, k), 0)} * {1 if a_turned else total} + {self.axis((m, k), 1)} * {m if a_turned else 1}"
        pb = f"{bname} + {self.axis((k, n), 0)} * {1 if b_turned else n} + {self.axis((k, n), 1)} * {total if b_turned else 1}"
        a_step, b_step = (m if a_turned else 1), (1 if b_turned else n)
        acc, at, x, y = self.fresh("acc"), self.fresh("k"), self.fresh("x_"), self.fresh("y_")
        moving = self.one_in(2)
        p, q = self.fresh("p"), self.fresh("q")
        self.nodes.append(Node(f"{acc} = tl.zeros(({m}, {n}), dtype=tl.{NAMES[out]})"))
        if moving:
            self.nodes += [Node(f"{p} = {pa}"), Node(f"{q} = {pb}")]
        bound = self.number(inner)
        stages = f", num_stages={self.choose(1, 2, 3, 4)}" if self.one_in(2) else ""
        body = []
        if moving:
            left, right = p, q
        else:
            left, right = f"{pa} + {at} * {a_step}", f"{pb} + {at} * {b_step}"
        mask_a = mask_b = ""
        if cut:
            mask_a = f", mask=({self.axis((m, k), 1)} + {at} < {bound}), other=0"
            mask_b = f", mask=({self.axis((k, n), 0)} + {at} < {bound}), other=0"
        body.append(Node(f"{x} = tl.load({left}{mask_a})"))
        body.append(Node(f"{y} = tl.load({right}{mask_b})"))
        facts = self.dot_facts(a, b, max(total, 1), out)
        extra = self.random.randrange(8)
        if extra == 0 and dtype != "i8":
            body.append(Node(f"{x} = {x} * 0.5"))
            facts = self.dot_facts(make(dtype, (), -1.0, 1.0, 0.125), b, max(total, 1), out)
        side = None
        if extra == 1:
            side = self.fresh("s")
            wide = "fp32" if is_float(dtype) else "i32"
            self.nodes.append(Node(f"{side} = tl.zeros(({m},), dtype=tl.{NAMES[wide]})"))
            body.append(Node(f"{side} += tl.sum({x}.to(tl.{NAMES[wide]}), axis=1)"))
            side = make(wide, (m,), a.lo * total, a.hi * total, a.unit).named(side)
        if self.one_in(2):
            body.append(Node(f"{acc} += tl.dot({x}, {y}{option})"))
        else:
            body.append(Node(f"{acc} = tl.dot({x}, {y}, {acc}{option})"))
        second = None
        if extra == 2 and out == "fp32":  # the sum is used between products
            facts = make(out, (), facts.lo, facts.hi, facts.unit / 2**5, facts.error)
            place = self.choose(2, len(body))
            body.insert(place, Node(self.choose(f"{acc} = {acc} * 0.5", f"{acc} = tl.where({acc} > 0, {acc}, {acc} * 0.5)")))
        elif extra == 3 and out == "fp32":
            facts = make(out, (), facts.lo - 8, facts.hi + 8, facts.unit, facts.error)
            body.insert(self.choose(2, len(body)), Node(f"if {at} >= {k}:", [Node(f"{acc} += 1")]))
        elif extra == 4:  # two sums of the same factors
            second = self.fresh("acc")
            self.nodes.append(Node(f"{second} = tl.full(({m}, {n}), 1, dtype=tl.{NAMES[out]})"))
            body.append(Node(f"{second} = tl.dot({x}, {y}, {second}{option})"))
            second = rv.arithmetic("+", facts, make(out, (), 1, 1)).named(second, (m, n))
        elif extra == 5:  # what is multiplied is also changed for the next time
            body.append(Node(f"{x} = {x} + {x}"))
        if moving:
            body += [Node(f"{p} += {k} * {self.number(a_step)}"), Node(f"{q} += {k} * {self.number(b_step)}")]
        self.nodes.append(Node(f"for {at} in {'tl.range' if stages else 'range'}(0, {bound}, {self.number(k)}{stages}):", body))
        self.scopes[-1].append(facts.named(acc, (m, n)))
        self.scopes[-1] += [v for v in (side, second) if v]

    def attention(self):
        """Two products in a loop and what stands between them, all of it exact."""
        if self.depth:
            raise Reject
        dtype = self.choose("fp16", "fp16", "bf16")
        m, n, d, steps = self.choose(16, 64, 64, 128), self.choose(16, 32, 64), self.choose(16, 32, 64), self.choose(1, 2, 3, 4)
        qname, q = self.tensor(dtype, m * d)
        query = self.fresh("q")
        self.nodes.append(Node(f"{query} = tl.load({qname} + {self.axis((m, d), 0)} * {d} + {self.axis((m, d), 1)})"))
        kname, _ = self.tensor(dtype, steps * n * d)
        vname, _ = self.tensor(dtype, steps * n * d)
        hi, total, acc, j = (self.fresh(p) for p in ("hi", "total", "acc", "j"))
        k, v, s, p = (self.fresh(p) for p in ("k_", "v_", "s", "p"))
        low = -2.0 * d * 4 - 8
        self.nodes += [Node(f"{hi} = tl.full(({m},), {low}, tl.float32)"),
                       Node(f"{total} = tl.zeros(({m},), tl.float32)"),
                       Node(f"{acc} = tl.zeros(({m}, {d}), tl.float32)")]
        bound = self.number(steps * n)
        stages = f", num_stages={self.choose(1, 2, 3, 4)}" if self.one_in(2) else ""
        row = f"({j} + {self.axis((n, d), 0)}) * {d} + {self.axis((n, d), 1)}"
        column = f"({j} + {self.axis((d, n), 1)}) * {d} + {self.axis((d, n), 0)}"
        cut = self.one_in(3) and steps * n - self.random.randrange(n)
        mask = f", mask={j} + {self.axis((n, d), 0)} < {self.number(cut)}, other=0" if cut else ""
        body = []
        if self.one_in(2):
            body += [Node(f"{k} = tl.load({kname} + {row}{mask})"), Node(f"{s} = tl.dot({query}, tl.trans({k}))")]
        else:
            mask_k = f", mask={j} + {self.axis((d, n), 1)} < {self.number(cut)}, other=0" if cut else ""
            body += [Node(f"{k} = tl.load({kname} + {column}{mask_k})"), Node(f"{s} = tl.dot({query}, {k})")]
        if self.one_in(3):
            body.append(Node(f"{s} = tl.where({self.axis((m, n), 0)} * {self.choose(1, 2)} >= {j} + {self.axis((m, n), 1)}, {s}, {low})"))
        new = self.fresh("new")
        body += [Node(f"{new} = tl.maximum({hi}, tl.max({s}, 1))"),
                 Node(f"{p} = tl.clamp({s} - {new}[:, None], -1.5, 1.0)")]
        scale = self.choose("0.5", f"tl.where({new} > {hi}, 0.5, 1.0)")
        body += [Node(f"{total} = {total} * {scale} + tl.sum({p}, 1)"),
                 Node(f"{acc} = {acc} * {scale}" + ("[:, None]" if "where" in scale else "")),
                 Node(f"{v} = tl.load({vname} + {row}{mask})"),
                 Node(f"{acc} = tl.dot({p}.to(tl.{NAMES[dtype]}), {v}, {acc})"), Node(f"{hi} = {new}")]
        self.nodes.append(Node(f"for {j} in {'tl.range' if stages else 'range'}(0, {bound}, {self.number(n)}{stages}):", body))
        reach = 2.0**13
        self.scopes[-1] += [make("fp32", (m,), -reach, reach, 2.0**-9).named(total),
                            make("fp32", (m, d), -reach, reach, 2.0**-11).named(acc)]
