// SPDX-License-Identifier: MIT
/*
 * background.h: threads for what nobody must wait for: thoughts of bots, long texts, pictures.
 *
 * They let the thread of the loop go first, and hand back what they have done through a mailbox. A
 * work waits for those before it in its lane and for no others.
 */
#ifndef HC_THREADS_BACKGROUND_H
#define HC_THREADS_BACKGROUND_H

#include <stdbool.h>

#include "threads/mailbox.h"

struct background;

enum background_lane {
    BACKGROUND_LONG_THOUGHTS,
    BACKGROUND_SHORT_THOUGHTS, /* of a fraction of a millisecond */
    BACKGROUND_TEXTS,
    BACKGROUND_PICTURES,
    BACKGROUND_LANES
};

/* The first member of whatever is to be done. */
struct background_work {
    struct mail mail;
    struct background_work *next;
    enum background_lane lane;
    void (*run)(struct background_work *work);  /* on a thread */
    void (*done)(struct background_work *work); /* on the loop, after it */
};

struct background *background_open(uv_loop_t *loop);
/* How many works of a lane can be done at once. */
unsigned background_threads(const struct background *background, enum background_lane lane);
/* On the loop. */
void background_do(struct background *background, struct background_work *work);
/*
 * Ends the threads; it is freed when the loop has run once more. What is at work cannot be
 * interrupted: then it is false, and the process must end without running the loop again.
 */
bool background_close(struct background *background);

/*
 * From now on the calling thread is one that people wait for, or one that lets all those go first,
 * where the system can tell threads apart. With as many threads as there are processors and more,
 * whoever answers people would otherwise wait for each of the others in turn.
 *
 * foreground_begin() is false, with the reason in errno, if the system refuses to order threads.
 * background_begin() is then refused too, so it does not report that again.
 */
bool foreground_begin(void);
void background_begin(void);

#endif
