// SPDX-License-Identifier: MIT
/* store_tool.c: `holecard store` looks after the database of a server: check, backup, statistics.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/text.h"
#include "store/journal.h"
#include "store/statistics.h"
#include "tools/store_tools.h"
#include "tools/tools.h"

static const char help[] =
    "usage: holecard store check FILE [--write-log ROOM TO]\n"
    "       holecard store backup FILE TO\n"
    "       holecard store statistics FILE [GAME] [--count N] [--rebuild] [--forget IDENTITY]\n\n"
    "Looks after the database of a server.\n\n"
    "  check       verifies every match in it, and names everything that is wrong: also\n"
    "              rooms that a server could not read and has set aside\n"
    "  backup      copies it as it is at one moment to the file TO, which is replaced\n"
    "  statistics  lists the best players of each game, or of one\n\n"
    "  --write-log ROOM TO  writes what can be read of the log of a room, by the number that\n"
    "                       check names, to the file TO; holecard replay shows it\n"
    "  --count N            how many players to list (10; at most 100)\n"
    "  --rebuild            first counts everything anew from the stored matches\n"
    "  --forget IDENTITY    first forgets a person: 32 hexadecimal digits, as they are listed\n\n"
    "All of it can be done while a server runs, but for --rebuild and --forget.\n\n"
    "Exit status: 0 if all is well, 1 if something is wrong or cannot be done, 2 for wrong "
    "usage.\n";

static int usage(const char *what)
{
    fprintf(stderr, "holecard store: %s; see holecard store --help\n", what);
    return STATUS_USAGE;
}

bool store_say_why(const struct database *database)
{
    fprintf(stderr, "holecard store: %s\n", database->why.text);
    return false;
}

/* ---- statistics ---- */

struct request {
    const char *path, *game;
    uint64_t count;
    bool rebuild, forget;
    uint8_t identity[STORE_IDENTITY_BYTES];
};

/* A name is somebody's own choice, and must not speak to the terminal. */
static void print_name(const char *name)
{
    for (const unsigned char *c = (const unsigned char *)name; *c; c++) {
        bool is_control = *c < ' ' || *c == 0x7f || (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0);

        putchar(is_control ? '?' : *c);
        c += is_control && *c == 0xc2;
    }
}

static void print_row(unsigned place, const struct store_row *row)
{
    printf("%5u  %6.0f  %4.0f  %7lld  %6lld  %7lld  %7lld  %6lld  %6lld  %4lld  ", place,
           row->rating, 2 * row->deviation, (long long)row->matches, (long long)row->wins,
           (long long)row->points, (long long)row->played, (long long)row->caught,
           (long long)row->streak, (long long)row->best_streak);
    for (unsigned i = 0; i < STORE_IDENTITY_BYTES; i++)
        printf("%02x", row->identity[i]);
    printf("  ");
    print_name(row->name);
    putchar('\n');
}

static bool print_game(struct database *database, const char *game, uint32_t count)
{
    struct store_row rows[STORE_ROWS_MAX];
    int found = statistics_best(database, game, 0, rows, count);

    if (found < 0)
        return store_say_why(database);
    printf("%s\nplace  rating   +/-  matches    wins   points   played  caught  streak  best  "
           "identity                          name\n",
           game);
    for (int i = 0; i < found; i++)
        print_row((unsigned)i + 1, &rows[i]);
    return true;
}

static bool print_games(struct database *database, const struct request *request)
{
    sqlite3_stmt *asked = database_ask(database, SQL_STATISTICS_GAMES, "");
    unsigned games = 0;
    int found = -1;

    while (asked && (found = database_next(database, asked)) == 1) {
        const char *game = (const char *)sqlite3_column_text(asked, 0);

        /* A game that is not of this engine is none to list. */
        if (!game || !hc_game_find(game) || (request->game && strcmp(request->game, game)))
            continue;
        if (games++)
            putchar('\n');
        if (!print_game(database, game, (uint32_t)request->count))
            return false;
    }
    if (found < 0)
        return store_say_why(database);
    if (!games)
        puts("No match has been counted yet.");
    return true;
}

static void show_progress(int64_t done, int64_t all)
{
    if (done % 256 == 0 || done == all)
        fprintf(stderr, "\r%lld of %lld%s", (long long)done, (long long)all,
                done == all ? "\n" : "");
}

/* Also out of the journal, which has old bytes of rooms with names in them. */
static bool forget(struct database *database, const uint8_t *identity)
{
    struct journal journal = {.database = NULL};
    bool ok = statistics_forget(database, identity) && journal_open(&journal, database) &&
              journal_load(&journal, NULL, NULL);

    if (ok)
        journal_clear(&journal);
    while (ok && journal_is_heavy(&journal))
        journal_compact(&journal);
    ok = ok && !journal.resting;
    journal_release(&journal);
    return ok;
}

static bool statistics(const struct request *request)
{
    bool change = request->rebuild || request->forget;
    struct database database;
    bool ok = database_open(&database, request->path, change ? DATABASE_CHANGE : DATABASE_READ);

    if (ok && request->forget)
        ok = forget(&database, request->identity);
    if (ok && request->rebuild)
        ok = statistics_rebuild(&database, isatty(STDERR_FILENO) ? show_progress : NULL);
    if (!ok)
        store_say_why(&database);
    ok = ok && print_games(&database, request);
    database_release(&database);
    return ok;
}

static bool read_identity(const char *text, uint8_t identity[STORE_IDENTITY_BYTES])
{
    if (strlen(text) != 2 * STORE_IDENTITY_BYTES ||
        strspn(text, "0123456789abcdef") != 2 * STORE_IDENTITY_BYTES)
        return false;
    for (unsigned i = 0; i < STORE_IDENTITY_BYTES; i++) {
        char digits[3] = {text[2 * i], text[2 * i + 1], 0};

        identity[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return true;
}

/* NULL, or what is wrong with the argument at *i. */
static const char *read_argument(struct request *request, int argc, char **argv, int *i)
{
    const char *argument = argv[*i], *value = *i + 1 < argc ? argv[*i + 1] : "", *end;

    if (!strcmp(argument, "--rebuild")) {
        request->rebuild = true;
    } else if (!strcmp(argument, "--count")) {
        end = hc_read_number(value, STORE_ROWS_MAX, &request->count);
        ++*i;
        if (!end || *end || !request->count)
            return "--count takes a number from 1 to 100";
    } else if (!strcmp(argument, "--forget")) {
        request->forget = true;
        ++*i;
        if (!read_identity(value, request->identity))
            return "--forget takes 32 hexadecimal digits in lower case";
    } else if (*argument == '-') {
        return "the options are --count N, --rebuild and --forget IDENTITY";
    } else if (!request->path) {
        request->path = argument;
    } else if (request->game) {
        return "statistics takes one file and one game";
    } else if (!hc_game_find(request->game = argument)) {
        return "there is no such game; holecard rules lists them";
    }
    return NULL;
}

static int tool_statistics(int argc, char **argv)
{
    struct request request = {.count = 10};

    for (int i = 2; i < argc; i++) {
        const char *wrong = read_argument(&request, argc, argv, &i);

        if (wrong)
            return usage(wrong);
    }
    if (!request.path)
        return usage("name a file");
    return statistics(&request) ? STATUS_OK : STATUS_FAILED;
}

static int check_or_write(int argc, char **argv)
{
    const char *end;
    uint64_t room;

    if (argc == 3 && *argv[2] != '-')
        return store_check(argv[2]) ? STATUS_OK : STATUS_FAILED;
    if (argc != 6 || strcmp(argv[3], "--write-log"))
        return usage("check takes one file, and perhaps --write-log ROOM TO");
    end = hc_read_number(argv[4], UINT64_MAX, &room);
    if (!end || *end)
        return usage("a room is a number here, as check names it");
    return store_write_log(argv[2], room, argv[5]) ? STATUS_OK : STATUS_FAILED;
}

int tool_store(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";

    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(help, stdout);
            return STATUS_OK;
        }
    if (!strcmp(what, "statistics"))
        return tool_statistics(argc, argv);
    if (!strcmp(what, "check"))
        return check_or_write(argc, argv);
    if (!strcmp(what, "backup"))
        return argc != 4 ? usage("backup takes the database and the file to write")
                         : (store_backup(argv[2], argv[3]) ? STATUS_OK : STATUS_FAILED);
    return usage("say check, backup or statistics");
}
