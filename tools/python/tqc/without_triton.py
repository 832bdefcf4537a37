"""What `import triton` gives where Triton is not installed: enough to read kernels.

Kernels are compiled from their text, so `tl.load` and the like need no meaning here; what runs
in Python does: decorators, grids, constants, `triton.cdiv`, benchmarks.
"""

import sys
import types

from .errors import CompileError
from .functions import describe
from .kernel import Jit


class Placeholder:
    """A name of the language, such as `tl.load`: kernels may use it, Python cannot."""

    def __init__(self, module, name):
        self.__module__, self.__name__ = module, name

    def __call__(self, *args, **kwargs):
        raise RuntimeError(f"{self.__module__}.{self.__name__} has a meaning in kernels alone")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Placeholder(f"{self.__module__}.{self.__name__}", name)

    def __repr__(self):
        return f"{self.__module__}.{self.__name__}"


class constexpr:
    """A value that is known when a kernel is compiled."""

    def __init__(self, value):
        self.value = value.value if isinstance(value, constexpr) else value

    def __repr__(self):
        return f"constexpr[{self.value}]"

    def __index__(self):
        return int(self.value)

    def __bool__(self):
        return bool(self.value)

    def __eq__(self, other):
        return self.value == getattr(other, "value", other)

    def __hash__(self):
        return hash(self.value)


class dtype:
    """An element type of the language."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"tl.{self.name}"


DTYPES = {"int1": "int1", "int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64",
          "uint8": "uint8", "uint16": "uint16", "uint32": "uint32", "uint64": "uint64",
          "float16": "fp16", "bfloat16": "bf16", "float32": "fp32", "float64": "fp64",
          "float8e4nv": "fp8e4nv", "float8e5": "fp8e5"}


class Language(types.ModuleType):
    """A module below triton.language: each name in it is there."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = Placeholder(self.__name__, name)
        setattr(self, name, value)
        return value


class Config:
    """A configuration of an autotuned kernel."""

    def __init__(self, kwargs, num_warps=4, num_stages=3, num_ctas=1, maxnreg=None, pre_hook=None,
                 **more):
        self.kwargs, self.pre_hook = dict(kwargs), pre_hook
        self.num_warps, self.num_stages, self.num_ctas = num_warps, num_stages, num_ctas
        self.maxnreg = maxnreg

    def all_kwargs(self):
        options = {"num_warps": self.num_warps, "num_ctas": self.num_ctas,
                   "num_stages": self.num_stages, "maxnreg": self.maxnreg}
        return {**self.kwargs, **{k: v for k, v in options.items() if v is not None}}

    def __repr__(self):
        return ", ".join(f"{k}: {v}" for k, v in self.all_kwargs().items())


class Wrapper:
    """A kernel with something that happens before each launch."""

    def __init__(self, fn):
        self.fn = fn
        self.arg_names = describe(fn).names
        self.__name__ = describe(fn).__name__

    def __getitem__(self, grid):
        return lambda *args, **kwargs: self.run(*args, grid=grid, warmup=False, **kwargs)

    def warmup(self, *args, grid=(1,), **kwargs):
        return self.run(*args, grid=grid, warmup=True, **kwargs)


class Heuristics(Wrapper):
    def __init__(self, fn, values):
        super().__init__(fn)
        self.values = values

    def run(self, *args, grid, warmup=False, **kwargs):
        for name, value in self.values.items():
            kwargs[name] = value({**dict(zip(self.arg_names, args)), **kwargs})
        return self.fn.run(*args, grid=grid, warmup=warmup, **kwargs)


class Autotuner(Wrapper):
    """On the emulator, whose times say nothing, the first configuration that compiles."""

    def __init__(self, fn, configs, key, prune=None, reset=(), restore=(), pre_hook=None):
        super().__init__(fn)
        self.configs, self.keys, self.cache = list(configs) or [Config({})], key, {}
        self.prune, self.reset, self.pre_hook = prune or {}, reset or (), pre_hook

    def run(self, *args, grid, warmup=False, **kwargs):
        values = {**dict(zip(self.arg_names, args)), **kwargs}
        configs = self.configs
        early = self.prune.get("early_config_prune")
        if early and len(configs) > 1:
            configs = list(early(configs, dict(zip(self.arg_names, args)), **kwargs)) or configs
        first = None
        for config in configs:
            try:
                self.fn.run(*args, grid=grid, warmup=True, **kwargs, **config.all_kwargs())
            except CompileError as error:
                first = first or error
                continue
            self.best_config = config
            if warmup:
                return None
            if config.pre_hook:
                config.pre_hook({**values, **config.all_kwargs()})
            for name in self.reset:
                if hasattr(values.get(name), "zero_"):
                    values[name].zero_()
            return self.fn.run(*args, grid=grid, **kwargs, **config.all_kwargs())
        raise first


def autotune(configs, key, prune_configs_by=None, reset_to_zero=None, restore_value=None,
             pre_hook=None, post_hook=None, **options):
    return lambda fn: Autotuner(fn, configs, key, prune_configs_by, reset_to_zero, restore_value,
                                pre_hook)


def heuristics(values):
    return lambda fn: Heuristics(fn, values)


class Kernel(Jit):
    """Triton's name for it has more attributes."""

    @property
    def arg_names(self):
        return self.names


def jit(fn=None, *, version=None, repr=None, launch_metadata=None, debug=None, **options):
    if fn is None:
        return lambda fn: Kernel(fn, options)
    return Kernel(fn, options)


def cdiv(x, y):
    return (x + y - 1) // y


def next_power_of_2(n):
    return 1 << (int(n) - 1).bit_length() if n > 0 else 0


def do_bench(fn, warmup=25, rep=100, grad_to_none=None, quantiles=None, return_mode="mean"):
    """Runs once: times on the emulator say nothing."""
    fn()
    return [1.0] * len(quantiles) if quantiles else 1.0


def module(name, kind=types.ModuleType, **members):
    made = kind(name)
    made.__path__ = []  # a package: what lies below it is found in sys.modules
    vars(made).update(members)
    sys.modules[name] = made
    parent, _, last = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], last, made)
    return made


def install():
    """Puts the modules where `import triton` finds them."""
    module("triton", jit=jit, autotune=autotune, heuristics=heuristics, Config=Config, cdiv=cdiv,
           next_power_of_2=next_power_of_2, __version__="3.6.0",
           constexpr_function=lambda fn: Jit(
               fn, {"at_compile_time": "triton.constexpr_function"}))
    types_of = {name: dtype(short) for name, short in DTYPES.items()}
    module("triton.language", Language, constexpr=constexpr, dtype=dtype, **types_of)
    for name in ("core", "math", "standard", "extra", "extra.libdevice", "extra.cuda",
                 "extra.cuda.libdevice"):
        module(f"triton.language.{name}", Language)
    module("triton.testing", do_bench=do_bench, do_bench_cudagraph=do_bench)
    module("triton.runtime", JITFunction=Kernel)
    module("triton.runtime.jit", JITFunction=Kernel)
    module("triton.runtime.autotuner", Autotuner=Autotuner, Heuristics=Heuristics, Config=Config)
