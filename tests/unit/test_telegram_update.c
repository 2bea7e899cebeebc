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

static void assert_part(unsigned number, enum telegram_entity_kind kind, const char *part)
{
    const struct telegram_entity *entity = &update.entity[number];

    assert_true(number < update.entities);
    assert_int_equal(entity->kind, kind);
    assert_int_equal(entity->size, strlen(part));
    assert_memory_equal(update.text + entity->offset, part, entity->size);
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
              "\"entities\":[{\"type\":\"bot_command\",\"offset\":3,\"length\":14},"
              "{\"type\":\"mention\",\"offset\":25,\"length\":4},"
              "{\"type\":\"text_mention\",\"offset\":30,\"length\":3,\"user\":{\"id\":9}},"
              "{\"type\":\"bold\",\"offset\":0,\"length\":2}],"
              "\"reply_to_message\":{\"message_id\":4,\"from\":{\"id\":8,\"is_bot\":true}}}}");
    assert_int_equal(update.id, 812);
    assert_int_equal(update.kind, TELEGRAM_UPDATE_MESSAGE);
    assert_int_equal(update.message, 5);
    assert_int_equal(update.thread, 3);
    assert_int_equal(update.date, 1700000000);
    assert_int_equal(update.from.id, 77);
    assert_false(update.from.is_bot);
    assert_string_equal(update.from.name, "Ann B");
    assert_string_equal(update.from.username, "ann_b");
    assert_string_equal(update.from.language, "pt-br");
    assert_true(update.chat.id == -1001234567890);
    assert_int_equal(update.chat.type, TELEGRAM_CHAT_SUPERGROUP);
    assert_true(update.chat.is_forum);
    assert_string_equal(update.chat.title, "Cards");
    assert_string_equal(update.text, "\xf0\x9f\x83\x8f /join@some_bot ABCDEF\n@ben Eve");
    assert_int_equal(update.text_size, strlen(update.text));
    assert_int_equal(update.entities, 4);
    assert_part(0, TELEGRAM_ENTITY_COMMAND, "/join@some_bot");
    assert_part(1, TELEGRAM_ENTITY_MENTION, "@ben");
    assert_part(2, TELEGRAM_ENTITY_PERSON, "Eve");
    assert_int_equal(update.entity[2].user, 9);
    assert_part(3, TELEGRAM_ENTITY_OTHER, "\xf0\x9f\x83\x8f");
    assert_int_equal(update.reply_to, 4);
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
    assert_part(0, TELEGRAM_ENTITY_COMMAND, "/new");
    assert_true(update.via_bot);
    assert_int_equal(update.via, 70);

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
    assert_string_equal(update.offset, "20");
    assert_int_equal(update.asked_in, TELEGRAM_CHAT_PRIVATE);

    read_text("{\"update_id\":4,\"chosen_inline_result\":{\"result_id\":\"R5\",\"from\":{\"id\":3},"
              "\"query\":\"\",\"inline_message_id\":\"AB\"}}");
    assert_int_equal(update.kind, TELEGRAM_UPDATE_CHOSEN_RESULT);
    assert_string_equal(update.data, "R5");
    assert_string_equal(update.inline_message, "AB");

    read_text("{\"update_id\":5,\"my_chat_member\":{\"chat\":{\"id\":7,\"type\":\"private\"},"
              "\"from\":{\"id\":7},\"date\":9,\"old_chat_member\":{\"status\":\"member\"},"
              "\"new_chat_member\":{\"status\":\"kicked\"}}}");
    assert_int_equal(update.kind, TELEGRAM_UPDATE_MY_CHAT_MEMBER);
    assert_int_equal(update.was, TELEGRAM_MEMBER_MEMBER);
    assert_int_equal(update.is, TELEGRAM_MEMBER_KICKED);

    read_text("{\"update_id\":6,\"message\":{\"migrate_to_chat_id\":-100987,\"new_chat_members\":"
              "[{\"id\":1,\"is_bot\":true},{\"id\":2}],\"left_chat_member\":{\"id\":4},"
              "\"migrate_from_chat_id\":-12,\"web_app_data\":{\"data\":\"x\"}}}");
    assert_int_equal(update.migrate_to, -100987);
    assert_int_equal(update.migrate_from, -12);
    assert_int_equal(update.joins, 2);
    assert_true(update.joined[0].is_bot);
    assert_int_equal(update.joined[1].id, 2);
    assert_int_equal(update.left.id, 4);
    assert_string_equal(update.web_app_data, "x");

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
        {"types",
         "{\"update_id\":7,\"message\":{\"from\":3,\"chat\":[],\"text\":{},\"entities\":1,"
         "\"new_chat_members\":[null,5],\"message_id\":\"x\",\"date\":1.5}}",
         true},
        {"kinds", "{\"update_id\":7,\"message\":[],\"callback_query\":3}", true},
        {"entities far away",
         "{\"update_id\":7,\"message\":{\"text\":\"ab\",\"entities\":["
         "{\"offset\":9223372036854775807,\"length\":9223372036854775807},"
         "{\"offset\":-1,\"length\":1},{\"offset\":1,\"length\":-1},"
         "{\"offset\":5,\"length\":5}]}}",
         true},
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
        assert_int_equal(update.entities, 0);
        assert_string_equal(update.text, rows[i].why[0] == 'e' && ok ? "ab" : "");
    }
}

/* One that begins in the midst of a character is none. */
static void parts_are_whole_characters(void **state)
{
    (void)state;
    read_text("{\"update_id\":7,\"message\":{\"text\":\"\xf0\x9f\x83\x8f /new it\",\"entities\":["
              "{\"type\":\"bot_command\",\"offset\":1,\"length\":4},"
              "{\"type\":\"bot_command\",\"offset\":3,\"length\":4}]}}");
    assert_int_equal(update.entities, 1);
    assert_part(0, TELEGRAM_ENTITY_COMMAND, "/new");
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
    used += (size_t)sprintf(json + used, "\"},\"chat\":{\"title\":\"a\\u0000\\u001b[2J\\nb\"},"
                                         "\"text\":\"a\\nb\\tc");
    for (unsigned i = 0; i < 20000; i++)
        used += (size_t)sprintf(json + used, "\xe2\x82\xac");
    used += (size_t)sprintf(json + used, "\",\"entities\":[");
    for (unsigned i = 0; i < 100; i++)
        used += (size_t)sprintf(json + used, "{\"offset\":%u,\"length\":1},", i);
    used += (size_t)sprintf(json + used, "{}],\"new_chat_members\":[{}");
    for (unsigned i = 0; i < 100; i++)
        used += (size_t)sprintf(json + used, ",{\"id\":1}");
    used += (size_t)sprintf(json + used, "]}}");
    assert_true(telegram_update_read(json, used, &update));
    assert_true(hc_utf8_ok(update.from.name, strlen(update.from.name)));
    assert_int_equal(strlen(update.from.name), (TELEGRAM_NAME_BYTES - 1) / 3 * 3);
    assert_string_equal(update.chat.title, "a  [2J b");
    assert_true(hc_utf8_ok(update.text, update.text_size));
    assert_int_equal(strlen(update.text), update.text_size);
    assert_true(update.text_size > TELEGRAM_TEXT_BYTES - 4);
    assert_memory_equal(update.text, "a\nb c\xe2\x82\xac", 8);
    assert_int_equal(update.entities, TELEGRAM_ENTITIES_MAX);
    assert_int_equal(update.joins, TELEGRAM_MEMBERS_MAX);
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
        cmocka_unit_test(a_command_in_a_topic),       cmocka_unit_test(other_kinds),
        cmocka_unit_test(nothing_is_believed),        cmocka_unit_test(texts_are_cut),
        cmocka_unit_test(parts_are_whole_characters), cmocka_unit_test(an_answer_is_taken_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
