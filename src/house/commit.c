// SPDX-License-Identifier: MIT
/*
 * commit.c: log, then tell.
 *
 * What a room answers becomes an item: its record goes into the room's log, and what is to be told
 * waits. At the end of the loop's turn the new bytes of all logs are handed to the store as one
 * batch. While that is on its way the next one is collected. When it is durable its items are told,
 * in order. If it is not, its rooms become what they were before, and whoever asked hears of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "house/inside.h"

enum { RETRY_MS = 1000, LOG_FIRST = 1024 };

/* ---- Taking note ---------------------------------------------------------------------------- */

static bool grow_log(struct hc_log *log)
{
    size_t size = log->size ? 2 * log->size : LOG_FIRST;
    uint8_t *bytes = realloc(log->bytes, size);

    if (!bytes)
        return false;
    log->bytes = bytes;
    log->size = size;
    return true;
}

bool commit_prepare(struct house_room *at)
{
    struct before *before = malloc(sizeof *before);

    if (!before)
        return false;
    before->room = at->room;
    before->used = at->log.used;
    before->committed = at->log.committed;
    before->stored = at->stored;
    before->length = at->length;
    before->time_ms = at->log.time_ms;
    memcpy(before->chain, at->log.chain, sizeof before->chain);
    memcpy(before->secret, at->secret, sizeof before->secret);
    memcpy(before->next, at->next, sizeof before->next);
    before->kept = NULL;
    at->prepared = before;
    return true;
}

void commit_release(struct house_room *at)
{
    free(at->prepared);
    at->prepared = NULL;
}

/* A new log begins in new memory: the old one comes back if this is not stored. */
static void keep_log(struct house_room *at)
{
    struct before *before = at->collecting;

    if (before->kept)
        free(at->log.bytes);
    else {
        before->kept = at->log.bytes;
        before->kept_size = at->log.size;
    }
    at->log.bytes = NULL;
    at->log.size = 0;
}

void commit_to_secrets(struct house_room *at)
{
    hc_commit(at->secret, at->secret + HC_SEED_BYTES, at->commitment);
    hc_commit(at->next, at->next + HC_SEED_BYTES, at->next_commitment);
}

const uint8_t *commit_shown(const struct house_room *at, const struct hc_room *room)
{
    /* The room may have gone on since it was as it is told: its own match decides. */
    uint32_t match = room->match + (room->stage != HC_ROOM_PLAYING);

    return match == at->room.match ? at->commitment : at->next_commitment;
}

static bool begin_log(struct house_room *at)
{
    at->stored = at->length = 0;
    return hc_log_begin(&at->log, at->log.bytes, at->log.size, &at->room.table, at->commitment);
}

static bool try_record(struct house_room *at, const struct hc_room_answer *answer)
{
    switch (answer->record) {
    case HC_WRITE_BEGIN:
        return begin_log(at);
    case HC_WRITE_COMMAND:
        return hc_log_add(&at->log, answer->time_ms, answer->seat, &answer->command,
                          &answer->events);
    case HC_WRITE_ENTROPY:
        return hc_log_contribution(&at->log, answer->seat, answer->entropy);
    case HC_WRITE_SECRET:
        return hc_log_reveal(&at->log, at->secret, at->secret + HC_SEED_BYTES);
    case HC_WRITE_NOTHING:
        break;
    }
    return true;
}

/* A digest over what is new in the log. */
static void seal_log(struct house_room *at)
{
    while (!hc_log_commit(&at->log))
        if (!grow_log(&at->log))
            abort();
}

static void add_item(struct items *items, struct item *item)
{
    if (!items->first)
        items->end = &items->first;
    *items->end = item;
    items->end = &item->next;
}

static void mark_dirty(struct house_room *at)
{
    if (at->dirty)
        return;
    at->dirty = true;
    at->next_dirty = at->house->dirty;
    at->house->dirty = at;
}

/* Nothing of this room waits for the next batch any more. */
static void make_clean(struct house_room *at)
{
    struct house_room **link = &at->house->dirty;

    if (!at->dirty)
        return;
    while (*link != at)
        link = &(*link)->next_dirty;
    *link = at->next_dirty;
    at->dirty = false;
}

/* ---- Into the batch ------------------------------------------------------------------------- */

/* The match is over: who sat there now is kept with its log. */
static void note_result(struct house_room *at, uint64_t now_ms)
{
    const struct hc_room *room = &at->room;
    struct store_result *result = calloc(1, sizeof *result);

    if (!result)
        abort();
    result->number = room->match;
    result->finished_ms = now_ms;
    result->seats = room->seats;
    for (unsigned s = 0; s < room->seats; s++)
        if (room->seat[s].who == HC_SEAT_PERSON) {
            memcpy(result->seat[s].identity, room->seat[s].guest, STORE_IDENTITY_BYTES);
            memcpy(result->seat[s].name, room->seat[s].name, sizeof room->seat[s].name);
        }
    at->result = result;
}

static void forget_result(struct house_room *at)
{
    free(at->result);
    at->result = NULL;
}

/* Everything that happened in a room, whole or not at all. If only commands were given, what they
 * change besides fits into a note. */
static bool batch_add(struct house_room *at)
{
    static uint8_t bytes[STORE_ROOM_BYTES_MAX]; /* the loop's thread alone comes here */
    uint8_t note[HC_ROOM_PROGRESS_BYTES];
    struct store_entry entry = {.room = at->number,
                                .log_size = at->length,
                                .log = at->log.bytes + at->stored,
                                .log_bytes = at->log.used - at->stored,
                                .result = at->result,
                                .gone = at->gone};

    if (at->changed && !at->gone) {
        entry.bytes = bytes;
        entry.size = restore_save(at, bytes, sizeof bytes);
    } else if (entry.log_bytes && !at->result) {
        entry.note = note;
        entry.note_size = hc_room_progress(&at->room, note, sizeof note);
    }
    if (!entry.log_bytes && !entry.size && !entry.result && !entry.gone)
        return true;
    if (!store_batch_add(at->house->batch, &entry))
        return false;
    at->length = at->result ? 0 : at->length + entry.log_bytes;
    at->stored += entry.log_bytes;
    return true;
}

/* ---- Taking an answer ----------------------------------------------------------------------- */

/* How much of an answer means anything: its buffer of events is mostly empty. */
static size_t answer_size(const struct hc_room_answer *answer)
{
    return offsetof(struct hc_room_answer, events) + offsetof(struct hc_events, bytes) +
           answer->events.used;
}

static struct item *new_item(struct house_room *at, struct house_line *line, uint32_t tag,
                             enum house_kind kind, const struct hc_room_answer *answer)
{
    struct item *item = malloc(offsetof(struct item, answer) + answer_size(answer));

    if (!item)
        abort(); /* the room has decided, and nobody could be told */
    memset(item, 0, offsetof(struct item, answer));
    item->at = at;
    item->line = line;
    item->tag = tag;
    item->start_ns = uv_hrtime();
    item->kind = kind;
    memcpy(&item->answer, answer, answer_size(answer));
    if (at->last)
        at->last->later = item;
    at->last = item;
    at->house->counts.waiting++;
    return item;
}

static void free_item(struct item *item)
{
    if (item->at->last == item)
        item->at->last = NULL;
    if (item->before)
        free(item->before->kept);
    free(item->before);
    free(item->text);
    free(item);
}

void commit_take(struct house_room *at, struct house_line *line, uint32_t tag,
                 const struct hc_room_answer *answer, const char *text)
{
    struct house *house = at->house;
    struct item *item = new_item(at, line, tag,
                                 answer->chat      ? HOUSE_CHAT
                                 : answer->expired ? HOUSE_GONE
                                                   : HOUSE_UPDATE,
                                 answer);

    item->before = at->prepared;
    at->prepared = NULL;
    if (!at->collecting)
        at->collecting = item->before;
    item->has_events = answer->record == HC_WRITE_COMMAND;
    item->text = text ? strdup(text) : NULL;
    add_item(&house->collecting, item);
    house->counts.commands += answer->record == HC_WRITE_COMMAND;
    if (answer->record == HC_WRITE_BEGIN)
        keep_log(at);
    while (!try_record(at, answer))
        if (!grow_log(&at->log))
            abort();
    if (answer->record == HC_WRITE_SECRET)
        seal_log(at);
    at->changed |= answer->changed;
    if (answer->over)
        note_result(at, answer->time_ms ? answer->time_ms : house_now_ms());
    at->gone |= answer->expired;
    mark_dirty(at);
}

/* ---- Handing over --------------------------------------------------------------------------- */

static void on_report(void *context, const struct store_report *report)
{
    struct house *house = context;

    uv_mutex_lock(&house->lock);
    house->reported = true;
    house->failed = report->outcome == STORE_FAILED;
    snprintf(house->sentence, sizeof house->sentence, "%s", house->failed ? report->sentence : "");
    house->conflict_count = 0;
    if (report->conflict_count) {
        house->conflict = calloc(report->conflict_count, sizeof *house->conflict);
        if (house->conflict) {
            memcpy(house->conflict, report->conflict,
                   report->conflict_count * sizeof *house->conflict);
            house->conflict_count = report->conflict_count;
        } else {
            house->failed = true;
        }
    }
    uv_mutex_unlock(&house->lock);
    uv_async_send(&house->report);
}

static void batch_one(struct house_room *at)
{
    seal_log(at);
    at->lost |= !batch_add(at);
    at->changed = false;
    forget_result(at);
}

void commit_turn(struct house *house)
{
    if (house->busy || !house->collecting.first)
        return;
    for (struct house_room *at = house->dirty, *next; at; at = next) {
        next = at->next_dirty;
        at->dirty = false;
        batch_one(at);
        at->flying = at->collecting;
        at->collecting = NULL;
    }
    house->dirty = NULL;
    house->commit_ns = uv_hrtime();
    if (!store_write(house->plan.store, house->batch, on_report, house)) {
        store_batch_free(house->batch); /* cannot be: one batch at a time is handed over */
        house->failed = house->reported = true;
        uv_async_send(&house->report);
    }
    house->batch = store_batch_new();
    if (!house->batch)
        abort();
    house->flying = house->collecting;
    house->collecting = (struct items){NULL, NULL};
    house->busy = true;
}

/* ---- Telling -------------------------------------------------------------------------------- */

static void count_time(uint64_t buckets[HOUSE_BUCKETS], uint64_t *sum, uint64_t start_ns)
{
    uint64_t us = (uv_hrtime() - start_ns) / 1000, limit = 50;
    unsigned bucket = 0;

    while (bucket + 1 < HOUSE_BUCKETS && us > limit) {
        limit *= 2;
        bucket++;
    }
    buckets[bucket]++;
    *sum += us;
}

static unsigned viewer_of(const struct hc_room *room, const struct house_line *line)
{
    unsigned seat = hc_room_seat_of(room, line->guest);

    return seat == HC_NONE ? (unsigned)HC_SPECTATOR : seat;
}

/* Who is neither a player nor a spectator looks on in the lobby only. */
static bool may_hear(const struct membership *m, const struct hc_room *room)
{
    return m->counted || room->stage == HC_ROOM_LOBBY;
}

static bool hears_chat(const struct item *item, unsigned viewer)
{
    return item->answer.chat == HC_CHAT_TO_EVERYBODY || viewer == HC_SPECTATOR;
}

static struct house_shown *shown_of(struct house_room *at, const struct house_line *line)
{
    for (struct membership *m = at->members; m; m = m->next_line)
        if (m->line == line)
            return &m->shown;
    return NULL;
}

static const struct hc_room *room_after(const struct item *item)
{
    for (const struct item *later = item->later; later; later = later->later)
        if (later->before)
            return &later->before->room;
    return &item->at->room;
}

static void tell_item(struct item *item)
{
    const struct hc_room *room = room_after(item);
    struct house_news news = {.kind = item->kind,
                              .room = room,
                              .was = item->has_events ? &item->before->room.table : NULL,
                              .answer = &item->answer,
                              .commitment = commit_shown(item->at, room),
                              .text = item->text,
                              .at = item->at};
    bool told = false;

    for (struct membership *m = item->kind == HOUSE_ANSWER ? NULL : item->at->members, *next; m;
         m = next) {
        next = m->next_line;
        news.viewer = viewer_of(room, m->line);
        news.mine = m->line == item->line;
        news.tag = news.mine ? item->tag : 0;
        if (!may_hear(m, room))
            continue;
        news.shown = &m->shown;
        told |= news.mine;
        if (item->kind != HOUSE_CHAT || news.mine || hears_chat(item, news.viewer))
            m->line->tell(m->line->context, &news);
    }
    if (item->line && !told) { /* whoever asked is not in the room, or not any more */
        news.kind = HOUSE_ANSWER;
        news.viewer = viewer_of(room, item->line);
        news.mine = true;
        news.tag = item->tag;
        news.shown = shown_of(item->at, item->line);
        item->line->tell(item->line->context, &news);
    }
}

/* If a new log was begun meanwhile, the room has the one before that again. */
static void put_log_back(struct house_room *at)
{
    struct before *first = at->flying && at->flying->kept ? at->flying : at->collecting;

    if (!first || !first->kept)
        return;
    free(at->log.bytes);
    at->log.bytes = first->kept;
    at->log.size = first->kept_size;
    first->kept = NULL;
}

/* A room becomes what it was before everything that is not durable. */
static void put_back(struct house_room *at)
{
    struct before *before = at->flying ? at->flying : at->collecting;

    if (before) {
        hc_room_undo(&at->room, &before->room);
        at->log.used = before->used;
        at->log.committed = before->committed;
        at->log.time_ms = before->time_ms;
        at->stored = before->stored;
        at->length = before->length;
        memcpy(at->log.chain, before->chain, sizeof before->chain);
        memcpy(at->secret, before->secret, sizeof before->secret);
        memcpy(at->next, before->next, sizeof before->next);
        commit_to_secrets(at);
        put_log_back(at);
    }
    at->flying = at->collecting = NULL;
    make_clean(at);
    for (struct membership *m = at->members; m; m = m->next_line)
        m->sits = hc_room_seat_of(&at->room, m->line->guest) != HC_NONE;
    at->gone = at->changed = false;
    forget_result(at);
    at->lost = true; /* until its items have been refused */
}

static void refuse_item(struct item *item)
{
    struct house_news news = {.kind = HOUSE_ANSWER,
                              .mine = true,
                              .tag = item->tag,
                              .room = &item->at->room,
                              .answer = &item->answer,
                              .at = item->at};

    item->answer.refusal = HC_NOT_STORED;
    item->answer.seq = hc_table_seq(&item->at->room.table);
    item->answer.events.count = item->answer.events.used = 0;
    if (item->line) {
        news.viewer = viewer_of(&item->at->room, item->line);
        news.shown = shown_of(item->at, item->line);
        item->line->tell(item->line->context, &news);
    }
}

/* Goes through items: those of lost rooms are refused, the others are told if they are durable and
 * stay otherwise. */
static void go_through(struct house *house, struct items *items, bool durable)
{
    struct item *item = items->first;

    *items = (struct items){NULL, NULL};
    for (struct item *next; item; item = next) {
        next = item->next;
        item->next = NULL;
        if (!item->at->lost && !durable) {
            add_item(items, item);
            continue;
        }
        house->counts.waiting--;
        count_time(house->counts.answer_us, &house->counts.answer_us_sum, item->start_ns);
        if (item->at->lost)
            refuse_item(item);
        else
            tell_item(item);
        free_item(item);
    }
}

static struct house_room *by_number(struct house *house, uint64_t number)
{
    for (struct item *item = house->flying.first; item; item = item->next)
        if (item->at->number == number)
            return item->at;
    return NULL;
}

/* Marks the rooms whose changes were not stored. */
static bool find_lost(struct house *house, bool failed)
{
    bool any = failed;

    for (size_t i = 0; i < house->conflict_count; i++) {
        struct house_room *at = by_number(house, house->conflict[i].room);

        if (at)
            at->lost = any = true;
    }
    for (struct item *item = house->flying.first; item; item = item->next) {
        item->at->lost |= failed;
        any |= item->at->lost;
    }
    for (struct item *item = any ? house->flying.first : NULL; item; item = item->next)
        if (item->at->lost && (item->at->flying || item->at->collecting))
            put_back(item->at);
    return any;
}

/* The rooms of a batch have nothing on its way any more. Rooms that are gone are freed, and so are
 * those that the store never got. */
static void settle(struct house *house, struct house_room **rooms, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct house_room *at = rooms[i];
        bool lost = at->lost, over = at->gone || (lost && at->fresh);

        at->flying = NULL;
        at->lost = at->fresh = false;
        if (over && !at->dirty && !at->collecting) {
            registry_remove(house, at);
            house_free_room(at);
        } else if (lost) {
            house_put_off(at, RETRY_MS); /* what was due is due again, and the disk may be full */
        }
    }
}

/* Every room of the batch on its way, once. */
static struct house_room **list_rooms(const struct house *house, size_t *count)
{
    struct house_room **rooms;
    size_t items = 0;

    *count = 0;
    for (const struct item *item = house->flying.first; item; item = item->next)
        items++;
    rooms = malloc((items + 1) * sizeof *rooms);
    if (!rooms)
        abort();
    for (const struct item *item = house->flying.first; item; item = item->next)
        if (!item->at->listed) {
            item->at->listed = true;
            rooms[(*count)++] = item->at;
        }
    for (size_t i = 0; i < *count; i++)
        rooms[i]->listed = false;
    return rooms;
}

void commit_report(struct house *house)
{
    struct house_room **rooms;
    size_t count;
    bool failed;

    uv_mutex_lock(&house->lock);
    if (!house->reported) {
        uv_mutex_unlock(&house->lock);
        return;
    }
    house->reported = false;
    failed = house->failed;
    memcpy(house->trouble, house->sentence, sizeof house->trouble);
    uv_mutex_unlock(&house->lock);

    count_time(house->counts.commit_us, &house->counts.commit_us_sum, house->commit_ns);
    house->counts.commits++;
    house->counts.failed_commits += failed;
    rooms = list_rooms(house, &count);
    house->busy = false;
    if (find_lost(house, failed))
        go_through(house, &house->collecting, false);
    go_through(house, &house->flying, true);
    free(house->conflict);
    house->conflict = NULL;
    house->conflict_count = 0;
    settle(house, rooms, count);
    free(rooms);
    ask_turn(house);
    commit_turn(house);
}

/* Whoever is told of a room now would be told what may never have been. */
static bool is_waiting(const struct house_room *at)
{
    return at->dirty || at->flying;
}

/* Comes after what waits of this room. */
static void tell_later(struct house_room *at, struct house_line *line, uint32_t tag,
                       enum house_kind kind, const struct hc_room_answer *answer)
{
    struct house *house = at->house;

    add_item(at->dirty ? &house->collecting : &house->flying,
             new_item(at, line, tag, kind, answer));
}

void commit_answer(struct house_room *at, struct house_line *line, uint32_t tag,
                   const struct hc_room_answer *answer)
{
    struct house_news news = {.kind = HOUSE_ANSWER,
                              .mine = true,
                              .tag = tag,
                              .viewer = viewer_of(&at->room, line),
                              .room = &at->room,
                              .answer = answer,
                              .commitment = commit_shown(at, &at->room),
                              .shown = shown_of(at, line),
                              .at = at};

    if (is_waiting(at))
        tell_later(at, line, tag, HOUSE_ANSWER, answer);
    else
        line->tell(line->context, &news);
}

void commit_tell_room(struct house_room *at)
{
    struct hc_room_answer answer = {.record = HC_WRITE_NOTHING, .seat = HC_NONE, .think = HC_NONE};
    struct house_news news = {.kind = HOUSE_UPDATE,
                              .room = &at->room,
                              .answer = &answer,
                              .commitment = commit_shown(at, &at->room),
                              .at = at};

    answer.seq = hc_table_seq(&at->room.table);
    if (is_waiting(at)) {
        tell_later(at, NULL, 0, HOUSE_UPDATE, &answer);
        return;
    }
    for (struct membership *m = at->members, *next; m; m = next) {
        next = m->next_line;
        if (!may_hear(m, &at->room))
            continue;
        news.viewer = viewer_of(&at->room, m->line);
        news.shown = &m->shown;
        m->line->tell(m->line->context, &news);
    }
}
