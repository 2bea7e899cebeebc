// SPDX-License-Identifier: MIT
/*
 * house_inside.h: what the files of the house share. house.c takes requests and does what is due,
 * lines.c knows who is there, pending.c keeps what is not durable yet, news.c masks and tells,
 * registry.c finds rooms, listing.c lists them, packing.c makes those small that are not in use,
 * guests.c knows who sits where, chatter.c who has said much, late.c what was some turns ago,
 * saved.c writes and reads rooms, memos.c keeps what doors remember, questions.c asks the store,
 * thoughts.c asks bots, leases.c knows whether rooms may be somebody else's by now.
 */
#ifndef HC_HOUSE_HOUSE_INSIDE_H
#define HC_HOUSE_HOUSE_INSIDE_H

#include "core/check.h"
#include "core/memory.h"
#include "core/shard.h"
#include "house/house.h"
#include "room/room.h"

enum {
    HOUSE_ASKERS = 512,    /* lists of guests for whom bots think */
    HOUSE_MEMO_LISTS = 64, /* of memos that wait */
};

/* A line in a room. */
struct membership {
    struct house_line *line;
    struct house_room *room;
    struct membership *next_line, *next_room; /* others of the same room, of the same line */
    bool counted, sits; /* by the room: as a connection of a player or of a spectator */
};

/* What a room was before a change that is not durable yet. */
struct undo {
    struct hc_room was;
    size_t log_used, log_sealed, stored, length;
    uint64_t log_time_ms;
    uint8_t log_chain[HC_SEED_BYTES], secret[2 * HC_SEED_BYTES], next_secret[2 * HC_SEED_BYTES];
    uint8_t *log; /* of the match before, if this began a new one; NULL otherwise */
    size_t log_size;
    struct undo *next; /* in the list of spare ones */
};

/* Something to be told when it is durable. The room after it is the room before the next change of
 * it, or as it is now: so a change costs one copy of the room. */
struct item {
    struct item *next;         /* of the same room */
    struct house_line *line;   /* who asked; NULL if nobody did, or they have hung up */
    struct question *question; /* that waits for this; NULL: none */
    struct undo *undo;         /* NULL if it changes nothing */
    uint64_t start_us;
    uint32_t tag;
    enum house_kind kind;
    bool has_events;
    char *text;                   /* chat, advice */
    struct hc_room_answer answer; /* last: only as much as its events need is allocated */
};

/* What waits of one room: for the verdict on its way, or for the next batch. The first item has an
 * undo, since a room waits only for a change. */
struct items {
    struct item *first, **end;
};

/* Who has come or gone. What people do is told with the room, spectators are a number. */
enum presence { PRESENCE_SAID, PRESENCE_WATCHERS, PRESENCE_PEOPLE };

struct house_room {
    struct hc_room *now;              /* NULL while it is packed */
    struct packed *packed;            /* NULL while it is open: packing.c */
    struct house_room *newer, *older; /* of those that are open, by when they were used */
    uint64_t used_us;
    struct house *house;
    uint64_t number;                        /* in the store */
    struct hc_log log;                      /* of the match that is played, or was last */
    size_t stored;                          /* of it, handed over to the store */
    size_t length;                          /* of the log that the store has for this room then */
    uint8_t secret[2 * HC_SEED_BYTES];      /* seed and salt of the match */
    uint8_t next_secret[2 * HC_SEED_BYTES]; /* of the one after it: drawn before anybody adds to
                                               its deal */
    uint8_t commitment[HC_SEED_BYTES];      /* to the secret */
    struct undo *prepared;                  /* before what may change it now */
    struct items collecting, flying;
    struct house_room *next_dirty, *previous_dirty; /* among those with something to store */
    struct house_room *next_flying;
    struct thinking *thinking; /* NULL: no bot of it was asked anything: thoughts.c */
    struct membership *members;
    struct listing *listing; /* NULL: it is not public */
    struct late *late;       /* NULL: nobody has looked on late */
    uint64_t due_ms;
    uint64_t presence_ms; /* when it was last told who is there */
    uint64_t over_ms;     /* when the match that is to be counted ended; 0: none is */
    uint32_t heap_at;     /* in the heap of due times, from 1; 0: not in it */
    bool changed;         /* more than a note has to be stored */
    bool gone;
    bool fresh;     /* just opened: the store does not have it yet */
    bool lost;      /* while a verdict is gone through: not stored */
    bool held;      /* what is due waits for the verdict */
    bool moved;     /* the lease on it is lost: it goes with the verdict on its way */
    uint8_t unsaid; /* enum presence: what has changed and was not told */
    uint8_t shard;  /* that it is on */
    char code[HC_ROOM_CODE_CHARS + 1];
};

struct house_line {
    struct house *house;
    uint8_t guest[HC_GUEST_BYTES];
    char name[HC_ROOM_NAME_BYTES]; /* under which its guest looks on; empty: none was said */
    house_tell *tell;              /* NULL: closed, and freed when the telling is over */
    const struct hc_language *language;
    void *context;
    struct membership *rooms;
    struct origin *origin; /* NULL: it shares it with nobody */
    struct house_line *next, *previous;
    unsigned questions; /* that the store has not answered */
    unsigned waiting;   /* items that it asked for */
};

/* Rooms one after the other: listing.c */
struct listings {
    struct listing *first, *last;
    unsigned count;
};
enum { LISTING_SHELVES = 4 };

/* What doors remember and is not durable: memos.c */
struct memos {
    struct memo *first, *last; /* that wait, in the order in which they were written */
    struct memo *alike[HOUSE_MEMO_LISTS];
    struct memo *flying, *next; /* in the batch on its way, and the next one to hand over */
    uint64_t stamp, flying_stamp, durable;
    uint64_t retry_us; /* after a failure they do not go alone before that */
    bool closing;      /* the batch has all its rooms, and may get memos now */
    bool last_try;     /* of a house that stops */
    bool is_left;      /* the door that wrote them is closed */
};

/* What has been made for viewers of one moment: news.c */
struct mask {
    bool has_view, has_before, has_seen;
    unsigned viewer;
    uint64_t before_ms;
    struct hc_view view, before;
    struct hc_seen *seen;
    size_t seen_count, seen_size;
};

struct scene {
    struct house_room *room;
    const struct hc_room *after;
    const struct hc_table *before;
    const struct hc_events *events;
    struct hc_room_view view;
    uint64_t deadline_ms;
    unsigned waits_for;
    uint64_t late;
    struct mask mask[2]; /* the last player's, and the spectators' */
    struct hc_view late_views[HC_SEATS_MAX];
    unsigned late_count;
    bool has_late;
};

/* Rooms whose batches are stored together, whatever becomes of those of other shards. */
struct shard {
    struct house_room *dirty, **dirty_end;
    struct house_room *flying, **flying_end; /* in the batch on its way */
    bool busy;                               /* a batch is on its way */
    uint64_t sure_us;                        /* leases.c */
    size_t batch_bytes;
    uint64_t batch_us;  /* when it was closed */
    uint64_t failed_us; /* when the last batch failed; 0: it did not */
};

struct house {
    struct house_plan plan;
    uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES]; /* that the plan points to */
    struct house_counts counts;
    uint64_t now_ms, steady_us;
    struct house_line *lines;
    struct house_line *closed; /* while something is told */
    bool telling, stopping;
    struct house_room **slot; /* by code: open addressing, a power of two */
    size_t slots;
    struct house_room **heap; /* by due_ms; heap[1] is the first */
    size_t heap_used, heap_size;
    struct house_room *newest, *oldest; /* of those that are open, by when they were used */
    unsigned open;
    struct listings shelf[LISTING_SHELVES]; /* the public list, one after the other */
    struct origin **origins;                /* by their number; NULL: none was named */
    uint64_t list_version, list_us;         /* list_us: until when versions take up the time */
    bool list_changed;                      /* since the last version */
    struct sitting *sitting;                /* guests.c: open addressing, a power of two */
    size_t sittings, sittings_used;
    struct speaker *speaker;           /* chatter.c; NULL: nobody has said anything */
    struct asker *asker[HOUSE_ASKERS]; /* thoughts.c: by guest, in lists */
    struct asker *ready, **ready_end;  /* those whose turn it is to let a bot think */
    uint32_t askings;                  /* how often bots of a room were asked */
    struct advice *advice;             /* hints that were asked for, the oldest first */
    bool advised_last;                 /* the last thought was one: now it is a bot's turn */
    struct shard shard[HC_SHARDS_MAX];
    unsigned shards;
    struct shard *closing;       /* whose batch is being handed over; NULL: none is */
    const struct shard *judging; /* the verdict on its batch is gone through; NULL: none is */
    struct memos memos;
    struct undo *spare;
    unsigned spares;
    struct question *questions;
    unsigned question_count;
    uint32_t question_id;
    struct house_result result;
    struct scene scene;
    uint8_t bytes[HOUSE_ROOM_BYTES_MAX];
};

static inline struct shard *shard_of(const struct house_room *room)
{
    return &room->house->shard[room->shard];
}

/* Memory from the plan's allocator; never NULL. */
void *house_new(struct house *house, size_t size);
void house_free(struct house *house, void *memory);

/* registry.c: finding rooms, by code and by what is due first */
struct house_room *registry_find(const struct house *house, const char *code);
struct house_room *registry_find_number(const struct house *house, uint64_t number);
/* By its code, or by '#' and its number. */
struct house_room *registry_find_key(const struct house *house, const char *key);
bool registry_add(struct house *house, struct house_room *room);
void registry_remove(struct house *house, struct house_room *room);
void registry_set_due(struct house *house, struct house_room *room, uint64_t due_ms);

/* listing.c: the list of public rooms */
/* The room, which is open, may be another than it was, or more of it durable. False without memory:
 * then nothing has changed. */
bool listing_update(struct house_room *room);
/* It is not listed any more. */
void listing_end(struct house_room *room);
void listing_forget_line(struct house_line *line);
void listing_close(struct house *house);

/* packing.c: rooms that are not in use are packed */
/* A new room, which is open. */
void packing_begin(struct house_room *room);
/* Sees to it that room->now is there, until the next call of house_time. Whoever gets at a room by
 * its code, by a guest, by a line or by a time does this first; what is pending is open. */
void packing_open(struct house_room *room);
/* The room as it is, to be looked at: `unpacked` is used if it is packed. */
const struct hc_room *packing_look(const struct house_room *room, struct hc_room *unpacked);
/* Packs a room of which nothing is pending; false without memory: it stays open. */
bool packing_pack(struct house_room *room);
/* Packs what was not used for a while. Only while no room is worked with. */
void packing_pack_oldest(struct house *house);
void packing_end(struct house_room *room);

/* guests.c: in which rooms a guest sits */
/* Places for so many more to sit. False without memory: then nothing has changed. */
bool guests_reserve(struct house *house, unsigned more);
/* The seats of a room are others than they were; `was` NULL: it is new, `now` NULL: it goes. */
void guests_moved(struct house_room *room, const struct hc_room *was, const struct hc_room *now);
/* The `index`-th room where this guest sits, or NULL. */
struct house_room *guests_room(const struct house *house, const uint8_t guest[HC_GUEST_BYTES],
                               unsigned index);
void guests_close(struct house *house);

/* chatter.c: how much a guest has said lately */
bool chatter_may(const struct house *house, const uint8_t guest[HC_GUEST_BYTES]);
/* One line more. */
void chatter_count(struct house *house, const uint8_t guest[HC_GUEST_BYTES]);
void chatter_close(struct house *house);

/* house.c */
/* Lets a room decide, and keeps what comes of it for the next batch. */
void house_decide(struct house_room *room, struct house_line *line, uint32_t tag,
                  struct hc_room_request *request, struct question *question);
/* Does what is due in a room, and notes when to look again. */
void house_attend(struct house_room *room);
void house_free_room(struct house_room *room);

/* pending.c: what is not durable yet */
/* Works out the commitment from the secret. */
void pending_make_commitment(struct house_room *room);
/* Keeps what a room is now, before it changes. */
void pending_prepare(struct house_room *room);
/* Takes note of an answer: logs it, and keeps what is to be told. */
void pending_take(struct house_room *room, struct house_line *line, uint32_t tag,
                  const struct hc_room_answer *answer, const char *text, struct question *question);
/* Forgets what was prepared if nothing came of it. */
void pending_release(struct house_room *room);
/* Whether anything of a room is not durable. */
bool pending_any(const struct house_room *room);
/* The room as it is durable, so that anybody may be told of it; NULL: nothing of it is yet.
 * `unpacked` is used if it is packed. */
const struct hc_room *pending_durable(const struct house_room *room, struct hc_room *unpacked);
/* Whether so much of it is not that no more may be added. */
bool pending_full(const struct house_room *room);
/* An answer to one line, which changes nothing: now, or after whatever is not durable yet. */
void pending_answer(struct house_room *room, struct house_line *line, uint32_t tag,
                    const struct hc_room_answer *answer);
/* Shows the room to one line, likewise: HOUSE_LOOK or HOUSE_ADVICE, with its text. */
void pending_show(struct house_room *room, struct house_line *line, uint32_t tag,
                  enum house_kind kind, const char *text);
/* What a room tells its lines about itself (HOUSE_UPDATE or HOUSE_WATCHERS), without anything to
 * store, likewise. */
void pending_tell_room(struct house_room *room, enum house_kind kind);
/* Items that this line asked for are nobody's now. */
void pending_forget_line(struct house_line *line);
/* What waits for the next batch is not stored; nothing of the room is on its way. */
void pending_lose(struct house_room *room);
void pending_close(struct house *house);

/* news.c: masking and telling */
/* To one line, about no room. */
void news_refuse(struct house_line *line, uint32_t tag, enum hc_refusal refusal, const char *why);
/* What happened in a room: `after` is the room then, `before` the table before the events. */
void news_item(struct house_room *room, const struct item *item, const struct hc_room *after);
/* What was to happen was not stored. */
void news_not_stored(struct house_room *room, const struct item *item);
/* To everybody in the room who may hear it, about the room as it is. */
void news_room(struct house_room *room, enum house_kind kind);
/* The same to one line. */
void news_show(struct house_room *room, struct house_line *line);
void news_answer(struct house_room *room, struct house_line *line, uint32_t tag,
                 const struct hc_room_answer *answer);
/* To everybody in the room: it is elsewhere now. */
void news_moved(struct house_room *room);
void news_records(struct house_line *line, uint32_t tag, const struct house_records *records);
/* Calls of `tell` stand between these two; lines that close meanwhile are freed by the second. */
bool news_begin(struct house *house);
void news_end(struct house *house, bool began);
void news_close(struct house *house);
void news_see_room(const struct house_room *room, const struct hc_room *after,
                   struct hc_room_view *view);

/* late.c */
/* The table of the room's match after event `seq`, which is durable; NULL if the log has not come
 * so far. */
const struct hc_table *late_table(struct house_room *room, uint32_t seq);

/* memos.c */
/* When those that wait after a failure may go into a batch of their own; HC_ROOM_NEVER: none do. */
uint64_t memos_due(const struct house *house);
/* The verdict on those that are on their way, if any are. */
void memos_settle(struct house *house, bool failed);
void memos_close(struct house *house);

/* saved.c */
size_t saved_write(const struct house_room *room, uint8_t *bytes, size_t size);

/* questions.c */
/* Something that a question waited for is over. */
void questions_waited(struct question *question);
/* Refuses whatever waits for an answer, but for a wish to be forgotten. */
void questions_give_up(struct house *house);
void questions_forget_line(struct house_line *line);
void questions_close(struct house *house);

/* thoughts.c: bots are asked, and what they answer is kept until it may leave */
void thoughts_want(struct house_room *room, unsigned seat, uint32_t seq);
/* When the answers of the room's bots leave; HC_ROOM_NEVER while somebody still thinks. What is
 * about another moment of the table is forgotten. */
uint64_t thoughts_due(struct house_room *room);
/* Takes off the answer that leaves first; false if there is none that does anything. */
bool thoughts_next(struct house_room *room, unsigned *seat, uint32_t *seq,
                   struct hc_command *command);
void thoughts_forget_room(struct house_room *room);
/* Whether one more hint may be thought up for this line, and that one is to be. */
bool thoughts_may_advise(const struct house_line *line);
void thoughts_advise(struct house_room *room, struct house_line *line, unsigned seat);
void thoughts_forget_line(struct house_line *line);
void thoughts_close(struct house *house);

/* leases.c */
/* Whether nobody else can have the rooms of this shard. */
bool leases_sure_of(const struct house *house, const struct shard *shard);
/* Whether nobody else can have this room. */
bool leases_sure(const struct house_room *room);
/* Whether what is known here of a room may be told. */
bool leases_may_tell(const struct house_room *room);
/* The room, of which nothing is on its way, is somebody else's: it is freed. */
void leases_part(struct house_room *room);

/* lines.c */
struct membership *lines_membership(const struct house_line *line, const struct house_room *room);
/* Whether it is told what happens in the room: who is neither a player nor a spectator looks on in
 * the lobby only. */
bool lines_hears(const struct membership *m, const struct hc_room *room);
/* Lets a line into a room if it may look on, or sits there; false if it may not. Others are told
 * when the room is attended to. */
bool lines_come_in(struct house_line *line, struct house_room *room);
/* The same without asking whether it may. */
struct membership *lines_enter(struct house_line *line, struct house_room *room);
void lines_forget(struct membership *m);
/* Who is there has changed: somebody who sits, or a spectator. */
void lines_note(struct house_room *room, bool sits);
/* It goes out of the room, and others see that. */
void lines_leave(struct membership *m);
/* Whoever sat down or stood up is counted as what they are now. */
void lines_count_again(struct house_room *room);
/* Everybody is counted, after hc_room_undo. */
void lines_count_anew(struct house_room *room);
void lines_free(struct house_line *line);

#endif
