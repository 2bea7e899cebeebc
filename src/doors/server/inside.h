// SPDX-License-Identifier: MIT
/* inside.h: what the files of the server door share. docs/protocol.md is what they speak. */
#ifndef HC_DOORS_SERVER_INSIDE_H
#define HC_DOORS_SERVER_INSIDE_H

#include "core/text.h"
#include "doors/server/address.h"
#include "doors/server/wire.h"
#include "house/ask.h"

enum {
    SERVER_VERSION = 1, /* of the protocol */
    SERVER_TOKEN_BYTES = 16,
    SERVER_TOKEN_CHARS = 33,     /* in hexadecimal, with its zero */
    SERVER_MESSAGE_BYTES = 8192, /* the longest message of a client */
    SERVER_TEXT_BYTES = 65536,   /* the longest message to a client */
};

struct server {
    uv_loop_t *loop;
    struct wire *wire;
    struct house *house;
    const char *origin;             /* allowed besides our own; NULL: none */
    struct address_counts creators; /* tables that an address opened in this hour */
    unsigned tables_per_hour;
    size_t queue_max; /* bytes that wait for a slow reader */
    uv_timer_t hour;
    uint64_t start_ms;
    char text[SERVER_TEXT_BYTES], part[SERVER_TEXT_BYTES];
};

/* One WebSocket, or a plain request that waits for its answer. */
struct visitor {
    struct server *server;
    struct client *client;
    bool plain;
    struct house_line *line;    /* NULL before it has said hello */
    struct question *questions; /* that the store has not answered yet */
};

/* Whether the page that this request comes from, if any, may ask. serve.c */
bool server_allows_origin(const struct server *server, const struct http_head *head);
/* Codes are said aloud and typed: upper and lower case are the same. serve.c */
void server_code(const char typed[HC_ROOM_CODE_CHARS], char code[HC_ROOM_CODE_CHARS + 1]);
/* NULL without memory; otherwise it is the client's until that is closed. serve.c */
struct visitor *server_visitor(struct server *server, struct client *client, bool plain);

/* speak.c: what is said to clients */
void speak_news(void *context, const struct house_news *news);
void speak_welcome(struct visitor *visitor, uint32_t tag, const char *token);
/* A refusal by the door itself. */
void speak_wrong(struct visitor *visitor, uint32_t tag, enum hc_refusal refusal, const char *why);
/* Begins a message. */
void speak_head(struct hc_text *out, const char *op, uint32_t tag);
/* The same, in server->text. */
void speak_begin(struct server *server, struct hc_text *out, const char *op, uint32_t tag);
/* Writes the rows of the lobby; returns the text in server->text. */
const char *speak_tables(struct server *server, uint32_t tag, size_t *length);
void speak_room(struct server *server, const struct hc_room *room, struct hc_text *out);

/* hear.c: what clients say */
enum { HEAR_WHY_CHARS = 160 };
void hear_message(struct visitor *visitor, const char *text, size_t length);
/* What "create" takes, without "op", from a plain request; the answer comes through `tell`. False,
 * and `why` says what is wrong. */
bool hear_create(struct visitor *visitor, const char *text, size_t length, house_tell *tell,
                 unsigned *status, char why[HEAR_WHY_CHARS]);

/* records.c: what the store knows */
enum { RECORDS_NAME_CHARS = 32, RECORDS_ROWS = 50 };
struct records_plan {
    enum ask_kind kind;
    uint32_t tag;
    uint64_t room; /* the match, for ASK_LOG */
    uint32_t number, first;
    bool as_bytes; /* a log over HTTP: as it is, not as JSON */
    uint8_t guest[HC_GUEST_BYTES];
    char game[STORE_GAME_CHARS];
};
/* The answer goes to the visitor, later; a refusal at once. */
void records_ask(struct visitor *visitor, const struct records_plan *plan);
/* The visitor is gone. */
void records_give_up(struct visitor *visitor);
/* A match by the name that people fetch its log with: "0123456789abcdef/1". */
void records_name(uint64_t room, uint32_t number, char name[RECORDS_NAME_CHARS]);
/* False if it is none; *rest is what follows it. */
bool records_read_name(const char *name, uint64_t *room, uint32_t *number, const char **rest);

/* catalogue.c: games, their options and the settings of rooms, as data */
void catalogue_put(struct hc_text *out);

/* web.c: plain requests */
void web_request(void *context, struct client *client, const struct http_head *head,
                 const char *body, size_t size);
void web_wrong(struct client *client, unsigned status, const char *why);

/* metrics.c */
size_t metrics_print(const struct server *server, char *out, size_t size);

#endif
