// SPDX-License-Identifier: MIT
/* setup.c: reading the arguments of `holecard play`. */
#include "doors/terminal/setup.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "doors/terminal/setup_text.h"
#include "doors/terminal/status.h"

static const char usage[] =
    "usage: holecard play [GAME] [PRESET] [OPTION=VALUE]... [--seats N] [--bots LIST]\n"
    "                     [--seed S] [--log FILE] [--plain] [--bot-delay MS] [--forget PERCENT]\n"
    "       holecard play --continue [ID]\n"
    "       holecard play --join URL[/CODE] [GAME] [PRESET] [OPTION=VALUE]... [--name NAME]\n"
    "                     [--seats N] [--log FILE] [--ca FILE] [--plain]\n"
    "       holecard play --join URL[/CODE] --watch [--log FILE] [--ca FILE] [--plain]\n"
    "\n"
    "Plays at this terminal. If nothing says what, a menu asks, and remembers the answers. A "
    "table\n"
    "that is named here is you against one bot, unless you say otherwise. `holecard rules` lists\n"
    "games, presets and options. At the table, `help` says what can be typed.\n"
    "\n"
    "  --seats N         how many players sit at the table\n"
    "  --bots LIST       who plays the last seats: names of bots (greedy,search:2000), with "
    "person\n"
    "                    between them where people sit; or the number of bots; or none, when\n"
    "                    people share the terminal and pass it on\n"
    "  --seed S          a number; the same number deals the same cards\n"
    "  --log FILE        save the match there when it ends; as JSON if the name ends in .json\n"
    "  --continue [ID]   go on with a match that was left: the last one, or a certain one\n"
    "  --join URL        sit down at a table of a server; with a CODE at that one, with a GAME at "
    "a new\n"
    "                    one, otherwise choose from a list\n"
    "  --watch           look on there without a seat\n"
    "  --name NAME       what you are called there\n"
    "  --ca FILE         certificates to trust, instead of the system's\n"
    "  --plain           line mode, also where the whole screen could be used\n"
    "  --bot-delay MS    how long a bot waits before it acts; 700 on a full screen, otherwise 0\n"
    "  --forget PERCENT  how often a bot forgets to act out of turn or to call; 20\n";

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

/* The value of an option given as --name VALUE or --name=VALUE; NULL if it is another option. */
static const char *option_value(int argc, char **argv, int *i, const char *name, bool *missing)
{
    size_t length = strlen(name);

    if (strncmp(argv[*i], name, length) != 0 || (argv[*i][length] && argv[*i][length] != '='))
        return NULL;
    if (argv[*i][length] == '=')
        return argv[*i] + length + 1;
    *missing = *i + 1 == argc;
    return *missing ? "" : argv[++*i];
}

static bool take_option(struct arguments *given, int argc, char **argv, int *i, int *status)
{
    struct {
        const char *name, **value;
        bool names_table;
    } options[] = {{"--seats", &given->seats, true},
                   {"--bots", &given->bots, true},
                   {"--seed", &given->seed, true},
                   {"--log", &given->log, false},
                   {"--bot-delay", &given->delay, false},
                   {"--forget", &given->forget, false},
                   {"--join", &given->join, false},
                   {"--name", &given->name, false},
                   {"--ca", &given->ca, false}};
    const char *name = argv[*i];

    for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
        bool missing = false;
        const char *value = option_value(argc, argv, i, options[o].name, &missing);

        if (!value)
            continue;
        if (missing || !*value)
            return wrong(status, "%s needs a value; see holecard play --help", options[o].name);
        *options[o].value = value;
        given->names_table |= options[o].names_table;
        return true;
    }
    return wrong(status, "there is no option %.40s; see holecard play --help", name);
}

/* --continue, --continue ID or --continue=ID; what follows is an ID unless it is an option. */
static bool take_continue(struct arguments *given, int argc, char **argv, int *i)
{
    static const char name[] = "--continue";
    size_t length = sizeof name - 1;

    if (strncmp(argv[*i], name, length) != 0 || (argv[*i][length] && argv[*i][length] != '='))
        return false;
    given->go_on = true;
    if (argv[*i][length])
        given->id = argv[*i] + length + 1;
    else if (*i + 1 < argc && argv[*i + 1][0] != '-')
        given->id = argv[++*i];
    return true;
}

static void take_word(struct arguments *given, const char *word, struct hc_text *rules)
{
    if (!given->game && !rules->length && hc_game_find(word)) {
        given->game = hc_game_find(word);
    } else {
        hc_put(rules, rules->length ? " " : "");
        hc_put(rules, word);
    }
}

bool setup_arguments(int argc, char **argv, struct arguments *given, int *status)
{
    struct hc_text rules;

    *given = (struct arguments){.game = NULL};
    hc_text_init(&rules, given->rules, sizeof given->rules);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(usage, stdout);
            *status = STATUS_OK;
            return false;
        }
        if (!strcmp(argv[i], "--plain"))
            given->plain = true;
        else if (!strcmp(argv[i], "--watch"))
            given->watch = true;
        else if (take_continue(given, argc, argv, &i))
            continue;
        else if (argv[i][0] != '-')
            take_word(given, argv[i], &rules);
        else if (!take_option(given, argc, argv, &i, status))
            return false;
    }
    if (rules.length >= sizeof given->rules)
        return wrong(status, "these are too many words for rules");
    given->names_table |= given->game || rules.length;
    if ((given->name || given->ca || given->watch) && !given->join)
        return wrong(status, "--name, --ca and --watch are for a table of a server; see --join");
    if (given->join &&
        (given->go_on || given->bots || given->seed || given->delay || given->forget))
        return wrong(status, "--join takes none of --continue, --bots, --bot-delay, --forget and "
                             "--seed; bots are added at the table");
    if (given->watch && (given->names_table || given->name))
        return wrong(status, "--watch looks on as nobody in particular and opens no table; it "
                             "takes no game, rules, --seats or --name");
    if (given->go_on && given->names_table)
        return wrong(status, "--continue goes on with a match as it is; it takes no game, rules, "
                             "--seats, --bots or --seed");
    return true;
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
            printf("Note: %s.\n", why.text);
        if (!setup_seat(setup, given->seats, given->bots, &why))
            return wrong(status, "%s", why.text);
    }
    if ((given->delay && !setup_delay(setup, given->delay, &why)) ||
        (given->forget && !setup_forget(setup, given->forget, &why)))
        return wrong(status, "%s", why.text);
    setup->plain |= given->plain;
    if (given->log)
        setup->log = given->log;
    return true;
}

bool setup_draw(const struct arguments *given, struct setup *setup, int *status)
{
    uint8_t entropy[2 * HC_SEED_BYTES];
    uint64_t number;
    const char *end;

    if (given->seed) {
        end = hc_read_number(given->seed, UINT64_MAX, &number);
        if (!end || *end)
            return wrong(status, "--seed must be a number from 0 to 18446744073709551615");
    } else if (!hc_rules_seed(&setup->rules, &number)) {
        if (getrandom(entropy, sizeof entropy, 0) != sizeof entropy) {
            wrong(status, "the system gives no entropy: %s", strerror(errno));
            *status = STATUS_FAILED;
            return false;
        }
        memcpy(setup->seed, entropy, HC_SEED_BYTES);
        memcpy(setup->salt, entropy + HC_SEED_BYTES, HC_SEED_BYTES);
        return true;
    }
    /* Who knows the number knows everything, so the salt may follow from it as well. */
    hc_seed_from_number(number, setup->seed);
    hc_seed_from_number(~number, setup->salt);
    return true;
}
