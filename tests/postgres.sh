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
server_pid=
# It does not run for root, but the package has brought a user for it.
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    chmod 711 "$folder" # the way to the socket, for a program without the powers of root
    as_user=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi

finish() {
    if [ -n "$server_pid" ]; then
        kill -INT "$server_pid" 2>/dev/null || true
        wait "$server_pid" || true
    fi
    rm -rf "$folder"
}
trap finish EXIT

(cd / && "${as_user[@]}" "$programs/initdb" -D "$folder/data" -A trust -U postgres --no-sync -E UTF8 \
    --no-locale) >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }
# It is a child of ours, so that it ends with us, and says itself when it is ready.
coproc server {
    cd /
    exec "${as_user[@]}" "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= \
        -c max_connections=80 -c shared_buffers=16MB -c fsync=off 2>&1
}
server_pid=$server_PID
exec {said}<&"${server[0]}"
line=
while [[ $line != *"ready to accept"* ]] && read -r line; do
    echo "$line"
done <&"$said" >"$folder/server.log"
[[ $line = *"ready to accept"* ]] || { cat "$folder/server.log" >&2; exit 1; }
cat <&"$said" >>"$folder/server.log" &
export HC_POSTGRES="postgresql:///postgres?host=$folder&user=postgres"
status=0
"$@" || status=$?
[ "$status" = 0 ] || cat "$folder/server.log" >&2
exit "$status"
