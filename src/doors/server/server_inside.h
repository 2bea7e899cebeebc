// SPDX-License-Identifier: MIT
/* server_inside.h: what the files of the server door share. docs/protocol.md is what they speak. */
#ifndef HC_DOORS_SERVER_SERVER_INSIDE_H
#define HC_DOORS_SERVER_SERVER_INSIDE_H

#include "core/text.h"
#include "doors/server/address.h"
#include "doors/server/kept.h"
#include "doors/server/server.h"
#include "doors/server/wire.h"
#include "protocol/protocol.h"

enum { SERVER_TEXT_BYTES = 65536 };

/* peers.c: what is between browsers. */
struct peers {
    struct signalling *signalling; /* NULL: not offered; likewise */
    struct relay *relay;
    struct address_counts sent_kb;      /* that an address has sent to peers in this minute */
    uint64_t signal_bytes, relay_bytes; /* that were sent on */
    size_t copied;                      /* of the message that is being passed on */
};

struct server {
    struct server_plan plan;
    struct wire *wire, *metrics; /* metrics: NULL if nobody may see the figures */
    struct protocol *protocol;
    struct hops *hops; /* NULL: there is no other process */
    struct peers peers;
    struct protocol_reach reach;
    struct address_counts creators;  /* tables that an address opened in this hour */
    struct address_counts comers;    /* how often one came to a table in this minute, … */
    struct address_counts listers;   /* … and asked for the list of them */
    struct address_counts forgets;   /* wishes to be forgotten in this hour: of an address … */
    struct address_counts forgotten; /* … and of a guest, by their first bytes */
    uv_timer_t minute;
    unsigned minutes;
    unsigned jsons;                     /* visitors who wait for a log as JSON */
    struct visitor *posters;            /* who wait for server_answer_posts */
    struct kept games, rules, pictures; /* answers to GET /api/games, /api/rules/ and /api/qr */
    char text[SERVER_TEXT_BYTES];
};

/* One WebSocket, or a plain request that waits for its answer. */
struct visitor {
    struct server *server;
    struct client *client;
    enum { VISITOR_PLAYS, VISITOR_PLAIN, VISITOR_SIGNALS, VISITOR_RELAYS } kind;
    union {                          /* NULL: none, or no more */
        struct protocol_line *line;  /* of a WebSocket at /ws */
        struct house_line *plain;    /* of a plain request */
        struct signal_peer *signals; /* of a WebSocket at /signal */
        struct relay_peer *relays;   /* and at /yws/ROOM */
    };
    bool is_poster;
    struct visitor *next_poster, *previous_poster;
    bool as_bytes;               /* a log over HTTP: as it is, not as JSON */
    bool wants_json;             /* it counts among those who wait for one */
    struct match_json *json;     /* that is being written for it */
    struct travel *travel;       /* hops.c: what it has in other processes; NULL: nothing */
    struct gathering *gathering; /* gather.c: what its messages wait for; NULL: nothing */
    struct look *look;           /* looks.c: what a plain request waits for; NULL: nothing */
};

/* Whether the page that this request comes from, if any, may ask. server.c */
bool server_allows_origin(const struct server *server, const struct http_head *head);
/* NULL without memory; otherwise it is the client's until that is closed. server.c */
struct visitor *server_visitor(struct server *server, struct client *client);
/* Its answer comes with server_answer_posts. server.c */
void server_wait_for_answer(struct visitor *visitor);
/* What stands against opening one more table from this visitor's address; NULL if nothing does, and
 * then it counts. server.c */
const char *server_may_create(void *visitor);

/* The same against asking for a list, or for rules or a picture that are not kept. server.c */
const char *server_may_list(struct server *server, const struct client *client);

/* What stands against one more arrival from this visitor's address; NULL if nothing does, and then
 * it counts. server.c */
const char *server_may_come(void *visitor);

/* peers.c: /signal and /yws/ROOM, for pages that host a table themselves. False without memory */
bool peers_open(struct server *server);
void peers_close(struct server *server);
/* A new minute has begun. */
void peers_minute(struct server *server);
/* A WebSocket: the status of the answer, 101 if it may open. */
unsigned peers_admit(struct visitor *visitor, const struct http_head *head);
void peers_take(struct visitor *visitor, const char *bytes, size_t size);
void peers_leave(struct visitor *visitor);
unsigned peers_topics(const struct server *server);
unsigned peers_rooms(const struct server *server);

/* web.c: plain requests; a table as JSON, which is server->text then */
void web_put_room(struct server *server, const struct hc_room_view *room, struct hc_text *out);
void web_request(void *context, struct client *client, const struct http_head *head,
                 const char *body, size_t size);

/* match_json.c: whether a visitor may have a log as JSON, before it is looked for: if not, it is
 * answered; then the answer of at most so many characters, later. A visitor that goes, or gets
 * another answer, is forgotten */
#define MATCH_JSON_TOO_LONG "that log is too long for JSON; fetch its bytes"
bool match_json_begin(struct visitor *visitor);
void match_json_answer(struct visitor *visitor, const uint8_t *log, size_t size, size_t most);
void match_json_forget(struct visitor *visitor);

/* metrics.c: the figures, on a wire of their own; NULL, and `why` says what is wrong */
struct wire *metrics_open(struct server *server, char why[240]);

#endif
