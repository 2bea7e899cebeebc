// SPDX-License-Identifier: MIT
/* hops_inside.h: what the files of hops share: hops.c has the connections, hop_out.c is where the
 * guest is, hop_in.c where the table is. */
#ifndef HC_DOORS_SERVER_HOPS_INSIDE_H
#define HC_DOORS_SERVER_HOPS_INSIDE_H

#include "doors/server/elsewhere.h"
#include "doors/server/gather.h"
#include "doors/server/hops.h"
#include "doors/server/looks.h"

enum {
    HOPS_BUCKETS = 1024,
    HOPS_GREETING_BYTES = HC_GUEST_BYTES + 8, /* before the texts of a greeting */
    HOPS_LANGUAGE_CHARS = 32,
};

struct hop {
    struct hop *next; /* in the same bucket */
    struct fellow *fellow;
    uint32_t channel; /* never used twice on a connection */
    bool is_slow;     /* the guest reads too slowly, and the other side knows */
    /* Where the guest is. */
    struct visitor *visitor;
    struct hop *next_own; /* of the same visitor */
    const char *language; /* as the other side was told */
    char name[HC_ROOM_NAME_BYTES];
    /* Where the table is. */
    struct hops *hops;
    struct protocol_line *line;
    uint64_t origin;
};

/* What a connection keeps with it. */
struct channels {
    struct hop *bucket[HOPS_BUCKETS];
    uint32_t last;
    unsigned count;
};

struct hops {
    struct server *server;
    struct forgetting *forgetting;
    struct fellows *fellows;
    struct gathers *gathers;
    struct elsewhere *elsewhere;
    struct looks *looks;
    struct protocol *protocol; /* of guests from elsewhere */
    unsigned out, in;
    uint64_t messages;
};

/* hops.c */
void hops_tell_time(const struct hops *hops);
/* Whether that is this process: whoever was here before may still have a lease. */
bool hops_is_own_place(const struct hops *hops, const char *place);
struct channels *hops_channels(struct fellow *fellow);
struct hop *hops_add(struct hops *hops, struct fellow *fellow, uint32_t channel);
/* Takes it off its connection, and frees it. */
void hops_remove(struct hop *hop);

/* hop_out.c: a frame for a guest here; and that the connection of a hop is gone */
void hop_out_take(struct hop *hop, const struct trunk_frame *frame);
void hop_out_lose(struct hop *hop);

/* hop_in.c: a frame of a guest elsewhere, who may have no hop yet. False if the other side does not
 * keep to what is agreed. */
bool hop_in_take(struct hops *hops, struct fellow *fellow, struct hop *hop,
                 const struct trunk_frame *frame);
void hop_in_end(struct hop *hop);
/* The protocol of guests from elsewhere. */
struct protocol *hop_in_protocol(struct server *server);
/* Nobody is being forgotten any more. */
void hop_in_close(struct hops *hops);

#endif
