#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""words.py: compiles the catalogues of all languages into constant C tables.

  words.py OUT              write OUT/core/word_list.h and OUT/core/word_tables.c
  words.py --check          fail if a language lacks a text, has one too many, or other places
  words.py --template CODE  print a catalogue for a new language: every English text, commented out
  words.py --self-test      check this program with small texts

All from the root of the sources. A catalogue is lang/CODE.txt; a game may bring its own part of it
in src/games/NAME/lang/CODE.txt, where a section needs no name of the game. docs/translating.md
describes the format. What a language lacks is taken from English, so that a game in the making can
be built; --check, which is part of the tests, is not so patient.
"""

import glob
import os
import re
import sys

ENGLISH = "en"
PLURALS = {"none": "NONE", "one": "ONE", "zero": "ZERO", "slavic": "SLAVIC"}
# What only these doors say; where they are not built their texts are left out.
DOORS = {("", "terminal"), ("", "telegram")}
# Sections whose texts the code asks for by number.
NUMBERED = {("", "words")} | DOORS
KEY = re.compile(r"^[A-Za-z0-9_.]+(:[a-z]+)?$")
NAME = re.compile(r"^[a-z_.0-9]+$")
DEPTH_MAX, TEXT_MAX = 3, 3000


class Wrong(Exception):
    """A catalogue that cannot be read."""


def places(text, depth=0):
    """The names of all places of a text: (name, form, mark). Raises Wrong."""
    found = []
    at = 0
    if depth > DEPTH_MAX:
        raise Wrong("places stand too deep in each other")
    while at < len(text):
        if text[at] == "}":
            raise Wrong("a brace is closed that was not opened")
        if text[at] != "{":
            at += 1
            continue
        level, end = 1, at + 1
        while end < len(text) and level:
            level += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        if level:
            raise Wrong("a brace is not closed")
        inside = text[at + 1:end - 1]
        match = re.match(r"^([^:?!{|]*)(?::([a-z]+))?([?!])?", inside)
        name, form, mark = match.groups()
        rest = inside[match.end():]
        if not NAME.match(name) or (rest and not mark):
            raise Wrong(f"{{{inside}}} is no place")
        found.append((name, form or "", mark or ""))
        if mark:
            found += places(rest, depth + 1)
        at = end
    return found


def read_text(lines, scope, where, texts):
    """Adds the texts of a file to `texts`: (scope, kind, key) → (text, where)."""
    kind, last = None, None
    for number, line in enumerate(lines, 1):
        at = f"{where}:{number}"
        line = line.rstrip("\n")
        if not line.strip():
            last = None
        elif line.startswith("#"):
            continue
        elif line.startswith("["):
            if not re.match(r"^\[[a-z0-9_.]+\]$", line):
                raise Wrong(f"{at}: {line} is no section")
            kind, last = line[1:-1], None
        elif line[0] in " \t":
            if last is None:
                raise Wrong(f"{at}: nothing is continued here")
            texts[last] = (texts[last][0] + " " + line.strip(), texts[last][1])
        else:
            key, equals, text = (part.strip() for part in line.partition("="))
            if not equals or not KEY.match(key) or kind is None:
                raise Wrong(f"{at}: a line is a section, or key = text")
            inner = kind.rpartition(".")
            last = (scope or inner[0], inner[2], key)
            if last in texts:
                raise Wrong(f"{at}: {key} has a text already, at {texts[last][1]}")
            texts[last] = (text, at)


def finish(texts):
    """Quotes keep blanks at the ends; \\n is the end of a line. Checks every text."""
    done = {}
    for key, (text, at) in texts.items():
        if len(text) > 1 and text[0] == text[-1] == '"':
            text = text[1:-1]
        text = text.replace("\\n", "\n")
        try:
            places(text)
        except Wrong as wrong:
            raise Wrong(f"{at}: {wrong}") from wrong
        if len(text.encode()) > TEXT_MAX:
            raise Wrong(f"{at}: more than {TEXT_MAX} bytes")
        done[key] = (text, at)
    return done


def files_of(code):
    own = sorted(glob.glob(f"src/games/*/lang/{code}.txt"))
    return [(f"lang/{code}.txt", "")] + [(path, path.split(os.sep)[2]) for path in own]


def read_language(code):
    texts = {}
    for path, scope in files_of(code):
        with open(path, encoding="utf-8") as file:
            read_text(file, scope, path, texts)
    return finish(texts)


def read_all():
    codes = sorted(os.path.basename(path)[:-4] for path in glob.glob("lang/*.txt"))
    codes.sort(key=lambda code: code != ENGLISH)
    return {code: read_language(code) for code in codes}


def is_header(key):
    return key[:2] == ("", "language")


def printed(text):
    """The names that a text shows; which of them it asks for the form of a word is its own affair."""
    return {name for name, _, mark in places(text) if mark != "?"}


def compare(english, other, code):
    """What a language lacks or has too much, as sentences."""
    found = []
    plain = {key for key in english if ":" not in key[2]}
    for key in sorted(plain - other.keys()):
        found.append(f"{code}: {'.'.join(filter(None, key))} has no text")
    for key in sorted(other):
        base = key[:2] + (key[2].partition(":")[0],)
        text, at = other[key]
        if is_header(key):
            continue
        if base not in plain:
            found.append(f"{at}: there is no such key: {'.'.join(filter(None, key))}")
            continue
        model = english.get(key, english[base])[0]
        if printed(text) != printed(model):
            found.append(f"{at}: {key[2]} has other places than English: "
                         f"{sorted(printed(text) ^ printed(model))}")
        if bool(text) != bool(model):
            found.append(f"{at}: {key[2]} is empty in one language only")
    return found


def forms_of(languages):
    """All keys of all languages with their forms."""
    return sorted({key for texts in languages.values() for key in texts if not is_header(key)})


def text_in(languages, code, key):
    base = key[:2] + (key[2].partition(":")[0],)
    for texts in (languages[code], languages[ENGLISH]):
        for name in (key, base):
            if name in texts:
                return texts[name][0]
    raise Wrong(f"{'.'.join(key)} has no English text")


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def header(keys):
    lines = ["/* Made by tools/words.py from the catalogues. */", "#ifndef HC_CORE_WORD_LIST_H",
             "#define HC_CORE_WORD_LIST_H", "", "enum hc_word {"]
    for number, key in enumerate(keys):
        if key[:2] in NUMBERED and ":" not in key[2]:
            lines.append(f"    {key[1].upper()}_{key[2].upper()} = {number},")
    return "\n".join(lines + ["};", "", "#endif", ""])


def of_door(key, text):
    return f"DOOR({text})" if key[:2] in DOORS else text


def tables(languages, keys):
    lines = ["/* Made by tools/words.py from the catalogues. */", '#include "core/language.h"', "",
             "#ifdef HC_WITHOUT_DOORS", '#define DOOR(text) ""', "#else", "#define DOOR(text) text", "#endif",
             "", "const char *const words_keys[] = {"]
    lines += [f"    {quote(key[2])}," for key in keys]
    lines += ["};", "", "const struct words_section words_sections[] = {"]
    sections = sorted({key[:2] for key in keys})
    for section in sections:
        own = [number for number, key in enumerate(keys) if key[:2] == section]
        lines.append(f"    {{{quote(section[0])}, {quote(section[1])}, {own[0]}, {len(own)}}},")
    lines += ["};", f"const unsigned words_section_count = {len(sections)};", ""]
    for code in languages:
        lines.append(f"static const char *const texts_{code}[] = {{")
        lines += [f"    {of_door(key, quote(text_in(languages, code, key)))}," for key in keys]
        lines += ["};", ""]
    lines.append("const struct hc_language words_languages[] = {")
    for code, texts in languages.items():
        name = texts.get(("", "language", "name"), (code, ""))[0]
        plural = texts.get(("", "language", "plural"), ("one", ""))
        if plural[0] not in PLURALS:
            raise Wrong(f"{plural[1]}: plural is one of {', '.join(PLURALS)}")
        lines.append(f"    {{{quote(code)}, {quote(name)}, WORDS_PLURAL_{PLURALS[plural[0]]}, "
                     f"texts_{code}}},")
    return "\n".join(lines + ["};", f"const unsigned words_language_count = {len(languages)};", ""])


def write_if_changed(path, text):
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                os.utime(path)
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def generate(out):
    languages = read_all()
    keys = forms_of(languages)
    write_if_changed(os.path.join(out, "core", "word_list.h"), header(keys))
    write_if_changed(os.path.join(out, "core", "word_tables.c"), tables(languages, keys))
    return 0


def used_words():
    """All words of the sources that could be names of texts with numbers."""
    used = set()
    for folder, _, names in os.walk("src"):
        for name in names:
            if name.endswith((".c", ".h", ".def")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    used.update(re.findall(r"\b(?:WORDS|TERMINAL|TELEGRAM)_[A-Z0-9_]+\b", file.read()))
    return used


def check():
    languages = read_all()
    found = []
    for code, texts in languages.items():
        found += compare(languages[ENGLISH], texts, code)
    used = used_words()
    for key in sorted(languages[ENGLISH]):
        if key[:2] in NUMBERED and ":" not in key[2]:
            if f"{key[1]}_{key[2]}".upper() not in used:
                found.append(f"{languages[ENGLISH][key][1]}: nobody asks for {key[2]}")
    print("\n".join(found + [f"words: {len(languages)} languages, {len(languages[ENGLISH])} texts, "
                             f"{len(found)} findings"]))
    return 1 if found else 0


def template(code, english):
    """The lines of a catalogue in which every text that is not empty is commented out."""
    kind = None
    lines = [f"# The texts of {code}; docs/translating.md says how. Remove the # before a line, and",
             "# translate what stands behind the =.", "", "[language]", "# name = English", "plural = one"]
    for key in sorted(english):
        if is_header(key):
            continue
        if key[:2] != kind:
            kind = key[:2]
            lines += ["", f"[{'.'.join(filter(None, kind))}]"]
        text = english[key][0].replace("\n", "\\n")
        if text != text.strip() or text[:1] == text[-1:] == '"':
            text = f'"{text}"'
        lines.append(f"# {key[2]} = {text}" if text else f"{key[2]} =")
    return lines


# Each row: why, the English lines, the other lines, and how many findings; -1: it cannot be read.
CASES = [
    ("the same", "a = {who} x", "a = y {who}", 0),
    ("lacks a text", "a = x\nb = y", "a = x", 1),
    ("has one too many", "a = x", "a = x\nb = y", 1),
    ("has another place", "a = {who} x", "a = {other} x", 1),
    ("lacks a place", "a = {who} x", "a = x", 1),
    ("asks for another form", "a = {who} {who?x|y}", "a = {who}", 0),
    ("asks for a case", "a = {card}", "a = {card:acc}", 0),
    ("brings a form", "a = x", "a = x\na:acc = y", 0),
    ("a form with another place", "a = {color} x", "a = {color} x\na:acc = y", 1),
    ("a form of nothing", "a = x", "a = x\nb:acc = y", 1),
    ("empty", "a =", "a = x", 1),
    ("a place in an alternative", "a = {n?x|{n} y}", "a = {n?x|y}", 1),
    ("twice", "a = x\na = y", "a = x", -1),
    ("not closed", "a = {who", "a = x", -1),
    ("closed twice", "a = {who}}", "a = x", -1),
    ("no name", "a = { who}", "a = x", -1),
    ("no key", "a b = x", "a = x", -1),
    ("goes on", "a = x\n  {who}", "a = {who}", 0),
]

# Each row: why, the English lines, and how many texts the template still lacks.
TEMPLATES = [
    ("a text is missing, and so English", "a = x", 1),
    ("a text that is empty must be so in every language", "a =\nb = y", 1),
    ("blanks at the ends", 'a = " x "', 1),
    ("quotes at both ends", 'a = ""x" and "y""', 1),
    ("the end of a line", "a = x\\ny", 1),
    ("forms are not demanded", "a = {who}\na:acc = {who}", 1),
    ("several", "a = x\nb = {who?x|y}\nc = # z", 3),
]


def read_lines(lines):
    texts = {}
    read_text(lines, "", "test", texts)
    return finish(texts)


def plain_texts(texts):
    return {key: text for key, (text, _) in texts.items() if not is_header(key)}


def try_template(lines):
    """How many texts the template lacks; -1: it does not speak English, with or without its comments."""
    english = read_lines(lines)
    printed_lines = template("xx", english)
    whole = [re.sub(r"^# (\S+ = )", r"\1", line) for line in printed_lines]
    other = read_lines(printed_lines)
    spoken = {key: text_in({ENGLISH: english, "xx": other}, "xx", key) for key in english}
    if not plain_texts(read_lines(whole)) == plain_texts(english) == spoken:
        return -1
    return len(compare(english, other, "xx"))


def self_test():
    failed = 0
    for why, english, other, want in CASES:
        try:
            pair = [read_lines(["[events]"] + lines.split("\n")) for lines in (english, other)]
            got = len(compare(pair[0], pair[1], "xx"))
        except Wrong:
            got = -1
        if got != want:
            print(f"self-test: {why}: {got} findings, expected {want}")
            failed += 1
    for why, english, want in TEMPLATES:
        got = try_template(["[events]"] + english.split("\n"))
        if got != want:
            print(f"self-test: template, {why}: {got} texts are missing, expected {want}")
            failed += 1
    print(f"self-test: {failed} of {len(CASES) + len(TEMPLATES)} rows do not hold")
    return 1 if failed else 0


def main(arguments):
    try:
        if arguments == ["--self-test"]:
            return self_test()
        if arguments == ["--check"]:
            return check()
        if len(arguments) == 2 and arguments[0] == "--template":
            print("\n".join(template(arguments[1], read_language(ENGLISH))))
            return 0
        if len(arguments) == 1 and not arguments[0].startswith("-"):
            return generate(arguments[0])
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
