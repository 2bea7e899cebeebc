// SPDX-License-Identifier: MIT
/*
 * test_house_many.c: a house with many rooms: they are found, and looked after in the order in
 * which they are due; and what a room, a match, a bot and memory may take.
 */
#include "evening.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_are_found_when_others_go),
        cmocka_unit_test(a_full_house_takes_no_more_rooms),
        cmocka_unit_test(rooms_are_due_in_their_order),
        cmocka_unit_test(a_match_that_is_too_long_is_ended),
        cmocka_unit_test(a_bot_may_think_for_so_long),
        cmocka_unit_test(many_seats_are_found),
        cmocka_unit_test(rooms_that_cannot_be_loaded_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
