#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# log.sh: a match that was saved can be verified, exported, read back and told again; a changed
# match is not honest, a file that is no log or cut short is called that; wrong arguments get one
# line and the right status.
set -euo pipefail

kept=$HC_SOURCE_DIR/fuzz/corpus/log_bytes

fail() {
    echo "log.sh: $*" >&2
    exit 1
}

# wrong STATUS WORD ARGUMENT…: that status, and one line on standard error that contains WORD.
wrong() {
    local want=$1 word=$2 status=0
    shift 2
    "$HOLECARD" "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$want" ] || fail "status $status instead of $want: $*"
    [ "$(wc -l <err)" -eq 1 ] || fail "not one line: $*: $(cat err)"
    grep -qF -- "$word" err || fail "\"$word\" not in the message: $*: $(cat err)"
}

# says PATTERN ARGUMENT…: status 0 and a line that matches.
says() {
    local pattern=$1
    shift
    "$HOLECARD" "$@" >out 2>err </dev/null || fail "status $?: $*: $(cat out err)"
    grep -qE -- "$pattern" out || fail "\"$pattern\" is not said: $*: $(cat out)"
}

# unreadable WORD FILE: every reader of logs says this of the file, with status 3 and on one line.
unreadable() {
    local tool
    for tool in verify hint export replay; do
        wrong 3 "holecard $tool: $2: $1" "$tool" "${2%%:*}"
    done
}

# dishonest PATTERN FILE: status 1 and a line that matches.
dishonest() {
    local status=0
    "$HOLECARD" verify "$2" >out 2>err || status=$?
    [ "$status" -eq 1 ] || fail "status $status instead of 1: verify $2"
    grep -qE -- "$1" out || fail "\"$1\" is not said: verify $2: $(cat out err)"
}

# Matches that were kept with the sources stay unaltered, whatever is added to the engine.
for name in null-0 two-1 shed-2 shed-3 example; do
    cp "$kept/$name.log" "$name.log"
    says "^$name.log: unaltered since the deal \([0-9]+ commands, [0-9]+ events\)$" verify "$name.log"
done
says "^two-1.log: unaltered" verify null-0.log two-1.log

# New ones, played by bots, in both forms.
for game in "null" "two" "two ed2019" "shed match_mode=single" "shed party points_to_win=9" "shed lite"; do
    # shellcheck disable=SC2086
    for form in log json; do
        "$HOLECARD" play $game --seats 2 --bots 2 --seed 11 --log "new.$form" </dev/null >/dev/null ||
            fail "play $game"
        says "^new.$form: unaltered" verify "new.$form"
        "$HOLECARD" replay "new.$form" --seat 1 >told || fail "replay of $game"
        "$HOLECARD" replay "new.$form" --all >told || fail "replay --all of $game"
    done
done

# Hints: for whoever is awaited, best first, the same each time, and from the seat's own eyes.
"$HOLECARD" hint shed-2.log --at 7 --budget 200 >hints
grep -qE "^  [a-z]+.* wins +[0-9]+ % of [0-9]+ imagined games$" hints || fail "no hints: $(cat hints)"
"$HOLECARD" hint - --at 7 --budget 200 <shed-2.log | cmp -s - hints || fail "hints differ"
wrong 1 "awaited" hint shed-2.log
wrong 1 "--seat must be 0 to 1 (the first seat is 0)" hint shed-2.log --at 7 --seat 9
wrong 1 "ends with event" hint shed-2.log --at 4000000
# Advice is for moments between two commands: example.log has commands of events 1 to 4, 5 and 6, 7 to 11.
wrong 1 "event 2 is in the middle of a command; use --at 4" hint example.log --at 2
wrong 1 "event 8 is in the middle of a command; use --at 6 or --at 11" hint example.log --at 8
says "." hint example.log --at 4
wrong 2 "--budget" hint shed-2.log --budget 0
wrong 2 "name a file" hint

# Export: to a file and to standard output the same, and the same again from JSON.
"$HOLECARD" export shed-2.log -o shed-2.json
"$HOLECARD" export shed-2.log >stdout.json
cmp -s shed-2.json stdout.json || fail "export -o differs from standard output"
"$HOLECARD" export shed-2.json >again.json
cmp -s shed-2.json again.json || fail "JSON of JSON differs"
"$HOLECARD" export - <shed-2.log >again.json
cmp -s shed-2.json again.json || fail "standard input differs"
says "^shed-2.json: unaltered" verify shed-2.json
python3 -c 'import json; log = json.load(open("shed-2.json")); assert log["format"] == "holecard-log"'
[ -z "$(find . -name '*.tmp')" ] || fail "a temporary file is left"

# One changed byte, in an event, in the secret, in a digest; and in the header, which then cannot be read.
size=$(wc -c <two-1.log)
change() {
    local byte
    byte=$(dd if=two-1.log bs=1 skip="$1" count=1 status=none | od -An -tu1)
    cp two-1.log changed.log
    printf %b "\\0$(printf %o $((byte ^ 1)))" | dd of=changed.log bs=1 seek="$1" conv=notrunc status=none
}
for at in $((size / 2)) $((size - 60)) $((size - 1)); do
    change "$at"
    dishonest "^changed.log: not honest: (record|event) [0-9]+ at byte [0-9]+: ." changed.log
done
change 8
unreadable 'header at byte 6: there is no game "twn" here' changed.log

# What is no log, or not all of one.
printf '' >empty.log
printf 'HCL' >short.log
cp "$HC_SOURCE_DIR/README.md" .
printf '{"name": "holecard"}\n' >other.json
head -c $((size - 10)) two-1.log >cut.log
head -c $((size - 33)) two-1.log >open.log
"$HOLECARD" export two-1.log >whole.json
head -c 400 whole.json >cut.json
head -n -3 whole.json >lines.json
printf '{"format":' >begun.json
while IFS='|' read -r file why; do
    unreadable "$why" "$file"
done <<'ROWS'
empty.log|not a Holecard log (empty)
short.log|not a Holecard log (no HCLG at byte 0)
README.md|not a Holecard log (no HCLG at byte 0)
other.json:1:1|not a Holecard log (no "format":"holecard-log")
begun.json:1:1|not a Holecard log (no "format":"holecard-log")
cut.json:3:8|the log is cut short
lines.json:18:1|the log is cut short
nowhere.log|No such file or directory
cut.log|record 18 at byte 739: the log is cut short; missing bytes: 10
open.log|record 17 at byte 673: the log is cut short; records without a digest: 1
ROWS
head -c $((size - 33 - 65)) two-1.log >unfinished.log
says "^unfinished.log: not revealed yet" verify unfinished.log
# Of several files the worst counts.
status=0
"$HOLECARD" verify cut.log two-1.log >out 2>err || status=$?
[ "$status" -eq 3 ] || fail "status $status instead of 3"
grep -q "^two-1.log: unaltered" out || fail "the file behind a cut one is not read: $(cat out)"
change $((size - 1))
"$HOLECARD" verify cut.log changed.log two-1.log >out 2>err || status=$?
[ "$status" -eq 1 ] || fail "status $status instead of 1"

# In JSON the line is named. Line 2 is the first record: a contribution of seat 0.
"$HOLECARD" export two-1.log | sed '2s/"contribution":"./"contribution":"x/' >bad.json
wrong 3 'bad.json:2:1: "contribution" must be 64 hexadecimal digits' verify bad.json
"$HOLECARD" export two-1.log | sed '1s/"rules":"/"rules":"x/' >bad.json
wrong 3 'bad.json:1:1: ' export bad.json
"$HOLECARD" export shed-3.log | sed 's/"at":\([0-9]*\)1,/"at":\12,/' >bad.json
dishonest '^bad.json:[0-9]+:1: not honest: ' bad.json

# Telling: as a spectator, as a seat, up to an event, with every card.
says "^    1  Round 1: the cards are shuffled.$" replay example.log
says "^    2  Seat 0 draws a card.$" replay example.log
says "^    2  You draw a Number 9.$" replay example.log --seat 0
says "^    3  Seat 1 draws a card.$" replay example.log --seat 0
says "^    3  Seat 1 draws a Number 4.$" replay example.log --all
says "^After event 3, as a spectator sees it:$" replay example.log --at 3
says "^  seat 1: 1 hidden$" replay example.log --at 3
! grep -q "^    4 " out || fail "--at 3 tells event 4"
says "^  seat 1: 4$" replay example.log --at 3 --all
# Two digests, with the last command and the secret between them, are the end of the example.
head -c 131 example.log >going-on.log
says "not revealed yet" verify going-on.log
wrong 1 "the match is not over" replay going-on.log --all
says "^    4  Seat 0 is to play.$" replay going-on.log
wrong 1 "the log ends with event 11" replay example.log --at 99
wrong 1 "--seat must be 0 to 1 (the first seat is 0)" replay example.log --seat 5
# Where there is no terminal, lines are all there is.
"$HOLECARD" replay example.log --seat 1 >lines
"$HOLECARD" replay example.log --seat 1 --plain >plain
cmp -s lines plain || fail "--plain tells something else"

# Wrong arguments.
wrong 2 "name a file" verify
wrong 2 "there is no option --fast" verify --fast
wrong 2 "name a file" export
wrong 2 '"b" is one word too many: it takes FILE' export a b
wrong 2 "-o needs a value: -o OUT" export a -o
wrong 2 "the only option is -o" export a --json
wrong 1 "/nowhere/x: " export example.log -o /nowhere/x
wrong 2 "name a file" replay
wrong 2 '--seat must be a number from 0 to 9, not "ten"' replay example.log --seat ten
wrong 2 "--seat needs a value: --seat N" replay example.log --seat
wrong 2 "--at must be a number from 0" replay example.log --at -1
wrong 2 "the options are --seat N, --at SEQ, --all, --plain, --facts and --language CODE" replay example.log --slow
for tool in verify export replay; do
    says "^usage: holecard $tool " $tool --help
done
