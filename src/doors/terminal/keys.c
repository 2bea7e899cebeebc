// SPDX-License-Identifier: MIT
/* keys.c: giving out letters. */
#include "doors/terminal/keys.h"

#include <ctype.h>

#include "games/game.h"

/* The first letter of a word that is still free, which it is no longer. */
static char take_letter(bool taken[128], const char *word)
{
    for (; *word; word++) {
        unsigned char letter = (unsigned char)tolower((unsigned char)*word);

        if (letter < 128 && isalpha(letter) && !taken[letter]) {
            taken[letter] = true;
            return (char)letter;
        }
    }
    return '\0';
}

static void take_for_verbs(const struct hc_grammar *grammar, bool side, bool taken[128],
                           struct keys *keys)
{
    for (unsigned v = 0; v < grammar->verb_count && v < KEYS_VERBS_MAX; v++) {
        unsigned takes = grammar->verbs[v].takes;

        if (!(takes & (HC_FROM_HOUSE | HC_TAKES_CARD)) && ((takes & HC_SIDE) != 0) == side)
            keys->verb[v] = take_letter(taken, grammar->verbs[v].name);
    }
}

void keys_make(const struct hc_game *game, const struct hc_rules *rules, struct keys *keys)
{
    const struct hc_deck *deck = hc_deck_of(game, rules);
    bool taken[128] = {0};

    *keys = (struct keys){0};
    for (unsigned f = 0; f < deck->face_count; f++)
        taken[tolower((unsigned char)*deck->faces[f].code) & 0x7f] = true;
    keys->hint = take_letter(taken, "hint");
    keys->quit = take_letter(taken, "quit");
    take_for_verbs(&game->grammar, true, taken, keys);
    take_for_verbs(&game->grammar, false, taken, keys);
}
