// SPDX-License-Identifier: MIT
/* uncover.c: turning over every card, once a match is over. Hands stay sorted as in any view. */
#include "table/uncover.h"

#include "games/games_inside.h"

void hc_uncover_event(const struct hc_table *table, const struct hc_event *event,
                      struct hc_seen *seen)
{
    const struct hc_deck *deck = hc_deck_of(hc_game_of(table), &table->rules);

    *seen = (struct hc_seen){
        .kind = event->kind, .seat = event->seat, .other = event->other, .value = event->value};
    for (; seen->count < event->count && seen->count < HC_CARDS_MAX; seen->count++)
        seen->face[seen->count] = deck->face_of[event->cards[seen->count]];
}

void hc_uncover_view(const struct hc_table *table, struct hc_view *view)
{
    const struct hc_deck *deck = hc_deck_of(view->game, &view->rules);
    uint8_t cards[HC_CARDS_MAX];

    for (unsigned s = 0; s < view->seats; s++) {
        unsigned at = view->hand[s].start;

        for (unsigned f = 0; f < deck->face_count; f++)
            for (unsigned n = hc_count(hc_and(table->box.hand[s], deck->copies[f])); n; n--)
                view->face[at++] = (uint8_t)f;
    }
    for (unsigned p = 0; p < view->game->pile_count; p++) {
        unsigned count = hc_box_list(&table->box, p, cards);

        for (unsigned i = 0; i < count; i++)
            view->face[view->pile[p].start + i] = deck->face_of[cards[i]];
    }
}
