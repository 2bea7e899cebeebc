// SPDX-License-Identifier: MIT
/*
 * sim_telegram.h: a Telegram that is only imagined: chats with messages, updates that are given
 * until their number is confirmed, and calls that are refused, done, or done without an answer.
 *
 * A call that leaves the door flies: it takes effect now, later or never, and it is answered later
 * or never. What must hold of every call by itself is checked when it leaves: limits, forms, and
 * that it was not done before. Start reading at service_take and service_poll.
 */
#ifndef HC_TESTS_UNIT_SIM_TELEGRAM_H
#define HC_TESTS_UNIT_SIM_TELEGRAM_H

#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_calls.h"
#include "doors/telegram/telegram_people.h"
#include "unit/sim_kept.h"
#include "unit/telegram_json.h"

enum {
    FOLKS = 5, /* people; their numbers, and those of their private chats, are from FOLK on */
    FOLK = 101,
    GROUPS = 2,
    PLACES = 64, /* chats, with groups that have become others */
    MESSAGES = 6000,
    UPDATES = 4000,
    FLYING = 128,
    LEFT = 256, /* calls whose times are remembered */
};

static struct telegram *door;

/* A chat. */
struct place {
    int64_t id;
    bool shut;           /* the bot is blocked, or not a member */
    int64_t moved_to;    /* 0: nowhere */
    uint64_t wait_ms;    /* steady: Telegram said to wait until then */
    bool open;           /* a private one: its person has written first */
    uint64_t left[LEFT]; /* steady times of calls in this life of the process, round and round */
    unsigned lefts;
};

struct message {
    int64_t chat, id;
    char *text;
    json_t *keyboard;
    bool deleted;
    bool silent;  /* it was edited, and the door does not know, */
    bool blurred; /* and cannot know any more, since the process died */
};

struct update {
    int64_t id;
    int64_t person;
    char *json;
    char query[24]; /* of a press; "": it is none */
    unsigned life;  /* of the process that it was given to last; 0: none yet */
    bool answered;  /* the press, in that life */
};

enum fate {
    FATE_DONE,
    FATE_LOST,
    FATE_SILENT,
    FATE_WAIT
}; /* lost: never done; silent: never told */

struct flying {
    uint32_t id;
    const char *method;
    json_t *json;
    enum fate fate;
    enum tg_call_kind kind;
    uint64_t number; /* of a message, in the memory of the door */
    unsigned sent;   /* of a board that is sent: its place in the list; 0: it is none */
    bool applied;
    unsigned status; /* when it is */
    char body[200];
    unsigned answer_step;
};

/* A board as it was sent last. */
struct sent {
    int64_t chat;
    char code[HC_ROOM_CODE_CHARS + 1];
    uint64_t state, at_ms;
    unsigned given; /* updates by then */
    bool applied;
    int64_t message;
};

static struct {
    struct place place[PLACES];
    unsigned places;
    struct message message[MESSAGES];
    unsigned messages;
    int64_t next_message;
    struct update update[UPDATES];
    unsigned updates;
    int64_t next_update, confirmed;
    unsigned given;   /* updates, with those that came again */
    unsigned queries; /* presses */
    unsigned pings, pongs;
    struct flying flying[FLYING];
    unsigned flyings;
    struct sent sent[256];
    unsigned sents;
    uint64_t done[UPDATES]; /* numbers of messages that were sent, as the memory has them now */
    unsigned dones;
    struct place all; /* limits of all chats together */
    unsigned life;    /* of the process, from 1 on */
    bool kind;        /* nothing goes wrong any more */
    bool calm;        /* nothing ever does */
} service;

/* What a whole run has met. */
static struct {
    unsigned long updates, again, calls, sends, edits, not_modified, not_found, shut, moved, waits;
    unsigned long silent, lost, presses, words, deaths, deleted, peeks, tables, over, pongs,
        resumed;
} met;

static uint64_t steady_ms(void)
{
    return steady_us / 1000;
}

/* ---- Chats ----------------------------------------------------------------------------------- */

static struct place *place_of(int64_t id)
{
    for (unsigned i = 0; i < service.places; i++)
        if (service.place[i].id == id)
            return &service.place[i];
    return NULL;
}

static struct place *place_add(int64_t id)
{
    must(service.places < PLACES, "too many chats for this test");
    service.place[service.places] = (struct place){.id = id};
    return &service.place[service.places++];
}

/* The chat that a group is by now. */
static struct place *place_now(struct place *place)
{
    while (place->moved_to)
        place = place_of(place->moved_to);
    return place;
}

static struct message *message_of(int64_t chat, int64_t id)
{
    for (unsigned i = service.messages; i-- > 0;)
        if (service.message[i].chat == chat && service.message[i].id == id)
            return &service.message[i];
    return NULL;
}

static void message_set(struct message *message, const json_t *json)
{
    free(message->text);
    message->text = strdup(json_string_value(json_object_get(json, "text")));
    json_decref(message->keyboard);
    message->keyboard = json_deep_copy(json_object_get(json, "reply_markup"));
}

/* The code of the table that a text shows; "": none. */
static void code_of(const char *text, char code[HC_ROOM_CODE_CHARS + 1])
{
    const char *found = strstr(text, "<code>");

    snprintf(code, HC_ROOM_CODE_CHARS + 1, "%s", found ? found + strlen("<code>") : "");
}

/* ---- Updates --------------------------------------------------------------------------------- */

static void post(int64_t person, json_t *json, const char *query)
{
    struct update *update = &service.update[service.updates++];

    must(service.updates <= UPDATES, "too many updates for this test");
    *update = (struct update){.id = service.next_update++, .person = person};
    snprintf(update->query, sizeof update->query, "%s", query);
    json_object_set_new(json, "update_id", json_integer(update->id));
    update->json = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    met.updates++;
}

static struct update *update_by_id(uint64_t id)
{
    for (unsigned i = service.updates; i-- > 0;)
        if ((uint32_t)service.update[i].id == id)
            return &service.update[i];
    return NULL;
}

static void give(struct update *update)
{
    if (update->life != service.life)
        update->answered = false;
    met.again += update->life != 0;
    update->life = service.life;
    service.given++;
    telegram_update(door, update->json, strlen(update->json));
}

/* The process asks for updates, which confirms all before the offset. */
static void service_poll(void)
{
    int64_t offset = telegram_offset(door);
    unsigned count = 1 + below(4);

    if (!telegram_is_settled(door))
        return;
    must(offset >= service.confirmed || !service.confirmed, "the door forgot how far it has read");
    must(offset <= service.next_update, "the door has read what was never sent");
    service.confirmed = offset > service.confirmed ? offset : service.confirmed;
    for (unsigned i = 0; i < service.updates && count; i++)
        if (service.update[i].id >= offset) {
            give(&service.update[i]);
            count--;
        }
    if (service.updates && one_in(30)) { /* one that is known */
        struct update *old = &service.update[below(service.updates)];

        if (old->id < telegram_offset(door) && old->id >= offset - TG_LATE_UPDATES / 2 &&
            !*old->query) {
            met.again++;
            telegram_update(door, old->json, strlen(old->json));
        }
    }
}

/* ---- What calls do --------------------------------------------------------------------------- */

static void refuse(struct flying *call, unsigned status, const char *why, const char *parameters)
{
    call->status = status;
    snprintf(call->body, sizeof call->body,
             "{\"ok\":false,\"error_code\":%u,\"description\":\"%s\"%s}", status, why, parameters);
}

static void do_send(struct flying *call, int64_t chat)
{
    struct message *message = &service.message[service.messages++];

    must(service.messages <= MESSAGES, "too many messages for this test");
    *message = (struct message){.chat = chat, .id = ++service.next_message};
    message_set(message, call->json);
    snprintf(call->body, sizeof call->body, "{\"ok\":true,\"result\":{\"message_id\":%lld}}",
             (long long)message->id);
    if (call->sent) {
        service.sent[call->sent - 1].applied = true;
        service.sent[call->sent - 1].message = message->id;
    }
    met.sends++;
    service.pongs += strstr(message->text, "pong 🏓") != NULL;
    if (call->kind != TG_CALL_MESSAGE)
        return;
    for (unsigned i = 0; i < service.dones; i++)
        must(service.done[i] != call->number, "a message was sent twice");
    must(service.dones < UPDATES, "too many messages for this test");
    service.done[service.dones++] = call->number;
}

static void do_edit(struct flying *call, int64_t chat)
{
    int64_t id = json_integer_value(json_object_get(call->json, "message_id"));
    struct message *message = message_of(chat, id);

    if (!message || message->deleted) {
        met.not_found++;
        refuse(call, 400, "Bad Request: message to edit not found", "");
    } else if (!strcmp(message->text, json_string_value(json_object_get(call->json, "text"))) &&
               json_equal(message->keyboard, json_object_get(call->json, "reply_markup"))) {
        met.not_modified++;
        refuse(call, 400, "Bad Request: message is not modified: specified new", "");
    } else {
        message_set(message, call->json);
        message->silent = call->fate != FATE_DONE;
        message->blurred = false;
        met.edits++;
    }
}

static void do_delete(struct flying *call, int64_t chat)
{
    int64_t id = json_integer_value(json_object_get(call->json, "message_id"));
    struct message *message = message_of(chat, id);

    if (!message || message->deleted)
        refuse(call, 400, "Bad Request: message to delete not found", "");
    else
        message->deleted = true;
}

/* The call takes effect. */
static void apply(struct flying *call)
{
    int64_t chat = json_integer_value(json_object_get(call->json, "chat_id"));
    const struct place *place = chat ? place_of(chat) : NULL;
    char parameters[80];

    call->applied = true;
    call->status = 200;
    snprintf(call->body, sizeof call->body, "{\"ok\":true,\"result\":true}");
    if (!strcmp(call->method, "getMe"))
        snprintf(call->body, sizeof call->body,
                 "{\"ok\":true,\"result\":{\"id\":1,\"is_bot\":true,\"first_name\":\"Holecard\","
                 "\"username\":\"card_bot\",\"supports_inline_queries\":true}}");
    if (!chat)
        return;
    must(place != NULL, "somebody is written to who never wrote");
    if (place->moved_to) {
        met.moved++;
        snprintf(parameters, sizeof parameters, ",\"parameters\":{\"migrate_to_chat_id\":%lld}",
                 (long long)place->moved_to);
        refuse(call, 400, "Bad Request: group chat was upgraded to a supergroup chat", parameters);
    } else if (place->shut || (chat > 0 && !place->open)) {
        met.shut++;
        refuse(call, 403, "Forbidden: bot was blocked by the user", "");
    } else if (!strcmp(call->method, "sendMessage")) {
        do_send(call, chat);
    } else if (!strcmp(call->method, "editMessageText")) {
        do_edit(call, chat);
    } else {
        must(!strcmp(call->method, "deleteMessage"), "a call that nobody knows here");
        do_delete(call, chat);
    }
}

/* ---- What must hold of each call ------------------------------------------------------------- */

/* At most so many calls in any span of this length. */
static void check_rate(const struct place *place, uint64_t span_ms, unsigned most, const char *what)
{
    unsigned count = 0;

    for (unsigned i = 0; i < LEFT && i < place->lefts; i++)
        count += place->left[(place->lefts - 1 - i) % LEFT] + span_ms > steady_ms();
    must(count <= most, what);
}

static void check_limits(struct place *place)
{
    must(service.all.wait_ms <= steady_ms() && place->wait_ms <= steady_ms(),
         "Telegram said to wait, and the door did not");
    place->left[place->lefts++ % LEFT] = steady_ms();
    service.all.left[service.all.lefts++ % LEFT] = steady_ms();
    check_rate(&service.all, 1000, 30, "more than 30 calls in a second");
    check_rate(place, 1000, 3, "more calls in a chat than a burst");
    check_rate(place, 10000, 13, "more than a call in a second in a chat");
    if (place->id < 0)
        check_rate(place, 60000, 20, "more than 20 calls in a minute in a group");
}

/* A board that may have been sent is not sent again before anybody or anything asks for it. */
static unsigned check_sent(const struct tg_call *call, int64_t chat)
{
    const struct tg_board *board = call->board;
    struct sent *sent = service.sent;

    while (sent < service.sent + service.sents &&
           (sent->chat != chat || strcmp(sent->code, board->code) != 0))
        sent++;
    if (sent == service.sent + service.sents) {
        must(service.sents++ < 256, "too many boards for this test");
        *sent = (struct sent){.chat = chat};
        snprintf(sent->code, sizeof sent->code, "%s", board->code);
    } else if (sent->applied && sent->state == board->sent && sent->given == service.given &&
               wall_ms < sent->at_ms + 3600000) {
        const struct message *message = message_of(chat, sent->message);

        must(!message || message->deleted, "a table is shown once more, and nothing has happened");
    }
    sent->state = board->sent;
    sent->at_ms = wall_ms;
    sent->given = service.given;
    sent->applied = false;
    return (unsigned)(sent - service.sent) + 1;
}

/* Nobody is shown a card that they may not see: sim_chats.h. */
static void check_peek(int64_t chat, const json_t *json, bool is_board);

static void check_call(struct flying *call, const struct tg_call *own)
{
    int64_t chat = json_integer_value(json_object_get(call->json, "chat_id"));
    const char *problem = problem_of(call->json);
    const char *query = json_string_value(json_object_get(call->json, "callback_query_id"));

    must(!problem, problem ? problem : "");
    if (chat) {
        must(place_of(chat) != NULL, "somebody is written to who never wrote");
        check_limits(place_of(chat));
        check_peek(chat, call->json, call->kind == TG_CALL_BOARD);
    } else if (call->kind != TG_CALL_BEGIN) {
        must(service.all.wait_ms <= steady_ms(), "Telegram said to wait, and the door did not");
    }
    if (call->kind == TG_CALL_BOARD && own->sends && own->board)
        call->sent = check_sent(own, chat);
    met.words += call->kind == TG_CALL_WORD;
    for (unsigned i = 0; query && i < service.updates; i++)
        if (!strcmp(service.update[i].query, query)) {
            service.update[i].answered = true;
            met.presses++;
        }
}

/* ---- Calls on their way ---------------------------------------------------------------------- */

static enum fate decide(const struct flying *call)
{
    if (service.kind || service.calm)
        return FATE_DONE;
    switch (below(30)) {
    case 0:
    case 1:
        met.lost++;
        return FATE_LOST;
    case 2:
    case 3:
        met.silent++;
        return FATE_SILENT;
    case 4:
        met.waits++;
        return call->kind == TG_CALL_BEGIN ? FATE_DONE : FATE_WAIT;
    default:
        return FATE_DONE;
    }
}

static void take_off(const struct telegram_call *out)
{
    struct flying *call = &service.flying[service.flyings++];
    const struct tg_call *own = door->sent.first;

    must(service.flyings <= FLYING, "too many calls at once for this test");
    while (own && own->id != out->id)
        own = own->next;
    must(own != NULL, "a call that the door does not know");
    *call = (struct flying){.id = out->id,
                            .method = own->method,
                            .json = json_loads(out->json, 0, NULL),
                            .kind = own->kind,
                            .number = own->number};
    must(call->json != NULL, "a call that is no JSON");
    met.calls++;
    fold_text(out->method);
    fold_text(out->json);
    check_call(call, own);
    call->fate = decide(call);
    call->answer_step = step + (service.kind || below(3) ? 0 : below(6));
    if (call->fate == FATE_SILENT || (call->fate == FATE_DONE && below(2)))
        apply(call);
}

/* A call is answered: with what came of it, with nothing, or with the wish to wait. */
static void land(unsigned index)
{
    struct flying call = service.flying[index];
    int64_t chat = json_integer_value(json_object_get(call.json, "chat_id"));

    if (call.fate == FATE_DONE && !call.applied)
        apply(&call);
    memmove(&service.flying[index], &service.flying[index + 1],
            (--service.flyings - index) * sizeof call);
    if (call.fate == FATE_WAIT) {
        unsigned seconds = 1 + below(40);
        char parameters[60];
        struct place *place = chat ? place_of(chat) : &service.all;

        snprintf(parameters, sizeof parameters, ",\"parameters\":{\"retry_after\":%u}", seconds);
        refuse(&call, 429, "Too Many Requests", parameters);
        if (place->wait_ms < steady_ms() + seconds * 1000)
            place->wait_ms = steady_ms() + seconds * 1000;
    } else if (call.fate != FATE_DONE) {
        call.status = one_in(3) ? 502 : 0;
        snprintf(call.body, sizeof call.body, "bad gateway");
    }
    json_decref(call.json);
    telegram_answer(door, call.id, call.status, call.body, strlen(call.body));
}

/* Takes the calls that leave, and answers those whose time has come. */
static void service_take(void)
{
    struct telegram_call call;

    while (service.flyings < FLYING && telegram_next_call(door, &call))
        take_off(&call);
    for (unsigned i = 0; i < service.flyings;)
        if (service.kind || service.flying[i].answer_step <= step)
            land(i);
        else
            i++;
}

static void be_silent(const struct flying *call)
{
    struct message *message =
        message_of(json_integer_value(json_object_get(call->json, "chat_id")),
                   json_integer_value(json_object_get(call->json, "message_id")));

    if (message)
        message->silent = true;
}

/* The process dies: what is on its way arrives, or does not. */
static void service_loses(void)
{
    for (unsigned i = 0; i < service.flyings; i++) {
        struct flying *call = &service.flying[i];

        if (call->fate == FATE_DONE && (call->applied || below(2))) {
            call->fate = FATE_SILENT;
            if (!call->applied)
                apply(call);
            else if (!strcmp(call->method, "editMessageText"))
                be_silent(call);
        }
        json_decref(call->json);
    }
    for (unsigned i = 0; i < service.messages; i++)
        service.message[i].blurred |= service.message[i].silent;
    service.flyings = 0;
    service.life++;
    service.all = (struct place){.id = 0};
    for (unsigned i = 0; i < service.places; i++) {
        service.place[i].lefts = 0;
        service.place[i].wait_ms = 0;
    }
}

static void service_clear(void)
{
    for (unsigned i = 0; i < service.flyings; i++)
        json_decref(service.flying[i].json);
    for (unsigned i = 0; i < service.messages; i++) {
        free(service.message[i].text);
        json_decref(service.message[i].keyboard);
    }
    for (unsigned i = 0; i < service.updates; i++)
        free(service.update[i].json);
    memset(&service, 0, sizeof service);
}

#endif
