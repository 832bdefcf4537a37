#!/usr/bin/env python3
"""Speaks GoogleTest's command line; under the name `crash` it dies half-way."""

import json
import os
import sys

OPTIONS = dict(a[2:].split("=", 1) for a in sys.argv[1:] if "=" in a)
TESTS = ("Passes", "Fails", "Skips")

if "--gtest_list_tests" in sys.argv:
    print("Suite.\n  " + "\n  ".join(TESTS))
    sys.exit(0)
chosen = OPTIONS.get("gtest_filter", "").replace("Suite.", "").split(":")
tests = [t for t in TESTS if t in chosen or chosen == [""]]
if os.path.basename(sys.argv[0]) == "crash" and tests != ["Passes"]:
    print("[ RUN      ] Suite.Passes\n[       OK ] Suite.Passes (0 ms)")
    print("[ RUN      ] Suite.Fails")
    sys.exit(3)
results = []
for test in tests:
    result = {"name": test, "status": "RUN",
              "result": "SKIPPED" if test == "Skips" else "COMPLETED"}
    if test == "Fails":
        result["failures"] = [{"failure": "why it failed", "type": ""}]
    results.append(result)
with open(OPTIONS["gtest_output"].removeprefix("json:"), "w", encoding="utf-8") as file:
    json.dump({"testsuites": [{"name": "Suite", "testsuite": results}]}, file)
sys.exit("Fails" in tests)
