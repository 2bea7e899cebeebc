// SPDX-License-Identifier: MIT
/*
 * match.h: the table that this terminal plays at, with its log, its bots and its stories.
 *
 * A story is what one person has seen happen, sentence by sentence, as that person saw it: two
 * people who share a terminal have two stories. `told` is how much of it was on the screen.
 */
#ifndef HC_DOORS_TERMINAL_MATCH_H
#define HC_DOORS_TERMINAL_MATCH_H

#include "doors/terminal/setup.h"

struct story {
    char **line;
    size_t count, size, told;
};

enum { MATCH_RECAP = 8 }; /* sentences that are told again when a match goes on */

struct match {
    struct setup setup;
    struct hc_table *table;
    struct hc_table *after; /* the table as it was after each event, while it is told */
    struct hc_log log;
    uint8_t commitment[HC_SEED_BYTES];
    struct hc_mind mind[HC_SEATS_MAX]; /* of the bots */
    uint8_t thoughts[HC_SEED_BYTES];   /* the key of all dice that are not the deal's */
    char name[HC_SEATS_MAX][NAME_BYTES];
    const char *names[HC_SEATS_MAX];
    struct story story[HC_SEATS_MAX + 1]; /* the last one is that of a spectator */
    unsigned people;                      /* how many seats are played by people */
    uint64_t start_ms;
    /* Writes the match down, after every accepted command; false and why if that failed. NULL if
     * the match is not kept. */
    bool (*keep)(struct match *match, void *context, struct hc_problem *why);
    void *keep_context;
    bool keep_failed; /* the last time */
};

/* False if there is not enough memory. match_close frees what was allocated, also then. */
bool match_open(struct match *match, const struct setup *setup);
void match_close(struct match *match);

/* Milliseconds since the match was opened. */
uint64_t match_now(const struct match *match);
/* The only person at this terminal; HC_SPECTATOR if there are more, or none. */
unsigned match_person(const struct match *match);
/* What the players are called when `viewer` reads it: that one is "You". */
void match_names(const struct match *match, unsigned viewer, const char *names[HC_SEATS_MAX]);
bool match_is_person(const struct match *match, unsigned seat);
/* The story of a seat, or of HC_SPECTATOR. */
struct story *match_story(struct match *match, unsigned viewer);

/* Submits a command; if it is accepted, logs it and tells everybody. */
enum hc_refusal match_give(struct match *match, unsigned seat, const struct hc_command *command);
/* The same for the house, by the name of a verb; false if that cannot be done now. */
bool match_house(struct match *match, const char *verb);
/* What the house is to do now, by its verb: "next" for another round, something else in the course
 * of one. NULL if there is nothing but to end the match. */
const char *match_house_due(const struct match *match);
/* Does again what a record of a log says, at its time. False if the rules do not allow it. */
bool match_repeat(struct match *match, const struct hc_record *record);
/* Lets the bot of a seat do one of the things it may do; false if there is none, or if the bot is
 * not awaited and would rather do nothing. Asked twice at the same moment it says the same. */
bool match_bot(struct match *match, unsigned seat);
/* Lets every bot that is not awaited say or do something out of turn, if it thinks of it. */
void match_bots_aside(struct match *match);
/* What a strong player would do on that seat, best first; see hc_hint. 0 if there is nothing. */
unsigned match_hint(const struct match *match, unsigned seat, struct hc_hint hints[HC_HINTS_MAX]);

/* Keeps the match as it is now. */
bool match_keep(struct match *match, struct hc_problem *why);
/* Seals the log so far with a digest; nothing if it is sealed. */
void match_seal(struct match *match);
/* Puts the secret of the deal into the log. */
void match_reveal(struct match *match);
/* Writes the log so far; as JSON if the name ends in .json. */
bool match_save(struct match *match, const char *path, struct hc_problem *why);

#endif
