// SPDX-License-Identifier: MIT
/* test_args.c: command lines that are read by a table: what is taken, and what is said if not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "args/args.h"

enum { WORDS_MAX = 16, SAID_CHARS = 4000 };

static bool read_even(const char *text, void *to)
{
    *(int *)to = atoi(text);
    return *(int *)to % 2 == 0;
}

struct taken {
    const char *file, *name, *first, *second, *id;
    uint64_t seed, tables;
    bool seeded, plain, fancy, go_on;
    const struct hc_game *game;
    struct args_words rules;
    int even;
};

/* What was read, as a line that rows can be compared with. */
static void show(const struct taken *taken, char *text, size_t size)
{
    char rules[100];
    int used;

    assert_true(args_join(&taken->rules, rules, sizeof rules));
    used = snprintf(text, size, "%s tables=%d", taken->file, (int)taken->tables);
#define SHOW(wanted, ...)                                                                          \
    if (wanted)                                                                                    \
    used += snprintf(text + used, size - (size_t)used, __VA_ARGS__)
    SHOW(taken->game, " game=%s", hc_game_name(taken->game));
    SHOW(*rules, " rules=%s", rules);
    SHOW(taken->name, " name=%s", taken->name);
    SHOW(taken->seeded, " seed=%d", (int)taken->seed);
    SHOW(taken->even, " even=%d", taken->even);
    SHOW(taken->go_on, " on");
    SHOW(taken->id, " id=%s", taken->id);
    SHOW(taken->first, " first=%s second=%s", taken->first, taken->second);
    SHOW(taken->plain, " plain");
    SHOW(taken->fancy, " fancy");
#undef SHOW
}

/* Runs with one stream of the process written to a file; `said` is what came. */
static bool capture(int stream, const struct args_command *command, int argc, char **argv,
                    int *status, char said[SAID_CHARS])
{
    FILE *file = tmpfile();
    int was = dup(stream);
    size_t length;
    bool ok;

    assert_non_null(file);
    fflush(NULL);
    assert_true(was >= 0 && dup2(fileno(file), stream) >= 0);
    ok = args_read(command, argc, argv, status);
    fflush(NULL);
    assert_true(dup2(was, stream) >= 0);
    close(was);
    rewind(file);
    length = fread(said, 1, SAID_CHARS - 1, file);
    said[length] = '\0';
    fclose(file);
    return ok;
}

/* Reads a line whose words are separated by single blanks; "''" is an empty word. */
static bool read_line(const char *line, int stream, struct taken *taken, int *status,
                      char said[SAID_CHARS])
{
    const struct arg args[] = {
        {.value = "FILE", .text = &taken->file, .needed = true},
        {.value = "GAME", .game = &taken->game, .loose = true},
        {.value = "RULES", .words = &taken->rules},
        {"--name", "NAME", "a name", .text = &taken->name},
        {"--seed", "S", "a number", .number = &taken->seed, .min = 1, .max = 99,
         .given = &taken->seeded},
        {"--seeds", "EVEN",
         "an even number, which is what this sentence goes on about until it "
         "has to be broken",
         .read = read_even, .to = &taken->even, .must = "even"},
        {"--continue", "[ID]", "go on", .text = &taken->id, .given = &taken->go_on},
        {"--tls", "CERT KEY", "two files", .text = &taken->first, .second = &taken->second},
        {"--plain", NULL, "plain", .given = &taken->plain, .or_next = true},
        {"--fancy", NULL, "fancy", .given = &taken->fancy},
        {"-o", "OUT", "a letter", .text = &taken->name},
        {"tables=", "LIMIT=NUMBER", "tables", .number = &taken->tables, .min = 1, .max = 9},
    };
    const struct args_command command = {"try",  "Tries.", args, sizeof args / sizeof *args,
                                         "End.", 0};
    char copy[400], *argv[WORDS_MAX] = {"try"}, *word = copy;
    int argc = 1;

    *taken = (struct taken){.tables = 5};
    snprintf(copy, sizeof copy, "%s", line);
    while (word && *word) {
        char *gap = strchr(word, ' ');

        if (gap)
            *gap++ = '\0';
        argv[argc++] = strcmp(word, "''") ? word : "";
        word = gap;
    }
    *status = -1;
    if (!capture(stream, &command, argc, argv, status, said))
        return false;
    show(taken, said, SAID_CHARS);
    return true;
}

static void lines_are_read(void **state)
{
    static const struct {
        const char *why, *line, *want;
    } rows[] = {
        {"what is not given stays as it was", "f", "f tables=5"},
        {"a value behind its name", "f --seed 7", "f tables=5 seed=7"},
        {"a value in the same word", "--seed=7 f", "f tables=5 seed=7"},
        {"the last of two counts", "f --seed 7 --seed=8", "f tables=5 seed=8"},
        {"a name that begins like another", "f --seeds 4", "f tables=5 even=4"},
        {"a value that looks like an option", "f --name --plain", "f tables=5 name=--plain"},
        {"a value with an = in it", "f --name=a=b", "f tables=5 name=a=b"},
        {"an option of one letter", "f -o x", "f tables=5 name=x"},
        {"- is a word", "-", "- tables=5"},
        {"after -- all is words", "-- --plain -x tables=3", "--plain tables=5 rules=-x tables=3"},
        {"the game, then rules", "f two lite,a=1 b=2", "f tables=5 game=two rules=lite a=1 b=2"},
        {"a game can be left out", "f lite two", "f tables=5 rules=lite two"},
        {"words and options mixed", "f --plain two --seed 1 a=1",
         "f tables=5 game=two rules=a=1 seed=1 plain"},
        {"a setting", "f tables=3", "f tables=3"},
        {"a value that may be left out", "f --continue", "f tables=5 on"},
        {"... before an option", "f --continue --fancy", "f tables=5 on fancy"},
        {"... and that is there", "f --continue 12", "f tables=5 on id=12"},
        {"two values", "--tls c k f", "f tables=5 first=c second=k"},
    };
    char said[SAID_CHARS];
    struct taken taken;
    int status;

    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        if (!read_line(rows[r].line, STDERR_FILENO, &taken, &status, said))
            fail_msg("%s: refused: %s", rows[r].why, said);
        if (strcmp(said, rows[r].want) != 0)
            fail_msg("%s: %s instead of %s", rows[r].why, said, rows[r].want);
    }
}

static void what_is_wrong_is_said(void **state)
{
    static const struct {
        const char *why, *line, *want;
    } rows[] = {
        {"nothing", "", "name a file"},
        {"no such option", "f --sed 3", "there is no option --sed; the options are --name NAME, "},
        {"only a part of a name", "f --na x", "there is no option --na;"},
        {"a letter too many", "f --plainly", "there is no option --plainly;"},
        {"one letter and =", "f -o=x", "there is no option -o=x;"},
        {"no value", "f --seed", "--seed needs a value: --seed S"},
        {"an empty one", "f --name ''", "--name needs a value"},
        {"an empty one in the same word", "f --name=", "--name needs a value"},
        {"one value of two", "f --tls c", "--tls needs a value: --tls CERT KEY"},
        {"a value too many", "f --plain=yes", "--plain takes no value"},
        {"too little", "f --seed 0", "--seed must be a number from 1 to 99, not \"0\""},
        {"too much", "f --seed=100", "--seed must be a number from 1 to 99, not \"100\""},
        {"no number", "f --seed 1x", "--seed must be a number from 1 to 99, not \"1x\""},
        {"what a reader of its own refuses", "f --seeds 3", "--seeds must be even, not \"3\""},
        {"a setting out of range", "f tables=0", "tables must be a number from 1 to 9, not \"0\""},
        {"a setting without a value", "f tables=", "tables must be a number from 1 to 9"},
        {"one or the other", "f --fancy --plain", "give --plain or --fancy, not both"},
        {"nothing speaks to the terminal", "f --\033[2J", "there is no option --?[2J;"},
    };
    char said[SAID_CHARS];
    struct taken taken;
    int status;

    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        if (read_line(rows[r].line, STDERR_FILENO, &taken, &status, said))
            fail_msg("%s: accepted", rows[r].why);
        if (status != STATUS_USAGE || !strstr(said, rows[r].want) ||
            strncmp(said, "holecard try: ", 14) != 0 ||
            !strstr(said, "; see holecard try --help\n") || strchr(said, '\n')[1])
            fail_msg("%s: status %d: %s", rows[r].why, status, said);
    }
}

static void help_is_printed(void **state)
{
    static const char want[] =
        "usage: holecard try FILE [GAME] [RULES...] [--name NAME] [--seed S]\n"
        "                    [--seeds EVEN] [--continue [ID]] [--tls CERT KEY]\n"
        "                    [--plain | --fancy] [-o OUT] [LIMIT=NUMBER]...\n"
        "\n"
        "Tries.\n"
        "\n"
        "  --name NAME      a name\n"
        "  --seed S         a number\n"
        "  --seeds EVEN     an even number, which is what this sentence goes on about\n"
        "                   until it has to be broken\n"
        "  --continue [ID]  go on\n"
        "  --tls CERT KEY   two files\n"
        "  --plain          plain\n"
        "  --fancy          fancy\n"
        "  -o OUT           a letter\n"
        "\n"
        "LIMIT=NUMBER is one of these; the numbers here are the usual ones:\n"
        "  tables=5  (1 to 9)\n"
        "      tables\n"
        "\n"
        "End.\n";
    static const char *const lines[] = {"--help", "-h", "f --seed 3 chess -h"};
    char said[SAID_CHARS];
    struct taken taken;
    int status;

    (void)state;
    for (size_t l = 0; l < sizeof lines / sizeof *lines; l++) {
        assert_false(read_line(lines[l], STDOUT_FILENO, &taken, &status, said));
        assert_int_equal(status, STATUS_OK);
        assert_string_equal(said, want);
    }
}

static void words_that_do_not_fit_are_refused(void **state)
{
    char *words[] = {"ab", ",cd", ",", ""}, text[6];

    (void)state;
    assert_true(args_join(&(struct args_words){words, 4}, text, 6));
    assert_string_equal(text, "ab cd");
    assert_false(args_join(&(struct args_words){words, 4}, text, 5));
    assert_true(args_join(&(struct args_words){words, 0}, text, 1));
    assert_string_equal(text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(help_is_printed),
        cmocka_unit_test(words_that_do_not_fit_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
