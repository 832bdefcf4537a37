"""What does `tq-run launch` make of one launch of a running Python program?

    outcome = launch(tool, function, {"x": tensor, "n": 7}, (4, 1, 1), {"num_warps": 4})
    outcome.kind        "done", "refused", "crash" or "slow"
    outcome.findings    what the emulator reported

The kernel becomes a file (upstream_source.py) with a launcher below it. Memory goes
there and back as a whole: each storage that an argument points into is one .npy file,
and the launcher makes the arguments as views of it, so that offsets, strides and two
arguments of one memory are what they are here. Tuples and tensor descriptors are no
arguments of an entry: a kernel around the kernel puts them together.
"""

import ctypes
import dataclasses
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

import numpy as np
import torch
import triton.language as tl
from triton.runtime.jit import JITCallable, TensorWrapper
from triton.tools.tensor_descriptor import TensorDescriptor

from upstream_source import DTYPES, NotCarried, SourceWriter, is_namedtuple

LAUNCHER, ENTRY = "launch_of_the_test", "entry_of_the_test"
# Triton's name of an element type: how .npy files hold it, its name in torch.
ELEMENTS = {
    "int1": ("|b1", "bool"), "int8": ("|i1", "int8"), "int16": ("<i2", "int16"),
    "int32": ("<i4", "int32"), "int64": ("<i8", "int64"), "uint8": ("|u1", "uint8"),
    "uint16": ("<u2", "uint16"), "uint32": ("<u4", "uint32"), "uint64": ("<u8", "uint64"),
    "fp16": ("<f2", "float16"), "bf16": ("<u2", "bfloat16"), "fp32": ("<f4", "float32"),
    "fp64": ("<f8", "float64"), "fp8e4nv": ("|u1", "float8_e4m3fn"),
    "fp8e5": ("|u1", "float8_e5m2"), "fp8e4b15": ("|u1", ""),
}
RAW = ("bf16", "fp8e4nv", "fp8e5", "fp8e4b15")
OF_TORCH = {torch_name: name for name, (_, torch_name) in ELEMENTS.items()}
OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg", "debug")


@dataclasses.dataclass
class Tool:
    program: str            # build/bin/tq-run
    arch: str = "sm_90a"
    schedules: int = 0
    strict: bool = False    # what is only compiled is compiled with --strict-triton
    seconds: float = 60
    keep: str = ""          # where files of failed launches stay


@dataclasses.dataclass
class Outcome:
    kind: str
    message: str = ""
    code: str = ""
    findings: list = dataclasses.field(default_factory=list)
    printed: str = ""
    saved: bool = True      # whether the kernel's memory came back


class NoSuchType(Exception):
    """An element type that our kernels do not have."""


def first_error(text):
    """The first message of the compiler and its code."""
    for line in text.splitlines():
        match = re.search(r"error: (.*) \[(TQ\d+)\]", line)
        if match:
            return match[1], match[2]
    lines = [line for line in text.splitlines() if line.strip()]
    return (re.sub(r"\S*/", "", lines[0]) if lines else "nothing was said"), ""


def is_tensor(value):
    return isinstance(value, (torch.Tensor, TensorWrapper))


class Memory:
    """The storages that the arguments of a launch point into."""

    def __init__(self):
        self.storages = {}  # address: (name, storage, element type)

    def view(self, tensor):
        """An expression of the launcher for `tensor`."""
        base = tensor.base if isinstance(tensor, TensorWrapper) else tensor
        element = getattr(tensor.dtype, "name", OF_TORCH.get(str(tensor.dtype).split(".")[-1]))
        if element not in ELEMENTS:
            raise NoSuchType(f"kernels have no tensors of {element or tensor.dtype}")
        storage = base.untyped_storage()
        key = storage.data_ptr() or id(storage)
        name, _, main = self.storages.setdefault(
            key, (f"memory{len(self.storages)}", storage, element))
        text = name
        if main != element and element == "fp8e4b15":  # torch does not have it
            text = f"triton.reinterpret({text}, tl.float8e4b15)"
        elif main != element:
            text += f".view(torch.{ELEMENTS[element][1]})"
        offset = base.storage_offset() * base.element_size() // np.dtype(ELEMENTS[element][0]).itemsize
        return text + (f"[{offset}:]" if offset else "")

    def names(self):
        return [name for name, _, _ in self.storages.values()]

    def save(self, folder):
        """The files, and the arguments of the command line that name them."""
        words = []
        for name, storage, element in self.storages.values():
            size = storage.nbytes()
            data = np.empty(size, np.uint8)
            ctypes.memmove(data.ctypes.data, storage.data_ptr(), size)
            data = data[:size - size % np.dtype(ELEMENTS[element][0]).itemsize]
            np.save(folder / f"{name}.npy", data.view(ELEMENTS[element][0]))
            words.append(f"{name}=@{folder / name}.npy" + (f":{element}" if element in RAW else ""))
            words += ["--save", f"{name}={folder / name}.out.npy"]
        return words

    def load(self, folder):
        """Brings memory back; whether all of it was there."""
        for name, storage, _ in self.storages.values():
            file = folder / f"{name}.out.npy"
            if file.exists():
                data = np.ascontiguousarray(np.load(file))
                ctypes.memmove(storage.data_ptr(), data.ctypes.data,
                               min(data.nbytes, storage.nbytes()))
        return all((folder / f"{name}.out.npy").exists() for name in self.names())


class LaunchWriter:
    """The file of one launch: the kernel, perhaps one around it, and the launcher."""

    def __init__(self, function, arguments, grid, options):
        self.writer, self.memory = SourceWriter(), Memory()
        kernel = self.writer.bind(function.__name__, function)
        constants = {p.name for p in function.params if p.is_constexpr}
        simple = all(name in constants or self.is_simple(value)
                     for name, value in arguments.items())
        self.parameters, self.values = [], []
        if simple:
            self.values = [f"{name}={self.value(value)}" for name, value in arguments.items()]
        else:
            call = ", ".join(f"{name}={self.writer.literal(value)}" if name in constants
                             else f"{name}={self.inner(value)}"
                             for name, value in arguments.items())
            self.writer.parts.append(f"\n\n@triton.jit\ndef {ENTRY}({', '.join(self.parameters)}):\n"
                                     f"    {kernel}({call})")
            kernel = ENTRY
        self.values += [f"{name}={value}" for name, value in options.items()
                        if name not in arguments or not simple]
        self.writer.bind("torch", torch)
        self.writer.parts.append(
            f"\n\ndef {LAUNCHER}({', '.join(self.memory.names())}):\n"
            f"    {kernel}[{tuple(grid)}]({', '.join(self.values)})")

    @staticmethod
    def is_simple(value):
        return value is None or is_tensor(value) or type(value) in (bool, int, float)

    def value(self, value):
        """What the launcher hands to an entry."""
        return self.memory.view(value) if is_tensor(value) else self.writer.literal(value)

    def parameter(self, value):
        name = f"p{len(self.parameters)}"
        self.parameters.append(name)
        self.values.append(f"{name}={self.value(value)}")
        return name

    def inner(self, value):
        """What the kernel around the kernel hands to it."""
        if self.is_simple(value):
            return self.parameter(value)
        if isinstance(value, TensorDescriptor):
            shape = [self.parameter(int(size)) for size in value.shape]
            strides = [self.parameter(int(size)) for size in value.strides]
            strides[-1] = "1"
            return (f"tl.make_tensor_descriptor({self.parameter(value.base)}, [{', '.join(shape)}], "
                    f"[{', '.join(strides)}], {[int(n) for n in value.block_shape]}, "
                    f"padding_option={value.padding!r})")
        if isinstance(value, tuple):
            items = [self.inner(item) for item in value]
            if is_namedtuple(value):
                return f"{self.writer.bind(type(value).__name__, type(value))}({', '.join(items)})"
            return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
        if isinstance(value, (tl.constexpr, tl.dtype, str, JITCallable, np.generic)):
            return self.writer.literal(value)
        if hasattr(value, "data_ptr"):
            raise NotCarried(f"a pointer as {type(value).__name__}")
        raise NotCarried(f"an argument of {type(value).__name__}")


def options_of(options):
    """The options of a launch that say something other than the defaults."""
    known = {"num_warps": 4, "num_stages": 3, "num_ctas": 1, "maxnreg": None,
             "debug": None}  # always said: tq-run's default is its own
    return {name: options[name] for name in OPTIONS
            if options.get(name, known[name]) != known[name]}


def static_prints(text):
    """What `tl.static_print` wrote: it goes to standard error, beside diagnostics."""
    ours = re.compile(r"\S*:\d+:\d+: |\s+\d* \||(note|help|warning|error|remark): ")
    return "".join(line + "\n" for line in text.splitlines() if not ours.match(line))


def read_outcome(done):
    """What a run of tq-run says of itself."""
    start = re.search(r"^\{$", done.stdout, re.M)
    try:
        report = json.loads(done.stdout[start.start():]) if start else {}
    except json.JSONDecodeError:
        report = {}
    printed = static_prints(done.stderr) + (done.stdout[:start.start()] if start else done.stdout)
    error = report.get("error", "") or ("" if report or not done.returncode else done.stderr)
    message, code = first_error(error) if error else ("", "")
    if done.returncode < 0 or done.returncode == 70 or code == "TQ9999":
        said = (done.stderr.strip() or message).splitlines() or [""]
        return Outcome("crash", f"exit {done.returncode}: {message or said[0]}", code, printed=printed)
    findings = report.get("findings", [])
    if error and not findings:
        return Outcome("refused", message, code, printed=printed)
    return Outcome("done", findings=findings, printed=printed)


def run(tool, words, folder):
    try:
        done = subprocess.run([tool.program, *words], capture_output=True, text=True,
                              timeout=tool.seconds, errors="replace")
    except subprocess.TimeoutExpired:
        return Outcome("slow", f"more than {tool.seconds:.0f} s")
    outcome = read_outcome(done)
    if outcome.kind in ("crash", "refused") and tool.keep:
        kept = tempfile.mkdtemp(prefix=outcome.kind + "-", dir=tool.keep)
        shutil.copy(folder / "kernel.py", kept)
        (pathlib.Path(kept) / "said.txt").write_text(
            " ".join(words) + "\n" + done.stdout[-20000:] + done.stderr[-20000:])
    return outcome


def launch(tool, function, arguments, grid, options):
    """Launches with `arguments` by name; memory is then what the kernel left."""
    try:
        writer = LaunchWriter(function, arguments, grid, options_of(options))
    except NoSuchType as error:
        return Outcome("refused", str(error))
    with tempfile.TemporaryDirectory(prefix="upstream-") as folder:
        folder = pathlib.Path(folder)
        (folder / "kernel.py").write_text(writer.writer.text())
        words = ["launch", f"{folder}/kernel.py:{LAUNCHER}", "--device", "emu",
                 "--arch", tool.arch, "--json"]
        if tool.schedules:
            words += ["--schedules", str(tool.schedules)]
        outcome = run(tool, words + writer.memory.save(folder), folder)
        outcome.saved = writer.memory.load(folder)
    return outcome


# Compiling without a launch

SHORT = {"int1": "i1", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
         "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64"}
DESCRIPTOR = re.compile(r"tensordesc<(\w+)\[([\d, ]+)\]")


class CompileWriter:
    """The file of a compilation: a kernel whose arguments are types and constants."""

    def __init__(self, function, signature, constants):
        self.writer, self.types = SourceWriter(), []
        kernel = self.writer.bind(function.__name__, function)
        names = list(signature)
        call = ", ".join(f"{name}={self.inner(signature[name], constants, (names.index(name),))}"
                         for name in names)
        parameters = ", ".join(f"p{n}" for n in range(len(self.types)))
        self.writer.parts.append(
            f"\n\n@triton.jit\ndef {ENTRY}({parameters}):\n    {kernel}({call})")

    def parameter(self, text):
        self.types.append(text)
        return f"p{len(self.types) - 1}"

    def inner(self, kind, constants, path):
        if path in constants:
            return self.writer.literal(constants[path])
        if isinstance(kind, (tuple, list)):
            items = [self.inner(item, constants, (*path, n)) for n, item in enumerate(kind)]
            return f"({', '.join(items)}{',' if len(items) == 1 else ''})"
        if kind == "constexpr":
            return "None"
        match = DESCRIPTOR.match(str(kind))
        if match:
            block = [int(n) for n in match[2].split(",")]
            shape = [self.parameter("i32") for _ in block]
            strides = [self.parameter("i64:16") for _ in block[1:]] + ["1"]
            return (f"tl.make_tensor_descriptor({self.parameter('*' + match[1] + ':16')}, "
                    f"[{', '.join(shape)}], [{', '.join(strides)}], {block})")
        return self.parameter(str(kind))


def compile_only(tool, function, signature, constants, options):
    """Compiles to PTX; the outcome says whether that went well."""
    writer = CompileWriter(function, signature, constants)
    with tempfile.TemporaryDirectory(prefix="upstream-") as folder:
        folder = pathlib.Path(folder)
        (folder / "kernel.py").write_text(writer.writer.text())
        words = [f"{folder}/kernel.py:{ENTRY}", "--arch", tool.arch, "-o", f"{folder}/k.ptx"]
        if tool.strict:
            words.append("--strict-triton")
        if writer.types:
            words.append("--signature=" + ", ".join(writer.types))
        for name, value in options_of(options).items():
            if name in ("num_warps", "num_stages"):
                words.append(f"--{name.replace('_', '-')}={value}")
            elif name == "debug" and value:
                words.append("--debug")
        compiler = dataclasses.replace(tool, program=str(pathlib.Path(tool.program).parent / "tqc"))
        outcome = run(compiler, words, folder)
        if outcome.kind == "done" and not (folder / "k.ptx").exists():
            return Outcome("refused", *first_error(outcome.printed))
        return outcome
