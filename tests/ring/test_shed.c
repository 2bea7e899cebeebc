// SPDX-License-Identifier: MIT
/*
 * test_shed.c: what scenarios cannot show of the rules of shed: how a deck is made, which
 * configurations can start, what holds in every match however long, and what stays the same when a
 * match is saved, repeated or disturbed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "table/position.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { SAVE_BYTES = 1024, FACES_MAX = 64 };

static const struct hc_game *shed;
static struct hc_table table, twin;
static struct hc_events events;
static struct hc_dice dice;

/* ---- Tables ---------------------------------------------------------------------------------- */

static void open_seats(struct hc_table *t, const char *rules_text, unsigned seats, uint64_t number)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules rules;

    shed = hc_game_find("shed");
    if (!hc_rules_parse(shed, rules_text, &rules, &why))
        fail_msg("%s: %s", rules_text, why.text);
    hc_seed_from_number(number, seed);
    hc_dice_open(&dice, seed, 1, 0);
    assert_int_equal(hc_table_open(t, shed, &rules, seats, seed), HC_OK);
}

static enum hc_refusal say(struct hc_table *t, unsigned seat, const char *text, uint64_t now)
{
    struct hc_table before = *t;
    enum hc_refusal refusal = hc_submit_text(t, seat, text, now, &events);

    if (refusal)
        assert_memory_equal(&before, t, sizeof before);
    return refusal;
}

static void must_say(unsigned seat, const char *text, uint64_t now)
{
    enum hc_refusal refusal = say(&table, seat, text, now);

    if (refusal)
        fail_msg("\"%s\" of seat %u is refused: %s", text, seat, hc_refusal_name(refusal));
}

static int64_t fact(const char *name, unsigned index)
{
    int64_t value;

    if (!hc_table_fact(&table, name, index, &value))
        fail_msg("there is no fact %s", name);
    return value;
}

/* One random command of whoever is awaited, now and then of somebody else; false at the end. */
static bool step(struct hc_table *t, struct hc_dice *chance, uint64_t now)
{
    unsigned seat = hc_table_awaits(t), anybody = hc_dice_below(chance, t->seats);
    struct hc_actions actions;
    struct hc_command command;

    if (seat == HC_NONE)
        return false;
    hc_actions(t, anybody, now, &actions);
    if (seat != HC_HOUSE && actions.ways && hc_dice_below(chance, 4) == 0)
        seat = anybody;
    hc_actions(t, seat, now, &actions);
    assert_true(actions.ways > 0);
    hc_actions_at(&actions, seat == HC_HOUSE ? 0 : hc_dice_below(chance, actions.ways), &command);
    assert_int_equal(hc_submit(t, seat, &command, now, &events), HC_OK);
    return true;
}

static unsigned face_named(const char *code)
{
    unsigned face = hc_face_find(shed->decks[0], code, 2);

    assert_int_not_equal(face, HC_NONE);
    return face;
}

static void lay(struct hc_position *position, unsigned pile, unsigned seat, const char *codes)
{
    for (; *codes; codes += codes[2] ? 3 : 2)
        if (pile == HC_NONE)
            assert_true(hc_position_hand(position, seat, face_named(codes)));
        else
            assert_true(hc_position_pile(position, pile, face_named(codes)));
}

/* A position: the hands of all seats, both piles top first. Seat 0 is to play. */
static void place(const char *rules, const char *const *hands, unsigned seats, const char *draw,
                  const char *discard)
{
    struct hc_position position;
    const char *broken;

    open_seats(&table, rules, seats, 1);
    hc_position_begin(&position, &table);
    for (unsigned seat = 0; seat < seats; seat++)
        lay(&position, HC_NONE, seat, hands[seat]);
    lay(&position, hc_pile_find(shed, "draw", HC_NONE), 0, draw);
    lay(&position, hc_pile_find(shed, "discard", HC_NONE), 0, discard);
    broken = hc_position_end(&position);
    if (broken)
        fail_msg("%s", broken);
}

static const char *name_of(const struct hc_event *event)
{
    return shed->events[event->kind].name;
}

static bool is(const struct hc_event *event, const char *name)
{
    return !strcmp(name_of(event), name);
}

/* ---- The deck -------------------------------------------------------------------------------- */

/* How often each face lies on the table, wherever. */
static unsigned count_faces(unsigned counts[FACES_MAX])
{
    const struct hc_deck *deck = hc_deck_of(shed, &table.rules);
    struct hc_cards all = {{0, 0}};
    unsigned total = 0;

    memset(counts, 0, FACES_MAX * sizeof *counts);
    for (unsigned seat = 0; seat < table.seats; seat++)
        all = hc_or(all, table.box.hand[seat]);
    for (unsigned pile = 0; pile < shed->pile_count; pile++)
        all = hc_or(all, hc_box_pile_cards(&table.box, pile));
    while (hc_any(all)) {
        counts[deck->face_of[hc_take_lowest(&all)]]++;
        total++;
    }
    return total;
}

/* covers R-001 R-002 R-018: every round is dealt from a complete deck, counted face by face. */
static void decks_are_complete(void **state)
{
    static const struct {
        const char *rules;
        unsigned zero, number, action, wild, total;
    } rows[] = {{"official", 1, 2, 2, 4, 108}, {"deck=lite72", 0, 2, 0, 0, 72}};

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            unsigned counts[FACES_MAX], colored = 0;

            open_seats(&table, rows[r].rules, 2 + (unsigned)seed % 9, seed);
            must_say(HC_HOUSE, "start", 0);
            assert_int_equal(count_faces(counts), rows[r].total);
            for (const char *color = "RBGY"; *color; color++)
                for (const char *value = "0123456789SRT"; *value; value++) {
                    unsigned want = *value == '0'  ? rows[r].zero
                                    : *value < ':' ? rows[r].number
                                                   : rows[r].action;
                    unsigned is_there = counts[face_named((char[]){*color, *value, '\0'})];

                    if (is_there != want)
                        fail_msg("%c%c is there %u times", *color, *value, is_there);
                    colored += is_there;
                }
            assert_int_equal(counts[face_named("WW")], rows[r].wild);
            assert_int_equal(counts[face_named("WF")], rows[r].wild);
            assert_int_equal(colored + 2 * rows[r].wild, rows[r].total);
        }
}

/* The same at the start of every later round, when hands and piles were used. */
static void later_rounds_have_complete_decks_too(void **state)
{
    unsigned first[FACES_MAX], later[FACES_MAX], rounds = 0;

    (void)state;
    open_seats(&table, "points_to_win=10000 initial_cards=3", 3, 4);
    must_say(HC_HOUSE, "start", 0);
    count_faces(first);
    while (rounds < 4) {
        bool next = hc_table_awaits(&table) == HC_HOUSE;

        assert_true(step(&table, &dice, 0));
        count_faces(later);
        assert_memory_equal(first, later, sizeof first);
        rounds += next;
    }
}

/* ---- Configuration --------------------------------------------------------------------------- */

/* covers R-015: the deal must leave a card that can start the round, whatever the order. */
static void deals_must_leave_a_first_card(void **state)
{
    static const struct {
        const char *why, *rules;
        unsigned seats;
        enum hc_refusal want;
    } rows[] = {
        {"38 left, ten players with seven cards are fine", "official", 10, HC_OK},
        {"6 left, 5 needed", "initial_cards=17", 6, HC_OK},
        {"4 left, 5 needed", "initial_cards=13", 8, HC_BAD_CONFIG},
        {"4 left, 5 needed, with no colour", "initial_cards=13 first_wild=none", 8, HC_BAD_CONFIG},
        {"8 left, 5 needed", "initial_cards=10 first_wild=none", 10, HC_OK},
        {"8 left, 9 needed", "initial_cards=10 first_wild=reshuffle", 10, HC_BAD_CONFIG},
        {"9 left, 9 needed", "initial_cards=11 first_wild=reshuffle", 9, HC_OK},
        {"33 left, 33 needed", "initial_cards=15 first_action=redraw", 5, HC_OK},
        {"32 left, 33 needed", "initial_cards=19 first_action=redraw", 4, HC_BAD_CONFIG},
        {"2 left, 1 needed", "deck=lite72", 10, HC_OK},
        {"2 left, 1 needed: no card of this deck is put back",
         "deck=lite72 first_action=redraw first_wild=reshuffle", 10, HC_OK},
        {"0 left, 1 needed", "deck=lite72 initial_cards=8", 9, HC_BAD_CONFIG},
        {"fewer cards than dealt", "initial_cards=20", 6, HC_BAD_CONFIG},
        {"far fewer cards than dealt", "initial_cards=20", 10, HC_BAD_CONFIG},
    };

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++)
        for (uint64_t seed = 0; seed < 60; seed++) {
            struct hc_actions actions;
            enum hc_refusal refusal;
            struct hc_problem why;

            open_seats(&table, rows[r].rules, rows[r].seats, seed);
            hc_actions(&table, HC_HOUSE, 0, &actions);
            refusal = say(&table, HC_HOUSE, "start", 0);
            if (refusal != rows[r].want)
                fail_msg("%s: %s", rows[r].why, hc_refusal_name(refusal));
            if ((actions.ways > 0) != (refusal == HC_OK))
                fail_msg("%s: the list of actions says otherwise", rows[r].why);
            if (hc_rules_fit(shed, &table.rules, rows[r].seats, &why) != refusal)
                fail_msg("%s: the rules say otherwise before", rows[r].why);
            if (refusal == HC_OK && hc_table_check(&table))
                fail_msg("%s: %s", rows[r].why, hc_table_check(&table));
        }
}

/* covers R-014: the start freezes the options; nothing that can be said changes them. */
static void options_are_frozen(void **state)
{
    struct hc_rules rules;

    (void)state;
    open_seats(&table, "party", 3, 1);
    rules = table.rules;
    for (unsigned n = 0; n < 300 && step(&table, &dice, n); n++)
        assert_memory_equal(&rules, &table.rules, sizeof rules);
    assert_int_equal(say(&table, HC_HOUSE, "stacking=any", 0), HC_MALFORMED);
}

/* ---- The deal -------------------------------------------------------------------------------- */

/* covers R-021 R-022 R-027 R-028: who starts round N, and that the deal goes round from there: the
 * starter gets the first card, the seat before the starter, the dealer, the last one of a circle.
 */
static void the_deal_begins_with_the_starter(void **state)
{
    enum { SEATS = 4 };
    unsigned rounds = 0;

    (void)state;
    open_seats(&table, "points_to_win=10000 initial_cards=5 first_action=ignore first_wild=none",
               SEATS, 12);
    while (rounds < 6) {
        const struct hc_event *event;

        assert_true(step(&table, &dice, 0));
        for (event = hc_event_first(&events); event; event = hc_event_next(&events, event))
            if (is(event, "round_started"))
                break;
        if (!event)
            continue;
        assert_int_equal(fact("starter", 0), rounds % SEATS);
        assert_int_equal(event->seat, rounds % SEATS);
        assert_int_equal(hc_table_awaits(&table), rounds % SEATS);
        rounds++;
        assert_int_equal(fact("round", 0), rounds);
        for (unsigned i = 0; i < 5 * SEATS; i++)
            assert_true(hc_has(table.box.hand[(fact("starter", 0) + i) % SEATS], event->cards[i]));
        for (unsigned seat = 0; seat < SEATS; seat++)
            assert_int_equal(hc_count(table.box.hand[seat]), 5);
        assert_int_equal(hc_box_top(&table.box, 1), event->cards[5 * SEATS]); /* the flip, R-029 */
    }
}

/* ---- What holds in every match --------------------------------------------------------------- */

static const char *const wide_rules[] = {
    "official",
    "party",
    "brutal",
    "first2shed",
    "multi_skip=true initial_cards=5",
    "stacking=any progressive_draw=false wd4_rule=strict",
    "jump_in=true jump_in_wilds=true jump_in_draw=add uno_bad_challenge_penalty=1",
    "first_action=apply start_rule=random points_to_win=2000",
};

/* How often a seat was reported to lose its turn by the last command. */
static unsigned skips_of(unsigned seat)
{
    unsigned count = 0;

    for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e))
        count += is(e, "skipped") && e->seat == seat;
    return count;
}

static bool round_is_over(void)
{
    for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e))
        if (is(e, "round_won") || is(e, "round_drawn"))
            return true;
    return false;
}

/* Whether this draw is one that costs the turn. */
static bool costs_the_turn(const struct hc_event *drew)
{
    const char *reason = shed->events[drew->kind].names[drew->value];

    if (!strcmp(reason, "penalty") || !strcmp(reason, "initial"))
        return true;
    if (!strcmp(reason, "challenge"))
        for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e))
            if (is(e, "challenge"))
                return e->seat == drew->seat; /* the offender draws and loses nothing */
    return false;
}

/* covers R-072: whoever loses the turn by a penalty is reported once, not twice and not never. */
static void a_victim_is_skipped_once(void **state)
{
    unsigned victims = 0;

    (void)state;
    for (size_t r = 0; r < COUNT(wide_rules); r++)
        for (unsigned seats = 2; seats <= 6; seats++) {
            open_seats(&table, wide_rules[r], seats, 10 * r + seats);
            for (unsigned n = 0; n < 600 && step(&table, &dice, 0); n++) {
                for (unsigned seat = 0; seat < seats; seat++)
                    if (skips_of(seat) > 1)
                        fail_msg("%s: seat %u is skipped twice", wide_rules[r], seat);
                for (const struct hc_event *e = hc_event_first(&events); e;
                     e = hc_event_next(&events, e)) {
                    if (!is(e, "drew") || !costs_the_turn(e) || round_is_over())
                        continue;
                    victims++;
                    if (skips_of(e->seat) != 1)
                        fail_msg("%s: seat %u drew and was skipped %u times", wide_rules[r],
                                 e->seat, skips_of(e->seat));
                    assert_int_not_equal(hc_table_awaits(&table), e->seat);
                }
            }
        }
    assert_true(victims > 500);
}

/* covers R-134: the events of one command lead from the table before it to the table after it, and
 * there is nothing else to be seen: a reader has the one or the other. */
static void a_command_is_one_step(void **state)
{
    (void)state;
    for (size_t r = 0; r < COUNT(wide_rules); r++) {
        open_seats(&table, wide_rules[r], 4, r);
        for (unsigned n = 0; n < 300; n++) {
            struct hc_table before = table, after;

            if (!step(&table, &dice, 0))
                break;
            after = before;
            for (const struct hc_event *e = hc_event_first(&events); e;
                 e = hc_event_next(&events, e))
                hc_table_apply(&after, e);
            assert_memory_equal(&after, &table, sizeof after);
            assert_int_equal(table.seq, before.seq + events.count);
            assert_null(hc_table_check(&before));
            assert_null(hc_table_check(&table));
        }
    }
}

/* What a card counts, by its code. */
static unsigned points_of_card(unsigned card)
{
    const char *code = shed->decks[0]->faces[shed->decks[0]->face_of[card]].code;

    if (code[0] == 'W')
        return 50;
    return code[1] <= '9' ? (unsigned)(code[1] - '0') : 20;
}

/* The only active seat with the lowest hand; HC_NONE if several share it. */
static unsigned only_lowest(const struct hc_table *t)
{
    unsigned least = UINT32_MAX, lowest = HC_NONE;

    for (unsigned seat = 0; seat < t->seats; seat++) {
        struct hc_cards left = t->box.hand[seat];
        unsigned points = 0;
        int64_t active;

        while (hc_any(left))
            points += points_of_card(hc_take_lowest(&left));
        assert_true(hc_table_fact(t, "active", 0, &active));
        if (!(active >> seat & 1) || points > least)
            continue;
        lowest = points == least ? HC_NONE : seat;
        least = points;
    }
    return lowest;
}

/* What the events of one command say of piles that run out, judged without the rules' own code. */
static void judge_exhaustion(const struct hc_table *before, unsigned *refills, unsigned *stalemates)
{
    unsigned draw = hc_pile_find(shed, "draw", HC_NONE), left = HC_NONE, winner = HC_NONE;
    struct hc_table now = *before;
    bool stalemate = false;

    for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e)) {
        if (is(e, "stalemate")) {
            stalemate = true;
            winner = only_lowest(&now);
            *stalemates += winner != HC_NONE;
        } else if (is(e, "reshuffled")) {
            left = now.box.pile[draw].count;
            ++*refills;
        } else if (is(e, "drew") && left != HC_NONE) {
            if (e->count <= left)
                fail_msg("the pile is refilled with %u cards left for a draw of %u", left,
                         e->count);
            left = HC_NONE;
        } else if (stalemate && is(e, "round_won") && e->seat != winner) {
            fail_msg("seat %u wins a stalemate, not %u", e->seat, winner);
        } else if (stalemate && is(e, "round_drawn") && winner != HC_NONE) {
            fail_msg("nobody wins a stalemate, not even seat %u", winner);
        }
        hc_table_apply(&now, e);
    }
}

/* covers R-106 R-109: the discards come back only for a card that the draw pile lacks, and a
 * stalemate is won by the lowest hand alone. */
static void piles_run_out_by_the_rules(void **state)
{
    static const char *const rules[] = {
        "initial_cards=11 points_to_win=2000",
        "initial_cards=11 points_to_win=2000 on_exhaust=end_lowest",
        "initial_cards=9 points_to_win=2000 draw_mode=until_playable",
        "initial_cards=7 deck=lite72 points_to_win=2000",
    };
    unsigned refills = 0, stalemates = 0;

    (void)state;
    for (size_t r = 0; r < COUNT(rules); r++)
        for (unsigned seats = 2; seats <= 8; seats++) {
            open_seats(&table, rules[r], seats, 100 * r + seats);
            for (unsigned n = 0; n < 1000; n++) {
                struct hc_table before = table;

                if (!step(&table, &dice, 0))
                    break;
                judge_exhaustion(&before, &refills, &stalemates);
            }
        }
    assert_true(refills > 50);
    assert_true(stalemates > 50);
}

/* covers R-135 R-091: of two commands the first one counts, and the second is judged after it. */
static void commands_are_taken_in_order(void **state)
{
    static const char *const hands[] = {"R1 R2", "B5 B6 B7", "G5 G6 G7"};
    static const struct {
        const char *why;
        unsigned first;
        const char *says;
        unsigned second;
        const char *answers;
        enum hc_refusal want;
    } rows[] = {
        {"two catchers, one catch", 1, "catch 0", 2, "catch 0", HC_CHALLENGE_INVALID},
        {"and the other way round", 2, "catch 0", 1, "catch 0", HC_CHALLENGE_INVALID},
        {"the call is earlier", 0, "uno", 1, "catch 0", HC_CHALLENGE_INVALID},
        {"the catch is earlier", 1, "catch 0", 0, "uno", HC_UNO_NOT_ALLOWED},
        {"the next player is earlier than the catch", 1, "draw", 2, "catch 0",
         HC_CHALLENGE_INVALID},
    };

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        place("auto_pass=false", hands, 3, "Y1 Y2 Y3 Y4 Y5", "R5");
        must_say(0, "play R1", 0);
        must_say(rows[r].first, rows[r].says, 0);
        if (say(&table, rows[r].second, rows[r].answers, 0) != rows[r].want)
            fail_msg("%s", rows[r].why);
    }
}

/* covers R-133: a match that is written out and read back before every few commands is the same
 * match as one that is not. */
static void saving_is_not_noticed(void **state)
{
    (void)state;
    for (size_t r = 0; r < COUNT(wide_rules); r++)
        for (unsigned seats = 2; seats <= 8; seats += 3) {
            struct hc_dice chance, chance_too;

            open_seats(&table, wide_rules[r], seats, r + seats);
            open_seats(&twin, wide_rules[r], seats, r + seats);
            chance = chance_too = dice;
            for (unsigned n = 0; n < 250; n++) {
                uint8_t bytes[SAVE_BYTES], other[SAVE_BYTES];
                size_t size = hc_table_save(&twin, bytes, sizeof bytes);
                struct hc_problem why;

                assert_int_equal(hc_table_save(&table, other, sizeof other), size);
                assert_memory_equal(bytes, other, size);
                if (hc_dice_below(&dice, 3) == 0 && !hc_table_load(&twin, bytes, size, &why))
                    fail_msg("%s: %s", wide_rules[r], why.text);
                if (!step(&table, &chance, n))
                    break;
                assert_true(step(&twin, &chance_too, n));
            }
        }
}

/* covers R-132: the same configuration, seed and commands give the same events, byte for byte. */
static void matches_can_be_repeated(void **state)
{
    static struct hc_events first;

    (void)state;
    for (size_t r = 0; r < COUNT(wide_rules); r++) {
        struct hc_dice chance, chance_too;

        open_seats(&table, wide_rules[r], 5, r);
        open_seats(&twin, wide_rules[r], 5, r);
        chance = chance_too = dice;
        for (unsigned n = 0; n < 400; n++) {
            const struct hc_event *x, *y;

            if (!step(&table, &chance, n))
                break;
            first = events;
            assert_true(step(&twin, &chance_too, n));
            assert_int_equal(first.count, events.count);
            for (x = hc_event_first(&first), y = hc_event_first(&events); x && y;
                 x = hc_event_next(&first, x), y = hc_event_next(&events, y))
                assert_memory_equal(x, y, sizeof *x + x->count);
            assert_memory_equal(&table, &twin, sizeof table);
        }
    }
}

/* covers R-137 R-165: the cards of a player who was knocked out lie under the discard pile, and
 * nobody is shown them there, not even when the whole pile is. */
static void a_hand_under_the_discards_stays_hidden(void **state)
{
    static const char *const hands[] = {"RT R2", "B5 B6", "G5 G6"};
    static struct hc_view view;

    (void)state;
    place("public_discard=full mercy_limit=4", hands, 3, "Y1 Y2 Y3 Y4 Y5", "R9 R8");
    must_say(0, "play RT", 0);
    assert_int_equal(fact("knocked_out", 0), 1 << 1);
    for (unsigned viewer = 0; viewer <= 3; viewer++) {
        const uint8_t *pile;

        hc_view(&table, viewer < 3 ? viewer : (unsigned)HC_SPECTATOR, 0, &view);
        pile = view.face + view.pile[1].start;
        assert_int_equal(view.pile[1].count, 3 + 4);
        assert_int_equal(pile[0], face_named("RT"));
        assert_int_equal(pile[1], face_named("R9"));
        assert_int_equal(pile[2], face_named("R8"));
        for (unsigned i = 3; i < 7; i++)
            assert_int_equal(pile[i], HC_HIDDEN);
    }
}

/* covers R-138 R-165 R-077: hands that the deal made as large as the limit. Seat 1 catches a bluff
 * and seat 0, which draws, is knocked out; whoever is to play then, it is somebody who still plays.
 */
static void a_limit_at_the_size_of_the_deal_does_no_harm(void **state)
{
    static const char *const hands[] = {"WF R5 R6", "B1 B2 B3", "G1 G2", "Y1 Y2"};
    unsigned out;

    (void)state;
    place("mercy_limit=3", hands, 4, "Y3 Y4 Y5 Y6 Y7 Y8 Y9", "R1");
    must_say(0, "play WF color=B", 0);
    must_say(1, "challenge", 0);
    if (hc_table_check_part(&table))
        fail_msg("%s", hc_table_check_part(&table));
    out = (unsigned)fact("knocked_out", 0);
    assert_true(out & 1);
    assert_int_equal(hc_table_awaits(&table), out >> 1 & 1 ? 2 : 1);
}

/* covers R-086 R-136: a jump-in is public with its card, to whoever looks right after the event. */
static void a_jump_is_seen_with_its_card(void **state)
{
    static const char *const hands[] = {"R1 R2", "B5 B6", "R5 G6"};
    struct hc_table before;

    (void)state;
    place("jump_in=true", hands, 3, "Y1 Y2 Y3 Y4", "R5");
    before = table;
    must_say(2, "jump R5", 0);
    for (unsigned viewer = 0; viewer <= 3; viewer++) {
        struct hc_table after = before;
        unsigned seen_jumps = 0;

        for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e)) {
            struct hc_seen seen;
            char text[64];

            hc_table_apply(&after, e);
            hc_event_see(&after, e, viewer < 3 ? viewer : (unsigned)HC_SPECTATOR, &seen);
            hc_seen_print(hc_table_game(&after), hc_table_rules(&after), &seen, text, sizeof text);
            if (!is(e, "jumped_in"))
                continue;
            assert_string_equal(text, "jumped_in 2 R5");
            seen_jumps++;
        }
        assert_int_equal(seen_jumps, 1);
    }
}

/* ---- Time ------------------------------------------------------------------------------------ */

/*
 * covers R-105: the time of a catch counts from the play that left its player with one card. Under
 * `cleared` others may have played since; that does not make it any earlier.
 */
static void later_plays_do_not_open_the_window_again(void **state)
{
    static const char *const hands[] = {"R1 R2", "R5 B6 B7", "R6 G6 G7"};
    static const struct {
        const char *why;
        uint64_t caught;
        enum hc_refusal want;
    } rows[] = {
        {"in time", 3000, HC_OK},
        {"at the last moment", 6000, HC_OK},
        {"too late for the play, though not for the one after it", 6001, HC_CHALLENGE_INVALID},
    };

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        enum hc_refusal refusal;

        place("uno_challenge_until=cleared uno_challenge_ms=5000", hands, 3, "Y1 Y2 Y3 Y4", "R9");
        must_say(0, "play R1", 1000);
        must_say(1, "play R5", 2500);
        refusal = say(&table, 2, "catch 0", rows[r].caught);
        if (refusal != rows[r].want)
            fail_msg("%s: %s", rows[r].why, hc_refusal_name(refusal));
    }
}

/* The processor's time for so many judgements, in seconds. */
static double seconds_of(unsigned times, unsigned seat, const char *text)
{
    struct hc_command command;
    struct hc_problem why;
    clock_t begin = clock();
    unsigned accepted = 0;

    assert_int_equal(hc_command_parse(shed, &table.rules, text, &command, &why), HC_OK);
    for (unsigned i = 0; i < times; i++)
        accepted += hc_may(&table, seat, &command, 0) == HC_OK;
    assert_int_equal(accepted, times);
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/*
 * covers R-142: an action is judged in far less than 10 ms, whatever the number of players and the
 * hand. Judging takes well under a microsecond, so the limit of one millisecond each leaves room
 * for any sanitizer; how fast it really is, bench/ tells.
 */
static void judging_is_quick(void **state)
{
    enum { TIMES = 1000 };
    static const struct {
        const char *rules;
        unsigned seats;
    } rows[] = {{"initial_cards=20", 2}, {"initial_cards=10", 10}, {"initial_cards=1", 10}};

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        struct hc_actions actions;
        struct hc_command command;
        char text[HC_COMMAND_CHARS];

        open_seats(&table, rows[r].rules, rows[r].seats, 3);
        must_say(HC_HOUSE, "start", 0);
        hc_actions(&table, hc_table_awaits(&table), 0, &actions);
        for (uint32_t i = 0; i < actions.ways; i++) {
            hc_actions_at(&actions, i, &command);
            hc_command_print(shed, &table.rules, &command, text, sizeof text);
            assert_true(seconds_of(TIMES, hc_table_awaits(&table), text) < TIMES * 0.001);
        }
    }
}

/* Whoever was dropped or knocked out holds no card. */
static void who_takes_no_part_holds_nothing(void **state)
{
    static const char *const facts[] = {"gone", "knocked_out"};

    (void)state;
    for (size_t f = 0; f < COUNT(facts); f++) {
        open_seats(&table, "official", 3, 5);
        assert_int_equal(say(&table, HC_HOUSE, "start", 0), HC_OK);
        assert_null(hc_table_check(&table));
        hc_fact_set(hc_fact_find(shed, facts[f]), table.state, 0, 4);
        hc_fact_set(hc_fact_find(shed, "active"), table.state, 0, 3);
        assert_non_null(hc_table_check(&table));
        hc_box_lay_down(&table.box, 2, hc_pile_find(shed, "discard", HC_NONE));
        assert_null(hc_table_check(&table));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decks_are_complete),
        cmocka_unit_test(later_rounds_have_complete_decks_too),
        cmocka_unit_test(deals_must_leave_a_first_card),
        cmocka_unit_test(options_are_frozen),
        cmocka_unit_test(the_deal_begins_with_the_starter),
        cmocka_unit_test(a_victim_is_skipped_once),
        cmocka_unit_test(a_command_is_one_step),
        cmocka_unit_test(piles_run_out_by_the_rules),
        cmocka_unit_test(commands_are_taken_in_order),
        cmocka_unit_test(saving_is_not_noticed),
        cmocka_unit_test(matches_can_be_repeated),
        cmocka_unit_test(a_hand_under_the_discards_stays_hidden),
        cmocka_unit_test(a_limit_at_the_size_of_the_deal_does_no_harm),
        cmocka_unit_test(a_jump_is_seen_with_its_card),
        cmocka_unit_test(later_plays_do_not_open_the_window_again),
        cmocka_unit_test(judging_is_quick),
        cmocka_unit_test(who_takes_no_part_holds_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
