// SPDX-License-Identifier: MIT
/*
 * sheet.h: lists of lines for the boxes of the full screen: help, cards, all facts, standings.
 *
 * What does not fit into a sheet is left out; a box cuts off what is too long for its window.
 */
#ifndef HC_DOORS_TERMINAL_SHEET_H
#define HC_DOORS_TERMINAL_SHEET_H

#include "doors/terminal/keys.h"
#include "holecard.h"

enum { SHEET_ROWS_MAX = 160, SHEET_CHARS = 400 };

struct sheet {
    char text[SHEET_ROWS_MAX][SHEET_CHARS];
    const char *row[SHEET_ROWS_MAX];
    size_t count;
};

void sheet_clear(struct sheet *sheet);
/* Adds one row of a list. */
void sheet_row(struct sheet *sheet, const char *text);
/* Adds a line as printf would, in as many rows as the window's width asks for. */
__attribute__((format(printf, 2, 3))) void sheet_add(struct sheet *sheet, const char *format, ...);

/* All keys and all that can be typed. `shared`: several people play at this terminal. */
void sheet_help(struct sheet *sheet, const struct hc_view *view, const struct keys *keys,
                bool shared);
/* Every card of the deck; the viewer's hand. */
void sheet_cards(struct sheet *sheet, const struct hc_view *view);
void sheet_hand(struct sheet *sheet, const struct hc_view *view);
/* Everything the viewer may know of the table beside its cards, and the rules. */
void sheet_state(struct sheet *sheet, const struct hc_view *view, const char *const *names);
/* Adds how all players stand, with the winners if the match is over. */
void sheet_standings(struct sheet *sheet, const struct hc_view *view, const char *const *names);
void sheet_hints(struct sheet *sheet, const struct hc_view *view, const struct hc_hint *hints,
                 unsigned count);

#endif
