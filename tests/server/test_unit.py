# SPDX-License-Identifier: MIT
"""test_unit.py: the program under the filters of the unit that is shipped.

What it needs it has: its machine's addresses, a PostgreSQL behind a socket, threads in order. Each
forbidden call is refused, and is not refused when its line is taken out of the unit, so the filters
are in force. HC_POSTGRES is the address of a server of PostgreSQL.
"""
import errno
import json
import mmap
import os
import re
import socket
import sys

import confine
from crowd import Crowd
from guest import Guest
from server import TIED, Server
from trial import check, main, wait_until

FOLDER = os.path.dirname(os.path.abspath(__file__))
UNIT = confine.read_unit(os.path.join(FOLDER, "../../dist/holecard.service.in"))
POSTGRES = os.environ["HC_POSTGRES"]


def without(name, word):
    """The unit less one word of a line; less the line if no other word is left."""
    unit = {name: list(values) for name, values in UNIT.items()}
    values = [" ".join(w for w in value.split() if w != word) for value in unit[name]]
    check(values != unit[name], f"{word} is not in {name}= of the unit")
    unit[name] = [value for value in values if value not in ("", "~")]
    if not unit[name]:
        del unit[name]
    return unit


class Service(Server):
    """A server under the filters of a unit. A forbidden call ends it, unless the unit is not ours.
    After its end `told` is what it said after its first line."""

    def __init__(self, *words, unit=UNIT, address=None, **more):
        super().__init__(*words, **more)
        self.unit, self.address, self.told = unit, address, ""

    def kept_at(self):
        return self.address or super().kept_at()

    def program(self):
        path = self.said_path + ".unit"
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"{name}={value}\n" for name, values in self.unit.items()
                            for value in values)
        # A process that looks for leaks is a debugger of the others, which the unit forbids.
        return [*TIED, "env", f"ASAN_OPTIONS={os.environ.get('ASAN_OPTIONS', '')}:detect_leaks=0",
                sys.executable, "-B", os.path.join(FOLDER, "confine.py"),
                *(["--deadly"] if self.unit is UNIT else []), path,
                *super().program()[len(TIED):]]

    def _finish(self):
        self.told = self.process.stdout.read()
        return super()._finish()


# ---- What it needs ------------------------------------------------------------------------------

def said_of_addresses(unit):
    with socket.create_server(("0.0.0.0", 0)) as listener:
        with Service(listener=listener, unit=unit) as service:
            check(service.health()[0] == 200, "it does not answer")
    return re.sub(r":\d+", ":PORT", service.told)


def addresses_are_named():
    """It names the addresses of its machine, and warns that nothing is encrypted, as it does without
    the unit. A unit that hides them does not make it say that nobody can come in."""
    free = said_of_addresses({})
    print(free)
    check(("play --join" in free) == ("nothing is encrypted" in free), "it does not warn")
    check(said_of_addresses(UNIT) == free, "under the unit it says something else")
    hidden = said_of_addresses(without("RestrictAddressFamilies", "AF_NETLINK"))
    check("does not say at which address" in hidden and "nothing is encrypted" in hidden
          and "only people" not in hidden, f"with hidden addresses: {hidden}")


def postgres_by_socket():
    """A table is stored in a PostgreSQL of this machine, and is there after a restart."""
    with Service(address=POSTGRES) as service:
        guest = Guest(service)
        table = guest.must("create", game="two")["table"]
        guest.close()
        service.stop()
        service.start()
        check(service.room(table)["game"] == "two", "the table is lost")


def threads_are_in_order():
    """Threads that think stand behind the others, as they do without the unit. Where the system
    refuses that, the program says so."""
    orders = []
    for unit in ({}, UNIT):
        with Service(unit=unit) as service:
            guest = Guest(service)
            guest.must("leaders", game="two")
            thinkers = len(os.sched_getaffinity(service.process.pid))
            behind = 3 + min(thinkers, 16)  # as in test_hostile.py
            wait_until(lambda: len(order := service.niceness()) == 3 + behind
                       and order.count(max(order)) == behind, f"{behind} threads stand behind")
            orders.append(sorted(service.niceness()))
            guest.close()
        check("sched_setattr" not in service.said(), service.said())
    print(f"nice: {orders[1]}")
    check(orders[0] == orders[1], f"nice is {orders[0]} without the unit, {orders[1]} with it")
    with Service(unit=without("SystemCallFilter", "sched_setattr")) as service:
        check(len(set(service.niceness())) == 1, "a refused call has changed threads")
    check("sched_setattr: Operation not permitted" in service.said(), f"it says: {service.said()}")


def people_play():
    """People and bots play; nothing of what the program does meanwhile is forbidden."""
    with Service() as service:
        crowd = Crowd(service)
        crowd.table("shed", people=2, bots=["search:200"])
        crowd.table("two", people=1, bots=["greedy"])
        crowd.play_on(20, "under the filters")
    crowd.leave()


# ---- What it may not ----------------------------------------------------------------------------

def call(name, *arguments):
    """The number of the error of a call, 0 if there was none."""
    number = confine.seccomp.seccomp_syscall_resolve_name(name.encode())
    values = [a if isinstance(a, bytes) else confine.ctypes.c_long(a) for a in arguments]
    return confine.ctypes.get_errno() if confine.libc.syscall(number, *values) == -1 else 0


# Each row: a name in the unit, a call that its line forbids, and its error.
FORBIDDEN = [
    ("SystemCallFilter", ("ptrace", 0, 0, 0, 0), errno.EPERM),  # outside of @system-service
    ("SystemCallFilter", ("setpriority", 0, 0, 5), errno.EPERM),
    ("SystemCallFilter", ("chown", b".", -1, -1), errno.EPERM),
    ("RestrictAddressFamilies", ("socket", socket.AF_PACKET, socket.SOCK_RAW, 0),
     errno.EAFNOSUPPORT),
    ("MemoryDenyWriteExecute", ("mmap", 0, 4096, 7, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0),
     errno.EPERM),
    ("LockPersonality", ("personality", 8), errno.EPERM),
    ("RestrictSUIDSGID", ("chmod", b"file", 0o4700), errno.EPERM),
]


def error_of(unit, row):
    """The error of a row's call in a process that the unit confines."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        confine.confine(unit)
        os.write(writer, json.dumps(call(*row)).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as file:
        said = file.read()
    os.waitpid(child, 0)
    return json.loads(said)


def forbidden_is_refused():
    with open("file", "w", encoding="utf-8"):
        pass
    for name, row, error in FORBIDDEN:
        got = error_of(UNIT, row)
        check(got == error, f"{name}=: {row[0]} gives error {got} instead of {error}")
        free = {key: values for key, values in UNIT.items() if key != name}
        check(error_of(free, row) != error, f"without {name}= {row[0]} is refused by something else")


main(addresses_are_named, postgres_by_socket, threads_are_in_order, people_play,
     forbidden_is_refused)
