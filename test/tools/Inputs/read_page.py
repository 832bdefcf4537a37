"""The data of a page that tqc or tq-run wrote, as an object."""

import collections
import json
import re


def data_of(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    return json.loads(found.group(1))


def counters_of(launches, file):
    """The numbers of each line of a file, summed over what --counters --json prints."""
    lines = collections.defaultdict(collections.Counter)
    for line in (line for launch in launches for line in launch["lines"]):
        if line["file"] == file:
            lines[str(line["line"])].update(
                {name: n for name, n in line.items() if name != "line" and isinstance(n, int)})
    return {line: dict(counters) for line, counters in lines.items()}
