// SPDX-License-Identifier: MIT
/* test_telegram_manners.c: what the bot says and offers to people who know what they want. */
#include "doors/telegram/telegram_inside.h"
#include "doors/telegram/telegram_people.h"
#include "doors/telegram/telegram_phrase.h"
#include "doors/telegram/telegram_text.h"
#include "unit/telegram_table.h"

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
        {"/language português", "Agora eu falo português."},
        {"/language english", "I speak English now."},
        {"/language Português (Brasil)", "Agora eu falo português."},
        {"/language", "Qual idioma?"},
        {"/language (Brasil)", "Qual idioma?"},
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

/* What stands where the code of a table may stand, and is none, is no other table's either. */
static void codes_that_are_none(void **state)
{
    static const char *const verbs[] = {"join",    "watch", "leave", "startgame",
                                        "endgame", "skip",  "state", "hand"};
    char text[40];

    (void)state;
    set_up("shed lite", false);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        snprintf(text, sizeof text, "/%s %.5s", verbs[i], code);
        say(102, 102, text);
        pass(2000);
        check_says(102, "There is no such table.");
        snprintf(text, sizeof text, "/%s@card_bot %sX", verbs[i], code);
        say(101, GROUP, text);
        pass(4000);
        check_says(GROUP, "There is no such table.");
    }
    say(103, GROUP, "/join nonsense");
    say(101, GROUP, "/state");
    pass(4000);
    check_says(GROUP, "2 of 2 seats");
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
    pump_store(); /* it is made, and its maker does not sit there yet */
    press_data_unsettled(101, &chooser, button(&chooser, "lite", NULL));
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
        {"es", "Asientos ocupados: 1 de 10.", "Asientos ocupados: 2 de 10."},
        {"pt", "Lugares ocupados: 1 de 10.", "Lugares ocupados: 2 de 10."},
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

/* As many people as can sit at a table, with names as long as they can be, are all named. */
static void long_names(void **state)
{
    struct tg_seen seen;
    char text[TEXT_BYTES];
    struct hc_text out;
    json_t *json;

    (void)state;
    set_up("shed", true);
    seen = tg_person_find(world.telegram, 101, false)->boards->seen;
    seen.room.seats = HC_SEATS_MAX;
    seen.room.asks = HC_ASK_GO_ON;
    seen.waits_for = (1u << HC_SEATS_MAX) - 1;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        snprintf(seen.room.seat[s].name, sizeof seen.room.seat[s].name, "Александра%03u", s);
    hc_text_init(&out, text, sizeof text);
    tg_put_match(&seen, hc_language_find("ru"), &out);
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        assert_non_null(strstr(text, seen.room.seat[s].name));
    json = json_string(text); /* which is UTF-8 */
    assert_non_null(json);
    json_decref(json);
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

/* What a hand is like is not said in the group either, by refusing what it does not allow. */
static void refused_in_a_group(void **state)
{
    unsigned links = 0;
    int64_t person;
    char text[20];

    (void)state;
    say(101, GROUP, "/new shed lite");
    press(102, last_message(GROUP), "Join");
    snprintf(code, sizeof code, "%s", code_in(last_message(GROUP)));
    press(101, last_message(GROUP), "Start");
    pass(3000);
    person = strstr(last_message(GROUP)->text, "Anna's turn") ? 101 : 102;
    say(person, GROUP, "/draw");
    for (unsigned card = 1; card <= 7; card++) {
        snprintf(text, sizeof text, "/play %u", card);
        say(person, GROUP, text);
        pass(6000);
    }
    for (unsigned i = 0; i < world.messages; i++) {
        assert_null(strstr(world.message[i].text, "may not draw"));
        assert_null(strstr(world.message[i].text, "neither the colour nor"));
        links += strstr(world.message[i].text, "your cards are for you alone") != NULL;
    }
    assert_true(links > 0);
    snprintf(text, sizeof text, "/start h%s", code);
    say(person, person, text);
    say(person, GROUP, "/draw");
    pass(6000);
    assert_null(strstr(last_message(GROUP)->text, "may not draw"));
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
    check_says(GROUP, "4. cards dealt to each player → <b>7</b>\n");
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
        bool is_last = i + 1 == json_array_size(results);

        assert_in_range(strlen(json_string_value(json_object_get(result, "id"))), 1, 64);
        assert_string_equal(json_string_value(json_object_get(
                                json_object_get(result, "input_message_content"), "message_text")),
                            is_last ? "🃏 I look at my cards." : "🃏 I make my move.");
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

static void choose(int64_t person, const char *result)
{
    json_t *chosen = json_pack("{s:s,s:s}", "result_id", result, "query", "");

    put_user(chosen, "from", person, name_of(person));
    update(json_pack("{s:o}", "chosen_inline_result", chosen));
    pass(3000);
}

/* Who chooses a card when the table has moved on is told so; everybody has seen that they tried. */
static void inline_too_late(void **state)
{
    char result[TEXT_BYTES];
    json_t *answer;
    int64_t person;

    (void)state;
    set_up("shed lite", true);
    person = awaited();
    inline_query(person, "");
    answer = json_loads(world.inline_answer, 0, NULL);
    snprintf(result, sizeof result, "%s",
             json_string_value(
                 json_object_get(json_array_get(json_object_get(answer, "results"), 0), "id")));
    json_decref(answer);
    choose(person, result);
    pass(3000);
    choose(person, result);
    check_says(person, "Something has changed at the table; look again.");
    choose(103, result); /* to whom we may not write */
    assert_null(last_message(103));
}

/* Who has to wait is offered the whole hand to look at, by the numbers that /play takes. */
static void inline_whole_hand(void **state)
{
    const char *description, *id;
    const json_t *results, *hand;
    unsigned group = 0, sends;
    json_t *answer;
    int64_t person;

    (void)state;
    set_up("shed lite", true);
    person = other(awaited());
    inline_query(person, code);
    answer = json_loads(world.inline_answer, 0, NULL);
    results = json_object_get(answer, "results");
    assert_int_equal(json_array_size(results), 1);
    hand = json_array_get(results, 0);
    assert_non_null(
        strstr(json_string_value(json_object_get(hand, "title")), "Your hand (7 cards)"));
    description = json_string_value(json_object_get(hand, "description"));
    for (unsigned i = 1; i <= 7; i++) {
        char number[8];

        snprintf(number, sizeof number, "%u. ", i);
        assert_non_null(strstr(description, number));
    }
    id = json_string_value(json_object_get(hand, "id"));
    for (unsigned i = 0; i < world.messages; i++)
        group += world.message[i].chat == GROUP;
    sends = world.sends;
    choose(person, id);
    assert_int_equal(world.sends, sends + 1);
    check_says(person, "Your hand (7 cards)");
    for (unsigned i = 0; i < world.messages; i++)
        group -= world.message[i].chat == GROUP;
    assert_int_equal(group, 0);
    json_decref(answer);
}

static bool leads_inline(const struct message *message)
{
    char *keyboard = json_dumps(message->keyboard, 0);
    bool is = strstr(keyboard, "switch_inline_query_current_chat");

    free(keyboard);
    return is;
}

/* A bot that was not set up for inline queries has no button that leads nowhere. */
static void inline_not_set_up(void **state)
{
    (void)state;
    set_up("shed lite", true);
    assert_true(leads_inline(last_message(GROUP)));
    telegram_close(world.telegram);
    world.no_inline = true;
    open_door();
    pass(5000);
    say(101, GROUP, "/state");
    pass(5000);
    assert_false(leads_inline(last_message(GROUP)));
    assert_non_null(button(last_message(GROUP), "My hand", NULL));
}

/* A caption is short: what happened before gives way to the hand. */
static void long_caption(void **state)
{
    const struct message *board;

    (void)state;
    say(101, 101, "/language de");
    say(101, 101, "/new shed initial_cards=20");
    for (unsigned i = 0; i < 4; i++) {
        char text[60];

        snprintf(text, sizeof text, "/addbot leicht Bartholomäus Wolf %u", i);
        say(101, 101, text);
    }
    say(101, 101, "/startgame");
    say(101, 101, "/draw");
    say(101, 101, "/pass");
    pass(60000);
    board = board_of(101);
    assert_non_null(strstr(board->text, "\n• "));
    assert_true(tg_units(board->text, true) > TG_CAPTION_UNITS);
    say(101, 101, "/pictures");
    press(101, last_message(101), "ja");
    pass(3000);
    board = board_of(101);
    assert_true(world.photos > 0);
    assert_true(tg_units(board->text, true) <= TG_CAPTION_UNITS);
    assert_non_null(strstr(board->text, "\n21. "));
    assert_null(strstr(board->text, "…"));
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

static void until_awaited(int64_t person)
{
    for (unsigned i = 0; i < 20 && awaited() != person; i++) {
        assert_true(press_any(awaited(), board_of(awaited()), "a."));
        pass(3000);
    }
    assert_int_equal(awaited(), person);
}

/* Who is waited for at several tables is reminded of them together, and no oftener for that. */
static void reminders_of_two_tables(void **state)
{
    enum { HOUR_MS = 3600 * 1000 };
    unsigned sends;
    char join[20];

    (void)state;
    set_up("shed lite slow", true);
    until_awaited(101);
    pass(2 * HOUR_MS);
    say(101, 101, "/new shed lite slow");
    snprintf(join, sizeof join, "/join %s", code_in(last_message(101)));
    say(102, 102, join);
    say(101, 101, "/startgame");
    pass(3000);
    until_awaited(101);
    pass(60 * 1000);
    sends = world.sends;
    pass(4 * HOUR_MS);
    assert_int_equal(world.sends, sends + 1); /* of the first, after six hours */
    pass(5 * HOUR_MS);
    assert_int_equal(world.sends, sends + 1);
    pass(1 * HOUR_MS);
    assert_int_equal(world.sends, sends + 3); /* of both */
}

/* What was chosen by a button is marked below the question, in the language that it is then. */
static void choices_are_marked(void **state)
{
    (void)state;
    say(101, 101, "/reminders");
    assert_non_null(button(last_message(101), "✓ every six hours", NULL));
    press(101, last_message(101), "every hour");
    assert_string_equal(world.toast, "Saved.");
    pass(2000);
    assert_non_null(button(last_message(101), "✓ every hour", NULL));
    assert_null(button(last_message(101), "✓ every six hours", NULL));
    say(101, 101, "/pictures");
    assert_non_null(button(last_message(101), "✓ no", NULL));
    press(101, last_message(101), "yes");
    pass(2000);
    assert_non_null(button(last_message(101), "✓ yes", NULL));
    say(101, 101, "/language");
    assert_non_null(button(last_message(101), "✓ English", NULL));
    assert_non_null(button(last_message(101), "Português (Brasil)", NULL));
    press(101, last_message(101), "Deutsch");
    assert_string_equal(world.toast, "Ich spreche jetzt Deutsch.");
    pass(2000);
    check_says(101, "Welche Sprache?");
    assert_non_null(button(last_message(101), "✓ Deutsch", NULL));
    say(101, GROUP, "/language");
    pass(4000);
    press(101, last_message(GROUP), "Español");
    pass(6000);
    assert_non_null(button(last_message(GROUP), "✓ Español", NULL));
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
    check_says(102, "Your data has been deleted.");
    pass(5000);
    assert_null(strstr(last_message(GROUP)->text, "Ben"));
    for (unsigned i = 0; i < world.memos; i++)
        assert_false(is_in(world.memo[i].bytes, world.memo[i].size, "Ben"));
}

/* Whoever asks in a group to be forgotten does not have others forgotten who press the button. */
static void forgotten_in_a_group(void **state)
{
    struct message *asked;

    (void)state;
    set_up("shed", false);
    say(101, GROUP, "/forgetme");
    pass(4000);
    asked = last_message(GROUP);
    press(102, asked, "Forget me");
    assert_string_equal(world.toast, "That button is for somebody else.");
    pass(5000);
    assert_non_null(strstr(board_of(GROUP)->text, "Ben"));
    press(101, asked, "Forget me");
    pass(5000);
    check_says(GROUP, "Your data has been deleted.");
    assert_null(strstr(board_of(GROUP)->text, "Anna"));
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
        ROW(codes_that_are_none),
        ROW(typed_in_private),
        ROW(endgame_ends_it),
        ROW(buttons_without_calls),
        ROW(buttons_with_calls),
        ROW(buttons_of_a_turn),
        ROW(chosen_in_private),
        ROW(chosen_in_a_group),
        ROW(lobby),
        ROW(bots_have_names),
        ROW(blank_name),
        ROW(long_names),
        ROW(not_begun),
        ROW(help),
        ROW(deep_link),
        ROW(refused_in_a_group),
        ROW(rules_by_buttons),
        ROW(people_with_one_name),
        ROW(inline_hand),
        ROW(inline_too_late),
        ROW(inline_whole_hand),
        ROW(inline_not_set_up),
        ROW(long_caption),
        ROW(reminders),
        ROW(reminders_of_two_tables),
        ROW(choices_are_marked),
        ROW(dead_lobby),
        ROW(forgotten),
        ROW(forgotten_in_a_group),
        ROW(several_tables),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
