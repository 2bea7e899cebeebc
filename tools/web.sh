#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# web.sh OUT [WASM [static]]: makes the pages of web/ in the folder OUT (web/build.mjs), with what
# npm installs for that first. Several build trees may do this at once.
set -euo pipefail
out=$(realpath -m "$1")
wasm=${2:+$(realpath "$2")}
cd "$(dirname "${BASH_SOURCE[0]}")/../web"

../tools/npm.sh .
exec 9>"${TMPDIR:-/tmp}/holecard-web-$(pwd | sha256sum | cut -c 1-16).lock"
flock 9
node messages.mjs
flock -u 9
exec node build.mjs "$out" ${wasm:+"$wasm"} "${@:3}"
