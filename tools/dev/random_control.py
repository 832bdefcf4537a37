"""Statements of random kernels that branch and loop."""

import math

import random_values as rv
from random_node import Node
from random_values import INTS, NAMES, Reject, Value, is_float, make


class Control:
    """`if`, `for` and `while`, with values that they carry."""

    def bound(self, value):
        """A small number at run time or while compiling."""
        if self.one_in(2):
            return str(value)
        name = self.fresh("n")
        self.numbers[name] = value
        return name

    def carry(self):
        """A new variable that starts as a value, with what it may become."""
        v = self.pick(lambda v: v.exact and v.size < 2**20 if is_float(v.dtype) else True)
        name = self.fresh("c")
        if is_float(v.dtype):
            reach = 2.0**math.ceil(math.log2(v.size + 1)) + 64
            facts = make(v.dtype, v.shape, -reach, reach, min(v.unit, 0.25))
        else:
            facts = make(v.dtype, v.shape, *INTS[v.dtype])
        self.nodes.append(Node(f"{name} = {v.text}"))
        carried = facts.named(name)
        carried.start = v
        return carried

    def update(self, c, trips):
        """A statement that gives a carried variable its next value."""
        if is_float(c.dtype):
            room = (c.hi - c.start.size) / max(trips, 1)
            fits = lambda v: (v.shape == c.shape and v.dtype == c.dtype and v.exact
                              and v.unit >= c.unit and v.text != c.text)
            how = self.random.randrange(3)
            if how == 0:
                x = self.pick(lambda v: fits(v) and v.size <= room)
                return f"{c.text} {self.choose('+', '-')}= {x.text}"
            x = self.pick(lambda v: fits(v) and v.size <= c.start.size)
            if how == 1 and c.dtype != "bf16":
                return f"{c.text} = tl.{self.choose('max', 'min')}imum({c.text}, {x.text})"
            mask = self.pick(lambda v: v.dtype == "i1" and v.shape in (c.shape, ()))
            return f"{c.text} = tl.where({mask.text}, {x.text}, {c.text})"
        b = self.pick(lambda v: v.shape in (c.shape, ()) and not is_float(v.dtype)) if self.one_in(2) else self.partner(c)
        text, facts = self.binary_text(c, b)
        if facts.shape != c.shape or is_float(facts.dtype):
            raise Reject
        if facts.dtype != c.dtype:
            text = f"({text}).to(tl.{NAMES[c.dtype]})"
        return f"{c.text} = {text}"

    def nested(self, text, inside, trips, carried, statements, index=None):
        """A block under `text` that updates some of the carried variables."""
        outer, body = self.nodes, []
        if index:
            self.indices.append(index)
        self.nodes = body
        self.scopes.append(list(inside) + carried)
        self.depth += 1
        self.block(statements)
        for c in carried:
            if not self.one_in(5):
                self.attempt(lambda: self.nodes.append(Node(self.update(c, trips))))
        self.depth -= 1
        self.scopes.pop()
        if index:
            self.indices.pop()
        self.nodes = outer
        self.nodes.append(Node(text, body))

    def loop(self):
        if self.depth > 1:
            raise Reject
        trips = self.random.randrange(0 if self.one_in(6) else 1, 5)
        carried = [self.carry() for _ in range(self.choose(1, 1, 2, 3))]
        i = self.fresh("i")
        kind = self.choose("range", "range", "tl.range", "static", "while", "step")
        index = make("i32", (), 0, max(trips, 1)).named(i)
        if kind == "while":
            self.nodes.append(Node(f"{i} = 0", plain=f"{i} = {self.tensor_of(0)}"))
            self.nested(f"while {i} < {self.bound(trips)}:", [index], trips, carried, self.choose(1, 2, 3), (i, trips))
            self.nodes[-1].body.append(Node(f"{i} += 1"))
        else:
            if kind == "static":
                text, index = f"tl.static_range({trips})", Value(i, "i32", (), 0, max(trips, 1), literal=True)
                inside = []
            elif kind == "step":
                low, step = self.choose(-3, 0, 2), self.choose(2, 3, -1)
                high = low + trips * step
                text = f"range({low}, {self.bound(high)}, {step})"
                inside = [make("i32", (), min(low, high), max(low, high)).named(i)]
            else:
                stages = f", num_stages={self.choose(1, 2, 3)}" if kind == "tl.range" and self.one_in(2) else ""
                text, inside = f"{kind}({self.bound(trips)}{stages})", [index]
            known = (i, max(trips, 1)) if kind != "step" else None
            self.nested(f"for {i} in {text}:", inside, trips, carried, self.choose(1, 2, 3), known)
            if inside:  # the interpreter's loops count with Python's integers
                self.nodes[-1].body.insert(0, Node("pass", plain=f"{i} = {self.tensor_of(i)}"))
        self.scopes[-1] += carried

    def tensor_of(self, number):
        return f"tl.sum(tl.full([1], {number}, tl.int32))"

    def condition(self):
        text = self.comparison()
        if self.one_in(5):
            text = f"{text} {self.choose('and', 'or')} {self.comparison()}"
        elif self.one_in(6):
            text = f"not {text}"
        return text

    def ternary(self):
        a = self.pick(lambda v: not v.literal)
        b = self.pick(lambda v: v.shape == a.shape and v.dtype == a.dtype)
        self.emit(f"{a.text} if {self.condition()} else {b.text}", rv.union(a, b))

    def comparison(self):
        v = self.pick(lambda v: not v.shape and v.exact and v.dtype != "i1")
        literal = self.literal(v.dtype)
        rv.promote(v, literal)
        return f"{v.text} {self.choose('<', '>', '==', '!=', '<=')} {literal.text}"

    def branch(self):
        if self.depth > 1:
            raise Reject
        if self.one_in(2):
            condition = self.condition()
        else:
            condition = f"{self.program} {self.choose('==', '<', '!=')} {self.choose(0, 1)}"
        carried = [self.carry() for _ in range(self.choose(1, 2))]
        self.nested(f"if {condition}:", [], 1, carried, self.choose(0, 1, 2))
        if self.one_in(2):
            self.nested("else:", [], 1, carried, self.choose(0, 1, 2))
        self.scopes[-1] += carried
