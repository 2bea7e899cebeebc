// SPDX-License-Identifier: MIT
/*
 * page.h: the table on the full screen.
 *
 * A page is drawn from a view, a list of sentences and a few words, and knows nothing of where they
 * come from: a match that is played here, or a log that is replayed. It fits itself to the window:
 * one of fewer than PAGE_COLUMNS or PAGE_ROWS has a compact page, and below PAGE_COLUMNS_MIN or
 * PAGE_ROWS_MIN it is asked to be larger.
 */
#ifndef HC_DOORS_TERMINAL_PAGE_H
#define HC_DOORS_TERMINAL_PAGE_H

#include "doors/terminal/page_text.h"
#include "holecard.h"

enum { PAGE_COLUMNS = 60, PAGE_ROWS = 18, PAGE_COLUMNS_MIN = 40, PAGE_ROWS_MIN = 12 };

struct page {
    const struct hc_view *view;
    const char *const *names; /* by seat; the viewer may be called "You" */
    unsigned absent;          /* seats of people without a connection, as a mask */
    const char *title;        /* what this is: the game and its rules, or the name of a file */
    const char *aside;        /* at the right end of the title line; may be NULL */
    bool alarm;               /* the words at the right end are urgent */

    char *const *line; /* the sentences, the oldest first */
    size_t line_count;
    size_t fresh; /* sentences from this one on are news; the ones before are drawn faint */
    size_t back;  /* how many sentences at the end are not shown: the reader looks back */

    int selected;       /* the card of the viewer's hand under the cursor, or -1 */
    const char *offer;  /* what may be done now; may be NULL */
    const char *notice; /* an answer to what was done last; may be NULL */
    bool refused;       /* the notice is a refusal */
    const char *prompt; /* before what is typed; NULL: there is no input line */
    const char *typed;  /* what was typed so far */
    const char *foot;   /* the keys that always work */
};

/* Whether the window is large enough for a page; if not, a cleared screen says so. */
bool page_fits(void);
/* Whether it is so small that everything must be said in a few words. */
bool page_is_compact(void);
/* Clears the screen and draws everything; the caller may add a box and then calls screen_show.
 * Returns how many sentences were shown, which is how far a reader looks back at once. */
size_t page_draw(const struct page *page);

#endif
