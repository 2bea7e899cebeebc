// SPDX-License-Identifier: MIT
/* setup.c: reading the arguments of `holecard play`. */
#include "doors/terminal/setup.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "games/game.h"

enum { RULES_CHARS = 4000, SEATS_USUAL = 2 };

static const char default_game[] = "shed", default_bot[] = "random";

static const char usage[] =
    "usage: holecard play [GAME] [PRESET] [OPTION=VALUE]... [--seats N] [--bots LIST]\n"
    "                     [--seed S] [--log FILE]\n"
    "\n"
    "Plays at this terminal: you against one bot, unless you say otherwise. `holecard rules` "
    "lists\n"
    "games, presets and options. At the table, `help` says what can be typed.\n"
    "\n"
    "  --seats N    how many players sit at the table\n"
    "  --bots LIST  who plays the last seats: names of bots (random,random), their number,\n"
    "               or none, when people share the terminal and pass it on\n"
    "  --seed S     a number; the same number deals the same cards\n"
    "  --log FILE   save the match there when it ends; as JSON if the name ends in .json\n";

/* What was given, before it is put together. */
struct arguments {
    struct setup *setup;
    const char *seats, *bots, *seed;
    char rules[RULES_CHARS];
    struct hc_text words;
};

static bool wrong(int *status, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    fputs("holecard play: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
    *status = PLAY_USAGE;
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
    } options[] = {{"--seats", &given->seats},
                   {"--bots", &given->bots},
                   {"--seed", &given->seed},
                   {"--log", &given->setup->log}};
    const char *name = argv[*i];

    for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
        bool missing = false;
        const char *value = option_value(argc, argv, i, options[o].name, &missing);

        if (!value)
            continue;
        if (missing || !*value)
            return wrong(status, "%s needs a value; see holecard play --help", options[o].name);
        *options[o].value = value;
        return true;
    }
    return wrong(status, "there is no option %.40s; see holecard play --help", name);
}

static bool take_words(struct arguments *given, int argc, char **argv, int *status)
{
    bool first = true;

    hc_text_init(&given->words, given->rules, sizeof given->rules);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            fputs(usage, stdout);
            *status = PLAY_OK;
            return false;
        }
        if (argv[i][0] == '-') {
            if (!take_option(given, argc, argv, &i, status))
                return false;
            continue;
        }
        if (first && hc_game_find(argv[i])) {
            given->setup->game = hc_game_find(argv[i]);
        } else {
            hc_put(&given->words, given->words.length ? " " : "");
            hc_put(&given->words, argv[i]);
        }
        first = false;
    }
    if (given->words.length >= sizeof given->rules)
        return wrong(status, "these are too many words for rules");
    return true;
}

static bool choose_rules(struct arguments *given, int *status)
{
    struct setup *setup = given->setup;
    struct hc_problem why;

    if (!setup->game)
        setup->game = hc_game_find(default_game);
    if (!hc_rules_parse(setup->game, given->rules, &setup->rules, &why)) {
        char games[200];
        struct hc_text list;

        hc_text_init(&list, games, sizeof games);
        for (size_t g = 0; hc_game_at(g); g++) {
            hc_put(&list, g ? ", " : "");
            hc_put(&list, hc_game_name(hc_game_at(g)));
        }
        return wrong(status, "%s; `holecard rules %s` lists what is (games: %s)", why.text,
                     hc_game_name(setup->game), games);
    }
    if (*why.text)
        printf("Note: %s.\n", why.text);
    return true;
}

static void usual_bot(const struct hc_bot *bots[HC_SEATS_MAX], uint32_t budgets[HC_SEATS_MAX],
                      unsigned index)
{
    bots[index] = hc_bot_parse(default_bot, strlen(default_bot), &budgets[index]);
}

/* Reads the list of bots; they are put into the last seats when it is known how many there are. */
static bool choose_bots(const char *list, const struct hc_bot *bots[HC_SEATS_MAX],
                        uint32_t budgets[HC_SEATS_MAX], unsigned *count, int *status)
{
    uint64_t number;
    const char *end = hc_read_number(list, HC_SEATS_MAX, &number);

    *count = 0;
    if (!strcmp(list, "none"))
        return true;
    if (end && !*end) {
        while (*count < number)
            usual_bot(bots, budgets, (*count)++);
        return true;
    }
    for (;;) {
        size_t length = strcspn(list, ",");
        char name[24];

        snprintf(name, sizeof name, "%.*s", (int)(length < 23 ? length : 23), list);
        if (*count == HC_SEATS_MAX)
            return wrong(status, "there are at most %d seats, so not so many bots", HC_SEATS_MAX);
        bots[*count] = hc_bot_parse(list, length, &budgets[*count]);
        if (!bots[*count]) {
            char names[200];
            struct hc_text out;

            hc_text_init(&out, names, sizeof names);
            for (size_t b = 0; hc_bot_at(b); b++) {
                hc_put(&out, b ? ", " : "");
                hc_put(&out, hc_bot_at(b)->name);
            }
            return wrong(status, "\"%s\" is not a bot; there are: %s (or a number, or none)", name,
                         names);
        }
        ++*count;
        if (!list[length])
            return true;
        list += length + 1;
    }
}

static bool choose_seats(struct arguments *given, int *status)
{
    struct setup *setup = given->setup;
    unsigned min = hc_seats_min(setup->game, &setup->rules);
    unsigned max = hc_seats_max(setup->game, &setup->rules);
    const struct hc_bot *bots[HC_SEATS_MAX];
    uint32_t budgets[HC_SEATS_MAX];
    unsigned bot_count = 0;
    uint64_t seats = min > SEATS_USUAL ? min : SEATS_USUAL;
    const char *end;

    if (given->bots && !choose_bots(given->bots, bots, budgets, &bot_count, status))
        return false;
    if (seats <= bot_count && bot_count < max)
        seats = bot_count + 1;
    if (given->seats) {
        end = hc_read_number(given->seats, HC_SEATS_MAX, &seats);
        if (!end || *end || seats < min || seats > max)
            return wrong(status, "--seats must be %u to %u with these rules", min, max);
    }
    if (seats > max)
        return wrong(status, "these rules have room for %u players", max);
    if (bot_count > seats)
        return wrong(status, "there are %u bots for %u seats", bot_count, (unsigned)seats);
    setup->seats = (unsigned)seats;
    if (!given->bots)
        while (bot_count + 1 < setup->seats)
            usual_bot(bots, budgets, bot_count++);
    for (unsigned b = 0; b < bot_count; b++) {
        setup->bot[setup->seats - bot_count + b] = bots[b];
        setup->budget[setup->seats - bot_count + b] = budgets[b];
    }
    return true;
}

static bool choose_seed(struct arguments *given, int *status)
{
    struct setup *setup = given->setup;
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
            *status = PLAY_FAILED;
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

bool setup_read(int argc, char **argv, struct setup *setup, int *status)
{
    struct arguments given = {.setup = setup};

    *setup = (struct setup){0};
    return take_words(&given, argc, argv, status) && choose_rules(&given, status) &&
           choose_seats(&given, status) && choose_seed(&given, status);
}
