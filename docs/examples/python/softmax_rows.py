"""A softmax of rows in Python, on the emulator, checked against math.exp.

    pip install build/dist/tqc-*.whl && python3 softmax_rows.py
"""

import array
import math

import tqc

tqc.run_triton()  # not needed where Triton is installed

import triton
import triton.language as tl


@triton.jit
def softmax_rows(x_ptr, out_ptr, cols, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    row = tl.program_id(0) * cols
    x = tl.load(x_ptr + row + at, mask=at < cols, other=-float("inf"))
    powers = tl.exp(x - tl.max(x, axis=0))
    tl.store(out_ptr + row + at, powers / tl.sum(powers, axis=0), mask=at < cols)


def main():
    rows, cols = 4, 100
    x = array.array("f", (math.sin(i) for i in range(rows * cols)))
    out = array.array("f", bytes(4 * rows * cols))
    softmax_rows[(rows,)](x, out, cols, BLOCK=triton.next_power_of_2(cols))
    worst = 0.0
    for row in range(rows):
        powers = [math.exp(value) for value in x[row * cols:(row + 1) * cols]]
        for got, power in zip(out[row * cols:(row + 1) * cols], powers):
            worst = max(worst, abs(got - power / sum(powers)))
    print(f"largest difference from double precision: {worst:.1e},",
          "good" if worst < 1e-6 else "WRONG")


main()
