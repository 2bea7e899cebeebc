#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# bench.sh: measures the engine beside its peers and writes build/bench.json.
#
# Ours and theirs take turns, ROUNDS (3) times, so that a busy moment of the machine hits both;
# a number is the median of its rounds, and a ratio is the median of the ratios within a round.
# Instructions per command are counted, not timed: two runs under callgrind that differ only in
# the number of commands, so that start-up and shuffling the first deck cancel out.
#
# How long the strongest bot takes to decide is measured once, and too long is a failure.
#
# PEER_SECONDS (5) bounds one round of a peer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

rounds=${ROUNDS:-3}
peer_seconds=${PEER_SECONDS:-5}
engine=build/release/bench_engine
work=build/bench
commands_few=20000
commands_many=120000

tools/setup.sh bench
cmake --preset release --log-level=WARNING >/dev/null
cmake --build --preset release -j "$(nproc)" -- --quiet
if [ ! -x "$engine" ]; then
    echo "bench: $engine was not built; bench/bench_engine.c makes it" >&2
    exit 1
fi

# Fetch the peers only when they are not what the lock file says. Without them our own numbers
# are still worth having.
peers=yes
if ! [ bench/peers/node_modules/.package-lock.json -nt bench/peers/package-lock.json ]; then
    (cd bench/peers && npm ci --no-audit --no-fund --fetch-retries=1 --loglevel=error) || peers=no
fi

rm -rf "$work"
mkdir -p "$work"
for round in $(seq "$rounds"); do
    echo "== round $round of $rounds: ours"
    "$engine" --json "$work/ours-$round.json"
    if [ $peers = no ]; then
        echo "== round $round of $rounds: uno-engine is left out, it could not be fetched"
        continue
    fi
    echo "== round $round of $rounds: uno-engine"
    node bench/peers/uno_engine.mjs --games 1000000 --seconds "$peer_seconds" --seed "$round" \
        | tee "$work/uno-engine-$round.json"
done

if command -v valgrind >/dev/null; then
    for game in shed two; do
        for commands in $commands_few $commands_many; do
            echo "== callgrind: $commands commands of $game"
            flag=--callgrind
            [ $game = shed ] || flag=--callgrind-$game
            valgrind --tool=callgrind --callgrind-out-file="$work/$game-$commands.out" \
                "$engine" "$flag" "$commands" >"$work/$game-$commands.log" 2>&1 || {
                cat "$work/$game-$commands.log"
                exit 1
            }
        done
    done
else
    echo "== callgrind: left out, valgrind is not installed"
fi

echo "== how long a bot thinks"
build/release/bench_bots

echo
python3 - "$work" "$rounds" "$commands_few" "$commands_many" build/bench.json <<'PYTHON'
import json
import os
import platform
import re
import statistics
import subprocess
import sys

work, rounds, few, many, target = sys.argv[1:]
rounds, few, many = int(rounds), int(few), int(many)


def read(name):
    with open(os.path.join(work, name), encoding="utf-8") as file:
        return json.load(file)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def instructions(game, commands):
    with open(os.path.join(work, f"{game}-{commands}.out"), encoding="utf-8") as file:
        return int(re.search(r"^(?:totals|summary): (\d+)", file.read(), re.M)[1])


ours = [read(f"ours-{n + 1}.json") for n in range(rounds)]
peer = []
if os.path.exists(os.path.join(work, "uno-engine-1.json")):
    peer = [read(f"uno-engine-{n + 1}.json") for n in range(rounds)]

# Each key with its value in every round; what is not a number is taken from the last round.
series = {}
result = {}
for key in ours[-1]:
    values = [run.get(key) for run in ours]
    if all(is_number(value) for value in values):
        series[key] = values
    else:
        result[key] = values[-1]
if peer:
    for key in ("turns_per_s", "games_per_s", "games_per_s_best", "commands_per_s"):
        series["uno_engine_" + key] = [run[key] for run in peer]
    series["uno_engine_turns_per_game"] = [run["turns"] / run["games"] for run in peer]
    if all(is_number(run.get("shed_games_per_s")) for run in ours):
        series["ratio_uno_engine"] = [
            a["shed_games_per_s"] / b["games_per_s"] for a, b in zip(ours, peer)
        ]
        series["ratio_uno_engine_best"] = [
            a["shed_games_per_s_best"] / b["games_per_s_best"] for a, b in zip(ours, peer)
        ]
for key, values in series.items():
    result[key] = statistics.median(values)

for game in ("shed", "two"):
    if os.path.exists(os.path.join(work, f"{game}-{many}.out")):
        counted = instructions(game, many) - instructions(game, few)
        result[f"{game}_instructions_per_command"] = counted / (many - few)

result["rounds"] = rounds
result["cores"] = os.cpu_count()
result["machine"] = platform.machine()
if peer:
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    result["node"] = node.stdout.strip()

# A reader never finds half a file.
with open(target + ".part", "w", encoding="utf-8") as file:
    json.dump(result, file, indent=2, sort_keys=True)
    file.write("\n")
os.replace(target + ".part", target)


def show(value):
    if not is_number(value):
        return value if isinstance(value, str) else json.dumps(value)
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1000 else f"{value:,.2f}"


width = max(len(key) for key in result)
print(f"{'':{width}}  {'median':>16}  {'least … most':>30}")
for key in sorted(result):
    spread = ""
    if key in series and min(series[key]) != max(series[key]):
        spread = f"{show(min(series[key]))} … {show(max(series[key]))}"
    print(f"{key:{width}}  {show(result[key]):>16}  {spread:>30}")
PYTHON
echo
echo "written to build/bench.json"
