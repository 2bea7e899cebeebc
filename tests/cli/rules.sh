#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# rules.sh: games, options, presets and cards as text, Markdown and JSON, and rules that are wrong.
# Backquotes in what is looked for are meant as they stand.
# shellcheck disable=SC2016
set -euo pipefail

fail() {
    echo "rules.sh: $*" >&2
    exit 1
}

# says TEXT ARGUMENT…: status 0 and that text somewhere.
says() {
    local text=$1
    shift
    "$HOLECARD" rules "$@" >out 2>err || fail "status $?: rules $*: $(cat err)"
    grep -qF -- "$text" out || fail "\"$text\" is not said: rules $*: $(cat out)"
}

# wrong TEXT ARGUMENT…: status 2 and one line that contains the text.
wrong() {
    local text=$1 status=0
    shift
    "$HOLECARD" rules "$@" >out 2>err || status=$?
    [ "$status" -eq 2 ] || fail "status $status instead of 2: rules $*"
    [ "$(wc -l <err)" -eq 1 ] || fail "not one line: rules $*: $(cat err)"
    grep -qF -- "$text" err || fail "\"$text\" not in the message: rules $*: $(cat err)"
}

says 'first2shed'
says 'Do You Have A Two'
says '`holecard rules GAME` prints its options.'

says 'stacking=none  (none, same, upward or any; default none)' shed
says 'stacking=any  (none, same, upward or any; default none)' shed stacking=any
says 'stacking=same  (none, same, upward or any; default none)' shed party
says 'stacking=same  ' shed allowStacking=true
says 'points_to_win=300  (1 to 10000; default 500)' shed pointsToWin=300
says 'for 2 to 2 players' shed lite
says 'deck=lite72 max_players=2' shed
says 'the same as points_to_win, with match_mode=points' shed
says 'true: stacking=same; false: stacking=none' shed
says 'seed=none  (a number below 2^64; default none)' two
says 'two_player_faceup=3' two classic2012

says '| `stacking` | none, same, upward or any | `none` |' --markdown shed
says '| `classic2012` |' --markdown two
says '## Do You Have A Two (`two`)' --markdown

# The cards follow from the rules: the deck, and what a Seven does.
says 'R5    Red 5           red     5               number  5       2        It has no effect of its own.' --cards shed
says 'WF    Wild Draw Four  -       wild_draw_four  wild    50      4        Name the colour; the next player draws four' --cards shed
says '108 cards, for 2 to 10 players.' --cards shed
says '72 cards, for 2 to 2 players.' --cards shed lite
grep -q '^WW\|^R0\|^BS' out && fail "cards that are not in the deck: $(cat out)"
says 'B7    Blue 7          blue    7               number  7       2        Exchange hands with another player.' --cards shed seven_swap=true
says '1     Guard           -       1               action  1       5        Name another player and a card' --cards two
says '21 cards, for 2 to 6 players.' two ed2019 --cards
says '24 cards, for 2 to 10 players.' null --cards
wrong '--cards wants a game' --cards

# Every option, preset and alias that is printed is understood.
"$HOLECARD" rules --json shed party >json || fail "JSON"
"$HOLECARD" rules --json >all || fail "JSON of all games"
python3 - <<'PY' >words || fail "the JSON cannot be read"
import json

party = json.load(open("json"))
options = {o["name"]: o for o in party["options"]}
assert options["stacking"]["value"] == "same" and options["stacking"]["default"] == "none"
assert options["seed"]["value"] is None
games = json.load(open("all"))["games"]
assert {"shed", "two"} <= {g["name"] for g in games}
assert "null" not in {g["name"] for g in games}, "a template is listed"
for game in games:
    assert game["seats_min"] <= game["seats_max"]
    assert len({c["code"] for c in game["cards"]}) == len(game["cards"])
    assert all(c["quantity"] > 0 and c["sentence"] for c in game["cards"]), game["name"]
    for o in game["options"]:
        assert o["sentence"], o
        if o["type"] == "enum":
            assert o["default"] in o["values"]
            for value in o["values"]:
                print(game["name"], f"{o['name']}={value}")
        elif o["type"] == "int":
            assert o["min"] <= o["default"] <= o["max"]
            if o["name"] not in ("min_players", "max_players"):
                print(game["name"], f"{o['name']}={o['min']}")
                print(game["name"], f"{o['name']}={o['max']}")
        elif o["type"] == "bool":
            print(game["name"], f"{o['name']}={str(not o['default']).lower()}")
        else:
            print(game["name"], f"{o['name']}=18446744073709551615")
    for p in game["presets"]:
        print(game["name"], p["name"])
        if p["options"]:
            print(game["name"], p["options"])
    for a in game["aliases"]:
        for value in ("true", "false") if "true" in a else ():
            print(game["name"], f"{a['name']}={value}")
PY
[ "$(wc -l <words)" -gt 100 ] || fail "too few words were tried"
while read -r line; do
    # shellcheck disable=SC2086
    "$HOLECARD" rules $line >/dev/null 2>err || fail "rules $line: $(cat err)"
done <words

# How to play stands on the page of each game and in the manual as the program says it.
for game in shed two; do
    "$HOLECARD" rules "$game" | awk '/^Options/ {over = 1} NR > 2 && !over' >lesson
    python3 - "$game" <<'PY'
import os, re, sys
source, game = os.environ["HC_SOURCE_DIR"], sys.argv[1]
flat = lambda text: " ".join(text.split())
page = flat(open(f"{source}/docs/rules/{game}.md").read().replace("\n> ", "\n"))
manual = flat(open(f"{source}/docs/holecard.1").read())
paragraphs = [flat(part) for part in open("lesson").read().split("\n\n") if part.strip()]
assert len(paragraphs) == 4, paragraphs
for part in paragraphs:
    assert part in page, f"docs/rules/{game}.md lacks: {part}"
    assert part in manual, f"docs/holecard.1 lacks: {part}"
PY
done

wrong '"chess" is not a game; there are' chess
wrong 'stacking must be none, same, upward or any' shed stacking=much
wrong 'points_to_win must be 1 to 10000' shed points_to_win=0
wrong 'jump_in must be true or false' shed jump_in=maybe
wrong 'stakcing is not an option' shed stakcing=any
wrong 'wild is neither a preset' shed wild
wrong 'max_players' shed min_players=5 max_players=3
wrong 'no option --yaml' --yaml
"$HOLECARD" rules --help | grep -q usage || fail "help"
