// SPDX-License-Identifier: MIT
/*
 * test_world.c: worlds that are imagined from a view: sound tables that look to the viewer like the
 * real one, with everything hidden dealt as it may lie, each way as likely as it should be. And
 * what makes them good: which faces a hand is known to lack, and who has seen which card.
 *
 * HC_SEED repeats a run. Start reading at check_world().
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "random_rules.h"
#include "seed.h"
#include "table/table.h"
#include "table/view.h"
#include "table/world.h"
#include "ring/place.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { COMMANDS_MAX = 400, WORLDS_EACH = 3 };

static uint64_t base_seed;
static struct hc_table table;
static struct hc_view view;
static struct hc_dice dice;
static struct hc_world *world, *other;
static const char *rules_text;
static uint64_t now_ms;
static unsigned lacking, wrong; /* worlds with hands that lack something; those that fail them */

static void must(bool fact, const char *what)
{
    if (!fact)
        fail_msg("%s (HC_SEED=%llu: game %s, rules \"%s\", %u seats, viewer %u, event %u)", what,
                 (unsigned long long)base_seed, hc_game_of(&table)->name, rules_text, table.seats,
                 view.viewer, table.seq);
}

/* A world begins with its table. No bot may know that, and tests may: whether the table is sound
 * and what it shows can be seen in no other way. */
static const struct hc_table *inside(const struct hc_world *imagined)
{
    return (const struct hc_table *)(const void *)imagined;
}

static void imagine(struct hc_world *into, uint64_t number)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_dice own;

    hc_seed_from_number(number, seed);
    hc_dice_open(&own, seed, 3, 0);
    hc_world_imagine(into, &view, &own);
}

/* ---- A world looks like the real one --------------------------------------------------------- */

/*
 * Actions are the same but for side actions: whether somebody can still be caught depends on facts
 * that nobody sees (shed's `vulnerable` and `window_ms`), so a world may not offer it.
 */
static void check_actions(const struct hc_actions *real, const struct hc_actions *imagined)
{
    const struct hc_game *game = view.game;
    unsigned r = 0, i = 0;

    for (;; r++, i++) {
        while (r < real->count && hc_is_side_action(game, real->choice[r].verb))
            r++;
        while (i < imagined->count && hc_is_side_action(game, imagined->choice[i].verb))
            i++;
        if (r == real->count || i == imagined->count)
            break;
        must(!memcmp(&real->choice[r], &imagined->choice[i], sizeof real->choice[r]),
             "an imagined choice differs");
    }
    must(r == real->count && i == imagined->count, "there are more choices in one world");
}

static void check_facts(const struct hc_view *again)
{
    for (unsigned f = 0; f < view.game->fact_count; f++) {
        const struct hc_fact *fact = &view.game->facts[f];
        size_t size = fact->width * (fact->per_seat ? (size_t)HC_SEATS_MAX : 1);

        must(!memcmp(view.state + fact->offset, again->state + fact->offset, size), fact->name);
    }
}

/* What was dealt at random is known to whoever holds it, and to nobody else. */
static void check_secrets(void)
{
    const struct hc_box *box = &inside(world)->box;
    struct hc_cards hidden = {{0, 0}};
    uint8_t cards[HC_CARDS_MAX];

    for (unsigned p = 0; p < view.game->pile_count; p++)
        for (unsigned i = 0, count = hc_box_list(box, p, cards); i < count; i++)
            if (view.face[view.pile[p].start + i] == HC_HIDDEN)
                hc_add(&hidden, cards[i]);
    for (unsigned s = 0; s < view.seats; s++)
        must(!hc_any(hc_and(hidden, hc_box_known(box, s))), "somebody knows a hidden card");
}

static void check_look(void)
{
    static struct hc_view again;

    hc_view(inside(world), view.viewer, now_ms, &again);
    must(!memcmp(&view.rules, &again.rules, sizeof view.rules) && view.seq == again.seq &&
             view.seats == again.seats && view.viewer == again.viewer,
         "a world is another match");
    must(!memcmp(view.hand, again.hand, sizeof view.hand), "hands have other sizes");
    must(!memcmp(view.pile, again.pile, sizeof view.pile), "piles have other sizes");
    must(!memcmp(view.face, again.face, sizeof view.face), "known faces differ");
    must(!memcmp(view.lacks, again.lacks, sizeof view.lacks), "hands lack other faces");
    must(!memcmp(view.exposed, again.exposed, sizeof view.exposed), "others know other cards");
    check_facts(&again);
    check_actions(&view.actions, &again.actions);
    check_secrets();
}

/* ---- No hand holds what it lacks, if it can be avoided ----------------------------------------
 */

/* Hidden cards of hands that lack something, and the cards that may be dealt to them. */
struct fitting {
    uint64_t lacks[HC_CARDS_MAX]; /* by place */
    unsigned owner[HC_CARDS_MAX]; /* by card: the place that has it, or HC_NONE */
    bool tried[HC_CARDS_MAX];
    struct hc_cards stock;
    unsigned places;
};

/* Finds a card for a place, moving the cards of other places about if that helps. */
static bool fit(struct fitting *fitting, unsigned place)
{
    const struct hc_deck *deck = hc_deck_of(view.game, &view.rules);

    for (struct hc_cards left = fitting->stock; hc_any(left);) {
        unsigned card = hc_take_lowest(&left);

        if (fitting->tried[card] || fitting->lacks[place] >> deck->face_of[card] & 1)
            continue;
        fitting->tried[card] = true;
        if (fitting->owner[card] == HC_NONE || fit(fitting, fitting->owner[card])) {
            fitting->owner[card] = place;
            return true;
        }
    }
    return false;
}

/* Whether the hidden cards can be dealt so that no hand holds what it lacks. */
static bool all_can_fit(void)
{
    const struct hc_deck *deck = hc_deck_of(view.game, &view.rules);
    static struct fitting fitting;

    fitting.places = 0;
    fitting.stock = deck->cards;
    for (unsigned c = 0; c < HC_CARDS_MAX; c++) {
        struct hc_cards copies;

        if (view.face[c] != HC_HIDDEN && deck->face_count > view.face[c] &&
            c < view.pile[view.game->pile_count - 1].start +
                    view.pile[view.game->pile_count - 1].count) {
            copies = hc_and(deck->copies[view.face[c]], fitting.stock);
            fitting.stock = hc_but(fitting.stock, hc_card(hc_lowest(copies)));
        }
        fitting.owner[c] = HC_NONE;
    }
    for (unsigned s = 0; s < view.seats; s++)
        for (unsigned i = 0; view.lacks[s] && i < view.hand[s].count; i++)
            if (view.face[view.hand[s].start + i] == HC_HIDDEN)
                fitting.lacks[fitting.places++] = view.lacks[s];
    for (unsigned p = 0; p < fitting.places; p++) {
        memset(fitting.tried, 0, sizeof fitting.tried);
        if (!fit(&fitting, p))
            return false;
    }
    return true;
}

/* Only hidden cards count: shed takes whoever passes to lack what matched, and may be wrong. */
static bool holds_what_it_lacks(void)
{
    const struct hc_deck *deck = hc_deck_of(view.game, &view.rules);
    const struct hc_box *box = &inside(world)->box;

    for (unsigned s = 0; s < view.seats; s++) {
        struct hc_cards hidden = hc_but(box->hand[s], hc_box_known(box, view.viewer));

        while (hc_any(hidden))
            if (view.lacks[s] >> deck->face_of[hc_take_lowest(&hidden)] & 1)
                return true;
    }
    return false;
}

/*
 * One hand that lacks something is always served. Where several hands of shed want the same cards
 * and hardly any are left, a world may end up wrong; `two` never allows it, as its check says.
 */
static void check_lacks(void)
{
    unsigned hands = 0;

    for (unsigned s = 0; s < view.seats; s++)
        hands += s != view.viewer && view.lacks[s];
    lacking += hands > 0;
    if (!hands || !holds_what_it_lacks() || !all_can_fit())
        return;
    must(hands > 1, "a hand holds what it is known to lack");
    wrong++;
}

/* ---- Random matches ---------------------------------------------------------------------------
 */

static uint64_t faces_of_hand(const struct hc_table *of, unsigned seat)
{
    const struct hc_deck *deck = hc_deck_of(hc_game_of(of), &of->rules);
    struct hc_cards left = of->box.hand[seat];
    uint64_t faces = 0;

    while (hc_any(left))
        faces |= UINT64_C(1) << deck->face_of[hc_take_lowest(&left)];
    return faces;
}

/* What is said to be possible: all that lies there, really or in a world, and no more in hands that
 * are seen whole. In shed whoever draws is only taken to lack what would fit. */
static void check_possible(void)
{
    bool sure = !strcmp(view.game->name, "two");
    uint64_t possible[HC_SEATS_MAX];

    hc_view_possible(&view, possible);
    for (unsigned s = 0; s < table.seats; s++) {
        uint64_t real = faces_of_hand(&table, s), taken = sure ? 0 : view.lacks[s];

        must(!(real & ~possible[s] & ~taken), "a card in a hand is said to be impossible");
        must(!(faces_of_hand(inside(world), s) & ~possible[s] & ~taken), "a world is impossible");
        must(!(possible[s] & view.lacks[s] & ~real), "a face that is lacking is possible");
    }
    for (unsigned s = table.seats; s < HC_SEATS_MAX; s++)
        must(!possible[s], "nobody holds a card");
    if (view.viewer < table.seats)
        must(possible[view.viewer] == faces_of_hand(&table, view.viewer), "one's own hand");
}

/* Everything that must hold of a world imagined by `viewer` with these dice. */
static void check_world(unsigned viewer, uint64_t number)
{
    const char *broken;

    hc_view(&table, viewer, now_ms, &view);
    imagine(world, number);
    broken = hc_table_check(inside(world));
    must(!broken, broken);
    check_look();
    check_lacks();
    check_possible();
    imagine(other, number);
    must(!memcmp(inside(world), inside(other), sizeof table), "the same dice, another world");
}

/* One random command of somebody. Worlds are imagined while a player is awaited: that is when bots
 * think. False at the end of the match. */
static bool play_on(void)
{
    unsigned seat = hc_table_awaits(&table), anybody = hc_dice_below(&dice, table.seats);
    struct hc_actions actions;
    struct hc_command command;
    static struct hc_events events;

    if (seat == HC_NONE)
        return false;
    hc_actions(&table, anybody, now_ms, &actions);
    if (seat != HC_HOUSE && hc_dice_below(&dice, 4) == 0 && actions.ways)
        seat = anybody;
    hc_actions(&table, seat, now_ms, &actions);
    hc_actions_at(&actions, seat == HC_HOUSE ? 0 : hc_dice_below(&dice, actions.ways), &command);
    must(hc_submit(&table, seat, &command, now_ms, &events) == HC_OK, "an action is refused");
    now_ms += hc_dice_below(&dice, 2000);
    return true;
}

static void play_match(const struct hc_game *game, const char *text, unsigned seats,
                       uint64_t number)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules rules;
    static struct hc_events events;

    rules_text = text;
    now_ms = 1000;
    hc_seed_from_number(number, seed);
    hc_dice_open(&dice, seed, 1, 0);
    if (!hc_rules_parse(game, text, &rules, &why) ||
        hc_table_open(&table, game, &rules, seats, seed) != HC_OK ||
        hc_submit_text(&table, HC_HOUSE, "start", 0, &events) != HC_OK)
        return;
    for (unsigned i = 0; i < COMMANDS_MAX && play_on(); i++)
        for (unsigned w = 0; hc_table_awaits(&table) < seats && w < WORLDS_EACH; w++)
            check_world(hc_dice_below(&dice, seats), number + i * WORLDS_EACH + w);
}

static void worlds_of_every_preset(void **state)
{
    (void)state;
    for (size_t g = 0; hc_game_at(g); g++)
        for (size_t p = 0; hc_preset_at(hc_game_at(g), p); p++)
            for (unsigned seats = 2; seats <= HC_SEATS_MAX; seats++)
                play_match(hc_game_at(g), hc_preset_at(hc_game_at(g), p)->name, seats,
                           base_seed + g * 1000 + p * 100 + seats * 10);
}

static void worlds_of_random_rules(void **state)
{
    char rules[4096];

    (void)state;
    for (size_t g = 0; hc_game_at(g); g++)
        for (unsigned i = 0; i < 60; i++) {
            uint8_t seed[HC_SEED_BYTES];

            hc_seed_from_number(base_seed + i, seed);
            hc_dice_open(&dice, seed, 2, (uint32_t)g);
            assert_true(random_rules(hc_game_at(g), &dice, rules, sizeof rules));
            play_match(hc_game_at(g), rules, 2 + hc_dice_below(&dice, 9), base_seed + i);
        }
    assert_true(lacking > 1000);
    if (wrong * 500 > lacking)
        fail_msg("%u of %u worlds give hands what they lack", wrong, lacking);
}

/* ---- How often --------------------------------------------------------------------------------
 */

/* Other dice, other worlds: with a hundred hidden cards no two are ever the same. */
static void dice_decide(void **state)
{
    (void)state;
    place(&table, "shed", "", 2, "hand 0 R1 R2; hand 1 R3 R4 R5 R6 R7 R8 R9; discard B1");
    hc_view(&table, 0, 0, &view);
    for (unsigned i = 0; i < 50; i++) {
        imagine(world, i);
        imagine(other, i + 1);
        assert_memory_not_equal(&inside(world)->box.hand[1], &inside(other)->box.hand[1],
                                sizeof inside(world)->box.hand[1]);
    }
}

/* The sum of (seen - expected)² / expected over equally likely cells. */
static double chi_square(const unsigned *seen, size_t cells, unsigned total)
{
    double expected = (double)total / (double)cells, sum = 0;

    for (size_t i = 0; i < cells; i++)
        sum += ((double)seen[i] - expected) * ((double)seen[i] - expected) / expected;
    return sum;
}

/*
 * Seat 0 cannot see 1, 3, 5 and 8, and knows that seat 1 does not hold the 3. So seat 1 holds one
 * of three cards, seat 2 one of the three that are left, and the deck one of two: 18 deals. With 17
 * degrees of freedom a sum above 50 happens less than once in ten thousand fair runs.
 */
static void deals_are_equally_likely(void **state)
{
    enum { WORLDS = 18000 };
    static unsigned seen[512];
    unsigned cells[18], count = 0;

    (void)state;
    place(
        &table, "two", "", 3,
        "hand 0 1 4; hand 1 5; hand 2 3; draw 8; set_aside 1; face_up 1 1 1 2 2 3 4 5 6 7; turn 0");
    hc_box_lack(&table.box, 1, faces_like(&table, "3"));
    hc_view(&table, 0, 0, &view);
    memset(seen, 0, sizeof seen);
    for (unsigned i = 0; i < WORLDS; i++) {
        const uint8_t *face_of = hc_deck_of(view.game, &view.rules)->face_of;
        const struct hc_box *box = &inside(world)->box;

        imagine(world, base_seed + i);
        seen[face_of[hc_lowest(box->hand[1])] | face_of[hc_lowest(box->hand[2])] << 3 |
             face_of[hc_box_top(box, hc_pile_find(view.game, "draw", HC_NONE))] << 6]++;
    }
    for (unsigned i = 0; i < COUNT(seen); i++)
        if (seen[i]) {
            assert_true(count < COUNT(cells));
            cells[count++] = seen[i];
        }
    assert_int_equal(count, COUNT(cells));
    if (chi_square(cells, COUNT(cells), WORLDS) > 50)
        fail_msg("chi-square %.1f", chi_square(cells, COUNT(cells), WORLDS));
}

/* Seat 1 holds one red card that was seen, and lacks red besides: its other two cards are each of
 * the 26 cards of another colour with the same chance. The cells are those of one colour. */
static void lacking_hands_are_fair(void **state)
{
    enum { WORLDS = 13000 };
    unsigned seen[39] = {0}, reds = 0;

    (void)state;
    place(&table, "shed", "", 2,
          "hand 0 R1; hand 1 R9 B3 G4; discard R2; draw WW WW WW WW WF WF WF WF");
    hc_add(&table.box.known[0], hc_lowest(table.box.hand[1]));
    hc_box_lack(&table.box, 1, faces_like(&table, "R*"));
    hc_view(&table, 0, 0, &view);
    for (unsigned i = 0; i < WORLDS; i++) {
        struct hc_cards hand;

        imagine(world, base_seed + i);
        hand = inside(world)->box.hand[1];
        assert_int_equal(hc_count(hand), 3);
        while (hc_any(hand)) {
            unsigned face = hc_deck_of(view.game, &view.rules)->face_of[hc_take_lowest(&hand)];

            reds += face < 13;
            if (face >= 13 && face < 52)
                seen[face - 13]++;
        }
    }
    assert_int_equal(reds, WORLDS);
    for (unsigned color = 0; color < 3; color++) {
        /* The zero has one copy, all others have two. */
        const unsigned *pairs = seen + color * 13 + 1;
        unsigned total = 0;

        for (unsigned i = 0; i < 12; i++)
            total += pairs[i];
        assert_true(chi_square(pairs, 12, total) < 40);
        assert_true(seen[color * 13] * 3 < pairs[0] * 2 && seen[color * 13] * 3 > pairs[0]);
    }
}

/* Two hands want the same card: 4, 5 and 8 are hidden, seat 1 lacks the 4, seat 2 the 4 and the 5.
 */
static void rivals_are_served(void **state)
{
    (void)state;
    place(&table, "two", "", 3,
          "hand 0 1 1; hand 1 5; hand 2 8; set_aside 4; face_up 1 1 1 2 2 3 3 4 5 6 7; turn 0");
    hc_box_lack(&table.box, 1, faces_like(&table, "4"));
    hc_box_lack(&table.box, 2, faces_like(&table, "4 5"));
    hc_view(&table, 0, 0, &view);
    for (unsigned i = 0; i < 200; i++) {
        imagine(world, base_seed + i);
        assert_memory_equal(&inside(world)->box.hand[2], &table.box.hand[2],
                            sizeof table.box.hand[2]);
        assert_null(hc_table_check(inside(world)));
    }
}

/* ---- What hands lack, and what was seen of them -----------------------------------------------
 */

static const struct lack_row {
    const char *why, *game, *rules;
    unsigned seats;
    const char *position, *commands;
    unsigned seat;
    const char *lacks;
} lack_rows[] = {
    {"nothing happened yet", "shed", "", 2, "hand 0 B1 B2; hand 1 G1; discard R5; draw G3 G4", "",
     0, ""},
    {"who draws and cannot play holds neither the colour nor the value", "shed", "", 2,
     "hand 0 B1 B2; hand 1 G1 G2; discard R5; draw G3 G4", "0 draw", 0, "R* *5"},
    {"the colour is the one that was named", "shed", "", 2,
     "hand 0 B1 B2; hand 1 G1 G2; discard WW; color Y; draw G3 G4", "0 draw", 0, "Y*"},
    {"a card that can be played was drawn: nothing is known yet", "shed", "", 2,
     "hand 0 B1 B2; hand 1 G1 G2; discard R5; draw R3 G4", "0 draw", 0, ""},
    {"who passes nevertheless is taken to hold nothing that matches", "shed", "", 2,
     "hand 0 B1 B2; hand 1 G1 G2; discard R5; draw R3 G4", "0 draw; 0 pass", 0, "R* *5"},
    {"a play of its owner leaves it as it is", "shed", "", 2,
     "hand 0 B1 B2 WW; hand 1 G1 B4; discard R5; draw G3 G4", "0 draw; 1 draw; 0 play WW color=B",
     0, "R* *5"},
    {"the next draw ends it", "shed", "", 2,
     "hand 0 B1 B2; hand 1 RT R1 R2; discard R5; draw G3 G4 G6", "0 draw; 1 play RT", 0, ""},
    {"it travels with the hand", "shed", "seven_swap=true", 2,
     "hand 0 B1 B2; hand 1 R7 R1 R2; discard R5; draw G3 G4 G6", "0 draw; 1 play R7 target=0", 1,
     "R* *5"},
    {"the hand that came is another one", "shed", "seven_swap=true", 2,
     "hand 0 B1 B2; hand 1 R7 R1 R2; discard R5; draw G3 G4 G6", "0 draw; 1 play R7 target=0", 0,
     ""},
    {"hands that are passed on take it along", "shed", "zero_pass=true", 3,
     "hand 0 B1 B2; hand 1 R0 R1 R2; hand 2 Y1 Y2; discard R5; draw G3 G4 G6", "0 draw; 1 play R0",
     1, "R* *5"},

    {"a guess that failed", "two", "", 3, "hand 0 1 4; hand 1 2; hand 2 3; draw 1 1 1 5",
     "0 play 1 target=2 guess=8", 2, "8"},
    {"of a player who has not drawn since", "two", "", 4,
     "hand 0 1 4; hand 1 2; hand 2 5; hand 3 3; draw 1 1 1 5",
     "0 play 1 target=3 guess=8; 1 play 1 target=3 guess=7", 3, "7 8"},
    {"the draw ends it", "two", "", 3, "hand 0 1 4; hand 1 2; hand 2 3; draw 1 1 1 5",
     "0 play 1 target=1 guess=8", 1, ""},
    {"the King takes it along", "two", "", 4,
     "hand 0 1 4; hand 1 6; hand 2 5; hand 3 3; draw 2 1 1 5",
     "0 play 1 target=3 guess=8; 1 play 6 target=3", 1, "8"},
    {"the Baron's winner is above the card that was laid down", "two", "reveal_eliminated=discard",
     3, "hand 0 3 5; hand 1 2; hand 2 3; draw 1 1 1 1", "0 play 3 target=2", 0, "1 2 3"},
    {"the Baron's victim too, if it wins", "two", "reveal_eliminated=discard", 3,
     "hand 0 3 4; hand 1 2; hand 2 7; draw 1 1 1 1", "0 play 3 target=2", 2, "1 2 3 4"},
    {"the card that lost is not shown", "two", "reveal_eliminated=keep", 3,
     "hand 0 3 5; hand 1 2; hand 2 3; draw 1 1 1 1", "0 play 3 target=2", 0, ""},
    {"a tie tells others nothing", "two", "reveal_eliminated=discard", 3,
     "hand 0 3 4; hand 1 2; hand 2 4; draw 1 1 1 1", "0 play 3 target=2", 0, ""},
    {"the Chancellor's cards end it", "two", "ed2019", 3,
     "hand 0 1 4; hand 1 6; hand 2 3; draw 1 2 5 1 1; face_up 0", "0 play 1 target=1 guess=9", 1,
     ""},
};

static void hands_lack(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lack_rows); i++) {
        const struct lack_row *row = &lack_rows[i];

        place(&table, row->game, row->rules, row->seats, row->position);
        give(&table, row->commands);
        for (unsigned viewer = 0; viewer <= row->seats; viewer++) {
            hc_view(&table, viewer == row->seats ? HC_SPECTATOR : viewer, 0, &view);
            if (view.lacks[row->seat] != faces_like(&table, row->lacks))
                fail_msg("%s: seat %u lacks %llx", row->why, row->seat,
                         (unsigned long long)view.lacks[row->seat]);
        }
    }
}

static const struct exposed_row {
    const char *why, *game, *rules;
    unsigned seats;
    const char *position, *commands;
    unsigned viewer, by;
    const char *faces;
} exposed_rows[] = {
    {"nobody has looked", "two", "", 3, "hand 0 2 4; hand 1 1; hand 2 3; draw 1 1 1 5", "", 2, 0,
     ""},
    {"the Priest saw it", "two", "", 3, "hand 0 2 4; hand 1 1; hand 2 3; draw 1 1 1 5",
     "0 play 2 target=2", 2, 0, "3"},
    {"nobody else did", "two", "", 3, "hand 0 2 4; hand 1 1; hand 2 3; draw 1 1 1 5",
     "0 play 2 target=2", 2, 1, ""},
    {"whoever looks shows nothing", "two", "", 3, "hand 0 2 4; hand 1 1; hand 2 3; draw 1 1 1 5",
     "0 play 2 target=2", 0, 2, ""},
    {"the card that is drawn after it is unseen", "two", "", 2,
     "hand 0 2 4; hand 1 3; draw 1 1 1 5", "0 play 2 target=1", 1, 0, "3"},
    {"the seen card was played", "two", "", 3, "hand 0 2 4; hand 1 4; hand 2 3; draw 1 1 1 5",
     "0 play 2 target=1; 1 play 4", 1, 0, ""},
    {"the other one was played", "two", "", 3, "hand 0 2 4; hand 1 5; hand 2 3; draw 4 1 1 5",
     "0 play 2 target=1; 1 play 4", 1, 0, "5"},
    {"the King: each knows what it gave", "two", "", 3,
     "hand 0 6 4; hand 1 1; hand 2 3; draw 1 1 1 5", "0 play 6 target=2", 0, 2, "3"},
    {"the King: the other side", "two", "", 3, "hand 0 6 4; hand 1 1; hand 2 3; draw 1 1 1 5",
     "0 play 6 target=2", 2, 0, "4"},
    {"the Baron shows both to both", "two", "", 3, "hand 0 3 4; hand 1 1; hand 2 4; draw 1 1 1 5",
     "0 play 3 target=2", 2, 0, "4"},
    {"the Chancellor buries what was seen, or not: nobody can tell", "two", "ed2019", 3,
     "hand 0 2 4; hand 1 6; hand 2 3; draw 1 5 5 1 1; face_up 0",
     "0 play 2 target=1; 1 play 6; 1 keep 1 last=5", 1, 0, ""},
    {"a challenge shows the hand to the challenger", "shed", "", 3,
     "hand 0 WF B1 G2; hand 1 Y1 Y2; hand 2 Y3 Y4; discard R5; draw R1 R2 R3 R4 R6 R7",
     "0 play WF color=B; 1 challenge", 0, 1, "B1 G2"},
    {"and to nobody else", "shed", "", 3,
     "hand 0 WF B1 G2; hand 1 Y1 Y2; hand 2 Y3 Y4; discard R5; draw R1 R2 R3 R4 R6 R7",
     "0 play WF color=B; 1 challenge", 0, 2, ""},
    {"who gave a hand away knows it", "shed", "seven_swap=true", 2,
     "hand 0 R7 B1 G2; hand 1 Y1 Y2 Y3; discard R5; draw R1", "0 play R7 target=1", 0, 1,
     "Y1 Y2 Y3"},
};

static void cards_are_exposed(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(exposed_rows); i++) {
        const struct exposed_row *row = &exposed_rows[i];

        place(&table, row->game, row->rules, row->seats, row->position);
        give(&table, row->commands);
        hc_view(&table, row->viewer, 0, &view);
        if (view.exposed[row->by] != faces_like(&table, row->faces))
            fail_msg("%s: %llx", row->why, (unsigned long long)view.exposed[row->by]);
        assert_true(view.exposed[row->viewer] == 0);
    }
}

/* A position keeps what it was given, and the rest follows from that. */
static void positions_keep_what_they_are_given(void **state)
{
    static const struct {
        const char *game, *text, *fact;
        int64_t want;
    } rows[] = {
        {"two", "hand 0 1 2; hand 1 3", "round", 1},
        {"two", "hand 0 1 2; hand 1 3; round 4", "round", 4},
        {"two", "hand 0 1 2; hand 1 3", "turn", 0},
        {"two", "hand 0 3; hand 1 1 2; turn 1", "turn", 1},
        {"two", "hand 0 1 2; hand 1 3", "tokens_to_win", 7},
        {"two", "hand 0 1 2; hand 1 3; tokens_to_win 3", "tokens_to_win", 3},
        {"two", "hand 0 1 2; hand 1 3", "pending_face", HC_NONE},
        {"two", "hand 0 1 2; hand 1 3", "pending_target", HC_NONE},
        {"shed", "hand 0 R1 R2; hand 1 R3; discard B1", "round", 1},
        {"shed", "hand 0 R1 R2; hand 1 R3; discard B1; round 3", "round", 3},
        {"shed", "hand 0 R1 R2; hand 1 R3; discard B1", "turn", 0},
        {"shed", "hand 0 R1 R2; hand 1 R3; discard B1; turn 1", "turn", 1},
        {"shed", "hand 0 R1 R2; hand 1 R3; discard B1", "color", 1},
        {"shed", "hand 0 R1 R2; hand 1 R3; discard WW; color G", "color", 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t value;

        place(&table, rows[i].game, "", 2, rows[i].text);
        assert_true(hc_table_fact(&table, rows[i].fact, 0, &value));
        if (value != rows[i].want)
            fail_msg("%s: %s: %s is %lld", rows[i].game, rows[i].text, rows[i].fact,
                     (long long)value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_lack),
        cmocka_unit_test(cards_are_exposed),
        cmocka_unit_test(dice_decide),
        cmocka_unit_test(deals_are_equally_likely),
        cmocka_unit_test(lacking_hands_are_fair),
        cmocka_unit_test(rivals_are_served),
        cmocka_unit_test(worlds_of_every_preset),
        cmocka_unit_test(worlds_of_random_rules),
        cmocka_unit_test(positions_keep_what_they_are_given),
    };
    int failed;

    base_seed = test_seed();
    world = malloc(hc_world_bytes());
    other = malloc(hc_world_bytes());
    if (!world || !other)
        return 1;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(world);
    free(other);
    return failed;
}
