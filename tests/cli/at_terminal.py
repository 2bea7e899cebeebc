#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""at_terminal.py: runs a program at a terminal of its own, and does what a person would.

    at_terminal.py STEPS PROGRAM [ARGUMENT]...

STEPS is a file with one step a line: "see TEXT" waits until the text appears behind what was seen
before; "type TEXT" types it with Enter; "key ctrl-c" or "key ctrl-d" presses that; "kill SIGNAL" sends a
signal; "run COMMAND" runs that in a shell. Then the program must end by itself. What it printed goes
to standard output; the status is the program's, 128 and the signal if a signal ended it, or 99 if a
text did not come.

Time stands still for the program. It goes on to the next thing that the program waits for when a text
has not come, the program is idle and nothing is under way. HC_START is the number of the start: the entropy
follows from it, and each start begins an hour later than the one before.
"""

import contextlib
import os
import select
import signal
import subprocess
import sys

import preload

HOUR_US = 3600 * 1000000  # a text comes within so much time of the program, or not at all
KEYS = {"ctrl-c": b"\x03", "ctrl-d": b"\x04"}


class Sitting:
    """A program at a terminal, and what it has printed."""

    def __init__(self, words, clock, environment):
        self.terminal, self.keyboard = os.openpty()
        self.clock = clock
        self.seen, self.at = bytearray(), 0
        self.child = os.fork()
        if self.child == 0:
            os.close(self.terminal)
            os.login_tty(self.keyboard)
            os.execve(words[0], words, environment)
        self.coming, self.going = select.poll(), select.poll()
        self.coming.register(self.terminal, select.POLLIN)
        self.going.register(self.keyboard, select.POLLIN)
        clock.attach()
        self.has_ended = False

    def settle(self):
        """Waits until the program is idle. Returns how long it waits (-1: for ever), or None if it
        has printed something or ended. Polling makes the kernel pass on what is under way."""
        length, deadline_us = len(self.seen), None
        self.going.poll(0)
        try:
            if not self.has_ended:
                deadline_us, _, _ = self.clock.idle()
        except EOFError:
            self.has_ended = True
        while self.coming.poll(0):
            self.seen += os.read(self.terminal, 65536)
        if self.has_ended or len(self.seen) > length:
            return None
        return max(0, deadline_us - self.clock.steady_us) if deadline_us >= 0 else -1

    def wait(self, is_so, what):
        moved_us = 0
        while not is_so():
            if self.has_ended:
                raise TimeoutError(what)
            span_us = self.settle()
            if span_us is None:
                continue
            if span_us < 0 or moved_us > HOUR_US:
                raise TimeoutError(what)
            moved_us += span_us
            self.clock.move(span_us)

    def do(self, step):
        verb, _, text = step.partition(" ")
        while self.settle() is None and not self.has_ended:
            pass
        if verb == "see":
            self.wait(lambda: self.seen.find(text.encode(), self.at) >= 0, f'"{text}" did not come')
            self.at = self.seen.find(text.encode(), self.at) + len(text.encode())
        elif verb == "type":
            os.write(self.terminal, text.encode() + b"\n")
        elif verb == "key":
            os.write(self.terminal, KEYS[text])
        elif verb == "kill":
            os.kill(self.child, getattr(signal, "SIG" + text))
        elif verb == "run":
            subprocess.run(text, shell=True, check=True)
        else:
            raise ValueError(f"there is no step {verb}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        steps = [line.rstrip("\n") for line in file if line.strip()]
    start, problem = os.environ["HC_START"], None
    os.environ["HC_START"] += ".1"  # for a program that a step runs
    begin_us = preload.START_US + round(float(start) * HOUR_US)
    with contextlib.closing(preload.Clock(f"start{start}.clock", begin_us)) as clock:
        sitting = Sitting(sys.argv[2:], clock, {**os.environ, **preload.environment(clock),
                                                "HC_ENTROPY": f"{preload.SEED} {start}"})
        try:
            for step in steps:
                sitting.do(step)
            sitting.wait(lambda: sitting.has_ended, "the program did not end")
        except TimeoutError as error:
            problem = error
            os.kill(sitting.child, signal.SIGKILL)
    _, status = os.waitpid(sitting.child, 0)
    sys.stdout.buffer.write(bytes(sitting.seen).replace(b"\r\n", b"\n"))
    sys.stdout.flush()
    if problem:
        print(f"at_terminal.py: {problem}", file=sys.stderr)
        return 99
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
