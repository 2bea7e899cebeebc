// SPDX-License-Identifier: MIT
/*
 * evening.h: a house whose store is in the hands of the test, two who play there, and one who looks
 * on; everything that their lines were told is kept.
 */
#ifndef HC_TESTS_RING_EVENING_H
#define HC_TESTS_RING_EVENING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "house/house.h"
#include "house_hands.h"

enum { NEWS_MAX = 64, LINES = 4, ENTRIES_MAX = 64, NOW_MS = 1000000 };

/* What one line was told. */
struct told {
    struct house_line *line;
    unsigned count;
    struct {
        enum house_kind kind;
        bool mine, repeat;
        uint32_t tag, seq, match;
        enum hc_refusal refusal;
        uint8_t stage;
        uint8_t commitment[HC_SEED_BYTES];
        char code[HC_ROOM_CODE_CHARS + 1];
        char why[128];
        uint32_t asked; /* HOUSE_RECORDS: the number of the match that was asked for */
    } news[NEWS_MAX];
};

struct evening {
    struct house *house;
    uint64_t now_ms;
    struct told told[LINES];
    char code[HC_ROOM_CODE_CHARS + 1];
    uint32_t tag;
    struct house_entry entry[ENTRIES_MAX]; /* of the batch on its way; pointers are stale */
    unsigned entries;
    uint64_t results; /* entries with one, ever */
};

static unsigned late_views; /* that anybody was told */

static inline void tell(void *context, const struct house_news *news)
{
    struct told *told = context;
    unsigned i = told->count++, seats;

    assert_true(i < NEWS_MAX);
    memset(&told->news[i], 0, sizeof told->news[i]);
    told->news[i].kind = news->kind;
    told->news[i].mine = news->mine;
    told->news[i].repeat = news->repeat;
    told->news[i].tag = news->tag;
    told->news[i].refusal = news->refusal;
    late_views += news->late && house_late_views(news, &seats);
    if (news->why)
        snprintf(told->news[i].why, sizeof told->news[i].why, "%s", news->why);
    if (news->records)
        told->news[i].asked = news->records->question->number;
    if (!news->room)
        return;
    told->news[i].seq = news->has_table ? news->seq : 0;
    told->news[i].match = news->room->match;
    told->news[i].stage = news->room->stage;
    memcpy(told->news[i].code, news->room->code, sizeof news->room->code);
    memcpy(told->news[i].commitment, news->room->commitment, HC_SEED_BYTES);
}

static inline uint32_t ask_with(struct evening *evening, unsigned line,
                                struct hc_room_request request)
{
    house_do(evening->told[line].line, ++evening->tag, evening->code, &request);
    return evening->tag;
}

static inline uint32_t ask(struct evening *evening, unsigned line, enum hc_room_verb verb,
                           const char *text, uint32_t seq, uint32_t id)
{
    return ask_with(evening, line,
                    (struct hc_room_request){
                        .verb = verb, .seat = HC_NONE, .seq = seq, .id = id, .text = text});
}

/* Closes a batch; false if there is nothing to store, or one is on its way. */
static inline bool close_batch(struct evening *evening)
{
    struct house_entry entry;

    evening->entries = 0;
    while (house_next_entry(evening->house, &entry)) {
        assert_true(evening->entries < ENTRIES_MAX);
        evening->results += entry.result != NULL;
        evening->entry[evening->entries++] = entry;
    }
    return evening->entries > 0;
}

static inline void give_verdict(struct evening *evening, bool failed)
{
    house_stored(evening->house, &(struct house_verdict){.failed = failed});
}

/* Stores until nothing is left to store. */
static inline void store_all(struct evening *evening)
{
    while (close_batch(evening))
        give_verdict(evening, false);
}

/* The answer to a tag, as an index into the news of a line; the news must have it. */
static inline unsigned answer_to(const struct evening *evening, unsigned line, uint32_t tag)
{
    const struct told *told = &evening->told[line];

    for (unsigned i = 0; i < told->count; i++)
        if (told->news[i].mine && told->news[i].tag == tag)
            return i;
    fail_msg("line %u has no answer to %u", line, tag);
    return 0;
}

static inline enum hc_refusal refusal_of(const struct evening *evening, unsigned line, uint32_t tag)
{
    return evening->told[line].news[answer_to(evening, line, tag)].refusal;
}

static inline void forget_news(struct evening *evening)
{
    for (unsigned i = 0; i < LINES; i++)
        evening->told[i].count = 0;
}

/* Two players, each with a line; line 2 is a second one of the first player, line 3 is somebody
 * else's. */
static inline void open_house_with(struct evening *evening, const struct house_plan *plan)
{
    static const uint8_t guest_of[LINES] = {1, 2, 1, 3};

    memset(evening, 0, sizeof *evening);
    evening->house = house_open(plan);
    assert_non_null(evening->house);
    evening->now_ms = NOW_MS;
    house_time(evening->house, evening->now_ms, evening->now_ms * 1000);
    for (unsigned i = 0; i < LINES; i++) {
        uint8_t guest[HC_GUEST_BYTES] = {guest_of[i]};

        evening->told[i].line = house_line_open(evening->house, guest, tell, &evening->told[i]);
        assert_non_null(evening->told[i].line);
    }
}

static inline struct house_plan usual_plan(void)
{
    return (struct house_plan){.resize = resize,
                               .entropy = entropy,
                               .rooms_max = 100,
                               .rooms_open = 1, /* so that all others are packed */
                               .batch_bytes_max = 1 << 20,
                               .log_bytes_max = 1 << 20};
}

static inline void open_house(struct evening *evening, size_t batch_bytes_max)
{
    struct house_plan plan = usual_plan();

    plan.batch_bytes_max = batch_bytes_max;
    open_house_with(evening, &plan);
}

static inline uint32_t create_with(struct evening *evening, struct house_line *line,
                                   const char *rules, const char *settings)
{
    struct house_room_plan plan = {hc_game_find("null"), rules, settings, "An evening"};

    house_create(line, ++evening->tag, &plan);
    return evening->tag;
}

static inline uint32_t create(struct evening *evening)
{
    return create_with(evening, evening->told[0].line, "rounds_to_win=1", "public=true");
}

static inline void open_table(struct evening *evening)
{
    uint32_t tag = create(evening);

    store_all(evening);
    memcpy(evening->code, evening->told[0].news[answer_to(evening, 0, tag)].code,
           sizeof evening->code);
}

static inline void pass_time(struct evening *evening, uint64_t ms)
{
    evening->now_ms += ms;
    house_time(evening->house, evening->now_ms, evening->now_ms * 1000);
    house_tick(evening->house);
}

/* The two play, line 3 looks on. */
static inline void play_there(struct evening *evening)
{
    open_table(evening);
    ask(evening, 0, HC_DO_SIT, "Ann", 0, 0);
    ask(evening, 1, HC_DO_SIT, "Bob", 0, 0);
    house_enter(evening->told[2].line, ++evening->tag, evening->code);
    house_enter(evening->told[3].line, ++evening->tag, evening->code);
    ask(evening, 0, HC_DO_START, NULL, 0, 0);
    store_all(evening);
}

static inline void begin(struct evening *evening)
{
    open_house(evening, 1 << 20);
    play_there(evening);
}

/* The seq that line 0 was told last. */
static inline uint32_t seq_told(const struct evening *evening)
{
    const struct told *told = &evening->told[0];

    return told->news[told->count - 1].seq;
}

static inline void assert_nobody_knows_more_than(const struct evening *evening, uint32_t seq)
{
    for (unsigned l = 0; l < LINES; l++)
        for (unsigned i = 0; i < evening->told[l].count; i++)
            assert_true(evening->told[l].news[i].seq <= seq);
}

#endif
