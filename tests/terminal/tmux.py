# SPDX-License-Identifier: MIT
"""tmux.py: a real terminal that a test can type into and look at.

A Terminal is a tmux server of its own with one window and a shell in it, in a home folder of its
own. Commands go to the server through one connection in control mode, which also brings every byte
that was sent to the terminal: `printed` has what flashed by between two looks.

Time stands still for the programs of a test (preload.py). Before each look and each key, settle()
waits until nothing is under way: tmux has passed on all keys, the program is idle, and tmux has
drawn all that the program has printed. wait() moves the time to the next thing that the program
waits for as long as a condition does not hold. So a test sees the same pages however slow the
machine is. The shell has real time; wait() looks again whenever the shell prints something.
Start reading at class Terminal; main() runs the tests of a file.
"""
import itertools
import os
import re
import select
import shlex
import signal
import subprocess
import sys
import termios
import traceback

import preload
from preload import PATIENCE, Clock

# The test fails when a condition does not hold after so much time of the programs.
MOVED_MAX_US = 3600 * 1000000
LOOK_EVERY = 0.1  # seconds; only for conditions that change without anything being printed
ESCAPE_US = 25000  # an Escape is a key when nothing has come after it for so long
RESIZE_US = 250000  # tmux leaves so much time between two sizes of a window
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
    """A client in control mode: a command in, its answer out, and what is printed beside it."""

    def __init__(self, tmux):
        self.process = subprocess.Popen(tmux + ["-C", "attach-session", "-f", "ignore-size"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.rest, self.lines, self.printed = b"", [], bytearray()

    def read(self, seconds=PATIENCE):
        """Takes what tmux says; False if it says nothing for so long."""
        descriptor = self.process.stdout.fileno()
        if not select.select([descriptor], [], [], seconds)[0]:
            return False
        piece = os.read(descriptor, 1 << 16)
        check(piece, "tmux has ended")
        *lines, self.rest = (self.rest + piece).split(b"\n")
        for line in lines:
            if line.startswith(b"%output "):
                self.printed += re.sub(rb"\\(\d{3})", lambda match: bytes([int(match[1], 8)]),
                                       line.split(b" ", 2)[2])
            else:
                self.lines.append(line.decode("utf-8", "replace"))
        return True

    def _line(self):
        while not self.lines:
            check(self.read(), "tmux does not answer any more")
        return self.lines.pop(0)

    def ask(self, words):
        self.process.stdin.write((" ".join(_quote(w) for w in words) + "\n").encode())
        self.process.stdin.flush()
        number, answer = None, []
        while True:
            line = self._line()
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

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class Terminal:
    """A window of tmux with a shell in it. Use it in a `with` statement. Nobody is asked for a name
    there, unless it is fresh. `home` is another than its own."""

    def __init__(self, columns=80, rows=24, fresh=False, home=None, **environment):
        self.number = next(_numbers)
        self.home = home or os.path.abspath("home%d" % self.number)
        os.makedirs(self.home, exist_ok=True)
        if not fresh:
            remember(self.home, "names = Player A\n")
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
        # The path of a socket may not be long, so it has no folders.
        self.tmux_clock = Clock("tmux%d.clock" % self.number, alone=True)
        self.clock = Clock("program%d.clock" % self.number)
        self.is_running = False  # whether the shell runs a program that is not suspended
        self.still_at = None     # preload.acts() when nothing was under way
        self.next_us = None      # how long the programs wait if nothing comes; None: for ever
        self.marks = 0
        self.last = []

    def __enter__(self):
        clean = {k: v for k, v in os.environ.items() if k not in ("TMUX", "TMUX_PANE")}
        given = preload.environment(self.tmux_clock)
        words = ["exec", "env", "-i"] + ["%s=%s" % item for item in self.environment.items()]
        shell = " ".join(map(shlex.quote, words + ["/bin/sh", "-i"]))
        with open("tmux%d.conf" % self.number, "w") as file:
            file.write("new-session -d -x %d -y %d -c %s %s\n" % (
                self.columns, self.rows, _quote(self.home), _quote(shell)))
        tmux = ["tmux", "-u", "-S", "socket%d" % self.number, "-f", "tmux%d.conf" % self.number]
        self.server = subprocess.Popen(tmux + ["-D"], env={**clean, **given})
        self.tmux_clock.attach()
        self.tmux_clock.idle()
        self.control = _Control(tmux)
        # If this process dies, the connection goes with it, and then the server.
        for option in (["destroy-unattached", "on"], ["exit-empty", "on"],
                       ["window-size", "manual"], ["status", "off"],
                       ["history-limit", "50000"], ["escape-time", "0"]):
            self.ask("set-option", "-g", *option)
        self.shell = int(self.tell("pane_pid"))
        self.tty = os.open(self.tell("pane_tty"), os.O_RDWR | os.O_NOCTTY)
        self.arrivals = select.poll()
        self.arrivals.register(self.tty, select.POLLIN)
        self.resize(self.columns, self.rows)
        self.wait(lambda: self.screen()[0].startswith(PROMPT.strip()), "the shell is ready")
        self.control.printed.clear()  # what a shell prints first may come before or after us
        self.start_modes = self.modes()
        return self

    def __exit__(self, kind, problem, trace):
        self.is_running = False
        if kind:
            print("The screen was last:")
            screen = self.screen() if self.server.poll() is None else self.last
            print("\n".join("    |" + line for line in screen).rstrip("| \n"))
        # Nothing that this window started may outlive it.
        for process in self._children():
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        os.close(self.tty)
        self.control.close()
        self.server.wait(PATIENCE)
        self.clock.close()
        self.tmux_clock.close()

    def ask(self, *words):
        return self.control.ask(words)

    # ---- Hands ---------------------------------------------------------------------------

    def _act(self, *words):
        """Gives a command that may make the program do something."""
        self.settle()
        preload.act()
        self.ask(*words)
        self._pass_on_keys()

    def type(self, text):
        """Types a text, letter by letter, without Enter."""
        if text:
            self._act("send-keys", "-l", "--", text)

    def press(self, *keys):
        """Presses keys by the names that tmux gives them: Enter, Escape, Up, C-c, PPage."""
        self._act("send-keys", *keys)
        if keys[-1] == "Escape":
            self.pass_time(ESCAPE_US)

    def _report(self, button, row, column):
        report = "\x1b[<%d;%d;%d" % (button, column + 1, row + 1)
        for end in "M" if button >= 64 else "Mm":
            self._act("send-keys", "-H", *["%02x" % ord(c) for c in report + end])

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
        self._act("resize-window", "-x", str(columns), "-y", str(rows))
        self.tmux_clock.move(RESIZE_US)

    # ---- Eyes ----------------------------------------------------------------------------

    def screen(self):
        """The lines of the screen as text, without blanks at their ends."""
        self.settle()
        self.last = [line.rstrip() for line in self.ask("capture-pane", "-p")]
        self.last += [""] * (self.rows - len(self.last))
        return self.last

    def text(self):
        return "\n".join(self.screen())

    def everything(self):
        """The screen with all that has scrolled out of it."""
        self.settle()
        return "\n".join(self.ask("capture-pane", "-p", "-J", "-S", "-"))

    def printed(self, since=0):
        """The bytes that were sent to the terminal, as text."""
        self.settle()
        return self.control.printed[since:].decode("utf-8", "replace")

    def printed_bytes(self):
        self.settle()
        return len(self.control.printed)

    def tell(self, name):
        """What tmux knows of the window under this name, such as cursor_y."""
        self.settle()
        return self.ask("display-message", "-p", "#{%s}" % name)[0]

    def is_flag(self, name):
        """A flag of the window, such as alternate_on or cursor_flag."""
        return self.tell(name) == "1"

    def modes(self):
        """The settings of the line: echo, signals and the rest."""
        self.settle()
        return termios.tcgetattr(self.tty)

    # ---- Patience ------------------------------------------------------------------------

    @property
    def is_still(self):
        """Whether nothing has happened since nothing was under way."""
        return self.still_at == preload.acts()

    def settle(self):
        """Waits until nothing is under way. If the shell has the terminal, takes what has come."""
        if self.is_still:
            return
        if not self.is_running:
            while self.control.read(0):
                pass
            return
        self._pass_on_keys()
        if self._ask_programs():
            self._see_all()
            self.still_at = preload.acts()

    def _pass_on_keys(self):
        """An idle tmux has given all keys to the kernel, which passes them on when it is asked what
        can be read."""
        self.tmux_clock.idle()
        self.arrivals.poll(0)

    def _ask_programs(self):
        """Waits until nothing is under way between programs. False: the program has ended."""
        self.next_us = preload.settle()
        self.is_running = self.clock.program is not None
        return self.is_running

    def _see_all(self):
        """Waits until tmux has drawn all. The sign for that is a sequence which means nothing to it,
        printed behind all that was printed before."""
        self.marks += 1
        mark, start = b"\x1b]7777;%d\a" % self.marks, len(self.control.printed)
        os.write(self.tty, mark)
        while (at := self.control.printed.find(mark, start)) < 0:
            check(self.control.read(), "tmux does not draw any more")
        del self.control.printed[at:at + len(mark)]

    def pass_time(self, us):
        """So much time passes for the programs when nothing is under way any more."""
        self.settle()
        if self.is_running:
            preload.pass_time(us)

    def wait(self, condition, what):
        """Passes time until condition() is true, and returns what it gave."""
        moved_us = silent = 0
        while True:
            self.settle()
            value = condition()
            if value:
                return value
            if self.is_still:
                check(self.next_us is not None and moved_us < MOVED_MAX_US,
                      "it is never so that " + what)
                moved_us += self.next_us
                self.pass_time(self.next_us)
            elif not self.is_running:
                silent = 0 if self.control.read(LOOK_EVERY) else silent + LOOK_EVERY
                check(silent < PATIENCE, "it is not so that " + what)

    def wait_for(self, pattern):
        """Waits until the screen as a text matches, and returns the match."""
        return self.wait(lambda: re.search(pattern, self.text(), re.MULTILINE),
                         "the screen matches %r" % pattern)

    # ---- Programs ------------------------------------------------------------------------

    def start(self, *words, clear=True):
        """Starts holecard with these arguments in the shell; its status will be told."""
        given = preload.environment(self.clock)
        given["HC_TIME"] = os.path.relpath(self.clock.path, self.home)
        with open(os.path.join(self.home, "program"), "w") as file:
            file.write("printf '\\033[H\\033[J'\n" * clear)
            file.write("".join("%s=%s " % (n, shlex.quote(v)) for n, v in given.items()))
            file.write(" ".join(map(shlex.quote, (HOLECARD, *words))) + "\n")
        self.started_at = self.printed_bytes()
        self.line(". ./program; echo \"[status $?]\"")
        self.clock.attach()
        self.is_running = True

    def suspend(self):
        """Presses Ctrl-Z: the shell has the terminal until go_on()."""
        self.press("C-z")
        self._pass_on_keys()
        self.clock.move()
        while not self._is_stopped():
            if select.select([self.clock.program], [], [], LOOK_EVERY)[0]:
                deadline_us, _, _ = self.clock.idle()
                self.clock.move(deadline_us - self.clock.steady_us)
        self.clock.stop()
        self.is_running = False

    def _is_stopped(self):
        with open("/proc/%d/stat" % self._children()[0]) as file:
            return file.read().rpartition(")")[2].split()[0] == "T"

    def go_on(self):
        """The shell lets the program go on that was suspended."""
        self.started_at = self.printed_bytes()
        self.line("fg; echo \"[status $?]\"")
        self.clock.go_on()
        self.is_running = True

    def has_ended(self):
        """A match with the exit status of what was started when the shell asks for more, or None."""
        return not self.is_running and re.search(r"\[status (\d+)\]\s+" + re.escape(PROMPT),
                                                 self.printed(self.started_at))

    def status(self):
        """Waits for the end of what was started and returns its exit status."""
        return int(self.wait(self.has_ended, "the program ends")[1])

    def _children(self):
        """The processes that the shell runs; none if the shell itself is gone."""
        try:
            with open("/proc/%d/task/%d/children" % (self.shell, self.shell)) as file:
                return [int(word) for word in file.read().split()]
        except FileNotFoundError:
            return []

    def signal(self, number):
        self.settle()
        preload.act()
        os.kill(self._children()[0], number)
        if number == signal.SIGSTOP:
            self.clock.stop()
            self.is_running = False

    def close_window(self):
        """Another shell takes the place of this one. Returns when the program has ended."""
        self._act("respawn-pane", "-k", "/bin/sh -i")
        while self._ask_programs():
            preload.pass_time(self.next_us)

    def check_restored(self):
        """After the end of a program: the terminal is as it was before."""
        self.wait(lambda: self.screen() and PROMPT.strip() in self.last_words(),
                  "the prompt of the shell is back")
        check(not self.is_flag("alternate_on"), "the former screen is not back")
        check(self.is_flag("cursor_flag"), "the cursor is hidden")
        check(not self.is_flag("mouse_any_flag"), "the mouse is left on")
        check(not self.is_flag("keypad_flag"), "the keypad is left in another mode")
        check(self.modes() == self.start_modes, "the line has other settings: %s" % self.modes())
        self.line("echo once")
        # Echo is on, so the word is seen when it is typed and when it is said.
        self.wait_for(r"once\nonce\nshell\$$")

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
    print("HC_SEED=%d" % preload.SEED, flush=True)
    for test in tests:
        if wanted and test.__name__ not in wanted:
            continue
        if failed == FAILURES_MAX:
            sys.exit("after %d failures the other tests are left out" % failed)
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
        print("%-50s %s" % (test.__name__, verdict), flush=True)
    sys.exit(1 if failed else 0)
