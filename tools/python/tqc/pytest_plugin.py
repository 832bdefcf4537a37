"""pytest --tqc: a project's own tests of Triton kernels, on the emulator, without a GPU.

Each launch of a @triton.jit function runs on the emulator; a test in which that finds something
(out of bounds, a race, memory read that was never written, ...) fails with the line of the kernel.

    pytest --tqc                        torch's "cuda" is the CPU
    pytest --tqc --tqc-schedule=random  what finishes when is drawn, by --tqc-seed

In pytest.ini or pyproject.toml: tqc = true, tqc_arch, tqc_schedule, tqc_seconds, tqc_kernels (a
regular expression of the kernels whose findings count), tqc_ignore (kinds of findings). On a
test: @pytest.mark.tqc(ignore=["global-race"]), @pytest.mark.tqc(kernels="softmax.*").
"""

import re

import pytest

OPTIONS = {
    "arch": ("sm_90a", "the GPU that kernels are compiled for"),
    "schedule": ("eager", "what finishes when on the emulator: eager, lazy or random"),
    "seed": ("1", "of --tqc-schedule=random"),
    "seconds": ("20", "of the processor in which no program of a kernel ends"),
    "kernels": ("", "a regular expression: the kernels whose findings count"),
    "ignore": ("", "kinds of findings that do not count, with commas"),
}


def pytest_addoption(parser):
    group = parser.getgroup("tqc", "Triton kernels on tqc's emulator")
    group.addoption("--tqc", action="store_true", default=None,
                    help="run Triton kernels on the emulator, and fail tests by what it finds")
    parser.addini("tqc", "as --tqc", type="bool", default=False)
    for name, (default, what) in OPTIONS.items():
        group.addoption(f"--tqc-{name}", default=None, help=f"{what} (default: {default or 'all'})")
        parser.addini(f"tqc_{name}", what, default=default)


def option(config, name):
    given = getattr(config.known_args_namespace, f"tqc_{name}", None)
    return given if given is not None else config.getini(f"tqc_{name}")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config):
    """Before any conftest.py: those ask torch for its GPU where they are imported."""
    if early_config.known_args_namespace.tqc or early_config.getini("tqc"):
        early_config.pluginmanager.register(Emulated(early_config), "tqc-emulated")


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "tqc(kernels=None, ignore=()): which findings of tqc's emulator fail the test")


class Emulated:
    """The plugin where --tqc was asked for."""

    def __init__(self, config):
        from . import with_triton
        from .settings import device_for, settings
        self.kernels, self.ignored = option(config, "kernels"), words(option(config, "ignore"))
        self.found, self.launches, self.tests = [], 0, 0
        settings.arch = option(config, "arch")
        settings.options = (f"schedule={option(config, 'schedule')} seed={option(config, 'seed')} "
                            f"seconds={option(config, 'seconds')}")
        settings.on_findings = lambda name, problems: self.found.append((name, problems))
        device_for(None)  # a wrong option is told now
        with_triton.run_triton()
        try:
            from . import cuda_is_cpu
        except ImportError:
            return  # tests on numpy's arrays
        settings.undefined_byte = cuda_is_cpu.undefined_byte
        cuda_is_cpu.pretend()

    def pytest_report_header(self, config):
        from .settings import settings
        return f"tqc: kernels run on the emulator as on {settings.arch}, {settings.options}"

    def counts(self, item):
        """The findings of a test that count."""
        mark = item.get_closest_marker("tqc")
        options = mark.kwargs if mark else {}
        kernels = options.get("kernels") or self.kernels
        ignored = self.ignored | set(options.get("ignore", ()))
        return [problem for name, problems in self.found for problem in problems
                if problem.kind not in ignored and (not kernels or re.search(kernels, name))]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):
        self.found = []
        yield

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        outcome = yield
        problems = unique(self.counts(item))
        self.found = []
        if not problems:
            return
        text = "\n".join(map(str, problems))
        if outcome.excinfo:  # the test itself says something too
            item.add_report_section("call", "what the emulator found", text)
            return
        outcome.force_exception(Found(text))


class Found(Exception):
    """What the emulator found in a test that passed."""


@pytest.hookimpl(tryfirst=True)
def pytest_exception_interact(node, call, report):
    """Shows the lines of the kernels, and not those of this plugin."""
    if call.excinfo and isinstance(call.excinfo.value, Found):
        report.longrepr = f"tqc's emulator found:\n{call.excinfo.value}"


def words(text):
    return {word for word in re.split(r"[,\s]+", text) if word}


def unique(problems):
    seen, kept = set(), []
    for problem in problems:
        key = problem.kind, problem.file, problem.line, problem.column, problem.tensor
        if key not in seen:
            seen.add(key)
            kept.append(problem)
    return kept
