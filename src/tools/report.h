// SPDX-License-Identifier: MIT
/*
 * report.h: what a simulation was, what it counted, and the page that shows it.
 *
 * A tally is nothing but sums and histograms of whole numbers, so tallies of several threads add
 * up to the same one however the matches were divided among them. Shares, means and intervals are
 * worked out from the final sums only.
 */
#ifndef HC_TOOLS_REPORT_H
#define HC_TOOLS_REPORT_H

#include <stdio.h>

#include "bots/bots.h"
#include "holecard.h"

enum {
    SIM_LENGTH_MAX = 100000, /* commands of one match; one that is still running is unfinished */
    SIM_RULES_CHARS = 1024,  /* rules as they were typed; all options of a game fit */
    SIM_THREADS_MAX = 256,
    SIM_NUMBER_CHARS = 32,
};

struct sim_plan {
    const struct hc_game *game;
    struct hc_rules rules;
    char rules_text[SIM_RULES_CHARS]; /* as typed, words separated by single blanks */
    const char *points_fact;          /* what the game calls its points; NULL if it has none */
    const struct hc_bot *bots[HC_SEATS_MAX];
    uint32_t budgets[HC_SEATS_MAX]; /* of the bots */
    uint64_t games, seed;
    unsigned seats, threads;
};

struct sim_tally {
    uint64_t finished;   /* matches that came to their end */
    uint64_t unfinished; /* matches stopped at SIM_LENGTH_MAX */
    uint64_t undecided;  /* finished matches without a winner */
    uint64_t refusals;   /* an offered command was refused: our mistake, never the bots' */
    uint64_t dead_ends;  /* an awaited seat could do nothing: our mistake as well */
    uint64_t commands;   /* of all matches */
    uint64_t rounds;
    uint64_t wins[HC_SEATS_MAX]; /* a shared win counts for each of its winners */
    int64_t points[HC_SEATS_MAX];
    uint64_t trouble_match; /* the first match with a refusal or a dead end, counted from 1 */
    char trouble[HC_PROBLEM_CHARS];
    uint64_t by_commands[SIM_LENGTH_MAX + 1]; /* finished matches by their length */
    uint64_t by_rounds[SIM_LENGTH_MAX + 1];
};

/* Adds `more` to `sum`. */
void tally_add(struct sim_tally *sum, const struct sim_tally *more);

/* A histogram in a few numbers; all zero if nothing was counted. */
struct spread {
    double mean;
    unsigned min, p5, p25, p50, p75, p95, max;
};

struct spread spread_of(const uint64_t counts[SIM_LENGTH_MAX + 1]);

/* A share of `of` matches with its 95 % interval by Wilson's formula, which stays inside 0 to 1
 * and is honest for few matches and for shares near the ends. */
struct share {
    double share, low, high;
};

struct share share_of(uint64_t wins, uint64_t of);

/* Whether any seat has points at the end; single rounds have none. */
bool tally_has_points(const struct sim_plan *plan, const struct sim_tally *tally);
/* The mean points of a seat at the end of its matches. */
double tally_points(const struct sim_tally *tally, unsigned seat);

/* 1234567 as "1,234,567". */
const char *grouped(uint64_t number, char out[SIM_NUMBER_CHARS]);
/* The command line that gives the same result again. */
void print_command(const struct sim_plan *plan, FILE *to);

/* Writes the page. On failure false, and why->text names the file and the reason. */
bool report_write(const char *path, const struct sim_plan *plan, const struct sim_tally *tally,
                  double seconds, struct hc_problem *why);

#endif
