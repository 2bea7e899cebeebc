#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# dist.sh PAGES: makes build/holecard-VERSION.tar.gz of what is committed, and of the pages as they
# were built in the folder PAGES, so that whoever has the tarball needs no Node.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

pages=$(realpath "$1")
version=$(sed -n 's/^#define HC_VERSION *"\(.*\)"$/\1/p' include/holecard.h)
name=holecard-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git archive --prefix="$name/" HEAD | tar -x -C "$work"
mkdir "$work/$name/web/built"
cp "$pages"/* "$work/$name/web/built/"
# The same files give the same tarball.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" \
    -C "$work" -c "$name" | gzip -9 -n >"build/$name.tar.gz"
echo "build/$name.tar.gz"
