# SPDX-License-Identifier: MIT
"""crowd.py: players who do at random what the server offers them, one after the other.

Nothing here knows a rule: players choose from the actions of their views. They remember what was
acknowledged and what they were told, which disk.py compares with the store. Start reading at
Crowd.run(), then Player.act().
"""
import math
import random

from guest import Guest
from server import HOUR_S
from trial import SEED, check

ROUND_S = 0.001  # of the server's time


class Player:
    """Somebody with a seat. `message` is the last one with a view, `room` the last room."""

    def __init__(self, name, dice, pause_s=0.0):
        self.name, self.dice, self.pause_s = name, dice, pause_s
        self.guest = self.token = self.code = self.seat = None
        self.room, self.message, self.commitment = {}, None, None
        self.pending = None        # the command that waits for its answer
        self.acknowledged = []     # what the log must have, whatever happens
        self.told = {}             # how far each match was told, by its commitment
        self.refusals, self.actions = {}, 0
        self.agrees = True         # to whatever is asked
        self.not_before = 0.0      # when to act again
        self._next_id, self._agreed_at, self._agree_tag = 0, None, None

    def connect(self, server):
        """Comes in; with a seat, comes back to it, and repeats what was not answered."""
        self.guest = Guest(server, self.token)
        self.token = self.guest.token
        self._agreed_at = None
        if self.code:
            back = self.guest.must("enter", table=self.code)
            check(back.get("seat") == self.seat,
                  f"{self.name} did not get seat {self.seat} of {self.code} back: {back}")
            self.hear_all()
            # In another match it would be another command.
            if self.pending and self.pending["commitment"] == self.commitment:
                self._give(self.pending)
            else:
                self.pending = None

    def hear_all(self):
        """Takes note of what has come."""
        self.guest.listen()
        for message in self.guest.take():
            self.hear(message)

    def hear(self, message):
        check(message["op"] != "gone", f"{self.name}'s table is gone")
        if message["op"] not in ("answer", "update") or message.get("table") != self.code:
            return
        self.room = message.get("room", self.room)
        if self.room.get("stage") == "playing":   # before and after a match it is the next one's
            self.commitment = message.get("commitment", self.commitment)
        if self.pending and message.get("re") == self.pending["tag"]:
            self._answered(message)
        elif self._agree_tag and message.get("re") == self._agree_tag and not message["ok"]:
            self._agreed_at = None
            self._refused(message["code"])
        if "view" in message:
            self.message = message
            self.told[self.commitment] = max(self.told.get(self.commitment, 0), message["seq"])

    def _answered(self, message):
        pending, self.pending = self.pending, None
        if message["ok"]:
            self.actions += 1
            self.acknowledged.append({
                "commitment": pending["commitment"], "seat": self.seat, "do": pending["do"],
                "seq": pending["seq"], "after": None if message.get("repeat") else message["seq"]})
        else:
            self._refused(message["code"])

    def _refused(self, code):
        self.refusals[code] = self.refusals.get(code, 0) + 1

    def _give(self, command):
        tag = self.guest.say("do", do=command["do"], table=self.code, seq=command["seq"],
                             id=command["id"])
        self.pending = {**command, "tag": tag}

    def _agree(self):
        asks = self.room.get("asks", "nothing")
        moment = (asks, self.room.get("match"), (self.message or {}).get("seq"))
        if self.agrees and asks != "nothing" and self._agreed_at != moment:
            self._agreed_at = moment
            self._agree_tag = self.guest.say("agree", table=self.code)
            return True
        return False

    def act(self, now):
        """Does something if there is something to do; now and then also out of turn. Says whether it
        has."""
        agrees = self._agree()
        if self.pending or not self.message or now < self.not_before:
            return agrees
        actions = self.message["view"]["actions"]
        awaited = self.seat in self.message["waits_for"]
        if not actions or (not awaited and self.dice.random() > 0.05):
            return agrees
        self.not_before = now + self.pause_s
        self._next_id += 1
        self._give({"do": self.dice.choice(actions), "seq": self.message["seq"],
                    "id": self._next_id, "commitment": self.commitment})
        return True


class Crowd:
    """Players at the tables of a server."""

    def __init__(self, server, kind=Player):
        self.server, self.kind, self.dice, self.players = server, kind, random.Random(SEED), []

    def table(self, game, people, bots=(), rules="", settings="bot_delay_ms=0", pause_s=0.0):
        """Opens a table with everybody at it, starts the match, and gives the people."""
        new = [self.kind(f"P{len(self.players) + i}", self.dice, pause_s) for i in range(people)]
        for player in new:
            player.connect(self.server)
        host = new[0].guest
        code = host.must("create", game=game, rules=rules, settings=settings)["table"]
        for player in new:
            player.code = code
            player.seat = player.guest.must("sit", table=code, name=player.name)["seat"]
        for bot in bots:
            host.must("add_bot", table=code, bot=bot)
        host.must("start", table=code)
        self.players += new
        return new

    def run(self, seconds=HOUR_S, until=None):
        """Plays for so many seconds of the server's time, or until something is so. Returns early when
        the server is gone. In each round one player acts, when everything that was under way has
        come: so the server draws its entropy in the same order whenever the seed is the same."""
        end = self.server.now() + seconds
        while any(not player.guest.wire.closed for player in self.players):
            moment = self.server.settle()
            for player in self.players:
                player.hear_all()
            now = self.server.now()
            if (until and until()) or now >= end:
                return
            if self.act_once(now, tables=1):
                self.server.move(ROUND_S)
            else:
                pauses = [p.not_before for p in self.players if p.not_before > now]
                self.server.move(min([moment / 1e6, end, *pauses]) - now)

    def act_once(self, now, tables=math.inf):
        """One player of each table acts, at so many tables, if there is one who can; says whether
        anybody does. The server reads what they say in one turn of its loop."""
        self.players.append(self.players.pop(0))  # everybody is the first now and then
        acted = set()
        self.server.hold()
        for player in self.players:
            if len(acted) == tables:
                break
            if player.code not in acted and not player.guest.wire.closed and player.act(now):
                acted.add(player.code)
        self.server.resume()
        return bool(acted)

    def run_until(self, is_so, what):
        """Plays until something is so, which it must become."""
        self.run(until=is_so)
        check(is_so(), f"after an hour of play it is not so that {what}")

    def play_on(self, count, what):
        """Plays until so many more commands are acknowledged."""
        goal = self.actions() + count
        self.run_until(lambda: self.actions() >= goal, f"{what}: {count} more commands")

    def leave(self):
        """Reads what is still on its way from a server that has ended, and hangs up."""
        for player in self.players:
            player.guest.until_closed()
            player.hear_all()
            player.guest.close()

    def reconnect(self):
        for player in self.players:
            player.message = None
            player.connect(self.server)

    def actions(self):
        return sum(player.actions for player in self.players)

    def refused(self, code):
        return sum(player.refusals.get(code, 0) for player in self.players)
