# SPDX-License-Identifier: MIT
"""match.py: a few people at one table, one request after the other, so that a test knows what comes
next. For load see crowd.py."""
import random

from guest import Guest
from trial import Failure

STEPS_MAX = 5000


def seat_two(server, game, rules="", settings="bot_delay_ms=0"):
    """Two people at a new table that has not started: both, and its code."""
    ann, bob = Guest(server), Guest(server)
    table = ann.must("create", game=game, rules=rules, settings=settings)["table"]
    ann.must("sit", table=table, name="Ann")
    bob.must("sit", table=table, name="Bob")
    return ann, bob, table


def step(person, table, dice):
    """Does something random that is possible, but rather plays a card than not: matches of people who
    do anything last for ever. False if there is nothing to do."""
    view, room = person.state(table, "view"), person.state(table, "room")
    if not view or view["seat"] is None:
        return False
    actions = [a for a in view["actions"] if a not in view["marked"]] or view["actions"]
    if actions:
        plays = [a for a in actions if a.startswith("play")]
        person.ask("do", do=dice.choice(plays or actions), table=table, seq=view["seq"])
        return True
    if room["asks"] in ("next", "go_on") and not room["seats"][view["seat"]].get("agreed"):
        person.ask("agree", table=table)
        return True
    return False


def play_until(people, table, is_so, seed):
    """Random play until something is so; spectators may be among the people. False if the match was
    over before."""
    dice = random.Random(seed)
    for _ in range(STEPS_MAX):
        for person in people:
            person.catch_up()
        if is_so():
            return True
        if people[0].state(table, "room")["stage"] == "finished":
            return False
        if not any([step(person, table, dice) for person in people]):
            people[0].next(lambda m: m.get("table") == table, "anything at the table")
    raise Failure("the match does not end")


def play_out(people, table, seed):
    """Random play to the end of the match; gives its match_id."""
    play_until(people, table, lambda: False, seed)
    return people[0].state(table, "match_id")
