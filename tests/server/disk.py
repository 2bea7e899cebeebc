# SPDX-License-Identifier: MIT
"""disk.py: the store of a server as it is on the disk, and what it must have.

check_stored() is the promise of the server: whatever was acknowledged is in its log, and nobody was
told of anything that is not. Logs are found by their commitment, which the players were told.
"""
import json
import os
import shutil
import sqlite3

from server import run
from trial import check


def copy_store(server, to="copy.db"):
    """A copy as a crash at this moment would leave it. Looking at it changes nothing for the server,
    which is held meanwhile if it runs."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        if os.path.exists(to + suffix):
            os.remove(to + suffix)
    running = server.is_running()
    if running:
        server.hold()
    for suffix in ("", "-wal"):
        if os.path.exists(server.store + suffix):
            shutil.copy(server.store + suffix, to + suffix)
    if running:
        server.resume()
    return to


def check_store(store):
    status, out, why = run("store", "check", store)
    check(status == 0, f"holecard store check says: {out}{why}")


def logs_of(store):
    """All logs in a store by their commitment."""
    return {commitment_of(log): log for log in all_logs(store)}


def all_logs(store):
    """The logs of finished matches and of those that are played."""
    database = sqlite3.connect(store)
    logs = [row[0] for row in database.execute("SELECT log FROM matches")]
    start = database.execute("SELECT value FROM meta WHERE name='journal_start'").fetchone()
    playing = {}
    for room, kind, at, data in database.execute(
            "SELECT room, kind, at, bytes FROM journal WHERE id >= ? ORDER BY id",
            (start[0] if start else 0,)):
        if kind == 2:
            check(len(playing.get(room, b"")) == at, "a piece of a log is in a wrong place")
            playing[room] = playing.get(room, b"") + data
        elif kind == 5:
            playing[room] = data
        elif kind in (3, 4):
            playing.pop(room, None)
    database.close()
    return logs + list(playing.values())


def commitment_of(log):
    """Where the header of a log has it: docs/log-format.md."""
    check(log[:5] == b"HCLG\x01", "this is no log")
    at = 6 + log[5]
    size, shift = 0, 0
    while True:
        size |= (log[at] & 127) << shift
        shift += 7
        at += 1
        if not log[at - 1] & 128:
            break
    return log[at + size + 1:at + size + 33].hex()


def commands_of(log):
    """The commands of a log in order: seat, text, and the seq before and after."""
    with open("match.log", "wb") as file:
        file.write(log)
    status, text, why = run("export", "match.log")
    check(status == 0, f"a log cannot be exported: {why}")
    seq, commands = 0, []
    for record in json.loads(text)["records"]:
        if "do" in record:
            after = seq + len(record.get("events", []))
            commands.append((record["seat"], record["do"], seq, after))
            seq = after
    return commands


def check_stored(store, players):
    """Every command that was acknowledged to these players is in its log, where it was said to be,
    and every event that they were told of. They forget it; the acknowledged commands are given."""
    entries = [entry for player in players for entry in player.acknowledged]
    told = [item for player in players for item in player.told.items() if item[1]]
    stored = _stored(store, {match for match, _ in told})
    check_acknowledged(store, entries, stored)
    for match, seq in told:
        end = stored[match][-1][3] if stored[match] else 0
        check(end >= seq, f"event {seq} was told, and the log of {match} ends at {end}")
    for player in players:
        player.acknowledged, player.told = [], {}
    return entries


def check_acknowledged(store, entries, stored=None):
    """Every one of these commands is in its log."""
    stored = stored or {}
    stored.update(_stored(store, {entry["commitment"] for entry in entries} - set(stored)))
    for entry in entries:
        commands = stored[entry["commitment"]]
        check(any(_is_same(entry, command) for command in commands),
              f"acknowledged, and not in the log: {entry}; the last of it are {commands[-5:]}")


def _stored(store, matches):
    """The commands of these matches, each of which must be there."""
    logs = logs_of(store) if matches else {}
    for match in matches:
        check(match in logs, f"the whole match {match} is lost")
    return {match: commands_of(logs[match]) for match in matches}


def _is_same(entry, command):
    seat, text, seq, after = command
    return (seat == entry["seat"] and text == entry["do"] and seq >= entry["seq"]
            and entry["after"] in (None, after))
