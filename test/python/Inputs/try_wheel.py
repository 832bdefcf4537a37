"""Installs the wheel of FOLDER/dist into a bare venv of each Python that is there, runs a file in
it, and prints what the first one said; the others must say the same."""

import glob
import os
import pathlib
import pwd
import re
import shutil
import subprocess
import sys

FINDS = re.compile(r"3\.(9|1\d)\.")


def pythons():
    names = [f"python3.{minor}" for minor in range(9, 15)]
    home = pwd.getpwuid(os.getuid()).pw_dir  # a test has a home of its own
    places = [shutil.which(name) for name in names]
    places += sorted(glob.glob(home + "/.pyenv/versions/3.*/bin/python3"))
    found = {}
    for place in [sys.executable, *filter(None, places)]:
        asked = subprocess.run([place, "-c", "import sys, venv, ensurepip; print(sys.version)"],
                               capture_output=True, text=True)
        if not asked.returncode and FINDS.match(asked.stdout):
            found.setdefault(asked.stdout.split()[0], place)
    return found


def attempt(folder, version, python, file):
    home = folder / f"venv-{version}"
    subprocess.run([python, "-m", "venv", "--without-pip", str(home)], check=True)
    inner = home / "bin/python"
    wheel, = (folder / "dist").glob("*.whl")
    site = subprocess.run([str(inner), "-c", "import site; print(site.getsitepackages()[0])"],
                          capture_output=True, text=True, check=True).stdout.strip()
    subprocess.run([sys.executable, "-m", "zipfile", "-e", str(wheel), site], check=True)
    environment = {"PATH": str(home / "bin"), "HOME": str(folder),
                   "TQ_CACHE_DIR": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([str(inner), "-I", file.name], cwd=file.parent, env=environment,
                          capture_output=True, text=True)
    after = subprocess.run([str(inner), "-I", "-c", CHECK, str(file)], cwd=file.parent,
                           env=environment, capture_output=True, text=True)
    return done.stdout + done.stderr + after.stdout + after.stderr


CHECK = """
import sys, runpy, tqc
try:
    runpy.run_path(sys.argv[1])
except tqc.FindingError as error:
    frame = error.__traceback__
    while "out" not in frame.tb_frame.f_globals:
        frame = frame.tb_next
    out = frame.tb_frame.f_globals["out"]
    print("results are", "right" if list(out) == [2.0 * n for n in range(1000)] else "wrong")
sys.stdout.flush()
if hasattr(tqc.load().c, "tqc_program"):
    sys.argv = ["tqc", "--version"]
    tqc.programs.tqc()
print("tqc", tqc.load().version)
print("launcher", tqc.cached_launches.launcher is not None)
"""


def main():
    folder, file = (pathlib.Path(name).resolve() for name in sys.argv[1:])
    said = {}
    for version, python in pythons().items():
        said[version] = attempt(folder, version, python, file)
    first = next(iter(said))
    print(f"tried with Python {', '.join(said)}")
    print(said[first])
    plain = {version: re.sub(r'File ".*?"|\^+', "", text[text.find("FindingError"):])
             for version, text in said.items()}
    different = [version for version in said if plain[version] != plain[first]]
    for version in different:
        print(f"with {version}:\n{said[version]}")
    print("not alike" if different else "all alike")


if __name__ == "__main__":
    main()
