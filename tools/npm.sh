#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# npm.sh FOLDER: installs what the package-lock.json of that folder says, unless it is there. Several
# build trees may do this at once.
set -euo pipefail
cd "$1"

installed=node_modules/.installed
wanted=$(sha256sum <package-lock.json)
exec 9>"${TMPDIR:-/tmp}/holecard-npm-$(pwd | sha256sum | cut -c 1-16).lock"
flock 9
if [ "$(cat "$installed" 2>/dev/null)" != "$wanted" ]; then
    # As the lock file says. `npm ci` does not take one that lacks packages for other systems,
    # and not every registry has those.
    npm install --no-save --loglevel=error
    echo "$wanted" >"$installed"
fi
