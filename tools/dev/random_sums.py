"""Random kernels that add up products and do little else, as clusters share them."""

from random_node import Node
from random_values import NAMES, make


class Sums:
    """Needs Products; `--focus sums` of random-kernels asks for it."""

    def sums(self):
        """One loop that adds up products and hands on nothing else, and what is stored of that."""
        dtype, out, option = self.dot_types()
        m, n, k = self.choose(64, 128, 256), self.choose(16, 32, 64, 128), self.choose(32, 64)
        steps = self.random.randrange(0 if self.one_in(8) else 1, 7)
        total = max(steps, 1) * k
        inner = steps * k - (self.random.randrange(k) if steps and self.one_in(3) else 0)
        aname, a = self.tensor(dtype, m * total * self.programs)
        bname, b = self.tensor(dtype, total * n)
        if dtype == "i8":
            a = b = make("i8", (), -8, 7)
            for name in (aname, bname):
                self.tensors[name] = ("small", dtype, self.tensors[name][2])
        row = f"({self.program} * {m} + {self.axis((m, k), 0)})"
        a_turned, b_turned = self.one_in(4), self.one_in(3)
        a_depth, b_depth = f"(k + {self.axis((m, k), 1)})", f"(k + {self.axis((k, n), 0)})"
        at = f"{aname} + {row}" + (f" + {a_depth} * {m * self.programs}" if a_turned else f" * {total} + {a_depth}")
        bt = f"{bname} + " + (f"{b_depth} + {self.axis((k, n), 1)} * {total}" if b_turned else f"{b_depth} * {n} + {self.axis((k, n), 1)}")
        bound = self.number(inner)
        body = [Node(f"x = tl.load({at}, mask={a_depth} < {bound}, other=0)"),
                Node(f"y = tl.load({bt}, mask={b_depth} < {bound}, other=0)")]
        found = []
        for acc in ("acc", "second")[:self.choose(1, 1, 2)]:
            self.nodes.append(Node(f"{acc} = tl.zeros(({m}, {n}), dtype=tl.{NAMES[out]})"))
            body.append(Node(self.choose(f"{acc} += tl.dot(x, y{option})", f"{acc} = tl.dot(x, y, {acc}{option})")))
            found.append(self.dot_facts(a, b, total, out).named(acc, (m, n)))
        self.nodes.append(Node(f"for k in range(0, {bound}, {self.number(k)}):", body))
        for value in found:
            if self.one_in(2):
                self.scopes[-1].append(value)
                self.nodes.append(Node(self.choose(f"{value.text} = {value.text} * 2", f"{value.text} = tl.where({value.text} > 0, {value.text}, 0)",
                                                   f"{value.text} = {value.text} + tl.load({bname} + {self.axis((1, n), 1)}).to(tl.{NAMES[out]})")))
            if self.one_in(4) and value.exact and out in ("fp32", "i32"):
                side = self.fresh("s")
                self.nodes.append(Node(f"{side} = tl.sum({value.text}, axis=1)"))
                self.store(make(out, (m,), 2 * n * (value.lo - 8), 2 * n * (value.hi + 8), value.unit / 4).named(side, (m,)))
            self.store(value)
