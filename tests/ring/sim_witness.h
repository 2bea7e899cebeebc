// SPDX-License-Identifier: MIT
/*
 * sim_witness.h: whether news say what the log says, masked for the one who is told.
 *
 * The log is that of the simulated store, so what is not durable cannot be told. A witness folds
 * the records of a match one by one into a table of its own, up to the moment that the news are
 * about; views and seen events are made from that table once more and must be the same, byte for
 * byte.
 */
#ifndef HC_TESTS_RING_SIM_WITNESS_H
#define HC_TESTS_RING_SIM_WITNESS_H

#include "ring/sim_store.h"

enum { WITNESS_TURNS = 4096, PROMISES_MAX = 1024 };

struct witness {
    uint64_t room;
    uint32_t match;
    struct hc_log_reader reader;
    struct hc_table before, table; /* around the last command */
    struct hc_record record;       /* with that command */
    uint32_t turn_seq[WITNESS_TURNS];
    unsigned turns;
};

/* The commitment that was told for a match. */
struct promise {
    uint64_t room;
    uint32_t match;
    uint8_t commitment[HC_SEED_BYTES];
};

static struct {
    struct witness witness[STORE_ROOMS];
    struct promise promise[PROMISES_MAX];
    unsigned promises;
} court;

/* ---- Folding --------------------------------------------------------------------------------- */

static void witness_begin(struct witness *witness, uint64_t room, uint32_t match,
                          const struct bytes *log)
{
    static const uint8_t no_seed[HC_SEED_BYTES];

    witness->room = room;
    witness->match = match;
    witness->turns = 0;
    must(hc_log_open(&witness->reader, log->start, log->size), "a log cannot be read");
    must(hc_table_open(&witness->table, witness->reader.game, &witness->reader.rules,
                       witness->reader.seats, no_seed) == HC_OK,
         "the table of a log cannot be opened");
    witness->before = witness->table;
}

static void witness_command(struct witness *witness)
{
    const struct hc_events *events = &witness->record.events;
    unsigned awaited = hc_table_awaits(&witness->table);

    witness->before = witness->table;
    for (const struct hc_event *e = hc_event_first(events); e; e = hc_event_next(events, e))
        hc_table_apply(&witness->table, e);
    if (hc_table_awaits(&witness->table) == awaited)
        return;
    must(witness->turns < WITNESS_TURNS, "a match is too long for this test");
    witness->turn_seq[witness->turns++] = hc_table_seq(&witness->table);
}

/* The witness of a match, with its table as it was after that event. */
static struct witness *witness_at(uint64_t room, uint32_t match, uint32_t seq)
{
    const struct bytes *log = store_log(room, match);
    struct witness *witness;

    must(log, "somebody is told of a match that is not stored");
    witness = &court.witness[store_room(room) - store.room];
    if (witness->room != room || witness->match != match || hc_table_seq(&witness->table) > seq)
        witness_begin(witness, room, match, log);
    witness->reader.bytes = log->start;
    witness->reader.size = log->size;
    while (hc_table_seq(&witness->table) < seq) {
        must(hc_log_next(&witness->reader, &witness->record) > 0,
             "somebody is told what is not stored");
        if (witness->record.kind == HC_RECORD_COMMAND)
            witness_command(witness);
    }
    must(hc_table_seq(&witness->table) == seq, "somebody is told half a command");
    return witness;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static void check_view(const struct hc_table *table, unsigned viewer, uint64_t view_ms,
                       const struct hc_view *view, const char *what)
{
    static struct hc_view own;

    must(view != NULL, what);
    hc_view(table, viewer, view_ms, &own);
    must(!memcmp(&own, view, sizeof own), what);
}

static void check_events(const struct house_news *news, const struct witness *witness)
{
    struct hc_table table = witness->before;
    const struct hc_events *events = &witness->record.events;
    struct hc_seen own;
    size_t count = 0;

    must(news->seq_before == hc_table_seq(&table), "the events begin at another moment");
    must(news->seen_count == events->count, "more or fewer events are told than happened");
    for (const struct hc_event *e = hc_event_first(events); e; e = hc_event_next(events, e)) {
        hc_table_apply(&table, e);
        hc_event_see(&table, e, news->viewer, &own);
        must(!memcmp(&own, &news->seen[count++], sizeof own), "an event is told that is not so");
    }
    check_view(&witness->before, news->viewer, news->view_ms,
               house_view_before(news, news->view_ms), "the view before is not what it was");
}

/* Spectators may see all hands as they were some turns ago, where the settings say so. */
static void check_late(const struct house_news *news, const struct witness *witness)
{
    const struct hc_room_view *room = news->room;
    unsigned late = room->settings.byte[HC_ROOM_LATE_TURNS], turns = witness->turns, count;
    uint32_t want = turns > late ? witness->turn_seq[turns - 1 - late] : 0;
    const struct hc_view *views = house_late_views(news, &count);
    static struct hc_table table;
    struct hc_problem why;
    const struct bytes *log = store_log(room->number, room->match);

    if (room->stage == HC_ROOM_FINISHED)
        want = news->seq;
    if (room->settings.byte[HC_ROOM_WATCH] != HC_WATCH_LATE || news->viewer != HC_SPECTATOR)
        want = 0;
    must((uint32_t)news->late == want, "a spectator may see too much, or too little");
    must(!views == !want, "late views are told without being allowed, or the other way round");
    if (!views)
        return;
    must(hc_log_replay(log->start, log->size, want, &table, NULL, NULL, &why), "no late views");
    for (unsigned s = 0; s < count; s++)
        check_view(&table, s, news->view_ms, &views[s], "a late view is not what it was");
    seen.late_views++;
}

/* What was once promised for a match holds, and is what its log says. */
static void check_promise(const struct hc_room_view *room)
{
    uint32_t match = room->match + (room->stage != HC_ROOM_PLAYING);
    const struct bytes *log = store_log(room->number, match);
    struct hc_log_reader reader;
    struct promise *promise;

    for (unsigned i = 0; i < court.promises; i++) {
        promise = &court.promise[i];
        if (promise->room == room->number && promise->match == match) {
            must(!memcmp(promise->commitment, room->commitment, HC_SEED_BYTES),
                 "another deal is promised than before");
            return;
        }
    }
    must(court.promises < PROMISES_MAX, "too many matches for this test");
    promise = &court.promise[court.promises++];
    promise->room = room->number;
    promise->match = match;
    memcpy(promise->commitment, room->commitment, HC_SEED_BYTES);
    if (log && hc_log_open(&reader, log->start, log->size))
        must(!memcmp(reader.commitment, room->commitment, HC_SEED_BYTES),
             "another deal is promised than the log has");
}

/* Every promise was kept: the log of the match has the same commitment. */
static void check_all_promises(void)
{
    for (unsigned i = 0; i < court.promises; i++) {
        const struct promise *promise = &court.promise[i];
        const struct bytes *log = store_log(promise->room, promise->match);
        struct hc_log_reader reader;

        if (log && hc_log_open(&reader, log->start, log->size))
            must(!memcmp(reader.commitment, promise->commitment, HC_SEED_BYTES),
                 "a match was dealt otherwise than promised");
    }
}

/* Everything about the table that news tell. */
static void check_table_news(const struct house_news *news)
{
    const struct hc_room_view *room = news->room;
    struct witness *witness;

    must(news->has_table == (room->stage == HC_ROOM_PLAYING || room->stage == HC_ROOM_FINISHED),
         "a table is told of where there is none");
    must(news->has_table || (!news->view && !news->has_events), "a view without a table is told");
    check_promise(room);
    if (!news->has_table)
        return;
    witness = witness_at(room->number, room->match, news->seq);
    check_view(&witness->table, news->viewer, news->view_ms, news->view,
               "a view is told that is not what the log says");
    if (news->has_events)
        check_events(news, witness);
    check_late(news, witness);
}

#endif
