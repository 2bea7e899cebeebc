// SPDX-License-Identifier: MIT
/*
 * hint.c: `holecard hint FILE` says what a strong player would do at a moment of a saved match.
 *
 * It sees what the player on that seat saw, and nothing more: the hints come from a view.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bots/bots.h"
#include "games/games_inside.h"
#include "files/logfile.h"
#include "tools/tools.h"

enum { WHY_CHARS = 120 };

struct asked {
    const char *path;
    uint64_t at, seat, budget;
};

static int fail(const char *path, const char *why)
{
    fprintf(stderr, "holecard hint: %s: %s\n", path, why);
    return STATUS_FAILED;
}

static int refuse_seat(const char *path, unsigned last)
{
    char why[WHY_CHARS];

    snprintf(why, sizeof why, "--seat must be 0 to %u (the first seat is 0)", last);
    return fail(path, why);
}

static void print_hints(const struct hc_view *view, const struct hc_hint *hints, unsigned count)
{
    printf("What seat %u (the first is 0) would do after event %u:\n", view->viewer, view->seq);
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

    if (asked->seat == HC_SEATS_MAX && seat >= hc_table_seats(table))
        return fail(asked->path, "no player is awaited there");
    if (seat >= hc_table_seats(table))
        return refuse_seat(asked->path, hc_table_seats(table) - 1);
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

/* Whether event number `at` is followed by another one of the same command: those of earlier
 * commands end with number *before, its own with *after. */
static bool is_inside(const struct logfile *file, uint32_t at, uint32_t *before, uint32_t *after)
{
    struct hc_log_reader reader;
    struct hc_record record;

    *before = *after = 0;
    if (!hc_log_open(&reader, file->bytes, file->size))
        return false;
    while (*after < at && hc_log_next(&reader, &record) > 0) {
        *before = *after;
        *after += record.events.count;
    }
    return *after > at;
}

static int refuse_inside(const char *path, uint32_t at, uint32_t before, uint32_t after)
{
    char why[WHY_CHARS];

    if (before)
        snprintf(why, sizeof why, "event %u is in the middle of a command; use --at %u or --at %u",
                 at, before, after);
    else
        snprintf(why, sizeof why, "event %u is in the middle of a command; use --at %u", at, after);
    return fail(path, why);
}

static int hint_file(const struct asked *asked)
{
    uint32_t before, after;
    struct hc_problem why;
    struct logfile file;
    struct hc_table table;
    int status;

    if (!logfile_read(asked->path, &file, &why)) {
        fprintf(stderr, "holecard hint: %s\n", why.text);
        return STATUS_UNREADABLE;
    }
    if (is_inside(&file, (uint32_t)asked->at, &before, &after))
        status = refuse_inside(asked->path, (uint32_t)asked->at, before, after);
    else if (!hc_log_replay(file.bytes, file.size, (uint32_t)asked->at, &table, NULL, NULL, &why))
        status = fail(asked->path, why.text);
    else
        status = hint(asked, &table);
    logfile_release(&file);
    return status;
}

int tool_hint(int argc, char **argv)
{
    struct asked asked = {NULL, UINT32_MAX, HC_SEATS_MAX, HC_HINT_BUDGET};
    const struct arg args[] = {
        {.value = "FILE", .text = &asked.path, .needed = true},
        {"--at", "SEQ", "after event number SEQ; without it, after the last one",
         .number = &asked.at, .max = UINT32_MAX - 1},
        {"--seat", "N",
         "for that player (the first is 0); without it, for the player who is awaited",
         .number = &asked.seat, .max = HC_SEATS_MAX - 1},
        {"--budget", "N", "how many games are imagined; 2000 unless given", .number = &asked.budget,
         .min = 1, .max = HC_BUDGET_MAX},
    };
    const struct args_command command = {
        "hint",
        "Says what the bot `search` would do at a moment of a saved match (- is standard input), "
        "with how often the player then wins the round in the games that it imagines. Best first.",
        .args = args, .count = sizeof args / sizeof *args};
    int status;

    return args_read(&command, argc, argv, &status) ? hint_file(&asked) : status;
}
