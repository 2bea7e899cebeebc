#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""at_terminal.py: runs a program at a terminal of its own, and does what a person would.

    at_terminal.py STEPS PROGRAM [ARGUMENT]...

STEPS is a file with one step a line: "see TEXT" waits until the text appears behind what was seen
before; "type TEXT" types it with Enter; "key ctrl-c" or "key ctrl-d" presses that; "kill SIGNAL" sends a
signal; "run COMMAND" runs that in a shell. Then the program must end by itself. What it printed goes to standard output; the status is the program's, 128 and
the signal if a signal ended it, or 99 if a text did not come.
"""

import os
import pty
import select
import signal
import subprocess
import sys
import time

WAIT_S = 20
KEYS = {"ctrl-c": b"\x03", "ctrl-d": b"\x04"}


def read_some(terminal, seen, until):
    """Adds what the program prints; False when it has ended or nothing comes any more."""
    ready, _, _ = select.select([terminal], [], [], max(0.0, until - time.monotonic()))
    if not ready:
        return False
    try:
        more = os.read(terminal, 65536)
    except OSError:
        return False
    seen += more
    return bool(more)


def do(step, child, terminal, seen, at):
    """Does one step and returns up to where the output was seen."""
    verb, _, text = step.partition(" ")
    if verb == "see":
        until = time.monotonic() + WAIT_S
        while seen.find(text.encode(), at) < 0:
            if not read_some(terminal, seen, until):
                raise TimeoutError(f'"{text}" did not come')
        return seen.find(text.encode(), at) + len(text.encode())
    if verb == "type":
        os.write(terminal, text.encode() + b"\n")
    elif verb == "key":
        os.write(terminal, KEYS[text])
    elif verb == "kill":
        os.kill(child, getattr(signal, "SIG" + text))
    elif verb == "run":
        subprocess.run(text, shell=True, check=True)
    else:
        raise ValueError(f"there is no step {verb}")
    return at


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        steps = [line.rstrip("\n") for line in file if line.strip()]
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.argv[2], sys.argv[2:])
    seen, at, problem = bytearray(), 0, None
    try:
        for step in steps:
            at = do(step, child, terminal, seen, at)
        until = time.monotonic() + WAIT_S
        while read_some(terminal, seen, until):
            pass
        if time.monotonic() >= until:
            raise TimeoutError("the program did not end")
    except TimeoutError as error:
        problem = error
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    sys.stdout.buffer.write(bytes(seen).replace(b"\r\n", b"\n"))
    sys.stdout.flush()
    if problem:
        print(f"at_terminal.py: {problem}", file=sys.stderr)
        return 99
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
