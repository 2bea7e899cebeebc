// SPDX-License-Identifier: MIT
/*
 * wire_out.c: what is sent. It gathers in the client's out buffer, and goes out in one write when
 * the loop is about to wait; a long answer follows in slices. Start reading at flush().
 */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "core/check.h"
#include "doors/server/gzip.h"
#include "doors/server/wire_inside.h"

enum {
    SLICE_BYTES = 16384, /* of a long answer; a turn of the loop writes a few of them */
    REASON_BYTES = 123,
    HEAD_BYTES = WIRE_HEAD_BYTES,
    SLOW_PART = 16, /* a queue that is full by one part of so many is that of somebody slow */
};

struct writing {
    uv_write_t request;
    uint8_t bytes[];
};

/* ---- Writing -------------------------------------------------------------------------------- */

static void flush(struct client *client);

static void on_written(uv_write_t *request, int status)
{
    struct client *client = (struct client *)request->handle;

    free(request);
    client->writing = false;
    client->writing_bytes = 0;
    client_recount(client);
    if (uv_is_closing((uv_handle_t *)&client->tcp))
        return;
    if (status < 0)
        client_drop(client);
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
        while (ok && (count = tls_send(client->tls, raw, WIRE_READ_BYTES)))
            ok = bytes_add(&client->out, raw, count);
        done += piece;
    } while (ok && done < plain.used);
    bytes_free(&plain);
    return ok;
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
    client_tell_closed(client);
    if (uv_fileno((uv_handle_t *)&client->tcp, &socket) || shutdown(socket, SHUT_WR)) {
        client_end(client);
    } else if (client->stopped) {
        client->stopped = false;
        client_read(client);
    }
}

static void flush(struct client *client)
{
    if (client->writing || uv_is_closing((uv_handle_t *)&client->tcp))
        return;
    if (!take_slice(client) || (client->tls && !encrypt(client))) {
        client_drop(client);
        return;
    }
    if (client->out.used && !put_out(client, client->out.start, client->out.used)) {
        client_drop(client);
        return;
    }
    bytes_free(&client->out);
    client_recount(client);
    if (client->mode == MODE_CLOSING && !client->writing) {
        linger(client);
    } else if (client->slow && !client->writing) {
        client->slow = false;
        client->wire->plan.handlers.drained(client->wire->plan.context, client);
    } else {
        client_read_on(client);
    }
}

/* While this is started, the loop does not wait. */
static void on_idle(uv_idle_t *idle)
{
    (void)idle;
}

/* A client that has its next request answered here waits for the next turn with it, in which others
 * are read first. */
void wire_flush(struct wire *wire)
{
    struct client *next = wire->dirty;

    wire->dirty = NULL;
    while (next) {
        struct client *client = next;

        next = client->next_dirty;
        client->dirty = false;
        if (client->gone)
            client_release(client);
        else if (client->lost)
            client_end(client);
        else
            flush(client);
    }
    if (wire->dirty)
        uv_idle_start(&wire->idle, on_idle);
    else
        uv_idle_stop(&wire->idle);
}

/* ---- Messages and answers -------------------------------------------------------------------- */

void client_queue(struct client *client, const void *head, size_t head_size, const void *body,
                  size_t size)
{
    size_t most = client->wire->plan.limits.queue_max;

    if (client->mode == MODE_CLOSING)
        return;
    if (client->writing_bytes + client->out.used + head_size + size +
                (client->body ? client->body->size : 0) >
            most ||
        !bytes_grow(&client->out, head_size + size)) {
        client_give_up(client);
        return;
    }
    bytes_add(&client->out, head, head_size);
    bytes_add(&client->out, body, size);
    client_make_dirty(client);
    client_recount(client);
    wire_make_room(client->wire);
}

void client_queue_frame(struct client *client, enum frame_kind kind, const void *payload,
                        size_t size)
{
    uint8_t head[FRAME_HEAD_MAX];

    client_queue(client, head, frame_head(head, kind, size, NULL), payload, size);
}

void client_send(struct client *client, const char *text, size_t length)
{
    if (client->mode != MODE_SOCKET)
        return;
    client->wire->counts.messages_out++;
    client_queue_frame(client, client->binary ? FRAME_BINARY : FRAME_TEXT, text, length);
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
        client_queue_frame(client, FRAME_CLOSE, payload, 2 + length);
    if (client->mode != MODE_CLOSING)
        client_end_gently(client);
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
    client_queue(client, text, head.length, body, client->head_only ? 0 : size);
    if (client->mode == MODE_CLOSING)
        return;
    client->busy = false;
    if (!client->keep_alive)
        client_end_gently(client);
}

void client_reply(struct client *client, unsigned status, const char *headers, const void *body,
                  size_t size)
{
    if (client->mode == MODE_HTTP)
        reply(client, status, headers, body, size, NULL);
}

void client_headers(struct hc_text *out, const char *cache)
{
    http_write(out, "Cache-Control", cache);
    http_write(out, "X-Content-Type-Options", "nosniff");
    http_write(out, "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    http_write(out, "Cross-Origin-Resource-Policy", "same-origin");
}

static void write_headers(char text[HEAD_BYTES], const char *type, bool is_gzip)
{
    struct hc_text headers;

    hc_text_init(&headers, text, HEAD_BYTES);
    http_write(&headers, "Content-Type", type);
    http_write(&headers, "Vary", "Accept-Encoding");
    if (is_gzip)
        http_write(&headers, "Content-Encoding", "gzip");
    client_headers(&headers, "no-store");
}

void client_answer(struct client *client, unsigned status, const char *type, const char *body,
                   size_t size)
{
    char headers[HEAD_BYTES];

    write_headers(headers, type, false);
    client_reply(client, status, headers, body, size);
}

void client_answer_json(struct client *client, unsigned status, const char *text, size_t length)
{
    char headers[HEAD_BYTES];
    size_t size;
    uint8_t *small =
        client->takes_gzip && length >= GZIP_MIN ? gzip_make(text, length, GZIP_FAST, &size) : NULL;

    write_headers(headers, "application/json", small != NULL);
    client_reply(client, status, headers, small ? small : (const void *)text,
                 small ? size : length);
    free(small);
}

/* The code of a failure with this status. */
static enum hc_refusal refusal_of(unsigned status)
{
    switch (status) {
    case 400:
        return HC_MALFORMED;
    case 403:
    case 405:
        return HC_NOT_ALLOWED;
    case 404:
        return HC_NO_ROOM;
    case 413:
    case 431:
        return HC_TOO_LONG;
    case 429:
        return HC_TOO_FAST;
    default:
        return HC_NOT_STORED; /* nothing has changed; ask again */
    }
}

void client_refuse(struct client *client, unsigned status, enum hc_refusal refusal, const char *why)
{
    char text[400];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    hc_json_open(&out, NULL, '{');
    hc_json_bool(&out, "ok", false);
    hc_json_string(&out, "code", hc_refusal_name(refusal ? refusal : refusal_of(status)));
    hc_json_string(&out, "why", why);
    hc_json_close(&out, '}');
    client_answer_json(client, status, text,
                       out.length < sizeof text ? out.length : sizeof text - 1);
}

void client_answer_long(struct client *client, const char *type, bool is_gzip, void *body,
                        size_t size)
{
    struct body *slices = client->mode == MODE_HTTP ? malloc(sizeof *slices) : NULL;
    char headers[HEAD_BYTES];

    if (!slices) {
        free(body);
        if (client->mode == MODE_HTTP)
            client_give_up(client);
        return;
    }
    *slices = (struct body){body, size, 0};
    write_headers(headers, type, is_gzip);
    reply(client, 200, headers, "", 0, slices);
}
