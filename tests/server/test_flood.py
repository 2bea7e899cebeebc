# SPDX-License-Identifier: MIT
"""test_flood.py: an adversary does one thing after the other many times, in an order that the seed
decides, while honest people play.

Afterwards every command that was acknowledged to the honest is stored, the store is sound, memory has
stayed within bounds, and nobody was told what they may not know. How long the honest wait is measured by
`make bench-server`, not here. HC_FLOODS (14) says how many floods there are.
"""
import os
import random

from crowd import Crowd
from disk import check_store, check_stored
from guest import Guest
from match import seat_two
from server import Server
from test_peek import Recorder, peek, recorded
from trial import SEED, SLOWER, check, main, measured
from wire import Line

FLOODS = int(os.environ.get("HC_FLOODS", "14"))
TIMES = 300 // SLOWER       # that the adversary asks, in each flood
QUEUES_MB, SPARE_MB = 32, 96
TABLES = [("two", "tokens_to_win=1", ["random"]),
          ("shed", "initial_cards=2 match_mode=single", ["random", "greedy"])]


class Adversary:
    """`targets` are the codes of the honest people's tables. `play` lets the honest play a little,
    which they do all the time."""

    def __init__(self, server, targets, play):
        self.server, self.targets, self.play = server, targets, play
        self.dice = random.Random(SEED)
        self.floods = [self.lists, self.leaders, self.forgets, self.watchers, self.chat, self.agree,
                       self.bots, self.late, self.exports, self.unread, self.connects]
        self.match = self.finish_match()

    def run(self):
        """Gives the names of the floods."""
        order, done = [], []
        while len(done) < FLOODS:
            order = order or self.dice.sample(self.floods, len(self.floods))
            flood = order.pop()
            flood()
            self.play()
            done.append(flood.__name__)
        return done

    def finish_match(self):
        ann, bob, table = seat_two(self.server, "null")
        ann.must("start", table=table)
        ann.next(lambda m: "view" in m, "the first cards")
        ann.must("end", table=table)
        bob.must("agree", table=table)
        match = ann.next(lambda m: "match_id" in m, "the end of the match")["match_id"]
        self.finished, self.host = table, ann
        bob.close()
        return match

    def shout(self, guests, words):
        """Says it TIMES times in all, and hears what comes without waiting for it."""
        for number in range(TIMES):
            guest = guests[number % len(guests)]
            op, members = words(number)
            guest.say(op, **members)
            if number % 16 == 0:
                guest.listen()
                guest.take()
                self.play()
        for guest in guests:
            guest.catch_up()
            guest.close()

    def crowd(self, count=6):
        return [Guest(self.server) for _ in range(count)]

    def lists(self):
        self.shout(self.crowd(), lambda n: ("list", {}))

    def leaders(self):
        self.shout(self.crowd(), lambda n: ("leaders", {"game": "two", "first": 1000}))

    def forgets(self):
        self.shout(self.crowd(1), lambda n: ("forget", {}))

    def watchers(self):
        table = self.dice.choice(self.targets)
        self.shout(self.crowd(), lambda n: (("enter", "exit")[n // 6 % 2], {"table": table}))

    def chat(self):
        table, guests = self.dice.choice(self.targets), self.crowd()
        for guest in guests:
            guest.must("enter", table=table)
        self.shout(guests, lambda n: ("chat", {"table": table, "text": "Look here!"}))

    def agree(self):
        hosts = [Guest(self.server, self.host.token) for _ in range(4)]
        self.shout(hosts, lambda n: (("agree", "end")[n % 2], {"table": self.finished}))

    def bots(self):
        guest = Guest(self.server)
        for _ in range(10):
            table = guest.must("create", game="shed", settings="bot_delay_ms=0")["table"]
            guest.must("sit", table=table, name="Foe")
            for _ in range(3):
                guest.must("add_bot", table=table, bot="search:500")
            guest.must("start", table=table)
            self.play()
        guest.close()

    def late(self):
        ann, bob, table = seat_two(self.server, "null", "rounds_to_win=9", "watch=late next_ms=1")
        ann.must("start", table=table)
        for guest in (ann, bob):
            guest.close()
        self.shout(self.crowd(), lambda n: (("enter", "exit")[n // 6 % 2], {"table": table}))

    def ask_plainly(self, reads):
        text = f"GET /api/matches/{self.match}.json HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        lines = [Line().connect(self.server, unread=0 if reads else 1 << 16) for _ in range(6)]
        for number in range(TIMES):
            lines[number % 6].sendall(text)
            if reads:
                check(lines[number % 6].recv(), "a plain request is not answered")
            if number % 16 == 0:
                self.play()
        for line in lines:
            line.close()

    def exports(self):
        self.ask_plainly(reads=True)

    def unread(self):
        self.ask_plainly(reads=False)

    def connects(self):
        for _ in range(TIMES // 4):
            Guest(self.server, hello=self.dice.random() < 0.5).close()
            self.play()


def resident_mb(server):
    with open(f"/proc/{server.process.pid}/status", encoding="utf-8") as file:
        line, = [line for line in file if line.startswith("VmRSS:")]
    return int(line.split()[1]) / 1024


def honest_people_play_on():
    with Server("connections_per_address=1000", "tables_per_hour=1000000",
                f"queues_mb={QUEUES_MB}") as server:
        crowd = Crowd(server, Recorder)
        for game, rules, bots in TABLES:
            crowd.table(game, people=2, bots=bots, rules=rules, pause_s=0.005)
        crowd.play_on(50, "before the floods")
        before_mb, peak_mb, before = resident_mb(server), 0, crowd.actions()

        def play():
            nonlocal peak_mb
            crowd.run(0.01)
            peak_mb = max(peak_mb, resident_mb(server))
            for player in crowd.players:
                check(not player.guest.wire.closed,
                      f"an honest player was thrown out: {player.guest.wire.closed}")

        done = Adversary(server, [player.code for player in crowd.players], play).run()
        print(f"{len(done)} floods, {crowd.actions() - before} honest commands beside them")
        measured.append(f"{peak_mb - before_mb:.0f} MiB more")
        check(SLOWER > 1 or peak_mb - before_mb < QUEUES_MB + SPARE_MB,
              f"the server has grown from {before_mb:.0f} to {peak_mb:.0f} MiB")
        crowd.play_on(100, "after the floods")
        check(server.health()[0] == 200, "the server is not well")
    crowd.leave()
    check_stored(server.store, crowd.players)
    check_store(server.store)
    nobody_saw_more(server, crowd)


def nobody_saw_more(server, crowd):
    """What the honest were told is a function of what their seats may know: see test_peek.py."""
    matches = recorded(server.store, crowd)
    check(matches, "no match came to its end")
    status, said = peek(matches)
    print(said.strip()[-3000:])
    check(status == 0, "a client was told what its seat may not know")


if __name__ == "__main__":
    main(honest_people_play_on)
