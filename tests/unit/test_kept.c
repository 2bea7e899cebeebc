// SPDX-License-Identifier: MIT
/* test_kept.c: answers that are kept: the last ones are found, each in two forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>

#include "doors/server/gzip.h"
#include "doors/server/kept.h"

enum { TEXT_BYTES = 5000, MORE = 44 };

static struct kept kept = {.type = "text/plain"};

/* The same for the same number: words that come again, as JSON has them. */
static void write_text(unsigned number, char text[TEXT_BYTES])
{
    for (size_t at = 0; at + 40 < TEXT_BYTES;)
        at += (size_t)snprintf(text + at, TEXT_BYTES - at, "{\"number\":%u,\"place\":%zu},", number,
                               at);
}

static void check_gzip(const struct static_form *form, const char *text)
{
    char whole[TEXT_BYTES + 1];
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)form->bytes, .avail_in = (uInt)form->size};

    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    stream.next_out = (Bytef *)whole;
    stream.avail_out = sizeof whole;
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    assert_int_equal(stream.total_out, strlen(text));
    assert_memory_equal(whole, text, strlen(text));
    inflateEnd(&stream);
}

static void the_last_ones_are_kept(void **state)
{
    char text[TEXT_BYTES], key[20];

    (void)state;
    for (unsigned number = 0; number < KEPT_MAX + MORE; number++) {
        snprintf(key, sizeof key, "number %u", number);
        assert_null(kept_find(&kept, key));
        write_text(number, text);
        assert_non_null(kept_add(&kept, key, text, strlen(text)));
    }
    for (unsigned number = 0; number < KEPT_MAX + MORE; number++) {
        const struct static_file *file;

        snprintf(key, sizeof key, "number %u", number);
        file = kept_find(&kept, key);
        if (number < MORE) {
            assert_null(file);
            continue;
        }
        write_text(number, text);
        assert_non_null(file);
        assert_string_equal(file->type, "text/plain");
        assert_int_equal(file->plain.size, strlen(text));
        assert_memory_equal(file->plain.bytes, text, strlen(text));
        assert_true(file->gzip.size < file->plain.size / 2);
        check_gzip(&file->gzip, text);
    }
    kept_free(&kept);
    assert_null(kept_find(&kept, key));
}

static void tags_name_bytes(void **state)
{
    const struct static_file *a, *b, *c;

    (void)state;
    a = kept_add(&kept, "a", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 40);
    b = kept_add(&kept, "b", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 40);
    c = kept_add(&kept, "c", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxy", 40);
    assert_string_equal(a->plain.tag, b->plain.tag);
    assert_string_equal(a->gzip.tag, b->gzip.tag);
    assert_string_not_equal(a->plain.tag, a->gzip.tag);
    assert_string_not_equal(a->plain.tag, c->plain.tag);
    kept_free(&kept);
}

static void what_does_not_get_shorter_stays(void **state)
{
    const struct static_file *file = kept_add(&kept, "key", "0123", 4);

    (void)state;
    assert_null(file->gzip.bytes);
    assert_non_null(kept_add(&kept, "empty", "", 0));
    assert_null(kept_find(&kept, "empty")->gzip.bytes);
    kept_free(&kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_ones_are_kept),
        cmocka_unit_test(tags_name_bytes),
        cmocka_unit_test(what_does_not_get_shorter_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
