// SPDX-License-Identifier: MIT
/*
 * test_net.c: the client's side of the wire, mostly without a wire: addresses, tokens, and views
 * read from JSON.
 *
 * The views are those of random matches of every game: what was written is read back as the same
 * view. A view that was tampered with is refused, row by row.
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

#include "bots/bots.h"
#include "core/dice.h"
#include "games/game.h"
#include "net/dial.h"
#include "net/fetch.h"
#include "net/frame.h"
#include "net/guest.h"
#include "net/guest_read.h"
#include "net/http.h"
#include "net/proof.h"
#include "net/token.h"
#include "net/url.h"
#include "net/view_json.h"

enum { VIEW_BYTES = 1 << 16, MOVES = 150, SEEDS = 12, FORGERIES = 12 };

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

/* ---- Texts ---------------------------------------------------------------------------------- */

static void cleans_texts(void **state)
{
    char text[] = "a\033[2Jb\xc2\x9b|\xe2\x80\xae|\xc3\xa4\n\x7f";

    (void)state;
    guest_clean(text);
    assert_string_equal(text, "a?[2Jb??|???|\xc3\xa4??");
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

/* Listens on a free port, whose address is written down. */
static int listen_somewhere(struct url *url)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    struct hc_problem why;
    char text[64];

    assert_int_equal(bind(descriptor, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(descriptor, 1), 0);
    assert_int_equal(getsockname(descriptor, (struct sockaddr *)&address, &size), 0);
    snprintf(text, sizeof text, "http://127.0.0.1:%u", ntohs(address.sin_port));
    assert_true(url_parse(text, url, &why));
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
        came = fetch(&url, NULL, "/page", 2000, &bytes, &size, &status, &why);
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

/* Nobody answers as a server of tables; one who has gone meanwhile does no harm. */
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
    dial = dial_begin(&url, NULL, 2000);
    assert_non_null(dial);
    assert_false(dial_end(dial, &client, &why));
    assert_non_null(strstr(why.text, "no server of tables"));
    net_close(&client);
    pthread_join(thread, NULL);
    for (unsigned i = 0; i < 20; i++)
        dial_abandon(dial_begin(&url, NULL, 10));
    dial_abandon(NULL);
    close(listener.descriptor);
    dial = dial_begin(&url, NULL, 2000);
    assert_false(dial_end(dial, &client, &why));
    assert_non_null(strstr(why.text, "refused"));
    net_close(&client);
}

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

/* Takes until something comes of it; NET_NOTHING if it still waits for more. */
static enum net_result take(struct net_client *client, const char **text, size_t *length)
{
    struct pollfd wanted = {.fd = client->stream.descriptor, .events = POLLIN};
    enum net_result result;

    while ((result = net_take(client, text, length)) == NET_NOTHING)
        if (poll(&wanted, 1, 200) != 1)
            break;
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
        if (!net_open(&client, &url, NULL, 2000, &why))
            fail_msg("%s: %s", talks[i].why, why.text);
        result = take(&client, &text, &length);
        if (result != talks[i].result)
            fail_msg("%s: result %d", talks[i].why, (int)result);
        if (result == NET_MESSAGE) {
            assert_int_equal(length, strlen(talks[i].text));
            assert_string_equal(text, talks[i].text);
            assert_true(net_send(&client, text, length, 2000));
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
    char folder[] = "/tmp/holecard-tokens-XXXXXX", path[200];
    struct token_place place, long_place;
    struct hc_problem why;
    struct stat found;
    char who[300];

    (void)state;
    assert_non_null(mkdtemp(folder));
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
    char folder[] = "/tmp/holecard-places-XXXXXX", path[200];
    struct token_place place;

    (void)state;
    assert_non_null(mkdtemp(folder));
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

/* ---- Views ---------------------------------------------------------------------------------- */

static json_t *json_of(const struct hc_view *view)
{
    static char text[VIEW_BYTES];
    size_t length = hc_view_json(view, text, sizeof text);
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);

    assert_true(length < sizeof text);
    assert_non_null(json);
    return json;
}

static void check_same_actions(const struct hc_actions *a, const struct hc_actions *b)
{
    assert_int_equal(a->ways, b->ways);
    for (uint32_t i = 0; i < a->ways; i++) {
        struct hc_command one, other;

        hc_actions_at(a, i, &one);
        hc_actions_at(b, i, &other);
        assert_memory_equal(&one, &other, sizeof one);
    }
}

/* Reads the view of one viewer back. */
static void check_view(const struct hc_table *table, unsigned viewer)
{
    static char before[VIEW_BYTES], after[VIEW_BYTES];
    struct hc_view view, again;
    struct hc_problem why;
    json_t *json;

    hc_view(table, viewer, 0, &view);
    json = json_of(&view);
    if (!view_read(json, view.game, &view.rules, &again, &why))
        fail_msg("%s", why.text);
    json_decref(json);
    hc_view_json(&view, before, sizeof before);
    hc_view_json(&again, after, sizeof after);
    assert_string_equal(before, after);
    assert_memory_equal(view.hand, again.hand, view.seats * sizeof *view.hand);
    assert_memory_equal(view.pile, again.pile, view.game->pile_count * sizeof *view.pile);
    assert_memory_equal(view.face, again.face, sizeof view.face);
    assert_memory_equal(view.lacks, again.lacks, sizeof view.lacks);
    assert_memory_equal(view.exposed, again.exposed, sizeof view.exposed);
    check_same_actions(&view.actions, &again.actions);
}

static bool move(struct hc_table *table, struct hc_dice *dice)
{
    unsigned seat = hc_table_awaits(table);
    struct hc_actions actions;
    struct hc_command command;
    struct hc_events events;

    hc_actions(table, seat, 0, &actions);
    if (seat == HC_NONE || !actions.ways)
        return false;
    /* The house's first action is the one that goes on; a player does anything. */
    hc_actions_at(&actions, seat == HC_HOUSE ? 0 : hc_dice_below(dice, actions.ways), &command);
    return hc_submit(table, seat, &command, 0, &events) == HC_OK;
}

/* Plays a match at random by one of the presets, and calls `each` at every moment. */
static void play(const struct hc_game *game, uint64_t seed,
                 void (*each)(const struct hc_table *table))
{
    struct hc_table *table = malloc(hc_table_bytes());
    uint8_t key[HC_SEED_BYTES];
    struct hc_rules rules;
    struct hc_problem why;
    struct hc_dice dice;
    unsigned least, most;
    const struct hc_preset *preset = hc_preset_at(game, (size_t)seed);

    assert_non_null(table);
    assert_true(hc_rules_parse(game, preset ? preset->name : "", &rules, &why));
    least = hc_seats_min(game, &rules);
    most = hc_seats_max(game, &rules);
    hc_seed_from_number(seed, key);
    hc_dice_open(&dice, key, 7, 0);
    assert_int_equal(
        hc_table_open(table, game, &rules, least + (unsigned)(seed % (most - least + 1)), key),
        HC_OK);
    each(table);
    for (unsigned i = 0; i < MOVES && move(table, &dice); i++)
        each(table);
    assert_true(hc_table_seq(table) > 1);
    free(table);
}

static void check_all_views(const struct hc_table *table)
{
    for (unsigned s = 0; s < hc_table_seats(table); s++)
        check_view(table, s);
    check_view(table, HC_SPECTATOR);
}

static void views_come_back(void **state)
{
    (void)state;
    for (unsigned g = 0; g < hc_games_count; g++)
        for (uint64_t seed = 0; seed < SEEDS; seed++)
            play(hc_games[g], seed, check_all_views);
}

/* ---- Views that nobody wrote ---------------------------------------------------------------- */

static const struct {
    const char *why, *path, *value; /* value NULL: the member is missing */
} tamperings[] = {
    {"no game", "game", NULL},
    {"another game", "game", "\"two\""},
    {"no seq", "seq", "-1"},
    {"a seat that there is not", "seat", "9"},
    {"no hands", "hands", "[]"},
    {"hands are no list", "hands", "7"},
    {"too many hands", "hands", "[0,0,0,0,0,0,0,0,0,0,0]"},
    {"hands are no hands", "hands", "[1,2]"},
    {"a hand with no cards listed", "hands", "[{\"count\":7},{\"count\":7,\"cards\":[]}]"},
    {"no phase", "phase", NULL},
    {"no such phase", "phase", "\"nonsense\""},
    {"nobody's turn", "turn", "null"},
    {"a turn of a stranger", "turn", "5"},
    {"no piles", "piles", "[]"},
    {"a pile of too many", "piles",
     "[{\"name\":\"draw\",\"count\":128},{\"name\":\"discard\",\"count\":0,\"cards\":[]}]"},
    {"no actions", "actions", NULL},
    {"an action that is none", "actions", "[\"fly\"]"},
    {"an action with a card that is none", "actions", "[\"play Q9\"]"},
    {"marked, but not an action", "marked", "[\"catch 9\"]"},
};

static bool is_refused(json_t *json, const struct hc_view *view)
{
    struct hc_problem why = {0};
    struct hc_view again;
    bool refused = !view_read(json, view->game, &view->rules, &again, &why);

    assert_true(!refused || *why.text);
    return refused;
}

static void refuse_tampered(const struct hc_table *table)
{
    struct hc_view view;

    if (hc_table_awaits(table) != 0)
        return;
    hc_view(table, 0, 0, &view);
    for (size_t i = 0; i < sizeof tamperings / sizeof *tamperings; i++) {
        json_t *json = json_of(&view);

        if (tamperings[i].value)
            json_object_set_new(json, tamperings[i].path,
                                json_loads(tamperings[i].value, JSON_DECODE_ANY, NULL));
        else
            json_object_del(json, tamperings[i].path);
        if (!is_refused(json, &view))
            fail_msg("%s: accepted", tamperings[i].why);
        json_decref(json);
    }
}

static void refuses_what_makes_no_sense(void **state)
{
    (void)state;
    play(hc_game_find("shed"), 0, refuse_tampered);
}

/* One hand more of a face than the deck has copies. */
static void refuse_copies(const struct hc_table *table)
{
    struct hc_view view;
    json_t *json, *hand, *cards;

    if (hc_table_awaits(table) != 0)
        return;
    hc_view(table, 0, 0, &view);
    json = json_of(&view);
    hand = json_array_get(json_object_get(json, "hands"), 0);
    cards = json_array();
    for (unsigned i = 0; i < 5; i++)
        json_array_append_new(cards, json_string("R0"));
    json_object_set_new(hand, "cards", cards);
    json_object_set_new(hand, "count", json_integer(5));
    assert_true(is_refused(json, &view));
    json_decref(json);
}

static void refuses_too_many_copies(void **state)
{
    (void)state;
    play(hc_game_find("shed"), 0, refuse_copies);
}

/* ---- Views that could have been written ----------------------------------------------------- */

static struct hc_dice mischief;

/* A value that stands somewhere in some view. */
static json_t *any_value(void)
{
    static const char *const words[] = {"?",    "R5",   "WF",       "1",          "8",    "G",
                                        "turn", "draw", "drew_one", "match_over", "play", "pass"};

    switch (hc_dice_below(&mischief, 5)) {
    case 0:
        return json_null();
    case 1:
        return json_boolean(hc_dice_below(&mischief, 2));
    case 2:
        return json_string(words[hc_dice_below(&mischief, sizeof words / sizeof *words)]);
    default:
        return json_integer((json_int_t)hc_dice_below(&mischief, 14) - 1);
    }
}

/* Changes the leaf with this number; returns how many leaves there are. */
static unsigned change_leaf(json_t *json, unsigned wanted)
{
    unsigned count = 0;
    const char *key;
    json_t *value;
    void *next;
    size_t i;

    if (json_is_array(json) && json_array_size(json) && !hc_dice_below(&mischief, 40))
        json_array_remove(json, hc_dice_below(&mischief, (uint32_t)json_array_size(json)));
    json_object_foreach_safe(json, next, key, value)
    {
        if (json_is_array(value) || json_is_object(value))
            count += change_leaf(value, wanted - count);
        else if (count++ == wanted)
            json_object_set_new(json, key, any_value());
    }
    json_array_foreach(json, i, value)
    {
        if (json_is_array(value) || json_is_object(value))
            count += change_leaf(value, wanted - count);
        else if (count++ == wanted)
            json_array_set_new(json, i, any_value());
    }
    return count;
}

static unsigned thought;

static void think(const struct hc_view *view)
{
    static const uint8_t key[HC_SEED_BYTES];
    static _Alignas(16) uint8_t scratch[1 << 20];
    const struct hc_bot *bot;

    if (view->viewer >= view->seats || !view->actions.ways)
        return;
    for (size_t b = 0; (bot = hc_bot_at(b)); b++) {
        struct hc_mind mind = {.budget = 8, .scratch = scratch, .scratch_bytes = sizeof scratch};
        struct hc_command command;

        assert_true(!bot->scratch_bytes || bot->scratch_bytes(mind.budget) <= sizeof scratch);
        hc_dice_open(&mind.dice, key, 0, view->seq);
        bot->choose(view, &view->actions, &mind, &command);
    }
    thought++;
}

/* Bots think about views that are almost right, and nothing happens to them. */
static void think_of_forged(const struct hc_table *table)
{
    struct hc_view view, forged;
    struct hc_problem why;

    hc_view(table, hc_table_awaits(table) < HC_SEATS_MAX ? hc_table_awaits(table) : 0, 0, &view);
    for (unsigned i = 0; i < FORGERIES; i++) {
        json_t *json = json_of(&view);

        for (unsigned times = 1 + hc_dice_below(&mischief, 3); times; times--)
            change_leaf(json, hc_dice_below(&mischief, 80));
        if (view_read(json, view.game, &view.rules, &forged, &why))
            think(&forged);
        json_decref(json);
    }
}

static void forged_views_do_no_harm(void **state)
{
    uint64_t seed = getenv("HC_SEED") ? strtoull(getenv("HC_SEED"), NULL, 10) : 1;
    uint8_t key[HC_SEED_BYTES];

    (void)state;
    print_message("seed %llu\n", (unsigned long long)seed);
    hc_seed_from_number(seed, key);
    hc_dice_open(&mischief, key, 0, 0);
    for (unsigned g = 0; g < hc_games_count; g++)
        for (unsigned i = 0; i < 3; i++)
            play(hc_games[g], seed + i, think_of_forged);
    assert_true(thought > 500);
}

/* ---- Logs ----------------------------------------------------------------------------------- */

static const uint8_t entropy_given[HC_SEED_BYTES] = {7, 7, 7};

/* A whole match, and what the player on seat 0 saw of it last and shortly before. */
struct played {
    uint8_t bytes[1 << 18], commitment[HC_SEED_BYTES];
    struct hc_log log;
    struct hc_view last, before;
};

static bool move_and_log(struct hc_table *table, struct hc_log *log, struct hc_dice *dice)
{
    unsigned seat = hc_table_awaits(table);
    struct hc_actions actions;
    struct hc_command command;
    struct hc_events events;

    hc_actions(table, seat, 0, &actions);
    if (seat == HC_NONE || !actions.ways)
        return false;
    hc_actions_at(&actions, seat == HC_HOUSE ? 0 : hc_dice_below(dice, actions.ways), &command);
    assert_int_equal(hc_submit(table, seat, &command, 0, &events), HC_OK);
    assert_true(hc_log_add(log, 0, seat, &command, &events));
    return true;
}

static void play_logged(struct played *played, bool reveal)
{
    struct hc_table *table = malloc(hc_table_bytes());
    uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES];
    const struct hc_game *game = hc_game_find("two");
    struct hc_rules rules;
    struct hc_problem why;
    struct hc_dice dice;

    assert_non_null(table);
    hc_seed_from_number(1, seed);
    hc_seed_from_number(2, salt);
    hc_dice_open(&dice, salt, 0, 0);
    hc_commitment(seed, salt, played->commitment);
    assert_true(hc_rules_parse(game, "tokens_to_win=1", &rules, &why));
    assert_int_equal(hc_table_open(table, game, &rules, 2, seed), HC_OK);
    assert_true(
        hc_log_begin(&played->log, played->bytes, sizeof played->bytes, table, played->commitment));
    assert_int_equal(hc_table_contribute(table, 0, entropy_given), HC_OK);
    assert_true(hc_log_contribution(&played->log, 0, entropy_given));
    do {
        played->before = played->last;
        hc_view(table, 0, 0, &played->last);
    } while (move_and_log(table, &played->log, &dice));
    assert_int_equal(hc_table_awaits(table), HC_NONE);
    assert_true(!reveal || hc_log_reveal(&played->log, seed, salt));
    assert_true(hc_log_seal(&played->log));
    free(table);
}

static void check_proof(const struct proof *proof, const struct played *played, const char *wanted)
{
    struct hc_problem why = {0};
    const char *wrong = proof_examine(proof, played->bytes, played->log.used, &why);

    if ((wrong != NULL) != (wanted != NULL) || (wrong && wanted && !strstr(wrong, wanted)))
        fail_msg("%s instead of %s", wrong ? wrong : "honest", wanted ? wanted : "honest");
}

static void examines_logs(void **state)
{
    static const uint8_t other[HC_SEED_BYTES] = {1};
    static struct played played;
    struct hc_view others_view;
    struct proof good;

    (void)state;
    play_logged(&played, true);
    good = (struct proof){played.commitment, entropy_given, &played.last};
    check_proof(&good, &played, NULL);
    check_proof(&(struct proof){played.commitment, NULL, &played.last}, &played, NULL);
    check_proof(&(struct proof){other, entropy_given, &played.last}, &played, "commitment");
    check_proof(&(struct proof){played.commitment, other, &played.last}, &played, "what you gave");
    check_proof(&(struct proof){played.commitment, NULL, &played.before}, &played, "another way");
    others_view = played.last;
    others_view.viewer = 1;
    check_proof(&(struct proof){played.commitment, entropy_given, &others_view}, &played,
                "what you gave");
    played.bytes[played.log.used / 2] ^= 1;
    check_proof(&good, &played, "");
    play_logged(&played, false);
    check_proof(&good, &played, "not revealed");
}

/* ---- What a server says --------------------------------------------------------------------- */

static void reads_nonsense(void **state)
{
    static const char *const messages[] = {
        "",
        "[]",
        "{\"op\":1}",
        "{\"op\":\"welcome\"}",
        "{\"op\":\"welcome\",\"token\":\"ZZ\"}",
        "{\"op\":\"update\",\"table\":\"BCDFHJ\",\"view\":{}}",
        "{\"op\":\"update\",\"table\":\"BCDFHJ\",\"room\":{}}",
        "{\"op\":\"answer\",\"table\":\"BCDFHJ\",\"room\":{\"game\":\"poker\"}}",
        "{\"op\":\"gone\",\"table\":\"BCDFHJ\"}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        struct guest guest = {.code = "BCDFHJ"};

        guest_read(&guest, messages[i], strlen(messages[i]));
        if (!guest.gone || !*guest.why.text)
            fail_msg("%s: believed", messages[i]);
        guest_close(&guest);
    }
}

/* The room that a server tells of before it shows a table. */
static void enter_room(struct guest *guest, const struct hc_game *game)
{
    char text[400];

    *guest = (struct guest){.code = "BCDFHJ"};
    snprintf(text, sizeof text,
             "{\"op\":\"update\",\"table\":\"BCDFHJ\",\"room\":{\"game\":\"%s\",\"rules\":\"\","
             "\"stage\":\"playing\",\"asks\":\"nothing\",\"match\":1,\"seats\":[]}}",
             hc_game_name(game));
    guest_read(guest, text, strlen(text));
    assert_false(guest->gone);
}

static json_t *late_message(const struct hc_table *table)
{
    json_t *views = json_array();
    struct hc_view view;

    for (unsigned s = 0; s < hc_table_seats(table); s++) {
        hc_view(table, s, 0, &view);
        json_array_append_new(views, json_of(&view));
    }
    return json_pack("{s:s,s:s,s:o}", "op", "update", "table", "BCDFHJ", "late", views);
}

static void read_json(struct guest *guest, json_t *message)
{
    char *text = json_dumps(message, 0);

    guest_read(guest, text, strlen(text));
    free(text);
    json_decref(message);
}

/* All hands lie open, and are those that their owners see. */
static void check_late(const struct hc_table *table)
{
    struct hc_view view;
    struct guest guest;
    json_t *message;

    enter_room(&guest, hc_table_game(table));
    read_json(&guest, late_message(table));
    assert_false(guest.gone);
    assert_true(guest.has_late);
    assert_int_equal(guest.late.viewer, HC_SPECTATOR);
    assert_int_equal(guest.late.actions.ways, 0);
    for (unsigned s = 0; s < hc_table_seats(table); s++) {
        hc_view(table, s, 0, &view);
        assert_int_equal(guest.late.hand[s].count, view.hand[s].count);
        assert_memory_equal(guest.late.face + guest.late.hand[s].start,
                            view.face + view.hand[s].start, view.hand[s].count);
    }
    /* The views in another order are those of nobody. */
    message = late_message(table);
    json_array_append(json_object_get(message, "late"),
                      json_array_get(json_object_get(message, "late"), 0));
    json_array_remove(json_object_get(message, "late"), 0);
    read_json(&guest, message);
    assert_true(guest.gone);
    assert_false(guest.has_late);
}

static void reads_late_views(void **state)
{
    (void)state;
    play(hc_game_find("shed"), 0, check_late);
    play(hc_game_find("two"), 0, check_late);
}

static void reads_match_ids(void **state)
{
    static const struct {
        const char *text;
        bool good;
    } ids[] = {{"0123456789abcdef/1", true},         {"0123456789abcdef/120", true},
               {"0123456789abcdef/", false},         {"0123456789abcde/1", false},
               {"0123456789abcdef/1/", false},       {"../../secret", false},
               {"0123456789abcdef/1\r\nX: y", false}};

    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        struct guest guest;

        enter_room(&guest, hc_game_find("shed"));
        read_json(&guest,
                  json_pack("{s:s,s:s,s:s,s:{s:s,s:s,s:s,s:s,s:[]}}", "op", "update", "table",
                            "BCDFHJ", "match_id", ids[i].text, "room", "game", "shed", "rules", "",
                            "stage", "finished", "asks", "nothing", "seats"));
        assert_false(guest.gone);
        assert_string_equal(guest.match_id, ids[i].good ? ids[i].text : "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_addresses),
        cmocka_unit_test(refuses_long_addresses),
        cmocka_unit_test(cleans_texts),
        cmocka_unit_test(fetches_pages),
        cmocka_unit_test(dials),
        cmocka_unit_test(clients_take_frames),
        cmocka_unit_test(keeps_tokens),
        cmocka_unit_test(holds_places),
        cmocka_unit_test(views_come_back),
        cmocka_unit_test(refuses_what_makes_no_sense),
        cmocka_unit_test(refuses_too_many_copies),
        cmocka_unit_test(forged_views_do_no_harm),
        cmocka_unit_test(examines_logs),
        cmocka_unit_test(reads_nonsense),
        cmocka_unit_test(reads_late_views),
        cmocka_unit_test(reads_match_ids),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
