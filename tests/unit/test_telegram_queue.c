// SPDX-License-Identifier: MIT
/*
 * test_telegram_queue.c: how many calls go in which time, and in which order, in a time that is
 * only imagined.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "doors/telegram/telegram_queue.h"

enum { SENT_MAX = 20000 };

static struct telegram_queue *queue;
static uint64_t now_ms;
static size_t memory; /* pieces that are not freed */
static bool answers_at_once;

/* What went, in its order. */
static struct {
    int64_t chat, person;
    enum telegram_urgency urgency;
    uintptr_t call;
    uint64_t at_ms;
} sent[SENT_MAX];
static unsigned sents;

static void *resize(void *context, void *piece, size_t size)
{
    (void)context;
    memory += !piece && size;
    memory -= piece && !size;
    if (size)
        return realloc(piece, size);
    free(piece);
    return NULL;
}

static void begin(void)
{
    memory = 0;
    queue = telegram_queue_open(resize, NULL);
    assert_non_null(queue);
    now_ms = 5000000;
    sents = 0;
    answers_at_once = true;
}

static void end(void)
{
    while (telegram_queue_take_any(queue))
        continue;
    assert_int_equal(telegram_queue_waiting(queue), 0);
    telegram_queue_close(queue);
    assert_int_equal(memory, 0);
}

static uintptr_t put_for(int64_t chat, int64_t person, enum telegram_urgency urgency, uint64_t key,
                         uintptr_t call)
{
    return (uintptr_t)telegram_queue_put(queue,
                                         &(struct telegram_job){.chat = chat,
                                                                .is_group = chat < 0,
                                                                .person = person,
                                                                .urgency = urgency,
                                                                .key = key,
                                                                .call = (void *)call},
                                         now_ms);
}

static uintptr_t put(int64_t chat, enum telegram_urgency urgency, uintptr_t call)
{
    return put_for(chat, 0, urgency, 0, call);
}

/* Sends what may go now; says how many. */
static unsigned send_now(void)
{
    unsigned before = sents;
    struct telegram_job job;

    while (telegram_queue_next(queue, now_ms, &job)) {
        assert_true(sents < SENT_MAX);
        assert_true(!job.chat || telegram_queue_leave(queue, &job, now_ms));
        sent[sents].chat = job.chat;
        sent[sents].person = job.person;
        sent[sents].urgency = job.urgency;
        sent[sents].call = (uintptr_t)job.call;
        sent[sents++].at_ms = now_ms;
        if (job.chat && answers_at_once)
            telegram_queue_done(queue, job.chat);
    }
    return sents - before;
}

/* Goes from one due time to the next, until then. */
static void run_until(uint64_t end_ms)
{
    for (;;) {
        uint64_t due_ms;

        send_now();
        due_ms = telegram_queue_due(queue, now_ms);
        if (due_ms > end_ms)
            break;
        assert_true(due_ms > now_ms); /* otherwise it would have gone */
        now_ms = due_ms;
    }
    now_ms = end_ms;
}

/* How many went to a chat. */
static unsigned count_to(int64_t chat)
{
    unsigned count = 0;

    for (unsigned i = 0; i < sents; i++)
        count += sent[i].chat == chat;
    return count;
}

/* The most that went in any span of this length, to one chat (0: to all). */
static unsigned most_in(uint64_t span_ms, int64_t chat)
{
    unsigned most = 0;

    for (unsigned i = 0; i < sents; i++) {
        unsigned count = 0;

        for (unsigned k = i; k < sents && sent[k].at_ms < sent[i].at_ms + span_ms; k++)
            count += !chat || sent[k].chat == chat;
        most = count > most ? count : most;
    }
    return most;
}

/* ---- Limits ---- */

static void a_chat_gets_one_a_second_after_a_burst(void **state)
{
    (void)state;
    begin();
    for (uintptr_t i = 1; i <= 10; i++)
        put(7, TELEGRAM_TO_COMMAND, i);
    assert_int_equal(send_now(), TELEGRAM_CHAT_BURST);
    run_until(now_ms + 4999);
    assert_int_equal(sents, TELEGRAM_CHAT_BURST + 4);
    assert_int_equal(telegram_queue_waited_ms(queue), 1000 + 2000 + 3000 + 4000);
    run_until(now_ms + 60000);
    assert_int_equal(sents, 10);
    for (unsigned i = 0; i < sents; i++)
        assert_int_equal(sent[i].call, i + 1);
    assert_true(telegram_queue_due(queue, now_ms) == HC_ROOM_NEVER);
    end();
}

static void a_group_gets_twenty_a_minute(void **state)
{
    unsigned edits = 0;

    (void)state;
    begin();
    for (unsigned minute = 0; minute < 180; minute++) {
        for (uintptr_t i = 0; i < 30; i++)
            put_for(-5, (int64_t)(1 + i % 7), TELEGRAM_TO_COMMAND, 0, 1);
        run_until(now_ms + 1000);
    }
    run_until(now_ms + 60000);
    assert_int_equal(most_in(60000, -5), TELEGRAM_GROUP_MAX);
    assert_true(sents >= 4 * TELEGRAM_GROUP_MAX);
    while (telegram_queue_take_back(queue, -5))
        continue;
    /* Of edits alone there are fewer, evenly, and an answer finds its place at once. */
    sents = 0;
    run_until(now_ms + 60000);
    for (unsigned second = 0; second < 300; second++) {
        put_for(-5, 0, TELEGRAM_EDIT, 1 + second % 3, 2);
        run_until(now_ms + 1000);
    }
    edits = most_in(60000, -5);
    assert_true(edits <= TELEGRAM_GROUP_MAX * 3 / 4 && edits >= TELEGRAM_GROUP_MAX / 2);
    put(-5, TELEGRAM_TO_COMMAND, 3);
    run_until(now_ms + TELEGRAM_CHAT_MS);
    assert_int_equal(sent[sents - 1].call == 3 || sent[sents - 2].call == 3, true);
    end();
}

static void all_get_thirty_a_second(void **state)
{
    (void)state;
    begin();
    for (uintptr_t i = 1; i <= 2000; i++)
        put((int64_t)i, i % 2 ? TELEGRAM_TO_COMMAND : TELEGRAM_EDIT, i);
    run_until(now_ms + 9000);
    assert_int_equal(most_in(1000, 0), TELEGRAM_ALL_BURST - 1 + 1000 / TELEGRAM_ALL_MS);
    assert_true(most_in(1000, 0) <= 30);
    assert_int_equal(sents, TELEGRAM_ALL_BURST + 9 * 25);
    for (unsigned i = 0; i < sents; i++)
        assert_int_equal(sent[i].urgency, TELEGRAM_TO_COMMAND); /* edits wait as long as they can */
    run_until(now_ms + 100000);
    assert_int_equal(sents, 2000);
    end();
}

/* What must be stored before it leaves may all be ready at once: it leaves in time all the same,
 * and no more is made ready than that. */
static void a_slow_store_lets_nothing_bunch(void **state)
{
    struct telegram_job ready[100];
    unsigned count = 0, left = 0;

    (void)state;
    begin();
    for (uintptr_t i = 1; i <= 100; i++)
        put((int64_t)i, TELEGRAM_TO_COMMAND, i);
    for (uint64_t end_ms = now_ms + 20000; now_ms < end_ms; now_ms += 10)
        while (telegram_queue_next(queue, now_ms, &ready[count]))
            count++;
    assert_int_equal(count, TELEGRAM_READY_MAX);
    assert_true(telegram_queue_due(queue, now_ms) == HC_ROOM_NEVER);
    while (left < count) {
        if (!telegram_queue_leave(queue, &ready[left], now_ms)) {
            uint64_t then_ms = telegram_queue_leave_ms(queue, ready[left].chat);

            assert_true(then_ms > now_ms && then_ms <= now_ms + TELEGRAM_ALL_MS);
            now_ms = then_ms;
            continue;
        }
        sent[sents++].at_ms = now_ms;
        telegram_queue_done(queue, ready[left++].chat);
    }
    assert_true(most_in(1000, 0) <= 30);
    run_until(now_ms + 10000);
    assert_int_equal(sents, 100);
    assert_true(most_in(1000, 0) <= 30);
    end();
}

/* A chat's limit counts from when something leaves, and what does not leave does not count. */
static void what_leaves_counts(void **state)
{
    struct telegram_job job;

    (void)state;
    begin();
    for (uintptr_t i = 1; i <= 6; i++)
        put(7, TELEGRAM_TO_COMMAND, i);
    for (unsigned i = 0; i < 2; i++) { /* these say nothing, as it turns out */
        assert_true(telegram_queue_next(queue, now_ms, &job));
        telegram_queue_done(queue, 7);
    }
    assert_true(telegram_queue_next(queue, now_ms, &job));
    now_ms += 5000;
    telegram_queue_hold(queue, 7, now_ms + 500);
    assert_false(telegram_queue_leave(queue, &job, now_ms));
    assert_int_equal(telegram_queue_leave_ms(queue, 7), now_ms + 500);
    now_ms += 500;
    assert_true(telegram_queue_leave(queue, &job, now_ms));
    telegram_queue_done(queue, 7);
    assert_int_equal(send_now(), TELEGRAM_CHAT_BURST - 1);
    run_until(now_ms + 1000);
    assert_int_equal(sents, TELEGRAM_CHAT_BURST);
    end();
}

/* Queries of buttons are answered at once, however much else waits. */
static void what_goes_to_no_chat_is_not_limited(void **state)
{
    (void)state;
    begin();
    for (uintptr_t i = 1; i <= 100; i++)
        put((int64_t)i, TELEGRAM_TO_PRESS, i);
    send_now();
    for (int64_t i = 1; i <= 500; i++)
        put_for(0, i, TELEGRAM_TO_PRESS, 0, 1000);
    assert_int_equal(send_now(), 500);
    end();
}

static void one_call_of_a_chat_is_on_its_way(void **state)
{
    (void)state;
    begin();
    answers_at_once = false;
    put(7, TELEGRAM_TO_COMMAND, 1);
    put(7, TELEGRAM_TO_COMMAND, 2);
    put(8, TELEGRAM_TO_COMMAND, 3);
    assert_int_equal(send_now(), 2);
    assert_int_equal(sent[0].call, 1);
    assert_int_equal(sent[1].call, 3);
    assert_true(telegram_queue_due(queue, now_ms) == HC_ROOM_NEVER);
    telegram_queue_done(queue, 7);
    assert_int_equal(telegram_queue_due(queue, now_ms), now_ms);
    assert_int_equal(send_now(), 1);
    telegram_queue_done(queue, 7);
    telegram_queue_done(queue, 8);
    end();
}

/* ---- Orders ---- */

static void the_more_urgent_goes_first(void **state)
{
    static const enum telegram_urgency order[] = {TELEGRAM_TO_PRESS, TELEGRAM_TO_COMMAND,
                                                  TELEGRAM_NUDGE, TELEGRAM_EDIT};

    (void)state;
    begin();
    for (unsigned i = 4; i-- > 0;)
        put(7, order[i], i + 1);
    run_until(now_ms + 9000);
    assert_int_equal(sents, 4);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(sent[i].call, i + 1);
    end();
}

/* A chat where something is always to be answered still gets its edit. */
static void nothing_waits_for_ever(void **state)
{
    unsigned waited = 0;

    (void)state;
    begin();
    put_for(7, 0, TELEGRAM_EDIT, 1, 99);
    for (unsigned second = 0; second < 30; second++) {
        put(7, TELEGRAM_TO_COMMAND, 1);
        put(7, TELEGRAM_TO_COMMAND, 1);
        run_until(now_ms + 1000);
    }
    while (waited < sents && sent[waited].call != 99)
        waited++;
    assert_true(waited < sents);
    end();
}

/* In a group with two tables, presses at one of them do not keep the other's message waiting. */
static void presses_hold_nobody_up(void **state)
{
    unsigned waited = 0;

    (void)state;
    begin();
    put(-5, TELEGRAM_TO_COMMAND, 99);
    for (int64_t person = 1; person <= TELEGRAM_CHAT_BURST; person++)
        put_for(-5, person, TELEGRAM_TO_PRESS, 0, 1);
    for (unsigned second = 0; second < 120; second++) {
        put_for(-5, 70 + second % 5, TELEGRAM_TO_PRESS, 0, 1);
        put_for(-5, 80 + second % 7, TELEGRAM_TO_PRESS, 0, 1);
        run_until(now_ms + 1000);
    }
    while (waited < sents && sent[waited].call != 99)
        waited++;
    assert_true(waited < sents);
    end();
}

static void edits_of_one_message_become_one(void **state)
{
    (void)state;
    begin();
    for (uintptr_t i = 1; i <= 3; i++)
        put(7, TELEGRAM_TO_COMMAND, i);
    send_now();
    assert_int_equal(put_for(7, 0, TELEGRAM_EDIT, 5, 10), 0);
    assert_int_equal(put_for(7, 0, TELEGRAM_EDIT, 6, 20), 0);
    assert_int_equal(put_for(7, 0, TELEGRAM_EDIT, 5, 11), 10);
    assert_int_equal(put_for(8, 0, TELEGRAM_EDIT, 5, 30), 0); /* another chat */
    assert_int_equal(put_for(7, 0, TELEGRAM_TO_PRESS, 6, 21), 20);
    assert_int_equal(telegram_queue_waiting(queue), 3);
    run_until(now_ms + 10000);
    assert_int_equal(sents, 6);
    assert_int_equal(sent[3].call, 30);
    assert_int_equal(sent[4].call, 21); /* it has become urgent */
    assert_int_equal(sent[5].call, 11);
    end();
}

/* One person asks for very much, everywhere; others ask for little. */
static void a_flood_harms_nobody_else(void **state)
{
    uint64_t worst_ms = 0, asked_ms[200];
    unsigned answered = 0;

    (void)state;
    begin();
    for (unsigned tick = 0; tick < 200; tick++) {
        for (unsigned i = 0; i < 40; i++)
            put_for(-(int64_t)(100 + i), 666, TELEGRAM_TO_PRESS, 0, 1);
        asked_ms[tick] = now_ms;
        put_for(1000 + tick, 1000 + tick, TELEGRAM_TO_PRESS, 0, 2 + tick);
        run_until(now_ms + 100);
    }
    for (unsigned i = 0; i < sents; i++)
        if (sent[i].call >= 2) {
            uint64_t wait_ms = sent[i].at_ms - asked_ms[sent[i].call - 2];

            answered++;
            worst_ms = wait_ms > worst_ms ? wait_ms : worst_ms;
        }
    assert_int_equal(answered, 200);
    assert_true(worst_ms <= 2 * TELEGRAM_ALL_MS);
    assert_true(telegram_queue_waiting(queue) <= TELEGRAM_WAITING_ONE_MAX);
    end();
}

/* The same within one group: people take turns. */
static void in_a_group_people_take_turns(void **state)
{
    unsigned others = 0;

    (void)state;
    begin();
    for (uintptr_t i = 1; i <= 30; i++)
        put_for(-5, 666, TELEGRAM_TO_COMMAND, 0, i);
    for (int64_t person = 1; person <= 5; person++)
        put_for(-5, person, TELEGRAM_TO_COMMAND, 0, 100);
    run_until(now_ms + 4000);
    for (unsigned i = 0; i < 6; i++)
        others += sent[i].call == 100;
    assert_int_equal(others, 5);
    end();
}

/* ---- Being told to wait ---- */

static void whoever_is_told_to_wait_waits(void **state)
{
    struct telegram_job job;

    (void)state;
    begin();
    put(7, TELEGRAM_EDIT, 1);
    put_for(7, 70, TELEGRAM_TO_PRESS, 0, 2);
    put(8, TELEGRAM_TO_PRESS, 3);
    assert_true(telegram_queue_next(queue, now_ms, &job));
    assert_int_equal((uintptr_t)job.call, 2);
    /* 429: retry after 5 seconds. */
    telegram_queue_done(queue, 7);
    telegram_queue_hold(queue, 7, now_ms + 5000);
    telegram_queue_hold(queue, 7, now_ms + 1000); /* the longer one counts */
    telegram_queue_again(queue, &job, now_ms);
    assert_int_equal(send_now(), 1);
    assert_int_equal(sent[0].call, 3);
    assert_int_equal(telegram_queue_due(queue, now_ms), now_ms + 5000);
    run_until(now_ms + 4999);
    assert_int_equal(sents, 1);
    run_until(now_ms + 1);
    assert_int_equal(sents, 3);
    assert_int_equal(sent[1].call, 2);
    assert_int_equal(sent[2].call, 1);
    /* Everybody. */
    telegram_queue_hold(queue, 0, now_ms + 3000);
    put(9, TELEGRAM_TO_PRESS, 4);
    put(0, TELEGRAM_TO_PRESS, 5);
    assert_int_equal(send_now(), 0);
    assert_int_equal(telegram_queue_due(queue, now_ms), now_ms + 3000);
    run_until(now_ms + 3000);
    assert_int_equal(sents, 5);
    end();
}

/* ---- Bounds ---- */

static void too_much_is_given_up(void **state)
{
    uintptr_t gone = 0;

    (void)state;
    begin();
    telegram_queue_hold(queue, 0, now_ms + 1000000);
    put_for(7, 3, TELEGRAM_TO_COMMAND, 0, 500);
    for (uintptr_t i = 1; i < TELEGRAM_WAITING_ONE_MAX; i++)
        assert_int_equal(put_for(7, 3, TELEGRAM_EDIT, 0, i), 0);
    assert_int_equal(put_for(8, 3, TELEGRAM_TO_PRESS, 0, 501), TELEGRAM_WAITING_ONE_MAX - 1);
    assert_int_equal(put_for(9, 3, TELEGRAM_EDIT, 0, 502), 502); /* itself */
    for (int64_t person = 100; !gone; person++)
        gone = put_for(7, person, TELEGRAM_NUDGE, 0, 1000);
    assert_true(gone < TELEGRAM_WAITING_ONE_MAX); /* an edit, and the last of them */
    for (int64_t chat = 10000; telegram_queue_waiting(queue) < TELEGRAM_WAITING_MAX; chat++)
        assert_int_equal(put_for(chat, 0, TELEGRAM_TO_COMMAND, 0, 2000), 0);
    assert_int_not_equal(put_for(5, 0, TELEGRAM_TO_COMMAND, 0, 2001), 0);
    assert_int_equal(telegram_queue_waiting(queue), TELEGRAM_WAITING_MAX);
    end();
}

/* What is over is forgotten: memory does not grow with everybody who was ever here. */
static void chats_are_forgotten(void **state)
{
    size_t before;

    (void)state;
    begin();
    put(1, TELEGRAM_TO_PRESS, 1);
    run_until(now_ms + 120000);
    send_now();
    before = memory;
    for (int64_t chat = 2; chat < 3000; chat++) {
        put_for(-chat, chat, TELEGRAM_TO_PRESS, 0, 1);
        run_until(now_ms + 100);
    }
    assert_true(memory < 1500);
    run_until(now_ms + 120000);
    send_now();
    assert_true(memory <= before + 1);
    end();
}

/* ---- Chats that go and move ---- */

static void a_group_becomes_a_supergroup(void **state)
{
    (void)state;
    begin();
    telegram_queue_hold(queue, -5, now_ms + 2000);
    put(-5, TELEGRAM_TO_PRESS, 1);
    put_for(-5, 0, TELEGRAM_EDIT, 4, 2);
    telegram_queue_move(queue, -5, -1005, now_ms);
    assert_null(telegram_queue_take_back(queue, -5));
    assert_int_equal(put_for(-1005, 0, TELEGRAM_EDIT, 4, 3), 2);
    run_until(now_ms + 10000);
    assert_int_equal(sents, 2);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(sent[i].chat, -1005);
    assert_int_equal(sent[0].at_ms - 5000000, 2000);
    end();
}

static void a_group_stays_what_it_is(void **state)
{
    (void)state;
    begin();
    put(-5, TELEGRAM_TO_PRESS, 1);
    telegram_queue_move(queue, -5, -5, now_ms);
    assert_int_equal(send_now(), 1);
    end();
}

static void a_chat_that_is_gone_gets_nothing(void **state)
{
    (void)state;
    begin();
    put(-5, TELEGRAM_TO_PRESS, 1);
    put(-5, TELEGRAM_EDIT, 2);
    put(-6, TELEGRAM_EDIT, 3);
    assert_int_equal((uintptr_t)telegram_queue_take_back(queue, -5), 1);
    assert_int_equal((uintptr_t)telegram_queue_take_back(queue, -5), 2);
    assert_null(telegram_queue_take_back(queue, -5));
    assert_null(telegram_queue_take_back(queue, -7));
    assert_int_equal(send_now(), 1);
    end();
}

/* Whoever begins after another one, of whom nothing is known, keeps the limits of both together. */
static void whoever_begins_after_another_goes_slowly(void **state)
{
    (void)state;
    begin();
    for (unsigned i = 0; i < 40; i++)
        put_for(-1, 100 + i, TELEGRAM_TO_COMMAND, 0, i + 1);
    run_until(now_ms + 20000); /* as fast as it may */
    assert_int_equal(sents, 20);
    while (telegram_queue_take_any(queue))
        continue;
    telegram_queue_close(queue);
    queue = telegram_queue_open(resize, NULL);
    telegram_queue_resume(queue, now_ms);
    for (unsigned i = 0; i < 40; i++)
        put_for(i % 2 ? -1 : 1, 100 + i, TELEGRAM_TO_COMMAND, 0, i + 1);
    assert_int_equal(send_now(), 0);
    run_until(now_ms + 9000);
    assert_int_equal(count_to(-1), 20 + 3);
    assert_int_equal(count_to(1), 9);
    run_until(now_ms + 120000);
    assert_int_equal(count_to(-1), 40);
    assert_true(most_in(1000, 1) <= 1);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_begins_after_another_goes_slowly),
        cmocka_unit_test(a_chat_gets_one_a_second_after_a_burst),
        cmocka_unit_test(a_group_gets_twenty_a_minute),
        cmocka_unit_test(all_get_thirty_a_second),
        cmocka_unit_test(a_slow_store_lets_nothing_bunch),
        cmocka_unit_test(what_leaves_counts),
        cmocka_unit_test(what_goes_to_no_chat_is_not_limited),
        cmocka_unit_test(one_call_of_a_chat_is_on_its_way),
        cmocka_unit_test(the_more_urgent_goes_first),
        cmocka_unit_test(nothing_waits_for_ever),
        cmocka_unit_test(presses_hold_nobody_up),
        cmocka_unit_test(edits_of_one_message_become_one),
        cmocka_unit_test(a_flood_harms_nobody_else),
        cmocka_unit_test(in_a_group_people_take_turns),
        cmocka_unit_test(whoever_is_told_to_wait_waits),
        cmocka_unit_test(too_much_is_given_up),
        cmocka_unit_test(chats_are_forgotten),
        cmocka_unit_test(a_group_becomes_a_supergroup),
        cmocka_unit_test(a_group_stays_what_it_is),
        cmocka_unit_test(a_chat_that_is_gone_gets_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
