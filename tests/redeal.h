// SPDX-License-Identifier: MIT
/*
 * redeal.h: another world that somebody cannot tell from this one.
 *
 * Tests of secrecy take a table, deal everything anew that a viewer does not know, and then look
 * for a difference that the viewer could see. Every place keeps its number of cards, and whoever
 * knew a card knows the one that took its place. Facts that the viewer may not see are drawn anew,
 * too: a card that somebody has begun to play, and on whom.
 */
#ifndef HC_TESTS_REDEAL_H
#define HC_TESTS_REDEAL_H

#include <string.h>

#include "table/table.h"

/* A permutation of the cards that a viewer does not know. */
struct redealing {
    uint8_t to[HC_CARDS_MAX];
};

static inline struct hc_cards redealt_set(const struct redealing *deal, struct hc_cards set)
{
    struct hc_cards result = {{0, 0}};

    while (hc_any(set))
        result = hc_or(result, hc_card(deal->to[hc_take_lowest(&set)]));
    return result;
}

/* Every card in the box. */
static inline struct hc_cards redeal_all(const struct hc_table *table)
{
    struct hc_cards all = {{0, 0}};

    for (unsigned s = 0; s < table->seats; s++)
        all = hc_or(all, table->box.hand[s]);
    for (unsigned p = 0; p < HC_PILES_MAX; p++)
        all = hc_or(all, hc_box_pile_cards(&table->box, p));
    return all;
}

static inline void redeal_box(const struct redealing *deal, const struct hc_box *from,
                              struct hc_box *to)
{
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        to->hand[s] = redealt_set(deal, from->hand[s]);
        to->known[s] = redealt_set(deal, from->known[s]);
    }
    to->open = redealt_set(deal, from->open);
    for (unsigned c = 0; c < HC_CARDS_MAX; c++)
        to->next[deal->to[c]] =
            from->next[c] < HC_CARDS_MAX ? deal->to[from->next[c]] : from->next[c];
    for (unsigned p = 0; p < HC_PILES_MAX; p++)
        to->pile[p].top = deal->to[from->pile[p].top];
}

/* The same table with everything re-dealt that is not in `fixed`. */
static inline void redeal(const struct hc_table *from, struct hc_cards fixed, struct hc_dice *dice,
                          struct hc_table *to)
{
    const struct hc_game *game = hc_game_of(from);
    struct hc_cards hidden = hc_but(redeal_all(from), fixed), left = hidden;
    uint8_t cards[HC_CARDS_MAX];
    struct redealing deal;
    unsigned count = 0;

    for (unsigned c = 0; c < HC_CARDS_MAX; c++)
        deal.to[c] = (uint8_t)c;
    while (hc_any(left))
        cards[count++] = (uint8_t)hc_take_lowest(&left);
    hc_dice_shuffle(dice, cards, count);
    left = hidden;
    for (unsigned i = 0; i < count; i++)
        deal.to[hc_take_lowest(&left)] = cards[i];

    *to = *from;
    redeal_box(&deal, &from->box, &to->box);
    for (unsigned f = 0; f < game->fact_count; f++)
        if (game->facts[f].type == HC_FACT_CARD) {
            int64_t card = hc_fact_get(&game->facts[f], from->state, 0);

            if (card < HC_CARDS_MAX)
                hc_fact_set(&game->facts[f], to->state, 0, deal.to[card]);
        }
}

/* Facts that nobody is shown, but that follow from what everybody saw. */
static inline bool redeal_is_derived(const struct hc_fact *fact)
{
    return !strcmp(fact->name, "vulnerable") || !strcmp(fact->name, "window_ms") ||
           !strcmp(fact->name, "matching");
}

/* Draws the facts anew that a viewer may not see. That there is a card begun, or a verdict, was
 * told by an event: nothing stays nothing there. Whether a target is chosen was not. */
static inline void redeal_facts(struct hc_table *table, unsigned viewer, struct hc_dice *dice)
{
    const struct hc_game *game = hc_game_of(table);
    unsigned faces = hc_deck_of(game, &table->rules)->face_count;

    for (unsigned f = 0; f < game->fact_count; f++) {
        const struct hc_fact *fact = &game->facts[f];
        int64_t value = hc_fact_get(fact, table->state, 0);
        uint32_t seat = hc_dice_below(dice, table->seats + 1u);

        if (hc_fact_visible(fact, table->state, viewer) || redeal_is_derived(fact))
            continue;
        if (fact->type == HC_FACT_FACE && value != HC_NONE)
            value = hc_dice_below(dice, faces);
        else if (fact->type == HC_FACT_SEAT)
            value = seat < table->seats ? seat : HC_NONE;
        else if (fact->type == HC_FACT_NUMBER && value)
            value = 1 + hc_dice_below(dice, 2);
        hc_fact_set(fact, table->state, 0, value);
    }
}

/* Whether a table that was drawn anew can be. What hands lack is a conclusion of everybody's, which
 * the cards drawn anew do not respect. */
static inline bool redeal_can_be(const struct hc_table *table)
{
    struct hc_table copy = *table;

    hc_zero(copy.box.lacks, sizeof copy.box.lacks);
    return !hc_table_check(&copy);
}

/* Another world for a viewer, in which the cards of `fixed` are where they were. */
static inline void redeal_world(const struct hc_table *from, unsigned viewer, struct hc_cards fixed,
                                struct hc_dice *dice, struct hc_table *to)
{
    for (unsigned tries = 0; tries < 60; tries++) {
        redeal(from, fixed, dice, to);
        redeal_facts(to, viewer, dice);
        if (redeal_can_be(to))
            return;
    }
    *to = *from; /* nearly everything is known */
}

#endif
