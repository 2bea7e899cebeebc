// SPDX-License-Identifier: MIT
/*
 * test_net.c: the client's side of the wire, mostly without a wire: addresses, pages, frames and
 * tokens.
 */
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "net/dial.h"
#include "net/fetch.h"
#include "net/frame.h"
#include "net/http.h"
#include "net/token.h"
#include "net/url.h"
#include "scratch.h"

/* ---- Addresses ------------------------------------------------------------------------------ */

static const struct {
    const char *text, *server, *code; /* server NULL: refused */
} addresses[] = {
    {"http://localhost:7777", "http://localhost:7777", ""},
    {"ws://localhost:7777/", "http://localhost:7777", ""},
    {"http://localhost/bcdfhj", "http://localhost:80", "BCDFHJ"},
    {"HTTPS://Cards.example.org/BCDFHJ/", "https://Cards.example.org:443", "BCDFHJ"},
    {"wss://example.org:8443/cards/BCDFHJ", "https://example.org:8443/cards", "BCDFHJ"},
    {"https://example.org/gaming", "https://example.org:443/gaming", ""},
    {"http://[::1]:7777/BCDFHJ", "http://[::1]:7777", "BCDFHJ"},
    {"localhost:7777", NULL, NULL},
    {"ftp://localhost", NULL, NULL},
    {"http://", NULL, NULL},
    {"http://:80/", NULL, NULL},
    {"http://host:0/", NULL, NULL},
    {"http://host:65536/", NULL, NULL},
    {"http://host:80x/", NULL, NULL},
    {"http://[::1", NULL, NULL},
    {"http://user@host/", NULL, NULL},
    {"http://host/a b", NULL, NULL},
    {"http://host/\r\nX: y", NULL, NULL},
    {"http://host/a?b=c", NULL, NULL},
};

static void reads_addresses(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
        char server[URL_SERVER_CHARS];
        struct hc_problem why = {0};
        struct url url;
        bool good = url_parse(addresses[i].text, &url, &why);

        if (good != (addresses[i].server != NULL))
            fail_msg("%s: %s", addresses[i].text, good ? "accepted" : why.text);
        if (!good) {
            assert_true(*why.text);
            continue;
        }
        url_print(&url, server);
        assert_string_equal(server, addresses[i].server);
        assert_string_equal(url.code, addresses[i].code);
    }
}

static void refuses_long_addresses(void **state)
{
    char text[2000] = "http://";
    struct hc_problem why;
    struct url url;

    (void)state;
    memset(text + 7, 'a', URL_HOST_CHARS);
    assert_false(url_parse(text, &url, &why));
    memcpy(text, "http://h/", 9);
    memset(text + 9, 'a', URL_PATH_CHARS);
    assert_false(url_parse(text, &url, &why));
}

/* ---- Pages ---------------------------------------------------------------------------------- */

/* What a server may answer, and what is left of it; NULL: it is refused. */
static const struct {
    const char *why, *answer;
    unsigned status;
    const char *page;
} answers[] = {
    {"a page", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello"},
    {"in small letters", "HTTP/1.1 200 \r\nX: y\r\ncontent-length:  2 \r\n\r\nok", 200, "ok"},
    {"nothing on it", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200, ""},
    {"more than there should be", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello", 200, "he"},
    {"there is none", "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}", 404, NULL},
    {"nothing at all", "", 0, NULL},
    {"no head", "hello\r\n\r\n", 0, NULL},
    {"another version", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", 0, NULL},
    {"no status", "HTTP/1.1 OK\r\nContent-Length: 2\r\n\r\nok", 0, NULL},
    {"no length", "HTTP/1.1 200 OK\r\n\r\nhello", 200, NULL},
    {"a length that is none", "HTTP/1.1 200 OK\r\nContent-Length: 5x\r\n\r\nhello", 0, NULL},
    {"in chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200, NULL},
    {"too long", "HTTP/1.1 200 OK\r\nContent-Length: 4194305\r\n\r\nhello", 200, NULL},
    {"cut off", "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhello", 200, NULL},
    {"only half a head", "HTTP/1.1 200 OK\r\nContent-Le", 0, NULL},
};

enum { PATIENCE_MS = 600000 }; /* for what always comes */

/* Answers one caller. */
struct listener {
    int descriptor;
    const char *answer;
};

static void *answer_one(void *context)
{
    const struct listener *listener = context;
    int caller = accept(listener->descriptor, NULL, NULL);
    char request[2048];

    if (recv(caller, request, sizeof request, 0) > 0 && *listener->answer)
        send(caller, listener->answer, strlen(listener->answer), MSG_NOSIGNAL);
    close(caller);
    return NULL;
}

/* Takes a free port, whose address is written down. It refuses connections. */
static int take_port(struct url *url)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    struct hc_problem why;
    char text[64];

    assert_int_equal(bind(descriptor, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(getsockname(descriptor, (struct sockaddr *)&address, &size), 0);
    snprintf(text, sizeof text, "http://127.0.0.1:%u", ntohs(address.sin_port));
    assert_true(url_parse(text, url, &why));
    return descriptor;
}

/* The same, and listens there. */
static int listen_somewhere(struct url *url)
{
    int descriptor = take_port(url);

    assert_int_equal(listen(descriptor, 1), 0);
    return descriptor;
}

static void fetches_pages(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct hc_problem why = {0};
        struct url url;
        struct listener listener = {listen_somewhere(&url), answers[i].answer};
        uint8_t *bytes = NULL;
        size_t size = 0;
        unsigned status;
        pthread_t thread;
        bool came;

        assert_int_equal(pthread_create(&thread, NULL, answer_one, &listener), 0);
        came = fetch(&url, NULL, "/page", PATIENCE_MS, &bytes, &size, &status, &why);
        pthread_join(thread, NULL);
        close(listener.descriptor);
        if (came != (answers[i].page != NULL) || status != answers[i].status)
            fail_msg("%s: status %u, %s", answers[i].why, status, came ? "it came" : why.text);
        if (came) {
            assert_int_equal(size, strlen(answers[i].page));
            assert_memory_equal(bytes, answers[i].page, size);
            free(bytes);
        } else {
            assert_true(*why.text);
        }
    }
}

/* Nobody answers as a server of tables. A dial that nobody answers can be abandoned at once. */
static void dials(void **state)
{
    struct listener listener;
    struct net_client client;
    struct hc_problem why;
    struct dial *dial;
    pthread_t thread;
    struct url url;

    (void)state;
    listener = (struct listener){listen_somewhere(&url), "HTTP/1.1 200 OK\r\n\r\n"};
    assert_int_equal(pthread_create(&thread, NULL, answer_one, &listener), 0);
    dial = dial_begin(&url, NULL, PATIENCE_MS);
    assert_non_null(dial);
    assert_false(dial_end(dial, &client, &why));
    assert_non_null(strstr(why.text, "no server of tables"));
    net_close(&client);
    pthread_join(thread, NULL);
    for (unsigned i = 0; i < 20; i++)
        dial_abandon(dial_begin(&url, NULL, PATIENCE_MS));
    dial_abandon(NULL);
    close(listener.descriptor);
    listener.descriptor = take_port(&url);
    dial = dial_begin(&url, NULL, PATIENCE_MS);
    assert_false(dial_end(dial, &client, &why));
    assert_non_null(strstr(why.text, "refused"));
    net_close(&client);
    close(listener.descriptor);
}

enum { UNFINISHED = 10 }; /* bytes of the frame whose rest is missing */

/* What a server sends after the handshake, and what a client makes of it. */
static const struct {
    const char *why, *bytes;
    size_t count;
    enum net_result result;
    const char *text; /* of the message, or the reason for the end */
} talks[] = {
    {"a message", "\x81\x05Hello", 7, NET_MESSAGE, "Hello"},
    {"in pieces", "\x01\x02He\x80\x03llo", 9, NET_MESSAGE, "Hello"},
    {"a ping between pieces", "\x01\x02He\x89\x01p\x80\x03llo", 12, NET_MESSAGE, "Hello"},
    {"UTF-8 cut by pieces", "\x01\x01\xc3\x80\x01\xa4", 6, NET_MESSAGE, "\xc3\xa4"},
    {"a length of two bytes", "\x81\x7e\0\x05Hello", 9, NET_MESSAGE, "Hello"},
    {"the end, with a reason",
     "\x88\x05\x03\xe8"
     "bye",
     7, NET_GONE, "bye"},
    {"the end, without", "\x88\x00", 2, NET_GONE, ""},
    {"a reason that is no UTF-8", "\x88\x03\x03\xe8\xff", 5, NET_GONE, ""},
    {"a message that is no UTF-8", "\x81\x01\xff", 3, NET_GONE, ""},
    {"masked", "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", 11, NET_GONE, ""},
    {"binary", "\x82\x05Hello", 7, NET_GONE, ""},
    {"no beginning", "\x80\x05Hello", 7, NET_GONE, ""},
    {"two beginnings", "\x01\x02He\x81\x03llo", 9, NET_GONE, ""},
    {"too long", "\x81\x7f\0\0\0\0\0\x02\0\x01", 10, NET_GONE, ""},
    {"the rest is missing", "\x01\x05Hello\x80\x7f\0\0\0\0\0\x02\0\0", 17, NET_NOTHING, ""},
};

/* Shakes hands with one caller, sends a row of `talks`, and says what comes back. */
struct talker {
    int descriptor;
    size_t row;
    uint8_t back[64];
    size_t count;
};

static void *talk_to_one(void *context)
{
    struct talker *talker = context;
    int caller = accept(talker->descriptor, NULL, NULL);
    char text[2048], key[FRAME_ACCEPT_CHARS + 1];
    struct http_head head;
    struct hc_text out;
    size_t used;
    ssize_t count = recv(caller, text, sizeof text, 0);

    if (count > 0 && http_read_request(text, (size_t)count, &head, &used) == HTTP_WHOLE &&
        head.upgrades) {
        frame_accept(head.websocket_key.start, key);
        hc_text_init(&out, text, sizeof text);
        http_write_answer(&out, 101);
        http_write(&out, "Connection", "Upgrade");
        http_write(&out, "Upgrade", "websocket");
        http_write(&out, "Sec-WebSocket-Accept", key);
        http_write_end(&out);
        send(caller, text, out.length, MSG_NOSIGNAL);
        send(caller, talks[talker->row].bytes, talks[talker->row].count, MSG_NOSIGNAL);
        while ((count = recv(caller, talker->back + talker->count,
                             sizeof talker->back - talker->count, 0)) > 0)
            talker->count += (size_t)count;
    }
    close(caller);
    return NULL;
}

/* Takes until there is a result, or until only so many bytes of an unfinished frame are left. */
static enum net_result take(struct net_client *client, size_t unfinished, const char **text,
                            size_t *length)
{
    struct pollfd wanted = {.fd = client->stream.descriptor, .events = POLLIN};
    enum net_result result;

    while ((result = net_take(client, text, length)) == NET_NOTHING &&
           client->count - client->used != unfinished)
        poll(&wanted, 1, -1);
    return result;
}

static void clients_take_frames(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof talks / sizeof *talks; i++) {
        struct hc_problem why = {0};
        struct net_client client;
        struct url url;
        struct talker talker = {.descriptor = listen_somewhere(&url), .row = i};
        struct frame frame;
        enum frame_reason reason;
        enum net_result result;
        const char *text = "";
        size_t length, used;
        pthread_t thread;

        assert_int_equal(pthread_create(&thread, NULL, talk_to_one, &talker), 0);
        if (!net_open(&client, &url, NULL, PATIENCE_MS, &why))
            fail_msg("%s: %s", talks[i].why, why.text);
        result =
            take(&client, talks[i].result == NET_NOTHING ? UNFINISHED : SIZE_MAX, &text, &length);
        if (result != talks[i].result)
            fail_msg("%s: result %d", talks[i].why, (int)result);
        if (result == NET_MESSAGE) {
            assert_int_equal(length, strlen(talks[i].text));
            assert_string_equal(text, talks[i].text);
            assert_true(net_send(&client, text, length, PATIENCE_MS));
        } else {
            assert_string_equal(client.reason, talks[i].text);
        }
        net_close(&client);
        pthread_join(thread, NULL);
        close(talker.descriptor);
        if (result == NET_MESSAGE) { /* what was sent back is masked, the answer to a ping too */
            size_t done = 0;

            do {
                assert_int_equal(frame_read(FROM_CLIENT, talker.back + done, talker.count - done,
                                            64, &frame, &used, &reason),
                                 FRAME_WHOLE);
                done += used;
            } while (frame.kind == FRAME_PONG);
            assert_int_equal(done, talker.count);
            assert_int_equal(frame.size, length);
            assert_memory_equal(frame.payload, talks[i].text, length);
        }
    }
}

/* ---- Tokens --------------------------------------------------------------------------------- */

static const char token_a[] = "0123456789abcdef0123456789abcdef";
static const char token_b[] = "ffffffffffffffffffffffffffffffff";

static void check_token(const char *server, const char *who, const char *expected)
{
    struct token_place place;
    char token[TOKEN_CHARS];

    token_hold(server, who, &place);
    token_read(&place, token);
    token_release(&place);
    assert_string_equal(token, expected);
}

static void keep_token(const char *server, const char *who, const char *token)
{
    struct token_place place;
    struct hc_problem why;

    token_hold(server, who, &place);
    if (!token_keep(&place, token, &why))
        fail_msg("%s", why.text);
    token_release(&place);
}

static void write_tokens(const char *folder, const char *text)
{
    char path[200];
    FILE *file;

    snprintf(path, sizeof path, "%s/holecard/tokens", folder);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void keeps_tokens(void **state)
{
    char folder[SCRATCH_CHARS], path[200];
    struct token_place place, long_place;
    struct hc_problem why;
    struct stat found;
    char who[300];

    (void)state;
    assert_true(make_scratch(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    check_token("http://a:1", "", "");
    keep_token("http://a:1", "", token_a);
    keep_token("http://a:1", "bot Ben", token_b);
    check_token("http://a:1", "", token_a);
    check_token("http://a:1", "bot Ben", token_b);
    check_token("http://a:1", "bot Be", "");
    check_token("http://a:1", "bot", "");
    check_token("http://a:11", "", "");
    keep_token("http://a:1", "", token_b);
    check_token("http://a:1", "", token_b);
    check_token("http://a:1", "bot Ben", token_b);
    snprintf(path, sizeof path, "%s/holecard/tokens", folder);
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    write_tokens(folder, "http://a:1 short\n\nhttp://a:1\nnonsense");
    check_token("http://a:1", "", "");
    memset(who, 'w', sizeof who - 1);
    who[sizeof who - 1] = '\0';
    token_hold("http://a:1", who, &long_place);
    assert_false(token_keep(&long_place, token_a, &why));
    token_hold("http://a:1", "two\nlines", &place);
    assert_false(token_keep(&place, token_a, &why));
    unlink(path);
    snprintf(path, sizeof path, "%s/holecard/tokens.lock", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/holecard", folder);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* Another process finds a place that is held taken, and has it when it is free again. */
static void check_other_process(const char *expected)
{
    pid_t child = fork();
    int status;

    if (!child) {
        struct token_place place;

        token_hold("http://a:1", "", &place);
        _exit(strcmp(place.text, expected) != 0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (status)
        fail_msg("another process does not get %s", expected);
}

static void holds_places(void **state)
{
    char folder[SCRATCH_CHARS], path[200];
    struct token_place place;

    (void)state;
    assert_true(make_scratch(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    token_hold("http://a:1", "", &place);
    assert_string_equal(place.text, "http://a:1");
    check_other_process("http://a:1 #2");
    token_release(&place);
    check_other_process("http://a:1");
    snprintf(path, sizeof path, "%s/holecard/tokens.lock", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/holecard", folder);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(folder), 0);
    setenv("XDG_STATE_HOME", "", 1);
    unsetenv("HOME");
    token_hold("http://a:1", "", &place);
    assert_string_equal(place.text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_addresses),     cmocka_unit_test(refuses_long_addresses),
        cmocka_unit_test(fetches_pages),       cmocka_unit_test(dials),
        cmocka_unit_test(clients_take_frames), cmocka_unit_test(keeps_tokens),
        cmocka_unit_test(holds_places),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
