// SPDX-License-Identifier: MIT
/*
 * telegram_people.h: the people and the groups that the bot knows, by Telegram's numbers.
 *
 * A person is a guest of the house: the token is made of the bot's secret and the number, so that
 * the same person is the same guest at every door. Lines are opened when they are needed.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_PEOPLE_H
#define HC_DOORS_TELEGRAM_TELEGRAM_PEOPLE_H

#include "doors/telegram/telegram_inside.h"

/* NULL if it is not known; with `make`, it is made. */
struct tg_person *tg_person_find(struct telegram *telegram, int64_t id, bool make);
struct tg_chat *tg_chat_find(struct telegram *telegram, int64_t id, bool make);
/* The person with that guest who is known here; NULL if there is none. */
struct tg_person *tg_person_at(struct telegram *telegram, const struct tg_board *board,
                               unsigned seat);
/* The number of the room that the update makes which is handled; `where` is what it is about. */
uint64_t tg_room_number(const struct telegram *telegram, const struct tg_where *where);
/* What somebody is called, whose name may be blank. */
const char *tg_person_name(const struct tg_person *person);
/* The line of either, opened if need be; NULL without memory. */
struct house_line *tg_person_line(struct tg_person *person);
struct house_line *tg_chat_line(struct tg_chat *chat);
/* Everything about a person goes; boards included. */
void tg_person_forget(struct tg_person *person);
void tg_chat_forget(struct tg_chat *chat);
/* Perhaps we may write there again: then its tables are shown. */
void tg_chat_open(struct tg_chat *chat);
/* A group became another one: this one is no more, and its tables are shown there. */
void tg_chat_renumber(struct tg_chat *chat, int64_t id);
/* Calls `each` for all. */
typedef void tg_each_person(struct tg_person *person);
typedef void tg_each_chat(struct tg_chat *chat);
void tg_people(struct telegram *telegram, tg_each_person *each);
void tg_chats(struct telegram *telegram, tg_each_chat *each);

/* Memory of the door; it stops where there is none, as the house does. */
void *tg_new(struct telegram *telegram, size_t size);
void tg_free(struct telegram *telegram, void *memory);
char *tg_copy(struct telegram *telegram, const char *text);

#endif
