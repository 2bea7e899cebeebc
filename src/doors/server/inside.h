// SPDX-License-Identifier: MIT
/* inside.h: what the files of the server door share. docs/protocol.md is what they speak. */
#ifndef HC_DOORS_SERVER_INSIDE_H
#define HC_DOORS_SERVER_INSIDE_H

#include "core/text.h"
#include "doors/server/address.h"
#include "doors/server/wire.h"
#include "house/house.h"

enum {
    SERVER_VERSION = 1, /* of the protocol */
    SERVER_TOKEN_BYTES = 16,
    SERVER_TOKEN_CHARS = 33,     /* in hexadecimal, with its zero */
    SERVER_MESSAGE_BYTES = 8192, /* the longest message of a client */
    SERVER_TEXT_BYTES = 65536,   /* the longest message to a client */
    SERVER_ROOMS_MAX = 8,        /* that one connection looks at */
};

struct server {
    uv_loop_t *loop;
    struct wire *wire;
    struct house *house;
    const char *origin;             /* allowed besides our own; NULL: none */
    struct address_counts creators; /* tables that an address opened in this hour */
    unsigned tables_per_hour;
    uv_timer_t hour;
    uint64_t start_ms;
    char text[SERVER_TEXT_BYTES], part[SERVER_TEXT_BYTES];
};

/* What a room was last shown as, so that it is not sent again. */
struct shown {
    char code[HC_ROOM_CODE_CHARS + 1];
    uint64_t hash;
};

/* One WebSocket. */
struct visitor {
    struct server *server;
    struct client *client;
    struct house_line *line; /* NULL before it has said hello */
    struct shown shown[SERVER_ROOMS_MAX];
    unsigned shown_next;
};

/* speak.c: what is said to clients */
void speak_news(void *context, const struct house_news *news);
void speak_welcome(struct visitor *visitor, uint32_t tag, const char *token);
void speak_wrong(struct visitor *visitor, uint32_t tag, const char *why);
/* Writes the rows of the lobby; returns the text in server->text. */
const char *speak_tables(struct server *server, uint32_t tag, size_t *length);
void speak_room(struct server *server, const struct hc_room *room, struct hc_text *out);

/* hear.c: what clients say */
void hear_message(struct visitor *visitor, const char *text, size_t length);

/* web.c: plain requests */
void web_request(void *context, struct client *client, const struct http_head *head,
                 const char *body, size_t size);

/* metrics.c */
size_t metrics_print(const struct server *server, char *out, size_t size);

#endif
