"""Which tests reach a planted fault, and which of them finds it first (mutate-compiler).

First each test runs once without a fault while the planted programs write down the
numbers of the places that they come to (TQ_MUTANTS_REACHED): that says what it costs and
which mutants it can find at all. Then each mutant meets only the tests that reach it, the
cheap ones first, in slices that all processors share; what is found is left alone. A
mutant that no test reaches survives at once.
"""

import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time

SLICE_SECONDS, SLICE_TESTS = 4, 12  # what one process of lit or one test program is given
FUZZ_KERNELS = 5                    # random kernels in one test
PASSED = ("PASS", "UNSUPPORTED", "SKIPPED", "EXCLUDED")


class Test:
    """A lit test, a test of a program, some random kernels, or a level."""

    def __init__(self, kind, name, key):
        self.kind, self.name, self.key = kind, name, key
        self.seconds, self.reached, self.state = 0.0, set(), "not run"

    def folder(self):
        return self.name.split("/")[0].split(":")[0]

    def stored(self):
        return {"key": self.key, "seconds": round(self.seconds, 3), "reached": sorted(self.reached), "state": self.state}


class Runner:
    """Runs tests against mutants; each thread has a folder of its own for what lit writes."""

    def __init__(self, args):
        self.args, self.local = args, threading.local()
        self.out = pathlib.Path(args.out).resolve()
        self.out.mkdir(parents=True, exist_ok=True)

    def folder(self):
        if not hasattr(self.local, "folder"):
            folder = self.out / f"bench-{threading.get_ident()}"
            shutil.rmtree(folder, ignore_errors=True)
            (folder / "test").mkdir(parents=True)
            (folder / "bin").symlink_to(self.args.bin)
            tests = pathlib.Path(self.args.tests).resolve()
            (folder / "test/lit.site.cfg.py").write_text(
                f'config.tqc_build_dir = "{folder}"\nconfig.tqc_source_dir = "{tests}"\n'
                f'config.llvm_tools_dir = "{self.args.llvm_tools}"\n'
                f'lit_config.load_config(config, "{tests}/test/lit.cfg.py")\n')
            self.local.folder = folder
        return self.local.folder

    def command(self, command, mutant, seconds, reached=None):
        """Whether it ends well, and what it says."""
        folder = self.folder()
        environment = dict(os.environ, TQ_MUTANT=str(mutant), TQ_CACHE="off", HOME=str(folder))
        if reached:
            environment["TQ_MUTANTS_REACHED"] = str(reached)
        process = subprocess.Popen(command, env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, start_new_session=True)
        try:
            text = process.communicate(timeout=seconds)[0].decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)  # and what it started
            process.communicate()
            return False, "no end within the time"
        return process.returncode == 0, text

    def lit(self, names, mutant, seconds, reached):
        folder = self.folder()
        out = folder / "lit.json"
        out.unlink(missing_ok=True)
        good, text = self.command([sys.executable, self.args.lit, "-q", "-j1", "--max-failures=1", "-o", out,
                                   *[folder / "test" / name for name in names]], mutant, seconds, reached)
        if not out.exists():
            return None if good else (text.strip().split("\n")[-1][:200] or "lit")
        for test in json.loads(out.read_text())["tests"]:
            if test["code"] not in PASSED:
                return test["name"].split(" :: ")[1]
        return None

    def program(self, tests, mutant, seconds, reached):
        name = tests[0].name.split(": ")[0]
        wanted = ":".join(test.name.split(": ")[1] for test in tests)
        good, text = self.command([f"{self.args.units}/{name}", "--gtest_brief=1", "--gtest_fail_fast", f"--gtest_filter={wanted}"],
                                  mutant, seconds, reached)
        found = re.search(r"\[  FAILED  \] (\S+)", text)
        return None if good else f"{name}: {found[1].rstrip(',') if found else text.strip()[-100:]}"

    def failing(self, tests, mutant, seconds, reached=None):
        """The first of the tests, all of one kind, that fails; or nothing."""
        kind, name = tests[0].kind, tests[0].name
        if kind == "lit":
            return self.lit([test.name for test in tests], mutant, seconds, reached)
        if kind == "unit":
            return self.program(tests, mutant, seconds, reached)
        for test in tests:
            number = test.name.split()[-1]
            command = [f"{self.args.bin}/tq-fuzz", "--count", str(FUZZ_KERNELS), "--seed", number, "--no-reduce",
                       "--patience", "20", "--out", "fuzz"] if kind == "fuzz" \
                else [f"{self.args.bin}/tq-run", "check", number, "--device", "emu"]
            if not self.command(command, mutant, seconds, reached)[0]:
                return test.name
        return None


# ---- all tests, and what they reach ------------------------------------------

def lit_tests(args):
    """Each lit test by its name, as "passes/coalesce.mlir"."""
    root = pathlib.Path(args.tests).resolve() / "test"
    skipped = {"unit", "golden", "Inputs"}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root)
        if path.suffix in (".mlir", ".tq", ".test", ".ptx") and not skipped & set(name.parts):
            text = path.read_bytes()
            if b"RUN:" in text:
                yield Test("lit", str(name), hashlib.sha256(text).hexdigest()[:16])


def unit_tests(args):
    """Each test of each program, as "LayoutTest: Suite.Name"."""
    for path in sorted(pathlib.Path(args.units).iterdir()) if args.units else []:
        if path.suffix or not os.access(path, os.X_OK) or path.is_dir():
            continue
        suite = ""
        said = subprocess.run([path, "--gtest_list_tests"], capture_output=True, text=True).stdout
        for line in said.splitlines():
            word = line.split("#")[0].rstrip()
            if word.startswith("  "):
                yield Test("unit", f"{path.name}: {suite}{word.strip()}", f"{path.stat().st_size}")
            elif word.endswith("."):
                suite = word


def all_tests(args):
    yield from lit_tests(args)
    yield from unit_tests(args)
    for seed in range(7000, 7000 + args.fuzz, FUZZ_KERNELS):
        yield Test("fuzz", f"tq-fuzz {seed}", "1")
    for level in range(1, 9):
        yield Test("level", f"level {level}", "1")


def coverage(args, runner, pool):
    """All tests, each run once; those that a file from before knows are not run again."""
    known = json.loads(pathlib.Path(args.coverage).read_text()) if args.coverage else {}

    def run(test):
        before = known.get(test.name)
        if before and before["key"] == test.key:
            test.seconds, test.reached, test.state = before["seconds"], set(before["reached"]), before["state"]
            return test
        diary = runner.folder() / "reached"
        diary.unlink(missing_ok=True)
        start = time.monotonic()
        failed = runner.failing([test], 0, args.slow, diary)
        test.seconds = time.monotonic() - start
        test.reached = {int(line) for line in diary.read_text().split()} if diary.exists() else set()
        test.state = failed or "good"
        return test

    tests = list(pool.map(run, (test for test in all_tests(args) if any(text in test.name for text in args.filter))))
    (runner.out / "coverage.json").write_text(json.dumps({test.name: test.stored() for test in tests}, indent=0) + "\n")
    return tests


# ---- mutants before the tests ------------------------------------------------

class Case:
    """A mutant with the tests that reach it, in slices."""

    def __init__(self, mutant, tests, near, budget):
        self.mutant, self.found, self.cut = mutant, None, False
        self.lock, self.seconds, self.left = threading.Lock(), 0.0, 0
        mine = [test for test in tests if mutant["number"] in test.reached]
        mine.sort(key=lambda test: test.seconds * (1 if test.folder() in near else 2))
        self.reached, total, self.slices = len(mine), 0.0, []
        groups = {}  # the slice that is being filled, by what must run apart
        for test in mine:
            total += test.seconds
            if budget and total > budget:
                self.cut = True
                break
            place = test.name.split(":")[0] if test.kind == "unit" else test.kind
            group = groups.get(place)
            if not group or len(group) >= SLICE_TESTS or sum(t.seconds for t in group) + test.seconds > SLICE_SECONDS:
                group = groups[place] = []
                self.slices.append(group)
            group.append(test)
        self.left = len(self.slices)

    def run(self, at, runner):
        """Puts the mutant before a slice; true if that was the last thing to know of it."""
        with self.lock:
            if self.found:
                return False
        tests, start = self.slices[at], time.monotonic()
        failed = runner.failing(tests, self.mutant["number"], 30 + 10 * sum(test.seconds for test in tests))
        with self.lock:
            self.seconds += time.monotonic() - start
            self.left -= 1
            if failed and not self.found:
                self.found = failed
                return True
            return not self.found and self.left == 0

    def verdict(self):
        state = "found" if self.found else "survives" if self.left == 0 and not self.cut else "not run to the end"
        return dict(self.mutant, state=state, found=self.found, tests=self.reached, seconds=round(self.seconds, 1))


def judge(table, tests, args, runner, pool, near):
    """What becomes of each mutant; `near` has the folders of its first tests."""
    start = time.monotonic()
    good = [test for test in tests if test.state == "good"]
    cases = [Case(one, good, near(one), args.budget) for one in table]
    done = sum(not case.slices for case in cases)

    def work(item):
        case, at = item
        if args.seconds and time.monotonic() - start > args.seconds:
            return None
        return case if case.run(at, runner) else None

    # The first slices of all mutants come first: most are found there.
    items = sorted(((case, at) for case in cases for at in range(len(case.slices))), key=lambda item: item[1])
    for case in pool.map(work, items):
        if case:
            done += 1
            if done % 20 == 0 or not case.found:
                one = case.mutant
                print(f"{time.monotonic() - start:.0f} s, {done} of {len(cases)}: {case.found or 'SURVIVES'}: "
                      f"#{one['number']} {one['file']}:{one['line']} {one['kind']}: {one['now']}", flush=True)
    return [case.verdict() for case in cases]


def function_of(one):
    """The name of the function that a mutant is in; lines are those of this checkout."""
    path = pathlib.Path(__file__).resolve().parents[2] / one["file"]
    lines = path.read_text().split("\n")[:one["line"]] if path.exists() else []
    heads = (re.search(r"(\w+)\(", line) for line in reversed(lines) if re.match(r"[A-Za-z]", line))
    return next((head[1] for head in heads if head), "")


def why_equivalent(one, known):
    """Why no input can tell the mutant from the program, if that is known."""
    for other in known:
        if all(other[key] == one.get(key) for key in ("file", "kind", "was")) and other.get("function") in (None, function_of(one)):
            return other["why"]
    return None


def report(results, folders):
    """One row a folder: mutants, found, and by what."""
    print("| folder | mutants | found | equivalent | by tests near it | by others | by tq-fuzz | by levels | reached by no test |\n"
          "|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for folder, (_, _, lit, units) in folders.items():
        mine = [one for one in results if one["folder"] == folder]
        if not mine:
            continue
        by = collections.Counter()
        same = sum(one["state"] == "equivalent" for one in mine)
        for one in mine:
            first = (one["found"] or "").split("/")[0].split(":")[0]
            by["none" if not first else first.split()[0] if first.split()[0] in ("tq-fuzz", "level")
               else "near" if first in [*lit, *units] else "other"] += 1
        print(f"| {folder} | {len(mine)} | {len(mine) - by['none']} | {same} | {by['near']} | {by['other']} | {by['tq-fuzz']} | "
              f"{by['level']} | {sum(not one['tests'] and one['state'] != 'equivalent' for one in mine)} |")


def run(args, folders):
    table = [one for one in json.loads(pathlib.Path(args.table).read_text()) if not one.get("dropped")]
    if args.only:
        table = [one for one in table if one["number"] in args.only]
    known = json.loads(pathlib.Path(args.known).read_text())
    same = [dict(one, state="equivalent", found=None, tests=0, why=why)
            for one in table if (why := why_equivalent(one, known))]
    numbers = {one["number"] for one in same}
    table = [one for one in table if one["number"] not in numbers]
    for name in ("bin", "units"):
        if getattr(args, name):
            setattr(args, name, str(pathlib.Path(getattr(args, name)).resolve()))
    runner, start = Runner(args), time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        tests = coverage(args, runner, pool)
        left = {test.name: test.state for test in tests if test.state != "good"}
        print(f"{len(tests) - len(left)} tests, {time.monotonic() - start:.0f} s; left out: {left}", flush=True)
        if args.seconds:
            args.seconds -= time.monotonic() - start
        results = judge(table, tests, args, runner, pool,
                        lambda one: folders[one["folder"]][2] + folders[one["folder"]][3])
    results = sorted(results + same, key=lambda one: one["number"])
    (runner.out / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    for folder in runner.out.glob("bench-*"):
        shutil.rmtree(folder, ignore_errors=True)
    report(results, folders)
    states = collections.Counter(one["state"] for one in results)
    for one in results:
        if one["state"] == "equivalent":
            print(f"equivalent: #{one['number']} {one['file']}:{one['line']} {one['kind']}: {one['was']} -- {one['why']}")
        elif one["state"] != "found":
            print(f"{one['state']}: #{one['number']} {one['file']}:{one['line']} {one['kind']} ({one['tests']} tests): {one['now']}")
    print(f"{states['found']} of {len(results) - len(same)} mutants found, {states['survives']} survive, "
          f"{states['not run to the end']} not run to the end, {len(same)} equivalent; {time.monotonic() - start:.0f} s")
    return 0 if states["found"] == len(table) else 1
