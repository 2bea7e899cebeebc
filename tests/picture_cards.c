// SPDX-License-Identifier: MIT
/*
 * picture_cards.c: prints every card of every game as pictures for chats have it, with the rows
 * that the pages would make their own drawing of, so that web/tests/pictures.test.tsx can compare
 * them.
 */
#include <stdio.h>

#include "core/text.h"
#include "doors/telegram/picture_card.h"
#include "games/game.h"

enum { BYTES = 1 << 20, CARD_BYTES = 8192 };

static char text[BYTES];

static void put_cards(const struct hc_game *game, struct hc_text *out)
{
    static char card[CARD_BYTES];
    struct hc_problem why;
    struct hc_rules rules;
    struct hc_text drawing;
    unsigned face;

    hc_rules_parse(game, "", &rules, &why);
    hc_json_open(out, "drawn", '{');
    for (size_t i = 0; (face = hc_face_at(game, &rules, i)) != HC_NONE; i++) {
        hc_text_init(&drawing, card, sizeof card);
        picture_put_face(&drawing, game, &rules, face, NULL);
        hc_json_string(out, hc_face_code(game, &rules, face), card);
    }
    hc_json_close(out, '}');
    if (hc_deck_name(game, &rules))
        hc_json_word(out, "deck", hc_deck_name(game, &rules));
}

int main(void)
{
    static char back[CARD_BYTES];
    const struct hc_game *game;
    struct hc_text out, drawing;

    hc_text_init(&out, text, sizeof text);
    hc_json_open(&out, NULL, '{');
    hc_json_string(&out, "style", picture_card_style);
    hc_text_init(&drawing, back, sizeof back);
    picture_put_back(&drawing);
    hc_json_string(&out, "back", back);
    hc_json_open(&out, "games", '[');
    for (size_t i = 0; (game = hc_game_at(i)); i++) {
        hc_json_open(&out, NULL, '{');
        hc_json_string(&out, "name", game->name);
        hc_game_json(game, NULL, &out);
        put_cards(game, &out);
        hc_json_close(&out, '}');
    }
    hc_json_close(&out, ']');
    hc_json_close(&out, '}');
    puts(text);
    return out.length < sizeof text ? 0 : 1;
}
