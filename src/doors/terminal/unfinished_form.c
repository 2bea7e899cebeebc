// SPDX-License-Identifier: MIT
/*
 * unfinished_form.c: the bytes of an unfinished match, written and read; unfinished.h tells their
 * form. Start reading at unfinished_encode() and unfinished_read().
 */
#include "doors/terminal/unfinished_form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "doors/terminal/setup_text.h"
#include "doors/terminal/status.h"
#include "files/file.h"
#include "files/home.h"

enum {
    HEAD_CHARS = 8192,  /* the text before the log */
    SECRET_BYTES = 256, /* more than the records that reveal and seal a log */
};

static const char first_line[] = "holecard unfinished 1\n";

/* ---- Writing -------------------------------------------------------------------------------- */

static void put_line(struct hc_text *out, const char *name,
                     void (*put)(const struct setup *setup, struct hc_text *out),
                     const struct setup *setup)
{
    hc_put(out, name);
    hc_put(out, " = ");
    put(setup, out);
    hc_put_char(out, '\n');
}

static void put_number_line(struct hc_text *out, const char *name, unsigned number)
{
    hc_put(out, name);
    hc_put(out, " = ");
    hc_put_number(out, number);
    hc_put_char(out, '\n');
}

static bool is_one_line(const char *path)
{
    for (; *path; path++)
        if ((unsigned char)*path < ' ')
            return false;
    return true;
}

/* The log may be named from another folder when the match goes on. */
static void put_log(const char *path, struct hc_text *out)
{
    char here[HOME_PATH_CHARS];

    if (!path || !is_one_line(path))
        return;
    if (*path != '/' && (!getcwd(here, sizeof here) || !is_one_line(here)))
        return;
    hc_put(out, "log = ");
    if (*path != '/') {
        hc_put(out, here);
        hc_put_char(out, '/');
    }
    hc_put(out, path);
    hc_put_char(out, '\n');
}

static void put_head(const struct match *match, struct hc_text *out)
{
    const struct setup *setup = &match->setup;

    hc_put(out, first_line);
    put_line(out, "bots", setup_put_bots, setup);
    put_line(out, "names", setup_put_names, setup);
    if (setup->delay_given)
        put_number_line(out, "delay", setup->bot_delay_ms);
    put_number_line(out, "forget", setup->forget);
    hc_put(out, "told =");
    for (unsigned s = 0; s < setup->seats; s++) {
        hc_put_char(out, ' ');
        hc_put_number(out, (int64_t)match->story[s].told);
    }
    hc_put_char(out, '\n');
    put_log(setup->log, out);
    hc_put_char(out, '\n');
}

uint8_t *unfinished_encode(const struct match *match, size_t *size)
{
    struct hc_log log = match->log;
    uint8_t *bytes = malloc(HEAD_CHARS + log.used + SECRET_BYTES);
    struct hc_text head;

    if (!bytes)
        return NULL;
    hc_text_init(&head, (char *)bytes, HEAD_CHARS);
    put_head(match, &head);
    memcpy(bytes + head.length, log.bytes, log.used);
    log.bytes = bytes + head.length;
    log.size = log.used + SECRET_BYTES;
    /* The copy is revealed and sealed; the log itself goes on without that. */
    if (head.length >= HEAD_CHARS || !hc_log_reveal(&log, match->setup.seed, match->setup.salt) ||
        !hc_log_seal(&log)) {
        free(bytes);
        return NULL;
    }
    *size = head.length + log.used;
    return bytes;
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* Cuts the head into lines; `log_at` is behind the empty line that ends it. */
static bool find_log(struct unfinished_reading *reading, struct hc_problem *why)
{
    size_t limit = reading->size < HEAD_CHARS ? reading->size : HEAD_CHARS;

    if (reading->size < sizeof first_line - 1 ||
        memcmp(reading->bytes, first_line, sizeof first_line - 1) != 0)
        return say_why(why, "it does not begin as an unfinished match of this version does");
    for (size_t i = sizeof first_line - 1; i < limit; i++) {
        if (!reading->bytes[i])
            break;
        if (reading->bytes[i] == '\n' && reading->bytes[i - 1] == '\n') {
            reading->bytes[i] = '\0';
            reading->log_at = i + 1;
            return true;
        }
    }
    return say_why(why, "the lines at its beginning do not end");
}

static bool take_line(struct unfinished_reading *reading, const char *line, const char **bots,
                      struct hc_problem *why)
{
    const char *equals = strstr(line, " =");
    size_t length = equals ? (size_t)(equals - line) : 0;
    const char *value = equals ? equals + 2 + (equals[2] == ' ') : line;

    if (hc_word_is(line, length, "bots"))
        *bots = value;
    else if (hc_word_is(line, length, "told"))
        reading->told = value;
    else if (hc_word_is(line, length, "log"))
        reading->log = value;
    else if (hc_word_is(line, length, "names"))
        return setup_names(&reading->setup, value, why);
    else if (hc_word_is(line, length, "delay"))
        return setup_delay(&reading->setup, value, why);
    else if (hc_word_is(line, length, "forget"))
        return setup_forget(&reading->setup, value, why);
    else
        return say_why(why, "\"%.40s\" is not a line that belongs there", line);
    return true;
}

static bool read_head(struct unfinished_reading *reading, struct hc_problem *why)
{
    char *line = (char *)reading->bytes + sizeof first_line - 1;
    const char *bots = NULL;
    char seats[8];

    while (*line) {
        char *end = strchr(line, '\n');

        *end = '\0';
        if (!take_line(reading, line, &bots, why))
            return false;
        line = end + 1;
    }
    if (!bots)
        return say_why(why, "it does not say who plays");
    snprintf(seats, sizeof seats, "%u", reading->setup.seats);
    return setup_seat(&reading->setup, seats, bots, why);
}

/* What is said of a file may quote it, and it must not speak to the terminal. */
static bool blame(const char *path, struct hc_problem *why)
{
    char text[HC_PROBLEM_CHARS];

    memcpy(text, why->text, sizeof text);
    for (char *c = text; *c; c++)
        *c = *c < ' ' || *c > '~' ? '?' : *c;
    return say_why(why, "%.110s cannot be continued: %.110s", path, text);
}

bool unfinished_read(const char *path, struct unfinished_reading *reading, struct hc_problem *why)
{
    struct hc_log_reader *log = &reading->reader;

    *reading = (struct unfinished_reading){.bytes = NULL};
    setup_usual(&reading->setup);
    if (!file_read(path, &reading->bytes, &reading->size, why))
        return false;
    if (!find_log(reading, why))
        return blame(path, why);
    if (!hc_log_open(log, reading->bytes + reading->log_at, reading->size - reading->log_at)) {
        *why = log->problem;
        return blame(path, why);
    }
    setup_game(&reading->setup, log->game);
    reading->setup.rules = log->rules;
    reading->setup.seats = log->seats;
    return read_head(reading, why) || blame(path, why);
}

/* Takes the secret out of a log that has been verified. */
static void take_secret(struct unfinished_reading *reading, struct hc_log_reader log)
{
    struct hc_record record;

    while (hc_log_next(&log, &record) > 0)
        if (record.kind == HC_RECORD_REVEAL) {
            memcpy(reading->setup.seed, record.bytes, HC_SEED_BYTES);
            memcpy(reading->setup.salt, record.bytes + HC_SEED_BYTES, HC_SEED_BYTES);
        }
}

/* Plays a verified log again, up to the secret at its end. */
static bool repeat(struct match *match, struct hc_log_reader *log, struct hc_problem *why)
{
    struct hc_record record;

    while (hc_log_next(log, &record) > 0 && record.kind != HC_RECORD_REVEAL)
        if (!match_repeat(match, &record))
            return say_why(why, "its commands cannot be given again");
    return true;
}

/* The last sentences are told again, and everything that had not been told. */
static void restore_stories(struct match *match, const char *told)
{
    for (unsigned s = 0; s < match->setup.seats; s++) {
        struct story *story = &match->story[s];
        uint64_t count = 0;

        while (told && *told == ' ')
            told++;
        if (told)
            told = hc_read_number(told, UINT32_MAX, &count);
        story->told = story->count < MATCH_RECAP ? 0 : story->count - MATCH_RECAP;
        if (count < story->told)
            story->told = count;
    }
}

static bool open_again(struct unfinished_reading *reading, struct match *match,
                       struct hc_problem *why)
{
    struct hc_log_reader *log = &reading->reader;
    enum hc_verdict verdict = hc_log_verify(log->bytes, log->size, why);

    if (verdict == HC_UNREVEALED)
        return say_why(why, "its end is missing");
    if (verdict == HC_DISHONEST)
        return false;
    take_secret(reading, *log);
    reading->setup.log = reading->log;
    if (!match_open(match, &reading->setup))
        return say_why(why, "there is not enough memory");
    if (!repeat(match, log, why))
        return false;
    restore_stories(match, reading->told);
    return true;
}

bool unfinished_open_again(const char *path, struct unfinished_reading *reading,
                           struct match *match, struct hc_problem *why)
{
    return open_again(reading, match, why) || blame(path, why);
}
