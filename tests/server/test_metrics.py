# SPDX-License-Identifier: MIT
"""test_metrics.py: every metric that docs/operating.md lists is seen to move. ROWS has those that one
server shows; ELSEWHERE says which other test sees the rest move."""
import os
import re
import resource

from guest import Guest
from match import seat_two
from server import Server
from test_peers import Peer
from trial import check, main, wait_until
from wire import Line, Wire

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PARTS = ("Each server", "With `--cluster`", "With `--telegram`")

# Where a metric is seen to move that needs more than one server.
ELSEWHERE = {
    "rooms_set_aside": "server/test_disk.py", "list_rows_total": "server/test_hostile.py",
    "connections_dropped_total": "server/test_hostile.py",
    "signal_topics": "server/test_peers.py", "relay_rooms": "server/test_peers.py",
    "fellows": "cluster/test_fellows.py", "hops_out": "cluster/test_fellows.py",
    "hops_in": "cluster/test_fellows.py", "hop_messages_total": "cluster/test_fellows.py",
    "tables_taken_over_total": "cluster/test_fellows.py",
    "leases_lost_total": "cluster/test_fellows.py", "shards_away": "cluster/test_shards.py",
    "telegram_is_here": "telegram/test_cluster.mjs",
    "tables_given_total": "telegram/test_cluster.mjs",
    "telegram_updates_total": "telegram/test_metrics.mjs",
    "telegram_calls_total": "telegram/test_metrics.mjs",
    "telegram_failed_total": "telegram/test_metrics.mjs",
    "telegram_limited_total": "telegram/test_metrics.mjs",
    "telegram_repeats_total": "telegram/test_metrics.mjs",
    "telegram_calls_waiting": "telegram/test_metrics.mjs",
    "telegram_call_milliseconds_total": "telegram/test_metrics.mjs",
    "telegram_calls_queued": "telegram/test_metrics.mjs",
    "telegram_queue_milliseconds_total": "telegram/test_metrics.mjs",
}


def documented(*parts):
    """The metrics of these parts of the document, with the type of each."""
    with open(os.path.join(SOURCE, "docs/operating.md"), encoding="utf-8") as file:
        section = file.read().split("\n### Metrics\n")[1].split("\n## ")[0]
    found = {}
    for part in parts:
        table = section.split(f"\n{part}")[1].split("\n\n")[1]
        found.update(re.findall(r"^\| `holecard_(\w+)` \| (\w+) \|", table, re.M))
    return found


def shown(server):
    """The metrics of a server, with their types. One without a value yet counts as well."""
    return dict(re.findall(r"^# TYPE holecard_(\w+) (\w+)$", server.metrics()[1].decode(), re.M))


# ---- What moves them -----------------------------------------------------------------------------


def connect(server):
    return Line().connect(server)


def ask_half(server):
    line = connect(server)
    line.sendall(b"GET / HTTP/1.1\r\n")
    return line


def play(server):
    ann, bob, table = seat_two(server, "null")
    ann.must("start", table=table)
    seq = ann.next(lambda m: m.get("waits_for") == [0], "Ann's turn")["seq"]
    ann.must("do", table=table, do="keep", seq=seq)
    return ann, bob


def play_with_bot(server):
    ann = Guest(server)
    table = ann.must("create", game="null", settings="bot_delay_ms=0")["table"]
    ann.must("sit", table=table, name="Ann", seat=1)
    ann.must("add_bot", table=table, bot="random", seat=0)
    ann.must("start", table=table)
    return ann


def create(server):
    ann = Guest(server)
    ann.must("create", game="null")
    return ann


def create_and_look(server):
    """The server reads both in one turn of its loop, in this order: what is created is on its way."""
    ann = Guest(server)
    with Line().connect(server, server.metrics_port) as line:
        line.sendall(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        line.recv()
        server.hold()
        tag = ann.say("create", game="null")
        line.sendall(b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        server.resume()
        got = line.recv_all()
    ann.answer(tag)
    ann.close()
    return float(re.search(rb"^holecard_waiting (\d+)$", got, re.M)[1])


def fail_to_store(server):
    ann = Guest(server)
    limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, limits[1]))
    check(ann.ask("create", game="null")["code"] == "not_stored", "stored on a full disk")
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)
    ann.must("create", game="null")
    return ann


def be_refused(server):
    ann = Guest(server)
    check(ann.ask("enter", table="ZZZZZZ")["code"] == "no_room", "there is a table that is not")
    return ann


def connect_often(server):
    """An address may have 64 connections."""
    return [connect(server) for _ in range(70)]


def publish(server):
    one = Peer(server, "/signal")
    one.say({"type": "subscribe", "topics": ["a"]})
    one.say({"type": "publish", "topic": "a"})
    one.next()
    return one


def relay(server):
    one, two = Peer(server, "/yws/room"), Peer(server, "/yws/room")
    for peer in (one, two):
        peer.nothing_waits()
    one.say(b"\1\0")
    two.next()
    return one, two


# A metric, the value that is looked at, and what makes it more. The result is kept until then. The last
# row uses up the connections of the address.
ROWS = [
    ("tables", "tables", create),
    ("guests", "guests", Guest),
    ("connections", "connections", connect),
    ("websockets", "websockets", Wire),
    ("queued_bytes", "queued_bytes", ask_half),
    ("commands_total", "commands_total", play),
    ("bot_moves_total", "bot_moves_total", play_with_bot),
    ("batches_total", "batches_total", create),
    ("failed_batches_total", "failed_batches_total", fail_to_store),
    ("signal_bytes_total", "signal_bytes_total", publish),
    ("relay_bytes_total", "relay_bytes_total", relay),
    ("requests_total", "requests_total", Server.health),
    ("messages_in_total", "messages_in_total", Guest),
    ("messages_out_total", "messages_out_total", Guest),
    ("bytes_in_total", "bytes_in_total", Server.health),
    ("bytes_out_total", "bytes_out_total", Server.health),
    ("refusals_total", 'refusals_total{code="no_room"}', be_refused),
    ("answer_seconds", "answer_seconds_count", create),
    ("batch_seconds", "batch_seconds_count", create),
    ("connections_refused_total", "connections_refused_total", connect_often),
]


def value(server, name):
    """0 if it has not been counted yet."""
    found = re.search(rf"^holecard_{re.escape(name)} (\S+)$", server.metrics()[1].decode(), re.M)
    return float(found[1]) if found else 0.0


def all_of_them_move():
    with Server() as server:
        check(value(server, "waiting") == 0, "something waits in a server that was just started")
        wait_until(lambda: create_and_look(server) > 0, "waiting grows")
        for name, looked_at, act in ROWS:
            before = value(server, looked_at)
            kept = act(server)
            wait_until(lambda: value(server, looked_at) > before, f"{name} grows")
            del kept


def the_document_lists_them():
    with Server("--no-save") as server:
        check(shown(server) == documented(PARTS[0]),
              f"shown: {shown(server)}, documented: {documented(PARTS[0])}")


def each_has_a_test():
    here = {name for name, *_ in ROWS} | {"waiting"}
    for name in documented(*PARTS):
        if name in here:
            continue
        check(name in ELSEWHERE, f"no test sees {name} move")
        with open(os.path.join(SOURCE, "tests", ELSEWHERE[name]), encoding="utf-8") as file:
            check(f'"{name}"' in file.read(), f"{ELSEWHERE[name]} does not look at {name}")


if __name__ == "__main__":
    main(the_document_lists_them, each_has_a_test, all_of_them_move)
