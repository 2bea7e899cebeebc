// SPDX-License-Identifier: MIT
/*
 * pending.c: log, then tell.
 *
 * What a room answers becomes an item: its record goes into the room's log, and what is to be told
 * waits. house_next_entry closes a batch: for each room with something to store it makes one entry
 * out of everything that waits of that room. While the batch is on its way the next is collected.
 * When a room is durable its items are told, in order. If it is not, it becomes what it was before
 * them, and whoever asked hears of it. Start reading at pending_take() and house_stored().
 */
#include "house/house_inside.h"

enum { RETRY_MS = 1000, LOG_FIRST = 256, SPARES_MAX = 32 };

/* ---- Lists ---------------------------------------------------------------------------------- */

static void add_item(struct items *items, struct item *item)
{
    if (!items->first)
        items->end = &items->first;
    *items->end = item;
    items->end = &item->next;
}

static bool is_dirty(const struct house_room *room)
{
    return room->collecting.first != NULL;
}

bool pending_any(const struct house_room *room)
{
    return room->collecting.first || room->flying.first;
}

bool pending_full(const struct house_room *room)
{
    const struct item *first = room->flying.first ? room->flying.first : room->collecting.first;

    /* What was in the log before does not count, unless it was another log. */
    return first &&
           room->log.used > HOUSE_ROOM_WAITING_MAX + (first->undo->log ? 0 : first->undo->log_used);
}

const struct hc_room *pending_durable(const struct house_room *room, struct hc_room *unpacked)
{
    const struct item *first = room->flying.first ? room->flying.first : room->collecting.first;

    if (room->fresh)
        return NULL;
    /* What is lost was put back already. */
    return first && !room->lost ? &first->undo->was : packing_look(room, unpacked);
}

/* Rooms are stored in the order in which something happened in them first. */
static void add_dirty(struct house_room *room)
{
    struct shard *shard = shard_of(room);

    room->next_dirty = NULL;
    room->previous_dirty = shard->dirty
                               ? (struct house_room *)((char *)shard->dirty_end -
                                                       offsetof(struct house_room, next_dirty))
                               : NULL;
    *shard->dirty_end = room;
    shard->dirty_end = &room->next_dirty;
}

static void remove_dirty(struct house_room *room)
{
    struct shard *shard = shard_of(room);

    *(room->previous_dirty ? &room->previous_dirty->next_dirty : &shard->dirty) = room->next_dirty;
    if (room->next_dirty)
        room->next_dirty->previous_dirty = room->previous_dirty;
    else
        shard->dirty_end = room->previous_dirty ? &room->previous_dirty->next_dirty : &shard->dirty;
}

/* ---- Going back ------------------------------------------------------------------------------ */

void pending_prepare(struct house_room *room)
{
    struct house *house = room->house;
    struct undo *undo = house->spare;

    if (undo) {
        house->spare = undo->next;
        house->spares--;
    } else {
        undo = house_new(house, sizeof *undo);
    }
    undo->was = *room->now;
    undo->log_used = room->log.used;
    undo->log_sealed = room->log.sealed;
    undo->log_time_ms = room->log.time_ms;
    undo->stored = room->stored;
    undo->length = room->length;
    hc_copy(undo->log_chain, room->log.chain, sizeof undo->log_chain);
    hc_copy(undo->secret, room->secret, sizeof undo->secret);
    hc_copy(undo->next_secret, room->next_secret, sizeof undo->next_secret);
    undo->log = NULL;
    room->prepared = undo;
}

static void free_undo(struct house *house, struct undo *undo)
{
    if (!undo)
        return;
    house_free(house, undo->log);
    if (house->spares < SPARES_MAX) {
        undo->next = house->spare;
        house->spare = undo;
        house->spares++;
    } else {
        house_free(house, undo);
    }
}

void pending_release(struct house_room *room)
{
    free_undo(room->house, room->prepared);
    room->prepared = NULL;
}

/* The room becomes what it was before everything that is not durable. */
static void put_back(struct house_room *room)
{
    struct undo *undo = (room->flying.first ? room->flying.first : room->collecting.first)->undo;

    guests_moved(room, room->now, &undo->was);
    hc_room_undo(room->now, &undo->was);
    if (undo->log) { /* a new log was begun, of which nothing is durable */
        house_free(room->house, room->log.bytes);
        room->log.bytes = undo->log;
        room->log.size = undo->log_size;
        undo->log = NULL;
    }
    room->log.used = undo->log_used;
    room->log.sealed = undo->log_sealed;
    room->log.time_ms = undo->log_time_ms;
    room->stored = undo->stored;
    room->length = undo->length;
    hc_copy(room->log.chain, undo->log_chain, sizeof undo->log_chain);
    hc_copy(room->secret, undo->secret, sizeof undo->secret);
    hc_copy(room->next_secret, undo->next_secret, sizeof undo->next_secret);
    pending_make_commitment(room);
    lines_count_anew(room);
    room->gone = room->changed = false;
    room->over_ms = 0;
    thoughts_forget_room(room);
}

/* ---- Into the log --------------------------------------------------------------------------- */

static void grow_log(struct house_room *room)
{
    struct house *house = room->house;
    size_t size = room->log.size ? room->log.size + room->log.size / 4 : LOG_FIRST;

    room->log.bytes = house->plan.resize(house->plan.context, room->log.bytes, size);
    HC_CHECK(room->log.bytes);
    room->log.size = size;
}

void pending_make_commitment(struct house_room *room)
{
    hc_commitment(room->secret, room->secret + HC_SEED_BYTES, room->commitment);
}

/* A new log begins in new memory: the old one comes back if this is not stored. */
static void begin_log(struct house_room *room, struct undo *undo)
{
    undo->log = room->log.bytes;
    undo->log_size = room->log.size;
    room->log.bytes = NULL;
    room->log.size = 0;
    room->stored = room->length = 0;
    do
        grow_log(room);
    while (!hc_log_begin(&room->log, room->log.bytes, room->log.size, &room->now->table,
                         room->commitment));
}

static bool try_record(struct house_room *room, const struct hc_room_answer *answer)
{
    switch (answer->record) {
    case HC_WRITE_COMMAND:
        return hc_log_add(&room->log, answer->time_ms, answer->seat, &answer->command,
                          &answer->events);
    case HC_WRITE_ENTROPY:
        return hc_log_contribution(&room->log, answer->seat, answer->entropy);
    case HC_WRITE_SECRET:
        return hc_log_reveal(&room->log, room->secret, room->secret + HC_SEED_BYTES);
    case HC_WRITE_BEGIN:
    case HC_WRITE_NOTHING:
        break;
    }
    return true;
}

/* A digest over what is new in the log. */
static void seal_log(struct house_room *room)
{
    while (!hc_log_seal(&room->log))
        grow_log(room);
}

/* ---- Items ---------------------------------------------------------------------------------- */

/* How much of an answer means anything: its buffer of events is mostly empty. */
static size_t answer_size(const struct hc_room_answer *answer)
{
    return offsetof(struct hc_room_answer, events) + offsetof(struct hc_events, bytes) +
           answer->events.used;
}

static struct item *new_item(struct house_room *room, struct house_line *line, uint32_t tag,
                             enum house_kind kind, const struct hc_room_answer *answer)
{
    struct house *house = room->house;
    struct item *item = house_new(house, offsetof(struct item, answer) + answer_size(answer));

    hc_zero(item, offsetof(struct item, answer));
    item->line = line;
    item->tag = tag;
    item->start_us = house->steady_us;
    item->kind = kind;
    hc_copy(&item->answer, answer, answer_size(answer));
    house->counts.waiting++;
    if (line)
        line->waiting++;
    return item;
}

static void free_item(struct house *house, struct item *item)
{
    if (item->question)
        questions_waited(item->question);
    if (item->line)
        item->line->waiting--;
    free_undo(house, item->undo);
    house_free(house, item->text);
    house_free(house, item);
    house->counts.waiting--;
}

static char *copy_text(struct house *house, const char *text)
{
    size_t size = hc_length(text) + 1;
    char *copy = house_new(house, size);

    hc_copy(copy, text, size);
    return copy;
}

/* What is not stored comes after what waits of this room, or at once. A batch on its way may have
 * been durable before somebody else went on with the room: a house that is not sure answers nothing
 * from there that was asked for only now. */
static void tell_in_order(struct house_room *room, struct item *item)
{
    if (is_dirty(room)) {
        add_item(&room->collecting, item);
    } else if (room->flying.first && leases_sure(room)) {
        add_item(&room->flying, item);
    } else {
        news_item(room, item, room->now);
        free_item(room->house, item);
    }
}

void pending_take(struct house_room *room, struct house_line *line, uint32_t tag,
                  const struct hc_room_answer *answer, const char *text, struct question *question)
{
    struct house *house = room->house;
    struct item *item = new_item(room, line, tag,
                                 answer->chat      ? text ? HOUSE_CHAT : HOUSE_HINT
                                 : answer->expired ? HOUSE_GONE
                                                   : HOUSE_UPDATE,
                                 answer);

    item->has_events = answer->record == HC_WRITE_COMMAND;
    item->question = question;
    if (text)
        item->text = copy_text(house, text);
    if (!answer->changed && !answer->record) {
        tell_in_order(room, item);
        return;
    }
    item->undo = room->prepared;
    room->prepared = NULL;
    if (!is_dirty(room))
        add_dirty(room);
    add_item(&room->collecting, item);
    house->counts.commands += answer->record == HC_WRITE_COMMAND;
    if (answer->record == HC_WRITE_BEGIN)
        begin_log(room, item->undo);
    while (!try_record(room, answer))
        grow_log(room);
    room->changed |= answer->changed;
    if (answer->over)
        room->over_ms = answer->time_ms ? answer->time_ms : house->now_ms;
    room->gone |= answer->expired;
}

void pending_answer(struct house_room *room, struct house_line *line, uint32_t tag,
                    const struct hc_room_answer *answer)
{
    if (pending_any(room))
        tell_in_order(room, new_item(room, line, tag, HOUSE_ANSWER, answer));
    else
        news_answer(room, line, tag, answer);
}

void pending_show(struct house_room *room, struct house_line *line, uint32_t tag,
                  enum house_kind kind, const char *text)
{
    struct hc_room_answer answer = {.record = HC_WRITE_NOTHING, .seat = HC_NONE, .think = HC_NONE};
    struct item *item = new_item(room, line, tag, kind, &answer);

    if (text)
        item->text = copy_text(room->house, text);
    tell_in_order(room, item);
}

void pending_tell_room(struct house_room *room, enum house_kind kind)
{
    struct hc_room_answer answer = {.record = HC_WRITE_NOTHING, .seat = HC_NONE, .think = HC_NONE};

    if (pending_any(room))
        tell_in_order(room, new_item(room, NULL, 0, kind, &answer));
    else
        news_room(room, kind);
}

static void forget_line_in(struct items *items, struct house_line *line)
{
    for (struct item *item = items->first; item; item = item->next)
        if (item->line == line) {
            item->line = NULL;
            line->waiting--;
        }
}

/* Nearly always they are of rooms that the line is in. */
void pending_forget_line(struct house_line *line)
{
    struct house *house = line->house;

    for (struct membership *m = line->rooms; m && line->waiting; m = m->next_room) {
        forget_line_in(&m->room->collecting, line);
        forget_line_in(&m->room->flying, line);
    }
    for (const struct shard *of = house->shard; of < house->shard + house->shards; of++) {
        for (struct house_room *room = of->dirty; room && line->waiting; room = room->next_dirty)
            forget_line_in(&room->collecting, line);
        for (struct house_room *room = of->flying; room && line->waiting; room = room->next_flying)
            forget_line_in(&room->flying, line);
    }
}

/* ---- Closing a batch ------------------------------------------------------------------------ */

static void fill_result(const struct house_room *room, struct house_result *result)
{
    const struct hc_room *now = room->now;

    hc_zero(result, sizeof *result);
    result->number = now->match;
    result->finished_ms = room->over_ms;
    result->seats = now->seats;
    for (unsigned s = 0; s < now->seats; s++) {
        if (now->seat[s].who == HC_SEAT_EMPTY)
            continue;
        if (now->seat[s].who == HC_SEAT_PERSON)
            hc_copy(result->player[s].guest, now->seat[s].guest, HC_GUEST_BYTES);
        hc_copy(result->player[s].name, now->seat[s].name, HC_ROOM_NAME_BYTES);
    }
}

/* Everything that waits of a room. Nothing is changed by it but that the log is sealed. */
static void fill_entry(struct house_room *room, struct house_entry *entry)
{
    struct house *house = room->house;

    *entry = (struct house_entry){
        .room = room->number, .shard = room->shard, .log_size = room->length, .gone = room->gone};
    if (room->gone)
        return;
    if (room->over_ms) {
        fill_result(room, &house->result);
        entry->result = &house->result;
    }
    if (room->log.bytes) {
        seal_log(room);
        entry->log = room->log.bytes + room->stored;
        entry->log_bytes = room->log.used - room->stored;
    }
    if (room->changed) {
        entry->bytes = house->bytes;
        entry->size = saved_write(room, house->bytes, sizeof house->bytes);
    } else {
        entry->note = house->bytes;
        entry->note_size = hc_room_progress(room->now, house->bytes, sizeof house->bytes);
    }
}

/* The room is in the batch now. */
static void take_off(struct house_room *room, const struct house_entry *entry)
{
    struct shard *shard = shard_of(room);

    room->stored += entry->log_bytes;
    room->length = entry->result ? 0 : room->length + entry->log_bytes;
    room->changed = false;
    room->over_ms = 0;
    remove_dirty(room);
    room->flying = room->collecting;
    if (room->flying.end == &room->collecting.first)
        room->flying.end = &room->flying.first;
    room->collecting = (struct items){NULL, NULL};
    room->next_flying = NULL;
    *shard->flying_end = room;
    shard->flying_end = &room->next_flying;
}

/* One that has something to store and no batch on its way; otherwise the first, for memos. */
static struct shard *choose_closing(struct house *house)
{
    for (unsigned i = 0; i < house->shards; i++)
        if (!house->shard[i].busy && house->shard[i].dirty)
            return &house->shard[i];
    return house->shard;
}

/* The batch has all that it can have. */
static bool close_batch(struct house *house, struct shard *shard)
{
    house->memos.closing = shard == house->shard && !shard->busy;
    shard->busy |= shard->flying != NULL;
    house->closing = NULL;
    return false;
}

bool house_next_entry(struct house *house, struct house_entry *entry)
{
    struct shard *shard = house->closing ? house->closing : choose_closing(house);
    struct house_room *room = shard->dirty;
    size_t size;

    if (shard->busy || !room)
        return close_batch(house, shard);
    if (!shard->flying) {
        shard->batch_bytes = 0;
        shard->batch_us = house->steady_us;
    }
    fill_entry(room, entry);
    size = entry->log_bytes + entry->size + entry->note_size;
    if (shard->flying && shard->batch_bytes + size > house->plan.batch_bytes_max)
        return close_batch(house, shard); /* what does not fit waits for the next one */
    house->closing = shard;
    shard->batch_bytes += size;
    take_off(room, entry);
    return true;
}

/* ---- The verdict ---------------------------------------------------------------------------- */

static void count_time(uint64_t buckets[HOUSE_BUCKETS], uint64_t *sum, uint64_t us)
{
    uint64_t limit = 50;
    unsigned bucket = 0;

    while (bucket + 1 < HOUSE_BUCKETS && us > limit) {
        limit *= 2;
        bucket++;
    }
    buckets[bucket]++;
    *sum += us;
}

/* The room as it was after an item of it. */
static const struct hc_room *room_after(const struct house_room *room, const struct item *item)
{
    for (const struct item *later = item->next; later; later = later->next)
        if (later->undo)
            return &later->undo->was;
    return room->collecting.first ? &room->collecting.first->undo->was : room->now;
}

static void go_through(struct house_room *room, struct items *items)
{
    struct house *house = room->house;

    for (struct item *item = items->first; item; item = items->first) {
        count_time(house->counts.answer_us, &house->counts.answer_us_sum,
                   house->steady_us - item->start_us);
        if (room->lost)
            news_not_stored(room, item);
        else
            news_item(room, item, room_after(room, item));
        items->first = item->next;
        free_item(house, item);
    }
    items->end = NULL;
}

static void settle(struct house_room *room)
{
    struct house *house = room->house;
    bool lost = room->lost;

    room->fresh &= lost;
    if (lost) {
        if (is_dirty(room))
            remove_dirty(room);
        put_back(room);
        thoughts_forget_room(room); /* they were about what has not happened */
    }
    go_through(room, &room->flying);
    if (lost)
        go_through(room, &room->collecting);
    room->lost = false;
    if (!pending_any(room) && (room->gone || room->fresh)) {
        guests_moved(room, room->now, NULL);
        registry_remove(house, room);
        house_free_room(room);
        return;
    }
    HC_CHECK(listing_update(room));
    if (room->moved) {
        leases_part(room);
    } else if (lost) {
        news_room(room, HOUSE_UPDATE); /* who is here may have changed with what is lost */
        lines_note(room, false);
        registry_set_due(house, room, house->now_ms + RETRY_MS); /* what was due is due again, and
                                                                     the disk may be full */
    } else if (room->held) {
        house_attend(room);
    }
}

static bool is_lost(const struct house_verdict *verdict, uint64_t number)
{
    for (size_t i = 0; i < verdict->lost_count; i++)
        if (verdict->lost[i] == number)
            return true;
    return verdict->failed;
}

void house_stored(struct house *house, const struct house_verdict *verdict)
{
    struct shard *shard = &house->shard[verdict->shard];
    struct house_room *room = shard->flying, *next;
    bool began;

    HC_CHECK(verdict->shard < house->shards);
    if (!shard->busy)
        return; /* said twice */
    count_time(house->counts.batch_us, &house->counts.batch_us_sum,
               house->steady_us - shard->batch_us);
    house->counts.batches++;
    house->counts.failed_batches += verdict->failed;
    shard->busy = false;
    shard->flying = NULL;
    shard->flying_end = &shard->flying;
    shard->failed_us = verdict->failed ? house->steady_us : 0;
    if (shard == house->shard)
        memos_settle(house, verdict->failed);
    house->judging = shard;
    began = news_begin(house);
    for (; room; room = next) {
        next = room->next_flying;
        room->lost = is_lost(verdict, room->number);
        settle(room);
    }
    house->judging = NULL;
    news_end(house, began);
}

void pending_lose(struct house_room *room)
{
    if (!is_dirty(room))
        return;
    remove_dirty(room);
    put_back(room);
    room->lost = true;
    go_through(room, &room->collecting);
}

/* ---- The end -------------------------------------------------------------------------------- */

static void drop_items(struct house *house, struct items *items)
{
    for (struct item *item = items->first, *next; item; item = next) {
        next = item->next;
        item->question = NULL;
        free_item(house, item);
    }
    *items = (struct items){NULL, NULL};
}

void pending_close(struct house *house)
{
    for (const struct shard *of = house->shard; of < house->shard + house->shards; of++) {
        for (struct house_room *room = of->dirty; room; room = room->next_dirty)
            drop_items(house, &room->collecting);
        for (struct house_room *room = of->flying; room; room = room->next_flying)
            drop_items(house, &room->flying);
    }
    for (struct undo *undo = house->spare, *next; undo; undo = next) {
        next = undo->next;
        house_free(house, undo);
    }
}
