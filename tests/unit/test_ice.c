// SPDX-License-Identifier: MIT
/* test_ice.c: addresses of ICE servers, as the command line has them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "net/ice.h"

static const struct {
    const char *text;
    unsigned count; /* 0: it is refused */
} rows[] = {
    {"stun:stun.example.org", 1},
    {"stun:192.0.2.1:3478", 1},
    {"stuns:[2001:db8::1]:5349", 1},
    {"turn:ada:lovelace@turn.example.org:3478?transport=udp", 1},
    {"turns:u:p/+=@t.example.org?transport=tcp", 1},
    {"stun:a,turn:u:p@b,stun:c:1", 3},
    {"stun:a,stun:b,stun:c,stun:d,stun:e,stun:f,stun:g,stun:h", 8},
    {"stun:a,stun:b,stun:c,stun:d,stun:e,stun:f,stun:g,stun:h,stun:i", 0},
    {"", 0},
    {"stun:", 0},
    {"stun:a,", 0},
    {",stun:a", 0},
    {"stun.example.org", 0},
    {"https://stun.example.org", 0},
    {"stun://stun.example.org", 0},
    {"stun:u:p@a", 0},
    {"turn:a", 0},
    {"turn:u@a", 0},
    {"turn:u:@a", 0},
    {"turn::p@a", 0},
    {"turn:u:p:q@a", 0},
    {"turn:u p:q@a", 0},
    {"turn:u:p\n@a", 0},
    {"turn:u:p@a@b", 0},
    {"stun:a b", 0},
    {"stun:a\"", 0},
    {"stun:a:", 0},
    {"stun:a:65536", 0},
    {"stun:a:1?transport=sctp", 0},
    {"stun:[::1", 0},
    {"stun:[]", 0},
};

static void addresses_are_read_or_refused(void **state)
{
    struct ice ice;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (ice_parse(rows[i].text, &ice) != (rows[i].count > 0) ||
            (rows[i].count && ice.count != rows[i].count))
            fail_msg("\"%s\"", rows[i].text);
}

static void each_is_kept_as_it_was_written(void **state)
{
    struct ice ice;

    (void)state;
    assert_true(ice_parse("stun:a:1,turn:u:p@b", &ice));
    assert_string_equal(ice.server[0], "stun:a:1");
    assert_string_equal(ice.server[1], "turn:u:p@b");
}

static void the_longest_fits(void **state)
{
    char text[ICE_CHARS + 1] = "stun:";
    struct ice ice;

    (void)state;
    memset(text + 5, 'a', ICE_CHARS - 6);
    assert_true(ice_parse(text, &ice));
    text[ICE_CHARS - 1] = 'a';
    assert_false(ice_parse(text, &ice));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read_or_refused),
        cmocka_unit_test(each_is_kept_as_it_was_written),
        cmocka_unit_test(the_longest_fits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
