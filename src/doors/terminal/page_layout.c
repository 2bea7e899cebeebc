// SPDX-License-Identifier: MIT
/* page_layout.c: arranging a page in the window. Start reading at page_lay_out(). */
#include "doors/terminal/page_layout.h"

#include <stdio.h>
#include <string.h>

#include "doors/terminal/card.h"

/* Everything that is as it is: widths, and the rows of words. */
static void lay_out_words(const struct page *page, struct layout *layout)
{
    const struct hc_view *view = page->view;
    int width;

    layout->left = layout->columns;
    if (layout->columns >= WIDE_COLUMNS) {
        int story = layout->columns - TABLE_COLUMNS - 2;

        layout->story_columns = story < STORY_COLUMNS ? story : STORY_COLUMNS;
        layout->left = layout->columns - layout->story_columns - 2;
    }
    width = layout->left - 2 * MARGIN;
    layout->offer_rows =
        page->offer ? page_fold_rows(page->offer, layout->columns - 2, FOLD_MAX) : 0;
    layout->notice_rows = page_fold_rows(page->notice, layout->columns - 2, FOLD_MAX);
    if (page->prompt && !layout->offer_rows)
        layout->offer_rows = 1;
    if (page->prompt && !layout->notice_rows)
        layout->notice_rows = 1;
    if (!page_has_hand(view))
        return;
    layout->text_rows = page->selected < 0 ? 0 : page_hand_text_columns(view) > width ? 2 : 1;
}

/* The size of cards in piles that are tall. */
static enum card_size pile_cards(const struct layout *layout)
{
    return layout->cards == CARD_LARGE ? CARD_LARGE : CARD_MEDIUM;
}

/* Rows of the seats and the piles beside them. */
static int top_rows(const struct page *page, const struct layout *layout)
{
    int seats = page->view->seats * layout->seat_lines;
    int piles = layout->piles_tall ? (int)pile_cards(layout) + PILE_WORDS : 0;

    return seats > piles ? seats : piles;
}

/* Rows that are left for what happened, or between table and hand, with its heading. */
static int rows_left(const struct page *page, const struct layout *layout)
{
    int hand = page_has_hand(page->view) ? layout->hand_rows + 1 + layout->text_rows : 0;

    return layout->rows - top_rows(page, layout) - 2 - hand - layout->offer_rows -
           layout->notice_rows - (page->prompt != NULL) - (page->foot != NULL);
}

/* The ways to arrange a page, the most beautiful first: the size of cards; piles as cards or as one
 * line; and the least rows for what happened, with its heading, which a wide window has elsewhere.
 * All are tried with as many lines for a seat as it wants, then with fewer. */
static const struct way {
    enum card_size cards;
    bool tall;
    int least;
} ways[] = {{CARD_LARGE, true, 7},
            {CARD_MEDIUM, true, 5},
            {CARD_MEDIUM, false, 5},
            {CARD_SMALL, true, 4},
            {CARD_SMALL, false, 3}},
  cramped = {CARD_SMALL, false, 0};

static bool arrange(const struct page *page, const struct way *way, int lines_most,
                    struct layout *layout)
{
    const struct hc_view *view = page->view;
    int width = layout->left - 2 * MARGIN, room;

    layout->cards = way->cards;
    layout->piles_tall = way->tall;
    layout->piles_columns = page_piles_columns(view, pile_cards(layout));
    room = layout->left - MARGIN - (way->tall ? layout->piles_columns : 0);
    if ((way->tall && room < SEAT_COLUMNS) ||
        (way->cards == CARD_LARGE &&
         (layout->columns < LARGE_MIN_COLUMNS || layout->rows < LARGE_MIN_ROWS)))
        return false;
    layout->seat_lines = page_seat_lines(page, room);
    if (layout->seat_lines > lines_most)
        layout->seat_lines = lines_most;
    if (page_has_hand(view) && way->cards == CARD_SMALL)
        layout->hand_rows = page_hand_small_rows(view, width);
    else if (page_has_hand(view)) {
        layout->hand_rows = (int)way->cards + 1;
        layout->card_step = page_hand_step(view, way->cards, width);
        if (!layout->card_step)
            return false;
    }
    return rows_left(page, layout) >= (layout->columns < WIDE_COLUMNS ? way->least : 0);
}

static void choose_arrangement(const struct page *page, struct layout *layout)
{
    for (int lines = SEAT_LINES_MAX; lines; lines--)
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
            if (arrange(page, &ways[i], lines, layout))
                return;
    if (arrange(page, &cramped, 1, layout))
        return;
    layout->text_rows = 0;
    layout->offer_rows = layout->offer_rows ? 1 : 0;
    layout->notice_rows = layout->notice_rows ? 1 : 0;
}

void page_lay_out(const struct page *page, struct layout *layout)
{
    int row, top;

    *layout = (struct layout){.rows = screen_rows(), .columns = screen_columns()};
    if (page_is_compact()) {
        page_lay_out_compact(page, layout);
        return;
    }
    lay_out_words(page, layout);
    choose_arrangement(page, layout);
    row = layout->rows - (page->foot != NULL);
    layout->input_row = row -= page->prompt != NULL;
    layout->notice_row = row -= layout->notice_rows;
    layout->offer_row = row -= layout->offer_rows;
    layout->text_row = row -= page_has_hand(page->view) ? layout->text_rows : 0;
    layout->hand_row = row -= page_has_hand(page->view) ? layout->hand_rows : 0;
    row -= page_has_hand(page->view);
    layout->seat_row = 2;
    top = top_rows(page, layout);
    if (layout->columns >= WIDE_COLUMNS) {
        layout->seat_gap = rows_left(page, layout) > page->view->seats ? 1 : 0;
        layout->story_row = 3;
        layout->story_rows = layout->offer_row - 3 - (page_has_hand(page->view) ? 0 : 1);
        layout->story_column = layout->left + 1;
        layout->story_columns--;
        return;
    }
    layout->story_row = layout->seat_row + top + 1;
    layout->story_rows = row - layout->story_row;
    layout->story_column = MARGIN;
    layout->story_columns = layout->columns - 2 * MARGIN;
}
