// SPDX-License-Identifier: MIT
/* client.c: the handshake and the frames of a WebSocket. Start at net_open() and net_take(). */
#include "net/client.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "net/head.h"

enum {
    BUFFER_BYTES = 1 << 16, /* read at once */
    CONTROL_MAX = 125,      /* payload of a close, ping or pong */
    FRAME_HEAD_MAX = 14,    /* with the mask */
    KEY_BYTES = 16,         /* of the handshake */
    KEY_CHARS = 25,         /* in base 64, with its zero */
    ACCEPT_CHARS = 29,      /* likewise */
    KIND_PART = 0,          /* goes on with a message */
    KIND_TEXT = 1,
    KIND_CLOSE = 8,
    KIND_PING = 9,
    KIND_PONG = 10,
    BYTES_MAX = NET_MESSAGE_MAX + BUFFER_BYTES,
};

/* ---- The handshake -------------------------------------------------------------------------- */

static void accept_for(const char key[KEY_CHARS], char accept[ACCEPT_CHARS])
{
    uint8_t hash[SHA_DIGEST_LENGTH];
    char text[80];
    int length = snprintf(text, sizeof text, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);

    SHA1((const uint8_t *)text, (size_t)length, hash);
    EVP_EncodeBlock((uint8_t *)accept, hash, sizeof hash);
}

static bool send_request(struct net_client *client, const struct url *url,
                         const char key[KEY_CHARS], int timeout_ms)
{
    char text[1024];
    int length = snprintf(text, sizeof text,
                          "GET %s/ws HTTP/1.1\r\n"
                          "Host: %s%s%s:%s\r\n"
                          "Connection: Upgrade\r\n"
                          "Upgrade: websocket\r\n"
                          "Sec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: %s\r\n"
                          "User-Agent: holecard/" HC_VERSION "\r\n"
                          "\r\n",
                          url->path, url->is_ipv6 ? "[" : "", url->host, url->is_ipv6 ? "]" : "",
                          url->port, key);

    return (size_t)length < sizeof text &&
           stream_write(&client->stream, text, (size_t)length, timeout_ms);
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

/* Waits until the whole head of the answer has come, and terminates it as a text. */
static bool read_head(struct net_client *client, int timeout_ms)
{
    struct pollfd wanted = {.fd = client->stream.descriptor, .events = POLLIN};
    size_t end;

    for (;;) {
        if (!read_more(client))
            return false;
        end = head_end(client->bytes, client->count);
        if (end) {
            client->bytes[end - 1] = '\0';
            client->used = end;
            return true;
        }
        if (client->count >= HEAD_MAX || poll(&wanted, 1, timeout_ms) != 1)
            return false;
    }
}

static bool shake_hands(struct net_client *client, const struct url *url, int timeout_ms,
                        struct hc_problem *why)
{
    uint8_t nonce[KEY_BYTES];
    char key[KEY_CHARS], accept[ACCEPT_CHARS];
    const char *head = (const char *)client->bytes, *accepted;
    size_t length;

    if (getrandom(nonce, sizeof nonce, 0) != sizeof nonce) {
        snprintf(why->text, sizeof why->text, "the system gives no entropy");
        return false;
    }
    EVP_EncodeBlock((uint8_t *)key, nonce, sizeof nonce);
    accept_for(key, accept);
    if (!send_request(client, url, key, timeout_ms) || !read_head(client, timeout_ms)) {
        snprintf(why->text, sizeof why->text, "%.150s, port %s: nobody answers there%s", url->host,
                 url->port, url->encrypted ? "" : "; is it https:// instead?");
        return false;
    }
    accepted = head_value(head, "Sec-WebSocket-Accept", &length);
    if (head_status(head) != 101 || !accepted || length != ACCEPT_CHARS - 1 ||
        memcmp(accepted, accept, length) != 0) {
        if (*url->path)
            snprintf(why->text, sizeof why->text,
                     "%.100s, port %s: there are no tables at %.60s; the code of a table has six "
                     "letters",
                     url->host, url->port, url->path);
        else
            snprintf(why->text, sizeof why->text,
                     "%.150s, port %s: that is no server of tables, or it lets nobody in",
                     url->host, url->port);
        return false;
    }
    return true;
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

static bool send_frame(struct net_client *client, unsigned kind, const void *payload, size_t size,
                       int timeout_ms)
{
    unsigned wide = size > 0xffff ? 8 : size > CONTROL_MAX ? 2 : 0, head = 2 + wide + 4;
    uint8_t *frame = malloc(size + FRAME_HEAD_MAX), *mask;
    bool sent;

    if (!frame)
        return false;
    frame[0] = (uint8_t)(0x80 | kind);
    frame[1] = (uint8_t)(0x80 | (wide == 8 ? 127 : wide == 2 ? 126 : size));
    for (unsigned i = 0; i < wide; i++)
        frame[2 + i] = (uint8_t)((uint64_t)size >> 8 * (wide - 1 - i));
    mask = frame + head - 4;
    sent = getrandom(mask, 4, 0) == 4;
    for (size_t i = 0; i < size; i++)
        frame[head + i] = ((const uint8_t *)payload)[i] ^ mask[i & 3];
    sent = sent && stream_write(&client->stream, frame, head + size, timeout_ms);
    free(frame);
    return sent;
}

bool net_send(struct net_client *client, const char *text, size_t length, int timeout_ms)
{
    return send_frame(client, KIND_TEXT, text, length, timeout_ms);
}

struct frame {
    unsigned kind;
    bool last;
    const uint8_t *payload;
    size_t size;
};

enum found { FOUND, NOT_YET, BROKEN };

/* The frame at the start of what has come. */
static enum found find_frame(const struct net_client *client, struct frame *frame, size_t *used)
{
    const uint8_t *at = client->bytes + client->used;
    size_t count = client->count - client->used, head;
    unsigned code, wide;
    uint64_t size;

    if (count < 2)
        return NOT_YET;
    code = at[1] & 127;
    wide = code == 127 ? 8 : code == 126 ? 2 : 0;
    frame->kind = at[0] & 15;
    frame->last = at[0] & 0x80;
    /* No extension was asked for, and a server does not mask. */
    if (at[0] & 0x70 || at[1] & 0x80 ||
        (frame->kind >= KIND_CLOSE && (!frame->last || code > CONTROL_MAX)))
        return BROKEN;
    head = 2 + (size_t)wide;
    if (count < head)
        return NOT_YET;
    size = wide ? 0 : code;
    for (unsigned i = 0; i < wide; i++)
        size = size << 8 | at[2 + i];
    if (size > NET_MESSAGE_MAX)
        return BROKEN;
    frame->payload = at + head;
    frame->size = (size_t)size;
    *used = head + frame->size;
    return count < *used ? NOT_YET : FOUND;
}

/* Adds a piece to the message; false if it does not belong there or is too much. */
static bool add_piece(struct net_client *client, const struct frame *frame)
{
    if ((frame->kind == KIND_PART) != client->in_pieces)
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

    if (length >= sizeof client->reason)
        length = sizeof client->reason - 1;
    if (length)
        memcpy(client->reason, frame->payload + 2, length);
    client->reason[length] = '\0';
}

/* Takes in one frame. */
static enum net_result take_frame(struct net_client *client, const struct frame *frame)
{
    switch (frame->kind) {
    case KIND_PART:
    case KIND_TEXT:
        if (!add_piece(client, frame))
            return NET_GONE;
        return client->in_pieces ? NET_NOTHING : NET_MESSAGE;
    case KIND_PING:
        return send_frame(client, KIND_PONG, frame->payload, frame->size, 0) ? NET_NOTHING
                                                                             : NET_GONE;
    case KIND_PONG:
        return NET_NOTHING;
    case KIND_CLOSE:
        keep_reason(client, frame);
        send_frame(client, KIND_CLOSE, frame->payload, frame->size < 2 ? 0 : 2, 0);
        return NET_GONE;
    default:
        return NET_GONE;
    }
}

enum net_result net_take(struct net_client *client, const char **text, size_t *length)
{
    for (;;) {
        struct frame frame;
        size_t used, before = client->count - client->used;
        enum found found = find_frame(client, &frame, &used);
        enum net_result result;

        if (found == BROKEN)
            return NET_GONE;
        if (found == NOT_YET) {
            if (!read_more(client))
                return NET_GONE;
            if (client->count == before)
                return NET_NOTHING;
            continue;
        }
        client->used += used;
        result = take_frame(client, &frame);
        *text = (const char *)client->message;
        *length = client->length;
        if (result != NET_NOTHING)
            return result;
    }
}
