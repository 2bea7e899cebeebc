// SPDX-License-Identifier: MIT
/*
 * server.h: the door for the network: HTTP and WebSocket on one port, for guests of a house.
 *
 * It stands on a loop and a house that somebody else has opened, and knows nothing of other doors.
 */
#ifndef HC_DOORS_SERVER_SERVER_H
#define HC_DOORS_SERVER_SERVER_H

#include <uv.h>

#include "core/text.h"
#include "house/house.h"
#include "net/http.h"
#include "net/ice.h"
#include "net/place.h"
#include "net/trunk.h"
#include "protocol/protocol.h"
#include "threads/background.h"

struct server;

/*
 * What others in the process answer: a POST to a path of theirs. `answer` gives the status and
 * writes JSON; a status of 0 is an answer that comes with server_answer_posts. Pages from elsewhere
 * are refused before it is asked.
 */
struct server_post {
    const char *path;
    unsigned (*answer)(void *context, const struct http_head *head, const char *body, size_t size,
                       struct hc_text *out);
    void *context;
    size_t body_max; /* bytes; 0: as many as a message has */
};

/* What others in the process count, as a gauge or counter of Prometheus. */
struct server_figure {
    const char *name, *type, *help;
    uint64_t value;
};
enum { SERVER_FIGURES_MAX = 16 };

/* Where a table is. */
enum server_where_kind {
    SERVER_NOWHERE, /* there is none with that code */
    SERVER_HERE,    /* it is this process's, or will be in a moment */
    SERVER_AT,      /* it is in the process that is reached at `place` */
    SERVER_UNKNOWN, /* nobody has it now, or nobody knows */
};
struct server_where {
    enum server_where_kind kind;
    const char *place;
};
typedef void server_found(void *of, const struct server_where *where);

struct server_plan {
    uv_loop_t *loop;
    struct background *background; /* for what takes long */
    struct house *house;
    house_resize *resize;
    house_entropy *entropy;
    const char *host;
    unsigned port;            /* 0: any; server_place tells which */
    const char *metrics_host; /* where the figures are; NULL: nowhere */
    unsigned metrics_port;
    const char *certificate, *key;   /* files in PEM; NULL: no TLS */
    const char *public_url;          /* where others reach us; NULL: we look for it ourselves */
    const char *origin;              /* of pages that may connect, besides our own; NULL: none */
    bool trust_proxy;                /* the last address in X-Forwarded-For is the client's */
    const struct server_post *posts; /* which must last as long as the server */
    size_t post_count;
    const char
        *frame_path; /* an address of the page that a page from elsewhere may show in a frame,
                        as "/telegram"; what follows behind a slash is one, too; NULL: none */
    const char *frame_origin; /* and from where: "https://web.telegram.org" */
    unsigned connections, connections_per_address, messages_per_s;
    unsigned handshakes_per_s;   /* that one address may begin, with TLS */
    unsigned tables_per_hour;    /* that one address may open */
    unsigned comings_per_minute; /* to tables, of one address */
    unsigned lists_per_minute;   /* and new rules and pictures, for one address */
    unsigned forgets_per_hour;   /* of one address, and of one guest */
    unsigned signal_topics;      /* of /signal at once; 0: there is no /signal */
    unsigned relay_rooms;        /* of /yws at once; 0: there is no /yws */
    const struct ice *ice;       /* that help peers to connect; NULL: none */
    size_t relay_message_max;    /* bytes of a message there */
    unsigned peer_kb_per_minute; /* that one address may send to peers, each copy counted */
    size_t queue_max;            /* bytes that wait for a slow reader */
    size_t queues_max;           /* and for all of them together */
    /* Why nothing can be stored now ("" if it can), and how many rooms were set aside. */
    const char *(*trouble)(void *context);
    uint64_t (*aside)(void *context);
    /* What else is wrong, though everybody can play here ("": nothing), and what others count: how
     * many figures. NULL: nobody else is there. */
    const char *(*notice)(void *context);
    size_t (*figures)(void *context, struct server_figure figures[SERVER_FIGURES_MAX]);
    /* Other processes that have tables: where this one is for them, as ADDRESS:PORT (NULL: there
     * are none), what all of them know, and who finds out where a table is. It calls `found` once,
     * later; false: it will not. */
    const char *cluster;
    unsigned lease_ms; /* how long a process that falls silent keeps its tables */
    uint8_t cluster_secret[TRUNK_SECRET_BYTES];
    bool (*where)(void *context, const char *code, server_found *found, void *of);
    /* Another one wants a table of this one, known by its code or by '#' and its number. */
    void (*give)(void *context, const char *key);
    void *context;
};

/* NULL, and `why` says what is wrong. */
struct server *server_open(const struct server_plan *plan, char why[240]);
/* Where it listens. */
struct place server_place(const struct server *server);
/* Where others reach it. */
const struct protocol_reach *server_reach(const struct server *server);
/* Answers all posts that wait for it, with an empty body. */
void server_answer_posts(struct server *server, unsigned status);
/* Where all other processes of the cluster are, with blanks between: it stays connected to them. */
void server_meet(struct server *server, const char *places);
/* Asks the process at that place for a table, known by its code or by '#' and its number. */
void server_want(struct server *server, const char *place, const char *key);
/* Lets all other processes forget this guest. */
void server_forget(struct server *server, const uint8_t guest[HC_GUEST_BYTES]);
/* Takes no more connections. */
void server_stop(struct server *server);
/* Says good-bye to everybody; it is freed when the loop has run once more. */
void server_close(struct server *server, const char *reason);

#endif
