# SPDX-License-Identifier: MIT
#
# server.bash: a server that a test starts, hears and stops. A test sources it and brings fail() and
# HOLECARD. What the server says is read from pipes and kept in the files out and err.

# A loopback address that only this process listens at: 127.64.0.0/10, with the low 22 bits of
# the process id. A test may use fixed ports below 30000 there: the kernel gives out higher ones for
# connections, at every address.
own_address=127.$((64 + ($$ >> 16 & 63))).$(($$ >> 8 & 255)).$(($$ & 255))
server= # its process id

end_server() { [ -z "$server" ] || kill -9 "$server" 2>/dev/null || true; }
trap end_server EXIT

# hear out|err TEXT: reads what the server says until a line has this text.
hear() {
    local line from=4
    [ "$1" = out ] || from=5
    while IFS= read -r line <&"$from"; do
        printf '%s\n' "$line" >>"$1"
        [[ $line != *"$2"* ]] || return 0
    done
    fail "the server has ended without saying \"$2\": $(cat out err)"
}

# begin_server WORD…: runs a server until it listens; its first line is in out.
begin_server() {
    rm -f out out.pipe err err.pipe
    touch out err
    mkfifo out.pipe err.pipe
    "$@" >out.pipe 2>err.pipe &
    server=$!
    exec 4<out.pipe 5<err.pipe
    hear out "listening on"
}

# stop SIGNAL: ends the server; the status must be 0.
stop() {
    local status=0
    kill -"$1" "$server"
    cat <&4 >>out
    cat <&5 >>err
    wait "$server" || status=$?
    server=
    [ "$status" -eq 0 ] || fail "status $status after $1: $(cat err)"
    grep -qxF "holecard serve: closing" err || fail "after $1 it does not say that it closes: $(cat err)"
}
