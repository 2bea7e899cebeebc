// SPDX-License-Identifier: MIT
/*
 * sim_clock.h: time that passes, and a clock that says something else.
 *
 * Beside the clock there is an account for each room of how long the awaited seat has really had to
 * think. Nobody may lose a turn before that time is up, whatever the clock said.
 */
#ifndef HC_TESTS_RING_SIM_CLOCK_H
#define HC_TESTS_RING_SIM_CLOCK_H

#include "ring/sim_store.h"

/* How long the awaited seat of a room has thought, by the index of the room in the store. */
static struct turn {
    uint64_t thought_ms, since_restart_ms;
    uint32_t match;
    uint8_t timeouts, awaited;
} clocks[STORE_ROOMS];

static struct turn *turn_of(uint64_t number)
{
    const struct stored_room *kept = store_room(number);

    return kept ? &clocks[kept - store.room] : NULL;
}

/* Whatever it was: what a room was put back to, or loaded from, is not known here. */
static void turn_is_unknown(uint64_t number)
{
    struct turn *turn = turn_of(number);

    if (turn) {
        turn->thought_ms = YEAR_MS;
        turn->timeouts = UINT8_MAX;
    }
}

static void count_time(uint64_t span_ms)
{
    for (size_t i = 0; i < house->slots; i++) {
        struct turn *turn = house->slot[i] ? turn_of(house->slot[i]->number) : NULL;

        if (!turn)
            continue;
        turn->since_restart_ms += span_ms;
        if (!now_of(house->slot[i])->still_ms)
            turn->thought_ms += span_ms;
    }
}

static void pass_time(uint64_t span_ms)
{
    count_time(span_ms);
    wall_ms += span_ms;
    steady_us += span_ms * 1000;
    tell_time();
}

/* A step forward that no timer can notice is time that passes, for a room. */
static inline void jump(void)
{
    static const uint64_t far_ms[] = {DAY_MS, YEAR_MS, 1000000};
    uint64_t span_ms = one_in(2) ? 1 + below(15000) : far_ms[below(3)];
    bool back = below(2);

    if (!back && span_ms <= HC_ROOM_BEAT_MS + HC_ROOM_LATE_MS)
        count_time(span_ms);
    wall_ms += back ? 0 - span_ms : span_ms;
    seen.jumps++;
    tell_time();
}

static void tick(void)
{
    unsigned count = 0;

    while (house_due(house) <= wall_ms) {
        house_tick(house);
        must(count++ < 64, "the house is never done");
    }
}

/* ---- What must hold -------------------------------------------------------------------------- */

static uint64_t limit_ms(const struct hc_room *room)
{
    switch (room->settings.byte[HC_ROOM_CLOCK]) {
    case HC_CLOCK_LIVE:
        return room->settings.wide[HC_ROOM_TURN_MS];
    case HC_CLOCK_SLOW:
        return room->settings.byte[HC_ROOM_TURN_HOURS] * 3600000ull;
    default:
        return HC_ROOM_NEVER;
    }
}

/* Nobody loses a turn before the time has really passed, nor right after a restart. */
static void check_timeout(const struct house_room *room, const struct turn *turn)
{
    const struct hc_room *now = now_of(room);
    uint64_t limit = limit_ms(now);

    if (now->match != turn->match || now->timeouts <= turn->timeouts || limit == HC_ROOM_NEVER ||
        turn->awaited >= HC_SEATS_MAX || now->seat[turn->awaited].away)
        return;
    must_in(room, turn->thought_ms >= limit, "a turn was taken away too early");
    must_in(room, turn->since_restart_ms >= HC_ROOM_LATE_MS, "a turn was lost by a restart");
}

/* A turn does not last for ever either. */
static void check_deadline(const struct house_room *room)
{
    uint64_t deadline_ms = hc_room_deadline(now_of(room)), limit = limit_ms(now_of(room));

    if (deadline_ms == HC_ROOM_NEVER || limit == HC_ROOM_NEVER || pending_any(room) ||
        now_of(room)->called_ms > wall_ms) /* it will hear that the clock was put back */
        return;
    if (limit < 2 * HC_ROOM_LATE_MS)
        limit = 2 * HC_ROOM_LATE_MS;
    must_in(room, deadline_ms <= wall_ms + limit + HC_ROOM_LATE_MS, "a turn lasts too long");
}

static void check_turn(const struct house_room *room)
{
    struct turn *turn = turn_of(room->number);
    const struct hc_room *now = now_of(room);

    if (!turn)
        return;
    if (now->stage == HC_ROOM_PLAYING) {
        check_timeout(room, turn);
        check_deadline(room);
    }
    if (now->turn_ms == wall_ms) { /* a new turn begins with the command that leads to it */
        turn->thought_ms = 0;
        turn->since_restart_ms = YEAR_MS;
    }
    turn->match = now->match;
    turn->timeouts = now->timeouts;
    turn->awaited =
        (uint8_t)(now->stage == HC_ROOM_PLAYING ? hc_table_awaits(&now->table) : HC_NONE);
}

static void check_turns(void)
{
    for (size_t i = 0; i < house->slots; i++)
        if (house->slot[i])
            check_turn(house->slot[i]);
}

#endif
