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

/* Whether a sound table can be imagined from the view, whatever its actions are. False, with what
 * is wrong in `why`, otherwise. */
bool hc_view_imaginable(const struct hc_view *view, struct hc_problem *why);

/*
 * Imagines a table from the view. True if that table is sound and offers the viewer every action of
 * the view. False, with what is wrong in `why`, otherwise. True for every view that hc_view fills.
 *
 * Fewer actions than the table offers are accepted. Facts that a view never has may each be as the
 * game recalls them (hc_game.recall): whether somebody can still be caught, for example.
 */
bool hc_view_sound(const struct hc_view *view, struct hc_problem *why);

#endif
