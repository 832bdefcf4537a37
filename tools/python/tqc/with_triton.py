"""tqc.run_triton(): kernels of @triton.jit go through tqc from now on.

Triton's own front stays: decorators, heuristics, autotuners and hooks. Its compiler, launcher
and driver are not used; a machine without a GPU becomes one that has the emulator. Where Triton
is not installed, without_triton.py stands for it.
"""

import importlib.util
import sys
import types

from . import cached_launches, without_triton
from .arguments import Tensor
from .errors import CompileError
from .functions import describe
from .kernel import run
from .settings import settings

SHARED_BYTES = {75: 65536, 80: 166912, 86: 101376, 89: 101376, 90: 232448}
installed = False


def is_on_host(values):
    """Whether the tensors of a launch are memory of the host."""
    return not any(t is not None and t.gpu is not None for t in map(Tensor.of, values))


def run_kernel(self, *args, grid, warmup=False, **kwargs):
    """Stands for JITFunction.run."""
    for hook in getattr(self, "pre_run_hooks", ()):
        hook(*args, **kwargs)
    return run(describe(self), args, kwargs, grid, warmup)


def run_autotuned(original):
    def run_first(self, *args, **kwargs):
        """On the emulator, whose times say nothing, the first configuration that compiles."""
        if not is_on_host((*args, *kwargs.values())):
            return original(self, *args, **kwargs)
        self.nargs = dict(zip(self.arg_names, args))
        configs = self.configs
        if len(configs) > 1:
            configs = list(self.prune_configs(kwargs)) or configs
        first = None
        for config in configs:
            values = config.all_kwargs()
            if config.pre_hook is not None and not kwargs.get("warmup"):
                config.pre_hook({**self.nargs, **kwargs, **values})  # blocks of descriptors, say
            try:
                self.fn.run(*args, **{**kwargs, "warmup": True}, **values)
            except CompileError as error:
                first = first or error
                continue
            self.best_config = config
            return self.fn.run(*args, **kwargs, **values)
        raise first

    return run_first


class EmulatorDriver:
    """What programs ask of Triton's driver before they launch."""

    def __init__(self, capability):
        self.capability = capability
        self.utils = types.SimpleNamespace(get_device_properties=self.properties)

    @classmethod
    def is_active(cls):
        return True

    def properties(self, device=0):
        return {"max_shared_mem": SHARED_BYTES.get(self.capability, 0), "warpSize": 32,
                "multiprocessor_count": 132, "max_num_regs": 65536, "sm_clock_rate": 1980000,
                "mem_clock_rate": 3201000, "mem_bus_width": 6144}

    def get_current_target(self):
        from triton.backends.compiler import GPUTarget
        return GPUTarget("cuda", self.capability, 32)

    def get_current_device(self):
        return 0

    def set_current_device(self, device):
        pass

    def get_current_stream(self, device=None):
        return 0

    def get_device_capability(self, device=None):
        return divmod(self.capability, 10)

    def get_active_torch_device(self):
        return sys.modules["torch"].device("cpu")

    def get_device_interface(self):
        return sys.modules["torch"].cuda

    def get_empty_cache_for_benchmark(self):
        return sys.modules["torch"].empty(1)

    def clear_cache(self, cache):
        pass

    def get_benchmarker(self):
        return without_triton.do_bench


def capability():
    digits = "".join(c for c in (settings.arch or "sm_90a") if c.isdigit())
    return int(digits)


def use_emulator_driver():
    """Where Triton finds no GPU, it finds the emulator."""
    import triton.testing
    from triton.runtime import driver
    try:
        if driver.active.get_current_target() and not isinstance(driver.active, EmulatorDriver):
            return
    except Exception:
        pass
    driver.set_active(EmulatorDriver(capability()))
    triton.testing.do_bench = triton.testing.do_bench_cudagraph = without_triton.do_bench


def run_triton():
    """Sends each launch of a @triton.jit function through tqc: tensors of the host to the
    emulator, tensors of a GPU there. Call it before the kernels are launched; where Triton is
    not installed, before `import triton`."""
    global installed
    if installed:
        return
    installed = True
    if "triton" not in sys.modules and importlib.util.find_spec("triton") is None:
        without_triton.install()
        return
    import triton  # noqa: F401
    from triton.runtime.autotuner import Autotuner
    from triton.runtime.jit import JITFunction
    JITFunction.run = run_kernel
    JITFunction.warmup = lambda self, *args, grid=(1,), **kwargs: run_kernel(
        self, *args, grid=grid, warmup=True, **kwargs)
    cached_launches.install(JITFunction)
    Autotuner.run = run_autotuned(Autotuner.run)
    use_emulator_driver()
