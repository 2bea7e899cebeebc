# SPDX-License-Identifier: MIT
"""history.py: whether what people were told of a match is linearisable: as if every command had been
done at one moment between asking and hearing, in the order of the one log.

Moments are ticks of one clock, which counts whatever anybody asks or hears. A command that was
acknowledged is in the log exactly once, a refused one never; one whose answer did not come may be
there, once. Whoever asks after somebody has heard of an event comes after it, and is never told less.
Start reading at faults().
"""
import itertools

STEPS_MAX = 1_000_000  # of the search, which hardly ever has to go back


class Asked:
    """A command of somebody. `seq` is what they had seen. What became of it is said later by done(),
    repeated() or refused(); until then nobody knows."""

    def __init__(self, seat, do, seq, asked):
        self.seat, self.do, self.seq, self.asked = seat, do, seq, asked
        self.heard, self.after, self.is_refused = None, None, False
        self.why, self.givings = None, 0

    def done(self, heard, after):
        self.heard, self.after = heard, after

    def repeated(self, heard):
        """It was done before; nothing says when."""
        self.heard = heard

    def refused(self, heard, why=None):
        self.heard, self.is_refused, self.why = heard, True, why

    def is_done(self):
        return self.heard is not None and not self.is_refused

    def __str__(self):
        became = (f"refused: {self.why}, given {self.givings} times" if self.is_refused else "not answered" if self.heard is None
                  else f"done, at {self.after}" if self.after else "done before")
        return (f"seat {self.seat} says {self.do!r} at {self.seq} ({became}; ticks {self.asked} to "
                f"{self.heard})")


class Told:
    """A view that somebody was told over a line: all that had happened up to `seq`. `asked` is the
    moment when they asked for it, None if it came by itself."""

    def __init__(self, line, seq, heard, asked=None):
        self.line, self.seq, self.heard, self.asked = line, seq, heard, asked

    def __str__(self):
        return f"line {self.line} is told {self.seq} (ticks {self.asked} to {self.heard})"


class History:
    """What was asked and told about one match. The log has rows (seat, do, before, after), in order:
    how many events there were before and after that command."""

    def __init__(self):
        self.asked, self.told = [], []


def faults(history, log, people):
    """Sentences about what cannot have been; none if all is well. `people` are the seats whose every
    command was recorded."""
    return (_wrong_tellings(history, log) or _wrong_orders(history, log, people))


# ---- What was told --------------------------------------------------------------------------------


def _floors(history):
    """For everything that was asked: what somebody had heard of by then."""
    heard = [(told.heard, told.seq) for told in history.told]
    heard += [(asked.heard, asked.after) for asked in history.asked
              if asked.is_done() and asked.after is not None]
    heard.sort()
    questions = [it for it in history.asked + history.told if it.asked is not None]
    floor, at, floors = 0, 0, {}
    for question in sorted(questions, key=lambda it: it.asked):
        while at < len(heard) and heard[at][0] < question.asked:
            floor, at = max(floor, heard[at][1]), at + 1
        floors[question] = floor
    return floors


def _wrong_tellings(history, log):
    """Every view is a prefix of the log; on one line they never go back; who asks is told at least
    what anybody knew."""
    moments = {0} | {after for _, _, _, after in log}
    floors, last, wrong = _floors(history), {}, []
    for told in sorted(history.told, key=lambda it: it.heard):
        if told.seq not in moments:
            wrong.append(f"{told}, and the log was never there")
        if told.seq < last.get(told.line, 0):
            wrong.append(f"{told}, after {last[told.line]}")
        if told.asked is not None and told.seq < floors[told]:
            wrong.append(f"{told}, and {floors[told]} was known when it was asked for")
        last[told.line] = told.seq
    for asked in history.asked:
        if asked.is_done() and asked.after is not None and asked.after not in moments:
            wrong.append(f"{asked}, and the log was never there")
    return wrong


# ---- What was done --------------------------------------------------------------------------------


class _Search:
    """Walks along the log and chooses for each row who has asked for it; goes back where a choice
    was wrong. There is a choice only where somebody said the same words twice without an answer."""

    def __init__(self, history, log, people):
        self.rows, self.asked = [row for row in log if row[0] in people], history.asked
        self.floors = _floors(history)
        self.used = set()
        self.done = sorted((it for it in history.asked if it.is_done()), key=lambda it: it.heard)
        self.by_words = {}
        for asked in sorted(history.asked, key=lambda it: (not it.is_done(), it.asked)):
            if not asked.is_refused:
                self.by_words.setdefault((asked.seat, asked.do), []).append(asked)

    def first_missing(self, start):
        """Where in `done` the first is that was not found in the log yet."""
        while start < len(self.done) and self.done[start] in self.used:
            start += 1
        return start

    def fitting(self, row, missing):
        """Who may have asked for this row, if that one must still come."""
        seat, do, before, after = row
        limit = self.done[missing].heard if missing < len(self.done) else float("inf")
        return [asked for asked in self.by_words.get((seat, do), [])
                if asked not in self.used and asked.seq <= before and self.floors[asked] <= before
                and asked.after in (None, after) and asked.asked <= limit]

    def run(self):
        """A list of those who asked, one for each row; or a sentence."""
        chosen, choices, missing, farthest = [], [], [0], 0
        for _ in range(STEPS_MAX):
            at = len(chosen)
            if at == len(self.rows):
                if self.first_missing(missing[-1]) == len(self.done):
                    return chosen
                choices.append([])
            elif len(choices) == at:
                missing[-1] = self.first_missing(missing[-1])
                choices.append(self.fitting(self.rows[at], missing[-1]))
            farthest = max(farthest, at)
            if choices[-1]:
                chosen.append(choices[-1].pop(0))
                self.used.add(chosen[-1])
                missing.append(missing[-1])
                continue
            if not chosen:
                break
            choices.pop()
            missing.pop()
            self.used.discard(chosen.pop())
        else:
            return "too many people have said the same: nobody can say whether this is right"
        if farthest < len(self.rows):
            row = self.rows[farthest]
            same = [str(asked) for asked in self.asked if (asked.seat, asked.do) == row[:2]]
            return f"nobody can have asked for {row} of the log; who said so: {'; '.join(same)}"
        return "somebody was told that it is done, and the log does not have it"


def _name_lost(history, log):
    """Those who were told exactly where the log has it, and it does not."""
    rows = {(seat, do, after) for seat, do, _, after in log}
    return [f"{asked}, and the log does not have it" for asked in history.asked if asked.is_done()
            and asked.after is not None and (asked.seat, asked.do, asked.after) not in rows]


def _wrong_orders(history, log, people):
    lost = _name_lost(history, log)
    if lost:
        return lost
    search = _Search(history, log, people)
    chosen = search.run()
    if isinstance(chosen, str):
        return [chosen]
    return _wrong_readings(history, dict(zip(chosen, search.rows)))


def _wrong_readings(history, rows):
    """Who asked for a view after somebody was told that a command is done, sees it done."""
    done = sorted((asked.heard, rows[asked][3]) for asked in rows if asked.is_done())
    at, floor, wrong = 0, 0, []
    for told in sorted((it for it in history.told if it.asked is not None),
                       key=lambda it: it.asked):
        while at < len(done) and done[at][0] < told.asked:
            floor, at = max(floor, done[at][1]), at + 1
        if told.seq < floor:
            wrong.append(f"{told}, and {floor} was done before it was asked for")
    return wrong


# ---- Logs -----------------------------------------------------------------------------------------


def two_histories(logs):
    """Pairs of different logs that claim to be the same match; rows are (commitment, bytes)."""
    by_match = {}
    for match, log in logs:
        by_match.setdefault(match, []).append(log)
    return [(match, len(a), len(b)) for match, rows in by_match.items()
            for a, b in itertools.combinations(rows, 2)]
