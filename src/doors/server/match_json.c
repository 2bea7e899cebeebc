// SPDX-License-Identifier: MIT
/*
 * match_json.c: the log of a finished match as JSON, made beside the loop.
 *
 * A long log takes milliseconds, in which nobody else would be served. So a copy of it goes to a
 * thread in the background, and what comes back is for the visitor, if it is still there. How long
 * the text may be is known before: a log of more than half of that is refused without a look at it,
 * since every byte but those of the rules becomes two characters or more.
 */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "doors/server/gzip.h"
#include "doors/server/server_inside.h"
#include "holecard.h"

enum { AT_ONCE = 8 }; /* each takes a thread from the bots and the store, and memory */

struct match_json {
    struct background_work work;
    struct server *server;
    struct visitor *visitor; /* NULL: it is gone */
    size_t most;             /* characters */
    void *text;              /* NULL: it cannot be read, or is too long */
    size_t length, size;     /* of the JSON; of what is sent */
    bool is_gzip;            /* asked for, and then whether the text is compressed */
    size_t log_size;
    uint8_t log[];
};

static void compress(struct match_json *json)
{
    uint8_t *small = gzip_make(json->text, json->length, GZIP_FAST, &json->size);

    json->is_gzip = small != NULL;
    if (!small)
        return;
    free(json->text);
    json->text = small;
}

/* In the background. */
static void on_work(struct background_work *work)
{
    struct match_json *json = (struct match_json *)work;
    struct hc_problem why;

    json->length = hc_log_json(json->log, json->log_size, NULL, 0, &why);
    if (json->length && json->length <= json->most)
        json->text = malloc(json->length + 1);
    json->size = json->length;
    if (!json->text)
        return;
    hc_log_json(json->log, json->log_size, json->text, json->length + 1, &why);
    if (json->is_gzip && json->length >= GZIP_MIN)
        compress(json);
    else
        json->is_gzip = false;
}

static void give_text(struct match_json *json, struct client *client)
{
    void *text = json->text;

    json->text = NULL;
    client_answer_long(client, "application/json", json->is_gzip, text, json->size);
}

static void on_done(struct background_work *work)
{
    struct match_json *json = (struct match_json *)work;
    struct visitor *visitor = json->visitor;

    json->server->jsons--;
    if (visitor) {
        visitor->json = NULL;
        visitor->wants_json = false;
        if (json->text)
            give_text(json, visitor->client);
        else if (json->length > json->most)
            client_refuse(visitor->client, 413, HC_OK, MATCH_JSON_TOO_LONG);
        else
            client_refuse(visitor->client, 503, HC_OK, "that log cannot be read");
    }
    free(json->text);
    free(json);
}

bool match_json_begin(struct visitor *visitor)
{
    struct server *server = visitor->server;

    if (server->jsons >= AT_ONCE) {
        client_refuse(visitor->client, 503, HC_TOO_FAST,
                      "many logs are being written just now; ask again");
        return false;
    }
    server->jsons++;
    visitor->wants_json = true;
    return true;
}

/* A text that is being written counts until it is done, whether somebody waits for it or not. */
void match_json_forget(struct visitor *visitor)
{
    if (visitor->json)
        visitor->json->visitor = NULL;
    else if (visitor->wants_json)
        visitor->server->jsons--;
    visitor->json = NULL;
    visitor->wants_json = false;
}

void match_json_answer(struct visitor *visitor, const uint8_t *log, size_t size, size_t most)
{
    struct server *server = visitor->server;
    struct match_json *json = size > most / 2 ? NULL : calloc(1, sizeof *json + size);

    if (!json) {
        match_json_forget(visitor);
        client_refuse(visitor->client, size > most / 2 ? 413 : 503, HC_OK,
                      size > most / 2 ? MATCH_JSON_TOO_LONG : "there is not enough memory");
        return;
    }
    memcpy(json->log, log, size);
    json->log_size = size;
    json->most = most;
    json->is_gzip = client_takes_gzip(visitor->client);
    json->visitor = visitor;
    json->server = server;
    json->work.lane = BACKGROUND_TEXTS;
    json->work.run = on_work;
    json->work.done = on_done;
    visitor->json = json;
    background_do(server->plan.background, &json->work);
}
