#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# old_processor.sh: on a processor of 2008, which has nothing beyond x86-64-v2, the program plays the
# same matches as on this one, thinks the same, verifies a log, and answers a request. qemu is that
# processor.
set -euo pipefail

server=

fail() {
    echo "old_processor.sh: $*" >&2
    exit 1
}

if [ "$(uname -m)" != x86_64 ]; then
    echo "left out: this is no x86"
    exit 0
fi
finish() {
    [ -z "$server" ] || kill -9 "$server" 2>/dev/null || true
}
trap finish EXIT

old() { timeout 300 qemu-x86_64 -cpu Nehalem "$HOLECARD" "$@"; }

# What may differ is the time that it takes.
without_time() { sed -E 's/"(seconds|commands_per_s)":[0-9.e+]+,?//g'; }

for game in shed two; do
    simulation=(sim $game --seats 2 --bots search:20 --games 2 --seed 7 --json)
    "$HOLECARD" "${simulation[@]}" | without_time >here
    old "${simulation[@]}" | without_time >there
    cmp here there || fail "other matches of $game: $(cat there)"
    old play $game --seats 2 --bots 2 --seed 7 --log $game.log </dev/null >said ||
        fail "$game cannot be played there: $(cat said)"
    old verify $game.log >said || fail "its own log of $game: $(cat said)"
    "$HOLECARD" verify $game.log >said || fail "the log of $game that it wrote: $(cat said)"
done

qemu-x86_64 -cpu Nehalem "$HOLECARD" serve --listen 127.0.0.1:0 --no-save >out 2>err &
server=$!
until grep -q "listening on" out; do
    kill -0 "$server" 2>/dev/null || fail "the server has ended: $(cat out err)"
    sleep 0.1
done
port=$(sed -n '1s/.*:\([0-9]*\),.*/\1/p' out)
exec 3<>"/dev/tcp/127.0.0.1/$port"
printf 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
head -n 1 <&3 | grep -q ' 200 ' || fail "it does not answer: $(cat out err)"
