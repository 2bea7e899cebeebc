// SPDX-License-Identifier: MIT
/*
 * test_peers.c: topics, the signalling of y-webrtc and the relay for y-websocket, without a
 * network. What a peer is sent is kept as a text with one line for each message; bytes are written
 * as hex.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "doors/server/address.h"
#include "doors/server/relay.h"
#include "doors/server/signalling.h"

struct inbox {
    char text[4096];
};

static void on_text(void *who, const void *text, size_t length)
{
    struct inbox *inbox = who;
    size_t used = strlen(inbox->text);

    assert_true(used + length + 2 < sizeof inbox->text);
    memcpy(inbox->text + used, text, length);
    memcpy(inbox->text + used + length, "\n", 2);
}

static void on_bytes(void *who, const void *bytes, size_t size)
{
    char hex[200] = "";

    assert_true(2 * size < sizeof hex);
    for (size_t i = 0; i < size; i++)
        sprintf(hex + 2 * i, "%02x", ((const uint8_t *)bytes)[i]);
    on_text(who, hex, 2 * size);
}

static void assert_got(struct inbox *inbox, const char *text)
{
    assert_string_equal(inbox->text, text);
    inbox->text[0] = '\0';
}

/* ---- Topics ---- */

enum { NAMES = 24, MEMBERS = 60, TOPICS_MOST = 20, MEMBERS_MOST = 4 };

/* Against a plain array: who is in which topic, through many random arrivals and departures. */
static void topics_are_as_an_array_says(void **state)
{
    struct topics_plan plan = {
        .topics_max = TOPICS_MOST, .members_max = MEMBERS_MOST, .name_max = 2};
    struct topics *topics = topics_open(&plan);
    struct membership *member[MEMBERS] = {NULL};
    unsigned in[MEMBERS] = {0}, count[NAMES] = {0}, used = 0;
    uint64_t dice = 1;

    (void)state;
    for (unsigned step = 0; step < 20000; step++) {
        unsigned who, name;
        char text[3];

        dice = dice * 6364136223846793005u + 1442695040888963407u;
        who = (unsigned)(dice >> 33) % MEMBERS;
        name = (unsigned)(dice >> 45) % NAMES;
        snprintf(text, sizeof text, "%02u", name);
        if (member[who]) {
            topics_leave(topics, member[who]);
            member[who] = NULL;
            used -= !--count[in[who]];
        } else {
            bool may = count[name] ? count[name] < MEMBERS_MOST : used < TOPICS_MOST;

            member[who] = topics_join(topics, text, 2, &in[who]);
            assert_int_equal(member[who] != NULL, may);
            used += may && !count[name];
            count[name] += may;
            in[who] = name;
        }
        assert_int_equal(topics_count(topics), used);
        assert_int_equal(topics_find(topics, text, 2) != NULL, count[name] > 0);
        if (count[name]) {
            const struct topic *topic = topics_find(topics, text, 2);
            unsigned found = 0;

            for (const struct membership *m = topic_first(topic); m; m = m->next, found++)
                assert_int_equal(*(unsigned *)m->who, name);
            assert_int_equal(found, count[name]);
            assert_int_equal(topic_count(topic), found);
        }
    }
    for (unsigned i = 0; i < MEMBERS; i++)
        if (member[i])
            topics_leave(topics, member[i]);
    topics_close(topics);
}

static void names_have_bounds(void **state)
{
    struct topics_plan plan = {.topics_max = 2, .members_max = 2, .name_max = 3};
    struct topics *topics = topics_open(&plan);
    struct membership *member;

    (void)state;
    assert_null(topics_join(topics, "", 0, NULL));
    assert_null(topics_join(topics, "abcd", 4, NULL));
    assert_int_equal(topics_count(topics), 0);
    member = topics_join(topics, "a\0b", 3, NULL); /* a name is bytes */
    assert_non_null(member);
    assert_null(topics_find(topics, "a\0c", 3));
    topics_leave(topics, member);
    topics_close(topics);
}

/* ---- Signalling ---- */

static struct signalling *open_signalling(unsigned topics_max)
{
    struct signalling_plan plan = {.send = on_text, .topics_max = topics_max};

    return signalling_open(&plan);
}

static void says(struct signal_peer *peer, const char *text)
{
    const char *why = signal_take(peer, text, strlen(text));

    if (why)
        fail_msg("%s: %s", text, why);
}

static void what_is_published_goes_to_all_subscribers(void **state)
{
    struct signalling *signalling = open_signalling(10);
    struct inbox inbox[3] = {{""}, {""}, {""}};
    struct signal_peer *peer[3];

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        peer[i] = signal_join(signalling, &inbox[i]);
    says(peer[0], "{\"type\":\"subscribe\",\"topics\":[\"a\",\"b\",\"a\"]}");
    says(peer[1], "{\"type\":\"subscribe\",\"topics\":[\"a\",7,null]}");
    assert_int_equal(signalling_topics(signalling), 2);
    /* The sender has subscribed, and so it is told as well; numbers stay what they are. */
    says(peer[1], "{\"type\":\"publish\",\"topic\":\"a\",\"data\":{\"token\":1731744000000.125}}");
    for (unsigned i = 0; i < 2; i++)
        assert_got(&inbox[i], "{\"type\":\"publish\",\"topic\":\"a\",\"data\":{\"token\":"
                              "1731744000000.125},\"clients\":2}\n");
    assert_got(&inbox[2], "");
    /* Who has not subscribed may publish; what it says about `clients` is not believed. */
    says(peer[2], "{\"type\":\"publish\",\"topic\":\"b\",\"clients\":99}");
    assert_got(&inbox[0], "{\"type\":\"publish\",\"topic\":\"b\",\"clients\":1}\n");
    assert_got(&inbox[2], "");
    says(peer[2], "{\"type\":\"publish\",\"topic\":\"c\"}");
    says(peer[2], "{\"type\":\"publish\"}");
    says(peer[2], "{\"type\":\"dance\"}");
    says(peer[2], "{\"type\":\"subscribe\"}");
    says(peer[2], "{\"type\":\"unsubscribe\",\"topics\":[\"a\"]}");
    says(peer[2], "{\"type\":\"ping\"}");
    assert_got(&inbox[2], "{\"type\":\"pong\"}\n");
    says(peer[0], "{\"type\":\"unsubscribe\",\"topics\":[\"a\",\"zz\"]}");
    says(peer[2], "{\"type\":\"publish\",\"topic\":\"a\"}");
    assert_got(&inbox[0], "");
    assert_got(&inbox[1], "{\"type\":\"publish\",\"topic\":\"a\",\"clients\":1}\n");
    for (unsigned i = 0; i < 3; i++)
        signal_leave(peer[i]);
    assert_int_equal(signalling_topics(signalling), 0);
    signalling_close(signalling);
}

static void what_is_no_message_is_sent_away(void **state)
{
    static const char *const rows[] = {
        "",
        "{",
        "[]",
        "7",
        "null",
        "{}",
        "{\"type\":7}",
        "{\"type\":\"ping\"} {}",
        "{\"type\":\"ping\",\"type\":\"ping\"}",
        "{\"type\":\"publish\",\"topic\":\"\\u0000\"}",
        "{\"type\":\"subscribe\",\"topics\":[\"\"]}",
    };
    struct signalling *signalling = open_signalling(10);
    struct inbox inbox = {""};
    struct signal_peer *peer = signal_join(signalling, &inbox);

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!signal_take(peer, rows[i], strlen(rows[i])))
            fail_msg("taken: %s", rows[i]);
    assert_got(&inbox, "");
    signal_leave(peer);
    signalling_close(signalling);
}

static const char *subscribe(struct signal_peer *peer, const char *form, unsigned number)
{
    char text[300];

    snprintf(text, sizeof text, "{\"type\":\"subscribe\",\"topics\":[\"%s%u\"]}", form, number);
    return signal_take(peer, text, strlen(text));
}

static void topics_and_peers_are_bounded(void **state)
{
    struct signalling *signalling = open_signalling(SIGNAL_TOPICS + 1);
    struct inbox inbox = {""};
    struct signal_peer *peer[SIGNAL_PEERS + 1];
    char name[SIGNAL_NAME_BYTES + 1];

    (void)state;
    for (unsigned i = 0; i <= SIGNAL_PEERS; i++)
        peer[i] = signal_join(signalling, &inbox);
    for (unsigned i = 0; i < SIGNAL_TOPICS; i++)
        assert_null(subscribe(peer[0], "t", i));
    assert_non_null(subscribe(peer[0], "t", SIGNAL_TOPICS));
    assert_null(subscribe(peer[0], "t", 0)); /* it is there already */
    for (unsigned i = 1; i < SIGNAL_PEERS; i++)
        assert_null(subscribe(peer[i], "t", 0));
    assert_non_null(subscribe(peer[SIGNAL_PEERS], "t", 0));
    assert_null(subscribe(peer[1], "u", 0));
    assert_non_null(subscribe(peer[1], "u", 1)); /* one topic too many for all */
    signal_leave(peer[0]);
    assert_null(subscribe(peer[1], "u", 1));
    memset(name, 'n', sizeof name);
    name[SIGNAL_NAME_BYTES - 1] = '\0';
    assert_null(subscribe(peer[2], name, 1));
    name[SIGNAL_NAME_BYTES - 1] = 'n';
    name[SIGNAL_NAME_BYTES] = '\0';
    assert_non_null(subscribe(peer[2], name, 1));
    for (unsigned i = 1; i <= SIGNAL_PEERS; i++)
        signal_leave(peer[i]);
    signalling_close(signalling);
}

/* ---- The relay ---- */

static struct relay *open_relay(unsigned rooms_max)
{
    struct relay_plan plan = {.send = on_bytes, .rooms_max = rooms_max};

    return relay_open(&plan);
}

static const char *sends(struct relay_peer *peer, const char *hex)
{
    uint8_t bytes[100];
    size_t size = strlen(hex) / 2;

    for (size_t i = 0; i < size; i++) {
        char pair[] = {hex[2 * i], hex[2 * i + 1], '\0'};

        bytes[i] = (uint8_t)strtoul(pair, NULL, 16);
    }
    return relay_take(peer, bytes, size);
}

/* Kinds: 00 00 asks with a state vector, 00 01 answers, 00 02 updates; 01 is awareness, 03 asks for
 * it. A length follows. */
static void peers_of_a_room_answer_each_other(void **state)
{
    struct relay *relay = open_relay(10);
    struct inbox inbox[4] = {{""}, {""}, {""}, {""}};
    struct relay_peer *peer[4];

    (void)state;
    for (unsigned i = 0; i < 4; i++)
        peer[i] = i ? NULL : relay_join(relay, "room", 4, &inbox[i]);
    peer[3] = relay_join(relay, "other", 5, &inbox[3]);
    /* The first one is alone, and told that there is nothing. */
    assert_null(sends(peer[0], "00000100"));
    assert_got(&inbox[0], "0001020000\n");
    assert_null(sends(peer[0], "0002020000"));
    assert_got(&inbox[0], "");
    /* The second asks the first, who is also to say who it is; and is asked for all that it has. */
    peer[1] = relay_join(relay, "room", 4, &inbox[1]);
    assert_null(sends(peer[1], "00000101"));
    assert_got(&inbox[0], "00000101\n03\n");
    assert_got(&inbox[1], "00000100\n");
    assert_null(sends(peer[0], "000103aabbcc"));
    assert_got(&inbox[1], "000103aabbcc\n");
    /* It is asked once only. */
    assert_null(sends(peer[1], "00000101"));
    assert_got(&inbox[0], "00000101\n");
    assert_got(&inbox[1], "");
    /* Awareness comes back to its sender, updates do not; none leaves its room. */
    peer[2] = relay_join(relay, "room", 4, &inbox[2]);
    assert_null(sends(peer[1], "0102abcd"));
    assert_null(sends(peer[1], "000201ee"));
    assert_null(sends(peer[1], "03"));
    assert_got(&inbox[0], "0102abcd\n000201ee\n03\n");
    assert_got(&inbox[1], "0102abcd\n");
    assert_got(&inbox[2], "0102abcd\n000201ee\n03\n");
    assert_got(&inbox[3], "");
    assert_int_equal(relay_rooms(relay), 2);
    for (unsigned i = 0; i < 4; i++)
        relay_leave(peer[i]);
    assert_int_equal(relay_rooms(relay), 0);
    relay_close(relay);
}

static void what_is_no_message_of_yjs_is_sent_away(void **state)
{
    static const char *const rows[] = {
        "",             /* nothing */
        "00",           /* no step */
        "0000",         /* no length */
        "000002aa",     /* more than there is */
        "00000100aa",   /* less */
        "00030100",     /* an unknown step */
        "01",           /* awareness without a length */
        "010300",       /* of a wrong length */
        "02010100",     /* a permission, which servers give */
        "0300",         /* a question with something behind it */
        "04010161",     /* an unknown kind */
        "0002ffffffff", /* a length without an end */
        "000280808080808000",
    };
    struct relay *relay = open_relay(2);
    struct inbox inbox[2] = {{""}, {""}};
    struct relay_peer *peer = relay_join(relay, "room", 4, &inbox[0]);
    struct relay_peer *other = relay_join(relay, "room", 4, &inbox[1]);

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!sends(peer, rows[i]))
            fail_msg("taken: %s", rows[i]);
    assert_got(&inbox[0], "");
    assert_got(&inbox[1], "");
    assert_null(sends(peer, "00028100aa")); /* a length of two groups is one too */
    relay_leave(peer);
    relay_leave(other);
    relay_close(relay);
}

static void rooms_are_bounded(void **state)
{
    struct relay *relay = open_relay(2);
    struct inbox inbox = {""};
    struct relay_peer *peer[RELAY_PEERS], *last;

    (void)state;
    for (unsigned i = 0; i < RELAY_PEERS; i++)
        assert_non_null(peer[i] = relay_join(relay, "full", 4, &inbox));
    assert_null(relay_join(relay, "full", 4, &inbox));
    assert_non_null(last = relay_join(relay, "second", 6, &inbox));
    assert_null(relay_join(relay, "third", 5, &inbox));
    relay_leave(last);
    assert_non_null(last = relay_join(relay, "third", 5, &inbox));
    relay_leave(last);
    for (unsigned i = 0; i < RELAY_PEERS; i++)
        relay_leave(peer[i]);
    relay_close(relay);
}

/* ---- What an address may send ---- */

static void amounts_are_counted_by_address(void **state)
{
    struct address_counts counts = {0};
    struct address one = {{1}}, other = {{2}};

    (void)state;
    assert_true(address_add_many(&counts, one, 6, 10));
    assert_false(address_add_many(&counts, one, 5, 10));
    assert_true(address_add_many(&counts, one, 4, 10));
    assert_false(address_add_many(&counts, one, 1, 10));
    assert_true(address_add_many(&counts, one, 0, 10));
    assert_false(address_add_many(&counts, other, 11, 10));
    assert_false(address_add_many(&counts, other, UINT32_MAX, 10));
    assert_true(address_add_many(&counts, other, 10, 10));
    address_forget(&counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(topics_are_as_an_array_says),
        cmocka_unit_test(names_have_bounds),
        cmocka_unit_test(what_is_published_goes_to_all_subscribers),
        cmocka_unit_test(what_is_no_message_is_sent_away),
        cmocka_unit_test(topics_and_peers_are_bounded),
        cmocka_unit_test(peers_of_a_room_answer_each_other),
        cmocka_unit_test(what_is_no_message_of_yjs_is_sent_away),
        cmocka_unit_test(rooms_are_bounded),
        cmocka_unit_test(amounts_are_counted_by_address),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
