// SPDX-License-Identifier: MIT
/*
 * sim_store.h: a store that is only imagined, as docs/store.md describes one.
 *
 * Of each room it keeps bytes, note and log, and of each match that is over its log and result. An
 * entry is applied whole or not at all; memos share the fate of the batch, and are kept by whoever
 * has a door that writes them (sim_memos.h, sim_kept.h). Beside
 * what a store keeps there is a copy of the room as it was when the entry was made: what is loaded
 * one day is compared with that. Rooms that are gone stay in the list, because what was told of
 * them is still to be compared.
 */
#ifndef HC_TESTS_RING_SIM_STORE_H
#define HC_TESTS_RING_SIM_STORE_H

#include "ring/sim_world.h"

enum { STORE_ROOMS = 64, STORE_MATCHES = 256, BATCH_ROOMS = 64 };

struct bytes {
    uint8_t *start;
    size_t size;
};

struct stored_room {
    uint64_t number;
    bool gone;
    struct bytes bytes, note, log;
    struct hc_room was; /* when this was stored */
    /* Which records of the log have been looked at. */
    struct hc_log_reader scan;
    uint32_t scanned_seq;
    bool scans;
};

struct stored_match {
    uint64_t room;
    struct house_result result;
    struct bytes log;
    uint8_t game;
};

/* An entry with everything that it points to. */
struct copied_entry {
    struct house_entry entry;
    struct house_result result;
    struct bytes log, bytes, note;
    struct hc_room was;
    bool lost; /* the store says so */
};

static struct {
    struct stored_room room[STORE_ROOMS];
    unsigned rooms;
    struct stored_match match[STORE_MATCHES];
    unsigned matches;
    /* The batch on its way. */
    struct copied_entry batch[BATCH_ROOMS];
    unsigned entries;
    bool has_batch, applied, fails;
    unsigned answer_step; /* when the verdict comes */
    unsigned full_until;  /* a step: every batch fails before that */
    unsigned verdicts;    /* that the house was given */
    bool returns;         /* whether rooms that are gone may be wished for again */
} store;

/* What the batch has of memos, whether it has any; `rooms`: whether it has rooms. They are stored;
 * the verdict on them is there. */
static bool memos_take(bool rooms);
static void memos_apply(void);
static void memos_settled(bool failed);

/* ---- Bytes ----------------------------------------------------------------------------------- */

static void bytes_add(struct bytes *bytes, const uint8_t *more, size_t size)
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

/* ---- Finding --------------------------------------------------------------------------------- */

static struct stored_room *store_room(uint64_t number)
{
    for (unsigned i = 0; i < store.rooms; i++)
        if (store.room[i].number == number)
            return &store.room[i];
    return NULL;
}

static const struct stored_match *store_match(uint64_t room, uint32_t number)
{
    for (unsigned i = 0; i < store.matches; i++)
        if (store.match[i].room == room && store.match[i].result.number == number)
            return &store.match[i];
    return NULL;
}

/* The log of a match, wherever it is. */
static const struct bytes *store_log(uint64_t room, uint32_t number)
{
    const struct stored_match *match = store_match(room, number);
    const struct stored_room *kept = store_room(room);

    if (match)
        return &match->log;
    return kept && kept->was.match == number && kept->log.size ? &kept->log : NULL;
}

/* Which match of a room is the last that is over; 0: none. */
static uint32_t store_last_match(uint64_t room)
{
    uint32_t last = 0;

    for (unsigned i = 0; i < store.matches; i++)
        if (store.match[i].room == room && store.match[i].result.number > last)
            last = store.match[i].result.number;
    return last;
}

/* The number under which the seat remembers the command that led to this seq; 0: none. */
static uint32_t id_of(const struct hc_room *room, unsigned seat, uint32_t seq)
{
    for (unsigned i = 0; i < HC_ROOM_IDS; i++)
        if (room->seat[seat].id_seq[i] == seq && !room->seat[seat].id_refusal[i])
            return room->seat[seat].id[i];
    return 0;
}

/* ---- Applying -------------------------------------------------------------------------------- */

static void keep_match(struct stored_room *kept, const struct copied_entry *copied)
{
    struct stored_match *match = &store.match[store.matches++];
    struct hc_problem why;

    must(store.matches <= STORE_MATCHES, "too many matches for this test");
    match->room = kept->number;
    match->result = copied->result;
    match->game = copied->was.game;
    match->log = kept->log;
    kept->log = (struct bytes){NULL, 0};
    kept->scans = false;
    if (hc_log_verify(match->log.start, match->log.size, &why) != HC_HONEST)
        must(false, why.text[0] ? why.text : "a finished match does not reveal its secret");
    must(copied->result.number == copied->was.match, "a result is that of another match");
    for (unsigned s = 0; s < copied->result.seats; s++)
        must(!memcmp(copied->result.player[s].guest, copied->was.seat[s].guest, HC_GUEST_BYTES),
             "a result names somebody who did not sit there");
    seen.matches++;
}

/* What the store would refuse of an honest house must never come. */
static void check_entry(const struct copied_entry *copied, const struct stored_room *kept)
{
    const struct house_entry *entry = &copied->entry;

    must(entry->log_bytes || entry->size || entry->gone, "an entry says nothing");
    must(!kept || !kept->gone || (store.returns && entry->size && !entry->log_size),
         "an entry is of a room that is gone");
    must(kept || entry->gone || entry->size, "a new room comes without its bytes");
    must(entry->log_size == (kept ? kept->log.size : 0),
         "an entry takes the log to be longer or shorter than it is");
    must(!entry->note_size || entry->log_bytes, "a note comes without anything new in the log");
    must(!entry->result || entry->size, "a result comes without the room's bytes");
    must(!entry->result || !store_match(entry->room, entry->result->number),
         "a match is handed over a second time");
}

/* Finds who asked for a record of a room, after which its table has this seq. */
static void attribute(const struct hc_room *room, const struct hc_record *record, uint32_t seq);

/* Goes through the records that are new in a room's log. */
static void scan_log(struct stored_room *kept)
{
    static struct hc_record record;

    if (!kept->log.size)
        return;
    if (!kept->scans) {
        must(hc_log_open(&kept->scan, kept->log.start, kept->log.size), "a log cannot be read");
        kept->scans = true;
        kept->scanned_seq = 0;
    }
    kept->scan.bytes = kept->log.start;
    kept->scan.size = kept->log.size;
    for (;;) {
        int more = hc_log_next(&kept->scan, &record);

        must(more >= 0, "a piece of a log cannot be read");
        if (!more)
            return;
        if (record.kind != HC_RECORD_COMMAND)
            continue;
        kept->scanned_seq += record.events.count;
        attribute(&kept->was, &record, kept->scanned_seq);
        seen.commands++;
    }
}

static void apply_entry(const struct copied_entry *copied)
{
    const struct house_entry *entry = &copied->entry;
    struct stored_room *kept = store_room(entry->room);

    check_entry(copied, kept);
    if (!kept) {
        must(store.rooms < STORE_ROOMS, "too many rooms for this test");
        kept = &store.room[store.rooms++];
        kept->number = entry->room;
        seen.rooms++;
    }
    kept->was = copied->was;
    kept->gone = entry->gone;
    if (entry->gone) {
        bytes_clear(&kept->log);
        kept->scans = false;
        return;
    }
    bytes_add(&kept->log, copied->log.start, copied->log.size);
    scan_log(kept);
    if (entry->result)
        keep_match(kept, copied);
    bytes_clear(&kept->note);
    if (entry->size) {
        bytes_clear(&kept->bytes);
        bytes_add(&kept->bytes, copied->bytes.start, copied->bytes.size);
    }
    bytes_add(&kept->note, copied->note.start, copied->note.size);
}

static void store_apply(void)
{
    for (unsigned i = 0; i < store.entries && !store.fails; i++)
        if (!store.batch[i].lost)
            apply_entry(&store.batch[i]);
    if (!store.fails)
        memos_apply();
    store.applied = true;
}

static void store_forget_batch(void)
{
    for (unsigned i = 0; i < store.entries; i++) {
        bytes_clear(&store.batch[i].log);
        bytes_clear(&store.batch[i].bytes);
        bytes_clear(&store.batch[i].note);
    }
    store.entries = 0;
    store.has_batch = false;
}

/* ---- Taking batches from the house ----------------------------------------------------------- */

static void copy_entry(struct copied_entry *copied, const struct house_entry *entry)
{
    *copied = (struct copied_entry){.entry = *entry, .was = *now_of(room_by_number(entry->room))};
    bytes_add(&copied->log, entry->log, entry->log_bytes);
    bytes_add(&copied->bytes, entry->bytes, entry->size);
    bytes_add(&copied->note, entry->note, entry->note_size);
    if (entry->result) {
        copied->result = *entry->result;
        copied->entry.result = &copied->result;
    }
}

/* Every room once, and not more bytes than was said, unless it is one entry that is so large. */
static void check_batch(void)
{
    size_t bytes = 0;

    for (unsigned i = 0; i < store.entries; i++) {
        const struct house_entry *entry = &store.batch[i].entry;

        bytes += entry->log_bytes + entry->size + entry->note_size;
        for (unsigned k = 0; k < i; k++)
            must(store.batch[k].entry.room != entry->room, "a batch names a room twice");
    }
    must(store.entries == 1 || bytes <= house->plan.batch_bytes_max, "a batch is too large");
    must(!house->shard->dirty || store.entries, "nothing fits into an empty batch");
    seen.overflows += house->shard->dirty != NULL;
}

/* Decides what will become of the batch. */
static void decide_fate(bool kind)
{
    store.applied = false;
    store.fails = !kind && (step < store.full_until || one_in(12));
    store.answer_step = step + (kind || below(3) ? 0 : 1 + below(6));
    for (unsigned i = 0; i < store.entries; i++)
        store.batch[i].lost = !kind && one_in(20);
    /* It is durable at once, or when the answer comes; in between nobody knows. */
    if (kind || below(2))
        store_apply();
    seen.failures += store.fails;
    seen.late += store.answer_step > step;
}

static void fold_entry(const struct house_entry *entry)
{
    const uint64_t numbers[] = {entry->room, entry->log_size,  entry->log_bytes,
                                entry->size, entry->note_size, entry->gone};

    fold(numbers, sizeof numbers);
    fold(entry->log, entry->log_bytes);
    fold(entry->bytes, entry->size);
    fold(entry->note, entry->note_size);
    if (entry->result) {
        fold(&entry->result->finished_ms, sizeof entry->result->finished_ms);
        for (unsigned s = 0; s < entry->result->seats; s++)
            fold_text(entry->result->player[s].name);
    }
}

static void store_take_batch(bool kind)
{
    struct house_entry entry;

    if (store.has_batch)
        return;
    while (house_next_entry(house, &entry)) {
        must(store.entries < BATCH_ROOMS, "too many rooms for this test");
        copy_entry(&store.batch[store.entries++], &entry);
        fold_entry(&entry);
    }
    store.has_batch = memos_take(store.entries > 0) || store.entries > 0;
    if (store.has_batch) {
        check_batch();
        decide_fate(kind);
    }
}

static void turn_is_unknown(uint64_t number); /* sim_clock.h */

/* Whether the house is being told that this room was stored, right now. */
static bool in_verdict;

static inline bool store_says_durable(uint64_t room)
{
    for (unsigned i = 0; i < store.entries; i++)
        if (store.batch[i].entry.room == room)
            return in_verdict && !store.fails && !store.batch[i].lost;
    return false;
}

static void store_give_verdict(void)
{
    uint64_t lost[BATCH_ROOMS];
    struct house_verdict verdict = {.failed = store.fails, .lost = lost};

    if (!store.applied)
        store_apply();
    for (unsigned i = 0; i < store.entries; i++)
        if (store.batch[i].lost)
            lost[verdict.lost_count++] = store.batch[i].entry.room;
    seen.lost += verdict.lost_count;
    in_verdict = true;
    house_stored(house, &verdict);
    in_verdict = false;
    memos_settled(store.fails);
    for (unsigned i = 0; i < store.entries; i++)
        if (store.fails || store.batch[i].lost)
            turn_is_unknown(store.batch[i].entry.room);
    store.verdicts++;
    if (one_in(8)) { /* and once more, with any other sense */
        house_stored(house, &(struct house_verdict){.failed = below(2), .lost = lost});
        seen.twice++;
    }
    must(house_counts(house)->batches == store.verdicts, "a verdict counts twice, or not at all");
    store_forget_batch();
}

static void store_works(bool kind)
{
    if (!kind && one_in(150))
        store.full_until = step + 20;
    do {
        if (store.has_batch && (kind || step >= store.answer_step))
            store_give_verdict();
        if (kind || below(4))
            store_take_batch(kind);
    } while (kind && store.has_batch);
}

/* The process dies: what is on its way is durable, or was never heard of. */
static void store_dies(void)
{
    if (store.has_batch && !store.applied && below(2))
        store_apply();
    store_forget_batch();
}

static void store_clear(void)
{
    store_forget_batch();
    for (unsigned i = 0; i < store.rooms; i++) {
        bytes_clear(&store.room[i].bytes);
        bytes_clear(&store.room[i].note);
        bytes_clear(&store.room[i].log);
    }
    for (unsigned i = 0; i < store.matches; i++)
        bytes_clear(&store.match[i].log);
    memset(&store, 0, sizeof store);
}

#endif
