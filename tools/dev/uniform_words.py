"""The upper words of wgmma's descriptors, as far as machine code tells them.

A descriptor is two uniform registers. Its upper word says how an operand lies and is
never zero: ptxas 12.8 and 13.0 lose it from sums of 64 bits that have a product in them
(docs/results/2026-11-23-ptxas), and wgmma then reads as if nothing were swizzled. Only
constants are followed, from each label on; what is not known is not judged.
"""

import re


def number(text, known):
    """A constant operand, or what a uniform register is known to hold; else None."""
    if text in ("URZ", "RZ"):
        return 0
    if re.fullmatch(r"-?(0x[0-9a-f]+|\d+)", text):
        return int(text, 0)
    return known.get(text)


def next_register(name):
    return f"UR{int(name[2:]) + 1}" if re.fullmatch(r"UR\d+", name) else name


def total(words):
    return None if None in words else sum(words) & 0xffffffff


def follow(text, known):
    """What `known`, register to value, is after an instruction."""
    parts = re.fullmatch(r"(\S+) +(UR\d+), *(.*)", text)
    if not parts:
        return
    operation, target, rest = parts.groups()
    operands = [word.removesuffix(".reuse") for word in re.split(r", *", rest) if not re.match(r"!?UP", word)]
    if operation == "UMOV":
        known[target] = number(operands[0], known)
    elif operation in ("UIADD3", "UIADD3.X"):  # a carry does not reach the upper bits
        known[target] = total([number(word, known) for word in operands])
    elif operation == "UIADD3.64" or operation.startswith("UIMAD.WIDE"):
        sums = operands[2:3] if operation.startswith("UIMAD") else operands
        upper = total([0 if word[:2] != "UR" else number(next_register(word), known) for word in sums])
        known[target], known[next_register(target)] = None, upper
    else:
        known[target] = None
        if re.search(r"\.(64|WIDE)", operation):
            known[next_register(target)] = None


def lost_descriptors(code, starts):
    """Products that read a descriptor whose upper word is zero. `code` are instructions,
    each with its predicate; `starts` the places of labels."""
    known, lost = {}, []
    for place, text in enumerate(code):
        if place in starts:
            known = {}
        matrix = re.match(r"[HIQ]GMMA\S* R\d+, (R\d+, )?gdesc\[UR(\d+)\]", text)
        if matrix:  # the left operand's, unless it is in registers, and the right one's
            words = [3] if matrix[1] else [1, 3]
            lost += [text] if 0 in [known.get(f"UR{int(matrix[2]) + word}") for word in words] else []
        elif text.startswith("@"):  # may or may not happen
            follow(re.sub(r"^@\S+ +", "", text), untold := {})
            known.update(dict.fromkeys(untold))
        else:
            follow(text, known)
    return lost
