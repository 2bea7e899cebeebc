// SPDX-License-Identifier: MIT
/* telegram_keys.c: keyboards as JSON, and the data of buttons. */
#include "doors/telegram/telegram_keys.h"

#include "core/memory.h"

enum { DATA_MAX = 64 };

/* ---- The data of buttons ----------------------------------------------------------------------
 */

static void put_seq(struct hc_text *out, uint32_t seq)
{
    static const char digits[] = "0123456789abcdef";
    int shift = 28;

    while (shift > 0 && !(seq >> shift))
        shift -= 4;
    for (; shift >= 0; shift -= 4)
        hc_put_char(out, digits[seq >> shift & 15]);
}

bool tg_write_press(enum tg_press verb, const char *code, uint32_t seq, const char *rest,
                    char *data, size_t size)
{
    struct hc_text out;

    hc_text_init(&out, data, size);
    hc_put_char(&out, (char)verb);
    hc_put_char(&out, '.');
    hc_put(&out, code);
    hc_put_char(&out, '.');
    put_seq(&out, seq);
    hc_put_char(&out, '.');
    hc_put(&out, rest);
    return out.length <= DATA_MAX && out.length < size;
}

static bool read_digit(char c, uint32_t *digit)
{
    if (c >= '0' && c <= '9')
        *digit = (uint32_t)(c - '0');
    else if (c >= 'a' && c <= 'f')
        *digit = (uint32_t)(c - 'a' + 10);
    else
        return false;
    return true;
}

bool tg_read_press(const char *data, struct tg_pressed *pressed)
{
    uint32_t digit;
    unsigned i;

    *pressed = (struct tg_pressed){.verb = data[0]};
    if (!data[0] || data[1] != '.')
        return false;
    data += 2;
    for (i = 0; i < HC_ROOM_CODE_CHARS && data[i] && data[i] != '.'; i++)
        pressed->code[i] = data[i];
    pressed->code[i] = '\0';
    if (data[i] != '.' || (i && !hc_room_is_code(pressed->code)))
        return false;
    data += i + 1;
    for (i = 0; i < 8 && read_digit(data[i], &digit); i++)
        pressed->seq = pressed->seq << 4 | digit;
    if (!i || data[i] != '.')
        return false;
    pressed->rest = data + i + 1;
    return true;
}

/* ---- Keyboards --------------------------------------------------------------------------------
 */

void tg_keys_begin(struct tg_keys *keys, struct hc_text *out)
{
    *keys = (struct tg_keys){.out = out, .per_row = 1};
    hc_json_open(out, NULL, '{');
    hc_json_open(out, "inline_keyboard", '[');
}

void tg_keys_row(struct tg_keys *keys, unsigned per_row)
{
    if (keys->in_row)
        hc_json_close(keys->out, ']');
    keys->in_row = 0;
    keys->per_row = per_row;
}

static void begin_key(struct tg_keys *keys, const char *label)
{
    if (keys->in_row == keys->per_row)
        tg_keys_row(keys, keys->per_row);
    if (!keys->in_row++)
        hc_json_open(keys->out, NULL, '[');
    keys->any = true;
    hc_json_open(keys->out, NULL, '{');
    hc_json_string(keys->out, "text", label);
}

void tg_key(struct tg_keys *keys, const char *label, enum tg_press verb, const char *code,
            uint32_t seq, const char *rest)
{
    char data[DATA_MAX + 1];

    if (!tg_write_press(verb, code, seq, rest, data, sizeof data))
        return;
    begin_key(keys, label);
    hc_json_string(keys->out, "callback_data", data);
    hc_json_close(keys->out, '}');
}

void tg_key_url(struct tg_keys *keys, const char *label, const char *url)
{
    begin_key(keys, label);
    hc_json_string(keys->out, "url", url);
    hc_json_close(keys->out, '}');
}

void tg_key_web(struct tg_keys *keys, const char *label, const char *url)
{
    begin_key(keys, label);
    hc_json_open(keys->out, "web_app", '{');
    hc_json_string(keys->out, "url", url);
    hc_json_close(keys->out, '}');
    hc_json_close(keys->out, '}');
}

void tg_key_inline(struct tg_keys *keys, const char *label, const char *query)
{
    begin_key(keys, label);
    hc_json_string(keys->out, "switch_inline_query_current_chat", query);
    hc_json_close(keys->out, '}');
}

void tg_keys_end(struct tg_keys *keys)
{
    tg_keys_row(keys, 1);
    hc_json_close(keys->out, ']');
    hc_json_close(keys->out, '}');
}
