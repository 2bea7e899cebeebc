// SPDX-License-Identifier: MIT
/*
 * terminal.h: the door for people at a terminal, and what it asks of the process that it lives in.
 *
 * Whoever plays at home is the guest of a house in the same process: a *home*. This door knows
 * nothing of houses; it asks for a home and for links to it, and all else goes through guests.
 */
#ifndef HC_DOORS_TERMINAL_TERMINAL_H
#define HC_DOORS_TERMINAL_TERMINAL_H

#include "net/link.h"

enum { KEPT_MAX = 100 }; /* matches that were left and can go on */

struct home;

struct home_plan {
    bool kept;        /* in the person's own folder; otherwise nothing stays */
    const char *code; /* of the table of a match that was left; NULL: a new one is played */
    const uint8_t *seed, *salt; /* of its first match; NULL: the house draws them */
};

/* A match that was left. */
struct kept_match {
    char code[URL_CODE_CHARS];
    const struct hc_game *game;
    unsigned seats;
    uint64_t left_ms; /* when somebody last did anything, by the wall clock */
};

/* What is counted of a person in one game. */
struct record_row {
    char name[64], game[32]; /* the person's last name, and the game's */
    int64_t matches, wins, points, played, caught;
    bool is_rated; /* what follows is known as well */
    int64_t streak, best_streak, rating;
};

/* A match that is over. */
struct record_match {
    char game[32];
    uint64_t finished_ms;
};

enum { RECORDS_MAX = 50 }; /* of either */

/* A match that is over and kept at home, and where. */
struct past_match {
    unsigned store;
    int64_t id;
    uint64_t finished_ms;
    char game[32];
    unsigned seats, people; /* people: a bit for each seat of somebody who played at home */
    char name[HC_SEATS_MAX][64];
};

typedef void terminal_say(void *context, const char *sentence);

/* Where something can fail: false or NULL, and why->text says what is wrong. */
struct terminal_process {
    struct home *(*open)(const struct home_plan *plan, struct hc_problem *why);
    void (*close)(struct home *home);
    /* A line to the house of that home; closed by its guest, before the home. */
    struct link *(*link)(struct home *home, struct hc_problem *why);
    /* The log of the match at a table, as far as it is played, sealed; the caller frees it. */
    bool (*log)(struct home *home, const char *code, uint8_t **bytes, size_t *size,
                struct hc_problem *why);
    /* Says again what a seat, or HC_SPECTATOR, has seen happen. */
    void (*recount)(struct home *home, const char *code, unsigned viewer,
                    const char *const names[HC_SEATS_MAX], const struct hc_language *language,
                    terminal_say *say, void *context);
    /* The matches that were left and that nobody plays now, the last one first. */
    unsigned (*kept)(struct kept_match list[KEPT_MAX]);
    /* What is known of a person, from 0, who plays at home: of all homes that nobody else plays in,
     * and of `home`, which may be NULL. The latest match comes first. */
    unsigned (*statistics)(struct home *home, unsigned person, struct record_row rows[RECORDS_MAX]);
    unsigned (*history)(struct home *home, unsigned person,
                        struct record_match matches[RECORDS_MAX]);
    /* All matches that are kept, the latest first, also of homes that somebody plays in; the caller
     * frees the list. */
    bool (*past)(struct past_match **list, size_t *count, struct hc_problem *why);
    /* The match with this log, if it is kept. */
    bool (*past_find)(const uint8_t *log, size_t size, struct past_match *match);
    /* Its log, which the caller frees. */
    bool (*past_log)(const struct past_match *match, uint8_t **bytes, size_t *size,
                     struct hc_problem *why);
    bool (*past_remove)(const struct past_match *match, struct hc_problem *why);
};

/* `holecard play`, `history`, `replay` and `statistics`: argv[0] is the command's name; return the
 * exit status. */
int terminal_play(int argc, char **argv, const struct terminal_process *process);
int terminal_statistics(int argc, char **argv, const struct terminal_process *process);
int terminal_history(int argc, char **argv, const struct terminal_process *process);
int terminal_replay(int argc, char **argv, const struct terminal_process *process);

#endif
