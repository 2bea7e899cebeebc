// SPDX-License-Identifier: MIT
/*
 * fellows.h: connections to the other processes of a cluster, on somebody's libuv loop.
 *
 * A fellow is one connection: one that this process has dialled, to carry lines of its guests, or
 * one that it has accepted. What is sent is collected, sealed (net/trunk.h) and written once a turn
 * of the loop. A fellow that says nothing for longer than a lease is given up.
 */
#ifndef HC_DOORS_SERVER_FELLOWS_H
#define HC_DOORS_SERVER_FELLOWS_H

#include <uv.h>

#include "net/place.h"
#include "net/trunk.h"

enum {
    FELLOWS_PING = 0,         /* the kind of a frame that nobody is told of */
    FELLOWS_VERSION = 1,      /* of the kinds of frames: each side says which it knows */
    FELLOWS_MAX = 256,        /* connections */
    FELLOWS_QUEUE = 64 << 20, /* bytes that wait for one; then it is given up */
    FELLOWS_SLOW = 4 << 20,   /* bytes that wait for one that is slow */
};

struct fellows;
struct fellow;

struct fellows_plan {
    uv_loop_t *loop;
    const struct place *listen; /* while it is opened */
    unsigned lease_ms;
    uint8_t secret[TRUNK_SECRET_BYTES];
    void (*take)(void *context, struct fellow *fellow, const struct trunk_frame *frame);
    /* One that was slow has taken everything. */
    void (*drained)(void *context, struct fellow *fellow);
    /* The last call for it. */
    void (*closed)(void *context, struct fellow *fellow);
    void *context;
};

/* NULL, and `why` says what is wrong. */
struct fellows *fellows_open(const struct fellows_plan *plan, char why[240]);
/* Closes everything, and frees it when the loop has let go of it. */
void fellows_close(struct fellows *fellows);
/* How many connections are there whose other side has proved that it knows the secret. */
unsigned fellows_count(const struct fellows *fellows);

/* The connection to a place, which is dialled if there is none yet: what is sent waits until it is
 * there. NULL if it is no place, or there are too many. */
struct fellow *fellows_dial(struct fellows *fellows, const char *place);
/* Says where all fellows are that have a lease, with blanks between. One without a lease that says
 * nothing for two seconds is given up: its tables are for others. */
void fellows_list(struct fellows *fellows, const char *places);
/* How often one that was dialled was reached; with each there is one more who was sent nothing yet.
 */
uint64_t fellows_met(const struct fellows *fellows);
/* Sends the same to everybody who was dialled and is there; returns to how many. */
unsigned fellows_ask_all(struct fellows *fellows, unsigned kind, uint32_t channel,
                         const void *bytes, size_t size);
bool fellow_was_dialled(const struct fellow *fellow);
/* Whether the other side is there, and has proved that it knows the secret. */
bool fellow_is_proved(const struct fellow *fellow);
/* The same, and it knows frames of that version: an older process gives a connection up over what
 * it does not know. */
bool fellow_knows(const struct fellow *fellow, unsigned version);
void fellow_set(struct fellow *fellow, void *data);
void *fellow_get(const struct fellow *fellow);
void fellow_send(struct fellow *fellow, unsigned kind, uint32_t channel, const void *bytes,
                 size_t size);
bool fellow_is_slow(struct fellow *fellow);
void fellow_close(struct fellow *fellow);

#endif
