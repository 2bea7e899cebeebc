// SPDX-License-Identifier: MIT
/*
 * store_backup.c: `holecard store backup FILE TO` copies a database that may be in use.
 *
 * One transaction of reading is open all the time, so every page is as it was when it began, and a
 * server that goes on writing neither waits nor makes the copying begin again.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* flock */
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "files/file.h"
#include "tools/store_tools.h"

enum {
    STEP_PAGES = 1024, /* between two signs of life */
    TRIES_MAX = 500,   /* for a page that somebody else holds, a hundredth of a second each */
    PATH_CHARS = 4096
};

static bool complain(const char *path, const char *what)
{
    fprintf(stderr, "holecard store: %s %s\n", path, what);
    return false;
}

static void show_progress(sqlite3_backup *backup)
{
    int all = sqlite3_backup_pagecount(backup), left = sqlite3_backup_remaining(backup);

    fprintf(stderr, "\r%d %%", all ? (int)((long long)(all - left) * 100 / all) : 100);
}

static int copy_pages(sqlite3 *to, sqlite3 *from)
{
    const struct timespec moment = {0, 10000000};
    bool terminal = isatty(STDERR_FILENO);
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    int result = SQLITE_OK;

    if (!backup)
        return sqlite3_errcode(to);
    for (unsigned tries = 0; tries < TRIES_MAX && result != SQLITE_DONE; tries++) {
        while ((result = sqlite3_backup_step(backup, STEP_PAGES)) == SQLITE_OK)
            if (terminal)
                show_progress(backup);
        if (result != SQLITE_BUSY && result != SQLITE_LOCKED)
            break;
        nanosleep(&moment, NULL);
    }
    if (terminal)
        fputs("\r     \r", stderr);
    return sqlite3_backup_finish(backup) == SQLITE_OK && result == SQLITE_DONE ? SQLITE_OK : result;
}

/* Copies into an empty file that is there already. */
static bool copy_to(struct database *from, const char *name)
{
    struct database to = {.lock = -1, .file = -1, .path = (char *)(uintptr_t)name};
    bool ok = sqlite3_open_v2(name, &to.sqlite, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;

    ok = ok && copy_pages(to.sqlite, from->sqlite) == SQLITE_OK;
    /* So that the copy is one file, and can be read where nothing can be written. */
    ok = ok &&
         sqlite3_exec(to.sqlite, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) == SQLITE_OK;
    if (!ok && to.sqlite) {
        database_failed(&to);
        store_say_why(&to);
    }
    return sqlite3_close(to.sqlite) == SQLITE_OK && ok;
}

static bool flush(const char *name)
{
    int file = open(name, O_RDONLY | O_CLOEXEC);
    bool ok = file >= 0 && !fsync(file);

    if (file >= 0)
        close(file);
    return ok || complain(name, strerror(errno));
}

/* Whether a name is that of the temporary file of some backup to a file of that name. */
static bool is_leftover(const char *name, const char *to)
{
    size_t length = strlen(to), digits;

    if (strncmp(name, to, length) || name[length] != '.')
        return false;
    digits = strspn(name + length + 1, "0123456789");
    return digits && !strncmp(name + length + 1 + digits, ".tmp", 4);
}

/* Backups that were killed leave files behind. One that is still written is locked. */
static void clear_leftovers(const char *to)
{
    const char *slash = strrchr(to, '/'), *base = slash ? slash + 1 : to;
    char folder[PATH_CHARS];
    const struct dirent *entry;
    DIR *listed;

    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - to) + 1 : 1, slash ? to : ".");
    if (!(listed = opendir(folder)))
        return;
    while ((entry = readdir(listed))) {
        int file = is_leftover(entry->d_name, base)
                       ? openat(dirfd(listed), entry->d_name, O_RDONLY | O_CLOEXEC)
                       : -1;

        if (file >= 0 && !flock(file, LOCK_EX | LOCK_NB))
            unlinkat(dirfd(listed), entry->d_name, 0);
        if (file >= 0)
            close(file);
    }
    closedir(listed);
}

/* A file that is served is not replaced: what its server stores from then on would be lost. */
static bool put_in_place(const char *name, const char *to)
{
    if (database_is_served(to))
        return complain(to, "is served; name another file");
    if (rename(name, to))
        return complain(to, strerror(errno));
    file_flush_folder(to);
    return true;
}

static bool copy_and_rename(struct database *from, const char *to)
{
    char name[PATH_CHARS];
    int file;
    bool ok;

    if (snprintf(name, sizeof name, "%s.%ld.tmp", to, (long)getpid()) >= (int)sizeof name)
        return complain(to, "is too long a name");
    clear_leftovers(to);
    if ((file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) < 0)
        return complain(name, strerror(errno));
    /* Held until the end: SQLite's locks, which closing it would end, are of no use here. */
    ok = !flock(file, LOCK_EX | LOCK_NB) || complain(name, strerror(errno));
    ok = ok && copy_to(from, name) && flush(name) && put_in_place(name, to);
    if (!ok)
        unlink(name);
    close(file);
    return ok;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;

    return !stat(a, &of_a) && !stat(b, &of_b) && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

/* The transaction begins with its first look at the database. */
static bool begin_reading(struct database *database)
{
    int64_t start;

    return database_do(database, SQL_BEGIN_READING, "") &&
           database_meta(database, "journal_start", &start) >= 0;
}

bool store_backup(const char *path, const char *to)
{
    struct database database;
    bool ok;

    if (is_same_file(path, to))
        return complain(to, "is the database itself; name another file");
    if (database_is_served(to))
        return complain(to, "is served; name another file");
    ok = database_open(&database, path, DATABASE_READ) && begin_reading(&database);
    if (!ok)
        store_say_why(&database);
    ok = ok && copy_and_rename(&database, to);
    database_release(&database);
    return ok;
}
