// SPDX-License-Identifier: MIT
#include "process/mini_app.h"

#include <sodium.h>
#include <string.h>

#include "net/clock.h"

/* As much of a name as fits one at a table, cut between two letters. */
static void cut_name(const char *name, char cut[HC_ROOM_NAME_BYTES])
{
    size_t length = strlen(name);

    if (length >= HC_ROOM_NAME_BYTES)
        for (length = HC_ROOM_NAME_BYTES - 1; ((unsigned char)name[length] & 0xc0) == 0x80;)
            length--;
    memcpy(cut, name, length);
    cut[length] = '\0';
}

static unsigned answer(void *context, const struct http_head *head, const char *body, size_t size,
                       struct hc_text *out)
{
    const struct mini_app *app = context;
    uint8_t token[TELEGRAM_TOKEN_BYTES];
    char name[HC_ROOM_NAME_BYTES];
    struct init_data data;
    const char *why;
    bool is_real = init_data_read(body, size, app->key, clock_wall_ms(), &data, &why);
    bool ok = is_real && telegram_hands_token(app->hands, data.user, token);

    (void)head;
    hc_json_open(out, NULL, '{');
    hc_json_bool(out, "ok", ok);
    if (ok) {
        hc_json_hex(out, "token", token, sizeof token);
        sodium_memzero(token, sizeof token);
        cut_name(data.name, name);
        hc_json_string(out, "name", name);
    } else {
        hc_json_string(out, "code", hc_refusal_name(is_real ? HC_NOT_STORED : HC_NOT_ALLOWED));
        hc_json_string(out, "why", is_real ? "the bot is not there yet; try again" : why);
    }
    hc_json_close(out, '}');
    return ok ? 200 : is_real ? 503 : 403;
}

void mini_app_init(struct mini_app *app, const struct telegram_hands *hands, const char *bot_token)
{
    app->hands = hands;
    init_data_key(bot_token, app->key);
    app->post = (struct server_post){.path = "/api/telegram", .answer = answer, .context = app};
}
