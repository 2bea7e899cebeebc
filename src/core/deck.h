// SPDX-License-Identifier: MIT
/* deck.h: which cards exist, and what is printed on them. */
#ifndef HC_CORE_DECK_H
#define HC_CORE_DECK_H

#include "core/cards.h"

struct hc_face {
    const char *code, *key, *value; /* key: of its name in the catalogues */
    enum hc_face_class class;
    int16_t points;
    uint8_t color;                     /* one of the game's colours, or HC_NONE */
    uint8_t option;                    /* a narrow option, and … */
    const struct hc_effect *does;      /* NULL: nothing */
    const struct hc_effect *does_then; /* … what the card does if it is on; NULL: the same */
};

/* A deck: which card numbers exist, what is printed on each, and which are copies of each other. */
struct hc_deck {
    struct hc_cards cards;
    const uint8_t *face_of;        /* by card */
    const struct hc_cards *copies; /* by face */
    const struct hc_face *faces;
    uint8_t face_count, card_count, seats_max;
};

#endif
