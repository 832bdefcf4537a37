"""Variants of a level's file: edits written by hand, and operators on its tree.

An .edits file describes variants of levels/levelN.tq:

    == the maximum starts at 0          the variant's name
    - m = -float("inf")                 what is replaced: it stands once in the file
    + m = 0.0                           what comes there; several lines keep the
                                        indentation of the place
    -all mask=cols < n_cols             wherever it stands

Of a wrong one three more lines may stand below the name, for tools/dev/judge-tutor:

    ? maximum-from-zero | far-scores    what the tutor may call it
    @ def softmax_kernel                a line that is right to point at, beside those
                                        that are changed
    < base 2 with log2(e)               it is an edit of this right kernel

Lines of `-` one below the other are one text; blanks and line breaks in it match any.
"""

import ast
import collections
import re


class Variant:
    """One changed file."""

    def __init__(self, level, name, text, base=""):
        self.level, self.name, self.text, self.base = level, name, text, base
        self.diagnoses, self.places = [], []

    @property
    def label(self):
        return f"{self.level}: {self.name}"


class EditError(Exception):
    """An edit that does not fit its file."""


def _pattern(old):
    """Matches `old` whatever blanks it is written with."""
    parts = [re.escape(part) for part in old.split()]
    return re.compile(r"\s+".join(parts))


def _replace(text, old, new, everywhere):
    found = list(_pattern(" ".join(old)).finditer(text))
    if not found or (len(found) > 1 and not everywhere):
        raise EditError(f"{len(found)} places hold `{' '.join(old)}`")
    for match in reversed(found):
        start = text.rfind("\n", 0, match.start()) + 1
        indent = re.match(r" *", text[start:]).group()
        text = text[:match.start()] + ("\n" + indent).join(new) + text[match.end():]
    return text


class _Reader:
    """Reads one .edits file."""

    def __init__(self, path, level, reference):
        self.path, self.level, self.reference = path, level, reference
        self.variants, self.variant = [], None
        self.old, self.new, self.everywhere = [], [], False

    def finish_edit(self):
        if self.old:
            try:
                self.variant.text = _replace(self.variant.text, self.old, self.new or [""],
                                             self.everywhere)
            except EditError as error:
                raise EditError(f"{self.path.name}: {self.variant.name}: {error}") from None
        self.old, self.new, self.everywhere = [], [], False

    def begin(self, name):
        if self.variant:
            self.finish_edit()
            self.variants.append(self.variant)
        self.variant = Variant(self.level, name, self.reference, self.reference)

    def take_base(self, name):
        right = read_edits(self.path.parents[1] / "right" / self.path.name, self.level,
                           self.reference)
        found = [variant.text for variant in right if variant.name == name]
        if not found:
            raise EditError(f"{self.path.name}: {self.variant.name}: no right kernel `{name}`")
        self.variant.text = self.variant.base = found[0]

    def read(self, line):
        if line.startswith("== "):
            self.begin(line[3:])
        elif self.variant is None or not line.strip():
            return
        elif line.startswith("? "):
            self.variant.diagnoses = [name.strip() for name in line[2:].split("|")]
        elif line.startswith("@ "):
            self.variant.places.append(line[2:].strip())
        elif line.startswith("< "):
            self.take_base(line[2:])
        elif line.startswith("-"):
            if self.new:
                self.finish_edit()
            self.everywhere = self.everywhere or line.startswith("-all ")
            self.old.append(line[5:] if line.startswith("-all ") else line[2:])
        elif line.startswith("+"):
            self.new.append(line[2:])
        else:
            raise EditError(f"{self.path.name}: {self.variant.name}: `{line}` is no edit")


def read_edits(path, level, reference):
    """The variants of an .edits file; EditError names one that does not fit."""
    reader = _Reader(path, level, reference)
    for line in path.read_text().splitlines():
        reader.read(line)
    reader.begin("")
    return reader.variants


# ---- operators -----------------------------------------------------------------

COMPARES = {ast.Lt: ("<=", ">"), ast.LtE: ("<", ">="), ast.Gt: (">=", "<"), ast.GtE: (">", "<=")}
ARITHMETIC = {ast.Add: ("-",), ast.Sub: ("+",), ast.Mult: ("+",), ast.Div: ("*",),
              ast.FloorDiv: ("%",), ast.Mod: ("//",), ast.BitAnd: ("|",)}
CALLS = {"tl.exp": "tl.exp2", "tl.exp2": "tl.exp", "tl.max": "tl.min", "tl.maximum": "tl.minimum",
         "tl.sum": "tl.max"}


class _Mutator(ast.NodeVisitor):
    """Collects (what, first byte, last byte, new text) over the kernels of a file."""

    def __init__(self, text):
        self.text = text.encode()
        self.starts = [0]
        for line in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.found = []
        self.params = []

    def span(self, node):
        return (self.starts[node.lineno - 1] + node.col_offset,
                self.starts[node.end_lineno - 1] + node.end_col_offset)

    def source(self, node):
        begin, end = self.span(node)
        return self.text[begin:end].decode()

    def put(self, what, node, new):
        begin, end = self.span(node)
        self.found.append((f"line {node.lineno}: {what}", begin, end, new))

    def visit_FunctionDef(self, node):
        if not any("jit" in self.source(d) for d in node.decorator_list):
            return
        if "# >>> solution" not in self.source(node):
            return  # a learner does not write it
        self.params = [argument.arg for argument in node.args.args]
        for statement in node.body[1:]:  # behind the docstring
            self.visit(statement)

    def visit_Compare(self, node):
        left, right = self.source(node.left), self.source(node.comparators[0])
        for sign in COMPARES.get(type(node.ops[0]), ()):
            self.put(f"`{self.source(node)}` with {sign}", node, f"({left} {sign} {right})")
        self.generic_visit(node)

    def visit_BinOp(self, node):
        left, right = self.source(node.left), self.source(node.right)
        whole = self.source(node)
        for sign in ARITHMETIC.get(type(node.op), ()):
            self.put(f"`{whole}` with {sign}", node, f"({left} {sign} {right})")
        self.put(f"left of `{whole}` only", node, f"({left})")
        self.put(f"right of `{whole}` only", node, f"({right})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node):
        self.put(f"`{self.source(node)}` without its sign", node, self.source(node.operand))
        self.generic_visit(node)

    def visit_Constant(self, node):
        if isinstance(node.value, bool) or not isinstance(node.value, (int, float)):
            return
        self.put(f"{node.value} plus one", node, f"{node.value + 1}")

    def visit_Name(self, node):
        if not isinstance(node.ctx, ast.Load) or node.id not in self.params:
            return
        # Another parameter of the same kind: a stride, a pointer, a length, a block.
        kind = re.match(r"stride_|BLOCK_|.*_ptr$|[A-Z]{1,2}$", node.id)
        if not kind:
            return
        ends_pointer = node.id.endswith("_ptr")
        alike = [other for other in self.params if other != node.id and (
            other.endswith("_ptr") if ends_pointer else
            other.startswith(kind.group()) if "_" in kind.group() else
            re.fullmatch(r"[A-Z]{1,2}", other))]
        for other in alike:
            self.put(f"{other} for {node.id}", node, other)

    def visit_Call(self, node):
        name, whole = self.source(node.func), self.source(node)
        if name in CALLS:
            self.put(f"{CALLS[name]} for {name}", node.func, CALLS[name])
        if name == "tl.where":
            chosen, otherwise = (self.source(a) for a in node.args[1:3])
            self.put(f"always `{chosen}`", node, f"({chosen})")
            self.put(f"`{whole}` the other way round", node,
                     f"tl.where({self.source(node.args[0])}, {otherwise}, {chosen})")
        if name in ("tl.trans",):
            self.put(f"`{whole}` not transposed", node, self.source(node.args[0]))
        if name == "tl.program_id":
            self.put("program 0 always", node, "0")
        if name == "tl.dot" and len(node.args) == 3:
            self.put("a dot without its sum", node.args[2], f"({self.source(node.args[2])}) * 0")
        if isinstance(node.func, ast.Attribute) and node.func.attr == "to":
            self.put(f"`{whole}` not converted", node, self.source(node.func.value))
        if name == "tl.store":
            self.put("no store", node, "pass")
        for keyword in node.keywords:
            if keyword.arg in ("mask", "other"):
                begin, end = self.span(keyword)
                while self.text[begin - 1:begin] in (b" ", b"\n"):
                    begin -= 1
                self.found.append((f"line {node.lineno}: no `{self.source(keyword)}`",
                                   begin - 1, end, ""))
            if keyword.arg == "axis" and isinstance(keyword.value, ast.Constant):
                self.put("another axis", keyword.value, str(1 - keyword.value.value))
        self.generic_visit(node)

    def visit_AugAssign(self, node):
        self.put(f"no `{self.source(node)}`", node, "pass")
        self.generic_visit(node)

    def visit_Assign(self, node):
        target = self.source(node.targets[0])
        if isinstance(node.targets[0], ast.Name) and any(
                isinstance(n, ast.Name) and n.id == target for n in ast.walk(node.value)):
            self.put(f"no `{self.source(node)}`", node, "pass")
        self.generic_visit(node)


def mutants(level, reference):
    """Every operator at every place of the kernels of a level's file."""
    mutator = _Mutator(reference)
    mutator.visit(ast.parse(reference))
    seen, named, variants = set(), collections.Counter(), []
    for what, begin, end, new in mutator.found:
        text = mutator.text[:begin] + new.encode() + mutator.text[end:]
        try:
            ast.parse(text)
        except SyntaxError:
            continue
        if text not in seen and text != mutator.text:
            seen.add(text)
            what = " ".join(what.split())
            named[what] += 1  # the same may be done twice in a line
            if named[what] > 1:
                what += f", {named[what]}"
            variants.append(Variant(level, what, text.decode()))
    return variants
