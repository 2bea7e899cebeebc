# SPDX-License-Identifier: MIT
"""test_history.py: honest histories pass, and every kind of forgery is found.

A little table makes the honest ones: people ask, the table does it at once or later, answers and news
take their time or are lost, and who had no answer asks again under the same id.
"""
import itertools
import random

from history import Asked, History, Told, faults, two_histories
from trial import SEED, SLOWER, check, main

HONEST = 400 // SLOWER
SEATS, HOUSE = (0, 1, 2), 15
WORDS = ("draw", "keep", "call")
LATE = "call"  # may come however much has happened


class World:
    """One table, and one person for each seat with one line. `log` is what has happened."""

    def __init__(self, dice):
        self.dice, self.tick = dice, itertools.count(1)
        self.history, self.log, self.seq = History(), [], 0
        self.waiting = {}                       # by seat: the command that is not answered
        self.known = dict.fromkeys(SEATS, 0)    # by seat: what they have seen
        self.news = {seat: [] for seat in SEATS}
        self.lines = {seat: seat for seat in SEATS}
        self.at_table = {}                      # by seat: what has come to the table and waits

    def happen(self, seat, do):
        before, self.seq = self.seq, self.seq + self.dice.randrange(1, 4)
        self.log.append((seat, do, before, self.seq))
        for news in self.news.values():
            news.append(self.seq)

    def ask(self, seat):
        if seat not in self.waiting:
            do = self.dice.choice(WORDS)
            asked = Asked(seat, do, self.known[seat], next(self.tick))
            self.history.asked.append(asked)
            self.waiting[seat] = self.at_table[seat] = (asked, None)

    def do(self, seat):
        asked, answer = self.at_table.pop(seat, (None, None))
        if not asked:
            return
        if asked.do != LATE and asked.seq != self.seq:
            answer = ("stale", None)
        elif self.dice.random() < 0.1:
            answer = ("not stored", None)
        else:
            self.happen(seat, asked.do)
            answer = ("done", self.seq)
        self.waiting[seat] = (asked, answer)

    def hear_answer(self, seat):
        asked, answer = self.waiting.get(seat, (None, None))
        if not answer:
            return
        while self.news[seat] and answer[1] and self.news[seat][0] <= answer[1]:
            self.hear_news(seat)
        self._hear(seat, asked, answer)

    def _hear(self, seat, asked, answer):
        del self.waiting[seat]
        if answer[0] != "done":
            asked.refused(next(self.tick))
        elif answer[1]:
            asked.done(next(self.tick), answer[1])
        else:
            asked.repeated(next(self.tick))

    def hear_news(self, seat):
        if self.news[seat]:
            self.known[seat] = self.news[seat].pop(0)
            self.history.told.append(Told(self.lines[seat], self.known[seat], next(self.tick)))

    def cut(self, seat):
        """The line is lost with all that was on it, and the person comes back."""
        self.news[seat].clear()
        self.at_table.pop(seat, None)
        self.lines[seat] += len(SEATS)
        asked_at = next(self.tick)
        if self.dice.random() < 0.5:
            self.do(self.dice.choice(SEATS))
        self.news[seat] = [seq for seq in self.news[seat] if seq > self.seq]
        self.known[seat] = self.seq
        self.history.told.append(Told(self.lines[seat], self.seq, next(self.tick), asked_at))
        asked, answer = self.waiting.get(seat, (None, None))
        if not asked:
            return
        if self.dice.random() < 0.3:
            del self.waiting[seat]      # it is never known what became of it
        elif answer and answer[0] == "done":
            self._hear(seat, asked, ("done", None))
        elif not answer:
            self.at_table[seat] = (asked, None)

    def step(self):
        seat = self.dice.choice(SEATS)
        self.dice.choices((self.ask, self.do, self.hear_answer, self.hear_news, self.cut),
                          (4, 4, 4, 6, 1))[0](seat)
        if self.dice.random() < 0.05:
            self.happen(HOUSE, "next")


def honest(seed):
    world = World(random.Random(seed))
    for _ in range(world.dice.randrange(5, 250)):
        world.step()
    return world.history, world.log


# ---- Forgeries: each changes a history, or its log, and says whether it could ----------------------


def rows_of(history, kind):
    return [it for it in history.asked if kind(it)]


def is_exact(asked):
    return asked.is_done() and asked.after is not None


def alone(history, rows):
    """Those of them whose words are not also those of somebody who had no answer: that one may be
    in the log instead."""
    unknown = {(it.seat, it.do) for it in history.asked if it.heard is None}
    return [it for it in rows if (it.seat, it.do) not in unknown]


def shift(log, at, by):
    """Events after that place have other numbers."""
    log[at:] = [(seat, do, before + by, after + by) for seat, do, before, after in log[at:]]


def without(log, at):
    size = log[at][3] - log[at][2]
    del log[at]
    shift(log, at, -size)


def with_row(log, at, seat, do):
    before = log[at][2] if at < len(log) else (log[-1][3] if log else 0)
    shift(log, at, 1)
    log.insert(at, (seat, do, before, before + 1))


def row_for(log, asked):
    return next(at for at, row in enumerate(log)
                if row[0] == asked.seat and row[1] == asked.do and row[3] == asked.after)


def last_done_lost(dice, history, log):
    """The last that was acknowledged, and nothing after it, is not stored."""
    done = rows_of(history, is_exact)
    if not done:
        return False
    at = row_for(log, max(done, key=lambda it: it.after))
    del log[at:]
    return True


def done_lost(dice, history, log):
    done = alone(history, rows_of(history, is_exact))
    if not done:
        return False
    without(log, row_for(log, dice.choice(done)))
    return True


def repeated_lost(dice, history, log):
    """A repeat was acknowledged, and nobody has said these words in the log."""
    done = rows_of(history, lambda it: it.is_done() and it.after is None)
    if not done:
        return False
    asked = dice.choice(done)
    asked.do = asked.do + " again"
    return True


def done_twice(dice, history, log):
    """What was asked for once is at the end of the log once more."""
    done = alone(history, rows_of(history, is_exact))
    if not done:
        return False
    asked = dice.choice(done)
    with_row(log, len(log), asked.seat, asked.do)
    return True


def unknown_twice(dice, history, log):
    unknown = rows_of(history, lambda it: it.heard is None)
    if not unknown:
        return False
    asked = dice.choice(unknown)
    same = [it for it in unknown if (it.seat, it.do) == (asked.seat, asked.do)]
    for _ in range(len(same) + 1):
        with_row(log, len(log), asked.seat, asked.do)
    return True


def refused_done(dice, history, log):
    refused = alone(history, rows_of(history, lambda it: it.is_refused))
    if not refused:
        return False
    asked = dice.choice(refused)
    with_row(log, len(log), asked.seat, asked.do)
    return True


def nobody_asked(dice, history, log):
    with_row(log, dice.randrange(len(log) + 1), dice.choice(SEATS), "pass")
    return True


def of_another_seat(dice, history, log):
    done = rows_of(history, is_exact)
    if not done:
        return False
    at = row_for(log, dice.choice(done))
    log[at] = ((log[at][0] + 1) % len(SEATS), *log[at][1:])
    return True


def other_words(dice, history, log):
    done = rows_of(history, is_exact)
    if not done:
        return False
    at = row_for(log, dice.choice(done))
    log[at] = (log[at][0], log[at][1] + " 7", *log[at][2:])
    return True


def elsewhere(dice, history, log):
    """The answer names another place in the log, where the log has no such command of that seat."""
    by = dice.choice((-1, 1))
    places = {(seat, do, after) for seat, do, _, after in log}
    done = rows_of(history, lambda it: is_exact(it)
                   and (it.seat, it.do, it.after + by) not in places)
    if not done:
        return False
    dice.choice(done).after += by
    return True


def before_it_was_seen(dice, history, log):
    """Somebody had seen more than there was when the log has their command."""
    done = rows_of(history, is_exact)
    if not done:
        return False
    asked = dice.choice(done)
    asked.seq = asked.after
    return True


def before_it_was_asked(dice, history, log):
    """Somebody had heard that it was done, and only then it was asked for."""
    done = [it for it in rows_of(history, is_exact)
            if any(told.seq >= it.after and told.heard > it.asked for told in history.told)]
    if not done:
        return False
    asked = dice.choice(done)
    asked.asked = 0.5 + min(told.heard for told in history.told
                            if told.seq >= asked.after and told.heard > asked.asked)
    asked.heard = asked.asked + 0.1
    return True


def against_time(dice, history, log):
    """Two commands change places, and the first was acknowledged before the second was asked for."""
    done = rows_of(history, is_exact)
    pairs = [(a, b) for a in done for b in done
             if a.heard < b.asked and (a.seat, a.do) != (b.seat, b.do)]
    if not pairs:
        return False
    first, second = dice.choice(pairs)
    for asked in (first, second):
        at = row_for(log, asked)
        other = second if asked is first else first
        log[at] = (other.seat, other.do, *log[at][2:])
    first.after, second.after = second.after, first.after
    first.seq = second.seq = 0
    return True


def repeat_against_time(dice, history, log):
    """The same, and the answers do not say where: only the order of asking and hearing does."""
    done = rows_of(history, is_exact)
    pairs = [(a, b) for a in done for b in done
             if a.heard < b.asked and (a.seat, a.do) != (b.seat, b.do)]
    if not pairs:
        return False
    first, second = dice.choice(pairs)
    history.asked = [first, second]
    history.told = []
    log[:] = [(second.seat, second.do, 0, 1), (first.seat, first.do, 1, 2)]
    for asked in (first, second):
        asked.seq, asked.after = 0, None
    return True


def more_than_there_is(dice, history, log):
    history.told.append(Told(0, log[-1][3] + 1 if log else 1, 10 ** 9))
    return True


def half_a_command(dice, history, log):
    wide = [row for row in log if row[3] - row[2] > 1]
    if not wide:
        return False
    history.told.append(Told(10 ** 6, dice.choice(wide)[2] + 1, 10 ** 9))
    return True


def going_back(dice, history, log):
    """A line is told less than before."""
    if not log:
        return False
    history.told += [Told(10 ** 6, log[-1][3], 10 ** 9), Told(10 ** 6, log[-1][2], 10 ** 9 + 1)]
    return True


def old_answer(dice, history, log):
    """Who asks now is told what was before the last that anybody was told."""
    told = [it for it in history.told if it.seq]
    if not told:
        return False
    old = max(row[2] for row in log if row[2] < max(it.seq for it in told))
    history.told.append(Told(10 ** 6, old, 10 ** 9 + 1, 10 ** 9))
    return True


def old_answer_after_a_repeat(dice, history, log):
    """The same after a command whose acknowledgement did not say where it is."""
    done = rows_of(history, is_exact)
    if not done:
        return False
    asked = max(done, key=lambda it: it.after)
    history.asked, history.told = [asked], []
    log[:] = [row for row in log if row[3] <= asked.after and row[0] == HOUSE]
    start = log[-1][3] if log else 0
    log[:] = [(HOUSE, "next", 0, start)] if start else []
    log.append((asked.seat, asked.do, start, start + 2))
    asked.seq, asked.after = 0, None
    history.told.append(Told(10 ** 6, start, 10 ** 9 + 1, 10 ** 9))
    return True


FORGERIES = (last_done_lost, done_lost, repeated_lost, done_twice, unknown_twice, refused_done,
             nobody_asked, of_another_seat, other_words, elsewhere, before_it_was_seen,
             before_it_was_asked, against_time, repeat_against_time, more_than_there_is,
             half_a_command, going_back, old_answer, old_answer_after_a_repeat)


# ---- Tests ------------------------------------------------------------------------------------------


def honest_histories_pass():
    rows = acknowledged = repeats = unknown = 0
    for number in range(HONEST):
        history, log = honest(SEED + number)
        wrong = faults(history, log, set(SEATS))
        check(not wrong, f"history {SEED + number} is honest: {wrong[:3]}")
        rows += len(log)
        acknowledged += len(rows_of(history, is_exact))
        repeats += len(rows_of(history, lambda it: it.is_done() and it.after is None))
        unknown += len(rows_of(history, lambda it: it.heard is None))
    print(f"{HONEST} histories: {rows} commands in logs, {acknowledged} acknowledged, {repeats} by a "
          f"repeat, {unknown} not answered")
    check(min(rows, acknowledged, repeats, unknown) > HONEST / 10, "hardly anything happened")


def forgeries_are_found():
    for forge in FORGERIES:
        tried = 0
        for number in range(HONEST):
            history, log = honest(SEED + number)
            dice = random.Random(SEED ^ number)
            if not forge(dice, history, log):
                continue
            tried += 1
            check(faults(history, log, set(SEATS)),
                  f"history {SEED + number} was forged ({forge.__name__}), and passes")
        check(tried > HONEST / 100, f"{forge.__name__} was tried only {tried} times")


def a_match_has_one_log():
    logs = [("a", b"12"), ("b", b"12"), ("c", b"1")]
    check(not two_histories(logs), "three matches are one")
    for other in (b"12", b"123", b"13"):
        check(two_histories(logs + [("a", other)]) == [("a", 2, len(other))],
              "a match with two logs is not found")


if __name__ == "__main__":
    main(honest_histories_pass, forgeries_are_found, a_match_has_one_log)
