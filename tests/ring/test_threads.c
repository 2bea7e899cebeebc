// SPDX-License-Identifier: MIT
/*
 * test_threads.c: what the engine promises to threads. Two tables need no lock at all; one table
 * needs the gate and nothing else. The thread sanitizer runs this too.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "holecard.h"
#include "seats.h"

enum {
    THREADS = 4,
    TABLES = 1000,
    COMMANDS_MAX = 1000, /* of one of the thousand tables */
    GATE_TRIES = 10000,  /* of each thread at the shared table */
    GATE_SEATS = 4,
};

static uint32_t below(uint64_t *dice, uint32_t bound)
{
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    return (uint32_t)((*dice >> 32) * bound >> 32);
}

/* FNV-1a: enough to tell two histories apart. */
static void mix(uint64_t *hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3;
}

/* ---- A thousand tables ---- */

/* The events one by one: the bytes between two of them mean nothing. */
static void mix_events(uint64_t *hash, const struct hc_events *events)
{
    const struct hc_event *event = hc_event_first(events);

    for (; event; event = hc_event_next(events, event))
        mix(hash, event, sizeof *event + event->count);
}

/* The game and rules of a table: all games and all their presets take turns. Like everything that
 * runs outside the main thread it counts what goes wrong, since an assertion could not leave. */
static const struct hc_game *rules_for(unsigned number, struct hc_rules *rules, unsigned *faults)
{
    const struct hc_game *game;
    const struct hc_preset *preset;
    struct hc_problem why;
    size_t games = 0, presets = 0;

    while (hc_game_at(games))
        games++;
    game = hc_game_at(number % games);
    while (hc_preset_at(game, presets))
        presets++;
    preset = presets ? hc_preset_at(game, number / games % presets) : NULL;
    *faults += !hc_rules_parse(game, preset ? preset->name : "", rules, &why);
    return game;
}

/* Plays one table and returns a hash of everything that happened. */
static uint64_t play_table(unsigned number, unsigned *faults)
{
    struct hc_table *table = malloc(hc_table_bytes());
    uint8_t seed[HC_SEED_BYTES];
    uint64_t dice = number * 2654435761u + 1, hash = 0xcbf29ce484222325;
    struct hc_events events;
    struct hc_actions actions;
    struct hc_command command;
    struct hc_view view;
    struct hc_rules rules;
    const struct hc_game *game = rules_for(number, &rules, faults);
    unsigned seat, rounds = 0;

    hc_seed_from_number(number, seed);
    seat = seats_near(game, &rules, 2 + number % 3);
    *faults += hc_table_open(table, game, &rules, seat, seed) != HC_OK;
    for (unsigned i = 0; i < COMMANDS_MAX && (seat = hc_table_awaits(table)) != HC_NONE; i++) {
        enum hc_refusal refusal;

        if (seat == HC_HOUSE) {
            *faults += !hc_house_command(game, rounds++ ? HC_HOUSE_NEXT : HC_HOUSE_START, HC_NONE,
                                         &command);
            refusal = hc_submit(table, seat, &command, 0, &events);
        } else {
            hc_actions(table, seat, 0, &actions);
            hc_actions_at(&actions, below(&dice, actions.ways), &command);
            refusal = hc_submit(table, seat, &command, 0, &events);
        }
        *faults += refusal != HC_OK;
        mix_events(&hash, &events);
        if (i % 16 == 0) {
            memset(&view, 0, sizeof view);
            hc_view(table, i % hc_table_seats(table), 0, &view);
            mix(&hash, view.face, sizeof view.face);
        }
    }
    *faults += hc_table_check(table) != NULL;
    free(table);
    return hash;
}

struct stretch {
    unsigned first, faults;
    uint64_t *hashes;
};

/* Every fourth table: neighbours are in different threads. */
static void *play_stretch(void *context)
{
    struct stretch *stretch = context;

    for (unsigned i = stretch->first; i < TABLES; i += THREADS)
        stretch->hashes[i] = play_table(i, &stretch->faults);
    return NULL;
}

static void tables_need_no_lock(void **state)
{
    static uint64_t together[TABLES];
    struct stretch stretches[THREADS];
    pthread_t threads[THREADS];
    unsigned faults = 0;

    (void)state;
    for (unsigned t = 0; t < THREADS; t++) {
        stretches[t] = (struct stretch){.first = t, .hashes = together};
        assert_int_equal(pthread_create(&threads[t], NULL, play_stretch, &stretches[t]), 0);
    }
    for (unsigned t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
        assert_int_equal(stretches[t].faults, 0);
    }
    for (unsigned i = 0; i < TABLES; i++) {
        uint64_t alone = play_table(i, &faults);

        if (alone != together[i])
            fail_msg("table %u went another way among threads", i);
    }
    assert_int_equal(faults, 0);
}

/* ---- One table ---- */

struct accepted {
    unsigned seat;
    struct hc_command command;
};

/* Everything here belongs to whoever is inside the gate. */
struct shared {
    struct hc_gate gate;
    struct hc_table *table, *before;
    struct hc_command start, next;
    struct accepted accepted[THREADS * GATE_TRIES];
    unsigned count, refused, changed, rounds;
};

struct guest {
    struct shared *shared;
    uint64_t dice;
};

/* Bytes without sense, a lawful command of anybody, or what the house has to say. */
static unsigned pick(struct shared *shared, uint64_t *dice, struct hc_command *command)
{
    unsigned seat = below(dice, GATE_SEATS + 1);
    struct hc_actions actions;

    if (hc_table_awaits(shared->table) == HC_HOUSE && below(dice, 2)) {
        *command = shared->rounds ? shared->next : shared->start;
        return HC_HOUSE;
    }
    if (below(dice, 4)) {
        seat = below(dice, 2) ? hc_table_awaits(shared->table) : seat;
        hc_actions(shared->table, seat, 0, &actions);
        if (actions.ways && seat != HC_HOUSE) {
            hc_actions_at(&actions, below(dice, actions.ways), command);
            return seat;
        }
    }
    *command = (struct hc_command){.verb = (uint8_t)below(dice, 24),
                                   .face = (uint8_t)below(dice, 256),
                                   .color = (uint8_t)below(dice, 256),
                                   .target = (uint8_t)below(dice, 256),
                                   .guess = (uint8_t)below(dice, 256),
                                   .flag = (uint8_t)below(dice, 2)};
    return below(dice, GATE_SEATS + 1);
}

static void *hammer(void *context)
{
    struct guest *guest = context;
    struct shared *shared = guest->shared;
    struct hc_command command;
    struct hc_events events;

    for (unsigned i = 0; i < GATE_TRIES; i++) {
        unsigned seat;

        hc_gate_enter(&shared->gate);
        memcpy(shared->before, shared->table, hc_table_bytes());
        seat = pick(shared, &guest->dice, &command);
        if (hc_submit(shared->table, seat, &command, 0, &events) == HC_OK) {
            shared->accepted[shared->count++] = (struct accepted){seat, command};
            shared->rounds += seat == HC_HOUSE;
        } else {
            shared->refused++;
            shared->changed += memcmp(shared->before, shared->table, hc_table_bytes()) != 0;
        }
        hc_gate_leave(&shared->gate);
    }
    return NULL;
}

static struct hc_table *open_shared(const struct hc_game *game, struct hc_rules *rules)
{
    struct hc_table *table = calloc(1, hc_table_bytes());
    uint8_t seed[HC_SEED_BYTES];
    struct hc_problem why;

    hc_seed_from_number(4, seed);
    /* House rules with jumps and catches, and a goal that nobody reaches. */
    assert_true(hc_rules_parse(game, "party points_to_win=10000", rules, &why));
    assert_non_null(table);
    assert_int_equal(hc_table_open(table, game, rules, GATE_SEATS, seed), HC_OK);
    return table;
}

static void the_gate_keeps_a_table_whole(void **state)
{
    const struct hc_game *game = hc_game_find("shed");
    struct shared *shared = calloc(1, sizeof *shared);
    struct guest guests[THREADS];
    pthread_t threads[THREADS];
    struct hc_table *again;
    struct hc_rules rules;
    struct hc_events events;

    (void)state;
    assert_non_null(shared);
    shared->table = open_shared(game, &rules);
    shared->before = malloc(hc_table_bytes());
    assert_true(hc_house_command(game, HC_HOUSE_START, HC_NONE, &shared->start));
    assert_true(hc_house_command(game, HC_HOUSE_NEXT, HC_NONE, &shared->next));
    for (unsigned t = 0; t < THREADS; t++) {
        guests[t] = (struct guest){.shared = shared, .dice = 77 + t};
        assert_int_equal(pthread_create(&threads[t], NULL, hammer, &guests[t]), 0);
    }
    for (unsigned t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);

    assert_int_equal(shared->count + shared->refused, THREADS * GATE_TRIES);
    assert_true(shared->count > GATE_TRIES / 2);
    assert_true(shared->refused > GATE_TRIES / 2);
    assert_int_equal(shared->changed, 0);
    assert_null(hc_table_check(shared->table));

    /* One thread that gives the same commands in the same order ends at the same table. */
    again = open_shared(game, &rules);
    for (unsigned i = 0; i < shared->count; i++)
        assert_int_equal(
            hc_submit(again, shared->accepted[i].seat, &shared->accepted[i].command, 0, &events),
            HC_OK);
    assert_memory_equal(again, shared->table, hc_table_bytes());
    free(again);
    free(shared->table);
    free(shared->before);
    free(shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_need_no_lock),
        cmocka_unit_test(the_gate_keeps_a_table_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
