// SPDX-License-Identifier: MIT
/*
 * people.c: a store of many people, written without a server. All of them have played the same
 * short match, ten at a table, under other names.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "store/store.h"
#include "table/log.h"

enum {
    LOG_BYTES = 1 << 16,
    ENTRIES = 200, /* of a batch */
};

struct written {
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    bool done;
};

static void on_written(void *context, const struct store_report *report)
{
    struct written *written = context;

    if (report->outcome != STORE_DURABLE)
        fail("people cannot be stored: ", report->sentence);
    pthread_mutex_lock(&written->mutex);
    written->done = true;
    pthread_cond_signal(&written->wake);
    pthread_mutex_unlock(&written->mutex);
}

static void write_batch(struct store *store, struct store_batch *batch)
{
    struct written written = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};

    if (!store_write(store, batch, on_written, &written))
        fail("people cannot be stored", "");
    pthread_mutex_lock(&written.mutex);
    while (!written.done)
        pthread_cond_wait(&written.wake, &written.mutex);
    pthread_mutex_unlock(&written.mutex);
}

/* A match of the null game that the first possible command of everybody brings to its end. */
static void play(struct hc_log *log, uint8_t bytes[LOG_BYTES])
{
    const struct hc_game *game = hc_game_find("null");
    uint8_t seed[HC_SEED_BYTES], commitment[HC_SEED_BYTES];
    struct hc_actions actions;
    struct hc_command command;
    struct hc_events events;
    struct hc_problem why;
    struct hc_table table;
    struct hc_rules rules;

    hc_seed_from_number(1, seed);
    hc_commitment(seed, seed, commitment);
    if (!hc_rules_parse(game, "short", &rules, &why) ||
        hc_table_open(&table, game, &rules, HC_SEATS_MAX, seed) ||
        !hc_log_begin(log, bytes, LOG_BYTES, &table, commitment))
        fail("a match cannot be made", "");
    while (hc_table_awaits(&table) != HC_NONE) {
        unsigned seat = hc_table_awaits(&table);

        hc_actions(&table, seat, 0, &actions);
        hc_actions_at(&actions, 0, &command);
        if (hc_submit(&table, seat, &command, 0, &events) ||
            !hc_log_add(log, 0, seat, &command, &events))
            fail("a match cannot be played", "");
    }
    hc_log_reveal(log, seed, seed);
    hc_log_seal(log);
}

static void add_match(struct store_batch *batch, const struct hc_log *log, unsigned first)
{
    struct store_result result = {.number = 1, .finished_ms = 1, .seats = HC_SEATS_MAX};
    struct store_entry entry = {.room = first + 1,
                                .log = log->bytes,
                                .log_bytes = log->used,
                                .result = &result,
                                .gone = true};

    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        uint32_t person = first + s + 1;

        memcpy(result.seat[s].identity, &person, sizeof person);
        snprintf(result.seat[s].name, sizeof result.seat[s].name, "Guest %u", person);
    }
    if (!store_batch_add(batch, &entry))
        fail("a match does not fit into a batch", "");
}

void people_store(const char *path, unsigned count)
{
    static uint8_t bytes[LOG_BYTES];
    struct hc_problem why;
    struct hc_log log;
    struct store *store = store_open(path, &why);

    if (!store || !store_each_room(store, NULL, NULL, &why))
        fail("there is no store: ", why.text);
    play(&log, bytes);
    for (unsigned first = 0; first < count;) {
        struct store_batch *batch = store_batch_new();

        for (unsigned i = 0; batch && i < ENTRIES && first < count; i++, first += HC_SEATS_MAX)
            add_match(batch, &log, first);
        write_batch(store, batch);
    }
    store_close(store);
}
