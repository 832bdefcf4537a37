"""Prints what the pages of `tq-run show` hold, in words that tests compare.

    shown.py PAGE CHECK.json       the page, against the counters of a check
    shown.py --all RUNS.json DIR   which parts each page has
    shown.py --kernels PAGE        the kernels whose steps are on it
"""

import collections
import json
import math
import pathlib
import sys

from read_page import counters_of, data_of


def elements(runs):
    for first, count, repeats, stride in ((*run, 1, 0)[:4] for run in runs):
        for i in range(repeats):
            yield from range(first + i * stride, first + i * stride + count)


def compare(page, check):
    data = data_of(page)
    with open(check, encoding="utf-8") as file:
        lines = counters_of(json.load(file)["counters"], data["file"])
    print("counted by line as the check counts:", lines == data["counters"]["lines"] and len(lines) > 5)
    walk = data["walk"]
    touched = collections.defaultdict(list)
    fits = True
    for step in walk["steps"]:
        key = (step["kind"], step["tensor"], step["line"])
        touched[key] += elements(step["runs"])
        fits &= len(set(elements(step["runs"]))) + len(list(elements(step["masked"]))) \
            == math.prod(step["tile"])
    for (kind, tensor, line), found in touched.items():
        info = walk["tensors"][tensor]
        whole = sorted(set(found)) == list(range(math.prod(info["shape"])))
        words = "every element touched" if whole else "some elements touched"
        if len(found) == len(set(found)):
            words += ", none twice"
        print(f"{kind}s {info['name']} {info['shape']} {info['type']} line {line}: {words}")
    print("elements and masked ones fill the tiles:", fits)
    for line in sorted({step["line"] for step in walk["steps"] if step["masked"]}):
        print(f"masked off at line {line}: True")
    for code in data["codes"]:
        print(f"phases of {code['kernel']}:", *(phase["name"] for phase in code["phases"]))


def main():
    if sys.argv[1] == "--all":
        decoder, text = json.JSONDecoder(), open(sys.argv[2], encoding="utf-8").read().strip()
        while text:
            run, end = decoder.raw_decode(text)
            text = text[end:].strip()
            data = data_of(pathlib.Path(sys.argv[3]) / run["page"])
            parts = {"walk": data["walk"]["steps"], "code": data["codes"],
                     "counters": data["counters"]["lines"]}
            print(run["page"] + ":", *(name for name, part in parts.items() if part))
    elif sys.argv[1] == "--kernels":
        walk = data_of(sys.argv[2])["walk"]
        for name in dict.fromkeys(walk["launches"][step["launch"]]["kernel"] for step in walk["steps"]):
            print(name)
    else:
        compare(*sys.argv[1:])


main()
