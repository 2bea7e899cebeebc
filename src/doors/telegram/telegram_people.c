// SPDX-License-Identifier: MIT
/* telegram_people.c: people and groups, who they are to the house, and their lines. */
#include "doors/telegram/telegram_people.h"

#include "core/check.h"
#include "core/sha256.h"
#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_memory.h"
#include "doors/telegram/telegram_news.h"
#include "doors/telegram/telegram_tables.h"
#include "protocol/protocol_words.h"

enum { BLOCK = 64, DIGEST = 32, KIND_BYTES = 64 };

void *tg_new(struct telegram *telegram, size_t size)
{
    void *memory = telegram->plan.resize(telegram->plan.context, NULL, size);

    HC_CHECK(memory);
    hc_zero(memory, size);
    return memory;
}

void tg_free(struct telegram *telegram, void *memory)
{
    if (memory)
        telegram->plan.resize(telegram->plan.context, memory, 0);
}

char *tg_copy(struct telegram *telegram, const char *text)
{
    size_t size = hc_length(text) + 1;
    char *copy = tg_new(telegram, size);

    hc_copy(copy, text, size);
    return copy;
}

/* ---- Who somebody is --------------------------------------------------------------------------
 */

/* HMAC-SHA256 (RFC 2104) with a key of 32 bytes. */
static void authenticate(const uint8_t key[DIGEST], const char *text, uint8_t digest[DIGEST])
{
    uint8_t pad[BLOCK] = {0};
    struct hc_sha256 sha;

    hc_copy(pad, key, DIGEST);
    for (unsigned i = 0; i < BLOCK; i++)
        pad[i] ^= 0x36;
    hc_sha256_init(&sha);
    hc_sha256_add(&sha, pad, BLOCK);
    hc_sha256_add(&sha, text, hc_length(text));
    hc_sha256_end(&sha, digest);
    for (unsigned i = 0; i < BLOCK; i++)
        pad[i] ^= 0x36 ^ 0x5c;
    hc_sha256_init(&sha);
    hc_sha256_add(&sha, pad, BLOCK);
    hc_sha256_add(&sha, digest, DIGEST);
    hc_sha256_end(&sha, digest);
}

static void make_token(const uint8_t secret[TELEGRAM_SECRET_BYTES], const char *kind, int64_t id,
                       uint8_t token[TELEGRAM_TOKEN_BYTES])
{
    uint8_t digest[DIGEST];
    char text[KIND_BYTES + 24];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    hc_put(&out, kind);
    hc_put_number(&out, id);
    authenticate(secret, text, digest);
    hc_copy(token, digest, TELEGRAM_TOKEN_BYTES);
}

void telegram_token(const struct telegram *telegram, int64_t user,
                    uint8_t token[TELEGRAM_TOKEN_BYTES])
{
    telegram_token_by(telegram->secret, user, token);
}

void telegram_token_by(const uint8_t secret[TELEGRAM_SECRET_BYTES], int64_t user,
                       uint8_t token[TELEGRAM_TOKEN_BYTES])
{
    make_token(secret, "tg:", user, token);
}

const uint8_t *telegram_secret(const struct telegram *telegram)
{
    return telegram->has_secret ? telegram->secret : NULL;
}

uint64_t tg_room_number(const struct telegram *telegram, const struct tg_where *where)
{
    uint8_t token[TELEGRAM_TOKEN_BYTES];
    uint64_t number;
    char kind[KIND_BYTES];
    struct hc_text out;

    /* Numbers of updates may begin anew; then they are about other messages. */
    hc_text_init(&out, kind, sizeof kind);
    hc_put(&out, "tg-room:");
    hc_put_number(&out, where->chat);
    hc_put(&out, "/");
    hc_put_number(&out, where->message);
    hc_put(&out, ":");
    make_token(telegram->secret, kind, telegram->update_id, token);
    number = hc_load64(token) >> 1;
    return number ? number : 1;
}

/* ---- Finding ----------------------------------------------------------------------------------
 */

static unsigned bucket_of(int64_t id)
{
    return (unsigned)(((uint64_t)id * 0x9e3779b97f4a7c15ull) >> 32) % TG_BUCKETS;
}

struct tg_person *tg_person_find(struct telegram *telegram, int64_t id, bool make)
{
    struct tg_person **bucket = &telegram->people[bucket_of(id)], *person = *bucket;
    uint8_t token[TELEGRAM_TOKEN_BYTES];

    while (person && person->id != id)
        person = person->next;
    if (person || !make)
        return person;
    person = tg_new(telegram, sizeof *person);
    *person = (struct tg_person){
        .next = *bucket, .id = id, .telegram = telegram, .nudges = TG_NUDGE_SOMETIMES};
    telegram_token(telegram, id, token);
    protocol_guest_of(token, person->guest);
    *bucket = person;
    return person;
}

struct tg_chat *tg_chat_find(struct telegram *telegram, int64_t id, bool make)
{
    struct tg_chat **bucket = &telegram->chats[bucket_of(id)], *chat = *bucket;

    while (chat && chat->id != id)
        chat = chat->next;
    if (chat || !make)
        return chat;
    chat = tg_new(telegram, sizeof *chat);
    *chat = (struct tg_chat){.next = *bucket, .id = id, .telegram = telegram, .is_group = true};
    *bucket = chat;
    return chat;
}

void tg_people(struct telegram *telegram, tg_each_person *each)
{
    for (unsigned b = 0; b < TG_BUCKETS; b++)
        for (struct tg_person *person = telegram->people[b], *next; person; person = next) {
            next = person->next;
            each(person);
        }
}

void tg_chats(struct telegram *telegram, tg_each_chat *each)
{
    for (unsigned b = 0; b < TG_BUCKETS; b++)
        for (struct tg_chat *chat = telegram->chats[b], *next; chat; chat = next) {
            next = chat->next;
            each(chat);
        }
}

/* A room does not say who sits where; each person's own board does. */
struct tg_person *tg_person_at(struct telegram *telegram, const struct tg_board *board,
                               unsigned seat)
{
    for (unsigned b = 0; b < TG_BUCKETS; b++)
        for (struct tg_person *person = telegram->people[b]; person; person = person->next)
            for (const struct tg_board *own = person->boards; own; own = own->next)
                if (own->seen.has_room && own->seen.viewer == seat &&
                    hc_text_same(own->code, board->code))
                    return person;
    return NULL;
}

const char *tg_person_name(const struct tg_person *person)
{
    if (*person->name)
        return person->name;
    return *person->username ? person->username : words_text(person->language, TELEGRAM_GUEST);
}

/* ---- Lines ------------------------------------------------------------------------------------
 */

struct house_line *tg_person_line(struct tg_person *person)
{
    if (!person->line)
        person->line =
            house_line_open(person->telegram->plan.house, person->guest, tg_person_news, person);
    if (person->line)
        house_line_speak(person->line, person->language);
    return person->line;
}

struct house_line *tg_chat_line(struct tg_chat *chat)
{
    uint8_t token[TELEGRAM_TOKEN_BYTES], guest[HC_GUEST_BYTES];

    if (chat->line)
        return chat->line;
    make_token(chat->telegram->secret, "tg-chat:", chat->id, token);
    protocol_guest_of(token, guest);
    chat->line = house_line_open(chat->telegram->plan.house, guest, tg_chat_news, chat);
    return chat->line;
}

/* ---- Forgetting -------------------------------------------------------------------------------
 */

void tg_person_forget(struct tg_person *person)
{
    struct telegram *telegram = person->telegram;
    struct tg_person **link = &telegram->people[bucket_of(person->id)];

    while (person->boards)
        tg_board_forget(person->boards);
    while (person->requests) {
        struct tg_request *request = person->requests;

        person->requests = request->next;
        tg_free(telegram, request);
    }
    if (person->line)
        house_line_close(person->line);
    tg_tasks_forget(person);
    tg_forget_person(person);
    while (*link != person)
        link = &(*link)->next;
    *link = person->next;
    tg_free(telegram, person);
}

void tg_chat_forget(struct tg_chat *chat)
{
    struct telegram *telegram = chat->telegram;
    struct tg_chat **link = &telegram->chats[bucket_of(chat->id)];

    while (chat->boards)
        tg_board_forget(chat->boards);
    if (chat->line)
        house_line_close(chat->line);
    tg_forget_chat(chat);
    while (*link != chat)
        link = &(*link)->next;
    *link = chat->next;
    tg_free(telegram, chat);
}

void tg_chat_open(struct tg_chat *chat)
{
    for (struct tg_board *board = chat->boards; chat->gone && board; board = board->next)
        tg_board_change(board);
    chat->gone = false;
}

/* The new number may be known already, if somebody wrote there first. */
void tg_chat_renumber(struct tg_chat *chat, int64_t id)
{
    struct telegram *telegram = chat->telegram;
    struct tg_chat *to = tg_chat_find(telegram, id, false);

    if (chat->id == id)
        return;
    if (!to) {
        to = tg_chat_find(telegram, id, true);
        to->language = chat->language;
        to->chosen = chat->chosen;
        to->pictures = chat->pictures;
    }
    tg_chat_open(to);
    tg_remember_chat(to);
    while (chat->boards) { /* the oldest first; messages have other numbers there */
        struct tg_board *board = chat->boards, *moved;

        while (board->next)
            board = board->next;
        moved = tg_chat_show(to, board->code, 0);
        moved->acted_ms = board->acted_ms;
        moved->vote = board->vote;
        tg_remember_vote(moved);
        tg_board_enter(moved);
        tg_board_forget(board);
    }
    tg_chat_forget(chat);
}
