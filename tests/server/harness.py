# SPDX-License-Identifier: MIT
"""harness.py: a real server and people at it, for the tests of this folder.

Server starts `holecard serve` on a free port of the loopback, with its store in the current folder,
and ends it. Person is a WebSocket with a small client; every message that it sends or receives is
held to docs/protocol.schema.json. main() runs the tests of a file, as tests/terminal does.
Nothing here sleeps for a fixed time and hopes.
"""
import base64
import hashlib
import http.client
import itertools
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
import traceback

from schema import Schema

PATIENCE = float(os.environ.get("HC_PATIENCE", "40"))
HOLECARD = os.environ["HOLECARD"]
GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

SCHEMA = Schema()
_numbers = itertools.count(1)


class Failure(Exception):
    """What should have happened, and did not."""


class Closed(Exception):
    """The server has closed the WebSocket: code and reason."""

    def __init__(self, code, reason):
        super().__init__("closed with %s: %s" % (code, reason))
        self.code, self.reason = code, reason


def check(holds, what):
    if not holds:
        raise Failure(what)


class Server:
    """A server process. `words` are more of its arguments; messages may come fast unless they say
    otherwise."""

    def __init__(self, *words, store=None):
        self.words = words
        self.store = store or "store-%d.db" % next(_numbers)
        self.process = None
        self.port = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, value, trace):
        status = self.process.poll()
        if status is not None:
            raise Failure("the server died with status %d" % status)
        status = self.stop()
        if not kind:
            check(status == 0, "the server ended with status %d" % status)

    def start(self):
        keep = [] if "--no-save" in self.words else ["--store", self.store]
        self.process = subprocess.Popen(
            [HOLECARD, "serve", "--listen", "127.0.0.1:0", *keep, "messages_per_second=100000",
             *self.words],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        check("listening on" in line, "the server did not start: %r" % line)
        self.port = int(line.split(",")[0].rsplit(":", 1)[1])
        return line

    def stop(self, by=signal.SIGTERM):
        """Ends it, and gives its status. Then it must be started again before `with` is left."""
        self.process.send_signal(by)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return status

    def request(self, method, path, body=None, headers=None):
        """A plain request: status, bytes, headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read(), dict(answer.getheaders())
        finally:
            connection.close()

    def get(self, path, part=None, status=200):
        """A page as JSON, held to a part of the schema."""
        got, body, _ = self.request("GET", path)
        check(got == status, "GET %s: %d instead of %d: %r" % (path, got, status, body[:200]))
        value = json.loads(body)
        SCHEMA.check(value, part or ("http_wrong" if status >= 400 else ""))
        return value

    def post(self, path, value, part, status=201, **headers):
        kind = {"Content-Type": "application/json"}
        kind.update({name.replace("_", "-"): text for name, text in headers.items()})
        got, body, _ = self.request("POST", path, json.dumps(value), kind)
        check(got == status, "POST %s: %d instead of %d: %r" % (path, got, status, body[:200]))
        value = json.loads(body)
        SCHEMA.check(value, part)
        return value


class Socket:
    """The bytes of a WebSocket, from the client's side."""

    def __init__(self, port, path="/ws", **headers):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET %s HTTP/1.1" % path, "Host: 127.0.0.1:%d" % port, "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: " + key]
        lines += ["%s: %s" % (name.replace("_", "-"), text) for name, text in headers.items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])
        accept = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest())
        check(self.status != 101 or accept in head, "the handshake is wrong: %r" % head)

    def _more(self):
        more = self.socket.recv(65536)
        if not more:
            raise Closed(None, "the connection has ended")
        self.buffer += more

    def _take(self, count):
        while len(self.buffer) < count:
            self._more()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def send(self, payload, kind=1):
        size = len(payload)
        head = bytes([0x80 | kind])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        mask = os.urandom(4)
        masked = bytes(b ^ mask[i & 3] for i, b in enumerate(payload))
        self.socket.sendall(head + mask + masked)

    def receive(self):
        """The next text message; pings are answered, a closing frame raises Closed."""
        while True:
            first, second = self._take(2)
            size = second & 127
            if size == 126:
                size, = struct.unpack(">H", self._take(2))
            elif size == 127:
                size, = struct.unpack(">Q", self._take(8))
            payload = self._take(size)
            check(first & 0x80 and not second & 0x80, "a fragment, or a masked frame, from the server")
            if first & 15 == 8:
                code = struct.unpack(">H", payload[:2])[0] if size >= 2 else None
                raise Closed(code, payload[2:].decode())
            if first & 15 == 9:
                self.send(payload, 10)
            elif first & 15 == 1:
                return payload

    def close(self):
        self.socket.close()


class Person:
    """Somebody with a WebSocket. `seen` has every message that came, in order."""

    def __init__(self, server, token=None, hello=True, **headers):
        self.server = server
        self.wire = Socket(server.port, **headers)
        check(self.wire.status == 101, "the WebSocket was refused: %d" % self.wire.status)
        self.tags = itertools.count(1)
        self.seen, self.sizes = [], []
        self.read = 0  # of seen, by next()
        self.token, self.guest = token, None
        if hello:
            words = {"token": token} if token else {}
            welcome = self.ask("hello", **words)
            self.token, self.guest = welcome["token"], welcome["guest"]

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.wire.close()

    def send(self, message, valid=True):
        if valid:
            SCHEMA.check(message, "client")
        self.wire.send(json.dumps(message).encode())

    def _receive(self, patience=PATIENCE):
        self.wire.socket.settimeout(patience)
        text = self.wire.receive()
        message = json.loads(text)
        SCHEMA.check(message, "server")
        self.seen.append(message)
        self.sizes.append(len(text))
        return message

    def next(self, wanted, patience=PATIENCE):
        """The next message, of those not yet looked at, for which wanted(message) is true."""
        end = time.monotonic() + patience
        while True:
            while self.read < len(self.seen):
                message = self.seen[self.read]
                self.read += 1
                if wanted(message):
                    return message
            try:
                self._receive(max(0.01, end - time.monotonic()))
            except socket.timeout:
                raise Failure("nothing of that kind came: %s" % json.dumps(self.seen[-3:])) from None

    def ask(self, op, valid=True, **words):
        """Sends a message with a tag and gives what answers it; others stay for next()."""
        tag = next(self.tags)
        message = {"op": op, "tag": tag}
        message.update(words)
        before = len(self.seen)
        self.send(message, valid)
        while True:
            for number in range(before, len(self.seen)):
                if self.seen[number].get("re") == tag:
                    return self.seen[number]
            before = len(self.seen)
            self._receive()

    def must(self, op, **words):
        """The same, and it must be accepted."""
        answer = self.ask(op, **words)
        check(answer.get("ok", True), "%s was refused: %s" % (op, answer))
        return answer

    def state(self, table, key):
        """What was said last about a table under a key: "view", "room", "seat"; None if nothing."""
        for message in reversed(self.seen):
            if message.get("table") == table and key in message:
                return message[key]
        return None


def main(tests):
    """Runs tests (functions), or those that are named on the command line; ends the program."""
    names = sys.argv[1:]
    failures = 0
    for test in tests:
        if names and test.__name__ not in names:
            continue
        start = time.monotonic()
        try:
            test()
            print("ok    %s (%.1f s)" % (test.__name__, time.monotonic() - start), flush=True)
        except Exception:  # whatever it is, the other tests still run
            failures += 1
            print("FAIL  %s\n%s" % (test.__name__, traceback.format_exc()), flush=True)
    sys.exit(1 if failures else 0)
