"""torch's device "cuda" is the CPU, and says that it is a GPU: for tests that want one.

    cuda_is_cpu.pretend()
    torch.ones(4, device="cuda").is_cuda      # True, and it is memory of the host

Memory of torch.empty and its like is filled with a byte that says "never written", so that the
emulator can tell; undefined_byte(tensor) is that byte.
"""

import ctypes
import functools
import sys
import types

import torch
from torch.overrides import TorchFunctionMode

from .cuda_generator import Generator, seeding
from .cuda_operators import register_for_cpu
from .with_triton import SHARED_BYTES, capability

FLOAT_BYTE, INTEGER_BYTE = 0xFF, 0xA5  # a NaN; a number that nobody has by chance
EMPTY = {torch.empty, torch.empty_like, torch.empty_strided, torch.Tensor.new_empty,
         torch.Tensor.new_empty_strided, torch.empty_permuted}


def is_cuda(device):
    return (isinstance(device, str) and device.startswith("cuda")
            or isinstance(device, torch.device) and device.type == "cuda")


class NeverWritten:
    """The storages that nothing has written to as far as their bytes tell."""

    def __init__(self):
        self.storages = {}  # address: (a weak reference, byte)

    def add(self, tensor):
        from torch.multiprocessing.reductions import StorageWeakRef
        if tensor.numel() == 0 or tensor.element_size() == 1 or tensor.dtype.is_complex:
            return  # a byte alone says too little
        storage = tensor.untyped_storage()
        if storage.device.type != "cpu":
            return
        byte = FLOAT_BYTE if tensor.is_floating_point() else INTEGER_BYTE
        ctypes.memset(storage.data_ptr(), byte, storage.nbytes())  # fill_ may be what is tested
        if len(self.storages) > 4096:
            self.storages = {at: kept for at, kept in self.storages.items()
                             if not kept[0].expired()}
        self.storages[storage.data_ptr()] = StorageWeakRef(storage), byte

    def byte_of(self, tensor):
        reference, byte = self.storages.get(tensor.storage, (None, None))
        return None if reference is None or reference.expired() else byte


never_written = NeverWritten()


def undefined_byte(tensor):
    return never_written.byte_of(tensor)


class CudaIsCpu(TorchFunctionMode):
    def __torch_function__(self, function, kinds, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        if function == torch.Tensor.is_cuda.__get__:
            return args[0].device.type != "meta"
        if function == torch.Tensor.device.__get__:
            device = function(*args)
            return torch.device("cuda", 0) if device.type == "cpu" else device
        if function is torch.Tensor.get_device:
            return 0
        if is_cuda(kwargs.get("device")):
            kwargs["device"] = "cpu"
        kwargs.pop("pin_memory", None)
        if function is torch.Tensor.cuda:
            return args[0]
        args = tuple("cpu" if is_cuda(value) else value for value in args)
        result = function(*args, **kwargs)
        if function in EMPTY and isinstance(result, torch.Tensor) and not result.is_meta:
            never_written.add(result)
        return result


class Nothing:
    """A stream, a device, an event: there is nothing to wait for."""

    cuda_stream = device_index = 0
    stream_id = 0

    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        pass

    def elapsed_time(self, other):
        return 1.0

    def query(self):
        return True

    def synchronize(self):
        pass

    record = wait = wait_event = wait_stream = record_event = synchronize


def replaced():
    number = capability()
    properties = types.SimpleNamespace(
        multi_processor_count=132, name="NVIDIA H100 (tqc's emulator)", total_memory=1 << 36,
        warp_size=32, major=number // 10, minor=number % 10, L2_cache_size=1 << 25,
        max_threads_per_multi_processor=2048, regs_per_multiprocessor=65536,
        shared_memory_per_block_optin=SHARED_BYTES.get(number, 0),
        shared_memory_per_multiprocessor=233472)

    def does_nothing(name):  # torch's compiler wants a function of its own for each name
        def function(*args, **kwargs):
            return None
        function.__name__ = name
        return function

    nothing = ("synchronize", "empty_cache", "set_device", "init", "_lazy_init",
               "reset_peak_memory_stats", "ipc_collect")
    classes = ("device", "Stream", "Event", "stream", "device_of")
    return {
        **seeding(Generator()),
        **{name: does_nothing(name) for name in nothing},
        **{name: type(name, (Nothing,), {}) for name in classes},
        "is_available": lambda: True, "device_count": lambda: 1, "current_device": lambda: 0,
        "get_device_capability": lambda device=None: divmod(number, 10),
        "get_device_properties": lambda device=None: properties,
        "get_device_name": lambda device=None: properties.name,
        "is_bf16_supported": lambda *args, **kwargs: True,
        "mem_get_info": lambda device=None: (1 << 35, 1 << 36),
        "memory_allocated": lambda device=None: 0, "max_memory_allocated": lambda device=None: 0,
        "current_stream": lambda device=None: Nothing(),
        "default_stream": lambda device=None: Nothing(),
    }


AUTOCAST = ("is_autocast_enabled", "set_autocast_enabled", "get_autocast_dtype",
            "set_autocast_dtype")  # each with a device first, from torch 2.4 on


def autocast_on_cpu():
    """torch.autocast("cuda") is the CPU's, whose dtype is float16 until another is set."""
    def of_cpu(original):
        @functools.wraps(original)
        def function(device_type="cuda", *values, **named):
            if isinstance(device_type, bool):  # set_autocast_enabled(True) means CUDA
                device_type, values = "cuda", (device_type,)
            return original("cpu" if is_cuda(device_type) else device_type, *values, **named)
        return function

    if not hasattr(torch, "get_autocast_dtype"):
        return
    for name in AUTOCAST:
        setattr(torch, name, of_cpu(getattr(torch, name)))
    torch.get_autocast_gpu_dtype = torch.get_autocast_dtype
    torch.set_autocast_gpu_dtype = functools.partial(torch.set_autocast_dtype, "cuda")
    torch.set_autocast_dtype("cuda", torch.float16)


def default_device_on_cpu():
    """torch asks for the default device below the mode, where "cuda" would mean a GPU."""
    original = torch.set_default_device

    def set_default_device(device):
        original("cpu" if is_cuda(device) else device)

    torch.set_default_device = set_default_device


@functools.lru_cache(maxsize=None)
def pretend():
    """From now on, in this thread; there is no way back."""
    for name, value in replaced().items():
        setattr(torch.cuda, name, value)
    register_for_cpu(CudaIsCpu)
    autocast_on_cpu()
    default_device_on_cpu()
    mode = CudaIsCpu()
    mode.__enter__()
    sys.modules[__name__].mode = mode
