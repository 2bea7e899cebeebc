// SPDX-License-Identifier: MIT
/*
 * chatter.c: how much each guest has said lately, at whatever table and over whatever line.
 *
 * Of a guest one time is kept: when nothing that was said counts any more. A line of chat moves it
 * HC_ROOM_CHAT_MS further. There are a few places for guests with the same last bits, and who owes
 * least makes way for somebody new: whoever wants to be forgotten like that needs others who say
 * more than they do.
 */
#include "house/house_inside.h"

enum { SETS = 256, WAYS = 4 };

#define LINE_US (HC_ROOM_CHAT_MS * UINT64_C(1000))

struct speaker {
    uint8_t guest[HC_GUEST_BYTES];
    uint64_t free_us; /* when nothing counts against this guest any more */
};

/* The places where a guest may be. Guests are hashes already. */
static struct speaker *set_of(const struct house *house, const uint8_t guest[HC_GUEST_BYTES])
{
    return house->speaker + hc_load64(guest) % SETS * WAYS;
}

/* The guest's place, or NULL. */
static struct speaker *find(const struct house *house, const uint8_t guest[HC_GUEST_BYTES])
{
    struct speaker *set = house->speaker ? set_of(house, guest) : NULL;

    for (unsigned i = 0; set && i < WAYS; i++)
        if (hc_same(set[i].guest, guest, HC_GUEST_BYTES))
            return &set[i];
    return NULL;
}

static struct speaker *place_for(struct house *house, const uint8_t guest[HC_GUEST_BYTES])
{
    struct speaker *set, *least;

    if (!house->speaker) {
        house->speaker = house_new(house, SETS * WAYS * sizeof *house->speaker);
        hc_zero(house->speaker, SETS * WAYS * sizeof *house->speaker);
    }
    least = set = set_of(house, guest);
    for (unsigned i = 1; i < WAYS; i++)
        if (set[i].free_us < least->free_us)
            least = &set[i];
    *least = (struct speaker){.free_us = 0};
    hc_copy(least->guest, guest, HC_GUEST_BYTES);
    return least;
}

bool chatter_may(const struct house *house, const uint8_t guest[HC_GUEST_BYTES])
{
    const struct speaker *speaker = find(house, guest);

    return !speaker || speaker->free_us <= house->steady_us + (HC_ROOM_CHAT_BURST - 1) * LINE_US;
}

void chatter_count(struct house *house, const uint8_t guest[HC_GUEST_BYTES])
{
    struct speaker *speaker = find(house, guest);

    if (!speaker)
        speaker = place_for(house, guest);
    if (speaker->free_us < house->steady_us)
        speaker->free_us = house->steady_us;
    speaker->free_us += LINE_US;
}

void chatter_close(struct house *house)
{
    house_free(house, house->speaker);
}
