#!/usr/bin/env python3
"""Runs the reproductions of what was found once more, and says what is printed now.

    again.py BIN [ITEM ...]      BIN holds tqc, tq-run, tq-emu and tq-opt

Writes a Markdown row a reproduction: item, what was wrong, the command, what it printed
(shortened), and whether that is as it should be. Exit code 1 if one is not. Kernels are
below; no GPU is needed.
"""

import pathlib
import re
import resource
import subprocess
import sys
import tempfile

HEAD = "import torch\nimport triton\nimport triton.language as tl\n\n\n"
ROOT = pathlib.Path(__file__).resolve().parents[3]
CASES = []


def case(item, what, command, expect, source="", name="k.py", seconds=60, head=HEAD):
    """`seconds` of the processor are what the command may take."""
    CASES.append((item, what, command, expect, head + source if source else "", name, seconds))


def prints(item, what, expressions, values, above="", parameters="x", signature="*fp32"):
    """A kernel that prints constants while it is compiled."""
    body = "".join(f"    tl.static_print({e})\n" for e in expressions)
    case(item, what, f"tqc k.py --signature='{signature}' -o k.ptx", "\n".join(map(re.escape, values)),
         f"{above}\n@triton.jit\ndef k({parameters}):\n{body}")


def launcher(item, what, body, expect, above="", arguments=""):
    case(item, what, f"tq-run launch k.py:run --device emu {arguments}", expect,
         f"{above}\ndef run(x):\n" + "".join(f"    {line}\n" for line in body.splitlines()))


# ---------------------------------------------------------------- 1: exp2-folding

SOFTMAX = """@triton.jit
def k(x_ptr, o_ptr, N: tl.constexpr):
    i = tl.program_id(0) * N + tl.arange(0, N)
    x = tl.load(x_ptr + i)
    e = tl.exp(x - tl.max(x, 0))
    tl.store(o_ptr + i, e / tl.sum(e, 0))
"""
for fill in ("-1e10", "-1e30", "5e9", "1e38"):
    case(1, f"softmax of a row of {fill}", "tq-run launch k.py:k --device emu --grid 1 --print 2 "
         f"x_ptr=full:fp32:128:{fill} o_ptr=empty:fp32:128 N=128", "0.0078125 0.0078125", SOFTMAX)
case(1, "online softmax whose first tiles are masked by -1e9", "tq-run launch k.py:k --device emu "
     "--grid 1 --print 1 x=full:fp32:256:3.0 out=empty:fp32:1", r"out .*\n +4\n", """@triton.jit
def k(x, out):
    i = tl.arange(0, 64)
    top = tl.full((), -float("inf"), tl.float32)
    total = tl.full((), 0.0, tl.float32)
    acc = tl.full((), 0.0, tl.float32)
    for start in range(0, 256, 64):
        s = tl.where(start + i >= 128, tl.load(x + start + i), -1e9)
        new = tl.maximum(top, tl.max(s, 0))
        p = tl.exp(s - new)
        scale = tl.exp(top - new)
        total = total * scale + tl.sum(p, 0)
        acc = acc * scale + tl.sum(p * 4.0, 0)
        top = new
    tl.store(out, acc / total)
""")
case(1, "log-softmax at logits of 1e5 is never positive", "tq-run launch k.py:k --device emu --grid 1 "
     "--print 1 x=rand:fp32:256 out=empty:fp32:1", r"out .*\n +(-|0\n)", """@triton.jit
def k(x, out):
    v = tl.load(x + tl.arange(0, 256)) * 1e5
    m = tl.max(v, 0)
    r = v - m - tl.log(tl.sum(tl.exp(v - m), 0))
    tl.store(out, tl.max(r, 0))
""")

# ---------------------------------------------------------------- 2: volatile

WAITS = """@triton.jit
def waits(flag):
    while tl.load(flag, volatile=True) != 1:
        pass


@triton.jit
def unused(flag):
    tl.load(flag, volatile=True)


@triton.jit
def seqlock(flag, out):
    a = tl.load(flag, volatile=True)
    b = tl.load(flag, volatile=True)
    tl.store(out, a != b)
"""
case(2, "a wait for another program is kept, as a loop", "tqc k.py:waits --signature='*i32' -o - | "
     "grep -cE 'ld.volatile|bra'", "^[2-9]$", WAITS)
case(2, "a volatile load whose value is unused", "tqc k.py:unused --signature='*i32' -o - | grep -c ld.volatile",
     "^1$", WAITS)
case(2, "two volatile loads of one address", "tqc k.py:seqlock --signature='*i32, *i32' -o - | "
     "grep -c ld.volatile", "^2$", WAITS)

# ---------------------------------------------------------------- 3, 4: classes and types

prints(3, "isinstance and getattr as in Triton",
       ["isinstance(x.dtype, tl.pointer_type), isinstance(x.dtype, tl.core.pointer_type)",
        "isinstance((x + tl.arange(0, 4)).type, tl.block_type)", "isinstance(C, tl.constexpr)",
        "getattr(C, 'value', 9)"], ["True True", "True", "False", "9"],
       parameters="x, C: tl.constexpr = 3")
case(4, "`tl.float32.kind() == 2`: one branch or an error", "tqc k.py --signature='*i32' -o - | grep st.global",
     "st.global|error", """@triton.jit
def k(z):
    if tl.float32.kind() == 2:
        tl.store(z, 1)
    else:
        tl.store(z, 2)
""")
for method in ("get_int_max_value()", "with_element_ty(tl.int32)"):
    case(4, f"`tl.float32.{method}`", "tqc k.py --signature='*i32' -o k.ptx; echo exit $?", "k.py:8:.*error|exit 0",
         f"@triton.jit\ndef k(z):\n    if tl.float32.{method} == 2:\n        tl.store(z, 1)\n")

# ---------------------------------------------------------------- 5, 6, 7

KIND = """# tqc: signature="*i32"
@triton.jit
def k(z, KIND: tl.constexpr):
    if KIND == "relu":
        tl.store(z, 1)
    else:
        tl.store(z, 2)
"""
for word in ("relu", "none"):
    case(5, f"-D KIND={word}", f"tqc k.py -D KIND={word} -o k.ptx", "error: .*KIND", KIND)
case(5, "-D \"KIND='relu'\"", "tqc k.py -D \"KIND='relu'\" -o - | grep -E 'mov.b32.*, [12];|st.global'", ", 1;", KIND)
case(6, "a syntax error in a kernel of a .py file", "tqc k.py:bad --signature='*i32' -o k.ptx",
     r"k.py:\d+:\d+: error", "@triton.jit\ndef bad(z):\n    tl.store(z, 1 +)\n")
case(7, "`tl.multiple_of(n, 16)` as a statement gives wide accesses",
     "tqc k.py --signature='*fp32:16, *fp32:16, i32' -o - | grep -cE '(ld|st).global.v4'", "^[2-9]", """@triton.jit
def k(x, out, n):
    tl.multiple_of(n, 16)
    i = tl.arange(0, 512)
    tl.store(out + n + i, tl.load(x + n + i))
""")

case(7, "an option of a loop that has no effect is a remark", "tqc k.py --signature='*fp32, i32' --remarks=hint -o k.ptx",
     "remark", """@triton.jit
def k(x, n):
    for i in tl.range(0, n, flatten=True, disable_licm=True):
        tl.store(x + i, 1.0)
""")

# ---------------------------------------------------------------- 8: ranges

BIG = """@triton.jit
def k(a, b, c, LO, HI, ST):
    m = tl.arange(0, 64)
    pp = m[:, None] * 64 + m[None, :]
    acc = tl.zeros([64, 64], tl.float32)
    pa = a + pp
    for q in range(LO, HI, ST):
        acc = tl.dot(tl.load(pa), tl.load(b + pp), acc)
        pa += 4096
    tl.store(c + pp, acc)
"""
for stages in (1, 2, 3):
    case(8, f"a range wider than int32, {stages} stages", "tq-run launch k.py:k --device emu --grid 1 --print 1 "
         "a=ones:fp16:12288 b=ones:fp16:4096 c=empty:fp32:4096 LO=-1500000000 HI=1500000000 ST=1000000000 "
         f"num_stages={stages}", r"c .*\n +192\n", BIG)
case(8, "a division before a loop that does not run", "tq-run launch k.py:k --device emu --grid 1 --print 1 "
     "a=ones:fp16:4096 c=empty:fp32:4096 n=0", r"c .*\n +0\n", """@triton.jit
def k(a, c, n):
    m = tl.arange(0, 64)
    pp = m[:, None] * 64 + m[None, :]
    acc = tl.zeros([64, 64], tl.float32)
    for i in range(0, n):
        t = tl.load(a + pp + (1000 // (n - i)) * 64)
        acc = tl.dot(t, t, acc)
    tl.store(c + pp, acc)
""")

# ---------------------------------------------------------------- 9, 10

case(9, "`tl.arange(0, 2**64)`", "tqc k.py --signature='*i32' -o k.ptx", "error",
     "@triton.jit\ndef k(z):\n    tl.store(z + tl.arange(0, 2**64), 1)\n")
case(9, "an unsigned argument of 2**63 + 1", "tq-run launch k.py:k --device emu --grid 1 --print 1 "
     "z=empty:u64:1 n=9223372036854775809:u64", "9.22337e.18",
     "@triton.jit\ndef k(z, n):\n    tl.store(z, n)\n")
case(9, "a constant of 2**63 + 1", "tq-run launch k.py:k --device emu --grid 1 --print 1 z=empty:u64:1",
     "9.22337e.18", "@triton.jit\ndef k(z):\n    tl.store(z, 9223372036854775809)\n")
case(9, "`tl.full(shape, 0.0, int8)`", "tqc k.py --signature='*i8' -o k.ptx && echo taken", "taken",
     "@triton.jit\ndef k(z):\n    tl.store(z + tl.arange(0, 4), tl.full((4,), 0.0, tl.int8))\n")
ASSERT = "@triton.jit\ndef k(z, n):\n    tl.device_assert(n == 8, 'no')\n    tl.store(z, n)\n"
case(10, "device_assert without debug", "tqc k.py --signature='*i32, i32' -o - | grep -c assertfail", "^0$", ASSERT)
case(10, "device_assert with debug", "tqc k.py --debug --signature='*i32, i32' -o - | grep -c 'call.*assertfail'",
     "^[1-9]", ASSERT)
case(10, "an overflow with debug", "tq-run launch k.py:k --device emu --grid 1 z=empty:i32:1 n=2147483647 debug=1",
     "overflow", "@triton.jit\ndef k(z, n):\n    tl.store(z, n + n)\n")
case(10, "a result that must be used", "tqc k.py:k --signature='*i32' -o k.ptx", "error: .*not.* used|error.*result",
     "@triton.must_use_result\n@triton.jit\ndef f(x):\n    return x\n\n\n@triton.jit\ndef k(z):\n    f(z)\n")
case(10, "a store through `*kfp32`", "tqc k.py --signature='*kfp32' -o k.ptx", "error",
     "@triton.jit\ndef k(z):\n    tl.store(z, 1.0)\n")
case(10, "a global that is no constexpr, strictly", "tqc k.py --signature='*i32' --strict-triton -o k.ptx",
     "error: Triton refuses", "N = 3\n\n\n@triton.jit\ndef k(z):\n    tl.store(z, N)\n")

# ---------------------------------------------------------------- 11: the front end's Python

for word in ("B", "i1", "i32", "u8", "fp16", "bf16"):
    prints(11, f"a global `{word}` as a default", ["C"], ["16"], above=f"{word} = 16\n",
           parameters=f"x, C: tl.constexpr = {word}")
case(11, "a default is what the name was then", "tqc k.py --signature='*fp32' -o k.ptx", "^16$",
     "N = 16\n\n\n@triton.jit\ndef k(p, X: tl.constexpr = N):\n    tl.static_print(X)\n\n\nN = 32\n")
prints(11, "mutation at module level", ["L[0], len(L), C['a']"], ["7 2 5"],
       above="L = [1]\nL.append(8)\nL[0] = 7\nC = {}\nC.update(a=5)\n")
prints(11, "try at module level, and __main__", ["A, M"], ["2 1"],
       above="try:\n    import nowhere_at_all\n    A = 1\nexcept ImportError:\n    A = 2\nM = 1\n"
             "if __name__ == '__main__':\n    M = 2\n")
prints(11, "arithmetic of constants", ["1.0 // 0.1, triton.next_power_of_2(0), 2**60 + 1 > float(2**60)",
                                       "10**30 / 10**29, f'{-3:05d}'"],
       ["9.0 0 True", "10.0 -0003"])
for bad in ("10.0**400", "0.0**-1", "math.sqrt(-1)", "(-8)**(1/3)"):
    case(11, f"what Python raises: `{bad}`", "tqc k.py --signature='*fp32' -o k.ptx", "error",
         f"import math\n\n\n@triton.jit\ndef k(p):\n    tl.static_print({bad})\n")

# ---------------------------------------------------------------- 12: launchers

launcher(12, "strides of clone, expand, empty_like and slices",
         "t = torch.empty((4, 3), device='cuda')\nprint(t.t().clone().stride(), t[:1].expand(5, 3).stride(),\n"
         "      torch.empty_like(t.t()).stride(), torch.empty(1000, device='cuda')[::100].stride())",
         re.escape("(1, 3) (0, 1) (1, 3) (100,)"), arguments="x=1")
launcher(12, "iterators, growing lists, views", "z = zip([1, 2], [3, 4])\nnext(z)\nl = [1]\nfor v in l:\n"
         "    if v < 3:\n        l.append(v + 1)\nd = {}\nk = d.keys()\nd['a'] = 1\n"
         "print(list(z), list(z), l, list(k), len('\\u00e9'), range(3) == range(0, 3, 1))",
         re.escape("[(2, 4)] [] [1, 2, 3] ['a'] 1 True"), arguments="x=1")
launcher(12, "torch.full of 300 as int8", "torch.full((2,), 300, dtype=torch.int8, device='cuda')", "error",
         arguments="x=1")
launcher(12, "x.to(other)", "a = torch.empty(2, device='cuda')\nb = torch.empty(2, dtype=torch.float16, device='cuda')\n"
         "print(a.to(b).dtype)", "torch.float16|error", arguments="x=1")
case(12, "`n=-1:u8` on the command line", "tq-run launch k.py:k --device emu --grid 1 z=empty:i32:1 n=-1:u8",
     "error|range|does not fit", "@triton.jit\ndef k(z, n):\n    tl.store(z, n)\n")
for text, words in (("print(round(1250, -2))", "1200|1250"), ("print('%d' % 3, int('0x10', 16))", "3 16")):
    launcher(12, f"`{text}`", text, words, arguments="x=1")

# ---------------------------------------------------------------- 13, 14, 15: checks

BUGS = str(ROOT / "test/emulator/bugs")
for test, program in (("EmuFindings.WhatCannotBeCheckedIsSaid", "emulator"), ("HopperRace.largestClusters", "hopper")):
    case(13, f"races that were not looked for: {test}",
         f"{ROOT}/build/test/unit/{program} --gtest_filter={test} | tail -1", "PASSED", seconds=100)
for entry in ("row_read_by_all", "stored_for_all", "lanes_of_one_store"):
    case(14, f"a race in global memory: {entry}", f"tq-emu {BUGS}/global-races.ptx --entry {entry} --block 64 "
         "--args buf:256:i32=ones buf:256:i32=ones buf:256:i32=ones 2>&1 | head -3", "global-race")
case(14, "a number that all warps load and one stores", "tq-run launch k.py:k --device emu --grid 1 --schedules 6 "
     "--print 2 p=ones:fp32:1 q=empty:fp32:1024; echo exit $?", r"q .*\n +1 2\nexit 0", """@triton.jit
def k(p, q):
    old = tl.load(p)
    tl.store(p, old + 1)
    i = tl.arange(0, 1024)
    tl.store(q + i, old + i)
""")
case(14, "grid y = 70000", "tq-run launch k.py:k --device emu --grid 1,70000 z=empty:i32:1", "65535",
     "@triton.jit\ndef k(z):\n    tl.store(z, 1)\n")
case(14, "division by zero at run time", "tq-run launch k.py:k --device emu --grid 1 z=empty:i32:1 n=0",
     "division-by-zero", "@triton.jit\ndef k(z, n):\n    tl.store(z, 7 // n)\n")
case(14, "all programs store the same value: a note", "tq-run launch k.py:k --device emu --grid 4 z=empty:i32:1; "
     "echo exit $?", "note.*\n(.*\n)*exit 0", "@triton.jit\ndef k(z):\n    tl.store(z, 7)\n")
case(15, "mov.b32 of four bytes", "tq-emu k.ptx --block 1 --args buf:1:u32 --print arg0", r"arg0 = \[67305985\]",
     """.version 7.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) {
.reg .b64 %rd<2>; .reg .b32 %r<2>; .reg .b8 %b<4>;
ld.param.u64 %rd0, [p];
mov.u32 %r0, 67305985;
mov.b32 {%b0, %b1, %b2, %b3}, %r0;
mov.b32 %r1, {%b0, %b1, %b2, %b3};
st.global.u32 [%rd0], %r1;
ret;
}
""", name="k.ptx", head="")

# ---------------------------------------------------------------- 16, 17, 18: crashes

HELPER = """@triton.jit
def helper(M):
    tl.device_assert(M == 8, "no")
    tl.device_print("M", M)
    assert M == 8


@triton.jit
def k(Z, M):
    helper(M)
    tl.store(Z, M)
"""
for arch in ("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a"):
    case(16, f"assert and print in a called function, {arch}",
         f"tqc k.py:k --debug --signature='*i32, i32' --arch={arch} -o k.ptx; echo exit $?", "exit 0", HELPER)
ASM = """@triton.jit
def k(z):
    v = tl.inline_asm_elementwise("TEXT", "CONSTRAINTS", [tl.arange(0, 64)], dtype=tl.int32, is_pure=PURE, pack=1)
    tl.store(z + tl.arange(0, 64), v)
"""
for text, constraints, pure, expect in (
        ("mov.b32 $0, $1;", "=r,r", "False", "exit 0"), ("mov.b32 $9, $1;", "=r,r", "True", "exit 1"),
        ("mov.b32 ${, $1;", "=r,r", "True", "exit 1"), ("mov.b32 $0, $1;", "=zzz,{r", "True", "exit 1"),
        ("mov.b32 $0, $1; }} ret;", "=r,r", "True", "exit 1")):
    case(17, f"inline asm `{text}`, `{constraints}`, is_pure={pure}",
         "tqc k.py --signature='*i32' -o k.ptx; echo exit $?", expect,
         ASM.replace("TEXT", text).replace("CONSTRAINTS", constraints).replace("PURE", pure))
case(18, "a lambda that calls itself", "tqc k.py --signature='*i32' -o k.ptx 2>&1; echo exit $?", "error(.*\n)*exit 1",
     "@triton.jit\ndef k(z):\n    f = lambda g: g(g)\n    tl.store(z, f(f))\n")
case(18, "a kernel named ké", "tqc k.py --signature='*i32' -o k.ptx 2>&1; echo exit $?", "error(.*\n)*exit 1",
     "@triton.jit\ndef k\u00e9(z):\n    tl.store(z, 1)\n")
case(18, "an elif of 600 branches", "tqc k.py --signature='*i32, i32' -o k.ptx; echo exit $?", "exit 0",
     "@triton.jit\ndef k(z, n):\n    if n == 0:\n        tl.store(z, 0)\n" +
     "".join(f"    elif n == {i}:\n        tl.store(z, {i})\n" for i in range(1, 600)))
for name in ("k.mlir", "k.ll"):
    case(18, f"an empty {name}", f"tqc {name} -o k.ptx; echo exit $?", "exit [12]", "\n", name=name, head="")
case(18, "tq-opt --tq-allocate-shared on a test of layouts", f"tq-opt {ROOT}/test/passes/assign-layouts.mlir "
     "--tq-allocate-shared >/dev/null 2>err; echo exit $?", "exit [01]")
case(18, "SIGXFSZ", "(ulimit -f 1; tqc k.py --signature='*i32' -o k.ptx --dump-phases=d; echo exit $?)", "exit [012]",
     "@triton.jit\ndef k(z):\n" + "".join(f"    tl.store(z + {i}, {i})\n" for i in range(100)))

# ---------------------------------------------------------------- 19, 20

case(19, "an endless loop", "tq-run launch k.py:k --device emu --grid 1 --max-seconds 1 z=empty:i32:1", "time-limit",
     "@triton.jit\ndef k(z):\n    while tl.load(z, volatile=True) != 5:\n        tl.store(z, 1)\n")
case(19, "30,000 functions in a file", "tqc k.py:k --signature='*i32' -o k.ptx; echo exit $?", "exit 0",
     "".join(f"@triton.jit\ndef f{i}(z):\n    return z\n\n\n" for i in range(30000)) +
     "@triton.jit\ndef k(z):\n    tl.store(z, f3(1))\n", seconds=10)
case(19, "`l = l + l` in a constexpr function", "tqc k.py:k --signature='*i32' -o k.ptx", r"k.py:\d+:\d+: error",
     "@triton.constexpr_function\ndef f():\n    l = [1]\n    for i in range(60):\n        l = l + l\n"
     "    return len(l)\n\n\n@triton.jit\ndef k(z):\n    tl.store(z, f())\n", seconds=20)
case(19, "/dev/zero as a source and as data", "tqc /dev/zero -o k.ptx; tq-run launch k.py:k --device emu --grid 1 "
     "z=@/dev/zero", "error(.*\n)*.*error", "@triton.jit\ndef k(z):\n    tl.store(z, 1)\n", seconds=20)
LOOPS = ("@triton.jit\ndef k(z, n):\n    x = 0\n    for j in tl.static_range(400):\n"
         "        for i in range(n):\n            x += tl.load(z + i)\n    tl.store(z, x)\n")
case(19, "400 loops, under 10 s", "tqc k.py --signature='*i32, i32' -o k.ptx; echo exit $?", "exit 0", LOOPS, seconds=10)
case(19, "cumsum of 64x64x64, under 10 s", "tqc k.py --signature='*fp32' -o k.ptx; echo exit $?", "exit 0",
     "@triton.jit\ndef k(z):\n    i = tl.arange(0, 64)\n    p = z + i[:, None, None] * 4096 + i[None, :, None] * 64 + "
     "i[None, None, :]\n    tl.store(p, tl.cumsum(tl.load(p), 1))\n", seconds=20)
case(20, "tqc --help >/dev/full", "tqc --help >/dev/full; echo exit $?", "exit [12]|exit 70")
case(20, "TQ_PTXAS that is not there", "TQ_PTXAS=/nonexistent tqc k.py --signature='*i32' -o k.cubin", "/nonexistent",
     "@triton.jit\ndef k(z):\n    tl.store(z, 1)\n")
case(20, "an npy of 10,000 dimensions", "python3 -c \"import sys; h = '{\\'descr\\': \\'<f4\\', \\'fortran_order\\': "
     "False, \\'shape\\': (' + '1, ' * 10000 + ')}'; h += ' ' * (63 - (10 + len(h)) % 64) + chr(10); "
     "sys.stdout.buffer.write(b'\\x93NUMPY\\x01\\x00' + len(h).to_bytes(2, 'little') + h.encode() + bytes(4))\" > b.npy; "
     "tq-run launch k.py:k --device emu --grid 1 z=@b.npy 2>&1 | head -c 300", "error: .*dimensions",
     "@triton.jit\ndef k(z):\n    tl.store(z, 1.0)\n")
case(20, "control bytes in a source", "tqc k.py --signature='*i32' -o k.ptx 2>&1 | grep -c \"$(printf '\\033')\"", "^0$",
     "@triton.jit\ndef k(z):\n    tl.store(z, a\033[31mb)\n")

# ---------------------------------------------------------------- 21: refused, and real code wants it

TILES = "    i = tl.arange(0, 32)\n    at = i[:, None] * 32 + i[None, :]\n"


def kernel(what, body, parameters="z", signature="*fp32", arch="sm_90a", above="", extra=""):
    case(21, what, f"tqc k.py:k --signature='{signature}' --arch={arch} {extra}-o k.ptx; echo exit $?", "exit 0",
         f"{above}@triton.jit\ndef k({parameters}):\n{body}")


for arch in ("sm_80", "sm_89", "sm_90a"):
    kernel(f"fp8 tl.dot, {arch}", TILES + "    a = tl.load(x + at)\n    tl.store(z + at, tl.dot(a, a))\n",
           "x, z", "*fp8e5, *fp32", arch)
kernel("tl.dot_scaled", TILES + "    a = tl.load(x + at)\n    s = tl.load(x + i[:, None])\n    tl.store(z + at, "
       "tl.dot_scaled(a, s, 'e4m3', a, s, 'e4m3'))\n", "x, z", "*u8, *fp32")
for name in ("add", "min", "max"):
    kernel(f"desc.atomic_{name} on fp16", f"    d = tl.make_tensor_descriptor(z, [32, 32], [32, 1], [32, 32])\n"
           f"    d.atomic_{name}([0, 0], tl.full((32, 32), 1.0, tl.float16))\n", signature="*fp16:16")
for precision in ("bf16x3", "bf16x6"):
    kernel(f"input_precision={precision}", TILES + "    a = tl.load(z + at)\n    tl.store(z + at, tl.dot(a, a, "
           f"input_precision='{precision}'))\n")
kernel("a dot of 4-D tiles", TILES + "    a = tl.reshape(tl.load(z + at), (2, 2, 16, 16))\n"
       "    tl.store(z + at, tl.reshape(tl.dot(a, a), (32, 32)))\n", signature="*fp16")
kernel("map_elementwise", "    i = tl.arange(0, 32)\n    tl.store(z + i, tl.map_elementwise(f, tl.load(z + i)))\n",
       above="@triton.jit\ndef f(a):\n    if a > 0:\n        return a\n    return -a\n\n\n")
kernel("fp8e4b15", "    i = tl.arange(0, 32)\n    tl.store(z + i, tl.load(z + i).to(tl.float16).to(tl.float8e4b15))\n",
       signature="*fp8e4b15")
kernel("tl.abs of fp8", "    i = tl.arange(0, 32)\n    tl.store(z + i, tl.abs(tl.load(z + i)))\n", signature="*fp8e5")
kernel(".type of constants and tuples", "    tl.static_print((1).type, (1, z).type)\n    tl.store(z, 1.0)\n")
kernel("store(a) if c else store(b)", "    tl.store(z, 1) if n > 1 else tl.store(z, 2)\n", "z, n", "*i32, i32")
kernel("tl.extra.cuda.num_threads()", "    tl.store(z, tl.extra.cuda.num_threads())\n", signature="*i32")
kernel("named tuples as arguments", "    tl.store(p.x, p.n)\n", "p", "(x=*i32, n=i32)")
kernel("bf16 atomics on sm_80", "    tl.atomic_add(z + tl.arange(0, 32), tl.full((32,), 1.0, tl.bfloat16))\n",
       signature="*bf16", arch="sm_80")
kernel("num_stages=0", "    tl.store(z, 1.0)\n", extra="--num-stages=0 ")
kernel("getattr with a default", "    tl.store(z, getattr(z, 'nothing', 3.0))\n")
kernel("print(tile)", "    print(tl.arange(0, 32))\n    tl.store(z, 1.0)\n")
kernel("torch dtype attributes at module level", "    tl.store(z, W)\n", signature="*i32",
       above="W: tl.constexpr = tl.constexpr(torch.float16.itemsize)\n\n\n")
kernel("torch._inductor's libdevice", "    tl.store(z, libdevice.sqrt(tl.load(z)))\n",
       above="from torch._inductor.runtime.triton_helpers import libdevice\n\n\n")
kernel("current_platform of vLLM", "    tl.store(z, 1.0)\n",
       above="from vllm.platforms import current_platform\n\nIS = current_platform.is_cuda()\n\n\n")
kernel("prints as Triton's", "    tl.device_print('x: ', tl.load(z), tl.arange(0, 2))\n    tl.store(z, 1.0)\n")
case(21, "tl.constexpr(x) of a run-time value", "tqc k.py:k --signature='*i32, i32' -o k.ptx; echo exit $?", "exit [01]",
     "@triton.jit\ndef k(z, n):\n    tl.store(z, tl.constexpr(n))\n")


# ---------------------------------------------------------------- running

def shortened(text, folder):
    text = text.replace(str(folder) + "/", "").replace(str(ROOT) + "/", "")
    lines = [" ".join(line.split())[:150] for line in text.splitlines() if line.strip()]
    return re.sub(r"[^ -~]", "?", " / ".join(lines[:3])).replace("|", "\\|")


def lines_around(said, match):
    """The whole lines of what was looked for; all that was said if it is not there."""
    if not match:
        return said
    begin, end = said.rfind("\n", 0, match.start()) + 1, said.find("\n", max(match.start(), match.end() - 1))
    return said[begin:end if end >= 0 else None]


def run(command, folder, tools):
    environment = {"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(folder), "TQ_CACHE_DIR": str(folder / "cache")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, timeout=500)
        said = (done.stdout + done.stderr).decode(errors="replace")
    except subprocess.TimeoutExpired:
        said = "(no end)"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return said, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    tools, wanted = pathlib.Path(sys.argv[1]).resolve(), {int(word) for word in sys.argv[2:]}
    wrong = 0
    print("| | what | command | printed | s | |\n|---|---|---|---|--:|---|")
    for item, what, command, expect, source, name, limit in CASES:
        if wanted and item not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            if source:
                (folder / name).write_text(source)
            said, took = run(command, folder, tools)
            said = said.strip() + "\n"
            match = re.search(expect, said, re.MULTILINE)
            good = match and took < limit
            wrong += not good
            shown = command.replace(str(ROOT) + "/", "").replace("|", "\\|")
            print(f"| {item} | {what} | `{shown[:200]}` | {shortened(lines_around(said, match), folder)} | "
                  f"{took:.1f} | {'yes' if good else '**no**'} |", flush=True)
    print(f"\n{wrong} not as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
