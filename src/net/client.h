// SPDX-License-Identifier: MIT
/*
 * client.h: a WebSocket (RFC 6455) from the client's side: whole text messages out and in.
 *
 * Pings are answered, pieces are put together, everything is held to a limit. Reading never waits;
 * wait with poll for client->stream.descriptor, after net_take has said that there is nothing.
 */
#ifndef HC_NET_CLIENT_H
#define HC_NET_CLIENT_H

#include "net/stream.h"

enum {
    NET_MESSAGE_MAX = 1 << 17, /* twice what a server sends */
    NET_REASON_CHARS = 128,
};

struct net_client {
    struct stream stream;
    uint8_t *bytes; /* what has come and is not taken */
    size_t count, used;
    uint8_t *message; /* what there is of a message in pieces, or the last whole one */
    size_t length;
    bool in_pieces;
    char reason[NET_REASON_CHARS]; /* why the other side closed; may be empty */
};

enum net_result {
    NET_MESSAGE,
    NET_NOTHING, /* not yet */
    NET_GONE,    /* close it */
};

/* Connects to the server's /ws. False, and why->text says what is wrong; nothing is left open. */
bool net_open(struct net_client *client, const struct url *url, const char *ca, int timeout_ms,
              struct hc_problem *why);
/* May be called twice, and for a client that is all zero but for a descriptor of -1. */
void net_close(struct net_client *client);
bool net_send(struct net_client *client, const char *text, size_t length, int timeout_ms);
/* The next message; the text is terminated and good until the next call. */
enum net_result net_take(struct net_client *client, const char **text, size_t *length);

#endif
