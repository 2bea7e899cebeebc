// SPDX-License-Identifier: MIT
/*
 * mailbox.h: what other threads have to say to a loop.
 *
 * Any thread may put something in; the loop takes everything out, in the order in which it came.
 * Neither waits for the other, ever: the loop may preempt a thread at any instruction, and must not
 * need anything that the thread has then. (libuv's own ways to wake a loop do: the one who wakes
 * holds a lock or a mark while the loop starts to run, which then waits until a thread of lower
 * priority is let on again. Beside busy bots that took ten milliseconds.)
 */
#ifndef HC_THREADS_MAILBOX_H
#define HC_THREADS_MAILBOX_H

#include <uv.h>

/* The first member of whatever is sent. */
struct mail {
    struct mail *next;
};

struct mailbox {
    _Atomic(struct mail *) newest;
    int out, in; /* ends of a pipe: a byte says that there is something */
    uv_poll_t poll;
    void (*take)(void *context, struct mail *mail);
    void *context;
};

/* `take` is called on the loop for everything that is put in. It keeps the loop alive. */
void mailbox_open(struct mailbox *box, uv_loop_t *loop,
                  void (*take)(void *context, struct mail *mail), void *context);
/* On any thread. */
void mailbox_put(struct mailbox *box, struct mail *mail);
/* What was put in and not taken yet, oldest first. */
struct mail *mailbox_empty(struct mailbox *box);
/* Nobody may put anything in any more. `closed` is called by the loop, with box->poll.data as the
 * context; the box must last until then. */
void mailbox_close(struct mailbox *box, uv_close_cb closed);

#endif
