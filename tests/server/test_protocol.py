# SPDX-License-Identifier: MIT
"""test_protocol.py: the protocol as docs/protocol.md describes it, every message held to the schema.

The example session of the document is replayed line by line, so that it cannot grow old.
"""
import json
import os
import random
import re
import resource
import sqlite3

from guest import SCHEMA, Guest
from match import NAMES, play_out, seat_people, seat_two, step
from schema import Schema, Wrong
from server import Server, run
from trial import Failure, check, main, wait_until
from wire import Line

DOCUMENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/protocol.md")


# ---- The schema itself -----------------------------------------------------------------------


def is_wrong(value, part):
    try:
        SCHEMA.check(value, part)
    except Wrong:
        return True
    return False


def schema_refuses():
    """What is wrong must be seen to be wrong."""
    sit = {"op": "sit", "table": "BCDFGH", "name": "Ann"}
    SCHEMA.check(sit, "client")
    for change in ({"seat": 10}, {"seat": True}, {"seat": 1.0}, {"table": "BCDF"}, {"name": 7},
                   {"more": 1}, {"op": "jump"}, {"op": "list"}, {"op": ["sit"]}, {"tag": -1},
                   {"tag": None}, {"entropy": "00"}):
        check(is_wrong({**sit, **change}, "client"), f"the schema takes {change}")
    check(is_wrong({"op": "sit", "table": "BCDFGH"}, "client"), "a name is missing")
    check(is_wrong([sit], "client") and is_wrong(None, "client"), "no object")
    view = {"game": "two", "seq": 1, "seat": None, "hands": [{"count": 1, "cards": ["?"]}],
            "piles": [], "actions": [], "marked": [], "turn": 0, "scores": [1, [2, None]]}
    answer = {"op": "answer", "ok": True, "view": view}
    SCHEMA.check(answer, "server")
    for change in ({"seat": "0"}, {"hands": [{"cards": []}]}, {"hands": [{}] * 11},
                   {"hands": [{"count": 1, "secret": 1}]}, {"turn": {}}, {"scores": [[[1]]]},
                   {"actions": ["x" * 48]}, {"actions": [1]}, {"seq": -1}):
        check(is_wrong({**answer, "view": {**view, **change}}, "server"), f"it takes {change}")
    for change in ({"ok": 1}, {"ok": "yes"}, {"code": "Nonsense!"}, {"repeat": False}, {"re": "1"}):
        check(is_wrong({**answer, **change}, "server"), f"it takes {change}")
    schema_is_refused({"type": "string", "minLength": 1}, "minLength")
    schema_is_refused({"type": "string", "maximum": 1}, "maximum")
    schema_is_refused({"anyOf": []}, "anyOf")
    schema_is_refused({"$ref": "other.json"}, "other.json")


def schema_is_refused(part, word):
    """What cannot be checked is not taken for checked."""
    with open("odd.json", "w", encoding="utf-8") as file:
        json.dump({"$defs": {"a": part}}, file)
    try:
        Schema("odd.json")
    except Wrong as wrong:
        check(word in str(wrong), f"the wrong complaint: {wrong}")
        return
    raise Failure(f"a schema with {word} was taken")


def schema_knows_every_operation():
    """The operations of the server are those of the schema."""
    source = os.environ.get("HC_SOURCE_DIR", os.path.join(os.path.dirname(DOCUMENT), ".."))
    with open(os.path.join(source, "src/protocol/protocol_request.c"), encoding="utf-8") as file:
        rows = file.read().split("operations[] = {")[1].split("\n};")[0]
    heard = set(re.findall(r'\{"(\w+)", (?:NULL|"\w+"),', rows))
    said = set()
    for part in SCHEMA.root["$defs"]["client"]["oneOf"]:
        op = SCHEMA.root["$defs"][part["$ref"].split("/")[-1]]["properties"]["op"]
        said |= set(op.get("enum", [op.get("const")]))
    check(heard == said, "the server knows %s, the schema %s" % (heard - said, said - heard))


# ---- Sessions --------------------------------------------------------------------------------


def document_session():
    """Replays the example of docs/protocol.md: `A>` and `B>` are sent, `A<` and `B<` must come with
    at least these members. A string that begins with $ stands for a value that is not known before:
    it is kept when it comes first, and must be the same afterwards. "…" stands for anything."""
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    session = re.search(r"<!-- session -->\s*```\n(.*?)```", text, re.S)[1]
    lines = [line for line in session.splitlines() if line.strip()]
    known = {}
    with Server() as server:
        people = {name: Guest(server, hello=False, folds=False) for name in "AB"}
        for line in lines:
            name, arrow, message = line[0], line[1], json.loads(line[2:])
            if arrow == ">":
                people[name].send(fill(message, known))
            else:
                got = people[name].next(lambda got, want=message: fits(want, got, dict(known)), line)
                fits(message, got, known)
    check(len(lines) > 15, "the example is short: %d lines" % len(lines))


def fill(value, known):
    if isinstance(value, dict):
        return {key: fill(inner, known) for key, inner in value.items()}
    return known[value] if isinstance(value, str) and value.startswith("$") else value


def fits(want, got, known):
    """Whether what came has at least what the example shows; keeps what $names stand for."""
    if isinstance(want, dict):
        return isinstance(got, dict) and all(
            key in got and fits(inner, got[key], known) for key, inner in want.items())
    if isinstance(want, list):
        return isinstance(got, list) and len(want) == len(got) and all(
            fits(w, g, known) for w, g in zip(want, got))
    if isinstance(want, str) and want.startswith("$"):
        return known.setdefault(want, got) == got
    return want == "…" or (want == got and isinstance(want, bool) == isinstance(got, bool))


def every_card(catalogue):
    """The cards of every deck with how many there are of each, and what each does."""
    shed, two = ({g["name"]: g for g in catalogue}[name] for name in ("shed", "two"))
    count = {deck["name"]: sum(card["quantity"] for card in deck["cards"])
             for game in (shed, two) for deck in game["decks"]}
    check(count == {"standard108": 108, "lite72": 72, "base16": 16, "ed2019": 21}, str(count))
    for game in catalogue:
        check(game["phases"][0] == {"name": "lobby", "awaits": "house",
                                    "sentence": "before the match"}, "no lobby")
        check(game["lengths"][0]["name"] == "round", "one round is the shortest match")
        for deck in game["decks"]:
            letters = [color["code"] for color in game["colors"]] + [None]
            check(all(card["color"] in letters for card in deck["cards"]), "a colour of no game")
    cards = {card["code"]: card for card in shed["decks"][0]["cards"]}
    check(cards["WF"]["draws"] == 4 and cards["WF"]["class"] == "wild" and
          cards["WF"]["points"] == 50 and cards["WF"]["color"] is None, str(cards["WF"]))
    check(cards["R7"]["effect"] is None and cards["R7"]["with"]["option"] == "seven_swap" and
          cards["R7"]["with"]["effect"] == "swap_hands", str(cards["R7"]))
    lite = {preset["name"]: preset for preset in shed["presets"]}["lite"]
    check((lite["seats_min"], lite["seats_max"], lite["deck"]) == (2, 2, "lite72"), str(lite))


def quick_rules(game):
    """Every number that is a length of something at its least: the shortest match of any game."""
    return " ".join("%s=%d" % (option["name"], option["min"]) for option in game["options"]
                    if option["type"] == "int" and option["min"] > 0
                    and not option["name"].endswith("players"))


def every_game():
    """Whole matches of every game; the finished log is fetched in every way, and is honest."""
    with Server() as server:
        catalogue = server.get("/api/games", "http_games")["games"]
        every_card(catalogue)
        check("null" not in {entry["name"] for entry in catalogue}, "a template is listed")
        for number, entry in enumerate(catalogue):
            game, count = entry["name"], entry["seats_min"]
            people, table = seat_people(server, count, game, quick_rules(entry))
            ann, bob = people[:2]
            check(not ann.state(table, "match_id"), "a match has a name before it is over")
            ann.must("start", table=table)
            name = play_out(people, table, number)
            check_log(server, ann, name)
            history = ann.ask("history")["matches"]
            check([m["match"] for m in history] == [name], "history: %s" % history)
            check(history[0]["names"] == list(NAMES[:count]) and history[0]["seat"] == 0,
                  "who sat there: %s" % history)
            players = bob.must("players", match=name)
            check(players["names"] == history[0]["names"] and players["game"] == game, "%s" % players)
            by_http = server.get("/api/matches/%s/players" % name, "players")
            check(by_http["names"] == players["names"], "over HTTP: %s" % by_http)
            rows = ann.ask("statistics")["rows"]
            check([(r["game"], r["matches"]) for r in rows] == [(game, 1)], "rows: %s" % rows)
            other = bob.ask("statistics", guest=ann.guest)
            check(other["rows"] == rows and other["guest"] == ann.guest, "of another: %s" % other)
            leaders = bob.ask("leaders", game=game)["rows"]
            check({r["name"] for r in leaders} == set(NAMES[:count]), "leaders: %s" % leaders)
            check(server.get("/api/statistics/" + game, "leaders")["rows"] == leaders,
                  "leaders over HTTP differ")
            check(bob.ask("leaders", game=game, first=1)["rows"] == leaders[1:], "first=1")
            for deep in (lambda first: bob.ask("leaders", game=game, first=first),
                         lambda first: bob.ask("history", first=first)):
                check("code" not in deep(1000), "first=1000: %s" % deep(1000))
                check(deep(1001).get("code") == "too_long", "first=1001: %s" % deep(1001))


def check_log(server, person, name):
    status, bytes_, headers = server.request("GET", "/api/matches/" + name)
    check(status == 200 and headers["Content-Type"] == "application/octet-stream", "%d" % status)
    with open("match.log", "wb") as file:
        file.write(bytes_)
    status, said, why = run("verify", "match.log")
    check(status == 0 and "unaltered" in said, "altered: %s" % why)
    log = server.get("/api/matches/%s.json" % name, "http_log")
    check(person.ask("log", match=name)["log"] == log, "the log of a message differs")
    lobby = [m["commitment"] for m in person.seen if m.get("room", {}).get("stage") == "lobby"]
    check(log["commitment"] in lobby, "the commitment was not told in the lobby")


def hosts_and_bots():
    """Everything that a host can do, and that nobody else can."""
    with Server() as server:
        ann, bob, table = seat_two(server, "shed")
        for op, words in (("add_bot", {"bot": "random"}), ("kick", {"seat": 0}),
                          ("remove_bot", {"seat": 0}), ("title", {"title": "Mine"}),
                          ("rules", {"rules": "party"}), ("settings", {"settings": "seats=3"}),
                          ("start", {})):
            check(bob.ask(op, table=table, **words)["code"] == "not_allowed", op + " by a guest")
        ann.must("add_bot", table=table, bot="search:50", seat=4)
        ann.must("add_bot", table=table, bot="greedy")
        ann.must("remove_bot", table=table, seat=2)
        ann.must("title", table=table, title="Ours")
        ann.must("rules", table=table, rules="match_mode=single initial_cards=2")
        ann.must("settings", table=table, settings="live bot_delay_ms=0 turn_ms=60000")
        room = ann.state(table, "room")
        check(room["title"] == "Ours" and room["settings"] ==
              "clock=live away=bot turn_ms=60000 bot_delay_ms=0", "%s" % room)
        check(room["rules"] == "initial_cards=2 match_mode=single", "%s" % room)
        check([seat["who"] for seat in room["seats"]][:5] ==
              ["person", "person", "empty", "empty", "bot"], "%s" % room)
        ann.must("kick", table=table, seat=1)
        check(bob.ask("sit", table=table, name="Bob")["code"] == "not_allowed", "after a kick")
        for op, words in (("add_bot", {"bot": "deep"}), ("rules", {"rules": "x=1"}),
                          ("settings", {"settings": "seats=99"}), ("title", {"title": ""}),
                          ("chat", {"text": "a\u0007b"})):
            answer = ann.ask(op, table=table, **words)
            check(not answer["ok"] and answer["why"], "%s: %s" % (op, answer))
        ann.must("chat", table=table, text="Only \u00e4 bot and me.")
        ann.must("start", table=table)
        play_out([ann], table, 3)
        ann.must("agree", table=table)
        ann.next(lambda m: m.get("room", {}).get("match") == 2)
        check(play_out([ann], table, 4).endswith("/2"), "the second match is called the second")
        deadlines = [m["deadline_ms"] for m in ann.seen if "deadline_ms" in m]
        check(deadlines and all(d > 1.7e12 for d in deadlines), "deadlines: %s" % deadlines[:3])
        ann.must("exit", table=table)
        ann.must("enter", table=table)
        ann.must("leave", table=table)


def languages():
    """Everybody is spoken to in the language of their hello; codes stay what they are."""
    with Server() as server:
        german, english = Guest(server, hello=False), Guest(server, hello=False)
        check(german.ask("hello", language="de_AT.UTF-8")["language"] == "de", "no German")
        check(english.ask("hello", language="xx")["language"] == "en", "no English")
        table = german.must("create", game="two")["table"]
        for person, name in ((german, "Anna"), (english, "Ben")):
            person.must("enter", table=table)
            person.must("sit", table=table, name=name)
        german.must("start", table=table)
        for person, text in ((german, "Die Partie beginnt: 7 Siegpunkte entscheiden."),
                             (english, "The match begins: 7 tokens win it.")):
            person.next(lambda m, text=text: text in m.get("says", []), text)
        answer = german.ask("do", do="xyzzy", table=table, seq=0)
        check(answer["why"] == "„xyzzy“ ist kein Befehl dieses Spiels", str(answer))
        answer = german.ask("create", game="two", rules="tie=maybe")
        check(answer["why"].startswith("tie muss all_win, "), str(answer))
        german.close()
        english.close()
        games = server.get("/api/games?language=de", "http_games")
        two = {game["name"]: game for game in games["games"]}["two"]
        check(two["lengths"][0]["sentence"] == "eine Runde", str(two["lengths"]))
        check(two["decks"][0]["cards"][0]["name"] == "Wächterin", "a card is not German")


def rules_by_http():
    """One game by the rules of a query, whose escapes are undone."""
    with Server() as server:
        party = server.get("/api/rules/shed?language=de&rules=party+initial%5fcards%3D5",
                           "http_rules")
        values = {option["name"]: option["value"] for option in party["options"]}
        check(values["initial_cards"] == 5 and values["jump_in"] is True, str(values))
        check("seed" not in values, "a seed can be chosen")
        check(party["how_to_play"][0].startswith("Ziel:"), str(party["how_to_play"]))
        usual = server.get("/api/rules/two", "http_rules")
        check(len(usual["how_to_play"]) == 4, str(usual["how_to_play"]))
        check(all(option["value"] == option["default"] for option in usual["options"]), "not usual")
        server.get("/api/rules/chess", status=404)
        for wrong in ("rules=nothing%3D1", "rules=%zz", "rules=%2", "rules=a%00b", "rules=%ff"):
            server.get("/api/rules/shed?" + wrong, "http_wrong", status=400)


def health():
    """A store that cannot be written to is told, and so is that it can be again."""
    with Server() as server:
        ann = Guest(server)
        limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, limits[1]))
        check(ann.ask("create", game="shed")["code"] == "not_stored", "stored on a full disk")
        status, body = server.health()
        check(status == 503 and "nothing can be stored: " in body, "%d %r" % (status, body))
        check(server.post("/api/tables", {"game": "two"}, "http_wrong", 503)["code"] ==
              "not_stored", "stored on a full disk")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)
        ann.must("create", game="shed")
        check(server.health()[0] == 200, "still not well")


def unfinished_log_is_not_given():
    with Server() as server:
        ann, bob, table = seat_two(server, "two", "tokens_to_win=3")
        ann.must("start", table=table)
        rng = random.Random(1)
        for _ in range(3):
            ann.ask("history")
            bob.ask("history")
            step(ann, table, rng) or step(bob, table, rng)
        room, = read_rooms(server.store)
        server.get("/api/matches/%016x/1" % room, status=404)
        answer = ann.ask("log", match="%016x/1" % room)
        check(answer["code"] == "no_room" and not answer["ok"], "%s" % answer)
        for wrong in ("", "1", "%016x" % room, "%016x/0" % room, "%016X/1" % (room | 0xf),
                      "%016x/1.txt" % room, "../../etc/passwd", "%016x/99999999999" % room):
            server.get("/api/matches/" + wrong, status=404)
        check(not ann.ask("history")["matches"], "a running match is in the history")


def read_rooms(store):
    with sqlite3.connect("file:%s?mode=ro" % store, uri=True) as database:
        return {row[0] for row in database.execute("SELECT DISTINCT room FROM journal")}


# ---- HTTP ------------------------------------------------------------------------------------


def pages():
    with Server("tables_per_hour=3") as server:
        check(server.health() == (200, "ok\n"), "healthz: %s %r" % server.health())
        made = server.post("/api/tables", {"game": "shed", "rules": "party", "title": "Tea",
                                           "settings": "public=true seats=3"}, "http_table")
        check(made["room"]["title"] == "Tea" and len(made["room"]["seats"]) == 3, "%s" % made)
        check("stacking" in made["room"]["rules"], "rules that differ: %s" % made["room"]["rules"])
        check(made["room"]["watchers"] == 0, "whoever asked stays as a spectator")
        check(server.get("/api/tables/" + made["table"].lower(), "http_table") == made, "look")
        rows = server.get("/api/tables", "tables")["tables"]
        check([r["table"] for r in rows] == [made["table"]] and rows[0]["open"], "%s" % rows)
        wrong = "http_wrong"
        check(server.get("/api/tables?first=49", "tables")["tables"] == rows, "the first page")
        check(server.get("/api/tables?first=50", "tables")["tables"] == [], "the second page")
        for first in ("1001", "4294967296", "x", "", "1x"):
            server.get("/api/tables?first=" + first, wrong, 400)
        check(server.post("/api/tables", {"game": "shed", "rules": "stacking=maybe"}, wrong, 400)
              ["code"] == "bad_setting", "bad rules")
        for body in ({"game": "chess"}, {}, [], {"game": "shed", "op": "create"}, {"game": 3}):
            server.post("/api/tables", body, wrong, 400)
        server.post("/api/tables", {"game": "shed"}, wrong, 400, Content_Type="text/plain")
        server.post("/api/tables", {"game": "shed"}, wrong, 403, Origin="https://example.org")
        server.post("/api/tables", {"game": "two"}, "http_table")
        server.post("/api/tables", {"game": "two"}, wrong, 429)
        server.get("/api/tables/ZZZZZZ", status=404)
        server.get("/api/statistics/chess", status=404)
        server.get("/api/nothing", status=404)
        server.post("/healthz", {}, wrong, 405)
        with Guest(server) as ann:
            ann.must("sit", table=made["table"], name="Ann")
            check(ann.state(made["table"], "room")["host"] == 0, "the first to sit is the host")
        server.get("/metrics", status=404)  # exact figures tell how long others' messages are
        for path, want in (("/", 404), ("/healthz", 404), ("/api/tables", 404), ("/ws", 404)):
            check(server.metrics(path)[0] == want, f"{path} where the figures are")
        status, body, _ = server.metrics()
        check(status == 200 and b"\nholecard_tables 2\n" in body, "metrics: %r" % body[:300])
        check(ann.token.encode() not in body and ann.guest.encode() not in body, "a secret")


def long_log():
    """A log that is too long for a message is refused, and comes over HTTP."""
    with Server() as server:
        length = 0
        while length <= 64 << 10:
            ann, bob, table = seat_two(server, "shed", "points_to_win=200 initial_cards=20")
            ann.must("start", table=table)
            name = play_out([ann, bob], table, 3)
            length = len(server.request("GET", f"/api/matches/{name}.json")[1])
        answer = ann.ask("log", match=name)
        check(answer.get("code") == "too_long" and "HTTP" in answer["why"], f"{answer}")
        whole = server.request("GET", f"/api/matches/{name}")[1]
        with open("long.hclog", "wb") as file:
            file.write(whole)
        _, exported, _ = run("export", "long.hclog")
        path = f"/api/matches/{name}.json"
        check(server.request("GET", path)[1].decode() == exported, "it is not what export gives")
        hurry(server, path)


def hurry(server, path):
    """Many ask for a log as JSON, and half of them do not wait for it. Whoever stays gets all of it, or
    is told to ask again."""
    ask = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
    many = [Line().connect(server) for _ in range(40)]
    for connection in many:
        connection.sendall(ask)
    for connection in many[::2]:
        connection.close()
    whole = 0
    for connection in many[1::2]:
        got = connection.recv_all()
        check(got.startswith((b"HTTP/1.1 200", b"HTTP/1.1 503")), f"{got[:80]!r}")
        whole += got.startswith(b"HTTP/1.1 200") and got.endswith(b"}\n")
        connection.close()
    check(whole > 0, "nobody got the log")


def too_long_log():
    """A log that is longer than what may wait for anybody is refused as JSON, and its bytes come."""
    with Server("queue_kb=128") as server:
        size = 0
        while size <= 70 << 10:   # every byte becomes two characters or more
            ann, bob, table = seat_two(server, "shed", "points_to_win=500 initial_cards=20")
            ann.must("start", table=table)
            name = play_out([ann, bob], table, 3)
            size = len(server.request("GET", f"/api/matches/{name}")[1])
        server.get(f"/api/matches/{name}.json", status=413)


# ---- The rest ---------------------------------------------------------------------------------


def forgetting():
    with Server() as server:
        ann, bob, table = seat_two(server, "two", "tokens_to_win=1")
        ann.must("start", table=table)
        name = play_out([ann, bob], table, 9)
        lobby = ann.must("create", game="shed")["table"]
        ann.must("sit", table=lobby, name="Ann")
        bob.must("enter", table=lobby)
        stays = ann.ask("forget")["stays"]
        check(stays == [table], "%s stay" % stays)
        seats = server.room(lobby)["seats"]
        check(all(seat["who"] == "empty" for seat in seats), "still in the lobby: %s" % seats)
        check(not ann.ask("statistics")["rows"], "statistics are left")
        check(not ann.ask("history")["matches"], "history is left")
        names = [r["name"] for r in bob.ask("leaders", game="two")["rows"]]
        check(names == ["Bob"], "leaders: %s" % names)
        check_log(server, bob, name)  # the match is Bob's as well
    with open(server.store, "rb") as file:
        check(bytes.fromhex(ann.token) not in file.read(), "a token is stored")


def tidy_words():
    """What the door refuses by itself, with its code."""
    with Server() as server:
        with Guest(server, hello=False) as ann:
            check(ann.ask("create", game="shed")["code"] == "bad_phase", "before hello")
            check(ann.ask("hello", version=2)["code"] == "malformed", "version 2")
            check(ann.ask("list")["tables"] == [], "the list is for everybody")
            token = ann.ask("hello", version=1)["token"]
            check(ann.ask("hello")["code"] == "bad_phase", "hello twice")
            for op, words in (("dance", {}), ("sit", {"table": "BCDFGH"}),
                              ("sit", {"table": "BCDFGH", "name": "A", "seat": 11}),
                              ("enter", {"table": "BCDFGH", "seat": 1}), ("log", {"match": "x"}),
                              ("leaders", {"game": "chess"}), ("statistics", {"guest": "12"}),
                              ("hello", {"token": 4})):
                answer = ann.ask_wrong(op, **words)
                check(answer["code"] == "malformed" and answer["why"], "%s: %s" % (op, answer))
            ann.send_wrong(b"[1]")
            ann.send_wrong(b"{")
            for _ in range(2):
                ann.next(lambda m: m.get("code") == "malformed" and "re" not in m)
            check(ann.ask("enter", table="bcdfgh")["code"] == "no_room", "no such table")
        with Guest(server, token=token) as again:
            check(again.token == token and again.guest == ann.seen[3]["guest"], "who one is")


def sizes():
    """An update of a table for two stays small, whatever happens there."""
    with Server() as server:
        ann, bob, table = seat_two(server, "shed", "match_mode=single")
        ann.must("start", table=table)
        play_out([ann, bob], table, 2)
        for person in (ann, bob):
            sent = [{key: value for key, value in m.items() if key != "view" or "change" not in m}
                    for m in person.seen if m["op"] == "update"]
            updates = sorted(len(json.dumps(m, ensure_ascii=False, separators=(",", ":")))
                             for m in sent)
            check(updates[-1] < 1500, "an update of %d bytes" % updates[-1])
            print("updates: %d, median %d bytes, at most %d" % (
                len(updates), updates[len(updates) // 2], updates[-1]))


def impatient():
    """Whoever asks and hangs up is not waited for; the server goes on.

    What was asked is still looked up, so until then it may say that too many questions wait.
    """
    with Server() as server:
        for _ in range(20):
            ann = Guest(server)
            for _ in range(6):
                ann.send({"op": "leaders", "game": "shed"})
            ann.send({"op": "forget"})
            ann.close()
        with Guest(server) as bob:
            def answered():
                answer = bob.ask("leaders", game="shed")
                check(answer.get("code", "too_fast") == "too_fast", f"no answer but {answer}")
                return answer.get("rows") == []

            wait_until(answered, "the leaders are told")


if __name__ == "__main__":
    main(schema_refuses, schema_knows_every_operation, document_session, every_game, hosts_and_bots,
         languages, rules_by_http, health, unfinished_log_is_not_given, pages, long_log, too_long_log, forgetting,
         tidy_words, sizes, impatient)
