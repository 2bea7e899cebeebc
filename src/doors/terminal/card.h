// SPDX-License-Identifier: MIT
/*
 * card.h: how a card is drawn.
 *
 * A card always shows its code. Its colour is shown by the paper and by a shape as well, so that
 * nobody needs to see colours. A game whose cards have no colours shows their names instead of the
 * shape. There are three sizes: one row, for a hand that is large or a window that is small; three
 * rows with a frame; and five, where there is plenty of room.
 */
#ifndef HC_DOORS_TERMINAL_CARD_H
#define HC_DOORS_TERMINAL_CARD_H

#include "doors/terminal/screen.h"
#include "holecard.h"

enum card_size { CARD_SMALL = 1, CARD_MEDIUM = 3, CARD_LARGE = 5 }; /* in rows */

/* How one card differs from the others of a hand. */
enum card_mark {
    CARD_MARKED = 1,   /* it can be played: a star */
    CARD_SELECTED = 2, /* the cursor is on it: reversed */
};

/* How many columns a card of this deck takes; the same for all of them. */
int card_width(const struct hc_view *view, enum card_size size);
/* Draws a card with its top left corner there. HC_HIDDEN is a card face down. */
void card_draw(const struct hc_view *view, enum card_size size, int row, int column, unsigned face,
               unsigned marks);

/* Of one of the game's colours, or HC_NONE. */
enum screen_style card_color_style(const struct hc_game *game, unsigned color);

#endif
