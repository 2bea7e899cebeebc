#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""high.py TREE: makes the game of docs/add-a-game.md in a copy of the tree, from the page itself.

Each block of the page takes the place of what it says it replaces in a copy of null, so the page
cannot tell what does not compile. Languages that the page has no room for are in high/.
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


def renamed(text):
    """What the first step of the page does to a copy."""
    return text.replace("null", "high").replace("Null", "High")


def sections_of(text):
    """The sections of a catalogue, by name."""
    parts = re.split(r"^\[(.+)\]\n", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def catalogue(code):
    """The catalogue of null, with the sections of the page for its own."""
    text = (tree / "src/games/null/lang" / f"{code}.txt").read_text(encoding="utf-8")
    sections = sections_of(renamed(text))
    own = pathlib.Path(__file__).with_suffix("") / f"{code}.txt"
    sections.update(sections_of(own.read_text(encoding="utf-8") if own.exists()
                                else block(f"# lang/{code}.txt")))
    return "".join(f"[{name}]\n{lines.strip()}\n\n" for name, lines in sections.items())


def replace(code, first, behind, new):
    """The code with `new` for what begins with `first` and ends before `behind`."""
    start = code.index(first)
    return code[:start] + new + "\n" + code[code.index(behind, start):].lstrip("\n")


code = (tree / "src/games/null/null.c").read_text(encoding="utf-8")
code = re.sub(r".*is_template.*\n", "", renamed(code))
for first, behind in (
    ("enum { ROUNDS_TO_WIN", "static const struct hc_match_length"),
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
(folder / "lang").mkdir()
for path in sorted((tree / "lang").glob("*.txt")):
    (folder / "lang" / path.name).write_text(catalogue(path.stem), encoding="utf-8")
(tree / "docs/rules/high.md").write_text(block("# High: the rules"), encoding="utf-8")
(tree / "tests/scenarios/high.scn").write_text(block("scenario high-trick"), encoding="utf-8")
with open(tree / "src/games/games.def", "a", encoding="utf-8") as file:
    file.write(block("GAME(high)"))
