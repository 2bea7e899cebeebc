# SPDX-License-Identifier: MIT
"""test_fellows.py: any door will do. People at different processes sit at one table; a process that
ends or dies hands its tables over, and nobody loses a move."""
import http.client
import json
import random
import signal
import socket

from cluster import CLUSTER, LEASE_S, Process, Traveller, ask, begin
from match import play_out, play_until, step
from test_metrics import PARTS, documented, shown
from trial import PATIENCE, SEED, check, main, wait_until
from wire import TEXT, frame_of


TITLES = 40000  # more than the system keeps of what nobody reads


def come_back(person, server, table):
    """Somebody who was sent away comes to a process, and to the table, once it is there again."""
    person.close()
    back = Traveller(server, table, token=person.token)
    back.must("enter", table=table)
    return back


def seat_apart(one, two, game="two", rules="tokens_to_win=2"):
    """Ann at one process, where the table is; Bob at another."""
    ann, bob = Traveller(one), Traveller(two)
    table = ann.must("create", game=game, rules=rules, settings="bot_delay_ms=0")["table"]
    ann.table = bob.table = table
    ann.must("sit", table=table, name="Ann")
    bob.must("enter", table=table)
    bob.must("sit", table=table, name="Bob")
    return ann, bob, table


def a_table_is_played_from_two_processes():
    begin()
    with Process("one") as one, Process("two") as two:
        ann, bob, table = seat_apart(one, two)
        before = two.metric("hop_messages_total")
        ann.must("start", table=table)
        match = play_out([ann, bob], table, SEED)
        for process, name in ((two, "hops_out"), (one, "hops_in")):
            check(process.metric(name) == 1, f"{name} does not count Bob")
        check(two.metric("hop_messages_total") > before, "what went to and fro is not counted")
        check(shown(one) == documented(*PARTS[:2]), f"not as the document says: {shown(one)}")
        log = bob.must("log", match=match)
        check(log["match"] == match, "the log is that of another match")
        check(bob.ask("enter", table="BCDFHJ")["code"] == "no_room", "there is a table that is not")
        both = [person.must("statistics")["rows"] for person in (ann, bob)]
        check(all(rows and rows[0]["matches"] == 1 for rows in both), "a match was not counted")
        for person in (ann, bob):
            person.close()


def ended(how):
    """The process that has the table goes; both go on at the other one."""
    begin()
    with Process("one") as one, Process("two") as two:
        ann, bob, table = seat_apart(one, two, game="shed", rules="")
        ann.must("start", table=table)
        play_until([ann, bob], table, lambda: (ann.state(table, "seq") or 0) > 20, SEED)
        seq = max(person.state(table, "seq") for person in (ann, bob))
        how(one)
        code, reason = bob.until_closed()
        check(code == 1012, f"whoever has a table there is closed by {code}: {reason}")
        ann, bob = come_back(ann, two, table), come_back(bob, two, table)
        check(ann.state(table, "seq") >= seq, "what was told is lost")
        check((ann.state(table, "seat"), bob.state(table, "seat")) == (0, 1), "a seat is lost")
        dice = random.Random(SEED)
        for _ in range(20):
            step(ann, table, dice)
            step(bob, table, dice)
            ann.catch_up()
            bob.catch_up()
        check(ann.state(table, "seq") > seq, "the table does not go on")
        one.start()
        ann.close()
        bob.close()


def a_process_that_is_killed_hands_its_tables_over():
    def kill(server):
        server.kill()
        server.lapse()
    ended(kill)


def a_process_that_is_ended_hands_its_tables_over():
    ended(lambda server: check(server.stop(signal.SIGTERM)[0] == 0, "it does not end in order"))


def a_process_that_was_paused_tells_nothing_old():
    """It is stopped for longer than its lease; another one goes on with its table meanwhile."""
    begin()
    with Process("one") as one, Process("two") as two:
        ann, bob, table = seat_apart(one, two, game="shed", rules="")
        ann.must("start", table=table)
        play_until([ann, bob], table, lambda: (ann.state(table, "seq") or 0) > 10, SEED)
        one.hold()
        one.lapse()
        bob.until_closed()
        bob = come_back(bob, two, table)
        seq = bob.state(table, "seq")
        bob.must("leave", table=table)
        # What Ann asks now is read only when the process goes on.
        tag = ann.say("enter", table=table)
        one.resume()
        wait_until(lambda: ann.listen(0.05) or ann.wire.closed, "whoever is there is sent away")
        check(ann.wire.closed[0] == 1012, f"it is closed by {ann.wire.closed}")
        told = [m for m in ann.seen if m.get("re") == tag]
        check(not told or not told[0]["ok"], f"it answers what others have overtaken: {told}")
        ann.close()
        ann = Traveller(one, table, token=ann.token)
        ann.must("enter", table=table)
        check(ann.state(table, "seq") >= seq, "what was told is lost")
        wait_until(lambda: one.metric("leases_lost_total") == 1, "a lease is lost")
        check(two.metric("tables_taken_over_total") == 1, "what has happened is not counted")
        wait_until(lambda: one.health() == (200, "ok\n"), "it is well again")
        ann.close()
        bob.close()


def a_process_that_was_paused_shows_nothing_old():
    """The same for whoever asks over HTTP, and is not sent away: the table is looked for elsewhere."""
    begin()
    with Process("one") as one, Process("two") as two:
        ann, bob, table = seat_apart(one, two)
        plain = http.client.HTTPConnection(one.host, one.port, timeout=PATIENCE)
        plain.request("GET", f"/api/tables/{table}")
        before = json.load(plain.getresponse())["room"]
        check(before["seats"][1]["who"] == "person", f"Bob does not sit there: {before}")
        one.hold()
        one.lapse()
        bob.until_closed()
        bob = come_back(bob, two, table)
        bob.must("leave", table=table)
        plain.request("GET", f"/api/tables/{table}")
        one.resume()
        answer = plain.getresponse()
        told = json.load(answer)
        check(answer.status == 503 or told["room"]["seats"][1]["who"] == "empty",
              f"it shows what others have overtaken: {told}")
        plain.close()
        ann.close()
        bob.close()


def who_does_not_know_the_secret_is_not_let_in():
    """Whoever connects is given a hello, and nothing else that they understand."""
    begin()
    with Process("one") as one:
        for wrong in (b"GET / HTTP/1.1\r\n\r\n", b"HCTRUNK1" + bytes(32) + b"\x19\0\0\0" + bytes(25)):
            with socket.create_connection((one.host, one.port + CLUSTER), timeout=PATIENCE) as line:
                line.sendall(wrong)
                came = b""
                while more := line.recv(4096):
                    came += more
                check(came[:8] == b"HCTRUNK1" and len(came) < 200, f"it says {came!r}")


def who_only_pretends_to_begin_is_not_waited_for():
    """Somebody who never proves to know the secret, but always says a little more."""
    begin()
    with Process("one") as one:
        place = (one.host, one.port + CLUSTER)
        with socket.create_connection(place, timeout=PATIENCE) as line:
            line.sendall(b"HCTRUNK1" + bytes(32) + (100000).to_bytes(4, "little"))
            for _ in range(2):
                check(one.health()[0] == 200, "it has read what came")
                one.put_forward(LEASE_S // 2 + 1)
                line.sendall(b"x")
            line.settimeout(0.2)

            def is_ended():
                try:
                    line.sendall(b"x")
                    return not line.recv(4096)
                except TimeoutError:
                    return False
                except OSError:
                    return True
            wait_until(is_ended, "the connection is ended")


def a_guest_s_tables_are_listed_everywhere():
    begin()
    with Process("one") as one, Process("two") as two, Process("three") as three:
        ann = Traveller(one)
        tables = set()
        for process in (one, two, three):
            with Traveller(process, token=ann.token) as here:
                tables.add(here.must("create", game="two")["table"])
        for table in tables:
            ann.must("sit", table=table, name="Ann")
        for process in (one, two, three):
            wait_until(lambda: process.metric("fellows") == 4, "all processes are connected")
            with Traveller(process, hello=False) as here:
                # What is said behind a hello that waits is not answered before it.
                tags = [here.say("hello", token=ann.token), here.say("mine")]
                welcome, mine = [here.answer(tag) for tag in tags]
                for said in (welcome, mine):
                    found = [row["table"] for row in said["mine"]]
                    check(sorted(found) == sorted(tables), f"{found} are listed instead of {tables}")
                check([m["op"] for m in here.seen[:2]] == ["welcome", "mine"], "answers are out of order")
        ann.close()


def public_tables_are_listed_everywhere():
    begin()
    with Process("one", "tables_per_hour=1000") as one, Process("two") as two:
        ann, bob = Traveller(one), Traveller(two)
        tables = {ann.must("create", game="two", settings="public=true")["table"] for _ in range(60)}
        tables |= {bob.must("create", game="two", settings="public=true")["table"]}

        def listed(person):
            found, first = [], 0
            while first is not None:
                page = person.must("list", first=first)
                check(page["first"] == first, f"this is another page: {page}")
                found += [row["table"] for row in page["tables"]]
                first = page.get("next")
            return found

        for person in (ann, bob):
            wait_until(lambda: sorted(listed(person)) == sorted(tables), "all tables are listed once")
        one.kill()
        one.lapse()
        wait_until(lambda: sorted(listed(bob)) == sorted(tables), "all tables are listed again")
        one.start()
        ann.close()
        bob.close()


def who_comes_back_is_sent_the_list():
    """However soon it is connected, here by somebody who looks for a table of it."""
    begin()
    with Process("one") as one, Process("two") as two:
        bob = Traveller(two)
        table = bob.must("create", game="two", settings="public=true")["table"]
        for _ in range(4):
            with Traveller(one) as ann:
                wait_until(lambda: [row["table"] for row in ann.must("list")["tables"]] == [table],
                           "the table is listed")
                private = ann.must("create", game="two")["table"]
            one.kill()
            one.start()
            plain = http.client.HTTPConnection(two.host, two.port, timeout=PATIENCE)
            plain.request("GET", f"/api/tables/{private}")
            one.lapse_before()
            check(plain.getresponse().status == 200, "the table is not found")
            plain.close()
        bob.close()


def who_is_forgotten_is_forgotten_everywhere():
    begin()
    with Process("one") as one, Process("two") as two:
        ann, bob, table = seat_apart(one, two)
        wait_until(lambda: two.metric("fellows") >= 2, "the processes are connected")
        ann.next(lambda m: "room" in m and m["room"]["seats"][1]["who"] == "person", "Bob sits")
        bob.must("forget")
        room = ann.next(lambda m: "room" in m and m["room"]["seats"][1]["who"] == "empty",
                        "the seat is free")["room"]
        check(room["table"] == table and room["seats"][0]["name"] == "Ann", f"this is another: {room}")
        ann.close()
        bob.close()


def where_a_match_is_on_is_told_wherever_one_is_forgotten():
    """Ann sits at a match here, at another one elsewhere, and in a lobby elsewhere."""
    begin()
    with Process("one") as one, Process("two") as two:
        ann, bob, here = seat_apart(one, two)
        cy = Traveller(two)
        there, lobby = [cy.must("create", game="two", rules="", settings="")["table"] for _ in "ab"]
        wait_until(lambda: one.metric("fellows") >= 2, "the processes are connected")
        for table in (there, lobby):
            cy.must("sit", table=table, name="Cy")
            ann.must("enter", table=table)
            ann.must("sit", table=table, name="Ann")
        ann.must("start", table=here)
        cy.must("start", table=there)
        stays = ann.must("forget")["stays"]
        check(sorted(stays) == sorted([here, there]), f"Ann still sits at {here} and {there}: {stays}")
        for person in (ann, bob, cy):
            person.close()


def a_table_is_shown_by_any_process():
    """Over HTTP, without a line: while its process lives, when it has died, and if there is none."""
    begin()
    with Process("one") as one, Process("two") as two:
        ann, bob, table = seat_apart(one, two)
        room = one.room(table)
        check(room["seats"][1]["name"] == "Bob", f"Bob does not sit there: {room}")
        check(two.room(table) == room, f"another process shows {two.room(table)}")
        for server in (one, two):
            server.get("/api/tables/BCDFHJ", status=404)
        one.kill()
        one.lapse()
        check(two.room(table)["table"] == table, "a table is not shown after its process died")
        one.start()
        ann.close()
        bob.close()


def who_reads_slowly_elsewhere_catches_up():
    """The process with the table is told who is slow, and leaves out what others do there. So somebody
    who does not read at all is not dropped, and knows in the end how things are."""
    def title(text):
        return frame_of(TEXT, json.dumps({"op": "title", "table": table, "title": text}).encode())

    begin()
    with Process("one") as one, Process("two", "queue_kb=2048") as two:
        ann, bob, table = seat_apart(one, two)
        for _ in range(TITLES // 400):
            ann.wire.send_bytes((title("one") + title("other")) * 200)
            came = 0
            while came < 400:
                came += len(ann.wire.receive(PATIENCE))
        ann.must("title", table=table, title="the last one")
        check(two.metric("connections_dropped_total") == 0, "somebody was dropped")
        check(two.metric("queued_bytes") < 2048 << 10, "more waits than may")
        told = two.metric("hop_messages_total")
        check(told < TITLES - 400, f"{told} messages were sent to somebody who does not read")
        while not any(b"the last one" in text for text in bob.wire.receive(PATIENCE)):
            check(not bob.wire.closed, f"the connection was closed: {bob.wire.closed}")
        ann.close()
        bob.close()


def who_says_a_name_later_is_listed_elsewhere():
    """A greeting that changes goes along."""
    begin()
    with Process("one") as one, Process("two") as two:
        ann, bob = Traveller(one), Traveller(two)
        table = ann.must("create", game="two", settings="watch=public")["table"]
        bob.must("enter", table=table)
        bob.must("hello", token=bob.token, name="Bobby", language="de")
        refused = bob.ask("start", table=table)
        check("darfst du nicht" in refused["why"], f"this is not German: {refused}")
        ann.next(lambda m: "Bobby" in m.get("watcher_names", []), "the name of who looks on")
        ann.close()
        bob.close()


def what_was_refused_may_be_on_its_way_and_is_done_once():
    """Somebody gives a command at a process that reads it late, and again at another one, where it
    cannot be stored. The late one may be done then; whenever it is given again, it is not."""
    begin()
    with Process("one") as one, Process("two") as two:
        ann, bob, table = seat_apart(one, two, game="shed", rules="")
        ann.must("start", table=table)
        play_until([ann, bob], table, lambda: bob.state(table, "view")["actions"], SEED)
        view = bob.state(table, "view")
        words = {"do": view["actions"][0], "table": table, "seq": view["seq"], "id": 7}
        near = Traveller(one, table, token=bob.token)
        near.must("enter", table=table)
        batch = ask("SELECT pg_get_functiondef('holecard.begin_batch'::regproc)")
        two.hold()
        late = bob.say("do", **words)
        ask("CREATE OR REPLACE FUNCTION holecard.begin_batch(bigint, bigint) RETURNS void "
            "LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full' USING ERRCODE = '53100'; END $$")
        refused = near.ask("do", **words)
        check(refused.get("code") == "not_stored", f"it was stored: {refused}")
        ask(batch)
        two.resume()
        wait_until(lambda: bob.listen(0.05) or bob.wire.closed or
                   any(m.get("re") == late for m in bob.seen), "it is answered, or not at all")
        answers = [m for m in bob.seen if m.get("re") == late]

        def is_stored():
            answers.append(near.ask("do", **words))
            return answers[-1]["ok"]
        wait_until(is_stored, "it can be stored again")
        answers.append(near.must("do", **words))
        done = [m for m in answers if m["ok"] and not m.get("repeat")]
        check(len(done) <= 1, f"it was done twice: {answers}")
        check(answers[-1].get("repeat") is True, f"it was done again: {answers}")
        for person in (ann, bob, near):
            person.close()


if __name__ == "__main__":
    main(a_table_is_played_from_two_processes, a_process_that_is_ended_hands_its_tables_over,
         a_process_that_is_killed_hands_its_tables_over, a_process_that_was_paused_tells_nothing_old,
         a_process_that_was_paused_shows_nothing_old,
         who_does_not_know_the_secret_is_not_let_in, who_only_pretends_to_begin_is_not_waited_for,
         a_guest_s_tables_are_listed_everywhere, public_tables_are_listed_everywhere,
         who_comes_back_is_sent_the_list, who_is_forgotten_is_forgotten_everywhere,
         where_a_match_is_on_is_told_wherever_one_is_forgotten, a_table_is_shown_by_any_process,
         who_reads_slowly_elsewhere_catches_up,
         who_says_a_name_later_is_listed_elsewhere,
         what_was_refused_may_be_on_its_way_and_is_done_once)
