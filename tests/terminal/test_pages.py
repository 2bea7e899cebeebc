# SPDX-License-Identifier: MIT
"""test_pages.py: every page of the full screen in small and large windows, in each language.

A person walks through the pages of an evening. On each of them the window is resized to all sizes,
and what it shows is written to build/screens/terminal/LANGUAGE/SIZE/PAGE.txt, for people to read.
What must be seen in any size is checked.
"""
import concurrent.futures
import contextlib
import os
import re
import subprocess

from tmux import HOLECARD, Terminal, check, main

SIZES = ((40, 12), (80, 24), (120, 40), (200, 60))
# The folder of all builds, if this is one of several.
HERE = os.path.dirname(os.path.abspath(HOLECARD))
BUILD = os.path.dirname(HERE) if os.path.basename(os.path.dirname(HERE)) == "build" else HERE
SCREENS = os.path.join(BUILD, "screens", "terminal")

# What stands on a page in any size: in English, in German.
WORDS = {
    "name": ("Your name|call you", "Dein Name"),
    "menu": ("^  > ", "^  > "),
    "options": ("^  > ", "^  > "),
    "values": ("^  > ", "^  > "),
    "table": (r"^ Your turn>", r"^ Du bist am Zug>"),
    "panel": ("╭─ .*─╮", "╭─ .*─╮"),
    "two": (r"^ (?:Your turn>|▶ .)|▶", r"▶"),
    "review": (r"Round 1: Play the Prince", r"Runde 1: Spiel den Prinzen"),
    "film": (r"\d+ .*\d+", r"\d+ .*\d+"),
    "tables": ("Open a table", "Tisch.* eröffnen"),
    "game": ("▶ Shed", "▶ Shed"),
    "lobby": ("Start", "Starten"),
    "history": ("1  .*wins|ended early", "1  .*gewinnt|abgebrochen"),
    "small": ("40.*12", "40.*12"),
}


# Words that are English and no German, no name of a card and nothing that one types. What has a
# sign in it that no word has is a code, an option or a command.
ENGLISH = set("""
    the and or of to you your it is are be has have who which what that this these with without for from
    by on at card cards deck player players turn round rounds match plays play draws draw loses wins win
    shows show hidden nobody everybody somebody other others next first last all not cannot can must may
    when how many more then colour points token tokens red blue green yellow skip reverse wild seat seats
    rules options settings help leave back choose move change take type value again review event events
    command speed second seconds thinking waiting table tables free code friends start add bot easy fair
    strong yes no none default allowed usual name press left""".split()) - {"bot", "code", "name", "start"}
# What one types, and what is called the same.
TYPED = re.compile(r"(?m)`[^`]*`|holecard [^\n│]*|:\w+|\w*[_=/.]\w[^\s│]*|--\S+|\([^)]*\)|\([^)\n]*…|^  [> ] \w+  "
                   r"|│ +(?:\S  )?[a-z]+(?: [A-Z\[][^ │]*)*  |│ +\w  |Do You Have A|Anna|Root|\bWild\b")


def leftovers(lines):
    """The English words of a page in another language."""
    text = TYPED.sub(" ", "\n".join(lines))
    return sorted(ENGLISH & {word.lower() for word in re.findall(r"[A-Za-zÄÖÜäöüß]+", text)})


@contextlib.contextmanager
def server():
    """The address of a server that forgets everything."""
    with subprocess.Popen([HOLECARD, "serve", "--listen", "127.0.0.1:0", "--no-save"],
                          stdout=subprocess.PIPE, text=True) as process:
        try:
            yield re.search(r"https?://\S+:\d+", process.stdout.readline())[0]
        finally:
            process.terminate()


class Walk:
    """One language, one terminal."""

    def __init__(self, terminal, language):
        self.terminal, self.language = terminal, language
        self.english = []  # pages with English words

    def pick(self, english, german):
        return german if self.language == "de" else english

    def still(self):
        """The page of this size, when the program waits and two looks are alike."""
        before, same = None, 0

        def alike():
            nonlocal before, same
            now = self.terminal.screen()
            same = same + 1 if now == before and self.terminal.is_asleep() else 0
            before = now
            return same >= 2 and now
        return self.terminal.wait(alike, "the page comes to rest")

    def resize(self, columns, rows):
        """The window, and the page in it: it is drawn anew."""
        if (columns, rows) == (self.terminal.columns, self.terminal.rows):
            return
        at = self.terminal.printed_bytes()
        self.terminal.resize(columns, rows)
        self.terminal.wait(lambda: self.terminal.printed_bytes() > at, "the page is drawn anew")

    def capture(self, name, kind, sizes=SIZES):
        wanted = WORDS[kind][self.language == "de"]
        # tmux takes its time to resize a window, so each page begins with the size that is there.
        here = (self.terminal.columns, self.terminal.rows)
        for columns, rows in sizes if sizes[0] == here else reversed(sizes):
            self.resize(columns, rows)
            self.terminal.wait_for(wanted)
            lines = self.still()
            check(re.search(wanted, "\n".join(lines), re.MULTILINE),
                  "%s at %dx%d does not show %r" % (name, columns, rows, wanted))
            folder = os.path.join(SCREENS, self.language, "%dx%d" % (columns, rows))
            os.makedirs(folder, exist_ok=True)
            with open(os.path.join(folder, name + ".txt"), "w") as file:
                file.write("\n".join(lines) + "\n")
            if self.language != "en" and leftovers(lines):
                self.english.append("%s at %dx%d: %s" % (name, columns, rows, leftovers(lines)))

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
    with Terminal(*SIZES[0], fresh=True, LANG="%s.UTF-8" % {"en": "en_US", "de": "de_DE"}[language],
                  LC_ALL="C.UTF-8") as terminal:
        page = Walk(terminal, language)
        terminal.start("play", "--language", language)
        terminal.wait_for("^  > ")
        page.capture("01-name", "name")
        terminal.press("Enter")
        terminal.wait_for("> (Play|Spielen)")
        page.capture("02-menu", "menu")
        for _ in range(3):
            terminal.press("Down")
        terminal.press("Enter")
        terminal.wait_for(page.pick("^  > official", "^  > offiziell"))
        page.capture("03-values", "values")
        terminal.press("Escape", "Down", "Enter")
        terminal.wait_for("^  > deck")
        page.capture("04-options", "options")
        terminal.press("C-c")
        terminal.status()

        table = ["play", "shed", "--language", language, "--seed", "7", "--bot-delay", "0"]
        terminal.start(*table, "--bots", "greedy,greedy,greedy")
        terminal.wait_for(WORDS["table"][language == "de"])
        page.capture("10-shed-four", "table")
        page.capture("11-too-small", "small", ((39, 12),))
        page.resize(*SIZES[0])
        page.open("?", "12-help")
        page.open("h", "13-hint")
        page.open("q", "14-leave")
        for request in ("cards", "state", "hand"):
            page.open(":" + request, "15-" + request)
        terminal.press("C-c")
        terminal.status()

        terminal.start("play", "two", "tokens_to_win=1", "--language", language, "--seed", "3",
                       "--bot-delay", "0", "--bots", "greedy,greedy")
        terminal.wait_for(WORDS["table"][language == "de"] + "|╭─ ")
        page.capture("20-two", "two")
        terminal.line(":play 5 target=1")
        terminal.wait(lambda: "5" not in terminal.text().split("──")[-1], "the Prince is played")
        page.still()
        if "╭─ " not in terminal.text():
            terminal.line(":end")
        terminal.wait_for("▶ ")
        page.capture("21-over", "panel")
        terminal.type(page.pick("r", "a"))
        terminal.wait_for(WORDS["review"][language == "de"])
        page.capture("22-review", "review")
        terminal.type("q")
        terminal.wait_for("╭─ .*─╮")
        terminal.type("f")
        terminal.wait_for(r" \d+ (of|von) \d+")
        page.capture("23-film", "film")
        page.open("?", "24-film-help")
        terminal.type("q")
        terminal.wait_for("╭─ .*─╮")
        terminal.type(page.pick("l", "g"))
        check(terminal.status() == 0, "the status is not 0")


        terminal.resize(*SIZES[1])
        terminal.start("history", "--language", language)
        terminal.status()
        page.capture("30-history", "history", (SIZES[1],))
        page.end()


def visit(language):
    """The pages of a server."""
    with server() as address, Terminal(*SIZES[0]) as terminal:
        page = Walk(terminal, language)
        terminal.start("play", "--join", address, "--name", "Anna", "--language", language)
        terminal.wait_for(WORDS["tables"][language == "de"])
        page.capture("40-tables", "tables")
        terminal.press("Enter")
        terminal.wait_for("Do You Have A Two")
        page.capture("41-game", "game")
        terminal.press("Enter")
        terminal.wait_for(WORDS["lobby"][language == "de"])
        page.resize(*SIZES[0])
        terminal.click(r"\[b\]")
        terminal.wait_for("╭─ .*─╮")
        page.capture("42-bots", "panel")
        terminal.press("Enter")
        terminal.wait_for(r"\[x\]|Bot \(|bot \(")
        page.capture("43-lobby", "lobby")
        page.open("?", "44-lobby-help")
        page.open("h", "45-records")
        page.open("l", "46-leaders")
        terminal.type("e")
        terminal.wait_for("^  > ")
        page.capture("47-settings", "options")
        terminal.press("Escape")
        terminal.wait_for(WORDS["lobby"][language == "de"])
        terminal.press("C-c")
        terminal.status()
        page.end()


def all_pages():
    """Both languages at once, since most of the time is spent with waiting for tmux."""
    with concurrent.futures.ThreadPoolExecutor() as both:
        for done in [both.submit(way, language) for language in ("en", "de") for way in (walk, visit)]:
            done.result()


if __name__ == "__main__":
    main(all_pages)
