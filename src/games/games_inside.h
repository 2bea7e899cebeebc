// SPDX-License-Identifier: MIT
/*
 * games_inside.h: the inside of a table, for games and for the layers that run tables. Bots and
 * doors never see it: include_check.py holds them to that.
 */
#ifndef HC_GAMES_GAMES_INSIDE_H
#define HC_GAMES_GAMES_INSIDE_H

#include "core/box.h"
#include "core/dice.h"
#include "games/game.h"

struct hc_table {
    uint8_t game, seats;
    uint16_t streams; /* of dice, used so far; the next shuffle opens this one */
    uint32_t seq;
    uint8_t key[HC_SEED_BYTES];
    struct hc_rules rules;
    struct hc_box box;
    _Alignas(8) uint8_t state[HC_STATE_BYTES];
};

/* A game's own state in a table, to change and to look at: shed_of() and shed_see() for a struct
 * shed. */
#define HC_STATE(game)                                                                             \
    static inline struct game *game##_of(struct hc_table *table)                                   \
    {                                                                                              \
        return (struct game *)(void *)table->state;                                                \
    }                                                                                              \
    static inline const struct game *game##_see(const struct hc_table *table)                      \
    {                                                                                              \
        return (const struct game *)(const void *)table->state;                                    \
    }                                                                                              \
    _Static_assert(sizeof(struct game) <= HC_STATE_BYTES, "the state fits its table")

/* One command on its way. */
struct hc_move {
    struct hc_table *table;
    const struct hc_command *command;
    struct hc_events *events;
    const uint8_t *rigged; /* tests: the next deck, top card first, instead of a shuffle */
    unsigned rigged_count;
    unsigned seat;
    uint32_t now_ms;
};

static inline const struct hc_game *hc_game_of(const struct hc_table *table)
{
    return hc_games[table->game];
}

/* Opens the next stream of a table's dice; apply of the event that tells the outcome must call
 * hc_stream_used. */
static inline void hc_stream_open(const struct hc_table *table, struct hc_dice *dice)
{
    hc_dice_open(dice, table->key, 0, table->streams);
}

static inline void hc_stream_used(struct hc_table *table)
{
    table->streams++;
}

#endif
