// SPDX-License-Identifier: MIT
/* telegram_about.h: what the bot says about itself, about people and their tables, and what they
 * choose for themselves. */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_ABOUT_H
#define HC_DOORS_TELEGRAM_TELEGRAM_ABOUT_H

#include "doors/telegram/telegram_commands.h"

void tg_about_welcome(struct tg_saying *saying);
void tg_about_help(struct tg_saying *saying);
void tg_about_tables(struct tg_saying *saying);
void tg_about_stats(struct tg_saying *saying);
void tg_about_top(struct tg_saying *saying);
void tg_about_language(struct tg_saying *saying);
void tg_about_pictures(struct tg_saying *saying);
void tg_about_nudges(struct tg_saying *saying);
void tg_about_forget(struct tg_saying *saying);

/* Which game, as buttons. */
void tg_about_games(struct tg_saying *saying, const char *game);
/* Whether a match shall end. */
void tg_about_end(struct tg_saying *saying, const char *code);
/* How to play at a table. */
void tg_about_play(struct tg_saying *saying, const char *code);
/* What was chosen by a button. */
void tg_choose_language(struct tg_saying *saying, const char *code);
void tg_choose_nudges(struct tg_saying *saying, const char *digit);
void tg_choose_pictures(struct tg_saying *saying, const char *answer);
void tg_choose_forget(struct tg_saying *saying, const char *who);
/* What the store knows, to whoever asked. */
void tg_tell_records(struct tg_person *person, const struct tg_request *request,
                     const struct house_records *records);

#endif
