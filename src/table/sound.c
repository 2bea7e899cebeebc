// SPDX-License-Identifier: MIT
/* sound.c: judging a view by a table that is imagined from it. Start at hc_view_offered(). */
#include "table/sound.h"

#include "table/table.h"

/* ---- Cards ----------------------------------------------------------------------------------- */

/* The cards of a view must be those of its deck, or none. Returns NULL, or what is wrong. */
static const char *check_cards(const struct hc_view *view)
{
    const struct hc_deck *deck = hc_deck_of(view->game, &view->rules);
    uint8_t seen[HC_FACES_MAX] = {0};
    unsigned count = 0;

    for (unsigned s = 0; s < view->seats; s++)
        count += view->hand[s].count;
    for (unsigned p = 0; p < view->game->pile_count; p++)
        count += view->pile[p].count;
    if (count && count != deck->card_count)
        return "the number of cards is not that of the deck";
    for (unsigned i = 0; i < count; i++)
        if (view->face[i] < deck->face_count &&
            ++seen[view->face[i]] > hc_count(hc_and(deck->copies[view->face[i]], deck->cards)))
            return "a card is there twice";
    return NULL;
}

/* ---- Actions --------------------------------------------------------------------------------- */

/* An argument that a choice does not take is HC_NONE. */
static bool is_in(unsigned member, uint64_t set)
{
    return set ? member < 64 && set >> member & 1 : member == HC_NONE;
}

static bool is_listed(const struct hc_actions *actions, const struct hc_command *command,
                      bool marked)
{
    for (uint32_t c = 0; c < actions->count; c++) {
        const struct hc_choice *choice = &actions->choice[c];

        if (choice->verb == command->verb && choice->marked == marked &&
            is_in(command->face, choice->faces) && is_in(command->color, choice->colors) &&
            is_in(command->target, choice->targets) && is_in(command->guess, choice->guesses))
            return true;
    }
    return false;
}

/* Whether the table offers the command in one of the ways in which hidden facts may be. */
static bool is_recalled(const struct hc_table *table, unsigned viewer,
                        const struct hc_command *command, bool marked)
{
    const struct hc_game *game = hc_game_of(table);
    struct hc_table way = *table;
    struct hc_actions offered;

    for (unsigned nth = 0; game->recall && game->recall(&way, viewer, HC_NONE, nth); nth++) {
        hc_actions(&way, viewer, 0, &offered);
        if (is_listed(&offered, command, marked))
            return true;
        way = *table;
    }
    return false;
}

static bool refuse_action(const struct hc_view *view, const struct hc_command *command,
                          struct hc_problem *why)
{
    char text[HC_COMMAND_CHARS];
    struct hc_text sentence;

    hc_command_print(view->game, &view->rules, command, text, sizeof text);
    hc_text_init(&sentence, why->text, sizeof why->text);
    hc_put(&sentence, "this table does not offer \"");
    hc_put(&sentence, text);
    hc_put(&sentence, "\"");
    return false;
}

static bool check_actions(const struct hc_view *view, const struct hc_table *table,
                          struct hc_problem *why)
{
    struct hc_actions offered;
    uint32_t first = 0;

    hc_actions(table, view->viewer, 0, &offered);
    for (uint32_t c = 0; c < view->actions.count; first += view->actions.choice[c++].ways) {
        const struct hc_choice *choice = &view->actions.choice[c];

        for (uint32_t i = 0; i < choice->ways; i++) {
            struct hc_command command;

            hc_actions_at(&view->actions, first + i, &command);
            if (!is_listed(&offered, &command, choice->marked) &&
                !is_recalled(table, view->viewer, &command, choice->marked))
                return refuse_action(view, &command, why);
        }
    }
    return true;
}

/* ---- The view -------------------------------------------------------------------------------- */

/* Imagines the table of a view. Returns NULL, or what is wrong with the view. */
static const char *imagine(const struct hc_view *view, struct hc_table *table)
{
    static const uint8_t key[HC_SEED_BYTES] = {1};
    const char *broken = check_cards(view);
    struct hc_cards shown;
    struct hc_dice dice;

    if (view->seats > hc_seats_max(view->game, &view->rules))
        return "there are too many players";
    if (broken)
        return broken;
    hc_dice_open(&dice, key, 0, view->seq);
    hc_table_imagine(table, view, &dice, &shown);
    /* In shed, a face that a hand is taken to lack is only a guess. */
    hc_zero(table->box.lacks, sizeof table->box.lacks);
    return hc_table_check(table);
}

static bool is_sound(const struct hc_view *view, struct hc_table *table, struct hc_problem *why)
{
    const char *broken = imagine(view, table);

    *why = (struct hc_problem){0};
    if (broken)
        hc_copy(why->text, broken, hc_length(broken) + 1);
    return !broken;
}

bool hc_view_sound(const struct hc_view *view, struct hc_problem *why)
{
    struct hc_table table;

    return is_sound(view, &table, why);
}

bool hc_view_offered(const struct hc_view *view, struct hc_problem *why)
{
    struct hc_table table;

    return is_sound(view, &table, why) && check_actions(view, &table, why);
}
