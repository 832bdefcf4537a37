"""Compares the cases of tools/dev/peers with a list, without importing torch."""

import ast
import json
import pathlib
import sys

root, listed = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
ours = listed.read_text().split()
tree = ast.parse((root / "tools/dev/peers").read_text())
theirs = next(node.value.func.value.value.split() for node in tree.body
              if isinstance(node, ast.Assign) and node.targets[0].id == "DEFAULT_CASES")
assert sorted(ours) == sorted(theirs), set(ours) ^ set(theirs)
print(f"{len(ours)} cases, the same")
goals = json.loads((root / "tools/dev/bench-goals.json").read_text())
assert all(case in ours and goal.get("in", case) in ours
           for case, goal in goals.items())
print(f"{len(goals)} goals")

# A report that is written again after each case is whole at any time.
save = next(node for node in tree.body
            if isinstance(node, ast.FunctionDef) and node.name == "save")
names = {"json": json, "pathlib": pathlib}
exec(compile(ast.Module([save], []), "peers", "exec"), names) 
report = listed.with_suffix(".json")
for rows in ([], [{"case": ours[0], "ms": 1.0}]):
    names["save"]({"schema": 1, "rows": rows}, report)
    assert json.loads(report.read_text())["rows"] == rows
assert not report.with_name(report.name + ".part").exists()
print("the report is whole")
