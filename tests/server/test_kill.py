# SPDX-License-Identifier: MIT
"""test_kill.py: `kill -9` at random moments under load, again and again.

After every one: whatever was acknowledged is in the log, nobody was told more than that, the store
passes its check, and everybody goes on in their seat. HC_KILLS (50) says how often.
"""
import os
import random

from crowd import Crowd
from disk import check_acknowledged, check_store, check_stored, copy_store
from server import Server
from trial import SEED, SLOWER, check, main, measured

KILLS = int(os.environ.get("HC_KILLS", "50" if SLOWER == 1 else "15"))


def seat_people(crowd):
    crowd.table("two", people=2)
    crowd.table("two", people=1, bots=["random", "greedy"])
    crowd.table("shed", people=2)
    crowd.table("shed", people=3, bots=["random"], rules="initial_cards=3 match_mode=single")
    crowd.table("null", people=2)


def play_on(crowd, dice):
    """Half of the moments are near the start of the server; the others come in the middle of play.
    Then everybody acts once more, and the server is killed when it has answered some of that."""
    if dice.random() < 0.5:
        crowd.run(dice.uniform(0.0, 0.03))
    else:
        crowd.play_on(dice.randrange(1, 100), "between two kills")
    enough = crowd.actions() + dice.randrange(5)
    crowd.act_once(crowd.server.now())
    while crowd.actions() < enough and any(player.pending for player in crowd.players):
        crowd.server.turn(*(player.guest.wire for player in crowd.players))
        for player in crowd.players:
            player.hear_all()


def killed():
    dice = random.Random(SEED ^ 0x6b696c6c)
    acknowledged = []
    with Server() as server:
        crowd = Crowd(server)
        seat_people(crowd)
        for kill in range(KILLS):
            play_on(crowd, dice)
            server.kill()
            crowd.leave()
            store = copy_store(server)
            acknowledged += check_stored(store, crowd.players)
            check_store(store)
            server.start()
            check(server.tables == 5, f"after kill {kill + 1} there are {server.tables} tables")
            crowd.reconnect()
        crowd.play_on(50, "after the last kill the tables go on")
    crowd.leave()
    acknowledged += check_stored(server.store, crowd.players)
    check_acknowledged(server.store, acknowledged)
    check_store(server.store)
    report(crowd, acknowledged)


def report(crowd, acknowledged):
    repeats = sum(entry["after"] is None for entry in acknowledged)
    refusals = {}
    for player in crowd.players:
        for code, count in player.refusals.items():
            refusals[code] = refusals.get(code, 0) + count
    measured.append(f"{KILLS} kills, {len(acknowledged)} commands acknowledged, {repeats} of them by "
                    f"a repeat after a kill; refused: {refusals}")
    check(len(acknowledged) > 20 * KILLS, "there was hardly any load")


if __name__ == "__main__":
    main(killed)
