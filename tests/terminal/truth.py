# SPDX-License-Identifier: MIT
"""truth.py: what a player must have seen, worked out from the log of the match afterwards.

`holecard export` gives the commands and events, `holecard replay` the hands and facts after any
event: neither of them draws a table. Which cards can be played is judged here once more, from the
rules as they are printed. So a screen is compared with something that never saw the screen.
"""
import functools
import json
import os
import re
import subprocess

import preload
from tmux import HOLECARD, PATIENCE, Failure, check

COLORS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}
SYMBOLS = {"S": "Skip", "R": "Reverse", "T": "Draw Two"}
WILDS = {"WW": "Wild", "WF": "Wild Draw Four"}
COURT = dict(zip("12345678", ("Guard", "Priest", "Baron", "Handmaid", "Prince", "King", "Countess",
                              "Princess")))
SHED_CODE = re.compile(r"\b(?:[RBGY][0-9SRT]|W[WF])\b")


def holecard(*words):
    """Runs the program without a terminal and returns what it says."""
    done = subprocess.run([HOLECARD, *words], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=PATIENCE, env=dict(os.environ, **preload.environment()))
    check(done.returncode == 0, "holecard %s: %s" % (" ".join(words), done.stderr))
    return done.stdout


def find_seed(words, pattern, text=""):
    """The first seed with which a match begins as wanted, so that nothing depends on a shuffle."""
    for seed in range(1, 400):
        done = subprocess.run([HOLECARD, "play", *words, "--plain", "--seed", str(seed)], input=text,
                              capture_output=True, text=True, timeout=PATIENCE)
        if re.search(pattern, done.stdout, re.MULTILINE):
            return str(seed)
    raise Failure("no seed gives %r" % pattern)


def at_home(home, *words, text=""):
    """Runs the program without a terminal, but with the folders of this home."""
    folders = dict(os.environ, HOME=home, XDG_CONFIG_HOME=os.path.join(home, "config"),
                   XDG_STATE_HOME=os.path.join(home, "state"), **preload.environment())
    done = subprocess.run([HOLECARD, *words], input=text, capture_output=True, text=True,
                          timeout=PATIENCE, env=folders)
    check(done.returncode == 0, "holecard %s: %s" % (" ".join(words), done.stderr))
    return done.stdout


def kept(home):
    """The names of unfinished matches that nobody plays."""
    return re.findall(r"^  ([A-Z]{6})  ", at_home(home, "statistics"), re.MULTILINE)


def kept_truth(home, names=None):
    """The truth so far about the last unfinished match, which stays as it is."""
    path = os.path.join(home, "kept.log")
    at_home(home, "play", "--continue", text="save %s\nquit\n" % path)
    return Truth(path, names)


class State:
    """The table after an event: hands by seat, piles by name, facts by name."""

    def __init__(self, lines):
        self.hand, self.pile, self.fact = {}, {}, {}
        for line in lines:
            name, _, value = line.strip().partition(": ")
            seat = re.fullmatch(r"seat (\d+)", name)
            if seat:
                self.hand[int(seat.group(1))] = self._cards(value)
            elif len(self.fact) == 0 and name != "phase":
                cards = self._cards(value)
                self.pile[name] = cards if "?" in cards else cards[::-1]  # the top card first
            else:
                self.fact[name] = value

    @staticmethod
    def _cards(text):
        """The cards that are open; those that are not count as "?"."""
        words = [w for w in text.split() if w not in ("and", "no", "cards")]
        if words and words[-1] == "hidden":
            words[-2:] = ["?"] * int(words[-2])
        return words

    def seats_of(self, fact):
        return {int(w) for w in self.fact[fact].split() if w.isdigit()}

    def each(self, fact):
        return [int(w) for w in self.fact[fact].split()]


class Truth:
    """A saved match that is over."""

    def __init__(self, path, names=None):
        self.path = path
        self.log = json.loads(holecard("export", path))
        self.names = names or {}
        self.shared = False  # several people at one terminal: nobody is called "You" on the page
        self.rules = dict(word.split("=") for word in self.log["rules"].split())
        self.game, self.seats = self.log["game"], self.log["seats"]
        # One round decides the match, so no points are shown.
        self.one_round = (self.rules.get("match_mode") == "single" or
                          "1" in (self.rules.get("points_to_win"), self.rules.get("tokens_to_win")))
        self.commands = []  # (seat, command, seq before, seq after)
        seq = 0
        for record in self.log["records"]:
            if "do" in record:
                self.commands.append((record["seat"], record["do"], seq, seq + len(record["events"])))
                seq += len(record["events"])
        self.seq = seq

    def moves(self, seat):
        """The commands of one seat, each with the events before and after it."""
        return [c for c in self.commands if c[0] == seat]

    @functools.lru_cache(maxsize=None)
    def _replay(self, seq, *eyes):
        story, table = [], []
        lines = story
        for line in holecard("replay", self.path, "--facts", "--at", str(seq), *eyes).splitlines():
            if line.startswith("After event"):
                lines = table
            elif line:
                lines.append(line)
        return story, State(table)

    def state(self, seq):
        """The whole truth."""
        return self._replay(seq, "--all")[1]

    def view(self, seq, seat):
        """What a seat may know."""
        return self._replay(seq, "--seat", str(seat))[1]

    def watch(self, seq):
        """What a spectator may know."""
        return self._replay(seq)[1]

    @functools.lru_cache(maxsize=None)
    def _sentences(self, seat):
        """Pairs of an event's number and its sentence."""
        eyes = [] if seat is None else ["--seat", str(seat)]
        pairs = []
        for line in self._replay(self.seq, *eyes)[0]:
            number, _, sentence = line.strip().partition("  ")
            if sentence:
                pairs.append((int(number), re.sub(r"\b[Ss]eat (\d+)", self._rename, sentence)))
        return pairs

    def story(self, seat, after=0, upto=None):
        """The sentences that a seat (None: a spectator) may read, of the events after `after` and
        up to `upto`."""
        upto = self.seq if upto is None else upto
        return [sentence for number, sentence in self._sentences(seat) if after < number <= upto]

    def _rename(self, match):
        name = self.name(int(match[1]))
        return match[0] if name.startswith("Seat") else name

    def name(self, seat):
        return self.names.get(seat, "Bot %d" % seat)

    def face_name(self, code):
        if self.game == "two":
            return COURT[code]
        return WILDS.get(code) or COLORS[code[0]].capitalize() + " " + SYMBOLS.get(code[1], code[1])

    def playable(self, seq, seat):
        """The set of cards that the player whose turn it is can play, or None: not judged here."""
        state = self.state(seq)
        hand = state.hand[seat]
        if int(state.fact["turn"]) != seat:
            return None
        # What is pending is told to the player alone, and not to whoever sees all hands.
        state.fact.update(self.view(seq, seat).fact)
        if self.game == "two":
            return self._playable_two(state, hand)
        return self._playable_shed(state, hand)

    def _playable_shed(self, state, hand):
        top, color, phase = state.pile["discard"][0], state.fact["color"], state.fact["phase"]
        if phase == "await_penalty":
            same = [c for c in hand if c[1] == top[1]]
            return {"none": set(), "same": set(same)}.get(self.rules["stacking"])
        if phase != "player_turn" or self.rules["must_play"] == "true":
            return None
        if color not in COLORS:
            return None
        fits = {c for c in hand if c[0] == "W" or c[0] == color or (top[0] != "W" and c[1] == top[1])}
        if state.fact["has_drawn"] == "true" and self.rules["play_after_draw"] == "drawn_only":
            fits &= {state.fact["drawn"]}
        return fits if self.rules["wd4_rule"] in ("bluff", "free") else None

    @staticmethod
    def _playable_two(state, hand):
        if state.fact["phase"] != "player_turn":
            return None
        if state.fact["pending_face"] != "none":
            return {state.fact["pending_face"]}
        if "7" in hand and ("5" in hand or "6" in hand):
            return {"7"}
        return set(hand)
