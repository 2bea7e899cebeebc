// SPDX-License-Identifier: MIT
/* telegram_cards.c: cards and colours as emoji. */
#include "doors/telegram/telegram_cards.h"

#include "core/memory.h"

/* Whether no other colour of the game is painted alike: then its paint tells it. */
static bool has_own_paint(const struct hc_game *game, unsigned color)
{
    size_t count = hc_length(hc_color_codes(game));

    for (unsigned c = 0; c < count; c++)
        if (c != color && hc_color_paint(game, c) == hc_color_paint(game, color))
            return false;
    return true;
}

const char *tg_color(const struct hc_game *game, unsigned color)
{
    static const char *const emoji[] = {
        [HC_PAINT_RED] = "🔴",       [HC_PAINT_BLUE] = "🔵",  [HC_PAINT_GREEN] = "🟢",
        [HC_PAINT_YELLOW] = "🟡", [HC_PAINT_BLACK] = "⚫", [HC_PAINT_NONE] = "🌈",
    };

    if (color >= hc_length(hc_color_codes(game)))
        return emoji[HC_PAINT_NONE];
    return has_own_paint(game, color) ? emoji[hc_color_paint(game, color)]
                                      : hc_color_symbol(game, color);
}

/* Effects that a sign stands for. */
static const char *sign_of(const struct hc_effect *effect)
{
    static const char *const signs[][2] = {{"skip", "🚫"}, {"reverse", "🔄"}};

    for (size_t i = 0; effect && i < sizeof signs / sizeof *signs; i++)
        if (hc_text_same(effect->name, signs[i][0]))
            return signs[i][1];
    return NULL;
}

/* What stands on a card beside its colour; false if no emoji says it. */
static bool put_value(const struct hc_view *view, unsigned face, struct hc_text *out)
{
    const char *value = hc_face_value(view->game, &view->rules, face);
    const struct hc_effect *effect = hc_face_effect(view->game, &view->rules, face);
    const char *sign = sign_of(effect);

    if (value[0] >= '0' && value[0] <= '9' && !value[1]) {
        hc_put_char(out, value[0]);
        hc_put(out, "\uFE0F\u20E3");
        return true;
    }
    if (sign) {
        hc_put(out, sign);
        return true;
    }
    if (effect && effect->draws) {
        hc_put_char(out, '+');
        hc_put_number(out, effect->draws);
        return true;
    }
    return false;
}

static void put_card(const struct hc_view *view, unsigned face, bool named,
                     const struct hc_language *language, struct hc_text *out)
{
    unsigned color = hc_face_color(view->game, &view->rules, face);
    bool is_wild = hc_face_class(view->game, &view->rules, face) == HC_CLASS_WILD;
    char name[HC_NAME_CHARS];

    if (face == HC_HIDDEN) {
        hc_put(out, "🂠");
        return;
    }
    if (color != HC_NONE || is_wild)
        hc_put(out, tg_color(view->game, color));
    if (put_value(view, face, out) && color != HC_NONE && !named)
        return;
    hc_put_char(out, ' ');
    hc_face_name(view->game, &view->rules, face, language, name, sizeof name);
    hc_put(out, name);
}

void tg_put_card(const struct hc_view *view, unsigned face, const struct hc_language *language,
                 struct hc_text *out)
{
    put_card(view, face, false, language, out);
}

void tg_put_card_named(const struct hc_view *view, unsigned face,
                       const struct hc_language *language, struct hc_text *out)
{
    put_card(view, face, true, language, out);
}
