// SPDX-License-Identifier: MIT
/*
 * fuzz_follow.c: anything as what somebody else's table has shown.
 *
 * Four texts, each with a zero at its end: the words of the rules, a view, events, and the next
 * view. Whatever they say, a verdict comes of it, and the same one again.
 */
#include <stdlib.h>
#include <string.h>

#include "table/follow.h"
#include "table/shown.h"
#include "table/sound.h"

enum { SEEN_MAX = 64, TEXTS = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct hc_seen seen[SEEN_MAX];
    const char *text[TEXTS], *at = (const char *)bytes, *end = at + size;
    struct hc_view was, now;
    struct hc_step step = {&was, &now, seen, 0};
    const struct hc_game *game;
    struct hc_rules rules;
    struct hc_problem why;

    for (unsigned t = 0; t < TEXTS; t++) {
        text[t] = at;
        at = at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;
        if (!at)
            return 0;
        at++;
    }
    if (!hc_shown_game(text[3], strlen(text[3]), &game) ||
        !hc_rules_parse(game, text[0], &rules, &why) ||
        !hc_shown_view(text[1], strlen(text[1]), game, &rules, &was, &why) ||
        !hc_shown_view(text[3], strlen(text[3]), game, &rules, &now, &why) ||
        was.viewer != now.viewer ||
        !hc_shown_events(text[2], strlen(text[2]), &was, seen, SEEN_MAX, &step.count, &why))
        return 0;
    hc_view_offered(&now, &why);
    if (hc_follow(&step, &why, NULL) != hc_follow(&step, &why, NULL))
        abort();
    return 0;
}
