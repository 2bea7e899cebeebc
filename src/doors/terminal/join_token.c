// SPDX-License-Identifier: MIT
/*
 * join_token.c: the tokens by which servers know this person: a file of lines "SERVER TOKEN".
 *
 * Who has the token has the seat, so nobody else may read the file.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "doors/terminal/home.h"
#include "doors/terminal/join_inside.h"
#include "doors/terminal/status.h"
#include "store/file.h"

enum { SERVERS_MAX = 200 }; /* older ones are forgotten */

/* The text of the file, to be freed; NULL if there is none. */
static char *read_all(const char *path)
{
    struct hc_problem why;
    uint8_t *bytes;
    size_t size;

    return file_read(path, &bytes, &size, &why) ? (char *)bytes : NULL;
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

/* Whether a line is for this server; then the token is behind it. */
static bool is_for(const char *line, const char *server)
{
    size_t length = strlen(server);

    return !strncmp(line, server, length) && line[length] == ' ';
}

void join_read_token(const char *server, char token[GUEST_TOKEN_CHARS])
{
    char path[HOME_PATH_CHARS], *all, *rest, *line;

    *token = '\0';
    all = rest = home_tokens(path) ? read_all(path) : NULL;
    while ((line = next_line(&rest)))
        if (is_for(line, server) &&
            strspn(line + strlen(server) + 1, "0123456789abcdef") == GUEST_TOKEN_CHARS - 1)
            snprintf(token, GUEST_TOKEN_CHARS, "%s", line + strlen(server) + 1);
    free(all);
}

/* All lines but that of this server, and then that. */
static char *replace(char *all, const char *server, const char *token, size_t *length)
{
    size_t size = (all ? strlen(all) : 0) + strlen(server) + GUEST_TOKEN_CHARS + 4;
    char *text = malloc(size), *line;
    unsigned count = 0;

    if (!text)
        return NULL;
    *length = (size_t)snprintf(text, size, "%s %s\n", server, token);
    while ((line = next_line(&all)) && ++count < SERVERS_MAX)
        if (*line && !is_for(line, server))
            *length += (size_t)snprintf(text + *length, size - *length, "%s\n", line);
    return text;
}

static bool make_folder(const char *path)
{
    char folder[HOME_PATH_CHARS];

    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    return home_make(folder);
}

bool join_keep_token(const char *server, const char *token, struct hc_problem *why)
{
    char path[HOME_PATH_CHARS], *all, *text;
    bool kept = false;
    size_t length;
    mode_t mask;

    if (!home_tokens(path))
        return say_why(why, "there is no home to keep it in");
    if (!make_folder(path))
        return say_why(why, "%.180s: %s", path, strerror(errno));
    all = read_all(path);
    text = replace(all, server, token, &length);
    mask = umask(077);
    if (!text)
        say_why(why, "there is not enough memory");
    else
        kept = file_write(path, text, length, why);
    /* One that somebody made readable for others is not left so. */
    if (kept && chmod(path, S_IRUSR | S_IWUSR))
        kept = say_why(why, "%.180s: %s", path, strerror(errno));
    umask(mask);
    free(text);
    free(all);
    return kept;
}
