# SPDX-License-Identifier: MIT
"""test_disk.py: a disk that is full, one that cannot be written at all, a room that cannot be read, and
a backup, under a running server.

Commands are refused as not stored, nobody is told of anything that is not on the disk, and when there
is room again play goes on without a restart. A backup has all that was acknowledged before it began.

The full disk is a small file system of its own where the test may mount one. Elsewhere, and for the
disk that takes nothing, the system is told that no file of the server may grow.
"""
import json
import os
import resource
import sqlite3
import subprocess

from crowd import Crowd
from disk import check_acknowledged, check_store, check_stored, copy_store, logs_of
from guest import Guest
from own_address import own_address
from server import Server, run
from trial import HOLECARD, PATIENCE, check, main, measured, wait_until


def play_until_refused(server, crowd, what):
    """Plays on until requests are refused because they are not stored. All tables may wait for the
    house, or a bot, whose own moves are not stored either; somebody wants a table all the time."""
    start, refused = crowd.refused("not_stored"), 0
    with Guest(server) as guest:
        def is_refused():
            nonlocal refused
            crowd.run(0.05)
            refused += guest.ask("create", game="null").get("code") == "not_stored"
            return refused and refused + crowd.refused("not_stored") - start >= 10
        wait_until(is_refused, f"requests are refused when {what}")


def check_disk(server, crowd):
    """What was acknowledged and told is on the disk while nothing can be written."""
    crowd.run(0.2)
    check_stored(copy_store(server), crowd.players)
    wait_until(lambda: server.health()[0] == 503, "/healthz says that something is wrong")
    check(len(server.health()[1]) > 10, "/healthz does not say what is wrong")


def check_well_again(server, crowd):
    """Without a restart."""
    crowd.play_on(30, "there is room again")
    wait_until(lambda: server.health()[0] == 200, "/healthz says that all is well")


def seat_people(server):
    crowd = Crowd(server)
    crowd.table("two", people=2, pause_s=0.002)
    crowd.table("shed", people=2, bots=["random"], pause_s=0.002)
    crowd.play_on(30, "at first")
    return crowd


def report(crowd):
    measured.append(f"{crowd.actions()} commands acknowledged, {crowd.refused('not_stored')} refused "
                    "as not stored")


# ---- A disk that is full --------------------------------------------------------------------


class SmallServer(Server):
    """Its store is on a file system that nobody else sees, a few times as big as the write-ahead log
    may grow. `inside` is how we see it."""

    FOLDER = os.path.abspath("small")
    MOUNT = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=24m none "$0" && exec "$@"',
             FOLDER]

    def program(self):
        return [*self.MOUNT, *super().program()]

    def kept_at(self):
        return os.path.join(self.FOLDER, "server.db")

    def start(self):
        os.makedirs(self.FOLDER, exist_ok=True)
        super().start()
        self.inside = f"/proc/{self.process.pid}/root{self.FOLDER}"
        self.store = f"{self.inside}/server.db"


def may_mount():
    os.makedirs(SmallServer.FOLDER, exist_ok=True)
    return subprocess.run([*SmallServer.MOUNT, "true"], capture_output=True).returncode == 0


def fill(path):
    with open(path, "wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            pass


def full():
    if not may_mount():
        print("a file system cannot be mounted here; the other test has a full disk too")
        return
    with SmallServer("tables_per_hour=100000") as server:
        crowd = seat_people(server)
        for _ in range(3):
            fill(f"{server.inside}/ballast")
            play_until_refused(server, crowd, "the disk is full")
            fill(f"{server.inside}/ballast2")
            check_disk(server, crowd)
            os.remove(f"{server.inside}/ballast")
            os.remove(f"{server.inside}/ballast2")
            check_well_again(server, crowd)
        report(crowd)


# ---- A disk that takes nothing --------------------------------------------------------------


def let_grow(server, may):
    size = resource.RLIM_INFINITY if may else 0
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def nothing_is_written():
    with Server("tables_per_hour=100000") as server:
        crowd = seat_people(server)
        for _ in range(3):
            let_grow(server, False)
            play_until_refused(server, crowd, "nothing can be written")
            check_disk(server, crowd)
            let_grow(server, True)
            check_well_again(server, crowd)
        report(crowd)
        server.kill()
        crowd.leave()
        check_stored(server.store, crowd.players)
        check_store(server.store)
        server.start()
        crowd.reconnect()
        check_well_again(server, crowd)
    crowd.leave()
    check_store(server.store)


def rematch_is_not_stored():
    """A match that is not stored leaves the one before as it was, also for the next start."""
    with Server() as server:
        crowd = Crowd(server)
        ann, bob = crowd.table("null", people=2, rules="rounds_to_win=1")
        ann.agrees = bob.agrees = False
        crowd.run_until(lambda: ann.room.get("stage") == "finished", "the match is over")
        ann.guest.must("agree", table=ann.code)
        let_grow(server, False)
        answer = bob.guest.ask("agree", table=bob.code)
        check(answer.get("code") == "not_stored", f"Bob agrees, and is told {answer}")
        let_grow(server, True)
        room = bob.guest.must("enter", table=bob.code)["room"]
        check(room["stage"] == "finished" and room["match"] == 1, f"the room is {room}")
        bob.guest.must("leave", table=bob.code)
        server.kill()
        crowd.leave()
        check_store(server.store)
        server.start()
        check(server.tables == 1, "the table does not come back")


def no_store():
    """A store that cannot be used is said to be so at the start."""
    with open("text.db", "w", encoding="utf-8") as file:
        file.write("This is no database. " * 100)
    os.makedirs("folder.db", exist_ok=True)
    for path in ("text.db", "folder.db", "nowhere/server.db", "/proc/server.db"):
        status, out, why = run("serve", "--listen", f"{own_address()}:1", "--store", path)
        check(status == 1 and path in why and not out, f"--store {path}: {status} {out!r} {why!r}")
    with Server(store="twice.db"):
        status, out, why = run("serve", "--listen", f"{own_address()}:1", "--store", "twice.db")
        check(status == 1 and "twice.db" in why, f"two servers of one store: {status} {why!r}")


# ---- A room that cannot be read --------------------------------------------------------------


def damage_room(store, code):
    """Turns a bit in the newest bytes of the room with this code; its number is given."""
    database = sqlite3.connect(store)
    rows = database.execute("SELECT id, room, bytes FROM journal WHERE kind = 1 ORDER BY id DESC")
    row, room, data = next(row for row in rows if code.encode() in row[2])
    at = data.index(code.encode()) - 6   # its host: there is no such seat
    data = data[:at] + bytes([data[at] ^ 0x80]) + data[at + 1:]
    with database:
        database.execute("UPDATE journal SET bytes = ? WHERE id = ?", (data, row))
    database.close()
    return room


def one_damaged_room():
    """It is set aside and named; all others open, and its log can still be read."""
    with Server() as server:
        crowd = seat_people(server)
        victim = crowd.players[0].code
        server.kill()
        crowd.leave()
        room = damage_room(server.store, victim)
        server.start()
        check(server.tables == 1, f"{server.tables} tables come back, not the other one")
        check(f"room {room}, table {victim} is set aside" in server.said(), f"the server says {server.said()}")
        check(server.metric("rooms_set_aside") == 1, "/metrics does not count it")
        status, out, why = run("store", "check", server.store)
        check(status == 1 and str(room) in out + why, f"store check: {status} {out}{why}")
        status, out, why = run("store", "check", server.store, "--write-log", str(room), "saved.log")
        check(status == 0, f"its log cannot be saved: {out}{why}")
        status, out, why = run("export", "saved.log")
        check(status == 0 and json.loads(out)["records"], f"its log cannot be read: {why}")
        with Guest(server) as guest:
            check(guest.ask("enter", table=victim).get("code") == "no_room", "it is still there")
        server.kill()
        server.start()
        check(server.tables == 1 and server.metric("rooms_set_aside") == 1, "it is not kept aside")


# ---- A backup -------------------------------------------------------------------------------


def backup_under_load():
    """It is finished while people play on, passes its check, has everything that was acknowledged
    before it began, and a server can be started with it."""
    with Server() as server:
        crowd = seat_people(server)
        crowd.table("null", people=2, rules="rounds_to_win=1")   # many matches, so many pages
        for number in range(2):
            crowd.play_on(150, "before a backup")
            before = [entry for player in crowd.players for entry in player.acknowledged]
            copy = f"backup-{number}.db"
            played = back_up(server, crowd, copy)
            check_store(copy)
            check_acknowledged(copy, before)
            check(os.stat(copy).st_mode & 0o077 == 0, "others may read a backup")
            check(os.listdir(".").count(copy + "-wal") == 0, "a backup is more than one file")
            measured.append(f"{played} commands beside a backup of {len(logs_of(copy))} logs")
        crowd.play_on(30, "after the backups")
    crowd.leave()
    check_stored(server.store, crowd.players)
    check_store(server.store)
    with Server(store="backup-1.db") as again:
        check(again.tables == 3, f"from a backup {again.tables} tables come back")


def taken_away():
    """The store is moved away under a running server: from then on nothing is acknowledged, and
    nothing that was is missing when it is put back and the server starts again."""
    with Server() as server:
        with Guest(server) as guest:
            guest.must("create", game="null")
            os.rename(server.store, "elsewhere.db")
            for _ in range(3):
                answer = guest.ask("create", game="null")
                check(answer.get("code") == "not_stored", f"acknowledged without a store: {answer}")
        status, text = server.health()
        check(status == 503 and "was deleted, moved or replaced" in text, f"{status} {text}")
        server.kill()
        os.rename("elsewhere.db", server.store)
        server.start()
        check(server.tables == 1, f"{server.tables} tables came back")
        check(server.health()[0] == 200, "it is not well again")
    check_store(server.store)


def one_bit():
    """Single bits of the store are turned over while it is stopped: it starts, says so, and the
    other tables are there."""
    with Server() as server:
        with Guest(server) as guest:
            codes = [guest.must("create", game="two")["table"] for _ in range(20)]
        server.stop()
        with open(server.store, "rb") as store:
            sound = store.read()
        places = [at for at in range(4096, len(sound)) if sound.startswith(b"HCRM", at)]
        check(len(places) >= 20, f"{len(places)} rooms found in the file")
        for at in places[:3]:
            with open(server.store, "wb") as store:
                store.write(sound[:at + 7] + bytes([sound[at + 7] ^ 4]) + sound[at + 8:])
            server.start()
            check(server.tables == 19, f"byte {at}: {server.tables} tables came back")
            said = server.said().splitlines()[-1]
            check("is set aside: row " in said and said.split(", table ")[1][:6] in codes,
                  f"byte {at}: {said}")
            check(server.metric("rooms_set_aside") == 1, "metrics do not count it")
            server.stop()
        # More than a room is damaged: what can be read takes the place of the file.
        with open(server.store, "wb") as store:
            store.write(sound)
        database = sqlite3.connect(server.store)
        with database:
            database.execute("UPDATE meta SET value = value + 1 WHERE name = 'journal_start'")
        database.close()
        server.start()
        check(server.tables == 20, f"after a rescue {server.tables} tables came back")
        check(f"is kept beside it as {os.path.basename(server.store)}.damaged" in server.said(), server.said())
        check(os.path.exists(server.store + ".damaged"), "the damaged file is not kept")
    check_store(server.store)


def back_up(server, crowd, copy):
    """Makes a backup; gives how many commands were acknowledged meanwhile."""
    start = crowd.actions()
    with subprocess.Popen([HOLECARD, "store", "backup", server.store, copy],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as backup:
        crowd.run_until(lambda: backup.poll() is not None, "the backup is finished")
        said = backup.communicate(timeout=PATIENCE)[0]
        check(backup.returncode == 0, f"the backup: status {backup.returncode}, {said}")
    return crowd.actions() - start


if __name__ == "__main__":
    main(full, nothing_is_written, rematch_is_not_stored, no_store, one_damaged_room,
         taken_away, one_bit, backup_under_load)
