# SPDX-License-Identifier: MIT
"""line_person.py: somebody who plays in line mode, and remembers what was shown before each move.

The person reads what was printed since the last line they typed, picks one of the things that
"You may" offers, and answers questions. check_match() then compares all of it with the truth.
"""
import collections
import random
import re

from tmux import check
from truth import COLORS, SHED_CODE

PROMPT = re.compile(r"(Your turn> |Player [AB]> |Out of turn \(Enter: go on\)> |Which [^\n]*: "
                    r"|[^\n]*[Pp]ress Enter [^\n]*\. |Type a number \(Enter: leave\)> )\Z")
# Lines that are no part of the story.
OTHER = re.compile(r"Table: |  (You|Bot \d+|Player [AB]): \d+ card|Your hand: |You may|\(.* at once\)"
                   r"|Your turn> |Player [AB]> |Out of turn|Which |.*[Pp]ress Enter |No: |Taken back")


class Shown:
    """A table as it was printed: from "Table:" to "You may"."""

    def __init__(self, text):
        start = text.rindex("Table: ")
        lines = text[start:].split("\n")
        self.piles = dict(re.findall(r"(\w[\w ]*?) (?:(\w+) \([^)]*\), )?\d+ cards?[;.]", lines[0]))
        self.counts = {k: int(v) for k, v in
                       re.findall(r"(\w+) (?:[^;]*, )?(\d+) cards?[;.]", lines[0])}
        color = re.search(r"colour (\w) \((\w+)\)", lines[0])
        self.color = color.groups() if color else None
        self.players = {}
        for line in lines[1:]:
            player = re.fullmatch(r"  ([^:]+): (\d+) cards?(?: \(known: ([^)]*)\))?(.*)\.", line)
            if player:
                self.players[player[1]] = (int(player[2]), (player[3] or "").split(), player[4])
        hand = re.search(r"^Your hand: (.*)$", text[start:], re.MULTILINE)
        cards = re.findall(r"(\w+)(\*?)(?: \(([^)]*)\))?", hand[1].split("  (")[0]) if hand else []
        self.hand = [code for code, _, _ in cards]
        self.marked = {code for code, mark, _ in cards if mark}
        self.names = {code: name for code, _, name in cards if name}
        may = re.search(r"^You may: (.*)\.$", text[start:], re.MULTILINE)
        may = re.sub(r" \([^)]*\)", "", may[1]) if may else ""
        self.may = [words.split() for words in may.split(", ")] if may else []


class LinePerson:
    """The people at a terminal where `holecard play --plain` was started: seat 0, or several."""

    def __init__(self, terminal, seed):
        self.terminal = terminal
        self.dice = random.Random(seed)
        self.at = terminal.started_at
        self.seat = 0
        self.steps = []  # (seat, what was shown, what was typed)
        self.shown = None  # the last table that was printed
        self.refused = set()  # what was tried in vain since the last move
        self.transcript = collections.defaultdict(str)  # by the seat that had the screen

    def listen(self):
        """Waits for a question or the end, and returns what was printed up to it."""
        def heard():
            text = re.sub(r"\r|\x1b\[[0-9;]*[JH]", "", self.terminal.printed(self.at))
            # The echo of what was typed last ends with its line.
            after = text.partition("\n")[2]
            ended = re.search(r"^\[status \d+\]", after, re.MULTILINE)
            return after if ended or PROMPT.search(after) else None
        return self.terminal.wait(heard, "the program asks for something or ends")

    def say(self, line):
        self.at = self.terminal.printed_bytes()
        self.terminal.line(line)

    def choose(self, shown):
        """One of the commands on offer: cards rather than drawing, and calls before all else."""
        weight = {"uno": 50, "catch": 50, "play": 10, "jump": 10}
        offers = [[verb] + [v for v in values if "%s %s" % (verb, v) not in self.refused]
                  for verb, *values in shown.may]
        offers = [o for o, all in zip(offers, shown.may)
                  if len(o) > 1 or (len(all) == 1 and o[0] not in self.refused)]
        if not offers:
            return ""
        verb, *values = self.dice.choices(offers, [weight.get(o[0], 1) for o in offers])[0]
        return " ".join([verb] + ([self.dice.choice(values)] if values else []))

    def answer(self, question):
        return self.dice.choice(re.findall(r"(\w+) \(", question.partition("? ")[2]))

    def hand_over(self, question):
        """When the next person is asked to sit down, nothing of the last one is there any more."""
        self.seat = "AB".index(re.match(r"Player ([AB])", question)[1])
        left = [line.strip() for line in self.terminal.everything().split("\n") if line.strip()]
        check(not self.steps or left == [question.strip()], "this is left on the screen: %s" % left)

    def play(self, moves=100000):
        """Plays on, at most so many moves; true if the match is over."""
        while True:
            text = self.listen()
            question = text.rpartition("\n")[2]
            if "to see your hand" in question:
                self.hand_over(question)
                text = text.replace(question, "")
            self.transcript[self.seat] += text + "\n"
            if not PROMPT.fullmatch(question):
                return True
            if "ress Enter" in question:
                self.say("")
            elif question.startswith("Type a number"):
                self.say("leave")
            elif question.startswith("Which "):
                self.say(self.answer(question))
            elif not moves:
                return False
            else:
                # What is done out of turn can be refused: people may try it, and others may have
                # been quicker. It was no move then.
                if self.steps and re.search(r"^No: ", text, re.MULTILINE):
                    tried = self.steps.pop()[2]
                    if "something has changed" not in text:
                        check(tried.split()[0] in ("catch", "uno", "jump"), "refused: %r" % tried)
                        self.refused.add(tried)
                    moves += 1
                moves -= 1
                shown = Shown(text) if "Table: " in text else self.shown
                self.shown = shown
                command = self.choose(shown)
                if command:
                    self.steps.append((self.seat, shown, command))
                if not command.startswith("catch"):
                    self.refused.clear()
                self.say(command)


def check_shown(shown, truth, seq, seat=0):
    """One table that was printed against the truth after that event."""
    state, view = truth.state(seq), truth.view(seq, seat)
    where = "after event %d: " % seq
    check(sorted(shown.hand) == sorted(state.hand[seat]),
          where + "the hand is %s, shown is %s" % (state.hand[seat], shown.hand))
    for code, name in shown.names.items():
        check(truth.face_name(code) == name, where + "%s is not called %s" % (code, name))
    playable = truth.playable(seq, seat)
    if playable is not None:
        check(shown.marked == playable,
              where + "%s can be played, marked are %s" % (playable, shown.marked))
    check(shown.counts["draw"] == len(state.pile["draw"]), where + "the draw pile")
    if "discard" in state.pile:
        check(shown.piles["discard"] == state.pile["discard"][0], where + "the top card")
        check(shown.counts["discard"] == len(state.pile["discard"]), where + "the discards")
        color = state.fact["color"]
        check(shown.color == ((color, COLORS[color]) if color in COLORS else None),
              where + "the colour is %s, shown is %s" % (color, shown.color))
    check_players(shown, truth, state, view, seat, where)


def check_players(shown, truth, state, view, seat, where):
    score = "scores" if "scores" in state.fact else "tokens"
    for other in range(truth.seats):
        name = "You" if other == seat else truth.name(other)
        check(name in shown.players, where + "%s is not shown" % name)
        count, known, rest = shown.players[name]
        check(count == len(state.hand[other]), where + "%s has another number of cards" % name)
        shown_points = re.search(r"\b(-?\d+) of \d+ (?:points?|tokens?)", rest)
        check(bool(shown_points) != truth.one_round and
              (not shown_points or int(shown_points[1]) == state.each(score)[other]),
              where + "%s of %s" % (score, name))
        if other != seat:
            lawful = [c for c in view.hand[other] if c != "?"]
            check(known == lawful, where + "of %s is known %s, shown is %s" % (name, lawful, known))
        for fact in ("out", "protected", "called", "knocked_out"):
            if fact in state.fact and len(state.seats_of(fact)) < truth.seats:
                is_shown = re.search(r", %s\b" % fact.replace("_", " "), rest) is not None
                check(is_shown == (other in state.seats_of(fact)), where + "%s: %s" % (name, fact))


def check_match(person, truth, seat=0):
    """Everything that somebody was shown in a whole match."""
    check_moves(person.steps, truth, seat)
    check_story(person.transcript[seat], truth, seat)


def check_moves(steps, truth, seat=0):
    """What was shown before each command, and that these commands are in the log."""
    moves = truth.moves(seat)
    steps = [step for step in steps if step[0] == seat]
    check(len(moves) == len(steps),
          "%d commands were typed, %d are in the log" % (len(steps), len(moves)))
    for (_, shown, typed), (_, command, before, _) in zip(steps, moves):
        check(command.startswith(typed), "%r was typed, %r is in the log" % (typed, command))
        check_shown(shown, truth, before, seat)


def check_story(transcript, truth, seat):
    """The sentences are those that the player may read, in their order, all up to the last move of
    somebody at this terminal; and there is nothing else."""
    welcome, _, body = transcript.rpartition("Type help for a list")
    body = body.partition("\n")[2] if welcome else transcript
    body = body.partition("\nThe match is over.")[0]
    said = [line for line in body.split("\n") if line.strip() and not OTHER.match(line)]
    lawful = truth.story(seat)
    for number, (line, right) in enumerate(zip(said, lawful)):
        check(line == right, "sentence %d is %r, should be %r" % (number, line, right))
    if len(truth.names) < truth.seats:
        check(len(said) == len(lawful), "%d sentences, should be %d" % (len(said), len(lawful)))
    check(not SHED_CODE.search(welcome), "a card before the deal")
