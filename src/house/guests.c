// SPDX-License-Identifier: MIT
/*
 * guests.c: in which rooms a guest sits.
 *
 * A hash table of sittings, a guest and a room each, with open addressing. What was taken out
 * leaves a grave, its guest without the room, so that whatever stands behind it is still found.
 */
#include "house/house_inside.h"

struct sitting {
    struct house_room *room;       /* NULL: somebody was here, or nobody ever */
    uint8_t guest[HC_GUEST_BYTES]; /* all zero: nobody ever */
};

static bool was_ever_taken(const struct sitting *sitting)
{
    return sitting->room || hc_load64(sitting->guest) || hc_load64(sitting->guest + 8);
}

/* Guests are hashes already. */
static size_t home_of(const struct house *house, const uint8_t guest[HC_GUEST_BYTES])
{
    return (size_t)hc_load64(guest) & (house->sittings - 1);
}

static void insert(struct house *house, struct house_room *room,
                   const uint8_t guest[HC_GUEST_BYTES])
{
    size_t at = home_of(house, guest);

    while (house->sitting[at].room)
        at = (at + 1) & (house->sittings - 1);
    if (!was_ever_taken(&house->sitting[at]))
        house->sittings_used++;
    house->sitting[at].room = room;
    hc_copy(house->sitting[at].guest, guest, HC_GUEST_BYTES);
}

/* Anew without graves, with two places or more for each that is taken. */
bool guests_reserve(struct house *house, unsigned more)
{
    struct sitting *old = house->sitting, *sitting;
    size_t size = house->sittings, wanted = 64, taken = more;

    if ((house->sittings_used + more) * 4 <= size * 3)
        return true;
    for (size_t i = 0; i < size; i++)
        taken += old[i].room != NULL;
    while (wanted < 2 * taken)
        wanted *= 2;
    sitting = house->plan.resize(house->plan.context, NULL, wanted * sizeof *sitting);
    if (!sitting)
        return false;
    hc_zero(sitting, wanted * sizeof *sitting);
    house->sitting = sitting;
    house->sittings = wanted;
    house->sittings_used = 0;
    for (size_t i = 0; i < size; i++)
        if (old[i].room)
            insert(house, old[i].room, old[i].guest);
    house_free(house, old);
    return true;
}

static void take_out(struct house *house, const struct house_room *room,
                     const uint8_t guest[HC_GUEST_BYTES])
{
    for (size_t at = home_of(house, guest); was_ever_taken(&house->sitting[at]);
         at = (at + 1) & (house->sittings - 1))
        if (house->sitting[at].room == room &&
            hc_same(house->sitting[at].guest, guest, HC_GUEST_BYTES)) {
            house->sitting[at].room = NULL;
            return;
        }
}

static bool sits(const struct hc_room *room, const uint8_t guest[HC_GUEST_BYTES])
{
    return room && hc_room_seat_of(room, guest) != HC_NONE;
}

void guests_moved(struct house_room *room, const struct hc_room *was, const struct hc_room *now)
{
    struct house *house = room->house;

    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        if (was && was->seat[s].who == HC_SEAT_PERSON && !sits(now, was->seat[s].guest))
            take_out(house, room, was->seat[s].guest);
        if (now && now->seat[s].who == HC_SEAT_PERSON && !sits(was, now->seat[s].guest)) {
            HC_CHECK(guests_reserve(house, 1));
            insert(house, room, now->seat[s].guest);
        }
    }
}

struct house_room *guests_room(const struct house *house, const uint8_t guest[HC_GUEST_BYTES],
                               unsigned index)
{
    size_t at = house->sittings ? home_of(house, guest) : 0;

    for (; house->sittings && was_ever_taken(&house->sitting[at]);
         at = (at + 1) & (house->sittings - 1))
        if (house->sitting[at].room && hc_same(house->sitting[at].guest, guest, HC_GUEST_BYTES) &&
            !index--)
            return house->sitting[at].room;
    return NULL;
}

void guests_close(struct house *house)
{
    house_free(house, house->sitting);
}
