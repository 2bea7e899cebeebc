# SPDX-License-Identifier: MIT
"""test_line.py: whole matches in line mode, as somebody at a terminal plays them."""
import os

from line_person import LinePerson, check_match
from tmux import Terminal, check, main
from truth import Truth, holecard


def whole_match(name, words, seed, columns=80, rows=24):
    with Terminal(columns, rows) as terminal:
        log = os.path.join(terminal.home, "match.log")
        terminal.start("play", *words, "--plain", "--bot-delay", "0", "--seed", str(seed),
                       "--log", log)
        person = LinePerson(terminal, seed)
        person.play()
        check(terminal.status() == 0, "the status is not 0")
        terminal.check_restored()
        check("unaltered" in holecard("verify", log), name + ": the log was altered")
        check_match(person, Truth(log))
        check(len(person.steps) > 3, "only %d moves" % len(person.steps))


def shed_official():
    whole_match("official", ["shed", "initial_cards=3", "points_to_win=40", "--bots", "greedy"], 1)


def shed_party():
    whole_match("party", ["shed", "party", "match_mode=single", "initial_cards=2", "--seats", "4",
                          "--bots", "random,random,random"], 6, 200, 60)


def two_of_two():
    whole_match("two", ["two", "tokens_to_win=2", "--bots", "random"], 3)


def two_of_four():
    whole_match("two", ["two", "tokens_to_win=2", "--seats", "4", "--bots", "random,random,random"],
                4, 200, 60)


def shared():
    """Two people share the terminal: the hand of one is gone before the other one looks."""
    with Terminal() as terminal:
        log = os.path.join(terminal.home, "match.log")
        terminal.start("play", "shed", "points_to_win=1", "--bots", "none", "--plain", "--seed", "5",
                       "--log", log)
        person = LinePerson(terminal, 5)
        person.play()
        check(terminal.status() == 0, "the status is not 0")
        truth = Truth(log, {0: "Player A", 1: "Player B"})
        check_match(person, truth, 0)
        check_match(person, truth, 1)
        check(len(person.steps) > 10, "only %d moves" % len(person.steps))


if __name__ == "__main__":
    main(shed_official, shed_party, two_of_two, two_of_four, shared)
