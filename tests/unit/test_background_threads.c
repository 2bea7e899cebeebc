// SPDX-License-Identifier: MIT
/* test_background_threads.c: what threads put into a mailbox, and works in the background. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "threads/background.h"

enum { SENDERS = 4, LETTERS = 2000, WORKS = 200 };

/* ---- A mailbox ------------------------------------------------------------------------------ */

struct letter {
    struct mail mail;
    unsigned sender, number;
};

struct sender {
    unsigned number;
    struct mailbox *box;
    uv_thread_t thread;
    struct letter letter[LETTERS];
};

struct taken {
    struct mailbox box;
    unsigned count, next[SENDERS], out_of_order;
};

static void send_letters(void *context)
{
    struct sender *sender = context;

    for (unsigned i = 0; i < LETTERS; i++) {
        sender->letter[i] = (struct letter){.sender = sender->number, .number = i};
        mailbox_put(sender->box, &sender->letter[i].mail);
    }
}

static void take_letter(void *context, struct mail *mail)
{
    struct taken *taken = context;
    struct letter *letter = (struct letter *)mail;

    taken->out_of_order += letter->number != taken->next[letter->sender];
    taken->next[letter->sender] = letter->number + 1;
    if (++taken->count == SENDERS * LETTERS)
        mailbox_close(&taken->box, NULL);
}

static void test_mail_arrives_once_and_in_order(void **state)
{
    struct sender *sender = calloc(SENDERS, sizeof *sender);
    struct taken taken = {.count = 0};
    uv_loop_t loop;

    (void)state;
    assert_non_null(sender);
    uv_loop_init(&loop);
    mailbox_open(&taken.box, &loop, take_letter, &taken);
    for (unsigned i = 0; i < SENDERS; i++) {
        sender[i].number = i;
        sender[i].box = &taken.box;
        uv_thread_create(&sender[i].thread, send_letters, &sender[i]);
    }
    while (taken.count < SENDERS * LETTERS)
        uv_run(&loop, UV_RUN_ONCE);
    for (unsigned i = 0; i < SENDERS; i++)
        uv_thread_join(&sender[i].thread);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
    assert_int_equal(taken.count, SENDERS * LETTERS);
    assert_int_equal(taken.out_of_order, 0);
    free(sender);
}

static void test_what_nobody_took_can_be_had(void **state)
{
    struct taken taken = {.count = 0};
    struct letter first = {.number = 1}, second = {.number = 2};
    struct mail *mail;
    uv_loop_t loop;

    (void)state;
    uv_loop_init(&loop);
    mailbox_open(&taken.box, &loop, take_letter, &taken);
    mailbox_put(&taken.box, &first.mail);
    mailbox_put(&taken.box, &second.mail);
    mail = mailbox_empty(&taken.box);
    assert_ptr_equal(mail, &first);
    assert_ptr_equal(mail->next, &second);
    assert_null(mail->next->next);
    assert_null(mailbox_empty(&taken.box));
    mailbox_close(&taken.box, NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
    assert_int_equal(taken.count, 0);
}

/* ---- Works ---------------------------------------------------------------------------------- */

struct work {
    struct background_work work;
    uv_sem_t *wait; /* NULL: it needs nobody */
    bool ran;
    unsigned *done;
};

static void run_work(struct background_work *work)
{
    struct work *mine = (struct work *)work;

    if (mine->wait)
        uv_sem_wait(mine->wait);
    mine->ran = true;
}

static void count_work(struct background_work *work)
{
    struct work *mine = (struct work *)work;

    assert_true(mine->ran);
    ++*mine->done;
}

static void close_background(uv_loop_t *loop, struct background *background)
{
    assert_true(background_close(background));
    uv_run(loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(loop), 0);
}

static void test_every_work_is_done(void **state)
{
    struct work *work = calloc(WORKS, sizeof *work);
    struct background *background;
    unsigned done = 0;
    uv_loop_t loop;

    (void)state;
    assert_non_null(work);
    uv_loop_init(&loop);
    background = background_open(&loop);
    for (unsigned i = 0; i < WORKS; i++) {
        work[i].work.lane = i % BACKGROUND_LANES;
        work[i].work.run = run_work;
        work[i].work.done = count_work;
        work[i].done = &done;
        background_do(background, &work[i].work);
    }
    while (done < WORKS)
        uv_run(&loop, UV_RUN_ONCE);
    close_background(&loop, background);
    free(work);
}

/* However many long thoughts there are: a text and a short thought are done meanwhile. */
static void test_lanes_do_not_wait_for_each_other(void **state)
{
    struct work *work = calloc(WORKS, sizeof *work);
    struct background *background;
    unsigned done = 0;
    uv_sem_t wait;
    uv_loop_t loop;

    (void)state;
    assert_non_null(work);
    uv_sem_init(&wait, 0);
    uv_loop_init(&loop);
    background = background_open(&loop);
    assert_true(background_threads(background, BACKGROUND_LONG_THOUGHTS) < WORKS - 2);
    for (unsigned i = 0; i < WORKS; i++) {
        bool is_long = i < WORKS - 2;

        work[i].work.lane = is_long          ? BACKGROUND_LONG_THOUGHTS
                            : i == WORKS - 2 ? BACKGROUND_TEXTS
                                             : BACKGROUND_SHORT_THOUGHTS;
        work[i].work.run = run_work;
        work[i].work.done = count_work;
        work[i].wait = is_long ? &wait : NULL;
        work[i].done = &done;
        background_do(background, &work[i].work);
    }
    while (done < 2)
        uv_run(&loop, UV_RUN_ONCE);
    assert_int_equal(done, 2);
    assert_false(background_close(background));
    for (unsigned i = 0; i < WORKS - 2; i++)
        uv_sem_post(&wait);
    while (done < WORKS)
        uv_run(&loop, UV_RUN_ONCE);
    close_background(&loop, background);
    uv_sem_destroy(&wait);
    free(work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mail_arrives_once_and_in_order),
        cmocka_unit_test(test_what_nobody_took_can_be_had),
        cmocka_unit_test(test_every_work_is_done),
        cmocka_unit_test(test_lanes_do_not_wait_for_each_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
