// SPDX-License-Identifier: MIT
/*
 * wire.c: connections on a libuv loop.
 *
 * Bytes come into one buffer that all connections share, are decrypted if need be, and are read as
 * requests or frames right there; only an unfinished rest is kept with the connection. What is
 * sent gathers in the connection's out buffer until the loop is about to wait, and then goes out
 * in one write. Start reading at on_read() and flush().
 */
#include "doors/server/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "core/check.h"
#include "core/utf8.h"
#include "doors/server/address.h"
#include "doors/server/tls.h"

enum {
    READ_BYTES = 65536,
    PIECE_BYTES = 2048,  /* that are decrypted at once */
    SLICE_BYTES = 16384, /* of a long answer; a turn of the loop writes a few of them */
    SWEEP_MS = 5000,     /* how often silent connections are looked for */
    HEAD_MS = 15000,     /* within which a request must have come */
    SILENT_MS = 60000,   /* then a WebSocket is pinged; after twice that it is gone */
    LINGER_MS = 5000,    /* how long a closing connection may take to read the rest */
    BURST_US = 5000000,
    BACKLOG = 4096,
    REASON_BYTES = 123,
    HEAD_BYTES = WIRE_HEAD_BYTES,
    SLOW_PART = 16, /* a queue that is full by one part of so many is that of somebody slow */
};

enum mode { MODE_HTTP, MODE_SOCKET, MODE_CLOSING };

struct bytes {
    uint8_t *start;
    uint32_t used, size;
};

/* What is still to be written of a long answer. */
struct body {
    char *start;
    size_t size, sent;
};

struct client {
    uv_tcp_t tcp; /* first: a handle is its client; its `data` is what the door keeps with it */
    struct wire *wire;
    struct client *next, *previous; /* of all clients */
    struct client *next_dirty;      /* of those that have something to send */
    struct tls_session *tls;
    struct bytes in;        /* an unfinished request or frame */
    struct bytes message;   /* a message that comes in several frames */
    struct bytes out;       /* waits to be written */
    struct body *body;      /* goes out behind that, in slices; NULL: there is none */
    uint32_t writing_bytes; /* that libuv has taken and the socket has not */
    uint32_t held;          /* all of these, as they count among those of the wire */
    uint64_t heard_ms;      /* when something last came; closing: since when */
    uint32_t saved_us;      /* that it has kept quiet; each frame costs its share of a second */
    uint32_t message_max;   /* bytes of a message from it */
    uint8_t mode;
    bool dirty : 1, writing : 1, busy : 1, keep_alive : 1, ended : 1, counted : 1, pinged : 1;
    bool gone : 1, lost : 1;
    bool slow : 1;      /* this was said of it, and it has not taken everything since */
    bool stopped : 1;   /* nothing is read before what has come is done */
    bool shut : 1;      /* everything is written, and it was told so */
    bool head_only : 1; /* the answer has no body: HEAD was asked for */
    bool binary : 1;    /* its messages are bytes, not texts */
    struct address address;
};

struct wire {
    uv_loop_t *loop;
    struct wire_plan plan;
    uv_tcp_t listener;
    uv_prepare_t prepare;
    uv_timer_t sweep;
    uint64_t swept_ms;
    struct tls *tls;
    struct client *clients, *dirty;
    struct address_counts addresses;
    struct address_counts handshakes; /* that were begun in this second, */
    uint64_t second_ms;               /* which began then */
    struct wire_counts counts;
    unsigned handles; /* that libuv still holds */
    bool closing;
    uint8_t raw[READ_BYTES], plain[READ_BYTES];
};

struct writing {
    uv_write_t request;
    uint8_t bytes[];
};

/* ---- Buffers -------------------------------------------------------------------------------- */

/* Makes room for so many more. */
static bool bytes_grow(struct bytes *bytes, size_t count)
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

static bool bytes_add(struct bytes *bytes, const void *more, size_t count)
{
    if (!bytes_grow(bytes, count))
        return false;
    if (count)
        memcpy(bytes->start + bytes->used, more, count);
    bytes->used += (uint32_t)count;
    return true;
}

static void bytes_free(struct bytes *bytes)
{
    free(bytes->start);
    *bytes = (struct bytes){NULL, 0, 0};
}

static void body_free(struct client *client)
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

static void release(struct client *client)
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
        release(client);
}

static void tell_closed(struct client *client)
{
    if (client->ended)
        return;
    client->ended = true;
    client->wire->plan.handlers.closed(client->wire->plan.context, client);
}

/* Ends a connection at once. It is freed when libuv has let go of it. */
static void end(struct client *client)
{
    struct wire *wire = client->wire;

    if (uv_is_closing((uv_handle_t *)&client->tcp))
        return;
    tell_closed(client);
    if (client->counted)
        address_remove(&wire->addresses, client->address);
    wire->counts.open--;
    *(client->previous ? &client->previous->next : &wire->clients) = client->next;
    if (client->next)
        client->next->previous = client->previous;
    uv_close((uv_handle_t *)&client->tcp, on_closed);
}

static void make_dirty(struct client *client)
{
    if (client->dirty)
        return;
    client->dirty = true;
    client->next_dirty = client->wire->dirty;
    client->wire->dirty = client;
}

/* Ends a connection when what is waiting has been written. Nobody is told before the loop's turn is
 * over: whoever sends to many clients does not want one of them to vanish meanwhile. */
static void end_gently(struct client *client)
{
    if (client->mode == MODE_SOCKET)
        client->wire->counts.sockets--;
    client->mode = MODE_CLOSING;
    client->heard_ms = uv_now(client->wire->loop);
    make_dirty(client);
}

/* The same without writing anything more. What it held counts no more. */
static void give_up(struct client *client)
{
    client->wire->counts.dropped++;
    client->wire->counts.held -= client->held;
    client->held = 0;
    client->lost = true;
    bytes_free(&client->out);
    body_free(client);
    end_gently(client);
}

static void drop(struct client *client)
{
    client->wire->counts.dropped++;
    if (client->mode == MODE_SOCKET)
        client->wire->counts.sockets--;
    client->mode = MODE_CLOSING;
    end(client);
}

/* ---- What is kept for clients --------------------------------------------------------------- */

static void recount(struct client *client)
{
    size_t held = client->lost ? 0
                               : client->in.used + client->message.used + client->out.used +
                                     client->writing_bytes +
                                     (client->body ? client->body->size - client->body->sent : 0);

    client->wire->counts.held -= client->held;
    client->wire->counts.held += held;
    client->held = (uint32_t)held;
}

/* All clients together may hold so much; beyond it those who hold most are given up. Somebody who
 * reads what comes holds next to nothing, and so is never the first to go. */
static void make_room(struct wire *wire)
{
    while (wire->counts.held > wire->plan.limits.queues_max) {
        struct client *most = wire->clients;

        for (struct client *client = most; client; client = client->next)
            if (client->held > most->held)
                most = client;
        if (!most || !most->held)
            return;
        give_up(most);
    }
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void flush(struct client *client);

static void on_written(uv_write_t *request, int status)
{
    struct client *client = (struct client *)request->handle;

    free(request);
    client->writing = false;
    client->writing_bytes = 0;
    recount(client);
    if (uv_is_closing((uv_handle_t *)&client->tcp))
        return;
    if (status < 0)
        drop(client);
    else
        flush(client);
}

/* Writes what it can at once and leaves the rest to libuv; while there is more of a long answer,
 * all of it, so that the next slice comes in another turn. False if the connection is broken. */
static bool put_out(struct client *client, const uint8_t *bytes, size_t count)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)count);
    int written = client->body ? 0 : uv_try_write((uv_stream_t *)&client->tcp, &buffer, 1);
    size_t done = written > 0 ? (size_t)written : 0;
    struct writing *writing;

    if (written < 0 && written != UV_EAGAIN)
        return false;
    client->wire->counts.bytes_out += count;
    if (done == count)
        return true;
    writing = malloc(sizeof *writing + count - done);
    if (!writing)
        return false;
    memcpy(writing->bytes, bytes + done, count - done);
    buffer = uv_buf_init((char *)writing->bytes, (unsigned)(count - done));
    if (uv_write(&writing->request, (uv_stream_t *)&client->tcp, &buffer, 1, on_written)) {
        free(writing);
        return false;
    }
    client->writing = true;
    client->writing_bytes = (uint32_t)(count - done);
    return true;
}

/* The next slice of a long answer waits from now on. False without memory. */
static bool take_slice(struct client *client)
{
    struct body *body = client->body;
    size_t count;

    if (!body)
        return true;
    count = body->size - body->sent < SLICE_BYTES ? body->size - body->sent : SLICE_BYTES;
    if (!bytes_add(&client->out, body->start + body->sent, count))
        return false;
    body->sent += count;
    if (body->sent == body->size)
        body_free(client);
    return true;
}

/* Encrypts what waits; what comes out of it waits instead. In pieces: what a session has once held
 * it keeps, and nobody counts that. */
static bool encrypt(struct client *client)
{
    struct bytes plain = client->out;
    uint8_t *raw = client->wire->raw;
    /* Before the handshake is over there is nothing to say, and it would not be secret. */
    bool ok = !plain.used || tls_is_ready(client->tls);
    size_t done = 0, count;

    client->out = (struct bytes){NULL, 0, 0};
    do {
        size_t piece = plain.used - done < SLICE_BYTES ? plain.used - done : SLICE_BYTES;

        ok = ok && (!piece || tls_write(client->tls, plain.start + done, piece));
        while (ok && (count = tls_send(client->tls, raw, READ_BYTES)))
            ok = bytes_add(&client->out, raw, count);
        done += piece;
    } while (ok && done < plain.used);
    bytes_free(&plain);
    return ok;
}

static bool parse(struct client *client);
static void on_buffer(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer);
static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer);

/* A plain request is read when the answer to the one before is gone. */
static bool must_wait(const struct client *client)
{
    return client->busy || (client->mode == MODE_HTTP && (client->writing || client->out.used));
}

/* Goes on with requests that waited, and reads again if that was stopped. */
static void go_on(struct client *client)
{
    if (client->mode != MODE_HTTP || must_wait(client))
        return;
    if (client->in.used && !parse(client)) {
        drop(client);
        return;
    }
    if (client->stopped && !must_wait(client)) {
        client->stopped = false;
        uv_read_start((uv_stream_t *)&client->tcp, on_buffer, on_read);
    }
}

/* Everything is written. If something that was not read lay there when the connection is closed,
 * the other side would lose what it has not read yet, the reason among it: so what comes is read,
 * and forgotten, until the other side closes, or for LINGER_MS. */
static void linger(struct client *client)
{
    uv_os_fd_t socket;

    if (client->shut)
        return;
    client->shut = true;
    tell_closed(client);
    if (uv_fileno((uv_handle_t *)&client->tcp, &socket) || shutdown(socket, SHUT_WR)) {
        end(client);
    } else if (client->stopped) {
        client->stopped = false;
        uv_read_start((uv_stream_t *)&client->tcp, on_buffer, on_read);
    }
}

static void flush(struct client *client)
{
    if (client->writing || uv_is_closing((uv_handle_t *)&client->tcp))
        return;
    if (!take_slice(client) || (client->tls && !encrypt(client))) {
        drop(client);
        return;
    }
    if (client->out.used && !put_out(client, client->out.start, client->out.used)) {
        drop(client);
        return;
    }
    bytes_free(&client->out);
    recount(client);
    if (client->mode == MODE_CLOSING && !client->writing) {
        linger(client);
    } else if (client->slow && !client->writing) {
        client->slow = false;
        client->wire->plan.handlers.drained(client->wire->plan.context, client);
    } else {
        go_on(client);
    }
}

static void on_prepare(uv_prepare_t *prepare)
{
    struct wire *wire = prepare->data;

    while (wire->dirty) {
        struct client *client = wire->dirty;

        wire->dirty = client->next_dirty;
        client->dirty = false;
        if (client->gone)
            release(client);
        else if (client->lost)
            end(client);
        else
            flush(client);
    }
}

/* The head and the body of something, both at once. */
static void queue(struct client *client, const void *head, size_t head_size, const void *body,
                  size_t size)
{
    size_t most = client->wire->plan.limits.queue_max;

    if (client->mode == MODE_CLOSING)
        return;
    if (client->writing_bytes + client->out.used + head_size + size +
                (client->body ? client->body->size : 0) >
            most ||
        !bytes_grow(&client->out, head_size + size)) {
        give_up(client);
        return;
    }
    bytes_add(&client->out, head, head_size);
    bytes_add(&client->out, body, size);
    make_dirty(client);
    recount(client);
    make_room(client->wire);
}

static void queue_frame(struct client *client, enum frame_kind kind, const void *payload,
                        size_t size)
{
    uint8_t head[FRAME_HEAD_MAX];

    queue(client, head, frame_head(head, kind, size, NULL), payload, size);
}

void client_send(struct client *client, const char *text, size_t length)
{
    if (client->mode != MODE_SOCKET)
        return;
    client->wire->counts.messages_out++;
    queue_frame(client, client->binary ? FRAME_BINARY : FRAME_TEXT, text, length);
}

bool client_is_slow(struct client *client)
{
    size_t most = client->wire->plan.limits.queue_max / SLOW_PART;

    if (client->mode == MODE_SOCKET && client->writing_bytes + client->out.used > most)
        client->slow = true;
    return client->slow;
}

void client_close(struct client *client, enum frame_reason reason, const char *why)
{
    uint8_t payload[2 + REASON_BYTES] = {(uint8_t)(reason >> 8), (uint8_t)reason};
    size_t length = strlen(why) < REASON_BYTES ? strlen(why) : REASON_BYTES;

    if (client->mode == MODE_CLOSING)
        return;
    memcpy(payload + 2, why, length);
    if (client->mode == MODE_SOCKET)
        queue_frame(client, FRAME_CLOSE, payload, 2 + length);
    if (client->mode != MODE_CLOSING)
        end_gently(client);
}

/* An answer whose body follows now, or in slices. */
static void reply(struct client *client, unsigned status, const char *headers, const void *body,
                  size_t size, struct body *slices)
{
    char text[HEAD_BYTES];
    struct hc_text head;

    hc_text_init(&head, text, sizeof text);
    http_write_answer(&head, status);
    hc_put(&head, headers);
    if (status != 304)
        http_write_number(&head, "Content-Length", slices ? slices->size : size);
    http_write(&head, "Connection", client->keep_alive ? "keep-alive" : "close");
    http_write_end(&head);
    HC_CHECK(head.length < sizeof text);
    client->body = slices;
    queue(client, text, head.length, body, client->head_only ? 0 : size);
    if (client->mode == MODE_CLOSING)
        return;
    client->busy = false;
    if (!client->keep_alive)
        end_gently(client);
}

void client_reply(struct client *client, unsigned status, const char *headers, const void *body,
                  size_t size)
{
    if (client->mode == MODE_HTTP)
        reply(client, status, headers, body, size, NULL);
}

static void write_headers(char text[HEAD_BYTES], const char *type)
{
    struct hc_text headers;

    hc_text_init(&headers, text, HEAD_BYTES);
    http_write(&headers, "Content-Type", type);
    http_write(&headers, "Cache-Control", "no-store");
    http_write(&headers, "X-Content-Type-Options", "nosniff");
}

void client_answer(struct client *client, unsigned status, const char *type, const char *body,
                   size_t size)
{
    char headers[HEAD_BYTES];

    write_headers(headers, type);
    client_reply(client, status, headers, body, size);
}

void client_answer_long(struct client *client, const char *type, char *body, size_t size)
{
    struct body *slices = client->mode == MODE_HTTP ? malloc(sizeof *slices) : NULL;
    char headers[HEAD_BYTES];

    if (!slices) {
        free(body);
        if (client->mode == MODE_HTTP)
            give_up(client);
        return;
    }
    *slices = (struct body){body, size, 0};
    write_headers(headers, type);
    reply(client, 200, headers, "", 0, slices);
}

/* ---- Reading -------------------------------------------------------------------------------- */

static void refuse_request(struct client *client, unsigned status, const char *why)
{
    client->keep_alive = false;
    client_answer(client, status, "text/plain", why, strlen(why));
}

static void take_forwarded(struct client *client, struct http_text forwarded)
{
    struct address address;
    size_t start = forwarded.length;

    while (start && forwarded.start[start - 1] != ',' && forwarded.start[start - 1] != ' ')
        start--;
    if (address_parse(forwarded.start + start, forwarded.length - start, &address))
        client->address = address;
}

/* Counts the connection for its address once that is known. False if there are too many. */
static bool count_address(struct client *client)
{
    const struct wire_limits *limits = &client->wire->plan.limits;

    if (!client->counted)
        client->counted =
            address_add(&client->wire->addresses, client->address, limits->connections_per_address);
    return client->counted;
}

/* A frame or a request costs some of the time that was saved up. */
static bool may_speak(struct client *client)
{
    uint64_t now = uv_now(client->wire->loop);
    uint64_t saved_us = client->saved_us + (now - client->heard_ms) * 1000;
    unsigned cost_us = 1000000 / client->wire->plan.limits.frames_per_s;

    client->heard_ms = now;
    client->saved_us = saved_us < BURST_US ? (uint32_t)saved_us : BURST_US;
    if (client->saved_us < cost_us)
        return false;
    client->saved_us -= cost_us;
    return true;
}

static void open_socket(struct client *client, const struct http_head *head)
{
    const struct wire_handlers *handlers = &client->wire->plan.handlers;
    char accept[FRAME_ACCEPT_CHARS + 1], text[HEAD_BYTES];
    unsigned status = handlers->open(client->wire->plan.context, client, head);
    struct hc_text answer;

    if (client->mode != MODE_HTTP)
        return;
    if (status != 101) {
        refuse_request(client, status, "This WebSocket is not allowed here.\n");
        return;
    }
    frame_accept(head->websocket_key.start, accept);
    hc_text_init(&answer, text, sizeof text);
    http_write_answer(&answer, 101);
    http_write(&answer, "Upgrade", "websocket");
    http_write(&answer, "Connection", "Upgrade");
    http_write(&answer, "Sec-WebSocket-Accept", accept);
    http_write_end(&answer);
    queue(client, text, answer.length, "", 0);
    if (client->mode == MODE_HTTP) {
        client->mode = MODE_SOCKET;
        client->wire->counts.sockets++;
    }
}

static size_t body_max(const struct wire *wire, const struct http_head *head)
{
    return wire->plan.handlers.body_max ? wire->plan.handlers.body_max(wire->plan.context, head)
                                        : wire->plan.limits.message_max;
}

/* One request from the start of the bytes. Returns how many were used, 0 if it is not whole. */
static size_t take_request(struct client *client, const uint8_t *bytes, size_t count)
{
    struct wire *wire = client->wire;
    const char *text = (const char *)bytes;
    struct http_head head;
    size_t used = 0;

    client->head_only = false;
    switch (http_read_request(text, count, &head, &used)) {
    case HTTP_MORE:
        return 0;
    case HTTP_WRONG:
        refuse_request(client, 400, "This is no HTTP request that can be understood.\n");
        return count;
    case HTTP_TOO_BIG:
        refuse_request(client, 431, "The head of the request is too big.\n");
        return count;
    case HTTP_WHOLE:
        break;
    }
    client->head_only = http_is(head.method, "HEAD");
    if (head.body_size > body_max(wire, &head)) {
        refuse_request(client, 413, "The body of the request is too big.\n");
        return count;
    }
    if (count - used < head.body_size)
        return 0;
    if (wire->plan.trust_proxy && !client->counted)
        take_forwarded(client, head.forwarded_for);
    client->keep_alive = head.keep_alive;
    wire->counts.requests++;
    if (!count_address(client)) {
        wire->counts.refused++;
        refuse_request(client, 429, "There are too many connections from your address.\n");
        return count;
    }
    if (!may_speak(client)) {
        refuse_request(client, 429, "There are too many requests; wait a little.\n");
        return count;
    }
    if (head.upgrades) {
        open_socket(client, &head);
    } else {
        client->busy = true;
        wire->plan.handlers.request(wire->plan.context, client, &head, text + used, head.body_size);
    }
    return used + head.body_size;
}

static void take_message(struct client *client, const char *text, size_t length)
{
    struct wire *wire = client->wire;

    wire->counts.messages_in++;
    if (!client->binary && !hc_utf8_ok(text, length))
        client_close(client, FRAME_BAD_TEXT, "that is no UTF-8");
    else
        wire->plan.handlers.message(wire->plan.context, client, text, length);
}

static void take_data(struct client *client, const struct frame *frame)
{
    if (frame->kind == (client->binary ? FRAME_TEXT : FRAME_BINARY)) {
        client_close(client, FRAME_NO_TEXT,
                     client->binary ? "only bytes are spoken here" : "only text is spoken here");
    } else if ((frame->kind == FRAME_PART) != (client->message.start != NULL)) {
        client_close(client, FRAME_BROKEN, "a piece of a message came out of order");
    } else if (frame->last && !client->message.start) {
        take_message(client, (const char *)frame->payload, frame->size);
    } else if (client->message.used + frame->size > client->message_max ||
               !bytes_add(&client->message, frame->payload, frame->size)) {
        client_close(client, FRAME_TOO_BIG, "the message is too big");
    } else if (frame->last) {
        struct bytes whole = client->message;

        client->message = (struct bytes){NULL, 0, 0};
        take_message(client, (const char *)whole.start, whole.used);
        free(whole.start);
    }
}

static size_t take_frame(struct client *client, uint8_t *bytes, size_t count)
{
    enum frame_reason reason;
    struct frame frame;
    size_t used = 0;

    switch (frame_read(FROM_CLIENT, bytes, count, client->message_max, &frame, &used, &reason)) {
    case FRAME_MORE:
        return 0;
    case FRAME_WRONG:
        client_close(client, reason,
                     reason == FRAME_TOO_BIG ? "the message is too big" : "that is no frame");
        return count;
    case FRAME_WHOLE:
        break;
    }
    client->pinged = false;
    if (!may_speak(client))
        client_close(client, FRAME_REFUSED, "too many messages; wait a little");
    else if (frame.kind == FRAME_CLOSE)
        client_close(client, FRAME_BYE, "");
    else if (frame.kind == FRAME_PING)
        queue_frame(client, FRAME_PONG, frame.payload, frame.size);
    else if (frame.kind != FRAME_PONG)
        take_data(client, &frame);
    return used;
}

/* Reads requests and frames from bytes until they end. Returns how many were used. */
static size_t take_all(struct client *client, uint8_t *bytes, size_t count)
{
    size_t done = 0, used = 1;

    while (done < count && used && !must_wait(client) && client->mode != MODE_CLOSING) {
        used = client->mode == MODE_HTTP ? take_request(client, bytes + done, count - done)
                                         : take_frame(client, bytes + done, count - done);
        done += used;
    }
    return client->mode == MODE_CLOSING ? count : done;
}

/* Goes on with what was kept. False if there is no memory. */
static bool parse(struct client *client)
{
    struct bytes kept = client->in;
    size_t done;
    bool enough;

    client->in = (struct bytes){NULL, 0, 0};
    done = take_all(client, kept.start, kept.used);
    enough = done == kept.used || bytes_add(&client->in, kept.start + done, kept.used - done);
    free(kept.start);
    return enough;
}

static void feed(struct client *client, uint8_t *bytes, size_t count)
{
    size_t most = HTTP_REQUEST_MAX + client->message_max + READ_BYTES;
    bool enough = true;

    client->wire->counts.bytes_in += count;
    if (client->in.used || must_wait(client)) {
        enough = bytes_add(&client->in, bytes, count);
        if (enough && !must_wait(client))
            enough = parse(client);
    } else {
        size_t done = take_all(client, bytes, count);

        if (done < count)
            enough = bytes_add(&client->in, bytes + done, count - done);
    }
    if (client->in.used > most && must_wait(client) && !client->stopped) {
        client->stopped = true;
        uv_read_stop((uv_stream_t *)&client->tcp);
    }
    recount(client);
    make_room(client->wire);
    if (!enough && client->mode != MODE_CLOSING)
        drop(client);
}

static void on_buffer(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer)
{
    struct wire *wire = ((struct client *)handle)->wire;

    (void)wanted;
    *buffer = uv_buf_init((char *)wire->raw, READ_BYTES);
}

/* A new key costs as much as a message. False if there were too many. */
static bool may_update_keys(struct client *client)
{
    for (unsigned left = tls_key_updates(client->tls); left; left--)
        if (!may_speak(client))
            return false;
    return true;
}

/* In pieces: whoever sends nothing but new keys is noticed before all of them are made. */
static void decrypt(struct client *client, size_t count)
{
    struct wire *wire = client->wire;
    int plain = 0;

    for (size_t at = 0; at < count && !plain && client->mode != MODE_CLOSING; at += PIECE_BYTES) {
        size_t piece = count - at < PIECE_BYTES ? count - at : PIECE_BYTES;

        plain = tls_receive(client->tls, wire->raw + at, piece) ? 1 : -1;
        while (plain > 0 && client->mode != MODE_CLOSING)
            if ((plain = tls_read(client->tls, wire->plain, READ_BYTES)) > 0)
                feed(client, wire->plain, (size_t)plain);
        if (!may_update_keys(client))
            plain = -1;
    }
    make_dirty(client); /* a handshake wants to be answered */
    if (plain < 0)
        drop(client);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct client *client = (struct client *)stream;

    (void)buffer;
    if (count < 0) {
        if (client->mode == MODE_SOCKET)
            client->wire->counts.sockets--;
        client->mode = MODE_CLOSING;
        end(client);
    } else if (count > 0 && client->mode != MODE_CLOSING) {
        if (client->tls)
            decrypt(client, (size_t)count);
        else
            feed(client, client->wire->raw, (size_t)count);
    }
}

/* ---- The wire ------------------------------------------------------------------------------- */

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
    client->saved_us = BURST_US;
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
        end(client);
        return;
    }
    client->address = address_of((struct sockaddr *)&peer);
    if (wire->counts.open > wire->plan.limits.connections ||
        (!wire->plan.trust_proxy && !count_address(client)) || !begin_tls(client)) {
        wire->counts.refused++;
        end(client);
        return;
    }
    client->ended = false;
    uv_tcp_nodelay(&client->tcp, 1);
    uv_read_start((uv_stream_t *)&client->tcp, on_buffer, on_read);
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
                end(client);
        } else if (client->mode == MODE_HTTP) {
            if (silent > HEAD_MS && !client->busy)
                drop(client);
        } else if (silent > 2 * SILENT_MS) {
            drop(client);
        } else if (silent > SILENT_MS && !client->pinged) {
            client->pinged = true;
            queue_frame(client, FRAME_PING, "", 0);
        }
    }
}

static bool say(char why[240], const struct wire_plan *plan, const char *what, int error)
{
    snprintf(why, 240, "%s %.60s port %u: %s", what, plan->host, plan->port, uv_strerror(error));
    return false;
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
    uv_timer_init(loop, &wire->sweep);
    wire->listener.data = wire->prepare.data = wire->sweep.data = wire;
    wire->handles = 3;
    if (!listen_on(wire, why)) {
        wire_close(wire, "");
        return NULL;
    }
    uv_prepare_start(&wire->prepare, on_prepare);
    wire->swept_ms = uv_now(wire->loop);
    uv_timer_start(&wire->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    return wire;
}

unsigned wire_port(const struct wire *wire)
{
    struct sockaddr_storage address;
    int length = sizeof address;

    if (uv_tcp_getsockname(&wire->listener, (struct sockaddr *)&address, &length))
        return 0;
    return ntohs(((const struct sockaddr_in *)(const void *)&address)->sin_port);
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
    on_prepare(&wire->prepare);
    for (struct client *client = wire->clients, *next; client; client = next) {
        next = client->next;
        end(client);
    }
    uv_close((uv_handle_t *)&wire->prepare, on_handle_closed);
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

struct address client_address(const struct client *client)
{
    return client->address;
}
