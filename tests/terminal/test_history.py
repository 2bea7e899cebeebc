# SPDX-License-Identifier: MIT
"""test_history.py: after the last card: again, the film, the review, and `holecard history`."""
import os
import re

from full_person import Box, FullPerson
from line_person import LinePerson
from tmux import Terminal, check, main
from truth import at_home

ROW = re.compile(r"^ *(\d+)  (?:!(\d)|  )  Round (\d+): \S.* \((.*?)\) wins (\d+) %"
                 r"(?:, as the bot would|, as much as .* \((.*)\)|; .* \((.*)\) wins (\d+) %, "
                 r"which is (\d+) more)\.$", re.MULTILINE)

GAMES = {"shed": "Shed", "two": "Do You Have A Two"}


class Stayer(FullPerson):
    """Plays a match, and waits at its end."""

    def answer(self, box):
        if box.title == "The match is over":
            self.ended = True
        else:
            super().answer(box)


def play(terminal, *words, seed):
    """Anna plays a match to its end on the full screen."""
    terminal.start("play", *words, "--name", "Anna", "--bot-delay", "0", "--seed", str(seed))
    Stayer(terminal, seed, ("You", "Bot 1")).play()


def at_the_end(terminal):
    terminal.wait(lambda: Box(terminal.screen()).title == "The match is over", "the end is shown")
    rows = [re.match(r"\w+", row)[0] for row in Box(terminal.screen()).items[-5:-1]]
    check(rows == ["Again", "Film", "Review", "Leave"], "offered are %s" % rows)


def event(terminal):
    return int(terminal.wait_for(r"event (\d+) of \d+ · unaltered")[1])


def reviewed(home, *words):
    """The rows of a review: event, mark, round, done, its chance, as good, better, its chance,
    cost."""
    text = at_home(home, "history", "review", "--plain", *words)
    return ROW.findall(text), text


def the_end(words, seed, columns, rows):
    with Terminal(columns, rows) as terminal:
        play(terminal, *words, seed=seed)
        at_the_end(terminal)
        terminal.type("f")
        check(event(terminal) == 0, "the film does not begin at its beginning")
        terminal.wait_for("as Anna")
        terminal.press("End", "Tab")
        terminal.wait_for("as Bot 1")
        check(re.search("^Anna|.Anna ", terminal.text()), "the film has lost the names")
        check("Player" not in terminal.text() and "Seat" not in terminal.text(), "engine's names")
        terminal.press("q")
        at_the_end(terminal)

        terminal.type("r")
        terminal.wait_for("Review of Anna")
        terminal.wait_for(r"as\s+good\s+as\s+the\s+bot")
        table, _ = reviewed(terminal.home)
        marked = {mark: int(seq) for seq, mark, *_ in table if mark}
        check(marked, "no decision is marked; choose another seed")
        terminal.type("1")
        check(event(terminal) == marked["1"], "the film is not where the costliest decision is")
        terminal.wait_for("as Anna")
        terminal.press("q")
        terminal.wait_for("Review of Anna")
        terminal.press("Home", "Enter")
        check(event(terminal) == int(table[0][0]), "the film is not where the first decision is")
        terminal.press("q")
        terminal.wait_for("Review of Anna")
        terminal.press("q")
        at_the_end(terminal)

        at = terminal.printed_bytes()
        terminal.type("a")
        terminal.wait(lambda: "Seal of the deal" in terminal.printed(at), "another match begins")
        terminal.wait_for("── Your hand")
        terminal.press("C-c")
        check(terminal.status() == 130, "the next match was not left")
        terminal.check_restored()
        check("Continue with: " in terminal.everything(), "the next match is not kept")
        listed = at_home(terminal.home, "history")
        check(re.fullmatch(r" +1  [-\d]+ [:\d]+  %s +Anna( \d+)?, Bot 1( \d+)?: .* wins\n" % GAMES[words[0]],
                           listed), "listed is " + listed)


def shed_small_window():
    # Nobody knows the deal of the next match. The person has the first turn, so that the bot cannot
    # have won it by then.
    the_end(["shed", "match_mode=single", "initial_cards=2", "start_rule=seat0",
             "first_action=ignore", "first_wild=reshuffle", "--bots", "greedy"], 6, 80, 24)


def two_large_window():
    the_end(["two", "tokens_to_win=3", "--bots", "greedy"], 5, 120, 40)


def the_review_is_the_hints():
    """Each row of a review is what `holecard hint` says of that moment, which sees one seat only."""
    with Terminal() as terminal:
        play(terminal, "two", "--bots", "greedy", seed=5)
        at_the_end(terminal)
        terminal.press("q")
        check(terminal.status() == 0, "the status is not 0")
        log = os.path.join(terminal.home, "anna.log")
        at_home(terminal.home, "history", "export", "1", log)
        table, text = reviewed(terminal.home)
        check(len(table) > 5, "few decisions:\n" + text)
        costs = []
        for seq, mark, _, done, chance, even, better, best_chance, cost in table:
            better = better or even
            hints = re.findall(r"^  (\S.*?) +wins +(\d+) %", at_home(
                terminal.home, "hint", log, "--at", seq, "--seat", "0"), re.MULTILINE)
            best = hints[0]
            check((better or done) == best[0] or best[0].startswith(done),
                  "at %s the bot would do %r:\n%s" % (seq, best, text))
            check((best_chance or chance) == best[1], "at %s the best wins %s" % (seq, best[1]))
            costs.append(int(cost or 0))
        worst = sorted(costs, reverse=True)[:3]
        marks = sorted((mark, cost) for mark, cost in zip((row[1] for row in table), costs) if mark)
        check([cost for _, cost in marks] == [cost for cost in worst if cost], "marked:\n" + text)


def in_lines():
    with Terminal(100, 40) as terminal:
        terminal.start("play", "shed", "match_mode=single", "initial_cards=2", "--bots", "greedy",
                       "--plain", "--name", "Anna", "--seed", "6")

        class LineStayer(LinePerson):
            def say(self, line):
                if line == "leave":
                    raise StopIteration
                super().say(line)
        try:
            LineStayer(terminal, 3).play()
        except StopIteration:
            pass
        ask = r"^Type a number \(Enter: leave\)> ?"
        terminal.wait_for(ask + r"\Z")
        terminal.line("nonsense")
        terminal.wait_for("^No: type a number from 1 to 4")
        terminal.line("film")
        terminal.wait_for("-- Enter goes on, q ends --")
        check("Bot 1" in terminal.text(), "the film has lost the names")
        terminal.line("q")
        terminal.wait_for(ask + r"\Z")
        terminal.line("3")
        terminal.wait_for("shows a marked decision.*> ?\\Z")
        check(ROW.search(terminal.text()), "there are no decisions")
        terminal.line("1")
        terminal.wait_for("can be played")
        terminal.line("")
        terminal.wait_for(ask + r"\Z")
        terminal.line("again")
        terminal.wait_for("^Your turn> ?\\Z|^Out of turn.*> ?\\Z")
        terminal.line("end")
        terminal.wait_for(ask + r"\Z")
        terminal.line("")
        check(terminal.status() == 0, "the status is not 0")
        listed = at_home(terminal.home, "history").splitlines()
        check(len(listed) == 2 and listed[0].endswith("ended early"), "listed: %s" % listed)


def a_review_can_be_given_up():
    """While the bot thinks: the list is there, and leaving it does not wait."""
    with Terminal() as terminal:
        play(terminal, "shed", "match_mode=single", "initial_cards=2", "--bots", "greedy", seed=6)
        at_the_end(terminal)
        terminal.type("rq")
        at_the_end(terminal)
        terminal.type("l")
        check(terminal.status() == 0, "the status is not 0")
        terminal.check_restored()


def several_people():
    """Each of those who share the terminal has a review, and all of them play again."""
    with Terminal() as terminal:
        terminal.start("play", "shed", "--bots", "none", "--plain", "--seed", "3", "--name", "Anna")
        terminal.wait_for("press Enter to see your hand")
        terminal.line("end")
        terminal.wait_for(r"^  3  Review of Anna\.\n  4  Review of Player B\.\n  5  Leave\.")
        terminal.line("r1")
        terminal.wait_for("There was nothing to decide")
        at = terminal.printed_bytes()
        terminal.line("again")
        terminal.wait(lambda: "press Enter to see your hand" in terminal.printed(at), "it goes on")
        terminal.line("end")
        terminal.wait(lambda: "What now?" in terminal.printed(at), "the second match is over")
        terminal.line("leave")
        check(terminal.status() == 0, "the status is not 0")


if __name__ == "__main__":
    main(shed_small_window, two_large_window, the_review_is_the_hints, in_lines,
         a_review_can_be_given_up, several_people)
