# SPDX-License-Identifier: MIT
"""test_keys.py: what the keys of the full screen do beside playing cards: refusals, help, hints,
looking back, acting out of turn, and the clock that waits for nobody."""
import re

from full_person import Box, FullPerson
from page_eyes import Page
from tmux import Terminal, check, main
from truth import find_seed


def refusal():
    """A card that cannot be played: why, and what can be done instead."""
    words = ["shed", "start_rule=seat0", "first_action=ignore", "--bots", "random"]
    seed = find_seed(words, r"^Your hand:.* [RBGY]\d(?: \([^)]*\))? [RBGY]\d\*")
    with Terminal() as terminal:
        terminal.start("play", *words, "--seed", seed)
        terminal.wait_for(r"^ Your turn>$")
        page = Page(terminal.screen(), ["You", "Bot 1"])
        bad = next(c for c in page.hand if c not in page.marked)
        terminal.line(bad.lower())
        terminal.wait_for(r"No: that card matches neither the colour nor the value\.")
        after = Page(terminal.screen(), ["You", "Bot 1"])
        check(after.hand == page.hand and after.marked == page.marked, "something was played")
        check(re.search(r"\[Enter\] Play", terminal.text()), "what is allowed is not said")
        terminal.type("xyzzy")
        terminal.press("Enter")
        terminal.wait_for(r'No: "xyzzy" is not a command')


def help_page():
    """The help is longer than a small window: it can be read to its end."""
    with Terminal() as terminal:
        terminal.start("play", "shed", "--bots", "random", "--seed", "5", "--bot-delay", "0")
        terminal.wait_for(r"^ Your turn>$")
        page = terminal.screen()
        terminal.type("?")
        terminal.wait(lambda: Box(terminal.screen()).title == "Help", "the help opens")
        read = set()
        for _ in range(12):
            read.update(Box(terminal.screen()).items)
            terminal.press("Down", "Down", "Down", "Down", "Down")
        whole = "\n".join(read)
        for word in ("draw", "pass", "challenge", "catch", "uno", "hint", "state", "save", "quit",
                     "PageUp", "Escape", "Tab"):
            check(re.search(r"\b%s\b" % word, whole, re.IGNORECASE), "the help has no word of " + word)
        terminal.press("Escape")
        terminal.wait(lambda: terminal.screen() == page, "the page is back")


def hint():
    """A hint lists what can be done with its chances; Enter does it."""
    with Terminal() as terminal:
        terminal.start("play", "shed", "--bots", "random", "--seed", "5", "--bot-delay", "0")
        terminal.wait_for(r"^ Your turn>$")
        page = terminal.screen()
        hand = Page(page, ["You", "Bot 1"])
        terminal.type("h")
        terminal.wait(lambda: (Box(terminal.screen()).title or "").startswith("Hint"), "a hint comes")
        box = Box(terminal.screen())
        for code in set(hand.marked):
            check(re.search(r"\(play %s\b.*(of \d+ games|given up)" % code, box.text), "no word of " + code)
        check(re.search(r"Draw \(draw\) +(of \d+ games|given up)", box.text), "no word of drawing")
        shares = [int(share) for share in re.findall(r"(\d+) %", box.text)]
        check(shares and shares[0] == max(shares), "something else wins more often:\n" + box.text)
        check(not set(re.findall(r"play (\w+)", box.text)) - set(hand.marked), "more than is allowed")
        terminal.press("Escape")
        terminal.wait(lambda: terminal.screen() == page, "the page is back")


def leaving_from_a_question():
    """The key that leaves does so wherever it is no answer."""
    words = ["shed", "start_rule=seat0", "first_action=ignore", "first_wild=reshuffle",
             "wd4_rule=free", "--bots", "random"]
    seed = find_seed(words, r"^Your hand:.* WF?\*")
    with Terminal() as terminal:
        terminal.start("play", *words, "--seed", seed)
        terminal.wait_for(r"^ Your turn>$")
        page = Page(terminal.screen(), ["You", "Bot 1"])
        terminal.line(next(c for c in page.marked if c.startswith("W")))
        terminal.wait(lambda: "olour" in (Box(terminal.screen()).title or ""), "it asks for a colour")
        terminal.type("q")
        terminal.wait_for("Leave the table")
        terminal.press("Escape")
        terminal.wait(lambda: not Box(terminal.screen()).title, "one may stay")
        after = Page(terminal.screen(), ["You", "Bot 1"])
        check(after.hand == page.hand, "something was played")


def color_by_number():
    """The colours of a Wild are numbered, and a number chooses one, in a list and in a line."""
    words = ["shed", "wd4_rule=free", "start_rule=seat0", "first_wild=reshuffle", "--bots", "random"]
    seed = find_seed(words, r"^Your hand:.* WW\*")
    for mode, card in ([], "ww"), (["--plain"], "play WW"):
        with Terminal() as terminal:
            terminal.start("play", *words, "--seed", seed, *mode)
            terminal.wait_for(r"Your turn>$")
            terminal.line(card)
            terminal.wait_for(r"\b3 G ")
            if mode:
                terminal.line("5")
                terminal.wait(lambda: terminal.text().count(" 3 G ") == 2, "it is asked again")
                terminal.line("3")
            else:
                terminal.type("53")
            terminal.wait_for("You name the colour green")


def looking_back():
    """PageUp shows older sentences, PageDown the newest again."""
    with Terminal() as terminal:
        terminal.start("play", "shed", "--bots", "random", "--seed", "5", "--bot-delay", "0")
        person = FullPerson(terminal, 5)
        person.play(6)
        page = terminal.screen()
        terminal.press("PPage")
        terminal.wait_for(r"Story \(\d+ newer")
        older = Page(terminal.screen(), person.names)
        newest = Page(page, person.names)
        check(older.story != newest.story, "the story did not move")
        check(older.hand == newest.hand, "the hand moved")
        for _ in range(20):
            terminal.press("NPage")
        terminal.wait(lambda: terminal.screen() == page, "the newest sentences are back")


def out_of_turn():
    """While a bot thinks, the person may call: the key works although it is another's turn."""
    words = ["shed", "initial_cards=2", "start_rule=seat0", "first_action=ignore",
             "first_wild=reshuffle", "--bots", "random"]
    seed = find_seed(words, r"^Your hand:.*\b[RBGY]\d\*")
    with Terminal() as terminal:
        terminal.start("play", *words, "--seed", seed, "--bot-delay", "60000", "--forget", "100")
        terminal.wait_for(r"^ Your turn>$")
        page = Page(terminal.screen(), ["You", "Bot 1"])
        terminal.line(next(c for c in page.marked if c[1].isdigit()))
        terminal.wait_for("Waiting for Bot 1")
        terminal.wait_for(r"\[u\] Call UNO!")
        terminal.type("u")
        terminal.wait_for("^ You call UNO!")
        after = Page(terminal.screen(), ["You", "Bot 1"])
        check("called" in after.seats["You"][3], "the call is not seen at the seat")
        check(after.seats["Bot 1"][0], "it is not the bot's turn")


def clock():
    """A time limit: the seconds that are left are shown, and then the turn is over."""
    words = ["shed", "start_rule=seat0", "first_action=ignore", "first_wild=reshuffle",
             "--bots", "random"]
    with Terminal() as terminal:
        terminal.start("play", *words, "turn_ms=1500", "--seed", "5", "--bot-delay", "60000")
        terminal.wait_for(r"\b[12] s left$")
        terminal.wait_for("You have run out of time")


def no_clock_of_a_bot():
    """A person has a clock; while a bot acts, none is shown."""
    with Terminal() as terminal:
        terminal.start("play", "shed", "start_rule=seat0", "first_action=ignore",
                       "first_wild=reshuffle", "turn_ms=60000", "--bots", "random", "--seed", "5",
                       "--bot-delay", "60000")
        terminal.wait_for(r"\b\d+ s left$")
        terminal.type("dp")
        terminal.wait_for("Waiting for Bot 1")
        check("s left" not in terminal.text(), "the clock of a bot is shown")


if __name__ == "__main__":
    main(refusal, help_page, hint, leaving_from_a_question, color_by_number, looking_back, out_of_turn,
         clock, no_clock_of_a_bot)
