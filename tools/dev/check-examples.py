#!/usr/bin/env python3
"""Fail if an ```mlir example in a .td description is not part of a test.

The pages on dialects and passes are printed from these descriptions, so every
example there parses, verifies and, for a pass, does what the page says.
Comment lines and blanks do not count; names and text do.
"""

import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"```mlir\n(.*?)```", re.S)


def squeeze(text):
    lines = [l for l in text.splitlines() if not l.lstrip().startswith("//")]
    return " ".join(" ".join(lines).split())


def main():
    tests = [squeeze(f.read_text()) for f in sorted((ROOT / "test").rglob("*.mlir"))]
    bad, seen = [], 0
    for top in ("dialect", "compiler"):
        for td in sorted((ROOT / top).rglob("*.td")):
            for block in BLOCK.findall(td.read_text()):
                seen += 1
                if not any(squeeze(block) in test for test in tests):
                    where = td.relative_to(ROOT).as_posix()
                    bad.append(f"{where}: no test has this example:\n"
                               + textwrap.indent(textwrap.dedent(block), "    "))
    print("\n".join(bad) or f"examples: {seen} ok")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
