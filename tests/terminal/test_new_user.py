# SPDX-License-Identifier: MIT
"""test_new_user.py: somebody who has never seen the program and reads nothing but its screens: from
the menu through a round to the review, once more, and to the list of what was played. And how such
a person, who looks at another window, is told that it is their turn."""
import re

from full_person import Box, FullPerson
from tmux import Terminal, check, main, remember
from truth import at_home


class Newcomer(FullPerson):
    """Plays what the page offers, and stops when the match is over."""

    def answer(self, box):
        if box.title == "The match is over":
            self.ended = True
        else:
            super().answer(box)


def play_round(terminal, seed):
    Newcomer(terminal, seed).play()
    return terminal.wait(lambda: Box(terminal.screen()).title == "The match is over" and
                         terminal.text(), "the end is shown")


def first_evening():
    with Terminal() as terminal:
        remember(terminal.home, "delay = 0\n")  # so that the test takes less time
        terminal.start("play")
        terminal.wait_for("call you")
        terminal.press("Enter")
        terminal.wait_for("^  > Play +Shed, official, one round: you and fair")
        terminal.press("Enter")
        terminal.wait_for("── Your hand")
        title = terminal.screen()[0]
        check("official rules" in title and "house" not in title, "the title is " + title)
        check(" of 500" not in terminal.text(), "a goal is shown where one round decides")
        end = play_round(terminal, 1)
        check(not re.search(r"\b0 points", end), "a score of 0 is shown after one round:\n" + end)
        terminal.type("r")
        terminal.wait_for("Review of ")
        terminal.press("q")
        terminal.wait(lambda: Box(terminal.screen()).title == "The match is over", "back at the end")
        terminal.type("a")
        terminal.wait_for("round 1")
        terminal.wait(lambda: not Box(terminal.screen()).title or "Which" in terminal.text(),
                      "another match begins")
        play_round(terminal, 2)
        terminal.type("l")
        check(terminal.status() == 0, "the status is not 0")
        terminal.check_restored()
        check("holecard history" in terminal.everything(), "nothing says where the match is kept")
        listed = at_home(terminal.home, "history")
        check(len(listed.splitlines()) == 2, "two matches were played, listed are:\n" + listed)


def goals_are_seen():
    """In any size, how far everybody is."""
    for words, long, short in ((["shed"], "0 of 500 points", "0/500"),
                               (["two"], "0 of 7 tokens", "0/7|0 of 7 tokens")):
        with Terminal() as terminal:
            terminal.start("play", *words, "--seed", "5", "--bots", "random", "--bot-delay", "60000")
            terminal.wait_for(long)
            terminal.resize(40, 12)
            terminal.wait_for(short)
            terminal.press("C-c")
            terminal.status()


def with_signal(terminal, signal, *words):
    remember(terminal.home, "names = Anna\nsignal = %s\n" % signal)
    at = terminal.printed_bytes()
    terminal.start("play", "shed", "start_rule=seat0", "first_action=ignore",
                   "first_wild=reshuffle", "--seed", "5", "--bots", "random", *words)
    terminal.wait_for(r"^ ?Your turn>")
    # The title ends with the byte of a bell, too.
    rung = re.sub(r"\x1b\]2;[^\a]*\a", "", terminal.printed(at)).count("\a")
    title = terminal.tell("pane_title")
    terminal.press("C-c")
    terminal.status()
    return rung, "Your turn" in title


def your_turn_is_announced():
    with Terminal() as terminal:
        usual = terminal.tell("pane_title")
        check(with_signal(terminal, "title") == (0, True), "the title does not say it")
        check(terminal.tell("pane_title") == usual, "the former title is not back")
        check(with_signal(terminal, "bell") == (1, False), "the bell does not ring once")
        check(with_signal(terminal, "none") == (0, False), "something is announced")
        check(with_signal(terminal, "title", "--plain") == (0, False), "line mode is not quiet")
        check(with_signal(terminal, "both", "--plain") == (1, False), "line mode does not ring")


if __name__ == "__main__":
    main(first_evening, goals_are_seen, your_turn_is_announced)
