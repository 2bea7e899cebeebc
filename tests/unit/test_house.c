// SPDX-License-Identifier: MIT
/*
 * test_house.c: log, then tell: short stories about a house whose store is in the hands of the
 * test. Nobody hears of anything that is not durable, however they ask; what is not stored has not
 * happened; an entry is whole or not there. test_house_sim.c does the same at random.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "house/house.h"
#include "house_hands.h"

enum { NEWS_MAX = 64, LINES = 4, ENTRIES_MAX = 64, NOW_MS = 1000000 };

/* What one line was told. */
struct told {
    struct house_line *line;
    unsigned count;
    struct {
        enum house_kind kind;
        bool mine, repeat;
        uint32_t tag, seq, match;
        enum hc_refusal refusal;
        uint8_t stage;
        uint8_t commitment[HC_SEED_BYTES];
        char code[HC_ROOM_CODE_CHARS + 1];
        char why[128];
        uint32_t asked; /* HOUSE_RECORDS: the number of the match that was asked for */
    } news[NEWS_MAX];
};

struct evening {
    struct house *house;
    uint64_t now_ms;
    struct told told[LINES];
    char code[HC_ROOM_CODE_CHARS + 1];
    uint32_t tag;
    struct house_entry entry[ENTRIES_MAX]; /* of the batch on its way; pointers are stale */
    unsigned entries;
    uint64_t results; /* entries with one, ever */
};

static unsigned late_views; /* that anybody was told */

static void tell(void *context, const struct house_news *news)
{
    struct told *told = context;
    unsigned i = told->count++, seats;

    assert_true(i < NEWS_MAX);
    memset(&told->news[i], 0, sizeof told->news[i]);
    told->news[i].kind = news->kind;
    told->news[i].mine = news->mine;
    told->news[i].repeat = news->repeat;
    told->news[i].tag = news->tag;
    told->news[i].refusal = news->refusal;
    late_views += news->late && house_late_views(news, &seats);
    if (news->why)
        snprintf(told->news[i].why, sizeof told->news[i].why, "%s", news->why);
    if (news->records)
        told->news[i].asked = news->records->question->number;
    if (!news->room)
        return;
    told->news[i].seq = news->has_table ? news->seq : 0;
    told->news[i].match = news->room->match;
    told->news[i].stage = news->room->stage;
    memcpy(told->news[i].code, news->room->code, sizeof news->room->code);
    memcpy(told->news[i].commitment, news->room->commitment, HC_SEED_BYTES);
}

static uint32_t ask_with(struct evening *evening, unsigned line, struct hc_room_request request)
{
    house_do(evening->told[line].line, ++evening->tag, evening->code, &request);
    return evening->tag;
}

static uint32_t ask(struct evening *evening, unsigned line, enum hc_room_verb verb,
                    const char *text, uint32_t seq, uint32_t id)
{
    return ask_with(evening, line,
                    (struct hc_room_request){
                        .verb = verb, .seat = HC_NONE, .seq = seq, .id = id, .text = text});
}

/* Closes a batch; false if there is nothing to store, or one is on its way. */
static bool close_batch(struct evening *evening)
{
    struct house_entry entry;

    evening->entries = 0;
    while (house_next_entry(evening->house, &entry)) {
        assert_true(evening->entries < ENTRIES_MAX);
        evening->results += entry.result != NULL;
        evening->entry[evening->entries++] = entry;
    }
    return evening->entries > 0;
}

static void give_verdict(struct evening *evening, bool failed)
{
    house_stored(evening->house, &(struct house_verdict){.failed = failed});
}

/* Stores until nothing is left to store. */
static void store_all(struct evening *evening)
{
    while (close_batch(evening))
        give_verdict(evening, false);
}

/* The answer to a tag, as an index into the news of a line; the news must have it. */
static unsigned answer_to(const struct evening *evening, unsigned line, uint32_t tag)
{
    const struct told *told = &evening->told[line];

    for (unsigned i = 0; i < told->count; i++)
        if (told->news[i].mine && told->news[i].tag == tag)
            return i;
    fail_msg("line %u has no answer to %u", line, tag);
    return 0;
}

static enum hc_refusal refusal_of(const struct evening *evening, unsigned line, uint32_t tag)
{
    return evening->told[line].news[answer_to(evening, line, tag)].refusal;
}

static void forget_news(struct evening *evening)
{
    for (unsigned i = 0; i < LINES; i++)
        evening->told[i].count = 0;
}

/* Two players, each with a line; line 2 is a second one of the first player, line 3 is somebody
 * else's. */
static void open_house_with(struct evening *evening, const struct house_plan *plan)
{
    static const uint8_t guest_of[LINES] = {1, 2, 1, 3};

    memset(evening, 0, sizeof *evening);
    evening->house = house_open(plan);
    assert_non_null(evening->house);
    evening->now_ms = NOW_MS;
    house_time(evening->house, evening->now_ms, evening->now_ms * 1000);
    for (unsigned i = 0; i < LINES; i++) {
        uint8_t guest[HC_GUEST_BYTES] = {guest_of[i]};

        evening->told[i].line = house_line_open(evening->house, guest, tell, &evening->told[i]);
        assert_non_null(evening->told[i].line);
    }
}

static struct house_plan usual_plan(void)
{
    return (struct house_plan){.resize = resize,
                               .entropy = entropy,
                               .rooms_max = 100,
                               .rooms_open = 1, /* so that all others are packed */
                               .batch_bytes_max = 1 << 20,
                               .log_bytes_max = 1 << 20};
}

static void open_house(struct evening *evening, size_t batch_bytes_max)
{
    struct house_plan plan = usual_plan();

    plan.batch_bytes_max = batch_bytes_max;
    open_house_with(evening, &plan);
}

static uint32_t create_with(struct evening *evening, struct house_line *line, const char *rules,
                            const char *settings)
{
    struct house_room_plan plan = {hc_game_find("null"), rules, settings, "An evening"};

    house_create(line, ++evening->tag, &plan);
    return evening->tag;
}

static uint32_t create(struct evening *evening)
{
    return create_with(evening, evening->told[0].line, "rounds_to_win=1", "public=true");
}

static void open_table(struct evening *evening)
{
    uint32_t tag = create(evening);

    store_all(evening);
    memcpy(evening->code, evening->told[0].news[answer_to(evening, 0, tag)].code,
           sizeof evening->code);
}

static void pass_time(struct evening *evening, uint64_t ms)
{
    evening->now_ms += ms;
    house_time(evening->house, evening->now_ms, evening->now_ms * 1000);
    house_tick(evening->house);
}

/* The two play, line 3 looks on. */
static void play_there(struct evening *evening)
{
    open_table(evening);
    ask(evening, 0, HC_DO_SIT, "Ann", 0, 0);
    ask(evening, 1, HC_DO_SIT, "Bob", 0, 0);
    house_enter(evening->told[2].line, ++evening->tag, evening->code);
    house_enter(evening->told[3].line, ++evening->tag, evening->code);
    ask(evening, 0, HC_DO_START, NULL, 0, 0);
    store_all(evening);
}

static void begin(struct evening *evening)
{
    open_house(evening, 1 << 20);
    play_there(evening);
}

/* The seq that line 0 was told last. */
static uint32_t seq_told(const struct evening *evening)
{
    const struct told *told = &evening->told[0];

    return told->news[told->count - 1].seq;
}

static void assert_nobody_knows_more_than(const struct evening *evening, uint32_t seq)
{
    for (unsigned l = 0; l < LINES; l++)
        for (unsigned i = 0; i < evening->told[l].count; i++)
            assert_true(evening->told[l].news[i].seq <= seq);
}

/* ---- Tests ---- */

/* While a move is on its way to the disk, others ask for all sorts of things. */
static void nobody_knows_of_it_before_it_is_durable(void **state)
{
    static struct evening evening;
    uint32_t seq, move, repeat, wrong, back;

    (void)state;
    begin(&evening);
    seq = seq_told(&evening);
    forget_news(&evening);
    move = ask(&evening, 0, HC_DO_ACT, "keep", seq, 7);
    ask(&evening, 2, HC_DO_ACT, "keep", seq, 7);
    wrong = ask(&evening, 1, HC_DO_ACT, "nonsense", seq, 8);
    back = ++evening.tag;
    house_exit(evening.told[3].line, back, evening.code);
    house_enter(evening.told[3].line, ++evening.tag, evening.code);
    assert_nobody_knows_more_than(&evening, seq);
    assert_true(close_batch(&evening));
    repeat = ask(&evening, 2, HC_DO_ACT, "keep", seq, 7);
    assert_nobody_knows_more_than(&evening, seq);
    give_verdict(&evening, false);
    store_all(&evening);
    assert_int_equal(refusal_of(&evening, 0, move), HC_OK);
    assert_true(evening.told[2].news[answer_to(&evening, 2, repeat)].repeat);
    assert_int_equal(refusal_of(&evening, 2, repeat), HC_OK);
    assert_int_not_equal(refusal_of(&evening, 1, wrong), HC_OK);
    assert_int_equal(refusal_of(&evening, 3, back), HC_OK);
    assert_true(seq_told(&evening) > seq);
    house_close(evening.house);
}

/* The move, and its repeat from elsewhere: neither was stored, and both are told so. */
static void what_is_not_stored_is_taken_back(void **state)
{
    static struct evening evening;
    uint32_t seq, move, repeat;

    (void)state;
    begin(&evening);
    seq = seq_told(&evening);
    forget_news(&evening);
    move = ask(&evening, 0, HC_DO_ACT, "keep", seq, 7);
    repeat = ask(&evening, 2, HC_DO_ACT, "keep", seq, 7);
    assert_true(close_batch(&evening));
    give_verdict(&evening, true);
    give_verdict(&evening, false); /* said twice: the first time counts */
    assert_int_equal(refusal_of(&evening, 0, move), HC_NOT_STORED);
    assert_int_equal(refusal_of(&evening, 2, repeat), HC_NOT_STORED);
    assert_nobody_knows_more_than(&evening, seq);
    move = ask(&evening, 0, HC_DO_ACT, "keep", seq, 7);
    store_all(&evening);
    assert_int_equal(refusal_of(&evening, 0, move), HC_OK);
    house_close(evening.house);
}

/* Another house may have the room by now. What is asked for the first time is surely not stored; of
 * what is repeated nobody knows it here, whether the first is on its way or durable. */
static void whoever_is_not_sure_says_nothing_of_what_was_asked_before(void **state)
{
    static struct evening evening;
    struct house_plan plan = usual_plan();
    uint32_t seq, other;

    (void)state;
    plan.shared = true;
    open_house_with(&evening, &plan);
    house_sure(evening.house, 0, evening.now_ms * 1000 + 1000);
    play_there(&evening);
    seq = seq_told(&evening);
    forget_news(&evening);
    ask(&evening, 0, HC_DO_ACT, "keep", seq, 7);
    assert_true(close_batch(&evening));
    pass_time(&evening, 10);
    other = ask(&evening, 1, HC_DO_ACT, "nonsense", seq, 8);
    assert_int_equal(refusal_of(&evening, 1, other), HC_NOT_STORED);
    for (unsigned i = 1; i <= 2; i++) {
        ask(&evening, 2, HC_DO_ACT, "keep", seq, 7);
        assert_int_equal(evening.told[2].count, 1);
        assert_int_equal(evening.told[2].news[0].kind, HOUSE_MOVED);
        forget_news(&evening);
        if (i == 1)
            give_verdict(&evening, false);
        forget_news(&evening);
    }
    house_close(evening.house);
}

/* Whoever opened it hears that there is none, and there is none. */
static void a_table_that_is_not_stored_is_none(void **state)
{
    static struct evening evening;
    struct hc_room_view view;
    uint32_t tag;

    (void)state;
    open_house(&evening, 1 << 20);
    tag = create(&evening);
    assert_true(close_batch(&evening));
    give_verdict(&evening, true);
    assert_int_equal(refusal_of(&evening, 0, tag), HC_NOT_STORED);
    assert_int_equal(house_counts(evening.house)->rooms, 0);
    open_table(&evening);
    assert_true(house_look(evening.house, evening.code, &view));
    house_close(evening.house);
}

/* Some rooms of a batch are in conflict with what the store has: those, and no others, are lost. */
static void only_rooms_in_conflict_are_lost(void **state)
{
    enum { ROOMS = 4 };
    static struct evening evening;

    (void)state;
    for (unsigned mask = 0; mask < 1u << ROOMS; mask++) {
        struct house_verdict verdict = {0};
        uint64_t lost[ROOMS];
        uint32_t tags[ROOMS];

        open_house(&evening, 1 << 20);
        for (unsigned i = 0; i < ROOMS; i++)
            tags[i] = create(&evening);
        assert_true(close_batch(&evening));
        assert_int_equal(evening.entries, ROOMS);
        for (unsigned i = 0; i < ROOMS; i++)
            if (mask >> i & 1)
                lost[verdict.lost_count++] = evening.entry[i].room;
        verdict.lost = lost;
        house_stored(evening.house, &verdict);
        for (unsigned i = 0; i < ROOMS; i++)
            assert_int_equal(refusal_of(&evening, 0, tags[i]),
                             mask >> i & 1 ? HC_NOT_STORED : HC_OK);
        assert_int_equal(house_counts(evening.house)->rooms, ROOMS - verdict.lost_count);
        house_close(evening.house);
    }
}

/* Spectators are sent away by a setting that is not stored: they are still there. */
static void spectators_come_back_with_the_setting(void **state)
{
    static struct evening evening;
    struct hc_room_view view;
    uint32_t closes;

    (void)state;
    open_house(&evening, 1 << 20);
    open_table(&evening);
    ask(&evening, 0, HC_DO_SIT, "Ann", 0, 0);
    house_enter(evening.told[3].line, ++evening.tag, evening.code);
    store_all(&evening);
    assert_true(house_look(evening.house, evening.code, &view));
    assert_int_equal(view.watchers, 1);
    closes = ask(&evening, 0, HC_DO_SETTINGS, "watch=none", 0, 0);
    assert_true(house_look(evening.house, evening.code, &view));
    assert_int_equal(view.watchers, 0);
    assert_true(close_batch(&evening));
    give_verdict(&evening, true);
    assert_int_equal(refusal_of(&evening, 0, closes), HC_NOT_STORED);
    assert_true(house_look(evening.house, evening.code, &view));
    assert_int_equal(view.watchers, 1);
    house_close(evening.house);
}

/* Whoever waits for an answer of the store when the house closes is refused, and the house does not
 * wait for it; a wish to be forgotten is still done. */
static void closing_gives_up_questions(void **state)
{
    static struct evening evening;
    struct house_question asked = {.kind = HOUSE_LEADERS, .count = 10, .game = "two"}, given;
    struct house_records records = {.found = HOUSE_NO_ANSWER};
    uint32_t first, last, forget;

    (void)state;
    open_house(&evening, 1 << 20);
    house_ask(evening.told[0].line, first = ++evening.tag, &asked);
    assert_true(house_next_question(evening.house, &given));
    house_ask(evening.told[1].line, last = ++evening.tag, &asked);
    house_ask(evening.told[0].line, forget = ++evening.tag,
              &(struct house_question){.kind = HOUSE_FORGET, .guest = {1}});
    house_stop(evening.house);
    assert_int_equal(refusal_of(&evening, 0, first), HC_CLOSING);
    assert_int_equal(refusal_of(&evening, 1, last), HC_CLOSING);
    assert_false(house_is_quiet(evening.house));
    house_answer(evening.house, given.id, &records); /* it comes too late */
    assert_true(house_next_question(evening.house, &given));
    assert_int_equal(given.kind, HOUSE_FORGET);
    records.found = HOUSE_FOUND;
    house_answer(evening.house, given.id, &records);
    assert_int_equal(refusal_of(&evening, 0, forget), HC_OK);
    assert_true(house_is_quiet(evening.house));
    house_close(evening.house);
}

/* Lists have an end, so that none costs more than another. */
static void lists_are_answered_to_a_depth(void **state)
{
    static struct evening evening;
    struct house_question asked = {.kind = HOUSE_LEADERS, .first = HOUSE_DEPTH_MAX, .count = 10};
    struct house_question given;
    uint32_t deep;

    (void)state;
    open_house(&evening, 1 << 20);
    house_ask(evening.told[0].line, ++evening.tag, &asked);
    asked.first++;
    house_ask(evening.told[0].line, deep = ++evening.tag, &asked);
    assert_int_equal(refusal_of(&evening, 0, deep), HC_TOO_LONG);
    assert_true(house_next_question(evening.house, &given));
    assert_int_equal(given.first, HOUSE_DEPTH_MAX);
    assert_false(house_next_question(evening.house, &given));
    house_close(evening.house);
}

/* What the room asks for by itself is done until the match waits for somebody. */
static uint32_t play_on(struct evening *evening)
{
    for (unsigned i = 0; i < 10; i++) {
        store_all(evening);
        pass_time(evening, 100000);
    }
    store_all(evening);
    return seq_told(evening);
}

/* A match ends while an earlier batch is on its way, and that one fails: the end has not happened,
 * no result is stored with anything later, and the table goes on. */
static void a_match_that_ended_in_vain_goes_on(void **state)
{
    static struct evening evening;
    uint32_t seq, first, last;

    (void)state;
    begin(&evening);
    seq = seq_told(&evening);
    evening.results = 0;
    forget_news(&evening);
    first = ask(&evening, 0, HC_DO_ACT, "keep", seq, 1);
    assert_true(close_batch(&evening));
    /* Everybody leaves, so the match is over. */
    ask(&evening, 1, HC_DO_LEAVE, NULL, 0, 0);
    last = ask(&evening, 0, HC_DO_LEAVE, NULL, 0, 0);
    give_verdict(&evening, true);
    assert_int_equal(refusal_of(&evening, 0, first), HC_NOT_STORED);
    assert_int_equal(refusal_of(&evening, 0, last), HC_NOT_STORED);
    assert_int_equal(evening.results, 0);
    assert_false(close_batch(&evening));
    forget_news(&evening);
    first = ask(&evening, 0, HC_DO_ACT, "keep", seq, 2);
    store_all(&evening);
    assert_int_equal(refusal_of(&evening, 0, first), HC_OK);
    assert_int_equal(evening.results, 0);
    ask(&evening, 1, HC_DO_LEAVE, NULL, 0, 0);
    ask(&evening, 0, HC_DO_LEAVE, NULL, 0, 0);
    play_on(&evening);
    assert_int_equal(evening.results, 1);
    house_close(evening.house);
}

/* Many rooms change at the same moment, and a batch takes only some of them: each goes in whole,
 * and all of them in the end. */
static void what_does_not_fit_waits(void **state)
{
    enum { ROOMS = 30, SMALL = 2000 };
    static struct evening evening;
    unsigned batches = 0, entries = 0;

    (void)state;
    open_house(&evening, SMALL);
    for (unsigned i = 0; i < ROOMS; i++)
        create(&evening);
    while (close_batch(&evening)) {
        size_t bytes = 0;

        for (unsigned i = 0; i < evening.entries; i++) {
            const struct house_entry *entry = &evening.entry[i];

            bytes += entry->log_bytes + entry->size + entry->note_size;
            assert_true(entry->size > 0); /* a new room has bytes, whatever else it has */
            for (unsigned j = 0; j < i; j++)
                assert_true(evening.entry[j].room != entry->room);
        }
        assert_true(bytes <= SMALL);
        entries += evening.entries;
        batches++;
        give_verdict(&evening, false);
    }
    assert_int_equal(entries, ROOMS);
    assert_true(batches > 1);
    assert_int_equal(evening.told[0].count, ROOMS);
    for (unsigned i = 0; i < ROOMS; i++)
        assert_int_equal(evening.told[0].news[i].refusal, HC_OK);
    house_close(evening.house);
}

/* A guest finds all rooms where they sit, and no other. */
static void my_rooms_are_found(void **state)
{
    static struct evening evening;
    const uint8_t ann[HC_GUEST_BYTES] = {1}, carl[HC_GUEST_BYTES] = {3};
    struct house_mine mine;

    (void)state;
    begin(&evening);
    assert_true(house_mine(evening.house, ann, 0, &mine));
    assert_string_equal(mine.room.code, evening.code);
    assert_int_equal(mine.seat, 0);
    assert_true(mine.my_turn);
    assert_false(house_mine(evening.house, ann, 1, &mine));
    assert_false(house_mine(evening.house, carl, 0, &mine));
    open_table(&evening);
    ask(&evening, 0, HC_DO_SIT, "Ann", 0, 0);
    assert_true(house_mine(evening.house, ann, 1, &mine));
    assert_true(close_batch(&evening));
    give_verdict(&evening, true); /* she does not sit there after all */
    assert_false(house_mine(evening.house, ann, 1, &mine));
    assert_true(house_mine(evening.house, ann, 0, &mine));
    house_close(evening.house);
}

/* However often somebody comes to look on late, an event of the match is folded once for all. */
static void late_events_are_folded_once(void **state)
{
    static struct evening evening;
    struct house_room_plan plan = {hc_game_find("null"), "rounds_to_win=9",
                                   "watch=late late_turns=1 next_ms=0", "Late"};

    (void)state;
    late_views = 0;
    open_house(&evening, 1 << 20);
    house_create(evening.told[0].line, ++evening.tag, &plan);
    store_all(&evening);
    memcpy(evening.code, evening.told[0].news[0].code, sizeof evening.code);
    ask(&evening, 0, HC_DO_SIT, "Ann", 0, 0);
    ask(&evening, 1, HC_DO_SIT, "Bob", 0, 0);
    ask(&evening, 0, HC_DO_START, NULL, 0, 0);
    store_all(&evening);
    for (unsigned turn = 0; turn < 8; turn++) {
        uint32_t seq = seq_told(&evening);

        forget_news(&evening);
        for (unsigned line = 0; line < 2; line++) { /* it is for one of them to do */
            ask(&evening, line, HC_DO_ACT, "keep", seq, 0);
            ask(&evening, line, HC_DO_AGREE, NULL, 0, 0);
        }
        store_all(&evening);
        for (unsigned visit = 0; visit < 10; visit++) {
            house_enter(evening.told[3].line, ++evening.tag, evening.code);
            house_exit(evening.told[3].line, ++evening.tag, evening.code);
            evening.told[3].count = 0;
        }
    }
    assert_true(seq_told(&evening) > 20);
    assert_true(late_views > 50);
    assert_in_range(house_counts(evening.house)->late_events, 1, seq_told(&evening));
    house_close(evening.house);
}

static void count_rooms(void *context, const struct hc_room_view *view)
{
    unsigned *count = context;

    (void)view;
    ++*count;
}

/* While others are played, a room is packed. It looks as it did, and goes on where it was. */
static void a_room_comes_back_as_it_was(void **state)
{
    static struct evening evening;
    const uint8_t ann[HC_GUEST_BYTES] = {1};
    char code[HC_ROOM_CODE_CHARS + 1];
    struct house_mine mine, mine_again;
    struct hc_room_view view, again;
    uint32_t seq, move;
    unsigned count = 0;

    (void)state;
    begin(&evening);
    seq = seq_told(&evening);
    memcpy(code, evening.code, sizeof code);
    assert_true(house_look(evening.house, code, &view));
    assert_true(house_mine(evening.house, ann, 0, &mine));
    open_table(&evening);
    ask(&evening, 1, HC_DO_SIT, "Bob", 0, 0);
    store_all(&evening);
    pass_time(&evening, 1000);
    assert_true(house_look(evening.house, code, &again));
    assert_memory_equal(&view, &again, sizeof view);
    assert_true(house_mine(evening.house, ann, 0, &mine_again));
    assert_int_equal(mine.deadline_ms, mine_again.deadline_ms);
    assert_int_equal(mine.waits_for, mine_again.waits_for);
    house_list(evening.house, 0, count_rooms, &count);
    assert_int_equal(count, 2);
    memcpy(evening.code, code, sizeof code);
    forget_news(&evening);
    move = ask(&evening, 0, HC_DO_ACT, "keep", seq, 7);
    store_all(&evening);
    assert_int_equal(refusal_of(&evening, 0, move), HC_OK);
    assert_true(seq_told(&evening) > seq);
    house_close(evening.house);
}

/* ---- Many rooms, and what they may take ---- */

struct codes {
    unsigned count;
    char code[256][HC_ROOM_CODE_CHARS + 1];
};

static void list_code(void *context, const struct hc_room_view *view)
{
    struct codes *codes = context;

    memcpy(codes->code[codes->count++], view->code, sizeof view->code);
}

static void list_all(struct house *house, struct codes *codes)
{
    while (house_list(house, codes->count, list_code, codes))
        ;
}

static bool is_in(const struct codes *codes, const char *code)
{
    for (unsigned i = 0; i < codes->count; i++)
        if (!strcmp(codes->code[i], code))
            return true;
    return false;
}

/* However many come and go, whatever is there is found by its code, and nothing else. */
static void rooms_are_found_when_others_go(void **state)
{
    enum { ROUNDS = 6, EACH = 50 };
    static struct evening evening;
    static struct codes before, after;
    struct house_plan plan = usual_plan();
    unsigned kept = 0;

    (void)state;
    plan.rooms_max = ROUNDS * EACH;
    open_house_with(&evening, &plan);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct house_verdict verdict = {0};
        struct hc_room_view view;
        uint64_t lost[EACH];

        forget_news(&evening);
        for (unsigned i = 0; i < EACH; i++)
            create_with(&evening, evening.told[0].line, "", "public=true");
        assert_true(close_batch(&evening));
        assert_int_equal(evening.entries, EACH);
        for (unsigned i = 0; i < EACH; i++)
            if (i % 3 != round % 3)
                lost[verdict.lost_count++] = evening.entry[i].room;
        kept += EACH - (unsigned)verdict.lost_count;
        verdict.lost = lost;
        before.count = after.count = 0;
        list_all(evening.house, &before);
        house_stored(evening.house, &verdict);
        list_all(evening.house, &after);
        assert_int_equal(after.count, kept);
        assert_int_equal(house_counts(evening.house)->rooms, kept);
        for (unsigned i = 0; i < before.count; i++)
            if (house_look(evening.house, before.code[i], &view) != is_in(&after, before.code[i]))
                fail_msg("round %u: %s is %s", round, before.code[i],
                         is_in(&after, before.code[i]) ? "not found" : "still found");
    }
    house_close(evening.house);
}

static void a_full_house_takes_no_more_rooms(void **state)
{
    static struct evening evening;
    struct house_plan plan = usual_plan();
    uint32_t first, last;

    (void)state;
    plan.rooms_max = 2;
    open_house_with(&evening, &plan);
    create(&evening);
    first = create(&evening);
    last = create(&evening);
    store_all(&evening);
    assert_int_equal(refusal_of(&evening, 0, first), HC_OK);
    assert_int_equal(refusal_of(&evening, 0, last), HC_ROOM_FULL);
    assert_int_equal(house_counts(evening.house)->rooms, 2);
    house_close(evening.house);
}

/* Lobbies that nobody is in are closed in the order of their times, each at its own. */
static void rooms_are_due_in_their_order(void **state)
{
    enum { ROOMS = 60 };
    static struct evening evening;
    static struct told nobody_told;
    static const uint8_t nobody[HC_GUEST_BYTES];
    unsigned minutes[ROOMS];
    struct house_line *line;

    (void)state;
    open_house(&evening, 1 << 20);
    line = house_line_open(evening.house, nobody, tell, &nobody_told);
    for (unsigned i = 0; i < ROOMS; i++) {
        char settings[32];

        minutes[i] = 1 + (i * 37 + 11) % 53;
        snprintf(settings, sizeof settings, "lobby_minutes=%u", minutes[i]);
        create_with(&evening, line, "", settings);
    }
    store_all(&evening);
    for (unsigned minute = 0; minute <= 54; minute++) {
        unsigned left = 0, next = 0;

        for (unsigned i = 0; i < ROOMS; i++) {
            left += minutes[i] > minute;
            if (minutes[i] > minute && (!next || minutes[i] < next))
                next = minutes[i];
        }
        assert_int_equal(house_counts(evening.house)->rooms, left);
        assert_int_equal(house_due(evening.house), next ? NOW_MS + next * 60000ull : HC_ROOM_NEVER);
        pass_time(&evening, 60000);
        store_all(&evening);
    }
    house_close(evening.house);
}

/* The log of a match may take so much; it is ended when three quarters are used, not before. */
static void a_match_that_is_too_long_is_ended(void **state)
{
    enum { MOST = 800 };
    static struct evening evening;
    struct house_plan plan = usual_plan();
    uint64_t stored = 0, before = 0;
    struct hc_room_view view;
    uint32_t tag;

    (void)state;
    plan.log_bytes_max = MOST;
    open_house_with(&evening, &plan);
    tag = create_with(&evening, evening.told[0].line, "rounds_to_win=9", "next=one next_ms=1");
    store_all(&evening);
    memcpy(evening.code, evening.told[0].news[answer_to(&evening, 0, tag)].code,
           sizeof evening.code);
    ask(&evening, 0, HC_DO_SIT, "Ann", 0, 0);
    ask(&evening, 1, HC_DO_SIT, "Bob", 0, 0);
    ask(&evening, 0, HC_DO_START, NULL, 0, 0);
    for (unsigned i = 0; i < 2000 && !evening.results; i++) {
        uint32_t seq = seq_told(&evening);

        evening.told[0].count = evening.told[1].count = 0;
        ask(&evening, 0, HC_DO_ACT, "keep", seq, 0);
        ask(&evening, 1, HC_DO_ACT, "keep", seq, 0);
        pass_time(&evening, 1);
        while (!evening.results && close_batch(&evening)) {
            before = stored;
            for (unsigned e = 0; e < evening.entries; e++)
                stored += evening.entry[e].log_bytes;
            give_verdict(&evening, false);
        }
    }
    assert_int_equal(evening.results, 1);
    /* The last batch adds the secret; the one before it crossed the line with a move and the end.
     */
    assert_in_range(before, MOST / 4 * 3 + 1, MOST / 4 * 3 + 60);
    assert_in_range(stored, before + 64, MOST);
    assert_true(house_look(evening.house, evening.code, &view));
    assert_int_equal(view.stage, HC_ROOM_FINISHED);
    assert_int_equal(view.ended, HC_END_LENGTH);
    house_close(evening.house);
}

static void a_bot_may_think_for_so_long(void **state)
{
    static struct evening evening;
    struct house_plan plan = usual_plan();
    uint32_t more, most;

    (void)state;
    plan.bot_budget_max = 300;
    open_house_with(&evening, &plan);
    open_table(&evening);
    ask(&evening, 0, HC_DO_SIT, "Ann", 0, 0);
    more = ask(&evening, 0, HC_DO_ADD_BOT, "search:301", 0, 0);
    most = ask(&evening, 0, HC_DO_ADD_BOT, "search:300", 0, 0);
    store_all(&evening);
    assert_int_equal(refusal_of(&evening, 0, more), HC_BAD_SETTING);
    assert_string_equal(evening.told[0].news[answer_to(&evening, 0, more)].why,
                        "a bot may imagine at most 300 games here");
    assert_int_equal(refusal_of(&evening, 0, most), HC_OK);
    house_close(evening.house);
}

/* Three people sit at sixty tables each, and then leave every other one. */
static void many_seats_are_found(void **state)
{
    enum { ROOMS = 60, PEOPLE = 3 };
    static struct evening evening;
    static struct codes codes;
    static const unsigned line_of[PEOPLE] = {0, 1, 3};
    static const char *const names[PEOPLE] = {"Ann", "Bob", "Carl"};
    struct house_mine mine;

    (void)state;
    open_house(&evening, 1 << 20);
    for (unsigned i = 0; i < ROOMS; i++)
        create(&evening);
    store_all(&evening);
    codes.count = 0;
    list_all(evening.house, &codes);
    assert_int_equal(codes.count, ROOMS);
    for (unsigned leaves = 0; leaves < 2; leaves++) {
        for (unsigned i = 0; i < ROOMS; i += 1 + leaves)
            for (unsigned p = 0; p < PEOPLE; p++) {
                memcpy(evening.code, codes.code[i], sizeof evening.code);
                ask(&evening, line_of[p], leaves ? HC_DO_LEAVE : HC_DO_SIT, names[p], 0, 0);
                store_all(&evening);
                forget_news(&evening);
            }
        for (unsigned p = 0; p < PEOPLE; p++) {
            const uint8_t *guest = house_guest(evening.told[line_of[p]].line);
            unsigned found = 0;

            while (found < ROOMS + 1 && house_mine(evening.house, guest, found, &mine))
                found++;
            assert_int_equal(found, leaves ? ROOMS / 2 : ROOMS);
        }
    }
    house_close(evening.house);
}

static unsigned long blocks_left;

/* Memory for so many blocks, and no more. */
static void *resize_a_little(void *context, void *memory, size_t size)
{
    if (size && !blocks_left)
        return NULL;
    blocks_left -= size != 0;
    return resize(context, memory, size);
}

/* A stored room that lacks its end, or for which there is no memory, is refused with a reason, and
 * the house is as if it had never been there. */
static void rooms_that_cannot_be_loaded_are_refused(void **state)
{
    static struct evening evening;
    static uint8_t bytes[HOUSE_ROOM_BYTES_MAX];
    struct house_plan plan = usual_plan();
    struct house_saved saved = {0};
    struct house_entry entry;
    struct hc_problem why;
    unsigned blocks = 0;

    (void)state;
    open_house(&evening, 1 << 20);
    create(&evening);
    assert_true(house_next_entry(evening.house, &entry));
    saved = (struct house_saved){.room = entry.room, .bytes = bytes, .size = entry.size};
    memcpy(bytes, entry.bytes, entry.size);
    assert_false(house_next_entry(evening.house, &entry));
    give_verdict(&evening, false);
    house_close(evening.house);

    plan.resize = resize_a_little;
    blocks_left = 1000;
    open_house_with(&evening, &plan);
    for (size_t size = 0; size < saved.size; size++) {
        struct house_saved less = saved;

        less.size = size;
        memset(&why, 0, sizeof why);
        assert_false(house_load(evening.house, &less, &why));
        assert_true(why.text[0]);
    }
    bytes[0] ^= 0x40;
    assert_false(house_load(evening.house, &saved, &why));
    bytes[0] ^= 0x40;
    do {
        assert_int_equal(house_counts(evening.house)->rooms, 0);
        blocks_left = blocks++;
        memset(&why, 0, sizeof why);
    } while (!house_load(evening.house, &saved, &why) &&
             !strcmp(why.text, "there is not enough memory"));
    assert_string_equal(why.text, "");
    assert_in_range(blocks, 4, 20);
    assert_int_equal(house_counts(evening.house)->rooms, 1);
    blocks_left = 1000;
    assert_false(house_load(evening.house, &saved, &why));
    assert_string_equal(why.text, "another room has the same code");
    assert_int_equal(house_counts(evening.house)->rooms, 1);
    house_close(evening.house);
}

/* ---- Questions ---- */

static uint32_t ask_for_log(struct evening *evening, unsigned line, uint32_t number)
{
    struct house_question question = {.kind = HOUSE_LOG, .room = 5, .number = number};

    house_ask(evening->told[line].line, ++evening->tag, &question);
    return evening->tag;
}

/* Answers in any order find whoever asked; nobody is answered twice, or when they are gone. */
static void answers_find_their_questions(void **state)
{
    static struct evening evening;
    struct house_records records = {.found = HOUSE_MISSING};
    struct house_question question[4], none;
    uint32_t tag[4];

    (void)state;
    open_house(&evening, 1 << 20);
    for (unsigned i = 0; i < 4; i++)
        tag[i] = ask_for_log(&evening, i, 10 + i);
    house_answer(evening.house, 1, &records); /* nobody has asked the store yet */
    assert_int_equal(evening.told[0].count, 0);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(house_next_question(evening.house, &question[i]));
        assert_int_equal(question[i].number, 10 + i);
    }
    assert_false(house_next_question(evening.house, &none));
    assert_false(house_is_quiet(evening.house));
    house_line_close(evening.told[3].line);
    for (unsigned i = 4; i-- > 0;) {
        house_answer(evening.house, question[i].id, &records);
        house_answer(evening.house, question[i].id, &records);
        assert_int_equal(evening.told[i].count, i < 3);
        if (i < 3) {
            assert_int_equal(evening.told[i].news[0].kind, HOUSE_RECORDS);
            assert_int_equal(evening.told[i].news[0].tag, tag[i]);
            assert_int_equal(evening.told[i].news[0].asked, 10 + i);
        }
    }
    assert_true(house_is_quiet(evening.house));
    house_close(evening.house);
}

static void questions_are_limited(void **state)
{
    enum { ASKERS = 9 };
    static struct evening evening;
    static struct told told[ASKERS];
    struct house_records records = {.found = HOUSE_MISSING};
    const uint8_t guest[HC_GUEST_BYTES] = {9};
    struct house_question question = {.kind = HOUSE_LOG}, asked;
    uint32_t late;

    (void)state;
    open_house(&evening, 1 << 20);
    memset(told, 0, sizeof told);
    for (unsigned i = 0; i < ASKERS; i++) {
        told[i].line = house_line_open(evening.house, guest, tell, &told[i]);
        for (unsigned q = 0; q < 5; q++)
            house_ask(told[i].line, q, &question);
        /* Four of each line, and 32 of all. */
        assert_int_equal(told[i].count, i < 8 ? 1 : 5);
        assert_int_equal(told[i].news[0].refusal, HC_TOO_FAST);
        assert_int_equal(told[i].news[0].tag, i < 8 ? 4 : 0);
    }
    assert_true(house_next_question(evening.house, &asked));
    house_answer(evening.house, asked.id, &records);
    told[8].count = 0;
    house_ask(told[8].line, 6, &question);
    assert_int_equal(told[8].count, 0);
    house_stop(evening.house);
    late = ask_for_log(&evening, 0, 1);
    assert_int_equal(refusal_of(&evening, 0, late), HC_CLOSING);
    house_close(evening.house);
}

/* What can be measured is what happened. */
static void assert_chat(struct evening *evening, unsigned line, enum hc_refusal want)
{
    uint32_t tag = ask(evening, line, HC_DO_CHAT, "psst", 0, 0);

    store_all(evening);
    assert_int_equal(refusal_of(evening, line, tag), want);
    forget_news(evening);
}

/* What somebody has said counts against them wherever they go. */
static void leaving_does_not_forgive_chat(void **state)
{
    static struct evening evening;
    const uint8_t guest[HC_GUEST_BYTES] = {3};

    (void)state;
    begin(&evening);
    for (unsigned i = 0; i < HC_ROOM_CHAT_BURST; i++)
        assert_chat(&evening, 3, HC_OK);
    assert_chat(&evening, 3, HC_TOO_FAST);
    assert_chat(&evening, 1, HC_OK); /* everybody has their own limit */

    house_exit(evening.told[3].line, ++evening.tag, evening.code);
    house_enter(evening.told[3].line, ++evening.tag, evening.code);
    assert_chat(&evening, 3, HC_TOO_FAST);
    house_line_close(evening.told[3].line);
    evening.told[3].line = house_line_open(evening.house, guest, tell, &evening.told[3]);
    house_enter(evening.told[3].line, ++evening.tag, evening.code);
    assert_chat(&evening, 3, HC_TOO_FAST);
    pass_time(&evening, HC_ROOM_CHAT_MS);
    assert_chat(&evening, 3, HC_OK);
    assert_chat(&evening, 3, HC_TOO_FAST);

    /* At another table, as a spectator and on a seat. */
    open_table(&evening);
    house_enter(evening.told[3].line, ++evening.tag, evening.code);
    assert_chat(&evening, 3, HC_TOO_FAST);
    ask(&evening, 3, HC_DO_SIT, "Cid", 0, 0);
    assert_chat(&evening, 3, HC_TOO_FAST);
    pass_time(&evening, HC_ROOM_CHAT_BURST * HC_ROOM_CHAT_MS);
    for (unsigned i = 0; i < HC_ROOM_CHAT_BURST; i++)
        assert_chat(&evening, 3, HC_OK);
    assert_chat(&evening, 3, HC_TOO_FAST);

    house_close(evening.house);
}

static void a_house_counts(void **state)
{
    static struct evening evening;
    const struct house_counts *counts;
    uint64_t batches;

    (void)state;
    begin(&evening);
    counts = house_counts(evening.house);
    batches = counts->batches;
    assert_int_equal(counts->lines, LINES);
    assert_int_equal(counts->rooms, 1);
    assert_int_equal(counts->refusals[HC_NOT_YOUR_TURN], 0);
    ask(&evening, 1, HC_DO_ACT, "keep", seq_told(&evening), 1);
    ask(&evening, 1, HC_DO_ACT, "keep", seq_told(&evening), 2);
    assert_int_equal(counts->refusals[HC_NOT_YOUR_TURN], 2);
    ask(&evening, 0, HC_DO_ACT, "keep", seq_told(&evening), 3);
    assert_int_equal(counts->waiting, 1);
    assert_true(close_batch(&evening));
    give_verdict(&evening, true);
    assert_int_equal(counts->waiting, 0);
    assert_int_equal(counts->batches, batches + 1);
    assert_int_equal(counts->failed_batches, 1);
    house_line_close(evening.told[3].line);
    assert_int_equal(counts->lines, LINES - 1);
    house_close(evening.house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_knows_of_it_before_it_is_durable),
        cmocka_unit_test(what_is_not_stored_is_taken_back),
        cmocka_unit_test(whoever_is_not_sure_says_nothing_of_what_was_asked_before),
        cmocka_unit_test(a_table_that_is_not_stored_is_none),
        cmocka_unit_test(only_rooms_in_conflict_are_lost),
        cmocka_unit_test(spectators_come_back_with_the_setting),
        cmocka_unit_test(closing_gives_up_questions),
        cmocka_unit_test(lists_are_answered_to_a_depth),
        cmocka_unit_test(a_match_that_ended_in_vain_goes_on),
        cmocka_unit_test(what_does_not_fit_waits),
        cmocka_unit_test(my_rooms_are_found),
        cmocka_unit_test(late_events_are_folded_once),
        cmocka_unit_test(a_room_comes_back_as_it_was),
        cmocka_unit_test(rooms_are_found_when_others_go),
        cmocka_unit_test(a_full_house_takes_no_more_rooms),
        cmocka_unit_test(rooms_are_due_in_their_order),
        cmocka_unit_test(a_match_that_is_too_long_is_ended),
        cmocka_unit_test(a_bot_may_think_for_so_long),
        cmocka_unit_test(many_seats_are_found),
        cmocka_unit_test(rooms_that_cannot_be_loaded_are_refused),
        cmocka_unit_test(answers_find_their_questions),
        cmocka_unit_test(questions_are_limited),
        cmocka_unit_test(leaving_does_not_forgive_chat),
        cmocka_unit_test(a_house_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
