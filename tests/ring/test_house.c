// SPDX-License-Identifier: MIT
/*
 * test_house.c: log, then tell: short stories about a house whose store is in the hands of the
 * test. Nobody hears of anything that is not durable, however they ask; what is not stored has not
 * happened; an entry is whole or not there. test_house_sim.c does the same at random.
 */
#include "evening.h"
#include "house/house_inside.h"

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

static void take_first_row(void *context, const struct hc_room_view *view)
{
    struct hc_room_view *row = context;

    if (!*row->code)
        *row = *view;
}

/* What anybody can find out without a line: the title of the only table and how many sit there, by
 * its code, by the list and, if Ann is to sit there, by what she is told of her tables. */
static void assert_found(const struct evening *evening, const char *title, unsigned taken)
{
    const uint8_t ann[HC_GUEST_BYTES] = {1};
    struct hc_room_view view = {.code = ""}, row = {.code = ""};
    struct house_mine mine;

    assert_int_equal(house_look_surely(evening->house, evening->code, &view), title != NULL);
    house_list(evening->house, 0, take_first_row, &row);
    assert_int_equal(*row.code != '\0', title != NULL);
    assert_int_equal(house_mine(evening->house, ann, 0, &mine) && mine.is_sure, taken > 0);
    if (!title)
        return;
    assert_string_equal(view.title, title);
    assert_string_equal(row.title, title);
    assert_int_equal(view.taken, taken);
    assert_int_equal(row.taken, taken);
    if (taken)
        assert_string_equal(mine.room.title, title);
}

/* Nor does anybody find it out who looks at a table from outside. */
static void nothing_is_found_before_it_is_durable(void **state)
{
    static struct evening evening;
    uint64_t version;

    (void)state;
    open_house(&evening, 1 << 20);
    create(&evening);
    for (size_t i = 0; i < evening.house->slots; i++)
        if (evening.house->slot[i])
            memcpy(evening.code, evening.house->slot[i]->code, sizeof evening.code);
    assert_true(house_has(evening.house, evening.code));
    assert_found(&evening, NULL, 0);
    assert_true(close_batch(&evening));
    assert_found(&evening, NULL, 0);
    give_verdict(&evening, false);
    assert_found(&evening, "An evening", 0);
    ask(&evening, 0, HC_DO_SIT, "Ann", 0, 0);
    assert_found(&evening, "An evening", 0);
    assert_true(close_batch(&evening));
    ask(&evening, 0, HC_DO_TITLE, "A night", 0, 0);
    assert_found(&evening, "An evening", 0);
    version = house_list_version(evening.house);
    give_verdict(&evening, false);
    assert_found(&evening, "An evening", 1);
    assert_true(house_list_version(evening.house) > version);
    version = house_list_version(evening.house);
    assert_true(close_batch(&evening));
    give_verdict(&evening, true);
    assert_found(&evening, "An evening", 1);
    ask(&evening, 0, HC_DO_TITLE, "A night", 0, 0);
    ask(&evening, 0, HC_DO_SETTINGS, "public=false", 0, 0);
    assert_found(&evening, "An evening", 1);
    ask(&evening, 0, HC_DO_SETTINGS, "public=true", 0, 0);
    store_all(&evening);
    assert_found(&evening, "A night", 1);
    assert_true(house_list_version(evening.house) > version);
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

/* What can be measured is what happened. */
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
        cmocka_unit_test(nothing_is_found_before_it_is_durable),
        cmocka_unit_test(late_events_are_folded_once),
        cmocka_unit_test(a_room_comes_back_as_it_was),
        cmocka_unit_test(answers_find_their_questions),
        cmocka_unit_test(questions_are_limited),
        cmocka_unit_test(leaving_does_not_forgive_chat),
        cmocka_unit_test(a_house_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
