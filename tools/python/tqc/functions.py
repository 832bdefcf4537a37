"""What is known of a kernel before it is launched: its text, parameters and options.

    kernel = Function(python_function)        # tqc.jit
    kernel = describe(triton_jit_function)    # of an installed Triton, or what wraps one

`describe` gives None for what is no kernel and no helper of one.
"""

import inspect
import re
import sys
import textwrap
import weakref

DEF = re.compile(r"^(?:async\s+)?def\s+\w+\s*\(", re.MULTILINE)


class Parameter:
    def __init__(self, parameter, index, options):
        self.name, self.default = parameter.name, parameter.default
        annotation = parameter.annotation
        text = annotation if isinstance(annotation, str) else getattr(
            annotation, "__name__", repr(annotation))
        self.is_constexpr = "constexpr" in text

        def chosen(option):
            listed = options.get(option) or ()
            return index in listed or self.name in listed

        self.specialize = not chosen("do_not_specialize")
        self.specialize_alignment = self.specialize and not chosen("do_not_specialize_on_alignment")


class Function:
    """A function in Triton's language."""

    def __init__(self, fn, options=None, text=None):
        self.fn, self.options = fn, dict(options or {})
        self.__name__, self.__module__ = fn.__name__, fn.__module__
        self.signature = inspect.signature(fn)
        self.params = [Parameter(p, index, self.options)
                       for index, p in enumerate(self.signature.parameters.values())]
        self.names = [p.name for p in self.params]
        self.parameter = {p.name: p for p in self.params}
        kinds = {p.kind for p in self.signature.parameters.values()}
        self.is_plain = kinds <= {inspect.Parameter.POSITIONAL_OR_KEYWORD}
        self.defaults = {p.name: p.default for p in self.params
                         if p.default is not inspect.Parameter.empty}
        self.file = fn.__code__.co_filename
        self.text, self.line, self.indent = self.read(text)

    def read(self, text):
        """The text from `def` on, its line in the file, and by how much it is indented there."""
        try:
            lines, line = inspect.getsourcelines(self.fn)
        except (OSError, TypeError):
            if text is None:
                raise OSError(f"the text of {self.__name__} cannot be read: a kernel must stand "
                              "in a file") from None
            return text, 0, 0
        whole = "".join(lines)
        plain = textwrap.dedent(whole)
        begin = DEF.search(plain).start()
        indent = len(lines[0]) - len(lines[0].lstrip())
        own = plain[begin:]
        if text is not None and text.count("\n") != own.count("\n"):
            return text, 0, 0  # somebody gave the function another text
        return (own if text is None else text), line + plain[:begin].count("\n"), indent

    def bind(self, args, kwargs):
        """The arguments by name, defaults filled in; TypeError as Python says it."""
        values = {**self.defaults, **dict(zip(self.names, args)), **kwargs}
        if (self.is_plain and len(values) == len(self.names) >= len(args)
                and kwargs.keys().isdisjoint(self.names[:len(args)])):
            return {name: values[name] for name in self.names}
        bound = self.signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return dict(bound.arguments)

    def scope(self):
        """What its free names mean now."""
        scope = dict(self.fn.__globals__)
        try:
            scope.update(inspect.getclosurevars(self.fn).nonlocals)
        except ValueError:  # a cell that is still empty
            pass
        return scope

    def decorator(self):
        parts = []
        for option in ("do_not_specialize", "do_not_specialize_on_alignment"):
            listed = [self.names[n] if isinstance(n, int) else n
                      for n in self.options.get(option) or ()]
            if listed:
                parts.append(f"{option}={listed!r}")
        if self.options.get("noinline"):
            parts.append("noinline=True")
        name = self.options.get("at_compile_time") or "triton.jit"
        return f"@{name}" + (f"({', '.join(parts)})" if parts else "")


described = weakref.WeakKeyDictionary()


def triton_class(name):
    module = sys.modules.get("triton.runtime.jit")
    return getattr(module, name, None)


def constant_function(value):
    """The Function below a plain function's @tl.constexpr, or nothing."""
    kind = getattr(sys.modules.get("triton.language"), "constexpr", None)
    if not isinstance(kind, type) or not isinstance(value, kind) or not inspect.isfunction(
            value.value):
        return None
    if value.value not in described:
        described[value.value] = Function(value.value, {"at_compile_time": "tl.constexpr"})
    return described[value.value]


def describe(value):
    """The Function that `value` is or stands for; None if it is none."""
    if isinstance(value, Function):
        return value
    kind = triton_class("JITFunction")
    constexpr_kind = triton_class("ConstexprFunction")
    for _ in range(10):  # autotuners, heuristics and a library's own wrappers
        if isinstance(value, Function):
            return value
        at_compile_time = constexpr_kind and isinstance(value, constexpr_kind)
        if (kind and isinstance(value, kind)) or at_compile_time:
            break
        inner = getattr(value, "fn", None)
        if inner is None or inspect.isfunction(inner):
            return constant_function(value)
        value = inner
    else:
        return None
    if value not in described:
        options = {name: getattr(value, name, None)
                   for name in ("do_not_specialize", "do_not_specialize_on_alignment", "noinline")}
        options["at_compile_time"] = at_compile_time and "triton.constexpr_function"
        text = getattr(value, "src", None)
        described[value] = Function(value.fn, options, text if isinstance(text, str) else None)
    return described[value]
