// SPDX-License-Identifier: MIT
/*
 * telegram_world.h: a house, the Telegram door on it, and people in chats, all in one process.
 *
 * Telegram itself is a list of messages: calls change it, and the answers are what the service
 * would say. Time stands still until nothing more can happen; then it goes on to whatever is due.
 */
#ifndef HC_TESTS_UNIT_TELEGRAM_WORLD_H
#define HC_TESTS_UNIT_TELEGRAM_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "doors/telegram/telegram.h"
#include "protocol/protocol_words.h"
#include "unit/telegram_json.h"
#include "unit/telegram_peek.h"

enum {
    MESSAGES_MAX = 4096,
    MEMOS_MAX = 4096,
    TEXT_BYTES = 20000,
    PEOPLE_MAX = 8,
    STEPS_MAX = 4000,
    GROUP = -1001,
};

struct message {
    int64_t chat, id, thread;
    char *text;
    json_t *keyboard;
    bool deleted;
};

struct memo_kept {
    uint8_t key[HOUSE_MEMO_KEY_MAX];
    size_t key_size, size;
    uint8_t *bytes;
};

/* What somebody may have seen of the cards: a person, or (nobody's) a spectator. */
struct witness {
    int64_t person;
    struct house_line *line;
    struct peek peek;
};

/* How Telegram fails next. */
struct failure {
    const char *method; /* the next call of it; NULL: none */
    int64_t chat;
    unsigned status;
    const char *body;
};

static struct {
    struct house *house;
    struct telegram *telegram;
    uint64_t now_ms, random;
    struct message message[MESSAGES_MAX];
    unsigned messages;
    struct memo_kept memo[MEMOS_MAX];
    unsigned memos;
    int64_t update_id, query_id;
    unsigned calls, sends, answers, deletes, photos, peeks;
    char toast[TEXT_BYTES], url[TEXT_BYTES], inline_answer[TEXT_BYTES * 4];
    char last_answered[64];
    struct witness witness[PEOPLE_MAX];
    unsigned witnesses;
    struct failure failure;
    const char *lose_answer; /* the next call of this method is done, and nobody hears of it */
    int64_t lose_chat;
    bool hold_store; /* the store does not answer */
    bool no_inline;  /* the bot was not set up for inline queries */
    uint64_t sum;    /* of all calls */
} world;

static void *world_resize(void *context, void *memory, size_t size)
{
    (void)context;
    if (size)
        return realloc(memory, size);
    free(memory);
    return NULL;
}

static uint64_t world_random(void)
{
    world.random = world.random * 6364136223846793005ull + 1442695040888963407ull;
    return world.random >> 33;
}

static void world_entropy(void *context, void *bytes, size_t size)
{
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)world_random();
}

/* ---- The store ------------------------------------------------------------------------------- */

static void keep_memo(const struct house_memo *memo)
{
    unsigned i = 0;

    while (i < world.memos && (world.memo[i].key_size != memo->key_size ||
                               memcmp(world.memo[i].key, memo->key, memo->key_size) != 0))
        i++;
    if (i == world.memos) {
        if (!memo->size)
            return;
        assert_true(world.memos < MEMOS_MAX);
        world.memos++;
        memcpy(world.memo[i].key, memo->key, memo->key_size);
        world.memo[i].key_size = memo->key_size;
        world.memo[i].bytes = NULL;
    }
    free(world.memo[i].bytes);
    world.memo[i].bytes = NULL;
    world.memo[i].size = memo->size;
    if (!memo->size) {
        world.memo[i] = world.memo[--world.memos];
        return;
    }
    world.memo[i].bytes = malloc(memo->size);
    memcpy(world.memo[i].bytes, memo->bytes, memo->size);
}

static bool pump_store(void)
{
    struct house_verdict verdict = {.failed = false};
    struct house_entry entry;
    struct house_memo memo;
    struct house_question question;
    bool any = false;

    if (world.hold_store)
        return false;
    while (house_next_entry(world.house, &entry))
        any = true;
    while (house_next_memo(world.house, &memo)) {
        keep_memo(&memo);
        any = true;
    }
    if (any)
        house_stored(world.house, &verdict);
    while (house_next_question(world.house, &question)) {
        struct house_records records = {.found = HOUSE_FOUND, .question = &question};

        house_answer(world.house, question.id, &records);
        any = true;
    }
    return any;
}

static bool pump_thoughts(void)
{
    struct house_thought thought;
    bool any = false;

    while (house_next_thought(world.house, &thought)) {
        void *scratch = malloc(house_think_bytes(&thought) + 1);
        struct hc_command command;

        house_think(&thought, scratch, &command);
        house_thought_done(world.house, &thought, &command);
        free(scratch);
        any = true;
    }
    return any;
}

/* ---- Peeking ----------------------------------------------------------------------------------
 */

static void see(void *context, const struct house_news *news)
{
    struct witness *witness = context;

    peek_add(&witness->peek, news);
}

/* A line that sees what a person, or a spectator if that is 0, may see at a table. */
static void add_witness(int64_t person, const char *code)
{
    struct witness *witness = &world.witness[world.witnesses++];
    uint8_t token[TELEGRAM_TOKEN_BYTES] = {7}, guest[HC_GUEST_BYTES];

    assert_true(world.witnesses <= PEOPLE_MAX);
    *witness = (struct witness){.person = person};
    if (person)
        telegram_token(world.telegram, person, token);
    protocol_guest_of(token, guest);
    witness->line = house_line_open(world.house, guest, see, witness);
    house_enter(witness->line, 0, code);
}

/* No face in a text that its chat's witness has not seen. */
static void check_peek(int64_t chat, const char *text)
{
    for (unsigned w = 0; w < world.witnesses; w++) {
        const struct witness *witness = &world.witness[w];
        const char *name;

        if (!witness->peek.game || (chat < 0 ? witness->person != 0 : witness->person != chat))
            continue;
        world.peeks++;
        name = peek_find(&witness->peek, text);
        if (name)
            fail_msg("%s was shown to %lld: %s", name, (long long)chat, text);
    }
}

/* ---- Telegram ----------------------------------------------------------------------------------
 */

static struct message *find_message(int64_t chat, int64_t id)
{
    for (unsigned i = 0; i < world.messages; i++)
        if (world.message[i].chat == chat && world.message[i].id == id)
            return &world.message[i];
    return NULL;
}

/* The newest message of a chat that is still there; NULL if there is none. */
static struct message *last_message(int64_t chat)
{
    for (unsigned i = world.messages; i-- > 0;)
        if (world.message[i].chat == chat && !world.message[i].deleted)
            return &world.message[i];
    return NULL;
}

static void set_message(struct message *message, const json_t *json)
{
    const json_t *media = json_object_get(json, "media");
    const char *text = json_string_value(json_object_get(json, "text"));
    const char *caption = json_string_value(json_object_get(media ? media : json, "caption"));

    assert_true(!text != !caption);
    text = text ? text : caption;
    free(message->text);
    message->text = strdup(text);
    json_decref(message->keyboard);
    message->keyboard = json_deep_copy(json_object_get(json, "reply_markup"));
    check_peek(message->chat, text);
}

/* A picture is told in words, too. */
static void check_picture(int64_t chat, const char *svg)
{
    world.photos++;
    assert_non_null(strstr(svg, "<svg"));
    check_peek(chat, svg);
}

static void answer_json(uint32_t id, unsigned status, const char *text)
{
    telegram_answer(world.telegram, id, status, text, strlen(text));
}

static void do_call(const struct telegram_call *call)
{
    json_t *json = json_loads(call->json, 0, NULL);
    int64_t chat = json_integer_value(json_object_get(json, "chat_id"));
    int64_t id = json_integer_value(json_object_get(json, "message_id"));
    struct message *message = find_message(chat, id);
    char answer[200] = "{\"ok\":true,\"result\":true}";

    assert_non_null(json);
    world.calls++;
    for (const char *c = call->json; *c; c++)
        world.sum = (world.sum ^ (uint8_t)*c) * 0x100000001b3ull;
    if (problem_of(json))
        fail_msg("%s: %s", problem_of(json), call->json);
    if (world.failure.method && !strcmp(world.failure.method, call->method) &&
        world.failure.chat == chat) {
        struct failure failure = world.failure;

        world.failure.method = NULL;
        answer_json(call->id, failure.status, failure.body);
        json_decref(json);
        return;
    }
    if (call->svg)
        check_picture(chat, call->svg);
    if (!strcmp(call->method, "sendMessage") || !strcmp(call->method, "sendPhoto")) {
        assert_true(world.messages < MESSAGES_MAX);
        message = &world.message[world.messages++];
        *message = (struct message){.chat = chat, .id = (int64_t)world.messages + 10};
        message->thread = json_integer_value(json_object_get(json, "message_thread_id"));
        set_message(message, json);
        world.sends++;
        snprintf(answer, sizeof answer, "{\"ok\":true,\"result\":{\"message_id\":%lld}}",
                 (long long)message->id);
    } else if (!strncmp(call->method, "editMessage", 11)) {
        if (!message || message->deleted) {
            answer_json(call->id, 400,
                        "{\"ok\":false,\"error_code\":400,"
                        "\"description\":\"Bad Request: message to edit not found\"}");
            json_decref(json);
            return;
        }
        set_message(message, json);
    } else if (!strcmp(call->method, "deleteMessage")) {
        world.deletes++;
        if (message)
            message->deleted = true;
    } else if (!strcmp(call->method, "answerCallbackQuery")) {
        const char *text = json_string_value(json_object_get(json, "text"));
        const char *url = json_string_value(json_object_get(json, "url"));

        world.answers++;
        snprintf(world.toast, sizeof world.toast, "%s", text ? text : "");
        snprintf(world.url, sizeof world.url, "%s", url ? url : "");
        snprintf(world.last_answered, sizeof world.last_answered, "%s",
                 json_string_value(json_object_get(json, "callback_query_id")));
    } else if (!strcmp(call->method, "answerInlineQuery")) {
        snprintf(world.inline_answer, sizeof world.inline_answer, "%s", call->json);
    } else if (!strcmp(call->method, "getMe")) {
        snprintf(answer, sizeof answer,
                 "{\"ok\":true,\"result\":{\"id\":1,\"is_bot\":true,\"first_name\":\"Holecard\","
                 "\"username\":\"card_bot\",\"supports_inline_queries\":%s}}",
                 world.no_inline ? "false" : "true");
    }
    json_decref(json);
    if (world.lose_answer && !strcmp(world.lose_answer, call->method) && world.lose_chat == chat) {
        world.lose_answer = NULL;
        answer_json(call->id, 0, "");
    } else {
        answer_json(call->id, 200, answer);
    }
}

static bool pump_calls(void)
{
    struct telegram_call call;
    bool any = false;

    while (telegram_next_call(world.telegram, &call)) {
        do_call(&call);
        any = true;
    }
    return any;
}

/* ---- Time --------------------------------------------------------------------------------------
 */

static void tell_time(void)
{
    house_time(world.house, world.now_ms, world.now_ms * 1000);
}

/* Does everything that can be done at this time. */
static void settle(void)
{
    bool any = true;

    for (unsigned i = 0; any; i++) {
        assert_true(i < 10000);
        tell_time();
        house_tick(world.house);
        telegram_tick(world.telegram);
        any = pump_thoughts();
        any |= pump_calls();
        any |= pump_store(); /* a call may have to be noted before it leaves */
    }
}

/* Lets so much time pass, and everything happen that falls due. */
static void pass(uint64_t ms)
{
    uint64_t end_ms = world.now_ms + ms;

    for (;;) {
        uint64_t due_ms, house_ms;

        settle();
        due_ms = telegram_due(world.telegram);
        house_ms = house_due(world.house);
        due_ms = house_ms < due_ms ? house_ms : due_ms;
        if (due_ms <= world.now_ms)
            due_ms = world.now_ms + 1;
        if (due_ms > end_ms)
            break;
        world.now_ms = due_ms;
    }
    world.now_ms = end_ms;
    settle();
}

/* ---- People ------------------------------------------------------------------------------------
 */

static const char *name_of(int64_t person)
{
    static const char *const names[] = {"Anna", "Ben", "Clara", "Dan <b>&amp;", "Anna"};

    return names[(person - 101) % 5];
}

static void update(json_t *json)
{
    char *text;

    json_object_set_new(json, "update_id", json_integer(++world.update_id));
    text = json_dumps(json, JSON_COMPACT);
    telegram_update(world.telegram, text, strlen(text));
    free(text);
    json_decref(json);
}

static void say_unsettled(int64_t person, int64_t chat, const char *text)
{
    json_t *message =
        json_pack("{s:I,s:I,s:o,s:s}", "message_id", (json_int_t)(900000 + world.update_id), "date",
                  (json_int_t)1, "chat", make_chat(chat), "text", text);

    put_user(message, "from", person, name_of(person));
    update(json_pack("{s:o}", "message", message));
}

/* Somebody writes something, and everything follows that does. */
static void say(int64_t person, int64_t chat, const char *text)
{
    say_unsettled(person, chat, text);
    pass(1100);
}

static void press_data_unsettled(int64_t person, const struct message *message, const char *data)
{
    char id[32];
    json_t *query;

    snprintf(id, sizeof id, "q%lld", (long long)++world.query_id);
    query = json_pack("{s:s,s:s,s:s,s:{s:I,s:I,s:o,s:s}}", "id", id, "chat_instance", "1", "data",
                      data, "message", "message_id", (json_int_t)message->id, "date", (json_int_t)1,
                      "chat", make_chat(message->chat), "text", message->text);
    put_user(query, "from", person, name_of(person));
    update(json_pack("{s:o}", "callback_query", query));
}

/* Presses; the press is answered at once, before anything is durable. */
static void press_data(int64_t person, const struct message *message, const char *data)
{
    unsigned answers = world.answers;
    char id[32];

    world.hold_store = true;
    press_data_unsettled(person, message, data);
    settle();
    snprintf(id, sizeof id, "q%lld", (long long)world.query_id);
    assert_int_equal(world.answers, answers + 1);
    assert_string_equal(world.last_answered, id);
    world.hold_store = false;
    pass(1100);
}

/* The data of a button by what it says, or by how its data begins; NULL if there is none. */
static const char *button(const struct message *message, const char *label, const char *data)
{
    const json_t *rows = json_object_get(message->keyboard, "inline_keyboard");
    size_t r, k;
    json_t *row, *key;

    json_array_foreach((json_t *)rows, r, row)
    {
        json_array_foreach(row, k, key)
        {
            const char *own = json_string_value(json_object_get(key, "callback_data"));

            if (own && ((label && strstr(json_string_value(json_object_get(key, "text")), label)) ||
                        (data && !strncmp(own, data, strlen(data)))))
                return own;
        }
    }
    return NULL;
}

static void press(int64_t person, struct message *message, const char *label)
{
    char data[80];

    assert_non_null(message);
    if (!button(message, label, NULL))
        fail_msg("no button %s under: %s", label, message->text);
    snprintf(data, sizeof data, "%s", button(message, label, NULL));
    press_data(person, message, data);
}

/* One of the buttons whose data begins so, by chance; false if there is none. */
static inline bool press_any(int64_t person, const struct message *message, const char *prefix)
{
    const json_t *rows = json_object_get(message->keyboard, "inline_keyboard");
    const char *found[200];
    unsigned count = 0;
    size_t r, k;
    json_t *row, *key;
    char data[80];

    json_array_foreach((json_t *)rows, r, row)
    {
        json_array_foreach(row, k, key)
        {
            const char *own = json_string_value(json_object_get(key, "callback_data"));

            if (own && !strncmp(own, prefix, strlen(prefix)) && count < 200)
                found[count++] = own;
        }
    }
    if (!count)
        return false;
    snprintf(data, sizeof data, "%s", found[world_random() % count]);
    press_data(person, message, data);
    return true;
}

/* ---- The world ---------------------------------------------------------------------------------
 */

static void open_door(void)
{
    struct telegram_plan plan = {.resize = world_resize,
                                 .entropy = world_entropy,
                                 .house = world.house,
                                 .web_address = "https://cards.example"};

    world.telegram = telegram_open(&plan);
    assert_non_null(world.telegram);
    for (unsigned i = 0; i < world.memos; i++)
        telegram_load(world.telegram, world.memo[i].key, world.memo[i].key_size,
                      world.memo[i].bytes, world.memo[i].size);
    telegram_begin(world.telegram);
}

static int begin_world(void **state)
{
    struct house_plan plan = {.resize = world_resize,
                              .entropy = world_entropy,
                              .rooms_max = 64,
                              .batch_bytes_max = 1 << 20,
                              .log_bytes_max = 1 << 20};

    (void)state;
    memset(&world, 0, sizeof world);
    world.now_ms = 1700000000000ull;
    world.random = 1;
    world.house = house_open(&plan);
    tell_time();
    open_door();
    pass(5000);
    return 0;
}

static int end_world(void **state)
{
    (void)state;
    for (unsigned w = 0; w < world.witnesses; w++)
        house_line_close(world.witness[w].line);
    telegram_close(world.telegram);
    house_close(world.house);
    for (unsigned i = 0; i < world.messages; i++) {
        free(world.message[i].text);
        json_decref(world.message[i].keyboard);
    }
    for (unsigned i = 0; i < world.memos; i++)
        free(world.memo[i].bytes);
    return 0;
}

/* The code of the table that a message shows. */
static const char *code_in(const struct message *message)
{
    static char code[HC_ROOM_CODE_CHARS + 1];
    const char *found = message ? strstr(message->text, "<code>") : NULL;

    assert_non_null(found);
    snprintf(code, sizeof code, "%.6s", found + 6);
    return code;
}

#endif
