// SPDX-License-Identifier: MIT
/*
 * api_table.h: tables as a user of the library has them, for the tests that go through holecard.h
 * and nothing else.
 *
 * Positions are found by playing at random from one seed after the other until the wanted one comes
 * up, so nothing here needs to reach inside a table. Include it last: `table` is a macro.
 */
#ifndef HC_TESTS_RING_API_TABLE_H
#define HC_TESTS_RING_API_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "holecard.h"
#include "seats.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { ROOM_BYTES = 1024, JSON_BYTES = 1 << 16, TABLES = 2 };

/* Tables are opaque: storage of the size they ask for. */
static _Alignas(16) uint8_t rooms[TABLES][ROOM_BYTES];

static inline struct hc_table *table_at(unsigned number)
{
    assert_true(number < TABLES && hc_table_bytes() <= ROOM_BYTES);
    return (struct hc_table *)(void *)rooms[number];
}

#define table       (table_at(0))
#define other_table (table_at(1))

static struct hc_events events; /* of the last command */
static struct hc_view view;

/* A generator of our own: the engine's is not public. */
static uint64_t chance;

static inline uint32_t below(uint32_t bound)
{
    uint64_t z = chance += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (uint32_t)((z ^ z >> 31) >> 32) % bound;
}

/* ---- Opening and commanding ------------------------------------------------------------------ */

static inline void open_seats(struct hc_table *t, const char *game, const char *rules_text,
                              unsigned seats, uint64_t seed_number)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules rules;

    if (!hc_rules_parse(hc_game_find(game), rules_text, &rules, &why))
        fail_msg("%s: %s", rules_text, why.text);
    hc_seed_from_number(seed_number, seed);
    assert_int_equal(hc_table_open(t, hc_game_find(game), &rules, seats, seed), HC_OK);
}

/* The defaults of any game, with so many seats or the nearest number that it allows. */
static inline void open_any(struct hc_table *t, const struct hc_game *game, unsigned seats,
                            uint64_t seed_number)
{
    struct hc_problem why;
    struct hc_rules rules;

    assert_true(hc_rules_parse(game, "", &rules, &why));
    open_seats(t, hc_game_name(game), "", seats_near(game, &rules, seats), seed_number);
}

static inline void must_do(struct hc_table *t, unsigned seat, const char *text, uint64_t now)
{
    enum hc_refusal refusal = hc_submit_text(t, seat, text, now, &events);

    if (refusal)
        fail_msg("\"%s\" of seat %u is refused: %s", text, seat, hc_refusal_name(refusal));
}

/* The start of any game, whatever it calls it. */
static inline void must_start(struct hc_table *t)
{
    struct hc_command start;

    assert_true(hc_house_command(hc_table_game(t), HC_HOUSE_START, HC_NONE, &start));
    assert_int_equal(hc_submit(t, HC_HOUSE, &start, 0, &events), HC_OK);
}

static inline void must_refuse(struct hc_table *t, unsigned seat, const char *text, uint64_t now,
                               enum hc_refusal want)
{
    uint8_t before[ROOM_BYTES];
    enum hc_refusal refusal;

    memcpy(before, t, hc_table_bytes());
    refusal = hc_submit_text(t, seat, text, now, &events);
    if (refusal != want)
        fail_msg("\"%s\" of seat %u: %s instead of %s", text, seat, hc_refusal_name(refusal),
                 hc_refusal_name(want));
    assert_memory_equal(before, t, hc_table_bytes());
    assert_true(events.count == 0 && events.used == 0);
    assert_null(hc_event_first(&events));
}

/* One random command of whoever is awaited; false when the match is over. */
static inline bool step(struct hc_table *t, uint64_t now)
{
    unsigned seat = hc_table_awaits(t);
    struct hc_actions actions;
    struct hc_command command;

    if (seat == HC_NONE)
        return false;
    hc_actions(t, seat, now, &actions);
    assert_true(actions.ways > 0);
    /* The house's first choice goes on with the match; its others may end it. */
    hc_actions_at(&actions, seat == HC_HOUSE ? 0 : below(actions.ways), &command);
    assert_int_equal(hc_submit(t, seat, &command, now, &events), HC_OK);
    return true;
}

/* ---- Finding a position ---------------------------------------------------------------------- */

/* Plays from one seed after the other until something holds. */
static inline void find(struct hc_table *t, const char *game, const char *rules, unsigned seats,
                        bool (*holds)(const struct hc_table *))
{
    for (uint64_t seed = 1; seed < 500; seed++) {
        chance = seed;
        open_seats(t, game, rules, seats, seed);
        for (unsigned n = 0; n < 300; n++) {
            if (holds(t))
                return;
            if (!step(t, 0))
                break;
        }
    }
    fail_msg("%s: no such position was found", rules);
}

static inline int64_t fact(const struct hc_table *t, const char *name, unsigned index)
{
    int64_t value;

    if (!hc_table_fact(t, name, index, &value))
        fail_msg("there is no fact %s", name);
    return value;
}

/* Whether a seat is shown to hold a card by its owner's view. */
static inline bool holds_card(const struct hc_table *t, unsigned seat, const char *code)
{
    hc_view(t, seat, 0, &view);
    for (unsigned i = 0; i < view.hand[seat].count; i++)
        if (!strcmp(hc_face_code(view.game, &view.rules, view.face[view.hand[seat].start + i]),
                    code))
            return true;
    return false;
}

/* Whether whoever is awaited in two can play a Guard. */
static inline bool guard_to_play(const struct hc_table *t)
{
    unsigned seat = hc_table_awaits(t);

    return seat < hc_table_seats(t) && holds_card(t, seat, "1") && !holds_card(t, seat, "7") &&
           !fact(t, "protected", 0);
}

/* ---- Comparing two tables -------------------------------------------------------------------- */

static inline size_t save(const struct hc_table *t, uint8_t *bytes)
{
    size_t size = hc_table_save(t, bytes, ROOM_BYTES);

    assert_true(hc_table_save_bytes() <= ROOM_BYTES && size <= hc_table_save_bytes());
    return size;
}

static inline void must_be_the_same(const struct hc_table *a, const struct hc_table *b)
{
    uint8_t one[ROOM_BYTES], other[ROOM_BYTES];
    size_t size = save(a, one);

    assert_int_equal(save(b, other), size);
    assert_memory_equal(one, other, size);
}

/* Plays both tables on with the same commands: they must stay the same in every byte and event. */
static inline void must_stay_the_same(struct hc_table *a, struct hc_table *b, unsigned commands)
{
    static struct hc_events first;

    for (unsigned n = 0; n < commands; n++) {
        uint64_t before = chance;
        bool more = step(a, n);

        first = events;
        chance = before;
        assert_int_equal(step(b, n), more);
        if (!more)
            break;
        assert_int_equal(first.count, events.count);
        assert_int_equal(first.used, events.used);
        for (const struct hc_event *x = hc_event_first(&first), *y = hc_event_first(&events); x;
             x = hc_event_next(&first, x), y = hc_event_next(&events, y))
            assert_memory_equal(x, y, sizeof *x + x->count);
        must_be_the_same(a, b);
    }
}

#endif
