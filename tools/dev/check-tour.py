#!/usr/bin/env python3
"""Fail if docs/tour.md shows other lines than the golden dumps have.

    tools/dev/check-tour.py            say what differs; exit code 1
    tools/dev/check-tour.py --write    show what the dumps have now

A block of the tour stands behind a comment that says where its lines are from:

    <!-- lines of matmul/matmul.3.layout.mlir: ^#linear = ;; tqg.mma ;; scf.yield -->

Each pattern takes the next line of the dump that matches it, and one that ends in
`**` all of them. Dictionaries of
attributes that tell only places of the source are left out, and long lines are
cut. `whole FILE` takes a file as it is.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOUR = ROOT / "docs/tour.md"
GOLDEN = ROOT / "test/golden"
BLOCK = re.compile(r"(<!-- (lines of|whole) (\S+?)(?:: (.*?))? -->\n\n```\w*\n)(.*?)(```\n)",
                   re.S)
NOISE = re.compile(r" \{[^{}]*tq\.words[^{}]*\}| attributes \{.*|"
                   r" \{tq\.divisibility[^{}]*\}| \{tq\.name[^{}]*\}")
WIDTH = 104


def shown(line):
    text = NOISE.sub("", line.rstrip().expandtabs(4)).strip()
    return text if len(text) <= WIDTH else text[:WIDTH - 4].rstrip() + " ..."


def lines_of(file, patterns):
    rest = iter((GOLDEN / file).read_text().splitlines())
    for pattern in patterns:
        if pattern.endswith(" **"):
            yield from (shown(line) for line in rest if re.search(pattern[:-3], line))
            continue
        for line in rest:
            if re.search(pattern, line):
                yield shown(line)
                break
        else:
            raise LookupError(f"test/golden/{file} has no further line with {pattern}")


def renewed(match):
    head, kind, file, patterns, _, tail = match.groups()
    if kind == "whole":
        return head + (GOLDEN / file).read_text() + tail
    wanted = [p.strip() for p in patterns.split(";;")]
    return head + "".join(line + "\n" for line in lines_of(file, wanted)) + tail


def main():
    stored = TOUR.read_text()
    try:
        page, count = BLOCK.subn(renewed, stored)
    except (LookupError, OSError) as problem:
        print(f"docs/tour.md: {problem}")
        return 1
    if sys.argv[1:] == ["--write"]:
        TOUR.write_text(page)
        return 0
    if page != stored or not count:
        print("docs/tour.md is not what test/golden says; tools/dev/check-tour.py --write")
        return 1
    print(f"tour: {count} blocks ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
