# SPDX-License-Identifier: MIT
#
# holecard.bash: completion for bash. What a command takes is read from its --help at that moment, which
# the program prints from the same tables that it reads arguments with: so nothing here grows old.

_holecard_help() {
    "${COMP_WORDS[0]}" "$@" --help 2>/dev/null
}

# The words that can follow a command, such as "store check".
_holecard_parts() {
    sed -n "s/^\(usage:\|      \) holecard $1 \([a-z][a-z]*\)\( .*\)\{0,1\}\$/\2/p"
}

# What stands behind an option in the help: nothing, or the name of its value.
_holecard_value() {
    sed -n "s/^  $1 \[\{0,1\}\([A-Z][^] ]*\).*/\1/p" | head -n 1
}

_holecard_games() {
    "${COMP_WORDS[0]}" rules 2>/dev/null | sed -n 's/^\([a-z][a-z0-9_]*\) .*/\1/p'
}

_holecard() {
    local word=${COMP_WORDS[COMP_CWORD]} help parts value words=""
    local command=("${COMP_WORDS[1]}")

    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$(_holecard_help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
        mapfile -t COMPREPLY < <(compgen -W "$words --help --version" -- "$word")
        return
    fi
    help=$(_holecard_help "${command[@]}")
    parts=$(_holecard_parts "${command[0]}" <<<"$help")
    if [ -n "$parts" ] && [ "$COMP_CWORD" -eq 2 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$parts --help" -- "$word")
        return
    fi
    if [ -n "$parts" ]; then
        help=$(_holecard_help "${command[@]}" "${COMP_WORDS[2]}")
    fi
    value=$(_holecard_value "${COMP_WORDS[COMP_CWORD - 1]}" <<<"$help")
    if [ -z "$value" ] && [[ $word == -* ]]; then
        words=$(sed -n 's/^  \(-[-a-z]*\).*/\1/p' <<<"$help")
        mapfile -t COMPREPLY < <(compgen -W "$words --help" -- "$word")
        return
    fi
    [ -n "$value" ] || value=$(sed '/^$/q' <<<"$help")
    case $value in
    *GAME*) words=$(_holecard_games) ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    case $value in
    *FILE* | *OUT* | *COPY* | *TO* | *CERT*)
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
        ;;
    esac
}

complete -o filenames -F _holecard holecard
