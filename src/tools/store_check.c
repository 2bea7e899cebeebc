// SPDX-License-Identifier: MIT
/*
 * store_check.c: `holecard store check FILE` verifies every log in a database, as it is at one
 * moment, and names everything that is wrong.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "store/aside.h"
#include "store/damage.h"
#include "store/journal.h"
#include "store/scan.h"
#include "tools/store_tools.h"

struct check {
    struct database database;
    const char *path;
    unsigned long rooms, matches, unrevealed, problems;
};

__attribute__((format(printf, 2, 3))) static void complain(struct check *check, const char *format,
                                                           ...)
{
    char text[2 * HC_PROBLEM_CHARS];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    /* It may quote the database, which must not speak to the terminal. */
    for (char *c = text; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    printf("%s: %s\n", check->path, text);
    check->problems++;
}

static void complain_of_database(struct check *check)
{
    printf("%s\n", check->database.why.text);
    check->problems++;
}

static void check_room(void *context, const struct store_room *room)
{
    struct check *check = context;
    struct hc_problem why;

    check->rooms++;
    if (room->damage)
        complain(check, "room %llu: %s", (unsigned long long)room->room, room->damage);
    if (room->size && (room->bytes[0] < 1 || room->bytes[0] > STORE_ROOM_VERSION))
        complain(check, "room %llu: its bytes have version %u, and versions up to %d are known",
                 (unsigned long long)room->room, room->bytes[0], STORE_ROOM_VERSION);
    if (room->log_size && hc_log_verify(room->log, room->log_size, &why) >= HC_DISHONEST)
        complain(check, "room %llu: its log: %s", (unsigned long long)room->room, why.text);
}

static void check_journal(struct check *check)
{
    struct journal journal = {.database = NULL};

    if (!journal_open(&journal, &check->database) || !journal_load(&journal, check_room, check))
        complain_of_database(check);
    if (journal.bad_row && !journal.damaged)
        complain(
            check,
            "row %lld of the journal does not fit, or is not as it was written; no room needs it",
            (long long)journal.bad_row);
    if (journal.gaps)
        complain(check, "from row %lld on, rows of the journal cannot be read",
                 (long long)journal.gap);
    journal_release(&journal);
}

static void check_aside(void *context, const struct aside *aside)
{
    struct check *check = context;
    time_t since = (time_t)(aside->since_ms / 1000);
    struct hc_problem why = {.at = 0};
    struct tm day = {.tm_year = 0};
    char text[32];

    gmtime_r(&since, &day);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &day);
    if (aside->room.log_size)
        hc_log_verify(aside->room.log, aside->room.log_size, &why);
    complain(check, "room %llu was set aside on %s: %s; %s%s", (unsigned long long)aside->room.room,
             text, aside->reason ? aside->reason : "",
             !aside->room.log_size ? "it has no log"
             : *why.text           ? "its log: "
                                   : "its log is sound",
             why.text);
}

static void check_asides(struct check *check)
{
    if (!aside_each(&check->database, NULL, check_aside, check))
        complain_of_database(check);
}

static void check_match(struct check *check, sqlite3_stmt *asked)
{
    unsigned long long room = (unsigned long long)sqlite3_column_int64(asked, 1);
    long long number = sqlite3_column_int64(asked, 2);
    const char *game = (const char *)sqlite3_column_text(asked, 3);
    const uint8_t *log = sqlite3_column_blob(asked, 5);
    size_t size = (size_t)sqlite3_column_bytes(asked, 5);
    struct hc_log_reader reader;
    struct hc_problem why;

    check->matches++;
    if (!sqlite3_column_int(asked, 6))
        complain(check, "match %lld of room %llu is not as it was written", number, room);
    switch (hc_log_verify(log, size, &why)) {
    case HC_DISHONEST:
    case HC_UNREADABLE:
        complain(check, "match %lld of room %llu: its log: %s", number, room, why.text);
        return;
    case HC_UNREVEALED:
        check->unrevealed++;
        break;
    case HC_HONEST:
        break;
    }
    if (hc_log_open(&reader, log, size) && (!game || strcmp(game, hc_game_name(reader.game))))
        complain(check,
                 "match %lld of room %llu is said to be of game \"%s\", but its log is of %s",
                 number, room, game ? game : "", hc_game_name(reader.game));
}

static void check_matches(struct check *check)
{
    struct scan scan = {
        .database = &check->database, .statement = SQL_MATCH_ALL, .next = INT64_MIN};
    sqlite3_stmt *row;
    int found;

    while ((found = scan_next(&scan, &row)) == 1)
        check_match(check, row);
    if (found < 0)
        complain_of_database(check);
    if (scan.gaps)
        complain(check, "some matches cannot be read");
}

static void complain_of_rows(struct check *check, int64_t count, const char *what)
{
    if (count)
        complain(check, "%lld row%s of %s not as written", (long long)count, count == 1 ? "" : "s",
                 what);
}

/* Its pages, and the rows that are not looked at one by one. */
static void check_file(struct check *check)
{
    struct damage damage;

    if (!damage_find(&check->database, &damage)) {
        complain_of_database(check);
        return;
    }
    if (*damage.structure)
        complain(check, "%s", damage.structure);
    complain_of_rows(check, damage.meta, "meta: where the journal starts, or the generation:");
    complain_of_rows(check, damage.aside, "what was set aside:");
    complain_of_rows(check, damage.results, "who sat where:");
    complain_of_rows(check, damage.statistics, "the statistics:");
    complain_of_rows(check, damage.memos, "what doors remember:");
}

bool store_check(const char *path)
{
    struct check check = {.path = path};

    /* Everything is read in one transaction, so that a server may go on meanwhile. */
    if (!database_open(&check.database, path, DATABASE_READ) ||
        !database_do(&check.database, SQL_BEGIN_READING, "")) {
        store_say_why(&check.database);
        database_release(&check.database);
        return false;
    }
    check_file(&check);
    check_journal(&check);
    check_asides(&check);
    check_matches(&check);
    database_rollback(&check.database);
    database_release(&check.database);
    if (check.problems) {
        printf("%s: %lu problem%s\n", path, check.problems, check.problems == 1 ? "" : "s");
        return false;
    }
    printf("%s: sound: %lu live room%s, %lu finished match%s", path, check.rooms,
           check.rooms == 1 ? "" : "s", check.matches, check.matches == 1 ? "" : "es");
    if (check.unrevealed)
        printf(" (%lu not revealed)", check.unrevealed);
    putchar('\n');
    return true;
}
