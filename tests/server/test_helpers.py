# SPDX-License-Identifier: MIT
"""test_helpers.py: what a server works out for people who play in a browser: which cards a hand may
hold, what a strong player would do, and the picture of an invitation."""
import itertools
import xml.etree.ElementTree as tree

from guest import Guest
from match import play_until, seat_people, seat_two
from server import Server
from trial import SEED, check, main, wait_until


def copies(server, game, deck_name=None):
    """How often each face is in the deck."""
    entry, = [g for g in server.get("/api/games", "http_games")["games"] if g["name"] == game]
    decks = [deck for deck in entry["decks"] if deck.get("name") in (None, deck_name or entry["deck"])]
    return {card["code"]: card["quantity"] for card in decks[0]["cards"]}


def expected(view, left):
    """What each hand may hold, from a view alone."""
    for place in view["hands"] + view["piles"]:
        for face in place.get("cards", []):
            if face != "?":
                left[face] -= 1
    may = []
    for hand in view["hands"]:
        known = [face for face in hand.get("cards", []) if face != "?"]
        hidden = hand["count"] > len(known)
        may.append(set(known) | ({face for face in left if left[face] and hidden}
                                 - set(hand.get("lacks", []))))
    return may


def possible_cards():
    """They are what a view says, and what somebody really holds is always among them."""
    with Server() as server:
        for game, count, rules in (("two", 4, ""), ("shed", 3, "")):
            people, table = seat_people(server, count, game, rules)
            check(people[0].ask("possible", table=table)["code"] == "bad_phase", "in the lobby")
            people[0].must("start", table=table)
            moments = itertools.count()
            narrowed = [0]

            def look():
                if not all(person.state(table, "view") for person in people):
                    return False
                hands = [p.state(table, "view")["hands"][s].get("cards", [])
                         for s, p in enumerate(people)]
                for person in people:
                    view = person.state(table, "view")
                    answer = person.must("possible", table=table)
                    check(answer["seq"] == view["seq"], f"another moment: {answer}")
                    got = [set(faces) for faces in answer["hands"]]
                    want = expected(view, copies(server, game))
                    check(got == want, f"{game}: {got}, but {want} by {view}")
                    for may, holds in zip(got, hands):
                        check(may >= set(holds), f"{game}: {holds} is not among {may}")
                    narrowed[0] += sum(hand.get("lacks") is not None for hand in view["hands"])
                return next(moments) == 60

            play_until(people, table, look, SEED)
            check(narrowed[0] or game == "shed", "no hand was ever known to lack anything")
            with Guest(server) as other:
                check(other.ask("possible", table=table)["code"] == "not_allowed", "for strangers")
                other.must("enter", table=table)
                got = other.must("possible", table=table)["hands"]
                check(len(got) == count, f"for a spectator: {got}")
            check(people[0].ask("possible", table="ZZZZZZ")["code"] == "no_room", "no such table")


def advice():
    """A hint that the server thinks up goes to whoever asked, and all others know that they did."""
    with Server() as server:
        ann, bob, table = seat_two(server, "shed", "start_rule=seat0 first_action=ignore first_wild=none")
        check(ann.ask("advise", table=table)["code"] == "bad_phase", "in the lobby")
        ann.must("start", table=table)
        view = wait_until(lambda: ann.catch_up() or ann.state(table, "view"), "it begins")
        answer = ann.must("advise", table=table)
        check(answer["op"] == "hint" and answer["seat"] == 0, f"the answer: {answer}")
        given = ann.next(lambda m: m["op"] == "advice", "advice")
        check(given["table"] == table and given["seq"] == view["seq"], f"about something else: {given}")
        check(given["do"] in view["actions"], f"{given} is not among {view['actions']}")
        check(bob.next(lambda m: m["op"] == "hint")["name"] == "Ann", "Bob is not told")
        ann.must("do", do=given["do"], table=table, seq=given["seq"])
        bob.catch_up()
        check(not [m for m in bob.seen if m["op"] == "advice"], "Bob is told what Ann shall do")
        # Whoever is gone gets none, and nothing comes of it.
        bob.say("advise", table=table)
        bob.close()
        ann.catch_up()

        ann, bob, table = seat_two(server, "two", settings="hints=false")
        ann.must("start", table=table)
        check(ann.ask("advise", table=table)["code"] == "not_allowed", "where hints are forbidden")


def pictures():
    with Server() as server:
        status, body, headers = server.request("GET", "/api/qr?text=http%3A%2F%2Fa.example%2FBCDFGH")
        check(status == 200 and headers["Content-Type"] == "image/svg+xml", f"{status}, {headers}")
        picture = tree.fromstring(body)
        side = int(picture.get("viewBox").split()[2])
        check(side == 25 + 2 * 4, f"a code of version 2 has 25 squares and a margin: {side}")
        other = server.request("GET", "/api/qr?text=http%3A%2F%2Fa.example%2FBCDFGJ")[1]
        check(body != other, "another text has the same picture")
        long = server.request("GET", "/api/qr?text=" + 200 * "a")
        check(long[0] == 200 and len(tree.fromstring(long[1])), f"the longest text: {long[0]}")
        for query in ("", "?text=", "?text=%0a", "?text=%C3%A4", "?text=%4", "?text=" + 201 * "a", "?x=1"):
            check(server.request("GET", "/api/qr" + query)[0] == 400, f"{query} is taken")


main(possible_cards, advice, pictures)
