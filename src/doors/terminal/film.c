// SPDX-License-Identifier: MIT
/*
 * film.c: winding a saved match. Start with advance(), which makes one event happen, and
 * rewind_to(), which goes to a mark; everything else is made of these two. The log was checked as a
 * whole when the film was opened, so its events are applied without looking again.
 */
#include "doors/terminal/film.h"

#include <stdlib.h>
#include <string.h>

#include "table/uncover.h"
#include "doors/terminal/phrase.h"
#include "table/view.h"

enum { SPEED_FIRST = 3 };

/* How many events there are in a second, or how many seconds one takes. */
static const struct {
    unsigned delay_ms, count;
} speeds[] = {
    {4000, 4}, {2000, 2}, {1000, 1}, {500, 2}, {250, 4}, {125, 8}, {60, 16}, {30, 32},
};

/* ---- The head ------------------------------------------------------------------------------- */

enum { HEAD_TABLE = FILM_MARKS_MAX, SPARE_TABLE, TABLES };

static struct hc_table *table_at(const struct film *film, size_t index)
{
    return (struct hc_table *)(void *)(film->tables + index * hc_table_bytes());
}

/* Makes the next event happen; false at the end of the log. */
static bool advance(struct film_head *head)
{
    struct hc_record *record = &head->record;
    const struct hc_event *event = head->event ? hc_event_next(&record->events, head->event) : NULL;

    while (!event) {
        if (hc_log_next(&head->reader, record) <= 0)
            return false;
        head->before = hc_table_seq(head->table);
        if (record->kind == HC_RECORD_CONTRIBUTION)
            hc_table_contribute(head->table, record->seat, record->bytes);
        event = hc_event_first(&record->events);
    }
    hc_table_apply(head->table, event);
    head->event = event;
    return true;
}

/* Whether anybody is shown the event that the head is at. */
static bool is_shown(const struct film_head *head)
{
    return hc_event_speaks(hc_table_game(head->table), head->event->kind);
}

static void rewind_to(const struct film *film, size_t mark, struct film_head *head)
{
    const struct film_mark *from = &film->mark[mark];

    head->reader = film->head.reader;
    head->reader.at = from->at;
    head->reader.time_ms = from->time_ms;
    head->reader.records = from->records;
    head->record.events.used = head->record.events.count = 0;
    head->record.time_ms = from->time_ms;
    head->event = NULL;
    memcpy(head->table, table_at(film, mark), hc_table_bytes());
    head->before = from->seq;
}

/* The last mark that an event comes after; the first one for the event 0. */
static size_t mark_before(const struct film *film, uint32_t seq)
{
    size_t low = 0, high = film->mark_count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (film->mark[middle].seq < seq)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* ---- Opening -------------------------------------------------------------------------------- */

static void move_mark(struct film *film, size_t to, size_t from)
{
    film->mark[to] = film->mark[from];
    memmove(table_at(film, to), table_at(film, from), hc_table_bytes());
}

/* Marks the place of the head, which is between two records. */
static void add_mark(struct film *film)
{
    const struct film_head *head = &film->head;

    if (head->reader.records % film->spacing)
        return;
    if (film->mark_count == FILM_MARKS_MAX) {
        for (size_t i = 0; i < FILM_MARKS_MAX / 2; i++)
            move_mark(film, i, 2 * i);
        film->mark_count = FILM_MARKS_MAX / 2;
        film->spacing *= 2;
    }
    memcpy(table_at(film, film->mark_count), head->table, hc_table_bytes());
    film->mark[film->mark_count++] = (struct film_mark){.seq = hc_table_seq(head->table),
                                                        .at = head->reader.at,
                                                        .time_ms = head->reader.time_ms,
                                                        .records = head->reader.records};
}

static bool add_round(struct film *film, uint32_t seq)
{
    if (film->round_count == film->round_room) {
        size_t room = film->round_room ? 2 * film->round_room : 16;
        uint32_t *round = realloc(film->round, room * sizeof *round);

        if (!round)
            return false;
        film->round = round;
        film->round_room = room;
    }
    film->round[film->round_count++] = seq;
    return true;
}

/* 0 in games without rounds. */
static int64_t round_of(const struct film_head *head)
{
    int64_t round = 0;

    hc_table_common(head->table, HC_COMMON_ROUND, 0, &round);
    return round;
}

/* Folds the record that the head has just read, and notes where rounds begin. */
static bool index_record(struct film *film)
{
    struct film_head *head = &film->head;
    const struct hc_events *events = &head->record.events;

    if (head->record.kind == HC_RECORD_CONTRIBUTION)
        hc_table_contribute(head->table, head->record.seat, head->record.bytes);
    if (head->record.kind == HC_RECORD_REVEAL)
        film->is_over = true;
    if (events->count && !hc_table_seq(head->table))
        film->start_ms = head->record.time_ms;
    for (const struct hc_event *event = hc_event_first(events); event;
         event = hc_event_next(events, event)) {
        int64_t round = round_of(head);

        hc_table_apply(head->table, event);
        if (round_of(head) != round && !add_round(film, hc_table_seq(head->table)))
            return false;
    }
    return true;
}

/* Goes through a log that is known to be sound. False if there is not enough memory. */
static bool index_log(struct film *film)
{
    static const uint8_t no_seed[HC_SEED_BYTES];
    struct film_head *head = &film->head;
    const struct hc_log_reader *reader = &head->reader;

    film->spacing = 16;
    if (hc_table_open(head->table, reader->game, &reader->rules, reader->seats, no_seed))
        return false;
    for (add_mark(film); hc_log_next(&head->reader, &head->record) > 0; add_mark(film))
        if (!index_record(film))
            return false;
    film->events = hc_table_seq(head->table);
    film->seats = hc_table_seats(head->table);
    film->is_over |= hc_table_awaits(head->table) == HC_NONE;
    return true;
}

bool film_open(struct film *film, const uint8_t *bytes, size_t size, struct hc_problem *why)
{
    memset(film, 0, sizeof *film);
    film->speed = SPEED_FIRST;
    film->mark = malloc(FILM_MARKS_MAX * sizeof *film->mark);
    film->tables = malloc(TABLES * hc_table_bytes());
    if (!film->mark || !film->tables) {
        *why = (struct hc_problem){.text = "there is not enough memory"};
        return false;
    }
    film->head.table = table_at(film, HEAD_TABLE);
    if (!hc_log_replay(bytes, size, UINT32_MAX, film->head.table, NULL, NULL, why))
        return false;
    if (!hc_log_open(&film->head.reader, bytes, size) || !index_log(film)) {
        *why = (struct hc_problem){.text = "there is not enough memory"};
        return false;
    }
    film->verdict = hc_log_verify(bytes, size, &film->problem);
    if (film->verdict == HC_UNREADABLE) {
        *why = film->problem;
        return false;
    }
    film_seek(film, 0);
    return true;
}

void film_release(struct film *film)
{
    free(film->mark);
    free(film->tables);
    free(film->round);
    film->mark = NULL;
    film->tables = NULL;
    film->round = NULL;
}

/* ---- Winding -------------------------------------------------------------------------------- */

uint32_t film_seq(const struct film *film)
{
    return hc_table_seq(film->head.table);
}

void film_seek(struct film *film, uint32_t seq)
{
    uint32_t now = film_seq(film);
    size_t mark;

    seq = seq < film->events ? seq : film->events;
    mark = mark_before(film, seq);
    /* Whatever lies between the mark and the target can be wound on from. */
    if (seq < now || !film->head.event || film->mark[mark].seq > now)
        rewind_to(film, mark, &film->head);
    while (film_seq(film) < seq)
        advance(&film->head);
}

/* The last event before another one that anybody is shown; 0 if there is none. */
static uint32_t shown_before(const struct film *film, uint32_t seq)
{
    struct film_head head = {.table = table_at(film, SPARE_TABLE)};
    uint32_t shown = 0;

    for (size_t mark = mark_before(film, seq) + 1; mark-- && !shown;) {
        rewind_to(film, mark, &head);
        while (hc_table_seq(head.table) + 1 < seq && advance(&head))
            if (is_shown(&head))
                shown = hc_table_seq(head.table);
        seq = film->mark[mark].seq + 1;
    }
    return shown;
}

void film_step(struct film *film, bool back)
{
    if (back) {
        film_seek(film, shown_before(film, film_seq(film)));
        return;
    }
    while (film_seq(film) < film->events) {
        advance(&film->head);
        if (is_shown(&film->head))
            return;
    }
}

uint64_t film_time_ms(const struct film *film)
{
    return film->head.event ? film->head.record.time_ms - film->start_ms : 0;
}

bool film_ends_command(const struct film *film)
{
    return film_seq(film) == film->head.before + film->head.record.events.count;
}

void film_step_command(struct film *film, bool back)
{
    if (back) {
        film_seek(film, film->head.before);
        return;
    }
    if (film_ends_command(film))
        film_seek(film, film_seq(film) + 1);
    film_seek(film, film->head.before + film->head.record.events.count);
}

void film_step_round(struct film *film, bool back)
{
    uint32_t now = film_seq(film);
    size_t next = 0;

    while (next < film->round_count && (back ? film->round[next] < now : film->round[next] <= now))
        next++;
    if (back && next)
        film_seek(film, film->round[next - 1]);
    else if (!back && next < film->round_count)
        film_seek(film, film->round[next]);
}

/* ---- Looking -------------------------------------------------------------------------------- */

void film_view(const struct film *film, unsigned viewer, bool all, struct hc_view *view)
{
    hc_view(film->head.table, viewer, film->head.record.time_ms, view);
    if (!film_ends_command(film))
        view->actions = (struct hc_actions){0};
    if (all && film->is_over)
        hc_uncover_view(film->head.table, view);
}

static void tell(const struct film_head *head, unsigned viewer, bool all, const char *const *names,
                 char *text)
{
    struct hc_seen seen;

    if (all)
        hc_uncover_event(head->table, head->event, &seen);
    else
        hc_event_see(head->table, head->event, viewer, &seen);
    hc_seen_say(hc_table_game(head->table), hc_table_rules(head->table), &seen, viewer, names,
                phrase_language(), text, FILM_LINE_CHARS);
}

void film_tell(const struct film *film, unsigned viewer, bool all, const char *const *names,
               struct film_story *story)
{
    uint32_t seq = film_seq(film), from = seq > 2 * FILM_LINES_MAX ? seq - 2 * FILM_LINES_MAX : 0;
    struct film_head head = {.table = table_at(film, SPARE_TABLE)};
    unsigned shown = 0, old = 0;

    rewind_to(film, mark_before(film, from), &head);
    while (hc_table_seq(head.table) < seq && advance(&head)) {
        if (is_shown(&head))
            tell(&head, viewer, all && film->is_over, names, story->text[shown++ % FILM_LINES_MAX]);
        if (hc_table_seq(head.table) <= film->head.before)
            old = shown;
    }
    story->count = shown < FILM_LINES_MAX ? shown : FILM_LINES_MAX;
    story->fresh = old > shown - story->count ? old - (shown - story->count) : 0;
    for (unsigned i = 0; i < story->count; i++)
        story->line[i] = story->text[(shown - story->count + i) % FILM_LINES_MAX];
}

/* ---- Playing -------------------------------------------------------------------------------- */

void film_toggle(struct film *film, uint64_t now_ms)
{
    film->playing = !film->playing;
    if (film->playing && film_seq(film) == film->events)
        film_seek(film, 0);
    film->due_ms = now_ms + speeds[film->speed].delay_ms;
}

static void set_speed(struct film *film, unsigned speed, uint64_t now_ms)
{
    if (speed >= sizeof speeds / sizeof *speeds)
        return;
    film->speed = speed;
    film->due_ms = now_ms + speeds[speed].delay_ms;
}

void film_faster(struct film *film, uint64_t now_ms)
{
    set_speed(film, film->speed + 1, now_ms);
}

void film_slower(struct film *film, uint64_t now_ms)
{
    set_speed(film, film->speed - 1, now_ms);
}

void film_put_speed(const struct film *film, struct hc_text *out)
{
    PHRASE(out, speeds[film->speed].delay_ms > 1000 ? TERMINAL_FILM_SLOW : TERMINAL_FILM_FAST,
           {"count", NULL, speeds[film->speed].count});
}

int film_run(struct film *film, uint64_t now_ms)
{
    unsigned delay_ms = speeds[film->speed].delay_ms;

    if (film->playing && film->due_ms <= now_ms) {
        film_step(film, false);
        /* Whoever stopped the program for a while has not missed anything. */
        film->due_ms =
            film->due_ms + delay_ms > now_ms ? film->due_ms + delay_ms : now_ms + delay_ms;
    }
    if (film_seq(film) == film->events)
        film->playing = false;
    return film->playing ? (int)(film->due_ms - now_ms) : -1;
}
