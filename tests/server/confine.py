# SPDX-License-Identifier: MIT
"""confine.py: what a unit of systemd forbids, forbidden without systemd.

  confine.py [--deadly] UNIT WORD…   runs a program as the unit UNIT would

These lines of the unit are obeyed: CapabilityBoundingSet= (empty), SystemCallFilter=,
SystemCallErrorNumber=, RestrictAddressFamilies=, MemoryDenyWriteExecute=, LockPersonality= and
RestrictSUIDSGID=. The other lines need namespaces or a user of their own. systemd-analyze says which
calls are in a group such as @system-service. libseccomp installs the filters; like systemd, one for
each line. With --deadly a forbidden call ends the program instead of failing, so that none is missed.
"""
import ctypes
import errno
import mmap
import os
import socket
import subprocess
import sys

ALLOW, KILL, FAIL = 0x7FFF0000, 0x80000000, 0x00050000  # FAIL: added to the number of the error
NE, GE, EQ, MASKED_EQ = 1, 5, 4, 7
FAMILIES_MAX = 64  # more than any system has
SUID_SGID = (0o4000, 0o2000)
# Calls that take the mode of a file, and which of their arguments it is.
MODES = {"chmod": 1, "fchmod": 1, "fchmodat": 2, "creat": 1, "open": 2, "openat": 3, "mkdir": 1,
         "mkdirat": 2, "mknod": 1, "mknodat": 2}
SHM_EXEC = 0o100000
PR_CAPBSET_DROP, CAPABILITIES_MAX = 24, 64

libc = ctypes.CDLL(None, use_errno=True)
seccomp = ctypes.CDLL("libseccomp.so.2", use_errno=True)
seccomp.seccomp_init.restype = ctypes.c_void_p


class Argument(ctypes.Structure):
    """A condition on an argument of a call: its place from 0, and how it compares."""
    _fields_ = [("place", ctypes.c_uint), ("how", ctypes.c_int), ("a", ctypes.c_uint64),
                ("b", ctypes.c_uint64)]


class Filter:
    """Calls that match no rule get `otherwise`."""

    def __init__(self, otherwise):
        self.context = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(otherwise)))

    def add(self, action, call, *conditions):
        """A rule. Calls that this system does not have are left out."""
        number = seccomp.seccomp_syscall_resolve_name(call.encode())
        if number >= 0:
            rows = (Argument * len(conditions))(*conditions)
            check(seccomp.seccomp_rule_add_array(self.context, ctypes.c_uint32(action), number,
                                                 len(rows), rows), f"the rule of {call}")

    def install(self):
        check(seccomp.seccomp_load(self.context), "a filter")
        seccomp.seccomp_release(self.context)


def check(result, what):
    if result < 0:
        sys.exit(f"confine.py: {what} is refused: {os.strerror(-result)}")


# ---- The unit -----------------------------------------------------------------------------------

def read_unit(path):
    """The values of each name in the unit, in the order of its lines."""
    unit = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if "=" in line and not line.startswith("#"):
                name, value = line.strip().split("=", 1)
                unit.setdefault(name, []).append(value)
    return unit


def read_groups():
    """The members of each group of calls: calls, or other groups."""
    text = subprocess.run(["systemd-analyze", "--no-pager", "syscall-filter"], check=True,
                          capture_output=True, text=True).stdout
    groups, members = {}, None
    for line in text.splitlines():
        word = line.strip()
        if line.startswith("@"):
            members = groups[word] = []
        elif line.startswith(" ") and not word.startswith("#"):
            members.append(word)
    return groups


def expand(words, groups):
    calls = set()
    for word in words:
        calls |= expand(groups[word], groups) if word.startswith("@") else {word}
    return calls


def allowed_calls(lines):
    """What the lines of SystemCallFilter= leave, one after the other."""
    groups = read_groups()
    calls = set()
    if lines[0].startswith("~") or ":" in " ".join(lines):
        sys.exit("confine.py: such a SystemCallFilter= is not understood")
    for line in lines:
        named = expand(line.lstrip("~").split(), groups)
        calls = calls - named if line.startswith("~") else calls | named
    return calls | expand(["@default"], groups)


# ---- Filters ------------------------------------------------------------------------------------

def filter_families(words, refuse):
    allowed = {int(getattr(socket, word)) for word in words}
    families = Filter(ALLOW)
    for family in set(range(FAMILIES_MAX)) - allowed:
        families.add(refuse(errno.EAFNOSUPPORT), "socket", Argument(0, EQ, family))
    families.add(refuse(errno.EAFNOSUPPORT), "socket", Argument(0, GE, FAMILIES_MAX))
    return families


def filter_memory(refuse):
    memory = Filter(ALLOW)
    both = mmap.PROT_WRITE | mmap.PROT_EXEC
    for call, bits in (("mmap", both), ("mprotect", mmap.PROT_EXEC),
                       ("pkey_mprotect", mmap.PROT_EXEC), ("shmat", SHM_EXEC)):
        memory.add(refuse(errno.EPERM), call, Argument(2, MASKED_EQ, bits, bits))
    return memory


def filter_modes(refuse):
    modes = Filter(ALLOW)
    for call, place in MODES.items():
        for bit in SUID_SGID:
            modes.add(refuse(errno.EPERM), call, Argument(place, MASKED_EQ, bit, bit))
    return modes


def filter_personality(refuse):
    personality = Filter(ALLOW)
    now = libc.personality(0xFFFFFFFF)
    personality.add(refuse(errno.EPERM), "personality", Argument(0, NE, now))
    return personality


def filter_calls(lines, number, refuse):
    calls = Filter(refuse(number))
    allowed = allowed_calls(lines)
    for call in allowed:
        calls.add(ALLOW, call)
    if not allowed & {"fchown"} and refuse(number) == KILL and not os.geteuid():
        calls.add(FAIL | number, "fchown")  # SQLite tries it for root, which no service is
    return calls


def confine(unit, deadly=False):
    """Forbids this process, and those that it starts, what the unit forbids."""
    def refuse(number):
        return KILL if deadly else FAIL | number

    def says(name):
        return unit.get(name) == ["yes"]

    filters = []
    if says("LockPersonality"):
        filters.append(filter_personality(refuse))
    if says("MemoryDenyWriteExecute"):
        filters.append(filter_memory(refuse))
    if says("RestrictSUIDSGID"):
        filters.append(filter_modes(refuse))
    if "RestrictAddressFamilies" in unit:
        filters.append(filter_families(unit["RestrictAddressFamilies"][-1].split(), refuse))
    if "SystemCallFilter" in unit:  # last: it forbids to install filters
        number = getattr(errno, unit["SystemCallErrorNumber"][-1])
        filters.append(filter_calls(unit["SystemCallFilter"], number, refuse))
    if unit.get("CapabilityBoundingSet") == [""]:
        for capability in range(CAPABILITIES_MAX):  # refused to all but root, who alone has them
            libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    for one in filters:
        one.install()


if __name__ == "__main__":
    words = sys.argv[1:]
    is_deadly = words[0] == "--deadly"
    confine(read_unit(words[is_deadly]), is_deadly)
    os.execvp(words[is_deadly + 1], words[is_deadly + 1:])
