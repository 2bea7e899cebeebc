// SPDX-License-Identifier: MIT
/* page_table.c: the seats and the piles of a page. */
#include "doors/terminal/page_layout.h"

#include <stdio.h>
#include <string.h>

#include "doors/terminal/card.h"
#include "table/table.h"

enum {
    COUNT_COLUMNS = 10, /* "12 cards" */
    VALUE_COLUMNS = 7,  /* a value for each seat, behind its name */
    PILES_COLUMNS = 32, /* the least for all piles: colour and penalty stand below them */
    DETAILS_COLUMN = 5, /* where details begin on lines of their own */
    DETAILS_ROWS = 3,   /* the most lines for them */
    OWN_COLUMNS = 36,   /* what a seat with piles of its own will have to say sooner or later */
};

static unsigned awaited(const struct hc_view *view)
{
    const struct hc_phase *phase = &view->game->phases[view->state[HC_STATE_PHASE]];

    return phase->awaits == HC_AWAITS_TURN ? view->state[HC_STATE_TURN] : HC_NONE;
}

static bool is_shown(const struct hc_view *view, const struct hc_fact *fact)
{
    return hc_fact_visible(fact, view->state, view->viewer);
}

/* ---- Seats ----------------------------------------------------------------------------------- */

/* Whether a fact marks this seat. What is true of everybody need not be said. */
static bool is_marked(const struct hc_view *view, const struct hc_fact *fact, unsigned seat)
{
    uint64_t mask = (uint64_t)hc_fact_get(fact, view->state, 0);

    return fact->type == HC_FACT_SEATS && mask != (1ull << view->seats) - 1 && mask >> seat & 1;
}

static void put_cards(const struct hc_view *view, struct hc_spot spot, bool top_last,
                      struct hc_text *out)
{
    for (unsigned i = 0; i < spot.count; i++) {
        unsigned face = view->face[spot.start + (top_last ? spot.count - 1 - i : i)];

        if (face == HC_HIDDEN)
            continue;
        hc_put_char(out, ' ');
        hc_put(out, hc_face_code(view->game, &view->rules, face));
    }
}

/* What the viewer knows of another hand, the seat's own piles, and what marks the seat. */
static void put_details(const struct hc_view *view, unsigned seat, struct hc_text *out)
{
    struct hc_spot hand = view->hand[seat];
    const char *between = "";

    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];

        if (!is_shown(view, fact) || !is_marked(view, fact, seat))
            continue;
        hc_put(out, between);
        page_put_name(out, fact->name);
        between = ", ";
    }
    if (seat != view->viewer && hand.count && view->face[hand.start] != HC_HIDDEN) {
        hc_put(out, between);
        hc_put(out, "holds");
        put_cards(view, hand, false, out);
        between = ", ";
    }
    for (unsigned p = 0; p < view->game->pile_count; p++) {
        if (view->game->piles[p].seat != seat || !view->pile[p].count)
            continue;
        hc_put(out, between);
        page_put_name(out, view->game->piles[p].name);
        put_cards(view, view->pile[p], true, out);
        between = ", ";
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

/* Puts the line of a seat and returns where its details may follow. */
static int draw_seat_line(const struct page *page, unsigned seat, int row, int end)
{
    const struct hc_view *view = page->view;
    bool turn = awaited(view) == seat;
    int column = MARGIN + 2;
    char text[TEXT_CHARS];

    page_put(row, MARGIN, end, SCREEN_TITLE, turn ? "▶" : " ");
    page_put(row, column, end, turn ? SCREEN_TITLE : SCREEN_PLAIN, page->names[seat]);
    column += name_columns(page) + 2;
    snprintf(text, sizeof text, "%2u card%s", view->hand[seat].count,
             view->hand[seat].count == 1 ? "" : "s");
    page_put(row, column, end, SCREEN_PLAIN, text);
    column += COUNT_COLUMNS;
    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];
        struct hc_text out;

        if (!fact->per_seat || !is_shown(view, fact))
            continue;
        hc_text_init(&out, text, sizeof text);
        page_put_name(&out, fact->name);
        hc_put_char(&out, ' ');
        page_put_value(view, page->names, fact, hc_fact_get(fact, view->state, seat), &out);
        page_put(row, column, end, SCREEN_PLAIN, text);
        column += (int)strlen(fact->name) + VALUE_COLUMNS;
    }
    return column;
}

/* Where the details begin if they stand on the seat's own line. */
static int details_column(const struct page *page)
{
    const struct hc_view *view = page->view;
    int column = MARGIN + 2 + name_columns(page) + 2 + COUNT_COLUMNS;

    for (unsigned f = 0; f < view->game->fact_count; f++)
        if (view->game->facts[f].per_seat && is_shown(view, &view->game->facts[f]))
            column += (int)strlen(view->game->facts[f].name) + VALUE_COLUMNS;
    return column;
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
        put_details(view, s, &out);
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
        int column = draw_seat_line(page, s, row, end);
        char text[TEXT_CHARS];
        struct hc_text out;

        hc_text_init(&out, text, sizeof text);
        put_details(page->view, s, &out);
        if (layout->seat_lines > 1)
            page_put_folded(row + 1, layout->seat_lines - 1, DETAILS_COLUMN, end, SCREEN_FAINT,
                            text);
        else
            page_put_folded(row, 1, column, end, SCREEN_PLAIN, text);
    }
}

/* ---- Piles ----------------------------------------------------------------------------------- */

/* Piles of the table; an empty one is shown only if it is the first. */
static bool is_on_table(const struct hc_view *view, unsigned pile)
{
    return view->game->piles[pile].seat == HC_NONE && (!pile || view->pile[pile].count);
}

static unsigned top_of(const struct hc_view *view, unsigned pile)
{
    return view->pile[pile].count ? view->face[view->pile[pile].start] : HC_NONE;
}

static void put_count(const struct hc_view *view, unsigned pile, struct hc_text *out)
{
    const struct hc_pile_kind *kind = &view->game->piles[pile];
    unsigned count = view->pile[pile].count;

    hc_put_number(out, count);
    hc_put(out, count == 1 ? " card" : " cards");
    if (kind->show != HC_SHOW_ALL || count < 2)
        return;
    hc_put_char(out, ':');
    put_cards(view, view->pile[pile], false, out);
}

static int pile_columns(const struct hc_view *view, unsigned pile)
{
    int label = (int)strlen(view->game->piles[pile].name);
    int card = card_width(view), least = 9;

    if (top_of(view, pile) >= HC_FACES_MAX)
        card = 0;
    least = label > least ? label : least;
    return (card > least ? card : least) + 2;
}

/* Facts that players want to see all the time, where a game has them and they hold. */
static const char *const notable[] = {"color", "pending", "pending_face", "pending_target",
                                      "tokens_to_win"};

static bool is_notable(const struct hc_view *view, const struct hc_fact *fact)
{
    int64_t value = hc_fact_get(fact, view->state, 0);

    if (fact->per_seat || !is_shown(view, fact))
        return false;
    for (size_t i = 0; i < sizeof notable / sizeof *notable; i++)
        if (!strcmp(notable[i], fact->name))
            return fact->type == HC_FACT_NUMBER ? value != 0 : value != HC_NONE;
    return false;
}

/* What else lies on the table: the active colour, a penalty that waits. */
static void draw_notable(const struct page *page, int row, int column, int end)
{
    const struct hc_view *view = page->view;

    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];
        unsigned value = (unsigned)hc_fact_get(fact, view->state, 0);
        bool color = fact->type == HC_FACT_COLOR && value < strlen(view->game->grammar.colors);
        char text[TEXT_CHARS];
        struct hc_text out;

        if (!is_notable(view, fact))
            continue;
        hc_text_init(&out, text, sizeof text);
        page_put_name(&out, fact->name);
        column = page_put(row, column, end, SCREEN_PLAIN, text);
        column = page_put(row, column, end, SCREEN_PLAIN, " ");
        hc_text_init(&out, text, sizeof text);
        hc_put(&out, color ? " " : "");
        page_put_value(view, page->names, fact, hc_fact_get(fact, view->state, 0), &out);
        hc_put_char(&out, ' ');
        hc_put(&out, color ? card_color_shape(value) : "");
        hc_put(&out, color ? " " : "");
        column = page_put(row, column, end, color ? card_color_style(value) : SCREEN_TITLE, text);
        column = page_put(row, column, end, SCREEN_PLAIN, "  ");
    }
}

static void draw_back(int row, int column)
{
    screen_put(row, column, 6, SCREEN_FAINT, "╭────╮");
    screen_put(row + 1, column, 6, SCREEN_FAINT, "│░░░░│");
    screen_put(row + 2, column, 6, SCREEN_FAINT, "╰────╯");
}

static void draw_piles_tall(const struct page *page, const struct layout *layout)
{
    const struct hc_view *view = page->view;
    int first = layout->left - layout->piles_columns, column = first;
    int row = layout->seat_row;

    for (unsigned p = 0; p < view->game->pile_count; p++) {
        char text[TEXT_CHARS];
        struct hc_text out;

        if (!is_on_table(view, p))
            continue;
        hc_text_init(&out, text, sizeof text);
        page_put_name(&out, view->game->piles[p].name);
        page_put(row, column, layout->left, SCREEN_FAINT, text);
        if (top_of(view, p) < HC_FACES_MAX)
            card_draw(view, row + 1, column, top_of(view, p), 0);
        else if (view->pile[p].count)
            draw_back(row + 1, column);
        hc_text_init(&out, text, sizeof text);
        put_count(view, p, &out);
        page_put(row + 4, column, layout->left, SCREEN_PLAIN, text);
        column += pile_columns(view, p);
    }
    draw_notable(page, row + 5, first, layout->left);
}

static void draw_piles_short(const struct page *page, const struct layout *layout)
{
    const struct hc_view *view = page->view;
    int row = layout->seat_row - 1, column = MARGIN, end = layout->left - MARGIN;

    for (unsigned p = 0; p < view->game->pile_count; p++) {
        char text[TEXT_CHARS];
        struct hc_text out;

        if (!is_on_table(view, p))
            continue;
        hc_text_init(&out, text, sizeof text);
        page_put_name(&out, view->game->piles[p].name);
        hc_put_char(&out, ' ');
        column = page_put(row, column, end, SCREEN_PLAIN, text);
        if (top_of(view, p) < HC_FACES_MAX) {
            card_draw_small(view, row, column, top_of(view, p), 0);
            column += card_small_width(view) + 1;
        }
        hc_text_init(&out, text, sizeof text);
        put_count(view, p, &out);
        hc_put(&out, "  ");
        column = page_put(row, column, end, SCREEN_PLAIN, text);
    }
    draw_notable(page, row, column, end);
}

void page_draw_piles(const struct page *page, const struct layout *layout)
{
    if (layout->piles_tall)
        draw_piles_tall(page, layout);
    else
        draw_piles_short(page, layout);
}

int page_piles_columns(const struct hc_view *view)
{
    int columns = 0;

    for (unsigned p = 0; p < view->game->pile_count; p++)
        columns += is_on_table(view, p) ? pile_columns(view, p) : 0;
    return columns > PILES_COLUMNS ? columns : PILES_COLUMNS;
}
