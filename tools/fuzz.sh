#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# fuzz.sh SECONDS WORK: builds every fuzz target and runs each for SECONDS, as many at a time as
# there are cores. Inputs come from fuzz/corpus/NAME; what is found goes to WORK/NAME, so the
# tree stays clean. With KEEP=1 new inputs that reach new code are added to fuzz/corpus/NAME.
# A crash leaves its input in build/fuzz/crashes and makes this fail.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=$1
work=$2
jobs=$(nproc)
crashes=build/fuzz/crashes
# Randomised addresses can stop the sanitizers of older compilers from starting.
fixed=()
if setarch -R true 2>/dev/null; then
    fixed=(setarch -R)
fi

cmake --preset fuzz --log-level=WARNING >/dev/null
cmake --build --preset fuzz -j "$jobs" -- --quiet

export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1
mkdir -p "$crashes" "$work"

fuzz_one() {
    local name=$1 log=$work/$1.log dirs=("$work/$1")
    local options=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048
        -artifact_prefix="$crashes/$name-")

    mkdir -p "$work/$name"
    if [ -d "fuzz/corpus/$name" ]; then
        dirs+=("fuzz/corpus/$name")
    fi
    # Every scenario is also a fine beginning for the reader of scenarios.
    if [ "$name" = scenario ] && [ -d tests/scenarios ]; then
        dirs+=(tests/scenarios)
    fi
    if [ -f "fuzz/$name.dict" ]; then
        options+=(-dict="fuzz/$name.dict")
    fi

    if ! "${fixed[@]}" "build/fuzz/fuzz_$name" "${options[@]}" "${dirs[@]}" >"$log" 2>&1; then
        tail -n 60 "$log"
        echo "fuzz $name: FAILED; the input is in $crashes"
        return 1
    fi
    echo "fuzz $name: $(grep -a '^Done' "$log" || echo done)"

    if [ "${KEEP:-0}" = 1 ]; then
        mkdir -p "fuzz/corpus/$name"
        "build/fuzz/fuzz_$name" -merge=1 "fuzz/corpus/$name" "$work/$name" >>"$log" 2>&1
    fi
}

names=()
for source in fuzz/fuzz_*.c; do
    [ -e "$source" ] || continue
    name=$(basename "$source" .c)
    names+=("${name#fuzz_}")
done
if [ ${#names[@]} -eq 0 ]; then
    echo "fuzz: there are no targets in fuzz/" >&2
    exit 1
fi

# Start as many as there are cores, and one more whenever one ends.
failed=0
running=0
for name in "${names[@]}"; do
    if [ "$running" -ge "$jobs" ]; then
        wait -n || failed=1
        running=$((running - 1))
    fi
    fuzz_one "$name" &
    running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
    wait -n || failed=1
    running=$((running - 1))
done
exit "$failed"
