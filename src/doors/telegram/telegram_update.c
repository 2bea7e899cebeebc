// SPDX-License-Identifier: MIT
/* telegram_update.c: an Update becomes a struct. Start reading with telegram_update_read. */
#include "doors/telegram/telegram_update.h"

#include <jansson.h>
#include <string.h>

/* ---- Values --------------------------------------------------------------------------------- */

static int64_t number_of(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

static bool flag_of(const json_t *object, const char *name)
{
    return json_is_true(json_object_get(object, name));
}

/* Copies whole characters as far as there is room; returns how many bytes they take. */
static size_t copy_text(char *to, size_t size, const json_t *value, bool keep_lines)
{
    const char *text = json_string_value(value);
    size_t length = text ? json_string_length(value) : 0;

    if (length >= size) {
        length = size - 1;
        while (length && ((uint8_t)text[length] & 0xc0) == 0x80)
            length--;
    }
    for (size_t i = 0; i < length; i++)
        to[i] = (uint8_t)text[i] >= ' ' || (keep_lines && text[i] == '\n') ? text[i] : ' ';
    to[length] = '\0';
    return length;
}

static size_t read_text(char *to, size_t size, const json_t *object, const char *name)
{
    return copy_text(to, size, json_object_get(object, name), false);
}

#define READ_TEXT(to, object, name) read_text((to), sizeof(to), (object), (name))

/* ---- People and chats ----------------------------------------------------------------------- */

static void read_user(const json_t *user, struct telegram_user *to)
{
    size_t used;

    to->id = number_of(user, "id");
    to->is_bot = flag_of(user, "is_bot");
    used = READ_TEXT(to->name, user, "first_name");
    if (json_string_length(json_object_get(user, "last_name")) && used + 2 < sizeof to->name) {
        if (used)
            to->name[used++] = ' ';
        read_text(to->name + used, sizeof to->name - used, user, "last_name");
    }
    READ_TEXT(to->username, user, "username");
    READ_TEXT(to->language, user, "language_code");
}

static enum telegram_chat_type read_chat_type(const json_t *value)
{
    static const char *const names[] = {[TELEGRAM_CHAT_UNKNOWN] = "",
                                        [TELEGRAM_CHAT_PRIVATE] = "private",
                                        [TELEGRAM_CHAT_GROUP] = "group",
                                        [TELEGRAM_CHAT_SUPERGROUP] = "supergroup",
                                        [TELEGRAM_CHAT_CHANNEL] = "channel"};
    const char *text = json_string_value(value);

    for (unsigned i = 0; text && i < sizeof names / sizeof *names; i++)
        if (!strcmp(text, names[i]))
            return (enum telegram_chat_type)i;
    return TELEGRAM_CHAT_UNKNOWN;
}

static void read_chat(const json_t *chat, struct telegram_chat *to)
{
    to->id = number_of(chat, "id");
    to->type = read_chat_type(json_object_get(chat, "type"));
    to->is_forum = flag_of(chat, "is_forum");
}

/* ---- Messages ------------------------------------------------------------------------------- */

/* Where it stands; also of a message that somebody pressed a button of. */
static void read_place(const json_t *message, struct telegram_update *to)
{
    read_chat(json_object_get(message, "chat"), &to->chat);
    to->message = number_of(message, "message_id");
    /* Without topics this is a thread of answers, in which nobody has to stay. */
    if (flag_of(message, "is_topic_message"))
        to->thread = number_of(message, "message_thread_id");
}

static void read_message(const json_t *message, struct telegram_update *to)
{
    const json_t *text = json_object_get(message, "text");

    read_place(message, to);
    read_user(json_object_get(message, "from"), &to->from);
    to->as_chat = json_is_object(json_object_get(message, "sender_chat"));
    to->text_size = copy_text(to->text, sizeof to->text,
                              text ? text : json_object_get(message, "caption"), true);
    read_user(json_object_get(json_object_get(message, "reply_to_message"), "from"),
              &to->reply_from);
    to->via_bot = json_is_object(json_object_get(message, "via_bot"));
    to->migrate_to = number_of(message, "migrate_to_chat_id");
}

/* ---- Queries, and the bot itself ------------------------------------------------------------ */

static void read_callback(const json_t *query, struct telegram_update *to)
{
    READ_TEXT(to->query, query, "id");
    read_user(json_object_get(query, "from"), &to->from);
    read_place(json_object_get(query, "message"), to);
    READ_TEXT(to->data, query, "data");
}

static void read_inline_query(const json_t *query, struct telegram_update *to)
{
    READ_TEXT(to->query, query, "id");
    read_user(json_object_get(query, "from"), &to->from);
    READ_TEXT(to->asked, query, "query");
}

static void read_chosen(const json_t *chosen, struct telegram_update *to)
{
    READ_TEXT(to->data, chosen, "result_id");
    read_user(json_object_get(chosen, "from"), &to->from);
}

static enum telegram_member_status read_status(const json_t *member)
{
    static const char *const names[] = {[TELEGRAM_MEMBER_UNKNOWN] = "",
                                        [TELEGRAM_MEMBER_CREATOR] = "creator",
                                        [TELEGRAM_MEMBER_ADMINISTRATOR] = "administrator",
                                        [TELEGRAM_MEMBER_MEMBER] = "member",
                                        [TELEGRAM_MEMBER_RESTRICTED] = "restricted",
                                        [TELEGRAM_MEMBER_LEFT] = "left",
                                        [TELEGRAM_MEMBER_KICKED] = "kicked"};
    const char *text = json_string_value(json_object_get(member, "status"));

    for (unsigned i = 0; text && i < sizeof names / sizeof *names; i++)
        if (!strcmp(text, names[i]))
            return (enum telegram_member_status)i;
    return TELEGRAM_MEMBER_UNKNOWN;
}

static void read_membership(const json_t *change, struct telegram_update *to)
{
    read_chat(json_object_get(change, "chat"), &to->chat);
    read_user(json_object_get(change, "from"), &to->from);
    to->was = read_status(json_object_get(change, "old_chat_member"));
    to->is = read_status(json_object_get(change, "new_chat_member"));
}

static const struct {
    const char *name;
    enum telegram_update_kind kind;
    void (*read)(const json_t *value, struct telegram_update *to);
} kinds[] = {
    {"message", TELEGRAM_UPDATE_MESSAGE, read_message},
    {"edited_message", TELEGRAM_UPDATE_EDITED_MESSAGE, read_message},
    {"callback_query", TELEGRAM_UPDATE_CALLBACK_QUERY, read_callback},
    {"inline_query", TELEGRAM_UPDATE_INLINE_QUERY, read_inline_query},
    {"chosen_inline_result", TELEGRAM_UPDATE_CHOSEN_RESULT, read_chosen},
    {"my_chat_member", TELEGRAM_UPDATE_MY_CHAT_MEMBER, read_membership},
};

static bool read_update(const json_t *update, struct telegram_update *to)
{
    const json_t *number = json_object_get(update, "update_id");

    if (!json_is_integer(number) || json_integer_value(number) < 0)
        return false;
    to->id = json_integer_value(number);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const json_t *value = json_object_get(update, kinds[i].name);

        if (json_is_object(value)) {
            to->kind = kinds[i].kind;
            kinds[i].read(value, to);
            break;
        }
    }
    return true;
}

/* ---- Text that is no tree ------------------------------------------------------------------- */

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* The end of the value that begins there, by its brackets and quotes alone; 0 if it has none. */
static size_t end_of_value(const char *json, size_t size, size_t offset)
{
    unsigned depth = 0;
    bool quoted = false;

    for (size_t i = offset; i < size; i++) {
        char c = json[i];

        if (quoted) {
            i += c == '\\';
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if ((c == '}' || c == ']') && depth && !--depth) {
            return i + 1;
        }
        if (!depth && !quoted &&
            (c == '"' || i + 1 >= size || json[i + 1] == ',' || json[i + 1] == '}' ||
             json[i + 1] == ']'))
            return i + 1;
    }
    return 0;
}

static size_t skip_spaces(const char *json, size_t size, size_t offset)
{
    while (offset < size && is_space(json[offset]))
        offset++;
    return offset;
}

/* Where the value of a member of the outermost object begins; 0: it has none of that name. */
static size_t find_member(const char *json, size_t size, const char *name)
{
    size_t offset = skip_spaces(json, size, 0), length = strlen(name);

    if (offset >= size || json[offset] != '{')
        return 0;
    for (offset++; offset < size;) {
        size_t start = skip_spaces(json, size, offset), end = start, value;

        if (start >= size || json[start] != '"')
            return 0;
        for (end++; end < size && json[end] != '"'; end++)
            end += json[end] == '\\';
        value = skip_spaces(json, size, end + 1);
        if (value >= size || json[value] != ':')
            return 0;
        value = skip_spaces(json, size, value + 1);
        if (end - start - 1 == length && !memcmp(json + start + 1, name, length))
            return value < size ? value : 0;
        if (!(offset = end_of_value(json, size, value)))
            return 0;
        offset = skip_spaces(json, size, offset);
        if (offset >= size || json[offset++] != ',')
            return 0;
    }
    return 0;
}

/* The number of an Update that is no JSON as we know it: it must not come again and again. */
static bool find_number(const char *json, size_t size, int64_t *number)
{
    size_t offset = find_member(json, size, "update_id");

    *number = 0;
    if (!offset || json[offset] < '0' || json[offset] > '9')
        return false;
    for (; offset < size && json[offset] >= '0' && json[offset] <= '9'; offset++) {
        if (*number > (INT64_MAX - 9) / 10)
            return false;
        *number = 10 * *number + json[offset] - '0';
    }
    return true;
}

bool telegram_update_read(const char *json, size_t size, struct telegram_update *update)
{
    json_t *tree =
        size <= TELEGRAM_UPDATE_BYTES_MAX ? json_loadb(json, size, JSON_ALLOW_NUL, NULL) : NULL;
    bool ok;

    memset(update, 0, sizeof *update);
    ok = tree ? read_update(tree, update) : find_number(json, size, &update->id);
    json_decref(tree);
    return ok && update->id <= TELEGRAM_UPDATE_ID_MAX;
}

bool telegram_updates_next(const char *json, size_t size, size_t *offset, const char **update,
                           size_t *update_size)
{
    size_t start = *offset, end;

    if (!start) {
        start = find_member(json, size, "result");
        if (!start || json[start] != '[')
            return false;
        start++;
    }
    start = skip_spaces(json, size, start);
    if (start < size && json[start] == ',')
        start = skip_spaces(json, size, start + 1);
    if (start >= size || json[start] != '{' || !(end = end_of_value(json, size, start)))
        return false;
    *update = json + start;
    *update_size = end - start;
    *offset = end;
    return true;
}
