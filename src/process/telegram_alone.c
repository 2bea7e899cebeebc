// SPDX-License-Identifier: MIT
/* telegram_alone.c: `holecard telegram`: a house with that door alone. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args/args.h"
#include "process/life.h"
#include "process/process.h"
#include "process/telegram_args.h"

enum { TABLES = 20000, BOT_BUDGET = 5000 }; /* as a server has them */

struct arguments {
    const char *store, *api;
    bool no_save;
};

bool telegram_read_api(const char *text, void *to)
{
    if (!telegram_is_api(text))
        return false;
    *(const char **)to = text;
    return true;
}

/* Telegram sends updates to nothing else; the path is ours to know again. */
bool telegram_read_webhook(const char *text, void *to)
{
    const char *path = strncmp(text, "https://", 8) ? NULL : strchr(text + 8, '/');

    if (!path || path == text + 8 || strlen(path) < 2 || strlen(path) > 150 || strlen(text) > 400 ||
        strpbrk(text, " \t\r\n?#@\"<>\\") || !strcmp(path, "/ws") || !strncmp(path, "/api/", 5))
        return false;
    *(const char **)to = text;
    return true;
}

static bool read_arguments(int argc, char **argv, struct arguments *given, int *status)
{
    const struct arg options[] = {
        {"--store", "FILE", "where matches are kept; holecard.db unless given",
         .text = &given->store, .or_next = true},
        {"--no-save", NULL, "keep nothing: when it ends, all is forgotten",
         .given = &given->no_save},
        {"--telegram-api", "URL", "the root of the Bot API; " TELEGRAM_API " unless given",
         .read = telegram_read_api, .to = &given->api, .must = TELEGRAM_API_MUST},
    };
    const struct args_command command = {
        "telegram",
        "Lets people play in the chats of Telegram until it is told to stop. The token of the bot "
        "is BOT_TOKEN in the environment. docs/telegram.md is how to get one; "
        "`holecard serve --telegram` opens this door beside that for browsers.",
        .args = options, .count = sizeof options / sizeof *options};

    return args_read(&command, argc, argv, status);
}

static int run(struct life *life, const struct arguments *given, const char *token)
{
    struct life_plan plan = {.name = "telegram",
                             .stores = &given->store,
                             .store_count = !given->no_save,
                             .rooms_max = TABLES,
                             .bot_budget_max = BOT_BUDGET};
    struct life_telegram telegram = {.api = given->api, .token = token};
    unsigned rooms;

    if (!life_open(life, &plan) || !life_open_telegram(life, &telegram))
        return life_fail(life);
    life_begin(life);
    rooms = house_counts(host_house(life->host))->rooms;
    printf("holecard telegram: open, %u table%s open\n", rooms, rooms == 1 ? "" : "s");
    fflush(stdout);
    return life_run(life);
}

int process_telegram(int argc, char **argv)
{
    struct arguments given = {.store = "holecard.db", .api = TELEGRAM_API};
    char token[TELEGRAM_TOKEN_CHARS];
    struct hc_problem why;
    struct life *life;
    int status;

    if (!read_arguments(argc, argv, &given, &status))
        return status;
    if (!telegram_take_token(token, &why)) {
        fprintf(stderr, "holecard telegram: %s\n", why.text);
        return STATUS_FAILED;
    }
    life = calloc(1, sizeof *life);
    if (!life) {
        fputs("holecard telegram: there is not enough memory\n", stderr);
        return STATUS_FAILED;
    }
    life_prepare();
    status = run(life, &given, token);
    sodium_memzero(token, sizeof token);
    free(life);
    return status;
}
