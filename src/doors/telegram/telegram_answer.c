// SPDX-License-Identifier: MIT
/*
 * telegram_answer.c: what the Bot API answers to calls.
 *
 * Most mistakes are not ours: a message was deleted, a bot blocked, a group renumbered. Telegram
 * says so in sentences, of which a few words are known here; whatever else is refused is not tried
 * again. Start reading at telegram_answer().
 */
#include <jansson.h>
#include <string.h>

#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_calls.h"
#include "doors/telegram/telegram_memory.h"
#include "doors/telegram/telegram_people.h"

enum {
    RETRY_MS = 3000,   /* after an answer that did not come */
    BEGIN_MS = 10000,  /* until the calls of the start are tried again */
    PRESS_TRIES = 3,   /* to answer a press, whose button is at work until then */
    WAIT_MAX_S = 3600, /* that we are told to wait */
    STATUS_FORBIDDEN = 403,
    STATUS_TOO_MANY = 429,
};

enum outcome {
    OUTCOME_DONE,
    OUTCOME_UNKNOWN,    /* nobody knows */
    OUTCOME_WAIT,       /* too much at once */
    OUTCOME_LOST,       /* the message is not there any more, or cannot be changed */
    OUTCOME_MOVED,      /* the group has another number */
    OUTCOME_NO_TOPIC,   /* the topic is closed, or not there any more */
    OUTCOME_NO_PICTURE, /* it cannot be drawn, or may not be sent */
    OUTCOME_SHUT,       /* we may not write there */
    OUTCOME_REFUSED,    /* anything else; trying again would not help */
};

struct answer {
    enum outcome outcome;
    int64_t message, moved_to;
    int64_t wait_s; /* at least 1 */
    char username[TG_USERNAME_BYTES];
    bool has_app, has_inline;
};

static int64_t number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);

    return json_is_integer(value) ? (int64_t)json_integer_value(value) : 0;
}

/* What Telegram's sentences mean. */
static enum outcome outcome_of(const char *description)
{
    static const struct {
        const char *words;
        enum outcome outcome;
    } rows[] = {
        {"message is not modified", OUTCOME_DONE},
        {"query is too old", OUTCOME_DONE},
        {"message to edit not found", OUTCOME_LOST},
        {"message can't be edited", OUTCOME_LOST},
        {"MESSAGE_ID_INVALID", OUTCOME_LOST},
        {"there is no text in the message", OUTCOME_LOST},
        {"message thread not found", OUTCOME_NO_TOPIC},
        {"TOPIC_CLOSED", OUTCOME_NO_TOPIC},
        {"TOPIC_DELETED", OUTCOME_NO_TOPIC},
        {"there is no picture", OUTCOME_NO_PICTURE},
        {"IMAGE_PROCESS_FAILED", OUTCOME_NO_PICTURE},
        {"not enough rights to send photos", OUTCOME_NO_PICTURE},
        {"CHAT_SEND_PHOTOS_FORBIDDEN", OUTCOME_NO_PICTURE},
        {"chat not found", OUTCOME_SHUT},
        {"PEER_ID_INVALID", OUTCOME_SHUT},
        {"CHAT_WRITE_FORBIDDEN", OUTCOME_SHUT},
        {"not enough rights to send", OUTCOME_SHUT},
        {"have no rights to send", OUTCOME_SHUT},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strstr(description, rows[i].words))
            return rows[i].outcome;
    return OUTCOME_REFUSED;
}

static void read_answer(unsigned status, const char *text, size_t size, struct answer *answer)
{
    json_t *json = json_loadb(text, size, 0, NULL);
    const json_t *result = json_object_get(json, "result"),
                 *parameters = json_object_get(json, "parameters");
    const char *description = json_string_value(json_object_get(json, "description"));
    const char *username = json_string_value(json_object_get(result, "username"));
    struct hc_text name;

    *answer = (struct answer){.outcome = OUTCOME_DONE};
    answer->message = number_of(result, "message_id");
    answer->moved_to = number_of(parameters, "migrate_to_chat_id");
    answer->wait_s = number_of(parameters, "retry_after");
    answer->wait_s = answer->wait_s < 1            ? 1
                     : answer->wait_s > WAIT_MAX_S ? WAIT_MAX_S
                                                   : answer->wait_s;
    answer->has_app = json_is_true(json_object_get(result, "has_main_web_app"));
    answer->has_inline = json_is_true(json_object_get(result, "supports_inline_queries"));
    hc_text_init(&name, answer->username, sizeof answer->username);
    hc_put(&name, username ? username : "");
    if (!json || status == 0 || status >= 500)
        answer->outcome = OUTCOME_UNKNOWN;
    else if (status == STATUS_TOO_MANY)
        answer->outcome = OUTCOME_WAIT;
    else if (answer->moved_to)
        answer->outcome = OUTCOME_MOVED;
    else if (status == STATUS_FORBIDDEN)
        answer->outcome = OUTCOME_SHUT;
    else if (!json_is_true(json_object_get(json, "ok")))
        answer->outcome = outcome_of(description ? description : "");
    json_decref(json);
}

/* ---- What follows ------------------------------------------------------------------------------
 */

/* We may not write there any more. A person can let us again, and a group, too. */
static void shut(struct telegram *telegram, int64_t id)
{
    struct tg_person *person = id > 0 ? tg_person_find(telegram, id, false) : NULL;
    struct tg_chat *chat = id < 0 ? tg_chat_find(telegram, id, false) : NULL;

    if (person && person->open) {
        person->open = false;
        tg_remember_person(person);
    }
    if (chat && !chat->gone) {
        chat->gone = true;
        tg_remember_chat(chat);
    }
}

static void move(struct telegram *telegram, struct tg_call *call, int64_t to)
{
    struct tg_chat *chat = tg_chat_find(telegram, call->job.chat, false);
    int64_t from = call->job.chat;

    if (chat)
        tg_chat_renumber(chat, to);
    telegram_queue_move(telegram->queue, from, to, tg_steady_ms(telegram));
    if (call->kind == TG_CALL_MESSAGE) {
        call->job.chat = to;
        tg_address_anew(telegram, call);
        tg_call_again(telegram, call);
    } else {
        tg_call_end(telegram, call);
    }
}

/* Too much at once: the chat waits, whatever became of the board meanwhile. */
static void wait_for(struct telegram *telegram, struct tg_call *call, int64_t wait_s)
{
    telegram_queue_hold(telegram->queue, call->job.chat,
                        tg_steady_ms(telegram) + (uint64_t)wait_s * 1000);
    if (call->kind == TG_CALL_BOARD && !call->board) {
        tg_call_end(telegram, call);
        return;
    }
    if (call->kind == TG_CALL_BOARD && call->sends) {
        call->board->unsure = call->board->unseen = false; /* it was surely not sent */
        call->board->fresh = true;
        call->board->shown = 0;
    }
    tg_call_again(telegram, call);
}

/* A chat that cannot have pictures gets text. */
static void no_pictures(struct tg_board *board)
{
    if (board->person) {
        board->person->pictures = false;
        tg_remember_person(board->person);
    } else {
        board->chat->pictures = false;
        tg_remember_chat(board->chat);
    }
    board->unsure = false;
    board->shown = 0;
    board->changed = true;
    tg_remember_board(board);
}

/* A board that could not be shown as it should be. */
static void answer_board(struct telegram *telegram, struct tg_call *call,
                         const struct answer *answer)
{
    struct tg_board *board = call->board;

    switch (answer->outcome) {
    case OUTCOME_DONE:
        board->shown = call->hash;
        if (call->sends && answer->message)
            tg_board_sent(telegram, call, answer->message);
        else
            tg_remember_board(board);
        break;
    case OUTCOME_UNKNOWN:
        board->again = board->message != 0; /* that can be edited; another may be there */
        if (board->again)
            tg_wake(telegram, telegram->now_ms + RETRY_MS);
        if (!call->sends) {
            board->shown = 0; /* it says this, or what it said before */
            tg_remember_board(board);
        }
        break;
    case OUTCOME_LOST:
        board->message = 0;
        board->shown = 0;
        tg_remember_board(board);
        board->changed = true;
        break;
    case OUTCOME_NO_TOPIC:
        board->unsure = false;
        board->shown = 0;
        board->changed = board->thread != 0;
        board->thread = 0;
        tg_remember_board(board);
        break;
    case OUTCOME_NO_PICTURE:
        no_pictures(board);
        break;
    case OUTCOME_SHUT: /* nothing is tried before we may write there again */
    case OUTCOME_REFUSED:
        board->unsure = false;
        if (answer->outcome == OUTCOME_REFUSED)
            board->shown = call->hash;
        tg_remember_board(board);
        break;
    case OUTCOME_WAIT:
    case OUTCOME_MOVED:
        break;
    }
}

static void end_board(struct telegram *telegram, struct tg_call *call, const struct answer *answer)
{
    struct tg_board *board = call->board;
    /* Another message may show the table by now (somebody has pressed its button). */
    bool is_other = !call->sends && call->message != board->message;

    if (is_other)
        board->changed = true;
    else
        answer_board(telegram, call, answer);
    tg_call_end(telegram, call);
    if (board->closed && !board->again && !is_other)
        tg_board_forget(board);
    else if (board->changed)
        tg_board_change(board);
}

static void end_word(struct telegram *telegram, struct tg_call *call, const struct answer *answer)
{
    struct tg_person *person = tg_person_find(telegram, call->job.chat, false);
    struct tg_board *board = person ? tg_person_board(person, call->code) : NULL;

    if (board && answer->outcome == OUTCOME_DONE && board->unseen) {
        board->unseen = false;
        tg_remember_board(board);
    }
    tg_call_end(telegram, call);
}

/* It is remembered, so that after a start messages are drawn as they were. */
static void learn_who_we_are(struct telegram *telegram, const struct answer *answer)
{
    if (answer->has_app == telegram->has_app && answer->has_inline == telegram->has_inline &&
        !strcmp(answer->username, telegram->username))
        return;
    telegram->has_app = answer->has_app;
    telegram->has_inline = answer->has_inline;
    hc_copy(telegram->username, answer->username, sizeof telegram->username);
    tg_remember_offset(telegram);
}

static void end_begin(struct telegram *telegram, struct tg_call *call, const struct answer *answer)
{
    bool again = answer->outcome == OUTCOME_UNKNOWN || answer->outcome == OUTCOME_WAIT;

    if (*answer->username)
        learn_who_we_are(telegram, answer);
    if (again)
        telegram->begin_ms = telegram->now_ms + (uint64_t)answer->wait_s * 1000 + BEGIN_MS;
    tg_call_end(telegram, call);
}

void telegram_answer(struct telegram *telegram, uint32_t id, unsigned status, const char *json,
                     size_t size)
{
    struct tg_call *call = tg_take_sent(telegram, id);
    struct answer answer;

    if (!call)
        return;
    telegram->now_ms = house_now_ms(telegram->plan.house);
    read_answer(status, json, size, &answer);
    if (call->job.chat)
        telegram_queue_done(telegram->queue, call->job.chat);
    if (answer.outcome == OUTCOME_MOVED &&
        (answer.moved_to >= 0 || answer.moved_to == call->job.chat))
        answer.outcome = OUTCOME_REFUSED; /* that is nowhere else */
    if (answer.outcome == OUTCOME_SHUT)
        shut(telegram, call->job.chat);
    if (call->kind == TG_CALL_BEGIN)
        end_begin(telegram, call, &answer);
    else if (answer.outcome == OUTCOME_WAIT)
        wait_for(telegram, call, answer.wait_s);
    else if (answer.outcome == OUTCOME_MOVED)
        move(telegram, call, answer.moved_to);
    else if (call->kind == TG_CALL_WORD)
        end_word(telegram, call, &answer);
    else if (call->board)
        end_board(telegram, call, &answer);
    else if (call->kind == TG_CALL_PRESS && answer.outcome == OUTCOME_UNKNOWN &&
             ++call->tries < PRESS_TRIES)
        tg_call_again(telegram, call);
    else
        tg_call_end(telegram, call);
}
