// SPDX-License-Identifier: MIT
/*
 * init_data.h: who has opened the web client as a Mini App.
 *
 * Telegram hands the page a text (`initData`): fields as in a query, among them the person, the
 * time, and an HMAC-SHA256 over all others. Its key is made of the bot's token, so whoever has that
 * can tell that the text is Telegram's, and how old it is.
 * https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 */
#ifndef HC_DOORS_TELEGRAM_INIT_DATA_H
#define HC_DOORS_TELEGRAM_INIT_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    INIT_DATA_KEY_BYTES = 32,
    INIT_DATA_BYTES_MAX = 4096,
    INIT_DATA_FIELDS_MAX = 32,
    INIT_DATA_NAME_BYTES = 256, /* 64 letters of any kind, with a zero */
    INIT_DATA_OLD_S = 3600,     /* older ones are refused… */
    INIT_DATA_EARLY_S = 60,     /* …and those from a future that no clock's error explains */
};

struct init_data {
    int64_t user;
    char name[INIT_DATA_NAME_BYTES]; /* the first name */
};

/* The key for all data that is handed out to this bot's pages. */
void init_data_key(const char *bot_token, uint8_t key[INIT_DATA_KEY_BYTES]);
/* False: it is not Telegram's, or not fresh; `why` says which, for whoever sent it. */
bool init_data_read(const char *text, size_t size, const uint8_t key[INIT_DATA_KEY_BYTES],
                    uint64_t now_ms, struct init_data *data, const char **why);

#endif
