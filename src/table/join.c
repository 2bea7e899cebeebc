// SPDX-License-Identifier: MIT
/* join.c: commands put together as choices. Start reading at hc_listed_join(). */
#include "table/join.h"

#include "games/game.h"

static bool is_below(unsigned member, unsigned limit)
{
    return member == HC_NONE || member < limit;
}

bool hc_listed_parse(const struct hc_view *view, const char *text, size_t length,
                     struct hc_command *command)
{
    const struct hc_deck *deck = hc_deck_of(view->game, &view->rules);
    char line[HC_COMMAND_CHARS] = "";
    struct hc_problem why;

    if (length >= sizeof line)
        return false;
    hc_copy(line, text, length);
    return hc_command_parse(view->game, &view->rules, line, command, &why) == HC_OK &&
           !command->flag && is_below(command->face, deck->face_count) &&
           is_below(command->guess, deck->face_count) &&
           is_below(command->color, (unsigned)hc_length(view->game->grammar.colors)) &&
           is_below(command->target, view->seats);
}

static uint64_t bit(unsigned member)
{
    return member == HC_NONE ? 0 : UINT64_C(1) << member;
}

static bool is_same(const struct hc_command *a, const struct hc_command *b)
{
    return a->verb == b->verb && a->face == b->face && a->color == b->color &&
           a->target == b->target && a->guess == b->guess;
}

/* Whether a choice stands for exactly these commands, in this order. */
static bool stands_for(const struct hc_choice *choice, const struct hc_command *commands,
                       unsigned count)
{
    struct hc_actions actions = {.count = 1, .ways = choice->ways, .choice = {*choice}};

    for (unsigned i = 0; i < count; i++) {
        struct hc_command command;

        hc_actions_at(&actions, i, &command);
        if (!is_same(&command, &commands[i]))
            return false;
    }
    return true;
}

/* The longest run of commands from the first on that one choice can stand for. */
static unsigned join_run(const struct hc_command *commands, unsigned count,
                         struct hc_choice *choice)
{
    uint64_t faces = 0, colors = 0, targets = 0, guesses = 0;
    unsigned best = 0;

    for (unsigned i = 0; i < count && commands[i].verb == commands[0].verb; i++) {
        struct hc_choice candidate;
        uint64_t ways;

        faces |= bit(commands[i].face);
        colors |= bit(commands[i].color);
        targets |= bit(commands[i].target);
        guesses |= bit(commands[i].guess);
        ways = hc_fill_choice(&candidate, commands[0].verb, faces, (unsigned)colors,
                              (unsigned)targets, guesses);
        if (ways == i + 1 && stands_for(&candidate, commands, i + 1)) {
            *choice = candidate;
            best = i + 1;
        }
    }
    return best;
}

bool hc_listed_join(const struct hc_command *commands, unsigned count, bool marked,
                    struct hc_actions *actions)
{
    while (count) {
        struct hc_choice *choice = &actions->choice[actions->count];
        unsigned run;

        if (actions->count == HC_CHOICES_MAX)
            return false;
        run = join_run(commands, count, choice);
        if (!run)
            return false;
        choice->marked = marked;
        actions->count++;
        actions->ways += run;
        commands += run;
        count -= run;
    }
    return true;
}
