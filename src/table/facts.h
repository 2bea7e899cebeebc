// SPDX-License-Identifier: MIT
/* facts.h: reading, setting and printing the facts of a state: a view's, or a table's. */
#ifndef HC_TABLE_FACTS_H
#define HC_TABLE_FACTS_H

#include "core/text.h"
#include "games/game.h"

/* The fact with that name, or NULL. '-' and '_' are the same in names. */
const struct hc_fact *hc_fact_find(const struct hc_game *game, const char *name);
const struct hc_fact *hc_fact_common(const struct hc_game *game, enum hc_common which);
/* One value of a fact in a state; per-seat facts have an index. */
int64_t hc_fact_get(const struct hc_fact *fact, const uint8_t *state, unsigned index);
void hc_fact_set(const struct hc_fact *fact, uint8_t *state, unsigned index, int64_t value);
/* Whether somebody may see a fact at all; cards are hidden one by one besides. */
bool hc_fact_visible(const struct hc_fact *fact, const uint8_t *state, unsigned viewer);

/* Whether the value "nobody, nothing" can be written for a fact. */
bool hc_fact_may_be_none(const struct hc_fact *fact);
/* Writes a fact as the words of a scenario, separated by blanks: "none", "0 2", "R5". Per-seat
 * facts have a value for each of the seats. */
void hc_fact_put(const struct hc_fact *fact, const struct hc_game *game, const struct hc_deck *deck,
                 unsigned seats, const int64_t *value, struct hc_text *out);
/* Writes a fact as one JSON member (an array for per-seat facts). */
void hc_fact_json(const struct hc_fact *fact, const struct hc_view *view, struct hc_text *out);

#endif
