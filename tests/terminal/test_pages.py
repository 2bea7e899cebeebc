# SPDX-License-Identifier: MIT
"""test_pages.py: every page of the full screen in small and large windows, in each language.

A person walks through the pages of an evening. On each of them the window is resized to all sizes,
and what it shows is written to build/screens/terminal/LANGUAGE/SIZE/PAGE.txt, for people to read.
What must be seen in any size is checked.
"""
import contextlib
import os
import re
import subprocess
import sys

import preload
from own_address import own_address
from preload import Clock
from tmux import HOLECARD, Terminal, check, main

SIZES = ((40, 12), (80, 24), (120, 40), (200, 60))
# The folder of all builds, if this is one of several.
HERE = os.path.dirname(os.path.abspath(HOLECARD))
BUILD = os.path.dirname(HERE) if os.path.basename(os.path.dirname(HERE)) == "build" else HERE
SCREENS = os.path.join(BUILD, "screens", "terminal")

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import words  # noqa: E402

with contextlib.chdir(ROOT):
    CATALOGUES = words.read_all()


def text(language, key, scope="", kind="terminal"):
    return CATALOGUES[language][scope, kind, key][0]


def letter(language, key):
    """What one types to choose a text: its first letter."""
    return text(language, key)[0].lower()


def wanted(language, kind):
    """What stands on a page in any size, as an expression."""
    def start(key, characters):
        return re.escape(text(language, key)[:characters])

    def say(key):
        return start(key, None)
    won = re.search(r"\{count\?([^|]*)", text(language, "won_by"))[1]
    return {
        "name": say("menu_name") + "|" + start("ask_name_once", 12),
        "table": "^ %s>" % say("your_turn"),
        "panel": "╭─ .*─╮",
        "two": "▶",
        "review": re.escape(text(language, "review_unknown").split("{did}")[0].replace("{round}", "1")),
        "film": r"\d+ .*\d+",
        "place": re.sub(r"\\\{\w+\\\}", r"\\d+", " " + say("film_place_short")),
        "tables": start("open_table", 9),
        "game": "▶ Shed",
        "lobby": say("lobby_start"),
        "bot": r"\[x\]|%s \(" % re.escape(text(language, "is_bot").split("{")[0]),
        "history": "1  .*(%s|%s)" % (won, say("ended_early")),
        "over": "╭─ " + say("over_title"),
        "small": "40.*12",
    }.get(kind, "^  > ")


# Words that are English, no name of a card and nothing that one types. What has a
# sign in it that no word has is a code, an option or a command.
ENGLISH = set("""
    the and or of to you your it is are be has have who which what that this these with without for from
    by on at card cards deck player players turn round rounds match plays play draws draw loses wins win
    shows show hidden nobody everybody somebody other others next first last all not cannot can must may
    when how many more then colour points token tokens red blue green yellow skip reverse wild seat seats
    rules options settings help leave back choose move change take type value again review event events
    command speed second seconds thinking waiting table tables free code friends start add bot easy fair
    strong yes no none default allowed usual name press left""".split()) - {"bot", "code", "name", "start"}
# Which of them another language has too.
SHARED = {"es": {"no", "has"}, "pt": {"no", "for", "move"}}
# What one types, and what is called the same.
TYPED = re.compile(r"(?m)`[^`]*`|holecard [^\n│]*|:\w+|\w*[_=/.]\w[^\s│]*|--\S+|\([^)]*\)|\([^)\n]*…|^  [> ] \w+  "
                   r"|│ +(?:\S  )?[a-z]+(?: [A-ZА-Я\[][^ │]*)*  |│ +\w  |Do You(?: Have A)?|Anna|Root|\bWild\b|\bplay(?= --)"
                   r"|\w+(?=[│╭╰…])|(?<=[│╮╯])\w+")  # the last two: what is cut off


def leftovers(lines, language):
    """The English words of a page in another language."""
    page = TYPED.sub(" ", "\n".join(lines))
    found = ENGLISH & {word.lower() for word in re.findall(r"[^\W\d_]+", page)}
    return sorted(found - SHARED.get(language, set()))


@contextlib.contextmanager
def server(language):
    """A server that forgets everything: its address."""
    with contextlib.closing(Clock("server-%s.clock" % language)) as clock, subprocess.Popen(
            [HOLECARD, "serve", "--listen", own_address() + ":20000", "--no-save"], stdout=subprocess.PIPE,
            text=True, env=dict(os.environ, **preload.environment(clock))) as process:
        try:
            clock.attach()
            yield re.search(r"https?://\S+:\d+", process.stdout.readline())[0]
        finally:
            process.terminate()


class Walk:
    """One language, one terminal."""

    def __init__(self, terminal, language):
        self.terminal, self.language = terminal, language
        self.english = []  # pages with English words

    def capture(self, name, kind, sizes=SIZES):
        pattern = wanted(self.language, kind)
        for columns, rows in sizes:
            self.terminal.resize(columns, rows)
            lines = self.terminal.screen()
            check(re.search(pattern, "\n".join(lines), re.MULTILINE),
                  "%s at %dx%d does not show %r" % (name, columns, rows, pattern))
            folder = os.path.join(SCREENS, self.language, "%dx%d" % (columns, rows))
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, name + ".txt"), "w") as file:
                file.write("\n".join(lines) + "\n")
            if kind == "table" and columns >= 80:
                last = text(self.language, "keys_playing").split()[-1]
                check(lines[-1].rstrip().endswith(last), "the foot is cut off: %s" % lines[-1])
            check(columns < 80 or not lines[-1].rstrip().endswith("…"), "cut off: %s" % lines[-1])
            if self.language != "en" and leftovers(lines, self.language):
                self.english.append("%s at %dx%d: %s" % (name, columns, rows,
                                                         leftovers(lines, self.language)))

    def open(self, text, name, kind="panel"):
        """Types what opens a panel, looks at it, and closes it."""
        if text[0] == ":":
            self.terminal.line(text)
        else:
            self.terminal.type(text)
        self.terminal.wait_for("╭─ .*─╮")
        self.capture(name, kind)
        self.terminal.press("Escape")
        self.terminal.wait(lambda: not re.search("╭─ .*─╮", self.terminal.text()), "it is closed")


    def end(self):
        check(not self.english, "there is English left:\n" + "\n".join(self.english))


def walk(language):
    with Terminal(*SIZES[0], fresh=True, LC_ALL="C.UTF-8") as terminal:
        page = Walk(terminal, language)
        terminal.start("play", "--language", language)
        terminal.wait_for("^  > ")
        page.capture("01-name", "name")
        terminal.press("Enter")
        terminal.wait_for("> " + text(language, "menu_play"))
        page.capture("02-menu", "menu")
        for _ in range(3):
            terminal.press("Down")
        terminal.press("Enter")
        terminal.wait_for("^  > " + text(language, "official", "shed", "preset_names"))
        page.capture("03-values", "values")
        terminal.press("Escape", "Down", "Enter")
        terminal.wait_for("^  > deck")
        page.capture("04-options", "options")
        terminal.press("C-c")
        terminal.status()

        table = ["play", "shed", "--language", language, "--seed", "7", "--bot-delay", "0"]
        terminal.start(*table, "--bots", "greedy,greedy,greedy")
        terminal.wait_for(wanted(language, "table"))
        page.capture("10-shed-four", "table")
        page.capture("11-too-small", "small", ((39, 12),))
        terminal.resize(*SIZES[0])
        page.open("?", "12-help")
        page.open("h", "13-hint")
        page.open("q", "14-leave")
        for request in ("cards", "state", "hand"):
            page.open(":" + request, "15-" + request)
        terminal.press("C-c")
        terminal.status()

        terminal.start("play", "two", "tokens_to_win=1", "--language", language, "--seed", "3",
                       "--bot-delay", "0", "--bots", "greedy,greedy")
        terminal.wait_for(wanted(language, "table") + "|╭─ ")
        page.capture("20-two", "two")
        terminal.line(":play 5 target=1")
        terminal.wait(lambda: "5" not in terminal.text().split("──")[-1], "the Prince is played")
        if "╭─ " not in terminal.text():
            terminal.line(":end")
        terminal.wait_for("▶ ")
        page.capture("21-over", "panel")
        terminal.type(letter(language, "after_review"))
        terminal.wait_for(wanted(language, "review"))
        page.capture("22-review", "review")
        terminal.type("q")
        terminal.wait_for("╭─ .*─╮")
        terminal.type(letter(language, "after_film"))
        terminal.wait_for(wanted(language, "place"))
        page.capture("23-film", "film")
        page.open("?", "24-film-help")
        terminal.type("q")
        terminal.wait_for("╭─ .*─╮")
        terminal.type(letter(language, "after_leave"))
        check(terminal.status() == 0, "the status is not 0")


        terminal.resize(*SIZES[1])
        terminal.start("history", "--language", language)
        terminal.status()
        page.capture("30-history", "history", (SIZES[1],))
        page.end()


def visit(language):
    """The pages of a server."""
    with server(language) as address, Terminal(*SIZES[0]) as terminal:
        page = Walk(terminal, language)
        terminal.start("play", "--join", address, "--name", "Anna", "--language", language)
        terminal.wait_for(wanted(language, "tables"))
        page.capture("40-tables", "tables")
        terminal.press("Enter")
        terminal.wait_for("Do You Have A Two")
        page.capture("41-game", "game")
        terminal.press("Enter")
        terminal.wait_for(wanted(language, "lobby"))
        terminal.resize(*SIZES[0])
        terminal.click(r"\[b\]")
        terminal.wait_for("╭─ .*─╮")
        page.capture("42-bots", "panel")
        terminal.press("Enter")
        terminal.wait_for(wanted(language, "bot"))
        page.capture("43-lobby", "lobby")
        page.open("?", "44-lobby-help")
        page.open("h", "45-records")
        page.open("l", "46-leaders")
        terminal.type("e")
        terminal.wait_for("^  > ")
        page.capture("47-settings", "options")
        terminal.press("Escape")
        terminal.wait_for(wanted(language, "lobby"))
        terminal.press("C-c")
        terminal.status()
        page.end()


def play_match(language, rules):
    """A whole match: nothing that is ever on the screen is English. Enter plays what is selected."""
    with Terminal(120, 40) as terminal:
        terminal.start("play", *rules, "--language", language, "--name", "Anna", "--seed", "4",
                       "--bots", "greedy,greedy", "--bot-delay", "0")
        for _ in range(150):
            terminal.wait_for(wanted(language, "table") + "|╭─ ")
            lines = terminal.screen()
            check(not leftovers(lines, language),
                  "%s is English:\n%s" % (leftovers(lines, language), "\n".join(lines)))
            shown = "\n".join(lines)
            if re.search(wanted(language, "over"), shown):
                break
            offered = re.findall(r"\[(\w+)\]", shown)
            if "╭─ " in shown or "Enter" in offered:
                terminal.press("Enter")
            else:
                terminal.type(offered[0])
        terminal.wait_for(wanted(language, "over"))
        terminal.type(letter(language, "after_leave"))
        check(terminal.status() == 0, "the status is not 0")


def all_pages():
    for language in CATALOGUES:
        walk(language)
        visit(language)


def matches():
    for language in CATALOGUES:
        if language != "en":
            play_match(language, ["shed", "party", "match_mode=single", "initial_cards=3"])
            play_match(language, ["two", "ed2019", "tokens_to_win=1"])


if __name__ == "__main__":
    main(all_pages, matches)
