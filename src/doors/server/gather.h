// SPDX-License-Identifier: MIT
/*
 * gather.h: what other processes of the cluster have of a guest, for answers that list it all.
 *
 * A message that asks for that waits while every fellow is asked for its rows, and so does whatever
 * the same guest says meanwhile. Whoever does not answer in time is left out.
 */
#ifndef HC_DOORS_SERVER_GATHER_H
#define HC_DOORS_SERVER_GATHER_H

#include "doors/server/fellows.h"
#include "doors/server/server_inside.h"

enum {
    GATHER_PART = 8, /* of a lease: how long a fellow is waited for */
    GATHER_HELD_MAX = 32,
    GATHER_HELD_BYTES_MAX = 64 << 10, /* what waits behind such a message */
};

struct gathers;

struct gathers *gathers_open(struct server *server, struct fellows *fellows);
/* All visitors have gone. */
void gathers_close(struct gathers *gathers);

/* As in struct protocol_door. */
bool gathers_ask(void *visitor, const uint8_t guest[HC_GUEST_BYTES], const char *text,
                 size_t length);
/* Whether a message has to wait behind another one; then it is kept. */
bool gathers_hold(struct visitor *visitor, const char *text, size_t length);
void gathers_leave(struct visitor *visitor);

/* What a fellow asks (the bytes are a guest), and what it answers: how many, and the rows. */
void gathers_answer(struct gathers *gathers, struct fellow *fellow, unsigned kind,
                    const struct trunk_frame *frame);
void gathers_take(struct gathers *gathers, const struct trunk_frame *frame);

#endif
