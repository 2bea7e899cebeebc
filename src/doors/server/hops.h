// SPDX-License-Identifier: MIT
/*
 * hops.h: lines to tables that live in another process of the cluster.
 *
 * A guest comes to any process. What is said there about a table that is elsewhere goes to the
 * process that has it, over one connection for all guests (fellows.h), as the same text; what that
 * one answers comes back as the same text. A hop is one guest's line there. Where a table is, the
 * store knows; while nobody has it, messages wait for a while. When a table moves, or its process
 * is gone, the guest is told to come back.
 *
 *   from where the guest is:  OPEN guest (16) · origin (8) · language · zero · name · zero
 *                             GREET the same again, with another language or name
 *                             TEXT a message · SLOW · DRAINED · CLOSE
 *   from where the table is:  TEXT a message · MOVED
 *
 * More goes over the same connections: for gather.h MINE guest (16), and ROWS, how many (1) and
 * rows of JSON; LIST, for elsewhere.h; FORGET guest (16), who wants to be forgotten; for looks.h
 * LOOK code, and SEEN, JSON; and GIVE, the code of a table, or '#' and its number, which the other
 * side wants for itself. Only who knows version 1 (fellows.h) is sent LOOK or GIVE.
 */
#ifndef HC_DOORS_SERVER_HOPS_H
#define HC_DOORS_SERVER_HOPS_H

#include "doors/server/server_inside.h"

struct hops;

/* Kinds of frames; 0 is FELLOWS_PING. */
enum {
    HOPS_FRAME_OPEN = 1,
    HOPS_FRAME_GREET,
    HOPS_FRAME_TEXT,
    HOPS_FRAME_SLOW,
    HOPS_FRAME_DRAINED,
    HOPS_FRAME_CLOSE,
    HOPS_FRAME_MOVED,
    HOPS_FRAME_MINE,
    HOPS_FRAME_ROWS,
    HOPS_FRAME_LIST,
    HOPS_FRAME_FORGET,
    HOPS_FRAME_GIVE,
    HOPS_FRAME_LOOK,
    HOPS_FRAME_SEEN,
};

enum {
    HOPS_HELD_MAX = 32,             /* messages of one guest that wait until a table is found */
    HOPS_HELD_BYTES_MAX = 64 << 10, /* their length, all together */
    HOPS_ROUTES_MAX = 64,           /* tables elsewhere that one connection may follow */
    HOPS_OF_FELLOW_MAX = 200000,
    HOPS_KEY_CHARS = 24, /* of a table that is wanted, with its zero */
};

/* NULL, and `why` says what is wrong. */
struct hops *hops_open(struct server *server, char why[240]);
void hops_close(struct hops *hops);

struct gathers *hops_gathers(struct hops *hops);
struct elsewhere *hops_elsewhere(struct hops *hops);
struct looks *hops_looks(struct hops *hops);
/* Stays connected to all of these places, which have blanks between, and leaves others. */
void hops_meet(struct hops *hops, const char *places);

/* As in struct protocol_door: of the protocol of visitors. */
bool hops_route(void *visitor, const char *code, const char *text, size_t length);
/* Lets all other processes forget this guest, who gives up seats in lobbies there. */
void hops_forget(struct hops *hops, const uint8_t guest[HC_GUEST_BYTES]);
/* Asks the process at that place to part with a table, known by its code or by '#' and its number.
 */
void hops_want(struct hops *hops, const char *place, const char *key);
/* The visitor has read everything. */
void hops_drained(struct visitor *visitor);
/* The visitor goes. */
void hops_leave(struct visitor *visitor);
unsigned hops_fellows(const struct hops *hops);
/* Hops of guests here, and of guests elsewhere. */
unsigned hops_out(const struct hops *hops);
unsigned hops_in(const struct hops *hops);
uint64_t hops_messages(const struct hops *hops);

#endif
