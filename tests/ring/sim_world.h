// SPDX-License-Identifier: MIT
/*
 * sim_world.h: what everything in a simulated world shares: its seed, its dice, its clocks, the
 * house that runs in it, and the word `must` for what has to hold.
 */
#ifndef HC_TESTS_RING_SIM_WORLD_H
#define HC_TESTS_RING_SIM_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "house/house_inside.h"
#include "random_rules.h"
#include "table/log.h"

#define DAY_MS  86400000ull
#define YEAR_MS (365 * DAY_MS)

static const char *sim_name; /* of the test */
static uint64_t seed;
static unsigned step;
static struct hc_dice dice; /* of the world */
static struct hc_dice fate; /* the entropy that the house is given */
static struct house *house;
static uint64_t wall_ms, steady_us;

/* What a whole run has seen: a simulator in which nothing happens proves nothing. */
static struct {
    unsigned long rooms, commands, matches, restarts, stops, failures, lost, overflows, late, twice;
    unsigned long repeats, refused, not_stored, chats, late_views, thoughts, questions, closings;
    unsigned long jumps, forgotten, agreed_ends, house_ends, memos;
} seen;

/* Everything that comes out of the house, folded into one number: see test_house_sim.c. */
static uint64_t signature;

static void fold(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        signature = (signature ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3ull;
    signature ^= signature >> 29;
}

static void fold_text(const char *text)
{
    fold(text ? text : "", text ? strlen(text) + 1 : 1);
}

static uint32_t below(uint32_t bound)
{
    return hc_dice_below(&dice, bound);
}

static bool one_in(uint32_t count)
{
    return below(count) == 0;
}

static void must(bool fact, const char *what)
{
    if (!fact)
        fail_msg("%s\n  repeat it with: HC_SEED=%llu %s (it was step %u)", what,
                 (unsigned long long)seed, sim_name, step);
}

/* A room, unpacked: until the time is told next. */
static struct hc_room *now_of(const struct house_room *room)
{
    packing_open((struct house_room *)room);
    return room->now;
}

/* The same about one room. */
static void must_in(const struct house_room *room, bool fact, const char *what)
{
    if (!fact)
        fail_msg("%s\n  room %s: %s, stage %u, match %u, seq %u\n"
                 "  repeat it with: HC_SEED=%llu %s (it was step %u)",
                 what, now_of(room)->code, hc_games[now_of(room)->game]->name, now_of(room)->stage,
                 now_of(room)->match, hc_table_seq(&now_of(room)->table), (unsigned long long)seed,
                 sim_name, step);
}

static void tell_time(void)
{
    house_time(house, wall_ms, steady_us);
}

/* ---- Looking into the house ------------------------------------------------------------------ */

static struct house_room *room_by_number(uint64_t number)
{
    for (size_t i = 0; i < house->slots; i++)
        if (house->slot[i] && house->slot[i]->number == number)
            return house->slot[i];
    return NULL;
}

/* What of a room is not durable begins here; NULL if everything is. */
static inline const struct undo *first_undo(const struct house_room *room)
{
    const struct item *first = room->flying.first ? room->flying.first : room->collecting.first;

    return first ? first->undo : NULL;
}

/* ---- Comparing rooms ------------------------------------------------------------------------- */

/* The room without what is documented as not stored: connections, spectators, what
 * bots were asked. */
static struct hc_room lasting(const struct hc_room *room)
{
    struct hc_room copy = *room;

    memset(copy.watcher, 0, sizeof copy.watcher);
    copy.called_ms = copy.asked_ms = 0;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        copy.seat[s].connections = 0;
        copy.seat[s].asked = 0;
        copy.seat[s].gone_ms = 0;
    }
    if (copy.stage != HC_ROOM_PLAYING && copy.stage != HC_ROOM_FINISHED)
        memset(&copy.table, 0, sizeof copy.table);
    copy.turn_ms = copy.moved_ms = copy.quiet_ms = copy.stage_ms = 0;
    copy.still_ms = copy.still_ms != 0;
    return copy;
}

/* And without the memory of ids, which changes by being refused. */
static inline struct hc_room essence(const struct hc_room *room)
{
    struct hc_room copy = lasting(room);

    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        memset(copy.seat[s].id, 0, sizeof copy.seat[s].id);
        memset(copy.seat[s].id_seq, 0, sizeof copy.seat[s].id_seq);
        memset(copy.seat[s].id_refusal, 0, sizeof copy.seat[s].id_refusal);
    }
    return copy;
}

static inline bool same_essence(const struct hc_room *a, const struct hc_room *b)
{
    struct hc_room x = essence(a), y = essence(b);

    return !memcmp(&x, &y, sizeof x);
}

#endif
