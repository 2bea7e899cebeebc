// SPDX-License-Identifier: MIT
/*
 * guess.h: a table that may be behind a view, and that can be bent to what was shown later.
 *
 * Nobody can tell two cards apart that the view hides, so any two of them may be exchanged: that is
 * another table that looks the same. A card whose face is settled is not exchanged any more.
 */
#ifndef HC_TABLE_GUESS_H
#define HC_TABLE_GUESS_H

#include "table/table.h"

struct hc_guess {
    struct hc_table table;
    struct hc_cards loose;      /* cards that may be exchanged */
    uint8_t next[HC_CARDS_MAX]; /* the deck of the next round, top card first */
    bool begins;                /* a round begins: it is that deck that is looked at */
};

/* One guess; other dice make another. */
void hc_guess_make(struct hc_guess *guess, const struct hc_view *view, struct hc_dice *dice);
/* From now on it is about the round that begins. */
void hc_guess_begin_round(struct hc_guess *guess);
/* Puts a card of that face where `card` is; it is settled then. Its number, or HC_NONE if that
 * cannot be: the face of `card` is known, or every card of that face is elsewhere. `mixed` are
 * cards that were shuffled together since. */
unsigned hc_guess_settle(struct hc_guess *guess, unsigned card, unsigned face,
                         struct hc_cards mixed);
/* The viewer knows that card, wherever it lies. */
void hc_guess_know(struct hc_guess *guess, unsigned viewer, unsigned card);
/* The same for a list of cards: each has the face at its place, or, where they have no order, some
 * other's. HC_HIDDEN fits everything. Says how many had to be exchanged, in `exchanged`. */
bool hc_guess_settle_all(struct hc_guess *guess, const uint8_t *cards, unsigned count,
                         const uint8_t *faces, bool ordered, struct hc_cards mixed,
                         unsigned *exchanged);

/* Wishes, as far as they can be fulfilled; cards stay loose unless they are `settled`. A hand holds
 * a card of that face; it holds as many as possible of these faces; the pile has these faces on
 * top, each one of a set. */
bool hc_guess_hold(struct hc_guess *guess, unsigned seat, unsigned face, bool settled);
void hc_guess_fill_hand(struct hc_guess *guess, unsigned seat, uint64_t faces);
void hc_guess_stack(struct hc_guess *guess, unsigned pile, const uint64_t *faces, unsigned count);

#endif
