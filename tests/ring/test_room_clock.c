// SPDX-License-Identifier: MIT
/* test_room_clock.c: time in a room, step by step: clocks, grace, pauses, those who are away,
 * expiry. */
#include "ring/room_steps.h"

/* ---- Clocks ---------------------------------------------------------------------------------- */

static void turns_have_deadlines(void **state)
{
    (void)state;
    begin("null", "", "clock=live turn_ms=30000", 2);
    assert_int_equal(hc_room_deadline(&room), T0 + 30000);
    assert_int_equal(hc_room_due(&room), T0 + 30000);
    assert_int_equal(hc_room_waits_for(&room), 1);
    now_ms = T0 + 29999;
    assert_string_equal(tick(), "");
    now_ms = T0 + 30000;
    assert_string_equal(tick(), "timeout");
    assert_int_equal(answer.command.target, 0);
    assert_int_equal(answer.time_ms, T0 + 30000);
    assert_int_equal(hc_room_deadline(&room), T0 + 60000);
    now_ms = T0 + 59999;
    play_on(); /* just in time, and the round is over: nobody's clock runs */
    now_ms = T0 + 60000;
    assert_string_equal(tick(), "");
    assert_int_equal(hc_room_deadline(&room), HC_ROOM_NEVER);
}

static void slow_clocks_count_hours(void **state)
{
    (void)state;
    begin("null", "", "slow turn_hours=48", 2);
    assert_int_equal(hc_room_deadline(&room), T0 + 48 * 3600000ull);
    assert_int_equal(hc_room_due(&room), T0 + 3600000); /* the house looks in every hour */
}

/* Each row: how long seat 0 thinks, what the clock does then, and the deadline that follows. */
static void clocks_that_jump_do_no_harm(void **state)
{
    static const struct {
        const char *why;
        uint64_t think_ms, jump_ms, deadline_ms;
    } rows[] = {
        {"a second back", 10000, -1000ull, T0 + 29000},
        {"a week back", 10000, -WEEK_MS, T0 + 30000 - WEEK_MS},
        {"a year on", 10000, YEAR_MS, T0 + YEAR_MS + 30000},
        {"just late", 10000, 20000 + 60000, T0 + 30000},
        {"too late", 10000, 20000 + 60001, T0 + 80001 + 30000},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        begin("null", "", "clock=live turn_ms=30000 next_ms=0", 2);
        now_ms += rows[i].think_ms;
        assert_string_equal(tick(), "");
        now_ms += rows[i].jump_ms;
        if (rows[i].deadline_ms <= now_ms) {
            assert_string_equal(tick(), "timeout");
            continue;
        }
        assert_string_equal(tick(), "");
        if (hc_room_deadline(&room) != rows[i].deadline_ms)
            fail_msg("%s: deadline %llu", rows[i].why, (unsigned long long)hc_room_deadline(&room));
    }
}

/* Five of twenty seconds of grace are used up when the clock jumps; the others are left. */
static void a_jump_uses_up_no_grace(void **state)
{
    static const uint64_t jumps[] = {YEAR_MS, -1000ull, -WEEK_MS};

    (void)state;
    for (size_t i = 0; i < COUNT(jumps); i++) {
        begin("null", "", "away=drop grace_ms=20000", 2);
        now_ms = T0 + 5000;
        assert_int_equal(ask(2, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
        assert_int_equal(hc_room_due(&room), T0 + 25000);
        now_ms = T0 + 10000;
        assert_string_equal(tick(), "");
        now_ms += jumps[i];
        assert_string_equal(tick(), "");
        assert_int_equal(hc_room_due(&room), now_ms + 15000);
        now_ms += 14999;
        assert_string_equal(tick(), "");
        now_ms++;
        assert_string_equal(tick(), "drop");
    }
}

/* Seat 0 thinks for 5 s; seat 1 is gone at 5 s and missed at 15 s; both have 30 s. */
static void no_time_runs_in_a_pause(void **state)
{
    (void)state;
    begin("shed", "on_disconnect=pause first_action=ignore first_wild=none",
          "clock=live turn_ms=30000 grace_ms=10000", 2);
    assert_int_equal(hc_table_awaits(&room.table), 0);
    now_ms = T0 + 5000;
    assert_int_equal(ask(2, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    assert_false(answer.changed);
    assert_int_equal(hc_room_due(&room), T0 + 15000);
    now_ms = T0 + 15000;
    assert_string_equal(tick(), "leave");
    assert_string_equal(hc_table_phase(&room.table, HC_DIALECT_HOST), "PAUSED_WAITING_PLAYER");
    assert_int_equal(hc_room_waits_for(&room), 2);
    assert_int_equal(hc_room_deadline(&room), HC_ROOM_NEVER);
    assert_int_equal(act(1, "draw", hc_table_seq(&room.table), 1), HC_PAUSED);
    now_ms = T0 + 1015000;
    assert_int_equal(ask(2, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(hc_room_due(&room), 0);
    assert_string_equal(tick(), "return");
    assert_int_equal(hc_room_deadline(&room), T0 + 1030000); /* 15 of 30 s are left */
}

/* ---- Away ------------------------------------------------------------------------------------ */

static void those_who_are_there_may_go_on(void **state)
{
    (void)state;
    begin("shed", "first_action=ignore first_wild=none", "grace_ms=1000 clock=none", 3);
    assert_int_equal(ask(1, HC_DO_AGREE, HC_NONE, NULL), HC_BAD_PHASE);
    assert_int_equal(ask(3, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    now_ms += 1000;
    assert_string_equal(tick(), "leave");
    assert_int_equal(hc_room_asks(&room), HC_ASK_GO_ON);
    assert_int_equal(ask(1, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "");
    assert_int_equal(ask(3, HC_DO_AGREE, HC_NONE, NULL), HC_NOT_ALLOWED);
    assert_int_equal(ask(2, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "drop");
    assert_int_equal(answer.command.target, 2);
    assert_int_equal(hc_room_waits_for(&room), 1);
    assert_int_equal(ask(3, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), ""); /* to look on */
}

static void a_bot_stands_in(void **state)
{
    struct hc_room_request move = {.verb = HC_DO_BOT_MOVE, .seat = 0, .text = "keep"};
    uint32_t budget;

    (void)state;
    begin("null", "", "away=bot away_bot=random grace_ms=1000 bot_delay_ms=0", 2);
    move.seq = hc_table_seq(&room.table);
    assert_int_equal(ask_with(0, move), HC_NOT_ALLOWED);
    assert_int_equal(ask(1, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(1, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(1, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK); /* the last of two */
    now_ms += 1000;
    assert_string_equal(tick(), "");
    assert_true(answer.changed && answer.more && answer.seat == 0);
    assert_string_equal(tick(), "think");
    assert_int_equal(answer.think, 0);
    assert_string_equal(hc_room_bot(&room, 0, &budget)->name, "random");
    assert_int_equal(ask(1, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask_with(0, move), HC_NOT_ALLOWED); /* too late: the person is back */
    tick_all();
    play_on();
}

static void bots_play_and_may_fail(void **state)
{
    struct hc_room_request move = {.verb = HC_DO_BOT_MOVE, .seat = 1, .text = "keep"};

    (void)state;
    open_room("null", "", "bot_delay_ms=700");
    sit(1);
    assert_int_equal(ask(1, HC_DO_ADD_BOT, HC_NONE, "random"), HC_OK);
    assert_int_equal(ask(1, HC_DO_START, HC_NONE, NULL), HC_OK);
    tick_all();
    play_on();
    assert_int_equal(hc_room_due(&room), T0); /* it thinks at once, and acts later */
    assert_string_equal(tick(), "think");
    assert_false(answer.more); /* it is asked once */
    move.seq = answer.seq - 1;
    assert_int_equal(ask_with(0, move), HC_STALE);
    move.seq++;
    move.text = "nonsense";
    assert_int_equal(ask_with(0, move), HC_MALFORMED);
    now_ms = T0 + 700 + HC_ROOM_BOT_MS;
    assert_string_equal(tick(), "timeout");
}

static void a_dropped_player_is_gone(void **state)
{
    (void)state;
    begin("null", "", "away=drop grace_ms=1000", 2);
    assert_int_equal(ask(1, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    now_ms += 1000;
    assert_string_equal(tick(), "drop"); /* one player is left, and wins */
    assert_string_equal(tick(), "secret");
    assert_true(answer.over);
    assert_int_equal(room.stage, HC_ROOM_FINISHED);
    assert_int_equal(hc_log_verify(log_bytes, game_log.used, &(struct hc_problem){0}), HC_HONEST);
}

/* Without a bot to stand in, who leaves is dropped, and that is for good. */
static void who_is_dropped_does_not_come_back(void **state)
{
    (void)state;
    begin("null", "", "away=wait", 4);
    assert_int_equal(ask(2, HC_DO_LEAVE, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(2, HC_DO_SIT, HC_NONE, "guest 2"), HC_DUPLICATE_PLAYER);
    assert_int_equal(ask(1, HC_DO_SIT, HC_NONE, "guest 1"), HC_DUPLICATE_PLAYER); /* sits there */
    assert_true(room.seat[1].left && room.seat[1].dropped && !room.seat[0].dropped);
}

static void leaving_and_coming_back(void **state)
{
    (void)state;
    begin("null", "", "away=bot bot_delay_ms=0", 3);
    assert_int_equal(ask(1, HC_DO_LEAVE, HC_NONE, NULL), HC_OK);
    assert_int_equal(room.host, 1);
    assert_int_equal(ask(1, HC_DO_LEAVE, HC_NONE, NULL), HC_BAD_PHASE);
    assert_int_equal(act(1, "keep", hc_table_seq(&room.table), 1), HC_NOT_ALLOWED);
    assert_string_equal(tick(), "think");
    assert_int_equal(ask(1, HC_DO_SIT, HC_NONE, "guest 1"), HC_OK);
    tick_all();
    play_on();
    assert_int_equal(ask(1, HC_DO_LEAVE, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(2, HC_DO_LEAVE, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(3, HC_DO_LEAVE, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "end"); /* nobody is left to play for */
    assert_string_equal(tick(), "secret");
}

/* ---- Expiry ---------------------------------------------------------------------------------- */

static void rooms_expire(void **state)
{
    (void)state;
    open_room("null", "", "lobby_minutes=10 grace_ms=1000");
    assert_int_equal(hc_room_due(&room), T0 + 600000);
    sit(1);
    assert_int_equal(hc_room_due(&room), HC_ROOM_NEVER);
    assert_int_equal(ask(1, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    now_ms = T0 + 1000;
    assert_string_equal(tick(), ""); /* guest 1 is no longer expected */
    assert_int_equal(room.seat[0].who, HC_SEAT_EMPTY);
    now_ms = T0 + 600000;
    assert_string_equal(tick(), "expired");
    assert_int_equal(room.stage, HC_ROOM_CLOSED);

    begin("null", "short", "finished_minutes=60", 2);
    finish_round();
    assert_int_equal(hc_room_due(&room), T0 + 3600000);
    now_ms = T0 + 3600000;
    assert_string_equal(tick(), "expired");

    begin("null", "", "away=wait abandon_days=1", 2);
    assert_int_equal(ask(1, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(hc_room_due(&room), HC_ROOM_NEVER);
    assert_int_equal(ask(2, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    for (unsigned hour = 1; hour < 24; hour++) {
        now_ms = T0 + hour * 3600000ull;
        assert_int_equal(hc_room_due(&room), now_ms);
        assert_string_equal(tick(), "");
    }
    now_ms = T0 + 86400000;
    assert_string_equal(tick(), "end");
    assert_string_equal(tick(), "secret");
}

static void a_match_that_nobody_plays_ends(void **state)
{
    unsigned turns = 0;

    (void)state;
    /* Four turns are a round: in thirty nobody can win nine. */
    begin("null", "rounds_to_win=9", "clock=live turn_ms=1000 next_ms=1000", 4);
    while (room.stage == HC_ROOM_PLAYING) {
        const char *did;

        now_ms = hc_room_due(&room) > now_ms ? hc_room_due(&room) : now_ms;
        did = tick();
        turns += !strcmp(did, "timeout");
        if (hc_table_awaits(&room.table) == HC_NONE)
            assert_string_equal(did, room.stage == HC_ROOM_PLAYING ? "end" : "secret");
    }
    assert_int_equal(turns, HC_ROOM_TIMEOUTS_MAX);
    assert_int_equal(room.ended, HC_END_NOBODY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_have_deadlines),
        cmocka_unit_test(slow_clocks_count_hours),
        cmocka_unit_test(clocks_that_jump_do_no_harm),
        cmocka_unit_test(a_jump_uses_up_no_grace),
        cmocka_unit_test(no_time_runs_in_a_pause),
        cmocka_unit_test(those_who_are_there_may_go_on),
        cmocka_unit_test(a_bot_stands_in),
        cmocka_unit_test(bots_play_and_may_fail),
        cmocka_unit_test(a_dropped_player_is_gone),
        cmocka_unit_test(who_is_dropped_does_not_come_back),
        cmocka_unit_test(leaving_and_coming_back),
        cmocka_unit_test(rooms_expire),
        cmocka_unit_test(a_match_that_nobody_plays_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
