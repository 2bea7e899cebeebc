# SPDX-License-Identifier: MIT
"""cluster.py: several processes of `holecard serve` that share one PostgreSQL database.

HC_POSTGRES is the address of a server, for tests that do not bring their own; begin() makes it empty.
The processes listen at the address of the test, each for guests on one port and for its fellows on
another.

Time is real, and no lease runs out by chance: it holds for as long as a test is patient. A test says
when the lease of a process has run out: lapse().
"""
import os
import struct
import subprocess
from urllib.parse import quote

import preload
from guest import Guest
from server import METRICS, TIED, Server
from trial import HOLECARD, check, wait_until

SECRET = "a secret that only this test knows"
POSTGRES = os.environ.get("HC_POSTGRES")
CLUSTER = -10000  # added to the port, where fellows come in
LEASE_S = 60  # the longest that the program allows
WORDS = (f"lease_s={LEASE_S}", "messages_per_second=100000", "comings_per_minute=1000000",
         "lists_per_minute=1000000")


def ask(sql, address=POSTGRES):
    """One answer of the database, as text."""
    done = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, address],
                          capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"{sql}: {done.stderr}")
    return done.stdout.strip()


def begin():
    ask("SET client_min_messages = warning; DROP SCHEMA IF EXISTS holecard CASCADE")


class Process(Server):
    """One of them. Its store is the databases, by whatever addresses they are reached from there;
    `asks` ask each of them for the test. It has the same ports whenever it is started."""

    moved = False

    def __init__(self, name, *words, addresses=(POSTGRES,), asks=(ask,), secret=SECRET,
                 holecard=HOLECARD, host=None):
        super().__init__(*words, store=name, host=host)
        self.addresses, self.asks = addresses, asks
        self.secret, self.holecard = secret, holecard
        self.place = f"{self.host}:{self.port + CLUSTER}"
        self.ahead_path, self.ahead_s = os.path.abspath(f"{name}.ahead"), 0

    def start(self):
        check(self.try_start(), f"the process does not start:\n{self.said()[-3000:]}")

    def try_start(self):
        given = preload.environment()
        given["HC_AHEAD"] = self.ahead_path
        given["CLUSTER_SECRET"] = self.secret
        stores = [word for address in self.addresses
                  for word in ("--store", f"{address}&application_name={quote(self.store)}")]
        self._write_ahead()
        with open(self.said_path, "a", encoding="utf-8") as said:
            self.process = subprocess.Popen(
                [*TIED, "env", *(f"{name}={value}" for name, value in given.items()), self.holecard,
                 "serve", "--listen", f"{self.host}:{self.port}", "--metrics",
                 f"{self.host}:{self.port + METRICS}", *stores, "--cluster", self.place,
                 *WORDS, *self.words], stdout=subprocess.PIPE, stderr=said, text=True)
        if "listening on" in self.process.stdout.readline():
            return True
        self._finish()
        return False

    def _write_ahead(self):
        with open(self.ahead_path, "wb" if not os.path.exists(self.ahead_path) else "r+b") as file:
            file.write(struct.pack("<q", self.ahead_s))  # never cut short: it is mapped

    def put_forward(self, seconds):
        """Puts its steady clock forward."""
        self.ahead_s += seconds
        self._write_ahead()

    def lapse(self, *shards):
        """Its leases have run out, for the databases (all, unless some are named) and by its own
        clock. It must not be able to renew them: it was killed, is held, or is cut off."""
        self._expire("true", shards or range(len(self.asks)))
        self.put_forward(LEASE_S + 1)

    def lapse_before(self):
        """It was killed and started again; the lease of its first life has run out."""
        self._expire("server < (SELECT max(server) FROM holecard.leases"
                     f" WHERE place = '{self.place}')", range(len(self.asks)))

    def _expire(self, which, shards):
        """What the process has sent may still be under way in a database; this comes after it."""
        mine = (f"FROM pg_stat_activity WHERE application_name = '{self.store}'"
                " AND datname = current_database() AND state = 'active'")
        for shard in shards:
            wait_until(lambda: self.asks[shard](f"SELECT count(*) {mine}") == "0",
                       f"{self.store} has nothing under way in the database")
            self.asks[shard]("UPDATE holecard.leases SET expires = clock_timestamp() - interval"
                             f" '1 s' WHERE place = '{self.place}' AND {which}")


class Traveller(Guest):
    """Somebody at a table that may be in another process."""

    def __init__(self, server, table=None, **words):
        self.table = table
        super().__init__(server, **words)

    def catch_up(self):
        """What was told there goes the same way as the answer."""
        if self.table:
            self.ask("possible", table=self.table)
        else:
            super().catch_up()
