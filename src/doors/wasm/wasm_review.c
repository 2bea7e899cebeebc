// SPDX-License-Identifier: MIT
/*
 * wasm_review.c: a finished log looked through again: where there was a choice, and what the bot
 * `search` would have done there with what that player could see. A page asks for the decisions
 * once, and then for one after the other, in a Worker, since each takes a while.
 */
#include "bots/advice.h"
#include "doors/wasm/wasm_inside.h"

enum { SENTENCE_CHARS = 1200 };

struct finder {
    struct hc_table *before; /* the command that is looked at; nothing if seq is 0 */
    size_t record;           /* where it begins */
    uint32_t seq;            /* events before it */
    struct hc_text out;
};

/* A command in the words of the protocol, as a member. */
static void put_command(const struct hc_view *view, const char *key,
                        const struct hc_command *command, struct hc_text *out)
{
    char text[HC_COMMAND_CHARS];

    hc_command_print(view->game, &view->rules, command, text, sizeof text);
    hc_json_string(out, key, text);
}

static void put_decision(struct finder *finder, const struct hc_record *record)
{
    struct hc_text *out = &finder->out;
    struct hc_view view;
    int64_t round = 0;

    hc_view(finder->before, record->seat, record->time_ms, &view);
    if (view.actions.ways < 2)
        return;
    hc_table_common(finder->before, HC_COMMON_ROUND, 0, &round);
    hc_json_open(out, NULL, '{');
    hc_json_number(out, "seq", finder->seq);
    hc_json_number(out, "seat", record->seat);
    hc_json_number(out, "round", round);
    put_command(&view, "do", &record->command, out);
    hc_json_close(out, '}');
}

static void look(void *context, const struct hc_table *table, const struct hc_record *record,
                 const struct hc_event *event)
{
    struct finder *finder = context;

    (void)event;
    /* Before the first event there is no table; a forged log may let a player begin. */
    if (finder->seq && record->at != finder->record && record->seat < HC_SEATS_MAX)
        put_decision(finder, record);
    finder->record = record->at;
    finder->seq++;
    hc_copy(finder->before, table, hc_table_bytes());
}

/* Writes the decisions into `size` characters of `out`; the length wanted, or 0. */
static size_t find(const struct wasm_reader *log, char *out, size_t size)
{
    struct finder finder = {.before = wasm_new(hc_table_bytes())};
    struct hc_table *table = wasm_new(hc_table_bytes());
    bool ok;

    hc_text_init(&finder.out, out, size);
    hc_json_open(&finder.out, NULL, '[');
    ok = hc_log_replay(log->next, log->left, UINT32_MAX, table, look, &finder, &wasm.why);
    hc_json_close(&finder.out, ']');
    wasm_free(table);
    wasm_free(finder.before);
    return ok ? finder.out.length : 0;
}

size_t wasm_decisions(size_t length)
{
    struct wasm_reader log;
    size_t wanted;

    wasm_say_why("there is nothing to read");
    if (!wasm_read(&log, length))
        return 0;
    wanted = find(&log, NULL, 0);
    if (wanted)
        find(&log, wasm_text_room(wanted), wanted + 1);
    return wanted;
}

/* The command of a player right after event number `seq`. */
static bool find_command(const struct wasm_reader *log, uint32_t seq, struct hc_record *record)
{
    struct hc_log_reader reader;
    uint32_t events = 0;
    int more = 1;

    if (!hc_log_open(&reader, log->next, log->left)) {
        wasm.why = reader.problem;
        return false;
    }
    while ((more = hc_log_next(&reader, record)) > 0) {
        if (record->kind != HC_RECORD_COMMAND)
            continue;
        if (events == seq && record->seat < reader.seats)
            return true;
        events += record->events.count;
    }
    if (more < 0)
        wasm.why = reader.problem;
    else
        wasm_say_why("no player did anything then");
    return false;
}

static void put_said(const struct hc_view *view, const char *key, const struct hc_command *command,
                     struct hc_text *out)
{
    char sentence[SENTENCE_CHARS];

    hc_command_say(view, command, wasm.names, wasm.language, sentence, sizeof sentence);
    hc_json_string(out, key, sentence);
}

static size_t put_advice(const struct hc_view *view, const struct hc_command *done,
                         const struct hc_advice *advice)
{
    size_t room = 4 * SENTENCE_CHARS;
    struct hc_text out;

    hc_text_init(&out, wasm_text_room(room), room + 1);
    hc_json_open(&out, NULL, '{');
    put_command(view, "do", done, &out);
    put_said(view, "says", done, &out);
    if (advice->is_known) {
        hc_json_bool(&out, "same", advice->is_same);
        put_command(view, "best", &advice->best, &out);
        put_said(view, "best_says", &advice->best, &out);
        hc_json_number(&out, "best_permille", advice->before);
        hc_json_number(&out, "permille", advice->after);
    }
    hc_json_close(&out, '}');
    HC_CHECK(out.length <= room);
    return out.length;
}

size_t wasm_advice(size_t length, uint32_t seq)
{
    struct wasm_reader log;
    struct hc_record record;
    struct hc_advice advice;
    struct hc_table *table;
    struct hc_view view;
    size_t written = 0;
    void *scratch;

    wasm_say_why("there is nothing to read");
    if (!wasm_read(&log, length) || !find_command(&log, seq, &record))
        return 0;
    table = wasm_new(hc_table_bytes());
    scratch = wasm_new(hc_advice_bytes());
    if (hc_log_replay(log.next, log.left, seq, table, NULL, NULL, &wasm.why)) {
        hc_view(table, record.seat, record.time_ms, &view);
        hc_advise(&view, &record.command, scratch, &advice);
        written = put_advice(&view, &record.command, &advice);
    }
    wasm_free(scratch);
    wasm_free(table);
    return written;
}
