#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# install.sh: what `make install` puts where, in a folder that stands for the root: the program runs,
# its page, the shells' completion, the service, the documents and the library are there, and none of
# them leads back to where it was built.
set -euo pipefail

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

DESTDIR=$PWD/root cmake --install "$HC_BUILD_DIR" >log 2>&1 || fail "$(cat log)"
prefix=$(sed -n 's/^CMAKE_INSTALL_PREFIX:PATH=//p' "$HC_BUILD_DIR/CMakeCache.txt")
here=root$prefix
has() {
    [ -s "$here/$1" ] || fail "$1 is missing; there are: $(cd root && find . -type f)"
}

has bin/holecard
[ "$("$here/bin/holecard" --version)" = "$("$HOLECARD" --version)" ] || fail "another program"
"$here/bin/holecard" rules shed >rules || fail "the program does not run"
grep -q stacking rules || fail "it says: $(cat rules)"

has share/man/man1/holecard.1
has share/zsh/site-functions/_holecard
has share/fish/vendor_completions.d/holecard.fish
has share/bash-completion/completions/holecard
# shellcheck source=/dev/null
source "$here/share/bash-completion/completions/holecard"
COMP_WORDS=("$here/bin/holecard" his)
COMP_CWORD=1
_holecard
[ "${COMPREPLY[*]}" = history ] || fail "completed: ${COMPREPLY[*]}"

has lib/systemd/system/holecard.service
grep -q "^ExecStart=$prefix/bin/holecard serve " "$here/lib/systemd/system/holecard.service" ||
    fail "the service starts $(grep ExecStart "$here/lib/systemd/system/holecard.service")"

# Every page that the README leads to, and every page of the source.
doc=share/doc/holecard
has $doc/LICENSE
for page in $(grep -o '](\(docs\|examples\)/[^)#]*' "$HC_SOURCE_DIR/README.md" | cut -c3- | sort -u); do
    [ -e "$here/$doc/$page" ] || fail "the README leads to $page, which is not installed"
done
for page in $(cd "$HC_SOURCE_DIR" && find docs -name '*.md' -o -name '*.json'); do
    has "$doc/$page"
done
if [ -e "$HC_BUILD_DIR/holecard.wasm" ]; then
    cmp "$HC_BUILD_DIR/holecard.wasm" "$here/share/holecard/holecard.wasm" || fail "another module"
fi

# Somebody builds a program with what is installed, and nothing else.
library=$(dirname "$(find root -name libholecard.a)")
[ -s "$library/pkgconfig/holecard.pc" ] || fail "no pkg-config file"
cc -I"$here/include" "$here/$doc/examples/first_match.c" "$library/libholecard.a" -o first_match ||
    fail "the example cannot be built"
./first_match >played || fail "the example fails: $(cat played)"

found=$(grep -rlF -e "$HC_SOURCE_DIR" -e "$PWD" "$here/lib/systemd" "$library/pkgconfig" "$here/share") || true
[ -z "$found" ] || fail "these lead back to where they were built: $found"
