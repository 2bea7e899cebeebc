#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# npm.sh FOLDER: installs what the package-lock.json of that folder says, unless it is there. Several
# build trees may do this at once. Without a network it ends with a sentence, after seconds.
set -euo pipefail
cd "$1"

installed=node_modules/.installed
wanted=$(sha256sum <package-lock.json)
exec 9>"${TMPDIR:-/tmp}/holecard-npm-$(pwd | sha256sum | cut -c 1-16).lock"
flock 9
if [ "$(cat "$installed" 2>/dev/null)" != "$wanted" ]; then
    # As the lock file says. `npm ci` does not take one that lacks packages for other systems,
    # and not every registry has those.
    echo "npm.sh: installing the packages of $(basename "$PWD")/package.json" >&2
    timeout 300 npm install --no-save --loglevel=error --no-audit --no-fund --prefer-offline \
        --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000 --fetch-timeout=30000 >&2 || {
        echo "npm.sh: npm could not install the packages of $(basename "$PWD")/package.json;" \
            "they come over the network" >&2
        exit 1
    }
    echo "$wanted" >"$installed"
fi
