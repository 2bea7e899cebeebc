// SPDX-License-Identifier: MIT
/* protocol_inside.h: what the files of the protocol share. */
#ifndef HC_PROTOCOL_PROTOCOL_INSIDE_H
#define HC_PROTOCOL_PROTOCOL_INSIDE_H

#include "core/memory.h"
#include "protocol/protocol.h"
#include "protocol/protocol_words.h"

/* What a line has been told about a room last. */
struct shown {
    struct shown *next;
    uint64_t number;     /* of the room */
    uint64_t mark;       /* of who sits where and the like */
    uint64_t late;       /* which of the late views */
    uint64_t view_ms;    /* when the last view was made, */
    uint32_t match, seq; /* of which moment, */
    uint8_t viewer;      /* and for whom; match 0: none was shown yet */
    bool behind;         /* something was not told: it shall be shown how things are */
    uint32_t watchers;   /* a mark of how many there are, and of their names */
};

#define NOTHING_MISSED UINT32_MAX /* as a seq */

struct protocol_line {
    struct protocol *protocol;
    void *context;
    struct house_line *line; /* NULL before it has said hello */
    struct shown *shown;
    /* What happened since this seq is to be told with the answer to this request. */
    uint32_t missed_seq, missed_tag;
};

/* A page of the public tables, as it is sent. */
struct page {
    uint64_t version, others; /* of the list, and of what others have */
    char *text;               /* NULL: not made yet */
};

struct protocol {
    struct protocol_plan plan;
    const struct protocol_rows *others; /* while a message is taken with them; NULL: none are */
    struct page page[HOUSE_DEPTH_MAX / HOUSE_LIST_ROWS + 1];
    char text[PROTOCOL_TEXT_BYTES], part[PROTOCOL_TEXT_BYTES];
};

/* protocol_message.c: what is said to clients. Each sends one message, and may so end the line. */
void protocol_news(void *context, const struct house_news *news);
void protocol_welcome(struct protocol_line *line, uint32_t tag, const char *token);
/* A refusal by the protocol itself. */
void protocol_refuse(struct protocol_line *line, uint32_t tag, enum hc_refusal refusal,
                     const char *why);
void protocol_tables(struct protocol_line *line, uint32_t first, uint32_t tag);
void protocol_mine(struct protocol_line *line, uint32_t tag);
/* A room is followed no more. */
void protocol_forget_shown(struct protocol_line *line, uint64_t number);

#endif
