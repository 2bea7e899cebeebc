// SPDX-License-Identifier: MIT
/*
 * box.h: where every card is, and who knows which one it is.
 *
 * The engine's law: a card is in exactly one place: a hand, an ordered pile, or out of the box
 * (partial decks in tests). Cards move only through the functions below, so no game can break it.
 * A hand is a set; a pile is a list threaded through next[], top card first.
 *
 * Knowledge belongs to the card and travels with it. `open` are the cards whose face everybody
 * knows; known[s] are those that seat s knows besides. Drawing teaches the drawer, playing teaches
 * all, looking teaches the looker, shuffling makes everybody forget. Copies of one face are
 * interchangeable: when a face leaves a hand in public, whoever knew a copy there and cannot tell
 * whether it was that one knows one copy less.
 *
 * lacks[s] are faces that hand s is known not to hold, by everybody: a guess that failed, a colour
 * that its owner had to draw on. It travels with the hand, and a card that comes in ends it.
 *
 * A move that would break the law is not made, and the box is marked broken instead: the events of
 * a forged log may ask for anything. Commands never do, and tables assert it.
 */
#ifndef HC_CORE_BOX_H
#define HC_CORE_BOX_H

#include "core/check.h"
#include "core/deck.h"

struct hc_pile {
    uint8_t top, count; /* top means nothing while count is 0 */
};

struct hc_box {
    struct hc_cards hand[HC_SEATS_MAX], known[HC_SEATS_MAX], open;
    uint64_t lacks[HC_SEATS_MAX];
    uint8_t next[HC_CARDS_MAX];
    struct hc_pile pile[HC_PILES_MAX];
    uint8_t broken;
};

/* Everything out of the box. */
void hc_box_clear(struct hc_box *box);
/* A new round: `pile` holds exactly these cards, top first, in an order that nobody knows, and all
 * others are out of the box. They must be cards of the deck, none twice, which is true of the cards
 * of every event (hc_event_plausible). */
void hc_box_fill(struct hc_box *box, unsigned pile, const uint8_t *cards, unsigned count);
/* The cards of a pile leave the box. */
void hc_box_remove(struct hc_box *box, unsigned pile);
/* Makes `pile` hold exactly these cards, top first, in an order that nobody knows. They must be in
 * that pile already or out of the box; cards of the pile that are not named leave the box. */
void hc_box_stack(struct hc_box *box, unsigned pile, const uint8_t *cards, unsigned count);
/* The cards of a pile, top first; returns how many. */
unsigned hc_box_list(const struct hc_box *box, unsigned pile, uint8_t *cards);
/* Moves the top card of a pile to the top of another one. `shown`: everybody sees it. */
void hc_box_turn(struct hc_box *box, unsigned from, unsigned to, bool shown);
/* Moves all cards but the top one under another pile, in this order, and everybody forgets them.
 * `cards` must be just those. */
void hc_box_recycle(struct hc_box *box, unsigned from, unsigned to, const uint8_t *cards,
                    unsigned count);
/* Whole hands change owners: hand s goes to seat to[s]. `to` is a permutation of the seats. */
void hc_box_pass(struct hc_box *box, const uint8_t *to, unsigned seats);
/* `viewer` sees the hand of `owner`; HC_NONE: everybody does. */
void hc_box_look(struct hc_box *box, unsigned owner, unsigned viewer);
/* A card goes from a hand under a pile and nobody else sees which: whoever knew a card of that
 * hand no longer knows whether it is still there. */
void hc_box_bury(struct hc_box *box, unsigned seat, unsigned card, unsigned pile);
/* A whole hand goes under a pile, in the order of card numbers, and everybody forgets it. */
void hc_box_lay_down(struct hc_box *box, unsigned seat, unsigned pile);
/* Somebody saw `card` leave the hand of `seat`, which still holds the copies `left`. */
void hc_box_blur(struct hc_box *box, unsigned seat, unsigned card, struct hc_cards left);
/* For positions: puts a card that is out of the box into a hand, or under a pile. */
void hc_box_put_hand(struct hc_box *box, unsigned seat, unsigned card);
void hc_box_put_pile(struct hc_box *box, unsigned pile, unsigned card, bool shown);
/* NULL, or the part of the engine's law that is broken. */
const char *hc_box_check(const struct hc_box *box, const struct hc_deck *deck, unsigned seats);
/* All cards of a pile as a set. */
struct hc_cards hc_box_pile_cards(const struct hc_box *box, unsigned pile);

/* Every card that the viewer (a seat or HC_SPECTATOR) knows. */
static inline struct hc_cards hc_box_known(const struct hc_box *box, unsigned viewer)
{
    return viewer < HC_SEATS_MAX ? hc_or(box->open, box->known[viewer]) : box->open;
}

static inline unsigned hc_box_top(const struct hc_box *box, unsigned pile)
{
    return box->pile[pile].top;
}

/* Whether a move may be made; if not, the box is broken from now on. */
static inline bool hc_box_lawful(struct hc_box *box, bool fact)
{
    if (__builtin_expect(!fact, 0))
        box->broken = 1;
    return fact;
}

/* Everybody learns that a hand holds none of these faces. */
static inline void hc_box_lack(struct hc_box *box, unsigned seat, uint64_t faces)
{
    box->lacks[seat] |= faces;
}

/* The pile must not be empty. */
static inline unsigned hc_box_pop(struct hc_box *box, unsigned pile)
{
    struct hc_pile *p = &box->pile[pile];
    unsigned card = p->top;

    p->top = box->next[card];
    p->count--;
    return card;
}

static inline void hc_box_push(struct hc_box *box, unsigned pile, unsigned card)
{
    struct hc_pile *p = &box->pile[pile];

    box->next[card] = p->top;
    p->top = (uint8_t)card;
    p->count++;
}

/* The top card of a pile goes to a hand; only the drawer learns its face. */
static inline void hc_box_draw(struct hc_box *box, unsigned pile, unsigned seat)
{
    unsigned card;
    uint64_t bit;

    if (!hc_box_lawful(box, box->pile[pile].count))
        return;
    card = hc_box_pop(box, pile);
    bit = 1ull << (card & 63);
    box->hand[seat].w[card >> 6] |= bit;
    box->known[seat].w[card >> 6] |= bit;
    box->lacks[seat] = 0;
}

/* A card goes from a hand to the top of a pile and everybody sees it. `copies` are all cards with
 * its face. */
static inline void hc_box_play(struct hc_box *box, struct hc_cards copies, unsigned seat,
                               unsigned card, unsigned pile)
{
    uint64_t bit = 1ull << (card & 63);
    struct hc_cards left;

    if (!hc_box_lawful(box, (box->hand[seat].w[card >> 6] & bit) != 0))
        return;
    box->hand[seat].w[card >> 6] &= ~bit;
    left = hc_and(box->hand[seat], copies);
    if (hc_any(left))
        hc_box_blur(box, seat, card, left);
    box->open.w[card >> 6] |= bit;
    hc_box_push(box, pile, card);
}

#endif
