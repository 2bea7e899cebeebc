// SPDX-License-Identifier: MIT
/*
 * server.h: the door for the network: HTTP and WebSocket on one port, for guests of a house.
 *
 * It stands on a loop and a house that somebody else has opened, and knows nothing of other doors.
 */
#ifndef HC_DOORS_SERVER_SERVER_H
#define HC_DOORS_SERVER_SERVER_H

#include <uv.h>

#include "house/house.h"
#include "protocol/protocol.h"
#include "threads/background.h"

struct server;

struct server_plan {
    uv_loop_t *loop;
    struct background *background; /* for what takes long */
    struct house *house;
    house_resize *resize;
    house_entropy *entropy;
    const char *host;
    unsigned port;            /* 0: any; server_port tells which */
    const char *metrics_host; /* where the figures are; NULL: nowhere */
    unsigned metrics_port;
    const char *certificate, *key; /* files in PEM; NULL: no TLS */
    const char *public_url;        /* where others reach us; NULL: we look for it ourselves */
    const char *origin;            /* of pages that may connect, besides our own; NULL: none */
    bool trust_proxy;              /* the last address in X-Forwarded-For is the client's */
    unsigned connections, connections_per_address, messages_per_s;
    unsigned handshakes_per_s;   /* that one address may begin, with TLS */
    unsigned tables_per_hour;    /* that one address may open */
    unsigned comings_per_minute; /* to tables, of one address */
    unsigned lists_per_minute;   /* of tables or leaders, for one address */
    unsigned forgets_per_hour;   /* of one address, and of one guest */
    unsigned signal_topics;      /* of /signal at once; 0: there is no /signal */
    unsigned relay_rooms;        /* of /yws at once; 0: there is no /yws */
    size_t relay_message_max;    /* bytes of a message there */
    unsigned peer_kb_per_minute; /* that one address may send to peers, each copy counted */
    size_t queue_max;            /* bytes that wait for a slow reader */
    size_t queues_max;           /* and for all of them together */
    /* Why nothing can be stored now ("" if it can), and how many rooms were set aside. */
    const char *(*trouble)(void *context);
    uint64_t (*aside)(void *context);
    void *context;
};

/* NULL, and `why` says what is wrong. */
struct server *server_open(const struct server_plan *plan, char why[240]);
unsigned server_port(const struct server *server);
/* Where others reach it. */
const struct protocol_reach *server_reach(const struct server *server);
/* Takes no more connections. */
void server_stop(struct server *server);
/* Says good-bye to everybody; it is freed when the loop has run once more. */
void server_close(struct server *server, const char *reason);

#endif
