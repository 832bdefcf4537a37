"""libtqc through ctypes: handles with Python's words, and nothing more.

    library = load()
    result = library.compile("k.py", text, [("kernel", "add"), ("define", "BLOCK=256")])
    kernel = library.device("emu").load(result.text)
    findings = kernel.launch((4, 1, 1), [tensor_argument(...), number_argument(3)])

Which file: $TQC_LIBRARY, else libtqc.so beside this file, else what the system's loader
finds. What is wrong with a call raises Error; what is wrong with a kernel is in what comes
back.
"""

import ctypes
import functools
import json
import os
import pathlib

API = 1
TENSOR, INTEGER, FLOAT = 0, 1, 2
READONLY, UNDEFINED = 1, 2


class Error(Exception):
    """A call that cannot be done, in one sentence."""


class Argument(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("kind", ctypes.c_int), ("flags", ctypes.c_uint),
                ("integer", ctypes.c_int64), ("real", ctypes.c_double),
                ("name", ctypes.c_char_p), ("dtype", ctypes.c_char_p),
                ("data", ctypes.c_void_p), ("storage", ctypes.c_void_p),
                ("storage_bytes", ctypes.c_size_t),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("rank", ctypes.c_uint),
                ("undefined_byte", ctypes.c_uint)]


def number_argument(value):
    argument = Argument(size=ctypes.sizeof(Argument))
    if isinstance(value, float):
        argument.kind, argument.real = FLOAT, value
    else:
        value = int(value)
        argument.kind, argument.real = INTEGER, float(value)
        argument.integer = value if value < 1 << 63 else value - (1 << 64)
    return argument


def tensor_argument(dtype, data, storage=0, storage_bytes=0, shape=(), flags=0, undefined_byte=0):
    argument = Argument(size=ctypes.sizeof(Argument), kind=TENSOR, flags=flags,
                        dtype=dtype.encode(), data=data, storage=storage,
                        storage_bytes=storage_bytes, undefined_byte=undefined_byte)
    if shape:
        argument.shape = (ctypes.c_int64 * len(shape))(*shape)
        argument.rank = len(shape)
    return argument


class Result:
    """What came out of a compilation."""

    def __init__(self, library, handle):
        c = library.c
        size = ctypes.c_size_t()
        text = c.tqc_result_text(handle, ctypes.byref(size))
        self.ok = bool(c.tqc_result_ok(handle))
        self.cached = bool(c.tqc_result_cached(handle))
        self.text = ctypes.string_at(text, size.value).decode("utf-8", "replace")
        self.facts = json.loads(c.tqc_result_facts(handle) or b"[]")
        self.explanation = json.loads(c.tqc_result_explanation(handle) or b"[]")
        self.printed = c.tqc_result_printed(handle).decode("utf-8", "replace")
        self.messages = c.tqc_result_messages(handle).decode("utf-8", "replace")
        self.diagnostics = json.loads(c.tqc_result_json(handle) or b"[]")
        c.tqc_result_free(handle)


class Kernel:
    """A loaded kernel; it keeps its device."""

    def __init__(self, device, handle):
        self.device, self.handle, self.library = device, handle, device.library

    def launch(self, grid, arguments, stream=0):
        """The findings of the launch, and the error that ended it or None."""
        c, count = self.library.c, len(arguments)
        array = (Argument * count)(*arguments)
        error, findings = ctypes.c_void_p(), ctypes.c_void_p()
        done = c.tqc_launch(self.handle, (ctypes.c_uint32 * 3)(*grid), array, count, stream,
                            ctypes.byref(findings), ctypes.byref(error))
        found = []
        if findings:
            if c.tqc_findings_count(findings):
                found = json.loads(c.tqc_findings_json(findings))
            c.tqc_findings_free(findings)
        return found, None if done else self.library.take(error)

    def __del__(self):
        if self.handle:
            self.library.c.tqc_kernel_free(self.handle)
            self.handle = None


class Device:
    def __init__(self, library, handle):
        self.library, self.handle = library, handle
        self.arch = library.c.tqc_device_arch(handle).decode()
        self.name = library.c.tqc_device_name(handle).decode()
        self.is_emulator = bool(library.c.tqc_device_is_emulator(handle))

    def load(self, ptx, entry=None):
        data = ptx.encode()
        handle = self.library.call("tqc_device_load", self.handle, data, len(data),
                                   entry.encode() if entry else None)
        return Kernel(self, handle)

    def synchronize(self):
        self.library.call("tqc_device_synchronize", self.handle)

    def __del__(self):
        if self.handle:
            self.library.c.tqc_device_close(self.handle)
            self.handle = None


class Library:
    def __init__(self, path):
        try:
            self.c = ctypes.CDLL(str(path))
        except OSError as error:
            raise Error(f"libtqc cannot be loaded: {error}") from None
        self.path = str(path)
        self.declare()
        if self.c.tqc_api() < API:
            raise Error(f"{path} is older than this package: its interface is "
                        f"{self.c.tqc_api()}, {API} is needed")
        self.version = self.c.tqc_version().decode()

    def declare(self):
        pointer, text, size = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
        integer, slot = ctypes.c_int, ctypes.POINTER(ctypes.c_void_p)
        functions = {
            "tqc_api": (ctypes.c_uint32,), "tqc_version": (text,),
            "tqc_error_text": (text, pointer), "tqc_error_free": (None, pointer),
            "tqc_request_new": (pointer,), "tqc_request_free": (None, pointer),
            "tqc_request_set": (integer, pointer, text, text, slot),
            "tqc_compile_text": (pointer, pointer, text, text, size, slot),
            "tqc_result_free": (None, pointer), "tqc_result_ok": (integer, pointer),
            "tqc_result_cached": (integer, pointer),
            "tqc_result_text": (pointer, pointer, ctypes.POINTER(size)),
            "tqc_result_facts": (text, pointer), "tqc_result_explanation": (text, pointer),
            "tqc_result_printed": (text, pointer), "tqc_result_messages": (text, pointer),
            "tqc_result_json": (text, pointer),
            "tqc_device_open": (pointer, text, text, slot),
            "tqc_device_close": (None, pointer), "tqc_device_arch": (text, pointer),
            "tqc_device_name": (text, pointer), "tqc_device_is_emulator": (integer, pointer),
            "tqc_device_load": (pointer, pointer, text, size, text, slot),
            "tqc_device_synchronize": (integer, pointer, slot),
            "tqc_kernel_free": (None, pointer),
            "tqc_launch": (integer, pointer, ctypes.POINTER(ctypes.c_uint32),
                           ctypes.POINTER(Argument), size, pointer, slot, slot),
            "tqc_findings_count": (size, pointer), "tqc_findings_json": (text, pointer),
            "tqc_findings_free": (None, pointer),
        }
        for name, (result, *parameters) in functions.items():
            function = getattr(self.c, name)
            function.restype, function.argtypes = result, parameters

    def take(self, error):
        """The text of an error that a call stored; it is freed."""
        text = self.c.tqc_error_text(error).decode("utf-8", "replace")
        self.c.tqc_error_free(error)
        return text

    def call(self, name, *arguments):
        error = ctypes.c_void_p()
        result = getattr(self.c, name)(*arguments, ctypes.byref(error))
        if not result:
            raise Error(self.take(error))
        return result

    def compile(self, name, text, settings):
        """Compiles a text; `settings` are pairs, as tqc.h lists the keys."""
        request = self.c.tqc_request_new()
        try:
            for key, value in settings:
                self.call("tqc_request_set", request, key.encode(), str(value).encode())
            data = text.encode("utf-8", "surrogateescape")
            return Result(self, self.call("tqc_compile_text", request, os.fsencode(name), data,
                                          len(data)))
        finally:
            self.c.tqc_request_free(request)

    def device(self, name="", options=""):
        return Device(self, self.call("tqc_device_open", name.encode(), options.encode()))


@functools.lru_cache(maxsize=None)
def load():
    """The library of this process."""
    own = pathlib.Path(__file__).resolve().parent / "libtqc.so"
    named = os.environ.get("TQC_LIBRARY")
    return Library(named or (own if own.exists() else "libtqc.so.0"))
