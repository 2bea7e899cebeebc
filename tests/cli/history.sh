#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# history.sh: `holecard history`: matches at home that are over, in all stores of a person.
set -euo pipefail

fail() {
    echo "history.sh: $*" >&2
    exit 1
}
export HOME=$PWD/home
unset XDG_CONFIG_HOME XDG_STATE_HOME
mkdir -p home/.config/holecard
echo 'names = Anna' >home/.config/holecard/settings

# run STATUS ARGUMENT…: runs it, with what it says in `out` and `err`.
run() {
    local want=$1 status=0
    shift
    "$HOLECARD" "$@" >out 2>err || status=$?
    [ "$status" -eq "$want" ] || fail "status $status instead of $want: $*: $(cat out err)"
}
says() {
    grep -q -- "$1" out || fail "\"$1\" is not said: $(cat out)"
}
complains() {
    grep -q -- "$1" err || fail "\"$1\" is not complained: $(cat err)"
}
starts=0
person() {
    printf '%b' "$1" >steps
    shift
    starts=$((starts + 1))
    HC_START=$starts python3 "$HC_SOURCE_DIR/tests/cli/at_terminal.py" steps "$HOLECARD" play "$@" --plain >played 2>&1 ||
        fail "play $*: $(cat played)"
}
over='type end\nsee What now?\ntype \n'

run 0 history
says 'No match has been finished here yet'
run 1 history replay
complains 'no match is kept here yet'
run 1 history delete 1
run 2 history nonsense
complains 'say list, replay, review, verify, export or delete'
run 2 history delete
run 2 history replay first
complains 'N must be a number from 1 to'

# Played without --log, listed the latest first, with names; not kept if that was said.
person "see >\n$over" shed --seed 1
person "see >\n$over" two --seats 3 --bots greedy,random --seed 2
person "see >\n$over" shed --seed 3 --no-save
run 0 history
[ "$(wc -l <out)" -eq 2 ] || fail "two matches are not listed: $(cat out)"
grep -q '^   1  [-0-9]* [:0-9]*  Do You Have A Two  Anna, Bot 1, Bot 2: ended early$' out || fail "$(cat out)"
grep -q '^   2  [-0-9]* [:0-9]*  Shed  Anna, Bot 1: ended early$' out || fail "$(cat out)"
run 0 history list --count 1
says '^1 more is older'

# Two terminals at once make two stores; both are listed, also while somebody plays there.
printf 'see >\ntype end\nsee What now?\ntype \n' >inner
person "see >\nrun python3 $HC_SOURCE_DIR/tests/cli/at_terminal.py inner $HOLECARD play shed --plain --seed 4
run $HOLECARD history >listed
run ! $HOLECARD history delete 3 2>refused
$over" shed --seed 5
[ -e home/.local/state/holecard/home-2.store ] || fail "there is no second store"
[ "$(wc -l <listed)" -eq 3 ] || fail "while somebody plays: $(cat listed)"
grep -q 'somebody plays at another terminal' refused || fail "deleting there: $(cat refused)"
run 0 history
[ "$(wc -l <out)" -eq 4 ] || fail "four matches are not listed: $(cat out)"

# Verified, exported, replayed: with your eyes and the names, and no line without a sentence.
run 0 history verify
[ "$(grep -c ' unaltered$' out)" -eq 4 ] || fail "$(cat out)"
run 0 history verify 2 3
[ "$(wc -l <out)" -eq 2 ] || fail "$(cat out)"
run 1 history verify 2 9
complains 'there is no match number 9'
[ ! -s out ] || fail "something was done though a number was wrong"
run 0 history export 3 anna.json
run 0 history export 3 anna.log
run 0 verify anna.json anna.log
run 0 replay anna.log
says 'Bot 2'
says '^  Anna: '
run 0 history replay 3
says 'as Anna sees it:'
says 'You draw '
run 0 history replay 3 --seat 1 --all
says 'with every card open'
run 1 history replay 3 --seat 7
complains 'must be 0 to 2 (the first seat is 0)'
for game in "shed party" two; do
    # shellcheck disable=SC2086
    "$HOLECARD" play $game --seats 2 --bots greedy,random --seed 7 --log bots.log >/dev/null
    run 0 replay bots.log --all
    ! grep -E '^ *[0-9]+ *$' out || fail "$game: numbered lines without a sentence"
done

# A review is for somebody who played; without decisions it says so.
run 0 history review 1
says 'There was nothing to decide\|decisions\? w'
run 1 history review 1 --seat 5
complains 'must be 0 to 1 (the first seat is 0)'

# Deleted for good; what was counted stays. The rooms that are left can be opened.
run 0 statistics
cp out counted
run 0 history delete 3 1
[ "$(grep -c '^Deleted: ' out)" -eq 2 ] || fail "$(cat out)"
run 0 history
[ "$(wc -l <out)" -eq 2 ] || fail "two are left: $(cat out)"
! grep -q ' two ' out || fail "the match of two is still there"
run 0 statistics
cmp -s <(grep ' won' counted) <(grep ' won' out) || fail "statistics changed: $(cat counted out)"
for store in home/.local/state/holecard/home-?.store; do
    run 0 store check "$store"
done
run 0 history delete all
run 0 history
says 'No match has been finished here yet'

# A damaged store is named, and the others are listed.
person "see >\n$over" shed --seed 1
printf 'this is no store at all, but it is long enough to be looked at' >home/.local/state/holecard/home-3.store
run 0 history
[ "$(wc -l <out)" -eq 1 ] || fail "the other store is not listed: $(cat out)"
complains 'home-3.store is not a database'
