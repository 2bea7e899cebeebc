// SPDX-License-Identifier: MIT
/*
 * test_log.c: logs are written and read, replayed and verified, and no lie in one goes unnoticed.
 *
 * Matches are random and lawful. `test_log --write FOLDER` writes some of them as files instead,
 * as beginnings for the fuzzers and for tests of the tools.
 */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/dice.h"
#include "store/file.h"
#include "store/logfile.h"
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

/* Small matches, one of each game, that are sealed after every command. */
static const struct plan small_plans[] = {
    {"null", "null", "short", 3, 60, 0, true, true},
    {"two", "two", "tokens_to_win=1", 4, 60, 2, true, true},
    {"shed", "shed", "match_mode=single initial_cards=3", 2, 40, 1, true, true},
    {"shed, sealed at the end", "shed", "match_mode=single initial_cards=2", 3, 30, 0, false, true},
};

enum { SMALL_PLANS = sizeof small_plans / sizeof *small_plans };

static int verb_named(const struct hc_game *game, const char *name)
{
    for (unsigned v = 0; v < game->grammar.verb_count; v++)
        if (!strcmp(game->grammar.verbs[v].name, name))
            return (int)v;
    return -1;
}

/* Whether the house should not do this by chance: a match would be over before it began. */
static bool is_an_end(const struct hc_game *game, const struct hc_command *command)
{
    return command->verb == verb_named(game, "end") || command->verb == verb_named(game, "drop");
}

/* Somebody who can do something: mostly whoever is awaited, now and then another. */
static unsigned pick_seat(const struct hc_table *table, struct hc_dice *dice, uint64_t now,
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

static void add_command(struct match *m, const struct plan *plan, unsigned seat,
                        const struct hc_command *command, uint64_t now)
{
    struct hc_events events;

    assert_int_equal(hc_submit(&m->table, seat, command, now, &events), HC_OK);
    assert_true(hc_log_add(&m->log, now, seat, command, &events));
    m->after[m->commands++] = m->table;
    if (plan->commit_each)
        assert_true(hc_log_commit(&m->log));
}

static void open_match(struct match *m, const struct plan *plan, uint64_t seed)
{
    const struct hc_game *game = hc_game_find(plan->game);
    uint8_t commitment[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules rules;

    m->commands = 0;
    m->after = after;
    hc_seed_from_number(seed, m->seed);
    hc_seed_from_number(~seed, m->salt);
    hc_commit(m->seed, m->salt, commitment);
    assert_non_null(game);
    assert_true(hc_rules_parse(game, plan->rules, &rules, &why));
    assert_int_equal(hc_table_open(&m->table, game, &rules, plan->seats, m->seed), HC_OK);
    assert_true(hc_log_begin(&m->log, m->storage, sizeof m->storage, &m->table, commitment));
    for (unsigned s = 0; s < plan->contributions; s++) {
        assert_int_equal(hc_table_contribute(&m->table, s, m->salt), HC_OK);
        assert_true(hc_log_contribution(&m->log, s, m->salt));
        if (plan->commit_each)
            assert_true(hc_log_commit(&m->log));
    }
}

/* Plays a match and logs it. */
static void play(struct match *m, const struct plan *plan, uint64_t seed)
{
    const struct hc_game *game = hc_game_find(plan->game);
    struct hc_command end = {
        (uint8_t)verb_named(game, "end"), HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};
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
    if (hc_table_awaits(&m->table) != HC_NONE && hc_may(&m->table, HC_HOUSE, &end, now) == HC_OK)
        add_command(m, plan, HC_HOUSE, &end, now);
    if (plan->reveal)
        assert_true(hc_log_reveal(&m->log, m->seed, m->salt));
    assert_true(hc_log_commit(&m->log));
}

/* Calls a test for every game, every preset, and the smallest and largest number of seats. */
static void for_all_matches(void (*test)(const struct plan *plan))
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

/* ---- What is written is read ---------------------------------------------------------------- */

static bool same_events(const struct hc_events *a, const struct hc_events *b)
{
    const struct hc_event *x = hc_event_first(a), *y = hc_event_first(b);

    for (; x && y; x = hc_event_next(a, x), y = hc_event_next(b, y))
        if (x->count != y->count || memcmp(x, y, sizeof *x + x->count) != 0)
            return false;
    return !x && !y;
}

/* The log against the match played once more from what was read. */
static void check_reading(const struct plan *plan)
{
    struct hc_log_reader reader;
    struct hc_record record;
    struct hc_events events;
    struct hc_table table;
    unsigned commands = 0;
    int more;

    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    assert_string_equal(hc_game_name(reader.game), plan->game);
    assert_int_equal(reader.seats, plan->seats);
    assert_int_equal(hc_table_open(&table, reader.game, &reader.rules, reader.seats, match.seed),
                     HC_OK);
    while ((more = hc_log_next(&reader, &record)) > 0) {
        if (record.kind == HC_RECORD_CONTRIBUTION)
            assert_int_equal(hc_table_contribute(&table, record.seat, record.bytes), HC_OK);
        if (record.kind != HC_RECORD_COMMAND)
            continue;
        assert_int_equal(hc_submit(&table, record.seat, &record.command, record.time_ms, &events),
                         HC_OK);
        assert_true(same_events(&events, &record.events));
        assert_memory_equal(&table, &match.after[commands++], sizeof table);
    }
    assert_int_equal(more, 0);
    assert_int_equal(commands, match.commands);
    assert_int_equal(reader.at, match.log.used);
}

static void reads_what_was_written(void **state)
{
    (void)state;
    for_all_matches(check_reading);
}

/* ---- Replay --------------------------------------------------------------------------------- */

static bool same_but_key(const struct hc_table *a, const struct hc_table *b)
{
    struct hc_table x = *a, y = *b;

    memset(x.key, 0, sizeof x.key);
    memset(y.key, 0, sizeof y.key);
    return !memcmp(&x, &y, sizeof x);
}

struct watch {
    uint32_t seq;
    unsigned commands;
};

static void watch_event(void *context, const struct hc_table *table, const struct hc_record *record,
                        const struct hc_event *event)
{
    struct watch *watch = context;

    assert_int_equal(table->seq, ++watch->seq);
    assert_int_equal(record->kind, HC_RECORD_COMMAND);
    if (hc_event_next(&record->events, event))
        return;
    while (match.after[watch->commands].seq < watch->seq)
        watch->commands++; /* a command without events */
    assert_true(same_but_key(table, &match.after[watch->commands++]));
}

static void check_replay(const struct plan *plan)
{
    struct watch watch = {0, 0};
    struct hc_problem why;
    struct hc_table table;
    uint32_t last = match.table.seq;

    (void)plan;
    assert_true(hc_log_replay(match.log.bytes, match.log.used, UINT32_MAX, &table, watch_event,
                              &watch, &why));
    assert_int_equal(watch.seq, last);
    assert_true(same_but_key(&table, &match.table));
    /* Up to any event: the first and the last ones, and some between. */
    for (uint32_t seq = 0; seq <= last; seq += seq < 50 || seq + 50 > last ? 1 : 37) {
        assert_true(hc_log_replay(match.log.bytes, match.log.used, seq, &table, NULL, NULL, &why));
        assert_int_equal(table.seq, seq);
    }
    assert_false(
        hc_log_replay(match.log.bytes, match.log.used, last + 1, &table, NULL, NULL, &why));
    assert_non_null(strstr(why.text, "the log ends with event"));
}

static void replays_to_any_event(void **state)
{
    (void)state;
    for_all_matches(check_replay);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static char *json_of(const struct hc_log *log, size_t *length)
{
    struct logfile file = {.bytes = log->bytes, .size = log->used};
    struct hc_problem why;
    char *json = logfile_json(&file, length, &why);

    assert_non_null(json);
    return json;
}

static void check_json(const struct plan *plan)
{
    struct logfile again;
    struct hc_problem why;
    size_t length;
    char *json = json_of(&match.log, &length);

    (void)plan;
    assert_int_equal(strlen(json), length);
    if (!logfile_parse((uint8_t *)json, length, &again, &why))
        fail_msg("%s", why.text);
    assert_int_equal(again.size, match.log.used);
    assert_memory_equal(again.bytes, match.log.bytes, again.size);
    logfile_release(&again);
}

static void json_gives_the_same_bytes(void **state)
{
    (void)state;
    for_all_matches(check_json);
}

/* Replaces the first `from` of the small match's JSON and reads it. */
static bool read_edited(const char *from, const char *to, struct hc_problem *why)
{
    size_t length, before;
    char *json = json_of(&match.log, &length), *at = strstr(json, from);
    uint8_t *edited = malloc(length + strlen(to) + 1);
    struct logfile file;
    bool ok;

    assert_non_null(edited);
    if (!at)
        fail_msg("there is no %s in the JSON", from);
    before = (size_t)(at - json);
    memcpy(edited, json, before);
    memcpy(edited + before, to, strlen(to));
    memcpy(edited + before + strlen(to), at + strlen(from), length - before - strlen(from));
    length += strlen(to) - strlen(from);
    edited[length] = 0;
    free(json);
    ok = logfile_parse(edited, length, &file, why);
    logfile_release(&file);
    return ok;
}

/* The first match of null: round 1 deals one card to each of three seats. */
static const struct {
    const char *why, *from, *to, *want; /* want NULL: it is still a log */
} json_edits[] = {
    {"space between members", "\"version\":1", "\n\t \"version\" : 1 ", NULL},
    {"a misspelt member", ",\"faces\":[", ",\"cords\":[", "does not belong here"},
    {"another format", "holecard-log", "holecard-lag", "must be \"holecard-log\""},
    {"a later version", "\"version\":1", "\"version\":2", "\"version\" must be 1 to 1"},
    {"no such game", "\"game\":\"null\"", "\"game\":\"nil\"", "there is no game"},
    {"no such option", "rounds_to_win", "rounds_to_lose", "is not an option"},
    {"too many seats", "\"seats\":3", "\"seats\":11", "\"seats\" must be 0 to 10"},
    {"a number as text", "\"seats\":3", "\"seats\":\"3\"", "must be a whole number"},
    {"a short commitment", "\"commitment\":\"", "\"commitment\":\"0", "64 hexadecimal digits"},
    {"a member twice", "\"seats\":3", "\"seats\":3,\"seats\":3", "is there twice"},
    {"an unknown member", "\"seats\":3", "\"seats\":3,\"chairs\":3", "does not belong here"},
    {"a seat that cannot be", "\"seat\":\"house\"", "\"seat\":\"hose\"", "0 to 9 or \"house\""},
    {"no such command", "\"do\":\"start\"", "\"do\":\"strat\"", "is not a command of this game"},
    {"no such event", "\"event\":\"turn\"", "\"event\":\"torn\"", "is not an event of this game"},
    {"no events", "\"events\":[", "\"events\":7,\"x\":[", "does not belong here"},
    {"a card of no deck", "\"cards\":[", "\"cards\":[99,", "numbers of cards of this deck"},
    {"a face that is wrong", "\"faces\":[\"", "\"faces\":[\"1", "and \"faces\" must say so"},
    {"broken JSON", "\"records\":[", "\"records\":[[", "a record must be an object"},
    {"an open bracket", "\"reveal\":{", "\"reveal\":[", "expected near"},
    {"a digest in upper case", "\"digest\":\"", "\"digest\":\"A", "64 hexadecimal digits"},
    {"something behind it", "\n]}", "\n]} x", "there is something behind the log"},
    {"a record of nothing", "{\"digest\"", "{\"digits\"", "a record has"},
};

static void bad_json_is_explained(void **state)
{
    struct hc_problem why;

    (void)state;
    play(&match, &small_plans[0], 1);
    for (size_t i = 0; i < sizeof json_edits / sizeof *json_edits; i++) {
        bool ok = read_edited(json_edits[i].from, json_edits[i].to, &why);

        if (ok != !json_edits[i].want || (!ok && !strstr(why.text, json_edits[i].want)))
            fail_msg("%s: %s", json_edits[i].why, ok ? "was accepted" : why.text);
    }
}

/* ---- Verification --------------------------------------------------------------------------- */

static void check_honest(const struct plan *plan)
{
    struct hc_problem why;
    enum hc_verdict verdict = hc_log_verify(match.log.bytes, match.log.used, &why);

    if (verdict != HC_HONEST)
        fail_msg("%s %s: %s", plan->game, plan->rules, why.text);
}

static void honest_matches_are_honest(void **state)
{
    (void)state;
    for_all_matches(check_honest);
}

static void no_secret_no_verdict(void **state)
{
    struct hc_problem why;

    (void)state;
    for (unsigned i = 0; i < SMALL_PLANS; i++) {
        struct plan plan = small_plans[i];

        plan.reveal = false;
        play(&match, &plan, 7);
        assert_int_equal(hc_log_verify(match.log.bytes, match.log.used, &why), HC_UNREVEALED);
    }
}

/* Where the digest record ends that is the last one before a byte: what is before is sealed. */
static size_t sealed_before(size_t at)
{
    struct hc_log_reader reader;
    struct hc_record record;
    size_t sealed = 0;

    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    while (hc_log_next(&reader, &record) > 0 && reader.at <= at)
        if (record.kind == HC_RECORD_DIGEST)
            sealed = reader.at;
    return sealed;
}

/* Where the digest record ends that is the second one behind a byte, or the last. */
static size_t sealed_behind(size_t at)
{
    struct hc_log_reader reader;
    struct hc_record record;
    unsigned digests = 0;

    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    while (digests < 2 && hc_log_next(&reader, &record) > 0)
        digests += record.kind == HC_RECORD_DIGEST && reader.at > at;
    return reader.at;
}

/* Every byte of a whole match, changed in several ways: each is noticed, and the place that is
 * named is not in what was sealed before it, nor far behind it. */
static void check_every_byte(const struct plan *plan)
{
    static const uint8_t changes[] = {0x01, 0x10, 0x80, 0xff};
    uint8_t *bytes = match.log.bytes;
    struct hc_problem why;

    check_honest(plan);
    for (size_t i = 0; i < match.log.used; i++) {
        size_t first = sealed_before(i), end = sealed_behind(i);

        for (size_t c = 0; c < sizeof changes; c++) {
            bytes[i] ^= changes[c];
            if (hc_log_verify(bytes, match.log.used, &why) != HC_DISHONEST)
                fail_msg("%s: byte %zu ^ %u is not noticed", plan->why, i, changes[c]);
            if (!strstr(why.text, " at byte ") || why.at < first || why.at >= end)
                fail_msg("%s: byte %zu ^ %u: %s", plan->why, i, changes[c], why.text);
            bytes[i] ^= changes[c];
        }
    }
}

static void every_changed_byte_is_noticed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SMALL_PLANS; i++) {
        play(&match, &small_plans[i], 3);
        check_every_byte(&small_plans[i]);
    }
}

/* A log that was cut off is sound only where a digest ends it, and never honest. */
static void cut_off_logs_are_noticed(void **state)
{
    struct hc_problem why;

    (void)state;
    for (unsigned i = 0; i < SMALL_PLANS; i++) {
        size_t header;
        struct hc_log_reader reader;

        play(&match, &small_plans[i], 4);
        assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
        header = reader.at;
        for (size_t size = 0; size < match.log.used; size++) {
            bool whole = size == header || (size > header && sealed_before(size) == size);

            assert_int_equal(hc_log_verify(match.log.bytes, size, &why),
                             whole ? HC_UNREVEALED : HC_DISHONEST);
        }
    }
}

/* ---- Lies that are sealed again ------------------------------------------------------------- */

enum fate { KEEP, LEAVE_OUT, TWICE };

/* Changes a record of a log on its way into another one. `number` counts commands from 1. */
typedef enum fate edit_record(struct hc_record *record, unsigned number);

static void copy_record(struct hc_log *log, const struct hc_record *record)
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
        assert_true(hc_log_commit(log));
        break;
    }
}

/* Writes the match again into `forged`, with right digests, and with these rules as its text. */
static size_t forge_with(const char *rules, edit_record *edit)
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

static size_t forge(edit_record *edit)
{
    char rules[HC_LOG_RULES_MAX + 1];
    struct hc_log_reader reader;

    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    hc_log_rules(&reader, rules);
    return forge_with(rules, edit);
}

/* Event number n of a record, from 1. */
static struct hc_event *event_of(struct hc_record *record, unsigned n)
{
    const struct hc_event *event = hc_event_first(&record->events);

    while (--n)
        event = hc_event_next(&record->events, event);
    return (struct hc_event *)(uintptr_t)event;
}

static enum fate change_nothing(struct hc_record *record, unsigned number)
{
    (void)record;
    (void)number;
    return KEEP;
}

/* The first command of null deals: round_started, three times card_dealt, turn. */
static enum fate stack_the_deck(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND) {
        struct hc_event *event = event_of(record, 1);
        uint8_t last = event->cards[23];

        event->cards[23] = event->cards[22];
        event->cards[22] = last;
    }
    return KEEP;
}

static enum fate deal_another_card(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND)
        event_of(record, 3)->cards[0] ^= 1;
    return KEEP;
}

static enum fate number_the_round_two(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND)
        event_of(record, 1)->value = 2;
    return KEEP;
}

static enum fate begin_with_another(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND)
        event_of(record, 5)->seat = 1;
    return KEEP;
}

static enum fate tell_another_event(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND)
        event_of(record, 5)->kind = 3;
    return KEEP;
}

static enum fate name_a_second_seat(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND)
        event_of(record, 5)->other = 1;
    return KEEP;
}

static enum fate forget_an_event(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND) {
        record->events.count--;
        record->events.used -= (uint32_t)sizeof(struct hc_event);
    }
    return KEEP;
}

static enum fate invent_an_event(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND) {
        struct hc_event *event = hc_event_begin(&record->events, 0);

        *event = *event_of(record, 5);
        hc_event_done(&record->events, event);
    }
    return KEEP;
}

static enum fate let_another_act(struct hc_record *record, unsigned number)
{
    if (number == 2 && record->kind == HC_RECORD_COMMAND)
        record->seat = 2;
    return KEEP;
}

static enum fate start_twice(struct hc_record *record, unsigned number)
{
    return number == 1 && record->kind == HC_RECORD_COMMAND ? TWICE : KEEP;
}

static enum fate reveal_another_seed(struct hc_record *record, unsigned number)
{
    (void)number;
    if (record->kind == HC_RECORD_REVEAL)
        record->bytes[5] ^= 1;
    return KEEP;
}

static enum fate reveal_twice(struct hc_record *record, unsigned number)
{
    (void)number;
    return record->kind == HC_RECORD_REVEAL ? TWICE : KEEP;
}

static enum fate contribute_late(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_DIGEST) {
        record->kind = HC_RECORD_CONTRIBUTION;
        record->seat = 0;
    }
    return KEEP;
}

static const struct {
    const char *why;
    edit_record *edit;
    uint32_t seq; /* of the event that must be named; 0: the record is named */
    const char *want;
} lies[] = {
    {"the deck was stacked", stack_the_deck, 1, "as card 23, the rules say round_started with"},
    {"another card was dealt", deal_another_card, 3, "the log says card_dealt with"},
    {"another value", number_the_round_two, 1, "round_started with 2, the rules say"},
    {"the turn of another", begin_with_another, 5,
     "turn for seat 1, the rules say turn for seat 0"},
    {"another event", tell_another_event, 5, "the log says kept, the rules say turn"},
    {"a second seat", name_a_second_seat, 5, "turn with seat 1, the rules say turn with seat none"},
    {"an event is missing", forget_an_event, 5, "the log says no more, the rules say turn"},
    {"an event too many", invent_an_event, 6, "the log says turn, the rules say no more"},
    {"not one's turn", let_another_act, 0, "it is another player's turn"},
    {"a command twice", start_twice, 0, "the rules refuse \"start\""},
    {"another seed", reveal_another_seed, 0, "do not give the commitment"},
    {"two secrets", reveal_twice, 0, "the secret is out"},
    {"entropy too late", contribute_late, 0, "that cannot be done at this moment"},
};

static void lies_are_named(void **state)
{
    struct hc_problem why;
    size_t size;

    (void)state;
    play(&match, &small_plans[0], 1);
    size = forge(change_nothing);
    assert_int_equal(size, match.log.used);
    assert_memory_equal(forged, match.log.bytes, size);
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        size = forge(lies[i].edit);
        if (hc_log_verify(forged, size, &why) != HC_DISHONEST)
            fail_msg("%s is not noticed", lies[i].why);
        if (!strstr(why.text, lies[i].want) || why.seq != lies[i].seq)
            fail_msg("%s: %s", lies[i].why, why.text);
    }
}

static enum fate name_a_card_twice(struct hc_record *record, unsigned number)
{
    if (number == 1 && record->kind == HC_RECORD_COMMAND)
        event_of(record, 1)->cards[23] = event_of(record, 1)->cards[22];
    return KEEP;
}

/* Filling a pile relies on it. */
static void no_event_has_a_card_twice(void **state)
{
    struct hc_table table;
    struct hc_problem why;
    size_t size;

    (void)state;
    play(&match, &small_plans[0], 1);
    size = forge(name_a_card_twice);
    assert_false(hc_log_replay(forged, size, UINT32_MAX, &table, NULL, NULL, &why));
    assert_int_equal(why.seq, 1);
    assert_non_null(strstr(why.text, "this cannot happen to these seats and cards"));
}

/* The place of an event is its first byte. */
static void places_are_exact(void **state)
{
    struct hc_log_reader reader;
    struct hc_problem why;
    size_t size;

    (void)state;
    play(&match, &small_plans[0], 1);
    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    size = forge(stack_the_deck);
    assert_int_equal(hc_log_verify(forged, size, &why), HC_DISHONEST);
    /* A house command with a time of six bytes and a verb stands before its first event. */
    assert_int_equal(why.at, reader.at + 1 + 6 + 1);
    size = forge(begin_with_another);
    assert_int_equal(hc_log_verify(forged, size, &why), HC_DISHONEST);
    /* The deck is 2 bytes, a value, a count and 24 cards; each deal has a card. */
    assert_int_equal(why.at, reader.at + 8 + 28 + 3 * 3);
}

static enum fate forget_contributions(struct hc_record *record, unsigned number)
{
    (void)number;
    return record->kind == HC_RECORD_CONTRIBUTION ? LEAVE_OUT : KEEP;
}

static void contributions_count(void **state)
{
    struct hc_problem why;
    size_t size;

    (void)state;
    play(&match, &small_plans[1], 9);
    size = forge(forget_contributions);
    assert_int_equal(hc_log_verify(forged, size, &why), HC_DISHONEST);
    /* In two the match begins before the deck is shuffled. */
    assert_true(why.seq > 0);
    assert_non_null(strstr(why.text, "as card "));
}

/* A host who deals from another seed than the one committed to. */
static void a_deal_from_elsewhere_is_noticed(void **state)
{
    const struct plan *plan = &small_plans[0];
    struct hc_command start = {HC_NONE, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};
    struct hc_problem why;

    (void)state;
    open_match(&match, plan, 9);
    match.table.key[0] ^= 1;
    start.verb = (uint8_t)verb_named(hc_table_game(&match.table), "start");
    add_command(&match, plan, HC_HOUSE, &start, 0);
    assert_true(hc_log_reveal(&match.log, match.seed, match.salt));
    assert_true(hc_log_commit(&match.log));
    assert_int_equal(hc_log_verify(match.log.bytes, match.log.used, &why), HC_DISHONEST);
    assert_int_equal(why.seq, 1);
}

static void the_end_must_be_sealed(void **state)
{
    struct hc_problem why;

    (void)state;
    play(&match, &small_plans[0], 1);
    assert_int_equal(hc_log_verify(match.log.bytes, match.log.used - 33, &why), HC_DISHONEST);
    assert_non_null(strstr(why.text, "the last records are not sealed by a digest: 1"));
    assert_int_equal(why.at, match.log.used - 33 - 65);
    /* A digest that seals nothing would be a second way to write the same log. */
    assert_true(hc_log_digest(&match.log, match.log.chain));
    assert_int_equal(hc_log_verify(match.log.bytes, match.log.used, &why), HC_DISHONEST);
    assert_non_null(strstr(why.text, "this digest seals nothing"));
}

/* ---- Replay does not believe everything ----------------------------------------------------- */

/* The first event of shed with that name, and the record it is in. */
static struct hc_event *find_event(struct hc_log_reader *reader, struct hc_record *record,
                                   const char *name)
{
    while (hc_log_next(reader, record) > 0)
        for (const struct hc_event *event = hc_event_first(&record->events); event;
             event = hc_event_next(&record->events, event))
            if (!strcmp(reader->game->events[event->kind].name, name))
                return (struct hc_event *)(uintptr_t)event;
    fail_msg("there is no event %s", name);
    return NULL;
}

/* Puts another byte into the log at the end of the first event of that name, and takes the
 * digests away, so that only the event itself can be wrong. */
static bool replay_changed(const char *name, uint8_t from_end, uint8_t byte, struct hc_problem *why)
{
    struct hc_log_reader reader;
    struct hc_record record;
    struct hc_event *event;
    struct hc_table table;
    size_t at;

    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    event = find_event(&reader, &record, name);
    at = reader.at;
    for (const struct hc_event *later = hc_event_next(&record.events, event); later;
         later = hc_event_next(&record.events, later))
        at -= hc_log_event_bytes(later);
    memcpy(forged, match.log.bytes, match.log.used);
    forged[at - from_end] = byte;
    return hc_log_replay(forged, reader.at, UINT32_MAX, &table, NULL, NULL, why);
}

static void replay_refuses_what_cannot_be(void **state)
{
    struct plan plan = small_plans[2];
    const struct hc_deck *deck;
    struct hc_problem why;
    unsigned refused = 0;

    (void)state;
    plan.commit_each = false;
    play(&match, &plan, 3);
    deck = hc_deck_of(hc_table_game(&match.table), hc_table_rules(&match.table));
    assert_true(replay_changed("turn", 1, 0x10, &why));
    assert_false(replay_changed("turn", 1, 0x20, &why)); /* two players sit here */
    assert_non_null(strstr(why.text, "cannot happen to these seats"));
    /* Two players hold at most eight cards by then; any other card cannot be played. */
    for (unsigned card = 0; card < HC_CARDS_MAX; card++)
        if (hc_has(deck->cards, card) && !replay_changed("card_played", 1, (uint8_t)card, &why))
            refused += strstr(why.text, "a card is not where") != NULL;
    assert_in_range(refused, 100, 107);
}

/* ---- One encoding --------------------------------------------------------------------------- */

/* Records of null behind a good header. Verbs: 0 start, 3 timeout SEAT. Events: 0 has a value. */
static const struct {
    const char *why, *bytes, *want; /* hexadecimal; want NULL: it can be read */
} encodings[] = {
    {"a command without events", "0f0000", NULL},
    {"a clock that was set back", "0fffffffffffffffffff0100", NULL},
    {"a time that is too long", "0f800000", "longer than it must be"},
    {"a time of 65 bits", "0fffffffffffffffffff0200", "more than 64 bits"},
    {"seat 10", "0a0000", "there is no seat 10"},
    {"a card for start", "1f000001", "the verb takes no card"},
    {"a flag for start", "2f0000", "the verb takes no flag"},
    {"a colour for start", "0f002001", "the verb takes no colour"},
    {"a target for start", "0f004001", "the verb takes no seat"},
    {"a guess for start", "0f008001", "the verb takes no guess"},
    {"timeout without a seat", "0f0003", "the verb needs a seat"},
    {"timeout of seat 1", "0f004301", NULL},
    {"timeout of a seat that cannot be", "0f00430b", "there is no such seat"},
    {"verb 31", "0f001f", "no verb 31"},
    {"an event is missing", "4f0000", "the log ends too early"},
    {"half an event", "4f000000", "the log ends too early"},
    {"an event", "4f000000f0", NULL},
    {"another event is missing", "4f000080f0", "the log ends too early"},
    {"two events", "4f000080f000f0", NULL},
    {"event 63", "4f00003ff0", "no event 63"},
    {"seat 10 of an event", "4f000000a0", "there is no seat 10"},
    {"a second seat", "4f000040f009", NULL},
    {"a second seat that cannot be", "4f000040f00a", "there is no seat 10"},
    {"a zero in one byte", "4f000000f400", "longer than it must be"},
    {"127 in one byte", "4f000000f47f", NULL},
    {"127 in two bytes", "4f000000f87f00", "longer than it must be"},
    {"128 in two bytes", "4f000000f88000", NULL},
    {"-128 in two bytes", "4f000000f880ff", "longer than it must be"},
    {"-32768 in four bytes", "4f000000fc0080ffff", "longer than it must be"},
    {"32768 in four bytes", "4f000000fc00800000", NULL},
    {"two cards", "4f000000f20001", NULL},
    {"two cards counted", "4f000000f3020001", "need no counting"},
    {"three cards counted", "4f000000f303000102", NULL},
    {"too few cards", "4f000000f3030001", "the log ends too early"},
    {"a card of another deck", "4f000000f118", "the deck has no card 24"},
    {"a card of no deck", "4f000000f1ff", "the deck has no card 255"},
    {"half a contribution", "8000", "the log ends too early"},
    {"a contribution of seat 10", "8a00", "no record begins with 138"},
    {"a secret of seat 0", "9000", "no record begins with 144"},
    {"a digest of seat 0", "a000", "no record begins with 160"},
    {"no such record", "bf00", "no record begins with 191"},
};

static size_t append_hex(uint8_t *to, const char *hex)
{
    size_t size = 0;
    unsigned byte;

    for (; sscanf(hex, "%2x", &byte) == 1; hex += 2)
        to[size++] = (uint8_t)byte;
    return size;
}

static void there_is_one_encoding(void **state)
{
    struct hc_log_reader reader;
    struct hc_record record;

    (void)state;
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        size_t size;
        int more;

        open_match(&match, &small_plans[0], 1);
        size = match.log.used + append_hex(match.storage + match.log.used, encodings[i].bytes);
        assert_true(hc_log_open(&reader, match.storage, size));
        more = hc_log_next(&reader, &record);
        if (more != (encodings[i].want ? -1 : 1) ||
            (encodings[i].want && !strstr(reader.problem.text, encodings[i].want)))
            fail_msg("%s: %s", encodings[i].why, more > 0 ? "was read" : reader.problem.text);
        assert_int_equal(hc_log_next(&reader, &record), encodings[i].want ? -1 : 0);
    }
}

/* Events that would not fit the buffer of one command. */
static void there_is_a_limit_to_events(void **state)
{
    struct hc_log_reader reader;
    struct hc_record record;
    size_t size;

    (void)state;
    for (unsigned count = 510; count < 516; count++) {
        open_match(&match, &small_plans[0], 1);
        size = match.log.used + append_hex(match.storage + match.log.used, "4f0000");
        for (unsigned i = 0; i < count; i++)
            size += append_hex(match.storage + size, i + 1 < count ? "80f0" : "00f0");
        assert_true(hc_log_open(&reader, match.storage, size));
        assert_int_equal(hc_log_next(&reader, &record), count <= HC_EVENT_BYTES / 8 ? 1 : -1);
    }
}

static const struct {
    const char *why, *want;
    size_t at;
    uint8_t byte;
} headers[] = {
    {"another magic", "this is not a log", 0, 'h'},
    {"another version", "this is not version 1 but 2", 4, 2},
    {"a long name", "no game has a name of this length: 32", 5, 32},
    {"another game", "there is no game \"nulm\" here", 9, 'm'},
    {"a character that is none", "no text has the character 7", 12, 7},
    {"another option", "is not an option of this game", 11, 'x'},
    {"a value that cannot be", "rounds_to_win must be 1 to 9", 25, '0'},
    {"too many players", "not for so many players: 11", 26, 11},
};

static void headers_are_checked(void **state)
{
    struct hc_log_reader reader;

    (void)state;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        open_match(&match, &small_plans[0], 1);
        match.storage[headers[i].at] = headers[i].byte;
        assert_false(hc_log_open(&reader, match.storage, match.log.used));
        if (!strstr(reader.problem.text, headers[i].want))
            fail_msg("%s: %s", headers[i].why, reader.problem.text);
    }
}

/* The seed is a secret, so it must not be in the rules of a log. */
static void no_seed_in_a_header(void **state)
{
    static const uint8_t commitment[HC_SEED_BYTES];
    struct hc_log_reader reader;
    struct hc_log log;

    (void)state;
    assert_true(hc_log_header(&log, forged, sizeof forged, "two", "seed=7", 2, commitment));
    assert_false(hc_log_open(&reader, forged, log.used));
    assert_non_null(strstr(reader.problem.text, "must not hold a seed"));
    /* Options that a later version adds are not in it, and have their defaults. */
    assert_true(hc_log_header(&log, forged, sizeof forged, "two", "edition=ed2019", 6, commitment));
    assert_true(hc_log_open(&reader, forged, log.used));
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void what_does_not_fit_is_not_written(void **state)
{
    struct hc_command keep = {5, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};
    struct hc_events none = {.used = 0};
    struct hc_log log, before;
    size_t header, whole;

    (void)state;
    open_match(&match, &small_plans[0], 1);
    header = match.log.used;
    assert_true(hc_log_add(&match.log, 1, 0, &keep, &none));
    assert_true(hc_log_contribution(&match.log, 0, match.salt));
    assert_true(hc_log_reveal(&match.log, match.seed, match.salt));
    assert_true(hc_log_commit(&match.log));
    whole = match.log.used;
    for (size_t size = 0; size <= whole; size++) {
        bool ok = hc_log_begin(&log, forged, size, &match.table, match.salt);

        assert_int_equal(ok, size >= header);
        if (!ok)
            continue;
        before = log;
        ok = hc_log_add(&log, 1, 0, &keep, &none);
        assert_true(ok || !memcmp(&log, &before, sizeof log));
        before = log;
        ok = ok && hc_log_contribution(&log, 0, match.salt);
        assert_true(ok || !memcmp(&log, &before, sizeof log));
        before = log;
        ok = ok && hc_log_reveal(&log, match.seed, match.salt);
        assert_true(ok || !memcmp(&log, &before, sizeof log));
        before = log;
        ok = ok && hc_log_commit(&log);
        assert_true(ok || !memcmp(&log, &before, sizeof log));
        assert_int_equal(ok, size == whole);
    }
}

static void a_log_begins_with_the_match(void **state)
{
    struct hc_log log;

    (void)state;
    play(&match, &small_plans[0], 1);
    assert_false(hc_log_begin(&log, forged, sizeof forged, &match.table, match.salt));
}

static void nothing_is_sealed_twice(void **state)
{
    size_t used;

    (void)state;
    play(&match, &small_plans[0], 1);
    used = match.log.used;
    assert_true(hc_log_commit(&match.log));
    assert_int_equal(match.log.used, used);
}

/* Arguments that a verb does not take are not logged: they mean nothing. */
static void commands_are_tidied(void **state)
{
    struct hc_command start = {0, 3, 7, 2, 1, 1}, timeout = {3, 3, 7, 77, 1, 1};
    struct hc_events none = {.used = 0};
    struct hc_log_reader reader;
    struct hc_record record;

    (void)state;
    open_match(&match, &small_plans[0], 1);
    assert_true(hc_log_add(&match.log, 0, HC_HOUSE, &start, &none));
    assert_true(hc_log_add(&match.log, 0, HC_HOUSE, &timeout, &none));
    assert_true(hc_log_open(&reader, match.log.bytes, match.log.used));
    assert_int_equal(hc_log_next(&reader, &record), 1);
    start = (struct hc_command){0, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};
    assert_memory_equal(&record.command, &start, sizeof start);
    assert_int_equal(hc_log_next(&reader, &record), 1);
    timeout = (struct hc_command){3, HC_NONE, HC_NONE, HC_BAD, HC_NONE, 0};
    assert_memory_equal(&record.command, &timeout, sizeof timeout);
}

/* What the encoding has room for. */
static void games_fit_the_encoding(void **state)
{
    const struct hc_game *game;

    (void)state;
    for (size_t g = 0; (game = hc_game_at(g)); g++) {
        assert_true(strlen(game->name) <= HC_LOG_NAME_MAX);
        assert_true(game->grammar.verb_count <= HC_LOG_VERB_MASK + 1);
        assert_true(game->event_count <= HC_LOG_KIND_MASK + 1);
        for (unsigned a = 0; a < game->event_count; a++)
            for (unsigned b = 0; b < a; b++)
                assert_string_not_equal(game->events[a].name, game->events[b].name);
    }
}

/* ---- Files ---------------------------------------------------------------------------------- */

static void assert_file_holds(const char *path, const char *want)
{
    struct hc_problem why;
    uint8_t *bytes;
    size_t size;

    assert_true(file_read(path, &bytes, &size, &why));
    assert_int_equal(size, strlen(want));
    assert_string_equal((char *)bytes, want);
    free(bytes);
}

static void files_are_replaced_whole(void **state)
{
    char folder[] = "/tmp/test_log.XXXXXX", path[64], link[64];
    struct hc_problem why;
    struct stat status;

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    assert_true(file_write(path, "one", 3, &why));
    assert_file_holds(path, "one");
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(symlink("file", link), 0);
    assert_true(file_write(link, "second", 6, &why));
    assert_file_holds(path, "second");
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_int_equal(unlink(link), 0);
    assert_int_equal(unlink(path), 0);
    /* Nothing else is left behind. */
    assert_int_equal(rmdir(folder), 0);
    assert_false(file_write(path, "three", 5, &why));
    assert_non_null(strstr(why.text, path));
}

static void devices_are_written_through(void **state)
{
    struct hc_problem why;
    struct stat status;

    (void)state;
    assert_true(file_write("/dev/null", "one", 3, &why));
    assert_int_equal(stat("/dev/null", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
    assert_false(file_write("/dev/full", "one", 3, &why));
    assert_false(file_write("/", "one", 3, &why));
}

static void unreadable_files_are_named(void **state)
{
    struct hc_problem why;
    uint8_t *bytes;
    size_t size;

    (void)state;
    assert_false(file_read("/nowhere/at all", &bytes, &size, &why));
    assert_non_null(strstr(why.text, "/nowhere/at all: "));
    assert_false(file_read("/", &bytes, &size, &why));
    assert_false(file_read("/dev/zero", &bytes, &size, &why));
    assert_non_null(strstr(why.text, "64 MiB"));
}

/* ---- The documented example ----------------------------------------------------------------- */

/* A row of the example is an offset of four digits, two blanks, bytes, two blanks and words. */
static size_t read_row(const char *line, uint8_t *to)
{
    size_t count = 0;
    unsigned at, byte;
    int width;

    if (sscanf(line, "%4x%n", &at, &width) != 1 || width != 4 || strncmp(line + 4, "  ", 2) != 0)
        return 0;
    for (line += 5; line[0] == ' ' && line[1] != ' ' && sscanf(line, " %2x", &byte) == 1; line += 3)
        to[count++] = (uint8_t)byte;
    return count;
}

static void the_documented_example_is_honest(void **state)
{
    struct hc_problem why;
    struct hc_log log = {.bytes = forged};
    uint8_t *page;
    size_t size;
    char *json;

    (void)state;
    assert_true(file_read(HC_SOURCE_DIR "/docs/log-format.md", &page, &size, &why));
    for (char *line = (char *)page; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        log.used += read_row(line, forged + log.used);
    }
    if (hc_log_verify(forged, log.used, &why) != HC_HONEST)
        fail_msg("%s", why.text);
    json = json_of(&log, &size);
    assert_non_null(strstr((char *)page, json));
    free(json);
    free(page);
}

/* ---- Samples -------------------------------------------------------------------------------- */

static void write_sample(const char *folder, const char *name, const void *bytes, size_t size)
{
    struct hc_problem why;
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!file_write(path, bytes, size, &why)) {
        fprintf(stderr, "%s\n", why.text);
        exit(1);
    }
}

static enum fate keep_commands(struct hc_record *record, unsigned number)
{
    (void)number;
    return record->kind == HC_RECORD_COMMAND ? KEEP : LEAVE_OUT;
}

/* Matches with everything that can happen in them, for the fuzzers. */
static const struct plan rich_plans[] = {
    {"house rules", "shed", "party stacking=any uno_challenge_ms=900", 4, 60, 0, false, false},
    {"mercy", "shed", "brutal mercy_limit=9 initial_cards=8", 3, 60, 0, false, false},
    {"21 cards", "two", "ed2019", 5, 30, 0, false, false},
};

/* Each small match as it is and as JSON. Then others without digests and with few words of rules,
 * so that a fuzzer comes to the events. */
static int write_samples(const char *folder)
{
    char name[64];

    for (unsigned i = 0; i < SMALL_PLANS; i++) {
        size_t length;
        char *json;

        play(&match, &small_plans[i], 3);
        snprintf(name, sizeof name, "%s-%u.log", small_plans[i].game, i);
        write_sample(folder, name, match.log.bytes, match.log.used);
        json = json_of(&match.log, &length);
        snprintf(name, sizeof name, "%s-%u.json", small_plans[i].game, i);
        write_sample(folder, name, json, length);
        free(json);
    }
    for (unsigned i = 0; i < sizeof rich_plans / sizeof *rich_plans; i++) {
        play(&match, &rich_plans[i], 5);
        snprintf(name, sizeof name, "%s-bare-%u.log", rich_plans[i].game, i);
        write_sample(folder, name, forged, forge_with(rich_plans[i].rules, keep_commands));
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_fit_the_encoding),
        cmocka_unit_test(reads_what_was_written),
        cmocka_unit_test(replays_to_any_event),
        cmocka_unit_test(json_gives_the_same_bytes),
        cmocka_unit_test(bad_json_is_explained),
        cmocka_unit_test(honest_matches_are_honest),
        cmocka_unit_test(no_secret_no_verdict),
        cmocka_unit_test(every_changed_byte_is_noticed),
        cmocka_unit_test(cut_off_logs_are_noticed),
        cmocka_unit_test(lies_are_named),
        cmocka_unit_test(no_event_has_a_card_twice),
        cmocka_unit_test(places_are_exact),
        cmocka_unit_test(contributions_count),
        cmocka_unit_test(a_deal_from_elsewhere_is_noticed),
        cmocka_unit_test(the_end_must_be_sealed),
        cmocka_unit_test(replay_refuses_what_cannot_be),
        cmocka_unit_test(there_is_one_encoding),
        cmocka_unit_test(there_is_a_limit_to_events),
        cmocka_unit_test(headers_are_checked),
        cmocka_unit_test(no_seed_in_a_header),
        cmocka_unit_test(what_does_not_fit_is_not_written),
        cmocka_unit_test(a_log_begins_with_the_match),
        cmocka_unit_test(nothing_is_sealed_twice),
        cmocka_unit_test(commands_are_tidied),
        cmocka_unit_test(the_documented_example_is_honest),
        cmocka_unit_test(files_are_replaced_whole),
        cmocka_unit_test(devices_are_written_through),
        cmocka_unit_test(unreadable_files_are_named),
    };

    if (argc == 3 && !strcmp(argv[1], "--write"))
        return write_samples(argv[2]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
