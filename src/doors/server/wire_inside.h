// SPDX-License-Identifier: MIT
/*
 * wire_inside.h: what the files of the wire share. wire.c has the connections, from the first to
 * the last moment of each; wire_in.c reads what comes, wire_out.c writes what goes.
 */
#ifndef HC_DOORS_SERVER_WIRE_INSIDE_H
#define HC_DOORS_SERVER_WIRE_INSIDE_H

#include "doors/server/wire.h"

#include "doors/server/tls.h"

enum {
    WIRE_READ_BYTES = 65536,
    WIRE_BURST_US = 5000000,
};

enum mode { MODE_HTTP, MODE_SOCKET, MODE_CLOSING };

struct bytes {
    uint8_t *start;
    uint32_t used, size;
};

/* What is still to be written of a long answer. */
struct body {
    char *start;
    size_t size, sent;
};

struct client {
    uv_tcp_t tcp; /* first: a handle is its client; its `data` is what the door keeps with it */
    struct wire *wire;
    struct client *next, *previous; /* of all clients */
    struct client *next_dirty;      /* of those that have something to send */
    struct tls_session *tls;
    struct bytes in;        /* an unfinished request or frame */
    struct bytes message;   /* a message that comes in several frames */
    struct bytes out;       /* waits to be written */
    struct body *body;      /* goes out behind that, in slices; NULL: there is none */
    uint32_t writing_bytes; /* that libuv has taken and the socket has not */
    uint32_t held;          /* all of these, as they count among those of the wire */
    uint64_t heard_ms;      /* when something last came; closing: since when */
    uint32_t saved_us;      /* that it has kept quiet; each frame costs its share of a second */
    uint32_t message_max;   /* bytes of a message from it */
    uint8_t mode;
    bool dirty : 1, writing : 1, busy : 1, keep_alive : 1, ended : 1, counted : 1, pinged : 1;
    bool gone : 1, lost : 1;
    bool slow : 1;       /* this was said of it, and it has not taken everything since */
    bool stopped : 1;    /* nothing is read before what has come is done */
    bool shut : 1;       /* everything is written, and it was told so */
    bool head_only : 1;  /* the answer has no body: HEAD was asked for */
    bool takes_gzip : 1; /* the answer may be compressed: it asks with GET and says so */
    bool binary : 1;     /* its messages are bytes, not texts */
    struct address address;
};

struct wire {
    uv_loop_t *loop;
    struct wire_plan plan;
    uv_tcp_t listener;
    uv_prepare_t prepare;
    uv_idle_t idle; /* started: some client has an answer for the next turn of the loop */
    uv_timer_t sweep;
    uint64_t swept_ms;
    struct tls *tls;
    struct client *clients, *dirty;
    struct address_counts addresses;
    struct address_counts handshakes; /* that were begun in this second, */
    uint64_t second_ms;               /* which began then */
    struct wire_counts counts;
    unsigned handles; /* that libuv still holds */
    uint8_t raw[WIRE_READ_BYTES], plain[WIRE_READ_BYTES];
};

/* wire.c */
/* Makes room for so many more. */
bool bytes_grow(struct bytes *bytes, size_t count);
bool bytes_add(struct bytes *bytes, const void *more, size_t count);
void bytes_free(struct bytes *bytes);
void body_free(struct client *client);
/* Frees a client that libuv has let go of. */
void client_release(struct client *client);
/* The door hears, once, that the connection is gone. */
void client_tell_closed(struct client *client);
/* Ends a connection at once. It is freed when libuv has let go of it. */
void client_end(struct client *client);
/* Ends a connection when what is waiting has been written. Nobody is told before the loop's turn is
 * over: whoever sends to many clients does not want one of them to vanish meanwhile. */
void client_end_gently(struct client *client);
/* The same without writing anything more. What it held counts no more. */
void client_give_up(struct client *client);
/* Ends a connection at once, for a fault of the other side's. */
void client_drop(struct client *client);
/* It has something to send, or to be told, before the loop waits. */
void client_make_dirty(struct client *client);
/* Counts what is held for it, after that has changed. */
void client_recount(struct client *client);
/* All clients together may hold so much; beyond it those who hold most are given up. Somebody who
 * reads what comes holds next to nothing, and so is never the first to go. */
void wire_make_room(struct wire *wire);
/* Counts the connection for its address once that is known. False if there are too many. */
bool client_count(struct client *client);

/* wire_in.c */
void client_read(struct client *client);
/* Goes on with requests that waited, and reads again if that was stopped. */
void client_read_on(struct client *client);

/* wire_out.c */
/* The head and the body of something, both at once. */
void client_queue(struct client *client, const void *head, size_t head_size, const void *body,
                  size_t size);
void client_queue_frame(struct client *client, enum frame_kind kind, const void *payload,
                        size_t size);
/* Writes what waits, of all clients. Each then has at most one plain request answered, which is
 * written in the next turn of the loop. */
void wire_flush(struct wire *wire);

#endif
