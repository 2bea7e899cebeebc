# SPDX-License-Identifier: MIT
"""record.py: writes sessions/GAME.json anew, for the unit tests of the connection: what one guest's
page is told from its first hello to the end of a match, and what it would be shown if it came then.

    HOLECARD=build/dev/holecard python3 -B web/tests/record.py
"""
import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["HOLECARD"] = os.path.abspath(os.environ["HOLECARD"])
sys.path[:0] = [os.path.join(HERE, "../../tests", folder) for folder in ("server", "preload")]

# pylint: disable=wrong-import-position
from guest import Guest  # noqa: E402
from match import play_out, seat_two  # noqa: E402
from server import Server  # noqa: E402


class Follower(Guest):
    """Keeps every message as it came."""

    def __init__(self, *args, **words):
        self.told = []
        super().__init__(*args, **words)

    def _keep_view(self, message):
        self.told.append(json.loads(json.dumps(message)))
        super()._keep_view(message)


def record(server, game, rules):
    ann, bob, table = seat_two(server, game, rules)
    follower = Follower(server, token=ann.token)
    follower.must("enter", table=table)
    bob.must("chat", table=table, text="Good luck!")
    ann.must("start", table=table)
    play_out([ann, bob], table, seed=7)
    follower.catch_up()
    told = [message for message in follower.told if message["op"] != "mine"]
    end = follower.must("enter", table=table)
    path = os.path.join(HERE, "sessions", game + ".json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"table": table, "told": told, "end": end}, file, ensure_ascii=False,
                  separators=(",", ":"))
        file.write("\n")
    print(path, len(told), "messages")


def main():
    os.chdir(tempfile.mkdtemp())
    with Server() as server:
        record(server, "shed", "match_mode=single")
        record(server, "two", "tokens_to_win=2")


main()
