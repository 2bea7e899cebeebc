// SPDX-License-Identifier: MIT
/* telegram_page.h: a message with buttons to choose from, which the next choice replaces. */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_PAGE_H
#define HC_DOORS_TELEGRAM_TELEGRAM_PAGE_H

#include "doors/telegram/telegram_commands.h"
#include "doors/telegram/telegram_keys.h"

enum { TG_PAGE_KEYS_BYTES = 6000 };

struct tg_page {
    struct hc_text text, keyboard;
    struct tg_keys keys;
    char html[TG_TEXT_BYTES], json[TG_PAGE_KEYS_BYTES];
};

void tg_page_begin(struct tg_page *page);
/* Whether the message with the button that was pressed shows a table: that stays. */
bool tg_page_is_board(const struct tg_saying *saying);
/* Sends it; if a button of another page was pressed, it takes the place of that one. */
void tg_page_send(const struct tg_saying *saying, struct tg_page *page);

#endif
