// SPDX-License-Identifier: MIT
/* replay_play.c: the arguments of `holecard replay`, and the choice between lines and the full
 * screen.
 */
#include "doors/terminal/replay.h"

#include <stdio.h>

#include "args/args.h"
#include "doors/terminal/screen.h"
#include "doors/terminal/status.h"
#include "doors/terminal/terminal.h"
#include "doors/terminal/phrase.h"

enum { WHERE_CHARS = 4096 };

static void name_seat(unsigned seat, char name[REPLAY_NAME_CHARS])
{
    struct hc_text out;

    hc_text_init(&out, name, REPLAY_NAME_CHARS);
    WORDS_FILL(phrase_language(), WORDS_SEAT, &out, {"count", NULL, seat});
}

void replay_name(const struct wish *wish, unsigned seat, char name[REPLAY_NAME_CHARS])
{
    if (wish->names && wish->names[seat] && *wish->names[seat])
        snprintf(name, REPLAY_NAME_CHARS, "%s", wish->names[seat]);
    else
        name_seat(seat, name);
}

bool replay_may_show(const struct wish *wish, unsigned seats, bool over, struct hc_problem *why)
{
    if (wish->viewer != HC_SPECTATOR && wish->viewer >= seats)
        return say_why(why, "--seat must be 0 to %u (the first seat is 0)", seats - 1);
    if (wish->all && !over)
        return phrase_why(why, TERMINAL_ALL_SECRET);
    return true;
}

bool replay_show(const struct wish *wish, const struct logfile *file, const char *command,
                 const struct terminal_process *process)
{
    const char *names[HC_SEATS_MAX] = {NULL};
    struct wish named = *wish;
    struct past_match match;
    struct hc_problem why;
    bool ok;

    if (!wish->names && process->past_find(file->bytes, file->size, &match)) {
        for (unsigned s = 0; s < match.seats; s++)
            names[s] = match.name[s];
        named.names = names;
    }
    if (wish->plain || wish->facts || !screen_possible())
        ok = replay_lines(&named, file, &why);
    else
        ok = replay_full(&named, file, &why);
    fflush(stdout);
    if (!ok) {
        char where[WHERE_CHARS];

        logfile_where(file, wish->path, &why, where, sizeof where);
        fprintf(stderr, "holecard %s: %s: %s\n", command, where, why.text);
    }
    return ok;
}

static int replay(const struct wish *wish, const struct terminal_process *process)
{
    struct hc_problem why;
    struct logfile file;
    bool ok;

    if (!logfile_read(wish->path, &file, &why)) {
        fprintf(stderr, "holecard replay: %s\n", why.text);
        return STATUS_UNREADABLE;
    }
    ok = replay_show(wish, &file, "replay", process);
    logfile_release(&file);
    return ok ? STATUS_OK : STATUS_FAILED;
}

int terminal_replay(int argc, char **argv, const struct terminal_process *process)
{
    struct wish wish = {.path = NULL};
    uint64_t seat = HC_SPECTATOR, seq = UINT32_MAX;
    const struct hc_language *language;
    const struct arg args[] = {
        {.value = "FILE", .text = &wish.path, .needed = true},
        {"--seat", "N",
         "as the player on seat N (the first is 0) saw it; without it, as a spectator did",
         .number = &seat, .max = HC_SEATS_MAX - 1},
        {"--at", "SEQ", "up to event number SEQ; on the full screen, begin there", .number = &seq,
         .max = UINT32_MAX - 1},
        {"--all", NULL, "with every card open, once the match is over or its secret is revealed",
         .given = &wish.all},
        {"--plain", NULL,
         "as lines of text, on a terminal too: Enter goes on after each command, q ends",
         .given = &wish.plain},
        {"--facts", NULL, "as lines, and at the end what else the engine knows, for programs",
         .given = &wish.facts},
        {"--language", "CODE", "instead of the locale's", .language = &language},
    };
    const struct args_command command = {
        "replay",
        "Shows a saved match (bytes or JSON; - is standard input) again. On a terminal it is a "
        "film: wind it forward and back, play it, look with anybody's eyes; the key ? says how. "
        "Otherwise it is told event by event, and then the table is shown. The players have their "
        "names if the match is among yours at home (holecard history).",
        .args = args, .count = sizeof args / sizeof *args};
    int status;

    if (!args_read(&command, argc, argv, &status))
        return status;
    phrase_speak(language);
    wish.viewer = (unsigned)seat;
    wish.seq = (uint32_t)seq;
    return replay(&wish, process);
}
