#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# test.sh: everything that proves the engine, the quick steps first. Prints a heading and the
# seconds of every step; the last line counts the tests of all ctest runs. A step that fails
# otherwise counts as one failure, so the last line never hides it. Failing tests do not stop
# the later steps; a build that fails does.
#
# Seeds are fixed: two runs do the same. `make soak` and `make fuzz` look for what is new.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

jobs=$(nproc)
passed=0
failed=0
heading=
SECONDS=0

finish() {
    local status=$?
    if [ "$status" -ne 0 ] && [ -n "$heading" ]; then
        echo "FAILED: $heading"
        failed=$((failed + 1))
    fi
    echo
    echo "whole run: $SECONDS s"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] || exit 1
}
trap finish EXIT

# step HEADING COMMAND…: the command must succeed, or the run ends here.
step() {
    local start=$SECONDS
    heading=$1
    shift
    echo
    echo "== $heading"
    "$@"
    echo "   $((SECONDS - start)) s"
    heading=
}

# Randomised addresses can stop the sanitizers of older compilers from starting: run without
# them where the system lets us.
fixed=()
if setarch -R true 2>/dev/null; then
    fixed=(setarch -R)
fi

check_format() {
    local tool
    tool=$(command -v clang-format-14 || command -v clang-format)
    if ! "$tool" --version | grep -q 'version 14\.'; then
        echo "   left out: the layout is that of clang-format 14, and here is $("$tool" --version)"
        return
    fi
    local folders=() folder
    for folder in include src tests examples fuzz bench; do
        [ ! -d "$folder" ] || folders+=("$folder")
    done
    find "${folders[@]}" -name node_modules -prune -o \( -name '*.[ch]' -o -name '*.cpp' \) -print0 |
        xargs -0 -r "$tool" --dry-run -Werror
}

check_layers() {
    python3 tools/include_check.py --self-test
    python3 tools/include_check.py
}

build() {
    cmake --preset "$1" --log-level=WARNING -DHC_WERROR=ON -DHC_ALL_TESTS=ON >/dev/null
    cmake --build --preset "$1" -j "$jobs" -- --quiet
}

# run_tests PRESET [OPTION…]: runs ctest and adds its tests to the sums. Tests wait for screens,
# disks and servers half of their time, so there are two for each processor.
run_tests() {
    local preset=$1 junit status=0
    shift
    junit=$PWD/build/$preset/junit.xml
    rm -f "$junit"
    "${fixed[@]}" ctest --preset "$preset" -j "$((2 * jobs))" --output-junit "$junit" "$@" || status=$?
    count "$junit" "$status"
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
    python3 tools/include_check.py --globals build/release/libholecard.a
}

fuzz_briefly() {
    # Findings of earlier runs would make this one different: begin with the kept corpus.
    rm -rf build/fuzz/brief
    tools/fuzz.sh brief build/fuzz/brief
}

step "set-up" tools/setup.sh test
step "layout (clang-format)" check_format
step "layers (include check)" check_layers
step "build: release, gcc" build release
step "pure ring: no mutable globals" check_globals
step "tests: release, with wasm in Node and people in Chromium" run_tests release
step "build: asan, clang" build asan
step "tests: address and undefined behaviour sanitizers" run_tests asan
step "build: tsan" build tsan
step "tests: thread sanitizer" run_tests tsan
step "fuzz: the corpus, and a fixed number of runs for each target" fuzz_briefly
