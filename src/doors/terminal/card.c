// SPDX-License-Identifier: MIT
/* card.c: cards in two sizes, drawn from the deck's table of faces. */
#include "doors/terminal/card.h"

#include <stdio.h>
#include <string.h>

#include "doors/terminal/page_text.h"
#include "doors/terminal/phrase.h"
#include "games/game.h"

enum { NAME_COLUMNS_MAX = 12, CARD_CHARS = 64 };

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

int card_width(const struct hc_view *view)
{
    return 2 + longest_code(deck_of(view)) + 1 + longest_name(view);
}

int card_small_width(const struct hc_view *view)
{
    return 1 + longest_code(deck_of(view)) + (has_colors(deck_of(view)) ? 2 : 1);
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

void card_draw(const struct hc_view *view, int row, int column, unsigned face, unsigned marks)
{
    const struct hc_deck *deck = deck_of(view);
    int width = card_width(view), code = longest_code(deck);
    enum screen_style style = style_of(view, face, marks);
    char name[HC_NAME_CHARS];

    page_put_edge(row, column, width, style, "╭", "─", "╮");
    page_put_edge(row + 1, column, width, style, "│", face < deck->face_count ? " " : "░", "│");
    page_put_edge(row + 2, column, width, style, "╰", "─", "╯");
    if (marks & CARD_MARKED)
        screen_put(row, column + width / 2, 1, style, "*");
    if (face >= deck->face_count)
        return;
    screen_put(row + 1, column + 1, code, style, deck->faces[face].code);
    hc_face_name(view->game, &view->rules, face, phrase_language(), name, sizeof name);
    screen_put(row + 1, column + 2 + code, width - code - 3, style,
               has_colors(deck) ? hc_color_symbol(view->game, deck->faces[face].color) : name);
}

void card_draw_small(const struct hc_view *view, int row, int column, unsigned face, unsigned marks)
{
    const struct hc_deck *deck = deck_of(view);
    enum screen_style style = style_of(view, face, marks);
    char text[CARD_CHARS];

    snprintf(text, sizeof text, "%s%-*s%s ", marks & CARD_MARKED ? "*" : " ", longest_code(deck),
             hc_face_code(view->game, &view->rules, face),
             face < deck->face_count && has_colors(deck)
                 ? hc_color_symbol(view->game, deck->faces[face].color)
                 : "");
    screen_put(row, column, card_small_width(view), style, text);
}
