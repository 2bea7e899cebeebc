// SPDX-License-Identifier: MIT
/*
 * hear.c: what clients say: one JSON object a message, judged before anything is done with it.
 *
 * A message names its operation in "op" ("do" may stand for itself), and whatever the operation
 * takes; a key that it does not take is a mistake worth telling. Start reading at hear_message().
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "core/sha256.h"
#include "doors/server/inside.h"
#include "doors/server/members.h"

enum { KEY_SHOWN = 40, TEXT_MAX = 4000 };

/* What may stand in a message, as bits. */
enum {
    HAS_TABLE = 1,
    HAS_SEAT = 2,
    HAS_TEXT = 4,
    HAS_SEQ = 8,
    HAS_ID = 16,
    HAS_ENTROPY = 32,
    HAS_GAME = 64,
    HAS_RULES = 128,
    HAS_SETTINGS = 256,
    HAS_TITLE = 512,
    HAS_TOKEN = 1024,
    HAS_VERSION = 2048,
    HAS_GUEST = 4096,
    HAS_FIRST = 8192,
    HAS_MATCH = 16384,
    NO_GUEST = 1 << 20, /* allowed before hello */
};

struct said {
    struct visitor *visitor;
    uint32_t tag;
    unsigned has;
    const char *table, *text, *game, *rules, *settings, *title, *token, *match;
    uint8_t seat;
    uint32_t seq, id, version, first;
    uint8_t guest[HC_GUEST_BYTES];
    uint8_t entropy[HC_SEED_BYTES];
    char code[HC_ROOM_CODE_CHARS + 1];
};

struct operation {
    const char *name, *text_key; /* text_key: what the operation calls its text */
    unsigned takes, needs;
    enum hc_room_verb verb; /* of those that go to a room as they are */
    void (*run)(const struct said *said);
};

/* ---- Operations ----------------------------------------------------------------------------- */

/* Who somebody is follows from the token, and cannot be turned back into it. */
static void guest_of(const uint8_t token[SERVER_TOKEN_BYTES], uint8_t guest[HC_GUEST_BYTES])
{
    static const char tag[] = "holecard guest 1";
    uint8_t hash[HC_SEED_BYTES];
    struct hc_sha256 sha;

    hc_sha256_init(&sha);
    hc_sha256_add(&sha, tag, sizeof tag);
    hc_sha256_add(&sha, token, SERVER_TOKEN_BYTES);
    hc_sha256_end(&sha, hash);
    memcpy(guest, hash, HC_GUEST_BYTES);
}

static bool read_hex(const char *text, uint8_t *bytes, size_t size)
{
    size_t read;

    return strlen(text) == 2 * size &&
           !sodium_hex2bin(bytes, size, text, 2 * size, NULL, &read, NULL) && read == size;
}

static void run_hello(const struct said *said)
{
    struct visitor *visitor = said->visitor;
    uint8_t token[SERVER_TOKEN_BYTES], guest[HC_GUEST_BYTES];
    char text[SERVER_TOKEN_CHARS];

    if (visitor->line) {
        speak_wrong(visitor, said->tag, HC_BAD_PHASE, "you have said hello already");
        return;
    }
    if (said->has & HAS_VERSION && said->version != SERVER_VERSION) {
        speak_wrong(visitor, said->tag, HC_MALFORMED, "this server speaks version 1");
        return;
    }
    if (!(said->has & HAS_TOKEN)) {
        randombytes_buf(token, sizeof token);
    } else if (!read_hex(said->token, token, sizeof token)) {
        speak_wrong(visitor, said->tag, HC_MALFORMED, "a token is 32 hexadecimal digits");
        return;
    }
    sodium_bin2hex(text, sizeof text, token, sizeof token);
    guest_of(token, guest);
    visitor->line = house_line(visitor->server->house, guest, speak_news, visitor);
    if (!visitor->line)
        client_close(visitor->client, FRAME_REFUSED, "there is not enough memory");
    else
        speak_welcome(visitor, said->tag, text);
    sodium_memzero(token, sizeof token);
    sodium_memzero(text, sizeof text);
}

/* What stands against opening a table; NULL if nothing does, and then it counts. */
static const char *may_create(const struct said *said, enum hc_refusal *refusal)
{
    struct server *server = said->visitor->server;
    const char *from = client_address(said->visitor->client);
    struct address address;
    char clean[ADDRESS_CHARS];

    *refusal = HC_MALFORMED;
    if (!hc_game_find(said->game))
        return "there is no such game";
    *refusal = HC_TOO_FAST;
    if (address_parse(from, strlen(from), &address, clean) &&
        !address_add(&server->creators, address, server->tables_per_hour))
        return "your address has opened too many tables in this hour";
    return NULL;
}

static void create(const struct said *said)
{
    const struct hc_game *game = hc_game_find(said->game);

    house_create(said->visitor->line, said->tag, game, said->rules ? said->rules : "",
                 said->settings ? said->settings : "",
                 said->title ? said->title : hc_game_name(game));
}

static void run_create(const struct said *said)
{
    enum hc_refusal refusal;
    const char *why = may_create(said, &refusal);

    if (why)
        speak_wrong(said->visitor, said->tag, refusal, why);
    else
        create(said);
}

static void run_enter(const struct said *said)
{
    house_enter(said->visitor->line, said->tag, said->code);
}

static void run_exit(const struct said *said)
{
    house_exit(said->visitor->line, said->tag, said->code);
}

static void run_list(const struct said *said)
{
    size_t length;
    const char *text = speak_tables(said->visitor->server, said->tag, &length);

    client_send(said->visitor->client, text, length);
}

static void run_statistics(const struct said *said)
{
    struct records_plan plan = {.kind = ASK_STATISTICS, .tag = said->tag};

    memcpy(plan.guest, said->has & HAS_GUEST ? said->guest : house_guest(said->visitor->line),
           sizeof plan.guest);
    records_ask(said->visitor, &plan);
}

static void run_leaders(const struct said *said)
{
    struct records_plan plan = {.kind = ASK_LEADERS, .tag = said->tag, .first = said->first};
    const struct hc_game *game = hc_game_find(said->game);

    if (!game) {
        speak_wrong(said->visitor, said->tag, HC_MALFORMED, "there is no such game");
        return;
    }
    snprintf(plan.game, sizeof plan.game, "%s", hc_game_name(game));
    records_ask(said->visitor, &plan);
}

static void run_history(const struct said *said)
{
    struct records_plan plan = {.kind = ASK_HISTORY, .tag = said->tag, .first = said->first};

    memcpy(plan.guest, house_guest(said->visitor->line), sizeof plan.guest);
    records_ask(said->visitor, &plan);
}

static void run_log(const struct said *said)
{
    struct records_plan plan = {.kind = ASK_LOG, .tag = said->tag};
    const char *rest;

    if (!records_read_name(said->match, &plan.room, &plan.number, &rest) || *rest) {
        speak_wrong(said->visitor, said->tag, HC_MALFORMED,
                    "a match is 16 hexadecimal digits, a slash and a number");
        return;
    }
    records_ask(said->visitor, &plan);
}

static void run_forget(const struct said *said)
{
    struct records_plan plan = {.kind = ASK_FORGET, .tag = said->tag};

    if (said->visitor->questions) {
        speak_wrong(said->visitor, said->tag, HC_TOO_FAST, "wait for the other answers first");
        return;
    }
    memcpy(plan.guest, house_guest(said->visitor->line), sizeof plan.guest);
    records_ask(said->visitor, &plan);
}

static const struct operation operations[] = {
    {"do", "do", HAS_TABLE | HAS_TEXT | HAS_SEQ | HAS_ID, HAS_TABLE | HAS_TEXT | HAS_SEQ, HC_DO_ACT,
     NULL},
    {"hello", NULL, HAS_TOKEN | HAS_VERSION | NO_GUEST, 0, 0, run_hello},
    {"create", NULL, HAS_GAME | HAS_RULES | HAS_SETTINGS | HAS_TITLE, HAS_GAME, 0, run_create},
    {"enter", NULL, HAS_TABLE, HAS_TABLE, 0, run_enter},
    {"exit", NULL, HAS_TABLE, HAS_TABLE, 0, run_exit},
    {"list", NULL, NO_GUEST, 0, 0, run_list},
    {"statistics", NULL, HAS_GUEST, 0, 0, run_statistics},
    {"leaders", NULL, HAS_GAME | HAS_FIRST, HAS_GAME, 0, run_leaders},
    {"history", NULL, HAS_FIRST, 0, 0, run_history},
    {"log", NULL, HAS_MATCH, HAS_MATCH, 0, run_log},
    {"forget", NULL, 0, 0, 0, run_forget},
    {"sit", "name", HAS_TABLE | HAS_TEXT | HAS_SEAT | HAS_ENTROPY, HAS_TABLE | HAS_TEXT, HC_DO_SIT,
     NULL},
    {"leave", NULL, HAS_TABLE, HAS_TABLE, HC_DO_LEAVE, NULL},
    {"start", NULL, HAS_TABLE, HAS_TABLE, HC_DO_START, NULL},
    {"agree", NULL, HAS_TABLE | HAS_ENTROPY, HAS_TABLE, HC_DO_AGREE, NULL},
    {"end", NULL, HAS_TABLE, HAS_TABLE, HC_DO_END, NULL},
    {"add_bot", "bot", HAS_TABLE | HAS_TEXT | HAS_SEAT, HAS_TABLE | HAS_TEXT, HC_DO_ADD_BOT, NULL},
    {"remove_bot", NULL, HAS_TABLE | HAS_SEAT, HAS_TABLE | HAS_SEAT, HC_DO_REMOVE_BOT, NULL},
    {"settings", "settings", HAS_TABLE | HAS_TEXT, HAS_TABLE | HAS_TEXT, HC_DO_SETTINGS, NULL},
    {"rules", "rules", HAS_TABLE | HAS_TEXT, HAS_TABLE | HAS_TEXT, HC_DO_RULES, NULL},
    {"title", "title", HAS_TABLE | HAS_TEXT, HAS_TABLE | HAS_TEXT, HC_DO_TITLE, NULL},
    {"kick", NULL, HAS_TABLE | HAS_SEAT, HAS_TABLE | HAS_SEAT, HC_DO_KICK, NULL},
    {"chat", "text", HAS_TABLE | HAS_TEXT, HAS_TABLE | HAS_TEXT, HC_DO_CHAT, NULL},
};

static void run(const struct operation *operation, struct said *said)
{
    struct hc_room_request request = {.verb = operation->verb,
                                      .seat = said->has & HAS_SEAT ? said->seat : HC_NONE,
                                      .seq = said->seq,
                                      .id = said->id,
                                      .text = said->text,
                                      .entropy = said->has & HAS_ENTROPY ? said->entropy : NULL};

    if (operation->run)
        operation->run(said);
    else
        house_do(said->visitor->line, said->tag, said->code, &request);
}

/* ---- Reading -------------------------------------------------------------------------------- */

static bool take_text(const struct member *value, const char **text)
{
    if (value->kind != MEMBER_TEXT || value->length > TEXT_MAX)
        return false;
    *text = value->text;
    return true;
}

static bool take_number(const struct member *value, int64_t max, uint32_t *number)
{
    if (value->kind != MEMBER_NUMBER || value->number > max)
        return false;
    *number = (uint32_t)value->number;
    return true;
}

static bool take_hex(const struct member *value, uint8_t *bytes, size_t size)
{
    return value->kind == MEMBER_TEXT && read_hex(value->text, bytes, size);
}

static bool take_code(const struct member *value, struct said *said)
{
    if (!take_text(value, &said->table) || strlen(said->table) != HC_ROOM_CODE_CHARS)
        return false;
    server_code(said->table, said->code);
    return true;
}

/* What members are called, what they are, and where they go; the most frequent first. The text of
 * an operation has a name of its own. */
enum field_kind { FIELD_CODE, FIELD_NUMBER, FIELD_SEAT, FIELD_TEXT, FIELD_ENTROPY, FIELD_GUEST };

static const struct field {
    const char *key;
    unsigned bit;
    enum field_kind kind;
    size_t at; /* in struct said: a number or a text */
} fields[] = {
    {"table", HAS_TABLE, FIELD_CODE, 0},
    {"seq", HAS_SEQ, FIELD_NUMBER, offsetof(struct said, seq)},
    {"id", HAS_ID, FIELD_NUMBER, offsetof(struct said, id)},
    {"seat", HAS_SEAT, FIELD_SEAT, 0},
    {"game", HAS_GAME, FIELD_TEXT, offsetof(struct said, game)},
    {"rules", HAS_RULES, FIELD_TEXT, offsetof(struct said, rules)},
    {"settings", HAS_SETTINGS, FIELD_TEXT, offsetof(struct said, settings)},
    {"title", HAS_TITLE, FIELD_TEXT, offsetof(struct said, title)},
    {"token", HAS_TOKEN, FIELD_TEXT, offsetof(struct said, token)},
    {"match", HAS_MATCH, FIELD_TEXT, offsetof(struct said, match)},
    {"version", HAS_VERSION, FIELD_NUMBER, offsetof(struct said, version)},
    {"first", HAS_FIRST, FIELD_NUMBER, offsetof(struct said, first)},
    {"entropy", HAS_ENTROPY, FIELD_ENTROPY, 0},
    {"guest", HAS_GUEST, FIELD_GUEST, 0},
};

static bool take_seat(const struct member *value, struct said *said)
{
    uint32_t number = 0;
    bool good = take_number(value, HC_SEATS_MAX - 1, &number);

    said->seat = (uint8_t)number;
    return good;
}

static bool take_field(const struct field *field, const struct member *value, struct said *said)
{
    void *to = (uint8_t *)said + field->at;

    switch (field->kind) {
    case FIELD_CODE:
        return take_code(value, said);
    case FIELD_NUMBER:
        return take_number(value, UINT32_MAX, to);
    case FIELD_SEAT:
        return take_seat(value, said);
    case FIELD_TEXT:
        return take_text(value, to);
    case FIELD_ENTROPY:
        return take_hex(value, said->entropy, HC_SEED_BYTES);
    case FIELD_GUEST:
        return take_hex(value, said->guest, HC_GUEST_BYTES);
    }
    return false;
}

/* One member of the message. Returns the bit of what it is, 0 if it is wrong. */
static unsigned take(const struct operation *operation, const struct member *value,
                     struct said *said)
{
    if (operation->text_key && hc_text_same(value->key, operation->text_key))
        return take_text(value, &said->text) ? HAS_TEXT : 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (hc_text_same(value->key, fields[i].key))
            return take_field(&fields[i], value, said) ? fields[i].bit : 0;
    return 0;
}

static const struct operation *find_operation_named(const char *name)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (hc_text_same(operations[i].name, name))
            return &operations[i];
    return NULL;
}

static const struct operation *find_operation(const struct members *message)
{
    const struct member *name = members_find(message, "op");

    if (!name)
        return members_find(message, "do") ? find_operation_named("do") : NULL;
    return name->kind == MEMBER_TEXT ? find_operation_named(name->text) : NULL;
}

/* How many bytes of a key are shown: it ends with a whole character. */
static int shown_length(const char *key)
{
    int length = strlen(key) < KEY_SHOWN ? (int)strlen(key) : KEY_SHOWN;

    while (length && ((unsigned char)key[length] & 0xc0) == 0x80)
        length--;
    return length;
}

/* Reads all members; false, and `why` says which one is wrong. */
static bool read_members(const struct operation *operation, const struct members *message,
                         struct said *said, char why[HEAR_WHY_CHARS])
{
    for (unsigned i = 0; i < message->count; i++) {
        const char *key = message->member[i].key;
        unsigned bit;

        if (hc_text_same(key, "op") || hc_text_same(key, "tag"))
            continue;
        bit = take(operation, &message->member[i], said);
        if (!bit || !(bit & operation->takes)) {
            snprintf(why, HEAR_WHY_CHARS,
                     "\"%.*s\" is not something that %s takes, or has a wrong value",
                     shown_length(key), key, operation->name);
            return false;
        }
        said->has |= bit;
    }
    if (operation->needs & ~said->has) {
        snprintf(why, HEAR_WHY_CHARS, "something that %s needs is missing", operation->name);
        return false;
    }
    return true;
}

static void hear_object(struct visitor *visitor, const struct members *message)
{
    struct said said = {.visitor = visitor};
    const struct operation *operation = find_operation(message);
    const struct member *tag = members_find(message, "tag");
    char why[HEAR_WHY_CHARS] = "";
    enum hc_refusal refusal = HC_MALFORMED;

    if (tag && !take_number(tag, UINT32_MAX, &said.tag))
        snprintf(why, sizeof why, "a tag is a number below 2^32");
    else if (!operation)
        snprintf(why, sizeof why, "there is no such operation");
    else if (!visitor->line && !(operation->takes & NO_GUEST)) {
        snprintf(why, sizeof why, "say hello first");
        refusal = HC_BAD_PHASE;
    } else if (read_members(operation, message, &said, why)) {
        run(operation, &said);
        return;
    }
    speak_wrong(visitor, said.tag, refusal, why);
}

void hear_message(struct visitor *visitor, const char *text, size_t length)
{
    char room[SERVER_MESSAGE_BYTES];
    struct members message;

    if (length > sizeof room) {
        speak_wrong(visitor, 0, HC_MALFORMED, "the message is too long");
        return;
    }
    switch (members_read(text, length, room, &message)) {
    case MEMBERS_READ:
        hear_object(visitor, &message);
        break;
    case MEMBERS_NO_JSON:
        speak_wrong(visitor, 0, HC_MALFORMED, "that is no JSON");
        break;
    case MEMBERS_NO_OBJECT:
        speak_wrong(visitor, 0, HC_MALFORMED, "a message is a JSON object");
        break;
    case MEMBERS_TOO_MANY:
        speak_wrong(visitor, 0, HC_MALFORMED, "the message has too many members");
        break;
    }
    sodium_memzero(room, length); /* there may be a token in it */
}

static bool create_from(struct visitor *visitor, const struct members *message, house_tell *tell,
                        unsigned *status, char why[HEAR_WHY_CHARS])
{
    static const uint8_t nobody[HC_GUEST_BYTES];
    struct said said = {.visitor = visitor};
    const char *against;
    enum hc_refusal refusal;

    *status = 400;
    if (!message || members_find(message, "op") || members_find(message, "tag")) {
        snprintf(why, HEAR_WHY_CHARS, "the body is a JSON object without op and tag");
        return false;
    }
    if (!read_members(find_operation_named("create"), message, &said, why))
        return false;
    against = may_create(&said, &refusal);
    if (against) {
        *status = refusal == HC_TOO_FAST ? 429 : 400;
        snprintf(why, HEAR_WHY_CHARS, "%s", against);
        return false;
    }
    visitor->line = house_line(visitor->server->house, nobody, tell, visitor);
    if (!visitor->line) {
        *status = 503;
        snprintf(why, HEAR_WHY_CHARS, "there is not enough memory");
        return false;
    }
    create(&said); /* the answer may come at once, and end the visitor */
    return true;
}

bool hear_create(struct visitor *visitor, const char *text, size_t length, house_tell *tell,
                 unsigned *status, char why[HEAR_WHY_CHARS])
{
    char room[SERVER_MESSAGE_BYTES];
    struct members message;
    bool read = length <= sizeof room && frame_is_text((const uint8_t *)text, length) &&
                members_read(text, length, room, &message) == MEMBERS_READ;

    return create_from(visitor, read ? &message : NULL, tell, status, why);
}
