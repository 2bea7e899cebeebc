// SPDX-License-Identifier: MIT
/* telegram_wanted.c: which tables the door wants in its own house, where others share the store. */
#include "doors/telegram/telegram_keys.h"
#include "doors/telegram/telegram_typed.h"
#include "doors/telegram/telegram_update.h"

enum {
    WORDS = 3, /* of a text, in which a code can stand: "/play CODE", "/start jCODE" */
    WORD_BYTES = 80,
    KEY_CHARS = 24,
};

static void want_boards(const struct tg_board *board, telegram_table *each, void *context)
{
    for (; board; board = board->next)
        each(context, board->code);
}

/* One that was to be made may be there already. */
static void want_made(const struct tg_task *task, telegram_table *each, void *context)
{
    char key[KEY_CHARS];
    struct hc_text out;

    if (task->kind != TG_TASK_CREATE)
        return;
    hc_text_init(&out, key, sizeof key);
    hc_put_char(&out, '#');
    hc_put_number(&out, (int64_t)task->intent);
    each(context, key);
}

void telegram_each_table(const struct telegram *telegram, telegram_table *each, void *context)
{
    for (unsigned b = 0; b < TG_BUCKETS; b++) {
        for (const struct tg_person *person = telegram->people[b]; person; person = person->next)
            want_boards(person->boards, each, context);
        for (const struct tg_chat *chat = telegram->chats[b]; chat; chat = chat->next)
            want_boards(chat->boards, each, context);
    }
    for (const struct tg_task *task = telegram->tasks; task; task = task->next)
        want_made(task, each, context);
}

/* The first words, as they are and without their first letter. */
static void want_typed(const char *text, telegram_table *each, void *context)
{
    char word[WORD_BYTES], code[HC_ROOM_CODE_CHARS + 1];

    for (unsigned i = 0; i < WORDS; i++) {
        text = tg_take_word(text, word, sizeof word);
        tg_take_code(word, code);
        if (*code)
            each(context, code);
        tg_take_code(word + (*word != '\0'), code);
        if (*code)
            each(context, code);
    }
}

void telegram_update_tables(struct telegram *telegram, const char *json, size_t size,
                            telegram_table *each, void *context)
{
    struct telegram_update *update = telegram->update;
    struct tg_pressed pressed;

    if (!telegram_update_read(json, size, update) || update->id < telegram->offset)
        return;
    if (tg_read_press(update->data, &pressed) && *pressed.code)
        each(context, pressed.code);
    want_typed(update->text, each, context);
    want_typed(update->asked, each, context);
}
