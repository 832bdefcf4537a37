"""Holds the page of `tq-run launch --explore` against the counters of the same launch."""

import json
import sys

from read_page import counters_of, data_of

data = data_of(sys.argv[1])
if len(sys.argv) > 2:
    with open(sys.argv[2], encoding="utf-8") as file:
        lines = counters_of(json.load(file)["counters"], data["file"])
    print("counted by line as --counters prints:", lines == data["counters"]["lines"] and len(lines) > 3)
for code in data["codes"]:
    print(f"kernels {code['kernel']}:", *(p["name"] for p in code["phases"] if p["name"] != "sass"))
print("launches", *(f"{one['kernel']} {one['grid']}" for one in data["counters"]["launches"]))
print("findings", len(data["findings"]))
