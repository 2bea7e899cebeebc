# SPDX-License-Identifier: MIT
"""
test_hostile.py: clients that break every rule, while honest ones play. Whatever they do, the server
stays up, says why it refuses, answers the honest ones in between, and changes nothing for anybody else.

Every function with `server` is a short story of one kind of mischief; the table between the honest
players goes on through all of them, and all_together() counts for whom an honest guest waits. What is sent here
is wrong by intent where it says so: send_bytes, send_wrong, ask_wrong. What comes back never is.
"""
import contextlib
import ctypes
import json
import math
import os
import signal
import socket
import struct
import subprocess

from crowd import Crowd
from disk import check_store
from guest import Guest
from server import Server
from trial import SLOWER, check, main, measured, wait_until
from wire import BINARY, CLOSE, PING, TEXT, Line, Wire, frame_of


HELD_MAX = 100000  # bytes that the system takes for a server that does not read
honest = []  # who asks while somebody sends what they should not: one Honest, or nobody


def beside_honest(data):
    """What is sent inside and what an honest guest asks reach the server at once, in this order."""
    return honest[0].beside() if honest and len(data) < HELD_MAX else contextlib.nullcontext()


def closed_for(server, *frames, code, why=""):
    """Sends frames on a new socket; the server must close it with this code, and a reason."""
    with Guest(server, hello=False) as guest:
        data = b"".join(frames)
        with beside_honest(data):
            guest.wire.send_bytes(data)
        got, reason = guest.until_closed()
        check(got == code and reason,
              f"{why}: closed with {got} {reason!r}, not with {code} and a reason")


def exchange(server, data, enough=None):
    """Sends bytes, and gives what comes back until the server closes, or it is enough."""
    with Line().connect(server) as line:
        with beside_honest(data), contextlib.suppress(ConnectionError):
            line.sendall(data)   # the server does not read what it refuses
        return line.recv_all(enough)


def status_of(server, data):
    answer = exchange(server, data, enough=b"\r\n\r\n")
    return int(answer.split()[1]) if answer else 0


# ---- Frames ---------------------------------------------------------------------------------


def frames(server):
    text = json.dumps({"op": "hello"}).encode()
    closed_for(server, frame_of(TEXT, text, mask=b""), code=1002)
    closed_for(server, bytes([0xc1]) + frame_of(TEXT, text)[1:], code=1002)      # a reserved bit
    closed_for(server, bytes([0x83]) + frame_of(TEXT, text)[1:], code=1002)      # an unknown kind
    closed_for(server, frame_of(PING, b"x" * 126), code=1002)
    closed_for(server, frame_of(PING, b"x", last=False), code=1002)
    closed_for(server, frame_of(0, text), code=1002)                             # no beginning
    closed_for(server, frame_of(TEXT, b"{", last=False), frame_of(TEXT, b"}"), code=1002)
    closed_for(server, frame_of(BINARY, b"\0\1"), code=1003)
    closed_for(server, frame_of(TEXT, b"x" * 8193), code=1009)
    closed_for(server, b"\x81\xff" + struct.pack(">Q", 1 << 63) + b"mask", code=1009)
    closed_for(server, b"\x81\xff" + struct.pack(">Q", (1 << 64) - 1) + b"mask", code=1009)
    for bad in (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xe2\x82"):
        closed_for(server, frame_of(TEXT, b'{"op":"' + bad + b'"}'), code=1007)
    for why, payload, code in (
            ("half a code", b"\x03", 1002), ("code 999", b"\x03\xe7", 1002),
            ("code 0", b"\0\0", 1002), ("1004, which means nothing", b"\x03\xec", 1002),
            ("1005, which no frame has", b"\x03\xed", 1002), ("1015", b"\x03\xf7", 1002),
            ("2999", b"\x0b\xb7", 1002), ("5000", b"\x13\x88", 1002),
            ("a reason that is no text", b"\x03\xe8\xff", 1007)):
        closed_for(server, frame_of(CLOSE, payload), code=code, why=why)
    # A message in a thousand pieces without an end.
    closed_for(server, frame_of(TEXT, b"[" * 100, last=False),
               *[frame_of(0, b"[" * 100, last=False)] * 90, code=1009)


def pieces(server):
    """What is allowed: pieces, empty ones too, with a ping between them; a byte at a time."""
    with Guest(server, hello=False) as guest:
        text = json.dumps({"op": "hello", "tag": 1}).encode()
        guest.wire.send_bytes(frame_of(TEXT, b"", last=False) + frame_of(PING, b"p") +
                              frame_of(0, text[:5], last=False) + frame_of(0, b"", last=False) +
                              frame_of(0, text[5:]))
        check(guest.answer(1)["op"] == "welcome", "pieces were not put together")
        check(guest.wire.pongs == 1, "a ping between pieces is not answered")
        for byte in frame_of(TEXT, json.dumps({"op": "list", "tag": 2}).encode()):
            guest.wire.send_bytes(bytes([byte]))
        check(guest.answer(2)["op"] == "tables", "a byte at a time is not understood")
        guest.wire.send(struct.pack(">H", 1000), CLOSE)
        check(guest.until_closed()[0] == 1000, "a close is not answered")


def pings(server):
    with Guest(server) as guest:
        data = frame_of(PING, b"") * 10000
        with beside_honest(data):
            guest.wire.send_bytes(data)
        code, why = guest.until_closed()
        check(code in (1008, 1006), f"10,000 pings: {code} {why!r}")


# ---- HTTP -----------------------------------------------------------------------------------


def upgrade(**changes):
    headers = {"Host": "x", "Upgrade": "websocket", "Connection": "Upgrade",
               "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    headers.update({name.replace("_", "-"): value for name, value in changes.items()})
    lines = [f"{name}: {value}" for name, value in headers.items() if value is not None]
    return ("GET /ws HTTP/1.1\r\n" + "\r\n".join(lines) + "\r\n\r\n").encode()


def requests(server):
    good = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    rows = [
        (good, 200),
        (b"GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
        (b"GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
        (b"GET /api/tables/%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
        (b"GET /" + b"a" * 3000 + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
        (b"DELETE /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405),
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),                       # no Host
        (b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\nHost: x\r\n\r\n", 400),
        (b"GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", 400),   # folded
        (b"GET / HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nA: b\nEvil: c\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999\r\n\r\n", 413),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999\r\n\r\n" + b"x" * 999999, 413),
        (b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 5000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 50000 + b"\r\n", 431),
        (upgrade(Origin="https://evil.example"), 403),
        (upgrade(Origin="null"), 403),
        (upgrade(Origin="http://x.evil.example"), 403),
    ]
    for data, want in rows:
        got = status_of(server, data)
        check(got == want, f"status {got}, not {want}, for {data[:80]!r}")
    for name in ("Sec-WebSocket-Key", "Upgrade", "Connection"):
        got = status_of(server, upgrade(**{name: None}))
        check(got >= 400, f"an upgrade without {name} gives {got}")
    check(status_of(server, upgrade(Sec_WebSocket_Version="8")) >= 400, "version 8 is accepted")
    check(status_of(server, upgrade(Sec_WebSocket_Key="short")) >= 400, "a short key is accepted")
    # Two requests in one go, the second in two halves.
    with Line().connect(server) as pipe:
        both = good.replace(b"Connection: close\r\n", b"") + good
        pipe.sendall(both[:-9])
        server.settle()
        pipe.sendall(both[-9:])
        got = pipe.recv_all()
        check(got.count(b"HTTP/1.1 200") == 2, f"pipelined requests: {got!r}")
    # Half a request, and then nothing more.
    with Line().connect(server) as half:
        half.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        half.socket.shutdown(socket.SHUT_WR)
        check(half.recv() == b"", "half a request is answered")


# ---- Messages -------------------------------------------------------------------------------


def messages(server):
    """Each is refused with a reason, and the connection stays."""
    guest = Guest(server)
    deep = b"[" * 4000 + b"]" * 4000
    for text in (b"", b"null", b"[]", b"{", b'{"op":1}', b'{"op":"nothing"}', deep,
                 b'{"op":"list","op":"list"}', b'{"op":"list","tag":-1}',
                 b'{"op":"list","tag":4294967296}', b'{"op":"list","more":1}',
                 b'{"op":"enter"}', b'{"op":"enter","table":"ABC"}', b'{"op":"enter","table":7}',
                 b'{"op":"sit","table":"ABCDEF","name":"x","seat":99}',
                 b'{"op":"sit","table":"ABCDEF","name":"x","entropy":"zz"}',
                 b'{"do":"draw","table":"ABCDEF","seq":1e3}',
                 b'{"do":"draw\\u0000","table":"ABCDEF","seq":1}',
                 b'{"op":"create","game":"chess"}', b'{"op":"hello"}',
                 b'{"op":"create","game":"shed","rules":"nothing=1"}',
                 b'{"op":"create","game":"shed","settings":"seats=99"}',
                 # The key is cut off to be shown: not in the middle of a character.
                 json.dumps({"op": "list", "a" * 39 + "\u20ac" * 9: 1}, ensure_ascii=False).encode(),
                 json.dumps({"op": "list", "\u20ac" * 99: 1}, ensure_ascii=False).encode(),
                 *[json.dumps({"op": "create", "game": "shed", where: "a" * cut + "\u20ac" * 99},
                              ensure_ascii=False).encode()
                   for cut in range(3) for where in ("rules", "settings", "title", "game")]):
        guest.take()
        guest.send_wrong(text)
        answer = guest.next(lambda m: True, f"an answer to {text[:60]!r}")
        check(answer["ok"] is False and answer["why"] and answer["code"],
              f"{text[:60]!r} is answered by {answer}")
    for odd in ('"\\u0000"', '"a\\u0000b"', '"\\ud83c"', '"\\ud83cx"', '"\\udccf\\ud83c"'):
        for members in (f'"op":"chat","table":"ABCDEF","text":{odd}', f'"op":{odd}',
                        f'"op":"list",{odd}:1', f'"op":"list","first":{odd}',
                        f'"do":{odd},"table":"ABCDEF","seq":1', f'"op":"list","first":[{odd}]'):
            guest.send_wrong(f'{{{members},"tag":99}}'.encode())
            answer = guest.answer(99, len(guest.seen))
            check(answer["ok"] is False and answer["code"] == "malformed",
                  f"{members} is answered by {answer}")
    guest.close()
    with Guest(server, hello=False) as stranger:
        check(stranger.ask("create", game="two")["ok"] is False, "a table without hello")
        for token in ("", "0" * 31, "g" * 32, "0" * 33, "00:" * 11):
            stranger.ask_wrong("hello", token=token)


def thieves(server):
    """The seat and the table of somebody else, with tokens that were guessed."""
    victim, bob = Guest(server), Guest(server)
    code = victim.must("create", game="shed")["table"]
    victim.must("sit", table=code, name="Victim")
    bob.must("sit", table=code, name="Bob")
    victim.must("start", table=code)
    victim.next(lambda m: "view" in m, "the first cards")
    thief = Guest(server, token="0" * 32)
    seen = thief.must("enter", table=code)
    check("seat" not in seen, f"a guessed token sits: {seen}")
    hands = seen["view"]["hands"]
    check(not any(set(hand.get("cards", [])) - {"?"} for hand in hands),
          f"a spectator sees cards: {hands}")
    flips = victim.token[:-1] + ("1" if victim.token[-1] == "0" else "0")
    with Guest(server, token=flips) as near:
        check("seat" not in near.must("enter", table=code), "a token that is nearly right sits")
    for op, words in (("do", {"do": "draw", "seq": seen["seq"]}),
                      ("do", {"do": "draw", "seq": seen["seq"], "id": 1}),
                      ("sit", {"name": "Thief", "seat": 0}), ("leave", {}), ("start", {}),
                      ("agree", {}), ("end", {}), ("kick", {"seat": 0}), ("add_bot", {"bot": "random"}),
                      ("remove_bot", {"seat": 1}), ("title", {"title": "Mine"}),
                      ("rules", {"rules": ""}), ("settings", {"settings": ""})):
        answer = thief.ask(op, table=code, **words)
        check(answer["ok"] is False and answer["why"], f"{op} {words} of a stranger: {answer}")
    for guest in (victim, bob, thief):
        guest.close()


def repeats(server):
    """A table of two people whom nobody disturbs: stale, repeated and foreign commands."""
    ann, bob = Guest(server), Guest(server)
    code = ann.must("create", game="null", rules="rounds_to_win=3")["table"]
    ann.must("sit", table=code, name="Ann")
    bob.must("sit", table=code, name="Bob")
    ann.must("start", table=code)
    seq = ann.next(lambda m: m.get("waits_for") == [0], "Ann's turn")["seq"]
    turn = {"table": code, "do": "keep", "seq": seq, "id": 77}
    early = bob.ask("do", **turn)
    check(early["ok"] is False and early["code"] == "not_your_turn", f"out of turn: {early}")
    check(bob.ask("do", **{**turn, "do": "return 0"})["ok"] is False, "a command of the house")
    first = ann.must("do", **turn)
    check("repeat" not in first, f"Ann keeps: {first}")
    again = ann.must("do", **turn)
    check(again["repeat"] and again["seq"] == first["seq"], f"repeated: {again}")
    stale = ann.ask("do", **{**turn, "id": 78})
    check(stale["ok"] is False and stale["code"] in ("stale", "not_your_turn"), f"stale: {stale}")
    future = bob.ask("do", **{**turn, "seq": seq + 1000, "id": 79})
    check(future["ok"] is False and future["code"] == "stale", f"a seq of the future: {future}")
    other = bob.ask("do", **{**turn, "seq": first["seq"]})
    check(other["ok"] is False and other["code"] == "not_your_turn" and other["repeat"],
          f"Bob's own id 77 was refused before: {other}")
    fresh = bob.must("do", **{**turn, "seq": first["seq"], "id": 80})
    check("repeat" not in fresh, f"Bob keeps: {fresh}")
    ann.close()
    bob.close()


# ---- Floods ---------------------------------------------------------------------------------


def floods(server):
    """Too many messages, tables, lines of chat, connections."""
    with Guest(server) as guest:
        data = frame_of(TEXT, b'{"op":"list"}') * 2000
        with beside_honest(data):
            guest.wire.send_bytes(data)
        code, why = guest.until_closed()
        check((code == 1008 and "too many" in why) or code == 1006, f"a flood: {code} {why!r}")
    with Guest(server) as guest:
        answers = [guest.ask("create", game="null") for _ in range(40)]
        check(answers[0]["ok"] and answers[-1].get("code") == "too_fast", f"{answers[-1]}")
        code = answers[0]["table"]
        guest.must("sit", table=code, name="Talker")
        # Five at once, then one in two seconds; more than that would be too slow to be a flood.
        said = [guest.ask("chat", table=code, text="x" * 100) for _ in range(12)]
        check(said[0]["op"] == "chat", f"the first line: {said[0]}")
        check(any(answer.get("code") == "too_fast" for answer in said), f"chat: {said[-1]}")
    # Those who were sent away may take a while to go, and are of the same address.
    wait_until(lambda: server.metric("connections") < 20, "earlier connections are gone")
    asked = exchange(server, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 2000)
    check(b" 200 OK\r\n" in asked and b" 429 " in asked,
          f"plain requests are not limited: {asked.count(b' 200 OK')} answers, {asked[-300:]}")
    crowds_of_one(server)


def refusals_arrive():
    """Whoever asks for too much and reads late still reads why they were sent away."""
    ask = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 300
    with Server(limited=True) as server, Line().connect(server, unread=4096) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(ask)
            wait_until(lambda: server.metric("requests_total") > 250, "they are too many")
            server.health()   # what came before this is done
            line.sendall(ask)
        got = read_late(line)
    check(b" 200 OK\r\n" in got and b" 429 " in got, f"{got.count(b' 200 ')} answers, {got[-200:]}")


def lists():
    """Strangers who ask for the public tables without end: the list is looked at once as long as it
    stays as it is, and one address gets only so many."""
    many, each, limit = 20, 100, 30
    with Server("tables_per_hour=1000") as server:
        opener = Guest(server)
        for _ in range(120):
            opener.must("create", game="null", settings="public=true")
        before = server.metric("list_rows_total")
        strangers = [Guest(server, hello=False) for _ in range(many)]
        for stranger in strangers:
            stranger.wire.send_bytes(frame_of(TEXT, b'{"op":"list"}') * each)
        for stranger in strangers:
            wait_until(lambda: stranger.listen() or len(stranger.seen) == each, "lists come")
            check(all(m == stranger.seen[0] for m in stranger.seen), "lists differ")
        check(len(strangers[0].seen[0]["tables"]) == 50, "a page is not full")
        rows = server.metric("list_rows_total") - before
        print(f"{many * each} lists of 50 took a look at {rows:.0f} rows")
        check(rows <= 50, f"{rows} rows were looked at")
        for guest in (opener, *strangers):
            guest.close()
    with Server(f"lists_per_minute={limit}", limited=True) as server:
        with Guest(server, hello=False) as stranger:
            answers = [stranger.ask("list") for _ in range(3 * limit)]
            server.get("/api/tables", "http_wrong", 429)
        check([answer["op"] == "tables" for answer in answers] == [True] * limit + [False] * 2 * limit,
              f"{sum(answer['op'] == 'tables' for answer in answers)} lists were given")
        check(answers[-1].get("code") == "too_fast", f"the last was {answers[-1]}")
        with Guest(server) as guest:
            leaders = guest.ask("leaders", game="two")
            check(leaders.get("code") == "too_fast", f"leaders were given: {leaders}")


def crowds_of_one(server):
    """One address has a number of connections, and gets them back."""
    many = []
    with contextlib.suppress(OSError):
        while len(many) < 200:
            many.append(Wire(server))
    check(20 <= len(many) < 200, f"one address has {len(many)} connections")
    for wire in many:
        wire.close()

    def is_let_in():
        with contextlib.suppress(OSError):   # until the server has noticed, there is one too many
            return server.metric("connections") < 40
        return False

    wait_until(is_let_in, "connections are given back")


def slow_reader(server):
    """Asks for much and reads nothing, until it is dropped."""
    guest = Guest(server, unread=4096)
    code = guest.must("create", game="two")["table"]
    guest.must("sit", table=code, name="Slow")
    title = json.dumps({"op": "title", "table": code, "title": "x"}).encode()
    for _ in range(60):
        if not guest.wire.ended:
            guest.wire.send_bytes(frame_of(TEXT, title) * 400)
    return guest


def slow_readers():
    """In a house with wide limits, so that nothing but their slowness stops them."""
    with Server("queue_kb=128") as server:
        crowd = Crowd(server)
        crowd.table("two", people=2)
        before = server.metric("connections_dropped_total")
        slow = [slow_reader(server) for _ in range(4)]
        wait_until(lambda: server.metric("connections_dropped_total") >= before + 4,
                   "slow readers are dropped")
        crowd.play_on(20, "the others play on")
        for guest in slow:
            guest.close()
    check_store(server.store)


def memory_kb(server):
    """What the process holds in memory now; nothing if a sanitizer keeps what was freed."""
    if SLOWER > 1:
        return 0
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))


def read_late(line, size=math.inf):
    """What somebody who has read nothing so far reads at last: until the end, or so many bytes."""
    got = b""
    with contextlib.suppress(ConnectionError):
        while len(got) < size and (more := line.socket.recv(1 << 20)):
            got += more
    return got


def unread_answers():
    """Plain requests whose answers nobody reads: one answer waits, and the next request until it is
    gone. Nothing gets lost: whoever reads at last has every answer."""
    many, each = 40, 60
    ask = b"GET /api/games HTTP/1.1\r\nHost: x\r\n\r\n"
    with Server() as server:
        size = len(exchange(server, ask.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")))
        before, asked = memory_kb(server), server.metric("requests_total")
        slow = [Line().connect(server, unread=4096) for _ in range(many)]
        for connection in slow:
            connection.sendall(ask * each)
        wait_until(lambda: server.metric("requests_total") >= asked + many, "requests are taken")
        for _ in range(50):
            server.health()
        held = (memory_kb(server) - before) * 1024
        measured.append(f"{many} connections hold {held / size / many:.1f} answers each in memory")
        check(held < 4 * size * many, f"{held} bytes wait for {many} connections")
        check(server.metric("queued_bytes") <= (size + len(ask) * each) * many, "more than one waits")
        slow[0].socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        data = read_late(slow[0], each * (size - 20))
        check(data.count(b"HTTP/1.1 200 OK") == each, f"{len(data)} bytes of answers have come")
        for connection in slow:
            connection.close()


def unread_messages():
    """Many who read nothing, and each of them waits for less than it may: all together have a limit,
    and who holds most goes first. Who reads what comes is not concerned."""
    with Server("queue_kb=4096", "queues_mb=8") as server:
        crowd = Crowd(server)
        crowd.table("two", people=2)
        before, dropped = memory_kb(server), server.metric("connections_dropped_total")
        title = "x" * 39
        code = crowd.players[0].guest.must("create", game="two", title=title)["table"]
        enter = frame_of(TEXT, json.dumps({"op": "enter", "table": code}).encode())
        slow = []
        for _ in range(12):
            slow.append(Guest(server, unread=4096))
        for _ in range(8):
            for guest in slow:
                guest.wire.send_bytes(enter * 500)
        wait_until(lambda: server.metric("connections_dropped_total") > dropped,
                   "somebody is dropped")
        held = (memory_kb(server) - before) // 1024
        measured.append(
            f"{held} MiB wait, {server.metric('connections_dropped_total')} were dropped")
        check(held < 3 * 8, f"{held} MiB wait for 12 connections")
        check(server.metric("queued_bytes") <= 8 << 20, "more waits than may")
        crowd.play_on(20, "the others play on")
        for guest in slow:
            guest.close()


def come_and_go():
    """Spectators who enter and exit without end: only so many are let in from an address, players
    hear of them once a second, as a number, and nobody is thrown out for it."""
    often, limit = 400, 30
    with Server(f"comings_per_minute={limit}", "messages_per_second=100000", limited=True) as server:
        ann, bob = Guest(server), Guest(server)
        code = ann.must("create", game="null")["table"]
        ann.must("sit", table=code, name="Ann")
        bob.must("sit", table=code, name="Bob")
        ann.must("start", table=code)
        ann.next(lambda m: "view" in m, "the first cards")
        ann.take()
        watchers = [Guest(server) for _ in range(4)]
        refused, began = 0, server.now()
        for _ in range(often // len(watchers)):
            for watcher in watchers:
                entered = watcher.ask("enter", table=code)
                refused += entered.get("code") == "too_fast"
                check(entered["ok"] or entered["why"], f"refused without a reason: {entered}")
                server.pass_time(0.1)
                watcher.ask("exit", table=code)
        ann.catch_up()
        seconds = server.now() - began
        heard = [m["op"] for m in ann.seen if "re" not in m]
        print(f"{refused} of {often} were refused, a player was told {len(heard)} times "
              f"in {seconds:.0f} s")
        check(refused >= often - limit, f"{refused} of {often} comings were refused")
        check(1 <= len(heard) <= seconds + 1, f"a player was told {len(heard)} times in {seconds} s")
        check(set(heard) <= {"watchers"}, f"a player was told {set(heard)}")
        check(not ann.wire.closed and not bob.wire.closed, "a player was thrown out")
        for guest in (ann, bob, *watchers):
            guest.close()


def slow_players():
    """A host who changes the title without end, and a player who takes next to nothing meanwhile: the
    player stays, and when he reads, he is told how things are then. Whoever asks for more than he
    reads goes."""
    each, often = 200, 120
    with Server("queue_kb=512") as server:
        ann, bob = Guest(server), Guest(server, unread=65536)
        code = ann.must("create", game="null")["table"]
        ann.must("sit", table=code, name="Ann")
        bob.must("sit", table=code, name="Bob")
        dropped, before = server.metric("connections_dropped_total"), len(bob.seen)
        for number in range(often):
            titles = [f"No. {number * each + i}" for i in range(each)]
            changes = [json.dumps({"op": "title", "table": code, "title": t}) for t in titles]
            ann.wire.send_bytes(b"".join(frame_of(TEXT, text.encode()) for text in changes))
            ann.must("title", table=code, title=titles[-1])
            ann.take()
        wait_until(lambda: server.room(code)["title"] == titles[-1], "the last title is there")
        check(server.metric("connections_dropped_total") == dropped, "a slow player is dropped")
        wait_until(lambda: bob.listen() or bob.state(code, "room")["title"] == titles[-1],
                   "he knows the last title")
        heard = len(bob.seen) - before
        measured.append(f"a slow player was told {heard} of {often * each} titles")
        check(heard < often * each, "he was told everything: nothing was left out")
        bob.must("chat", table=code, text="Here!")
        for guest in (ann, bob):
            guest.close()


def forget_without_end():
    """Who may ask to be forgotten: each address and each guest so often in an hour."""
    limit = 3
    with Server(f"forgets_per_hour={limit}", "--trust-proxy") as server:
        def forgotten(address, token=None):
            with Guest(server, token, X_Forwarded_For=address) as guest:
                answer = guest.ask("forget")
                check(answer["op"] == "forgotten" or answer["code"] == "too_fast", f"{answer}")
                return answer["op"] == "forgotten"

        strangers = [forgotten("192.0.2.1") for _ in range(4 * limit)]
        check(strangers == [True] * limit + [False] * 3 * limit, f"of an address: {strangers}")
        with Guest(server, X_Forwarded_For="192.0.2.2") as guest:
            token = guest.token
        wanderer = [forgotten(f"198.51.100.{i}", token) for i in range(4 * limit)]
        check(wanderer == [True] * limit + [False] * 3 * limit, f"of a guest: {wanderer}")
        check(forgotten("192.0.2.3"), "others are not forgotten for it")


# ---- Encryption -----------------------------------------------------------------------------


class Tls:
    """A connection by OpenSSL itself, for what Python's ssl does not let anybody do."""

    library = None

    def __init__(self, server, version=0x0304):
        if not Tls.library:
            Tls.library = ctypes.CDLL("libssl.so.3")
            for name in ("SSL_CTX_new", "TLS_client_method", "SSL_new"):
                getattr(Tls.library, name).restype = ctypes.c_void_p
        lib = Tls.library
        self.line = Line().connect(server, unread=1 << 20)  # OpenSSL reads it
        self.line.socket.setblocking(True)
        self.context = ctypes.c_void_p(lib.SSL_CTX_new(ctypes.c_void_p(lib.TLS_client_method())))
        lib.SSL_CTX_ctrl(self.context, 124, ctypes.c_long(version), None)   # the latest version
        self.ssl = ctypes.c_void_p(lib.SSL_new(self.context))
        lib.SSL_set_fd(self.ssl, self.line.fileno())
        self.is_open = lib.SSL_connect(self.ssl) == 1

    def update_key(self):
        lib = Tls.library
        return lib.SSL_key_update(self.ssl, 0) == 1 and lib.SSL_do_handshake(self.ssl) == 1

    def renegotiate(self):
        lib = Tls.library
        return lib.SSL_renegotiate(self.ssl) == 1 and lib.SSL_do_handshake(self.ssl) == 1

    def get(self, path):
        """The beginning of the answer to a plain request; nothing if the connection is gone."""
        ask = f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        into = ctypes.create_string_buffer(64)
        if Tls.library.SSL_write(self.ssl, ask, len(ask)) != len(ask):
            return b""
        count = Tls.library.SSL_read(self.ssl, into, len(into))
        return into.raw[:max(count, 0)]

    def close(self):
        Tls.library.SSL_free(self.ssl)
        Tls.library.SSL_CTX_free(self.context)
        self.line.close()


def tls_server(*words):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                    "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj",
                    "/CN=localhost"], check=True, capture_output=True)
    return Server("--tls", "cert.pem", "key.pem", *words, limited=True)


def keys():
    """New keys are work, so they count as messages; renegotiation does not exist."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    with tls_server("messages_per_second=10", "handshakes_per_second=1000") as server:
        honest = Tls(server)
        for _ in range(20):
            check(honest.update_key(), "a key cannot be changed")
        check(honest.get("/healthz").startswith(b"HTTP/1.1 200"), "a few new keys are too many")
        honest.close()
        flood = Tls(server)
        changed = 0
        while changed < 100000 and flood.update_key():
            changed += 1
        measured.append(f"{changed} keys were sent until the connection was gone")
        check(changed < 100000, "keys can be changed without end")
        flood.close()
        old = Tls(server, 0x0303)
        check(old.is_open and not old.renegotiate(), "renegotiation is possible")
        old.close()


def handshakes():
    """An address may begin so many encrypted connections in a second."""
    limit = 4
    with tls_server(f"handshakes_per_second={limit}") as server:
        for second in range(3):
            opened = []
            for _ in range(3 * limit):
                tls = Tls(server)
                opened.append(tls.is_open)
                tls.close()
            check(opened == [True] * limit + [False] * 2 * limit, f"second {second}: {opened}")
            server.pass_time(1)


# ---- Threads --------------------------------------------------------------------------------


def first_things_first():
    """Threads that think, or answer questions, stand behind the loop and behind what is stored."""
    with Server() as server:
        usual = server.niceness()[0]
        guest = Guest(server)
        guest.must("leaders", game="two")
        thinkers = len(os.sched_getaffinity(server.process.pid))
        # The loop, the writer and short thoughts; the reader, texts, pictures and long thoughts.
        wait_until(lambda: sum(nice == usual for nice in server.niceness()) == 3,
                   "three threads go first")
        wait_until(lambda: sum(nice > usual for nice in server.niceness()) == 3 + min(thinkers, 16),
                   "the others let them")
        check(server.niceness()[0] == usual, "the loop lets others go first")
        guest.close()


# ---- All together ---------------------------------------------------------------------------


MOST_BEFORE = 300  # messages of others that an honest request may wait for


class Honest:
    """Somebody who asks for their tables while others send what they should not. How long they wait is
    counted in messages and requests of others that the server takes before it answers."""

    def __init__(self, server):
        self.server, self.guest, self.most, self.count = server, Guest(server), 0, 0

    def taken(self):
        return self.server.metric("messages_in_total") + self.server.metric("requests_total")

    @contextlib.contextmanager
    def beside(self):
        before = self.taken()
        self.server.hold()
        yield
        tag = self.guest.say("mine")
        self.server.resume()
        check(self.guest.answer(tag, len(self.guest.seen))["op"] == "mine", "no answer")
        self.most = max(self.most, self.taken() - before)
        self.count += 1
        self.server.pass_time(0.05)  # within the limits


def all_together():
    with Server("tables_per_hour=20", "connections_per_address=40", limited=True) as server:
        crowd = Crowd(server)
        crowd.table("shed", people=2, bots=["random"], pause_s=0.03)  # within the limits
        one = Honest(server)
        honest.append(one)
        for mischief in (frames, pieces, pings, requests, messages, repeats, thieves, floods):
            mischief(server)
            check(server.is_running(), f"{mischief.__name__} ended the server")
            crowd.run(1)
        honest.clear()
        crowd.play_on(20, "the honest players go on")
        measured.append(f"{one.count} honest requests waited for at most {one.most:.0f} of others")
        check(one.count > 50 and one.most <= MOST_BEFORE,
              f"{one.count} honest requests waited for up to {one.most} of others")
        check(server.health()[0] == 200, "the server is not well")
    check_store(server.store)
    for player in crowd.players:
        check(player.token not in server.said(), "a token is in what the server said")


if __name__ == "__main__":
    main(all_together, refusals_arrive, lists, slow_readers, unread_answers, unread_messages, come_and_go, slow_players,
         forget_without_end, keys, handshakes, first_things_first)
