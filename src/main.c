// SPDX-License-Identifier: MIT
/* main.c: the subcommands of holecard, and nothing else. */
#include <stdio.h>
#include <string.h>

#include "holecard.h"
#include "process/process.h"
#include "tools/tools.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} subcommands[] = {
    {"play", process_play, "play at this terminal"},
    {"serve", process_serve, "serve tables over the network"},
    {"telegram", process_telegram, "let people play in Telegram's chats"},
    {"bot", tool_bot, "let a bot play at a server's table"},
    {"history", process_history, "your matches at home: list, replay, review, delete"},
    {"statistics", process_statistics, "what is counted of your matches"},
    {"rules", tool_rules, "list games, options and presets"},
    {"check", tool_check, "run scenario files"},
    {"sim", tool_sim, "let bots play many matches and count"},
    {"replay", process_replay, "step through a saved match"},
    {"hint", tool_hint, "say what a strong player would do in a saved match"},
    {"export", tool_export, "write a saved match as JSON"},
    {"verify", tool_verify, "check that a saved match was not altered after the deal"},
    {"store", tool_store, "look after the database of a server"},
};

static void print_help(FILE *to)
{
    fputs("holecard: hidden-hand card games that keep every secret\n\n"
          "usage: holecard COMMAND [ARGUMENTS]\n\n",
          to);
    for (size_t i = 0; i < sizeof subcommands / sizeof *subcommands; i++)
        fprintf(to, "  %-10s  %s\n", subcommands[i].name, subcommands[i].summary);
    fputs("\n`holecard COMMAND --help` says more about one of them.\n", to);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return STATUS_USAGE;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help")) {
        print_help(stdout);
        return STATUS_OK;
    }
    if (!strcmp(argv[1], "--version")) {
        puts("holecard " HC_VERSION);
        return STATUS_OK;
    }
    for (size_t i = 0; i < sizeof subcommands / sizeof *subcommands; i++)
        if (!strcmp(argv[1], subcommands[i].name))
            return subcommands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "holecard: there is no command \"%s\"; see holecard --help\n", argv[1]);
    return STATUS_USAGE;
}
