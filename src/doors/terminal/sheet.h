// SPDX-License-Identifier: MIT
/*
 * sheet.h: lists of lines about a match: help, cards, all facts, standings. Line mode prints them,
 * the full screen shows them in a panel.
 *
 * What does not fit into a sheet is left out; a panel cuts off what is too long for its window.
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
    int columns; /* for a row; 0: as many as it takes */
};

/* Begins an empty sheet. */
void sheet_begin(struct sheet *sheet, int columns);
/* Adds one row of a list. */
void sheet_row(struct sheet *sheet, const char *text);
/* "No: " and why something cannot be had. */
void sheet_refuse(struct sheet *sheet, const char *why);
/* Adds a line as printf would, in as many rows as its columns ask for. */
__attribute__((format(printf, 2, 3))) void sheet_add(struct sheet *sheet, const char *format, ...);

/* All of these add to what is there. */

/* How the commands of the game are typed, with their keys if there are any (not NULL). */
/* How the game is played by these rules. */
void sheet_how_to_play(struct sheet *sheet, const struct hc_view *view);
void sheet_verbs(struct sheet *sheet, const struct hc_view *view, const struct keys *keys);
/* What can be asked of the door. `kept`: the match is; `shared`: several people play here. */
void sheet_requests(struct sheet *sheet, bool kept, bool shared);
/* Every card of the deck; the viewer's hand. */
void sheet_cards(struct sheet *sheet, const struct hc_view *view);
void sheet_hand(struct sheet *sheet, const struct hc_view *view);
/* Everything the viewer may know of the table beside its cards, and the rules. */
void sheet_state(struct sheet *sheet, const struct hc_view *view, const char *const *names);
/* How all players stand, with the winners if the match is over. */
void sheet_standings(struct sheet *sheet, const struct hc_view *view, const char *const *names);
/* Whether a hint was given up early: how often it won is then luck, and says nothing beside the
 * others. */
bool sheet_is_given_up(const struct hc_hint *hints, unsigned count, unsigned index);
void sheet_hints(struct sheet *sheet, const struct hc_view *view, const char *const *names,
                 const struct hc_hint *hints, unsigned count);

#endif
