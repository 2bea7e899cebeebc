#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rules_covered.py: every rule number that the pages of rules state is covered by a test.

  rules_covered.py [FOLDER]     check the project in FOLDER (the one this file is in)

Every page of docs/rules states its rules under one letter that no other page has. A rule is covered
if its number stands in a `covers` line of a scenario, or in a comment of a test that says
`covers R-001 L-042`. Prints each rule that is not, and each number that is covered but is no rule,
and then exits with status 1. The games of tests/games/ are not of this tree and are left out.

Two rules are proved outside of tests/ and have their place here:
covers R-121: tools/include_check.py finds clocks, threads, files and entropy in the engine, and
covers R-132: tests/wasm compares the events of two machines, byte by byte.
"""

import pathlib
import re
import sys

NUMBER = r"[A-Z]-\d{3}"
STATED = re.compile(rf"^- \*\*({NUMBER})\b", re.M)
# Numbers behind the word, on the same line or, in a block of comments, on the next.
COVERED = re.compile(rf"\bcovers((?:[\s*#,]+{NUMBER}\b)+)")
SCENARIO = re.compile(rf"^covers((?:[ \t]+{NUMBER}\b)+)", re.M)
C_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
SHELL_COMMENT = re.compile(r"^[ \t]*#[^\n]*", re.M)


def stated_rules(root):
    """The rules of all pages, by number; each with the file and line that states it."""
    rules, pages = {}, {}
    for file in sorted((root / "docs/rules").glob("*.md")):
        page, text = file.relative_to(root).as_posix(), file.read_text(encoding="utf-8")
        for match in STATED.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if match[1] in rules:
                sys.exit(f"{page}:{line}: {match[1]} is stated twice")
            if pages.setdefault(match[1][0], page) != page:
                sys.exit(f"{page}:{line}: {match[1]} belongs on another page: {pages[match[1][0]]}")
            rules[match[1]] = f"{page}:{line}"
    return rules


def covered_rules(root):
    """The numbers that tests name, each with the files that do."""
    covered = {}
    for file in sorted((root / "tests").rglob("*")):
        if file.suffix not in (".scn", ".c", ".h", ".sh", ".mjs", ".py") or not file.is_file():
            continue
        if root / "tests/games" in file.parents:
            continue
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".scn":
            found = SCENARIO.findall(text)
        elif file.suffix in (".c", ".h", ".mjs"):
            found = COVERED.findall("\n".join(C_COMMENT.findall(text)))
        elif file.suffix == ".sh":
            found = COVERED.findall("\n".join(SHELL_COMMENT.findall(text)))
        else:
            found = COVERED.findall(__doc__) if file.samefile(__file__) else []
        for number in re.findall(NUMBER, " ".join(found)):
            covered.setdefault(number, set()).add(file.relative_to(root))
    return covered


def main():
    here = pathlib.Path(__file__).resolve().parent.parent
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here
    rules, covered = stated_rules(root), covered_rules(root)
    missing = sorted(set(rules) - set(covered))
    unknown = sorted(set(covered) - set(rules))
    for number in missing:
        print(f"{rules[number]}: {number} is covered by no scenario and no test")
    for number in unknown:
        files = ", ".join(sorted(str(file) for file in covered[number]))
        print(f"{files}: {number} is covered, but no page states it")
    print(f"{len(rules) - len(missing)} of {len(rules)} rules covered")
    return 1 if missing or unknown or not rules else 0


if __name__ == "__main__":
    sys.exit(main())
