#!/usr/bin/env python3
"""Runs kernels that were broken on purpose: each must be found, each twin is clean.

    check.py TQ-EMU TQ-RUN [--page docs/emulator.md] [--only NAME]
    check.py --table

In the files beside this one stands above each bug what is to be found:

    // bug: no_barrier: one warp reads what the other stores
    // found: shared-race: shared
    // run: --grid 1 --block 64

The kernel NAME must give a finding of that kind with these words, NAME_fixed must
end without any. With --page, the page must hold the table that --table prints.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ARGS = ["--args", "x=buf:64:i32=zeros", "y=buf:64:i32", "z=buf:40:i32"]
BUG = re.compile(r"(?://|#) bug: (\w+): (.*)\n(?://|#) found: ([\w-]+): ?(.*)\n"
                 r"(?://|#) run: (.*)\n")


def bugs():
    for file in sorted([*HERE.glob("*.ptx"), *HERE.glob("*.tq")]):
        for match in BUG.finditer(file.read_text()):
            name, title, kind, words, flags = match.groups()
            yield file, name, title, kind, words, flags.split()


def run(tools, file, name, flags):
    """The findings' kinds and texts, and the exit code."""
    if file.suffix == ".ptx":
        command = [tools[0], str(file), "--entry", name, "--json", *flags, *ARGS]
    else:
        command = [tools[1], "launch", f"{file}:{name}", "--device", "emu", "--json", *flags]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    found = []
    if file.suffix == ".ptx":
        for line in (done.stdout + done.stderr).splitlines():
            if line.startswith("{"):
                one = json.loads(line)
                found.append((one["kind"], one["message"] + " ".join(one.get("details", []))))
    else:
        for one in json.loads(done.stdout).get("findings", []):
            found.append((one["kind"], json.dumps(one)))
    return found, done.returncode, done.stdout + done.stderr


def table():
    rows = ["| kind | kernel | what is wrong |", "|---|---|---|"]
    rows += [f"| {kind} | `{file.name}:{name}` | {title} |"
             for kind, file, name, title in
             sorted((k, f, n, t) for f, n, t, k, _, _ in bugs())]
    return "\n".join(rows) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tools", nargs="*", help="tq-emu and tq-run")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--page")
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    if args.table:
        print(table(), end="")
        return 0
    problems, count = [], 0
    for file, name, _, kind, words, flags in bugs():
        if args.only not in name:
            continue
        count += 1
        found, code, text = run(args.tools, file, name, flags)
        if code != 1 or not any(k == kind and words in t for k, t in found):
            problems.append(f"{file.name}:{name}: not found as {kind} `{words}` (exit {code}):\n{text}")
        found, code, text = run(args.tools, file, name + "_fixed", flags)
        if code != 0 or found:
            problems.append(f"{file.name}:{name}_fixed: not clean (exit {code}):\n{text}")
    if args.page and table() not in pathlib.Path(args.page).read_text():
        problems.append(f"{args.page} does not hold what `{pathlib.Path(__file__).name} --table` prints")
    print("\n".join(problems + [f"{count} bugs, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
