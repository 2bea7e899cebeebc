#!/bin/bash
# postgres.sh COMMAND...: runs a command beside a PostgreSQL server of its own, which listens on a
# socket in an empty folder and nowhere else. HC_POSTGRES is its address; afterwards nothing is left.
# No test takes the power away, so nothing has to reach the disk: tests do not wait for each other's.
set -euo pipefail

# Usually the programs are not in the PATH: the newest version that is installed will do.
initdb=$(command -v initdb || find /usr/lib/postgresql -name initdb -path '*/bin/*' | sort -V | tail -1)
programs=$(dirname "$(readlink -f "$initdb")")
folder=$(mktemp -d "${TMPDIR:-/tmp}/holecard-postgres-XXXXXX")
as_user=()
# It does not run for root, but the package has brought a user for it.
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    chmod 711 "$folder" # the way to the socket, for a program without the powers of root
    as_user=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi

control() {
    (cd / && "${as_user[@]}" "$programs/pg_ctl" -D "$folder/data" -w -s "$@")
}

finish() {
    control -m immediate stop || true
    rm -rf "$folder"
}
trap finish EXIT

(cd / && "${as_user[@]}" "$programs/initdb" -D "$folder/data" -A trust -U postgres --no-sync -E UTF8 \
    --no-locale) >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }
control -l "$folder/server.log" -o "-k '$folder' -c listen_addresses= -c max_connections=80 \
    -c shared_buffers=16MB -c fsync=off" start || { cat "$folder/server.log" >&2; exit 1; }
export HC_POSTGRES="postgresql:///postgres?host=$folder&user=postgres"
status=0
"$@" || status=$?
[ "$status" = 0 ] || cat "$folder/server.log" >&2
exit "$status"
