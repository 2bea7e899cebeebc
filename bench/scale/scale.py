# SPDX-License-Identifier: MIT
"""scale.py FILE: what several processes on one database cost, into a file of JSON, and as a table.

People at TABLES tables of two play as fast as they are answered, for SECONDS each: at one process on
SQLite, one on PostgreSQL, and at one, two and three that share it, where everybody comes to a process
at random. Then at one, two and three that are equally busy: each has EVEN_TABLES tables of its own, with
a load of its own. Then two processes where everybody is at the one with the
tables, and two where nobody is: the difference is what a hop costs. Then one process on one, two and
three shards, which are databases of the same server. Then processes are killed, and it is measured how long their
tables are away.

The people are one program in Python, so actions a second say more about it than about the server;
processor time for each action, of our processes and of the database, is what counts.
HC_SECONDS (8) and HC_TABLES (40) change how much is done. It needs what tests/cluster needs.
"""
import json
import os
import random
import selectors
import statistics
import subprocess
import sys
import time

from cluster import Process
from crowd import Crowd, Player
from database import Database
from server import Server
from trial import SEED, Failure

SECONDS = float(os.environ.get("HC_SECONDS", "8"))
TABLES = int(os.environ.get("HC_TABLES", "40"))
EVEN_TABLES = 150  # at each process
BUSY_TABLES = 500  # where the load is a program in C
BENCH_SERVER = os.path.join(os.path.dirname(os.environ["HOLECARD"]), "bench_server")
KILLS = 5
TICK = os.sysconf("SC_CLK_TCK")


class Timed(Player):
    """Somebody who knows which process to come to, and how long each answer took."""

    def __init__(self, name, dice, pause_s=0.0):
        super().__init__(name, dice, pause_s)
        self.took = []

    def connect(self, choose):
        super().connect(choose(self))

    def _give(self, command):
        super()._give({"asked": time.monotonic(), **command})

    def _answered(self, message):
        asked = self.pending["asked"]
        super()._answered(message)
        if message["ok"]:
            self.took.append(time.monotonic() - asked)


class BusyCrowd(Crowd):
    """Everybody acts as soon as they can, in real time."""

    def run(self, seconds=0.0, until=None):
        end = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            for player in self.players:
                selector.register(player.guest.wire, selectors.EVENT_READ, player)
            while (now := time.monotonic()) < end:
                for player in self.players:
                    player.act(now)
                for key, _ in selector.select(min(0.02, end - now)):
                    key.data.hear_all()


def cpu_of(pid):
    """Seconds of processor time of a process and of those it has begun and that have ended."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        words = file.read().rsplit(")", 1)[1].split()
    return sum(int(word) for word in words[11:15]) / TICK


def children_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return [int(word) for word in file.read().split()]


def cpu_of_database(database):
    pid = database.primary.process.pid if database else None
    total = 0.0
    for one in [pid, *children_of(pid)] if pid else []:
        try:
            total += cpu_of(one)
        except FileNotFoundError:
            pass
    return total


def hops_of(processes):
    return sum(one.metric("hop_messages_total") for one in processes if isinstance(one, Process))


def batches_of(processes):
    return sum(one.metric("batches_total") for one in processes)


def show(row):
    print(f"{row['name']:34} {row['actions_per_s']:6} /s  p50 {row['p50_ms']:7} ms  "
          f"p99 {row['p99_ms']:7} ms  {row['cpu_us_per_action']:7} us here  "
          f"{row['database_cpu_us_per_action']:7} us there  {row['hop_messages_per_action']:5} hops  "
          f"{row['actions_per_batch']:5} a batch", flush=True)


def measure(name, processes, database=None, choose=None):
    """`choose` says to which process somebody comes; at random unless given."""
    dice = random.Random(SEED)
    crowd = BusyCrowd(choose or (lambda player: dice.choice(processes)), Timed)
    for number in range(TABLES):
        crowd.table(("two", "shed")[number % 2], people=2, rules=("", "initial_cards=5")[number % 2])
    crowd.run(1.0)
    for player in crowd.players:
        player.took.clear()
    before = [crowd.actions(), sum(cpu_of(one.process.pid) for one in processes),
              cpu_of_database(database), hops_of(processes), batches_of(processes),
              time.monotonic()]
    crowd.run(SECONDS)
    actions, own, base, hops, batches, seconds = [after - was for after, was in zip(
        [crowd.actions(), sum(cpu_of(one.process.pid) for one in processes),
         cpu_of_database(database), hops_of(processes), batches_of(processes),
         time.monotonic()], before)]
    took = sorted(took for player in crowd.players for took in player.took)
    for player in crowd.players:
        player.guest.close()
    row = {"name": name, "processes": len(processes), "actions": actions,
           "actions_per_s": round(actions / seconds), "p50_ms": round(1000 * statistics.median(took), 2),
           "p99_ms": round(1000 * took[int(0.99 * len(took))], 2),
           "cpu_us_per_action": round(1e6 * own / actions, 1),
           "database_cpu_us_per_action": round(1e6 * base / actions, 1),
           "hop_messages_per_action": round(hops / actions, 2),
           "actions_per_batch": round(actions / batches, 2)}
    show(row)
    return row


def clear(database):
    database.primary.ask("SET client_min_messages = warning; DROP SCHEMA IF EXISTS holecard CASCADE")


def process_on(database, name, *words):
    """One that bench_server finds."""
    return Process(name, "tables_per_hour=1000000", *words, addresses=[database.address],
                   host="127.0.0.1")


def shared(database, count, name, choose=None):
    """`choose` is given the processes and the person."""
    clear(database)
    processes = [process_on(database, f"{name}-{number}", "connections_per_address=1000")
                 for number in range(count)]
    for process in processes:
        process.start()
    try:
        row = measure(name, processes, database,
                      choose and (lambda player: choose(processes, player)))
    finally:
        for process in processes:
            process.stop()
    return row


def load(server, tables):
    """bench_server at a server: Python's people are too few to keep several busy."""
    return subprocess.Popen([BENCH_SERVER, "play", f"port={server.port}",
                             f"process={server.process.pid}", f"tables={tables}",
                             f"seconds={SECONDS:.0f}"], stdout=subprocess.PIPE)


def loaded(name, servers, tables, database):
    """A row of what such loads find together, one at each server. The processor time of the database is
    with that of opening the tables."""
    before = cpu_of_database(database)
    loads = [load(server, tables) for server in servers]
    found = [json.loads(one.communicate()[0]) for one in loads]
    base = cpu_of_database(database) - before
    actions = sum(one["actions"] for one in found)
    row = {"name": name, "processes": len(servers), "tables": tables * len(servers), "actions": actions,
           "actions_per_s": round(sum(one["actions_per_s"] for one in found)),
           "p50_ms": round(max(one["p50_us"] for one in found) / 1000, 2),
           "p99_ms": round(max(one["p99_us"] for one in found) / 1000, 2),
           "cpu_us_per_action": round(sum(one["server_us_per_action"] * one["actions"]
                                          for one in found) / actions, 1),
           "database_cpu_us_per_action": round(1e6 * base / actions, 1),
           "hop_messages_per_action": 0.0,
           "actions_per_batch": round(actions / batches_of(servers), 2)}
    show(row)
    return row


def equally_busy(database, count):
    clear(database)
    processes = [process_on(database, f"even-{number}", "connections_per_address=10000")
                 for number in range(count)]
    for process in processes:
        process.start()
    try:
        return loaded(f"{count}, equally busy", processes, EVEN_TABLES, database)
    finally:
        for process in processes:
            process.stop()


def sharded(database, count):
    """One process on so many databases."""
    addresses = []
    for number in range(count):
        database.primary.ask(f"DROP DATABASE IF EXISTS shard_{number} WITH (FORCE)")
        database.primary.ask(f"CREATE DATABASE shard_{number}")
        addresses.append(database.address.replace("/postgres?", f"/shard_{number}?"))
    name = f"{count} shards" if count > 1 else "1 shard"
    server = Alone(name, addresses[0], *[word for address in addresses[1:]
                                         for word in ("--store", address)])
    server.start()
    try:
        return {**loaded(name, [server], BUSY_TABLES, database), "shards": count}
    finally:
        server.stop()


def alone(store, database=None):
    name = "one on PostgreSQL" if database else "one on SQLite"
    if database:
        clear(database)
    server = Alone(name, store)
    server.start()
    try:
        return measure(name, [server], database)
    finally:
        server.stop()


class Alone(Server):
    """A server on any store, whatever it is called."""

    moved = False

    def __init__(self, name, address, *words):
        super().__init__(*words, "tables_per_hour=1000000", "connections_per_address=10000",
                         store=name, host="127.0.0.1")
        self.address = address

    def kept_at(self):
        return self.address


def away_after_a_kill(database):
    """Seconds from the death of a process until its table answers at another one."""
    took = []
    for _ in range(KILLS):
        clear(database)
        one, two = (process_on(database, f"kill-{number}", "lease_s=3") for number in range(2))
        one.start()
        two.start()
        player = Timed("P", random.Random(SEED))
        player.connect(lambda _: one)
        player.code = player.guest.must("create", game="two")["table"]
        player.seat = player.guest.must("sit", table=player.code, name="P")["seat"]
        one.kill()
        start = time.monotonic()
        while True:
            try:
                player.connect(lambda _: two)
                break
            except (Failure, OSError):
                time.sleep(0.02)
        took.append(round(time.monotonic() - start, 2))
        player.guest.close()
        two.stop()
    print(f"a table is away for {min(took)} to {max(took)} s after its process was killed", flush=True)
    return took


def main(path):
    rows = []
    with Database(to_disk=True) as database:
        rows.append(alone("bench.db"))
        rows.append(alone(database.address, database))
        for count in (1, 2, 3):
            rows.append(shared(database, count, f"{count} of a cluster"))
        for count in (1, 2, 3):
            rows.append(equally_busy(database, count))
        at_home = shared(database, 2, "two, everybody at the table's", lambda all, player: all[0])
        away = kept_apart(database)
        rows += [at_home, away]
        rows += [sharded(database, count) for count in (1, 2, 3)]
        took = away_after_a_kill(database)
    hops = away["hop_messages_per_action"]
    hop_us = round((away["cpu_us_per_action"] - at_home["cpu_us_per_action"]) / hops, 1) if hops else None
    print(f"a message over a hop takes {hop_us} us of processor time, in both processes together")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"seconds": SECONDS, "tables": TABLES, "rows": rows, "hop_us_per_message": hop_us,
                   "away_after_a_kill_s": took}, file, indent=1)
        file.write("\n")


def kept_apart(database):
    """Everybody opens a table at the first process, and comes back to it at the second."""
    def choose(processes, player):
        return processes[1] if player.code else processes[0]

    original = Crowd.table

    def table(self, *words, **more):
        new = original(self, *words, **more)
        for player in new:
            player.guest.close()
            player.message = None
            player.connect(self.server)
        return new

    Crowd.table = table
    try:
        return shared(database, 2, "two, nobody at the table's", choose)
    finally:
        Crowd.table = original


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
