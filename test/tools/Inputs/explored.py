"""Holds the page of `tqc --explore` against what `tqc --emit` and --explain print."""

import json
import re
import subprocess
import sys

from read_page import data_of

tqc, page, *command = sys.argv[1:]


def printed(*options):
    return subprocess.run([tqc, *command, *options], capture_output=True, text=True,
                          check=True).stdout


def lines_of(text):
    return text.split("\n")[:-1]


data = data_of(page)
with open(command[0], encoding="utf-8") as file:
    print("source as the file has it:", data["source"] == file.read().splitlines())
phases = {phase["name"]: phase for phase in data["codes"][0]["phases"]}
for name, phase in phases.items():
    if name == "sass":
        continue
    want = lines_of(printed("--emit=" + name))
    if name == "ptx":
        want = [line for line in want if not line.strip().startswith(".loc")]
    print(f"{name} as --emit prints it:", phase["text"] == want)
for line in (12, 14, 15):
    for name in ("tile", "schedule", "ptx"):
        ops = [text for text, of in zip(phases[name]["text"], phases[name]["lines"]) if of == line]
        found = re.findall(r"\b(?:tqg?\.(?:load|ring\w*|copy_async|mma|dot)|arith\.max\w+|cp\.async\.c\S*|mma\.sync\S*)(?=[ ])",
                           "\n".join(ops))
        print(f"line {line} in {name}:", *dict.fromkeys(found))
explained = json.loads(printed("--explain", "--json"))
without = [dict(item, source="") for kernel in explained["kernels"] for item in kernel["items"]]
print("decisions as --explain has them:",
      without == [item for kernel in data["kernels"] for item in kernel["items"]])
for pipeline in data["pipelines"]:
    rings = pipeline["rings"]
    print("rings", ", ".join(f"{r['name']} {r['slots']}x{r['shape']} {r['type']} line {r['line']} before {r['before']}"
                             for r in rings))
    for lane in pipeline["lanes"]:
        print("a turn:", *([lane["role"] + ":"] if lane["role"] else []),
              *(event["what"] + (" " + rings[event["ring"]]["name"] if event["ring"] >= 0 else "")
                for event in lane["turn"]))
