// SPDX-License-Identifier: MIT
/*
 * batch.c: collecting what happened in one turn of a loop, in one growing piece of memory.
 *
 * An entry there is a head, the result, the piece of the log, the room's bytes and the note. Which
 * rooms have one is in a table of offsets beside it. Memos are in a piece of their own: two sizes,
 * the key and the bytes.
 */
#include "store/batch.h"

#include <stdlib.h>
#include <string.h>

#include "store/base.h"

enum {
    FIRST_BYTES = 4 << 10, /* what is asked for first; then twice as much each time */
    FIRST_PLACES = 64
};

struct head {
    uint64_t room, log_size;
    uint32_t log_bytes, size, note_size;
    bool has_result, gone;
};

struct store_batch *store_batch_new(void)
{
    return calloc(1, sizeof(struct store_batch));
}

void store_batch_free(struct store_batch *batch)
{
    if (!batch)
        return;
    free(batch->bytes);
    free(batch->place);
    free(batch->memo);
    free(batch);
}

size_t store_batch_entries(const struct store_batch *batch)
{
    return batch->entries;
}

void store_batch_lease(struct store_batch *batch, uint64_t lease)
{
    batch->lease = lease;
}

/* ---- Which rooms ---------------------------------------------------------------------------- */

static uint64_t room_at(const struct store_batch *batch, uint32_t place)
{
    struct head head;

    memcpy(&head, batch->bytes + place - 1, sizeof head);
    return head.room;
}

/* The place of a room, or the free one where it would be. */
static size_t place_of(const struct store_batch *batch, uint64_t room)
{
    size_t mask = batch->places - 1, at = (size_t)(room * 0x9e3779b97f4a7c15 >> 32) & mask;

    while (batch->place[at] && room_at(batch, batch->place[at]) != room)
        at = (at + 1) & mask;
    return at;
}

/* At most three quarters of the places are taken. */
static bool grow_places(struct store_batch *batch)
{
    struct store_batch larger = *batch;

    if (4 * (batch->entries + 1) <= 3 * batch->places)
        return true;
    larger.places = batch->places ? 2 * batch->places : FIRST_PLACES;
    if (!(larger.place = calloc(larger.places, sizeof *larger.place)))
        return false;
    for (size_t i = 0; i < batch->places; i++)
        if (batch->place[i])
            larger.place[place_of(&larger, room_at(batch, batch->place[i]))] = batch->place[i];
    free(batch->place);
    *batch = larger;
    return true;
}

/* ---- Entries -------------------------------------------------------------------------------- */

static bool result_fits(const struct store_result *result)
{
    if (result->seats < 1 || result->seats > HC_SEATS_MAX || result->finished_ms > INT64_MAX)
        return false;
    for (unsigned seat = 0; seat < result->seats; seat++)
        if (!memchr(result->seat[seat].name, 0, STORE_NAME_CHARS))
            return false;
    return true;
}

static bool entry_fits(const struct store_entry *entry)
{
    uint64_t length = entry->log_size + entry->log_bytes;

    if (entry->log_size > STORE_LOG_BYTES_MAX || entry->log_bytes > STORE_LOG_BYTES_MAX ||
        length > STORE_LOG_BYTES_MAX || entry->size > STORE_ROOM_BYTES_MAX ||
        entry->note_size > STORE_NOTE_BYTES_MAX)
        return false;
    if (entry->size && !entry->bytes[0])
        return false;
    if (entry->note_size && !entry->size && (!entry->log_bytes || entry->result))
        return false;
    if (entry->result && (!length || !result_fits(entry->result)))
        return false;
    return entry->log_bytes || entry->size || entry->result || entry->gone;
}

static bool grow(uint8_t **bytes, size_t *size, size_t wanted)
{
    size_t larger = *size ? *size : FIRST_BYTES;
    uint8_t *grown;

    while (larger < wanted)
        larger *= 2;
    if (larger == *size)
        return true;
    if (!(grown = realloc(*bytes, larger)))
        return false;
    *bytes = grown;
    *size = larger;
    return true;
}

/* What an entry takes in a batch; the next one is aligned for its head and its result. */
static size_t bytes_of(const struct store_entry *entry)
{
    size_t size = sizeof(struct head) + (entry->result ? sizeof *entry->result : 0) +
                  entry->log_bytes + entry->size + entry->note_size;

    return (size + 7) & ~(size_t)7;
}

static uint8_t *put(uint8_t *to, const void *bytes, size_t size)
{
    if (size)
        memcpy(to, bytes, size);
    return to + size;
}

bool store_batch_add(struct store_batch *batch, const struct store_entry *entry)
{
    struct head head = {entry->room,
                        entry->log_size,
                        (uint32_t)entry->log_bytes,
                        (uint32_t)entry->size,
                        (uint32_t)entry->note_size,
                        entry->result,
                        entry->gone};
    size_t wanted, place;
    uint8_t *to;

    if (!entry_fits(entry))
        return false;
    wanted = batch->used + bytes_of(entry);
    if (wanted > STORE_BATCH_BYTES_MAX || !grow(&batch->bytes, &batch->size, wanted) ||
        !grow_places(batch))
        return false;
    place = place_of(batch, entry->room);
    if (batch->place[place])
        return false;
    to = put(batch->bytes + batch->used, &head, sizeof head);
    to = put(to, entry->result, entry->result ? sizeof *entry->result : 0);
    to = put(to, entry->log, entry->log_bytes);
    to = put(to, entry->bytes, entry->size);
    put(to, entry->note, entry->note_size);
    batch->place[place] = (uint32_t)batch->used + 1;
    batch->used = wanted;
    batch->entries++;
    return true;
}

/* The next `size` bytes, or NULL if there are none. */
static const uint8_t *take(const uint8_t **from, size_t size)
{
    const uint8_t *bytes = size ? *from : NULL;

    *from += size;
    return bytes;
}

bool batch_read(const struct store_batch *batch, size_t *offset, struct store_entry *entry)
{
    const uint8_t *from;
    struct head head;

    if (*offset == batch->used)
        return false;
    from = batch->bytes + *offset;
    memcpy(&head, from, sizeof head);
    from += sizeof head;
    *entry = (struct store_entry){.room = head.room,
                                  .log_size = head.log_size,
                                  .log_bytes = head.log_bytes,
                                  .size = head.size,
                                  .note_size = head.note_size,
                                  .gone = head.gone};
    entry->result = (const void *)take(&from, head.has_result ? sizeof *entry->result : 0);
    entry->log = take(&from, head.log_bytes);
    entry->bytes = take(&from, head.size);
    entry->note = take(&from, head.note_size);
    *offset += bytes_of(entry);
    return true;
}

/* ---- Conflicts ------------------------------------------------------------------------------ */

bool written_conflict(struct written *batch, uint64_t room, uint64_t log_size)
{
    size_t count = batch->conflict_count;
    struct store_conflict *larger;

    /* Room for twice as many whenever the count is a power of two. */
    if (!(count & (count - 1))) {
        larger = realloc(batch->conflict, (count ? 2 * count : 1) * sizeof *larger);
        if (!larger)
            return false;
        batch->conflict = larger;
    }
    batch->conflict[batch->conflict_count++] = (struct store_conflict){room, log_size};
    return true;
}

/* ---- Memos ---------------------------------------------------------------------------------- */

bool store_batch_memo(struct store_batch *batch, const uint8_t *key, size_t key_size,
                      const uint8_t *bytes, size_t size)
{
    uint32_t sizes[2] = {(uint32_t)key_size, (uint32_t)size};
    size_t wanted = batch->memo_used + sizeof sizes + key_size + size;
    uint8_t *to;

    if (!key_size || key_size > STORE_MEMO_KEY_MAX || size > STORE_MEMO_BYTES_MAX ||
        wanted > STORE_MEMOS_BYTES_MAX || !grow(&batch->memo, &batch->memo_size, wanted))
        return false;
    to = put(batch->memo + batch->memo_used, sizes, sizeof sizes);
    to = put(to, key, key_size);
    put(to, bytes, size);
    batch->memo_used = wanted;
    batch->memos++;
    return true;
}

size_t store_batch_memos(const struct store_batch *batch)
{
    return batch->memos;
}

bool batch_read_memo(const struct store_batch *batch, size_t *offset, struct batch_memo *memo)
{
    const uint8_t *from;
    uint32_t sizes[2];

    if (*offset == batch->memo_used)
        return false;
    from = batch->memo + *offset;
    memcpy(sizes, from, sizeof sizes);
    from += sizeof sizes;
    *memo = (struct batch_memo){.key_size = sizes[0], .size = sizes[1]};
    memo->key = take(&from, memo->key_size);
    memo->bytes = take(&from, memo->size);
    *offset += sizeof sizes + memo->key_size + memo->size;
    return true;
}
