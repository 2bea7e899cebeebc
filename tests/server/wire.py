# SPDX-License-Identifier: MIT
"""wire.py: the bytes of a WebSocket, from the client's side.

Wire does the handshake, sends frames and takes apart what comes. It knows nothing of messages: see
guest.py. frame_of() makes frames of any kind, also those that nobody should send.
"""
import base64
import hashlib
import os
import socket
import struct

from trial import PATIENCE, check

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
LOST = (1006, "")  # a connection that ends without a closing frame


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


class Wire:
    """`status` is the answer to the handshake; `closed` is (code, reason) when it has ended."""

    def __init__(self, port, path="/ws", host="127.0.0.1", **headers):
        self.buffer, self.closed, self.pongs = b"", None, 0
        self.socket = socket.create_connection((host, port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16))
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 f"Sec-WebSocket-Key: {key.decode()}"]
        lines += [f"{name.replace('_', '-')}: {text}" for name, text in headers.items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self._shake_hands(accept_of(key))

    def _shake_hands(self, accept):
        while b"\r\n\r\n" not in self.buffer:
            more = self.socket.recv(65536)
            if not more:
                self.socket.close()
                raise ConnectionError(f"no answer to the handshake: {self.buffer!r}")
            self.buffer += more
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.status = int(head.split()[1])
        check(self.status != 101 or b"Sec-WebSocket-Accept: " + accept in head,
              f"the handshake is wrong: {head!r}")

    def fileno(self):
        return self.socket.fileno()

    def send_bytes(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            self.closed = self.closed or LOST

    def send(self, payload, kind=TEXT):
        self.send_bytes(frame_of(kind, payload))

    def receive(self, seconds=0.0):
        """The text frames that have come; waits at most that long for the first bytes."""
        if self.closed:
            return []
        self.socket.settimeout(seconds)
        lost = False
        try:
            more = self.socket.recv(1 << 18)
            self.buffer += more
            lost = not more
        except (TimeoutError, BlockingIOError):
            pass
        except OSError:
            lost = True
        finally:
            self.socket.settimeout(PATIENCE)
        texts = [payload for kind, payload in self._frames() if self._is_text(kind, payload)]
        if lost:
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
        self.socket.close()
        self.closed = self.closed or LOST
