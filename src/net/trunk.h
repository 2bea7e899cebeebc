// SPDX-License-Identifier: MIT
/*
 * trunk.h: what goes over a connection between two processes of one cluster, without a socket.
 *
 *   each side:   "HCTRUNK1" · 32 bytes of entropy
 *   then frames: length of what follows (4 bytes, little-endian) · ChaCha20-Poly1305 of
 *                kind (1) · channel (4, little-endian) · bytes
 *
 * Both know one secret. The key of each direction is BLAKE2b under that secret of who sends and of
 * both sides' entropy, so nothing of another connection or of the other direction fits; frames are
 * counted, so none can be left out, repeated or changed. Whoever does not know the secret cannot
 * make a single frame: a trunk is proved when the first one has come. Everything is hostile until
 * then, and limited always.
 */
#ifndef HC_NET_TRUNK_H
#define HC_NET_TRUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TRUNK_SECRET_BYTES = 32,
    TRUNK_ENTROPY_BYTES = 32,
    TRUNK_HELLO_BYTES = 8 + TRUNK_ENTROPY_BYTES,
    TRUNK_PAYLOAD_MAX = 128 << 10, /* the longest message to a client fits */
    TRUNK_HEAD_BYTES = 1 + 4,
    TRUNK_OVERHEAD = 4 + 16 + TRUNK_HEAD_BYTES, /* of a frame, sealed */
};

struct trunk {
    bool dials;              /* this side has begun it */
    bool is_open, is_proved; /* its hello has come; and a frame */
    uint64_t sent, taken;    /* frames */
    uint8_t entropy[TRUNK_ENTROPY_BYTES], secret[TRUNK_SECRET_BYTES];
    uint8_t send_key[32], take_key[32];
};

struct trunk_frame {
    uint8_t kind;
    uint32_t channel;
    const uint8_t *bytes; /* in the input */
    size_t size;
};

enum trunk_result {
    TRUNK_HELLO, /* the other side's hello has come: frames can be sealed now */
    TRUNK_FRAME,
    TRUNK_MORE, /* not all of it has come yet */
    TRUNK_WRONG,
};

/* A secret from a text of any length. */
void trunk_secret(const char *text, uint8_t secret[TRUNK_SECRET_BYTES]);
/* Writes the hello that this side sends first. */
void trunk_begin(struct trunk *trunk, const uint8_t secret[TRUNK_SECRET_BYTES], bool dials,
                 const uint8_t entropy[TRUNK_ENTROPY_BYTES], uint8_t hello[TRUNK_HELLO_BYTES]);
/* Takes one thing from what has come, and says how many bytes of it are done with. They are
 * changed: what is sealed is opened in place. */
enum trunk_result trunk_take(struct trunk *trunk, uint8_t *bytes, size_t size, size_t *used,
                             struct trunk_frame *frame);
/* Seals a frame into `out`, which has size + TRUNK_OVERHEAD bytes; size is TRUNK_PAYLOAD_MAX at
 * most. Returns how many bytes it is. */
size_t trunk_seal(struct trunk *trunk, const struct trunk_frame *frame, uint8_t *out);
/* Forgets the keys. */
void trunk_end(struct trunk *trunk);

#endif
