// SPDX-License-Identifier: MIT
/*
 * test_store_kinds.c: what store.h promises, of every kind of store alike. The same random batches
 * go to a store in memory, to one of SQLite, to one of PostgreSQL (HC_POSTGRES is its address) and
 * to one of three shards: their reports, and all that is in them when they are opened anew, must be
 * the same. The shards are databases of the same server, and are added while there are rooms and
 * people already.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stored.h"

#include <libpq-fe.h>

#include "core/shard.h"
#include "shards.h"
#include "store/copy.h"

enum { ROOMS = 12, PEOPLE = 6, STEPS = 160, OPENINGS = 5, PLAYED = 4 };

enum kind { MEMORY, SQLITE, POSTGRES, SHARDS, KINDS };

/* What is known of a room, without a store. */
struct known {
    uint8_t log[PLAYED_BYTES];
    size_t log_size;
    const struct played *match; /* whose log it is */
    size_t cut;                 /* how many records of that are in it */
    uint32_t number;            /* of its match */
};

static struct world {
    struct store *store[KINDS];
    struct answer *answer[KINDS];
    struct known room[ROOMS];
    struct played *played[PLAYED];
    uint64_t dice, now_ms;
    unsigned shards, rooms; /* that there are at the moment */
} world;

static uint32_t below(uint32_t bound)
{
    return stored_below(&world.dice, bound);
}

/* ---- Opening ---- */

static void run_sql(const char *sql)
{
    shard_ask(getenv("HC_POSTGRES"), sql);
}

/* How many rooms there are while there are so many shards. */
static const unsigned rooms_of[] = {0, ROOMS / 2, ROOMS / 4 * 3, ROOMS - 1};

static unsigned shard_of(uint64_t room)
{
    return room > rooms_of[2] ? 2 : room > rooms_of[1];
}

static uint64_t number_of(enum kind kind, uint64_t room)
{
    return kind == SHARDS ? hc_shard_number(shard_of(room), room) : room;
}

static uint64_t room_of(uint64_t number)
{
    return hc_shard_of_number(number) ? number & 0xff : number;
}

static struct store *open_kind(enum kind kind)
{
    struct hc_problem why;
    struct store *store;

    if (kind == MEMORY)
        store = store_open_memory(NULL, &why);
    else if (kind == SHARDS && world.shards == 1)
        store = store_open(*shard_addresses(), &why);
    else if (kind == SHARDS)
        store = store_open_shards(shard_addresses(), world.shards, NULL, &why);
    else
        store = store_open(kind == SQLITE ? stored_path("kinds.db") : getenv("HC_POSTGRES"), &why);
    if (!store)
        fail_msg("%s", why.text);
    return store;
}

/* Everything that a store gives when it is opened, as one text, whose order is that of rooms. */
struct picture {
    char room[ROOMS + 1][200];
    char memos[2000];
};

static uint32_t sum_of(const uint8_t *bytes, size_t size)
{
    uint32_t sum = 2166136261u;

    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 16777619;
    return sum;
}

static void draw_room(void *context, const struct store_room *room)
{
    struct picture *picture = context;
    uint64_t number = room_of(room->room);

    assert_in_range(number, 1, ROOMS);
    snprintf(picture->room[number], sizeof picture->room[0],
             "bytes %zu %08x log %zu %08x note %zu %08x finished %u %zu %08x %s", room->size,
             sum_of(room->bytes, room->size), room->log_size, sum_of(room->log, room->log_size),
             room->note_size, sum_of(room->note, room->note_size), room->finished_number,
             room->finished_size, sum_of(room->finished, room->finished_size),
             room->damage ? room->damage : "");
}

static void draw_memo(void *context, const uint8_t *key, size_t key_size, const uint8_t *bytes,
                      size_t size)
{
    struct picture *picture = context;
    size_t used = strlen(picture->memos);

    snprintf(picture->memos + used, sizeof picture->memos - used, "%.*s=%.*s ", (int)key_size,
             (const char *)key, (int)size, (const char *)bytes);
}

static void open_and_draw(enum kind kind, struct picture *picture)
{
    struct hc_problem why;

    memset(picture, 0, sizeof *picture);
    world.store[kind] = open_kind(kind);
    if (!store_each_memo(world.store[kind], draw_memo, picture, &why) ||
        !store_each_room(world.store[kind], draw_room, picture, &why))
        fail_msg("%s", why.text);
}

static void compare_pictures(const struct picture *one, const struct picture *other)
{
    for (unsigned room = 0; room <= ROOMS; room++)
        assert_string_equal(one->room[room], other->room[room]);
    assert_string_equal(one->memos, other->memos);
}

/* ---- Batches ---- */

static void name_seats(struct store_result *result, uint32_t number, unsigned seats)
{
    memset(result, 0, sizeof *result);
    result->number = number;
    result->finished_ms = ++world.now_ms;
    result->seats = seats;
    for (unsigned seat = 0; seat < seats; seat++) {
        uint8_t who = (uint8_t)below(PEOPLE);

        result->seat[seat].identity[0] = who; /* 0: a bot */
        result->seat[seat].identity[9] = who ? 7 : 0;
        snprintf(result->seat[seat].name, STORE_NAME_CHARS, "Person %u", who);
    }
}

/* A batch is of one shard. People are counted in the order in which they finished when somebody
 * asks for them in between. */
static void write_to_shard(const struct store_entry *entry)
{
    static const uint8_t nobody[STORE_IDENTITY_BYTES] = {1};
    struct answer *all = world.answer[SHARDS], *one = answer_new();
    struct store_batch *batch = store_batch_new();
    struct store *shard = store_shard(world.store[SHARDS], shard_of(room_of(entry->room)));

    assert_true(batch && store_batch_add(batch, entry));
    write_and_wait(shard, batch, one);
    if (one->outcome != STORE_DURABLE)
        all->outcome = one->outcome;
    if (one->conflict_count) {
        one->conflict->room = room_of(one->conflict->room);
        all->conflict[all->conflict_count++] = *one->conflict;
    }
    memcpy(all->sentence, one->sentence, sizeof all->sentence);
    if (entry->result) {
        assert_true(store_statistics(world.store[SHARDS], nobody, answer_came, one));
        answer_wait(one);
        assert_int_equal(one->outcome, STORE_DURABLE);
    }
    answer_free(one);
}

/* One entry of a random kind for a room; what is known of the room changes with it if it will be
 * stored. */
static void add_entry(struct store_batch *batch[KINDS], unsigned number)
{
    static const uint8_t noted[] = "what has changed";
    struct known *room = &world.room[number];
    uint8_t bytes[3000];
    struct store_result result;
    struct store_entry entry = {.room = number, .log_size = room->log_size};
    bool conflicts = !below(8), ends;

    if (!room->match)
        room->match = world.played[below(PLAYED)];
    if (below(4)) {
        size_t until = room->cut + 1 + below(20);

        if (until > room->match->cuts)
            until = room->match->cuts;
        entry.log = room->match->bytes + room->log_size;
        entry.log_bytes = until ? room->match->cut[until - 1] - room->log_size : 0;
        if (!conflicts)
            room->cut = until;
    }
    ends = room->cut == room->match->cuts;
    if (ends) {
        name_seats(&result, room->number, 2 + below(3));
        entry.result = &result;
    }
    if (ends || !entry.log_bytes || !below(4)) {
        entry.size = 1 + below(sizeof bytes);
        memset(bytes, (int)below(256), entry.size);
        bytes[0] = 1;
        entry.bytes = bytes;
    }
    if (below(2)) {
        entry.note = noted;
        entry.note_size = 1 + below(sizeof noted);
    }
    if (conflicts && !below(2) && room->number)
        entry.result = NULL;
    entry.gone = !ends && !below(15);
    if (entry.gone)
        entry.note = NULL, entry.note_size = 0;
    if (conflicts)
        entry.log_size += 1 + below(100);
    for (unsigned kind = 0; kind < SHARDS; kind++)
        assert_true(store_batch_add(batch[kind], &entry));
    entry.room = number_of(SHARDS, number);
    write_to_shard(&entry);
    if (conflicts)
        return;
    room->log_size += entry.log_bytes;
    if (ends)
        room->number++;
    if (ends || entry.gone) {
        room->log_size = room->cut = 0;
        room->match = NULL;
    }
}

static void add_memo(struct store_batch *batch[KINDS])
{
    uint8_t key[] = {'k', (uint8_t)('0' + below(5))};
    char text[20];
    int length = below(4) ? snprintf(text, sizeof text, "memo %u", below(1000)) : 0;

    for (unsigned kind = 0; kind < KINDS; kind++)
        assert_true(
            store_batch_memo(batch[kind], key, sizeof key, (const uint8_t *)text, (size_t)length));
}

static int by_room(const void *a, const void *b)
{
    const struct store_conflict *one = a, *other = b;

    return (one->room > other->room) - (one->room < other->room);
}

static void compare_reports(void)
{
    const struct answer *first = world.answer[MEMORY];

    for (unsigned kind = 0; kind < KINDS; kind++) {
        struct answer *answer = world.answer[kind];

        if (answer->outcome == STORE_FAILED)
            fail_msg("%s", answer->sentence);
        qsort(answer->conflict, answer->conflict_count, sizeof *answer->conflict, by_room);
        assert_int_equal(answer->outcome, first->outcome);
        assert_int_equal(answer->conflict_count, first->conflict_count);
        for (size_t i = 0; i < first->conflict_count; i++) {
            assert_int_equal(answer->conflict[i].room, first->conflict[i].room);
            assert_int_equal(answer->conflict[i].log_size, first->conflict[i].log_size);
        }
    }
}

/* They are on the first shard. */
static void write_memos(struct store_batch *batch)
{
    struct answer *answer = answer_new();

    if (store_batch_memos(batch))
        assert_int_equal(write_and_wait(store_shard(world.store[SHARDS], 0), batch, answer),
                         STORE_DURABLE);
    else
        store_batch_free(batch);
    answer_free(answer);
}

static void write_a_batch(void)
{
    struct store_batch *batch[KINDS];
    unsigned first = 1 + below(ROOMS), count = 1 + below(6);
    struct answer *sharded = world.answer[SHARDS];

    sharded->outcome = STORE_DURABLE;
    sharded->conflict_count = 0;
    for (unsigned kind = 0; kind < KINDS; kind++)
        assert_non_null(batch[kind] = store_batch_new());
    for (unsigned i = 0; i < count; i++)
        add_entry(batch, 1 + (first + i) % world.rooms);
    for (unsigned i = below(3); i--;)
        add_memo(batch);
    for (unsigned kind = 0; kind < SHARDS; kind++)
        write_and_wait(world.store[kind], batch[kind], world.answer[kind]);
    write_memos(batch[SHARDS]);
    compare_reports();
}

/* ---- Questions ---- */

static void compare_answers(void)
{
    const struct answer *first = world.answer[MEMORY];

    for (unsigned kind = 0; kind < KINDS; kind++) {
        struct answer *answer = world.answer[kind];

        answer_wait(answer);
        if (answer->outcome == STORE_FAILED)
            fail_msg("%s", answer->sentence);
        assert_int_equal(answer->outcome, first->outcome);
        assert_int_equal(answer->count, first->count);
        for (size_t i = 0; i < answer->count && kind == SHARDS; i++)
            answer->match[i].room = room_of(answer->match[i].room);
        assert_int_equal(answer->size, first->size);
        assert_memory_equal(answer->bytes, first->bytes, first->size);
        assert_memory_equal(answer->row, first->row, sizeof first->row);
        assert_memory_equal(answer->match, first->match, sizeof first->match);
    }
}

static void ask_everything(void)
{
    static const char *const games[] = {"shed", "two", "none"};
    uint8_t identity[STORE_IDENTITY_BYTES] = {0};
    uint32_t room = 1 + below(ROOMS), number = below(4), offset = below(3);

    identity[0] = (uint8_t)(1 + below(PEOPLE));
    identity[9] = 7;
    for (unsigned kind = 0; kind < KINDS; kind++)
        assert_true(store_log(world.store[kind], number_of(kind, room), number, answer_came,
                              world.answer[kind]));
    compare_answers();
    for (unsigned kind = 0; kind < KINDS; kind++)
        assert_true(store_players(world.store[kind], number_of(kind, room), number, answer_came,
                                  world.answer[kind]));
    compare_answers();
    for (unsigned kind = 0; kind < KINDS; kind++)
        assert_true(store_statistics(world.store[kind], identity, answer_came, world.answer[kind]));
    compare_answers();
    for (unsigned game = 0; game < 3; game++) {
        for (unsigned kind = 0; kind < KINDS; kind++)
            assert_true(store_leaders(world.store[kind], games[game], offset, 10, answer_came,
                                      world.answer[kind]));
        compare_answers();
    }
    for (unsigned kind = 0; kind < KINDS; kind++)
        assert_true(store_history(world.store[kind], identity, offset, 10, answer_came,
                                  world.answer[kind]));
    compare_answers();
    if (below(10))
        return;
    for (unsigned kind = 0; kind < KINDS; kind++)
        assert_true(store_forget(world.store[kind], identity, answer_came, world.answer[kind]));
    compare_answers();
}

/* ---- Tests ---- */

static void all_kinds_are_alike(void **state)
{
    struct picture one, other;

    (void)state;
    world.dice = 20261116;
    world.shards = 1;
    world.rooms = rooms_of[world.shards];
    run_sql("SET client_min_messages = warning; DROP SCHEMA IF EXISTS holecard CASCADE");
    shards_begin();
    for (unsigned i = 0; i < PLAYED; i++)
        world.played[i] =
            play_match(i % 2 ? "two" : "shed", i % 2 ? "tokens_to_win=1" : "points_to_win=1", 3,
                       i + 1, UINT32_MAX);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        world.answer[kind] = answer_new();
        open_and_draw(kind, &one);
    }
    for (unsigned opening = 0; opening < OPENINGS; opening++) {
        for (unsigned step = 0; step < STEPS / OPENINGS; step++) {
            write_a_batch();
            ask_everything();
        }
        world.shards += world.shards < TEST_SHARDS;
        world.rooms = rooms_of[world.shards];
        store_close(world.store[SQLITE]);
        open_and_draw(SQLITE, &one);
        for (unsigned kind = POSTGRES; kind < KINDS; kind++) {
            store_close(world.store[kind]);
            open_and_draw(kind, &other);
            compare_pictures(&one, &other);
        }
    }
    for (unsigned kind = 0; kind < KINDS; kind++) {
        store_close(world.store[kind]);
        answer_free(world.answer[kind]);
    }
    for (unsigned i = 0; i < PLAYED; i++)
        free(world.played[i]);
}

/* To PostgreSQL and back again, and then also what is given and answered. */
static void a_copy_is_the_same(void **state)
{
    struct picture one, other;
    struct copied there, back;
    struct hc_problem why;
    char path[STORED_CHARS], copy[STORED_CHARS];

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("kinds.db"));
    snprintf(copy, sizeof copy, "%s", stored_path("copied.db"));
    assert_false(store_copy(path, getenv("HC_POSTGRES"), NULL, &there, &why));
    assert_non_null(strstr(why.text, "has something in it already"));
    run_sql("DROP SCHEMA holecard CASCADE");
    if (!store_copy(path, getenv("HC_POSTGRES"), NULL, &there, &why) ||
        !store_copy(getenv("HC_POSTGRES"), copy, NULL, &back, &why))
        fail_msg("%s", why.text);
    for (unsigned kind = 0; kind < RECORD_KINDS; kind++)
        assert_true(there.count[kind] == back.count[kind] && (there.count[kind] || kind == 1));
    assert_false(store_copy(getenv("HC_POSTGRES"), copy, NULL, &back, &why));
    assert_non_null(strstr(why.text, "has something in it already"));

    open_and_draw(POSTGRES, &other);
    open_and_draw(SQLITE, &one);
    compare_pictures(&one, &other);
    assert_int_equal(rename(copy, path), 0);
    store_close(world.store[SQLITE]);
    open_and_draw(SQLITE, &one);
    compare_pictures(&one, &other);
    store_close(world.store[SQLITE]);
    store_close(world.store[POSTGRES]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds_are_alike),
        cmocka_unit_test(a_copy_is_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, stored_clean);
}
