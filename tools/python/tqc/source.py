"""Which text does a kernel of a running Python program stand for?

    writer = SourceWriter()
    name = writer.bind("kernel", function)
    writer.text()                  a module: imports, constants, helpers, the kernel
    writer.where("...", 12)        (file, line, columns to add) of its line 12

Kernels use globals, closures and imports that only the running program knows. The text
holds the function as it is and, above it, each thing that its names mean: other functions
of the language, constants, types. Where two functions mean different things by one name,
the second thing gets another name. What cannot be written down raises NotCarried.
"""

import ast
import builtins
import enum
import inspect
import math
import sys
import textwrap
import types

from .functions import Function, describe

ROOT_MODULES = {"triton", "torch", "math", "numpy", "typing", "dataclasses", "itertools",
                "functools", "operator", "enum", "sys", "os", "re"}


class NotCarried(TypeError):
    """A value that cannot be written down in the text of a kernel."""


def language():
    return sys.modules.get("triton.language")


def of_language(value, name):
    kind = getattr(language(), name, None)
    return isinstance(kind, type) and isinstance(value, kind)


def dtype_name(value):
    """"tl.float32" for a type of the language; None for what is none."""
    if not of_language(value, "dtype"):
        return None
    for name, known in vars(language()).items():
        if known is value or (of_language(known, "dtype") and known == value):
            return f"tl.{name}"
    return None


def is_same(a, b):
    if a is b:
        return True
    if of_language(a, "constexpr") and of_language(b, "constexpr"):
        return is_same(a.value, b.value)
    plain = (bool, int, float, str, tuple)
    return type(a) is type(b) and isinstance(a, plain) and repr(a) == repr(b)


def is_namedtuple(value):
    return isinstance(value, tuple) and hasattr(value, "_fields")


class SourceWriter:
    def __init__(self):
        self.bound, self.lines, self.places = {}, [], []
        self.at_compile_time = False  # below: a function that the compiler itself evaluates
        self.add("import triton\nimport triton.language as tl")

    def text(self):
        return "\n".join(self.lines) + "\n"

    def where(self, file, line):
        """The place that a line of the text comes from."""
        if 0 < line <= len(self.places) and self.places[line - 1]:
            return self.places[line - 1]
        return file, line, 0

    def add(self, text, file="", line=0, indent=0):
        """Adds lines; those of a function with the place of the first one."""
        for number, one in enumerate(text.split("\n")):
            self.lines.append(one)
            self.places.append((file, line + number, indent) if line else None)

    # Names

    def fresh(self, name):
        number = 2
        while f"{name}_{number}" in self.bound:
            number += 1
        return f"{name}_{number}"

    def bind(self, name, value):
        """Makes `name`, or another name like it, mean `value`; gives that name."""
        if name in ("triton", "tl") and value in (sys.modules.get("triton"), language()):
            return name
        for other, known in self.bound.items():
            if known is value and (other == name or other.startswith(name + "_")):
                return other
        if name in self.bound or name in ("triton", "tl"):
            if is_same(self.bound.get(name), value):
                return name
            name = self.fresh(name)
        self.bound[name] = value
        self.define(name, value)
        return name

    def define(self, name, value):
        function = describe(value)
        if function:
            self.function(name, function)
        elif isinstance(value, types.ModuleType):
            self.add(self.module_import(name, value))
        elif isinstance(value, type) and not of_language(value, "dtype"):
            self.type(name, value)
        elif callable(value) and not of_language(value, "dtype") and not of_language(
                value, "constexpr"):
            self.plain_callable(name, value)
        else:
            self.add(f"{name} = {self.literal(value)}")

    # Constants

    def literal(self, value):
        """An expression that means `value`."""
        if value is None or type(value) in (bool, int, str):
            return repr(value)
        if type(value) is float:
            return repr(value) if math.isfinite(value) else f'float("{value}")'
        if of_language(value, "constexpr"):
            return f"tl.constexpr({self.literal(value.value)})"
        if dtype_name(value):
            return dtype_name(value)
        if of_language(value, "pointer_type"):
            return f"tl.pointer_type({self.literal(value.element_ty)})"
        module = type(value).__module__.split(".")[0]
        if module == "torch" and type(value).__name__ == "dtype":
            self.bind("torch", sys.modules["torch"])
            return repr(value)
        if module == "numpy" and hasattr(value, "item"):
            return self.literal(value.item())
        if isinstance(value, enum.Enum):
            return f"{self.bind(type(value).__name__, type(value))}.{value.name}"
        if is_namedtuple(value):
            items = ", ".join(self.literal(item) for item in value)
            return f"{self.bind(type(value).__name__, type(value))}({items})"
        if isinstance(value, tuple) or of_language(value, "tuple"):
            items = [self.literal(item) for item in value]
            return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
        if type(value) is list:
            return f"[{', '.join(self.literal(item) for item in value)}]"
        if type(value) is dict:
            return "{" + ", ".join(f"{self.literal(k)}: {self.literal(v)}"
                                   for k, v in value.items()) + "}"
        if isinstance(value, (int, float, str)):  # a class of somebody's own
            for kind in (int, float, str):
                if isinstance(value, kind):
                    return self.literal(kind(value))
        function = describe(value)
        if function or isinstance(value, type) or callable(value):
            own = function.__name__ if function else getattr(value, "__name__", "value")
            return self.bind(own, value)
        raise NotCarried(f"a kernel cannot use a value of {type(value).__name__}")

    # Things with a definition

    def module_import(self, name, module):
        path = module.__name__
        if path.split(".")[0] not in ROOT_MODULES:
            raise NotCarried(f"a kernel cannot use the module {path} as a whole")
        parent, _, last = path.rpartition(".")
        if parent:
            return f"from {parent} import {last}" + (f" as {name}" if name != last else "")
        return f"import {path}" + (f" as {name}" if name != path else "")

    def from_import(self, name, value):
        """The import of what a library defines, or nothing."""
        path, own = getattr(value, "__module__", None) or "", getattr(value, "__name__", None)
        if path.split(".")[0] not in ROOT_MODULES or not own:
            return None
        parts = path.split(".")
        for length in range(1, len(parts)):  # the shortest path that leads there
            shorter = ".".join(parts[:length])
            if getattr(sys.modules.get(shorter), own, None) is value:
                path = shorter
                break
        return f"from {path} import {own}" + (f" as {name}" if own != name else "")

    def plain_callable(self, name, value):
        if getattr(builtins, getattr(value, "__name__", ""), None) is value:
            return self.add(f"{name} = {value.__name__}")
        text = self.from_import(name, value)
        if text:
            return self.add(text)
        if self.at_compile_time and inspect.isfunction(value):
            return self.definition(name, Function(value), "")
        raise NotCarried(f"a kernel cannot call the plain function "
                         f"{getattr(value, '__name__', name)}")

    def type(self, name, value):
        if getattr(builtins, value.__name__, None) is value:
            return self.add(f"{name} = {value.__name__}")
        text = self.from_import(name, value)
        if text:
            return self.add(text)
        try:
            lines, line = inspect.getsourcelines(value)
        except (OSError, TypeError):
            raise NotCarried(f"a kernel cannot use the class {value.__name__}") from None
        text = textwrap.dedent("".join(lines))
        scope = vars(sys.modules[value.__module__])
        text = self.rewrite(text, name, scope, {})
        return self.add(text, inspect.getsourcefile(value), line)

    def function(self, name, function):
        if function.__module__.startswith("triton.language"):
            return self.add(self.from_import(name, function.fn)
                            or f"from {function.__module__} import {function.__name__} as {name}")
        outer = self.at_compile_time
        self.at_compile_time = bool(function.options.get("at_compile_time"))
        self.definition(name, function, function.decorator())
        self.at_compile_time = outer

    def definition(self, name, function, decorator):
        defaults = {p.name: p.default for p in function.params
                    if p.default is not inspect.Parameter.empty}
        text = self.rewrite(function.text, name, function.scope(), defaults)
        self.add("\n\n" + decorator)
        self.add(text.rstrip("\n"), function.file, function.line, function.indent)

    # Names within a text

    def rewrite(self, source, name, scope, defaults):
        """The text of a definition, called `name`, whose free names are bound here."""
        definition = ast.parse(source).body[0]
        lines = [line.encode() for line in source.splitlines()]
        edits, done = [], set()

        def replace(node, text):
            if node.lineno == node.end_lineno:
                edits.append((node.lineno - 1, node.col_offset, node.end_col_offset, text))
            done.update(id(part) for part in ast.walk(node))

        if isinstance(definition, ast.FunctionDef):
            for argument, default in default_nodes(definition.args):
                if argument in defaults and not isinstance(default, ast.Constant):
                    replace(default, self.literal(defaults[argument]))
        own = local_names(definition)
        for node in ast.walk(definition):
            if id(node) in done:
                continue
            if isinstance(node, ast.Attribute):
                self.member(node, scope, own, replace)
            elif isinstance(node, ast.Name) and node.id not in own and node.id in scope:
                here = self.bind(node.id, scope[node.id])
                if here != node.id:
                    replace(node, here)
        keyword = b"def " if isinstance(definition, ast.FunctionDef) else b"class "
        row = definition.lineno - 1
        start = lines[row].index(keyword) + len(keyword)
        start += len(lines[row][start:]) - len(lines[row][start:].lstrip())
        if definition.name != name:
            edits.append((row, start, start + len(definition.name.encode()), name))
        for row, start, end, text in sorted(edits, reverse=True):
            lines[row] = lines[row][:start] + text.encode() + lines[row][end:]
        return b"\n".join(lines).decode()

    def member(self, node, scope, own, replace):
        """`module.helper` of a module that kernels do not know becomes `helper`."""
        path, base = [], node
        while isinstance(base, ast.Attribute):
            path.insert(0, base.attr)
            base = base.value
        if not isinstance(base, ast.Name) or base.id in own:
            return
        value = scope.get(base.id)
        if not isinstance(value, types.ModuleType) or value.__name__.split(".")[
                0] in ROOT_MODULES:
            return
        for length, attribute in enumerate(path, 1):
            value = getattr(value, attribute, None)
            if not isinstance(value, types.ModuleType) or value.__name__.split(".")[
                    0] in ROOT_MODULES:
                break
        if value is None or length > len(path):
            raise NotCarried(f"{base.id}.{'.'.join(path)} means nothing")
        inner = node
        for _ in range(len(path) - length):
            inner = inner.value
        replace(inner, self.bind(path[length - 1], value))


def default_nodes(arguments):
    positional = arguments.posonlyargs + arguments.args
    with_default = positional[len(positional) - len(arguments.defaults):]
    pairs = list(zip(with_default, arguments.defaults))
    pairs += [p for p in zip(arguments.kwonlyargs, arguments.kw_defaults) if p[1]]
    return [(argument.arg, default) for argument, default in pairs]


def local_names(definition):
    """Names that the definition itself gives a meaning."""
    names = {definition.name} if isinstance(definition, ast.ClassDef) else set()
    for node in ast.walk(definition):
        if isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            names.add(node.id)
    return names
