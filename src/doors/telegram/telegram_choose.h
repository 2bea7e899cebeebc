// SPDX-License-Identifier: MIT
/*
 * telegram_choose.h: what a command leaves open, from the choices of a view.
 *
 * A person chooses step by step: a card, then a colour, a player or a guess, as far as the choices
 * of the view have them. Nothing here knows what any of it means.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_CHOOSE_H
#define HC_DOORS_TELEGRAM_TELEGRAM_CHOOSE_H

#include "holecard.h"

enum tg_open { TG_OPEN_NOTHING, TG_OPEN_CARD, TG_OPEN_COLOR, TG_OPEN_TARGET, TG_OPEN_GUESS };

struct tg_next {
    enum tg_open what;
    uint64_t set; /* of faces, colours or seats */
    bool enough;  /* it can also be given as it is */
};

/* What is to be chosen next. Where there is only one way it is filled in. A command that no choice
 * has leaves nothing open: whoever judges it will say why not. */
void tg_next(const struct hc_view *view, struct hc_command *command, struct tg_next *next);
/* The command with one of the set. */
struct hc_command tg_choose(const struct hc_command *command, enum tg_open what, unsigned index);
/* Faces that some command of the view takes, with its verb; HC_NONE: with any. */
uint64_t tg_faces(const struct hc_view *view, unsigned verb);
/* An empty command of a verb. */
struct hc_command tg_command(unsigned verb);

#endif
