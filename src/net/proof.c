// SPDX-License-Identifier: MIT
/* proof.c: holding a log to what a guest knows. Start reading at proof_examine(). */
#include "net/proof.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VIEW_CHARS = 1 << 16 };

/* Whether the guest's entropy went into the deal. */
static bool has_entropy(const struct proof *proof, const uint8_t *log, size_t size)
{
    struct hc_log_reader reader;
    struct hc_record record;

    if (!proof->entropy)
        return true;
    if (!hc_log_open(&reader, log, size))
        return false;
    while (hc_log_next(&reader, &record) > 0)
        if (record.kind == HC_RECORD_CONTRIBUTION && record.seat == proof->view->viewer &&
            !memcmp(record.bytes, proof->entropy, HC_SEED_BYTES))
            return true;
    return false;
}

static bool is_same_view(const struct hc_view *a, const struct hc_view *b)
{
    char *one = malloc(VIEW_CHARS), *other = malloc(VIEW_CHARS);
    bool same = one && other && hc_view_json(a, one, VIEW_CHARS) < VIEW_CHARS &&
                hc_view_json(b, other, VIEW_CHARS) < VIEW_CHARS && !strcmp(one, other);

    free(one);
    free(other);
    return same;
}

/* Whether the log ends with the table that the guest saw last. */
static bool ends_as_seen(const struct proof *proof, const uint8_t *log, size_t size)
{
    struct hc_table *table = malloc(hc_table_bytes());
    struct hc_problem why;
    struct hc_view view;
    bool same = table && hc_log_replay(log, size, UINT32_MAX, table, NULL, NULL, &why);

    if (same) {
        hc_view(table, proof->view->viewer, 0, &view);
        same = is_same_view(&view, proof->view);
    }
    free(table);
    return same;
}

static enum hc_verdict say(struct hc_problem *why, enum hc_verdict verdict, const char *sentence)
{
    snprintf(why->text, sizeof why->text, "%s", sentence);
    return verdict;
}

enum hc_verdict proof_examine(const struct proof *proof, const uint8_t *log, size_t size,
                              struct hc_problem *why)
{
    enum hc_verdict verdict = hc_log_verify(log, size, why);
    struct hc_log_reader reader;

    if (verdict == HC_UNREVEALED)
        return say(why, verdict, "the secret of the deal is not revealed");
    if (verdict != HC_HONEST)
        return verdict;
    if (!hc_log_open(&reader, log, size) ||
        memcmp(reader.commitment, proof->commitment, HC_SEED_BYTES) != 0)
        return say(why, HC_DISHONEST,
                   "the log has another seal than the one that was shown before the match");
    if (!has_entropy(proof, log, size))
        return say(why, HC_DISHONEST, "what you gave for the deal is not in it");
    if (!ends_as_seen(proof, log, size))
        return say(why, HC_DISHONEST, "the log ends in another way than the match that you saw");
    return HC_HONEST;
}
