// SPDX-License-Identifier: MIT
/* setup.c: reading the arguments of `holecard play`. */
#include "doors/terminal/setup.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "args/args.h"
#include "doors/terminal/line.h"
#include "doors/terminal/setup_text.h"
#include "doors/terminal/status.h"

__attribute__((format(printf, 2, 3))) static bool wrong(int *status, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    fputs("holecard play: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    *status = STATUS_USAGE;
    return false;
}

bool setup_arguments(int argc, char **argv, struct arguments *given, int *status)
{
    enum {
        HOME = 1,
        CONTINUE = 2,
        JOIN = 4,
        WATCH = 8,
        THERE = JOIN | WATCH,
        HERE = HOME | CONTINUE
    };
    struct args_words rules = {NULL, 0};
    const struct arg args[] = {
        {"--continue", "[ID]", "go on with a match that was left: the last one, or a certain one",
         .text = &given->id, .given = &given->go_on, .forms = CONTINUE, .needed_in = CONTINUE},
        {"--join", "URL[/CODE]",
         "sit down at a table of a server; with a CODE at that one, with a GAME at a new one, "
         "otherwise choose from a list",
         .text = &given->join, .forms = THERE, .needed_in = THERE},
        {"--watch", NULL, "look on there without a seat", .given = &given->watch, .forms = WATCH,
         .needed_in = WATCH},
        {.value = "GAME", .game = &given->game, .loose = true, .forms = HOME | JOIN},
        {.value = "RULES", .words = &rules, .forms = HOME | JOIN},
        {"--name", "NAME", "what you are called today, instead of the name that is remembered",
         .text = &given->name, .forms = HOME | JOIN},
        {"--seats", "N", "how many players sit at the table", .text = &given->seats,
         .forms = HOME | JOIN},
        {"--bots", "LIST",
         "who plays the last seats: easy, fair or strong for each (fair,strong), with person "
         "between them "
         "where people sit; or the number of bots; or none, when people share the terminal and "
         "pass it on",
         .text = &given->bots, .forms = HOME},
        {"--seed", "S", "a number; the same number deals the same cards", .number = &given->seed,
         .max = UINT64_MAX, .given = &given->seeded, .forms = HOME},
        {"--bot-delay", "MS",
         "how long a bot waits before it acts; 700 on a full screen, 100 in line mode, and 0 if "
         "input or output is no terminal",
         .text = &given->delay, .forms = HERE},
        {"--forget", "PERCENT", "how often a bot forgets to act out of turn or to call; 20",
         .text = &given->forget, .forms = HOME},
        {"--log", "FILE", "save the match there when it ends; as JSON if the name ends in .json",
         .text = &given->log},
        {"--no-save", NULL, "keep nothing of the match in your folder", .given = &given->no_save,
         .forms = HOME},
        {"--ca", "FILE", "certificates to trust, instead of the system's", .text = &given->ca,
         .forms = THERE},
        {"--plain", NULL, "line mode, also where the whole screen could be used",
         .given = &given->plain},
        {"--language", "CODE", "instead of the locale's", .language = &given->language},
    };
    const struct args_command command = {
        "play",
        "Plays at this terminal. If nothing says what, a menu asks, and remembers the answers. A "
        "table that is named here is you against one bot, unless you say otherwise. `holecard "
        "rules` lists games, and the RULES of each: a preset, and name=value for single options. "
        "At the table, `help` says what can be typed.",
        .args = args, .count = sizeof args / sizeof *args, .forms = 4};

    *given = (struct arguments){.game = NULL};
    if (!args_read(&command, argc, argv, status))
        return false;
    *status = STATUS_USAGE;
    given->names_table = given->game || rules.count || given->seats || given->bots || given->seeded;
    if (!args_join(&rules, given->rules, sizeof given->rules))
        args_wrong(&command, "these are too many words for rules");
    else if ((given->ca || given->watch) && !given->join)
        args_wrong(&command, "--ca and --watch are for a table of a server and go with --join");
    else if (given->join && (given->go_on || given->bots || given->seeded || given->delay ||
                             given->forget || given->no_save))
        args_wrong(&command, "--join takes none of --continue, --bots, --bot-delay, --forget, "
                             "--seed and --no-save; bots are added at the table");
    else if (given->watch && (given->names_table || given->name))
        args_wrong(&command, "--watch looks on as nobody in particular and opens no table; it "
                             "takes no game, rules, --seats or --name");
    else if (given->go_on && (given->names_table || given->forget || given->no_save || given->name))
        args_wrong(&command, "--continue goes on with a match as it is; it takes no game, rules, "
                             "--seats, --bots, --seed, --forget, --name or --no-save");
    else
        return true;
    return false;
}

bool setup_apply(const struct arguments *given, struct setup *setup, int *status)
{
    struct hc_problem why;

    if (given->names_table) {
        struct setup usual;

        setup_usual(&usual);
        setup_game(setup, given->game ? given->game : usual.game);
        if (!setup_rules(setup, given->rules, &why))
            return wrong(status, "%s", why.text);
        if (*why.text)
            LINE_SAY(TERMINAL_NOTE, {"what", why.text, 0});
        if (!setup_seat(setup, given->seats, given->bots, &why))
            return wrong(status, "%s", why.text);
    }
    if (given->name && !given->join &&
        !setup_one_name(setup, 0, given->name, strlen(given->name), &why))
        return wrong(status, "%s", why.text);
    if ((given->delay && !setup_delay(setup, given->delay, &why)) ||
        (given->forget && !setup_forget(setup, given->forget, &why)))
        return wrong(status, "%s", why.text);
    setup->plain |= given->plain;
    return true;
}

void setup_draw(const struct arguments *given, struct setup *setup)
{
    uint64_t number = given->seed;

    setup->seeded = given->seeded || hc_rules_seed(&setup->rules, &number);
    if (!setup->seeded)
        return;
    /* Who knows the number knows everything, so the salt may follow from it as well. */
    hc_seed_from_number(number, setup->seed);
    hc_seed_from_number(~number, setup->salt);
}
