// SPDX-License-Identifier: MIT
/*
 * test_picture.c: pictures for chats. What stands on them is what the viewer may know; every table
 * of every game fits; and librsvg makes a PNG of each. With HC_PICTURES=FOLDER the pictures are
 * written there, to be looked at.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "doors/telegram/picture_card.h"
#include "doors/telegram/telegram_picture.h"
#include "process/picture_png.h"
#include "ring/api_table.h"

static char svg[TELEGRAM_PICTURE_BYTES];

static const char *const names[HC_SEATS_MAX] = {"Ann",  "Bea & Co <3>", "Жанна", "Ümit Öztürk",
                                                "Eve",  "Faythe",       "Grace", "Heidi-Marie Lo",
                                                "Ivan", "Judy"};

static void keep(const char *name)
{
    const char *folder = getenv("HC_PICTURES");
    struct picture_png picture = {.svg = svg};
    char path[200];
    FILE *file;

    if (!folder)
        return;
    assert_true(picture_png_make(&picture));
    snprintf(path, sizeof path, "%s/%s.png", folder, name);
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(picture.bytes, 1, picture.size, file), picture.size);
    fclose(file);
    free(picture.bytes);
}

static void draw(const struct hc_language *language)
{
    struct hc_room_view room = {.code = "BCDFHJ"};
    struct hc_text out;

    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        snprintf(room.seat[s].name, sizeof room.seat[s].name, "%s", names[s]);
    hc_text_init(&out, svg, sizeof svg);
    if (view.viewer == HC_SPECTATOR)
        telegram_picture_table(&view, &room, language, &out);
    else
        telegram_picture_hand(&view, language, &out);
    assert_true(out.length < sizeof svg);
}

static unsigned count(const char *what)
{
    unsigned found = 0;

    for (const char *at = svg; (at = strstr(at, what)); at++)
        found++;
    return found;
}

/* Whether every face on the picture is one that the view tells. */
static void check_faces(void)
{
    for (const char *found = svg; (found = strstr(found, "href=\"#f")); found++) {
        unsigned face = (unsigned)strtoul(found + 8, NULL, 10);

        assert_non_null(memchr(view.face, (int)face, sizeof view.face));
    }
}

/* ---- Tests ---------------------------------------------------------------------------------- */

static void test_hand(void **state)
{
    unsigned seat, held, bright = 0;
    uint64_t faces = 0;
    char number[40];

    (void)state;
    open_seats(table, "shed", "", 4, 7);
    must_start(table);
    while ((seat = hc_table_awaits(table)) == HC_HOUSE)
        step(table, 0);
    hc_view(table, seat, 0, &view);
    draw(NULL);
    held = view.hand[seat].count;
    for (unsigned c = 0; c < view.actions.count; c++)
        faces |= view.actions.choice[c].faces;
    for (unsigned i = 0; i < held; i++)
        bright += faces >> view.face[view.hand[seat].start + i] & 1;
    /* The hand, the top card, and the back of the draw pile. */
    assert_int_equal(count("href=\"#f"), held + 1);
    assert_int_equal(count("href=\"#back\""), 1);
    assert_int_equal(count("class=\"rest\""), bright ? held - bright : 0);
    assert_int_equal(count("class=\"light\""), 1);
    snprintf(number, sizeof number, ">%u</text></svg>", held);
    assert_int_equal(count(number), 1);

    hc_view(table, (seat + 1) % 4, 0, &view);
    draw(NULL);
    assert_int_equal(count("class=\"light\""), 0);
}

static void test_table(void **state)
{
    (void)state;
    open_seats(table, "shed", "", 4, 7);
    must_start(table);
    while (hc_table_awaits(table) == HC_HOUSE)
        step(table, 0);
    hc_view(table, HC_SPECTATOR, 0, &view);
    draw(NULL);
    assert_int_equal(count("href=\"#f"), 1); /* the top card, and nobody's hand */
    assert_int_equal(count("href=\"#back\""), 4 * view.hand[0].count + 1);
    assert_int_equal(count("panel now"), 1);
    assert_int_equal(count(">Ann</text>"), 1);
    assert_int_equal(count(">Bea &amp; Co &lt;3&gt;</text>"), 1);
    assert_int_equal(count(">BCDFHJ</text>"), 1);
}

/* A wild card without a colour of its own has a ring in the one that was named. */
static bool color_is_named(const struct hc_table *t)
{
    hc_view(t, HC_SPECTATOR, 0, &view);
    draw(hc_language_find("de"));
    return count("class=\"ring ring-green\"") == 1;
}

static void test_ring(void **state)
{
    (void)state;
    find(table, "shed", "", 3, color_is_named);
    assert_int_equal(count(">Grün</text>"), 1);
    keep("ring");
}

static void test_signs_of_xml(void **state)
{
    char text[80];
    struct hc_text out;

    (void)state;
    hc_text_init(&out, text, sizeof text);
    picture_put(&out, "%t %s %n %n %n %n", "<&>\"\n", "<", 1.5, -0.25, 1.0 / 3, -0.00001);
    assert_string_equal(text, "&lt;&amp;&gt;&quot;  < 1.5 -0.25 0.3333 0");
}

/* Of everything that happens in matches of every game every picture can be made. */
static void test_matches(void **state)
{
    const struct hc_game *game;
    char name[64];

    (void)state;
    for (size_t g = 0; (game = hc_game_at(g)); g++)
        for (unsigned seats = 2; seats <= HC_SEATS_MAX; seats += 2) {
            chance = seats;
            open_any(table, game, seats, seats);
            must_start(table);
            for (unsigned n = 0; n < 150 && step(table, 0); n++) {
                for (unsigned viewer = 0; viewer <= hc_table_seats(table); viewer++) {
                    hc_view(table, viewer < hc_table_seats(table) ? viewer : HC_SPECTATOR, 0,
                            &view);
                    draw(hc_language_find(n % 2 ? "de" : "en"));
                    check_faces();
                    snprintf(name, sizeof name, "%s-%u-%u-%u", hc_game_name(game), seats, n,
                             viewer);
                    if (n == 30 && (viewer == 0 || viewer == hc_table_seats(table)))
                        keep(name);
                }
            }
        }
}

/* ---- PNG ------------------------------------------------------------------------------------ */

static void check_png(const struct picture_png *picture)
{
    static const uint8_t head[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0,   0,
                                   0,    13,  'I', 'H', 'D',  'R',  0,    0,    0x4, 0x38};

    assert_true(picture->size > 5000 && picture->size < 1 << 20);
    assert_memory_equal(picture->bytes, head, sizeof head); /* 1080 wide */
}

static void test_png(void **state)
{
    struct picture_png picture = {.svg = svg};

    (void)state;
    open_seats(table, "two", "", 4, 3);
    must_start(table);
    for (unsigned n = 0; n < 9; n++)
        step(table, 0);
    hc_view(table, HC_SPECTATOR, 0, &view);
    draw(NULL);
    assert_true(picture_png_make(&picture));
    check_png(&picture);
    free(picture.bytes);
}

static void test_no_png(void **state)
{
    static const char *const wrong[] = {
        "",
        "hello",
        "<svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1080\"",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90000\" height=\"9\"/>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"9\"/>"};

    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct picture_png picture = {.svg = wrong[i]};

        assert_false(picture_png_make(&picture));
        assert_null(picture.bytes);
    }
}

static unsigned finished;

static void on_png(struct background_work *work)
{
    struct picture_png *picture = (struct picture_png *)work;

    check_png(picture);
    free(picture->bytes);
    finished++;
}

static void test_in_the_background(void **state)
{
    struct picture_png picture[3] = {{.svg = svg}, {.svg = svg}, {.svg = svg}};
    struct background *background;
    uv_loop_t loop;

    (void)state;
    assert_int_equal(uv_loop_init(&loop), 0);
    background = background_open(&loop);
    open_seats(table, "shed", "", 2, 3);
    must_start(table);
    hc_view(table, 0, 0, &view);
    draw(NULL);
    for (size_t i = 0; i < COUNT(picture); i++) {
        picture[i].work.done = on_png;
        picture_png_do(background, &picture[i]);
    }
    while (finished < COUNT(picture))
        uv_run(&loop, UV_RUN_ONCE);
    assert_true(background_close(background));
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&loop), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hand),    cmocka_unit_test(test_table),
        cmocka_unit_test(test_ring),    cmocka_unit_test(test_signs_of_xml),
        cmocka_unit_test(test_matches), cmocka_unit_test(test_png),
        cmocka_unit_test(test_no_png),  cmocka_unit_test(test_in_the_background),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
