// SPDX-License-Identifier: MIT
/*
 * test_two_events.c: what comes of the inputs of two: its events, what each viewer is told of them,
 * and that this is enough for a client that knows no rules.
 */
#include "ring/two_steps.h"

#include <jansson.h>

/* ---- Inputs and events ----------------------------------------------------------------------- */

/* What a viewer is told of the last command's first event, as JSON. */
static const char *told(unsigned viewer)
{
    static char text[256];
    struct hc_seen seen;

    hc_event_see(&table, hc_event_first(&events), viewer, &seen);
    assert_true(hc_seen_json(hc_game_of(&table), &table.rules, &seen, text, sizeof text) <
                sizeof text);
    return text;
}

/* L-090, L-091: the player is told the card and the target by name, everybody else nothing. */
static void a_pending_action_is_told_by_name(void **state)
{
    static const char *const hands[] = {"14", "5", "2"};
    static const struct {
        const char *command, *own, *others;
    } rows[] = {
        {"play 1",
         "{\"event\":\"player_action_started\",\"seat\":0,\"face\":\"1\",\"target\":null}",
         "{\"event\":\"player_action_started\",\"seat\":0}"},
        {"play 1 target=2",
         "{\"event\":\"player_action_updated\",\"seat\":0,\"face\":\"1\",\"target\":2}",
         "{\"event\":\"player_action_updated\",\"seat\":0}"},
    };
    static const char *const names[HC_SEATS_MAX] = {"Ann", "Ben", "Cem"};
    struct hc_seen seen;
    char line[128];

    (void)state;
    place("two", hands, 3, "316", NULL);
    for (size_t r = 0; r < COUNT(rows); r++) {
        must_say(0, rows[r].command);
        assert_string_equal(told(0), rows[r].own);
        assert_string_equal(told(1), rows[r].others);
        assert_string_equal(told(HC_SPECTATOR), rows[r].others);
    }
    hc_event_see(&table, hc_event_first(&events), 0, &seen);
    hc_seen_say(hc_game_of(&table), &table.rules, &seen, 0, names, NULL, line, sizeof line);
    assert_string_equal(line, "You choose Cem.");
    hc_seen_print(hc_game_of(&table), &table.rules, &seen, line, sizeof line);
    assert_string_equal(line, "player_action_updated 0");
    place("two", hands, 3, "316", NULL);
    must_say(0, "play 1 target=2");
    assert_string_equal(
        told(0), "{\"event\":\"player_action_started\",\"seat\":0,\"face\":\"1\",\"target\":2}");
}

/* Whoever is to play holds two cards at most; three are for whoever chooses which to keep. */
static void hands_are_as_large_as_the_phase_says(void **state)
{
    static const char *const two_each[] = {"12", "3", "4"}, *const three[] = {"125", "3", "4"};
    static const char *const to_play[][2] = {{"phase", "2"}, {NULL, NULL}};

    (void)state;
    place("two", two_each, 3, "316", to_play);
    assert_int_equal(two_see(&table)->phase, TWO_PLAYER_TURN);
    assert_null(two->check(&table));
    place("two", three, 3, "316", NULL);
    assert_int_equal(two_see(&table)->phase, TWO_AWAIT_KEEP);
    assert_null(two->check(&table));
    two_of(&table)->phase = TWO_PLAYER_TURN;
    assert_non_null(two->check(&table));
}

/* Only a Guard waits for its guess with a target, who must be one that could be chosen. */
static void a_pending_target_can_be_chosen(void **state)
{
    static const char *const hands[] = {"12", "3", "4"};
    static const struct {
        const char *why;
        uint8_t face, target;
        uint16_t protected;
        bool good;
    } rows[] = {
        {"another", 0, 1, 0, true},
        {"nobody yet", 0, HC_NONE, 0, true},
        {"oneself", 0, 0, 0, false},
        {"nobody there", 0, 3, 0, false},
        {"one who is protected", 0, 1, 2, false},
        {"one beside them", 0, 2, 2, true},
        {"a Priest's", 1, 1, 0, false},
        {"no card's", HC_NONE, 1, 0, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        place("two", hands, 3, "316", NULL);
        two_of(&table)->pending_face = rows[i].face;
        two_of(&table)->pending_target = rows[i].target;
        two_of(&table)->protected = rows[i].protected;
        if (!two->check(&table) != rows[i].good)
            fail_msg("%s: %s", rows[i].why, rows[i].good ? two->check(&table) : "believed");
    }
}

/* Logs of before hold face and target packed into the value; they still replay. */
static void a_packed_pending_action_is_read(void **state)
{
    static const char *const hands[] = {"14", "5", "2"};
    static const struct {
        const char *command;
        int32_t packed;
    } rows[] = {{"play 1", 0 | HC_NONE << 8}, {"play 1 target=2", 0 | 2 << 8}};

    (void)state;
    place("two", hands, 3, "316", NULL);
    for (size_t r = 0; r < COUNT(rows); r++) {
        struct hc_table old = table;
        struct hc_event event;

        must_say(0, rows[r].command);
        event = *hc_event_first(&events);
        event.value = rows[r].packed;
        event.other = HC_NONE;
        event.count = 0;
        assert_true(hc_event_plausible(&old, &event));
        hc_table_apply(&old, &event);
        assert_memory_equal(&old, &table, sizeof old);
    }
}

/* Whom a card was begun on is secret, also when that player is dropped. */
static void a_dropped_target_stays_secret(void **state)
{
    static const char *const hands[] = {"14", "5", "2", "3"};

    (void)state;
    place("two", hands, 4, "316", NULL);
    must_say(0, "play 1 target=2");
    must_say(HC_HOUSE, "drop 2");
    assert_null(event_named("player_action_updated"));
    assert_int_equal(fact("pending_face", 0), 0);
    assert_int_equal(fact("pending_target", 0), HC_NONE);
}

/* covers L-082: the events that the rules name. */
static void events_have_the_names_of_the_rules(void **state)
{
    static const char *const names[] = {
        "deck_updated",
        "card_dealt",
        "card_removed",
        "player_eliminated",
        "player_restored",
        "player_protection_cleared",
        "player_discard_pile_cleared",
        "round_updated",
        "phase_updated",
        "player_action_started",
        "player_action_updated",
        "player_action_completed",
        "card_played",
        "card_discarded",
        "player_protected",
        "hands_swapped",
        "hand_revealed",
        "token_awarded",
        "round_won",
        "game_won",
    };

    (void)state;
    two = hc_game_find("two");
    for (size_t i = 0; i < COUNT(names); i++) {
        unsigned found = 0;

        for (unsigned k = 0; k < two->event_count; k++)
            found += !strcmp(two->events[k].name, names[i]);
        if (found != 1)
            fail_msg("there are %u events called %s", found, names[i]);
    }
}

/*
 * covers L-081 L-082 L-083: inputs judge and produce events; events carry no rule. Folding them
 * gives the same table without asking any rule, even at a table whose rules would forbid the
 * command; and an event is as it was after it has been applied: none of its fields is filled in
 * later.
 */
static void events_are_all_that_changes_a_table(void **state)
{
    static struct hc_events before;
    unsigned inputs[TWO_VERB_COUNT] = {0}, types[TWO_ROLE_COUNT] = {0};
    struct hc_table shadow;

    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct hc_command command;
        unsigned seat;

        open_seats(seed % 2 ? "two auto_draw=false" : "ed2019", 3, seed);
        shadow = table;
        while (step(&seat, &command)) {
            inputs[command.verb]++;
            if (command.verb == TWO_PLAY)
                types[edition_of(&table)->kind[command.face].role]++;
            before = events;
            assert_true(events.count > 0);
            for (const struct hc_event *e = hc_event_first(&events); e;
                 e = hc_event_next(&events, e))
                hc_table_apply(&shadow, e);
            assert_memory_equal(&before, &events, offsetof(struct hc_events, bytes) + events.used);
            assert_memory_equal(&shadow, &table, sizeof table);
        }
    }
    for (unsigned role = 0; role < TWO_ROLE_COUNT; role++)
        assert_true(types[role] > 0);
    assert_true(inputs[TWO_START] && inputs[TWO_NEXT] && inputs[TWO_DRAW] && inputs[TWO_KEEP]);
}

static struct {
    struct hc_table after[EVENTS_MAX]; /* each event */
    uint8_t log[LOG_BYTES];
    size_t used;
    uint32_t count;
} history;

/* A whole match and its history, with the table as it was after each event. */
static void record_match(uint64_t seed)
{
    uint8_t commitment[HC_SEED_BYTES] = {0};
    struct hc_command command;
    struct hc_log log;
    unsigned seat;

    open_seats("tokens_to_win=2", 3, seed);
    history.after[0] = table;
    history.count = 0;
    assert_true(hc_log_begin(&log, history.log, sizeof history.log, &table, commitment));
    while (step(&seat, &command)) {
        assert_true(hc_log_add(&log, 0, seat, &command, &events));
        for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e)) {
            assert_true(history.count + 1 < EVENTS_MAX);
            history.after[history.count + 1] = history.after[history.count];
            hc_table_apply(&history.after[++history.count], e);
        }
    }
    assert_true(hc_log_seal(&log));
    history.used = log.used;
}

/*
 * covers L-084 L-085 L-091: replaying the first so many events gives the table as it was then,
 * pending actions included, and needs no generator: the replayed table has another key and is the
 * same in everything else.
 */
static void history_gives_every_moment(void **state)
{
    unsigned pending = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        record_match(seed);
        for (uint32_t seq = 0; seq <= history.count; seq++) {
            struct hc_table then = history.after[seq], replayed;
            struct hc_problem why;

            if (!hc_log_replay(history.log, history.used, seq, &replayed, NULL, NULL, &why))
                fail_msg("event %u: %s", seq, why.text);
            assert_memory_not_equal(replayed.key, then.key, sizeof then.key);
            memcpy(replayed.key, then.key, sizeof then.key);
            assert_memory_equal(&replayed, &then, sizeof then);
            pending += two_see(&then)->pending_face != HC_NONE;
        }
    }
    assert_true(pending > 20);
}

/* Chance shows in the history only as the order of the deck and as who begins: with these two
 * events the rest of a round's start follows. covers L-085 */
static void chance_is_in_two_events(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        uint8_t deck[TWO_CARDS_END];
        unsigned next = 0, count = 0, seat = 0;

        open_seats("", 4, seed);
        must_say(HC_HOUSE, "start");
        for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e)) {
            if (is(e, "deck_updated")) {
                count = e->count;
                memcpy(deck, e->cards, count);
            } else if (is(e, "first_player")) {
                seat = e->seat;
            } else if (e->count) {
                assert_int_equal(e->count, 1);
                assert_int_equal(e->cards[0], deck[next++]);
                if (is(e, "card_dealt"))
                    assert_int_equal(e->seat, (seat + next - 2) % 4);
            }
        }
        assert_int_equal(count, 16);
        assert_int_equal(next, 1 + 4 + 1);
    }
}

/* ---- Updates --------------------------------------------------------------------------------- */

static json_t *read_view(const struct hc_table *t, unsigned viewer)
{
    static char text[JSON_BYTES];
    static struct hc_view view;
    json_t *root;

    hc_view(t, viewer, 0, &view);
    assert_true(hc_view_json(&view, text, sizeof text) < sizeof text);
    root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    return root;
}

static json_t *read_seen(const struct hc_table *t, const struct hc_event *event, unsigned viewer)
{
    struct hc_seen seen;
    char text[1024];
    json_t *root;

    hc_event_see(t, event, viewer, &seen);
    assert_true(hc_seen_json(hc_table_game(t), hc_table_rules(t), &seen, text, sizeof text) <
                sizeof text);
    root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    return root;
}

/* An update for one player: the numbers agree, no hand but the own is open without a reason, and
 * only whose turn it is may do anything. */
static void check_update(const struct hc_table *t, const struct hc_event *event, unsigned viewer)
{
    json_t *view = read_view(t, viewer), *hands = json_object_get(view, "hands");

    assert_int_equal(json_integer_value(json_object_get(view, "seq")), t->seq);
    for (unsigned seat = 0; seat < t->seats; seat++) {
        json_t *cards = json_object_get(json_array_get(hands, seat), "cards"), *card;
        struct hc_cards known = hc_box_known(&t->box, viewer);
        unsigned shown = 0;
        size_t i;

        assert_true(json_array_size(cards) <= hc_count(t->box.hand[seat]));
        json_array_foreach(cards, i, card) shown += strcmp(json_string_value(card), "?") != 0;
        assert_int_equal(shown, hc_count(hc_and(t->box.hand[seat], known)));
    }
    if (viewer != two_see(t)->turn)
        assert_int_equal(json_array_size(json_object_get(view, "actions")), 0);
    if (event) {
        json_t *seen = read_seen(t, event, viewer);

        assert_string_equal(json_string_value(json_object_get(seen, "event")),
                            two->events[event->kind].name);
        json_decref(seen);
    }
    json_decref(view);
}

/* covers L-095: after every event each player gets the state, the event and the own actions, each
 * as that player may know it. The first update comes before any event. */
static void every_event_can_be_told_to_everybody(void **state)
{
    struct hc_table shadow;

    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        open_seats(seed % 2 ? "ed2019 tokens_to_win=1" : "tokens_to_win=1", 4, seed);
        shadow = table;
        for (unsigned viewer = 0; viewer < 4; viewer++)
            check_update(&shadow, NULL, viewer);
        while (play_on())
            for (const struct hc_event *e = hc_event_first(&events); e;
                 e = hc_event_next(&events, e)) {
                hc_table_apply(&shadow, e);
                for (unsigned viewer = 0; viewer < 4; viewer++)
                    check_update(&shadow, e, viewer);
            }
    }
}

/* covers L-096: a client without rules, on one shared screen. It reads nothing but the JSON of
 * views: it shows the player whose turn it is, takes one of the listed actions and sends it as
 * text. */
static void a_client_needs_no_rules(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        unsigned viewer = HC_SPECTATOR, turns = 0;
        bool over = false;

        open_seats(seed % 2 ? "ed2019" : "", 3, seed);
        while (!over) {
            json_t *view = read_view(&table, viewer), *actions = json_object_get(view, "actions");
            const char *phase = json_string_value(json_object_get(view, "phase"));
            unsigned turn = (unsigned)json_integer_value(json_object_get(view, "turn"));

            over = !strcmp(phase, "game_over");
            if (!strcmp(phase, "lobby")) {
                must_say(HC_HOUSE, "start");
            } else if (!strcmp(phase, "round_over")) {
                must_say(HC_HOUSE, "next");
            } else if (!over && viewer != turn) {
                assert_int_equal(json_array_size(actions), 0);
                viewer = turn; /* hand over the screen */
            } else if (!over) {
                size_t count = json_array_size(actions);

                assert_true(count > 0);
                must_say(viewer, json_string_value(json_array_get(
                                     actions, hc_dice_below(&dice, (uint32_t)count))));
                turns++;
            }
            json_decref(view);
        }
        assert_true(turns > 5);
    }
}

/* Switching the viewer switches what is shown: the own hand is open, the others are not. */
static void each_viewer_sees_another_table(void **state)
{
    static const char *const hands[] = {"14", "5", "3"};

    (void)state;
    place("", hands, 3, "2211", NULL);
    for (unsigned viewer = 0; viewer <= 3; viewer++) {
        json_t *view = read_view(&table, viewer < 3 ? viewer : (unsigned)HC_SPECTATOR);

        for (unsigned seat = 0; seat < 3; seat++) {
            json_t *cards =
                json_object_get(json_array_get(json_object_get(view, "hands"), seat), "cards");

            assert_int_equal(json_array_size(cards), seat == viewer ? strlen(hands[seat]) : 0);
            for (size_t i = 0; i < json_array_size(cards); i++)
                assert_int_equal(json_string_value(json_array_get(cards, i))[0], hands[seat][i]);
        }
        json_decref(view);
    }
}

/* covers L-097: an invalid move gets a refusal of its own and changes nothing. That calls of
 * several threads are put in sequence is shown in test_threads.c. */
static void wrong_moves_are_told_apart(void **state)
{
    static const char *const hands[] = {"14", "5", "3"};
    static const char *const facts[][2] = {{"protected", "4"}, {NULL, NULL}};
    static const struct {
        unsigned seat;
        const char *command;
        enum hc_refusal want;
    } rows[] = {
        {1, "play 5 target=0", HC_NOT_YOUR_TURN},
        {0, "play 2 target=1", HC_NO_CARD},
        {0, "play 1 target=0 guess=5", HC_BAD_TARGET},
        {0, "play 1 target=2 guess=5", HC_TARGET_PROTECTED},
        {0, "play 1 target=1 guess=1", HC_BAD_GUESS},
        {0, "play 4 target=1", HC_BAD_TARGET},
        {0, "draw", HC_BAD_PHASE},
        {0, "keep 1", HC_BAD_PHASE},
        {0, "play", HC_MALFORMED},
        {3, "play 1", HC_NO_SEAT},
        {0, "start", HC_NOT_ALLOWED},
    };

    (void)state;
    place("", hands, 3, "2211", facts);
    for (size_t r = 0; r < COUNT(rows); r++) {
        enum hc_refusal refusal = say(rows[r].seat, rows[r].command);

        if (refusal != rows[r].want)
            fail_msg("%s: %s", rows[r].command, hc_refusal_name(refusal));
    }
}

/* For a player who is out of time the house makes a move that the player could have made. */
static void a_timeout_is_a_lawful_move(void **state)
{
    unsigned guards = 0, kept = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        open_seats(seed % 2 ? "ed2019" : "auto_draw=false", 4, seed);
        while (play_on()) {
            struct hc_table before = table;
            unsigned seat = hc_table_awaits(&table);
            char text[HC_COMMAND_CHARS];
            two_ask ask;

            if (seat >= table.seats)
                continue;
            snprintf(text, sizeof text, "timeout %u", seat);
            must_say(HC_HOUSE, text);
            assert_int_equal(hc_event_first(&events)->seat, seat);
            assert_null(hc_table_check(&table));
            for (const struct hc_event *e = hc_event_first(&events); e;
                 e = hc_event_next(&events, e)) {
                if (!is(e, "guess_right") && !is(e, "guess_wrong"))
                    continue;
                guards++;
                assert_int_equal(e->seat, seat);
                ask = edition_of(&table)->kind[edition_of(&table)->guard].ask &
                      choices_now(&before, seat);
                assert_true(guesses_in(ask) >> e->value & 1);
                assert_true(targets_in(ask) >> e->other & 1);
            }
            kept += event_named("cards_buried") != NULL;
            assert_int_not_equal(hc_table_awaits(&table), seat);
            table = before;
        }
    }
    assert_true(guards > 100 && kept > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pending_action_is_told_by_name),
        cmocka_unit_test(hands_are_as_large_as_the_phase_says),
        cmocka_unit_test(a_pending_target_can_be_chosen),
        cmocka_unit_test(a_packed_pending_action_is_read),
        cmocka_unit_test(a_dropped_target_stays_secret),
        cmocka_unit_test(events_have_the_names_of_the_rules),
        cmocka_unit_test(events_are_all_that_changes_a_table),
        cmocka_unit_test(history_gives_every_moment),
        cmocka_unit_test(chance_is_in_two_events),
        cmocka_unit_test(every_event_can_be_told_to_everybody),
        cmocka_unit_test(a_client_needs_no_rules),
        cmocka_unit_test(each_viewer_sees_another_table),
        cmocka_unit_test(wrong_moves_are_told_apart),
        cmocka_unit_test(a_timeout_is_a_lawful_move),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
