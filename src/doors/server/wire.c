// SPDX-License-Identifier: MIT
/*
 * wire.c: connections on a libuv loop: how they come, what is kept for them, and how they end.
 *
 * Bytes come into one buffer that all connections share, are decrypted if need be, and are read as
 * requests or frames right there (wire_in.c); only an unfinished rest is kept with the connection.
 * What is sent gathers in the connection's out buffer until the loop is about to wait, and then
 * goes out in one write (wire_out.c). Start reading at on_connection().
 */
#include "doors/server/wire_inside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SWEEP_MS = 5000,   /* how often silent connections are looked for */
    HEAD_MS = 15000,   /* within which a request must have come */
    SILENT_MS = 60000, /* then a WebSocket is pinged; after twice that it is gone */
    LINGER_MS = 5000,  /* how long a closing connection may take to read the rest */
    BACKLOG = 4096,
};

/* ---- Buffers -------------------------------------------------------------------------------- */

bool bytes_grow(struct bytes *bytes, size_t count)
{
    size_t size = 2 * (size_t)bytes->size;
    uint8_t *start;

    if (bytes->start && bytes->size - bytes->used >= count)
        return true;
    if (size < bytes->used + count + 1)
        size = bytes->used + count + 1; /* never nothing */
    if (size > UINT32_MAX)
        return false;
    start = realloc(bytes->start, size);
    if (!start)
        return false;
    bytes->start = start;
    bytes->size = (uint32_t)size;
    return true;
}

bool bytes_add(struct bytes *bytes, const void *more, size_t count)
{
    if (!bytes_grow(bytes, count))
        return false;
    if (count)
        memcpy(bytes->start + bytes->used, more, count);
    bytes->used += (uint32_t)count;
    return true;
}

void bytes_free(struct bytes *bytes)
{
    free(bytes->start);
    *bytes = (struct bytes){NULL, 0, 0};
}

void body_free(struct client *client)
{
    if (client->body)
        free(client->body->start);
    free(client->body);
    client->body = NULL;
}

/* ---- The life of a client ------------------------------------------------------------------- */

static void let_go(struct wire *wire)
{
    if (--wire->handles)
        return;
    tls_close(wire->tls);
    address_forget(&wire->addresses);
    address_forget(&wire->handshakes);
    free(wire);
}

void client_release(struct client *client)
{
    struct wire *wire = client->wire;

    wire->counts.held -= client->held;
    bytes_free(&client->in);
    bytes_free(&client->message);
    bytes_free(&client->out);
    body_free(client);
    tls_end(client->tls);
    free(client);
    let_go(wire);
}

/* A client in the list of those that have something to send is freed when that is gone through. */
static void on_closed(uv_handle_t *handle)
{
    struct client *client = (struct client *)handle;

    client->gone = true;
    if (!client->dirty)
        client_release(client);
}

void client_tell_closed(struct client *client)
{
    if (client->ended)
        return;
    client->ended = true;
    client->wire->plan.handlers.closed(client->wire->plan.context, client);
}

void client_end(struct client *client)
{
    struct wire *wire = client->wire;

    if (uv_is_closing((uv_handle_t *)&client->tcp))
        return;
    client_tell_closed(client);
    if (client->counted)
        address_remove(&wire->addresses, client->address);
    wire->counts.open--;
    *(client->previous ? &client->previous->next : &wire->clients) = client->next;
    if (client->next)
        client->next->previous = client->previous;
    uv_close((uv_handle_t *)&client->tcp, on_closed);
}

void client_make_dirty(struct client *client)
{
    if (client->dirty)
        return;
    client->dirty = true;
    client->next_dirty = client->wire->dirty;
    client->wire->dirty = client;
}

void client_end_gently(struct client *client)
{
    if (client->mode == MODE_SOCKET)
        client->wire->counts.sockets--;
    client->mode = MODE_CLOSING;
    client->heard_ms = uv_now(client->wire->loop);
    client_make_dirty(client);
}

void client_give_up(struct client *client)
{
    client->wire->counts.dropped++;
    client->wire->counts.held -= client->held;
    client->held = 0;
    client->lost = true;
    bytes_free(&client->out);
    body_free(client);
    client_end_gently(client);
}

void client_drop(struct client *client)
{
    client->wire->counts.dropped++;
    if (client->mode == MODE_SOCKET)
        client->wire->counts.sockets--;
    client->mode = MODE_CLOSING;
    client_end(client);
}

/* ---- What is kept for clients --------------------------------------------------------------- */

void client_recount(struct client *client)
{
    size_t held = client->lost ? 0
                               : client->in.used + client->message.used + client->out.used +
                                     client->writing_bytes +
                                     (client->body ? client->body->size - client->body->sent : 0);

    client->wire->counts.held -= client->held;
    client->wire->counts.held += held;
    client->held = (uint32_t)held;
}

void wire_make_room(struct wire *wire)
{
    while (wire->counts.held > wire->plan.limits.queues_max) {
        struct client *most = wire->clients;

        for (struct client *client = most; client; client = client->next)
            if (client->held > most->held)
                most = client;
        if (!most || !most->held)
            return;
        client_give_up(most);
    }
}

/* ---- The wire ------------------------------------------------------------------------------- */

bool client_count(struct client *client)
{
    const struct wire_limits *limits = &client->wire->plan.limits;

    if (!client->counted)
        client->counted =
            address_add(&client->wire->addresses, client->address, limits->connections_per_address);
    return client->counted;
}

/* A handshake is the dearest thing that somebody unknown can ask for. Behind a proxy the address is
 * the proxy's, which counts for itself. */
static bool begin_tls(struct client *client)
{
    struct wire *wire = client->wire;
    uint64_t now = uv_now(wire->loop);

    if (!wire->tls)
        return true;
    if (now - wire->second_ms >= 1000) {
        wire->second_ms = now;
        address_forget(&wire->handshakes);
    }
    if (!wire->plan.trust_proxy &&
        !address_add(&wire->handshakes, client->address, wire->plan.limits.handshakes_per_s))
        return false;
    client->tls = tls_begin(wire->tls);
    return client->tls != NULL;
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct wire *wire = listener->data;
    struct client *client = status < 0 ? NULL : calloc(1, sizeof *client);
    struct sockaddr_storage peer;
    int length = sizeof peer;

    if (!client)
        return;
    client->wire = wire;
    client->heard_ms = uv_now(wire->loop);
    client->saved_us = WIRE_BURST_US;
    client->message_max = (uint32_t)wire->plan.limits.message_max;
    uv_tcp_init(wire->loop, &client->tcp);
    wire->handles++;
    wire->counts.open++;
    wire->counts.accepted++;
    client->next = wire->clients;
    if (client->next)
        client->next->previous = client;
    wire->clients = client;
    client->ended = true; /* nobody has heard of it yet */
    if (uv_accept(listener, (uv_stream_t *)&client->tcp) ||
        uv_tcp_getpeername(&client->tcp, (struct sockaddr *)&peer, &length)) {
        client_end(client);
        return;
    }
    client->address = address_of((struct sockaddr *)&peer);
    if (wire->counts.open > wire->plan.limits.connections ||
        (!wire->plan.trust_proxy && !client_count(client)) || !begin_tls(client)) {
        wire->counts.refused++;
        client_end(client);
        return;
    }
    client->ended = false;
    uv_tcp_nodelay(&client->tcp, 1);
    client_read(client);
}

static void on_prepare(uv_prepare_t *prepare)
{
    wire_flush(prepare->data);
}

static void on_sweep(uv_timer_t *timer)
{
    struct wire *wire = timer->data;
    uint64_t now = uv_now(wire->loop);
    bool slept = now - wire->swept_ms > 2 * SWEEP_MS;

    /* Who was asleep has not listened: what came meanwhile is read before anybody counts as silent.
     */
    wire->swept_ms = now;
    if (slept)
        return;
    for (struct client *client = wire->clients, *next; client; client = next) {
        uint64_t silent = now - client->heard_ms;

        next = client->next;
        if (client->mode == MODE_CLOSING) {
            if (silent > LINGER_MS)
                client_end(client);
        } else if (client->mode == MODE_HTTP) {
            if (silent > HEAD_MS && !client->busy)
                client_drop(client);
        } else if (silent > 2 * SILENT_MS) {
            client_drop(client);
        } else if (silent > SILENT_MS && !client->pinged) {
            client->pinged = true;
            client_queue_frame(client, FRAME_PING, "", 0);
        }
    }
}

static bool say(char why[240], const struct wire_plan *plan, const char *what, int error)
{
    snprintf(why, 240, "%s %.60s port %u: %s", what, plan->host, plan->port, uv_strerror(error));
    return false;
}

/* Listens on a socket that this process was given, and that listens already. */
static bool take_listener(struct wire *wire, char why[240])
{
    int fd = (int)wire->plan.port, listens = 0, family = 0;
    socklen_t size = sizeof listens;
    int error = getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) ||
                        getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &size)
                    ? uv_translate_sys_error(errno)
                : !listens || (family != AF_INET && family != AF_INET6)
                    ? UV_EINVAL
                    : uv_tcp_open(&wire->listener, fd);

    if (!error)
        error = uv_listen((uv_stream_t *)&wire->listener, BACKLOG, on_connection);
    if (error)
        snprintf(why, 240, "fd:%d is no TCP socket that listens: %s", fd, uv_strerror(error));
    return !error;
}

static bool listen_on(struct wire *wire, char why[240])
{
    const struct wire_plan *plan = &wire->plan;
    struct sockaddr_storage address;
    int error = uv_ip4_addr(plan->host, (int)plan->port, (struct sockaddr_in *)(void *)&address);

    if (error)
        error = uv_ip6_addr(plan->host, (int)plan->port, (struct sockaddr_in6 *)(void *)&address);
    if (error)
        return say(why, plan, "this is no address:", error);
    error = uv_tcp_bind(&wire->listener, (struct sockaddr *)&address, 0);
    if (!error)
        error = uv_listen((uv_stream_t *)&wire->listener, BACKLOG, on_connection);
    return error ? say(why, plan, "cannot listen on", error) : true;
}

struct wire *wire_open(uv_loop_t *loop, const struct wire_plan *plan, char why[240])
{
    struct wire *wire = calloc(1, sizeof *wire);

    if (!wire) {
        snprintf(why, 240, "there is not enough memory");
        return NULL;
    }
    wire->loop = loop;
    wire->plan = *plan;
    if (plan->certificate && !(wire->tls = tls_open(plan->certificate, plan->key, why))) {
        free(wire);
        return NULL;
    }
    uv_tcp_init(loop, &wire->listener);
    uv_prepare_init(loop, &wire->prepare);
    uv_idle_init(loop, &wire->idle);
    uv_timer_init(loop, &wire->sweep);
    wire->listener.data = wire->prepare.data = wire->idle.data = wire->sweep.data = wire;
    wire->handles = 4;
    if (!(strcmp(plan->host, "fd") ? listen_on(wire, why) : take_listener(wire, why))) {
        wire_close(wire, "");
        return NULL;
    }
    uv_prepare_start(&wire->prepare, on_prepare);
    wire->swept_ms = uv_now(wire->loop);
    uv_timer_start(&wire->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    return wire;
}

struct place wire_place(const struct wire *wire)
{
    struct sockaddr_storage address;
    int length = sizeof address;
    struct place place = {.host = ""};

    if (uv_tcp_getsockname(&wire->listener, (struct sockaddr *)&address, &length) ||
        uv_ip_name((struct sockaddr *)&address, place.host, sizeof place.host))
        return place;
    place.port = ntohs(((const struct sockaddr_in *)(const void *)&address)->sin_port);
    return place;
}

const struct wire_counts *wire_counts(const struct wire *wire)
{
    return &wire->counts;
}

static void on_handle_closed(uv_handle_t *handle)
{
    let_go(handle->data);
}

void wire_stop(struct wire *wire)
{
    if (!uv_is_closing((uv_handle_t *)&wire->listener))
        uv_close((uv_handle_t *)&wire->listener, on_handle_closed);
}

void wire_close(struct wire *wire, const char *why)
{
    wire_stop(wire);
    for (struct client *client = wire->clients, *next; client; client = next) {
        next = client->next;
        client_close(client, FRAME_GOING_AWAY, why);
    }
    wire_flush(wire);
    for (struct client *client = wire->clients, *next; client; client = next) {
        next = client->next;
        client_end(client);
    }
    uv_close((uv_handle_t *)&wire->prepare, on_handle_closed);
    uv_close((uv_handle_t *)&wire->idle, on_handle_closed);
    uv_close((uv_handle_t *)&wire->sweep, on_handle_closed);
}

void client_set(struct client *client, void *data)
{
    client->tcp.data = data;
}

void *client_get(const struct client *client)
{
    return client->tcp.data;
}

void client_speak(struct client *client, enum frame_kind kind, size_t message_max)
{
    client->binary = kind == FRAME_BINARY;
    client->message_max = (uint32_t)message_max;
}

bool client_takes_gzip(const struct client *client)
{
    return client->takes_gzip;
}

struct address client_address(const struct client *client)
{
    return client->address;
}
