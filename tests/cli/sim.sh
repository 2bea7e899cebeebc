#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# sim.sh: holecard sim gives the same result for the same seed, counts every match, writes its
# report whole, and answers wrong arguments with one line and status 2.
set -euo pipefail

fail() {
    echo "sim.sh: $*" >&2
    exit 1
}

# What may differ between two runs: the time, and the threads that were asked for.
without_time() {
    sed -E 's/"(seconds|commands_per_s|threads)":[0-9.e+]+,?//g' "$1"
}

# refused WORD ARGUMENT…: status 2, nothing on standard output, one line that contains WORD.
refused() {
    local word=$1 status=0
    shift
    "$HOLECARD" sim "$@" >out 2>err || status=$?
    [ "$status" -eq 2 ] || fail "status $status instead of 2: sim $*"
    [ ! -s out ] || fail "output on stdout: sim $*"
    [ "$(wc -l <err)" -eq 1 ] || fail "not one line: sim $*: $(cat err)"
    grep -qF -- "$word" err || fail "\"$word\" not in the message: sim $*: $(cat err)"
}

# The same seed, whatever the number of threads; another seed, another result.
for game in "null" "shed official" "shed party" "shed brutal" "two" "two classic2012"; do
    # shellcheck disable=SC2086
    for threads in 1 2 7; do
        "$HOLECARD" sim $game --games 40 --seed 5 --threads $threads --json >"json-$threads" 2>err
        [ ! -s err ] || fail "$game: $(cat err)"
        without_time "json-$threads" >"result-$threads"
        cmp -s result-1 "result-$threads" || fail "$game: $threads threads change the result"
    done
    # shellcheck disable=SC2086
    "$HOLECARD" sim $game --games 40 --seed 6 --json >json-6
    ! cmp -s <(without_time json-1) <(without_time json-6) || fail "$game: the seed changes nothing"
done

# The object is JSON and its numbers agree with each other.
"$HOLECARD" sim shed official match_mode=single --seats 3 --games 400 --seed 1 --json >json
python3 - json <<'PYTHON' || fail "the JSON object does not hold together"
import json, sys

r = json.load(open(sys.argv[1], encoding="utf-8"))
assert r["game"] == "shed" and r["seats"] == 3 and r["games"] == 400 and r["seed"] == 1
assert "match_mode=single" in r["rules"] and r["bots"] == ["random"] * 3
assert r["refusals"] == 0 and r["dead_ends"] == 0 and r["unfinished"] == 0
assert len(r["wins"]) == 3 and sum(r["wins"]) + r["undecided"] == 400
assert r["rounds"] == 400 and r["rounds_per_match"]["max"] == 1
c = r["commands_per_match"]
assert abs(c["mean"] * 400 - r["commands"]) < 1
order = ["min", "p5", "p25", "p50", "p75", "p95", "max"]
assert [c[k] for k in order] == sorted(c[k] for k in order)
for wins, rate, (low, high) in zip(r["wins"], r["win_rate"], r["win_interval"]):
    assert abs(rate - wins / 400) < 1e-5 and 0 <= low < rate < high <= 1
assert r["seconds"] > 0 and r["commands_per_s"] > 0
PYTHON

# Thoughtful bots: the same for any number of threads, never a refusal, and better than chance.
for game in "null" "shed party match_mode=single" "two ed2019 tokens_to_win=1"; do
    # shellcheck disable=SC2086
    for threads in 1 3; do
        "$HOLECARD" sim $game --seats 3 --bots search:20,greedy,random --games 20 --seed 5 \
            --threads $threads --json >"json-$threads"
        without_time "json-$threads" >"result-$threads"
    done
    cmp -s result-1 result-3 || fail "$game: threads change what bots do"
    grep -q '"bots":\["search","greedy","random"\]' json-1 || fail "$game: other bots played"
    grep -q '"refusals":0,"dead_ends":0' json-1 || fail "$game: a bot did what it may not"
done
# better STRONG WEAK LEAST GAME…: of both seatings together STRONG wins at least so many percent.
better() {
    local strong=$1 weak=$2 least=$3
    shift 3
    "$HOLECARD" sim "$@" --seats 2 --bots "$strong,$weak" --json >first
    "$HOLECARD" sim "$@" --seats 2 --bots "$weak,$strong" --json >second
    python3 - first second "$least" <<'PYTHON' || fail "$strong is no better than $weak: $*"
import json, sys

first, second = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:3])
wins = first["wins"][0] + second["wins"][1]
assert 100 * wins >= int(sys.argv[3]) * (first["games"] + second["games"]), wins
PYTHON
}
better greedy random 60 shed match_mode=single --games 60
better greedy random 65 two tokens_to_win=1 --games 500
better search:100 random 65 two tokens_to_win=1 --games 400
better greedy rule 53 two tokens_to_win=1 --games 4000
better rule easy 55 two tokens_to_win=1 --games 2000
better rule easy 55 shed match_mode=single --games 150

# A seed in the rules serves as the seed; the option wins over it.
"$HOLECARD" sim shed lite seed=9 --games 50 --json | grep -q '"seed":9,' || fail "seed= is not used"
"$HOLECARD" sim shed lite seed=9 --seed 8 --games 50 --json | grep -q '"seed":8,' || fail "--seed loses"

# Output for people, and one match.
"$HOLECARD" sim two --games 1 --seats 2 >out
grep -q 'commands' out || fail "no table for people"

# The report is one whole page that asks nothing of anybody else, and no half of it is left behind.
"$HOLECARD" sim shed stacking=same --games 300 --report page.html >out
python3 - page.html <<'PYTHON' || fail "the report is not a well-formed page"
import html.parser, re, sys

VOID = {"meta", "line", "circle", "path", "rect"}
OPTIONAL = {"td", "th"}  # HTML closes these by itself


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen = [], set()

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        assert not {"src", "href"} & {name for name, _ in attributes}, tag
        if tag not in VOID | OPTIONAL:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag, tag


text = open(sys.argv[1], encoding="utf-8").read()
page = Page()
page.feed(text)
assert page.open == [] and {"svg", "table", "title", "style"} <= page.seen
assert "script" not in page.seen and "http" not in text and "url(" not in text
assert "stacking=same --seats 4 --games 300 --seed 1" in text
assert not re.search(r"\b(nan|inf)\b", text)
PYTHON
[ "$(ls | grep -c page.html)" -eq 1 ] || fail "the report left something beside it"
status=0
"$HOLECARD" sim null --games 10 --report no/such/folder/page.html >out 2>err || status=$?
[ "$status" -eq 1 ] || fail "status $status for a report that cannot be written"
grep -q 'no/such/folder/page.html' err || fail "the message does not name the report"

# Wrong arguments.
refused "name a game"
refused "whist" whist
refused "--seats" null --seats 1
refused "2 to 4" two --seats 5
refused "--games" null --games 0
refused "--games" null --games many
refused "--games" null --games
refused "--threads" null --threads 0
refused "--seed" null --seed -1
refused "--sides" null --sides 3
refused "stacking" shed stacking=sometimes
refused "nonsense" shed nonsense
refused "chess_master" null --bots chess_master
refused "--bots" null --seats 3 --bots random,random
refused "greedy:5" null --bots greedy:5
refused "search:0" null --bots search:0
refused "search:1000001" null --bots search:1000001
refused "initial_cards=17 or less" shed initial_cards=20 --seats 6
"$HOLECARD" sim --help | grep -q 'usage: holecard sim' || fail "no help"
