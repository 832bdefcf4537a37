"""How lit finds and runs the tests with IR, kernels and command lines.

Substitutions: %tqc %tq-run %tq-opt %tq-emu %tq-fuzz %tq-reduce, %tools-dir (where they are), %root (of
the source tree), %levels, %python3, and lit's own (%s, %t, %S).
Features: the machine's name (`x86_64`), `triton` (TQ_TRITON_PYTHON names a Python with
torch, Triton and pytest), `ptxas`, `cuda-gpu` (a GPU that the driver can start), `python3`, `chromium` (a browser
without a screen: pages are looked at), `nvim` (0.7 or newer, a client of `tqc lsp`),
`libedit` (lines of a terminal can be edited),
`launcher` (the C++ module of the Python package was built),
`fake-driver` (a libcuda without a GPU, called %fake-driver).
Each test starts with an empty home and an empty kernel cache of its own.
"""

import ctypes.util
import os
import platform
import shutil
import sys

sys.path.insert(0, os.path.dirname(__file__))
from isolated_shtest import IsolatedShTest


def gpu_is_there():
    """Whether the driver starts and counts at least one GPU."""
    try:
        cuda = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    if cuda.cuInit(0) or cuda.cuDeviceGetCount(ctypes.byref(count)):
        return False
    return count.value > 0


config.name = "tqc"
config.test_format = IsolatedShTest(execute_external=False)
config.suffixes = [".mlir", ".tq", ".test", ".ptx"]
config.excludes = ["unit", "golden", "Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tqc_build_dir, "test")

tools = os.path.join(config.tqc_build_dir, "bin")
path = [tools, config.llvm_tools_dir, os.environ.get("PATH", "")]
path.append("/usr/local/cuda/bin")
config.environment["PATH"] = os.pathsep.join(path)
config.environment["LC_ALL"] = "C"
config.environment["TZ"] = "UTC"
for name in ("CUDA_HOME", "CUDA_VISIBLE_DEVICES", "TQ_MUTANT", "TQ_MUTANTS_REACHED"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

for tool in ("tqc", "tq-run", "tq-opt", "tq-emu", "tq-fuzz", "tq-reduce"):
    config.substitutions.append((f"%{tool}\\b", os.path.join(tools, tool)))
for name, folder in (("%root", ""), ("%levels", "levels")):
    place = os.path.normpath(os.path.join(config.tqc_source_dir, folder))
    config.substitutions.append((name + "\\b", place))
config.substitutions.append(("%python3", sys.executable))
config.substitutions.append(("%tools-dir", tools))

config.available_features.add("python3")
config.available_features.add(platform.machine())
if shutil.which("ptxas", path=config.environment["PATH"]):
    config.available_features.add("ptxas")
chromium = shutil.which("chromium") or shutil.which("google-chrome")
if chromium:
    config.available_features.add("chromium")
    config.substitutions.append(("%chromium", chromium))
nvim = shutil.which("nvim")
if nvim:
    config.available_features.add("nvim")
    config.substitutions.append(("%nvim", nvim))
if ctypes.util.find_library("edit"):
    config.available_features.add("libedit")
if gpu_is_there():
    config.available_features.add("cuda-gpu")
if os.environ.get("TQ_TRITON_PYTHON"):
    config.available_features.add("triton")
    config.substitutions.append(("%triton-python", os.environ["TQ_TRITON_PYTHON"]))
if os.path.exists(os.path.join(config.tqc_build_dir, "lib", "launcher.abi3.so")):
    config.available_features.add("launcher")
fake_driver = os.path.join(config.test_exec_root, "unit", "libCudaFakeDriver.so")
if os.path.exists(fake_driver):
    config.available_features.add("fake-driver")
    config.substitutions.insert(0, ("%fake-driver", fake_driver))
