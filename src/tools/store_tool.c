// SPDX-License-Identifier: MIT
/* store_tool.c: `holecard store`, which looks after the database of a server: its command line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "tools/store_tools.h"
#include "tools/tools.h"

bool store_say_why(const struct database *database)
{
    fprintf(stderr, "holecard store: %s\n", database->why.text);
    return false;
}

static bool read_identity(const char *text, void *to)
{
    uint8_t *identity = to;

    if (strlen(text) != 2 * STORE_IDENTITY_BYTES ||
        strspn(text, "0123456789abcdef") != 2 * STORE_IDENTITY_BYTES)
        return false;
    for (unsigned i = 0; i < STORE_IDENTITY_BYTES; i++) {
        char digits[3] = {text[2 * i], text[2 * i + 1], 0};

        identity[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return true;
}

/* ---- What is asked for ---- */

static bool check_or_write(const char *path, const char *room, const char *to, bool *understood)
{
    uint64_t number;
    const char *end = room ? hc_read_number(room, UINT64_MAX, &number) : "";

    *understood = end && !*end;
    if (!*understood)
        return false;
    return room ? store_write_log(path, number, to) : store_check(path);
}

int tool_store(int argc, char **argv)
{
    enum { CHECK, BACKUP, RESCUE, COPY, STATISTICS, COMMANDS };
    struct store_request request = {.count = 10};
    const char *path, *copy, *room = NULL, *to = NULL;
    const struct arg check[] = {
        {.value = "FILE", .text = &path, .needed = true},
        {"--write-log", "ROOM TO",
         "instead writes what can be read of the log of a room, by the number that check names, to "
         "the file TO; holecard replay shows it",
         .text = &room, .second = &to},
    };
    const struct arg backup[] = {{.value = "FILE", .text = &path, .needed = true},
                                 {.value = "COPY", .text = &copy, .needed = true}};
    const struct arg rescue[] = {{.value = "FILE", .text = &path, .needed = true},
                                 {.value = "TO", .text = &copy, .needed = true}};
    const struct arg copies[] = {{.value = "FROM", .text = &path, .needed = true},
                                 {.value = "TO", .text = &copy, .needed = true}};
    const struct arg list[] = {
        {.value = "STORE", .text = &request.path, .needed = true},
        {.value = "GAME", .game = &request.game},
        {"--count", "N", "how many players to list (10; at most 100)", .number = &request.count,
         .min = 1, .max = STORE_ROWS_MAX},
        {"--rebuild", NULL, "first counts everything anew from the stored matches",
         .given = &request.rebuild},
        {"--forget", "IDENTITY",
         "first forgets a person: 32 hexadecimal digits, as they are listed", .read = read_identity,
         .to = request.identity, .must = "32 hexadecimal digits in lower case",
         .given = &request.forget},
    };
    const struct args_command commands[COMMANDS] = {
        {"store check",
         "Verifies every match in it, and names everything that is wrong: also rooms that a server "
         "could not read and has set aside.",
         .args = check, .count = sizeof check / sizeof *check},
        {"store backup", "Copies it as it is at one moment to the file COPY, which is replaced.",
         .args = backup, .count = sizeof backup / sizeof *backup},
        {"store rescue",
         "Saves what can be read of a damaged one into a new file TO, and sets aside there what is "
         "damaged.",
         .args = rescue, .count = sizeof rescue / sizeof *rescue},
        {"store copy",
         "Copies all of it, as it is at one moment, from one kind of database to another: FROM and "
         "TO are files, or addresses of PostgreSQL (postgresql://...). TO must be new, or empty.",
         .args = copies, .count = sizeof copies / sizeof *copies},
        {"store statistics",
         "Lists the best players of each game, or of one. STORE is a file, or an address of "
         "PostgreSQL (postgresql://...).",
         .args = list, .count = sizeof list / sizeof *list,
         .end = "All of it can be done while a server runs, but for --rebuild and --forget.\n"
                "Exit status: 0 if all is well, 1 if something is wrong or cannot be done, 2 for "
                "wrong "
                "usage."},
    };
    const struct args_command all = {.name = "store"};
    unsigned chosen = 0;
    bool done, understood = true;
    int status;

    if (argc > 1 && args_is_help(argv[1])) {
        args_help(commands, COMMANDS, "Looks after the database of a server.");
        return STATUS_OK;
    }
    while (argc > 1 && chosen < COMMANDS &&
           strcmp(argv[1], strchr(commands[chosen].name, ' ') + 1) != 0)
        chosen++;
    if (argc < 2 || chosen == COMMANDS)
        return args_wrong(&all, "say check, backup, rescue, copy or statistics");
    if (!args_read(&commands[chosen], argc - 1, argv + 1, &status))
        return status;
    if (chosen == CHECK)
        done = check_or_write(path, room, to, &understood);
    else if (chosen == BACKUP)
        done = store_backup(path, copy);
    else if (chosen == COPY)
        done = store_copying(path, copy);
    else
        done = chosen == RESCUE ? store_rescue(path, copy) : store_best(&request);
    if (!understood)
        return args_wrong(&commands[CHECK], "ROOM must be a number, as check names it");
    return done ? STATUS_OK : STATUS_FAILED;
}
