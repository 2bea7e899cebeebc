// SPDX-License-Identifier: MIT
/* wording.h: what the tables of a game are called, inside of sentences. */
#ifndef HC_GAMES_WORDING_H
#define HC_GAMES_WORDING_H

#include "games/game.h"
#include "core/template.h"

/* The name of a face or a colour, in a form. */
void hc_face_write(const struct hc_game *game, const struct hc_rules *rules, unsigned face,
                   struct words_work *work, struct words_span form);
void hc_color_write(const struct hc_game *game, unsigned color, struct words_work *work,
                    struct words_span form);

/* {rules.NAME}: an option of these rules. False if the name is none of those. */
bool hc_rules_put(const struct hc_game *game, const struct hc_rules *rules, struct words_work *work,
                  struct words_span name);
bool hc_rules_pick(const struct hc_game *game, const struct hc_rules *rules,
                   const struct words_work *work, struct words_span name, struct words_pick *pick);

#endif
