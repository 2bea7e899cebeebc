#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# old_processor.sh: on a processor of 2008, which has nothing beyond x86-64-v2, the program plays the
# same matches as on this one, thinks the same, verifies a log, and answers a request. qemu is that
# processor.
set -euo pipefail

fail() {
    echo "old_processor.sh: $*" >&2
    exit 1
}

if [ "$(uname -m)" != x86_64 ]; then
    echo "left out: this is no x86"
    exit 0
fi
. "${BASH_SOURCE[0]%/*}/server.bash"

# The time limit is for what hangs.
old() { timeout 600 qemu-x86_64 -cpu Nehalem "$HOLECARD" "$@"; }

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

begin_server qemu-x86_64 -cpu Nehalem "$HOLECARD" serve --listen "$own_address:7000" --no-save
exec 3<>"/dev/tcp/$own_address/7000"
printf 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
head -n 1 <&3 | grep -q ' 200 ' || fail "it does not answer: $(cat out err)"
