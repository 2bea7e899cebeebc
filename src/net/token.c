// SPDX-License-Identifier: MIT
/*
 * token.c: the file of tokens, and the locks that say which places are held.
 *
 * The file is replaced as a whole, so locks are on a file beside it that never is: each place is
 * one byte of it, by a hash, and the first byte is for whoever writes. The system takes the locks
 * of a program that has ended. Start reading at token_hold() and token_keep().
 */
#include "net/token.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"

enum {
    LINES_MAX = 200,  /* older ones are forgotten */
    PLACES_MAX = 100, /* of programs that run at the same time */
};

/* ---- Locks ---------------------------------------------------------------------------------- */

/* Opens the file of locks, and makes the folder if there is none. -1 with errno. */
static int open_locks(void)
{
    char path[HOME_PATH_CHARS + 6], *end;

    if (!home_tokens(path))
        return -1;
    end = strrchr(path, '/');
    *end = '\0';
    if (!home_make(path))
        return -1;
    *end = '/';
    strcat(path, ".lock");
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
}

static bool lock_byte(int locks, short type, off_t byte, bool wait)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};

    return fcntl(locks, wait ? F_SETLKW : F_SETLK, &lock) == 0;
}

/* FNV-1a. Two places with the same byte only keep each other from being held. */
static off_t byte_of(const char *place)
{
    uint32_t hash = 2166136261u;

    for (; *place; place++)
        hash = (hash ^ (uint8_t)*place) * 16777619u;
    return 1 + (off_t)(hash & 0x3fffffff);
}

/* A place must be one line, and its token the last word of it. */
static bool is_plain(const char *who)
{
    for (const char *c = who; *c; c++)
        if ((uint8_t)*c < ' ' || (uint8_t)*c == 0x7f)
            return false;
    return strlen(who) < TOKEN_WHO_CHARS - 8;
}

void token_hold(const char *server, const char *who, struct token_place *place)
{
    errno = 0;
    *place = (struct token_place){.lock = is_plain(who) ? open_locks() : -1};
    place->error = place->lock < 0 ? errno : 0;
    for (unsigned n = 1; place->lock >= 0 && n <= PLACES_MAX; n++) {
        char number[8] = "";

        if (n > 1)
            snprintf(number, sizeof number, " #%u", n);
        snprintf(place->text, sizeof place->text, "%s%s%s%s", server, *who ? " " : "", who, number);
        if (lock_byte(place->lock, F_WRLCK, byte_of(place->text), false))
            return;
    }
    if (place->lock >= 0)
        token_release(place);
}

void token_first(const char *server, const char *who, struct token_place *place)
{
    *place = (struct token_place){.lock = -1};
    snprintf(place->text, sizeof place->text, "%s%s%s", server, *who ? " " : "", who);
}

void token_release(struct token_place *place)
{
    if (place->lock >= 0)
        close(place->lock);
    *place = (struct token_place){.lock = -1};
}

/* ---- The file ------------------------------------------------------------------------------- */

/* The text of the file, to be freed; NULL if there is none. */
static char *read_all(void)
{
    char path[HOME_PATH_CHARS];
    struct hc_problem why;
    uint8_t *bytes;
    size_t size;

    return home_tokens(path) && file_read(path, &bytes, &size, &why) ? (char *)bytes : NULL;
}

/* Cuts the next line off; NULL behind the last one. */
static char *next_line(char **text)
{
    char *line = *text, *end;

    if (!line || !*line)
        return NULL;
    end = strchr(line, '\n');
    *text = end ? end + 1 : line + strlen(line);
    if (end)
        *end = '\0';
    return line;
}

/* The token in a line, if it is for this place; otherwise NULL. */
static const char *token_in(const char *line, const char *place)
{
    size_t length = strlen(place);

    if (strncmp(line, place, length) != 0 || line[length] != ' ')
        return NULL;
    line += length + 1;
    return strlen(line) == TOKEN_CHARS - 1 && strspn(line, "0123456789abcdef") == TOKEN_CHARS - 1
               ? line
               : NULL;
}

void token_read(const struct token_place *place, char token[TOKEN_CHARS])
{
    char *all = *place->text ? read_all() : NULL, *rest = all, *line;

    *token = '\0';
    while ((line = next_line(&rest)))
        if (token_in(line, place->text))
            memcpy(token, token_in(line, place->text), TOKEN_CHARS);
    free(all);
}

/* The line of this place, and then all others. */
static char *replace(char *all, const char *place, const char *token, size_t *length)
{
    size_t size = (all ? strlen(all) : 0) + strlen(place) + TOKEN_CHARS + 4;
    char *text = malloc(size), *line;
    unsigned count = 0;

    if (!text)
        return NULL;
    *length = (size_t)snprintf(text, size, "%s %s\n", place, token);
    while ((line = next_line(&all)) && ++count < LINES_MAX)
        if (*line && !token_in(line, place))
            *length += (size_t)snprintf(text + *length, size - *length, "%s\n", line);
    return text;
}

static bool wrong(struct hc_problem *why, const char *what)
{
    snprintf(why->text, sizeof why->text, "%.230s", what);
    return false;
}

/* Writes the file for our eyes alone; one that somebody made readable for others is not left so. */
static bool write_all(const char *text, size_t length, struct hc_problem *why)
{
    char path[HOME_PATH_CHARS];
    mode_t mask = umask(077);
    bool kept = home_tokens(path) && file_write(path, text, length, why);

    if (kept && chmod(path, S_IRUSR | S_IWUSR))
        kept = wrong(why, strerror(errno));
    umask(mask);
    return kept;
}

bool token_keep(const struct token_place *place, const char *token, struct hc_problem *why)
{
    char *all, *text;
    size_t length;
    bool kept;

    if (place->lock < 0)
        return wrong(why, place->error ? strerror(place->error) : "there is no home to keep it in");
    if (!lock_byte(place->lock, F_WRLCK, 0, true))
        return wrong(why, strerror(errno));
    all = read_all();
    text = replace(all, place->text, token, &length);
    kept = text ? write_all(text, length, why) : wrong(why, "there is not enough memory");
    lock_byte(place->lock, F_UNLCK, 0, false);
    free(text);
    free(all);
    return kept;
}
