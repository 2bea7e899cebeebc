// SPDX-License-Identifier: MIT
/* refusal.c: names and sentences of refusals. The list itself is public, in holecard.h. */
#include "core/check.h"
#include "core/memory.h"
#include "holecard.h"

static const struct {
    const char *name, *sentence;
} refusals[] = {
#define X(code, name, sentence) [HC_##code] = {#name, sentence},
    HC_REFUSALS(X)
#undef X
};

const char *hc_refusal_name(enum hc_refusal refusal)
{
    HC_CHECK(refusal < HC_REFUSAL_COUNT);
    return refusals[refusal].name;
}

const char *hc_refusal_sentence(enum hc_refusal refusal)
{
    HC_CHECK(refusal < HC_REFUSAL_COUNT);
    return refusals[refusal].sentence;
}

enum hc_refusal hc_refusal_find(const char *name)
{
    for (unsigned r = 0; r < HC_REFUSAL_COUNT; r++)
        if (hc_text_same(name, refusals[r].name))
            return (enum hc_refusal)r;
    return HC_REFUSAL_COUNT;
}
