"""tqc: kernels of Triton's language compiled by tqc, on a GPU or on its emulator.

    import tqc
    tqc.run_triton()                 # @triton.jit functions go through tqc from now on
    kernel[grid](x, y, n)            # CPU tensors and numpy arrays: the emulator

    print(tqc.compile("k.py:add", "*fp32:16, *fp32:16, i32", BLOCK=256).ptx)

`pytest --tqc` runs a project's own tests that way and fails a test with what the emulator
finds. A finding is a FindingError, what the compiler refuses a CompileError; both show file,
line and a caret.
"""

from .compile import compile
from .errors import CompileError, FindingError, KernelError, LaunchError, Problem
from .kernel import jit
from .library import Error, load
from .settings import emulator
from .with_triton import run_triton

__version__ = "0.1.0"
__all__ = ["compile", "jit", "run_triton", "emulator", "load", "Error", "KernelError",
           "CompileError", "FindingError", "LaunchError", "Problem"]
