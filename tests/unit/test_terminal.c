// SPDX-License-Identifier: MIT
/*
 * test_terminal.c: what the terminal remembers: words of a setup, settings, unfinished matches.
 *
 * Unfinished matches are written below a home of their own, which is removed at the end.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 /* mkdtemp, nftw */
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
#include "doors/terminal/unfinished.h"
#include "games/game.h"
#include "files/file.h"

enum { TEXT_CHARS = 4096 };

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
        {"nothing said", NULL, NULL, "greedy", 2},
        {"a number of bots", NULL, "3", "greedy,greedy,greedy", 4},
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

static char home[] = "/tmp/holecard-test-XXXXXX";

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
    strcpy(home + sizeof home - 7, "XXXXXX");
    return !mkdtemp(home) || setenv("HOME", home, 1);
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

/* ---- Unfinished matches --------------------------------------------------------------------- */

static void open_match(struct match *match, const char *game, const char *rules, const char *bots,
                       uint64_t seed)
{
    struct setup setup;
    struct hc_problem why;

    setup_usual(&setup);
    setup_game(&setup, hc_game_find(game));
    if (!setup_rules(&setup, rules, &why) || !setup_seat(&setup, NULL, bots, &why))
        fail_msg("%s", why.text);
    assert_true(setup_names(&setup, "Anna", &why));
    hc_seed_from_number(seed, setup.seed);
    hc_seed_from_number(~seed, setup.salt);
    assert_true(match_open(match, &setup));
}

/* Everybody does the first thing they may, and the house what is due; false when it is over. */
static bool move_on(struct match *match)
{
    unsigned seat = hc_table_awaits(match->table);
    struct hc_actions actions;
    struct hc_command command;

    if (seat == HC_NONE)
        return false;
    if (seat == HC_HOUSE)
        return match_house(match, match_house_due(match));
    if (match->setup.bot[seat]) {
        assert_true(match_bot(match, seat));
        match_bots_aside(match);
        return true;
    }
    hc_actions(match->table, seat, match_now(match), &actions);
    hc_actions_at(&actions, 0, &command);
    assert_int_equal(match_give(match, seat, &command), HC_OK);
    return true;
}

static void play_on(struct match *match, unsigned moves)
{
    while (moves-- && move_on(match))
        ;
}

static void same_match(const struct match *a, const struct match *b)
{
    assert_memory_equal(a->table, b->table, hc_table_bytes());
    assert_int_equal(a->log.used, b->log.used);
    assert_memory_equal(a->log.bytes, b->log.bytes, a->log.used);
    for (unsigned s = 0; s <= HC_SEATS_MAX; s++) {
        assert_int_equal(a->story[s].count, b->story[s].count);
        for (size_t i = 0; i < a->story[s].count; i++)
            assert_string_equal(a->story[s].line[i], b->story[s].line[i]);
    }
    assert_string_equal(a->names[0], b->names[0]);
}

/* A match that is left after any number of moves goes on as if nothing had been: the same table,
 * log and stories, and the same bots with the same dice. */
static void test_continue(void **state)
{
    static const struct {
        const char *game, *rules, *bots;
    } rows[] = {{"shed", "party points_to_win=30", "random,person,greedy"},
                {"two", "", "search:20"},
                {"two", "ed2019", "random,random"},
                {"null", "", "random"}};

    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (unsigned moves = 0; moves < 60; moves += 7) {
            struct unfinished file = {.lock = -1}, again_file;
            struct match match, again;
            struct hc_problem why;
            char id[UNFINISHED_ID_CHARS];

            open_match(&match, rows[r].game, rows[r].rules, rows[r].bots, 10 * r + moves);
            unfinished_begin(&file, &match);
            play_on(&match, moves);
            memcpy(id, file.id, sizeof id);
            assert_int_equal(strlen(id), 8);
            unfinished_end(&file, false);
            match.keep = NULL;
            if (!unfinished_continue(&again_file, id, &again, &why))
                fail_msg("%s after %u moves: %s", rows[r].game, moves, why.text);
            same_match(&match, &again);
            /* Only time may differ now, and the house's clock is the same for both. */
            again.start_ms = match.start_ms;
            play_on(&match, 3);
            play_on(&again, 3);
            assert_memory_equal(match.table, again.table, hc_table_bytes());
            unfinished_end(&again_file, true);
            assert_false(unfinished_last(id));
            match_close(&match);
            match_close(&again);
        }
}

/* The clock goes on where it was, not from the beginning; what was not told is told, and a little
 * of what was. */
static void test_clock_and_stories(void **state)
{
    static const size_t told[] = {0, 3, 1000000}; /* of a story that is longer than a recap */
    const uint64_t later_ms = 3600000;

    (void)state;
    for (size_t t = 0; t < sizeof told / sizeof *told; t++) {
        struct unfinished file, again_file;
        struct match match, again;
        struct hc_problem why;
        char id[UNFINISHED_ID_CHARS];
        size_t count, want;

        open_match(&match, "shed", "", "random", 1);
        unfinished_begin(&file, &match);
        match.start_ms -= later_ms;
        play_on(&match, 20);
        count = match.story[0].count;
        assert_true(count > 2 * MATCH_RECAP);
        match.story[0].told = told[t] < count ? told[t] : count;
        assert_true(match_keep(&match, &why));
        memcpy(id, file.id, sizeof id);
        unfinished_end(&file, false);
        assert_true(unfinished_continue(&again_file, id, &again, &why));
        want = told[t] < count - MATCH_RECAP ? told[t] : count - MATCH_RECAP;
        assert_int_equal(again.story[0].told, want);
        assert_true(match_now(&again) >= later_ms && match_now(&again) < 2 * later_ms);
        unfinished_end(&again_file, true);
        match_close(&match);
        match_close(&again);
    }
}

/* Deals until seat 0 may play a Guard at seat 1, and gives that command. */
static void deal_guard(struct match *match, struct hc_command *command)
{
    struct hc_problem why;

    for (uint64_t seed = 1; seed < 100; seed++) {
        open_match(match, "two", "first_start=seat0", "random,random", seed);
        play_on(match, 1);
        hc_command_parse(match->setup.game, &match->setup.rules, "play 1 target=1", command, &why);
        if (hc_may(match->table, 0, command, 0) == HC_OK)
            return;
        match_close(match);
    }
    fail_msg("no Guard was dealt");
}

/* A Guard whose guess is not known yet survives. */
static void test_pending(void **state)
{
    struct unfinished file = {.lock = -1}, again_file;
    char id[UNFINISHED_ID_CHARS];
    struct match match, again;
    struct hc_command command;
    struct hc_problem why;
    int64_t target = HC_NONE;

    (void)state;
    deal_guard(&match, &command);
    unfinished_begin(&file, &match);
    assert_int_equal(match_give(&match, 0, &command), HC_OK);
    unfinished_end(&file, false);
    assert_true(unfinished_last(id));
    assert_true(unfinished_continue(&again_file, id, &again, &why));
    same_match(&match, &again);
    assert_true(hc_table_fact(again.table, "pending_target", 0, &target));
    assert_int_equal(target, 1);
    hc_command_parse(match.setup.game, &match.setup.rules, "play 1 target=1 guess=8", &command,
                     &why);
    assert_int_equal(match_give(&again, 0, &command), HC_OK);
    unfinished_end(&again_file, true);
    match_close(&match);
    match_close(&again);
}

/* Keeps a match that has gone on for a while, and leaves it. */
static void keep_one(uint64_t seed, char id[UNFINISHED_ID_CHARS])
{
    struct unfinished file = {.lock = -1};
    struct match match;

    open_match(&match, "two", "tokens_to_win=1", "random", seed);
    unfinished_begin(&file, &match);
    play_on(&match, 6);
    memcpy(id, file.id, sizeof file.id);
    unfinished_end(&file, false);
    match_close(&match);
}

static void path_of(const char *id, char path[PATH_MAX])
{
    assert_true(home_unfinished(path));
    snprintf(path + strlen(path), PATH_MAX - strlen(path), "/%s.match", id);
}

static bool can_continue(const char *id, struct hc_problem *why)
{
    struct unfinished file;
    struct match match;
    bool ok = unfinished_continue(&file, id, &match, why);

    unfinished_end(&file, false);
    match_close(&match);
    return ok;
}

/* Whichever byte of the log is changed, and wherever the file is cut, it is refused and left as it
 * is. Lines before the log may be edited; whatever is done to them, nothing breaks. */
static void test_damaged(void **state)
{
    char id[UNFINISHED_ID_CHARS], path[PATH_MAX];
    struct hc_problem why;
    uint8_t *bytes, *after;
    size_t size, after_size, log_at;

    (void)state;
    keep_one(5, id);
    path_of(id, path);
    assert_true(file_read(path, &bytes, &size, &why));
    log_at = (size_t)((uint8_t *)strstr((char *)bytes, "\n\nHCLG") + 2 - bytes);
    for (size_t i = 0; i < size; i += i < log_at ? 1 : 13) {
        bytes[i] ^= 0x5a;
        assert_true(file_write(path, bytes, size, &why));
        if (can_continue(id, &why) && i >= log_at)
            fail_msg("byte %zu was changed and nobody noticed", i);
        assert_true(file_read(path, &after, &after_size, &why));
        assert_int_equal(after_size, size);
        assert_memory_equal(after, bytes, size);
        free(after);
        bytes[i] ^= 0x5a;
    }
    for (size_t cut = 0; cut < size; cut += 17) {
        assert_true(file_write(path, bytes, cut, &why));
        if (can_continue(id, &why))
            fail_msg("%zu of %zu bytes are enough", cut, size);
    }
    assert_true(file_write(path, bytes, size, &why));
    assert_true(can_continue(id, &why));
    free(bytes);
}

/* While a match is played, nobody else can continue it, whatever was saved meanwhile. */
static void test_lock(void **state)
{
    struct unfinished file = {.lock = -1};
    char id[UNFINISHED_ID_CHARS];
    struct hc_problem why;
    struct match match;

    (void)state;
    open_match(&match, "two", "", "random", 1);
    unfinished_begin(&file, &match);
    for (unsigned i = 0; i < 3; i++) {
        assert_false(can_continue(file.id, &why));
        assert_non_null(strstr(why.text, "another terminal"));
        assert_false(unfinished_last(id));
        play_on(&match, 1);
    }
    memcpy(id, file.id, sizeof id);
    unfinished_end(&file, false);
    assert_true(can_continue(id, &why));
    match_close(&match);
}

static bool last_sentence_has(const struct match *match, const char *words)
{
    const struct story *story = &match->story[0];

    return story->count && strstr(story->line[story->count - 1], words);
}

static size_t count_sentences(const struct match *match, const char *words)
{
    size_t count = 0;

    for (size_t i = 0; i < match->story[0].count; i++)
        count += strstr(match->story[0].line[i], words) != NULL;
    return count;
}

/* When the disk is full people are told, once, and play on; and they are told when there is room
 * again. What was kept before is still there meanwhile. */
static void test_no_room(void **state)
{
    struct unfinished file = {.lock = -1};
    struct rlimit limit, none = {0, 0};
    struct hc_problem why;
    char id[UNFINISHED_ID_CHARS];
    struct match match;

    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    none.rlim_max = limit.rlim_max;
    open_match(&match, "shed", "", "random", 3);
    unfinished_begin(&file, &match);
    play_on(&match, 4);
    assert_int_equal(count_sentences(&match, "is not kept"), 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    play_on(&match, 1);
    assert_true(last_sentence_has(&match, "is not kept"));
    assert_true(last_sentence_has(&match, "File too large"));
    play_on(&match, 3);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    play_on(&match, 4);
    assert_int_equal(count_sentences(&match, "is not kept"), 1);
    assert_int_equal(count_sentences(&match, "is kept again"), 1);
    memcpy(id, file.id, sizeof id);
    unfinished_end(&file, false);
    assert_true(can_continue(id, &why));
    match_close(&match);
}

/* The same seed twice is two matches; the oldest of many are removed. */
static void test_many(void **state)
{
    char id[2][UNFINISHED_ID_CHARS], last[UNFINISHED_ID_CHARS], path[PATH_MAX];
    struct hc_problem why;

    (void)state;
    keep_one(1, id[0]);
    keep_one(1, id[1]);
    assert_int_equal(strlen(id[0]), 8);
    assert_memory_equal(id[0], id[1], 8);
    assert_string_equal(id[1] + 8, "-2");
    for (uint64_t seed = 2; seed < 2 + UNFINISHED_MAX - 1; seed++)
        keep_one(seed, last);
    path_of(id[0], path);
    assert_int_not_equal(access(path, F_OK), 0);
    path_of(id[1], path);
    assert_int_equal(access(path, F_OK), 0);
    assert_true(unfinished_last(id[0]));
    assert_string_equal(id[0], last);
    assert_false(can_continue("../settings", &why));
    assert_false(can_continue("00000000", &why));
    assert_false(can_continue("", &why));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_wrong_settings),
        cmocka_unit_test(test_hostile_settings),
        cmocka_unit_test_setup_teardown(test_settings_file, make_home, remove_home),
        cmocka_unit_test_setup_teardown(test_continue, make_home, remove_home),
        cmocka_unit_test_setup_teardown(test_clock_and_stories, make_home, remove_home),
        cmocka_unit_test_setup_teardown(test_pending, make_home, remove_home),
        cmocka_unit_test_setup_teardown(test_damaged, make_home, remove_home),
        cmocka_unit_test_setup_teardown(test_lock, make_home, remove_home),
        cmocka_unit_test_setup_teardown(test_no_room, make_home, remove_home),
        cmocka_unit_test_setup_teardown(test_many, make_home, remove_home),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
