// SPDX-License-Identifier: MIT
/*
 * leases.c: a house that shares its store with others, and may lose its rooms to them.
 *
 * Whoever runs such a house says until when nobody else can have its rooms. After that time others
 * may have gone on with them, so what is known here may be out of date: then a line is told only
 * what the store says of a batch, because what is durable is true whoever has the room by now.
 * Everything else is refused as not stored, or waits until the house is sure again. What a house
 * that is not sure wants stored does no harm: the store knows whose the room is.
 */
#include "house/house_inside.h"

bool leases_sure_of(const struct house *house, const struct shard *shard)
{
    return !house->plan.shared || house->steady_us < shard->sure_us;
}

bool house_is_sure(const struct house *house)
{
    return leases_sure_of(house, &house->shard[0]);
}

bool leases_sure(const struct house_room *room)
{
    return leases_sure_of(room->house, shard_of(room)) && !room->moved;
}

bool leases_may_tell(const struct house_room *room)
{
    return leases_sure(room) || (room->house->judging == shard_of(room) && !room->lost);
}

/* What was not told meanwhile is told now. */
static void wake_unsaid(struct house *house, const struct shard *shard)
{
    for (size_t i = 0; i < house->slots; i++) {
        struct house_room *room = house->slot[i];

        if (room && shard_of(room) == shard && room->unsaid != PRESENCE_SAID && !room->held &&
            room->due_ms > house->now_ms)
            registry_set_due(house, room, house->now_ms);
    }
}

void house_sure(struct house *house, unsigned number, uint64_t until_us)
{
    struct shard *shard = &house->shard[number];
    bool was_sure = leases_sure_of(house, shard);

    HC_CHECK(number < house->shards);
    if (until_us > shard->sure_us)
        shard->sure_us = until_us;
    if (!was_sure && leases_sure_of(house, shard))
        wake_unsaid(house, shard);
}

void house_doubt(struct house *house, unsigned shard)
{
    bool began = news_begin(house);

    for (size_t i = 0; i < house->slots; i++)
        if (house->slot[i] && house->slot[i]->shard == shard)
            news_moved(house->slot[i]);
    news_end(house, began);
}

void leases_part(struct house_room *room)
{
    struct house *house = room->house;

    packing_open(room);
    pending_lose(room);
    news_moved(room);
    guests_moved(room, room->now, NULL);
    registry_remove(house, room);
    house_free_room(room);
}

bool house_give(struct house *house, const char *key, uint64_t *number)
{
    struct house_room *room = registry_find_key(house, key);
    bool began;

    if (!room || pending_any(room) || room->gone || room->moved)
        return false;
    *number = room->number;
    began = news_begin(house);
    leases_part(room);
    news_end(house, began);
    return true;
}

void house_lose(struct house *house, unsigned number)
{
    struct shard *shard = &house->shard[number];
    bool began = news_begin(house);
    size_t at = 0;

    shard->sure_us = 0;
    /* Where one goes, another one may take its place. What is on its way goes with its verdict. */
    while (at < house->slots) {
        struct house_room *room = house->slot[at];

        if (room && shard_of(room) == shard && !room->flying.first) {
            leases_part(room);
            continue;
        }
        if (room && shard_of(room) == shard)
            room->moved = true;
        at++;
    }
    news_end(house, began);
}
