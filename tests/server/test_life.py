# SPDX-License-Identifier: MIT
"""test_life.py: a server that is told to stop, under load, and starts again.

Everybody is told, nothing that was acknowledged is lost, and the tables go on where they were, with
their clocks.
"""
import signal
import socket
import subprocess

from crowd import Crowd
from disk import check_store, check_stored
from guest import Guest
from own_address import own_address
from server import Server
from trial import HOLECARD, check, main, measured
from wire import Line

GOING_AWAY = 1001
HEAD_S = 15  # HEAD_MS: within which a request must have come
CLOSING_S = 5  # in which it ends
CHANCE_MS = 60000  # HC_ROOM_LATE_MS: after a start nobody loses a turn before this


def stopped_under_load(by):
    """Everybody who is there hears of the end, also those who are in the middle of something."""
    with Server("connections_per_address=1000") as server:
        crowd = Crowd(server)
        crowd.table("two", people=2)
        crowd.table("shed", people=3, bots=["random"])
        crowd.table("two", people=1, bots=["search:2000"])
        idle = [Guest(server, hello=False) for _ in range(50)]
        crowd.play_on(50, "before the stop")
        for player in crowd.players:     # commands on their way while the end comes
            player.not_before = 0.0
            player.act(server.now())
        status, seconds = server.stop(by)
        check(status == 0 and seconds <= CLOSING_S, f"it ends with status {status} in {seconds} s")
        crowd.leave()
        for guest in [player.guest for player in crowd.players] + idle:
            check(guest.until_closed()[0] == GOING_AWAY, f"not told: {guest.wire.closed}")
            guest.close()
        check_stored(server.store, crowd.players)
        check_store(server.store)
        server.start()
        check(server.tables == 3, f"{server.tables} tables came back")
        crowd.reconnect()
        crowd.play_on(20, "after the start")
    crowd.leave()
    check_store(server.store)


def terminated():
    stopped_under_load(signal.SIGTERM)


def interrupted():
    stopped_under_load(signal.SIGINT)


def stopped_while_a_bot_thinks():
    """A bot that thinks for a long time does not keep the house open."""
    with Server("bot_budget=1000000") as server:
        crowd = Crowd(server)
        crowd.table("shed", people=1, bots=["search:1000000"],
                    rules="start_rule=seat0 first_action=ignore")
        player, = crowd.players
        crowd.run_until(lambda: player.message, "there are cards")
        while player.message["waits_for"]:  # the server is not idle while it thinks
            player.act(server.now())
            server.turn(player.guest.wire)
            player.hear_all()
        status, seconds = server.stop()
        check(status == 0 and seconds <= CLOSING_S, f"it ends with status {status} in {seconds} s")
        crowd.leave()
        server.start()


def stopped_while_questions_wait():
    """Questions to the store do not keep the house open: each is answered, or refused because it is
    closing, and everybody is told good-bye."""
    with Server() as server:
        guests = [Guest(server) for _ in range(8)]
        asked = [(guest, guest.say("leaders", game="two")) for guest in guests for _ in range(4)]
        status, _ = server.stop()
        check(status == 0, f"it ends with status {status}")
        for guest in guests:
            check(guest.until_closed()[0] == GOING_AWAY, f"not told: {guest.wire.closed}")
        answers = [message for guest, tag in asked for message in guest.seen
                   if message.get("re") == tag]
        for answer in answers:
            check(answer["op"] == "leaders" or answer.get("code") == "closing", f"answered with {answer}")
        measured.append(f"{len(answers)} of {len(asked)} questions were answered or refused")
        for guest in guests:
            guest.close()
        server.start()


# ---- Clocks ---------------------------------------------------------------------------------


def deadline_of(player):
    return player.guest.must("enter", table=player.code)["deadline_ms"]


def clocks_go_on():
    """Deadlines are times of the wall clock: a restart does not move them, but gives people time to
    come back. In Shed no turn that ends by itself ends the round."""
    with Server() as server:
        crowd = Crowd(server)
        long = crowd.table("shed", people=2, settings="clock=live turn_ms=200000 grace_ms=3600000")
        short = crowd.table("shed", people=2, settings="clock=live turn_ms=1500 grace_ms=3600000")
        for player in crowd.players:     # nobody does anything
            player.not_before = float("inf")
        crowd.run_until(lambda: all((p.message or {}).get("deadline_ms") for p in crowd.players),
                        "there are clocks")
        wait_for_timeout(crowd, short[0])
        before = deadline_of(long[0])
        server.kill()
        crowd.leave()
        server.start()
        start_ms = server.now_ms()
        crowd.reconnect()
        check(deadline_of(long[0]) == before, "a restart moves a deadline that is far away")
        chance_ms = deadline_of(short[0]) - start_ms
        check(chance_ms == CHANCE_MS, f"after a restart people have {chance_ms} ms to come back")
        act_once(crowd, next(p for p in short if p.seat in p.message["waits_for"]))
        check(deadline_of(short[0]) - server.now_ms() <= 1500, "a turn has another clock")
        wait_for_timeout(crowd, short[0])
    crowd.leave()
    check_store(server.store)


def clock_jumps():
    """A clock that is set by hours, or a machine that slept, costs nobody anything; a step of less
    than a minute is time like any other."""
    with Server() as server:
        crowd = Crowd(server)
        player = crowd.table("shed", people=2, settings="clock=live turn_ms=100000")[0]
        bystander = Guest(server)
        table = bystander.must("create", game="null")["table"]
        for other in crowd.players:
            other.not_before = float("inf")
        crowd.run_until(lambda: all(p.message for p in crowd.players), "there are cards")
        seq, before = player.message["seq"], deadline_of(player)
        for seconds in (50, 3 * 3600, 30):     # the sum of the steps that count is less than a turn
            server.move(0, wall=seconds)
            bystander.must("enter", table=table)
            player.guest.must("chat", table=player.code, text="Is it late?")
        check(deadline_of(player) >= before + 3 * 3600 * 1000, "the hours count")
        check(deadline_of(player) < before + 3 * 3600 * 1000 + 60000, "other time does not count")
        player.hear_all()
        check(player.message["seq"] == seq, "a turn has ended meanwhile")
        server.move(0, wall=25)
        bystander.must("enter", table=table)
        wait_for_timeout(crowd, player)
    crowd.leave()


def wait_for_timeout(crowd, player):
    seq = player.message["seq"]
    crowd.run_until(lambda: player.message["seq"] > seq, "a turn ends by itself")


def act_once(crowd, player):
    player.not_before, player.pause_s = 0.0, float("inf")
    crowd.run_until(lambda: player.actions == 1, "the awaited player acts")


def asleep():
    """A server that was stopped for a while, as on a machine that is far too busy, blames nobody: it
    reads what came meanwhile before it looks for those who are silent."""
    with Server() as server:
        ask = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        with Line().connect(server) as guest:
            guest.sendall(ask)
            check(guest.recv().startswith(b"HTTP/1.1 200"), "it does not answer")
            server.hold()
            guest.sendall(ask)
            server.move(HEAD_S + 10)
            server.resume()
            check(guest.recv().startswith(b"HTTP/1.1 200"), "it has not listened")


def a_given_socket_waits():
    """A socket that the server is given outlives it: connections that come while it is away are
    served afterwards. A file is no such socket."""
    with socket.create_server((own_address(), 0)) as listener:
        with Server(listener=listener) as server:
            with Guest(server) as guest:
                table = guest.must("create", game="null")["table"]
            place = f"http://{server.host}:{server.port}"
            for _ in range(2):
                server.stop()
                with Line().connect(server) as early:
                    early.sendall(f"GET /api/tables/{table} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                    server.start()
                    check(f"listening on {place}, 1 table open" in server.first, server.first)
                    check(early.recv().startswith(b"HTTP/1.1 200"), "who came early is not served")
    with open("file", "w+b") as file:
        place = f"fd:{file.fileno()}"
        done = subprocess.run([HOLECARD, "serve", "--no-save", "--listen", place], text=True,
                              capture_output=True, pass_fds=[file.fileno()])
        check(done.returncode == 1 and f"{place} is no TCP socket that listens" in done.stderr,
              f"a file: {done}")


if __name__ == "__main__":
    main(a_given_socket_waits, terminated, interrupted, stopped_while_a_bot_thinks, stopped_while_questions_wait,
         clocks_go_on, clock_jumps, asleep)
