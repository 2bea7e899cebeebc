// SPDX-License-Identifier: MIT
/*
 * telegram_picture.h: a table and a hand as pictures for chats, as SVG.
 *
 * They are made from a view, so they show what its viewer may know and nothing else, and from the
 * tables of the game, so that no rule is known here. A picture says nothing that the text beside it
 * does not say: that text is the caption, for those who cannot see. Letters are set in the fonts of
 * the machine that makes a PNG of it.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_PICTURE_H
#define HC_DOORS_TELEGRAM_TELEGRAM_PICTURE_H

#include "core/text.h"
#include "room/room_view.h"

/* Always enough: every face once, and a line for each card. */
enum { TELEGRAM_PICTURE_BYTES = 256 << 10 };

/* The table as everybody may see it: seats, piles, whose turn it is. The view is a spectator's. */
void telegram_picture_table(const struct hc_view *view, const struct hc_room_view *room,
                            const struct hc_language *language, struct hc_text *out);
/*
 * The hand of the view's own seat, and what lies in the middle. Cards stand in the order of the
 * view, numbered from 1; those that can be played now are raised, the others dim.
 */
void telegram_picture_hand(const struct hc_view *view, const struct hc_language *language,
                           struct hc_text *out);

#endif
