// SPDX-License-Identifier: MIT
/*
 * telegram_commands.h: what people can type, as a table.
 *
 * The menus of Telegram and /help are made from it.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_COMMANDS_H
#define HC_DOORS_TELEGRAM_TELEGRAM_COMMANDS_H

#include "doors/telegram/telegram_inside.h"

struct telegram_update;

/* Something that was said to us. */
struct tg_saying {
    struct telegram *telegram;
    struct tg_person *person;
    struct tg_chat *chat; /* a group, or NULL */
    struct tg_where where;
    const char *args;
    int64_t reply_to; /* whom it answers; 0: nobody */
    bool is_edit;     /* it was said before, in other words */
};

/* Does what a text says, if it is a command. In a private chat any other text is answered, too. */
void tg_commands_take(struct tg_saying *saying, const char *text);
/* Whether a text is a command, and meant for this bot. */
bool tg_is_command(const struct telegram *telegram, const char *text);
/* The commands as a JSON member, for a menu. */
void tg_put_commands(struct hc_text *out, const struct hc_language *language, bool group);
/* The same as lines of HTML. */
void tg_put_help(struct hc_text *out, const struct hc_language *language);

/* The table that somebody means who does not name one; false, and it is told, if there is none. */
bool tg_find_table(struct tg_saying *saying, char code[HC_ROOM_CODE_CHARS + 1]);
/* How a room is; false, and it is told, if there is none of that code. */
bool tg_look(struct tg_saying *saying, const char *code, struct hc_room_view *room);
/* Opens a table as the words say: a game, a preset, options. */
void tg_new_table(struct tg_saying *saying, const char *words);
/* A hand, shown privately. */
void tg_show_hand(struct tg_saying *saying, const char *code);
/* How the table is, in a fresh message. */
void tg_show_state(struct tg_saying *saying, const char *code);

#endif
