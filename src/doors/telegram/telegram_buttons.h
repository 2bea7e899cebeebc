// SPDX-License-Identifier: MIT
/* telegram_buttons.h: what is pressed, and inline queries, whose results are pressed too. */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_BUTTONS_H
#define HC_DOORS_TELEGRAM_TELEGRAM_BUTTONS_H

#include "doors/telegram/telegram_commands.h"

/* A button with this data was pressed. */
void tg_buttons_take(struct tg_saying *saying, const char *data);
/* Somebody typed "@bot …" in a chat: the cards that can be played are offered, to nobody else. */
void tg_inline_take(struct tg_person *person, const char *query, const char *asked);
/* One of these was chosen. */
void tg_inline_chosen(struct tg_person *person, const char *data);

#endif
