// SPDX-License-Identifier: MIT
/*
 * test_games.c: what every game inherits. Random matches under every preset and under every pair of
 * options, with everything that the design promises checked on the way: the law of the box and the
 * game's invariants, refusals that change nothing, actions that are sound and complete, replay and
 * saving without loss, and views that tell nobody what they may not know (two worlds).
 *
 * HC_SEED repeats a run, HC_TEST_SCALE makes it longer, or shorter if it is 0, HC_TEST_GAME looks
 * at one game only.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "covering_rules.h"
#include "redeal.h"
#include "seats.h"
#include "seed.h"
#include "table/log.h"
#include "table/sound.h"
#include "table/table.h"

enum { COMMANDS_MAX = 3000, JSON_BYTES = 1 << 16, LOG_BYTES = 1 << 20 };

static uint64_t base_seed;
static unsigned rounds = 1, seats_step = 1;
static const char *only_game;

/* The games under test: number `index`, or NULL for one that was not asked for. */
static const struct hc_game *wanted(size_t index)
{
    const struct hc_game *game = hc_game_at(index);

    return !only_game || !strcmp(game->name, only_game) ? game : NULL;
}

/* One match under test. `shadow` is folded from events alone and must always equal `table`. */
struct match {
    struct hc_table table, shadow;
    struct hc_events events;
    struct hc_dice dice;
    struct hc_log log;
    uint8_t log_bytes[LOG_BYTES];
    const char *rules;
    uint64_t seed, now_ms;
    unsigned commands;
};

static struct match match;

static uint32_t below(uint32_t bound)
{
    return hc_dice_below(&match.dice, bound);
}

static void fail_with(const char *what)
{
    fail_msg("%s (HC_SEED=%llu: game %s, rules \"%s\", %u seats, match %llu, command %u)", what,
             (unsigned long long)base_seed, hc_game_of(&match.table)->name, match.rules,
             match.table.seats, (unsigned long long)match.seed, match.commands);
}

static void must(bool fact, const char *what)
{
    if (!fact)
        fail_with(what);
}

/* ---- Commands ---------------------------------------------------------------------------------
 */

static struct hc_command random_command(void)
{
    const struct hc_game *game = hc_game_of(&match.table);
    unsigned faces = hc_deck_of(game, &match.table.rules)->face_count;
    struct hc_command command = {(uint8_t)below(game->grammar.verb_count),
                                 (uint8_t)below(faces),
                                 HC_NONE,
                                 HC_NONE,
                                 HC_NONE,
                                 (uint8_t)(below(8) == 0)};

    if (below(2))
        command.color = (uint8_t)(below(10) ? below(5) : HC_BAD);
    if (below(2))
        command.target = (uint8_t)(below(10) ? below(HC_SEATS_MAX) : HC_BAD);
    if (below(2))
        command.guess = (uint8_t)(below(10) ? below(faces) : HC_BAD);
    return command;
}

static bool member(uint64_t set, unsigned value)
{
    return value < 64 && set >> value & 1;
}

/* Whether the list of actions speaks of this command. Arguments may be left out to be asked for
 * later; those that a choice does not take are ignored by the rules. */
static bool is_listed(const struct hc_actions *actions, const struct hc_command *command)
{
    for (unsigned i = 0; i < actions->count; i++) {
        const struct hc_choice *choice = &actions->choice[i];

        if (choice->verb == command->verb &&
            (!choice->faces || member(choice->faces, command->face)) &&
            (!choice->colors || command->color == HC_NONE ||
             member(choice->colors, command->color)) &&
            (!choice->targets || command->target == HC_NONE ||
             member(choice->targets, command->target)) &&
            (!choice->guesses || command->guess == HC_NONE ||
             member(choice->guesses, command->guess)))
            return true;
    }
    return false;
}

/* An argument that the rules ignore may be anything: the command does the same without it. */
static bool is_listed_but_for_ignored(const struct hc_actions *actions, unsigned seat,
                                      const struct hc_command *command)
{
    static struct hc_events events;
    struct hc_table with = match.table, without = match.table;
    struct hc_command bare = *command;

    if (is_listed(actions, command))
        return true;
    bare.color = bare.target = bare.guess = HC_NONE;
    return is_listed(actions, &bare) &&
           hc_submit(&with, seat, command, match.now_ms, &events) == HC_OK &&
           hc_submit(&without, seat, &bare, match.now_ms, &events) == HC_OK &&
           !memcmp(&with, &without, sizeof with);
}

static void check_sound(unsigned seat)
{
    struct hc_actions actions;
    struct hc_command command;

    hc_actions(&match.table, seat, match.now_ms, &actions);
    for (unsigned i = 0; i < 6 && actions.ways; i++) {
        hc_actions_at(&actions, below(actions.ways), &command);
        must(hc_may(&match.table, seat, &command, match.now_ms) == HC_OK,
             "a listed action is refused");
        must(is_listed(&actions, &command), "an action is not in its own list");
    }
}

/* Every verb, with every card that a player holds where it takes one: accepted only if listed. */
static void check_complete(unsigned seat)
{
    const struct hc_game *game = hc_game_of(&match.table);
    const uint8_t *face_of = hc_deck_of(game, &match.table.rules)->face_of;
    struct hc_actions actions;

    hc_actions(&match.table, seat, match.now_ms, &actions);
    for (unsigned verb = 0; verb < game->grammar.verb_count; verb++) {
        struct hc_cards left = match.table.box.hand[seat];

        do {
            struct hc_command command = random_command();

            command.verb = (uint8_t)verb;
            if (hc_any(left))
                command.face = face_of[hc_take_lowest(&left)];
            must(hc_may(&match.table, seat, &command, match.now_ms) != HC_OK ||
                     is_listed_but_for_ignored(&actions, seat, &command),
                 "a lawful command is not listed");
        } while (hc_any(left) && game->grammar.verbs[verb].takes & HC_TAKES_CARD);
    }
}

/* Any command at all: accepted only if it was listed, and refused without a trace. */
static void check_any_command(void)
{
    unsigned seat = below(match.table.seats + 2u);
    struct hc_command command = random_command();
    struct hc_table before = match.table;
    struct hc_actions actions;
    enum hc_refusal refusal;

    if (seat == match.table.seats)
        seat = HC_HOUSE;
    hc_actions(&match.table, seat, match.now_ms, &actions);
    refusal = hc_submit(&match.table, seat, &command, match.now_ms, &match.events);
    if (refusal) {
        must(!memcmp(&before, &match.table, sizeof before), "a refused command changed the table");
        must(match.events.count == 0 && match.events.used == 0, "a refused command left events");
    } else {
        match.table = before;
        must(seat == HC_HOUSE || is_listed_but_for_ignored(&actions, seat, &command),
             "an accepted command was not listed");
    }
}

/* Choices may be left out and made later, one by one; actions list whole commands only. */
static void leave_out(unsigned seat, struct hc_command *command)
{
    struct hc_command part = *command;

    if (below(3))
        return;
    part.guess = part.color = HC_NONE;
    if (below(2))
        part.target = HC_NONE;
    if (hc_may(&match.table, seat, &part, match.now_ms) == HC_OK)
        *command = part;
}

/* ---- Two worlds -------------------------------------------------------------------------------
 */

static void must_look_the_same(const struct hc_table *a, const struct hc_table *b, unsigned viewer,
                               const char *what)
{
    static char one[JSON_BYTES], other[JSON_BYTES];
    static struct hc_view view_a, view_b;

    hc_view(a, viewer, match.now_ms, &view_a);
    hc_view(b, viewer, match.now_ms, &view_b);
    must(!memcmp(&view_a, &view_b, sizeof view_a), what);
    must(hc_view_json(&view_a, one, sizeof one) < sizeof one, "a view does not fit its buffer");
    hc_view_json(&view_b, other, sizeof other);
    must(!strcmp(one, other), what);
}

/* A viewer's view, actions and refusals are a function of what the viewer knows. */
static void check_two_worlds(unsigned viewer)
{
    struct hc_cards known = hc_box_known(&match.table.box, viewer);
    struct hc_table other;

    redeal_world(&match.table, viewer, known, &match.dice, &other);
    must_look_the_same(&match.table, &other, viewer, "two worlds look different");
    for (unsigned i = 0; viewer < match.table.seats && i < 8; i++) {
        struct hc_command command = random_command();

        must(hc_may(&match.table, viewer, &command, match.now_ms) ==
                 hc_may(&other, viewer, &command, match.now_ms),
             "a refusal tells two worlds apart");
    }
}

/* Events that tell an outcome which nobody could know before: how a round ended and who scored, how
 * many cards it took until one could be played. They may differ between two worlds, and what comes
 * after them too. */
static bool is_outcome(const struct hc_seen *seen)
{
    static const char *const outcomes[] = {"round_won", "scored", "game_won", "hand_shown",
                                           "challenge"};
    const struct hc_event_kind *kind = &hc_game_of(&match.table)->events[seen->kind];

    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
        if (!strcmp(kind->name, outcomes[i]))
            return true;
    return false;
}

/* A player's move leads to other events with other cards: a guess is right, a penalty is one too
 * many. When people come and go, nothing but an outcome by name may differ. */
static bool may_differ(const struct hc_seen *a, const struct hc_seen *b, unsigned mover)
{
    if (is_outcome(a) || is_outcome(b))
        return true;
    return mover != HC_HOUSE && (a->kind != b->kind || a->seat != b->seat || a->count != b->count);
}

/* Walks the events of the same command in two worlds side by side. True if they look the same to
 * the end; a difference that is no outcome is a leak. */
static bool look_alike(struct hc_table *a, const struct hc_events *events_a, struct hc_table *b,
                       const struct hc_events *events_b, unsigned viewer, unsigned mover)
{
    const struct hc_event *x = hc_event_first(events_a), *y = hc_event_first(events_b);
    const struct hc_event_kind *kinds = hc_game_of(a)->events;
    struct hc_seen seen_x, seen_y;
    /* Who buries cards chooses their order unseen, and they may come up; and what is done for a
     * player who is away or out of time depends on their hand. */
    bool unseen = false;

    for (; x && y; x = hc_event_next(events_a, x), y = hc_event_next(events_b, y)) {
        hc_table_apply(a, x);
        hc_table_apply(b, y);
        hc_event_see(a, x, viewer, &seen_x);
        hc_event_see(b, y, viewer, &seen_y);
        unseen |=
            !strcmp(kinds[x->kind].name, "cards_buried") || !strcmp(kinds[x->kind].name, "timeout");
        if (!memcmp(&seen_x, &seen_y, sizeof seen_x))
            continue;
        must(unseen || may_differ(&seen_x, &seen_y, mover), "an event tells two worlds apart");
        return false;
    }
    must(mover != HC_HOUSE || (!x && !y), "one world has an event more");
    return !x && !y;
}

/* Every card that a viewer knows at some moment of a command. */
static struct hc_cards known_during(const struct hc_events *events, unsigned viewer)
{
    struct hc_table copy = match.table;
    struct hc_cards known = hc_box_known(&copy.box, viewer);

    for (const struct hc_event *e = hc_event_first(events); e; e = hc_event_next(events, e)) {
        hc_table_apply(&copy, e);
        known = hc_or(known, hc_box_known(&copy.box, viewer));
    }
    return known;
}

/* What the house does for somebody depends on their hand: a time-out, or the last choice of a
 * player who is to move and is dropped. */
static bool acts_for_somebody(const struct hc_command *command)
{
    const char *verb = hc_game_of(&match.table)->grammar.verbs[command->verb].name;

    return !strcmp(verb, "timeout") || command->target == match.table.state[HC_STATE_TURN];
}

/* The same move in two worlds that differ in what the viewer does not learn by it. What the
 * viewer sees of it must be the same, but for outcomes; and then the views must be the same. */
static void check_two_worlds_move(unsigned viewer, unsigned seat, const struct hc_command *command)
{
    static struct hc_events events, events_too;
    struct hc_table here = match.table, there, here_before = match.table, there_before;

    if (seat == HC_HOUSE && acts_for_somebody(command))
        return;
    if (hc_submit(&here, seat, command, match.now_ms, &events))
        return;
    redeal_world(&match.table, viewer, known_during(&events, viewer), &match.dice, &there);
    there_before = there;
    if (hc_submit(&there, seat, command, match.now_ms, &events_too))
        return; /* who holds other cards cannot always make the same move */
    if (look_alike(&here_before, &events, &there_before, &events_too, viewer, seat))
        must_look_the_same(&here, &there, viewer, "the same visible move leads to two views");
}

/* Whether a viewer sees the same of two commands at the same table. */
static bool seen_alike(const struct hc_events *one, const struct hc_events *other, unsigned viewer)
{
    const struct hc_event *x = hc_event_first(one), *y = hc_event_first(other);
    struct hc_table a = match.table, b = match.table;
    struct hc_seen seen_x, seen_y;

    for (; x && y; x = hc_event_next(one, x), y = hc_event_next(other, y)) {
        hc_table_apply(&a, x);
        hc_table_apply(&b, y);
        hc_event_see(&a, x, viewer, &seen_x);
        hc_event_see(&b, y, viewer, &seen_y);
        if (memcmp(&seen_x, &seen_y, sizeof seen_x))
            return false;
    }
    return !x && !y;
}

/* What is chosen in private makes no difference to others: two commands of which a viewer sees the
 * same lead to the same view. */
static void check_two_choices(unsigned viewer, unsigned seat, const struct hc_command *command)
{
    static struct hc_events events, events_too;
    struct hc_table here = match.table, there;
    struct hc_actions actions;

    hc_actions(&match.table, seat, match.now_ms, &actions);
    if (viewer == seat || !actions.ways ||
        hc_submit(&here, seat, command, match.now_ms, &events) != HC_OK)
        return;
    for (unsigned i = 0; i < 4; i++) {
        struct hc_command choice;

        hc_actions_at(&actions, below(actions.ways), &choice);
        leave_out(seat, &choice);
        there = match.table;
        if (hc_submit(&there, seat, &choice, match.now_ms, &events_too) == HC_OK &&
            seen_alike(&events, &events_too, viewer))
            must_look_the_same(&here, &there, viewer, "a private choice can be seen");
    }
}

/* ---- Folding, saving --------------------------------------------------------------------------
 */

static void fold_shadow(void)
{
    const struct hc_event *event = hc_event_first(&match.events);
    const struct hc_deck *deck = hc_deck_of(hc_game_of(&match.table), &match.table.rules);

    must(event != NULL, "an accepted command has no events");
    for (; event; event = hc_event_next(&match.events, event)) {
        const char *broken;

        must(hc_event_plausible(&match.shadow, event), "an event of ours is not plausible");
        hc_table_apply(&match.shadow, event);
        broken = hc_box_check(&match.shadow.box, deck, match.shadow.seats);
        if (broken)
            fail_with(broken);
    }
    must(!memcmp(&match.shadow, &match.table, sizeof match.table),
         "folding the events does not give the table");
}

static void check_save(void)
{
    uint8_t bytes[1024];
    struct hc_table copy;
    struct hc_problem why;
    size_t size = hc_table_save(&match.table, bytes, sizeof bytes);

    must(size <= hc_table_save_bytes() && size <= sizeof bytes, "a saved table is too large");
    must(hc_table_load(&copy, bytes, size, &why), why.text);
    /* next[] holds leftovers of cards that are in no pile; the places themselves must agree. */
    must(copy.seq == match.table.seq && !memcmp(copy.state, match.table.state, sizeof copy.state) &&
             !memcmp(&copy.rules, &match.table.rules, sizeof copy.rules) &&
             !memcmp(copy.box.hand, match.table.box.hand, sizeof copy.box.hand) &&
             !memcmp(copy.box.known, match.table.box.known, sizeof copy.box.known),
         "saving and loading changes the table");
    must_look_the_same(&match.table, &copy, below(match.table.seats),
                       "a loaded table looks different");
    bytes[below((uint32_t)size)] ^= (uint8_t)(1u << below(8));
    if (hc_table_load(&copy, bytes, size, &why))
        must(hc_table_check(&copy) == NULL, "a forged table was believed");
}

/* ---- A whole match ----------------------------------------------------------------------------
 */

/* Who acts next, and what: mostly whoever is awaited, sometimes anybody who can. */
static bool choose(unsigned *seat, struct hc_command *command)
{
    struct hc_actions actions;

    *seat = hc_table_awaits(&match.table);
    if (*seat == HC_NONE)
        return false;
    if (*seat != HC_HOUSE && below(4) == 0) {
        unsigned anybody = below(match.table.seats);

        hc_actions(&match.table, anybody, match.now_ms, &actions);
        if (actions.ways) {
            *seat = anybody;
            hc_actions_at(&actions, below(actions.ways), command);
            leave_out(*seat, command);
            return true;
        }
    }
    hc_actions(&match.table, *seat, match.now_ms, &actions);
    must(actions.ways > 0, "the table waits for somebody who can do nothing");
    /* The house's last choice is to end the match; it has no reason to. */
    hc_actions_at(&actions, *seat == HC_HOUSE ? 0 : below(actions.ways), command);
    if (*seat != HC_HOUSE)
        leave_out(*seat, command);
    return true;
}

/* The house interferes now and then: time-outs, players who leave, return or are dropped. */
static bool house_interferes(struct hc_command *command, unsigned word)
{
    static const enum hc_house_role roles[] = {HC_HOUSE_TIMEOUT, HC_HOUSE_LEAVE, HC_HOUSE_RETURN,
                                               HC_HOUSE_DROP};
    unsigned seat = hc_table_awaits(&match.table);

    if (word || seat >= match.table.seats)
        seat = below(match.table.seats);
    return hc_house_command(hc_game_of(&match.table), roles[word], seat, command) &&
           hc_may(&match.table, HC_HOUSE, command, match.now_ms) == HC_OK;
}

static void bring_everybody_back(void)
{
    for (unsigned s = 0; s < match.table.seats; s++) {
        struct hc_command command;

        if (hc_house_command(hc_game_of(&match.table), HC_HOUSE_RETURN, s, &command) &&
            hc_submit(&match.table, HC_HOUSE, &command, match.now_ms, &match.events) == HC_OK) {
            fold_shadow();
            hc_log_add(&match.log, match.now_ms, HC_HOUSE, &command, &match.events);
        }
    }
}

/* What anybody is shown is accepted by those who read it. */
static void check_views(void)
{
    static struct hc_view view;
    struct hc_problem why;

    for (unsigned s = 0; s <= match.table.seats; s++) {
        hc_view(&match.table, s, match.now_ms, &view);
        if (!hc_view_offered(&view, &why))
            fail_with(why.text);
    }
}

static void play_one(unsigned seat, const struct hc_command *command)
{
    const char *broken;

    check_two_worlds_move(below(match.table.seats), seat, command);
    check_two_choices(below(match.table.seats), seat, command);
    must(hc_submit(&match.table, seat, command, match.now_ms, &match.events) == HC_OK,
         "a chosen command is refused");
    broken = hc_table_check(&match.table);
    if (broken)
        fail_with(broken);
    check_views();
    fold_shadow();
    must(hc_log_add(&match.log, match.now_ms, seat, command, &match.events), "the log is full");
    match.now_ms += below(2000);
    match.commands++;
}

static void check_log(void)
{
    static struct hc_table replayed;
    struct hc_problem why;

    must(hc_log_seal(&match.log), "the log is full");
    must(hc_log_replay(match.log.bytes, match.log.used, UINT32_MAX, &replayed, NULL, NULL, &why),
         why.text);
    memcpy(replayed.key, match.table.key, sizeof replayed.key); /* a replay needs no dice */
    must(!memcmp(&replayed, &match.table, sizeof replayed), "the replayed log is another table");
    must(hc_log_verify(match.log.bytes, match.log.used, &why) == HC_UNREVEALED,
         "an unrevealed log is not found sound");
    /* Servers refuse a long log by its bytes, without writing it as text. */
    must(hc_log_json(match.log.bytes, match.log.used, NULL, 0, &why) + HC_LOG_RULES_MAX >=
             2 * match.log.used,
         "a log has fewer than two characters for a byte");
}

/* The house starts a match, whatever the game calls that. */
static enum hc_refusal start(struct hc_table *table, struct hc_events *events)
{
    struct hc_command command;

    assert_true(hc_house_command(hc_game_of(table), HC_HOUSE_START, HC_NONE, &command));
    return hc_submit(table, HC_HOUSE, &command, 0, events);
}

/* A match with these rules and seats. False if the rules say that it cannot be dealt; then nothing
 * may begin. */
static bool play_match(const struct hc_game *game, const char *rules_text, unsigned seats,
                       uint64_t seed)
{
    uint8_t bytes[HC_SEED_BYTES], commitment[HC_SEED_BYTES] = {0};
    struct hc_rules rules;
    struct hc_problem why;
    struct hc_command command;
    struct hc_table copy;
    enum hc_refusal fits;
    unsigned seat;

    hc_seed_from_number(seed, bytes);
    hc_dice_open(&match.dice, bytes, 1, 0);
    match.rules = rules_text;
    match.seed = seed;
    match.commands = 0;
    match.now_ms = 1000;
    if (!hc_rules_parse(game, rules_text, &rules, &why))
        fail_msg("%s: %s", rules_text, why.text);
    fits = hc_rules_fit(game, &rules, seats, &why);
    must((seats > hc_seats_max(game, &rules)) == (fits == HC_ROOM_FULL),
         "rules fit more players than there are seats");
    if (fits == HC_ROOM_FULL) {
        must(hc_table_open(&match.table, game, &rules, seats, bytes) == fits, "too many sit down");
        return false;
    }
    must(hc_table_open(&match.table, game, &rules, seats, bytes) == HC_OK, "no table is opened");
    copy = match.table;
    must(start(&copy, &match.events) == fits, "the start disagrees with what the rules say before");
    if (fits)
        return false;
    match.shadow = match.table;
    assert_true(hc_log_begin(&match.log, match.log_bytes, LOG_BYTES, &match.table, commitment));
    while (match.commands < COMMANDS_MAX) {
        unsigned viewer = below(match.table.seats + 1u);

        /* Dropping players is tried often, and done seldom. */
        if (below(4) == 0 && hc_table_seq(&match.table) && house_interferes(&command, 1 + below(3)))
            check_two_worlds_move(below(match.table.seats), HC_HOUSE, &command);
        if (below(40) == 0 && hc_table_seq(&match.table) &&
            house_interferes(&command, below(24) ? below(3) : 3))
            play_one(HC_HOUSE, &command);
        if (below(20) == 0)
            bring_everybody_back();
        if (hc_table_awaits(&match.table) == HC_HOUSE && hc_table_seq(&match.table))
            bring_everybody_back();
        if (!choose(&seat, &command))
            break;
        play_one(seat, &command);
        check_two_worlds(viewer == match.table.seats ? HC_SPECTATOR : viewer);
        check_sound(below(match.table.seats));
        check_complete(below(match.table.seats));
        check_any_command();
        if (below(16) == 0)
            check_save();
    }
    check_log();
    return true;
}

static void every_preset(void **state)
{
    (void)state;
    for (size_t g = 0; hc_game_at(g); g++)
        for (size_t p = 0; wanted(g) && hc_preset_at(hc_game_at(g), p); p++) {
            const char *name = hc_preset_at(hc_game_at(g), p)->name;
            struct hc_rules rules;
            struct hc_problem why;
            unsigned played = 0, least;

            for (unsigned seats = 2; seats <= HC_SEATS_MAX; seats += seats_step)
                for (unsigned i = 0; i < rounds; i++)
                    played += play_match(hc_game_at(g), name, seats,
                                         base_seed + g * 1000 + p * 100 + seats * 10 + i);
            assert_true(hc_rules_parse(hc_game_at(g), name, &rules, &why));
            least = hc_seats_min(hc_game_at(g), &rules);
            if (seats_step == 1 &&
                played != rounds * (hc_seats_max(hc_game_at(g), &rules) - least + 1))
                fail_msg("%s %s: only %u matches began", hc_game_at(g)->name, name, played);
        }
}

static void every_pair_of_options(void **state)
{
    static struct covering_rules rules;

    (void)state;
    for (size_t g = 0; hc_game_at(g); g++)
        for (unsigned i = 0; wanted(g) && i < rounds; i++)
            for (unsigned deck = 0; deck < covering_decks(hc_game_at(g)); deck++) {
                uint64_t seed = base_seed + 1000 * i + 100 * deck;
                unsigned count = 0, seats;

                covering_rules_begin(&rules, hc_game_at(g), deck, seed);
                while (covering_rules_next(&rules, &seats))
                    if (!play_match(rules.game, rules.rows.text, seats, seed + ++count))
                        fail_with("a match does not begin");
                printf("%s %s: %u matches for %u pairs of options, of which %u cannot be\n",
                       rules.game->name, rules.first, count, rules.rows.pairs,
                       rules.rows.impossible);
                must(8 * rules.rows.impossible < rules.rows.pairs,
                     "too many pairs of options do not go together");
            }
}

/* Every byte of a game's state is named by a fact, so that nothing escapes views and saves. */
static void facts_cover_the_state(void **state)
{
    (void)state;
    for (size_t g = 0; hc_game_at(g); g++) {
        const struct hc_game *game = hc_game_at(g);
        uint8_t covered[HC_STATE_BYTES] = {0};
        unsigned end = 0;

        for (unsigned f = 0; f < game->fact_count; f++) {
            const struct hc_fact *fact = &game->facts[f];
            unsigned size = fact->width * (fact->per_seat ? HC_SEATS_MAX : 1u);

            for (unsigned b = fact->offset; b < fact->offset + size; b++) {
                assert_true(b < HC_STATE_BYTES);
                assert_int_equal(covered[b], 0);
                covered[b] = 1;
            }
            end = fact->offset + size > end ? fact->offset + size : end;
            for (unsigned p = 0; p < game->pile_count; p++)
                if (!strcmp(fact->name, game->piles[p].name))
                    fail_msg("%s: a fact and a pile are called %s", game->name, fact->name);
        }
        for (unsigned b = 0; b < end; b++)
            if (!covered[b])
                fail_msg("%s: byte %u of the state has no name", game->name, b);
    }
}

/* Saves a table of which a card was taken, and must not get it back. */
static void must_miss_a_card(const struct hc_table *table, const char *from)
{
    uint8_t bytes[1024];
    struct hc_problem why;
    struct hc_table copy;
    size_t size = hc_table_save(table, bytes, sizeof bytes);

    if (!hc_table_check(table) || hc_table_load(&copy, bytes, size, &why))
        fail_msg("%s: nobody misses a card from a %s", hc_game_of(table)->name, from);
}

/* The least value that a fact of this kind cannot have; -1 where any number may be. */
static int64_t impossible_value(const struct hc_fact *fact, unsigned seats)
{
    switch (fact->type) {
    case HC_FACT_COLOR:
        return 4;
    case HC_FACT_SEAT:
        return seats;
    case HC_FACT_SEATS:
        return 1 << seats;
    case HC_FACT_NAME:
        return fact->name_count;
    case HC_FACT_BOOL:
        return 2;
    case HC_FACT_DIRECTION:
        return 0;
    case HC_FACT_CARD:
        return HC_CARDS_MAX;
    default:
        return -1;
    }
}

/* Whatever a forged log or a damaged file put there, such a table is never believed. */
static void must_notice_impossible_facts(const struct hc_table *table)
{
    const struct hc_game *game = hc_game_of(table);

    for (unsigned f = 0; f < game->fact_count; f++) {
        const struct hc_fact *fact = &game->facts[f];
        int64_t value = impossible_value(fact, table->seats);
        struct hc_table forged = *table;

        if (value >= 0)
            hc_fact_set(fact, forged.state, 0, value);
        if (value >= 0 && !hc_table_check(&forged))
            fail_msg("%s: %s may be %d", game->name, fact->name, (int)value);
    }
}

/* A table for three, or for the nearest number that the rules allow. */
static void open_near(struct hc_table *table, const struct hc_game *game,
                      const struct hc_rules *rules)
{
    static const uint8_t seed[HC_SEED_BYTES];

    assert_int_equal(hc_table_open(table, game, rules, seats_near(game, rules, 3), seed), HC_OK);
}

static void impossible_facts_are_noticed(void **state)
{
    static struct hc_events events;

    (void)state;
    for (size_t g = 0; hc_game_at(g); g++) {
        struct hc_table table;
        struct hc_rules rules;
        struct hc_problem why;

        assert_true(hc_rules_parse(hc_game_at(g), "", &rules, &why));
        open_near(&table, hc_game_at(g), &rules);
        must_notice_impossible_facts(&table);
        assert_int_equal(start(&table, &events), HC_OK);
        must_notice_impossible_facts(&table);
    }
}

/* Logs of older rules, or forged ones, may have any number where a colour is meant. */
static void colors_that_there_are_not_are_none(void **state)
{
    static const int32_t numbers[] = {-1, 4, HC_NONE, INT32_MAX};
    unsigned kinds = 0;

    (void)state;
    for (size_t g = 0; hc_game_at(g); g++) {
        const struct hc_game *game = hc_game_at(g);
        struct hc_rules rules;
        struct hc_problem why;
        char text[256];

        assert_true(hc_rules_parse(game, "", &rules, &why));
        for (unsigned kind = 0; kind < game->event_count; kind++)
            for (size_t i = 0; strchr(game->events[kind].args, 'C') && i < 4; i++, kinds++) {
                struct hc_seen seen = {
                    .kind = (uint8_t)kind, .other = HC_NONE, .value = numbers[i]};

                hc_seen_say(game, &rules, &seen, 1, NULL, NULL, text, sizeof text);
                assert_non_null(strstr(text, "none"));
            }
    }
    assert_true(kinds > 0);
}

/* What is no saved table is refused where it stops being one. */
static void what_is_no_saved_table_is_refused(void **state)
{
    struct hc_problem why;
    struct hc_table table, copy;
    struct hc_rules rules;
    uint8_t bytes[1024];
    size_t size;

    (void)state;
    assert_true(hc_rules_parse(hc_game_at(0), "", &rules, &why));
    open_near(&table, hc_game_at(0), &rules);
    size = hc_table_save(&table, bytes, sizeof bytes);
    assert_true(hc_table_load(&copy, bytes, size, &why));
    for (size_t less = 0; less < size; less++) {
        assert_false(hc_table_load(&copy, bytes, less, &why));
        assert_true(why.text[0]);
        assert_true(less >= 5 || why.at == 0);
    }
    assert_false(hc_table_load(&copy, bytes, size + 1, &why));
    for (unsigned i = 0; i < 5; i++) {
        bytes[i] ^= 0x80;
        assert_false(hc_table_load(&copy, bytes, size, &why));
        assert_int_equal(why.at, 0);
        bytes[i] ^= 0x80;
    }
}

/* All cards of the deck are somewhere, from the first deal on. */
static void no_card_is_missing(void **state)
{
    static struct hc_events events;

    (void)state;
    for (size_t g = 0; hc_game_at(g); g++) {
        const struct hc_game *game = hc_game_at(g);
        struct hc_table table, less;
        struct hc_rules rules;
        struct hc_problem why;
        unsigned pile = 0;

        assert_true(hc_rules_parse(game, "", &rules, &why));
        open_near(&table, game, &rules);
        assert_null(hc_table_check(&table));
        assert_int_equal(start(&table, &events), HC_OK);
        assert_null(hc_table_check(&table));
        less = table;
        hc_take_lowest(&less.box.hand[2]);
        must_miss_a_card(&less, "hand");
        while (pile < game->pile_count && !table.box.pile[pile].count)
            pile++;
        if (pile < game->pile_count) { /* a game may deal all of its cards */
            less = table;
            less.box.pile[pile].count--;
            must_miss_a_card(&less, "pile");
        }
        less = table;
        hc_box_clear(&less.box);
        must_miss_a_card(&less, "box that is empty");
    }
}

/* Same seed, same match; another seed, another one. */
static void seeds_decide(void **state)
{
    static uint8_t first[LOG_BYTES];
    size_t used;

    (void)state;
    for (size_t g = 0; hc_game_at(g); g++) {
        struct hc_rules rules;
        struct hc_problem why;
        unsigned seats;

        if (!wanted(g))
            continue;
        assert_true(hc_rules_parse(hc_game_at(g), "", &rules, &why));
        seats = seats_near(hc_game_at(g), &rules, 2);
        assert_true(play_match(hc_game_at(g), "", seats, base_seed + 7));
        used = match.log.used;
        memcpy(first, match.log.bytes, used);
        play_match(hc_game_at(g), "", seats, base_seed + 7);
        assert_int_equal(match.log.used, used);
        assert_memory_equal(match.log.bytes, first, used);
        play_match(hc_game_at(g), "", seats, base_seed + 8);
        assert_true(match.log.used != used || memcmp(match.log.bytes, first, used));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_cover_the_state),
        cmocka_unit_test(impossible_facts_are_noticed),
        cmocka_unit_test(colors_that_there_are_not_are_none),
        cmocka_unit_test(what_is_no_saved_table_is_refused),
        cmocka_unit_test(no_card_is_missing),
        cmocka_unit_test(seeds_decide),
        cmocka_unit_test(every_preset),
        cmocka_unit_test(every_pair_of_options),
    };
    const char *longer = getenv("HC_TEST_SCALE");

    only_game = getenv("HC_TEST_GAME");
    if (only_game && !hc_game_find(only_game)) {
        fprintf(stderr, "HC_TEST_GAME: there is no game \"%s\"\n", only_game);
        return 2;
    }
    base_seed = test_seed();
    if (longer && strtoul(longer, NULL, 10))
        rounds = (unsigned)strtoul(longer, NULL, 10);
    else if (longer)
        seats_step = 3;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
