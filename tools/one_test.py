#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""one_test.py PRESET WANTED: builds and runs one test of a preset of CMake.

WANTED is the name of a test (test_shed, server_room), a test and a function in it
(test_shed:decks_are_complete), a function, or a scenario, by its id or a part of its title.
HC_SEED is the seed. Exits with the status of the test, or with 2 if nothing has that name.
"""
import difflib
import glob
import json
import os
import re
import shutil
import subprocess
import sys

os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Files of tests, what ctest calls them ({} is the name without test_), how a function begins, and the
# call that has the functions which are tests.
KINDS = [
    ("tests/ring/test_*.c", "test_{}", r"cmocka_unit_test\w*\((\w+)", ""),
    ("tests/unit/test_*.c", "test_{}", r"cmocka_unit_test\w*\((\w+)", ""),
    ("tests/server/test_*.py", "server_{}", r"^def (\w+)\(\)", "main("),
    ("tests/terminal/test_*.py", "terminal_{}", r"^def (\w+)\(\)", "main("),
    ("tests/cluster/test_*.py", "cluster_{}", r"^def (\w+)\(\)", "main("),
    ("tests/telegram/test_*.mjs", "telegram_{}", r"^(?:async )?function (\w+)\(", "trial("),
    ("web/tests/test_*.mjs", "web_{}", r"^(?:async )?function (\w+)\(", "trial("),
    ("web/tests/*.test.*", "web_unit", r"\btest\(\s*\"([^\"]+)\"", ""),
    ("tests/scenarios/*.scn", "test_scenarios", r"^scenario (.*\S)", ""),
]
FIXED_ADDRESSES = ("asan", "tsan")  # see tools/test.sh


def functions():
    """All pairs of a test and a function in it."""
    for files, name, pattern, call in KINDS:
        for path in sorted(glob.glob(files)):
            stem = os.path.basename(path).split(".")[0].removeprefix("test_")
            with open(path, encoding="utf-8") as file:
                text = file.read()
            called = text[text.rfind(call):] if call else text
            for function in re.findall(pattern, text, re.M):
                if function in called:
                    yield name.format(stem), function


def choose(tests, wanted):
    """The test and the function that are wanted; the function is None for the whole test."""
    name, _, function = wanted.partition(":")
    if name in tests and not function:
        return name, None
    known = [(test, one) for test, one in functions() if test in tests]
    if name in tests:
        known = [(test, one) for test, one in known if test == name]
        name = function
    for same in (lambda one: one == name, lambda one: name.lower() in one.lower()):
        found = [(test, one) for test, one in known if same(one)]
        if len(found) == 1:
            return found[0]
        if found:
            break
    near = [":".join(pair) for pair in found] or difflib.get_close_matches(
        wanted, [*tests, *(one for _, one in known)], n=3, cutoff=0.5)
    print(f"T={wanted}: " + ("several tests have this name" if found else "no test has this name"))
    print("".join(f"  T='{one}'\n" for one in near[:9]), end="")
    sys.exit(2)


def is_program(name):
    """Whether the test is a program of its own, and not one at work with `holecard`."""
    return (name.startswith(("example_", "cpp_"))
            or any(os.path.exists(f"tests/{folder}/{name}.c") for folder in ("ring", "unit")))


def main(preset, wanted):
    run_or_exit("tools/setup.sh", "check" if preset == "check" else "test")
    run_or_exit("cmake", "--preset", preset, "--log-level=WARNING", stdout=subprocess.DEVNULL)
    listed = subprocess.run(["ctest", "--preset", preset, "--show-only=json-v1"], check=True,
                            capture_output=True, text=True).stdout
    name, function = choose([test["name"] for test in json.loads(listed)["tests"]], wanted)
    run_or_exit("cmake", "--build", "--preset", preset, "--target",
                name if is_program(name) else "journeys", "--", "--quiet")
    if function:
        # Node reads a pattern, and the others read names.
        os.environ["HC_TEST"] = re.escape(function) if name == "web_unit" else function
    fixed = ["setarch", "-R"] if preset in FIXED_ADDRESSES and shutil.which("setarch") else []
    run_or_exit(*fixed, "ctest", "--preset", preset, "-R", f"^{re.escape(name)}$", "--verbose")


def run_or_exit(*command, **how):
    status = subprocess.run(command, check=False, **how).returncode
    if status:
        sys.exit(status)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
