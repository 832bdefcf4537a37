"""tqc.compile: PTX of a file, of a text or of a function, for given types.

    tqc.compile("softmax.py:softmax", "*fp32:16, *fp32:16, i32", BLOCK=1024, arch="sm_90a")
    tqc.compile(kernel, {"x_ptr": "*fp16:16", "n": "i32"}, BLOCK=256)
"""

import os

from .functions import describe
from .kernel import Compiled, Wanted, compile_text
from .source import SourceWriter


def split_path(path):
    """(file, kernel or "") of "file.py:kernel"."""
    path = os.fspath(path)
    file, colon, kernel = path.rpartition(":")
    if colon and kernel.isidentifier() and not os.path.exists(path):
        return file, kernel
    return path, ""


def compile(kernel, signature="", *, arch="sm_80", num_warps=None, num_stages=None,
            num_ctas=None, maxnreg=None, explain=False, emit="ptx", **constants):
    """Compiles a kernel; a CompileError says what is wrong with it.

    `kernel` is a function with @triton.jit or @tqc.jit, or "FILE" or "FILE:KERNEL";
    `signature` is Triton's, "*fp32:16, i32", or a dict of types by name; `constants` are the
    values of tl.constexpr parameters. The result has `ptx` (or the text of the phase `emit`),
    `facts` and, with `explain`, `explanation`.
    """
    options = {"num_warps": num_warps, "num_stages": num_stages, "num_ctas": num_ctas,
               "maxnreg": maxnreg}
    function = describe(kernel)
    if function is None:
        if not isinstance(kernel, (str, os.PathLike)):
            raise TypeError(f"tqc.compile takes a kernel or the name of a file, not "
                            f"{type(kernel).__name__}")
        return compile_file(kernel, signature, arch, options, explain, emit, constants)
    wanted = Wanted(function, options)
    wanted.entry = wanted.writer.bind(function.__name__, function)
    wanted.pairs = pairs_of(signature, constants, wanted.writer)
    return wanted.compile(arch, explain, emit)


def pairs_of(signature, constants, writer):
    if isinstance(signature, dict):
        pairs = [("argument", f"{name}={kind}") for name, kind in signature.items()]
    else:
        pairs = [("signature", signature)] if signature else []
    return pairs + [("constant", f"{name}={writer.literal(value)}")
                    for name, value in constants.items()]


def compile_file(path, signature, arch, options, explain, emit, constants):
    file, name = split_path(path)
    with open(file, encoding="utf-8", errors="surrogateescape") as stream:
        text = stream.read()
    writer = SourceWriter()
    pairs = pairs_of(signature, constants, writer) + [("arch", arch), ("emit", emit)]
    pairs += [(key, value) for key, value in options.items() if value is not None]
    pairs += [("kernel", name)] if name else []
    pairs += [("explain", "1")] if explain else []
    writer.lines, writer.places = text.split("\n"), []
    result, warnings = compile_text(file, text, pairs, writer.where, name)
    return Compiled(name or file, result, writer, warnings)
