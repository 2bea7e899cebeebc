// SPDX-License-Identifier: MIT
/*
 * web.c: plain HTTP: opening and looking at tables, what the store knows, health, and
 * the files that a browser shows. Tables are played through the WebSocket at /ws. Start reading at
 * the table `pages`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "doors/server/hops.h"
#include "doors/server/looks.h"
#include "doors/server/static_files.h"
#include "protocol/catalogue.h"
#include "protocol/protocol_words.h"
#include "protocol/qr_picture.h"

/* QR_CHARS: an address with much to spare; what takes longer to make is not for one thread. */
enum { PATH_CHARS = 200, LANGUAGE_CHARS = 16, RULES_CHARS = HTTP_REQUEST_MAX, QR_CHARS = 200 };

struct request {
    struct server *server;
    struct client *client;
    const struct http_head *head;
    const char *rest; /* of the path, after the page's own */
    const char *body;
    size_t size;
};

/* ---- Answers -------------------------------------------------------------------------------- */

static void answer_json(struct client *client, unsigned status, const struct hc_text *text)
{
    if (text->length < text->size)
        client_answer_json(client, status, text->chars, text->length);
    else
        client_refuse(client, 503, HC_TOO_LONG, "the answer would be too long");
}

static void begin(struct server *server, struct hc_text *out)
{
    hc_text_init(out, server->text, sizeof server->text);
}

/* ---- Looking -------------------------------------------------------------------------------- */

static void get_health(const struct request *request)
{
    const struct server_plan *plan = &request->server->plan;
    const char *trouble = plan->trouble(plan->context);
    const char *notice = plan->notice ? plan->notice(plan->context) : "";
    char text[HC_PROBLEM_CHARS + 200];
    int length = *trouble  ? snprintf(text, sizeof text, "nothing can be stored: %s\n", trouble)
                 : *notice ? snprintf(text, sizeof text, "ok, but: %.180s\n", notice)
                           : snprintf(text, sizeof text, "ok\n");

    client_answer(request->client, *trouble ? 503 : 200, "text/plain", text, (size_t)length);
}

/* As `language=de` of the query says; anything that is no language is English. */
static const struct hc_language *language_of(struct http_text query)
{
    char code[LANGUAGE_CHARS];

    return http_query(query, "language", code, sizeof code) && *code ? hc_language_find(code)
                                                                     : NULL;
}

/* Answers with what is kept. NULL: there was not enough memory to keep it. */
static void answer_kept(const struct request *request, const struct static_file *file)
{
    const struct static_form *form;
    char text[WIRE_HEAD_BYTES];
    struct hc_text headers;
    bool known;

    if (!file) {
        client_refuse(request->client, 503, HC_OK, "there is not enough memory");
        return;
    }
    form = static_choose(file, request->head, &known);
    hc_text_init(&headers, text, sizeof text);
    static_headers(&headers, file, form, known);
    client_headers(&headers, "no-cache");
    client_reply(request->client, known ? 304 : 200, text, form->bytes, known ? 0 : form->size);
}

/* Keeps what was written under a key, and answers with it. */
static void keep_answer(const struct request *request, struct kept *kept, const char *key,
                        const struct hc_text *text)
{
    if (text->length < text->size)
        answer_kept(request, kept_add(kept, key, text->chars, text->length));
    else
        client_refuse(request->client, 503, HC_TOO_LONG, "the answer would be too long");
}

/* Whether something new may be made for this address, which takes a while; if not, it is answered.
 */
static bool may_make(const struct request *request)
{
    const char *against = server_may_list(request->server, request->client);

    if (against)
        client_refuse(request->client, 429, HC_OK, against);
    return !against;
}

static void get_games(const struct request *request)
{
    const struct hc_language *language = language_of(request->head->query);
    const char *key = language ? hc_language_code(language) : "";
    struct kept *kept = &request->server->games;
    const struct static_file *file = kept_find(kept, key);
    struct hc_text out;

    if (file) {
        answer_kept(request, file);
        return;
    }
    begin(request->server, &out);
    catalogue_put(language, &out);
    keep_answer(request, kept, key, &out);
}

static bool is_visible_ascii(const char *text)
{
    while (*text > ' ' && *text <= '~')
        text++;
    return !*text;
}

static void get_qr(const struct request *request)
{
    struct kept *kept = &request->server->pictures;
    const struct static_file *file;
    char text[QR_CHARS + 1];
    struct hc_text out;

    if (!http_query(request->head->query, "text", text, sizeof text) || !is_visible_ascii(text)) {
        client_refuse(request->client, 400, HC_OK,
                      "text is what the code shall say: at most 200 characters of visible ASCII");
        return;
    }
    file = kept_find(kept, text);
    if (file) {
        answer_kept(request, file);
        return;
    }
    if (!may_make(request))
        return;
    begin(request->server, &out);
    if (qr_picture(text, strlen(text), &out))
        keep_answer(request, kept, text, &out);
    else
        client_refuse(request->client, 400, HC_OK, "text is missing: what the code shall say");
}

/* One game by the rules of the query. */
static void get_rules(const struct request *request)
{
    const struct hc_language *language = language_of(request->head->query);
    const struct hc_game *game = hc_game_find(request->rest);
    char text[RULES_CHARS], key[RULES_CHARS + 2 * LANGUAGE_CHARS];
    struct kept *kept = &request->server->rules;
    const struct static_file *file;
    struct hc_problem why;
    struct hc_rules rules;
    struct hc_text out;

    if (!game) {
        client_refuse(request->client, 404, HC_OK, "there is no such game");
        return;
    }
    if (!http_query(request->head->query, "rules", text, sizeof text) ||
        !hc_utf8_ok(text, strlen(text))) {
        client_refuse(request->client, 400, HC_OK, "the rules cannot be read");
        return;
    }
    snprintf(key, sizeof key, "%s %s %s", hc_game_name(game),
             language ? hc_language_code(language) : "", text);
    file = kept_find(kept, key);
    if (file) {
        answer_kept(request, file);
    } else if (!hc_rules_parse_in(game, text, &rules, language, &why)) {
        client_refuse(request->client, 400, HC_BAD_SETTING, why.text);
    } else if (may_make(request)) {
        begin(request->server, &out);
        catalogue_put_rules(game, &rules, language, &out);
        keep_answer(request, kept, key, &out);
    }
}

/* The number behind `first=`; 0 if nothing of the kind is asked. False if it is no number. */
static bool read_first(struct http_text query, uint32_t *first)
{
    static const char name[] = "first=";
    char text[sizeof name + 10];
    uint64_t number = 0;
    const char *end;

    *first = 0;
    if (query.length < sizeof name - 1 || memcmp(query.start, name, sizeof name - 1) != 0)
        return true;
    if (query.length >= sizeof text)
        return false;
    memcpy(text, query.start, query.length);
    text[query.length] = '\0';
    end = hc_read_number(text + sizeof name - 1, UINT32_MAX, &number);
    *first = (uint32_t)number;
    return end && !*end;
}

static void get_tables(const struct request *request)
{
    const char *against = server_may_list(request->server, request->client);
    struct hc_text out;
    uint32_t first;

    begin(request->server, &out);
    if (against)
        client_refuse(request->client, 429, HC_OK, against);
    else if (!read_first(request->head->query, &first))
        client_refuse(request->client, 400, HC_OK, "first is the number of a place");
    else if (!protocol_put_tables(request->server->protocol, first, 0, &out))
        client_refuse(request->client, 400, HC_TOO_LONG, HOUSE_TOO_DEEP);
    else
        answer_json(request->client, 200, &out);
}

/* What browsers that play without us find here. */
static void get_friends(const struct request *request)
{
    const struct server_plan *plan = &request->server->plan;
    struct hc_text out;

    begin(request->server, &out);
    hc_json_open(&out, NULL, '{');
    hc_json_bool(&out, "signal", plan->signal_topics);
    hc_json_bool(&out, "relay", plan->relay_rooms);
    hc_json_open(&out, "ice", '[');
    for (unsigned i = 0; plan->ice && i < plan->ice->count; i++)
        hc_json_string(&out, NULL, plan->ice->server[i]);
    hc_json_close(&out, ']');
    hc_json_close(&out, '}');
    answer_json(request->client, 200, &out);
}

void web_put_room(struct server *server, const struct hc_room_view *room, struct hc_text *out)
{
    begin(server, out);
    hc_json_open(out, NULL, '{');
    hc_json_string(out, "table", room->code);
    protocol_put_room(server->protocol, room, out);
    hc_json_close(out, '}');
}

static void answer_room(struct server *server, struct client *client, unsigned status,
                        const struct hc_room_view *room)
{
    struct hc_text out;

    web_put_room(server, room, &out);
    answer_json(client, status, &out);
}

static void get_table(const struct request *request)
{
    struct server *server = request->server;
    char code[HC_ROOM_CODE_CHARS + 1];
    struct hc_room_view room;

    if (!protocol_read_code(request->rest, code))
        client_refuse(request->client, 404, HC_OK, LOOKS_NO_TABLE);
    else if (house_look_surely(server->plan.house, code, &room))
        answer_room(server, request->client, 200, &room);
    else if (server->hops)
        looks_ask(hops_looks(server->hops), request->client, code);
    else
        client_refuse(request->client, 404, HC_OK, LOOKS_NO_TABLE);
}

/* ---- Asking the house ----------------------------------------------------------------------- */

/* A visitor with a line of nobody's; NULL, and it is answered, without memory. */
static struct visitor *new_visitor(const struct request *request, house_tell *tell)
{
    static const uint8_t nobody[HC_GUEST_BYTES];
    struct visitor *visitor = server_visitor(request->server, request->client);

    if (visitor) {
        visitor->kind = VISITOR_PLAIN;
        visitor->plain = house_line_open(request->server->plan.house, nobody, tell, visitor);
    }
    if (visitor && visitor->plain)
        return visitor;
    client_refuse(request->client, 503, HC_OK, "there is not enough memory");
    return NULL;
}

/* The line has done its work. */
static void hang_up(struct visitor *visitor)
{
    house_line_close(visitor->plain);
    visitor->plain = NULL;
}

static unsigned status_of(enum hc_refusal refusal)
{
    return refusal == HC_NOT_STORED || refusal == HC_CLOSING || refusal == HC_ROOM_FULL ||
                   refusal == HC_TOO_FAST
               ? 503
               : 400;
}

static void answer_news(struct client *client, const struct house_news *news)
{
    client_refuse(client, status_of(news->refusal), news->refusal,
                  *news->why ? news->why : hc_refusal_sentence(NULL, news->refusal, NULL));
}

/* The table is open, or not. */
static void on_created(void *context, const struct house_news *news)
{
    struct visitor *visitor = context;

    hang_up(visitor);
    if (news->refusal)
        answer_news(visitor->client, news);
    else
        answer_room(visitor->server, visitor->client, 201, news->room);
}

static void post_table(const struct request *request)
{
    struct visitor *visitor;
    struct house_room_plan plan;
    char texts[PROTOCOL_MESSAGE_BYTES], why[PROTOCOL_WHY_CHARS];
    const char *against;

    /* A page from elsewhere can send a form in its reader's name, but no JSON. */
    if (!http_is(request->head->content_type, "application/json")) {
        client_refuse(request->client, 400, HC_OK, "the body must be application/json");
        return;
    }
    if (!server_allows_origin(request->server, request->head)) {
        client_refuse(request->client, 403, HC_OK, "a page from elsewhere may not do this");
        return;
    }
    if (!hc_utf8_ok(request->body, request->size)) {
        client_refuse(request->client, 400, HC_OK, "the body must be UTF-8");
        return;
    }
    if (!protocol_read_create(request->body, request->size, texts, &plan, why)) {
        client_refuse(request->client, 400, HC_OK, why);
        return;
    }
    visitor = new_visitor(request, on_created);
    against = visitor ? server_may_create(visitor) : NULL;
    if (against)
        client_refuse(request->client, 429, HC_OK, against);
    else if (visitor)
        house_create(visitor->plain, 0, &plan); /* the answer may come at once, and end it */
}

/* A log as it is, or as JSON. */
static void answer_log(struct visitor *visitor, const struct house_records *records)
{
    size_t most = visitor->server->plan.queue_max - WIRE_HEAD_BYTES, size = records->log_size;
    char *copy;

    if (!visitor->as_bytes) {
        match_json_answer(visitor, records->log, size, most);
    } else if (size > most) {
        client_refuse(visitor->client, 413, HC_OK,
                      "that log is too long; the operator can copy it");
    } else if (!(copy = malloc(size + 1))) {
        client_refuse(visitor->client, 503, HC_OK, "there is not enough memory");
    } else {
        memcpy(copy, records->log, size);
        client_answer_long(visitor->client, "application/octet-stream", false, copy, size);
    }
}

static void on_records(void *context, const struct house_news *news)
{
    struct visitor *visitor = context;
    enum hc_refusal refusal;
    const char *why =
        news->kind == HOUSE_RECORDS ? protocol_no_records(news->records, &refusal) : NULL;
    struct hc_text out;

    hang_up(visitor);
    if (news->kind != HOUSE_RECORDS || why)
        match_json_forget(visitor);
    if (news->kind != HOUSE_RECORDS) {
        answer_news(visitor->client, news);
    } else if (why) {
        client_refuse(visitor->client, refusal == HC_NO_ROOM ? 404 : 503, refusal, why);
    } else if (news->records->question->kind == HOUSE_LOG) {
        answer_log(visitor, news->records);
    } else {
        begin(visitor->server, &out);
        protocol_put_records(news->records, 0, &out);
        answer_json(visitor->client, 200, &out);
    }
}

/* ROOM/NUMBER gives the bytes of the log, ROOM/NUMBER.json its text, ROOM/NUMBER/players who sat
 * there. */
static void get_match(const struct request *request)
{
    struct house_question question = {.kind = HOUSE_LOG};
    struct visitor *visitor;
    const char *rest;

    if (!protocol_read_match(request->rest, &question.room, &question.number, &rest) ||
        (*rest && strcmp(rest, ".json") != 0 && strcmp(rest, "/players") != 0)) {
        client_refuse(request->client, 404, HC_OK,
                      "a match is 16 hexadecimal digits, a slash and a number");
        return;
    }
    if (*rest == '/')
        question.kind = HOUSE_PLAYERS;
    visitor = new_visitor(request, on_records);
    if (visitor && (*rest != '.' || match_json_begin(visitor))) {
        visitor->as_bytes = !*rest;
        house_ask(visitor->plain, 0, &question);
    }
}

static void get_statistics(const struct request *request)
{
    struct house_question question = {.kind = HOUSE_LEADERS, .count = PROTOCOL_ROWS};
    const struct hc_game *game = hc_game_find(request->rest);
    const char *against = server_may_list(request->server, request->client);
    struct visitor *visitor;

    if (against || !game) {
        client_refuse(request->client, against ? 429 : 404, HC_OK,
                      against ? against : "there is no such game");
        return;
    }
    snprintf(question.game, sizeof question.game, "%s", hc_game_name(game));
    visitor = new_visitor(request, on_records);
    if (visitor)
        house_ask(visitor->plain, 0, &question);
}

/* ---- Requests ------------------------------------------------------------------------------- */

static const struct page {
    const char *method;
    const char *path; /* ends in '/': something follows it */
    void (*serve)(const struct request *request);
    bool has_head; /* HEAD is possible, too */
} pages[] = {
    {"GET", "/healthz", get_health, false},     {"GET", "/api/friends", get_friends, false},
    {"GET", "/api/games", get_games, true},     {"GET", "/api/qr", get_qr, true},
    {"GET", "/api/rules/", get_rules, true},    {"GET", "/api/tables", get_tables, false},
    {"POST", "/api/tables", post_table, false}, {"GET", "/api/tables/", get_table, false},
    {"GET", "/api/matches/", get_match, false}, {"GET", "/api/statistics/", get_statistics, false},
};

static void give_post(struct server *server, struct client *client, const struct http_head *head,
                      const struct server_post *post, const char *body, size_t size)
{
    struct visitor *visitor;
    struct hc_text out;
    unsigned status;

    begin(server, &out);
    status = post->answer(post->context, head, body, size, &out);
    visitor = status ? NULL : server_visitor(server, client);
    if (visitor)
        server_wait_for_answer(visitor);
    else if (status)
        answer_json(client, status, &out);
    else
        client_refuse(client, 503, HC_OK, "there is not enough memory");
}

/* A POST to a path of somebody else in the process. */
static bool answer_post(struct server *server, struct client *client, const struct http_head *head,
                        const char *path, const char *body, size_t size)
{
    for (size_t i = 0; i < server->plan.post_count; i++) {
        const struct server_post *post = &server->plan.posts[i];

        if (strcmp(post->path, path) != 0)
            continue;
        if (!http_is(head->method, "POST")) {
            client_refuse(client, 405, HC_OK, "this is possible with another method only");
        } else if (!server_allows_origin(server, head)) {
            client_refuse(client, 403, HC_OK, "a page from elsewhere may not do this");
        } else {
            give_post(server, client, head, post, body, size);
        }
        return true;
    }
    return false;
}

static bool is_path(const struct page *page, const char *path)
{
    size_t length = strlen(page->path);

    return page->path[length - 1] == '/' ? !strncmp(path, page->path, length) && path[length]
                                         : !strcmp(path, page->path);
}

void web_request(void *context, struct client *client, const struct http_head *head,
                 const char *body, size_t size)
{
    struct server *server = context;
    struct static_frame frame = {server->plan.frame_path, server->plan.frame_origin};
    char path[PATH_CHARS];
    bool found = false;

    if (head->path.length >= sizeof path) {
        client_refuse(client, 404, HC_OK, "there is nothing here");
        return;
    }
    memcpy(path, head->path.start, head->path.length);
    path[head->path.length] = '\0';
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        if (!is_path(&pages[i], path))
            continue;
        found = true;
        if (http_is(head->method, pages[i].method) ||
            (pages[i].has_head && http_is(head->method, "HEAD"))) {
            struct request request = {server, client, head, path + strlen(pages[i].path),
                                      body,   size};

            pages[i].serve(&request);
            return;
        }
    }
    if (found)
        client_refuse(client, 405, HC_OK, "this is possible with another method only");
    else if (!answer_post(server, client, head, path, body, size) &&
             !static_answer(client, head, frame.path ? &frame : NULL))
        client_refuse(client, 404, HC_OK, "there is nothing here");
}
