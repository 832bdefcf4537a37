"""Times streaming kernels on one GPU: PTX files of tqc beside Triton and torch.

    python3 streaming-turns.py FOLDER [--cases add24,sm32_4096x4096] [--rounds 3]

FOLDER holds PTX files `CASE@VARIANT.ptx`; what a launch needs stands in their
`// tq:` line. All implementations of a case take turns, launch by launch; each
launch is timed by events after a write of 256 MB that empties the L2 cache.
One JSON row an implementation, with the median in ms, goes to stdout.
"""
import argparse, ctypes, glob, json, os, random, re, statistics, sys
import torch, triton, triton.language as tl

cu = ctypes.CDLL("libcuda.so.1")

def check(code):
    if code: raise RuntimeError(f"CUDA error {code}")

@triton.jit
def add_kernel(x, y, o, n, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    m = offs < n
    tl.store(o + offs, tl.load(x + offs, mask=m) + tl.load(y + offs, mask=m), mask=m)

@triton.jit
def softmax_row(o, x, so, sx, C, B: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, B)
    m = c < C
    v = tl.load(x + r * sx + c, mask=m, other=-float("inf")).to(tl.float32)
    v = v - tl.max(v, axis=0)
    e = tl.exp(v)
    tl.store(o + r * so + c, e / tl.sum(e, axis=0), mask=m)

@triton.jit
def softmax_rows(o, x, so, sx, R, C, B: tl.constexpr, NS: tl.constexpr):
    for r in tl.range(tl.program_id(0), R, tl.num_programs(0), num_stages=NS):
        c = tl.arange(0, B)
        m = c < C
        v = tl.load(x + r * sx + c, mask=m, other=-float("inf")).to(tl.float32)
        v = v - tl.max(v, axis=0)
        e = tl.exp(v)
        tl.store(o + r * so + c, e / tl.sum(e, axis=0), mask=m)

@triton.jit
def causal_row(o, x, S, C, B: tl.constexpr):
    r = tl.program_id(0).to(tl.int64)
    i = r % S
    c = tl.arange(0, B)
    v = tl.load(x + r * C + c, mask=(c <= i) & (c < C), other=-float("inf")).to(tl.float32)
    v = v - tl.max(v, axis=0)
    e = tl.exp(v)
    tl.store(o + r * C + c, e / tl.sum(e, axis=0), mask=c < C)

@triton.jit
def ln_row(X, W, Bp, Y, MEAN, RSTD, N, eps, BS: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, BS)
    m = c < N
    x = tl.load(X + r * N + c, mask=m, other=0.0).to(tl.float32)
    mu = tl.sum(x, 0) / N
    xc = tl.where(m, x - mu, 0.0)
    rs = tl.rsqrt(tl.sum(xc * xc, 0) / N + eps)
    w = tl.load(W + c, mask=m).to(tl.float32)
    b = tl.load(Bp + c, mask=m).to(tl.float32)
    tl.store(Y + r * N + c, (xc * rs * w + b).to(Y.dtype.element_ty), mask=m)
    tl.store(MEAN + r, mu)
    tl.store(RSTD + r, rs)

class Ours:
    """One PTX file, loaded with the driver."""
    def __init__(self, path):
        text = open(path, "rb").read()
        self.facts = json.loads(re.search(rb"^// tq: (.*)$", text, re.M).group(1))
        module, self.function = ctypes.c_void_p(), ctypes.c_void_p()
        check(cu.cuModuleLoadData(ctypes.byref(module), ctypes.c_char_p(text)))
        check(cu.cuModuleGetFunction(ctypes.byref(self.function), module, self.facts["entry"].encode()))
        self.threads = 32 * self.facts["num_warps"]
        self.shared = self.facts["shared"]
        if self.shared > 48 << 10:
            check(cu.cuFuncSetAttribute(self.function, 8, self.shared))
        regs = ctypes.c_int()
        cu.cuFuncGetAttribute(ctypes.byref(regs), 4, self.function)
        self.registers = regs.value

    def launcher(self, grid, args):
        cells = []
        for spec, value in zip(self.facts["params"], args):
            if isinstance(value, torch.Tensor): cells.append(ctypes.c_uint64(value.data_ptr()))
            elif spec["type"] == "fp32": cells.append(ctypes.c_float(value))
            elif spec["type"] == "i64": cells.append(ctypes.c_int64(value))
            else: cells.append(ctypes.c_int32(value))
        pointers = (ctypes.c_void_p * len(cells))(*[ctypes.addressof(c) for c in cells])
        def run():
            check(cu.cuLaunchKernel(self.function, grid, 1, 1, self.threads, 1, 1, self.shared,
                                    ctypes.c_void_p(torch.cuda.current_stream().cuda_stream), pointers, None))
        run.keep = (cells, pointers, args)
        return run

def cases():
    dev = "cuda"
    dt = {"32": torch.float32, "16": torch.float16}
    for name, n in (("add24", 1 << 24), ("add24p3", (1 << 24) + 3), ("add28", 1 << 28)):
        def make(n=n):
            x, y = torch.randn(n, device=dev), torch.randn(n, device=dev)
            o = torch.empty_like(x)
            peers = {"torch": lambda: torch.add(x, y, out=o)}
            for b, w in ((1024, 4), (1024, 8), (2048, 8)):
                peers[f"triton B={b} w={w}"] = lambda b=b, w=w: add_kernel[(triton.cdiv(n, b),)](x, y, o, n, B=b, num_warps=w)
            return dict(out=o, ref=x + y, bytes=12 * n, peers=peers,
                        ours=lambda k: k.launcher(-(-n // int(k.facts["constants"]["BLOCK_SIZE"])), (x, y, o, n)))
        yield name, make
    for bits, R, C in (("32", 4096, 1024), ("32", 4096, 4096), ("32", 4096, 16384), ("32", 32768, 8192), ("16", 32768, 8192)):
        def make(bits=bits, R=R, C=C):
            x = torch.randn(R, C, device=dev, dtype=dt[bits]); o = torch.empty_like(x)
            B = triton.next_power_of_2(C)
            peers = {"torch": lambda: torch.softmax(x, -1, out=o)}
            for w in ((2, 4, 8) if C < 4096 else (4, 8, 16)):
                peers[f"triton row w={w}"] = lambda w=w: softmax_row[(R,)](o, x, C, C, C, B=B, num_warps=w)
            peers["triton rows"] = lambda: softmax_rows[(132 * 4,)](o, x, C, C, R, C, B=B, NS=2, num_warps=8)
            return dict(out=o, ref=torch.softmax(x, -1), bytes=2 * x.numel() * x.element_size(), peers=peers,
                        ours=lambda k: k.launcher(-(-R // int(k.facts["constants"].get("ROWS", 1))), (x, o, C, C, C)[:len(k.facts["params"])] if len(k.facts["params"]) <= 5 else (x, o, R, C, C, C)))
        yield f"sm{bits}_{R}x{C}", make
    for bits in ("16", "32"):
        def make(bits=bits):
            x = torch.randn(64, 2048, 2048, device=dev, dtype=dt[bits]); o = torch.empty_like(x)
            mask = torch.ones(2048, 2048, device=dev, dtype=torch.bool).triu(1)
            def eager(): return torch.softmax(x.masked_fill(mask, float("-inf")), -1)
            peers = {"torch": eager}
            for w in (4, 8, 16):
                peers[f"triton row w={w}"] = lambda w=w: causal_row[(64 * 2048,)](o, x, 2048, 2048, B=2048, num_warps=w)
            return dict(out=o, ref=eager(), bytes=1.5 * x.numel() * x.element_size(), peers=peers,
                        ours=lambda k: k.launcher(64 * 2048 // int(k.facts["constants"].get("ROWS", 1)), (x, o, 2048, 2048)))
        yield f"causal{bits}", make
    for R, C in ((4096, 4096), (32768, 4096)):
        def make(R=R, C=C):
            x = torch.randn(R, C, device=dev, dtype=torch.float16)
            w, b = torch.rand(C, device=dev, dtype=torch.float16), torch.rand(C, device=dev, dtype=torch.float16)
            o = torch.empty_like(x); mean = torch.empty(R, device=dev); rstd = torch.empty(R, device=dev)
            peers = {"torch": lambda: torch.nn.functional.layer_norm(x, (C,), w, b, 1e-5)}
            for nw in (4, 8, 16):
                peers[f"triton w={nw}"] = lambda nw=nw: ln_row[(R,)](x, w, b, o, mean, rstd, C, 1e-5, BS=C, num_warps=nw)
            return dict(out=o, ref=torch.nn.functional.layer_norm(x, (C,), w, b, 1e-5), bytes=4 * R * C, peers=peers,
                        ours=lambda k: k.launcher(R, (x, w, b, o, mean, rstd, C, 1e-5)))
        yield f"ln16_{R}x{C}", make

def measure(impls, launches):
    flush = torch.empty(1 << 28, device="cuda", dtype=torch.int8)
    times = {name: [] for name in impls}
    order = list(impls)
    for _ in range(launches):
        random.shuffle(order)
        events = []
        for name in order:
            flush.zero_()
            a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            a.record(); impls[name](); b.record()
            events.append((name, a, b))
        torch.cuda.synchronize()
        for name, a, b in events: times[name].append(a.elapsed_time(b))
    return times

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--cases", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--launches", type=int, default=60)
    opts = parser.parse_args()
    torch.manual_seed(0); random.seed(0)
    for name, make in cases():
        files = sorted(glob.glob(os.path.join(opts.folder, name + "@*.ptx")))
        if opts.cases and name not in opts.cases.split(","): continue
        case = make()
        impls, extra = dict(case["peers"]), {}
        for path in files:
            label = "tqc " + os.path.basename(path).split("@")[1][:-4]
            try:
                kernel = Ours(path)
                run = case["ours"](kernel)
                case["out"].zero_(); run(); torch.cuda.synchronize()
                error = (case["out"].double() - case["ref"].double()).abs().max().item() if case["out"].numel() < 1 << 27 else (case["out"] - case["ref"]).abs().max().item()
                impls[label] = run
                extra[label] = dict(registers=kernel.registers, error=error)
            except RuntimeError as problem:
                print(json.dumps(dict(case=name, impl=label, error=str(problem))), flush=True)
        for run in list(impls.values()):
            run(); run()
        torch.cuda.synchronize()
        medians = {impl: [] for impl in impls}
        for _ in range(opts.rounds):
            for impl, times in measure(impls, opts.launches).items():
                medians[impl].append(statistics.median(times))
        best = {kind: min(statistics.median(m) for impl, m in medians.items() if impl.startswith(kind)) for kind in ("torch", "triton")}
        for impl, m in sorted(medians.items(), key=lambda item: statistics.median(item[1])):
            ms = statistics.median(m)
            print(json.dumps(dict(case=name, impl=impl, ms=round(ms, 5), calls=[round(v, 5) for v in m], gbs=round(case["bytes"] / ms * 1e-6),
                                  ratio_triton=round(best["triton"] / ms, 4), ratio_torch=round(best["torch"] / ms, 4), **extra.get(impl, {}))), flush=True)
        del case, impls
        torch.cuda.empty_cache()
    print(json.dumps(dict(device=torch.cuda.get_device_name(), torch=torch.__version__, triton=triton.__version__)))

main()
