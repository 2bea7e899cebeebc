# SPDX-License-Identifier: MIT
"""preload.py: gives a program under test its entropy and its time (preload.c).

Entropy follows from HC_SEED and the number of the start. With a Clock, time stands still for the
program until the test moves it. settle() waits until nothing else can happen than that time passes, and
says how long until the next thing that a program waits for; pass_time() lets so much time pass.
"""
import contextlib
import itertools
import os
import select
import socket
import time

from own_address import own_address

SEED = int(os.environ.get("HC_SEED", "1"))
LIBRARY = os.environ.get("HC_PRELOAD")  # None, as in a benchmark: programs have the system's
PATIENCE = float(os.environ.get("HC_PATIENCE", "60"))
START_US = 1_767_225_600_000_000  # 2026-01-01 00:00:00 UTC, where every clock begins

HOUR_US = 3600 * 1_000_000  # of moved time: what has not come by then does not come
SOON_S = 0.001  # what is under way has mostly arrived by then; only speed depends on it

_starts = itertools.count(1)
running = []   # the clocks of all programs that run and share one time
lines = set()  # connections of the test to them; fetch() takes what has come there
_acts = 0      # what the test has done to them


def environment(clock=None):
    """What a program gets besides its usual environment. Each call gives other entropy."""
    if not LIBRARY:
        return {}
    given = {"LD_PRELOAD": LIBRARY, "HC_ENTROPY": f"{SEED} {next(_starts)}"}
    if clock:
        given["HC_TIME"] = clock.path
    return given


def act():
    """Notes that the test has done something to a program. acts() says how often it has."""
    global _acts
    _acts += 1


def acts():
    return _acts


def _is_quiet():
    """Whether nothing is under way on TCP connections of this test's address: all that was sent has
    come, and all that has come was read. A socket that listens counts connections to be accepted."""
    own = socket.inet_aton(own_address())[::-1].hex().upper()
    with open("/proc/net/tcp", encoding="ascii") as file:
        next(file)
        for row in file:
            _, local, remote, _, queues = row.split()[:5]
            if own in (local[:8], remote[:8]) and queues != "00000000:00000000":
                return False
    return True


def _ask_all():
    """What each program says when it is idle. One that has ended is left out from now on."""
    answers = []
    for clock in list(running):
        try:
            answers.append((clock, *clock.idle()))
        except EOFError:
            clock.detach()
    return answers


def settle():
    """Waits until all programs are idle and nothing is under way between them, or to the test. Gives in
    how many microseconds the next thing happens that one of them waits for; None if none waits."""
    answers = _ask_all()
    while len(answers) + len(lines) > 1:
        for line in list(lines):
            line.fetch()
        before, is_quiet = answers, _is_quiet()
        answers = _ask_all()
        if is_quiet and answers == before:
            break
        time.sleep(0 if is_quiet else SOON_S)
    spans = [max(0, until - clock.steady_us) for clock, until, _, _ in answers if until >= 0]
    return min(spans, default=None)


def pass_time(us):
    """Moves the clocks of all programs. Nothing may be under way."""
    act()
    for clock in running:
        clock.move(us)


def wait_to_read(file):
    """Lets time pass until something can be read from a file, as what a program says."""
    moved_us = 0
    while not select.select([file], [], [], 0 if running else PATIENCE)[0]:
        span_us = settle()
        if not select.select([file], [], [], 0)[0]:
            if span_us is None or moved_us > HOUR_US:
                raise TimeoutError("nothing comes")
            moved_us += span_us
            pass_time(span_us)


class Clock:
    """The clocks of one program. They go on from where they are when the program is started again.
    `path` is a socket, best without folders, since a system takes about a hundred characters. A clock
    that is `alone` does not share the time of the others."""

    def __init__(self, path, wall_us=START_US, alone=False):
        self.path, self.alone = path, alone
        self.wall_us, self.steady_us = wall_us, 1_000_000_000
        self.program, self.lines, self.is_answered = None, None, True
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(1)
        self.listener.settimeout(PATIENCE)

    def attach(self):
        """Waits for the program, which has just been started, and tells it the time."""
        self.detach()
        self.program, _ = self.listener.accept()
        self.program.settimeout(PATIENCE)
        self.lines = self.program.makefile("r", encoding="ascii")
        self._tell()
        self.go_on()

    def detach(self):
        """Forgets the program; it has ended."""
        self.stop()
        if self.program:
            self.lines.close()
            self.program.close()
        self.program = None

    def stop(self):
        """The program stands still itself: nothing waits for it until go_on()."""
        if self in running:
            running.remove(self)

    def go_on(self):
        if not self.alone:
            running.append(self)

    def close(self):
        self.detach()
        self.listener.close()
        os.unlink(self.path)

    def _tell(self):
        with contextlib.suppress(ConnectionError):  # take_answer() says that it has ended
            self.program.sendall(f"{self.wall_us} {self.steady_us}\n".encode())
        self.is_answered = False

    def ask(self):
        """Asks the program to answer when it is idle; the answer makes `program` readable."""
        if self.is_answered:
            self._tell()

    def take_answer(self):
        """Waits until the program is idle. Gives the steady time in microseconds that it waits for
        (-1: it waits for none), and the counts of its bytes: read and written so far, and of these
        what belongs to connections that it has accepted and not closed."""
        try:
            line = self.lines.readline()
        except ConnectionError:
            line = ""
        if not line:
            raise EOFError("the program has ended")
        self.is_answered = True
        return tuple(map(int, line.split()))

    def idle(self):
        """The same for all TCP connections: the deadline, read, and written."""
        self.ask()
        return self.take_answer()[:3]

    def move(self, us=0, wall_us=None):
        """Moves both clocks forward; the wall clock by `wall_us` if that is given."""
        if not self.is_answered:
            self.idle()
        self.steady_us += us
        self.wall_us += us if wall_us is None else wall_us
        self._tell()
