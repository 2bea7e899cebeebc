// SPDX-License-Identifier: MIT
/*
 * test_guest.c: what a client makes of what a server says, without a wire: views read from JSON,
 * logs that prove a deal, and messages.
 *
 * The views are those of random matches of every game: what was written is read back as the same
 * view. A view that was tampered with is refused, row by row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "core/dice.h"
#include "games/game.h"
#include "net/guest.h"
#include "net/guest_read.h"
#include "net/proof.h"
#include "net/view_json.h"
#include "seed.h"

enum { VIEW_BYTES = 1 << 16, MOVES = 150, SEEDS = 12, FORGERIES = 12 };

/* ---- Texts ---------------------------------------------------------------------------------- */

static void cleans_texts(void **state)
{
    char text[] = "a\033[2Jb\xc2\x9b|\xe2\x80\xae|\xc3\xa4\n\x7f";

    (void)state;
    guest_clean(text);
    assert_string_equal(text, "a?[2Jb??|???|\xc3\xa4??");
}

/* ---- Views ---------------------------------------------------------------------------------- */

static json_t *json_of(const struct hc_view *view)
{
    static char text[VIEW_BYTES];
    size_t length = hc_view_json(view, text, sizeof text);
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);

    assert_true(length < sizeof text);
    assert_non_null(json);
    return json;
}

static void check_same_actions(const struct hc_actions *a, const struct hc_actions *b)
{
    assert_int_equal(a->ways, b->ways);
    for (uint32_t i = 0; i < a->ways; i++) {
        struct hc_command one, other;

        hc_actions_at(a, i, &one);
        hc_actions_at(b, i, &other);
        assert_memory_equal(&one, &other, sizeof one);
    }
}

/* Reads the view of one viewer back. */
static void check_view(const struct hc_table *table, unsigned viewer)
{
    static char before[VIEW_BYTES], after[VIEW_BYTES];
    struct hc_view view, again;
    struct hc_problem why;
    json_t *json;

    hc_view(table, viewer, 0, &view);
    json = json_of(&view);
    if (!view_read(json, view.game, &view.rules, &again, &why))
        fail_msg("%s", why.text);
    json_decref(json);
    hc_view_json(&view, before, sizeof before);
    hc_view_json(&again, after, sizeof after);
    assert_string_equal(before, after);
    assert_memory_equal(view.hand, again.hand, view.seats * sizeof *view.hand);
    assert_memory_equal(view.pile, again.pile, view.game->pile_count * sizeof *view.pile);
    assert_memory_equal(view.face, again.face, sizeof view.face);
    assert_memory_equal(view.lacks, again.lacks, sizeof view.lacks);
    assert_memory_equal(view.exposed, again.exposed, sizeof view.exposed);
    check_same_actions(&view.actions, &again.actions);
}

static bool move(struct hc_table *table, struct hc_dice *dice)
{
    unsigned seat = hc_table_awaits(table);
    struct hc_actions actions;
    struct hc_command command;
    struct hc_events events;

    hc_actions(table, seat, 0, &actions);
    if (seat == HC_NONE || !actions.ways)
        return false;
    /* The house's first action is the one that goes on; a player does anything. */
    hc_actions_at(&actions, seat == HC_HOUSE ? 0 : hc_dice_below(dice, actions.ways), &command);
    return hc_submit(table, seat, &command, 0, &events) == HC_OK;
}

/* Plays a match at random by one of the presets, and calls `each` at every moment. */
static void play(const struct hc_game *game, uint64_t seed,
                 void (*each)(const struct hc_table *table))
{
    struct hc_table *table = malloc(hc_table_bytes());
    uint8_t key[HC_SEED_BYTES];
    struct hc_rules rules;
    struct hc_problem why;
    struct hc_dice dice;
    unsigned least, most;
    const struct hc_preset *preset = hc_preset_at(game, (size_t)seed);

    assert_non_null(table);
    assert_true(hc_rules_parse(game, preset ? preset->name : "", &rules, &why));
    least = hc_seats_min(game, &rules);
    most = hc_seats_max(game, &rules);
    hc_seed_from_number(seed, key);
    hc_dice_open(&dice, key, 7, 0);
    assert_int_equal(
        hc_table_open(table, game, &rules, least + (unsigned)(seed % (most - least + 1)), key),
        HC_OK);
    each(table);
    for (unsigned i = 0; i < MOVES && move(table, &dice); i++)
        each(table);
    assert_true(hc_table_seq(table) > 1);
    free(table);
}

static void check_all_views(const struct hc_table *table)
{
    for (unsigned s = 0; s < hc_table_seats(table); s++)
        check_view(table, s);
    check_view(table, HC_SPECTATOR);
}

static void views_come_back(void **state)
{
    (void)state;
    for (unsigned g = 0; g < hc_games_count; g++)
        for (uint64_t seed = 0; seed < SEEDS; seed++)
            play(hc_games[g], seed, check_all_views);
}

/* ---- Views that nobody wrote ---------------------------------------------------------------- */

static const struct {
    const char *why, *path, *value; /* value NULL: the member is missing */
} tamperings[] = {
    {"no game", "game", NULL},
    {"another game", "game", "\"two\""},
    {"no seq", "seq", "-1"},
    {"a seat that there is not", "seat", "9"},
    {"no hands", "hands", "[]"},
    {"hands are no list", "hands", "7"},
    {"too many hands", "hands", "[0,0,0,0,0,0,0,0,0,0,0]"},
    {"hands are no hands", "hands", "[1,2]"},
    {"a hand with no cards listed", "hands", "[{\"count\":7},{\"count\":7,\"cards\":[]}]"},
    {"no phase", "phase", NULL},
    {"no such phase", "phase", "\"nonsense\""},
    {"nobody's turn", "turn", "null"},
    {"a turn of a stranger", "turn", "5"},
    {"no piles", "piles", "[]"},
    {"a pile of too many", "piles",
     "[{\"name\":\"draw\",\"count\":128},{\"name\":\"discard\",\"count\":0,\"cards\":[]}]"},
    {"no actions", "actions", NULL},
    {"an action that is none", "actions", "[\"fly\"]"},
    {"an action with a card that is none", "actions", "[\"play Q9\"]"},
    {"marked, but not an action", "marked", "[\"catch 9\"]"},
};

static bool is_refused(json_t *json, const struct hc_view *view)
{
    struct hc_problem why = {0};
    struct hc_view again;
    bool refused = !view_read(json, view->game, &view->rules, &again, &why);

    assert_true(!refused || *why.text);
    return refused;
}

static void refuse_tampered(const struct hc_table *table)
{
    struct hc_view view;

    if (hc_table_awaits(table) != 0)
        return;
    hc_view(table, 0, 0, &view);
    for (size_t i = 0; i < sizeof tamperings / sizeof *tamperings; i++) {
        json_t *json = json_of(&view);

        if (tamperings[i].value)
            json_object_set_new(json, tamperings[i].path,
                                json_loads(tamperings[i].value, JSON_DECODE_ANY, NULL));
        else
            json_object_del(json, tamperings[i].path);
        if (!is_refused(json, &view))
            fail_msg("%s: accepted", tamperings[i].why);
        json_decref(json);
    }
}

static void refuses_what_makes_no_sense(void **state)
{
    (void)state;
    play(hc_game_find("shed"), 0, refuse_tampered);
}

/* One hand more of a face than the deck has copies. */
static void refuse_copies(const struct hc_table *table)
{
    struct hc_view view;
    json_t *json, *hand, *cards;

    if (hc_table_awaits(table) != 0)
        return;
    hc_view(table, 0, 0, &view);
    json = json_of(&view);
    hand = json_array_get(json_object_get(json, "hands"), 0);
    cards = json_array();
    for (unsigned i = 0; i < 5; i++)
        json_array_append_new(cards, json_string("R0"));
    json_object_set_new(hand, "cards", cards);
    json_object_set_new(hand, "count", json_integer(5));
    assert_true(is_refused(json, &view));
    json_decref(json);
}

static void refuses_too_many_copies(void **state)
{
    (void)state;
    play(hc_game_find("shed"), 0, refuse_copies);
}

/* ---- Views that could have been written ----------------------------------------------------- */

static struct hc_dice mischief;

/* A value that stands somewhere in some view. */
static json_t *any_value(void)
{
    static const char *const words[] = {"?",    "R5",   "WF",       "1",          "8",    "G",
                                        "turn", "draw", "drew_one", "match_over", "play", "pass"};

    switch (hc_dice_below(&mischief, 5)) {
    case 0:
        return json_null();
    case 1:
        return json_boolean(hc_dice_below(&mischief, 2));
    case 2:
        return json_string(words[hc_dice_below(&mischief, sizeof words / sizeof *words)]);
    default:
        return json_integer((json_int_t)hc_dice_below(&mischief, 14) - 1);
    }
}

/* Changes the leaf with this number; returns how many leaves there are. */
static unsigned change_leaf(json_t *json, unsigned wanted)
{
    unsigned count = 0;
    const char *key;
    json_t *value;
    void *next;
    size_t i;

    if (json_is_array(json) && json_array_size(json) && !hc_dice_below(&mischief, 40))
        json_array_remove(json, hc_dice_below(&mischief, (uint32_t)json_array_size(json)));
    json_object_foreach_safe(json, next, key, value)
    {
        if (json_is_array(value) || json_is_object(value))
            count += change_leaf(value, wanted - count);
        else if (count++ == wanted)
            json_object_set_new(json, key, any_value());
    }
    json_array_foreach(json, i, value)
    {
        if (json_is_array(value) || json_is_object(value))
            count += change_leaf(value, wanted - count);
        else if (count++ == wanted)
            json_array_set_new(json, i, any_value());
    }
    return count;
}

static unsigned thought;

static void think(const struct hc_view *view)
{
    static const uint8_t key[HC_SEED_BYTES];
    static _Alignas(16) uint8_t scratch[1 << 20];
    const struct hc_bot *bot;

    if (view->viewer >= view->seats || !view->actions.ways)
        return;
    for (size_t b = 0; (bot = hc_bot_at(b)); b++) {
        struct hc_mind mind = {.budget = 8, .scratch = scratch, .scratch_bytes = sizeof scratch};
        struct hc_command command;

        assert_true(!bot->scratch_bytes || bot->scratch_bytes(mind.budget) <= sizeof scratch);
        hc_dice_open(&mind.dice, key, 0, view->seq);
        bot->choose(view, &view->actions, &mind, &command);
    }
    thought++;
}

/* Bots think about views that are almost right, and nothing happens to them. */
static void think_of_forged(const struct hc_table *table)
{
    struct hc_view view, forged;
    struct hc_problem why;

    hc_view(table, hc_table_awaits(table) < HC_SEATS_MAX ? hc_table_awaits(table) : 0, 0, &view);
    for (unsigned i = 0; i < FORGERIES; i++) {
        json_t *json = json_of(&view);

        for (unsigned times = 1 + hc_dice_below(&mischief, 3); times; times--)
            change_leaf(json, hc_dice_below(&mischief, 80));
        if (view_read(json, view.game, &view.rules, &forged, &why))
            think(&forged);
        json_decref(json);
    }
}

static void forged_views_do_no_harm(void **state)
{
    uint64_t seed = test_seed();
    uint8_t key[HC_SEED_BYTES];

    (void)state;
    hc_seed_from_number(seed, key);
    hc_dice_open(&mischief, key, 0, 0);
    for (unsigned g = 0; g < hc_games_count; g++)
        for (unsigned i = 0; i < 3; i++)
            play(hc_games[g], seed + i, think_of_forged);
    assert_true(thought > 500);
}

/* ---- Logs ----------------------------------------------------------------------------------- */

static const uint8_t entropy_given[HC_SEED_BYTES] = {7, 7, 7};

/* A whole match, and what the player on seat 0 saw of it last and shortly before. */
struct played {
    uint8_t bytes[1 << 18], commitment[HC_SEED_BYTES];
    struct hc_log log;
    struct hc_view last, before;
};

static bool move_and_log(struct hc_table *table, struct hc_log *log, struct hc_dice *dice)
{
    unsigned seat = hc_table_awaits(table);
    struct hc_actions actions;
    struct hc_command command;
    struct hc_events events;

    hc_actions(table, seat, 0, &actions);
    if (seat == HC_NONE || !actions.ways)
        return false;
    hc_actions_at(&actions, seat == HC_HOUSE ? 0 : hc_dice_below(dice, actions.ways), &command);
    assert_int_equal(hc_submit(table, seat, &command, 0, &events), HC_OK);
    assert_true(hc_log_add(log, 0, seat, &command, &events));
    return true;
}

static void play_logged(struct played *played)
{
    struct hc_table *table = malloc(hc_table_bytes());
    uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES];
    const struct hc_game *game = hc_game_find("two");
    struct hc_rules rules;
    struct hc_problem why;
    struct hc_dice dice;

    assert_non_null(table);
    hc_seed_from_number(1, seed);
    hc_seed_from_number(2, salt);
    hc_dice_open(&dice, salt, 0, 0);
    hc_commitment(seed, salt, played->commitment);
    assert_true(hc_rules_parse(game, "tokens_to_win=1", &rules, &why));
    assert_int_equal(hc_table_open(table, game, &rules, 2, seed), HC_OK);
    assert_true(
        hc_log_begin(&played->log, played->bytes, sizeof played->bytes, table, played->commitment));
    assert_int_equal(hc_table_contribute(table, 0, entropy_given), HC_OK);
    assert_true(hc_log_contribution(&played->log, 0, entropy_given));
    do {
        played->before = played->last;
        hc_view(table, 0, 0, &played->last);
    } while (move_and_log(table, &played->log, &dice));
    assert_int_equal(hc_table_awaits(table), HC_NONE);
    assert_true(hc_log_seal(&played->log));
    assert_true(hc_log_reveal(&played->log, seed, salt));
    assert_true(hc_log_seal(&played->log));
    free(table);
}

static void check_proof(const char *row, const struct proof *proof, const struct played *played,
                        size_t cut, enum hc_verdict wanted, const char *words)
{
    struct hc_problem why = {0};
    enum hc_verdict verdict = proof_examine(proof, played->bytes, played->log.used - cut, &why);

    if (verdict != wanted || !strstr(why.text, words))
        fail_msg("%s: %d (%s) instead of %d (%s)", row, (int)verdict, why.text, (int)wanted, words);
}

static void examines_logs(void **state)
{
    static const uint8_t other[HC_SEED_BYTES] = {1};
    static struct played played;
    static struct hc_view others_view;
    const uint8_t *seal = played.commitment;
    const struct proof good = {seal, entropy_given, &played.last};
    const struct {
        const char *why;
        struct proof proof;
        size_t cut; /* bytes at the end of the log */
        enum hc_verdict verdict;
        const char *words;
    } rows[] = {
        {"what the guest knows", good, 0, HC_HONEST, ""},
        {"nothing given", {seal, NULL, &played.last}, 0, HC_HONEST, ""},
        {"another seal", {other, entropy_given, &played.last}, 0, HC_DISHONEST, "another seal"},
        {"another gift", {seal, other, &played.last}, 0, HC_DISHONEST, "what you gave"},
        {"another end", {seal, NULL, &played.before}, 0, HC_DISHONEST, "another way"},
        {"the gift of another seat",
         {seal, entropy_given, &others_view},
         0,
         HC_DISHONEST,
         "what you gave"},
        {"no last byte", good, 1, HC_UNREADABLE, "cut short"},
        {"no last digest", good, 33, HC_UNREADABLE, "cut short"},
        {"no secret", good, 33 + 65, HC_UNREVEALED, "not revealed"},
    };

    (void)state;
    play_logged(&played);
    others_view = played.last;
    others_view.viewer = 1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_proof(rows[i].why, &rows[i].proof, &played, rows[i].cut, rows[i].verdict,
                    rows[i].words);
    played.bytes[played.log.used - 1] ^= 1;
    check_proof("a changed digest", &good, &played, 0, HC_DISHONEST, "the digest does not fit");
}

/* ---- What a server says --------------------------------------------------------------------- */

static void reads_nonsense(void **state)
{
    static const char *const messages[] = {
        "",
        "[]",
        "{\"op\":1}",
        "{\"op\":\"welcome\"}",
        "{\"op\":\"welcome\",\"token\":\"ZZ\"}",
        "{\"op\":\"update\",\"table\":\"BCDFHJ\",\"view\":{}}",
        "{\"op\":\"update\",\"table\":\"BCDFHJ\",\"room\":{}}",
        "{\"op\":\"answer\",\"table\":\"BCDFHJ\",\"room\":{\"game\":\"poker\"}}",
        "{\"op\":\"gone\",\"table\":\"BCDFHJ\"}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        struct guest guest = {.code = "BCDFHJ"};

        guest_read(&guest, messages[i], strlen(messages[i]));
        if (!guest.gone || !*guest.why.text)
            fail_msg("%s: believed", messages[i]);
        guest_close(&guest);
    }
}

/* The room that a server tells of before it shows a table. */
static void enter_room(struct guest *guest, const struct hc_game *game)
{
    char text[400];

    *guest = (struct guest){.code = "BCDFHJ"};
    snprintf(text, sizeof text,
             "{\"op\":\"update\",\"table\":\"BCDFHJ\",\"room\":{\"game\":\"%s\",\"rules\":\"\","
             "\"stage\":\"playing\",\"asks\":\"nothing\",\"match\":1,\"seats\":[]}}",
             hc_game_name(game));
    guest_read(guest, text, strlen(text));
    assert_false(guest->gone);
}

static json_t *late_message(const struct hc_table *table)
{
    json_t *views = json_array();
    struct hc_view view;

    for (unsigned s = 0; s < hc_table_seats(table); s++) {
        hc_view(table, s, 0, &view);
        json_array_append_new(views, json_of(&view));
    }
    return json_pack("{s:s,s:s,s:o}", "op", "update", "table", "BCDFHJ", "late", views);
}

static void read_json(struct guest *guest, json_t *message)
{
    char *text = json_dumps(message, 0);

    guest_read(guest, text, strlen(text));
    free(text);
    json_decref(message);
}

/* All hands lie open, and are those that their owners see. */
static void check_late(const struct hc_table *table)
{
    struct hc_view view;
    struct guest guest;
    json_t *message;

    enter_room(&guest, hc_table_game(table));
    read_json(&guest, late_message(table));
    assert_false(guest.gone);
    assert_true(guest.has_late);
    assert_int_equal(guest.late.viewer, HC_SPECTATOR);
    assert_int_equal(guest.late.actions.ways, 0);
    for (unsigned s = 0; s < hc_table_seats(table); s++) {
        hc_view(table, s, 0, &view);
        assert_int_equal(guest.late.hand[s].count, view.hand[s].count);
        assert_memory_equal(guest.late.face + guest.late.hand[s].start,
                            view.face + view.hand[s].start, view.hand[s].count);
    }
    /* The views in another order are those of nobody. */
    message = late_message(table);
    json_array_append(json_object_get(message, "late"),
                      json_array_get(json_object_get(message, "late"), 0));
    json_array_remove(json_object_get(message, "late"), 0);
    read_json(&guest, message);
    assert_true(guest.gone);
    assert_false(guest.has_late);
}

static void reads_late_views(void **state)
{
    (void)state;
    play(hc_game_find("shed"), 0, check_late);
    play(hc_game_find("two"), 0, check_late);
}

static void reads_match_ids(void **state)
{
    static const struct {
        const char *text;
        bool good;
    } ids[] = {{"0123456789abcdef/1", true},         {"0123456789abcdef/120", true},
               {"0123456789abcdef/", false},         {"0123456789abcde/1", false},
               {"0123456789abcdef/1/", false},       {"../../secret", false},
               {"0123456789abcdef/1\r\nX: y", false}};

    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        struct guest guest;

        enter_room(&guest, hc_game_find("shed"));
        read_json(&guest,
                  json_pack("{s:s,s:s,s:s,s:{s:s,s:s,s:s,s:s,s:[]}}", "op", "update", "table",
                            "BCDFHJ", "match_id", ids[i].text, "room", "game", "shed", "rules", "",
                            "stage", "finished", "asks", "nothing", "seats"));
        assert_false(guest.gone);
        assert_string_equal(guest.match_id, ids[i].good ? ids[i].text : "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cleans_texts),
        cmocka_unit_test(views_come_back),
        cmocka_unit_test(refuses_what_makes_no_sense),
        cmocka_unit_test(refuses_too_many_copies),
        cmocka_unit_test(forged_views_do_no_harm),
        cmocka_unit_test(examines_logs),
        cmocka_unit_test(reads_nonsense),
        cmocka_unit_test(reads_late_views),
        cmocka_unit_test(reads_match_ids),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
