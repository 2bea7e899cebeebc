// SPDX-License-Identifier: MIT
/* test_full.c: the parts of the full screen that can be judged without a screen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <ctype.h>

#include "doors/terminal/ask.h"
#include "doors/terminal/edit.h"
#include "doors/terminal/request.h"
#include "doors/terminal/keys.h"
#include "doors/terminal/page_text.h"
#include "doors/terminal/screen.h"
#include "doors/terminal/phrase.h"
#include "table/table.h"

static const char *const names[HC_SEATS_MAX] = {"You", "Ann", "Bob", "Cat", "Dan",
                                                "Eva", "Fay", "Gus", "Hal", "Ida"};

/* ---- Keys ------------------------------------------------------------------------------------ */

static void make_keys(const char *game, const char *rules, struct keys *keys)
{
    struct hc_problem why;
    struct hc_rules parsed;

    assert_true(hc_rules_parse(hc_game_find(game), rules, &parsed, &why));
    keys_make(hc_game_find(game), &parsed, keys);
}

static char key_of(const char *game, const struct keys *keys, const char *verb)
{
    const struct hc_grammar *grammar = &hc_game_find(game)->grammar;

    for (unsigned v = 0; v < grammar->verb_count; v++)
        if (!strcmp(grammar->verbs[v].name, verb))
            return keys->verb[v];
    fail();
    return '\0';
}

static void test_keys_of_games(void **state)
{
    static const struct {
        const char *why, *game, *verb;
        char key;
    } rows[] = {
        {"a side action goes first", "shed", "catch", 'c'},
        {"a side action", "shed", "uno", 'u'},
        {"its first letter", "shed", "draw", 'd'},
        {"its first letter", "shed", "pass", 'p'},
        {"c is that of catch", "shed", "color", 'o'},
        {"c is that of catch, h that of hint", "shed", "challenge", 'a'},
        {"the card is enough", "shed", "play", '\0'},
        {"the house gives it", "shed", "start", '\0'},
        {"its first letter", "two", "draw", 'd'},
        {"the card is enough", "two", "keep", '\0'},
        {"it takes no card here", "null", "keep", 'k'},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct keys keys;

        make_keys(rows[i].game, "", &keys);
        assert_int_equal(keys.hint, 'h');
        assert_int_equal(keys.quit, 'q');
        assert_int_equal(key_of(rows[i].game, &keys, rows[i].verb), rows[i].key);
    }
}

/* A game whose cards begin with the letters of its words. */
static void test_codes_of_cards_go_first(void **state)
{
    static const struct hc_face faces[] = {{.code = "D1", .color = HC_NONE},
                                           {.code = "Q1", .color = HC_NONE},
                                           {.code = "h1", .color = HC_NONE}};
    static const struct hc_deck deck = {.faces = faces, .face_count = 3};
    static const struct hc_deck *const decks[] = {&deck};
    static const struct hc_verb verbs[] = {HC_VERB("draw", 0), HC_VERB("hid", 0)};
    static const struct hc_game game = {.deck_option = HC_NONE,
                                        .decks = decks,
                                        .grammar = {.verbs = verbs, .verb_count = 2, .colors = ""}};
    struct hc_rules rules = {0};
    struct keys keys;

    (void)state;
    keys_make(&game, &rules, &keys);
    assert_int_equal(keys.hint, 'i');
    assert_int_equal(keys.quit, 'u');
    assert_int_equal(keys.verb[0], 'r');
    assert_int_equal(keys.verb[1], '\0'); /* nothing is left for it: it must be typed */
}

/* In every game: no letter twice, and none that begins the code of a card. */
static void test_keys_are_free(void **state)
{
    const struct hc_game *game;

    (void)state;
    for (size_t g = 0; (game = hc_game_at(g)); g++) {
        struct hc_problem why;
        struct hc_rules rules;
        struct keys keys;
        char seen[KEYS_VERBS_MAX + 3] = {0};

        assert_true(hc_rules_parse(game, "", &rules, &why));
        keys_make(game, &rules, &keys);
        seen[0] = keys.hint;
        seen[1] = keys.quit;
        for (unsigned v = 0; v < KEYS_VERBS_MAX; v++) {
            if (!keys.verb[v])
                continue;
            assert_null(strchr(seen, keys.verb[v]));
            seen[strlen(seen)] = keys.verb[v];
        }
        for (unsigned f = 0; f < hc_deck_of(game, &rules)->face_count; f++)
            assert_null(strchr(seen, tolower(*hc_deck_of(game, &rules)->faces[f].code)));
    }
}

/* ---- Questions ------------------------------------------------------------------------------- */

/* A view in which one choice is on offer; the rest of the table does not matter. */
static void offer(const char *game, const struct hc_choice *choice, struct hc_view *view)
{
    struct hc_problem why;

    memset(view, 0, sizeof *view);
    view->game = hc_game_find(game);
    assert_true(hc_rules_parse(view->game, "", &view->rules, &why));
    view->seats = 4;
    view->actions.count = 1;
    view->actions.choice[0] = *choice;
}

static unsigned verb_of(const char *game, const char *name)
{
    const struct hc_grammar *grammar = &hc_game_find(game)->grammar;

    for (unsigned v = 0; v < grammar->verb_count; v++)
        if (!strcmp(grammar->verbs[v].name, name))
            return v;
    fail();
    return HC_NONE;
}

static struct hc_command lone(unsigned verb)
{
    return (struct hc_command){(uint8_t)verb, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};
}

static void test_what_is_open_is_asked_in_order(void **state)
{
    unsigned play = verb_of("two", "play");
    struct hc_choice choice = {
        .verb = (uint8_t)play, .faces = 1, .targets = 0xc, .guesses = 0x6, .ways = 4};
    struct question question = {.command = lone(play)};
    struct hc_view view;

    (void)state;
    offer("two", &choice, &view);
    assert_true(ask_next(&view, names, &question));
    assert_int_equal(question.command.face, 0); /* the only card needs no question */
    assert_string_equal(question.title, "Which player?");
    assert_int_equal(question.count, 2);
    assert_string_equal(question.code[1], "3");
    assert_non_null(strstr(question.row[0], "Bob"));
    ask_answer(&question, 1);
    assert_int_equal(question.command.target, 3);
    assert_true(ask_next(&view, names, &question));
    assert_string_equal(question.row[0], "2   Priest");
    ask_answer(&question, 0);
    assert_int_equal(question.command.guess, 1);
    assert_false(ask_next(&view, names, &question));
}

static void test_what_was_given_is_not_asked(void **state)
{
    unsigned play = verb_of("shed", "play");
    struct hc_choice choice = {.verb = (uint8_t)play, .faces = 1ull << 52, .colors = 0xf};
    struct question question = {.command = lone(play)};
    struct hc_view view;

    (void)state;
    offer("shed", &choice, &view);
    question.command.face = 52;
    assert_true(ask_next(&view, names, &question));
    assert_string_equal(question.title, "Which colour?");
    assert_int_equal(question.count, 4);
    assert_string_equal(question.code[2], "G");
    question.command.color = 2;
    assert_false(ask_next(&view, names, &question));
    question.command.color = HC_NONE;
    question.command.face = 3; /* not on offer: the table will refuse it */
    assert_false(ask_next(&view, names, &question));
}

/* Nobody may ask for, or fill in, a card of a hand that is not theirs to see. */
static void test_cards_left_open(void **state)
{
    static const struct {
        const char *game, *verb;
        uint8_t face;
        bool open;
    } rows[] = {
        {"shed", "play", HC_NONE, true},  {"shed", "play", 3, false},
        {"shed", "draw", HC_NONE, false}, {"two", "keep", HC_NONE, true},
        {"null", "keep", HC_NONE, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hc_view view = {.game = hc_game_find(rows[i].game)};
        struct hc_command command = lone(verb_of(rows[i].game, rows[i].verb));

        command.face = rows[i].face;
        assert_int_equal(ask_for_card(&view, &command), rows[i].open);
    }
}

static void test_requests(void **state)
{
    static const struct {
        const char *line;
        enum request request;
        const char *rest;
    } rows[] = {
        {"help", REQUEST_HELP, ""},         {"?", REQUEST_HELP, ""},
        {"Help me", REQUEST_NONE, "me"},    {"log 5", REQUEST_LOG, "5"},
        {"save  a b", REQUEST_SAVE, "a b"}, {"q", REQUEST_QUIT, ""},
        {"EXIT", REQUEST_QUIT, ""},         {"end", REQUEST_END, ""},
        {"draw", REQUEST_NONE, ""},         {"", REQUEST_NONE, ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *rest;

        assert_int_equal(request_of(rows[i].line, &rest), rows[i].request);
        assert_string_equal(rest, rows[i].rest);
    }
}

/* Characters of one to four bytes come and go as a whole, and never beyond the end. */
static void test_editing(void **state)
{
    static const int keys[] = {'a', 0xe9, 0x20ac, 0x1f600};
    static const size_t lengths[] = {1, 3, 6, 10};
    char text[12] = "";

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        edit_add(text, sizeof text, keys[i]);
        assert_int_equal(strlen(text), lengths[i]);
    }
    assert_string_equal(text, "aé€😀");
    edit_add(text, sizeof text, SCREEN_UP);
    edit_add(text, sizeof text, '\n');
    edit_add(text, sizeof text, 0xe9);
    assert_string_equal(text, "aé€😀");
    for (size_t i = 4; i--;) {
        edit_remove(text);
        assert_int_equal(strlen(text), i ? lengths[i - 1] : 0);
    }
    edit_remove(text);
    assert_string_equal(text, "");
}

/* ---- Words ----------------------------------------------------------------------------------- */

static void test_texts_are_broken_at_spaces(void **state)
{
    static const struct {
        const char *why, *text;
        int width;
        size_t bytes;
    } rows[] = {
        {"it fits", "one two", 7, 7},
        {"it fits with room", "one two", 20, 7},
        {"at the space", "one two", 6, 4},
        {"a row that is just full", "one two three", 7, 8},
        {"a word that is too long", "abcdefgh", 3, 3},
        {"characters, not bytes", "…… ……", 5, 13},
        {"never inside a character", "……", 1, 3},
        {"a key stays with its word", "Play [d] Draw", 10, 5},
        {"nothing", "", 5, 0},
        {"no width at all", "…", 0, 3},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(page_wrap(rows[i].text, rows[i].width), rows[i].bytes);
}

static void test_titles_name_the_rules(void **state)
{
    static const struct {
        const char *game, *rules, *title;
    } rows[] = {
        {"shed", "", "Shed, official rules"},
        {"shed", "party", "Shed, party rules"},
        {"shed", "party seed=3", "Shed, party rules"},
        {"shed", "party jump_in=false", "Shed, house rules"},
        {"two", "", "Do You Have A Two"},
        {"two", "ed2019", "Do You Have A Two, 2019 edition rules"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hc_view view = {.game = hc_game_find(rows[i].game)};
        struct hc_problem why;
        struct hc_text out;
        char title[100];

        assert_true(hc_rules_parse(view.game, rows[i].rules, &view.rules, &why));
        hc_text_init(&out, title, sizeof title);
        phrase_put_title(&view, &out);
        assert_string_equal(title, rows[i].title);
    }
}

/* A colour has a letter, a name and a symbol that no other has; faces have colours that there are.
 */
static void test_faces_have_their_colors(void **state)
{
    const struct hc_game *game;

    (void)state;
    for (size_t g = 0; (game = hc_game_at(g)); g++) {
        size_t colors = strlen(game->grammar.colors);

        assert_string_equal(hc_color_symbol(game, HC_NONE), "◇");
        assert_int_equal(hc_color_paint(game, HC_NONE), HC_PAINT_NONE);
        for (unsigned c = 0; c < colors; c++) {
            assert_int_equal(page_columns(hc_color_symbol(game, c)), 1);
            assert_true(hc_color_paint(game, c) < HC_PAINT_NONE);
            for (unsigned other = 0; other < c; other++) {
                assert_int_not_equal(game->grammar.colors[c], game->grammar.colors[other]);
                assert_string_not_equal(hc_color_name(game, c, NULL),
                                        hc_color_name(game, other, NULL));
                assert_string_not_equal(hc_color_symbol(game, c), hc_color_symbol(game, other));
            }
        }
        for (unsigned f = 0; f < game->decks[0]->face_count; f++) {
            unsigned color = game->decks[0]->faces[f].color;

            assert_true(color == HC_NONE || color < colors);
        }
    }
}

/* A card of shed has the colour that its code and its name say. */
static void test_cards_of_shed_have_their_colors(void **state)
{
    const struct hc_game *game = hc_game_find("shed");
    const struct hc_face *faces = game->decks[0]->faces;
    struct hc_rules rules;
    struct hc_problem why;

    (void)state;
    assert_true(hc_rules_parse(game, "", &rules, &why));
    for (unsigned f = 0; f < 52; f++) {
        char name[HC_NAME_CHARS];

        assert_int_equal(*faces[f].code, game->grammar.colors[faces[f].color]);
        hc_face_name(game, &rules, f, NULL, name, sizeof name);
        assert_int_equal(tolower(*name), *hc_color_name(game, faces[f].color, NULL));
    }
    assert_int_equal(faces[51].color, 3);
    assert_int_equal(faces[52].color, HC_NONE);
}

/* What people want to see all the time, what it is called, and that nothing is said of nothing. */
static void test_headlines(void **state)
{
    static const struct {
        const char *game, *fact;
        int64_t value;
        const char *want; /* NULL: it is not shown */
    } rows[] = {
        {"shed", "color", 2, "colour G (green)"},
        {"shed", "color", HC_NONE, NULL},
        {"shed", "color_before", 2, NULL},
        {"shed", "pending", 4, "penalty 4"},
        {"shed", "pending", 0, NULL},
        {"two", "tokens_to_win", 7, NULL},
        {"two", "pending_face", HC_NONE, NULL},
        {"two", "pending_target", 1, "chosen Ann"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hc_view view = {.game = hc_game_find(rows[i].game), .seats = 3};
        const struct hc_fact *fact = hc_fact_find(view.game, rows[i].fact);
        char text[100];
        struct hc_text out;

        hc_fact_set(fact, view.state, 0, rows[i].value);
        assert_int_equal(phrase_is_headline(&view, fact), rows[i].want != NULL);
        hc_text_init(&out, text, sizeof text);
        phrase_put_fact(&view, names, fact, 0, &out);
        if (rows[i].want)
            assert_string_equal(text, rows[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cards_left_open),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_editing),
        cmocka_unit_test(test_headlines),
        cmocka_unit_test(test_keys_of_games),
        cmocka_unit_test(test_codes_of_cards_go_first),
        cmocka_unit_test(test_keys_are_free),
        cmocka_unit_test(test_what_is_open_is_asked_in_order),
        cmocka_unit_test(test_what_was_given_is_not_asked),
        cmocka_unit_test(test_texts_are_broken_at_spaces),
        cmocka_unit_test(test_titles_name_the_rules),
        cmocka_unit_test(test_faces_have_their_colors),
        cmocka_unit_test(test_cards_of_shed_have_their_colors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
