// SPDX-License-Identifier: MIT
/*
 * base.h: what a store stands on: a database of some kind, as the threads of a store use it.
 *
 * One base writes; another one of the same database may answer questions beside it. A call belongs
 * to the thread of its base. What fails gives false (or NULL, or -1), and base->why says why and
 * what to do.
 */
#ifndef HC_STORE_BASE_H
#define HC_STORE_BASE_H

#include "store/batch.h"

/* One of the batches of a transaction, and the rooms of it that are in conflict; those are the
 * caller's to free, whatever the result. */
struct written {
    const struct store_batch *batch;
    struct store_conflict *conflict;
    size_t conflict_count;
};

/* Room for one more conflict; false without memory. */
bool written_conflict(struct written *batch, uint64_t room, uint64_t log_size);

/* What there is to do beside batches and questions. */
enum base_chore {
    CHORE_NONE,
    CHORE_NOW,  /* one step after each job, and without one */
    CHORE_REST, /* one step, and then a rest: it takes a small part of the time at most */
};

struct base;

struct base_kind {
    /* Another one of the same database, which only answers questions; NULL without a sentence if
     * the one that writes has to answer them. */
    struct base *(*open_reader)(struct base *base);
    void (*close)(struct base *base);
    /* From any thread: whatever it answers just now is no longer wanted. */
    void (*interrupt)(struct base *base);

    void (*read_names)(struct base *base, store_names *read);
    bool (*load)(struct base *base, store_each *each, void *context);
    bool (*memos)(struct base *base, store_memo *each, void *context);
    bool (*set_aside)(struct base *base, uint64_t room, const char *reason);
    int64_t (*aside_count)(struct base *base);

    /* Stores batches in their order, all in one transaction: true, or nothing was stored. */
    bool (*write)(struct base *base, struct written *batches, size_t count);
    bool (*forget)(struct base *base, const uint8_t identity[STORE_IDENTITY_BYTES]);
    enum base_chore (*chore)(const struct base *base);
    void (*do_chore)(struct base *base, enum base_chore chore);

    /* 1, and the log, which the caller frees; 0 if there is no such match. */
    int (*log)(struct base *base, uint64_t room, uint32_t number, uint8_t **log, size_t *size);
    /* These fill at most `count` places and return how many. */
    int (*statistics)(struct base *base, const uint8_t identity[STORE_IDENTITY_BYTES],
                      struct store_row *rows, uint32_t count);
    int (*leaders)(struct base *base, const char *game, uint32_t first, struct store_row *rows,
                   uint32_t count);
    int (*history)(struct base *base, const uint8_t identity[STORE_IDENTITY_BYTES], uint32_t first,
                   struct store_match *matches, uint32_t count);
    int (*players)(struct base *base, uint64_t room, uint32_t number, struct store_match *match);

    /* Of a database that can be shared; NULL otherwise. Another base of the same database, which
     * keeps leases and nothing else. */
    struct base *(*open_keeper)(struct base *base);
    /* 1, the lease, and whether the door is its; 0 if it was ended. */
    int (*keep)(struct base *base, const struct store_wish *wish, uint64_t *lease, bool *has_door,
                store_each *each, void *context);
    /* Where the processes of all other leases are, with blanks between; what does not fit is left
     * out. */
    bool (*fellows)(struct base *base, uint64_t lease, char places[STORE_FELLOWS_CHARS]);
    bool (*release)(struct base *base, uint64_t lease);
    /* 1, and whose it is; 0 if there is no such room. */
    int (*where)(struct base *base, const char *code, uint64_t *lease,
                 char place[STORE_PLACE_CHARS]);
};

struct base {
    const struct base_kind *kind;
    store_code *read_code; /* NULL: codes are not known */
    struct hc_problem why;
};

/* A file of SQLite, or ":memory:". NULL, and the reason. `rescued` says what was done to open a
 * damaged file, or is empty. */
struct base *sqlite_base_open(const char *path, struct hc_problem *rescued, struct hc_problem *why);
/* A database of PostgreSQL, by its address (postgresql://…). `sharing` NULL: it is served by this
 * process alone. `is_part`: it is one of several shards; otherwise one that is is refused. */
struct base *postgres_base_open(const char *address, const struct store_sharing *sharing,
                                bool is_part, struct hc_problem *why);
bool is_postgres_address(const char *address);

#endif
