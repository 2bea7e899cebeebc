// SPDX-License-Identifier: MIT
/*
 * store_backup.c: `holecard store backup FILE TO` copies a database that may be in use.
 *
 * One transaction of reading is open all the time, so every page is as it was when it began, and a
 * server that goes on writing neither waits nor makes the copying begin again.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
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

static bool copy_and_rename(struct database *from, const char *to)
{
    char name[PATH_CHARS];
    int file;

    if (snprintf(name, sizeof name, "%s.%ld.tmp", to, (long)getpid()) >= (int)sizeof name)
        return complain(to, "is too long a name");
    if ((file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) < 0)
        return complain(name, strerror(errno));
    close(file);
    if (copy_to(from, name) && flush(name)) {
        if (!rename(name, to)) {
            file_flush_folder(to);
            return true;
        }
        complain(to, strerror(errno));
    }
    unlink(name);
    return false;
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
    ok = database_open(&database, path, DATABASE_READ) && begin_reading(&database);
    if (!ok)
        store_say_why(&database);
    ok = ok && copy_and_rename(&database, to);
    database_release(&database);
    return ok;
}
