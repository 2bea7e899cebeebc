// SPDX-License-Identifier: MIT
/*
 * advice.h: what somebody did, beside what the bot `search` would have done with the same view.
 * Reviews of finished matches are made of it, at the terminal and in a browser.
 */
#ifndef HC_BOTS_ADVICE_H
#define HC_BOTS_ADVICE_H

#include "holecard.h"

struct hc_advice {
    bool is_known;          /* what follows is */
    bool is_same;           /* what was done is the advice, or began it */
    struct hc_command best; /* the advice */
    uint16_t before, after; /* chances to win the round, in permille: with the best, with what was
                               done; never more */
};

/* The scratch memory that it wants, aligned for any object. */
size_t hc_advice_bytes(void);
/* `view` is that of the player right before `done`. The same ones give the same advice. */
void hc_advise(const struct hc_view *view, const struct hc_command *done, void *scratch,
               struct hc_advice *advice);

#endif
