// SPDX-License-Identifier: MIT
/*
 * setup.h: what is about to be played: which game, by which rules, and who sits where.
 *
 * A setup is put together from the settings that were remembered, the arguments of `holecard play`
 * and the start menu. Its parts are written as the same words in all of these places: setup_text.h
 * reads and prints them.
 */
#ifndef HC_DOORS_TERMINAL_SETUP_H
#define HC_DOORS_TERMINAL_SETUP_H

#include "bots/bots.h"
#include "holecard.h"

enum {
    NAME_CHARS = 16, /* of a person: what a table of 80 columns has room for */
    NAME_BYTES = 4 * NAME_CHARS + 1,
    DELAY_MAX_MS = 60000,
    DELAY_FULL_MS = 700, /* on a full screen, where people watch */
    DELAY_LINE_MS = 100, /* in line mode on a terminal: bots have thought by then */
    FORGET_USUAL = 20,
    RULES_CHARS = 4000, /* the longest text of rules that is read */
};

/* How the person is told that it is their turn: the title of the window, on the full screen, and a
 * bell. */
enum turn_signal { SIGNAL_NONE, SIGNAL_TITLE = 1, SIGNAL_BELL = 2, SIGNAL_BOTH = 3 };

struct setup {
    const struct hc_game *game;
    struct hc_rules rules;
    unsigned seats;
    const struct hc_bot *bot[HC_SEATS_MAX]; /* NULL: a person sits there */
    uint32_t budget[HC_SEATS_MAX];          /* of the bots */
    char name[HC_SEATS_MAX][NAME_BYTES];    /* of the first person, the second…; may be empty */
    unsigned bot_delay_ms;                  /* how long a bot waits before it acts */
    bool delay_given;                       /* otherwise it is the usual one of the door */
    unsigned forget;                        /* percent: how often a bot forgets side actions */
    enum turn_signal signal;
    bool plain;  /* line mode even where a page could be drawn */
    bool seeded; /* the deal follows from a number that was given; then this is its secret */
    uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES];
};

/* The arguments as they were given; NULL where nothing was. */
struct arguments {
    const struct hc_game *game;
    char rules[RULES_CHARS];
    const char *seats, *bots, *log, *delay, *forget;
    uint64_t seed; /* if seeded */
    bool seeded;
    const char *join, *name, *ca; /* the table of a server, and who sits down there or here */
    bool watch;                   /* nobody sits down there */
    bool plain, names_table;      /* names_table: the arguments say what is to be played */
    const struct hc_language *language;
    bool no_save;   /* the match is not kept */
    bool go_on;     /* --continue … */
    const char *id; /* … and which match */
};

/* Both: true, or false with *status as the exit status; what there was to say has been said.
 */
bool setup_arguments(int argc, char **argv, struct arguments *given, int *status);
/* Puts what was given into a setup. A table that the arguments name ignores the one that
 * was there before. */
bool setup_apply(const struct arguments *given, struct setup *setup, int *status);
/* Makes seed and salt from the number that was given, if one was. */
void setup_draw(const struct arguments *given, struct setup *setup);

#endif
