// SPDX-License-Identifier: MIT
/* offer.c: what may be tried, from the counts of hands that everybody sees. */
#include "table/offer.h"

#include "games/game.h"

/* Others who hold as many cards as it takes. */
static unsigned targets_of(const struct hc_view *view, const struct hc_tried *tried)
{
    unsigned targets = 0;

    for (unsigned s = 0; s < view->seats; s++)
        targets |= (unsigned)(s != view->viewer && view->hand[s].count == tried->cards) << s;
    return targets;
}

void hc_offer(struct hc_view *view)
{
    const struct hc_tried *tried = view->game->tried;
    struct hc_actions *actions = &view->actions;
    unsigned targets;

    if (!tried || view->viewer >= view->seats || !view->hand[view->viewer].count ||
        !view->rules.byte[tried->option] ||
        view->game->phases[view->state[HC_STATE_PHASE]].awaits != HC_AWAITS_TURN)
        return;
    targets = targets_of(view, tried);
    for (uint32_t c = 0; c < actions->count; c++) {
        struct hc_choice *choice = &actions->choice[c];

        if (choice->verb != tried->verb)
            continue;
        actions->ways -= choice->ways;
        actions->ways += hc_fill_choice(choice, tried->verb, 0, 0, choice->targets | targets, 0);
        return;
    }
    if (targets && actions->count < HC_CHOICES_MAX)
        hc_choose(actions, tried->verb, 0, 0, targets, 0);
}
