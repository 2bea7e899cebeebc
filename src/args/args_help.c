// SPDX-License-Identifier: MIT
/*
 * args_help.c: --help, printed from the table of a command: the usage, what it does, a row for
 * each option and setting.
 */
#include <stdio.h>
#include <string.h>

#include "args/args.h"
#include "core/text.h"

enum {
    COLUMNS = 80,     /* a line has fewer */
    HEAD_MAX = 22,    /* the widest name with its value that sentences make room for */
    PIECE_CHARS = 80, /* of the usage */
    LANGUAGE_CHARS = 400,
};

/* Where on a line it is being printed, and where the next line begins. */
struct place {
    size_t column, indent;
};

static void break_line(struct place *place)
{
    putchar('\n');
    place->column = 0;
}

/* A word, or a piece of the usage that must not be torn apart. */
static void put_piece(struct place *place, const char *piece, size_t length)
{
    bool first = place->column <= place->indent;

    if (!first && place->column + 1 + length >= COLUMNS) {
        break_line(place);
        first = true;
    }
    if (first)
        place->column += (size_t)printf("%*s", (int)(place->indent - place->column), "");
    else
        place->column += (size_t)printf(" ");
    fwrite(piece, 1, length, stdout);
    place->column += length;
}

static void put_text(struct place *place, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, " \n");

        if (length)
            put_piece(place, text, length);
        text += length;
        if (*text == '\n')
            break_line(place);
        text += *text != '\0';
    }
    break_line(place);
}

/* ---- Usage ---------------------------------------------------------------------------------- */

static bool is_setting(const struct arg *arg)
{
    return arg->name && arg->name[0] != '-';
}

static void put_head(const struct arg *arg, struct hc_text *out)
{
    hc_put(out, arg->name ? arg->name : "");
    hc_put(out, arg->name && arg->value ? " " : "");
    hc_put(out, arg->value ? arg->value : "");
    hc_put(out, arg->words ? "..." : "");
}

static void put_usage(const struct args_command *command, unsigned form, const char *before)
{
    struct place place = {.indent = 0};
    bool has_settings = false;
    char piece[PIECE_CHARS];
    struct hc_text out;

    place.column = (size_t)printf("%s holecard %s", before, command->name);
    place.indent = place.column + 1;
    for (size_t a = 0; a < command->count; a++) {
        const struct arg *arg = &command->args[a];
        bool needed = arg->needed || (arg->needed_in >> form & 1);

        if ((arg->forms && !(arg->forms >> form & 1)) || (is_setting(arg) && has_settings))
            continue;
        has_settings |= is_setting(arg);
        hc_text_init(&out, piece, sizeof piece);
        hc_put(&out, needed ? "" : "[");
        if (is_setting(arg))
            hc_put(&out, arg->value);
        else
            put_head(arg, &out);
        while (arg->or_next) {
            hc_put(&out, " | ");
            put_head(++arg, &out);
            a++;
        }
        hc_put(&out, needed ? "" : "]");
        hc_put(&out, is_setting(arg) ? "..." : "");
        put_piece(&place, piece, out.length);
    }
    break_line(&place);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

/* "en, de or es, instead of the locale's". */
static void put_language(struct place *place, const char *sentence)
{
    char text[LANGUAGE_CHARS];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    for (size_t l = 0; hc_language_at(l); l++) {
        hc_put(&out, !l ? "" : hc_language_at(l + 1) ? ", " : " or ");
        hc_put(&out, hc_language_code(hc_language_at(l)));
    }
    hc_put(&out, ", ");
    hc_put(&out, sentence);
    put_text(place, text);
}

static void put_options(const struct args_command *command, size_t widest, bool *begun)
{
    for (size_t a = 0; a < command->count; a++) {
        const struct arg *arg = &command->args[a];
        struct place place = {.column = 0, .indent = 2 + widest + 2};
        char head[PIECE_CHARS];
        struct hc_text out;

        if (!arg->sentence || is_setting(arg))
            continue;
        if (!*begun)
            putchar('\n');
        *begun = true;
        hc_text_init(&out, head, sizeof head);
        put_head(arg, &out);
        place.column = (size_t)printf("  %s", head);
        if (place.column + 2 > place.indent)
            break_line(&place);
        if (arg->language)
            put_language(&place, arg->sentence);
        else
            put_text(&place, arg->sentence);
    }
}

/* What a setting is now is what is usual. */
static void put_settings(const struct args_command *command)
{
    bool begun = false;

    for (size_t a = 0; a < command->count; a++) {
        const struct arg *arg = &command->args[a];
        struct place place = {.column = 0, .indent = 6};

        if (!is_setting(arg))
            continue;
        if (!begun)
            printf("\n%s is one of these; the numbers here are the usual ones:\n", arg->value);
        begun = true;
        printf("  %s%llu  (%llu to %llu)\n", arg->name, (unsigned long long)*arg->number,
               (unsigned long long)arg->min, (unsigned long long)arg->max);
        put_text(&place, arg->sentence);
    }
}

/* What each of several commands does. */
static void put_commands(const struct args_command *commands, size_t count)
{
    putchar('\n');
    for (size_t c = 0; c < count; c++) {
        const char *name = strrchr(commands[c].name, ' ') + 1;
        struct place place = {.indent = 14};

        place.column = (size_t)printf("  %s", name);
        put_text(&place, commands[c].text);
    }
}

static size_t widest_head(const struct args_command *command, size_t widest)
{
    for (size_t a = 0; a < command->count; a++) {
        const struct arg *arg = &command->args[a];
        char head[PIECE_CHARS];
        struct hc_text out;

        hc_text_init(&out, head, sizeof head);
        put_head(arg, &out);
        if (arg->sentence && !is_setting(arg) && out.length > widest && out.length <= HEAD_MAX)
            widest = out.length;
    }
    return widest;
}

void args_help(const struct args_command *commands, size_t count, const char *text)
{
    struct place place = {0, 0};
    size_t widest = 0;
    bool begun = false;

    for (size_t c = 0; c < count; c++)
        for (unsigned form = 0; form < (commands[c].forms ? commands[c].forms : 1); form++)
            put_usage(&commands[c], form, c || form ? "      " : "usage:");
    putchar('\n');
    put_text(&place, text);
    if (count > 1)
        put_commands(commands, count);
    for (size_t c = 0; c < count; c++)
        widest = widest_head(&commands[c], widest);
    for (size_t c = 0; c < count; c++)
        put_options(&commands[c], widest, &begun);
    for (size_t c = 0; c < count; c++)
        put_settings(&commands[c]);
    for (size_t c = 0; c < count; c++)
        if (commands[c].end)
            printf("\n%s\n", commands[c].end);
}
