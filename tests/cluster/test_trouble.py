# SPDX-License-Identifier: MIT
"""test_trouble.py: people play at three processes that share a database with a synchronous standby,
while all goes wrong: processes are killed, stopped for longer than their lease, and cut off from the
database; the database is restarted, its disk is full, its primary dies and the standby takes over.

Afterwards every acknowledged command is in exactly one log, every log verifies, no match has two, what
people were told is linearisable (history.py) and what their seats may know at that moment (peek.c),
and everybody has their seat.

`briefly` has each kind of trouble once. The others are one kind each, over and over for HC_CLUSTER_SECONDS
(60); they run only if they are named. HC_CLUSTER_TABLES (24) is how many tables there are.
"""
import json
import os
import random
import subprocess
import sys
import time
from contextlib import ExitStack

from cluster import Process
from database import Database, may_mount
from disk import all_logs, check_store, commands_of, commitment_of
from history import faults, two_histories
from server import run
from trial import PATIENCE, SEED, SLOWER, check, main
from wanderers import Town, Witness

TABLES = int(os.environ.get("HC_CLUSTER_TABLES", "24" if SLOWER == 1 else "8"))
SECONDS = float(os.environ.get("HC_CLUSTER_SECONDS", "60"))
PEEK, PEEKS = os.environ["HC_PEEK"], 40  # so many people, since this is slow
KINDS = (  # of tables: game, people, bots, rules
    ("two", 2, [], "tokens_to_win=4"),
    ("shed", 2, [], "match_mode=single"),
    ("two", 3, ["greedy"], ""),
    ("shed", 3, ["random"], ""),
)
NAMES, CUT = ("one", "two", "three"), ("one", "two")  # who can be cut off from the database
WORDS = ("connections_per_address=2000", "tables_per_hour=100000")


class Cluster:
    """The database, the processes, and the people."""

    def __init__(self, stack):
        self.dice = random.Random(SEED ^ 0x636c7573)
        self.may_fill = may_mount()
        self.database = stack.enter_context(Database(CUT, self.may_fill))
        self.processes = [stack.enter_context(Process(
            name, *WORDS, asks=[lambda sql: self.database.primary.ask(sql)],
            addresses=[self.database.address_of(name) if name in CUT else self.database.address]))
            for name in NAMES]
        self.town = Town(self.processes, pause_s=0.05 * SLOWER)
        for number in range(TABLES):
            self.seat(self.processes[number % len(NAMES)])
        self.go_on("at first")

    def seat(self, process):
        self.town.seat(process, *KINDS[len(self.town.tables) % len(KINDS)])

    def go_on(self, what):
        self.town.go_on(5, what)

    def victim(self, names=NAMES):
        """A process that is to have trouble: one with tables, or else it gets some."""
        process = self.dice.choice([it for it in self.processes if it.store in names])
        for _ in range(len(self.codes_at(process)), 2):
            self.seat(process)
        return process

    def codes_at(self, process):
        """The tables that a process has, as the database knows."""
        return self.database.primary.ask(
            "SELECT convert_from(code, 'UTF8') FROM holecard.rooms JOIN holecard.leases"
            f" USING (server) WHERE place = '{process.place}'").split()

    def witnesses(self, process):
        """For each table that a process has, somebody at its door."""
        codes = self.codes_at(process)
        return [Witness(process, table.people[0]) for table in self.town.tables
                if table.people[0].code in codes]

    def hear(self, witnesses):
        check(self.town.run(lambda: all([witness.has_heard() for witness in witnesses])),
              "a process does not answer after its trouble")


# ---- Kinds of trouble -----------------------------------------------------------------------------


def kill(cluster):
    """One process, now and then another one too, and they come back."""
    killed = {cluster.victim()}
    if cluster.dice.random() < 0.3:
        killed.add(cluster.dice.choice(cluster.processes))
    for process in killed:
        process.kill()
        process.lapse()
    if cluster.dice.random() < 0.8:
        cluster.go_on("after a process was killed")
    for process in killed:
        process.start()
    cluster.go_on("after a killed process came back")


def pause(cluster):
    """Its lease runs out, others go on with its tables; then it goes on where it was, and finds
    questions."""
    process = cluster.victim()
    witnesses = cluster.witnesses(process)
    process.hold()
    process.lapse()
    cluster.go_on("while a process is stopped")
    for witness in witnesses:
        witness.ask()
    process.resume()
    cluster.hear(witnesses)
    cluster.go_on("after a process was stopped")


def cut_off(cluster):
    """A process does not reach the database. What it had sent may arrive later."""
    process, state = cluster.victim(CUT), cluster.dice.choice(("cut", "silent"))
    name = process.store
    cluster.database.ways.be(name, state)
    process.lapse()
    cluster.go_on(f"while the way of a process to the database is {state}")
    cluster.database.ways.be(name, "open")
    cluster.go_on(f"after the way of a process to the database was {state}")


def restart(cluster):
    """The database, in order or as if its machine had died."""
    cluster.database.restart(cluster.dice.choice(("INT", "QUIT")))
    cluster.go_on("after the database was restarted")


def fill(cluster):
    """The disk of the database is full until some commands are refused."""
    enough = cluster.town.count("refusals").get("not_stored", 0) + cluster.dice.randrange(3, 30)
    cluster.database.fill()

    def is_noticed():
        return (not cluster.database.primary.is_running()
                or cluster.town.count("refusals").get("not_stored", 0) >= enough)
    check(cluster.town.run(is_noticed), "nobody notices that the disk of the database is full")
    cluster.database.make_room()
    cluster.go_on("after the disk of the database was full")


def promote(cluster):
    """The primary dies, the standby takes its place, and gets a standby itself."""
    cluster.database.fail_over()
    cluster.go_on("after the standby was promoted")
    cluster.database.add_standby()
    cluster.go_on("with a new standby")


# ---- Afterwards -------------------------------------------------------------------------------------


def check_book(book, store):
    """Everything that was told, against the logs; gives how many commands were acknowledged."""
    logs = [(commitment_of(log), log) for log in all_logs(store)]
    check(not two_histories(logs), f"a match has two histories: {two_histories(logs)}")
    logs = dict(logs)
    done = 0
    for match, history in book.matches.items():
        check(match in logs, f"the whole match {match} is lost")
        wrong = faults(history, commands_of(logs[match]), book.people[match])
        check(not wrong, f"match {match}: " + "\n".join(wrong[:5]))
        done += sum(asked.is_done() for asked in history.asked)
    check_frames(book, logs)
    return done


def check_frames(book, logs):
    """Every message to some of the people is what their seat may know of the log at that moment."""
    some = random.Random(SEED).sample(sorted(book.frames), min(PEEKS, len(book.frames)))
    lines = [json.dumps({"log": logs[match].hex(), "seat": seat, "names": book.names[match],
                         "frames": book.frames[match, seat]}) for match, seat in some]
    peek = subprocess.run([PEEK], input="\n".join(lines), capture_output=True, text=True,
                          timeout=4 * PATIENCE, check=False)
    check(peek.returncode == 0, f"people were told other things than happened: "
          f"{(peek.stdout + peek.stderr)[-2000:]}")


def report(town, done):
    history = [asked for it in town.book.matches.values() for asked in it.asked]
    repeats = sum(asked.is_done() and asked.after is None for asked in history)
    unknown = sum(asked.heard is None for asked in history)
    print(f"{len(town.people)} people at {len(town.tables)} tables, {len(town.book.matches)} matches, "
          f"{done} commands acknowledged, {repeats} of them by a repeat, {unknown} never answered; "
          f"{sum(person.visits for person in town.people)} arrivals; "
          f"refused: {town.count('refusals')}; lines closed: {town.count('closes')}")


def with_cluster(play):
    """A cluster, the trouble, and the checks."""
    with ExitStack() as stack:
        cluster = Cluster(stack)
        play(cluster)
        cluster.town.come_back()
        for process in cluster.processes:
            check(process.stop()[0] == 0, f"a process does not end in order: {process.said()[-2000:]}")
            process.start()
        status, out, why = run("store", "copy", cluster.database.address, "copy.db")
        check(status == 0, f"the database cannot be copied: {out}{why}")
    check_store("copy.db")
    report(cluster.town, check_book(cluster.town.book, "copy.db"))


def in_turn(cluster, kinds):
    for kind in kinds:
        start = time.monotonic()
        if kind is fill and not cluster.may_fill:
            print("a file system cannot be mounted here: no disk is full")
            continue
        kind(cluster)
        print(f"{kind.__name__}: {time.monotonic() - start:.1f} s", flush=True)


def briefly():
    with_cluster(lambda cluster: in_turn(cluster, (kill, pause, cut_off, restart, fill, promote)))


def for_long(kind):
    """A test of this kind of trouble alone."""
    def play(cluster):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            in_turn(cluster, (kind,))

    def test():
        with_cluster(play)
    test.__name__ = kind.__name__
    return test


if __name__ == "__main__":
    LONG = [for_long(kind) for kind in (kill, pause, cut_off, restart, fill, promote)]
    main(briefly, *(LONG if sys.argv[1:] else ()))
