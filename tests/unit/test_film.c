// SPDX-License-Identifier: MIT
/*
 * test_film.c: a saved match wound forward and back shows what a replay from the beginning shows,
 * wherever one comes from, and nobody's eyes see more than they may.
 *
 * Matches are random and lawful. What must be there is written down by hc_log_replay, event by
 * event.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/dice.h"
#include "doors/terminal/film.h"
#include "table/table.h"
#include "table/uncover.h"
#include "table/view.h"

enum { LOG_BYTES = 16 << 20, LONG_EVENTS = 300000 };

/* What a replay from the beginning says about one event. */
struct moment {
    struct hc_table table;
    uint32_t before, count; /* the events before its command, and those of its command */
    uint64_t time_ms;
    bool told, round;
};

/* One match at a time. Moment 0 is before the first event. */
static struct {
    struct hc_log log;
    uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES];
    struct hc_table table;
    struct moment *moment;
    uint32_t events, room;
    uint8_t storage[LOG_BYTES];
} match;

struct plan {
    const char *game, *rules;
    unsigned seats;
    uint32_t events; /* after so many the match is left as it is */
    bool reveal;
};

static struct film film;
static struct film_story story;

static void remember(void *context, const struct hc_table *table, const struct hc_record *record,
                     const struct hc_event *event)
{
    const struct moment *last = &match.moment[match.events++];
    struct moment *now = &match.moment[match.events];
    int64_t was, is;

    (void)context;
    assert_int_equal(table->seq, match.events);
    assert_true(match.events < match.room);
    *now = (struct moment){.table = *table, .time_ms = record->time_ms};
    now->before = event == hc_event_first(&record->events) ? last->table.seq : last->before;
    now->count = record->events.count;
    now->told = hc_event_speaks(hc_table_game(table), event->kind);
    assert_true(hc_table_fact(&last->table, "round", 0, &was));
    assert_true(hc_table_fact(table, "round", 0, &is));
    now->round = was != is;
}

static bool is_an_end(const struct hc_command *command)
{
    enum hc_house_role role = hc_house_role(hc_table_game(&match.table), command);

    return role == HC_HOUSE_END || role == HC_HOUSE_DROP;
}

static void play_commands(const struct plan *plan)
{
    struct hc_command command;
    struct hc_actions actions;
    struct hc_events events;
    struct hc_dice dice;

    hc_dice_open(&dice, match.salt, 1, 0);
    for (uint64_t now = 1700000000000; match.table.seq < plan->events;
         now += hc_dice_below(&dice, 3000)) {
        unsigned seat = hc_table_awaits(&match.table);

        if (seat == HC_NONE)
            break;
        hc_actions(&match.table, seat, now, &actions);
        do
            hc_actions_at(&actions, hc_dice_below(&dice, actions.ways), &command);
        while (seat == HC_HOUSE && is_an_end(&command));
        assert_int_equal(hc_submit(&match.table, seat, &command, now, &events), HC_OK);
        assert_true(hc_log_add(&match.log, now, seat, &command, &events));
        if (hc_dice_below(&dice, 3) == 0)
            assert_true(hc_log_seal(&match.log));
    }
}

/* Plays a match, opens it as a film, and writes down what every event must show. */
static void make(const struct plan *plan, uint64_t seed)
{
    const struct hc_game *game = hc_game_find(plan->game);
    uint8_t commitment[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules rules;
    struct hc_table table;

    hc_seed_from_number(seed, match.seed);
    hc_seed_from_number(~seed, match.salt);
    hc_commitment(match.seed, match.salt, commitment);
    assert_true(hc_rules_parse(game, plan->rules, &rules, &why));
    assert_int_equal(hc_table_open(&match.table, game, &rules, plan->seats, match.seed), HC_OK);
    assert_true(
        hc_log_begin(&match.log, match.storage, sizeof match.storage, &match.table, commitment));
    assert_int_equal(hc_table_contribute(&match.table, 0, match.salt), HC_OK);
    assert_true(hc_log_contribution(&match.log, 0, match.salt));
    play_commands(plan);
    if (plan->reveal)
        assert_true(hc_log_reveal(&match.log, match.seed, match.salt));
    assert_true(hc_log_seal(&match.log));

    match.room = match.table.seq + 1;
    match.events = 0;
    match.moment = calloc(match.room, sizeof *match.moment);
    assert_non_null(match.moment);
    assert_true(hc_log_replay(match.log.bytes, match.log.used, 0, &match.moment[0].table, NULL,
                              NULL, &why));
    assert_true(
        hc_log_replay(match.log.bytes, match.log.used, UINT32_MAX, &table, remember, NULL, &why));
    assert_true(film_open(&film, match.log.bytes, match.log.used, &why));
    assert_int_equal(film.events, match.events);
    assert_int_equal(film_seq(&film), 0);
}

static void unmake(void)
{
    film_release(&film);
    free(match.moment);
}

static const struct plan plans[] = {
    {"null", "", 3, 200, true},        {"two", "tokens_to_win=3", 4, 2000, true},
    {"two", "", 2, 40, false},         {"shed", "", 4, 2000, true},
    {"shed", "party", 10, 1500, true}, {"shed", "lite", 2, 30, false},
};

enum { PLANS = sizeof plans / sizeof *plans };

/* ---- Winding -------------------------------------------------------------------------------- */

/* The film is at that event, and all that it says of it is right. */
static void check_at(uint32_t seq)
{
    const struct moment *moment = &match.moment[seq];
    struct hc_table table = *film.head.table;

    assert_int_equal(film_seq(&film), seq);
    /* Entropy goes into the key only, which a replay does not know anyway. */
    memcpy(table.key, moment->table.key, sizeof table.key);
    assert_memory_equal(&table, &moment->table, sizeof table);
    assert_int_equal(film.head.before, moment->before);
    assert_int_equal(film.head.record.time_ms, moment->time_ms);
    assert_int_equal(film_time_ms(&film), seq ? moment->time_ms - match.moment[1].time_ms : 0);
    assert_int_equal(film_ends_command(&film), seq == moment->before + moment->count);
}

static void seeks_from_anywhere(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PLANS; p++) {
        struct hc_dice dice;

        make(&plans[p], p + 1);
        hc_dice_open(&dice, match.salt, 2, 0);
        check_at(0);
        for (unsigned i = 0; i < 300; i++) {
            uint32_t seq = hc_dice_below(&dice, match.events + 1);

            film_seek(&film, seq);
            check_at(seq);
        }
        film_seek(&film, UINT32_MAX);
        check_at(match.events);
        film_seek(&film, 0);
        check_at(0);
        unmake();
    }
}

static void steps_by_event(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PLANS; p++) {
        make(&plans[p], p + 10);
        for (uint32_t seq = 0; seq < match.events;) {
            do
                seq++;
            while (seq < match.events && !match.moment[seq].told);
            film_step(&film, false);
            check_at(seq);
        }
        film_step(&film, false);
        check_at(match.events);
        for (uint32_t seq = match.events; seq;) {
            do
                seq--;
            while (seq && !match.moment[seq].told);
            film_step(&film, true);
            check_at(seq);
        }
        film_step(&film, true);
        check_at(0);
        unmake();
    }
}

static void steps_by_command(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PLANS; p++) {
        make(&plans[p], p + 20);
        for (uint32_t seq = 0; seq < match.events;) {
            seq = match.moment[seq + 1].before + match.moment[seq + 1].count;
            film_step_command(&film, false);
            check_at(seq);
        }
        film_step_command(&film, false);
        check_at(match.events);
        for (uint32_t seq = match.events; seq;) {
            seq = match.moment[seq].before;
            film_step_command(&film, true);
            check_at(seq);
        }
        film_step_command(&film, true);
        check_at(0);
        /* From the middle of a command, to its end and to the end of the one before. */
        for (uint32_t seq = 1; seq < match.events; seq++) {
            const struct moment *moment = &match.moment[seq];

            if (seq == moment->before + moment->count)
                continue;
            film_seek(&film, seq);
            film_step_command(&film, false);
            check_at(moment->before + moment->count);
            film_seek(&film, seq);
            film_step_command(&film, true);
            check_at(moment->before);
        }
        unmake();
    }
}

static void steps_by_round(void **state)
{
    unsigned rounds = 0;

    (void)state;
    for (unsigned p = 0; p < PLANS; p++) {
        uint32_t last = 0;

        make(&plans[p], p + 30);
        for (uint32_t seq = 1; seq <= match.events; seq++)
            if (match.moment[seq].round) {
                film_step_round(&film, false);
                check_at(seq);
                /* Back from the beginning of a round is the one before, from inside it is not. */
                film_step_round(&film, true);
                check_at(last ? last : seq);
                film_seek(&film, seq + 1);
                film_step_round(&film, true);
                check_at(seq);
                last = seq;
                rounds++;
            }
        film_step_round(&film, false);
        check_at(last);
        unmake();
    }
    assert_true(rounds > 2 * PLANS);
}

/* ---- Looking -------------------------------------------------------------------------------- */

/* The sentence of an event, made from the moment right after it. */
static void say(uint32_t seq, unsigned viewer, bool all, char *text)
{
    struct film_head *head = &film.head;
    struct hc_seen seen;

    film_seek(&film, seq);
    if (all)
        hc_uncover_event(&match.moment[seq].table, head->event, &seen);
    else
        hc_event_see(&match.moment[seq].table, head->event, viewer, &seen);
    hc_seen_say(hc_table_game(&match.moment[seq].table), hc_table_rules(&match.moment[seq].table),
                &seen, viewer, NULL, NULL, text, FILM_LINE_CHARS);
}

static void check_story(uint32_t seq, unsigned viewer, bool all)
{
    char text[FILM_LINE_CHARS];
    uint32_t told = seq;

    film_seek(&film, seq);
    film_tell(&film, viewer, all, NULL, &story);
    for (unsigned i = story.count; i--; told--) {
        while (told && !match.moment[told].told)
            told--;
        assert_true(told > 0);
        assert_int_equal(i >= story.fresh, told > match.moment[seq].before);
        say(told, viewer, all, text);
        assert_string_equal(story.line[i], text);
    }
    /* It is as long as a screen, or goes back to the first event. */
    while (told && !match.moment[told].told)
        told--;
    assert_true(told == 0 || story.count == FILM_LINES_MAX);
}

static void tells_what_happened(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PLANS; p++) {
        make(&plans[p], p + 40);
        for (uint32_t seq = 0; seq <= match.events; seq += 1 + seq / 3) {
            check_story(seq, HC_SPECTATOR, false);
            check_story(seq, seq % plans[p].seats, false);
            if (film.is_over)
                check_story(seq, 0, true);
        }
        unmake();
    }
}

static unsigned count_hidden(const struct hc_view *view)
{
    unsigned hidden = 0;

    for (unsigned s = 0; s < view->seats; s++)
        for (unsigned i = 0; i < view->hand[s].count; i++)
            hidden += view->face[view->hand[s].start + i] == HC_HIDDEN;
    return hidden;
}

static void shows_what_may_be_seen(void **state)
{
    unsigned unfinished = 0;

    (void)state;
    for (unsigned p = 0; p < PLANS; p++) {
        unsigned hidden = 0, uncovered = 0, actions = 0;

        make(&plans[p], p + 50);
        for (uint32_t seq = 0; seq <= match.events; seq += 5)
            for (unsigned viewer = 0; viewer <= plans[p].seats; viewer++) {
                unsigned eyes = viewer < plans[p].seats ? viewer : HC_SPECTATOR;
                struct hc_view want, got;

                film_seek(&film, seq);
                hc_view(&match.moment[seq].table, eyes, match.moment[seq].time_ms, &want);
                if (!film_ends_command(&film))
                    want.actions = (struct hc_actions){0};
                actions += want.actions.ways;
                film_view(&film, eyes, false, &got);
                assert_memory_equal(&got, &want, sizeof got);
                hidden += count_hidden(&got);
                film_view(&film, eyes, true, &got);
                uncovered += count_hidden(&got);
            }
        assert_true(hidden > 0 && actions > 0);
        assert_int_equal(film.is_over, plans[p].reveal || hc_table_awaits(&match.table) == HC_NONE);
        unfinished += !film.is_over;
        /* Asking for all cards of an unfinished match is asking in vain. */
        assert_int_equal(uncovered, film.is_over ? 0 : hidden);
        unmake();
    }
    assert_true(unfinished > 0);
}

static void unfinished_matches_keep_their_secrets(void **state)
{
    static struct film_story all;

    (void)state;
    make(&plans[2], 60);
    film_seek(&film, match.events);
    film_tell(&film, HC_SPECTATOR, false, NULL, &story);
    film_tell(&film, HC_SPECTATOR, true, NULL, &all);
    assert_int_equal(story.count, all.count);
    for (unsigned i = 0; i < all.count; i++)
        assert_string_equal(story.line[i], all.line[i]);
    assert_int_equal(film.verdict, HC_UNREVEALED);
    unmake();
}

/* ---- Playing -------------------------------------------------------------------------------- */

static void must_be_fast(const char *speed)
{
    char text[40];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    film_put_speed(&film, &out);
    assert_string_equal(text, speed);
}

static void plays_at_a_speed(void **state)
{
    uint32_t seq;
    int wait;

    (void)state;
    make(&plans[3], 70);
    assert_int_equal(film_run(&film, 1000), -1);
    film_toggle(&film, 1000);
    must_be_fast("2 a second");
    assert_int_equal(film_run(&film, 1000), 500);
    assert_int_equal(film_run(&film, 1499), 1);
    assert_int_equal(film_seq(&film), 0);
    assert_int_equal(film_run(&film, 1500), 500);
    seq = film_seq(&film);
    assert_true(seq > 0);
    /* A little late is made up for; an hour is not. */
    assert_int_equal(film_run(&film, 2010), 490);
    assert_true(film_seq(&film) > seq);
    seq = film_seq(&film);
    assert_int_equal(film_run(&film, 3600000), 500);
    film_step(&film, true);
    assert_int_equal(film_seq(&film), seq);
    /* Changing the speed begins a new wait. */
    film_faster(&film, 3600100);
    assert_int_equal(film_run(&film, 3600100), 250);
    film_slower(&film, 3600200);
    film_slower(&film, 3600200);
    assert_int_equal(film_run(&film, 3600200), 1000);
    film_toggle(&film, 3600300);
    assert_int_equal(film_run(&film, 9000000), -1);
    assert_int_equal(film_seq(&film), seq);
    for (unsigned i = 0; i < 100; i++)
        film_slower(&film, 0);
    must_be_fast("1 in 4 seconds");
    for (unsigned i = 0; i < 100; i++)
        film_faster(&film, 0);
    must_be_fast("32 a second");
    /* It stops at the end, and then starts from the beginning. */
    film_toggle(&film, 0);
    for (uint64_t now = 0; (wait = film_run(&film, now)) >= 0; now += (uint64_t)wait)
        assert_true(now < 1000000);
    check_at(match.events);
    assert_false(film.playing);
    film_toggle(&film, 0);
    check_at(0);
    assert_true(film.playing);
    unmake();
}

/* ---- Logs that are long, broken or not honest -------------------------------------------------
 */

static void long_matches_are_wound_as_well(void **state)
{
    static const struct plan plan = {"shed", "points_to_win=10000", 10, LONG_EVENTS, true};
    struct hc_dice dice;

    (void)state;
    make(&plan, 80);
    assert_true(match.events > 100000);
    /* So long that marks were given up; those that are left are evenly spread. */
    assert_true(film.mark_count > FILM_MARKS_MAX / 2 && film.mark_count <= FILM_MARKS_MAX);
    assert_true(film.spacing > 16);
    for (size_t i = 0; i < film.mark_count; i++)
        assert_int_equal(film.mark[i].records, i * film.spacing);
    hc_dice_open(&dice, match.salt, 2, 0);
    for (unsigned i = 0; i < 500; i++) {
        uint32_t seq = hc_dice_below(&dice, match.events + 1);

        film_seek(&film, seq);
        check_at(seq);
        film_step(&film, true);
        film_step_command(&film, true);
        film_step_round(&film, true);
        check_at(film_seq(&film));
    }
    check_story(match.events, 3, false);
    unmake();
}

static void broken_logs_are_refused(void **state)
{
    struct hc_problem why;

    (void)state;
    make(&plans[0], 90);
    unmake();
    assert_false(film_open(&film, match.log.bytes, match.log.used - 1, &why));
    assert_non_null(strstr(why.text, "the log is cut short"));
    film_release(&film);
    assert_false(film_open(&film, match.log.bytes, match.log.used - 33, &why));
    assert_non_null(strstr(why.text, "the log is cut short; records without a digest: 1"));
    film_release(&film);
    match.log.bytes[match.log.used / 2] ^= 1;
    assert_false(film_open(&film, match.log.bytes, match.log.used, &why));
    assert_true(why.text[0]);
    film_release(&film);
}

/* A log whose secret is not the one that was committed to can be watched, and the film says so. */
static void dishonest_matches_are_called_so(void **state)
{
    struct hc_problem why;
    size_t used;

    (void)state;
    make(&plans[2], 91);
    assert_int_equal(film.verdict, HC_UNREVEALED);
    unmake();
    used = match.log.used;
    assert_true(hc_log_reveal(&match.log, match.salt, match.seed));
    assert_true(hc_log_seal(&match.log));
    assert_true(match.log.used > used);
    assert_true(film_open(&film, match.log.bytes, match.log.used, &why));
    assert_int_equal(film.verdict, HC_DISHONEST);
    assert_non_null(strstr(film.problem.text, "commitment"));
    film_release(&film);
    make(&plans[3], 92);
    assert_int_equal(film.verdict, HC_HONEST);
    unmake();
}

/* A table that nobody has played at yet. */
static void an_empty_log_has_one_picture(void **state)
{
    static const struct plan plan = {"null", "", 2, 0, false};

    (void)state;
    make(&plan, 93);
    film_step(&film, false);
    film_step(&film, true);
    film_step_command(&film, false);
    film_step_command(&film, true);
    film_step_round(&film, false);
    film_step_round(&film, true);
    film_toggle(&film, 0);
    assert_int_equal(film_run(&film, 10000), -1);
    film_tell(&film, HC_SPECTATOR, false, NULL, &story);
    assert_int_equal(story.count, 0);
    check_at(0);
    unmake();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeks_from_anywhere),
        cmocka_unit_test(steps_by_event),
        cmocka_unit_test(steps_by_command),
        cmocka_unit_test(steps_by_round),
        cmocka_unit_test(tells_what_happened),
        cmocka_unit_test(shows_what_may_be_seen),
        cmocka_unit_test(unfinished_matches_keep_their_secrets),
        cmocka_unit_test(plays_at_a_speed),
        cmocka_unit_test(long_matches_are_wound_as_well),
        cmocka_unit_test(broken_logs_are_refused),
        cmocka_unit_test(dishonest_matches_are_called_so),
        cmocka_unit_test(an_empty_log_has_one_picture),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
