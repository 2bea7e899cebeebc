// SPDX-License-Identifier: MIT
/*
 * wire_in.c: what comes: bytes, decrypted if need be, as requests and frames. They are read where
 * they lie; only an unfinished rest is kept. Start reading at on_read().
 */
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "doors/server/wire_inside.h"

enum {
    PIECE_BYTES = 2048, /* that are decrypted at once */
    HEAD_BYTES = WIRE_HEAD_BYTES,
};

/* ---- Requests ------------------------------------------------------------------------------- */

static void refuse_request(struct client *client, unsigned status, const char *why)
{
    client->keep_alive = false;
    client_refuse(client, status, HC_OK, why);
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

/* A frame or a request costs some of the time that was saved up. */
static bool may_speak(struct client *client)
{
    uint64_t now = uv_now(client->wire->loop);
    uint64_t saved_us = client->saved_us + (now - client->heard_ms) * 1000;
    unsigned cost_us = 1000000 / client->wire->plan.limits.frames_per_s;

    client->heard_ms = now;
    client->saved_us = saved_us < WIRE_BURST_US ? (uint32_t)saved_us : WIRE_BURST_US;
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
        refuse_request(client, status, "this WebSocket is not allowed here");
        return;
    }
    frame_accept(head->websocket_key.start, accept);
    hc_text_init(&answer, text, sizeof text);
    http_write_answer(&answer, 101);
    http_write(&answer, "Upgrade", "websocket");
    http_write(&answer, "Connection", "Upgrade");
    http_write(&answer, "Sec-WebSocket-Accept", accept);
    http_write_end(&answer);
    client_queue(client, text, answer.length, "", 0);
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
        refuse_request(client, 400, "this is no HTTP request that can be understood");
        return count;
    case HTTP_TOO_BIG:
        refuse_request(client, 431, "the head of the request is too big");
        return count;
    case HTTP_WHOLE:
        break;
    }
    client->head_only = http_is(head.method, "HEAD");
    client->takes_gzip = http_is(head.method, "GET") && http_takes_gzip(head.accept_encoding);
    if (head.body_size > body_max(wire, &head)) {
        refuse_request(client, 413, "the body of the request is too big");
        return count;
    }
    if (count - used < head.body_size)
        return 0;
    if (wire->plan.trust_proxy && !client->counted)
        take_forwarded(client, head.forwarded_for);
    client->keep_alive = head.keep_alive;
    wire->counts.requests++;
    if (!client_count(client)) {
        wire->counts.refused++;
        refuse_request(client, 429, "there are too many connections from your address");
        return count;
    }
    if (!may_speak(client)) {
        refuse_request(client, 429, "there are too many requests; wait a little");
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

/* ---- Frames --------------------------------------------------------------------------------- */

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
    else if (frame.kind == FRAME_CLOSE && !frame_close_ok(frame.payload, frame.size, &reason))
        client_close(client, reason, "that is no lawful close");
    else if (frame.kind == FRAME_CLOSE)
        client_close(client, FRAME_BYE, "");
    else if (frame.kind == FRAME_PING)
        client_queue_frame(client, FRAME_PONG, frame.payload, frame.size);
    else if (frame.kind != FRAME_PONG)
        take_data(client, &frame);
    return used;
}

/* ---- Bytes ---------------------------------------------------------------------------------- */

/* A plain request is read when the answer to the one before is gone. */
static bool must_wait(const struct client *client)
{
    return client->busy || (client->mode == MODE_HTTP && (client->writing || client->out.used));
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
    size_t most = HTTP_REQUEST_MAX + client->message_max + WIRE_READ_BYTES;
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
    client_recount(client);
    wire_make_room(client->wire);
    if (!enough && client->mode != MODE_CLOSING)
        client_drop(client);
}

static void on_buffer(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer)
{
    struct wire *wire = ((struct client *)handle)->wire;

    (void)wanted;
    *buffer = uv_buf_init((char *)wire->raw, WIRE_READ_BYTES);
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
            if ((plain = tls_read(client->tls, wire->plain, WIRE_READ_BYTES)) > 0)
                feed(client, wire->plain, (size_t)plain);
        if (!may_update_keys(client))
            plain = -1;
    }
    client_make_dirty(client); /* a handshake wants to be answered */
    if (plain < 0)
        client_drop(client);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct client *client = (struct client *)stream;

    (void)buffer;
    if (count < 0) {
        if (client->mode == MODE_SOCKET)
            client->wire->counts.sockets--;
        client->mode = MODE_CLOSING;
        client_end(client);
    } else if (count > 0 && client->mode != MODE_CLOSING) {
        if (client->tls)
            decrypt(client, (size_t)count);
        else
            feed(client, client->wire->raw, (size_t)count);
    }
}

void client_read(struct client *client)
{
    uv_read_start((uv_stream_t *)&client->tcp, on_buffer, on_read);
}

void client_read_on(struct client *client)
{
    if (client->mode != MODE_HTTP || must_wait(client))
        return;
    if (client->in.used && !parse(client)) {
        client_drop(client);
        return;
    }
    if (client->stopped && !must_wait(client)) {
        client->stopped = false;
        client_read(client);
    }
}
