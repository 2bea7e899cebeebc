#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# soak.sh MINUTES [TEST…]: what looks for something new, or takes too long for make test, again and again,
# each with a new HC_SEED. The proofs of the server: killed at random moments, told to stop, flooded, with
# a full disk, under attack, watched for secrets, and asked what it tells; those of the bot: killed while
# people play, and with TABLES tables at once; those of several processes on one database, with a minute
# of each kind of trouble; those of the games (unit_NAME); those of friends in browsers (web_NAME), also
# with three and four of them. asan_NAME is a test of ctest in the tree of the sanitizers that make test runs
# in release alone. add_a_game compiles a tree with two games more, and fuzz runs each target for
# FUZZ_SECONDS. Beside them the house runs in simulated worlds (test_house_sim), as many as there is time for.
#
# No test is begun when the time is over, and none takes longer than TEST_SECONDS, so it ends at most that
# much later. Whatever the tests write is below build/soak, which is removed in the end; only if one fails
# it stays, with all that the test has said.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

TEST_SECONDS=300
WORLDS=2000 # at a time
FLOODS=110  # each kind ten times
TABLES=1000 # of a bot, at once
FUZZ_SECONDS=10
SEATED=100  # tables of a cluster
tests=(kill peek flood disk hostile room life telegram_killed telegram_crowd
    cluster_kill cluster_pause cluster_cut_off cluster_restart cluster_fill cluster_promote cluster_history
    unit_games unit_bots unit_world unit_follow unit_guest unit_two_houses
    web_friends web_friends_hand web_friends_cheat web_friends_plain
    asan_cluster_fellows asan_cluster_history asan_cluster_shards asan_cluster_trouble
    asan_server_join asan_server_kill asan_server_life asan_server_room asan_terminal_full
    asan_terminal_line asan_terminal_screen asan_telegram_games asan_telegram_chats add_a_game fuzz)

minutes=${1:-}
if ! [[ $minutes =~ ^[1-9][0-9]{0,4}$ ]]; then
    echo "usage: soak.sh MINUTES [TEST...]" >&2
    exit 2
fi
shift
[ $# -eq 0 ] || tests=("$@")
root=$PWD
scratch=$root/build/soak
worlds=$root/build/soak-worlds

cmake --preset release --log-level=WARNING >/dev/null
cmake --build --preset release --target journeys test_house_sim \
    test_games test_bots test_world test_follow test_guest test_two_houses -- --quiet
cmake --preset asan --log-level=WARNING >/dev/null
cmake --build --preset asan -- --quiet
tools/npm.sh tests/telegram
tools/npm.sh web
node tests/telegram/bot_types.mjs build/release/bot_types.json
export HC_SOAK=1 HC_SOURCE_DIR=$root HC_BUILD_DIR=$root/build/release
export HOLECARD=$HC_BUILD_DIR/holecard HC_PEEK=$HC_BUILD_DIR/peek
export HC_PRELOAD=$HC_BUILD_DIR/libpreload.so
export HC_BOT_TYPES=$HC_BUILD_DIR/bot_types.json PYTHONPATH=$root/tests/server:$root/tests/preload
export HC_FLOODS=$FLOODS HC_TABLES=$TABLES HC_CLUSTER_TABLES=$SEATED

# Ctrl-C ends the test that runs as well; its servers end with it.
trap 'kill "$simulator" 2>/dev/null; rm -rf "$scratch" "$worlds"; echo "soak: interrupted after $((SECONDS / 60)) minutes"; exit 130' INT TERM

# run_test NAME: in an empty folder. Prints one line; everything if it fails.
run_test() {
    local start=$SECONDS status=0 program=(python3 -B "$root/tests/server/test_$1.py")
    [[ $1 != cluster_* ]] || program=(python3 -B "$root/tests/cluster/test_trouble.py" "${1#cluster_}")
    [[ $1 != telegram_* ]] || program=(node "$root/tests/telegram/test_${1#telegram_}.mjs")
    [[ $1 != web_* ]] || program=(node "$root/web/tests/test_${1#web_}.mjs")
    [[ $1 != unit_* ]] || program=("$root/build/release/test_${1#unit_}")
    [[ $1 != cluster_history ]] || program=(python3 -B "$root/tests/cluster/test_history.py")
    [[ $1 != asan_* ]] || program=(env -u HC_FLOODS -u HC_TABLES -u HC_CLUSTER_TABLES
        ctest --test-dir "$root/build/asan" --output-on-failure --no-tests=error -R "^${1#asan_}\$")
    [[ $1 != add_a_game ]] || program=(env HC_WHOLE=1 ctest --test-dir "$root/build/release"
        --output-on-failure --no-tests=error -R '^cli_add_a_game$')
    [[ $1 != fuzz ]] || program=("$root/tools/fuzz.sh" "$FUZZ_SECONDS" "$scratch")
    rm -rf "$scratch"
    mkdir -p "$scratch"
    (cd "$scratch" && HC_SEED=$SRANDOM timeout --foreground -k 5 "$TEST_SECONDS" \
        "${program[@]}" >said 2>&1) || status=$?
    if [ "$status" -ne 0 ]; then
        cat "$scratch/said"
        echo "soak: test_$1 failed with status $status, see $scratch; its seed is above"
        exit 1
    fi
    echo "$1: $((SECONDS - start)) s, $(head -n 1 "$scratch/said")"
}

# Simulates worlds with new seeds until the time is over; fails as soon as one does.
simulate() {
    local seed=$SRANDOM count=0
    trap 'kill $! 2>/dev/null; exit 0' TERM
    while [ "$SECONDS" -lt $((60 * minutes)) ]; do
        HC_SEED=$seed HC_WORLDS=$WORLDS nice -n 10 "$root/build/release/test_house_sim" >"$worlds/said" 2>&1 &
        wait $! || return 1
        seed=$((seed + WORLDS))
        count=$((count + WORLDS))
        echo "$count" >"$worlds/count"
    done
}

# check_simulator: whether it runs, or has ended well.
check_simulator() {
    if ! kill -0 "$simulator" 2>/dev/null && ! wait "$simulator"; then
        cat "$worlds/said"
        echo "soak: test_house_sim failed, see $worlds; its seed is above"
        exit 1
    fi
}

echo "soak: for $minutes minutes, at most $((TEST_SECONDS / 60)) more"
SECONDS=0
count=0
rm -rf "$worlds"
mkdir -p "$worlds"
simulate &
simulator=$!
trap 'kill "$simulator" 2>/dev/null || true' EXIT
while [ "$SECONDS" -lt $((60 * minutes)) ]; do
    run_test "${tests[count % ${#tests[@]}]}"
    count=$((count + 1))
    check_simulator
done
wait "$simulator" || check_simulator
simulated=$(cat "$worlds/count" 2>/dev/null || echo 0)
rm -rf "$scratch" "$worlds"
echo "soak: $count tests and $simulated worlds in $((SECONDS / 60)) min $((SECONDS % 60)) s, all well"
