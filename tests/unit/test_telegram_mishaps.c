// SPDX-License-Identifier: MIT
/*
 * test_telegram_mishaps.c: what the bot does when people press the wrong button, when Telegram
 * refuses, forgets or repeats something, and when the process dies.
 */
#include "doors/telegram/telegram_inside.h"
#include "unit/telegram_table.h"

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
    assert_true(strstr(world.toast, "has changed") || strstr(world.toast, "another player"));
    free(old.text);
}

/* Who has not opened the private chat, and comes too late to a table, is told why and not sent
 * away.
 */
static void join_a_full_table(void **state)
{
    char data[40];

    (void)state;
    set_up("shed lite", false);
    snprintf(data, sizeof data, "j.%s.0.", code);
    press_data(103, last_message(GROUP), data);
    assert_string_equal(world.url, "");
    assert_non_null(strstr(world.toast, "full"));
}

/* Below a message that is not the table's any more: an answer, and the table as it is. */
static void press_below_an_old_message(void **state)
{
    struct message old;
    char data[80];
    int64_t person;

    (void)state;
    set_up("shed lite", true);
    person = awaited();
    old = *board_of(person);
    old.text = strdup(old.text);
    snprintf(data, sizeof data, "a.%s.1.draw", code);
    say(person, person, "/hand");
    pass(3000);
    assert_true(board_of(person)->id > old.id);
    say(person, person, "/ping");
    pass(3000);
    press_data(person, &old, data);
    assert_string_equal(world.toast, "Something has changed at the table; look again.");
    pass(3000);
    check_says(person, "Your hand");
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

/* Updates that overtake each other are all done, each once, also if the process dies meanwhile. */
static void late_updates(void **state)
{
    unsigned sends;
    int64_t offset;

    (void)state;
    say(101, 101, "/ping");
    sends = world.sends;
    world.update_id += 2;
    say(101, 101, "/ping");
    offset = telegram_offset(world.telegram);
    telegram_close(world.telegram);
    open_door();
    for (unsigned i = 0; i < 2; i++) {
        world.update_id -= 3;
        say(101, 101, "/ping");
        say(101, 101, "/ping");
        world.update_id++;
        pass(5000);
        assert_int_equal(world.sends, sends + 3);
        assert_int_equal(telegram_offset(world.telegram), offset);
    }
}

static unsigned tables_of(int64_t user)
{
    uint8_t token[TELEGRAM_TOKEN_BYTES], guest[HC_GUEST_BYTES];
    struct house_mine mine;
    unsigned count = 0;

    telegram_token(world.telegram, user, token);
    protocol_guest_of(token, guest);
    while (house_mine(world.house, guest, count, &mine))
        count++;
    return count;
}

/* A late update makes a table of its own. */
static void late_tables(void **state)
{
    (void)state;
    world.update_id++;
    say(101, 101, "/new shed");
    world.update_id -= 2;
    say(101, 101, "/new two");
    pass(5000);
    assert_int_equal(tables_of(101), 2);
}

/* Whoever gives updates counts anew: what comes is new, however low its number is. */
static void counted_anew(void **state)
{
    unsigned sends;

    (void)state;
    world.update_id = 500000000;
    say(101, 101, "/ping");
    world.update_id = 7000;
    for (unsigned i = 0; i < 2; i++) {
        sends = world.sends;
        say(101, 101, "/ping");
        pass(5000);
        assert_int_equal(world.sends, sends + 1);
        assert_int_equal(telegram_offset(world.telegram), world.update_id + 1);
        telegram_close(world.telegram);
        open_door();
    }
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

/* A message of which nobody knows whether it was sent is known by its button, and takes the place
 * of the one before. */
static void pressed_unknown(void **state)
{
    unsigned sends;
    int64_t person, before;

    (void)state;
    set_up("shed lite", true);
    person = awaited();
    before = board_of(person)->id;
    world.lose_answer = "sendMessage";
    world.lose_chat = person;
    say(person, person, "/hand");
    pass(10000);
    assert_null(world.lose_answer);
    sends = world.sends;
    assert_true(press_any(person, board_of(person), "a."));
    pass(10000);
    assert_int_equal(world.sends, sends); /* it was edited */
    assert_true(find_message(person, before)->deleted);
    assert_true(board_of(person)->id > before);
}

/* Lets time pass until a message of a chat is about to be edited; that call is left to the caller.
 */
static void wait_for_edit(int64_t chat, struct telegram_call *call)
{
    char wanted[40];

    snprintf(wanted, sizeof wanted, "{\"chat_id\":%lld,", (long long)chat);
    for (unsigned i = 0; i < 100; i++, world.now_ms += 1000) {
        tell_time();
        house_tick(world.house);
        telegram_tick(world.telegram);
        pump_store();
        while (telegram_next_call(world.telegram, call)) {
            if (!strcmp(call->method, "editMessageText") &&
                !strncmp(call->json, wanted, strlen(wanted)))
                return;
            do_call(call);
        }
    }
    fail_msg("nothing is edited there");
}

/* The same while the one before is edited: what that says then, the other one says as well. */
static void pressed_unknown_meanwhile(void **state)
{
    const struct message *other;
    struct telegram_call call;
    int64_t before, person;

    (void)state;
    set_up("shed lite", true);
    before = last_message(GROUP)->id;
    world.lose_answer = "sendMessage";
    world.lose_chat = GROUP;
    say(101, GROUP, "/state");
    pass(60000);
    assert_null(world.lose_answer);
    other = last_message(GROUP);
    assert_true(other->id > before);
    person = awaited();
    press_data_unsettled(person, board_of(person), button(board_of(person), NULL, "a."));
    wait_for_edit(GROUP, &call);
    press_data_unsettled(person, other, button(other, "My hand", NULL));
    do_call(&call);
    pass(60000);
    assert_true(find_message(GROUP, before)->deleted);
    assert_string_equal(other->text, find_message(GROUP, before)->text);
}

/* What somebody has begun to choose is still asked for when something was mistyped meanwhile. */
static void mistyped_meanwhile(void **state)
{
    static const char asks[] = "Choose with the buttons below.";
    int64_t person = 0;

    (void)state;
    set_up("two", true);
    for (unsigned i = 0; i < 100 && !(person && strstr(board_of(person)->text, asks)); i++) {
        person = awaited();
        press_any(person, board_of(person), "a.");
        pass(5000);
    }
    check_says(person, asks);
    say(person, person, "/play nonsense");
    pass(5000);
    say(person, person, "/hand");
    pass(5000);
    check_says(person, asks);
}

/* Who looks on, asks for a seat and leaves at once does not sit there in the end. */
static void left_before_sitting(void **state)
{
    char text[40];

    (void)state;
    set_up("shed", false);
    snprintf(text, sizeof text, "/watch %s", code);
    say(103, 103, text);
    pass(5000);
    check_says(103, code);
    world.hold_store = true;
    snprintf(text, sizeof text, "/join %s", code);
    say_unsettled(103, 103, text);
    say_unsettled(103, 103, "/leave");
    settle();
    world.hold_store = false;
    pass(10000);
    assert_int_equal(tables_of(103), 0);
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
    /* Nor when something else was done meanwhile; another chat has numbers of its own. */
    say(101, 101, "/help");
    edit(101, 101, 500, "/ping once more");
    assert_int_equal(world.sends, sends + 1);
    edit(101, GROUP, 500, "/ping");
    pass(5000);
    check_says(GROUP, "pong");
    /* And not by a process that comes after. */
    sends = world.sends;
    telegram_close(world.telegram);
    open_door();
    edit(101, 101, 500, "/ping for ever");
    pass(5000);
    assert_int_equal(world.sends, sends);
    edit(101, 101, 502, "/ping");
    pass(5000);
    assert_int_equal(world.sends, sends + 1);
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

/* Somebody has written in the new group before we hear of it; and a group that is said to have
 * become itself is what it was. */
static void group_moves_to_a_known_one(void **state)
{
    enum { NEW_GROUP = -1002 };
    json_t *message;

    (void)state;
    set_up("shed lite", true);
    say(101, NEW_GROUP, "/ping");
    message = json_pack("{s:I,s:I,s:o,s:I}", "message_id", (json_int_t)77, "date", (json_int_t)1,
                        "chat", make_chat(GROUP), "migrate_to_chat_id", (json_int_t)GROUP);
    put_user(message, "from", 101, "Anna");
    update(json_pack("{s:O}", "message", message));
    pass(5000);
    assert_null(strstr(last_message(NEW_GROUP)->text, code));
    json_object_set_new(message, "migrate_to_chat_id", json_integer(NEW_GROUP));
    update(json_pack("{s:o}", "message", message));
    pass(5000);
    check_says(NEW_GROUP, code);
    press_data(102, last_message(NEW_GROUP), button(last_message(NEW_GROUP), "My hand", NULL));
    assert_non_null(strstr(world.toast, "private chat"));
}

/* Telegram says to wait in the answer to a message that shows a table, which the person has left
 * meanwhile: they are not written to before. */
static void told_to_wait_when_gone(void **state)
{
    struct telegram_call call, kept = {.id = 0};
    char text[60];
    unsigned sends;

    (void)state;
    set_up("shed lite", true);
    snprintf(text, sizeof text, "/watch %s", code);
    say(103, 103, text);
    pass(5000);
    say_unsettled(103, 103, "/state");
    for (bool any = true; any && !kept.id;) {
        any = pump_store();
        while (telegram_next_call(world.telegram, &call)) {
            any = true;
            if (!strcmp(call.method, "sendMessage"))
                kept = call;
            else
                do_call(&call);
        }
    }
    assert_non_null(kept.json);
    assert_non_null(strstr(kept.json, "\"chat_id\":103,"));
    sends = world.sends;
    say_unsettled(103, 103, "/leave");
    settle();
    answer_json(kept.id, 429,
                "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many "
                "Requests: retry after 7\",\"parameters\":{\"retry_after\":7}}");
    pass(6900);
    assert_int_equal(world.sends, sends);
    pass(200);
    assert_int_equal(world.sends, sends + 1);
    check_says(103, "left");
}

/* Too much waits for a chat, and the change of a table is given up: it is shown later. */
static void shown_after_a_flood(void **state)
{
    char text[60];

    (void)state;
    set_up("shed", false);
    snprintf(text, sizeof text, "/watch %s", code);
    say(103, 103, text);
    pass(2 * TG_AT_HAND_MS);
    world.failure =
        (struct failure){"sendMessage", 103, 429,
                         "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many "
                         "Requests: retry after 30\",\"parameters\":{\"retry_after\":30}}"};
    say(103, 103, "/ping");
    say(101, GROUP, "/addbot");
    for (unsigned i = 0; i < TELEGRAM_WAITING_ONE_MAX; i++)
        say_unsettled(103, 103, "/ping");
    settle();
    assert_null(strstr(board_of(103)->text, "🤖"));
    pass(3 * 60000);
    assert_non_null(strstr(board_of(103)->text, "🤖"));
}

/* Somebody sits down, and the process dies when that is stored and nobody has heard of it: they are
 * dealt in all the same, and shown their hand. */
static void joined_when_it_died(void **state)
{
    struct house_verdict verdict = {.failed = false};
    struct house_entry entry;
    struct house_memo memo;

    (void)state;
    set_up("shed", false);
    say(103, 103, "/start");
    press_data_unsettled(103, last_message(GROUP), button(last_message(GROUP), "Join", NULL));
    while (house_next_entry(world.house, &entry))
        continue;
    while (house_next_memo(world.house, &memo))
        keep_memo(&memo);
    telegram_close(world.telegram);
    house_stored(world.house, &verdict);
    open_door();
    pass(3000);
    press(101, last_message(GROUP), "Start");
    pass(5000);
    check_says(103, "Your hand");
}

/* Closes a batch, and says whether it is stored. Memos go with it, or are lost. */
static void end_batch(bool failed, bool keep)
{
    struct house_entry entry;
    struct house_memo memo;

    while (house_next_entry(world.house, &entry))
        continue;
    while (house_next_memo(world.house, &memo))
        if (keep)
            keep_memo(&memo);
    house_stored(world.house, &(struct house_verdict){.failed = failed});
}

/* Somebody has a seat of which the door knows nothing, asks for it once more, and what others did
 * before that cannot be stored: the seat is theirs all the same. */
static void joined_behind_what_is_lost(void **state)
{
    struct message *table;

    (void)state;
    set_up("shed", false);
    table = last_message(GROUP);
    say(103, 103, "/start");
    press_data_unsettled(103, table, button(table, "Join", NULL));
    end_batch(false, false);
    telegram_close(world.telegram);
    open_door();
    say_unsettled(101, GROUP, "/addbot");
    press_data_unsettled(103, table, button(table, "Join", NULL));
    end_batch(true, false);
    pass(3000);
    press(101, table, "Start");
    pass(5000);
    check_says(103, "Your hand");
}

/* A message is edited when it is noted that nobody knows what it says: if the process dies then, a
 * table that is as it was before is not taken for what is shown. */
static void edited_when_noted(void **state)
{
    struct message *table;

    (void)state;
    set_up("shed", false);
    table = last_message(GROUP);
    say(103, GROUP, "/join");
    pass(5000);
    assert_non_null(strstr(table->text, "Clara"));
    say_unsettled(103, GROUP, "/leave");
    end_batch(false, true);
    world.hold_store = true;
    pass(5000);
    assert_non_null(strstr(table->text, "Clara"));
    world.hold_store = false;
    pass(5000);
    assert_null(strstr(table->text, "Clara"));
}

/* How often somebody was told by a word that it is their turn. */
static unsigned words_to(int64_t person)
{
    unsigned count = 0;

    for (unsigned i = 0; i < world.messages; i++)
        count += world.message[i].chat == person && !world.message[i].deleted &&
                 strstr(world.message[i].text, "👉 It is your turn!");
    return count;
}

/* A hand did not arrive, for all that is known: whoever is waited for is told by a word, once, and
 * also if the process dies before it is said. */
static void told_by_a_word(void **state)
{
    int64_t person;

    (void)state;
    set_up("shed lite", true);
    person = awaited();
    world.failure = (struct failure){"sendMessage", person, 0, ""};
    say(person, person, "/hand");
    assert_null(world.failure.method);
    pass(TG_UNSEEN_MS / 2);
    telegram_close(world.telegram);
    open_door();
    pass(TG_UNSEEN_MS / 2);
    assert_int_equal(words_to(person), 0);
    world.failure = (struct failure){"sendMessage", person, 0, ""}; /* nor does the word */
    pass(TG_UNSEEN_MS);
    assert_null(world.failure.method);
    telegram_close(world.telegram);
    open_door();
    pass(2 * TG_UNSEEN_MS);
    assert_int_equal(words_to(person), 1);
    assert_int_equal(words_to(other(person)), 0);
    pass(3600000);
    assert_int_equal(words_to(person), 1);
    press(person, last_message(person), "My hand");
    pass(3000);
    check_says(person, "Your hand");
}

/* What was to be said before a crash is said in the order in which it was. */
static void said_in_order(void **state)
{
    static const uint64_t numbers[] = {256, 1, 257, 2, 65536};
    struct memo_kept *memo;

    (void)state;
    telegram_close(world.telegram);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char json[100];

        snprintf(json, sizeof json, "{\"chat_id\":101,\"text\":\"%llu\"}",
                 (unsigned long long)numbers[i]);
        memo = &world.memo[world.memos++];
        memo->key_size = 4 + 8;
        memcpy(memo->key, "tg/x", 4);
        hc_store64(memo->key + 4, numbers[i]);
        memo->size = 1 + 8 + 1 + strlen(json) + 1;
        memo->bytes = calloc(1, memo->size);
        memo->bytes[0] = 1;
        hc_store64(memo->bytes + 1, 101);
        memcpy(memo->bytes + 10, json, strlen(json));
    }
    open_door();
    pass(10000);
    assert_int_equal(world.messages, 5);
    for (unsigned i = 0; i + 1 < world.messages; i++)
        assert_true(atoi(world.message[i].text) < atoi(world.message[i + 1].text));
}

/* What we are in the group was one thing, and is another. */
static void become(const char *was, const char *is)
{
    json_t *json =
        json_pack("{s:{s:o,s:I,s:{s:s,s:{s:I,s:b,s:s}},s:{s:s,s:{s:I,s:b,s:s}}}}", "my_chat_member",
                  "chat", make_chat(GROUP), "date", (json_int_t)1, "old_chat_member", "status", was,
                  "user", "id", (json_int_t)1, "is_bot", 1, "first_name", "b", "new_chat_member",
                  "status", is, "user", "id", (json_int_t)1, "is_bot", 1, "first_name", "b");

    put_user(json_object_get(json, "my_chat_member"), "from", 101, "Anna");
    update(json);
    pass(5000);
}

/* Whoever comes into a group says hello once, whatever rights it is given later. */
static void greeted_once(void **state)
{
    static const char *const is[] = {"restricted", "member", "administrator", "member"};
    unsigned sends;

    (void)state;
    become("left", "member");
    check_says(GROUP, "Hello!");
    sends = world.sends;
    for (size_t i = 0; i < sizeof is / sizeof *is; i++)
        become(i ? is[i - 1] : "member", is[i]);
    assert_int_equal(world.sends, sends);
}

static void kicked_out(void **state)
{
    unsigned sends;

    (void)state;
    set_up("shed lite", true);
    become("member", "kicked");
    sends = world.calls;
    world.failure = (struct failure){"editMessageText", GROUP, 500, ""};
    for (unsigned i = 0; i < 3; i++)
        press_any(awaited(), board_of(awaited()), "a.");
    pass(10000);
    assert_non_null(world.failure.method); /* nobody tried */
    assert_true(world.calls > sends);
}

int main(void)
{
#define ROW(test) cmocka_unit_test_setup_teardown(test, begin_world, end_world)
    const struct CMUnitTest tests[] = {
        ROW(wrong_presses),
        ROW(join_a_full_table),
        ROW(press_below_an_old_message),
        ROW(refused_presses),
        ROW(press_answered_again),
        ROW(one_bot_for_an_update),
        ROW(remembered),
        ROW(crash_before_and_after_sending),
        ROW(known_updates),
        ROW(late_updates),
        ROW(late_tables),
        ROW(counted_anew),
        ROW(pressed_unknown),
        ROW(pressed_unknown_meanwhile),
        ROW(mistyped_meanwhile),
        ROW(left_before_sitting),
        ROW(edited),
        ROW(telegram_refuses),
        ROW(group_moves),
        ROW(group_moves_to_a_known_one),
        ROW(told_to_wait_when_gone),
        ROW(shown_after_a_flood),
        ROW(joined_when_it_died),
        ROW(joined_behind_what_is_lost),
        ROW(edited_when_noted),
        ROW(told_by_a_word),
        ROW(said_in_order),
        ROW(greeted_once),
        ROW(kicked_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
