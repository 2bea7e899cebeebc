// SPDX-License-Identifier: MIT
/*
 * frame.h: WebSocket frames (RFC 6455) for both ends, without a socket.
 *
 * Written by hand because the libraries for it keep a buffer of several kilobytes for every
 * connection, idle or not, which is more than a whole table may take; the protocol is a few small
 * functions. A client masks what it sends and a server does not; each end refuses what is masked
 * as its own frames are. Nothing is kept between frames: the caller keeps the bytes of an
 * unfinished frame, and the pieces of a message, if there are any.
 */
#ifndef HC_NET_FRAME_H
#define HC_NET_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_MASK_BYTES = 4,
    FRAME_HEAD_MAX = 10 + FRAME_MASK_BYTES, /* bytes before the payload of a frame */
    FRAME_CONTROL_MAX = 125,                /* payload of a close, ping or pong */
    FRAME_KEY_CHARS = 24,                   /* of a handshake, in base 64 */
    FRAME_ACCEPT_CHARS = 28,                /* likewise */
};

enum frame_side { FROM_CLIENT, FROM_SERVER };

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
    FRAME_NO_TEXT = 1003, /* binary data where text is spoken, or the other way round */
    FRAME_BAD_TEXT = 1007,
    FRAME_REFUSED = 1008, /* against the house's rules: too fast, too slow, not allowed */
    FRAME_TOO_BIG = 1009,
    FRAME_COME_BACK = 1012, /* somebody else goes on with it */
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

/* Reads one frame that comes from that side from the start of `bytes`, and unmasks its payload in
 * place. */
enum frame_result frame_read(enum frame_side side, uint8_t *bytes, size_t count, size_t payload_max,
                             struct frame *frame, size_t *used, enum frame_reason *reason);
/* Whether the payload of a close frame is lawful: nothing, or a code that may be sent and a reason
 * in UTF-8. If not, *reason is what the frame is answered with. */
bool frame_close_ok(const uint8_t *payload, size_t size, enum frame_reason *reason);
/* Writes the head of a whole frame; the payload goes behind it. Returns its length. A server has no
 * mask (NULL). A client has one of fresh entropy, with which it masks the payload too. */
size_t frame_head(uint8_t head[FRAME_HEAD_MAX], enum frame_kind kind, size_t size,
                  const uint8_t *mask);
/* Masks a payload, or takes the mask off again. */
void frame_mask(uint8_t *payload, size_t size, const uint8_t mask[FRAME_MASK_BYTES]);
/* The Sec-WebSocket-Key that a client makes from fresh entropy. */
void frame_key(const uint8_t entropy[16], char key[FRAME_KEY_CHARS + 1]);
/* The answer to a key of a client. */
void frame_accept(const char key[FRAME_KEY_CHARS], char accept[FRAME_ACCEPT_CHARS + 1]);

#endif
