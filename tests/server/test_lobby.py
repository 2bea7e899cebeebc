# SPDX-License-Identifier: MIT
"""test_lobby.py: what a server's table says to people besides the match: invitations, who is there,
what happened meanwhile, hints, records, and the editor of rules and settings."""
import re
import signal
import subprocess

from guest import Guest
from test_join import FullGuest, House, bot, check_wrong, sit_down, sit_down_full
from tmux import Terminal
from trial import HOLECARD, check, main


# Seat 0 begins, and may play or draw.
FIRST = ("start_rule=seat0", "first_action=ignore", "first_wild=none")


def code_page(terminal):
    """The rows of a QR code on the screen."""
    return [row for row in terminal.text().splitlines() if len(re.findall("[█▀▄]", row)) > 8]


def invitation_alone():
    """On the loopback the start says that nobody else can come in, and so does the lobby."""
    with House(moved=True) as house:
        said = house.process.stdout.readline()
        check("only people at this machine can come in" in said and "--listen" in said, said)
        with Guest(house) as guest:
            check("public_url" not in guest.seen[0] and "own_urls" not in guest.seen[0],
                  "somebody is told an address: %s" % guest.seen[0])
        with Terminal(110, 40) as terminal:
            sit_down_full(terminal, house, "shed")
            terminal.wait_for("Nobody else can come in")
            terminal.wait_for("--listen 0.0.0.0:7777")
        with Terminal(LANG="de_DE.UTF-8") as terminal:
            sit_down(terminal, house, "shed", "--plain", "--language", "de")
            terminal.wait(lambda: "Sonst kann niemand dazukommen" in terminal.printed(), "a warning")


def invitation_public():
    """A public address is told at the start, to clients, in the lobby and as a QR code."""
    url = "https://cards.example.org"
    with House("--public-url", url, moved=True) as house:
        check(url in house.process.stdout.readline(), "the start does not name it")
        with Guest(house) as guest:
            check(guest.seen[0]["public_url"] == url, "clients are not told")
        with Terminal(80, 24) as terminal:
            code = sit_down_full(terminal, house, "shed")
            terminal.wait_for("holecard play --join %s/%s" % (re.escape(url), code))
            check("Nobody else" not in terminal.text(), "it says that nobody can come in")
            terminal.press("o")
            terminal.wait_for("%s/%s *│" % (re.escape(url), code))
            check(len(code_page(terminal)) >= 12, "no code:\n" + terminal.text())
            terminal.press("Escape")
            terminal.wait(lambda: not code_page(terminal), "the code is gone")
        with Terminal() as terminal:
            code = sit_down(terminal, house, "shed", "--plain")
            terminal.wait(lambda: "--join %s/%s" % (url, code) in terminal.printed(), "the address")
            terminal.line("qr")
            terminal.wait(lambda: terminal.printed().count("▀") > 100, "the code")
        status, page, _ = house.request("GET", "/" + code)
        check(status == 200 and b"Holecard" in page, "the address of a table shows nothing")
    with House("--public-url", "http://cards.example.org", moved=True) as house:
        house.process.stdout.readline()
        check("nothing is encrypted" in house.process.stdout.readline(), "no warning")
    for wrong in ("cards.example.org", "https://x/", "https://x/BCDFHJ"):
        done = subprocess.run([HOLECARD, "serve", "--no-save", "--public-url", wrong],
                              capture_output=True, text=True)
        check(done.returncode == 2 and "--public-url" in done.stderr, done.stderr)


def wrong_codes():
    """Who types a code that is none is told which letters codes have."""
    with House(moved=True) as house:
        check_wrong([(1, "no vowels", ["play", "--join", house.address + "/HALLOO"])])
        with Terminal() as terminal:
            terminal.start("play", "--join", house.address, "--plain", "--name", "Anna")
            terminal.wait(lambda: "Which table?" in terminal.printed(), "the list")
            terminal.line("HALLOO")
            terminal.wait(lambda: "It has no vowels" in terminal.printed(), "why")


def hints():
    """Who looks at a hint: the others are told, in their language. The host may forbid it."""
    with House(moved=True) as house:
        with Terminal(100, 30) as anna, Guest(house) as ben:
            code = sit_down_full(anna, house, "shed", *FIRST)
            ben.must("sit", table=code, name="Ben")
            anna.wait_for("1  Ben")
            anna.press("s")
            anna.wait_for("hint")
            ben.take()
            anna.type(":hint")
            anna.press("Enter")
            anna.wait_for("Hint: wins in simulated games")
            check(ben.next(lambda m: m["op"] == "hint")["name"] == "Anna", "Ben is not told")
            anna.press("Escape")
            anna.type(":hint")
            anna.press("Enter")
            anna.wait_for("Hint: wins in simulated games")
            anna.press("Escape")
            ben.must("hint", table=code)
            anna.wait_for("Ben looks at a hint")
            ben.catch_up()
            check(len([m for m in ben.seen if m["op"] == "hint"]) == 2, "one moment, two hints")
        with Terminal() as anna, Guest(house) as ben:
            code = sit_down(anna, house, "shed", *FIRST, "--plain")
            ben.must("sit", table=code, name="Ben")
            anna.wait(lambda: "1  Ben" in anna.printed(), "Ben sits")
            anna.line("settings hints=false")
            anna.wait(lambda: "Settings: hints=false" in anna.printed(), "they are set")
            anna.line("start")
            anna.wait(lambda: "You may" in anna.printed(), "it has begun")
            ben.take()
            anna.line("hint")
            anna.wait(lambda: "the host of this table has forbidden hints" in anna.printed(), "no")
            check(ben.ask("hint", table=code)["code"] == "not_allowed", "the server allows it")
            check(not [m for m in ben.seen if m["op"] == "hint"], "somebody is told")


def presence():
    """A player without a connection is marked at once, in both modes; who comes back is told what
    happened meanwhile, as far as it is for them."""
    with House(moved=True) as house:
        with Terminal(100, 30) as anna, Terminal() as carla, Guest(house) as ben:
            code = sit_down_full(anna, house, "shed", *FIRST)
            carla.start("play", "--join", house.address + "/" + code, "--plain", "--name", "Carla")
            carla.wait(lambda: "The host starts" in carla.printed(), "Carla sits")
            anna.wait_for("1  Carla")
            ben.must("sit", table=code, name="Ben")
            anna.wait_for("2  Ben")
            anna.press("s")
            anna.wait_for("Your turn>")
            ben.next(lambda m: m.get("waits_for") == [0] and "view" in m)
            seq = ben.views[code]["seq"]
            ben.close()
            anna.wait_for("Ben .*not connected")
            anna.wait_for("Ben has lost the connection")
            carla.wait(lambda: "Ben has lost the connection." in carla.printed(), "it is told")
            carla.line("state")
            carla.wait(lambda: "Ben: not connected, 7 cards" in carla.printed(), "it is marked")
            anna.type(":draw")
            anna.press("Enter")
            anna.wait_for("You draw")
            with Guest(house, token=ben.token) as again:
                missed = again.must("enter", table=code, seq=seq)["missed"]
                check("Anna draws a card." in missed, "too little or too much is told: %s" % missed)
                check(len(again.must("enter", table=code, seq=0)["missed"]) > len(missed), "all")
                check("missed" not in again.must("enter", table=code), "it was not asked for")
                anna.wait_for("Ben is back")
                check("not connected" not in anna.text(), "the mark stays")
                carla.wait(lambda: "Ben is back." in carla.printed(), "it is told")


def comes_back():
    """A terminal that was away says what it has missed; a new one what happened so far."""
    with House(moved=True) as house:
        with Terminal() as anna:
            with Guest(house) as ben:
                code = ben.must("create", game="shed", rules=" ".join(FIRST),
                                settings="away=wait")["table"]
                ben.must("sit", table=code, name="Ben")
                anna.start("play", "--join", house.address + "/" + code, "--plain", "--name", "Anna")
                anna.wait(lambda: "The host starts" in anna.printed(), "Anna sits")
                ben.must("start", table=code)
                anna.wait(lambda: "Ben has the turn" in anna.printed(), "it has begun")
            at = anna.printed_bytes()
            anna.signal(signal.SIGSTOP)
            house.kill()
            house.start()
            with Guest(house, token=ben.token) as ben:
                view = ben.must("enter", table=code)["view"]
                ben.must("do", do="draw", table=code, seq=view["seq"])
            anna.go_on()
            anna.wait(lambda: re.search(r"While you were away:\s+Ben draws", anna.printed(at)),
                      "what was missed")
            check("Ben has the turn" not in anna.printed(at), "the story is told twice")
            anna.line("quit")
            anna.wait(lambda: "Come back with" in anna.printed(at), "Anna goes")
            at = anna.printed_bytes()
            anna.start("play", "--join", house.address + "/" + code, "--plain", "--name", "Anna")
            anna.wait(lambda: re.search(r"What happened so far:\s+The match begins.*Ben draws",
                                        anna.printed(at), re.DOTALL), "what happened")


def records():
    """Ratings and matches of a server are seen from its tables, before and after a match."""
    with House(moved=True) as house:
        with Terminal(100, 30) as anna:
            code = sit_down_full(anna, house, "shed", *FIRST, "points_to_win=1")
            anna.press("l")
            anna.wait_for("Nobody has finished a match")
            anna.press("Escape")
            with bot(house.address, code, "--name", "Ben") as ben:
                anna.wait_for("1  Ben")
                anna.press("s")
                check(FullGuest(anna, 3, ("You", "Ben")).play(), "the match is not over")
                ben.process.terminate()
                ben.end()
            anna.wait_for("Another match")
            anna.press("l")
            anna.wait_for(r"1\. (Anna|Ben): rating \d+ ± \d+, 1 of 1 match won")
            anna.wait_for(r"2\. (Anna|Ben): rating \d+ ± \d+, 0 of 1 match won")
            anna.press("Escape")
            anna.press("h")
            anna.wait_for(r"Shed: [01] of 1 match won")
            anna.press("Escape")
        with Terminal() as carla:
            sit_down(carla, house, "shed", "--plain")
            carla.line("leaders")
            carla.wait(lambda: re.search(r"1\. (Anna|Ben): rating", carla.printed()), "the best")
            carla.line("history")
            carla.wait(lambda: "No match is counted yet." in carla.printed(), "nothing")


def editor():
    """Rules and settings of a table are changed with the editor of the menu, in both modes, while
    the server is listened to."""
    with House(moved=True) as house, Guest(house) as ben:
        games = {game["name"]: game for game in house.get("/api/games", "http_games")["games"]}
        presets = {preset["name"] for preset in games["shed"]["presets"]} - {"official"}
        with Terminal(100, 40) as anna:
            code = sit_down_full(anna, house, "shed", "stacking=any")
            ben.must("sit", table=code, name="Ben")
            anna.wait_for("1  Ben")
            anna.press("r")
            anna.wait_for("Rules of this table")
            anna.wait_for(r"stacking +any draw card +\(changed\)")
            anna.press("Right")
            # Whole names only: the page may be seen half drawn.
            preset = anna.wait_for("> Rules +< (%s) >" % "|".join(presets))[1]
            anna.press("Escape")
            ben.next(lambda m: "room" in m and m["room"]["rules"] not in ("", "stacking=any"))
            anna.wait_for("%s rules: Anna's table" % preset)
            anna.press("e")
            anna.wait_for("Settings of this table")
            anna.press("Down", "Down")
            anna.wait_for("> public +< no >|> public +< false >")
            anna.press("Right")
            anna.wait_for("> public +< yes >|> public +< true >")
            ben.must("chat", table=code, text="hello")
            anna.press("Escape")
            ben.next(lambda m: "room" in m and m["room"]["settings"] == "public=true")
            anna.wait_for("Settings +public=true")
            anna.wait_for("Ben says: hello")
            anna.press("e")
            anna.wait_for("Settings of this table")
            anna.press("C-c")
            check(anna.status() == 130, "Ctrl-C does not end it")
        with Terminal() as anna:
            sit_down(anna, house, "shed", "--plain")
            at = anna.printed_bytes()
            anna.line("settings")
            number = anna.wait(lambda: re.search(r"^  (\d+)  hints: ", anna.printed(at), re.MULTILINE),
                               "the settings")[1]
            anna.wait(lambda: "Which option" in anna.printed(at), "which")
            anna.line(number)
            anna.wait(lambda: "Which (Enter" in anna.printed(at), "which value")
            anna.line("1")
            anna.wait(lambda: "hints: no (changed)" in anna.printed(at), "it is changed")
            anna.line("")
            anna.wait(lambda: "Settings: hints=false" in anna.printed(at), "the server knows")


if __name__ == "__main__":
    main(invitation_alone, invitation_public, wrong_codes, hints, presence, comes_back, records, editor)
