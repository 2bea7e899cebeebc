// SPDX-License-Identifier: MIT
/* test_room_rounds.c: rounds and matches of a room, step by step: what follows, and how they end.
 */
#include "ring/room_steps.h"

/* ---- Rounds and matches ---------------------------------------------------------------------- */

static void rounds_follow_on_request(void **state)
{
    static const struct {
        const char *settings;
        unsigned voices; /* until the next round comes */
    } rows[] = {{"next=one next_ms=0", 1}, {"next=all next_ms=0", 3}, {"next=all next_ms=9000", 0}};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        begin("null", "rounds_to_win=9", rows[i].settings, 3);
        for (unsigned turn = 0; turn < 3; turn++)
            play_on();
        assert_int_equal(hc_room_asks(&room), HC_ASK_NEXT);
        assert_int_equal(hc_room_waits_for(&room), 7);
        assert_int_equal(hc_room_due(&room), rows[i].voices ? HC_ROOM_NEVER : T0 + 9000);
        for (unsigned g = 1; g <= rows[i].voices; g++) {
            assert_string_equal(tick(), "");
            assert_int_equal(ask(g, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
        }
        if (!rows[i].voices)
            now_ms = T0 + 9000;
        assert_string_equal(tick(), "next");
        assert_int_equal(hc_room_asks(&room), HC_ASK_NOTHING);
    }
}

/* Guest 2 vanishes between rounds: only those who are there are asked. */
static void nobody_blocks_the_next_round(void **state)
{
    (void)state;
    for (unsigned gone = 1; gone <= 2; gone++) {
        begin("null", "rounds_to_win=9", "next=all next_ms=0 away=bot", 2);
        play_on();
        play_on();
        assert_int_equal(ask(3 - gone, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
        assert_string_equal(tick(), "");
        assert_int_equal(ask(gone, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
        assert_string_equal(tick(), "next");
    }
}

static void rematch_with_the_same_people(void **state)
{
    (void)state;
    begin("null", "short", "", 2);
    finish_round();
    assert_int_equal(act(1, "keep", hc_table_seq(&room.table), 9), HC_GAME_OVER);
    assert_int_equal(ask(1, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "");
    assert_int_equal(ask(2, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "");
    assert_string_equal(tick(), "begin");
    assert_int_equal(room.match, 2);
    assert_string_equal(tick(), "start");
    finish_round();
    /* Guest 2 goes, so there is a free seat: the lobby again. */
    assert_int_equal(ask(2, HC_DO_LEAVE, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(1, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "");
    assert_int_equal(room.stage, HC_ROOM_LOBBY);
    assert_int_equal(room.seat[1].who, HC_SEAT_EMPTY);
    assert_int_equal(room.host, 0);
}

/* Whoever loses the connection for a moment after a match keeps the seat. */
static void a_rematch_waits_for_the_grace(void **state)
{
    (void)state;
    begin("null", "short", "grace_ms=9000", 2);
    finish_round();
    assert_int_equal(ask(2, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(1, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    now_ms += 8999;
    tick_all();
    assert_int_equal(room.stage, HC_ROOM_FINISHED);
    assert_int_equal(ask(2, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(2, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(2, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    /* Both have agreed; nobody has to be there for that. */
    tick_all();
    assert_int_equal(room.stage, HC_ROOM_PLAYING);
    assert_int_equal(room.match, 2);
    assert_int_equal(ask(2, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    finish_round();
    assert_int_equal(ask(2, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(1, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    now_ms += 9000;
    tick_all();
    assert_int_equal(room.stage, HC_ROOM_LOBBY);
    assert_int_equal(room.seat[1].who, HC_SEAT_EMPTY);
}

/* Only what is new is stored: a client that says it again costs no write. */
static void to_agree_again_changes_nothing(void **state)
{
    static const uint8_t one[HC_SEED_BYTES] = {1}, two[HC_SEED_BYTES] = {2};
    static const struct {
        const char *why;
        const uint8_t *entropy;
        bool changes;
    } rows[] = {
        {"the first time", NULL, true},         {"the same again", NULL, false},
        {"entropy is added", one, true},        {"the same entropy again", one, false},
        {"nothing takes it back", NULL, false}, {"another entropy", two, true},
    };

    (void)state;
    begin("null", "short", "", 2);
    finish_round();
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct hc_room_request agree = {.verb = HC_DO_AGREE, .entropy = rows[i].entropy};

        assert_int_equal(ask_with(1, agree), HC_OK);
        if (answer.changed != rows[i].changes)
            fail_msg("%s: stored %d", rows[i].why, answer.changed);
        assert_int_equal(answer.seat, 0);
        assert_int_equal(hc_room_agreed(&room), 1);
    }
    assert_memory_equal(room.seat[0].entropy, two, sizeof two);
}

/* ---- The end of a match ---------------------------------------------------------------------- */

/* Three people with null, and what they ask for one after another. */
static void people_end_a_match(void **state)
{
    static const struct {
        const char *why, *settings;
        struct {
            unsigned guest; /* 0: that is all */
            enum hc_room_verb verb;
            enum hc_refusal want;
            bool changes;
        } asked[8];
        unsigned agreed; /* then */
        bool ends;
    } rows[] = {
        {"the host proposes, all agree",
         "",
         {{1, HC_DO_END, HC_OK, true}, {2, HC_DO_AGREE, HC_OK, true}, {3, HC_DO_END, HC_OK, true}},
         7,
         true},
        {"one is missing",
         "",
         {{1, HC_DO_END, HC_OK, true}, {3, HC_DO_AGREE, HC_OK, true}},
         5,
         false},
        {"only the host proposes",
         "host_ends=true",
         {{2, HC_DO_END, HC_NOT_ALLOWED, false}, {2, HC_DO_AGREE, HC_BAD_PHASE, false}},
         0,
         false},
        {"the host alone, where the settings say so",
         "host_ends=true",
         {{1, HC_DO_END, HC_OK, true}},
         1,
         true},
        {"a second time changes nothing",
         "",
         {{1, HC_DO_END, HC_OK, true},
          {1, HC_DO_END, HC_OK, false},
          {1, HC_DO_AGREE, HC_OK, false},
          {2, HC_DO_AGREE, HC_OK, true},
          {2, HC_DO_END, HC_OK, false}},
         3,
         false},
        {"whoever has left is not asked",
         "away=bot",
         {{1, HC_DO_END, HC_OK, true},
          {3, HC_DO_LEAVE, HC_OK, true},
          {3, HC_DO_AGREE, HC_NOT_ALLOWED, false},
          {3, HC_DO_END, HC_NOT_ALLOWED, false},
          {2, HC_DO_AGREE, HC_OK, true}},
         3,
         true},
        {"whoever comes back is asked anew",
         "away=bot",
         {{1, HC_DO_END, HC_OK, true},
          {3, HC_DO_AGREE, HC_OK, true},
          {3, HC_DO_LEAVE, HC_OK, true},
          {3, HC_DO_SIT, HC_OK, true},
          {2, HC_DO_AGREE, HC_OK, true}},
         3,
         false},
        {"the host takes it along",
         "away=bot",
         {{1, HC_DO_LEAVE, HC_OK, true},
          {2, HC_DO_END, HC_OK, true},
          {2, HC_DO_LEAVE, HC_OK, true},
          {3, HC_DO_AGREE, HC_BAD_PHASE, false}},
         0,
         false},
        {"a stranger", "", {{4, HC_DO_END, HC_NOT_ALLOWED, false}}, 0, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        begin("null", "", rows[i].settings, 3);
        for (unsigned a = 0; a < COUNT(rows[i].asked) && rows[i].asked[a].guest; a++) {
            enum hc_refusal refusal =
                ask(rows[i].asked[a].guest, rows[i].asked[a].verb, HC_NONE, NULL);

            if (refusal != rows[i].asked[a].want || answer.changed != rows[i].asked[a].changes)
                fail_msg("%s: request %u: %s, stored %d", rows[i].why, a, hc_refusal_name(refusal),
                         answer.changed);
        }
        if (hc_room_agreed(&room) != rows[i].agreed)
            fail_msg("%s: agreed are %x", rows[i].why, hc_room_agreed(&room));
        assert_int_equal(hc_room_asks(&room), rows[i].agreed ? HC_ASK_END : HC_ASK_NOTHING);
        tick_all();
        if ((room.stage == HC_ROOM_FINISHED) != rows[i].ends)
            fail_msg("%s: stage %u", rows[i].why, room.stage);
        if (!rows[i].ends)
            continue;
        assert_true(answer.over);
        assert_int_equal(hc_log_verify(log_bytes, game_log.used, &(struct hc_problem){0}),
                         HC_HONEST);
        assert_int_equal(room.ended, HC_END_AGREED);
        assert_int_equal(hc_room_asks(&room), HC_ASK_REMATCH);
        assert_int_equal(hc_room_agreed(&room), 0);
        assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_GAME_OVER);
    }
    open_room("null", "", "host_ends=true");
    sit(1);
    assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_BAD_PHASE);
}

/* A lost connection is overlooked for as long as ever; then nobody waits for it. */
static void an_end_waits_for_the_grace(void **state)
{
    (void)state;
    begin("null", "", "away=bot grace_ms=9000", 2);
    assert_int_equal(ask(2, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_OK);
    now_ms += 8999;
    assert_string_equal(tick(), "");
    now_ms += 1;
    assert_string_equal(tick(), ""); /* away */
    assert_true(answer.changed && answer.more);
    assert_string_equal(tick(), "end");
    assert_string_equal(tick(), "secret");
}

/* Whoever is out of the match has no say in it, and stays the host for the next one. */
static void a_dropped_host_takes_the_proposal_along(void **state)
{
    (void)state;
    begin("null", "", "away=drop grace_ms=1000", 3);
    assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(1, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    now_ms += 1000;
    assert_string_equal(tick(), "drop");
    assert_true(answer.changed);
    assert_int_equal(hc_room_asks(&room), HC_ASK_NOTHING);
    assert_int_equal(ask(1, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(room.host, 0);
    assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_NOT_ALLOWED);
}

/* The question of the next round comes first, and with its answer the proposal is gone. */
static void a_proposal_lapses_with_the_round(void **state)
{
    (void)state;
    begin("null", "rounds_to_win=9", "next_ms=0", 2);
    assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_OK);
    assert_int_equal(hc_room_asks(&room), HC_ASK_END);
    play_on();
    play_on();
    assert_int_equal(hc_room_asks(&room), HC_ASK_NEXT);
    assert_int_equal(hc_room_agreed(&room), 0);
    assert_int_equal(hc_room_waits_for(&room), 3);
    assert_int_equal(ask(1, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(2, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "next");
    assert_true(answer.changed);
    assert_int_equal(hc_room_asks(&room), HC_ASK_NOTHING);
    assert_int_equal(ask(2, HC_DO_END, HC_NONE, NULL), HC_NOT_ALLOWED);
    /* Between rounds the match can be ended all the same. */
    play_on();
    play_on();
    assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_OK);
    assert_int_equal(hc_room_asks(&room), HC_ASK_NEXT);
    assert_int_equal(ask(2, HC_DO_END, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "end");
    assert_int_equal(hc_room_asks(&room), HC_ASK_NOTHING);
    assert_string_equal(tick(), "secret");
}

/* Those who are there may rather end a match than go on without somebody. */
static void a_paused_match_can_be_ended(void **state)
{
    (void)state;
    begin("shed", "first_action=ignore first_wild=none", "grace_ms=1000 clock=none", 3);
    assert_int_equal(ask(3, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    now_ms += 1000;
    assert_string_equal(tick(), "leave");
    assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_OK);
    assert_int_equal(hc_room_asks(&room), HC_ASK_GO_ON);
    assert_int_equal(ask(2, HC_DO_AGREE, HC_NONE, NULL), HC_OK); /* to go on */
    assert_string_equal(tick(), "");
    assert_int_equal(ask(2, HC_DO_END, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "end");
}

/* Nobody wants a match to end that has not begun: it would be closed without a word. */
static void no_end_before_the_deal(void **state)
{
    (void)state;
    open_room("shed", "", "host_ends=true");
    sit(1);
    sit(2);
    assert_int_equal(ask(1, HC_DO_START, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_BAD_PHASE);
    assert_string_equal(tick(), "begin");
    assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_BAD_PHASE);
    tick_all();
    assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "end");
}

static void the_house_ends_a_match(void **state)
{
    struct hc_room before;

    (void)state;
    begin("two", "", "", 2);
    hc_room_end(&room, now_ms, &answer);
    write_down();
    assert_true(answer.changed); /* the reason is stored with the end */
    assert_int_equal(answer.refusal, HC_OK);
    assert_int_equal(answer.record, HC_WRITE_COMMAND);
    assert_int_equal(answer.seat, HC_HOUSE);
    assert_true(answer.more);
    before = room;
    hc_room_end(&room, now_ms + 1, &answer);
    assert_int_equal(answer.refusal, HC_BAD_PHASE);
    assert_memory_equal(&room, &before, sizeof room);
    assert_string_equal(tick(), "secret");
    assert_int_equal(hc_log_verify(log_bytes, game_log.used, &(struct hc_problem){0}), HC_HONEST);
    hc_room_end(&room, now_ms, &answer);
    assert_int_equal(answer.refusal, HC_BAD_PHASE);
    assert_int_equal(room.ended, HC_END_LENGTH);
    assert_int_equal(ask(1, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(2, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    tick_all();
    assert_int_equal(room.stage, HC_ROOM_PLAYING);
    assert_int_equal(room.ended, HC_END_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_follow_on_request),
        cmocka_unit_test(nobody_blocks_the_next_round),
        cmocka_unit_test(rematch_with_the_same_people),
        cmocka_unit_test(a_rematch_waits_for_the_grace),
        cmocka_unit_test(to_agree_again_changes_nothing),
        cmocka_unit_test(people_end_a_match),
        cmocka_unit_test(an_end_waits_for_the_grace),
        cmocka_unit_test(a_dropped_host_takes_the_proposal_along),
        cmocka_unit_test(a_proposal_lapses_with_the_round),
        cmocka_unit_test(a_paused_match_can_be_ended),
        cmocka_unit_test(no_end_before_the_deal),
        cmocka_unit_test(the_house_ends_a_match),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
