// SPDX-License-Identifier: MIT
/*
 * test_house_list.c: the list of public rooms: who stands where in it, and that looking at it costs
 * what a page has, however many rooms there are and however many ask.
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

enum { ROOMS_MAX = 4000, START_MS = 1000000 };

struct place {
    char code[HC_ROOM_CODE_CHARS + 1], title[HC_ROOM_TITLE_BYTES];
};

static struct {
    struct house *house;
    uint64_t now_ms;
    size_t live; /* blocks of memory */
    char code[HC_ROOM_CODE_CHARS + 1];
    enum hc_refusal refusal; /* of the last answer */
    unsigned listed;
    struct place place[ROOMS_MAX];
} evening;

/* ---- The world of a house -------------------------------------------------------------------- */

static void *resize(void *context, void *memory, size_t size)
{
    (void)context;
    evening.live += !memory && size;
    evening.live -= memory && !size;
    if (size)
        return realloc(memory, size);
    free(memory);
    return NULL;
}

static void entropy(void *context, void *bytes, size_t size)
{
    static uint64_t dice = 88172645463325252ull;

    (void)context;
    for (size_t i = 0; i < size; i++) {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        ((uint8_t *)bytes)[i] = (uint8_t)(dice >> 32);
    }
}

static void hear(void *context, const struct house_news *news)
{
    (void)context;
    if (!news->mine)
        return;
    evening.refusal = news->refusal;
    if (news->room)
        memcpy(evening.code, news->room->code, sizeof evening.code);
}

static void pass_time(uint64_t ms)
{
    evening.now_ms += ms;
    house_time(evening.house, evening.now_ms, evening.now_ms * 1000);
    house_tick(evening.house);
}

static void store(bool failed)
{
    struct house_entry entry;
    bool any = true;

    while (any) {
        any = false;
        while (house_next_entry(evening.house, &entry))
            any = true;
        if (any)
            house_stored(evening.house, &(struct house_verdict){.failed = failed});
    }
}

static int open_house(void **state)
{
    struct house_plan plan = {.resize = resize,
                              .entropy = entropy,
                              .rooms_max = ROOMS_MAX,
                              .batch_bytes_max = 1 << 24,
                              .log_bytes_max = 1 << 20};

    (void)state;
    memset(&evening, 0, sizeof evening);
    evening.house = house_open(&plan);
    pass_time(START_MS);
    return 0;
}

static int close_house(void **state)
{
    (void)state;
    house_close(evening.house);
    assert_int_equal(evening.live, 0);
    return 0;
}

static struct house_line *person(unsigned number, uint64_t origin)
{
    uint8_t guest[HC_GUEST_BYTES] = {1, (uint8_t)number, (uint8_t)(number >> 8)};
    struct house_line *line = house_line_open(evening.house, guest, hear, NULL);

    house_line_from(line, origin);
    return line;
}

static void create(struct house_line *line, const char *title, const char *settings)
{
    struct house_room_plan plan = {
        .game = hc_game_find("shed"), .rules = "", .settings = settings, .title = title};

    house_create(line, 1, &plan);
    store(false);
    assert_int_equal(evening.refusal, HC_OK);
}

static void ask(struct house_line *line, const char *code, enum hc_room_verb verb, const char *text)
{
    struct hc_room_request request = {.verb = verb, .seat = HC_NONE, .text = text};

    house_do(line, 1, code, &request);
}

/* Opens a public table and sits down at it. */
static void open_table(struct house_line *line, const char *title)
{
    create(line, title, "public=true");
    ask(line, evening.code, HC_DO_SIT, "Somebody");
    store(false);
    assert_int_equal(evening.refusal, HC_OK);
}

/* Tables that nobody sits at, from somebody who goes. */
static void litter(unsigned count)
{
    struct house_line *line = person(9999, 666);

    for (unsigned i = 0; i < count; i++)
        create(line, "Junk", "public=true");
    house_line_close(line);
    pass_time(1);
}

static void take_row(void *context, const struct hc_room_view *room)
{
    struct place *place = &evening.place[evening.listed++];

    (void)context;
    memcpy(place->code, room->code, sizeof place->code);
    memcpy(place->title, room->title, sizeof place->title);
}

static void list(void)
{
    evening.listed = 0;
    while (house_list(evening.house, evening.listed, take_row, NULL))
        ;
}

/* Where the table with this title stands; the list must have it. */
static unsigned place_of(const char *title)
{
    list();
    for (unsigned i = 0; i < evening.listed; i++)
        if (!strcmp(evening.place[i].title, title))
            return i;
    fail_msg("%s is not listed", title);
    return 0;
}

static unsigned count_titled(unsigned first, unsigned count, const char *title)
{
    unsigned found = 0;

    for (unsigned i = first; i < first + count && i < evening.listed; i++)
        found += !strcmp(evening.place[i].title, title);
    return found;
}

/* ---- Who stands where ------------------------------------------------------------------------ */

static void people_come_first(void **state)
{
    struct house_line *ann = person(1, 1), *bob = person(2, 2);

    (void)state;
    litter(120);
    open_table(ann, "Ann's");
    assert_int_equal(place_of("Ann's"), 0);
    litter(120);
    open_table(bob, "Bob's");
    assert_int_equal(place_of("Ann's"), 0);
    assert_int_equal(place_of("Bob's"), 1);
    house_line_close(ann);
    assert_int_equal(place_of("Bob's"), 0);
    assert_true(place_of("Ann's") > 100);
}

/* A match that goes on stands behind the tables with a free seat. */
static void open_tables_come_first(void **state)
{
    struct house_line *ann = person(1, 1), *bob = person(2, 2), *cat = person(3, 3);

    (void)state;
    open_table(ann, "Ann's");
    ask(bob, evening.code, HC_DO_SIT, "Bob");
    ask(ann, evening.code, HC_DO_START, NULL);
    store(false);
    open_table(cat, "Cat's");
    litter(3);
    assert_int_equal(place_of("Cat's"), 0);
    assert_int_equal(place_of("Ann's"), 1);
}

static void junk_with_people_takes_few_places(void **state)
{
    struct house_line *ann = person(1, 1), *bob = person(2, 2);
    struct house_line *junk[40];

    (void)state;
    for (unsigned i = 0; i < 40; i++) { /* one address, many guests with two tables each */
        junk[i] = person(100 + i, 666);
        open_table(junk[i], "Junk");
        open_table(junk[i], "Junk");
    }
    open_table(ann, "Ann's");
    open_table(bob, "Bob's");
    assert_true(place_of("Ann's") <= HOUSE_LIST_PLACES);
    assert_true(place_of("Bob's") <= HOUSE_LIST_PLACES + 1);
    assert_int_equal(evening.listed, 82);
    assert_int_equal(count_titled(0, HOUSE_LIST_PLACES + 2, "Junk"), HOUSE_LIST_PLACES);
    /* Whoever goes makes way for the next one of the same address. */
    for (unsigned i = 0; i < 30; i++) {
        house_line_close(junk[i]);
        assert_true(place_of("Ann's") <= HOUSE_LIST_PLACES);
        list();
        assert_int_equal(count_titled(0, HOUSE_LIST_PLACES + 2, "Junk"), HOUSE_LIST_PLACES);
    }
}

/* Somebody from elsewhere who sits down brings a place, and takes it away. */
static void company_brings_its_place(void **state)
{
    struct house_line *many = person(1, 1), *bob = person(2, 2);
    char code[HC_ROOM_CODE_CHARS + 1];

    (void)state;
    for (unsigned i = 0; i < HOUSE_LIST_PLACES; i++)
        open_table(many, "Other");
    open_table(many, "Late");
    memcpy(code, evening.code, sizeof code);
    litter(5);
    create(bob, "Bob's", "public=true");
    assert_int_equal(place_of("Late"), HOUSE_LIST_PLACES); /* the first that is not in front */
    ask(bob, code, HC_DO_SIT, "Bob");
    store(false);
    open_table(person(3, 3), "New");
    assert_int_equal(place_of("Late"), HOUSE_LIST_PLACES);
    assert_int_equal(place_of("New"), HOUSE_LIST_PLACES + 1);
    house_exit(bob, 1, code);
    pass_time(5000);
    assert_true(place_of("Late") > place_of("New"));
}

/* Where lines have no origin, as in one process, nobody is pushed back. */
static void without_origins_all_are_alike(void **state)
{
    struct house_line *ann = person(1, 0);

    (void)state;
    litter(5);
    for (unsigned i = 0; i < 10; i++)
        open_table(ann, "Ann's");
    list();
    assert_int_equal(count_titled(0, 10, "Ann's"), 10);
}

static void what_changes_is_listed_anew(void **state)
{
    struct house_line *ann = person(1, 1);

    (void)state;
    open_table(ann, "Ann's");
    ask(ann, evening.code, HC_DO_SETTINGS, "");
    store(false);
    list();
    assert_int_equal(evening.listed, 0);
    ask(ann, evening.code, HC_DO_SETTINGS, "public=true");
    store(false);
    assert_int_equal(place_of("Ann's"), 0);
    ask(ann, evening.code, HC_DO_SETTINGS, "");
    store(true);
    assert_int_equal(place_of("Ann's"), 0);
    ask(ann, evening.code, HC_DO_LEAVE, NULL);
    store(false);
    house_line_close(ann);
    for (unsigned minute = 0; minute < 30; minute++)
        pass_time(60000);
    store(false);
    list();
    assert_int_equal(evening.listed, 0);
}

/* ---- What it costs --------------------------------------------------------------------------- */

static void pages_have_everything_once(void **state)
{
    (void)state;
    litter(3 * HOUSE_LIST_ROWS + 7);
    list();
    assert_int_equal(evening.listed, 3 * HOUSE_LIST_ROWS + 7);
    for (unsigned i = 0; i < evening.listed; i++)
        for (unsigned k = 0; k < i; k++)
            assert_string_not_equal(evening.place[i].code, evening.place[k].code);
}

struct client {
    struct protocol_line *line;
    unsigned answers;
    char text[40000];
};

static void take(void *context, const char *text, size_t length)
{
    struct client *client = context;

    assert_true(length < sizeof client->text);
    memcpy(client->text, text, length);
    client->text[length] = '\0';
    client->answers++;
}

static struct protocol *open_protocol(struct client *clients, unsigned count)
{
    struct protocol_plan plan = {
        .door = {.send = take}, .house = evening.house, .resize = resize, .entropy = entropy};
    struct protocol *protocol = protocol_open(&plan);

    memset(clients, 0, count * sizeof *clients);
    for (unsigned i = 0; i < count; i++)
        clients[i].line = protocol_line_open(protocol, &clients[i]);
    return protocol;
}

static void say(struct client *client, const char *text)
{
    protocol_take(client->line, text, strlen(text));
}

static void close_protocol(struct protocol *protocol, struct client *clients, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        protocol_line_close(clients[i].line);
    protocol_close(protocol);
}

static uint64_t rows_looked_at(void)
{
    return house_counts(evening.house)->list_rows;
}

/* Sixty who ask as often as they may, without hello: one look at one page. */
static void many_who_ask_cost_one_look(void **state)
{
    enum { CLIENTS = 60, TIMES = 250 };
    static struct client clients[CLIENTS];
    struct protocol *protocol;
    uint64_t before;

    (void)state;
    litter(1000);
    protocol = open_protocol(clients, CLIENTS);
    before = rows_looked_at();
    for (unsigned t = 0; t < TIMES; t++)
        for (unsigned i = 0; i < CLIENTS; i++)
            say(&clients[i], "{\"op\":\"list\",\"tag\":7}");
    for (unsigned i = 0; i < CLIENTS; i++) {
        assert_int_equal(clients[i].answers, TIMES);
        assert_string_equal(clients[i].text, clients[0].text);
    }
    assert_true(rows_looked_at() - before <= HOUSE_LIST_ROWS);
    close_protocol(protocol, clients, CLIENTS);
}

/* A list that changes all the time is looked at as often as its versions allow. */
static void a_list_in_motion_is_looked_at_now_and_then(void **state)
{
    static struct client client;
    struct house_line *ann = person(1, 1);
    struct protocol *protocol;
    uint64_t before;
    char title[40];

    (void)state;
    litter(200);
    open_table(ann, "Ann's");
    protocol = open_protocol(&client, 1);
    before = rows_looked_at();
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(title, sizeof title, "Ann's %u", i);
        ask(ann, evening.code, HC_DO_TITLE, title);
        store(false);
        say(&client, "{\"op\":\"list\"}");
        pass_time(1);
    }
    /* A second's worth at once, and that of the second that has passed. */
    assert_true(rows_looked_at() - before <= (2 * HOUSE_LISTS_PER_S + 1) * HOUSE_LIST_ROWS);
    pass_time(1000);
    say(&client, "{\"op\":\"list\"}");
    assert_non_null(strstr(client.text, "Ann's 999"));
    close_protocol(protocol, &client, 1);
}

static bool begins(const struct client *client, const char *with)
{
    return !strncmp(client->text, with, strlen(with));
}

static void pages_are_asked_for_by_place(void **state)
{
    static struct client client;
    struct protocol *protocol;

    (void)state;
    litter(HOUSE_LIST_ROWS + 1);
    protocol = open_protocol(&client, 1);
    say(&client, "{\"op\":\"list\",\"tag\":3}");
    assert_true(begins(&client, "{\"op\":\"tables\",\"re\":3,\"first\":0,\"tables\":[{"));
    assert_non_null(strstr(client.text, "],\"next\":50}"));
    say(&client, "{\"op\":\"list\",\"first\":50}");
    assert_true(begins(&client, "{\"op\":\"tables\",\"first\":50,\"tables\":[{"));
    assert_null(strstr(client.text, "next"));
    say(&client, "{\"op\":\"list\",\"first\":77}"); /* a page begins where pages begin */
    assert_true(begins(&client, "{\"op\":\"tables\",\"first\":50,\"tables\":[{"));
    say(&client, "{\"op\":\"list\",\"first\":1000}");
    assert_string_equal(client.text, "{\"op\":\"tables\",\"first\":1000,\"tables\":[]}");
    say(&client, "{\"op\":\"list\",\"first\":1001}");
    assert_non_null(strstr(client.text, "too_long"));
    close_protocol(protocol, &client, 1);
}

/* However deep the list is, the last page that can be asked for names no next one. */
static void the_list_ends_somewhere(void **state)
{
    static struct client client;
    struct protocol *protocol;

    (void)state;
    litter(HOUSE_DEPTH_MAX + 2 * HOUSE_LIST_ROWS);
    protocol = open_protocol(&client, 1);
    say(&client, "{\"op\":\"list\",\"first\":950}");
    assert_non_null(strstr(client.text, "\"next\":1000"));
    say(&client, "{\"op\":\"list\",\"first\":1000}");
    assert_non_null(strstr(client.text, "\"table\":"));
    assert_null(strstr(client.text, "next"));
    close_protocol(protocol, &client, 1);
}

#define STORY(name) cmocka_unit_test_setup_teardown(name, open_house, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORY(people_come_first),
        STORY(open_tables_come_first),
        STORY(junk_with_people_takes_few_places),
        STORY(company_brings_its_place),
        STORY(without_origins_all_are_alike),
        STORY(what_changes_is_listed_anew),
        STORY(pages_have_everything_once),
        STORY(many_who_ask_cost_one_look),
        STORY(a_list_in_motion_is_looked_at_now_and_then),
        STORY(pages_are_asked_for_by_place),
        STORY(the_list_ends_somewhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
