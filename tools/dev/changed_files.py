"""Which files a tool that reads C++ looks at: those that changed, or all.

Changed is what differs from where the branch left its upstream (or `main`); on
that branch itself, what the last commit changed, and what is not committed.
"""

import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOT_OURS = "test/tools/Inputs/"
SKIPPED = 77  # an exit code that run-tests counts as skipped


def git(*command):
    """Lines of output; nothing where git, or what it was asked for, is missing."""
    try:
        done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True,
                              check=False)
    except OSError:
        return []
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []


def base():
    head = git("rev-parse", "HEAD")
    for name in ("@{upstream}", "main"):
        found = git("merge-base", "HEAD", name)
        if found and found != head:
            return found[0]
    return "HEAD~1"


def lines(name):
    """Ranges of lines of a file that changed; nothing for one that is new."""
    ranges = []
    for hunk in git("diff", "-U0", base(), "--", name):
        found = re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", hunk)
        if found and found[2] != "0":
            first = int(found[1])
            ranges.append([first, first + int(found[2] or 1) - 1])
    return ranges


def files(everything, *endings):
    """Paths from the root, of files that are there."""
    if everything:
        names = git("ls-files")
    else:
        names = (git("diff", "--name-only", "--diff-filter=d", base())
                 + git("ls-files", "--others", "--exclude-standard"))
    return sorted({n for n in names if n.endswith(endings) and not n.startswith(NOT_OURS)
                   and (ROOT / n).is_file()})
