#!/usr/bin/env python3
"""Fail unless one name leads to all places of a pass, a level and a file.

    def CoalescePass, "tq-coalesce"  <->  compiler/passes/Coalesce.cpp
                                     <->  test/passes/coalesce.mlir
    levels/level3.tq                 <->  levels/level3/{lesson.md,hints.md,level.json}

File names are unique, and none of them says `util`, `helper`, `common`, `misc`.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PASS = re.compile(r'(\w+)Pass\s*:\s*(?:Interface)?Pass<\s*"([^"]+)"')
PARTS = ("**Phase**", "**Needs**", "**Gives**", "Before:", "After:")
EMPTY_NAMES = re.compile(r"(util|helper|common|misc)(s|ities)?(\.|$)", re.I)


def kebab(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def pass_problems():
    text = "".join(file.read_text() for file in sorted(ROOT.glob("compiler/passes/*.td")))
    for block in re.split(r"(?m)^def ", text)[1:]:
        match = PASS.match(block)
        if not match:
            continue
        name, flag = match.groups()
        if flag != "tq-" + kebab(name):
            yield f"{name}Pass: its flag is {flag}, not tq-{kebab(name)}"
        for path in (f"compiler/passes/{name}.cpp", f"test/passes/{kebab(name)}.mlir"):
            if not (ROOT / path).exists():
                yield f"{name}Pass: there is no {path}"
        for part in PARTS:
            if part not in block:
                yield f"{name}Pass: its description has no {part}"


def level_problems():
    for level in sorted((ROOT / "levels").glob("level[0-9]*.tq")):
        for file in ("level.json", "lesson.md", "hints.md"):
            if not (level.with_suffix("") / file).exists():
                yield f"levels/{level.stem}: there is no {file}"


def file_problems():
    places = collections.defaultdict(list)
    for top in ("dialect", "compiler", "runtime", "tools"):
        for file in sorted((ROOT / top).rglob("*")):
            if file.suffix in (".h", ".cpp", ".td", ".def") and file.name != "main.cpp":
                places[file.name].append(file.relative_to(ROOT).as_posix())
    for name, paths in sorted(places.items()):
        if len(paths) > 1:
            yield f"{name}: a name for several files: {', '.join(paths)}"
        if EMPTY_NAMES.search(name):
            yield f"{paths[0]}: the name says nothing; what concept is in it?"


def main():
    bad = [*pass_problems(), *level_problems(), *file_problems()]
    print("\n".join(bad) or "names: ok")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
