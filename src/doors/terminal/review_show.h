// SPDX-License-Identifier: MIT
/* review_show.h: a review on the full screen, or as lines. */
#ifndef HC_DOORS_TERMINAL_REVIEW_SHOW_H
#define HC_DOORS_TERMINAL_REVIEW_SHOW_H

#include "doors/terminal/replay.h"

/* Shows the review of the wish's viewer; it can be given up at any time. False, and why, if there
 * is none. */
bool review_show(const struct wish *wish, const struct logfile *file, struct hc_problem *why);

#endif
