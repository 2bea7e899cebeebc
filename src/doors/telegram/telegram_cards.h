// SPDX-License-Identifier: MIT
/*
 * telegram_cards.h: cards and colours as emoji: "🔴5️⃣".
 *
 * What stands on a card comes from the tables of its game; only which emoji stands for a paint, a
 * digit or a kind of effect is settled here. A card for which that does not say enough has its name
 * beside it.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_CARDS_H
#define HC_DOORS_TELEGRAM_TELEGRAM_CARDS_H

#include "core/text.h"
#include "holecard.h"

/* The emoji of a colour of the game. */
const char *tg_color(const struct hc_game *game, unsigned color);
/* A card as it stands on a button: plain text. */
void tg_put_card(const struct hc_view *view, unsigned face, const struct hc_language *language,
                 struct hc_text *out);
/* The same with its name in any case. */
void tg_put_card_named(const struct hc_view *view, unsigned face,
                       const struct hc_language *language, struct hc_text *out);

#endif
