# SPDX-License-Identifier: MIT
"""guest.py: somebody with a WebSocket who speaks the protocol.

Every message that is sent or received here is held to docs/protocol.schema.json. Only send_wrong()
and ask_wrong() send what is wrong by intent; the answers to that are held to the schema as well.
"""
import itertools
import json

from schema import Schema
from trial import Failure, check
from wire import Wire

SCHEMA = Schema()


class Guest:
    """`seen` has every message that came, in order, until take() takes them away. What only says what
    has changed has the whole `view` and `room` besides, unless `folds` is false: then all is raw."""

    def __init__(self, server, token=None, hello=True, folds=True, unread=0, **headers):
        self.wire = Wire(server, unread=unread, **headers)
        check(self.wire.status == 101, f"the WebSocket was refused: {self.wire.status}")
        self.seen, self.read = [], 0  # read: how many of seen next() has looked at
        self.views, self.rooms = {}, {}  # the last one of each table
        self.token, self.guest, self.folds = token, None, folds
        self._tags = itertools.count(1)
        if hello:
            welcome = self.ask("hello", **({"token": token} if token else {}))
            check(welcome["op"] == "welcome", f"no welcome: {welcome}")
            check(not token or welcome["token"] == token, "the token has changed")
            self.token, self.guest = welcome["token"], welcome["guest"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.wire.close()

    # ---- Speaking ------------------------------------------------------------------------------

    def send(self, message):
        SCHEMA.check(message, "client")
        self.wire.send(json.dumps(message).encode())

    def send_wrong(self, text):
        """Bytes that are no message of the protocol, by intent."""
        self.wire.send(text)

    def say(self, op, **words):
        """Sends a message with a new tag, which it returns."""
        tag = next(self._tags)
        self.send({"op": op, "tag": tag, **words})
        return tag

    def ask(self, op, **words):
        """Sends a message and gives what answers it; whatever else comes stays in `seen`."""
        start = len(self.seen)
        return self.answer(self.say(op, **words), start)

    def must(self, op, **words):
        """The same, and it must be accepted."""
        answer = self.ask(op, **words)
        check(answer.get("ok", True), f"{op} was refused: {answer}")
        return answer

    def ask_wrong(self, op, **words):
        """The same with a message that the schema does not allow, by intent. It must be refused."""
        tag = next(self._tags)
        self.send_wrong(json.dumps({"op": op, "tag": tag, **words}).encode())
        answer = self.answer(tag)
        check(answer.get("ok") is False, f"{op} {words} was accepted: {answer}")
        return answer

    # ---- Listening -----------------------------------------------------------------------------

    def listen(self, seconds=0.0):
        """Hears what has come; waits at most that long for the first of it."""
        for text in self.wire.receive(seconds):
            message = json.loads(text.decode("utf-8", "strict"))
            SCHEMA.check(message, "server")
            if self.folds:
                self._keep_view(message)
                self._keep_room(message)
            self.seen.append(message)

    def _keep_view(self, message):
        """Every message about a table that is played has the whole `view`, whatever was sent."""
        table = message.get("table")
        if "change" in message:
            check(table in self.views, f"a view is changed that was never shown: {message}")
            message["view"] = {**self.views[table], **message["change"]}
        if "view" in message:
            self.views[table] = message["view"]

    def _keep_room(self, message):
        """What says who looks on has the whole `room`, too."""
        table = message.get("table")
        if message["op"] == "watchers":
            check(table in self.rooms, f"who looks on at a table that was never shown: {message}")
            room = {**self.rooms[table], "watchers": message["watchers"]}
            room.pop("watcher_names", None)
            if "watcher_names" in message:
                room["watcher_names"] = message["watcher_names"]
            message["room"] = room
        if "room" in message:
            self.rooms[table] = message["room"]

    def take(self):
        """All that was heard; it is forgotten here."""
        taken, self.seen, self.read = self.seen, [], 0
        return taken

    def _find(self, start, wanted, what):
        """Where in `seen`, from there on, the first one is that is wanted; waits for it."""
        limit = self.wire.server.limit()
        while True:
            for number in range(start, len(self.seen)):
                if wanted(self.seen[number]):
                    return number
            start = len(self.seen)
            check(not self.wire.closed, f"{what}: the connection was closed: {self.wire.closed}")
            if limit():
                raise Failure(f"{what} did not come; the last was {json.dumps(self.seen[-3:])}")
            self.listen()
            if len(self.seen) == start and not self.wire.closed:
                self.wire.server.turn(self.wire)

    def answer(self, tag, start=0):
        number = self._find(start, lambda m: m.get("re") == tag, f"the answer to request {tag}")
        return self.seen[number]

    def next(self, wanted, what="what was waited for"):
        """The next message, of those not yet looked at, for which wanted(message) is true."""
        number = self._find(self.read, wanted, what)
        self.read = number + 1
        return self.seen[number]

    def catch_up(self):
        """Whatever the server had told when this was called has been heard when it returns."""
        self.ask("mine")

    def until_closed(self):
        """Listens until the server closes; gives the code and its reason."""
        limit = self.wire.server.limit()
        self.listen()
        while not self.wire.closed:
            check(not limit(), "the server does not close the connection")
            self.wire.server.turn(self.wire)
            self.listen()
        return self.wire.closed

    def state(self, table, key):
        """What was said last about a table under a key: "view", "room", "seat"; None if nothing."""
        for message in reversed(self.seen):
            if message.get("table") == table and key in message:
                return message[key]
        return None
