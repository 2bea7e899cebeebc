// SPDX-License-Identifier: MIT
/* settings.c: reading the settings under limits, and writing them all or nothing. */
#include "doors/terminal/settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "doors/terminal/length.h"
#include "doors/terminal/setup_text.h"
#include "doors/terminal/status.h"
#include "files/file.h"
#include "files/home.h"
#include "games/game.h"

enum {
    SETTINGS_BYTES_MAX = 64 << 10,
    LINE_CHARS_MAX = RULES_CHARS + 100, /* rules in full are the longest value */
    COMPLAINTS_MAX = 10,                /* told one by one; the rest is counted */
};

/* In the order in which they are put into a setup: the game first, since rules belong to it. */
enum key {
    KEY_GAME,
    KEY_RULES,
    KEY_SEATS,
    KEY_BOTS,
    KEY_NAMES,
    KEY_DELAY,
    KEY_FORGET,
    KEY_SIGNAL,
    KEY_PLAIN
};
enum { KEYS = KEY_PLAIN + 1 };

static const char *const key_names[KEYS] = {"game",  "rules",  "seats",  "bots", "names",
                                            "delay", "forget", "signal", "plain"};

/* A file on its way into a setup. */
struct reading {
    const char *path;
    const char *value[KEYS];
    unsigned line[KEYS];
    unsigned complaints;
};

/* It may quote the file, which must not speak to the terminal. */
static void complain(struct reading *reading, unsigned line, const char *what)
{
    if (++reading->complaints > COMPLAINTS_MAX)
        return;
    fprintf(stderr, "%s:%u: ", reading->path, line);
    for (; *what; what++)
        fputc(*what < ' ' || *what > '~' ? '?' : *what, stderr);
    fputs("; the line is ignored\n", stderr);
}

static char *trim(char *text)
{
    size_t length;

    text += strspn(text, " \t\r");
    length = strlen(text);
    while (length && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
    return text;
}

static void take_line(struct reading *reading, unsigned number, char *line)
{
    char *equals = strchr(line, '=');
    char text[120];

    line = trim(line);
    if (!*line || *line == '#')
        return;
    if (!equals) {
        complain(reading, number, "it is not of the form name = value");
        return;
    }
    *equals = '\0';
    line = trim(line);
    for (unsigned k = 0; k < KEYS; k++) {
        if (strcmp(line, key_names[k]) != 0)
            continue;
        if (reading->value[k])
            complain(reading, reading->line[k], "it is said again below");
        reading->value[k] = trim(equals + 1);
        reading->line[k] = number;
        return;
    }
    snprintf(text, sizeof text, "\"%.40s\" is not a setting", line);
    complain(reading, number, text);
}

static void take_lines(struct reading *reading, char *text, size_t size)
{
    char *end = text + size;

    for (unsigned number = 1; text < end; number++) {
        char *stop = memchr(text, '\n', (size_t)(end - text));

        if (!stop)
            stop = end;
        *stop = '\0';
        if (stop - text > LINE_CHARS_MAX)
            complain(reading, number, "it is too long");
        else if (strlen(text) != (size_t)(stop - text))
            complain(reading, number, "it is not text");
        else
            take_line(reading, number, text);
        text = stop + 1;
    }
}

static bool take_game(struct setup *setup, const char *name, struct hc_problem *why)
{
    const struct hc_game *game = hc_game_find(name);

    /* The menu begins with it, and offers no template. */
    if (!game || game->is_template)
        return say_why(why, "\"%.40s\" is not a game", name);
    setup_game(setup, game);
    length_set(game, 0, &setup->rules);
    return true;
}

static bool take_plain(struct setup *setup, const char *value, struct hc_problem *why)
{
    bool yes = !strcmp(value, "yes");

    if (!yes && strcmp(value, "no") != 0)
        return say_why(why, "plain must be yes or no");
    setup->plain = yes;
    return true;
}

static bool put(const struct reading *reading, enum key key, struct setup *setup,
                struct hc_problem *why)
{
    const char *value = reading->value[key];

    switch (key) {
    case KEY_GAME:
        return take_game(setup, value, why);
    case KEY_RULES:
        return setup_rules(setup, value, why) && setup_seat(setup, NULL, NULL, why);
    case KEY_SEATS:
        return setup_seat(setup, value, NULL, why);
    case KEY_BOTS:
        return setup_seat(setup, reading->value[KEY_SEATS], value, why);
    case KEY_NAMES:
        return setup_names(setup, value, why);
    case KEY_DELAY:
        return setup_delay(setup, value, why);
    case KEY_FORGET:
        return setup_forget(setup, value, why);
    case KEY_SIGNAL:
        return setup_signal(setup, value, why);
    case KEY_PLAIN:
        break;
    }
    return take_plain(setup, value, why);
}

unsigned settings_parse(char *text, size_t size, const char *path, struct setup *setup)
{
    struct reading reading = {.path = path};
    struct hc_problem why;

    take_lines(&reading, text, size);
    for (unsigned k = 0; k < KEYS; k++) {
        if (!reading.value[k] || put(&reading, (enum key)k, setup, &why))
            continue;
        complain(&reading, reading.line[k], why.text);
        /* What is wrong must not count for the next one. */
        reading.value[k] = NULL;
    }
    if (reading.complaints > COMPLAINTS_MAX)
        fprintf(stderr, "%s: %u more lines are wrong\n", path, reading.complaints - COMPLAINTS_MAX);
    return reading.complaints;
}

static bool find_file(char path[HOME_PATH_CHARS])
{
    static const char name[] = "/settings";
    size_t length;

    if (!home_settings(path))
        return false;
    length = strlen(path);
    if (length + sizeof name > HOME_PATH_CHARS)
        return false;
    memcpy(path + length, name, sizeof name);
    return true;
}

void settings_read(struct setup *setup)
{
    char path[HOME_PATH_CHARS];
    struct hc_problem why;
    uint8_t *bytes;
    size_t size;

    if (!find_file(path) || access(path, F_OK))
        return;
    if (!file_read(path, &bytes, &size, &why)) {
        fprintf(stderr, "holecard play: the settings are ignored: %s\n", why.text);
        return;
    }
    if (size > SETTINGS_BYTES_MAX)
        fprintf(stderr, "holecard play: %s is larger than 64 KiB and is ignored\n", path);
    else
        settings_parse((char *)bytes, size, path, setup);
    free(bytes);
}

static void put_settings(const struct setup *setup, struct hc_text *out)
{
    static void (*const lists[KEYS])(const struct setup *setup, struct hc_text *out) = {
        [KEY_RULES] = setup_put_rules, [KEY_BOTS] = setup_put_bots, [KEY_NAMES] = setup_put_names};

    hc_put(out,
           "# What `holecard play` remembers; its menu writes this file anew. See holecard(1).\n");
    for (unsigned k = 0; k < KEYS; k++) {
        char text[RULES_CHARS];
        struct hc_text value;

        hc_text_init(&value, text, sizeof text);
        if (lists[k])
            lists[k](setup, &value);
        else if (k == KEY_GAME)
            hc_put(&value, hc_game_name(setup->game));
        else if (k == KEY_SIGNAL)
            hc_put(&value, setup_signal_name(setup->signal));
        else if (k == KEY_PLAIN)
            hc_put(&value, setup->plain ? "yes" : "no");
        else if (k == KEY_SEATS || k == KEY_FORGET)
            hc_put_number(&value, k == KEY_SEATS ? setup->seats : setup->forget);
        else if (setup->delay_given)
            hc_put_number(&value, setup->bot_delay_ms);
        if (!value.length)
            continue;
        hc_put(out, key_names[k]);
        hc_put(out, " = ");
        hc_put(out, text);
        hc_put_char(out, '\n');
    }
}

bool settings_write(const struct setup *setup)
{
    char path[HOME_PATH_CHARS], folder[HOME_PATH_CHARS], text[4 * RULES_CHARS];
    struct hc_problem why = {.text = ""};
    struct hc_text out;
    mode_t usual;
    bool ok;

    if (!find_file(path) || !home_settings(folder))
        return true;
    hc_text_init(&out, text, sizeof text);
    put_settings(setup, &out);
    usual = umask(077);
    ok = home_make(folder);
    if (!ok)
        say_why(&why, "%s: %s", file_shown(folder).text, strerror(errno));
    ok = ok && file_write(path, text, out.length, &why);
    umask(usual);
    if (!ok)
        fprintf(stderr, "holecard play: the settings are not remembered: %s\n", why.text);
    return ok;
}
