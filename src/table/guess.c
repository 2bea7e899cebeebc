// SPDX-License-Identifier: MIT
/*
 * guess.c: bending a table that was imagined. Everything is done by giving two cards each other's
 * number, wherever they lie: whoever knew the one place knows it still. Start reading at
 * rename_cards().
 */
#include "table/guess.h"

static const struct hc_deck *deck_of(const struct hc_guess *guess)
{
    return hc_deck_of(hc_game_of(&guess->table), &guess->table.rules);
}

static void rename_set(struct hc_cards *set, unsigned a, unsigned b)
{
    if (hc_has(*set, a) == hc_has(*set, b))
        return;
    set->w[a >> 6] ^= 1ull << (a & 63);
    set->w[b >> 6] ^= 1ull << (b & 63);
}

static uint8_t rename_one(uint8_t card, unsigned a, unsigned b)
{
    return (uint8_t)(card == a ? b : card == b ? a : card);
}

/* The two cards change places. */
static void rename_cards(struct hc_guess *guess, unsigned a, unsigned b)
{
    struct hc_table *table = &guess->table;
    const struct hc_game *game = hc_game_of(table);
    struct hc_box *box = &table->box;
    uint8_t next;

    if (guess->begins) {
        for (unsigned i = 0; i < deck_of(guess)->card_count; i++)
            guess->next[i] = rename_one(guess->next[i], a, b);
        return;
    }
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        rename_set(&box->hand[s], a, b);
        rename_set(&box->known[s], a, b);
    }
    rename_set(&box->open, a, b);
    next = box->next[a];
    box->next[a] = box->next[b];
    box->next[b] = next;
    for (unsigned c = 0; c < HC_CARDS_MAX; c++)
        box->next[c] = rename_one(box->next[c], a, b);
    for (unsigned p = 0; p < HC_PILES_MAX; p++)
        box->pile[p].top = rename_one(box->pile[p].top, a, b);
    for (unsigned f = 0; f < game->fact_count; f++)
        if (game->facts[f].type == HC_FACT_CARD)
            hc_fact_set(&game->facts[f], table->state, 0,
                        rename_one((uint8_t)hc_fact_get(&game->facts[f], table->state, 0), a, b));
}

void hc_guess_make(struct hc_guess *guess, const struct hc_view *view, struct hc_dice *dice)
{
    struct hc_cards shown, left;
    unsigned count = 0;

    hc_table_imagine(&guess->table, view, dice, &shown);
    left = deck_of(guess)->cards;
    guess->loose = hc_but(left, shown);
    guess->begins = false;
    while (hc_any(left))
        guess->next[count++] = (uint8_t)hc_take_lowest(&left);
    hc_dice_shuffle(dice, guess->next, count);
}

void hc_guess_begin_round(struct hc_guess *guess)
{
    guess->begins = true;
    guess->loose = deck_of(guess)->cards;
}

static void pin(struct hc_guess *guess, unsigned card)
{
    guess->loose = hc_but(guess->loose, hc_card(card));
}

/* Of these cards one with such a face, that lies in no hand if there is one; HC_NONE if there is
 * none at all. */
static unsigned find(const struct hc_guess *guess, struct hc_cards among, uint64_t faces)
{
    const struct hc_deck *deck = deck_of(guess);
    struct hc_cards hands = {{0, 0}};
    unsigned found = HC_NONE;

    for (unsigned s = 0; s < guess->table.seats; s++)
        hands = hc_or(hands, guess->table.box.hand[s]);
    while (hc_any(among)) {
        unsigned card = hc_take_lowest(&among);

        if (!(faces >> deck->face_of[card] & 1))
            continue;
        found = card;
        if (!hc_has(hands, card))
            break;
    }
    return found;
}

unsigned hc_guess_settle(struct hc_guess *guess, unsigned card, unsigned face,
                         struct hc_cards mixed)
{
    const struct hc_deck *deck = deck_of(guess);
    struct hc_cards copies = hc_and(deck->copies[face], deck->cards), among = guess->loose;
    unsigned other;

    if (deck->face_of[card] == face) {
        pin(guess, card);
        return card;
    }
    /* Cards that were shuffled together may come in any order, even if their faces are known. */
    if (hc_has(mixed, card))
        among = hc_has(guess->loose, card) ? hc_or(among, mixed) : mixed;
    else if (!hc_has(guess->loose, card))
        return HC_NONE;
    /* What was wished for a hand stays there, if that can be. */
    other = find(guess, hc_and(copies, among), UINT64_C(1) << face);
    if (other == HC_NONE)
        return HC_NONE;
    rename_cards(guess, card, other);
    pin(guess, other);
    return other;
}

void hc_guess_know(struct hc_guess *guess, unsigned viewer, unsigned card)
{
    struct hc_box *box = &guess->table.box;

    hc_add(viewer < guess->table.seats ? &box->known[viewer] : &box->open, card);
}

/* A card that has none of the faces that are still wanted. */
static unsigned surplus(const struct hc_deck *deck, const uint8_t *cards, unsigned count,
                        uint8_t *wanted)
{
    unsigned odd = HC_NONE;

    for (unsigned i = 0; i < count; i++) {
        unsigned face = deck->face_of[cards[i]];

        if (wanted[face])
            wanted[face]--;
        else if (odd == HC_NONE)
            odd = cards[i];
    }
    return odd;
}

bool hc_guess_settle_all(struct hc_guess *guess, const uint8_t *cards, unsigned count,
                         const uint8_t *faces, bool ordered, struct hc_cards mixed,
                         unsigned *exchanged)
{
    const struct hc_deck *deck = deck_of(guess);
    uint8_t wanted[HC_FACES_MAX] = {0};
    unsigned odd;

    for (unsigned i = 0; ordered && i < count; i++) {
        if (faces[i] == HC_HIDDEN || deck->face_of[cards[i]] == faces[i])
            continue;
        ++*exchanged;
        return hc_guess_settle(guess, cards[i], faces[i], mixed) != HC_NONE;
    }
    if (!ordered) {
        for (unsigned i = 0; i < count; i++)
            wanted[faces[i]]++;
        odd = surplus(deck, cards, count, wanted);
        for (unsigned f = 0; odd != HC_NONE && f < deck->face_count; f++)
            if (wanted[f]) {
                ++*exchanged;
                return hc_guess_settle(guess, odd, f, mixed) != HC_NONE;
            }
    }
    for (unsigned i = 0; i < count; i++)
        if (!ordered || faces[i] != HC_HIDDEN)
            pin(guess, cards[i]);
    return true;
}

static unsigned find_outside(const struct hc_guess *guess, unsigned seat, uint64_t faces)
{
    return find(guess, hc_but(guess->loose, guess->table.box.hand[seat]), faces);
}

bool hc_guess_hold(struct hc_guess *guess, unsigned seat, unsigned face, bool settled)
{
    struct hc_cards hand = guess->table.box.hand[seat];
    struct hc_cards held = hc_and(hand, deck_of(guess)->copies[face]);
    struct hc_cards loose = hc_and(hand, guess->loose);
    unsigned card;

    if (hc_any(held)) {
        /* Of two, the one that is loose: the other may be known to stay. */
        card = hc_lowest(hc_any(hc_and(held, loose)) ? hc_and(held, loose) : held);
    } else {
        card = find_outside(guess, seat, UINT64_C(1) << face);
        if (!hc_any(loose) || card == HC_NONE)
            return false;
        rename_cards(guess, hc_lowest(loose), card);
    }
    if (settled)
        pin(guess, card);
    return true;
}

void hc_guess_fill_hand(struct hc_guess *guess, unsigned seat, uint64_t faces)
{
    const struct hc_deck *deck = deck_of(guess);
    struct hc_cards loose = hc_and(guess->table.box.hand[seat], guess->loose);

    while (hc_any(loose)) {
        unsigned card = hc_take_lowest(&loose), other;

        if (faces >> deck->face_of[card] & 1)
            continue;
        other = find_outside(guess, seat, faces);
        if (other == HC_NONE)
            return;
        rename_cards(guess, card, other);
    }
}

void hc_guess_stack(struct hc_guess *guess, unsigned pile, const uint64_t *faces, unsigned count)
{
    const struct hc_deck *deck = deck_of(guess);
    struct hc_cards loose = guess->loose;
    uint8_t cards[HC_CARDS_MAX];
    unsigned there = hc_box_list(&guess->table.box, pile, cards);

    for (unsigned i = 0; i < count && i < there; i++) {
        unsigned card = cards[i];

        if (!hc_has(loose, card))
            continue;
        if (!(faces[i] >> deck->face_of[card] & 1))
            card = find(guess, loose, faces[i]);
        if (card == HC_NONE)
            continue;
        if (card != cards[i])
            rename_cards(guess, cards[i], card);
        for (unsigned j = i + 1; j < there; j++)
            cards[j] = rename_one(cards[j], cards[i], card);
        loose = hc_but(loose, hc_card(card));
    }
}
