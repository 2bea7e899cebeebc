#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# check.sh: the library and its tests, the layout and the layers: an answer in a minute. It needs
# gcc, CMake, ninja, cmocka and Python, but no network and no root. Whatever passed and has not
# changed since is not run again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools/setup.sh check || true # what is missing has been said; the rest is checked
cmake --preset check --log-level=WARNING -DHC_WERROR=ON >/dev/null
# Another seed says nothing about the usual one.
[ -z "${HC_SEED:-}" ] || rm -f build/check/passed/test_*.ok
quiet=()
[ -t 1 ] || quiet=(--quiet)
status=0
cmake --build --preset check -- -k 0 "${quiet[@]}" || status=1

passed=$(cat build/check/passed/*.log | awk '/^\[  PASSED  \]/ { sum += $4 } END { print sum + 0 }')
failed=$status
for log in build/check/passed/*.log; do
    [ -e "${log%.log}.ok" ] || failed=$((failed + 1))
done
[ "$failed" -lt 2 ] || failed=$((failed - 1)) # what failed has a name
[ -z "${HC_SEED:-}" ] || rm -f build/check/passed/test_*.ok
echo "$passed passed, $failed failed"
exit "$status"
