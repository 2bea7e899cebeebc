// SPDX-License-Identifier: MIT
/* client.c: the handshake and the frames of a WebSocket. Start at net_open() and net_take(). */
#include "net/client.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "core/utf8.h"
#include "net/clock.h"
#include "net/frame.h"
#include "net/http.h"

enum {
    BUFFER_BYTES = 1 << 16, /* read at once */
    BYTES_MAX = NET_MESSAGE_MAX + BUFFER_BYTES,
};

/* ---- The handshake -------------------------------------------------------------------------- */

static bool ask(struct net_client *client, const struct url *url, const char *key, int timeout_ms)
{
    char text[200];
    struct hc_text headers;

    hc_text_init(&headers, text, sizeof text);
    http_write(&headers, "Connection", "Upgrade");
    http_write(&headers, "Upgrade", "websocket");
    http_write(&headers, "Sec-WebSocket-Version", "13");
    http_write(&headers, "Sec-WebSocket-Key", key);
    return stream_get(&client->stream, url, "/ws", text, timeout_ms);
}

/* Reads more into the buffer: false if the other side is gone. */
static bool read_more(struct net_client *client)
{
    long count;

    if (client->used) {
        memmove(client->bytes, client->bytes + client->used, client->count - client->used);
        client->count -= client->used;
        client->used = 0;
    }
    if (client->count == BYTES_MAX)
        return true;
    count = stream_read(&client->stream, client->bytes + client->count, BYTES_MAX - client->count);
    client->count += count > 0 ? (size_t)count : 0;
    return count >= 0;
}

/* Waits until the whole head of the answer has come; false if none will in time. */
static bool read_answer(struct net_client *client, struct http_head *head, uint64_t end_ms)
{
    struct pollfd wanted = {.fd = client->stream.descriptor, .events = POLLIN};

    for (;;) {
        enum http_result result;

        if (!read_more(client))
            return false;
        result = http_read_answer((const char *)client->bytes, client->count, head, &client->used);
        if (result != HTTP_MORE)
            return result == HTTP_WHOLE;
        if (poll(&wanted, 1, clock_left_ms(end_ms)) != 1)
            return false;
    }
}

static bool shake_hands(struct net_client *client, const struct url *url, int timeout_ms,
                        struct hc_problem *why)
{
    uint64_t end_ms = clock_steady_ms() + (uint64_t)timeout_ms;
    uint8_t entropy[16];
    char key[FRAME_KEY_CHARS + 1], accept[FRAME_ACCEPT_CHARS + 1];
    struct http_head head;

    if (getrandom(entropy, sizeof entropy, 0) != sizeof entropy) {
        snprintf(why->text, sizeof why->text, "the system gives no entropy");
        return false;
    }
    frame_key(entropy, key);
    frame_accept(key, accept);
    if (!ask(client, url, key, timeout_ms) || !read_answer(client, &head, end_ms)) {
        snprintf(why->text, sizeof why->text, "%.150s, port %s: nobody answers there%s", url->host,
                 url->port, url->encrypted ? "" : "; is it https:// instead?");
        return false;
    }
    if (head.upgrades && http_is(head.websocket_accept, accept))
        return true;
    if (*url->path)
        snprintf(why->text, sizeof why->text,
                 "%.80s, port %s: there are no tables at %.40s; a code has six "
                 "letters, and no vowels among them",
                 url->host, url->port, url->path);
    else
        snprintf(why->text, sizeof why->text,
                 "%.150s, port %s: that is no server of tables, or it lets nobody in", url->host,
                 url->port);
    return false;
}

bool net_open(struct net_client *client, const struct url *url, const char *ca, int timeout_ms,
              struct hc_problem *why)
{
    *client = (struct net_client){.stream = {.descriptor = -1}};
    client->bytes = malloc(BYTES_MAX + 1);
    client->message = malloc(NET_MESSAGE_MAX + 1);
    if (!client->bytes || !client->message)
        snprintf(why->text, sizeof why->text, "there is not enough memory");
    else if (stream_open(&client->stream, url, ca, timeout_ms, why) &&
             shake_hands(client, url, timeout_ms, why))
        return true;
    net_close(client);
    return false;
}

void net_close(struct net_client *client)
{
    stream_close(&client->stream);
    free(client->bytes);
    free(client->message);
    client->bytes = client->message = NULL;
    client->count = client->used = client->length = 0;
}

/* ---- Frames --------------------------------------------------------------------------------- */

static bool send_frame(struct net_client *client, enum frame_kind kind, const void *payload,
                       size_t size, int timeout_ms)
{
    uint8_t mask[FRAME_MASK_BYTES], *bytes = malloc(FRAME_HEAD_MAX + size);
    bool sent = false;

    if (bytes && getrandom(mask, sizeof mask, 0) == sizeof mask) {
        size_t head = frame_head(bytes, kind, size, mask);

        if (size)
            memcpy(bytes + head, payload, size);
        frame_mask(bytes + head, size, mask);
        sent = stream_write(&client->stream, bytes, head + size, timeout_ms);
    }
    free(bytes);
    return sent;
}

bool net_send(struct net_client *client, const char *text, size_t length, int timeout_ms)
{
    return send_frame(client, FRAME_TEXT, text, length, timeout_ms);
}

/* Adds a piece to the message; false if it does not belong there or is too much. */
static bool add_piece(struct net_client *client, const struct frame *frame)
{
    if ((frame->kind == FRAME_PART) != client->in_pieces)
        return false;
    if (!client->in_pieces)
        client->length = 0;
    if (frame->size > NET_MESSAGE_MAX - client->length)
        return false;
    memcpy(client->message + client->length, frame->payload, frame->size);
    client->length += frame->size;
    client->message[client->length] = '\0';
    client->in_pieces = !frame->last;
    return true;
}

/* The other side says why it goes, behind a number of two bytes. */
static void keep_reason(struct net_client *client, const struct frame *frame)
{
    size_t length = frame->size > 2 ? frame->size - 2 : 0;

    _Static_assert(FRAME_CONTROL_MAX - 2 < NET_REASON_CHARS, "every reason fits");
    if (length && hc_utf8_ok((const char *)frame->payload + 2, length))
        memcpy(client->reason, frame->payload + 2, length);
    else
        length = 0;
    client->reason[length] = '\0';
}

/* Takes in one frame. */
static enum net_result take_frame(struct net_client *client, const struct frame *frame)
{
    switch (frame->kind) {
    case FRAME_PART:
    case FRAME_TEXT:
        if (!add_piece(client, frame))
            return NET_GONE;
        if (client->in_pieces)
            return NET_NOTHING;
        return hc_utf8_ok((const char *)client->message, client->length) ? NET_MESSAGE : NET_GONE;
    case FRAME_PING:
        return send_frame(client, FRAME_PONG, frame->payload, frame->size, 0) ? NET_NOTHING
                                                                              : NET_GONE;
    case FRAME_PONG:
        return NET_NOTHING;
    case FRAME_CLOSE:
        keep_reason(client, frame);
        send_frame(client, FRAME_CLOSE, frame->payload, frame->size < 2 ? 0 : 2, 0);
        return NET_GONE;
    case FRAME_BINARY:
        return NET_GONE;
    }
    return NET_GONE;
}

enum net_result net_take(struct net_client *client, const char **text, size_t *length)
{
    for (;;) {
        struct frame frame;
        size_t used, left = client->count - client->used;
        enum frame_reason reason;
        enum net_result result;

        switch (frame_read(FROM_SERVER, client->bytes + client->used, left, NET_MESSAGE_MAX, &frame,
                           &used, &reason)) {
        case FRAME_WRONG:
            return NET_GONE;
        case FRAME_MORE:
            if (!read_more(client))
                return NET_GONE;
            if (client->count == left)
                return NET_NOTHING;
            continue;
        case FRAME_WHOLE:
            break;
        }
        client->used += used;
        result = take_frame(client, &frame);
        *text = (const char *)client->message;
        *length = client->length;
        if (result != NET_NOTHING)
            return result;
    }
}
