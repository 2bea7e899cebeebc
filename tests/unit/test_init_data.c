// SPDX-License-Identifier: MIT
/*
 * test_init_data.c: what Telegram hands to a Mini App, and what it does not. All texts were made by
 * another implementation of HMAC (Python's), with the token of Telegram's own examples.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "doors/telegram/init_data.h"

#define AT_S 1700000000ull

static const char token[] = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11";
static const char ann[] =
    "query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_na"
    "me%22%3A%22Ann%20%2B%20%2F%20%3F%22%2C%22username%22%3A%22ann%22%2C%22langua"
    "ge_code%22%3A%22de%22%7D&auth_date=1700000000&hash=5abe9edce350095641881edc7"
    "0dfdc5160280d07bdeaf8e9fe421fa4bcaa293b";
static const char jeanne[] =
    "user=%7B%22id%22%3A4503599627370495%2C%22first_name%22%3A%22%D0%96%D0%B0%D0%"
    "BD%D0%BD%D0%B0%22%7D&chat_instance=-3788475317572404878&chat_type=private&st"
    "art_param=BCDFGH&auth_date=1700000000&signature=abc-_9&hash=e3dd7b99fb553d02"
    "037714828ddf867f8a8c992977e33019c710511756c5921d";

static uint8_t key[INIT_DATA_KEY_BYTES];
static struct init_data data;
static const char *why;

static bool read_at(const char *text, uint64_t now_s)
{
    return init_data_read(text, strlen(text), key, now_s * 1000, &data, &why);
}

static void test_good(void **state)
{
    (void)state;
    assert_true(read_at(ann, AT_S));
    assert_true(data.user == 279058397);
    assert_string_equal(data.name, "Ann + / ?");
    assert_true(read_at(jeanne, AT_S));
    assert_true(data.user == 4503599627370495);
    assert_string_equal(data.name, "Жанна");
}

/* The order of fields does not matter, nor how they are escaped. */
static void test_other_spelling(void **state)
{
    const char *hash = strstr(ann, "hash="), *user = strstr(ann, "user="),
               *date = strstr(ann, "auth_date=");
    char text[1000];

    (void)state;
    snprintf(text, sizeof text, "%s&%.*s&%.*s&%.*s", hash, (int)(hash - date - 1), date,
             (int)(date - user - 1), user, (int)(user - ann - 1), ann);
    assert_true(read_at(text, AT_S));
    *strstr(text, "%20") = '+';
    memmove(strchr(text, '+') + 1, strchr(text, '+') + 3, strlen(strchr(text, '+') + 3) + 1);
    assert_true(read_at(text, AT_S));
    assert_string_equal(data.name, "Ann + / ?");
}

/* Whatever is changed, it is not Telegram's any more. */
static void test_tampered(void **state)
{
    char text[1000];
    size_t size = strlen(ann);

    (void)state;
    for (size_t i = 0; i < size; i++) {
        strcpy(text, ann);
        text[i] ^= 1;
        if (init_data_read(text, size, key, AT_S * 1000, &data, &why))
            fail_msg("changed at %zu: %s", i, text);
        strcpy(text, ann);
        text[i] = '\0';
        assert_false(init_data_read(text, size, key, AT_S * 1000, &data, &why));
        assert_false(init_data_read(ann, i, key, AT_S * 1000, &data, &why));
    }
    snprintf(text, sizeof text, "%s&a=b", ann);
    assert_false(read_at(text, AT_S));
    snprintf(text, sizeof text, "%s&auth_date=1700000000", ann);
    assert_false(read_at(text, AT_S));
    assert_false(read_at("", AT_S));
}

/* With the key of another bot. */
static void test_other_bot(void **state)
{
    static const char text[] =
        "query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_na"
        "me%22%3A%22Ann%20%2B%20%2F%20%3F%22%2C%22username%22%3A%22ann%22%2C%22langua"
        "ge_code%22%3A%22de%22%7D&auth_date=1700000000&hash=f93b704739f6ef34f72780d19"
        "9d1a38b885393388d596bef450e12cafaf48a91";

    (void)state;
    assert_false(read_at(text, AT_S));
    assert_string_equal(why, "this is not what Telegram hands to a page");
}

static void test_fresh(void **state)
{
    static const char undated[] =
        "user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Ann%20%2B%20%2F%20%3F%2"
        "2%2C%22username%22%3A%22ann%22%2C%22language_code%22%3A%22de%22%7D&hash=36eb"
        "3691e8d45acc91b7f94719007ed79df81c6cdc28877f8ab6c183ec5baff5";
    static const char garbled[] =
        "user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Ann%20%2B%20%2F%20%3F%2"
        "2%2C%22username%22%3A%22ann%22%2C%22language_code%22%3A%22de%22%7D&auth_date"
        "=17e8&hash=d3139d8cfbfe6d30b9c2b2e61e9fcfd4501f02254afa96ee2f137a3827ee1fd5";

    (void)state;
    assert_true(read_at(ann, AT_S + INIT_DATA_OLD_S));
    assert_false(read_at(ann, AT_S + INIT_DATA_OLD_S + 1));
    assert_string_equal(why, "this is too old: open the page again");
    assert_true(read_at(ann, AT_S - INIT_DATA_EARLY_S));
    assert_false(read_at(ann, AT_S - INIT_DATA_EARLY_S - 1));
    assert_false(read_at(undated, AT_S));
    assert_false(read_at(garbled, AT_S));
}

static void test_nobody(void **state)
{
    static const struct {
        const char *sentence, *text;
    } rows[] = {
        {"nobody has the number 0",
         "user=%7B%22id%22%3A0%2C%22first_name%22%3A%22x%22%7D&auth_date=1700000000&ha"
         "sh=b1b0535e7a13e3a7dcc874c9f059d78940a780c5190ab09ecf1d90be5bda8704"},
        {"nor one of more than 52 bits",
         "user=%7B%22id%22%3A4503599627370496%2C%22first_name%22%3A%22x%22%7D&auth_dat"
         "e=1700000000&hash=1e7404e3abaae21fe694d1907aac8b7e7764539e9e9a054219a127b16f"
         "e3cc13"},
        {"a person has a name",
         "user=%7B%22id%22%3A5%7D&auth_date=1700000000&hash=c395a43dde3fd87802bd50464b"
         "f39854e6b8698bdc8f14f8fe199c7e5540e14c"},
        {"a number is no text",
         "user=%7B%22id%22%3A%225%22%2C%22first_name%22%3A%22x%22%7D&auth_date=1700000"
         "000&hash=37c0dde642a47b64c9c12f88867b5f26afad794575b84ee73f7b210d5486ef2a"},
        {"a list is no person",
         "user=%5B%5D&auth_date=1700000000&hash=2cabf82f1b060c7b316340d2a4e6514ab9a36b"
         "ab418f6c097aad74cd578e44aa"},
        {"there is no person at all",
         "auth_date=1700000000&hash=beb2bbde90058e364cd8b7b46b5e5e5d03fd742b7095fedd1b"
         "6281b0de0dae02"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (read_at(rows[i].text, AT_S) || strcmp(why, "nobody is named") != 0)
            fail_msg("%s", rows[i].sentence);
}

/* More than Telegram would send is not read. */
static void test_limits(void **state)
{
    static char text[INIT_DATA_BYTES_MAX + 2];

    (void)state;
    memset(text, 'a', sizeof text - 1);
    text[1] = '=';
    assert_false(read_at(text, AT_S));
    *text = '\0';
    for (size_t i = 0; i <= INIT_DATA_FIELDS_MAX; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%zu=%zu", i ? "&" : "", i, i);
    assert_false(read_at(text, AT_S));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),     cmocka_unit_test(test_other_spelling),
        cmocka_unit_test(test_tampered), cmocka_unit_test(test_other_bot),
        cmocka_unit_test(test_fresh),    cmocka_unit_test(test_nobody),
        cmocka_unit_test(test_limits),
    };

    init_data_key(token, key);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
