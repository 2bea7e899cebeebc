# SPDX-License-Identifier: MIT
"""
test_life.py: a server that is told to stop, under load, and starts again: everybody is told, nothing
that was acknowledged is lost, and the tables go on where they were, with their clocks.
"""
import signal
import time

from chaos import (SLOWER, Crowd, Server, Socket, check, check_acknowledged, check_store,
                   check_told, main)

GOING_AWAY = 1001
CHANCE_MS = 60000  # HC_ROOM_LATE_MS: after a start nobody loses a turn before this


def stop_under_load(seed, number):
    """Everybody who is there hears of the end, also those who are in the middle of something."""
    server = Server("messages_per_second=100000", "connections_per_address=1000",
                    store=f"life-{number}.db")
    crowd = Crowd(server, seed)
    crowd.table("two", people=2)
    crowd.table("shed", people=3, bots=["random"])
    crowd.table("two", people=1, bots=["search:2000"])
    idle = [Socket(server.port) for _ in range(50)]
    crowd.run(0.7 * SLOWER)
    for player in crowd.players:     # commands on their way while the end comes
        player.not_before = 0.0
        player.act(time.monotonic())
    start = time.monotonic()
    server.process.send_signal(number)
    crowd.run(5.0 * SLOWER)
    status = server.finish()
    seconds = time.monotonic() - start
    check(status == 0 and seconds < 5.0, f"status {status} after {seconds:.1f} s")
    for player in crowd.players:
        check(player.socket.closed and player.socket.closed[0] == GOING_AWAY,
              f"{player.name} was not told: {player.socket.closed}")
    for guest in idle:
        check(guest.until_closed()[0] == GOING_AWAY, f"an idle guest was not told: {guest.closed}")
        guest.close()
    for player in crowd.players:
        player.socket.close()
    entries = [entry for player in crowd.players for entry in player.acknowledged]
    check(len(entries) > 20, f"only {len(entries)} commands were acknowledged")
    check_acknowledged(server.store, entries)
    check_told(server.store, crowd.players)
    check_store(server.store)
    server.start()
    check(server.tables == 3, f"{server.tables} tables came back")
    before = crowd.actions()
    crowd.reconnect()
    crowd.run(5.0 * SLOWER, until=lambda: crowd.actions() >= before + 20)
    check(crowd.actions() >= before + 20, "the tables do not go on")
    check(server.terminate()[0] == 0, "the second stop")
    crowd.drain()
    return seconds


def test_stop(seed):
    for number in (signal.SIGTERM, signal.SIGINT):
        print(f"stopped by signal {int(number)} in {stop_under_load(seed, number):.2f} s")


def test_thinking(seed):
    """A bot that thinks for a long time does not keep the house open."""
    server = Server("bot_budget=1000000", store="thinking.db")
    crowd = Crowd(server, seed)
    crowd.table("shed", people=1, bots=["search:1000000"])
    crowd.run(4.0 * SLOWER, until=lambda: crowd.actions() >= 1)
    crowd.run(0.3)
    status, seconds = server.terminate()
    print(f"stopped while a bot thinks in {seconds:.2f} s")
    check(status == 0 and seconds < 5.0, f"status {status} after {seconds:.1f} s")
    crowd.drain()


def deadline_of(player):
    return player.socket.do(op="enter", table=player.code).get("deadline_ms")


def wait_for_deadline(crowd, player):
    crowd.run(5.0 * SLOWER, until=lambda: (player.message or {}).get("deadline_ms"))
    check(player.message.get("deadline_ms"), "there is no clock")


def test_clocks(seed):
    """Deadlines are times of the wall clock: a restart does not move them, but gives people time to
    come back. In Shed no turn that ends by itself ends the round."""
    server = Server(store="clocks.db")
    crowd = Crowd(server, seed)
    long = crowd.table("shed", people=2, settings="clock=live turn_ms=200000 grace_ms=3600000",
                       pause_s=1e9)
    short = crowd.table("shed", people=2, settings="clock=live turn_ms=1500 grace_ms=3600000",
                        pause_s=1e9)
    for player in crowd.players:
        player.not_before = float("inf")
        wait_for_deadline(crowd, player)
    seq = short[0].message["seq"]
    crowd.run(8.0 * SLOWER, until=lambda: short[0].message["seq"] > seq)
    check(short[0].message["seq"] > seq, "a turn does not end by itself")
    before = deadline_of(long[0])
    server.kill()
    crowd.drain()
    server.start()
    started_ms = time.time() * 1000
    crowd.reconnect()
    check(deadline_of(long[0]) == before, "a restart moves a deadline that is far away")
    near = deadline_of(short[0])
    check(abs(near - started_ms - CHANCE_MS) < 5000 * SLOWER,
          f"after a restart people have {near - started_ms:.0f} ms to come back")
    awaited = next(p for p in short if p.seat in p.message["waits_for"])
    awaited.not_before = 0.0
    awaited.pause_s = 1e9
    seq = awaited.message["seq"]
    crowd.run(5.0 * SLOWER, until=lambda: awaited.actions > 0)
    check(awaited.actions == 1, "the awaited player cannot act")
    check(deadline_of(short[0]) - time.time() * 1000 <= 1500, "the clock of a turn is another one")
    seq = awaited.message["seq"]
    crowd.run(8.0 * SLOWER, until=lambda: awaited.message["seq"] > seq)
    check(awaited.message["seq"] > seq, "after a restart no turn ends by itself")
    check(server.terminate()[0] == 0, "the stop")
    crowd.drain()
    check_store(server.store)


if __name__ == "__main__":
    main(test_stop, test_thinking, test_clocks)
