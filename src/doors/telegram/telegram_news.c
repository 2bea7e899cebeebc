// SPDX-License-Identifier: MIT
/* telegram_news.c: news become what boards show, and answers to requests. */
#include "doors/telegram/telegram_news.h"

#include "doors/telegram/telegram_about.h"
#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_calls.h"
#include "doors/telegram/telegram_clock.h"
#include "doors/telegram/telegram_live.h"
#include "doors/telegram/telegram_memory.h"
#include "doors/telegram/telegram_people.h"
#include "doors/telegram/telegram_phrase.h"
#include "doors/telegram/telegram_tables.h"
#include "doors/telegram/telegram_text.h"
#include "table/offer.h"

enum { WHY_BYTES = 1024, MISSED_MAX = 40, SENTENCE_BYTES = 1200, URL_BYTES = 160 };

/* ---- Telling a person --------------------------------------------------------------------------
 */

void tg_tell(struct tg_person *person, const struct tg_where *where, const char *html)
{
    struct telegram *telegram = person->telegram;
    struct tg_where private = {.chat = person->id};
    struct hc_text out;

    if (!where->is_press) {
        tg_reply(telegram, where, html, NULL);
    } else if (telegram->pressing) {
        hc_text_init(&out, telegram->toast, sizeof telegram->toast);
        hc_put(&out, html);
    } else if (person->open) {
        tg_reply(telegram, &private, html, NULL);
    }
}

void tg_tell_word(struct tg_person *person, const struct tg_where *where, enum hc_word word)
{
    char text[WHY_BYTES];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    tg_say(&out, person->language, word);
    tg_tell(person, where, text);
}

/* Whether a refusal says nothing about a hand. */
static bool is_public(enum hc_refusal refusal)
{
    switch (refusal) {
    case HC_NO_CARD:
    case HC_NOT_PLAYABLE:
    case HC_ONLY_DRAWN:
    case HC_MUST_PLAY:
    case HC_MUST_PLAY_DRAWN:
    case HC_WD4_ILLEGAL:
        return false;
    default: /* games have refusals of their own, above those that all have */
        return refusal < HC_REFUSALS_MAX / 2;
    }
}

void tg_tell_refusal(struct tg_person *person, const struct tg_where *where,
                     const struct hc_game *game, enum hc_refusal refusal, const char *why)
{
    struct tg_where private = {.chat = person->id};
    const char *sentence = hc_refusal_sentence(game, refusal, person->language);
    char text[WHY_BYTES];
    struct hc_text out;

    if (where->is_press && !person->telegram->pressing)
        return; /* the press was answered already; a message for it would only be in the way */
    hc_text_init(&out, text, sizeof text);
    if (refusal == HC_NOT_YOUR_TURN)
        tg_say(&out, person->language, TELEGRAM_ANOTHER_TURN);
    else
        tg_put_sentence(&out, why && *why ? why : sentence ? sentence : "");
    if (!where->is_group || where->is_press || is_public(refusal))
        tg_tell(person, where, text);
    else if (person->open)
        tg_tell(person, &private, text);
    else
        tg_reply_link(person->telegram, where, person, person->last);
}

void tg_tell_private(struct tg_person *person, const struct tg_where *where, const char *code)
{
    struct telegram *telegram = person->telegram;

    if (person->open)
        tg_tell_word(person, where, TELEGRAM_SENT_PRIVATELY);
    else if (where->is_press && telegram->pressing)
        tg_deep_link(telegram, "h", code, telegram->toast_url, sizeof telegram->toast_url);
    else
        tg_reply_link(telegram, where, person, code);
}

/* ---- What a board shows ------------------------------------------------------------------------
 */

static void add_line(struct tg_story *story, const char *text)
{
    struct hc_text out;

    if (story->count == TG_STORY_LINES) {
        __builtin_memmove(story->line[0], story->line[1], sizeof story->line - TG_LINE_BYTES);
        story->count--;
    }
    hc_text_init(&out, story->line[story->count++], TG_LINE_BYTES);
    hc_put(&out, text);
    if (out.length >= TG_LINE_BYTES) /* not in the middle of a character */
        tg_copy_name(story->line[story->count - 1], TG_LINE_BYTES, text);
}

struct telling {
    struct tg_board *board;
    const struct house_news *news;
};

static void add_event(void *context, const struct hc_seen *seen)
{
    const struct telling *telling = context;
    const struct house_news *news = telling->news;
    const char *names[HC_SEATS_MAX];
    char text[SENTENCE_BYTES];

    if (hc_text_same(news->view->game->events[seen->kind].name, "turn"))
        return; /* whose turn it is stands on the board */
    tg_names(news->room, names);
    if (hc_seen_say(news->view->game, &news->view->rules, seen, news->viewer, names,
                    tg_board_language(telling->board), text, sizeof text))
        add_line(&telling->board->seen.story, text);
}

static void take_story(struct tg_board *board, const struct house_news *news, bool new_match)
{
    struct telling telling = {board, news};

    if (new_match)
        board->seen.story.count = 0;
    if (!news->has_table)
        return;
    if (!news->has_events && !board->seen.story.count)
        house_missed(news, 0, MISSED_MAX, add_event, &telling);
    for (size_t i = 0; news->has_events && i < news->seen_count; i++)
        add_event(&telling, &news->seen[i]);
}

static bool is_awaited(const struct tg_seen *seen)
{
    return seen->has_table && seen->room.stage == HC_ROOM_PLAYING && seen->viewer < HC_SEATS_MAX &&
           hc_view_awaits(&seen->view) == seen->viewer;
}

/* A person is told by a new message that there is something to do, unless it is looking anyway. */
static void notice(struct tg_board *board, bool was_awaited, bool had_table)
{
    const struct telegram *telegram = board->telegram;
    const struct tg_seen *seen = &board->seen;
    bool over = seen->has_table && seen->room.stage == HC_ROOM_FINISHED;
    bool begins = seen->has_table && !had_table && seen->room.stage == HC_ROOM_PLAYING;

    if (over && board->match != seen->room.match) {
        board->match = seen->room.match;
        tg_remember_board(board);
        tg_board_renew(board);
    }
    if (!board->person)
        return;
    if (begins && seen->viewer < HC_SEATS_MAX) {
        board->quiet = false;
        tg_board_renew(board);
    }
    if (is_awaited(seen) && !was_awaited) {
        board->turn_ms = board->nudged_ms = telegram->now_ms;
        if (telegram->now_ms - board->acted_ms > TG_AT_HAND_MS)
            tg_board_renew(board);
    }
}

/* What a board that was remembered is told first. Whoever asked for a seat has it, or not. */
static void resume(struct tg_board *board)
{
    const struct tg_seen *seen = &board->seen;
    bool sits = seen->viewer < HC_SEATS_MAX;

    board->turn_ms = board->nudged_ms = board->telegram->now_ms;
    if (board->joining && sits) {
        board->joining = false;
        tg_board_return(board);
    } else if (board->joining || board->left) {
        board->closed = true;
    }
    if (sits && seen->room.stage == HC_ROOM_PLAYING)
        board->quiet = false;
}

static void take(struct tg_board *board, const struct house_news *news)
{
    struct tg_seen *seen = &board->seen;
    bool was_awaited = is_awaited(seen), had_room = seen->has_room, had_table = seen->has_table;
    bool new_match = had_room && seen->room.match != news->room->match;
    uint32_t old_match = seen->room.match;

    seen->room = *news->room;
    seen->has_room = true;
    seen->viewer = news->viewer;
    if (!board->person && news->room->taken)
        board->quiet = false;
    if (news->kind == HOUSE_WATCHERS) {
        if (!had_room)
            tg_board_change(board);
        return;
    }
    take_story(board, news, new_match);
    seen->has_table = news->has_table;
    seen->seq = news->seq;
    seen->deadline_ms = news->deadline_ms;
    seen->waits_for = news->waits_for;
    if (news->has_table) {
        seen->view = *news->view;
        hc_offer(&seen->view);
    }
    tg_board_change(board);
    if (!board->resumed)
        notice(board, was_awaited, had_table && old_match == seen->room.match);
    else
        resume(board);
    board->resumed = false;
    if (board->person)
        tg_wake(board->telegram, tg_nudge_due(board));
}

static void close_board(struct tg_board *board)
{
    board->closed = true;
    board->is_in = false;
    tg_board_change(board);
}

static void add_said(struct tg_board *board, const struct house_news *news)
{
    const struct hc_language *language = tg_board_language(board);
    const char *name = news->seat < HC_SEATS_MAX ? news->room->seat[news->seat].name : NULL;
    char text[SENTENCE_BYTES];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    if (news->kind == HOUSE_HINT)
        WORDS_FILL(language, TELEGRAM_HINT_TOLD, &out, {"name", name ? name : "", 0});
    else
        WORDS_FILL(language, WORDS_SAYS, &out, {"name", name ? name : "", 0},
                   {"text", news->text, 0});
    add_line(&board->seen.story, text);
    tg_board_change(board);
}

/* What a line is told of a table that it has a board of. */
static void tell_board(struct tg_board *board, const struct house_news *news)
{
    switch (news->kind) {
    case HOUSE_ANSWER:
    case HOUSE_UPDATE:
    case HOUSE_LOOK:
    case HOUSE_WATCHERS:
        take(board, news);
        break;
    case HOUSE_CHAT:
    case HOUSE_HINT:
        add_said(board, news);
        break;
    case HOUSE_GONE:
        close_board(board);
        break;
    case HOUSE_MOVED: /* then this door is closed, too */
    case HOUSE_RECORDS:
    case HOUSE_ADVICE:
        break;
    }
}

/* A line could not come in. */
static void tell_entering(struct telegram *telegram, const struct house_news *news)
{
    struct tg_board *board = telegram->entering;

    if (!board || !news->mine || !news->refusal || news->room)
        return;
    board->is_in = false;
    if (news->refusal == HC_NO_ROOM || board->joining)
        close_board(board);
}

/* ---- Answers -----------------------------------------------------------------------------------
 */

static struct tg_request *take_request(struct tg_person *person, uint32_t tag)
{
    for (struct tg_request **link = &person->requests; *link; link = &(*link)->next)
        if ((*link)->tag == tag) {
            struct tg_request *request = *link;

            *link = request->next;
            person->request_count--;
            return request;
        }
    return NULL;
}

static void answer_create(struct tg_person *person, const struct tg_request *request,
                          const struct house_news *news)
{
    struct tg_task *task;

    if (news->refusal) {
        tg_forget_intent(person->telegram, request->intent);
        tg_tell_refusal(person, &request->where, NULL, news->refusal, news->why);
        return;
    }
    task = tg_task_add(person->telegram, TG_TASK_SIT, person, &request->where, news->room->code);
    task->intent = request->intent;
}

static void answer_join(struct tg_person *person, const struct tg_request *request,
                        const struct house_news *news)
{
    struct tg_board *board = tg_person_board(person, request->code);
    bool expected = board && board->joining;
    bool sits = news->refusal == HC_DUPLICATE_PLAYER && news->viewer < HC_SEATS_MAX;

    if (sits && !expected) {
        tg_tell_word(person, &request->where, TELEGRAM_SEATED_ALREADY);
        return;
    }
    if (news->refusal && !sits) {
        if (tg_join_again(person, request, news))
            return;
        tg_tell_refusal(person, &request->where, NULL, news->refusal, news->why);
        if (expected) {
            close_board(board);
            board->is_in = news->room != NULL;
        }
        return;
    }
    board = tg_person_show(person, request->code);
    board->joining = false;
    board->is_in = true;
    board->quiet = request->where.is_group && !board->message;
    tg_board_return(board); /* who comes back at once finds it on its way out */
    tg_present(person, request->code);
    if (news->room)
        take(board, news);
    if (request->where.is_press && !request->where.is_group && !board->message)
        tg_board_replace(board, &request->where);
    else if (!board->quiet)
        tg_board_ask(board, true);
}

/* A refusal of a press that was answered already stands on the board: it is no message of its own.
 */
static void put_refusal(struct tg_board *board, const struct hc_game *game,
                        const struct house_news *news)
{
    const struct hc_language *language = tg_board_language(board);
    const char *why =
        news->why && *news->why ? news->why : hc_refusal_sentence(game, news->refusal, language);
    char text[SENTENCE_BYTES];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    hc_put(&out, "⚠️ ");
    hc_put(&out, why ? why : "");
    if (news->refusal != HC_STALE && news->refusal != HC_NOT_YOUR_TURN)
        add_line(&board->seen.story, text);
}

static void answer_do(struct tg_person *person, const struct tg_request *request,
                      const struct house_news *news)
{
    struct tg_board *board = tg_person_board(person, request->code);
    const struct hc_game *game = news->room ? hc_games[news->room->game] : NULL;

    if (!news->refusal)
        return;
    if (board)
        tg_board_change(board);
    if (news->repeat)
        return;
    if (request->where.is_press && !person->telegram->pressing && board)
        put_refusal(board, game, news);
    else
        tg_tell_refusal(person, &request->where, game, news->refusal, news->why);
}

/* Who leaves by a command or in a group is told so; who does by the button below the table sees it
 * there. A group hears who it was. */
static void answer_leave(struct tg_person *person, const struct tg_request *request,
                         const struct house_news *news)
{
    struct telegram *telegram = person->telegram;
    struct tg_board *board = tg_person_board(person, request->code);
    const struct tg_chat *chat = tg_chat_find(telegram, request->where.chat, false);
    struct tg_where where = request->where;
    char text[TG_LINE_BYTES * 2];
    struct hc_text out;

    if (news->refusal) {
        answer_do(person, request, news);
        return;
    }
    if (chat) {
        where.message = where.is_press ? 0 : where.message;
        hc_text_init(&out, text, sizeof text);
        TG_SAY(&out, chat->language, TELEGRAM_LEFT_BY, {"name", tg_person_name(person), 0},
               {"code", request->code, 0});
        tg_reply(telegram, &where, text, NULL);
    } else if (!where.is_press || !board || !board->message) {
        tg_tell_word(person, &where, TELEGRAM_LEFT);
    }
    if (!board)
        return;
    board->left = true;
    tg_task_add(telegram, TG_TASK_LEFT, person, &where, request->code);
}

static void answer(struct tg_person *person, const struct tg_request *request,
                   const struct house_news *news)
{
    switch (request->kind) {
    case TG_CREATE:
        answer_create(person, request, news);
        break;
    case TG_JOIN:
        answer_join(person, request, news);
        break;
    case TG_LEAVE:
        answer_leave(person, request, news);
        break;
    case TG_DO:
    case TG_HINT:
        answer_do(person, request, news);
        break;
    case TG_STATS:
    case TG_TOP:
    case TG_FORGET:
        if (news->kind == HOUSE_RECORDS)
            tg_tell_records(person, request, news->records);
        else
            tg_tell_refusal(person, &request->where, NULL, news->refusal, news->why);
        break;
    }
}

/* ---- Lines -------------------------------------------------------------------------------------
 */

static void tell_advice(struct tg_person *person, const struct tg_board *board,
                        const struct house_news *news)
{
    struct tg_where private = {.chat = person->id};
    const char *names[HC_SEATS_MAX];
    char words[SENTENCE_BYTES] = "", text[SENTENCE_BYTES];
    struct hc_command command;
    struct hc_problem why;
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    if (*news->text && board->seen.has_table &&
        !hc_command_parse(board->seen.view.game, &board->seen.view.rules, news->text, &command,
                          &why)) {
        tg_names(&board->seen.room, names);
        hc_command_say(&board->seen.view, &command, names, person->language, words, sizeof words);
    }
    hc_put(&out, "💡 ");
    if (*words)
        tg_put_sentence(&out, words);
    else
        tg_say(&out, person->language, TELEGRAM_NO_ADVICE);
    tg_reply(person->telegram, &private, text, NULL);
}

void tg_person_news(void *context, const struct house_news *news)
{
    struct tg_person *person = context;
    struct tg_board *board = news->room ? tg_person_board(person, news->room->code) : NULL;
    struct tg_request *request = news->mine && news->tag ? take_request(person, news->tag) : NULL;

    tell_entering(person->telegram, news);
    if (board && news->kind == HOUSE_ADVICE)
        tell_advice(person, board, news);
    else if (board)
        tell_board(board, news);
    if (request) {
        answer(person, request, news);
        tg_free(person->telegram, request);
    }
}

void tg_chat_news(void *context, const struct house_news *news)
{
    struct tg_chat *chat = context;
    struct tg_board *board = news->room ? tg_chat_board(chat, news->room->code) : NULL;

    tell_entering(chat->telegram, news);
    if (board)
        tell_board(board, news);
}
