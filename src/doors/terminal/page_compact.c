// SPDX-License-Identifier: MIT
/*
 * page_compact.c: the page of a window that is smaller than PAGE_COLUMNS or PAGE_ROWS.
 *
 * From the top: the game, the round and the clock; the piles; the seats, a row for each or several
 * in a row; what happened last; the hand in small cards; what may be done; an answer; the input
 * line; the keys. Only what happened has no heading. Everything that must give way is in one list:
 * see ways.
 */
#include <stdio.h>

#include "doors/terminal/page_layout.h"
#include "table/facts.h"

enum { GAP = 2, OFFER_ROWS = 3, SEAT_ROWS = 2 };

/* Texts that follow each other in as many rows as they take. */
struct flow {
    int row, column, end;
    bool draws; /* otherwise it only counts */
};

static void flow_put(struct flow *flow, enum screen_style style, const char *text)
{
    int columns = page_columns(text);

    if (flow->draws)
        page_put_folded(flow->row, 1, flow->column, flow->end, style, text);
    flow->column += columns;
}

/* Goes to the next row if so many columns do not fit into this one. */
static void flow_make_room(struct flow *flow, int columns)
{
    if (flow->column > MARGIN && flow->column + columns > flow->end) {
        flow->row++;
        flow->column = MARGIN;
    }
}

/* ---- The piles ------------------------------------------------------------------------------- */

static void flow_pile(const struct hc_view *view, unsigned pile, struct flow *flow)
{
    unsigned top = page_pile_top(view, pile), count = view->pile[pile].count;
    int card = top < HC_FACES_MAX ? card_width(view, CARD_SMALL) + 1 : 0;
    char label[TEXT_CHARS], rest[TEXT_CHARS];
    struct hc_text out;

    snprintf(label, sizeof label, "%s ", phrase_pile(view->game, pile));
    hc_text_init(&out, rest, sizeof rest);
    if (view->game->piles[pile].show == HC_SHOW_ALL && count > 1)
        phrase_put_cards(view, view->pile[pile], true, &out);
    else if (!card)
        hc_put_number(&out, count);
    flow_make_room(flow, page_columns(label) + card + page_columns(rest));
    flow_put(flow, SCREEN_FAINT, label);
    if (card && flow->draws)
        card_draw(view, CARD_SMALL, flow->row, flow->column, top, 0);
    flow->column += card;
    flow_put(flow, SCREEN_PLAIN, rest);
    flow->column += GAP;
}

/* A pile whose cards have owners is shown whole, each card with whose it is, the first one first.
 */
static void flow_laid(const struct page *page, unsigned pile, struct flow *flow)
{
    const struct hc_view *view = page->view;
    struct hc_spot spot = view->pile[pile];
    char label[TEXT_CHARS];

    snprintf(label, sizeof label, "%s ", phrase_pile(view->game, pile));
    flow_make_room(flow, page_columns(label));
    flow_put(flow, SCREEN_FAINT, label);
    for (unsigned i = spot.count; i-- > 0;) {
        unsigned owner = hc_view_owner(view, pile, i);
        const char *name = owner < view->seats ? page->names[owner] : "?";
        int card = card_width(view, CARD_SMALL) + 1;

        flow_make_room(flow, card + page_columns(name));
        if (flow->draws)
            card_draw(view, CARD_SMALL, flow->row, flow->column, view->face[spot.start + i], 0);
        flow->column += card;
        flow_put(flow, SCREEN_PLAIN, name);
        flow->column += GAP;
    }
}

static void flow_headline(const struct page *page, const struct hc_fact *fact, struct flow *flow)
{
    char label[TEXT_CHARS], value[TEXT_CHARS];
    enum screen_style style = page_headline(page, fact, value);

    snprintf(label, sizeof label, "%s ", phrase_label(page->view->game, fact));
    if (fact->type == HC_FACT_COLOR)
        label[0] = '\0';
    flow_make_room(flow, page_columns(label) + page_columns(value));
    flow_put(flow, SCREEN_FAINT, label);
    flow_put(flow, style, value);
    flow->column += GAP;
}

static void flow_any_pile(const struct page *page, unsigned pile, struct flow *flow)
{
    if (page->view->game->piles[pile].owners && page->view->pile[pile].count)
        flow_laid(page, pile, flow);
    else
        flow_pile(page->view, pile, flow);
}

/* What is played on stands first. Returns how many rows the piles take. */
static int flow_piles(const struct page *page, struct flow flow)
{
    const struct hc_view *view = page->view;
    int first = flow.row;

    for (int hidden = 0; hidden < 2; hidden++)
        for (unsigned p = 0; p < view->game->pile_count; p++)
            if (page_pile_is_shown(view, p) && (page_pile_top(view, p) >= HC_FACES_MAX) == hidden)
                flow_any_pile(page, p, &flow);
    for (unsigned f = 0; f < view->game->fact_count; f++)
        if (phrase_is_headline(view, &view->game->facts[f]))
            flow_headline(page, &view->game->facts[f], &flow);
    return flow.row + 1 - first;
}

/* ---- The seats ------------------------------------------------------------------------------- */

/* "▶ Bot 1  7 cards  12 of 500 points", or in few words "▶ Bot 1 ×7 12/500", which leaves out what
 * else is told of each seat. */
static void put_seat(const struct page *page, unsigned seat, bool brief, struct hc_text *out)
{
    const struct hc_view *view = page->view;
    unsigned goal = hc_goal(view->game, &view->rules, view->seats);
    char details[TEXT_CHARS];
    struct hc_text more;
    int64_t points;

    hc_put(out, hc_view_awaits(view) == seat ? "▶ " : "  ");
    hc_put(out, page->names[seat]);
    hc_put(out, brief ? " ×" : "  ");
    if (brief)
        hc_put_number(out, view->hand[seat].count);
    else
        phrase_put_count(view->hand[seat].count, out);
    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];

        if (!phrase_is_told(view, fact) || (brief && fact->common != HC_COMMON_POINTS))
            continue;
        hc_put(out, brief ? " " : "  ");
        if (brief && goal && hc_view_common(view, HC_COMMON_POINTS, seat, &points)) {
            hc_put_number(out, points);
            hc_put_char(out, '/');
            hc_put_number(out, goal);
        } else {
            phrase_put_fact(view, page->names, fact, seat, out);
        }
    }
    hc_text_init(&more, details, sizeof details);
    page_put_details(page, seat, &more);
    hc_put(out, more.length ? ", " : "");
    hc_put(out, details);
}

/* Returns how many rows the seats take. */
static int flow_seats(const struct page *page, bool brief, struct flow flow)
{
    const struct hc_view *view = page->view;
    int first = flow.row;

    for (unsigned s = 0; s < view->seats; s++) {
        bool turn = hc_view_awaits(view) == s;
        char text[TEXT_CHARS];
        struct hc_text out;

        hc_text_init(&out, text, sizeof text);
        put_seat(page, s, brief, &out);
        if (!brief) {
            int rows = page_fold_rows(text, flow.end - MARGIN, SEAT_ROWS);

            if (flow.draws)
                page_put_folded(flow.row, rows, MARGIN, flow.end,
                                turn ? SCREEN_TITLE : SCREEN_PLAIN, text);
            flow.row += rows;
            continue;
        }
        flow_make_room(&flow, page_columns(text));
        flow_put(&flow, turn ? SCREEN_TITLE : SCREEN_PLAIN, text);
        flow.column += GAP;
    }
    return flow.row + brief - first;
}

/* ---- The page -------------------------------------------------------------------------------- */

/* What gives way, one after the other, until everything fits: seats that have a row each, rows of
 * the hand, what the selected card does, and what happened. */
static const struct way {
    bool brief;
    int hand, text, story, offer;
} ways[] = {
    {false, 3, 2, 3, OFFER_ROWS}, {false, 2, 1, 2, OFFER_ROWS}, {true, 3, 2, 3, OFFER_ROWS},
    {true, 2, 1, 2, OFFER_ROWS},  {true, 2, 1, 1, 2},           {true, 2, 0, 1, 2},
    {true, 1, 1, 1, 2},           {true, 1, 0, 1, 1},           {true, 1, 0, 0, 1},
};

static int at_most(int value, int most)
{
    return value < most ? value : most;
}

/* Returns the rows that are left for what happened. */
static int arrange(const struct page *page, const struct way *way, struct layout *layout)
{
    const struct flow counts = {.column = MARGIN, .end = layout->columns - MARGIN};
    const struct hc_view *view = page->view;
    int width = layout->columns - 2 * MARGIN;
    bool hand = page_has_hand(view);

    layout->brief = way->brief;
    layout->seat_row = 1 + flow_piles(page, counts);
    layout->hand_rows = hand ? at_most(page_hand_small_rows(view, width), way->hand) : 0;
    layout->text_rows = 0;
    if (hand && page->selected >= 0)
        layout->text_rows = page_hand_text_columns(view) > width ? way->text : way->text > 0;
    layout->offer_rows = page->offer ? page_fold_rows(page->offer, width, way->offer) : 0;
    layout->notice_rows = page_fold_rows(page->notice, width, way->offer);
    layout->story_row = layout->seat_row + flow_seats(page, way->brief, counts);
    return layout->rows - layout->story_row - layout->hand_rows - hand - layout->text_rows -
           layout->offer_rows - layout->notice_rows - (page->prompt != NULL) - (page->foot != NULL);
}

void page_lay_out_compact(const struct page *page, struct layout *layout)
{
    const struct way *way = ways, *last = ways + sizeof ways / sizeof *ways - 1;
    int row = layout->rows - (page->foot != NULL);

    layout->cards = CARD_SMALL;
    layout->left = layout->columns;
    layout->story_bare = !page->back;
    layout->story_column = MARGIN;
    layout->story_columns = layout->columns - 2 * MARGIN;
    while ((layout->story_rows = arrange(page, way, layout)) < way->story && way < last)
        way++;
    layout->story_row += !layout->story_bare;
    layout->story_rows -= !layout->story_bare;
    layout->input_row = row -= page->prompt != NULL;
    layout->notice_row = row -= layout->notice_rows;
    layout->offer_row = row -= layout->offer_rows;
    layout->text_row = row -= layout->text_rows;
    layout->hand_row = row - layout->hand_rows;
}

/* What is urgent stands at the right end in any case; the title is cut off first. */
static void draw_title(const struct page *page, const struct layout *layout)
{
    int end = layout->columns - MARGIN;
    const struct hc_view *view = page->view;
    char course[TEXT_CHARS];
    struct hc_text out;
    int64_t round;

    if (page->aside && *page->aside) {
        end -= page_columns(page->aside);
        page_put(0, end < MARGIN ? MARGIN : end, layout->columns - MARGIN,
                 page->alarm ? SCREEN_ALARM : SCREEN_PLAIN, page->aside);
        end -= GAP;
    }
    hc_text_init(&out, course, sizeof course);
    if (hc_view_common(view, HC_COMMON_ROUND, 0, &round) && round)
        PHRASE(&out, TERMINAL_ROUND, {"count", NULL, round});
    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];

        if (fact->type == HC_FACT_DIRECTION && phrase_is_seen(view, fact))
            hc_put(&out, hc_fact_get(fact, view->state, 0) < 0 ? (layout->brief ? " ←" : " ↑")
                         : layout->brief                       ? " →"
                                                               : " ↓");
    }
    if (end - page_columns(course) > MARGIN + GAP) {
        end -= page_columns(course);
        page_put(0, end, layout->columns, SCREEN_PLAIN, course);
        end -= GAP;
    }
    page_put_folded(0, end > MARGIN ? 1 : 0, MARGIN, end, SCREEN_TITLE, page->title);
}

void page_draw_table_compact(const struct page *page, const struct layout *layout)
{
    struct flow flow = {.row = 1, .column = MARGIN, .end = layout->columns - MARGIN, .draws = true};

    draw_title(page, layout);
    flow_piles(page, flow);
    flow.row = layout->seat_row;
    flow_seats(page, layout->brief, flow);
}
