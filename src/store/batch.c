// SPDX-License-Identifier: MIT
/* batch.c: collecting what happened in one turn of a loop, in one growing piece of memory. */
#include "store/batch.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BYTES = 4 << 10 }; /* what is asked for first; then twice as much each time */

struct store_batch *store_batch_new(void)
{
    return calloc(1, sizeof(struct store_batch));
}

void store_batch_free(struct store_batch *batch)
{
    if (!batch)
        return;
    free(batch->bytes);
    free(batch);
}

size_t store_batch_entries(const struct store_batch *batch)
{
    return batch->entries;
}

static bool grow(struct store_batch *batch, size_t wanted)
{
    size_t size = batch->size ? batch->size : FIRST_BYTES;
    uint8_t *bytes;

    while (size < wanted)
        size *= 2;
    if (size == batch->size)
        return true;
    if (!(bytes = realloc(batch->bytes, size)))
        return false;
    batch->bytes = bytes;
    batch->size = size;
    return true;
}

/* What an entry takes in a batch. */
static size_t room_of(const struct entry *entry)
{
    return (sizeof *entry + entry->size + entry->note_size + 7) & ~(size_t)7;
}

static bool add(struct store_batch *batch, const struct entry *head, const void *bytes,
                const void *note)
{
    size_t wanted = batch->used + room_of(head);
    struct entry *entry;

    if (wanted > STORE_BATCH_BYTES_MAX || !grow(batch, wanted))
        return false;
    entry = (struct entry *)(void *)(batch->bytes + batch->used);
    memcpy(entry, head, sizeof *head);
    if (head->size)
        memcpy(entry->bytes, bytes, head->size);
    if (head->note_size)
        memcpy(entry->bytes + head->size, note, head->note_size);
    batch->used = wanted;
    batch->entries++;
    return true;
}

bool store_batch_room(struct store_batch *batch, uint64_t room, uint64_t log_size,
                      const void *bytes, size_t size)
{
    struct entry head = {room, log_size, (uint32_t)size, 0, ENTRY_ROOM};

    if (size < 1 || size > STORE_ROOM_BYTES_MAX || !*(const uint8_t *)bytes)
        return false;
    return add(batch, &head, bytes, "");
}

bool store_batch_log(struct store_batch *batch, uint64_t room, uint64_t log_size, const void *bytes,
                     size_t size)
{
    return store_batch_move(batch, room, log_size, bytes, size, "", 0);
}

bool store_batch_move(struct store_batch *batch, uint64_t room, uint64_t log_size,
                      const void *bytes, size_t size, const void *note, size_t note_size)
{
    struct entry head = {room, log_size, (uint32_t)size, (uint32_t)note_size, ENTRY_LOG};

    if (size < 1 || size > STORE_LOG_BYTES_MAX || log_size > STORE_LOG_BYTES_MAX - size ||
        note_size > STORE_NOTE_BYTES_MAX)
        return false;
    return add(batch, &head, bytes, note);
}

bool store_batch_result(struct store_batch *batch, uint64_t room, uint64_t log_size,
                        const struct store_result *result)
{
    struct entry head = {room, log_size, sizeof *result, 0, ENTRY_RESULT};

    if (log_size < 1 || result->seats < 1 || result->seats > HC_SEATS_MAX ||
        result->finished_ms > INT64_MAX)
        return false;
    for (unsigned seat = 0; seat < result->seats; seat++)
        if (!memchr(result->seat[seat].name, 0, STORE_NAME_CHARS))
            return false;
    return add(batch, &head, result, "");
}

bool store_batch_gone(struct store_batch *batch, uint64_t room, uint64_t log_size)
{
    struct entry head = {room, log_size, 0, 0, ENTRY_GONE};

    return add(batch, &head, "", "");
}

static const struct entry *entry_at(const struct store_batch *batch, size_t at)
{
    return at < batch->used ? (const struct entry *)(const void *)(batch->bytes + at) : NULL;
}

const struct entry *batch_first(const struct store_batch *batch)
{
    return entry_at(batch, 0);
}

const struct entry *batch_next(const struct store_batch *batch, const struct entry *entry)
{
    size_t at = (size_t)((const uint8_t *)entry - batch->bytes);

    return entry_at(batch, at + room_of(entry));
}
