// SPDX-License-Identifier: MIT
/* keeping.c: one renewal at a time, and what came with it. Start reading at on_mail. */
#include "process/keeping.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "net/clock.h"

enum { KEEP_MS = 1000, ROOMS_AT_ONCE = 64 };

/* A room that was taken over, with everything that it points to. */
struct taken {
    struct taken *next;
    struct store_room room;
    char damage[HC_PROBLEM_CHARS];
    uint8_t bytes[];
};

/* A memo as it was stored. */
struct read_memo {
    struct read_memo *next;
    size_t key_size, size;
    uint8_t text[]; /* key and bytes */
};

/* A report of the store on its way to the loop. */
struct kept {
    struct mail mail;
    struct keeping *keeping;
    server_found *found; /* it says where a table is, to this; NULL: it is about the lease */
    void *of;
    char place[STORE_FELLOWS_CHARS];
    uint64_t sent_us, lease;
    enum store_outcome outcome;
    char sentence[HC_PROBLEM_CHARS];
    struct taken *first, **end;
    unsigned count;
    bool has_door, has_memos;
    struct read_memo *memos;
    size_t given_count;
    uint64_t given[]; /* rooms that are given away with it */
};

struct keeping {
    struct keeping_plan plan;
    uv_timer_t timer;
    struct mailbox box;
    unsigned handles;
    bool is_out; /* a renewal is on its way */
    uint64_t lease, batch_lease;
    uint64_t renewed_us;           /* when the last renewal that succeeded was sent */
    unsigned overdue;              /* how often in a row the lease was found to be over, perhaps */
    bool has_batch;                /* under batch_lease, on its way */
    keeping_fellows *tell_fellows; /* NULL: nobody wants to know */
    void *fellows_context;
    const struct keeping_door *door; /* NULL: it is not wanted */
    bool has_door;                   /* it is ours */
    bool hurries;                    /* the next renewal follows this one */
    uint64_t *given;                 /* rooms that are to be given away */
    size_t given_count, given_size;
    struct keeping_counts counts;
    char trouble[HC_PROBLEM_CHARS];
};

/* ---- On a thread of the store ---------------------------------------------------------------- */

/* Copies bytes behind those that are there. */
static const uint8_t *copy_part(uint8_t **to, const uint8_t *from, size_t size)
{
    uint8_t *start = *to;

    if (!from)
        return NULL;
    if (size)
        memcpy(start, from, size);
    *to += size;
    return start;
}

static void on_room(void *context, const struct store_room *room)
{
    struct kept *kept = context;
    struct taken *taken = calloc(1, sizeof *taken + room->size + room->log_size + room->note_size +
                                        room->finished_size);
    uint8_t *to;

    HC_CHECK(taken);
    to = taken->bytes;
    taken->room = *room;
    taken->room.bytes = copy_part(&to, room->bytes, room->size);
    taken->room.log = copy_part(&to, room->log, room->log_size);
    taken->room.note = copy_part(&to, room->note, room->note_size);
    taken->room.finished = copy_part(&to, room->finished, room->finished_size);
    if (room->damage) {
        snprintf(taken->damage, sizeof taken->damage, "%s", room->damage);
        taken->room.damage = taken->damage;
    }
    *kept->end = taken;
    kept->end = &taken->next;
    kept->count++;
}

static void on_memo(void *context, const uint8_t *key, size_t key_size, const uint8_t *bytes,
                    size_t size)
{
    struct kept *kept = context;
    struct read_memo *memo = malloc(sizeof *memo + key_size + size);

    HC_CHECK(memo);
    *memo = (struct read_memo){.next = kept->memos, .key_size = key_size, .size = size};
    memcpy(memo->text, key, key_size);
    if (size)
        memcpy(memo->text + key_size, bytes, size);
    kept->memos = memo;
}

static void on_report(void *context, const struct store_report *report)
{
    struct kept *kept = context;

    kept->outcome = report->outcome;
    kept->lease = report->lease;
    kept->has_door = report->has_door;
    snprintf(kept->place, sizeof kept->place, "%s", report->place ? report->place : "");
    snprintf(kept->sentence, sizeof kept->sentence, "%s", report->sentence);
    mailbox_put(&kept->keeping->box, &kept->mail);
}

/* ---- On the loop ----------------------------------------------------------------------------- */

static void free_kept(struct kept *kept)
{
    for (struct taken *taken = kept->first, *next; taken; taken = next) {
        next = taken->next;
        free(taken);
    }
    for (struct read_memo *memo = kept->memos, *next; memo; memo = next) {
        next = memo->next;
        free(memo);
    }
    free(kept);
}

/* A room that comes back while a batch of an earlier lease is on its way may still be here. */
static uint32_t rooms_wanted(const struct keeping *keeping)
{
    return keeping->has_batch && keeping->batch_lease != keeping->lease ? 0 : ROOMS_AT_ONCE;
}

static bool wants_memos(const struct keeping *keeping)
{
    return keeping->door && keeping->lease &&
           keeping->door->wants_memos(keeping->door->context, keeping->has_door);
}

static void keep(struct keeping *keeping)
{
    struct store_wish wish = {.lease = keeping->lease,
                              .rooms_max = rooms_wanted(keeping),
                              .door = keeping->door,
                              .given_count = keeping->given_count};
    struct kept *kept;

    if (keeping->is_out)
        return;
    kept = calloc(1, sizeof *kept + keeping->given_count * sizeof *kept->given);
    HC_CHECK(kept);
    kept->given_count = keeping->given_count;
    if (kept->given_count)
        memcpy(kept->given, keeping->given, kept->given_count * sizeof *kept->given);
    wish.given = kept->given;
    kept->has_memos = wants_memos(keeping);
    wish.memo = kept->has_memos ? on_memo : NULL;
    keeping->hurries = false;
    kept->keeping = keeping;
    kept->end = &kept->first;
    kept->sent_us = clock_steady_us();
    keeping->is_out = store_keep(keeping->plan.store, &wish, on_room, on_report, kept);
    if (!keeping->is_out)
        free_kept(kept);
}

static void load(struct keeping *keeping, const struct store_room *room)
{
    struct house_saved saved = {.room = room->room,
                                .bytes = room->bytes,
                                .size = room->size,
                                .log = room->log,
                                .log_size = room->log_size,
                                .note = room->note,
                                .note_size = room->note_size,
                                .finished = room->finished,
                                .finished_size = room->finished_size};
    struct hc_problem why;
    char code[HC_ROOM_CODE_CHARS + 1];

    if (room->damage)
        snprintf(why.text, sizeof why.text, "%s", room->damage);
    else if (house_load(keeping->plan.house, &saved, &why))
        return;
    house_saved_code(&saved, code);
    if (!room->damage && house_has(keeping->plan.house, code))
        return; /* it is here already, and nothing is wrong with it */
    (void)store_put_aside(keeping->plan.store, room->room, why.text, NULL, NULL);
    if (keeping->plan.set_aside)
        keeping->plan.set_aside(room->room, code, why.text);
}

static void take_over(struct keeping *keeping, const struct kept *kept)
{
    for (const struct taken *taken = kept->first; taken; taken = taken->next)
        load(keeping, &taken->room);
    keeping->counts.taken += kept->count;
}

static void say_where(const struct keeping *keeping, const struct kept *kept)
{
    struct server_where where = {.kind = SERVER_UNKNOWN, .place = kept->place};

    if (kept->outcome == STORE_MISSING)
        where.kind = SERVER_NOWHERE;
    else if (kept->outcome == STORE_DURABLE && kept->lease)
        where.kind = kept->lease == keeping->lease ? SERVER_HERE : SERVER_AT;
    kept->found(kept->of, &where);
}

void keeping_hurry(struct keeping *keeping)
{
    keeping->hurries = true;
    keep(keeping);
}

/* ---- The door -------------------------------------------------------------------------------- */

static void lose_door(struct keeping *keeping)
{
    if (keeping->door)
        keeping->door->lost(keeping->door->context);
}

static void take_memos(const struct keeping *keeping, const struct kept *kept)
{
    const struct keeping_door *door = keeping->door;

    if (!door || !kept->has_memos)
        return;
    for (const struct read_memo *memo = kept->memos; memo; memo = memo->next)
        door->memo(door->context, memo->text, memo->key_size, memo->text + memo->key_size,
                   memo->size);
    door->read(door->context, kept->has_door);
}

void keeping_want_door(struct keeping *keeping, const struct keeping_door *door)
{
    keeping->door = door;
    if (door)
        keeping_hurry(keeping);
}

/* ---- Giving rooms away ----------------------------------------------------------------------- */

void keeping_give(struct keeping *keeping, const char *key)
{
    uint64_t number;

    /* Only who has the door wants rooms: who has it here gives none to somebody who had it. */
    if (!keeping->lease || keeping->has_door || !house_is_sure(keeping->plan.house) ||
        !house_give(keeping->plan.house, key, &number))
        return;
    if (keeping->given_count == keeping->given_size) {
        keeping->given_size = keeping->given_size ? 2 * keeping->given_size : 16;
        keeping->given = realloc(keeping->given, keeping->given_size * sizeof *keeping->given);
        HC_CHECK(keeping->given);
    }
    keeping->given[keeping->given_count++] = number;
    keeping->counts.given++;
    keeping_hurry(keeping);
}

/* Those of a renewal are nobody's now. */
static void forget_given(struct keeping *keeping, size_t count)
{
    keeping->given_count -= count;
    if (keeping->given_count)
        memmove(keeping->given, keeping->given + count,
                keeping->given_count * sizeof *keeping->given);
}

/* ---- Renewals -------------------------------------------------------------------------------- */

static uint64_t sure_us(const struct keeping_plan *plan)
{
    return plan->lease_ms * 1000ull / 6 * 5;
}

static void take_kept(struct keeping *keeping, struct kept *kept)
{
    struct house *house = keeping->plan.house;
    bool again = false;

    keeping->is_out = false;
    house_time(house, clock_wall_ms(), clock_steady_us());
    memcpy(keeping->trouble, kept->sentence, sizeof keeping->trouble);
    switch (kept->outcome) {
    case STORE_DURABLE:
        again = !keeping->lease || kept->count == ROOMS_AT_ONCE; /* there may be more */
        keeping->lease = kept->lease;
        keeping->renewed_us = kept->sent_us;
        keeping->has_door = kept->has_door;
        house_sure(house, keeping->plan.shard, kept->sent_us + sure_us(&keeping->plan));
        forget_given(keeping, kept->given_count);
        take_over(keeping, kept);
        take_memos(keeping, kept);
        again |= !kept->has_memos && kept->has_door && wants_memos(keeping);
        if (keeping->tell_fellows)
            keeping->tell_fellows(keeping->fellows_context, keeping->plan.shard, kept->place);
        break;
    case STORE_MISSING:
        lose_door(keeping);
        if (!keeping->plan.shard) /* the first one has the memos */
            house_drop_memos(house);
        house_lose(house, keeping->plan.shard);
        forget_given(keeping, keeping->given_count);
        keeping->has_door = false;
        keeping->lease = 0;
        keeping->counts.lost++;
        again = true;
        break;
    case STORE_CONFLICT:
    case STORE_FAILED:
        break;
    }
    if (again || keeping->hurries)
        keep(keeping);
}

static void on_mail(void *context, struct mail *mail)
{
    struct kept *kept = (struct kept *)mail;

    if (kept->found)
        say_where(context, kept);
    else
        take_kept(context, kept);
    free_kept(kept);
}

void keeping_tell_fellows(struct keeping *keeping, keeping_fellows *tell, void *context)
{
    keeping->tell_fellows = tell;
    keeping->fellows_context = context;
}

bool keeping_where(struct keeping *keeping, const char *code, server_found *found, void *of)
{
    struct kept *kept = calloc(1, sizeof *kept);

    HC_CHECK(kept);
    kept->keeping = keeping;
    kept->found = found;
    kept->of = of;
    if (store_where(keeping->plan.store, code, on_report, kept))
        return true;
    free_kept(kept);
    return false;
}

/* Guests of a process that is cut off go to others, which may have their tables by now. One that
 * was only stopped for a while soon knows whether it has them. */
static void on_timer(uv_timer_t *timer)
{
    struct keeping *keeping = timer->data;
    uint64_t now_us = clock_steady_us();
    bool is_over = now_us > keeping->renewed_us + keeping->plan.lease_ms * 1000ull;

    keeping->overdue = is_over ? keeping->overdue + 1 : 0;
    if (keeping->overdue > 1) {
        house_time(keeping->plan.house, clock_wall_ms(), now_us);
        lose_door(keeping);
        house_doubt(keeping->plan.house, keeping->plan.shard);
        if (!*keeping->trouble)
            snprintf(keeping->trouble, sizeof keeping->trouble, "the database does not answer");
    }
    keep(keeping);
}

struct keeping *keeping_open(const struct keeping_plan *plan)
{
    struct keeping *keeping = calloc(1, sizeof *keeping);

    HC_CHECK(keeping);
    keeping->plan = *plan;
    uv_timer_init(plan->loop, &keeping->timer);
    mailbox_open(&keeping->box, plan->loop, on_mail, keeping);
    keeping->timer.data = keeping->box.poll.data = keeping;
    keeping->handles = 2;
    keeping->lease = store_first_lease(plan->store);
    keeping->renewed_us = plan->asked_us;
    house_sure(plan->house, plan->shard, plan->asked_us + sure_us(plan));
    uv_timer_start(&keeping->timer, on_timer, KEEP_MS, KEEP_MS);
    keep(keeping);
    return keeping;
}

uint64_t keeping_lease(struct keeping *keeping)
{
    keeping->has_batch = true;
    keeping->batch_lease = keeping->lease;
    return keeping->lease;
}

void keeping_judged(struct keeping *keeping)
{
    keeping->has_batch = false;
}

const char *keeping_trouble(const struct keeping *keeping)
{
    return keeping->trouble;
}

struct keeping_counts keeping_counts(const struct keeping *keeping)
{
    struct keeping_counts counts = keeping->counts;

    counts.has_door = keeping->has_door;
    return counts;
}

static void on_handle_closed(uv_handle_t *handle)
{
    struct keeping *keeping = handle->data;

    if (--keeping->handles)
        return;
    free(keeping->given);
    free(keeping);
}

void keeping_close(struct keeping *keeping)
{
    for (struct mail *mail = mailbox_empty(&keeping->box), *next; mail; mail = next) {
        struct kept *kept = (struct kept *)mail;

        next = mail->next;
        if (kept->found)
            kept->found(kept->of, &(struct server_where){.kind = SERVER_UNKNOWN, .place = ""});
        free_kept(kept);
    }
    uv_close((uv_handle_t *)&keeping->timer, on_handle_closed);
    mailbox_close(&keeping->box, on_handle_closed);
}
