// SPDX-License-Identifier: MIT
/*
 * test_telegram_hands.c: fetching updates and making calls, with a service that the test plays
 * itself, on the same loop, and a door that only takes notes.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* setenv */
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "doors/telegram/telegram.h"
#include "process/telegram_hands.h"
#include "scratch.h"

#define TOKEN "123456:AAbb-CC_dd"

enum { LOG_CHARS = 1 << 16, REQUEST_BYTES = 1 << 16, PEERS = 40 };

/* ---- A door that takes notes ---------------------------------------------------------------- */

struct telegram {
    struct house *house;
    int64_t offset;
    uint64_t stamp; /* of the memo with the offset */
    char secret[TELEGRAM_SECRET_CHARS];
    const struct telegram_call *calls;
    unsigned count, next;
};

static struct telegram door;
static char heard[LOG_CHARS]; /* updates and answers, a line for each */
static char loaded[100];

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...)
{
    size_t used = strlen(heard);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(heard + used, sizeof heard - used, format, arguments);
    va_end(arguments);
}

struct telegram *telegram_open(const struct telegram_plan *plan)
{
    door.house = plan->house;
    snprintf(door.secret, sizeof door.secret, "%s", plan->secret);
    door.offset = 0;
    door.stamp = 0;
    *loaded = '\0';
    return &door;
}

void telegram_load(struct telegram *telegram, const uint8_t *key, size_t key_size,
                   const uint8_t *bytes, size_t size)
{
    (void)telegram;
    snprintf(loaded, sizeof loaded, "%.*s=%.*s", (int)key_size, (const char *)key, (int)size,
             (const char *)bytes);
}

void telegram_begin(struct telegram *telegram)
{
    (void)telegram;
}

void telegram_close(struct telegram *telegram)
{
    (void)telegram;
}

void telegram_update(struct telegram *telegram, const char *json, size_t size)
{
    static const uint8_t key[] = "offset";
    char text[24];

    note("update %.*s\n", (int)size, json);
    assert_int_equal(sscanf(json, "{\"update_id\":%ld", &telegram->offset), 1);
    snprintf(text, sizeof text, "%ld", ++telegram->offset);
    house_memo(telegram->house, key, sizeof key - 1, (const uint8_t *)text, strlen(text));
    telegram->stamp = house_memos(telegram->house);
}

int64_t telegram_offset(const struct telegram *telegram)
{
    return telegram->offset;
}

bool telegram_is_settled(const struct telegram *telegram)
{
    return house_memos_durable(telegram->house) >= telegram->stamp;
}

bool telegram_next_call(struct telegram *telegram, struct telegram_call *call)
{
    if (telegram->next == telegram->count)
        return false;
    *call = telegram->calls[telegram->next++];
    return true;
}

void telegram_answer(struct telegram *telegram, uint32_t id, unsigned status, const char *json,
                     size_t size)
{
    (void)telegram;
    note("answer %u: %u %.*s\n", id, status, (int)size, json);
}

uint64_t telegram_due(const struct telegram *telegram)
{
    (void)telegram;
    return HC_ROOM_NEVER;
}

size_t telegram_waiting(const struct telegram *telegram)
{
    return telegram->count - telegram->next;
}

uint64_t telegram_waited_ms(const struct telegram *telegram)
{
    (void)telegram;
    return 0;
}

void telegram_tick(struct telegram *telegram)
{
    (void)telegram;
}

const uint8_t *telegram_secret(const struct telegram *telegram)
{
    (void)telegram;
    return NULL;
}

void telegram_token_by(const uint8_t secret[TELEGRAM_SECRET_BYTES], int64_t user,
                       uint8_t token[TELEGRAM_TOKEN_BYTES])
{
    (void)secret;
    (void)user;
    memset(token, 0, TELEGRAM_TOKEN_BYTES);
}

/* This process shares its store with nobody, so no table has to come from elsewhere. */
void telegram_each_table(const struct telegram *telegram, telegram_table *each, void *context)
{
    (void)telegram;
    (void)each;
    (void)context;
}

void telegram_update_tables(struct telegram *telegram, const char *json, size_t size,
                            telegram_table *each, void *context)
{
    (void)json;
    (void)size;
    telegram_each_table(telegram, each, context);
}

const char *telegram_allowed_updates(void)
{
    return "[\"message\"]";
}

/* ---- A service ------------------------------------------------------------------------------ */

struct peer {
    uv_tcp_t tcp;
    char bytes[REQUEST_BYTES];
    size_t used;
    bool is_open;
};

/* What it answers to a method, in turn; the last one again and again. */
struct scripted {
    const char *method;
    const char *answer; /* "STATUS BODY"; "": it hangs; "-": it closes the connection */
};

static struct {
    uv_loop_t loop;
    uv_tcp_t listener;
    unsigned port;
    struct peer peers[PEERS];
    unsigned peer_count;
    const struct scripted *script;
    unsigned step;
    char asked[LOG_CHARS]; /* a line for each request: method, body */
    unsigned requests;
    struct background *background;
    struct host *host;
    struct telegram_hands *hands;
    char said[2000];
    bool is_refused;
    const char *webhook;
    unsigned settled; /* turns in which everything was durable */
} world;

static void on_peer_closed(uv_handle_t *handle)
{
    ((struct peer *)handle)->is_open = false;
}

static void close_peer(struct peer *peer)
{
    if (!uv_is_closing((uv_handle_t *)&peer->tcp))
        uv_close((uv_handle_t *)&peer->tcp, on_peer_closed);
}

static void on_written(uv_write_t *write, int status)
{
    (void)status;
    free(write->data);
    free(write);
}

static void send_answer(struct peer *peer, unsigned status, const char *body)
{
    uv_write_t *write = calloc(1, sizeof *write);
    char *text = malloc(strlen(body) + 200);
    uv_buf_t buffer;

    assert_non_null(write);
    assert_non_null(text);
    sprintf(text,
            "HTTP/1.1 %u X\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
            status, strlen(body), body);
    write->data = text;
    buffer = uv_buf_init(text, (unsigned)strlen(text));
    uv_write(write, (uv_stream_t *)&peer->tcp, &buffer, 1, on_written);
}

/* The method is in the path, behind the token. */
static void serve_request(struct peer *peer, const char *body, size_t size)
{
    static const char path[] = "POST /bot" TOKEN "/";
    const struct scripted *step = &world.script[world.step];
    size_t used = strlen(world.asked);
    char method[40];

    world.requests++;
    assert_memory_equal(peer->bytes, path, sizeof path - 1);
    assert_int_equal(sscanf(peer->bytes + sizeof path - 1, "%39[A-Za-z]", method), 1);
    for (size_t i = 0; i < size; i++) /* of a form */
        if (body[i] == '\r' || body[i] == '\n' || !body[i])
            ((char *)(uintptr_t)body)[i] = '.';
    snprintf(world.asked + used, sizeof world.asked - used, "%s %.*s\n", method, (int)size, body);
    if (!step->method || strcmp(step->method, method) != 0)
        return; /* it hangs */
    world.step++;
    if (!strcmp(step->answer, "-"))
        close_peer(peer);
    else if (*step->answer)
        send_answer(peer, (unsigned)atoi(step->answer), strchr(step->answer, ' ') + 1);
}

static void on_bytes(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct peer *peer = (struct peer *)stream;
    const char *end, *length;
    size_t head;

    (void)buffer;
    if (count < 0) {
        close_peer(peer);
        return;
    }
    peer->used += (size_t)count;
    peer->bytes[peer->used] = '\0';
    end = strstr(peer->bytes, "\r\n\r\n");
    length = strstr(peer->bytes, "Content-Length: ");
    if (!end || !length)
        return;
    head = (size_t)(end + 4 - peer->bytes);
    if (peer->used < head + (size_t)atoi(length + 16))
        return;
    peer->used = 0;
    serve_request(peer, end + 4, (size_t)atoi(length + 16));
}

static void give_buffer(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer)
{
    struct peer *peer = (struct peer *)handle;

    (void)wanted;
    *buffer = uv_buf_init(peer->bytes + peer->used, (unsigned)(REQUEST_BYTES - 1 - peer->used));
}

static void on_peer(uv_stream_t *listener, int status)
{
    struct peer *peer = &world.peers[world.peer_count++];

    assert_int_equal(status, 0);
    assert_true(world.peer_count <= PEERS);
    uv_tcp_init(&world.loop, &peer->tcp);
    peer->is_open = true;
    peer->used = 0;
    uv_accept(listener, (uv_stream_t *)&peer->tcp);
    uv_read_start((uv_stream_t *)&peer->tcp, give_buffer, on_bytes);
}

/* Whoever has a place without listening refuses connections. */
static void take_place(void)
{
    struct sockaddr_in place;
    int size = sizeof place;

    uv_ip4_addr("127.0.0.1", 0, &place);
    uv_tcp_init(&world.loop, &world.listener);
    assert_int_equal(uv_tcp_bind(&world.listener, (struct sockaddr *)&place, 0), 0);
    assert_int_equal(uv_tcp_getsockname(&world.listener, (struct sockaddr *)&place, &size), 0);
    world.port = ntohs(place.sin_port);
}

static void begin_to_listen(void)
{
    assert_int_equal(uv_listen((uv_stream_t *)&world.listener, 16, on_peer), 0);
}

/* ---- Both on one loop ----------------------------------------------------------------------- */

static void say(void *context, const char *sentence)
{
    size_t used = strlen(world.said);

    (void)context;
    snprintf(world.said + used, sizeof world.said - used, "%s\n", sentence);
}

static void on_refused(void *context)
{
    (void)context;
    world.is_refused = true;
}

static void on_settled(void *context)
{
    (void)context;
    world.settled++;
}

static void open_hands(struct store *store)
{
    char api[64];
    struct hc_problem why;
    struct host_plan host = {
        .loop = &world.loop, .background = world.background, .store = store, .rooms_max = 10};
    struct telegram_hands_plan plan = {.loop = &world.loop,
                                       .background = world.background,
                                       .api = api,
                                       .token = TOKEN,
                                       .web_address = "",
                                       .say = say,
                                       .refused = on_refused,
                                       .webhook = world.webhook,
                                       .settled = on_settled};

    assert_non_null(store);
    world.host = plan.host = host_open(&host, &why);
    assert_non_null(world.host);
    snprintf(api, sizeof api, "http://127.0.0.1:%u", world.port);
    world.hands = telegram_hands_open(&plan, &why);
    if (!world.hands)
        fail_msg("%s", why.text);
}

static const char *webhook; /* of the next world */

static void begin_with(const struct scripted *script, const struct telegram_call *calls,
                       unsigned count, struct store *store)
{
    memset(&world, 0, sizeof world);
    world.webhook = webhook;
    *heard = '\0';
    door.calls = calls;
    door.count = count;
    door.next = 0;
    world.script = script;
    uv_loop_init(&world.loop);
    take_place();
    if (script)
        begin_to_listen();
    world.background = background_open(&world.loop);
    open_hands(store);
}

static void begin(const struct scripted *script, const struct telegram_call *calls, unsigned count)
{
    struct hc_problem why;

    begin_with(script, calls, count, store_open_memory(NULL, &why));
}

/* Turns the loop until a text was heard, asked or said. */
static void wait_for(const char *where, const char *what)
{
    while (!strstr(where, what))
        uv_run(&world.loop, UV_RUN_ONCE);
}

static void on_host_stopped(void *context)
{
    (void)context;
    telegram_hands_close(world.hands);
    assert_true(host_close(world.host));
    assert_true(background_close(world.background));
    for (unsigned i = 0; i < world.peer_count; i++)
        if (world.peers[i].is_open)
            close_peer(&world.peers[i]);
    if (!uv_is_closing((uv_handle_t *)&world.listener))
        uv_close((uv_handle_t *)&world.listener, NULL);
}

static void on_stopped(void *context)
{
    (void)context;
    host_stop(world.host, on_host_stopped, NULL);
}

static void end(void)
{
    telegram_hands_stop(world.hands, on_stopped, NULL);
    uv_run(&world.loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&world.loop), 0);
    assert_null(strstr(world.said, "AAbb"));
}

/* ---- Tests ---------------------------------------------------------------------------------- */

static void updates_are_fetched_and_remembered(void **state)
{
    static const struct scripted script[] = {
        {"getUpdates",
         "200 {\"ok\":true,\"result\":[{\"update_id\":7,\"x\":{}},{\"update_id\":8}]}"},
        {"getUpdates", "200 {\"ok\":true,\"result\":[]}"},
        {"getUpdates", "200 {\"ok\":true,\"result\":[{\"update_id\":9}]}"},
        {NULL, NULL},
    };
    char path[SCRATCH_CHARS], file[SCRATCH_CHARS + 16];
    struct hc_problem why;

    (void)state;
    assert_true(make_scratch(path));
    snprintf(file, sizeof file, "%s/hands.db", path);
    begin_with(script, NULL, 0, store_open(file, &why));
    wait_for(world.asked, "\"offset\":10,");
    assert_string_equal(
        world.asked, "getUpdates {\"offset\":0,\"timeout\":50,\"limit\":100,\"allowed_updates\":"
                     "[\"message\"]}\n"
                     "getUpdates {\"offset\":9,\"timeout\":50,\"limit\":100,\"allowed_updates\":"
                     "[\"message\"]}\n"
                     "getUpdates {\"offset\":9,\"timeout\":50,\"limit\":100,\"allowed_updates\":"
                     "[\"message\"]}\n"
                     "getUpdates {\"offset\":10,\"timeout\":50,\"limit\":100,\"allowed_updates\":"
                     "[\"message\"]}\n");
    assert_string_equal(heard, "update {\"update_id\":7,\"x\":{}}\nupdate {\"update_id\":8}\n"
                               "update {\"update_id\":9}\n");
    assert_int_equal(telegram_hands_counts(world.hands).updates, 3);
    assert_string_equal(telegram_hands_trouble(world.hands), "");
    end();
    /* What the door has remembered is given to it again. */
    begin_with(script + 3, NULL, 0, store_open(file, &why));
    assert_string_equal(loaded, "offset=10");
    end();
    unlink(file);
    snprintf(file, sizeof file, "%s/hands.db-lock", path);
    unlink(file);
    assert_int_equal(rmdir(path), 0);
}

static void calls_are_made_and_answered(void **state)
{
    static const struct telegram_call calls[] = {
        {1, "sendMessage", "{\"chat_id\":5,\"text\":\"\xc3\xa4\"}", NULL},
        {2, "sendPhoto", "{\"chat_id\":5,\"caption\":\"a table\",\"show\":[1,{\"a\":null}]}",
         "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"8\"/>"},
        {3, "sendPhoto", "{}", "this is no picture"},
        {4, "editMessageText", "{\"chat_id\":6}", NULL},
        {5, "sendMessage", "{\"chat_id\":7}", NULL},
    };
    static const struct scripted script[] = {
        {"sendMessage", "200 {\"ok\":true,\"result\":{\"message_id\":1}}"},
        {"sendPhoto", "429 {\"ok\":false,\"parameters\":{\"retry_after\":3}}"},
        {"editMessageText", "502 <html>"},
        {"sendMessage", "-"},
        {NULL, NULL},
    };
    const char *again;

    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        /* One at a time, so that they come in their order. */
        static const char *const answers[] = {
            "answer 1: 200 {\"ok\":true,\"result\":{\"message_id\":1}}\n",
            "answer 2: 429 {\"ok\":false,\"parameters\":{\"retry_after\":3}}\n",
            "answer 3: 400 {\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: there "
            "is "
            "no picture\"}\n",
            "answer 4: 0 \n",
            "answer 5: 0 \n",
        };

        if (!i)
            begin(script, calls, 1);
        door.count = i + 1;
        wait_for(heard, answers[i]);
    }
    assert_non_null(strstr(world.asked, "sendMessage {\"chat_id\":5,\"text\":\"\xc3\xa4\"}\n"));
    assert_non_null(strstr(world.asked, "form-data; name=\"chat_id\"....5.."));
    assert_non_null(strstr(world.asked, "form-data; name=\"caption\"....a table.."));
    assert_non_null(strstr(world.asked, "form-data; name=\"show\"....[1,{\"a\":null}].."));
    assert_non_null(strstr(world.asked, "name=\"photo\"; filename=\"table.png\"..Content-Type: "
                                        "image/png....\x89PNG.."));
    assert_null(strstr(world.asked, "no picture"));
    /* It came over a line that was used before, which curl would gladly try again. */
    again = strstr(world.asked, "\"chat_id\":7");
    assert_non_null(again);
    assert_null(strstr(again + 1, "\"chat_id\":7"));
    assert_int_equal(telegram_hands_counts(world.hands).calls, 5);
    assert_int_equal(telegram_hands_counts(world.hands).failed, 4);
    assert_int_equal(telegram_hands_counts(world.hands).limited, 1);
    assert_int_equal(telegram_hands_counts(world.hands).waiting, 0);
    assert_int_equal(telegram_hands_counts(world.hands).queued, 0);
    end();
}

/* Nobody listens: the call has not arrived, and is made again when somebody does. */
static void what_has_not_arrived_is_sent_again(void **state)
{
    static const struct telegram_call calls[] = {{1, "sendMessage", "{\"chat_id\":5}", NULL}};
    static const struct scripted script[] = {{"sendMessage", "200 {\"ok\":true}"}, {NULL, NULL}};

    (void)state;
    begin(NULL, calls, 1);
    wait_for(world.said, "Telegram cannot be reached: Couldn't connect to server; ");
    assert_string_equal(telegram_hands_trouble(world.hands),
                        "Telegram cannot be reached: Couldn't connect to server");
    assert_string_equal(heard, "");
    world.script = script;
    begin_to_listen();
    wait_for(heard, "answer 1: 200 {\"ok\":true}\n");
    wait_for(world.said, "Telegram is reached again\n");
    assert_string_equal(telegram_hands_trouble(world.hands), "");
    assert_true(telegram_hands_counts(world.hands).repeats >= 1);
    assert_int_equal(telegram_hands_counts(world.hands).calls, 1);
    end();
}

static void a_token_that_is_not_known_is_said_to_be(void **state)
{
    static const struct scripted script[] = {
        {"getUpdates", "401 {\"ok\":false,\"error_code\":401,\"description\":\"Unauthorized\"}"},
        {NULL, NULL},
    };

    (void)state;
    begin(script, NULL, 0);
    wait_for(world.said, "Telegram does not know the token of the bot");
    assert_true(world.is_refused);
    assert_int_equal(world.requests, 1);
    end();
}

static void another_program_is_said_to_be_there(void **state)
{
    static const struct scripted script[] = {
        {"getUpdates", "409 {\"ok\":false,\"description\":\"Conflict: terminated by other "
                       "getUpdates request\"}"},
        {"getUpdates", "409 {\"ok\":false}"},
        {"getUpdates", "429 {\"ok\":false,\"parameters\":{\"retry_after\":0}}"},
        {"getUpdates", "200 {\"ok\":true,\"result\":[]}"},
        {NULL, NULL},
    };

    (void)state;
    begin(script, NULL, 0);
    wait_for(world.said, "another program fetches the updates of this bot; end that one");
    wait_for(world.said, "Telegram is reached again\n");
    assert_false(world.is_refused);
    end();
}

/* Updates are believed only of whoever knows the secret, and none are fetched. */
static void updates_come_to_a_webhook(void **state)
{
    static const char update[] = "{\"update_id\":7}";
    static const struct telegram_call calls[] = {{1, "sendMessage", "{\"chat_id\":5}", NULL}};
    static const struct scripted script[] = {{"sendMessage", "200 {\"ok\":true}"}, {NULL, NULL}};
    char wrong[TELEGRAM_SECRET_CHARS];

    (void)state;
    webhook = "https://cards.example.org/updates";
    begin(script, calls, 1);
    webhook = NULL;
    assert_int_equal(strlen(door.secret), TELEGRAM_SECRET_CHARS - 1);
    wait_for(heard, "answer 1: 200");
    memcpy(wrong, door.secret, sizeof wrong);
    wrong[TELEGRAM_SECRET_CHARS - 2] ^= 1;
    assert_int_equal(telegram_hands_take(world.hands, wrong, strlen(wrong), update, 15), 403);
    assert_int_equal(telegram_hands_take(world.hands, door.secret, 10, update, 15), 403);
    assert_int_equal(telegram_hands_take(world.hands, NULL, 0, update, 15), 403);
    assert_null(strstr(heard, "update"));
    assert_int_equal(telegram_hands_take(world.hands, door.secret, strlen(door.secret), update, 15),
                     0);
    assert_non_null(strstr(heard, "update {\"update_id\":7}\n"));
    assert_false(telegram_is_settled(&door));
    world.settled = 0;
    while (!world.settled) /* it is told before the loop would wait */
        uv_run(&world.loop, UV_RUN_NOWAIT);
    assert_true(telegram_is_settled(&door));
    assert_null(strstr(world.asked, "getUpdates"));
    end();
}

/* ---- The environment ------------------------------------------------------------------------ */

static void the_token_is_taken_out_of_the_environment(void **state)
{
    static const struct {
        const char *text;
        bool ok;
    } rows[] = {
        {TOKEN, true},         {"", false},        {"123456", false},
        {"123456:", false},    {":abc", false},    {"12a:abc", false},
        {"12:ab/../c", false}, {"12:ab c", false}, {"12:ab\nc", false},
    };
    char token[TELEGRAM_TOKEN_CHARS];
    struct hc_problem why;

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *place;

        assert_int_equal(setenv("BOT_TOKEN", rows[i].text, 1), 0);
        place = getenv("BOT_TOKEN");
        memset(&why, 0, sizeof why);
        assert_int_equal(telegram_take_token(token, &why), rows[i].ok);
        assert_string_equal(token, rows[i].ok ? rows[i].text : "");
        assert_null(getenv("BOT_TOKEN"));
        assert_int_equal(*why.text == '\0', rows[i].ok);
        if (strlen(rows[i].text) > 2)
            assert_null(strstr(why.text, rows[i].text));
        assert_int_equal(*place, '\0'); /* where it was */
    }
    assert_false(telegram_take_token(token, &why));
    assert_non_null(strstr(why.text, "not in the environment"));
}

static void roots_of_the_api(void **state)
{
    static const struct {
        const char *text;
        bool ok;
    } rows[] = {
        {TELEGRAM_API, true},           {"http://127.0.0.1:81", true},
        {"https://a.example/b", true},  {"https://a.example/", false},
        {"ftp://a.example", false},     {"https://", false},
        {"https://a.example?x", false}, {"https://u@a.example", false},
        {"a.example", false},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (telegram_is_api(rows[i].text) != rows[i].ok)
            fail_msg("%s", rows[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updates_are_fetched_and_remembered),
        cmocka_unit_test(calls_are_made_and_answered),
        cmocka_unit_test(what_has_not_arrived_is_sent_again),
        cmocka_unit_test(a_token_that_is_not_known_is_said_to_be),
        cmocka_unit_test(another_program_is_said_to_be_there),
        cmocka_unit_test(updates_come_to_a_webhook),
        cmocka_unit_test(the_token_is_taken_out_of_the_environment),
        cmocka_unit_test(roots_of_the_api),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
