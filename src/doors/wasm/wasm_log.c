// SPDX-License-Identifier: MIT
/* wasm_log.c: finished logs: whether they were altered, as JSON, and any moment of them again. */
#include "core/utf8.h"
#include "doors/wasm/wasm_inside.h"
#include "table/view.h"

enum {
    SEEN_MAX = HC_EVENT_BYTES / sizeof(struct hc_event),
    SENTENCE_CHARS = 1200,
    LANGUAGE_CHARS = 16,
};

int wasm_language(size_t length)
{
    char code[LANGUAGE_CHARS] = {0};
    struct wasm_reader reader;

    wasm.language = NULL;
    if (length >= sizeof code || !wasm_read(&reader, length))
        return 0;
    hc_copy(code, reader.next, length);
    wasm.language = hc_language_find(code);
    return wasm.language != NULL;
}

/* Takes a name with its zero off the reader; false if it is none. */
static bool take_name(struct wasm_reader *reader, char name[HC_ROOM_NAME_BYTES])
{
    for (unsigned i = 0; i < HC_ROOM_NAME_BYTES; i++) {
        const uint8_t *byte = wasm_get(reader, 1);

        if (!byte)
            return false;
        name[i] = (char)*byte;
        if (!*byte)
            return hc_utf8_ok(name, i);
    }
    return false;
}

int wasm_set_names(size_t length)
{
    struct wasm_reader reader;
    bool ok = wasm_read(&reader, length);

    hc_zero(wasm.names, sizeof wasm.names);
    for (unsigned seat = 0; ok && seat < HC_SEATS_MAX && reader.left; seat++) {
        ok = take_name(&reader, wasm.name[seat]);
        wasm.names[seat] = ok && *wasm.name[seat] ? wasm.name[seat] : NULL;
    }
    ok = ok && !reader.left;
    if (!ok)
        hc_zero(wasm.names, sizeof wasm.names);
    return ok;
}

int wasm_verify(size_t length)
{
    struct wasm_reader reader;

    if (!wasm_read(&reader, length)) {
        wasm_say_why("there is nothing to verify");
        return HC_UNREADABLE;
    }
    wasm_say_why("");
    return (int)hc_log_verify(reader.next, length, &wasm.why);
}

size_t wasm_log_json(size_t length)
{
    struct wasm_reader reader;
    size_t wanted;

    wasm_say_why("there is nothing to read");
    if (!wasm_read(&reader, length))
        return 0;
    wanted = hc_log_json(reader.next, length, NULL, 0, &wasm.why);
    if (wanted)
        hc_log_json(reader.next, length, wasm_text_room(wanted), wanted + 1, &wasm.why);
    return wanted;
}

/* The last command up to that moment, as the viewer saw it. */
struct moment {
    unsigned viewer;
    size_t record; /* where it begins */
    uint64_t time_ms;
    unsigned count;
    struct hc_seen seen[SEEN_MAX];
};

static void see(void *context, const struct hc_table *table, const struct hc_record *record,
                const struct hc_event *event)
{
    struct moment *moment = context;

    if (record->at != moment->record)
        moment->count = 0;
    moment->record = record->at;
    moment->time_ms = record->time_ms;
    HC_CHECK(moment->count < SEEN_MAX);
    hc_event_see(table, event, moment->viewer, &moment->seen[moment->count++]);
}

static void write_moment(const struct moment *moment, const struct hc_view *view,
                         struct hc_text *out)
{
    char sentence[SENTENCE_CHARS];

    hc_json_open(out, NULL, '{');
    hc_json_number(out, "seq", view->seq);
    hc_json_number(out, "time_ms", (int64_t)moment->time_ms);
    hc_json_open(out, "events", '[');
    for (unsigned i = 0; i < moment->count; i++)
        hc_seen_write(view->game, &view->rules, &moment->seen[i], out);
    hc_json_close(out, ']');
    hc_json_open(out, "says", '[');
    for (unsigned i = 0; i < moment->count; i++)
        if (hc_seen_say(view->game, &view->rules, &moment->seen[i], moment->viewer, wasm.names,
                        wasm.language, sentence, sizeof sentence))
            hc_json_string(out, NULL, sentence);
    hc_json_close(out, ']');
    hc_view_write(NULL, view, "view", out);
    hc_json_close(out, '}');
}

struct scene {
    const struct moment *moment;
    const struct hc_view *view;
};

static void write_scene(const void *context, struct hc_text *out)
{
    const struct scene *scene = context;

    write_moment(scene->moment, scene->view, out);
}

size_t wasm_replay(size_t length, uint32_t seq, unsigned viewer)
{
    struct wasm_reader reader;
    struct hc_log_reader log;
    struct moment *moment;
    struct hc_table *table;
    struct hc_view view;
    size_t written = 0;

    wasm_say_why("there is nothing to read");
    if (!wasm_read(&reader, length))
        return 0;
    if (!hc_log_open(&log, reader.next, length)) {
        wasm.why = log.problem;
        return 0;
    }
    moment = wasm_new(sizeof *moment);
    table = wasm_new(hc_table_bytes());
    moment->viewer = viewer < log.seats ? viewer : (unsigned)HC_SPECTATOR;
    moment->record = 0;
    moment->time_ms = 0;
    moment->count = 0;
    if (hc_log_replay(reader.next, length, seq, table, see, moment, &wasm.why)) {
        hc_view(table, moment->viewer, moment->time_ms, &view);
        written = wasm_write(write_scene, &(struct scene){moment, &view});
    }
    wasm_free(table);
    wasm_free(moment);
    return written;
}
