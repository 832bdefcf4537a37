"""Which of Triton's tests say something about a compiler of its language?

    reason = not_ours("language/test_core.py", "test_empty_kernel")

A rule is a pattern of `file::function` and a reason. A test that a rule names is listed
and not run. All others are ours, and a test that fails needs a better reason.
"""

import fnmatch

RULES = (
    ("runtime/test_bindings.py::*", "Triton's C++ objects of its IR"),
    ("runtime/test_compilation_listener.py::*", "Triton's own compiler reports to it"),
    ("runtime/test_build.py::*", "builds C modules"),
    ("runtime/test_blaslt.py::*", "cuBLAS"),
    ("runtime/test_driver.py::*", "Triton's driver"),
    ("runtime/test_cache.py::*", "Triton's caches and their keys"),
    ("runtime/test_subproc.py::*", "Triton's caches in other processes"),
    ("runtime/test_specialize.py::*", "Triton's binder of arguments, written in C++"),
    ("runtime/test_launch.py::*", "Triton's launcher: memory that it leaks, metadata"),
    ("test_debug_dump.py::*", "Triton's dumps"),
    ("test_debuginfo.py::*", "Triton's debug information"),
    ("test_filecheck.py::*", "Triton's IR as text"),
    ("test_knobs.py::*", "Triton's settings"),
    ("test_link.py::*", "Triton's linker of LLVM modules"),
    ("test_perf_warning.py::*", "Triton's remarks"),
    ("tools/*", "Triton's own tools"),
    ("plugins/*", "plugins of Triton's compiler"),
    ("instrumentation/*", "plugins of Triton's compiler"),
    ("language/test_line_info.py::*", "line tables in Triton's binaries"),
    ("language/test_reproducer.py::*", "Triton's reproducers of crashes"),
    ("language/test_compile_only.py::*", "Blackwell and AMD, as text"),
    ("runtime/test_autotuner.py::test_override_*", "replaces Triton's own IR"),
    ("language/test_frontend.py::*", "Triton's IR as text"),
)


def not_ours(file, function):
    for pattern, reason in RULES:
        if fnmatch.fnmatchcase(f"{file}::{function}", pattern):
            return reason
    return None


# Tests that ask whether something is refused: values that differ cannot be seen there.
REFUSALS = ("language/test_compile_errors.py::*", "language/test_core.py::test_call",
            "runtime/test_autotuner.py::test_hooks")  # 100 stages: too much shared memory


def expects_refusals(file, function):
    return any(fnmatch.fnmatchcase(f"{file}::{function}", pattern) for pattern in REFUSALS)
