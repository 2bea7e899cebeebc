#!/bin/sh
# SPDX-License-Identifier: MIT
#
# passes.sh NAME COMMAND…: an edge of `make check`. Writes passed/NAME.ok below the current folder
# if the command succeeds. If it fails, prints what it said and the command that repeats it.
name=$1
shift
mkdir -p passed
rm -f "passed/$name.ok"
if "$@" >"passed/$name.log" 2>&1; then
    grep -h 'left out' "passed/$name.log"
    touch "passed/$name.ok"
else
    echo "exit status $?" >>"passed/$name.log"
    grep -v '^\[ RUN \|^\[ *OK \]' "passed/$name.log"
    case $name in
    test_*) echo "again: make check T=$name SEED=${HC_SEED:-1}" ;;
    *) echo "again: $*" ;;
    esac
    exit 1
fi
