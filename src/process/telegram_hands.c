// SPDX-License-Identifier: MIT
/*
 * telegram_hands.c: fetching updates, making calls. Start reading with turn, which the host calls
 * before the loop waits.
 */
#include "process/telegram_hands.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "doors/telegram/telegram.h"
#include "doors/telegram/telegram_update.h"
#include "net/clock.h"
#include "net/curl_calls.h"
#include "process/bringing.h"
#include "process/picture_png.h"

enum {
    POLL_S = 50,
    POLL_LIMIT = 100,           /* updates at once, as many as Telegram gives */
    POLL_BYTES_MAX = 8 << 20,   /* of an answer; with fewer updates if that is not enough */
    CALL_MS = 40000,            /* until a call is given up */
    ANSWER_BYTES_MAX = 1 << 20, /* of a call; a message is some kilobytes */
    CALLS_MAX = 24,             /* on their way at once */
    PAUSE_FIRST_MS = 500,       /* until Telegram is tried again, then twice as long… */
    PAUSE_MAX_MS = 60000,       /* …up to this */
    STOP_MS = 4000,             /* how long the last calls are waited for */
    CONFLICTS_PASSING = 1,      /* that may come of a poll that has just ended */
    PARTS_MAX = 24,             /* members of a call with a picture */
    URL_CHARS = 512,
    TROUBLE_CHARS = 160,
};

/* A call of the door. */
struct call {
    struct call *next, *previous;
    struct telegram_hands *hands;
    struct telegram_call call;
    struct picture_png picture;
    struct curl_call *sent; /* NULL: it is being drawn, or waits to be made again */
    bool is_drawing, waits;
    bool is_left; /* its door is closed: it is freed when it is drawn */
    char *svg;    /* what is drawn */
    uint64_t since_us;
};

struct telegram_hands {
    struct telegram_hands_plan plan;
    char api[URL_CHARS], token[TELEGRAM_TOKEN_CHARS], secret[TELEGRAM_SECRET_CHARS];
    struct telegram *telegram; /* NULL: another process has the door, … */
    struct telegram *opening;  /* …unless it is being opened */
    uint8_t person_secret[TELEGRAM_SECRET_BYTES];
    bool has_secret;
    struct bringing *bringing; /* of a shared store; NULL: all tables are here */
    struct updates {
        char *json; /* NULL: there are none to be handled */
        size_t size, offset;
        size_t brought; /* where the update is whose tables were brought; SIZE_MAX: none */
    } updates;
    struct curl_calls *curl;
    struct curl_call *poll;
    char poll_json[400];
    unsigned poll_limit;
    struct call *calls;
    unsigned count; /* of them */
    uv_timer_t timer;
    unsigned handles;
    uint64_t pause_until_ms; /* of the steady clock: nothing is begun before, … */
    uint64_t poll_after_ms;  /* …and no updates are fetched before this */
    unsigned failures;       /* in a row */
    unsigned conflicts;      /* in a row */
    bool is_refused, is_stopping;
    char trouble[TROUBLE_CHARS];
    struct telegram_counts counts;
    struct keeping_door door;
    uint64_t stop_ms;
    void (*stopped)(void *context);
    void *stopped_context;
};

/* ---- The token ------------------------------------------------------------------------------ */

/* Digits, a colon, and letters that need no escape in an address. */
static bool is_token(const char *text)
{
    size_t digits = strspn(text, "0123456789"), rest;

    if (!digits || text[digits] != ':')
        return false;
    rest = strspn(text + digits + 1,
                  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
    return rest && !text[digits + 1 + rest] && digits + 1 + rest < TELEGRAM_TOKEN_CHARS;
}

bool telegram_take_token(char token[TELEGRAM_TOKEN_CHARS], struct hc_problem *why)
{
    char *found = getenv("BOT_TOKEN");
    bool ok = found && is_token(found);

    memset(token, 0, TELEGRAM_TOKEN_CHARS);
    if (ok)
        memcpy(token, found, strlen(found));
    else
        snprintf(why->text, sizeof why->text, "%s",
                 found && *found ? "BOT_TOKEN in the environment is no token of a bot: those are "
                                   "digits, a colon and some letters"
                                 : "BOT_TOKEN is not in the environment; @BotFather gives a token");
    if (found) {
        sodium_memzero(found, strlen(found)); /* /proc shows the memory itself */
        unsetenv("BOT_TOKEN");
    }
    return ok;
}

bool telegram_is_api(const char *text)
{
    size_t length = strlen(text), scheme = !strncmp(text, "https://", 8)  ? 8
                                           : !strncmp(text, "http://", 7) ? 7
                                                                          : 0;

    if (!scheme || length <= scheme || length > URL_CHARS / 2 || text[length - 1] == '/')
        return false;
    return !strpbrk(text, " \t\r\n?#@\"<>\\^`{|}");
}

static void make_url(const struct telegram_hands *hands, const char *method, char url[URL_CHARS])
{
    int length = snprintf(url, URL_CHARS, "%s/bot%s/%s", hands->api, hands->token, method);

    HC_CHECK(length > 0 && length < URL_CHARS);
}

/* ---- Whether Telegram is there -------------------------------------------------------------- */

static void say(const struct telegram_hands *hands, const char *sentence)
{
    hands->plan.say(hands->plan.context, sentence);
}

static void tell_time(const struct telegram_hands *hands)
{
    house_time(host_house(hands->plan.host), clock_wall_ms(), clock_steady_us());
}

/* The longer it takes, the longer the next pause is. */
static uint64_t pause_end_ms(unsigned failures)
{
    uint64_t pause_ms = PAUSE_FIRST_MS;

    while (failures-- && pause_ms < PAUSE_MAX_MS)
        pause_ms *= 2;
    return clock_steady_ms() + (pause_ms < PAUSE_MAX_MS ? pause_ms : PAUSE_MAX_MS);
}

static void note_trouble(struct telegram_hands *hands, const char *what, const char *why)
{
    char sentence[2 * TROUBLE_CHARS];

    if (*hands->trouble)
        return;
    snprintf(hands->trouble, sizeof hands->trouble, "%s%s%s", what, *why ? ": " : "", why);
    snprintf(sentence, sizeof sentence, "%s; trying again and again", hands->trouble);
    say(hands, sentence);
}

/* Lines break: only what lasts is worth a word. Calls that fail together are one failure. */
static void be_away(struct telegram_hands *hands, const char *what, const char *why)
{
    if (clock_steady_ms() < hands->pause_until_ms)
        return;
    hands->pause_until_ms = pause_end_ms(hands->failures);
    if (hands->failures++)
        note_trouble(hands, what, why);
}

static void be_there(struct telegram_hands *hands)
{
    if (*hands->trouble && !hands->is_refused && !hands->conflicts) {
        *hands->trouble = '\0';
        say(hands, "Telegram is reached again");
    }
    hands->failures = 0;
    hands->pause_until_ms = 0;
}

static void be_refused(struct telegram_hands *hands)
{
    if (hands->is_refused)
        return;
    hands->is_refused = true;
    snprintf(hands->trouble, sizeof hands->trouble,
             "Telegram does not know the token of the bot; BOT_TOKEN must be what @BotFather gave");
    say(hands, hands->trouble);
    hands->plan.refused(hands->plan.context);
}

/* The number of seconds that an answer says to wait; 0 if it says nothing of the kind. */
static uint64_t retry_after_s(const char *json, size_t size)
{
    json_t *tree = json_loadb(json, size, JSON_ALLOW_NUL, NULL);
    int64_t seconds =
        json_integer_value(json_object_get(json_object_get(tree, "parameters"), "retry_after"));

    json_decref(tree);
    return seconds > 0 ? seconds < 3600 ? (uint64_t)seconds : 3600 : 0;
}

static bool pauses(const struct telegram_hands *hands)
{
    return hands->is_refused || clock_steady_ms() < hands->pause_until_ms;
}

/* ---- Updates -------------------------------------------------------------------------------- */

static void want_table(void *context, const char *key)
{
    struct telegram_hands *hands = context;

    bringing_want(hands->bringing, key);
}

/* Whether the tables that an update may be about have to come here first. */
static bool must_wait(struct telegram_hands *hands, size_t at, const char *update, size_t length)
{
    if (!hands->bringing || hands->updates.brought == at)
        return false;
    hands->updates.brought = at;
    telegram_update_tables(hands->telegram, update, length, want_table, hands);
    return bringing_waits(hands->bringing);
}

/* In order, one after the other. */
static void handle_updates(struct telegram_hands *hands)
{
    struct updates *updates = &hands->updates;
    const char *update;
    size_t at, length;

    while (at = updates->offset, telegram_updates_next(updates->json, updates->size,
                                                       &updates->offset, &update, &length)) {
        if (must_wait(hands, at, update, length)) {
            updates->offset = at;
            return;
        }
        hands->counts.updates++;
        telegram_update(hands->telegram, update, length);
    }
    free(updates->json);
    updates->json = NULL;
}

static void take_updates(struct telegram_hands *hands, const char *json, size_t size)
{
    hands->updates = (struct updates){.json = malloc(size + 1), .size = size, .brought = SIZE_MAX};
    HC_CHECK(hands->updates.json);
    memcpy(hands->updates.json, json, size + 1);
    handle_updates(hands);
}

/* Somebody else fetches the updates of this bot, or a webhook gets them. */
static void meet_conflict(struct telegram_hands *hands, const struct curl_answer *answer)
{
    hands->poll_after_ms = pause_end_ms(hands->conflicts);
    if (hands->conflicts++ < CONFLICTS_PASSING)
        return;
    if (strstr(answer->body, "webhook"))
        note_trouble(hands, "Telegram sends the updates of this bot to a webhook", "");
    else
        note_trouble(hands, "another program fetches the updates of this bot; end that one", "");
}

static void on_polled(void *context, const struct curl_answer *answer)
{
    struct telegram_hands *hands = context;
    char why[40];

    hands->poll = NULL;
    if (answer->fate == CURL_TOO_LONG) {
        hands->poll_limit = hands->poll_limit > 4 ? hands->poll_limit / 4 : 1;
        return;
    }
    if (answer->fate != CURL_ANSWERED) {
        be_away(hands, "Telegram cannot be reached", answer->why);
        return;
    }
    if (answer->status != 409)
        hands->conflicts = 0;
    switch (answer->status) {
    case 200:
        be_there(hands);
        tell_time(hands);
        take_updates(hands, answer->body, answer->size);
        hands->poll_limit = POLL_LIMIT;
        break;
    case 401:
    case 404:
        be_refused(hands);
        break;
    case 409:
        meet_conflict(hands, answer);
        break;
    case 429:
        hands->counts.limited++;
        hands->poll_after_ms =
            clock_steady_ms() + 1000 * (retry_after_s(answer->body, answer->size) + 1);
        break;
    default:
        snprintf(why, sizeof why, "status %u", answer->status);
        be_away(hands, "Telegram does not give updates", why);
    }
}

static void poll(struct telegram_hands *hands)
{
    char url[URL_CHARS];
    struct curl_request request = {.url = url,
                                   .json = hands->poll_json,
                                   .timeout_ms = POLL_S * 1000 + CALL_MS,
                                   .answer_max = POLL_BYTES_MAX};
    int length = snprintf(hands->poll_json, sizeof hands->poll_json,
                          "{\"offset\":%lld,\"timeout\":%d,\"limit\":%u,\"allowed_updates\":%s}",
                          (long long)telegram_offset(hands->telegram), POLL_S, hands->poll_limit,
                          telegram_allowed_updates());

    HC_CHECK(length > 0 && (size_t)length < sizeof hands->poll_json);
    make_url(hands, "getUpdates", url);
    hands->poll = curl_calls_begin(hands->curl, &request, on_polled, hands);
    sodium_memzero(url, sizeof url);
}

unsigned telegram_hands_take(struct telegram_hands *hands, const char *secret, size_t secret_size,
                             const char *json, size_t size)
{
    if (secret_size != TELEGRAM_SECRET_CHARS - 1 ||
        sodium_memcmp(secret, hands->secret, secret_size) != 0)
        return 403;
    if (hands->is_stopping)
        return 503;
    hands->counts.updates++;
    tell_time(hands);
    telegram_update(hands->telegram, json, size);
    return 0;
}

bool telegram_hands_token(const struct telegram_hands *hands, int64_t user,
                          uint8_t token[TELEGRAM_TOKEN_BYTES])
{
    if (hands->has_secret)
        telegram_token_by(hands->person_secret, user, token);
    return hands->has_secret;
}

/* ---- Calls ---------------------------------------------------------------------------------- */

static void free_call(struct call *call)
{
    struct telegram_hands *hands = call->hands;

    *(call->previous ? &call->previous->next : &hands->calls) = call->next;
    if (call->next)
        call->next->previous = call->previous;
    hands->count--;
    free(call->svg);
    free(call->picture.bytes);
    free(call);
}

static void answer_call(struct call *call, unsigned status, const char *json, size_t size)
{
    struct telegram_hands *hands = call->hands;
    uint32_t id = call->call.id;

    hands->counts.call_us += clock_steady_us() - call->since_us;
    hands->counts.failed += status != 200;
    hands->counts.limited += status == 429;
    tell_time(hands);
    telegram_answer(hands->telegram, id, status, json, size);
    free_call(call);
}

static void on_called(void *context, const struct curl_answer *answer)
{
    struct call *call = context;
    struct telegram_hands *hands = call->hands;

    call->sent = NULL;
    if (answer->fate == CURL_NOT_SENT) {
        be_away(hands, "Telegram cannot be reached", answer->why);
        call->waits = true;
        hands->counts.repeats++;
        return;
    }
    if (answer->fate != CURL_ANSWERED || answer->status >= 500) {
        answer_call(call, 0, "", 0); /* nobody knows whether it has arrived */
        return;
    }
    be_there(hands);
    if (answer->status == 401 || (answer->status == 404 && !strcmp(call->call.method, "getMe")))
        be_refused(hands);
    answer_call(call, answer->status, answer->body, answer->size);
}

/* Members of the call's parameters as those of a form, which has only texts: those stay as they
 * are, everything else is JSON. What was made for it is in `texts`. */
static unsigned make_parts(const json_t *members, struct curl_part *parts, char **texts)
{
    unsigned count = 0;
    const char *name;
    json_t *value;

    json_object_foreach((json_t *)(uintptr_t)members, name, value)
    {
        if (count + 1 == PARTS_MAX)
            break;
        texts[count] =
            json_is_string(value) ? NULL : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
        parts[count].name = name;
        parts[count].bytes = texts[count] ? texts[count] : json_string_value(value);
        parts[count].size = texts[count] ? strlen(texts[count]) : json_string_length(value);
        count += parts[count].bytes != NULL;
    }
    return count;
}

static void send_picture(struct call *call, struct curl_request *request)
{
    json_t *members = json_loads(call->call.json, 0, NULL);
    struct curl_part parts[PARTS_MAX] = {{0}};
    char *texts[PARTS_MAX] = {NULL};
    unsigned count = make_parts(members, parts, texts);

    parts[count++] = (struct curl_part){.name = "photo",
                                        .file = "table.png",
                                        .type = "image/png",
                                        .bytes = call->picture.bytes,
                                        .size = call->picture.size};
    request->json = NULL;
    request->part = parts;
    request->parts = count;
    call->sent = curl_calls_begin(call->hands->curl, request, on_called, call);
    for (unsigned i = 0; i < PARTS_MAX; i++)
        free(texts[i]);
    json_decref(members);
}

static void send_call(struct call *call)
{
    struct telegram_hands *hands = call->hands;
    char url[URL_CHARS];
    struct curl_request request = {
        .url = url, .json = call->call.json, .timeout_ms = CALL_MS, .answer_max = ANSWER_BYTES_MAX};

    make_url(hands, call->call.method, url);
    call->waits = false;
    if (call->picture.bytes)
        send_picture(call, &request);
    else
        call->sent = curl_calls_begin(hands->curl, &request, on_called, call);
    sodium_memzero(url, sizeof url);
    call->waits = !call->sent; /* without memory: later */
}

/* In its own words, as Telegram would refuse it: then the door does without a picture. */
static void on_drawn(struct background_work *work)
{
    static const char none[] =
        "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: there is no picture\"}";
    struct call *call = (struct call *)((char *)work - offsetof(struct call, picture));

    call->is_drawing = false;
    if (call->is_left)
        free_call(call);
    else if (call->picture.bytes)
        send_call(call);
    else
        answer_call(call, 400, none, sizeof none - 1);
}

static void begin_call(struct telegram_hands *hands, const struct telegram_call *from)
{
    struct call *call = calloc(1, sizeof *call);

    HC_CHECK(call);
    call->hands = hands;
    call->call = *from;
    call->since_us = clock_steady_us();
    call->next = hands->calls;
    if (call->next)
        call->next->previous = call;
    hands->calls = call;
    hands->count++;
    hands->counts.calls++;
    if (!from->svg) {
        send_call(call);
        return;
    }
    call->is_drawing = true;
    call->svg = strdup(from->svg);
    HC_CHECK(call->svg);
    call->picture.svg = call->svg;
    call->picture.work.done = on_drawn;
    picture_png_do(hands->plan.background, &call->picture);
}

/* ---- Turns of the loop ---------------------------------------------------------------------- */

static bool is_under_way(const struct telegram_hands *hands)
{
    for (const struct call *call = hands->calls; call; call = call->next)
        if (call->sent || (call->is_drawing && !call->is_left))
            return true;
    return false;
}

static void on_timer(uv_timer_t *timer)
{
    (void)timer; /* the loop has turned: that is all */
}

/* The wall clock may be set meanwhile, so the door's times are looked at once in a while. */
static void set_timer(struct telegram_hands *hands)
{
    uint64_t due_ms = hands->telegram ? telegram_due(hands->telegram) : HC_ROOM_NEVER;
    uint64_t wall_ms = clock_wall_ms();
    uint64_t now_ms = clock_steady_ms(), wait_ms = HC_ROOM_BEAT_MS;

    if (!hands->is_stopping && due_ms != HC_ROOM_NEVER && due_ms < wall_ms + wait_ms)
        wait_ms = due_ms > wall_ms ? due_ms - wall_ms : 1;
    if (hands->pause_until_ms > now_ms && hands->pause_until_ms - now_ms < wait_ms)
        wait_ms = hands->pause_until_ms - now_ms;
    if (hands->poll_after_ms > now_ms && hands->poll_after_ms - now_ms < wait_ms)
        wait_ms = hands->poll_after_ms - now_ms;
    if (hands->stopped)
        wait_ms = hands->stop_ms > now_ms ? hands->stop_ms - now_ms : 1;
    uv_update_time(hands->plan.loop);
    uv_timer_start(&hands->timer, on_timer, wait_ms, 0);
}

static void end_stop(struct telegram_hands *hands)
{
    void (*stopped)(void *context) = hands->stopped;

    if (!stopped || (is_under_way(hands) && clock_steady_ms() < hands->stop_ms))
        return;
    hands->stopped = NULL;
    stopped(hands->stopped_context);
}

static void make_calls(struct telegram_hands *hands)
{
    struct telegram_call call;

    for (struct call *again = hands->calls, *next; again; again = next) {
        next = again->next;
        if (again->waits)
            send_call(again);
    }
    while (hands->count < CALLS_MAX && telegram_next_call(hands->telegram, &call))
        begin_call(hands, &call);
}

static bool may_poll(const struct telegram_hands *hands)
{
    return !hands->poll && !hands->plan.webhook && !hands->updates.json &&
           clock_steady_ms() >= hands->poll_after_ms && telegram_is_settled(hands->telegram);
}

/* Those that are not handled will be fetched again. */
static void drop_updates(struct telegram_hands *hands)
{
    free(hands->updates.json);
    hands->updates.json = NULL;
    if (hands->bringing)
        bringing_stop(hands->bringing);
}

/* ---- A door that one process has at a time ----------------------------------------------------
 */

/* What is on its way may arrive or not; nothing else is sent. What the door remembers is in the
 * store, or does not count. */
static void leave_door(struct telegram_hands *hands)
{
    if (hands->poll)
        curl_call_cancel(hands->poll);
    hands->poll = NULL;
    drop_updates(hands);
    for (struct call *call = hands->calls, *next; call; call = next) {
        next = call->next;
        if (call->sent)
            curl_call_cancel(call->sent);
        call->is_left = true;
        if (!call->is_drawing)
            free_call(call);
    }
    if (hands->opening)
        telegram_close(hands->opening);
    if (hands->telegram) {
        telegram_close(hands->telegram);
        house_leave_memos(host_house(hands->plan.host));
    }
    hands->opening = hands->telegram = NULL;
}

static bool is_sure(const struct telegram_hands *hands)
{
    tell_time(hands);
    return house_is_sure(host_house(hands->plan.host));
}

/* Somebody who was stopped for a while must not go on before knowing that the door is still theirs:
 * another process may have shown what came later. */
static bool may_go_on(void *context)
{
    struct telegram_hands *hands = context;

    if (!hands->telegram || is_sure(hands))
        return true;
    leave_door(hands);
    return false;
}

static struct telegram *make_door(const struct telegram_hands *hands)
{
    struct telegram_plan plan = {.resize = host_resize,
                                 .entropy = host_entropy,
                                 .house = host_house(hands->plan.host),
                                 .web_address = hands->plan.web_address,
                                 .webhook = hands->plan.webhook,
                                 .secret = hands->secret,
                                 .forget = hands->plan.forget,
                                 .context = hands->plan.context};
    struct telegram *door;

    tell_time(hands);
    door = telegram_open(&plan);
    HC_CHECK(door);
    return door;
}

static void load_memo(void *context, const uint8_t *key, size_t key_size, const uint8_t *bytes,
                      size_t size)
{
    struct telegram_hands *hands = context;

    if (!hands->opening)
        hands->opening = make_door(hands);
    telegram_load(hands->opening, key, key_size, bytes, size);
}

static void keep_secret(struct telegram_hands *hands, const struct telegram *door)
{
    const uint8_t *secret = telegram_secret(door);

    if (secret)
        memcpy(hands->person_secret, secret, sizeof hands->person_secret);
    hands->has_secret = secret;
}

/* A house that is not sure would refuse what the door has to go on with; then it opens later. */
static void begin_door(struct telegram_hands *hands)
{
    if (!is_sure(hands)) {
        leave_door(hands);
        return;
    }
    hands->telegram = hands->opening;
    hands->opening = NULL;
    telegram_begin(hands->telegram);
    keep_secret(hands, hands->telegram);
}

static void ask_for(void *context, const char *place, const char *key)
{
    const struct telegram_hands *hands = context;

    if (is_sure(hands))
        hands->plan.ask_for(hands->plan.context, place, key);
}

static void on_brought(void *context)
{
    struct telegram_hands *hands = context;

    if (hands->opening)
        begin_door(hands);
    else if (may_go_on(hands) && hands->updates.json)
        handle_updates(hands);
}

static bool wants_memos(void *context, bool is_ours)
{
    const struct telegram_hands *hands = context;

    if (hands->telegram || hands->opening || hands->is_stopping)
        return false;
    /* What the door has written while it was open here before must be stored first. */
    return is_ours ? !house_has_memos(host_house(hands->plan.host)) : !hands->has_secret;
}

static void on_memos_read(void *context, bool is_ours)
{
    struct telegram_hands *hands = context;

    if (!hands->opening)
        hands->opening = make_door(hands);
    keep_secret(hands, hands->opening);
    if (!is_ours || hands->is_stopping) {
        telegram_close(hands->opening);
        hands->opening = NULL;
        return;
    }
    telegram_each_table(hands->opening, want_table, hands);
    if (!bringing_waits(hands->bringing))
        begin_door(hands);
}

static void on_door_lost(void *context)
{
    leave_door(context);
}

static void turn(void *context)
{
    struct telegram_hands *hands = context;

    if (!may_go_on(hands) || !hands->telegram) {
        end_stop(hands);
        set_timer(hands);
        return;
    }
    if (!hands->is_stopping && telegram_due(hands->telegram) <= clock_wall_ms())
        telegram_tick(hands->telegram);
    if (!hands->is_stopping && !pauses(hands)) {
        make_calls(hands);
        if (may_poll(hands))
            poll(hands);
    }
    if (hands->plan.webhook && telegram_is_settled(hands->telegram))
        hands->plan.settled(hands->plan.context);
    end_stop(hands);
    set_timer(hands);
}

/* ---- Opening and closing -------------------------------------------------------------------- */

/* The door of a process that shares its store with nobody is open from the beginning. */
static void open_door(struct telegram_hands *hands)
{
    hands->opening = make_door(hands);
    host_give_memos(hands->plan.host, load_memo, hands);
    begin_door(hands);
}

/* Any other one is wanted. */
static void want_door(struct telegram_hands *hands)
{
    struct bringing_plan bringing = {.loop = hands->plan.loop,
                                     .host = hands->plan.host,
                                     .ask = ask_for,
                                     .done = on_brought,
                                     .context = hands};

    hands->bringing = bringing_open(&bringing);
    hands->door = (struct keeping_door){.wants_memos = wants_memos,
                                        .memo = load_memo,
                                        .read = on_memos_read,
                                        .lost = on_door_lost,
                                        .context = hands};
    curl_calls_guard(hands->curl, may_go_on, hands);
    host_want_door(hands->plan.host, &hands->door);
}

/* What Telegram has to say with every update that it sends us. */
static void make_secret(char secret[TELEGRAM_SECRET_CHARS])
{
    uint8_t bytes[(TELEGRAM_SECRET_CHARS - 1) / 2];

    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(secret, TELEGRAM_SECRET_CHARS, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

struct telegram_hands *telegram_hands_open(const struct telegram_hands_plan *plan,
                                           struct hc_problem *why)
{
    struct telegram_hands *hands = calloc(1, sizeof *hands);

    HC_CHECK(hands && sodium_init() >= 0);
    hands->plan = *plan;
    snprintf(hands->api, sizeof hands->api, "%s", plan->api);
    snprintf(hands->token, sizeof hands->token, "%s", plan->token);
    make_secret(hands->secret);
    hands->poll_limit = POLL_LIMIT;
    hands->curl = curl_calls_open(plan->loop, why);
    if (!hands->curl) {
        sodium_memzero(hands, sizeof *hands);
        free(hands);
        return NULL;
    }
    uv_timer_init(plan->loop, &hands->timer);
    hands->timer.data = hands;
    host_each_turn(plan->host, turn, hands);
    if (plan->ask_for)
        want_door(hands);
    else
        open_door(hands);
    return hands;
}

void telegram_hands_stop(struct telegram_hands *hands, void (*done)(void *context), void *context)
{
    hands->is_stopping = true;
    if (hands->poll)
        curl_call_cancel(hands->poll);
    hands->poll = NULL;
    drop_updates(hands);
    hands->stopped = done;
    hands->stopped_context = context;
    hands->stop_ms = clock_steady_ms() + STOP_MS;
}

static void on_closed(uv_handle_t *handle)
{
    struct telegram_hands *hands = handle->data;

    sodium_memzero(hands, sizeof *hands);
    free(hands);
}

void telegram_hands_close(struct telegram_hands *hands)
{
    host_each_turn(hands->plan.host, NULL, NULL);
    host_want_door(hands->plan.host, NULL);
    leave_door(hands); /* what a thread still draws is left to the end of the process */
    curl_calls_close(hands->curl);
    if (hands->bringing)
        bringing_close(hands->bringing);
    uv_close((uv_handle_t *)&hands->timer, on_closed);
}

const char *telegram_hands_trouble(const struct telegram_hands *hands)
{
    return hands->trouble;
}

struct telegram_counts telegram_hands_counts(const struct telegram_hands *hands)
{
    struct telegram_counts counts = hands->counts;

    counts.waiting = hands->count;
    if (!hands->telegram)
        return counts;
    counts.queued = telegram_waiting(hands->telegram);
    counts.queue_ms = telegram_waited_ms(hands->telegram);
    return counts;
}
