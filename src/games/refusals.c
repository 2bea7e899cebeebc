// SPDX-License-Identifier: MIT
/* refusals.c: names and sentences of refusals: the public list, and those that games bring along.
 */
#include "games/game.h"

static const struct hc_refusal_row shared[] = {
#define X(number, code, name, sentence) {HC_##code, #name, sentence},
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

const char *hc_refusal_sentence(enum hc_refusal refusal)
{
    const struct hc_refusal_row *row = row_of(refusal);

    return row ? row->sentence : NULL;
}

enum hc_refusal hc_refusal_find(const char *name)
{
    const struct hc_refusal_row *row;

    for (size_t i = 0; (row = row_at(i)); i++)
        if (hc_text_same(name, row->name))
            return row->refusal;
    return HC_REFUSALS_MAX;
}
