// SPDX-License-Identifier: MIT
/*
 * picture_card.h: cards as SVG, the same that the web client draws (web/src/cards): the same
 * elements, with the same classes, in the same field of 120 × 176. A test of the web client
 * compares both, and the style below with that of the pages.
 */
#ifndef HC_DOORS_TELEGRAM_PICTURE_CARD_H
#define HC_DOORS_TELEGRAM_PICTURE_CARD_H

#include "core/text.h"
#include "holecard.h"

enum { PICTURE_CARD_WIDTH = 120, PICTURE_CARD_HEIGHT = 176 };

/* How the classes of cards look: the content of a <style>. */
extern const char picture_card_style[];

/* Writes a text with, in order, %s a text of ours, %t a text of anybody's, which is escaped, and %n
 * a number (a double), of which four decimals are kept. */
void picture_put(struct hc_text *out, const char *format, ...);

/* The elements of a card. Its name is in that language. */
void picture_put_face(struct hc_text *out, const struct hc_game *game, const struct hc_rules *rules,
                      unsigned face, const struct hc_language *language);
void picture_put_back(struct hc_text *out);
/* The shape of a colour, about a point. */
void picture_put_shape(struct hc_text *out, const char *paint, double x, double y, double size);

#endif
