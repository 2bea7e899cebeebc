# SPDX-License-Identifier: MIT
"""test_shards.py: one store of three databases. A table is on the shard that its code says; one that
cannot be reached stops its own tables and no others; shards are added, and nothing moves; whoever is
killed, every match is counted once for everybody who played it."""
import os
import random
import re
import tempfile

from cluster import POSTGRES, Process, Traveller, ask
from match import play_out, step
from trial import SEED, Failure, check, main, wait_until
from way import Ways

SHARDS = 3
LETTERS = "GQVYZ"  # those of the shards behind the first
RULES = "tokens_to_win=1"


def shard_of(table):
    return max([0, *(1 + LETTERS.index(letter) for letter in table if letter in LETTERS)])


def address_of(shard, host=None):
    there = POSTGRES.replace("/postgres?", f"/shard_{shard}?")
    return re.sub(r"host=[^&]*", f"host={host}", there) if host else there


def begin():
    for shard in range(SHARDS):
        ask(f"DROP DATABASE IF EXISTS shard_{shard} WITH (FORCE)")
        ask(f"CREATE DATABASE shard_{shard}")


def ask_all(sql):
    """The same of every shard, added up."""
    return sum(int(ask(sql, address_of(shard)) or 0) for shard in range(SHARDS))


def process_on(name, addresses):
    return Process(name, "tables_per_hour=100000", addresses=addresses, asks=[
        lambda sql, shard=shard: ask(sql, address_of(shard)) for shard in range(len(addresses))])


def all_shards(name):
    return process_on(name, [address_of(shard) for shard in range(SHARDS)])


def sit_down(ann, bob, table):
    for person, name in ((ann, "Ann"), (bob, "Bob")):
        person.table = table
        person.must("enter", table=table)
        person.must("sit", table=table, name=name)
    ann.must("start", table=table)


def table_on(shard, person, rules=RULES):
    """Opens tables until one is on that shard. One that was away may refuse one more, and is then left
    alone for a while."""
    there = []

    def is_there():
        answer = person.ask("create", game="two", rules=rules, settings="bot_delay_ms=0")
        if answer.get("code") == "not_stored":
            return False
        there.append(answer["table"])
        if shard_of(there[-1]) != shard:
            person.must("exit", table=there[-1])
        return shard_of(there[-1]) == shard
    wait_until(is_there, f"a table is on shard {shard}")
    return there[-1]


def play_a_match(ann, bob, shard):
    table = table_on(shard, ann)
    sit_down(ann, bob, table)
    return play_out([ann, bob], table, SEED)


def matches_of(person):
    rows = person.must("statistics")["rows"]
    return rows[0]["matches"] if rows else 0


def matches_are_played_on_all_shards():
    begin()
    with all_shards("one") as one, all_shards("two") as two:
        ann, bob = Traveller(one), Traveller(two)
        played = [play_a_match(ann, bob, shard) for shard in range(SHARDS)]
        for shard in range(SHARDS):
            check(ask("SELECT count(*) FROM holecard.matches", address_of(shard)) == "1",
                  f"the match of shard {shard} is elsewhere")
        for person in (ann, bob):
            check(matches_of(person) == SHARDS, "a match was not counted, or twice")
            listed = [row["match"] for row in person.must("history")["matches"]]
            check(listed == played[::-1], f"the history is {listed}, and was {played}")
            for match in played:
                check(person.must("log", match=match)["match"] == match, "the log of another match")
        leaders = ann.must("leaders", game="two")["rows"]
        check(len(leaders) == 2, f"these lead: {leaders}")
        check(ask_all("SELECT count(*) FROM holecard.statistics") == 2, "a person is at home twice")
        bob.must("forget")
        check(not bob.must("statistics")["rows"], "who was forgotten is remembered")
        check(ask_all("SELECT count(*) FROM holecard.results WHERE identity IS NOT NULL") == SHARDS,
              "somebody else was forgotten, or not everywhere")
        ann.close()
        bob.close()


def a_shard_that_is_away_stops_its_tables_only():
    begin()
    host = re.search(r"host=([^&]*)", POSTGRES)[1]
    with tempfile.TemporaryDirectory(prefix="holecard-ways-") as folder:
        names = [f"way{shard}" for shard in range(SHARDS)]
        for name in names:
            os.mkdir(f"{folder}/{name}")
        ways = Ways([(name, f"{folder}/{name}", host) for name in names])
        addresses = [address_of(shard, f"{folder}/{name}") for shard, name in enumerate(names)]
        try:
            with process_on("one", addresses) as one, process_on("two", addresses) as two:
                for away, state in ((1, "cut"), (0, "silent")):
                    go_on_without(ways, one, two, away, state)
        finally:
            ways.close()


class Pair:
    """Two at a table, each at another process. Whoever is sent away comes back: if everything is slow a
    lease may run out."""

    def __init__(self, servers, shard):
        self.servers, self.dice = servers, random.Random(SEED)
        self.people = [Traveller(server) for server in servers]
        self.table = table_on(shard, self.people[0], "tokens_to_win=7")
        sit_down(*self.people, self.table)
        self.goes_on()

    def seq(self):
        return max(person.state(self.table, "seq") or 0 for person in self.people)

    def come_back(self, number):
        self.people[number].close()
        self.people[number] = Traveller(self.servers[number], self.table,
                                        token=self.people[number].token)
        try:
            return self.people[number].ask("enter", table=self.table)["ok"]
        except Failure:
            check(self.people[number].wire.closed, "it does not answer")
            return False  # sent away once more

    def goes_on(self):
        before = self.seq()

        def is_further():
            for number, person in enumerate(self.people):
                try:
                    step(person, self.table, self.dice)
                    person.catch_up()
                except Failure:
                    check(person.wire.closed, "it does not answer")
                    wait_until(lambda: self.come_back(number), "the table is there again")
            return self.seq() > before + 10
        wait_until(is_further, f"table {self.table} goes on")

    def close(self):
        for person in self.people:
            person.close()


def go_on_without(ways, one, two, away, state):
    """Somebody plays at each shard while one of them is away; then there, too."""
    pairs = [Pair((one, two), shard) for shard in range(SHARDS)]
    lost = pairs[away]
    seq = lost.seq()
    ways.be(f"way{away}", state)
    for pair in pairs:
        if pair is not lost:
            pair.goes_on()
    # Whoever sits at a table there is sent away when nobody can be sure any more whose it is.
    for process in (one, two):
        process.lapse(away)
    for person in lost.people:
        person.until_closed()
    wait_until(lambda: one.metric("shards_away") == 1, "one shard is known to be away")
    wait_until(lambda: one.health()[1].startswith("ok, but: "), "the process is well without it")
    for pair in pairs:
        if pair is not lost:
            pair.goes_on()
    # Tables can be opened; they are elsewhere.
    with Traveller(one) as ann:
        there = {shard_of(ann.must("create", game="two")["table"]) for _ in range(12)}
    check(away not in there, "a table was opened where nothing can be stored")
    ways.be(f"way{away}", "open")
    for number in range(2):
        wait_until(lambda: lost.come_back(number), "the table is there again")
    check(lost.seq() >= seq, "what was told is lost")
    lost.goes_on()
    wait_until(lambda: one.metric("shards_away") == 0 and two.metric("shards_away") == 0,
               "all shards are back")
    for pair in pairs:
        pair.close()


def shards_are_added_and_nothing_moves():
    begin()
    tokens = []
    with process_on("few", [address_of(0)]) as server:
        ann, bob = Traveller(server), Traveller(server)
        play_a_match(ann, bob, 0)
        old = table_on(0, ann)
        ann.must("sit", table=old, name="Ann")
        tokens = [ann.token, bob.token]
        ann.close()
        bob.close()
    homes = ask("SELECT count(*) FROM holecard.statistics", address_of(0))
    with process_on("some", [address_of(0), address_of(1)]) as server:
        with Traveller(server, token=tokens[0]) as ann, Traveller(server, token=tokens[1]) as bob:
            check(matches_of(ann) == 1 and matches_of(bob) == 1, "statistics have moved")
            ann.table = old
            ann.must("enter", table=old)
            check(ann.state(old, "seat") == 0, "the old table has moved")
            play_a_match(ann, bob, 1)
            check(matches_of(ann) == 2 and matches_of(bob) == 2, "they are counted elsewhere")
    check(ask("SELECT count(*) FROM holecard.statistics", address_of(0)) == homes, "somebody moved")
    with all_shards("many") as server:
        with Traveller(server, token=tokens[0]) as ann, Traveller(server, token=tokens[1]) as bob:
            ann.table = old
            ann.must("enter", table=old)
            play_a_match(ann, bob, 2)
            check(matches_of(ann) == 3 and matches_of(bob) == 3, "they are counted elsewhere")
            for shard in range(SHARDS):
                table_on(shard, ann)
        people = 2

        def are_spread():
            """Somebody new is at home on each of them, wherever they have played."""
            nonlocal people
            with Traveller(server) as ann, Traveller(server) as bob:
                play_a_match(ann, bob, 0)
                check(matches_of(ann) == 1 and matches_of(bob) == 1, "a match was not counted")
                people += 2
            return all(int(ask("SELECT count(*) FROM holecard.statistics", address_of(shard)))
                       > (2 if shard == 0 else 0) for shard in range(SHARDS))
        wait_until(are_spread, "new people are at home on all shards")
    check(ask_all("SELECT count(*) FROM holecard.statistics") == people, "a person is at home twice")


HOLD = ("CREATE OR REPLACE FUNCTION holecard.hold() RETURNS trigger LANGUAGE plpgsql AS $$"
        " BEGIN PERFORM pg_sleep(3600); RETURN NULL; END $$;"
        "CREATE TRIGGER hold AFTER {0} ON holecard.{1} FOR EACH ROW EXECUTE FUNCTION holecard.hold()")
HELD = "FROM pg_stat_activity WHERE datname LIKE 'shard_%' AND wait_event = 'PgSleep'"


def a_match_is_counted_once_whoever_is_killed():
    """Counting is held up at one step, and whoever is there is killed. At last nobody is, and what was
    left over is counted."""
    begin()
    played = 0
    with all_shards("one") as one:
        ann, bob = Traveller(one), Traveller(one)
        tokens = [ann.token, bob.token]
        for doing, table in (("UPDATE", "results"), ("UPDATE", "outbox"), ("INSERT", "counted"),
                             ("INSERT OR UPDATE", "statistics"), ("DELETE", "outbox")):
            for shard in range(SHARDS):
                ask(HOLD.format(doing, table), address_of(shard))
            played += 1
            play_a_match(ann, bob, played % SHARDS)
            wait_until(lambda: ask(f"SELECT count(*) {HELD}") != "0", "somebody is being counted")
            one.kill()
            ask(f"SELECT count(pg_terminate_backend(pid)) {HELD}")
            for shard in range(SHARDS):
                ask(f"DROP TRIGGER hold ON holecard.{table}", address_of(shard))
            one.start()
            ann, bob = (Traveller(one, token=token) for token in tokens)
        for person in (ann, bob):
            wait_until(lambda: matches_of(person) >= played, "all matches are counted")
            check(matches_of(person) == played, f"{matches_of(person)} of {played} are counted")
        check(ask_all("SELECT count(*) FROM holecard.outbox") == 0, "something is left over")
        check(ask_all("SELECT count(*) FROM holecard.counted") == 2 * played, "counted otherwise")
        ann.close()
        bob.close()


def databases_that_do_not_belong_together_are_refused():
    begin()
    with all_shards("one"):
        pass
    for number, (order, why) in enumerate((
            ((0, 1), "is the first of 3 shards"), ((1, 0, 2), "is shard 1 of this store"),
            ((0, 2, 1), "is shard 2 of this store"), ((0,), "is shard 0 of a store"))):
        wrong = process_on(f"wrong{number}", [address_of(shard) for shard in order])
        check(not wrong.try_start(), f"{order} is served")
        check(why in wrong.said(), f"it says of {order}: {wrong.said()}")


if __name__ == "__main__":
    main(matches_are_played_on_all_shards, a_shard_that_is_away_stops_its_tables_only,
         shards_are_added_and_nothing_moves, a_match_is_counted_once_whoever_is_killed,
         databases_that_do_not_belong_together_are_refused)
