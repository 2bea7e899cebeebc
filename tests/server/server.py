# SPDX-License-Identifier: MIT
"""server.py: `holecard serve` as a process, and plain HTTP to it.

Server is used in a `with` statement: whatever happens inside, the process is gone afterwards; and if
all was well inside, it must still run at the end, and stop as an operator wants it to.
"""
import http.client
import itertools
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import time

from guest import SCHEMA
from trial import HOLECARD, PATIENCE, Failure, check

# Below the ports that a system gives out by itself: nobody gets ours while a server is down.
PORTS, METRICS = range(20000, 26000), 6000  # METRICS: added to the port, where the figures are
# If this process is killed, its servers go with it.
TIED = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []

_numbers = itertools.count(1)


class Server:
    """A server on a port and a store of its own, which stay when it is started again. `words` are
    more of its arguments. Messages may come fast unless `limited`. With `clock`, its wall clock can
    be put forward: see clock.c. It listens at `host`."""

    def __init__(self, *words, store=None, limited=False, clock=False, host="127.0.0.1"):
        self.words, self.limited, self.clock, self.host = words, limited, clock, host
        self.store = store or f"store-{next(_numbers)}.db"
        self.said_path, self.clock_path = self.store + ".said", self.store + ".clock"
        self.process, self.port, self.tables = None, None, None
        if clock:
            with open(self.clock_path, "wb") as file:
                file.write(struct.pack("<qq", 0, 0))

    # ---- Life and death ------------------------------------------------------------------------

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, *_):
        if kind:
            if self.is_running():
                self.kill()
            print(f"the server {self.store} said last:\n{self.said()[-3000:]}")
            return
        status, _ = self.stop()
        check(status == 0, f"the server ended with status {status}:\n{self.said()[-3000:]}")

    def program(self):
        """The words that start it, up to its own arguments."""
        if not self.clock:
            return [*TIED, HOLECARD]
        return [*TIED, "env", "LD_PRELOAD=" + os.environ["HC_CLOCK"],
                "HC_CLOCK_FILE=" + os.path.abspath(self.clock_path), HOLECARD]

    def start(self):
        """Starts it where it was before, or else where nobody is. A port may be taken, for a while."""
        end = time.monotonic() + PATIENCE
        while not self._try_start(self.port or random.choice(PORTS)):
            check("address already in use" in "".join(self.said().splitlines()[-1:]),
                  f"the server does not start:\n{self.said()[-3000:]}")
            check(time.monotonic() < end, f"nothing is free, not even port {self.port}")
            time.sleep(0.1 if self.port else 0)

    def _try_start(self, port):
        keep = [] if "--no-save" in self.words else ["--store", self.store]
        fast = [] if self.limited else ["messages_per_second=100000", "comings_per_minute=1000000",
                                       "lists_per_minute=1000000"]
        with open(self.said_path, "a", encoding="utf-8") as said:
            self.process = subprocess.Popen(
                [*self.program(), "serve", "--listen", f"{self.host}:{port}",
                 "--metrics", f"127.0.0.1:{port + METRICS}", *keep, *fast, *self.words],
                stdout=subprocess.PIPE, stderr=said, text=True)
        line = self.process.stdout.readline()
        if "listening on" not in line:
            self._finish()
            return False
        self.port, self.tables = port, int(line.split(", ")[1].split()[0])
        return True

    def _finish(self):
        status = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        return status

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def send_signal(self, number):
        check(self.is_running(), f"the server has ended by itself with status "
              f"{self.process.poll()}:\n{self.said()[-3000:]}")
        self.process.send_signal(number)

    def kill(self):
        self.send_signal(signal.SIGKILL)
        self._finish()

    def stop(self, by=signal.SIGTERM):
        """Ends it as an operator would; gives its status and the seconds that it took."""
        start = time.monotonic()
        self.send_signal(by)
        return self._finish(), time.monotonic() - start

    def hold(self):
        """Stops every thread of it where it is, until resume()."""
        self.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)

    def resume(self):
        self.send_signal(signal.SIGCONT)

    def said(self):
        """All that it has complained about."""
        with open(self.said_path, encoding="utf-8") as file:
            return file.read()

    def niceness(self):
        """How much each thread of it lets others go first; the first is the loop's."""
        tasks = f"/proc/{self.process.pid}/task"
        stats = []
        for task in sorted(os.listdir(tasks), key=int):
            with open(f"{tasks}/{task}/stat", encoding="utf-8") as file:
                stats.append(int(file.read().rsplit(")", 1)[1].split()[16]))
        return stats

    # ---- The clock -----------------------------------------------------------------------------

    def put_forward(self, seconds, steady=0):
        """Puts its wall clock forward, or its steady one. It notices when anything happens at one of
        its tables."""
        with open(self.clock_path, "r+b") as file:  # never cut short: it is mapped
            wall_s, steady_s = struct.unpack("<qq", file.read())
            file.seek(0)
            file.write(struct.pack("<qq", wall_s + seconds, steady_s + steady))

    # ---- HTTP ----------------------------------------------------------------------------------

    def request(self, method, path, body=None, headers=None, port=None):
        """A plain request: status, bytes, headers."""
        connection = http.client.HTTPConnection(self.host, port or self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read(), dict(answer.getheaders())
        finally:
            connection.close()

    def get(self, path, part="http_wrong", status=200):
        """A page as JSON, held to a part of the schema."""
        got, body, _ = self.request("GET", path)
        check(got == status, f"GET {path}: {got} instead of {status}: {body[:200]!r}")
        value = json.loads(body)
        SCHEMA.check(value, part)
        return value

    def post(self, path, value, part, status=201, **headers):
        kind = {"Content-Type": "application/json"}
        kind.update({name.replace("_", "-"): text for name, text in headers.items()})
        got, body, _ = self.request("POST", path, json.dumps(value), kind)
        check(got == status, f"POST {path}: {got} instead of {status}: {body[:200]!r}")
        value = json.loads(body)
        SCHEMA.check(value, part)
        return value

    def room(self, table):
        """A room as everybody may see it."""
        return self.get("/api/tables/" + table, "http_table")["room"]

    def health(self):
        status, body, _ = self.request("GET", "/healthz")
        return status, body.decode()

    @property
    def metrics_port(self):
        return self.port + METRICS

    def metrics(self, path="/metrics"):
        """The page with the figures, at its own address."""
        return self.request("GET", path, port=self.metrics_port)

    def metric(self, name):
        for line in self.metrics()[1].decode().splitlines():
            if line.startswith(f"holecard_{name} "):
                return float(line.split()[1])
        raise Failure(f"there is no metric {name}")


def run(*words):
    """Runs another command of the program: status, what it said, what it complained about."""
    done = subprocess.run([HOLECARD, *words], capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr
