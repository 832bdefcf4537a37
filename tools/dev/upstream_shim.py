"""How does a Python program that launches Triton kernels run without a GPU?

    import upstream_shim
    upstream_shim.install(Tool("build/bin/tq-run", arch="sm_90a"))

After that `kernel[grid](...)`, `kernel.warmup(...)` and `triton.compile(...)` go to
our compiler and emulator (upstream_launch.py). Triton's own front binds arguments,
runs hooks, chooses configurations and keeps its caches; only its compiler and its
driver are replaced. torch's device "cuda" is the CPU, and says that it is a GPU of the
architecture. What a launch met is noted in `record`; what no test may catch is raised
as a BaseException.
"""

import dataclasses
import importlib
import sys
import types

import torch
import triton
import triton.compiler.compiler
import triton.testing
from torch.overrides import TorchFunctionMode
from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase
from triton.runtime.errors import OutOfResources
from triton.runtime.jit import JITFunction

import upstream_launch

SHARED_BYTES = {75: 65536, 80: 166912, 86: 101376, 89: 101376, 90: 232448}


class Stop(BaseException):
    """Ends a test whatever it catches; `kind` says why."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


@dataclasses.dataclass
class Record:
    """What launches met since the last test began."""

    launches: int = 0
    refused_both: int = 0  # launches that Triton's compiler refuses too
    unsaved: bool = False  # a finding ended a launch before its memory came back
    refused: list = dataclasses.field(default_factory=list)  # (code, message)
    findings: list = dataclasses.field(default_factory=list)


record = Record()


def new_record():
    record.__init__()
    return record


# ---------------------------------------------------------------- the compiler

class Compiled:
    """Stands for Triton's CompiledKernel; compiles when it is launched."""

    def __init__(self, shim, source, options):
        self.shim, self.src, self.options = shim, source, options
        self.hash = source.hash()
        self.function = self.packed_metadata = self.module = None
        self.kernel = b""

    def refuse_text(self):
        raise Stop("text", "reads Triton's IR, code or metadata")

    name = property(refuse_text)
    asm = property(refuse_text)
    metadata = property(refuse_text)
    metadata_group = property(refuse_text)
    n_regs = property(refuse_text)
    n_spills = property(refuse_text)

    def _init_handles(self):
        pass

    def launch_metadata(self, grid, stream, *args):
        hooks = triton.knobs.runtime.launch_enter_hook
        if getattr(hooks, "calls", hooks):
            self.refuse_text()

    def run(self, x, y, z, stream, function, packed, metadata, enter, leave, *args):
        if x * y * z > 0:
            self.shim.launch(self, args, (x, y, z))

    def __getitem__(self, grid):
        grid = tuple(grid) + (1,) * (3 - len(grid))
        return lambda *args, stream=None: self.shim.launch(self, args, grid)

    def check(self):
        """What a compilation without a launch would say."""
        self.shim.compile_only(self)


class Shim:
    def __init__(self, tool):
        self.tool = tool
        self.capability = int("".join(c for c in tool.arch if c.isdigit()))
        self.target = GPUTarget("cuda", self.capability, 32)
        self.compile_by_triton = triton.compiler.compiler.compile

    def compile(self, source, target=None, options=None, _env_vars=None):
        if not isinstance(source, triton.compiler.compiler.ASTSource):
            raise Stop("text", "compiles Triton's own IR")
        if target is not None and (target.backend, target.arch) != ("cuda", self.capability):
            raise Stop("text", f"compiles for {target.backend} {target.arch}")
        backend = triton.compiler.compiler.make_backend(self.target)
        return Compiled(self, source, backend.parse_options(dict(options or {})).__dict__)

    def judge(self, kernel, outcome):
        """Acts on an outcome: where we refuse, Triton's compiler is asked too."""
        record.launches += 1
        failed = [f["message"] for f in outcome.findings if f["kind"] == "assertion"]
        if failed:  # as torch says it when it synchronises
            raise RuntimeError("device-side assert triggered: " + failed[0])
        record.findings += outcome.findings
        record.unsaved |= bool(outcome.findings) and not outcome.saved
        if outcome.printed:
            sys.stdout.write(outcome.printed)
            sys.stdout.flush()
        if outcome.kind == "done":
            return
        if outcome.kind != "refused":
            raise Stop(outcome.kind, outcome.message)
        try:
            theirs = self.compile_by_triton(kernel.src, target=self.target, options=kernel.options)
        except Exception:
            record.refused_both += 1
            raise
        limit = SHARED_BYTES.get(self.capability, 0)
        if theirs.metadata.shared > limit:
            record.refused_both += 1
            raise OutOfResources(theirs.metadata.shared, limit, "shared memory")
        record.refused.append((outcome.code, outcome.message))
        raise Stop("refused", outcome.message)

    def launch(self, kernel, values, grid):
        function = kernel.src.fn
        arguments = dict(zip(function.arg_names, values))
        self.judge(kernel, upstream_launch.launch(self.tool, function, arguments, grid,
                                                  kernel.options))

    def compile_only(self, kernel):
        source = kernel.src
        self.judge(kernel, upstream_launch.compile_only(
            self.tool, source.fn, source.signature, source.constants, kernel.options))

    def compile_at_once(self, source, target=None, options=None, _env_vars=None):
        kernel = self.compile(source, target, options)
        kernel.check()
        return kernel

    def install(self):
        triton.compiler.compiler.compile = self.compile
        triton.compiler.compile = self.compile
        triton.compile = self.compile_at_once
        warmup = JITFunction.warmup

        def warmup_and_check(function, *args, grid, **kwargs):
            kernel = warmup(function, *args, grid=grid, **kwargs)
            if isinstance(kernel, Compiled):
                kernel.check()
            return kernel

        JITFunction.warmup = warmup_and_check
        triton.testing.do_bench = triton.testing.do_bench_cudagraph = run_once
        driver = triton.runtime.driver
        driver._default = driver._active = EmulatorDriver(self.target)


# ---------------------------------------------------------------- the driver

def run_once(call, *args, quantiles=None, **kwargs):
    """Stands for a benchmark: a time says nothing here."""
    call()
    return [1.0 for _ in quantiles] if quantiles else 1.0


class EmulatorDriver(DriverBase):
    def __init__(self, target):
        super().__init__()
        self.target = target
        self.utils = types.SimpleNamespace(get_device_properties=self.properties)

    @classmethod
    def is_active(cls):
        return True

    def properties(self, device=0):
        return {"max_shared_mem": SHARED_BYTES.get(self.target.arch, 0), "warpSize": 32,
                "multiprocessor_count": 132, "max_num_regs": 65536, "sm_clock_rate": 1980000,
                "mem_clock_rate": 3201000, "mem_bus_width": 6144}

    def map_python_to_cpp_type(self, ty):
        raise Stop("text", "asks for Triton's C++ launcher")

    def get_current_target(self):
        return self.target

    def get_current_device(self):
        return 0

    def set_current_device(self, device):
        pass

    def get_current_stream(self, device=None):
        return 0

    def get_device_capability(self, device=None):
        return divmod(self.target.arch, 10)

    def get_active_torch_device(self):
        return torch.device("cpu")

    def get_device_interface(self):
        return torch.cuda

    def get_empty_cache_for_benchmark(self):
        return torch.empty(1, dtype=torch.int32)

    def clear_cache(self, cache):
        pass

    def get_benchmarker(self):
        return run_once


# ---------------------------------------------------------------- torch

def is_cuda(device):
    return (isinstance(device, str) and device.startswith("cuda")
            or isinstance(device, torch.device) and device.type == "cuda")


class CudaIsCpu(TorchFunctionMode):
    def __torch_function__(self, function, kinds, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        if is_cuda(kwargs.get("device")):
            kwargs["device"] = "cpu"
        kwargs.pop("pin_memory", None)
        if function is torch.Tensor.cuda:
            return args[0]
        args = tuple("cpu" if is_cuda(value) else value for value in args)
        return function(*args, **kwargs)


class Stream:
    """A stream, and a device to work on."""

    cuda_stream = 0

    def synchronize(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        pass


def make_cuda_the_cpu(capability):
    properties = types.SimpleNamespace(
        multi_processor_count=132, name="PTX emulator", total_memory=1 << 36, warp_size=32,
        major=capability // 10, minor=capability % 10, L2_cache_size=1 << 25,
        shared_memory_per_block_optin=SHARED_BYTES.get(capability, 0))
    replaced = {
        "is_available": lambda: True, "device_count": lambda: 1, "current_device": lambda: 0,
        "get_device_capability": lambda device=None: divmod(capability, 10),
        "get_device_properties": lambda device=None: properties,
        "get_device_name": lambda device=None: properties.name,
        "synchronize": lambda device=None: None, "empty_cache": lambda: None,
        "current_stream": lambda device=None: Stream(), "set_device": lambda device: None,
        "device": lambda device=None: Stream(), "Stream": lambda *args, **kwargs: Stream(), "stream": lambda stream: stream,
        "manual_seed": lambda seed: None, "manual_seed_all": lambda seed: None,
    }
    for name, value in replaced.items():
        setattr(torch.cuda, name, value)
    CudaIsCpu().__enter__()


def answer_no(name):
    """Tests may be newer than Triton, and ask about GPUs that it does not know."""
    if name.startswith("is_"):
        return lambda: False
    raise AttributeError(name)


def install(tool):
    shim = Shim(tool)
    make_cuda_the_cpu(shim.capability)
    shim.install()
    testing = importlib.import_module("triton._internal_testing")  # asks the driver
    testing.__getattr__ = answer_no
    return shim
