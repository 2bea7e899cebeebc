// SPDX-License-Identifier: MIT
/*
 * telegram_board.h: messages that show tables, and which of them a chat or a person has.
 *
 * A board that has changed gets one call, whose text is made when it leaves: however much happens
 * at a table, at most one call for it waits.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_BOARD_H
#define HC_DOORS_TELEGRAM_TELEGRAM_BOARD_H

#include "doors/telegram/telegram_inside.h"

const struct hc_language *tg_board_language(const struct tg_board *board);
/* Where it is shown. */
int64_t tg_board_chat(const struct tg_board *board);
/* Whether we may write there. */
bool tg_board_is_open(const struct tg_board *board);

/* The board of a table; NULL if there is none. */
struct tg_board *tg_person_board(struct tg_person *person, const char *code);
struct tg_board *tg_chat_board(struct tg_chat *chat, const char *code);
/* Makes it if need be; the oldest one goes if there are too many. */
struct tg_board *tg_person_show(struct tg_person *person, const char *code);
struct tg_board *tg_chat_show(struct tg_chat *chat, const char *code, int64_t thread);
/* The line of the board looks at the table, and is told how it is. */
void tg_board_enter(struct tg_board *board);
/* The line does so no more. */
void tg_board_exit(struct tg_board *board);
/* It goes; its message stays as it is. */
void tg_board_forget(struct tg_board *board);
/* Its person has left the table: it says so, and goes. */
void tg_board_leave(struct tg_board *board);
/* Its person is back before it is gone. */
void tg_board_return(struct tg_board *board);

/* The message with the button that was pressed for a new table becomes the table. */
void tg_board_replace(struct tg_board *board, const struct tg_where *where);
/* It shall say how things are now; in a new message, which people notice. */
void tg_board_change(struct tg_board *board);
void tg_board_renew(struct tg_board *board);
/* Somebody asks for a new message. If one is on its way that is the one; of those that have left
 * that is so for whoever presses a button. */
void tg_board_ask(struct tg_board *board, bool is_press);
/* A hash of what has happened at the table, whatever is said of it and whoever is there. */
uint64_t tg_board_state(const struct tg_board *board);
/* Makes text and keyboard, in the buffers of the door, and their hash. */
uint64_t tg_board_draw(struct tg_board *board, size_t units);

#endif
