// SPDX-License-Identifier: MIT
/* telegram_choose.c: what a command leaves open. */
#include "doors/telegram/telegram_choose.h"

struct hc_command tg_command(unsigned verb)
{
    return (struct hc_command){(uint8_t)verb, HC_NONE, HC_NONE, HC_NONE, HC_NONE, 0};
}

static bool has(uint64_t set, unsigned index)
{
    return index == HC_NONE || (index < 64 && set >> index & 1);
}

static bool fits(const struct hc_choice *choice, const struct hc_command *command)
{
    return choice->verb == command->verb && has(choice->faces, command->face) &&
           has(choice->colors, command->color) && has(choice->targets, command->target) &&
           has(choice->guesses, command->guess);
}

static uint64_t set_of(const struct hc_choice *choice, enum tg_open what)
{
    switch (what) {
    case TG_OPEN_CARD:
        return choice->faces;
    case TG_OPEN_COLOR:
        return choice->colors;
    case TG_OPEN_TARGET:
        return choice->targets;
    case TG_OPEN_GUESS:
        return choice->guesses;
    case TG_OPEN_NOTHING:
        break;
    }
    return 0;
}

static uint8_t *part_of(struct hc_command *command, enum tg_open what)
{
    switch (what) {
    case TG_OPEN_CARD:
        return &command->face;
    case TG_OPEN_COLOR:
        return &command->color;
    case TG_OPEN_TARGET:
        return &command->target;
    case TG_OPEN_GUESS:
    case TG_OPEN_NOTHING:
        break;
    }
    return &command->guess;
}

static unsigned lowest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

void tg_next(const struct hc_view *view, struct hc_command *command, struct tg_next *next)
{
    for (unsigned what = TG_OPEN_CARD; what <= TG_OPEN_GUESS; what++) {
        *next = (struct tg_next){.what = (enum tg_open)what};
        if (*part_of(command, next->what) != HC_NONE)
            continue;
        for (uint32_t c = 0; c < view->actions.count; c++) {
            uint64_t set = set_of(&view->actions.choice[c], next->what);

            if (!fits(&view->actions.choice[c], command))
                continue;
            next->set |= set;
            next->enough |= !set;
        }
        if (!next->set)
            continue;
        if (next->enough || next->set & (next->set - 1))
            return;
        *part_of(command, next->what) = (uint8_t)lowest(next->set);
    }
    *next = (struct tg_next){.what = TG_OPEN_NOTHING};
}

struct hc_command tg_choose(const struct hc_command *command, enum tg_open what, unsigned index)
{
    struct hc_command chosen = *command;

    *part_of(&chosen, what) = (uint8_t)index;
    return chosen;
}

uint64_t tg_faces(const struct hc_view *view, unsigned verb)
{
    uint64_t faces = 0;

    for (uint32_t c = 0; c < view->actions.count; c++)
        if (verb == HC_NONE || view->actions.choice[c].verb == verb)
            faces |= view->actions.choice[c].faces;
    return faces;
}
