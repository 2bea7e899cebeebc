// SPDX-License-Identifier: MIT
/* telegram_board.c: which tables a chat or a person is shown. */
#include "doors/telegram/telegram_board.h"

#include "doors/telegram/telegram_calls.h"
#include "doors/telegram/telegram_live.h"
#include "doors/telegram/telegram_memory.h"
#include "doors/telegram/telegram_people.h"
#include "doors/telegram/telegram_text.h"

const struct hc_language *tg_board_language(const struct tg_board *board)
{
    return board->person ? board->person->language : board->chat->language;
}

int64_t tg_board_chat(const struct tg_board *board)
{
    return board->person ? board->person->id : board->chat->id;
}

bool tg_board_is_open(const struct tg_board *board)
{
    return board->person ? board->person->open : !board->chat->gone;
}

/* ---- Finding and making -----------------------------------------------------------------------
 */

static struct tg_board *find(struct tg_board *board, const char *code)
{
    while (board && !hc_text_same(board->code, code))
        board = board->next;
    return board;
}

struct tg_board *tg_person_board(struct tg_person *person, const char *code)
{
    return find(person->boards, code);
}

struct tg_board *tg_chat_board(struct tg_chat *chat, const char *code)
{
    return find(chat->boards, code);
}

/* The last one of a list that is longer than it may be. */
static void forget_oldest(struct tg_board *boards, unsigned most)
{
    unsigned count = 0;
    struct tg_board *last = NULL;

    for (; boards; boards = boards->next, count++)
        last = boards;
    if (count > most)
        tg_board_forget(last);
}

static struct tg_board *make(struct telegram *telegram, struct tg_board **list, const char *code)
{
    struct tg_board *board = tg_new(telegram, sizeof *board);

    board->telegram = telegram;
    hc_copy(board->code, code, sizeof board->code);
    board->acted_ms = telegram->now_ms;
    board->seen.viewer = HC_SPECTATOR;
    board->next = *list;
    *list = board;
    return board;
}

struct tg_board *tg_person_show(struct tg_person *person, const char *code)
{
    struct tg_board *board = tg_person_board(person, code);

    if (board)
        return board;
    board = make(person->telegram, &person->boards, code);
    board->person = person;
    tg_board_change(board);
    tg_remember_board(board);
    forget_oldest(person->boards, TG_BOARDS_OF_PERSON);
    return board;
}

struct tg_board *tg_chat_show(struct tg_chat *chat, const char *code, int64_t thread)
{
    struct tg_board *board = tg_chat_board(chat, code);

    if (!board) {
        board = make(chat->telegram, &chat->boards, code);
        board->chat = chat;
        board->thread = thread;
        tg_board_change(board);
        tg_remember_board(board);
        forget_oldest(chat->boards, TG_BOARDS_OF_CHAT);
    }
    return board;
}

void tg_board_enter(struct tg_board *board)
{
    struct house_line *line =
        board->person ? tg_person_line(board->person) : tg_chat_line(board->chat);

    if (!line || board->is_in)
        return;
    if (board->left && !board->resumed)
        tg_board_return(board);
    board->is_in = true;
    board->telegram->entering = board;
    house_enter(line, 0, board->code);
    board->telegram->entering = NULL;
}

void tg_board_exit(struct tg_board *board)
{
    struct house_line *line = board->person ? board->person->line : board->chat->line;

    if (line && board->is_in)
        house_exit(line, 0, board->code);
    board->is_in = false;
}

void tg_board_forget(struct tg_board *board)
{
    struct telegram *telegram = board->telegram;
    struct tg_board **link = board->person ? &board->person->boards : &board->chat->boards;

    tg_board_exit(board);
    tg_calls_forget_board(board);
    tg_forget_board(board);
    for (struct tg_board **dirty = &telegram->dirty; *dirty; dirty = &(*dirty)->next_dirty)
        if (*dirty == board) {
            *dirty = board->next_dirty;
            break;
        }
    while (*link != board)
        link = &(*link)->next;
    *link = board->next;
    tg_free(telegram, board);
}

void tg_board_leave(struct tg_board *board)
{
    tg_board_exit(board);
    board->closed = board->left = true;
    tg_remember_board(board);
    tg_board_change(board);
}

void tg_board_return(struct tg_board *board)
{
    board->closed = board->left = board->dismissed = false;
    tg_remember_board(board);
}

/* ---- What it says -----------------------------------------------------------------------------
 */

void tg_board_change(struct tg_board *board)
{
    if (board->dirty)
        return;
    board->dirty = true;
    board->next_dirty = board->telegram->dirty;
    board->telegram->dirty = board;
}

void tg_board_replace(struct tg_board *board, const struct tg_where *where)
{
    board->message = where->message;
    tg_remember_board(board);
    tg_board_change(board);
}

void tg_board_renew(struct tg_board *board)
{
    board->fresh = true;
    board->unsure = false; /* somebody wants it, whatever became of the one before */
    tg_board_change(board);
}

void tg_board_ask(struct tg_board *board, bool is_press)
{
    const struct tg_call *call = board->call;

    if (call && (call->sends || board->fresh || !board->message) && (is_press || !call->left))
        tg_board_change(board);
    else
        tg_board_renew(board);
}

/* FNV-1a: it only has to tell one message from the one before. */
static const uint64_t hash_begin = 0xcbf29ce484222325ull;

static uint64_t hash_bytes(uint64_t sum, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3ull;
    return sum;
}

static uint64_t hash(uint64_t sum, const char *text)
{
    return hash_bytes(sum, text, hc_length(text));
}

uint64_t tg_board_state(const struct tg_board *board)
{
    const struct hc_room_view *room = &board->seen.room;
    uint8_t facts[12] = {room->stage, room->asks, room->host, board->closed};
    uint64_t sum = hash_begin;

    hc_store32(facts + 4, room->match);
    hc_store32(facts + 8, board->seen.seq);
    sum = hash_bytes(sum, facts, sizeof facts);
    sum = hash_bytes(sum, room->rules.byte, sizeof room->rules.byte);
    for (unsigned s = 0; s < room->seats; s++)
        sum = hash(sum, room->seat[s].name);
    return hash(sum, board->vote.text);
}

static void draw_text(const struct tg_board *board, bool with_story)
{
    struct telegram *telegram = board->telegram;
    struct hc_text text;

    hc_text_init(&text, telegram->text, sizeof telegram->text);
    if (board->person)
        tg_hand_text(board, with_story, &text);
    else
        tg_live_text(board, with_story, &text);
}

uint64_t tg_board_draw(struct tg_board *board, size_t units)
{
    struct telegram *telegram = board->telegram;
    struct hc_text keys;

    draw_text(board, true);
    if (tg_units(telegram->text, true) > units)
        draw_text(board, false); /* rather than without the last cards of a hand */
    hc_text_init(&keys, telegram->keyboard, sizeof telegram->keyboard);
    if (board->person)
        tg_hand_keys(board, &keys);
    else
        tg_live_keys(board, &keys);
    tg_cut_lines(telegram->text, sizeof telegram->text, units);
    return hash(hash(hash_begin, telegram->text), telegram->keyboard) | 1;
}
