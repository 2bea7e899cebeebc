// SPDX-License-Identifier: MIT
/* test_room.c: a room step by step: seats, the host, settings, and commands that come late or
 * twice. */
#include "ring/room_steps.h"

/* ---- Seats and the host ---------------------------------------------------------------------- */

static void seats_belong_to_guests(void **state)
{
    (void)state;
    open_room("null", "", "seats=3");
    sit(1);
    sit(2);
    assert_int_equal(ask(1, HC_DO_SIT, HC_NONE, "again"), HC_DUPLICATE_PLAYER);
    assert_int_equal(ask(3, HC_DO_SIT, HC_NONE, "guest 1"), HC_DUPLICATE_PLAYER);
    assert_int_equal(ask(3, HC_DO_SIT, 1, "guest 3"), HC_ROOM_FULL);
    assert_int_equal(ask(3, HC_DO_SIT, 3, "guest 3"), HC_NO_SEAT);
    assert_int_equal(ask(0, HC_DO_SIT, HC_NONE, "nobody"), HC_NOT_ALLOWED);
    assert_int_equal(ask(3, HC_DO_SIT, 2, "guest 3"), HC_OK);
    assert_int_equal(answer.seat, 2);
    assert_true(answer.changed);
    assert_int_equal(ask(4, HC_DO_SIT, HC_NONE, "guest 4"), HC_ROOM_FULL);
    assert_int_equal(ask(4, HC_DO_CONNECT, HC_NONE, NULL), HC_NOT_ALLOWED);
}

static void host_is_passed_on(void **state)
{
    (void)state;
    open_room("null", "", "");
    sit(1);
    sit(2);
    sit(3);
    assert_int_equal(room.host, 0);
    assert_int_equal(ask(2, HC_DO_KICK, 2, NULL), HC_NOT_ALLOWED);
    assert_int_equal(ask(1, HC_DO_KICK, 0, NULL), HC_NO_SEAT);
    assert_int_equal(ask(1, HC_DO_KICK, 1, NULL), HC_OK);
    assert_int_equal(ask(2, HC_DO_SIT, HC_NONE, "guest 2"), HC_NOT_ALLOWED);
    assert_int_equal(ask(1, HC_DO_ADD_BOT, HC_NONE, "random"), HC_OK);
    assert_int_equal(answer.seat, 1);
    assert_int_equal(ask(1, HC_DO_ADD_BOT, HC_NONE, "nobody"), HC_BAD_SETTING);
    assert_int_equal(ask(1, HC_DO_LEAVE, HC_NONE, NULL), HC_OK);
    assert_int_equal(room.host, 2); /* a bot is no host */
    assert_int_equal(ask(3, HC_DO_REMOVE_BOT, 1, NULL), HC_OK);
    assert_int_equal(answer.seat, 1);
    assert_int_equal(room.seat[1].who, HC_SEAT_EMPTY);
    assert_int_equal(ask(3, HC_DO_REMOVE_BOT, 1, NULL), HC_NO_SEAT);
    assert_int_equal(ask(3, HC_DO_REMOVE_BOT, HC_SEATS_MAX, NULL), HC_NO_SEAT);
    assert_int_equal(ask(3, HC_DO_LEAVE, HC_NONE, NULL), HC_OK);
    assert_int_equal(room.host, HC_NONE);
}

/* As many as the room remembers; the one who was sent away first is forgotten first. */
static void who_was_sent_away_stays_away(void **state)
{
    (void)state;
    open_room("null", "", "");
    sit(1);
    for (unsigned g = 2; g < 2 + HC_ROOM_BANS_MAX; g++) {
        sit(g);
        assert_int_equal(ask(1, HC_DO_KICK, 1, NULL), HC_OK);
    }
    for (unsigned g = 2; g < 2 + HC_ROOM_BANS_MAX; g++)
        assert_int_equal(ask(g, HC_DO_SIT, HC_NONE, "again"), HC_NOT_ALLOWED);
    sit(9);
    assert_int_equal(ask(1, HC_DO_KICK, 1, NULL), HC_OK);
    assert_int_equal(ask(3, HC_DO_SIT, HC_NONE, "again"), HC_NOT_ALLOWED);
    assert_int_equal(ask(2, HC_DO_SIT, HC_NONE, "again"), HC_OK);
}

/* Every bot that there is. */
static void bots_are_those_that_were_asked_for(void **state)
{
    const struct hc_bot *bot;
    uint32_t budget;

    (void)state;
    open_room("null", "", "");
    sit(1);
    for (size_t i = 0; (bot = hc_bot_at(i)); i++) {
        assert_int_equal(ask(1, HC_DO_ADD_BOT, 1, bot->name), HC_OK);
        assert_ptr_equal(hc_room_bot(&room, 1, &budget), bot);
        assert_int_equal(budget, bot->budget);
        assert_int_equal(ask(1, HC_DO_REMOVE_BOT, 1, NULL), HC_OK);
    }
}

/* What everybody may know of who sits where. */
static void seats_are_seen(void **state)
{
    struct hc_room_view view;

    (void)state;
    open_room("null", "", "away=drop grace_ms=10000");
    sit(1);
    sit(2);
    sit(3);
    assert_int_equal(ask(1, HC_DO_ADD_BOT, 4, "greedy"), HC_OK);
    hc_room_view(&room, &view);
    assert_int_equal(view.taken, 4);
    assert_true(view.open && !view.started);
    assert_int_equal(view.seat[3].who, HC_SEAT_EMPTY);
    assert_string_equal(view.seat[3].name, "");
    assert_int_equal(view.seat[4].who, HC_SEAT_BOT);
    assert_string_equal(hc_bot_at(view.seat[4].bot)->name, "greedy");
    assert_false(view.seat[4].connected);
    assert_string_equal(view.seat[1].name, "guest 2");
    assert_int_equal(ask(1, HC_DO_START, HC_NONE, NULL), HC_OK);
    tick_all();
    assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(2, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    hc_room_view(&room, &view);
    assert_true(view.seat[0].connected && !view.seat[1].connected && view.seat[2].connected);
    assert_true(view.seat[0].wants_end && !view.seat[1].wants_end && !view.seat[2].wants_end);
}

/* The mark of a view is made of the view, of all of it but the number of spectators, and of nothing
 * else. */
static void marks_tell_views_apart(void **state)
{
    struct {
        struct hc_room_view view;
        uint64_t beyond;
    } one;
    uint64_t mark;

    (void)state;
    open_room("null", "", "");
    sit(1);
    memset(&one, 0, sizeof one);
    hc_room_view(&room, &one.view);
    hc_room_mark(&one.view);
    mark = one.view.mark;
    one.beyond = 1;
    hc_room_mark(&one.view);
    assert_true(one.view.mark == mark);
    for (size_t i = sizeof mark; i < sizeof one.view; i++) {
        ((uint8_t *)&one.view)[i] ^= 1;
        hc_room_mark(&one.view);
        assert_int_equal(one.view.mark != mark, i != offsetof(struct hc_room_view, watchers));
        ((uint8_t *)&one.view)[i] ^= 1;
    }
}

static void host_rights_end_with_the_deal(void **state)
{
    static const struct {
        enum hc_room_verb verb;
        const char *text;
    } rows[] = {
        {HC_DO_KICK, NULL},        {HC_DO_SETTINGS, "clock=live"}, {HC_DO_RULES, "short"},
        {HC_DO_ADD_BOT, "random"}, {HC_DO_REMOVE_BOT, NULL},       {HC_DO_TITLE, "Another"},
        {HC_DO_START, NULL},
    };

    (void)state;
    begin("null", "", "", 2);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct hc_room before = room;

        assert_int_equal(ask(1, rows[i].verb, 1, rows[i].text), HC_BAD_PHASE);
        assert_memory_equal(&before, &room, sizeof room);
    }
}

static void settings_are_checked(void **state)
{
    struct hc_option_list list = hc_room_settings;
    char text[2000];
    struct hc_text out;
    struct hc_rules again;
    struct hc_problem why;
    uint64_t given;

    (void)state;
    open_room("null", "", "live turn_ms=5000");
    sit(1);
    sit(2);
    sit(3);
    assert_int_equal(room.settings.byte[HC_ROOM_CLOCK], HC_CLOCK_LIVE);
    assert_int_equal(room.settings.byte[HC_ROOM_AWAY], HC_AWAY_BOT);
    assert_int_equal(room.settings.wide[HC_ROOM_TURN_MS], 5000);
    assert_int_equal(ask(1, HC_DO_SETTINGS, HC_NONE, "clock=often"), HC_BAD_SETTING);
    assert_string_equal(answer.why, "clock must be none, live or slow");
    assert_int_equal(ask(1, HC_DO_SETTINGS, HC_NONE, "seats=2"), HC_ROOM_FULL);
    assert_int_equal(ask(1, HC_DO_RULES, HC_NONE, "rounds_to_win=0"), HC_BAD_SETTING);
    assert_int_equal(room.settings.byte[HC_ROOM_CLOCK], HC_CLOCK_LIVE);
    hc_text_init(&out, text, sizeof text);
    hc_options_print(&list, &room.settings, &out);
    assert_true(hc_options_parse(&list, text, &again, &given, NULL, &why));
    assert_memory_equal(&again, &room.settings, sizeof again);
}

/* The page on rooms has a row for every setting, as the table of settings says it. */
static void settings_are_documented(void **state)
{
    static char page[1 << 16];
    FILE *file = fopen(HC_SOURCE_DIR "/docs/rooms.md", "r");
    const struct hc_option *option;

    (void)state;
    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    for (size_t i = 0; (option = hc_options_at(&hc_room_settings, i)); i++) {
        char row[400];
        struct hc_text out;

        hc_text_init(&out, row, sizeof row);
        hc_put(&out, "| `");
        hc_put(&out, option->name);
        hc_put(&out, "` | ");
        hc_option_range(option, NULL, &out);
        hc_put(&out, " | `");
        if (option->type == HC_OPTION_ENUM)
            hc_put(&out, option->values[option->preset]);
        else if (option->type == HC_OPTION_BOOL)
            hc_put(&out, option->preset ? "true" : "false");
        else
            hc_put_number(&out, option->preset);
        hc_put(&out, "` | ");
        hc_put(&out, words_find(NULL, "room", "options", option->name));
        hc_put(&out, " |\n");
        if (!strstr(page, row))
            fail_msg("docs/rooms.md lacks %s", row);
    }
}

/* A match that cannot be dealt does not begin, and whoever asks is told what to change. */
static void rules_that_cannot_be_dealt_are_explained(void **state)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};

    (void)state;
    open_room("shed", "initial_cards=20", "");
    for (unsigned who = 0; who < 6; who++)
        assert_int_equal(ask(who + 1, HC_DO_SIT, HC_NONE, names[who]), HC_OK);
    assert_int_equal(ask(1, HC_DO_START, HC_NONE, NULL), HC_BAD_CONFIG);
    assert_non_null(strstr(answer.why, "choose initial_cards=17 or less"));
    assert_false(hc_room_wants_seed(&room));
    assert_int_equal(ask(1, HC_DO_RULES, HC_NONE, "initial_cards=17"), HC_OK);
    assert_int_equal(ask(1, HC_DO_START, HC_NONE, NULL), HC_OK);
    assert_true(hc_room_wants_seed(&room));
}

/* Seats 0, 2 and 3 are taken in the lobby; the table has seats 0, 1 and 2. */
static void start_closes_ranks(void **state)
{
    static const char *const wanted[] = {"begin", "entropy", "start", ""};
    uint8_t entropy[HC_SEED_BYTES] = {7};
    struct hc_room_request with = {.verb = HC_DO_SIT, .seat = 3, .text = "c", .entropy = entropy};

    (void)state;
    open_room("null", "", "");
    assert_int_equal(ask(1, HC_DO_SIT, HC_NONE, "a"), HC_OK);
    assert_int_equal(ask(1, HC_DO_START, HC_NONE, NULL), HC_NOT_ENOUGH_PLAYERS);
    assert_int_equal(ask(2, HC_DO_SIT, 2, "b"), HC_OK);
    assert_int_equal(ask_with(3, with), HC_OK);
    assert_int_equal(ask(2, HC_DO_START, HC_NONE, NULL), HC_NOT_ALLOWED);
    assert_false(hc_room_wants_seed(&room));
    assert_int_equal(ask(1, HC_DO_START, HC_NONE, NULL), HC_OK);
    assert_true(hc_room_wants_seed(&room));
    assert_int_equal(ask(4, HC_DO_SIT, HC_NONE, "d"), HC_BAD_PHASE);
    for (size_t i = 0; i < COUNT(wanted); i++)
        assert_string_equal(tick(), wanted[i]);
    assert_int_equal(room.table.seats, 3);
    assert_string_equal(room.seat[2].name, "c");
    assert_int_equal(room.match, 1);
}

/* ---- Freshness ------------------------------------------------------------------------------- */

static void commands_must_be_fresh(void **state)
{
    uint32_t seq;

    (void)state;
    begin("null", "", "", 2);
    seq = hc_table_seq(&room.table);
    assert_int_equal(act(1, "keep", seq - 1, 1), HC_STALE);
    assert_int_equal(answer.seq, seq);
    assert_int_equal(act(1, "kepe", seq, 2), HC_MALFORMED);
    assert_int_equal(act(1, "start", seq, 3), HC_NOT_ALLOWED);
    assert_int_equal(act(2, "keep", seq, 1), HC_NOT_YOUR_TURN);
    assert_int_equal(act(9, "keep", seq, 1), HC_NOT_ALLOWED);
    assert_int_equal(act(1, "keep", seq, 4), HC_OK);
    assert_int_equal(answer.seat, 0);
    assert_int_equal(answer.seq, seq + 2); /* kept, turn */
    assert_int_equal(act(1, "keep", seq, 5), HC_STALE);
}

static void repeats_get_the_first_answer(void **state)
{
    uint32_t seq;

    (void)state;
    begin("null", "", "", 2);
    seq = hc_table_seq(&room.table);
    assert_int_equal(act(2, "keep", seq, 7), HC_NOT_YOUR_TURN);
    assert_int_equal(act(1, "keep", seq, 7), HC_OK);
    for (unsigned i = 0; i < 2; i++) {
        struct hc_room before = room;

        /* Now it is seat 1's turn, but this id was refused, and stays so. */
        assert_int_equal(act(2, "keep", seq + 2, 7), HC_NOT_YOUR_TURN);
        assert_true(answer.repeat && answer.seq == seq);
        assert_int_equal(act(1, "keep", seq, 7), HC_OK);
        assert_true(answer.repeat && answer.seq == seq + 2);
        assert_int_equal(answer.record, HC_WRITE_NOTHING);
        assert_memory_equal(&before, &room, sizeof room);
    }
    for (uint32_t id = 100; id < 108; id++)
        act(1, "keep", seq, id);
    assert_int_equal(act(1, "keep", seq, 100), HC_STALE); /* a refusal is forgotten first */
    assert_false(answer.repeat);
    assert_int_equal(act(1, "keep", seq, 107), HC_STALE);
    assert_true(answer.repeat);
    assert_int_equal(act(1, "keep", seq, 7), HC_OK);
    assert_true(answer.repeat);
}

/* A call may come late: it is the game that says no. */
static void side_actions_may_be_late(void **state)
{
    (void)state;
    begin("shed", "", "", 2);
    assert_int_equal(act(1, "uno", 0, 1), HC_UNO_NOT_ALLOWED);
    assert_int_equal(act(2, "catch 0", 0, 1), HC_CHALLENGE_INVALID);
    assert_int_equal(act(1, "draw", 0, 2), HC_STALE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_belong_to_guests),
        cmocka_unit_test(host_is_passed_on),
        cmocka_unit_test(who_was_sent_away_stays_away),
        cmocka_unit_test(bots_are_those_that_were_asked_for),
        cmocka_unit_test(seats_are_seen),
        cmocka_unit_test(marks_tell_views_apart),
        cmocka_unit_test(host_rights_end_with_the_deal),
        cmocka_unit_test(settings_are_checked),
        cmocka_unit_test(settings_are_documented),
        cmocka_unit_test(rules_that_cannot_be_dealt_are_explained),
        cmocka_unit_test(start_closes_ranks),
        cmocka_unit_test(commands_must_be_fresh),
        cmocka_unit_test(repeats_get_the_first_answer),
        cmocka_unit_test(side_actions_may_be_late),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
