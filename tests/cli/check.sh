#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# check.sh: scenario files that pass, that fail, and that cannot be understood.
set -euo pipefail

fail() {
    echo "check.sh: $*" >&2
    exit 1
}

# passes N: the scenarios on standard input all pass.
passes() {
    cat >pass.scn
    "$HOLECARD" check pass.scn >out 2>err || fail "status $?: $(cat pass.scn out err)"
    [ "$(cat out)" = "$1 passed, 0 failed" ] || fail "not just \"$1 passed\": $(cat out)"
}

# differs LINE TEXT: the scenario on standard input fails at that line with that text.
differs() {
    local status=0
    cat >fail.scn
    "$HOLECARD" check fail.scn >out 2>err || status=$?
    [ "$status" -eq 1 ] || fail "status $status instead of 1: $(cat fail.scn out err)"
    grep -qF -- "fail.scn:$1: scenario F: expected $2" out || fail "not \"$1: $2\": $(cat out)"
    [ "$(tail -n 1 out)" = "0 passed, 1 failed" ] || fail "last line: $(cat out)"
}

# wrong LINE:COLUMN TEXT: the file on standard input cannot be understood at that place.
wrong() {
    local status=0
    cat >wrong.scn
    "$HOLECARD" check wrong.scn >out 2>err || status=$?
    [ "$status" -eq 2 ] || fail "status $status instead of 2: $(cat wrong.scn out err)"
    [ "$(wc -l <err)" -eq 1 ] || fail "not one line: $(cat err)"
    grep -qx '[01] passed, 1 failed' out || fail "last line: $(cat out)"
    grep -qF -- "wrong.scn:$1: " err || fail "not at $1: $(cat err)"
    grep -qF -- "$2" err || fail "not \"$2\": $(cat err)"
}

# Every statement and every key of the format, in any order that makes sense.
passes 2 <<'SCN'
# a comment
scenario A-1 a title: with; signs      # and a comment behind it
covers R-001 R-002
note for people
turn 0
draw G1 G2 b6 Y9
discard R5 R3
hand 1 Y1 y2
	hand 0 RT B3 G4 R1
hand 2
scores 100 -5 0
direction -1
round 3
called 1
game shed official uno_call=true
expect phase player_turn
expect turn 0
expect top R5
expect color R
expect direction -1
expect pending 0
expect draw G1 G2 B6 Y9
expect draw-count 4
expect discard-count 2
expect scores 100 -5 0
expect round 3
expect orphans none
expect called 1
expect hand 0 R1 G4 B3 RT
expect hand 2
expect holds 2 0
expect sees 0 0 RT B3 G4 R1
expect sees 0 1
expect round-winners none
expect match-winners none
refuse not_your_turn 1 draw
refuse no_card 0 play R9
refuse malformed 0 play RX
refuse malformed 0 fly
refuse no_seat 7 draw
refuse not_allowed 0 start
refuse not_allowed draw
refuse bad_phase start
do 0 play RT
expect hand 2 G1 G2
expect events card_played 0 RT; drew 2 2 penalty; skipped 2
expect events card_played; skipped 2; turn
expect events turn 1

scenario A-2
game two two
hand 0 1 4
hand 1 5
hand 2 2
draw 3 1 6
set-aside 8
out 2
protected 1
tokens 1 2 0
discards 2 7 1
turn 0
expect set-aside 8
expect discards 2 7 1
expect discards 0
expect out 2
expect protected 1
expect tokens 1 2 0
do 0 play 4
expect discards 0 4
expect protected 0
expect sees 1 1 5 3
do end
expect phase game_over
SCN

# The lobby: players come, the match starts with the deck that is given, and the next round too.
passes 1 <<'SCN'
scenario L
game two two first_start=seat0
seats 2
expect phase lobby
do join 2
refuse duplicate_player join 2
do start 8 1 1 2 3 1 1 1
expect hand 0 1 3
expect hand 2 2
expect set-aside 8
expect draw 1 1 1
expect holds 2 1
refuse bad_phase next
SCN

# A first card that is not flipped yet.
passes 1 <<'SCN'
scenario flip
game shed official
hand 0 R3
hand 1 Y1
draw GS G1
starter 0
do flip
expect top GS
expect turn 1
do timeout 1
expect events initial_card GS; timeout 1
SCN

# Windows line ends, no line end at the end, standard input, several files.
printf 'scenario W\r\ngame two\r\nhand 0 1 4\r\nhand 1 5\r\nturn 0\r\nexpect turn 0' >windows.scn
"$HOLECARD" check windows.scn pass.scn >out || fail "several files: $(cat out)"
[ "$(cat out)" = "2 passed, 0 failed" ] || fail "the sum over files: $(cat out)"
"$HOLECARD" check - <pass.scn >out || fail "standard input"

# Failures say what was expected and what there is, and the scenario stops there.
start=$'scenario F\ngame two\nhand 0 1 4\nhand 1 5\nhand 2 2\ndraw 3 1 6\nset-aside 8\nturn 0\n'
differs 9 'turn 1, got 0' <<<"${start}expect turn 1"$'\nexpect turn 2'
differs 9 'hand 0 none, got 1 4' <<<"${start}expect hand 0 none"
differs 9 'hand 1 none, got 5' <<<"${start}expect hand 1"$'\n'
differs 9 'draw 3 6 1, got 3 1 6' <<<"${start}expect draw 3 6 1"
differs 9 'set-aside none, got 8' <<<"${start}expect set-aside none"
differs 9 'phase lobby, got player_turn' <<<"${start}expect phase lobby"
differs 9 '0 play 8 to be accepted, got no_card: you do not hold' <<<"${start}do 0 play 8"
differs 9 '0 play 9 to be accepted, got malformed: "9" is not a card' <<<"${start}do 0 play 9"
differs 9 '0 play 4 to be refused with no_card, got it accepted' <<<"${start}refuse no_card 0 play 4"
differs 9 '0 play 8 to be refused with bad_guess, got no_card' <<<"${start}refuse bad_guess 0 play 8"
differs 10 'events turn 1; card_played 0 4, got no card_played 0 4 after turn 1' \
    <<<"${start}do 0 play 4"$'\nexpect events turn 1; card_played 0 4'
differs 1 'a position that can be played, got ' <<<$'scenario F\ngame two\nhand 0 1 4 5 6\nhand 1 5'

# One failure does not hide the others.
{ cat pass.scn; printf '\n%s' "$start"; echo 'expect turn 1'; } >mixed.scn
! "$HOLECARD" check mixed.scn >out || fail "a failure among others"
[ "$(tail -n 1 out)" = "1 passed, 1 failed" ] || fail "the sum: $(cat out)"

# Neither does a mistake: the scenarios before and behind it are run, in the other files, too.
status=0
{ cat pass.scn; printf '\nscenario M\nhnad 1\nscenario M\nscenario N\ngame go\n%s' "$start"; } >mistakes.scn
{ echo 'game two'; cat pass.scn; } >headless.scn
"$HOLECARD" check none.scn mistakes.scn headless.scn pass.scn >out 2>err || status=$?
[ "$status" -eq 2 ] || fail "status $status with mistakes: $(cat out err)"
[ "$(tail -n 1 out)" = "4 passed, 5 failed" ] || fail "the sum with mistakes: $(cat out err)"
[ "$(wc -l <err)" -eq 5 ] || fail "not a line for each mistake: $(cat err)"

# What cannot be understood is named with its place and with what is allowed.
wrong 1:1 'there is no scenario' </dev/null
wrong 1:1 'the first statement must be: scenario ID' <<<'game two'
wrong 1:9 'needs an id' <<<'scenario'
wrong 1:1 'needs a line: game' <<<'scenario F'
wrong 2:6 'must be a game: ' <<<$'scenario F\ngame chess'
wrong 2:10 'tie must be all_win' <<<$'scenario F\ngame two tie=5'
wrong 3:1 "is given twice" <<<$'scenario F\ngame two\ngame two'
wrong 9:10 'with this id already' <<<"${start}scenario F"
wrong 9:1 'is not a statement; allowed are scenario covers' <<<"${start}hnad 0 3"
wrong 9:6 '"0" has a hand already' <<<"${start}hand 0 3"
wrong 3:8 'must be a card of this deck: 1 2 3' <<<$'scenario F\ngame two\nhand 0 9'
wrong 3:10 'more often than in the full deck' <<<$'scenario F\ngame two\nhand 0 8 8\nhand 1 1'
wrong 4:6 'more often than in the full deck' <<<$'scenario F\ngame two\nhand 0 8\ndraw 8'
wrong 3:8 'more often than in the full deck' <<<$'scenario F\ngame shed lite\nhand 0 R0\nhand 1 R1'
wrong 3:6 'must be a seat from 0 to 0' <<<$'scenario F\ngame two\nhand 1 8'
wrong 8:6 'must be a seat from 0 to 2' <<<"${start/turn 0/turn 3}"
wrong 9:1 'is given twice' <<<"${start}turn 1"
wrong 9:8 'cannot be expected; allowed are hand holds sees' <<<"${start}expect luck 1"
wrong 9:14 'is not a phase of this game; they are lobby' <<<"${start}expect phase sleep"
wrong 9:13 'must be a seat' <<<"${start}expect hand x"
wrong 9:15 'too much' <<<"${start}expect turn 1 2"
wrong 9:8 'must be the code of a refusal: malformed' <<<"${start}refuse rude 0 draw"
wrong 9:5 'must be a command' <<<"${start}do 0"
wrong 9:20 'must be an event' <<<"${start}expect events turn;; x"
wrong 11:1 'must stand before the first do' <<<"${start}do 0 play 4"$'\nexpect turn 1\nround 2'
wrong 1:1 'hands and seats' <<<$'scenario F\ngame two\nseats 2\nhand 0 1'
wrong 1:1 'allow at most 4' <<<$'scenario F\ngame two\nhand 0 1\nhand 1 1\nhand 2\nhand 3\nhand 4'
wrong 4:20 'more often' <<<$'scenario F\ngame two\nseats 2\ndo start 1 1 1 1 1 1'
wrong 1:12 'zero byte' < <(printf 'scenario F \0x\n')
wrong 1:1001 'at most 1000 characters' < <(printf '#%1100s\n' ' ')

# Wrong arguments.
for arguments in "" "--fast" "none.scn"; do
    status=0
    # shellcheck disable=SC2086
    "$HOLECARD" check $arguments >out 2>err </dev/null || status=$?
    [ "$status" -eq 2 ] || fail "status $status instead of 2: check $arguments"
    [ "$(wc -l <err)" -eq 1 ] || fail "not one line: check $arguments: $(cat err)"
done
"$HOLECARD" check --help | grep -q usage || fail "help"
