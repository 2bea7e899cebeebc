# SPDX-License-Identifier: MIT
"""wanderers.py: people who play at a cluster, and come back by themselves, to any of its processes.

Nobody waits for ever: somebody who has no answer for a while hangs up, as a client does, tries
elsewhere, and waits twice as long there. So people get on, however slow the machine is.
A command keeps its id when it is repeated, so that it is done once. Everything that is asked and heard
goes into a Book, which is held against the logs later. Start reading at Town.run(), then at
Wanderer.step().
"""
import base64
import itertools
import json
import random
import selectors
import time

from guest import Guest
from history import Asked, History, Told
from trial import PATIENCE, SEED, Failure, check
from wire import PING, Wire

# Nothing heard: is it still there? No answer at the door, or later: it is not.
QUIET_S, DOOR_S, PATIENT_S = 1.0, 1.5, 4.0
LONGER_MAX = 16  # times
# With these words people are sent away for a moment, not refused.
LATER = ("not_stored", "closing", "too_fast")


class LooseWire(Wire):
    """Does not wait for the handshake: `status` comes with what is received."""

    def __init__(self, server, dice):
        self.buffer, self.closed, self.pongs, self.status = b"", None, 0, None
        self.connect(server)
        key = base64.b64encode(dice.randbytes(16)).decode()
        self.send_bytes((f"GET /ws HTTP/1.1\r\nHost: {server.host}:{server.port}\r\nUpgrade: websocket\r\n"
                         "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                         f"Sec-WebSocket-Key: {key}\r\n\r\n").encode())

    def _frames(self):
        if not self.status:
            if b"\r\n\r\n" not in self.buffer:
                return []
            head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
            self.status = int(head.split()[1])
            check(self.status == 101, f"the WebSocket was refused: {head!r}")
        return super()._frames()


class Book:
    """What was asked and heard, match by match. The name of a match is its commitment."""

    def __init__(self):
        self.ticks, self.lines = itertools.count(1), itertools.count(1)
        self.matches = {}  # a History each
        self.frames = {}   # by match and seat: the messages about it, as they came
        self.people = {}   # by match: the seats of people
        self.names = {}    # by match: the names at its table

    def history(self, match):
        return self.matches.setdefault(match, History())

    def tick(self):
        return next(self.ticks)


class Wanderer:
    """Somebody with a seat. `message` is the last one with a view, `room` the last room."""

    def __init__(self, name, town):
        self.name, self.town, self.dice, self.book = name, town, town.dice, town.book
        self.token = self.code = self.seat = self.table = None
        self.wire = self.line = self.door = self.shut = None
        self.not_before = self.deadline = self.heard_at = 0.0
        self.is_there = self.is_asking = False
        self.room, self.message, self.match, self.number = {}, None, None, None
        self.pending = self.pending_tag = self.pending_id = self.pending_match = None
        self.agree_tag = self.enter_tick = self.given_tick = None
        self.tags, self.ids = itertools.count(1), itertools.count(1)
        self.visits, self.refusals, self.closes = 0, {}, {}
        self.longer = 1  # times that they wait, since there was no answer

    # ---- Coming and going ----------------------------------------------------------------------

    def step(self, now):
        """Does what there is to do now."""
        if not self.wire:
            if now >= self.not_before:
                self._come(now)
        elif self.wire.closed or now > self.deadline:
            self.hang_up(now)
        elif self.is_there:
            self._act(now)
            if not self.is_asking and now > self.heard_at + QUIET_S:
                self._expect(now)
                self.wire.send(b"", PING)

    def _come(self, now):
        self.not_before = now + self.dice.uniform(0.05, 0.3)
        doors = [process for process in self.town.processes if process is not self.shut]
        self.door, self.shut = self.dice.choice(doors), None
        try:
            self.wire = LooseWire(self.door, self.dice)
        except OSError:
            self.shut = self.door  # nobody is there
            return
        self.line, self.is_there, self.enter_tick = next(self.book.lines), False, None
        self._say("hello", token=self.token)
        self.enter_tick = self.book.tick()
        self._say("enter", table=self.code)
        self._expect(now, DOOR_S)
        self.town.watch(self)

    def hang_up(self, now):
        code = self.wire.closed[0] if self.wire.closed else "silent"
        if code == "silent":
            self.longer = min(2 * self.longer, LONGER_MAX)
        self.shut = None if self.wire.closed else self.door
        self.closes[code] = self.closes.get(code, 0) + 1
        self.town.unwatch(self)
        self.wire.close()
        self.wire, self.is_there, self.is_asking, self.message = None, False, False, None
        self.agree_tag = self.pending_tag = None
        self.not_before = now + self.dice.uniform(0.0, 0.1)

    def _expect(self, now, seconds=PATIENT_S):
        self.is_asking, self.deadline = True, now + seconds * self.longer

    def _say(self, op, **words):
        tag = next(self.tags)
        self.wire.send(json.dumps({"op": op, "tag": tag, **words}).encode())
        return tag

    # ---- Hearing -------------------------------------------------------------------------------

    def hear_all(self, now):
        """Takes note of what has come."""
        pongs = self.wire.pongs
        for text in self.wire.receive():
            self._hear(json.loads(text), now)
            if not self.wire:
                return
        if self.wire.pongs != pongs:
            self._heard(now)

    def _heard(self, now):
        self.heard_at = now
        if not self.pending_tag and not self.agree_tag:
            self.is_asking, self.deadline = False, float("inf")

    def _hear(self, message, now):
        check(message["op"] != "gone", f"{self.name}'s table is gone")
        if message["op"] == "welcome":
            check(message["token"] == self.token, f"{self.name} is somebody else")
            self._expect(now)
        if message["op"] not in ("answer", "update") or not self._is_let_in(message, now):
            return
        if message.get("table") == self.code:
            self._keep_room(message)
        tick = self.book.tick()
        asked = self.enter_tick
        self.enter_tick = None
        if self.pending_tag and message.get("re") == self.pending_tag:
            asked = self.given_tick
            self._answered(message, tick)
        elif self.agree_tag and message.get("re") == self.agree_tag:
            self.agree_tag, self.not_before = None, now + self.town.pause_s
        self._keep_view(message, tick, asked)
        self._heard(now)

    def _is_let_in(self, message, now):
        """The answer to `enter` comes first. Who is sent away tries elsewhere."""
        if self.is_there or "re" not in message:
            return self.is_there
        if not message["ok"]:
            check(message["code"] in LATER, f"{self.name} is not let in: {message}")
            self.hang_up(now)
            return False
        check(message.get("seat") == self.seat,
              f"{self.name} did not get seat {self.seat} of {self.code} back: {message}")
        self.is_there = True
        self.visits += 1
        return True

    def _keep_room(self, message):
        """Before and after a match the commitment is that of the next one."""
        self.room = message.get("room", self.room)
        if "room" not in message:
            return
        if self.room["stage"] == "playing":
            self.match, self.number = message["commitment"], self.room["match"]
            self.book.people[self.match] = {at for at, seat in enumerate(self.room["seats"])
                                            if seat["who"] == "person"}
            self.book.names[self.match] = [seat.get("name", "") for seat in self.room["seats"]]
        elif self.room["match"] != self.number:
            self.match = None

    def _keep_view(self, message, tick, asked):
        if not self.match or not ("view" in message or "change" in message):
            return
        self.book.frames.setdefault((self.match, self.seat), []).append(message)
        self.book.history(self.match).told.append(
            Told(self.line, message["seq"], tick, asked))
        if "change" in message:
            check(self.message, f"a view is changed that was never shown: {message}")
            message = {**message, "view": {**self.message["view"], **message["change"]}}
        self.message = message
        # What was asked over a line that was lost is asked again; in another match it would be
        # another command.
        if self.pending and not self.pending_tag:
            if self.pending_match == self.match:
                self._give()
            else:
                self.pending = None

    def _answered(self, message, tick):
        pending, self.pending, self.pending_tag = self.pending, None, None
        if not message["ok"]:
            # What was said over a line that was lost may still be on its way, and be done later.
            if message["code"] != "not_stored" or pending.givings == 1:
                pending.refused(tick, message["code"])
            self.refusals[message["code"]] = self.refusals.get(message["code"], 0) + 1
            return
        if message.get("repeat"):
            pending.repeated(tick)
        else:
            pending.done(tick, message["seq"])
        self.table.done += 1
        self.longer = 1

    # ---- Doing ---------------------------------------------------------------------------------

    def _act(self, now):
        if now < self.not_before or self.is_asking:
            return
        if self.room["asks"] != "nothing" and not self.room["seats"][self.seat].get("agreed"):
            self.agree_tag = self._say("agree", table=self.code)
            self._expect(now)
            return
        if self.pending or not self.message or not self.match:
            return
        actions = self.message["view"]["actions"]
        awaited = self.seat in self.message.get("waits_for", [])
        if not actions or (not awaited and self.dice.random() > 0.02):
            return
        self.not_before = now + self.dice.uniform(0.5, 1.5) * self.town.pause_s
        self.pending = Asked(self.seat, self.dice.choice(actions), self.message["seq"],
                             self.book.tick())
        self.pending_id, self.pending_match = next(self.ids), self.match
        self.book.history(self.match).asked.append(self.pending)
        self._give()
        self._expect(now)

    def _give(self):
        self.given_tick = self.book.tick()
        self.pending.givings += 1
        self.pending_tag = self._say("do", do=self.pending.do, table=self.code,
                                     seq=self.pending.seq, id=self.pending_id)


class Witness:
    """Somebody's second line, to a process of which others believe that it is dead."""

    def __init__(self, process, person):
        self.guest, self.person, self.book = Guest(process, person.token), person, person.book
        self.line, self.asked, self.tag = next(self.book.lines), None, None

    def ask(self):
        self.asked, self.tag = self.book.tick(), self.guest.say("enter", table=self.person.code)

    def has_heard(self):
        """What it is told goes into the book; it may as well be refused, or sent away."""
        self.guest.listen()
        for message in self.guest.take():
            if message.get("re") == self.tag:
                if message["ok"] and message["room"]["stage"] == "playing" and "view" in message:
                    self.book.history(message["commitment"]).told.append(
                        Told(self.line, message["seq"], self.book.tick(), self.asked))
                self.guest.close()
        return self.guest.wire.closed


class Table:
    """`done` counts what was acknowledged there."""

    def __init__(self, people, label):
        self.people, self.label, self.done = people, label, 0


class Town:
    """All tables of a cluster, and the people at them."""

    def __init__(self, processes, pause_s):
        self.processes, self.pause_s = processes, pause_s
        self.dice, self.book = random.Random(SEED), Book()
        self.tables, self.people = [], []
        self.selector = selectors.DefaultSelector()

    def watch(self, person):
        self.selector.register(person.wire, selectors.EVENT_READ, person)

    def unwatch(self, person):
        self.selector.unregister(person.wire)

    def seat(self, process, *table):
        """Opens a table and starts the match. A process that was in trouble a moment ago may refuse."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self._seat(process, *table)
            except (Failure, OSError) as why:
                check(time.monotonic() < end, f"no table can be opened: {why}")

    def _seat(self, process, game, people, bots, rules):
        """The host is at that process, and so is the table; the others come by any."""
        table = Table([Wanderer(f"P{len(self.people) + i}", self) for i in range(people)], game)
        host = Guest(process)
        guests = [host] + [Guest(self.dice.choice(self.processes)) for _ in table.people[1:]]
        code = host.must("create", game=game, rules=rules,
                         settings="bot_delay_ms=0 away=wait")["table"]
        for person, guest in zip(table.people, guests):
            person.token, person.code, person.table = guest.token, code, table
            person.seat = guest.must("sit", table=code, name=person.name)["seat"]
        for bot in bots:
            host.must("add_bot", table=code, bot=bot)
        host.must("start", table=code)
        for guest in guests:
            guest.close()
        self.people += table.people
        self.tables.append(table)

    def run(self, is_over, progress=lambda: 0):
        """Plays until something is so; False if `progress` has stayed the same for too long."""
        before, end = None, 0
        while not is_over():
            now = time.monotonic()
            if progress() != before:
                before, end = progress(), now + PATIENCE
            if now > end:
                return False
            for person in self.people:
                person.step(now)
            for key, _ in self.selector.select(0.005):
                key.data.hear_all(now)
        return True

    def go_on(self, count, what):
        """So many more commands are acknowledged at every table."""
        goals = {table: table.done + count for table in self.tables}
        if not self.run(lambda: all(table.done >= goal for table, goal in goals.items()),
                        lambda: sum(min(table.done, goal) for table, goal in goals.items())):
            stuck = [table for table in self.tables if table.done < goals[table]]
            check(False, f"{what}: {len(stuck)} of {len(self.tables)} tables do not go on; "
                  f"{self.describe(stuck[0])}")

    def describe(self, table):
        """What keeps a table, for whoever reads a failure."""
        people = [f"{p.name} at seat {p.seat} {'is there' if p.is_there else 'is out'}, "
                  f"waits for {p.pending}, sees {(p.message or {}).get('seq')}" for p in table.people]
        person = table.people[0]
        return f"{table.label} {person.code}: {person.room.get('stage')}; " + "; ".join(people)

    def leave(self):
        now = time.monotonic()
        for person in self.people:
            if person.wire:
                person.hear_all(now)
            if person.wire:
                person.hang_up(now)

    def come_back(self):
        """Everybody comes once more, and gets their seat."""
        self.leave()
        visits = {person: person.visits for person in self.people}
        check(self.run(lambda: all(person.visits > visits[person] for person in self.people),
                       lambda: sum(person.visits > visits[person] for person in self.people)),
              "somebody does not come back in the end")
        self.leave()

    def count(self, name):
        """How often each word was heard, by everybody."""
        counts = {}
        for person in self.people:
            for word, count in getattr(person, name).items():
                counts[word] = counts.get(word, 0) + count
        return counts
