"""What is wrong with a kernel, as Python exceptions that show the line.

    CompileError      what the compiler refuses
    FindingError      what the emulator found: out of bounds, races, ...

Both have `problems`: each with kind or code, message, file, line, column, and a text with
the line and a caret.
"""

import dataclasses
import linecache
import os
import re

from .library import Error


def shown_path(path):
    """A path as it is shortest from here."""
    return os.path.relpath(path) if path.startswith(os.getcwd() + os.sep) else path


@dataclasses.dataclass
class Problem:
    """One thing at one place."""

    kind: str               # "error", "warning", "out-of-bounds", ...
    message: str
    file: str = ""
    line: int = 0
    column: int = 0         # from 1, in bytes; 0 if it is not known
    end_column: int = 0
    code: str = ""          # "TQ0304"
    kernel: str = ""
    tensor: str = ""
    element: int = -1
    details: tuple = ()     # more lines, each a place or a help
    is_note: bool = False

    def picture(self):
        """The line with a caret under it, as lines."""
        line = linecache.getline(self.file, self.line).rstrip("\n") if self.file else ""
        if not line.strip():
            return []
        lines = [f"{self.line:5} | {line}"]
        if self.column:
            before = line.encode()[:self.column - 1].decode("utf-8", "replace")
            width = max(1, min(self.end_column - self.column, len(line) - len(before)))
            blank = "".join("\t" if c == "\t" else " " for c in before)
            lines.append(f"      | {blank}{'^' * width}")
        return lines

    def __str__(self):
        place = f"{shown_path(self.file)}:{self.line}" if self.line else ""
        if place and self.column:
            place += f":{self.column}"
        head = f"{place}: {self.kind}: {self.message}" if place else f"{self.kind}: {self.message}"
        if self.code:
            head += f" [{self.code}]"
        return "\n".join([head, *self.picture(), *self.details])


class KernelError(Exception):
    """Something is wrong with a kernel; `problems` says what and where."""

    def __init__(self, problems, head=""):
        self.problems = list(problems)
        super().__init__("\n".join(filter(None, [head, *map(str, self.problems)])))

    @property
    def first(self):
        return self.problems[0] if self.problems else Problem("error", str(self))

    @property
    def file(self):
        return self.first.file

    @property
    def line(self):
        return self.first.line

    @property
    def column(self):
        return self.first.column


class CompileError(KernelError):
    """The compiler refuses a kernel."""


class FindingError(KernelError):
    """The emulator found something wrong in a launch."""


class LaunchError(Error):
    """A launch that cannot be done: its arguments, its grid, the device."""


PLACE = re.compile(r"(?P<file>[^\s:`']+\.(?:py|tq)):(?P<line>\d+)(?::(?P<column>\d+))?")
LINES = re.compile(r"\blines? (\d+)(?: to (\d+))?$")


def diagnostic_problems(diagnostics, where):
    """The compiler's messages; `where` turns a line of the compiled text into a place."""
    problems = []
    for one in diagnostics:
        file, line, shift = where(one.get("file", ""), one.get("line", 0))
        details = [place_text(note, where) for note in one.get("notes", [])]
        details += [f"help: {text}" for text in one.get("help", [])]
        column = one.get("column", 0) + shift if line else 0
        same_line = one.get("endLine") == one.get("line")
        problems.append(Problem(
            one["level"], one["message"], file, line, column,
            one.get("endColumn", 0) + shift if same_line else column + 1,
            one["code"] if one["code"] != "TQ0000" else "", details=tuple(details)))
    return problems


def place_text(note, where):
    file, line, shift = where(note.get("file", ""), note.get("line", 0))
    place = f"{shown_path(file)}:{line}:{note.get('column', 0) + shift}: " if line else ""
    return f"{place}note: {note['message']}"


def finding_problem(one, where):
    """One of the emulator's findings."""
    def place(match):
        file, line, shift = where(match["file"], int(match["line"]))
        column = f":{int(match['column']) + shift}" if match["column"] else ""
        return f"{shown_path(file)}:{line}{column}"

    def lines(match):
        first, last = (where(one.get("file", ""), int(n))[1] if n else 0
                       for n in match.groups())
        return f"lines {first} to {last}" if last else f"line {first}"

    details = []
    for text in one.get("details", []):
        if "in a loop of" in text or "of a loop of" in text:
            text = LINES.sub(lines, text)
        details.append("  " + PLACE.sub(place, text))
    if one.get("instruction"):
        more = one.get("occurrences", 1) - 1
        details.append(f"  in program {tuple(one['program'])} of {one['kernel']}"
                       + (f", and {more} times more" if more else ""))
    file, line, shift = where(one.get("file", ""), one.get("line", 0))
    return Problem(one["kind"], PLACE.sub(place, one["message"]), file, line,
                   one.get("column", 0) + shift if line else 0, kernel=one.get("kernel", ""),
                   tensor=one.get("tensor", ""), element=one.get("element", -1),
                   details=tuple(details), is_note=one.get("note", False))
