// SPDX-License-Identifier: MIT
/*
 * records.c: what the store knows: statistics, leaders, past matches, finished logs; and
 * forgetting.
 *
 * A question comes from a WebSocket or from a plain request, and is answered when the store has
 * answered. Both get the same JSON, but a log over HTTP is the file itself. A visitor that leaves
 * takes its questions along. Start reading at records_ask().
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doors/server/inside.h"

enum {
    QUESTIONS_MAX = 4,  /* of one visitor */
    LOG_MAX = 4 << 20,  /* of a log over HTTP: the wire takes no more */
    LOG_HEAD_MAX = 200, /* what stands round it in a message */
};

struct question {
    struct question *next;
    struct visitor *visitor;
    struct ask *ask;
    struct records_plan plan;
};

/* ---- Matches by name ------------------------------------------------------------------------ */

void records_name(uint64_t room, uint32_t number, char name[RECORDS_NAME_CHARS])
{
    snprintf(name, RECORDS_NAME_CHARS, "%016llx/%u", (unsigned long long)room, number);
}

bool records_read_name(const char *name, uint64_t *room, uint32_t *number, const char **rest)
{
    const char *end;
    uint64_t value;

    *room = 0;
    for (unsigned i = 0; i < 16; i++) {
        char c = name[i];

        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
            return false;
        *room = *room << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    end = name[16] == '/' ? hc_read_number(name + 17, UINT32_MAX, &value) : NULL;
    if (!end || !value)
        return false;
    *number = (uint32_t)value;
    *rest = end;
    return true;
}

/* ---- Answers -------------------------------------------------------------------------------- */

static void finish(struct question *question, struct hc_text *out)
{
    struct visitor *visitor = question->visitor;

    hc_json_close(out, '}');
    if (visitor->plain)
        client_answer(visitor->client, 200, "application/json", out->at, out->length);
    else
        client_send(visitor->client, out->at, out->length);
}

static void refuse(struct question *question, unsigned status, enum hc_refusal refusal,
                   const char *why)
{
    if (question->visitor->plain)
        web_wrong(question->visitor->client, status, why);
    else
        speak_wrong(question->visitor, question->plan.tag, refusal, why);
}

static void begin(struct question *question, struct hc_text *out, const char *op)
{
    speak_begin(question->visitor->server, out, op, question->plan.tag);
}

static void put_row(const struct store_row *row, bool with_person, struct hc_text *out)
{
    hc_json_open(out, NULL, '{');
    if (with_person) {
        hc_json_hex(out, "guest", row->identity, sizeof row->identity);
        hc_json_string(out, "name", row->name);
    } else {
        hc_json_string(out, "game", row->game);
    }
    hc_json_number(out, "matches", row->matches);
    hc_json_number(out, "wins", row->wins);
    hc_json_number(out, "points", row->points);
    hc_json_number(out, "played", row->played);
    hc_json_number(out, "caught", row->caught);
    hc_json_number(out, "streak", row->streak);
    hc_json_number(out, "best_streak", row->best_streak);
    hc_json_number(out, "rating", llround(row->rating));
    hc_json_number(out, "deviation", llround(row->deviation));
    hc_json_close(out, '}');
}

static void put_rows(const struct store_report *report, bool with_person, struct hc_text *out)
{
    hc_json_open(out, "rows", '[');
    for (size_t i = 0; i < report->count; i++)
        put_row(&report->row[i], with_person, out);
    hc_json_close(out, ']');
}

static void answer_statistics(struct question *question, const struct store_report *report)
{
    struct hc_text out;

    begin(question, &out, "statistics");
    hc_json_hex(&out, "guest", question->plan.guest, HC_GUEST_BYTES);
    put_rows(report, false, &out);
    finish(question, &out);
}

static void answer_leaders(struct question *question, const struct store_report *report)
{
    struct hc_text out;

    begin(question, &out, "leaders");
    hc_json_string(&out, "game", question->plan.game);
    hc_json_number(&out, "first", question->plan.first);
    put_rows(report, true, &out);
    finish(question, &out);
}

static void answer_history(struct question *question, const struct store_report *report)
{
    struct hc_text out;

    begin(question, &out, "history");
    hc_json_number(&out, "first", question->plan.first);
    hc_json_open(&out, "matches", '[');
    for (size_t i = 0; i < report->count; i++) {
        char name[RECORDS_NAME_CHARS];

        records_name(report->match[i].room, report->match[i].number, name);
        hc_json_open(&out, NULL, '{');
        hc_json_string(&out, "match", name);
        hc_json_string(&out, "game", report->match[i].game);
        hc_json_number(&out, "finished_ms", (int64_t)report->match[i].finished_ms);
        hc_json_close(&out, '}');
    }
    hc_json_close(&out, ']');
    finish(question, &out);
}

static void answer_bytes(struct question *question, const struct store_report *report)
{
    if (report->size > LOG_MAX)
        refuse(question, 413, HC_TOO_LONG, "that log is too long; the operator can copy it");
    else
        client_answer(question->visitor->client, 200, "application/octet-stream",
                      (const char *)report->bytes, report->size);
}

/* The log as JSON in a message of its own. */
static void send_log(struct question *question, const char *log, size_t length)
{
    char name[RECORDS_NAME_CHARS], *text = malloc(length + LOG_HEAD_MAX);
    struct hc_text out;

    if (!text) {
        refuse(question, 503, HC_NOT_STORED, "there is not enough memory");
        return;
    }
    records_name(question->plan.room, question->plan.number, name);
    hc_text_init(&out, text, length + LOG_HEAD_MAX);
    speak_head(&out, "log", question->plan.tag);
    hc_json_string(&out, "match", name);
    hc_json_raw(&out, "log", log);
    finish(question, &out);
    free(text);
}

static void answer_log(struct question *question, const struct store_report *report)
{
    struct visitor *visitor = question->visitor;
    struct hc_problem why;
    size_t length = hc_log_json(report->bytes, report->size, NULL, 0, &why);
    size_t most = visitor->plain ? LOG_MAX : visitor->server->queue_max / 2;
    char *text;

    if (length > most) {
        refuse(question, 413, HC_TOO_LONG,
               visitor->plain ? "that log is too long for JSON; fetch its bytes"
                              : "that log is too long for a message; fetch it over HTTP");
        return;
    }
    text = length ? malloc(length + 1) : NULL;
    if (!text) {
        refuse(question, 503, HC_NOT_STORED, "that log cannot be read");
        return;
    }
    hc_log_json(report->bytes, report->size, text, length + 1, &why);
    if (visitor->plain)
        client_answer(visitor->client, 200, "application/json", text, length);
    else
        send_log(question, text, length);
    free(text);
}

struct remaining {
    const uint8_t *guest;
    struct hc_text *out;
};

static bool put_remaining(void *context, const struct hc_room *room)
{
    struct remaining *remaining = context;

    if (hc_room_seat_of(room, remaining->guest) != HC_NONE)
        hc_json_string(remaining->out, NULL, room->code);
    return remaining->out->length < SERVER_TEXT_BYTES / 2;
}

static void answer_forgotten(struct question *question)
{
    struct hc_text out;
    struct remaining remaining = {question->plan.guest, &out};

    begin(question, &out, "forgotten");
    hc_json_open(&out, "stays", '[');
    house_each_room(question->visitor->server->house, put_remaining, &remaining);
    hc_json_close(&out, ']');
    finish(question, &out);
}

static void answer(struct question *question, const struct store_report *report)
{
    if (report->outcome == STORE_MISSING) {
        refuse(question, 404, HC_NO_ROOM, "there is no such finished match");
        return;
    }
    if (report->outcome == STORE_FAILED) {
        refuse(question, 503, HC_NOT_STORED, "the store does not answer; try again later");
        return;
    }
    switch (question->plan.kind) {
    case ASK_STATISTICS:
        answer_statistics(question, report);
        break;
    case ASK_LEADERS:
        answer_leaders(question, report);
        break;
    case ASK_HISTORY:
        answer_history(question, report);
        break;
    case ASK_LOG:
        if (question->plan.as_bytes)
            answer_bytes(question, report);
        else
            answer_log(question, report);
        break;
    case ASK_FORGET:
        answer_forgotten(question);
        break;
    }
}

/* ---- Questions ------------------------------------------------------------------------------ */

static void remove_question(struct question *question)
{
    struct question **link = &question->visitor->questions;

    while (*link != question)
        link = &(*link)->next;
    *link = question->next;
}

/* What is sent may end the visitor, so nothing of it is touched afterwards. */
static void on_answer(void *context, const struct store_report *report)
{
    struct question *question = context;

    remove_question(question);
    answer(question, report);
    free(question);
}

void records_ask(struct visitor *visitor, const struct records_plan *plan)
{
    struct question *question = calloc(1, sizeof *question);
    struct ask_plan ask = {.kind = plan->kind,
                           .room = plan->room,
                           .number = plan->number,
                           .guest = plan->guest,
                           .game = plan->game,
                           .first = plan->first,
                           .count = RECORDS_ROWS,
                           .done = on_answer,
                           .context = question};
    struct question here = {.visitor = visitor, .plan = *plan};
    unsigned count = 0;

    for (const struct question *other = visitor->questions; other; other = other->next)
        count++;
    if (question)
        *question = here;
    if (!question || count >= QUESTIONS_MAX ||
        !(question->ask = house_ask(visitor->server->house, &ask))) {
        free(question);
        refuse(&here, 503, HC_TOO_FAST, "too many questions wait; try again in a moment");
        return;
    }
    question->next = visitor->questions;
    visitor->questions = question;
}

void records_give_up(struct visitor *visitor)
{
    while (visitor->questions) {
        struct question *question = visitor->questions;

        visitor->questions = question->next;
        house_ask_cancel(question->ask);
        free(question);
    }
}
