#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""api_page.py: the reference part of docs/api.md, made from include/holecard.h.

  api_page.py            writes it anew
  api_page.py --check    says if the page is not what the header says, and exits with status 1

Every declaration of the header stands there below its comment. A function without a comment is an
error: it has to stand below one, alone or among others that the comment is about as well.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN = "<!-- made from include/holecard.h by tools/api_page.py: change it there -->\n"
END = "<!-- end of what is made -->\n"
HEADING = re.compile(r"/\* ---- (.*?) -+\s*(.*?)\*/$", re.S)


def plain_lines(text):
    """The header without what only the compiler reads."""
    text = re.sub(r"\\\n", "", text[text.index("#define HC_VERSION"):])
    text = re.sub(r'#ifdef __cplusplus\n.*?extern "C" \{.*?#endif\n', "", text, count=1, flags=re.S)
    text = text[:text.index("#ifdef __cplusplus\n}")]
    return [line for line in text.splitlines() if not line.startswith("#")]


def words_of(comment):
    """A comment as one paragraph, with the names of the library marked as code."""
    inner = re.sub(r"^/\*|\*/$", "", comment.strip())
    text = " ".join(re.sub(r"^\s*\*? ?", "", line).strip() for line in inner.splitlines()).strip()
    return re.sub(r"(?<!`)\b((?:hc|HC)_\w+)\b(?!`)", r"`\1`", text)


def pieces_of(lines):
    """Comments and declarations in order; blank lines are None."""
    at = 0
    while at < len(lines):
        line = lines[at]
        taken = [line]
        if not line.strip():
            yield None
        elif line.startswith("/*"):
            while "*/" not in lines[at]:
                at += 1
                taken.append(lines[at])
            yield "\n".join(taken)
        else:
            depth = line.count("{") - line.count("}")
            while depth or not re.search(r";\s*(/\*.*\*/)?$", lines[at]):
                at += 1
                depth += lines[at].count("{") - lines[at].count("}")
                taken.append(lines[at])
            yield "\n".join(taken)
        at += 1


def is_function(declaration):
    return "(" in declaration.split("{")[0] and not declaration.startswith("typedef")


def page_of(header):
    """The reference as Markdown."""
    out, comment, block = [], None, []

    def close():
        if comment:
            out.append(f"{comment}\n")
        if block:
            out.append("```c\n" + "\n".join(block) + "\n```\n")

    for piece in pieces_of(plain_lines(header)):
        if piece is None:
            close()
            comment, block = None, []
        elif piece.startswith("/*"):
            close()
            comment, block = words_of(piece), []
            if heading := HEADING.match(piece):
                out.append(f"### {heading[1]}\n")
                comment = words_of(heading[2])
        elif piece.startswith("enum hc_refusal {"):
            block.append("enum hc_refusal { HC_OK /* and the others of the table of refusals */ };")
        elif is_function(piece) and not comment:
            sys.exit(f"api_page: no comment says what this does: {piece}")
        else:
            block.append(piece)
    close()
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail if it is stale")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="the folder of the project")
    args = parser.parse_args()
    page = args.root / "docs/api.md"
    text = page.read_text(encoding="utf-8")
    header = (args.root / "include/holecard.h").read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    made = before + BEGIN + "\n" + page_of(header) + "\n" + END + rest.split(END)[1]
    if made == text:
        return 0
    if args.check:
        print("docs/api.md is not what include/holecard.h says; run tools/api_page.py")
        return 1
    page.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
