// SPDX-License-Identifier: MIT
/* telegram_memory.c: writing memos, and reading them when the door opens. */
#include "doors/telegram/telegram_memory.h"

#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_calls.h"
#include "doors/telegram/telegram_people.h"
#include "doors/telegram/telegram_tables.h"

enum { KEY_BYTES = 32, MEMO_BYTES = TG_JSON_BYTES + 64, VERSION = 1 };
static const char prefix[] = "tg/";

/* ---- Writing ----------------------------------------------------------------------------------
 */

struct memo {
    uint8_t key[KEY_BYTES], bytes[MEMO_BYTES];
    size_t key_size, size;
};

static void begin(struct memo *memo, char kind)
{
    memo->key_size = sizeof prefix;
    hc_copy(memo->key, prefix, sizeof prefix - 1);
    memo->key[sizeof prefix - 1] = (uint8_t)kind;
    memo->bytes[0] = VERSION;
    memo->size = 1;
}

static void key_number(struct memo *memo, uint64_t number)
{
    hc_store64(memo->key + memo->key_size, number);
    memo->key_size += 8;
}

static void key_code(struct memo *memo, const char *code)
{
    hc_copy(memo->key + memo->key_size, code, HC_ROOM_CODE_CHARS);
    memo->key_size += HC_ROOM_CODE_CHARS;
}

static void put(struct memo *memo, const void *bytes, size_t size)
{
    if (memo->size + size > sizeof memo->bytes)
        return;
    hc_copy(memo->bytes + memo->size, bytes, size);
    memo->size += size;
}

static void put_byte(struct memo *memo, unsigned byte)
{
    uint8_t value = (uint8_t)byte;

    put(memo, &value, 1);
}

static void put_number(struct memo *memo, uint64_t number)
{
    uint8_t bytes[8];

    hc_store64(bytes, number);
    put(memo, bytes, sizeof bytes);
}

static void put_text(struct memo *memo, const char *text)
{
    put(memo, text, hc_length(text) + 1);
}

/* While the door opens or closes nothing is written. */
static void write_memo(struct telegram *telegram, const struct memo *memo)
{
    if (telegram->running)
        house_memo(telegram->plan.house, memo->key, memo->key_size, memo->bytes, memo->size);
}

static void forget(struct telegram *telegram, const struct memo *memo)
{
    if (telegram->running)
        house_memo(telegram->plan.house, memo->key, memo->key_size, NULL, 0);
}

void tg_remember_secret(struct telegram *telegram)
{
    struct memo memo;

    begin(&memo, 's');
    put(&memo, telegram->secret, sizeof telegram->secret);
    write_memo(telegram, &memo);
}

enum { BOT_APP = 1, BOT_INLINE = 2 };

void tg_remember_offset(struct telegram *telegram)
{
    struct memo memo;

    begin(&memo, 'o');
    put_number(&memo, (uint64_t)telegram->offset);
    put_text(&memo, telegram->username);
    put(&memo, telegram->came, sizeof telegram->came);
    put_byte(&memo, (telegram->has_app ? BOT_APP : 0u) | (telegram->has_inline ? BOT_INLINE : 0u));
    write_memo(telegram, &memo);
    telegram->offset_stamp = house_memos(telegram->plan.house);
}

enum { PERSON_CHOSEN = 1, PERSON_OPEN = 2, PERSON_PICTURES = 4 };

void tg_remember_person(const struct tg_person *person)
{
    struct memo memo;

    begin(&memo, 'p');
    key_number(&memo, (uint64_t)person->id);
    put_byte(&memo, (person->chosen ? PERSON_CHOSEN : 0u) | (person->open ? PERSON_OPEN : 0u) |
                        (person->pictures ? PERSON_PICTURES : 0u));
    put_byte(&memo, person->nudges);
    put_text(&memo, hc_language_code(person->language));
    put_text(&memo, person->name);
    put_text(&memo, person->username);
    put_text(&memo, person->last);
    put_byte(&memo, person->done_count % TG_DONE_OF_PERSON);
    for (unsigned i = 0; i < TG_DONE_OF_PERSON; i++) {
        put_number(&memo, (uint64_t)person->done[i].chat);
        put_number(&memo, (uint64_t)person->done[i].message);
    }
    write_memo(person->telegram, &memo);
}

void tg_forget_person(const struct tg_person *person)
{
    struct memo memo;

    begin(&memo, 'p');
    key_number(&memo, (uint64_t)person->id);
    forget(person->telegram, &memo);
}

enum { CHAT_FORUM = 1, CHAT_PICTURES = 2, CHAT_GONE = 4, CHAT_CHOSEN = 8 };

void tg_remember_chat(const struct tg_chat *chat)
{
    struct memo memo;

    begin(&memo, 'c');
    key_number(&memo, (uint64_t)chat->id);
    put_byte(&memo, (chat->is_forum ? CHAT_FORUM : 0u) | (chat->pictures ? CHAT_PICTURES : 0u) |
                        (chat->gone ? CHAT_GONE : 0u) | (chat->chosen ? CHAT_CHOSEN : 0u));
    put_text(&memo, hc_language_code(chat->language));
    write_memo(chat->telegram, &memo);
}

void tg_forget_chat(const struct tg_chat *chat)
{
    struct memo memo;

    begin(&memo, 'c');
    key_number(&memo, (uint64_t)chat->id);
    forget(chat->telegram, &memo);
}

enum {
    BOARD_PHOTO = 1,
    BOARD_UNSURE = 2,
    BOARD_QUIET = 4,
    BOARD_JOINING = 8,
    BOARD_UNSEEN = 16,
    BOARD_LEFT = 32,
};

void tg_remember_board(const struct tg_board *board)
{
    struct memo memo;

    begin(&memo, 'b');
    key_number(&memo, (uint64_t)tg_board_chat(board));
    key_code(&memo, board->code);
    put_byte(&memo, (board->is_photo ? BOARD_PHOTO : 0u) | (board->unsure ? BOARD_UNSURE : 0u) |
                        (board->quiet ? BOARD_QUIET : 0u) | (board->joining ? BOARD_JOINING : 0u) |
                        (board->unseen ? BOARD_UNSEEN : 0u) | (board->left ? BOARD_LEFT : 0u));
    put_number(&memo, (uint64_t)board->thread);
    put_number(&memo, (uint64_t)board->message);
    put_number(&memo, board->shown);
    put_number(&memo, board->sent);
    put_number(&memo, board->acted_ms);
    put_number(&memo, board->match);
    write_memo(board->telegram, &memo);
}

static void begin_vote(struct memo *memo, const struct tg_board *board)
{
    begin(memo, 'v');
    key_number(memo, (uint64_t)tg_board_chat(board));
    key_code(memo, board->code);
}

void tg_forget_board(const struct tg_board *board)
{
    struct memo memo;

    begin(&memo, 'b');
    key_number(&memo, (uint64_t)tg_board_chat(board));
    key_code(&memo, board->code);
    forget(board->telegram, &memo);
    if (!*board->vote.text)
        return;
    begin_vote(&memo, board);
    forget(board->telegram, &memo);
}

void tg_remember_vote(const struct tg_board *board)
{
    struct memo memo;

    begin_vote(&memo, board);
    put_number(&memo, board->vote.yes);
    put_number(&memo, board->vote.no);
    put_text(&memo, board->vote.text);
    if (*board->vote.text)
        write_memo(board->telegram, &memo);
    else
        forget(board->telegram, &memo);
}

void tg_remember_message(struct telegram *telegram, uint64_t number, int64_t chat, bool is_group,
                         const char *json)
{
    struct memo memo;

    begin(&memo, 'x');
    key_number(&memo, number);
    put_number(&memo, (uint64_t)chat);
    put_byte(&memo, is_group);
    put_text(&memo, json);
    write_memo(telegram, &memo);
}

void tg_forget_message(struct telegram *telegram, uint64_t number)
{
    struct memo memo;

    begin(&memo, 'x');
    key_number(&memo, number);
    forget(telegram, &memo);
}

void tg_remember_intent(struct telegram *telegram, uint64_t number, const struct tg_intent *intent)
{
    struct memo memo;

    begin(&memo, 'i');
    key_number(&memo, number);
    put_number(&memo, (uint64_t)intent->person);
    put_number(&memo, (uint64_t)intent->where.chat);
    put_number(&memo, (uint64_t)intent->where.thread);
    put_byte(&memo, intent->where.is_group);
    put_text(&memo, intent->game);
    put_text(&memo, intent->rules);
    put_text(&memo, intent->preset);
    write_memo(telegram, &memo);
}

void tg_forget_intent(struct telegram *telegram, uint64_t number)
{
    struct memo memo;

    begin(&memo, 'i');
    key_number(&memo, number);
    forget(telegram, &memo);
}

/* ---- Reading ----------------------------------------------------------------------------------
 */

struct reading {
    const uint8_t *bytes;
    size_t size;
    bool bad;
};

static unsigned take_byte(struct reading *in)
{
    if (!in->size) {
        in->bad = true;
        return 0;
    }
    in->size--;
    return *in->bytes++;
}

static uint64_t take_number(struct reading *in)
{
    uint64_t number;

    if (in->size < 8) {
        in->bad = true;
        return 0;
    }
    number = hc_load64(in->bytes);
    in->bytes += 8;
    in->size -= 8;
    return number;
}

static void take_bytes(struct reading *in, void *bytes, size_t size)
{
    if (in->size < size) {
        in->bad = true;
        return;
    }
    hc_copy(bytes, in->bytes, size);
    in->bytes += size;
    in->size -= size;
}

/* A text with its zero, where it lies; "" if it is bad or longer than it may be. */
static const char *take_text(struct reading *in, size_t size_max)
{
    const char *text = (const char *)in->bytes;
    size_t size = 0;

    while (size < in->size && in->bytes[size])
        size++;
    if (size == in->size || size >= size_max) {
        in->bad = true;
        return "";
    }
    in->bytes += size + 1;
    in->size -= size + 1;
    return text;
}

static void take_into(struct reading *in, char *text, size_t size)
{
    const char *from = take_text(in, size);

    hc_copy(text, from, hc_length(from) + 1);
}

static void load_person(struct telegram *telegram, int64_t id, struct reading *in)
{
    struct tg_person *person = tg_person_find(telegram, id, true);
    unsigned flags = take_byte(in);

    person->chosen = flags & PERSON_CHOSEN;
    person->open = flags & PERSON_OPEN;
    person->pictures = flags & PERSON_PICTURES;
    person->nudges = (uint8_t)(take_byte(in) % TG_NUDGES);
    person->language = hc_language_find(take_text(in, TG_LINE_BYTES));
    take_into(in, person->name, sizeof person->name);
    take_into(in, person->username, sizeof person->username);
    take_into(in, person->last, sizeof person->last);
    person->done_count = take_byte(in) % TG_DONE_OF_PERSON;
    for (unsigned i = 0; i < TG_DONE_OF_PERSON; i++) {
        person->done[i].chat = (int64_t)take_number(in);
        person->done[i].message = (int64_t)take_number(in);
    }
}

static void load_chat(struct telegram *telegram, int64_t id, struct reading *in)
{
    struct tg_chat *chat = tg_chat_find(telegram, id, true);
    unsigned flags = take_byte(in);

    chat->is_forum = flags & CHAT_FORUM;
    chat->pictures = flags & CHAT_PICTURES;
    chat->gone = flags & CHAT_GONE;
    chat->chosen = flags & CHAT_CHOSEN;
    chat->language = hc_language_find(take_text(in, TG_LINE_BYTES));
}

/* People have numbers above zero, groups below. */
static void load_board(struct telegram *telegram, int64_t chat, const char *code,
                       struct reading *in)
{
    unsigned flags = take_byte(in);
    int64_t thread = (int64_t)take_number(in);
    struct tg_board *board;

    if (in->bad || !hc_room_is_code(code))
        return;
    board = chat > 0 ? tg_person_show(tg_person_find(telegram, chat, true), code)
                     : tg_chat_show(tg_chat_find(telegram, chat, true), code, thread);
    board->is_photo = flags & BOARD_PHOTO;
    board->unsure = flags & BOARD_UNSURE;
    board->quiet = chat > 0 && flags & BOARD_QUIET;
    board->joining = flags & BOARD_JOINING;
    board->unseen = flags & BOARD_UNSEEN;
    board->left = flags & BOARD_LEFT;
    board->word_ms = telegram->now_ms + TG_UNSEEN_MS;
    board->thread = thread;
    board->message = (int64_t)take_number(in);
    board->shown = take_number(in);
    board->sent = take_number(in);
    board->acted_ms = take_number(in);
    board->match = (uint32_t)take_number(in);
    board->resumed = true;
}

static void load_vote(struct telegram *telegram, int64_t chat, const char *code, struct reading *in)
{
    struct tg_vote vote;

    vote.yes = (uint16_t)take_number(in);
    vote.no = (uint16_t)take_number(in);
    take_into(in, vote.text, sizeof vote.text);
    if (!in->bad && hc_room_is_code(code))
        tg_chat_show(tg_chat_find(telegram, chat, true), code, 0)->vote = vote;
}

static void load_message(struct telegram *telegram, uint64_t number, struct reading *in)
{
    int64_t chat = (int64_t)take_number(in);
    bool is_group = take_byte(in);
    const char *json = take_text(in, TG_JSON_BYTES);

    if (!in->bad)
        tg_calls_load(telegram, number, chat, is_group, json);
    if (number > telegram->numbers)
        telegram->numbers = number;
}

static void load_intent(struct telegram *telegram, uint64_t number, struct reading *in)
{
    struct tg_intent intent = {.person = (int64_t)take_number(in)};

    intent.where.chat = (int64_t)take_number(in);
    intent.where.thread = (int64_t)take_number(in);
    intent.where.is_group = take_byte(in);
    take_into(in, intent.game, sizeof intent.game);
    take_into(in, intent.rules, sizeof intent.rules);
    take_into(in, intent.preset, sizeof intent.preset);
    if (!in->bad && number && !(number >> 63))
        tg_tables_resume(telegram, number, &intent);
}

static void load_offset(struct telegram *telegram, struct reading *in)
{
    unsigned flags;

    telegram->offset = (int64_t)take_number(in);
    take_into(in, telegram->username, sizeof telegram->username);
    take_bytes(in, telegram->came, sizeof telegram->came);
    flags = take_byte(in);
    telegram->has_app = flags & BOT_APP;
    telegram->has_inline = flags & BOT_INLINE;
}

void telegram_load(struct telegram *telegram, const uint8_t *key, size_t key_size,
                   const uint8_t *bytes, size_t size)
{
    struct reading in = {bytes, size, false};
    size_t head = sizeof prefix;
    uint64_t number = 0;
    char kind, code[HC_ROOM_CODE_CHARS + 1] = "";

    if (key_size < head || !hc_same(key, prefix, sizeof prefix - 1) || take_byte(&in) != VERSION)
        return;
    kind = (char)key[head - 1];
    if (key_size >= head + 8)
        number = hc_load64(key + head);
    if (key_size >= head + 8 + HC_ROOM_CODE_CHARS)
        hc_copy(code, key + head + 8, HC_ROOM_CODE_CHARS);
    switch (kind) {
    case 's':
        take_bytes(&in, telegram->secret, sizeof telegram->secret);
        telegram->has_secret = !in.bad;
        break;
    case 'o':
        load_offset(telegram, &in);
        break;
    case 'p':
        load_person(telegram, (int64_t)number, &in);
        break;
    case 'c':
        load_chat(telegram, (int64_t)number, &in);
        break;
    case 'b':
        load_board(telegram, (int64_t)number, code, &in);
        break;
    case 'v':
        load_vote(telegram, (int64_t)number, code, &in);
        break;
    case 'x':
        load_message(telegram, number, &in);
        break;
    case 'i':
        load_intent(telegram, number, &in);
        break;
    default: /* of a version to come */
        break;
    }
}
