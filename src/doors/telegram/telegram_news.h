// SPDX-License-Identifier: MIT
/*
 * telegram_news.h: what the house tells the lines of people and groups, and how a person is told
 * anything.
 *
 * While something is told the house must be left alone: boards take what they show, requests find
 * their answers, and whatever has to be asked next becomes a task.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_NEWS_H
#define HC_DOORS_TELEGRAM_TELEGRAM_NEWS_H

#include "doors/telegram/telegram_inside.h"

house_tell tg_person_news, tg_chat_news;

/* Tells a person something about what it asked for: while a press is handled as the answer to it,
 * otherwise in a message. The text is HTML. */
void tg_tell(struct tg_person *person, const struct tg_where *where, const char *html);
void tg_tell_word(struct tg_person *person, const struct tg_where *where, enum hc_word word);
void tg_tell_refusal(struct tg_person *person, const struct tg_where *where,
                     const struct hc_game *game, enum hc_refusal refusal, const char *why);
/* Says in a group that the rest is in the private chat, or opens that. */
void tg_tell_private(struct tg_person *person, const struct tg_where *where, const char *code);

#endif
