// SPDX-License-Identifier: MIT
/*
 * uncover.h: the truth in the form of what somebody sees, for matches that are over.
 *
 * Everything else that anybody is shown goes through views. These two functions go round them, so
 * whoever calls them must have made sure that nothing needs to be hidden any more.
 */
#ifndef HC_TABLE_UNCOVER_H
#define HC_TABLE_UNCOVER_H

#include "holecard.h"

/* An event with every card open; `table` is as it was right after it. */
void hc_uncover_event(const struct hc_table *table, const struct hc_event *event,
                      struct hc_seen *seen);
/* Turns over every card of a view of this table. */
void hc_uncover_view(const struct hc_table *table, struct hc_view *view);

#endif
