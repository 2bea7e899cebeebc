#!/bin/bash
# postgres.sh COMMAND...: runs a command beside a PostgreSQL server of its own, which listens on a
# socket in an empty folder and nowhere else. HC_POSTGRES is its address; afterwards nothing is left.
# No test takes the power away, so nothing has to reach the disk: tests do not wait for each other's.
set -euo pipefail

programs=$(dirname "$(find /usr/lib/postgresql -name initdb -path '*/bin/*' | sort -V | tail -1)")
folder=$(mktemp -d /tmp/holecard-postgres-XXXXXX)
server=
as_user=()
# It does not run for root, but the package has brought a user for it.
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    chmod 711 "$folder" # the way to the socket, for a program without the powers of root
    as_user=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi

finish() {
    if [ -n "$server" ]; then
        kill -INT "$server" 2>/dev/null || true
        wait "$server" || true
    fi
    rm -rf "$folder"
}
trap finish EXIT

cd /
"${as_user[@]}" "$programs/initdb" -D "$folder/data" -A trust -U postgres --no-sync -E UTF8 \
    --no-locale >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }
"${as_user[@]}" "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= \
    -c max_connections=80 -c shared_buffers=16MB -c fsync=off >"$folder/server.log" 2>&1 &
server=$!
until "$programs/pg_isready" -q -h "$folder" -U postgres; do
    kill -0 "$server" 2>/dev/null || { cat "$folder/server.log" >&2; exit 1; }
    sleep 0.05
done
export HC_POSTGRES="postgresql:///postgres?host=$folder&user=postgres"
status=0
"$@" || status=$?
[ "$status" = 0 ] || cat "$folder/server.log" >&2
exit "$status"
