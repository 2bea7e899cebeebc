// SPDX-License-Identifier: MIT
/*
 * store_statistics.c: `holecard store statistics`: lists the best players, counts everything anew,
 * forgets a person; in a file or in PostgreSQL.
 */
#include <stdio.h>
#include <unistd.h>

#include "store/journal.h"
#include "store/postgres_inside.h"
#include "store/statistics.h"
#include "tools/store_tools.h"

/* One of these is open. */
struct source {
    bool is_postgres;
    struct database database;
    struct postgres postgres;
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

static int find_best(struct source *source, const char *game, struct store_row *rows,
                     uint32_t count)
{
    return source->is_postgres ? postgres_leaders(&source->postgres, game, 0, rows, count)
                               : statistics_best(&source->database, game, 0, rows, count);
}

/* Prints the best players of a game, if there are any; -1 on failure, otherwise how many. */
static int print_game(struct source *source, const char *game, uint32_t count, bool is_first)
{
    struct store_row rows[STORE_ROWS_MAX];
    int found = find_best(source, game, rows, count);

    if (found > 0)
        printf("%s%s\nplace  rating   +/-  matches    wins   points   played  caught  streak  "
               "best  identity                          name\n",
               is_first ? "" : "\n", game);
    for (int i = 0; i < found; i++)
        print_row((unsigned)i + 1, &rows[i]);
    return found;
}

static bool print_games(struct source *source, const struct store_request *request)
{
    const struct hc_game *game;
    bool is_first = true;

    for (size_t g = 0; (game = hc_game_at(g)); g++) {
        int found = !request->game || game == request->game
                        ? print_game(source, hc_game_name(game), (uint32_t)request->count, is_first)
                        : 0;

        if (found < 0)
            return false;
        is_first &= !found;
    }
    if (is_first)
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
static bool forget_in_file(struct database *database, const uint8_t *identity)
{
    struct journal journal = {.database = NULL};
    bool ok = statistics_forget(database, identity) && journal_open(&journal, database) &&
              journal_forget(&journal, identity) && journal_load(&journal, NULL, NULL);

    while (ok && journal_is_sweeping(&journal))
        journal_sweep(&journal);
    ok = ok && !journal.resting;
    journal_release(&journal);
    return ok;
}

static bool change_file(struct database *database, const struct store_request *request,
                        void (*each)(int64_t done, int64_t all))
{
    return (!request->forget || forget_in_file(database, request->identity)) &&
           (!request->rebuild || statistics_rebuild(database, each));
}

static bool change_postgres(struct postgres *postgres, const struct store_request *request,
                            void (*each)(int64_t done, int64_t all))
{
    return postgres_begin_alone(postgres) &&
           (!request->forget || postgres_forget(postgres, request->identity)) &&
           (!request->rebuild || postgres_rebuild(postgres, each)) &&
           postgres_do(postgres, "COMMIT", NULL);
}

static bool open_source(struct source *source, const char *path, bool change)
{
    source->is_postgres = is_postgres_address(path);
    if (!source->is_postgres)
        return database_open(&source->database, path, change ? DATABASE_CHANGE : DATABASE_READ);
    return postgres_open(&source->postgres, path) && postgres_stands_alone(&source->postgres);
}

static void close_source(struct source *source)
{
    if (source->is_postgres)
        postgres_close(&source->postgres);
    else
        database_release(&source->database);
}

bool store_best(const struct store_request *request)
{
    void (*each)(int64_t done, int64_t all) = isatty(STDERR_FILENO) ? show_progress : NULL;
    bool change = request->rebuild || request->forget;
    struct source source;
    bool ok = open_source(&source, request->path, change) &&
              (!change || (source.is_postgres ? change_postgres(&source.postgres, request, each)
                                              : change_file(&source.database, request, each))) &&
              print_games(&source, request);

    if (!ok)
        fprintf(stderr, "holecard store: %s\n",
                source.is_postgres ? source.postgres.why.text : source.database.why.text);
    close_source(&source);
    return ok;
}
