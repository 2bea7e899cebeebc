// SPDX-License-Identifier: MIT
/*
 * restore.c: a room as the store keeps it, and back.
 *
 *   version 1 · seed and salt of the match (64 bytes, zero before the
 *   first one) · those of the next one (64) · length of the room's own
 *   bytes (4) · these bytes · the log of a match that is over, unless it is too long
 *
 * The log of a match that is played is in the store besides; that of one that is over belongs to
 * the finished ones there, but the room still shows it, and so keeps it.
 * These bytes hold the secret of a deal that is not over: they are for the store alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house/inside.h"

enum {
    VERSION = 1,
    NEXT_AT = 1 + 2 * HC_SEED_BYTES,
    SIZE_AT = NEXT_AT + 2 * HC_SEED_BYTES,
    HEAD_BYTES = SIZE_AT + 4
};

size_t restore_save(const struct house_room *at, uint8_t *bytes, size_t size)
{
    size_t room = hc_room_save(&at->room, bytes + HEAD_BYTES, size - HEAD_BYTES), all;

    bytes[0] = VERSION;
    memcpy(bytes + 1, at->secret, sizeof at->secret);
    memcpy(bytes + NEXT_AT, at->next, sizeof at->next);
    for (unsigned i = 0; i < 4; i++)
        bytes[SIZE_AT + i] = (uint8_t)(room >> 8 * i);
    all = HEAD_BYTES + room;
    if (at->room.stage == HC_ROOM_FINISHED && at->log.used <= size - all) {
        memcpy(bytes + all, at->log.bytes, at->log.used);
        all += at->log.used;
    }
    return all;
}

/* Takes the log over, so that it can be written on. */
static bool restore_log(struct house_room *at, const uint8_t *log, size_t size)
{
    uint8_t *storage = malloc(2 * size);

    if (!storage || !hc_log_resume(&at->log, storage, 2 * size, log, size)) {
        free(storage);
        return false;
    }
    at->stored = size;
    return true;
}

/* The parts of a stored room; false if they do not fit together. */
static bool take_apart(const struct store_room *stored, struct hc_room_saved *room)
{
    size_t size = 0;

    if (stored->size < HEAD_BYTES || stored->bytes[0] != VERSION)
        return false;
    for (unsigned i = 0; i < 4; i++)
        size |= (size_t)stored->bytes[SIZE_AT + i] << 8 * i;
    if (size > stored->size - HEAD_BYTES)
        return false;
    *room = (struct hc_room_saved){.bytes = stored->bytes + HEAD_BYTES,
                                   .size = size,
                                   .log = stored->log_size ? stored->log : NULL,
                                   .log_size = stored->log_size,
                                   .progress = stored->note,
                                   .progress_size = stored->note_size,
                                   .seed = stored->bytes + 1};
    if (stored->size > HEAD_BYTES + size) {
        room->log = stored->bytes + HEAD_BYTES + size;
        room->log_size = stored->size - HEAD_BYTES - size;
    }
    return true;
}

struct restoring {
    struct house *house;
    struct hc_problem *why;
    uint64_t now_ms;
    bool failed;
};

static void restore_room(void *context, const struct store_room *stored)
{
    struct restoring *restoring = context;
    struct house_room *at = restoring->failed ? NULL : calloc(1, sizeof *at);
    struct hc_room_saved room;

    if (restoring->failed)
        return;
    restoring->failed = true;
    if (!at) {
        snprintf(restoring->why->text, HC_PROBLEM_CHARS, "there is not enough memory");
        return;
    }
    at->house = restoring->house;
    at->number = stored->room;
    if (!take_apart(stored, &room)) {
        snprintf(restoring->why->text, HC_PROBLEM_CHARS,
                 "a stored room is of another version than this program reads");
        free(at);
        return;
    }
    memcpy(at->secret, stored->bytes + 1, sizeof at->secret);
    memcpy(at->next, stored->bytes + NEXT_AT, sizeof at->next);
    if (!hc_room_load(&at->room, &room, restoring->now_ms, restoring->why) ||
        (room.log_size && !restore_log(at, room.log, room.log_size)) ||
        !registry_add(restoring->house, at)) {
        house_free_room(at);
        return;
    }
    at->length = stored->log_size;
    commit_to_secrets(at);
    registry_set_due(restoring->house, at, hc_room_due(&at->room));
    restoring->failed = false;
}

bool restore_all(struct house *house, struct hc_problem *why)
{
    struct restoring restoring = {house, why, house_now_ms(), false};

    return store_each_room(house->plan.store, restore_room, &restoring, why) && !restoring.failed;
}
