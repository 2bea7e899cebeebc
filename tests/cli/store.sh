#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# store.sh: a database is checked, copied, listed and rebuilt; what is wrong with it is named.
set -euo pipefail

fail() {
    echo "store.sh: $*" >&2
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

# sql FILE TEXT: changes a database behind our back.
sql() {
    python3 -c 'import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.executescript(sys.argv[2])
db.close()' "$1" "$2"
}

# fresh FILE [VERSION]: the database of a version, the first one if none is named, with a live room
# and a finished match; from the second on also with a room set aside.
fresh() {
    rm -f "$1" "$1"-*
    sql "$1" "$(cat "$HC_SOURCE_DIR/tests/data/store-${2:-1}.sql")"
}

run 0 --help
says out "usage: holecard store check FILE [--write-log ROOM TO]"
run 2
says err "say check, backup, rescue, copy or statistics"
run 2 repair a.db
run 2 check
run 2 check a.db b.db
run 2 check --write-log
run 2 check a.db --write-log 9
run 2 check a.db --write-logs 9 to.log
run 2 check a.db --write-log K3VN to.log
says err "ROOM must be a number"
run 2 check a.db --write-log 99999999999999999999 to.log
run 2 backup a.db
run 2 statistics
run 2 statistics a.db chess
says err '"chess" is not a game; there are'
run 2 statistics a.db --count 0
run 2 statistics a.db --count
run 2 statistics a.db --forget 12
run 2 statistics a.db --all

# check
fresh a.db
run 0 check a.db
[ "$(cat out)" = "a.db: sound: 1 live room, 1 finished match" ] || fail "$(cat out)"
run 1 check nothing.db
says err "nothing.db cannot be opened: No such file or directory"
echo "no database, but long enough to be looked at: it takes a hundred bytes until anybody can know that." >text.db
run 1 check text.db
says err "text.db is not a database"
: >empty.db
run 1 check empty.db
says err "empty.db is empty"

# wrong SQL TEXT: after that change check says that text.
wrong() {
    fresh bad.db
    sql bad.db "$1"
    run 1 check bad.db
    says out "$2"
}
wrong "UPDATE matches SET log = substr(log, 1, 200)" "bad.db: match 1 of room 9: its log: "
wrong "UPDATE matches SET game = 'shed'" 'is said to be of game "shed", but its log is of null'
# A card number in the deal, and one byte of a digest.
wrong "UPDATE matches SET log = substr(log, 1, 66) || x'05' || substr(log, 68)" "match 1 of room 9: its log: "
wrong "UPDATE journal SET bytes = substr(bytes, 1, 130) || x'00' WHERE id = 5" "bad.db: room 9: its log: "
wrong "UPDATE journal SET bytes = x'63' WHERE id = 1" "room 9: its bytes have version 99"
wrong "UPDATE journal SET at = 7 WHERE id = 3" "row 3 of the journal does not fit"
wrong "DELETE FROM journal WHERE id = 2" "row 3 of the journal does not fit"
wrong "UPDATE journal SET bytes = x'63' WHERE id = 1; UPDATE matches SET game = 'two'" "bad.db: 2 problems"

# A page of nonsense in the middle of the file.
fresh bad.db
python3 -c 'with open("bad.db", "r+b") as f: f.seek(4096 * 4); f.write(b"\x55" * 4096)'
run 1 check bad.db

# A room that was set aside is named, with what is wrong.
fresh aside.db 2
run 1 check aside.db
says out "aside.db: room 12 was set aside on 2023-11-14 22:13 UTC: the log ends at another event than the saved room; its log is sound"
says out "aside.db: 1 problem"
sql aside.db "UPDATE aside SET log = substr(log, 1, 130), reason = 'x' || char(27)"
run 1 check aside.db
says out "UTC: x?; its log: "
sql aside.db "UPDATE aside SET log = x''"
run 1 check aside.db
says out "; it has no log"
sql aside.db "DELETE FROM aside"
run 0 check aside.db

# --write-log: written FILE ROOM SAYS [RECORDS]: that is said, and the file can be used.
written() {
    rm -f to.log
    run 0 check "$1" --write-log "$2" to.log
    says out "$3"
    "$HOLECARD" replay to.log >shown || fail "what was written for \"$3\" cannot be replayed"
    "$HOLECARD" export to.log >to.json || fail "what was written for \"$3\" cannot be exported"
    [ "$(grep -c '"seat":' to.json)" -ge "${4:-1}" ] || fail "too little was written: $(cat to.json)"
}
fresh aside.db 2
written aside.db 12 "to.log: 131 of 131 bytes of the log of room 12"
cp to.log room12.log
written aside.db 9 "to.log: 131 of 131 bytes of the log of room 9"
cmp to.log room12.log
# The last match, if none is played.
sql aside.db "DELETE FROM journal WHERE id = 5"
written aside.db 9 "to.log: 257 of 257 bytes of the log of room 9"
"$HOLECARD" verify to.log >out || fail "the finished match is not honest: $(cat out)"
# As far as it can be read: a byte of a digest, half a record, a record that is nonsense.
fresh bad.db
sql bad.db "UPDATE journal SET bytes = substr(bytes, 1, 130) || x'00' WHERE id = 5"
written bad.db 9 "to.log: 98 of 131 bytes of the log of room 9; what follows cannot be read: "
fresh bad.db
sql bad.db "UPDATE journal SET bytes = substr(bytes, 1, 110) WHERE id = 5"
written bad.db 9 "to.log: 98 of 110 bytes"
sql bad.db "UPDATE journal SET bytes = substr(bytes, 1, 67) || zeroblob(30) WHERE id = 5"
written bad.db 9 "what follows cannot be read: " 0
# A journal that is damaged elsewhere.
fresh bad.db
sql bad.db "UPDATE journal SET at = 7 WHERE id = 3"
written bad.db 9 "to.log: 131 of 131 bytes"
sql bad.db "DELETE FROM journal WHERE id > 3"
written bad.db 9 "131 of 131 bytes of the log of room 9; what follows cannot be read: a row of the journal does not fit"
# Nothing at all.
rm to.log
run 1 check a.db --write-log 10 to.log
says err "holecard store: a.db: room 10: there is no log of it"
sql bad.db "UPDATE journal SET bytes = 'nonsense' WHERE id = 2"
run 1 check bad.db --write-log 9 to.log
says err "holecard store: bad.db: room 9: "
run 1 check text.db --write-log 9 to.log
[ ! -e to.log ] || fail "something was written"
run 1 check a.db --write-log 9 no/such/folder.log
says err "No such file or directory"

# backup
run 0 backup a.db copy.db
run 0 check copy.db
[ ! -e copy.db-wal ] || fail "a copy is one file"
[ "$(ls | grep -c '\.tmp')" -eq 0 ] || fail "something is left: $(ls)"
run 1 backup a.db a.db
says err "a.db is the database itself"
run 1 backup a.db no/such/folder.db
says err "No such file or directory"
run 1 backup text.db copy.db
run 0 check copy.db
mkdir folder
run 1 backup a.db folder
# What backups that were killed have left is cleared away, but not what is still written, nor anything else.
# No process has a number above 4194304.
touch copy.db.12345678.tmp copy.db.12345678.tmp-journal copy.db.7777777.tmp copy.db.tmp copy.db.12.tnp copy.db.x.tmp
python3 - "$HOLECARD" <<'PYTHON'
import fcntl, os, subprocess, sys
with open("copy.db.7777777.tmp") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    subprocess.run([sys.argv[1], "store", "backup", "a.db", "copy.db"], check=True)
left = sorted(name for name in os.listdir(".") if name.startswith("copy.db."))
assert left == ["copy.db.12.tnp", "copy.db.7777777.tmp", "copy.db.tmp", "copy.db.x.tmp"], left
for name in left:
    os.remove(name)
PYTHON
[ "$(ls | grep -c '\.tmp')" -eq 0 ] || fail "something is left: $(ls)"

# rescue: everything, of any version
run 2 rescue a.db
run 1 rescue text.db saved.db
says err "text.db is not a database"
for version in 1 2 3; do
    fresh old.db $version
    rm -f saved.db
    run 0 rescue old.db saved.db
    says out "saved.db: saved 1 live room and 1 finished match"
    run 1 rescue old.db saved.db
    says err "saved.db cannot be made: File exists"
    [ $version -eq 1 ] || sql saved.db "DELETE FROM aside"
    run 0 check saved.db
    written saved.db 9 "to.log: 131 of 131 bytes of the log of room 9"
    run 0 statistics saved.db
    says out "Ben"
done
# What is damaged is named, and is the only thing that is missing afterwards.
fresh bad.db 3
sql bad.db "DELETE FROM aside; UPDATE journal SET note = x'01' WHERE id = 5"
run 1 check bad.db
says out "bad.db: room 9: row 5 of the journal does not fit, or is not as it was written"
rm saved.db
run 0 rescue bad.db saved.db
says out "saved.db: saved 0 live rooms and 1 finished match; set aside: 1 damaged room"
run 1 check saved.db
says out "saved.db: room 9 was set aside on "
sql bad.db "DELETE FROM journal; UPDATE matches SET finished = finished + 1; UPDATE results SET name = 'Bob' WHERE seat = 1;
    UPDATE statistics SET wins = 2; UPDATE meta SET value = 3 WHERE name = 'generation'"
run 1 check bad.db
says out "match 1 of room 9 is not as it was written"
says out "bad.db: 1 row of who sat where: not as written"
says out "bad.db: 2 rows of the statistics: not as written"
says out "bad.db: 1 row of meta"
rm saved.db
run 0 rescue bad.db saved.db
says out "saved.db: saved 0 live rooms and 0 finished matches; set aside: 1 damaged match; the statistics were counted anew"

# statistics
run 0 statistics a.db
says out "    1    1662   581        1       1        1        1       0       1     1  0b000000000000000000000000000000  Ben"
cp out before
run 0 statistics a.db null --count 1
[ "$(wc -l <out)" -eq 3 ] || fail "not one row: $(cat out)"
run 0 statistics a.db shed
says out "No match has been counted yet."
sql a.db "DELETE FROM statistics"
run 0 statistics a.db --rebuild
cmp before out || fail "rebuilt, it is different: $(cat out)"
run 0 statistics a.db --forget 0b000000000000000000000000000000
! grep -q Ben out || fail "not forgotten: $(cat out)"
says out "Ann"
run 0 statistics a.db --rebuild
! grep -q Ben out || fail "came back: $(cat out)"
says out "    1    1338   581        1       0 "
run 0 check a.db
! grep -aq Ben a.db || fail "the name is still in the file"

# A name cannot speak to the terminal.
sql a.db "UPDATE statistics SET name = 'x' || char(27) || '[31m' || char(155) || 'é'"
run 0 statistics a.db
says out "x?[31m?é"

# What changes a database is not done while it is served.
fresh a.db
python3 - "$HOLECARD" <<'PYTHON'
import fcntl, os, subprocess, sys
with open("a.db-lock", "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    lock.write("4711\n")
    lock.flush()
    done = subprocess.run([sys.argv[1], "store", "statistics", "a.db", "--rebuild"],
                          capture_output=True, text=True)
    assert done.returncode == 1, done
    assert "a.db is served by another process, number 4711" in done.stderr, done
    for also in (["check", "a.db"], ["backup", "a.db", "copy.db"], ["statistics", "a.db"]):
        done = subprocess.run([sys.argv[1], "store"] + also, capture_output=True, text=True)
        assert done.returncode == 0, done

# The file itself is locked, so it does not matter by which name, and a backup does not replace it.
os.symlink("a.db", "soft.db")
os.link("a.db", "hard.db")
with open("a.db") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    for name in ("a.db", "soft.db", "hard.db"):
        done = subprocess.run([sys.argv[1], "store", "statistics", name, "--rebuild"],
                              capture_output=True, text=True)
        assert done.returncode == 1 and f"{name} is served by another process" in done.stderr, done
        done = subprocess.run([sys.argv[1], "store", "backup", "copy.db", name],
                              capture_output=True, text=True)
        assert done.returncode == 1 and f"{name} is served; name another file" in done.stderr, done
PYTHON
