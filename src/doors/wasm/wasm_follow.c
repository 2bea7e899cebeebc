// SPDX-License-Identifier: MIT
/* wasm_follow.c: a page that sits at another's table, and checks what it is shown. */
#include "doors/wasm/wasm_inside.h"
#include "table/follow.h"
#include "table/shown.h"
#include "table/sound.h"

enum { SEEN_MAX = HC_EVENT_BYTES / sizeof(struct hc_event), TEXTS = 4 };

enum { CAN_BE, MAY_BE, CANNOT_BE };

/* What was shown, as it was sent. */
enum text { RULES, WAS, EVENTS, NOW };

struct following {
    const char *text[TEXTS];
    size_t length[TEXTS];
    struct hc_view was, now;
    struct hc_seen seen[SEEN_MAX];
};

static bool take_texts(size_t length, struct following *following)
{
    struct wasm_reader reader;

    if (!wasm_read(&reader, length))
        return false;
    for (unsigned t = 0; t < TEXTS; t++) {
        following->text[t] = (const char *)reader.next;
        following->length[t] = 0;
        for (const uint8_t *byte; (byte = wasm_get(&reader, 1)) && *byte;)
            following->length[t]++;
        if (!following->length[t] && !reader.left && t + 1 < TEXTS)
            return false;
    }
    return !reader.left && following->text[NOW][following->length[NOW]] == 0;
}

static int judge_step(struct following *following)
{
    const struct hc_game *game;
    struct hc_rules rules;
    unsigned count;

    if (!hc_shown_game(following->text[NOW], following->length[NOW], &game)) {
        wasm_say_why("there is no such game");
        return CANNOT_BE;
    }
    if (!hc_rules_parse(game, following->text[RULES], &rules, &wasm.why))
        return CANNOT_BE;
    if (!hc_shown_view(following->text[NOW], following->length[NOW], game, &rules, &following->now,
                       &wasm.why) ||
        !hc_view_sound(&following->now, &wasm.why))
        return CANNOT_BE;
    if (!following->length[WAS] ||
        !hc_shown_view(following->text[WAS], following->length[WAS], game, &rules, &following->was,
                       &wasm.why) ||
        following->was.viewer != following->now.viewer)
        return MAY_BE;
    if (!hc_shown_events(following->text[EVENTS], following->length[EVENTS], &following->was,
                         following->seen, SEEN_MAX, &count, &wasm.why))
        return CANNOT_BE;
    switch (hc_follow(&(struct hc_step){&following->was, &following->now, following->seen, count},
                      &wasm.why, NULL)) {
    case HC_STEP_HONEST:
        return CAN_BE;
    case HC_STEP_UNDECIDED:
        return MAY_BE;
    case HC_STEP_BROKEN:
        break;
    }
    return CANNOT_BE;
}

/* A step that is wrong says more than the actions that it led to, which are judged last. */
static int judge(struct following *following)
{
    int verdict = judge_step(following);

    if (verdict != CANNOT_BE && !hc_view_offered(&following->now, &wasm.why))
        return CANNOT_BE;
    return verdict;
}

int wasm_follow(size_t length)
{
    struct following *following = wasm_new(sizeof *following);
    int verdict = MAY_BE;

    wasm_say_why("there is nothing to follow");
    if (take_texts(length, following)) {
        wasm_say_why("");
        verdict = judge(following);
    }
    wasm_free(following);
    return verdict;
}
