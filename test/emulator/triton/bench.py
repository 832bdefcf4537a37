"""Times the kernels of kernels.py in the emulator and in Triton's interpreter.

    TRITON_INTERPRET=1 python bench.py path/to/tq-emu

Needs Triton and torch, no GPU. Both run on the CPU; the emulator with its
checks on, and its whole process counts. Times are of the processor, all cores
added up, so that other work on the machine disturbs them little.
"""
import os
import resource
import subprocess
import sys
import time

import torch

import kernels

HERE = os.path.dirname(os.path.abspath(__file__))


def of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def emulate(tool, kernel, grid, shared, arguments):
    begin = of_children()
    subprocess.run([tool, f"{HERE}/{kernel}.sm_80.ptx", "--grid", grid, "--block", "128",
                    "--shared", str(shared), "--args", *arguments], check=True)
    return of_children() - begin


def interpret(fn, grid, *arguments, **constants):
    begin = time.process_time()
    fn[grid](*arguments, **constants)
    return time.process_time() - begin


def scratch(kernel, used):
    """Triton's launcher passes pointers to scratch memory behind the arguments."""
    text = open(f"{HERE}/{kernel}.sm_80.ptx").read()
    return ["u64:0"] * (text.count("\t.param ") - used)


def main(tool):
    rows = []
    n = 1 << 20
    x, y, z = torch.rand(n), torch.rand(n), torch.empty(n)
    rows.append(("add, a million elements",
                 emulate(tool, "add", str(n // 256), 0,
                         [f"buf:{n}:fp32=ones", f"buf:{n}:fp32=ones", f"buf:{n}:fp32", f"i32:{n}"] + scratch("add", 4)),
                 interpret(kernels.add, (n // 256,), x, y, z, n, BLOCK=256)))
    x, z = torch.rand(1024, 500), torch.empty(1024, 500)
    rows.append(("softmax, 1024 rows of 500",
                 emulate(tool, "softmax", "1024", 64,
                         ["buf:1024x500:fp32=ones", "buf:1024x500:fp32", "i32:500", "i32:500"] + scratch("softmax", 4)),
                 interpret(kernels.softmax, (1024,), x, z, 500, 500, BLOCK=512)))
    a, b = torch.rand(512, 512).half(), torch.rand(512, 512).half()
    c = torch.empty(512, 512).half()
    rows.append(("matmul, 512 x 512 x 512",
                 emulate(tool, "matmul", "8,8", 32768,
                         ["buf:512x512:fp16=ones", "buf:512x512:fp16=ones", "buf:512x512:fp16",
                          "i32:512", "i32:512", "i32:512"] + scratch("matmul", 6)),
                 interpret(kernels.matmul, (8, 8), a, b, c, 512, 512, 512, BM=64, BN=64, BK=32)))
    x, counts = torch.randint(0, 64, (1 << 20,), dtype=torch.int32), torch.zeros(64, dtype=torch.int32)
    rows.append(("histogram of a million values",
                 emulate(tool, "histogram", "4096", 4096,
                         ["buf:1048576:i32=ones", "buf:64:i32=zeros", "i32:1048576"] + scratch("histogram", 3)),
                 interpret(kernels.histogram, (4096,), x, counts, 1 << 20, BLOCK=256)))
    x, z = torch.randint(0, 64, (1024, 256), dtype=torch.int32), torch.empty(1024, 256, dtype=torch.int32)
    rows.append(("scan of 1024 rows of 256",
                 emulate(tool, "scan_rows", "1024", 4096,
                         ["buf:1024x256:i32=ones", "buf:1024x256:i32"] + scratch("scan_rows", 2)),
                 interpret(kernels.scan_rows, (1024,), x, z, BLOCK=256)))
    print(f"{'kernel':28} {'emulator':>10} {'interpreter':>12}")
    for name, ours, theirs in rows:
        print(f"{name:28} {ours:9.2f}s {theirs:11.2f}s   {theirs / ours:5.1f} times as fast")


main(sys.argv[1])
