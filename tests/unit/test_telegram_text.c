// SPDX-License-Identifier: MIT
/* test_telegram_text.c: texts as Telegram counts them, and cut where they are too long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "doors/telegram/telegram_text.h"

static void counted(void **state)
{
    static const struct {
        const char *text;
        size_t as_html, as_plain;
    } rows[] = {
        {"", 0, 0},
        {"abc", 3, 3},
        {"Änne", 4, 4},
        {"Женя", 4, 4},
        {"…", 1, 1},
        {"🔴", 2, 2},
        {"5️⃣", 3, 3}, /* a digit, and two that make it a key */
        {"🔴5️⃣ Red 5", 11, 11},
        {"<b>R&amp;B</b>", 3, 14},
        {"<a href=\"tg://user?id=7\">Zoë</a>", 3, 32},
        {"&lt;&gt;", 2, 8},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(tg_units(rows[i].text, true), rows[i].as_html);
        assert_int_equal(tg_units(rows[i].text, false), rows[i].as_plain);
    }
}

/* So many lines that are `units` long with their end, made of what counts double. */
static void put_lines(char *text, size_t lines, size_t units)
{
    *text = '\0';
    for (size_t l = 0; l < lines; l++) {
        for (size_t u = 0; u + 2 < units; u += 2)
            strcat(text, "🃏");
        strcat(text, units % 2 ? "\n" : "x\n");
    }
}

/* What fits stays; of what does not, whole lines do, and it is said that there was more. */
static void cut(void **state)
{
    char text[800], before[800];

    (void)state;
    for (size_t max = 90; max <= 110; max++) {
        put_lines(text, 10, 10);
        strcpy(before, text);
        tg_cut_lines(text, sizeof text, max);
        assert_true(tg_units(text, true) <= max);
        if (max >= 100) {
            assert_string_equal(text, before);
            continue;
        }
        assert_string_equal(text + strlen(text) - strlen("…"), "…");
        assert_memory_equal(text, before, strlen(text) - strlen("…"));
        assert_int_equal(before[strlen(text) - strlen("…")], '\n');
        assert_true(tg_units(text, true) > max - 16);
    }
    strcpy(text, "<b>bold</b>\n&amp;&amp;&amp;&amp;");
    tg_cut_lines(text, sizeof text, 9);
    assert_string_equal(text, "<b>bold</b>\n&amp;&amp;&amp;&amp;");
    tg_cut_lines(text, sizeof text, 8);
    assert_string_equal(text, "<b>bold</b>…");
    strcpy(text, "🃏🃏🃏");
    tg_cut_plain(text, 5); /* not in the middle of a character */
    assert_string_equal(text, "🃏🃏");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(counted), cmocka_unit_test(cut)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
