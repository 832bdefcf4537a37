"""The data of a page that tqc or tq-run wrote, as an object."""

import json
import re


def data_of(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    return json.loads(found.group(1))
