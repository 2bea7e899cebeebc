// SPDX-License-Identifier: MIT
/*
 * telegram_json.h: pieces of what Telegram says, and what it would refuse of what it is told.
 */
#ifndef HC_TESTS_UNIT_TELEGRAM_JSON_H
#define HC_TESTS_UNIT_TELEGRAM_JSON_H

#include <jansson.h>
#include <string.h>

#include "doors/telegram/telegram_text.h"

static void put_user(json_t *object, const char *key, int64_t id, const char *name)
{
    json_object_set_new(object, key,
                        json_pack("{s:I,s:b,s:s,s:s}", "id", (json_int_t)id, "is_bot", 0,
                                  "first_name", name, "language_code", "en"));
}

static json_t *make_chat(int64_t chat)
{
    return json_pack("{s:I,s:s,s:s}", "id", (json_int_t)chat, "type",
                     chat > 0 ? "private" : "supergroup", chat > 0 ? "first_name" : "title",
                     "some");
}

/* What is wrong with the buttons of a call; NULL: nothing. */
static const char *problem_of_keys(const json_t *json)
{
    const json_t *rows = json_object_get(json_object_get(json, "reply_markup"), "inline_keyboard");
    size_t r, k;
    json_t *row, *key;

    json_array_foreach((json_t *)rows, r, row)
    {
        if (!json_array_size(row))
            return "a row without buttons";
        json_array_foreach(row, k, key)
        {
            const char *label = json_string_value(json_object_get(key, "text"));
            const char *data = json_string_value(json_object_get(key, "callback_data"));

            if (!label || !*label)
                return "a button that says nothing";
            if (data && (!*data || strlen(data) > 64))
                return "a button with too much data, or too little";
        }
    }
    return NULL;
}

/* What Telegram would refuse of a call's parameters; NULL: nothing. */
static const char *problem_of(const json_t *json)
{
    const json_t *media = json_object_get(json, "media");
    const char *text = json_string_value(json_object_get(json, "text"));
    const char *caption = json_string_value(json_object_get(media ? media : json, "caption"));
    bool is_toast = json_object_get(json, "callback_query_id") != NULL;

    if (text && caption)
        return "a text and a caption";
    if (text && (!*text || tg_units(text, !is_toast) > (is_toast ? 200 : 4096)))
        return "a text that is empty, or too long";
    if (caption && (!*caption || tg_units(caption, true) > 1024))
        return "a caption that is empty, or too long";
    return problem_of_keys(json);
}

#endif
