# SPDX-License-Identifier: MIT
"""full_person.py: somebody who plays on the full screen, with keys, and remembers every page.

What may be done is read from the page: the stars on the cards, the line of offers, the lists that
open. Afterwards check_match() compares all pages with the truth.
"""
import collections
import random
import re

from page_eyes import Page, check_page
from tmux import Failure, check
from truth import SHED_CODE
SHED_NAME = re.compile(r"\b(Red|Blue|Green|Yellow) (\d|Skip|Reverse|Draw Two)\b")

INPUT = re.compile(r"^ (Your turn|Player [AB]|)> ?(.*)$")
OFFER = re.compile(r"\[(\w+)\] (.+?)(?=   |$)", re.MULTILINE)


class Box:
    """A list or a text in a frame over the page."""

    def __init__(self, lines):
        self.rows, self.title = [], None
        for line in lines:
            top = re.search(r"╭─ (.+?) ─*(?: × )─+╮", line)
            if top and self.title is None:
                self.title, left = top[1], top.start()
                continue
            row = re.match(r"│(.*)│", line[left:]) if self.title else None
            if row:
                self.rows.append(row[1].strip())
            elif self.title:
                break
        self.text = "\n".join(self.rows)
        self.items = [re.sub(r"^▶ ", "", row) for row in self.rows if row]


class FullPerson:
    """Seat 0, or all people at a terminal where `holecard play` was started."""

    def __init__(self, terminal, seed, names=("You", "Bot 1")):
        self.terminal = terminal
        self.names = names
        self.dice = random.Random(seed)
        self.steps = []    # (page, what the person did)
        self.screens = []  # (how many steps there were, lines): everything that was seen
        self.before = None  # the screen when the last key was pressed
        self.standings = []  # the boxes at the ends of the rounds
        self.ended = False
        self.refused = False  # the last thing that was done
        self.tried = False  # to catch somebody, in vain, since the last move

    def forget_step(self):
        self.steps.pop()

    # ---- Looking -------------------------------------------------------------------------

    def look(self):
        lines = self.terminal.screen()
        if not self.screens or self.screens[-1][1] != lines:
            self.screens.append((len(self.steps), lines))
        return lines

    def input(self, lines):
        """What stands on the input line, or None: another page is shown."""
        for line in lines[-3:]:
            match = INPUT.match(line)
            if match:
                return match[1], match[2]
        return None

    def is_ready(self, lines):
        """Something is asked of the person: a list, a pause, or the turn."""
        box = Box(lines)
        if box.title:
            return True
        given = self.input(lines)
        return given is not None and given[0] == "Your turn" and not given[1]

    def is_over(self):
        return not self.terminal.is_running

    def wait_ready(self):
        """Waits until something new is asked, and returns the page, or until the program has ended."""
        def ready():
            self.ended |= self.is_over()
            lines = self.look()
            return self.ended or lines != self.before and self.is_ready(lines) and lines
        return self.terminal.wait(ready, "something is asked of the player")

    def typed(self):
        given = self.input(self.look())
        return given[1] if given else None

    # ---- Doing ---------------------------------------------------------------------------

    def press(self, key):
        """The one key after which something new is waited for."""
        self.before = self.look()
        self.terminal.press(key)

    def offers(self, lines):
        """Keys and labels of what may be done."""
        return [(key, label.strip()) for key, label in OFFER.findall("\n".join(lines))]

    def choose(self, page, lines):
        """One of the things on offer: cards rather than drawing, calls before all else. A card is
        played by its code or with the cursor."""
        offers = [o for o in self.offers(lines) if o[0] != "Enter"]
        # What people may try can be refused; then it was no move, and is not tried again.
        if self.steps and self.steps[-1][1].startswith("Catch") and self.refused:
            self.forget_step()
            self.tried = True
        self.refused = False
        if self.tried:
            offers = [o for o in offers if not o[1].startswith("Catch")]
        urgent = [o for o in offers if re.match(r"Call|Catch", o[1])]
        if urgent:
            self.press(urgent[0][0])
            return urgent[0][1]
        self.tried = False
        if page.marked and (not offers or self.dice.random() < 0.9):
            code = self.dice.choice(page.marked)
            if self.dice.random() < 0.5:
                self.type_card(code)
            else:
                self.point_at(code)
            return "play " + code
        check(offers, "nothing is on offer")
        key, label = self.dice.choice(offers)
        self.press(key)
        return label

    def type_card(self, code):
        self.terminal.type(code.lower())
        self.terminal.wait(lambda: self.typed() == code.lower(), "the code is typed")
        self.press("Enter")

    def cursor(self):
        """The card under the cursor: the line below the hand says which one it is."""
        found = [match for match in (re.match(r" (\w{1,2}): [A-Z]", line) for line in self.look())
                 if match]
        return found[0][1] if found else None

    def point_at(self, code):
        for _ in range(120):
            if self.terminal.wait(self.cursor, "the cursor is on a card") == code:
                self.press("Enter")
                return
            self.terminal.press("Right")
        raise Failure("the cursor never comes to %s" % code)

    def answer(self, box):
        """Goes down a list, or presses the letter of a row."""
        if "Press Enter" in box.text or box.title == "The match is over":
            self.standings.append(box)
            self.press("l" if "▶ Again" in box.text else "Enter")
            return
        rows = [row for row in box.items if re.match(r"\w{1,2} ", row)]
        check(rows, "a list without rows:\n" + box.text)
        row = self.dice.choice(rows)
        if self.dice.random() < 0.5:
            self.press(row.split()[0].lower())
            return
        for _ in rows[:rows.index(row)]:
            self.terminal.press("Down")
        self.terminal.wait(lambda: "▶ " + row in Box(self.look()).rows, "the cursor is on " + row)
        self.press("Enter")

    def play(self, moves=100000):
        """Plays on, at most so many moves; true if the program has ended."""
        while True:
            lines = self.wait_ready()
            if self.ended:
                return True
            self.refused |= any(line.startswith(" No: ") for line in lines)
            box = Box(lines)
            if box.title:
                self.answer(box)
            elif not moves:
                self.before = None
                return False
            else:
                moves -= 1
                page = Page(lines, self.names)
                done = self.choose(page, lines)
                self.steps.append((page, done))


class Sharers(FullPerson):
    """Two people who pass the screen on."""

    def __init__(self, terminal, seed):
        super().__init__(terminal, seed, ("Player A", "Player B"))
        self.seats = []  # who did each step
        self.curtains = 0

    def curtain(self, lines):
        """The only line of a page without anybody's hand, or None."""
        words = [line.strip() for line in lines if line.strip()]
        return words[0] if len(words) == 1 and "ress Enter to see" in words[0] else None

    def asks_otherwise(self, lines):
        return self.curtain(lines) or "Press Enter to hide" in "\n".join(lines) or Box(lines).title

    def is_ready(self, lines):
        given = self.input(lines)
        return (self.asks_otherwise(lines) or
                given and given[0].startswith("Player") and not given[1])

    def play(self, moves=100000):
        while True:
            lines = self.wait_ready()
            if self.ended:
                return True
            self.refused |= any(line.startswith(" No: ") for line in lines)
            if self.curtain(lines):
                self.curtains += 1
                self.press("Enter")
            elif "Press Enter to hide" in "\n".join(lines):
                self.press("Enter")
                self.terminal.wait(lambda: self.curtain(self.look()), "nothing but the curtain")
            elif Box(lines).title:
                self.answer(Box(lines))
            else:
                self.move(lines)

    def forget_step(self):
        super().forget_step()
        self.seats.pop()

    def move(self, lines):
        page = Page(lines, self.names)
        done = self.choose(page, lines)
        self.seats.append("AB".index(self.input(lines)[0].split()[1]))
        self.steps.append((page, done))


def check_match(person, truth, seat=0):
    """All pages of a whole match that one person played."""
    check_moves(person.steps, truth, seat)
    check_standings(person, truth, seat)
    check_secrets(person, truth, seat)


def check_moves(steps, truth, seat=0):
    moves = truth.moves(seat)
    check(len(moves) == len(steps),
          "%d things were done, %d are in the log" % (len(steps), len(moves)))
    for (page, done), (_, command, before, _) in zip(steps, moves):
        if done.startswith("play "):
            check(command.split()[1] == done.split()[1],
                  "%r was done, %r is in the log" % (done, command))
        check_page(page, truth, before, seat, truth.story(seat, upto=before))


def check_standings(person, truth, seat):
    """How the players stood after each round, and who won the match."""
    ends = [before for who, command, before, _ in truth.commands if command == "next"] + [truth.seq]
    check(len(person.standings) == len(ends), "%d rounds, %d boxes" % (len(ends), len(person.standings)))
    for box, seq in zip(person.standings, ends):
        state = truth.state(seq)
        points = state.each("scores" if "scores" in state.fact else "tokens")
        for other in range(truth.seats):
            name = "You" if other == seat else truth.name(other)
            row = re.search(r"^%s {2,}(?:(-?\d+) of \d+ (?:points?|tokens?))?" % name, box.text,
                            re.MULTILINE)
            right = None if truth.one_round else str(points[other])
            check(row and row[1] == right, "%s has %d points:\n%s" % (name, points[other], box.text))


def cards_in(text):
    """The cards of shed in a text, by their codes: as these, or by names that have a colour."""
    found = set(SHED_CODE.findall(text))
    for color, value in SHED_NAME.findall(re.sub(r"\s+", " ", text)):
        found.add(color[0] + {"Skip": "S", "Reverse": "R", "Draw Two": "T"}.get(value, value))
    return found


def check_secrets(person, truth, seat=0):
    """No card was ever on the screen that the player may not know at that time."""
    if truth.game != "shed":
        return
    moves = truth.moves(seat)
    # When a round is over the hands lie open.
    over = {seq for _, command, seq, _ in truth.commands if command == "next"}
    seen = collections.defaultdict(set)
    for number, lines in person.screens:
        seen[number].update(cards_in("\n".join(lines)))
    for number, shown in seen.items():
        first = moves[number - 1][2] if number else 0
        last = moves[number][2] if number < len(moves) else truth.seq
        told = " ".join(truth.story(seat, upto=last)[-200:])
        lawful = cards_in(told) | ({"WW"} if "a Wild." in told or "a Wild " in told else set())
        lawful |= {"WF"} if "Wild Draw Four" in told else set()
        for seq in ({first, last} | {seq for seq in over if first <= seq <= last}) - {0}:
            view = truth.view(seq, seat)
            lawful.update(c for cards in [*view.hand.values(), *view.pile.values()] for c in cards)
        check(shown <= lawful, "before move %d %s must not be seen" % (number, shown - lawful))
