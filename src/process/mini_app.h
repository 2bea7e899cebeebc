// SPDX-License-Identifier: MIT
/*
 * mini_app.h: the web client inside of Telegram: what the server door asks the Telegram door, since
 * no door sees another.
 *
 * Telegram shows the page of /telegram (or /telegram/CODE), hands it initData, and the page posts
 * that to /api/telegram. Whoever it names is given the token of the guest that they are in chats,
 * and so sits on the same seats.
 */
#ifndef HC_PROCESS_MINI_APP_H
#define HC_PROCESS_MINI_APP_H

#include "doors/server/server.h"
#include "doors/telegram/init_data.h"
#include "process/telegram_hands.h"

#define MINI_APP_PATH   "/telegram"
#define MINI_APP_ORIGIN "https://web.telegram.org" /* where it is shown in a frame */

struct mini_app {
    const struct telegram_hands *hands;
    uint8_t key[INIT_DATA_KEY_BYTES];
    struct server_post post; /* for the plan of the server */
};

/* The bot's token is not kept. */
void mini_app_init(struct mini_app *app, const struct telegram_hands *hands, const char *bot_token);

#endif
