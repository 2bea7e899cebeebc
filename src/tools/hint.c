// SPDX-License-Identifier: MIT
/*
 * hint.c: `holecard hint FILE` says what a strong player would do at a moment of a saved match.
 *
 * It sees what the player on that seat saw, and nothing more: the hints come from a view.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "core/text.h"
#include "games/game.h"
#include "files/logfile.h"
#include "tools/tools.h"

static const char help[] =
    "usage: holecard hint FILE [--at SEQ] [--seat N] [--budget N]\n\n"
    "Says what the bot `search` would do at a moment of a saved match (- is standard input), with\n"
    "how often the player then wins the round in the games that it imagines. Best first.\n\n"
    "  --at SEQ    after event number SEQ; without it, after the last one\n"
    "  --seat N    for that player; without it, for whoever is awaited\n"
    "  --budget N  how many games are imagined; 2000 unless given\n";

struct asked {
    const char *path;
    uint64_t at, seat, budget;
};

static int usage(const char *what)
{
    fprintf(stderr, "holecard hint: %s; see holecard hint --help\n", what);
    return STATUS_USAGE;
}

static int fail(const char *path, const char *why)
{
    fprintf(stderr, "holecard hint: %s: %s\n", path, why);
    return STATUS_FAILED;
}

static void print_hints(const struct hc_view *view, const struct hc_hint *hints, unsigned count)
{
    printf("What seat %u would do after event %u:\n", view->viewer, view->seq);
    for (unsigned i = 0; i < count; i++) {
        char command[HC_COMMAND_CHARS];

        hc_command_print(view->game, &view->rules, &hints[i].command, command, sizeof command);
        printf("  %-32s wins %3u %% of %u imagined games\n", command,
               (hints[i].win_permille + 5u) / 10, hints[i].tries);
    }
}

static int hint(const struct asked *asked, const struct hc_table *table)
{
    unsigned seat = asked->seat < HC_SEATS_MAX ? (unsigned)asked->seat : hc_table_awaits(table);
    static const uint8_t seed[HC_SEED_BYTES]; /* the same question has the same answer */
    struct hc_hint hints[HC_HINTS_MAX];
    struct hc_view view;
    unsigned count;
    void *scratch;

    if (seat >= hc_table_seats(table))
        return fail(asked->path, asked->seat < HC_SEATS_MAX ? "there is no such seat"
                                                            : "no player is awaited there");
    hc_view(table, seat, 0, &view);
    scratch = malloc(hc_hint_bytes((uint32_t)asked->budget));
    if (!scratch)
        return fail(asked->path, "there is not enough memory");
    count = hc_hint(&view, seed, (uint32_t)asked->budget, scratch, hints);
    free(scratch);
    if (!count)
        return fail(asked->path, "that player can do nothing at that moment");
    print_hints(&view, hints, count);
    return STATUS_OK;
}

static int hint_file(const struct asked *asked)
{
    struct hc_problem why;
    struct logfile file;
    struct hc_table table;
    int status;

    if (!logfile_read(asked->path, &file, &why)) {
        fprintf(stderr, "holecard hint: %s\n", why.text);
        return STATUS_FAILED;
    }
    if (!hc_log_replay(file.bytes, file.size, (uint32_t)asked->at, &table, NULL, NULL, &why))
        status = fail(asked->path, why.text);
    else
        status = hint(asked, &table);
    logfile_release(&file);
    return status;
}

static bool read_value(int argc, char **argv, int *i, uint64_t max, uint64_t *value)
{
    const char *end = *i + 1 < argc ? hc_read_number(argv[++*i], max, value) : NULL;

    return end && !*end;
}

int tool_hint(int argc, char **argv)
{
    struct asked asked = {NULL, UINT32_MAX, HC_SEATS_MAX, HC_HINT_BUDGET};

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(help, stdout);
            return STATUS_OK;
        }
        if (!strcmp(argv[i], "--at")) {
            if (!read_value(argc, argv, &i, UINT32_MAX - 1, &asked.at))
                return usage("--at takes the number of an event");
        } else if (!strcmp(argv[i], "--seat")) {
            if (!read_value(argc, argv, &i, HC_SEATS_MAX - 1, &asked.seat))
                return usage("--seat takes the number of a seat, 0 to 9");
        } else if (!strcmp(argv[i], "--budget")) {
            if (!read_value(argc, argv, &i, HC_BUDGET_MAX, &asked.budget) || !asked.budget)
                return usage("--budget takes a number, 1 to 1000000");
        } else if (argv[i][0] == '-' && argv[i][1]) {
            return usage("the options are --at SEQ, --seat N and --budget N");
        } else if (asked.path) {
            return usage("it takes one file at a time");
        } else {
            asked.path = argv[i];
        }
    }
    return asked.path ? hint_file(&asked) : usage("name a file");
}
