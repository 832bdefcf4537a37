"""Checks the shape of what `tqc --explain --json` prints about a softmax."""

import json
import sys

whole = json.load(open(sys.argv[1]))
assert whole["schema"] == 1
(kernel,) = whole["kernels"]
assert kernel["name"] == "softmax_kernel" and kernel["file"].endswith("level3.tq")
assert kernel["arch"] == "sm_80" and kernel["warps"] > 0 and kernel["stages"] > 0
assert kernel["shared_bytes"] > 0

items = kernel["items"]
assert [item["line"] for item in items] == sorted(item["line"] for item in items)
for item in items:
    assert set(item) >= {"line", "column", "source", "kind", "text", "count", "facts"}
    assert item["source"] and item["count"] >= 1
kinds = {item["kind"] for item in items}
assert kinds >= {"access", "exchange"}, kinds
assert kinds <= {"access", "dot", "move", "exchange", "ring", "read",
                  "remark", "other"}, kinds

(load,) = [item for item in items if item["text"].startswith("x = load")]
assert "tl.load(" in load["source"]
facts = load["facts"]
assert facts["bytes"] == 16 and facts["elements"] * 4 == 16 and facts["accesses"] >= 1
layout = next(each for each in kernel["layouts"] if each["name"] == facts["layout"])
assert layout["text"].startswith("#tqg.linear<") and "l0" in layout["picture"]

if "resources" in sys.argv:
    resources = kernel["resources"]
    assert resources["registers"] > 0 and resources["spill_stores"] == 0
    assert 0 < resources["warps"] <= resources["max_warps"] == 64
    assert resources["limit"] in ("registers", "shared memory", "warps", "blocks")
