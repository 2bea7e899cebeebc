// SPDX-License-Identifier: MIT
/*
 * host.c: a house on a libuv loop.
 *
 * Reports of the store come on its own thread: they are copied, left in a list under the lock, and
 * taken up by the loop. Start reading at on_prepare().
 */
#include "process/host.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/shard.h"
#include "net/clock.h"
#include "net/place.h"

enum { BESIDES = 3 }; /* thoughts that are asked for besides those that have a thread */

/* A report of the store on its way to the loop. */
struct reply {
    struct mail mail;
    struct host *host;
    struct house_question question; /* kind and id; none for a batch */
    bool is_batch;
    struct flight *flight; /* of the batch */
    enum store_outcome outcome;
    char sentence[HC_PROBLEM_CHARS];
    void *copy; /* of conflicts, a log, rows or matches */
    size_t size, count;
};

/* A memo as it was stored, until a door takes it. */
struct stored_memo {
    struct stored_memo *next;
    size_t key_size, size;
    uint8_t text[]; /* key and bytes */
};

/* The batch of a shard that is on its way. */
struct flight {
    struct store *store;     /* the shard */
    struct keeping *keeping; /* NULL: the store is not shared */
    unsigned shard;
    uint64_t *refused; /* rooms of the batch that the store would not take */
    size_t refused_count, refused_size;
    char trouble[HC_PROBLEM_CHARS];
    char fellows[STORE_FELLOWS_CHARS]; /* who shares this shard */
};

struct thinking {
    struct background_work work;
    struct host *host;
    struct house_thought thought;
    struct hc_command command;
    void *scratch;
};

struct host {
    struct host_plan plan;
    struct house *house;
    uv_prepare_t prepare;
    uv_timer_t timer;
    struct mailbox replies; /* of the store's threads */
    struct flight flight[HC_SHARDS_MAX];
    unsigned shards;
    host_fellows *tell_fellows; /* NULL: nobody wants to know */
    void *fellows_context;
    unsigned handles;
    unsigned thinking;
    struct stored_memo *memos;
    void (*turn)(void *context);
    void *turn_context;
    void (*stopped)(void *context);
    void *stopped_context;
};

void *host_resize(void *context, void *memory, size_t size)
{
    (void)context;
    if (size)
        return realloc(memory, size);
    free(memory);
    return NULL;
}

void host_entropy(void *context, void *bytes, size_t size)
{
    (void)context;
    randombytes_buf(bytes, size);
}

static void tell_time(struct host *host)
{
    house_time(host->house, clock_wall_ms(), clock_steady_us());
}

/* ---- Reports of the store ------------------------------------------------------------------- */

static struct reply *new_reply(struct host *host)
{
    struct reply *reply = calloc(1, sizeof *reply);

    HC_CHECK(reply);
    reply->host = host;
    return reply;
}

static void copy_part(struct reply *reply, const void *from, size_t size)
{
    reply->copy = malloc(size + 1);
    HC_CHECK(reply->copy);
    if (size)
        memcpy(reply->copy, from, size);
}

/* On a thread of the store. */
static void on_report(void *context, const struct store_report *report)
{
    struct reply *reply = context;
    struct host *host = reply->host;

    reply->outcome = report->outcome;
    snprintf(reply->sentence, sizeof reply->sentence, "%s",
             report->sentence ? report->sentence : "");
    reply->size = report->size;
    reply->count = report->conflict_count ? report->conflict_count : report->count;
    if (report->conflict_count)
        copy_part(reply, report->conflict, report->conflict_count * sizeof *report->conflict);
    else if (report->bytes)
        copy_part(reply, report->bytes, report->size);
    else if (report->row)
        copy_part(reply, report->row, report->count * sizeof *report->row);
    else if (report->match)
        copy_part(reply, report->match, report->count * sizeof *report->match);
    mailbox_put(&host->replies, &reply->mail);
}

static void free_reply(struct reply *reply)
{
    free(reply->copy);
    free(reply);
}

/* ---- Batches -------------------------------------------------------------------------------- */

static void refuse_room(struct flight *flight, uint64_t room)
{
    if (flight->refused_count == flight->refused_size) {
        flight->refused_size = flight->refused_size ? 2 * flight->refused_size : 16;
        flight->refused = realloc(flight->refused, flight->refused_size * sizeof *flight->refused);
        HC_CHECK(flight->refused);
    }
    flight->refused[flight->refused_count++] = room;
}

static void copy_result(const struct house_result *from, struct store_result *to)
{
    *to = (struct store_result){
        .number = from->number, .finished_ms = from->finished_ms, .seats = from->seats};
    _Static_assert((int)HC_GUEST_BYTES == (int)STORE_IDENTITY_BYTES, "a guest is an identity");
    for (unsigned s = 0; s < from->seats; s++) {
        memcpy(to->seat[s].identity, from->player[s].guest, HC_GUEST_BYTES);
        memcpy(to->seat[s].name, from->player[s].name, sizeof from->player[s].name);
    }
}

static bool add_entry(struct store_batch *batch, const struct house_entry *from)
{
    struct store_result result;
    struct store_entry entry = {.room = from->room,
                                .log_size = from->log_size,
                                .log = from->log_bytes ? from->log : NULL,
                                .log_bytes = from->log_bytes,
                                .result = from->result ? &result : NULL,
                                .bytes = from->bytes,
                                .size = from->size,
                                .note = from->log_bytes ? from->note : NULL,
                                .note_size = from->log_bytes ? from->note_size : 0,
                                .gone = from->gone};

    if (from->result)
        copy_result(from->result, &result);
    return store_batch_add(batch, &entry);
}

static void give_verdict(struct host *host, struct flight *flight, bool failed)
{
    struct house_verdict verdict = {.shard = flight->shard,
                                    .failed = failed,
                                    .lost = flight->refused,
                                    .lost_count = flight->refused_count};

    if (flight->keeping)
        keeping_judged(flight->keeping);
    house_stored(host->house, &verdict);
    flight->refused_count = 0;
}

/* Closes a batch of a shard that has none on its way, and hands it over; false if there is none. */
static bool store_batch(struct host *host)
{
    struct flight *flight = host->flight;
    struct store_batch *batch = NULL;
    struct house_entry entry;
    struct house_memo memo;
    struct reply *reply;
    bool is_whole = true;

    _Static_assert((int)HOUSE_MEMO_KEY_MAX == (int)STORE_MEMO_KEY_MAX &&
                       (int)HOUSE_MEMO_BYTES_MAX == (int)STORE_MEMO_BYTES_MAX,
                   "every memo can be stored");
    while (house_next_entry(host->house, &entry)) {
        if (!batch)
            batch = store_batch_new();
        HC_CHECK(batch);
        flight = &host->flight[entry.shard];
        if (!add_entry(batch, &entry))
            refuse_room(flight, entry.room);
    }
    while (house_next_memo(host->house, &memo)) {
        if (!batch)
            batch = store_batch_new();
        HC_CHECK(batch);
        is_whole &= store_batch_memo(batch, memo.key, memo.key_size, memo.bytes, memo.size);
    }
    if (!batch)
        return false;
    reply = new_reply(host);
    reply->is_batch = true;
    reply->flight = flight;
    if (flight->keeping)
        store_batch_lease(batch, keeping_lease(flight->keeping));
    if (is_whole && (store_batch_entries(batch) || store_batch_memos(batch)) &&
        store_write(flight->store, batch, on_report, reply))
        return true;
    store_batch_free(batch);
    free_reply(reply);
    give_verdict(host, flight, true);
    return false; /* what is tried again is so in the next turn */
}

static void batch_is_stored(struct host *host, const struct reply *reply)
{
    const struct store_conflict *conflict = reply->copy;
    struct flight *flight = reply->flight;

    memcpy(flight->trouble, reply->sentence, sizeof flight->trouble);
    for (size_t i = 0; reply->outcome == STORE_CONFLICT && i < reply->count; i++)
        refuse_room(flight, conflict[i].room);
    give_verdict(host, flight, reply->outcome == STORE_FAILED);
}

/* ---- Questions ------------------------------------------------------------------------------ */

static bool push_question(struct host *host, const struct house_question *question,
                          struct reply *reply)
{
    struct store *store = host->plan.store;

    switch (question->kind) {
    case HOUSE_LOG:
        return store_log(store, question->room, question->number, on_report, reply);
    case HOUSE_STATISTICS:
        return store_statistics(store, question->guest, on_report, reply);
    case HOUSE_LEADERS:
        return store_leaders(store, question->game, question->first, question->count, on_report,
                             reply);
    case HOUSE_HISTORY:
        return store_history(store, question->guest, question->first, question->count, on_report,
                             reply);
    case HOUSE_PLAYERS:
        return store_players(store, question->room, question->number, on_report, reply);
    case HOUSE_FORGET:
        return store_forget(store, question->guest, on_report, reply);
    }
    return false;
}

static void ask_store(struct host *host)
{
    struct house_question question;

    _Static_assert((int)HOUSE_QUESTIONS_MAX < (int)STORE_WAITING_MAX, "batches find a place");
    _Static_assert((int)HOUSE_DEPTH_MAX == (int)STORE_DEPTH_MAX, "as deep as is read");
    while (house_next_question(host->house, &question)) {
        struct reply *reply = new_reply(host);
        struct house_records records = {.found = HOUSE_NO_ANSWER};

        reply->question = question;
        if (push_question(host, &question, reply))
            continue;
        free_reply(reply);
        house_answer(host->house, question.id, &records);
    }
}

static struct house_row *copy_rows(const struct reply *reply)
{
    const struct store_row *from = reply->copy;
    struct house_row *to = calloc(reply->count + 1, sizeof *to);

    HC_CHECK(to);
    for (size_t i = 0; i < reply->count; i++) {
        to[i] = (struct house_row){.matches = from[i].matches,
                                   .wins = from[i].wins,
                                   .points = from[i].points,
                                   .played = from[i].played,
                                   .caught = from[i].caught,
                                   .streak = from[i].streak,
                                   .best_streak = from[i].best_streak,
                                   .rating = llround(from[i].rating),
                                   .deviation = llround(from[i].deviation)};
        memcpy(to[i].guest, from[i].identity, HC_GUEST_BYTES);
        memcpy(to[i].name, from[i].name, sizeof to[i].name);
        memcpy(to[i].game, from[i].game, sizeof to[i].game);
    }
    return to;
}

static struct house_match *copy_matches(const struct reply *reply)
{
    const struct store_match *from = reply->copy;
    struct house_match *to = calloc(reply->count + 1, sizeof *to);

    HC_CHECK(to);
    for (size_t i = 0; i < reply->count; i++) {
        to[i] = (struct house_match){.room = from[i].room,
                                     .finished_ms = from[i].finished_ms,
                                     .number = from[i].number,
                                     .seat = from[i].seat,
                                     .rating = llround(from[i].rating),
                                     .seats = from[i].seats};
        memcpy(to[i].game, from[i].game, sizeof to[i].game);
        memcpy(to[i].name, from[i].name, sizeof to[i].name);
    }
    return to;
}

static void question_is_answered(struct host *host, const struct reply *reply)
{
    struct house_records records = {.found = reply->outcome == STORE_FAILED    ? HOUSE_NO_ANSWER
                                             : reply->outcome == STORE_MISSING ? HOUSE_MISSING
                                                                               : HOUSE_FOUND,
                                    .count = reply->count};
    struct house_row *rows = NULL;
    struct house_match *matches = NULL;

    switch (reply->question.kind) {
    case HOUSE_LOG:
        records.log = reply->copy;
        records.log_size = reply->size;
        break;
    case HOUSE_STATISTICS:
    case HOUSE_LEADERS:
        records.row = rows = copy_rows(reply);
        break;
    case HOUSE_HISTORY:
    case HOUSE_PLAYERS:
        records.match = matches = copy_matches(reply);
        break;
    case HOUSE_FORGET:
        break;
    }
    house_answer(host->house, reply->question.id, &records);
    free(rows);
    free(matches);
}

/* ---- Thinking ------------------------------------------------------------------------------- */

/* In the background. */
static void on_think(struct background_work *work)
{
    struct thinking *thinking = (struct thinking *)work;

    house_think(&thinking->thought, thinking->scratch, &thinking->command);
}

static void free_thinking(struct thinking *thinking)
{
    free(thinking->scratch);
    free(thinking);
}

static void on_thought(struct background_work *work)
{
    struct thinking *thinking = (struct thinking *)work;
    struct host *host = thinking->host;

    host->thinking--;
    tell_time(host);
    house_thought_done(host->house, &thinking->thought, &thinking->command);
    free_thinking(thinking);
}

/* As many as there are threads, and a few more: a short thought needs none of those. What waits,
 * waits in the house, where it is fair. */
static void think(struct host *host)
{
    unsigned most = background_threads(host->plan.background, BACKGROUND_LONG_THOUGHTS) + BESIDES;
    struct thinking *thinking = NULL;

    while (host->thinking < most) {
        if (!thinking)
            thinking = calloc(1, sizeof *thinking);
        HC_CHECK(thinking);
        if (!house_next_thought(host->house, &thinking->thought))
            break;
        thinking->host = host;
        /* Who needs no budget has thought it over at once. */
        thinking->work.lane =
            thinking->thought.budget ? BACKGROUND_LONG_THOUGHTS : BACKGROUND_SHORT_THOUGHTS;
        thinking->work.run = on_think;
        thinking->work.done = on_thought;
        thinking->scratch = malloc(house_think_bytes(&thinking->thought) + 1);
        HC_CHECK(thinking->scratch);
        background_do(host->plan.background, &thinking->work);
        host->thinking++;
        thinking = NULL;
    }
    free(thinking);
}

/* ---- Turns of the loop ---------------------------------------------------------------------- */

static void on_timer(uv_timer_t *timer)
{
    struct host *host = timer->data;

    tell_time(host);
    house_tick(host->house);
}

/* The wall clock may be set meanwhile: so the timer is for a while at most, and looked at in every
 * turn. */
static void set_timer(struct host *host)
{
    uint64_t due_ms = house_due(host->house), now_ms = clock_wall_ms(), wait_ms;

    if (due_ms == HC_ROOM_NEVER) {
        uv_timer_stop(&host->timer);
        return;
    }
    wait_ms = due_ms > now_ms ? due_ms - now_ms : 1;
    if (wait_ms > HC_ROOM_BEAT_MS)
        wait_ms = HC_ROOM_BEAT_MS;
    uv_update_time(host->plan.loop);
    if (!uv_is_active((uv_handle_t *)&host->timer) || uv_timer_get_due_in(&host->timer) > wait_ms)
        uv_timer_start(&host->timer, on_timer, wait_ms, 0);
}

static void on_prepare(uv_prepare_t *prepare)
{
    struct host *host = prepare->data;

    tell_time(host);
    if (host->turn)
        host->turn(host->turn_context);
    while (store_batch(host))
        ;
    ask_store(host);
    think(host);
    set_timer(host);
    if (host->stopped && house_is_quiet(host->house)) {
        void (*stopped)(void *context) = host->stopped;

        host->stopped = NULL;
        stopped(host->stopped_context);
    }
}

static void on_reply(void *context, struct mail *mail)
{
    struct host *host = context;
    struct reply *reply = (struct reply *)mail;

    tell_time(host);
    if (reply->is_batch)
        batch_is_stored(host, reply);
    else
        question_is_answered(host, reply);
    free_reply(reply);
}

/* ---- Opening and closing -------------------------------------------------------------------- */

static void load_room(void *context, const struct store_room *stored)
{
    struct host *host = context;
    struct house_saved saved = {.room = stored->room,
                                .bytes = stored->bytes,
                                .size = stored->size,
                                .log = stored->log,
                                .log_size = stored->log_size,
                                .note = stored->note,
                                .note_size = stored->note_size,
                                .finished = stored->finished,
                                .finished_size = stored->finished_size};
    struct hc_problem why, worse;
    char code[HC_ROOM_CODE_CHARS + 1];

    if (stored->damage)
        snprintf(why.text, sizeof why.text, "%s", stored->damage);
    else if (house_load(host->house, &saved, &why))
        return;
    if (!store_set_aside(host->plan.store, stored->room, why.text, &worse))
        snprintf(why.text, sizeof why.text, "it cannot be read, and not be set aside: %.100s",
                 worse.text);
    house_saved_code(&saved, code);
    if (host->plan.set_aside)
        host->plan.set_aside(stored->room, code, why.text);
}

/* The code of a room, for a store that finds rooms by it. */
static bool read_code(const uint8_t *bytes, size_t size, char code[STORE_CODE_CHARS])
{
    const struct house_saved saved = {.bytes = bytes, .size = size};

    _Static_assert((int)HC_ROOM_CODE_CHARS < (int)STORE_CODE_CHARS, "every code fits");
    house_saved_code(&saved, code);
    return *code;
}

static void keep_memo(void *context, const uint8_t *key, size_t key_size, const uint8_t *bytes,
                      size_t size)
{
    struct host *host = context;
    struct stored_memo *memo = malloc(sizeof *memo + key_size + size);

    HC_CHECK(memo);
    *memo = (struct stored_memo){.next = host->memos, .key_size = key_size, .size = size};
    memcpy(memo->text, key, key_size);
    memcpy(memo->text + key_size, bytes, size);
    host->memos = memo;
}

void host_give_memos(struct host *host, store_memo *each, void *context)
{
    for (struct stored_memo *memo = host->memos, *next; memo; memo = next) {
        next = memo->next;
        if (each)
            each(context, memo->text, memo->key_size, memo->text + memo->key_size, memo->size);
        free(memo);
    }
    host->memos = NULL;
}

static void open_flights(struct host *host, uint64_t asked_us)
{
    host->shards = store_shards(host->plan.store);
    for (unsigned i = 0; i < host->shards; i++) {
        struct flight *flight = &host->flight[i];
        struct keeping_plan keeping = {.loop = host->plan.loop,
                                       .store = store_shard(host->plan.store, i),
                                       .house = host->house,
                                       .shard = i,
                                       .lease_ms = host->plan.lease_ms,
                                       .set_aside = host->plan.set_aside,
                                       .asked_us = asked_us};

        flight->store = keeping.store;
        flight->shard = i;
        if (host->plan.lease_ms)
            flight->keeping = keeping_open(&keeping);
    }
}

struct host *host_open(const struct host_plan *plan, struct hc_problem *why)
{
    struct host *host = calloc(1, sizeof *host);
    struct house_plan house = {.resize = host_resize,
                               .entropy = host_entropy,
                               .rooms_max = plan->rooms_max,
                               .bot_budget_max = plan->bot_budget_max,
                               .batch_bytes_max = STORE_BATCH_BYTES_MAX / 2,
                               .log_bytes_max = STORE_LOG_BYTES_MAX,
                               .seed = plan->seed,
                               .shared = plan->lease_ms,
                               .shards = store_shards(plan->store)};
    uint64_t asked_us = clock_steady_us();

    HC_CHECK(host && sodium_init() >= 0);
    why->text[0] = '\0';
    host->plan = *plan;
    host->house = house_open(&house);
    HC_CHECK(host->house);
    uv_prepare_init(plan->loop, &host->prepare);
    uv_timer_init(plan->loop, &host->timer);
    mailbox_open(&host->replies, plan->loop, on_reply, host);
    host->prepare.data = host->timer.data = host->replies.poll.data = host;
    host->handles = 3;
    tell_time(host);
    store_read_names(plan->store, house_saved_guests);
    store_read_codes(plan->store, read_code);
    if ((!plan->lease_ms && !store_each_memo(plan->store, keep_memo, host, why)) ||
        !store_each_room(plan->store, load_room, host, why)) {
        host_close(host);
        return NULL;
    }
    open_flights(host, asked_us);
    uv_prepare_start(&host->prepare, on_prepare);
    return host;
}

struct house *host_house(struct host *host)
{
    return host->house;
}

const char *host_shard_trouble(const struct host *host, unsigned *shards)
{
    const char *trouble = "";

    *shards = 0;
    for (unsigned i = 0; i < host->shards; i++) {
        const struct flight *flight = &host->flight[i];
        /* A process that has lost its rooms has nothing to store, and is well all the same. */
        const char *one = flight->keeping ? keeping_trouble(flight->keeping) : flight->trouble;

        if (*one)
            trouble = one;
        *shards += *one != '\0';
    }
    return trouble;
}

const char *host_trouble(const struct host *host)
{
    unsigned shards;
    const char *trouble = host_shard_trouble(host, &shards);

    return shards == host->shards ? trouble : "";
}

bool host_where(struct host *host, const char *code, server_found *found, void *of)
{
    unsigned shard = host->shards > 1 ? hc_shard_of_code(code) : 0;
    struct keeping *keeping = host->flight[shard < host->shards ? shard : 0].keeping;

    return keeping && keeping_where(keeping, code, found, of);
}

void host_want_door(struct host *host, const struct keeping_door *door)
{
    if (host->flight[0].keeping)
        keeping_want_door(host->flight[0].keeping, door);
}

void host_give(struct host *host, const char *key)
{
    tell_time(host);
    if (host->flight[0].keeping)
        keeping_give(host->flight[0].keeping, key);
}

void host_hurry(struct host *host)
{
    if (host->flight[0].keeping)
        keeping_hurry(host->flight[0].keeping);
}

/* A process that shares any of the shards is a fellow. */
static void on_fellows(void *context, unsigned shard, const char *places)
{
    struct host *host = context;
    char all[HC_SHARDS_MAX * STORE_FELLOWS_CHARS] = "";
    size_t used = 0;

    snprintf(host->flight[shard].fellows, STORE_FELLOWS_CHARS, "%s", places);
    for (unsigned i = 0; i < host->shards; i++) {
        char one[STORE_FELLOWS_CHARS], *rest;

        memcpy(one, host->flight[i].fellows, sizeof one);
        for (char *place = strtok_r(one, " ", &rest); place; place = strtok_r(NULL, " ", &rest))
            if (!place_is_among(all, place))
                used += (size_t)sprintf(all + used, "%s%s", used ? " " : "", place);
    }
    host->tell_fellows(host->fellows_context, all);
}

void host_tell_fellows(struct host *host, host_fellows *tell, void *context)
{
    host->tell_fellows = tell;
    host->fellows_context = context;
    for (unsigned i = 0; i < host->shards; i++)
        if (host->flight[i].keeping)
            keeping_tell_fellows(host->flight[i].keeping, tell ? on_fellows : NULL, host);
}

struct keeping_counts host_keeping(const struct host *host)
{
    struct keeping_counts all = {0};

    for (unsigned i = 0; i < host->shards; i++)
        if (host->flight[i].keeping) {
            struct keeping_counts one = keeping_counts(host->flight[i].keeping);

            all.taken += one.taken;
            all.lost += one.lost;
            all.given += one.given;
            all.has_door = all.has_door || one.has_door;
        }
    return all;
}

uint64_t host_aside(const struct host *host)
{
    return store_aside_count(host->plan.store);
}

void host_each_turn(struct host *host, void (*turn)(void *context), void *context)
{
    host->turn = turn;
    host->turn_context = context;
}

void host_stop(struct host *host, void (*done)(void *context), void *context)
{
    house_stop(host->house);
    host->stopped = done;
    host->stopped_context = context;
}

static void on_handle_closed(uv_handle_t *handle)
{
    struct host *host = handle->data;

    if (--host->handles)
        return;
    for (unsigned i = 0; i < host->shards; i++)
        free(host->flight[i].refused);
    free(host);
}

bool host_close(struct host *host)
{
    struct mail *mail;

    host_give_memos(host, NULL, NULL);
    if (host->thinking) {
        store_close(host->plan.store);
        return false;
    }
    store_close(host->plan.store);
    for (unsigned i = 0; i < host->shards; i++)
        if (host->flight[i].keeping)
            keeping_close(host->flight[i].keeping);
    for (mail = mailbox_empty(&host->replies); mail;) {
        struct reply *reply = (struct reply *)mail;

        mail = mail->next;
        free_reply(reply);
    }
    house_close(host->house);
    uv_close((uv_handle_t *)&host->prepare, on_handle_closed);
    uv_close((uv_handle_t *)&host->timer, on_handle_closed);
    mailbox_close(&host->replies, on_handle_closed);
    return true;
}
