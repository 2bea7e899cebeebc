# SPDX-License-Identifier: MIT
"""page_eyes.py: reads a page of the full screen as a player does, and compares it with the truth.

Only the letters of the screen are read, never its colours: what cannot be read here could not be
seen by somebody who sees no colours.
"""
import re
import textwrap

from tmux import Failure, check
from truth import COLORS

SHAPES = {"R": "▲", "B": "●", "G": "■", "Y": "◆", "W": "◇"}
LARGE = re.compile(r"[│╯]([RBGY][0-9SRT]|W[WF]|\d) ([▲●■◆◇]|[A-Z]\w+)")
SMALL = re.compile(r"([ *])([RBGY][0-9SRT]|W[WF])([▲●■◆◇])|([ *])(\d)(?= |$)")


class Page:
    """What is on the screen; a Failure if it is no page with a table."""

    def __init__(self, lines, names):
        self.lines = lines
        self.title = lines[0]
        row, column = self._find("── Story")
        self.wide = column > 10
        self.left = [line[:column] for line in lines] if self.wide else lines
        self.hand_row = next((i for i, line in enumerate(self.left)
                              if re.match(r" ── (Your hand|Hand of)", line)), None)
        self._read_hand()
        self._read_piles()
        self._read_seats(names)
        last = self.hand_row if self.hand_row and not self.wide else len(lines) - 2
        self.story_columns = len(lines[row]) - column
        self.story = [line[column:].rstrip() for line in lines[row + 1:last]]
        self.looks_back = "newer" in lines[row]

    def _find(self, text):
        for row, line in enumerate(self.lines):
            if text in line:
                return row, line.index(text)
        raise Failure("%r is not on the screen" % text)

    def _read_hand(self):
        self.hand, self.marked, self.shapes = [], [], []
        self.hand_count, self.part = 0, slice(None)
        if self.hand_row is None:
            return
        self.hand_count = int(re.search(r"(\d+) card", self.left[self.hand_row])[1])
        part = re.search(r"here (\d+) to (\d+)", self.left[self.hand_row])
        self.part = slice(int(part[1]) - 1, int(part[2])) if part else slice(None)
        area = self.left[self.hand_row + 1:]
        if "╭" in area[0] + area[1]:
            self._read_large(area[:6])
            return
        for line in area[:3]:
            for match in SMALL.finditer(line):
                code = match[2] or match[5]
                self.hand.append(code)
                self.shapes.append((code, match[3]))
                if (match[1] or match[4]) == "*":
                    self.marked.append(code)
            if len(self.hand) >= self.hand_count:
                return

    def _read_large(self, area):
        found = []
        for row, line in enumerate(area):
            for match in LARGE.finditer(line):
                column = match.start()
                star = "*" in area[row - 1][column:column + len(match[0])] if row else False
                found.append((column, match[1], star, match[2]))
        for _, code, star, rest in sorted(found):
            self.hand.append(code)
            self.shapes.append((code, rest))
            if star:
                self.marked.append(code)

    def _read_piles(self):
        """Piles by their names: the card on top, if it is shown, and how many there are."""
        self.piles, self.piles_at = {}, None
        rows = [line.ljust(250) for line in self.left]
        if rows[1].startswith(" draw "):
            for name, card, count in re.findall(
                    r"(draw|discard|set aside|face up) (?:[ *](\w+)\S? +)?(\d+) cards?", rows[1]):
                self.piles[name] = (card or None, int(count))
            words = rows[1]
        else:
            labels = list(re.finditer(r"\b(draw|discard|set aside|face up)\b", rows[2]))
            check(labels and labels[0][1] == "draw", "there is no draw pile")
            self.piles_at = labels[0].start()
            for label in labels:
                at = label.start()
                card = re.match(r"│(\w+) ", rows[4][at:])
                low = next((row for row in (6, 8) if re.match(r"\d+ card", rows[row][at:])), None)
                count = low and re.match(r"(\d+) card", rows[low][at:])
                check(count, "the pile %s has no number" % label[1])
                self.piles[label[1]] = (card[1] if card else None, int(count[1]))
            words = rows[low + 1][self.piles_at:]
        color = re.search(r"\bcolour +(\w+)(?: (\w) (\S))?", words)
        self.color = color.groups() if color else None

    def _read_seats(self, names):
        self.seats = {}
        rows = [line[:self.piles_at] for line in self.left[2:self.hand_row or 20]]
        for row, line in enumerate(rows):
            for name in names:
                seat = re.match(r" (▶| ) %s +(\d+) cards?(?: +(-?\d+) of \d+ (?:points?|tokens?))?(.*)" %
                                re.escape(name), line)
                if not seat:
                    continue
                details = seat[4]
                for below in rows[row + 1:]:
                    if not re.match(r"     \S", below):
                        break
                    details = details.rstrip() + " " + below.strip()
                self.seats[name] = (seat[1] == "▶", int(seat[2]),
                                    int(seat[3]) if seat[3] else None, details)


def fold(sentences, columns):
    lines = []
    for sentence in sentences:
        lines += textwrap.wrap(sentence, columns, break_long_words=False) or [""]
    return lines


def check_page(page, truth, seq, seat, story=None, everything=False):
    """A page against the truth after an event, as seen from a seat or, with None, by a spectator."""
    state = truth.state(seq)
    view = truth.view(seq, seat) if seat is not None else truth.watch(seq)
    where = "after event %d, for %s: " % (seq, seat)
    check_hand(page, truth, state, seq, seat, where)
    check_table(page, truth, state, where)
    check_seats(page, truth, state, state if everything else view, seat, where)
    if story is not None:
        shown = [line for line in page.story if line]
        lawful = fold(story[-80:], page.story_columns)
        check(len(shown) >= min(len(lawful), 2 if len(page.lines) >= 24 else 1), where + "there is no story")
        for line, right in zip(reversed(shown), reversed(lawful)):
            check(line == right, where + "the story has %r, should have %r" % (line, right))


def check_hand(page, truth, state, seq, seat, where):
    if seat is None:
        check(page.hand_row is None, where + "a spectator has a hand")
        return
    hand = state.hand[seat]
    check(page.hand_count == len(hand), where + "the number of cards in the hand")
    check(page.hand == hand[page.part], where + "the hand is %s, shown is %s" % (hand, page.hand))
    for code, shape in page.shapes:
        if truth.game == "shed":
            check(shape == SHAPES[code[0]], where + "%s has the shape %s" % (code, shape))
        elif shape:
            check(truth.face_name(code).startswith(shape), where + "%s is not %s" % (code, shape))
    playable = truth.playable(seq, seat)
    if playable is not None:
        lawful = [c for c in page.hand if c in playable]
        check(page.marked == lawful,
              where + "%s can be played, marked are %s" % (lawful, page.marked))


def check_table(page, truth, state, where):
    if "discard" in state.pile:
        pile = state.pile["discard"]
        if pile:
            check(page.piles.get("discard") == (pile[0], len(pile)),
                  where + "the discards are %s %d, shown are %s" % (
                      pile[0], len(pile), page.piles.get("discard")))
        color = state.fact["color"]
        right = (COLORS[color], color, SHAPES[color]) if color in COLORS else None
        check(page.color == right, where + "the colour is %s, shown is %s" % (right, page.color))
        direction = "counter-clockwise" if state.fact["direction"] == "-1" else " clockwise"
        check(direction in page.title, where + "the direction")
    check(page.piles["draw"][1] == len(state.pile["draw"]), where + "the draw pile")
    if int(state.fact["round"]):
        check("round " + state.fact["round"] in page.title, where + "the round")


def check_seats(page, truth, state, view, seat, where):
    score = "scores" if "scores" in state.fact else "tokens"
    waits = state.fact["phase"] not in ("lobby", "round_over", "game_over", "initial_card")
    for other in range(truth.seats):
        name = truth.name(other) if other != seat or truth.shared else "You"
        check(name in page.seats, where + "%s is not shown" % name)
        turn, count, points, details = page.seats[name]
        check(count == len(state.hand[other]), where + "%s: the number of cards" % name)
        check(points == (None if truth.one_round else state.each(score)[other]),
              where + "%s: %s" % (name, score))
        check(turn == (waits and int(state.fact["turn"]) == other), where + "%s: the turn" % name)
        if other != seat:
            lawful = [c for c in view.hand[other] if c != "?"]
            held = re.search(r"holds((?: [A-Z0-9]{1,2}\b)+)(…?)", details)
            shown = held[1].split() if held else []
            if held and held[2]:
                shown, lawful = shown[:-1], lawful[:len(shown) - 1]
            check(shown == lawful, where + "of %s is known %s, shown is %s" % (name, lawful, shown))
        for fact in ("out", "protected", "called", "knocked_out"):
            if fact in state.fact and len(state.seats_of(fact)) < truth.seats:
                marked = re.search(r"\b%s\b" % fact.replace("_", " "), details) is not None
                check(marked == (other in state.seats_of(fact)), where + "%s: %s" % (name, fact))
