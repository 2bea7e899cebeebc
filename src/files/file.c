// SPDX-License-Identifier: MIT
/* file.c: whole files, read under a limit and written all or nothing. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 /* realpath */
#endif
#include "files/file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_BYTES = 64 << 10 }; /* what is asked for first; then twice as much each time */

struct file_shown file_shown(const char *path)
{
    struct file_shown shown;
    size_t length = strlen(path), left = length > FILE_SHOWN_CHARS ? length - FILE_SHOWN_CHARS : 0;

    while (left && ((unsigned char)path[left] & 0xc0) == 0x80) /* inside of a character */
        left++;
    snprintf(shown.text, sizeof shown.text, "%s%.*s", left ? "…" : "", FILE_SHOWN_CHARS,
             path + left);
    return shown;
}

static bool complain(struct hc_problem *why, const char *path, const char *reason)
{
    memset(why, 0, sizeof *why);
    snprintf(why->text, sizeof why->text, "%s: %.120s", file_shown(path).text, reason);
    return false;
}

static ssize_t read_some(int from, void *bytes, size_t size)
{
    ssize_t got;

    do
        got = read(from, bytes, size);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Reads to the end. The caller frees *bytes, whatever the result. */
static bool read_all(int from, uint8_t **bytes, size_t *size, const char *path,
                     struct hc_problem *why)
{
    size_t room = 0;

    *bytes = NULL;
    *size = 0;
    for (;;) {
        uint8_t *more;
        ssize_t got;

        /* One byte of room is kept for the zero at the end. */
        if (*size + 1 >= room) {
            room = room ? 2 * room : FIRST_BYTES;
            if (!(more = realloc(*bytes, room)))
                return complain(why, path, "there is not enough memory to read it");
            *bytes = more;
        }
        got = read_some(from, *bytes + *size, room - *size - 1);
        if (got < 0)
            return complain(why, path, strerror(errno));
        if (got == 0)
            break;
        *size += (size_t)got;
        if (*size > FILE_BYTES_MAX)
            return complain(why, path, "is larger than 64 MiB, the most that is read");
    }
    (*bytes)[*size] = 0;
    return true;
}

bool file_read(const char *path, uint8_t **bytes, size_t *size, struct hc_problem *why)
{
    bool is_stdin = !strcmp(path, "-");
    int from = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    bool ok;

    *bytes = NULL;
    if (from < 0)
        return complain(why, path, strerror(errno));
    ok = read_all(from, bytes, size, is_stdin ? "standard input" : path, why);
    if (!is_stdin)
        close(from);
    if (!ok) {
        free(*bytes);
        *bytes = NULL;
    }
    return ok;
}

static bool write_all(int to, const uint8_t *bytes, size_t size)
{
    while (size) {
        ssize_t put = write(to, bytes, size);

        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        bytes += put;
        size -= (size_t)put;
    }
    return true;
}

/* Makes a new file beside the target, with the rights of any new file. Its name is in `name`. */
static int open_beside(const char *path, char name[PATH_MAX])
{
    for (unsigned attempt = 0; attempt < 100; attempt++) {
        int length = snprintf(name, PATH_MAX, "%s.%ld-%u.tmp", path, (long)getpid(), attempt);
        int to;

        if (length >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        to = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (to >= 0 || errno != EEXIST)
            return to;
    }
    return -1;
}

void file_flush_folder(const char *path)
{
    char copy[PATH_MAX];
    int folder;

    snprintf(copy, sizeof copy, "%s", path);
    folder = open(dirname(copy), O_RDONLY | O_CLOEXEC);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

/* `old` is the file that is replaced, whose mode is kept; NULL if there is none. */
static bool replace(const char *path, const struct stat *old, const void *bytes, size_t size,
                    struct hc_problem *why)
{
    char name[PATH_MAX];
    int to = open_beside(path, name);
    bool ok;

    if (to < 0)
        return complain(why, path, strerror(errno));
    ok = write_all(to, bytes, size) && (!old || !fchmod(to, old->st_mode & 0777)) && !fsync(to);
    /* Some systems report a full disk only now. */
    ok = !close(to) && ok;
    ok = ok && !rename(name, path);
    if (!ok) {
        complain(why, path, strerror(errno));
        unlink(name);
        return false;
    }
    file_flush_folder(path);
    return true;
}

/* A terminal, a pipe or /dev/null cannot be replaced and is written to as it is. */
static bool write_through(const char *path, const void *bytes, size_t size, struct hc_problem *why)
{
    int to = open(path, O_WRONLY | O_CLOEXEC);
    bool ok = to >= 0 && write_all(to, bytes, size);

    if (!ok)
        complain(why, path, strerror(errno));
    if (to >= 0)
        close(to);
    return ok;
}

bool file_write(const char *path, const void *bytes, size_t size, struct hc_problem *why)
{
    char target[PATH_MAX];
    struct stat old;

    memset(why, 0, sizeof *why);
    /* Through a link, so that the link stays one. */
    if (!realpath(path, target))
        return errno == ENOENT ? replace(path, NULL, bytes, size, why)
                               : complain(why, path, strerror(errno));
    if (stat(target, &old))
        return complain(why, path, strerror(errno));
    return S_ISREG(old.st_mode) ? replace(target, &old, bytes, size, why)
                                : write_through(target, bytes, size, why);
}

bool file_try(const char *path, struct hc_problem *why)
{
    char name[PATH_MAX];
    int to;

    memset(why, 0, sizeof *why);
    if (!access(path, W_OK))
        return true;
    to = errno == ENOENT ? open_beside(path, name) : -1;
    if (to < 0)
        return complain(why, path, strerror(errno));
    close(to);
    unlink(name);
    return true;
}
