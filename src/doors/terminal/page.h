// SPDX-License-Identifier: MIT
/*
 * page.h: the table on the full screen.
 *
 * A page is drawn from a view, a list of sentences and a few words, and knows nothing of where they
 * come from: a match that is played here, or a log that is replayed. It fits itself to the window;
 * below PAGE_COLUMNS_MIN or PAGE_ROWS_MIN it asks for a larger one.
 */
#ifndef HC_DOORS_TERMINAL_PAGE_H
#define HC_DOORS_TERMINAL_PAGE_H

#include <stddef.h>

#include "core/text.h"
#include "doors/terminal/screen.h"
#include "games/game.h"

enum { PAGE_COLUMNS_MIN = 60, PAGE_ROWS_MIN = 18, PAGE_TITLE_CHARS = 100 };

struct page {
    const struct hc_view *view;
    const char *const *names; /* by seat; the viewer may be called "You" */
    const char *title;        /* what this is: page_title(), or the name of a file */
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

/* Clears the screen and draws everything; the caller may add a box and then calls screen_show.
 * Returns how many sentences were shown, which is how far a reader looks back at once. */
size_t page_draw(const struct page *page);

/* "Shed, party": the game, and its preset if the rules are exactly one. */
void page_title(const struct hc_view *view, char title[PAGE_TITLE_CHARS]);

/* A list in a frame over the page. Rows are cut off, never wrapped. */
struct box {
    const char *title;
    const char *const *row;
    size_t row_count;
    size_t first;    /* the first row that is shown, where there are more than fit */
    size_t selected; /* the row under the cursor; row_count if there is none */
    const char *foot;
};

/* Draws a box in the middle of the screen and returns how many rows of the list it shows: none if
 * the window is too small for a page. `first` is moved so that there are rows to show, and the
 * selected one among them. */
size_t box_draw(struct box *box);

/* How many columns a text takes, near enough: one for each character. */
int page_columns(const char *text);
/* Splits a text at a space: how many bytes of it fit into `width` columns. */
size_t page_wrap(const char *text, int width);
/* A name from a game's table, for people: "set_aside" is "set aside". */
void page_put_name(struct hc_text *out, const char *name);
/* A value of a fact, as words. */
void page_put_value(const struct hc_view *view, const char *const *names,
                    const struct hc_fact *fact, int64_t value, struct hc_text *out);

#endif
