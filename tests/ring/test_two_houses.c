// SPDX-License-Identifier: MIT
/*
 * test_two_houses.c: what a connection is sent does not depend on what its viewer may not know, to
 * the last byte, and so not in its length either: whoever counts bytes learns nothing.
 *
 * Two houses do the same. Before a command, everything that one viewer neither knows nor learns by
 * it is dealt anew in the second house. Then both are given the command, and what the viewer's
 * connection is sent must be the same text, unless an event that the viewer sees is another one (a
 * guess was right there); test_games.c says when that may be. Then the second house is made like
 * the first again. Players and spectators are viewers. HC_SEED repeats a run. Start reading at
 * step().
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "house/house_inside.h"
#include "protocol/protocol.h"
#include "redeal.h"
#include "seed.h"

enum { SEATS = 3, LINES = SEATS + 1, TEXT_BYTES = 1 << 19, STEPS_MAX = 150, STEP_MS = 10 };

struct line {
    struct protocol_line *line;
    size_t used;
    char text[TEXT_BYTES]; /* all messages since it was emptied */
};

struct side {
    struct house *house;
    struct protocol *protocol;
    struct hc_dice entropy;
    uint64_t now_ms;
    struct line line[LINES]; /* the last one looks on */
    char code[HC_ROOM_CODE_CHARS + 1];
};

static uint64_t base_seed;
static struct side here, there;
static struct hc_dice dice;
static const char *rules_text;
static unsigned compared, of_watchers; /* commands of which a viewer was told the same */

static void *resize(void *context, void *memory, size_t size)
{
    (void)context;
    if (size)
        return realloc(memory, size);
    free(memory);
    return NULL;
}

static void entropy_here(void *context, void *bytes, size_t size)
{
    struct side *side = context;

    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)hc_dice_below(&side->entropy, 256);
}

static void on_send(void *context, const char *text, size_t length)
{
    struct line *line = context;

    assert_non_null(text);
    assert_true(line->used + length + 2 < TEXT_BYTES);
    memcpy(line->text + line->used, text, length);
    line->used += length;
    line->text[line->used++] = '\n';
    line->text[line->used] = '\0';
}

/* ---- Two houses that do the same --------------------------------------------------------------
 */

static struct house_room *room_of(const struct side *side)
{
    struct house_room *room = registry_find(side->house, side->code);

    assert_non_null(room);
    return room;
}

static void store_all(struct side *side)
{
    struct house_entry entry;
    bool any = true;

    while (any) {
        any = false;
        while (house_next_entry(side->house, &entry))
            any = true;
        if (any)
            house_stored(side->house, &(struct house_verdict){.failed = false});
    }
}

static void say(struct side *side, unsigned line, const char *text)
{
    protocol_take(side->line[line].line, text, strlen(text));
    store_all(side);
}

static void say_both(unsigned line, const char *format, ...)
{
    char text[PROTOCOL_MESSAGE_BYTES];
    va_list words;

    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    say(&here, line, text);
    say(&there, line, text);
}

static void empty(void)
{
    for (unsigned i = 0; i < LINES; i++)
        here.line[i].used = there.line[i].used = 0;
}

static void pass_time(struct side *side)
{
    side->now_ms += STEP_MS;
    house_time(side->house, side->now_ms, side->now_ms * 1000);
    house_tick(side->house);
    store_all(side);
}

static void open_side(struct side *side, const uint8_t seed[HC_SEED_BYTES])
{
    struct house_plan plan = {.resize = resize,
                              .entropy = entropy_here,
                              .context = side,
                              .rooms_max = 1,
                              .batch_bytes_max = 1 << 20,
                              .log_bytes_max = 1 << 20};
    struct protocol_plan protocol = {
        .door = {.send = on_send}, .resize = resize, .entropy = entropy_here, .context = side};

    hc_dice_open(&side->entropy, seed, 2, 0);
    side->house = protocol.house = house_open(&plan);
    assert_non_null(side->house);
    side->protocol = protocol_open(&protocol);
    side->now_ms = 1000000;
    house_time(side->house, side->now_ms, side->now_ms * 1000);
    for (unsigned i = 0; i < LINES; i++) {
        side->line[i].used = 0;
        side->line[i].line = protocol_line_open(side->protocol, &side->line[i]);
        say(side, i, "{\"op\":\"hello\"}");
    }
}

static void close_side(struct side *side)
{
    for (unsigned i = 0; i < LINES; i++)
        protocol_line_close(side->line[i].line);
    protocol_close(side->protocol);
    house_close(side->house);
}

static void find_code(struct side *side)
{
    const char *code = strstr(side->line[0].text, "\"table\":\"");

    assert_non_null(code);
    memcpy(side->code, code + 9, HC_ROOM_CODE_CHARS);
}

/* A table with everybody at it. False if these rules are not for so many. */
static bool begin(const struct hc_game *game, const char *rules, uint64_t number)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_rules parsed;
    struct hc_problem why;

    assert_true(hc_rules_parse(game, rules, &parsed, &why));
    if (hc_rules_fit(game, &parsed, SEATS, &why))
        return false;
    rules_text = rules;
    hc_seed_from_number(number, seed);
    hc_dice_open(&dice, seed, 1, 0);
    open_side(&here, seed);
    open_side(&there, seed);
    say_both(0, "{\"op\":\"create\",\"game\":\"%s\",\"rules\":\"%s\"}", game->name, rules);
    find_code(&here);
    find_code(&there);
    assert_string_equal(here.code, there.code);
    for (unsigned s = 0; s < SEATS; s++)
        say_both(s, "{\"op\":\"sit\",\"table\":\"%s\",\"name\":\"P%u\"}", here.code, s);
    say_both(SEATS, "{\"op\":\"enter\",\"table\":\"%s\"}", here.code);
    say_both(0, "{\"op\":\"start\",\"table\":\"%s\"}", here.code);
    empty();
    return true;
}

/* The second house becomes like the first, and everybody in both is shown the table. */
static void make_alike(void)
{
    *room_of(&there)->now = *room_of(&here)->now;
    registry_set_due(there.house, room_of(&there), hc_room_due(room_of(&there)->now));
    for (unsigned i = 0; i < LINES; i++)
        say_both(i, "{\"op\":\"enter\",\"table\":\"%s\"}", here.code);
    empty();
}

/* ---- A step -----------------------------------------------------------------------------------
 */

/* Every card that the viewer knows at some moment of the events. */
static struct hc_cards known_during(const struct hc_table *table, const struct hc_events *events,
                                    unsigned viewer)
{
    struct hc_table copy = *table;
    struct hc_cards known = hc_box_known(&copy.box, viewer);

    for (const struct hc_event *e = hc_event_first(events); e; e = hc_event_next(events, e)) {
        hc_table_apply(&copy, e);
        known = hc_or(known, hc_box_known(&copy.box, viewer));
    }
    return known;
}

static bool seen_alike(struct hc_table one, const struct hc_events *events, struct hc_table other,
                       const struct hc_events *events_too, unsigned viewer)
{
    const struct hc_event *x = hc_event_first(events), *y = hc_event_first(events_too);
    struct hc_seen seen_x, seen_y;

    for (; x && y; x = hc_event_next(events, x), y = hc_event_next(events_too, y)) {
        hc_table_apply(&one, x);
        hc_table_apply(&other, y);
        hc_event_see(&one, x, viewer, &seen_x);
        hc_event_see(&other, y, viewer, &seen_y);
        if (memcmp(&seen_x, &seen_y, sizeof seen_x))
            return false;
    }
    return !x && !y;
}

/* Another world for the viewer, in which the command is possible and looks the same; false if none
 * was found. */
static bool imagine(const struct hc_table *table, unsigned viewer, unsigned seat,
                    const struct hc_command *command, struct hc_table *world)
{
    static struct hc_events events, events_too;
    struct hc_table after = *table, after_too;

    assert_int_equal(hc_submit(&after, seat, command, here.now_ms, &events), HC_OK);
    redeal_world(table, viewer, known_during(table, &events, viewer), &dice, world);
    after_too = *world;
    return hc_submit(&after_too, seat, command, here.now_ms, &events_too) == HC_OK &&
           seen_alike(*table, &events, *world, &events_too, viewer) &&
           hc_table_awaits(&after) < SEATS && hc_table_awaits(&after_too) < SEATS;
}

static void must_be_told_the_same(unsigned line, const char *command)
{
    const struct line *one = &here.line[line], *other = &there.line[line];

    if (one->used != other->used || memcmp(one->text, other->text, one->used))
        fail_msg("line %u is told another thing of \"%s\" (HC_SEED=%llu, rules \"%s\"):\n%s%s",
                 line, command, (unsigned long long)base_seed, rules_text, one->text, other->text);
    assert_true(one->used > 0);
}

/* Whoever is awaited, or now and then somebody else, does something; false if nobody can. */
static bool step(void)
{
    const struct hc_table *table = &room_of(&here)->now->table;
    unsigned seat = hc_table_awaits(table), line = hc_dice_below(&dice, LINES);
    unsigned viewer = line < SEATS ? line : HC_SPECTATOR;
    struct hc_actions actions;
    struct hc_command command;
    struct hc_table world;
    char text[HC_COMMAND_CHARS];
    bool alike;

    if (seat >= SEATS)
        return false;
    if (hc_dice_below(&dice, 4) == 0)
        seat = hc_dice_below(&dice, SEATS);
    hc_actions(table, seat, here.now_ms, &actions);
    if (!actions.ways)
        return true;
    hc_actions_at(&actions, hc_dice_below(&dice, actions.ways), &command);
    hc_command_print(hc_game_of(table), &table->rules, &command, text, sizeof text);
    alike = imagine(table, viewer, seat, &command, &world);
    if (alike) {
        room_of(&there)->now->table = world;
        say_both(line, "{\"op\":\"enter\",\"table\":\"%s\"}", here.code);
        must_be_told_the_same(line, "enter");
        empty();
    }
    say_both(seat, "{\"do\":\"%s\",\"table\":\"%s\",\"seq\":%u}", text, here.code,
             hc_table_seq(table));
    if (alike) {
        must_be_told_the_same(line, text);
        compared += memcmp(&world.box, &table->box, sizeof world.box) != 0;
        of_watchers += viewer == HC_SPECTATOR;
    }
    make_alike();
    return true;
}

static void play(const struct hc_game *game, const char *rules, uint64_t number)
{
    if (!begin(game, rules, number))
        return;
    for (unsigned i = 0; i < STEPS_MAX && room_of(&here)->now->stage != HC_ROOM_FINISHED; i++) {
        if (room_of(&here)->now->stage == HC_ROOM_PLAYING && !step())
            for (unsigned s = 0; s < SEATS; s++)
                say_both(s, "{\"op\":\"agree\",\"table\":\"%s\"}", here.code);
        pass_time(&here);
        pass_time(&there);
        make_alike();
    }
    close_side(&here);
    close_side(&there);
}

static void nobody_is_told_what_they_may_not_know(void **state)
{
    (void)state;
    for (size_t g = 0; hc_game_at(g); g++)
        for (size_t p = 0; hc_preset_at(hc_game_at(g), p); p++)
            for (unsigned i = 0; i < 3; i++)
                play(hc_game_at(g), hc_preset_at(hc_game_at(g), p)->name,
                     base_seed + g * 1000 + p * 10 + i);
    printf("%u commands looked the same in two worlds, %u of them to spectators\n", compared,
           of_watchers);
    assert_true(compared > 500 && of_watchers > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_is_told_what_they_may_not_know)};

    base_seed = test_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
