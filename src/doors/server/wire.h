// SPDX-License-Identifier: MIT
/*
 * wire.h: connections: HTTP requests and WebSockets on one port, on somebody's libuv loop.
 *
 * Knows bytes, limits and addresses, and nothing of tables. Everything happens on the loop's
 * thread. What is sent is collected and written once a turn of the loop, one system call for each
 * connection. A connection that is idle holds no buffer. One that reads too slowly, or sends too
 * much or too fast, is closed with the reason.
 */
#ifndef HC_DOORS_SERVER_WIRE_H
#define HC_DOORS_SERVER_WIRE_H

#include <uv.h>

#include "doors/server/address.h"
#include "holecard.h"
#include "net/frame.h"
#include "net/http.h"
#include "net/place.h"

enum { WIRE_HEAD_BYTES = 1024 }; /* of an answer, at most */

struct wire;
struct client; /* one connection */

struct wire_limits {
    unsigned connections, connections_per_address;
    unsigned frames_per_s;     /* at most a million, of one client, on the average; bursts of five
                                  seconds' worth pass */
    unsigned handshakes_per_s; /* of one address, with TLS */
    size_t message_max;        /* bytes of a message or of a request's body */
    size_t queue_max;          /* bytes that wait for a slow reader, of whatever kind */
    size_t queues_max;         /* bytes that are kept for all clients together */
};

struct wire_handlers {
    /* A plain request. Answer it with client_answer, now or later. */
    void (*request)(void *context, struct client *client, const struct http_head *head,
                    const char *body, size_t size);
    /* A WebSocket wants to open; 101 lets it, any other status refuses it. */
    unsigned (*open)(void *context, struct client *client, const struct http_head *head);
    /* A message, in UTF-8 unless client_speak says otherwise; not terminated by a zero. */
    void (*message)(void *context, struct client *client, const char *text, size_t length);
    /* A client of whom client_is_slow was said has taken everything. */
    void (*drained)(void *context, struct client *client);
    /* The connection is gone, or will be soon: the last call for it. It comes for every client,
     * of plain requests as well. */
    void (*closed)(void *context, struct client *client);
    /* How many bytes the body of this request may have; NULL: message_max. */
    size_t (*body_max)(void *context, const struct http_head *head);
};

struct wire_plan {
    const char *host; /* "fd": the port is the descriptor of a socket that listens already */
    unsigned port;    /* 0: any; wire_place tells which */
    const char *certificate, *key; /* files in PEM; NULL: no TLS */
    bool trust_proxy;              /* the last address in X-Forwarded-For is the client's */
    struct wire_limits limits;
    struct wire_handlers handlers;
    void *context;
};

struct wire_counts {
    uint64_t accepted, refused, dropped; /* refused: over a limit at once; dropped: later */
    uint64_t requests, messages_in, messages_out, bytes_in, bytes_out;
    unsigned open, sockets; /* now; sockets: those that are WebSockets */
    size_t held;            /* bytes that are kept for clients now */
};

/* NULL, and `why` (of 240 characters) says what is wrong. */
struct wire *wire_open(uv_loop_t *loop, const struct wire_plan *plan, char why[240]);
/* Where it listens. */
struct place wire_place(const struct wire *wire);
const struct wire_counts *wire_counts(const struct wire *wire);
/* Takes no new connections. */
void wire_stop(struct wire *wire);
/* Closes everything with a reason and frees the wire when the loop has let go of it. */
void wire_close(struct wire *wire, const char *why);

/* What the door keeps with a client. */
void client_set(struct client *client, void *data);
void *client_get(const struct client *client);
/* What a WebSocket speaks, instead of texts of at most message_max bytes; while it opens. */
void client_speak(struct client *client, enum frame_kind kind, size_t message_max);
/* The address it comes from. */
struct address client_address(const struct client *client);
void client_send(struct client *client, const char *text, size_t length);
/* Whether the answer to a plain request may be compressed: see gzip.h. */
bool client_takes_gzip(const struct client *client);
/* Whether a good part of what may wait for it does. */
bool client_is_slow(struct client *client);
/* Answers a plain request. What asked with HEAD gets the head alone. */
void client_answer(struct client *client, unsigned status, const char *type, const char *body,
                   size_t size);
/* The same with JSON, compressed where that is worth it. */
void client_answer_json(struct client *client, unsigned status, const char *text, size_t length);
/* The same as client_answer with a body that malloc has made, and that is the wire's from now on.
 * It goes out in slices, a few in each turn of the loop, so that others do not wait for all of it.
 * `is_gzip`: it is compressed. Not for HEAD. */
void client_answer_long(struct client *client, const char *type, bool is_gzip, void *body,
                        size_t size);
/* The same as client_answer with all headers but those of the length and of the connection, as
 * whole lines. */
void client_reply(struct client *client, unsigned status, const char *headers, const void *body,
                  size_t size);
/* Writes the headers that every answer has that is no file: how long it may be kept, as
 * Cache-Control has it, and that nothing from elsewhere may show or load it. */
void client_headers(struct hc_text *out, const char *cache);
/* Answers with a failure, as JSON: {"ok":false,"code":…,"why":…}. HC_OK: the code that goes with
 * the status. */
void client_refuse(struct client *client, unsigned status, enum hc_refusal refusal,
                   const char *why);
void client_close(struct client *client, enum frame_reason reason, const char *why);

#endif
