// SPDX-License-Identifier: MIT
/*
 * world.c: imagining a match from a view, and playing on in it.
 *
 * The cards that the view names take copies of their faces; all others are shuffled and dealt to
 * the places whose cards are hidden. Hands that are known to lack something are dealt first, from
 * what they may hold; if one such hand is constrained, every possible deal is equally likely. What
 * a hand is taken to lack is sometimes only a guess about its owner: where no card fits, any does.
 */
#include "table/world.h"

#include "table/table.h"

/* So many worlds are imagined until one seems likely; the last one is taken as it is. */
enum { TRIES_MAX = 32 };

struct hc_world {
    struct hc_table table;
    const struct hc_fact *winners;
    struct hc_events events;
};

/* The deal: card[i] is what lies where view->face[i] does; `stock` is what may be hidden there. */
struct deal {
    const struct hc_view *view;
    const struct hc_deck *deck;
    uint8_t card[HC_CARDS_MAX];
    uint8_t stock[HC_CARDS_MAX];
    unsigned left; /* of the stock; the next card is the last one */
    bool forced;   /* a hand got what it lacks, because nothing else was left */
};

size_t hc_world_bytes(void)
{
    return sizeof(struct hc_world);
}

static void lay_known(struct deal *deal, struct hc_spot spot, struct hc_cards *left)
{
    for (unsigned i = spot.start; i < spot.start + spot.count; i++) {
        unsigned face = deal->view->face[i];
        struct hc_cards copies;

        deal->card[i] = HC_NONE;
        if (face == HC_HIDDEN)
            continue;
        copies = hc_and(deal->deck->copies[face], *left);
        if (!hc_any(copies))
            continue;
        deal->card[i] = (uint8_t)hc_lowest(copies);
        *left = hc_but(*left, hc_card(deal->card[i]));
    }
}

/* Takes a card from the stock whose face is not among `lacks`, if there is one. */
static uint8_t take(struct deal *deal, uint64_t lacks)
{
    unsigned at = deal->left - 1;
    uint8_t card;

    while (lacks && at && lacks >> deal->deck->face_of[deal->stock[at]] & 1)
        at--;
    if (lacks >> deal->deck->face_of[deal->stock[at]] & 1) {
        at = deal->left - 1;
        deal->forced = true;
    }
    card = deal->stock[at];
    deal->stock[at] = deal->stock[--deal->left];
    return card;
}

static void lay_hidden(struct deal *deal, struct hc_spot spot, uint64_t lacks)
{
    for (unsigned i = spot.start; i < spot.start + spot.count && deal->left; i++)
        if (deal->card[i] == HC_NONE)
            deal->card[i] = take(deal, lacks);
}

static void deal_all(struct deal *deal, struct hc_dice *dice)
{
    const struct hc_view *view = deal->view;
    struct hc_cards left = deal->deck->cards;
    bool picked = false;

    for (unsigned s = 0; s < view->seats; s++)
        lay_known(deal, view->hand[s], &left);
    for (unsigned p = 0; p < view->game->pile_count; p++)
        lay_known(deal, view->pile[p], &left);
    while (hc_any(left))
        deal->stock[deal->left++] = (uint8_t)hc_take_lowest(&left);
    hc_dice_shuffle(dice, deal->stock, deal->left);
    for (unsigned s = 0; s < view->seats; s++)
        if (view->lacks[s]) {
            lay_hidden(deal, view->hand[s], view->lacks[s]);
            picked = true;
        }
    /* What was passed over lies at hand now, and would go to the next place too often. */
    if (picked)
        hc_dice_shuffle(dice, deal->stock, deal->left);
    for (unsigned s = 0; s < view->seats; s++)
        lay_hidden(deal, view->hand[s], 0);
    for (unsigned p = 0; p < view->game->pile_count; p++)
        lay_hidden(deal, view->pile[p], 0);
}

/* Puts the cards down. Others know their own hands, what lies open, and what they saw of the
 * viewer's hand; the viewer knows what the view names. */
static void fill_box(struct hc_box *box, const struct deal *deal)
{
    const struct hc_view *view = deal->view;
    unsigned viewer = view->viewer;

    for (unsigned s = 0; s < view->seats; s++) {
        box->lacks[s] = view->lacks[s];
        for (unsigned i = 0; i < view->hand[s].count; i++) {
            unsigned at = view->hand[s].start + i, card = deal->card[at];

            if (card == HC_NONE)
                continue;
            hc_box_put_hand(box, s, card);
            if (view->face[at] != HC_HIDDEN) /* what a spectator sees, everybody does */
                hc_add(viewer < view->seats ? &box->known[viewer] : &box->open, card);
            if (s != viewer || view->face[at] == HC_HIDDEN)
                continue;
            for (unsigned other = 0; other < view->seats; other++)
                if (view->exposed[other] >> view->face[at] & 1)
                    hc_add(&box->known[other], card);
        }
    }
    for (unsigned p = 0; p < view->game->pile_count; p++)
        for (unsigned i = 0; i < view->pile[p].count; i++) {
            unsigned at = view->pile[p].start + i, card = deal->card[at];

            if (card != HC_NONE)
                hc_box_put_pile(box, p, card, view->face[at] != HC_HIDDEN);
        }
}

/* The facts that the viewer sees; the game completes the others. */
static void fill_state(struct hc_table *table, const struct hc_view *view)
{
    const struct hc_game *game = view->game;
    const struct hc_deck *deck = hc_deck_of(game, &view->rules);
    uint64_t given = 0;

    hc_copy(table->state, view->state, sizeof table->state);
    for (unsigned f = 0; f < game->fact_count; f++) {
        const struct hc_fact *fact = &game->facts[f];
        unsigned turn = view->state[HC_STATE_TURN];

        if (!hc_fact_visible(fact, view->state, view->viewer))
            continue;
        given |= 1ull << f;
        if (fact->type == HC_FACT_CARD) {
            int64_t face = hc_fact_get(fact, view->state, 0), card = HC_NONE;

            if (face < deck->face_count) {
                struct hc_cards held = hc_and(deck->copies[face], table->box.hand[turn]);

                if (!hc_any(held)) /* it was played since */
                    held = hc_and(deck->copies[face], table->box.open);
                card = hc_any(held) ? (int64_t)hc_lowest(held) : HC_NONE;
            } else if (face == HC_HIDDEN) {
                struct hc_cards unknown =
                    hc_but(deck->cards, hc_box_known(&table->box, view->viewer));

                card = hc_any(unknown) ? (int64_t)hc_lowest(unknown) : HC_NONE;
            }
            hc_fact_set(fact, table->state, 0, card);
        }
    }
    game->settle(table, given);
}

static void begin(struct hc_table *table, const struct hc_view *view, struct hc_dice *dice)
{
    hc_zero(table, sizeof *table);
    while (hc_games[table->game] != view->game)
        table->game++;
    table->seats = view->seats;
    table->rules = view->rules;
    table->seq = view->seq;
    for (unsigned i = 0; i < HC_SEED_BYTES; i += 8)
        hc_store64(table->key + i, hc_dice_word(dice));
    hc_box_clear(&table->box);
}

void hc_world_imagine(struct hc_world *world, const struct hc_view *view, struct hc_dice *dice)
{
    struct hc_table *table = &world->table;
    struct deal deal = {.view = view, .deck = hc_deck_of(view->game, &view->rules)};

    begin(table, view, dice);
    for (unsigned tries = 0; tries < TRIES_MAX; tries++) {
        hc_box_clear(&table->box);
        deal.left = 0;
        deal.forced = false;
        deal_all(&deal, dice);
        if (deal.forced && tries + 1 < TRIES_MAX)
            continue; /* two hands may have wanted the same cards */
        fill_box(&table->box, &deal);
        fill_state(table, view);
        if (!view->game->likely ||
            hc_dice_below(dice, HC_LIKELY) < view->game->likely(table, view->viewer))
            break;
    }
    world->winners = hc_fact_common(view->game, HC_COMMON_ROUND_WINNERS);
}

void hc_table_imagine(struct hc_table *table, const struct hc_view *view, struct hc_dice *dice,
                      struct hc_cards *shown)
{
    struct hc_view open = *view;
    struct deal deal = {.view = &open, .deck = hc_deck_of(view->game, &view->rules)};
    unsigned end = 0;

    hc_zero(open.lacks, sizeof open.lacks);
    begin(table, view, dice);
    deal_all(&deal, dice);
    fill_box(&table->box, &deal);
    hc_copy(table->box.lacks, view->lacks, sizeof table->box.lacks);
    fill_state(table, view);
    for (unsigned s = 0; s < view->seats; s++)
        end += view->hand[s].count;
    for (unsigned p = 0; p < view->game->pile_count; p++)
        end += view->pile[p].count;
    *shown = (struct hc_cards){{0, 0}};
    for (unsigned i = 0; i < end; i++)
        if (view->face[i] != HC_HIDDEN && deal.card[i] != HC_NONE)
            hc_add(shown, deal.card[i]);
}

void hc_world_copy(struct hc_world *to, const struct hc_world *from)
{
    to->table = from->table;
    to->winners = from->winners;
}

unsigned hc_world_awaits(const struct hc_world *world)
{
    return hc_table_awaits(&world->table);
}

void hc_world_actions(const struct hc_world *world, unsigned seat, struct hc_actions *actions)
{
    hc_actions(&world->table, seat, 0, actions);
}

int32_t hc_world_worth(const struct hc_world *world, unsigned seat,
                       const struct hc_command *command)
{
    const struct hc_game *game = hc_game_of(&world->table);

    return game->worth ? game->worth(&world->table, seat, command) : 0;
}

int32_t hc_world_plain(const struct hc_world *world, unsigned seat,
                       const struct hc_command *command)
{
    const struct hc_game *game = hc_game_of(&world->table);

    return game->plain ? game->plain(&world->table, seat, command)
                       : hc_world_worth(world, seat, command);
}

bool hc_world_play(struct hc_world *world, unsigned seat, const struct hc_command *command)
{
    return hc_submit(&world->table, seat, command, 0, &world->events) == HC_OK;
}

unsigned hc_world_winners(const struct hc_world *world)
{
    return world->winners ? (unsigned)hc_fact_get(world->winners, world->table.state, 0) : 0;
}

unsigned hc_world_hand(const struct hc_world *world, unsigned seat)
{
    return hc_count(world->table.box.hand[seat]);
}
