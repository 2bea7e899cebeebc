# SPDX-License-Identifier: MIT
"""test_screen.py: the full screen as a guest of the terminal: it leaves no trace, whatever ends
it; it works in any size, without colours, without UTF-8; and it says what it cannot do."""
import re
import signal

from full_person import FullPerson
from page_eyes import Page
from tmux import PROMPT, Terminal, check, main
from truth import find_seed, kept

TABLE = ["play", "shed", "--bots", "random", "--seed", "5", "--bot-delay", "0"]
# A colour in an escape sequence for styles; bold, faint and reverse are none.
COLOR = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")


def sit_down(terminal, words=TABLE):
    """Starts a match in a shell that has something on its screen, and waits for the turn."""
    terminal.line("echo former content")
    terminal.wait_for(r"former content\nformer content\nshell\$$")
    terminal.start(*words, clear=False)
    terminal.wait_for(r"^ Your turn>$")
    check(terminal.is_flag("alternate_on"), "the screen is not an alternate one")
    check("former content" not in terminal.text(), "the page lies on the former screen")


def check_gone(terminal, status):
    check(terminal.status() == status, "the status is not %d" % status)
    terminal.check_restored()
    check("former content" in terminal.text(), "the former content is not back")


def leave_by_key():
    with Terminal() as terminal:
        sit_down(terminal)
        terminal.type("q")
        terminal.wait_for("Leave the table")
        terminal.press("Escape")
        terminal.wait(lambda: "Leave the table" not in terminal.text(), "Escape stays")
        terminal.type("q")
        terminal.wait_for("Leave the table")
        terminal.press("Enter")
        check_gone(terminal, 0)
        terminal.wait_for(r"Continue with: holecard play --continue \w+")


def end_by(stop, status):
    with Terminal() as terminal:
        sit_down(terminal)
        stop(terminal)
        check_gone(terminal, status)
        terminal.wait_for(r"Continue with: holecard play --continue \w+")
        check(len(kept(terminal.home)) == 1, "the match is not kept")


def ctrl_c():
    end_by(lambda terminal: terminal.press("C-c"), 130)


def interrupt():
    end_by(lambda terminal: terminal.signal(signal.SIGINT), 130)


def terminate():
    end_by(lambda terminal: terminal.signal(signal.SIGTERM), 130)


def hang_up():
    end_by(lambda terminal: terminal.signal(signal.SIGHUP), 130)


def crash():
    """Even a failed check gives the terminal back."""
    for number in (signal.SIGABRT, signal.SIGILL, signal.SIGSEGV):
        with Terminal() as terminal:
            sit_down(terminal)
            terminal.signal(number)
            check(terminal.status() != 0, "it did not crash")
            terminal.check_restored()


def window_closed():
    """The program ends when its window is closed, and the match is kept."""
    with Terminal() as terminal:
        sit_down(terminal)
        terminal.close_window()
        check(len(kept(terminal.home)) == 1, "the match is not kept")


def stop_and_go_on():
    """Ctrl-Z gives the shell its screen, fg the page again."""
    with Terminal() as terminal:
        sit_down(terminal)
        page = terminal.screen()
        terminal.suspend()
        terminal.wait(lambda: not terminal.is_flag("alternate_on"), "the shell has the screen")
        terminal.wait(lambda: terminal.modes() == terminal.start_modes, "the shell has its line")
        terminal.wait_for(re.escape(PROMPT.strip()) + "$")
        terminal.line("echo in between")
        terminal.wait_for(r"in between\nin between\nshell\$$")
        terminal.go_on()
        terminal.wait(lambda: terminal.screen() == page, "the page is back")
        terminal.type(":x")
        terminal.wait_for("^ Your turn> :x$")
        terminal.press("C-c")
        check_gone(terminal, 130)


def too_small():
    """A window that is too small is told so, and what was on the page comes back."""
    with Terminal() as terminal:
        sit_down(terminal)
        page = terminal.screen()
        for columns, rows in ((39, 24), (80, 11), (20, 5), (1, 1)):
            terminal.resize(columns, rows)
            if columns > 30 and rows > 5:
                terminal.wait_for("enlarge")
            check("Your hand" not in terminal.text(), "a page in %d columns" % columns)
        terminal.resize(80, 24)
        terminal.wait(lambda: terminal.screen() == page, "the page is back")
        terminal.press("C-c")
        check_gone(terminal, 130)


def page_with(words=TABLE, stop="C-c", turn=r"^ Your turn>$", **environment):
    """The page of a match in some environment, and all that was sent to draw it."""
    with Terminal(**environment) as terminal:
        terminal.start(*words)
        terminal.wait_for(turn)
        page = terminal.screen()
        terminal.press("Right")
        printed = terminal.printed(terminal.started_at)
        terminal.press(stop)
        terminal.status()
        terminal.check_restored()
        return page, printed


def colors():
    """NO_COLOR takes the colours away and not one letter; and so does a terminal without them."""
    colored, printed = page_with()
    check(COLOR.search(printed), "there are no colours at all")
    empty, printed = page_with(NO_COLOR="")
    check(COLOR.search(printed), "an empty NO_COLOR counts")
    plain, printed = page_with(NO_COLOR="1")
    check(not COLOR.search(printed), "NO_COLOR=1 leaves colours: %r" % COLOR.search(printed))
    vt100, printed = page_with(TERM="vt100")
    check(not COLOR.search(printed), "a vt100 is sent colours")
    check(colored == plain == empty == vt100, "the pages differ in more than colour")
    page = Page(plain, ["You", "Bot 1"])
    check(page.hand and page.color and page.piles["discard"][0], "something is said by colour alone")


def without_utf8():
    """In a locale without UTF-8 shapes and frames are letters that everybody has."""
    page, printed = page_with(LANG="C", LC_ALL="C")
    check(all(ord(c) < 128 for c in printed), "there are signs beyond ASCII")
    check(any(re.search(r"\bcolour +\w+ \w\b", line) for line in page), "the colour is not there")
    check(any("Your hand, 7 cards" in line for line in page), "the hand is not there")


def unknown_locale():
    """A locale that is not installed (there is no country XX) is no reason to lose umlauts."""
    page, _ = page_with(LANG="de_XX.UTF-8", turn=r"^ Du .*>$")
    check(any(re.search("[äöü]", line) for line in page), "the umlauts are lost")


def dumb_terminals():
    """Where no page can be drawn, and where --plain is said, it is line mode."""
    for words, environment in (([], {"TERM": "dumb"}), ([], {"TERM": None}), (["--plain"], {})):
        with Terminal(**environment) as terminal:
            terminal.start(*TABLE, *words)
            terminal.wait_for("^Your turn>$")
            check("\x1b[?1049h" not in terminal.printed(terminal.started_at), "a page was drawn")


def ctrl_c_in_a_list():
    """Ctrl-C while a list asks for a colour; the match goes on where it was."""
    words = ["shed", "wd4_rule=free", "start_rule=seat0", "first_wild=reshuffle",
             "--bots", "random"]
    seed = find_seed(words, r"^Your hand:.* WW\*")
    with Terminal() as terminal:
        terminal.start("play", *words, "--seed", seed)
        terminal.wait_for(r"^ Your turn>$")
        page = terminal.screen()
        terminal.line("ww")
        terminal.wait_for("Which colour")
        terminal.press("C-c")
        check(terminal.status() == 130, "the status is not 130")
        terminal.check_restored()
        terminal.start("play", "--continue")
        terminal.wait_for(r"^ Your turn>$")
        check(terminal.screen() == page, "the page is another one")


def killed_in_a_pending_choice():
    """kill -9 while the table itself waits for a colour, and later in the match."""
    words = ["shed", "start_rule=seat0", "--bots", "random"]
    seed = find_seed(words, r"^You may: color \(Name the colour\) R \(red\) B ")
    with Terminal() as terminal:
        terminal.line("modes=$(stty -g)")
        terminal.start("play", *words, "--seed", seed, "--bot-delay", "0")
        terminal.wait_for("Which colour")
        page = terminal.screen()
        kill_and_go_on(terminal, page)
        person = FullPerson(terminal, 3)
        person.play(5)
        # Where the cursor was is not kept.
        terminal.press("Home")
        kill_and_go_on(terminal, terminal.screen())
        terminal.signal(signal.SIGKILL)
        terminal.status()
        check(len(kept(terminal.home)) == 1, "there are two matches now")


def kill_and_go_on(terminal, page):
    terminal.signal(signal.SIGKILL)
    check(terminal.status() == 137, "it was not killed")
    # Nobody could restore the terminal: that is for the person to do, with Ctrl-J for Enter.
    terminal.type("stty $modes; tput rmcup; tput cnorm")
    terminal.press("C-j")
    terminal.wait(lambda: not terminal.is_flag("alternate_on") and terminal.is_flag("cursor_flag"),
                  "the screen is reset")
    terminal.wait(lambda: terminal.modes() == terminal.start_modes, "the line is reset")
    terminal.start("play", "--continue")
    terminal.wait_for("Your turn>|Which colour")
    terminal.press("Home")
    terminal.wait(lambda: terminal.screen() == page, "the page is as it was")


def nothing_to_continue():
    with Terminal() as terminal:
        terminal.start("play", "--continue")
        check(terminal.status() == 1, "the status is not 1")
        terminal.wait_for("no unfinished match")
        check("\x1b[?1049h" not in terminal.printed(terminal.started_at), "the screen was taken")


if __name__ == "__main__":
    main(leave_by_key, ctrl_c, interrupt, terminate, hang_up, crash, window_closed, stop_and_go_on,
         too_small, colors, without_utf8, unknown_locale, dumb_terminals, ctrl_c_in_a_list,
         killed_in_a_pending_choice, nothing_to_continue)
