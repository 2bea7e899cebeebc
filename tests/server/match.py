# SPDX-License-Identifier: MIT
"""match.py: a few people at one table, one request after the other, so that a test knows what comes
next. For load see crowd.py."""
import random

from guest import Guest
from trial import Failure

STEPS_MAX = 5000


NAMES = ("Ann", "Bob", "Cal", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")


def seat_people(server, count, game, rules="", settings="bot_delay_ms=0"):
    """People at a new table that has not started: all of them, and its code."""
    people = [Guest(server) for _ in range(count)]
    table = people[0].must("create", game=game, rules=rules, settings=settings)["table"]
    for person, name in zip(people, NAMES):
        person.must("sit", table=table, name=name)
    return people, table


def seat_two(server, game, rules="", settings="bot_delay_ms=0"):
    """The same for two: both, and the code."""
    (ann, bob), table = seat_people(server, 2, game, rules, settings)
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
