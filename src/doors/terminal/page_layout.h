// SPDX-License-Identifier: MIT
/*
 * page_layout.h: where everything on a page goes, and the parts that draw it.
 *
 * From the top: the title; the seats on the left with the piles beside them; what happened; the
 * viewer's hand; what may be done; an answer; the input line; the keys. A wide window has what
 * happened at its right instead. Cards are large where there is plenty of room. When there is not
 * enough, cards become small first, then the piles become one line, then what happened gives way. A
 * window that is smaller still has a page of its own: page_compact.c.
 */
#ifndef HC_DOORS_TERMINAL_PAGE_LAYOUT_H
#define HC_DOORS_TERMINAL_PAGE_LAYOUT_H

#include "doors/terminal/card.h"
#include "doors/terminal/page.h"
#include "doors/terminal/phrase.h"

enum {
    TEXT_CHARS = 400,
    MARGIN = 1,
    WIDE_COLUMNS = 116,      /* from here on what happened stands beside the table */
    TABLE_COLUMNS = 78,      /* the least for the table then */
    STORY_COLUMNS = 100,     /* the most for what happened then */
    SEAT_LINES_MAX = 4,      /* of one seat */
    SEAT_COLUMNS = 38,       /* the least for the seats beside the piles */
    PILE_WORDS = 3,          /* rows of a pile: label, count and what else is on the table */
    LARGE_MIN_COLUMNS = 100, /* from here on cards may be large */
    LARGE_MIN_ROWS = 30,
    HAND_SMALL_ROWS = 3, /* of small cards; larger hands are scrolled */
    FOLD_MAX = 2,        /* rows that a line of words may be folded into */
};

struct layout {
    int rows, columns;
    int left;                  /* columns of the table's part */
    int story_row, story_rows; /* without its heading … */
    bool story_bare;           /* … which it may not have */
    int story_column, story_columns;
    int seat_row, seat_lines, seat_gap; /* lines of one seat, empty ones between two */
    bool piles_tall;
    enum card_size cards; /* of the hand, and of the piles where they are tall */
    int piles_columns;
    int hand_row, hand_rows; /* without its heading */
    int card_step;           /* from one card to the next: they may overlap */
    int text_row, text_rows; /* what the selected card does */
    int offer_row, offer_rows, notice_row, notice_rows, input_row;
    bool brief; /* compact: seats share rows */
};

void page_lay_out(const struct page *page, struct layout *layout);

/* page_table.c: the seats and the piles, and the room they want. */
void page_draw_seats(const struct page *page, const struct layout *layout);
void page_draw_piles(const struct page *page, const struct layout *layout);
/* How many lines the seat with the most to say wants, if lines end before `end`. */
int page_seat_lines(const struct page *page, int end);
int page_piles_columns(const struct hc_view *view, enum card_size size);
/* Piles of the table; an empty one is shown only if it is the first, or has places for cards. And
 * the card on top, or HC_NONE. */
bool page_pile_is_shown(const struct hc_view *view, unsigned pile);
unsigned page_pile_top(const struct hc_view *view, unsigned pile);
/* Whether somebody is there, what marks the seat, what the viewer knows of another hand, and the
 * seat's own piles. */
void page_put_details(const struct page *page, unsigned seat, struct hc_text *out);
/* The value of a headline of the table, and how it is drawn. */
enum screen_style page_headline(const struct page *page, const struct hc_fact *fact,
                                char text[TEXT_CHARS]);

/* page_compact.c: small windows. */
void page_lay_out_compact(const struct page *page, struct layout *layout);
void page_draw_table_compact(const struct page *page, const struct layout *layout);

/* page_hand.c: the viewer's hand, and the room it wants. */
void page_draw_hand(const struct page *page, const struct layout *layout);
/* The columns from one card with a frame to the next, or 0 if they do not fit even when they
 * overlap. */
int page_hand_step(const struct hc_view *view, enum card_size size, int width);
int page_hand_small_rows(const struct hc_view *view, int width);
/* Of the longest text about a card in the hand. */
int page_hand_text_columns(const struct hc_view *view);

static inline bool page_has_hand(const struct hc_view *view)
{
    return view->viewer < view->seats;
}

#endif
