# SPDX-License-Identifier: MIT
"""tmux.py: a real terminal that a test can type into and look at.

A Terminal is a tmux server of its own with one window and a shell in it, in a home folder of its
own. Commands go to the server through one connection in control mode, so that looking at the
screen costs no new process. Nothing here sleeps for a fixed time and hopes: wait() looks until a
condition holds, and fails with the last screen when that takes too long.

Beside the screen there is `printed`, every byte that was sent to the terminal: what flashed by
between two looks is in there too. Start reading at class Terminal; main() runs the tests of a file.
"""
import itertools
import os
import re
import select
import shlex
import signal
import subprocess
import sys
import time
import traceback

# How long a condition may take to become true. A test that passes never waits so long, unless the
# machine is very slow. Whoever breaks things on purpose may want to wait less.
PATIENCE = float(os.environ.get("HC_PATIENCE", "40"))
LOOK_EVERY = 0.01
FAILURES_MAX = 3

HOLECARD = os.environ["HOLECARD"]
PROMPT = "shell$ "

_numbers = itertools.count(1)


class Failure(Exception):
    """What a player should have seen, and did not."""


def check(holds, what):
    if not holds:
        raise Failure(what)


def _quote(word):
    """A word for the command language of tmux."""
    return "'" + word.replace("'", "'\"'\"'") + "'"


def remember(home, lines):
    """Writes what `holecard play` remembers."""
    path = os.path.join(home, "config/holecard/settings")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(lines)


class _Control:
    """A client in control mode: a command in, its answer out."""

    def __init__(self, tmux):
        self.process = subprocess.Popen(
            tmux + ["-C", "attach-session", "-f", "ignore-size,no-output"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.pending = b""

    def _line(self, deadline):
        descriptor = self.process.stdout.fileno()
        while b"\n" not in self.pending:
            ready, _, _ = select.select([descriptor], [], [], max(0, deadline - time.monotonic()))
            piece = os.read(descriptor, 1 << 16) if ready else b""
            if not piece:
                raise Failure("tmux does not answer any more")
            self.pending += piece
        line, self.pending = self.pending.split(b"\n", 1)
        return line.decode("utf-8", "replace")

    def ask(self, words):
        deadline = time.monotonic() + PATIENCE
        self.process.stdin.write((" ".join(_quote(w) for w in words) + "\n").encode())
        self.process.stdin.flush()
        number, answer = None, []
        while True:
            line = self._line(deadline)
            mark = line.split(" ")
            # The flag 1 marks an answer to this client; there are answers to nobody as well.
            if number is None:
                if mark[0] == "%begin" and mark[3] == "1":
                    number = mark[2]
            elif mark[0] in ("%end", "%error") and mark[2:3] == [number]:
                if mark[0] == "%error":
                    raise Failure("tmux refuses %s: %s" % (words, answer))
                return answer
            else:
                answer.append(line)

    def end_server(self):
        """The server ends, and this client with it."""
        self.process.stdin.write(b"kill-server\n")
        self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class Terminal:
    """A window of tmux with a shell in it. Use it in a `with` statement. Nobody is asked for a name
    there, unless it is fresh."""

    def __init__(self, columns=80, rows=24, home=None, fresh=False, **environment):
        number = next(_numbers)
        self.home = home or os.path.abspath("home%d" % number)
        if not home and not fresh:
            remember(self.home, "names = Player A\n")
        os.makedirs(self.home, exist_ok=True)
        self.printed_path = os.path.join(self.home, "printed%d" % number)
        self.socket = "holecard-%d-%d" % (os.getpid(), number)
        self.tmux = ["tmux", "-u", "-L", self.socket, "-f", "/dev/null"]
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": self.home,
            "XDG_CONFIG_HOME": os.path.join(self.home, "config"),
            "XDG_STATE_HOME": os.path.join(self.home, "state"),
            "LANG": "C.UTF-8",
            "TERM": "screen-256color",
            "PS1": PROMPT,
        }
        for name in os.environ:
            if name.endswith("SAN_OPTIONS"):
                self.environment[name] = os.environ[name]
        self.environment.update({k: v for k, v in environment.items() if v is not None})
        for name in [k for k, v in environment.items() if v is None]:
            self.environment.pop(name, None)
        self.columns, self.rows = columns, rows
        self.control = None
        self.last = []

    def __enter__(self):
        clean = {k: v for k, v in os.environ.items() if k not in ("TMUX", "TMUX_PANE")}
        words = ["env", "-i"] + ["%s=%s" % item for item in self.environment.items()]
        subprocess.run(
            self.tmux + ["new-session", "-d", "-x", str(self.columns), "-y", str(self.rows),
                         "-c", self.home, " ".join(map(shlex.quote, words + ["/bin/sh", "-i"]))],
            check=True, env=clean, timeout=PATIENCE)
        self.control = _Control(self.tmux)
        # If this process dies, the connection goes with it, and then the server.
        for option in (["destroy-unattached", "on"], ["window-size", "manual"],
                       ["status", "off"], ["history-limit", "50000"], ["escape-time", "0"]):
            self.ask("set-option", "-g", *option)
        self.ask("pipe-pane", "cat >>" + shlex.quote(self.printed_path))
        self.tty, self.shell = self.tell("pane_tty"), self.tell("pane_pid")
        self.socket_path = self.tell("socket_path")
        self.resize(self.columns, self.rows)
        self.wait(lambda: self.screen()[0].startswith(PROMPT.strip()), "the shell is ready")
        self.start_modes = self.modes()
        return self

    def __exit__(self, kind, problem, trace):
        if kind:
            print("The screen was last:")
            screen = self.screen() if self.control.process.poll() is None else self.last
            print("\n".join("    |" + line for line in screen).rstrip("| \n"))
        # Nothing that this window started may outlive it.
        for process in self._children():
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.control.end_server()
        if os.path.exists(self.socket_path):
            os.unlink(self.socket_path)

    def ask(self, *words):
        return self.control.ask(words)

    # ---- Hands ---------------------------------------------------------------------------

    def type(self, text):
        """Types a text, letter by letter, without Enter."""
        if text:
            self.ask("send-keys", "-l", "--", text)

    def press(self, *keys):
        """Presses keys by the names that tmux gives them: Enter, Escape, Up, C-c, PPage."""
        self.ask("send-keys", *keys)

    def _report(self, button, row, column):
        report = "\x1b[<%d;%d;%d" % (button, column + 1, row + 1)
        for end in "M" if button >= 64 else "Mm":
            self.ask("send-keys", "-H", *["%02x" % ord(c) for c in report + end])

    def click(self, pattern):
        """Clicks on the first place of the screen that matches."""
        def place():
            for row, line in enumerate(self.screen()):
                match = re.search(pattern, line)
                if match:
                    return row, match.start()
            return None
        self._report(0, *self.wait(place, "the screen matches %r" % pattern))

    def wheel(self, up):
        self._report(64 if up else 65, 0, 0)

    def line(self, text):
        self.type(text)
        self.press("Enter")

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.ask("resize-window", "-x", str(columns), "-y", str(rows))

    # ---- Eyes ----------------------------------------------------------------------------

    def screen(self):
        """The lines of the screen as text, without blanks at their ends."""
        self.last = [line.rstrip() for line in self.ask("capture-pane", "-p")]
        self.last += [""] * (self.rows - len(self.last))
        return self.last

    def text(self):
        return "\n".join(self.screen())

    def painted(self):
        """The screen with the escape sequences for its colours and styles."""
        return "\n".join(self.ask("capture-pane", "-p", "-e"))

    def everything(self):
        """The screen with all that has scrolled out of it."""
        return "\n".join(self.ask("capture-pane", "-p", "-J", "-S", "-"))

    def printed(self, since=0):
        """The bytes that were sent to the terminal, as text."""
        try:
            with open(self.printed_path, "rb") as file:
                file.seek(since)
                return file.read().decode("utf-8", "replace")
        except FileNotFoundError:
            return ""

    def printed_bytes(self):
        try:
            return os.path.getsize(self.printed_path)
        except FileNotFoundError:
            return 0

    def tell(self, name):
        """What tmux knows of the window under this name, such as cursor_y."""
        return self.ask("display-message", "-p", "#{%s}" % name)[0]

    def is_flag(self, name):
        """A flag of the window, such as alternate_on or cursor_flag."""
        return self.tell(name) == "1"

    def modes(self):
        """The settings of the line: echo, signals and the rest, in one word."""
        return subprocess.run(["stty", "-g", "-F", self.tty], check=True, timeout=PATIENCE,
                              capture_output=True, text=True).stdout.strip()

    # ---- Patience ------------------------------------------------------------------------

    def wait(self, condition, what, seconds=PATIENCE):
        """Looks until condition() is true, and returns what it gave."""
        deadline = time.monotonic() + seconds
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > deadline:
                self.screen()
                raise Failure("after %.0f s it is not so that %s" % (seconds, what))
            time.sleep(LOOK_EVERY)

    def wait_for(self, pattern):
        """Waits until the screen as a text matches, and returns the match."""
        return self.wait(lambda: re.search(pattern, self.text(), re.MULTILINE),
                         "the screen matches %r" % pattern)

    def insist(self, function):
        """Calls function() until it no longer fails, nor stumbles over what it reads: a page may be
        seen half drawn."""
        deadline = time.monotonic() + PATIENCE / 4
        while True:
            try:
                return function()
            except (Failure, AttributeError, LookupError, TypeError, ValueError):
                if time.monotonic() > deadline:
                    raise
            time.sleep(LOOK_EVERY)

    def expect(self, condition, otherwise):
        """As check(), on a page that may still be half drawn."""
        self.insist(lambda: check(condition(), otherwise))

    def wait_still(self):
        """Waits until the program sleeps and some looks at the screen are alike."""
        alike, before = 0, None

        def is_still():
            nonlocal alike, before
            now = self.painted()
            alike = alike + 1 if now == before and self.is_asleep() else 0
            before = now
            return alike >= 5
        self.wait(is_still, "the screen comes to rest")
        return self.screen()

    # ---- Programs ------------------------------------------------------------------------

    def start(self, *words):
        """Starts holecard with these arguments in the shell; its status will be told."""
        command = " ".join(shlex.quote(w) for w in (HOLECARD,) + words)
        self.started_at = self.printed_bytes()
        self.line("clear; " + command + "; echo \"[status $?]\"")

    def has_ended(self):
        """A match with the exit status of what was started, or None while it runs."""
        return re.search(r"\[status (\d+)\]", self.printed(self.started_at))

    def status(self):
        """Waits for the end of what was started and returns its exit status."""
        return int(self.wait(self.has_ended, "the program ends")[1])

    def _children(self):
        """The processes that the shell runs; none if the shell itself is gone."""
        try:
            with open("/proc/%s/task/%s/children" % (self.shell, self.shell)) as file:
                return [int(word) for word in file.read().split()]
        except FileNotFoundError:
            return []

    def process(self):
        """The process id of the program that the shell runs."""
        return self.wait(self._children, "the shell runs a program")[0]

    def is_asleep(self):
        """Whether the program waits for keys or for a time, or is gone. While it waits for its own
        threads it is not done."""
        try:
            process = self._children()[0]
            with open("/proc/%d/wchan" % process) as file:
                if "futex" in file.read():
                    return False
            with open("/proc/%d/stat" % process) as file:
                return file.read().rpartition(")")[2].split()[0] == "S"
        except (IndexError, FileNotFoundError, ProcessLookupError):
            return True

    def signal(self, number):
        os.kill(self.process(), number)

    def check_restored(self):
        """After the end of a program: the terminal is as it was before."""
        self.wait(lambda: self.screen() and PROMPT.strip() in self.last_words(),
                  "the prompt of the shell is back")
        check(not self.is_flag("alternate_on"), "the former screen is not back")
        check(self.is_flag("cursor_flag"), "the cursor is hidden")
        check(not self.is_flag("mouse_any_flag"), "the mouse is left on")
        check(not self.is_flag("keypad_flag"), "the keypad is left in another mode")
        check(self.modes() == self.start_modes, "the line has other settings: " + self.modes())
        self.line("echo once")
        # Echo is on, so the word is seen when it is typed and when it is said.
        self.wait(lambda: self.text().count("once") >= 2, "what is typed is seen")

    def last_words(self):
        """The last line of the screen that is not empty."""
        return next((line for line in reversed(self.screen()) if line), "")


def main(*tests):
    """Runs the tests of a file, or those named as arguments, and exits with 1 if one fails. When
    several do, something larger is broken, and waiting for the rest would only take long."""
    wanted = sys.argv[1:] or os.environ.get("HC_TEST", "").split()
    failed = 0
    if not os.access(HOLECARD, os.X_OK):
        sys.exit("there is no program " + HOLECARD)
    for test in tests:
        if wanted and test.__name__ not in wanted:
            continue
        if failed == FAILURES_MAX:
            sys.exit("after %d failures the other tests are left out" % failed)
        start = time.monotonic()
        try:
            test()
            verdict = "passed"
        except Exception as problem:  # a test fails by whatever goes wrong in it
            failed += 1
            verdict = "FAILED"
            if not isinstance(problem, Failure):
                traceback.print_exc(file=sys.stdout)
            else:
                place = traceback.extract_tb(problem.__traceback__)
                print("".join("    %s:%d\n" % (os.path.basename(p.filename), p.lineno) for p in place),
                      end="")
                print("%s: %s" % (test.__name__, problem))
        print("%-50s %s, %.1f s" % (test.__name__, verdict, time.monotonic() - start), flush=True)
    sys.exit(1 if failed else 0)
