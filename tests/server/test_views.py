# SPDX-License-Identifier: MIT
"""
test_views.py: servers that make up what they show. A bot and a terminal say so and leave; nothing
that such a server shows leads them out of bounds.
"""
import json
import os
import socketserver
import subprocess
import threading

import preload
from between import Between, relay
from guest import Guest
from server import Server
from trial import HOLECARD, PATIENCE, check, main
from wire import TEXT, Wire, frame_of


class House(Server):
    """Its clients are programs, so time is real."""

    moved = False


class Forger(socketserver.BaseRequestHandler):
    """`lie` changes messages of the server."""

    def handle(self):
        frames = Frames()
        relay(self.request, self.server.house,
              changed=lambda piece: frames.forged(piece, self.server.lie))


class Frames(Wire):
    """The bytes of a server, as they come: the head of an answer, then frames."""

    def __init__(self):
        self.buffer, self.opened = b"", False

    def forged(self, piece, forge):
        self.buffer += piece
        out = b""
        if not self.opened:
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end or b" 101 " not in head:
                out, self.buffer = self.buffer, b""
                return out
            out, self.buffer, self.opened = head + end, rest, True
        for kind, payload in self._frames():
            if kind == TEXT:
                message = json.loads(payload)
                forge(message)
                payload = json.dumps(message).encode()
            out += frame_of(kind, payload, mask=b"")
        return out


def offer(command):
    """Adds a command to what may be done, where something may be."""
    def forge(message):
        view = message.get("view") or message.get("change") or {}
        if view.get("actions"):
            view["actions"].append(command)
    return forge


def offer_to_all(message):
    if message.get("view"):
        message["view"]["actions"] = ["draw"]


def claim_seat(message):
    """A seat that the view is not of."""
    if message["op"] in ("answer", "update"):
        message["seat"] = 0


def add_card(message):
    """One more than the deck has."""
    if message.get("view"):
        message["view"]["piles"][0]["count"] += 1


def holecard(*words):
    return subprocess.Popen([HOLECARD, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True,
                            env={**os.environ, **preload.environment()})


def read_until(process, text):
    """What a process says up to a line with this text, or to its end."""
    said = ""
    timer = threading.Timer(PATIENCE, process.kill)
    timer.start()
    for line in process.stdout:
        said += line
        if text in line:
            break
    timer.cancel()
    return said


def play(forge, watches):
    """Two bots play a match. What a client behind the forger said, and its status: the second bot,
    or somebody who looks on."""
    with House() as house, Between(Forger, house, forge) as forger:
        with Guest(house) as host:
            code = host.must("create", game="shed", rules="points_to_win=1", settings="")["table"]
        honest = "http://%s:%d/%s" % (house.host, house.port, code)
        forged = "%s/%s" % (forger.address, code)
        clients, said = [], ""
        try:
            if watches:
                clients.append(holecard("play", "--watch", "--plain", "--join", forged))
                said = read_until(clients[0], "seats are free")
            for address in (honest, honest if watches else forged):
                clients.append(holecard("bot", "--join", address, "--bot", "greedy", "--start", "2",
                                        "--name", "Bot%d" % len(clients)))
            client = clients[0 if watches else 1]
            said += read_until(client, "The match is over.") + client.communicate()[0]
            return said, client.returncode
        finally:
            for each in clients:
                each.kill()
                each.communicate()


def check_refused(forge, wanted, watches):
    said, status = play(forge, watches)
    check("the view of the table is broken: " + wanted in said and status == 1,
          "%s: status %d\n%s" % (wanted, status, said))


def bots_refuse():
    check_refused(offer("end"), 'this table does not offer "end"', False)
    check_refused(offer("catch 1"), 'this table does not offer "catch 1"', False)
    check_refused(offer("play Q7"), "an action", False)
    check_refused(add_card, "the number of cards is not that of the deck", False)


def terminals_refuse():
    check_refused(offer_to_all, 'this table does not offer "draw"', True)
    check_refused(add_card, "the number of cards is not that of the deck", True)


def nobody_has_a_hand_that_is_not_shown():
    """A seat without its view has no hand. Once, memory behind the hands was read as one."""
    said, status = play(claim_seat, True)
    check("Your hand" not in said and status == 0, "status %d\n%s" % (status, said))


if __name__ == "__main__":
    main(bots_refuse, terminals_refuse, nobody_has_a_hand_that_is_not_shown)
