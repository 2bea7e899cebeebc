# SPDX-License-Identifier: MIT
"""test_room.py: what the people of a table are told of each other, what spectators see, and what is
told when a table ends.

The first part goes through everything that a room shows: whatever changes is told to the others, who
then know the same as somebody who asks anew.
"""
import contextlib

from guest import SCHEMA, Guest
from match import play_out, play_until, seat_two
from server import Server
from trial import SEED, Failure, check, main, wait_until

GRACE_S = 30  # the usual setting grace_ms


# ---- Everything that a room shows -----------------------------------------------------------


def flat(room):
    """The members of a room by name; `seats` is their number, `seats.name` all names."""
    fields = {name: value for name, value in room.items() if name != "seats"}
    fields["seats"] = len(room["seats"])
    for name in SCHEMA.root["$defs"]["sitter"]["properties"]:
        fields["seats." + name] = [seat.get(name) for seat in room["seats"]]
    return fields


class Observer:
    """Sits at a table and only listens; whatever others do must reach him."""

    def __init__(self, server, table, guest):
        self.server, self.table, self.guest, self.told = server, table, guest, set()

    def room(self):
        self.guest.listen()
        return self.guest.state(self.table, "room")

    @contextlib.contextmanager
    def sees(self, *fields):
        """What is done inside changes exactly these fields, and he is told so."""
        before, start = flat(self.room()), len(self.guest.seen)
        yield

        def changes():
            now = flat(self.room())
            return {name for name in before.keys() | now.keys()
                    if before.get(name) != now.get(name)}
        try:
            wait_until(lambda: changes() >= set(fields)
                       and self.room() == self.server.room(self.table), "he knows the room")
        except Failure as failure:
            raise Failure(f"{failure}: {sorted(fields)} should be another; told was "
                          f"{self.guest.seen[start:]}, and it is {self.server.room(self.table)}"
                          ) from None
        check(changes() == set(fields), f"changed: {sorted(changes())}, not {sorted(fields)}")
        self.told |= changes()


def everything_is_told():
    with Server() as house:
        ann, bob, table = seat_two(house, "null", "rounds_to_win=2", "bot_delay_ms=0 next_ms=0")
        observer = Observer(house, table, bob)
        in_the_lobby(house, observer, ann)
        in_a_match(house, observer, ann)
        wanted = set(flat(house.room(table))) | {"host"}
        check(observer.told == wanted - {"table", "game"},
              f"never changed here: {sorted(wanted - observer.told)}")


def in_the_lobby(house, observer, ann):
    table = observer.table
    with observer.sees("title"):
        ann.must("title", table=table, title="Tea")
    with observer.sees("rules"):
        ann.must("rules", table=table, rules="rounds_to_win=3")
    with observer.sees("settings"):
        ann.must("settings", table=table, settings="bot_delay_ms=0 next_ms=0 bot_forget=1")
    with observer.sees("settings", "seats", *seats()):
        ann.must("settings", table=table, settings="bot_delay_ms=0 next_ms=0 seats=4")
    with observer.sees("seats.who", "seats.name", "seats.bot"):
        ann.must("add_bot", table=table, bot="random")
    with observer.sees("seats.who", "seats.name", "seats.bot"):
        ann.must("remove_bot", table=table, seat=2)
    cat = Guest(house)
    with observer.sees("watchers"):
        cat.must("enter", table=table)
    with observer.sees("watchers", "seats.who", "seats.name", "seats.connected"):
        cat.must("sit", table=table, name="Cat")
    with observer.sees("seats.connected"):
        cat.close()
    with observer.sees("seats.who", "seats.name", "seats.connected"):
        house.pass_time(GRACE_S + 1)
    with observer.sees("settings", "seats", *seats()):
        ann.must("settings", table=table, settings="bot_delay_ms=0 next_ms=0 seats=2")


def seats():
    """What every seat shows: with more or fewer seats all of it is another."""
    return ["seats." + name for name in SCHEMA.root["$defs"]["sitter"]["properties"]]


def in_a_match(house, observer, ann):
    table, bob = observer.table, observer.guest
    commitment = bob.state(table, "commitment")
    with observer.sees("stage", "match"):
        ann.must("start", table=table)
    stages = [m["room"]["stage"] for m in bob.seen if "room" in m]
    check("opening" in stages, f"the stages were {stages}")
    check(bob.state(table, "commitment") == commitment, "another commitment than in the lobby")
    cat = Guest(house)
    with observer.sees("watchers"):
        cat.must("enter", table=table)
    with observer.sees("watchers"):
        cat.must("exit", table=table)
    with observer.sees("asks", "seats.agreed", "seats.wants_end"):
        ann.must("end", table=table)
    with observer.sees("asks", "seats.agreed"):
        check(play_until([ann, bob], table,
                         lambda: bob.state(table, "room")["asks"] == "next", SEED), "no next round")
    with observer.sees("seats.agreed"):
        ann.must("agree", table=table)
    with observer.sees("asks", "seats.agreed", "seats.wants_end"):
        bob.must("agree", table=table)
    check(play_until([ann, bob], table, lambda: bob.state(table, "waits_for") == [1], SEED),
          "Bob never has the turn")
    with observer.sees("seats.connected"):
        ann.close()
    with observer.sees("seats.away"):
        house.pass_time(GRACE_S + 1)
    ann = Guest(house, ann.token)
    with observer.sees("seats.connected", "seats.away"):
        ann.must("enter", table=table)
    with observer.sees("stage", "asks"):
        play_out([ann, bob], table, SEED)
    check(bob.state(table, "commitment") != commitment, "the next match has the same commitment")
    with observer.sees("host"):
        ann.must("leave", table=table)


def comers_and_goers_are_counted():
    """Whoever stands up looks on, whoever speaks has come in; whoever sits is there."""
    with Server() as house:
        ann, bob, table = seat_two(house, "null", "rounds_to_win=1", "bot_delay_ms=0")
        observer = Observer(house, table, bob)
        cat, seat = Guest(house), ["seats." + name for name in ("who", "name", "connected")]
        with observer.sees("watchers"):
            cat.must("chat", table=table, text="Hello!")
        with observer.sees("watchers", *seat):
            cat.must("sit", table=table, name="Cat")
        with observer.sees("watchers", *seat):
            cat.must("leave", table=table)
        with observer.sees("watchers"):
            cat.must("exit", table=table)
        with observer.sees("watchers"):
            check(cat.ask("sit", table=table, name="Bob")["code"] == "duplicate_player", "two Bobs")
        with observer.sees("watchers", *seat):
            cat.must("sit", table=table, name="Cat")
        with observer.sees("watchers", *seat):
            ann.must("kick", table=table, seat=2)
        with observer.sees("watchers", "settings"):
            ann.must("settings", table=table, settings="bot_delay_ms=0 watch=none")
        dan = Guest(house)
        with observer.sees(*seat):
            dan.must("sit", table=table, name="Dan")
        check(observer.room()["seats"][2]["connected"], "Dan sits, and is not connected")


def spectators_are_named():
    """Whoever looks on is listed under the name of their hello, each once; others are one more."""
    with Server() as house:
        _, bob, table = seat_two(house, "null", "rounds_to_win=1", "bot_delay_ms=0")
        observer = Observer(house, table, bob)

        def listed(*names):
            room = observer.room()
            check(room.get("watcher_names", []) == list(names), f"listed is {room}")

        cat, dan, eve = (Guest(house, hello=False) for _ in range(3))
        cat.token = cat.ask("hello", name="Cat")["token"]
        eve.ask("hello")
        with observer.sees("watchers", "watcher_names"):
            cat.must("enter", table=table)
        with observer.sees("watchers"):
            eve.must("enter", table=table)
        listed("Cat")
        dan.token = dan.ask("hello", name="Dän \u2660")["token"]
        with observer.sees("watchers", "watcher_names"):
            dan.must("enter", table=table)
        listed("Cat", "Dän \u2660")
        again = Guest(house, cat.token)  # another tab, which has said no name
        again.must("enter", table=table)
        with observer.sees("watcher_names"):
            cat.must("hello", token=cat.token, name="Kate")
        listed("Kate", "Dän \u2660")
        with observer.sees("watcher_names"):
            dan.must("hello", token=dan.token, name="")
        check(dan.ask("hello", name="Dan")["code"] == "bad_phase", "somebody else on one line")
        check(dan.ask("hello", token=cat.token, name="D")["code"] == "bad_phase", "Cat, by Dan's line")
        for name in ("x" * 24, " x", "x\ty", "x\u200by"):
            answer = dan.ask("hello", token=dan.token, name=name)
            check(answer["code"] == "bad_text", f"{name!r}: {answer}")
        listed("Kate")
        with observer.sees("watchers", "watcher_names", "seats.who", "seats.name",
                           "seats.connected"):
            cat.must("sit", table=table, name="Cat")
        listed()


def leaver_sits_down_again():
    """Who left after a match, and sits down again in the lobby, is there, and stays."""
    with Server() as house:
        ann, bob, table = seat_two(house, "null", "rounds_to_win=1", "bot_delay_ms=0")
        ann.must("start", table=table)
        play_out([ann, bob], table, SEED)
        bob.must("leave", table=table)
        observer = Observer(house, table, ann)
        with observer.sees("stage", "asks", "watchers", "seats", *seats()):
            ann.must("agree", table=table)
        with observer.sees("watchers", "seats.who", "seats.name", "seats.connected"):
            bob.must("sit", table=table, name="Bob")
        check(observer.room()["seats"][1]["connected"], "Bob sits, and is not connected")
        house.pass_time(GRACE_S + 1)
        ann.must("start", table=table)
        ann.next(lambda m: m.get("room", {}).get("match") == 2, "another match")


def match_is_ended():
    """People agree to end a match, or its host alone does: it is over, counted, and its log honest."""
    for settings, others in (("", ["agree"]), ("", ["end"]), ("host_ends=true", [])):
        with Server() as server:
            ann, bob, table = seat_two(server, "shed", "", settings)
            ann.must("start", table=table)
            ann.next(lambda m: "view" in m, "the first cards")
            check(bob.ask("end", table=table)["code"] == "not_allowed", "Bob proposes the end")
            ann.must("end", table=table)
            for op in others:
                bob.next(lambda m: m.get("room", {}).get("asks") == "end", "the proposal")
                marks = [seat.get("agreed") for seat in bob.state(table, "room")["seats"]]
                check(marks[:2] == [True, None], f"who agreed: {marks}")
                bob.must(op, table=table)
            for person in (ann, bob):
                over = person.next(lambda m: "match_id" in m, "the end of the match")
                check(over["room"]["ended"] == "agreed", f"it was ended, but why? {over['room']}")
            match = bob.state(table, "match_id")
            log = server.get(f"/api/matches/{match}.json", "http_log")
            commands = [r["do"] for r in log["records"] if "do" in r]
            check(commands[-1] == "end", f"the log ends with {commands[-1]}")
            check(ann.must("history")["matches"][0]["match"] == match, "the match is not counted")
            check(ann.ask("end", table=table)["code"] == "game_over", "it is ended twice")


# ---- Spectators -----------------------------------------------------------------------------


def nobody_looks_on():
    """With watch=none nobody but the players is told anything, whatever they ask, and whenever they
    came."""
    with Server() as server:
        ann, bob, table = seat_two(server, "null", "rounds_to_win=2")
        cat, eve = Guest(server), Guest(server)
        cat.must("enter", table=table)
        ann.must("settings", table=table, settings="watch=none bot_delay_ms=0")
        ann.must("start", table=table)
        ann.next(lambda m: "view" in m, "the first cards")
        for op, words in (("enter", {}), ("leave", {}), ("chat", {"text": "Hello?"}),
                          ("do", {"do": "keep", "seq": 1}), ("sit", {"name": "Eve"}), ("agree", {}),
                          ("end", {})):
            answer = eve.ask(op, table=table, **words)
            check(answer["ok"] is False and "view" not in answer and "room" not in answer,
                  f"{op}: {answer}")
        play_out([ann, bob], table, SEED)
        for guest in (cat, eve):
            guest.catch_up()
            check(not any("view" in m or "events" in m for m in guest.seen), "somebody looks on")


def late_spectators():
    """With watch=late a spectator gets every hand as it was a number of turns ago, exactly."""
    for game, rules, turns in (("shed", "match_mode=single", 1), ("shed", "match_mode=single", 6),
                               ("two", "tokens_to_win=4", 3), ("null", "rounds_to_win=3", 2)):
        with Server() as server:
            watch_late(server, game, rules, turns)


def watch_late(server, game, rules, turns):
    settings = f"watch=late late_turns={turns} bot_delay_ms=0"
    ann, bob, table = seat_two(server, game, rules, settings)
    cat, dan = Guest(server), Guest(server)
    cat.must("enter", table=table)
    ann.must("start", table=table)
    play_until([ann, bob, cat], table, lambda: len(turn_starts(ann)) > turns + 2, SEED)
    dan.must("enter", table=table)  # in the middle
    check(dan.seen[-1]["late"] == cat.state(table, "late"), "who comes later sees something else")
    play_out([ann, bob, cat, dan], table, SEED)
    starts = turn_starts(ann)
    views = {(m["view"]["seat"], m["seq"]): m["view"]
             for person in (ann, bob) for m in person.seen if "view" in m}
    check(not any("late" in m for person in (ann, bob) for m in person.seen),
          "a player gets late views")
    shown = check_late(cat, starts, turns, views) + check_late(dan, starts, turns, views)
    check(shown > len(starts) - turns, f"only {shown} late views in {len(starts)} turns")
    print(f"{game}, {turns} turns late: {len(starts)} turns, {shown} late views")


def turn_starts(person):
    """The moments at which the table began to wait for somebody else. The house itself is waited for
    when it is no single seat."""
    starts, before = [], None
    for message in person.seen:
        if "events" in message:
            waits = message["waits_for"]
            awaited = waits[0] if len(waits) == 1 else None
            if awaited != before:
                starts.append(message["seq"])
            before = awaited
    return starts


def check_late(spectator, starts, turns, views):
    """After every message, what is shown is the start of the turn so many before this one; at the
    end it is the end. Gives how many late views there were."""
    late, stage, shown = None, None, 0
    for message in spectator.seen:
        stage = message.get("room", {}).get("stage", stage)
        if "late" in message:
            late, shown = message["late"], shown + 1
            check_hands(late, views)
        if "seq" not in message:
            continue
        if "view" in message:
            check_public(message["view"], views)
        begun = [start for start in starts if start <= message["seq"]]
        wanted = (message["seq"] if stage == "finished"
                  else begun[-1 - turns] if len(begun) > turns else None)
        check((late and late[0]["seq"]) == wanted, f"at {message['seq']}, {turns} turns late: shown "
              f"is {late and late[0]['seq']}, not {wanted}; turns began at {starts}")
    return shown


def check_hands(late, views):
    """Every seat at one moment, each with all of its own cards, just as the player saw it."""
    check([view["seat"] for view in late] == [0, 1], f"not every seat: {late}")
    for view in late:
        hand = view["hands"][view["seat"]]
        check(view["seq"] == late[0]["seq"], f"different moments: {late}")
        check(len(hand["cards"]) == hand["count"] and "?" not in hand["cards"], f"hidden: {hand}")
        seen = views[view["seat"], view["seq"]]
        check({**seen, "actions": 0} == {**view, "actions": 0}, f"the player saw {seen}, not {view}")


def check_public(view, views):
    """What a spectator sees of now, everybody sees."""
    for seat, hand in enumerate(view["hands"]):
        other = views[1 - seat, view["seq"]]["hands"][seat]
        check(not set(hand["cards"]) - set(other["cards"]) - {"?"},
              f"a spectator sees {hand}, the other player {other}")


def kicked():
    """Who was sent away is a spectator, and hears of everything as such."""
    with Server() as server:
        ann, bob, table = seat_two(server, "shed")
        ann.must("kick", table=table, seat=1)
        news = bob.next(lambda m: m["op"] == "update" and "seat" not in m and "re" not in m
                        and m.get("room", {}).get("seats", [{}] * 2)[1]["who"] == "empty", "the kick")
        check(news["table"] == table, f"{news}")
        check(bob.ask("sit", table=table, name="Bob")["code"] == "not_allowed", "back again")
        ann.must("title", table=table, title="Without you")
        bob.next(lambda m: m.get("room", {}).get("title") == "Without you", "the new title")
        bob.must("exit", table=table)
        seen = len(bob.seen)
        ann.must("title", table=table, title="Really")
        bob.catch_up()
        check([m["op"] for m in bob.seen[seen:]] == ["mine"], f"told after exit: {bob.seen[seen:]}")


# ---- The end of a table ---------------------------------------------------------------------


def check_gone(house, table, people):
    """Everybody is told that the table is gone; then there is nothing more of it."""
    for person in people:
        gone = person.next(lambda m: m["op"] == "gone", "that the table is gone")
        check(gone["table"] == table and gone["room"]["stage"] == "closed", f"{gone}")
        check(gone.get("seat") == person.state(table, "seat"), f"the wrong seat: {gone}")
        seen = len(person.seen)
        check(person.ask("enter", table=table)["code"] == "no_room", "the table can be entered")
        check(person.ask("leave", table=table)["code"] == "no_room", "the table can be left")
        person.catch_up()
        check(not any("table" in m for m in person.seen[seen:]), f"more: {person.seen[seen:]}")
    house.get("/api/tables/" + table, status=404)
    check(not house.get("/api/tables", "tables")["tables"], "it is still listed")


def check_there(house, table, people):
    for person in people:
        person.catch_up()
        check(not any(m["op"] == "gone" for m in person.seen), "the table is gone too early")
    house.room(table)


def lobby_expires():
    """A lobby in which nobody sits is closed after a while; whoever looks on is told."""
    with Server() as house:
        ann, cat = Guest(house), Guest(house)
        table = ann.must("create", game="shed", settings="public=true lobby_minutes=1")["table"]
        cat.must("enter", table=table)
        house.pass_time(30)
        check_there(house, table, [ann, cat])
        house.pass_time(31)
        check_gone(house, table, [ann, cat])
        house.kill()
        house.start()
        house.get("/api/tables/" + table, status=404)


def finished_table_expires():
    """A table is closed some time after its match, for players and spectators; its log stays."""
    with Server() as house:
        ann, bob, table = seat_two(house, "null", "rounds_to_win=1",
                                   "public=true finished_minutes=1 bot_delay_ms=0")
        cat = Guest(house)
        cat.must("enter", table=table)
        ann.must("start", table=table)
        match = play_out([ann, bob], table, SEED)
        house.pass_time(30)
        check_there(house, table, [ann, bob, cat])
        house.pass_time(31)
        check_gone(house, table, [ann, bob, cat])
        check(house.get(f"/api/matches/{match}.json", "http_log")["game"] == "null", "the log")


def my_tables():
    """`mine` and `welcome` list the tables where a guest sits, with what each waits for; also after a
    restart, and nobody else's."""
    with Server() as house:
        ann, bob, table = seat_two(house, "null", "rounds_to_win=1")
        lobby = ann.must("create", game="two")["table"]
        ann.must("sit", table=lobby, name="Ann")
        ann.must("start", table=table)
        row = ann.next(lambda m: m["op"] == "update" and m.get("waits_for"), "the match begins")

        def mine(guest):
            return {row["table"]: row for row in guest.ask("mine")["mine"]}

        def check_mine():
            mine_of_ann, mine_of_bob = mine(ann), mine(bob)
            check(set(mine_of_ann) == {table, lobby}, f"Ann sits at {set(mine_of_ann)}")
            check(set(mine_of_bob) == {table}, f"Bob sits at {set(mine_of_bob)}")
            check(mine_of_ann[table]["waits_for"] == row["waits_for"], f"{mine_of_ann} {row}")
            check(mine_of_ann[table]["my_turn"] != mine_of_bob[table]["my_turn"], "whose turn is it?")
            check(mine_of_ann[lobby]["my_turn"] and mine_of_ann[lobby]["stage"] == "lobby",
                  f"the lobby waits for its host: {mine_of_ann[lobby]}")

        check_mine()
        house.kill()
        house.start()
        ann, bob = Guest(house, token=ann.token), Guest(house, token=bob.token)
        check({row["table"] for row in ann.seen[0]["mine"]} == {table, lobby}, "the welcome lacks one")
        check_mine()
        ann.must("leave", table=lobby)
        check(set(mine(ann)) == {table}, "a seat that was given up is still listed")
        with Guest(house) as cat:
            check(not mine(cat), "somebody who sits nowhere has tables")


def stop_is_no_end():
    """A server that stops closes the connections; no table is gone, and it is there again."""
    with Server() as server:
        ann, bob, table = seat_two(server, "shed")
        cat = Guest(server)
        cat.must("enter", table=table)
        server.stop()
        for person in (ann, bob, cat):
            check(person.until_closed()[0] == 1001, f"closed with {person.wire.closed}")
            check(not any(m["op"] == "gone" for m in person.seen), "a table is gone")
        server.start()
        again = Guest(server, bob.token)
        check(again.must("enter", table=table)["seat"] == 1, "Bob's seat is lost")


if __name__ == "__main__":
    main(everything_is_told, comers_and_goers_are_counted, spectators_are_named,
         leaver_sits_down_again, match_is_ended, nobody_looks_on, late_spectators, kicked,
         lobby_expires, finished_table_expires, my_tables, stop_is_no_end)
