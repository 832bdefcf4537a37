"""Launches on a driver that only remembers the last one (test/unit/CudaIdleDriver.cpp)."""

import ctypes
import os

driver = ctypes.CDLL(os.environ["TQ_LIBCUDA"])


class LastLaunch(ctypes.Structure):
    _fields_ = [("launches", ctypes.c_uint64), ("context", ctypes.c_uint64),
                ("stream", ctypes.c_uint64), ("function", ctypes.c_uint64),
                ("grid", ctypes.c_uint32 * 3), ("block", ctypes.c_uint32),
                ("shared_bytes", ctypes.c_uint32), ("parameter_count", ctypes.c_uint32),
                ("parameters", ctypes.c_uint64 * 16)]


driver.idleLastLaunch.restype = ctypes.POINTER(LastLaunch)
driver.idleContext.restype = ctypes.c_void_p
last = driver.idleLastLaunch().contents


def launched():
    """All of the last launch but its number."""
    return (last.context, last.stream, last.function, tuple(last.grid), last.block,
            last.shared_bytes, tuple(last.parameters[:last.parameter_count]))
