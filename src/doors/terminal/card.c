// SPDX-License-Identifier: MIT
/* card.c: cards in three sizes, drawn from the deck's table of faces. */
#include "doors/terminal/card.h"

#include <stdio.h>
#include <string.h>

#include "doors/terminal/page_text.h"
#include "doors/terminal/phrase.h"
#include "games/game.h"

enum {
    NAME_COLUMNS_MAX = 12,
    CARD_CHARS = 64,
    LARGE_COLUMNS = 3, /* that a large card is wider */
};

static const struct hc_deck *deck_of(const struct hc_view *view)
{
    return hc_deck_of(view->game, &view->rules);
}

enum screen_style card_color_style(const struct hc_game *game, unsigned color)
{
    static const enum screen_style styles[] = {
        [HC_PAINT_RED] = SCREEN_RED,     [HC_PAINT_BLUE] = SCREEN_BLUE,
        [HC_PAINT_GREEN] = SCREEN_GREEN, [HC_PAINT_YELLOW] = SCREEN_YELLOW,
        [HC_PAINT_BLACK] = SCREEN_BLACK, [HC_PAINT_NONE] = SCREEN_WILD,
    };

    return styles[hc_color_paint(game, color)];
}

static bool has_colors(const struct hc_deck *deck)
{
    for (unsigned f = 0; f < deck->face_count; f++)
        if (deck->faces[f].color != HC_NONE)
            return true;
    return false;
}

static int longest_code(const struct hc_deck *deck)
{
    size_t longest = 1;

    for (unsigned f = 0; f < deck->face_count; f++)
        longest = strlen(deck->faces[f].code) > longest ? strlen(deck->faces[f].code) : longest;
    return (int)longest;
}

/* The columns for a shape, or for the longest name. */
static int longest_name(const struct hc_view *view)
{
    const struct hc_deck *deck = deck_of(view);
    int longest = 1;

    for (unsigned f = 0; f < deck->face_count && !has_colors(deck); f++) {
        char name[HC_NAME_CHARS];

        hc_face_name(view->game, &view->rules, f, phrase_language(), name, sizeof name);
        longest = page_columns(name) > longest ? page_columns(name) : longest;
    }
    return longest < NAME_COLUMNS_MAX ? longest : NAME_COLUMNS_MAX;
}

int card_width(const struct hc_view *view, enum card_size size)
{
    int code = longest_code(deck_of(view)), name = longest_name(view);

    if (size == CARD_SMALL)
        return 1 + code + (has_colors(deck_of(view)) ? 2 : 1);
    return 2 + code + 1 + name + (size == CARD_LARGE ? LARGE_COLUMNS : 0);
}

static enum screen_style style_of(const struct hc_view *view, unsigned face, unsigned marks)
{
    const struct hc_deck *deck = deck_of(view);

    if (marks & CARD_SELECTED)
        return SCREEN_SELECTED;
    if (face >= deck->face_count || !has_colors(deck))
        return SCREEN_PLAIN;
    return card_color_style(view->game, deck->faces[face].color);
}

static void draw_small(const struct hc_view *view, int row, int column, unsigned face,
                       unsigned marks)
{
    const struct hc_deck *deck = deck_of(view);
    char text[CARD_CHARS];

    snprintf(text, sizeof text, "%s%-*s%s ", marks & CARD_MARKED ? "*" : " ", longest_code(deck),
             hc_face_code(view->game, &view->rules, face),
             face < deck->face_count && has_colors(deck)
                 ? hc_color_symbol(view->game, deck->faces[face].color)
                 : "");
    screen_put(row, column, card_width(view, CARD_SMALL), style_of(view, face, marks), text);
}

/* The corner has all that matters, so that cards which overlap are read by their left edge. */
static void draw_face(const struct hc_view *view, enum card_size size, int row, int column,
                      unsigned face, enum screen_style style)
{
    const struct hc_deck *deck = deck_of(view);
    int width = card_width(view, size), code = longest_code(deck);
    const char *shape = hc_color_symbol(view->game, deck->faces[face].color);
    char name[HC_NAME_CHARS];

    screen_put(row + 1, column + 1, code, style, deck->faces[face].code);
    hc_face_name(view->game, &view->rules, face, phrase_language(), name, sizeof name);
    screen_put(row + 1, column + 2 + code, width - code - 3, style,
               has_colors(deck) ? shape : name);
    if (size != CARD_LARGE)
        return;
    if (has_colors(deck))
        for (int i = -1; i <= 1; i++)
            screen_put(row + 2, column + width / 2 + 2 * i, 1, style, shape);
    screen_put(row + 3, column + width - 1 - (int)strlen(deck->faces[face].code), code, style,
               deck->faces[face].code);
}

void card_draw(const struct hc_view *view, enum card_size size, int row, int column, unsigned face,
               unsigned marks)
{
    const struct hc_deck *deck = deck_of(view);
    int width = card_width(view, size);
    enum screen_style style = style_of(view, face, marks);

    if (size == CARD_SMALL) {
        draw_small(view, row, column, face, marks);
        return;
    }
    page_put_edge(row, column, width, style, "╭", "─", "╮");
    for (int i = 1; i < (int)size - 1; i++)
        page_put_edge(row + i, column, width, style, "│", face < deck->face_count ? " " : "░", "│");
    page_put_edge(row + (int)size - 1, column, width, style, "╰", "─", "╯");
    if (marks & CARD_MARKED)
        screen_put(row, column + card_width(view, CARD_MEDIUM) / 2, 1, style, "*");
    if (face < deck->face_count)
        draw_face(view, size, row, column, face, style);
}
