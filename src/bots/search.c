// SPDX-License-Identifier: MIT
/*
 * search.c: the bot that looks ahead: Monte Carlo tree search over information sets.
 *
 * Each iteration gives one of the commands that the viewer may give, in a world imagined from the
 * view, walks on down a tree of commands that is shared by all worlds, adds one command to it, and
 * plays the round out by rules of thumb with now and then a slip. All commands of the viewer are
 * tried in the same worlds, so that luck is the same for all of them; the worse half is dropped,
 * and the rest is tried in twice as many, until one is left. Below that, a command is counted as
 * available only in worlds where it may be given, so what is rarely possible is not mistaken for
 * what is rarely good.
 *
 * The viewer's own commands are chosen by what the tree has learned. Those of others are not: in
 * every world the viewer's hand is the real one, so a tree would teach the others to know it. They
 * go by plain rules, as most people do, from what they may know themselves, and the tree only
 * remembers what was seen to happen.
 *
 * What looks best by rules of thumb is favoured a little: where commands hardly differ, chance
 * would decide between them otherwise. Where games are long, fewer are imagined than the budget
 * allows, so that a decision takes about the same time under all rules.
 *
 * Side actions are no choice worth a tree: they are done at once when they look good. All numbers
 * are whole, so every machine finds the same. Start reading at think().
 */
#include "bots/bots.h"
#include "bots/think.h"
#include "core/cards.h"
#include "core/check.h"
#include "core/memory.h"

extern const struct hc_bot hc_bot_search;

enum {
    WIN = 1000,         /* the reward of a round that is won alone */
    EXPLORE = 300,      /* how far a rarely tried command is believed to be better than it looks */
    SLIP_ODDS = 64,     /* one command in so many of a play-out is any, not the best looking one */
    PLAY_OUT_MAX = 600, /* commands until a play-out is given up */
    GAME_COMMANDS = 60, /* that a game of the budget may take on the average */
    FAVOUR = 25,        /* for two players: what looks best by rules of thumb must be worse by this
                         * to be left; more for more, of whom each decides less */
    ROOT_MAX = 128      /* commands of the viewer that are thought about */
};

struct node {
    struct hc_command command;
    uint8_t seat;            /* who gave it */
    uint32_t visits, offers; /* how often it was tried, and how often it could have been */
    uint32_t reward;         /* of `seat`, the sum over all visits */
    uint32_t child, sibling; /* indices; 0 is none */
    uint32_t favour;         /* at the root: added to its mean reward */
};

struct search {
    struct hc_world *world, *fresh; /* the one that is played in, and as it was imagined */
    struct node *node;              /* node[0] is the root, its children follow */
    uint32_t count;
    struct hc_dice *dice;
    const struct hc_view *view;
    uint32_t rivals[ROOT_MAX]; /* the commands that may still turn out best, best first */
    unsigned rival_count;
    uint64_t commands; /* given in play-outs of this round of comparisons */
    uint32_t path[PLAY_OUT_MAX];
    unsigned depth;
};

static size_t rounded(size_t bytes)
{
    return (bytes + 15) & ~(size_t)15;
}

size_t hc_search_scratch(uint32_t budget)
{
    return 2 * rounded(hc_world_bytes()) + rounded(sizeof(struct search)) +
           (1 + 3 * ROOT_MAX + (size_t)budget) * sizeof(struct node);
}

/* ---- Choosing ------------------------------------------------------------------------------- */

/* The logarithm to the base 2, times 256; between powers of two a straight line. */
static uint32_t log2_256(uint32_t x)
{
    unsigned whole = 31 - (unsigned)__builtin_clz(x);

    return whole * 256 + (uint32_t)((((uint64_t)x << 8) >> whole) & 255);
}

static uint32_t square_root(uint64_t x)
{
    uint64_t root = 0;

    for (uint64_t bit = 1ull << 31; bit; bit >>= 1)
        if ((root | bit) * (root | bit) <= x)
            root |= bit;
    return (uint32_t)root;
}

/* What the command promises, and what it may still hide. */
static uint32_t promise(const struct node *node)
{
    uint64_t doubt = ((uint64_t)log2_256(node->offers) << 12) / node->visits;

    return node->reward / node->visits + EXPLORE * square_root(doubt) / 1024;
}

static bool same_command(const struct hc_command *a, const struct hc_command *b)
{
    return hc_same(a, b, sizeof *a);
}

static struct node *find_child(struct search *search, const struct node *parent, unsigned seat,
                               const struct hc_command *command)
{
    for (uint32_t i = parent->child; i; i = search->node[i].sibling)
        if (search->node[i].seat == seat && same_command(&search->node[i].command, command))
            return &search->node[i];
    return NULL;
}

/* ---- One iteration -------------------------------------------------------------------------- */

static uint32_t add_child(struct search *search, uint32_t parent, unsigned seat,
                          const struct hc_command *command)
{
    uint32_t index = search->count++;

    search->node[index] = (struct node){.command = *command,
                                        .seat = (uint8_t)seat,
                                        .offers = 1,
                                        .sibling = search->node[parent].child};
    search->node[parent].child = index;
    return index;
}

/* What looks best to the viewer by rules of thumb, to others by plain rules, as most people play;
 * or now and then anything. */
static void follow_thumb(struct search *search, unsigned seat, const struct hc_actions *actions,
                         struct hc_command *command)
{
    struct hc_actions choices;

    if (hc_dice_below(search->dice, SLIP_ODDS)) {
        hc_choose_by(seat == search->view->viewer ? hc_world_worth : hc_world_plain, search->world,
                     seat, actions, search->dice, command);
        return;
    }
    hc_keep_choices(search->view->game, actions, &choices);
    hc_actions_at(&choices, hc_dice_below(search->dice, choices.ways), command);
}

/* One step down by somebody else. */
static uint32_t watch(struct search *search, uint32_t parent, unsigned seat,
                      const struct hc_actions *actions, bool *is_new)
{
    struct hc_command command;
    const struct node *child;

    follow_thumb(search, seat, actions, &command);
    child = find_child(search, &search->node[parent], seat, &command);
    if (child)
        return (uint32_t)(child - search->node);
    *is_new = true;
    return add_child(search, parent, seat, &command);
}

/* One step down by the viewer: the best untried command if there is one, which becomes a node, else
 * the most promising child. Returns the node's index, or 0 if nothing can be done. */
static uint32_t descend(struct search *search, uint32_t parent, unsigned seat,
                        const struct hc_actions *actions, bool *is_new)
{
    int32_t best_worth = INT32_MIN;
    uint32_t best = 0, best_promise = 0;
    struct hc_command untried = {.verb = HC_NONE};

    for (uint32_t i = 0; i < actions->ways; i++) {
        struct hc_command command;
        struct node *child;
        int32_t worth;

        hc_actions_at(actions, i, &command);
        child = find_child(search, &search->node[parent], seat, &command);
        if (child) {
            uint32_t promised = promise(child);

            child->offers++;
            if (promised >= best_promise) {
                best_promise = promised;
                best = (uint32_t)(child - search->node);
            }
            continue;
        }
        worth = hc_world_worth(search->world, seat, &command);
        if (untried.verb == HC_NONE || worth > best_worth) {
            best_worth = worth;
            untried = command;
        }
    }
    if (untried.verb == HC_NONE)
        return best;
    *is_new = true;
    return add_child(search, parent, seat, &untried);
}

/* Does at once what is no choice: calls, catches. True if something was done. */
static bool react(struct search *search, unsigned seat, const struct hc_actions *actions)
{
    for (uint32_t c = 0, first = 0; c < actions->count; first += actions->choice[c++].ways) {
        struct hc_command command;

        if (!hc_is_side_action(search->view->game, actions->choice[c].verb))
            continue;
        hc_actions_at(actions, first, &command);
        if (hc_world_worth(search->world, seat, &command) > 0)
            return hc_world_play(search->world, seat, &command);
    }
    return false;
}

/* Gives the command at `at`, and walks on down to a new one. */
static void walk(struct search *search, uint32_t at)
{
    bool is_new = false;

    search->depth = 0;
    for (;;) {
        const struct node *node = &search->node[at];
        struct hc_actions all, actions;
        unsigned seat;

        search->path[search->depth++] = at;
        if (!hc_world_play(search->world, node->seat, &node->command))
            return;
        do {
            seat = hc_world_awaits(search->world);
            if (is_new || seat >= HC_SEATS_MAX || search->depth == PLAY_OUT_MAX)
                return;
            hc_world_actions(search->world, seat, &all);
        } while (react(search, seat, &all));
        hc_keep_choices(search->view->game, &all, &actions);
        if (!actions.ways)
            return;
        at = seat == search->view->viewer ? descend(search, at, seat, &actions, &is_new)
                                          : watch(search, at, seat, &actions, &is_new);
    }
}

static void play_out(struct search *search)
{
    for (unsigned i = 0; i < PLAY_OUT_MAX; i++) {
        unsigned seat = hc_world_awaits(search->world);
        struct hc_actions actions;
        struct hc_command command;

        if (seat >= HC_SEATS_MAX)
            return;
        hc_world_actions(search->world, seat, &actions);
        if (!actions.ways)
            return;
        follow_thumb(search, seat, &actions, &command);
        search->commands++;
        if (!hc_world_play(search->world, seat, &command))
            return;
    }
}

/* Everybody who gave a command of the path learns what it led to. */
static void learn(struct search *search)
{
    unsigned winners = hc_world_winners(search->world);
    bool over = hc_world_awaits(search->world) >= HC_SEATS_MAX;
    uint32_t share = winners ? WIN / hc_bits(winners) : 0;

    for (unsigned i = 0; i < search->depth; i++) {
        struct node *node = &search->node[search->path[i]];

        node->visits++;
        if (!over)
            node->reward += WIN / search->view->seats;
        else if (winners >> node->seat & 1)
            node->reward += share;
    }
}

/* ---- The bot and the hints ------------------------------------------------------------------ */

/* The mean reward; of two with the same, the one that was there first stays first. */
static uint32_t mean(const struct node *node)
{
    return (node->visits ? node->reward / node->visits : 0) + node->favour;
}

static void sort_rivals(struct search *search)
{
    for (unsigned i = 1; i < search->rival_count; i++) {
        uint32_t rival = search->rivals[i];
        unsigned at = i;

        for (; at && mean(&search->node[search->rivals[at - 1]]) < mean(&search->node[rival]); at--)
            search->rivals[at] = search->rivals[at - 1];
        search->rivals[at] = rival;
    }
}

/* One world, in which every rival is tried. */
static void compare(struct search *search)
{
    hc_world_imagine(search->fresh, search->view, search->dice);
    for (unsigned i = 0; i < search->rival_count; i++) {
        hc_world_copy(search->world, search->fresh);
        walk(search, search->rivals[i]);
        play_out(search);
        learn(search);
    }
}

static struct search *begin(const struct hc_view *view, const struct hc_actions *choices,
                            struct hc_dice *dice, void *scratch)
{
    struct hc_command favourite;
    uint8_t *memory = scratch;
    size_t world = rounded(hc_world_bytes());
    struct search *search = (struct search *)(void *)(memory + 2 * world);

    *search = (struct search){
        .world = (struct hc_world *)(void *)memory,
        .fresh = (struct hc_world *)(void *)(memory + world),
        .node = (struct node *)(void *)((uint8_t *)search + rounded(sizeof *search)),
        .count = 1,
        .dice = dice,
        .view = view,
    };
    search->node[0] = (struct node){.seat = HC_NONE};
    for (uint32_t i = 0; i < choices->ways && i < ROOT_MAX; i++) {
        struct hc_command command;

        hc_actions_at(choices, i, &command);
        search->rivals[search->rival_count++] = add_child(search, 0, view->viewer, &command);
    }
    hc_world_imagine(search->fresh, view, dice);
    hc_choose_best(search->fresh, view->viewer, choices, dice, &favourite);
    for (unsigned i = 0; i < search->rival_count; i++)
        if (same_command(&search->node[search->rivals[i]].command, &favourite))
            search->node[search->rivals[i]].favour = FAVOUR * (uint32_t)view->seats / 2;
    return search;
}

/* Grows a tree in the scratch memory; rivals[0] is then the best command. `choices` must have at
 * least one. */
static struct search *think(const struct hc_view *view, const struct hc_actions *choices,
                            struct hc_dice *dice, uint32_t budget, void *scratch)
{
    struct search *search = begin(view, choices, dice, scratch);
    unsigned rounds = 1;
    uint32_t share, used;

    while (search->rival_count > 1u << rounds)
        rounds++;
    for (share = budget / rounds; rounds; rounds--) {
        search->commands = 0;
        for (used = 0; used == 0 || (used + search->rival_count <= share &&
                                     search->commands < (uint64_t)share * GAME_COMMANDS);
             used += search->rival_count)
            compare(search);
        sort_rivals(search);
        search->rival_count = (search->rival_count + 1) / 2;
    }
    return search;
}

/* What needs no thought: a side action that looks good, or to wait out of turn. */
static bool decide_at_once(const struct hc_view *view, const struct hc_actions *actions,
                           struct hc_dice *dice, struct hc_world *world, struct hc_command *command)
{
    int32_t worth;

    hc_world_imagine(world, view, dice);
    worth = hc_choose_best(world, view->viewer, actions, dice, command);
    if (hc_world_awaits(world) == view->viewer)
        return hc_is_side_action(view->game, command->verb) && worth > 0;
    if (worth < 0)
        command->verb = HC_NONE;
    return true;
}

void hc_search_choose(const struct hc_view *view, const struct hc_actions *actions,
                      struct hc_mind *mind, struct hc_command *command)
{
    struct hc_actions choices;
    const struct search *search;

    if (decide_at_once(view, actions, &mind->dice, mind->scratch, command))
        return;
    hc_keep_choices(view->game, actions, &choices);
    if (choices.ways == 1) {
        hc_actions_at(&choices, 0, command);
        return;
    }
    search = think(view, &choices, &mind->dice, mind->budget, mind->scratch);
    *command = search->node[search->rivals[0]].command;
}

const struct hc_bot hc_bot_search = {
    .name = "search",
    .budget = HC_HINT_BUDGET,
    .scratch_bytes = hc_search_scratch,
    .choose = hc_search_choose,
};

size_t hc_hint_bytes(uint32_t budget)
{
    return hc_search_scratch(budget);
}

/* Puts a hint into its place in a list that is sorted by tries, and then by how often it wins. */
static void insert_hint(struct hc_hint *hints, unsigned count, const struct node *node)
{
    uint16_t wins = (uint16_t)(node->visits ? node->reward / node->visits : 0);

    while (count &&
           (hints[count - 1].tries < node->visits ||
            (hints[count - 1].tries == node->visits && hints[count - 1].win_permille < wins))) {
        if (count < HC_HINTS_MAX)
            hints[count] = hints[count - 1];
        count--;
    }
    if (count < HC_HINTS_MAX)
        hints[count] =
            (struct hc_hint){.command = node->command, .tries = node->visits, .win_permille = wins};
}

/* Which wins most often, of those that were tried at least half as often as the most tried one:
 * what was given up early may just have been lucky. */
static const struct hc_command *best_tried(const struct hc_hint *hints, unsigned count)
{
    unsigned best = 0;

    for (unsigned i = 1; i < count && 2 * hints[i].tries >= hints[0].tries; i++)
        if (hints[i].win_permille > hints[best].win_permille)
            best = i;
    return &hints[best].command;
}

/* Moves a command to the front of the list. */
static void prefer(struct hc_hint *hints, unsigned count, const struct hc_command *command)
{
    unsigned at = 0;
    struct hc_hint best;

    while (at < count && !same_command(&hints[at].command, command))
        at++;
    if (at == count)
        return;
    best = hints[at];
    for (; at; at--)
        hints[at] = hints[at - 1];
    hints[0] = best;
}

unsigned hc_hint(const struct hc_view *view, const uint8_t seed[HC_SEED_BYTES], uint32_t budget,
                 void *scratch, struct hc_hint hints[HC_HINTS_MAX])
{
    struct hc_command at_once;
    struct search *search;
    struct hc_dice dice;
    unsigned count = 0;
    bool decided;

    if (!view->actions.ways || !budget)
        return 0;
    hc_dice_open(&dice, seed, 0, view->seq);
    decided = decide_at_once(view, &view->actions, &dice, scratch, &at_once);
    search = think(view, &view->actions, &dice, budget, scratch);
    for (uint32_t i = search->node[0].child; i; i = search->node[i].sibling) {
        insert_hint(hints, count, &search->node[i]);
        count += count < HC_HINTS_MAX;
    }
    if (!decided)
        at_once = *best_tried(hints, count);
    prefer(hints, count, &at_once);
    return count;
}
