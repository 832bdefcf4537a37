"""Random Python for python-differences: expressions, launchers, files, tensors.

Each generator takes a random.Random and gives text that CPython 3.11 (for tensors
also torch) can run. Nothing here is a copy of what tqc knows: what it refuses is
counted and passed over.
"""

INTS = ["0", "1", "-1", "2", "3", "7", "-8", "10", "16", "255", "-129", "1000", "2**31", "2**53 + 1", "-(2**63)",
        "2**64 - 1", "10**18", "10**30", "3**70", "-(2**100)", "0x7fff", "True", "False"]
FLOATS = ["0.0", "-0.0", "1.0", "0.1", "-2.5", "3.5", "1e-5", "1e16", "123456789.125", "2.0**53", "1e22", "1e300",
          "-1e-300", "5e-324", "0.5", "1/3", "float('inf')", "-float('inf')", "float('nan')", "1e15", "0.0001"]
STRINGS = ["''", "'a'", "'abc'", "'é'", "'a b  c'", "'x,y,,z'", "'日本'", "'\\n'", "\"it's\"", "'\"'", "'  pad '",
           "'ABC'", "'12'", "'-7'", "'\\x00'", "'ß'", "'a\\u0301'", "'\\u200b'"]
FORMATS = ["", "d", "5d", "05d", "+d", "-5", "<6", ">6", "^7", "*^9", "=8", "x", "#x", "X", "#b", "o", ",", "_", "010,",
           "_x", "f", ".2f", "8.3f", "08.2f", "+.1f", "e", ".3e", "g", ".3g", "G", "%", ".1%", "s", ".2", "10.4", "6",
           " d", "#o", "E", ".0f", "#.3g", "n", "c", "012.3e", ",.2f", "z.1f", "<08d", ">05", "é^6"]
PERCENTS = ["%d", "%5d", "%-5d|", "%05d", "%+d", "%x", "%#x", "%o", "%s", "%r", "%f", "%.2f", "%8.3f", "%-8.1f|", "%e",
            "%g", "%.3g", "% d", "%05.1f", "%i", "%X", "%10s|", "%.2s", "%%%d"]
METHODS = ["upper()", "lower()", "strip()", "split()", "split(',')", "replace('a', 'zz')", "replace('', '-')",
           "startswith('a')", "endswith('c')", "join(['1', '2', '3'])", "strip('a ')", "lstrip()", "rstrip()",
           "count('a')", "find('c')", "format(1, 2)"]


class Expressions:
    """Expressions of one of the types int, float, str, bool, list, tuple, dict.

    `kernel` leaves out what belongs to launchers alone."""

    def __init__(self, rng, kernel):
        self.rng, self.kernel, self.bound = rng, kernel, []

    def pick(self, *choices):
        return self.rng.choice(choices)

    def number(self, depth):
        return self.integer(depth) if self.rng.random() < 0.5 else self.real(depth)

    def integer(self, depth):
        if depth <= 0 or self.rng.random() < 0.2:
            if self.bound and self.rng.random() < 0.5:
                return self.rng.choice(self.bound)
            return "(" + self.rng.choice(INTS) + ")"
        a, b = self.integer(depth - 1), self.integer(depth - 1)
        small = self.pick("0", "1", "2", "3", "5", "17", "40", "-1")
        forms = [f"({a} {self.pick('+', '-', '*', '//', '%', '&', '|', '^')} {b})", f"(-{a})", f"(~{a})", f"abs({a})",
                 f"({a} {self.pick('<<', '>>')} {small})", f"({a} ** {small})", f"int({self.real(depth - 1)})",
                 f"len({self.sequence(depth - 1)})", f"min({a}, {b})", f"max({a}, {b})", f"math.floor({self.number(depth - 1)})",
                 f"math.ceil({self.number(depth - 1)})", f"({a} if {self.truth(depth - 1)} else {b})",
                 f"int({self.pick(repr('12'), repr(' -0x1f '), repr('1_000'), repr('z9'), repr('0b11'))}, {self.pick('10', '16', '0', '36')})"]
        if not self.kernel:
            forms += [f"round({self.number(depth - 1)})", f"round({a}, {self.pick('-1', '-2', '-3', '0', '2')})",
                      f"divmod({a}, {b})[{self.pick('0', '1')}]", f"sum({self.ints(depth - 1)})", f"math.trunc({self.real(depth - 1)})",
                      f"pow({a}, {small})", f"len({self.text(depth - 1)})"]
        return self.rng.choice(forms)

    def real(self, depth):
        if depth <= 0 or self.rng.random() < 0.2:
            return "(" + self.rng.choice(FLOATS) + ")"
        a, b = self.number(depth - 1), self.number(depth - 1)
        forms = [f"({self.real(depth - 1)} {self.pick('+', '-', '*', '/', '//', '%', '**')} {b})", f"({a} / {b})", f"float({a})",
                 f"(-{self.real(depth - 1)})", f"({a} ** {self.pick('0.5', '-1', '2', '1/3', '-2.0')})",
                 f"math.{self.pick('sqrt', 'log', 'log2', 'exp')}({a})", f"abs({self.real(depth - 1)})",
                 f"float({self.pick(repr('1e3'), repr(' -2.5 '), repr('inf'), repr('1_0.5'), repr('.'), repr('nan'), repr('0x1'))})"]
        if not self.kernel:
            forms += [f"round({self.real(depth - 1)}, {self.pick('0', '1', '2', '3', '-1', '-2', '15')})",
                      f"math.{self.pick('sin', 'cos', 'tanh', 'erf', 'log10', 'expm1', 'log1p', 'fabs', 'exp2')}({a})",
                      f"math.log({a}, {self.pick('2', '10', '0.5')})", f"math.pow({a}, {self.pick('2', '0.5', '-1')})",
                      f"divmod({a}, {self.real(depth - 1)})[{self.pick('0', '1')}]"]
        return self.rng.choice(forms)

    def truth(self, depth):
        if depth <= 0:
            return self.pick("True", "False")
        a, b = self.number(depth - 1), self.number(depth - 1)
        comparison = self.pick("<", "<=", ">", ">=", "==", "!=")
        return self.rng.choice([
            f"({a} {comparison} {b})", f"({a} {comparison} {b} {self.pick('<', '>=', '!=')} {self.number(0)})",
            f"({self.text(depth - 1)} {comparison} {self.text(depth - 1)})", f"(not {a})", f"bool({self.anything(depth - 1)})",
            f"({self.truth(depth - 1)} {self.pick('and', 'or', '&', '|', '^')} {self.truth(depth - 1)})",
            f"({self.text(0)} {self.pick('in', 'not in')} {self.text(depth - 1)})",
            f"({a} {self.pick('in', 'not in')} {self.sequence(depth - 1)})", f"({self.ints(depth - 1)} {comparison} {self.ints(depth - 1)})"])

    def text(self, depth):
        if depth <= 0 or self.rng.random() < 0.2:
            return self.rng.choice(STRINGS)
        a = self.text(depth - 1)
        value = self.pick(self.number, self.text, self.number, self.truth)(depth - 1)
        quote = self.rng.choice(["str", "str"] if self.kernel else ["str", "repr"])
        forms = [f"({a} + {self.text(depth - 1)})", f"({a} * {self.pick('0', '2', '-1', '3')})", f"{quote}({value})",
                 f"({a}[{self.slice()}])", f"({a}[{self.pick('0', '-1', '1')}])", f"({a}.{self.rng.choice(METHODS)})",
                 "f'''{" + value + self.pick("", "!r", "!s") + ":" + self.rng.choice(FORMATS) + "}'''",
                 f"({self.rng.choice(PERCENTS)!r} % {value})",
                 "'{:" + self.rng.choice(FORMATS) + "}|{}'.format(" + value + f", {self.number(0)})"]
        return self.rng.choice(forms)

    def slice(self):
        part = lambda: self.pick("", "", "0", "1", "-1", "2", "-3", "100")
        return f"{part()}:{part()}" + self.pick("", "", ":" + self.pick("1", "2", "-1", "-2", "300"))

    def ints(self, depth):
        """A list of numbers."""
        if depth <= 0 or self.rng.random() < 0.3:
            return "[" + ", ".join(self.number(0) for _ in range(self.rng.randrange(4))) + "]"
        a = self.ints(depth - 1)
        name = f"v{len(self.bound)}"
        self.bound.append(name)
        element = self.integer(1)
        condition = self.pick("", "", f" if {name} % 2", f" if {name} > 1")
        self.bound.pop()
        forms = [f"({a} + {self.ints(depth - 1)})", f"({a} * {self.pick('0', '2', '-1')})", f"({a}[{self.slice()}])",
                 f"[{element} for {name} in {self.pick('range(5)', 'range(3, -4, -2)', '(1, 2, 3)')}{condition}]",
                 f"list(range({self.pick('4', '0', '-2')}, {self.pick('9', '1')}, {self.pick('1', '2', '-3')}))"]
        if not self.kernel:
            forms += [f"sorted({a}{self.pick('', ', reverse=True', ', key=abs')})", f"list(reversed({a}))", f"list({self.iterator(depth - 1)})",
                      f"list({self.dictionary(depth - 1)}.{self.pick('keys()', 'values()', 'items()')})"]
        return self.rng.choice(forms)

    def iterator(self, depth):
        a, b = self.ints(depth - 1), self.ints(depth - 1)
        return self.rng.choice([f"zip({a}, {b})", f"enumerate({a}, {self.pick('0', '3')})", f"map(abs, {a})", f"filter(None, {a})",
                                f"(x for x in {a})", f"map(lambda p, q: (q, p), {a}, {b})", f"zip({a}, {self.text(0)}, {b})"])

    def sequence(self, depth):
        return self.pick(self.ints, self.tuple, self.ints if self.kernel else self.range)(depth)

    def range(self, depth):
        return f"range({self.pick('0', '5', '-3')}, {self.pick('10', '2')}, {self.pick('1', '3', '-2')})" + self.pick("", f"[{self.slice()}]")

    def tuple(self, depth):
        return "(" + "".join(self.anything(depth - 1) + ", " for _ in range(self.rng.randrange(4))) + ")"

    def dictionary(self, depth):
        items = [f"{self.pick(self.text, self.integer)(0)}: {self.anything(depth - 1)}" for _ in range(self.rng.randrange(4))]
        return "{" + ", ".join(items) + "}"

    def anything(self, depth):
        return self.pick(self.integer, self.real, self.text, self.truth, self.ints, self.tuple, self.dictionary)(depth)


class Statements:
    """Statements over a few names; `module` keeps to what stands at the top of files."""

    def __init__(self, rng, module):
        self.rng, self.module = rng, module
        self.expressions = Expressions(rng, kernel=module)

    def line(self):
        n, m = self.rng.choice("abc"), self.rng.choice("abc")
        value = self.expressions.integer(1)
        pick = self.rng.choice
        forms = [f"L.append({value})", "M = L", f"L = [{value}]", f"L[{pick(['0', '-1', '1'])}] = {value}", f"L.extend([{value}, 2])",
                 f"L.insert({pick(['0', '-1', '9'])}, {value})", f"L += [{value}]", f"M *= {pick(['0', '2'])}", "L.reverse()", "M = L + [5]",
                 f"D['{n}'] = {value}", f"D.update({{'{n}': {value}, 'z': 1}})", f"D.update({m}={value}, y=2)", f"D.pop('{n}', None)", "E = D",
                 f"D.setdefault('{m}', {value})", f"{n} = {value}", f"{n} += {value}", f"{n}, {m} = {m}, {n}", f"{n}, *M = [1, 2, 3]",
                 f"{n} = {m} = {self.expressions.number(1)}", "M.clear()", f"L.pop({pick(['', '0', '-1'])})", f"D = {{'{n}': L}}", "L = list(D)",
                 f"D['{n}'] = L", f"x = {n}; {n} = {m}"]
        if not self.module:
            forms += [f"I = {self.expressions.iterator(2)}", "L = list(I)", f"{n} = next(I, 7)", "V = D.items()", "K = D.keys()",
                      f"{n} = {value} in I", "I = enumerate(L)", "I = (y * 2 for y in L)", f"{n} = sum(y for y in L if y)", f"del L[{pick(['0', '-1'])}]",
                      f"D[L[0] if L else 0] = {value}", f"{n} = any(y > 1 for y in L)", "M = L.copy()", "I = zip(L, I)", f"L.sort()",
                      f"{n} = (lambda q, r={m}: q + r)({value})", f"{n} = sorted(D.items(), key=lambda p: str(p[0]))", "I = reversed(L)", "L = [*L, *M]",
                      "E = {**D, 'k': 3}", f"D[1.0] = {value}", f"{n} = L is M, L == M, D is E"]
        return pick(forms)

    def block(self, depth, indent):
        lines = []
        for _ in range(self.rng.randrange(1, 4)):
            lines += self.statement(depth, indent)
        return lines

    def statement(self, depth, indent):
        pad = "    " * indent
        if depth == 0 or self.rng.random() < 0.7:
            return [pad + self.line()]
        form = self.rng.randrange(5)
        truth = self.rng.choice(["len(L) > 1", "a == b", "'a' in D", "L", "1 > 2", "not D"])
        if form == 0:
            return [pad + f"if {truth}:"] + self.block(depth - 1, indent + 1) + [pad + "else:"] + self.block(depth - 1, indent + 1)
        if form == 1:
            run = self.rng.choice(["range(3)", "[4, 5]", "L[:3]", "D", "'xy'", "(1, 2)"] + ([] if self.module else ["zip(L, 'ab')", "D.items()", "I"]))
            stop = self.rng.choice(["if len(L) > 6: break", "if i == 1: continue", "pass"])
            return [pad + f"for i in {run}:", pad + "    " + stop] + self.block(depth - 1, indent + 1)
        if form == 2:
            return [pad + "w = 3", pad + "while w > 0:", pad + "    w -= 1"] + self.block(depth - 1, indent + 1)
        if form == 3 and self.module:
            body = self.rng.choice(["import nowhere_at_all", "raise ValueError('x')", "pass", "import math", "from math import nothing_there"])
            kind = self.rng.choice(["ImportError", "Exception", "ValueError", "(ImportError, ValueError)", "ModuleNotFoundError"])
            return ([pad + "try:"] + self.block(0, indent + 1) + [pad + "    " + body] + self.block(0, indent + 1) + [pad + f"except {kind}:"] +
                    self.block(0, indent + 1) + ([pad + "except Exception:", pad + "    a = -1"] if kind != "Exception" else []) +
                    ([pad + "finally:"] + self.block(0, indent + 1) if self.rng.random() < 0.5 else []))
        if form == 3 and self.rng.random() < 0.6:
            return self.attempt(depth, indent)
        if form == 3:
            return [pad + "for i in L:", pad + "    if len(L) < 6:", pad + "        L.append(i)"]
        return [pad + f"def f(p, q={self.rng.choice(['a', 'L', 'len(L)'])}):", pad + "    return p, q"] + self.block(0, indent) + [pad + "c = f(a)"]

    def attempt(self, depth, indent):
        """A launcher's `try`, with what may raise."""
        pad, pick = "    " * indent, self.rng.choice
        body = pick(["a = L[7]", "a = D['q']", "a = 1 // (b - 2)", "raise ValueError(a)", "raise KeyError", "assert L, a", "a, b = L", "int('z')", "M.pop()",
                     "L.index(99)", "next(I)", "a = 5"])
        kind = pick(["IndexError", "LookupError", "Exception", "ValueError", "(KeyError, ValueError)", "ArithmeticError", "StopIteration", "AssertionError"])
        lines = [pad + "try:"] + self.block(0, indent + 1) + [pad + "    " + body] + self.block(0, indent + 1)
        lines += [pad + f"except {kind} as e:"] + self.block(0, indent + 1) + [pad + "    " + pick(["c = str(e)", "raise", "c = repr(e.args)", "b = 7"])]
        if self.rng.random() < 0.5:
            lines += [pad + "except Exception:"] + self.block(depth - 1, indent + 1)
        if self.rng.random() < 0.4:
            lines += [pad + "else:"] + self.block(0, indent + 1)
        if self.rng.random() < 0.5:
            lines += [pad + "finally:"] + self.block(0, indent + 1)
        return lines

    def program(self):
        start = ["a, b, c = 1, 2, 3", "L = [3, 1]", "M = [2]", "D = {'a': 1}", "E = {}", "x = 0"]
        if not self.module:
            start += ["I = iter(L)", "V = D.items()", "K = D.keys()"]
        lines = []
        for _ in range(self.rng.randrange(2, 8)):
            lines += self.statement(2, 0)
        return start + lines


def tensor_program(rng):
    """Views of tensors: lines that leave `x`, `y` and `z`, of which facts are asked."""
    def shape(rank=None):
        return [rng.choice([1, 2, 3, 4, 4, 8, 0 if rng.random() < 0.1 else 5]) for _ in range(rank if rank is not None else rng.randrange(4))]
    dtype = lambda: "torch." + rng.choice(["float32", "float16", "int8", "int64", "uint8", "bool", "bfloat16"])
    lines = [f"x = torch.empty({tuple(shape())}, dtype={dtype()})", f"y = torch.zeros({tuple(shape(2))})", "z = x"]
    for _ in range(rng.randrange(1, 7)):
        n, m = rng.choice("xyz"), rng.choice("xyz")
        dim = rng.choice(["0", "1", "-1", "-2", "2"])
        index = ", ".join(rng.choice([":", "0", "-1", "None", "::2", "1:", ":-1", "::100", "...", "1:3"]) for _ in range(rng.randrange(1, 4)))
        lines.append(f"{n} = " + rng.choice([
            f"{m}[{index}]", f"{m}.t()", f"{m}.T", f"{m}.transpose({dim}, {rng.choice(['0', '1', '-1'])})", f"{m}.unsqueeze({dim})", f"{m}.squeeze()",
            f"{m}.squeeze({dim})", f"{m}.clone()", f"{m}.contiguous()", f"torch.empty_like({m})", f"torch.zeros_like({m}, dtype={dtype()})",
            f"{m}.expand({', '.join(str(rng.choice([-1, 1, 2, 3, 4, 5])) for _ in range(rng.randrange(1, 5)))})", f"{m}.reshape(-1)",
            f"{m}.view(-1)", f"{m}.reshape({rng.choice(['2, -1', '-1, 2', '4, -1', '1, -1', '-1, 3, 1'])})", f"{m}.flatten()", f"{m}.narrow({dim}, {rng.choice(['0', '1', '-1'])}, 1)",
            f"{m}.select({dim}, 0)", f"{m}.permute({', '.join(map(str, rng.sample(range(r := rng.randrange(1, 4)), r)))})", f"{m}.detach()", f"{m}.to({rng.choice('xyz')})",
            f"{m}.unbind({dim})[0]", f"torch.empty_strided({rng.choice(['(2, 3), (3, 1)', '(2, 3), (1, 2)', '(3, 4), (8, 2)', '(2, 2), (0, 1)', '(4,), (3,)'])})",
            f"{m}.new_empty({tuple(shape(2))})", f"torch.full({tuple(shape(1))}, {rng.choice(['300', '-1', '1.5', 'True', '-256', '1e10'])}, dtype={dtype()})",
            f"torch.ones_like({m})", f"{m}.mT", f"{m}.flatten(0, {dim})"]))
    return lines
