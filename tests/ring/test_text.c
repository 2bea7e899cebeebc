// SPDX-License-Identifier: MIT
/* test_text.c: the bounded writer for text and JSON, reading numbers and words, and UTF-8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/utf8.h"
#include "games/game.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { TEXT_BYTES = 4096 };

static void write_words(struct hc_text *text)
{
    hc_put(text, "seat ");
    hc_put_number(text, -12);
    hc_put_char(text, '!');
    hc_put_hex(text, (const uint8_t[]){0x00, 0x9f, 0xff}, 3);
    hc_put(text, "");
}

static void write_numbers(struct hc_text *text)
{
    hc_put_number(text, 0);
    hc_put_char(text, ' ');
    hc_put_number(text, INT64_MAX);
    hc_put_char(text, ' ');
    hc_put_number(text, INT64_MIN);
}

static void write_object(struct hc_text *text)
{
    hc_json_open(text, NULL, '{');
    hc_json_string(text, "name", "Ann");
    hc_json_open(text, "list", '[');
    hc_json_number(text, NULL, 1);
    hc_json_bool(text, NULL, true);
    hc_json_null(text, NULL);
    hc_json_open(text, NULL, '[');
    hc_json_close(text, ']');
    hc_json_open(text, NULL, '{');
    hc_json_close(text, '}');
    hc_json_close(text, ']');
    hc_json_bool(text, "off", false);
    hc_json_null(text, "none");
    hc_json_number(text, "seat", -3);
    hc_json_hex(text, "hash", (const uint8_t[]){0xab, 0x01}, 2);
    hc_json_close(text, '}');
}

static void write_elements(struct hc_text *text)
{
    hc_json_open(text, NULL, '[');
    hc_json_word(text, NULL, "R5");
    hc_json_word(text, NULL, "");
    hc_json_word(text, NULL, "G-reverse");
    hc_json_close(text, ']');
}

static void write_escapes(struct hc_text *text)
{
    hc_json_open(text, NULL, '{');
    hc_json_string(text, "abc", "\"\\/\n\t\x01\x1f\x7f d\xc3\xbc");
    hc_json_close(text, '}');
}

static const struct {
    const char *why;
    void (*write)(struct hc_text *text);
    const char *want;
} writings[] = {
    {"words, a number, a character, bytes", write_words, "seat -12!009fff"},
    {"the longest numbers", write_numbers, "0 9223372036854775807 -9223372036854775808"},
    {"commas stand between members and nowhere else", write_object,
     "{\"name\":\"Ann\",\"list\":[1,true,null,[],{}],\"off\":false,\"none\":null,\"seat\":-3,"
     "\"hash\":\"ab01\"}"},
    {"words in an array", write_elements, "[\"R5\",\"\",\"G-reverse\"]"},
    {"quotes, backslashes and control characters are escaped in values, other bytes stay",
     write_escapes, "{\"abc\":\"\\\"\\\\/\\u000a\\u0009\\u0001\\u001f\x7f d\xc3\xbc\"}"},
};

static void writer_writes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(writings); i++) {
        char bytes[TEXT_BYTES];
        struct hc_text text;

        hc_text_init(&text, bytes, sizeof bytes);
        writings[i].write(&text);
        if (strcmp(bytes, writings[i].want) != 0)
            fail_msg("%s: %s", writings[i].why, bytes);
        assert_int_equal(text.length, strlen(bytes));
    }
}

/* Whatever the size: a prefix, its zero, the whole length reported, and no byte behind. */
static void writer_never_writes_past_its_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(writings); i++) {
        size_t whole = strlen(writings[i].want);

        for (size_t size = 0; size <= whole + 3; size++) {
            size_t fits = size <= whole ? size - 1 : whole;
            char bytes[TEXT_BYTES];
            struct hc_text text;

            memset(bytes, '#', sizeof bytes);
            hc_text_init(&text, bytes, size);
            writings[i].write(&text);
            assert_int_equal(text.length, whole);
            for (size_t at = size; at < sizeof bytes; at++)
                assert_int_equal(bytes[at], '#');
            if (size == 0)
                continue;
            assert_int_equal(strnlen(bytes, size), fits);
            assert_memory_equal(bytes, writings[i].want, fits);
        }
    }
}

static const struct {
    const char *why, *text;
    uint64_t max, want;
    int rest; /* where reading stops; -1: no number */
} numbers[] = {
    {"zero", "0", 9, 0, 1},
    {"zero is all that is allowed", "0", 0, 0, 1},
    {"one is above zero", "1", 0, 0, -1},
    {"leading zeros count for nothing", "0007", 9, 7, 4},
    {"reading stops at the first other character", "12x3", 100, 12, 2},
    {"the largest", "100", 100, 100, 3},
    {"one more", "101", 100, 0, -1},
    {"a digit more", "1000", 100, 0, -1},
    {"all of 64 bits", "18446744073709551615", UINT64_MAX, UINT64_MAX, 20},
    {"one more than 64 bits", "18446744073709551616", UINT64_MAX, 0, -1},
    {"ten times 64 bits", "184467440737095516150", UINT64_MAX, 0, -1},
    {"nothing", "", 9, 0, -1},
    {"no digit", "x", 9, 0, -1},
    {"a sign", "-1", 9, 0, -1},
    {"another sign", "+1", 9, 0, -1},
    {"a blank", " 1", 9, 0, -1},
};

static void numbers_are_read_within_limits(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(numbers); i++) {
        uint64_t number = 77;
        const char *end = hc_read_number(numbers[i].text, numbers[i].max, &number);

        if (numbers[i].rest < 0) {
            if (end)
                fail_msg("%s: read as %llu", numbers[i].why, (unsigned long long)number);
            assert_int_equal(number, 77);
            continue;
        }
        if (end != numbers[i].text + numbers[i].rest || number != numbers[i].want)
            fail_msg("%s: \"%s\"", numbers[i].why, numbers[i].text);
    }
}

static void words_are_compared_without_case(void **state)
{
    (void)state;
    assert_true(hc_word_is("DrAw", 4, "draw"));
    assert_true(hc_word_is("draw 2", 4, "draw"));
    assert_true(hc_word_is("", 0, ""));
    assert_false(hc_word_is("dra", 3, "draw"));
    assert_false(hc_word_is("draws", 5, "draw"));
    assert_false(hc_word_is("", 0, "draw"));
    assert_false(hc_word_is("d-aw", 4, "draw"));
    assert_false(hc_word_is("@", 1, "`")); /* 32 apart like letters, but no letters */
    assert_true(hc_word_is("GRÜN", 5, "grün"));
    assert_true(hc_word_is("Зелёный", 14, "зЕЛЁНЫЙ"));
    assert_true(hc_word_is("зеленый", 14, "зелёный")); /* as Russians type it */
    assert_true(hc_word_is("ФЁДОР", 10, "Федор"));
    assert_false(hc_word_is("зэленый", 14, "зелёный"));
    assert_true(hc_word_is("ŁÓDŹ", 7, "łódź"));
    assert_true(hc_word_is("ΑΩ", 4, "αω"));
    assert_false(hc_word_is("×", 2, "÷")); /* again no letters */
    assert_false(hc_word_is("grün", 4, "grün"));
    assert_false(hc_word_is("\xc3", 1, "\xe3")); /* halves of characters are themselves */
    assert_true(hc_word_is("\xc3", 1, "\xc3"));
}

static void text_is_utf8_without_a_fault(void **state)
{
    static const struct {
        const char *text;
        bool good;
    } rows[] = {
        {"", true},
        {"plain", true},
        {"\xc2\x80", true},              /* U+0080, the least of two bytes */
        {"\xe2\x82\xac", true},          /* U+20AC */
        {"\xf4\x8f\xbf\xbf", true},      /* U+10FFFF, the last one */
        {"\xf4\x90\x80\x80", false},     /* U+110000 */
        {"\xc0\x80", false},             /* U+0000 in two bytes */
        {"\xc1\xbf", false},             /* U+007F in two bytes */
        {"\xe0\x9f\xbf", false},         /* U+07FF in three bytes */
        {"\xf0\x8f\xbf\xbf", false},     /* U+FFFF in four bytes */
        {"\xed\xa0\x80", false},         /* U+D800, half of a pair */
        {"\x80", false},                 /* goes on with nothing */
        {"\xe2\x82", false},             /* ends too early */
        {"\xe2\x28\xa1", false},         /* something else in between */
        {"\xf8\x88\x80\x80\x80", false}, /* five bytes */
        {"\xff", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t before = 0; before < 9; before++) {
            char text[40];
            int length = snprintf(text, sizeof text, "%.*s%s12345678", (int)before, "abcdefgh",
                                  rows[i].text);

            /* Wherever it stands, also where eight letters are looked at in one step. */
            if (hc_utf8_ok(text, (size_t)length) != rows[i].good ||
                hc_utf8_ok(text, before + strlen(rows[i].text)) != rows[i].good)
                fail_msg("row %zu behind %zu letters", i, before);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_utf8_without_a_fault),
        cmocka_unit_test(writer_writes),
        cmocka_unit_test(writer_never_writes_past_its_end),
        cmocka_unit_test(numbers_are_read_within_limits),
        cmocka_unit_test(words_are_compared_without_case),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
