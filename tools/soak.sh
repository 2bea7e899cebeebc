#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# soak.sh MINUTES: the proofs of the server, again and again with new seeds, for so long: killed at
# random moments, told to stop, with a full disk, under attack, and watched for secrets. The first
# failure ends it: its seed is the first line that is printed, its files are in build/soak.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

minutes=$1
root=$PWD
end=$((SECONDS + 60 * minutes))
scratch=$root/build/soak

cmake --preset release --log-level=WARNING >/dev/null
cmake --build --preset release --target holecard peek -- --quiet
export HOLECARD=$root/build/release/holecard HC_PEEK=$root/build/release/peek
export HC_SOURCE_DIR=$root HC_BUILD_DIR=$root/build/release
export HC_KILLS=${HC_KILLS:-200} HC_GAMES=${HC_GAMES:-3000}

round=0
while [ "$SECONDS" -lt "$end" ]; do
    round=$((round + 1))
    for test in kill life disk hostile peek; do
        echo "== round $round: $test"
        rm -rf "$scratch"
        mkdir -p "$scratch"
        (cd "$scratch" && python3 -B "$root/tests/server/test_$test.py")
    done
done
echo "soak: $round rounds in $((SECONDS / 60)) minutes, all well"
