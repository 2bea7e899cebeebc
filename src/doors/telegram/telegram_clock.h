// SPDX-License-Identifier: MIT
/*
 * telegram_clock.h: what happens by itself: reminders of turns, and people who do nothing.
 *
 * Whose time of a turn runs out is for the room to say. Here people are reminded of it, once before
 * their time is up, or as often as they allow where there is much time; and whoever has done
 * nothing for long is not there any more, so that a lobby nobody cares for can close.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_CLOCK_H
#define HC_DOORS_TELEGRAM_TELEGRAM_CLOCK_H

#include "doors/telegram/telegram_inside.h"

/* Does what is due, and says when to come again. */
void tg_clock_run(struct telegram *telegram);

#endif
