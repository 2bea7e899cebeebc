// SPDX-License-Identifier: MIT
/*
 * args.h: the one reader of command lines.
 *
 * A command is a table with a row for everything that it takes. Reading, the sentences about what
 * is wrong, and --help all come from the table; tests/cli/help.sh holds the manual page to it.
 *
 * A row's name says how it is given: "--seed" as `--seed S` or `--seed=S`, "-o" as `-o OUT`,
 * "tables=" as the word `tables=500`. A row without a name is a word in its place. After `--` all
 * is words. What a row is for is said by the one place that its value goes to. What is not given
 * stays as it was, so put there what is usual; of what is given twice the last counts.
 */
#ifndef HC_ARGS_ARGS_H
#define HC_ARGS_ARGS_H

#include "holecard.h"

/* How a command ends. */
enum {
    STATUS_OK = 0,
    STATUS_FAILED = 1,
    STATUS_USAGE = 2,
    STATUS_UNREADABLE = 3, /* a saved match that is missing, no log, cut short or damaged */
    STATUS_STOPPED = 130,  /* by Ctrl-C */
};

enum { ARGS_MAX = 32 }; /* rows of a command: twice what the largest has */

/* Words of a command line, where argv has them. */
struct args_words {
    char **word;
    unsigned count;
};

struct arg {
    const char *name;
    /* What the value is called, such as "FILE"; NULL for an option that is just there or not. In
     * brackets, "[ID]", it may be left out, and is if another option follows. */
    const char *value;
    /* For --help, behind all codes if it is a language; a word that needs none has NULL. */
    const char *sentence;

    /* Where the value goes: into one of these. */
    const char **text;   /* never empty */
    const char **second; /* beside text: the option has two values */
    uint64_t *number;    /* from min to max */
    const struct hc_game **game;
    const struct hc_language **language; /* what is not given is the locale's; NULL is English */
    struct args_words *words; /* all words that are left: it must be the last row without a name */
    bool (*read)(const char *text, void *to); /* false: it is not as `must` says */
    void *to;
    const char *must;
    bool *given; /* made true when it is given; beside another place, or alone */

    uint64_t min, max;
    bool needed;
    bool loose;   /* a word that is not a game is for the next row */
    bool or_next; /* this option or that of the next row, not both */
    /* Which of the command's forms show it and which need it, as bits; 0 is all, and `needed`. */
    unsigned forms, needed_in;
};

struct args_command {
    const char *name; /* as it is typed behind "holecard" */
    const char *text; /* what it does. Lines are broken where they are full; \n ends one */
    const struct arg *args;
    size_t count;
    const char *end; /* lines that --help prints at its end; may be NULL */
    unsigned forms;  /* lines of usage; 0 is one */
};

/* Reads everything behind argv[0], and puts the words of argv into its beginning. False if there is
 * nothing to do: help was printed, or one line about what is wrong; then *status is how to end. */
bool args_read(const struct args_command *command, int argc, char **argv, int *status);

/* One line about arguments that are wrong, ending in where to read about them: STATUS_USAGE. */
__attribute__((format(printf, 2, 3))) int args_wrong(const struct args_command *command,
                                                     const char *format, ...);

/* Joins words with single blanks, which take the place of commas too; false if they do not fit. */
bool args_join(const struct args_words *words, char *text, size_t size);

bool args_is_help(const char *word);
/* The help of one command, or of several whose names have two words, the first the same. */
void args_help(const struct args_command *commands, size_t count, const char *text);

#endif
