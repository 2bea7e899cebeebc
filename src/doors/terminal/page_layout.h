// SPDX-License-Identifier: MIT
/*
 * page_layout.h: where everything on a page goes, and the parts that draw it.
 *
 * From the top: the title; the seats on the left with the piles beside them; what happened; the
 * viewer's hand; what may be done; an answer; the input line; the keys. A wide window has what
 * happened at its right instead. When there is not enough room, cards become small first, then the
 * piles become one line, then what happened gives way.
 */
#ifndef HC_DOORS_TERMINAL_PAGE_LAYOUT_H
#define HC_DOORS_TERMINAL_PAGE_LAYOUT_H

#include "doors/terminal/page.h"
#include "doors/terminal/phrase.h"

enum {
    TEXT_CHARS = 400,
    MARGIN = 1,
    WIDE_COLUMNS = 116,  /* from here on what happened stands beside the table */
    TABLE_COLUMNS = 78,  /* the least for the table then */
    STORY_COLUMNS = 100, /* the most for what happened then */
    SEAT_LINES_MAX = 4,  /* of one seat */
    SEAT_COLUMNS = 38,   /* the least for the seats beside the piles */
    PILE_ROWS = 6,       /* label, card, count and what else is on the table */
    HAND_SMALL_ROWS = 3, /* of small cards; larger hands are scrolled */
    FOLD_MAX = 2,        /* rows that a line of words may be folded into */
};

struct layout {
    int rows, columns;
    int left;                  /* columns of the table's part */
    int story_row, story_rows; /* without its heading */
    int story_column, story_columns;
    int seat_row, seat_lines, seat_gap; /* lines of one seat, empty ones between two */
    bool piles_tall, cards_large;
    int piles_columns;
    int hand_row, hand_rows; /* without its heading */
    int card_step;           /* from one card to the next: they may overlap */
    int text_row, text_rows; /* what the selected card does */
    int offer_row, offer_rows, notice_row, notice_rows, input_row;
};

void page_lay_out(const struct page *page, struct layout *layout);

/* page_table.c: the seats and the piles, and the room they want. */
void page_draw_seats(const struct page *page, const struct layout *layout);
void page_draw_piles(const struct page *page, const struct layout *layout);
/* How many lines the seat with the most to say wants, if lines end before `end`. */
int page_seat_lines(const struct page *page, int end);
int page_piles_columns(const struct hc_view *view);

/* page_hand.c: the viewer's hand, and the room it wants. */
void page_draw_hand(const struct page *page, const struct layout *layout);
/* The columns from one large card to the next, or 0 if they do not fit even when they overlap. */
int page_hand_step(const struct hc_view *view, int width);
int page_hand_small_rows(const struct hc_view *view, int width);
/* Of the longest text about a card in the hand. */
int page_hand_text_columns(const struct hc_view *view);

static inline bool page_has_hand(const struct hc_view *view)
{
    return view->viewer < view->seats;
}

#endif
