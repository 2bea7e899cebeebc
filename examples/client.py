# SPDX-License-Identifier: MIT
"""client.py HOST PORT CODE NAME: a player of one's own at a server's table, in Python alone. It does
the first thing that it may do, until the match is over. docs/protocol.md says what is spoken."""
import base64, http.client, json, os, socket, sys

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

view = {}
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
    if message.get("room", {}).get("stage") == "finished":
        break
    view.update(message.get("view") or message.get("change") or {})
    if message.get("seat") in message.get("waits_for", []):
        actions = view["actions"]
        say(table=code, **({"do": actions[0], "seq": view["seq"]} if actions else {"op": "agree"}))
