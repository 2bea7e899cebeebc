// SPDX-License-Identifier: MIT
/*
 * web.c: plain HTTP: opening and looking at tables, what the store knows, health and metrics, and
 * the files that a browser shows. Tables are played through the WebSocket at /ws. Start reading at
 * the table `pages`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doors/server/inside.h"
#include "doors/server/static_files.h"
#include "games/game.h"

enum { PATH_CHARS = 200 };

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
        client_answer(client, status, "application/json", text->at, text->length);
    else
        web_wrong(client, 503, "the answer would be too long");
}

static void answer_refusal(struct client *client, unsigned status, const char *code,
                           const char *why)
{
    char text[400];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    hc_json_open(&out, NULL, '{');
    hc_json_bool(&out, "ok", false);
    if (code)
        hc_json_string(&out, "code", code);
    hc_json_string(&out, "why", why);
    hc_json_close(&out, '}');
    client_answer(client, status, "application/json", text,
                  out.length < sizeof text ? out.length : sizeof text - 1);
}

void web_wrong(struct client *client, unsigned status, const char *why)
{
    answer_refusal(client, status, NULL, why);
}

/* ---- Pages ---------------------------------------------------------------------------------- */

static void get_health(const struct request *request)
{
    const char *trouble = house_trouble(request->server->house);
    char text[HC_PROBLEM_CHARS + 40];
    int length = *trouble ? snprintf(text, sizeof text, "the last commit failed: %s\n", trouble)
                          : snprintf(text, sizeof text, "ok\n");

    client_answer(request->client, *trouble ? 503 : 200, "text/plain", text, (size_t)length);
}

static void get_metrics(const struct request *request)
{
    struct server *server = request->server;
    size_t length = metrics_print(server, server->text, sizeof server->text);

    client_answer(request->client, 200, "text/plain; version=0.0.4", server->text, length);
}

static void get_games(const struct request *request)
{
    struct hc_text out;

    hc_text_init(&out, request->server->text, sizeof request->server->text);
    catalogue_put(&out);
    answer_json(request->client, 200, &out);
}

static void get_tables(const struct request *request)
{
    size_t length;
    const char *text = speak_tables(request->server, 0, &length);

    client_answer(request->client, 200, "application/json", text, length);
}

static void put_room(struct server *server, const struct hc_room *room, struct hc_text *out)
{
    hc_text_init(out, server->text, sizeof server->text);
    hc_json_open(out, NULL, '{');
    hc_json_string(out, "table", room->code);
    speak_room(server, room, out);
    hc_json_close(out, '}');
}

static void get_table(const struct request *request)
{
    char code[HC_ROOM_CODE_CHARS + 1] = "";
    const struct hc_room *room;
    struct hc_text out;

    if (strlen(request->rest) == HC_ROOM_CODE_CHARS)
        server_code(request->rest, code);
    room = house_find(request->server->house, code);

    if (!room) {
        web_wrong(request->client, 404, "there is no such table");
        return;
    }
    put_room(request->server, room, &out);
    answer_json(request->client, 200, &out);
}

static unsigned status_of(enum hc_refusal refusal)
{
    return refusal == HC_NOT_STORED || refusal == HC_CLOSING || refusal == HC_ROOM_FULL ? 503 : 400;
}

/* The table is open, or not. The line that asked has done its work. */
static void on_created(void *context, const struct house_news *news)
{
    struct visitor *visitor = context;
    const struct hc_room_answer *answer = news->answer;
    struct hc_text out;

    house_hang_up(visitor->line);
    visitor->line = NULL;
    if (answer->refusal) {
        answer_refusal(visitor->client, status_of(answer->refusal),
                       hc_refusal_name(answer->refusal),
                       *answer->why ? answer->why : hc_refusal_sentence(answer->refusal));
        return;
    }
    put_room(visitor->server, news->room, &out);
    answer_json(visitor->client, 201, &out);
}

static void post_table(const struct request *request)
{
    struct visitor *visitor;
    char why[HEAR_WHY_CHARS];
    unsigned status;

    /* A page from elsewhere can send a form in its reader's name, but no JSON. */
    if (!http_is(request->head->content_type, "application/json")) {
        web_wrong(request->client, 400, "the body must be application/json");
        return;
    }
    if (!server_allows_origin(request->server, request->head)) {
        web_wrong(request->client, 403, "a page from elsewhere may not do this");
        return;
    }
    visitor = server_visitor(request->server, request->client, true);
    if (!visitor)
        web_wrong(request->client, 503, "there is not enough memory");
    else if (!hear_create(visitor, request->body, request->size, on_created, &status, why))
        web_wrong(request->client, status, why);
}

static void ask(const struct request *request, const struct records_plan *plan)
{
    struct visitor *visitor = server_visitor(request->server, request->client, true);

    if (visitor)
        records_ask(visitor, plan);
    else
        web_wrong(request->client, 503, "there is not enough memory");
}

/* ROOM/NUMBER gives the bytes of the log, ROOM/NUMBER.json its text. */
static void get_match(const struct request *request)
{
    struct records_plan plan = {.kind = ASK_LOG};
    const char *rest;

    if (!records_read_name(request->rest, &plan.room, &plan.number, &rest) ||
        (*rest && strcmp(rest, ".json") != 0)) {
        web_wrong(request->client, 404, "a match is 16 hexadecimal digits, a slash and a number");
        return;
    }
    plan.as_bytes = !*rest;
    ask(request, &plan);
}

static void get_statistics(const struct request *request)
{
    struct records_plan plan = {.kind = ASK_LEADERS};
    const struct hc_game *game = hc_game_find(request->rest);

    if (!game) {
        web_wrong(request->client, 404, "there is no such game");
        return;
    }
    snprintf(plan.game, sizeof plan.game, "%s", hc_game_name(game));
    ask(request, &plan);
}

/* ---- Requests ------------------------------------------------------------------------------- */

static const struct page {
    const char *method;
    const char *path; /* ends in '/': something follows it */
    void (*serve)(const struct request *request);
} pages[] = {
    {"GET", "/healthz", get_health},     {"GET", "/metrics", get_metrics},
    {"GET", "/api/games", get_games},    {"GET", "/api/tables", get_tables},
    {"POST", "/api/tables", post_table}, {"GET", "/api/tables/", get_table},
    {"GET", "/api/matches/", get_match}, {"GET", "/api/statistics/", get_statistics},
};

static bool is_path(const struct page *page, const char *path)
{
    size_t length = strlen(page->path);

    return page->path[length - 1] == '/' ? !strncmp(path, page->path, length) && path[length]
                                         : !strcmp(path, page->path);
}

void web_request(void *context, struct client *client, const struct http_head *head,
                 const char *body, size_t size)
{
    char path[PATH_CHARS];
    bool found = false;

    if (head->path.length >= sizeof path) {
        web_wrong(client, 404, "there is nothing here");
        return;
    }
    memcpy(path, head->path.start, head->path.length);
    path[head->path.length] = '\0';
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        if (!is_path(&pages[i], path))
            continue;
        found = true;
        if (http_is(head->method, pages[i].method)) {
            struct request request = {context, client, head, path + strlen(pages[i].path),
                                      body,    size};

            pages[i].serve(&request);
            return;
        }
    }
    if (found)
        web_wrong(client, 405, "this is possible with another method only");
    else if (!static_answer(client, head))
        web_wrong(client, 404, "there is nothing here");
}
