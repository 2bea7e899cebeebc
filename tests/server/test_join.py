# SPDX-License-Identifier: MIT
"""
test_join.py: clients of a server, each as a process of its own: people at real terminals, bots, and
the two examples. They play whole matches; the server is killed in the middle, and they go on.

The people are those of tests/terminal: here they sit at a table that is elsewhere.
"""
import contextlib
import itertools
import json
import os
import re
import shutil
import signal
import socket
import socketserver
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "terminal"))

import preload  # noqa: E402
from between import Between, relay  # noqa: E402
from full_person import FullPerson  # noqa: E402
from guest import Guest  # noqa: E402
from line_person import PROMPT, LinePerson  # noqa: E402
from server import Server, run  # noqa: E402
from tmux import Terminal  # noqa: E402
from trial import HOLECARD, PATIENCE, check, main, wait_until  # noqa: E402
from wire import TEXT, accept_of, frame_of  # noqa: E402

EXAMPLES = os.path.join(HERE, "..", "..", "examples")
REMATCH = "Enter plays another match, quit leaves. "
HONEST = "Nothing was altered after the deal"
# Bots keep their tokens in this folder, not in the home of whoever runs the test.
STATE = {**os.environ, "XDG_STATE_HOME": os.path.abspath("state")}


class Bot:
    """`holecard bot`, or another program that plays. Where time stands still, it does so for it, too."""

    numbers = itertools.count(1)

    def __init__(self, *words):
        self.words, self.said = words, b""
        self.clock = preload.Clock(f"bot{next(self.numbers)}.clock") if preload.running else None
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, bufsize=0,
                                        env={**STATE, **preload.environment(self.clock)})
        if self.clock:
            self.clock.attach()

    def _hear(self):
        """Waits until it says more; False at its end."""
        preload.wait_to_read(self.process.stdout)
        piece = os.read(self.process.stdout.fileno(), 1 << 16)
        self.said += piece
        return bool(piece)

    def say(self, text):
        self.process.stdin.write(text.encode())

    def line(self):
        """The next line that it says; "" at its end."""
        while b"\n" not in self.said and self._hear():
            pass
        line, end, self.said = self.said.partition(b"\n")
        return (line + end).decode()

    def end(self, status=0):
        """Waits for its end and returns what it said."""
        self.process.stdin.close()
        while self._hear():
            pass
        check(self.process.wait(PATIENCE) == status,
              "%s: status %d\n%s" % (self.words, self.process.returncode, self.said.decode()))
        return self.said.decode()

    def until(self, text):
        """Reads up to a line with this text, and returns all of it."""
        said = ""
        while text not in said:
            line = self.line()
            check(line, "%s: never says %r\n%s" % (self.words, text, said))
            said += line
        return said

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        if self.clock and self.clock.listener.fileno() >= 0:
            self.clock.close()


def bot(address, code, *words):
    return Bot(HOLECARD, "bot", "--join", address + "/" + code, *words)


class House(Server):
    """A server with the address that clients are given. Its time is real, as theirs, unless it is
    `moved`: then all clients are at terminals, or in the test itself."""

    def __init__(self, *words, moved=False, **more):
        super().__init__(*words, **more)
        self.moved = moved
        self.address = f"http://{self.host}:{self.port}"

    def open_table(self, game, rules, settings=""):
        """A table that nobody sits at yet; its code."""
        with Guest(self) as guest:
            return guest.must("create", game=game, rules=rules, settings=settings)["table"]


class LineGuest(LinePerson):
    """Somebody in line mode at a server's table; the match is over when another one is offered."""

    def listen(self):
        def asked():
            text = re.sub(r"\r|\x1b\[[0-9;]*[JH]", "", self.terminal.printed(self.at))
            after = text.partition("\n")[2]
            return after if PROMPT.search(after) or after.endswith(REMATCH) else None
        return self.terminal.wait(asked, "the program asks for something")


class FullGuest(FullPerson):
    """The same on the full screen."""

    def is_over(self):
        return super().is_over() or "[Enter] Another match" in self.terminal.text()


def sit_down(terminal, house, *words):
    """Anna opens a table; its code."""
    terminal.start("play", "--join", house.address, *words, "--name", "Anna")
    return terminal.wait(lambda: re.search(r"^(?:Table|Tisch) ([A-Z]{6}) (?:at|auf) ", terminal.printed(
        terminal.started_at), re.MULTILINE), "a table is open")[1]


def sit_down_full(terminal, house, *words):
    """The same on the full screen."""
    terminal.start("play", "--join", house.address, *words, "--name", "Anna")
    return terminal.wait_for(r"The code is ([A-Z]{6}), at https?://")[1]


def check_sits(ben):
    said = ben.line()
    check("sits at" in said, "Ben does not sit down: " + said)


def begin(terminal, ben):
    """Anna starts the match when Ben sits there."""
    check_sits(ben)
    terminal.wait(lambda: re.search(r"^  1  Ben\.", terminal.printed(terminal.started_at),
                                    re.MULTILINE), "Ben is shown")
    terminal.line("start")


def kill_and_restart(terminal, house):
    """The server dies and comes back; the person is told of both."""
    at = terminal.printed_bytes()
    house.kill()
    terminal.wait(lambda: "connection is lost" in terminal.printed(at), "the loss is told")
    house.start()
    terminal.wait(lambda: "connection is back" in terminal.printed(at), "the return is told")


def leave(terminal):
    terminal.wait(lambda: terminal.printed().rstrip("\r\n").endswith(REMATCH), "the match is over")
    check(HONEST in terminal.printed(), "nothing is said of the deal")
    terminal.line("quit")
    check(terminal.status() == 0, "the status is not 0")
    terminal.check_restored()


def line_match(words, seed):
    with House(moved=True) as house, Terminal(100, 30) as terminal:
        code = sit_down(terminal, house, *words, "--plain")
        with bot(house.address, code, "--bot", "random", "--name", "Ben") as ben:
            person = LineGuest(terminal, seed)
            begin(terminal, ben)
            check(not person.play(2), "the match is over too early")
            kill_and_restart(terminal, house)
            check(person.play(), "the match is not over")
            check(len(person.steps) > 2, "only %d moves" % len(person.steps))
            check("Winner" in terminal.printed(), "nobody has won")
            leave(terminal)
            ben.end()
            terminal.start("statistics", "--join", house.address)
            terminal.wait(lambda: re.search(r"(Shed|Do You Have A Two): [01] of 1 match won, .* rating \d+\.",
                                            terminal.printed(terminal.started_at)), "it is counted")
            check(terminal.status() == 0, "the status is not 0")


def line_shed():
    """Nobody can do anything out of turn: what is typed while others act may be read at a later question
    than the one it was typed at, and then nobody could tell which of two lines was refused."""
    line_match(["shed", "points_to_win=20", "uno_call=false"], 1)


def line_two():
    line_match(["two", "tokens_to_win=5"], 2)


def full_shed():
    with House(moved=True) as house, Terminal(100, 34) as terminal:
        code = sit_down_full(terminal, house, "shed", "points_to_win=1", "initial_cards=6")
        with bot(house.address, code, "--bot", "greedy", "--name", "Ben") as ben:
            person = FullGuest(terminal, 3, ("You", "Ben"))
            check_sits(ben)
            terminal.wait_for(r"^   1  Ben$")
            terminal.type("s")
            check(not person.play(2), "the match is over too early")
            kill_and_restart(terminal, house)
            check(person.play(), "the match is not over")
            check(len(person.steps) > 2, "only %d moves" % len(person.steps))
            check(HONEST in person.standings[-1].text, "the last box says nothing of the deal")
            terminal.wait_for(HONEST)
            terminal.type("f")
            terminal.wait_for(r"event 0 of \d+ · unaltered")
            terminal.wait_for("as Anna")
            terminal.press("Tab")
            terminal.wait_for("as Ben")
            terminal.press("q")
            terminal.wait_for(r"\[v\] Review")
            terminal.type("v")
            terminal.wait_for(r"as\s+good\s+as\s+the\s+bot")
            terminal.press("q")
            terminal.wait_for(r"\[f\] Film")
            terminal.type("q")
            check(terminal.status() == 0, "the status is not 0")
            terminal.check_restored()
            check(HONEST in terminal.text(), "nothing of it is left on the screen")
            ben.end()


def lobby_page():
    """A table without a match on the full screen, as the host and a guest see it. Both sit at the
    same computer, and are two people all the same."""
    with House(moved=True) as house, Terminal(80, 24) as anna, \
            Terminal(80, 24, home=anna.home, NO_COLOR="1") as ben:
        code = sit_down_full(anna, house, "shed")
        ben.start("play", "--join", house.address + "/" + code.lower(), "--name", "Ben")
        ben.wait_for(r"^   0  Anna +host$")
        ben.wait_for(r"^   1  Ben \(you\)$")
        ben.wait_for("Anna has not started the match yet")
        check("Start" not in ben.text(), "a guest may start")
        anna.wait_for(r"^ ▶ 0  Anna \(you\) +host$")
        anna.wait_for(r"^   1  Ben$")
        for terminal in (anna, ben):
            check("holecard play --join %s/%s" % (house.address, code) in terminal.text(),
                  "nobody is told how to come here")
        check(not re.search(r"\x1b\[[0-9;]*\b[34][0-7]\b", ben.printed()), "colours in spite of NO_COLOR")
        ben.type("s")
        ben.wait_for("No: that key does nothing here")
        ben.type("c")
        ben.line("hello")
        anna.wait_for("Ben says: hello")
        lobby_host(anna, ben)
        lobby_sizes(anna, code)
        anna.press("Down")
        anna.wait_for("Send away")
        anna.type("k")
        ben.wait_for("You no longer sit at this table")
        ben.wait_for(r"\[i\] Sit down")
        ben.type("i")
        ben.wait_for("No: ")
        for terminal in (ben, anna):
            terminal.type("q")
            check(terminal.status() == 0, "the status is not 0")
            terminal.check_restored()


def lobby_host(anna, ben):
    """What only the host can do."""
    anna.type("b")
    anna.wait_for("Which bot")
    anna.press("Down", "Enter")
    ben.wait_for(r"^   2  Bot 1 +bot \(strong\)")
    anna.line(":rules stacking=many")
    anna.wait_for("No: stacking must be")
    for _ in "many":
        anna.press("BSpace")
    anna.line("any points_to_win=1")
    ben.wait_for("Rules +stacking=any points_to_win=1$")
    anna.type("?")
    anna.wait_for("set clocks and the like")
    anna.press("Escape")
    anna.press("Up")
    anna.wait_for(r"\[x\] Remove the bot")
    anna.type("x")
    ben.wait(lambda: "strong" not in ben.text().partition("Story")[0], "the bot is gone")


def lobby_sizes(anna, code):
    for columns, rows in ((60, 18), (200, 60), (60, 24)):
        anna.resize(columns, rows)
        for shown in ("The code is " + code, "  1  Ben", r"\[q\] Leave", "points_to_win=1",
                      "Ben says: hello", r"\? help"):
            anna.wait_for(shown)
    anna.resize(39, 18)
    anna.wait_for("enlarge it")
    anna.resize(80, 24)
    anna.wait_for("The code is " + code)


def list_page():
    """The list of tables on the full screen: one is opened for everybody, another one comes."""
    with House(moved=True) as house, Terminal(80, 24) as anna, Terminal(80, 24) as ben:
        anna.start("play", "--join", house.address, "--name", "Anna")
        anna.wait_for("Open a table for everybody")
        anna.press("Down", "Enter")
        anna.wait_for("Which game")
        anna.press("Enter")
        code = anna.wait_for(r"The code is ([A-Z]{6})")[1]
        ben.start("play", "--join", house.address, "--name", "Ben")
        ben.wait_for(code + "  Shed, Anna's table: 1 of 10 seats are taken")
        ben.line("xxxxxx")
        ben.wait_for("No: there is no such table")
        ben.press("Home", "Enter")
        anna.wait_for(r"^   1  Ben$")
        anna.press("C-c")
        check(anna.status() == 130, "the status is not that of Ctrl-C")
        anna.check_restored()


def long_list():
    """A list of more than a page: whoever asks for more gets it, in lines and on the full screen."""
    with House("tables_per_hour=100", moved=True) as house, Terminal(80, 24) as anna, Guest(house) as guest:
        for number in range(52):
            guest.must("create", game="null", settings="public=true", title=f"No. {number}")
        lines = Bot(HOLECARD, "play", "--join", house.address, "--plain")
        lines.say("more\nmore\nquit\n")
        said = lines.end()
        check(said.count(", No. 49:") == 2 and said.count(", No. 51:") == 1,
              "the first page, the second, and the first again: " + said)
        anna.start("play", "--join", house.address, "--name", "Anna")
        anna.wait_for("No. 0:")
        anna.press("End", "Up", "Up", "Enter")
        anna.wait_for("No. 51:")
        anna.press("End", "Up", "Up")
        anna.wait_for("Back to the first tables")
        anna.press("Enter")
        anna.wait_for("No. 0:")
        anna.press("C-c")
        check(anna.status() == 130, "the status is not that of Ctrl-C")


def two_bots(house, code, *words):
    """Two bots who play at a table until the end, not too fast."""
    words = ["--bot", "greedy", "--delay", "30", "--start", "2", *words]
    return bot(house.address, code, "--name", "Anna", *words), \
        bot(house.address, code, "--name", "Ben", *words)


def watch(address, code, *words):
    """Somebody who looks on in lines."""
    return Bot(HOLECARD, "play", "--join", address + "/" + code, "--watch", "--plain", *words)


class Bots:
    """Two bots who play when there is somebody who looks on."""

    def __init__(self, house, code, lines):
        lines.until("seats are free")
        self.bots = two_bots(house, code)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for each in self.bots:
            each.__exit__()


def watching():
    """Who looks on sees what is public, and all hands late if the table says so: on the full screen
    and in lines."""
    with House(moved=True) as house, Terminal(100, 30) as terminal:
        code = house.open_table("shed", "points_to_win=200", "watch=late late_turns=2")
        with watch(house.address, code) as lines, Bots(house, code, lines):
            terminal.start("play", "--join", house.address + "/" + code, "--watch")
            terminal.wait_for("Tab all hands, delayed")
            check("holds" not in terminal.text() and "Your hand" not in terminal.text(),
                  "a hand is shown at once")
            terminal.press("Tab")
            terminal.wait_for("some turns ago")
            terminal.wait_for(r"Anna +\d+ cards? .*holds (\w\w ?)+")
            terminal.type("?")
            terminal.wait_for("Help")
            terminal.press("Escape")
            terminal.type("q")
            terminal.type("y")
            check(terminal.status() == 0, "the status is not 0")
            lines.until("Type help for a list")
            lines.say("\nhelp\nlate\nstate\ndraw\nquit\n")
            said = lines.end()
            check("Some turns ago" in said and "(known:" in said.partition("Some turns ago")[2],
                  "not all hands are shown:\n" + said)
            check("Your hand" not in said and "Table: draw" in said, "the table is not shown:\n" + said)


def watching_public():
    """Where only public facts are shown, nothing else is; and a table may let nobody look on."""
    with House() as house:
        code = house.open_table("shed", "points_to_win=1")
        with watch(house.address, code, "--log", "seen.json") as lines, Bots(house, code, lines):
            said = lines.until("Type help for a list")
            lines.say("late\n")
            said += lines.until("The match is over.") + lines.end()
        before, over, _ = said.partition("The match is over.")
        check("are not shown to anybody" in said and over and "known:" not in before,
              "too much:\n" + said)
        check("wins the match" in said and HONEST in said, "the end is not told:\n" + said)
        check(run("verify", "seen.json")[0] == 0, "the log is not saved")
        code = house.open_table("shed", "", "watch=none")
        one, other = two_bots(house, code)
        with one, other:
            wait_until(lambda: house.room(code)["stage"] == "playing", "the match begins")
            said = watch(house.address, code).end(1)
            check("spectators are not allowed" in said, "it is not said why not:\n" + said)


def watching_next():
    """Who still reads how a match ended goes on with the next one, which has more players. Anna has
    the first turn, so that nobody ends it before she is awaited."""
    with House(moved=True) as house, Terminal(100, 30) as anna, Terminal(80, 24) as watcher:
        code = sit_down(anna, house, "two", "tokens_to_win=1", "first_start=seat0", "--plain")
        with bot(house.address, code, "--bot", "greedy", "--name", "Ben") as ben:
            person = LineGuest(anna, 5)
            watcher.start("play", "--join", house.address + "/" + code, "--watch")
            watcher.wait_for("1 spectator")
            begin(anna, ben)
            check(person.play(), "the match is not over")
            ben.end()
        watcher.wait_for("The match is over")
        for line in ("", "bot", "bot greedy", "start"):
            anna.wait(lambda: anna.last_words().endswith(("quit leaves.", "Table>")), "it can be typed")
            anna.line(line)
        anna.wait_for("Your hand")
        watcher.wait_for("Winner of the match")
        watcher.press("Enter")
        watcher.wait_for("Bot 2 +1 card")
        check("The match is over" not in watcher.text(), "the next match is not shown")


def sleeper():
    """Who looks on and sleeps while a whole match is played is told of it afterwards."""
    with House() as house:
        code = house.open_table("two", "tokens_to_win=1")
        with watch(house.address, code) as lines, Bots(house, code, lines) as bots:
            lines.process.send_signal(signal.SIGSTOP)
            for each in bots.bots:
                each.end()
            lines.process.send_signal(signal.SIGCONT)
            said = lines.until("The match is over.") + lines.end()
            check("The match begins" in said and HONEST in said, "not all is told:\n" + said)


class Liar(socketserver.BaseRequestHandler):
    """Gives clients other logs than the server has."""

    def handle(self):
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.request.recv(4096)
        path = head.split()[1].decode()
        if path.startswith("/api/matches/"):
            answer = self.server.lie(self.server.house.request("GET", path)[1])
            self.request.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(answer) + answer)
        else:
            relay(self.request, self.server.house, head)


def dishonest():
    """A log that was tampered with, the log of another match, a log that is cut short, and none at all."""
    with House() as house:
        logs = []

        def look_on(lie):
            code = house.open_table("two", "tokens_to_win=1")
            with Between(Liar, house, lie) as liar, watch(liar.address, code) as lines, \
                    Bots(house, code, lines):
                said = lines.until("The match is over.") + lines.end(1)
            return said

        def changed(log):
            logs.append(log)
            return log[:200] + bytes([log[200] ^ 1]) + log[201:]

        for lie, wanted in ((changed, "THE DEAL WAS NOT HONEST: "),
                            (lambda _: logs[0], "NOT HONEST: the log has another seal"),
                            (lambda log: log[:-1], "could not be checked: record "),
                            (lambda _: b"HCLG", "could not be checked: header "),
                            (lambda _: b"<html>", "could not be checked: not a Holecard log")):
            said = look_on(lie)
            check(wanted in said and HONEST not in said, "it is believed:\n" + said)


class Deaf:
    """Listens where a server was, and never answers."""

    def __init__(self, house):
        self.callers = []
        self.listener = socket.create_server((house.host, house.port))
        self.listener.setblocking(False)

    def __enter__(self):
        preload.lines.add(self)
        return self

    def __exit__(self, *_):
        preload.lines.remove(self)
        for each in (self.listener, *self.callers):
            each.close()

    def fetch(self):
        """Takes all calls, and all that the callers say."""
        with contextlib.suppress(BlockingIOError):
            while True:
                self.callers.append(self.listener.accept()[0])
        for caller in self.callers:
            caller.setblocking(False)
            with contextlib.suppress(BlockingIOError, ConnectionError):
                while caller.recv(4096):
                    pass


def leaves_at_once():
    """Who has lost the server can go while the program tries to reach it: the server listens and never
    answers. A wild card would begin with a question, which takes the keys, so it goes back. Each card
    that goes back takes two lines, so the seal may have left Ben's screen before it is looked for."""
    with House(moved=True) as house, Terminal(80, 24) as anna, Terminal(80, 24) as ben:
        code = sit_down_full(anna, house, "shed", "points_to_win=1", "first_wild=reshuffle")
        ben.start("play", "--join", house.address + "/" + code, "--name", "Ben", "--plain")
        anna.wait_for(r"^   1  Ben$")
        anna.type("s")
        anna.wait_for("Your hand")
        ben.wait(lambda: "Seal of the deal" in ben.printed(ben.started_at), "Ben is told of the deal")
        house.kill()
        anna.wait_for("no connection")
        ben.wait_for("connection is lost")
        with Deaf(house) as deaf:
            anna.wait(lambda: len(deaf.callers) > 1, "both try to come back")
            anna.wait_for("no connection, trying")
            anna.type("q")
            anna.wait_for("Leave the table")
            anna.type("y")
            ben.line("quit")
            check(anna.status() == 0 and ben.status() == 0, "the status is not 0")
            for terminal in (anna, ben):
                terminal.check_restored()
                check("Come back with: holecard play" in terminal.text(), "no way back is told")
        house.start()
        anna.start("play", "--join", house.address + "/" + code)
        anna.wait_for("Your hand")


def bot_comes_back():
    """A bot that was killed has its seat again when it is started under its name; two that run at
    the same time are not the same."""
    with House() as house:
        code = house.open_table("shed", "points_to_win=1", "away=wait")
        one, ben = two_bots(house, code)
        with one, ben:
            seat = re.search(r"seat \d", ben.line())[0]
            wait_until(lambda: house.room(code)["stage"] == "playing", "the match begins")
            ben.process.kill()
            ben.process.wait()
            with bot(house.address, code, "--bot", "greedy", "--name", "Ben") as again:
                said = again.end()
                check("Ben is back at the table %s, %s (the first is 0)." % (code, seat) in said, "not back: " + said)
                check("over" in said and "over" in one.end(), "the match is not over")
        code, elsewhere = house.open_table("two", ""), house.open_table("two", "")
        with bot(house.address, code, "--name", "Ben") as one:
            check_sits(one)
            said = bot(house.address, code, "--name", "Ben").end(1)
            check("sits at the table already; choose another --name" in said, "the same: " + said)
            with bot(house.address, elsewhere, "--name", "Ben") as other:
                check_sits(other)
                one.process.kill()
                one.process.wait()
            with bot(house.address, code, "--name", "Ben") as one:
                said = one.line()
                check("is back at" in said, "not back in the lobby: " + said)


def comes_back():
    """Who leaves in mid-match and comes back has the same seat and the same cards."""
    with House(moved=True) as house, Terminal(100, 30) as terminal:
        code = sit_down(terminal, house, "shed", "--plain")
        tokens = os.path.join(terminal.home, "state", "holecard", "tokens")
        check(os.stat(tokens).st_mode & 0o777 == 0o600, "others may read the tokens")
        with bot(house.address, code, "--bot", "random", "--name", "Ben") as ben:
            person = LineGuest(terminal, 4)
            begin(terminal, ben)
            check(not person.play(2), "the match is over too early")
            terminal.line("quit")
            check(terminal.status() == 0, "the status is not 0")
            hand = re.findall(r"^Your hand: (.*?)\r?$", terminal.printed(), re.MULTILINE)[-1]
            terminal.start("play", "--join", house.address + "/" + code.lower(), "--plain")
            terminal.wait(lambda: re.search(r"^Your hand: " + re.escape(hand), terminal.printed(
                terminal.started_at), re.MULTILINE), "the same hand is shown")


def check_wrong(rows):
    """Each says what is wrong in one line, and has this status."""
    for status, said, words in rows:
        done = subprocess.run([HOLECARD, *words], capture_output=True, text=True,
                              env={**STATE, **preload.environment()}, stdin=subprocess.DEVNULL,
                              timeout=PATIENCE)
        check(done.returncode == status, "%s: status %d" % (words, done.returncode))
        check(said in done.stderr and done.stderr.count("\n") == 1, "%s: %s" % (words, done.stderr))


def wrong_words():
    """What cannot work is refused with a reason, and the status says of what kind it is."""
    rows = [(2, "begins with http", ["play", "--join", "localhost"]),
            (2, "--join takes none of", ["play", "--join", "http://localhost:1", "--seed", "1"]),
            (2, "go with --join", ["play", "--ca", "x.pem"]),
            (2, "go with --join", ["play", "--watch"]),
            (2, "opens no table", ["play", "--join", "http://localhost:1", "--watch", "shed"]),
            (1, "refused", ["play", "--join", "http://127.0.0.1:1/BCDFHJ"]),
            (2, "needs --join", ["bot"]),
            (2, "code of a table", ["bot", "--join", "http://127.0.0.1:1"]),
            (2, "no such bot", ["bot", "--join", "http://127.0.0.1:1/BCDFHJ", "--bot", "deep"]),
            (1, "refused", ["bot", "--join", "http://127.0.0.1:1/BCDFHJ"])]
    check_wrong(rows)
    with House() as house:
        check_wrong([(1, "BCDFHJ: there is no such table; is the code right, and is the table still open?",
                      ["play", "--join", house.address + "/BCDFHJ"]),
                     (1, "six letters", ["play", "--join", house.address + "/BCDFH"]),
                     (1, "not UTF-8", ["play", "--join", house.address, "shed", "--name", "\udcff"])])
        check("no such table" in bot(house.address, "BCDFHJ").end(1), "a table that there is not")
        code = house.open_table("shed", "", "seats=2")
        with bot(house.address, code) as one, bot(house.address, code, "--name", "Ben") as other:
            check_sits(one)
            check_sits(other)
            check_wrong([(1, "the table is full; with --watch you can watch",
                          ["play", "--join", house.address + "/" + code]),
                         (1, "the table is full", ["bot", "--join", house.address + "/" + code,
                                                   "--name", "Carl"])])


class Mute(Between):
    """A server that says the first `words` things to a client and then no more: `is_silent`."""

    def __init__(self, words):
        super().__init__(MuteListener)
        self.words, self.is_silent = words, threading.Event()


class MuteListener(socketserver.BaseRequestHandler):
    def handle(self):
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.request.recv(4096)
        key = re.search(rb"Sec-WebSocket-Key: (\S+)", head)[1]
        welcome = {"op": "welcome", "version": 1, "token": "ab" * 16, "guest": "cd" * 16,
                   "language": "en", "mine": []}
        texts = [b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 b"Sec-WebSocket-Accept: " + accept_of(key) + b"\r\n\r\n",
                 frame_of(TEXT, json.dumps(welcome).encode(), mask=b"")]
        for text in texts[:self.server.words]:
            self.request.sendall(text)
            check(self.request.recv(4096), "the client goes before it is told anything")
        self.server.is_silent.set()
        with contextlib.suppress(ConnectionError):
            while self.request.recv(4096):
                pass


def silent_server():
    """A server that stops talking at any moment before the table is not waited for for ever."""
    for words, said in ((0, "nobody answers there"), (1, "does not answer as expected"),
                        (2, "does not answer")):
        clock = preload.Clock("mute-clock")
        with Mute(words) as mute, subprocess.Popen(
                [HOLECARD, "play", "--join", mute.address + "/BCDFGH"], text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                env={**STATE, **preload.environment(clock)}) as client:
            clock.attach()
            check(mute.is_silent.wait(PATIENCE), "%d: the client does not come" % words)
            end_us = clock.steady_us + 3600 * 1000000
            with contextlib.suppress(EOFError, ConnectionError):
                while clock.steady_us < end_us:  # nothing comes: only time can pass
                    deadline_us, _, _ = clock.idle()
                    check(deadline_us >= 0, "%d: the client waits for ever" % words)
                    clock.move(max(0, deadline_us - clock.steady_us))
            why = client.communicate(timeout=PATIENCE)[1]
            check(client.returncode == 1 and said in why,
                  "%d: status %d, %s" % (words, client.returncode, why))
        clock.close()


def bots_alone():
    """A bot is told to stop and leaves; another one goes on when the server comes back."""
    with House() as house:
        code = house.open_table("shed", "points_to_win=40")
        words = ["--start", "2", "--delay", "10"]
        with bot(house.address, code, "--bot", "search:20", "--name", "Anna", *words) as one, \
                bot(house.address, code, "--bot", "greedy", "--name", "Ben", *words) as other:
            wait_until(lambda: house.room(code)["stage"] != "lobby", "the match begins")
            house.kill()
            house.start()
            check("over" in one.end() and "over" in other.end(), "the match is not over")
        code = house.open_table("two", "")
        with bot(house.address, code, "--name", "Anna") as one:
            one.line()
            one.process.terminate()
            check("told to stop" in one.end(), "it does not say that it leaves")


def encrypted():
    """The certificate must be one to be trusted."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "key.pem", "-out",
                    "cert.pem", "-days", "2", "-subj", "/CN=localhost", "-addext",
                    "subjectAltName=DNS:localhost,IP:127.0.0.1"],
                   check=True, capture_output=True)
    with (socket.create_server(("127.0.0.1", 0)) as listener,
          House("--tls", "cert.pem", "key.pem", listener=listener) as house):
        for host in ("localhost", "127.0.0.1"):
            address = "https://%s:%d" % (host, house.port)
            check("certificate" in bot(address, "BCDFHJ").end(1), "any certificate is trusted")
            said = bot(address, "BCDFHJ", "--ca", "cert.pem").end(1)
            check("no such table" in said, "it does not get through: " + said)
        check_wrong([(1, "is it https:// instead?", ["play", "--join", "http://localhost:%d" % house.port])])
    with (socket.create_server(("127.0.0.1", 0)) as listener,
          House(listener=listener) as house):
        check_wrong([(1, "is it http:// instead?", ["play", "--join", "https://localhost:%d" % house.port])])


def example(*words):
    """A program of one's own, as a guest and as the host of its table."""
    with House() as house:
        for hosts in (False, True):
            code = house.open_table("shed", "points_to_win=500")   # so many rounds that everybody plays a card
            mine = [word.replace("CODE", code).replace("PORT", str(house.port))
                    .replace("HOST", house.host) for word in words]
            if hosts:
                with Bot(*mine) as client:
                    client.until("Waiting for somebody else at " + code)
                    with bot(house.address, code, "--bot", "greedy") as other:
                        said = client.end()
                        other.end()
            else:
                with bot(house.address, code, "--bot", "greedy", "--start", "2") as other:
                    other.line()
                    with Bot(*mine) as client:
                        said = client.end()
                        other.end()
            check("win" in said and "You play" in said, "the example has not played:\n" + said)
            check("Waiting for " in said, "the example does not say what it waits for:\n" + said)


def example_python():
    example(sys.executable, "-B", os.path.join(EXAMPLES, "client.py"), "HOST", "PORT", "CODE", "Py")


def example_javascript():
    node = shutil.which("node") or shutil.which("nodejs")
    check(node, "Node is missing; tools/setup.sh installs it")
    example(node, os.path.join(EXAMPLES, "client.mjs"), "ws://HOST:PORT/ws", "CODE", "Js")


if __name__ == "__main__":
    main(wrong_words, silent_server, bots_alone, bot_comes_back, encrypted, example_python, example_javascript,
         line_shed, line_two, full_shed, lobby_page, list_page, long_list, watching, watching_public,
         watching_next, sleeper, dishonest, leaves_at_once, comes_back)
