"""What a launch's arguments are to a kernel: element types, memory, and what is known of them.

    Tensor.of(torch.ones(4))      dtype "fp32", address, storage, shape
    specialize(7)                 ("i32", 1), specialize(16) ("i32", 16), specialize(1) a constant

torch's tensors (of the CPU and of a GPU), numpy's arrays, Python's own array.array and
memoryview, and objects with a data_ptr() into a tensor that they hold are tensors. Nothing here
imports torch or numpy: who passes their tensors has them.
"""

import array
import ctypes
import sys

from . import library

WIDTH = {"i1": 1, "i8": 1, "u8": 1, "fp8e4nv": 1, "fp8e5": 1, "i16": 2, "u16": 2, "fp16": 2,
         "bf16": 2, "i32": 4, "u32": 4, "fp32": 4, "i64": 8, "u64": 8, "fp64": 8}
# Names in torch, in numpy and of Triton's types.
NAMES = {
    "bool": "i1", "int1": "i1", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
    "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64", "float16": "fp16",
    "bfloat16": "bf16", "float32": "fp32", "float64": "fp64", "float8_e4m3fn": "fp8e4nv",
    "float8_e5m2": "fp8e5", "float8e4nv": "fp8e4nv", "float8e5": "fp8e5",
}


def type_name(dtype):
    """"fp32" for any library's float32; None for what kernels do not have."""
    name = getattr(dtype, "name", None) or str(dtype)
    name = str(name).split(".")[-1]
    return name if name in WIDTH else NAMES.get(name)


class Tensor:
    """Memory with a type, on the host or on a GPU."""

    __slots__ = ("dtype", "data", "storage", "storage_bytes", "shape", "gpu", "readonly", "owner")

    def __init__(self, dtype, data, storage, storage_bytes, shape, gpu, readonly, owner):
        self.dtype, self.data, self.storage = dtype, data, storage
        self.storage_bytes, self.shape = storage_bytes, shape
        self.gpu, self.readonly, self.owner = gpu, readonly, owner

    @staticmethod
    def of(value):
        """The Tensor that `value` is; None if it is none."""
        torch = sys.modules.get("torch")
        if torch and isinstance(value, torch.Tensor):
            return of_torch(value, value.dtype)
        numpy = sys.modules.get("numpy")
        if numpy and isinstance(value, numpy.ndarray):
            return of_numpy(value)
        if isinstance(value, (array.array, memoryview)):
            return of_buffer(value)
        base = getattr(value, "base", None)  # Triton's reinterpreted tensors
        if torch and isinstance(base, torch.Tensor) and hasattr(value, "dtype"):
            return of_torch(base, value.dtype)
        if torch and callable(getattr(value, "data_ptr", None)) and hasattr(value, "dtype"):
            return of_pointer(value, torch)
        return None

    def is_aligned(self):
        at = self.data if self.gpu is not None else self.data - self.storage
        return at % 16 == 0


def lie_alone(tensors):
    """Whether no two tensors share memory: then what is written to one does not change another."""
    places = sorted((one.storage, one.storage + one.storage_bytes) for one in tensors)
    return all(end <= start for (_, end), (start, _) in zip(places, places[1:]))


def known(dtype):
    name = type_name(dtype)
    if name is None:
        raise TypeError(f"kernels have no tensors of {dtype}")
    return name


def of_torch(value, dtype):
    if value.layout is not sys.modules["torch"].strided:
        raise TypeError(f"kernels have no tensors of the layout {value.layout}")
    storage = value.untyped_storage()
    device = storage.device  # a tensor may pretend to be elsewhere
    if device.type not in ("cpu", "cuda"):
        raise TypeError(f"tqc has no device for tensors of {device.type}")
    if not storage.nbytes() and value.numel():
        raise ValueError(f"the memory of a tensor of {tuple(value.shape)} elements was freed")
    if value.is_neg():
        raise TypeError("a tensor is a negated view, whose memory holds other numbers; "
                        "resolve_neg() makes them")
    shape = tuple(value.shape) if value.is_contiguous() else ()
    return Tensor(known(dtype), value.data_ptr(), storage.data_ptr(), storage.nbytes(), shape,
                  None if device.type == "cpu" else device.index, False, value)


def of_pointer(value, torch):
    """What Triton takes too: an object with an address and a type, which lie in the memory of
    a tensor that it holds."""
    at = value.data_ptr()
    for held in vars(value).values():
        if not isinstance(held, torch.Tensor):
            continue
        tensor = of_torch(held, value.dtype)
        if tensor.storage <= at <= tensor.storage + tensor.storage_bytes:
            tensor.data, tensor.shape, tensor.owner = at, (), value
            return tensor
    raise TypeError(f"it is not known which memory the {type(value).__name__} points into")


def of_numpy(value):
    if not value.dtype.isnative:
        raise TypeError(f"an array has the byte order of another machine ({value.dtype.str}); "
                        "astype(dtype.newbyteorder('=')) makes one of this")
    whole = value
    while isinstance(whole.base, type(value)):
        whole = whole.base
    low, high = extent(whole)
    own_low, own_high = extent(value)
    low, high = min(low, own_low), max(high, own_high)
    shape = value.shape if value.flags.c_contiguous else ()
    return Tensor(known(value.dtype), value.__array_interface__["data"][0], low, high - low,
                  shape, None, not value.flags.writeable, value)


# Element types of Python's buffers.
BUFFERS = {"b": "i8", "B": "u8", "h": "i16", "H": "u16", "i": "i32", "I": "u32", "q": "i64",
           "Q": "u64", "l": "i64", "L": "u64", "f": "fp32", "d": "fp64", "e": "fp16", "?": "i1"}


def of_buffer(value):
    view = memoryview(value)
    if view.format not in BUFFERS or not view.c_contiguous or view.readonly:
        raise TypeError("kernels take buffers of numbers that are contiguous and can be written")
    at = ctypes.addressof(ctypes.c_char.from_buffer(view)) if view.nbytes else 0
    return Tensor(BUFFERS[view.format], at, at, view.nbytes, tuple(view.shape), None, False, value)


def extent(array):
    """The first address of an array's elements, and the one behind the last."""
    at = array.__array_interface__["data"][0]
    if array.size == 0:
        return at, at
    steps = [(size - 1) * stride for size, stride in zip(array.shape, array.strides)]
    return (at + sum(s for s in steps if s < 0),
            at + sum(s for s in steps if s > 0) + array.itemsize)


def specialize_number(value, parameter):
    """(type, divisibility) of a number as Triton sees it; None for a 1, which is a constant."""
    if isinstance(value, bool):
        return "i1", 1
    if isinstance(value, float):
        return "fp32", 1
    if parameter.specialize and value == 1:
        return None
    if -(1 << 31) <= value < 1 << 31:
        kind = "i32"
    elif -(1 << 63) <= value < 1 << 63:
        kind = "i64"
    elif value < 1 << 64:
        kind = "u64"
    else:
        raise OverflowError(f"the argument {parameter.name} is {value}, which no integer of a "
                            "kernel holds")
    aligned = parameter.specialize_alignment and value % 16 == 0
    return kind, 16 if aligned else 1


def to_number(value):
    """A plain number for numpy's and torch's scalars; anything else is as it was."""
    if type(value) in (bool, int, float):
        return value
    numpy = sys.modules.get("numpy")
    if numpy and isinstance(value, numpy.generic):
        return value.item()
    for kind in (int, float):
        if isinstance(value, kind):
            return kind(value)
    if hasattr(value, "__index__") and Tensor.of(value) is None:
        return value.__index__()
    return value


def argument(value, undefined_byte=None):
    """The library's argument for a Tensor or a number."""
    if not isinstance(value, Tensor):
        return library.number_argument(value)
    flags = library.READONLY if value.readonly else 0
    if undefined_byte is not None:
        flags |= library.UNDEFINED
    return library.tensor_argument(value.dtype, value.data, value.storage, value.storage_bytes,
                                   value.shape, flags, undefined_byte or 0)
