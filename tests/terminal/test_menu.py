# SPDX-License-Identifier: MIT
"""test_menu.py: the start menu, in lines and on the full screen, and what it remembers."""
import os
import re

from tmux import Terminal, check, main
from truth import kept

TWO = "Do You Have A Two"


def value(terminal, label):
    """What stands behind a label of the menu, or None if there is no such row."""
    match = re.search(r"^  [> ] %s +(?:< )?(.*?)(?: >)?(?:  \(changed\))?$" % re.escape(label),
                      terminal.text(), re.MULTILINE)
    return match[1] if match else None


def selected(terminal):
    match = re.search(r"^  > (\S+(?: \S+)*?)(?:  | < |$)", terminal.text(), re.MULTILINE)
    return match[1] if match else None


def go_to(terminal, label):
    """Moves the cursor to a row: up if the row is seen above, otherwise down."""
    for _ in range(60):
        now = terminal.wait(lambda: selected(terminal), "the menu has a cursor")
        if now == label:
            return
        above = re.search(r"^    %s\b" % re.escape(label), terminal.text().partition("\n  > ")[0],
                          re.MULTILINE)
        terminal.press("Up" if above else "Down")
        terminal.wait(lambda: selected(terminal) not in (None, now), "the cursor moves")
    check(False, "there is no row " + label)


def open_menu(terminal, *words):
    """Who starts for the first time is asked for a name."""
    terminal.start("play", *words)
    terminal.wait(lambda: selected(terminal), "the menu is there")
    if "call you" in terminal.text():
        terminal.press("Enter")
        terminal.wait(lambda: selected(terminal) not in (None, "Your name"), "the name is taken")


def the_name_is_asked_once():
    """First of all; what was typed is checked, and it is not asked again anywhere."""
    with Terminal(fresh=True) as terminal:
        terminal.start("play")
        terminal.wait_for("What should others call you")
        check(value(terminal, "Your name") == "_", "something is there before it is typed")
        terminal.type("A,")
        terminal.press("Enter")
        terminal.wait_for("No: a name is plain text")
        terminal.press("BSpace")
        terminal.type("nna")
        terminal.press("Enter")
        terminal.wait(lambda: selected(terminal) == "Play", "the menu is there")
        check(value(terminal, "Your name") == "Anna", "the name is not taken")
        terminal.press("q")
        terminal.status()
        terminal.start("play")
        terminal.wait(lambda: selected(terminal) == "Play", "the menu is there at once")
        check(value(terminal, "Your name") == "Anna", "the name is forgotten")
        terminal.press("q")
        terminal.status()
        terminal.start("play", "shed", "--bots", "none", "--plain", "--name", "Bea")
        terminal.wait_for("At the table: Bea, ")
        terminal.press("C-d")
        terminal.status()
        with open(os.path.join(terminal.home, "config/holecard/settings")) as file:
            check("names = Anna" in file.read(), "--name is for today, and was remembered")


def a_table_asks_for_the_name():
    """Who names a game and has never been here is asked first, in both modes; then no more."""
    for words, prompt in (([], "^Your turn|── Your hand"), (["--plain"], "^(Your turn|Out of turn).*>$")):
        with Terminal(fresh=True) as terminal:
            table = ["play", "shed", "start_rule=seat0", "--seed", "5", *words]
            terminal.start(*table)
            terminal.wait_for("What should others call you")
            terminal.line("Anna")
            terminal.wait_for(prompt)
            terminal.press("C-c")
            check(terminal.status() == 130, "it was not left")
            terminal.start(*table)
            terminal.wait_for(prompt)
            check("call you" not in terminal.text(), "the name is asked again")
            terminal.press("C-c")
            terminal.status()
            with open(os.path.join(terminal.home, "config/holecard/settings")) as file:
                kept_words = file.read()
            check("names = Anna\n" in kept_words and "start_rule" not in kept_words, kept_words)


def no_template_is_offered():
    with Terminal() as terminal:
        open_menu(terminal)
        go_to(terminal, "Game")
        terminal.press("Enter")
        terminal.wait_for("Enter accept")
        check("Shed " in terminal.text() and "Do You Have A Two" in terminal.text(),
              "a game is missing")
        check(len(re.findall(r"^  [> ] \w", terminal.text(), re.MULTILINE)) == 2, "more is offered")


def change(terminal, label, wanted):
    """Goes to a row and changes it with the arrow until it has the value."""
    go_to(terminal, label)
    for _ in range(30):
        now = terminal.wait(lambda: value(terminal, label), "%s has a value" % label)
        if re.fullmatch(wanted, now):
            return
        terminal.press("Right")
        terminal.wait(lambda: value(terminal, label) != now, "%s changes" % label)
    check(False, "%s is never %s" % (label, wanted))


def wait_players(terminal, count):
    """The cards of the menu's matches are any cards, so a list may lie over the page already: only
    the seats are sure to be seen."""
    seat = re.compile(r"^ [▶ ] (You|Bot \d) +\d+ cards? ", re.MULTILINE)
    terminal.wait(lambda: len(seat.findall(terminal.text())) == count, "%d players sit there" % count)


def enter_enter_plays():
    """The first run: nothing to continue, and Enter deals the cards."""
    with Terminal() as terminal:
        open_menu(terminal)
        check(selected(terminal) == "Play", "the cursor is not on Play")
        check(value(terminal, "Continue") is None, "there is something to continue")
        check(value(terminal, "Game") == "Shed", "the game is not Shed")
        terminal.press("Enter")
        terminal.wait_for("── Your hand")
        wait_players(terminal, 2)
        terminal.press("C-c")
        check(terminal.status() == 130, "the status is not 130")
        terminal.check_restored()


def leaving():
    with Terminal() as terminal:
        for key in ("q", "Escape", "C-c"):
            open_menu(terminal)
            terminal.press(key)
            check(terminal.status() == (130 if key == "C-c" else 0), "the status after " + key)
            terminal.check_restored()
        open_menu(terminal)
        go_to(terminal, "Leave")
        terminal.press("Enter")
        check(terminal.status() == 0, "the status is not 0")
        check(not kept(terminal.home), "a match was begun")


def changes_are_remembered():
    with Terminal() as terminal:
        open_menu(terminal)
        change(terminal, "Game", TWO)
        change(terminal, "Seats", "3")
        go_to(terminal, "Options")
        terminal.press("Enter")
        terminal.wait(lambda: value(terminal, "tokens_to_win"), "the options are there")
        change(terminal, "tokens_to_win", "2")
        terminal.wait_for(r"tokens_to_win +.*\(changed\)")
        check("tokens win the match" in terminal.text(), "the option is not explained")
        terminal.press("Escape")
        terminal.wait(lambda: (value(terminal, "Options") or "").startswith("1 changed"),
                      "one option was changed")
        change(terminal, "Seat 2", "strong")
        terminal.resize(100, 40)
        terminal.wait(lambda: value(terminal, "Seat 2") == "strong", "the menu is drawn anew")
        go_to(terminal, "Play")
        terminal.press("Enter")
        terminal.wait_for("── Your hand")
        wait_players(terminal, 3)
        terminal.wait_for("of 2 tokens")
        terminal.press("C-c")
        terminal.status()

        open_menu(terminal)
        check(selected(terminal) == "Continue", "there is nothing to continue")
        check(value(terminal, "Game") == TWO and value(terminal, "Seats") == "3", "forgotten")
        check(value(terminal, "Seat 2") == "strong", "the bot was forgotten")
        check(value(terminal, "Options").startswith("1 changed"), "the option was forgotten")
        terminal.press("Enter")
        terminal.wait_for("── Your hand")
        terminal.wait_for("of 2 tokens")
        terminal.press("C-c")
        terminal.status()
        check(len(kept(terminal.home)) == 1, "another match was begun")


def values_and_lists():
    """A value is typed in its row, where q is a letter; a list of values is a page of its own."""
    with Terminal() as terminal:
        open_menu(terminal)
        go_to(terminal, "Bots wait")
        usual = value(terminal, "Bots wait")
        terminal.press("Enter")
        terminal.wait_for("Type the value")
        terminal.type("xq")
        terminal.wait(lambda: value(terminal, "Bots wait") == "xq_", "the value is typed")
        terminal.press("Up", "Enter")
        terminal.wait_for("No: ")
        check(selected(terminal) == "Bots wait", "the cursor moved while something was typed")
        check(value(terminal, "Bots wait") == usual, "what was refused was taken")
        terminal.press("Enter")
        terminal.wait_for("Type the value")
        check("No: " not in terminal.text(), "the refusal is still there")
        terminal.type("7")
        terminal.press("BSpace", "BSpace")
        terminal.type("50 ms")
        terminal.press("Escape")
        terminal.wait(lambda: value(terminal, "Bots wait") == usual, "the value is left")
        terminal.press("Home")
        terminal.wait(lambda: selected(terminal) == "Play", "Home goes to the first row")
        terminal.press("Up")
        terminal.wait(lambda: selected(terminal) == "Leave", "Up goes on at the last row")
        go_to(terminal, "Game")
        terminal.press("Enter")
        terminal.wait_for("Enter accept")
        terminal.press("q")
        terminal.wait(lambda: selected(terminal) == "Game", "the list was left")
        check(value(terminal, "Game") == "Shed", "leaving the list took a value")
        terminal.press("Enter")
        terminal.wait_for("Enter accept")
        terminal.press("End", "Enter")
        terminal.wait(lambda: value(terminal, "Game") not in (None, "Shed"), "another game is taken")


def arguments_beat_settings():
    """What was remembered is for the menu; who names a game gets that game by its usual rules."""
    with Terminal() as terminal:
        settings = os.path.join(terminal.home, "config/holecard/settings")
        os.makedirs(os.path.dirname(settings), exist_ok=True)
        with open(settings, "w") as file:
            file.write("game = two\nseats = 4\nnonsense\nforget = 5\nnames = Anna\n")
        terminal.start("play")
        terminal.wait(lambda: value(terminal, "Game") == TWO, "the settings are read")
        check(value(terminal, "Seats") == "4", "the seats are not 4")
        terminal.press("q")
        terminal.status()
        check(re.search(r"settings:3", terminal.everything().replace("\n", "")),
              "the wrong line is not reported")
        terminal.start("play", "shed")
        terminal.wait_for(r"Shed, official rules")
        wait_players(terminal, 2)


def in_lines():
    """The same menu in line mode: numbers, and sentences that can be read aloud."""
    with Terminal(100, 40, fresh=True) as terminal:
        terminal.start("play", "--plain")
        terminal.wait_for("What should others call you.*>$")
        terminal.line("Anna")
        terminal.wait_for(r"^Type a number.*>$")
        check("Continue" not in terminal.text(), "there is something to continue")

        def answer(label, wanted=None):
            rows = re.findall(r"^ +(\d+) +([^:.\n]+?)(?:[:.]|$)", terminal.everything(), re.MULTILINE)
            number = [n for n, name in rows if name == label][-1]
            at = terminal.printed_bytes()
            terminal.line(number)
            terminal.wait(lambda: re.search(r"[>.] \Z", terminal.printed(at).partition("\n")[2]),
                          "the menu asks")
            if wanted:
                answer(wanted)
        answer("Game", TWO)
        check("Game: " + TWO in terminal.text(), "the game is not two")
        check(re.search(r"Length: one round", terminal.text()), "it is not one round")
        answer("Length", "three tokens")
        check(re.search(r"Length: three tokens", terminal.text()), "the length is not taken")
        answer("Play")
        terminal.wait_for("^Seal of the deal")
        terminal.press("C-d")
        check(terminal.status() == 0, "the status is not 0")
        terminal.start("play", "--plain")
        terminal.wait_for(r"^ +1 +Continue.*$")
        check("Game: " + TWO in terminal.text(), "the game was forgotten")
        terminal.press("C-d")
        terminal.status()
        terminal.check_restored()


if __name__ == "__main__":
    main(the_name_is_asked_once, a_table_asks_for_the_name, no_template_is_offered, enter_enter_plays, leaving, changes_are_remembered, values_and_lists,
         arguments_beat_settings, in_lines)
