// SPDX-License-Identifier: MIT
/* registry.c: the registry of rooms: by their code, and by when something is due in them. */
#include "house/house_inside.h"

/* ---- By code -------------------------------------------------------------------------------- */

static size_t hash_of(const char *code)
{
    uint64_t hash = 0;

    for (unsigned i = 0; code[i]; i++)
        hash = (hash ^ (uint8_t)code[i]) * 0x9e3779b97f4a7c15ull;
    return (size_t)(hash >> 24);
}

static size_t slot_of(const struct house *house, const char *code)
{
    size_t at = hash_of(code);

    while (house->slot[at & (house->slots - 1)] &&
           !hc_text_same(house->slot[at & (house->slots - 1)]->code, code))
        at++;
    return at & (house->slots - 1);
}

struct house_room *registry_find(const struct house *house, const char *code)
{
    return house->slots ? house->slot[slot_of(house, code)] : NULL;
}

struct house_room *registry_find_number(const struct house *house, uint64_t number)
{
    for (size_t i = 0; i < house->slots; i++)
        if (house->slot[i] && house->slot[i]->number == number)
            return house->slot[i];
    return NULL;
}

struct house_room *registry_find_key(const struct house *house, const char *key)
{
    uint64_t number;

    if (*key != '#')
        return registry_find(house, key);
    return hc_read_number(key + 1, UINT64_MAX, &number) ? registry_find_number(house, number)
                                                        : NULL;
}

static bool grow_slots(struct house *house)
{
    size_t old = house->slots;
    struct house_room **was = house->slot;
    struct house_room **slot;

    if (house->counts.rooms * 2 < old)
        return true;
    house->slots = old ? 2 * old : 64;
    slot = house->plan.resize(house->plan.context, NULL, house->slots * sizeof *slot);
    if (!slot) {
        house->slots = old;
        return false;
    }
    hc_zero(slot, house->slots * sizeof *slot);
    house->slot = slot;
    for (size_t i = 0; i < old; i++)
        if (was[i])
            house->slot[slot_of(house, was[i]->code)] = was[i];
    house_free(house, was);
    return true;
}

static bool grow_heap(struct house *house)
{
    size_t size = house->heap_size ? 2 * house->heap_size : 64;
    struct house_room **heap;

    if (house->counts.rooms + 2 < house->heap_size)
        return true;
    heap = house->plan.resize(house->plan.context, house->heap, size * sizeof *heap);
    if (!heap)
        return false;
    house->heap = heap;
    house->heap_size = size;
    return true;
}

bool registry_add(struct house *house, struct house_room *room)
{
    if (!grow_slots(house) || !grow_heap(house))
        return false;
    house->slot[slot_of(house, room->code)] = room;
    house->counts.rooms++;
    return true;
}

void registry_remove(struct house *house, struct house_room *room)
{
    size_t hole = slot_of(house, room->code), mask = house->slots - 1;

    if (house->slot[hole] != room)
        return;
    registry_set_due(house, room, HC_ROOM_NEVER);
    house->counts.rooms--;
    /* What was pushed on by the one that goes moves back, so that it is still found. */
    for (size_t next = (hole + 1) & mask; house->slot[next]; next = (next + 1) & mask) {
        size_t home = hash_of(house->slot[next]->code) & mask;

        if (((next - home) & mask) >= ((next - hole) & mask)) {
            house->slot[hole] = house->slot[next];
            hole = next;
        }
    }
    house->slot[hole] = NULL;
}

/* ---- By time -------------------------------------------------------------------------------- */

static void put(struct house *house, size_t place, struct house_room *room)
{
    house->heap[place] = room;
    room->heap_at = (uint32_t)place;
}

static void sift_up(struct house *house, size_t place, struct house_room *room)
{
    while (place > 1 && house->heap[place / 2]->due_ms > room->due_ms) {
        put(house, place, house->heap[place / 2]);
        place /= 2;
    }
    put(house, place, room);
}

static void sift_down(struct house *house, size_t place, struct house_room *room)
{
    for (;;) {
        size_t child = 2 * place;

        if (child < house->heap_used && house->heap[child + 1]->due_ms < house->heap[child]->due_ms)
            child++;
        if (child > house->heap_used || house->heap[child]->due_ms >= room->due_ms)
            break;
        put(house, place, house->heap[child]);
        place = child;
    }
    put(house, place, room);
}

void registry_set_due(struct house *house, struct house_room *room, uint64_t due_ms)
{
    size_t place = room->heap_at;
    struct house_room *last;

    room->due_ms = due_ms;
    if (due_ms == HC_ROOM_NEVER) {
        if (!place)
            return;
        room->heap_at = 0;
        last = house->heap[house->heap_used--];
        if (last != room) {
            sift_down(house, place, last);
            sift_up(house, last->heap_at, last);
        }
        return;
    }
    if (!place)
        place = ++house->heap_used;
    else
        sift_down(house, place, room);
    sift_up(house, room->heap_at && house->heap[room->heap_at] == room ? room->heap_at : place,
            room);
}
