// SPDX-License-Identifier: MIT
/*
 * telegram_rules.h: the rules of a table by buttons.
 *
 * The host's press changes a rule. Anybody else's is a proposal, which the people at the table vote
 * on in the group; when more than half of them want it, it is done in the host's name.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_RULES_H
#define HC_DOORS_TELEGRAM_TELEGRAM_RULES_H

#include "doors/telegram/telegram_commands.h"

void tg_rules_show(struct tg_saying *saying);
void tg_rules_page(struct tg_saying *saying, const char *code, const char *page);
void tg_rules_option(struct tg_saying *saying, const char *code, const char *number);
/* A preset, or NAME=VALUE. */
void tg_rules_set(struct tg_saying *saying, const char *code, const char *text);
void tg_rules_vote(struct tg_saying *saying, const char *code, bool yes);

#endif
