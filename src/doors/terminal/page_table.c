// SPDX-License-Identifier: MIT
/* page_table.c: the seats and the piles of a page. */
#include "doors/terminal/page_layout.h"

#include <stdio.h>
#include <string.h>

#include "doors/terminal/card.h"
#include "table/facts.h"

enum {
    COUNT_COLUMNS = 10, /* "12 cards" */
    GAP_COLUMNS = 2,    /* behind what is said of each seat */
    PILES_COLUMNS = 32, /* the least for all piles: colour and penalty stand below them */
    DETAILS_COLUMN = 5, /* where details begin on lines of their own */
    DETAILS_ROWS = 3,   /* the most lines for them */
    OWN_COLUMNS = 36,   /* what a seat with piles of its own will have to say sooner or later */
};

/* ---- Seats ----------------------------------------------------------------------------------- */

void page_put_details(const struct page *page, unsigned seat, struct hc_text *out)
{
    const struct hc_view *view = page->view;
    struct hc_spot hand = view->hand[seat];

    if (page->absent >> seat & 1)
        hc_put(out, phrase_word(TERMINAL_NOT_CONNECTED));
    for (unsigned f = 0; f < view->game->fact_count; f++)
        if (phrase_is_marked(view, &view->game->facts[f], seat)) {
            hc_put(out, out->length ? ", " : "");
            hc_put(out, phrase_label(view->game, &view->game->facts[f]));
        }
    if (seat != view->viewer && hand.count && view->face[hand.start] != HC_HIDDEN) {
        hc_put(out, out->length ? ", " : "");
        hc_put(out, phrase_word(TERMINAL_HOLDS));
        phrase_put_cards(view, hand, false, out);
    }
    for (unsigned p = 0; p < view->game->pile_count; p++) {
        if (view->game->piles[p].seat != seat || !view->pile[p].count)
            continue;
        hc_put(out, out->length ? ", " : "");
        hc_put(out, phrase_pile(view->game, p));
        phrase_put_cards(view, view->pile[p], true, out);
    }
}

static int name_columns(const struct page *page)
{
    int longest = 3;

    for (unsigned s = 0; s < page->view->seats; s++)
        if (page_columns(page->names[s]) > longest)
            longest = page_columns(page->names[s]);
    return longest;
}

static int fact_columns(const struct page *page, const struct hc_fact *fact)
{
    const struct hc_view *view = page->view;
    int widest = 0;

    for (unsigned s = 0; s < view->seats && phrase_is_told(view, fact); s++) {
        char text[TEXT_CHARS];
        struct hc_text out;

        hc_text_init(&out, text, sizeof text);
        phrase_put_fact(view, page->names, fact, s, &out);
        widest = page_columns(text) > widest ? page_columns(text) : widest;
    }
    return widest ? widest + GAP_COLUMNS : 0;
}

/* Where the facts of each seat begin on its line, and where the details begin behind them. */
static int facts_column(const struct page *page)
{
    return MARGIN + 2 + name_columns(page) + 2 + COUNT_COLUMNS;
}

static int details_column(const struct page *page)
{
    int column = facts_column(page);

    for (unsigned f = 0; f < page->view->game->fact_count; f++)
        column += fact_columns(page, &page->view->game->facts[f]);
    return column;
}

static void draw_seat_line(const struct page *page, unsigned seat, int row, int end)
{
    const struct hc_view *view = page->view;
    bool turn = hc_view_awaits(view) == seat;
    int column = facts_column(page);
    char text[TEXT_CHARS];
    struct hc_text count;

    page_put(row, MARGIN, end, SCREEN_TITLE, turn ? "▶" : " ");
    page_put(row, MARGIN + 2, end, turn ? SCREEN_TITLE : SCREEN_PLAIN, page->names[seat]);
    hc_text_init(&count, text, sizeof text);
    hc_put(&count, view->hand[seat].count < 10 ? " " : "");
    phrase_put_count(view->hand[seat].count, &count);
    page_put(row, column - COUNT_COLUMNS, end, SCREEN_PLAIN, text);
    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];
        struct hc_text out;

        if (!fact_columns(page, fact))
            continue;
        hc_text_init(&out, text, sizeof text);
        phrase_put_fact(view, page->names, fact, seat, &out);
        page_put(row, column, end, SCREEN_PLAIN, text);
        column += fact_columns(page, fact);
    }
}

int page_seat_lines(const struct page *page, int end)
{
    const struct hc_view *view = page->view;
    int room = end - details_column(page), lines = 1;

    for (unsigned p = 0; p < view->game->pile_count; p++)
        if (view->game->piles[p].seat != HC_NONE && room < OWN_COLUMNS)
            lines = 2;
    for (unsigned s = 0; s < view->seats; s++) {
        char text[TEXT_CHARS];
        struct hc_text out;
        int rows;

        hc_text_init(&out, text, sizeof text);
        page_put_details(page, s, &out);
        rows = page_columns(text) <= room
                   ? 1
                   : 1 + page_fold_rows(text, end - DETAILS_COLUMN, DETAILS_ROWS);
        lines = rows > lines ? rows : lines;
    }
    return lines;
}

void page_draw_seats(const struct page *page, const struct layout *layout)
{
    int end = layout->left - (layout->piles_tall ? layout->piles_columns : 0) - MARGIN;

    for (unsigned s = 0; s < page->view->seats; s++) {
        int row = layout->seat_row + (int)s * (layout->seat_lines + layout->seat_gap);
        char text[TEXT_CHARS];
        struct hc_text out;

        draw_seat_line(page, s, row, end);
        hc_text_init(&out, text, sizeof text);
        page_put_details(page, s, &out);
        if (layout->seat_lines > 1)
            page_put_folded(row + 1, layout->seat_lines - 1, DETAILS_COLUMN, end, SCREEN_FAINT,
                            text);
        else
            page_put_folded(row, 1, details_column(page), end, SCREEN_PLAIN, text);
    }
}

/* ---- Piles ----------------------------------------------------------------------------------- */

bool page_pile_is_shown(const struct hc_view *view, unsigned pile)
{
    const struct hc_pile_kind *kind = &view->game->piles[pile];

    return kind->seat == HC_NONE && (!pile || view->pile[pile].count || kind->owners);
}

unsigned page_pile_top(const struct hc_view *view, unsigned pile)
{
    return view->pile[pile].count ? view->face[view->pile[pile].start] : HC_NONE;
}

/* How many cards there are, and which, if all of them are shown. */
static const char *pile_count(const struct hc_view *view, unsigned pile, char text[TEXT_CHARS])
{
    unsigned count = view->pile[pile].count;
    struct hc_text out;

    hc_text_init(&out, text, TEXT_CHARS);
    phrase_put_count(count, &out);
    if (view->game->piles[pile].show == HC_SHOW_ALL && count > 1) {
        hc_put_char(&out, ':');
        phrase_put_cards(view, view->pile[pile], true, &out);
    }
    return text;
}

/* A pile whose cards have owners has its place for one card of each seat from the beginning. */
static int pile_columns(const struct hc_view *view, unsigned pile, enum card_size size)
{
    int label = page_columns(phrase_pile(view->game, pile));
    int card = card_width(view, size), least = 9;

    if (view->game->piles[pile].owners)
        return view->seats * (card + 1) + 1;
    if (page_pile_top(view, pile) >= HC_FACES_MAX)
        card = 0;
    least = label > least ? label : least;
    return (card > least ? card : least) + 2;
}

/* A colour in its own paper: " green G ■ ". */
enum screen_style page_headline(const struct page *page, const struct hc_fact *fact,
                                char text[TEXT_CHARS])
{
    const struct hc_view *view = page->view;
    unsigned color = (unsigned)hc_fact_get(fact, view->state, 0);
    struct hc_text out;

    if (fact->type == HC_FACT_COLOR) {
        snprintf(text, TEXT_CHARS, " %s %c %s ",
                 hc_color_name(view->game, color, phrase_language()),
                 view->game->grammar.colors[color], hc_color_symbol(view->game, color));
        return card_color_style(view->game, color);
    }
    hc_text_init(&out, text, TEXT_CHARS);
    phrase_put_value(view, page->names, fact, 0, &out);
    hc_put_char(&out, ' ');
    return SCREEN_TITLE;
}

/* What else lies on the table: the active colour, a penalty that waits. */
static void draw_headlines(const struct page *page, int row, int column, int end)
{
    const struct hc_view *view = page->view;

    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];
        char text[TEXT_CHARS];

        if (!phrase_is_headline(view, fact))
            continue;
        snprintf(text, sizeof text, "%s ", phrase_label(view->game, fact));
        column = page_put(row, column, end, SCREEN_PLAIN, text);
        column = page_put(row, column, end, page_headline(page, fact, text), text);
        column = page_put(row, column, end, SCREEN_PLAIN, "  ");
    }
}

static void draw_back(int row, int column, int rows)
{
    page_put_edge(row, column, 6, SCREEN_FAINT, "╭", "─", "╮");
    for (int i = 1; i < rows - 1; i++)
        page_put_edge(row + i, column, 6, SCREEN_FAINT, "│", "░", "│");
    page_put_edge(row + rows - 1, column, 6, SCREEN_FAINT, "╰", "─", "╯");
}

/* All cards of a pile side by side, the first one first, each above the name of its owner. */
static void draw_laid(const struct page *page, unsigned pile, enum card_size size, int row,
                      int column)
{
    const struct hc_view *view = page->view;
    struct hc_spot spot = view->pile[pile];
    int width = card_width(view, size);

    for (unsigned i = spot.count; i-- > 0; column += width + 1) {
        unsigned owner = hc_view_owner(view, pile, i);

        card_draw(view, size, row, column, view->face[spot.start + i], 0);
        if (owner < view->seats)
            page_put(row + (int)size, column, column + width, SCREEN_PLAIN, page->names[owner]);
    }
}

static void draw_piles_tall(const struct page *page, const struct layout *layout)
{
    const struct hc_view *view = page->view;
    int first = layout->left - layout->piles_columns, column = first;
    enum card_size size = layout->cards == CARD_LARGE ? CARD_LARGE : CARD_MEDIUM;
    int row = layout->seat_row;

    for (unsigned p = 0; p < view->game->pile_count; p++) {
        char text[TEXT_CHARS];

        if (!page_pile_is_shown(view, p))
            continue;
        page_put(row, column, layout->left, SCREEN_FAINT, phrase_pile(view->game, p));
        if (view->game->piles[p].owners) {
            draw_laid(page, p, size, row + 1, column);
            column += pile_columns(view, p, size);
            continue;
        }
        if (page_pile_top(view, p) < HC_FACES_MAX)
            card_draw(view, size, row + 1, column, page_pile_top(view, p), 0);
        else if (view->pile[p].count)
            draw_back(row + 1, column, (int)size);
        page_put(row + 1 + (int)size, column, layout->left, SCREEN_PLAIN,
                 pile_count(view, p, text));
        column += pile_columns(view, p, size);
    }
    draw_headlines(page, row + 2 + (int)size, first, layout->left);
}

static int draw_laid_short(const struct page *page, unsigned pile, int row, int column, int end)
{
    const struct hc_view *view = page->view;
    struct hc_spot spot = view->pile[pile];

    for (unsigned i = spot.count; i-- > 0;) {
        unsigned owner = hc_view_owner(view, pile, i);

        if (column + card_width(view, CARD_SMALL) >= end)
            break;
        card_draw(view, CARD_SMALL, row, column, view->face[spot.start + i], 0);
        column += card_width(view, CARD_SMALL) + 1;
        if (owner < view->seats)
            column = page_put(row, column, end, SCREEN_PLAIN, page->names[owner]) + 1;
    }
    return column + 1;
}

static void draw_piles_short(const struct page *page, const struct layout *layout)
{
    const struct hc_view *view = page->view;
    int row = layout->seat_row - 1, column = MARGIN, end = layout->left - MARGIN;

    for (unsigned p = 0; p < view->game->pile_count; p++) {
        char text[TEXT_CHARS];

        if (!page_pile_is_shown(view, p))
            continue;
        column = page_put(row, column, end, SCREEN_PLAIN, phrase_pile(view->game, p)) + 1;
        if (view->game->piles[p].owners) {
            column = draw_laid_short(page, p, row, column, end);
            continue;
        }
        if (page_pile_top(view, p) < HC_FACES_MAX) {
            card_draw(view, CARD_SMALL, row, column, page_pile_top(view, p), 0);
            column += card_width(view, CARD_SMALL) + 1;
        }
        column = page_put(row, column, end, SCREEN_PLAIN, pile_count(view, p, text)) + 2;
    }
    draw_headlines(page, row, column, end);
}

void page_draw_piles(const struct page *page, const struct layout *layout)
{
    if (layout->piles_tall)
        draw_piles_tall(page, layout);
    else
        draw_piles_short(page, layout);
}

int page_piles_columns(const struct hc_view *view, enum card_size size)
{
    int columns = 0;

    for (unsigned p = 0; p < view->game->pile_count; p++)
        columns += page_pile_is_shown(view, p) ? pile_columns(view, p, size) : 0;
    return columns > PILES_COLUMNS ? columns : PILES_COLUMNS;
}
