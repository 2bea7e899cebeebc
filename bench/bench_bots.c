// SPDX-License-Identifier: MIT
/*
 * bench_bots.c: how long the strongest bot takes to decide, at its usual budget.
 *
 * Whole matches are played by the greedy bot, so that the positions are those of sensible play, and
 * in every one that leaves a choice the strongest bot is asked what it would do. What is measured
 * is the processor's time, not the clock's on the wall, so a busy machine disturbs it little. A
 * median above LIMIT_MS is a failure: people should not wait for a bot.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bots/bots.h"

enum { DECISIONS = 150, LIMIT_MS = 100 };

static const struct row {
    const char *game, *rules;
    unsigned seats;
} rows[] = {
    {"shed", "official", 2}, {"shed", "official", 4}, {"shed", "party", 6},
    {"two", "two", 2},       {"two", "two", 4},
};

static double ms_used(void)
{
    struct timespec used;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec * 1e3 + (double)used.tv_nsec / 1e6;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static const struct hc_bot *strongest(void)
{
    const struct hc_bot *bot = NULL;

    for (size_t i = 0; hc_bot_at(i); i++)
        bot = hc_bot_at(i);
    return bot;
}

static void fail(const char *what)
{
    fprintf(stderr, "bench_bots: %s\n", what);
    exit(1);
}

/* The house starts, or the awaited seat does what the quick bot says. In between the slow one is
 * asked; returns how long it took, or 0 if there was nothing to choose. */
static double step(struct hc_table *table, const struct hc_bot *quick, const struct hc_bot *slow,
                   struct hc_mind *mind)
{
    static struct hc_events events;
    static struct hc_view view;
    unsigned seat = hc_table_awaits(table);
    struct hc_command command;
    double took = 0;

    hc_view(table, seat, 0, &view);
    hc_actions(table, seat, 0, &view.actions);
    if (seat == HC_HOUSE) {
        hc_actions_at(&view.actions, 0, &command);
    } else {
        double before = ms_used();

        slow->choose(&view, &view.actions, mind, &command);
        if (view.actions.ways > 1)
            took = ms_used() - before;
        quick->choose(&view, &view.actions, mind, &command);
    }
    if (hc_submit(table, seat, &command, 0, &events) != HC_OK)
        fail("an offered command was refused");
    return took;
}

static void measure(const struct row *row, struct hc_table *table, struct hc_mind *mind,
                    double took[DECISIONS])
{
    const struct hc_game *game = hc_game_find(row->game);
    uint32_t none;
    const struct hc_bot *quick = hc_bot_parse("greedy", 6, &none), *slow = strongest();
    uint8_t seed[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules rules;
    uint64_t number = 0;

    if (!hc_rules_parse(game, row->rules, &rules, &why))
        fail(why.text);
    for (unsigned i = 0; i < DECISIONS;) {
        double one;

        if (!number || hc_table_awaits(table) == HC_NONE) {
            hc_seed_from_number(++number, seed);
            hc_dice_open(&mind->dice, seed, 1, 0);
            if (hc_table_open(table, game, &rules, row->seats, seed) != HC_OK)
                fail("so many cannot play");
        }
        one = step(table, quick, slow, mind);
        if (one > 0)
            took[i++] = one;
    }
    qsort(took, DECISIONS, sizeof *took, compare);
}

int main(void)
{
    const struct hc_bot *bot = strongest();
    struct hc_mind mind = {.budget = bot->budget, .scratch_bytes = bot->scratch_bytes(bot->budget)};
    struct hc_table *table = malloc(hc_table_bytes());
    double took[DECISIONS], slowest = 0;

    mind.scratch = malloc(mind.scratch_bytes);
    if (!table || !mind.scratch)
        fail("out of memory");
    printf("%s:%u, milliseconds for one of %d decisions\n\n", bot->name, bot->budget, DECISIONS);
    printf("%-6s %-10s %5s  %8s  %8s  %8s\n", "game", "rules", "seats", "median", "95 %", "worst");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        measure(&rows[i], table, &mind, took);
        printf("%-6s %-10s %5u  %8.1f  %8.1f  %8.1f\n", rows[i].game, rows[i].rules, rows[i].seats,
               took[DECISIONS / 2], took[DECISIONS * 95 / 100], took[DECISIONS - 1]);
        slowest = took[DECISIONS / 2] > slowest ? took[DECISIONS / 2] : slowest;
    }
    free(mind.scratch);
    free(table);
    if (slowest < LIMIT_MS)
        return 0;
    fprintf(stderr, "bench_bots: a decision takes %.0f ms, more than %d\n", slowest, LIMIT_MS);
    return 1;
}
