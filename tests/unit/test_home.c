// SPDX-License-Identifier: MIT
/*
 * test_home.c: a house in this process, as the terminal has it: guests, what is kept, who holds it.
 *
 * What is kept lies below a home of its own, which is removed at the end.
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

#include "entropy.h"
#include "net/guest.h"
#include "process/home_house.h"
#include "scratch.h"

static char folder[SCRATCH_CHARS];

static int make_home(void **state)
{
    (void)state;
    if (!make_scratch(folder))
        return -1;
    unsetenv("XDG_STATE_HOME");
    return setenv("HOME", folder, 1);
}

static int remove_one(const char *path, const struct stat *found, int kind, struct FTW *walk)
{
    (void)found;
    (void)kind;
    (void)walk;
    return remove(path);
}

static int remove_home(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static struct home *open_home(bool kept, const char *code, const uint8_t *seed)
{
    const struct home_plan plan = {.kept = kept, .code = code, .seed = seed, .salt = seed};
    struct hc_problem why = {0};
    struct home *home = home_open(&plan, &why);

    if (!home)
        fail_msg("%s", why.text);
    return home;
}

static void come_in(struct home *home, unsigned person, struct guest *guest)
{
    char token[TOKEN_CHARS];
    struct hc_problem why;

    snprintf(token, sizeof token, "%032x", person + 1);
    if (!guest_open(guest, home_link(home, &why), token, NULL, &why))
        fail_msg("%s", why.text);
    guest->gives_no_entropy = true;
}

static void ask(struct guest *guest, json_t *message)
{
    struct hc_problem why;

    if (!guest_ask(guest, message, &why))
        fail_msg("%s", why.text);
}

/* One person against one bot. */
static void begin(struct home *home, const char *rules, struct guest *guest)
{
    struct hc_problem why;

    come_in(home, 0, guest);
    ask(guest,
        json_pack("{s:s,s:s,s:s,s:s}", "op", "create", "game", "shed", "rules", rules, "settings",
                  "seats=2 away=wait next=one next_ms=0 host_ends=true "
                  "bot_delay_ms=0"));
    assert_true(guest_sit(guest, "Ann", 0, &why));
    ask(guest, json_pack("{s:s,s:s,s:i}", "op", "add_bot", "bot", "greedy Bea", "seat", 1));
    ask(guest, json_pack("{s:s}", "op", "start"));
    while (!guest->has_view || guest_awaits(guest) == HC_HOUSE)
        assert_int_equal(guest_wait(guest, -1, -1), GUEST_NEWS);
}

/* Does the first thing that is possible, so many times or until the match is over. */
static void play(struct guest *guest, unsigned moves)
{
    struct hc_problem why;

    while (moves && guest_awaits(guest) != HC_NONE) {
        struct hc_command command;

        if (guest_is_asked(guest, HC_ASK_NEXT)) {
            assert_true(guest_agree(guest, &why));
        } else if (guest_awaits(guest) != guest->seat) {
            assert_int_equal(guest_wait(guest, -1, -1), GUEST_NEWS);
        } else {
            hc_actions_at(&guest->view.actions, 0, &command);
            assert_int_equal(guest_give(guest, &command), HC_OK);
            moves--;
        }
    }
}

static void finish(struct guest *guest)
{
    while (!*guest->match_id)
        assert_int_equal(guest_wait(guest, -1, -1), GUEST_NEWS);
}

static void get_log(struct home *home, const char *code, uint8_t **bytes, size_t *size)
{
    struct hc_problem why;

    if (!home_log(home, code, bytes, size, &why))
        fail_msg("%s", why.text);
}

static enum hc_verdict verdict_of(struct home *home, const char *code)
{
    struct hc_problem why;
    enum hc_verdict verdict;
    uint8_t *bytes;
    size_t size;

    get_log(home, code, &bytes, &size);
    verdict = hc_log_verify(bytes, size, &why);
    free(bytes);
    return verdict;
}

/* ---- Playing -------------------------------------------------------------------------------- */

/* A whole match, in which bots think before anybody waits for what they do. Nothing comes of it
 * before somebody does. */
static void play_and_ponder(struct home *home, struct guest *guest)
{
    while (guest_awaits(guest) != HC_NONE) {
        size_t before, after;
        uint8_t *bytes;

        get_log(home, guest->code, &bytes, &before);
        free(bytes);
        guest->link->kind->ponder(guest->link);
        guest->link->kind->ponder(guest->link);
        get_log(home, guest->code, &bytes, &after);
        free(bytes);
        assert_int_equal(before, after);
        if (guest_awaits(guest) == guest->seat || guest_is_asked(guest, HC_ASK_NEXT))
            play(guest, 1);
        else
            assert_int_equal(guest_wait(guest, -1, -1), GUEST_NEWS);
    }
}

/* The commands of a whole match, one after the other. */
static void commands_of(const uint8_t *seed, bool ponders, char text[1 << 16],
                        uint8_t commitment[HC_SEED_BYTES])
{
    struct home *home = open_home(false, NULL, seed);
    struct hc_log_reader reader;
    struct hc_record record;
    struct guest guest;
    uint8_t *bytes;
    size_t size, used = 0;

    begin(home, "points_to_win=20 initial_cards=4", &guest);
    memcpy(commitment, guest.commitment, HC_SEED_BYTES);
    if (ponders)
        play_and_ponder(home, &guest);
    else
        play(&guest, 10000);
    finish(&guest);
    assert_int_equal(verdict_of(home, guest.code), HC_HONEST);
    get_log(home, guest.code, &bytes, &size);
    assert_true(hc_log_open(&reader, bytes, size));
    while (hc_log_next(&reader, &record) > 0)
        if (record.kind == HC_RECORD_COMMAND && used < (1 << 16) - 100) {
            used += hc_command_print(reader.game, &guest.room.rules, &record.command, text + used,
                                     (1 << 16) - used);
            text[used++] = '\n';
        }
    text[used] = '\0';
    free(bytes);
    guest_close(&guest);
    home_close(home);
}

/* covers R-020: without a seed every match is another; with one the bots too do the same. */
static void seeds_decide(void **state)
{
    static char one[1 << 16], other[1 << 16];
    uint8_t seed[HC_SEED_BYTES] = {7}, first[HC_SEED_BYTES], second[HC_SEED_BYTES];

    (void)state;
    commands_of(seed, false, one, first);
    commands_of(seed, false, other, second);
    assert_string_equal(one, other);
    assert_memory_equal(first, second, HC_SEED_BYTES);
    commands_of(seed, true, other, second);
    assert_string_equal(one, other);
    commands_of(NULL, false, one, first);
    commands_of(NULL, false, other, second);
    assert_memory_not_equal(first, second, HC_SEED_BYTES);
}

/* Nothing happens while nobody takes a text: people can act between two moves of others. */
static void the_house_rests(void **state)
{
    struct home *home = open_home(false, NULL, (uint8_t[HC_SEED_BYTES]){3});
    struct guest guest, watcher;
    struct hc_problem why;
    unsigned moments = 0;

    (void)state;
    begin(home, "start_rule=seat0 first_action=ignore first_wild=reshuffle", &guest);
    come_in(home, 5, &watcher);
    assert_true(guest_enter(&watcher, guest.code, &why));
    for (unsigned i = 0; i < 40 && guest_awaits(&guest) != HC_NONE; i++) {
        uint32_t seq = guest.view.seq;

        /* The second link only gets what the first one has made happen. */
        guest_wait(&watcher, -1, 0);
        assert_int_equal(guest.view.seq, seq);
        assert_true(watcher.view.seq <= seq);
        play(&guest, 1);
        moments += guest.view.seq != seq;
    }
    assert_true(moments > 5);
    guest_close(&watcher);
    guest_close(&guest);
    home_close(home);
}

/* A bot has the name that it was given, and two people have different ones. */
static void bots_have_names(void **state)
{
    struct home *home = open_home(false, NULL, NULL);
    struct hc_problem why;
    struct guest guest;

    (void)state;
    come_in(home, 0, &guest);
    ask(&guest, json_pack("{s:s,s:s}", "op", "create", "game", "shed"));
    assert_true(guest_sit(&guest, "Ann", 0, &why));
    ask(&guest, json_pack("{s:s,s:s}", "op", "add_bot", "bot", "search:50 Bot 1"));
    ask(&guest, json_pack("{s:s,s:s}", "op", "add_bot", "bot", "random"));
    assert_string_equal(guest.room.seat[1].name, "Bot 1");
    assert_string_equal(guest.room.seat[1].bot, "search");
    assert_string_equal(guest.room.seat[2].name, "random");
    assert_false(
        guest_ask(&guest, json_pack("{s:s,s:s}", "op", "add_bot", "bot", "greedy Ann"), &why));
    assert_int_equal(guest.refusal, HC_DUPLICATE_PLAYER);
    guest_close(&guest);
    home_close(home);
}

/* ---- Keeping -------------------------------------------------------------------------------- */

/* Plays so many moves in a kept home and leaves. */
static void leave_one(unsigned moves, char code[URL_CODE_CHARS], struct hc_view *view)
{
    struct home *home = open_home(true, NULL, NULL);
    struct guest guest;

    begin(home, "", &guest);
    play(&guest, moves);
    memcpy(code, guest.code, URL_CODE_CHARS);
    *view = guest.view;
    guest_close(&guest);
    home_close(home);
}

static void count(void *context, const char *sentence)
{
    assert_true(*sentence);
    ++*(unsigned *)context;
}

static void what_was_left_goes_on(void **state)
{
    static const char *const names[HC_SEATS_MAX] = {"Ann", "Bea"};
    struct kept_match list[KEPT_MAX];
    char code[URL_CODE_CHARS];
    struct hc_view view;
    struct guest guest;
    struct hc_problem why;
    struct home *home;
    unsigned sentences = 0;

    (void)state;
    assert_int_equal(home_kept(list), 0);
    leave_one(3, code, &view);
    assert_int_equal(home_kept(list), 1);
    assert_string_equal(list[0].code, code);
    assert_string_equal(hc_game_name(list[0].game), "shed");
    assert_int_equal(list[0].seats, 2);
    assert_true(list[0].left_ms > 0);
    home = open_home(true, code, NULL);
    come_in(home, 0, &guest);
    assert_true(guest_enter(&guest, code, &why));
    assert_int_equal(guest.seat, 0);
    assert_int_equal(guest.view.seq, view.seq);
    assert_memory_equal(guest.view.face, view.face, sizeof view.face);
    assert_string_equal(guest.room.seat[1].name, "Bea");
    home_recount(home, code, 0, names, NULL, count, &sentences);
    assert_true(sentences > 5);
    assert_int_equal(verdict_of(home, code), HC_UNREVEALED);
    ask(&guest, json_pack("{s:s}", "op", "end"));
    finish(&guest);
    assert_int_equal(verdict_of(home, code), HC_HONEST);
    guest_close(&guest);
    home_close(home);
    assert_int_equal(home_kept(list), 0);
}

/* A match that was left is not played on, nor timed, while another one is played. */
static void what_was_left_stands_still(void **state)
{
    struct kept_match list[KEPT_MAX];
    char code[URL_CODE_CHARS];
    struct hc_problem why;
    struct hc_view view;
    struct guest guest;
    struct home *home;

    (void)state;
    leave_one(2, code, &view);
    home = open_home(true, NULL, NULL);
    come_in(home, 0, &guest);
    assert_false(guest_enter(&guest, code, &why));
    assert_int_equal(guest.refusal, HC_NO_ROOM);
    guest_close(&guest);
    home_close(home);
    assert_int_equal(home_kept(list), 1);
    assert_string_equal(list[0].code, code);
}

/* Several programs of one person: each has a store of its own. */
static void two_at_the_same_time(void **state)
{
    struct home *first = open_home(true, NULL, NULL), *second = open_home(true, NULL, NULL);
    struct kept_match list[KEPT_MAX];
    char path[sizeof folder + 60];
    struct guest one, other;
    struct hc_problem why;
    struct stat found;

    (void)state;
    begin(first, "", &one);
    begin(second, "", &other);
    play(&one, 1);
    play(&other, 1);
    assert_int_equal(home_kept(list), 0); /* both are played */
    for (unsigned n = 1; n <= 2; n++) {
        snprintf(path, sizeof path, "%s/.local/state/holecard/home-%u.store", folder, n);
        assert_int_equal(stat(path, &found), 0);
        assert_int_equal(found.st_mode & 0777, 0600);
    }
    guest_close(&other);
    home_close(second);
    assert_int_equal(home_kept(list), 1);
    assert_null(home_open(&(struct home_plan){.kept = true, .code = one.code}, &why));
    second = open_home(true, list[0].code, NULL);
    guest_close(&one);
    home_close(first);
    home_close(second);
    assert_int_equal(home_kept(list), 2);
}

static void matches_are_counted(void **state)
{
    struct record_match matches[RECORDS_MAX];
    struct record_row rows[RECORDS_MAX];

    (void)state;
    assert_int_equal(home_statistics(NULL, 0, rows), 0);
    for (unsigned i = 0; i < 2; i++) {
        struct home *home = open_home(true, NULL, NULL);
        struct guest guest;

        begin(home, "points_to_win=1 initial_cards=3", &guest);
        play(&guest, 10000);
        finish(&guest);
        guest_close(&guest);
        home_close(home);
    }
    assert_int_equal(home_statistics(NULL, 0, rows), 1);
    assert_string_equal(rows[0].game, "shed");
    assert_string_equal(rows[0].name, "Ann");
    assert_int_equal(rows[0].matches, 2);
    assert_true(rows[0].wins >= 0 && rows[0].wins <= 2 && rows[0].played > 0);
    assert_int_equal(home_history(NULL, 0, matches), 2);
    assert_true(matches[0].finished_ms >= matches[1].finished_ms);
    assert_int_equal(home_statistics(NULL, 1, rows), 0);
}

/* What the disk does not take is refused, has not happened, and can be done later. */
static void a_full_disk_refuses(void **state)
{
    struct home *home = open_home(true, NULL, NULL);
    struct rlimit before, none = {0, 0};
    struct hc_command command;
    struct hc_problem why;
    struct guest guest;
    uint8_t *bytes, *later;
    size_t size, later_size;
    uint32_t seq;

    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    begin(home, "start_rule=seat0 first_action=ignore first_wild=reshuffle", &guest);
    play(&guest, 1);
    while (guest_awaits(&guest) != 0)
        assert_int_equal(guest_wait(&guest, -1, -1), GUEST_NEWS);
    seq = guest.view.seq;
    get_log(home, guest.code, &bytes, &size);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    none.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    hc_actions_at(&guest.view.actions, 0, &command);
    assert_int_equal(guest_give(&guest, &command), HC_NOT_STORED);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(guest.view.seq, seq);
    get_log(home, guest.code, &later, &later_size);
    assert_int_equal(later_size, size);
    assert_memory_equal(later, bytes, size);
    free(bytes);
    free(later);
    assert_int_equal(guest_give(&guest, &command), HC_OK);
    assert_true(guest.view.seq > seq);
    assert_int_equal(verdict_of(home, guest.code), HC_UNREVEALED);
    assert_true(guest_ask(&guest, json_pack("{s:s}", "op", "end"), &why));
    finish(&guest);
    assert_int_equal(verdict_of(home, guest.code), HC_HONEST);
    guest_close(&guest);
    home_close(home);
}

/* A file that is no store is left alone, and said to be none. */
static void damaged_stores_are_named(void **state)
{
    char path[sizeof folder + 60], code[URL_CODE_CHARS], text[20] = "";
    struct home_plan plan = {.kept = true};
    struct kept_match list[KEPT_MAX];
    struct hc_problem why = {0};
    struct hc_view view;
    FILE *file;

    (void)state;
    leave_one(1, code, &view);
    snprintf(path, sizeof path, "%s/.local/state/holecard/home-1.store", folder);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("this is no store", file);
    fclose(file);
    assert_null(home_open(&plan, &why));
    assert_non_null(strstr(why.text, "home-1.store"));
    assert_int_equal(home_kept(list), 0);
    file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "this is no store");
}

static void without_a_folder(void **state)
{
    struct home_plan plan = {.kept = true};
    struct kept_match list[KEPT_MAX];
    struct hc_problem why = {0};
    char path[sizeof folder + 60];
    FILE *file;

    (void)state;
    snprintf(path, sizeof path, "%s/.local", folder);
    file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    assert_null(home_open(&plan, &why));
    assert_true(*why.text);
    unsetenv("HOME");
    assert_null(home_open(&plan, &why));
    assert_string_equal(why.text, "there is no home folder to keep matches in");
    assert_int_equal(home_kept(list), 0);
    setenv("HOME", folder, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_decide),
        cmocka_unit_test(the_house_rests),
        cmocka_unit_test(bots_have_names),
        cmocka_unit_test_setup_teardown(what_was_left_goes_on, make_home, remove_home),
        cmocka_unit_test_setup_teardown(what_was_left_stands_still, make_home, remove_home),
        cmocka_unit_test_setup_teardown(two_at_the_same_time, make_home, remove_home),
        cmocka_unit_test_setup_teardown(matches_are_counted, make_home, remove_home),
        cmocka_unit_test_setup_teardown(a_full_disk_refuses, make_home, remove_home),
        cmocka_unit_test_setup_teardown(damaged_stores_are_named, make_home, remove_home),
        cmocka_unit_test_setup_teardown(without_a_folder, make_home, remove_home),
    };

    entropy_begin();
    return cmocka_run_group_tests_name("home", tests, NULL, NULL);
}
