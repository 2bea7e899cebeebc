// SPDX-License-Identifier: MIT
/* telegram_tables.c: requests to the house. */
#include "doors/telegram/telegram_tables.h"

#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_calls.h"
#include "doors/telegram/telegram_choose.h"
#include "doors/telegram/telegram_memory.h"
#include "doors/telegram/telegram_news.h"
#include "doors/telegram/telegram_people.h"
#include "doors/telegram/telegram_text.h"

enum {
    NAMES_TRIED = 4,
    TABLES_MAX = 12, /* where somebody sits who wants one more */
};

/* In chats people are not always there, one of them is enough to go on, and who made a table may
 * end it. */
bool tg_table_settings(const char *preset, char *settings, size_t size)
{
    struct hc_text out;

    for (unsigned p = 0; p < hc_room_settings.preset_count; p++) {
        const char *name = hc_room_settings.presets[p].name;

        if (!hc_word_is(preset, hc_length(preset), name))
            continue;
        hc_text_init(&out, settings, size);
        hc_put(&out, name);
        hc_put(&out, " away=wait next=one host_ends=true");
        return true;
    }
    return false;
}

/* ---- Requests and tasks ------------------------------------------------------------------------
 */

/* NULL, and whoever asked is told, if too many are not answered yet. */
static struct tg_request *ask(struct tg_person *person, enum tg_request_kind kind,
                              const struct tg_where *where, const char *code)
{
    struct telegram *telegram = person->telegram;
    struct tg_request *request;

    if (person->request_count >= TG_REQUESTS_OF_PERSON || !tg_person_line(person)) {
        tg_tell_refusal(person, where, NULL, HC_TOO_FAST, "");
        return NULL;
    }
    request = tg_new(telegram, sizeof *request);
    *request = (struct tg_request){
        .next = person->requests, .kind = kind, .tag = ++telegram->tags, .where = *where};
    hc_copy(request->code, code, hc_length(code) + 1);
    person->requests = request;
    person->request_count++;
    return request;
}

struct tg_task *tg_task_add(struct telegram *telegram, enum tg_task_kind kind,
                            struct tg_person *person, const struct tg_where *where,
                            const char *code)
{
    struct tg_task *task = tg_new(telegram, sizeof *task);

    *task = (struct tg_task){.kind = kind, .person = person, .where = *where};
    hc_copy(task->code, code, hc_length(code) + 1);
    *telegram->tasks_end = task;
    telegram->tasks_end = &task->next;
    return task;
}

void tg_tasks_forget(const struct tg_person *person)
{
    struct telegram *telegram = person->telegram;
    struct tg_task **link = &telegram->tasks;

    while (*link) {
        struct tg_task *task = *link;

        if (task->person != person) {
            link = &task->next;
            continue;
        }
        *link = task->next;
        tg_free(telegram, task);
    }
    telegram->tasks_end = link;
}

/* ---- Presence ---------------------------------------------------------------------------------
 */

struct tg_board *tg_sit_board(struct tg_person *person, const struct tg_where *where,
                              const char *code)
{
    struct tg_board *board = tg_person_board(person, code);
    bool is_new = !board;
    struct hc_room_view room;

    if (!house_look(person->telegram->plan.house, code, &room)) {
        tg_tell_refusal(person, where, NULL, HC_NO_ROOM, "");
        return NULL;
    }
    if (is_new) {
        board = tg_person_show(person, code);
        board->quiet = true;
        tg_remember_board(board);
    }
    tg_board_enter(board);
    if (!board->seen.has_room || board->seen.viewer != HC_SPECTATOR)
        return board;
    tg_tell_word(person, where, TELEGRAM_NOT_SEATED);
    if (is_new) /* otherwise a seat that was asked for may be on its way */
        tg_board_forget(board);
    return NULL;
}

void tg_present(struct tg_person *person, const char *code)
{
    struct tg_board *board = tg_person_board(person, code);

    if (board)
        board->acted_ms = person->telegram->now_ms;
    /* Whoever acts by typing may still lack the message: then the next change, or a word, tells. */
    if (board && board->unseen && !board->unsure) {
        board->unseen = false;
        tg_remember_board(board);
    }
    if (hc_text_same(person->last, code))
        return;
    hc_copy(person->last, code, sizeof person->last);
    tg_remember_person(person);
}

/* ---- Making a table ----------------------------------------------------------------------------
 */

static void create(struct tg_person *person, uint64_t number, const struct tg_intent *intent)
{
    struct tg_request *request = ask(person, TG_CREATE, &intent->where, "");
    char settings[TG_LINE_BYTES] = "";
    struct house_room_plan plan = {.game = hc_game_find(intent->game),
                                   .rules = intent->rules,
                                   .settings = settings,
                                   .title = intent->game};

    if (!request || !plan.game) {
        tg_forget_intent(person->telegram, number);
        return;
    }
    request->intent = number;
    tg_table_settings(*intent->preset ? intent->preset : "friends", settings, sizeof settings);
    house_create_once(person->line, request->tag, number, &plan);
}

void tg_create(struct tg_person *person, const struct tg_where *where, const char *game,
               const char *rules, const char *preset)
{
    struct telegram *telegram = person->telegram;
    struct tg_intent intent = {.person = person->id, .where = *where};
    uint64_t number = tg_room_number(telegram, where);
    struct house_mine mine;
    struct hc_text out;

    if (house_mine(telegram->plan.house, person->guest, TABLES_MAX - 1, &mine)) {
        tg_tell_word(person, where, TELEGRAM_TOO_MANY_TABLES);
        return;
    }

    hc_text_init(&out, intent.game, sizeof intent.game);
    hc_put(&out, game);
    hc_text_init(&out, intent.rules, sizeof intent.rules);
    hc_put(&out, rules);
    hc_text_init(&out, intent.preset, sizeof intent.preset);
    hc_put(&out, preset);
    tg_remember_intent(telegram, number, &intent);
    create(person, number, &intent);
}

bool tg_is_being_made(struct telegram *telegram, const struct tg_where *where)
{
    for (unsigned b = 0; b < TG_BUCKETS; b++)
        for (struct tg_person *person = telegram->people[b]; person; person = person->next)
            for (const struct tg_request *request = person->requests; request;
                 request = request->next)
                if (request->where.is_press && request->where.chat == where->chat &&
                    request->where.message == where->message &&
                    (request->kind == TG_CREATE || request->kind == TG_JOIN))
                    return true;
    return false;
}

void tg_tables_resume(struct telegram *telegram, uint64_t number, const struct tg_intent *intent)
{
    struct tg_person *person = tg_person_find(telegram, intent->person, true);
    struct tg_task *task = tg_task_add(telegram, TG_TASK_CREATE, person, &intent->where, "");

    task->intent = number;
    task->resumed = *intent;
}

/* ---- Sitting down ------------------------------------------------------------------------------
 */

/* A name may look like one that is at the table already: then a number tells them apart. */
static void make_name(const struct tg_person *person, unsigned tries, char *name, size_t size)
{
    const char *own = tg_person_name(person);
    struct hc_text out;

    if (!tries) {
        tg_copy_name(name, size, own);
        return;
    }
    tg_copy_name(name, size - 5,
                 tries + 1 < NAMES_TRIED ? own : words_text(person->language, TELEGRAM_GUEST));
    hc_text_init(&out, name + hc_length(name), 5);
    hc_put_char(&out, ' ');
    hc_put_number(&out, tries + 1 < NAMES_TRIED ? tries + 1 : person->id % 1000);
}

/* The board of somebody who may be about to sit is remembered with what led to it: otherwise, if
 * the process dies when the seat is durable and the answer is not here, nobody would be told. */
static void expect(struct tg_person *person, const char *code, bool quiet)
{
    struct tg_board *board = tg_person_show(person, code);

    board->joining = true;
    board->closed = false; /* who had left it is told so if there is no seat */
    board->quiet = quiet;
    tg_remember_board(board);
}

static void sit(struct tg_person *person, const struct tg_where *where, const char *code,
                unsigned tries)
{
    struct telegram *telegram = person->telegram;
    struct tg_request *request = ask(person, TG_JOIN, where, code);
    const struct tg_board *board = tg_person_board(person, code);
    uint8_t entropy[HC_SEED_BYTES];
    char name[TG_NAME_BYTES];
    struct hc_room_request asked = {
        .verb = HC_DO_SIT, .seat = HC_NONE, .text = name, .entropy = entropy};

    if (!request)
        return;
    if (!board || board->left)
        expect(person, code, where->is_group);
    request->tries = tries;
    make_name(person, tries, name, sizeof name);
    telegram->plan.entropy(telegram->plan.context, entropy, sizeof entropy);
    house_do(person->line, request->tag, code, &asked);
}

void tg_join(struct tg_person *person, const struct tg_where *where, const char *code)
{
    struct hc_room_view room;

    if (!house_look(person->telegram->plan.house, code, &room)) {
        tg_tell_refusal(person, where, NULL, HC_NO_ROOM, "");
        return;
    }
    sit(person, where, code, 0);
}

/* Whether somebody has the seat in a lobby that was asked for once more; nobody could say so,
 * because of something else that was not stored. */
static bool may_sit_already(const struct house_news *news)
{
    return news->refusal == HC_NOT_STORED && news->viewer < HC_SEATS_MAX &&
           news->room->stage == HC_ROOM_LOBBY;
}

/* Whether somebody who was refused a seat should try another name. */
static bool needs_name(const struct house_news *news)
{
    return (news->refusal == HC_DUPLICATE_PLAYER || news->refusal == HC_BAD_TEXT) &&
           news->viewer == HC_SPECTATOR;
}

bool tg_join_again(struct tg_person *person, const struct tg_request *request,
                   const struct house_news *news)
{
    struct tg_task *task;

    if (!(needs_name(news) || may_sit_already(news)) || request->tries + 1 >= NAMES_TRIED)
        return false;
    task = tg_task_add(person->telegram, TG_TASK_SIT, person, &request->where, request->code);
    task->tries = request->tries + 1;
    return true;
}

/* Unless somebody is back already. */
static void end_left(const struct tg_task *task)
{
    struct tg_board *board = tg_person_board(task->person, task->code);

    if (board && board->left)
        tg_board_leave(board);
}

/* A group sees the table that was made for it. */
static void show_new(const struct tg_task *task)
{
    struct telegram *telegram = task->person->telegram;
    struct tg_board *board;

    tg_forget_intent(telegram, task->intent);
    if (!task->where.is_group)
        return;
    board = tg_chat_show(tg_chat_find(telegram, task->where.chat, true), task->code,
                         task->where.thread);
    board->quiet = true; /* until its maker sits */
    tg_board_enter(board);
    if (task->where.is_press)
        tg_board_replace(board, &task->where);
}

void tg_tasks_run(struct telegram *telegram)
{
    while (telegram->tasks) {
        struct tg_task *task = telegram->tasks;

        telegram->tasks = task->next;
        if (!telegram->tasks)
            telegram->tasks_end = &telegram->tasks;
        switch (task->kind) {
        case TG_TASK_SIT:
            if (task->intent)
                show_new(task);
            sit(task->person, &task->where, task->code, task->tries);
            break;
        case TG_TASK_LEFT:
            end_left(task);
            break;
        case TG_TASK_CREATE:
            create(task->person, task->intent, &task->resumed);
            break;
        case TG_TASK_FORGET:
            tg_person_forget(task->person);
            break;
        }
        tg_free(telegram, task);
    }
}

/* ---- Everything else ----------------------------------------------------------------------------
 */

void tg_watch(struct tg_person *person, const struct tg_where *where, const char *code)
{
    struct telegram *telegram = person->telegram;
    struct hc_room_view room;
    struct tg_board *board;

    if (!house_look(telegram->plan.house, code, &room)) {
        tg_tell_refusal(person, where, NULL, HC_NO_ROOM, "");
        return;
    }
    board = where->is_group
                ? tg_chat_show(tg_chat_find(telegram, where->chat, true), code, where->thread)
                : tg_person_show(person, code);
    board->quiet = false;
    tg_board_enter(board);
    tg_board_ask(board, where->is_press);
    if (!where->is_group)
        tg_present(person, code);
}

/* Whether somebody has asked for a seat there, and was not answered yet. What they do next comes
 * after that, so the house says whether they may. */
static bool is_joining(const struct tg_person *person, const char *code)
{
    for (const struct tg_request *request = person->requests; request; request = request->next)
        if (request->kind == TG_JOIN && hc_text_same(request->code, code))
            return true;
    return false;
}

static void ask_room(struct tg_person *person, enum tg_request_kind kind,
                     const struct tg_where *where, const char *code, enum hc_room_verb verb,
                     unsigned seat, const char *text)
{
    struct telegram *telegram = person->telegram;
    uint8_t entropy[HC_SEED_BYTES];
    struct hc_room_request asked = {.verb = verb,
                                    .seat = (uint8_t)seat,
                                    .text = text,
                                    .entropy = entropy,
                                    .id = telegram->update_id};
    bool may_ask = is_joining(person, code) || tg_sit_board(person, where, code);
    struct tg_request *request = may_ask ? ask(person, kind, where, code) : NULL;

    if (!request)
        return;
    telegram->plan.entropy(telegram->plan.context, entropy, sizeof entropy);
    tg_present(person, code);
    house_do(person->line, request->tag, code, &asked);
}

void tg_do(struct tg_person *person, const struct tg_where *where, const char *code,
           enum hc_room_verb verb, unsigned seat, const char *text)
{
    ask_room(person, TG_DO, where, code, verb, seat, text);
}

void tg_leave(struct tg_person *person, const struct tg_where *where, const char *code)
{
    struct tg_board *board = tg_person_board(person, code);

    if (board && board->seen.has_room && board->seen.viewer == HC_SPECTATOR &&
        !is_joining(person, code)) {
        tg_board_leave(board); /* who only looks on has nothing to give up */
        tg_tell_word(person, where, TELEGRAM_LEFT);
        return;
    }
    ask_room(person, TG_LEAVE, where, code, HC_DO_LEAVE, HC_NONE, "");
}

/* Whether there is something to do at a table; if not, whoever wanted to is told how it begins. */
static bool has_begun(struct tg_person *person, const struct tg_where *where, const char *code)
{
    struct hc_room_view room;

    if (!house_look(person->telegram->plan.house, code, &room) || room.stage != HC_ROOM_LOBBY)
        return true;
    tg_tell_word(person, where, TELEGRAM_NOT_BEGUN);
    return false;
}

void tg_hint(struct tg_person *person, const struct tg_where *where, const char *code)
{
    struct tg_request *request;

    if (!tg_sit_board(person, where, code) || !has_begun(person, where, code))
        return;
    request = ask(person, TG_HINT, where, code);
    if (!request)
        return;
    tg_present(person, code);
    house_advise(person->line, request->tag, code);
}

void tg_ask_house(struct tg_person *person, const struct tg_where *where, enum tg_request_kind kind,
                  struct house_question *question)
{
    struct tg_request *request = ask(person, kind, where, "");

    if (!request)
        return;
    hc_copy(question->guest, person->guest, sizeof question->guest);
    house_ask(person->line, request->tag, question);
}

/* Whether a command leaves something open: then its person is asked for it on the board. */
static bool is_open(struct tg_board *board, const struct hc_command *given, uint32_t seq)
{
    const struct hc_view *view = &board->seen.view;
    struct hc_command command = *given;
    struct tg_next next;

    if (seq != board->seen.seq)
        return false;
    tg_next(view, &command, &next);
    if (next.what == TG_OPEN_NOTHING || next.enough)
        return false;
    hc_command_print(view->game, &view->rules, &command, board->partial, sizeof board->partial);
    board->partial_seq = seq;
    board->quiet = false;
    tg_board_change(board);
    return true;
}

/* What its person had begun to choose is not asked for any more. */
static void drop_begun(struct tg_board *board)
{
    if (!*board->partial)
        return;
    board->partial[0] = '\0';
    tg_board_change(board);
}

/* A command with everything filled in that has only one way. */
static void complete(const struct tg_board *board, struct hc_command *command, uint32_t seq)
{
    struct hc_command filled = *command;
    struct tg_next next;

    if (seq != board->seen.seq)
        return;
    tg_next(&board->seen.view, &filled, &next);
    if (next.what == TG_OPEN_NOTHING)
        *command = filled;
}

void tg_act(struct tg_person *person, const struct tg_where *where, const char *code,
            const char *text, uint32_t seq)
{
    struct tg_board *board = tg_sit_board(person, where, code);
    const struct tg_seen *seen;
    char printed[HC_COMMAND_CHARS];
    struct hc_room_request asked = {.verb = HC_DO_ACT, .seat = HC_NONE, .text = text, .seq = seq};
    struct tg_request *request;
    struct hc_command command;
    struct hc_problem why;

    if (!board || !has_begun(person, where, code))
        return;
    seen = &board->seen;
    tg_present(person, code);
    if (seen->has_table && seen->viewer < HC_SEATS_MAX) {
        if (hc_command_parse_in(seen->view.game, &seen->view.rules, text, &command,
                                person->language, &why)) {
            tg_tell_refusal(person, where, seen->view.game, HC_MALFORMED, why.text);
            return;
        }
        drop_begun(board);
        if (is_open(board, &command, seq)) {
            if (where->chat != person->id)
                tg_tell_private(person, where, code);
            return;
        }
        complete(board, &command, seq);
        hc_command_print(seen->view.game, &seen->view.rules, &command, printed, sizeof printed);
        asked.text = printed;
    }
    request = ask(person, TG_DO, where, code);
    if (!request)
        return;
    asked.id = person->telegram->update_id;
    house_do(person->line, request->tag, code, &asked);
    if (where->is_press && !board->dirty)
        tg_board_change(board);
}
