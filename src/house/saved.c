// SPDX-License-Identifier: MIT
/*
 * saved.c: a room as the store keeps it, and back.
 *
 *   version 2 · seed and salt of the match (64 bytes, zero before the first one) · those of the
 *   next one (64) · length of the room's own bytes (4) · these bytes
 *
 * The log is in the store besides: that of a match that is played as the room's, that of one that
 * is over among the finished ones. In version 1 the log of a match that is over could stand behind
 * the room's own bytes; it still may.
 * These bytes hold the secret of a deal that is not over: they are for the store alone.
 */
#include "house/house_inside.h"

enum {
    VERSION = 2,
    VERSION_OLD = 1,
    NEXT_AT = 1 + 2 * HC_SEED_BYTES,
    SIZE_AT = NEXT_AT + 2 * HC_SEED_BYTES,
    HEAD_BYTES = SIZE_AT + 4
};
_Static_assert(HEAD_BYTES + HC_ROOM_SAVE_BYTES <= HOUSE_ROOM_BYTES_MAX, "a room fits");

size_t saved_write(const struct house_room *room, uint8_t *bytes, size_t size)
{
    size_t own = hc_room_save(room->now, bytes + HEAD_BYTES, size - HEAD_BYTES);

    HC_CHECK(own <= size - HEAD_BYTES);
    bytes[0] = VERSION;
    hc_copy(bytes + 1, room->secret, sizeof room->secret);
    hc_copy(bytes + NEXT_AT, room->next_secret, sizeof room->next_secret);
    hc_store32(bytes + SIZE_AT, (uint32_t)own);
    return HEAD_BYTES + own;
}

/* The parts of a stored room; false if they do not fit together. */
static bool take_apart(const struct house_saved *saved, struct hc_room_saved *room)
{
    size_t size, rest;

    if (saved->size < HEAD_BYTES || (saved->bytes[0] != VERSION && saved->bytes[0] != VERSION_OLD))
        return false;
    size = hc_load32(saved->bytes + SIZE_AT);
    if (size > saved->size - HEAD_BYTES)
        return false;
    rest = saved->size - HEAD_BYTES - size;
    if (rest && saved->bytes[0] != VERSION_OLD)
        return false;
    *room = (struct hc_room_saved){.bytes = saved->bytes + HEAD_BYTES,
                                   .size = size,
                                   .log = saved->log_size ? saved->log : NULL,
                                   .log_size = saved->log_size,
                                   .progress = saved->note,
                                   .progress_size = saved->note_size,
                                   .seed = saved->bytes + 1};
    if (rest) {
        room->log = saved->bytes + HEAD_BYTES + size;
        room->log_size = rest;
    } else if (!saved->log_size && saved->finished_size) {
        room->log = saved->finished;
        room->log_size = saved->finished_size;
    }
    return true;
}

/* Takes the log over. Its buffer grows when it is written on. */
static bool resume_log(struct house_room *room, const struct hc_room_saved *saved)
{
    struct house *house = room->house;
    size_t size = saved->log_size;

    room->log.bytes = house->plan.resize(house->plan.context, NULL, size);
    room->log.size = size;
    room->stored = saved->log_size;
    return room->log.bytes &&
           hc_log_resume(&room->log, room->log.bytes, size, saved->log, saved->log_size);
}

static void say(struct hc_problem *why, const char *text)
{
    hc_copy(why->text, text, hc_length(text) + 1);
}

static bool has_log(const struct hc_room *room)
{
    return room->stage == HC_ROOM_PLAYING || room->stage == HC_ROOM_FINISHED;
}

/* NULL without memory. */
static struct house_room *new_room(struct house *house)
{
    struct house_room *room = house->plan.resize(house->plan.context, NULL, sizeof *room);
    struct hc_room *now = house->plan.resize(house->plan.context, NULL, sizeof *now);

    if (!room || !now) {
        house_free(house, room);
        house_free(house, now);
        return NULL;
    }
    hc_zero(room, sizeof *room);
    room->house = house;
    room->now = now;
    packing_begin(room);
    return room;
}

bool house_load(struct house *house, const struct house_saved *saved, struct hc_problem *why)
{
    struct house_room *room;
    struct hc_room_saved parts;

    if (!take_apart(saved, &parts)) {
        say(why, "it is of another version than this program reads, or damaged");
        return false;
    }
    if (house->shards > 1 && hc_shard_of_number(saved->room) >= house->shards) {
        say(why, "it is of a shard that there is not");
        return false;
    }
    room = new_room(house);
    if (!room) {
        say(why, "there is not enough memory");
        return false;
    }
    room->number = saved->room;
    room->shard = house->shards > 1 ? (uint8_t)hc_shard_of_number(saved->room) : 0;
    hc_copy(room->secret, saved->bytes + 1, sizeof room->secret);
    hc_copy(room->next_secret, saved->bytes + NEXT_AT, sizeof room->next_secret);
    if (!hc_room_load(room->now, &parts, house->now_ms, why)) {
        house_free_room(room);
        return false;
    }
    hc_copy(room->code, room->now->code, sizeof room->code);
    if (registry_find(house, room->code)) {
        say(why, "another room has the same code");
        house_free_room(room);
        return false;
    }
    if ((has_log(room->now) && !resume_log(room, &parts)) || !guests_reserve(house, HC_SEATS_MAX) ||
        !listing_update(room) || !registry_add(house, room)) {
        say(why, "there is not enough memory");
        house_free_room(room);
        return false;
    }
    room->length = saved->log_size;
    pending_make_commitment(room);
    guests_moved(room, NULL, room->now);
    registry_set_due(house, room, hc_room_due(room->now));
    packing_pack(room); /* nobody is here yet */
    return true;
}

bool house_saved_guests(const uint8_t *bytes, size_t size, house_guest_named *each, void *context)
{
    const struct house_saved saved = {.bytes = bytes, .size = size};
    struct hc_room_saved parts;

    return take_apart(&saved, &parts) &&
           hc_room_saved_guests(parts.bytes, parts.size, each, context);
}

bool house_saved_pass(uint8_t *bytes, size_t size, const struct house_pass *pass)
{
    const struct house_saved saved = {.bytes = bytes, .size = size};
    const struct hc_room_pass guests = {pass->was, pass->now, pass->host};
    struct hc_room_saved parts;

    return take_apart(&saved, &parts) &&
           hc_room_saved_pass(bytes + HEAD_BYTES, parts.size, &guests);
}

void house_saved_code(const struct house_saved *saved, char code[HC_ROOM_CODE_CHARS + 1])
{
    bool can = saved->size > HEAD_BYTES &&
               hc_room_saved_code(saved->bytes + HEAD_BYTES, saved->size - HEAD_BYTES, code);

    if (!can)
        code[0] = '\0';
}
