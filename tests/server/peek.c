// SPDX-License-Identifier: MIT
/*
 * peek.c: whether what a client was sent is a function of what its seat may know.
 *
 * Reads one match a line: {"log": hexadecimal, "seat": N, "names": […], "frames": […]}, with every
 * message that the client received. Each event is masked for the seat anew from the log, and so is
 * the view after it; then everything that the seat does not know is dealt anew, and the view must
 * stay the same. A frame must have just that, and nothing that is not named here. Start reading at
 * check_match().
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/dice.h"
#include "games/game.h"
#include "redeal.h"

enum { TEXT_BYTES = 1 << 16, EVENTS_MAX = 20000 };

/* What a seat may know of a match, event by event. */
struct known {
    unsigned seat;
    const char *names[HC_SEATS_MAX];
    size_t count; /* of events */
    json_t *seen[EVENTS_MAX], *said[EVENTS_MAX], *view[EVENTS_MAX + 1];
    struct hc_dice dice;
    json_t *told;    /* the client's view, changes and all */
    size_t compared; /* views of the client's */
    bool same;       /* in all worlds so far */
};

static const char *const allowed[] = {
    "op",   "re",     "ok",   "repeat",    "table",       "seq",  "seat", "events",     "says",
    "view", "change", "room", "waits_for", "deadline_ms", "code", "why",  "commitment", "match_id"};

static json_t *view_of(const struct hc_table *table, unsigned seat, uint64_t now_ms)
{
    static char text[TEXT_BYTES];
    static struct hc_view view;

    hc_view(table, seat, now_ms, &view);
    hc_view_json(&view, text, sizeof text);
    return json_loads(text, 0, NULL);
}

static void see(void *context, const struct hc_table *table, const struct hc_record *record,
                const struct hc_event *event)
{
    static char text[TEXT_BYTES];
    struct known *known = context;
    struct hc_table other;
    struct hc_seen seen;
    json_t *there;
    size_t n = known->count++;

    if (n >= EVENTS_MAX)
        exit(2);
    hc_event_see(table, event, known->seat, &seen);
    hc_seen_json(hc_table_game(table), hc_table_rules(table), &seen, text, sizeof text);
    known->seen[n] = json_loads(text, 0, NULL);
    hc_seen_say(hc_table_game(table), hc_table_rules(table), &seen, known->seat, known->names, NULL,
                text, sizeof text);
    known->said[n] = *text ? json_string(text) : NULL;
    known->view[n + 1] = view_of(table, known->seat, record->time_ms);
    redeal(table, hc_box_known(&table->box, known->seat), &known->dice, &other);
    there = view_of(&other, known->seat, record->time_ms);
    known->same &= json_equal(known->view[n + 1], there) != 0;
    json_decref(there);
}

/* The last `count` events before `seq` are those of the frame, and likewise their sentences. */
static const char *check_events(const struct known *known, const json_t *frame, size_t seq)
{
    const json_t *events = json_object_get(frame, "events"), *says = json_object_get(frame, "says");
    size_t count = json_array_size(events), spoken = 0;

    if (count > seq)
        return "there are more events than have happened";
    for (size_t i = 0; i < count; i++) {
        if (!json_equal(json_array_get(events, i), known->seen[seq - count + i]))
            return "an event is not what the seat may see";
        if (known->said[seq - count + i] &&
            !json_equal(json_array_get(says, spoken++), known->said[seq - count + i]))
            return "a sentence is not what the seat may hear";
    }
    return spoken == json_array_size(says) ? NULL : "there are more sentences than events";
}

/* A view, or a change of the one before. */
static void take_view(struct known *known, const json_t *frame)
{
    json_t *change = json_object_get(frame, "change");

    if (change) {
        json_object_update(known->told, change);
    } else {
        json_decref(known->told);
        known->told = json_deep_copy(json_object_get(frame, "view"));
    }
}

/* What may be done can depend on the time, which the log has for frames with events only. */
static const char *check_view(const struct known *known, const json_t *frame, size_t seq)
{
    json_t *mine = json_deep_copy(known->view[seq]), *view = json_deep_copy(known->told);
    const char *wrong = NULL;

    if (!json_object_get(frame, "events")) {
        json_object_del(view, "actions");
        json_object_del(mine, "actions");
    }
    if (seq && !json_equal(view, mine))
        wrong = "the view is not what the seat may see";
    json_decref(mine);
    json_decref(view);
    return wrong;
}

static const char *check_frame(struct known *known, json_t *frame)
{
    size_t seq = (size_t)json_integer_value(json_object_get(frame, "seq"));
    const json_t *seat = json_object_get(frame, "seat");
    const char *key, *wrong;
    json_t *value;

    json_object_foreach(frame, key, value)
    {
        bool is_allowed = false;

        for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
            is_allowed |= !strcmp(key, allowed[i]);
        if (!is_allowed)
            return key;
    }
    if (!json_object_get(frame, "view") && !json_object_get(frame, "change"))
        return NULL;
    if (json_object_get(frame, "change") && !known->told)
        return "a view is changed that was never shown";
    take_view(known, frame);
    if (seq > known->count)
        return "this has never happened";
    if (!seat || (unsigned)json_integer_value(seat) != known->seat)
        return "this is for another seat";
    known->compared++;
    wrong = json_object_get(frame, "events") ? check_events(known, frame, seq) : NULL;
    return wrong ? wrong : check_view(known, frame, seq);
}

static size_t read_log(const char *hex, uint8_t *bytes)
{
    size_t size = strlen(hex) / 2;

    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)strtoul((char[]){hex[2 * i], hex[2 * i + 1], 0}, NULL, 16);
    return size;
}

static void forget(struct known *known)
{
    for (size_t i = 0; i < known->count; i++) {
        json_decref(known->seen[i]);
        json_decref(known->said[i]);
        json_decref(known->view[i + 1]);
    }
    json_decref(known->told);
}

/* How many views were compared; 0 if something is wrong. */
static size_t check_match(const json_t *match)
{
    static struct known known;
    static const uint8_t key[HC_SEED_BYTES] = {1};
    const char *hex = json_string_value(json_object_get(match, "log")), *wrong = NULL;
    json_t *frames = json_object_get(match, "frames"), *frame;
    uint8_t *log = malloc(strlen(hex) / 2 + 1);
    size_t size = read_log(hex, log), i;
    struct hc_problem why;
    struct hc_table table;

    memset(&known, 0, sizeof known);
    known.seat = (unsigned)json_integer_value(json_object_get(match, "seat"));
    known.same = true;
    hc_dice_open(&known.dice, key, 0, 0);
    for (unsigned s = 0; s < json_array_size(json_object_get(match, "names")); s++)
        known.names[s] = json_string_value(json_array_get(json_object_get(match, "names"), s));
    if (!hc_log_replay(log, size, UINT32_MAX, &table, see, &known, &why))
        wrong = why.text;
    else if (!known.same)
        wrong = "the view depends on what the seat does not know";
    json_array_foreach(frames, i, frame)
    {
        if (!wrong && (wrong = check_frame(&known, frame)))
            json_dumpf(frame, stdout, JSON_COMPACT);
    }
    if (wrong)
        printf("\npeek: %s\n", wrong);
    forget(&known);
    free(log);
    return wrong ? 0 : known.compared;
}

int main(void)
{
    size_t matches = 0, views = 0;
    json_t *match;

    while ((match = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, NULL))) {
        size_t checked = check_match(match);

        json_decref(match);
        if (!checked)
            return 1;
        matches++;
        views += checked;
    }
    printf("%zu matches, and in them %zu views that are what the seat may know\n", matches, views);
    return 0;
}
