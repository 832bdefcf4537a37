"""As much of torch as a launch looks at: tensors of a GPU that is not there.

    torch.Tensor(torch.float32, 1024)             # memory of its own on GPU 0
    whole[4:100]                                  # a part of it
    torch.Tensor(torch.float32, 8, gpu=None)      # on the CPU

What its memory is nobody reads; addresses are counted up. `storage.resize_(0)` frees it.
"""

import ctypes
import itertools
import types


class dtype:
    def __init__(self, name, number, itemsize):
        self.name, self.number, self.itemsize = name, number, itemsize

    def __repr__(self):
        return f"torch.{self.name}"


for name, number, itemsize in (
        ("uint8", 0, 1), ("int8", 1, 1), ("int16", 2, 2), ("int32", 3, 4), ("int64", 4, 8),
        ("float16", 5, 2), ("float32", 6, 4), ("float64", 7, 8), ("complex64", 9, 8),
        ("bool", 11, 1), ("bfloat16", 15, 2)):
    globals()[name] = dtype(name, number, itemsize)
strided, sparse = "torch.strided", "torch.sparse_coo"
__version__ = "0.fake"


class Implementation(ctypes.Structure):
    _fields_ = [("data", ctypes.c_uint64), ("offset", ctypes.c_int64), ("bytes", ctypes.c_int64),
                ("type", ctypes.c_int32), ("device_type", ctypes.c_int32),
                ("device_index", ctypes.c_int32), ("layout", ctypes.c_int32), ("negative", ctypes.c_int32)]


free = itertools.count(1 << 40, 1 << 30)


class Storage:
    def __init__(self, size, gpu, at=None):
        self.size, self.at = size, next(free) if at is None else at
        self.device = types.SimpleNamespace(type="cpu" if gpu is None else "cuda", index=gpu)
        self.tensors = []

    def data_ptr(self):
        return self.at

    def nbytes(self):
        return self.size

    def resize_(self, size):
        self.size = size
        for tensor in self.tensors:
            tensor.implementation.bytes = size


class Tensor:
    layout = strided

    def __init__(self, dtype, count, gpu=0, storage=None, offset=0, negative=False):
        self.dtype, self.shape = dtype, (count,)
        self.storage = storage or Storage(count * dtype.itemsize, gpu)
        self.storage.tensors.append(self)
        self.offset, self.negative = offset, negative
        self.implementation = Implementation(
            self.data_ptr(), offset, self.storage.nbytes(), dtype.number,
            1 if self.is_cuda else 0, gpu if self.is_cuda else -1, 0, negative)
        self._cdata = ctypes.addressof(self.implementation)

    def __getitem__(self, part):
        begin, end, _ = part.indices(self.numel())
        return type(self)(self.dtype, end - begin, self.device.index, self.storage,
                          self.offset + begin)

    @property
    def device(self):
        return self.storage.device

    @property
    def is_cuda(self):
        return self.device.type == "cuda"

    def data_ptr(self):
        return self.storage.at + self.offset * self.dtype.itemsize if self.numel() else 0

    def untyped_storage(self):
        return self.storage

    def numel(self):
        return self.shape[0]

    def is_contiguous(self):
        return True

    def is_neg(self):
        return self.negative

    def get_device(self):
        return self.implementation.device_index


class Parameter(Tensor):
    pass


streams = {}  # the current one of each GPU
_C = types.SimpleNamespace(_cuda_getCurrentRawStream=lambda gpu: streams.get(gpu, 0))
nn = types.SimpleNamespace(Parameter=Parameter)
cuda = types.SimpleNamespace(
    is_available=lambda: True, synchronize=lambda: None,
    current_stream=lambda gpu: types.SimpleNamespace(cuda_stream=streams.get(gpu, 0)))


def empty(count, dtype, device):
    return Tensor(dtype, count, gpu=None if device == "cpu" else 0)


def _neg_view(tensor):
    return Tensor(tensor.dtype, tensor.numel(), tensor.device.index, tensor.storage,
                  tensor.offset, negative=True)


def ones(count, device):
    return Tensor(float32, count, gpu=None if device == "cpu" else 0)  # nobody reads them
