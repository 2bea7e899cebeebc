// SPDX-License-Identifier: MIT
/*
 * web.c: plain HTTP: what can be looked at without a WebSocket. Everything here only reads; tables
 * are opened and played through the WebSocket at /ws.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doors/server/inside.h"
#include "games/game.h"

static void answer_json(struct client *client, unsigned status, const char *text, size_t length)
{
    client_answer(client, status, "application/json", text, length);
}

static void answer_wrong(struct client *client, unsigned status, const char *why)
{
    char text[200];
    int length = snprintf(text, sizeof text, "{\"ok\":false,\"why\":\"%s\"}", why);

    answer_json(client, status, text, (size_t)length);
}

static void get_health(struct server *server, struct client *client, const char *rest)
{
    (void)server;
    (void)rest;
    client_answer(client, 200, "text/plain", "ok\n", 3);
}

static void get_metrics(struct server *server, struct client *client, const char *rest)
{
    size_t length = metrics_print(server, server->text, sizeof server->text);

    (void)rest;
    client_answer(client, 200, "text/plain; version=0.0.4", server->text, length);
}

static void get_tables(struct server *server, struct client *client, const char *rest)
{
    size_t length;
    const char *text = speak_tables(server, 0, &length);

    (void)rest;
    answer_json(client, 200, text, length);
}

static void get_table(struct server *server, struct client *client, const char *rest)
{
    const struct hc_room *room = house_find(server->house, rest);
    struct hc_text out;

    if (!room) {
        answer_wrong(client, 404, "there is no such table");
        return;
    }
    hc_text_init(&out, server->text, sizeof server->text);
    hc_json_open(&out, NULL, '{');
    speak_room(server, room, &out);
    hc_json_close(&out, '}');
    answer_json(client, 200, server->text, out.length);
}

static const struct {
    const char *path; /* ends in '/': something follows it */
    void (*get)(struct server *server, struct client *client, const char *rest);
} pages[] = {
    {"/healthz", get_health},
    {"/metrics", get_metrics},
    {"/api/tables", get_tables},
    {"/api/tables/", get_table},
};

void web_request(void *context, struct client *client, const struct http_head *head,
                 const char *body, size_t size)
{
    struct server *server = context;
    char path[200];

    (void)body;
    (void)size;
    if (!http_is(head->method, "GET")) {
        answer_wrong(client, 405, "only GET is possible here");
        return;
    }
    snprintf(path, sizeof path, "%.*s", (int)(head->path.length < 199 ? head->path.length : 199),
             head->path.at);
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        size_t length = strlen(pages[i].path);
        bool longer = pages[i].path[length - 1] == '/';

        if (longer ? !strncmp(path, pages[i].path, length) && path[length]
                   : !strcmp(path, pages[i].path)) {
            pages[i].get(server, client, path + length);
            return;
        }
    }
    answer_wrong(client, 404, "there is nothing here");
}
