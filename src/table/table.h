// SPDX-License-Identifier: MIT
/* table.h: what the table layer shares inside the engine beyond the public header. */
#ifndef HC_TABLE_TABLE_H
#define HC_TABLE_TABLE_H

#include "games/games_inside.h"
#include "table/facts.h"
#include "table/view.h"
#include "core/language.h"

/* The same as hc_submit, with the next deck given instead of shuffled; for scenarios. */
enum hc_refusal hc_submit_rigged(struct hc_table *table, unsigned seat,
                                 const struct hc_command *command, uint64_t now_ms,
                                 struct hc_events *events, const uint8_t *deck, unsigned count);

/* The same as hc_table_check for a position, or a deck that was given: of those, cards may be
 * missing. */
const char *hc_table_check_part(const struct hc_table *table);

/* Whether a kind of event has an argument with that letter. */
bool hc_event_has(const struct hc_event_kind *kind, char letter);
/* Whether a sentence about an event of this kind may have a place with that name. */
bool hc_event_carries(const struct hc_event_kind *kind, struct words_span name);
/* Whether an event from outside names only seats and cards that this table has, no card twice. */
bool hc_event_plausible(const struct hc_table *table, const struct hc_event *event);
/* Whether a number is the verb of a command that the arguments fit. */
bool hc_command_plausible(const struct hc_game *game, const struct hc_rules *rules,
                          const struct hc_command *command);

/* A table as a view may have come from, by the same dice as the same: what the view hides is dealt
 * anew, also to hands that are taken to lack it. `shown` are the cards that the view names. */
void hc_table_imagine(struct hc_table *table, const struct hc_view *view, struct hc_dice *dice,
                      struct hc_cards *shown);

/* The key of a match: a hash of the secret seed, into which contributions are mixed. */
void hc_deal_key(const uint8_t seed[HC_SEED_BYTES], uint8_t key[HC_SEED_BYTES]);
void hc_deal_mix(uint8_t key[HC_SEED_BYTES], unsigned seat, const uint8_t entropy[HC_SEED_BYTES]);

#endif
