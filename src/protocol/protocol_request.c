// SPDX-License-Identifier: MIT
/*
 * protocol_request.c: what clients say: one JSON object a message, judged before anything is done
 * with it.
 *
 * A message names its operation in "op" ("do" may stand for itself), and whatever the operation
 * takes; a key that it does not take is a mistake worth telling. Start reading at protocol_take().
 */
#include "core/sha256.h"
#include "protocol/members.h"
#include "protocol/protocol_inside.h"

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
    HAS_LANGUAGE = 32768,
    NO_GUEST = 1 << 20, /* allowed before hello */
    COMES = 1 << 21,    /* everybody at the table is told that somebody has come */
    LISTS = 1 << 22,    /* asks for the public tables, or the leaders */
};

struct request {
    struct protocol_line *line;
    const char *message; /* all of it; NULL: it is answered here in any case */
    size_t message_size;
    uint32_t tag;
    unsigned has;
    const char *text, *game, *rules, *settings, *title, *token, *match, *language;
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
    void (*run)(const struct request *request);
};

static void refuse(const struct request *request, enum hc_refusal refusal, const char *why)
{
    protocol_refuse(request->line, request->tag, refusal, why);
}

/* Clears what must not stay in memory; the compiler may not leave it out. */
static void wipe(void *bytes, size_t size)
{
    hc_zero(bytes, size);
    __asm__ volatile("" : : "r"(bytes) : "memory");
}

/* ---- Operations ----------------------------------------------------------------------------- */

/* The line of a guest who says hello: the one that is there, or else a new one; NULL, and it is
 * answered, if it is another guest's, or without memory. */
static struct house_line *line_of(const struct request *request,
                                  const uint8_t guest[HC_GUEST_BYTES])
{
    struct protocol_line *line = request->line;

    if (line->line) {
        if (hc_same(house_guest(line->line), guest, HC_GUEST_BYTES))
            return line->line;
        refuse(request, HC_BAD_PHASE, "you have said hello already, as somebody else");
        return NULL;
    }
    line->line = house_line_open(line->protocol->plan.house, guest, protocol_news, line);
    if (!line->line)
        line->protocol->plan.door.send(line->context, NULL, 0);
    else if (line->protocol->plan.door.origin)
        house_line_from(line->line, line->protocol->plan.door.origin(line->context));
    return line->line;
}

/* Whether the door finds out first what other houses have of this guest. */
static bool is_gathered(const struct request *request, const uint8_t guest[HC_GUEST_BYTES])
{
    const struct protocol_line *line = request->line;
    const struct protocol_door *door = &line->protocol->plan.door;

    return request->message && door->gather &&
           door->gather(line->context, guest, request->message, request->message_size);
}

static void come_in(const struct request *request, const uint8_t token[PROTOCOL_TOKEN_BYTES])
{
    uint8_t guest[HC_GUEST_BYTES];
    char text[PROTOCOL_TOKEN_CHARS];
    struct house_line *line;
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    hc_put_hex(&out, token, PROTOCOL_TOKEN_BYTES);
    protocol_guest_of(token, guest);
    if (request->has & HAS_TOKEN && is_gathered(request, guest)) {
        wipe(text, sizeof text);
        return;
    }
    line = line_of(request, guest);
    if (line) {
        if (request->has & HAS_LANGUAGE)
            house_line_speak(line, hc_language_find(request->language));
        if (request->has & HAS_TEXT)
            house_line_name(line, request->text);
        protocol_welcome(request->line, request->tag, text);
    }
    wipe(text, sizeof text);
}

static void run_hello(const struct request *request)
{
    const struct protocol_plan *plan = &request->line->protocol->plan;
    uint8_t token[PROTOCOL_TOKEN_BYTES];

    if (request->has & HAS_VERSION && request->version != PROTOCOL_VERSION) {
        refuse(request, HC_MALFORMED, "this server speaks version 1");
        return;
    }
    if (request->has & HAS_TEXT && *request->text && !hc_room_name_ok(request->text)) {
        refuse(request, HC_BAD_TEXT, "nobody can be listed under this name");
        return;
    }
    if (!(request->has & HAS_TOKEN)) {
        plan->entropy(plan->context, token, sizeof token);
    } else if (!protocol_read_hex(request->token, token, sizeof token)) {
        refuse(request, HC_MALFORMED, "a token is 32 hexadecimal digits");
        return;
    }
    come_in(request, token);
    wipe(token, sizeof token);
}

static bool plan_room(const struct request *request, struct house_room_plan *plan)
{
    *plan = (struct house_room_plan){.game = hc_game_find(request->game),
                                     .rules = request->rules ? request->rules : "",
                                     .settings = request->settings ? request->settings : "",
                                     .title = request->title};
    if (plan->game && !plan->title)
        plan->title = hc_game_name(plan->game);
    return plan->game != NULL;
}

static void run_create(const struct request *request)
{
    const struct protocol_line *line = request->line;
    struct house_room_plan plan;
    const char *why = NULL;

    if (!plan_room(request, &plan)) {
        refuse(request, HC_MALFORMED, "there is no such game");
        return;
    }
    if (line->protocol->plan.door.may_create)
        why = line->protocol->plan.door.may_create(line->context);
    if (why)
        refuse(request, HC_TOO_FAST, why);
    else
        house_create(request->line->line, request->tag, &plan);
}

static void run_enter(const struct request *request)
{
    request->line->missed_seq = request->has & HAS_SEQ ? request->seq : NOTHING_MISSED;
    request->line->missed_tag = request->tag;
    house_enter(request->line->line, request->tag, request->code);
}

static void run_exit(const struct request *request)
{
    struct hc_room_view room;

    if (house_look(request->line->protocol->plan.house, request->code, &room))
        protocol_forget_shown(request->line, room.number);
    house_exit(request->line->line, request->tag, request->code);
}

static void run_list(const struct request *request)
{
    protocol_tables(request->line, request->first, request->tag);
}

static void run_mine(const struct request *request)
{
    if (!is_gathered(request, house_guest(request->line->line)))
        protocol_mine(request->line, request->tag);
}

static void run_possible(const struct request *request)
{
    house_look_again(request->line->line, request->tag, request->code);
}

static void run_advise(const struct request *request)
{
    house_advise(request->line->line, request->tag, request->code);
}

static void ask(const struct request *request, struct house_question *question)
{
    question->first = request->first;
    question->count = PROTOCOL_ROWS;
    if (!(request->has & HAS_GUEST))
        hc_copy(question->guest, house_guest(request->line->line), sizeof question->guest);
    else
        hc_copy(question->guest, request->guest, sizeof question->guest);
    house_ask(request->line->line, request->tag, question);
}

static void run_statistics(const struct request *request)
{
    struct house_question question = {.kind = HOUSE_STATISTICS};

    ask(request, &question);
}

static void run_leaders(const struct request *request)
{
    struct house_question question = {.kind = HOUSE_LEADERS};
    const struct hc_game *game = hc_game_find(request->game);
    struct hc_text name;

    if (!game) {
        refuse(request, HC_MALFORMED, "there is no such game");
        return;
    }
    hc_text_init(&name, question.game, sizeof question.game);
    hc_put(&name, hc_game_name(game));
    ask(request, &question);
}

static void run_history(const struct request *request)
{
    struct house_question question = {.kind = HOUSE_HISTORY};

    ask(request, &question);
}

static void ask_about_match(const struct request *request, enum house_question_kind kind)
{
    struct house_question question = {.kind = kind};
    const char *rest;

    if (!protocol_read_match(request->match, &question.room, &question.number, &rest) || *rest)
        refuse(request, HC_MALFORMED, "a match is 16 hexadecimal digits, a slash and a number");
    else
        ask(request, &question);
}

static void run_log(const struct request *request)
{
    ask_about_match(request, HOUSE_LOG);
}

static void run_players(const struct request *request)
{
    ask_about_match(request, HOUSE_PLAYERS);
}

static bool starts_with(const char *text, const char *start)
{
    while (*start && *text == *start) {
        text++;
        start++;
    }
    return !*start;
}

/* The codes in rows of `mine`, each with a blank behind it. Rows are JSON of our own, in which
 * nothing that people have written has a quote before a colon. */
static void take_codes(const struct protocol_rows *rows, char *codes, size_t size)
{
    static const char before[] = "\"table\":\"";
    struct hc_text out;

    hc_text_init(&out, codes, size);
    for (const char *at = rows->text; *at; at++) {
        if (!starts_with(at, before))
            continue;
        for (unsigned i = 0; i < HC_ROOM_CODE_CHARS; i++)
            hc_put_char(&out, at[sizeof before - 1 + i]);
        hc_put_char(&out, ' ');
    }
}

/* Other houses forget first, and then say where the guest still sits. */
static void run_forget(const struct request *request)
{
    const struct protocol_line *line = request->line;
    const struct protocol_rows *others = line->protocol->others;
    const uint8_t *guest = house_guest(line->line);
    struct house_question question = {.kind = HOUSE_FORGET};
    const char *why = NULL;

    if (!others && line->protocol->plan.door.may_forget)
        why = line->protocol->plan.door.may_forget(line->context, guest);
    if (why) {
        refuse(request, HC_TOO_FAST, why);
        return;
    }
    if (!others && is_gathered(request, guest))
        return;
    if (others)
        take_codes(others, question.elsewhere, sizeof question.elsewhere);
    ask(request, &question);
}

static const struct operation operations[] = {
    {"do", "do", HAS_TABLE | HAS_TEXT | HAS_SEQ | HAS_ID, HAS_TABLE | HAS_TEXT | HAS_SEQ, HC_DO_ACT,
     NULL},
    {"hello", "name", HAS_TEXT | HAS_TOKEN | HAS_VERSION | HAS_LANGUAGE | NO_GUEST, 0, 0,
     run_hello},
    {"create", NULL, HAS_GAME | HAS_RULES | HAS_SETTINGS | HAS_TITLE, HAS_GAME, 0, run_create},
    {"enter", NULL, HAS_TABLE | HAS_SEQ | COMES, HAS_TABLE, 0, run_enter},
    {"exit", NULL, HAS_TABLE, HAS_TABLE, 0, run_exit},
    {"list", NULL, HAS_FIRST | NO_GUEST | LISTS, 0, 0, run_list},
    {"mine", NULL, 0, 0, 0, run_mine},
    {"statistics", NULL, HAS_GUEST, 0, 0, run_statistics},
    {"leaders", NULL, HAS_GAME | HAS_FIRST | LISTS, HAS_GAME, 0, run_leaders},
    {"history", NULL, HAS_FIRST, 0, 0, run_history},
    {"log", NULL, HAS_MATCH, HAS_MATCH, 0, run_log},
    {"players", NULL, HAS_MATCH, HAS_MATCH, 0, run_players},
    {"forget", NULL, 0, 0, 0, run_forget},
    {"sit", "name", HAS_TABLE | HAS_TEXT | HAS_SEAT | HAS_ENTROPY | COMES, HAS_TABLE | HAS_TEXT,
     HC_DO_SIT, NULL},
    {"leave", NULL, HAS_TABLE, HAS_TABLE, HC_DO_LEAVE, NULL},
    {"start", NULL, HAS_TABLE, HAS_TABLE, HC_DO_START, NULL},
    {"end", NULL, HAS_TABLE, HAS_TABLE, HC_DO_END, NULL},
    {"agree", NULL, HAS_TABLE | HAS_ENTROPY, HAS_TABLE, HC_DO_AGREE, NULL},
    {"add_bot", "bot", HAS_TABLE | HAS_TEXT | HAS_SEAT, HAS_TABLE | HAS_TEXT, HC_DO_ADD_BOT, NULL},
    {"remove_bot", NULL, HAS_TABLE | HAS_SEAT, HAS_TABLE | HAS_SEAT, HC_DO_REMOVE_BOT, NULL},
    {"settings", "settings", HAS_TABLE | HAS_TEXT, HAS_TABLE | HAS_TEXT, HC_DO_SETTINGS, NULL},
    {"rules", "rules", HAS_TABLE | HAS_TEXT, HAS_TABLE | HAS_TEXT, HC_DO_RULES, NULL},
    {"title", "title", HAS_TABLE | HAS_TEXT, HAS_TABLE | HAS_TEXT, HC_DO_TITLE, NULL},
    {"kick", NULL, HAS_TABLE | HAS_SEAT, HAS_TABLE | HAS_SEAT, HC_DO_KICK, NULL},
    {"chat", "text", HAS_TABLE | HAS_TEXT, HAS_TABLE | HAS_TEXT, HC_DO_CHAT, NULL},
    {"hint", NULL, HAS_TABLE, HAS_TABLE, HC_DO_HINT, NULL},
    {"advise", NULL, HAS_TABLE, HAS_TABLE, 0, run_advise},
    {"possible", NULL, HAS_TABLE, HAS_TABLE, 0, run_possible},
};

static void run(const struct operation *operation, const struct request *request)
{
    const struct protocol_line *line = request->line;
    const char *why = NULL;
    struct hc_room_request asked = {.verb = operation->verb,
                                    .seat = request->has & HAS_SEAT ? request->seat : HC_NONE,
                                    .seq = request->seq,
                                    .id = request->id,
                                    .text = request->text,
                                    .entropy =
                                        request->has & HAS_ENTROPY ? request->entropy : NULL};

    if (operation->takes & COMES && line->protocol->plan.door.may_come)
        why = line->protocol->plan.door.may_come(line->context);
    if (operation->takes & LISTS && line->protocol->plan.door.may_list)
        why = line->protocol->plan.door.may_list(line->context);
    if (why)
        refuse(request, HC_TOO_FAST, why);
    else if (operation->run)
        operation->run(request);
    else
        house_do(request->line->line, request->tag, request->code, &asked);
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
    return value->kind == MEMBER_TEXT && protocol_read_hex(value->text, bytes, size);
}

/* Six characters of any kind: whether there is such a table is for the house to say. */
static bool take_code(const struct member *value, struct request *request)
{
    const char *typed;

    if (!take_text(value, &typed) || hc_length(typed) != HC_ROOM_CODE_CHARS)
        return false;
    protocol_read_code(typed, request->code);
    return true;
}

static bool take_seat(const struct member *value, struct request *request)
{
    uint32_t number = 0;
    bool good = take_number(value, HC_SEATS_MAX - 1, &number);

    request->seat = (uint8_t)number;
    return good;
}

/* What members are called, what they are, and where they go; the most frequent first. The text of
 * an operation has a name of its own. */
enum field_kind { FIELD_CODE, FIELD_NUMBER, FIELD_SEAT, FIELD_TEXT, FIELD_ENTROPY, FIELD_GUEST };

static const struct field {
    const char *key;
    unsigned bit;
    enum field_kind kind;
    size_t at; /* in struct request: a number or a text */
} fields[] = {
    {"table", HAS_TABLE, FIELD_CODE, 0},
    {"seq", HAS_SEQ, FIELD_NUMBER, offsetof(struct request, seq)},
    {"id", HAS_ID, FIELD_NUMBER, offsetof(struct request, id)},
    {"seat", HAS_SEAT, FIELD_SEAT, 0},
    {"game", HAS_GAME, FIELD_TEXT, offsetof(struct request, game)},
    {"rules", HAS_RULES, FIELD_TEXT, offsetof(struct request, rules)},
    {"settings", HAS_SETTINGS, FIELD_TEXT, offsetof(struct request, settings)},
    {"title", HAS_TITLE, FIELD_TEXT, offsetof(struct request, title)},
    {"token", HAS_TOKEN, FIELD_TEXT, offsetof(struct request, token)},
    {"match", HAS_MATCH, FIELD_TEXT, offsetof(struct request, match)},
    {"language", HAS_LANGUAGE, FIELD_TEXT, offsetof(struct request, language)},
    {"version", HAS_VERSION, FIELD_NUMBER, offsetof(struct request, version)},
    {"first", HAS_FIRST, FIELD_NUMBER, offsetof(struct request, first)},
    {"entropy", HAS_ENTROPY, FIELD_ENTROPY, 0},
    {"guest", HAS_GUEST, FIELD_GUEST, 0},
};

static bool take_field(const struct field *field, const struct member *value,
                       struct request *request)
{
    void *to = (uint8_t *)request + field->at;

    switch (field->kind) {
    case FIELD_CODE:
        return take_code(value, request);
    case FIELD_NUMBER:
        return take_number(value, UINT32_MAX, to);
    case FIELD_SEAT:
        return take_seat(value, request);
    case FIELD_TEXT:
        return take_text(value, to);
    case FIELD_ENTROPY:
        return take_hex(value, request->entropy, HC_SEED_BYTES);
    case FIELD_GUEST:
        return take_hex(value, request->guest, HC_GUEST_BYTES);
    }
    return false;
}

/* One member of the message. Returns the bit of what it is, 0 if it is wrong. */
static unsigned take(const struct operation *operation, const struct member *value,
                     struct request *request)
{
    if (operation->text_key && hc_text_same(value->key, operation->text_key))
        return take_text(value, &request->text) ? HAS_TEXT : 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (hc_text_same(value->key, fields[i].key))
            return take_field(&fields[i], value, request) ? fields[i].bit : 0;
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

/* A key as far as it is shown: it ends with a whole character. */
static void put_key(struct hc_text *out, const char *key)
{
    size_t length = hc_length(key) < KEY_SHOWN ? hc_length(key) : KEY_SHOWN;

    while (length && ((unsigned char)key[length] & 0xc0) == 0x80)
        length--;
    for (size_t i = 0; i < length; i++)
        hc_put_char(out, key[i]);
}

/* Reads all members; false, and `why` says which one is wrong. */
static bool read_members(const struct operation *operation, const struct members *message,
                         struct request *request, struct hc_text *why)
{
    for (unsigned i = 0; i < message->count; i++) {
        const char *key = message->member[i].key;
        unsigned bit;

        if (hc_text_same(key, "op") || hc_text_same(key, "tag"))
            continue;
        bit = take(operation, &message->member[i], request);
        if (!bit || !(bit & operation->takes)) {
            hc_put_char(why, '"');
            put_key(why, key);
            hc_put(why, "\" is not something that ");
            hc_put(why, operation->name);
            hc_put(why, " takes, or has a wrong value");
            return false;
        }
        request->has |= bit;
    }
    if (operation->needs & ~request->has) {
        hc_put(why, "something that ");
        hc_put(why, operation->name);
        hc_put(why, " needs is missing");
        return false;
    }
    return true;
}

/* Whether the door takes care of it, because the table is not here. */
static bool is_routed(const struct request *request)
{
    const struct protocol_plan *plan = &request->line->protocol->plan;

    return request->message && request->has & HAS_TABLE && plan->door.route &&
           !house_has(plan->house, request->code) &&
           plan->door.route(request->line->context, request->code, request->message,
                            request->message_size);
}

static void take_object(struct protocol_line *line, const struct members *message, const char *text,
                        size_t length)
{
    struct request request = {.line = line, .message = text, .message_size = length};
    const struct operation *operation = find_operation(message);
    const struct member *tag = members_find(message, "tag");
    char wrong[PROTOCOL_WHY_CHARS];
    struct hc_text why;
    enum hc_refusal refusal = HC_MALFORMED;

    hc_text_init(&why, wrong, sizeof wrong);
    if (tag && !take_number(tag, UINT32_MAX, &request.tag))
        hc_put(&why, "a tag is a number below 2^32");
    else if (!operation)
        hc_put(&why, "there is no such operation");
    else if (!line->line && !(operation->takes & NO_GUEST)) {
        hc_put(&why, "say hello first");
        refusal = HC_BAD_PHASE;
    } else if (read_members(operation, message, &request, &why)) {
        if (!is_routed(&request))
            run(operation, &request);
        return;
    }
    refuse(&request, refusal, wrong);
}

static void take_message(struct protocol_line *line, const char *text, size_t length, bool may_go)
{
    char texts[PROTOCOL_MESSAGE_BYTES];
    struct members message;

    if (length > sizeof texts) {
        protocol_refuse(line, 0, HC_MALFORMED, "the message is too long");
        return;
    }
    switch (members_read(text, length, texts, &message)) {
    case MEMBERS_READ:
        take_object(line, &message, may_go ? text : NULL, length);
        break;
    case MEMBERS_NO_JSON:
        protocol_refuse(line, 0, HC_MALFORMED, "that is no JSON");
        break;
    case MEMBERS_NO_OBJECT:
        protocol_refuse(line, 0, HC_MALFORMED, "a message is a JSON object");
        break;
    case MEMBERS_TOO_MANY:
        protocol_refuse(line, 0, HC_MALFORMED, "the message has too many members");
        break;
    }
    wipe(texts, length); /* there may be a token in it */
}

void protocol_take(struct protocol_line *line, const char *text, size_t length)
{
    take_message(line, text, length, true);
}

void protocol_take_here(struct protocol_line *line, const char *text, size_t length)
{
    take_message(line, text, length, false);
}

void protocol_take_with(struct protocol_line *line, const char *text, size_t length,
                        const struct protocol_rows *others)
{
    struct protocol *protocol = line->protocol; /* the line may end meanwhile */

    protocol->others = others;
    take_message(line, text, length, false);
    protocol->others = NULL;
}

bool protocol_read_create(const char *text, size_t length, char texts[PROTOCOL_MESSAGE_BYTES],
                          struct house_room_plan *plan, char why[PROTOCOL_WHY_CHARS])
{
    struct members message;
    struct request request = {.line = NULL};
    struct hc_text out;

    hc_text_init(&out, why, PROTOCOL_WHY_CHARS);
    if (length > PROTOCOL_MESSAGE_BYTES ||
        members_read(text, length, texts, &message) != MEMBERS_READ ||
        members_find(&message, "op") || members_find(&message, "tag")) {
        hc_put(&out, "the body is a JSON object without op and tag");
        return false;
    }
    if (!read_members(find_operation_named("create"), &message, &request, &out))
        return false;
    if (plan_room(&request, plan))
        return true;
    hc_put(&out, "there is no such game");
    return false;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

struct protocol *protocol_open(const struct protocol_plan *plan)
{
    struct protocol *protocol = plan->resize(plan->context, NULL, sizeof *protocol);

    if (!protocol)
        return NULL;
    hc_zero(protocol, sizeof *protocol);
    protocol->plan = *plan;
    return protocol;
}

void protocol_close(struct protocol *protocol)
{
    const struct protocol_plan plan = protocol->plan;

    for (size_t i = 0; i < sizeof protocol->page / sizeof *protocol->page; i++)
        if (protocol->page[i].text)
            plan.resize(plan.context, protocol->page[i].text, 0);
    plan.resize(plan.context, protocol, 0);
}

struct protocol_line *protocol_line_open(struct protocol *protocol, void *context)
{
    struct protocol_line *line = protocol->plan.resize(protocol->plan.context, NULL, sizeof *line);

    if (line)
        *line = (struct protocol_line){
            .protocol = protocol, .context = context, .missed_seq = NOTHING_MISSED};
    return line;
}

bool protocol_line_greet(struct protocol_line *line, const struct protocol_guest *guest)
{
    const struct protocol_plan *plan = &line->protocol->plan;

    if (!line->line)
        line->line = house_line_open(plan->house, guest->guest, protocol_news, line);
    if (!line->line)
        return false;
    if (plan->door.origin)
        house_line_from(line->line, plan->door.origin(line->context));
    if (*guest->language)
        house_line_speak(line->line, hc_language_find(guest->language));
    if (!*guest->name || hc_room_name_ok(guest->name))
        house_line_name(line->line, guest->name);
    return true;
}

bool protocol_line_guest(const struct protocol_line *line, struct protocol_guest *guest)
{
    const struct hc_language *language;

    if (!line->line)
        return false;
    language = house_language(line->line);
    hc_copy(guest->guest, house_guest(line->line), sizeof guest->guest);
    guest->language = language ? hc_language_code(language) : "";
    guest->name = house_name(line->line);
    return true;
}

void protocol_line_close(struct protocol_line *line)
{
    const struct protocol_plan *plan = &line->protocol->plan;

    if (line->line)
        house_line_close(line->line);
    while (line->shown)
        protocol_forget_shown(line, line->shown->number);
    plan->resize(plan->context, line, 0);
}
