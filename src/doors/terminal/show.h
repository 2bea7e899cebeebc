// SPDX-License-Identifier: MIT
/*
 * show.h: a match as lines of text that can be read aloud, on standard output.
 *
 * Everything is printed from a view and from the names in the game's tables, so a person sees what
 * their seat may know, in any game. Nothing is said by colour or position alone.
 */
#ifndef HC_DOORS_TERMINAL_SHOW_H
#define HC_DOORS_TERMINAL_SHOW_H

#include "doors/terminal/sheet.h"
#include "doors/terminal/visit.h"

/* Who plays what, and the commitment to the deal. */
void show_welcome(const struct visit *visit);
/* What happened since the story was last shown. */
void show_news(struct visit *visit, unsigned viewer);
/* The last `count` sentences of a story. */
void show_story(const struct story *story, size_t count);
/* Piles, players, the viewer's hand and what the viewer may do; `full`: every fact and the rules.
 */
void show_table(const struct visit *visit, unsigned viewer, bool full);
/* The table with all hands, as it was some turns ago, if it is shown. */
void show_late(const struct visit *visit);
/* What the viewer may do now, in one line. */
void show_allowed(const struct visit *visit, unsigned viewer);
/* What can be typed. */
void show_help(const struct visit *visit, unsigned viewer);
/* What one of the functions of sheet.h writes: sheet_cards, sheet_hand. */
void show_sheet(const struct visit *visit, unsigned viewer,
                void (*write)(struct sheet *sheet, const struct hc_view *view));
/* What is counted of the viewer's matches. */
void show_records(struct visit *visit, unsigned viewer);
/* What a strong player would do now. */
void show_hints(struct visit *visit, unsigned viewer);
/* How all players stand, after a round or, with the winners, after the match. */
void show_players(const struct visit *visit);
/* The secret of the deal. */
void show_reveal(const struct visit *visit);

#endif
