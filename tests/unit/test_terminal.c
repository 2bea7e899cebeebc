// SPDX-License-Identifier: MIT
/*
 * test_terminal.c: what the terminal remembers: the seed and words of a setup, and settings.
 *
 * Settings are written below a home of their own, which is removed at the end.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 /* nftw */
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "doors/terminal/settings.h"
#include "doors/terminal/setup_text.h"
#include "games/game.h"
#include "files/file.h"
#include "scratch.h"

enum { TEXT_CHARS = 4096 };

/* ---- The seed of a setup -------------------------------------------------------------------- */

/* A setup as the terminal makes it from these arguments. */
static void read_setup(int argc, char **argv, struct setup *setup)
{
    struct arguments given;
    int status;

    assert_true(setup_arguments(argc, argv, &given, &status));
    assert_true(setup_apply(&given, setup, &status));
    setup_draw(&given, setup);
}

/* covers R-020: without a seed the house draws its own (test_home.c); with one it is that. */
static void a_seed_is_for_a_number(void **state)
{
    static char *words[] = {"play", "shed", "official"};
    static char *seeded[] = {"play", "shed", "seed=5"};
    struct setup one = {0}, other = {0};

    (void)state;
    read_setup(3, words, &one);
    assert_false(one.seeded);
    read_setup(3, seeded, &one);
    assert_true(one.seeded);
    read_setup(3, seeded, &other);
    assert_memory_equal(one.seed, other.seed, sizeof one.seed);
}

/* ---- Words of a setup ----------------------------------------------------------------------- */

static void print_bots(const struct setup *setup, char text[TEXT_CHARS])
{
    struct hc_text out;

    hc_text_init(&out, text, TEXT_CHARS);
    setup_put_bots(setup, &out);
}

static void test_seats(void **state)
{
    static const struct {
        const char *why, *seats, *bots, *want; /* what is printed, or NULL if it is refused */
        unsigned count;
    } rows[] = {
        {"nothing said", NULL, NULL, "fair", 2},
        {"a number of bots", NULL, "3", "fair,fair,fair", 4},
        {"no bots", "3", "none", "none", 3},
        {"bots on the last seats", "4", "random,greedy", "random,greedy", 4},
        {"a person between them", "4", "random, person ,greedy", "random,person,greedy", 4},
        {"a person before them", "3", "person,person,greedy", "greedy", 3},
        {"nobody but bots", "2", "random,random", "random,random", 2},
        {"a budget", NULL, "search:77", "search:77", 2},
        {"the usual budget", NULL, "search", "search", 2},
        {"no such bot", NULL, "clever", NULL, 0},
        {"a budget where none is taken", NULL, "random:5", NULL, 0},
        {"a budget of nothing", NULL, "search:0", NULL, 0},
        {"an empty word", NULL, "random,,random", NULL, 0},
        {"more bots than seats", "2", "3", NULL, 0},
        {"too many bots", NULL, "1,1,1,1,1,1,1,1,1,1,1,1", NULL, 0},
        {"too many seats", "11", NULL, NULL, 0},
        {"no number", "x", NULL, NULL, 0},
        {"text behind the number", "3x", NULL, NULL, 0},
    };

    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct setup setup, before;
        struct hc_problem why;
        char text[TEXT_CHARS];
        bool ok;

        setup_usual(&setup);
        before = setup;
        ok = setup_seat(&setup, rows[r].seats, rows[r].bots, &why);
        if (ok != !!rows[r].want)
            fail_msg("%s: %s", rows[r].why, ok ? "accepted" : why.text);
        if (!ok) {
            assert_memory_equal(&setup, &before, sizeof setup);
            assert_true(*why.text);
            continue;
        }
        print_bots(&setup, text);
        if (strcmp(text, rows[r].want) != 0 || setup.seats != rows[r].count)
            fail_msg("%s: %s for %u", rows[r].why, text, setup.seats);
    }
}

static void test_names(void **state)
{
    static const struct {
        const char *why, *text, *want; /* what is printed, or NULL if it is refused */
    } rows[] = {
        {"one", "Anna", "Anna"},
        {"two with blanks", "  Anna ,  Bert  ", "Anna, Bert"},
        {"the second only", ",Bert", ", Bert"},
        {"none", "", ""},
        {"letters of all kinds", "Åsa, 李娜", "Åsa, 李娜"},
        {"16 characters", "0123456789abcdef", "0123456789abcdef"},
        {"17 characters", "0123456789abcdefg", NULL},
        {"an escape", "A\033[2Jx", NULL},
        {"a tab inside", "A\tB", NULL},
        {"a control character in UTF-8",
         "A\xc2\x9b"
         "2J",
         NULL},
        {"half a character", "A\xc3", NULL},
        {"a character written too long", "A\xc0\xaf", NULL},
        {"half of a pair", "\xed\xa0\x80", NULL},
        {"text from right to left",
         "A\xe2\x80\xae"
         "B",
         NULL},
        {"too many", "a,b,c,d,e,f,g,h,i,j,k", NULL},
    };

    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        char text[TEXT_CHARS];
        struct setup setup;
        struct hc_problem why;
        struct hc_text out;
        bool ok;

        setup_usual(&setup);
        ok = setup_names(&setup, rows[r].text, &why);
        hc_text_init(&out, text, sizeof text);
        setup_put_names(&setup, &out);
        if (ok != !!rows[r].want || strcmp(text, ok ? rows[r].want : "") != 0)
            fail_msg("%s: %s \"%s\"", rows[r].why, ok ? "accepted as" : "refused, leaving", text);
    }
}

/* Rules that are printed as a preset and changes are the same when they are read. */
static void test_rules(void **state)
{
    static const char *const games[] = {"shed", "two", "null"};
    static const char *const rules[][4] = {
        {"", "party", "stacking=any", "brutal initial_cards=5 uno_call=false"},
        {"", "ed2019", "tie=all_win", "tokens_to_win=3"},
        {"", "short", "", ""}};

    (void)state;
    for (unsigned g = 0; g < 3; g++)
        for (unsigned r = 0; r < 4; r++) {
            struct setup setup, again;
            char text[TEXT_CHARS];
            struct hc_problem why;
            struct hc_text out;

            setup_usual(&setup);
            setup_game(&setup, hc_game_find(games[g]));
            again = setup;
            if (!setup_rules(&setup, rules[g][r], &why))
                fail_msg("%s", why.text);
            hc_text_init(&out, text, sizeof text);
            setup_put_rules(&setup, &out);
            assert_true(setup_rules(&again, text, &why));
            assert_memory_equal(&setup.rules, &again.rules, sizeof setup.rules);
        }
}

/* ---- Settings ------------------------------------------------------------------------------- */

static unsigned parse(const char *text, size_t size, struct setup *setup)
{
    char *copy = malloc(size + 1);
    unsigned complaints;

    assert_non_null(copy);
    memcpy(copy, text, size);
    copy[size] = '\0';
    setup_usual(setup);
    complaints = settings_parse(copy, size, "settings", setup);
    free(copy);
    return complaints;
}

static void test_settings(void **state)
{
    static const char all[] = "# a comment\n\n game=two \r\nrules = tokens_to_win=2\n"
                              "seats = 3\nbots = random,person\nnames = Anna, Bert\n"
                              "delay = 50\nforget = 7\nplain = yes";
    struct setup setup;

    (void)state;
    assert_int_equal(parse(all, sizeof all - 1, &setup), 0);
    assert_string_equal(hc_game_name(setup.game), "two");
    assert_int_equal(setup.seats, 3);
    assert_non_null(setup.bot[1]);
    assert_null(setup.bot[2]);
    assert_string_equal(setup.name[1], "Bert");
    assert_true(setup.delay_given && setup.bot_delay_ms == 50 && setup.forget == 7 && setup.plain);
}

/* Each text has so many wrong lines, and what is right in it counts all the same. */
static void test_wrong_settings(void **state)
{
    static const struct {
        const char *why, *text;
        unsigned complaints;
    } rows[] = {
        {"no equals sign", "hello\nforget = 7", 1},
        {"no such name", "speed = 3\nforget = 7", 1},
        {"no such game", "game = chess\nforget = 7", 1},
        {"no such rule", "rules = chess\nforget = 7", 1},
        {"a rule of another game", "game = two\nrules = stacking=any\nforget = 7", 1},
        {"too many seats", "seats = 99\nbots = random\nforget = 7", 1},
        {"too many bots", "seats = 2\nbots = 3\nforget = 7", 1},
        {"a name that is none", "names = A\033B\nforget = 7", 1},
        {"a number that is none", "delay = soon\nforget = 7", 1},
        {"a percentage that is none", "forget = 101\nforget = 7", 1},
        {"neither yes nor no", "plain = maybe\nforget = 7", 1},
        {"three wrong lines", "a = 1\nb\nplain = 2\nforget = 7", 3},
        {"an empty value", "bots =\nforget = 7", 1},
    };

    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct setup setup;
        unsigned complaints = parse(rows[r].text, strlen(rows[r].text), &setup);

        if (complaints != rows[r].complaints || setup.forget != 7)
            fail_msg("%s: %u complaints, forget is %u", rows[r].why, complaints, setup.forget);
    }
}

static void test_hostile_settings(void **state)
{
    struct setup setup;
    char *text = malloc(64 << 10);

    (void)state;
    assert_non_null(text);
    assert_int_equal(parse("forget = 7\0x\nplain = yes", 24, &setup), 1);
    assert_true(setup.plain);
    memset(text, 'x', 64 << 10);
    assert_int_equal(parse(text, 64 << 10, &setup), 1);
    memset(text, '=', 64 << 10);
    for (size_t i = 100; i < 64 << 10; i += 100)
        text[i] = '\n';
    assert_int_equal(parse(text, 64 << 10, &setup), (64 << 10) / 100 + 1);
    free(text);
}

/* ---- A home --------------------------------------------------------------------------------- */

static char home[SCRATCH_CHARS];

static int remove_one(const char *path, const struct stat *found, int kind, struct FTW *walk)
{
    (void)found;
    (void)kind;
    (void)walk;
    return remove(path);
}

static int make_home(void **state)
{
    (void)state;
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_STATE_HOME");
    return !make_scratch(home) || setenv("HOME", home, 1);
}

static int remove_home(void **state)
{
    (void)state;
    return nftw(home, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void test_settings_file(void **state)
{
    struct setup setup, again;
    struct hc_problem why;
    char path[sizeof home + 40];
    struct stat found;

    (void)state;
    setup_usual(&setup);
    setup_game(&setup, hc_game_find("two"));
    assert_true(setup_rules(&setup, "tokens_to_win=2", &why));
    assert_true(setup_seat(&setup, "4", "random,person,search:9", &why));
    assert_true(setup_names(&setup, "Anna,Åsa", &why));
    assert_true(setup_delay(&setup, "0", &why) && setup_forget(&setup, "3", &why));
    assert_true(settings_write(&setup));
    setup_usual(&again);
    settings_read(&again);
    assert_memory_equal(&setup, &again, sizeof setup);
    snprintf(path, sizeof path, "%s/.config/holecard/settings", home);
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    snprintf(path, sizeof path, "%s/.config/holecard", home);
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0700);
    /* A folder that does not begin at the root is no folder. */
    setenv("XDG_CONFIG_HOME", "elsewhere", 1);
    setup_usual(&again);
    settings_read(&again);
    assert_memory_equal(&setup, &again, sizeof setup);
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("HOME");
    assert_true(settings_write(&setup));
    setup_usual(&again);
    settings_read(&again);
    assert_string_equal(hc_game_name(again.game), "shed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_is_for_a_number),
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_wrong_settings),
        cmocka_unit_test(test_hostile_settings),
        cmocka_unit_test_setup_teardown(test_settings_file, make_home, remove_home),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
