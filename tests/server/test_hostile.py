# SPDX-License-Identifier: MIT
"""
test_hostile.py: clients that break every rule, while honest ones play. Whatever they do, the server
stays up, says why it refuses, answers the honest ones in time, and changes nothing for anybody else.

Every test is a short story of one kind of mischief; the table between the honest players goes on
through all of them, and test_all measures how long they wait.
"""
import json
import os
import socket
import struct
import threading
import time

from chaos import (BINARY, CLOSE, PING, SLOWER, TEXT, Crowd, Server, Socket, check, check_store,
                   frame_of, get, http, main, metric, wait_until)

NO_HEADERS_END = b"GET / HTTP/1.1\r\nHost: x\r\n"


def hello(server, **more):
    guest = Socket(server.port)
    check(guest.do(op="hello", **more)["op"] == "welcome", "no welcome")
    return guest


def closed_for(server, *frames, code, hello_first=False):
    """Sends frames on a new socket; the server must close it with this code, and a reason."""
    guest = hello(server) if hello_first else Socket(server.port)
    guest.send_bytes(b"".join(frames))
    got, why = guest.until_closed()
    check(got == code and why, f"closed with {got} {why!r}, not with {code} and a reason")
    guest.close()


def status_of(server, data):
    answer = http(server.port, data, enough=b"\r\n\r\n")
    return int(answer.split()[1]) if answer else 0


# ---- Frames ---------------------------------------------------------------------------------


def test_frames(server):
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
    # A message in a thousand pieces without an end.
    closed_for(server, frame_of(TEXT, b"[" * 100, last=False),
               *[frame_of(0, b"[" * 100, last=False)] * 90, code=1009)


def test_pieces(server):
    """What is allowed: pieces, empty ones too, with a ping between them; a byte at a time."""
    guest = Socket(server.port)
    text = json.dumps({"op": "hello", "tag": 1}).encode()
    guest.tag = 1
    guest.send_bytes(frame_of(TEXT, b"", last=False) + frame_of(PING, b"p") +
                     frame_of(0, text[:5], last=False) + frame_of(0, b"", last=False) +
                     frame_of(0, text[5:]))
    check(guest.answer(1)["op"] == "welcome" and guest.pongs == 1, "pieces were not put together")
    for byte in frame_of(TEXT, json.dumps({"op": "list", "tag": 2}).encode()):
        guest.send_bytes(bytes([byte]))
    check(guest.answer(2)["op"] == "tables", "a byte at a time is not understood")
    guest.send_bytes(frame_of(CLOSE, struct.pack(">H", 1000)))
    check(guest.until_closed()[0] == 1000, "a close is not answered")
    guest.close()


def test_pings(server):
    guest = hello(server)
    guest.send_bytes(frame_of(PING, b"") * 10000)
    code, why = guest.until_closed()
    check(code in (1008, 1006), f"10,000 pings: {code} {why!r}")
    guest.close()


# ---- HTTP -----------------------------------------------------------------------------------


def upgrade(**changes):
    headers = {"Host": "x", "Upgrade": "websocket", "Connection": "Upgrade",
               "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    headers.update({name.replace("_", "-"): value for name, value in changes.items()})
    lines = [f"{name}: {value}" for name, value in headers.items() if value is not None]
    return ("GET /ws HTTP/1.1\r\n" + "\r\n".join(lines) + "\r\n\r\n").encode()


def test_http(server):
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
    with socket.create_connection(("127.0.0.1", server.port), timeout=5 * SLOWER) as pipe:
        both = good.replace(b"Connection: close\r\n", b"") + good
        pipe.sendall(both[:-9])
        time.sleep(0.05)
        pipe.sendall(both[-9:])
        got = b""
        while more := pipe.recv(65536):
            got += more
        check(got.count(b"HTTP/1.1 200") == 2, f"pipelined requests: {got!r}")
    # Half a request, and then nothing more.
    check(http(server.port, NO_HEADERS_END, seconds=0.3, half_close=True) == b"",
          "half a request is answered")


# ---- Messages -------------------------------------------------------------------------------


def test_messages(server):
    guest = hello(server)
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
        guest.send_bytes(frame_of(TEXT, text))
        answers = []
        while not answers:
            answers = guest.pump(5.0 * SLOWER)
            check(not guest.closed, f"{text[:60]!r} ends the connection: {guest.closed}")
        for answer in answers:
            check(answer["ok"] is False and answer["why"] and answer["code"],
                  f"{text[:60]!r} is answered by {answer}")
    guest.close()
    stranger = Socket(server.port)
    check(stranger.do(op="create", game="two")["ok"] is False, "a table without hello")
    for token in ("", "0" * 31, "g" * 32, "0" * 33, "00:" * 11):
        check(stranger.do(op="hello", token=token)["ok"] is False, f"the token {token!r} is taken")
    stranger.close()


def test_thieves(server, crowd):
    """Seats and tables of others, with tokens that were guessed."""
    victim = crowd.players[0]
    thief = hello(server, token="0" * 32)
    seen = thief.do(op="enter", table=victim.code)
    check("seat" not in seen, f"a guessed token sits: {seen}")
    hands = seen["view"]["hands"]
    check(not any(set(hand.get("cards", [])) - {"?"} for hand in hands),
          f"a spectator sees cards: {hands}")
    flips = "".join("01"[c == "0"] if i == 31 else c for i, c in enumerate(victim.token))
    near = hello(server, token=flips)
    check("seat" not in near.do(op="enter", table=victim.code), "a token that is nearly right sits")
    near.close()
    seq = seen["seq"]
    for message in ({"do": "draw", "seq": seq}, {"do": "draw", "seq": seq, "id": 1},
                    {"op": "sit", "name": "Thief", "seat": victim.seat}, {"op": "leave"},
                    {"op": "start"}, {"op": "agree"}, {"op": "kick", "seat": victim.seat},
                    {"op": "add_bot", "bot": "random"}, {"op": "remove_bot", "seat": 2},
                    {"op": "title", "title": "Mine"}, {"op": "rules", "rules": ""},
                    {"op": "settings", "settings": ""}):
        answer = thief.do(table=victim.code, **message)
        check(answer["ok"] is False and answer["why"], f"{message} of a stranger: {answer}")
    thief.close()


def test_repeats(server):
    """A table of two people whom nobody disturbs: stale, repeated and foreign commands."""
    ann, bob = hello(server), hello(server)
    code = ann.do(op="create", game="null", rules="rounds_to_win=3")["table"]
    for guest, name in ((ann, "Ann"), (bob, "Bob")):
        check(guest.do(op="sit", table=code, name=name)["ok"], "no seat")
    ann.do(op="start", table=code)
    state = {}

    def look():
        state.update(ann.do(op="enter", table=code))
        return state.get("waits_for") == [0]
    wait_until(look, 5, "Ann's turn")
    seq = state["seq"]
    turn = {"table": code, "do": "keep", "seq": seq, "id": 77}
    early = bob.do(**turn)
    check(early["ok"] is False and early["code"] == "not_your_turn", f"out of turn: {early}")
    check(bob.do(**{**turn, "do": "return 0"})["ok"] is False, "a command of the house")
    first = ann.do(**turn)
    check(first["ok"] and "repeat" not in first, f"Ann keeps: {first}")
    again = ann.do(**turn)
    check(again["ok"] and again["repeat"] and again["seq"] == first["seq"], f"repeated: {again}")
    stale = ann.do(**{**turn, "id": 78})
    check(stale["ok"] is False and stale["code"] in ("stale", "not_your_turn"), f"stale: {stale}")
    future = bob.do(**{**turn, "seq": seq + 1000, "id": 79})
    check(future["ok"] is False and future["code"] == "stale", f"a seq of the future: {future}")
    other = bob.do(**{**turn, "seq": first["seq"]})
    check(other["code"] == "not_your_turn" and other["repeat"] if not other["ok"] else False,
          f"Bob's own id 77 was refused before: {other}")
    fresh = bob.do(**{**turn, "seq": first["seq"], "id": 80})
    check(fresh["ok"] and "repeat" not in fresh, f"Bob keeps: {fresh}")
    ann.close()
    bob.close()


# ---- Floods ---------------------------------------------------------------------------------


def test_floods(server):
    """Too many messages, tables, connections; and chat."""
    guest = hello(server)
    guest.send_bytes(frame_of(TEXT, b'{"op":"list"}') * 2000)
    code, why = guest.until_closed()
    check((code == 1008 and "too many" in why) or code == 1006, f"a flood: {code} {why!r}")
    guest.close()
    guest = hello(server)
    answers = [guest.do(op="create", game="null") for _ in range(40)]
    check(answers[0]["ok"] and not answers[-1]["ok"] and "too many" in answers[-1]["why"],
          f"40 tables at once: {answers[-1]}")
    code = answers[0]["table"]
    guest.do(op="sit", table=code, name="Talker")
    said = [guest.do(op="chat", table=code, text="x" * 100) for _ in range(8)]
    check(said[0].get("ok", True) and said[-1].get("ok") is False, f"chat: {said[-1]}")
    guest.close()
    many = []
    try:
        while len(many) < 200:
            many.append(Socket(server.port))
    except (ConnectionError, OSError):
        pass
    check(20 <= len(many) < 200, f"one address has {len(many)} connections")
    for guest in many:
        guest.close()
    wait_until(lambda: metric(server.port, "connections") < 40, 5, "connections are given back")


def slow_reader(server, settings=b""):
    """Asks for much and reads nothing, until it is dropped."""
    guest = hello(server)
    made = guest.do(op="create", game="two", settings="watch=public")
    if not made["ok"]:
        guest.close()
        return
    guest.do(op="sit", table=made["table"], name="Slow")
    guest.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    title = json.dumps({"op": "title", "table": made["table"], "title": "x"}).encode()
    guest.socket.settimeout(0.2)
    try:
        for _ in range(60):
            guest.socket.sendall(frame_of(TEXT, title) * 400)
    except OSError:
        pass
    return guest


def test_slow_readers(seed):
    """In a house with wide limits, so that nothing but their slowness stops them."""
    server = Server("messages_per_second=1000000", "queue_kb=64", store="slow.db")
    crowd = Crowd(server, seed)
    crowd.table("two", people=2)
    before = metric(server.port, "connections_dropped_total")
    slow = [slow_reader(server) for _ in range(4)]
    wait_until(lambda: metric(server.port, "connections_dropped_total") >= before + 4, 20,
               "slow readers are dropped")
    crowd.run(5.0 * SLOWER, until=lambda: crowd.actions() > 20)
    check(crowd.actions() > 20, "the others cannot play")
    for guest in slow:
        guest.close()
    status, _ = server.terminate()
    check(status == 0, f"status {status}")
    check_store("slow.db")


# ---- All together ---------------------------------------------------------------------------


class Honest(threading.Thread):
    """Somebody who asks for the list now and then, and measures how long the answer takes."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.guest, self.ends, self.times, self.error = hello(server), False, [], None

    def run(self):
        try:
            while not self.ends:
                start = time.monotonic()
                check(self.guest.do(op="list")["op"] == "tables", "no list")
                self.times.append(time.monotonic() - start)
                time.sleep(0.03)
        except (AssertionError, OSError) as error:
            self.error = error


def test_all(seed):
    server = Server("tables_per_hour=20", "connections_per_address=40")
    crowd = Crowd(server, seed)
    crowd.table("shed", people=2, bots=["random"], pause_s=0.03)  # within the limits
    honest = Honest(server)
    honest.start()
    for test in (test_frames, test_pieces, test_pings, test_http, test_messages, test_repeats):
        test(server)
        crowd.run(0.1)
        check(server.alive(), f"{test.__name__} ended the server")
    test_thieves(server, crowd)
    test_floods(server)
    before = crowd.actions()
    crowd.run(5.0 * SLOWER, until=lambda: crowd.actions() >= before + 20)
    check(crowd.actions() >= before + 20, "the honest players cannot go on: " + ", ".join(
        f"{p.socket.closed} {p.pending} {p.refusals}" for p in crowd.players))
    honest.ends = True
    honest.join()
    check(not honest.error, f"an honest guest was disturbed: {honest.error}")
    times = sorted(honest.times)
    worst, usual = times[-1], times[len(times) // 2]
    print(f"an honest guest waited {1000 * usual:.1f} ms usually, {1000 * worst:.0f} ms at worst, "
          f"of {len(times)} times")
    check(usual < 0.1 * SLOWER and worst < 2.0 * SLOWER, "honest guests wait too long")
    check(get(server.port, "/healthz")[0] == 200, "the server is not well")
    status, _ = server.terminate()
    check(status == 0, f"status {status}")
    check_store(server.store)
    log = open("server.log").read()
    for player in crowd.players:
        check(player.token not in log, "a token is in the log")
    check("Sanitizer" not in log, log[-3000:])


if __name__ == "__main__":
    main(test_all, test_slow_readers)
