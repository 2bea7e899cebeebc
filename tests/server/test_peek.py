# SPDX-License-Identifier: MIT
"""test_peek.py: everything that a client receives in a thousand games is a function of what its seat
may know.

The clients record every message. Afterwards `peek` (peek.c) makes the same from the logs, masked for
the seat, and deals anew what the seat does not know. HC_GAMES (1000) says how many games, HC_PEEK
where the program is.
"""
import copy
import json
import os
import subprocess

from crowd import Crowd, Player
from disk import check_store, logs_of
from server import Server
from trial import PATIENCE, SLOWER, Failure, check, main

GAMES = int(os.environ.get("HC_GAMES", "1000" if SLOWER == 1 else "100"))
PEEK = os.environ["HC_PEEK"]
TABLES = [
    ("two", "tokens_to_win=1", ["random"]),
    ("two", "tokens_to_win=1 edition=ed2019", ["greedy", "random"]),
    ("shed", "initial_cards=2 match_mode=single", ["random"]),
    ("shed", "party initial_cards=2 match_mode=single", ["random", "greedy"]),
    ("null", "rounds_to_win=1", ["random"]),
]


class Recorder(Player):
    """Keeps every message, by the match that it is about."""

    def __init__(self, *words):
        super().__init__(*words)
        self.frames = {}

    def hear(self, message):
        super().hear(message)
        if message["op"] in ("answer", "update"):
            self.frames.setdefault(self.commitment, []).append(message)


def play():
    """Plays the games; gives for each one its log and what the player was told."""
    with Server() as server:
        crowd = Crowd(server, Recorder)
        for game, rules, bots in TABLES:
            crowd.table(game, people=1, bots=bots, rules=rules)
        crowd.run_until(lambda: finished(crowd) >= GAMES, f"{GAMES} games are over")
    check_store(server.store)
    return recorded(server.store, crowd)


def recorded(store, crowd):
    """For each match that is over, and each player in it, its log and what the player was told."""
    logs, matches = logs_of(store), []
    for player in crowd.players:
        names = [seat.get("name", "") for seat in player.room["seats"]]
        for commitment, frames in player.frames.items():
            if commitment and commitment != player.commitment:   # the last one is not over
                matches.append({"log": logs[commitment].hex(), "seat": player.seat,
                                "names": names, "frames": frames})
    return matches


def finished(crowd):
    return sum(player.room.get("match", 1) - 1 for player in crowd.players)


def peek(matches):
    done = subprocess.run([PEEK], input="\n".join(json.dumps(match) for match in matches),
                          capture_output=True, text=True, timeout=4 * PATIENCE)
    return done.returncode, done.stdout + done.stderr


def nobody_peeks():
    matches = play()
    check(len(matches) >= GAMES, f"only {len(matches)} games were recorded")
    status, said = peek(matches)
    print(said.strip()[-3000:])
    check(status == 0, "a client was told what its seat may not know")
    check(int(said.split()[5]) > 3 * GAMES, "hardly a view was compared")
    peek_notices(matches)


def peek_notices(matches):
    """One card shown that must not be, and the program complains."""
    for match in matches:
        for number, frame in enumerate(match["frames"]):
            for seat, hand in enumerate(frame.get("view", {}).get("hands", [])):
                if seat != match["seat"] and len(hand["cards"]) < hand["count"]:
                    other = copy.deepcopy(match)
                    other["frames"][number]["view"]["hands"][seat]["cards"].append("1")
                    check(peek([other])[0] == 1, "peek does not notice a card that is shown")
                    return
    raise Failure("no hidden card was seen in all these games")


if __name__ == "__main__":
    main(nobody_peeks)
