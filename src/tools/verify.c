// SPDX-License-Identifier: MIT
/* verify.c: `holecard verify FILE…` says of each saved match whether it was dealt honestly. */
#include <stdio.h>
#include <string.h>

#include "files/logfile.h"
#include "tools/tools.h"

static const char help[] =
    "usage: holecard verify FILE...\n\n"
    "Proves for each saved match (bytes or JSON; - is standard input) that every shuffle came\n"
    "from the seed that was committed to before the match, and that every move was lawful.\n"
    "If not, it names the first event or record that is wrong.\n\n"
    "Exit status: 0 if no file is dishonest, 1 if one is or cannot be read, 2 for wrong usage.\n";

enum { PLACE_CHARS = 4200 }; /* a path with line and column */

struct tally {
    unsigned long commands, events;
};

/* The log has been verified, so it can be read. */
static struct tally count(const struct logfile *file)
{
    struct tally tally = {0, 0};
    struct hc_log_reader reader;
    struct hc_record record;

    if (!hc_log_open(&reader, file->bytes, file->size))
        return tally;
    while (hc_log_next(&reader, &record) > 0) {
        tally.commands += record.kind == HC_RECORD_COMMAND;
        tally.events += record.events.count;
    }
    return tally;
}

static bool verify(const char *path)
{
    char where[PLACE_CHARS];
    struct hc_problem why;
    struct logfile file;
    struct tally tally;
    enum hc_verdict verdict;

    if (!logfile_read(path, &file, &why)) {
        fprintf(stderr, "holecard verify: %s\n", why.text);
        return false;
    }
    verdict = hc_log_verify(file.bytes, file.size, &why);
    tally = count(&file);
    switch (verdict) {
    case HC_HONEST:
        printf("%s: honest (%lu commands, %lu events)\n", path, tally.commands, tally.events);
        break;
    case HC_UNREVEALED:
        printf("%s: not revealed yet, but sound so far (%lu commands, %lu events)\n", path,
               tally.commands, tally.events);
        break;
    case HC_DISHONEST:
        logfile_where(&file, path, &why, where, sizeof where);
        printf("%s: not honest: %s\n", where, why.text);
        break;
    }
    logfile_release(&file);
    return verdict != HC_DISHONEST;
}

int tool_verify(int argc, char **argv)
{
    int status = STATUS_OK;

    if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
        fputs(help, stdout);
        return STATUS_OK;
    }
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-' && argv[i][1]) {
            fprintf(stderr, "holecard verify: there is no option %s; it takes names of files\n",
                    argv[i]);
            return STATUS_USAGE;
        }
    if (argc < 2) {
        fputs("holecard verify: name a file; see holecard verify --help\n", stderr);
        return STATUS_USAGE;
    }
    for (int i = 1; i < argc; i++)
        if (!verify(argv[i]))
            status = STATUS_FAILED;
    return status;
}
