// SPDX-License-Identifier: MIT
/*
 * unfinished.c: the files of unfinished matches: written, locked, found and removed. keep() writes
 * one, unfinished_continue() goes on with one.
 */
#include "doors/terminal/unfinished.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "doors/terminal/setup_text.h"
#include "doors/terminal/status.h"
#include "doors/terminal/unfinished_form.h"

enum {
    ID_DIGITS = 8,
    LOOSE_BYTES_MAX = 8192, /* of the log; hashing so much takes well below a millisecond */
    FILES_MAX = 10000,      /* looked at in the folder */
};

static const char ending[] = ".match";

/* ---- Files ---------------------------------------------------------------------------------- */

static bool is_id(const char *text)
{
    return *text && strlen(text) < UNFINISHED_ID_CHARS &&
           text[strspn(text, "0123456789abcdef-")] == '\0';
}

static bool place(struct unfinished *file, const char *id, struct hc_problem *why)
{
    char folder[HOME_PATH_CHARS];

    if (!home_unfinished(folder))
        return say_why(why, "there is no home folder to keep matches in");
    if (snprintf(file->path, sizeof file->path, "%s/%s%s", folder, id, ending) >=
            (int)sizeof file->path ||
        snprintf(file->beside, sizeof file->beside, "%s/%s.tmp", folder, id) >=
            (int)sizeof file->beside)
        return say_why(why, "the path of the folder for unfinished matches is too long");
    return true;
}

/* Locks a match; -1 if it is not there or is played elsewhere. A file that was replaced between
 * opening and locking is played elsewhere too. */
static int lock(const char *path)
{
    int held = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat mine, there;

    if (held >= 0 && !flock(held, LOCK_EX | LOCK_NB) && !fstat(held, &mine) &&
        S_ISREG(mine.st_mode) && !stat(path, &there) && mine.st_ino == there.st_ino &&
        mine.st_dev == there.st_dev)
        return held;
    if (held >= 0)
        close(held);
    return -1;
}

static bool write_all(int to, const void *bytes, size_t size)
{
    for (const uint8_t *at = bytes; size;) {
        ssize_t put = write(to, at, size);

        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        at += put;
        size -= (size_t)put;
    }
    return true;
}

/* The new file is locked before it takes the place of the old one, so the match is never free. It
 * is not flushed to the disk: a match must survive a crash of the program, and a move should not
 * wait for the disk. */
static bool replace(struct unfinished *file, const void *bytes, size_t size)
{
    int to = open(file->beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool ok = to >= 0 && !flock(to, LOCK_EX | LOCK_NB) && write_all(to, bytes, size) &&
              !rename(file->beside, file->path);

    if (!ok) {
        int error = errno;

        if (to >= 0) {
            unlink(file->beside);
            close(to);
        }
        errno = error;
        return false;
    }
    if (file->lock >= 0)
        close(file->lock);
    file->lock = to;
    return true;
}

/* ---- Saving --------------------------------------------------------------------------------- */

static bool keep(struct match *match, void *context, struct hc_problem *why)
{
    struct unfinished *file = context;
    size_t size = 0;
    uint8_t *bytes;
    bool ok;

    /* What is sealed need not be hashed again each time. */
    if (match->log.used - match->log.sealed > LOOSE_BYTES_MAX)
        match_seal(match);
    bytes = unfinished_encode(match, &size);
    if (!bytes)
        return say_why(why, "there is not enough memory");
    ok = replace(file, bytes, size) || say_why(why, "%.160s: %s", file->path, strerror(errno));
    free(bytes);
    return ok;
}

/* ---- The folder ----------------------------------------------------------------------------- */

struct entry {
    char id[UNFINISHED_ID_CHARS];
    struct timespec saved;
};

static int newest_first(const void *a, const void *b)
{
    const struct entry *one = a, *two = b;

    if (one->saved.tv_sec != two->saved.tv_sec)
        return one->saved.tv_sec < two->saved.tv_sec ? 1 : -1;
    if (one->saved.tv_nsec != two->saved.tv_nsec)
        return one->saved.tv_nsec < two->saved.tv_nsec ? 1 : -1;
    return strcmp(one->id, two->id);
}

/* The id of a file's name; false if it is another file. */
static bool read_id(const char *name, char id[UNFINISHED_ID_CHARS])
{
    const char *dot = strchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : 0;

    if (!dot || strcmp(dot, ending) != 0 || length >= UNFINISHED_ID_CHARS)
        return false;
    memcpy(id, name, length);
    id[length] = '\0';
    return is_id(id);
}

/* All matches of the folder, the newest first; the caller frees the list. */
static struct entry *list(size_t *count)
{
    char folder[HOME_PATH_CHARS];
    struct entry *entries = NULL;
    struct dirent *row;
    DIR *files;

    *count = 0;
    if (!home_unfinished(folder) || !(files = opendir(folder)))
        return NULL;
    while ((row = readdir(files)) && *count < FILES_MAX) {
        struct entry entry = {{0}, {0, 0}};
        struct entry *more;
        struct stat found;

        if (!read_id(row->d_name, entry.id) ||
            fstatat(dirfd(files), row->d_name, &found, AT_SYMLINK_NOFOLLOW) ||
            !S_ISREG(found.st_mode))
            continue;
        entry.saved = found.st_mtim;
        if (!(more = realloc(entries, (*count + 1) * sizeof *entries)))
            break;
        entries = more;
        entries[(*count)++] = entry;
    }
    closedir(files);
    if (*count)
        qsort(entries, *count, sizeof *entries, newest_first);
    return entries;
}

/* Makes room for one more. */
static void remove_oldest(void)
{
    size_t count;
    struct entry *entries = list(&count);

    for (size_t i = UNFINISHED_MAX - 1; i < count; i++) {
        struct unfinished old = {.lock = -1};
        struct hc_problem why;
        int held;

        if (!place(&old, entries[i].id, &why) || (held = lock(old.path)) < 0)
            continue;
        unlink(old.path);
        unlink(old.beside);
        close(held);
    }
    free(entries);
}

bool unfinished_last(char id[UNFINISHED_ID_CHARS])
{
    size_t count;
    struct entry *entries = list(&count);
    bool found = false;

    for (size_t i = 0; i < count && !found; i++) {
        struct unfinished file = {.lock = -1};
        struct hc_problem why;
        int held = place(&file, entries[i].id, &why) ? lock(file.path) : -1;

        found = held >= 0;
        if (found) {
            memcpy(id, entries[i].id, UNFINISHED_ID_CHARS);
            close(held);
        }
    }
    free(entries);
    return found;
}

/* An id that no file has: the same seed gives the same commitment. */
static bool find_free(struct unfinished *file, const struct match *match, struct hc_problem *why)
{
    char id[UNFINISHED_ID_CHARS];
    struct hc_text digits;

    hc_text_init(&digits, id, sizeof id);
    hc_put_hex(&digits, match->commitment, ID_DIGITS / 2);
    for (unsigned number = 2; number < 100; number++) {
        if (!place(file, id, why))
            return false;
        if (access(file->path, F_OK)) {
            memcpy(file->id, id, sizeof id);
            return true;
        }
        snprintf(id + ID_DIGITS, sizeof id - ID_DIGITS, "-%u", number);
    }
    return say_why(why, "%s: there are too many matches with the same seed", file->path);
}

static bool begin(struct unfinished *file, struct match *match, const char *folder,
                  struct hc_problem *why)
{
    if (!home_make(folder))
        return say_why(why, "%.160s: %s", folder, strerror(errno));
    if (!find_free(file, match, why))
        return false;
    remove_oldest();
    return keep(match, file, why);
}

void unfinished_begin(struct unfinished *file, struct match *match)
{
    char folder[HOME_PATH_CHARS];
    struct hc_problem why;

    *file = (struct unfinished){.lock = -1};
    if (!home_unfinished(folder))
        return;
    if (begin(file, match, folder, &why)) {
        match->keep = keep;
        match->keep_context = file;
    } else {
        fprintf(stderr, "holecard play: this match is not kept: %s\n", why.text);
        unfinished_end(file, false);
    }
}

void unfinished_end(struct unfinished *file, bool over)
{
    if (*file->id) {
        if (over)
            unlink(file->path);
        if (file->lock >= 0)
            close(file->lock);
    }
    free(file->log);
    *file = (struct unfinished){.lock = -1};
}

/* ---- Continuing ----------------------------------------------------------------------------- */

bool unfinished_continue(struct unfinished *file, const char *id, struct match *match,
                         struct hc_problem *why)
{
    struct unfinished_reading reading;
    bool ok;

    *match = (struct match){.people = 0};
    *file = (struct unfinished){.lock = -1};
    if (!is_id(id))
        return say_why(why, "\"%.20s\" is not the name of an unfinished match", id);
    if (!place(file, id, why))
        return false;
    if ((file->lock = lock(file->path)) < 0)
        return say_why(why, "the match %s is %s", id,
                       access(file->path, F_OK) ? "not among the unfinished ones"
                                                : "being played at another terminal");
    ok = unfinished_read(file->path, &reading, why) &&
         unfinished_open_again(file->path, &reading, match, why);
    if (ok && match->setup.log)
        match->setup.log = file->log = strdup(match->setup.log);
    free(reading.bytes);
    if (!ok) {
        close(file->lock);
        return false;
    }
    snprintf(file->id, sizeof file->id, "%s", id);
    match->keep = keep;
    match->keep_context = file;
    return true;
}

bool unfinished_describe(const char *id, char *out, size_t size)
{
    struct unfinished file = {.lock = -1};
    struct unfinished_reading reading;
    struct hc_problem why;
    struct stat found;
    struct tm local;
    char when[60];
    bool ok;

    if (!is_id(id) || !place(&file, id, &why) || stat(file.path, &found))
        return false;
    ok = unfinished_read(file.path, &reading, &why) && localtime_r(&found.st_mtime, &local) &&
         strftime(when, sizeof when, "%d %B at %H:%M", &local);
    if (ok)
        snprintf(out, size, "%s, %u players, left on %s", hc_game_name(reading.setup.game),
                 reading.setup.seats, when + (*when == '0'));
    free(reading.bytes);
    return ok;
}
