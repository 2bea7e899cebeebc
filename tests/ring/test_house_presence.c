// SPDX-License-Identifier: MIT
/*
 * test_house_presence.c: who comes and goes, as others are told of it: however many do, it is
 * little and seldom; whoever reads slowly is told how things are, not all that has happened; and
 * whoever was away is told what happened meanwhile.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "protocol/protocol.h"
#include "house_hands.h"

enum { CLIENTS = 4, START_MS = 1000000 };

struct client {
    struct protocol_line *line;
    unsigned messages, views, rooms, counts; /* that it was sent, in all, and of which kind */
    size_t bytes;
    bool slow;
    char text[PROTOCOL_TEXT_BYTES]; /* the last of them */
};

static struct {
    struct house *house;
    struct protocol *protocol;
    uint64_t now_ms;
    struct client client[CLIENTS]; /* Ann and Bob play */
    char code[HC_ROOM_CODE_CHARS + 1];
} evening;

/* ---- The world of a house -------------------------------------------------------------------- */

static void take(void *context, const char *text, size_t length)
{
    struct client *client = context;
    const char *table = strstr(text, "\"table\":\"");

    assert_true(length < sizeof client->text);
    memcpy(client->text, text, length);
    client->text[length] = '\0';
    client->messages++;
    client->bytes += length;
    client->views += strstr(client->text, "\"view\":{") != NULL;
    client->rooms += strstr(client->text, "\"room\":{") != NULL;
    client->counts += strstr(client->text, "\"op\":\"watchers\"") != NULL;
    if (table)
        memcpy(evening.code, table + 9, HC_ROOM_CODE_CHARS);
}

static bool is_slow(void *context)
{
    const struct client *client = context;

    return client->slow;
}

static void pass_time(uint64_t ms)
{
    evening.now_ms += ms;
    house_time(evening.house, evening.now_ms, evening.now_ms * 1000);
    house_tick(evening.house);
}

static void store(void)
{
    struct house_entry entry;
    bool any = true;

    while (any) {
        any = false;
        while (house_next_entry(evening.house, &entry))
            any = true;
        if (any)
            house_stored(evening.house, &(struct house_verdict){.failed = false});
    }
}

/* Says something about the table, and what comes of it is stored. */
static void say(unsigned number, const char *op, const char *more)
{
    char text[400];

    snprintf(text, sizeof text, "{\"op\":\"%s\",\"table\":\"%s\"%s}", op, evening.code, more);
    protocol_take(evening.client[number].line, text, strlen(text));
    store();
}

static void say_plain(unsigned number, const char *text)
{
    protocol_take(evening.client[number].line, text, strlen(text));
    store();
}

static void forget(void)
{
    for (unsigned i = 0; i < CLIENTS; i++) {
        struct client *client = &evening.client[i];

        client->messages = client->views = client->rooms = client->counts = 0;
        client->bytes = 0;
    }
}

static int begin(void **state)
{
    struct house_plan plan = {.resize = resize,
                              .entropy = entropy,
                              .rooms_max = 10,
                              .batch_bytes_max = 1 << 24,
                              .log_bytes_max = 1 << 20};

    (void)state;
    memset(&evening, 0, sizeof evening);
    evening.house = house_open(&plan);
    evening.protocol =
        protocol_open(&(struct protocol_plan){.door = {.send = take, .is_slow = is_slow},
                                              .house = evening.house,
                                              .resize = resize,
                                              .entropy = entropy,
                                              .log_max = 1000});
    pass_time(START_MS);
    for (unsigned i = 0; i < CLIENTS; i++) {
        evening.client[i].line = protocol_line_open(evening.protocol, &evening.client[i]);
        say_plain(i, "{\"op\":\"hello\"}");
    }
    say_plain(0, "{\"op\":\"create\",\"game\":\"null\"}");
    say(0, "sit", ",\"name\":\"Ann\"");
    say(1, "sit", ",\"name\":\"Bob\"");
    return 0;
}

/* The same, and a match is on. */
static int begin_match(void **state)
{
    begin(state);
    say(0, "start", "");
    for (unsigned i = 0; i < 3; i++) {
        pass_time(HOUSE_PRESENCE_MS);
        store();
    }
    assert_true(evening.client[0].views && evening.client[1].views);
    forget();
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (unsigned i = 0; i < CLIENTS; i++)
        protocol_line_close(evening.client[i].line);
    protocol_close(evening.protocol);
    house_close(evening.house);
    return 0;
}

/* ---- Spectators ------------------------------------------------------------------------------ */

/* Ten seconds of people who enter and exit, a hundred times a second. */
static void a_flood_of_spectators_is_a_count_a_second(void **state)
{
    const struct client *ann = &evening.client[0];

    (void)state;
    for (unsigned i = 0; i < 1000; i++) {
        say(2 + i % 2, "enter", "");
        if (i % 3)
            say(2 + i % 2, "exit", "");
        pass_time(10);
    }
    assert_true(ann->counts > 0);
    assert_true(ann->messages <= 11);
    assert_int_equal(ann->messages, ann->counts);
    assert_int_equal(ann->views + ann->rooms, 0);
    assert_true(ann->bytes <= ann->messages * 60);
}

static void the_last_count_is_told(void **state)
{
    (void)state;
    say(2, "enter", "");
    assert_non_null(strstr(evening.client[0].text, "\"watchers\":1"));
    say(3, "enter", "");
    assert_non_null(strstr(evening.client[0].text, "\"watchers\":1"));
    assert_true(house_due(evening.house) <= evening.now_ms + HOUSE_PRESENCE_MS);
    pass_time(HOUSE_PRESENCE_MS);
    assert_non_null(strstr(evening.client[0].text, "\"watchers\":2"));
    /* Whoever came and is gone again meanwhile is not worth a word. */
    forget();
    pass_time(HOUSE_PRESENCE_MS);
    say(2, "exit", "");
    assert_int_equal(evening.client[0].counts, 1);
    say(2, "enter", "");
    say(2, "exit", "");
    pass_time(HOUSE_PRESENCE_MS);
    assert_int_equal(evening.client[0].counts, 1);
    assert_non_null(strstr(evening.client[0].text, "\"watchers\":1"));
}

/* Who comes in by asking for something else is no more to others than who enters. */
static void other_requests_are_no_way_round(void **state)
{
    const struct client *ann = &evening.client[0];

    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        say(2, "agree", "");
        say(2, "exit", "");
        pass_time(10);
    }
    assert_true(ann->messages <= 4);
    assert_int_equal(ann->views + ann->rooms, 0);
}

/* A player who flaps is told with the room, and as seldom; how it is in the end is told. */
static void players_who_flap_are_told_seldom(void **state)
{
    const struct client *ann = &evening.client[0];

    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        say(1, "exit", "");
        say(1, "enter", "");
        pass_time(10);
    }
    say(1, "exit", "");
    pass_time(HOUSE_PRESENCE_MS);
    assert_true(ann->messages >= 1 && ann->messages <= 5);
    assert_int_equal(ann->views, 0);
    assert_non_null(strstr(ann->text, "\"connected\":false"));
}

/* Somebody who sits and is there again, and a spectator meanwhile: neither hides the other. */
static void players_hide_no_spectators(void **state)
{
    (void)state;
    say(2, "enter", "");
    say(1, "exit", "");
    say(1, "enter", "");
    say(3, "enter", "");
    pass_time(HOUSE_PRESENCE_MS);
    assert_non_null(strstr(evening.client[0].text, "\"watchers\":2"));
}

/* ---- Slow readers ---------------------------------------------------------------------------- */

static void slow_readers_are_told_how_things_are(void **state)
{
    struct client *bob = &evening.client[1];
    char title[40];

    (void)state;
    forget();
    bob->slow = true;
    for (unsigned i = 0; i < 200; i++) {
        snprintf(title, sizeof title, ",\"title\":\"No. %u\"", i);
        say(0, "title", title);
    }
    say(2, "enter", "");
    assert_int_equal(bob->messages, 0);
    assert_int_equal(evening.client[0].rooms, 200);
    say(1, "rules", ",\"rules\":\"\""); /* what one asks is answered */
    assert_int_equal(bob->messages, 1);
    bob->slow = false;
    protocol_line_catch_up(bob->line);
    assert_int_equal(bob->messages, 2);
    assert_non_null(strstr(bob->text, "No. 199"));
    assert_non_null(strstr(bob->text, "\"watchers\":1"));
    protocol_line_catch_up(bob->line);
    assert_int_equal(bob->messages, 2);
}

static void move(unsigned seat)
{
    const char *seq = strstr(evening.client[seat].text, "\"seq\":");
    char more[80];

    assert_non_null(seq);
    snprintf(more, sizeof more, ",\"do\":\"keep\",\"seq\":%d", atoi(seq + 6));
    say(seat, "do", more);
    assert_non_null(strstr(evening.client[seat].text, "\"ok\":true"));
}

/* A move that was left out comes as a whole view, on which the next one builds. */
static void slow_players_get_the_view_of_now(void **state)
{
    struct client *ann = &evening.client[0], *bob = &evening.client[1];

    (void)state;
    say(0, "enter", "");
    say(1, "enter", "");
    assert_non_null(strstr(ann->text, "\"waits_for\":[0]"));
    forget();
    bob->slow = true;
    move(0);
    say(0, "chat", ",\"text\":\"Are you there?\"");
    assert_int_equal(bob->messages, 0);
    bob->slow = false;
    protocol_line_catch_up(bob->line);
    assert_int_equal(bob->messages, 1);
    assert_int_equal(bob->views, 1);
    assert_non_null(strstr(bob->text, "\"waits_for\":[1]"));
    move(1);
    assert_non_null(strstr(bob->text, "\"change\":{"));
    assert_int_equal(bob->views, 1);
}

/* ---- What was missed --------------------------------------------------------------------------
 */

/* What Bob is told of what happened since then; empty if nothing is. */
static const char *missed_since(unsigned seq)
{
    static char missed[2000];
    const char *found;
    char more[40];

    snprintf(more, sizeof more, ",\"seq\":%u", seq);
    say(1, "enter", more);
    found = strstr(evening.client[1].text, "\"missed\":[");
    snprintf(missed, sizeof missed, "%.*s", found ? (int)strcspn(found + 10, "]") : 0,
             found ? found + 10 : "");
    return missed;
}

static unsigned seq_of(const struct client *client)
{
    return (unsigned)atoi(strstr(client->text, "\"seq\":") + 6);
}

static void who_comes_back_is_told_what_happened(void **state)
{
    const struct client *ann = &evening.client[0];
    char first[2000], second[2000];
    unsigned before;

    (void)state;
    say(0, "enter", "");
    before = seq_of(ann);
    say(1, "exit", "");
    move(0);
    snprintf(first, sizeof first, "%s", missed_since(before));
    assert_non_null(strstr(first, "\"Ann "));
    assert_string_equal(missed_since(seq_of(ann)), "");
    move(1);
    snprintf(second, sizeof second, "%s", missed_since(before));
    /* It goes on where it ended. */
    assert_int_equal(strncmp(second, first, strlen(first)), 0);
    assert_non_null(strstr(second + strlen(first), "\"You "));
    /* The whole match, and no more of it than there is. */
    assert_true(strlen(missed_since(0)) > strlen(second));
    assert_non_null(strstr(missed_since(0), second));
    assert_null(strstr(evening.client[2].text, "missed"));
}

#define IN_LOBBY(name) cmocka_unit_test_setup_teardown(name, begin, end)
#define IN_MATCH(name) cmocka_unit_test_setup_teardown(name, begin_match, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_MATCH(a_flood_of_spectators_is_a_count_a_second),
        IN_MATCH(the_last_count_is_told),
        IN_MATCH(other_requests_are_no_way_round),
        IN_MATCH(players_who_flap_are_told_seldom),
        IN_MATCH(players_hide_no_spectators),
        IN_LOBBY(slow_readers_are_told_how_things_are),
        IN_MATCH(slow_players_get_the_view_of_now),
        IN_MATCH(who_comes_back_is_told_what_happened),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
