// SPDX-License-Identifier: MIT
/*
 * test_store_files.c: what a file may be that a store is opened on: no database, somebody else's,
 * one that cannot be written, a damaged one, one of another version.
 */
#include "kept_base.h"

/* ---- Files that cannot be used ---- */

static void refused(const char *path, const char *says)
{
    struct hc_problem why;
    struct store *store = store_open(path, &why);

    assert_null(store);
    if (!strstr(why.text, says))
        fail_msg("\"%s\" does not say \"%s\"", why.text, says);
}

static void write_text(const char *path, const char *text)
{
    struct hc_problem why;

    assert_true(file_write(path, text, strlen(text), &why));
}

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *sqlite;

    assert_int_equal(sqlite3_open(path, &sqlite), SQLITE_OK);
    if (sqlite3_exec(sqlite, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(sqlite));
    sqlite3_close(sqlite);
}

static void what_is_no_database_of_ours_is_refused(void **state)
{
    struct hc_problem why;
    uint8_t *before, *after;
    size_t before_size, after_size;
    const char *path = stored_path("text.db");

    (void)state;
    write_text(path, "This is not a database, but it is long enough to be looked at as if it were "
                     "one, which takes a hundred bytes.");
    refused(path, "text.db is not a database");
    path = stored_path("other.db");
    run_sql(path, "CREATE TABLE t(x)");
    assert_true(file_read(path, &before, &before_size, &why));
    refused(path, "other.db is a database, but not one of Holecard");
    assert_true(file_read(path, &after, &after_size, &why));
    assert_int_equal(before_size, after_size);
    assert_memory_equal(before, after, before_size);
    free(before);
    free(after);
    refused(stored_path("no/such/folder.db"), "No such file or directory");
    refused(stored_folder(), "cannot be opened: Is a directory");
}

static void a_newer_database_is_refused(void **state)
{
    char path[STORED_CHARS];
    struct picture picture;
    struct kept_base base;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("newer.db"));
    open_base(&base, path, &picture);
    close_base(&base);
    run_sql(path, "PRAGMA user_version = 1000");
    refused(path, "has version 1000, and this Holecard knows versions up to ");
}

/* As somebody who may only read it; root may do everything, so it becomes nobody first. */
static void a_read_only_file_is_refused(void **state)
{
    char path[STORED_CHARS];
    struct picture picture;
    struct kept_base base;
    int status;
    pid_t child;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("read-only.db"));
    open_base(&base, path, &picture);
    close_base(&base);
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(stored_folder(), 0755), 0);
    child = fork();
    assert_true(child >= 0);
    if (!child) {
        struct hc_problem why;
        struct store *store;

        if (!getuid() && setuid(65534))
            _exit(2);
        store = store_open(path, &why);
        _exit(store || !strstr(why.text, "read-only.db is read-only"));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* The same when it happens to a server that is running. */
static void becoming_read_only_is_reported(void **state)
{
    uint64_t sizes[3] = {0};
    struct picture picture;
    struct kept_base base;

    (void)state;
    open_base(&base, stored_path("remounted.db"), &picture);
    assert_int_equal(sqlite3_exec(base.database.sqlite, "PRAGMA query_only = ON", NULL, NULL, NULL),
                     SQLITE_OK);
    assert_false(write_one(&base, some_more(sizes, 3, 0)));
    assert_non_null(strstr(base.database.why.text, "remounted.db is read-only"));
    assert_int_equal(base.journal.rooms.count, 0);
    assert_int_equal(
        sqlite3_exec(base.database.sqlite, "PRAGMA query_only = OFF", NULL, NULL, NULL), SQLITE_OK);
    memset(sizes, 0, sizeof sizes);
    assert_true(write_one(&base, some_more(sizes, 3, 0)));
    close_base(&base);
}

/* Two rooms, written in turns: rows 1 to 7 are 1: log of 0, 2: log of 1, 3: bytes of 1, … */
static const struct {
    const char *why, *sql;
    uint64_t room; /* the one that is concerned */
} damages[] = {
    {"a piece of a log is missing", "DELETE FROM journal WHERE id = 1", 0},
    {"a row of no kind", "UPDATE journal SET kind = 9 WHERE id = 2", 1},
    {"an offset that cannot be", "UPDATE journal SET at = -1 WHERE id = 1", 0},
    {"a chain that leads elsewhere", "UPDATE journal SET before = 2 WHERE id = 1", 0},
    {"a note that is too long", "UPDATE journal SET note = zeroblob(5000) WHERE id = 1", 0},
    {"no bytes", "UPDATE journal SET bytes = x'' WHERE id = 2", 1},
    {"another byte", "UPDATE journal SET bytes = 'room 1 turn 1;' WHERE id = 2", 1},
    {"another checksum", "UPDATE journal SET sum = sum + 1 WHERE id = 1", 0},
};

struct damaged {
    struct kept_base *base;
    unsigned sound, damaged;
    uint64_t room;
};

static void set_damaged_aside(void *context, const struct store_room *room)
{
    struct damaged *damaged = context;

    if (!room->damage) {
        damaged->sound++;
        return;
    }
    assert_int_equal(room->room, damaged->room);
    assert_non_null(strstr(room->damage, "of the journal does not fit, or is not"));
    damaged->damaged++;
    assert_true(journal_set_aside(&damaged->base->journal, room->room, room->damage));
}

static void a_damaged_row_concerns_its_room(void **state)
{
    char path[STORED_CHARS], name[32];

    (void)state;
    for (unsigned i = 0; i < sizeof damages / sizeof *damages; i++) {
        uint64_t sizes[2] = {0};
        struct picture picture;
        struct kept_base base;
        struct damaged damaged = {.base = &base, .room = damages[i].room};

        snprintf(name, sizeof name, "damaged-%u.db", i);
        snprintf(path, sizeof path, "%s", stored_path(name));
        open_base(&base, path, &picture);
        for (unsigned turn = 0; turn < 4; turn++)
            assert_true(write_one(&base, some_more(sizes, 2, turn)));
        close_base(&base);
        run_sql(path, damages[i].sql);

        assert_true(database_open(&base.database, path, DATABASE_SERVE));
        assert_true(journal_open(&base.journal, &base.database));
        assert_true(journal_load(&base.journal, set_damaged_aside, &damaged));
        if (damaged.damaged != 1 || damaged.sound != 1)
            fail_msg("%s: %u rooms are damaged, %u are not", damages[i].why, damaged.damaged,
                     damaged.sound);
        /* The other goes on, and the one that was set aside does not come back. */
        sizes[damages[i].room] = 0;
        assert_true(write_one(&base, some_more(sizes, 2, 4)));
        close_base(&base);
        open_base(&base, path, &picture);
        assert_int_equal(picture.rooms, 2);
        assert_int_equal(base.journal.damaged, 0);
        /* What is damaged is cleared away, and then all is well. */
        assert_true(journal_is_heavy(&base.journal));
        while (journal_is_heavy(&base.journal))
            journal_compact(&base.journal);
        close_base(&base);
        open_base(&base, path, &picture);
        assert_int_equal(picture.rooms, 2);
        assert_int_equal(base.journal.bad_row, 0);
        assert_int_equal(aside_count(&base.database), 1);
        close_base(&base);
    }
}

/* ---- Versions ---- */

/* A database as that version left it, with a room, a match and its statistics. */
static void make_version(int version, const char *path)
{
    struct hc_problem why;
    char name[200];
    uint8_t *sql;
    size_t size;

    snprintf(name, sizeof name, HC_SOURCE_DIR "/tests/data/store-%d.sql", version);
    assert_true(file_read(name, &sql, &size, &why));
    run_sql(path, (const char *)sql);
    free(sql);
}

static void count_memo(void *context, const uint8_t *key, size_t key_size, const uint8_t *bytes,
                       size_t size)
{
    assert_int_equal(key_size, 4);
    assert_memory_equal(key, "door", key_size);
    assert_int_equal(size, 5);
    assert_memory_equal(bytes, "twelv", size);
    ++*(int *)context;
}

static void read_version(int version, unsigned aside)
{
    char path[STORED_CHARS], name[32];
    struct answer *answer = answer_new();
    struct picture picture = {0, 0};
    uint8_t identity[STORE_IDENTITY_BYTES] = {10};
    struct hc_problem why;
    struct store *store;
    int memos = 0;

    snprintf(name, sizeof name, "version-%d.db", version);
    snprintf(path, sizeof path, "%s", stored_path(name));
    make_version(version, path);
    store = store_open(path, &why);
    if (!store)
        fail_msg("%s", why.text);
    assert_true(store_each_memo(store, count_memo, &memos, &why));
    assert_int_equal(memos, version >= MEMOS_VERSION);
    assert_true(store_each_room(store, paint, &picture, &why));
    assert_int_equal(picture.rooms, 1);
    assert_int_equal(store_aside_count(store), aside);
    assert_true(store_log(store, 9, 1, answer_came, answer));
    answer_wait(answer);
    assert_int_equal(answer->outcome, STORE_DURABLE);
    assert_int_equal(hc_log_verify(answer->bytes, answer->size, &why), HC_HONEST);
    assert_true(store_statistics(store, identity, answer_came, answer));
    answer_wait(answer);
    assert_int_equal(answer->count, 1);
    assert_string_equal(answer->row[0].name, "Ann");
    assert_int_equal(answer->row[0].matches, 1);
    store_close(store);
    answer_free(answer);
}

static void every_version_is_read(void **state)
{
    (void)state;
    read_version(1, 0);
    read_version(2, 1);
    read_version(3, 1);
    read_version(4, 1);
}

static int version_of(struct database *database)
{
    sqlite3_stmt *asked = database_ask(database, SQL_WHOSE, "");
    int version;

    assert_int_equal(database_next(database, asked), 1);
    version = sqlite3_column_int(asked, 1);
    database_enough(asked);
    return version;
}

static void steps_are_taken_one_by_one(void **state)
{
    static const char *const steps[] = {
        "not taken",
        "nor this",
        "nor that",
        "nor the last",
        "ALTER TABLE matches ADD COLUMN x; PRAGMA user_version = 5",
        "CREATE TABLE y(z); PRAGMA user_version = 6",
        "CREATE TABLE half(done); SELECT nonsense; PRAGMA user_version = 7"};
    struct database database;
    char path[STORED_CHARS];

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("steps.db"));
    make_version(1, path);
    assert_true(database_open(&database, path, DATABASE_CHANGE));
    assert_true(schema_update(&database, steps, 6));
    assert_int_equal(version_of(&database), 6);
    /* A step that fails leaves nothing behind. */
    assert_false(schema_update(&database, steps, 7));
    assert_non_null(strstr(database.why.text, "nonsense"));
    assert_int_equal(version_of(&database), 6);
    assert_int_equal(
        sqlite3_exec(database.sqlite, "SELECT x FROM matches; SELECT z FROM y", NULL, NULL, NULL),
        SQLITE_OK);
    assert_int_not_equal(sqlite3_exec(database.sqlite, "SELECT done FROM half", NULL, NULL, NULL),
                         SQLITE_OK);
    /* A step that forgets to set the version is ours to notice. */
    assert_false(
        schema_update(&database, (const char *const[]){"", "", "", "", "", "", "SELECT 1"}, 7));
    assert_non_null(strstr(database.why.text, "could not be brought to version 7"));
    database_release(&database);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_database_of_ours_is_refused),
        cmocka_unit_test(a_newer_database_is_refused),
        cmocka_unit_test(a_read_only_file_is_refused),
        cmocka_unit_test(becoming_read_only_is_reported),
        cmocka_unit_test(a_damaged_row_concerns_its_room),
        cmocka_unit_test(every_version_is_read),
        cmocka_unit_test(steps_are_taken_one_by_one),
    };

    return cmocka_run_group_tests(tests, NULL, stored_clean);
}
