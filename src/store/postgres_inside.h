// SPDX-License-Identifier: MIT
/* postgres_inside.h: the inside of a base on PostgreSQL, for the files that make it up. */
#ifndef HC_STORE_POSTGRES_INSIDE_H
#define HC_STORE_POSTGRES_INSIDE_H

#include "store/base.h"
#include "store/postgres_statistics.h"

/* Numbers of advisory locks, of which every program that uses a database has its own. */
enum { POSTGRES_LOCK_SCHEMA = 0x48435301, POSTGRES_LOCK_SERVER = 0x48435302 };

struct postgres_base {
    struct base base;
    struct postgres postgres;
    int64_t server;   /* our row of holecard.servers */
    int64_t batch;    /* the number of the last batch that was begun */
    unsigned claimed; /* the connect after which we are the server, with statements prepared */
    bool is_lost;     /* another one serves; nothing is stored any more */
};

/* Connected, with the lock of the server, and with statements prepared. */
bool postgres_base_ready(struct postgres_base *base);
bool postgres_write(struct postgres_base *base, struct written *batches, size_t count);
/* Prepares what postgres_write uses, on a new connection. */
bool postgres_prepare(struct postgres *postgres);

#endif
