#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# add_a_game.sh: a new game is a folder, a line, a page of rules and scenarios. Adds the game of
# tests/games/hearts to a copy of the tree, and the one that docs/add-a-game.md makes, changes
# nothing else there, builds what is needed and runs the tests that every game inherits, and those
# that the games bring.
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
cmake -S "$tree" -B build -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 \
    -DHC_ALL_TESTS=ON --log-level=WARNING >/dev/null
cmake --build build --target holecard "${programs[@]}" -- --quiet

export HC_TEST_GAME=hearts
tests=$(IFS='|' && echo "${programs[*]}")
ctest --test-dir build -j 2 --output-on-failure --no-tests=error \
    -R "^($tests|cli_rules_covered|words--check)\$" >out 2>&1 ||
    fail "a test fails with one game more: $(cat out)"
# All of them have run: no program is left out.
grep -q "tests passed, 0 tests failed out of $((${#programs[@]} + 2))\$" out || fail "$(cat out)"

HC_TEST_GAME=high build/test_games >out 2>&1 || fail "the game of the page: $(cat out)"

# A server has it, for as many people as it needs.
HOLECARD=$PWD/build/holecard HC_SOURCE_DIR=$tree HC_BUILD_DIR=$PWD/build PYTHONPATH=$tree/tests/preload \
    python3 -B "$tree/tests/server/test_protocol.py" every_game >out 2>&1 ||
    fail "at a server: $(cat out)"

# Bots play it to the end.
build/holecard play hearts short --bots random,random,random,random --seed 1 </dev/null >out 2>&1 ||
    fail "a match of bots: $(cat out)"
grep -q 'The match is over. Winner' out || fail "no winner: $(cat out)"
