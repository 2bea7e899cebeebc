// SPDX-License-Identifier: MIT
/*
 * shared_base.h: a database that several processes share, as docs/store.md describes it, imagined
 * in one thread: rooms, finished matches, and leases by its own clock.
 *
 * Beside what a database keeps, each room counts how often it was written. Whoever makes an entry
 * says which count it was made from; if that is another one when it is stored, the room would have
 * two histories. `fences` can be taken away to see that this is noticed.
 */
#ifndef HC_TESTS_RING_SHARED_BASE_H
#define HC_TESTS_RING_SHARED_BASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "house/house_inside.h"

enum { ROOMS = 96, MATCHES = 256, LEASES = 512, LEASE_MS = 3000 };

static uint64_t seed, real_ms; /* real_ms: as it truly is, and as the database's clock says */
static struct hc_dice dice;
static const char *wrong; /* the first thing in this world that does not hold */

static uint32_t below(uint32_t bound)
{
    return hc_dice_below(&dice, bound);
}

static bool one_in(uint32_t count)
{
    return below(count) == 0;
}

static void must(bool fact, const char *what)
{
    if (!fact && !wrong)
        wrong = what;
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

struct bytes {
    uint8_t *start;
    size_t size;
};

static void bytes_add(struct bytes *bytes, const void *more, size_t size)
{
    if (!size)
        return;
    bytes->start = realloc(bytes->start, bytes->size + size);
    if (!bytes->start)
        abort();
    memcpy(bytes->start + bytes->size, more, size);
    bytes->size += size;
}

static void bytes_clear(struct bytes *bytes)
{
    free(bytes->start);
    *bytes = (struct bytes){NULL, 0};
}

static struct bytes bytes_copy(const struct bytes *from)
{
    struct bytes copy = {NULL, 0};

    bytes_add(&copy, from->start, from->size);
    return copy;
}

/* ---- What it keeps --------------------------------------------------------------------------- */

struct kept_room {
    uint64_t number, lease, version;
    bool gone;
    char code[HC_ROOM_CODE_CHARS + 1];
    struct bytes bytes, note, log;
    uint32_t last_match; /* that is over; 0: none */
};

struct kept_match {
    uint64_t room;
    uint32_t number;
    struct bytes log;
};

struct lease {
    uint64_t expires_ms;
    bool is_dead;
};

static struct {
    struct kept_room room[ROOMS];
    unsigned rooms;
    struct kept_match match[MATCHES];
    unsigned matches;
    struct lease lease[LEASES]; /* by number; the first one is nobody's */
    unsigned leases;
    bool fences;
} base;

static struct kept_room *base_room(uint64_t number)
{
    for (unsigned i = 0; i < base.rooms; i++)
        if (base.room[i].number == number)
            return &base.room[i];
    return NULL;
}

/* The log of a match, wherever it is; NULL if there is none. */
static const struct bytes *base_log(const struct kept_room *kept, uint32_t match)
{
    for (unsigned i = 0; i < base.matches; i++)
        if (base.match[i].room == kept->number && base.match[i].number == match)
            return &base.match[i].log;
    return kept->log.size && match > kept->last_match ? &kept->log : NULL;
}

static void base_clear(void)
{
    for (unsigned i = 0; i < base.rooms; i++) {
        bytes_clear(&base.room[i].bytes);
        bytes_clear(&base.room[i].note);
        bytes_clear(&base.room[i].log);
    }
    for (unsigned i = 0; i < base.matches; i++)
        bytes_clear(&base.match[i].log);
    memset(&base, 0, sizeof base);
    base.leases = 1;
    base.lease[0].is_dead = true;
}

/* ---- Batches --------------------------------------------------------------------------------- */

/* An entry with everything that it points to. */
struct copied_entry {
    uint64_t room, log_size, version;
    char code[HC_ROOM_CODE_CHARS + 1];
    struct bytes log, bytes, note;
    uint32_t match; /* that is over with it; 0: none */
    bool gone, lost;
};

static bool is_code_taken(const struct copied_entry *entry)
{
    for (unsigned i = 0; i < base.rooms; i++)
        if (!base.room[i].gone && !strcmp(base.room[i].code, entry->code))
            return true;
    return false;
}

static void apply(struct kept_room *kept, const struct copied_entry *entry)
{
    must(entry->version == kept->version, "a room has two histories");
    kept->version++;
    kept->gone = entry->gone;
    bytes_add(&kept->log, entry->log.start, entry->log.size);
    if (entry->match) {
        must(base.matches < MATCHES, "too many matches for this test");
        if (wrong)
            return;
        must(entry->match > kept->last_match, "a match is over twice");
        base.match[base.matches++] = (struct kept_match){kept->number, entry->match, kept->log};
        kept->log = (struct bytes){NULL, 0};
        kept->last_match = entry->match;
    }
    bytes_clear(&kept->note);
    bytes_add(&kept->note, entry->note.start, entry->note.size);
    if (entry->bytes.size) {
        bytes_clear(&kept->bytes);
        bytes_add(&kept->bytes, entry->bytes.start, entry->bytes.size);
    }
}

static void store_entry(uint64_t lease, struct copied_entry *entry)
{
    struct kept_room *kept = base_room(entry->room);

    must(kept || base.rooms < ROOMS, "too many rooms for this test");
    if (wrong || (!kept && is_code_taken(entry))) {
        entry->lost = true;
        return;
    }
    if (!kept) {
        kept = &base.room[base.rooms++];
        kept->number = entry->room;
        kept->lease = lease;
        memcpy(kept->code, entry->code, sizeof kept->code);
    }
    entry->lost =
        kept->gone || kept->log.size != entry->log_size || (base.fences && kept->lease != lease);
    if (!entry->lost)
        apply(kept, entry);
}

/* One transaction; false if the lease is not in force. */
static bool base_write(uint64_t lease, struct copied_entry *entries, unsigned count)
{
    if (base.fences && base.lease[lease].is_dead)
        return false;
    for (unsigned i = 0; i < count && !wrong; i++)
        store_entry(lease, &entries[i]);
    return true;
}

/* ---- Leases ---------------------------------------------------------------------------------- */

static uint64_t base_new_lease(void)
{
    must(base.leases < LEASES, "too many leases for this test");
    if (wrong)
        return 0;
    base.lease[base.leases] = (struct lease){.expires_ms = real_ms + LEASE_MS};
    return base.leases++;
}

/* False if it is lost; otherwise leases that have run out are ended. */
static bool base_renew(uint64_t lease)
{
    if (base.lease[lease].is_dead)
        return false;
    base.lease[lease].expires_ms = real_ms + LEASE_MS;
    for (unsigned i = 1; i < base.leases; i++)
        base.lease[i].is_dead |= base.lease[i].expires_ms < real_ms;
    return true;
}

/* A room that nobody has, and that is the lease's from now on; NULL if there is none. */
static struct kept_room *base_claim(uint64_t lease)
{
    for (unsigned i = 0; i < base.rooms; i++)
        if (!base.room[i].gone && base.lease[base.room[i].lease].is_dead) {
            base.room[i].lease = lease;
            return &base.room[i];
        }
    return NULL;
}

/* A room of the lease is nobody's from now on. */
static void base_give(uint64_t lease, uint64_t number)
{
    struct kept_room *kept = base_room(number);

    if (kept && kept->lease == lease)
        kept->lease = 0;
}

#endif
