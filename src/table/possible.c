// SPDX-License-Identifier: MIT
/*
 * possible.c: which cards a hand may hold, as far as one viewer can tell.
 *
 * A copy that the viewer sees somewhere is in no hidden place, so a face of which all copies are
 * seen is nowhere else; and a hand does not hold what it is known to lack. That is all that a
 * careful player keeps in mind; how likely a card is, by what its owner did, is for bots.
 */
#include "games/game.h"
#include "table/view.h"

struct hidden {
    uint8_t left[HC_FACES_MAX]; /* copies of each face that the viewer does not see */
};

/* Takes off what is seen in a place, and says which faces that are. */
static uint64_t see(const struct hc_view *view, struct hc_spot spot, struct hidden *hidden)
{
    uint64_t seen = 0;

    for (unsigned i = spot.start; i < spot.start + spot.count; i++) {
        unsigned face = view->face[i];

        if (face == HC_HIDDEN)
            continue;
        seen |= UINT64_C(1) << face;
        if (hidden->left[face])
            hidden->left[face]--;
    }
    return seen;
}

static bool hides_any(const struct hc_view *view, struct hc_spot spot)
{
    /* Hidden cards are the last ones of a hand. */
    return spot.count && view->face[spot.start + spot.count - 1u] == HC_HIDDEN;
}

void hc_view_possible(const struct hc_view *view, uint64_t possible[HC_SEATS_MAX])
{
    const struct hc_deck *deck = hc_deck_of(view->game, &view->rules);
    struct hc_cards cards = deck->cards;
    struct hidden hidden = {{0}};
    uint64_t unseen = 0;

    while (hc_any(cards))
        hidden.left[deck->face_of[hc_take_lowest(&cards)]]++;
    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        possible[s] = s < view->seats ? see(view, view->hand[s], &hidden) : 0;
    for (unsigned p = 0; p < view->game->pile_count; p++)
        see(view, view->pile[p], &hidden);
    for (unsigned f = 0; f < deck->face_count; f++)
        if (hidden.left[f])
            unseen |= UINT64_C(1) << f;
    for (unsigned s = 0; s < view->seats; s++)
        if (hides_any(view, view->hand[s]))
            possible[s] |= unseen & ~view->lacks[s];
}

void hc_possible_write(const struct hc_view *view, const char *key, struct hc_text *out)
{
    const struct hc_deck *deck = hc_deck_of(view->game, &view->rules);
    uint64_t possible[HC_SEATS_MAX];

    hc_view_possible(view, possible);
    hc_json_open(out, key, '[');
    for (unsigned s = 0; s < view->seats; s++) {
        hc_json_open(out, NULL, '[');
        for (unsigned f = 0; f < deck->face_count; f++)
            if (possible[s] >> f & 1)
                hc_json_word(out, NULL, deck->faces[f].code);
        hc_json_close(out, ']');
    }
    hc_json_close(out, ']');
}
