// SPDX-License-Identifier: MIT
/*
 * match.h: the table that this terminal plays at, with its log, its bots and its stories.
 *
 * The table is here, or it is a far one, at a server's. Whoever shows or plays a match need not
 * know which: match_view, match_give and the others do the same for both.
 *
 * A story is what one person has seen happen, sentence by sentence, as that person saw it: two
 * people who share a terminal have two stories. `told` is how much of it was on the screen.
 */
#ifndef HC_DOORS_TERMINAL_MATCH_H
#define HC_DOORS_TERMINAL_MATCH_H

#include "core/text.h"
#include "doors/terminal/setup.h"

struct story {
    char **line;
    size_t count, size, told;
};

enum { MATCH_RECAP = 8 }; /* sentences that are told again when a match goes on */

enum far_event {
    FAR_NEWS,  /* something may have happened */
    FAR_INPUT, /* something was typed */
    FAR_GONE,  /* the table cannot be played at any more */
};

/* A table that stands elsewhere: what the match asks instead of a table of its own. One person sits
 * there from this terminal, or looks on, and everything is as that person may know it. */
struct far_table {
    void (*view)(void *context, struct hc_view *view);
    enum hc_refusal (*give)(void *context, const struct hc_command *command);
    /* Whether the house waits for this person to ask for the next round; and asks for it. */
    bool (*may_ask_next)(void *context);
    bool (*ask_next)(void *context);
    /* Whether the house waits for this person to go on without somebody who is away; ask_next says
     * yes to that too. Then `text` says who is away. */
    bool (*may_go_on)(void *context, char *text, size_t size);
    /* Writes whose answer is missing: "Waiting for Ben."; nothing if none is. */
    void (*put_waiting)(void *context, struct hc_text *out);
    /* The table with all hands, as it was some turns ago, for those who look on; false if it is not
     * shown. */
    bool (*late)(void *context, struct hc_view *view);
    /* Says something to everybody at the table. */
    bool (*chat)(void *context, const char *text, struct hc_problem *why);
    /* Waits for news, for input, or so many milliseconds (negative: for ever). */
    enum far_event (*wait)(void *context, int timeout_ms);
    /* Writes what is to be shown beside the title, such as the time left; true if it is urgent. */
    bool (*put_aside)(void *context, char *text, size_t size);
};

struct match {
    struct setup setup;
    const struct far_table *far; /* NULL: the table is here */
    void *far_context;
    unsigned far_seat;
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
    bool keep_failed;      /* the last time */
    const char *come_back; /* the command that goes on with a match that was left */
};

/* False if there is not enough memory. match_close frees what was allocated, also then. */
bool match_open(struct match *match, const struct setup *setup);
void match_close(struct match *match);
/* The same for a match at a far table; seat HC_SPECTATOR looks on. `names` are those of all
 * players. */
bool match_open_far(struct match *match, const struct setup *setup, const struct far_table *far,
                    void *context, unsigned seat, const char *const names[HC_SEATS_MAX]);

/* The match as a seat, or HC_SPECTATOR, may know it now. */
void match_view(const struct match *match, unsigned viewer, struct hc_view *view);
/* The seat the table waits for, HC_HOUSE, or HC_NONE when the match is over. */
unsigned match_awaits(const struct match *match);
/* How many events have happened. */
uint32_t match_seq(const struct match *match);
/* Adds a sentence to the story of a seat, or of HC_SPECTATOR. */
void match_tell(struct match *match, unsigned viewer, const char *sentence);

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
/* The same for the house; false if that cannot be done now. */
bool match_house(struct match *match, enum hc_house_role role);
/* What the house is to do now: start the match, another round, or a step in the course of one.
 * HC_HOUSE_NO_ROLE if there is nothing but to end the match. */
enum hc_house_role match_house_due(const struct match *match);
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
