// SPDX-License-Identifier: MIT
/* table.h: what the table layer shares inside the engine beyond the public header. */
#ifndef HC_TABLE_TABLE_H
#define HC_TABLE_TABLE_H

#include "games/game.h"
#include "table/view.h"

/* The same as hc_submit, with the next deck given instead of shuffled; for scenarios. */
enum hc_refusal hc_submit_rigged(struct hc_table *table, unsigned seat,
                                 const struct hc_command *command, uint64_t now_ms,
                                 struct hc_events *events, const uint8_t *deck, unsigned count);

/* The same as hc_table_check for a position, or a deck that was given: of those, cards may be
 * missing. */
const char *hc_table_check_part(const struct hc_table *table);

/* The fact with that name, or NULL. '-' and '_' are the same in names. */
const struct hc_fact *hc_fact_find(const struct hc_game *game, const char *name);
const struct hc_fact *hc_fact_common(const struct hc_game *game, enum hc_common which);
/* One value of a fact in a state; per-seat facts have an index. */
int64_t hc_fact_get(const struct hc_fact *fact, const uint8_t *state, unsigned index);
void hc_fact_set(const struct hc_fact *fact, uint8_t *state, unsigned index, int64_t value);
/* Whether somebody may see a fact at all; cards are hidden one by one besides. */
bool hc_fact_visible(const struct hc_fact *fact, const uint8_t *state, unsigned viewer);

/* Whether a kind of event has an argument with that letter. */
bool hc_event_has(const struct hc_event_kind *kind, char letter);
/* Whether an event from outside names only seats and cards that this table has, no card twice. */
bool hc_event_plausible(const struct hc_table *table, const struct hc_event *event);
/* Whether a number is the verb of a command that the arguments fit. */
bool hc_command_plausible(const struct hc_game *game, const struct hc_rules *rules,
                          const struct hc_command *command);

/* The key of a match: a hash of the secret seed, into which contributions are mixed. */
void hc_deal_key(const uint8_t seed[HC_SEED_BYTES], uint8_t key[HC_SEED_BYTES]);
void hc_deal_mix(uint8_t key[HC_SEED_BYTES], unsigned seat, const uint8_t entropy[HC_SEED_BYTES]);

/* Whether the value "nobody, nothing" can be written for a fact. */
bool hc_fact_may_be_none(const struct hc_fact *fact);
/* Writes a fact as the words of a scenario, separated by blanks: "none", "0 2", "R5". Per-seat
 * facts have a value for each of the seats. */
void hc_fact_put(const struct hc_fact *fact, const struct hc_game *game, const struct hc_deck *deck,
                 unsigned seats, const int64_t *value, struct hc_text *out);
/* Writes a fact as one JSON member (an array for per-seat facts). */
void hc_fact_json(const struct hc_fact *fact, const struct hc_view *view, struct hc_text *out);

#endif
