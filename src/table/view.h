// SPDX-License-Identifier: MIT
/* view.h: views and seen events as JSON, for whoever has no table. */
#ifndef HC_TABLE_VIEW_H
#define HC_TABLE_VIEW_H

#include "core/text.h"
#include "holecard.h"

/* Writes a view as a JSON member. With an earlier view of the same viewer at the same match, only
 * the members that are not the same. */
void hc_view_write(const struct hc_view *was, const struct hc_view *view, const char *key,
                   struct hc_text *out);
/* Which faces each hand may hold, as masks: those that the viewer sees there, and unless it sees
 * all of the hand, those of which it does not see every copy and that the hand is not known to
 * lack. */
void hc_view_possible(const struct hc_view *view, uint64_t possible[HC_SEATS_MAX]);
/* The same as a JSON member: a list of faces for each seat. */
void hc_possible_write(const struct hc_view *view, const char *key, struct hc_text *out);
/* Writes what was seen of an event as an element of a JSON array. */
void hc_seen_write(const struct hc_game *game, const struct hc_rules *rules,
                   const struct hc_seen *seen, struct hc_text *out);
/* Whether people are told of events of this kind at all. */
bool hc_event_speaks(const struct hc_game *game, unsigned kind);

#endif
