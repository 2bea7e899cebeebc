# SPDX-License-Identifier: MIT
"""test_replay.py: `holecard replay` on the full screen: steps, jumps, speed, and whose eyes."""
import os
import random
import re

from page_eyes import Page, check_page
from tmux import Terminal, check, main
from truth import Truth, holecard


def play_log(name, *words):
    """A match of bots, played without a terminal."""
    path = os.path.abspath(name)
    holecard("play", *words, "--log", path)
    return path


class Viewer:
    """Somebody who watches a replay."""

    def __init__(self, terminal, path):
        self.terminal = terminal
        self.truth = Truth(path)
        self.truth.names = {seat: "Seat %d" % seat for seat in range(self.truth.seats)}
        self.seat = None
        terminal.start("replay", path)

    def names(self):
        return ["You"] + list(self.truth.names.values())

    def at(self):
        match = re.search(r"event (\d+) of (\d+)", self.terminal.screen()[0])
        return int(match[1]) if match else None

    def wait_at(self, seq):
        self.terminal.wait(lambda: self.at() == seq, "the replay is at event %d" % seq)

    def jump(self, seq):
        self.terminal.type(str(seq))
        self.terminal.press("Enter")
        self.wait_at(seq)

    def whose_eyes(self):
        return self.terminal.wait_for(r"as (a spectator|seat \d)")[0]

    def eyes(self, seat):
        """Tab goes through all seats and then to the spectator."""
        words = "as a spectator" if seat is None else "as seat %d" % seat
        now = self.whose_eyes()
        while now != words:
            self.terminal.press("Tab")
            now = self.terminal.wait(lambda: self.whose_eyes() != now and self.whose_eyes(),
                                     "Tab changes the eyes")
        self.seat = seat

    def check(self, everything=False):
        seq = self.at()
        page = Page(self.terminal.screen(), self.names())
        story = None if everything else self.truth.story(self.seat, upto=seq)
        check_page(page, self.truth, seq, self.seat, story, everything)


def between_commands(truth):
    """Moments at which what can be played is settled."""
    return [after for _, _, _, after in truth.commands]


def every_eye(words, columns, rows):
    """Jumps all over a match and looks with everybody's eyes."""
    path = play_log("eyes.log", *words)
    with Terminal(columns, rows) as terminal:
        viewer = Viewer(terminal, path)
        dice = random.Random(4)
        moments = between_commands(viewer.truth)
        for seat in [None] + list(range(viewer.truth.seats)):
            viewer.eyes(seat)
            for seq in sorted(dice.sample(moments, 6), key=lambda _: dice.random()):
                viewer.jump(seq)
                viewer.check()
        terminal.press("q")
        check(terminal.status() == 0, "the status is not 0")
        terminal.check_restored()


def shed_small_window():
    every_eye(["shed", "party", "points_to_win=100", "--seats", "3",
               "--bots", "greedy,greedy,random", "--seed", "5"], 80, 24)


def shed_large_window():
    every_eye(["shed", "points_to_win=100", "--seats", "6",
               "--bots", "greedy,greedy,greedy,greedy,random,random", "--seed", "6"], 200, 60)


def two_small_window():
    every_eye(["two", "--seats", "4", "--bots", "random,random,random,random", "--seed", "7"], 80, 24)


def two_large_window():
    every_eye(["two", "--seats", "2", "--bots", "random,random", "--seed", "8"], 200, 60)


def steps():
    """Events, commands and rounds, forward and back."""
    path = play_log("steps.log", "shed", "points_to_win=200", "--seats", "2",
                    "--bots", "random,random", "--seed", "5")
    with Terminal() as terminal:
        viewer = Viewer(terminal, path)
        truth = viewer.truth
        viewer.wait_at(0)
        for seq in (1, 2, 3):
            terminal.press("Right")
            viewer.wait_at(seq)
        viewer.check()
        terminal.press("Left")
        viewer.wait_at(2)
        terminal.press("Home")
        viewer.wait_at(0)
        ends = between_commands(truth)
        for seq in ends[:5]:
            terminal.press("Down")
            viewer.wait_at(seq)
            viewer.check()
        terminal.press("Up")
        viewer.wait_at(ends[3])
        viewer.check()
        terminal.press("End")
        viewer.wait_at(truth.seq)
        viewer.check()
        terminal.press("PPage")
        terminal.wait(lambda: viewer.at() < truth.seq, "PageUp goes back")
        last = viewer.at()
        terminal.press("PPage")
        terminal.wait(lambda: viewer.at() < last, "PageUp goes back once more")
        first = viewer.at()
        terminal.press("NPage")
        terminal.wait(lambda: viewer.at() > first, "PageDown goes on")
        check(viewer.at() <= last, "PageDown goes too far")
        terminal.type(str(truth.seq + 1))
        terminal.press("Enter")
        terminal.wait_for("fewer events than that")


def large_hand():
    """Random players collect many cards. What a small window has no room for is not just missing:
    the page says which cards it shows."""
    path = play_log("large.log", "shed", "party", "points_to_win=100", "--seats", "3",
                    "--bots", "random,random,random", "--seed", "9")
    with Terminal(60, 18) as terminal:
        viewer = Viewer(terminal, path)
        truth = viewer.truth
        # Every 25th command is enough to find a large one.
        count, seq = max((len(truth.state(end).hand[0]), end) for end in between_commands(truth)[::25])
        check(count > 27, "no hand is larger than the window: %d" % count)
        viewer.eyes(0)
        viewer.jump(seq)
        terminal.wait_for(r"Your hand, %d cards, here 1 to \d+" % count)
        viewer.check()
        terminal.resize(80, 24)
        viewer.check()


def speed():
    """Space plays and stops, + and - change how fast."""
    path = play_log("speed.log", "shed", "points_to_win=100", "--seats", "2",
                    "--bots", "random,random", "--seed", "5")
    with Terminal() as terminal:
        viewer = Viewer(terminal, path)
        viewer.wait_at(0)
        rate = r"(\d+) a second"
        usual = int(terminal.wait_for(rate)[1])
        for _ in range(3):
            before = terminal.wait_for(rate)[0]
            terminal.press("+")
            terminal.wait(lambda: terminal.wait_for(rate)[0] != before, "it gets faster")
        fast = int(terminal.wait_for(rate)[1])
        check(fast > usual, "+ made it slower")
        terminal.press("Space")
        terminal.wait(lambda: viewer.at() > 5, "it plays by itself")
        terminal.press("Space")
        terminal.wait_for("^ Stopped")
        stopped = viewer.at()
        viewer.check()
        terminal.press("-")
        terminal.wait(lambda: int(terminal.wait_for(rate)[1]) < fast, "it gets slower")
        check(viewer.at() == stopped, "it moves although it was stopped")


def keys_are_listed():
    """? lists the keys in a panel, which a low window scrolls and another window folds anew. While it
    is open no key winds the film; a number that was begun is given up by any other key."""
    path = play_log("keys.log", "shed", "points_to_win=10", "--seats", "2",
                    "--bots", "random,random", "--seed", "5")
    with Terminal(60, 18) as terminal:
        viewer = Viewer(terminal, path)
        viewer.wait_at(0)
        terminal.type("?")
        terminal.wait_for(r"╭─ Help ─")
        terminal.wait_for(r"→ +one event forward")
        check("123 Enter" not in terminal.text(), "all keys fit into the window")
        terminal.press("Right", "End")
        terminal.wait_for(r"123 Enter +to that event")
        terminal.resize(80, 30)
        terminal.wait(lambda: "→  " in terminal.text() and "123 Enter" in terminal.text(),
                      "a larger window has room for all keys")
        check(viewer.at() == 0, "the film was wound")
        terminal.press("q")
        terminal.wait(lambda: "one event forward" not in terminal.text(), "the panel is closed")
        terminal.type("12")
        terminal.wait_for("To event 12 ")
        terminal.press("Right")
        viewer.wait_at(1)
        check("To event" not in terminal.text(), "the number is still there")
        terminal.type("3")
        terminal.press("Escape")
        terminal.wait(lambda: "To event" not in terminal.text(), "the number is given up")
        check(viewer.at() == 1, "the film was wound")
        terminal.press("q")
        check(terminal.status() == 0, "the status is not 0")


def all_hands():
    """After the end every hand may be seen, at any event; the deck as well."""
    path = play_log("all.log", "shed", "points_to_win=10", "--seats", "3",
                    "--bots", "random,random,random", "--seed", "5")
    with Terminal(120, 40) as terminal:
        viewer = Viewer(terminal, path)
        viewer.wait_at(0)
        viewer.jump(viewer.truth.commands[6][3])
        check("holds" not in terminal.text(), "hands are open before anybody asked")
        terminal.type("a")
        terminal.wait_for("all open")
        viewer.check(everything=True)
        terminal.type("a")
        terminal.wait(lambda: "all open" not in terminal.text(), "the hands are hidden again")
        viewer.check()


def secret_before_the_end():
    """A match that goes on keeps its secrets."""
    with Terminal() as terminal:
        half = os.path.join(terminal.home, "half.log")
        terminal.start("play", "shed", "--plain", "--bots", "random", "--seed", "3",
                       "--bot-delay", "0")
        terminal.wait_for("Your turn>$")
        terminal.line("save " + half)
        terminal.wait_for("Saved as")
        terminal.press("C-c")
        terminal.status()
        terminal.start("replay", half)
        terminal.wait_for(r"event 0 of \d+ · secret not revealed")
        terminal.press("End")
        terminal.type("a")
        terminal.wait_for("not over")
        check("holds" not in terminal.text(), "hands are open")


def broken_log():
    """A broken log takes no screen, and the error names the place."""
    path = play_log("broken.log", "shed", "points_to_win=10", "--seats", "2",
                    "--bots", "random,random", "--seed", "5")
    with open(path, "r+b") as file:
        log = bytearray(file.read())
        log[len(log) // 2] ^= 0x55
        file.seek(0)
        file.write(log)
    with Terminal() as terminal:
        terminal.start("replay", path)
        check(terminal.status() == 1, "the status is not 1")
        check(re.search(r"broken\.log: (record|event) \d+ at byte \d+: ", terminal.everything()),
              "the place is not named")
        check("\x1b[?1049h" not in terminal.printed(terminal.started_at), "the screen was taken")


if __name__ == "__main__":
    main(shed_small_window, shed_large_window, two_small_window, two_large_window, steps, large_hand,
         speed, keys_are_listed, all_hands, secret_before_the_end, broken_log)
