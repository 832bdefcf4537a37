"""Checks tools/vscode: JSON, regular expressions, references and keywords."""

import json
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
folder = root / "tools/vscode"
package = json.loads((folder / "package.json").read_text())["contributes"]
language, grammar = package["languages"][0], package["grammars"][0]
assert language["extensions"] == [".tq"] and grammar["language"] == language["id"]
configuration = json.loads((folder / language["configuration"]).read_text())
syntax = json.loads((folder / grammar["path"]).read_text())
assert syntax["scopeName"] == grammar["scopeName"]
for name in ("increaseIndentPattern", "decreaseIndentPattern"):
    re.compile(configuration["indentationRules"][name])

patterns = []


def visit(node):
    if isinstance(node, list):
        for item in node:
            visit(item)
    if not isinstance(node, dict):
        return
    for key in ("match", "begin", "end"):
        if key in node:
            patterns.append(re.compile(node[key]))
    if "include" in node:
        assert node["include"][1:] in syntax["repository"], node["include"]
    for value in node.values():
        visit(value)


visit(syntax)
table = (root / "compiler/syntax/Tokens.def").read_text()
keywords = re.findall(r"^TQ_KEYWORD\((\w+)\)", table, re.M)
missing = [k for k in keywords if not any(p.fullmatch(k) or
           re.search(rf"\b{k}\b", p.pattern) for p in patterns)]
assert keywords and not missing, f"the grammar lacks {missing}"
print(f"3 files, {len(patterns)} patterns, {len(keywords)} keywords")


def scopes(rule):
    if "name" in rule:
        yield rule["name"]
    for capture in rule.get("captures", {}).values():
        if "name" in capture:
            yield capture["name"]


for rule, line in (("decorator", "@triton.jit"), ("tqc-line", "# tqc: BLOCK=64"),
                   ("tile-operation", "x = tl.load(p)"), ("number", "x = 1.5e-3")):
    entry = syntax["repository"][rule]
    for one in entry.get("patterns", [entry]):
        if re.search(one["match"], line):
            print(f"{rule}: " + ", ".join(scopes(one)))
