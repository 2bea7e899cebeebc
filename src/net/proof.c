// SPDX-License-Identifier: MIT
/* proof.c: holding a log to what a guest knows. Start reading at proof_examine(). */
#include "net/proof.h"

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

const char *proof_examine(const struct proof *proof, const uint8_t *log, size_t size,
                          struct hc_problem *why)
{
    struct hc_log_reader reader;

    switch (hc_log_verify(log, size, why)) {
    case HC_HONEST:
        break;
    case HC_UNREVEALED:
        return "the secret of the deal is not revealed";
    case HC_DISHONEST:
        return why->text;
    }
    if (!hc_log_open(&reader, log, size) ||
        memcmp(reader.commitment, proof->commitment, HC_SEED_BYTES) != 0)
        return "the log has another seal than the one that was shown before the match";
    if (!has_entropy(proof, log, size))
        return "what you gave for the deal is not in it";
    if (!ends_as_seen(proof, log, size))
        return "the log ends in another way than the match that you saw";
    return NULL;
}
