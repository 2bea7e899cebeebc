// SPDX-License-Identifier: MIT
/*
 * logged_match.h: random and lawful matches with their logs, and those logs written again with
 * records that were changed, for the tests of logs.
 */
#ifndef HC_TESTS_RING_LOGGED_MATCH_H
#define HC_TESTS_RING_LOGGED_MATCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/dice.h"
#include "table/log.h"

enum {
    LOG_BYTES = 1 << 20,
    COMMANDS_MAX = 4000, /* of one match */
    TIME_STEP_MS = 700,
};

/* ---- Matches -------------------------------------------------------------------------------- */

struct plan {
    const char *why, *game, *rules;
    unsigned seats, commands; /* after so many the house ends the match */
    unsigned contributions;   /* seats that add entropy */
    bool commit_each, reveal;
};

struct match {
    struct hc_table table; /* as it is at the end */
    struct hc_log log;
    uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES];
    unsigned commands;
    struct hc_table *after; /* each command */
    uint8_t storage[LOG_BYTES];
};

/* One at a time is enough, and it is too large for a stack. */
static struct match match;
static struct hc_table after[COMMANDS_MAX];
static uint8_t forged[LOG_BYTES];

/* Small matches of every game. All but the last are sealed after every command. */
static const struct plan small_plans[] = {
    {"null", "null", "short", 3, 60, 0, true, true},
    {"two", "two", "tokens_to_win=1", 4, 60, 2, true, true},
    {"shed", "shed", "match_mode=single initial_cards=3", 2, 40, 1, true, true},
    {"shed, sealed at the end", "shed", "match_mode=single initial_cards=2", 3, 30, 0, false, true},
};

enum { SMALL_PLANS = sizeof small_plans / sizeof *small_plans };

/* Whether the house should not do this by chance: a match would be over before it began. */
static inline bool is_an_end(const struct hc_game *game, const struct hc_command *command)
{
    enum hc_house_role role = hc_house_role(game, command);

    return role == HC_HOUSE_END || role == HC_HOUSE_DROP;
}

/* Somebody who can do something: mostly whoever is awaited, now and then another. */
static inline unsigned pick_seat(const struct hc_table *table, struct hc_dice *dice, uint64_t now,
                                 struct hc_actions *actions)
{
    unsigned seat = hc_dice_below(dice, table->seats ? table->seats : 1);

    hc_actions(table, seat, now, actions);
    if (actions->ways && hc_dice_below(dice, 4) == 0)
        return seat;
    seat = hc_table_awaits(table);
    hc_actions(table, seat, now, actions);
    return seat;
}

static inline void add_command(struct match *m, const struct plan *plan, unsigned seat,
                               const struct hc_command *command, uint64_t now)
{
    struct hc_events events;

    assert_int_equal(hc_submit(&m->table, seat, command, now, &events), HC_OK);
    assert_true(hc_log_add(&m->log, now, seat, command, &events));
    m->after[m->commands++] = m->table;
    if (plan->commit_each)
        assert_true(hc_log_seal(&m->log));
}

static inline void open_match(struct match *m, const struct plan *plan, uint64_t seed)
{
    const struct hc_game *game = hc_game_find(plan->game);
    uint8_t commitment[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules rules;

    m->commands = 0;
    m->after = after;
    hc_seed_from_number(seed, m->seed);
    hc_seed_from_number(~seed, m->salt);
    hc_commitment(m->seed, m->salt, commitment);
    assert_non_null(game);
    assert_true(hc_rules_parse(game, plan->rules, &rules, &why));
    assert_int_equal(hc_table_open(&m->table, game, &rules, plan->seats, m->seed), HC_OK);
    assert_true(hc_log_begin(&m->log, m->storage, sizeof m->storage, &m->table, commitment));
    for (unsigned s = 0; s < plan->contributions; s++) {
        assert_int_equal(hc_table_contribute(&m->table, s, m->salt), HC_OK);
        assert_true(hc_log_contribution(&m->log, s, m->salt));
        if (plan->commit_each)
            assert_true(hc_log_seal(&m->log));
    }
}

/* Plays a match and logs it. */
static inline void play(struct match *m, const struct plan *plan, uint64_t seed)
{
    const struct hc_game *game = hc_game_find(plan->game);
    struct hc_command end;
    struct hc_actions actions;
    struct hc_command command;
    struct hc_dice dice;
    uint64_t now = 1700000000000;

    open_match(m, plan, seed);
    hc_dice_open(&dice, m->salt, 1, 0);
    while (hc_table_awaits(&m->table) != HC_NONE && m->commands < plan->commands) {
        unsigned seat = pick_seat(&m->table, &dice, now, &actions);

        assert_true(actions.ways > 0);
        do
            hc_actions_at(&actions, hc_dice_below(&dice, actions.ways), &command);
        while (seat == HC_HOUSE && is_an_end(game, &command));
        add_command(m, plan, seat, &command, now);
        now += hc_dice_below(&dice, TIME_STEP_MS);
    }
    if (hc_table_awaits(&m->table) != HC_NONE &&
        hc_house_command(game, HC_HOUSE_END, HC_NONE, &end) &&
        hc_may(&m->table, HC_HOUSE, &end, now) == HC_OK)
        add_command(m, plan, HC_HOUSE, &end, now);
    if (plan->reveal)
        assert_true(hc_log_reveal(&m->log, m->seed, m->salt));
    assert_true(hc_log_seal(&m->log));
}

/* Calls a test for every game, every preset, and the smallest and largest number of seats. */
static inline void for_all_matches(void (*test)(const struct plan *plan))
{
    const struct hc_game *game;
    const struct hc_preset *preset;

    for (size_t g = 0; (game = hc_game_at(g)); g++)
        for (size_t p = 0; (preset = hc_preset_at(game, p)); p++) {
            struct plan plan = {preset->name, game->name, preset->name, 2, 400, 2, true, true};
            struct hc_problem why;
            struct hc_rules rules;

            assert_true(hc_rules_parse(game, preset->name, &rules, &why));
            for (unsigned round = 0; round < 4; round++) {
                plan.seats = round & 1 ? hc_seats_max(game, &rules) : hc_seats_min(game, &rules);
                plan.commit_each = round & 2;
                play(&match, &plan, 100 * g + 10 * p + round);
                test(&plan);
            }
        }
}

/* ---- Writing a log again -------------------------------------------------------------------- */

enum fate { KEEP, LEAVE_OUT, TWICE };

/* Changes a record of a log on its way into another one. `number` counts commands from 1. */
typedef enum fate edit_record(struct hc_record *record, unsigned number);

static inline void copy_record(struct hc_log *log, const struct hc_record *record)
{
    switch (record->kind) {
    case HC_RECORD_COMMAND:
        assert_true(
            hc_log_add(log, record->time_ms, record->seat, &record->command, &record->events));
        break;
    case HC_RECORD_CONTRIBUTION:
        assert_true(hc_log_contribution(log, record->seat, record->bytes));
        break;
    case HC_RECORD_REVEAL:
        assert_true(hc_log_reveal(log, record->bytes, record->bytes + HC_SEED_BYTES));
        break;
    case HC_RECORD_DIGEST:
        assert_true(hc_log_seal(log));
        break;
    }
}

/* Writes the match again into `forged`, with right digests, and with these rules as its text. */
static inline size_t forge_with(const char *rules, edit_record *edit)
{
    struct hc_log_reader reader;
    struct hc_record record;
    struct hc_log log;
    unsigned number = 0;
    enum fate fate;

    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    assert_true(hc_log_header(&log, forged, sizeof forged, reader.game->name, rules, reader.seats,
                              reader.commitment));
    while (hc_log_next(&reader, &record) > 0) {
        number += record.kind == HC_RECORD_COMMAND;
        fate = edit(&record, number);
        for (unsigned i = 0; i < (unsigned)fate + (fate == KEEP) - (fate == LEAVE_OUT); i++)
            copy_record(&log, &record);
    }
    return log.used;
}

#endif
