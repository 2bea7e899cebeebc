#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# setup.sh [check|build|test|bench|fresh]: installs what this machine lacks.
#
# check is enough for make check; build for make, make run and make install; test adds what make
# test needs; bench adds the peers' tools; fresh is what make test-fresh needs. A release tarball,
# which brings its pages along, is built without Node. Each thing is looked for by its use, not by
# its package, so a tool from elsewhere counts, and nothing is asked of the network when nothing is
# missing. If something cannot be installed, one line says what is missing, and the status is 1. With
# "look" behind the group nothing is installed, and nothing is said.
set -euo pipefail

group=${1:-test}

have_command() { command -v "$1" >/dev/null; }
have_node() {
    local version
    have_command node && version=$(node --version) && version=${version#v} && [ "${version%%.*}" -ge 18 ]
}
have_library() { have_command pkg-config && pkg-config --exists "$1"; }
have_file() { [ -e "$1" ]; }
have_loadable() { /sbin/ldconfig -p | grep -q "$1"; }
have_postgres() { compgen -G "/usr/lib/postgresql/*/bin/postgres" >/dev/null; }
have_clang_runtime() {
    have_command clang && compgen -G "$(clang -print-resource-dir)/lib/linux/libclang_rt.fuzzer-*" >/dev/null
}

# Pages that are built already need neither Node nor what makes wasm.
built_pages() { have_file "$(dirname "${BASH_SOURCE[0]}")/../web/built/index.html"; }

# One line for each thing: its Debian package, then how to see that it is there.
wanted_ring="
gcc             have_command gcc
libc6-dev       have_file /usr/include/stdio.h
make            have_command make
cmake           have_command cmake
ninja-build     have_command ninja
python3         have_command python3
"
wanted_check="$wanted_ring
libcmocka-dev   have_file /usr/include/cmocka.h
"
wanted_build="$wanted_ring
pkg-config      have_command pkg-config
gzip            have_command gzip
libjansson-dev  have_library jansson
libncurses-dev  have_library ncursesw
libsqlite3-dev  have_library sqlite3
libpq-dev       have_library libpq
libuv1-dev      have_library libuv
libssl-dev      have_library openssl
libsodium-dev   have_library libsodium
zlib1g-dev      have_library zlib
libcurl4-openssl-dev have_library libcurl
librsvg2-dev    have_library librsvg-2.0
"
if ! built_pages; then
    wanted_build+="
nodejs          have_node
npm             have_command npm
clang           have_command clang
lld             have_command wasm-ld
"
fi
wanted_test="
g++             have_command g++
libclang-rt-dev have_clang_runtime
llvm            have_command llvm-symbolizer
clang-format    have_command clang-format
libcmocka-dev   have_library cmocka
postgresql      have_postgres
libqrencode-dev have_library libqrencode
tmux            have_command tmux
systemd         have_command systemd-analyze
qemu-user       have_command qemu-x86_64
libseccomp2     have_loadable libseccomp.so.2
chromium        have_command chromium
"
wanted_bench="
valgrind        have_command valgrind
"

wanted_fresh="
git             have_command git
python3         have_command python3
mmdebstrap      have_command mmdebstrap
"

case $group in
check) wanted=$wanted_check ;;
build) wanted=$wanted_build ;;
test) wanted=$wanted_build$wanted_test ;;
bench) wanted=$wanted_build$wanted_test$wanted_bench ;;
fresh) wanted=$wanted_fresh ;;
*)
    echo "usage: setup.sh [check|build|test|bench|fresh]" >&2
    exit 2
    ;;
esac

find_missing() {
    missing=()
    local package probe
    while read -r package probe; do
        # shellcheck disable=SC2086 # a probe is a command and its argument
        if [ -n "$package" ] && ! $probe; then
            missing+=("$package")
        fi
    done <<<"$wanted"
}

find_missing
if [ ${#missing[@]} -eq 0 ]; then
    exit 0
elif [ "${2:-}" = look ]; then
    exit 1
fi

# give_up REASON: says what is missing, named as in Debian.
give_up() {
    echo "setup: missing: ${missing[*]}; $1" >&2
    exit 1
}

if ! have_command apt-get || ! have_command dpkg; then
    give_up "this is not a Debian system, so please install them yourself"
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    have_command sudo || give_up "root installs them: run this as root, or install sudo"
    as_root=(sudo)
fi

echo "setup: installing ${missing[*]}"
# Tests start a PostgreSQL of their own; the package shall not start one for the whole machine.
clusters=/etc/postgresql-common/createcluster.conf
if [[ " ${missing[*]} " = *" postgresql "* ]] && [ ! -e "$clusters" ]; then
    "${as_root[@]}" mkdir -p "${clusters%/*}"
    echo "create_main_cluster = false" | "${as_root[@]}" tee "$clusters" >/dev/null
fi
# Another apt may be at work on a machine that has just started: wait for it.
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300
    -o Acquire::Retries=1 -o Acquire::http::Timeout=30 -o Acquire::https::Timeout=30)
"${apt[@]}" update >/dev/null 2>&1 || true # an answer of one source may be enough
"${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null ||
    give_up "apt-get could not install them; they come over the network"

find_missing
[ ${#missing[@]} -eq 0 ] || give_up "they were installed, but are still not usable"
