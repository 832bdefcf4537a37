"""What becomes of one of Triton's tests here?

    pytest -p upstream_plugin FILE...     with TQ_UPSTREAM, as tools/dev/upstream-tests sets it

A plugin of pytest: gives the fixtures of Triton's conftest, leaves out what
upstream_rules.py names, draws the sample, and writes a line of JSON for each test: its
name, its result (RESULTS says which there are) and the words that explain it.
"""

import json
import os
import pathlib
import random
import signal
import tempfile
import time

import _pytest.assertion.rewrite
import pytest
import triton

import upstream_rules
import upstream_shim
from upstream_launch import Tool
from upstream_source import NotCarried
from upstream_text import leave_out_text

RESULTS = {
    "pass": "what Triton's test expects",
    "finding": "as expected, and the emulator reports something",
    "text": "values as expected; what the test says of Triton's own IR or messages is left out",
    "refused": "we refuse what Triton's compiler takes",
    "differs": "other values",
    "accepts": "we take what Triton's test expects to be refused",
    "crash": "our compiler or emulator failed",
    "slow": "out of time",
    "theirs": "Triton's compiler refuses the kernel too, or the test fails before a launch",
    "shim": "this tool cannot carry an argument or a global over",
    "skip": "Triton's test skips itself on this GPU",
}

settings = json.loads(os.environ["TQ_UPSTREAM"])
shim = upstream_shim.install(Tool(**settings["tool"]))


# ---------------------------------------------------------------- Triton's texts

without_text = set()  # (file, function) of tests that lost statements
rewrite_asserts = _pytest.assertion.rewrite.rewrite_asserts


def rewrite_without_text(tree, source, module_path=None, config=None):
    if module_path and module_path.startswith(settings["tests"]):
        file = pathlib.Path(module_path).relative_to(settings["tests"]).as_posix()
        without_text.update((file, name) for name in leave_out_text(tree))
    rewrite_asserts(tree, source, module_path, config)


_pytest.assertion.rewrite.rewrite_asserts = rewrite_without_text


# ---------------------------------------------------------------- Triton's fixtures

def pytest_addoption(parser):
    parser.addoption("--device", action="store", default="cuda")


@pytest.fixture
def device(request):
    return request.config.getoption("--device")


def fresh(skipped):
    from triton._internal_testing import _fresh_knobs_impl
    begin, end = _fresh_knobs_impl(skipped)
    try:
        yield begin()
    finally:
        end()


@pytest.fixture
def fresh_knobs():
    yield from fresh(None)


@pytest.fixture
def fresh_knobs_except_libraries():
    yield from fresh({"build", "nvidia", "amd"})


@pytest.fixture
def fresh_triton_cache():
    from triton import knobs
    with tempfile.TemporaryDirectory() as folder, knobs.cache.scope(), knobs.runtime.scope():
        knobs.cache.dir = folder
        yield folder


@pytest.fixture
def with_allocator():
    import triton
    from triton._internal_testing import default_alloc_fn
    from triton.runtime._allocation import NullAllocator
    triton.set_allocator(default_alloc_fn)
    try:
        yield
    finally:
        triton.set_allocator(NullAllocator())


# ---------------------------------------------------------------- which tests

def function_of(item):
    """("language/test_core.py", "test_empty_kernel")"""
    path = pathlib.Path(str(item.fspath)).relative_to(settings["tests"])
    return path.as_posix(), getattr(item, "originalname", item.name.split("[")[0])


def draw(groups, count, seed):
    """`count` tests, as evenly from all functions as there are enough."""
    chooser = random.Random(seed)
    order = {}
    for key, items in sorted(groups.items()):  # each its own chooser: others may come and go
        items = sorted(items, key=lambda i: i.nodeid)
        order[key] = random.Random(f"{seed} {key}").sample(items, len(items))
    chosen, row = [], 0
    while len(chosen) < count and any(row < len(items) for items in order.values()):
        left = [items[row] for items in order.values() if row < len(items)]
        chosen += chooser.sample(left, len(left))
        row += 1
    return {item.nodeid for item in chosen[:count]}


def share(names):
    """This process's part, drawn so that the slow tests of one function are spread."""
    mixed = sorted(names, key=lambda name: (random.Random(f"{settings['seed']} {name}").random(), name))
    return set(mixed[settings["job"]::settings["jobs"]])


def pytest_ignore_collect(collection_path, config):
    """Files that a rule names whole are not even read."""
    path = collection_path.relative_to(settings["tests"]).as_posix()
    reason = upstream_rules.not_ours(path, "*") if path.endswith(".py") else None
    if reason and collection_path.name.startswith("test_"):
        write_once({"file": path, "function": "*", "rule": reason})
    return True if reason else None


def pytest_collection_modifyitems(config, items):
    groups, excluded = {}, {}
    for item in items:
        key = function_of(item)
        reason = upstream_rules.not_ours(*key)
        if reason:
            excluded[key] = reason
        else:
            groups.setdefault(key, []).append(item)
    for (file, function), reason in sorted(excluded.items()):
        write_once({"file": file, "function": function, "rule": reason})
    for (file, function), of_function in sorted(groups.items()):
        write_once({"file": file, "function": function, "all": len(of_function)})
    kept = {item.nodeid for of_function in groups.values() for item in of_function}
    if settings["only"]:
        kept = {name for name in kept if any(text in name for text in settings["only"])}
        groups = {k: [i for i in v if i.nodeid in kept] for k, v in groups.items()}
    if settings["sample"]:
        kept &= draw(groups, settings["sample"], settings["seed"])
    mine = share(kept)
    begun = set(settings["begun"])
    items[:] = [item for item in items if item.nodeid in mine - begun]
    if not begun:
        write({"planned": len(items)})


# ---------------------------------------------------------------- what became of it

def write(row):
    with open(settings["rows"], "a") as file:
        file.write(json.dumps(row) + "\n")


def write_once(row):
    """What each process sees, said by the first one."""
    if settings["job"] == 0:
        write(row)


def on_alarm(number, frame):
    raise upstream_shim.Stop("slow", f"more than {settings['seconds']} s")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Many of these tests ask for a process of their own, where TRITON_DEBUG is what the
    environment says and not what the last test left."""
    triton.knobs.refresh_knobs()
    file, function = function_of(item)
    write({"begun": item.nodeid, "job": settings["job"], "file": file, "function": function,
           "name": item.name})


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    upstream_shim.new_record()
    signal.signal(signal.SIGALRM, on_alarm)
    signal.alarm(settings["seconds"])
    item.began = time.monotonic()
    yield
    signal.alarm(0)


def words(error, limit=300):
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:limit]


def judge(item, call, report):
    """(result, message) of a test that ran."""
    record = upstream_shim.record
    error = call.excinfo.value if call.excinfo else None
    if isinstance(error, upstream_shim.Stop):
        if error.kind == "refused":
            code, message = record.refused[-1]
            return "refused", message + (f" [{code}]" if code else "")
        if error.kind == "text" and not record.launches:
            return "theirs", str(error)
        return error.kind, str(error)
    if isinstance(error, NotCarried):
        return "shim", str(error)
    if report.skipped:
        return "skip", words(error)
    if record.findings and (error is None or record.unsaved):
        first = record.findings[0]
        return "finding", f"{first['kind']}: {first['message']}"
    if error is None:
        if function_of(item) in without_text:
            return "text", "without what the test says of Triton's IR"
        return "pass", ""
    if "DID NOT WARN" in str(error):
        return "text", words(error)
    if "DID NOT RAISE" in str(error):
        return "accepts", words(error)
    if upstream_rules.expects_refusals(*function_of(item)) and not record.refused_both:
        return "accepts", words(error)
    if record.refused_both:
        return ("text" if isinstance(error, AssertionError) else "theirs"), words(error)
    if "cuBLAS Error" in str(error):  # Triton's own binding, which asks for a GPU
        return "theirs", words(error)
    if not record.launches and function_of(item)[0] != "language/test_subprocess.py":
        return "theirs", words(error)
    return "differs", words(error)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if call.when == "call":
        result, message = judge(item, call, report)
    elif call.when == "setup" and call.excinfo:
        result = "skip" if report.skipped else "theirs"
        message = words(call.excinfo.value)
    else:
        return
    file, function = function_of(item)
    write({"file": file, "function": function, "test": item.name, "result": result,
           "message": message, "launches": upstream_shim.record.launches,
           "seconds": round(time.monotonic() - getattr(item, "began", time.monotonic()), 2)})
