// SPDX-License-Identifier: MIT
/* refusals.c: names of refusals: the public list, and those that games bring along.
 */
#include "games/game.h"
#include "core/language.h"

static const struct hc_refusal_row shared[] = {
#define X(number, code, name) {HC_##code, #name},
    HC_REFUSALS(X)
#undef X
};

/* Row number `index` of all lists one after the other; NULL past the last one. */
static const struct hc_refusal_row *row_at(size_t index)
{
    if (index < HC_COUNT(shared))
        return &shared[index];
    index -= HC_COUNT(shared);
    for (unsigned g = 0; g < hc_games_count; index -= hc_games[g++]->refusal_count)
        if (index < hc_games[g]->refusal_count)
            return &hc_games[g]->refusals[index];
    return NULL;
}

static const struct hc_refusal_row *row_of(enum hc_refusal refusal)
{
    const struct hc_refusal_row *row;

    for (size_t i = 0; (row = row_at(i)); i++)
        if (row->refusal == refusal)
            return row;
    return NULL;
}

const char *hc_refusal_name(enum hc_refusal refusal)
{
    const struct hc_refusal_row *row = row_of(refusal);

    return row ? row->name : NULL;
}

const char *hc_refusal_sentence(const struct hc_game *game, enum hc_refusal refusal,
                                const struct hc_language *language)
{
    const struct hc_refusal_row *row = row_of(refusal);
    const char *text = row && game ? words_find(language, game->name, "refusals", row->name) : NULL;

    if (row && !text)
        text = words_find(language, "", "refusals", row->name);
    for (unsigned g = 0; row && !text && g < hc_games_count; g++)
        text = words_find(language, hc_games[g]->name, "refusals", row->name);
    return text;
}

enum hc_refusal hc_refusal_find(const char *name)
{
    const struct hc_refusal_row *row;

    for (size_t i = 0; (row = row_at(i)); i++)
        if (hc_text_same(name, row->name))
            return row->refusal;
    return HC_REFUSALS_MAX;
}
