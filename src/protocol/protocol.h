// SPDX-License-Identifier: MIT
/*
 * protocol.h: the messages of docs/protocol.md, for whoever has a house: text in, text out.
 *
 * A protocol line is one connection, wherever its text comes from: a WebSocket, a pipe, a page. It
 * becomes a line of the house when it has said hello, and remembers what it has been shown, so that
 * views can be sent as changes. A protocol belongs to one thread, like its house.
 *
 * Start reading at protocol_take (protocol_request.c) and protocol_news (protocol_message.c).
 */
#ifndef HC_PROTOCOL_PROTOCOL_H
#define HC_PROTOCOL_PROTOCOL_H

#include "core/text.h"
#include "house/house.h"
#include "protocol/protocol_words.h"

enum {
    PROTOCOL_VERSION = 1,
    PROTOCOL_TOKEN_CHARS = 33,     /* in hexadecimal, with its zero */
    PROTOCOL_MESSAGE_BYTES = 8192, /* the longest message of a client */
    PROTOCOL_TEXT_BYTES = 65536,   /* the longest message to a client, but for logs */
    PROTOCOL_MATCH_CHARS = 32,     /* a match by its name, "0123456789abcdef/1" */
    PROTOCOL_WHY_CHARS = 160,
    PROTOCOL_ROWS = 50, /* of statistics and histories, in one message */
    PROTOCOL_OWN_URLS = 4,
    PROTOCOL_OWN_URL_CHARS = 96,
};

struct protocol;
struct protocol_line;

/* Where other people reach the house. */
struct protocol_reach {
    const char *public_url; /* as whoever runs it says; NULL: that was not said */
    char own_url[PROTOCOL_OWN_URLS][PROTOCOL_OWN_URL_CHARS]; /* of the machine, … */
    unsigned own_count;                                      /* … if others have a way to it */
    bool own_unknown; /* others have a way to the machine, but the system hides its addresses */
};

/* The door whose connections these are. All but `send` may be NULL; `context` is that of the line.
 */
struct protocol_door {
    /* A message; it may close the line. NULL: nothing can be told any more, `length` is 0, and the
     * connection should end. */
    void (*send)(void *context, const char *text, size_t length);
    /* A table that it is at is in another house now; the connection should end, so that its guest
     * comes back. It may close the line. */
    void (*moved)(void *context);
    /* A message about a table that is not in the house. True: the door sees to it that it is
     * answered, there or by protocol_take_here. */
    bool (*route)(void *context, const char *code, const char *text, size_t length);
    /* A message whose answer lists all tables of a guest, who may sit in other houses too. True:
     * the door finds out, and calls protocol_take_with. */
    bool (*gather)(void *context, const uint8_t guest[HC_GUEST_BYTES], const char *text,
                   size_t length);
    /* What stands against opening one more table from there: a sentence, or NULL. */
    const char *(*may_create)(void *context);
    /* The same against coming to one, to look on or to sit down, … */
    const char *(*may_come)(void *context);
    /* … against asking for the public tables or the leaders, */
    const char *(*may_list)(void *context);
    /* … and against forgetting this guest. */
    const char *(*may_forget)(void *context, const uint8_t guest[HC_GUEST_BYTES]);
    /* Whether it reads too slowly what it is told: then it is not told what others do, before it
     * catches up. */
    bool (*is_slow)(void *context);
    /* Where it comes from: house_line_from. */
    uint64_t (*origin)(void *context);
};

/* Public tables of other houses, which are listed behind those of this one. */
struct protocol_list {
    /* While this is the same, so are they. */
    uint64_t (*version)(void *context);
    /* Writes rows from the `first`-th on, at most so many; returns how many, and whether there are
     * more behind them. */
    unsigned (*rows)(void *context, unsigned first, unsigned most, struct hc_text *out, bool *more);
    void *context;
};

struct protocol_plan {
    struct protocol_door door;
    struct protocol_list others; /* all NULL: there are none */
    struct house *house;
    house_resize *resize;
    house_entropy *entropy; /* for tokens */
    void *context;
    size_t log_max;                     /* the longest log in a message, as JSON */
    const struct protocol_reach *reach; /* it may be filled in later; NULL: nobody else comes */
};

/* NULL without memory. */
struct protocol *protocol_open(const struct protocol_plan *plan);
/* After all of its lines. */
void protocol_close(struct protocol *protocol);

/* NULL without memory. */
struct protocol_line *protocol_line_open(struct protocol *protocol, void *context);
void protocol_line_close(struct protocol_line *line);
/* The client has read everything; it is shown what it was not told. Call it again when that has
 * been read, too: there may be more. */
void protocol_line_catch_up(struct protocol_line *line);
/* A message of the client. The text must be valid UTF-8; otherwise it is hostile until read. */
void protocol_take(struct protocol_line *line, const char *text, size_t length);

/* The same, wherever the table is. */
void protocol_take_here(struct protocol_line *line, const char *text, size_t length);
/* The same with what others have: tables of the guest in other houses, as rows of JSON. */
struct protocol_rows {
    const char *text;
    unsigned count;
};
void protocol_take_with(struct protocol_line *line, const char *text, size_t length,
                        const struct protocol_rows *others);
/* Such rows of this house, at most so many; returns how many. */
unsigned protocol_put_mine(const struct protocol *protocol, const uint8_t guest[HC_GUEST_BYTES],
                           unsigned most, struct hc_text *out);

/* Somebody who has said hello at another door: that is as if it had been said here. It may be said
 * again with another language or name. False without memory. */
struct protocol_guest {
    uint8_t guest[HC_GUEST_BYTES];
    const char *language, *name; /* a code; "" if none was said */
};
bool protocol_line_greet(struct protocol_line *line, const struct protocol_guest *guest);
/* Who is there; false if nobody has said hello. */
bool protocol_line_guest(const struct protocol_line *line, struct protocol_guest *guest);

/* ---- Pieces, for doors that answer in other ways --------------------------------------------- */

/* What a table shall be, from a JSON object with the members of "create"; it points into
 * `texts`. False, and `why` says what is wrong. */
bool protocol_read_create(const char *text, size_t length, char texts[PROTOCOL_MESSAGE_BYTES],
                          struct house_room_plan *plan, char why[PROTOCOL_WHY_CHARS]);
/* A public table as a row of such a list. */
void protocol_put_row(const struct hc_room_view *room, struct hc_text *out);
/* The room as a JSON member "room". */
void protocol_put_room(struct protocol *protocol, const struct hc_room_view *room,
                       struct hc_text *out);
/* The page of public tables that has the `first`-th, as a message; false if that is too deep. */
bool protocol_put_tables(struct protocol *protocol, uint32_t first, uint32_t tag,
                         struct hc_text *out);
/* What the store knows as a message; not for logs. */
void protocol_put_records(const struct house_records *records, uint32_t tag, struct hc_text *out);
/* Why records are not to be had: a sentence, or NULL if they are there. */
const char *protocol_no_records(const struct house_records *records, enum hc_refusal *refusal);

#endif
