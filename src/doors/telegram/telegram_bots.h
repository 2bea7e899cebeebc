// SPDX-License-Identifier: MIT
/* telegram_bots.h: bots that people add to tables. */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_BOTS_H
#define HC_DOORS_TELEGRAM_TELEGRAM_BOTS_H

#include "doors/telegram/telegram_inside.h"

/* Adds a bot: a level and a name, either of which may be left out from the end. */
void tg_add_bot(struct tg_person *person, const struct tg_where *where, const char *code,
                const char *words);

#endif
