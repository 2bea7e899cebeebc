// SPDX-License-Identifier: MIT
/*
 * test_store.c: the database beneath the store, without its thread: compaction cut short at every
 * step, full disks, forgetting, and rooms set aside.
 */
#include "kept_base.h"

/* ---- The table of rooms ---- */

static void rooms_come_and_go(void **state)
{
    enum { NUMBERS = 500, TURNS = 20000 };
    static bool there[NUMBERS];
    struct rooms rooms = {.size = 0};
    uint64_t dice = 1;
    size_t count = 0;

    (void)state;
    for (unsigned turn = 0; turn < TURNS; turn++) {
        uint32_t number = stored_below(&dice, NUMBERS);

        if (stored_below(&dice, 2)) {
            struct room *room = rooms_get(&rooms, number);

            assert_non_null(room);
            assert_int_equal(room->log_size, there[number] ? number : 0);
            room->log_size = number;
            count += !there[number];
            there[number] = true;
        } else {
            rooms_remove(&rooms, number);
            count -= there[number];
            there[number] = false;
        }
        number = stored_below(&dice, NUMBERS);
        assert_true(there[number] == (rooms_find(&rooms, number) != NULL));
        assert_int_equal(rooms.count, count);
    }
    rooms_release(&rooms);
}

/* ---- Compaction ---- */

enum { COMPACTED_ROOMS = 700 }; /* more than one step copies */

static void compaction_may_be_cut_short_anywhere(void **state)
{
    char path[STORED_CHARS];
    uint64_t sizes[COMPACTED_ROOMS] = {0};
    struct picture empty, before, now;
    unsigned turn, steps = 0, appended = 0;
    int64_t written = 0, between = 0;
    struct kept_base base;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("compact.db"));
    open_base(&base, path, &empty);
    assert_int_equal(empty.rooms, 0);
    for (turn = 0; turn < 25; turn++)
        written += write_more(&base, sizes, COMPACTED_ROOMS, turn);
    assert_int_equal(rows_in(&base), written);
    before = picture_of_copy(path);
    assert_int_equal(before.rooms, COMPACTED_ROOMS);

    /* Twenty-five pieces become one: more than two thirds are garbage. */
    assert_true(journal_is_heavy(&base.journal));
    for (; journal_is_heavy(&base.journal); steps++) {
        journal_compact(&base.journal);
        assert_false(base.journal.resting);
        now = picture_of_copy(path);
        assert_memory_equal(&now, &before, sizeof now);
        /* In the middle of it the rooms go on, copied or not. */
        if (base.journal.compaction == COMPACTION_COPY && appended < 2) {
            between += write_more(&base, sizes, COMPACTED_ROOMS / 2, turn++);
            before = picture_of_copy(path);
            appended++;
        }
    }
    assert_in_range(steps, 5, 50);
    assert_int_equal(appended, 2);
    /* Two rows for each room, and those that came in the middle. */
    assert_int_equal(rows_in(&base), 2 * COMPACTED_ROOMS + between);
    close_base(&base);
    open_base(&base, path, &now);
    assert_memory_equal(&now, &before, sizeof now);
    assert_true(write_one(&base, some_more(sizes, COMPACTED_ROOMS, turn)));
    close_base(&base);
}

static void an_emptied_journal_goes_on(void **state)
{
    const char *path = stored_path("emptied.db");
    struct store_batch *batch = store_batch_new();
    struct picture picture;
    struct kept_base base;

    (void)state;
    open_base(&base, path, &picture);
    assert_true(add_log(batch, 1, 0, "x", 1));
    assert_true(write_one(&base, batch));
    batch = store_batch_new();
    assert_true(add_gone(batch, 1, 1));
    assert_true(write_one(&base, batch));
    assert_int_equal(base.journal.rooms.count, 0);
    assert_int_equal(base.journal.live, 0);
    journal_clear(&base.journal);
    while (journal_is_heavy(&base.journal))
        journal_compact(&base.journal);
    assert_int_equal(rows_in(&base), 0);
    assert_int_equal(base.journal.weight, 0);
    close_base(&base);

    /* Rows must not be given numbers from before journal_start. */
    open_base(&base, path, &picture);
    batch = store_batch_new();
    assert_true(add_log(batch, 2, 0, "y", 1));
    assert_true(write_one(&base, batch));
    close_base(&base);
    open_base(&base, path, &picture);
    assert_int_equal(picture.rooms, 1);
    close_base(&base);
}

/* ---- Full disks ---- */

/* Commits that fail leave the rooms as they were, in memory and in the file; then there is room
 * again. `set` makes the disk full, or not. */
static void fill_up(const char *name, void (*set)(struct kept_base *base, bool full),
                    const char *says)
{
    char path[STORED_CHARS];
    uint64_t sizes[100] = {0}, kept[100];
    struct picture before, now;
    struct kept_base base;
    unsigned turn = 0;

    snprintf(path, sizeof path, "%s", stored_path(name));
    open_base(&base, path, &before);
    assert_true(write_one(&base, some_more(sizes, 100, turn++)));
    before = picture_of_copy(path);
    memcpy(kept, sizes, sizeof kept);

    set(&base, true);
    for (unsigned failures = 0; failures < 3;) {
        if (write_one(&base, some_more(sizes, 100, turn++))) {
            assert_true(turn < 1000);
            memcpy(kept, sizes, sizeof kept);
            failures = 0;
            set(&base, false);
            before = picture_of_copy(path);
            set(&base, true);
            continue;
        }
        failures++;
        if (!strstr(base.database.why.text, says))
            fail_msg("\"%s\" does not say \"%s\"", base.database.why.text, says);
        memcpy(sizes, kept, sizeof kept);
    }
    set(&base, false);
    now = picture_of_copy(path);
    assert_memory_equal(&now, &before, sizeof now);
    assert_true(write_one(&base, some_more(sizes, 100, turn++)));
    before = picture_of_copy(path);
    close_base(&base);
    open_base(&base, path, &now);
    assert_memory_equal(&now, &before, sizeof now);
    close_base(&base);
}

static void limit_pages(struct kept_base *base, bool full)
{
    assert_int_equal(
        sqlite3_exec(base->database.sqlite,
                     full ? "PRAGMA max_page_count = 40" : "PRAGMA max_page_count = 1000000", NULL,
                     NULL, NULL),
        SQLITE_OK);
}

static void a_full_disk_is_reported(void **state)
{
    (void)state;
    fill_up("full.db", limit_pages, "full.db cannot grow: the disk is full; make some room");
}

static void limit_file(struct kept_base *base, bool full)
{
    struct rlimit limit;

    (void)base;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = full ? 100000 : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_file_that_may_not_grow_is_reported(void **state)
{
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    fill_up("limit.db", limit_file, "limit.db cannot grow: it has reached the largest size");
}

static void compaction_rests_while_the_disk_is_full(void **state)
{
    char path[STORED_CHARS];
    uint64_t sizes[300] = {0};
    struct picture before, now;
    struct kept_base base;
    unsigned turn = 0;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("rests.db"));
    open_base(&base, path, &before);
    while (turn < 20)
        assert_true(write_one(&base, some_more(sizes, 300, turn++)));
    before = picture_of_copy(path);
    journal_clear(&base.journal);
    journal_compact(&base.journal);
    assert_int_equal(
        sqlite3_exec(base.database.sqlite, "PRAGMA max_page_count = 1", NULL, NULL, NULL),
        SQLITE_OK);
    for (unsigned i = 0; i < 20 && !base.journal.resting; i++)
        journal_compact(&base.journal);
    assert_true(base.journal.resting);
    assert_false(journal_is_heavy(&base.journal));
    limit_pages(&base, false);
    now = picture_of_copy(path);
    assert_memory_equal(&now, &before, sizeof now);
    assert_true(write_one(&base, some_more(sizes, 300, turn++)));
    before = picture_of_copy(path);
    assert_true(journal_is_heavy(&base.journal));
    while (journal_is_heavy(&base.journal))
        journal_compact(&base.journal);
    now = picture_of_copy(path);
    assert_memory_equal(&now, &before, sizeof now);
    close_base(&base);
}

/* ---- The write-ahead log ---- */

static void the_log_has_its_size_from_the_start(void **state)
{
    char path[STORED_CHARS];
    uint64_t sizes[10] = {0};
    struct picture picture;
    struct kept_base base;
    off_t size;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("room.db"));
    open_base(&base, path, &picture);
    size = size_of_log(path);
    assert_true(size > 16000000);
    for (unsigned turn = 0; turn < 200; turn++)
        write_more(&base, sizes, 10, turn);
    assert_int_equal(size_of_log(path), size);
    picture = picture_of_copy(path);
    assert_int_equal(picture.rooms, 10);
    close_base(&base);
}

static void a_log_without_room_grows(void **state)
{
    char path[STORED_CHARS];
    uint64_t sizes[10] = {0};
    struct picture picture;
    struct kept_base base;
    off_t size;

    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    snprintf(path, sizeof path, "%s", stored_path("no-room.db"));
    limit_file(&base, true);
    open_base(&base, path, &picture);
    limit_file(&base, false);
    size = size_of_log(path);
    assert_true(size < 1 << 20);
    for (unsigned turn = 0; turn < 50; turn++)
        write_more(&base, sizes, 10, turn);
    assert_true(size_of_log(path) > size);
    close_base(&base);
}

/* ---- Forgetting ---- */

enum { SITTERS = 1000, SITTER_ROOM = 3 };

/* Old bytes of one room out of three have the identity of a person in them. */
static const uint8_t sitter[STORE_IDENTITY_BYTES] = {'S', 'i', 't', 't', 'e', 'r', 7, 7, 7};

static void seat_person(struct kept_base *base, bool sits)
{
    struct store_batch *batch = store_batch_new();
    uint8_t bytes[60] = {1};

    for (uint64_t room = 0; room < SITTERS; room++) {
        memset(bytes + 1, (int)(room % 200), sizeof bytes - 1);
        if (sits && room % SITTER_ROOM == 0)
            memcpy(bytes + 20, sitter, sizeof sitter);
        assert_true(add_room(batch, room, 0, bytes, sizeof bytes));
    }
    assert_true(write_one(base, batch));
}

static unsigned sweep_all(struct kept_base *base)
{
    unsigned steps = 0;

    for (; journal_is_sweeping(&base->journal); steps++)
        journal_sweep(&base->journal);
    assert_false(base->journal.resting);
    return steps;
}

static int64_t rows_with_sitter(struct kept_base *base)
{
    sqlite3_stmt *asked;
    int64_t rows;

    assert_int_equal(sqlite3_prepare_v2(base->database.sqlite,
                                        "SELECT count(*) FROM journal WHERE instr(bytes, ?1)", -1,
                                        &asked, NULL),
                     SQLITE_OK);
    sqlite3_bind_blob(asked, 1, sitter, sizeof sitter, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(asked), SQLITE_ROW);
    rows = sqlite3_column_int64(asked, 0);
    sqlite3_finalize(asked);
    return rows;
}

static void forgetting_touches_what_names_the_person(void **state)
{
    const int64_t seats = (SITTERS + SITTER_ROOM - 1) / SITTER_ROOM;
    struct picture picture, now;
    struct kept_base base;
    char path[STORED_CHARS];
    int changes;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("forget.db"));
    open_base(&base, path, &picture);
    seat_person(&base, true);
    seat_person(&base, false);
    picture = picture_of_copy(path);

    /* For somebody who was never here nothing is written. */
    changes = sqlite3_total_changes(base.database.sqlite);
    assert_true(statistics_forget(&base.database, (const uint8_t[STORE_IDENTITY_BYTES]){9}));
    assert_true(journal_forget(&base.journal, (const uint8_t[STORE_IDENTITY_BYTES]){9, 9, 9}));
    assert_in_range(sweep_all(&base), 2 * SITTERS / 256, 2 * SITTERS / 256 + 1);
    assert_int_equal(sqlite3_total_changes(base.database.sqlite), changes);

    assert_int_equal(rows_with_sitter(&base), seats);
    assert_true(journal_forget(&base.journal, sitter));
    sweep_all(&base);
    assert_int_equal(sqlite3_total_changes(base.database.sqlite), changes + seats);
    assert_int_equal(rows_with_sitter(&base), 0);
    assert_int_equal(rows_in(&base), 2 * SITTERS);
    now = picture_of_copy(path);
    assert_memory_equal(&now, &picture, sizeof now);

    /* What still counts stays: it is for the owner of the room to write it anew. */
    seat_person(&base, true);
    assert_true(journal_forget(&base.journal, sitter));
    sweep_all(&base);
    assert_int_equal(rows_with_sitter(&base), seats);

    /* Who is forgotten twice is swept once, and there is a limit. */
    for (unsigned i = 0; i < 3 * SWEEP_MAX; i++)
        assert_true(journal_forget(&base.journal, sitter));
    for (uint8_t i = 1; i < SWEEP_MAX; i++)
        assert_true(journal_forget(&base.journal, (const uint8_t[STORE_IDENTITY_BYTES]){i}));
    assert_false(journal_forget(&base.journal, (const uint8_t[STORE_IDENTITY_BYTES]){99}));
    assert_non_null(strstr(base.database.why.text, "forgets others already"));
    assert_in_range(sweep_all(&base), 3 * SITTERS / 256, 3 * SITTERS / 256 + 1);
    close_base(&base);
}

/* Whom the bytes of seat_person name. */
static bool read_sitter(const uint8_t *bytes, size_t size, store_name *each, void *context)
{
    assert_true(size >= 20 + sizeof sitter);
    if (!memcmp(bytes + 20, sitter, sizeof sitter))
        each(context, sitter);
    return bytes[0] == 1;
}

static bool put_room(struct kept_base *base, uint64_t room, const uint8_t *bytes, size_t size)
{
    struct store_batch *batch = store_batch_new();

    return add_room(batch, room, 0, bytes, size) && write_one(base, batch);
}

static void forget_strangers(struct kept_base *base)
{
    int changes = sqlite3_total_changes(base->database.sqlite);

    for (unsigned i = 0; i < 1000; i++) {
        uint8_t stranger[STORE_IDENTITY_BYTES] = {(uint8_t)i, (uint8_t)(i >> 8), 1, 2, 3};

        assert_true(statistics_forget(&base->database, stranger));
        assert_true(journal_forget(&base->journal, stranger));
        assert_int_equal(sweep_all(base), 0);
    }
    assert_int_equal(sqlite3_total_changes(base->database.sqlite), changes);
}

/* Who was never here is not searched for; who was is, also by a store that finds them on the disk.
 */
static void forgetting_a_stranger_costs_nothing(void **state)
{
    struct picture picture;
    struct kept_base base;
    char path[STORED_CHARS];

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("stranger.db"));
    open_base(&base, path, &picture);
    names_open(&base.journal.names, read_sitter);
    seat_person(&base, true);
    seat_person(&base, false);
    forget_strangers(&base);
    assert_true(journal_forget(&base.journal, sitter));
    assert_true(journal_is_sweeping(&base.journal));
    close_base(&base);

    assert_true(database_open(&base.database, path, DATABASE_SERVE));
    assert_true(journal_open(&base.journal, &base.database));
    names_open(&base.journal.names, read_sitter);
    assert_true(journal_load(&base.journal, paint, &picture));
    forget_strangers(&base);
    assert_true(rows_with_sitter(&base) > 0);
    assert_true(journal_forget(&base.journal, sitter));
    assert_true(sweep_all(&base) > 0);
    assert_int_equal(rows_with_sitter(&base), 0);
    close_base(&base);

    /* Bytes that cannot be read may name anybody; those that were swept name nobody. */
    assert_true(database_open(&base.database, path, DATABASE_SERVE));
    assert_true(journal_open(&base.journal, &base.database));
    names_open(&base.journal.names, read_sitter);
    assert_true(journal_load(&base.journal, paint, &picture));
    forget_strangers(&base);
    assert_true(put_room(&base, 1, (const uint8_t[60]){2}, 60));
    assert_true(journal_forget(&base.journal, (const uint8_t[STORE_IDENTITY_BYTES]){9}));
    assert_true(journal_is_sweeping(&base.journal));
    close_base(&base);
}

/* ---- Rooms set aside ---- */

/* Sets rooms with odd numbers aside. */
static void set_odd_aside(void *context, const struct store_room *room)
{
    struct kept_base *base = context;

    if (room->room % 2)
        assert_true(journal_set_aside(&base->journal, room->room, "it is odd"));
    /* What was given is still there. */
    assert_memory_equal(room->log, "room ", 5);
}

static void count_aside(void *context, const struct aside *aside)
{
    unsigned *count = context;
    char text[40];

    assert_int_equal(aside->room.room % 2, 1);
    assert_string_equal(aside->reason, "it is odd");
    assert_true(aside->since_ms > 0);
    snprintf(text, sizeof text, "room %u turn 0;", (unsigned)aside->room.room);
    assert_true(aside->room.log_size > strlen(text));
    assert_memory_equal(aside->room.log, text, strlen(text));
    assert_true(aside->room.size > 0);
    if (aside->room.room % 3 == 1)
        assert_memory_equal(aside->room.note, text + 5, 5);
    else
        assert_int_equal(aside->room.note_size, 0);
    ++*count;
}

static void rooms_set_aside_are_out_of_the_way(void **state)
{
    enum { ROOMS = 90 };
    uint64_t sizes[ROOMS] = {0};
    struct picture picture;
    unsigned count = 0, turn = 0;
    struct kept_base base;
    char path[STORED_CHARS];

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("aside.db"));
    open_base(&base, path, &picture);
    while (turn < 5)
        write_more(&base, sizes, ROOMS, turn++);
    close_base(&base);

    memset(&base, 0, sizeof base);
    assert_true(database_open(&base.database, path, DATABASE_SERVE));
    assert_true(journal_open(&base.journal, &base.database));
    assert_int_equal(aside_count(&base.database), 0);
    assert_true(journal_load(&base.journal, set_odd_aside, &base));
    assert_int_equal(base.journal.rooms.count, ROOMS / 2);
    assert_int_equal(aside_count(&base.database), ROOMS / 2);
    /* A room of the same number may be opened anew. */
    sizes[1] = 0;
    assert_true(write_one(&base, some_more(sizes, 3, turn++)));
    close_base(&base);

    open_base(&base, path, &picture);
    assert_int_equal(picture.rooms, ROOMS / 2 + 1);
    assert_true(aside_each(&base.database, NULL, count_aside, &count));
    assert_int_equal(count, ROOMS / 2);
    close_base(&base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_come_and_go),
        cmocka_unit_test(compaction_may_be_cut_short_anywhere),
        cmocka_unit_test(an_emptied_journal_goes_on),
        cmocka_unit_test(a_full_disk_is_reported),
        cmocka_unit_test(a_file_that_may_not_grow_is_reported),
        cmocka_unit_test(compaction_rests_while_the_disk_is_full),
        cmocka_unit_test(the_log_has_its_size_from_the_start),
        cmocka_unit_test(a_log_without_room_grows),
        cmocka_unit_test(forgetting_touches_what_names_the_person),
        cmocka_unit_test(forgetting_a_stranger_costs_nothing),
        cmocka_unit_test(rooms_set_aside_are_out_of_the_way),
    };

    return cmocka_run_group_tests(tests, NULL, stored_clean);
}
