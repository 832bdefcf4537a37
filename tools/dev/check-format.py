#!/usr/bin/env python3
"""Fail if C++ is not as clang-format-22 writes it.

    tools/dev/check-format.py            every file
    tools/dev/check-format.py --write    rewrite them

Other versions differ, so where that one (Debian's package of that name) is
missing nothing is checked, which is said; the exit code is then 77.
"""

import argparse
import re
import shutil
import subprocess
import sys

import changed_files

TOOL = "clang-format-22"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="rewrite them")
    arguments = parser.parse_args()
    if not shutil.which(TOOL):
        print(f"format: no {TOOL}, so nothing was checked")
        return changed_files.SKIPPED
    names = changed_files.files(True, ".h", ".cpp")
    if not names:
        print("format: 0 files ok")
        return 0
    done = subprocess.run([TOOL, "-i" if arguments.write else "--dry-run", *names],
                          cwd=changed_files.ROOT, capture_output=True, text=True, check=False)
    places = re.findall(r"(?m)^(\S+?):(\d+):\d+: warning: .*clang-format", done.stderr)
    for name, line in dict(reversed(places)).items():
        print(f"{name}:{line}: not as {TOOL} writes it")
    if done.returncode:
        print(done.stderr.strip())
    if not places and not done.returncode:
        print(f"format: {len(names)} files ok")
    return 1 if places or done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
