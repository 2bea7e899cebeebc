// SPDX-License-Identifier: MIT
/*
 * packing.c: rooms that nobody has touched lately take little memory.
 *
 * A room is a plain value, and most of it is empty: seats that nobody sits on, spectators that are
 * not there. Of a packed room only the words that are not zero are kept, with a map of where they
 * were. Rooms that are in use are open, and so are those that were used last: so a room is not
 * packed between two commands that come at once. Rooms are packed in house_time alone, when nothing
 * else happens in the house.
 */
#include "house/house_inside.h"

enum {
    WORDS = sizeof(struct hc_room) / sizeof(uint64_t),
    MAPS = (WORDS + 63) / 64,
    QUIET_US = 100000 /* a room that was used since is not packed */
};
_Static_assert(sizeof(struct hc_room) % sizeof(uint64_t) == 0, "a room is made of words");

struct packed {
    uint64_t map[MAPS];
    uint64_t word[WORDS]; /* last: only as many as are not zero are allocated */
};

static void unpack(const struct packed *packed, struct hc_room *room)
{
    const uint64_t *word = packed->word;

    hc_zero(room, sizeof *room);
    for (unsigned m = 0; m < MAPS; m++)
        for (uint64_t map = packed->map[m]; map; map &= map - 1) {
            size_t place = 64 * m + (unsigned)__builtin_ctzll(map);

            hc_copy((uint8_t *)room + place * sizeof *word, word, sizeof *word);
            word++;
        }
}

/* Returns how many bytes of `packed` are used. */
static size_t pack(const struct hc_room *room, struct packed *packed)
{
    const uint8_t *bytes = (const uint8_t *)room;
    size_t count = 0;

    for (unsigned m = 0; m < MAPS; m++) {
        uint64_t map = 0;

        for (unsigned bit = 0; bit < 64 && 64 * m + bit < WORDS; bit++) {
            uint64_t word;

            hc_copy(&word, bytes + (64 * m + bit) * sizeof word, sizeof word);
            packed->word[count] = word; /* stays if it is not zero */
            map |= (uint64_t)(word != 0) << bit;
            count += word != 0;
        }
        packed->map[m] = map;
    }
    return offsetof(struct packed, word) + count * sizeof(uint64_t);
}

static void link_first(struct house_room *room)
{
    struct house *house = room->house;

    room->used_us = house->steady_us;
    room->newer = NULL;
    room->older = house->newest;
    *(house->newest ? &house->newest->newer : &house->oldest) = room;
    house->newest = room;
}

static void unlink_open(struct house_room *room)
{
    struct house *house = room->house;

    *(room->newer ? &room->newer->older : &house->newest) = room->older;
    *(room->older ? &room->older->newer : &house->oldest) = room->newer;
}

void packing_begin(struct house_room *room)
{
    link_first(room);
    room->house->open++;
}

void packing_open(struct house_room *room)
{
    struct house *house = room->house;

    if (room->now) {
        unlink_open(room);
        link_first(room);
        return;
    }
    room->now = house_new(house, sizeof *room->now);
    unpack(room->packed, room->now);
    house_free(house, room->packed);
    room->packed = NULL;
    packing_begin(room);
}

const struct hc_room *packing_look(const struct house_room *room, struct hc_room *unpacked)
{
    if (room->now)
        return room->now;
    unpack(room->packed, unpacked);
    return unpacked;
}

bool packing_pack(struct house_room *room)
{
    struct house *house = room->house;
    struct packed packed;
    size_t size = pack(room->now, &packed);

    room->packed = house->plan.resize(house->plan.context, NULL, size);
    if (!room->packed)
        return false;
    hc_copy(room->packed, &packed, size);
    unlink_open(room);
    house->open--;
    house_free(house, room->now);
    room->now = NULL;
    return true;
}

void packing_pack_oldest(struct house *house)
{
    unsigned most = house->plan.rooms_open ? house->plan.rooms_open : HOUSE_ROOMS_OPEN;

    while (house->open > most && house->steady_us - house->oldest->used_us >= QUIET_US) {
        struct house_room *room = house->oldest;

        if (pending_any(room) || !packing_pack(room))
            packing_open(room); /* not now */
    }
}

void packing_end(struct house_room *room)
{
    struct house *house = room->house;

    if (room->now) {
        unlink_open(room);
        house->open--;
    }
    house_free(house, room->now);
    house_free(house, room->packed);
}
