#!/usr/bin/env python3
"""Fail if a file includes a folder that its own folder may not depend on, or
if files include each other in a ring.

    check-layering.py [--root FOLDER]     another tree than this one
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# folder -> folders it may include, besides itself. A rule may name only rows
# above it, so the table cannot describe a cycle; a nested folder comes before
# the one that holds it.
MAY_INCLUDE = {
    # The facts that the compiler and what runs kernels share: no MLIR.
    "runtime/image": [],
    "dialect/layout": [],
    "dialect/tq": [],
    "dialect/tqg": ["dialect/layout", "dialect/tq"],
    "compiler/syntax": [],
    "compiler/emit": ["compiler/syntax", "dialect/tq"],
    "compiler/analysis": ["dialect/", "runtime/image"],
    "compiler/passes": ["dialect/", "compiler/analysis"],
    "compiler/codegen": ["dialect/", "compiler/analysis", "runtime/image"],
    "runtime/device": ["runtime/image"],
    # The judge of what passes, codegen and emulator read: it shares none of it.
    "compiler/interpreter": ["dialect/tq", "dialect/tqg", "runtime/image",
                             "runtime/device"],
    "runtime/cache": ["runtime/image"],
    "runtime/cuda": ["runtime/image", "runtime/device", "runtime/cache"],
    # The emulator's rooms: the text, what it means, who executes, what is said
    # of it, what is wrong with it, what memory does, the instructions.
    "runtime/emulator/numerics": [],
    "runtime/emulator/ptx": ["runtime/image"],
    "runtime/emulator/decode": ["runtime/image", "runtime/emulator/ptx"],
    "runtime/emulator/machine": ["runtime/image", "runtime/emulator/"],
    "runtime/emulator/reports": ["runtime/image", "runtime/emulator/"],
    "runtime/emulator/checks": ["runtime/image", "runtime/emulator/"],
    "runtime/emulator/memory": ["runtime/image", "runtime/emulator/"],
    "runtime/emulator/execution": ["runtime/image", "runtime/emulator/"],
    "runtime/emulator": ["runtime/image", "runtime/device",
                         "runtime/emulator/"],
    "runtime/open": ["runtime/"],
    "runtime/driver": ["runtime/"],
    "runtime/reference": ["runtime/image", "runtime/device"],
    "runtime/bench": ["runtime/"],
    "compiler/driver": ["compiler/", "dialect/", "runtime/image"],
    "compiler/host": ["compiler/syntax", "compiler/driver", "runtime/image",
                      "runtime/device", "runtime/cache"],
    "compiler/library": ["compiler/", "dialect/", "runtime/"],
    "tools": ["compiler/", "dialect/", "runtime/"],
    "test": ["compiler/", "dialect/", "runtime/", "tools"],
}
# What builds without what: an editor and a kernel runner need no compiler.
WITHOUT = {
    "dialect/layout/": ("mlir/",),
    "compiler/syntax/": ("mlir/",),
    "runtime/": ("mlir/", "llvm/", "llvm-c/"),
}
# Headers and sources of one name that include each other, and why they may.
RINGS = {
    # A warp and its CTA own each other's half of every rule.
    ("runtime/emulator/machine/CallFrames", "runtime/emulator/machine/Cta",
     "runtime/emulator/machine/Warp"),
    # The table of forms names the functions that choose for a form.
    ("runtime/emulator/decode/Forms", "runtime/emulator/decode/Select"),
    tuple(f"compiler/host/{name}" for name in (
        "Host", "HostArrays", "HostBuiltins", "HostEvaluator", "HostHandlers", "HostIterators",
        "HostMessages", "HostObjects", "HostValue")),
    ("compiler/syntax/ConstEval", "compiler/syntax/Sema")
    + tuple(f"compiler/syntax/Sema{name}" for name in (
        "Evaluator", "Messages", "Ops", "Report", "Scope", "Types", "Value"))
    + ("compiler/syntax/Specialization",),
}
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)


def folder_of(path):
    """The row of a file; the longest where one folder holds another."""
    rows = [f for f in MAY_INCLUDE if path.startswith(f + "/")]
    return max(rows, key=len, default=None)


def allowed(folder, target):
    if target == folder:
        return True
    rows = list(MAY_INCLUDE)
    return rows.index(target) < rows.index(folder) and any(
        target == rule or rule.endswith("/") and target.startswith(rule)
        for rule in MAY_INCLUDE[folder])


def problems(path, text):
    folder = folder_of(path)
    for header in INCLUDE.findall(text):
        target = folder_of(header)
        if folder and target and not allowed(folder, target):
            yield f"{path}: {folder} must not include {header}"
        for place, banned in WITHOUT.items():
            if path.startswith(place) and header.startswith(banned):
                yield f"{path}: {place} must build without {header}"


def rings(includes):
    """Groups of units (a header and its source) that reach each other, by
    Tarjan's walk."""
    found, number, lowest, stack = [], {}, {}, []

    def visit(unit):
        number[unit] = lowest[unit] = len(number)
        stack.append(unit)
        for other in sorted(includes[unit]):
            if other not in number:
                visit(other)
            if other in stack:
                lowest[unit] = min(lowest[unit], lowest[other])
        if lowest[unit] == number[unit]:
            at = stack.index(unit)
            found.append(tuple(sorted(stack[at:])))
            del stack[at:]

    for unit in sorted(includes):
        if unit not in number:
            visit(unit)
    return [ring for ring in found if len(ring) > 1]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, default=ROOT)
    root = parser.parse_args().root
    bad, texts = [], {}
    if root == ROOT:
        bad = [f"{folder}: has a row, but there is no such folder"
               for folder in MAY_INCLUDE if not (root / folder).is_dir()]
    for top in ("dialect", "compiler", "runtime", "tools", "test"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix in (".h", ".cpp", ".def", ".td") and file.is_file():
                texts[file.relative_to(root).as_posix()] = file.read_text()
    includes = {path.rsplit(".", 1)[0]: set() for path in texts}
    for path, text in texts.items():
        bad += problems(path, text)
        includes[path.rsplit(".", 1)[0]].update(
            header.rsplit(".", 1)[0] for header in INCLUDE.findall(text) if header in texts)
    for ring in rings(includes):
        if ring not in RINGS:
            bad.append("a ring of includes: " + ", ".join(ring))
    print("\n".join(bad) or f"layering: {len(texts)} files ok")
    return 1 if bad or not texts else 0


if __name__ == "__main__":
    sys.exit(main())
