# SPDX-License-Identifier: MIT
"""test_full.py: whole matches on the full screen, by keys, in small and large windows."""
import os

from full_person import FullPerson, Sharers, check_match, check_moves
from tmux import Terminal, check, main
from truth import Truth, holecard


def whole_match(words, seats, seed, sizes, least=6):
    """Plays a match; after some moves each, the window takes the next size."""
    with Terminal(*sizes[0]) as terminal:
        log = os.path.join(terminal.home, "match.log")
        terminal.start("play", *words, "--seats", str(seats), "--seed", str(seed), "--log", log,
                       "--bots", ",".join(["greedy"] * (seats - 1)), "--bot-delay", "0")
        person = FullPerson(terminal, seed, ["You"] + ["Bot %d" % s for s in range(1, seats)])
        for size in sizes[1:]:
            if person.play(4):
                break
            before = terminal.screen()
            terminal.resize(*size)
            terminal.wait(lambda: person.is_ready(person.look()) and terminal.last != before,
                          "the page is drawn anew")
        if not person.ended:
            person.play()
        check(terminal.status() == 0, "the status is not 0")
        terminal.check_restored()
        check("unaltered" in holecard("verify", log), "the log was altered")
        check_match(person, Truth(log))
        check(len(person.steps) >= least, "only %d moves" % len(person.steps))


def shed_official():
    whole_match(["shed", "initial_cards=3", "points_to_win=40", "first_wild=reshuffle"], 2, 11,
                [(80, 24)])


def shed_party():
    whole_match(["shed", "party", "points_to_win=1"], 4, 2, [(200, 60)])


def two_of_two():
    whole_match(["two", "tokens_to_win=3"], 2, 3, [(80, 24)])


def two_of_four():
    whole_match(["two", "tokens_to_win=3"], 4, 4, [(200, 60)])


def shed_resized():
    whole_match(["shed", "points_to_win=60"], 3, 5,
                [(80, 24), (200, 60), (60, 18), (120, 30), (80, 50), (100, 24)])


def two_resized():
    whole_match(["two", "tokens_to_win=7"], 3, 1, [(80, 24), (200, 60), (60, 18), (120, 30)], 14)


def shared():
    """Two people share the terminal: between their hands there is a page with nobody's."""
    with Terminal() as terminal:
        log = os.path.join(terminal.home, "match.log")
        terminal.start("play", "shed", "initial_cards=4", "points_to_win=1", "--bots", "none",
                       "--seed", "8", "--log", log)
        people = Sharers(terminal, 8)
        people.play()
        check(terminal.status() == 0, "the status is not 0")
        truth = Truth(log, {0: "Player A", 1: "Player B"})
        truth.shared = True
        for seat in (0, 1):
            check_moves([s for s, who in zip(people.steps, people.seats) if who == seat], truth, seat)
        check(people.curtains > 8, "only %d curtains" % people.curtains)


if __name__ == "__main__":
    main(shed_official, shed_party, two_of_two, two_of_four, shed_resized, two_resized, shared)
