// SPDX-License-Identifier: MIT
/* inside.h: what the files of the house share. */
#ifndef HC_HOUSE_INSIDE_H
#define HC_HOUSE_INSIDE_H

#include "house/house.h"

/* A line in a room. */
struct membership {
    struct house_line *line;
    struct house_room *at;
    struct membership *next_line, *next_room; /* others of the same room, of the same line */
    struct house_shown shown;
    bool counted, sits; /* by the room: as a connection of a player or of a spectator */
};

/* What a room was before a change that is not durable yet. */
struct before {
    struct hc_room room;
    size_t used, committed, stored, length;
    uint64_t time_ms;
    uint8_t chain[HC_SEED_BYTES], secret[2 * HC_SEED_BYTES], next[2 * HC_SEED_BYTES];
    uint8_t *kept; /* the log of the match before, if a new one was begun; NULL otherwise */
    size_t kept_size;
};

struct house_room {
    struct hc_room room;
    struct house *house;
    uint64_t number;                   /* in the store */
    struct hc_log log;                 /* of the match that is played */
    size_t stored;                     /* of it, handed over to the store */
    size_t length;                     /* of the log that the store has for this room then */
    uint8_t secret[2 * HC_SEED_BYTES]; /* seed and salt of the match */
    uint8_t
        next[2 * HC_SEED_BYTES]; /* of the one after it: drawn before anybody adds to its deal */
    uint8_t commitment[HC_SEED_BYTES], next_commitment[HC_SEED_BYTES];
    struct before *flying, *collecting; /* before the batch on its way, and before the next one */
    struct before *prepared;            /* before what may change it now */
    struct item *last;                  /* of what waits to be told of it */
    struct membership *members;
    struct house_room *next_dirty;
    uint64_t due_ms;
    size_t heap_at; /* in the heap of due times, from 1; 0: not in it */
    bool dirty, changed, gone;
    bool fresh;  /* just opened: the store does not have it yet */
    bool lost;   /* its changes are not stored, and go */
    bool listed; /* while rooms are gathered */
};

/* Something to be told when it is durable. The room after it is the room before the next change of
 * it, or as it is now: so a change costs one copy of the room. */
struct item {
    struct item *next;
    struct item *later; /* the next one of the same room */
    struct house_room *at;
    struct house_line *line; /* who asked; NULL if nobody did, or they have hung up */
    uint32_t tag;
    uint64_t start_ns;
    enum house_kind kind;
    bool has_events;
    struct before *before;        /* NULL if it changes nothing */
    char *text;                   /* chat */
    struct hc_room_answer answer; /* last: only as much as its events need is allocated */
};

struct items {
    struct item *first, **end;
};

struct house_line {
    struct house *house;
    uint8_t guest[HC_GUEST_BYTES];
    house_tell *tell;
    void *context;
    struct membership *rooms;
    struct house_line *next, *before;
};

struct house {
    struct house_plan plan;
    struct house_counts counts;
    struct house_line *lines;
    struct house_room **slot; /* by code: open addressing, a power of two */
    size_t slots;
    struct house_room **heap; /* by due_ms; heap[1] is the first */
    size_t heap_used, heap_size;
    struct house_room *dirty;
    struct store_batch *batch;
    struct items collecting, flying;
    uint64_t commit_ns; /* when the batch on its way was handed over */
    bool busy;          /* a batch is on its way */
    uv_prepare_t prepare;
    uv_timer_t timer;
    uv_async_t report; /* the store has something to say */
    uv_mutex_t lock;   /* guards what follows up to the empty line */
    bool reported, failed;
    char sentence[HC_PROBLEM_CHARS]; /* of the last report; empty unless it failed */
    struct store_conflict *conflict;
    size_t conflict_count;
    struct ask *answered; /* questions to the store that came back */

    char trouble[HC_PROBLEM_CHARS]; /* why the last commit failed */
    struct ask *held;               /* questions that wait for a commit */
    unsigned asks;                  /* all questions that are on their way */
    bool stopping;
    void (*stopped)(void *context);
    void *stopped_context;
    unsigned handles;
};

/* registry.c: finding rooms, by code and by what is due first */
struct house_room *registry_find(const struct house *house, const char *code);
bool registry_add(struct house *house, struct house_room *at);
void registry_remove(struct house *house, struct house_room *at);
void registry_set_due(struct house *house, struct house_room *at, uint64_t due_ms);

/* house.c */
uint64_t house_now_ms(void);
/* Lets a room decide, and keeps what comes of it for the next commit. */
void house_let(struct house_room *at, struct house_line *line, uint32_t tag,
               struct hc_room_request *request);
/* Does what is due in a room, and sets its timer. */
void house_attend(struct house_room *at);
/* Does that, but not before so many milliseconds have passed. */
void house_put_off(struct house_room *at, uint64_t wait_ms);
void house_free_room(struct house_room *at);
/* An answer at once, to a request that has changed nothing. */
void house_refuse(struct house_line *line, uint32_t tag, enum hc_refusal refusal, const char *why);

/* commit.c: log, then tell */
/* Works out the commitments from the secrets. */
void commit_to_secrets(struct house_room *at);
/* The one that concerns people at this stage of the room. */
const uint8_t *commit_shown(const struct house_room *at, const struct hc_room *room);
/* Keeps what a room is now, before it changes; false without memory. */
bool commit_prepare(struct house_room *at);
/* Takes note of an answer: logs it, and keeps what is to be told. */
void commit_take(struct house_room *at, struct house_line *line, uint32_t tag,
                 const struct hc_room_answer *answer, const char *text);
/* Forgets what was prepared if nothing came of it. */
void commit_release(struct house_room *at);
void commit_turn(struct house *house);
void commit_report(struct house *house);
/* What a room tells its lines about itself, without anything to store: now, or after whatever is
 * not durable yet. */
void commit_tell_room(struct house_room *at);
/* An answer to one line, likewise. */
void commit_answer(struct house_room *at, struct house_line *line, uint32_t tag,
                   const struct hc_room_answer *answer);

/* restore.c: rooms as they are in the store */
size_t restore_save(const struct house_room *at, uint8_t *bytes, size_t size);
bool restore_all(struct house *house, struct hc_problem *why);

/* ask.c: questions to the store */
/* Asks what was held until a commit was over. */
void ask_turn(struct house *house);
/* Hands over what came back. */
void ask_report(struct house *house);
/* Forgets all questions; the store is closed. */
void ask_end(struct house *house);

/* think.c: bots */
void think_begin(struct house_room *at, unsigned seat);

#endif
