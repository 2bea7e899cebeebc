# SPDX-License-Identifier: MIT
"""bench_server.py FOLDER ROUNDS TARGET: makes one table of what bench_server.sh has measured.

Every figure is a row below: its name in the JSON, how it follows from one round, and what is asked of
it. A figure with a round in it is the median of its rounds; what a peer did not measure is left out.
"""

import json
import os
import platform
import statistics
import sys

work, rounds, target = sys.argv[1], int(sys.argv[2]), sys.argv[3]


def read(name):
    path = os.path.join(work, name + ".json")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def value(key):
    """One measured value in one round, or measured once."""
    name, field = key.split("/")
    return lambda n: (read(f"{name}-{n}") or read(name) or {}).get(field)


def ratio(a, b):
    def of_round(n):
        x, y = value(a)(n), value(b)(n)
        return x / y if x is not None and y else None

    return of_round


def durable_floor(n):
    """By what nobody can be faster who answers after a sync: an echo and the sync."""
    action, echo, sync = (value(f"{name}/p50_us")(n) for name in ("rate", "echo", "sync"))
    return action / (echo + sync) if action and echo and sync else None


FIGURES = [
    ("actions_per_s", value("durable/actions_per_s"), "at least 40000"),
    ("actions_per_s_memory", value("memory/actions_per_s"), ""),
    ("server_us_per_action", value("durable/server_us_per_action"), ""),
    ("server_us_per_action_memory", value("memory/server_us_per_action"), ""),
    ("server_busy", value("durable/server_busy"), ""),
    ("load_busy", value("durable/load_busy"), "below 1"),
    ("bytes_per_action", value("durable/bytes_per_action"), ""),
    ("colyseus_actions_per_s", value("colyseus/actions_per_s"), ""),
    ("colyseus_us_per_action", value("colyseus/server_us_per_action"), ""),
    ("boardgame_actions_per_s", value("boardgame/actions_per_s"), ""),
    ("boardgame_us_per_action", value("boardgame/server_us_per_action"), ""),
    ("ratio_colyseus", ratio("durable/actions_per_s", "colyseus/actions_per_s"), "at least 1.5"),
    ("ratio_boardgame", ratio("durable/actions_per_s", "boardgame/actions_per_s"), "at least 10"),
    ("colyseus_busy", value("colyseus/server_busy"), "as server_busy"),
    ("boardgame_busy", value("boardgame/server_busy"), "as server_busy"),
    (
        "ratio_colyseus_processor",
        ratio("colyseus/server_us_per_action", "durable/server_us_per_action"),
        "at least 1.5",
    ),
    (
        "ratio_boardgame_processor",
        ratio("boardgame/server_us_per_action", "durable/server_us_per_action"),
        "at least 10",
    ),
    ("echo_p50_us", value("echo/p50_us"), ""),
    ("echo_p99_us", value("echo/p99_us"), ""),
    ("sync_p50_us", value("sync/p50_us"), ""),
    ("p50_us_at_500", value("rate/p50_us"), ""),
    ("p99_us_at_500", value("rate/p99_us"), ""),
    ("p50_us_at_500_memory", value("rate-memory/p50_us"), ""),
    ("p99_us_at_500_memory", value("rate-memory/p99_us"), ""),
    ("ratio_echo", ratio("rate/p50_us", "echo/p50_us"), "at most 2"),
    ("ratio_echo_memory", ratio("rate-memory/p50_us", "echo/p50_us"), "at most 2"),
    ("ratio_echo_and_sync", durable_floor, ""),
    ("bytes_per_idle_table", value("idle/bytes_per_table"), "at most 5120"),
    ("idle_cpu_percent", value("idle/processor_percent"), "near 0"),
    ("accept_10000_s", value("accept/seconds"), "at most 5"),
    ("restore_10000_tables_s", value("restore/seconds"), "at most 2"),
    ("us_per_action_10_tables", value("tables-10/server_us_per_action"), ""),
    ("us_per_action_1000_tables", value("tables-1000/server_us_per_action"), ""),
    ("us_per_action_10000_tables", value("tables-10000/server_us_per_action"), "as with few"),
    ("us_per_action_at_command_10", value("depth/server_us_at_10"), ""),
    ("us_per_action_at_command_2000", value("depth/server_us_at_2000"), "as at the 10th"),
]
FLOODS = "list leaders late forget watch agree bots unread export connect chat".split()
FIGURES += [
    (f"flood_{name}", ratio(f"flood_{name}/p99_us", f"flood_{name}/without_p99_us"), "at most 3")
    for name in FLOODS
]


def show(number):
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:,.2f}"


result = {"rounds": rounds, "cores": os.cpu_count(), "machine": platform.machine()}
print(f"{'':30}  {'median':>12}  {'least … most':>25}  asked")
for name, of_round, asked in FIGURES:
    values = [v for v in (of_round(n + 1) for n in range(rounds)) if v is not None]
    if not values:
        continue
    result[name] = statistics.median(values)
    spread = ""
    if min(values) != max(values):
        spread = f"{show(min(values))} … {show(max(values))}"
    print(f"{name:30}  {show(result[name]):>12}  {spread:>25}  {asked}".rstrip())

# A reader never finds half a file.
with open(target + ".part", "w", encoding="utf-8") as file:
    json.dump(result, file, indent=2, sort_keys=True)
    file.write("\n")
os.replace(target + ".part", target)
