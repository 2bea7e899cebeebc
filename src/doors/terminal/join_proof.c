// SPDX-License-Identifier: MIT
/*
 * join_proof.c: after a match at a server: whether its deal was honest.
 *
 * The server gives the finished log to anybody. It is examined here (net/proof.h) and saved, if
 * that was asked for. Start reading at join_prove().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "doors/terminal/join_inside.h"
#include "doors/terminal/setup.h"
#include "doors/terminal/status.h"
#include "net/fetch.h"
#include "net/proof.h"
#include "files/file.h"
#include "files/logfile.h"

enum {
    FETCH_MS = 3000,
    TRIES = 5, /* the secret of the deal may come a moment after the last event */
    PAUSE_MS = 200,
    SENTENCE_CHARS = HC_PROBLEM_CHARS + 200,
};

/* NULL, or what is wrong. */
static const char *examine(const struct join *join, const struct logfile *log,
                           struct hc_problem *why)
{
    struct proof proof = {.commitment = join->match.commitment,
                          .entropy = join->has_entropy ? join->entropy : NULL,
                          .view = &join->view};

    if (join->has_entropy && memcmp(join->promise, join->match.commitment, HC_SEED_BYTES) != 0)
        return "the commitment was changed when you had given something for the deal";
    return proof_examine(&proof, log->bytes, log->size, why);
}

/* ---- Fetching and saving -------------------------------------------------------------------- */

static bool fetch_log(const struct join *join, struct logfile *log, struct hc_problem *why)
{
    const struct guest *guest = &join->guest;
    struct timespec pause = {0, PAUSE_MS * 1000000L};
    char path[GUEST_MATCH_CHARS + 20];
    unsigned status = 0;

    snprintf(path, sizeof path, "/api/matches/%s", guest->match_id);
    for (unsigned i = 0; i < TRIES; i++) {
        *log = (struct logfile){0};
        if (fetch(&guest->url, guest->ca, path, FETCH_MS, &log->bytes, &log->size, &status, why))
            return true;
        if (status != 404)
            return false;
        nanosleep(&pause, NULL);
    }
    return false;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);

    return length >= end_length && !strcmp(text + length - end_length, end);
}

/* The name that was given; for the second match of a visit "match-2.log" instead of "match.log". */
static void name_log(const struct join *join, char *path, size_t size)
{
    const char *given = join->given->log, *slash = strrchr(given, '/'), *dot = strrchr(given, '.');
    size_t stem =
        dot && dot > given && (!slash || dot > slash + 1) ? (size_t)(dot - given) : strlen(given);

    if (join->saved < 2)
        snprintf(path, size, "%s", given);
    else
        snprintf(path, size, "%.*s-%u%s", (int)stem, given, join->saved, given + stem);
}

static void save_log(struct join *join, const struct logfile *log)
{
    char path[HOME_PATH_CHARS], *json = NULL, sentence[SENTENCE_CHARS];
    struct hc_problem why = {0};
    size_t length = log->size;
    bool saved = false;

    if (!join->given->log)
        return;
    join->saved++;
    name_log(join, path, sizeof path);
    if (!ends_with(path, ".json"))
        saved = file_write(path, log->bytes, log->size, &why);
    else if ((json = logfile_json(log, &length, &why)))
        saved = file_write(path, json, length, &why);
    free(json);
    join->failed |= !saved;
    if (saved)
        snprintf(sentence, sizeof sentence, "The log is saved as %.300s.", path);
    else
        snprintf(sentence, sizeof sentence, "The log is not saved: %s.", why.text);
    join_say(join, sentence);
}

/* ---- Both ----------------------------------------------------------------------------------- */

static bool is_due(const struct join *join)
{
    const struct guest *guest = &join->guest;

    return join->has_match && !join->proved && guest->room.stage == HC_ROOM_FINISHED &&
           guest->room.match == join->match_number && *guest->match_id &&
           guest_awaits(guest) == HC_NONE;
}

void join_prove(struct join *join)
{
    struct hc_problem why = {0};
    struct logfile log;
    const char *wrong;

    if (!is_due(join))
        return;
    join->proved = true;
    if (!fetch_log(join, &log, &why)) {
        join->failed |= join->given->log != NULL;
        snprintf(join->verdict, sizeof join->verdict,
                 "The deal is not verified: its log did not come (%s).", why.text);
        join_say(join, join->verdict);
        return;
    }
    wrong = examine(join, &log, &why);
    join->failed |= wrong != NULL;
    if (wrong)
        snprintf(join->verdict, sizeof join->verdict, "THE DEAL WAS NOT HONEST: %s.", wrong);
    else
        snprintf(join->verdict, sizeof join->verdict,
                 "The deal was honest: it is the one that was committed to before the match.");
    join_say(join, join->verdict);
    save_log(join, &log);
    logfile_release(&log);
}
