"""Which text does a jit function of a running Python program stand for?

    writer = SourceWriter()
    name = writer.bind("kernel", jit_function)
    writer.text()       a module: imports, constants, helpers, the function

A test makes its kernels inside of functions, from patched texts, with globals and
closures that only the running program knows. The text written here holds the function
as it is now and, above it, each thing that its names mean: other jit functions,
constants, types, modules. Where two functions mean different things by one name, the
second thing gets another name. What cannot be written down raises NotCarried.
"""

import ast
import builtins
import enum
import inspect
import math
import sys
import textwrap
import types
import uuid

import numpy as np
import torch
import triton
import triton.language as tl
from triton.runtime.jit import ConstexprFunction, JITCallable, JITFunction

ROOT_MODULES = {"triton", "torch", "math", "numpy", "typing", "dataclasses", "itertools",
                "functools", "operator", "enum", "sys", "os", "re"}
DTYPES = {value.name: f"tl.{name}" for name, value in vars(tl).items()
          if isinstance(value, tl.dtype)}


class NotCarried(BaseException):
    """What this file cannot write down; no error of the compiler."""


def is_same(a, b):
    if a is b:
        return True
    if isinstance(a, tl.constexpr) and isinstance(b, tl.constexpr):
        return is_same(a.value, b.value)
    plain = (bool, int, float, str, tuple)
    return type(a) is type(b) and isinstance(a, plain) and repr(a) == repr(b)


def is_namedtuple(value):
    return isinstance(value, tuple) and hasattr(value, "_fields")


def decorator_of(function):
    if isinstance(function, ConstexprFunction):
        return "@triton.constexpr_function"
    names = list(function.signature.parameters)
    options = []
    for option in ("do_not_specialize", "do_not_specialize_on_alignment"):
        chosen = [names[n] if isinstance(n, int) else n for n in getattr(function, option)]
        if chosen:
            options.append(f"{option}={chosen!r}")
    if getattr(function, "noinline", False):
        options.append("noinline=True")
    lines = ["@triton.jit" + (f"({', '.join(options)})" if options else "")]
    words = getattr(function, "_must_use_result", False)
    if words:
        lines.insert(0, f"@triton.must_use_result({words!r})")
    return "\n".join(lines)


class SourceWriter:
    def __init__(self):
        self.bound = {"triton": triton, "tl": tl}
        self.parts = ["import triton", "import triton.language as tl"]

    def text(self):
        return "\n".join(self.parts) + "\n"

    def fresh(self, name):
        number = 2
        while f"{name}_{number}" in self.bound:
            number += 1
        return f"{name}_{number}"

    def bind(self, name, value):
        """Makes `name`, or another name like it, mean `value`; gives that name."""
        for other, known in self.bound.items():
            if known is value and (other == name or other.startswith(name + "_")):
                return other
        if name in self.bound:
            if is_same(self.bound[name], value):
                return name
            name = self.fresh(name)
        self.bound[name] = value
        if isinstance(value, types.ModuleType):
            text = self.module_import(name, value)
        elif isinstance(value, JITCallable):
            text = self.function(name, value)
        elif isinstance(value, type) and not issubclass(value, tl.dtype):
            text = self.type_text(name, value)
        elif callable(value) and not isinstance(value, (tl.dtype, tl.constexpr)):
            text = self.callable_text(name, value)
        else:
            text = f"{name} = {self.literal(value)}"
        self.parts.append(text)
        return name

    # Constants

    def literal(self, value):
        """An expression that means `value`."""
        if isinstance(value, tl.constexpr):
            return f"tl.constexpr({self.literal(value.value)})"
        if isinstance(value, JITCallable):
            return self.bind(value.__name__, value)
        if isinstance(value, tl.pointer_type):
            return f"tl.pointer_type({self.literal(value.element_ty)})"
        if isinstance(value, tl.dtype) and value.name in DTYPES:
            return DTYPES[value.name]
        if isinstance(value, torch.dtype):
            self.bind("torch", torch)
            return repr(value)
        if isinstance(value, np.generic):
            return self.literal(value.item())
        if isinstance(value, float) and not math.isfinite(value):
            return f'float("{value}")'
        if isinstance(value, enum.Enum):
            return f"{self.bind(type(value).__name__, type(value))}.{value.name}"
        if is_namedtuple(value):
            items = ", ".join(self.literal(item) for item in value)
            return f"{self.bind(type(value).__name__, type(value))}({items})"
        if isinstance(value, (tuple, tl.tuple)):
            items = [self.literal(item) for item in value]
            return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
        if type(value) is list:
            return f"[{', '.join(self.literal(item) for item in value)}]"
        if type(value) is dict:
            items = [f"{self.literal(k)}: {self.literal(v)}" for k, v in value.items()]
            return "{" + ", ".join(items) + "}"
        if value is None or type(value) in (bool, int, float, str):
            return repr(value)
        if isinstance(value, uuid.UUID):  # makes a test's kernel another one each time
            return repr(str(value))
        if isinstance(value, type) or callable(value):
            return self.bind(value.__name__, value)
        raise NotCarried(f"a value of {type(value).__name__}")

    # Things with a definition

    def module_import(self, name, module):
        path = module.__name__
        if path.split(".")[0] not in ROOT_MODULES:
            raise NotCarried(f"the module {path}")
        parent, _, last = path.rpartition(".")
        if parent:
            return f"from {parent} import {last}" + (f" as {name}" if name != last else "")
        return f"import {path}" + (f" as {name}" if name != path else "")

    def from_import(self, name, value):
        """The import of what a library defines, or nothing."""
        path = getattr(value, "__module__", None) or ""
        own = getattr(value, "__name__", None)
        if path.split(".")[0] not in ROOT_MODULES or not own:
            return None
        parts = path.split(".")
        for length in range(1, len(parts)):  # the shortest path that leads there
            shorter = ".".join(parts[:length])
            if getattr(sys.modules.get(shorter), own, None) is value:
                path = shorter
                break
        return f"from {path} import {own}" + (f" as {name}" if own != name else "")

    def callable_text(self, name, value):
        if getattr(builtins, getattr(value, "__name__", ""), None) is value:
            return f"{name} = {value.__name__}"
        text = self.from_import(name, value)
        if text:
            return text
        raise NotCarried(f"the plain function {getattr(value, '__name__', name)}")

    def type_text(self, name, value):
        if getattr(builtins, value.__name__, None) is value:
            return f"{name} = {value.__name__}"
        text = self.from_import(name, value)
        if text:
            return text
        try:
            source = textwrap.dedent(inspect.getsource(value))
        except (OSError, TypeError):
            raise NotCarried(f"the class {value.__name__}") from None
        scope = vars(inspect.getmodule(value))
        return self.rewrite(source, name, scope, {}, {})

    def function(self, name, function):
        if function.__module__.startswith("triton.language"):
            return self.from_import(name, function)
        scope = dict(function.__globals__)
        scope.update(inspect.getclosurevars(function.fn).nonlocals)
        defaults = {p.name: p.default for p in function.signature.parameters.values()
                    if p.default is not inspect.Parameter.empty}
        annotations = {p.name: p.annotation for p in function.signature.parameters.values()}
        body = self.rewrite(function.src, name, scope, defaults, annotations)
        return f"\n\n{decorator_of(function)}\n{body}"

    # Names within a text

    def annotation(self, value):
        """The text of an annotation that a decorator gave, if kernels know it."""
        if isinstance(value, tl.dtype):
            return self.literal(value)
        return value if isinstance(value, str) and value.startswith("tl.") else None

    def rewrite(self, source, name, scope, defaults, annotations):
        """The text of a definition, called `name`, whose free names are bound here."""
        definition = ast.parse(source).body[0]
        lines = [line.encode() for line in source.splitlines()]
        edits = []

        def replace(node, text):
            if node.lineno == node.end_lineno:
                edits.append((node.lineno - 1, node.col_offset, node.end_col_offset, text))

        replaced = set()
        if isinstance(definition, ast.FunctionDef):
            for argument in definition.args.args:
                text = self.annotation(annotations.get(argument.arg))
                if text and not argument.annotation:
                    replace(argument, f"{argument.arg}: {text}")
            for argument, default in default_nodes(definition.args):
                if argument in defaults and not isinstance(default, ast.Constant):
                    replace(default, self.literal(defaults[argument]))
                    replaced.update(id(node) for node in ast.walk(default))
        own = local_names(definition)
        for node in ast.walk(definition):
            if not isinstance(node, ast.Name) or id(node) in replaced or node.id in own:
                continue
            if node.id not in scope:
                continue  # a builtin of Python, or a name that nobody knows
            here = self.bind(node.id, scope[node.id])
            if here != node.id:
                replace(node, here)
        keyword = b"def " if isinstance(definition, ast.FunctionDef) else b"class "
        row = definition.lineno - 1
        start = lines[row].index(keyword) + len(keyword)
        start += len(lines[row][start:]) - len(lines[row][start:].lstrip())
        edits.append((row, start, start + len(definition.name.encode()), name))
        for row, start, end, text in sorted(edits, reverse=True):
            lines[row] = lines[row][:start] + text.encode() + lines[row][end:]
        return b"\n".join(lines).decode()


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
