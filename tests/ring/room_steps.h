// SPDX-License-Identifier: MIT
/*
 * room_steps.h: one room and its guests, for tests that go through it step by step, with every time
 * and number worked out by hand. The game is mostly null, whose players keep or draw in turn; shed
 * where a table must pause. What must hold under anything at all is in test_house_sim.c.
 */
#ifndef HC_TESTS_RING_ROOM_STEPS_H
#define HC_TESTS_RING_ROOM_STEPS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "room/room.h"
#include "core/language.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { T0 = 1000000000 }; /* the clock when a room is opened */
#define WEEK_MS (7 * 86400000ull)
#define YEAR_MS (365 * 86400000ull)

static struct hc_room room;
static struct hc_room_answer answer;
static uint64_t now_ms;
static uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES];
static uint8_t log_bytes[1 << 16];
static struct hc_log game_log;

static inline void write_down(void)
{
    uint8_t commitment[HC_SEED_BYTES];

    switch (answer.record) {
    case HC_WRITE_NOTHING:
        return;
    case HC_WRITE_BEGIN:
        hc_commitment(seed, salt, commitment);
        assert_true(hc_log_begin(&game_log, log_bytes, sizeof log_bytes, &room.table, commitment));
        break;
    case HC_WRITE_COMMAND:
        assert_true(
            hc_log_add(&game_log, answer.time_ms, answer.seat, &answer.command, &answer.events));
        break;
    case HC_WRITE_ENTROPY:
        assert_true(hc_log_contribution(&game_log, answer.seat, answer.entropy));
        break;
    case HC_WRITE_SECRET:
        assert_true(hc_log_reveal(&game_log, seed, salt));
        break;
    }
    assert_true(hc_log_seal(&game_log));
}

/* What guest number `guest`, from 1, asks for. */
static inline enum hc_refusal ask_with(unsigned guest, struct hc_room_request request)
{
    memset(request.guest, (int)guest, HC_GUEST_BYTES);
    request.now_ms = now_ms;
    hc_room_do(&room, &request, &answer);
    write_down();
    return answer.refusal;
}

static inline enum hc_refusal ask(unsigned guest, enum hc_room_verb verb, unsigned seat,
                                  const char *text)
{
    return ask_with(guest,
                    (struct hc_room_request){.verb = verb, .seat = (uint8_t)seat, .text = text});
}

static inline enum hc_refusal act(unsigned guest, const char *text, uint32_t seq, uint32_t id)
{
    return ask_with(
        guest, (struct hc_room_request){.verb = HC_DO_ACT, .text = text, .seq = seq, .id = id});
}

/* A lawful command of whoever is awaited, who must be a person. */
static inline void play_on(void)
{
    unsigned seat = hc_table_awaits(&room.table);
    struct hc_actions actions;
    struct hc_command command;
    char text[HC_COMMAND_CHARS];

    assert_true(seat < room.seats);
    hc_actions(&room.table, seat, now_ms, &actions);
    hc_actions_at(&actions, 0, &command);
    hc_command_print(hc_games[room.game], &room.rules, &command, text, sizeof text);
    assert_int_equal(act(room.seat[seat].guest[0], text, hc_table_seq(&room.table), 0), HC_OK);
}

/* One tick; the verb of the command that it gave, or what else it did. */
static inline const char *tick(void)
{
    hc_room_tick(&room, now_ms, seed, &answer);
    write_down();
    switch (answer.record) {
    case HC_WRITE_BEGIN:
        return "begin";
    case HC_WRITE_COMMAND:
        return hc_games[room.game]->grammar.verbs[answer.command.verb].name;
    case HC_WRITE_ENTROPY:
        return "entropy";
    case HC_WRITE_SECRET:
        return "secret";
    case HC_WRITE_NOTHING:
        break;
    }
    return answer.expired ? "expired" : answer.think != HC_NONE ? "think" : "";
}

static inline void tick_all(void)
{
    unsigned ticks = 0;

    do {
        tick();
        assert_true(++ticks < 50);
    } while (answer.more);
}

static inline void open_room(const char *game, const char *rules, const char *settings)
{
    struct hc_problem why;

    now_ms = T0;
    hc_seed_from_number(1, seed);
    hc_seed_from_number(2, salt);
    assert_int_equal(hc_room_open(&room, hc_game_find(game), rules, settings, "Friday", "BCDFHJ",
                                  now_ms, NULL, &why),
                     HC_OK);
}

static inline void sit(unsigned guest)
{
    char name[HC_ROOM_NAME_BYTES];

    snprintf(name, sizeof name, "guest %u", guest);
    assert_int_equal(ask(guest, HC_DO_SIT, HC_NONE, name), HC_OK);
    assert_int_equal(ask(guest, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
}

/* Guests 1 to `people` sit on seats 0 to people - 1, are connected, and the cards are dealt. */
static inline void begin(const char *game, const char *rules, const char *settings, unsigned people)
{
    open_room(game, rules, settings);
    for (unsigned g = 1; g <= people; g++)
        sit(g);
    assert_int_equal(ask(1, HC_DO_START, HC_NONE, NULL), HC_OK);
    tick_all();
    assert_int_equal(room.stage, HC_ROOM_PLAYING);
    assert_true(hc_table_awaits(&room.table) < people);
}

static inline void finish_round(void)
{
    while (room.stage == HC_ROOM_PLAYING && hc_table_awaits(&room.table) < room.seats)
        play_on();
    tick_all();
    assert_int_equal(room.stage, HC_ROOM_FINISHED);
}

#endif
