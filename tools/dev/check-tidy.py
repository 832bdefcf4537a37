#!/usr/bin/env python3
"""Fail if clang-tidy-22 has something to say (.clang-tidy lists the checks).

    tools/dev/check-tidy.py                     lines of sources that changed
    tools/dev/check-tidy.py --all               every source
    tools/dev/check-tidy.py runtime/image/*.cpp these

It takes the commands of the build folder, without the precompiled header, which
another clang cannot read. Where clang-tidy-22 (Debian's package of that name) or
the build is missing nothing is checked, which is said; the exit code is then 77.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import changed_files

TOOL = "clang-tidy-22"
ROOT = changed_files.ROOT
PCH = re.compile(r"-Xclang -include-pch -Xclang \S+|-Xclang -fno-pch-timestamp|-Winvalid-pch")


def commands(build):
    """The build's commands, by file."""
    path = build / "compile_commands.json"
    rows = json.loads(path.read_text()) if path.exists() else []
    for row in rows:
        row["command"] = PCH.sub("", row["command"])
    return {os.path.realpath(row["file"]): row for row in rows}


def tidy(name, folder, only_changed):
    command = [TOOL, "-p", folder, "--quiet", name]
    if ranges := only_changed and changed_files.lines(name):
        command.append("--line-filter=" + json.dumps([{"name": name, "lines": ranges}]))
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.strip() or done.stderr.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="these sources")
    parser.add_argument("--all", action="store_true", help="every source")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    arguments = parser.parse_args()
    known = commands(arguments.build)
    if not shutil.which(TOOL) or not known:
        print(f"tidy: no {TOOL} or no build, so nothing was checked")
        return changed_files.SKIPPED
    names = arguments.files or changed_files.files(arguments.all, ".cpp")
    names = [n for n in names if os.path.realpath(ROOT / n) in known]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "compile_commands.json").write_text(json.dumps(list(known.values())))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            changed = not arguments.all and not arguments.files
            for code, text in pool.map(lambda name: tidy(name, folder, changed), names):
                if code:
                    bad += 1
                    print(text)
    if not bad:
        print(f"tidy: {len(names)} files ok")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
