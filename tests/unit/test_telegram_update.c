// SPDX-License-Identifier: MIT
/* test_telegram_update.c: Updates of the Bot API as they come, and as they must not harm us. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/utf8.h"
#include "doors/telegram/telegram_update.h"

static struct telegram_update update;

static void read_text(const char *json)
{
    memset(&update, 0xaa, sizeof update);
    if (!telegram_update_read(json, strlen(json), &update))
        fail_msg("refused: %s", json);
}

static void a_command_in_a_topic(void **state)
{
    (void)state;
    read_text("{\"update_id\":812,\"message\":{\"message_id\":5,\"is_topic_message\":true,"
              "\"message_thread_id\":3,\"date\":1700000000,"
              "\"from\":{\"id\":77,\"is_bot\":false,\"first_name\":\"Ann\",\"last_name\":\"B\","
              "\"username\":\"ann_b\",\"language_code\":\"pt-br\"},"
              "\"chat\":{\"id\":-1001234567890,\"type\":\"supergroup\",\"title\":\"Cards\","
              "\"is_forum\":true},\"text\":\"\xf0\x9f\x83\x8f /join@some_bot ABCDEF\\n@ben Eve\","
              "\"entities\":[{\"type\":\"bot_command\",\"offset\":3,\"length\":14}],"
              "\"reply_to_message\":{\"message_id\":4,\"from\":{\"id\":8,\"is_bot\":true}}}}");
    assert_int_equal(update.id, 812);
    assert_int_equal(update.kind, TELEGRAM_UPDATE_MESSAGE);
    assert_int_equal(update.message, 5);
    assert_int_equal(update.thread, 3);
    assert_int_equal(update.from.id, 77);
    assert_false(update.from.is_bot);
    assert_string_equal(update.from.name, "Ann B");
    assert_string_equal(update.from.username, "ann_b");
    assert_string_equal(update.from.language, "pt-br");
    assert_true(update.chat.id == -1001234567890);
    assert_int_equal(update.chat.type, TELEGRAM_CHAT_SUPERGROUP);
    assert_true(update.chat.is_forum);
    assert_string_equal(update.text, "\xf0\x9f\x83\x8f /join@some_bot ABCDEF\n@ben Eve");
    assert_int_equal(update.text_size, strlen(update.text));
    assert_int_equal(update.reply_from.id, 8);
}

static void other_kinds(void **state)
{
    (void)state;
    read_text("{\"update_id\":1,\"edited_message\":{\"message_id\":2,\"caption\":\"/new\","
              "\"message_thread_id\":6,\"caption_entities\":[{\"type\":\"bot_command\","
              "\"offset\":0,\"length\":4}],\"via_bot\":{\"id\":70}}}");
    assert_int_equal(update.kind, TELEGRAM_UPDATE_EDITED_MESSAGE);
    assert_int_equal(update.thread, 0); /* of answers, not a topic */
    assert_string_equal(update.text, "/new");
    assert_true(update.via_bot);
    assert_false(update.as_chat);

    read_text("{\"update_id\":2,\"callback_query\":{\"id\":\"4382bfdwdsb323b2d9\",\"from\":{\"id\":"
              "3,\"first_name\":\"Zo\\u00eb\"},\"message\":{\"message_id\":11,\"date\":0,\"chat\":{"
              "\"id\":-5,\"type\":\"group\"}},\"chat_instance\":\"1\",\"data\":\"p:7:R5\"}}");
    assert_int_equal(update.kind, TELEGRAM_UPDATE_CALLBACK_QUERY);
    assert_string_equal(update.query, "4382bfdwdsb323b2d9");
    assert_string_equal(update.data, "p:7:R5");
    assert_string_equal(update.from.name, "Zo\xc3\xab");
    assert_int_equal(update.chat.id, -5);
    assert_int_equal(update.message, 11);

    read_text(
        "{\"update_id\":3,\"inline_query\":{\"id\":\"12\",\"from\":{\"id\":3},\"query\":\"r\","
        "\"offset\":\"20\",\"chat_type\":\"sender\"}}");
    assert_int_equal(update.kind, TELEGRAM_UPDATE_INLINE_QUERY);
    assert_string_equal(update.query, "12");
    assert_string_equal(update.asked, "r");

    read_text("{\"update_id\":4,\"chosen_inline_result\":{\"result_id\":\"R5\",\"from\":{\"id\":3},"
              "\"query\":\"\",\"inline_message_id\":\"AB\"}}");
    assert_int_equal(update.kind, TELEGRAM_UPDATE_CHOSEN_RESULT);
    assert_string_equal(update.data, "R5");

    read_text("{\"update_id\":5,\"my_chat_member\":{\"chat\":{\"id\":7,\"type\":\"private\"},"
              "\"from\":{\"id\":7},\"date\":9,\"old_chat_member\":{\"status\":\"member\"},"
              "\"new_chat_member\":{\"status\":\"kicked\"}}}");
    assert_int_equal(update.kind, TELEGRAM_UPDATE_MY_CHAT_MEMBER);
    assert_int_equal(update.was, TELEGRAM_MEMBER_MEMBER);
    assert_int_equal(update.is, TELEGRAM_MEMBER_KICKED);

    read_text("{\"update_id\":6,\"message\":{\"migrate_to_chat_id\":-100987,"
              "\"sender_chat\":{\"id\":-12}}}");
    assert_int_equal(update.migrate_to, -100987);
    assert_true(update.as_chat);

    read_text("{\"update_id\":7,\"poll\":{\"id\":\"1\"}}");
    assert_int_equal(update.kind, TELEGRAM_UPDATE_OTHER);
}

/* Whatever is wrong, the number is known, or it is refused. */
static void nothing_is_believed(void **state)
{
    static const struct {
        const char *why, *json;
        bool is_update;
    } rows[] = {
        {"empty", "", false},
        {"no object", "[1]", false},
        {"no number", "{\"message\":{}}", false},
        {"a text for a number", "{\"update_id\":\"7\"}", false},
        {"negative", "{\"update_id\":-7}", false},
        {"too large", "{\"update_id\":99999999999999999999}", false},
        {"none that has a next one", "{\"update_id\":9223372036854775807}", false},
        {"types",
         "{\"update_id\":7,\"message\":{\"from\":3,\"chat\":[],\"text\":{},\"entities\":1,"
         "\"new_chat_members\":[null,5],\"message_id\":\"x\",\"date\":1.5}}",
         true},
        {"kinds", "{\"update_id\":7,\"message\":[],\"callback_query\":3}", true},
        {"half a pair",
         "{ \"x\" : [\"]}\\\"\"], \"update_id\" :7, \"message\":{\"text\":\"\\ud800\"}}", true},
        {"a number too large elsewhere", "{\"update_id\":7,\"message\":{\"date\":1e999}}", true},
        {"cut off", "{\"update_id\":7,\"message\":{\"te", true},
        {"no UTF-8", "{\"update_id\":7,\"message\":{\"text\":\"\xff\"}}", true},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool ok = telegram_update_read(rows[i].json, strlen(rows[i].json), &update);

        if (ok != rows[i].is_update || (ok && update.id != 7))
            fail_msg("%s: %s", rows[i].why, rows[i].json);
        assert_string_equal(update.text, "");
    }
}

/* Long texts end with a whole character, and control characters do not get through. */
static void texts_are_cut(void **state)
{
    char *json = malloc(1 << 18);
    size_t used;

    (void)state;
    assert_non_null(json);
    used = (size_t)sprintf(json, "{\"update_id\":7,\"message\":{\"from\":{\"first_name\":\"");
    for (unsigned i = 0; i < 1000; i++)
        used += (size_t)sprintf(json + used, "\xe2\x82\xac");
    used += (size_t)sprintf(json + used, "\",\"username\":\"a\\u0000\\u001b[2J\\nb\"},"
                                         "\"text\":\"a\\nb\\tc");
    for (unsigned i = 0; i < 20000; i++)
        used += (size_t)sprintf(json + used, "\xe2\x82\xac");
    used += (size_t)sprintf(json + used, "\"}}");
    assert_true(telegram_update_read(json, used, &update));
    assert_true(hc_utf8_ok(update.from.name, strlen(update.from.name)));
    assert_int_equal(strlen(update.from.name), (TELEGRAM_NAME_BYTES - 1) / 3 * 3);
    assert_string_equal(update.from.username, "a  [2J b");
    assert_true(hc_utf8_ok(update.text, update.text_size));
    assert_int_equal(strlen(update.text), update.text_size);
    assert_true(update.text_size > TELEGRAM_TEXT_BYTES - 4);
    assert_memory_equal(update.text, "a\nb c\xe2\x82\xac", 8);
    free(json);
}

static void an_answer_is_taken_apart(void **state)
{
    static const struct {
        const char *json;
        unsigned count;
    } rows[] = {
        {"{\"ok\":true,\"result\":[]}", 0},
        {"{\"ok\":true,\"result\":[{\"update_id\":1}]}", 1},
        {" { \"ok\" : true , \"x\":{\"result\":[{}]}, \"result\" : [ "
         "{\"update_id\":1,\"a\":\"]}{\\\"\"}"
         " , {\"update_id\":2,\"b\":[{\"c\":{}}]},\n{\"update_id\":3} ] } ",
         3},
        {"{\"ok\":true,\"result\":[{\"update_id\":1},{\"upd", 1},
        {"{\"ok\":true,\"result\":{}}", 0},
        {"{\"ok\":false,\"description\":\"\\\"result\\\":[{}]\"}", 0},
        {"result", 0},
        {"", 0},
        {"{\"a\"", 0},
        {"{\"a\\", 0},
        {"{\"result\":", 0},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t offset = 0, size;
        const char *text;
        unsigned count = 0;

        while (telegram_updates_next(rows[i].json, strlen(rows[i].json), &offset, &text, &size)) {
            assert_true(telegram_update_read(text, size, &update));
            assert_int_equal(update.id, ++count);
        }
        if (count != rows[i].count)
            fail_msg("%u updates in %s", count, rows[i].json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_in_a_topic),     cmocka_unit_test(other_kinds),
        cmocka_unit_test(nothing_is_believed),      cmocka_unit_test(texts_are_cut),
        cmocka_unit_test(an_answer_is_taken_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
