# SPDX-License-Identifier: MIT
"""preload.py: gives a program under test its entropy and its time (preload.c).

Entropy follows from HC_SEED and the number of the start. With a Clock, time stands still for the
program until the test moves it; pass_time() moves it to the next thing that the program waits for,
and only when nothing else can happen.
"""
import contextlib
import itertools
import os
import socket

SEED = int(os.environ.get("HC_SEED", "1"))
LIBRARY = os.environ.get("HC_PRELOAD")  # None, as in a benchmark: programs have the system's
PATIENCE = float(os.environ.get("HC_PATIENCE", "60"))
START_US = 1_767_225_600_000_000  # 2026-01-01 00:00:00 UTC, where every clock begins

_starts = itertools.count(1)


def environment(clock=None):
    """What a program gets besides its usual environment. Each call gives other entropy."""
    if not LIBRARY:
        return {}
    given = {"LD_PRELOAD": LIBRARY, "HC_ENTROPY": f"{SEED} {next(_starts)}"}
    if clock:
        given["HC_TIME"] = clock.path
    return given


class Clock:
    """The clocks of one program. They go on from where they are when the program is started again.
    `path` is a socket, best without folders, since a system takes about a hundred characters."""

    def __init__(self, path, wall_us=START_US):
        self.path = path
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

    def detach(self):
        """Forgets the program; it has ended."""
        if self.program:
            self.lines.close()
            self.program.close()
        self.program = None

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

    def pass_time(self, sent, received):
        """Moves the clocks to the next time that the program waits for, if it is idle and nothing is
        under way: the test has sent and received so many bytes. Says whether they were moved. False:
        there is something to receive, or the program waits for no time at all."""
        deadline_us, read, written = self.idle()
        if (read, written) != (sent, received) or deadline_us < 0:
            return False
        self.move(max(0, deadline_us - self.steady_us))
        return True
