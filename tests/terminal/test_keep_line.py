# SPDX-License-Identifier: MIT
"""test_keep_line.py: matches in line mode that are interrupted in every way, and go on."""
import os
import signal

from line_person import LinePerson, check_moves
from tmux import Terminal, check, main
from truth import Truth, find_seed, holecard, kept, kept_truth

# The first card is a Wild, so the one who starts must name its colour first: a pending choice that
# the table itself knows of.
FIRST_WILD = ["shed", "start_rule=seat0", "match_mode=single", "--bots", "greedy"]


def table_of(person):
    """The table that was printed last, to the question below it."""
    text = person.listen()
    return text[text.rindex("\nTable: "):]


def begin(terminal, words):
    log = os.path.join(terminal.home, "match.log")
    terminal.start("play", *words, "--plain", "--bot-delay", "0", "--log", log)
    return LinePerson(terminal, 7), log


def go_on(terminal, steps, table, log):
    """Continues the match, compares the table with what it was, and plays to the end."""
    truth = kept_truth(terminal.home)
    terminal.start("play", "--continue", "--plain", "--bot-delay", "0", "--log", log)
    person = LinePerson(terminal, 8)
    check(table_of(person) == table, "the table is another one:%s" % table_of(person))
    person.play()
    check(terminal.status() == 0, "the status is not 0")
    check(not kept(terminal.home), "a match that is over is still kept")
    whole = Truth(log)
    check(whole.commands[:len(truth.commands)] == truth.commands, "the beginning is another one")
    check_moves(steps + person.steps, whole)
    check("unaltered" in holecard("verify", log), "the log was altered")


def end_of_input():
    """Ctrl-D in the middle keeps the match."""
    with Terminal() as terminal:
        person, log = begin(terminal, ["shed", "match_mode=single", "--bots", "greedy", "--seed", "3"])
        person.play(4)
        table = table_of(person)
        terminal.press("C-d")
        check(terminal.status() == 0, "the status is not 0")
        terminal.wait_for(r"Continue with: holecard play --continue \w+")
        terminal.check_restored()
        go_on(terminal, person.steps, table, log)


def leaving():
    """So does the word quit."""
    with Terminal() as terminal:
        person, log = begin(terminal, ["two", "tokens_to_win=2", "--bots", "random", "--seed", "3"])
        person.play(2)
        table = table_of(person)
        person.say("quit")
        check(terminal.status() == 0, "the status is not 0")
        terminal.wait_for(r"Continue with: holecard play --continue \w+")
        go_on(terminal, person.steps, table, log)


def ctrl_c_in_a_question():
    """Ctrl-C while the door asks what a card leaves open: the card is not played."""
    words = ["shed", "wd4_rule=free", "start_rule=seat0", "first_wild=reshuffle", "match_mode=single",
             "--bots", "greedy"]
    seed = find_seed(words, r"^Your hand:.* WW\*")
    with Terminal() as terminal:
        person, log = begin(terminal, words + ["--seed", seed])
        person.play(0)
        table = table_of(person)
        person.say("WW")
        terminal.wait_for(r"Which colour\?.*:$")
        terminal.press("C-c")
        check(terminal.status() == 130, "the status is not 130")
        terminal.wait_for(r"Continue with: holecard play --continue \w+")
        terminal.check_restored()
        go_on(terminal, person.steps, table, log)


def killed_in_a_pending_choice():
    """kill -9 while the table waits for a colour."""
    seed = find_seed(FIRST_WILD, r"^You may: color \(Name the colour\) R \(red\) B ")
    with Terminal() as terminal:
        person, log = begin(terminal, FIRST_WILD + ["--seed", seed])
        person.play(0)
        table = table_of(person)
        terminal.type("color")  # half a line is no command
        terminal.wait_for(r"> color$")
        terminal.signal(signal.SIGKILL)
        check(terminal.status() == 137, "it was not killed")
        terminal.press("C-u")  # the half line waits for the shell now
        check(len(kept(terminal.home)) == 1, "the match was not kept")
        go_on(terminal, person.steps, table, log)


def killed_between_two_people():
    """kill -9 while nobody has the screen: no hand is shown before its owner asks for it."""
    with Terminal() as terminal:
        terminal.start("play", "two", "--bots", "none", "--plain", "--seed", "6")
        LinePerson(terminal, 1).play(3)
        terminal.signal(signal.SIGKILL)
        terminal.status()
        terminal.start("play", "--continue", "--plain")
        person = LinePerson(terminal, 2)
        text = person.listen()
        check("press Enter to see your hand" in text, "nobody is asked to sit down")
        check("Your hand" not in text and "You draw" not in text, "a hand is open:\n" + text)
        person.play(1)


def resized():
    """In line mode the size of the window means nothing to the program."""
    with Terminal(80, 24) as terminal:
        person, log = begin(terminal, ["shed", "match_mode=single", "--bots", "greedy", "--seed", "9"])
        for columns, rows in ((40, 10), (200, 60), (80, 24)):
            check(not person.play(3), "the match is over")
            terminal.resize(columns, rows)
            terminal.wait_for(r"^(Your turn|Out of turn \(Enter: go on\))>$")
        person.play()
        check(terminal.status() == 0, "the status is not 0")
        check_moves(person.steps, Truth(log))


if __name__ == "__main__":
    main(end_of_input, leaving, ctrl_c_in_a_question, killed_in_a_pending_choice,
         killed_between_two_people, resized)
