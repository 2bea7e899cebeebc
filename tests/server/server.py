# SPDX-License-Identifier: MIT
"""server.py: `holecard serve` as a process, and plain HTTP to it.

Server is used in a `with` statement: whatever happens inside, the process is gone afterwards; and if
all was well inside, it must still run at the end, and stop as an operator wants it to.

The clocks of the program stand still (preload.c). A test that waits moves them to the next moment that
the server waits for, but only when the server is idle and nothing is under way: turn(). So nothing
depends on how fast the machine is.
"""
import contextlib
import http.client
import itertools
import json
import math
import os
import select
import shutil
import signal
import subprocess
import time

import preload
from guest import SCHEMA
from own_address import own_address
from trial import HOLECARD, PATIENCE, Failure, check, still
from wire import Line

METRICS = 5000  # added to the port: where the figures are
HOUR_S = 3600
SOON_S = 0.002  # in which most answers come; only speed depends on it
# If this process is killed, its servers go with it.
TIED = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []

_numbers, _ports = itertools.count(1), itertools.count(20000)


def use_one_processor():
    """Then one thread of a server thinks, and what bots think of ends in the order of its beginning."""
    processors = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {processors[os.getppid() % len(processors)]})


class Server:
    """A server on a port and a store of its own, which stay when it is started again. `words` are
    more of its arguments. Messages may come fast unless `limited`. It listens at `host`, or takes
    `listener`, a socket that listens already. With `moved` false its time is real: for tests in which
    several programs speak with each other."""

    moved = True

    def __init__(self, *words, store=None, limited=False, host=None, listener=None):
        self.words, self.limited, self.listener = words, limited, listener
        self.host, self.port = listener.getsockname() if listener else (host or own_address(), None)
        self.port = self.port or next(_ports)
        self.store = store or f"store-{next(_numbers)}.db"
        self.said_path = self.store + ".said"
        self.process = self.tables = self.clock = None
        # Open connections whose bytes are counted, and open connections that nobody reads.
        self.lines, self.unread = set(), set()
        self.asked_at = 0  # preload.acts() before clock.ask()

    # ---- Life and death ------------------------------------------------------------------------

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, *_):
        if kind:
            if self.is_running():
                self.kill()
            elif self in still:
                still.remove(self)
            print(f"the server {self.store} said last:\n{self.said()[-3000:]}")
            return
        status, _ = self.stop()
        check(status == 0, f"the server ended with status {status}:\n{self.said()[-3000:]}")
        if self.clock:
            self.clock.close()

    def program(self):
        """The words that start it, up to its own arguments."""
        given = preload.environment(self.clock)
        return [*TIED, "env", *(f"{name}={text}" for name, text in given.items()), HOLECARD]

    def kept_at(self):
        """Where the program finds its store."""
        return self.store

    def start(self):
        """Starts it, where it was before."""
        if self.moved and preload.LIBRARY and not self.clock:
            self.clock = preload.Clock(f"clock-{next(_numbers)}")
        place = f"fd:{self.listener.fileno()}" if self.listener else f"{self.host}:{self.port}"
        keep = [] if "--no-save" in self.words else ["--store", self.kept_at()]
        fast = [] if self.limited else ["messages_per_second=100000", "comings_per_minute=1000000",
                                       "lists_per_minute=1000000"]
        with open(self.said_path, "a", encoding="utf-8") as said:
            self.process = subprocess.Popen(
                [*self.program(), "serve", "--listen", place,
                 "--metrics", f"{own_address()}:{self.port + METRICS}", *keep, *fast, *self.words],
                stdout=subprocess.PIPE, stderr=said, text=True,
                preexec_fn=use_one_processor if self.clock else None,
                pass_fds=[self.listener.fileno()] if self.listener else [])
        if self.clock:
            self.clock.attach()
            still.append(self)
        self.first = self.process.stdout.readline()
        check("listening on" in self.first, f"the server does not start:\n{self.said()[-3000:]}")
        self.tables = int(self.first.split(", ")[1].split()[0])

    def _finish(self):
        while self.clock and self.clock.program:
            self.turn()
        status = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        preload.lines -= self.lines
        self.lines, self.unread = set(), set()
        if self in still:
            still.remove(self)
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
        """Ends it as an operator would; gives its status and the seconds of its time that it took."""
        start = self.now()
        self.send_signal(by)
        return self._finish(), self.now() - start

    def hold(self):
        """Stops every thread of it where it is, until resume()."""
        if self.clock and not self.clock.is_answered:
            self.clock.idle()  # so that the clocks can be moved meanwhile
        if self.clock:
            self.clock.stop()
        self.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)

    def resume(self):
        self.send_signal(signal.SIGCONT)
        if self.clock:
            self.clock.go_on()

    def said(self):
        """All that it has complained about."""
        with open(self.said_path, encoding="utf-8") as file:
            return file.read()

    def niceness(self):
        """How much each thread of the program lets others go first; the first is the loop's."""
        tasks = f"/proc/{self.process.pid}/task"
        stats = []
        for task in sorted(os.listdir(tasks), key=int):
            with open(f"{tasks}/{task}/stat", encoding="utf-8") as file:
                name, numbers = file.read().split("(", 1)[1].rsplit(")", 1)
            if name != "watcher":  # preload.c brings it along
                stats.append(int(numbers.split()[16]))
        return stats

    # ---- The clocks ----------------------------------------------------------------------------

    def now(self):
        """Its steady clock in seconds."""
        return self.clock.steady_us / 1e6 if self.clock else time.monotonic()

    def now_ms(self):
        """Its wall clock in milliseconds."""
        return self.clock.wall_us // 1000

    def limit(self, seconds=None):
        """A function that says whether a wait is over: after so many seconds of its time, an hour
        unless given, or after PATIENCE when nothing goes on."""
        start, real = self.now(), time.monotonic()
        most = (HOUR_S if self.clock else PATIENCE) if seconds is None else seconds
        return lambda: self.now() - start > most or time.monotonic() - real > PATIENCE

    def turn(self, *lines):
        """For a test that waits. Returns when something has come on one of these lines, when the
        clocks have been moved to the next moment that the server waits for, or soon."""
        lines = [line for line in lines if not line.ended]
        if lines and select.select(lines, [], [], SOON_S)[0]:
            return
        deadline_us = self._moment(lines)
        if (deadline_us not in (None, math.inf) and not self.unread
                and not any(line.came for line in lines)):
            self.move((deadline_us - self.clock.steady_us) / 1e6)

    def move(self, seconds, wall=None):
        """Moves its clocks forward; the wall clock by `wall` seconds if that is given."""
        with contextlib.suppress(ConnectionError):  # it has just ended, which _moment() finds
            self.clock.move(round(seconds * 1e6), None if wall is None else round(wall * 1e6))
        self.asked_at = preload.acts()

    def settle(self):
        """Waits until the server is idle and nothing is under way; everything that was sent to the
        test is fetched. Gives the steady time in microseconds that the server waits for, inf if it
        waits for none, or has ended."""
        end = time.monotonic() + PATIENCE
        while self.clock.program:
            deadline_us = self._moment()
            if deadline_us is not None:
                return deadline_us
            check(time.monotonic() < end, "something stays under way")
        return math.inf

    def pass_time(self, seconds):
        """Lets time pass, with everything that happens meanwhile."""
        end_us = self.clock.steady_us + round(seconds * 1e6)
        while True:
            deadline_us = self.settle()
            if self.clock.steady_us >= end_us or not self.clock.program:
                return
            self.move((min(end_us, deadline_us) - self.clock.steady_us) / 1e6)

    def _moment(self, lines=()):
        """Waits until the server is idle, or something comes on these lines. Gives the steady time in
        microseconds that it waits for, inf if for none; None if something is still under way."""
        clock = self.clock
        if not clock or not clock.program:
            return None
        if len(preload.running) > 1:
            span_us = preload.settle()
            if not clock.program:
                return None
            return math.inf if span_us is None else clock.steady_us + span_us
        try:
            if clock.is_answered:
                self.asked_at = preload.acts()
                clock.ask()
            came = select.select([*lines, clock.program], [], [], PATIENCE)[0]
            if clock.program not in came or len(came) > 1:
                return None
            deadline_us, _, _, read, written = clock.take_answer()
        except (EOFError, ConnectionError):
            clock.detach()
            return None
        for line in list(self.lines):
            line.fetch()
        counts = [sum(line.sent for line in self.lines), sum(line.received for line in self.lines)]
        if self.asked_at == preload.acts() and counts == [read, written]:
            return math.inf if deadline_us < 0 else max(deadline_us, clock.steady_us)
        select.select(list(self.lines), [], [], SOON_S)
        return None

    # ---- HTTP ----------------------------------------------------------------------------------

    def request(self, method, path, body=None, headers=None, port=None):
        """A plain request: status, bytes, headers."""
        connection = http.client.HTTPConnection(self.host, port or self.port)
        connection.sock = Line().connect(self, port)
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
    done = subprocess.run([HOLECARD, *words], capture_output=True, text=True, timeout=PATIENCE,
                          env={**os.environ, **preload.environment()})
    return done.returncode, done.stdout, done.stderr
