// SPDX-License-Identifier: MIT
/* two_steps.h: a table of two, for tests that go through it step by step. */
#ifndef HC_TESTS_RING_TWO_STEPS_H
#define HC_TESTS_RING_TWO_STEPS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/two/two.h"
#include "table/position.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { JSON_BYTES = 1 << 14, LOG_BYTES = 1 << 16, EVENTS_MAX = 2000 };

static const struct hc_game *two;
static struct hc_table table;
static struct hc_events events;
static struct hc_dice dice;

/* ---- Tables ---------------------------------------------------------------------------------- */

static inline void open_seats(const char *rules_text, unsigned seats, uint64_t number)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules rules;

    two = hc_game_find("two");
    if (!hc_rules_parse(two, rules_text, &rules, &why))
        fail_msg("%s: %s", rules_text, why.text);
    hc_seed_from_number(number, seed);
    hc_dice_open(&dice, seed, 1, 0);
    assert_int_equal(hc_table_open(&table, two, &rules, seats, seed), HC_OK);
}

static inline enum hc_refusal say(unsigned seat, const char *text)
{
    struct hc_table before = table;
    enum hc_refusal refusal = hc_submit_text(&table, seat, text, 0, &events);

    if (refusal)
        assert_memory_equal(&before, &table, sizeof before);
    return refusal;
}

static inline void must_say(unsigned seat, const char *text)
{
    enum hc_refusal refusal = say(seat, text);

    if (refusal)
        fail_msg("\"%s\" of seat %u is refused: %s", text, seat, hc_refusal_name(refusal));
}

static inline int64_t fact(const char *name, unsigned index)
{
    int64_t value;

    if (!hc_table_fact(&table, name, index, &value))
        fail_msg("there is no fact %s", name);
    return value;
}

/* One random command of whoever is awaited; half of them in steps. False at the end. */
static inline bool step(unsigned *seat, struct hc_command *command)
{
    struct hc_actions actions;

    *seat = hc_table_awaits(&table);
    if (*seat == HC_NONE)
        return false;
    hc_actions(&table, *seat, 0, &actions);
    assert_true(actions.ways > 0);
    hc_actions_at(&actions, *seat == HC_HOUSE ? 0 : hc_dice_below(&dice, actions.ways), command);
    if (command->verb == TWO_PLAY && hc_dice_below(&dice, 2)) {
        struct hc_command part = *command;

        part.guess = HC_NONE;
        if (hc_dice_below(&dice, 2))
            part.target = HC_NONE;
        if (hc_may(&table, *seat, &part, 0) == HC_OK)
            *command = part;
    }
    assert_int_equal(hc_submit(&table, *seat, command, 0, &events), HC_OK);
    return true;
}

static inline bool play_on(void)
{
    struct hc_command command;
    unsigned seat;

    return step(&seat, &command);
}

/* A position: the hands as digits, the deck next card first. Seat 0 is to play. */
static inline void place(const char *rules, const char *const *hands, unsigned seats,
                         const char *deck, const char *const facts[][2])
{
    struct hc_position position;
    const struct hc_deck *cards;
    const char *broken;

    open_seats(rules, seats, 1);
    cards = hc_deck_of(two, &table.rules);
    hc_position_begin(&position, &table);
    for (unsigned seat = 0; seat < seats; seat++)
        for (const char *c = hands[seat]; *c; c++)
            assert_true(hc_position_hand(&position, seat, hc_face_find(cards, c, 1)));
    for (; *deck; deck++)
        assert_true(hc_position_pile(&position, TWO_DECK, hc_face_find(cards, deck, 1)));
    for (; facts && (*facts)[0]; facts++)
        assert_true(
            hc_position_fact(&position, hc_fact_find(two, (*facts)[0]), 0, (*facts)[1][0] - '0'));
    broken = hc_position_end(&position);
    if (broken)
        fail_msg("%s", broken);
}

static inline bool is(const struct hc_event *event, const char *name)
{
    return !strcmp(two->events[event->kind].name, name);
}

static inline const struct hc_event *event_named(const char *name)
{
    for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e))
        if (is(e, name))
            return e;
    return NULL;
}

#endif
