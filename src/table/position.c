// SPDX-License-Identifier: MIT
/* position.c: positions that were set up and not played. */
#include "table/position.h"

void hc_position_begin(struct hc_position *position, struct hc_table *table)
{
    *position = (struct hc_position){.table = table};
    hc_box_clear(&table->box);
}

unsigned hc_pile_find(const struct hc_game *game, const char *name, unsigned seat)
{
    for (unsigned p = 0; p < game->pile_count; p++)
        if (hc_text_same(game->piles[p].name, name) && game->piles[p].seat == seat)
            return p;
    return HC_NONE;
}

/* The lowest card of a face that lies nowhere yet, or HC_NONE. */
static unsigned take_copy(struct hc_position *position, unsigned face)
{
    const struct hc_table *table = position->table;
    const struct hc_deck *deck = hc_deck_of(hc_game_of(table), &table->rules);
    struct hc_cards left = hc_but(hc_and(deck->copies[face], deck->cards), position->used);
    unsigned card;

    if (!hc_any(left))
        return HC_NONE;
    card = hc_lowest(left);
    position->used = hc_or(position->used, hc_card(card));
    return card;
}

bool hc_position_hand(struct hc_position *position, unsigned seat, unsigned face)
{
    unsigned card = take_copy(position, face);

    if (card == HC_NONE)
        return false;
    hc_box_put_hand(&position->table->box, seat, card);
    return true;
}

bool hc_position_pile(struct hc_position *position, unsigned pile, unsigned face)
{
    const struct hc_pile_kind *kind = &hc_game_of(position->table)->piles[pile];
    unsigned card = take_copy(position, face);

    if (card == HC_NONE)
        return false;
    /* What lies open, or under an open card, was seen by everybody when it was laid there. */
    hc_box_put_pile(&position->table->box, pile, card, kind->show != HC_SHOW_NONE);
    return true;
}

bool hc_position_fact(struct hc_position *position, const struct hc_fact *fact, unsigned index,
                      int64_t value)
{
    const struct hc_game *game = hc_game_of(position->table);

    if (fact->type == HC_FACT_CARD && value != HC_NONE) {
        const struct hc_deck *deck = hc_deck_of(game, &position->table->rules);
        struct hc_cards lying = hc_and(deck->copies[value], position->used);

        if (!hc_any(lying))
            return false;
        value = hc_lowest(lying);
    }
    hc_fact_set(fact, position->table->state, index, value);
    position->given |= 1ull << (fact - game->facts);
    return true;
}

const char *hc_position_end(struct hc_position *position)
{
    hc_game_of(position->table)->settle(position->table, position->given);
    return hc_table_check_part(position->table);
}
