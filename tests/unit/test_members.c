// SPDX-License-Identifier: MIT
/*
 * test_members.c: the reader of clients' messages, by cases worked out by hand, and against jansson
 * on messages with random mistakes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "protocol/members.h"

enum { ROOM = 4096, ROUNDS = 200000 };

static char room[ROOM];
static struct members members;

static enum members_result read_text(const char *text)
{
    return members_read(text, strlen(text), room, &members);
}

static void members_are_found(void **state)
{
    const struct member *found;

    (void)state;
    assert_int_equal(read_text(" { \"do\" : \"play R5\",\"seq\":0, \"id\":9223372036854775800,"
                               "\"a\":-1,\"b\":1.5,\"c\":2e1,\"d\":true,\"e\":null,"
                               "\"f\":[1,{\"g\":[]},\"x\"],\"h\":{}}\r\n\t"),
                     MEMBERS_READ);
    assert_int_equal(members.count, 10);
    found = members_find(&members, "do");
    assert_true(found && found->kind == MEMBER_TEXT && found->length == 7);
    assert_string_equal(found->text, "play R5");
    found = members_find(&members, "seq");
    assert_true(found && found->kind == MEMBER_NUMBER && found->number == 0);
    found = members_find(&members, "id");
    assert_true(found && found->kind == MEMBER_NUMBER && found->number == 9223372036854775800);
    for (const char *other = "abcdefh"; *other; other++) {
        found = members_find(&members, (const char[]){*other, '\0'});
        assert_true(found && found->kind == MEMBER_OTHER);
    }
    assert_null(members_find(&members, "g"));
    assert_int_equal(read_text("{}"), MEMBERS_READ);
    assert_int_equal(members.count, 0);
}

static void escapes_are_undone(void **state)
{
    (void)state;
    assert_int_equal(
        read_text("{\"t\\u0061g\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u20ac\\ud83c\\udccf\"}"),
        MEMBERS_READ);
    assert_string_equal(members_find(&members, "tag")->text,
                        "\"\\/\b\f\n\r\t\xc3\xa9\xe2\x82\xac\xf0\x9f\x83\x8f");
}

/* JSON can name characters that no text has. The others of the message are read. */
static void no_text_has_these_characters(void **state)
{
    static const char *const odd[] = {"\\u0000",
                                      "x\\u0000y",
                                      "\\ud800",
                                      "\\ud800x",
                                      "\\ud800\\n",
                                      "\\ud800\\u0041",
                                      "\\ud800\\ud800",
                                      "\\udc00",
                                      "\\udbff\\u0000",
                                      "\\udfff\\ud800",
                                      "\\ud83c\\udccf\\ud83c"};
    char text[100];

    (void)state;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        snprintf(text, sizeof text, "{\"text\":\"%s\",\"tag\":7}", odd[i]);
        assert_int_equal(read_text(text), MEMBERS_READ);
        assert_int_equal(members_find(&members, "text")->kind, MEMBER_OTHER);
        assert_int_equal(members_find(&members, "tag")->number, 7);
        snprintf(text, sizeof text, "{\"tag\":7,\"%s\":\"x\"}", odd[i]);
        assert_int_equal(read_text(text), MEMBERS_READ);
        assert_int_equal(members_find(&members, "tag")->number, 7);
        snprintf(text, sizeof text, "{\"a\":[\"%s\"],\"b\":\"x\"}", odd[i]);
        assert_int_equal(read_text(text), MEMBERS_READ);
        assert_string_equal(members_find(&members, "b")->text, "x");
    }
    assert_int_equal(read_text("{\"\\u0000tag\":7}"), MEMBERS_READ);
    assert_null(members_find(&members, "tag"));
    assert_null(members_find(&members, ""));
}

static void nothing_else_is_accepted(void **state)
{
    static const char *const wrong[] = {"",
                                        " ",
                                        "{",
                                        "}",
                                        "{]",
                                        "{\"a\"}",
                                        "{\"a\":}",
                                        "{\"a\":1,}",
                                        "{,}",
                                        "{a:1}",
                                        "{'a':1}",
                                        "{\"a\":01}",
                                        "{\"a\":+1}",
                                        "{\"a\":.5}",
                                        "{\"a\":1.}",
                                        "{\"a\":1e}",
                                        "{\"a\":-}",
                                        "{\"a\":--1}",
                                        "{\"a\":tru}",
                                        "{\"a\":True}",
                                        "{\"a\":nul}",
                                        "{\"a\":\"}",
                                        "{\"a\":\"\\x\"}",
                                        "{\"a\":\"\\u12\"}",
                                        "{\"a\":\"\\u000\"}",
                                        "{\"a\":\"\\ud800\\u004g\"}",
                                        "{\"a\":\"\n\"}",
                                        "{\"a\":\"\\",
                                        "{\"a\":1}{}",
                                        "{\"a\":1} x",
                                        "{\"a\":1,\"a\":1}",
                                        "{\"a\":[1,]}",
                                        "{\"a\":[1 2]}",
                                        "{\"a\":{\"b\"}}",
                                        "{\"a\":[}",
                                        "{\"a\":[",
                                        "{\"a\":{\"b\":1]}",
                                        "//{}",
                                        "{\"a\":1 \"b\":2}",
                                        "[1",
                                        "tru"};
    char deep[200] = "{\"a\":";

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (read_text(wrong[i]) != MEMBERS_NO_JSON)
            fail_msg("%s is accepted", wrong[i]);
    assert_int_equal(read_text("[]"), MEMBERS_NO_OBJECT);
    assert_int_equal(read_text("7"), MEMBERS_NO_OBJECT);
    assert_int_equal(members_read("{\"a\0\":1}", 8, room, &members), MEMBERS_NO_JSON);
    memset(deep + 5, '[', 100);
    assert_int_equal(read_text(deep), MEMBERS_NO_JSON);
}

static void many_members_are_too_many(void **state)
{
    char text[400] = "{", more[20];

    (void)state;
    for (unsigned i = 0; i <= MEMBERS_MAX; i++) {
        snprintf(more, sizeof more, "%s\"%u\":1", i ? "," : "", i);
        strcat(text, more);
    }
    strcat(text, "}");
    assert_int_equal(read_text(text), MEMBERS_TOO_MANY);
}

/* jansson refuses numbers that are too large for it, and has no limit on depth that counts here. */
static bool has_long_number(const char *text)
{
    return strspn(text + strcspn(text, "0123456789"), "0123456789") > 15 || strpbrk(text, "eE");
}

/* Nor does it take characters that no text has. */
static bool has_odd_escape(const char *text)
{
    return strstr(text, "\\u0000") || strstr(text, "\\ud") || strstr(text, "\\uD");
}

static void compare(const char *text)
{
    enum members_result result = read_text(text);
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    json_t *value;
    const char *key;

    if (!json && result != MEMBERS_NO_JSON && !has_long_number(text) && !has_odd_escape(text))
        fail_msg("only jansson refuses %s", text);
    if (json && (result == MEMBERS_NO_JSON || json_is_object(json) != (result == MEMBERS_READ)))
        fail_msg("jansson takes %s for something else", text);
    if (json_is_object(json))
        assert_int_equal(json_object_size(json), members.count);
    json_object_foreach(json, key, value)
    {
        const struct member *member = members_find(&members, key);

        assert_non_null(member);
        assert_int_equal(member->kind == MEMBER_TEXT, json_is_string(value));
        if (json_is_string(value))
            assert_string_equal(member->text, json_string_value(value));
        if (json_is_integer(value) && json_integer_value(value) >= 0)
            assert_true(member->number == json_integer_value(value));
    }
    json_decref(json);
}

static void jansson_reads_the_same(void **state)
{
    static const char *const seeds[] = {
        "{\"do\":\"play WF color=G\",\"table\":\"BCDFGH\",\"seq\":12,\"id\":3,\"tag\":4}",
        "{\"op\":\"sit\",\"name\":\"\\u00c4 \\\"x \\ud83c\\udccf\",\"seat\":-0,\"f\":[1.5,{}]}",
        "{ \"a\" : true , \"b\" : false,\"c\":[[],{}],\"d\":10.25e-3 }"};
    static const char bits[] = "{}[]\",:\\u0123456789abefnrtl.-+eE \n\x01";
    uint32_t dice = 12345;
    char text[200];

    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        size_t length;

        snprintf(text, sizeof text, "%s", seeds[i % 3]);
        length = strlen(text);
        for (unsigned n = 0; n < 1 + i % 3; n++) {
            dice = dice * 1664525 + 1013904223;
            text[(dice >> 8) % length] = bits[(dice >> 24) % (sizeof bits - 1)];
        }
        if (hc_utf8_ok(text, length))
            compare(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_found),
        cmocka_unit_test(escapes_are_undone),
        cmocka_unit_test(no_text_has_these_characters),
        cmocka_unit_test(nothing_else_is_accepted),
        cmocka_unit_test(many_members_are_too_many),
        cmocka_unit_test(jansson_reads_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
