// SPDX-License-Identifier: MIT
/*
 * shown.h: views and seen events, read from the JSON that view.c and seen_text.c write, where there
 * is no library for JSON: in a page's module, which follows what somebody else's table shows.
 *
 * The text may come from anybody. What is read stays within the limits of its game. Whether a view
 * can be true is for sound.h, and whether a step can is for follow.h. Members that are not needed
 * are passed over.
 */
#ifndef HC_TABLE_SHOWN_H
#define HC_TABLE_SHOWN_H

#include "holecard.h"

/* The name of the game in a view; false if there is none of that name. */
bool hc_shown_game(const char *json, size_t length, const struct hc_game **game);
/* False: `why` says what is wrong, and the view is worth nothing. */
bool hc_shown_view(const char *json, size_t length, const struct hc_game *game,
                   const struct hc_rules *rules, struct hc_view *view, struct hc_problem *why);
/* A list of events as the viewer of `view` saw them, at most `most`. */
bool hc_shown_events(const char *json, size_t length, const struct hc_view *view,
                     struct hc_seen *seen, unsigned most, unsigned *count, struct hc_problem *why);

#endif
