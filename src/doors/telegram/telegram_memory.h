// SPDX-License-Identifier: MIT
/*
 * telegram_memory.h: what the door remembers, as memos of the house.
 *
 * A memo's key is "tg/", a letter, and what it is about:
 *
 *   s                 the secret, 32 bytes
 *   o                 the offset, the name of the bot, and which updates below the offset came
 *   p, 8 bytes        a person, by its number
 *   c, 8 bytes        a group
 *   b, 8 bytes, code  a board, by the chat it is in and its table
 *   v, 8 bytes, code  what is voted on at a group's board
 *   x, 8 bytes        a message that is still to be sent, by a running number
 *   i, 8 bytes        a table that is being made, by its number in the store
 *
 * Numbers are little-endian, texts end with a zero. The first byte of the bytes is their version.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_MEMORY_H
#define HC_DOORS_TELEGRAM_TELEGRAM_MEMORY_H

#include "doors/telegram/telegram_inside.h"

void tg_remember_secret(struct telegram *telegram);
void tg_remember_offset(struct telegram *telegram);
void tg_remember_person(const struct tg_person *person);
void tg_remember_chat(const struct tg_chat *chat);
void tg_remember_board(const struct tg_board *board);
void tg_forget_person(const struct tg_person *person);
void tg_forget_chat(const struct tg_chat *chat);
void tg_forget_board(const struct tg_board *board);
/* What is voted on there, or that nothing is any more. */
void tg_remember_vote(const struct tg_board *board);

/* A message that is to be sent, once everything before it is durable. */
void tg_remember_message(struct telegram *telegram, uint64_t number, int64_t chat, bool is_group,
                         const char *json);
void tg_forget_message(struct telegram *telegram, uint64_t number);

/* A table that is being made. */
void tg_remember_intent(struct telegram *telegram, uint64_t number, const struct tg_intent *intent);
void tg_forget_intent(struct telegram *telegram, uint64_t number);

#endif
