# SPDX-License-Identifier: MIT
"""
chaos.py: what the tests that prove the server share: a server that can be killed, sockets of which
many are served by one thread, players who act at random, and the logs as they are on the disk.

Nothing here knows a rule: players choose from the actions that the server tells them. Start reading
at Crowd.run().
"""
import atexit
import base64
import hashlib
import json
import os
import random
import selectors
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import time

from schema import Schema

PROGRAM = os.environ.get("HOLECARD", "holecard")
SLOWER = 4 if "asan" in PROGRAM or os.environ.get("HC_SLOW") else 1
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
SCHEMA = Schema()
EVERY = 10  # one message in so many is held to the schema; test_protocol.py holds all of its own


def seed_of(arguments):
    """The seed of this run: the first argument, or a new one. It is printed."""
    seed = int(arguments[1]) if len(arguments) > 1 else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}", flush=True)
    return seed


def check(fact, what):
    if not fact:
        raise AssertionError(what)


def wait_until(fact, seconds, what):
    end = time.monotonic() + seconds * SLOWER
    while not fact():
        check(time.monotonic() < end, f"{what}: not within {seconds * SLOWER} s")
        time.sleep(0.005)


class Server:
    """`holecard serve` on a store in this folder; the port stays when it is started again."""

    def __init__(self, *arguments, store="server.db"):
        self.arguments, self.store, self.port, self.process = arguments, store, 0, None
        atexit.register(lambda: self.alive() and self.process.kill())
        self.start()

    def start(self):
        where = ["--store", self.store] if self.store else ["--no-save"]
        self.log = open("server.log", "a")
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", f"127.0.0.1:{self.port}", *where, *self.arguments],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        check("listening on" in line, f"the server did not start: {line!r}, see server.log:\n"
              + open("server.log").read()[-2000:])
        self.port = int(line.split("//")[1].split(":")[1].split(",")[0])
        self.tables = int(line.split(", ")[1].split()[0])

    def kill(self):
        check(self.process.poll() is None, f"the server ended by itself: {self.process.poll()}, "
              "see server.log:\n" + open("server.log").read()[-4000:])
        self.process.send_signal(signal.SIGKILL)
        self.finish()

    def finish(self):
        status = self.process.wait(timeout=30 * SLOWER)
        self.process.stdout.close()
        self.log.close()
        return status

    def terminate(self):
        """Ends it as an operator would; returns the exit status and the seconds that it took."""
        start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        return self.finish(), time.monotonic() - start

    def alive(self):
        return self.process is not None and self.process.poll() is None


# ---- Sockets --------------------------------------------------------------------------------


def frame_of(kind, payload, last=True, mask=b"\x5a\xa5\x3c\xc3"):
    head = bytes([(0x80 if last else 0) | kind])
    bit = 0x80 if mask else 0
    if len(payload) < 126:
        head += bytes([bit | len(payload)])
    elif len(payload) < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", len(payload))
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", len(payload))
    if not mask:
        return head + payload
    pad = mask * (len(payload) // 4 + 1)
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(pad[:len(payload)], "big")
    return head + mask + masked.to_bytes(len(payload), "big")


class Socket:
    """A WebSocket. `pump` gives the messages that have come; `closed` is (code, reason) at the end."""

    def __init__(self, port, headers="", path="/ws"):
        self.bytes, self.closed, self.tag, self.pongs, self.heard = b"", None, 0, 0, 0
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10 * SLOWER)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16))
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key.decode()}\r\n{headers}\r\n".encode())
        while b"\r\n\r\n" not in self.bytes:
            more = self.socket.recv(65536)
            if not more:
                raise ConnectionError(f"no answer to the handshake: {self.bytes!r}")
            self.bytes += more
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])
        if self.status == 101:
            accept = base64.b64encode(hashlib.sha1(key + GUID).digest())
            check(b"Sec-WebSocket-Accept: " + accept in head, "the handshake has a wrong answer")

    def fileno(self):
        return self.socket.fileno()

    def send_bytes(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            self.closed = self.closed or (1006, "")

    def send(self, message):
        self.send_bytes(frame_of(TEXT, json.dumps(message).encode()))

    def ask(self, **message):
        """Sends a message with a new tag, which it returns."""
        self.tag += 1
        self.send({**message, "tag": self.tag})
        return self.tag

    def take(self):
        """One frame from what has come, or None."""
        if len(self.bytes) < 2:
            return None
        kind, size, head = self.bytes[0] & 15, self.bytes[1], 2
        check(self.bytes[0] & 0x80 and size < 128, "the server sends pieces, or masks")
        if size == 126 and len(self.bytes) >= 4:
            size, head = struct.unpack(">H", self.bytes[2:4])[0], 4
        elif size == 127 and len(self.bytes) >= 10:
            size, head = struct.unpack(">Q", self.bytes[2:10])[0], 10
        elif size > 125:
            return None
        if len(self.bytes) < head + size:
            return None
        payload, self.bytes = self.bytes[head:head + size], self.bytes[head + size:]
        return kind, payload

    def pump(self, seconds=0.0):
        """All messages that have come, after waiting for the first one at most that long."""
        if self.closed:
            return []
        messages = []
        self.socket.settimeout(seconds if seconds > 0 else 0.0)
        try:
            more = self.socket.recv(1 << 18)
            self.bytes += more
            gone = not more
        except (TimeoutError, socket.timeout, BlockingIOError):
            gone = False
        except OSError:
            gone = True
        finally:
            self.socket.settimeout(10 * SLOWER)
        while (frame := self.take()) and not self.closed:
            kind, payload = frame
            if kind == TEXT:
                messages.append(json.loads(payload.decode("utf-8", "strict")))
                self.heard += 1
                if self.heard % EVERY == 1:
                    SCHEMA.check(messages[-1], "server")
            elif kind == CLOSE:
                self.closed = (struct.unpack(">H", payload[:2])[0], payload[2:].decode())
            elif kind == PING:
                self.send_bytes(frame_of(PONG, payload))
            elif kind == PONG:
                self.pongs += 1
        if gone and not self.closed:
            self.closed = (1006, "")
        return messages

    def answer(self, tag, seconds=5.0):
        """Waits for the answer to a tag, and returns it; what else comes is thrown away."""
        end = time.monotonic() + seconds * SLOWER
        while time.monotonic() < end:
            for message in self.pump(0.05):
                if message.get("re") == tag:
                    return message
            check(not self.closed, f"the connection was closed: {self.closed}")
        raise AssertionError(f"no answer within {seconds * SLOWER} s")

    def do(self, **message):
        return self.answer(self.ask(**message))

    def until_closed(self, seconds=5.0):
        """Reads until the server closes; returns the code and its reason."""
        end = time.monotonic() + seconds * SLOWER
        while not self.closed:
            self.pump(0.05)
            check(time.monotonic() < end, f"not closed within {seconds * SLOWER} s")
        return self.closed

    def close(self):
        self.socket.close()
        self.closed = self.closed or (1000, "")


def http(port, data, seconds=5.0, half_close=False, enough=None):
    """Sends bytes, and gives what comes back until the server closes or is silent, or it is enough."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds * SLOWER) as connection:
        got = b""
        try:
            connection.sendall(data)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        try:
            while not (enough and enough in got) and (more := connection.recv(65536)):
                got += more
        except OSError:
            pass
        return got


def get(port, path):
    answer = http(port, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    head, body = answer.split(b"\r\n\r\n", 1)
    return int(head.split()[1]), body.decode()


def metric(port, name):
    for line in get(port, "/metrics")[1].splitlines():
        if line.startswith(f"holecard_{name} "):
            return float(line.split()[1])
    raise AssertionError(f"there is no metric {name}")


# ---- Players --------------------------------------------------------------------------------


class Player:
    """Somebody with a seat who does what the server offers, and remembers what was acknowledged."""

    def __init__(self, name, dice, pause_s=0.0):
        self.name, self.dice, self.pause_s = name, dice, pause_s
        self.token = self.code = self.seat = self.socket = None
        self.room, self.message, self.commitment = {}, None, None
        self.pending = None        # the command that waits for its answer
        self.acknowledged = []     # what the log must have, whatever happens
        self.next_id, self.agreed_at, self.agree_tag, self.not_before = 0, None, None, 0.0
        self.refusals, self.actions = {}, 0
        self.told = {}             # how far each match was told, by its commitment

    def connect(self, port):
        """Comes in; with a seat, comes back to it."""
        self.socket = Socket(port)
        hello = self.socket.do(op="hello", **({"token": self.token} if self.token else {}))
        check(hello["op"] == "welcome", f"no welcome: {hello}")
        check(not self.token or hello["token"] == self.token, "the token has changed")
        self.token = hello["token"]
        self.agreed_at = None
        if self.code:
            back = self.socket.do(op="enter", table=self.code)
            check(back.get("ok") and back.get("seat") == self.seat,
                  f"{self.name} did not get seat {self.seat} of {self.code} back: {back}")
            self.hear(back)
            if self.pending:
                self.give(self.pending, again=True)

    def hear(self, message):
        if message.get("op") not in ("answer", "update") or message.get("table") != self.code:
            return
        self.room = message.get("room", self.room)
        if self.room.get("stage") == "playing":   # before and after a match it is the next one's
            self.commitment = message.get("commitment", self.commitment)
        if self.pending and message.get("re") == self.pending["tag"]:
            self.answered(message)
        elif message.get("re") and message["re"] == self.agree_tag and not message["ok"]:
            self.agreed_at = None
        if "view" in message:
            self.message = message
            self.told[self.commitment] = max(self.told.get(self.commitment, 0), message["seq"])

    def answered(self, message):
        pending, self.pending = self.pending, None
        if message["ok"]:
            self.actions += 1
            self.acknowledged.append({
                "commitment": pending["commitment"], "seat": self.seat, "do": pending["do"],
                "seq": pending["seq"], "after": None if message.get("repeat") else message["seq"]})
        else:
            code = message["code"]
            self.refusals[code] = self.refusals.get(code, 0) + 1

    def give(self, command, again=False):
        tag = self.socket.ask(do=command["do"], table=self.code, seq=command["seq"],
                              id=command["id"])
        self.pending = {**command, "tag": tag}

    def agree(self):
        asks = self.room.get("asks", "nothing")
        moment = (asks, self.room.get("match"), (self.message or {}).get("seq"))
        if asks == "nothing" or self.agreed_at == moment:
            return
        self.agreed_at = moment
        self.agree_tag = self.socket.ask(op="agree", table=self.code)

    def act(self, now):
        """Does something if there is something to do."""
        self.agree()
        if self.pending or not self.message or now < self.not_before:
            return
        actions = self.message["view"]["actions"]
        awaited = self.seat in self.message["waits_for"]
        if not actions or (not awaited and self.dice.random() > 0.05):
            return
        self.not_before = now + self.pause_s
        self.next_id += 1
        self.give({"do": self.dice.choice(actions), "seq": self.message["seq"],
                   "id": self.next_id, "commitment": self.commitment})


class Crowd:
    """Players at tables, all served by this thread."""

    def __init__(self, server, seed):
        self.server, self.dice, self.players = server, random.Random(seed), []

    def table(self, game, people, bots=(), rules="", settings="bot_delay_ms=0", pause_s=0.0):
        """Opens a table with everybody at it and starts the match."""
        new = [Player(f"P{len(self.players) + i}", self.dice, pause_s) for i in range(people)]
        for player in new:
            player.connect(self.server.port)
        host = new[0]
        made = host.socket.do(op="create", game=game, rules=rules, settings=settings)
        check(made["ok"], f"no table: {made}")
        for player in new:
            player.code = made["table"]
            sat = player.socket.do(op="sit", table=player.code, name=player.name)
            check(sat["ok"], f"no seat: {sat}")
            player.seat = sat["seat"]
        for bot in bots:
            check(host.socket.do(op="add_bot", table=host.code, bot=bot)["ok"], "no bot")
        host.socket.ask(op="start", table=host.code)
        self.players += new
        return new

    def run(self, seconds, until=None):
        """Plays for a while, or until something is so. Returns early when the server is gone."""
        selector = selectors.DefaultSelector()
        end = time.monotonic() + seconds
        for player in self.players:
            if not player.socket.closed:
                selector.register(player.socket, selectors.EVENT_READ, player)
        while (now := time.monotonic()) < end and not (until and until()):
            for player in self.players:
                if not player.socket.closed:
                    player.act(now)
            for key, _ in selector.select(min(0.02, end - now)):
                player = key.data
                for message in player.socket.pump():
                    player.hear(message)
                if player.socket.closed:
                    selector.unregister(player.socket)
            if not selector.get_map():
                break
        selector.close()

    def drain(self, seconds=2.0):
        """Reads what is still on its way from a server that has ended."""
        end = time.monotonic() + seconds * SLOWER
        for player in self.players:
            while not player.socket.closed and time.monotonic() < end:
                for message in player.socket.pump(0.05):
                    player.hear(message)
            player.socket.close()

    def reconnect(self):
        for player in self.players:
            player.message = None
            player.connect(self.server.port)

    def actions(self):
        return sum(player.actions for player in self.players)


# ---- The disk -------------------------------------------------------------------------------


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True,
                          timeout=60 * SLOWER)
    return done.returncode, done.stdout, done.stderr


def copy_store(store, to="copy.db"):
    """A copy as a crash would leave it, so that looking at it changes nothing."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        if os.path.exists(to + suffix):
            os.remove(to + suffix)
    for suffix in ("", "-wal"):
        if os.path.exists(store + suffix):
            shutil.copy(store + suffix, to + suffix)
    return to


def logs_of(store):
    """All logs in a store, of finished matches and of those that are played, as bytes."""
    with sqlite3.connect(store) as database:
        logs = [row[0] for row in database.execute("SELECT log FROM matches")]
        start = database.execute("SELECT value FROM meta WHERE name='journal_start'").fetchone()
        playing = {}
        for room, kind, at, data in database.execute(
                "SELECT room, kind, at, bytes FROM journal WHERE id >= ? ORDER BY id",
                (start[0] if start else 0,)):
            if kind == 2:
                check(len(playing.get(room, b"")) == at, "a piece of a log is in a wrong place")
                playing[room] = playing.get(room, b"") + data
            elif kind == 5:
                playing[room] = data
            elif kind in (3, 4):
                playing.pop(room, None)
    database.close()
    return logs + list(playing.values())


def commitment_of(log):
    """Where the header of a log has it: docs/log-format.md."""
    check(log[:5] == b"HCLG\x01", "this is no log")
    at = 6 + log[5]
    size, shift = 0, 0
    while True:
        size |= (log[at] & 127) << shift
        shift += 7
        at += 1
        if not log[at - 1] & 128:
            break
    return log[at + size + 1:at + size + 33].hex()


def commands_of(log):
    """The commands of a log in order: seat, text, and the seq before and after."""
    with open("match.log", "wb") as file:
        file.write(log)
    status, text, why = run("export", "match.log")
    check(status == 0, f"a log cannot be exported: {why}")
    seq, commands = 0, []
    for record in json.loads(text)["records"]:
        if "do" in record:
            after = seq + len(record.get("events", []))
            commands.append((record["seat"], record["do"], seq, after))
            seq = after
    return commands


def check_acknowledged(store, acknowledged):
    """Every acknowledged command is in its log, once, where it was said to be."""
    if not acknowledged:
        return
    wanted = {entry["commitment"] for entry in acknowledged}
    found = {}
    for log in logs_of(store):
        commitment = commitment_of(log)
        if commitment in wanted:
            found[commitment] = commands_of(log)
    for entry in acknowledged:
        commands = found.get(entry["commitment"])
        check(commands is not None, f"the whole match of {entry} is lost")
        same = [c for c in commands if c[0] == entry["seat"] and c[1] == entry["do"]
                and c[2] >= entry["seq"]
                and (entry["after"] is None or c[3] == entry["after"])]
        check(same, f"acknowledged, and not in the log: {entry}; it has {commands[-5:]}")


def check_told(store, players):
    """Nobody was told of an event that is not in the store."""
    told = {}
    for player in players:
        for commitment, seq in player.told.items():
            told[commitment] = max(told.get(commitment, 0), seq)
        player.told = {}
    for log in logs_of(store):
        seq = told.pop(commitment_of(log), 0)
        commands = commands_of(log) if seq else []
        check(not seq or (commands and commands[-1][3] >= seq),
              f"event {seq} was told, and the log ends at {commands[-1:]}")
    check(not any(told.values()), f"matches that were told, and are not stored: {told}")


def check_store(store):
    status, out, why = run("store", "check", store)
    check(status == 0, f"holecard store check says: {out}{why}")


def main(*tests):
    """Runs the tests of a file and says what they took."""
    seed = seed_of(sys.argv)
    for test in tests:
        start = time.monotonic()
        test(seed)
        print(f"{test.__name__}: {time.monotonic() - start:.1f} s", flush=True)
