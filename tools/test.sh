#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# test.sh: everything that proves the engine, the quick steps first. Prints a heading and the
# seconds of every step, the ten slowest tests, and in the last line how many tests passed and failed.
# A step that fails otherwise counts as one failure, so the last line never hides it. Failing tests
# do not stop the later steps; a build that fails does.
#
# Two trees are built: build/test is a release without the optimisation across files, the shared
# library and the benchmarks of build/release; build/asan has the sanitizers and the fuzz targets.
# build/tsan has the three tests of threads alone. With TIMES=1 a table shows the wall and processor
# seconds of each step, and how often the pure ring was compiled.
#
# Seeds are fixed: two runs do the same. `make soak` and `make fuzz` look for what is new.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
passed=0
failed=0
heading=
SECONDS=0
mkdir -p build
seconds=build/seconds.txt # SECONDS TREE TEST of every test
table=build/times.txt     # of steps
: >"$seconds"
: >"$table"

# Sets `spent` to the processor seconds of all commands that have ended.
read_spent() {
    times >build/spent.txt
    spent=$(awk -F'[ms ]+' 'NR == 2 { printf "%.1f", 60 * ($1 + $3) + $2 + $4 }' build/spent.txt)
}

# How often the sources of the pure ring were compiled in all trees together.
count_ring() {
    local layers='core|games|table|bots|room|house|protocol' tree objects=0 sources
    for tree in test asan tsan; do
        objects=$((objects + $(grep -oE "([a-z_]+\.dir|wasm)/src/($layers)/[^[:space:]]*\.o" \
            "build/$tree/.ninja_log" 2>/dev/null | sort -u | wc -l)))
    done
    sources=$(find src -name '*.c' | grep -cE "^src/($layers)/")
    awk -v objects="$objects" -v sources="$sources" 'BEGIN { printf "%.1f", objects / sources }'
}

tell_times() {
    echo
    echo "   wall  processor"
    cat "$table"
    read_spent
    printf '%7d %10s  whole run\n' "$SECONDS" "$spent"
    echo "the ring was compiled $(count_ring) times"
}

finish() {
    local status=$?
    if [ "$status" -ne 0 ] && [ -n "$heading" ]; then
        echo "FAILED: $heading"
        failed=$((failed + 1))
    fi
    if [ -s "$seconds" ]; then
        echo
        echo "the slowest tests:"
        sort -rn "$seconds" | awk 'NR <= 10 { printf "%7.1f s  %s (%s)\n", $1, $3, $2 }'
        sort -rn "$seconds" | awk '$1 >= 1 && !seen[$3]++ { printf "%.0f %s\n", $1, $3 }' >build/costs.txt
    fi
    [ -z "${TIMES:-}" ] || tell_times
    echo
    echo "whole run: $SECONDS s"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] || exit 1
}
trap finish EXIT

# step HEADING COMMAND…: the command must succeed, or the run ends here.
step() {
    local start=$SECONDS before
    read_spent
    before=$spent
    heading=$1
    shift
    echo
    echo "== $heading"
    "$@"
    echo "   $((SECONDS - start)) s"
    read_spent
    awk -v wall="$((SECONDS - start))" -v before="$before" -v spent="$spent" -v heading="$heading" \
        'BEGIN { printf "%7d %10.1f  %s\n", wall, spent - before, heading }' >>"$table"
    heading=
}

# Randomised addresses can stop the sanitizers of older compilers from starting: run without
# them where the system lets us.
fixed=()
if setarch -R true 2>/dev/null; then
    fixed=(setarch -R)
fi

# ccache answers for what was compiled before; a tree that was configured keeps its compiler.
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi

# Without root or without network some tools may be missing: what does not need them runs.
all_tests=ON
app=ON
set_up() {
    tools/setup.sh test || all_tests=OFF
    if ! tools/setup.sh build look || ! tools/npm.sh web || ! tools/npm.sh tests/telegram; then
        echo "   left out: the program and its tests; the library is tested alone"
        app=OFF all_tests=OFF
    elif [ "$all_tests" = OFF ]; then
        echo "   left out: the tests that need what is missing"
    fi
}

check_layers() {
    python3 tools/include_check.py --self-test
    python3 tools/include_check.py
}

# lacks_tools PRESET: says what is left out, if the preset needs clang, and here is none.
lacks_tools() {
    case $1 in
    asan | tsan) command -v clang >/dev/null && return 1 ;;
    *) return 1 ;;
    esac
    echo "   left out: clang is missing"
}

build() {
    ! lacks_tools "$1" || return 0
    cmake --preset "$1" --log-level=WARNING -DHC_WERROR=ON -DHC_ALL_TESTS=$all_tests \
        -DHC_APP=$app >/dev/null
    cmake --build --preset "$1" -j "$jobs" -- --quiet
}

# run_tests PRESET [OPTION…]: runs ctest and adds its tests to the sums. Tests wait for screens,
# disks and servers half of their time, so there are two for each processor.
run_tests() {
    local preset=$1 junit status=0
    ! lacks_tools "$1" || return 0
    shift
    junit=$PWD/build/$preset/junit.xml
    rm -f "$junit"
    "${fixed[@]}" ctest --preset "$preset" -j "$((2 * jobs))" --output-junit "$junit" "$@" || status=$?
    count "$junit" "$status"
    [ ! -e "$junit" ] || sed -n "s/.*<testcase name=\"\([^\"]*\)\".* time=\"\([0-9.]*\)\".*/\2 $preset \1/p" \
        "$junit" >>"$seconds"
}

count() {
    local all good
    all=$(grep -c '<testcase ' "$1" || true)
    good=$(grep -c '<testcase .*status="run"' "$1" || true)
    passed=$((passed + ${good:-0}))
    failed=$((failed + ${all:-0} - ${good:-0}))
    # No tests at all, or a ctest that broke, is a failure too.
    if [ "$2" -ne 0 ] && [ "${all:-0}" -eq "${good:-0}" ]; then
        failed=$((failed + 1))
    fi
}

check_globals() {
    python3 tools/include_check.py --globals build/test/libholecard.a
}

fuzz_briefly() {
    if [ "$app" = OFF ]; then
        echo "   left out: fuzz targets need the program"
        return
    fi
    # Findings of earlier runs would make this one different: begin with the kept corpus.
    rm -rf build/fuzz/brief
    tools/fuzz.sh brief build/fuzz/brief
}

step "set-up" set_up
step "layout (clang-format)" tools/format_check.sh
step "layers (include check)" check_layers
step "build: release, gcc" build test
step "pure ring: no mutable globals" check_globals
step "tests: release, with wasm in Node and people in Chromium" run_tests test
step "build: asan, with the fuzz targets, clang" build asan
step "tests: address and undefined behaviour sanitizers" run_tests asan
step "fuzz: the corpus, and a fixed number of runs for each target" fuzz_briefly
step "build: tsan" build tsan
step "tests: thread sanitizer" run_tests tsan
