// SPDX-License-Identifier: MIT
/* telegram_clock.c: reminders, and people who do nothing. */
#include "doors/telegram/telegram_clock.h"

#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_calls.h"
#include "doors/telegram/telegram_people.h"
#include "doors/telegram/telegram_tables.h"
#include "doors/telegram/telegram_text.h"

enum { HOUR_MS = 3600 * 1000, GROUP_NUDGE_MS = 60 * 1000, WORD_AGAIN_MS = 600 * 1000 };

static bool is_awaited(const struct tg_board *board)
{
    const struct tg_seen *seen = &board->seen;

    return !board->closed && seen->has_table && seen->room.stage == HC_ROOM_PLAYING &&
           seen->viewer < HC_SEATS_MAX && seen->waits_for >> seen->viewer & 1 &&
           hc_view_awaits(&seen->view) == seen->viewer;
}

static uint64_t interval_of(const struct tg_person *person)
{
    switch ((enum tg_nudges)person->nudges) {
    case TG_NUDGE_HOURLY:
        return HOUR_MS;
    case TG_NUDGE_SOMETIMES:
        return 6ull * HOUR_MS;
    case TG_NUDGE_DAILY:
        return 24ull * HOUR_MS;
    case TG_NUDGE_NEVER:
    case TG_NUDGES:
        break;
    }
    return HC_ROOM_NEVER;
}

static bool is_live(const struct tg_board *board)
{
    return board->seen.room.settings.byte[HC_ROOM_CLOCK] == HC_CLOCK_LIVE;
}

uint64_t tg_nudge_due(const struct tg_board *board)
{
    const struct hc_room_view *room = &board->seen.room;
    uint64_t interval_ms = interval_of(board->person), before_ms, last_ms;

    if (!is_awaited(board) || board->quiet)
        return HC_ROOM_NEVER;
    if (!board->person->open)
        return board->nudged_ms == board->turn_ms ? board->turn_ms + GROUP_NUDGE_MS
                                                  : (uint64_t)HC_ROOM_NEVER;
    if (!is_live(board)) { /* people say how often, whatever the number of their tables */
        last_ms = board->nudged_ms > board->person->nudged_ms ? board->nudged_ms
                                                              : board->person->nudged_ms;
        return interval_ms == HC_ROOM_NEVER ? HC_ROOM_NEVER : last_ms + interval_ms;
    }
    before_ms = room->settings.wide[HC_ROOM_TURN_MS] / 3;
    if (before_ms > TG_NUDGE_LIVE_MS)
        before_ms = TG_NUDGE_LIVE_MS;
    if (board->nudged_ms != board->turn_ms || board->seen.deadline_ms == HC_ROOM_NEVER ||
        board->person->nudges == TG_NUDGE_NEVER)
        return HC_ROOM_NEVER;
    return board->seen.deadline_ms - before_ms;
}

/* A group that shows the table. */
static const struct tg_board *group_board(struct telegram *telegram, const char *code)
{
    for (unsigned b = 0; b < TG_BUCKETS; b++)
        for (struct tg_chat *chat = telegram->chats[b]; chat; chat = chat->next)
            if (!chat->gone && tg_chat_board(chat, code))
                return tg_chat_board(chat, code);
    return NULL;
}

/* Who has not opened the private chat is called in the group, and told this. */
static void call_in_group(const struct tg_board *board, enum hc_word word)
{
    struct telegram *telegram = board->telegram;
    const struct tg_person *person = board->person;
    const struct tg_board *group = group_board(telegram, board->code);
    char text[TG_LINE_BYTES * 2];
    struct tg_where where;
    struct hc_text out;

    if (!group)
        return;
    where = (struct tg_where){
        .chat = group->chat->id, .thread = group->thread, .is_group = true, .nudge = true};
    hc_text_init(&out, text, sizeof text);
    hc_put(&out, "<a href=\"tg://user?id=");
    hc_put_number(&out, person->id);
    hc_put(&out, "\">");
    tg_put(&out, tg_person_name(person));
    hc_put(&out, "</a>: ");
    TG_SAY(&out, group->chat->language, word, {"code", board->code, 0});
    tg_reply(telegram, &where, text, NULL);
}

static void nudge(struct tg_board *board)
{
    struct telegram *telegram = board->telegram;
    struct tg_person *person = board->person;
    struct tg_where where = {.chat = person->id, .person = person->id, .nudge = true};
    uint64_t left_ms = board->seen.deadline_ms - telegram->now_ms;
    char text[TG_LINE_BYTES];
    struct hc_text out;

    board->nudged_ms = telegram->now_ms == board->turn_ms ? telegram->now_ms + 1 : telegram->now_ms;
    if (!person->open) {
        call_in_group(board, TELEGRAM_YOUR_TURN);
        return;
    }
    if (!is_live(board)) {
        tg_board_renew(board);
        return;
    }
    hc_text_init(&out, text, sizeof text);
    TG_SAY(&out, person->language, TELEGRAM_TIME_LEFT,
           {"count", NULL, (int64_t)((left_ms + 999) / 1000)});
    tg_reply(telegram, &where, text, NULL);
}

/* When somebody who is waited for, and may not know, is told by a word. */
static uint64_t word_due(const struct tg_board *board)
{
    const struct tg_seen *seen = &board->seen;

    if (!board->unseen || board->call || board->closed || board->quiet || !board->person->open ||
        !seen->has_room || seen->room.stage != HC_ROOM_PLAYING || seen->viewer >= HC_SEATS_MAX ||
        !(seen->waits_for >> seen->viewer & 1))
        return HC_ROOM_NEVER;
    return board->word_ms;
}

/* Whether somebody has done nothing for so long that nobody shall wait for it. */
static bool is_idle(const struct tg_board *board)
{
    uint64_t now_ms = board->telegram->now_ms;
    uint64_t idle_ms = now_ms > board->acted_ms ? now_ms - board->acted_ms : 0;

    if (!board->seen.has_room || board->closed)
        return false;
    return idle_ms > (board->seen.room.stage == HC_ROOM_LOBBY ? (uint64_t)TG_LOBBY_IDLE_MS
                                                              : (uint64_t)TG_MATCH_IDLE_MS);
}

/* Who sits in a lobby leaves it, and is told so when that is durable; who only looks on goes
 * without a word. */
static void let_go(struct tg_board *board)
{
    struct tg_person *person = board->person;
    struct tg_where where = {.chat = person->id, .person = person->id, .nudge = true};
    struct tg_where nowhere = {.chat = person->id, .is_press = true};
    uint64_t acted_ms = board->acted_ms;
    char text[TG_LINE_BYTES * 2];
    struct hc_text out;

    if (board->seen.room.stage != HC_ROOM_LOBBY) {
        tg_board_exit(board);
        return;
    }
    if (board->seen.viewer < HC_SEATS_MAX) {
        tg_do(person, &nowhere, board->code, HC_DO_LEAVE, HC_NONE, "");
        board->acted_ms = acted_ms; /* that was not the person */
        board->dismissed = true;
        return;
    }
    if (board->dismissed) {
        hc_text_init(&out, text, sizeof text);
        TG_SAY(&out, person->language, TELEGRAM_LOBBY_IDLE, {"code", board->code, 0});
        if (person->open)
            tg_reply(board->telegram, &where, text, NULL);
        else
            call_in_group(board, TELEGRAM_LOBBY_IDLE);
    }
    tg_board_leave(board);
}

static void look_after(struct tg_person *person)
{
    struct telegram *telegram = person->telegram;
    struct tg_board *next;
    bool is_reminded = false;

    for (struct tg_board *board = person->boards; board; board = next) {
        next = board->next;
        if (board->again) {
            board->again = false;
            tg_board_change(board);
        }
        if (tg_nudge_due(board) <= telegram->now_ms) {
            nudge(board);
            is_reminded |= person->open && !is_live(board);
        }
        tg_wake(telegram, tg_nudge_due(board));
        if (word_due(board) <= telegram->now_ms) {
            board->word_ms = telegram->now_ms + WORD_AGAIN_MS; /* unless it arrives */
            tg_say_turn(board);
        }
        tg_wake(telegram, word_due(board));
        if (board->is_in && is_idle(board))
            let_go(board);
    }
    if (is_reminded)
        person->nudged_ms = telegram->now_ms;
}

static void look_after_chat(struct tg_chat *chat)
{
    for (struct tg_board *board = chat->boards; board; board = board->next)
        if (board->again) {
            board->again = false;
            tg_board_change(board);
        }
}

void tg_clock_run(struct telegram *telegram)
{
    telegram->wake_ms = telegram->now_ms + TG_UPKEEP_MS;
    if (telegram->begin_ms <= telegram->now_ms)
        tg_calls_begin(telegram);
    tg_people(telegram, look_after);
    tg_chats(telegram, look_after_chat);
}
