// SPDX-License-Identifier: MIT
/* seats.h: how many seats a test of every game gives to one of them. */
#ifndef HC_TESTS_SEATS_H
#define HC_TESTS_SEATS_H

#include "holecard.h"

/* As many as are wanted, or the nearest number that these rules allow. */
static inline unsigned seats_near(const struct hc_game *game, const struct hc_rules *rules,
                                  unsigned wanted)
{
    unsigned least = hc_seats_min(game, rules), most = hc_seats_max(game, rules);

    return wanted < least ? least : wanted > most ? most : wanted;
}

#endif
