// SPDX-License-Identifier: MIT
/*
 * packing.c: rooms that nobody has touched lately take little memory.
 *
 * A room is a plain value, and most of it is empty: seats that nobody sits on, spectators that are
 * not there. Of a packed room only the words that are not zero are kept, with a map of where they
 * were. Rooms that are in use are open, and so are those that were used last: so a room in
 * play is not packed between two commands, unless very many are played at once. Rooms are packed in
 * house_time alone, when nothing else happens in the house.
 */
#include "house/house_inside.h"

enum {
    WORDS = sizeof(struct hc_room) / sizeof(uint64_t),
    MAPS = (WORDS + 63) / 64,
    LOG_SLACK = 64 /* bytes of a log's buffer that are not worth giving back */
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
    size_t count = 0;

    hc_zero(packed->map, sizeof packed->map);
    for (size_t i = 0; i < WORDS; i++) {
        hc_copy(&packed->word[count], (const uint8_t *)room + i * sizeof(uint64_t),
                sizeof(uint64_t));
        if (packed->word[count]) {
            packed->map[i / 64] |= 1ull << i % 64;
            count++;
        }
    }
    return offsetof(struct packed, word) + count * sizeof(uint64_t);
}

static void link_first(struct house_room *room)
{
    struct house *house = room->house;

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
        if (house->newest != room) {
            unlink_open(room);
            link_first(room);
        }
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

static void trim_log(struct house_room *room)
{
    struct house *house = room->house;
    uint8_t *bytes;

    if (room->log.size - room->log.used <= LOG_SLACK)
        return;
    bytes = house->plan.resize(house->plan.context, room->log.bytes, room->log.used);
    if (!bytes && room->log.used)
        return; /* it stays as long as it is */
    room->log.bytes = bytes;
    room->log.size = room->log.used;
}

/* Without memory it stays open. */
static void pack_room(struct house_room *room)
{
    struct house *house = room->house;
    struct packed packed;
    size_t size = pack(room->now, &packed);

    room->packed = house->plan.resize(house->plan.context, NULL, size);
    if (!room->packed)
        return;
    hc_copy(room->packed, &packed, size);
    room->is_public = room->now->settings.byte[HC_ROOM_PUBLIC];
    unlink_open(room);
    house->open--;
    house_free(house, room->now);
    room->now = NULL;
    trim_log(room);
}

void packing_pack_oldest(struct house *house)
{
    unsigned most = house->plan.rooms_open ? house->plan.rooms_open : HOUSE_ROOMS_OPEN;

    for (unsigned surplus = house->open > most ? house->open - most : 0; surplus; surplus--) {
        struct house_room *room = house->oldest;

        if (pending_any(room))
            packing_open(room); /* it is in use: now it is the newest */
        else
            pack_room(room);
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
