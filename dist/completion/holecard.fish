# SPDX-License-Identifier: MIT
#
# holecard.fish: completion for fish. What a command takes is read from its --help at that moment, which
# the program prints from the same tables that it reads arguments with: so nothing here grows old.

function __holecard_complete
    set -l typed (commandline -opc)
    set -l word (commandline -ct)
    if test (count $typed) -eq 1
        $typed[1] --help 2>/dev/null | sed -n 's/^  \([a-z]*\)  *\(.*\)/\1\t\2/p'
        return
    end
    set -l help ($typed[1] $typed[2] --help 2>/dev/null)
    set -l parts (printf '%s\n' $help | sed -n "s/^\(usage:\|      \) holecard $typed[2] \([a-z][a-z]*\)\( .*\)\{0,1\}\$/\2/p")
    if test (count $parts) -gt 0
        if test (count $typed) -eq 2
            printf '%s\n' $parts
            return
        end
        set help ($typed[1] $typed[2] $typed[3] --help 2>/dev/null)
    end
    set -l value (printf '%s\n' $help | sed -n "s/^  $typed[-1] \[\{0,1\}\([A-Z][^] ]*\).*/\1/p" | head -n 1)
    if test -z "$value"; and string match -q -- '-*' $word
        printf '%s\n' $help | sed -n 's/^  \(-[-a-z]*\)[^ ]*\( [^ ]*\)\{0,1\}  *\(.*\)/\1\t\3/p; s/^  \(-[-a-z]*\)\( [^ ]*\)\{0,1\}$/\1/p'
        return
    end
    test -n "$value"; or set value (printf '%s\n' $help | sed '/^$/q')
    if string match -q -- '*GAME*' "$value"
        $typed[1] rules 2>/dev/null | sed -n 's/^\([a-z][a-z0-9_]*\)  *\(.*\)/\1\t\2/p'
    end
    if string match -qr -- 'FILE|OUT|COPY|TO|CERT' "$value"
        __fish_complete_path $word
    end
end

complete -c holecard -f -a '(__holecard_complete)'
