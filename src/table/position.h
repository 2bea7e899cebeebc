// SPDX-License-Identifier: MIT
/*
 * position.h: putting a position on a table by hand, for scenarios.
 *
 * Cards are named by their faces; each takes the lowest card of that face that lies nowhere yet.
 * Piles and facts are those of the game, found by their names: nothing here knows a game.
 */
#ifndef HC_TABLE_POSITION_H
#define HC_TABLE_POSITION_H

#include "table/table.h"

struct hc_position {
    struct hc_table *table;
    struct hc_cards used; /* cards that lie somewhere */
    uint64_t given;       /* a bit for each fact that was set */
};

/* Begins with a table that was just opened: no card lies anywhere. */
void hc_position_begin(struct hc_position *position, struct hc_table *table);
/* The number of a pile by its name and the seat it belongs to, which is HC_NONE for the piles that
 * are nobody's own. Returns HC_NONE if there is none. */
unsigned hc_pile_find(const struct hc_game *game, const char *name, unsigned seat);
/* Both return false, and do nothing, if the deck has no further card of that face. A card goes
 * under the cards that its pile has already. */
bool hc_position_hand(struct hc_position *position, unsigned seat, unsigned face);
bool hc_position_pile(struct hc_position *position, unsigned pile, unsigned face);
/* A fact of type CARD is given as a face; false if no card of that face lies anywhere. */
bool hc_position_fact(struct hc_position *position, const struct hc_fact *fact, unsigned index,
                      int64_t value);
/* Lets the game complete the rest. Returns NULL, or what is broken. */
const char *hc_position_end(struct hc_position *position);

#endif
