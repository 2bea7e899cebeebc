// SPDX-License-Identifier: MIT
/*
 * init_data.c: checking what Telegram hands to a Mini App. Nothing is believed of a text before its
 * HMAC is right. Start reading at init_data_read().
 */
#include "doors/telegram/init_data.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum { USER_MAX_BITS = 52 }; /* as Telegram says of the numbers of people */

struct field {
    const char *name, *value; /* without escapes, each ends with a zero */
};

struct fields {
    struct field field[INIT_DATA_FIELDS_MAX];
    size_t count;
    char texts[INIT_DATA_BYTES_MAX + 1];
};

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Takes the escapes out of a text where it stands; false if one is none, or hides a zero. */
static bool unescape(char *text)
{
    char *to = text;

    for (; *text; text++, to++) {
        *to = *text == '+' ? ' ' : *text;
        if (*text == '%') {
            int high = hex_value(text[1]), low = high < 0 ? -1 : hex_value(text[2]);

            if (low < 0 || !(high | low))
                return false;
            *to = (char)(high << 4 | low);
            text += 2;
        }
    }
    *to = '\0';
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct field *)a)->name, ((const struct field *)b)->name);
}

/* Fields in the order of their names, of which there are no two the same. */
static bool split(const char *text, size_t size, struct fields *fields)
{
    char *rest = fields->texts;

    if (!size || size > INIT_DATA_BYTES_MAX || memchr(text, '\0', size))
        return false;
    memcpy(fields->texts, text, size);
    fields->texts[size] = '\0';
    for (fields->count = 0; rest; fields->count++) {
        char *name = rest, *end = strchr(name, '&'), *value;

        rest = end ? end + 1 : NULL;
        if (end)
            *end = '\0';
        value = strchr(name, '=');
        if (!value || fields->count == INIT_DATA_FIELDS_MAX)
            return false;
        *value++ = '\0';
        if (!unescape(name) || !unescape(value))
            return false;
        fields->field[fields->count] = (struct field){name, value};
    }
    qsort(fields->field, fields->count, sizeof *fields->field, by_name);
    for (size_t i = 1; i < fields->count; i++)
        if (!strcmp(fields->field[i - 1].name, fields->field[i].name))
            return false;
    return true;
}

static const char *value_of(const struct fields *fields, const char *name)
{
    for (size_t i = 0; i < fields->count; i++)
        if (!strcmp(fields->field[i].name, name))
            return fields->field[i].value;
    return "";
}

/* The HMAC of all fields but the hash itself, as lines. */
static void add_up(const struct fields *fields, const uint8_t key[INIT_DATA_KEY_BYTES],
                   uint8_t sum[crypto_auth_hmacsha256_BYTES])
{
    crypto_auth_hmacsha256_state state;
    bool first = true;

    crypto_auth_hmacsha256_init(&state, key, INIT_DATA_KEY_BYTES);
    for (size_t i = 0; i < fields->count; i++) {
        const struct field *field = &fields->field[i];

        if (!strcmp(field->name, "hash"))
            continue;
        if (!first)
            crypto_auth_hmacsha256_update(&state, (const uint8_t *)"\n", 1);
        first = false;
        crypto_auth_hmacsha256_update(&state, (const uint8_t *)field->name, strlen(field->name));
        crypto_auth_hmacsha256_update(&state, (const uint8_t *)"=", 1);
        crypto_auth_hmacsha256_update(&state, (const uint8_t *)field->value, strlen(field->value));
    }
    crypto_auth_hmacsha256_final(&state, sum);
}

static bool is_signed(const struct fields *fields, const uint8_t key[INIT_DATA_KEY_BYTES])
{
    uint8_t sum[crypto_auth_hmacsha256_BYTES], given[crypto_auth_hmacsha256_BYTES];
    const char *hash = value_of(fields, "hash");

    if (strlen(hash) != 2 * sizeof given)
        return false;
    for (size_t i = 0; i < sizeof given; i++) {
        int high = hex_value(hash[2 * i]), low = hex_value(hash[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        given[i] = (uint8_t)(high << 4 | low);
    }
    add_up(fields, key, sum);
    return !sodium_memcmp(sum, given, sizeof sum);
}

static bool is_fresh(const struct fields *fields, uint64_t now_ms)
{
    const char *date = value_of(fields, "auth_date"), *end;
    uint64_t made_s = 0, now_s = now_ms / 1000;

    end = hc_read_number(date, UINT32_MAX, &made_s);
    return end && !*end && made_s + INIT_DATA_OLD_S >= now_s && made_s <= now_s + INIT_DATA_EARLY_S;
}

static bool read_user(const char *json, struct init_data *data)
{
    json_t *user = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
    const char *name = json_string_value(json_object_get(user, "first_name"));
    bool fits = name && strlen(name) < sizeof data->name;

    data->user = json_integer_value(json_object_get(user, "id"));
    if (fits)
        strcpy(data->name, name);
    json_decref(user); /* and the name with it */
    return fits && data->user > 0 && data->user >> USER_MAX_BITS == 0;
}

void init_data_key(const char *bot_token, uint8_t key[INIT_DATA_KEY_BYTES])
{
    static const char word[] = "WebAppData";
    crypto_auth_hmacsha256_state state;

    crypto_auth_hmacsha256_init(&state, (const uint8_t *)word, sizeof word - 1);
    crypto_auth_hmacsha256_update(&state, (const uint8_t *)bot_token, strlen(bot_token));
    crypto_auth_hmacsha256_final(&state, key);
}

bool init_data_read(const char *text, size_t size, const uint8_t key[INIT_DATA_KEY_BYTES],
                    uint64_t now_ms, struct init_data *data, const char **why)
{
    struct fields fields;

    *why = "this is not what Telegram hands to a page";
    if (!split(text, size, &fields) || !is_signed(&fields, key))
        return false;
    *why = "this is too old: open the page again";
    if (!is_fresh(&fields, now_ms))
        return false;
    *why = "nobody is named";
    return read_user(value_of(&fields, "user"), data);
}
