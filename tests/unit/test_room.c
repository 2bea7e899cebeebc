// SPDX-License-Identifier: MIT
/*
 * test_room.c: a room step by step, with every time and number worked out by hand. The game is
 * mostly null, whose players keep or draw in turn; shed where a table must pause. What must hold
 * under anything at all is in test_house_sim.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "room/room.h"
#include "core/language.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { T0 = 1000000000 }; /* the clock when a room is opened */
#define WEEK_MS (7 * 86400000ull)
#define YEAR_MS (365 * 86400000ull)

static struct hc_room room;
static struct hc_room_answer answer;
static uint64_t now_ms;
static uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES];
static uint8_t log_bytes[1 << 16];
static struct hc_log game_log;

static void write_down(void)
{
    uint8_t commitment[HC_SEED_BYTES];

    switch (answer.record) {
    case HC_WRITE_NOTHING:
        return;
    case HC_WRITE_BEGIN:
        hc_commitment(seed, salt, commitment);
        assert_true(hc_log_begin(&game_log, log_bytes, sizeof log_bytes, &room.table, commitment));
        break;
    case HC_WRITE_COMMAND:
        assert_true(
            hc_log_add(&game_log, answer.time_ms, answer.seat, &answer.command, &answer.events));
        break;
    case HC_WRITE_ENTROPY:
        assert_true(hc_log_contribution(&game_log, answer.seat, answer.entropy));
        break;
    case HC_WRITE_SECRET:
        assert_true(hc_log_reveal(&game_log, seed, salt));
        break;
    }
    assert_true(hc_log_seal(&game_log));
}

/* What guest number `guest`, from 1, asks for. */
static enum hc_refusal ask_with(unsigned guest, struct hc_room_request request)
{
    memset(request.guest, (int)guest, HC_GUEST_BYTES);
    request.now_ms = now_ms;
    hc_room_do(&room, &request, &answer);
    write_down();
    return answer.refusal;
}

static enum hc_refusal ask(unsigned guest, enum hc_room_verb verb, unsigned seat, const char *text)
{
    return ask_with(guest,
                    (struct hc_room_request){.verb = verb, .seat = (uint8_t)seat, .text = text});
}

static enum hc_refusal act(unsigned guest, const char *text, uint32_t seq, uint32_t id)
{
    return ask_with(
        guest, (struct hc_room_request){.verb = HC_DO_ACT, .text = text, .seq = seq, .id = id});
}

/* A lawful command of whoever is awaited, who must be a person. */
static void play_on(void)
{
    unsigned seat = hc_table_awaits(&room.table);
    struct hc_actions actions;
    struct hc_command command;
    char text[HC_COMMAND_CHARS];

    assert_true(seat < room.seats);
    hc_actions(&room.table, seat, now_ms, &actions);
    hc_actions_at(&actions, 0, &command);
    hc_command_print(hc_games[room.game], &room.rules, &command, text, sizeof text);
    assert_int_equal(act(room.seat[seat].guest[0], text, hc_table_seq(&room.table), 0), HC_OK);
}

/* One tick; the verb of the command that it gave, or what else it did. */
static const char *tick(void)
{
    hc_room_tick(&room, now_ms, seed, &answer);
    write_down();
    switch (answer.record) {
    case HC_WRITE_BEGIN:
        return "begin";
    case HC_WRITE_COMMAND:
        return hc_games[room.game]->grammar.verbs[answer.command.verb].name;
    case HC_WRITE_ENTROPY:
        return "entropy";
    case HC_WRITE_SECRET:
        return "secret";
    case HC_WRITE_NOTHING:
        break;
    }
    return answer.expired ? "expired" : answer.think != HC_NONE ? "think" : "";
}

static void tick_all(void)
{
    unsigned ticks = 0;

    do {
        tick();
        assert_true(++ticks < 50);
    } while (answer.more);
}

static void open_room(const char *game, const char *rules, const char *settings)
{
    struct hc_problem why;

    now_ms = T0;
    hc_seed_from_number(1, seed);
    hc_seed_from_number(2, salt);
    assert_int_equal(hc_room_open(&room, hc_game_find(game), rules, settings, "Friday", "BCDFHJ",
                                  now_ms, NULL, &why),
                     HC_OK);
}

static void sit(unsigned guest)
{
    char name[HC_ROOM_NAME_BYTES];

    snprintf(name, sizeof name, "guest %u", guest);
    assert_int_equal(ask(guest, HC_DO_SIT, HC_NONE, name), HC_OK);
    assert_int_equal(ask(guest, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
}

/* Guests 1 to `people` sit on seats 0 to people - 1, are connected, and the cards are dealt. */
static void begin(const char *game, const char *rules, const char *settings, unsigned people)
{
    open_room(game, rules, settings);
    for (unsigned g = 1; g <= people; g++)
        sit(g);
    assert_int_equal(ask(1, HC_DO_START, HC_NONE, NULL), HC_OK);
    tick_all();
    assert_int_equal(room.stage, HC_ROOM_PLAYING);
    assert_true(hc_table_awaits(&room.table) < people);
}

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

static void finish_round(void)
{
    while (room.stage == HC_ROOM_PLAYING && hc_table_awaits(&room.table) < room.seats)
        play_on();
    tick_all();
    assert_int_equal(room.stage, HC_ROOM_FINISHED);
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

/* ---- Spectators and chat --------------------------------------------------------------------- */

static void spectators(void **state)
{
    struct hc_room_view row;

    (void)state;
    begin("null", "", "watch=none", 2);
    assert_int_equal(ask(3, HC_DO_WATCH, HC_NONE, NULL), HC_NOT_ALLOWED);
    begin("null", "rounds_to_win=9", "watch=late late_turns=2 public=true", 3);
    assert_int_equal(ask(1, HC_DO_WATCH, HC_NONE, NULL), HC_DUPLICATE_PLAYER);
    for (unsigned g = 4; g < 4 + HC_ROOM_WATCHERS_MAX; g++)
        assert_int_equal(ask(g, HC_DO_WATCH, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(99, HC_DO_WATCH, HC_NONE, NULL), HC_ROOM_FULL);
    assert_int_equal(ask(4, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(99, HC_DO_WATCH, HC_NONE, NULL), HC_OK);
    hc_room_view(&room, &row);
    assert_true(row.started && row.is_public && row.watchable && !row.open);
    assert_int_equal(row.taken, 3);
    assert_int_equal(row.watchers, HC_ROOM_WATCHERS_MAX);
    /* The deal has 5 events (shuffle, three cards, turn), each turn two (kept, turn). */
    assert_int_equal(hc_table_seq(&room.table), 5);
    play_on();
    assert_int_equal(hc_room_late_seq(&room), 0);
    play_on();
    assert_int_equal(hc_table_seq(&room.table), 9);
    assert_int_equal(hc_room_late_seq(&room), 5);
}

static void chat_is_limited(void **state)
{
    static const struct {
        const char *text;
        enum hc_refusal want;
    } rows[] = {
        {"", HC_BAD_TEXT},
        {"a\nb", HC_BAD_TEXT},
        {"\x1b[31m", HC_BAD_TEXT},
        {"\x7f", HC_BAD_TEXT},
        {"\xc2\x85", HC_BAD_TEXT}, /* a control character in two bytes */
        {"\xe2\x80\xae"
         "abc",
         HC_BAD_TEXT},                     /* turns the direction of writing */
        {"\xc0\xaf", HC_BAD_TEXT},         /* longer than it must be */
        {"\xed\xa0\x80", HC_BAD_TEXT},     /* half of a pair */
        {"\xf4\x90\x80\x80", HC_BAD_TEXT}, /* past the last character */
        {"\xe2\x82", HC_BAD_TEXT},         /* cut off */
        {"gr\xc3\xbc\xc3\x9f"
         "e",
         HC_OK},
        {"\xf0\x9f\x83\x8f", HC_OK}, /* a joker */
    };
    char line[HC_ROOM_LINE_BYTES + 1];

    (void)state;
    begin("null", "", "", 2);
    assert_int_equal(ask(3, HC_DO_CHAT, HC_NONE, "hello"), HC_NOT_ALLOWED);
    for (size_t i = 0; i < COUNT(rows); i++)
        if (ask(1, HC_DO_CHAT, HC_NONE, rows[i].text) != rows[i].want)
            fail_msg("row %zu", i);
    memset(line, 'x', sizeof line);
    line[HC_ROOM_LINE_BYTES] = '\0';
    assert_int_equal(ask(1, HC_DO_CHAT, HC_NONE, line), HC_BAD_TEXT);
    line[HC_ROOM_LINE_BYTES - 1] = '\0';
    assert_int_equal(ask(1, HC_DO_CHAT, HC_NONE, line), HC_OK);
    assert_int_equal(answer.chat, HC_CHAT_TO_EVERYBODY);
    assert_int_equal(ask(3, HC_DO_WATCH, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(3, HC_DO_CHAT, HC_NONE, "psst"), HC_OK);
    assert_int_equal(answer.chat, HC_CHAT_TO_WATCHERS);
    assert_int_equal(answer.seat, HC_SPECTATOR);
}

/* Who looks at a hint tells everybody; the host may forbid it. */
static void hints_are_told_or_forbidden(void **state)
{
    (void)state;
    begin("null", "", "", 2);
    assert_int_equal(ask(1, HC_DO_HINT, HC_NONE, NULL), HC_OK);
    assert_int_equal(answer.chat, HC_CHAT_TO_EVERYBODY);
    assert_int_equal(answer.seat, 0);
    assert_false(answer.changed);
    assert_int_equal(ask(3, HC_DO_WATCH, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(3, HC_DO_HINT, HC_NONE, NULL), HC_NOT_ALLOWED);
    begin("null", "", "hints=false", 2);
    assert_int_equal(ask(1, HC_DO_HINT, HC_NONE, NULL), HC_NOT_ALLOWED);
    assert_int_equal(answer.chat, HC_CHAT_TO_NOBODY);
    open_room("null", "", "");
    assert_int_equal(ask(1, HC_DO_SIT, HC_NONE, "Ann"), HC_OK);
    assert_int_equal(ask(1, HC_DO_HINT, HC_NONE, NULL), HC_BAD_PHASE);
}

static void names_are_not_alike(void **state)
{
    static const struct {
        const char *why, *sits, *name;
        enum hc_refusal want;
    } rows[] = {
        {"another name", "Ann", "Anna", HC_OK},
        {"the same", "Ann", "Ann", HC_DUPLICATE_PLAYER},
        {"small letters are others", "Ann", "ann", HC_OK},
        {"a soft hyphen", "Ann", "An\u00adn", HC_BAD_TEXT},
        {"a grapheme joiner", "Ann", "An\u034fn", HC_BAD_TEXT},
        {"a variation selector", "Ann", "Ann\ufe0f", HC_BAD_TEXT},
        {"one of the many more", "Ann", "Ann\U000e0101", HC_BAD_TEXT},
        {"a Hangul filler", "Ann", "\u3164", HC_BAD_TEXT},
        {"a narrow Hangul filler", "Ann", "Ann\uffa0", HC_BAD_TEXT},
        {"a Hangul choseong filler", "Ann", "Ann\u115f", HC_BAD_TEXT},
        {"a zero width space", "Ann", "An\u200bn", HC_BAD_TEXT},
        {"a direction", "Ann", "\u202ennA", HC_BAD_TEXT},
        {"a Mongolian separator", "Ann", "Ann\u180e", HC_BAD_TEXT},
        {"a blank of Braille", "Ann", "\u2800", HC_BAD_TEXT},
        {"a blank that does not break", "Ann", "An\u00a0n", HC_BAD_TEXT},
        {"a mark on a letter", "Ann", "A\u0301nn", HC_BAD_TEXT},
        {"letters for formulas", "Ann", "\U0001d400nn", HC_BAD_TEXT},
        {"a Cyrillic A", "Ann", "\u0410nn", HC_DUPLICATE_PLAYER},
        {"a Greek A", "Ann", "\u0391nn", HC_DUPLICATE_PLAYER},
        {"a wide A", "Ann", "\uff21nn", HC_DUPLICATE_PLAYER},
        {"the other way round", "\u0421\u0430\u0440", "Cap", HC_DUPLICATE_PLAYER},
        {"Cyrillic and Greek", "\u0391\u041d", "\u0410\u0397", HC_DUPLICATE_PLAYER},
        {"a zero", "Otto", "0tto", HC_DUPLICATE_PLAYER},
        {"a one", "Carl", "Car1", HC_DUPLICATE_PLAYER},
        {"a capital i", "Carl", "CarI", HC_DUPLICATE_PLAYER},
        {"r and n", "Tom", "Torn", HC_DUPLICATE_PLAYER},
        {"two blanks", "Ann B", "Ann  B", HC_DUPLICATE_PLAYER},
        {"another dash", "A-B", "A\u2010B", HC_DUPLICATE_PLAYER},
        {"a Cyrillic e", "greedy", "gr\u0435edy", HC_DUPLICATE_PLAYER},
        {"letters with marks", "Zo\u00eb", "Zoe", HC_OK},
        {"names in other letters", "\u0418\u0432\u0430\u043d", "\u5c71\u7530", HC_OK},
        {"a picture", "Ann", "\U0001f0cf", HC_OK},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        open_room("null", "", "");
        assert_int_equal(ask(1, HC_DO_SIT, HC_NONE, rows[i].sits), HC_OK);
        if (ask(2, HC_DO_SIT, HC_NONE, rows[i].name) != rows[i].want)
            fail_msg("%s: %s", rows[i].why, hc_refusal_name(answer.refusal));
        if (rows[i].want == HC_DUPLICATE_PLAYER && (strcmp(rows[i].sits, rows[i].name) != 0) !=
                                                       !strncmp(answer.why, "that name looks", 15))
            fail_msg("%s: %s", rows[i].why, answer.why);
    }
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

/* ---- Codes, saving, undoing ------------------------------------------------------------------ */

static void codes_are_easy_to_say(void **state)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    (void)state;
    hc_room_code((const uint8_t[]){0x10, 0x32, 0x54}, code);
    assert_string_equal(code, "BCDFHJ");
    hc_room_code((const uint8_t[]){0xff, 0xfe, 0x00}, code);
    assert_string_equal(code, "XXWXBB");
}

static bool load_on(struct hc_room *loaded, const uint8_t *bytes, size_t size,
                    const uint8_t *progress, size_t progress_size)
{
    struct hc_problem why = {0};
    struct hc_room_saved saved = {.bytes = bytes,
                                  .size = size,
                                  .progress = progress,
                                  .progress_size = progress_size,
                                  .log = log_bytes,
                                  .log_size = game_log.used,
                                  .seed = seed};
    bool good = hc_room_load(loaded, &saved, now_ms, &why);

    assert_true(good || why.text[0]);
    return good;
}

static bool load(struct hc_room *loaded, const uint8_t *bytes, size_t size)
{
    return load_on(loaded, bytes, size, NULL, 0);
}

/* The room as it was saved at the beginning, and what commands have changed since. */
static void progress_is_enough_for_commands(void **state)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES], progress[HC_ROOM_PROGRESS_BYTES];
    struct hc_room loaded, whole;
    size_t size, progress_size;

    (void)state;
    begin("shed", "", "watch=late", 3);
    size = hc_room_save(&room, bytes, sizeof bytes);
    for (unsigned turn = 0; turn < 20; turn++) {
        now_ms += 100;
        play_on();
        assert_false(answer.changed);
    }
    act(2, "nonsense", 7, 4000000000);
    assert_false(load(&loaded, bytes, size)); /* the log is longer */
    progress_size = hc_room_progress(&room, progress, sizeof progress);
    assert_true(progress_size < size);
    assert_true(load_on(&loaded, bytes, size, progress, progress_size));
    for (size_t cut = 1; cut < progress_size; cut++)
        assert_false(load_on(&whole, bytes, size, progress, cut));
    size = hc_room_save(&room, bytes, sizeof bytes);
    assert_true(load(&whole, bytes, size));
    assert_memory_equal(&loaded, &whole, sizeof whole);
    assert_int_equal(loaded.seat[1].id[0], 4000000000);
}

/* Every byte counts: a changed one is refused, or says something else. */
static void saved_rooms_are_read_back(void **state)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES], again[HC_ROOM_SAVE_BYTES];
    struct hc_room loaded;
    size_t size;
    unsigned refused = 0;

    (void)state;
    begin("shed", "stacking=any", "live public=true turn_ms=90000", 3);
    act(1, "uno", 0, 5);
    play_on();
    size = hc_room_save(&room, bytes, sizeof bytes);
    assert_true(load(&loaded, bytes, size));
    assert_memory_equal(&loaded.table, &room.table, sizeof room.table);
    assert_int_equal(loaded.seat[0].id[0], 5);
    assert_int_equal(loaded.seat[0].connections, 0);
    assert_int_equal(hc_room_deadline(&loaded), T0 + 90000);
    for (size_t cut = 0; cut < size; cut++)
        assert_false(load(&loaded, bytes, cut));
    for (size_t at = 0; at < size; at++)
        for (unsigned bit = 0; bit < 8; bit++) {
            bytes[at] ^= (uint8_t)(1u << bit);
            if (!load(&loaded, bytes, size))
                refused++;
            else if (hc_room_save(&loaded, again, sizeof again) != size)
                fail_msg("byte %zu bit %u changes the size", at, bit);
            bytes[at] ^= (uint8_t)(1u << bit);
        }
    assert_true(refused > size); /* many say something else: names, guests, times, ids */
    bytes[4] = 4;
    assert_false(load(&loaded, bytes, size));
    bytes[4] = 3;
    seed[0] ^= 1;
    assert_true(load(&loaded, bytes, size)); /* another seed cannot be noticed before the end */
    assert_memory_not_equal(loaded.table.key, room.table.key, HC_SEED_BYTES);
}

/* Where in a saved room with these options it is written who wants the end: after the bans. */
static size_t ending_at(const char *game, const char *rules, const char *settings)
{
    return 5 + 1 + strlen(game) + 2 + strlen(rules) + 2 + strlen(settings) + 3 + 4 +
           HC_ROOM_CODE_CHARS + 1 + strlen("Friday") + sizeof room.ban;
}

/* What the fuzzer begins with must be rooms, or it never comes further than to refuse them. */
static void kept_inputs_are_rooms(void **state)
{
    static const struct {
        const char *name;
        enum hc_room_stage stage;
    } rows[] = {
        {"lobby", HC_ROOM_LOBBY},   {"opening", HC_ROOM_OPENING},   {"null", HC_ROOM_PLAYING},
        {"two", HC_ROOM_PLAYING},   {"paused", HC_ROOM_PLAYING},    {"ending", HC_ROOM_PLAYING},
        {"older", HC_ROOM_PLAYING}, {"finished", HC_ROOM_FINISHED}, {"agreed", HC_ROOM_FINISHED},
    };
    static uint8_t bytes[1 << 14];
    struct hc_problem why;

    (void)state;
    hc_zero(seed, sizeof seed);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct hc_room_saved saved = {.bytes = bytes + 2, .seed = seed};
        char path[500];
        FILE *file;
        size_t size;

        snprintf(path, sizeof path, HC_SOURCE_DIR "/fuzz/corpus/room/%s", rows[i].name);
        file = fopen(path, "rb");
        assert_non_null(file);
        size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        saved.size = bytes[0] | (size_t)bytes[1] << 8;
        saved.log = saved.bytes + saved.size;
        saved.log_size = size - 2 - saved.size;
        if (!hc_room_load(&room, &saved, T0, &why))
            fail_msg("%s: %s", rows[i].name, why.text);
        assert_int_equal(room.stage, rows[i].stage);
    }
}

static void note_guest(void *context, const uint8_t guest[HC_GUEST_BYTES])
{
    *(unsigned *)context |= 1u << guest[0];
}

/* The numbers of those whom a saved room names, as a mask. */
static unsigned guests_in(const uint8_t *bytes, size_t size)
{
    unsigned guests = 0;

    assert_true(hc_room_saved_guests(bytes, size, note_guest, &guests));
    return guests;
}

/* Those who sit and those who were sent away, whatever stands beside them. */
static void saved_rooms_name_guests(void **state)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES], entropy[HC_SEED_BYTES] = {5};
    struct hc_room_request contributes = {
        .verb = HC_DO_SIT, .seat = HC_NONE, .text = "Dora", .entropy = entropy};
    unsigned guests = 0;
    size_t size;

    (void)state;
    open_room("null", "", "");
    assert_int_equal(guests_in(bytes, hc_room_save(&room, bytes, sizeof bytes)), 0);
    sit(1);
    sit(2);
    sit(3);
    assert_int_equal(ask(1, HC_DO_ADD_BOT, HC_NONE, "search:500 Bea"), HC_OK);
    assert_int_equal(ask(1, HC_DO_KICK, 1, NULL), HC_OK);
    assert_int_equal(ask_with(4, contributes), HC_OK);
    size = hc_room_save(&room, bytes, sizeof bytes);
    assert_int_equal(guests_in(bytes, size), 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4);
    assert_false(hc_room_saved_guests(bytes, 40, note_guest, &guests));
    bytes[4] = 99;
    assert_false(hc_room_saved_guests(bytes, size, note_guest, &guests));
}

/* Version 1 knew no proposals, and version 2 not why a match ended; everything else is as it was.
 */
static void older_rooms_are_read(void **state)
{
    static const struct {
        uint8_t version;
        size_t from, count; /* bytes that it has not got, behind the bans */
    } rows[] = {{1, 0, 3}, {2, 2, 1}};
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    struct hc_room loaded, now;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t at = ending_at("null", "", "next=one") + rows[i].from, count = rows[i].count, size;

        begin("null", "", "next=one", 2);
        play_on();
        size = hc_room_save(&room, bytes, sizeof bytes);
        assert_true(load(&now, bytes, size));
        memmove(bytes + at, bytes + at + count, size - at - count);
        assert_false(load(&loaded, bytes, size - count));
        bytes[4] = rows[i].version;
        assert_int_equal(guests_in(bytes, size - count), 1 << 1 | 1 << 2);
        assert_true(load(&loaded, bytes, size - count));
        assert_memory_equal(&loaded, &now, sizeof now);
        assert_int_equal(hc_room_save(&loaded, bytes, sizeof bytes), size);
    }
}

/* A room with a name that nobody gets any more was right when it was stored. */
static void old_names_are_read(void **state)
{
    static uint8_t bytes[8192];
    struct hc_room loaded;

    (void)state;
    open_room("null", "", "");
    assert_int_equal(ask(1, HC_DO_SIT, HC_NONE, "Ann"), HC_OK);
    strcpy(room.seat[0].name, "A\u00adn");
    assert_true(load(&loaded, bytes, hc_room_save(&room, bytes, sizeof bytes)));
    assert_string_equal(loaded.seat[0].name, room.seat[0].name);
}

/* Those who agreed are remembered through a restart, with whose coming the match does not end. */
static void a_proposal_is_stored(void **state)
{
    static const struct {
        const char *why;
        unsigned mask;
        bool good;
    } rows[] = {
        {"as it was", 5, true},       {"nobody", 0, true},
        {"the host", 1, true},        {"without the host", 4, false},
        {"a bot", 9, false},          {"a seat that does not exist", 0x401, false},
        {"an empty seat", 17, false},
    };
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    size_t size, at = ending_at("null", "", "away=bot grace_ms=9000");
    struct hc_room loaded;

    (void)state;
    open_room("null", "", "away=bot grace_ms=9000");
    for (unsigned g = 1; g <= 3; g++)
        sit(g);
    assert_int_equal(ask(1, HC_DO_ADD_BOT, HC_NONE, "random"), HC_OK);
    assert_int_equal(ask(1, HC_DO_START, HC_NONE, NULL), HC_OK);
    tick_all();
    assert_int_equal(ask(1, HC_DO_END, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(3, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    size = hc_room_save(&room, bytes, sizeof bytes);
    assert_int_equal(bytes[at], 5);
    for (size_t i = 0; i < COUNT(rows); i++) {
        bytes[at] = (uint8_t)rows[i].mask;
        bytes[at + 1] = (uint8_t)(rows[i].mask >> 8);
        if (load(&loaded, bytes, size) != rows[i].good)
            fail_msg("%s: read %d", rows[i].why, !rows[i].good);
    }
    bytes[at] = 5;
    bytes[at + 1] = 0;
    assert_true(load(&room, bytes, size));
    assert_int_equal(hc_room_agreed(&room), 5);
    assert_int_equal(ask(1, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    tick_all();
    assert_int_equal(room.stage, HC_ROOM_PLAYING);
    assert_int_equal(ask(2, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(2, HC_DO_AGREE, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "end");
}

/* Saving into too little says how much it wants, and writes nothing beyond. */
static void a_room_that_does_not_fit_says_so(void **state)
{
    uint8_t whole[HC_ROOM_SAVE_BYTES], bytes[HC_ROOM_SAVE_BYTES + 8];
    size_t size;

    (void)state;
    begin("null", "", "next=one", 2);
    size = hc_room_save(&room, whole, sizeof whole);
    for (size_t less = 0; less < size; less++) {
        memset(bytes, 0xa5, sizeof bytes);
        assert_int_equal(hc_room_save(&room, bytes, less), size);
        assert_memory_equal(bytes, whole, less);
        for (size_t i = less; i < sizeof bytes; i++)
            assert_int_equal(bytes[i], 0xa5);
    }
}

/* What fell due while nobody ran the house is put off for a minute. */
static void a_restart_costs_nobody_a_turn(void **state)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    size_t size;

    (void)state;
    begin("null", "", "clock=live turn_ms=30000 away=bot grace_ms=20000", 2);
    size = hc_room_save(&room, bytes, sizeof bytes);
    now_ms = T0 + 500000;
    assert_true(load(&room, bytes, size));
    assert_int_equal(hc_room_deadline(&room), now_ms + HC_ROOM_LATE_MS);
    assert_int_equal(hc_room_due(&room), now_ms + 20000); /* nobody is connected any more */
    assert_int_equal(ask(1, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(2, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(hc_room_due(&room), now_ms + HC_ROOM_LATE_MS);
    now_ms = T0 + 10; /* the clock was set back meanwhile: a whole turn, no more */
    assert_true(load(&room, bytes, size));
    assert_int_equal(hc_room_deadline(&room), T0 + 10 + HC_ROOM_LATE_MS);
}

/* The pause began after 25 of 30 seconds: the other five are a minute when it ends. */
static void a_restart_in_a_pause_costs_nobody_a_turn(void **state)
{
    uint8_t bytes[HC_ROOM_SAVE_BYTES];
    size_t size;

    (void)state;
    begin("shed", "on_disconnect=pause first_action=ignore first_wild=none",
          "clock=live turn_ms=30000 grace_ms=10000", 2);
    now_ms = T0 + 15000;
    assert_int_equal(ask(2, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    now_ms = T0 + 25000;
    assert_string_equal(tick(), "leave");
    size = hc_room_save(&room, bytes, sizeof bytes);
    now_ms = T0 + 500000;
    assert_true(load(&room, bytes, size));
    assert_int_equal(ask(1, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    now_ms += 3000;
    assert_int_equal(ask(2, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_string_equal(tick(), "return");
    assert_int_equal(hc_room_deadline(&room), now_ms + HC_ROOM_LATE_MS);
}

/* The house counts anew who is there; since when somebody is gone is not forgotten. */
static void undoing_forgets_connections(void **state)
{
    struct hc_room before;

    (void)state;
    begin("null", "", "", 2);
    assert_int_equal(ask(3, HC_DO_WATCH, HC_NONE, NULL), HC_OK);
    before = room;
    play_on();
    now_ms += 1000;
    assert_int_equal(ask(2, HC_DO_DISCONNECT, HC_NONE, NULL), HC_OK);
    hc_room_undo(&room, &before);
    assert_memory_equal(&room.table, &before.table, sizeof room.table);
    assert_int_equal(room.seat[0].connections, 0);
    assert_int_equal(room.seat[1].gone_ms, now_ms);
    assert_int_equal(room.watcher[0].connections, 0);
    assert_int_equal(ask(1, HC_DO_CONNECT, HC_NONE, NULL), HC_OK);
    assert_int_equal(ask(3, HC_DO_WATCH, HC_NONE, NULL), HC_OK);

    open_room("null", "", "");
    assert_int_equal(ask(3, HC_DO_SIT, HC_NONE, "guest 3"), HC_OK);
    before = room;
    assert_int_equal(ask(3, HC_DO_LEAVE, HC_NONE, NULL), HC_OK);
    now_ms += 1000;
    assert_int_equal(ask(4, HC_DO_SIT, HC_NONE, "guest 4"), HC_OK);
    hc_room_undo(&room, &before); /* whoever had lost the seat is gone since they have it again */
    assert_int_equal(hc_room_seat_of(&room, before.seat[0].guest), 0);
    assert_int_equal(room.seat[0].gone_ms, now_ms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_belong_to_guests),
        cmocka_unit_test(host_is_passed_on),
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
        cmocka_unit_test(turns_have_deadlines),
        cmocka_unit_test(slow_clocks_count_hours),
        cmocka_unit_test(clocks_that_jump_do_no_harm),
        cmocka_unit_test(a_jump_uses_up_no_grace),
        cmocka_unit_test(no_time_runs_in_a_pause),
        cmocka_unit_test(those_who_are_there_may_go_on),
        cmocka_unit_test(a_bot_stands_in),
        cmocka_unit_test(bots_play_and_may_fail),
        cmocka_unit_test(a_dropped_player_is_gone),
        cmocka_unit_test(leaving_and_coming_back),
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
        cmocka_unit_test(spectators),
        cmocka_unit_test(chat_is_limited),
        cmocka_unit_test(hints_are_told_or_forbidden),
        cmocka_unit_test(names_are_not_alike),
        cmocka_unit_test(old_names_are_read),
        cmocka_unit_test(rooms_expire),
        cmocka_unit_test(a_match_that_nobody_plays_ends),
        cmocka_unit_test(codes_are_easy_to_say),
        cmocka_unit_test(saved_rooms_are_read_back),
        cmocka_unit_test(kept_inputs_are_rooms),
        cmocka_unit_test(saved_rooms_name_guests),
        cmocka_unit_test(older_rooms_are_read),
        cmocka_unit_test(a_proposal_is_stored),
        cmocka_unit_test(a_room_that_does_not_fit_says_so),
        cmocka_unit_test(progress_is_enough_for_commands),
        cmocka_unit_test(a_restart_costs_nobody_a_turn),
        cmocka_unit_test(a_restart_in_a_pause_costs_nobody_a_turn),
        cmocka_unit_test(undoing_forgets_connections),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
