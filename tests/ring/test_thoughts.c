// SPDX-License-Identifier: MIT
/*
 * test_thoughts.c: how a house lets bots think. Hosts of tables take turns, however many tables
 * somebody has; and when a bot acts says nothing about how long it has thought.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "house/house.h"
#include "house_hands.h"

enum { GUESTS = 3, TABLES = 50, TABLES_MAX = TABLES + GUESTS, NOW_MS = 1000000, DELAY_MS = 700 };

struct told {
    struct house_line *line;
    char code[HC_ROOM_CODE_CHARS + 1]; /* of the room that it heard of last */
    uint32_t seq;                      /* of the table there */
    unsigned waits_for;
    struct hc_view view;
    enum hc_refusal refusal;
    unsigned advised, hinted; /* how often it was given advice, and heard of a hint */
    char advice[HC_COMMAND_CHARS];
};

static struct {
    struct house *house;
    uint64_t now_ms, steady_us; /* the clock on the wall may jump, the other one goes on */
    struct told told[GUESTS];
    char code[TABLES_MAX][HC_ROOM_CODE_CHARS + 1];
    unsigned tables;
} world;

static bool take_back; /* a batch is lost */

static void tell(void *context, const struct house_news *news)
{
    struct told *told = context;

    told->refusal = news->refusal;
    if (news->refusal == HC_TOO_FAST)
        return;
    assert_int_equal(news->refusal, take_back && news->mine ? HC_NOT_STORED : HC_OK);
    told->hinted += news->kind == HOUSE_HINT;
    if (news->kind == HOUSE_ADVICE) {
        told->advised++;
        strcpy(told->advice, news->text);
    }
    if (!news->room)
        return;
    memcpy(told->code, news->room->code, sizeof told->code);
    if (!news->has_table) /* who is there */
        return;
    told->seq = news->seq;
    told->waits_for = news->waits_for;
    told->view = *news->view;
}

static int set_up(void **state)
{
    struct house_plan plan = {.resize = resize,
                              .entropy = entropy,
                              .rooms_max = TABLES_MAX,
                              .rooms_open = 1,
                              .batch_bytes_max = 1 << 20,
                              .log_bytes_max = 1 << 20};

    (void)state;
    memset(&world, 0, sizeof world);
    world.house = house_open(&plan);
    world.now_ms = NOW_MS;
    world.steady_us = NOW_MS * 1000;
    house_time(world.house, world.now_ms, world.steady_us);
    for (unsigned g = 0; g < GUESTS; g++) {
        uint8_t guest[HC_GUEST_BYTES] = {(uint8_t)(g + 1)};

        world.told[g].line = house_line_open(world.house, guest, tell, &world.told[g]);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    house_close(world.house);
    return 0;
}

static void store(bool failed)
{
    struct house_entry entry;
    bool any = false;

    while (house_next_entry(world.house, &entry))
        any = true;
    if (any)
        house_stored(world.house, &(struct house_verdict){.failed = failed});
}

static void store_all(void)
{
    for (unsigned i = 0; i < 8; i++)
        store(false);
}

static void pass_time(uint64_t ms)
{
    world.now_ms += ms;
    world.steady_us += ms * 1000;
    house_time(world.house, world.now_ms, world.steady_us);
    house_tick(world.house);
    store_all();
}

static void ask(unsigned guest, const char *code, enum hc_room_verb verb, unsigned seat,
                const char *text)
{
    struct hc_room_request request = {
        .verb = verb, .seat = (uint8_t)seat, .text = text, .seq = world.told[guest].seq};

    house_do(world.told[guest].line, 1, code, &request);
}

/* A table of this guest, with a bot. It waits for the person. */
static const char *open_table(unsigned guest, const char *settings)
{
    struct house_room_plan plan = {hc_game_find("null"), "rounds_to_win=9", settings, "A table"};
    char *code = world.code[world.tables++];

    house_create(world.told[guest].line, 1, &plan);
    store_all();
    memcpy(code, world.told[guest].code, sizeof world.code[0]);
    ask(guest, code, HC_DO_SIT, 0, "Ann");
    ask(guest, code, HC_DO_ADD_BOT, 1, "search:10");
    ask(guest, code, HC_DO_START, HC_NONE, NULL);
    store_all();
    assert_int_equal(world.told[guest].waits_for, 1);
    return code;
}

static void act(unsigned guest, const char *code)
{
    ask(guest, code, HC_DO_ACT, HC_NONE, "keep");
}

/* A table where it is the bot's turn. */
static const char *open_and_act(unsigned guest, const char *settings)
{
    const char *code = open_table(guest, settings);

    act(guest, code);
    store_all();
    return code;
}

static void answer(const struct house_thought *thought)
{
    struct hc_command command;
    void *scratch = malloc(house_think_bytes(thought) + 1);

    house_think(thought, scratch, &command);
    free(scratch);
    house_thought_done(world.house, thought, &command);
}

static void take(struct house_thought *thought)
{
    assert_true(house_next_thought(world.house, thought));
}

static bool is_of(const struct house_thought *thought, unsigned guest)
{
    return thought->guest[0] == guest + 1;
}

/* ---- Turns ---- */

/* However many tables of one guest wait, those of others are served in turn. */
static void nobody_waits_for_many_tables_of_another(void **state)
{
    struct house_thought thought;
    unsigned served = 0;

    (void)state;
    for (unsigned i = 0; i < TABLES; i++)
        open_and_act(0, "");
    open_and_act(1, "");
    open_and_act(2, "");
    for (unsigned takes = 0; takes < GUESTS; takes++) {
        take(&thought);
        served |= 1u << (thought.guest[0] - 1);
        answer(&thought);
    }
    assert_int_equal(served, (1u << GUESTS) - 1);
    for (unsigned i = 1; i < TABLES; i++) { /* and none of the many is forgotten */
        take(&thought);
        assert_true(is_of(&thought, 0));
        answer(&thought);
    }
    assert_false(house_next_thought(world.house, &thought));
}

/* So that there is a thread left for others. */
static void few_thoughts_of_a_guest_are_under_way(void **state)
{
    struct house_thought thought, last;

    (void)state;
    for (unsigned i = 0; i < TABLES; i++)
        open_and_act(0, "");
    for (unsigned i = 0; i < HOUSE_THOUGHTS_OF_GUEST_MAX; i++)
        take(&last);
    assert_false(house_next_thought(world.house, &thought));
    open_and_act(1, "");
    take(&thought);
    assert_true(is_of(&thought, 1));
    assert_false(house_next_thought(world.house, &thought));
    assert_int_equal(house_counts(world.house)->thinking, HOUSE_THOUGHTS_OF_GUEST_MAX + 1);
    answer(&last);
    take(&thought);
    assert_true(is_of(&thought, 0));
    assert_string_not_equal(thought.code, last.code);
}

/* A table that is gone, or has moved on, waits no more; those behind it still do. */
static void what_is_over_is_not_thought_about(void **state)
{
    struct house_thought thought;
    const char *ended, *left;

    (void)state;
    ended = open_and_act(0, "host_ends=true");
    left = open_and_act(0, "");
    ask(0, ended, HC_DO_END, HC_NONE, NULL);
    store_all();
    take(&thought);
    assert_string_equal(thought.code, left);
    assert_false(house_next_thought(world.house, &thought));
}

/* ---- Hints ---- */

/* Whoever asks is told at once that it is known, and later what a bot would do; nobody else is. */
static void a_hint_is_thought_up(void **state)
{
    struct house_thought thought;
    struct told *ann = &world.told[0], *bob = &world.told[1];
    const char *code = open_table(0, "");
    struct hc_command command;
    struct hc_problem why;

    (void)state;
    house_enter(bob->line, 1, code);
    house_advise(ann->line, 1, code);
    assert_int_equal(ann->hinted, 1);
    assert_int_equal(bob->hinted, 1);
    house_advise(ann->line, 2, code);
    assert_int_equal(ann->refusal, HC_TOO_FAST);
    take(&thought);
    assert_true(thought.is_advice && is_of(&thought, 0));
    assert_int_equal(thought.view.viewer, 0);
    assert_int_equal(ann->advised, 0);
    answer(&thought);
    assert_int_equal(ann->advised, 1);
    assert_int_equal(bob->advised, 0);
    assert_int_equal(
        hc_command_parse(ann->view.game, &ann->view.rules, ann->advice, &command, &why), HC_OK);
    house_advise(ann->line, 3, code);
    assert_int_equal(ann->refusal, HC_OK);
}

/* However many people ask for hints, bots go on. */
static void hints_and_bots_take_turns(void **state)
{
    struct house_thought thought;

    (void)state;
    for (unsigned g = 0; g < GUESTS; g++)
        house_advise(world.told[g].line, 1, open_table(g, ""));
    for (unsigned i = 0; i < 2; i++)
        open_and_act(0, "");
    for (unsigned i = 0; i < GUESTS + 2; i++) {
        take(&thought);
        assert_int_equal(thought.is_advice, i % 2 == 0);
    }
    assert_false(house_next_thought(world.house, &thought));
}

/* Nothing is said about a moment that is over, nor to somebody who is gone. */
static void a_late_hint_is_not_given(void **state)
{
    struct house_thought thought;
    struct told *ann = &world.told[0];
    const char *code = open_table(0, "");

    (void)state;
    house_advise(ann->line, 1, code);
    take(&thought);
    act(0, code);
    store_all();
    answer(&thought);
    assert_int_equal(ann->advised, 0);

    house_advise(ann->line, 1, code);
    take(&thought);
    house_line_close(ann->line);
    answer(&thought);
    assert_int_equal(house_counts(world.house)->thinking, 0);
}

/* ---- Times ---- */

/* The bot acts at the first multiple of the delay at which its answer is there. */
static void thinking_time_is_not_seen(void **state)
{
    static const struct {
        const char *settings;
        unsigned think_ms, acts_ms;
    } rows[] = {
        {"", 0, DELAY_MS},
        {"", 1, DELAY_MS},
        {"", DELAY_MS / 2, DELAY_MS},
        {"", DELAY_MS - 1, DELAY_MS},
        {"", DELAY_MS, DELAY_MS},
        {"", DELAY_MS + 1, 2 * DELAY_MS},
        {"", 2 * DELAY_MS, 2 * DELAY_MS},
        {"", 2 * DELAY_MS + 1, 3 * DELAY_MS},
        {"bot_delay_ms=200", 1, 200},
        {"bot_delay_ms=200", 399, 400},
        {"bot_delay_ms=60000", 1, 60000},
        {"bot_delay_ms=0", 0, 0},
        {"bot_delay_ms=0", 123, 123},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct house_thought thought;
        uint64_t asked_ms;
        uint32_t seq;

        open_and_act(0, rows[i].settings);
        asked_ms = world.now_ms;
        seq = world.told[0].seq;
        take(&thought);
        pass_time(rows[i].think_ms);
        answer(&thought);
        store_all();
        if (rows[i].acts_ms > rows[i].think_ms) {
            assert_int_equal(world.told[0].seq, seq);
            assert_true(house_due(world.house) <= asked_ms + rows[i].acts_ms);
            pass_time(asked_ms + rows[i].acts_ms - world.now_ms - 1);
            assert_int_equal(world.told[0].seq, seq);
            assert_true(house_due(world.house) == asked_ms + rows[i].acts_ms);
            pass_time(1);
        }
        assert_true(world.told[0].seq > seq);
        tear_down(state);
        set_up(state);
    }
}

/* A clock that jumps while a bot thinks is not taken for time to think, nor is it waited for. */
static void a_clock_that_jumps_is_no_thinking(void **state)
{
    static const uint64_t jumps[] = {UINT64_C(30) * 86400000, 3600000, 50000, 0, -5000ull};
    struct house_thought thought;
    uint32_t seq;

    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++) {
        open_and_act(0, "");
        seq = world.told[0].seq;
        take(&thought);
        world.now_ms += jumps[i];
        pass_time(DELAY_MS / 2);
        answer(&thought);
        store_all();
        assert_int_equal(world.told[0].seq, seq);
        assert_true(house_due(world.house) <= world.now_ms + (DELAY_MS + 1) / 2);
        pass_time((DELAY_MS + 1) / 2);
        assert_true(world.told[0].seq > seq);
        tear_down(state);
        set_up(state);
    }
}

/* A table of shed with bots who may jump in. */
static void open_shed(unsigned bots)
{
    struct house_room_plan plan = {hc_game_find("shed"), "jump_in=true initial_cards=12",
                                   "next_ms=0 bot_forget=0", "A table"};
    struct told *told = &world.told[0];

    house_create(told->line, 1, &plan);
    store_all();
    memcpy(world.code[0], told->code, sizeof told->code);
    ask(0, world.code[0], HC_DO_SIT, 0, "Ann");
    for (unsigned i = 1; i <= bots; i++)
        ask(0, world.code[0], HC_DO_ADD_BOT, i, "greedy");
    ask(0, world.code[0], HC_DO_START, HC_NONE, NULL);
    store_all();
}

/* Plays on until two bots are asked at the same moment. */
static void play_until_two_think(struct house_thought thought[2])
{
    struct told *told = &world.told[0];

    for (unsigned i = 0; i < 1000; i++) {
        if (house_next_thought(world.house, &thought[0])) {
            if (house_next_thought(world.house, &thought[1]))
                return;
            answer(&thought[0]);
        } else if (told->waits_for == 1) {
            char text[HC_COMMAND_CHARS] = "";
            struct hc_command command;

            if (told->view.actions.ways) {
                hc_actions_at(&told->view.actions, 0, &command);
                hc_command_print(told->view.game, &told->view.rules, &command, text, sizeof text);
                ask(0, told->code, HC_DO_ACT, HC_NONE, text);
            } else {
                ask(0, told->code, HC_DO_AGREE, HC_NONE, NULL);
            }
        }
        pass_time(DELAY_MS);
    }
    fail_msg("two bots never think at the same moment");
}

static void an_answer_counts_once(void **state)
{
    struct house_thought thought;
    const struct hc_command rather_wait = {.verb = HC_NONE};
    uint64_t moves = house_counts(world.house)->bot_moves;

    (void)state;
    open_and_act(0, "");
    take(&thought);
    answer(&thought);
    house_thought_done(world.house, &thought, &rather_wait);
    pass_time(5 * DELAY_MS);
    assert_int_equal(house_counts(world.house)->bot_moves, moves + 1);
}

/* Whoever is asked at one moment is waited for, and those who are not awaited go first. */
static void bots_of_one_moment_are_waited_for(void **state)
{
    struct house_thought thought[2];
    uint64_t moves;
    uint32_t seq;

    (void)state;
    for (unsigned first = 0; first < 2; first++) {
        open_shed(5);
        play_until_two_think(thought);
        seq = world.told[0].seq;
        moves = house_counts(world.house)->bot_moves;
        assert_int_equal(thought[0].view.seq, thought[1].view.seq);
        answer(&thought[first]);
        pass_time(5 * DELAY_MS / 2);
        assert_int_equal(world.told[0].seq, seq);
        answer(&thought[!first]);
        pass_time(DELAY_MS / 2 - 1);
        assert_int_equal(world.told[0].seq, seq);
        pass_time(1);
        assert_true(world.told[0].seq > seq);
        assert_int_equal(house_counts(world.house)->bot_moves, moves + 1);
        tear_down(state);
        set_up(state);
    }
}

/* Nor is it seen when the clock is put back while the answer waits. */
static void a_clock_that_is_put_back_holds_no_answer(void **state)
{
    struct house_thought thought;
    uint32_t seq;

    (void)state;
    open_and_act(0, "");
    seq = world.told[0].seq;
    take(&thought);
    answer(&thought);
    world.now_ms -= NOW_MS / 2;
    pass_time(0);
    assert_int_equal(world.told[0].seq, seq);
    assert_true(house_due(world.house) == world.now_ms + DELAY_MS);
    pass_time(DELAY_MS);
    assert_true(world.told[0].seq > seq);
}

/* A thought about a move that was not stored is about nothing, though the next move has its seq. */
static void a_thought_about_what_is_lost_is_lost(void **state)
{
    struct house_thought lost, kept, thought;
    const char *code;
    uint32_t seq;

    (void)state;
    code = open_table(0, "");
    seq = world.told[0].seq;
    act(0, code);
    take(&lost);
    take_back = true;
    store(true);
    take_back = false;
    assert_int_equal(world.told[0].seq, seq);
    act(0, code);
    store_all();
    take(&kept);
    assert_int_equal(kept.view.seq, lost.view.seq);
    answer(&lost);
    pass_time(DELAY_MS);
    seq = world.told[0].seq;
    assert_int_equal(seq, kept.view.seq);
    answer(&kept);
    pass_time(DELAY_MS);
    assert_true(world.told[0].seq > seq);
    assert_false(house_next_thought(world.house, &thought));
}

/* A house that was opened anew counts its thoughts anew: what was thought for the one before has a
 * number of this one, but it is about another moment, another room or another seat. */
static void a_thought_of_the_house_before_is_about_nothing(void **state)
{
    struct house_thought thought, before;
    struct told *ann = &world.told[0];
    const char *code;
    uint32_t seq;

    (void)state;
    code = open_and_act(0, "");
    seq = ann->seq;
    take(&thought);
    before = thought;
    before.view.seq--;
    answer(&before);
    pass_time(DELAY_MS);
    assert_int_equal(ann->seq, seq);
    answer(&thought);
    pass_time(DELAY_MS);
    assert_true(ann->seq > seq);

    house_advise(ann->line, 1, code);
    take(&thought);
    before = thought;
    before.room++;
    answer(&before);
    before = thought;
    before.seat++;
    answer(&before);
    assert_int_equal(ann->advised, 0);
    answer(&thought);
    assert_int_equal(ann->advised, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nobody_waits_for_many_tables_of_another, set_up, tear_down),
        cmocka_unit_test_setup_teardown(few_thoughts_of_a_guest_are_under_way, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_over_is_not_thought_about, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_hint_is_thought_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hints_and_bots_take_turns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_late_hint_is_not_given, set_up, tear_down),
        cmocka_unit_test_setup_teardown(thinking_time_is_not_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_answer_counts_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bots_of_one_moment_are_waited_for, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_clock_that_jumps_is_no_thinking, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_clock_that_is_put_back_holds_no_answer, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_thought_about_what_is_lost_is_lost, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_thought_of_the_house_before_is_about_nothing, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
