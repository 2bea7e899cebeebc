// SPDX-License-Identifier: MIT
/* args.c: reading a command line by a table. Start at args_read(). */
#include "args/args.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/text.h"
#include "games/game.h"

enum { LINE_CHARS = 1000, LIST_CHARS = 600 };

static const char gaps[] = " \t\r\n,"; /* between words of rules */

struct reading {
    const struct args_command *command;
    int argc, i; /* argv[i] is being read */
    char **argv;
    bool seen[ARGS_MAX]; /* of each row: it was given */
};

int args_wrong(const struct args_command *command, const char *format, ...)
{
    char line[LINE_CHARS];
    va_list values;

    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    /* It quotes what was typed, which must not speak to the terminal. */
    for (char *c = line; *c; c++)
        *c = (unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c;
    fprintf(stderr, "holecard %s: %s; see holecard %s --help\n", command->name, line,
            command->name);
    return STATUS_USAGE;
}

bool args_is_help(const char *word)
{
    return !strcmp(word, "--help") || !strcmp(word, "-h");
}

static bool is_option(const struct arg *arg)
{
    return arg->name && arg->name[0] == '-';
}

/* ---- Values --------------------------------------------------------------------------------- */

static bool refuse_game(const struct args_command *command, const char *word)
{
    char games[LIST_CHARS];
    struct hc_text list;

    hc_text_init(&list, games, sizeof games);
    for (size_t g = 0; hc_game_offered(g); g++) {
        hc_put(&list, g ? ", " : "");
        hc_put(&list, hc_game_name(hc_game_offered(g)));
    }
    args_wrong(command, "\"%.60s\" is not a game; there are %s", word, games);
    return false;
}

static bool refuse_language(const struct args_command *command, const char *word)
{
    char languages[LIST_CHARS];
    struct hc_text list;

    hc_text_init(&list, languages, sizeof languages);
    for (size_t l = 0; hc_language_at(l); l++) {
        hc_put(&list, l ? ", " : "");
        hc_put(&list, hc_language_code(hc_language_at(l)));
    }
    args_wrong(command, "\"%.60s\" is not a language; there are %s", word, languages);
    return false;
}

/* What it is called, which for a word is what its value is; without the "=" of a setting. */
static const char *name_of(const struct arg *arg, int *length)
{
    const char *name = arg->name ? arg->name : arg->value;

    *length = (int)strcspn(name, "=");
    return name;
}

static bool take_number(const struct args_command *command, const struct arg *arg, const char *text)
{
    uint64_t number;
    const char *end = hc_read_number(text, arg->max, &number), *name;
    int length;

    if (!end || *end || number < arg->min) {
        name = name_of(arg, &length);
        args_wrong(command, "%.*s must be a number from %llu to %llu, not \"%.60s\"", length, name,
                   (unsigned long long)arg->min, (unsigned long long)arg->max, text);
        return false;
    }
    *arg->number = number;
    return true;
}

static bool take_value(const struct args_command *command, const struct arg *arg, const char *text)
{
    if (arg->number)
        return take_number(command, arg, text);
    if (arg->game)
        return (*arg->game = hc_game_find(text)) || refuse_game(command, text);
    if (arg->language)
        return (*arg->language = hc_language_find(text)) || refuse_language(command, text);
    if (arg->read) {
        if (arg->read(text, arg->to))
            return true;
        args_wrong(command, "%s must be %s, not \"%.60s\"", arg->name, arg->must, text);
        return false;
    }
    *arg->text = text;
    return true;
}

/* ---- Options -------------------------------------------------------------------------------- */

static bool refuse_option(const struct reading *reading, const char *word)
{
    const struct args_command *command = reading->command;
    char names[LIST_CHARS];
    struct hc_text list;
    size_t count = 0, put = 0;

    hc_text_init(&list, names, sizeof names);
    for (size_t a = 0; a < command->count; a++)
        count += is_option(&command->args[a]);
    for (size_t a = 0; a < command->count; a++) {
        const struct arg *arg = &command->args[a];

        if (!is_option(arg))
            continue;
        hc_put(&list, !put ? "" : put + 1 < count ? ", " : " and ");
        hc_put(&list, arg->name);
        hc_put(&list, arg->value ? " " : "");
        hc_put(&list, arg->value ? arg->value : "");
        put++;
    }
    args_wrong(command, "there is no option %.60s%s%s", word,
               !count       ? ""
               : count == 1 ? "; the only option is "
                            : "; the options are ",
               names);
    return false;
}

/* The option that a word names, and its value where the word has one: --name=VALUE. */
static const struct arg *find_option(const struct args_command *command, const char *word,
                                     const char **value)
{
    for (size_t a = 0; a < command->count; a++) {
        const struct arg *arg = &command->args[a];
        size_t length = arg->name ? strlen(arg->name) : 0;

        if (!is_option(arg) || strncmp(word, arg->name, length) != 0)
            continue;
        *value = word[length] == '=' && word[1] == '-' ? word + length + 1 : NULL;
        if (!word[length] || *value)
            return arg;
    }
    return NULL;
}

static bool take_option(struct reading *reading)
{
    const struct args_command *command = reading->command;
    const char *word = reading->argv[reading->i], *value;
    const struct arg *arg = find_option(command, word, &value);

    if (!arg)
        return refuse_option(reading, word);
    reading->seen[arg - command->args] = true;
    if (arg->given)
        *arg->given = true;
    if (!arg->value) {
        if (value)
            args_wrong(command, "%s takes no value", arg->name);
        return !value;
    }
    if (!value && reading->i + 1 < reading->argc &&
        (arg->value[0] != '[' || reading->argv[reading->i + 1][0] != '-'))
        value = reading->argv[++reading->i];
    if (!value && arg->value[0] == '[')
        return true;
    if (arg->second)
        *arg->second = reading->i + 1 < reading->argc ? reading->argv[++reading->i] : "";
    if (!value || !*value || (arg->second && !**arg->second)) {
        args_wrong(command, "%s needs a value: %s %s", arg->name, arg->name, arg->value);
        return false;
    }
    return take_value(command, arg, value);
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* The row of a setting such as tables=500; NULL if the word is none. */
static const struct arg *find_setting(const struct args_command *command, const char *word)
{
    for (size_t a = 0; a < command->count; a++) {
        const struct arg *arg = &command->args[a];

        if (arg->name && !is_option(arg) && !strncmp(word, arg->name, strlen(arg->name)))
            return arg;
    }
    return NULL;
}

static bool refuse_word(const struct args_command *command, const char *word)
{
    char names[LIST_CHARS];
    struct hc_text list;

    hc_text_init(&list, names, sizeof names);
    for (size_t a = 0; a < command->count; a++) {
        hc_put(&list, !command->args[a].name && list.length ? " " : "");
        hc_put(&list, command->args[a].name ? "" : command->args[a].value);
    }
    if (list.length)
        args_wrong(command, "\"%.60s\" is one word too many: it takes %s", word, names);
    else
        args_wrong(command, "this cannot be understood: %.60s", word);
    return false;
}

static bool take_words(struct reading *reading, const struct args_words *words)
{
    const struct args_command *command = reading->command;
    unsigned taken = 0;

    for (size_t a = 0; a < command->count && taken < words->count; a++) {
        const struct arg *arg = &command->args[a];

        if (arg->name || (arg->loose && !hc_game_find(words->word[taken])))
            continue;
        reading->seen[a] = true;
        if (arg->words) {
            *arg->words = (struct args_words){words->word + taken, words->count - taken};
            return true;
        }
        if (!take_value(command, arg, words->word[taken++]))
            return false;
    }
    return taken == words->count || refuse_word(command, words->word[taken]);
}

bool args_join(const struct args_words *words, char *text, size_t size)
{
    size_t used = 0;

    for (unsigned w = 0; w < words->count; w++) {
        const char *part = words->word[w] + strspn(words->word[w], gaps);

        for (; *part; part += strspn(part, gaps)) {
            size_t length = strcspn(part, gaps);

            if (used + (used > 0) + length >= size)
                return false;
            if (used)
                text[used++] = ' ';
            memcpy(text + used, part, length);
            used += length;
            part += length;
        }
    }
    text[used] = '\0';
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void refuse_lack(const struct args_command *command, const struct arg *arg)
{
    char word[LIST_CHARS]; /* "file" for FILE */
    struct hc_text out;

    if (arg->name) {
        args_wrong(command, "it needs %s %s", arg->name, arg->value);
        return;
    }
    hc_text_init(&out, word, sizeof word);
    for (const char *c = arg->value; *c; c++)
        hc_put_char(&out, (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c));
    args_wrong(command, "name a %s", word);
}

/* Whether all is there that is needed, and only one of what excludes each other. */
static bool is_whole(const struct reading *reading)
{
    const struct args_command *command = reading->command;

    for (size_t a = 0; a < command->count; a++) {
        const struct arg *arg = &command->args[a];

        if (arg->needed && !reading->seen[a]) {
            refuse_lack(command, arg);
            return false;
        }
        if (arg->or_next && reading->seen[a] && reading->seen[a + 1]) {
            args_wrong(command, "give %s or %s, not both", arg->name, arg[1].name);
            return false;
        }
    }
    return true;
}

static bool read_all(struct reading *reading, bool *helped)
{
    char **argv = reading->argv;
    struct args_words words = {argv + 1, 0};
    bool only_words = false;

    for (reading->i = 1; reading->i < reading->argc; reading->i++) {
        char *word = argv[reading->i];
        const struct arg *setting = only_words ? NULL : find_setting(reading->command, word);

        if (setting) {
            if (!take_value(reading->command, setting, word + strlen(setting->name)))
                return false;
        } else if (only_words || word[0] != '-' || !word[1]) {
            words.word[words.count++] = word;
        } else if (!strcmp(word, "--")) {
            only_words = true;
        } else if (args_is_help(word)) {
            args_help(reading->command, 1, reading->command->text);
            *helped = true;
            return false;
        } else if (!take_option(reading)) {
            return false;
        }
    }
    return take_words(reading, &words) && is_whole(reading);
}

/* The first of these that says anything decides, as everywhere. */
static const struct hc_language *language_of_locale(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *locale = getenv(variables[i]);

        if (locale && *locale)
            return hc_language_find(locale);
    }
    return NULL;
}

bool args_read(const struct args_command *command, int argc, char **argv, int *status)
{
    struct reading reading = {.command = command, .argc = argc, .argv = argv};
    bool helped = false;

    HC_CHECK(command->count <= ARGS_MAX);
    for (size_t i = 0; i < command->count; i++)
        if (command->args[i].language)
            *command->args[i].language = language_of_locale();
    if (read_all(&reading, &helped))
        return true;
    *status = helped ? STATUS_OK : STATUS_USAGE;
    return false;
}
