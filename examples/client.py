#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""client.py HOST PORT CODE [NAME]: a player of one's own at a server's table, in Python alone.

It sits down, does the first thing it may do whenever it is its turn, and stays until the match is
over. Everything that matters is in play(); the rest is a WebSocket. docs/protocol.md says it all.
"""
import base64, itertools, json, os, socket, struct, sys


class Table:
    def __init__(self, host, port):
        self.socket = socket.create_connection((host, port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\n"
                             "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                             f"Sec-WebSocket-Key: {key}\r\n\r\n").encode())
        self.input = self.socket.makefile("rb")
        if b" 101 " not in self.input.readline():
            sys.exit("that is no server of tables")
        while self.input.readline().strip():
            pass

    def frame(self, kind, payload):
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else bytes([254]) + struct.pack(">H", size)
        mask = os.urandom(4)
        self.socket.sendall(bytes([128 | kind]) + length + mask +
                            bytes(b ^ m for b, m in zip(payload, itertools.cycle(mask))))

    def say(self, **message):
        self.frame(1, json.dumps(message).encode())

    def hear(self):
        while head := self.input.read(2):
            size = head[1]
            if size > 125:
                size = int.from_bytes(self.input.read(2 if size == 126 else 8), "big")
            payload = self.input.read(size)
            if head[0] & 15 == 1:
                yield json.loads(payload)
            elif head[0] & 15 == 9:
                self.frame(10, payload)


def play(table, code, name):
    stage, agreed = "", False
    table.say(op="hello")
    table.say(op="enter", table=code)
    table.say(op="sit", table=code, name=name)
    for message in table.hear():
        for sentence in message.get("says", []):
            print(sentence)
        if message.get("ok") is False:
            print("No:", message["why"])
        if "room" in message:
            stage, asks = message["room"]["stage"], message["room"]["asks"]
            if asks == "next" and not agreed:
                table.say(op="agree", table=code)
            agreed = asks == "next"
        view = message.get("view")
        if stage == "finished":
            return
        if view and view["actions"] and view["turn"] == view["seat"]:
            table.say(do=view["actions"][0], table=code, seq=view["seq"])


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    play(Table(sys.argv[1], int(sys.argv[2])), sys.argv[3], (sys.argv + ["Python"])[4])
