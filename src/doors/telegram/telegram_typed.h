// SPDX-License-Identifier: MIT
/*
 * telegram_typed.h: what people type, as commands of a game.
 *
 * People say "/play 3 green" and "/catch Ben"; the engine takes "play WW color=G" and "catch 1".
 * Cards are numbered as the hand lists them, from 1, or have their codes; colours and players may
 * be called by their names.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_TYPED_H
#define HC_DOORS_TELEGRAM_TELEGRAM_TYPED_H

#include "doors/telegram/telegram_inside.h"

/* Takes the next word of a text; "" at its end. */
const char *tg_take_word(const char *text, char *word, size_t size);
/* Takes the code of a table, if the text begins with one; otherwise "". */
const char *tg_take_code(const char *text, char code[HC_ROOM_CODE_CHARS + 1]);
/* The seat of somebody by name, or by number from 1; HC_NONE if there is nobody. */
unsigned tg_seat_named(const struct hc_room_view *room, const char *name);
/* The command of a verb with what was typed behind it. */
void tg_typed_command(const struct tg_board *board, const char *verb, const char *args,
                      struct hc_text *out);

#endif
