// SPDX-License-Identifier: MIT
/*
 * test_net.c: the client's side of the wire, without a wire: addresses, and views read from JSON.
 *
 * The views are those of random matches of every game: what was written is read back as the same
 * view. A view that was tampered with is refused, row by row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "core/dice.h"
#include "games/game.h"
#include "net/guest.h"
#include "net/heard.h"
#include "net/url.h"
#include "net/view_json.h"

enum { VIEW_BYTES = 1 << 16, MOVES = 150, SEEDS = 12, FORGERIES = 12 };

/* ---- Addresses ------------------------------------------------------------------------------ */

static const struct {
    const char *text, *server, *code; /* server NULL: refused */
} addresses[] = {
    {"http://localhost:7777", "http://localhost:7777", ""},
    {"ws://localhost:7777/", "http://localhost:7777", ""},
    {"http://localhost/bcdfhj", "http://localhost:80", "BCDFHJ"},
    {"HTTPS://Cards.example.org/BCDFHJ/", "https://Cards.example.org:443", "BCDFHJ"},
    {"wss://example.org:8443/cards/BCDFHJ", "https://example.org:8443/cards", "BCDFHJ"},
    {"https://example.org/gaming", "https://example.org:443/gaming", ""},
    {"http://[::1]:7777/BCDFHJ", "http://[::1]:7777", "BCDFHJ"},
    {"localhost:7777", NULL, NULL},
    {"ftp://localhost", NULL, NULL},
    {"http://", NULL, NULL},
    {"http://:80/", NULL, NULL},
    {"http://host:0/", NULL, NULL},
    {"http://host:65536/", NULL, NULL},
    {"http://host:80x/", NULL, NULL},
    {"http://[::1", NULL, NULL},
    {"http://user@host/", NULL, NULL},
    {"http://host/a b", NULL, NULL},
    {"http://host/\r\nX: y", NULL, NULL},
    {"http://host/a?b=c", NULL, NULL},
};

static void reads_addresses(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
        char server[URL_SERVER_CHARS];
        struct hc_problem why = {0};
        struct url url;
        bool good = url_parse(addresses[i].text, &url, &why);

        if (good != (addresses[i].server != NULL))
            fail_msg("%s: %s", addresses[i].text, good ? "accepted" : why.text);
        if (!good) {
            assert_true(*why.text);
            continue;
        }
        url_print(&url, server);
        assert_string_equal(server, addresses[i].server);
        assert_string_equal(url.code, addresses[i].code);
    }
}

static void refuses_long_addresses(void **state)
{
    char text[2000] = "http://";
    struct hc_problem why;
    struct url url;

    (void)state;
    memset(text + 7, 'a', URL_HOST_CHARS);
    assert_false(url_parse(text, &url, &why));
    memcpy(text, "http://h/", 9);
    memset(text + 9, 'a', URL_PATH_CHARS);
    assert_false(url_parse(text, &url, &why));
}

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
    uint64_t seed = getenv("HC_SEED") ? strtoull(getenv("HC_SEED"), NULL, 10) : 1;
    uint8_t key[HC_SEED_BYTES];

    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    hc_seed_from_number(seed, key);
    hc_dice_open(&mischief, key, 0, 0);
    for (unsigned g = 0; g < hc_games_count; g++)
        for (unsigned i = 0; i < 3; i++)
            play(hc_games[g], seed + i, think_of_forged);
    assert_true(thought > 500);
}

/* ---- What a server says --------------------------------------------------------------------- */

static void hears_nonsense(void **state)
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
        struct guest guest = {.client = {.stream = {.descriptor = -1}}, .code = "BCDFHJ"};

        heard(&guest, messages[i], strlen(messages[i]));
        if (!guest.gone || !*guest.why.text)
            fail_msg("%s: believed", messages[i]);
        guest_close(&guest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_addresses),
        cmocka_unit_test(refuses_long_addresses),
        cmocka_unit_test(cleans_texts),
        cmocka_unit_test(views_come_back),
        cmocka_unit_test(refuses_what_makes_no_sense),
        cmocka_unit_test(refuses_too_many_copies),
        cmocka_unit_test(forged_views_do_no_harm),
        cmocka_unit_test(hears_nonsense),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
