#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# format_check.sh [STAMP]: the layout of all C files is that of .clang-format.
#
# With a STAMP, only files that changed after it are read. Other versions of clang-format lay code
# out a little differently, so without version 14 the check is left out, and one line says so.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=$(command -v clang-format-14 || command -v clang-format || true)
version=$([ -z "$tool" ] || "$tool" --version)
if [[ $version != *"version 14."* ]]; then
    echo "layout: left out, because it is that of clang-format 14, and here is ${version:-none}"
    exit 0
fi
newer=()
if [ -n "${1:-}" ] && [ -e "$1" ] && [ "$1" -nt .clang-format ]; then
    newer=(-newer "$1")
fi
find include src tests examples fuzz bench -name node_modules -prune -o \
    \( -name '*.[ch]' -o -name '*.cpp' \) "${newer[@]}" -print0 |
    xargs -0 -r -n 60 -P "$(nproc)" "$tool" --dry-run -Werror
