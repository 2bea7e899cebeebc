// SPDX-License-Identifier: MIT
/*
 * relay.h: peers that cannot reach each other meet in a room here: the relay for y-websocket,
 * without a socket.
 *
 * It keeps no document: whoever comes is told by those who are there. A client of y-websocket asks
 * for what it lacks when it connects; the others answer it, since each of them also answers as a
 * server would. In return the relay asks whoever comes for all that it has, on behalf of the
 * others. Nobody is there to answer the first one, so it is told that there is nothing. docs/p2p.md
 * has the messages; what is in them the relay does not know.
 */
#ifndef HC_DOORS_SERVER_RELAY_H
#define HC_DOORS_SERVER_RELAY_H

#include <stddef.h>
#include <stdint.h>

#include "doors/server/topics.h"

enum {
    RELAY_NAME_BYTES = 128, /* of a room */
    RELAY_PEERS = 16,       /* in a room: ten seats, and some who watch */
};

struct relay;
struct relay_peer;

struct relay_plan {
    void (*send)(void *who, const void *bytes, size_t size); /* closes nobody at once */
    unsigned rooms_max;
    uint8_t key[TOPICS_KEY_BYTES];
};

/* NULL without memory. */
struct relay *relay_open(const struct relay_plan *plan);
/* All peers have left. */
void relay_close(struct relay *relay);
unsigned relay_rooms(const struct relay *relay);

/* NULL if the room, or the relay, is full, the name is none, or without memory. */
struct relay_peer *relay_join(struct relay *relay, const char *room, size_t length, void *who);
void relay_leave(struct relay_peer *peer);
/* A message. NULL, or why the peer is to be sent away. */
const char *relay_take(struct relay_peer *peer, const uint8_t *bytes, size_t size);

#endif
