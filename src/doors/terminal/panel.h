// SPDX-License-Identifier: MIT
/* panel.h: a list in a frame over the page. Rows are cut off, never wrapped; the selected one is
 * then shown whole below the list. Rows can be clicked, also the × in the corner, which is Escape,
 * and the foot of something to read, which is Enter. */
#ifndef HC_DOORS_TERMINAL_PANEL_H
#define HC_DOORS_TERMINAL_PANEL_H

#include <stdbool.h>
#include <stddef.h>

struct panel {
    const char *title;
    const char *const *row;
    size_t row_count;
    size_t first;    /* the first row that is shown, where there are more than fit */
    size_t selected; /* the row under the cursor; row_count if there is none */
    const char *foot;
    bool is_paper; /* the rows are dark on light, whatever the terminal's colours are */
};

/* Draws a panel in the middle of the screen and returns how many rows of the list it shows: none if
 * the window is too small for a page. `first` is moved so that there are rows to show, and the
 * selected one among them. */
size_t panel_draw(struct panel *panel);
/* The rows and columns that a panel with a foot has room for. */
int panel_rows_max(void);
int panel_columns_max(void);

#endif
