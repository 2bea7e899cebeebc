# SPDX-License-Identifier: MIT
"""cluster.py: several processes of `holecard serve` that share one PostgreSQL database.

HC_POSTGRES is the address of a server, for tests that do not bring their own; begin() makes it empty.
The processes listen on the loopback, each for guests on one port and for its fellows on another.
"""
import os
import subprocess

from guest import Guest
from server import Server
from trial import check

SECRET = "a secret that only this test knows"
POSTGRES = os.environ.get("HC_POSTGRES")
CLUSTER = -10000  # added to the port, where fellows come in; no system gives out those by itself


def ask(sql, address=POSTGRES):
    """One answer of the database, as text."""
    done = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, address],
                          capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"{sql}: {done.stderr}")
    return done.stdout.strip()


def begin():
    ask("SET client_min_messages = warning; DROP SCHEMA IF EXISTS holecard CASCADE")


class Process(Server):
    """One of them. Its store is the database, by whatever address it is reached from there."""

    def __init__(self, name, *words, address=POSTGRES, secret=SECRET, holecard=None):
        super().__init__(*words, store=name)
        self.address, self.secret, self.holecard = address, secret, holecard

    def program(self):
        *before, usual = super().program()
        return ["env", f"CLUSTER_SECRET={self.secret}", *before, self.holecard or usual]

    def _try_start(self, port):
        words, store = self.words, self.store
        self.words = (*words, "--cluster", f"127.0.0.1:{port + CLUSTER}")
        self.store = self.address
        try:
            return super()._try_start(port)
        finally:
            self.words, self.store = words, store


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
