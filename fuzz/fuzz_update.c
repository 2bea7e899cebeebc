// SPDX-License-Identifier: MIT
/*
 * fuzz_update.c: any bytes as an Update of Telegram's Bot API, and as an answer that has some. What
 * is read is whole: texts end, and are UTF-8.
 */
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "doors/telegram/telegram_update.h"

static void must(bool fact)
{
    if (!fact)
        abort();
}

static void check_text(const char *text, size_t size)
{
    size_t length = strnlen(text, size);

    must(length < size && hc_utf8_ok(text, length));
    for (size_t i = 0; i < length; i++)
        must((uint8_t)text[i] >= ' ' || text[i] == '\n');
}

static void check_user(const struct telegram_user *user)
{
    check_text(user->name, sizeof user->name);
    check_text(user->username, sizeof user->username);
    check_text(user->language, sizeof user->language);
}

static void check_update(const char *json, size_t size)
{
    static struct telegram_update update;

    if (!telegram_update_read(json, size, &update))
        return;
    must(update.id >= 0 && update.id <= TELEGRAM_UPDATE_ID_MAX);
    check_user(&update.from);
    check_user(&update.reply_from);
    check_text(update.text, sizeof update.text);
    must(update.text_size == strlen(update.text));
    check_text(update.query, sizeof update.query);
    check_text(update.data, sizeof update.data);
    check_text(update.asked, sizeof update.asked);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *json = (const char *)data, *update;
    size_t offset = 0, before = 0, update_size;

    check_update(json, size);
    while (telegram_updates_next(json, size, &offset, &update, &update_size)) {
        must(offset > before && offset <= size && update + update_size == json + offset);
        check_update(update, update_size);
        before = offset;
    }
    return 0;
}
