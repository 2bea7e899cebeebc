// SPDX-License-Identifier: MIT
/* database.c: opening a database, running statements on it, and saying what went wrong. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* flock, which ends with its process however that ends */
#endif
#include "store/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"
#include "store/columns.h"
#include "store/damage.h"
#include "store/sum.h"

enum {
    PATH_CHARS = 4096,
    BUSY_MS = 5000,             /* how long a reader of the file may be in the way */
    VALUE_BYTES_MAX = 64 << 20, /* the largest value that is believed */
    PAGE_BYTES = 4096,
    WAL_PAGES = 4000, /* the write-ahead log is written back, and begun anew, when it has these */
    WAL_BYTES = 32 + WAL_PAGES * (24 + PAGE_BYTES)
};

/* FULL: a batch is on the disk before anybody is told. Deleted rows are overwritten, since there
 * are names in them. The last two lines are for files from elsewhere. */
static const char settings[] = "PRAGMA journal_mode = WAL;"
                               "PRAGMA synchronous = FULL;"
                               "PRAGMA secure_delete = ON;"
                               "PRAGMA trusted_schema = OFF;"
                               "PRAGMA cell_size_check = ON;";

static const char *const statements[STATEMENT_COUNT] = {
#define STATEMENT(name, sql) [SQL_##name] = sql,
#include "store/statements.def"
#undef STATEMENT
};

/* ---- What went wrong ------------------------------------------------------------------------ */

bool database_complain(struct database *database, const char *format, ...)
{
    struct hc_problem *why = &database->why;
    va_list arguments;
    int length;

    memset(why, 0, sizeof *why);
    length = snprintf(why->text, sizeof why->text, "%s ",
                      file_shown(database->path ? database->path : "").text);
    va_start(arguments, format);
    vsnprintf(why->text + length, sizeof why->text - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* SQLite does not keep the reason when it is a commit that fails; errno still has it then, and was
 * cleared before the step. */
static bool disk_failed(struct database *database)
{
    int kept = sqlite3_system_errno(database->sqlite), reason = kept ? kept : errno;

    if (reason == ENOSPC || reason == EDQUOT)
        return database_complain(database, "cannot grow: the disk is full; make some room");
    if (reason == EFBIG)
        return database_complain(database, "cannot grow: it has reached the largest size that a "
                                           "file may have here");
    return database_complain(database, "cannot be used: the disk reports \"%s\"",
                             reason ? strerror(reason) : sqlite3_errmsg(database->sqlite));
}

bool database_failed(struct database *database)
{
    switch (sqlite3_errcode(database->sqlite) & 0xff) {
    case SQLITE_FULL:
        return database_complain(database, "cannot grow: the disk is full; make some room");
    case SQLITE_IOERR:
        return disk_failed(database);
    case SQLITE_READONLY:
        return database_complain(database, "is read-only; nothing can be stored");
    case SQLITE_BUSY:
        return database_complain(database, "is kept busy by another program; end that one");
    case SQLITE_NOTADB:
        database->is_corrupt = true;
        return database_complain(database, "is not a database");
    case SQLITE_CORRUPT:
        database->is_corrupt = true;
        return database_complain(database, "is damaged (%s); go back to a backup",
                                 sqlite3_errmsg(database->sqlite));
    case SQLITE_CANTOPEN:
        return database_complain(database, "cannot be opened: %s", strerror(errno));
    case SQLITE_NOMEM:
        return database_complain(database, "cannot be used: there is not enough memory");
    default:
        return database_complain(database, "cannot be used: %s", sqlite3_errmsg(database->sqlite));
    }
}

/* ---- Opening -------------------------------------------------------------------------------- */

/* By name: whoever holds it is known by its number, and two who make a new database do not meet. */
static bool lock_name(struct database *database)
{
    char name[PATH_CHARS], holder[24] = "";
    ssize_t length;

    if (snprintf(name, sizeof name, "%s-lock", database->path) >= (int)sizeof name)
        return database_complain(database, "has too long a name");
    database->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (database->lock < 0)
        return database_complain(database, "cannot be locked: %s-lock: %s", database->path,
                                 strerror(errno));
    if (flock(database->lock, LOCK_EX | LOCK_NB)) {
        length = read(database->lock, holder, sizeof holder - 1);
        holder[length > 0 ? strspn(holder, "0123456789") : 0] = 0;
        return database_complain(database, "is served by another process%s%s; end that one first",
                                 *holder ? ", number " : "", holder);
    }
    length = snprintf(holder, sizeof holder, "%ld\n", (long)getpid());
    if (ftruncate(database->lock, 0) || pwrite(database->lock, holder, (size_t)length, 0) < 0)
        return database_complain(database, "cannot be locked: %s-lock: %s", database->path,
                                 strerror(errno));
    return true;
}

/* The file itself, whatever it is called. SQLite's own locks are of another kind, but end when the
 * process closes any descriptor of the file: so this one is opened first and closed last. */
static bool lock_file(struct database *database)
{
    if (!flock(database->file, LOCK_EX | LOCK_NB))
        return true;
    return database_complain(database, "is served by another process, perhaps by another name; end "
                                       "that one first");
}

/* Only a database that was cut short has nothing in it, since a new one gets its name when it is
 * whole. */
static bool look_at_file(struct database *database)
{
    struct stat found;

    if (stat(database->path, &found))
        return database_complain(database, "cannot be opened: %s", strerror(errno));
    if (!S_ISREG(found.st_mode))
        return database_complain(database, "cannot be opened: %s",
                                 S_ISDIR(found.st_mode) ? strerror(EISDIR) : "it is not a file");
    return found.st_size ||
           database_complain(database, "is empty: there is nothing in it. If there was something, "
                                       "go back to a backup; if not, remove it");
}

static bool open_file(struct database *database)
{
    database->file = open(database->path, O_RDONLY | O_CLOEXEC);
    return database->file >= 0 ||
           database_complain(database, "cannot be opened: %s", strerror(errno));
}

static bool connect_to(struct database *database, int flags)
{
    if (sqlite3_open_v2(database->path, &database->sqlite, flags | SQLITE_OPEN_NOMUTEX, NULL))
        return database->sqlite ? database_failed(database)
                                : database_complain(database, "needs more memory than there is");
    sqlite3_limit(database->sqlite, SQLITE_LIMIT_LENGTH, VALUE_BYTES_MAX);
    sqlite3_extended_result_codes(database->sqlite, 1);
    if (sqlite3_busy_timeout(database->sqlite, BUSY_MS) ||
        sqlite3_db_config(database->sqlite, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL) ||
        !sum_teach(database->sqlite))
        return database_failed(database);
    return true;
}

/* Gives the write-ahead log its full size at once, since a file that grows takes longer to sync.
 * Zeros after its last frame are never read. Where there is no room for them, it grows as it must.
 */
static void make_room(sqlite3_file *log)
{
    static const char zeros[1 << 16];
    sqlite3_int64 size;

    if (log->pMethods->xFileSize(log, &size))
        return;
    for (sqlite3_int64 at = size; at < WAL_BYTES; at += (int)sizeof zeros)
        if (log->pMethods->xWrite(log, zeros, sizeof zeros, at)) {
            (void)log->pMethods->xTruncate(log, size);
            return;
        }
}

/* What was written but not synced when the last process ended is found in the log, and will be told
 * to people: so it is synced now. */
static bool settle_log(struct database *database)
{
    sqlite3_file *log = NULL;

    if (sqlite3_file_control(database->sqlite, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) ||
        !log || !log->pMethods)
        return true;
    make_room(log);
    errno = 0;
    return !log->pMethods->xSync(log, SQLITE_SYNC_NORMAL) ||
           database_complain(database, "cannot be used: the disk reports \"%s\"", strerror(errno));
}

/* SQLite does not look into a file that is shorter than it should be, unless it is told to take the
 * schema as it is. Nothing is written that way: such a file is damaged, and is only read. */
static bool look_at_schema(struct database *database)
{
    if (schema_check(database, SCHEMA_VERSION, false))
        return true;
    if (!database->is_corrupt ||
        sqlite3_db_config(database->sqlite, SQLITE_DBCONFIG_DEFENSIVE, 0, (int *)NULL) ||
        sqlite3_db_config(database->sqlite, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, (int *)NULL))
        return false;
    database->is_short = schema_check(database, SCHEMA_VERSION, false);
    return database->is_short;
}

/* Logs of running matches hold every card, so it is for its owner alone. */
bool database_make(struct database *database, const char *path)
{
    int file;

    memset(database, 0, sizeof *database);
    database->lock = database->file = -1;
    if (!(database->path = strdup(path)))
        return database_complain(database, "cannot be made: there is not enough memory");
    if ((file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) < 0)
        return database_complain(database, "cannot be made: %s", strerror(errno));
    close(file);
    return connect_to(database, SQLITE_OPEN_READWRITE) &&
           schema_update(database, schema_steps, SCHEMA_VERSION);
}

/* A new database gets its name when it is whole: one without anything in it is a damaged one. */
static bool make_new(struct database *database)
{
    struct database fresh;
    char name[PATH_CHARS];
    bool ok;

    if (snprintf(name, sizeof name, "%s-new", database->path) >= (int)sizeof name)
        return database_complain(database, "has too long a name");
    if (!lock_name(database))
        return false;
    unlink(name);
    if (!(ok = database_make(&fresh, name)))
        database->why = fresh.why;
    database_release(&fresh);
    /* Not every file system has links; there it is the lock that keeps others out. */
    if (ok &&
        !(ok = !link(name, database->path) || errno == EEXIST || !rename(name, database->path)))
        database_complain(database, "cannot be opened: %s", strerror(errno));
    unlink(name);
    if (ok)
        file_flush_folder(database->path);
    return ok;
}

/* Another server that writes to the file changes the number, and is noticed by that. */
static bool begin_generation(struct database *database)
{
    int64_t generation = 0;

    if (!database_begin(database))
        return false;
    if (database_meta(database, "generation", &generation) < 0 ||
        !database_do(database, SQL_META_SET, "ti", "generation", generation + 1)) {
        database_rollback(database);
        return false;
    }
    if (!database_commit(database))
        return false;
    database->generation = generation + 1;
    return true;
}

static bool open_in_memory(struct database *database)
{
    return connect_to(database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) &&
           sqlite3_exec(database->sqlite, settings, NULL, NULL, NULL) == SQLITE_OK &&
           schema_update(database, schema_steps, SCHEMA_VERSION);
}

static bool open_to_write(struct database *database, bool serve)
{
    if (serve && access(database->path, F_OK) && errno == ENOENT && !make_new(database))
        return false;
    if (!look_at_file(database) || !open_file(database) ||
        !connect_to(database, SQLITE_OPEN_READWRITE))
        return false;
    if (sqlite3_db_readonly(database->sqlite, "main"))
        return database_complain(database, "is read-only; nothing can be stored");
    /* What is not ours is not to be changed, not even its settings. */
    if (!look_at_schema(database) || (database->lock < 0 && !lock_name(database)) ||
        !lock_file(database) || (serve && !damage_look(database)))
        return false;
    if (database->is_short)
        return database_complain(database, "is damaged; see holecard store rescue");
    if (sqlite3_exec(database->sqlite, settings, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_wal_autocheckpoint(database->sqlite, WAL_PAGES) != SQLITE_OK)
        return database_failed(database);
    if (!schema_update(database, schema_steps, SCHEMA_VERSION))
        return false;
    return !serve || (settle_log(database) && begin_generation(database));
}

bool database_open(struct database *database, const char *path, enum database_use use)
{
    /* Its count of all memory has one lock, at which a batch would wait for whoever asks. (Taken
     * only before the first connection.) */
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    memset(database, 0, sizeof *database);
    database->lock = database->file = -1;
    if (!(database->path = strdup(path)))
        return database_complain(database, "cannot be opened: there is not enough memory");
    if (!strcmp(path, ":memory:"))
        return open_in_memory(database) || (database->sqlite && database_failed(database));
    if (use != DATABASE_READ)
        return open_to_write(database, use == DATABASE_SERVE);
    return look_at_file(database) && connect_to(database, SQLITE_OPEN_READONLY) &&
           look_at_schema(database) && schema_pretend(database);
}

void database_release(struct database *database)
{
    for (unsigned i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(database->prepared[i]);
    sqlite3_close(database->sqlite);
    if (database->file >= 0)
        close(database->file);
    if (database->lock >= 0)
        close(database->lock);
    free(database->path);
    memset(database, 0, sizeof *database);
    database->lock = database->file = -1;
}

/* ---- Whether it is still ours ---------------------------------------------------------------- */

static bool is_lost(struct database *database, const char *what)
{
    database->is_lost = true;
    return database_complain(database, "%s; nothing is stored until the server is started anew",
                             what);
}

/* What is written to a file without its name is gone with the process. */
static bool is_in_place(struct database *database)
{
    char name[PATH_CHARS];
    struct stat named, held;

    if (stat(database->path, &named) || fstat(database->file, &held) ||
        named.st_dev != held.st_dev || named.st_ino != held.st_ino)
        return is_lost(database, "was deleted, moved or replaced");
    snprintf(name, sizeof name, "%s-wal", database->path);
    if (stat(name, &named))
        return is_lost(database, "has lost its write-ahead log, FILE-wal");
    if (database->log && database->log != named.st_ino)
        return is_lost(database, "has another write-ahead log, FILE-wal");
    database->log = named.st_ino;
    return true;
}

static bool is_ours(struct database *database)
{
    int64_t generation;
    int found = database_meta(database, "generation", &generation);

    if (found < 0)
        return false;
    return (found && generation == database->generation) ||
           is_lost(database, "was changed by another process");
}

bool database_is_served(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool is_served = file >= 0 && flock(file, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;

    if (file >= 0)
        close(file);
    return is_served;
}

int database_meta(struct database *database, const char *name, int64_t *value)
{
    sqlite3_stmt *asked = database_ask(database, SQL_META_GET, "t", name);
    int found = asked ? database_next(database, asked) : -1;

    if (found == 1) {
        *value = sqlite3_column_int64(asked, 0);
        database_enough(asked);
    }
    return found;
}

/* ---- Statements ----------------------------------------------------------------------------- */

static int bind_one(sqlite3_stmt *asked, int at, char kind, va_list *values)
{
    const void *bytes;

    switch (kind) {
    case 'i':
        return sqlite3_bind_int64(asked, at, va_arg(*values, int64_t));
    case 'r':
        return sqlite3_bind_double(asked, at, va_arg(*values, double));
    case 't':
        return sqlite3_bind_text(asked, at, va_arg(*values, const char *), -1, SQLITE_STATIC);
    case 'b':
        bytes = va_arg(*values, const void *);
        return sqlite3_bind_blob64(asked, at, bytes, va_arg(*values, size_t), SQLITE_STATIC);
    default:
        return SQLITE_MISUSE;
    }
}

static sqlite3_stmt *ask(struct database *database, enum statement statement, const char *format,
                         va_list *values)
{
    sqlite3_stmt **asked = &database->prepared[statement];

    if (!*asked && sqlite3_prepare_v3(database->sqlite, statements[statement], -1,
                                      SQLITE_PREPARE_PERSISTENT, asked, NULL) != SQLITE_OK) {
        database_failed(database);
        return NULL;
    }
    database_enough(*asked);
    for (int at = 1; *format; at++, format++)
        if (bind_one(*asked, at, *format, values) != SQLITE_OK) {
            database_failed(database);
            return NULL;
        }
    return *asked;
}

sqlite3_stmt *database_ask(struct database *database, enum statement statement, const char *format,
                           ...)
{
    va_list values;
    sqlite3_stmt *asked;

    va_start(values, format);
    asked = ask(database, statement, format, &values);
    va_end(values);
    return asked;
}

int database_next(struct database *database, sqlite3_stmt *asked)
{
    int result;

    errno = 0;
    result = sqlite3_step(asked);
    if (result == SQLITE_ROW)
        return 1;
    if (result != SQLITE_DONE)
        database_failed(database);
    /* Whatever a reset says was said by the step before. */
    database_enough(asked);
    return result == SQLITE_DONE ? 0 : -1;
}

bool database_do(struct database *database, enum statement statement, const char *format, ...)
{
    va_list values;
    sqlite3_stmt *asked;

    va_start(values, format);
    asked = ask(database, statement, format, &values);
    va_end(values);
    return asked && !database_next(database, asked);
}

void database_enough(sqlite3_stmt *asked)
{
    (void)sqlite3_reset(asked);
}

bool database_begin(struct database *database)
{
    if (database->is_lost)
        return false; /* as was said before */
    if (!database_do(database, SQL_BEGIN, ""))
        return false;
    if (!database->generation || is_ours(database))
        return true;
    database_rollback(database);
    return false;
}

bool database_commit(struct database *database)
{
    bool is_served = database->generation;

    /* Before, so that nothing is stored; and after, so that nothing is believed to be. */
    if ((!is_served || is_in_place(database)) && database_do(database, SQL_COMMIT, ""))
        return !is_served || is_in_place(database);
    database_rollback(database);
    return false;
}

void database_rollback(struct database *database)
{
    struct hc_problem why = database->why;

    /* Some failures have ended the transaction already. A rollback changes nothing on the disk, so
     * there is nothing to say if it fails; the reason for it is worth keeping. */
    if (!sqlite3_get_autocommit(database->sqlite))
        (void)database_do(database, SQL_ROLLBACK, "");
    database->why = why;
}
