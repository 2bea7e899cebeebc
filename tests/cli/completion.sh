#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# completion.sh: what the shells offer is what the program reads. Each command, each of its words and
# each option of its help is offered; games and files stand where they belong.
set -euo pipefail

fail() {
    echo "completion.sh: $*" >&2
    exit 1
}
# shellcheck source=/dev/null
source "$HC_SOURCE_DIR/dist/completion/holecard.bash"

# offered WORD…: what can stand in the place of the last word, in `offered`.
offered() {
    COMP_WORDS=("$HOLECARD" "$@")
    COMP_CWORD=$#
    _holecard
    offered=" ${COMPREPLY[*]} "
}
offers() {
    [[ $offered == *" $1 "* ]] || fail "$1 is not among$offered"
}

commands=$("$HOLECARD" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
[ "$(wc -w <<<"$commands")" -gt 10 ] || fail "few commands: $commands"
offered ""
for command in $commands; do
    offers "$command"
done
offered sta
[ "$offered" = " statistics " ] || fail "sta:$offered"

# options WORD…: all options of that command's own help.
options() {
    local name
    offered "$@" -
    while read -r name; do
        offers "$name"
    done < <("$HOLECARD" "$@" --help | sed -n 's/^  \(-[-a-z]*\).*/\1/p')
}
for command in $commands; do
    case $command in
    store | history)
        offered "$command" ""
        parts=$offered
        [ "$(wc -w <<<"$parts")" -gt 3 ] || fail "$command:$parts"
        for part in $parts; do
            [ "$part" = --help ] || options "$command" "$part"
        done
        ;;
    *) options "$command" ;;
    esac
done

touch match.log
offered play ""
offers shed
offers two
[[ $offered != *null* ]] || fail "the template is offered:$offered"
offered verify mat
offers match.log
offered play --log mat
offers match.log
offered play --seats ""
[ "$offered" = "  " ] || fail "a number is offered:$offered"

# The other shells, where they are.
if command -v zsh >/dev/null; then
    zsh -n "$HC_SOURCE_DIR/dist/completion/_holecard" || fail "zsh does not read it"
fi
if command -v fish >/dev/null; then
    export PATH=${HOLECARD%/*}:$PATH
    fish -c "source $HC_SOURCE_DIR/dist/completion/holecard.fish; complete -C 'holecard play --see'" >out
    grep -q '^--seed' out || fail "fish: $(cat out)"
    fish -c "source $HC_SOURCE_DIR/dist/completion/holecard.fish; complete -C 'holecard history re'" >out
    [ "$(wc -l <out)" -eq 2 ] || fail "fish: $(cat out)"
fi
