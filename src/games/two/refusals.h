// SPDX-License-Identifier: MIT
/* refusals.h: why two says no, beside what all games say. Append only, as in holecard.h. */
#ifndef HC_GAMES_TWO_REFUSALS_H
#define HC_GAMES_TWO_REFUSALS_H

#include "games/game.h"

#define HC_ACTION_PENDING     ((enum hc_refusal)28)
#define HC_MUST_PLAY_COUNTESS ((enum hc_refusal)29)
#define HC_TARGET_PROTECTED   ((enum hc_refusal)30)
#define HC_BAD_GUESS          ((enum hc_refusal)31)

#define TWO_REFUSALS(X)                                                                            \
    X(ACTION_PENDING, action_pending)                                                              \
    X(MUST_PLAY_COUNTESS, must_play_countess)                                                      \
    X(TARGET_PROTECTED, target_protected)                                                          \
    X(BAD_GUESS, bad_guess)

#endif
