#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# rules_covered.sh: every rule of every game is covered by a scenario or a test, and the check that
# says so finds a rule that is not.
set -euo pipefail

fail() {
    echo "rules_covered.sh: $*" >&2
    exit 1
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=${HC_SOURCE_DIR:-$here/../..}
check=$root/tests/rules_covered.py

python3 "$check" "$root"

# A small project: R-001 by a scenario, R-002 by a comment of C, L-001 by one of a script.
mkdir -p docs/rules tests
printf -- '- **R-001** one\n- **R-002** two\n- **R-003 Named.** three\n' >docs/rules/shed.md
printf -- '- **L-001** one; see R-009\n' >docs/rules/two.md
printf 'scenario A title\ncovers R-001\nnote covers R-003\n' >tests/a.scn
printf '/* covers R-002 (and more). */\nconst char *text = "covers R-003";\n' >tests/a.c
printf '# covers L-001\ncat <<X\ncovers R-003\nX\n' >tests/a.sh
if python3 "$check" "$PWD" >out; then
    fail "a rule that nothing covers is not found: $(cat out)"
fi
[ "$(head -n 1 out)" = 'docs/rules/shed.md:3: R-003 is covered by no scenario and no test' ] ||
    fail "the wrong rule is named: $(cat out)"
[ "$(wc -l <out)" -eq 2 ] || fail "more than one rule is missing: $(cat out)"
printf '/*\n * covers R-003,\n * R-002\n */\n' >tests/b.c
python3 "$check" "$PWD" >out || fail "a covered rule is not found: $(cat out)"
printf '// covers R-099\n' >tests/c.c
if python3 "$check" "$PWD" >out; then
    fail "a number that is no rule is not found"
fi
grep -q 'tests/c.c: R-099 is covered, but no page states it' out || fail "$(cat out)"

# Two pages cannot share a letter.
rm tests/c.c
printf -- '- **R-004** four\n' >docs/rules/other.md
if python3 "$check" "$PWD" >out 2>&1; then
    fail "two pages share a letter, and that is not found"
fi
grep -q 'shed.md:1: R-001 belongs on another page: docs/rules/other.md' out || fail "$(cat out)"
