// SPDX-License-Identifier: MIT
/* test_invite.c: the address that an invitation names, from the server to the QR code. */
#include <arpa/inet.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/qr_code.h"
#include "doors/server/reach.h"
#include "doors/terminal/invite.h"
#include "doors/terminal/qr.h"

/* ---- The server's side ---------------------------------------------------------------------- */

/* A machine with a loopback, a network at home, and IPv6 of one link and of the world. */
static void machine_has_addresses(void **state)
{
    static const struct {
        const char *text;
        bool is_internal;
    } has[] = {{"127.0.0.1", true},
               {"::1", true},
               {"fe80::1", false},
               {"2001:db8::7", false},
               {"192.168.1.5", false}};
    enum { COUNT = sizeof has / sizeof *has };
    static const struct {
        const char *why, *host;
        bool encrypted;
        const char *want[PROTOCOL_OWN_URLS];
    } rows[] = {
        {"the loopback is nobody else's", "127.0.0.1", false, {NULL}},
        {"by any of its addresses", "127.3.2.1", false, {NULL}},
        {"nor that of IPv6", "::1", false, {NULL}},
        {"nor by its name", "LocalHost", false, {NULL}},
        {"everywhere, by IPv4", "0.0.0.0", false, {"http://192.168.1.5:7777"}},
        {"encrypted", "0.0.0.0", true, {"https://192.168.1.5:7777"}},
        {"everywhere", "::", false, {"http://192.168.1.5:7777", "http://[2001:db8::7]:7777"}},
        {"one address", "192.168.1.5", false, {"http://192.168.1.5:7777"}},
        {"one of IPv6", "2001:db8::7", false, {"http://[2001:db8::7]:7777"}},
        {"a name", "cards.example.org", true, {"https://cards.example.org:7777"}},
    };
    struct sockaddr_storage sockets[COUNT];
    struct reach_address addresses[COUNT];

    (void)state;
    memset(sockets, 0, sizeof sockets);
    for (size_t i = 0; i < COUNT; i++) {
        struct sockaddr_in6 *six = (struct sockaddr_in6 *)&sockets[i];
        struct sockaddr_in *four = (struct sockaddr_in *)&sockets[i];
        bool is_six = strchr(has[i].text, ':');

        sockets[i].ss_family = is_six ? AF_INET6 : AF_INET;
        assert_int_equal(inet_pton(sockets[i].ss_family, has[i].text,
                                   is_six ? (void *)&six->sin6_addr : (void *)&four->sin_addr),
                         1);
        addresses[i] =
            (struct reach_address){(const struct sockaddr *)&sockets[i], has[i].is_internal};
    }
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct protocol_reach reach = {.own_count = 9};
        unsigned want = 0;

        print_message("%s\n", rows[r].why);
        reach_from(rows[r].host, 7777, rows[r].encrypted, addresses, COUNT, &reach);
        while (want < PROTOCOL_OWN_URLS && rows[r].want[want]) {
            assert_true(want < reach.own_count);
            assert_string_equal(reach.own_url[want], rows[r].want[want]);
            want++;
        }
        assert_int_equal(reach.own_count, want);
    }
}

/* ---- The terminal's side -------------------------------------------------------------------- */

static void invitation_names_an_address(void **state)
{
    static const struct {
        const char *why, *came, *public_url, *own_url, *want, *warning;
    } rows[] = {
        {"what was said goes first", "http://127.0.0.1:7777", "https://cards.example.org",
         "http://192.168.1.5:7777", "https://cards.example.org/BCDFHJ", ""},
        {"also for who came otherwise", "http://10.1.1.1:7777", "https://cards.example.org/a", "",
         "https://cards.example.org/a/BCDFHJ", ""},
        {"who came from elsewhere knows a way", "https://10.1.1.1:7777", "",
         "http://192.168.1.5:7777", "https://10.1.1.1:7777/BCDFHJ", ""},
        {"who sits at the server does not", "http://localhost:7777", "", "https://192.168.1.5:7777",
         "https://192.168.1.5:7777/BCDFHJ", ""},
        {"nothing is encrypted", "http://127.0.0.1:7777", "", "http://192.168.1.5:7777",
         "http://192.168.1.5:7777/BCDFHJ", "does not encrypt"},
        {"nobody else can come", "http://127.0.0.1:7777", "", "", "http://127.0.0.1:7777/BCDFHJ",
         "Nobody else can come in"},
    };
    struct visit *visit = calloc(1, sizeof *visit);
    struct hc_problem why;

    (void)state;
    assert_non_null(visit);
    visit->guest = &visit->eyes[0].guest;
    strcpy(visit->guest->code, "BCDFHJ");
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        char table[600];
        struct hc_text out;

        print_message("%s\n", rows[r].why);
        assert_true(url_parse(rows[r].came, &visit->url, &why));
        url_print(&visit->url, visit->server);
        strcpy(visit->guest->public_url, rows[r].public_url);
        strcpy(visit->guest->own_url, rows[r].own_url);
        hc_text_init(&out, table, sizeof table);
        invite_put_table(visit, &out);
        assert_string_equal(table, rows[r].want);
        if (*rows[r].warning)
            assert_non_null(strstr(invite_warning(visit), rows[r].warning));
        else
            assert_string_equal(invite_warning(visit), "");
    }
    free(visit);
}

/* ---- The code ------------------------------------------------------------------------------- */

/* Reads half blocks back: the squares are those of the code, with two light ones around them. */
static void code_is_drawn_in_half_blocks(void **state)
{
    static const char text[] = "https://cards.example.org/BCDFHJ";
    struct sheet *sheet = malloc(sizeof *sheet);
    struct hc_qr qr;

    (void)state;
    assert_non_null(sheet);
    assert_true(hc_qr_make(&qr, text, strlen(text), HC_QR_LOW, HC_QR_BEST_MASK));
    sheet_begin(sheet, 0);
    assert_true(qr_write(text, 20, 60, sheet));
    assert_int_equal(sheet->count, (qr.side + 4 + 1) / 2);
    for (size_t r = 0; r < sheet->count; r++) {
        const char *at = sheet->row[r];

        for (int column = -2; column < qr.side + 2; column++) {
            static const char *const blocks[] = {" ", "▀", "▄", "█"};
            unsigned kind = 0;

            while (kind < 4 && strncmp(at, blocks[kind], strlen(blocks[kind])) != 0)
                kind++;
            assert_true(kind < 4);
            at += strlen(blocks[kind]);
            for (int half = 0; half < 2; half++) {
                int row = 2 * (int)r - 2 + half;

                assert_int_equal(kind >> half & 1, hc_qr_dark(&qr, row, column));
            }
        }
        assert_int_equal(*at, 0);
    }
    sheet_begin(sheet, 0);
    assert_false(qr_write(text, 14, 60, sheet));
    assert_false(qr_write(text, 20, 28, sheet));
    assert_int_equal(sheet->count, 0);
    free(sheet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machine_has_addresses),
        cmocka_unit_test(invitation_names_an_address),
        cmocka_unit_test(code_is_drawn_in_half_blocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
