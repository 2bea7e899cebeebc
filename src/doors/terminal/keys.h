// SPDX-License-Identifier: MIT
/*
 * keys.h: the letters that act at once on the full screen.
 *
 * They are made from the game's tables. A letter that begins the code of a card is never a key, so
 * that codes can be typed. Of the others, every word takes its first letter that is still free:
 * first the words of the door (hint, quit), then side actions, which are in a hurry, then all other
 * verbs of players. Verbs that take a card have no key, since choosing the card is enough.
 */
#ifndef HC_DOORS_TERMINAL_KEYS_H
#define HC_DOORS_TERMINAL_KEYS_H

#include "holecard.h"

enum { KEYS_VERBS_MAX = 32 };

struct keys {
    char hint, quit;
    char verb[KEYS_VERBS_MAX]; /* '\0' if it has none */
};

void keys_make(const struct hc_game *game, const struct hc_rules *rules, struct keys *keys);

#endif
