// SPDX-License-Identifier: MIT
/*
 * test_prompt.c: what a person presses on a page of the full screen, and what the page is told.
 *
 * No screen is opened. Keys are written as a string: characters stand for themselves, and capital
 * letters behind a backslash for the other keys (other_keys[]).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/utf8.h"
#include "doors/terminal/prompt.h"
#include "doors/terminal/spots.h"

enum { REQUEST_DRAW = 7, PANEL_COLORS = PROMPT_OWN, PANEL_TEXT };

static const struct {
    char letter;
    int key;
} other_keys[] = {
    {'U', SCREEN_UP},      {'D', SCREEN_DOWN},      {'L', SCREEN_LEFT}, {'R', SCREEN_RIGHT},
    {'P', SCREEN_PAGE_UP}, {'N', SCREEN_PAGE_DOWN}, {'H', SCREEN_HOME}, {'Z', SCREEN_LAST},
    {'E', SCREEN_ENTER},   {'X', SCREEN_ESCAPE},    {'B', SCREEN_BACK}, {'T', SCREEN_TAB},
    {'W', SCREEN_RESIZED}, {'0', SCREEN_NOTHING},   {'C', SCREEN_STOP},
};

static int key_of(char letter)
{
    for (size_t i = 0; i < sizeof other_keys / sizeof *other_keys; i++)
        if (other_keys[i].letter == letter)
            return other_keys[i].key;
    fail_msg("there is no key %c", letter);
    return 0;
}

/* Presses all keys and returns what the last one came to. */
static enum prompt_event press(struct prompt *prompt, const char *keys)
{
    enum prompt_event event = PROMPT_NOTHING;

    while (*keys) {
        uint32_t key = (unsigned char)*keys;

        if (key == '\\') {
            event = prompt_press(prompt, key_of(keys[1]));
            keys += 2;
        } else {
            keys += hc_utf8_read((const uint8_t *)keys, strlen(keys), &key);
            event = prompt_press(prompt, (int)key);
        }
    }
    return event;
}

static const struct prompt_key page_keys[] = {
    {'d', REQUEST_DRAW, 3, "d", TERMINAL_KEY_CARDS},
    {SCREEN_TAB, REQUEST_DRAW, 4, "Tab", TERMINAL_KEY_NEXT_CARD},
    {.key = 'x', .request = REQUEST_DRAW, .with = 5},
};

static struct sheet sheet;

static struct prompt make_page(enum prompt_typing typing)
{
    return (struct prompt){
        .keys = page_keys, .key_count = 3, .quit = 'q', .typing = typing, .sheet = &sheet};
}

/* ---- Lines and keys -------------------------------------------------------------------------- */

static void test_lines(void **state)
{
    static const struct {
        const char *why;
        enum prompt_typing typing;
        const char *keys;
        enum prompt_event want;
        const char *line; /* PROMPT_LINE: it; otherwise what is typed so far */
    } rows[] = {
        {"a key of the page", PROMPT_TYPES_ALL, "d", PROMPT_KEY, ""},
        {"as a capital", PROMPT_TYPES_ALL, "D", PROMPT_KEY, ""},
        {"no character", PROMPT_TYPES_ALL, "\\T", PROMPT_KEY, ""},
        {"the quit key", PROMPT_TYPES_ALL, "q", PROMPT_LEAVE, ""},
        {"Escape", PROMPT_TYPES_ALL, "\\X", PROMPT_BACK, ""},
        {"Enter", PROMPT_TYPES_ALL, "\\E", PROMPT_ENTER, ""},
        {"Ctrl-C", PROMPT_TYPES_ALL, "\\C", PROMPT_STOP, ""},
        {"Ctrl-C while typing", PROMPT_TYPES_ALL, "r5\\C", PROMPT_STOP, "r5"},
        {"no key came", PROMPT_TYPES_ALL, "r5\\0", PROMPT_NOTHING, "r5"},
        {"the window changed", PROMPT_TYPES_ALL, "r5\\W", PROMPT_NOTHING, "r5"},
        {"a line", PROMPT_TYPES_ALL, "r5\\E", PROMPT_LINE, "r5"},
        {"keys are characters in it", PROMPT_TYPES_ALL, "rdq?\\E", PROMPT_LINE, "rdq?"},
        {"other keys still are keys", PROMPT_TYPES_ALL, "r5\\T", PROMPT_KEY, "r5"},
        {"a colon is not part of it", PROMPT_TYPES_ALL, ": draw \\E", PROMPT_LINE, "draw"},
        {"a colon inside is", PROMPT_TYPES_ALL, "1: a b\\E", PROMPT_LINE, "1: a b"},
        {"nothing but a colon", PROMPT_TYPES_ALL, ":\\E", PROMPT_NOTHING, ""},
        {"Escape gives it up", PROMPT_TYPES_ALL, "r5\\X", PROMPT_NOTHING, ""},
        {"and then goes back", PROMPT_TYPES_ALL, "r5\\X\\X", PROMPT_BACK, ""},
        {"Backspace", PROMPT_TYPES_ALL, "r5\\B6\\E", PROMPT_LINE, "r6"},
        {"erased, keys are keys again", PROMPT_TYPES_ALL, "r\\Bd", PROMPT_KEY, ""},
        {"Backspace on nothing", PROMPT_TYPES_ALL, "\\B", PROMPT_NOTHING, ""},
        {"words: a colon", PROMPT_TYPES_WORDS, ":r5\\E", PROMPT_LINE, "r5"},
        {"words: a space", PROMPT_TYPES_WORDS, " r5\\E", PROMPT_LINE, "r5"},
        {"words: nothing else", PROMPT_TYPES_WORDS, "r", PROMPT_NOTHING, ""},
        {"digits", PROMPT_TYPES_DIGITS, "12\\E", PROMPT_LINE, "12"},
        {"digits: none", PROMPT_TYPES_DIGITS, "r", PROMPT_NOTHING, ""},
        {"digits: a key", PROMPT_TYPES_DIGITS, "12d", PROMPT_KEY, ""},
        {"digits: another character", PROMPT_TYPES_DIGITS, "12r", PROMPT_NOTHING, ""},
        {"digits: Tab", PROMPT_TYPES_DIGITS, "12\\T", PROMPT_KEY, ""},
        {"digits: Escape", PROMPT_TYPES_DIGITS, "12\\X", PROMPT_NOTHING, ""},
        {"no field is open", PROMPT_TYPES_FIELD, "r5", PROMPT_NOTHING, ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct prompt prompt = make_page(rows[i].typing);

        print_message("%s\n", rows[i].why);
        assert_int_equal(press(&prompt, rows[i].keys), rows[i].want);
        assert_string_equal(rows[i].want == PROMPT_LINE ? prompt.line : prompt.typed, rows[i].line);
        assert_int_equal(prompt.is_typing, *prompt.typed != '\0');
    }
}

static void test_pressed_key(void **state)
{
    struct prompt prompt = make_page(PROMPT_TYPES_ALL);

    (void)state;
    press(&prompt, "X");
    assert_ptr_equal(prompt.pressed, &page_keys[2]);
    press(&prompt, "\\T");
    assert_int_equal(prompt.pressed->with, 4);
}

/* A field is a value: it is taken as it is, and nothing else happens until it is closed. */
static void test_field(void **state)
{
    static const struct {
        const char *why, *keys;
        enum prompt_event want;
        const char *text; /* PROMPT_LINE: the line; otherwise what is typed so far */
        bool is_typing;
    } rows[] = {
        {"empty", "\\E", PROMPT_LINE, "", false},
        {"as it is", " :q \\E", PROMPT_LINE, " :q ", false},
        {"erased, it is still open", "a\\B\\Bq", PROMPT_NOTHING, "q", true},
        {"arrows do nothing", "a\\D\\T", PROMPT_NOTHING, "a", true},
        {"left", "a\\X", PROMPT_NOTHING, "", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct prompt prompt = make_page(PROMPT_TYPES_FIELD);

        print_message("%s\n", rows[i].why);
        prompt.list.count = 3;
        prompt_edit(&prompt, "");
        assert_int_equal(press(&prompt, rows[i].keys), rows[i].want);
        assert_string_equal(rows[i].want == PROMPT_LINE ? prompt.line : prompt.typed, rows[i].text);
        assert_int_equal(prompt.is_typing, rows[i].is_typing);
        assert_int_equal(prompt.list.selected, 0);
    }
}

static void test_notices(void **state)
{
    struct prompt prompt = make_page(PROMPT_TYPES_WORDS);

    (void)state;
    press(&prompt, "r");
    assert_true(prompt.refused);
    assert_string_equal(prompt.notice, "No: that key does nothing here; ? shows which keys do.");
    press(&prompt, "\\W\\0");
    assert_true(prompt.refused);
    press(&prompt, "d");
    assert_false(prompt.refused);
    assert_string_equal(prompt.notice, "");
    prompt_say(&prompt, "%d cards.", 2);
    assert_string_equal(prompt.notice, "2 cards.");
    assert_false(prompt.refused);
}

static void test_long_line(void **state)
{
    struct prompt prompt = make_page(PROMPT_TYPES_ALL);

    (void)state;
    for (int i = 0; i < 2 * PROMPT_CHARS; i++)
        press(&prompt, "r");
    assert_int_equal(press(&prompt, "\\E"), PROMPT_LINE);
    assert_int_equal(strlen(prompt.line), PROMPT_CHARS - 1);
}

/* ---- Moving ---------------------------------------------------------------------------------- */

static void test_list_and_story(void **state)
{
    static const struct {
        const char *why, *keys;
        size_t selected; /* in a list of 10 rows, 4 of them shown, from row 5 */
        size_t back;     /* in a story of 10 sentences, 4 of them shown, from 3 */
    } rows[] = {
        {"Up", "\\U", 4, 4},
        {"Down", "\\D", 6, 2},
        {"beyond the first", "\\U\\U\\U\\U\\U\\U", 9, 6},
        {"beyond the last", "\\D\\D\\D\\D\\D", 0, 0},
        {"PageUp", "\\P", 1, 6},
        {"PageUp at the top", "\\P\\P", 0, 6},
        {"PageDown", "\\N", 9, 0},
        {"Home", "\\H", 0, 3},
        {"End", "\\Z", 9, 3},
        {"Escape goes to the end of a story", "\\X", 5, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct prompt list = make_page(PROMPT_TYPES_FIELD), story = list;

        print_message("%s\n", rows[i].why);
        list.list.count = 10;
        list.list.selected = 5;
        list.list.shown = 4;
        press(&list, rows[i].keys);
        assert_int_equal(list.list.selected, rows[i].selected);
        prompt_tell(&story, 10);
        story.story.back = 3;
        story.story.shown = 4;
        press(&story, rows[i].keys);
        assert_int_equal(story.story.back, rows[i].back);
    }
}

/* Whoever looks back sees the same sentences when there are more. */
static void test_looking_back(void **state)
{
    struct prompt prompt = make_page(PROMPT_TYPES_ALL);

    (void)state;
    prompt.story.shown = 2;
    prompt_tell(&prompt, 10);
    prompt_tell(&prompt, 12);
    assert_int_equal(prompt.story.back, 0);
    press(&prompt, "\\U");
    prompt_tell(&prompt, 15);
    assert_int_equal(prompt.story.back, 4);
    assert_int_equal(press(&prompt, "\\X"), PROMPT_NOTHING);
    assert_int_equal(press(&prompt, "\\X"), PROMPT_BACK);
}

/* ---- Panels ---------------------------------------------------------------------------------- */

static void write_rows(void *page, struct sheet *rows)
{
    (void)page;
    for (unsigned i = 0; i < 4; i++)
        sheet_row(rows, "a row");
}

static const char codes[][PROMPT_CODE_CHARS] = {"R", "G", "B1", "B2"};
static const char cyrillic[][PROMPT_CODE_CHARS] = {"Е", "Ф", "Р0", "Р12"};
static const struct prompt_panel colors = {
    .id = PANEL_COLORS, .write = write_rows, .is_list = true, .selected = 1, .code = codes};
static const struct prompt_panel russian = {
    .id = PANEL_COLORS, .write = write_rows, .is_list = true, .selected = 1, .code = cyrillic};
static const struct prompt_panel below = {
    .id = PANEL_COLORS, .write = write_rows, .is_list = true, .above = 1, .code = codes + 1};
static const struct prompt_panel text = {.id = PANEL_TEXT, .write = write_rows};

static void test_panels(void **state)
{
    static const struct {
        const char *why;
        const struct prompt_panel *panel;
        const char *keys;
        enum prompt_event want;
        size_t row; /* selected in a list; on top in a text */
    } rows[] = {
        {"Enter", &colors, "\\E", PROMPT_CHOSEN, 1},
        {"Down", &colors, "\\D\\E", PROMPT_CHOSEN, 2},
        {"Tab and Right go down as well", &colors, "\\T\\R\\E", PROMPT_CHOSEN, 3},
        {"Left goes up", &colors, "\\L\\L\\E", PROMPT_CHOSEN, 3},
        {"a letter", &colors, "r", PROMPT_CHOSEN, 0},
        {"a letter that begins two", &colors, "b", PROMPT_NOTHING, 2},
        {"and the second one", &colors, "b2", PROMPT_CHOSEN, 3},
        {"no such code", &colors, "z", PROMPT_NOTHING, 1},
        {"no such code, then one", &colors, "bzg", PROMPT_CHOSEN, 1},
        {"a letter of another alphabet", &russian, "е", PROMPT_CHOSEN, 0},
        {"a capital one", &russian, "Ф", PROMPT_CHOSEN, 1},
        {"one that begins two", &russian, "р", PROMPT_NOTHING, 2},
        {"and the second of them", &russian, "р1", PROMPT_CHOSEN, 3},
        {"a letter that looks like it", &russian, "p", PROMPT_NOTHING, 1},
        {"Escape", &colors, "\\X", PROMPT_CLOSED, 1},
        {"the quit key", &colors, "q", PROMPT_CLOSED, 1},
        {"the page does not get its keys", &colors, "d", PROMPT_NOTHING, 1},
        {"Ctrl-C", &colors, "\\C", PROMPT_STOP, 1},
        {"the window changed", &colors, "\\W\\E", PROMPT_CHOSEN, 1},
        {"below a row that is read: Enter", &below, "\\E", PROMPT_CHOSEN, 1},
        {"below: Up goes on at the end, not above", &below, "\\U\\E", PROMPT_CHOSEN, 3},
        {"below: Home", &below, "\\D\\H\\E", PROMPT_CHOSEN, 1},
        {"below: a code", &below, "b2", PROMPT_CHOSEN, 3},
        {"below: the row above has no code", &below, "r", PROMPT_NOTHING, 1},
        {"below: the window changed", &below, "\\D\\W\\E", PROMPT_CHOSEN, 2},
        {"read: Enter", &text, "\\E", PROMPT_CHOSEN, 0},
        {"read: Escape", &text, "\\X", PROMPT_CLOSED, 0},
        {"read: ?", &text, "?", PROMPT_CLOSED, 0},
        {"read: the quit key", &text, "Q", PROMPT_CLOSED, 0},
        {"read: down", &text, "\\D\\D", PROMPT_NOTHING, 2},
        {"read: up", &text, "\\D\\U\\U", PROMPT_NOTHING, 0},
        {"read: a page", &text, " ", PROMPT_NOTHING, 3},
        {"read: a page back", &text, "\\N\\D\\P", PROMPT_NOTHING, 1},
        {"read: to the end", &text, "\\Z", PROMPT_NOTHING, 4},
        {"read: to the beginning", &text, "\\N\\H", PROMPT_NOTHING, 0},
        {"read: anything else", &text, "d", PROMPT_NOTHING, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct prompt prompt = make_page(PROMPT_TYPES_ALL);
        bool ends = rows[i].want == PROMPT_CHOSEN || rows[i].want == PROMPT_CLOSED;

        print_message("%s\n", rows[i].why);
        prompt_edit(&prompt, "r5");
        prompt_open(&prompt, rows[i].panel);
        prompt.panel_shown = 3;
        assert_int_equal(press(&prompt, rows[i].keys), rows[i].want);
        assert_int_equal(prompt.over.id, ends ? PROMPT_NO_PANEL : rows[i].panel->id);
        assert_int_equal(prompt.closed, ends ? rows[i].panel->id : PROMPT_NO_PANEL);
        assert_int_equal(rows[i].panel->is_list ? prompt.panel.selected : prompt.panel.first,
                         rows[i].row);
        if (rows[i].want == PROMPT_CHOSEN && rows[i].panel->is_list)
            assert_int_equal(prompt_chosen(&prompt), rows[i].row - rows[i].panel->above);
        assert_string_equal(prompt.typed, "r5");
    }
}

static void add_help(void *page, struct sheet *rows)
{
    assert_null(page);
    sheet_add(rows, "and more");
}

static void test_help(void **state)
{
    struct prompt prompt = make_page(PROMPT_TYPES_ALL);

    (void)state;
    prompt.help = add_help;
    assert_int_equal(press(&prompt, "?"), PROMPT_NOTHING);
    assert_int_equal(prompt.over.id, PROMPT_HELP);
    assert_string_equal(prompt.panel.row[0], "d: go over your cards");
    assert_string_equal(prompt.panel.row[1], "Tab: go to the next card that");
    assert_non_null(strstr(prompt.panel.row[3], "Mouse"));
    assert_string_equal(prompt.panel.row[prompt.panel.row_count - 1], "and more");
    assert_int_equal(press(&prompt, "?d"), PROMPT_KEY);
    prompt.sheet = NULL;
    prompt.typing = PROMPT_TYPES_FIELD;
    press(&prompt, "?");
    assert_int_equal(prompt.over.id, PROMPT_NO_PANEL);
}

/* A click is a key, a row or a card; it gives up what is typed, and the wheel stops at the ends. */
static void test_mouse(void **state)
{
    struct prompt prompt = make_page(PROMPT_TYPES_ALL);

    (void)state;
    press(&prompt, ":z");
    assert_true(prompt.is_typing);
    assert_int_equal(prompt_press(&prompt, 'd' | SCREEN_CLICKED), PROMPT_KEY);
    assert_false(prompt.is_typing);
    assert_int_equal(prompt_press(&prompt, (SPOT_CARD + 4) | SCREEN_CLICKED), PROMPT_CARD);
    assert_int_equal(prompt.card, 4);
    press(&prompt, "?");
    assert_int_equal(prompt_press(&prompt, (SPOT_CARD + 1) | SCREEN_CLICKED), PROMPT_NOTHING);
    assert_int_equal(prompt.card, 1);
    assert_int_equal(prompt_press(&prompt, SCREEN_ESCAPE | SCREEN_CLICKED), PROMPT_CLOSED);
    prompt.list.count = 3;
    assert_int_equal(prompt_press(&prompt, (SPOT_ROW + 3) | SCREEN_CLICKED), PROMPT_NOTHING);
    assert_int_equal(prompt_press(&prompt, (SPOT_ROW + 2) | SCREEN_CLICKED), PROMPT_ENTER);
    assert_int_equal(prompt.list.selected, 2);
    prompt_press(&prompt, SCREEN_WHEEL_DOWN);
    assert_int_equal(prompt.list.selected, 2);
    prompt_press(&prompt, SCREEN_WHEEL_UP);
    assert_int_equal(prompt.list.selected, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mouse),          cmocka_unit_test(test_lines),
        cmocka_unit_test(test_pressed_key),    cmocka_unit_test(test_field),
        cmocka_unit_test(test_notices),        cmocka_unit_test(test_long_line),
        cmocka_unit_test(test_list_and_story), cmocka_unit_test(test_looking_back),
        cmocka_unit_test(test_panels),         cmocka_unit_test(test_help),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
