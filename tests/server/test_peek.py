# SPDX-License-Identifier: MIT
"""
test_peek.py: everything that a client receives in a thousand games is a function of what its seat may
know. The clients record every message. Afterwards `peek` (peek.c) makes the same from the logs, masked
for the seat, and deals anew what the seat does not know.

HC_GAMES (1000) says how many games, HC_PEEK where the program is.
"""
import copy
import json
import os
import subprocess

from chaos import (SLOWER, Crowd, Server, check, check_store, commitment_of, copy_store,
                   logs_of, main)

GAMES = int(os.environ.get("HC_GAMES", "1000" if SLOWER == 1 else "100"))
PEEK = os.environ.get("HC_PEEK", "peek")
TABLES = [
    ("two", "tokens_to_win=1", ["random"]),
    ("two", "tokens_to_win=1 edition=ed2019", ["greedy", "random"]),
    ("shed", "initial_cards=2 match_mode=single", ["random"]),
    ("shed", "party initial_cards=2 match_mode=single", ["random", "greedy"]),
    ("null", "rounds_to_win=1", ["random"]),
]


def record(player):
    """From now on the player keeps every message, by the match that it is about."""
    player.frames, hear = {}, player.hear

    def listen(message):
        frame = copy.deepcopy(message)
        hear(message)
        if message.get("op") in ("answer", "update"):
            player.frames.setdefault(player.commitment, []).append(frame)
    player.hear = listen


def peek(matches):
    done = subprocess.run([PEEK], input="\n".join(json.dumps(match) for match in matches),
                          capture_output=True, text=True, timeout=200 * SLOWER)
    return done.returncode, done.stdout + done.stderr


def test_peek(seed):
    server = Server("messages_per_second=100000")
    crowd = Crowd(server, seed)
    for game, rules, bots in TABLES:
        for player in crowd.table(game, people=1, bots=bots, rules=rules):
            record(player)
    crowd.run(240.0 * SLOWER, until=lambda: sum(
        player.room.get("match", 0) - 1 for player in crowd.players) >= GAMES)
    store = copy_store(server.store)
    status, _ = server.terminate()
    check(status == 0, f"status {status}")
    crowd.drain()
    check_store(server.store)
    logs = {commitment_of(log): log for log in logs_of(store)}
    matches = []
    for player in crowd.players:
        names = [seat.get("name", "") for seat in player.room["seats"]]
        for commitment, frames in player.frames.items():
            if commitment in logs and player.room["match"] and frames is not player.frames.get(
                    player.commitment):
                matches.append({"log": logs[commitment].hex(), "seat": player.seat,
                                "names": names, "frames": frames})
    check(len(matches) >= GAMES, f"only {len(matches)} games were played to the end")
    status, said = peek(matches)
    print(said.strip()[-3000:])
    check(status == 0, "a client was told what its seat may not know")
    check(int(said.split()[5]) > 3 * GAMES, "hardly a view was compared")
    check_that_it_notices(matches)


def check_that_it_notices(matches):
    """One card shown that must not be, or a frame of another seat, and the program complains."""
    for match in matches:
        for frame in match["frames"]:
            hands = frame.get("view", {}).get("hands", [])
            for seat, hand in enumerate(hands):
                if seat != match["seat"] and len(hand["cards"]) < hand["count"]:
                    hand["cards"].append("1")
                    check(peek([match])[0] == 1, "peek does not notice a card that is shown")
                    return
    raise AssertionError("no hidden card was seen in all these games")


if __name__ == "__main__":
    main(test_peek)
