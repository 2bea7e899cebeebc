#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# fuzz.sh SECONDS|brief WORK: builds every fuzz target and runs each for SECONDS, as many at a time
# as there are cores. Inputs come from fuzz/corpus/NAME; what is found goes to WORK/NAME, so the
# tree stays clean. With KEEP=1 new inputs that reach new code are added to fuzz/corpus/NAME.
# A crash leaves its input in build/fuzz/crashes and makes this fail.
#
# "brief" is the same work each time: every input of the corpus, then a fixed number of runs from one
# seed: HC_SEED, or 1. Its targets are those in the tree of the sanitizers (build/asan).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

length=$1
work=$2
jobs=$(nproc)
preset=fuzz
[ "$length" != brief ] || preset=asan
tree=build/$preset
crashes=build/fuzz/crashes
# Randomised addresses can stop the sanitizers of older compilers from starting.
fixed=()
if setarch -R true 2>/dev/null; then
    fixed=(setarch -R)
fi

cmake --preset "$preset" --log-level=WARNING >/dev/null
cmake --build --preset "$preset" --target fuzzers -j "$jobs" -- --quiet

export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1
mkdir -p "$crashes" "$work"

# How many runs of a target are brief. The first group plays matches for each input.
brief_runs() {
    case $1 in
    command | follow | log_bytes | log_json | message | scenario) echo 2000 ;;
    *) echo 20000 ;;
    esac
}

fuzz_one() {
    local name=$1 log=$work/$1.log inputs=("fuzz/corpus/$1")
    # The timeout goes by the clock, and a busy machine can take 40 s for an input of 3 s.
    local options=(-timeout=300 -rss_limit_mb=2048 -artifact_prefix="$crashes/$name-")

    mkdir -p "$work/$name"
    # Every scenario is also a fine beginning for the reader of scenarios.
    if [ "$name" = scenario ]; then
        inputs+=(tests/scenarios)
    fi
    if [ "$length" = brief ]; then
        # Folders list their files in any order; this list has one.
        find "${inputs[@]}" -type f | LC_ALL=C sort | paste -sd , >"$work/$name.inputs"
        options+=(-seed="${HC_SEED:-1}" -runs="$(brief_runs "$name")" -reload=0 -seed_inputs="@$work/$name.inputs")
        inputs=()
    else
        options+=(-max_total_time="$length")
    fi
    if [ -f "fuzz/$name.dict" ]; then
        options+=(-dict="fuzz/$name.dict")
    fi

    if ! "${fixed[@]}" "$tree/fuzz_$name" "${options[@]}" "$work/$name" "${inputs[@]}" >"$log" 2>&1; then
        tail -n 60 "$log"
        echo "fuzz $name: FAILED; the input is in $crashes"
        return 1
    fi
    echo "fuzz $name: $(grep -a '^Done' "$log" || echo done)"

    if [ "${KEEP:-0}" = 1 ]; then
        mkdir -p "fuzz/corpus/$name"
        "$tree/fuzz_$name" -merge=1 "fuzz/corpus/$name" "$work/$name" >>"$log" 2>&1
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
