#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# add_a_game.sh: a new game is a folder, a line, a page of rules and scenarios. Adds the game of
# tests/games/hearts to a copy of the tree, and the one that docs/add-a-game.md makes, changes
# nothing else there, and runs the tests that every game inherits and the tests of the games.
#
# Only what the games bring is compiled: the list of games, the texts, and the tests that read the
# tree. The rest is linked from HC_BUILD_DIR, which proves that no other file has to be compiled
# again. With HC_WHOLE=1 (make soak) the copy is built from nothing, as a person would build it.
set -euo pipefail

fail() {
    echo "add_a_game.sh: $*" >&2
    exit 1
}

source=${HC_SOURCE_DIR:?}
game=$source/tests/games/hearts
tree=$PWD/tree

mkdir -p "$tree/fuzz"
for part in CMakeLists.txt include lang src tests docs tools examples fuzz/corpus; do
    cp -R "$source/$part" "$tree/$part"
done
# The pages know no game: those that are built already will do, as in a release tarball.
mkdir "$tree/web"
cp -R "${HC_BUILD_DIR:?}/web" "$tree/web/built"
python3 "$source/tests/games/high.py" "$tree"
rm -r "$tree/tests/games" "$tree/tests/cli/add_a_game.sh"

mkdir "$tree/src/games/hearts"
cp -R "$game/hearts.c" "$game/lang" "$tree/src/games/hearts/"
echo 'GAME(hearts)' >>"$tree/src/games/games.def"
cp "$game/hearts.md" "$tree/docs/rules/"
cp "$game/hearts.scn" "$tree/tests/scenarios/"
cp "$game/test_hearts.c" "$tree/tests/unit/"

programs=(test_games test_options test_commands test_full test_api test_api_deal test_api_faces
    test_threads test_world test_bots test_log test_two_houses test_words test_languages test_hearts
    test_scenarios)

build_whole() {
    cmake -S "$tree" -B build -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 \
        -DHC_ALL_TESTS=ON --log-level=WARNING >/dev/null
    cmake --build build --target holecard "${programs[@]}" -- --quiet
}

# compile SOURCE OBJECT
compile() {
    cc -std=c17 -O1 -Wall -Wextra -Werror -D_POSIX_C_SOURCE=200809L -DHC_SOURCE_DIR="\"$tree\"" \
        -I"$tree/include" -I"$tree/src" -I"$tree/tests" -Igenerated -c "$1" -o "$2"
}

# link NAME MODEL OBJECT…: build/NAME as HC_BUILD_DIR links MODEL, but with these objects first, and
# with build/NAME.o instead of MODEL's own object if it is there.
link() {
    local name=$1 model=$2 command
    shift 2
    command=$(ninja -C "$HC_BUILD_DIR" -t commands "$model" | tail -n 1)
    command=${command/ -o $model / $* -o $built/$name }
    if [ -e "build/$name.o" ]; then
        command=$(sed -E "s|CMakeFiles/$model\.dir/[^ ]*\.c\.o|$built/$name.o|" <<<"$command")
    fi
    (cd "$HC_BUILD_DIR" && eval "$command")
}

build_quickly() {
    local built=$PWD/build objects=() name test model
    mkdir -p build generated
    (cd "$tree" && python3 -B tools/words.py "$OLDPWD/generated")
    cmp generated/core/word_list.h "$HC_BUILD_DIR/generated/core/word_list.h" ||
        fail "texts of a game change the numbers of other texts"
    for name in "$tree"/src/games/{games,hearts/hearts,high/high}.c generated/core/word_tables.c; do
        objects+=("$built/$(basename "$name" .c).o")
        compile "$name" "${objects[-1]}"
    done
    for name in holecard "${programs[@]}"; do
        model=$name
        [ "$name" != test_hearts ] || model=test_full
        test=$(find "$tree/tests/ring" "$tree/tests/unit" -name "$name.c")
        if [ -n "$test" ] && { [ "$name" != "$model" ] || grep -q HC_SOURCE_DIR "$test"; }; then
            compile "$test" "build/$name.o"
        fi
        link "$name" "$model" "${objects[@]}"
    done
}

# run COMMAND…: must succeed; says all if it does not.
run() {
    "$@" >out 2>&1 || fail "with one game more: $*: $(cat out)"
}

if [ -n "${HC_WHOLE:-}" ]; then
    build_whole
else
    build_quickly
fi

export HC_TEST_GAME=hearts
for program in "${programs[@]}"; do
    arguments=()
    [ "$program" != test_scenarios ] || arguments=("$tree"/tests/scenarios/*.scn)
    run "build/$program" "${arguments[@]}"
done
(cd "$tree" && run python3 -B tools/words.py --check)
HC_SOURCE_DIR=$tree run bash "$tree/tests/cli/rules_covered.sh"

HC_TEST_GAME=high run build/test_games

# A server has it, for as many people as it needs.
HOLECARD=$PWD/build/holecard HC_SOURCE_DIR=$tree HC_BUILD_DIR=$PWD/build \
    PYTHONPATH=$tree/tests/preload \
    run python3 -B "$tree/tests/server/test_protocol.py" every_game

# Bots play it to the end.
build/holecard play hearts short --bots random,random,random,random --seed 1 </dev/null >out 2>&1 ||
    fail "a match of bots: $(cat out)"
grep -q 'The match is over. Winner' out || fail "no winner: $(cat out)"
