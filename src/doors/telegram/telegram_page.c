// SPDX-License-Identifier: MIT
/* telegram_page.c: messages with buttons to choose from. */
#include "doors/telegram/telegram_page.h"

#include "doors/telegram/telegram_calls.h"

void tg_page_begin(struct tg_page *page)
{
    hc_text_init(&page->text, page->html, sizeof page->html);
    hc_text_init(&page->keyboard, page->json, sizeof page->json);
    tg_keys_begin(&page->keys, &page->keyboard);
}

bool tg_page_is_board(const struct tg_saying *saying)
{
    const struct tg_board *board = saying->chat ? saying->chat->boards : saying->person->boards;

    while (board && board->message != saying->where.message)
        board = board->next;
    return board != NULL;
}

void tg_page_send(const struct tg_saying *saying, struct tg_page *page)
{
    const char *keyboard;

    tg_keys_end(&page->keys);
    keyboard = page->keyboard.length < page->keyboard.size ? page->json : NULL;
    if (saying->where.is_press && !tg_page_is_board(saying))
        tg_edit(saying->telegram, &saying->where, page->html, keyboard);
    else
        tg_reply(saying->telegram, &saying->where, page->html, page->keys.any ? keyboard : NULL);
}
