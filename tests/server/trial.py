# SPDX-License-Identifier: MIT
"""trial.py: what a test needs before there is a server: facts that must hold, patience, and a seed.

A test is a function without arguments. main() runs the tests of a file: all of them, or the ones
named on the command line. HC_SEED is the seed of the run.

Nothing waits for a fixed time and hopes: a test waits until something is so. Where a server's clocks
stand still (server.py), waiting moves them, and a test gives up after an hour of the server's time.
PATIENCE seconds of real time end what hangs.
"""
import os
import sys
import time
import traceback

HOLECARD = os.environ["HOLECARD"]
PATIENCE = float(os.environ.get("HC_PATIENCE", "200"))
# A program with sanitizers does a quarter as much in the same time.
SLOWER = 4 if "asan" in HOLECARD or os.environ.get("HC_SLOW") else 1

SEED = int(os.environ.get("HC_SEED", "1"))


class Failure(Exception):
    """What should have happened, and did not."""


def check(holds, what):
    if not holds:
        raise Failure(what)


still = []  # the servers that run with clocks that stand still


measured = []  # figures that two runs of one seed need not share; they are printed in the last line


def wait_until(is_so, what, seconds=PATIENCE):
    """Asks until the answer is true, and returns it. Time passes for servers whose clocks stand still;
    where there is none, other programs are waited for."""
    limits = [server.limit() for server in still]
    end = time.monotonic() + seconds
    while not (answer := is_so()):
        check(not any(limit() for limit in limits) and time.monotonic() < end,
              f"it does not become so that {what}")
        for server in still:
            server.turn()
        if not still:
            time.sleep(0.005)
    return answer


def main(*tests):
    """Runs the tests, says what they took, and ends the program."""
    names = sys.argv[1:] or os.environ.get("HC_TEST", "").split()
    unknown = set(names) - {test.__name__ for test in tests}
    if unknown:
        sys.exit(f"there is no test {', '.join(unknown)} in this file")
    print(f"HC_SEED={SEED}", flush=True)
    failures, took = 0, []
    for test in tests:
        if names and test.__name__ not in names:
            continue
        start = time.monotonic()
        try:
            test()
            verdict = "ok  "
        except Exception:  # whatever it is, the other tests still run
            failures += 1
            verdict = "FAIL"
            traceback.print_exc(file=sys.stdout)
        took.append(f"{test.__name__} {time.monotonic() - start:.1f} s")
        print(f"{verdict}  {test.__name__}", flush=True)
    print("measured:", "; ".join([*measured, *took]))  # all other lines are those of every run
    sys.exit(1 if failures else 0)
