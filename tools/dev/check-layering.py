#!/usr/bin/env python3
"""Fail if a file includes a folder that its own folder may not depend on."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# folder -> folders it may include, besides itself. A rule may name only rows
# above it, so the table cannot describe a cycle; a nested folder comes before
# the one that holds it.
MAY_INCLUDE = {
    "dialect/layout": [],
    "dialect/tq": [],
    "dialect/tqg": ["dialect/layout", "dialect/tq"],
    "compiler/syntax": [],
    "compiler/emit": ["compiler/syntax", "dialect/tq"],
    "compiler/analysis": ["dialect/"],
    "compiler/plan": ["dialect/", "compiler/analysis"],
    "compiler/passes": ["dialect/", "compiler/analysis", "compiler/plan"],
    "compiler/codegen": ["dialect/", "compiler/analysis", "compiler/plan"],
    "runtime/image": [],
    "runtime/device": ["runtime/image"],
    # The judge of what passes, codegen and emulator read: it shares none of it.
    "compiler/interpreter": ["dialect/tq", "dialect/tqg", "runtime/image",
                             "runtime/device"],
    "runtime/cache": ["runtime/image"],
    "runtime/cuda": ["runtime/image", "runtime/device", "runtime/cache"],
    "runtime/emulator/numerics": [],
    "runtime/emulator": ["runtime/image", "runtime/device",
                         "runtime/emulator/numerics"],
    "runtime/open": ["runtime/"],
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


def main():
    bad, seen = [], 0
    for top in ("dialect", "compiler", "runtime", "tools", "test"):
        for file in sorted((ROOT / top).rglob("*")):
            if file.suffix in (".h", ".cpp", ".def", ".td") and file.is_file():
                seen += 1
                path = file.relative_to(ROOT).as_posix()
                bad += problems(path, file.read_text())
    print("\n".join(bad) or f"layering: {seen} files ok")
    return 1 if bad or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
