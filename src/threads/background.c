// SPDX-License-Identifier: MIT
#define _GNU_SOURCE

#include "threads/background.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/check.h"

enum {
    THREADS_MAX = 16,
    SHORT_SLICE_NS = 100000,
    BEHIND = 19, /* a seventieth of the others' share while these want all of a processor */
};

struct lane {
    struct background *background;
    uv_thread_t thread[THREADS_MAX];
    unsigned threads;

    uv_mutex_t lock; /* guards what follows; nobody is woken while it is held */
    uv_cond_t wake;
    bool stopping;
    struct background_work *first, **end;
};

struct background {
    struct mailbox finished;
    unsigned unfinished; /* known to the loop alone */
    struct lane lane[BACKGROUND_LANES];
};

/* ---- Who goes first ------------------------------------------------------------------------- */

#ifdef __linux__

/* What sched_setattr(2) takes; the C library has neither yet. */
struct schedule {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t slice_ns, unused[2];
};

/* For the calling thread, and for those that it starts. Whoever asks for a shorter slice may cut
 * short that of another; a system that does not know slices of ordinary threads ignores them.
 * False, with errno, if the system refuses the call. */
static bool schedule_thread(int nice, uint64_t slice_ns)
{
    struct schedule schedule = {.size = sizeof schedule, .nice = nice, .slice_ns = slice_ns};

    return !syscall(SYS_sched_setattr, 0, &schedule, 0);
}

bool foreground_begin(void)
{
    return schedule_thread(getpriority(PRIO_PROCESS, 0), SHORT_SLICE_NS);
}

void background_begin(void)
{
    schedule_thread(getpriority(PRIO_PROCESS, 0) + BEHIND, 0);
}

#else

bool foreground_begin(void)
{
    return true;
}

void background_begin(void)
{
}

#endif

/* ---- Threads -------------------------------------------------------------------------------- */

/* NULL when it is time to end. */
static struct background_work *next_work(struct lane *lane)
{
    struct background_work *work;

    uv_mutex_lock(&lane->lock);
    while (!lane->first && !lane->stopping)
        uv_cond_wait(&lane->wake, &lane->lock);
    work = lane->first;
    if (work && !(lane->first = work->next))
        lane->end = &lane->first;
    uv_mutex_unlock(&lane->lock);
    return work;
}

static void run_works(void *context)
{
    struct lane *lane = context;
    struct background_work *work;

    if (lane != &lane->background->lane[BACKGROUND_SHORT_THOUGHTS])
        background_begin();
    while ((work = next_work(lane))) {
        work->run(work);
        mailbox_put(&lane->background->finished, &work->mail);
    }
}

static void open_lane(struct lane *lane, unsigned threads)
{
    lane->threads = threads;
    lane->end = &lane->first;
    HC_CHECK(!uv_mutex_init(&lane->lock) && !uv_cond_init(&lane->wake));
    for (unsigned i = 0; i < threads; i++)
        HC_CHECK(!uv_thread_create(&lane->thread[i], run_works, lane));
}

static void close_lane(struct lane *lane)
{
    uv_mutex_lock(&lane->lock);
    lane->stopping = true;
    uv_mutex_unlock(&lane->lock);
    uv_cond_broadcast(&lane->wake);
    for (unsigned i = 0; i < lane->threads; i++)
        uv_thread_join(&lane->thread[i]);
    uv_cond_destroy(&lane->wake);
    uv_mutex_destroy(&lane->lock);
}

/* ---- The loop's side ------------------------------------------------------------------------ */

static void on_finished(void *context, struct mail *mail)
{
    struct background *background = context;
    struct background_work *work = (struct background_work *)mail;

    background->unfinished--;
    work->done(work);
}

/* More threads than processors would not think faster: they would stand before the loop in turn. */
static unsigned threads_of(enum background_lane lane)
{
    unsigned processors = uv_available_parallelism();

    if (lane != BACKGROUND_LONG_THOUGHTS)
        return 1;
    return processors < THREADS_MAX ? processors : THREADS_MAX;
}

struct background *background_open(uv_loop_t *loop)
{
    struct background *background = calloc(1, sizeof *background);

    HC_CHECK(background);
    mailbox_open(&background->finished, loop, on_finished, background);
    background->finished.poll.data = background;
    for (unsigned i = 0; i < BACKGROUND_LANES; i++) {
        background->lane[i].background = background;
        open_lane(&background->lane[i], threads_of(i));
    }
    return background;
}

unsigned background_threads(const struct background *background, enum background_lane lane)
{
    return background->lane[lane].threads;
}

void background_do(struct background *background, struct background_work *work)
{
    struct lane *lane = &background->lane[work->lane];

    background->unfinished++;
    work->next = NULL;
    uv_mutex_lock(&lane->lock);
    *lane->end = work;
    lane->end = &work->next;
    uv_mutex_unlock(&lane->lock);
    uv_cond_signal(&lane->wake);
}

static void on_closed(uv_handle_t *handle)
{
    free(handle->data);
}

bool background_close(struct background *background)
{
    if (background->unfinished)
        return false;
    for (unsigned i = 0; i < BACKGROUND_LANES; i++)
        close_lane(&background->lane[i]);
    mailbox_close(&background->finished, on_closed);
    return true;
}
