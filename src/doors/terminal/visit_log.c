// SPDX-License-Identifier: MIT
/*
 * visit_log.c: the log of a match that is over: whether it was altered, and where it is saved.
 *
 * A server gives the finished log to anybody, a home gives its own. It is examined here
 * (net/proof.h) and saved, if that was asked for. Start reading at visit_prove().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "doors/terminal/phrase.h"
#include "doors/terminal/show.h"
#include "doors/terminal/visit.h"
#include "net/fetch.h"
#include "net/proof.h"
#include "files/file.h"
#include "files/logfile.h"

enum {
    FETCH_MS = 3000,
    TRIES = 5, /* the secret of the deal may come a moment after the last event */
    PAUSE_MS = 200,
    SENTENCE_CHARS = HC_PROBLEM_CHARS + 2 * HOME_PATH_CHARS,
};

static enum hc_verdict examine(const struct visit *visit, const struct logfile *log,
                               struct hc_problem *why)
{
    struct proof proof = {.commitment = visit->commitment,
                          .entropy = visit->has_entropy ? visit->entropy : NULL,
                          .view = visit_view(visit, visit->guest->seat)};

    if (visit->has_entropy && memcmp(visit->promise, visit->commitment, HC_SEED_BYTES) != 0) {
        phrase_why(why, TERMINAL_PROMISE_CHANGED);
        return HC_DISHONEST;
    }
    return proof_examine(&proof, log->bytes, log->size, why);
}

/* Finds the secret of the deal, to be shown. */
static void read_secret(struct visit *visit, const struct logfile *log)
{
    struct hc_log_reader reader;
    struct hc_record record;

    if (!hc_log_open(&reader, log->bytes, log->size))
        return;
    while (hc_log_next(&reader, &record) > 0) {
        if (record.kind != HC_RECORD_REVEAL)
            continue;
        memcpy(visit->seed, record.bytes, HC_SEED_BYTES);
        memcpy(visit->salt, record.bytes + HC_SEED_BYTES, HC_SEED_BYTES);
        visit->has_secret = true;
    }
}

/* At a server it belongs to the story; at home everything is over by then. */
static void report(struct visit *visit, const char *sentence)
{
    if (visit->home)
        puts(sentence);
    else
        visit_say(visit, sentence);
}

/* ---- Getting and saving --------------------------------------------------------------------- */

static bool fetch_log(const struct visit *visit, struct logfile *log, struct hc_problem *why)
{
    struct timespec pause = {0, PAUSE_MS * 1000000L};
    char path[GUEST_MATCH_CHARS + 20];
    unsigned status = 0;

    snprintf(path, sizeof path, "/api/matches/%s", visit->guest->match_id);
    for (unsigned i = 0; i < TRIES; i++) {
        *log = (struct logfile){0};
        if (fetch(&visit->url, visit->given->ca, path, FETCH_MS, &log->bytes, &log->size, &status,
                  why))
            return true;
        if (status != 404)
            return false;
        nanosleep(&pause, NULL);
    }
    return false;
}

static bool get_log(const struct visit *visit, struct logfile *log, struct hc_problem *why)
{
    *log = (struct logfile){0};
    if (visit->home)
        return visit->process->log(visit->home, visit->guest->code, &log->bytes, &log->size, why);
    return fetch_log(visit, log, why);
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);

    return length >= end_length && !strcmp(text + length - end_length, end);
}

bool visit_write_log(const char *path, const uint8_t *bytes, size_t size, struct hc_problem *why)
{
    struct logfile log = {.bytes = (uint8_t *)bytes, .size = size};
    char *json;
    bool saved;

    if (!ends_with(path, ".json"))
        return file_write(path, bytes, size, why);
    json = logfile_json(&log, &size, why);
    saved = json && file_write(path, json, size, why);
    free(json);
    return saved;
}

/* The name that was given; for the second match of a visit "match-2.log" instead of "match.log". */
static void name_log(const struct visit *visit, char *path, size_t size)
{
    const char *given = visit->given->log, *slash = strrchr(given, '/'), *dot = strrchr(given, '.');
    size_t stem =
        dot && dot > given && (!slash || dot > slash + 1) ? (size_t)(dot - given) : strlen(given);

    if (visit->saved < 2)
        snprintf(path, size, "%s", given);
    else
        snprintf(path, size, "%.*s-%u%s", (int)stem, given, visit->saved, given + stem);
}

static void save_log(struct visit *visit, const struct logfile *log)
{
    char path[HOME_PATH_CHARS], sentence[SENTENCE_CHARS];
    struct hc_problem why = {0};
    struct hc_text out;
    bool saved;

    if (!visit->given->log)
        return;
    visit->saved++;
    name_log(visit, path, sizeof path);
    saved = visit_write_log(path, log->bytes, log->size, &why);
    visit->failed |= !saved;
    hc_text_init(&out, sentence, sizeof sentence);
    PHRASE(&out,
           !saved        ? TERMINAL_LOG_NOT_SAVED
           : visit->home ? TERMINAL_LOG_SAVED_HOME
                         : TERMINAL_LOG_SAVED,
           {"path", path, 0}, {"why", why.text, 0});
    report(visit, sentence);
}

/* ---- Both ----------------------------------------------------------------------------------- */

static bool is_due(const struct visit *visit)
{
    const struct guest *guest = visit->guest;

    return visit->has_match && !visit->proved && guest->room.stage == HC_ROOM_FINISHED &&
           visit_is_shown(visit) && *guest->match_id && guest_awaits(guest) == HC_NONE;
}

void visit_prove(struct visit *visit)
{
    struct logfile *log = &visit->log;
    struct hc_problem why = {0};
    struct hc_text out;
    enum hc_verdict verdict;

    if (!is_due(visit))
        return;
    visit->proved = true;
    hc_text_init(&out, visit->verdict, sizeof visit->verdict);
    if (!get_log(visit, log, &why)) {
        visit->failed |= visit->home || visit->given->log;
        PHRASE(&out, TERMINAL_DEAL_UNKNOWN, {"why", why.text, 0});
        report(visit, visit->verdict);
        return;
    }
    verdict = examine(visit, log, &why);
    visit->failed |= verdict != HC_HONEST;
    PHRASE(&out,
           verdict == HC_HONEST      ? TERMINAL_DEAL_HONEST
           : verdict == HC_DISHONEST ? TERMINAL_DEAL_WRONG
                                     : TERMINAL_DEAL_UNKNOWN,
           {"why", why.text, 0});
    /* At home nobody doubts it, unless there is something wrong. */
    if (verdict != HC_HONEST || !visit->home)
        report(visit, visit->verdict);
    read_secret(visit, log);
    if (visit->home && visit->has_secret)
        show_reveal(visit);
    save_log(visit, log);
}
