#!/usr/bin/env python3
"""Report the files that outgrew their budget: a place to look twice, no rule."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUDGET = {".h": 250, ".cpp": 600, ".td": 500, ".mlir": 400, ".tq": 150, ".py": 150}


def main():
    large = []
    for top in ("dialect", "compiler", "runtime", "tools", "levels", "test"):
        for file in sorted((ROOT / top).rglob("*")):
            budget = BUDGET.get(file.suffix)
            path = file.relative_to(ROOT).as_posix()
            if not budget or not file.is_file() or "/golden/" in path:
                continue
            lines = file.read_text().count("\n")
            if lines > budget:
                large.append((lines / budget, f"{path}: {lines} lines, budget {budget}"))
    for _, line in sorted(large, reverse=True):
        print(line)
    print(f"sizes: {len(large)} files above their budget")
    return 0


if __name__ == "__main__":
    sys.exit(main())
