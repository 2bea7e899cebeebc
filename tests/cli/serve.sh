#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# serve.sh: the arguments of `holecard serve`, what it says when it cannot start, and how it ends.
set -euo pipefail

fail() {
    echo "serve.sh: $*" >&2
    exit 1
}

. "${BASH_SOURCE[0]%/*}/server.bash"
port=7000

# run STATUS ARGUMENT…: runs holecard serve, which must end by itself; its output is in out and err.
# The time limit is for what hangs.
run() {
    local want=$1 status=0
    shift
    timeout 600 "$HOLECARD" serve "$@" >out 2>err || status=$?
    [ "$status" -eq "$want" ] || fail "serve $*: status $status instead of $want: $(cat out err)"
}

says() { grep -qF -- "$2" "$1" || fail "$1 does not say \"$2\": $(cat out err)"; }

# start ARGUMENT…: a server that runs; its first line is in out.
start() { begin_server "$HOLECARD" serve --listen "${listen:-$own_address:$port}" "$@"; }

# get PATH: the body of a page, in page.
get() {
    python3 -c 'import sys, urllib.request
print(urllib.request.urlopen(sys.argv[1]).read().decode(), end="")' "http://$own_address:$port$1" >page
}

# Help names every limit, and the limits that it names are taken.
run 0 --help
says out "usage: holecard serve"
run 0 -h
grep -oE '^  [a-z_]+=[0-9]+' out | tr -d ' ' >limits
[ "$(wc -l <limits)" -ge 6 ] || fail "few limits: $(cat limits)"
mapfile -t limits <limits
start --no-save "${limits[@]}"
stop TERM

# Wrong usage: status 2, one line that names what is wrong.
for words in --frobnicate "--public-url" "tables=0" "tables=" "tables=x" "tables=99999999999" "chairs=3" "--listen" \
    "--listen 7777" "--listen 127.0.0.1:" "--listen 127.0.0.1:70000" "--listen :1" "--metrics" "--metrics 7778" "--store" "--tls only" \
    "--origin" "--ice" "--ice stun.example.org" "--ice stun:a,turn:b" "holecard.db" "--telegram-api https://api.telegram.org" "--webhook https://cards.example.org/updates" \
    "--telegram --telegram-api api.telegram.org" "--telegram --webhook http://cards.example.org/updates" \
    "--telegram --webhook https://cards.example.org" "--telegram --webhook https://cards.example.org/api/tables"; do
    # shellcheck disable=SC2086
    run 2 $words
    says err "holecard serve --help"
    [ "$(wc -l <err)" -eq 1 ] || fail "not one line: $(cat err)"
done

# What cannot be: status 1, and the reason.
run 1 --no-save --listen 256.0.0.1:0
says err "256.0.0.1"
run 1 --no-save --listen 127.0.0.1:0 --metrics 256.0.0.1:0
says err "256.0.0.1"
run 1 --no-save --listen fd:0 </dev/null
says err "fd:0 is no TCP socket that listens"
run 1 --no-save --listen 127.0.0.1:0 --metrics fd:0 </dev/null
says err "fd:0 is no TCP socket that listens"
run 1 --no-save --listen 127.0.0.1:0 --tls nothing.pem nothing.key
says err "nothing.pem"
run 1 --store nowhere/at/all.db
says err "nowhere/at/all.db"
echo "no database, but long enough to be looked at: it takes a hundred bytes until anybody can know that." >text.db
run 1 --store text.db
says err "text.db is not a database"

# The token of a bot comes from the environment, and goes out of it; it is never said.
unset BOT_TOKEN
run 1 --no-save --listen 127.0.0.1:0 --telegram
says err "BOT_TOKEN is not in the environment"
BOT_TOKEN=sesame run 1 --no-save --listen 127.0.0.1:0 --telegram
says err "BOT_TOKEN in the environment is no token"
if grep -q sesame err; then fail "the token is said: $(cat err)"; fi
# Nobody is at port 1: the server serves nevertheless, and says what is wrong.
export BOT_TOKEN=123456:open-sesame
start --no-save --telegram --telegram-api "http://$own_address:1"
unset BOT_TOKEN
if tr '\0' '\n' <"/proc/$server/environ" | grep -q sesame; then fail "the token is in the environment"; fi
hear err "Telegram cannot be reached"
get /healthz
[ "$(cat page)" = "ok, but: Telegram cannot be reached: Couldn't connect to server" ] || fail "healthz: $(cat page)"
if grep -q sesame out err; then fail "the token is said: $(cat out err)"; fi
stop TERM

# A port and a store belong to one server at a time.
start --store one.db
says out "http://$own_address:$port, 0 tables open"
run 1 --no-save --listen "$own_address:$port"
says err "cannot listen on $own_address port $port"
run 1 --store one.db --listen 127.0.0.1:0
says err "one.db"

# The pages that need no table, then both signals; what was stored comes back.
get /healthz
[ "$(cat page)" = ok ] || fail "healthz: $(cat page)"
get /api/games
grep -q '"name":"shed"' page || fail "no game: $(head -c 300 page)"
python3 -c 'import sys, urllib.request
urllib.request.urlopen(urllib.request.Request(sys.argv[1], b"{\"game\":\"two\"}",
    {"Content-Type": "application/json"})).read()' "http://$own_address:$port/api/tables"
stop INT
start --store one.db
says out "1 table open"
stop TERM
"$HOLECARD" store check one.db >out || fail "the store is not sound: $(cat out)"

# An address of IPv6 stands in brackets, where this machine has one.
if python3 -c 'import socket; socket.create_server(("::1", 0), family=socket.AF_INET6)' 2>/dev/null; then
    listen='[::1]:0' start --no-save
    grep -qE "listening on http://\[::1\]:[1-9][0-9]*, 0 tables open" out || fail "no address: $(cat out)"
    stop TERM
fi
