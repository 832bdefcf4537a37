"""What a launch says of wrong arguments: TQC_LIBRARY=libtqc.so python3 arguments.py"""

import threading

import numpy as np
import tqc

tqc.run_triton()

import triton
import triton.language as tl


@triton.jit
def copy(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + at, tl.load(x_ptr + at, mask=at < n), mask=at < n)


def attempt(what, grid, *args, **constants):
    try:
        copy[grid](*args, **constants)
        print(f"{what}: ran")
    except Exception as error:
        print(f"{what}: {type(error).__name__}: {error}")


def main():
    x, y, fixed = np.ones(1000, np.float32), np.empty(1000, np.float32), np.zeros(1000, np.float32)
    fixed.flags.writeable = False
    attempt("strings", (4,), np.array(["a"] * 1000), y, 1000, BLOCK=256)
    attempt("complex numbers", (4,), x.astype(np.complex64), y, 1000, BLOCK=256)
    attempt("a view that runs backwards", (4,), x[::-1], y, 1000, BLOCK=256)
    attempt("a list", (4,), [1, 2], y, 1000, BLOCK=256)
    attempt("an array that may not be written", (4,), x, fixed, 1000, BLOCK=256)
    attempt("an argument that is missing", (4,), x, y, BLOCK=256)
    attempt("no grid", (0, -1), x, y, 1000, BLOCK=256)
    attempt("a block that is no power of two", (4,), x, y, 1000, BLOCK=100)
    results = [np.zeros(1000, np.float32) for _ in range(8)]
    threads = [threading.Thread(target=copy[(8,)], args=(x, result, 1000), kwargs={"BLOCK": 128})
               for result in results]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print("8 threads compile and launch one kernel:", all((r == 1).all() for r in results))


main()
