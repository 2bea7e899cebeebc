// SPDX-License-Identifier: MIT
/* catalogue.h: what can be chosen and played, as JSON: games with their options and cards, the
 * settings of rooms, the bots. */
#ifndef HC_PROTOCOL_CATALOGUE_H
#define HC_PROTOCOL_CATALOGUE_H

#include "core/text.h"
#include "games/game.h"

/* All of it: `GET /api/games`. */
void catalogue_put(const struct hc_language *language, struct hc_text *out);
/* One game by these rules: how it is played, the options with their values, the cards. */
void catalogue_put_rules(const struct hc_game *game, const struct hc_rules *rules,
                         const struct hc_language *language, struct hc_text *out);

#endif
