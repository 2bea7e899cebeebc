// SPDX-License-Identifier: MIT
/* test_room_text.c: what people write in a room: spectators, chat, names, codes. */
#include "ring/room_steps.h"

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
    for (unsigned guest = 1; guest <= 2; guest++) { /* how often is for the house to limit */
        assert_int_equal(ask(guest, HC_DO_CHAT, HC_NONE, line), HC_OK);
        assert_int_equal(answer.chat, HC_CHAT_TO_EVERYBODY);
    }
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
        {"the first wide character", "Ann!", "Ann\uff01", HC_DUPLICATE_PLAYER},
        {"the last wide character", "Ann~", "Ann\uff5e", HC_DUPLICATE_PLAYER},
        {"letters out of order", "Ann B", "AnnB ", HC_BAD_TEXT},
        {"a blank is a letter", "Ann B", "AnnB", HC_OK},
        {"the rest differs", "Ann B", "Ann C", HC_OK},
        {"r and n at the end of a long name", "Tom Tom Tom Tom", "Torn Torn Torn Torn",
         HC_DUPLICATE_PLAYER},
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

/* ---- Codes ----------------------------------------------------------------------------------- */

static void codes_are_easy_to_say(void **state)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    (void)state;
    hc_room_code(0, (const uint8_t[]){0x10, 0x32, 0x54, 0}, code);
    assert_string_equal(code, "BCDFHJ");
    hc_room_code(0, (const uint8_t[]){0xff, 0xfe, 0x00, 9}, code);
    assert_string_equal(code, "XXWXBB");
    assert_true(hc_room_is_code(code));
    assert_false(hc_room_is_code("XXWXBA"));
    assert_false(hc_room_is_code("AXWXBB"));
    assert_false(hc_room_is_code("XXWXB"));
    assert_false(hc_room_is_code("XXWXBBB"));
    assert_false(hc_room_is_code(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spectators),
        cmocka_unit_test(chat_is_limited),
        cmocka_unit_test(hints_are_told_or_forbidden),
        cmocka_unit_test(names_are_not_alike),
        cmocka_unit_test(codes_are_easy_to_say),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
