// SPDX-License-Identifier: MIT
/*
 * sound.h: whether a view from outside can be one of a table.
 *
 * A bot may only think about such a view, and a step may only be followed from such a view. Reading
 * a view (shown.h, net/view_json.h) keeps each value within its limits; this is about all of them.
 */
#ifndef HC_TABLE_SOUND_H
#define HC_TABLE_SOUND_H

#include "holecard.h"

/* Whether a table that is imagined from the view is sound. False: `why` says what is wrong. */
bool hc_view_sound(const struct hc_view *view, struct hc_problem *why);
/*
 * Whether the view is sound, and its table offers the viewer every action of the view. False: `why`
 * says what is wrong. True for every view that hc_view fills.
 *
 * Fewer actions than the table offers are accepted. Facts that a view never has may each be as the
 * game recalls them (hc_game.recall): whether somebody can still be caught, for example.
 */
bool hc_view_offered(const struct hc_view *view, struct hc_problem *why);

#endif
