// SPDX-License-Identifier: MIT
/*
 * test_qr_code.c: our QR codes are square by square those of libqrencode, for texts of all lengths
 * at both levels, with the mask that the library took.
 */
#include <qrencode.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "core/qr_code.h"

enum { LENGTH_MAX = 2953 };

static const QRecLevel levels[] = {[HC_QR_LOW] = QR_ECLEVEL_L, [HC_QR_MEDIUM] = QR_ECLEVEL_M};

/* Texts of letters, which are also valid in no shorter way. */
static void fill(char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        text[i] = (char)('a' + (i * i * 7 + i * 3 + length) % 26);
    text[length] = '\0';
}

static bool is_same(const struct hc_qr *qr, const QRcode *code)
{
    if (qr->side != code->width)
        return false;
    for (int i = 0; i < code->width * code->width; i++)
        if ((qr->square[i] & 1) != (code->data[i] & 1))
            return false;
    return true;
}

static void is_that_of_the_library(void **state)
{
    static struct hc_qr qr, own;
    static char text[LENGTH_MAX + 2];
    unsigned best = 0, all = 0;

    (void)state;
    for (unsigned level = 0; level < 2; level++)
        for (size_t length = 1; length <= LENGTH_MAX; length += length < 300 ? 7 : 97) {
            QRcode *code;
            unsigned found = 0;

            fill(text, length);
            code = QRcode_encodeString8bit(text, 0, levels[level]);
            if (!code) {
                assert_false(
                    hc_qr_make(&qr, text, length, (enum hc_qr_level)level, HC_QR_BEST_MASK));
                continue;
            }
            assert_true(hc_qr_make(&own, text, length, (enum hc_qr_level)level, HC_QR_BEST_MASK));
            for (unsigned mask = 0; mask < HC_QR_MASKS; mask++) {
                assert_true(hc_qr_make(&qr, text, length, (enum hc_qr_level)level, mask));
                found += is_same(&qr, code);
            }
            if (found != 1)
                fail_msg("%u masks give the code of %zu letters at level %u", found, length, level);
            best += is_same(&own, code);
            all++;
            QRcode_free(code);
        }
    /* Which mask is easiest to read is a matter of counting; they mostly agree. */
    print_message("%u of %u have the same mask\n", best, all);
    assert_true(4 * best >= 3 * all);
}

static void too_long_is_refused(void **state)
{
    static struct hc_qr qr;
    static char text[LENGTH_MAX + 2];

    (void)state;
    fill(text, LENGTH_MAX + 1);
    assert_true(hc_qr_make(&qr, text, LENGTH_MAX, HC_QR_LOW, 0));
    assert_int_equal(qr.side, HC_QR_SIDE_MAX);
    assert_false(hc_qr_make(&qr, text, LENGTH_MAX + 1, HC_QR_LOW, 0));
    assert_true(hc_qr_make(&qr, text, 2331, HC_QR_MEDIUM, 0));
    assert_false(hc_qr_make(&qr, text, 2332, HC_QR_MEDIUM, 0));
    assert_true(hc_qr_make(&qr, text, 0, HC_QR_LOW, HC_QR_BEST_MASK));
    assert_int_equal(qr.side, 21);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_that_of_the_library),
        cmocka_unit_test(too_long_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
