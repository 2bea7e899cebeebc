// SPDX-License-Identifier: MIT
/*
 * telegram_tables.h: what people do at tables, as requests to the house.
 *
 * Each is answered once, perhaps only when it is durable: telegram_news.c finds the request by its
 * tag. A refusal is told where it was asked for; success is seen on the boards.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_TABLES_H
#define HC_DOORS_TELEGRAM_TELEGRAM_TABLES_H

#include "doors/telegram/telegram_memory.h"

/* The settings of a table here, by a preset of settings; false if there is none of that name. */
bool tg_table_settings(const char *preset, char *settings, size_t size);
/* Opens a table with a game and rules; whoever wants it sits down there, and a group gets a board.
 */
void tg_create(struct tg_person *person, const struct tg_where *where, const char *game,
               const char *rules, const char *preset);
/* Whether the button of this message was pressed for a table that is not there yet. */
bool tg_is_being_made(struct telegram *telegram, const struct tg_where *where);
/* Goes on making a table that was wanted before the door was closed. */
void tg_tables_resume(struct telegram *telegram, uint64_t number, const struct tg_intent *intent);
void tg_join(struct tg_person *person, const struct tg_where *where, const char *code);
/* Looks on, in this chat. */
void tg_watch(struct tg_person *person, const struct tg_where *where, const char *code);
void tg_leave(struct tg_person *person, const struct tg_where *where, const char *code);
/* Any other request: a verb, a seat or HC_NONE, a text. */
void tg_do(struct tg_person *person, const struct tg_where *where, const char *code,
           enum hc_room_verb verb, unsigned seat, const char *text);
/* A command of the game, at the state of the table that its giver saw. What it leaves open is asked
 * for. */
void tg_act(struct tg_person *person, const struct tg_where *where, const char *code,
            const char *text, uint32_t seq);
void tg_hint(struct tg_person *person, const struct tg_where *where, const char *code);
void tg_ask_house(struct tg_person *person, const struct tg_where *where, enum tg_request_kind kind,
                  struct house_question *question);

/* The person's own board of a table, which its line looks at. NULL, and it is told, if there is no
 * such table, or the person does not sit there. */
struct tg_board *tg_sit_board(struct tg_person *person, const struct tg_where *where,
                              const char *code);
/* Whether somebody who was refused a seat asks once more: by another name, or for an answer. */
bool tg_join_again(struct tg_person *person, const struct tg_request *request,
                   const struct house_news *news);
/* Notes that somebody is there, and that this is the last active table. */
void tg_present(struct tg_person *person, const char *code);
/* Does what could not be done while something was told. */
void tg_tasks_run(struct telegram *telegram);
void tg_tasks_forget(const struct tg_person *person);
struct tg_task *tg_task_add(struct telegram *telegram, enum tg_task_kind kind,
                            struct tg_person *person, const struct tg_where *where,
                            const char *code);

#endif
