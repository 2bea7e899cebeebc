# SPDX-License-Identifier: MIT
"""test_mouse.py: everything that can be clicked, and that the mouse is given back."""
import re

from tmux import PROMPT, Terminal, check, main

TABLE = ["play", "shed", "match_mode=single", "--bots", "random", "--seed", "7",
         "--bot-delay", "0"]


def sit_down(terminal, *more):
    terminal.start(*TABLE, *more)
    terminal.wait_for(r"^ Your turn>$")
    check(terminal.is_flag("mouse_sgr_flag") and terminal.is_flag("mouse_standard_flag"),
          "the mouse is not asked for")


def hand(terminal):
    return int(terminal.wait_for(r"── Your hand, (\d+) card")[1])


def closed(terminal):
    return not re.search("╭─ .* × ─╮", terminal.text())


def cards(terminal):
    """A click on a card is the cursor and Enter: it is played, or refused."""
    sit_down(terminal)
    before = hand(terminal)
    terminal.click(r"RS ▲|RS▲")
    terminal.wait_for("^ No: ")
    terminal.click(r"WW ◇|WW◇")
    terminal.click(r" green")
    terminal.wait(lambda: closed(terminal) and hand(terminal) == before - 1, "the card is played")
    terminal.press("C-c")
    terminal.status()
    terminal.check_restored()


def cards_of_all_sizes():
    for columns, rows in ((40, 12), (80, 24), (120, 40)):
        with Terminal(columns, rows) as terminal:
            cards(terminal)


def keys_and_panels():
    """What stands in the rows of keys, rows of lists, the corner of a panel, and its foot."""
    with Terminal() as terminal:
        sit_down(terminal)
        terminal.type(":nonsense")
        terminal.wait_for("> :nonsense")
        terminal.click(r"\? help")
        terminal.wait_for("─ Help ─")
        top = terminal.wait_for(r" 1 to \d+ of \d+ ")
        terminal.wheel(False)
        terminal.wait_for(r" 4 to \d+ of \d+ ")
        terminal.wheel(True)
        terminal.wait_for(re.escape(top[0]))
        terminal.click("×")
        terminal.wait(lambda: closed(terminal), "the corner closes the panel")
        check("nonsense" not in terminal.text(), "what was typed is still there")
        terminal.click("q leave")
        terminal.wait_for("Leave the table")
        terminal.click("Stay at the table")
        terminal.wait(lambda: closed(terminal), "somebody stays")
        before = hand(terminal)
        terminal.click(r"\[d\] Draw")
        terminal.wait(lambda: hand(terminal) == before + 1, "a card is drawn")
        terminal.click("q leave")
        terminal.click("Leave; later")
        check(terminal.status() == 0, "the status is not 0")
        terminal.check_restored()


def wheel_and_shell():
    """The wheel looks back through the story. Ctrl-Z gives the mouse to the shell, fg takes it."""
    with Terminal(80, 24) as terminal:
        sit_down(terminal)
        terminal.click(r"\[d\] Draw")
        for _ in range(6):
            terminal.type("p")
            terminal.type("d")
            terminal.wait_for(r"^ Your turn>")
        terminal.wheel(True)
        terminal.wait_for(r"Story \(1 newer")
        terminal.wheel(False)
        terminal.wait(lambda: "newer" not in terminal.text(), "the newest is seen again")
        terminal.suspend()
        terminal.wait_for(re.escape(PROMPT.strip()) + "$")
        terminal.wait(lambda: not terminal.is_flag("mouse_any_flag"), "the shell has the mouse")
        terminal.go_on()
        terminal.wait_for(r"^ Your turn>")
        terminal.wait(lambda: terminal.is_flag("mouse_sgr_flag"), "the page has the mouse")
        terminal.press("C-c")
        check(terminal.status() == 130, "the status is not 130")
        terminal.check_restored()


def in_the_menu():
    with Terminal() as terminal:
        terminal.start("play", "--name", "Anna")
        terminal.click("    Game ")
        terminal.wait_for("Enter accept")
        terminal.click("^    Do You")
        terminal.wait_for("Game +< Do You")
        terminal.wheel(True)
        terminal.wheel(True)
        terminal.wait_for("^  > Play")
        terminal.wheel(True)
        terminal.click("    Options")
        terminal.wait_for("^  > edition")
        terminal.click("Esc back")
        terminal.wait_for("^  > Options")
        terminal.click("    Play ")
        terminal.wait_for("── Your hand")
        terminal.press("C-c")
        check(terminal.status() == 130, "the status is not 130")
        terminal.check_restored()


if __name__ == "__main__":
    main(cards_of_all_sizes, keys_and_panels, wheel_and_shell, in_the_menu)
