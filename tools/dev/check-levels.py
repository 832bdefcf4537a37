#!/usr/bin/env python3
"""Fail unless every level keeps the contract of a level file.

- It is valid Python, and so is its template (the solutions left out).
- Each region has a comment with TODO directly above it.
- Each kernel has a docstring and, directly above it, a `# tqc:` line whose
  signature and constants name all of its parameters.
- level.json names the launcher and the kernels that are there; hints.md has six
  hints.
"""

import ast
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
REGION = re.compile(r"^ *# >>> solution\n(?:.*\n)*?^ *# <<< solution\n", re.M)
SETTINGS = ("num_warps", "num_stages", "num_ctas")


def is_kernel(function):
    return any(ast.unparse(d).startswith("triton.jit") for d in function.decorator_list)


def kernel_problems(function, lines):
    if not ast.get_docstring(function):
        yield f"{function.name}: no docstring (its template would have no body)"
    above = lines[function.decorator_list[0].lineno - 2]
    match = re.match(r'# tqc: signature="([^"]*)"(.*)$', above)
    if not match:
        yield f"{function.name}: no `# tqc: signature=` line directly above it"
        return
    named = set(re.findall(r"(\w+)=", match[2])) - set(SETTINGS)
    parameters = [a.arg for a in function.args.args]
    plain = [p for p in parameters if p not in named]
    types = match[1].split(",")
    if len(types) != len(plain):
        yield f"{function.name}: {len(types)} types for {len(plain)} parameters"
    for name in sorted(named - set(parameters)):
        yield f"{function.name}: no parameter {name}"


def region_problems(text):
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line.strip() != "# >>> solution":
            continue
        above = number - 1
        while above >= 0 and lines[above].lstrip().startswith("#"):
            above -= 1
        if not any("# TODO: " in l for l in lines[above + 1:number]):
            yield f"line {number + 1}: no TODO above the region"
    if text.count("# >>> solution") != len(REGION.findall(text)):
        yield "a region is not closed"
    if "# >>> solution" not in text:
        yield "nothing is left open"


def problems(level):
    text = level.read_text(encoding="utf-8")
    yield from region_problems(text)
    try:
        functions = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]
        ast.parse(REGION.sub("", text))
    except SyntaxError as error:
        yield f"the file or its template is not Python: {error}"
        return
    kernels = [f for f in functions if is_kernel(f)]
    for kernel in kernels:
        yield from kernel_problems(kernel, text.splitlines())

    folder = level.with_suffix("")
    facts = json.loads((folder / "level.json").read_text(encoding="utf-8"))
    if facts["kernels"] != [k.name for k in kernels]:
        yield f"level.json names the kernels {facts['kernels']}"
    if [facts["launcher"]] != [f.name for f in functions if not is_kernel(f)]:
        yield f"level.json names the launcher {facts['launcher']}"
    hints = (folder / "hints.md").read_text(encoding="utf-8")
    if re.findall(r"(?m)^## Hint (\d+)$", hints) != list("123456"):
        yield "hints.md has no six hints"


def main():
    levels = sorted((ROOT / "levels").glob("level[0-9]*.tq"))
    bad = [f"levels/{level.name}: {p}" for level in levels for p in problems(level)]
    print("\n".join(bad) or f"levels: {len(levels)} ok")
    return 1 if bad or not levels else 0


if __name__ == "__main__":
    sys.exit(main())
