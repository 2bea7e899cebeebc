// SPDX-License-Identifier: MIT
/*
 * telegram_queue.h: calls that wait until Telegram's limits let them go.
 *
 * It is pure: it has no clock and sends nothing, it only says which call goes next, and when. Its
 * limits are at most 1 message a second in a chat, after a short burst; 20 a minute in a group, of
 * which edits get only some, evenly; 30 a second in all. What goes to no chat (answers to
 * callback and inline queries) waits for none of these. Whoever is told to wait (429) waits.
 *
 * Of calls that may go, the more urgent one goes first; what has waited for long is as urgent as
 * the answer to a press. Among equals, people take turns: each call has a place in line that lies
 * behind the last one of the same person, so whoever asks for much waits for themselves and for
 * nobody else. In one chat one call at a time is on its way, so that nothing overtakes. A call that
 * goes is ready, and may have to be stored before it leaves: limits are kept by what leaves. When a
 * chat, a person or all together wait for too much, the least urgent call of the one who has most
 * is given up.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_QUEUE_H
#define HC_DOORS_TELEGRAM_TELEGRAM_QUEUE_H

#include "house/house.h"

enum telegram_urgency {
    TELEGRAM_TO_PRESS,   /* answers to somebody who presses a button */
    TELEGRAM_TO_COMMAND, /* or gives a command */
    TELEGRAM_NUDGE,      /* it is your turn */
    TELEGRAM_EDIT,       /* the live message of a table */
};

enum {
    TELEGRAM_CHAT_MS = 1000, /* a message in a chat, … */
    TELEGRAM_CHAT_BURST = 3,
    TELEGRAM_GROUP_MS = 60000, /* …so many in a group in this time, … */
    TELEGRAM_GROUP_MAX = 20,
    TELEGRAM_GROUP_EVEN_MS = TELEGRAM_GROUP_MS / TELEGRAM_GROUP_MAX,
    TELEGRAM_GROUP_EDIT_MS = 5000, /* …of which edits leave a quarter to answers */
    TELEGRAM_GROUP_EDIT_BURST = 3,
    TELEGRAM_ALL_MS = 40, /* 25 a second and a burst are never more than 30 in a second… */
    TELEGRAM_ALL_BURST = 5,
    TELEGRAM_ALL_KEPT = 2,           /* …and these of the burst are for answers alone */
    TELEGRAM_READY_MAX = 25,         /* calls that are ready and have not left */
    TELEGRAM_OLD_MS = 10000,         /* from then on a call is as urgent as can be */
    TELEGRAM_WAITING_CHAT_MAX = 64,  /* calls that wait for one chat, … */
    TELEGRAM_WAITING_ONE_MAX = 32,   /* …on account of one person, … */
    TELEGRAM_WAITING_MAX = 16 << 10, /* …in all */
};

struct telegram_queue;

struct telegram_job {
    int64_t chat; /* 0: none */
    bool is_group;
    int64_t person; /* on whose account it is; 0: that of the chat */
    enum telegram_urgency urgency;
    uint64_t key; /* what it changes: a later one in the chat with this key takes its place while it
                     waits; 0: nothing */
    void *call;   /* the caller's, not NULL */
};

/* NULL without memory; later it does not do without, as a house does not. */
struct telegram_queue *telegram_queue_open(house_resize *resize, void *context);
/* Just before this a queue that nobody remembers may have let calls go, as many as it might:
 * nothing goes at once, and in groups they go evenly until its minute is over. */
void telegram_queue_resume(struct telegram_queue *queue, uint64_t now_ms);
/* Calls that wait are the caller's to free before: telegram_queue_take_back. */
void telegram_queue_close(struct telegram_queue *queue);

/*
 * Times are milliseconds of a clock that never goes back.
 *
 * Puts a call in line. Returns a call that is given up for it: one that it replaces, or one too
 * many, which may be itself; NULL: none.
 */
void *telegram_queue_put(struct telegram_queue *queue, const struct telegram_job *job,
                         uint64_t now_ms);
/* The call that goes now, with what it was put in line with; false: none before
 * telegram_queue_due. Unless it has no chat, it leaves by telegram_queue_leave, and
 * telegram_queue_done follows. */
bool telegram_queue_next(struct telegram_queue *queue, uint64_t now_ms, struct telegram_job *job);
/* Whether a call that goes to a chat leaves now, and counts; false: not before
 * telegram_queue_leave_ms. */
bool telegram_queue_leave(struct telegram_queue *queue, const struct telegram_job *job,
                          uint64_t now_ms);
uint64_t telegram_queue_leave_ms(const struct telegram_queue *queue, int64_t chat);
/* The call of that chat is answered, or has failed, or does not leave at all. */
void telegram_queue_done(struct telegram_queue *queue, int64_t chat);
/* A call that was refused for now (429) waits again, before all others of its chat. */
void telegram_queue_again(struct telegram_queue *queue, const struct telegram_job *job,
                          uint64_t now_ms);
/* Nothing goes to this chat before `until_ms`; chat 0: nothing goes anywhere. */
void telegram_queue_hold(struct telegram_queue *queue, int64_t chat, uint64_t until_ms);
/* When to ask for the next one; HC_ROOM_NEVER: when something has changed. */
uint64_t telegram_queue_due(const struct telegram_queue *queue, uint64_t now_ms);

/* Takes a call back that waits for this chat: one after the other, until it is NULL. */
void *telegram_queue_take_back(struct telegram_queue *queue, int64_t chat);
/* The same of any chat. */
void *telegram_queue_take_any(struct telegram_queue *queue);
/* What waits for a chat goes to another one from now on: a group has become a supergroup. */
void telegram_queue_move(struct telegram_queue *queue, int64_t from, int64_t to, uint64_t now_ms);
size_t telegram_queue_waiting(const struct telegram_queue *queue);
/* How long all calls that went have waited, together. */
uint64_t telegram_queue_waited_ms(const struct telegram_queue *queue);

#endif
