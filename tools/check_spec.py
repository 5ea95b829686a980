#!/usr/bin/env python3
"""Compares the numbers of the specification with the tests that cite them.

usage: tools/check_spec.py [ROOT]

A rule is defined in docs/spec.md or docs/spec/*.md by a paragraph that starts
with its number in bold, `**Q4.**`, and cited as `spec Q4` or `spec Q4, Q5`. Every
number is defined once and cited in tests/ at least once; none is cited, there or
in the sources, that is not defined. Prints one line a fault, and exits with 1 if
there is any.
"""

import collections
import pathlib
import re
import sys

DEFINITION = re.compile(r"^\*\*([A-Z]\d+)\.\*\*", re.M)
CITATION = re.compile(r"\bspec ([A-Z]\d+(?:, [A-Z]\d+)*)\b")
CITING = ("src", "tests", "fuzz", "bench")
SUFFIXES = (".cc", ".h", ".py")
# The tests of this tool cite rules of trees that they make.
OWN_TEST = "tests/tools/test_check_spec.py"


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def definitions(root):
    """Each number with the places that define it, in order."""
    found = collections.defaultdict(list)
    for path in [root / "docs/spec.md", *sorted((root / "docs/spec").glob("*.md"))]:
        text = path.read_text(encoding="utf-8")
        for match in DEFINITION.finditer(text):
            found[match[1]].append(f"{path.relative_to(root)}:"
                                   f"{line_of(text, match.start())}")
    return found


def citations(root):
    """(number, file, line) of each citation."""
    for tree in CITING:
        for path in sorted((root / tree).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix not in SUFFIXES or name == OWN_TEST:
                continue
            text = path.read_text(encoding="utf-8")
            for match in CITATION.finditer(text):
                for number in match[1].split(", "):
                    yield number, name, line_of(text, match.start())


def check(root):
    """All faults under `root`, one line each."""
    defined = definitions(root)
    tested = set()
    faults = []
    for number, places in defined.items():
        for place in places[1:]:
            faults.append(f"{place}: {number} is defined already, at {places[0]}")
    for number, name, line in citations(root):
        if number not in defined:
            faults.append(f"{name}:{line}: there is no rule {number}")
        elif name.startswith("tests/"):
            tested.add(number)
    for number, places in defined.items():
        if number not in tested:
            faults.append(f"{places[0]}: no test cites {number}")
    if not defined:
        faults.append("docs/spec.md:1: has no rules")
    return faults


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else
                        pathlib.Path(__file__).resolve().parent.parent)
    faults = check(root)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
