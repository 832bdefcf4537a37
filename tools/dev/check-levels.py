#!/usr/bin/env python3
"""Fail unless every level and topic keeps the contract of a level file.

- It is valid Python, and so is its template (the solutions left out).
- Each region has a comment with TODO directly above it.
- Each kernel has a docstring and, directly above it, a `# tqc:` line whose
  signature and constants name all of its parameters.
- level.json names the launcher and the kernels that a learner writes, which are those
  with a region; hints.md has six hints.
- topic.json names the launcher that is there; lesson.md says how it is checked and
  what is to be written; hints.md has three or four hints; reference.py is Python with
  a function `reference` of the inputs of every case; wrong.edits has two or more
  variants.
- No line of a lesson, a hint or a page of the guide is longer than 80 columns.
"""

import ast
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS = 80  # of a terminal
REGION = re.compile(r"^ *# >>> solution\n(?:.*\n)*?^ *# <<< solution\n", re.M)
SETTINGS = ("num_warps", "num_stages", "num_ctas")


def is_kernel(function):
    return any(ast.unparse(d).startswith("triton.jit") for d in function.decorator_list)


def has_region(function, text):
    lines = text.splitlines()[function.lineno:function.end_lineno + 1]
    return any(line.strip() == "# >>> solution" for line in lines)


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
    if any("triton.autotune" in ast.unparse(d) for d in function.decorator_list):
        named |= {a.arg for a in function.args.args if a.annotation}  # a configuration says
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


def file_problems(text, functions):
    """What is wrong with a file; `functions` gets those that it defines."""
    yield from region_problems(text)
    try:
        functions += [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]
        ast.parse(REGION.sub(lambda m: re.match(" *", m[0])[0] + "...\n", text))
    except SyntaxError as error:
        yield f"the file or its template is not Python: {error}"
        return
    for function in functions:
        if is_kernel(function):
            yield from kernel_problems(function, text.splitlines())


def problems(level):
    text = level.read_text(encoding="utf-8")
    functions = []
    yield from file_problems(text, functions)
    folder = level.with_suffix("")
    facts = json.loads((folder / "level.json").read_text(encoding="utf-8"))
    kernels = [f.name for f in functions if is_kernel(f) and has_region(f, text)]
    if facts["kernels"] != kernels:
        yield f"level.json names the kernels {facts['kernels']}, to be written are {kernels}"
    if facts["launcher"] not in [f.name for f in functions if not is_kernel(f)]:
        yield f"level.json names the launcher {facts['launcher']}"
    hints = (folder / "hints.md").read_text(encoding="utf-8")
    if re.findall(r"(?m)^## Hint (\d+)$", hints) != list("123456"):
        yield "hints.md has no six hints"


def reference_problems(text, cases):
    try:
        body = ast.parse(text).body
    except SyntaxError as error:
        yield f"reference.py is not Python: {error}"
        return
    found = [n for n in body if isinstance(n, ast.FunctionDef) and n.name == "reference"]
    if not found:
        yield "reference.py has no function `reference`"
        return
    parameters = [a.arg for a in found[0].args.args]
    for case in cases:
        for name in case:
            if name not in parameters and name not in ("note", "out", "returns"):
                yield f"reference.py has no parameter {name}"


def topic_problems(topic):
    functions = []
    yield from file_problems(topic.read_text(encoding="utf-8"), functions)
    folder = topic.with_suffix("")
    parts = ("topic.json", "lesson.md", "hints.md", "reference.py", "wrong.edits")
    missing = [part for part in parts if not (folder / part).is_file()]
    if missing:
        yield f"there is no {', '.join(missing)}"
        return
    facts, lesson, hints, reference, wrong = (
        (folder / part).read_text(encoding="utf-8") for part in parts)
    facts = json.loads(facts)
    if facts["launcher"] not in [f.name for f in functions if not is_kernel(f)]:
        yield f"topic.json names the launcher {facts['launcher']}"
    yield from reference_problems(reference, facts["cases"] + facts.get("gpu_cases", []))
    for words in (f"tq-run check {topic.stem}", "## What to write", "## When it works"):
        if words not in lesson:
            yield f"lesson.md does not say `{words}`"
    numbers = re.findall(r"(?m)^## Hint (\d+)$", hints)
    if numbers not in (list("123"), list("1234")):
        yield "hints.md has no three or four hints"
    if len(re.findall(r"(?m)^== ", wrong)) < 2:
        yield "wrong.edits has fewer than two variants"


def text_problems(page):
    for line in page.read_text(encoding="utf-8").splitlines():
        if len(line) > COLUMNS:
            yield f"a line of {len(line)} columns: {line}"


def main():
    topics = sorted((ROOT / "levels/tracks").glob("*.tq"))
    levels = sorted((ROOT / "levels").glob("level[0-9]*.tq"))
    bad = [f"levels/{level.name}: {p}" for level in levels for p in problems(level)]
    bad += [f"levels/tracks/{topic.name}: {p}" for topic in topics for p in topic_problems(topic)]
    pages = sorted([*(ROOT / "levels").glob("**/lesson.md"),
                    *(ROOT / "levels").glob("**/hints.md"), *(ROOT / "levels/guide").glob("*.md")])
    bad += [f"{page.relative_to(ROOT)}: {p}" for page in pages for p in text_problems(page)]
    print("\n".join(bad) or f"levels: {len(levels)} and {len(topics)} topics ok")
    return 1 if bad or not levels or not topics else 0


if __name__ == "__main__":
    sys.exit(main())
