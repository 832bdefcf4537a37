"""Launches of kernels that were compiled before, by tqc.launcher, which is C++.

    install(Jit)      # Jit.__getitem__ and Jit.run look there first

The launcher knows tensors of torch on a GPU, plain numbers and constants. Whatever else a launch
has, and the first one of its kind, is for the run that the class had before; so without the
launcher, in a source tree that was not built or beside another kind of Python, all is the same
and takes longer. It stands beside the library, in a wheel beside this file.
"""

import ctypes
import functools
import importlib.machinery
import importlib.util
import os
import pathlib
import sys

from . import library
from .errors import LaunchError
from .functions import describe
from .settings import device_for
from .source import dtype_name

READS = {name: name for name in map("aoti_torch_get_{}".format, (
    "layout", "device_type", "device_index", "dtype", "storage_offset", "storage_size",
    "data_ptr"))}
READS["is_neg"] = "_ZN2at6native6is_negERKNS_6TensorE"  # at::native::is_neg(const at::Tensor &)
HALF, CPU = 5, 0  # torch's numbers of a type and of a kind of device


def find_launcher():
    """The module tqc.launcher; None where it cannot be had."""
    file = "launcher.abi3.so"
    beside = [pathlib.Path(__file__).resolve().parent]
    if "TQC_LIBRARY" in os.environ:
        beside.insert(0, pathlib.Path(os.environ["TQC_LIBRARY"]).resolve().parent)
    path = next((folder / file for folder in beside if (folder / file).exists()), None)
    if path is None or ".abi3.so" not in importlib.machinery.EXTENSION_SUFFIXES:
        return None
    loader = importlib.machinery.ExtensionFileLoader(__package__ + ".launcher", str(path))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    try:
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    except ImportError:  # of another machine
        return None
    return module


launcher = find_launcher()


def address(function):
    return ctypes.cast(function, ctypes.c_void_p).value


@functools.lru_cache(maxsize=None)
def tensors_of(torch):
    """How the launcher reads torch's tensors; None for a torch that it cannot read."""
    raw_stream = getattr(torch._C, "_cuda_getCurrentRawStream", None)
    file = pathlib.Path(torch.__file__).parent / "lib" / "libtorch_cpu.so"
    try:
        c = ctypes.CDLL(str(file))
        addresses = {name: address(getattr(c, symbol)) for name, symbol in READS.items()}
    except (OSError, AttributeError):
        return None
    if raw_stream is None:  # a torch without CUDA
        return None
    tensors = launcher.TorchTensors((torch.Tensor, torch.nn.Parameter), raw_stream, addresses)
    probe = torch.empty(8, dtype=torch.float16, device="cpu")[3:5]
    storage = probe.untyped_storage()
    facts = HALF, probe.data_ptr(), storage.data_ptr(), storage.nbytes(), CPU, -1
    is_right = tensors.read(probe) == facts and tensors.read(torch._neg_view(probe)) is None
    return tensors if is_right else None


def torch_tensors():
    torch = sys.modules.get("torch")
    return torch and tensors_of(torch)


def loaded(compiled, gpu):
    """The library's kernel of what a launch was compiled to."""
    return compiled.on(device_for(gpu))


def is_fixed(constant):
    """Whether an object means the same to a kernel as long as it is there."""
    return (constant is None or isinstance(constant, bool) or bool(dtype_name(constant))
            or describe(constant) is not None)


def grid_of(grid, values):
    from .kernel import grid_of
    return grid_of(grid, values)


def refuse(compiled, error):
    raise LaunchError(f"{compiled.name} cannot be launched: {error}")


def launcher_of(kernel, kind, run):
    """What launches a kernel of the class; `run` is what does it without."""
    function, own = describe(kernel), type(kernel).run
    parameters = [(p.name, function.defaults.get(p.name, ...), p.is_constexpr, p.specialize,
                   p.specialize_alignment) for p in function.params]
    if not function.is_plain or len(parameters) > launcher.PARAMETERS:
        parameters = []  # each launch has more arguments than that, and is for Python
    if own is not kind.run:  # of a class below, which does something else
        parameters, run = [], own
    c = library.load().c
    addresses = tuple(map(address, (c.tqc_launch, c.tqc_error_text, c.tqc_error_free)))
    return launcher.Launcher(parameters, sys.modules[__name__], run, addresses,
                             hasattr(kernel, "pre_run_hooks"))


def install(kind):
    """Lets a class of kernels with a method `run` launch so."""
    if launcher is None:
        return
    run = kind.run
    made = functools.cached_property(lambda kernel: launcher_of(kernel, kind, run))
    made.__set_name__(kind, "tqc_launcher")
    kind.tqc_launcher = made
    launcher.install(kind)
