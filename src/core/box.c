// SPDX-License-Identifier: MIT
/* box.c: the moves of cards that are not on the way of every command, and the check of the law. */
#include "core/box.h"

#include "core/memory.h"

void hc_box_clear(struct hc_box *box)
{
    hc_zero(box, sizeof *box);
}

static void forget(struct hc_box *box, struct hc_cards cards)
{
    box->open = hc_but(box->open, cards);
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        box->known[s] = hc_but(box->known[s], cards);
}

static void push_all_under(struct hc_box *box, unsigned pile, const uint8_t *cards, unsigned count)
{
    struct hc_pile *p = &box->pile[pile];
    uint8_t *end = &p->top;

    for (unsigned i = 0; i < p->count; i++)
        end = &box->next[*end];
    for (unsigned i = 0; i < count; i++, end = &box->next[cards[i - 1]])
        *end = cards[i];
    p->count = (uint8_t)(p->count + count);
}

static void push_under(struct hc_box *box, unsigned pile, unsigned card)
{
    uint8_t one = (uint8_t)card;

    push_all_under(box, pile, &one, 1);
}

unsigned hc_box_list(const struct hc_box *box, unsigned pile, uint8_t *cards)
{
    unsigned card = box->pile[pile].top;

    for (unsigned i = 0; i < box->pile[pile].count; i++, card = box->next[card])
        cards[i] = (uint8_t)card;
    return box->pile[pile].count;
}

struct hc_cards hc_box_pile_cards(const struct hc_box *box, unsigned pile)
{
    struct hc_cards set = {{0, 0}};
    unsigned card = box->pile[pile].top;

    for (unsigned i = 0; i < box->pile[pile].count; i++, card = box->next[card])
        hc_add(&set, card);
    return set;
}

/* The cards of a list as a set; false if one occurs twice or is no card number. */
static bool as_set(const uint8_t *cards, unsigned count, struct hc_cards *set)
{
    struct hc_cards sum = {{0, 0}};
    unsigned all = 0;

    for (unsigned i = 0; i < count; i++) {
        hc_add(&sum, cards[i]);
        all |= cards[i];
    }
    *set = sum;
    return all < HC_CARDS_MAX && hc_count(sum) == count;
}

/* Every card that lies in a hand or in another pile than this one. */
static struct hc_cards elsewhere(const struct hc_box *box, unsigned pile)
{
    struct hc_cards set = {{0, 0}};

    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        set = hc_or(set, box->hand[s]);
    for (unsigned p = 0; p < HC_PILES_MAX; p++)
        if (p != pile)
            set = hc_or(set, hc_box_pile_cards(box, p));
    return set;
}

void hc_box_stack(struct hc_box *box, unsigned pile, const uint8_t *cards, unsigned count)
{
    struct hc_cards set;

    if (!hc_box_lawful(box,
                       as_set(cards, count, &set) && !hc_any(hc_and(set, elsewhere(box, pile)))))
        return;
    forget(box, hc_or(set, hc_box_pile_cards(box, pile)));
    box->pile[pile].count = 0;
    push_all_under(box, pile, cards, count);
}

void hc_box_fill(struct hc_box *box, unsigned pile, const uint8_t *cards, unsigned count)
{
    uint8_t broken = box->broken;

    hc_box_clear(box);
    box->broken = broken; /* no new round mends it */
    push_all_under(box, pile, cards, count);
}

void hc_box_remove(struct hc_box *box, unsigned pile)
{
    box->pile[pile].count = 0;
}

void hc_box_turn(struct hc_box *box, unsigned from, unsigned to, bool shown)
{
    unsigned card;

    if (!hc_box_lawful(box, box->pile[from].count))
        return;
    card = hc_box_pop(box, from);
    if (shown)
        box->open = hc_or(box->open, hc_card(card));
    hc_box_push(box, to, card);
}

void hc_box_recycle(struct hc_box *box, unsigned from, unsigned to, const uint8_t *cards,
                    unsigned count)
{
    struct hc_pile *p = &box->pile[from];
    struct hc_cards set, moved = hc_box_pile_cards(box, from);

    if (p->count)
        moved = hc_but(moved, hc_card(p->top));
    if (!hc_box_lawful(box, p->count == count + 1 && as_set(cards, count, &set) &&
                                set.w[0] == moved.w[0] && set.w[1] == moved.w[1]))
        return;
    p->count = 1;
    forget(box, moved);
    push_all_under(box, to, cards, count);
}

void hc_box_pass(struct hc_box *box, const uint8_t *to, unsigned seats)
{
    struct hc_cards hand[HC_SEATS_MAX];
    uint64_t lacks[HC_SEATS_MAX];

    hc_copy(hand, box->hand, sizeof hand);
    hc_copy(lacks, box->lacks, sizeof lacks);
    for (unsigned s = 0; s < seats; s++) {
        box->hand[to[s]] = hand[s];
        box->lacks[to[s]] = lacks[s];
        box->known[to[s]] = hc_or(box->known[to[s]], hand[s]);
    }
}

void hc_box_look(struct hc_box *box, unsigned owner, unsigned viewer)
{
    if (viewer < HC_SEATS_MAX)
        box->known[viewer] = hc_or(box->known[viewer], box->hand[owner]);
    else
        box->open = hc_or(box->open, box->hand[owner]);
}

void hc_box_bury(struct hc_box *box, unsigned seat, unsigned card, unsigned pile)
{
    struct hc_cards hand = box->hand[seat];

    if (!hc_box_lawful(box, hc_has(hand, card)))
        return;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        if (s != seat)
            box->known[s] = hc_but(box->known[s], hand);
    box->open = hc_but(box->open, hand);
    box->hand[seat] = hc_but(hand, hc_card(card));
    push_under(box, pile, card);
}

void hc_box_lay_down(struct hc_box *box, unsigned seat, unsigned pile)
{
    struct hc_cards hand = box->hand[seat];

    forget(box, hand);
    box->hand[seat] = (struct hc_cards){{0, 0}};
    box->lacks[seat] = 0;
    while (hc_any(hand))
        push_under(box, pile, hc_take_lowest(&hand));
}

/* What everybody, or some other seat, knows. */
static struct hc_cards known_by_others(const struct hc_box *box, unsigned seat)
{
    struct hc_cards known = box->open;

    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        uint64_t other = 0 - (uint64_t)(s != seat);

        known.w[0] |= box->known[s].w[0] & other;
        known.w[1] |= box->known[s].w[1] & other;
    }
    return known;
}

void hc_box_blur(struct hc_box *box, unsigned seat, unsigned card, struct hc_cards left)
{
    struct hc_cards shown = hc_and(box->open, left), doubted = {{0, 0}};

    if (!hc_any(hc_and(known_by_others(box, seat), hc_or(left, hc_card(card)))))
        return; /* nearly always */
    /* A copy that everybody knew is the one in doubt; who knew `card` as well is sure of it. */
    if (!hc_has(box->open, card) && hc_any(shown)) {
        doubted = hc_card(hc_lowest(shown));
        box->open = hc_but(box->open, doubted);
    }
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        struct hc_cards knew = hc_and(box->known[s], left);

        if (s == seat || hc_has(box->open, card))
            continue;
        if (hc_has(box->known[s], card))
            box->known[s] = hc_or(box->known[s], doubted);
        else if (hc_any(doubted))
            box->known[s] = hc_but(box->known[s], doubted);
        else if (hc_any(knew))
            box->known[s] = hc_but(box->known[s], hc_card(hc_lowest(knew)));
    }
}

void hc_box_put_hand(struct hc_box *box, unsigned seat, unsigned card)
{
    box->hand[seat] = hc_or(box->hand[seat], hc_card(card));
    box->known[seat] = hc_or(box->known[seat], hc_card(card));
}

void hc_box_put_pile(struct hc_box *box, unsigned pile, unsigned card, bool shown)
{
    push_under(box, pile, card);
    if (shown)
        box->open = hc_or(box->open, hc_card(card));
}

/* Adds `cards` to `seen`; false if one was there already. */
static bool add_once(struct hc_cards *seen, struct hc_cards cards)
{
    if (hc_any(hc_and(*seen, cards)))
        return false;
    *seen = hc_or(*seen, cards);
    return true;
}

const char *hc_box_check(const struct hc_box *box, const struct hc_deck *deck, unsigned seats)
{
    struct hc_cards seen = {{0, 0}};

    if (box->broken)
        return "a move broke the law of the box";
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        if (s >= seats && hc_any(box->hand[s]))
            return "an empty chair holds cards";
        if (!add_once(&seen, box->hand[s]))
            return "a card is in two hands";
        if (hc_any(hc_but(box->hand[s], hc_box_known(box, s))))
            return "a player does not know a card in their own hand";
        if (s >= seats ? box->lacks[s] : deck->face_count < 64 && box->lacks[s] >> deck->face_count)
            return "a hand lacks a face that does not exist";
    }
    for (unsigned p = 0; p < HC_PILES_MAX; p++) {
        unsigned card = box->pile[p].top;

        for (unsigned i = 0; i < box->pile[p].count; i++, card = box->next[card])
            if (card >= HC_CARDS_MAX || !add_once(&seen, hc_card(card)))
                return "a card is in a pile and in another place";
    }
    if (hc_any(hc_but(seen, deck->cards)))
        return "there is a card that is not in the deck";
    return NULL;
}
