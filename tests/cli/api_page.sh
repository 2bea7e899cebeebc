#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# api_page.sh: docs/api.md has every declaration of the public header, and the check that says so
# finds a page that is stale and a function that nothing is said about.
set -euo pipefail

fail() {
    echo "api_page.sh: $*" >&2
    exit 1
}

source=${HC_SOURCE_DIR:?}
page() { python3 "$source/tools/api_page.py" --root "$PWD" "$@"; }

python3 "$source/tools/api_page.py" --check || fail "the page is stale"

# Every function that the header declares stands there.
mkdir -p docs include
cp "$source/docs/api.md" docs/
cp "$source/include/holecard.h" include/
missing=$(grep -o '\bhc_[a-z_]*(' include/holecard.h | sort -u | while read -r name; do
    grep -qF "$name" docs/api.md || echo "$name"
done)
[ -z "$missing" ] || fail "not on the page: $missing"

sed -i 's/unsigned hc_seats_min(/int hc_seats_min(/' include/holecard.h
if page --check >out; then
    fail "a stale page is not found"
fi
page
page --check || fail "what it writes is stale"
grep -q '^int hc_seats_min(' docs/api.md || fail "the page is not written anew"

sed -i 's/^struct hc_view {/void hc_unsaid(void);\n\n&/' include/holecard.h
if page --check 2>out; then
    fail "a function without a sentence is not found"
fi
grep -q 'no comment says what this does: void hc_unsaid(void);' out || fail "$(cat out)"
