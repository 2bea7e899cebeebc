// SPDX-License-Identifier: MIT
/* telegram.c: the door opens, takes updates, and closes. Start reading at telegram_update(). */
#include "doors/telegram/telegram.h"

#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_buttons.h"
#include "doors/telegram/telegram_calls.h"
#include "doors/telegram/telegram_clock.h"
#include "doors/telegram/telegram_memory.h"
#include "doors/telegram/telegram_news.h"
#include "doors/telegram/telegram_people.h"
#include "doors/telegram/telegram_tables.h"
#include "doors/telegram/telegram_text.h"
#include "doors/telegram/telegram_update.h"
#include "protocol/protocol_words.h"

const char *telegram_allowed_updates(void)
{
    return "[\"message\",\"edited_message\",\"callback_query\",\"inline_query\",\"chosen_inline_"
           "result\","
           "\"my_chat_member\"]";
}

/* ---- Opening and closing ------------------------------------------------------------------------
 */

struct telegram *telegram_open(const struct telegram_plan *plan)
{
    struct telegram *telegram = plan->resize(plan->context, NULL, sizeof *telegram);

    if (!telegram)
        return NULL;
    hc_zero(telegram, sizeof *telegram);
    telegram->plan = *plan;
    telegram->queue = telegram_queue_open(plan->resize, plan->context);
    if (!telegram->queue) {
        plan->resize(plan->context, telegram, 0);
        return NULL;
    }
    telegram->web_address = tg_copy(telegram, plan->web_address ? plan->web_address : "");
    telegram->webhook = tg_copy(telegram, plan->webhook ? plan->webhook : "");
    telegram->webhook_secret = tg_copy(telegram, plan->secret ? plan->secret : "");
    telegram->update = tg_new(telegram, sizeof *telegram->update);
    telegram->tasks_end = &telegram->tasks;
    telegram->wake_ms = telegram->begin_ms = HC_ROOM_NEVER;
    telegram->now_ms = house_now_ms(plan->house);
    return telegram;
}

static void begin_person(struct tg_person *person)
{
    uint8_t token[TELEGRAM_TOKEN_BYTES];

    telegram_token(person->telegram, person->id, token);
    protocol_guest_of(token, person->guest);
}

static void enter_person(struct tg_person *person)
{
    for (struct tg_board *board = person->boards, *next; board; board = next) {
        next = board->next;
        tg_board_enter(board);
    }
}

static void enter_chat(struct tg_chat *chat)
{
    for (struct tg_board *board = chat->boards, *next; board; board = next) {
        next = board->next;
        tg_board_enter(board);
    }
}

void telegram_begin(struct telegram *telegram)
{
    telegram->running = true;
    telegram->now_ms = telegram->wake_ms = house_now_ms(telegram->plan.house);
    if (!telegram->has_secret) {
        telegram->plan.entropy(telegram->plan.context, telegram->secret, sizeof telegram->secret);
        tg_remember_secret(telegram);
        telegram->has_secret = true;
    }
    if (telegram->offset)
        telegram_queue_resume(telegram->queue, tg_steady_ms(telegram));
    tg_people(telegram, begin_person);
    tg_people(telegram, enter_person);
    tg_chats(telegram, enter_chat);
    tg_calls_begin(telegram);
}

void telegram_close(struct telegram *telegram)
{
    void *memory = telegram;

    telegram->running = false; /* nothing is forgotten: the door may open again */
    tg_calls_close(telegram);
    tg_people(telegram, tg_person_forget);
    tg_chats(telegram, tg_chat_forget);
    while (telegram->tasks) {
        struct tg_task *task = telegram->tasks;

        telegram->tasks = task->next;
        tg_free(telegram, task);
    }
    telegram_queue_close(telegram->queue);
    tg_free(telegram, telegram->web_address);
    tg_free(telegram, telegram->webhook);
    tg_free(telegram, telegram->webhook_secret);
    tg_free(telegram, telegram->update);
    telegram->plan.resize(telegram->plan.context, memory, 0);
}

/* ---- Who says something -------------------------------------------------------------------------
 */

static struct tg_person *take_person(struct telegram *telegram, const struct telegram_user *user)
{
    struct tg_person *person = tg_person_find(telegram, user->id, true);
    const struct hc_language *language = hc_language_find(user->language);
    char name[TG_NAME_BYTES], username[TG_USERNAME_BYTES];
    bool changed = false;

    tg_copy_name(name, sizeof name, user->name);
    tg_copy_name(username, sizeof username, user->username);
    if (!hc_text_same(person->name, name) || !hc_text_same(person->username, username)) {
        hc_copy(person->name, name, sizeof name);
        hc_copy(person->username, username, sizeof username);
        changed = true;
    }
    if (!person->chosen && language && language != person->language) {
        person->language = language;
        changed = true;
    }
    if (changed)
        tg_remember_person(person);
    return person;
}

/* We may write to somebody privately, or may not any more. */
static void set_open(struct tg_person *person, bool open)
{
    if (person->open == open)
        return;
    person->open = open;
    tg_remember_person(person);
    for (struct tg_board *board = person->boards; open && board; board = board->next)
        tg_board_change(board);
}

static struct tg_chat *take_chat(struct telegram *telegram, const struct telegram_chat *from,
                                 const struct tg_person *person)
{
    struct tg_chat *chat = tg_chat_find(telegram, from->id, false);

    if (chat && chat->is_forum == from->is_forum && !chat->gone)
        return chat;
    if (!chat) {
        chat = tg_chat_find(telegram, from->id, true);
        chat->language = person ? person->language : NULL;
    }
    chat->is_forum = from->is_forum;
    tg_chat_open(chat);
    tg_remember_chat(chat);
    return chat;
}

static bool is_group(enum telegram_chat_type type)
{
    return type == TELEGRAM_CHAT_GROUP || type == TELEGRAM_CHAT_SUPERGROUP;
}

/* Fills in who says something where; false if it does not concern us. */
static bool hear(struct telegram *telegram, const struct telegram_update *update,
                 struct tg_saying *saying)
{
    bool group = is_group(update->chat.type);

    if (!update->from.id || update->from.is_bot ||
        (!group && update->chat.type != TELEGRAM_CHAT_PRIVATE))
        return false;
    *saying = (struct tg_saying){.telegram = telegram, .args = ""};
    saying->person = take_person(telegram, &update->from);
    saying->chat = group ? take_chat(telegram, &update->chat, saying->person) : NULL;
    saying->where = (struct tg_where){.chat = update->chat.id,
                                      .thread = update->thread,
                                      .message = update->message,
                                      .person = update->from.id,
                                      .is_group = group};
    if (!group)
        set_open(saying->person, true);
    return true;
}

/* ---- Updates ------------------------------------------------------------------------------------
 */

/* Who writes as the group, or as a channel, cannot be given a hand; nor is it known who it is. */
static void tell_anonymous(struct telegram *telegram, const struct telegram_update *update)
{
    const struct tg_chat *chat = tg_chat_find(telegram, update->chat.id, false);
    struct tg_where where = {.chat = update->chat.id,
                             .thread = update->thread,
                             .message = update->message,
                             .is_group = true};
    char text[TG_LINE_BYTES * 2];
    struct hc_text out;

    if (!is_group(update->chat.type) || update->kind != TELEGRAM_UPDATE_MESSAGE ||
        !tg_is_command(telegram, update->text))
        return;
    hc_text_init(&out, text, sizeof text);
    tg_say(&out, chat ? chat->language : NULL, TELEGRAM_ANONYMOUS);
    tg_reply(telegram, &where, text, NULL);
}

static void take_message(struct telegram *telegram, const struct telegram_update *update)
{
    struct tg_chat *chat = tg_chat_find(telegram, update->chat.id, false);
    struct tg_saying saying;

    if (update->migrate_to < 0 && chat) {
        telegram_queue_move(telegram->queue, chat->id, update->migrate_to, tg_steady_ms(telegram));
        tg_chat_renumber(chat, update->migrate_to);
        return;
    }
    if (update->as_chat && update->from.is_bot)
        tell_anonymous(telegram, update);
    if (update->via_bot || !update->text_size || !hear(telegram, update, &saying))
        return;
    saying.reply_to = update->reply_from.id;
    saying.is_edit = update->kind == TELEGRAM_UPDATE_EDITED_MESSAGE;
    tg_commands_take(&saying, update->text);
}

/* Every press is answered at once; what comes of it is seen later. */
static void take_press(struct telegram *telegram, const struct telegram_update *update)
{
    struct tg_saying saying;

    telegram->toast[0] = telegram->toast_url[0] = '\0';
    telegram->pressing = true;
    if (hear(telegram, update, &saying)) {
        saying.where.is_press = true;
        tg_buttons_take(&saying, update->data);
    }
    telegram->pressing = false;
    tg_answer_press(telegram, update->query);
}

static bool is_member(enum telegram_member_status status)
{
    return status == TELEGRAM_MEMBER_MEMBER || status == TELEGRAM_MEMBER_ADMINISTRATOR ||
           status == TELEGRAM_MEMBER_CREATOR || status == TELEGRAM_MEMBER_RESTRICTED;
}

static void take_membership(struct telegram *telegram, const struct telegram_update *update)
{
    bool in = is_member(update->is);
    struct tg_person *person;
    struct tg_where where = {.chat = update->chat.id, .is_group = true};
    struct tg_chat *chat;

    if (!update->from.id)
        return;
    person = take_person(telegram, &update->from);
    if (update->chat.type == TELEGRAM_CHAT_PRIVATE) {
        set_open(person, in);
        return;
    }
    if (!is_group(update->chat.type))
        return;
    if (!in) {
        chat = tg_chat_find(telegram, update->chat.id, false);
        if (chat)
            tg_chat_forget(chat);
        return;
    }
    take_chat(telegram, &update->chat, person);
    if (!is_member(update->was))
        tg_tell_word(person, &where, TELEGRAM_GREETING);
}

static void take(struct telegram *telegram, const struct telegram_update *update)
{
    switch (update->kind) {
    case TELEGRAM_UPDATE_MESSAGE:
    case TELEGRAM_UPDATE_EDITED_MESSAGE:
        take_message(telegram, update);
        break;
    case TELEGRAM_UPDATE_CALLBACK_QUERY:
        take_press(telegram, update);
        break;
    case TELEGRAM_UPDATE_INLINE_QUERY:
        if (update->from.id && !update->from.is_bot)
            tg_inline_take(take_person(telegram, &update->from), update->query, update->asked);
        break;
    case TELEGRAM_UPDATE_CHOSEN_RESULT:
        if (update->from.id && !update->from.is_bot)
            tg_inline_chosen(take_person(telegram, &update->from), update->data);
        break;
    case TELEGRAM_UPDATE_MY_CHAT_MEMBER:
        take_membership(telegram, update);
        break;
    case TELEGRAM_UPDATE_OTHER:
        break;
    }
}

static void set_came(struct telegram *telegram, int64_t id, bool came)
{
    uint8_t *byte = &telegram->came[id % TG_LATE_UPDATES / 8];
    uint8_t bit = (uint8_t)(1u << id % 8);

    *byte = came ? *byte | bit : *byte & (uint8_t)~bit;
}

static bool has_come(const struct telegram *telegram, int64_t id)
{
    return telegram->came[id % TG_LATE_UPDATES / 8] >> id % 8 & 1;
}

/* Whether an update comes for the first time. A webhook may get them again, and out of order. One
 * far below the others does not come late: whoever gives updates counts anew, as Telegram does
 * after a week without any, and every server of the Bot API and every bot has numbers of its own.
 */
static bool is_first(struct telegram *telegram, int64_t id)
{
    if (id < telegram->offset - TG_LATE_UPDATES) {
        hc_zero(telegram->came, sizeof telegram->came);
        telegram->offset = id;
    }
    if (id < telegram->offset && has_come(telegram, id))
        return false;
    for (int64_t n = telegram->offset; n < id && n < telegram->offset + TG_LATE_UPDATES; n++)
        set_came(telegram, n, false);
    set_came(telegram, id, true);
    if (id >= telegram->offset)
        telegram->offset = id + 1;
    return true;
}

void telegram_update(struct telegram *telegram, const char *json, size_t size)
{
    struct telegram_update *update = telegram->update;

    telegram->now_ms = house_now_ms(telegram->plan.house);
    if (!telegram_update_read(json, size, update) || !is_first(telegram, update->id))
        return;
    telegram->update_id = (uint32_t)update->id ? (uint32_t)update->id : 1;
    tg_tasks_run(telegram); /* what others, or a first tap, have begun comes before it */
    take(telegram, update);
    tg_tasks_run(telegram);
    tg_remember_offset(telegram);
}

int64_t telegram_offset(const struct telegram *telegram)
{
    return telegram->offset;
}

bool telegram_is_settled(const struct telegram *telegram)
{
    return house_memos_durable(telegram->plan.house) >= telegram->offset_stamp;
}

void telegram_tick(struct telegram *telegram)
{
    telegram->now_ms = house_now_ms(telegram->plan.house);
    tg_tasks_run(telegram);
    tg_calls_refresh(telegram);
    if (telegram->wake_ms <= telegram->now_ms || telegram->begin_ms <= telegram->now_ms)
        tg_clock_run(telegram);
}

size_t telegram_waiting(const struct telegram *telegram)
{
    return telegram_queue_waiting(telegram->queue);
}

uint64_t telegram_waited_ms(const struct telegram *telegram)
{
    return telegram_queue_waited_ms(telegram->queue);
}
