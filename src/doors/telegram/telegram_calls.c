// SPDX-License-Identifier: MIT
/*
 * telegram_calls.c: making calls and letting them leave. telegram_answer.c takes their answers.
 *
 * The way of a message: it is made and remembered; when that is durable it waits in line; when the
 * queue lets it go it is forgotten; when that is durable it leaves. A board is drawn when the queue
 * lets its call go. Start reading at telegram_next_call().
 */
#include "doors/telegram/telegram_calls.h"

#include <string.h>

#include "core/check.h"
#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_commands.h"
#include "doors/telegram/telegram_keys.h"
#include "doors/telegram/telegram_live.h"
#include "doors/telegram/telegram_memory.h"
#include "doors/telegram/telegram_people.h"
#include "doors/telegram/telegram_phrase.h"
#include "doors/telegram/telegram_picture.h"
#include "doors/telegram/telegram_tables.h"
#include "doors/telegram/telegram_text.h"

enum { LABEL_BYTES = 200, URL_BYTES = 200 };

uint64_t tg_steady_ms(const struct telegram *telegram)
{
    return house_steady_us(telegram->plan.house) / 1000;
}

void tg_wake(struct telegram *telegram, uint64_t when_ms)
{
    if (when_ms < telegram->wake_ms)
        telegram->wake_ms = when_ms;
}

/* ---- Lists of calls ----------------------------------------------------------------------------
 */

static void add(struct tg_call_list *list, struct tg_call *call)
{
    call->next = NULL;
    if (!list->first)
        list->end = &list->first;
    *list->end = call;
    list->end = &call->next;
}

static struct tg_call *take(struct tg_call_list *list, struct tg_call **link)
{
    struct tg_call *call = *link;

    *link = call->next;
    if (!call->next)
        list->end = link;
    return call;
}

static struct tg_call *take_first(struct tg_call_list *list)
{
    return take(list, &list->first);
}

struct tg_call *tg_take_sent(struct telegram *telegram, uint32_t id)
{
    for (struct tg_call **link = &telegram->sent.first; *link; link = &(*link)->next)
        if ((*link)->id == id)
            return take(&telegram->sent, link);
    return NULL;
}

static struct tg_call *make(struct telegram *telegram, enum tg_call_kind kind, int64_t chat,
                            const char *method, const char *json)
{
    struct tg_call *call = tg_new(telegram, sizeof *call);

    *call = (struct tg_call){.id = ++telegram->call_ids,
                             .kind = kind,
                             .method = method,
                             .json = json ? tg_copy(telegram, json) : NULL,
                             .job = {.chat = chat, .is_group = chat < 0, .call = call}};
    return call;
}

void tg_call_end(struct telegram *telegram, struct tg_call *call)
{
    if (call->board)
        call->board->call = NULL;
    tg_free(telegram, call->json);
    tg_free(telegram, call->svg);
    tg_free(telegram, call);
}

/* A call that does not leave any more: nobody shall send it after a restart either. What a board
 * has to say is said when there is less to do. */
static void give_up(struct telegram *telegram, struct tg_call *call)
{
    if (call->kind == TG_CALL_MESSAGE)
        tg_forget_message(telegram, call->number);
    if (call->board)
        call->board->again = true;
    tg_call_end(telegram, call);
}

static void put_in_line(struct telegram *telegram, struct tg_call *call)
{
    struct tg_call *given_up =
        telegram_queue_put(telegram->queue, &call->job, tg_steady_ms(telegram));

    if (given_up)
        give_up(telegram, given_up);
}

void tg_calls_forget_board(struct tg_board *board)
{
    if (board->call)
        board->call->board = NULL;
    board->call = NULL;
}

void tg_calls_close(struct telegram *telegram)
{
    struct tg_call *call;

    while ((call = telegram_queue_take_any(telegram->queue)))
        tg_call_end(telegram, call);
    while (telegram->storing.first)
        tg_call_end(telegram, take_first(&telegram->storing));
    while (telegram->leaving.first)
        tg_call_end(telegram, take_first(&telegram->leaving));
    while (telegram->sent.first)
        tg_call_end(telegram, take_first(&telegram->sent));
}

/* ---- Making calls ------------------------------------------------------------------------------
 */

static void begin_json(struct telegram *telegram, struct hc_text *out, int64_t chat)
{
    hc_text_init(out, telegram->json, sizeof telegram->json);
    hc_json_open(out, NULL, '{');
    if (chat)
        hc_json_number(out, "chat_id", chat);
}

/* JSON as it is, behind a key. */
static void put_raw(struct hc_text *out, const char *key, const char *json)
{
    hc_put(out, out->comma ? ",\"" : "\"");
    hc_put(out, key);
    hc_put(out, "\":");
    hc_put(out, json);
    out->comma = true;
}

static void put_text(struct hc_text *out, const char *key, const char *html)
{
    hc_json_string(out, key, html);
    hc_json_word(out, "parse_mode", "HTML");
}

static void put_no_preview(struct hc_text *out)
{
    hc_json_open(out, "link_preview_options", '{');
    hc_json_bool(out, "is_disabled", true);
    hc_json_close(out, '}');
}

/* Remembers a message; it goes when that is durable. */
static void store(struct telegram *telegram, struct tg_call *call)
{
    call->number = ++telegram->numbers;
    tg_remember_message(telegram, call->number, call->job.chat, call->job.is_group, call->json);
    call->stamp = house_memos(telegram->plan.house);
    add(&telegram->storing, call);
}

void tg_address_anew(struct telegram *telegram, struct tg_call *call)
{
    static const char key[] = "{\"chat_id\":";
    const char *rest = call->json + sizeof key - 1;
    struct hc_text out;

    if (strncmp(call->json, key, sizeof key - 1) != 0)
        return;
    while (*rest == '-' || (*rest >= '0' && *rest <= '9'))
        rest++;
    hc_text_init(&out, telegram->json, sizeof telegram->json);
    hc_put(&out, key);
    hc_put_number(&out, call->job.chat);
    hc_put(&out, rest);
    tg_free(telegram, call->json);
    call->json = tg_copy(telegram, telegram->json);
}

void tg_call_again(struct telegram *telegram, struct tg_call *call)
{
    if (call->kind == TG_CALL_MESSAGE) {
        tg_remember_message(telegram, call->number, call->job.chat, call->job.is_group, call->json);
    } else if (call->kind == TG_CALL_BOARD) {
        tg_free(telegram, call->json); /* it is drawn again */
        tg_free(telegram, call->svg);
        call->json = call->svg = NULL;
        call->left = false;
    }
    telegram_queue_again(telegram->queue, &call->job, tg_steady_ms(telegram));
}

void tg_calls_load(struct telegram *telegram, uint64_t number, int64_t chat, bool is_group,
                   const char *json)
{
    struct tg_call *call = make(telegram, TG_CALL_MESSAGE, chat, "sendMessage", json);
    struct tg_call **link = &telegram->storing.first;

    call->job.is_group = is_group;
    call->job.urgency = TELEGRAM_TO_COMMAND;
    call->number = number;
    while (*link && (*link)->number < number)
        link = &(*link)->next;
    call->next = *link;
    *link = call;
    if (!call->next)
        telegram->storing.end = &call->next;
}

/* The text of a message: as much of it as Telegram takes. */
static void put_reply(struct telegram *telegram, const char *html, struct hc_text *out)
{
    struct hc_text text;

    hc_text_init(&text, telegram->reply, sizeof telegram->reply);
    hc_put(&text, html);
    tg_cut_lines(telegram->reply, sizeof telegram->reply, TG_TEXT_UNITS);
    put_text(out, "text", telegram->reply);
    put_no_preview(out);
}

/* A call that was asked for in a chat, with what was written for it; NULL: that is too long. */
static struct tg_call *end_reply(struct telegram *telegram, enum tg_call_kind kind,
                                 const struct tg_where *where, const char *method,
                                 const char *keyboard, struct hc_text *out)
{
    struct tg_call *call;

    if (keyboard)
        put_raw(out, "reply_markup", keyboard);
    hc_json_close(out, '}');
    if (out->length >= out->size)
        return NULL;
    call = make(telegram, kind, where->chat, method, telegram->json);
    call->job.person = where->person;
    return call;
}

void tg_reply(struct telegram *telegram, const struct tg_where *where, const char *html,
              const char *keyboard)
{
    struct tg_call *call;
    struct hc_text out;

    begin_json(telegram, &out, where->chat);
    if (where->thread)
        hc_json_number(&out, "message_thread_id", where->thread);
    put_reply(telegram, html, &out);
    if (where->message && where->is_group) {
        hc_json_open(&out, "reply_parameters", '{');
        hc_json_number(&out, "message_id", where->message);
        hc_json_bool(&out, "allow_sending_without_reply", true);
        hc_json_close(&out, '}');
    }
    call = end_reply(telegram, TG_CALL_MESSAGE, where, "sendMessage", keyboard, &out);
    if (!call)
        return;
    call->job.urgency = where->nudge ? TELEGRAM_NUDGE : TELEGRAM_TO_COMMAND;
    store(telegram, call);
}

void tg_reply_link(struct telegram *telegram, const struct tg_where *where,
                   const struct tg_person *person, const char *code)
{
    char text[TG_LINE_BYTES * 2], url[URL_BYTES], keyboard[TG_LINE_BYTES * 4];
    struct tg_keys keys;
    struct hc_text out;

    tg_deep_link(telegram, "h", code, url, sizeof url);
    hc_text_init(&out, keyboard, sizeof keyboard);
    tg_keys_begin(&keys, &out);
    tg_key_url(&keys, words_text(person->language, TELEGRAM_KEY_OPEN), url);
    tg_keys_end(&keys);
    hc_text_init(&out, text, sizeof text);
    TG_SAY(&out, person->language, TELEGRAM_OPEN_PRIVATE, {"name", tg_person_name(person), 0});
    tg_reply(telegram, where, text, keyboard);
}

void tg_say_turn(struct tg_board *board)
{
    struct telegram *telegram = board->telegram;
    const struct hc_language *language = tg_board_language(board);
    char keyboard[TG_LINE_BYTES * 2];
    struct tg_keys keys;
    struct tg_call *call;
    struct hc_text out;

    hc_text_init(&out, telegram->reply, sizeof telegram->reply);
    tg_put_head(&board->seen.room, language, &out);
    hc_put(&out, "👉 ");
    tg_say(&out, language, TELEGRAM_YOUR_TURN);
    hc_text_init(&out, keyboard, sizeof keyboard);
    tg_keys_begin(&keys, &out);
    tg_keys_row(&keys, 1);
    tg_key(&keys, words_text(language, TELEGRAM_KEY_HAND), TG_PRESS_HAND, board->code,
           board->seen.seq, "");
    tg_keys_end(&keys);
    begin_json(telegram, &out, tg_board_chat(board));
    put_text(&out, "text", telegram->reply);
    put_raw(&out, "reply_markup", keyboard);
    hc_json_close(&out, '}');
    call = make(telegram, TG_CALL_WORD, tg_board_chat(board), "sendMessage", telegram->json);
    call->job.urgency = TELEGRAM_NUDGE;
    hc_copy(call->code, board->code, sizeof call->code);
    put_in_line(telegram, call);
}

void tg_edit(struct telegram *telegram, const struct tg_where *where, const char *html,
             const char *keyboard)
{
    struct tg_call *call;
    struct hc_text out;

    begin_json(telegram, &out, where->chat);
    hc_json_number(&out, "message_id", where->message);
    put_reply(telegram, html, &out);
    call = end_reply(telegram, TG_CALL_PLAIN, where, "editMessageText", keyboard, &out);
    if (!call)
        return;
    call->job.urgency = TELEGRAM_TO_PRESS;
    call->job.key = (uint64_t)where->message;
    put_in_line(telegram, call);
}

void tg_call(struct telegram *telegram, int64_t chat, const char *method, const char *json)
{
    struct tg_call *call = make(telegram, TG_CALL_PLAIN, chat, method, json);

    call->job.urgency = chat ? TELEGRAM_EDIT : TELEGRAM_TO_PRESS;
    put_in_line(telegram, call);
}

void tg_answer_press(struct telegram *telegram, const char *query)
{
    struct tg_call *call;
    struct hc_text out;

    tg_make_plain(telegram->toast);
    tg_cut_plain(telegram->toast, TG_TOAST_UNITS);
    begin_json(telegram, &out, 0);
    hc_json_string(&out, "callback_query_id", query);
    if (*telegram->toast_url)
        hc_json_string(&out, "url", telegram->toast_url);
    else if (*telegram->toast)
        hc_json_string(&out, "text", telegram->toast);
    hc_json_close(&out, '}');
    call = make(telegram, TG_CALL_PRESS, 0, "answerCallbackQuery", telegram->json);
    call->job.urgency = TELEGRAM_TO_PRESS;
    put_in_line(telegram, call);
}

void tg_delete(struct telegram *telegram, int64_t chat, int64_t message)
{
    struct hc_text out;

    begin_json(telegram, &out, chat);
    hc_json_number(&out, "message_id", message);
    hc_json_close(&out, '}');
    tg_call(telegram, chat, "deleteMessage", telegram->json);
}

/* ---- The start ---------------------------------------------------------------------------------
 */

static void begin_call(struct telegram *telegram, const char *method, const char *json)
{
    struct tg_call *call = make(telegram, TG_CALL_BEGIN, 0, method, json);

    call->job.urgency = TELEGRAM_TO_COMMAND;
    put_in_line(telegram, call);
}

static void begin_updates(struct telegram *telegram)
{
    struct hc_text out;

    begin_json(telegram, &out, 0);
    if (*telegram->webhook) {
        hc_json_string(&out, "url", telegram->webhook);
        hc_json_string(&out, "secret_token", telegram->webhook_secret);
        hc_json_number(&out, "max_connections", 1); /* otherwise updates overtake each other */
        put_raw(&out, "allowed_updates", telegram_allowed_updates());
    }
    hc_json_close(&out, '}');
    begin_call(telegram, *telegram->webhook ? "setWebhook" : "deleteWebhook", telegram->json);
}

static void begin_commands(struct telegram *telegram, const char *scope, bool group,
                           const struct hc_language *language, bool is_default)
{
    struct hc_text out;

    begin_json(telegram, &out, 0);
    tg_put_commands(&out, language, group);
    hc_json_open(&out, "scope", '{');
    hc_json_word(&out, "type", scope);
    hc_json_close(&out, '}');
    if (!is_default)
        hc_json_word(&out, "language_code", hc_language_code(language));
    hc_json_close(&out, '}');
    HC_CHECK(out.length < out.size);
    begin_call(telegram, "setMyCommands", telegram->json);
}

void tg_calls_begin(struct telegram *telegram)
{
    const struct hc_language *language;

    telegram->begin_ms = HC_ROOM_NEVER;
    begin_call(telegram, "getMe", "{}");
    begin_updates(telegram);
    for (size_t l = 0; (language = hc_language_at(l)); l++) {
        begin_commands(telegram, "all_private_chats", false, language, !l);
        begin_commands(telegram, "all_group_chats", true, language, !l);
    }
}

/* ---- Boards ------------------------------------------------------------------------------------
 */

static enum telegram_urgency urgency_of(const struct tg_board *board)
{
    const struct telegram *telegram = board->telegram;

    if (board->person && telegram->now_ms - board->acted_ms <= TG_AT_HAND_MS)
        return TELEGRAM_TO_PRESS;
    if (board->fresh || !board->message)
        return board->person ? TELEGRAM_NUDGE : TELEGRAM_TO_COMMAND;
    return TELEGRAM_EDIT;
}

/* Whether there is anything to show, and somebody who may be shown it. */
static bool is_shown(const struct tg_board *board)
{
    return tg_board_is_open(board) && !board->quiet && !board->joining &&
           (board->seen.has_room || board->closed);
}

void tg_calls_refresh(struct telegram *telegram)
{
    struct tg_board *board = telegram->dirty, *next;

    telegram->dirty = NULL;
    for (; board; board = next) {
        struct tg_call *call;

        next = board->next_dirty;
        board->dirty = false;
        if (board->call) {
            board->changed = true; /* it is drawn when its call leaves, or again after that */
            continue;
        }
        if (!is_shown(board)) {
            if (board->closed)
                tg_board_forget(board);
            continue;
        }
        call = make(telegram, TG_CALL_BOARD, tg_board_chat(board), NULL, NULL);
        call->board = board;
        call->job.urgency = urgency_of(board);
        board->call = call;
        put_in_line(telegram, call);
    }
}

/* Whether it is to be a picture: where that is wanted, while there is a table to see. */
static bool wants_photo(const struct tg_board *board)
{
    bool wanted = board->person ? board->person->pictures : board->chat->pictures;

    return board->closed ? board->is_photo : wanted && board->seen.has_table;
}

static void draw_picture(struct telegram *telegram, const struct tg_board *board,
                         struct tg_call *call)
{
    const struct hc_language *language = tg_board_language(board);
    const struct tg_seen *seen = &board->seen;
    struct hc_text out;

    call->svg = tg_new(telegram, TELEGRAM_PICTURE_BYTES);
    hc_text_init(&out, call->svg, TELEGRAM_PICTURE_BYTES);
    if (board->person && seen->viewer < HC_SEATS_MAX)
        telegram_picture_hand(&seen->view, language, &out);
    else
        telegram_picture_table(&seen->view, &seen->room, language, &out);
}

/* The picture itself comes beside the parameters, as "photo". */
static void put_picture(struct telegram *telegram, const struct tg_call *call, struct hc_text *out)
{
    if (call->sends || !call->svg) {
        put_text(out, "caption", telegram->text);
        return;
    }
    hc_json_open(out, "media", '{');
    hc_json_word(out, "type", "photo");
    hc_json_word(out, "media", "attach://photo");
    put_text(out, "caption", telegram->text);
    hc_json_close(out, '}');
}

static const char *method_of(const struct tg_call *call, bool photo)
{
    if (!photo)
        return call->sends ? "sendMessage" : "editMessageText";
    if (call->sends)
        return "sendPhoto";
    return call->svg ? "editMessageMedia" : "editMessageCaption";
}

static void write_board(struct telegram *telegram, const struct tg_board *board,
                        struct tg_call *call)
{
    bool photo = wants_photo(board);
    struct hc_text out;

    if (photo && !board->closed)
        draw_picture(telegram, board, call);
    begin_json(telegram, &out, tg_board_chat(board));
    if (!call->sends)
        hc_json_number(&out, "message_id", board->message);
    else if (board->thread)
        hc_json_number(&out, "message_thread_id", board->thread);
    if (photo) {
        put_picture(telegram, call, &out);
    } else {
        put_text(&out, "text", telegram->text);
        put_no_preview(&out);
    }
    put_raw(&out, "reply_markup", telegram->keyboard);
    hc_json_close(&out, '}');
    call->method = method_of(call, photo);
    call->photo = photo;
    call->message = board->message;
    call->json = tg_copy(telegram, telegram->json);
}

/* Draws a board whose call may go; false: there is nothing to say. */
static bool draw(struct telegram *telegram, struct tg_call *call)
{
    struct tg_board *board = call->board;

    if (!board || !is_shown(board))
        return false;
    board->changed = false;
    call->hash = tg_board_draw(board, wants_photo(board) ? TG_CAPTION_UNITS : TG_TEXT_UNITS);
    call->sends = board->fresh || !board->message || wants_photo(board) != board->is_photo;
    if (board->closed && !board->message)
        return false; /* nobody is told of a table that they have not seen */
    if (board->closed)
        call->sends = false; /* and of one that they have seen where they have */
    if (!call->sends && call->hash == board->shown)
        return false; /* it says so already */
    if (call->sends && board->unsure && board->sent == tg_board_state(board))
        return false; /* it may have been sent, and nobody may send it twice */
    /* Who wants another one from now on gets another one. */
    board->fresh = false;
    write_board(telegram, board, call);
    return true;
}

/* ---- Leaving -----------------------------------------------------------------------------------
 */

static bool is_durable(const struct telegram *telegram, const struct tg_call *call)
{
    return house_memos_durable(telegram->plan.house) >= call->stamp;
}

static void leave(struct telegram *telegram, struct tg_call *call, struct telegram_call *out)
{
    call->left = true;
    *out = (struct telegram_call){call->id, call->method, call->json, call->svg};
    add(&telegram->sent, call);
}

/* When a call that is ready leaves; HC_ROOM_NEVER: when its note is durable. */
static uint64_t leave_ms(const struct telegram *telegram, const struct tg_call *call)
{
    return is_durable(telegram, call) ? telegram_queue_leave_ms(telegram->queue, call->job.chat)
                                      : HC_ROOM_NEVER;
}

/* What nobody may send twice is noted first: that it may have been sent. */
static void note(struct telegram *telegram, struct tg_call *call)
{
    if (call->kind == TG_CALL_MESSAGE) {
        tg_forget_message(telegram, call->number);
    } else {
        call->board->unsure = true;
        call->board->unseen = call->board->person != NULL;
        call->board->word_ms = telegram->now_ms + TG_UNSEEN_MS;
        call->board->sent = tg_board_state(call->board);
        tg_remember_board(call->board);
    }
    call->stamp = house_memos(telegram->plan.house);
}

/* While it is edited nobody knows what a message says: otherwise a table that is later as it was
 * before would be taken for what is shown, if the process dies meanwhile. */
static void note_edit(struct telegram *telegram, struct tg_call *call)
{
    if (call->board->shown) {
        call->board->shown = 0;
        tg_remember_board(call->board);
    }
    call->stamp = house_memos(telegram->plan.house);
}

/* A call that the queue has let go, and that says nothing. */
static void drop(struct telegram *telegram, struct tg_call *call)
{
    struct tg_board *board = call->board;

    telegram_queue_done(telegram->queue, call->job.chat);
    tg_call_end(telegram, call);
    if (board && board->closed)
        tg_board_forget(board);
}

/* Its chat has another number by now; false: it is about a message that is not there. */
static bool move(struct telegram *telegram, struct tg_call *call, int64_t chat)
{
    call->job.chat = chat;
    if (call->kind == TG_CALL_MESSAGE)
        tg_address_anew(telegram, call);
    return call->kind != TG_CALL_PLAIN;
}

/* What the queue lets go becomes ready to leave; false, and `out` leaves at once: it goes to no
 * chat. */
static bool make_ready(struct telegram *telegram, struct tg_call *call, struct telegram_call *out)
{
    if (call->kind == TG_CALL_BOARD && !call->json && !draw(telegram, call)) {
        drop(telegram, call);
        return true;
    }
    if (!call->job.chat) {
        leave(telegram, call, out);
        return false;
    }
    if (call->kind == TG_CALL_MESSAGE || call->sends)
        note(telegram, call);
    else if (call->board)
        note_edit(telegram, call);
    add(&telegram->leaving, call);
    return true;
}

bool telegram_next_call(struct telegram *telegram, struct telegram_call *out)
{
    struct tg_call **ready = &telegram->leaving.first;
    struct telegram_job job;

    telegram->now_ms = house_now_ms(telegram->plan.house);
    tg_tasks_run(telegram);
    tg_calls_refresh(telegram);
    while (telegram->storing.first && is_durable(telegram, telegram->storing.first))
        put_in_line(telegram, take_first(&telegram->storing));
    while (telegram_queue_next(telegram->queue, tg_steady_ms(telegram), &job)) {
        struct tg_call *call = job.call;

        if (job.chat != call->job.chat && !move(telegram, call, job.chat)) {
            drop(telegram, call);
            continue;
        }
        if (!make_ready(telegram, call, out))
            return true;
    }
    while (*ready && leave_ms(telegram, *ready) > tg_steady_ms(telegram))
        ready = &(*ready)->next;
    if (!*ready)
        return false;
    telegram_queue_leave(telegram->queue, &(*ready)->job, tg_steady_ms(telegram));
    leave(telegram, take(&telegram->leaving, ready), out);
    return true;
}

/* When the next call goes, or leaves. */
static uint64_t calls_due(const struct telegram *telegram)
{
    uint64_t due_ms = telegram_queue_due(telegram->queue, tg_steady_ms(telegram));

    for (const struct tg_call *call = telegram->leaving.first; call; call = call->next)
        due_ms = leave_ms(telegram, call) < due_ms ? leave_ms(telegram, call) : due_ms;
    return due_ms;
}

uint64_t telegram_due(const struct telegram *telegram)
{
    uint64_t calls_ms = calls_due(telegram), steady_ms = tg_steady_ms(telegram);
    uint64_t now_ms = house_now_ms(telegram->plan.house), due_ms = telegram->wake_ms;

    if (telegram->tasks || telegram->dirty ||
        (telegram->storing.first && is_durable(telegram, telegram->storing.first)))
        return now_ms;
    if (calls_ms != HC_ROOM_NEVER) {
        uint64_t then_ms = now_ms + (calls_ms > steady_ms ? calls_ms - steady_ms : 0);

        due_ms = then_ms < due_ms ? then_ms : due_ms;
    }
    return telegram->begin_ms < due_ms ? telegram->begin_ms : due_ms;
}

void tg_board_sent(struct telegram *telegram, const struct tg_call *call, int64_t message)
{
    struct tg_board *board = call->board;
    int64_t old = board->message;

    board->message = message;
    board->is_photo = call->photo;
    board->unsure = board->unseen = false;
    tg_remember_board(board);
    if (old && old != message)
        tg_delete(telegram, tg_board_chat(board), old);
}
