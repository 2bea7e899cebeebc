// SPDX-License-Identifier: MIT
/*
 * test_follow.c: every seat and a spectator follow matches of programs. Nobody is ever accused who
 * keeps the rules; and whoever breaks one where it can be seen is found.
 *
 * HC_SEED repeats a run, HC_TEST_STEPS makes it longer, HC_TEST_SHOW prints what was not
 * decided. Start reading at follow_match().
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "random_rules.h"
#include "seed.h"
#include "table/follow.h"
#include "table/shown.h"
#include "table/sound.h"
#include "table/table.h"

enum { COMMANDS_MAX = 300, SEEN_MAX = HC_EVENT_BYTES / sizeof(struct hc_event) };

static uint64_t base_seed, match_seed;
static struct hc_table table;
static struct hc_dice dice;
static const char *rules_text;
static uint64_t now_ms;
static char command_text[HC_COMMAND_CHARS];

/* The step: the table before it, who did what, and what happened. */
static struct hc_table table_before;
static struct hc_events step_events;
static unsigned step_seat;
static struct hc_command step_command;

/* One step as one viewer was shown it. */
static struct shown {
    struct hc_view was, now;
    struct hc_seen seen[SEEN_MAX];
    unsigned count;
} shown;

static unsigned long steps, steps_wanted, verdicts[3], tries_sum, tries_most;

static enum hc_step_verdict follow(const struct shown *what, struct hc_problem *why)
{
    struct hc_step step = {&what->was, &what->now, what->seen, what->count};
    unsigned tries;
    enum hc_step_verdict verdict = hc_follow(&step, why, &tries);

    tries_sum += tries;
    tries_most = tries > tries_most ? tries : tries_most;
    return verdict;
}

static void print_step(const struct shown *what)
{
    char text[500];

    for (unsigned i = 0; i < what->count; i++) {
        hc_seen_json(what->was.game, &what->was.rules, &what->seen[i], text, sizeof text);
        print_message("  %s\n", text);
    }
}

/* The same step, read from what the protocol says of it. */
static void read_back(const struct shown *what, struct shown *read)
{
    static char was[1 << 16], now[1 << 16], events[1 << 18];
    const struct hc_game *game;
    struct hc_problem why;
    struct hc_text text;

    hc_view_json(&what->was, was, sizeof was);
    hc_view_json(&what->now, now, sizeof now);
    hc_text_init(&text, events, sizeof events);
    hc_json_open(&text, NULL, '[');
    for (unsigned i = 0; i < what->count; i++)
        hc_seen_write(what->was.game, &what->was.rules, &what->seen[i], &text);
    hc_json_close(&text, ']');
    if (!hc_shown_game(was, strlen(was), &game) || game != what->was.game ||
        !hc_shown_view(was, strlen(was), game, &what->was.rules, &read->was, &why) ||
        !hc_shown_view(now, strlen(now), game, &what->was.rules, &read->now, &why) ||
        !hc_shown_events(events, text.length, &read->was, read->seen, SEEN_MAX, &read->count, &why))
        fail_msg("%s: %s", why.text, events);
    if (!hc_view_offered(&read->now, &why))
        fail_msg("%s", why.text);
    assert_int_equal(read->count, what->count);
}

static void must_not_accuse(const struct shown *what)
{
    static struct shown read;
    struct hc_problem why;
    enum hc_step_verdict verdict = follow(what, &why);

    if (steps % 8 == 0) {
        read_back(what, &read);
        assert_int_equal(follow(&read, &why), verdict);
    }

    steps++;
    verdicts[verdict]++;
    if (verdict == HC_STEP_BROKEN || (verdict == HC_STEP_UNDECIDED && getenv("HC_TEST_SHOW")))
        print_step(what);
    if (verdict == HC_STEP_UNDECIDED && getenv("HC_TEST_SHOW"))
        print_message("undecided: %s \"%s\" viewer %u, %s, match %llu\n", what->was.game->name,
                      rules_text, what->was.viewer, command_text, (unsigned long long)match_seed);
    if (verdict == HC_STEP_BROKEN)
        fail_msg("an honest step is broken: %s (HC_SEED=%llu: game %s, rules \"%s\", %u "
                 "seats, viewer %u, match %llu, event %u, \"%s\")",
                 why.text, (unsigned long long)base_seed, what->was.game->name, rules_text,
                 table.seats, what->was.viewer, (unsigned long long)match_seed, what->was.seq,
                 command_text);
}

/* ---- Matches --------------------------------------------------------------------------------- */

/* The house does what is due, and now and then something that seldom is; players do anything. */
static unsigned choose(struct hc_command *command)
{
    unsigned seat = hc_table_awaits(&table), anybody = hc_dice_below(&dice, table.seats);
    static const enum hc_house_role roles[] = {HC_HOUSE_TIMEOUT, HC_HOUSE_LEAVE, HC_HOUSE_RETURN,
                                               HC_HOUSE_DROP};
    struct hc_actions actions;

    if (hc_dice_below(&dice, 25) == 0) {
        unsigned which = hc_dice_below(&dice, 20) ? hc_dice_below(&dice, 3) : 3;

        if (hc_house_command(hc_game_of(&table), roles[which],
                             which && hc_dice_below(&dice, 2) ? anybody : seat, command) &&
            hc_may(&table, HC_HOUSE, command, now_ms) == HC_OK)
            return HC_HOUSE;
    }
    if (seat >= HC_SEATS_MAX && hc_table_awaits(&table) != HC_NONE) {
        for (unsigned s = 0; s < table.seats; s++)
            if (hc_house_command(hc_game_of(&table), HC_HOUSE_RETURN, s, command) &&
                hc_may(&table, HC_HOUSE, command, now_ms) == HC_OK)
                return HC_HOUSE;
    }
    if (seat < table.seats && hc_dice_below(&dice, 3) == 0)
        seat = anybody;
    hc_actions(&table, seat, now_ms, &actions);
    if (!actions.ways && hc_table_awaits(&table) < table.seats) {
        seat = hc_table_awaits(&table);
        hc_actions(&table, seat, now_ms, &actions);
    }
    if (!actions.ways)
        return HC_NONE;
    hc_actions_at(&actions, seat == HC_HOUSE ? 0 : hc_dice_below(&dice, actions.ways), command);
    /* Some are given in parts, and asked for the rest. */
    if (seat != HC_HOUSE && hc_dice_below(&dice, 3) == 0) {
        struct hc_command part = *command;

        part.color = HC_NONE;
        part.guess = HC_NONE;
        if (hc_dice_below(&dice, 2))
            part.target = HC_NONE;
        part.flag = (uint8_t)hc_dice_below(&dice, 2);
        if (hc_may(&table, seat, &part, now_ms) == HC_OK)
            *command = part;
    }
    return seat;
}

static void show(const struct hc_table *before, const struct hc_events *events, unsigned viewer,
                 struct shown *what)
{
    struct hc_table copy = *before;

    what->count = 0;
    hc_view(before, viewer, now_ms, &what->was);
    for (const struct hc_event *event = hc_event_first(events); event;
         event = hc_event_next(events, event)) {
        hc_table_apply(&copy, event);
        hc_event_see(&copy, event, viewer, &what->seen[what->count++]);
    }
    hc_view(&table, viewer, now_ms, &what->now);
}

static void follow_match(const struct hc_game *game, const char *text, unsigned seats,
                         uint64_t number, void (*look)(const struct shown *))
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules rules;

    rules_text = text;
    match_seed = number;
    now_ms = 1000;
    hc_seed_from_number(number, seed);
    hc_dice_open(&dice, seed, 1, 0);
    if (!hc_rules_parse(game, text, &rules, &why) ||
        hc_table_open(&table, game, &rules, seats, seed) != HC_OK)
        return;
    for (unsigned i = 0; i < COMMANDS_MAX; i++) {
        table_before = table;
        step_seat = choose(&step_command);
        if (step_seat == HC_NONE ||
            hc_submit(&table, step_seat, &step_command, now_ms, &step_events) != HC_OK)
            return;
        hc_command_print(game, &rules, &step_command, command_text, sizeof command_text);
        for (unsigned viewer = 0; viewer <= table_before.seats; viewer++) {
            show(&table_before, &step_events,
                 viewer < table_before.seats ? viewer : (unsigned)HC_SPECTATOR, &shown);
            for (unsigned e = 0; e < shown.count; e++)
                assert_true(shown.seen[e].kind < game->event_count);
            look(&shown);
        }
        now_ms += hc_dice_below(&dice, 2000);
    }
}

/* ---- Hosts that cheat -------------------------------------------------------------------------
 */

enum breach {
    SHOWN_FACT,   /* the next view has another fact than follows */
    SECRET_FACT,  /* the host changes a fact, and plays on from there */
    LEFT_OUT,     /* one event does not happen */
    TWICE,        /* one happens twice */
    WRONG_SEAT,   /* one happens to another seat */
    WRONG_NUMBER, /* … or with another number */
    NO_SUCH_CARD, /* a card is told of that lies open elsewhere */
    OWN_CARD,     /* a card in the viewer's hand is another one */
    ONE_MORE,     /* somebody has one card more than was drawn */
    BREACHES
};

static const char *const breach_names[BREACHES] = {
    "a fact that is shown", "a fact changed in secret", "an event left out", "an event twice",
    "another seat",         "another number",           "no such card",      "a card of one's own",
    "one card more",
};

/* Of a hundred so many must be found. Some of the others look like another lawful step: a player
 * who did not call, a count that only the engine keeps. */
static const unsigned least_found[BREACHES] = {90, 50, 40, 30, 40, 20, 50, 60, 90};

enum { FEW = 30 };

static struct shown forged;
static unsigned long found[BREACHES], excused[BREACHES], unclear[BREACHES];
static const struct hc_fact *any_fact(const struct hc_view *view, unsigned *index)
{
    const struct hc_fact *fact = &view->game->facts[hc_dice_below(&dice, view->game->fact_count)];

    *index = fact->per_seat ? hc_dice_below(&dice, view->seats) : 0;
    return fact->sight == HC_FOR_ALL && fact->type != HC_FACT_CARD ? fact : NULL;
}

/* Another value that the fact could have. */
static int64_t other_value(const struct hc_fact *fact, int64_t value, unsigned seats)
{
    switch (fact->type) {
    case HC_FACT_SEAT:
        return value < seats ? (value + 1) % seats : 0;
    case HC_FACT_SEATS:
        return value ^ 1u << hc_dice_below(&dice, seats);
    case HC_FACT_BOOL:
        return !value;
    case HC_FACT_DIRECTION:
        return -value;
    case HC_FACT_NAME:
        return (value + 1) % fact->name_count;
    case HC_FACT_COLOR:
        return value < 4 ? (value + 1) % 4 : 0;
    case HC_FACT_NUMBER:
    case HC_FACT_FACE:
    case HC_FACT_CARD:
        break;
    }
    return value + 1;
}

static bool forge_shown_fact(void)
{
    unsigned index;
    const struct hc_fact *fact = any_fact(&forged.now, &index);
    int64_t value;

    if (!fact)
        return false;
    value = hc_fact_get(fact, forged.now.state, index);
    hc_fact_set(fact, forged.now.state, index, other_value(fact, value, table.seats));
    return true;
}

/* What is played from then on may be lawful as well, and look the same: then nobody was cheated. */
static bool forge_secret_fact(unsigned viewer)
{
    struct hc_table honest = table_before, truth = table;
    unsigned index;
    const struct hc_fact *fact = any_fact(&forged.was, &index);
    int64_t value;
    bool done;

    if (!fact)
        return false;
    value = hc_fact_get(fact, honest.state, index);
    hc_fact_set(fact, honest.state, index, other_value(fact, value, table.seats));
    table = honest;
    done = !hc_table_check(&honest) &&
           hc_submit(&table, step_seat, &step_command, now_ms, &step_events) == HC_OK;
    if (done) {
        struct hc_view was = forged.was;

        show(&honest, &step_events, viewer, &forged);
        forged.was = was;
    }
    table = truth;
    return done;
}

/* Tells the events anew, one of them changed, and what they lead to. */
static bool forge_event(enum breach breach, unsigned viewer)
{
    struct hc_table copy = table_before, truth = table;
    unsigned which = hc_dice_below(&dice, step_events.count), at = 0;
    const struct hc_game *game = hc_game_of(&table);
    _Alignas(struct hc_event) uint8_t bytes[sizeof(struct hc_event) + HC_CARDS_MAX];
    struct hc_event *changed = (struct hc_event *)(void *)bytes;
    bool done = false;

    forged.count = 0;
    for (const struct hc_event *event = hc_event_first(&step_events); event;
         event = hc_event_next(&step_events, event), at++) {
        unsigned times = at != which ? 1 : breach == LEFT_OUT ? 0 : breach == TWICE ? 2 : 1;
        const struct hc_event_kind *kind = &game->events[event->kind];

        memcpy(bytes, event, sizeof *event + event->count);
        if (at == which && breach == WRONG_SEAT && hc_event_has(kind, 's'))
            changed->seat = (uint8_t)((event->seat + 1u) % table.seats), done = true;
        if (at == which && breach == WRONG_NUMBER && hc_event_has(kind, 'v'))
            changed->value++, done = true;
        done |= times != 1;
        for (; times; times--) {
            if (!hc_event_plausible(&copy, changed) || forged.count == SEEN_MAX)
                return false;
            hc_table_apply(&copy, changed);
            hc_event_see(&copy, changed, viewer, &forged.seen[forged.count++]);
        }
    }
    table = copy;
    hc_view(&table, viewer, now_ms, &forged.now);
    table = truth;
    return done;
}

static bool is_open(const struct hc_view *view, unsigned face)
{
    unsigned open = 0, end = 0;

    for (unsigned s = 0; s < view->seats; s++)
        end += view->hand[s].count;
    for (unsigned p = 0; p < view->game->pile_count; p++)
        end += view->pile[p].count;
    for (unsigned i = 0; i < end; i++)
        open += view->face[i] == face;
    return open == hc_face_quantity(view->game, &view->rules, face);
}

static bool forge_card(void)
{
    const struct hc_game *game = hc_game_of(&table);

    for (unsigned e = 0; e < forged.count; e++) {
        struct hc_seen *seen = &forged.seen[e];

        if (!hc_event_has(&game->events[seen->kind], 'c') || seen->face[0] == HC_HIDDEN)
            continue;
        for (unsigned f = 0; f < hc_deck_of(game, &table.rules)->face_count; f++)
            if (f != seen->face[0] && is_open(&forged.was, f)) {
                /* Of the viewer's own cards the viewer may have played one. */
                if (forged.was.viewer == seen->seat)
                    return false;
                seen->face[0] = (uint8_t)f;
                return true;
            }
    }
    return false;
}

static bool forge_own_card(unsigned viewer)
{
    struct hc_spot spot = viewer < table.seats ? forged.now.hand[viewer] : (struct hc_spot){0, 0};
    unsigned faces = hc_deck_of(hc_game_of(&table), &table.rules)->face_count, at;

    if (!spot.count)
        return false;
    at = spot.start + hc_dice_below(&dice, spot.count);
    forged.now.face[at] =
        (uint8_t)((forged.now.face[at] + 1u + hc_dice_below(&dice, faces - 1)) % faces);
    for (unsigned i = spot.start + 1u; i < spot.start + spot.count; i++)
        for (unsigned j = i; j > spot.start && forged.now.face[j - 1] > forged.now.face[j]; j--) {
            uint8_t face = forged.now.face[j];

            forged.now.face[j] = forged.now.face[j - 1];
            forged.now.face[j - 1] = face;
        }
    return true;
}

/* A hidden card goes from the pile to a hand that hides its last card already. */
static bool forge_one_more(unsigned viewer)
{
    unsigned seat = hc_dice_below(&dice, table.seats), pile = 0, after;
    struct hc_view *now = &forged.now;

    if (seat == viewer || !now->pile[pile].count || !now->hand[seat].count ||
        now->face[now->hand[seat].start + now->hand[seat].count - 1u] != HC_HIDDEN ||
        now->game->piles[pile].show != HC_SHOW_NONE)
        return false;
    after = now->hand[seat].start + now->hand[seat].count;
    memmove(now->face + after + 1, now->face + after, now->pile[pile].start - after);
    now->face[now->hand[seat].start + now->hand[seat].count] = HC_HIDDEN;
    now->hand[seat].count++;
    for (unsigned s = seat + 1; s < now->seats; s++)
        now->hand[s].start++;
    now->pile[pile].start++;
    now->pile[pile].count--;
    return true;
}

static bool forge(enum breach breach, unsigned viewer)
{
    switch (breach) {
    case SHOWN_FACT:
        return forge_shown_fact();
    case SECRET_FACT:
        return forge_secret_fact(viewer);
    case LEFT_OUT:
    case TWICE:
    case WRONG_SEAT:
    case WRONG_NUMBER:
        return forge_event(breach, viewer);
    case NO_SUCH_CARD:
        return forge_card();
    case OWN_CARD:
        return forge_own_card(viewer);
    case ONE_MORE:
        return forge_one_more(viewer);
    case BREACHES:
        break;
    }
    return false;
}

static void look_for_breach(const struct shown *what)
{
    enum breach breach = (enum breach)hc_dice_below(&dice, BREACHES);
    struct hc_events events = step_events;
    struct hc_problem why;

    if (hc_dice_below(&dice, 3 * (table.seats + 1u)))
        return;
    forged = *what;
    if (forge(breach, what->was.viewer)) {
        enum hc_step_verdict verdict = follow(&forged, &why);

        steps++;
        verdicts[verdict]++;
        found[breach] += verdict == HC_STEP_BROKEN;
        unclear[breach] += verdict == HC_STEP_UNDECIDED;
        excused[breach] += verdict == HC_STEP_HONEST;
        if (verdict == HC_STEP_BROKEN)
            assert_true(strlen(why.text) > 10);
        if (verdict != HC_STEP_BROKEN && getenv("HC_TEST_SHOW")) {
            print_step(&forged);
            print_message("%s: %s, \"%s\" viewer %u, %s\n",
                          verdict == HC_STEP_HONEST ? "excused" : "undecided", breach_names[breach],
                          rules_text, what->was.viewer, command_text);
        }
    }
    step_events = events;
}

static void report(const char *what)
{
    print_message("%s: %lu steps, %lu honest, %lu undecided; %.1f tries each, at most %lu "
                  "(HC_SEED=%llu)\n",
                  what, steps, verdicts[HC_STEP_HONEST], verdicts[HC_STEP_UNDECIDED],
                  (double)tries_sum / (double)steps, tries_most, (unsigned long long)base_seed);
    steps = verdicts[0] = verdicts[1] = verdicts[2] = tries_sum = tries_most = 0;
}

static void nobody_is_accused(void **state)
{
    (void)state;
    for (uint64_t round = 0; steps < steps_wanted; round++)
        for (size_t g = 0; hc_game_at(g); g++)
            for (size_t p = 0; hc_preset_at(hc_game_at(g), p); p++)
                follow_match(hc_game_at(g), hc_preset_at(hc_game_at(g), p)->name,
                             2 + (unsigned)((round + p) % 5),
                             base_seed + round * 1000 + g * 100 + p, must_not_accuse);
    assert_true(verdicts[HC_STEP_UNDECIDED] * 200 < steps);
    report("presets");
}

/* Matches in which somebody was accused once, by what is mended since. */
static void nobody_is_accused_again(void **state)
{
    static const struct {
        const char *game, *rules;
        unsigned seats;
        uint64_t number;
    } matches[] = {
        {"two", "two", 3, 6222}, /* a tie of two hidden hands */
        {"shed", "host", 5, 104},
        {"shed", "party", 5, 9111}, /* who had bluffed has left */
        {"shed", "brutal", 3, 1106},
        {"shed",
         "deck=lite72 initial_cards=8 first_wild=none start_rule=random multi_skip=true "
         "must_play=true must_play_drawn=true progressive_draw=true jump_in=true seven_swap=true "
         "zero_pass=true draw_on_out=false uno_call_at=post uno_challenge_until=cleared "
         "uno_penalty=9 uno_bad_challenge_penalty=1 match_mode=single zero_resets_score=total "
         "mercy_limit=7 uno_challenge_ms=1292500",
         2, 500700},
        {"shed",
         "deck=lite72 max_players=5 initial_cards=5 first_wild=reshuffle draw_mode=until_playable "
         "must_play=false play_after_draw=none auto_pass=false wd4_fail_extra=7 stacking=any "
         "progressive_draw=false jump_in_wilds=true jump_in_draw=cancel seven_swap=true "
         "zero_pass=true seven_zero_last=effect uno_call=false uno_call_at=pre "
         "uno_bad_challenge_penalty=1 score_mode=penalty on_exhaust=end_lowest "
         "points_to_win=8376 uno_challenge_ms=1845034 turn_ms=1773807559",
         5, 500318}, /* a pile drawn to its end */
        {"shed",
         "min_players=5 max_players=6 initial_cards=6 first_wild=reshuffle multi_skip=false "
         "must_play=true play_after_draw=any wd4_fail_extra=7 zero_pass=true draw_on_out=false "
         "uno_call=false score_mode=penalty zero_resets_score=total mercy_limit=45 "
         "points_to_win=6189 uno_challenge_ms=3509",
         6, 501052}, /* nothing in a hand fits, nor does what was drawn */
    };

    (void)state;
    for (size_t i = 0; i < sizeof matches / sizeof *matches; i++)
        follow_match(hc_game_find(matches[i].game), matches[i].rules, matches[i].seats,
                     matches[i].number, must_not_accuse);
    assert_true(steps > 1000);
    report("once accused");
}

static void nobody_is_accused_by_any_rules(void **state)
{
    char rules[4096];

    (void)state;
    for (uint64_t round = 0; steps < steps_wanted; round++)
        for (size_t g = 0; hc_game_at(g); g++) {
            uint8_t seed[HC_SEED_BYTES];
            struct hc_dice own;

            hc_seed_from_number(base_seed + 500000 + round, seed);
            hc_dice_open(&own, seed, 7, (uint32_t)g);
            if (random_rules(hc_game_at(g), &own, rules, sizeof rules))
                follow_match(hc_game_at(g), rules, 2 + (unsigned)(round % 5),
                             base_seed + 500000 + round * 10 + g, must_not_accuse);
        }
    report("random rules");
}

static void breaches_are_found(void **state)
{
    (void)state;
    for (uint64_t round = 0; steps < (steps_wanted < 10000 ? steps_wanted / 10 : 1000); round++)
        for (size_t g = 0; hc_game_offered(g); g++)
            for (size_t p = 0; hc_preset_at(hc_game_offered(g), p); p++)
                follow_match(hc_game_offered(g), hc_preset_at(hc_game_offered(g), p)->name,
                             2 + (unsigned)((round + p) % 5),
                             base_seed + 700000 + round * 1000 + g * 100 + p, look_for_breach);
    for (unsigned b = 0; b < BREACHES; b++) {
        unsigned long all = found[b] + unclear[b] + excused[b];

        print_message("  %-26s %5lu found, %4lu undecided, %4lu may be honest\n", breach_names[b],
                      found[b], unclear[b], excused[b]);
        if (all >= FEW && 100 * found[b] < least_found[b] * all)
            fail_msg("of %lu breaches (%s) only %lu were found (HC_SEED=%llu)", all,
                     breach_names[b], found[b], (unsigned long long)base_seed);
    }
    report("breaches");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_accused),
        cmocka_unit_test(nobody_is_accused_again),
        cmocka_unit_test(nobody_is_accused_by_any_rules),
        cmocka_unit_test(breaches_are_found),
    };
    const char *wanted = getenv("HC_TEST_STEPS");

    base_seed = test_seed();
    steps_wanted = wanted ? strtoul(wanted, NULL, 10) : 4000;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
