# SPDX-License-Identifier: MIT
"""
test_disk.py: a disk that is full, and one that cannot be written at all, under a running server.
Commands are refused as not stored, nobody is told of anything that is not on the disk, and when there
is room again play goes on without a restart.

The full disk is a small file system of its own where the test may mount one. Elsewhere, and for the
disk that takes nothing, the system is told that no file of the server may grow.
"""
import os
import resource
import subprocess
import time

from chaos import (PROGRAM, SLOWER, Crowd, Server, check, check_acknowledged, check_store,
                   check_told, copy_store, get, main, run, wait_until)


def refused(crowd):
    return sum(player.refusals.get("not_stored", 0) for player in crowd.players)


def play_until_refused(crowd, what):
    """Plays on until commands are refused because they are not stored."""
    before = refused(crowd)
    crowd.run(20.0 * SLOWER, until=lambda: refused(crowd) >= before + 10)
    check(refused(crowd) >= before + 10, f"{what}: commands are not refused as not_stored")


def check_disk(server, crowd, store):
    """What was acknowledged and told is on the disk while nothing can be written."""
    crowd.run(0.3)
    copy = copy_store(store)
    entries = [entry for player in crowd.players for entry in player.acknowledged]
    check_acknowledged(copy, entries)
    check_told(copy, crowd.players)
    for player in crowd.players:
        player.acknowledged = []
    status, body = get(server.port, "/healthz")
    check(status == 503 and len(body) > 10, f"/healthz says {status} {body!r}")


def check_well_again(server, crowd):
    """Without a restart."""
    before = crowd.actions()
    crowd.run(20.0 * SLOWER, until=lambda: crowd.actions() >= before + 30)
    check(crowd.actions() >= before + 30, "with room again, the tables do not go on")
    check(get(server.port, "/healthz")[0] == 200, "/healthz does not notice that all is well")


def seated(crowd):
    crowd.table("two", people=2, pause_s=0.002)
    crowd.table("shed", people=2, bots=["random"], pause_s=0.002)
    crowd.run(0.5 * SLOWER)


# ---- A disk that is full --------------------------------------------------------------------


class SmallServer(Server):
    """Its store is on a file system that nobody else sees, a few times as big as the write-ahead log
    may grow."""

    MOUNT = 'mount -t tmpfs -o size=24m none "$0" && exec "$@"'

    def start(self):
        os.makedirs("small", exist_ok=True)
        program = ["unshare", "-rm", "sh", "-c", self.MOUNT, os.path.abspath("small"), PROGRAM]
        self.log = open("server.log", "a")
        self.process = subprocess.Popen(
            [*program, "serve", "--listen", "127.0.0.1:0", "--store",
             os.path.abspath("small/server.db"), *self.arguments],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        check("listening on" in line, f"the server did not start: {line!r}")
        self.port = int(line.split("//")[1].split(":")[1].split(",")[0])
        self.inside = f"/proc/{self.process.pid}/root{os.path.abspath('small')}"


def may_mount():
    os.makedirs("small", exist_ok=True)
    return subprocess.run(["unshare", "-rm", "sh", "-c", SmallServer.MOUNT,
                           os.path.abspath("small"), "true"], capture_output=True).returncode == 0


def fill(path):
    with open(path, "wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            pass


def test_full(seed):
    if not may_mount():
        print("a file system cannot be mounted here; the other test has a full disk too")
        return
    server = SmallServer("messages_per_second=100000")
    crowd = Crowd(server, seed)
    seated(crowd)
    for _ in range(3):
        fill(f"{server.inside}/ballast")
        play_until_refused(crowd, "the disk is full")
        fill(f"{server.inside}/ballast2")
        check_disk(server, crowd, f"{server.inside}/server.db")
        os.remove(f"{server.inside}/ballast")
        os.remove(f"{server.inside}/ballast2")
        check_well_again(server, crowd)
    print(f"{crowd.actions()} commands acknowledged, {refused(crowd)} refused as not stored")
    check(server.terminate()[0] == 0, "the stop")
    crowd.drain()


# ---- A disk that takes nothing --------------------------------------------------------------


def let_grow(server, may):
    size = resource.RLIM_INFINITY if may else 0
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_nothing(seed):
    server = Server("messages_per_second=100000")
    crowd = Crowd(server, seed)
    seated(crowd)
    for _ in range(3):
        let_grow(server, False)
        play_until_refused(crowd, "nothing can be written")
        check_disk(server, crowd, server.store)
        check(crowd.players[0].socket.do(op="create", game="two").get("code") == "not_stored",
              "a table was opened that is not stored")
        let_grow(server, True)
        check_well_again(server, crowd)
    entries = [entry for player in crowd.players for entry in player.acknowledged]
    print(f"{crowd.actions()} commands acknowledged, {refused(crowd)} refused as not stored")
    server.kill()
    crowd.drain()
    check_acknowledged(server.store, entries)
    check_store(server.store)
    server.start()
    crowd.reconnect()
    check_well_again(server, crowd)
    check(server.terminate()[0] == 0, "the stop")
    crowd.drain()
    check_store(server.store)


def test_rematch(seed):
    """A match that is not stored leaves the one before as it was, also for the next start."""
    server = Server(store="rematch.db")
    crowd = Crowd(server, seed)
    ann, bob = crowd.table("null", people=2, rules="rounds_to_win=1")
    for player in (ann, bob):
        player.agree = lambda: None
    crowd.run(10.0 * SLOWER, until=lambda: ann.room.get("stage") == "finished")
    check(ann.room.get("stage") == "finished", "the match does not end")
    check(ann.socket.do(op="agree", table=ann.code)["ok"], "Ann cannot agree")
    let_grow(server, False)
    answer = bob.socket.do(op="agree", table=bob.code)
    check(answer.get("code") == "not_stored", f"Bob agrees, and is told {answer}")
    let_grow(server, True)
    seen = bob.socket.do(op="enter", table=bob.code)
    check(seen["room"]["stage"] == "finished" and seen["room"]["match"] == 1,
          f"the room is {seen['room']}")
    check(bob.socket.do(op="leave", table=bob.code)["ok"], "Bob cannot leave")
    server.kill()
    crowd.drain()
    check_store(server.store)
    server.start()
    check(server.tables == 1, "the table does not come back")
    check(server.terminate()[0] == 0, "the stop")


def test_no_store(seed):
    """A store that cannot be used is said to be so at the start."""
    del seed
    with open("text.db", "w") as file:
        file.write("This is no database. " * 100)
    os.makedirs("folder.db", exist_ok=True)
    for path in ("text.db", "folder.db", "nowhere/server.db", "/proc/server.db"):
        status, out, why = run("serve", "--listen", "127.0.0.1:0", "--store", path)
        check(status == 1 and path in why and not out, f"--store {path}: {status} {out!r} {why!r}")
    first = Server(store="twice.db")
    status, out, why = run("serve", "--listen", "127.0.0.1:0", "--store", "twice.db")
    check(status == 1 and "twice.db" in why, f"two servers of one store: {status} {why!r}")
    check(first.terminate()[0] == 0, "the stop")


if __name__ == "__main__":
    main(test_full, test_nothing, test_rematch, test_no_store)
