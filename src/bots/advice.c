// SPDX-License-Identifier: MIT
/* advice.c: see advice.h. */
#include "bots/advice.h"

size_t hc_advice_bytes(void)
{
    return hc_hint_bytes(HC_HINT_BUDGET);
}

static bool fits(unsigned done, unsigned hinted)
{
    return done == HC_NONE || done == hinted;
}

/* Whether a hint is what was done, or completes it: what was left open was asked for later. */
static bool is_done(const struct hc_command *done, const struct hc_command *hinted)
{
    return done->verb == hinted->verb && fits(done->face, hinted->face) &&
           fits(done->color, hinted->color) && fits(done->target, hinted->target) &&
           fits(done->guess, hinted->guess) && done->flag == hinted->flag;
}

void hc_advise(const struct hc_view *view, const struct hc_command *done, void *scratch,
               struct hc_advice *advice)
{
    static const uint8_t seed[HC_SEED_BYTES];
    struct hc_hint hints[HC_HINTS_MAX];
    unsigned count = hc_hint(view, seed, HC_HINT_BUDGET, scratch, hints);

    *advice = (struct hc_advice){0};
    for (unsigned i = 0; i < count; i++) {
        if (!is_done(done, &hints[i].command))
            continue;
        if (!advice->is_known || hints[i].win_permille > advice->after)
            advice->after = hints[i].win_permille;
        advice->is_known = true;
    }
    if (!advice->is_known)
        return;
    advice->best = hints[0].command;
    advice->before = hints[0].win_permille;
    advice->is_same = is_done(done, &advice->best);
    /* The most tried one is the advice, even if another was luckier in a few games. */
    if (advice->after > advice->before || advice->is_same)
        advice->after = advice->before;
}
