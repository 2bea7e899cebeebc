// SPDX-License-Identifier: MIT
/* test_telegram_manners.c: what the bot says, and what it does when people or Telegram misbehave.
 */
#include "unit/telegram_world.h"

static char code[HC_ROOM_CODE_CHARS + 1];

static void check_says(int64_t chat, const char *text)
{
    if (!last_message(chat) || !strstr(last_message(chat)->text, text))
        fail_msg("\"%s\" is not in: %s", text,
                 last_message(chat) ? last_message(chat)->text : "nothing");
}

/* Two people at a table of the lite rules in the group; a match is on unless told otherwise. */
static void set_up(const char *game, bool starts)
{
    char text[100];

    say(101, 101, "/start");
    say(102, 102, "/start");
    snprintf(text, sizeof text, "/new %s", game);
    say(101, GROUP, text);
    snprintf(code, sizeof code, "%s", code_in(last_message(GROUP)));
    press(102, last_message(GROUP), "Join");
    add_witness(0, code);
    if (starts)
        press(101, last_message(GROUP), "Start");
    pass(3000);
}

/* The newest message of a private chat that shows a table. */
static struct message *board_of(int64_t person)
{
    for (unsigned i = world.messages; i-- > 0;)
        if (world.message[i].chat == person && !world.message[i].deleted &&
            strstr(world.message[i].text, "<code>"))
            return &world.message[i];
    return NULL;
}

/* Who is to play, and who is not. */
static int64_t awaited(void)
{
    return strstr(board_of(101)->text, "your turn") ? 101 : 102;
}

static int64_t other(int64_t person)
{
    return person == 101 ? 102 : 101;
}

static void plain_commands(void **state)
{
    static const struct {
        const char *said, *answer;
    } rows[] = {
        {"/ping", "pong 🏓"},
        {"/PING@card_bot", "pong 🏓"},
        {"/start", "Welcome, Anna!"},
        {"/help", "/startgame"},
        {"/nonsense", "I do not know that command"},
        {"hello", "I do not know that command"},
        {"/state", "You are at no table here"},
        {"/join", "Which table?"},
        {"/join BCDFHJ", "There is no such table."},
        {"/mytables", "You sit at no table"},
        {"/stats", "No match of yours is counted yet"},
        {"/top two", "Nobody has finished"},
        {"/new shed stacking=often", "Stacking must be"},
        {"/language", "Which language?"},
        {"/language de", "Ich spreche jetzt Deutsch."},
        {"/ping", "pong 🏓"},
        {"/start", "Willkommen, Anna!"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned sends = world.sends;

        say(101, 101, rows[i].said);
        pass(2000);
        check_says(101, rows[i].answer);
        assert_int_equal(world.sends, sends + 1);
    }
}

static void commands_for_others_are_not_ours(void **state)
{
    unsigned sends;

    (void)state;
    say(101, GROUP, "/ping");
    sends = world.sends;
    say(101, GROUP, "/ping@other_bot");
    say(101, GROUP, "ping");
    say(101, GROUP, "/unknown");
    assert_int_equal(world.sends, sends);
    say(101, GROUP, "/ping@Card_Bot");
    assert_int_equal(world.sends, sends + 1);
}

/* Document 001 by typing alone, in private chats, without a code after joining. */
static void typed_in_private(void **state)
{
    char text[40];
    unsigned moves = 0;

    (void)state;
    say(101, 101, "/new shed lite");
    snprintf(code, sizeof code, "%s", code_in(last_message(101)));
    snprintf(text, sizeof text, "/join %s", code);
    say(102, 102, text);
    say(101, 101, "/startgame");
    pass(3000);
    for (; moves < 500 && !strstr(last_message(101)->text, "Game over"); moves++) {
        int64_t person = awaited();
        const char *check;

        if (moves == 0) {
            say(other(person), other(person), "/draw");
            check_says(other(person), "It is another player turn");
            say(other(person), other(person), "/state");
        }
        say(person, person, "/hand");
        pass(2000);
        check = strstr(last_message(person)->text, "✅");
        if (check) {
            const char *line = check;

            if (moves == 0) {
                say(person, person, "/draw");
                check_says(person, "you may not draw");
                say(person, person, "/pass");
                check_says(person, "raw a card before you pass");
                say(person, person, "/hand");
                line = strstr(last_message(person)->text, "✅");
            }
            while (line[-1] != '\n')
                line--;
            snprintf(text, sizeof text, "/play %d", atoi(line));
            say(person, person, text);
        } else if (button(last_message(person), "Pass", NULL)) {
            say(person, person, "/pass");
        } else {
            say(person, person, "/draw");
        }
        pass(2000);
    }
    pass(3000);
    check_says(101, "Game over");
    check_says(102, "Game over");
    say(101, 101, "/state");
    check_says(101, "Winner: ");
}

static void endgame_ends_it(void **state)
{
    (void)state;
    set_up("shed lite", true);
    say(102, GROUP, "/endgame");
    pass(3000);
    assert_null(strstr(last_message(101)->text, "Game over"));
    say(101, GROUP, "/endgame");
    pass(5000);
    check_says(GROUP, "Game over");
    check_says(102, "Game over");
}

/* Pressed twice, late, by the wrong one, by somebody who does not sit there. */
static void wrong_presses(void **state)
{
    struct message old;
    char data[80];
    int64_t person;

    (void)state;
    set_up("shed lite", true);
    person = awaited();
    press_data(other(person), last_message(GROUP), button(last_message(GROUP), "Draw", NULL));
    assert_string_equal(world.toast, "It is another player turn");
    press_data(103, last_message(GROUP), button(last_message(GROUP), "Draw", NULL));
    assert_non_null(strstr(world.toast, "You do not sit at this table"));
    press_data(103, last_message(GROUP), "nonsense");
    assert_string_equal(world.toast, "That button is out of date.");

    old = *last_message(person);
    old.text = strdup(old.text);
    snprintf(data, sizeof data, "%s",
             button(&old, NULL, "a.") ? button(&old, NULL, "a.") : "a.BCDFHJ.0.draw");
    press_data(person, &old, data);
    press_data(person, &old, data); /* twice: the table has moved on */
    assert_true(strstr(world.toast, "moved on") || strstr(world.toast, "another player"));
    free(old.text);
}

/* A press that is refused is answered as presses are, or not at all: never by a message. */
static void refused_presses(void **state)
{
    struct message live;
    unsigned sends;

    (void)state;
    set_up("shed", false);
    say(103, 103, "/start");
    live = *last_message(GROUP);
    live.text = strdup(live.text);
    live.keyboard = json_deep_copy(live.keyboard);
    world.hold_store = true;
    press_data_unsettled(101, &live, button(&live, "Start", NULL));
    settle();
    sends = world.sends;
    press_data_unsettled(103, &live, button(&live, "Join", NULL)); /* too late, as it turns out */
    settle();
    world.hold_store = false;
    pass(10000);
    check_says(103, "Welcome");
    assert_int_equal(world.sends, sends + 2); /* the hands of the two who play */

    sends = world.sends;
    press_data(103, &live, button(&live, "Join", NULL));
    pass(10000);
    assert_string_not_equal(world.toast, "");
    assert_int_equal(world.sends, sends);
    free(live.text);
    json_decref(live.keyboard);
}

static void check_buttons(bool draw, bool pass_on, bool call)
{
    const struct message *live;

    pass(20000); /* until Telegram takes one more edit */
    live = last_message(GROUP);
    assert_int_equal(button(live, "Draw", NULL) != NULL, draw);
    assert_int_equal(button(live, "Pass", NULL) != NULL, pass_on);
    assert_int_equal(button(live, "Call UNO!", NULL) != NULL, call);
}

/* The group is offered what somebody may do now, by the rules and by what all can see. */
static void buttons_without_calls(void **state)
{
    (void)state;
    set_up("shed lite initial_cards=2", true);
    check_buttons(true, false, false);
}

static void buttons_with_calls(void **state)
{
    (void)state;
    set_up("shed first_action=ignore first_wild=reshuffle initial_cards=2", true);
    check_buttons(true, false, true);
}

static void buttons_of_a_turn(void **state)
{
    (void)state;
    set_up("shed first_action=ignore first_wild=reshuffle auto_pass=false", true);
    check_buttons(true, false, false);
    say(awaited(), awaited(), "/draw");
    check_buttons(false, true, false);
}

/* What a table is chosen with becomes the table; whoever taps twice gets one table. */
static void chosen_once(int64_t chat)
{
    struct message chooser;
    unsigned sends;

    say(101, chat, "/start");
    pass(4000);
    press(101, last_message(chat), "New table");
    pass(4000);
    press(101, last_message(chat), "Shed");
    pass(4000);
    chooser = *last_message(chat);
    chooser.text = strdup(chooser.text);
    chooser.keyboard = json_deep_copy(chooser.keyboard);
    sends = world.sends;
    world.hold_store = true;
    press_data_unsettled(101, &chooser, button(&chooser, "lite", NULL));
    settle();
    press_data_unsettled(101, &chooser, button(&chooser, "lite", NULL));
    settle();
    world.hold_store = false;
    pass(6000);
    press_data(101, &chooser, button(&chooser, "official", NULL));
    pass(6000);
    assert_string_equal(world.toast, "That button is out of date.");
    assert_int_equal(world.sends, sends);
    assert_int_equal(last_message(chat)->id, chooser.id);
    check_says(chat, "lite rules");
    assert_non_null(button(last_message(chat), "Leave", NULL));
    free(chooser.text);
    json_decref(chooser.keyboard);
}

static void chosen_in_private(void **state)
{
    (void)state;
    chosen_once(101);
    say(101, 101, "/mytables");
    pass(4000);
    assert_null(strstr(strstr(last_message(101)->text, "<code>") + 1, "<code>"));
}

static void chosen_in_a_group(void **state)
{
    (void)state;
    chosen_once(GROUP);
}

/* One seat is taken, two are, in every language; who is alone cannot start. */
static void lobby(void **state)
{
    static const struct {
        const char *language, *one, *two;
    } rows[] = {
        {"en", "1 of 10 seats is taken.", "2 of 10 seats are taken."},
        {"de", "1 von 10 Plätzen ist besetzt.", "2 von 10 Plätzen sind besetzt."},
        {"es", "1 de 10 asientos ocupado.", "2 de 10 asientos ocupados."},
        {"pt", "1 de 10 lugares ocupado.", "2 de 10 lugares ocupados."},
        {"ru", "Занято мест: 1 из 10.", "Занято мест: 2 из 10."},
    };
    char text[40];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, "/language %s", rows[i].language);
        say(101, GROUP, text);
        say(101, GROUP, "/new shed");
        pass(20000);
        check_says(GROUP, rows[i].one);
        assert_null(button(last_message(GROUP), "▶️", NULL));
        press(101, last_message(GROUP), "🤖");
        pass(20000);
        check_says(GROUP, rows[i].two);
        assert_non_null(button(last_message(GROUP), "▶️", NULL));
    }
}

/* Bots have names, each its own, and their levels behind them. */
static void bots_have_names(void **state)
{
    unsigned bots = 0;

    (void)state;
    say(101, GROUP, "/new shed");
    press(101, last_message(GROUP), "🤖");
    say(101, GROUP, "/addbot");
    say(101, GROUP, "/addbot easy");
    say(101, GROUP, "/addbot strong Zoe");
    pass(20000);
    for (const char *bot = last_message(GROUP)->text; (bot = strstr(bot, "🤖 ")); bots++) {
        char name[100];

        bot += strlen("🤖 ");
        snprintf(name, sizeof name, "🤖 %.*s (", (int)strcspn(bot, " \n"), bot);
        assert_non_null(strstr(bot - strlen("🤖 "), name));
        assert_null(strstr(bot, name)); /* there is no other */
        assert_false(strncmp(bot, "fair", 4) == 0 || strncmp(bot, "easy", 4) == 0);
    }
    assert_int_equal(bots, 4);
    check_says(GROUP, " (easy)");
    check_says(GROUP, "🤖 Zoe (strong)");
}

/* A name of which nothing is seen. */
static void blank_name(void **state)
{
    json_t *message = json_pack("{s:I,s:I,s:o,s:s}", "message_id", (json_int_t)500, "date",
                                (json_int_t)1, "chat", make_chat(107), "text", "/start");

    (void)state;
    put_user(message, "from", 107, "\u200b \u2800");
    update(json_pack("{s:o}", "message", message));
    pass(2000);
    check_says(107, "Welcome, Guest!");
}

/* What belongs to a match is answered in a lobby by how one begins. */
static void not_begun(void **state)
{
    static const char *const said[] = {"/hint", "/uno", "/catch Ben", "/draw", "/play 1"};

    (void)state;
    set_up("shed", false);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        unsigned sends = world.sends;

        say(101, 101, said[i]);
        pass(4000);
        check_says(101, "The match has not begun: /startgame.");
        assert_int_equal(world.sends, sends + 1);
    }
}

/* The few commands that one needs come first, and each is there once. */
static void help(void **state)
{
    static const char *const first[] = {"/new ", "/join ", "/startgame ", "/hand ", "/play "};
    const char *text, *rest;

    (void)state;
    say(101, 101, "/help");
    text = last_message(101)->text;
    rest = strstr(text, "And also:");
    assert_non_null(rest);
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        char line[40];

        snprintf(line, sizeof line, "\n%s–", first[i]);
        assert_true(strstr(text, line) && strstr(text, line) < rest);
        assert_null(strstr(rest, line));
    }
    assert_non_null(strstr(rest, "\n/reminders –"));
    assert_null(strstr(strstr(text, "\n/reminders –") + 1, "\n/reminders –"));
}

/* Nobody knows whether the answer to a press arrived: it is given again, and not without end. */
static void press_answered_again(void **state)
{
    unsigned calls;

    (void)state;
    set_up("shed", false);
    world.failure = (struct failure){"answerCallbackQuery", 0, 0, ""};
    press(103, last_message(GROUP), "Leave"); /* it is answered, whatever was lost */
    assert_null(world.failure.method);
    assert_non_null(strstr(world.toast, "You do not sit at this table"));

    world.lose_answer = "answerCallbackQuery";
    calls = world.answers;
    press_data_unsettled(103, last_message(GROUP), button(last_message(GROUP), "Leave", NULL));
    settle();
    assert_int_equal(world.answers, calls + 2);
    pass(10000);
    assert_int_equal(world.answers, calls + 2);
}

/* Until the private chat is open, a hand is only to be had by a link that opens it. */
static void deep_link(void **state)
{
    char text[60];

    (void)state;
    say(101, GROUP, "/new shed lite");
    press(102, last_message(GROUP), "Join");
    snprintf(code, sizeof code, "%s", code_in(last_message(GROUP)));
    press(101, last_message(GROUP), "Start");
    pass(3000);
    assert_null(last_message(101));
    press(101, last_message(GROUP), "My hand");
    snprintf(text, sizeof text, "https://t.me/card_bot?start=h%s", code);
    assert_string_equal(world.url, text);
    snprintf(text, sizeof text, "/start h%s", code);
    say(101, 101, text);
    pass(2000);
    check_says(101, "Your hand (7 cards)");
    assert_null(strstr(last_message(GROUP)->text, "Your hand"));
    say(102, GROUP, "/hand"); /* typed: a message with the link */
    pass(4000);
    check_says(GROUP, "open our private chat");
    press(101, last_message(101), "Hint");
    pass(4000);
    check_says(101, "💡");
}

/* The door closes and opens again from its memos: nothing is said twice, and play goes on. */
static void remembered(void **state)
{
    unsigned sends;
    int64_t live;

    (void)state;
    set_up("shed lite", true);
    live = last_message(GROUP)->id;
    for (unsigned i = 0; i < 6; i++) {
        sends = world.sends;
        telegram_close(world.telegram);
        open_door();
        pass(5000);
        assert_int_equal(world.sends, sends);
        assert_true(press_any(awaited(), board_of(awaited()), "a."));
        pass(5000);
        assert_int_equal(last_message(GROUP)->id, live);
    }
}

/* What was to be said is said after a crash, if it was not sent; if it may have been, it is not. */
static void crash_before_and_after_sending(void **state)
{
    struct telegram_call call;
    unsigned sends = world.sends;

    (void)state;
    say_unsettled(101, 101, "/ping");
    tell_time();
    pump_store(); /* the answer is remembered, and has not left */
    telegram_close(world.telegram);
    open_door();
    pass(3000);
    assert_int_equal(world.sends, sends + 1);
    check_says(101, "pong");

    say_unsettled(101, 101, "/ping");
    tell_time();
    pump_store();
    while (telegram_next_call(world.telegram, &call))
        do_call(&call);
    pump_store();
    assert_true(telegram_next_call(world.telegram, &call)); /* it leaves, and nobody answers */
    assert_string_equal(call.method, "sendMessage");
    telegram_close(world.telegram);
    open_door();
    pass(3000);
    assert_int_equal(world.sends, sends + 1);
}

/* An update that comes again is not done again. */
static void known_updates(void **state)
{
    unsigned sends;

    (void)state;
    say(101, 101, "/ping");
    sends = world.sends;
    world.update_id--;
    say(101, 101, "/ping");
    assert_int_equal(world.sends, sends);
    assert_true(telegram_is_settled(world.telegram));
    assert_int_equal(telegram_offset(world.telegram), world.update_id + 1);
}

/* The table was stored and the offset was not, as a crash may leave them: the update comes again,
 * and adds no second bot. */
static void one_bot_for_an_update(void **state)
{
    static struct memo_kept old[MEMOS_MAX];
    unsigned count;

    (void)state;
    set_up("shed", false);
    count = world.memos;
    memcpy(old, world.memo, count * sizeof *old);
    for (unsigned i = 0; i < count; i++) {
        old[i].bytes = malloc(old[i].size);
        memcpy(old[i].bytes, world.memo[i].bytes, old[i].size);
    }
    say(101, GROUP, "/addbot");
    pass(6000);
    check_says(GROUP, "🤖");
    telegram_close(world.telegram);
    for (unsigned i = 0; i < world.memos; i++)
        free(world.memo[i].bytes);
    memcpy(world.memo, old, count * sizeof *old);
    world.memos = count;
    world.update_id--;
    open_door();
    say(101, GROUP, "/addbot");
    pass(10000);
    check_says(GROUP, "3 of 10 seats are taken.");
}

/* A message of which nobody knows whether it was sent is known by its button. */
static void pressed_unknown(void **state)
{
    unsigned sends;
    int64_t person;

    (void)state;
    set_up("shed lite", true);
    person = awaited();
    world.lose_answer = "sendMessage";
    world.lose_chat = person;
    say(person, person, "/hand");
    pass(10000);
    assert_null(world.lose_answer);
    sends = world.sends;
    assert_true(press_any(person, board_of(person), "a."));
    pass(10000);
    assert_int_equal(world.sends, sends); /* it was edited */
}

/* Somebody changes a message. */
static void edit(int64_t person, int64_t chat, int64_t id, const char *text)
{
    json_t *message =
        json_pack("{s:I,s:I,s:I,s:o,s:s}", "message_id", (json_int_t)id, "date", (json_int_t)1,
                  "edit_date", (json_int_t)2, "chat", make_chat(chat), "text", text);

    put_user(message, "from", person, name_of(person));
    update(json_pack("{s:o}", "edited_message", message));
    pass(1100);
}

/* A mistyped command can be put right; what was done is not done again. */
static void edited(void **state)
{
    unsigned sends;

    (void)state;
    edit(101, 101, 500, "/ping");
    sends = world.sends;
    check_says(101, "pong");
    edit(101, 101, 500, "/ping again");
    edit(101, 101, 501, "no command");
    assert_int_equal(world.sends, sends);
}

#define REFUSED(code, text) "{\"ok\":false,\"error_code\":" #code ",\"description\":\"" text "\"}"

static void telegram_refuses(void **state)
{
    unsigned sends;
    int64_t live;

    (void)state;
    set_up("shed lite", true);
    /* Told to wait: nothing is lost, and nothing is sent twice. */
    sends = world.sends;
    world.failure =
        (struct failure){"sendMessage", 101, 429,
                         "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many "
                         "Requests: retry after 7\",\"parameters\":{\"retry_after\":7}}"};
    say(101, 101, "/ping");
    assert_int_equal(world.sends, sends);
    pass(8000);
    assert_int_equal(world.sends, sends + 1);

    /* Nobody knows what became of it: it is not said again. */
    world.failure = (struct failure){"sendMessage", 101, 0, ""};
    say(101, 101, "/ping");
    pass(20000);
    assert_int_equal(world.sends, sends + 1);

    /* The live message was deleted: there is a new one. */
    live = last_message(GROUP)->id;
    last_message(GROUP)->deleted = true;
    press_any(awaited(), board_of(awaited()), "a.");
    pass(10000);
    assert_true(last_message(GROUP)->id > live);
    check_says(GROUP, code);

    /* An edit that changes nothing, and one that got lost. */
    world.failure =
        (struct failure){"editMessageText", GROUP, 400,
                         REFUSED(400, "Bad Request: message is not modified: specified new")};
    press_any(awaited(), board_of(awaited()), "a.");
    pass(10000);
    world.failure = (struct failure){"editMessageText", GROUP, 502, "bad gateway"};
    press_any(awaited(), board_of(awaited()), "a.");
    pass(70000);
    assert_null(world.failure.method);
    live = last_message(GROUP)->id;

    /* Blocked: nothing more goes there, until the person comes back. */
    world.failure = (struct failure){"sendMessage", 101, 403,
                                     REFUSED(403, "Forbidden: bot was blocked by the user")};
    say(101, GROUP, "/hand");
    pass(10000);
    press(101, board_of(GROUP), "My hand");
    assert_non_null(strstr(world.url, "start=h"));
    say(101, 101, "/hand");
    pass(5000);
    check_says(101, "Your hand");
}

static void group_moves(void **state)
{
    enum { NEW_GROUP = -1002 };
    unsigned i = 0;

    (void)state;
    set_up("shed lite", true);
    world.failure =
        (struct failure){"editMessageText", GROUP, 400,
                         "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: group "
                         "chat was upgraded to "
                         "a supergroup chat\",\"parameters\":{\"migrate_to_chat_id\":-1002}}"};
    for (; i < 20 && world.failure.method; i++) {
        press_any(awaited(), board_of(awaited()), "a.");
        pass(6000);
    }
    pass(10000);
    check_says(NEW_GROUP, code);
    press_data(102, last_message(NEW_GROUP), button(last_message(NEW_GROUP), "My hand", NULL));
    assert_non_null(strstr(world.toast, "private chat"));
}

static void kicked_out(void **state)
{
    json_t *json = json_pack("{s:{s:o,s:I,s:{s:s,s:{s:I,s:b,s:s}},s:{s:s,s:{s:I,s:b,s:s}}}}",
                             "my_chat_member", "chat", make_chat(GROUP), "date", (json_int_t)1,
                             "old_chat_member", "status", "member", "user", "id", (json_int_t)1,
                             "is_bot", 1, "first_name", "b", "new_chat_member", "status", "kicked",
                             "user", "id", (json_int_t)1, "is_bot", 1, "first_name", "b");
    unsigned sends;

    (void)state;
    set_up("shed lite", true);
    put_user(json_object_get(json, "my_chat_member"), "from", 101, "Anna");
    update(json);
    pass(3000);
    sends = world.calls;
    world.failure = (struct failure){"editMessageText", GROUP, 500, ""};
    for (unsigned i = 0; i < 3; i++)
        press_any(awaited(), board_of(awaited()), "a.");
    pass(10000);
    assert_non_null(world.failure.method); /* nobody tried */
    assert_true(world.calls > sends);
}

/* Rules by buttons: the host's press changes them, another's is put to the vote. */
static void rules_by_buttons(void **state)
{
    struct message *rules;

    (void)state;
    set_up("shed", false);
    press(103, last_message(GROUP), "Join");
    say(101, GROUP, "/rules");
    pass(4000);
    rules = last_message(GROUP);
    press(101, rules, "party");
    pass(6000);
    check_says(GROUP, "party rules");
    check_says(GROUP, "4. <b>7</b> – cards dealt to each player\n");
    assert_null(strstr(last_message(GROUP)->text, "initial_cards"));
    assert_null(button(last_message(GROUP), "_", NULL));
    press(101, last_message(GROUP), "4. 7");
    pass(6000);
    check_says(GROUP, "ards dealt to each player");
    press(101, last_message(GROUP), "8");
    pass(6000);
    check_says(GROUP, "house rules");

    press(102, last_message(GROUP), "official");
    pass(6000);
    check_says(GROUP, "Proposed: official");
    press(103, last_message(GROUP), "👎");
    pass(6000);
    check_says(GROUP, "Proposed: official");
    press(103, last_message(GROUP), "👍");
    pass(6000);
    assert_null(strstr(last_message(GROUP)->text, "Proposed"));
    check_says(GROUP, "official rules");

    press(102, rules, "4. ");
    pass(6000);
    press(102, rules, "8");
    pass(6000);
    check_says(GROUP, "Proposed: 8 – cards dealt to each player.");
}

static void people_with_one_name(void **state)
{
    (void)state;
    say(101, GROUP, "/new shed");
    press(106, last_message(GROUP), "Join"); /* she is called Anna, too */
    press(104, last_message(GROUP), "Join"); /* and he has markup in his name */
    pass(6000);
    check_says(GROUP, "2. Anna 2");
    check_says(GROUP, "3. Dan &lt;b&gt;&amp;amp;");
    say(101, GROUP, "/addbot strong Bea");
    pass(6000);
    check_says(GROUP, "🤖 Bea (strong)");
    say(101, GROUP, "/kick bea");
    say(101, GROUP, "/kick Anna 2");
    pass(6000);
    assert_null(strstr(last_message(GROUP)->text, "Bea"));
    assert_null(strstr(last_message(GROUP)->text, "Anna 2"));
    say(101, GROUP, "/kick Zoe");
    pass(4000);
    check_says(GROUP, "Whom?");
}

static void inline_query(int64_t person, const char *asked)
{
    json_t *query = json_pack("{s:s,s:s,s:s}", "id", "i1", "query", asked, "offset", "");

    put_user(query, "from", person, name_of(person));
    update(json_pack("{s:o}", "inline_query", query));
    pass(1100);
}

/* The hand as results, for whoever holds it; what is sent to the group says nothing about it. */
static void inline_hand(void **state)
{
    json_t *answer, *results, *chosen;
    int64_t person;

    (void)state;
    set_up("shed", true);
    person = awaited();
    inline_query(person, code);
    answer = json_loads(world.inline_answer, 0, NULL);
    results = json_object_get(answer, "results");
    assert_true(json_array_size(results) > 0);
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);

        assert_in_range(strlen(json_string_value(json_object_get(result, "id"))), 1, 64);
        assert_string_equal(json_string_value(json_object_get(
                                json_object_get(result, "input_message_content"), "message_text")),
                            "🃏 I make my move.");
    }
    chosen = json_pack("{s:O,s:s}", "result_id", json_object_get(json_array_get(results, 0), "id"),
                       "query", "");
    put_user(chosen, "from", person, name_of(person));
    update(json_pack("{s:o}", "chosen_inline_result", chosen));
    pass(6000);
    assert_non_null(strstr(last_message(GROUP)->text, name_of(person)));
    assert_non_null(strstr(last_message(GROUP)->text, "•"));
    json_decref(answer);

    inline_query(104, "");
    answer = json_loads(world.inline_answer, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(answer, "results")), 0);
    json_decref(answer);
}

/* Live tables remind before the time is up, slow ones as often as people allow. */
static void reminders(void **state)
{
    unsigned sends;
    int64_t person;

    (void)state;
    set_up("shed lite live", true);
    person = awaited();
    pass(13000);
    assert_null(strstr(last_message(person)->text, "left for your turn"));
    pass(5000);
    check_says(person, "left for your turn");
    pass(20000);
    say(101, GROUP, "/endgame");
    pass(5000);

    say(101, GROUP, "/new shed lite slow");
    snprintf(code, sizeof code, "%s", code_in(last_message(GROUP)));
    press(102, last_message(GROUP), "Join");
    press(101, last_message(GROUP), "Start");
    pass(3000);
    person = awaited();
    sends = world.sends;
    pass(5 * 3600 * 1000);
    assert_int_equal(world.sends, sends);
    pass(2 * 3600 * 1000);
    assert_int_equal(world.sends, sends + 1);
    say(person, person, "/reminders");
    press(person, last_message(person), "never");
    sends = world.sends;
    pass(12 * 3600 * 1000);
    assert_int_equal(world.sends, sends);
}

/* A lobby that nobody starts closes, with a word. */
static void dead_lobby(void **state)
{
    (void)state;
    set_up("shed", false);
    pass(50 * 60 * 1000);
    check_says(GROUP, "This table is closed.");
    say(101, 101, "/mytables");
    pass(2000);
    check_says(101, "You sit at no table");
}

static bool is_in(const uint8_t *bytes, size_t size, const char *text)
{
    for (size_t i = 0; i + strlen(text) <= size; i++)
        if (!memcmp(bytes + i, text, strlen(text)))
            return true;
    return false;
}

static void forgotten(void **state)
{
    (void)state;
    set_up("shed", false);
    say(102, 102, "/forgetme");
    press(102, last_message(102), "Forget me");
    pass(3000);
    check_says(102, "You are forgotten.");
    pass(5000);
    assert_null(strstr(last_message(GROUP)->text, "Ben"));
    for (unsigned i = 0; i < world.memos; i++)
        assert_false(is_in(world.memo[i].bytes, world.memo[i].size, "Ben"));
}

/* Topics of a forum, several tables in a chat, and tables of other doors. */
static void several_tables(void **state)
{
    char first[HC_ROOM_CODE_CHARS + 1], text[60];

    (void)state;
    say(101, GROUP, "/new two");
    snprintf(first, sizeof first, "%s", code_in(last_message(GROUP)));
    say(102, GROUP, "/new shed");
    snprintf(code, sizeof code, "%s", code_in(last_message(GROUP)));
    assert_string_not_equal(first, code);
    snprintf(text, sizeof text, "/join %s", first);
    say(102, GROUP, text);
    say(101, GROUP, "/startgame"); /* hers is the first one */
    pass(5000);
    snprintf(text, sizeof text, "/watch %s", first);
    say(103, 103, text);
    pass(3000);
    check_says(103, first);
    assert_null(strstr(last_message(103)->text, "Your hand"));
    say(102, 102, "/mytables");
    pass(3000);
    check_says(102, first);
    check_says(102, code);
}

int main(void)
{
#define ROW(test) cmocka_unit_test_setup_teardown(test, begin_world, end_world)
    const struct CMUnitTest tests[] = {
        ROW(plain_commands),
        ROW(commands_for_others_are_not_ours),
        ROW(typed_in_private),
        ROW(endgame_ends_it),
        ROW(wrong_presses),
        ROW(refused_presses),
        ROW(buttons_without_calls),
        ROW(buttons_with_calls),
        ROW(buttons_of_a_turn),
        ROW(chosen_in_private),
        ROW(chosen_in_a_group),
        ROW(lobby),
        ROW(bots_have_names),
        ROW(blank_name),
        ROW(not_begun),
        ROW(help),
        ROW(press_answered_again),
        ROW(one_bot_for_an_update),
        ROW(deep_link),
        ROW(remembered),
        ROW(crash_before_and_after_sending),
        ROW(known_updates),
        ROW(pressed_unknown),
        ROW(edited),
        ROW(telegram_refuses),
        ROW(group_moves),
        ROW(kicked_out),
        ROW(rules_by_buttons),
        ROW(people_with_one_name),
        ROW(inline_hand),
        ROW(reminders),
        ROW(dead_lobby),
        ROW(forgotten),
        ROW(several_tables),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
