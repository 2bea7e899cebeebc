# SPDX-License-Identifier: MIT
"""test_upgrade.py: a cluster goes over to the next version of the tables, process by process, while
people play. HC_BEFORE is the program with the version before: this one, built without the last step
of its tables; or another one that is named there, as the last release."""
import os

from cluster import Process, ask, begin
from contextlib import ExitStack
from disk import check_store
from server import run
from test_trouble import KINDS, WORDS, check_book, report
from trial import HOLECARD, SLOWER, check, main
from wanderers import Town

BEFORE = os.environ["HC_BEFORE"]
TABLES = 12 if SLOWER == 1 else 4


def version():
    return int(ask("SELECT value FROM holecard.meta WHERE name = 'version'"))


def tables_move_to_the_next_version():
    begin()
    with ExitStack() as stack:
        processes = [stack.enter_context(Process(name, *WORDS, holecard=BEFORE))
                     for name in ("one", "two")]
        old = version()
        town = Town(processes, pause_s=0.05 * SLOWER)
        for number in range(TABLES):
            town.seat(processes[number % 2], *KINDS[number % len(KINDS)])
        town.go_on(5, "before")
        processes.append(stack.enter_context(Process("three", *WORDS)))
        check(version() == old + 1, f"the tables had version {old}, and have {version()} now")
        town.go_on(5, "while the old ones serve beside the new one")
        processes[1].kill()
        processes[1].lapse()
        town.go_on(5, "after an old one was killed")
        processes[1].start()  # going back is possible
        town.seat(processes[1], *KINDS[0])
        town.go_on(5, "with an old one that came last")
        for place in (0, 1):
            old_one = processes[place]
            check(old_one.stop()[0] == 0, f"it does not end in order: {old_one.said()[-2000:]}")
            town.go_on(5, "after an old one has ended")
            old_one.holecard = HOLECARD
            old_one.start()
        town.go_on(5, "with new ones alone")
        town.come_back()
        status, out, why = run("store", "copy", processes[0].addresses[0], "copy.db")
        check(status == 0, f"the database cannot be copied: {out}{why}")
    check_store("copy.db")
    report(town, check_book(town.book, "copy.db"))


if __name__ == "__main__":
    main(tables_move_to_the_next_version)
