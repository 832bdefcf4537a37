"""How lit finds and runs the tests with IR, kernels and command lines.

Substitutions: %tqc %tq-run %tq-opt %tq-emu, and lit's own (%s, %t, %S).
Features: `ptxas`, `cuda-gpu` (a GPU that the driver can start), `python3`.
Each test starts with an empty home and an empty kernel cache of its own.
"""

import ctypes
import os
import shutil
import sys

import lit.formats


class IsolatedShTest(lit.formats.ShTest):
    """A shell test that sees no cache and no settings but its own."""

    def execute(self, test, litConfig):
        own = test.getExecPath() + ".home"
        shutil.rmtree(own, ignore_errors=True)
        os.makedirs(own)
        test.config.environment["HOME"] = own
        test.config.environment["TQ_CACHE_DIR"] = os.path.join(own, "cache")
        return super().execute(test, litConfig)


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
for name in ("CUDA_HOME", "CUDA_VISIBLE_DEVICES"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

for tool in ("tqc", "tq-run", "tq-opt", "tq-emu"):
    config.substitutions.append((f"%{tool}\\b", os.path.join(tools, tool)))
config.substitutions.append(("%levels", os.path.join(config.tqc_source_dir, "levels")))
config.substitutions.append(("%python3", sys.executable))

config.available_features.add("python3")
if shutil.which("ptxas", path=config.environment["PATH"]):
    config.available_features.add("ptxas")
if gpu_is_there():
    config.available_features.add("cuda-gpu")
