// SPDX-License-Identifier: MIT
/*
 * offer.h: what people are offered, where the exact list of actions would tell them a secret.
 *
 * Programs are given the exact list: that a player can be caught is worth knowing. People have to
 * notice it themselves, so a door for people offers what may be tried (hc_game.tried).
 */
#ifndef HC_TABLE_OFFER_H
#define HC_TABLE_OFFER_H

#include "holecard.h"

/* Adds to a view's actions what may be tried, by what everybody can see, and be refused. */
void hc_offer(struct hc_view *view);

#endif
