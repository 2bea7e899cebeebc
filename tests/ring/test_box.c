// SPDX-License-Identifier: MIT
/* test_box.c: sets of cards, and the box: where every card is and who knows it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/games_inside.h"
#include "ring/words.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Sets of cards --------------------------------------------------------------------------- */

/* The same by looking at one bit after the other. */
static unsigned slow_nth_bit(uint64_t word, unsigned n)
{
    for (unsigned at = 0; at < 64; at++)
        if (word >> at & 1 && n-- == 0)
            return at;
    fail_msg("there is no such bit");
    return 64;
}

static void nth_bit_is_the_slow_one(void **state)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_dice dice;

    (void)state;
    hc_seed_from_number(1, seed);
    hc_dice_open(&dice, seed, 0, 0);
    for (unsigned at = 0; at < 64; at++) {
        assert_int_equal(hc_nth_bit(1ull << at, 0), at);
        assert_int_equal(hc_nth_bit(UINT64_MAX, at), at);
        assert_int_equal(hc_lowest_bit(1ull << at), at);
    }
    for (unsigned i = 0; i < 3000; i++) {
        uint64_t word = hc_dice_word(&dice);

        for (unsigned thin = i % 4; thin; thin--)
            word &= hc_dice_word(&dice);
        for (unsigned n = 0; n < hc_bits(word); n++)
            assert_int_equal(hc_nth_bit(word, n), slow_nth_bit(word, n));
    }
}

static struct hc_cards random_set(struct hc_dice *dice, bool members[HC_CARDS_MAX])
{
    struct hc_cards set = {{0, 0}};

    for (unsigned card = 0; card < HC_CARDS_MAX; card++) {
        members[card] = hc_dice_below(dice, 3) == 0;
        if (members[card])
            hc_add(&set, card);
    }
    return set;
}

static void sets_are_sets(void **state)
{
    bool in_a[HC_CARDS_MAX], in_b[HC_CARDS_MAX];
    uint8_t seed[HC_SEED_BYTES];
    struct hc_dice dice;

    (void)state;
    hc_seed_from_number(2, seed);
    hc_dice_open(&dice, seed, 0, 0);
    for (unsigned i = 0; i < 300; i++) {
        struct hc_cards a = random_set(&dice, in_a), b = random_set(&dice, in_b), left = a;
        unsigned count = 0;

        for (unsigned card = 0; card < HC_CARDS_MAX; card++) {
            assert_int_equal(hc_has(a, card), in_a[card]);
            assert_int_equal(hc_has(hc_card(card), card), true);
            assert_int_equal(hc_count(hc_card(card)), 1);
            assert_int_equal(hc_has(hc_and(a, b), card), in_a[card] && in_b[card]);
            assert_int_equal(hc_has(hc_or(a, b), card), in_a[card] || in_b[card]);
            assert_int_equal(hc_has(hc_but(a, b), card), in_a[card] && !in_b[card]);
            count += in_a[card];
        }
        assert_int_equal(hc_count(a), count);
        for (unsigned card = 0; card < HC_CARDS_MAX; card++)
            if (in_a[card]) {
                assert_true(hc_any(left));
                assert_int_equal(hc_lowest(left), card);
                assert_int_equal(hc_take_lowest(&left), card);
            }
        assert_false(hc_any(left));
    }
}

/* ---- The box --------------------------------------------------------------------------------- */

/*
 * A deck of letters. Letters that differ only in case are copies of one face, and k is a third copy
 * of c. They lie in both words of a set, at its ends too.
 */
static const struct {
    char letter;
    uint8_t card, face;
} letters[] = {
    {'a', 0, 0},  {'A', 70, 0},  {'b', 5, 1},   {'c', 63, 2}, {'C', 64, 2},
    {'k', 65, 2}, {'d', 127, 3}, {'e', 100, 4}, {'f', 62, 5},
};

enum { FACE_COUNT = 6, BOX_SEATS = 3, PILE_COUNT = 3 };

static struct hc_cards face_copies[FACE_COUNT];
static uint8_t face_of[HC_CARDS_MAX];
static struct hc_deck deck;

static void make_deck(void)
{
    memset(face_of, HC_NONE, sizeof face_of);
    memset(face_copies, 0, sizeof face_copies);
    deck = (struct hc_deck){.face_of = face_of,
                            .copies = face_copies,
                            .face_count = FACE_COUNT,
                            .card_count = COUNT(letters),
                            .seats_max = BOX_SEATS};
    for (size_t i = 0; i < COUNT(letters); i++) {
        face_of[letters[i].card] = letters[i].face;
        hc_add(&face_copies[letters[i].face], letters[i].card);
        hc_add(&deck.cards, letters[i].card);
    }
}

static uint8_t card_of(char letter)
{
    for (size_t i = 0; i < COUNT(letters); i++)
        if (letters[i].letter == letter)
            return letters[i].card;
    if (letter == '!')
        return 200;                /* a card that cannot be */
    assert_int_equal(letter, '?'); /* a card that is not in the deck */
    return 1;
}

static char *letters_of(struct hc_cards set, char out[COUNT(letters) + 1])
{
    size_t length = 0;

    for (size_t i = 0; i < COUNT(letters); i++)
        if (hc_has(set, letters[i].card))
            out[length++] = letters[i].letter;
    out[length] = '\0';
    return out;
}

static unsigned cards_of(const char *word, uint8_t *cards)
{
    unsigned count = (unsigned)strlen(word);

    for (unsigned i = 0; i < count; i++)
        cards[i] = card_of(word[i]);
    return count;
}

/* One move, as words: "draw PILE SEAT", "play SEAT CARD PILE", "look OWNER VIEWER", "show OWNER",
 * "swap SEAT SEAT", "stack PILE CARDS", "fill PILE CARDS", "remove PILE", "turn FROM TO", "flip
 * FROM TO" (shown), "recycle FROM TO CARDS", "bury SEAT CARD PILE", "lay SEAT PILE". */
static void make_move(struct hc_box *box, char *text)
{
    char *verb = next_word(&text, " "), *one = next_word(&text, " "), *two, *three;
    uint8_t cards[16], to[BOX_SEATS] = {0, 1, 2};
    unsigned a, b;

    assert_non_null(one);
    two = next_word(&text, " ");
    three = next_word(&text, " ");
    a = (unsigned)(one[0] - '0');
    b = two ? (unsigned)(two[0] - '0') : 0;
    if (!strcmp(verb, "draw")) {
        hc_box_draw(box, a, b);
    } else if (!strcmp(verb, "play")) {
        uint8_t face = face_of[card_of(two[0])];

        hc_box_play(box, face < FACE_COUNT ? face_copies[face] : (struct hc_cards){{0, 0}}, a,
                    card_of(two[0]), (unsigned)(three[0] - '0'));
    } else if (!strcmp(verb, "look")) {
        hc_box_look(box, a, b);
    } else if (!strcmp(verb, "show")) {
        hc_box_look(box, a, HC_NONE);
    } else if (!strcmp(verb, "swap")) {
        to[a] = (uint8_t)b;
        to[b] = (uint8_t)a;
        hc_box_pass(box, to, BOX_SEATS);
    } else if (!strcmp(verb, "round")) {
        hc_box_pass(box, (const uint8_t[]){1, 2, 0}, BOX_SEATS);
    } else if (!strcmp(verb, "fill")) {
        hc_box_fill(box, a, cards, two ? cards_of(two, cards) : 0);
    } else if (!strcmp(verb, "remove")) {
        hc_box_remove(box, a);
    } else if (!strcmp(verb, "stack")) {
        hc_box_stack(box, a, cards, two ? cards_of(two, cards) : 0);
    } else if (!strcmp(verb, "turn") || !strcmp(verb, "flip")) {
        hc_box_turn(box, a, b, verb[0] == 'f');
    } else if (!strcmp(verb, "recycle")) {
        hc_box_recycle(box, a, b, cards, three ? cards_of(three, cards) : 0);
    } else if (!strcmp(verb, "bury")) {
        hc_box_bury(box, a, card_of(two[0]), (unsigned)(three[0] - '0'));
    } else {
        assert_string_equal(verb, "lay");
        hc_box_lay_down(box, a, b);
    }
}

static void make_moves(struct hc_box *box, const char *moves)
{
    char copy[256], *rest = copy, *move;

    snprintf(copy, sizeof copy, "%s", moves);
    while ((move = next_word(&rest, ";")))
        make_move(box, move + strspn(move, " "));
}

/* Who knows what after some moves: seats 0 to 2, and somebody without a seat. */
static const struct {
    const char *why, *moves;
    const char *knows[BOX_SEATS + 1];
} knowledge[] = {
    {"nobody knows a stacked pile", "stack 0 abcd", {"", "", "", ""}},
    {"drawing teaches the drawer alone", "stack 0 abcd; draw 0 1", {"", "a", "", ""}},
    {"playing teaches everybody", "stack 0 abcd; draw 0 1; play 1 a 1", {"a", "a", "a", "a"}},
    {"a flipped card is seen by all", "stack 0 abcd; flip 0 1", {"a", "a", "a", "a"}},
    {"a card set aside is seen by nobody", "stack 0 abcd; turn 0 1", {"", "", "", ""}},
    {"looking teaches the looker alone",
     "stack 0 abcd; draw 0 0; draw 0 0; look 0 2",
     {"ab", "", "ab", ""}},
    {"what comes after the look is not known",
     "stack 0 abcd; draw 0 0; look 0 2; draw 0 0",
     {"ab", "", "a", ""}},
    {"showing a hand teaches everybody", "stack 0 abcd; draw 0 0; show 0", {"a", "a", "a", "a"}},
    {"traded hands are known to both",
     "stack 0 abcd; draw 0 0; draw 0 1; swap 0 1",
     {"ab", "ab", "", ""}},
    {"a looker's knowledge travels with the hand",
     "stack 0 abcd; draw 0 0; look 0 2; draw 0 1; swap 0 1",
     {"ab", "ab", "a", ""}},
    {"hands that go round are known to giver and receiver",
     "stack 0 abcd; draw 0 0; draw 0 1; draw 0 2; round 0",
     {"ac", "ab", "bc", ""}},
    {"recycled cards are forgotten, the top one stays known",
     "stack 0 abcd; flip 0 1; flip 0 1; flip 0 1; recycle 1 0 ba",
     {"c", "c", "c", "c"}},
    {"also what a player knew alone is forgotten",
     "stack 0 abcd; draw 0 0; look 0 1; play 0 a 1; flip 0 1; recycle 1 0 a",
     {"b", "b", "b", "b"}},
    {"stacking a pile anew forgets it",
     "stack 0 abcd; flip 0 1; turn 1 0; stack 0 dcba",
     {"", "", "", ""}},
    {"stacking forgets cards that leave the box",
     "stack 0 ab; flip 0 1; stack 1 c",
     {"", "", "", ""}},
    {"a new round begins without knowledge",
     "stack 0 abcd; draw 0 0; look 0 1; flip 0 1; fill 0 dcba",
     {"", "", "", ""}},
    {"nor does a card come back known that had left the box",
     "stack 0 abcd; flip 0 1; remove 1; stack 1 a",
     {"", "", "", ""}},
    {"a buried card is known to whoever buried it, and the looker knows nothing of that hand",
     "stack 0 abcd; draw 0 0; draw 0 0; look 0 1; bury 0 a 0",
     {"ab", "", "", ""}},
    {"even a hand that everybody saw",
     "stack 0 abcd; draw 0 0; draw 0 0; show 0; bury 0 a 0",
     {"ab", "", "", ""}},
    {"burying does not touch what is known of others",
     "stack 0 abcd; draw 0 0; draw 0 1; look 1 2; bury 0 a 0",
     {"a", "b", "b", ""}},
    {"a hand that is laid down is forgotten by all",
     "stack 0 abcd; draw 0 0; draw 0 0; look 0 1; draw 0 1; lay 0 1",
     {"", "c", "", ""}},

    {"knew the one that stayed, of two copies: knows none",
     "stack 0 aAbd; draw 0 0; look 0 1; draw 0 0; play 0 A 1",
     {"aA", "A", "A", "A"}},
    {"knew the one that left, of two copies: knows none",
     "stack 0 aAbd; draw 0 0; look 0 1; draw 0 0; play 0 a 1",
     {"aA", "a", "a", "a"}},
    {"knew both copies: knows the one that is left",
     "stack 0 aAbd; draw 0 0; draw 0 0; look 0 1; play 0 a 1",
     {"aA", "aA", "a", "a"}},
    {"and it does not matter which one left",
     "stack 0 aAbd; draw 0 0; draw 0 0; look 0 1; play 0 A 1",
     {"aA", "aA", "A", "A"}},
    {"knew two of three copies, an unknown one left: knows one",
     "stack 0 cCkd; draw 0 0; draw 0 0; look 0 1; draw 0 0; play 0 k 1",
     {"cCk", "Ck", "k", "k"}},
    {"knew two of three copies, a known one left: knows one",
     "stack 0 cCkd; draw 0 0; draw 0 0; look 0 1; draw 0 0; play 0 c 1",
     {"cCk", "cC", "c", "c"}},
    {"another face blurs nothing",
     "stack 0 abAd; draw 0 0; look 0 1; draw 0 0; play 0 b 1",
     {"ab", "ab", "b", "b"}},
    {"a copy in another hand blurs nothing",
     "stack 0 aAbd; draw 0 0; draw 0 2; look 0 1; play 2 A 1",
     {"aA", "aA", "A", "A"}},
    {"a hand that all saw: knew one of two copies, and knows none",
     "stack 0 aAbd; draw 0 0; show 0; draw 0 0; play 0 A 1",
     {"aA", "A", "A", "A"}},
    {"a hand that all saw: knew both copies, and knows one",
     "stack 0 aAbd; draw 0 0; draw 0 0; show 0; play 0 A 1",
     {"aA", "aA", "aA", "aA"}},
    {"all saw one copy, one player both: only that player still knows one",
     "stack 0 aAbd; draw 0 0; show 0; draw 0 0; look 0 1; play 0 A 1",
     {"aA", "aA", "A", "A"}},
    {"also if that player learned of them one by one",
     "stack 0 Aabd; draw 0 1; draw 0 0; show 0; bury 1 A 0; draw 0 2; draw 0 2; draw 0 0; play 0 A "
     "1",
     {"aA", "aA", "Abd", "A"}},
    {"a player who saw it before all did is no wiser than they",
     "stack 0 aAbd; draw 0 0; look 0 1; show 0; draw 0 0; play 0 A 1",
     {"aA", "A", "A", "A"}},
};

/* covers L-046 */
static void knowledge_belongs_to_the_card(void **state)
{
    (void)state;
    make_deck();
    for (size_t i = 0; i < COUNT(knowledge); i++) {
        struct hc_box box;

        hc_box_clear(&box);
        make_moves(&box, knowledge[i].moves);
        if (hc_box_check(&box, &deck, BOX_SEATS))
            fail_msg("%s: %s", knowledge[i].why, hc_box_check(&box, &deck, BOX_SEATS));
        for (unsigned viewer = 0; viewer <= BOX_SEATS; viewer++) {
            char known[COUNT(letters) + 1];
            unsigned who = viewer < BOX_SEATS ? viewer : HC_SPECTATOR;

            letters_of(hc_box_known(&box, who), known);
            if (strcmp(known, knowledge[i].knows[viewer]) != 0)
                fail_msg("%s: viewer %u knows \"%s\" instead of \"%s\"", knowledge[i].why, viewer,
                         known, knowledge[i].knows[viewer]);
        }
    }
}

/* Where cards lie after some moves: hands as sets, piles top first. */
static const struct {
    const char *why, *moves;
    const char *hands[BOX_SEATS], *piles[PILE_COUNT];
} places[] = {
    {"a stack lies as it was given", "stack 0 dcb", {"", "", ""}, {"dcb", "", ""}},
    {"an empty stack empties the pile", "stack 0 dcb; stack 0", {"", "", ""}, {"", "", ""}},
    {"a new round takes all cards from where they were",
     "stack 0 abcd; draw 0 0; draw 0 1; flip 0 1; fill 0 dca",
     {"", "", ""},
     {"dca", "", ""}},
    {"a removed pile is out of the box, and its cards may come back",
     "stack 0 abcd; flip 0 1; flip 0 1; remove 1; stack 2 ba",
     {"", "", ""},
     {"cd", "", "ba"}},
    {"draws come from the top", "stack 0 dcb; draw 0 1; draw 0 2", {"", "d", "c"}, {"b", "", ""}},
    {"the last card too", "stack 0 d; draw 0 0", {"d", "", ""}, {"", "", ""}},
    {"plays go on top",
     "stack 0 dcb; draw 0 1; draw 0 1; play 1 c 1; play 1 d 1",
     {"", "", ""},
     {"b", "dc", ""}},
    {"a card played on an empty pile is all of it",
     "stack 0 dcb; draw 0 1; play 1 d 1; stack 2 ef; recycle 1 2",
     {"", "", ""},
     {"cb", "d", "ef"}},
    {"a turned card goes on top", "stack 0 dcb; turn 0 1; turn 0 1", {"", "", ""}, {"b", "cd", ""}},
    {"recycled cards go under the pile in the given order",
     "stack 0 dcba; flip 0 1; flip 0 1; flip 0 1; recycle 1 0 cd",
     {"", "", ""},
     {"acd", "b", ""}},
    {"a buried card goes under the pile",
     "stack 0 dcba; draw 0 0; draw 0 0; bury 0 c 0; bury 0 d 0",
     {"", "", ""},
     {"bacd", "", ""}},
    {"burying under an empty pile makes it",
     "stack 0 dc; draw 0 0; bury 0 d 1; turn 0 1",
     {"", "", ""},
     {"", "cd", ""}},
    {"a hand is laid under a pile by card number",
     "stack 0 dcbae; draw 0 0; draw 0 0; draw 0 0; draw 0 0; lay 0 0",
     {"", "", ""},
     {"eabcd", "", ""}},
    {"whole hands change owners",
     "stack 0 dcba; draw 0 0; draw 0 0; draw 0 1; swap 0 1",
     {"b", "cd", ""},
     {"a", "", ""}},
    {"hands go round at the same time",
     "stack 0 dcba; draw 0 0; draw 0 1; round 0",
     {"", "d", "c"},
     {"ba", "", ""}},
};

static void cards_lie_where_they_were_moved(void **state)
{
    (void)state;
    make_deck();
    for (size_t i = 0; i < COUNT(places); i++) {
        struct hc_box box;

        hc_box_clear(&box);
        make_moves(&box, places[i].moves);
        if (hc_box_check(&box, &deck, BOX_SEATS))
            fail_msg("%s: %s", places[i].why, hc_box_check(&box, &deck, BOX_SEATS));
        for (unsigned seat = 0; seat < BOX_SEATS; seat++) {
            char hand[COUNT(letters) + 1];

            if (strcmp(letters_of(box.hand[seat], hand), places[i].hands[seat]) != 0)
                fail_msg("%s: seat %u holds \"%s\"", places[i].why, seat, hand);
        }
        for (unsigned pile = 0; pile < PILE_COUNT; pile++) {
            uint8_t cards[HC_CARDS_MAX];
            unsigned count = hc_box_list(&box, pile, cards);

            if (count != strlen(places[i].piles[pile]))
                fail_msg("%s: pile %u has %u cards", places[i].why, pile, count);
            for (unsigned c = 0; c < count; c++)
                if (cards[c] != card_of(places[i].piles[pile][c]))
                    fail_msg("%s: card %u of pile %u", places[i].why, c, pile);
            assert_int_equal(hc_count(hc_box_pile_cards(&box, pile)), count);
        }
    }
}

static const struct {
    const char *why, *before, *move;
} unlawful[] = {
    {"drawing from an empty pile", "stack 0 a; draw 0 0", "draw 0 1"},
    {"drawing from a pile that never was", "", "draw 2 1"},
    {"turning from an empty pile", "stack 0 a", "turn 1 0"},
    {"playing a card from the pile", "stack 0 abc; draw 0 0", "play 0 b 1"},
    {"playing somebody else's card", "stack 0 abc; draw 0 0; draw 0 1", "play 0 b 1"},
    {"playing a copy that is not held", "stack 0 aAb; draw 0 0", "play 0 A 1"},
    {"playing the same card twice", "stack 0 abc; draw 0 0; play 0 a 1", "play 0 a 1"},
    {"burying a card that is not held", "stack 0 abc; draw 0 0", "bury 0 b 0"},
    {"stacking a card twice", "", "stack 0 aba"},
    {"stacking what is no card", "", "stack 0 a!b"},
    {"stacking a card that is in a hand", "stack 0 abc; draw 0 1", "stack 0 abc"},
    {"stacking a card that is in another pile", "stack 0 abc; flip 0 1", "stack 0 abc"},
    {"recycling an empty pile", "stack 0 abc", "recycle 1 0"},
    {"recycling the top card", "stack 0 abc; flip 0 1; flip 0 1", "recycle 1 0 b"},
    {"recycling too few", "stack 0 abcd; flip 0 1; flip 0 1; flip 0 1", "recycle 1 0 b"},
    {"recycling too many", "stack 0 abcd; flip 0 1; flip 0 1", "recycle 1 0 ad"},
    {"recycling a card twice", "stack 0 abcd; flip 0 1; flip 0 1; flip 0 1", "recycle 1 0 bb"},
    {"recycling another card", "stack 0 abcd; flip 0 1; flip 0 1; flip 0 1", "recycle 1 0 bd"},
    {"recycling another card with a high number", "stack 0 aCbd; flip 0 1; flip 0 1; flip 0 1",
     "recycle 1 0 ak"},
    {"recycling what is no card", "stack 0 abcd; flip 0 1; flip 0 1; flip 0 1", "recycle 1 0 b!"},
};

static void an_unlawful_move_moves_nothing(void **state)
{
    (void)state;
    make_deck();
    for (size_t i = 0; i < COUNT(unlawful); i++) {
        struct hc_box box, before;

        hc_box_clear(&box);
        make_moves(&box, unlawful[i].before);
        if (hc_box_check(&box, &deck, BOX_SEATS))
            fail_msg("%s: broken before", unlawful[i].why);
        before = box;
        make_moves(&box, unlawful[i].move);
        if (!box.broken || !hc_box_check(&box, &deck, BOX_SEATS))
            fail_msg("%s: not noticed", unlawful[i].why);
        box.broken = before.broken;
        if (memcmp(&box, &before, sizeof box) != 0)
            fail_msg("%s: something moved", unlawful[i].why);
    }
}

/* What is broken stays broken, also in a new round: a forged log must not get away with it. */
static void a_broken_box_is_not_mended(void **state)
{
    struct hc_box box;

    (void)state;
    make_deck();
    hc_box_clear(&box);
    make_moves(&box, "stack 0 abc; draw 1 0; fill 0 abc; draw 0 0; play 0 a 1");
    assert_non_null(hc_box_check(&box, &deck, BOX_SEATS));
}

/* The check finds every way in which a box can be wrong, and nothing in a sound one. */
static void the_law_is_checked(void **state)
{
    const char *const sound = "stack 0 abcd; draw 0 0; draw 0 1; flip 0 1; look 0 2";
    struct hc_box box;

    (void)state;
    make_deck();
    for (unsigned way = 0; way < 8; way++) {
        hc_box_clear(&box);
        make_moves(&box, sound); /* a in hand 0, b in hand 1, c open on pile 1, d on pile 0 */
        assert_null(hc_box_check(&box, &deck, BOX_SEATS));
        switch (way) {
        case 0: /* a card in two hands */
            hc_box_put_hand(&box, 1, card_of('a'));
            break;
        case 1: /* a card in a hand and in a pile */
            hc_box_put_hand(&box, 0, card_of('d'));
            break;
        case 2: /* a card in two piles */
            hc_box_put_pile(&box, 2, card_of('c'), true);
            break;
        case 3: /* a card twice in one pile */
            hc_box_put_pile(&box, 0, card_of('d'), false);
            break;
        case 4: /* a hand on an empty chair */
            hc_box_put_hand(&box, BOX_SEATS, card_of('e'));
            break;
        case 5: /* a hand that its owner does not know */
            hc_add(&box.hand[0], card_of('e'));
            break;
        case 6: /* a card that this deck does not have */
            hc_box_put_hand(&box, 0, card_of('?'));
            break;
        case 7: /* a pile that leads nowhere */
            box.pile[2] = (struct hc_pile){200, 1};
            break;
        }
        if (!hc_box_check(&box, &deck, BOX_SEATS))
            fail_msg("way %u to be wrong is not noticed", way);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nth_bit_is_the_slow_one),
        cmocka_unit_test(sets_are_sets),
        cmocka_unit_test(knowledge_belongs_to_the_card),
        cmocka_unit_test(cards_lie_where_they_were_moved),
        cmocka_unit_test(an_unlawful_move_moves_nothing),
        cmocka_unit_test(a_broken_box_is_not_mended),
        cmocka_unit_test(the_law_is_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
