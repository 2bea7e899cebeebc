// SPDX-License-Identifier: MIT
/*
 * test_signature.c: numbers that change when anything does that people, programs or files can see.
 *
 * Seeded matches are played with rules in which every pair of options occurs, and everything that
 * comes out of a match is folded into one number for each subject (signatures.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "covering_rules.h"
#include "signatures.h"
#include "table/table.h"

enum { COMMANDS = 250, ARRAYS = 3, TEXT_BYTES = 1 << 20, LOG_BYTES = 1 << 18 };

enum subject { RULES, REFUSALS, EVENTS, SENTENCES, VIEWS, SAVED, LOGS, SUBJECTS };

static const char *const subject_names[SUBJECTS] = {
    "rules", "refusals", "events", "sentences", "views", "saved", "logs",
};

static const char *const games[] = {"null", "shed", "two"};

static uint64_t signature[SUBJECTS];
static struct hc_table table;
static struct hc_events events;
static struct hc_log game_log;
static uint8_t log_bytes[LOG_BYTES];
static struct hc_dice dice;
static uint64_t now_ms;
static char text[TEXT_BYTES];

static uint32_t below(uint32_t bound)
{
    return hc_dice_below(&dice, bound);
}

static void fold(enum subject subject, const void *bytes, size_t size)
{
    uint64_t sum = signature[subject];

    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3ull;
    signature[subject] = sum ^ sum >> 29;
}

static void fold_text(enum subject subject)
{
    fold(subject, text, strlen(text) + 1);
}

/* ---- What comes out of a match ----------------------------------------------------------------
 */

/* Every event, for everybody, as it was when it happened. */
static void fold_events(const struct hc_table *before)
{
    static const char *const names[HC_SEATS_MAX] = {"Ann", NULL, "Carl", "Dora"};
    const struct hc_game *game = hc_game_of(&table);
    struct hc_table then = *before;

    for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e)) {
        hc_table_apply(&then, e);
        for (unsigned viewer = 0; viewer <= table.seats; viewer++) {
            unsigned who = viewer < table.seats ? viewer : HC_SPECTATOR;
            struct hc_seen seen;

            hc_event_see(&then, e, who, &seen);
            hc_seen_print(game, &table.rules, &seen, text, sizeof text);
            fold_text(EVENTS);
            hc_seen_json(game, &table.rules, &seen, text, sizeof text);
            fold_text(EVENTS);
            hc_seen_say(game, &table.rules, &seen, who, names, NULL, text, sizeof text);
            fold_text(SENTENCES);
            hc_seen_say(game, &table.rules, &seen, who, NULL, NULL, text, sizeof text);
            fold_text(SENTENCES);
        }
    }
}

/* Whole, and as what has changed since the last time. */
static void fold_views(void)
{
    static struct hc_view last[HC_SEATS_MAX + 1], view;

    for (unsigned viewer = 0; viewer <= table.seats; viewer++) {
        struct hc_text out;

        hc_view(&table, viewer < table.seats ? viewer : HC_SPECTATOR, now_ms, &view);
        hc_view_json(&view, text, sizeof text);
        fold_text(VIEWS);
        if (last[viewer].seq < view.seq && last[viewer].game == view.game &&
            last[viewer].seats == view.seats &&
            !memcmp(&last[viewer].rules, &view.rules, sizeof view.rules)) {
            hc_text_init(&out, text, sizeof text);
            hc_view_write(&last[viewer], &view, NULL, &out);
            fold_text(VIEWS);
        }
        last[viewer] = view;
    }
}

static void fold_saved(void)
{
    uint8_t bytes[1024];
    size_t size = hc_table_save(&table, bytes, sizeof bytes);

    assert_true(size <= sizeof bytes);
    fold(SAVED, bytes, size);
}

/* ---- A match ----------------------------------------------------------------------------------
 */

/* Submits, folds what came of it, and writes it down. */
static bool submit(unsigned seat, const struct hc_command *command)
{
    struct hc_table before = table;
    enum hc_refusal refusal = hc_submit(&table, seat, command, now_ms, &events);

    snprintf(text, sizeof text, "%s", hc_refusal_name(refusal));
    fold_text(REFUSALS);
    snprintf(text, sizeof text, "%s", hc_refusal_sentence(hc_game_of(&table), refusal, NULL));
    fold_text(SENTENCES);
    if (refusal)
        return false;
    fold_events(&before);
    assert_true(hc_log_add(&game_log, now_ms, seat, command, &events));
    now_ms += below(3000);
    return true;
}

/* Any command of any seat, lawful or not. */
static void try_anything(void)
{
    const struct hc_game *game = hc_game_of(&table);
    unsigned faces = hc_deck_of(game, &table.rules)->face_count, seat = below(table.seats + 1u);
    struct hc_command command = {0, 0, HC_NONE, HC_NONE, HC_NONE, 0};

    command.verb = (uint8_t)below(game->grammar.verb_count);
    command.face = (uint8_t)below(faces);
    if (below(2))
        command.color = (uint8_t)below(5);
    if (below(2))
        command.target = (uint8_t)below(HC_SEATS_MAX);
    if (below(2))
        command.guess = (uint8_t)below(faces);
    command.flag = below(8) == 0;
    if (seat == table.seats)
        seat = below(40) ? 0 : HC_HOUSE; /* who may end the match */
    submit(seat, &command);
}

static void bring_everybody_back(void)
{
    struct hc_command command;

    for (unsigned s = 0; s < table.seats; s++)
        if (hc_house_command(hc_game_of(&table), HC_HOUSE_RETURN, s, &command))
            submit(HC_HOUSE, &command);
}

/* Something lawful of whoever is awaited, or of anybody. False when nobody can do anything. */
static bool play_on(void)
{
    unsigned seat;
    struct hc_actions actions;
    struct hc_command command;

    if (hc_table_awaits(&table) == HC_HOUSE)
        bring_everybody_back(); /* all that is left in a pause is to end the match */
    seat = below(4) ? hc_table_awaits(&table) : below(table.seats);
    hc_actions(&table, seat, now_ms, &actions);
    if (!actions.ways) {
        seat = hc_table_awaits(&table);
        if (seat == HC_NONE)
            return false;
        hc_actions(&table, seat, now_ms, &actions);
    }
    if (!actions.ways)
        return false;
    hc_actions_at(&actions, seat == HC_HOUSE ? 0 : below(actions.ways), &command);
    if (below(4) == 0) /* the rest is asked for later, or it is refused */
        command.target = command.color = command.guess = HC_NONE;
    submit(seat, &command);
    return true;
}

/* The house reports somebody; a drop is rare, since it may end the match. */
static void report_somebody(void)
{
    static const enum hc_house_role roles[] = {HC_HOUSE_TIMEOUT, HC_HOUSE_LEAVE, HC_HOUSE_RETURN};
    enum hc_house_role role = below(24) ? roles[below(3)] : HC_HOUSE_DROP;
    unsigned seat = below(2) ? hc_table_awaits(&table) : below(table.seats);
    struct hc_command command;

    if (seat < table.seats && hc_house_command(hc_game_of(&table), role, seat, &command))
        submit(HC_HOUSE, &command);
}

static void play_match(const struct hc_game *game, const char *rules_text, unsigned seats,
                       uint64_t seed)
{
    uint8_t bytes[HC_SEED_BYTES], salt[HC_SEED_BYTES], commitment[HC_SEED_BYTES];
    struct hc_rules rules;
    struct hc_problem why;

    hc_seed_from_number(seed, bytes);
    hc_seed_from_number(seed + 1, salt);
    hc_commitment(bytes, salt, commitment);
    hc_dice_open(&dice, bytes, 5, 0);
    assert_true(hc_rules_parse(game, rules_text, &rules, &why));
    snprintf(text, sizeof text, "%s", why.text);
    fold_text(RULES);
    hc_rules_print(game, &rules, text, sizeof text);
    fold_text(RULES);
    for (unsigned players = 1; players <= HC_SEATS_MAX; players++) {
        fold(RULES, &(uint8_t){(uint8_t)hc_rules_fit(game, &rules, players, &why)}, 1);
        snprintf(text, sizeof text, "%s", why.text);
        fold_text(RULES);
    }
    now_ms = 1000;
    assert_int_equal(hc_table_open(&table, game, &rules, seats, bytes), HC_OK);
    assert_true(hc_log_begin(&game_log, log_bytes, sizeof log_bytes, &table, commitment));
    for (unsigned i = 0; i < COMMANDS && play_on(); i++) {
        try_anything();
        if (below(12) == 0)
            report_somebody();
        if (below(12) == 0)
            bring_everybody_back();
        if (below(4) == 0)
            fold_views();
        if (below(8) == 0)
            fold_saved();
    }
    assert_true(hc_log_reveal(&game_log, bytes, salt));
    assert_true(hc_log_seal(&game_log));
    fold(LOGS, log_bytes, game_log.used);
    assert_int_equal(hc_log_verify(log_bytes, game_log.used, &why), HC_HONEST);
    assert_in_range(hc_log_json(log_bytes, game_log.used, text, sizeof text, &why), 1,
                    sizeof text - 1);
    fold_text(LOGS);
}

static void nothing_has_changed(void **state)
{
    static struct covering_rules rules;
    char name[80];

    (void)state;
    signatures_open("test_signature", subject_names, SUBJECTS);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        const struct hc_game *game = hc_game_find(games[g]);

        for (unsigned i = 0; i < ARRAYS * covering_decks(game); i++) {
            uint64_t seed = 100 * i;
            unsigned seats;

            covering_rules_begin(&rules, game, i / ARRAYS, seed);
            while (covering_rules_next(&rules, &seats)) {
                memset(signature, 0, sizeof signature);
                play_match(game, rules.rows.text, seats, ++seed);
                snprintf(name, sizeof name, "%s, array %u, seed %u", games[g], i, (unsigned)seed);
                signatures_add(name, rules.rows.text, signature);
            }
        }
    }
    signatures_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_has_changed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
