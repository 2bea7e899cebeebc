#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# embed.sh WEB OUT: makes the files of the folder WEB part of the server.
#
# Writes OUT/embedded_bytes.S with the bytes of every file, as they are and compressed, and
# OUT/embedded_files.c with the list of them (src/doors/server/static_files.h says what is in a
# row). The same files give the same output. index.html is served at the path of its folder. A file
# with a hash in its name (NAME-0123ABCD.js) stays the same for ever.
set -euo pipefail

web=$1
out=$2

type_of() {
    case $1 in
    *.html) echo "text/html; charset=utf-8" ;;
    *.css) echo "text/css; charset=utf-8" ;;
    *.js) echo "text/javascript; charset=utf-8" ;;
    *.json) echo "application/json" ;;
    *.webmanifest) echo "application/manifest+json" ;;
    *.txt) echo "text/plain; charset=utf-8" ;;
    *.svg) echo "image/svg+xml" ;;
    *.png) echo "image/png" ;;
    *.ico) echo "image/x-icon" ;;
    *.woff2) echo "font/woff2" ;;
    *.wasm) echo "application/wasm" ;;
    *)
        echo "embed: of what type is $1?" >&2
        return 1
        ;;
    esac
}

size_of() { wc -c <"$1" | tr -d ' '; }

# put_bytes SYMBOL FILE
put_bytes() {
    printf '\n    .globl %s\n    .hidden %s\n%s:\n    .incbin "%s"\n' "$1" "$1" "$1" "$2"
}

mkdir -p "$out"
bytes=$out/embedded_bytes.S
files=$out/embedded_files.c
rows=
number=0

printf '/* Made by tools/embed.sh. */\n    .section .note.GNU-stack,"",%%progbits\n' >"$bytes"
printf '    .section .rodata\n' >>"$bytes"
printf '/* Made by tools/embed.sh. */\n#include "doors/server/static_files.h"\n\n' >"$files"

while IFS= read -r file; do
    path=${file#"$web"}
    path=${path%index.html}
    type=$(type_of "$file")
    tag=$(sha256sum <"$file" | cut -c 1-32)
    lasts=false
    if [[ $path =~ -[0-9A-Z]{8}\.[a-z0-9]+$ ]]; then
        lasts=true
    fi
    symbol=embedded_$number
    small=$out/$number.gz
    number=$((number + 1))

    put_bytes "$symbol" "$file" >>"$bytes"
    printf 'extern const uint8_t %s[];\n' "$symbol" >>"$files"
    rows+="    {\"$path\", \"$type\", $lasts, {$symbol, $(size_of "$file"), \"\\\"$tag\\\"\"}, "
    # Without a name and a time in it; kept only if that saves something.
    gzip -9 -n -c "$file" >"$small"
    if [ "$(size_of "$small")" -lt "$(size_of "$file")" ]; then
        put_bytes "${symbol}_gzip" "$small" >>"$bytes"
        printf 'extern const uint8_t %s[];\n' "${symbol}_gzip" >>"$files"
        rows+="{${symbol}_gzip, $(size_of "$small"), \"\\\"$tag-gzip\\\"\"}},"$'\n'
    else
        rows+="{0, 0, 0}},"$'\n'
    fi
done < <(find "$web" -type f | LC_ALL=C sort)

printf '\nconst struct static_file static_files[] = {\n%s};\n' "$rows" >>"$files"
printf 'const size_t static_file_count = %s;\n' "$number" >>"$files"
