// SPDX-License-Identifier: MIT
/* verify.c: `holecard verify FILE…` says whether saved matches were altered after the deal. */
#include <stdio.h>

#include "files/logfile.h"
#include "tools/tools.h"

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

static int verify(const char *path)
{
    char where[PLACE_CHARS];
    struct hc_problem why;
    struct logfile file;
    struct tally tally;
    enum hc_verdict verdict;

    if (!logfile_read(path, &file, &why)) {
        fprintf(stderr, "holecard verify: %s\n", why.text);
        return STATUS_UNREADABLE;
    }
    verdict = hc_log_verify(file.bytes, file.size, &why);
    tally = count(&file);
    switch (verdict) {
    case HC_HONEST:
        printf("%s: unaltered since the deal (%lu commands, %lu events)\n", path, tally.commands,
               tally.events);
        break;
    case HC_UNREVEALED:
        printf("%s: not revealed yet, but sound so far (%lu commands, %lu events)\n", path,
               tally.commands, tally.events);
        break;
    case HC_DISHONEST:
    case HC_UNREADABLE: /* logfile_read refuses it */
        logfile_where(&file, path, &why, where, sizeof where);
        printf("%s: not honest: %s\n", where, why.text);
        break;
    }
    logfile_release(&file);
    return verdict < HC_DISHONEST ? STATUS_OK : STATUS_FAILED;
}

int tool_verify(int argc, char **argv)
{
    struct args_words files;
    const struct arg args[] = {{.value = "FILE", .words = &files, .needed = true}};
    const struct args_command command = {
        "verify",
        "Checks for each saved match (bytes or JSON; - is standard input) that nothing was altered "
        "after the deal: every shuffle came from the seed that the log commits to, and every move "
        "was lawful. If not, it names the first event or record that is wrong. It cannot tell "
        "whether the one who dealt tried several deals first.",
        .args = args, .count = sizeof args / sizeof *args,
        .end = "Exit status: 0 if nothing was altered, 1 if a match is not honest, 2 for wrong "
               "usage, 3 if a\nfile cannot be read: it is missing, no log, cut short or damaged."};
    int status, found;

    if (!args_read(&command, argc, argv, &status))
        return status;
    status = STATUS_OK;
    for (unsigned i = 0; i < files.count; i++) {
        found = verify(files.word[i]);
        if (found == STATUS_FAILED || status == STATUS_OK)
            status = found;
    }
    return status;
}
