# SPDX-License-Identifier: MIT
"""
test_join.py: clients of a server, each as a process of its own: a person at a real terminal, bots,
and the two examples. They play whole matches; the server is killed in the middle, and they go on.

The people are those of tests/terminal: here they sit at a table that is elsewhere.
"""
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "terminal"))

from chaos import Server, Socket, get, wait_until  # noqa: E402
from full_person import FullPerson  # noqa: E402
from line_person import PROMPT, LinePerson  # noqa: E402
from tmux import HOLECARD, PATIENCE, Terminal, check, main  # noqa: E402

EXAMPLES = os.path.join(HERE, "..", "..", "examples")
REMATCH = "Enter plays another match, quit leaves. "


class Bot:
    """`holecard bot`, or another program that plays."""

    def __init__(self, *words):
        self.words = words
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True)

    def end(self, status=0):
        """Waits for its end and returns what it said."""
        said, _ = self.process.communicate(timeout=PATIENCE)
        check(self.process.returncode == status,
              "%s: status %d\n%s" % (self.words, self.process.returncode, said))
        return said

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def bot(address, code, *words):
    return Bot(HOLECARD, "bot", "--join", address + "/" + code, *words)


class House:
    """A server for one test, in a store of its own."""

    number = 0

    def __init__(self, *words):
        House.number += 1
        self.server = Server(*words, store="join%d.db" % House.number)
        self.address = "http://127.0.0.1:%d" % self.server.port

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.server.alive():
            self.server.kill()

    def open_table(self, game, rules):
        """A table that nobody sits at yet; its code."""
        socket = Socket(self.server.port)
        socket.do(op="hello")
        return socket.do(op="create", game=game, rules=rules)["table"]


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

    def wait_ready(self):
        ended = self.terminal.has_ended
        self.terminal.has_ended = lambda: REMATCH in self.terminal.printed(self.terminal.started_at)
        try:
            return super().wait_ready()
        finally:
            self.terminal.has_ended = ended


def sit_down(terminal, house, *words):
    """Anna opens a table; its code."""
    terminal.start("play", "--join", house.address, *words, "--name", "Anna")
    return terminal.wait(lambda: re.search(r"^Table ([A-Z]{6}) at ", terminal.printed(
        terminal.started_at), re.MULTILINE), "a table is open")[1]


def begin(terminal, ben):
    """Anna starts the match when Ben sits there."""
    said = ben.process.stdout.readline()
    check("sits at" in said, "Ben does not sit down: " + said)
    terminal.wait(lambda: re.search(r"^  1  Ben\.", terminal.printed(terminal.started_at),
                                    re.MULTILINE), "Ben is shown")
    terminal.line("start")


def kill_and_restart(terminal, house):
    """The server dies and comes back; the person is told of both."""
    at = terminal.printed_bytes()
    house.server.kill()
    terminal.wait(lambda: "connection is lost" in terminal.printed(at), "the loss is told")
    house.server.start()
    terminal.wait(lambda: "connection is back" in terminal.printed(at), "the return is told")


def leave(terminal):
    terminal.wait(lambda: terminal.printed().rstrip("\r\n").endswith(REMATCH), "the match is over")
    terminal.line("quit")
    check(terminal.status() == 0, "the status is not 0")
    terminal.check_restored()


def line_match(words, seed):
    with House() as house, Terminal(100, 30) as terminal:
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


def line_shed():
    line_match(["shed", "points_to_win=20"], 1)


def line_two():
    line_match(["two", "tokens_to_win=5"], 2)


def full_shed():
    with House() as house, Terminal(100, 34) as terminal:
        code = sit_down(terminal, house, "shed", "points_to_win=1")
        with bot(house.address, code, "--bot", "random", "--name", "Ben") as ben:
            person = FullGuest(terminal, 3, ("You", "Ben"))
            begin(terminal, ben)
            check(not person.play(2), "the match is over too early")
            kill_and_restart(terminal, house)
            check(person.play(), "the match is not over")
            check(len(person.steps) > 2, "only %d moves" % len(person.steps))
            leave(terminal)
            ben.end()


def comes_back():
    """Who leaves in mid-match and comes back has the same seat and the same cards."""
    with House() as house, Terminal(100, 30) as terminal:
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


def wrong_words():
    """What cannot work is refused with a reason, and the status says of what kind it is."""
    rows = [(2, "begins with http", ["play", "--join", "localhost"]),
            (2, "--join takes none of", ["play", "--join", "http://localhost:1", "--seed", "1"]),
            (2, "see --join", ["play", "--name", "Anna"]),
            (1, "refused", ["play", "--join", "http://127.0.0.1:1/BCDFHJ"]),
            (2, "needs --join", ["bot"]),
            (2, "code of a table", ["bot", "--join", "http://127.0.0.1:1"]),
            (2, "no such bot", ["bot", "--join", "http://127.0.0.1:1/BCDFHJ", "--bot", "deep"]),
            (1, "refused", ["bot", "--join", "http://127.0.0.1:1/BCDFHJ"])]
    for status, said, words in rows:
        done = subprocess.run([HOLECARD, *words], capture_output=True, text=True, timeout=PATIENCE)
        check(done.returncode == status, "%s: status %d" % (words, done.returncode))
        check(said in done.stderr, "%s: %s" % (words, done.stderr))
    with House() as house:
        check("no such table" in bot(house.address, "BCDFHJ").end(1), "a table that there is not")


def bots_alone():
    """A bot is told to stop and leaves; another one goes on when the server comes back."""
    with House() as house:
        code = house.open_table("shed", "points_to_win=40")
        words = ["--start", "2", "--delay", "10"]
        with bot(house.address, code, "--bot", "search:20", "--name", "Anna", *words) as one, \
                bot(house.address, code, "--bot", "greedy", "--name", "Ben", *words) as other:
            wait_until(lambda: '"playing"' in get(house.server.port, "/api/tables/" + code)[1], 10,
                       "the match begins")
            house.server.kill()
            house.server.start()
            check("over" in one.end() and "over" in other.end(), "the match is not over")
        code = house.open_table("two", "")
        with bot(house.address, code, "--name", "Anna") as one:
            one.process.stdout.readline()
            one.process.terminate()
            check("told to stop" in one.end(), "it does not say that it leaves")


def encrypted():
    """The certificate must be one to be trusted."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "key.pem", "-out",
                    "cert.pem", "-days", "2", "-subj", "/CN=localhost", "-addext",
                    "subjectAltName=DNS:localhost,IP:127.0.0.1"],
                   check=True, capture_output=True)
    with House("--tls", "cert.pem", "key.pem") as house:
        for host in ("localhost", "127.0.0.1"):
            address = "https://%s:%d" % (host, house.server.port)
            check("certificate" in bot(address, "BCDFHJ").end(1), "any certificate is trusted")
            said = bot(address, "BCDFHJ", "--ca", "cert.pem").end(1)
            check("no such table" in said, "it does not get through: " + said)


def example(words, house):
    code = house.open_table("shed", "points_to_win=1")
    words = [word.replace("CODE", code) for word in words]
    with bot(house.address, code, "--bot", "greedy", "--start", "2") as host:
        host.process.stdout.readline()
        with Bot(*words) as client:
            said = client.end()
            host.end()
    check("win" in said and "You play" in said, "the example has not played:\n" + said)


def example_python():
    with House() as house:
        example([sys.executable, "-B", os.path.join(EXAMPLES, "client.py"), "127.0.0.1",
                 str(house.server.port), "CODE", "Py"], house)


def example_javascript():
    node = shutil.which("node") or shutil.which("nodejs")
    for options in ([], ["--experimental-websocket"]):
        if node and subprocess.run([node, *options, "-e", "new WebSocket('ws://x.invalid').onerror="
                                    "() => {}"], capture_output=True).returncode == 0:
            with House() as house:
                example([node, *options, os.path.join(EXAMPLES, "client.mjs"),
                         "ws://127.0.0.1:%d/ws" % house.server.port, "CODE"], house)
            return
    print("no Node with a WebSocket, so the example in JavaScript is not run")


if __name__ == "__main__":
    main(wrong_words, bots_alone, encrypted, example_python, example_javascript, line_shed, line_two,
         full_shed, comes_back)
