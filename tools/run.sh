#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# run.sh HOLECARD STORE [ARGUMENT…]: starts a server on the loopback with the matches of the file
# STORE, says where its page is, and opens it where there is a desktop. Ctrl-C stops it.
set -euo pipefail

holecard=$1
store=$2
shift 2
mkdir -p "$(dirname "$store")"

# The usual port, unless somebody has it already.
port=7777
if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
    port=0
fi

open_page() {
    if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && command -v xdg-open >/dev/null; then
        xdg-open "$1" >/dev/null 2>&1 &
    fi
}

"$holecard" serve --listen "127.0.0.1:$port" --store "$store" "$@" | {
    trap '' INT # the server says good-bye
    while IFS= read -r line; do
        printf '%s\n' "$line"
        if [[ $line =~ listening\ on\ (http://[^,\ ]+) ]]; then
            printf '\n    Play at  %s/\n\n' "${BASH_REMATCH[1]}"
            open_page "${BASH_REMATCH[1]}/"
        fi
    done
}
