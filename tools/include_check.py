#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""include_check.py: holds the sources to the layers and to the purity of the inner ring.

  include_check.py              check src/ and include/ below the current folder
  include_check.py --globals L  check that no object of the static library L has mutable data, and
                                that all its global names begin with hc_
  include_check.py --self-test  check this program with small strings

Every finding is one line, file:line and the rule broken; the exit status is then 1.

Includes point down the list LAYERS only. Comments and the insides of strings are blanked out
before words are looked for, so prose may speak of printf.
"""

import os
import re
import subprocess
import sys

# From the bottom up. Doors and tools stand side by side and do not see each other.
LAYERS = ["core", "games", "table", "bots", "room", "house", "protocol", "scenario", "args",
          "files", "threads", "store", "net", "doors", "tools", "process"]
LEVEL = {name: number for number, name in enumerate(LAYERS)}
LEVEL["tools"] = LEVEL["doors"]
RING = {"core", "games", "table", "bots", "room", "house", "protocol"}
# Rules are integers; a bot may weigh its chances.
WITHOUT_FLOATS = {"core", "games", "table"}
# Folders whose subfolders must not know each other.
SIBLINGS = {"games": "a game", "doors": "a door"}
PUBLIC = "holecard.h"

FREESTANDING = {
    "stdint.h", "stddef.h", "stdbool.h", "stdalign.h", "stdarg.h", "limits.h", "stdatomic.h",
    "stdnoreturn.h",
}

# Words of libc that have no other meaning: no memory, no files, no clock, no entropy.
BANNED_WORDS = re.compile(
    r"\b(malloc|calloc|realloc|aligned_alloc|alloca|strdup|strndup"
    r"|v?(?:f|d|s|sn|as)?printf|v?[fs]?scanf|puts|fputs|putchar|fopen|fclose|fread|fwrite|fflush"
    r"|FILE|stdin|stdout|stderr|errno|perror"
    r"|gettimeofday|clock_gettime|timespec_get|localtime|gmtime|mktime|nanosleep|usleep"
    r"|srand|rand_r|srandom|drand48|arc4random\w*|getrandom|getentropy"
    r"|getenv|setjmp|longjmp|pthread_\w+|thrd_\w+|mtx_\w+)\b"
)
# Words that are also good names for a field or a bot: only a call is meant.
BANNED_CALLS = re.compile(
    r"(?<![\w.])(?<!->)(free|time|clock|rand|random|sleep|exit|abort|system|signal|assert)\s*\("
)
FLOATS = re.compile(r"\b(float|double|_Complex)\b")
TABLES = re.compile(r"\bhc_table\w*")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:<([^>\n]*)>|"([^"\n]*)"|(\S[^\n]*))', re.M)
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def blank(text):
    """The text as spaces; line ends stay, so that positions still give line numbers."""
    return re.sub(r"[^\n]", " ", text)


def without_comments(text):
    return TOKEN.sub(lambda m: blank(m[0]) if m[0][0] == "/" else m[0], text)


def without_strings(text):
    return TOKEN.sub(lambda m: m[0][0] + blank(m[0][1:-1]) + m[0][-1], text)


def place_of(path):
    """(layer, subfolder) of a path below src/. The layer of a file in src/ itself is "main"."""
    parts = path.split("/")
    layer = parts[0] if len(parts) > 1 else "main"
    return layer, parts[1] if len(parts) > 2 else None


def check_system_include(layer, name):
    if (layer in RING or layer == "include") and name not in FREESTANDING:
        return f"<{name}> is not a freestanding header, and the pure ring has nothing else"
    return None


def check_own_include(layer, folder, name):
    if name == PUBLIC or layer == "main":
        return None
    if layer == "include":
        return f'"{name}": the public header stands alone'
    to_layer, to_folder = place_of(name)
    if to_layer not in LEVEL:
        return f'"{name}": a path starts at the source root with the name of a layer'
    if LEVEL[to_layer] > LEVEL[layer]:
        return f'"{name}": {layer} is below {to_layer}, and includes point down only'
    if LEVEL[to_layer] == LEVEL[layer] and to_layer != layer:
        return f'"{name}": {layer} and {to_layer} do not see each other'
    if layer in SIBLINGS and to_layer == layer and folder and to_folder not in (folder, None):
        return f'"{name}": {SIBLINGS[layer]} does not include another ({folder}, {to_folder})'
    return None


def words_banned_in(layer):
    """Pairs of a pattern and the rule that it would break."""
    rules = []
    if layer in RING:
        rules.append((BANNED_WORDS, "'{}' is not for the pure ring"))
        rules.append((BANNED_CALLS, "a call of '{}' is not for the pure ring"))
    if layer in WITHOUT_FLOATS:
        rules.append((FLOATS, "'{}': rules are judged without floating point"))
    if layer == "bots":
        rules.append((TABLES, "'{}': a bot is given views, never a table"))
    return rules


def check_text(path, text):
    """Findings (line, rule) for the text of a file; its path is relative to src/ or "include/…"."""
    layer, folder = place_of(path)
    if layer not in LEVEL and layer not in ("main", "include"):
        return [(1, f"src/{layer} is not a layer; the layers are {', '.join(LAYERS)}")]

    found = []
    # A backslash at the end of a line does not matter to any rule here, and keeps line numbers.
    code = without_comments(text)
    for match in INCLUDE.finditer(code):
        system, own, other = match.groups()
        if system is not None:
            rule = check_system_include(layer, system)
        elif own is not None:
            rule = check_own_include(layer, folder, own)
        else:
            rule = f"{other}: an include names its file"
        if rule:
            found.append((code.count("\n", 0, match.start()) + 1, rule))

    words = without_strings(INCLUDE.sub(lambda m: blank(m[0]), code))
    for pattern, rule in words_banned_in(layer):
        for match in pattern.finditer(words):
            found.append((words.count("\n", 0, match.start()) + 1, rule.format(match[1] if
                         match.re.groups else match[0])))
    return sorted(found)


# Whoever is shown a match, and must not see through it.
VIEWERS = {"bots": "a bot", "doors": "a door"}
INSIDES = re.compile(r"\bstruct\s+(hc_table|hc_room|hc_world|hc_box)\s*\{")


def insides_seen(path, read, seen=None):
    """The headers that a file sees, through others too, in which the inside of a match is defined.
    `read` gives the text of a path below src/, or None."""
    seen = set() if seen is None else seen
    found = []
    for match in INCLUDE.finditer(without_comments(read(path) or "")):
        name = match[2]
        if name is None or name in seen:
            continue
        seen.add(name)
        if INSIDES.search(without_comments(read(name) or "")):
            found.append(name)
        found += insides_seen(name, read, seen)
    return found


def check_sight(path, read):
    """Findings for a file of somebody who is shown a match: which headers show too much."""
    who = VIEWERS.get(place_of(path)[0])
    return [f"sees {header}, which has the inside of a match; {who} is given views"
            for header in insides_seen(path, read)] if who else []


def read_below_src(name):
    path = os.path.join("include" if name == PUBLIC else "src", name)
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


def check_tree():
    """Prints the findings for the whole tree and returns how many files and findings there are."""
    files = findings = 0
    for root, relative_to in (("src", "src"), ("include", ".")):
        for folder, folders, names in os.walk(root):
            folders.sort()
            for name in sorted(names):
                if not name.endswith((".c", ".h", ".def", ".inc")):
                    continue
                full = os.path.join(folder, name)
                with open(full, encoding="utf-8") as file:
                    text = file.read()
                files += 1
                path = os.path.relpath(full, relative_to)
                for line, rule in check_text(path, text):
                    print(f"{full}:{line}: {rule}")
                    findings += 1
                for rule in check_sight(path, read_below_src):
                    print(f"{full}:1: {rule}")
                    findings += 1
    return files, findings


# The sections in which a writable variable lies. Constant tables of pointers are in .data.rel.ro,
# which is read-only once the program has been loaded.
MUTABLE = re.compile(r"^(\.data(?!\.rel\.ro)|\.bss|\.tdata|\.tbss|\*COM\*|\.sdata|\.sbss)")


def mutable_in(listing):
    """(object, symbol, section) of every variable in the output of objdump -t."""
    found = []
    member = "?"
    for line in listing.splitlines():
        if ":     file format" in line:
            member = line.split(":")[0]
        match = re.match(r"^[0-9a-f]+ .{7} (\S+)\t([0-9a-f]+)\s+(?:\.hidden )?(\S+)$", line)
        if match and MUTABLE.match(match[1]) and int(match[2], 16) > 0:
            found.append((member, match[3], match[1]))
    return found


# A defined symbol that other objects see: global, unique or weak.
FOREIGN = re.compile(r"^[0-9a-f]+ (?:[gu!]....|.w...).. (?!\*UND\*)\S+\t[0-9a-f]+\s+"
                     r"(?:\.hidden )?(?!hc_)(\S+)$", re.M)


def check_globals(library):
    listing = subprocess.run(["objdump", "-t", library], check=True, capture_output=True,
                             text=True).stdout
    if ".text" not in listing:
        print(f"{library}: there is no code in it")
        return 1
    found = mutable_in(listing)
    for member, symbol, section in found:
        print(f"{member}: '{symbol}' in {section}: the pure ring has no mutable globals")
    foreign = FOREIGN.findall(listing)
    for symbol in foreign:
        print(f"{library}: '{symbol}' is global, and does not begin with hc_")
    return 1 if found or foreign else 0


# Each row: why, the path, the text, and the lines on which a rule is broken.
CASES = [
    ("down is fine", "table/log.c", '#include "core/text.h"\n#include "games/game.h"\n', []),
    ("up is not", "core/text.c", '#include "table/log.h"\n', [1]),
    ("from games to table is up", "games/shed/shed.c", '\n#include "table/log.h"\n', [2]),
    ("own layer", "table/log.c", '#include "table/log.h"\n', []),
    ("own folder of a game", "games/shed/shed.c", '#include "games/shed/deck.h"\n', []),
    ("what games share", "games/shed/shed.c", '#include "games/games.def"\n', []),
    ("scenarios know no files", "scenario/expect.c", '#include "files/file.h"\n', [1]),
    ("scenarios may print", "scenario/expect.c", "#include <stdio.h>\nputs(a);\n", []),
    ("another game", "games/shed/shed.c", '#include "games/two/two.h"\n', [1]),
    ("the list knows all games", "games/games.c", '#include "games/two/two.h"\n', []),
    ("another door", "doors/server/ws.c", '#include "doors/terminal/line.h"\n', [1]),
    ("doors and tools", "doors/terminal/play.c", '#include "tools/sim.h"\n', [1]),
    ("tools and doors", "tools/sim.c", '#include "doors/terminal/line.h"\n', [1]),
    ("files know no database", "files/file.c", '#include "store/store.h"\n', [1]),
    ("tools see all below", "tools/sim.c", '#include "store/store.h"\n#include <stdio.h>\n', []),
    ("main sees everything", "main.c", '#include "tools/sim.h"\n#include "doors/x/x.h"\n', []),
    ("everybody sees the API", "core/text.c", '#include "holecard.h"\n', []),
    ("not from the root", "core/text.c", '#include "text.h"\n', [1]),
    ("an unknown layer", "util/x.c", "int x;\n", [1]),
    ("a computed include", "core/text.c", "#include NAME\n", [1]),
    ("freestanding", "core/text.c", "#include <stdint.h>\n#include <stdarg.h>\n", []),
    ("libc in the ring", "room/room.c", "#include <stdint.h>\n # include <string.h>\n", [2]),
    ("libc above the ring", "store/store.c", "#include <string.h>\n", []),
    ("libc in the API", "include/holecard.h", "#include <stdio.h>\n", [1]),
    ("the API stands alone", "include/holecard.h", '#include "core/text.h"\n', [1]),
    ("an include in a comment", "core/a.c", '/*\n#include "table/log.h"\n*/\n', []),
    ("malloc", "bots/search.c", "int x;\nvoid *p = malloc(3);\n", [2]),
    ("malloc in prose", "core/a.c", '// malloc\n/* printf(\n) */ const char *s = "rand(";\n', []),
    ("a quote in a comment", "core/a.c", "/* don't */ int a; // \"\nvoid *p = malloc(3);\n", [2]),
    ("part of a word", "core/a.c", "hc_printf_like(my_malloc, timespan(3));\n", []),
    ("time is a field", "core/a.c", "x->time = y.time; f(time);\n", []),
    ("a call of time", "core/a.c", "x = time (0);\n", [1]),
    ("a member called rand", "core/a.c", "x = d->rand(d) + d.rand(d);\n", []),
    ("a call of rand", "table/a.c", "x = y->n + rand();\n", [1]),
    ("printf's family", "core/a.c", "snprintf(a);\nvsnprintf(a);\nfprintf(a);\n", [1, 2, 3]),
    ("float in rules", "games/two/two.c", "float x;\nuint8_t doubled;\ndouble y;\n", [1, 3]),
    ("float in a bot", "bots/search.c", "double y;\n", []),
    ("a bot with a table", "bots/search.c", "void f(struct hc_table *t);\n", [1]),
    ("a bot with a call", "bots/search.c", "hc_view x;\nhc_table_submit(t);\n", [2]),
    ("a table elsewhere", "room/room.c", "struct hc_table t;\n", []),
    ("a door may print", "doors/terminal/play.c", "printf(a);\nfloat x;\n", []),
    ("a character", "core/a.c", "c = '\"'; malloc(1); d = '\\'';\n", [1]),
]

# Who sees what through which headers.
TREE = {
    "bots/through.c": '#include "table/a.h"\n',
    "bots/fine.c": '#include "table/named.h"\n',
    "doors/x/through.c": '#include "doors/x/own.h"\n',
    "doors/x/own.h": '#include "table/a.h"\n',
    "doors/x/direct.h": '#include "table/inside.h"\n',
    "doors/x/room.c": '#include "house/house_inside.h"\n',
    "doors/x/fine.c": '#include "table/named.h"\n#include "holecard.h"\n#include <stdio.h>\n',
    "tools/sim.c": '#include "table/inside.h"\n',
    "table/a.h": '#include "table/inside.h"\nstruct hc_world;\n',
    "table/inside.h": '#include "table/a.h"\nstruct hc_table {\n',
    "table/named.h": "struct hc_table;\n/* struct hc_table { */\nstruct hc_room_view {\n",
    "house/house_inside.h": '#include "room/room.h"\n#include "table/inside.h"\n',
    "room/room.h": "struct hc_room\n{\n",
}
# Each row: why, the path, and how many headers show it too much.
SIGHTS = [
    ("a bot sees a table through two headers", "bots/through.c", 1),
    ("a bot hears that there are tables", "bots/fine.c", 0),
    ("a door sees a table through three", "doors/x/through.c", 1),
    ("a door's header counts", "doors/x/direct.h", 1),
    ("a room is as good as its table", "doors/x/room.c", 2),
    ("a door hears that there are tables", "doors/x/fine.c", 0),
    ("a tool runs tables", "tools/sim.c", 0),
]

LISTING = """\
shed.o:     file format elf64-x86-64

SYMBOL TABLE:
0000000000000000 l    df *ABS*\t0000000000000000 shed.c
0000000000000000 l    d  .bss\t0000000000000000 .bss
0000000000000000 l     O .bss\t0000000000000008 counter.0
0000000000000000 g     O .data.rel.ro\t0000000000000040 shed_game
0000000000000000 g     O .data\t0000000000000004 .hidden level
0000000000000000 g     O .rodata\t0000000000000040 faces
0000000000000000 g     F .text\t0000000000000040 shed_apply
0000000000000000  w    F .text\t0000000000000040 shed_weak
0000000000000000 l     F .text\t0000000000000040 shed_own
0000000000000000 g     F .text\t0000000000000040 hc_submit
0000000000000000         *UND*\t0000000000000000 memcpy
"""


def self_test():
    failed = 0
    for why, path, text, want in CASES:
        got = [line for line, _ in check_text(path, text)]
        if got != want:
            print(f"self-test: {why}: lines {got}, expected {want}")
            failed += 1
    for why, path, want in SIGHTS:
        got = len(check_sight(path, TREE.get))
        if got != want:
            print(f"self-test: {why}: {got} headers show too much, expected {want}")
            failed += 1
    got = [symbol for _, symbol, _ in mutable_in(LISTING)]
    if got != ["counter.0", "level"]:
        print(f"self-test: mutable globals: {got}")
        failed += 1
    got = FOREIGN.findall(LISTING)
    if got != ["shed_game", "level", "faces", "shed_apply", "shed_weak"]:
        print(f"self-test: foreign names: {got}")
        failed += 1
    print(f"self-test: {failed} of {len(CASES) + len(SIGHTS) + 2} rows do not hold")
    return 1 if failed else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) == 2 and arguments[0] == "--globals":
        return check_globals(arguments[1])
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    files, findings = check_tree()
    print(f"include check: {files} files, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
