// SPDX-License-Identifier: MIT
/*
 * link.c: a link over a WebSocket. A connection that is lost is made again in the background, with
 * growing pauses. Start reading at take().
 */
#include "net/link.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/template.h"
#include "net/client.h"
#include "net/clock.h"
#include "net/dial.h"

enum {
    CONNECT_MS = 5000,
    PAUSE_MIN_MS = 250,
    PAUSE_MAX_MS = 8000,
};

struct web_link {
    struct link link;
    struct url url;
    const char *ca;
    struct net_client client;
    struct dial *dial; /* a connection that is being made again; NULL: none */
    uint64_t retry_ms; /* when to try it next */
    unsigned pause_ms;
};

static struct web_link *web_of(struct link *link)
{
    return (struct web_link *)link;
}

static const struct web_link *web_in(const struct link *link)
{
    return (const struct web_link *)link;
}

static bool is_open(const struct web_link *web)
{
    return web->client.stream.descriptor >= 0;
}

static bool send_text(struct link *link, const char *text, size_t length)
{
    struct web_link *web = web_of(link);

    return is_open(web) && net_send(&web->client, text, length, CONNECT_MS);
}

static enum link_result lose(struct web_link *web)
{
    net_close(&web->client);
    web->retry_ms = clock_steady_ms() + web->pause_ms;
    web->pause_ms = web->pause_ms * 2 < PAUSE_MAX_MS ? web->pause_ms * 2 : PAUSE_MAX_MS;
    return LINK_LOST;
}

/* How long until the next try; negative: none is needed, or one is on its way. */
static int due_ms(const struct link *link)
{
    const struct web_link *web = web_in(link);
    uint64_t now = clock_steady_ms();

    if (is_open(web) || web->dial)
        return -1;
    return web->retry_ms > now ? (int)(web->retry_ms - now) : 0;
}

static enum link_result dial_again(struct web_link *web)
{
    if (!web->dial && due_ms(&web->link) > 0)
        return LINK_NOTHING;
    if (!web->dial)
        web->dial = dial_begin(&web->url, web->ca, CONNECT_MS);
    if (!web->dial)
        return lose(web);
    if (!dial_is_through(web->dial))
        return LINK_NOTHING;
    if (!dial_end(web->dial, &web->client, &web->link.why)) {
        web->dial = NULL;
        return lose(web);
    }
    web->dial = NULL;
    return LINK_MADE;
}

static enum link_result take(struct link *link, const char **text, size_t *length)
{
    struct web_link *web = web_of(link);

    if (!is_open(web))
        return dial_again(web);
    switch (net_take(&web->client, text, length)) {
    case NET_MESSAGE:
        web->pause_ms = PAUSE_MIN_MS;
        return LINK_TEXT;
    case NET_GONE:
        snprintf(link->why.text, sizeof link->why.text, "%.120s", web->client.reason);
        return lose(web);
    case NET_NOTHING:
        break;
    }
    return LINK_NOTHING;
}

static int descriptor(const struct link *link)
{
    const struct web_link *web = web_in(link);

    return web->dial ? dial_descriptor(web->dial) : web->client.stream.descriptor;
}

static void put_trouble(const struct link *link, const struct hc_language *language, char *text,
                        size_t size)
{
    int wait_ms = due_ms(link);
    struct hc_text out;

    hc_text_init(&out, text, size);
    WORDS_FILL(language, wait_ms < 0 ? WORDS_LINK_TRYING : WORDS_LINK_NEXT, &out,
               {"count", NULL, (wait_ms + 999) / 1000});
}

static void close_link(struct link *link)
{
    struct web_link *web = web_of(link);

    net_close(&web->client);
    dial_abandon(web->dial);
    free(web);
}

static const struct link_kind web_kind = {
    .send = send_text,
    .take = take,
    .descriptor = descriptor,
    .due_ms = due_ms,
    .put_trouble = put_trouble,
    .close = close_link,
};

struct link *link_open(const struct url *url, const char *ca, struct hc_problem *why)
{
    struct web_link *web = malloc(sizeof *web);

    if (!web) {
        snprintf(why->text, sizeof why->text, "there is not enough memory");
        return NULL;
    }
    *web = (struct web_link){.link = {.kind = &web_kind},
                             .url = *url,
                             .ca = ca,
                             .client = {.stream = {.descriptor = -1}},
                             .pause_ms = PAUSE_MIN_MS};
    if (net_open(&web->client, url, ca, CONNECT_MS, why))
        return &web->link;
    free(web);
    return NULL;
}
