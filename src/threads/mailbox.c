// SPDX-License-Identifier: MIT
#define _GNU_SOURCE

#include "threads/mailbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <unistd.h>

#include "core/check.h"

/* The newest comes first in the box. */
static struct mail *oldest_first(struct mail *mail)
{
    struct mail *before = NULL;

    while (mail) {
        struct mail *next = mail->next;

        mail->next = before;
        before = mail;
        mail = next;
    }
    return before;
}

struct mail *mailbox_empty(struct mailbox *box)
{
    return oldest_first(atomic_exchange(&box->newest, NULL));
}

/* The bytes go first: whatever is put in from then on writes one more. */
static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct mailbox *box = (struct mailbox *)((char *)poll - offsetof(struct mailbox, poll));
    char bytes[64];
    struct mail *mail, *next;

    (void)status;
    (void)events;
    while (read(box->out, bytes, sizeof bytes) == (ssize_t)sizeof bytes)
        ;
    for (mail = mailbox_empty(box); mail; mail = next) {
        next = mail->next;
        box->take(box->context, mail);
    }
}

void mailbox_open(struct mailbox *box, uv_loop_t *loop,
                  void (*take)(void *context, struct mail *mail), void *context)
{
    int ends[2];

    HC_CHECK(!pipe2(ends, O_CLOEXEC | O_NONBLOCK));
    box->out = ends[0];
    box->in = ends[1];
    box->take = take;
    box->context = context;
    atomic_init(&box->newest, NULL);
    HC_CHECK(!uv_poll_init(loop, &box->poll, box->out));
    HC_CHECK(!uv_poll_start(&box->poll, UV_READABLE, on_readable));
}

/* Only who finds the box empty wakes the loop. From the exchange on the mail belongs to the loop,
 * so the pipe is all that is touched after it; it outlasts every thread that puts something in. */
void mailbox_put(struct mailbox *box, struct mail *mail)
{
    struct mail *newest = atomic_load(&box->newest);
    ssize_t written;

    do
        mail->next = newest;
    while (!atomic_compare_exchange_weak(&box->newest, &newest, mail));
    if (newest)
        return;
    do
        written = write(box->in, "", 1);
    while (written < 0 && errno == EINTR); /* a full pipe wakes the loop as well */
}

void mailbox_close(struct mailbox *box, uv_close_cb closed)
{
    uv_poll_stop(&box->poll);
    close(box->out);
    close(box->in);
    uv_close((uv_handle_t *)&box->poll, closed);
}
