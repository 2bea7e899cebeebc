# SPDX-License-Identifier: MIT
"""
test_kill.py: `kill -9` at random moments under load, again and again. After every one: whatever was
acknowledged is in the log, nobody was told more than that, the store passes its check, and everybody goes on in their seat.

Arguments: a seed, if a run is to be repeated. HC_KILLS (50) says how often.
"""
import os
import random
import time

from chaos import (SLOWER, Crowd, Server, check, check_acknowledged, check_store, check_told,
                   copy_store, main)

KILLS = int(os.environ.get("HC_KILLS", "50" if SLOWER == 1 else "15"))


def seated(crowd):
    crowd.table("two", people=2)
    crowd.table("two", people=1, bots=["random", "greedy"])
    crowd.table("shed", people=2)
    crowd.table("shed", people=3, bots=["random"], rules="initial_cards=3 match_mode=single")
    crowd.table("null", people=2)


def test_kill(seed):
    dice = random.Random(seed ^ 0x6b696c6c)
    server = Server("messages_per_second=100000")
    crowd = Crowd(server, seed)
    seated(crowd)
    acknowledged, repeats, played = [], 0, 0
    for kill in range(KILLS):
        before = crowd.actions()
        crowd.run(dice.uniform(0.05, 0.5))
        server.kill()
        crowd.drain()
        played += crowd.actions() - before
        store = copy_store(server.store)
        new = [entry for player in crowd.players for entry in player.acknowledged]
        acknowledged += new
        repeats += sum(entry["after"] is None for entry in new)
        check_acknowledged(store, new)
        check_told(store, crowd.players)
        check_store(store)
        for player in crowd.players:
            player.acknowledged = []
        server.start()
        check(server.tables == 5, f"after kill {kill + 1} there are {server.tables} tables")
        crowd.reconnect()
    before = crowd.actions()
    crowd.run(3.0 * SLOWER, until=lambda: crowd.actions() >= before + 50)
    check(crowd.actions() >= before + 50, "after the last kill the tables do not go on")
    status, seconds = server.terminate()
    check(status == 0 and seconds < 5 * SLOWER, f"status {status} after {seconds:.1f} s")
    crowd.drain()
    check_acknowledged(server.store, acknowledged)
    check_store(server.store)
    refusals = {}
    for player in crowd.players:
        for code, count in player.refusals.items():
            refusals[code] = refusals.get(code, 0) + count
    print(f"{KILLS} kills, {played} commands acknowledged, {repeats} of them by a repeat after a "
          f"kill; refused: {refusals}")
    check(played > 20 * KILLS, "there was hardly any load")


if __name__ == "__main__":
    main(test_kill)
