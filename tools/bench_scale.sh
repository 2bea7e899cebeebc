#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# bench_scale.sh: measures several processes on one database, into build/bench-scale.json.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=$PWD
cmake --preset release --log-level=WARNING >/dev/null
cmake --build --preset release --target holecard bench_server preload -- --quiet
scratch=$root/build/bench-scale
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
export HOLECARD=$root/build/release/holecard HC_SOURCE_DIR=$root
export HC_PRELOAD=$root/build/release/libpreload.so
PYTHONPATH=$root/tests/server:$root/tests/cluster:$root/tests/preload \
    python3 -B "$root/bench/scale/scale.py" "$root/build/bench-scale.json"
cd "$root"
rm -rf "$scratch"
