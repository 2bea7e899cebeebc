// SPDX-License-Identifier: MIT
/*
 * frame.h: WebSocket frames (RFC 6455) as a server reads and writes them, without a socket.
 *
 * Written by hand because the libraries for it keep a buffer of several kilobytes for every
 * connection, idle or not, which is more than a whole table may take; a server's side of the
 * protocol is two small functions. Nothing is kept between frames but a message that came in
 * pieces: the caller keeps the bytes of an unfinished frame, if there are any.
 */
#ifndef HC_DOORS_SERVER_FRAME_H
#define HC_DOORS_SERVER_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAME_HEAD_MAX = 10 }; /* bytes before the payload of a frame that a server sends */

enum frame_kind {
    FRAME_PART = 0, /* goes on with a message */
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10,
};

/* Reasons for closing, as they go over the wire. */
enum frame_reason {
    FRAME_BYE = 1000,
    FRAME_GOING_AWAY = 1001,
    FRAME_BROKEN = 1002,  /* against the protocol */
    FRAME_NO_TEXT = 1003, /* binary data */
    FRAME_BAD_TEXT = 1007,
    FRAME_REFUSED = 1008, /* against the house's rules: too fast, too slow, not allowed */
    FRAME_TOO_BIG = 1009,
};

struct frame {
    enum frame_kind kind;
    bool last; /* of its message */
    uint8_t *payload;
    size_t size;
};

enum frame_result {
    FRAME_WHOLE, /* a frame; *used bytes of the input are done with */
    FRAME_MORE,  /* not all of it has come yet */
    FRAME_WRONG, /* close for *reason */
};

/* Reads one frame from the start of `bytes`, and unmasks its payload in place. */
enum frame_result frame_read(uint8_t *bytes, size_t count, size_t payload_max, struct frame *frame,
                             size_t *used, enum frame_reason *reason);
/* Writes the head of a whole, unmasked frame; the payload goes behind it. Returns its length. */
size_t frame_head(uint8_t head[FRAME_HEAD_MAX], enum frame_kind kind, size_t size);
/* Whether a text is UTF-8 without any fault. */
bool frame_is_text(const uint8_t *bytes, size_t count);
/* The answer to a client's Sec-WebSocket-Key: 28 characters and a zero. */
void frame_accept(const char *key, size_t length, char accept[29]);

#endif
