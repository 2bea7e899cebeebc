// SPDX-License-Identifier: MIT
/*
 * length.h: how long a match is, as people mean it (hc_match_length), apart from the other rules.
 * So a preset keeps its name when only one round of it is played.
 */
#ifndef HC_DOORS_TERMINAL_LENGTH_H
#define HC_DOORS_TERMINAL_LENGTH_H

#include "holecard.h"

/* How many lengths the game has. */
unsigned length_count(const struct hc_game *game);
/* Which of them these rules have; HC_NONE: one of their own. */
unsigned length_of(const struct hc_game *game, const struct hc_rules *rules);
/* Gives the rules that length. HC_NONE changes nothing. */
void length_set(const struct hc_game *game, unsigned length, struct hc_rules *rules);

#endif
