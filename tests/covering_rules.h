// SPDX-License-Identifier: MIT
/*
 * covering_rules.h: few rules of a game in which every pair of options occurs, for one of its
 * decks: options do little without the cards that they are about.
 */
#ifndef HC_TESTS_COVERING_RULES_H
#define HC_TESTS_COVERING_RULES_H

#include <stdio.h>

#include "covering.h"
#include "games/game.h"

struct covering_rules {
    struct covering rows;
    const struct hc_game *game;
    unsigned deck;
    char first[64]; /* the option that chooses the deck, or nothing */
};

static inline unsigned covering_decks(const struct hc_game *game)
{
    return game->deck_option == HC_NONE ? 1 : hc_option_at(game, game->deck_option)->max + 1;
}

/* For how many players rules can be dealt: a bit for each number. */
static inline unsigned covering_seats_that_fit(const struct covering_rules *c, const char *text)
{
    char whole[sizeof c->first + COVERING_BYTES];
    struct hc_rules rules;
    struct hc_problem why;
    unsigned fit = 0;

    snprintf(whole, sizeof whole, "%s%s", c->first, text);
    if (!hc_rules_parse(c->game, whole, &rules, &why) ||
        (*c->first && rules.byte[c->game->deck_option] != c->deck))
        return 0;
    for (unsigned seats = 2; seats <= HC_SEATS_MAX; seats++)
        if (hc_rules_fit(c->game, &rules, seats, &why) == HC_OK)
            fit |= 1u << seats;
    return fit;
}

static inline bool covering_can_be_dealt(const void *rules, const char *text)
{
    return covering_seats_that_fit(rules, text) != 0;
}

static inline void covering_rules_begin(struct covering_rules *c, const struct hc_game *game,
                                        unsigned deck, uint64_t seed)
{
    c->game = game;
    c->deck = deck;
    c->first[0] = '\0';
    if (game->deck_option != HC_NONE) {
        const struct hc_option *option = hc_option_at(game, game->deck_option);

        snprintf(c->first, sizeof c->first, "%s=%s ", option->name, option->values[deck]);
    }
    covering_begin(&c->rows, &game->options, seed, covering_can_be_dealt, c);
}

/* The next rules, in `rows.text`, and a number of seats that they can be dealt to; false when every
 * pair was in some. */
static inline bool covering_rules_next(struct covering_rules *c, unsigned *seats)
{
    unsigned fit, skip;

    if (!covering_next(&c->rows))
        return false;
    fit = covering_seats_that_fit(c, c->rows.text);
    for (skip = hc_dice_below(&c->rows.dice, (uint32_t)__builtin_popcount(fit)); skip; skip--)
        fit &= fit - 1;
    *seats = (unsigned)__builtin_ctz(fit);
    return true;
}

#endif
