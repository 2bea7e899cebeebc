#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""high.py TREE: makes the game of docs/add-a-game.md in a copy of the tree, from the page itself.

Each block of the page takes the place of what it says it replaces in a copy of null, so the page
cannot tell what does not compile.
"""

import pathlib
import re
import sys

tree = pathlib.Path(sys.argv[1])
page = (tree / "docs/add-a-game.md").read_text(encoding="utf-8")
blocks = re.findall(r"```c?\n(.*?)```", page, re.S)


def block(part):
    """The first block of the page that has this part."""
    for text in blocks:
        if part in text:
            return text
    sys.exit(f"high.py: no block of add-a-game.md has {part!r}")


def replace(code, first, behind, new):
    """The code with `new` for what begins with `first` and ends before `behind`."""
    start = code.index(first)
    return code[:start] + new + "\n" + code[code.index(behind, start):].lstrip("\n")


code = (tree / "src/games/null/null.c").read_text(encoding="utf-8")
code = code.replace("null", "high").replace("Null", "High")
for first, behind in (
    ("enum { ROUNDS_TO_WIN", "enum { START"),
    ("enum { START", "enum { LOBBY"),
    ("/* Every byte is named", "/* Numbers go into"),
    ("/* Numbers go into", "enum event"),
    ("static void high_apply", "/* Writes an event down"),
    ("static void end_round", "static enum hc_refusal drop"),
    ("static void high_open", "/* A position of a scenario"),
):
    code = replace(code, first, behind, block(first))
code = replace(code, "static enum hc_refusal play(", "/* ---- The rest", block("judge_turn("))
code = replace(code, "const struct hc_game hc_game_high", "const struct hc_game hc_game_high",
               block("high_worth("))
code = re.sub(r" *\.counted = .*\n", lambda _: block(".counted =") + "    .worth = high_worth,\n", code)

folder = tree / "src/games/high"
folder.mkdir()
(folder / "high.c").write_text(code, encoding="utf-8")
(tree / "docs/rules/high.md").write_text(block("# High: the rules"), encoding="utf-8")
(tree / "tests/scenarios/high.scn").write_text(block("scenario high-trick"), encoding="utf-8")
with open(tree / "src/games/games.def", "a", encoding="utf-8") as file:
    file.write(block("GAME(high)"))
