# SPDX-License-Identifier: MIT
"""client.py HOST PORT CODE NAME: a player of one's own at a server's table, in Python alone. It starts
the match if it is the host, does the first thing that it may do, until the match is over, and says
what it waits for. docs/protocol.md says what is spoken."""
import base64, http.client, json, os, socket, sys

if len(sys.argv) != 5:
    sys.exit("usage: python3 client.py HOST PORT CODE NAME")
host, port, code, name = sys.argv[1:]
line = socket.create_connection((host, port))
wire = line.makefile("rb")
key = base64.b64encode(os.urandom(16)).decode()
line.sendall(f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade"
             f"\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
if b" 101 " not in wire.readline():
    sys.exit("that is no server of tables")
http.client.parse_headers(wire)  # up to the first frame

def send(payload, kind=1):  # a frame of fewer than 126 bytes, as all of ours are
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
    line.sendall(bytes([0x80 | kind, 0x80 | len(payload)]) + mask + masked)

def say(**message):
    send(json.dumps(message).encode())

def lobby(room, seat):  # what to wait for before the match; nothing if it can begin
    seats, host = room["seats"], room.get("host")
    if host != seat:
        return "Waiting for %s to start the match." % (seats[host]["name"] if host is not None else "a host")
    if sum(other["who"] != "empty" for other in seats) < 2:
        return f"Waiting for somebody else at {code}."
    say(op="start", table=code)

view, room, waits = {}, {}, None
say(op="hello")
say(op="sit", table=code, name=name)
while head := wire.read(2):  # of a frame
    more = {126: 2, 127: 8}.get(head[1], 0)
    payload = wire.read(int.from_bytes(wire.read(more), "big") if more else head[1])
    if head[0] == 0x89:  # a ping
        send(payload, kind=10)
    message = json.loads(payload) if head[0] == 0x81 else {}
    if said := "\n".join(message.get("says", [])) or message.get("why"):
        print(said)
    room, seat = message.get("room", room), message.get("seat")
    if room.get("stage") == "finished":
        break
    view.update(message.get("view") or message.get("change") or {})
    awaited, now = message.get("waits_for", []), None
    if seat in awaited:
        actions = view["actions"]
        say(table=code, **({"do": actions[0], "seq": view["seq"]} if actions else {"op": "agree"}))
    elif awaited:
        now = "Waiting for %s." % ", ".join(room["seats"][other]["name"] for other in awaited)
    elif "room" in message and room["stage"] == "lobby" and seat is not None:
        now = lobby(room, seat)
    if now and now != waits:
        print(now, flush=True)
    waits = now or waits
