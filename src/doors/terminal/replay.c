// SPDX-License-Identifier: MIT
/* replay.c: the arguments of `holecard replay`, and the choice between lines and the full screen.
 */
#include "doors/terminal/replay.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "doors/terminal/screen.h"
#include "doors/terminal/status.h"
#include "doors/terminal/terminal.h"

enum { WHERE_CHARS = 4096 };

static const char help[] =
    "usage: holecard replay FILE [--seat N] [--at SEQ] [--all] [--plain]\n\n"
    "Shows a saved match (bytes or JSON; - is standard input) again. On a terminal it is a film:\n"
    "wind it forward and back, play it, look with anybody's eyes; the key ? says how. Otherwise "
    "it\n"
    "is told event by event, and then the table is shown.\n\n"
    "  --seat N  as the player on seat N saw it; without it, as a spectator did\n"
    "  --at SEQ  up to event number SEQ; on the full screen, begin there\n"
    "  --all     with every card open, once the match is over or its secret is revealed\n"
    "  --plain   as lines of text, on a terminal too: Enter goes on after each command, q ends\n";

bool replay_may_show(const struct wish *wish, unsigned seats, bool over, struct hc_problem *why)
{
    if (wish->viewer != HC_SPECTATOR && wish->viewer >= seats)
        return say_why(why, "--seat must be below %u, the number of players", seats);
    if (wish->all && !over)
        return say_why(why,
                       "the match is not over, so --all would show hands that are still secret");
    return true;
}

static bool replay(const struct wish *wish)
{
    struct hc_problem why;
    struct logfile file;
    bool ok;

    if (!logfile_read(wish->path, &file, &why)) {
        fprintf(stderr, "holecard replay: %s\n", why.text);
        return false;
    }
    if (wish->plain || !screen_possible())
        ok = replay_lines(wish, &file, &why);
    else
        ok = replay_full(wish, &file, &why);
    fflush(stdout);
    if (!ok) {
        char where[WHERE_CHARS];

        logfile_where(&file, wish->path, &why, where, sizeof where);
        fprintf(stderr, "holecard replay: %s: %s\n", where, why.text);
    }
    logfile_release(&file);
    return ok;
}

static int usage(const char *what)
{
    fprintf(stderr, "holecard replay: %s; see holecard replay --help\n", what);
    return STATUS_USAGE;
}

/* The number behind an option. */
static bool read_count(const char *word, uint64_t max, uint64_t *number)
{
    const char *end = word ? hc_read_number(word, max, number) : NULL;

    return end && !*end;
}

int terminal_replay(int argc, char **argv)
{
    struct wish wish = {.viewer = HC_SPECTATOR, .seq = UINT32_MAX};
    uint64_t number;

    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(help, stdout);
            return STATUS_OK;
        }
        if (!strcmp(argv[i], "--all")) {
            wish.all = true;
        } else if (!strcmp(argv[i], "--plain")) {
            wish.plain = true;
        } else if (!strcmp(argv[i], "--seat")) {
            if (!read_count(argv[++i], HC_SEATS_MAX - 1, &number))
                return usage("--seat takes the number of a seat, 0 to 9");
            wish.viewer = (unsigned)number;
        } else if (!strcmp(argv[i], "--at")) {
            if (!read_count(argv[++i], UINT32_MAX - 1, &number))
                return usage("--at takes the number of an event");
            wish.seq = (uint32_t)number;
        } else if (argv[i][0] == '-' && argv[i][1]) {
            return usage("the options are --seat N, --at SEQ, --all and --plain");
        } else if (wish.path) {
            return usage("it takes one file at a time");
        } else {
            wish.path = argv[i];
        }
    }
    if (!wish.path)
        return usage("name a file");
    return replay(&wish) ? STATUS_OK : STATUS_FAILED;
}
