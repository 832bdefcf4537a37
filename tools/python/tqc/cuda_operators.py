"""Operators that a library registers for CUDA (torch.library), where "cuda" is the CPU."""

import functools
import warnings
import weakref

import torch

DISPATCH_KEYS = {"CUDA": "CPU", "AutogradCUDA": "AutogradCPU"}


def register_for_cpu(mode):
    """What a library registers for a GPU's tensors, it registers for the CPU's. Of an operator
    with a function for each the GPU's is called, whichever came first: on a GPU it would be. It
    runs under `mode`."""
    create, register = torch.library.Library.__init__, torch.library.Library.impl
    owners = {}  # of functions for a GPU: what they are for, and a weak reference to the library

    def has_gpu_function(what):
        owner = owners[what]() if what in owners else None
        return owner is not None and owner.m is not None

    def init(self, ns, kind, dispatch_key=""):
        self.key_of_caller = dispatch_key
        create(self, ns, kind, DISPATCH_KEYS.get(dispatch_key, dispatch_key))

    def impl(self, op_name, fn, dispatch_key="", **options):
        asked = dispatch_key or getattr(self, "key_of_caller", self.dispatch_key)
        key = DISPATCH_KEYS.get(asked, asked)
        what = f"{self.ns}/{operator_name(op_name)}/{key}"
        is_taken = has_gpu_function(what)
        if asked == key and is_taken:
            return
        with warnings.catch_warnings():
            if asked != key and not is_taken:
                owners[what] = weakref.ref(self)
                torch.library._impls.discard(what)  # a function for the CPU is no hindrance
                warnings.simplefilter("ignore", UserWarning)
            register(self, op_name, pretending(fn, mode) if asked != key else fn, key, **options)

    torch.library.Library.__init__, torch.library.Library.impl = init, impl


def pretending(function, mode):
    """The function under the mode, without which torch calls those of operators."""
    if function is torch.library.fallthrough_kernel:
        return function

    @functools.wraps(function)
    def called(*args, **kwargs):
        with mode():
            return function(*args, **kwargs)
    return called


def operator_name(operator):
    """"add.Tensor" of a name with or without its namespace, and of torch.ops.aten.add.Tensor."""
    if isinstance(operator, torch._ops.OpOverload):
        schema = operator._schema
        operator = ".".join(filter(None, (schema.name, schema.overload_name)))
    return str(operator).split("::")[-1]
