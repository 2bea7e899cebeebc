#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# store_postgres.sh: a store is copied from a file to PostgreSQL and back, and what is counted of
# people is listed, counted anew and forgotten there as in a file.
set -euo pipefail

fail() {
    echo "store_postgres.sh: $*" >&2
    exit 1
}

# run STATUS ARGUMENT…: runs holecard store; its output is in out and err.
run() {
    local want=$1 status=0
    shift
    "$HOLECARD" store "$@" >out 2>err || status=$?
    [ "$status" -eq "$want" ] || fail "store $*: status $status instead of $want: $(cat out err)"
}

says() { grep -qF -- "$2" "$1" || fail "$1 does not say \"$2\": $(cat out err)"; }

# make_file FILE SQL: a store with a live room and a finished match, changed by SQL.
make_file() {
    python3 -c 'import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.executescript(open(sys.argv[2]).read() + sys.argv[3])
db.close()' "$1" "$HC_SOURCE_DIR/tests/data/store-1.sql" "$2"
}

make_file full.db ""
run 0 statistics full.db
cp out listed

run 0 copy full.db "$HC_POSTGRES"
run 0 statistics "$HC_POSTGRES"
cmp listed out || fail "PostgreSQL lists something else: $(cat out)"
run 0 statistics "$HC_POSTGRES" null --count 1
[ "$(wc -l <out)" -eq 3 ] || fail "not one row: $(cat out)"
run 1 copy full.db "$HC_POSTGRES"
says err "has something in it already"

# A copy goes into what is new or empty, and into nothing else.
: >nothing.db
make_file empty.db "DELETE FROM journal; DELETE FROM matches; DELETE FROM results; DELETE FROM statistics;"
for to in new.db nothing.db empty.db; do
    run 0 copy "$HC_POSTGRES" "$to"
    run 0 statistics "$to"
    cmp listed out || fail "$to lists something else: $(cat out)"
    run 0 check "$to"
done
run 1 copy "$HC_POSTGRES" full.db
says err "full.db has something in it already"
run 0 statistics full.db
cmp listed out || fail "what was in the file is lost: $(cat out)"
echo "a note" >note.txt
run 1 copy "$HC_POSTGRES" note.txt
[ "$(cat note.txt)" = "a note" ] || fail "a file of somebody else is replaced"

# Nothing is copied into a store that is served, nor is one changed.
make_file served.db "DELETE FROM journal; DELETE FROM matches; DELETE FROM results; DELETE FROM statistics;"
exec 9>served.db-lock
flock 9
run 1 copy "$HC_POSTGRES" served.db
says err "served by another process"
exec 9>&-
coproc SERVER { psql -X -q -A -t "$HC_POSTGRES" 2>&1; }
echo "SELECT pg_advisory_lock($((0x48435302))) IS NOT NULL;" >&"${SERVER[1]}"
read -r locked <&"${SERVER[0]}"
[ "$locked" = t ] || fail "the lock of a server cannot be had: $locked"
run 1 statistics "$HC_POSTGRES" --rebuild
says err "served by another process"
run 0 statistics "$HC_POSTGRES"
echo "SELECT pg_advisory_unlock($((0x48435302)));" >&"${SERVER[1]}"
read -r locked <&"${SERVER[0]}"

# Counted anew from the logs, everything is as it was.
echo "DELETE FROM holecard.statistics RETURNING 1;" >&"${SERVER[1]}"
read -r _ <&"${SERVER[0]}"
run 0 statistics "$HC_POSTGRES"
says out "No match has been counted yet."
run 0 statistics "$HC_POSTGRES" --rebuild
cmp listed out || fail "rebuilt, it is different: $(cat out)"

# A person who is forgotten does not come back.
run 0 statistics "$HC_POSTGRES" --forget 0b000000000000000000000000000000
! grep -q Ben out || fail "not forgotten: $(cat out)"
cp out without
run 0 statistics "$HC_POSTGRES" --rebuild
cmp without out || fail "rebuilt, it is different: $(cat out)"
run 0 statistics full.db --forget 0b000000000000000000000000000000
cmp without out || fail "a file forgets in another way: $(cat out)"
