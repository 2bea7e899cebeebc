// SPDX-License-Identifier: MIT
/*
 * telegram_table.h: two people at a table in a group of telegram_world.h, and what they read there.
 */
#ifndef HC_TESTS_UNIT_TELEGRAM_TABLE_H
#define HC_TESTS_UNIT_TELEGRAM_TABLE_H

#include "unit/telegram_world.h"

static char code[HC_ROOM_CODE_CHARS + 1]; /* of the table */

static void check_says(int64_t chat, const char *text)
{
    if (!last_message(chat) || !strstr(last_message(chat)->text, text))
        fail_msg("\"%s\" is not in: %s", text,
                 last_message(chat) ? last_message(chat)->text : "nothing");
}

/* Two people at a table of the lite rules in the group; a match is on unless told otherwise. */
static void set_up(const char *game, bool starts)
{
    char text[100];

    say(101, 101, "/start");
    say(102, 102, "/start");
    snprintf(text, sizeof text, "/new %s", game);
    say(101, GROUP, text);
    snprintf(code, sizeof code, "%s", code_in(last_message(GROUP)));
    press(102, last_message(GROUP), "Join");
    add_witness(0, code);
    if (starts)
        press(101, last_message(GROUP), "Start");
    pass(3000);
}

/* The newest message of a private chat that shows a table. */
static struct message *board_of(int64_t person)
{
    for (unsigned i = world.messages; i-- > 0;)
        if (world.message[i].chat == person && !world.message[i].deleted &&
            strstr(world.message[i].text, "<code>"))
            return &world.message[i];
    return NULL;
}

/* Who is to play, and who is not. */
static int64_t awaited(void)
{
    return strstr(board_of(101)->text, "your turn") ? 101 : 102;
}

static int64_t other(int64_t person)
{
    return person == 101 ? 102 : 101;
}

#endif
