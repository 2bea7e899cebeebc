// SPDX-License-Identifier: MIT
/*
 * server.c: connections and who is behind them. A WebSocket is a line of the protocol, or belongs
 * to peers.c; a plain request is answered by web.c. Start reading at server_open().
 */
#include "doors/server/server.h"

#include <stdlib.h>
#include <string.h>

#include "doors/server/elsewhere.h"
#include "doors/server/gather.h"
#include "doors/server/looks.h"
#include "doors/server/hops.h"
#include "doors/server/reach.h"
#include "doors/server/server_inside.h"
#include "net/clock.h"

enum { MINUTE_MS = 60000, LOG_MAX = 65536 }; /* LOG_MAX: it is made while others wait */

static void tell_time(struct server *server)
{
    house_time(server->plan.house, clock_wall_ms(), clock_steady_us());
}

/* ---- Visitors ------------------------------------------------------------------------------- */

/* A page from elsewhere must not speak for whoever looks at it. */
bool server_allows_origin(const struct server *server, const struct http_head *head)
{
    const char *origin = head->origin.start, *after;
    size_t length;

    if (!origin)
        return true; /* no browser */
    if (server->plan.origin && http_is(head->origin, server->plan.origin))
        return true;
    after = head->origin.length > 8 && !memcmp(origin, "https://", 8)  ? origin + 8
            : head->origin.length > 7 && !memcmp(origin, "http://", 7) ? origin + 7
                                                                       : NULL;
    if (!after)
        return false;
    length = head->origin.length - (size_t)(after - origin);
    return length == head->host.length && !memcmp(after, head->host.start, length);
}

/* Counts one more for the visitor's address; false if there were too many. */
static bool count(const struct visitor *visitor, struct address_counts *counts, unsigned most)
{
    return address_add(counts, client_address(visitor->client), most);
}

const char *server_may_create(void *context)
{
    struct visitor *visitor = context;
    struct server *server = visitor->server;

    return count(visitor, &server->creators, server->plan.tables_per_hour)
               ? NULL
               : "your address has opened too many tables in this hour";
}

const char *server_may_come(void *context)
{
    struct visitor *visitor = context;
    struct server *server = visitor->server;

    return count(visitor, &server->comers, server->plan.comings_per_minute)
               ? NULL
               : "too many come and go from your address; wait a minute";
}

const char *server_may_list(struct server *server, const struct client *client)
{
    return address_add(&server->listers, client_address(client), server->plan.lists_per_minute)
               ? NULL
               : "your address has asked for too many lists, rules or pictures; wait a minute";
}

static const char *may_list(void *context)
{
    const struct visitor *visitor = context;

    return server_may_list(visitor->server, visitor->client);
}

static const char *may_forget(void *context, const uint8_t guest[HC_GUEST_BYTES])
{
    struct visitor *visitor = context;
    struct server *server = visitor->server;
    struct address key;

    memcpy(key.bytes, guest, sizeof key.bytes);
    if (!count(visitor, &server->forgets, server->plan.forgets_per_hour) ||
        !address_add(&server->forgotten, key, server->plan.forgets_per_hour))
        return "you have asked too often; try again in an hour";
    server_forget(server, guest);
    return NULL;
}

static void forget_poster(struct visitor *visitor)
{
    struct visitor *next = visitor->next_poster, *previous = visitor->previous_poster;

    if (!visitor->is_poster)
        return;
    visitor->is_poster = false;
    *(previous ? &previous->next_poster : &visitor->server->posters) = next;
    if (next)
        next->previous_poster = previous;
}

void server_answer_posts(struct server *server, unsigned status)
{
    for (struct visitor *visitor = server->posters; visitor; visitor = server->posters) {
        forget_poster(visitor);
        client_answer_json(visitor->client, status, "", 0);
    }
}

void server_wait_for_answer(struct visitor *visitor)
{
    struct server *server = visitor->server;

    visitor->kind = VISITOR_PLAIN;
    visitor->is_poster = true;
    visitor->next_poster = server->posters;
    if (server->posters)
        server->posters->previous_poster = visitor;
    server->posters = visitor;
}

static void let_go(struct client *client)
{
    struct visitor *visitor = client_get(client);

    if (!visitor)
        return;
    client_set(client, NULL);
    hops_leave(visitor);
    gathers_leave(visitor);
    looks_leave(visitor);
    if (visitor->kind == VISITOR_PLAIN && visitor->plain)
        house_line_close(visitor->plain);
    else if (visitor->kind == VISITOR_PLAYS && visitor->line)
        protocol_line_close(visitor->line);
    else
        peers_leave(visitor);
    match_json_forget(visitor);
    forget_poster(visitor);
    free(visitor);
}

struct visitor *server_visitor(struct server *server, struct client *client)
{
    struct visitor *visitor;

    let_go(client); /* of an earlier request on the same connection */
    visitor = calloc(1, sizeof *visitor);
    if (!visitor)
        return NULL;
    visitor->server = server;
    visitor->client = client;
    client_set(client, visitor);
    return visitor;
}

/* ---- Connections ---------------------------------------------------------------------------- */

static void on_send(void *context, const char *text, size_t length)
{
    struct visitor *visitor = context;

    if (text)
        client_send(visitor->client, text, length);
    else
        client_close(visitor->client, FRAME_TOO_BIG, "a message to you would be too long");
}

static void on_moved(void *context)
{
    struct visitor *visitor = context;

    client_close(visitor->client, FRAME_COME_BACK, "your table has moved; come back");
}

static bool is_slow(void *context)
{
    const struct visitor *visitor = context;

    return client_is_slow(visitor->client);
}

static uint64_t origin(void *context)
{
    const struct visitor *visitor = context;
    struct address address = client_address(visitor->client);
    uint64_t number;

    _Static_assert(sizeof number == sizeof address.bytes, "an address is a number");
    memcpy(&number, address.bytes, sizeof number);
    return number;
}

static unsigned on_open(void *context, struct client *client, const struct http_head *head)
{
    struct server *server = context;
    struct visitor *visitor;

    if (!server_allows_origin(server, head))
        return 403;
    visitor = server_visitor(server, client);
    if (!visitor)
        return 503;
    if (!http_is(head->path, "/ws"))
        return peers_admit(visitor, head);
    visitor->line = protocol_line_open(server->protocol, visitor);
    return visitor->line ? 101 : 503;
}

static void on_message(void *context, struct client *client, const char *text, size_t length)
{
    struct visitor *visitor = client_get(client);

    if (visitor->kind != VISITOR_PLAYS) {
        peers_take(visitor, text, length);
        return;
    }
    tell_time(context);
    if (!gathers_hold(visitor, text, length))
        protocol_take(visitor->line, text, length);
}

static void on_drained(void *context, struct client *client)
{
    struct visitor *visitor = client_get(client);

    tell_time(context);
    if (!visitor || visitor->kind != VISITOR_PLAYS || !visitor->line)
        return;
    hops_drained(visitor);
    protocol_line_catch_up(visitor->line);
}

static void on_request(void *context, struct client *client, const struct http_head *head,
                       const char *body, size_t size)
{
    tell_time(context);
    web_request(context, client, head, body, size);
}

static size_t body_max(void *context, const struct http_head *head)
{
    const struct server *server = context;

    for (size_t i = 0; i < server->plan.post_count; i++)
        if (http_is(head->path, server->plan.posts[i].path) && server->plan.posts[i].body_max)
            return server->plan.posts[i].body_max;
    return PROTOCOL_MESSAGE_BYTES;
}

static void on_closed(void *context, struct client *client)
{
    tell_time(context);
    let_go(client);
}

/* ---- The door itself ------------------------------------------------------------------------ */

static void begin_hour(struct server *server)
{
    address_forget(&server->creators);
    address_forget(&server->forgets);
    address_forget(&server->forgotten);
}

static void on_minute(uv_timer_t *timer)
{
    struct server *server = timer->data;

    address_forget(&server->comers);
    address_forget(&server->listers);
    peers_minute(server);
    if (++server->minutes % 60 == 0)
        begin_hour(server);
}

static void free_server(struct server *server)
{
    if (server->protocol)
        protocol_close(server->protocol);
    peers_close(server);
    begin_hour(server);
    address_forget(&server->comers);
    address_forget(&server->listers);
    kept_free(&server->games);
    kept_free(&server->rules);
    kept_free(&server->pictures);
    free(server);
}

static struct wire *open_wire(struct server *server, char why[240])
{
    const struct server_plan *plan = &server->plan;
    struct wire_plan wire = {
        .host = plan->host,
        .port = plan->port,
        .certificate = plan->certificate,
        .key = plan->key,
        .trust_proxy = plan->trust_proxy,
        .limits = {plan->connections, plan->connections_per_address, plan->messages_per_s,
                   plan->handshakes_per_s, PROTOCOL_MESSAGE_BYTES, plan->queue_max,
                   plan->queues_max},
        .handlers = {on_request, on_open, on_message, on_drained, on_closed, body_max},
        .context = server};

    return wire_open(plan->loop, &wire, why);
}

struct server *server_open(const struct server_plan *plan, char why[240])
{
    struct server *server = calloc(1, sizeof *server);
    struct protocol_plan protocol = {.door = {.send = on_send,
                                              .moved = on_moved,
                                              .route = plan->cluster ? hops_route : NULL,
                                              .gather = plan->cluster ? gathers_ask : NULL,
                                              .may_create = server_may_create,
                                              .may_come = server_may_come,
                                              .may_list = may_list,
                                              .may_forget = may_forget,
                                              .is_slow = is_slow,
                                              .origin = origin},
                                     .others = {elsewhere_version, elsewhere_rows, server},
                                     .house = plan->house,
                                     .resize = plan->resize,
                                     .entropy = plan->entropy,
                                     .log_max = LOG_MAX};
    struct place place;

    strcpy(why, "there is not enough memory");
    if (!server)
        return NULL;
    server->plan = *plan;
    server->games.type = server->rules.type = "application/json";
    server->pictures.type = "image/svg+xml";
    server->reach.public_url = plan->public_url;
    protocol.reach = &server->reach;
    server->protocol = protocol_open(&protocol);
    if (plan->cluster && server->protocol && !(server->hops = hops_open(server, why))) {
        free_server(server);
        return NULL;
    }
    server->wire = server->protocol && peers_open(server) ? open_wire(server, why) : NULL;
    if (server->wire && plan->metrics_host && !(server->metrics = metrics_open(server, why))) {
        wire_close(server->wire, "");
        server->wire = NULL;
    }
    if (!server->wire) {
        if (server->hops)
            hops_close(server->hops);
        free_server(server);
        return NULL;
    }
    place = server_place(server);
    reach_find(place.host, place.port, plan->certificate, &server->reach);
    uv_timer_init(plan->loop, &server->minute);
    server->minute.data = server;
    uv_timer_start(&server->minute, on_minute, MINUTE_MS, MINUTE_MS);
    return server;
}

struct place server_place(const struct server *server)
{
    return wire_place(server->wire);
}

const struct protocol_reach *server_reach(const struct server *server)
{
    return &server->reach;
}

void server_meet(struct server *server, const char *places)
{
    if (server->hops)
        hops_meet(server->hops, places);
}

void server_want(struct server *server, const char *place, const char *key)
{
    if (server->hops)
        hops_want(server->hops, place, key);
}

void server_forget(struct server *server, const uint8_t guest[HC_GUEST_BYTES])
{
    if (server->hops)
        hops_forget(server->hops, guest);
}

void server_stop(struct server *server)
{
    wire_stop(server->wire);
}

static void on_minute_closed(uv_handle_t *handle)
{
    free_server(handle->data);
}

/* The wire says good-bye to its clients in its own time; none of them is a visitor any more. */
void server_close(struct server *server, const char *reason)
{
    wire_close(server->wire, reason);
    if (server->metrics)
        wire_close(server->metrics, reason);
    if (server->hops)
        hops_close(server->hops);
    uv_close((uv_handle_t *)&server->minute, on_minute_closed);
}
