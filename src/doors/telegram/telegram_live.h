// SPDX-License-Identifier: MIT
/* telegram_live.h: what a board says: in a group what a spectator may know, in a private chat what
 * its person may know, with the hand. */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_LIVE_H
#define HC_DOORS_TELEGRAM_TELEGRAM_LIVE_H

#include "doors/telegram/telegram_inside.h"

/* The text of a board, as HTML, with what happened last or without; and its keyboard, as JSON. */
void tg_live_text(const struct tg_board *board, bool with_story, struct hc_text *out);
void tg_live_keys(const struct tg_board *board, struct hc_text *out);
void tg_hand_text(const struct tg_board *board, bool with_story, struct hc_text *out);
void tg_hand_keys(const struct tg_board *board, struct hc_text *out);

/* The buttons that the lobby and the time between rounds have in any chat. */
struct tg_keys;
void tg_stage_keys(const struct tg_board *board, struct tg_keys *keys);
/* The address of the web client at a table, "" if there is none: for a private chat, where it opens
 * as a Mini App, or for a group. */
void tg_web_url(const struct tg_board *board, char *url, size_t size);
/* A link that opens the private chat: "https://t.me/BOT?start=WHAT". */
void tg_deep_link(const struct telegram *telegram, const char *what, const char *code, char *url,
                  size_t size);
/* One by which somebody sends others a link to a table. */
void tg_share_link(const struct telegram *telegram, const char *code, char *url, size_t size);

#endif
