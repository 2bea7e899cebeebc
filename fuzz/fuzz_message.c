// SPDX-License-Identifier: MIT
/*
 * fuzz_message.c: any lines as the messages of two clients of a house; a line that begins with '2'
 * is one of the second. Whatever is said,
 * everything that comes back is JSON with an "op", in UTF-8, and every message has an answer.
 * "TTTTTT" stands for the code of the table that was opened last. A line that begins with '!' is no
 * message: the next batch fails, or time passes, as its second character says.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "protocol/protocol.h"

enum { INPUT_MAX = 6000, LINE_MAX_BYTES = 4000, LINES = 2, TURNS_MAX = 200, BUDGET_MAX = 20 };

static char code[HC_ROOM_CODE_CHARS + 1];
static unsigned answers;
static uint64_t now_ms, drawn;
static bool fails;

static void must(bool fact)
{
    if (!fact)
        abort();
}

static void *resize(void *context, void *memory, size_t size)
{
    (void)context;
    if (size)
        return realloc(memory, size);
    free(memory);
    return NULL;
}

static void entropy(void *context, void *bytes, size_t size)
{
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(++drawn * 0x9e3779b97f4a7c15ull >> 56);
}

static void on_text(void *context, const char *text, size_t length)
{
    json_t *message;
    const char *table;

    (void)context;
    must(text && hc_utf8_ok(text, length));
    message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    must(json_is_object(message) && json_is_string(json_object_get(message, "op")));
    table = json_string_value(json_object_get(message, "table"));
    if (table)
        snprintf(code, sizeof code, "%s", table);
    answers++;
    json_decref(message);
}

static bool store(struct house *house)
{
    struct house_verdict verdict = {.failed = fails};
    struct house_entry entry;
    bool any = false;

    while (house_next_entry(house, &entry))
        any = true;
    if (any)
        house_stored(house, &verdict);
    fails &= !any;
    return any;
}

static bool answer(struct house *house)
{
    struct house_question question;

    if (!house_next_question(house, &question))
        return false;
    house_answer(
        house, question.id,
        &(struct house_records){.found = question.kind == HOUSE_LOG ? HOUSE_MISSING : HOUSE_FOUND});
    return true;
}

static bool think(struct house *house)
{
    struct house_thought thought;
    struct hc_command command;
    void *scratch;

    if (!house_next_thought(house, &thought))
        return false;
    scratch = malloc(house_think_bytes(&thought) + 1);
    must(scratch != NULL);
    house_think(&thought, scratch, &command);
    free(scratch);
    house_thought_done(house, &thought, &command);
    return true;
}

/* What a process does, until there is nothing more to do. Bots among themselves could go on for
 * long. */
static void work(struct house *house)
{
    for (unsigned i = 0; i < TURNS_MAX; i++) {
        house_time(house, now_ms, now_ms * 1000);
        if (house_due(house) <= now_ms)
            house_tick(house);
        if (!store(house) && !answer(house) && !think(house))
            break;
    }
    while (store(house) || answer(house))
        continue;
}

/* Puts the code of the table where the line asks for it. */
static void put_code(char *text, size_t size)
{
    for (size_t i = 0; *code && i + HC_ROOM_CODE_CHARS <= size; i++)
        if (!memcmp(text + i, "TTTTTT", HC_ROOM_CODE_CHARS))
            memcpy(text + i, code, HC_ROOM_CODE_CHARS);
}

static void say(struct house *house, struct protocol_line *line, const char *said, size_t size)
{
    char text[LINE_MAX_BYTES];
    unsigned before = answers;

    memcpy(text, said, size);
    put_code(text, size);
    if (!hc_utf8_ok(text, size))
        return; /* the wire lets no such message pass */
    protocol_take(line, text, size);
    work(house);
    must(answers > before);
}

static void live(struct house *house, struct protocol_line *line, const char *said, size_t size)
{
    if (!size || *said != '!') {
        say(house, line, said, size);
        return;
    }
    fails = size > 1 && said[1] == 'f';
    if (size > 1 && said[1] != 'f')
        now_ms += 1ull << (said[1] & 31);
    work(house);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    const char *text = (const char *)input, *end = text + size;
    struct house_plan plan = {.resize = resize,
                              .entropy = entropy,
                              .rooms_max = 20,
                              .bot_budget_max = BUDGET_MAX,
                              .batch_bytes_max = 1 << 16,
                              .log_bytes_max = 1 << 18};
    struct protocol_plan speaks = {.door = {.send = on_text},
                                   .resize = resize,
                                   .entropy = entropy,
                                   .log_max = PROTOCOL_TEXT_BYTES};
    struct protocol_line *line[LINES];
    struct house *house;
    struct protocol *protocol;

    if (size > INPUT_MAX)
        return 0;
    code[0] = '\0';
    fails = false;
    drawn = 0;
    now_ms = 1000000;
    speaks.house = house = house_open(&plan);
    protocol = protocol_open(&speaks);
    must(house && protocol);
    house_time(house, now_ms, now_ms * 1000);
    for (unsigned l = 0; l < LINES; l++)
        must((line[l] = protocol_line_open(protocol, NULL)) != NULL);
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((stop ? stop : end) - text);

        if (length <= LINE_MAX_BYTES) {
            bool second = length && *text == '2'; /* said by the other client */

            live(house, line[second], text + second, length - second);
        }
        text += length + 1;
    }
    for (unsigned l = 0; l < LINES; l++)
        protocol_line_close(line[l]);
    work(house);
    protocol_close(protocol);
    house_close(house);
    return 0;
}
