// SPDX-License-Identifier: MIT
/*
 * signalling.h: how browsers find each other: the signalling of y-webrtc, without a socket.
 *
 * Peers subscribe to topics, and what one of them publishes under a topic goes to all of its
 * subscribers. Nothing is kept, and what is published is not looked into. docs/p2p.md has the
 * messages.
 */
#ifndef HC_DOORS_SERVER_SIGNALLING_H
#define HC_DOORS_SERVER_SIGNALLING_H

#include <stddef.h>
#include <stdint.h>

#include "doors/server/topics.h"

enum {
    SIGNAL_MESSAGE_BYTES = 16384, /* an offer with all its candidates, sealed and in base 64 */
    SIGNAL_NAME_BYTES = 128,      /* of a topic */
    SIGNAL_TOPICS = 16,           /* that one peer may subscribe to */
    SIGNAL_PEERS = 32,            /* that may subscribe to one topic */
};

struct signalling;
struct signal_peer;

struct signalling_plan {
    void (*send)(void *who, const void *text, size_t length); /* closes nobody at once */
    unsigned topics_max;
    uint8_t key[TOPICS_KEY_BYTES];
};

/* NULL without memory. */
struct signalling *signalling_open(const struct signalling_plan *plan);
/* All peers have left. */
void signalling_close(struct signalling *signalling);
unsigned signalling_topics(const struct signalling *signalling);

/* NULL without memory. */
struct signal_peer *signal_join(struct signalling *signalling, void *who);
void signal_leave(struct signal_peer *peer);
/* A message, in UTF-8. NULL, or why the peer is to be sent away. */
const char *signal_take(struct signal_peer *peer, const char *text, size_t length);

#endif
