// SPDX-License-Identifier: MIT
/*
 * setup_text.h: the parts of a setup as words, and back.
 *
 * The same words stand on the command line, in the settings and in the start menu. Every reading
 * function leaves the setup alone and says why if it refuses.
 */
#ifndef HC_DOORS_TERMINAL_SETUP_TEXT_H
#define HC_DOORS_TERMINAL_SETUP_TEXT_H

#include "core/text.h"
#include "doors/terminal/setup.h"
#include "room/room_view.h"

enum { SETUP_TEXT_CHARS = 1024 }; /* room for any list of bots or names */

/* Shed by its usual rules, one person against one bot. */
void setup_usual(struct setup *setup);
/* Takes a game with its usual rules, and seats people and bots anew. */
void setup_game(struct setup *setup, const struct hc_game *game);
bool setup_rules(struct setup *setup, const char *text, struct hc_problem *why);
/* The preset that is nearest to the rules and what differs from it: "party stacking=any". */
void setup_put_rules(const struct setup *setup, struct hc_text *out);
/* The preset of which fewest options differ; HC_NONE if the game has none. */
unsigned setup_nearest_preset(const struct setup *setup);
/* The rules of a preset; the game's defaults for HC_NONE. */
void setup_preset_rules(const struct setup *setup, unsigned preset, struct hc_rules *rules);

/* How many seats, and who sits on the last ones: "fair,strong:500,person", a number of bots, or
 * "none". NULL: as usual. */
bool setup_seat(struct setup *setup, const char *seats, const char *bots, struct hc_problem *why);
void setup_put_bot(const struct setup *setup, unsigned seat, struct hc_text *out);
void setup_put_bots(const struct setup *setup, struct hc_text *out);
/* The bot that plays where nobody says which one. */
void setup_usual_bot(struct setup *setup, unsigned seat);

/* Names of people, separated by commas. */
bool setup_names(struct setup *setup, const char *text, struct hc_problem *why);
bool setup_one_name(struct setup *setup, unsigned person, const char *text, size_t length,
                    struct hc_problem *why);
/* How a person is called; who has no name is "Player B": numbers are those of seats. */
void setup_put_name(const struct setup *setup, unsigned person, struct hc_text *out);
void setup_put_names(const struct setup *setup, struct hc_text *out);
/* A name as long as a table allows, cut between two characters. */
void setup_cut_name(const char *name, char out[HC_ROOM_NAME_BYTES]);

bool setup_delay(struct setup *setup, const char *text, struct hc_problem *why);
/* "none", "title", "bell" or "both". */
bool setup_signal(struct setup *setup, const char *text, struct hc_problem *why);
const char *setup_signal_name(enum turn_signal signal);
bool setup_forget(struct setup *setup, const char *text, struct hc_problem *why);

#endif
