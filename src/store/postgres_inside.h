// SPDX-License-Identifier: MIT
/* postgres_inside.h: the inside of a base on PostgreSQL, for the files that make it up. */
#ifndef HC_STORE_POSTGRES_INSIDE_H
#define HC_STORE_POSTGRES_INSIDE_H

#include "store/base.h"
#include "store/postgres_statistics.h"

/* Numbers of advisory locks, of which every program that uses a database has its own. */
enum {
    POSTGRES_LOCK_SCHEMA = 0x48435301,
    POSTGRES_LOCK_SERVER = 0x48435302,
    POSTGRES_LOCK_SHARDS = 0x48435303
};

enum { POSTGRES_CLAIMS_MAX = 64 }; /* rooms that are taken over at once */

/* What a room is, for postgres_give_room. */
#define POSTGRES_ROOM_COLUMNS                                                                      \
    "r.room, r.log_size, r.bytes, r.note, (SELECT string_agg(p.bytes, ''::bytea ORDER BY p.at)"    \
    " FROM holecard.pieces p WHERE p.room = r.room), m.number, m.log"
#define POSTGRES_ROOM_TABLES                                                                       \
    "holecard.rooms r LEFT JOIN LATERAL (SELECT number, log FROM holecard.matches m"               \
    " WHERE m.room = r.room AND r.log_size = 0 ORDER BY number DESC LIMIT 1) AS m ON true"
enum { POSTGRES_ROOM_COLUMN_COUNT = 7 };

struct postgres_base {
    struct base base;
    struct postgres postgres;
    bool is_part; /* one of several shards: people are counted later, wherever their ledgers are */
    bool is_shared; /* other processes have rooms too; then each batch says its lease */
    char place[STORE_PLACE_CHARS];
    unsigned lease_ms;
    int64_t taking[POSTGRES_CLAIMS_MAX]; /* rooms that may be ours, but were not given yet */
    unsigned takings;
    /* Our row of holecard.servers; or of the lease of the batches at work, or that is kept. */
    int64_t server;
    int64_t batch;    /* the number of the last batch that was begun */
    unsigned claimed; /* the connect after which we are the server, with statements prepared */
    bool is_lost;     /* another one serves; nothing is stored any more */
};

/* Connected, with the lock of the server, and with statements prepared. */
bool postgres_base_ready(struct postgres_base *base);
/* Begins a transaction during which no process can serve the database; complains if one does. */
bool postgres_begin_alone(struct postgres *postgres);
bool postgres_write(struct postgres_base *base, struct written *batches, size_t count);
/* One row with the columns of a room. */
void postgres_give_room(const PGresult *result, int row, store_each *each, void *context);

bool postgres_memos(struct postgres *postgres, store_memo *each, void *context);

/* postgres_lease.c: as in struct base_kind */
int postgres_keep(struct postgres_base *base, const struct store_wish *wish, uint64_t *lease,
                  bool *has_door, store_each *each, void *context);
bool postgres_fellows(struct postgres *postgres, uint64_t lease, char places[STORE_FELLOWS_CHARS]);
bool postgres_release(struct postgres_base *base, uint64_t lease);
int postgres_where(struct postgres *postgres, const char *code, uint64_t *lease,
                   char place[STORE_PLACE_CHARS]);

/* Prepares what postgres_write uses, on a new connection. */
bool postgres_prepare(struct postgres *postgres);

#endif
