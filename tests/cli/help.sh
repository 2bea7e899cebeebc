#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# help.sh: every command has help, and the manual page says the same: the same lines of usage, and
# the same options with the same values. Both help and reading come from one table, so what the help
# lists is what is read.
set -euo pipefail

python3 -B - "$HOLECARD" "$HC_SOURCE_DIR/docs/holecard.1" <<'PYTHON'
import re, subprocess, sys

holecard, page = sys.argv[1:]
found = []


def help_of(*words):
    done = subprocess.run([holecard, *words, "--help"], capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, (words, done)
    assert subprocess.run([holecard, *words, "-h"], capture_output=True, text=True).stdout == done.stdout
    return done.stdout


def same(what, ours, page):
    for missing in [one for one in ours if one not in page]:
        found.append(f"{what}: the manual page lacks: {missing}")
    for more in [one for one in page if one not in ours]:
        found.append(f"{what}: only the manual page has: {more}")


def plain(line):
    """A line of the page without its macro, fonts, quotes and escapes."""
    line = re.sub(r"\\f.", "", line).replace("\\-", "-")
    macro, _, rest = line.partition(" ")
    words = re.findall(r'"([^"]*)"|(\S+)', rest)
    # Macros of two letters put their words together, those of one letter put blanks between them.
    return ("" if len(macro) == 3 else " ").join(quoted or bare for quoted, bare in words)


def usage_lines(lines):
    """Lines of usage, with those that go on on the next line made whole."""
    whole = []
    for line in lines:
        line = " ".join(line.split())
        if line.startswith("holecard "):
            whole.append(line)
        elif whole:
            whole[-1] += " " + line
    return whole


text = open(page, encoding="utf-8").read()
synopsis = usage_lines(plain(line) for line in text.split(".SH SYNOPSIS\n.nf\n")[1].split(".fi")[0].splitlines())
sections = dict(part.split("\n", 1) for part in
                text.split(".SH COMMANDS")[1].split(".SH ")[0].split(".SS ")[1:])

commands = re.findall(r"^  (\w+)  ", help_of(), re.M)
assert len(commands) >= 10 and "play" in commands, commands
same("COMMANDS", commands, list(sections))
for command in commands:
    lines = help_of(command).splitlines()
    usage = lines[:lines.index("")]
    assert usage[0].startswith("usage: "), usage
    assert all(len(line) < 80 for line in usage), usage
    usage[0] = usage[0].replace("usage: ", "")
    same(f"usage of {command}", usage_lines(usage),
         [line for line in synopsis if line.split()[1] == command])
    heads = re.findall(r"^  (-.*?)(?:  .*)?$", "\n".join(lines), re.M)
    assert len(heads) == len(set(heads)), heads
    entries = re.findall(r"^\.TP\n(\..*)$", sections.get(command, ""), re.M)
    same(f"options of {command}", heads, [plain(one) for one in entries if plain(one)[0] == "-"])
    for head in heads:
        option = head.split()[0]
        if not any(option in line for line in usage):
            found.append(f"usage of {command} lacks {option}")

for line in found:
    print("help.sh:", line, file=sys.stderr)
sys.exit(bool(found))
PYTHON
