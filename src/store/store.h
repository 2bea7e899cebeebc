// SPDX-License-Identifier: MIT
/*
 * store.h: where the matches of a server are kept.
 *
 * A store has threads of its own, so whoever uses it never waits for the disk: one that writes, and
 * one that answers questions from what is durable, so that these never stand before a batch. What
 * happened in one turn of the loop is collected in a batch; store_write hands it over, and a report
 * comes when it is durable. Batches are stored in the order in which they were handed over, and
 * those that wait together share one transaction and one sync of the disk. They share its fate too:
 * if it fails, nothing of any of them was stored.
 *
 * A room is a number that the caller chooses, with the bytes that it was last saved as, the log of
 * the match that is played in it, and perhaps a note: a few bytes that say what else has changed
 * since the room was saved. A batch has one entry for each of its rooms, which is stored whole or
 * not at all. Every entry says how long the room's log is taken to be. If it is not, somebody else
 * has written or an earlier batch has failed: that room is in conflict, its entry is not stored,
 * and the other rooms of the batch are not concerned.
 *
 * A memo is something that a door of a server remembers: bytes under a key. It is in the same
 * transaction as the entries of its batch, and no entry's conflict concerns it.
 *
 * Where to start: store_open, store_each_room, store_write. docs/store.md has the tables and what
 * is promised. Reports come on a thread of the store, and what they point to is valid until the
 * callback returns. Apart from that a store belongs to one thread.
 */
#ifndef HC_STORE_STORE_H
#define HC_STORE_STORE_H

#include "holecard.h"

enum {
    STORE_IDENTITY_BYTES = 16,
    STORE_NAME_CHARS = 64,           /* the name of a person, with its zero */
    STORE_GAME_CHARS = 32,           /* the name of a game, with its zero */
    STORE_ROOM_BYTES_MAX = 64 << 10, /* a room saves itself in a few thousand */
    STORE_NOTE_BYTES_MAX = 4 << 10,  /* a note takes a hundred */
    STORE_LOG_BYTES_MAX = 16 << 20,  /* one log; a million commands take less */
    STORE_BATCH_BYTES_MAX = 8 << 20, /* one turn of a loop with 10,000 busy rooms takes one */
    STORE_MEMO_KEY_MAX = 64,         /* bytes, at least one */
    STORE_MEMO_BYTES_MAX = 64 << 10,
    STORE_MEMOS_BYTES_MAX = 64 << 20, /* of one batch: all that doors remember, if need be */
    STORE_WAITING_MAX = 64,           /* batches that wait, and questions; then the caller has to */
    STORE_ROWS_MAX = 100,             /* of one answer */
    STORE_DEPTH_MAX = 1000,           /* how many rows an answer may leave out */
    STORE_ROOM_VERSION = 2,           /* the newest format of a room's bytes; `check` knows it */
    STORE_CODE_CHARS = 16,            /* the code of a room, with its zero */
    STORE_PLACE_CHARS = 80,           /* where a process is reached by others, with its zero */
    STORE_FELLOWS_CHARS = 8192,       /* places of all other processes */
};

/* ---- Opening -------------------------------------------------------------------------------- */
struct store;

/*
 * Opens the database in a file, or makes one. A file belongs to one store at a time; backups and
 * checks may read it meanwhile. NULL if it cannot be used, and `why` says why and what to do.
 */
struct store *store_open(const char *path, struct hc_problem *why);
/*
 * A file that is damaged is not served: what can be read of it is saved into a new one, which takes
 * its place. Then this is a sentence that says so, and otherwise empty.
 */
const char *store_rescued(const struct store *store);

/* What a store in memory does wrong on purpose. Zero means: nothing. */
struct store_faults {
    uint32_t fail_batch; /* the batch with this number, from 1, fails */
};
/* A store that forgets everything when it is closed. `faults` may be NULL. */
struct store *store_open_memory(const struct store_faults *faults, struct hc_problem *why);

/*
 * Says whom the bytes of a room name, by calling `each`; false if they cannot be read. With it, who
 * is named nowhere is forgotten without a search. To be given before store_each_room.
 */
typedef void store_name(void *context, const uint8_t identity[STORE_IDENTITY_BYTES]);
typedef bool store_names(const uint8_t *bytes, size_t size, store_name *each, void *context);
void store_read_names(struct store *store, store_names *read);

/*
 * Says the code by which people find a room, from its bytes; false if they cannot be read. A
 * database that is shared finds rooms by it. To be given before store_each_room.
 */
typedef bool store_code(const uint8_t *bytes, size_t size, char code[STORE_CODE_CHARS]);
void store_read_codes(struct store *store, store_code *read);

/*
 * A room that was there when the store was opened, with the log of its unfinished match. If that is
 * empty, and matches of the room are finished, the log of the last one comes with it.
 */
struct store_room {
    uint64_t room;
    const uint8_t *bytes, *log, *note, *finished;
    size_t size, log_size, note_size, finished_size;
    uint32_t finished_number; /* of that match in its room */
    /* NULL; or it is not as it was written, this is what is wrong, and it is to be set aside. */
    const char *damage;
};
typedef void store_each(void *context, const struct store_room *room);
/*
 * Gives every live room, in no particular order, on the caller's thread. It must be called once
 * after opening and before anything but store_each_memo; it starts the thread of the store. `each`
 * may be NULL.
 */
bool store_each_room(struct store *store, store_each *each, void *context, struct hc_problem *why);

/* Gives every memo, by key, on the caller's thread. Only before store_each_room. */
typedef void store_memo(void *context, const uint8_t *key, size_t key_size, const uint8_t *bytes,
                        size_t size);
bool store_each_memo(struct store *store, store_memo *each, void *context, struct hc_problem *why);

/*
 * For a room that its owner cannot read: it is live no longer, and what is known of it is kept with
 * the reason, for people to look at (`holecard store check`). Nothing that is set aside is ever
 * changed. Only while `each` is given that room; what it was given stays valid. True once it is
 * durable; false, and the room is live as before, if that cannot be done.
 */
bool store_set_aside(struct store *store, uint64_t room, const char *reason,
                     struct hc_problem *why);
/* How many rooms were ever set aside. Any thread may ask once store_each_room has returned. */
uint64_t store_aside_count(const struct store *store);

/* Stores whatever was handed over, gives up questions that wait, gives the last reports, and frees
 * the store. */
void store_close(struct store *store);

/* ---- Sharing ----------------------------------------------------------------------------------
 * Several processes may share a database of PostgreSQL. Each has a lease there, a number that is
 * never given again; every room belongs to one lease, and so does every batch. A lease is renewed
 * again and again. When it has run out by the clock of the database, another process may end it
 * and take over its rooms: from then on nothing of an ended lease is stored, whatever its process
 * believes. A shared store has no rooms when it is opened: store_each_room gives none, and
 * store_keep takes over what nobody has.
 */

struct store_sharing {
    const char *place; /* where others reach this process; they are told it */
    unsigned lease_ms; /* how long a lease of this process holds after it was renewed */
};
struct store *store_open_shared(const char *address, const struct store_sharing *sharing,
                                struct hc_problem *why);
/* The lease that store_each_room has taken. */
uint64_t store_first_lease(const struct store *store);

/* ---- Shards -----------------------------------------------------------------------------------
 * A store may have several databases of PostgreSQL, its shards. A room is on the shard that its
 * number says (core/shard.h), what is counted of a person on the shard of the person: there it is
 * some time after the batch with the match is durable, and before any question about people that is
 * asked then is answered. Each shard is a store by itself, for batches and leases: nothing of one
 * waits for another. Rooms, memos and questions are those of the whole store.
 */

/* The first may be one that stood alone; others are empty, or were named in this place before.
 * `sharing` NULL: it is not shared. */
struct store *store_open_shards(const char *const *addresses, unsigned count,
                                const struct store_sharing *sharing, struct hc_problem *why);
/* 1 for a store that is not of several. */
unsigned store_shards(const struct store *store);
/* For store_write, store_keep and store_first_lease, of rooms on that shard. It belongs to the
 * store. */
struct store *store_shard(struct store *store, unsigned shard);

/* ---- Batches -------------------------------------------------------------------------------- */
struct store_seat {
    uint8_t identity[STORE_IDENTITY_BYTES]; /* all zero: a bot, or nobody */
    char name[STORE_NAME_CHARS];
};

struct store_result {
    uint32_t number; /* of the match in its room; a repeated one is a conflict */
    uint64_t finished_ms;
    unsigned seats;
    struct store_seat seat[HC_SEATS_MAX];
};

/*
 * What happened in one room. At least one of its parts is there; they are applied in this order:
 * more of the log, the result, the room's bytes and the note, and that the room is gone.
 */
struct store_entry {
    uint64_t room;
    uint64_t log_size; /* how long the room's log is taken to be before this entry */

    const uint8_t *log; /* what is new of it */
    size_t log_bytes;
    /* The match ended with this log: it is kept, counted, and the room's log is empty afterwards.
     * NULL otherwise. */
    const struct store_result *result;
    /* The room from now on; the first byte is the version of its format, and not 0. NULL: as it
     * was. */
    const uint8_t *bytes;
    size_t size;
    /* Comes with more of the log, or with bytes, and counts until the next of either. NULL: none.
     * Not after a result, unless the bytes are there too. */
    const uint8_t *note;
    size_t note_size;
    bool gone; /* the room is no more, and an unfinished match in it goes with it */
};

struct store_batch;

/* NULL without memory. */
struct store_batch *store_batch_new(void);
/* For a batch that was not handed over. */
void store_batch_free(struct store_batch *batch);
size_t store_batch_entries(const struct store_batch *batch);
/* Under which lease it is stored; of a shared store only. 0, as at first: it is refused. */
void store_batch_lease(struct store_batch *batch, uint64_t lease);
/*
 * Copies an entry with everything that it points to. False, and the batch is as it was, if the
 * batch is full, has an entry of that room already, or the entry breaks a limit or has no sense.
 * What an empty batch refuses will never be taken.
 */
bool store_batch_add(struct store_batch *batch, const struct store_entry *entry);
/* Copies a memo; without bytes, what is stored under the key is forgotten. Later ones of the same
 * key count. False, and the batch is as it was, if it breaks a limit or there is no memory. */
bool store_batch_memo(struct store_batch *batch, const uint8_t *key, size_t key_size,
                      const uint8_t *bytes, size_t size);
size_t store_batch_memos(const struct store_batch *batch);

/* ---- Reports -------------------------------------------------------------------------------- */
enum store_outcome {
    STORE_DURABLE,  /* done; what was to be stored is on the disk */
    STORE_CONFLICT, /* the same, but for the rooms in conflict[] */
    STORE_MISSING,  /* there is nothing like what was asked for */
    STORE_FAILED,   /* nothing was stored; the sentence says why */
};

struct store_conflict {
    uint64_t room, log_size; /* and how long its log is really */
};

/* Statistics of one person in one game. */
struct store_row {
    uint8_t identity[STORE_IDENTITY_BYTES];
    char name[STORE_NAME_CHARS]; /* the last one that was used */
    char game[STORE_GAME_CHARS];
    int64_t matches, wins, points, played, caught;
    int64_t streak, best_streak; /* matches won one after the other: now, and at best */
    double rating, deviation, volatility;
};

/* A finished match. */
struct store_match {
    uint64_t room, finished_ms;
    uint32_t number;
    char game[STORE_GAME_CHARS];
    uint8_t seat;  /* store_history: where that person sat */
    double rating; /* store_history: that person's before it; 0: it was not rated */
    uint8_t seats;
    char name[HC_SEATS_MAX][STORE_NAME_CHARS]; /* empty: forgotten */
};

struct store_report {
    enum store_outcome outcome;
    const char *sentence; /* empty unless it failed */
    const struct store_conflict *conflict;
    size_t conflict_count;
    const uint8_t *bytes; /* store_log */
    size_t size;
    const struct store_row *row;     /* store_statistics, store_leaders */
    const struct store_match *match; /* store_history, store_players */
    size_t count;                    /* of row[] or match[] */
    uint64_t lease;                  /* store_keep, store_where */
    bool has_door;                   /* store_keep: the door is this lease's */
    const char *place;               /* store_where; store_keep: where all others are, with blanks
                                        between */
};
typedef void store_done(void *context, const struct store_report *report);

/* ---- Jobs -----------------------------------------------------------------------------------
 * All return at once. False: too many jobs wait, nothing was taken, and no report will come.
 */

/* From now on the batch belongs to the store, unless it returns false. */
bool store_write(struct store *store, struct store_batch *batch, store_done *done, void *context);
/* What is to be done together with the renewal of a lease. */
struct store_wish {
    uint64_t lease;     /* 0: a new one is taken, and that is all */
    uint32_t rooms_max; /* that nobody has and are taken over, at most */
    /* Rooms of this lease that shall be nobody's from now on, because another process wants them;
     * they must last until the report. */
    const uint64_t *given;
    size_t given_count;
    bool door; /* the door that only one process may hold open is wanted: if nobody has it, it
                  is this lease's from now on, for as long as that lasts */
    store_memo *memo; /* is given every memo; NULL: nobody wants them */
};
/*
 * Renews a lease, ends those that have run out, and takes over rooms: each is given to `each`, on a
 * thread of the store, before the report comes, and so are memos. STORE_MISSING: the lease was
 * ended. Of a shared store only.
 */
bool store_keep(struct store *store, const struct store_wish *wish, store_each *each,
                store_done *done, void *context);
/* For a room that was taken over and cannot be read: as store_set_aside, later. */
bool store_put_aside(struct store *store, uint64_t room, const char *reason, store_done *done,
                     void *context);
/* Which lease the room with that code (or '#' and its number) belongs to, and where its process
 * is; lease 0: nobody has it at the moment. STORE_MISSING: there is no such room. Of a shared store
 * only. */
bool store_where(struct store *store, const char *code, store_done *done, void *context);
/* The log of a finished match. */
bool store_log(struct store *store, uint64_t room, uint32_t number, store_done *done,
               void *context);
/* The same match without its log: who sat there. */
bool store_players(struct store *store, uint64_t room, uint32_t number, store_done *done,
                   void *context);
/* What is counted of one person: a row for each game. */
bool store_statistics(struct store *store, const uint8_t identity[STORE_IDENTITY_BYTES],
                      store_done *done, void *context);
/* The best of a game, from place `first`, counted from 0; at most STORE_ROWS_MAX. Here and below
 * `first` is at most STORE_DEPTH_MAX, or the question fails. */
bool store_leaders(struct store *store, const char *game, uint32_t first, uint32_t count,
                   store_done *done, void *context);
/* The last matches of one person, the latest first, after leaving out `first` of them. */
bool store_history(struct store *store, const uint8_t identity[STORE_IDENTITY_BYTES],
                   uint32_t first, uint32_t count, store_done *done, void *context);
/*
 * Forgets a person: statistics, and the identity and name in every result. Earlier bytes of rooms
 * that have the identity in them are overwritten right afterwards; for somebody who was never here
 * nothing is written, nor is anything searched (store_read_names). It fails if many others are
 * being forgotten. The bytes of live rooms are the caller's to write anew first.
 */
bool store_forget(struct store *store, const uint8_t identity[STORE_IDENTITY_BYTES],
                  store_done *done, void *context);

#endif
