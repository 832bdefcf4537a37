#!/usr/bin/env python3
"""Ends commands of a quest folder by Ctrl-C at any moment; nothing of it may be lost.

    interrupt-quest.py TQ_RUN FOLDER

In FOLDER, a new quest, the learner has a level1.tq. Each command is started again and
again and interrupted a little later each time, until it comes to its end first. After
each of them quest.json must be whole, and the learner's text in level1.tq or backup/.
"""

import json
import pathlib
import signal
import subprocess
import sys
import time

MINE = "# what I wrote\n" * 2000
COMMANDS = (["hint", "1", "--again"], ["hint", "1"], ["start", "1"], ["init", "--practice"],
            ["list"], ["reset", "1", "--yes"])


PROGRESS = '{"version": 1, "levels": {"1": {"checks": 3, "hints": 1}}}'
STEPS = 16


def run(tool, command, folder):
    return subprocess.Popen(
        [tool, *command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))


def kept(folder):
    """Whether the learner's text is where it was, or where reset puts it."""
    files = [folder / "level1.tq", *(folder / "backup").glob("*.tq")]
    return any(file.exists() and file.read_text() == MINE for file in files)


def problems(folder, command):
    try:
        progress = json.loads((folder / "quest.json").read_text())
    except (OSError, ValueError) as error:
        return f"quest.json: {error}"
    checks = progress["levels"].get("1", {}).get("checks")
    if checks != 3 and command[0] != "reset":
        return "progress was lost"
    if not kept(folder):
        return "level1.tq was lost"
    text = (folder / "level1.tq").read_text()
    if text != MINE and "def vector_add" not in text:
        return "level1.tq is half a file"
    return ""


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    (folder / "quest.json").write_text(PROGRESS)
    ended = 0
    for command in COMMANDS:
        begin = time.monotonic()
        run(tool, command, folder).wait()
        whole = time.monotonic() - begin
        for step in range(STEPS):
            (folder / "level1.tq").write_text(MINE)
            process = run(tool, command, folder)
            time.sleep(1.3 * whole * step / STEPS)
            process.send_signal(signal.SIGINT)
            ended += process.wait() == 0
            wrong = problems(folder, command)
            if wrong:
                print(f"{' '.join(command)}, interrupted in step {step}: {wrong}")
                return 1
    interrupted = STEPS * len(COMMANDS) - ended
    run(tool, ["hint", "1"], folder).wait()
    half = len(list(folder.glob("quest.json*.new*")))
    backups = len(list((folder / "backup").glob("*.tq")))
    print(f"all is there: {interrupted} interrupted, {ended} came to their end, "
          f"{backups} backups, {half} half files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
