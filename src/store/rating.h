// SPDX-License-Identifier: MIT
/*
 * rating.h: how strong somebody is, and how sure that is: Glicko-2, as Mark Glickman published it
 * ("Example of the Glicko-2 system", 2013), with the system constant 0.5.
 *
 * A match is a rating period of its own. Everybody in it is compared with everybody else, by the
 * ratings from before the match: whoever won has beaten whoever did not, two who won together have
 * drawn, and two who did not win are not compared, since the match does not say who was better.
 */
#ifndef HC_STORE_RATING_H
#define HC_STORE_RATING_H

#include <stddef.h>

struct rating {
    double rating, deviation, volatility;
};

/* One comparison: with whom, and 1 for a win, 0.5 for a draw, 0 for a loss. */
struct rating_game {
    struct rating opponent;
    double score;
};

/* Of somebody who has not played yet. */
extern const struct rating rating_first;

/* The rating after a period; without games only the deviation grows. */
struct rating rating_after(const struct rating *before, const struct rating_game *games,
                           size_t count);

#endif
