"""Kernels that are compiled for their arguments and launched.

    @tqc.jit
    def add(x_ptr, y_ptr, n, BLOCK: tl.constexpr): ...
    add[(4,)](x, y, n, BLOCK=256)      # numpy arrays and CPU tensors: the emulator

A launch looks at its arguments as Triton does: tensors give pointer types, 1 and multiples of
16 are used by the compiler, `tl.constexpr` parameters and None are constants. What was compiled
for the same kind of arguments before is launched at once.
"""

import functools
import sys
import threading

from . import cached_launches, library
from .arguments import Tensor, argument, lie_alone, specialize_number, to_number
from .errors import (CompileError, FindingError, LaunchError, diagnostic_problems, finding_problem)
from .functions import Function, describe
from .settings import device_for, settings
from .source import SourceWriter, dtype_name, is_namedtuple

OPTIONS = {"num_warps": 4, "num_stages": 3, "num_ctas": 1, "maxnreg": None, "debug": None}
# Options of Triton's launches that say nothing here.
WITHOUT_EFFECT = {"stream", "sanitize_overflow", "enable_fp_fusion", "launch_pdl",
                  "instrumentation_mode", "ptx_version", "warp_size", "ir_override",
                  "launch_cooperative_grid", "num_buffers_warp_spec", "num_consumer_groups",
                  "reg_dec_producer", "reg_inc_consumer", "allow_fp8e4b15", "max_num_imprecise_acc",
                  "default_dot_input_precision", "supported_fp8_dtypes"}
ENTRY = "kernel_of_the_launch"


# ---------------------------------------------------------------- compiling

class Compiled:
    """A kernel for one kind of arguments: its PTX, facts and explanation."""

    def __init__(self, name, result, writer, problems):
        self.name, self.ptx, self.writer = name, result.text, writer
        self.facts = result.facts[0] if len(result.facts) == 1 else result.facts
        self.explanation, self.printed = result.explanation, result.printed
        self.warnings = problems
        self.source = writer.text()
        self.asm = {"ptx": self.ptx, "source": self.source}
        self.loaded = {}

    def __getitem__(self, grid):
        """Launches for arguments of the same kind, as Triton's compiled kernels do: all in
        order, or those that are no constants."""
        function = self.function

        def launch_again(*args, **options):
            names = function.names
            if len(args) < len(names):
                names = [p.name for p in function.params if not p.is_constexpr]
            if len(args) != len(names):
                raise TypeError(f"{self.name} takes {', '.join(names)}, but got {len(args)} values")
            values = {**dict.fromkeys(function.names), **dict(zip(names, args))}
            arguments = Arguments(function, values)
            self.check_kinds(arguments, with_constants=len(args) == len(function.names))
            gpu = arguments.gpu()
            sizes = grid_of(grid, values)
            if 0 not in sizes:
                launch(self, arguments.flat(), sizes, device_for(gpu), gpu)

        return launch_again

    def check_kinds(self, arguments, with_constants):
        """The code holds for what it was compiled for, or what is more aligned."""
        for name, kind in arguments.kinds.items():
            mine = self.kinds[name]
            if kind not in (mine, f"{mine}:16"):
                raise self.unlike(f"{name} of the kind {mine}", kind)
        if self.alone and not arguments.alone:
            raise self.unlike("tensors that share no memory", "some that do")
        for name, value in arguments.constants.items() if with_constants else ():
            if constant_key(value) != constant_key(self.constants[name]):
                raise self.unlike(f"{name}={self.constants[name]!r}", repr(value))

    def unlike(self, mine, given):
        return LaunchError(f"{self.name} was compiled for {mine}, but got {given}")

    def on(self, device):
        """The kernel, loaded there."""
        if device not in self.loaded:
            self.loaded[device] = device.load(self.ptx)
        return self.loaded[device]


def compile_text(name, text, pairs, where, kernel=""):
    result = library.load().compile(name, text, pairs)
    if result.printed:
        sys.stdout.write(result.printed)
    problems = diagnostic_problems(result.diagnostics, where)
    if not result.ok:
        errors = [p for p in problems if p.kind == "error"] or problems
        raise CompileError(errors, f"{kernel or name} cannot be compiled")
    return result, [p for p in problems if p.kind == "warning"]


class Wanted:
    """What a launch or a compilation asks of the compiler."""

    def __init__(self, function, options):
        self.function, self.options = function, options
        self.writer, self.pairs, self.key = SourceWriter(), [], []
        self.arguments = []  # what the entry gets, in its order: Tensors and numbers

    def settings(self, arch):
        pairs = self.pairs + [("kernel", self.entry), ("arch", arch)]
        pairs += [(name, self.options[name]) for name in (*OPTIONS, "asserts")
                  if self.options.get(name) is not None]
        return pairs

    def compile(self, arch, explain=False, emit="ptx"):
        pairs = self.settings(arch)
        pairs += [("explain", "1")] if explain else []
        pairs += [("emit", emit)] if emit != "ptx" else []
        name = self.function.file if self.function.file.endswith(".py") else "kernel.py"
        result, warnings = compile_text(name, self.writer.text(), pairs, self.writer.where,
                                        self.function.__name__)
        return Compiled(self.function.__name__, result, self.writer, warnings)


def is_plain(value):
    return value is None or type(value) in (bool, int, float) or isinstance(value, Tensor)


def is_descriptor(value):
    return type(value).__name__ == "TensorDescriptor" and hasattr(value, "block_shape")


class Arguments:
    """The arguments of a launch, sorted into constants and what the entry gets."""

    def __init__(self, function, values):
        self.function, self.constants, self.rest = function, {}, {}
        for parameter in function.params:
            value = values[parameter.name]
            if parameter.is_constexpr:
                self.constants[parameter.name] = value
            else:
                tensor = Tensor.of(value)
                self.rest[parameter.name] = tensor or to_number(value)
        self.simple = all(map(is_plain, self.rest.values()))
        self.memory = list(self.tensors(self.rest.values()))
        self.alone = lie_alone(self.memory)

    def gpu(self):
        """The GPU that the tensors are on; None for the host."""
        places = {value.gpu for value in self.memory}
        if len(places) > 1:
            raise LaunchError(f"{self.function.__name__} got tensors of different devices")
        return places.pop() if places else None

    def tensors(self, values):
        for value in values:
            if isinstance(value, Tensor):
                yield value
            elif is_descriptor(value):
                base = Tensor.of(value.base)
                if base is None:
                    raise TypeError(f"a tensor descriptor has no tensor, but {value.base!r}")
                yield base
            elif isinstance(value, tuple):
                yield from self.tensors(tuple(Tensor.of(v) or v for v in value))

    def key(self):
        """Equal keys mean equal code, as far as the arguments decide it."""
        constants = tuple((name, constant_key(value)) for name, value in self.constants.items())
        return constants, tuple(self.kinds.values()), self.alone

    @functools.cached_property
    def kinds(self):
        return {name: self.kind(name, value) for name, value in self.rest.items()}

    def kind(self, name, value):
        parameter = self.parameter(name)
        if isinstance(value, Tensor):
            aligned = parameter.specialize_alignment and value.is_aligned()
            return f"*{value.dtype}" + (":16" if aligned else "")
        if value is None:
            return None
        if type(value) in (bool, int, float):
            special = specialize_number(value, parameter)
            if special is None:
                return "=1"
            return special[0] + (":16" if special[1] == 16 else "")
        if isinstance(value, tuple):
            return tuple(self.kind(name, Tensor.of(v) or to_number(v)) for v in value)
        if is_descriptor(value):
            return (self.kind(name, Tensor.of(value.base)), len(value.shape),
                    tuple(value.block_shape), str(getattr(value, "padding", "zero")),
                    tuple(self.kind(name, int(v)) for v in (*value.shape, *value.strides)))
        return constant_key(value)

    def parameter(self, name):
        return self.function.parameter[name]

    def wanted(self, options):
        """The text and the settings for the compiler."""
        wanted = Wanted(self.function, options)
        own = wanted.writer.bind(self.function.__name__, self.function)
        wanted.entry = own if self.simple else ENTRY
        if self.simple:
            for name, value in self.constants.items():
                wanted.pairs.append(("constant", f"{name}={wanted.writer.literal(value)}"))
            for name, value in self.rest.items():
                self.say(wanted, name, value, self.parameter(name))
            return wanted
        words, inner = [], Inner(self, wanted)
        for name in self.function.names:
            text = (wanted.writer.literal(self.constants[name]) if name in self.constants
                    else inner.expression(self.rest[name], self.parameter(name)))
            words.append(f"{name}={text}")
        wanted.writer.add(f"\n\n@triton.jit\ndef {ENTRY}({', '.join(inner.names)}):\n"
                          f"    {own}({', '.join(words)})")
        return wanted

    def say(self, wanted, name, value, parameter):
        kind = self.kind(parameter.name, value)
        if kind is None or kind == "=1":
            wanted.pairs.append(("constant", f"{name}={value}"))
        else:
            alone = ":restrict" if self.alone and isinstance(value, Tensor) else ""
            wanted.pairs.append(("argument", f"{name}={kind}{alone}"))

    def flat(self):
        """What the entry gets at its launch, in order."""
        if self.simple:
            return [value for value, kind in zip(self.rest.values(), self.kinds.values())
                    if value is not None and kind != "=1"]
        values = []
        for name in self.function.names:
            if name in self.rest:
                self.flatten(self.rest[name], self.parameter(name), values)
        return values

    def flatten(self, value, parameter, into):
        if is_plain(value):
            if value is not None and self.kind(parameter.name, value) != "=1":
                into.append(value)
        elif is_descriptor(value):
            sizes = [int(size) for size in (*value.shape, *value.strides[:-1])]
            for one in (Tensor.of(value.base), *sizes):
                self.flatten(one, parameter, into)
        elif isinstance(value, tuple):
            for one in value:
                self.flatten(Tensor.of(one) or to_number(one), parameter, into)


class Inner:
    """The kernel around a kernel that takes tuples or tensor descriptors."""

    def __init__(self, arguments, wanted):
        self.arguments, self.wanted, self.names = arguments, wanted, []

    def expression(self, value, parameter):
        if is_plain(value):
            name = f"p{len(self.names)}"
            self.names.append(name)
            self.arguments.say(self.wanted, name, value, parameter)
            return name
        if is_descriptor(value):
            sizes = [self.expression(v, parameter) for v in (
                Tensor.of(value.base), *map(int, (*value.shape, *value.strides[:-1])))]
            rank = len(value.shape)
            shape, strides = sizes[1:rank + 1], [*sizes[rank + 1:], "1"]
            return (f"tl.make_tensor_descriptor({sizes[0]}, [{', '.join(shape)}], "
                    f"[{', '.join(strides)}], {[int(n) for n in value.block_shape]}, "
                    f"padding_option={getattr(value, 'padding', 'zero')!r})")
        if isinstance(value, tuple):
            items = [self.expression(Tensor.of(v) or to_number(v), parameter) for v in value]
            if is_namedtuple(value):
                kind = self.wanted.writer.bind(type(value).__name__, type(value))
                return f"{kind}({', '.join(items)})"
            return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
        return self.wanted.writer.literal(value)


def constant_key(value):
    if value is None or type(value) in (bool, int, str):
        return type(value).__name__, value
    if type(value) is float:
        return "float", value.hex()
    if isinstance(value, tuple):
        return ("tuple", *map(constant_key, value))
    if dtype_name(value):
        return "dtype", dtype_name(value)
    if hasattr(value, "value") and type(value).__name__ == "constexpr":
        return "constexpr", constant_key(value.value)
    return type(value).__name__, repr(value), id(describe(value) or value)


# ---------------------------------------------------------------- launching

def current_stream(gpu):
    if gpu is None:
        return 0
    torch = sys.modules["torch"]
    raw = getattr(torch._C, "_cuda_getCurrentRawStream", None)
    return raw(gpu) if raw else torch.cuda.current_stream(gpu).cuda_stream


def grid_of(grid, values):
    if callable(grid):
        grid = grid(values)
    sizes = tuple(grid) if isinstance(grid, (tuple, list)) else (grid,)
    if not 1 <= len(sizes) <= 3:
        raise LaunchError(f"a grid has 1 to 3 sizes, not {len(sizes)}")
    sizes = tuple(int(size) for size in sizes)
    for size in sizes:
        if not 0 <= size < 1 << 31:
            raise LaunchError(f"the grid is {sizes}; its sizes must be from 0 to 2147483647")
    return sizes + (1,) * (3 - len(sizes))


def split_options(names, kwargs):
    """The options of a launch, and the arguments that are left."""
    options, rest = {}, {}
    for name, value in kwargs.items():
        if name in names:
            rest[name] = value
        elif name in OPTIONS:
            options[name] = int(value) if name == "debug" and value is not None else value
        elif name not in WITHOUT_EFFECT:
            raise TypeError(f"{name} is no parameter of the kernel and no option of a launch")
    return options, rest


class Cache:
    """The kernels that a function was compiled to."""

    def __init__(self, function):
        self.function, self.compiled, self.locks = function, {}, {}

    def get(self, arguments, options, device):
        arch = settings.arch or device.arch if device.is_emulator else device.arch
        if device.is_emulator:  # as tq-run: assertions are checked if nothing is said
            options = {**options, "asserts": 1}
        key = arguments.key(), tuple(sorted(options.items())), arch
        found = self.compiled.get(key)
        if found is None:
            with self.locks.setdefault(key, threading.Lock()):  # others wait for the first
                found = self.compiled.get(key) or self.compile(key, arguments, options, arch)
        return found

    def compile(self, key, arguments, options, arch):
        made = arguments.wanted(options).compile(arch)
        made.function = self.function
        made.kinds, made.constants = arguments.kinds, arguments.constants
        made.alone = arguments.alone
        self.compiled[key] = made
        return made


caches = {}


def cache_of(function):
    if id(function) not in caches:
        caches[id(function)] = Cache(function)
    return caches[id(function)]


def run(function, args, kwargs, grid, warmup=False):
    """Compiles for the arguments and launches, unless `warmup`."""
    options, rest = split_options(function.names, kwargs)
    values = function.bind(args, rest)
    arguments = Arguments(function, values)
    gpu = arguments.gpu()
    device = device_for(gpu)
    compiled = cache_of(function).get(arguments, options, device)
    if warmup:
        return compiled
    sizes = grid_of(grid, values)
    if 0 in sizes:
        return compiled
    launch(compiled, arguments.flat(), sizes, device, gpu)
    return compiled


def launch(compiled, flat, sizes, device, gpu):
    given = [argument(value, settings.undefined_byte(value)
                      if settings.undefined_byte and isinstance(value, Tensor) else None)
             for value in flat]
    findings, error = compiled.on(device).launch(sizes, given, current_stream(gpu))
    problems = [finding_problem(one, compiled.writer.where) for one in findings]
    asserted = [p for p in problems if p.kind == "assertion"]
    wrong = [p for p in problems if not p.is_note]
    if wrong and settings.on_findings and not asserted:
        settings.on_findings(compiled.name, wrong)
        if not error or "see the findings" in error:
            return
    if wrong:
        raise FindingError(wrong, f"the launch of {compiled.name} is wrong")
    if error:
        raise LaunchError(f"{compiled.name} cannot be launched: {error}")


class Jit(Function):
    """What tqc.jit makes of a function."""

    def __getitem__(self, grid):
        return lambda *args, **kwargs: run(self, args, kwargs, grid)

    def run(self, *args, grid, warmup=False, **kwargs):
        return run(self, args, kwargs, grid, warmup)

    def warmup(self, *args, grid=(1,), **kwargs):
        return run(self, args, kwargs, grid, warmup=True)

    def __call__(self, *args, **kwargs):
        raise RuntimeError(f"{self.__name__} is a kernel: launch it as {self.__name__}[grid](...), "
                           "or call it in another kernel")


cached_launches.install(Jit)


def jit(fn=None, **options):
    """Makes a kernel of a function in Triton's language, or a helper of one."""
    if fn is None:
        return lambda fn: Jit(fn, options)
    return Jit(fn, options)
