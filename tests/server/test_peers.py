# SPDX-License-Identifier: MIT
"""test_peers.py: /signal and /yws/ROOM over real sockets: what is passed on, what is refused, and that
clients who break every rule there trouble nobody else. web/tests/test_meeting.mjs does it with the real
clients of Yjs."""
import contextlib
import json
import random

from server import Server
from trial import SEED, check, main, wait_until
from wire import BINARY, TEXT, Wire, frame_of

ASK, NOTHING, ASK_ALL, QUERY = b"\0\0\1\0", b"\0\1\2\0\0", b"\0\0\1\0", b"\3"


class Peer(Wire):
    """A WebSocket that counts what comes: texts at /signal, bytes at /yws."""

    def __init__(self, server, path, **headers):
        self.wanted = TEXT if path.startswith("/signal") else BINARY
        self.heard = []
        super().__init__(server, path, **headers)

    def __enter__(self):
        check(self.status == 101, f"the handshake was answered with {self.status}")
        return self

    def __exit__(self, *_):
        self.close()

    def _is_text(self, kind, payload):
        super()._is_text(kind, payload)
        check(kind not in (TEXT, BINARY) or kind == self.wanted, f"a frame of kind {kind}")
        return kind == self.wanted

    def say(self, message):
        if self.wanted == TEXT:
            self.send(json.dumps(message).encode())
        else:
            self.send(message, BINARY)

    def next(self):
        """The next message."""
        while not self.heard:
            check(not self.closed, f"closed: {self.closed}")
            check(self.wait(), "nothing comes")
            self.heard += self.receive()
        first = self.heard.pop(0)
        return json.loads(first) if self.wanted == TEXT else first

    def until_closed(self):
        self.heard += self.receive()
        while not self.closed:
            check(self.wait(), "it is not closed")
            self.heard += self.receive()
        return self.closed

    def nothing_waits(self):
        """Whatever was sent before its own ping has come when that is answered."""
        if self.wanted == TEXT:
            self.say({"type": "ping"})
            answer = self.next()
            check(answer == {"type": "pong"}, f"this was waiting: {answer}")
        else:
            self.say(b"\1\2me")
            answer = self.next()
            check(answer == b"\1\2me", f"this was waiting: {answer}")


def sync(kind, payload):
    length, rest = b"", len(payload)
    while rest > 127:
        length, rest = length + bytes([rest & 127 | 128]), rest >> 7
    return bytes([0, kind]) + length + bytes([rest]) + payload


def status(server, path, **headers):
    wire = Wire(server, path, **headers)
    wire.close()
    return wire.status


# ---- What they are for ----------------------------------------------------------------------


def signal_passes_on():
    with Server() as server, Peer(server, "/signal") as one, Peer(server, "/signal") as other:
        one.say({"type": "subscribe", "topics": ["a"]})
        one.nothing_waits()
        other.say({"type": "subscribe", "topics": ["a", "b"]})
        other.say({"type": "publish", "topic": "a", "data": {"type": "announce", "from": "x", "ü": "\u2660"}})
        wanted = {"type": "publish", "topic": "a", "clients": 2,
                  "data": {"type": "announce", "from": "x", "ü": "\u2660"}}
        check(one.next() == wanted and other.next() == wanted, "both are told")
        check(server.metric("signal_topics") == 2, "two topics")
        other.say({"type": "unsubscribe", "topics": ["a", "b"]})
        other.nothing_waits()
        check(server.metric("signal_topics") == 1, "one topic")
        other.say({"type": "publish", "topic": "b"})
        other.nothing_waits()
        one.close()
        wait_until(lambda: server.metric("signal_topics") == 0, "no topic is left")
        check(server.metric("signal_bytes_total") > 100, "bytes are counted")


def relay_passes_on():
    with Server() as server, Peer(server, "/yws/room") as one:
        one.say(ASK)
        check(one.next() == NOTHING, "the first is told that there is nothing")
        with Peer(server, "/yws/room?a=b") as two, Peer(server, "/yws/Room") as elsewhere:
            two.say(sync(0, b"\2xy"))
            check(two.next() == ASK_ALL, "the second is asked for everything")
            check(one.next() == sync(0, b"\2xy") and one.next() == QUERY, "the first is asked")
            large = random.Random(SEED).randbytes(300000)
            one.say(sync(1, large))
            check(two.next() == sync(1, large), "an answer of 300 kB")
            # A message in pieces is one message.
            update = sync(2, large[:1000])
            two.send_bytes(frame_of(BINARY, update[:10], last=False) + frame_of(0, update[10:]))
            check(one.next() == update, "in pieces")
            elsewhere.nothing_waits()
            check(server.metric("relay_rooms") == 2, "two rooms")
        one.nothing_waits()
        wait_until(lambda: server.metric("relay_rooms") == 1, "one room is left")


# ---- Limits ---------------------------------------------------------------------------------


def closed_for(server, path, *frames, code):
    with Peer(server, path) as peer:
        peer.send_bytes(b"".join(frames))
        got, why = peer.until_closed()
        check(got == code and why, f"{path}: closed with {got} {why!r}, not with {code} and a reason")


def wrong_messages():
    with Server("relay_message_kb=16") as server:
        closed_for(server, "/signal", frame_of(BINARY, b"{}"), code=1003)
        closed_for(server, "/signal", frame_of(TEXT, b"\xff"), code=1007)
        closed_for(server, "/signal", frame_of(TEXT, b"{"), code=1008)
        closed_for(server, "/signal", frame_of(TEXT, b"[" * 16000), code=1008)
        closed_for(server, "/signal", frame_of(TEXT, b" " * 16385), code=1009)
        closed_for(server, "/signal", frame_of(TEXT, json.dumps(
            {"type": "subscribe", "topics": [str(n) for n in range(17)]}).encode()), code=1008)
        closed_for(server, "/yws/r", frame_of(TEXT, ASK), code=1003)
        closed_for(server, "/yws/r", frame_of(BINARY, b"\2\1\0"), code=1008)
        closed_for(server, "/yws/r", frame_of(BINARY, b""), code=1008)
        closed_for(server, "/yws/r", frame_of(BINARY, b"\0\2\0"[:2] + b"x" * 16383), code=1009)
        closed_for(server, "/yws/r", frame_of(BINARY, b"x" * 9000, last=False), frame_of(0, b"x" * 9000),
                   code=1009)
        with Peer(server, "/yws/r") as peer:
            peer.say(sync(2, b"x" * (16384 - 5)))   # just not too big
            peer.nothing_waits()


def refused_doors():
    long = "x" * 128
    with Server() as server:
        for path in ("/yws", "/yws/", "/yws/a/b", "/yws/" + long + "x", "/signal/", "/signals", "/wss"):
            check(status(server, path) == 404, path)
        check(status(server, "/yws/" + long) == 101, "a long name")
        check(status(server, "/signal", Origin="http://elsewhere.example") == 403, "an origin")
        check(status(server, "/yws/a", Origin="http://elsewhere.example") == 403, "an origin")
        check(server.request("GET", "/signal")[0] != 500, "a plain request")
        with contextlib.ExitStack() as stack:
            for _ in range(16):
                stack.enter_context(Peer(server, "/yws/full"))
            check(status(server, "/yws/full") == 503, "a full room")
    with Server("signal_topics=0", "relay_rooms=0") as server:
        check(status(server, "/signal") == 404 and status(server, "/yws/a") == 404, "turned off")
    with Server("relay_rooms=1") as server, Peer(server, "/yws/a"):
        check(status(server, "/yws/a") == 101 and status(server, "/yws/b") == 503, "one room only")
    with Server("comings_per_minute=3", limited=True) as server:
        got = [status(server, path) for path in ("/signal", "/yws/a", "/signal", "/signal", "/yws/a")]
        check(got == [101, 101, 101, 429, 429], f"too often: {got}")


def too_much():
    """A megabyte in a minute, counted as often as it is sent; others go on."""
    with Server("peer_mb_per_minute=1", "--trust-proxy") as server, \
            Peer(server, "/yws/a", X_Forwarded_For="192.0.2.1") as one, \
            Peer(server, "/yws/a", X_Forwarded_For="192.0.2.2") as two, \
            Peer(server, "/yws/b", X_Forwarded_For="192.0.2.1") as three:
        for _ in range(9):
            one.say(sync(2, b"x" * 102400))
            two.next()
        one.say(sync(2, b"x" * 102400 * 2))
        code, why = one.until_closed()
        check(code == 1008 and "minute" in why, f"{code} {why}")
        three.say(sync(2, b"x" * 102400))     # nobody is there, so nothing is sent
        three.say(b"\1\2me")
        check(three.next() == b"\1\2me", "what is small is still passed on")
        two.next()
        two.nothing_waits()


def who_does_not_read_is_dropped():
    """And whoever sends to it does not wait, nor does the server keep more than it may."""
    with Server("queue_kb=512", "peer_mb_per_minute=1000") as server, \
            Peer(server, "/yws/a") as one, Peer(server, "/yws/a") as two, \
            Peer(server, "/yws/a", unread=65536) as deaf:
        sent = 0
        dropped = server.metric("connections_dropped_total")
        while server.metric("connections_dropped_total") == dropped:
            check(sent < 400, "nobody is dropped")
            for _ in range(20):
                one.say(sync(2, b"x" * 50000))
                sent += 1
                two.next()
            check(server.metric("queued_bytes") < 2 << 20, "more is kept than may be")
        one.say(b"\1\2hi")
        check(two.next() == b"\1\2hi" and one.next() == b"\1\2hi", "the others go on")
        deaf.until_closed()


def what_is_offered():
    """Pages learn what there is, and which servers help them to connect."""
    with Server() as server:
        check(server.get("/api/friends", "http_friends") == {"signal": True, "relay": True, "ice": []}, "usual")
    ice = ["stun:stun.example.org:3478", "turn:ada:love/lace@[2001:db8::1]?transport=udp"]
    with Server("signal_topics=0", "--ice", ",".join(ice)) as server:
        offered = server.get("/api/friends", "http_friends")
        check(offered == {"signal": False, "relay": True, "ice": ice}, offered)
    with Server("relay_rooms=0") as server:
        check(not server.get("/api/friends", "http_friends")["relay"], "no relay")


def garbage():
    """Random messages of many peers, coming and going, while two honest ones talk."""
    dice = random.Random(SEED)
    with Server("peer_mb_per_minute=1000", "connections_per_address=1000") as server, \
            Peer(server, "/yws/x") as one, Peer(server, "/yws/x") as two, Peer(server, "/signal") as three:
        three.say({"type": "subscribe", "topics": ["t"]})
        crowd = []
        for number in range(400):
            if len(crowd) < 8:
                crowd.append(Peer(server, dice.choice(["/signal", "/yws/y", "/yws/z"])))
            peer = dice.choice(crowd)
            text = dice.choice([b"{", b"\0\0\1\0", b'{"type":"publish","topic":"y"}', dice.randbytes(20), b"",
                                b'{"type":"subscribe","topics":["y"]}', b"\1\1\0", b"\0\2\1x"])
            peer.send(text, dice.choice([peer.wanted, peer.wanted, peer.wanted, TEXT, BINARY]))
            if dice.random() < 0.3:
                crowd.remove(peer)
                peer.close()
            if number % 40 == 0:
                update = sync(2, str(number).encode())
                one.say(update)
                check(two.next() == update, "an honest update")
                three.nothing_waits()
        for peer in crowd:
            peer.close()
        one.nothing_waits()
        wait_until(lambda: server.metric("relay_rooms") == 1 and server.metric("signal_topics") == 1,
                   "all rooms of the crowd are gone")


if __name__ == "__main__":
    main(signal_passes_on, relay_passes_on, wrong_messages, refused_doors, too_much,
         what_is_offered, who_does_not_read_is_dropped, garbage)
