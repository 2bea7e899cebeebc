# SPDX-License-Identifier: MIT
"""wire.py: the bytes of a WebSocket, from the client's side.

Line is the connection under it, which plain requests use as well. Wire does the handshake, sends
frames and takes apart what comes. It knows nothing of messages: see guest.py. frame_of() makes frames
of any kind, wrong ones too.
"""
import base64
import hashlib
import io
import itertools
import socket
import struct

import preload
from trial import PATIENCE, check

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
LOST = (1006, "")  # a connection that ends without a closing frame

_keys = itertools.count(1)


def frame_of(kind, payload, last=True, mask=b"\x5a\xa5\x3c\xc3"):
    """The bytes of a frame; an empty mask leaves the payload as it is."""
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
    pad = (mask * (len(payload) // 4 + 1))[:len(payload)]
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(pad, "big")
    return head + mask + masked.to_bytes(len(payload), "big")


def accept_of(key):
    """The answer to the key of a handshake."""
    return base64.b64encode(hashlib.sha1(key + GUID).digest())


class Line:
    """A TCP connection to a server. It counts its bytes, so that the server's clocks are moved only
    when nothing is under way: see Server.turn(). `came` has what has come and nobody has taken, and
    `ended` says that no more will come. Connections with `unread` are read by nobody for a while, so
    they are left out of the count (preload.c has their address), and while there are such connections
    no time passes by itself."""

    UNCOUNTED = "127.0.0.9"
    server, unread, sent, received, came, ended = None, 0, 0, 0, b"", False

    def connect(self, server, port=None, unread=0):
        """`unread` is how many bytes may wait at this side; 0: as many as the system lets, and they
        are fetched."""
        self.socket = socket.socket()
        self.socket.settimeout(PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if unread:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, unread)
            self.socket.bind((self.UNCOUNTED, 0))
        self.socket.connect((server.host, port or server.port))
        self.server, self.unread = server, unread
        preload.act()
        if unread:
            server.unread.add(self)
        else:
            self.sent = 1  # it is accepted
            server.lines.add(self)
            preload.lines.add(self)
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def fileno(self):
        return self.socket.fileno()

    def close(self):
        if self.server:
            self.server.lines.discard(self)
            self.server.unread.discard(self)
            preload.lines.discard(self)
            preload.act()
        self.socket.close()
        self.ended = True

    def sendall(self, data):
        if self.server:
            preload.act()
        self.sent += len(data)
        self.socket.sendall(data)

    def fetch(self):
        """Takes what has come from the system. A connection that the server has ended is closed."""
        if self.ended:
            return
        self.socket.settimeout(0)
        try:
            while more := self.socket.recv(1 << 18):
                self.came += more
                self.received += len(more)
            Line.close(self)  # a Wire may not have looked at the last frames yet
        except BlockingIOError:
            self.socket.settimeout(PATIENCE)
        except OSError:
            Line.close(self)

    def wait(self, seconds=None):
        """Waits until something has come, or the connection has ended; at most for so many seconds
        of the server's time if that is said. Gives whether it is so."""
        self.fetch()
        limit = self.server.limit(seconds)
        while not self.came and not self.ended and not limit():
            self.server.turn(self)
            self.fetch()
        return bool(self.came) or self.ended

    def recv(self, _size=0):
        """What has come, b"" at the end; waits for it."""
        check(self.wait(), "nothing comes")
        taken, self.came = self.came, b""
        return taken

    def recv_all(self, until=None):
        """Everything up to the end of the connection, or to these bytes."""
        got = b""
        while not (until and until in got) and (more := self.recv()):
            got += more
        return got

    def makefile(self, *_):
        """What comes, for http.client."""
        return io.BufferedReader(LineReader(self))


class LineReader(io.RawIOBase):
    def __init__(self, line):
        super().__init__()
        self.line = line

    def readable(self):
        return True

    def readinto(self, buffer):
        check(self.line.wait(), "nothing comes")
        taken = self.line.came[:len(buffer)]
        self.line.came = self.line.came[len(taken):]
        buffer[:len(taken)] = taken
        return len(taken)


class Wire(Line):
    """`status` is the answer to the handshake; `closed` is (code, reason) when it has ended."""

    def __init__(self, server, path="/ws", unread=0, **headers):
        self.buffer, self.closed, self.pongs = b"", None, 0
        self.connect(server, unread=unread)
        key = base64.b64encode(hashlib.sha256(b"%d" % next(_keys)).digest()[:16])
        lines = [f"GET {path} HTTP/1.1", f"Host: {server.host}:{server.port}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 f"Sec-WebSocket-Key: {key.decode()}"]
        lines += [f"{name.replace('_', '-')}: {text}" for name, text in headers.items()]
        self.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self._shake_hands(accept_of(key))

    def _shake_hands(self, accept):
        while b"\r\n\r\n" not in self.buffer:
            more = self.recv()
            if not more:
                raise ConnectionError(f"no answer to the handshake: {self.buffer!r}")
            self.buffer += more
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])
        check(self.status != 101 or b"Sec-WebSocket-Accept: " + accept in head,
              f"the handshake is wrong: {head!r}")

    def send_bytes(self, data):
        try:
            self.sendall(data)
        except OSError:
            if not self.unread:
                self.fetch()  # why it was closed may have come
            Line.close(self)

    def send(self, payload, kind=TEXT):
        self.send_bytes(frame_of(kind, payload))

    def receive(self, seconds=0.0):
        """The text frames that have come; waits at most that long for the first bytes."""
        if self.closed:
            return []
        if seconds:
            self.wait(seconds)
        self.fetch()
        self.buffer += self.came
        self.came = b""
        texts = [payload for kind, payload in self._frames() if self._is_text(kind, payload)]
        if self.ended:
            self.closed = self.closed or LOST
        return texts

    def _frames(self):
        """Takes all whole frames from what has come."""
        data, at, frames = self.buffer, 0, []
        while len(data) >= at + 2:
            size, head = data[at + 1], 2
            check(data[at] & 0x80 and size < 128, "the server sends pieces, or masks")
            if size > 125:
                head = 4 if size == 126 else 10
                size = int.from_bytes(data[at + 2:at + head], "big")
            if len(data) < at + head + size:
                break
            frames.append((data[at] & 15, data[at + head:at + head + size]))
            at += head + size
        self.buffer = data[at:]
        return frames

    def _is_text(self, kind, payload):
        """Does what the other kinds ask for. Nothing may come after a closing frame."""
        check(not self.closed, f"a frame after the end: {kind} {payload[:80]!r}")
        if kind == CLOSE:
            self.closed = (struct.unpack(">H", payload[:2])[0], payload[2:].decode())
        elif kind == PING:
            self.send(payload, PONG)
        elif kind == PONG:
            self.pongs += 1
        return kind == TEXT

    def close(self):
        super().close()
        self.closed = self.closed or LOST
