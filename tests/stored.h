// SPDX-License-Identifier: MIT
/*
 * stored.h: what the tests of the store share: matches to store, files to store them in, and
 * waiting for a report. Include it after cmocka.h.
 */
#ifndef HC_TESTS_STORED_H
#define HC_TESTS_STORED_H

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scratch.h"
#include "store/store.h"

/* ---- Matches ---- */

enum { PLAYED_BYTES = 1 << 18, PLAYED_CUTS = 4096 };

/* The log of a match of random moves, and where each of its records was sealed. */
struct played {
    uint8_t bytes[PLAYED_BYTES];
    size_t size, cut[PLAYED_CUTS], cuts;
};

static inline uint32_t stored_below(uint64_t *dice, uint32_t bound)
{
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    return (uint32_t)((*dice >> 32) * bound >> 32);
}

static inline void seal(struct played *played, struct hc_log *log)
{
    assert_true(hc_log_seal(log));
    assert_true(played->cuts < PLAYED_CUTS);
    played->cut[played->cuts++] = log->used;
}

/* The caller frees it. A match with `commands_max` stops there, and is not over. */
static inline struct played *play_match(const char *game_name, const char *rules_text,
                                        unsigned seats, uint64_t number, unsigned commands_max)
{
    struct played *played = calloc(1, sizeof *played);
    const struct hc_game *game = hc_game_find(game_name);
    struct hc_table *table = malloc(hc_table_bytes());
    uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES] = {1}, commitment[HC_SEED_BYTES];
    uint64_t dice = number * 0x9e3779b97f4a7c15 | 1, now_ms = 0;
    static struct hc_events events;
    struct hc_problem why;
    struct hc_rules rules;
    struct hc_log log;
    bool is_first = true;

    assert_non_null(played);
    assert_non_null(table);
    assert_true(hc_rules_parse(game, rules_text, &rules, &why));
    hc_seed_from_number(number, seed);
    hc_commitment(seed, salt, commitment);
    assert_int_equal(hc_table_open(table, game, &rules, seats, seed), HC_OK);
    assert_true(hc_log_begin(&log, played->bytes, PLAYED_BYTES, table, commitment));
    while (hc_table_awaits(table) != HC_NONE && commands_max--) {
        unsigned seat = hc_table_awaits(table);
        struct hc_actions actions;
        struct hc_command command;

        if (seat == HC_HOUSE) {
            assert_true(hc_house_command(game, is_first ? HC_HOUSE_START : HC_HOUSE_NEXT, HC_NONE,
                                         &command));
            is_first = false;
        } else {
            hc_actions(table, seat, now_ms, &actions);
            hc_actions_at(&actions, stored_below(&dice, actions.ways), &command);
        }
        assert_int_equal(hc_submit(table, seat, &command, now_ms, &events), HC_OK);
        assert_true(hc_log_add(&log, now_ms, seat, &command, &events));
        seal(played, &log);
        now_ms += 100;
    }
    if (hc_table_awaits(table) == HC_NONE) {
        assert_true(hc_log_reveal(&log, seed, salt));
        seal(played, &log);
    }
    played->size = log.used;
    free(table);
    return played;
}

/* ---- Files ---- */

enum { STORED_CHARS = SCRATCH_CHARS + 64 }; /* a path with its zero */

/* The folder of this test, made when it is first asked for. */
static inline const char *stored_folder(void)
{
    static char folder[SCRATCH_CHARS];

    if (!*folder)
        assert_true(make_scratch(folder));
    return folder;
}

/* A path in that folder, valid until the next call. */
static inline const char *stored_path(const char *name)
{
    static char path[STORED_CHARS];

    snprintf(path, sizeof path, "%s/%.60s", stored_folder(), name);
    return path;
}

/* For the end of all tests: the folder and what is in it go. */
static inline int stored_clean(void **state)
{
    DIR *folder = opendir(stored_folder());
    const struct dirent *entry;

    (void)state;
    assert_non_null(folder);
    while ((entry = readdir(folder)))
        if (*entry->d_name != '.')
            unlink(stored_path(entry->d_name));
    closedir(folder);
    return rmdir(stored_folder());
}

/* ---- Waiting ---- */

struct answer {
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    unsigned reports, asked; /* asked belongs to the thread that asks */
    enum store_outcome outcome;
    char sentence[HC_PROBLEM_CHARS];
    struct store_conflict conflict[8];
    size_t conflict_count, size, count;
    uint8_t bytes[PLAYED_BYTES];
    struct store_row row[STORE_ROWS_MAX];
    struct store_match match[STORE_ROWS_MAX];
};

static inline struct answer *answer_new(void)
{
    struct answer *answer = calloc(1, sizeof *answer);

    assert_non_null(answer);
    pthread_mutex_init(&answer->mutex, NULL);
    pthread_cond_init(&answer->wake, NULL);
    return answer;
}

static inline void answer_free(struct answer *answer)
{
    pthread_cond_destroy(&answer->wake);
    pthread_mutex_destroy(&answer->mutex);
    free(answer);
}

/* On the thread of the store. */
static inline void answer_came(void *context, const struct store_report *report)
{
    struct answer *answer = context;

    pthread_mutex_lock(&answer->mutex);
    answer->outcome = report->outcome;
    snprintf(answer->sentence, sizeof answer->sentence, "%s", report->sentence);
    answer->conflict_count = report->conflict_count;
    for (size_t i = 0; i < report->conflict_count && i < 8; i++)
        answer->conflict[i] = report->conflict[i];
    answer->size = report->size;
    if (report->bytes)
        memcpy(answer->bytes, report->bytes, report->size);
    answer->count = report->count;
    if (report->row)
        memcpy(answer->row, report->row, report->count * sizeof *report->row);
    if (report->match)
        memcpy(answer->match, report->match, report->count * sizeof *report->match);
    answer->reports++;
    pthread_cond_signal(&answer->wake);
    pthread_mutex_unlock(&answer->mutex);
}

/* Waits for the report to one more question, which was asked already. */
static inline void answer_wait(struct answer *answer)
{
    answer->asked++;
    pthread_mutex_lock(&answer->mutex);
    while (answer->reports < answer->asked)
        pthread_cond_wait(&answer->wake, &answer->mutex);
    pthread_mutex_unlock(&answer->mutex);
}

/* ---- Batches ---- */

static inline bool add_log(struct store_batch *batch, uint64_t room, uint64_t log_size,
                           const void *log, size_t size)
{
    return store_batch_add(
        batch,
        &(struct store_entry){.room = room, .log_size = log_size, .log = log, .log_bytes = size});
}

static inline bool add_room(struct store_batch *batch, uint64_t room, uint64_t log_size,
                            const void *bytes, size_t size)
{
    return store_batch_add(
        batch,
        &(struct store_entry){.room = room, .log_size = log_size, .bytes = bytes, .size = size});
}

static inline bool add_gone(struct store_batch *batch, uint64_t room, uint64_t log_size)
{
    return store_batch_add(batch,
                           &(struct store_entry){.room = room, .log_size = log_size, .gone = true});
}

static inline enum store_outcome write_and_wait(struct store *store, struct store_batch *batch,
                                                struct answer *answer)
{
    assert_true(store_write(store, batch, answer_came, answer));
    answer_wait(answer);
    return answer->outcome;
}

#endif
