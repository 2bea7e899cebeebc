#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# play.sh: the terminal in line mode, through a pipe, and at a terminal of its own where that matters:
# the menu, the settings, matches that are kept. The cards of a seed are read from a first run, so
# nothing here depends on how a deck is shuffled.
set -euo pipefail

export HOME=$PWD/home
unset XDG_CONFIG_HOME XDG_STATE_HOME

fail() {
    echo "play.sh: $*" >&2
    exit 1
}

# Each start of the program has a number, from which its entropy follows.
export HC_START=0
next_start() {
    HC_START=$((HC_START + 1))
    export HC_ENTROPY="${HC_SEED:-1} $HC_START"
}

# table INPUT ARGUMENT…: plays with these lines; the transcript is in out.
table() {
    local input=$1
    shift
    next_start
    printf '%b' "$input" | LD_PRELOAD=$HC_PRELOAD "$HOLECARD" play "$@" >out 2>err || fail "status $?: play $*: $(cat err)"
}

says() {
    grep -qF -- "$1" out || fail "\"$1\" is not said: $(cat out)"
}

# The first card that can be played, and the first one that cannot; empty if there is none.
playable() {
    sed -n 's/^Your hand: //p' out | head -n 1 | tr ' ' '\n' | grep -m 1 '^[A-Z0-9]*\*$' | tr -d '*' || true
}
unplayable() {
    sed -n 's/^Your hand: //p' out | head -n 1 | tr ' ' '\n' | grep -m 1 '^[RBGY][0-9SRT]$' || true
}

# name_of CODE: what a card of shed is called.
name_of() {
    "$HOLECARD" rules shed --cards | awk -v code="$1" '$1 == code' | cut -c7-21 | sed 's/ *$//'
}

# It starts a game of two by itself, and the end of the input is a proper end.
table ''
says 'At the table: you, Bot 1'
says 'Seal of the deal: '
says 'You may: '
says 'The input has ended'
says 'The match is over. Nobody wins.'
says 'The deal is revealed. Seed: '

# Lines that mean nothing, are empty, too long or not text do no harm.
{ printf '\n \n\t\nxyzzy\nplay\nplay R\nplay QQ\n9: draw\n'; head -c 100000 /dev/zero | tr '\0' x; printf '\n'
  head -c 3000 /dev/zero; printf '\n\001\377\n\303\274\nstate\nquit\n'; } >noise
"$HOLECARD" play --seed 3 <noise >out 2>err || fail "noise: $(cat err)"
says 'No: "xyzzy" is not a command of this game. You may: '
says 'No: a line has fewer than 256 characters.'
says 'direction: '
says 'You leave the table'
python3 -c "import random, sys; sys.stdout.buffer.write(random.Random(1).randbytes(200000))" >noise # a file, since a line of it may say that somebody leaves
next_start
LD_PRELOAD=$HC_PRELOAD "$HOLECARD" play <noise >out 2>err || fail "random bytes: $(cat err)"

# The same seed and the same lines give the same game; another seed gives another one.
table '1\n2\n1\n2\n1\n' --seed 8
cp out first
table '1\n2\n1\n2\n1\n' --seed=8
cmp -s first out || fail "the same seed gave another game"
table '1\n2\n1\n2\n1\n' shed seed=8
cmp -s first out || fail "seed= and --seed differ"
table '1\n2\n1\n2\n1\n' --seed 9
! cmp -s first out || fail "another seed gave the same game"

# Card codes in either case, the numbers 1, 2 and 3, and a refusal that says what is allowed.
plays=0 refusals=0
for seed in $(seq 1 12); do
    table '' first2shed start_rule=seat0 first_action=ignore --seed "$seed"
    good=$(playable) bad=$(unplayable)
    if [ -n "$good" ] && [ "${good:0:1}" != W ]; then
        table "${good,,}\n" first2shed start_rule=seat0 first_action=ignore --seed "$seed"
        says "You play a $(name_of "$good")."
        plays=$((plays + 1))
    fi
    if [ -n "$bad" ]; then
        table "$bad\n" first2shed start_rule=seat0 first_action=ignore --seed "$seed"
        says "No: that card matches neither the colour nor the value. You may: "
        refusals=$((refusals + 1))
    fi
    table '2\n3\n3 G\n1\n2\n' first2shed start_rule=seat0 first_action=ignore --seed "$seed"
    says 'No: draw a card before you pass.'
    says 'No: that cannot be done at this moment.'
    says 'You draw '
    says 'You pass.'
done
[ "$plays" -gt 3 ] || fail "too few cards were played: $plays"
[ "$refusals" -gt 3 ] || fail "too few cards were refused: $refusals"

# A Wild asks for its colour; an empty line takes it back, and a colour can come with it.
wilds=0
for seed in $(seq 1 60); do
    rules=(shed wd4_rule=free start_rule=seat0 first_action=ignore first_wild=reshuffle uno_call=false)
    table '' "${rules[@]}" --seed "$seed"
    grep -q '^Your hand:.* WW\*' out || continue
    table 'ww\n\n' "${rules[@]}" --seed "$seed"
    says 'Which colour? 1 R (red), 2 B (blue), 3 G (green) or 4 Y (yellow): '
    says 'Taken back.'
    ! grep -q 'You play a Wild' out || fail "a command that was taken back was given"
    for answer in 'WW\nx\ng\n' 'WW\n3\n' 'WW\n3 G\n' 'WW G\n' 'WW\ngreen\n' 'ww Green\n' 'WW color=G\n' 'play WW color=G\n' 'play\nWW\nG\n'; do
        table "$answer" "${rules[@]}" --seed "$seed"
        says 'You play a Wild.'
        says 'You name the colour green.'
    done
    table 'WW\n5\n0\nx\n\n' "${rules[@]}" --seed "$seed"
    [ "$(grep -o 'That is not one of the choices' out | wc -l)" -eq 3 ] || fail "there are four colours: $(cat out)"
    wilds=$((wilds + 1))
    [ "$wilds" -lt 3 ] || break
done
[ "$wilds" -gt 0 ] || fail "no Wild was dealt"

# Where 1 is a card, it is that card.
guards=0
for seed in $(seq 1 20); do
    table '' two first_start=seat0 --seats 3 --seed "$seed"
    grep -q '^Your hand: 1\*' out || continue
    table '1\n1\n8\n' two first_start=seat0 --seats 3 --seed "$seed"
    says 'Which player? 1 (Bot 1) or 2 (Bot 2): 1'
    says 'Which card (guess)? 2 (Priest)'
    says 'You play the Guard.'
    guards=$((guards + 1))
done
[ "$guards" -gt 0 ] || fail "no Guard was dealt"

# People who share the terminal: the hand is hidden, and each must ask for the next one.
table '\n1\n2\n\n' first2shed start_rule=seat0 first_action=ignore --bots none --seed 2
says 'Player A, press Enter to see your hand.'
says 'Player B, press Enter to see your hand.'
says 'Player A draws a card.'
blank=$(awk '/Player A> 2/ {on = 1} /Player B, press/ {exit} on && /^$/ {n++} END {print n}' out)
[ "$blank" -ge 30 ] || fail "the hand was not hidden: $blank blank lines"
awk '/Player A> 2/ {on = 1} /Player B, press/ {exit} on' out >between
! grep -q 'Your hand' between || fail "a hand is left open"
# A script that does not wait for Enter goes on, and others may speak out of turn.
table '1\n1: draw\n9: draw\n2\n1\n2\n' first2shed start_rule=seat0 first_action=ignore --bots 0 --seed 2
says "No: it is another player's turn."
says 'No: nobody at this terminal sits in that seat.'
says 'You pass.'

# Whoever speaks for another one learns nothing of that hand: neither what could be played nor whether.
for words in 'play' 'jump' 'draw' 'xyzzy'; do
    table "\\n1: $words\\n" shed party start_rule=seat0 first_action=ignore first_wild=reshuffle --bots none --seed 6
    answer=$(sed -n '/^Player A> 1: /{n;p}' out)
    case $words in
    play | jump) [ "$answer" = 'No: name the card as well.' ] || fail "1: $words: $answer" ;;
    *) grep -Eq '^No: [^.]*\.$' <<<"$answer" || fail "1: $words: $answer" ;;
    esac
done

# Headlines of the table are those that players want to see all the time.
table 'state\nquit\n' --seed 3
grep -q '^Table: .*; colour ' out || fail "the colour is not shown"
! grep -q '^Table: .*played the top card' out || fail "the table line shows what nobody needs"
says 'played the top card: '
! grep -Eq 'color before|orphans|fresh|stall' out || fail "words of the engine are shown: $(cat out)"
grep -q '^  You: .*, 0 of 500 points\.$' out || fail "scores are not readable: $(cat out)"

# Where cards are not played one by one, their codes say so.
table '7\nquit\n' null --seed 2
says 'No: cards are not played one by one in this game. You may: keep (Keep your card), draw (Draw another card).'

# Words about the table.
table 'help\nhand\ncards\nlog\nlog 2\nlog x\nsave\nquit\n' --seed 4
grep -q '^  draw  *Draw, or type 1$' out || fail "help does not explain draw: $(cat out)"
says 'save FILE'
grep -Eq 'Wild Draw Four, +4 in the deck, 50 points' out || fail "cards are not listed: $(cat out)"
says 'The match begins.'
says 'No: it needs a number: log N.'
says 'No: it needs a name: save FILE.'

# Saving in both forms, on the way and at the end.
table 'save half.log\nsave half.json\nsave /nowhere/x\nquit\n' --seed 4 --log whole.json
says 'Saved as half.log.'
says 'It was not saved: /nowhere/x'
says 'Saved as whole.json'
"$HOLECARD" verify half.log half.json | grep -c 'not revealed' | grep -qx 2 || fail "half of a match"
"$HOLECARD" verify whole.json | grep -q unaltered || fail "a whole match"

# Bots play by themselves to the end, in every game.
for game in shed "shed party points_to_win=50" "shed brutal" two "two ed2019" null; do
    # shellcheck disable=SC2086
    table '' $game --seats 3 --bots random,random,random --seed 5
    says 'The match is over. Winner: '
done

# Discards are listed in one order everywhere: the oldest first.
longest=0
for seed in 5 6 7; do
    table '' two --seats 2 --bots random,random --seed "$seed" --log two.log
    for seat in 0 1; do
        played=$(sed -n "s/^  Bot $seat: .*discards\\([ 0-9]*\\),.*/\\1/p" out | tail -n 1)
        "$HOLECARD" replay two.log | grep -qx "  discards (seat $seat):${played:- no cards}" ||
            fail "seed $seed, seat $seat: play says \"$played\": $("$HOLECARD" replay two.log | grep discards)"
        [ "$(wc -w <<<"$played")" -le "$longest" ] || longest=$(wc -w <<<"$played")
    done
done
[ "$longest" -gt 2 ] || fail "there were no discards to compare"

# wrong WORD ARGUMENT…: status 2 and one line that contains WORD.
wrong() {
    local word=$1 status=0
    shift
    "$HOLECARD" play "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq 2 ] || fail "status $status instead of 2: play $*"
    [ "$(wc -l <err)" -eq 1 ] || fail "not one line: play $*: $(cat err)"
    grep -qF -- "$word" err || fail "\"$word\" not in the message: play $*: $(cat err)"
}
wrong 'chess is neither a preset' chess
wrong 'stacking must be none, same' stacking=much
wrong 'seats must be 2 to 10' --seats 11
wrong 'seats must be 2 to 4' two --seats 5
wrong 'seats must be' --seats x
wrong 'need 125 cards, and the deck has 108' shed initial_cards=20 --seats 6
wrong '--seats needs a value' --seats
wrong '"clever" is not a bot; there are: ' --bots clever
wrong '3 bots for 2 seats' --seats 2 --bots 3
wrong '--seed must be a number' --seed x
wrong '--seed must be a number' --seed 18446744073709551616
wrong 'no option --fast' --fast
wrong '/nowhere' --log /nowhere/x
wrong '"random:5" is not a bot' --bots random:5
wrong 'delay in milliseconds must be 0 to 60000' --bot-delay soon
wrong 'forgetting must be 0 to 100' --forget 101
wrong '--continue goes on with a match as it is' --continue --seats 2
"$HOLECARD" play --help | grep -q usage || fail "help"

# A budget for a bot, a person between bots, delays and forgetting.
table 'quit\n' two --bots search:50,random --seed 1 --bot-delay 1 --forget 0
says 'Bot 1 (search), Bot 2 (random)'
table '' two --seats 4 --bots random,person,random --seed 1
says 'Player A, Bot 1 (random), Player B, Bot 3 (random)'

# A hint says how often each command won.
for game in shed two null; do
    table 'hint\nquit\n' "$game" --bots none --seed 3
    grep -Eq '^  [A-Z][A-Za-z0-9 ,!]+ \([a-z0-9 =A-Z]+\) wins [0-9]+ % of [0-9]+ simulated games?\. Recommended\.$' out || fail "no hint in $game: $(cat out)"
done

# What the README shows is what the program prints.
block=$(awk '/^## A game/ {on = 1} on && /^```/ {if (n++) exit; next} n' "$HC_SOURCE_DIR/README.md")
table "$(sed -n 's/^Your turn> //p' <<<"$block")\n" --plain --seed 3
[[ -n $block && "$(cat out)" == *"$block"* ]] || fail "the game in README.md is not what is played: $(cat out)"

# The word end ends a match, the word q leaves it, which through a pipe is the same.
table 'end\n' --seed 3
says 'You end the match.'
says 'The deal is revealed.'
table 'q\n' --seed 3
says 'You leave the table, and the match ends.'
says 'The deal is revealed.'

# Nothing is kept or remembered, read or written without a terminal.
mkdir -p home/.config/holecard
echo 'game = two' >home/.config/holecard/settings
table '' --log x.log
says 'Shed: '
[ ! -e home/.local ] || fail "a match was kept without a terminal"
rm -r home

# ---- At a terminal -----------------------------------------------------------------------------

# person STATUS STEPS ARGUMENT…: plays at a terminal; STEPS as at_terminal.py takes them.
person() {
    local want=$1 status=0
    printf '%b' "$2" >steps
    shift 2
    next_start
    python3 "$HC_SOURCE_DIR/tests/cli/at_terminal.py" steps "$HOLECARD" play "$@" >out 2>err || status=$?
    [ "$status" -eq "$want" ] || fail "status $status instead of $want: play $*: $(cat err steps out)"
}
# A new home, in which nobody is asked for a name any more.
move() {
    rm -rf home
    mkdir -p home/.config/holecard
    echo 'names = Anna' >home/.config/holecard/settings
}
kept() {
    "$HOLECARD" statistics | grep -c '^  [A-Z]\{6\}  ' || true
}

# The menu: Enter plays; what is changed is remembered, and what the command line says is not.
# The name is asked first, and once; a match that is over can be left at once.
person 0 'see What should others call you?\ntype Bea,\nsee No: a name is plain text\ntype Bea\nsee Which game?\nsee 1  Play: Shed, official, one round: you and fair.\ntype \nsee Your turn>\ntype end\nsee What now?\ntype leave\n' --plain
says 'Shed: '
grep -q '^names = Bea$' home/.config/holecard/settings || fail "the name is not remembered: $(cat home/.config/holecard/settings)"
person 0 'see Which game?\ntype q\n' --plain
! grep -q 'call you' out || fail "the name is asked again"
person 0 'see 2  Game: Shed.\ntype 2\nsee 2  Do You Have A Two\ntype two\nsee 4  Rules: usual.\ntype 6\nsee 2 to 4\ntype 3
see 8  Seat 1\ntype 8\ntype easy\nsee 10  Your name\ntype 10\ntype Anna\nsee Your name: Anna\ntype 5
see tokens_to_win\ntype 7\ntype 99\nsee No: tokens_to_win must be\ntype 2\nsee tokens_to_win: 2 (changed)
type \nsee 1  Play: Do You Have A Two with changes, as the options say: you, easy and fair.\ntype q\n' --plain --forget 3
cat >want <<'EOF'
game = two
rules = two tokens_to_win=2
seats = 3
bots = easy,fair
names = Anna
forget = 20
signal = title
plain = no
EOF
grep -v '^#' home/.config/holecard/settings | cmp -s - want || fail "remembered: $(cat home/.config/holecard/settings)"
[ "$(stat -c %a home/.config/holecard/settings)" = 600 ] || fail "the settings can be read by others"
person 0 'see 1  Play: Do You Have A Two with changes, as the options say: you, easy and fair.\ntype 1\nsee The match begins\ntype end\nsee revealed\nsee What now?\ntype \n' --plain
says 'Do You Have A Two'
# A table that is named ignores saved settings, except for the names.
person 0 'see At the table: Anna, Player B.\nsee press Enter\nkey ctrl-d\nsee kept\n' \
    shed start_rule=seat0 first_wild=reshuffle --plain --bots none

# Wrong lines are told with their number, and the others count.
printf 'game = two\nspeed = 9\nseats = 77\n\033[2Jx\nnames = Bea\n' >home/.config/holecard/settings
person 0 'see settings:2: "speed" is not a setting\nsee settings:3: seats must be 2 to 4\nsee Bea\ntype q\n' --plain
says 'holecard/settings:4: '
! grep -q $'\033' out || fail "a settings file spoke to the terminal"
head -c 70000 /dev/zero | tr '\0' '#' >home/.config/holecard/settings
person 0 'see is larger than 64 KiB\nsee call you\ntype \nsee Play: Shed\ntype q\n' --plain
move

# Leaving keeps a match in every way, and continuing goes on with it.
rules=(shed start_rule=seat0 first_action=ignore first_wild=reshuffle)
for way in 'type q' 'type quit' 'key ctrl-d' 'key ctrl-c' 'kill KILL' 'kill TERM'; do
    case $way in *ctrl-c) want=130 ;; *KILL) want=137 ;; *TERM) want=143 ;; *) want=0 ;; esac
    person "$want" "see Your turn>\ntype 1\nsee You draw \nsee >\n$way\n" "${rules[@]}" --plain --seed 4
    [ "$(kept)" -eq 1 ] || fail "$way: $(kept) matches are kept"
    for file in home/.local/state/holecard/home-1.store*; do
        [ "$(stat -c %a "$file")" = 600 ] || fail "others can read $file"
    done
    [ "$(stat -c %a home/.local/state/holecard)" = 700 ] || fail "others can list it"
    [ "$want" -gt 130 ] || says 'Continue with: holecard play --continue '
    drawn=$(sed -n 's/^You draw \([^.]*\)\..*/\1/p' out | head -n 1)
    person 0 "see Your hand:\nsee >\ntype log 1000\nsee You draw $drawn.\nsee >\ntype end\nsee Saved as\nsee What now?\ntype q\n" --continue --plain --log whole.log
    [ "$(kept)" -eq 0 ] || fail "a match that is over is still kept"
    "$HOLECARD" verify whole.log | grep -q unaltered || fail "$way: the log was altered"
    rm whole.log
done
"$HOLECARD" statistics | grep -q '^Shed: 0 of 6 matches won, ' || fail "six matches are not counted: $("$HOLECARD" statistics)"

# None to continue, one that is not there, and what is no name.
person 1 'see there is no unfinished match to continue\n' --continue
person 1 'see the match BCDFHJ is not among the unfinished ones\n' --continue BCDFHJ
person 1 'see that is not the name of an unfinished match\n' --continue ../x
person 1 'see that is not the name of an unfinished match\n' --continue 00000000

# Two terminals of one person at the same time: both matches are kept, and a certain one can go on.
printf 'see >\ntype q\nsee kept\n' >leave
person 0 "see Your turn>\nrun python3 $HC_SOURCE_DIR/tests/cli/at_terminal.py leave $HOLECARD play null --plain\ntype q\nsee kept\n" \
    "${rules[@]}" --plain --seed 4
[ "$(kept)" -eq 2 ] || fail "$(kept) matches of two terminals are kept"
"$HOLECARD" statistics >list
code=$(sed -n 's/^  \([A-Z]*\)  Null, .*/\1/p' list)
person 0 "see At the table: you, Bot 1\nsee >\ntype end\nsee revealed\nsee What now?\ntype \n" --continue "${code,,}" --plain
[ "$(kept)" -eq 1 ] || fail "the other match is not kept"

# What cannot be read is named and left alone; nothing else is played there then.
file=home/.local/state/holecard/home-1.store
printf 'this is no store at all, but it is long enough to be looked at' >"$file"
cp "$file" bad
rm -f "$file"-wal "$file"-shm
person 0 'see this match is not kept: \nsee home-1.store\nsee Your turn>\ntype q\nsee The deal is revealed.\n' "${rules[@]}" --plain
cmp -s "$file" bad || fail "a file that is no store was changed"
move

# Nothing is kept with --no-save, and what is played in line mode has a clock if the rules say so.
person 0 'see Your turn>\ntype q\nsee The deal is revealed.\n' "${rules[@]}" --plain --no-save
[ ! -e home/.local ] || fail "--no-save keeps something"
person 0 'see Your turn>\nsee You draw \nsee >\ntype q\nsee kept\n' "${rules[@]}" turn_ms=1000 --plain --seed 4
move

# People who share the terminal can write to each other, and each has what is counted of them.
table '\nchat Hello\nlog 1\nstatistics\nquit\n' first2shed start_rule=seat0 first_action=ignore --bots none --seed 2
says 'Player A says: Hello'
says 'No match is counted yet.'

# Without a home nothing is kept, without complaint; where it cannot be kept, that is said.
HOME='' person 0 'see Your turn>\ntype q\nsee The deal is revealed.\n' "${rules[@]}" --plain --name Anna
says 'You leave the table, and the match ends.'
rm -rf home
touch home
person 0 'see this match is not kept: \nsee Your turn>\ntype q\nsee The deal is revealed.\n' "${rules[@]}" --plain --name Anna
rm home
