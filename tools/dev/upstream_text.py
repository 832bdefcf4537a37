"""Which statements of a test look at the text that Triton's compiler writes?

    leave_out_text(tree)      {"test_maxnreg", ...}: functions that lost a statement

`assert "mma" in kernel[grid](x).asm["ptx"]` says nothing about another compiler, but the
values compared below it do. So statements that read `.asm` and the like, or a name that
was made from it, are taken out of a test before it runs. A launch inside of such a
statement stays.
"""

import ast

READS = {"asm", "n_regs", "n_spills", "metadata", "metadata_group"}


def is_launch(node):
    """kernel[grid](...), kernel.warmup(...), triton.compile(...)"""
    if not isinstance(node, ast.Call):
        return False
    names = ("warmup", "compile")
    return (isinstance(node.func, ast.Subscript)
            or isinstance(node.func, ast.Attribute) and node.func.attr in names)


class WithoutRead(ast.NodeTransformer):
    """`launch.asm["ptx"]` becomes `launch`."""

    def visit_Subscript(self, node):
        value = self.visit(node.value)
        if value is not node.value:
            return value
        return self.generic_visit(node)

    def visit_Attribute(self, node):
        return self.visit(node.value) if node.attr in READS else self.generic_visit(node)


class LeaveOut(ast.NodeTransformer):
    def __init__(self):
        self.tainted, self.count = set(), 0

    def reads(self, node):
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and part.attr in READS:
                return True
            if isinstance(part, ast.Name) and part.id in self.tainted:
                return True
        return False

    def taint(self, targets):
        for target in targets:
            for part in ast.walk(target):
                if isinstance(part, ast.Name):
                    self.tainted.add(part.id)

    def leave(self, node, value):
        """The statement without what it reads: its launch, or nothing."""
        self.count += 1
        if any(is_launch(part) for part in ast.walk(value)):
            return ast.copy_location(ast.Expr(WithoutRead().visit(value)), node)
        return ast.copy_location(ast.Pass(), node)

    def visit_Assign(self, node):
        if not self.reads(node.value):
            return node
        self.taint(node.targets)
        return self.leave(node, node.value)

    def visit_Expr(self, node):
        return self.leave(node, node.value) if self.reads(node.value) else node

    def visit_Assert(self, node):
        return self.leave(node, node.test) if self.reads(node.test) else node

    def visit_If(self, node):
        if self.reads(node.test):
            return self.leave(node, node.test)
        return self.generic_visit(node)

    def visit_For(self, node):
        if self.reads(node.iter):
            return self.leave(node, node.iter)
        return self.generic_visit(node)

    def visit_FunctionDef(self, node):
        return node  # a kernel, or a function of the test's own


def leave_out_text(tree):
    changed = set()
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test"):
            continue
        transformer = LeaveOut()
        function.body = [transformer.visit(statement) for statement in function.body]
        if transformer.count:
            changed.add(function.name)
    ast.fix_missing_locations(tree)
    return changed
